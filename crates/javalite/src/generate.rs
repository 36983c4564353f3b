//! Random programs, for tests: a seed gives a well-typed program, always the same one.
//!
//! They are made of what the two machines disagree about first when a rule is wrong: several fields of one type, writes
//! through aliases, comparisons of fields, swaps, calls. The number of field reads is bounded, because →g multiplies its
//! paths at each.

use crate::parse::parse;
use crate::syntax::Program;

/// SplitMix64: small, and good enough to pick expressions with.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { Some(&from[self.below(from.len())]) }
    }
}

/// How large programs are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The first class has at most this many more fields of classes than two; the others fewer.
    fields: usize,
    /// Methods besides the entry, at most.
    methods: usize,
    /// Statements of a method, at most.
    statements: usize,
    /// Field reads in the text of the entry: at least, and at most this many more.
    reads: (usize, usize),
    /// How many calls in a hundred may be recursive.
    recursion: usize,
}

impl Size {
    /// What both machines explore in a moment.
    pub const SMALL: Size = Size { fields: 2, methods: 2, statements: 4, reads: (4, 3), recursion: 10 };
    /// Too large for →g, mostly.
    pub const LARGE: Size = Size { fields: 6, methods: 4, statements: 7, reads: (8, 8), recursion: 0 };
}

/// The small program of a seed.
pub fn generate(seed: u64) -> Program {
    generate_sized(seed, Size::SMALL)
}

/// The program of a seed and a size.
pub fn generate_sized(seed: u64, size: Size) -> Program {
    let mut generator = Generator::new(seed, size);
    parse(&generator.program()).expect("generated programs are well typed")
}

/// The small program of a seed as text.
pub fn generate_text(seed: u64) -> String {
    let mut generator = Generator::new(seed, Size::SMALL);
    generator.program()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bool,
    Class(usize),
}

const CLASSES: [&str; 3] = ["A", "B", "C"];
const FIELDS: [&str; 8] = ["x", "y", "z", "w", "s", "t", "u", "v"];
const BOOL_FIELDS: [&str; 2] = ["p", "q"];

struct Signature {
    class: usize,
    name: String,
    parameter: Kind,
    returns: Kind,
}

struct Generator {
    random: Random,
    size: Size,
    /// Fields of each class.
    fields: Vec<Vec<(Kind, &'static str)>>,
    methods: Vec<Signature>,
    /// The method being made: others are called if they come later, or rarely.
    current: usize,
    /// Field reads that may still be made.
    reads: usize,
    scope: Vec<(Kind, String)>,
    declared: usize,
}

impl Generator {
    fn new(seed: u64, size: Size) -> Generator {
        let mut random = Random::new(seed);
        let classes = 1 + random.below(CLASSES.len());
        let mut fields = Vec::new();
        for class in 0..classes {
            let count = if class == 0 { 2 + random.below(size.fields + 1) } else { 1 + random.below(size.fields) };
            // Mostly one type, so that there is something to alias.
            let favourite = Kind::Class(random.below(classes));
            let mut own: Vec<(Kind, &'static str)> = FIELDS[..count]
                .iter()
                .map(|name| {
                    let kind = if random.chance(70) { favourite } else { Kind::Class(random.below(classes)) };
                    (kind, *name)
                })
                .collect();
            let bools = [0, 0, 1, 1, 2][random.below(5)];
            own.extend(BOOL_FIELDS[..bools].iter().map(|name| (Kind::Bool, *name)));
            fields.push(own);
        }
        let kind =
            |random: &mut Random| if random.chance(30) { Kind::Bool } else { Kind::Class(random.below(classes)) };
        let mut methods = vec![Signature {
            class: 0,
            name: "run".to_string(),
            parameter: kind(&mut random),
            returns: kind(&mut random),
        }];
        for number in 0..random.below(size.methods + 1) {
            methods.push(Signature {
                class: random.below(classes),
                name: format!("m{number}"),
                parameter: kind(&mut random),
                returns: kind(&mut random),
            });
        }
        Generator { random, size, fields, methods, current: 0, reads: 0, scope: Vec::new(), declared: 0 }
    }

    fn kind_name(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Bool => "bool",
            Kind::Class(class) => CLASSES[class],
        }
    }

    fn program(&mut self) -> String {
        let mut bodies = Vec::new();
        for number in 0..self.methods.len() {
            let Signature { class, parameter, returns, .. } = self.methods[number];
            self.current = number;
            self.scope = vec![(Kind::Class(class), "this".to_string()), (parameter, "a".to_string())];
            (self.reads, self.declared) = if number == 0 {
                let (least, more) = self.size.reads;
                (least + self.random.below(more + 1), 0)
            } else {
                (2, 0)
            };
            let budget = if number == 0 { 6 } else { 3 };
            let body = self.body(returns, budget);
            let method = &self.methods[number];
            bodies.push((
                class,
                format!("({} {} [{} a] {body})", self.kind_name(returns), method.name, self.kind_name(parameter)),
            ));
        }
        let classes: Vec<String> = self
            .fields
            .iter()
            .enumerate()
            .map(|(class, fields)| {
                let fields: Vec<String> =
                    fields.iter().map(|(kind, name)| format!("[{} {name}]", self.kind_name(*kind))).collect();
                let methods: Vec<&str> =
                    bodies.iter().filter(|(owner, _)| *owner == class).map(|(_, text)| text.as_str()).collect();
                format!("(class {} ({}) ({}))", CLASSES[class], fields.join(" "), methods.join(" "))
            })
            .collect();
        format!("(({}) (A run))", classes.join(" "))
    }

    /// A sequence of statements and a result.
    fn body(&mut self, returns: Kind, budget: usize) -> String {
        let statements = 1 + self.random.below(self.size.statements);
        let mut text = String::from("(begin");
        for _ in 0..statements {
            text.push(' ');
            text.push_str(&self.statement(budget));
        }
        let result = self.expr(returns, budget);
        format!("{text} {result})")
    }

    /// An expression that is there for its effect.
    fn statement(&mut self, budget: usize) -> String {
        let nested = budget.saturating_sub(1);
        match self.random.below(13) {
            10..=12 if budget > 1 => self.guarded(nested),
            0..=2 => self.write(nested),
            3..=5 if budget > 1 => {
                let condition = self.expr(Kind::Bool, nested);
                // The branches of an `if` must agree in type: both end in null.
                let (then, otherwise) = (self.statement(nested), self.statement(nested));
                let otherwise =
                    if self.random.chance(40) { "null".to_string() } else { format!("(begin {otherwise} null)") };
                format!("(if {condition} (begin {then} null) else {otherwise})")
            }
            6 if budget > 1 => self.swap(),
            7 | 8 if budget > 1 => {
                let kind = self.any_kind();
                self.var(kind, nested, |generator| generator.statement(nested))
            }
            9 if budget > 1 => {
                let kind = self.any_kind();
                self.call(kind, nested).unwrap_or_else(|| self.write(nested))
            }
            _ => self.assign(nested),
        }
    }

    fn any_kind(&mut self) -> Kind {
        if self.random.chance(25) { Kind::Bool } else { Kind::Class(self.random.below(self.fields.len())) }
    }

    /// Variables that a field may be taken of. The entry's parameter is null in the beginning: taking its fields would
    /// end most programs before they do anything.
    fn objects_in_scope(&mut self) -> Vec<(usize, String)> {
        let spare = self.current == 0 && self.random.chance(95);
        let objects = self.scope.iter().filter_map(|(kind, name)| match kind {
            Kind::Class(class) if !(spare && name == "a") => Some((*class, name.clone())),
            _ => None,
        });
        objects.collect()
    }

    fn receiver(&mut self, class: usize) -> Option<String> {
        let objects = self.objects_in_scope();
        let known: Vec<String> =
            objects.into_iter().filter(|(other, _)| *other == class).map(|(_, name)| name).collect();
        self.random.pick(&known).cloned()
    }

    /// A field that is used only if it is not null.
    fn guarded(&mut self, budget: usize) -> String {
        let kind = Kind::Class(self.random.below(self.fields.len()));
        let Some(value) = self.read(kind, budget) else {
            return self.write(budget);
        };
        let name = format!("v{}", self.declared);
        self.declared += 1;
        self.scope.push((kind, name.clone()));
        let body = self.statement(budget);
        self.scope.pop();
        let kind = self.kind_name(kind);
        format!("(var {kind} {name} := {value} in (if ({name} = null) null else (begin {body} null)))")
    }

    /// `(x $f := e)`
    fn write(&mut self, budget: usize) -> String {
        let objects = self.objects_in_scope();
        let (class, name) = self.random.pick(&objects).expect("this is in scope").clone();
        let fields = self.fields[class].clone();
        let (kind, field) = *self.random.pick(&fields).expect("every class has a field");
        let value = self.expr(kind, budget);
        format!("({name} ${field} := {value})")
    }

    /// Exchanges two fields of one type of one object.
    fn swap(&mut self) -> String {
        let objects = self.objects_in_scope();
        let (class, name) = self.random.pick(&objects).expect("this is in scope").clone();
        let fields = self.fields[class].clone();
        let (kind, left) = *self.random.pick(&fields).expect("every class has a field");
        let others: Vec<&'static str> =
            fields.iter().filter(|(other, field)| *other == kind && *field != left).map(|(_, field)| *field).collect();
        match self.random.pick(&others) {
            Some(right) if self.reads >= 2 => {
                self.reads -= 2;
                let kind = self.kind_name(kind);
                format!(
                    "(var {kind} t := ({name} ${left}) in (begin ({name} ${left} := ({name} ${right})) ({name} ${right} := t)))"
                )
            }
            _ => self.write(1),
        }
    }

    fn assign(&mut self, budget: usize) -> String {
        let locals: Vec<(Kind, String)> = self.scope.iter().filter(|(_, name)| name != "this").cloned().collect();
        let (kind, name) = self.random.pick(&locals).expect("a parameter is in scope").clone();
        // A name may be shadowed by another of another type: the innermost one counts.
        let innermost = self.scope.iter().rev().find(|(_, other)| *other == name).map_or(kind, |(kind, _)| *kind);
        let value = self.expr(innermost, budget);
        format!("({name} := {value})")
    }

    fn var(&mut self, kind: Kind, budget: usize, body: impl FnOnce(&mut Generator) -> String) -> String {
        let value = self.expr(kind, budget);
        let name = format!("v{}", self.declared);
        self.declared += 1;
        self.scope.push((kind, name.clone()));
        let body = body(self);
        self.scope.pop();
        format!("(var {} {name} := {value} in {body})", self.kind_name(kind))
    }

    /// `(e @ m e)` with a result of this kind, if there is such a method to call.
    fn call(&mut self, kind: Kind, budget: usize) -> Option<String> {
        let recursive = self.random.chance(self.size.recursion);
        let candidates: Vec<usize> = (0..self.methods.len())
            .filter(|index| self.methods[*index].returns == kind && (recursive || *index > self.current))
            .collect();
        let index = *self.random.pick(&candidates)?;
        let Signature { class, parameter, .. } = self.methods[index];
        let name = self.methods[index].name.clone();
        let object = self.object(class, budget.min(2));
        let argument = self.expr(parameter, budget.min(2));
        Some(format!("({object} @ {name} {argument})"))
    }

    fn variable(&mut self, kind: Kind) -> Option<String> {
        let known: Vec<String> =
            self.scope.iter().filter(|(other, _)| *other == kind).map(|(_, name)| name.clone()).collect();
        self.random.pick(&known).cloned()
    }

    /// `(e $f)` of this kind, if there is such a field.
    fn read(&mut self, kind: Kind, budget: usize) -> Option<String> {
        if self.reads == 0 {
            return None;
        }
        let candidates: Vec<(usize, &'static str)> = self
            .fields
            .iter()
            .enumerate()
            .flat_map(|(class, fields)| fields.iter().map(move |(other, name)| (class, *other, *name)))
            .filter(|(_, other, _)| *other == kind)
            .map(|(class, _, name)| (class, name))
            .collect();
        let (class, field) = *self.random.pick(&candidates)?;
        self.reads -= 1;
        let direct = self.receiver(class);
        let object = match direct {
            Some(name) if budget == 0 || self.random.chance(65) => name,
            _ if budget > 0 => self.object(class, budget - 1),
            _ => return None,
        };
        Some(format!("({object} ${field})"))
    }

    /// An expression of a class that is not just null: something to take a field of.
    fn object(&mut self, class: usize, budget: usize) -> String {
        let kind = Kind::Class(class);
        if self.random.chance(70)
            && let Some(text) = self.read(kind, budget)
        {
            return text;
        }
        self.receiver(class).unwrap_or_else(|| format!("(new {})", CLASSES[class]))
    }

    fn expr(&mut self, kind: Kind, budget: usize) -> String {
        let nested = budget.saturating_sub(1);
        if budget > 0 {
            match self.random.below(14) {
                0..=5 => {
                    if let Some(text) = self.read(kind, nested) {
                        return text;
                    }
                }
                6 if budget > 1 => {
                    let condition = self.expr(Kind::Bool, nested);
                    let (then, otherwise) = (self.expr(kind, nested), self.expr(kind, nested));
                    if then != "null" || otherwise != "null" {
                        return format!("(if {condition} {then} else {otherwise})");
                    }
                }
                7 if budget > 1 => return self.var(kind, nested, |generator| generator.expr(kind, nested)),
                8 => {
                    if let Some(text) = self.call(kind, nested) {
                        return text;
                    }
                }
                9 if budget > 1 => {
                    let statement = self.statement(nested);
                    let value = self.expr(kind, nested);
                    return format!("(begin {statement} {value})");
                }
                10 => {
                    if let Some(name) = self.variable(kind).filter(|name| name != "this") {
                        let value = self.expr(kind, nested);
                        return format!("({name} := {value})");
                    }
                }
                _ => {}
            }
        }
        match kind {
            Kind::Bool if budget > 0 && self.random.chance(80) => {
                let compared = self.any_kind();
                let (left, right) = (self.expr(compared, nested), self.expr(compared, nested));
                format!("({left} = {right})")
            }
            Kind::Bool => match self.variable(kind) {
                Some(name) if self.random.chance(60) => name,
                _ => ["true", "false"][self.random.below(2)].to_string(),
            },
            Kind::Class(class) => match self.variable(kind) {
                Some(name) if self.random.chance(75) => name,
                _ if self.random.chance(50) => format!("(new {})", CLASSES[class]),
                _ => "null".to_string(),
            },
        }
    }
}
