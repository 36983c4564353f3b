//! Random small programs, their predicates, and the same programs telling where they are.

use javalite::generate::Random;

/// A program, in two forms with the same lines.
pub(super) struct Generated {
    pub(super) class: String,
    /// As it is explored.
    pub(super) plain: String,
    /// As it is run: at every line it tells the values of the predicates there.
    pub(super) telling: String,
    pub(super) predicates: String,
}

/// A predicate, and what it is in Java: 1, 0, or 2 where it reads what is not there.
struct Said {
    text: String,
    java: String,
}

/// What can be named.
struct Names {
    ints: Vec<&'static str>,
    references: Vec<&'static str>,
    arrays: Vec<&'static str>,
    class: String,
}

struct Writer {
    random: Random,
    class: String,
    lines: Vec<(String, String)>,
}

pub(super) fn generate(seed: u64) -> Generated {
    let mut random = Random::new(seed);
    let class = format!("G{seed}");
    let names = |ints: &[&'static str], references: &[&'static str], arrays: &[&'static str]| Names {
        ints: ints.to_vec(),
        references: references.to_vec(),
        arrays: arrays.to_vec(),
        class: class.clone(),
    };
    let for_all = names(&[], &[], &[]);
    let for_object = names(&["this.f"], &["this.n"], &[]);
    let for_up = names(&["d", "this.f"], &["this.n"], &[]);
    let for_helper = names(&["u", "v"], &["o"], &[]);
    let for_run = names(&["x", "y", "z"], &["p", "q"], &["a"]);
    let mut several = |names: &Names, least: usize| -> Vec<Said> {
        let count = least + random.below(3);
        (0..count).map(|_| said(&mut random, names)).collect()
    };
    let (everywhere, object) = (several(&for_all, 1), several(&for_object, 1));
    let (up, helper, run) = (several(&for_up, 0), several(&for_helper, 1), several(&for_run, 3));
    let told = |parts: &[&[Said]]| -> String {
        let values: Vec<&str> = parts.iter().flat_map(|part| part.iter()).map(|said| &*said.java).collect();
        values.join(", ")
    };
    let in_constructor = told(&[&everywhere, &object]);
    let in_up = told(&[&everywhere, &object, &up]);
    let in_helper = told(&[&everywhere, &helper]);
    let in_run = told(&[&everywhere, &run]);
    let mut writer = Writer { random, class: class.clone(), lines: Vec::new() };
    writer.line(&format!("class {class} {{"));
    writer.line("static int s; static N g;");
    writer.line("static class N { int f; N n;");
    writer.line("N(int e) {");
    writer.statement("this.f = e;", &in_constructor);
    writer.line("}");
    writer.line("int up(int d) {");
    writer.statement("f = f + d;", &in_up);
    writer.statement("return f;", &in_up);
    writer.line("}");
    writer.line("}");
    writer.line("static int h(int u, N o) {");
    writer.line("int v = 0;");
    let scope = Scope { told: &in_helper, ints: &["u", "v"], references: &["o"], arrays: &[], calls: false };
    let count = 1 + writer.random.below(4);
    writer.block(&scope, count, 1);
    let result = writer.int(&scope);
    writer.statement(&format!("return {result};"), &in_helper);
    writer.line("}");
    writer.line("static void run(int x, int y) {");
    let first = ["N p = new N(x); N q = new N(y);", "N p = new N(1); N q = p;", "N p = new N(y); N q = null;"];
    let first = first[writer.random.below(3)];
    writer.line(&format!("int z = 0; {first} int[] a = new int[2];"));
    let scope = Scope { told: &in_run, ints: &["x", "y", "z"], references: &["p", "q"], arrays: &["a"], calls: true };
    let count = 3 + writer.random.below(5);
    writer.block(&scope, count, 2);
    if writer.random.chance(60) {
        let condition = writer.condition(&scope);
        writer.statement(&format!("assert {condition};"), &in_run);
    }
    writer.statement("z = 0;", &in_run);
    writer.line("}");
    writer.line("}");
    let listed = |header: String, said: &[Said]| {
        let lines: Vec<&str> = said.iter().map(|said| &*said.text).collect();
        format!("{header}\n{}\n", lines.join("\n"))
    };
    let predicates = [
        listed("[static]".to_string(), &everywhere),
        listed(format!("[object {class}.N]"), &object),
        listed(format!("[method {class}.N.up]"), &up),
        listed(format!("[method {class}.h]"), &helper),
        listed(format!("[method {class}.run]"), &run),
    ];
    let column = |pick: fn(&(String, String)) -> &String| {
        writer.lines.iter().map(pick).map(|line| format!("{line}\n")).collect::<String>()
    };
    Generated {
        class: class.clone(),
        plain: column(|(plain, _)| plain),
        telling: column(|(_, telling)| telling),
        predicates: predicates.concat(),
    }
}

/// What statements are made of.
struct Scope<'s> {
    told: &'s str,
    ints: &'s [&'static str],
    references: &'s [&'static str],
    arrays: &'s [&'static str],
    calls: bool,
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.lines.push((text.to_string(), text.to_string()));
    }

    fn tell(&self, told: &str) -> String {
        format!("T.at(\"{}\", {}, new int[] {{ {told} }})", self.class, self.lines.len() + 1)
    }

    fn statement(&mut self, text: &str, told: &str) {
        let told = self.tell(told);
        self.lines.push((text.to_string(), format!("{told}; {text}")));
    }

    /// `if` or `while`.
    fn head(&mut self, word: &str, condition: &str, told: &str) {
        let told = self.tell(told);
        self.lines.push((format!("{word} ({condition}) {{"), format!("{word} ({told} && ({condition})) {{")));
    }

    fn block(&mut self, scope: &Scope<'_>, count: usize, depth: u32) {
        for _ in 0..count {
            self.any_statement(scope, depth);
        }
    }

    fn any_statement(&mut self, scope: &Scope<'_>, depth: u32) {
        let choice = self.random.below(if depth == 0 { 15 } else { 20 });
        let target = self.pick(scope.ints);
        let reference = self.pick(scope.references);
        let text = match choice {
            // What assigns a variable to itself is no code.
            0 | 1 => format!("{target} = {} + 1;", self.int(scope)),
            2 => format!("{target} = {} & 3;", self.int(scope)),
            3 => format!("s = {};", self.int(scope)),
            4 => format!("{reference} = new N({});", self.int(scope)),
            5 => match self.reference(scope) {
                same if same == reference => format!("{reference} = null;"),
                other => format!("{reference} = {other};"),
            },
            6 => format!("g = {};", self.reference(scope)),
            7 => format!("{reference}.f = {};", self.int(scope)),
            8 => format!("{reference}.n = {};", self.reference(scope)),
            9 | 10 => format!("{target} = ({} + 1) + (++{target});", self.pick(scope.ints)),
            11 if !scope.arrays.is_empty() && self.random.chance(30) => {
                format!("a = new int[{} & 3];", self.int(scope))
            }
            11 | 12 if !scope.arrays.is_empty() => format!("a[{} & 1] = {};", self.int(scope), self.int(scope)),
            12 | 13 if scope.calls => format!("{target} = h({}, {});", self.int(scope), self.reference(scope)),
            14 => format!("{target} = {reference}.up({});", self.int(scope)),
            15 => {
                let condition = self.condition(scope);
                self.head("while", &condition, scope.told);
                self.line("int w = 0;");
                let count = 1 + self.random.below(3);
                self.block(scope, count, 0);
                self.line("}");
                return;
            }
            16 => {
                self.line("try {");
                let count = 1 + self.random.below(2);
                self.block(scope, count, 0);
                self.line("} catch (NullPointerException e) {");
                self.any_statement(scope, 0);
                self.line("}");
                return;
            }
            _ if depth == 0 => format!("{target} = {target} + 1;"),
            _ => {
                let condition = self.condition(scope);
                self.head("if", &condition, scope.told);
                let count = 1 + self.random.below(2);
                self.block(scope, count, depth.saturating_sub(1));
                if self.random.chance(50) {
                    self.line("} else {");
                    self.any_statement(scope, depth.saturating_sub(1));
                }
                self.line("}");
                return;
            }
        };
        self.statement(&text, scope.told);
    }

    fn pick(&mut self, names: &[&'static str]) -> &'static str {
        names[self.random.below(names.len())]
    }

    fn int(&mut self, scope: &Scope<'_>) -> String {
        let variable = self.pick(scope.ints);
        match self.random.below(9) {
            0 => (self.random.below(5) as i32 - 1).to_string(),
            1 => format!("{variable} + {}", self.random.below(3)),
            2 => format!("{variable} - {}", self.pick(scope.ints)),
            3 => "s".to_string(),
            4 if self.random.chance(60) => format!("{}.f", self.pick(scope.references)),
            5 if !scope.arrays.is_empty() => format!("a[{variable} & 1]"),
            6 if !scope.arrays.is_empty() => "a.length".to_string(),
            _ => variable.to_string(),
        }
    }

    fn reference(&mut self, scope: &Scope<'_>) -> String {
        match self.random.below(20) {
            0 => "null".to_string(),
            1 | 2 => "g".to_string(),
            3 | 4 => format!("{}.n", self.pick(scope.references)),
            _ => self.pick(scope.references).to_string(),
        }
    }

    fn condition(&mut self, scope: &Scope<'_>) -> String {
        let relation = ["<", "<=", ">", ">=", "==", "!="][self.random.below(6)];
        match self.random.below(4) {
            0 => {
                let relation = ["==", "!="][self.random.below(2)];
                format!("{} {relation} {}", self.pick(scope.references), self.reference(scope))
            }
            // What is constant is no code either.
            _ => format!("{} {relation} {}", self.pick(scope.ints), self.int(scope)),
        }
    }
}

/// An access expression: as a predicate has it, as Java has it, and when there is such a thing.
type Access = (String, String, Vec<String>);

fn said(random: &mut Random, names: &Names) -> Said {
    if random.chance(12) {
        let (left, right) = (said(random, names), said(random, names));
        let (word, operator) = [("and", "&"), ("or", "|")][random.below(2)];
        let java = format!("T.both({}, {}, '{operator}')", left.java, right.java);
        return Said { text: format!("({}) {word} ({})", left.text, right.text), java };
    }
    if random.chance(8) {
        let inner = said(random, names);
        return Said { text: format!("not({})", inner.text), java: format!("T.not({})", inner.java) };
    }
    let (relation, java_relation) =
        [("<", "<"), ("<=", "<="), (">", ">"), ("=", "=="), ("!=", "!="), ("=", "==")][random.below(6)];
    if random.chance(30) {
        let (relation, java_relation) = [("=", "=="), ("!=", "!=")][random.below(2)];
        let (left, right) = (reference_but_null(random, names), reference(random, names));
        return compared(left, right, relation, java_relation);
    }
    let (left, mut right) = (number(random, names), number(random, names));
    if random.chance(60) {
        let constant = (random.below(5) as i32 - 1).to_string();
        right = (constant.clone(), constant, Vec::new());
    } else if random.chance(40) {
        let constant = 1 + random.below(2);
        if random.chance(40) {
            let java = format!("(long) ({}) {java_relation} (long) ({}) + {constant}", left.1, right.1);
            let text = format!("exact({} {relation} {} + {constant})", left.0, right.0);
            let guards = [left.2, right.2].concat();
            return Said { text, java: guarded(&guards, &java) };
        }
        right = (format!("{} + {constant}", right.0), format!("{} + {constant}", right.1), right.2);
    }
    compared(left, right, relation, java_relation)
}

fn compared(left: Access, right: Access, relation: &str, java_relation: &str) -> Said {
    let guards = [left.2, right.2].concat();
    let java = guarded(&guards, &format!("{} {java_relation} {}", left.1, right.1));
    Said { text: format!("{} {relation} {}", left.0, right.0), java }
}

fn guarded(guards: &[String], java: &str) -> String {
    match guards {
        [] => format!("({java} ? 1 : 0)"),
        _ => format!("({} ? ({java} ? 1 : 0) : 2)", guards.join(" && ")),
    }
}

fn number(random: &mut Random, names: &Names) -> Access {
    let simple = |name: &str| (name.to_string(), name.to_string(), Vec::new());
    let class = &names.class;
    let is_there = |java: &str| format!("{java} != null");
    match random.below(10) {
        0 | 1 if !names.ints.is_empty() => simple(names.ints[random.below(names.ints.len())]),
        2 | 3 => {
            let (text, java, mut guards) = reference_but_null(random, names);
            guards.push(is_there(&java));
            (format!("{text}.f"), format!("{java}.f"), guards)
        }
        4 if !names.arrays.is_empty() => ("a.length".to_string(), "a.length".to_string(), vec![is_there("a")]),
        5 | 6 if !names.arrays.is_empty() => {
            let index = ["0", "1", "x", "z"][random.below(4)];
            let element = format!("a[{index}]");
            let guards = vec![is_there("a"), format!("{index} >= 0"), format!("{index} < a.length")];
            (element.clone(), element, guards)
        }
        _ if !names.ints.is_empty() => simple(names.ints[random.below(names.ints.len())]),
        _ => (format!("class({class}).s"), "s".to_string(), Vec::new()),
    }
}

fn reference(random: &mut Random, names: &Names) -> Access {
    if random.chance(20) {
        return ("null".to_string(), "null".to_string(), Vec::new());
    }
    reference_but_null(random, names)
}

fn reference_but_null(random: &mut Random, names: &Names) -> Access {
    let class = &names.class;
    let global = (format!("class({class}).g"), "g".to_string(), Vec::new());
    if names.references.is_empty() || random.chance(20) {
        return global;
    }
    let name = names.references[random.below(names.references.len())];
    if random.chance(25) {
        return (format!("{name}.n"), format!("{name}.n"), vec![format!("{name} != null")]);
    }
    (name.to_string(), name.to_string(), Vec::new())
}
