//! Statements: declarations, assignments, loops, switches, exceptions. Jumps are always conditional, so that javac
//! finds every statement reachable, and every loop burns fuel, so that it ends.

use super::Generator;
use super::types::{ALL, NUMERIC, Type};

/// Nesting of blocks inside one method.
const DEEPEST: usize = 3;
const EXPRESSION_DEPTH: usize = 3;

impl Generator {
    /// Some statements in the current block.
    pub(super) fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let simple_only = depth >= DEEPEST;
        match self.random.below(if simple_only { 12 } else { 26 }) {
            0 | 1 => self.declaration(),
            2 => self.array_declaration(),
            3 | 4 => self.assignment(),
            5 | 6 => {
                let ty = *self.random.pick(&ALL);
                if let Some(target) = self.target(ty) {
                    let text = self.compound(&target, ty, EXPRESSION_DEPTH - 1);
                    self.line(format!("{text};"));
                }
            }
            7 => {
                let ty = *self.random.pick(&NUMERIC);
                if let Some(target) = self.target(ty) {
                    self.count("increment");
                    let form = *self.random.pick(&["X++;", "--X;"]);
                    self.line(form.replace('X', &target));
                }
            }
            8 => self.observe(),
            9 => self.jump(),
            10 => self.object_statement(),
            11 if self.dares(100) => self.exceptional_statement(),
            11 => self.observe(),
            12 | 13 => self.branch(depth),
            14..=16 => self.counted_loop(depth),
            17 => self.other_loop(depth),
            18 => self.int_switch(depth),
            19 => self.string_switch(depth),
            20 => self.enum_switch(depth),
            21 => {
                self.count("synchronized");
                self.block("synchronized (lock)", |g| g.some_statements(depth));
            }
            22 => self.builder_block(),
            _ => self.try_statement(depth),
        }
    }

    fn some_statements(&mut self, depth: usize) {
        let count = 1 + self.random.below(2);
        self.statements(count, depth + 1);
    }

    fn declaration(&mut self) {
        self.count("local variable");
        let ty = *self.random.pick(&ALL);
        let value = self.expression(ty, EXPRESSION_DEPTH);
        let name = self.fresh("v");
        self.line(format!("{} {name} = {value};", ty.name()));
        self.declare(&name, ty, true);
    }

    fn array_declaration(&mut self) {
        let ty = *self.random.pick(&ALL);
        let name = self.fresh("a");
        let element = ty.name();
        match self.random.below(5) {
            0 => {
                self.count("2-D array");
                let size = self.expression(Type::Int, 1);
                self.line(format!("{element}[][] {name} = new {element}[4 + ({size} & 1)][4];"));
                self.declare_array(&name, ty, 2);
            }
            1 => {
                self.count("array initialiser");
                let values: Vec<String> = (0..4 + self.random.below(3)).map(|_| self.expression(ty, 1)).collect();
                self.line(format!("{element}[] {name} = {{ {} }};", values.join(", ")));
                self.declare_array(&name, ty, 1);
            }
            2 if self.array(Some(ty), 1).is_some() => {
                self.count("array aliasing or clone");
                let other = self.array(Some(ty), 1).map_or(String::new(), |array| array.name);
                let suffix = if self.random.chance(40) { ".clone()" } else { "" };
                self.line(format!("{element}[] {name} = {other}{suffix};"));
                self.declare_array(&name, ty, 1);
            }
            _ => {
                self.count("array creation");
                let size = self.expression(Type::Int, 1);
                self.line(format!("{element}[] {name} = new {element}[4 + ({size} & 3)];"));
                self.declare_array(&name, ty, 1);
            }
        }
    }

    /// Something that can be assigned.
    fn target(&mut self, ty: Type) -> Option<String> {
        if self.random.chance(30) { self.element(ty, 1) } else { self.variable(ty, true) }
    }

    fn assignment(&mut self) {
        let ty = *self.random.pick(&ALL);
        if let Some(target) = self.target(ty) {
            self.count("assignment");
            let value = self.expression(ty, EXPRESSION_DEPTH);
            self.line(format!("{target} = {value};"));
        }
    }

    /// Puts a value into the output or the checksum.
    pub(super) fn observe(&mut self) {
        if self.place.loop_depth == 0 || self.random.chance(20) {
            self.count("println");
            if self.random.chance(40) {
                let value = self.known_string(EXPRESSION_DEPTH);
                self.line(format!("System.out.println({value});"));
            } else {
                let value = self.printable(EXPRESSION_DEPTH);
                self.line(format!("System.out.println({value});"));
            }
        } else {
            self.count("checksum");
            let ty = *self.random.pick(&NUMERIC);
            let value = self.expression(ty, EXPRESSION_DEPTH);
            self.line(match ty {
                Type::Float | Type::Double => format!("mix(Double.doubleToLongBits({value}));"),
                _ => format!("mix({value});"),
            });
        }
    }

    /// Prints every local variable of the current block.
    pub(super) fn observe_locals(&mut self) {
        let locals = self.scopes.last().map(|scope| scope.0.clone()).unwrap_or_default();
        for local in locals {
            self.count("println");
            let cast = if local.ty == Type::Char { "(int) " } else { "" };
            self.line(format!("System.out.println(\"{0} = \" + {cast}{0});", local.name));
        }
    }

    fn jump(&mut self) {
        let condition = self.expression(Type::Boolean, 2);
        match self.random.below(4) {
            0 if self.place.loop_depth > 0 => {
                self.count("break or continue");
                let word = *self.random.pick(&["break", "continue"]);
                self.line(format!("if ({condition}) {word};"));
            }
            1 if !self.place.labels.is_empty() => {
                self.count("labelled jump");
                let labels = self.place.labels.clone();
                let label = self.random.pick(&labels).clone();
                let word = *self.random.pick(&["break", "continue"]);
                self.line(format!("if ({condition}) {word} {label};"));
            }
            2 => match self.place.result {
                Some(ty) => {
                    self.count("early return");
                    let value = self.expression(ty, 2);
                    self.line(format!("if ({condition}) return {value};"));
                }
                None => self.line(format!("if ({condition}) return;")),
            },
            _ if !self.dares(90) => self.observe(),
            _ => {
                self.count("throw");
                let exception = self.exception();
                self.line(format!("if ({condition}) throw {exception};"));
            }
        }
    }

    pub(super) fn exception(&mut self) -> String {
        let value = self.expression(Type::Int, 1);
        match self.random.below(4) {
            0 => format!("new IllegalStateException(\"state \" + {value})"),
            1 => format!("new IllegalArgumentException(\"argument \" + {value})"),
            2 => format!("new SubOops({value})"),
            _ => format!("new Oops({value}, \"oops\")"),
        }
    }

    fn object_statement(&mut self) {
        if !self.place.objects {
            return self.assignment();
        }
        let index = self.expression(Type::Int, 1);
        match self.random.below(5) {
            0 | 1 => {
                self.count("object creation");
                let object = self.object(2);
                self.line(format!("pool[{index} & 3] = {object};"));
            }
            2 => {
                self.count("instance field update");
                let value = self.expression(Type::Int, 2);
                self.line(format!("((Base) pick({index})).f += {value};"));
            }
            3 => {
                self.count("generic bridge call");
                let (a, b) = (self.expression(Type::Int, 2), self.expression(Type::Int, 1));
                self.line(format!("mix(apply(new IntFn({b}), {a}));"));
            }
            _ => {
                self.count("inner class");
                let (a, b) = (self.expression(Type::Int, 2), self.expression(Type::Int, 1));
                self.line(format!("mix(new Holder({a}).new Cell({b}).total());"));
            }
        }
    }

    /// Statements at which the JVM may raise an exception, or a class initialiser may run.
    fn exceptional_statement(&mut self) {
        let value = self.expression(Type::Int, 2);
        match self.random.below(7) {
            0 => {
                self.count("array store check");
                let stored = *self.random.pick(&["\"text\"", "Integer.valueOf(7)", "null", "lock"]);
                self.line(format!("objects[{value} & 1] = {stored};"));
            }
            1 => {
                self.count("size perhaps negative");
                self.line(format!("mix(new int[({value}) >> 28].length);"));
            }
            2 => {
                self.count("class initialisation");
                let class = self.random.below(self.lazy_classes);
                self.line(format!("Lazy{class}.value += {value};"));
            }
            3 => {
                self.count("checked cast");
                let class = *self.random.pick(&["String", "Integer", "Shape", "int[]", "Object[]"]);
                self.line(format!("mix((({class}) choose({value})) == null ? 1 : 2);"));
            }
            4 => {
                self.count("null dereference possible");
                self.line(format!("mix(({value}) % 5 == 0 ? ((int[]) null).length : 1);"));
            }
            5 => {
                self.count("boxed Integer");
                let name = self.fresh("boxed");
                self.line(format!("Integer {name} = {value};"));
                self.line(format!("{name}++;"));
                let more = self.random.below(300);
                self.line(format!("{name} += {more};"));
                self.line(format!("mix({name});"));
            }
            _ => {
                self.count("array of arrays");
                let name = self.fresh("jagged");
                self.line(format!("int[][] {name} = {{ {{ 1, 2 }}, new int[{value} & 3], null, {{}} }};"));
                let index = self.expression(Type::Int, 1);
                self.line(format!("mix({name}[{index} & 1].length);"));
            }
        }
    }

    fn branch(&mut self, depth: usize) {
        self.count("if");
        let condition = self.expression(Type::Boolean, EXPRESSION_DEPTH);
        self.block(format!("if ({condition})"), |g| g.some_statements(depth));
        if self.random.chance(50) {
            self.block("else", |g| g.some_statements(depth));
        }
    }

    /// Runs `body` as the inside of a loop.
    fn in_loop(&mut self, label: Option<String>, body: impl FnOnce(&mut Generator)) {
        self.place.loop_depth += 1;
        let labelled = label.is_some();
        self.place.labels.extend(label);
        body(self);
        if labelled {
            self.place.labels.pop();
        }
        self.place.loop_depth -= 1;
    }

    fn counted_loop(&mut self, depth: usize) {
        self.count("for loop");
        let index = self.fresh("i");
        let ty = *self.random.pick(&[Type::Int, Type::Int, Type::Int, Type::Byte, Type::Char, Type::Short, Type::Long]);
        let bound = 2 + self.random.below(6);
        let label = if self.random.chance(30) {
            let label = self.fresh("loop");
            self.line(format!("{label}:"));
            Some(label)
        } else {
            None
        };
        let (from, condition, step) = match self.random.below(3) {
            0 => (format!("{bound}"), format!("{index} > 0"), format!("{index}--")),
            1 => ("0".to_string(), format!("{index} < {}", bound * 3), format!("{index} += 2")),
            _ => ("0".to_string(), format!("{index} < {bound}"), format!("{index}++")),
        };
        self.block(format!("for ({} {index} = {from}; {condition} && fuel-- > 0; {step})", ty.name()), |g| {
            g.declare(&index, ty, false);
            g.in_loop(label, |g| g.some_statements(depth));
        });
    }

    fn other_loop(&mut self, depth: usize) {
        match self.random.below(3) {
            0 => {
                self.count("while loop");
                let condition = self.expression(Type::Boolean, 2);
                let counter = self.fresh("n");
                self.line(format!("int {counter} = 0;"));
                self.block(format!("while ({counter}++ < 6 && ({condition}) && fuel-- > 0)"), |g| {
                    g.in_loop(None, |g| g.some_statements(depth));
                });
            }
            1 => {
                self.count("do loop");
                let condition = self.expression(Type::Boolean, 2);
                let counter = self.fresh("n");
                self.line(format!("int {counter} = 0;"));
                self.block("do", |g| g.in_loop(None, |g| g.some_statements(depth)));
                self.line(format!("while ({counter}++ < 4 && ({condition}) && fuel-- > 0);"));
            }
            _ => {
                let Some(array) = self.array(None, 1) else { return self.declaration() };
                self.count("for-each loop");
                let name = self.fresh("e");
                self.block(format!("for ({} {name} : {})", array.element.name(), array.name), |g| {
                    g.line("if (fuel-- < 0) break;");
                    g.declare(&name, array.element, true);
                    g.in_loop(None, |g| g.some_statements(depth));
                });
            }
        }
    }

    /// A switch with fall-through: some cases end with a break, some do not.
    fn switch_body(&mut self, labels: &[String], depth: usize) {
        for label in labels {
            self.line(format!("{label}:"));
            self.indent += 1;
            self.scopes.push((Vec::new(), Vec::new()));
            // A block of its own: a declaration in one case must not be visible in the next.
            self.block("", |g| g.some_statements(depth + 1));
            if self.random.chance(65) {
                self.line("break;");
            } else {
                self.count("fall-through");
            }
            self.scopes.pop();
            self.indent -= 1;
        }
    }

    fn int_switch(&mut self, depth: usize) {
        let sparse = self.random.chance(50);
        self.count(if sparse { "lookup switch" } else { "table switch" });
        let ty = *self.random.pick(&[Type::Int, Type::Char, Type::Byte, Type::Short]);
        let value = self.expression(ty, 2);
        let mut labels: Vec<String> = Vec::new();
        for case in 0..2 + self.random.below(3) {
            labels.push(match (sparse, ty) {
                (false, _) => format!("case {case}"),
                (true, Type::Int) => format!("case {}", [-1, 1_000_000, i32::MIN, i32::MAX, 77][case]),
                (true, _) => format!("case {}", [1, 127, 50, 9, 77][case]),
            });
        }
        if self.random.chance(70) {
            let position = self.random.below(labels.len() + 1);
            labels.insert(position, "default".to_string());
        }
        let subject = if sparse || ty != Type::Int { value } else { format!("{value} & 7") };
        self.line(format!("switch ({subject}) {{"));
        self.switch_body(&labels, depth);
        self.line("}");
    }

    fn string_switch(&mut self, depth: usize) {
        self.count("string switch");
        let value = self.known_string(2);
        // "Aa" and "BB" share a hash code.
        let labels: Vec<String> =
            ["case \"red\"", "case \"Aa\"", "case \"BB\"", "default"].iter().map(|label| label.to_string()).collect();
        self.line(format!("switch ({value}) {{"));
        self.switch_body(&labels, depth);
        self.line("}");
    }

    fn enum_switch(&mut self, depth: usize) {
        self.count("enum switch");
        let value = self.expression(Type::Int, 2);
        let labels: Vec<String> = ["case GREEN", "case RED", "default"].iter().map(|label| label.to_string()).collect();
        self.line(format!("switch (Color.values()[{value} & 3]) {{"));
        self.switch_body(&labels, depth);
        self.line("}");
    }

    fn builder_block(&mut self) {
        self.count("StringBuilder");
        let name = self.fresh("sb");
        self.line(format!("StringBuilder {name} = new StringBuilder();"));
        for _ in 0..1 + self.random.below(4) {
            let part = if self.random.chance(30) { self.string(2) } else { self.printable(2) };
            self.line(format!("{name}.append({part});"));
        }
        self.line(format!("mix({name}.length() + {name}.toString().hashCode());"));
    }

    fn try_statement(&mut self, depth: usize) {
        self.count("try");
        let has_catch = self.random.chance(75);
        self.place.protection += usize::from(has_catch);
        self.block("try", |g| {
            g.some_statements(depth);
            g.statement(depth + 1);
        });
        self.place.protection -= usize::from(has_catch);
        if has_catch {
            self.count("catch");
            let name = self.fresh("x");
            let chains: [&[&str]; 6] = [
                &["ArithmeticException", "IndexOutOfBoundsException", "RuntimeException"],
                &["SubOops", "Oops"],
                &["ArrayIndexOutOfBoundsException | NullPointerException"],
                &["RuntimeException"],
                &["ClassCastException", "ArrayStoreException", "NegativeArraySizeException", "Oops"],
                &["Oops", "Throwable"],
            ];
            let types = *self.random.pick(&chains);
            for ty in types {
                let site = self.fresh("");
                self.block(format!("catch ({ty} {name})"), |g| {
                    g.line(format!("caught(\"{site}\", {name});"));
                    if g.random.chance(50) {
                        g.statements(1, depth + 1);
                    }
                    if g.random.chance(10) {
                        g.count("rethrow");
                        g.line(format!("if (fuel % 2 == 0) throw {name};"));
                    }
                });
            }
        }
        if !has_catch || self.random.chance(45) {
            self.count("finally");
            self.block("finally", |g| {
                g.some_statements(depth);
                if g.random.chance(25)
                    && let Some(ty) = g.place.result
                {
                    g.count("return in finally");
                    let (condition, value) = (g.expression(Type::Boolean, 2), g.expression(ty, 1));
                    g.line(format!("if ({condition}) return {value};"));
                }
            });
        }
    }
}
