//! Expressions: every operator on every type, with mixed operands, casts, side effects and evaluation order.

use super::Generator;
use super::types::{ALL, INTEGRAL, INTLIKE, NUMERIC, Type, literal};

impl Generator {
    /// An expression of exactly this static type, parenthesised where it needs to be.
    pub(super) fn expression(&mut self, ty: Type, depth: usize) -> String {
        self.count(ty.feature());
        if depth == 0 || self.random.chance(12) {
            return self.leaf(ty);
        }
        // What every type has.
        match self.random.below(14) {
            0 => {
                self.count("ternary");
                let (c, a, b) = (
                    self.expression(Type::Boolean, depth - 1),
                    self.expression(ty, depth - 1),
                    self.expression(ty, depth - 1),
                );
                return format!("({c} ? {a} : {b})");
            }
            1 => {
                if let Some(element) = self.element(ty, depth - 1) {
                    return element;
                }
            }
            2 => {
                if let Some(call) = self.call(ty, depth - 1) {
                    return call;
                }
            }
            3 => {
                if let Some(effect) = self.side_effect(ty, depth - 1) {
                    return effect;
                }
            }
            4 if self.place.objects => {
                if let Some(member) = self.object_member(ty, depth - 1) {
                    return member;
                }
            }
            _ => {}
        }
        match ty {
            Type::Boolean => self.boolean(depth - 1),
            Type::Byte | Type::Short | Type::Char => {
                self.count("narrowing cast");
                let from = *self.random.pick(&NUMERIC);
                format!("(({}) {})", ty.name(), self.expression(from, depth - 1))
            }
            Type::Int => self.int(depth - 1),
            Type::Long => self.long(depth - 1),
            Type::Float | Type::Double => self.floating(ty, depth - 1),
        }
    }

    fn leaf(&mut self, ty: Type) -> String {
        if self.random.chance(65)
            && let Some(name) = self.variable(ty, false)
        {
            return name;
        }
        literal(ty, &mut self.random)
    }

    fn boolean(&mut self, depth: usize) -> String {
        match self.random.below(12) {
            0 => {
                let operator = *self.random.pick(&["&&", "||"]);
                self.count("short-circuit operator");
                format!(
                    "({} {operator} {})",
                    self.expression(Type::Boolean, depth),
                    self.expression(Type::Boolean, depth)
                )
            }
            1 => {
                let operator = *self.random.pick(&["&", "|", "^", "==", "!="]);
                self.count("boolean operator");
                format!(
                    "({} {operator} {})",
                    self.expression(Type::Boolean, depth),
                    self.expression(Type::Boolean, depth)
                )
            }
            2 => format!("(!{})", self.expression(Type::Boolean, depth)),
            3 => {
                self.count("boxed identity");
                // Close values, so that both sides of the Integer cache's edge are met.
                let (a, b) = (self.expression(Type::Int, depth), self.random.below(3));
                format!("(Integer.valueOf({a} % 140) == Integer.valueOf(({a} % 140) + {b} - 1))")
            }
            4 => {
                self.count("string equals");
                format!("{}.equals({})", self.known_string(depth), self.string(depth))
            }
            5 if self.place.objects => {
                self.count("instanceof");
                let class = *self.random.pick(&["Base", "D1", "D2", "D3", "Shape"]);
                format!("({} instanceof {class})", self.object(depth))
            }
            6 => {
                self.count("NaN test");
                let ty = *self.random.pick(&[Type::Float, Type::Double]);
                let class = if ty == Type::Float { "Float" } else { "Double" };
                format!("{class}.isNaN({})", self.expression(ty, depth))
            }
            _ => {
                self.count("comparison");
                let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let (left, right) = (*self.random.pick(&NUMERIC), *self.random.pick(&NUMERIC));
                format!("({} {operator} {})", self.expression(left, depth), self.expression(right, depth))
            }
        }
    }

    fn int(&mut self, depth: usize) -> String {
        match self.random.below(16) {
            0 => {
                self.count("unary operator");
                let operator = *self.random.pick(&["-", "~", "+"]);
                let of = *self.random.pick(&INTLIKE);
                format!("({operator} {})", self.expression(of, depth))
            }
            1 => {
                self.count("cast to int");
                let from = *self.random.pick(&[Type::Long, Type::Float, Type::Double, Type::Char, Type::Float]);
                format!("((int) {})", self.expression(from, depth))
            }
            2 => self.shift(Type::Int, depth),
            3 => {
                self.count("Math method");
                match self.random.below(6) {
                    0 => format!("Math.abs({})", self.expression(Type::Int, depth)),
                    1 => format!(
                        "Math.min({}, {})",
                        self.expression(Type::Int, depth),
                        self.expression(Type::Int, depth)
                    ),
                    2 => format!(
                        "Math.max({}, {})",
                        self.expression(Type::Int, depth),
                        self.expression(Type::Int, depth)
                    ),
                    3 => format!(
                        "Math.floorMod({}, {} | 1)",
                        self.expression(Type::Int, depth),
                        self.expression(Type::Int, depth)
                    ),
                    4 if self.dares(100) => format!(
                        "Math.addExact({}, {})",
                        self.expression(Type::Short, depth),
                        self.expression(Type::Int, depth)
                    ),
                    _ => format!("Float.floatToIntBits({})", self.expression(Type::Float, depth)),
                }
            }
            4 => {
                self.count("string method");
                match self.random.below(4) {
                    0 => format!("{}.length()", self.known_string(depth)),
                    1 => format!("{}.hashCode()", self.known_string(depth)),
                    2 => format!("{}.compareTo({})", self.known_string(depth), self.known_string(depth)),
                    _ if self.dares(20) => format!("(0 + \"abc\".charAt({}))", self.expression(Type::Int, depth)),
                    _ => format!("(0 + \"symbol\".charAt({} & 3))", self.expression(Type::Int, depth)),
                }
            }
            5 => {
                self.count("boxed Integer");
                match self.random.below(3) {
                    0 => format!("((Integer) {} + 1)", self.expression(Type::Int, depth)),
                    1 => format!("Integer.valueOf({}).hashCode()", self.expression(Type::Int, depth)),
                    _ => format!("Integer.valueOf({}).intValue()", self.expression(Type::Int, depth)),
                }
            }
            6 => {
                self.count("array length");
                match (self.random.chance(70), self.array(None, 1), self.array(None, 2)) {
                    (true, Some(array), _) => format!("{}.length", array.name),
                    (_, _, Some(array)) => {
                        let row = self.index(&array.name, depth);
                        format!("{}[{row}].length", array.name)
                    }
                    _ => literal(Type::Int, &mut self.random),
                }
            }
            7 => {
                self.count("switch expression");
                let of = self.expression(Type::Int, depth);
                let (a, b, c) = (
                    self.expression(Type::Int, depth),
                    self.expression(Type::Int, depth),
                    self.expression(Type::Int, depth),
                );
                format!("(switch ({of} & 7) {{ case 0, 3 -> {a}; case 5 -> {b}; default -> {c}; }})")
            }
            8 if self.options.lambdas => {
                self.count("lambda");
                let (a, b) = (self.expression(Type::Int, depth), self.expression(Type::Int, depth));
                let operator = *self.random.pick(&["+", "-", "*", "^", "&"]);
                format!("((java.util.function.IntBinaryOperator) (p, q) -> p {operator} q).applyAsInt({a}, {b})")
            }
            9 => {
                self.count("enum ordinal");
                format!("Color.values()[{} & 3].ordinal()", self.expression(Type::Int, depth))
            }
            10 => {
                self.count("compare method");
                let ty = *self.random.pick(&[Type::Int, Type::Long, Type::Float, Type::Double]);
                let class = match ty {
                    Type::Int => "Integer",
                    Type::Long => "Long",
                    Type::Float => "Float",
                    _ => "Double",
                };
                format!("{class}.compare({}, {})", self.expression(ty, depth), self.expression(ty, depth))
            }
            _ => {
                let (left, right) = (*self.random.pick(&INTLIKE), *self.random.pick(&INTLIKE));
                self.integral_operation(left, right, depth)
            }
        }
    }

    fn long(&mut self, depth: usize) -> String {
        match self.random.below(10) {
            0 => {
                self.count("unary operator");
                let operator = *self.random.pick(&["-", "~", "+"]);
                format!("({operator} {})", self.expression(Type::Long, depth))
            }
            1 => {
                self.count("cast to long");
                let from = *self.random.pick(&[Type::Int, Type::Float, Type::Double, Type::Char, Type::Byte]);
                format!("((long) {})", self.expression(from, depth))
            }
            2 => self.shift(Type::Long, depth),
            3 => {
                self.count("Math method");
                match self.random.below(4) {
                    0 => format!("Math.abs({})", self.expression(Type::Long, depth)),
                    1 => format!(
                        "Math.max({}, {})",
                        self.expression(Type::Long, depth),
                        self.expression(Type::Int, depth)
                    ),
                    2 => format!(
                        "Math.floorDiv({}, {} | 1L)",
                        self.expression(Type::Long, depth),
                        self.expression(Type::Long, depth)
                    ),
                    _ => format!("Double.doubleToLongBits({})", self.expression(Type::Double, depth)),
                }
            }
            _ => {
                let other = *self.random.pick(&INTEGRAL);
                if self.random.chance(50) {
                    self.integral_operation(Type::Long, other, depth)
                } else {
                    self.integral_operation(other, Type::Long, depth)
                }
            }
        }
    }

    /// Binary numeric promotion decides the type: `long` if one operand is, else `int`.
    fn integral_operation(&mut self, left: Type, right: Type, depth: usize) -> String {
        let operator = *self.random.pick(&["+", "-", "*", "/", "%", "&", "|", "^"]);
        let (a, b) = (self.expression(left, depth), self.expression(right, depth));
        if operator == "/" || operator == "%" {
            self.count("integer division");
            if !self.dares(30) {
                return format!("({a} {operator} ({b} | 1))");
            }
            self.count("division perhaps by zero");
        } else {
            self.count("integer arithmetic");
        }
        format!("({a} {operator} {b})")
    }

    fn shift(&mut self, ty: Type, depth: usize) -> String {
        self.count("shift");
        let operator = *self.random.pick(&["<<", ">>", ">>>"]);
        let left = if ty == Type::Int { *self.random.pick(&INTLIKE) } else { Type::Long };
        let right = *self.random.pick(&INTEGRAL);
        format!("({} {operator} {})", self.expression(left, depth), self.expression(right, depth))
    }

    fn floating(&mut self, ty: Type, depth: usize) -> String {
        match self.random.below(8) {
            0 => {
                self.count("unary operator");
                format!("(- {})", self.expression(ty, depth))
            }
            1 => {
                self.count("cast to floating point");
                let from = *self.random.pick(&NUMERIC);
                format!("(({}) {})", ty.name(), self.expression(from, depth))
            }
            2 => {
                self.count("Math method");
                match (ty, self.random.below(4)) {
                    (Type::Double, 0) => format!("Math.sqrt({})", self.expression(Type::Double, depth)),
                    (Type::Double, 1) => format!("Math.floor({})", self.expression(Type::Double, depth)),
                    (_, 2) => format!("Math.min({}, {})", self.expression(ty, depth), self.expression(ty, depth)),
                    (_, 3) => format!("Math.max({}, {})", self.expression(ty, depth), self.expression(ty, depth)),
                    _ => format!("Math.abs({})", self.expression(ty, depth)),
                }
            }
            _ => {
                self.count("floating-point arithmetic");
                let operator = *self.random.pick(&["+", "-", "*", "/", "%"]);
                let narrower: &[Type] = if ty == Type::Float { &NUMERIC[..6] } else { &NUMERIC };
                let other = *self.random.pick(narrower);
                let (a, b) = if self.random.chance(50) { (ty, other) } else { (other, ty) };
                format!("({} {operator} {})", self.expression(a, depth), self.expression(b, depth))
            }
        }
    }

    /// An index that is mostly inside the array. Lengths are at least 4 where the program makes arrays of its own.
    pub(super) fn index(&mut self, array: &str, depth: usize) -> String {
        match self.random.below(20) {
            0 | 1 if self.dares(50) => {
                self.count("index perhaps out of bounds");
                self.expression(Type::Int, depth)
            }
            1 | 2 => format!("{array}.length - 1 - ({} & 3)", self.expression(Type::Int, depth)),
            _ => {
                let of = *self.random.pick(&INTLIKE);
                format!("{} & 3", self.expression(of, depth))
            }
        }
    }

    /// An array element of the type.
    pub(super) fn element(&mut self, ty: Type, depth: usize) -> Option<String> {
        if self.random.chance(25)
            && let Some(array) = self.array(Some(ty), 2)
        {
            self.count("2-D array element");
            let row = self.index(&array.name, depth);
            let column = self.expression(Type::Int, depth);
            return Some(format!("{}[{row}][{column} & 3]", array.name));
        }
        let array = self.array(Some(ty), 1)?;
        self.count("array element");
        let index = self.index(&array.name, depth);
        Some(format!("{}[{index}]", array.name))
    }

    /// A call of a static method further down.
    fn call(&mut self, ty: Type, depth: usize) -> Option<String> {
        let callable: Vec<usize> = (self.place.first_callable..self.methods.len()).collect();
        if callable.is_empty() || self.place.loop_depth > 1 {
            return None;
        }
        let method = self.methods[*self.random.pick(&callable)].clone();
        self.count("static call");
        let mut arguments: Vec<String> = Vec::new();
        for (index, &parameter) in method.parameters.iter().enumerate() {
            let argument = self.expression(parameter, depth.min(2));
            arguments.push(if index == 0 && method.recursive { format!("{argument} & 7") } else { argument });
        }
        let call = format!("{}({})", method.name, arguments.join(", "));
        Some(if method.result == ty {
            call
        } else {
            match (method.result, ty) {
                (Type::Boolean, _) => format!("(({}) ({call} ? 1 : 0))", ty.name()),
                (_, Type::Boolean) => format!("({call} > 0)"),
                _ => format!("(({}) {call})", ty.name()),
            }
        })
    }

    /// An assignment, compound assignment or increment used as a value.
    fn side_effect(&mut self, ty: Type, depth: usize) -> Option<String> {
        let target = if self.random.chance(30) { self.element(ty, depth) } else { self.variable(ty, true) }?;
        self.count("side effect in expression");
        if ty != Type::Boolean && self.random.chance(45) {
            self.count("increment");
            return Some((*self.random.pick(&["(X++)", "(++X)", "(X--)", "(--X)"])).replace('X', &target));
        }
        if self.random.chance(50) {
            let assignment = self.compound(&target, ty, depth);
            return Some(format!("({assignment})"));
        }
        Some(format!("({target} = {})", self.expression(ty, depth)))
    }

    /// A compound assignment to the target, with the implicit narrowing Java gives it.
    pub(super) fn compound(&mut self, target: &str, ty: Type, depth: usize) -> String {
        self.count("compound assignment");
        if ty == Type::Boolean {
            let operator = *self.random.pick(&["&=", "|=", "^="]);
            return format!("{target} {operator} {}", self.expression(Type::Boolean, depth));
        }
        let operator = *self.random.pick(if ty.is_integral() {
            &["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="] as &[&str]
        } else {
            &["+=", "-=", "*=", "/=", "%="]
        });
        match operator {
            "&=" | "|=" | "^=" | "<<=" | ">>=" | ">>>=" => {
                let right = *self.random.pick(&INTEGRAL);
                format!("{target} {operator} {}", self.expression(right, depth))
            }
            "/=" | "%=" if !self.dares(20) => {
                let right = *self.random.pick(&INTEGRAL);
                format!("{target} {operator} ({} | 1)", self.expression(right, depth))
            }
            _ => {
                let right = *self.random.pick(&NUMERIC);
                if right != ty {
                    self.count("compound assignment of another type");
                }
                format!("{target} {operator} {}", self.expression(right, depth))
            }
        }
    }

    /// An object of the pool, fresh, cast, or rarely null.
    pub(super) fn object(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 | 1 => {
                self.count("object creation");
                let class = *self.random.pick(&["D1", "D2", "D3"]);
                format!(
                    "((Shape) new {class}({}, {}))",
                    self.expression(Type::Int, depth),
                    self.expression(Type::Long, depth)
                )
            }
            _ => format!("pick({})", self.expression(Type::Int, depth)),
        }
    }

    fn object_member(&mut self, ty: Type, depth: usize) -> Option<String> {
        let object = self.object(depth);
        let argument = self.expression(Type::Int, depth);
        match ty {
            Type::Int => Some(match self.random.below(6) {
                0 => {
                    self.count("abstract method call");
                    format!("((Base) {object}).kind()")
                }
                1 => {
                    self.count("private method call");
                    format!("((Base) {object}).callSecret({argument})")
                }
                2 if self.dares(80) => {
                    self.count("checked cast");
                    let class = *self.random.pick(&["Base", "D1", "D2", "D3"]);
                    format!("(({class}) {object}).f")
                }
                3 => {
                    self.count("nest-mate access");
                    format!("((Base) {object}).secret({argument})")
                }
                _ => {
                    self.count("interface call");
                    format!("{object}.area({argument})")
                }
            }),
            Type::Long => Some(if self.random.chance(60) {
                self.count("default method call");
                format!("{object}.scale({})", self.expression(Type::Long, depth))
            } else {
                self.count("instance field read");
                format!("((Base) {object}).g")
            }),
            Type::Double => {
                self.count("instance field read");
                Some(format!("((Base) {object}).h"))
            }
            Type::Byte => {
                self.count("instance field update");
                Some(format!("(((Base) {object}).tag += {argument})"))
            }
            _ => None,
        }
    }

    /// A string that is certainly not null.
    pub(super) fn known_string(&mut self, depth: usize) -> String {
        match self.random.below(4) {
            0 => (*self.random.pick(&["\"\"", "\"a\"", "\"red\"", "\"lapis lazuli\"", "\"0\""])).to_string(),
            1 => format!("words[{} & 3]", self.expression(Type::Int, depth)),
            2 if depth > 0 => {
                self.count("StringBuilder");
                let parts: String =
                    (0..1 + self.random.below(3)).map(|_| format!(".append({})", self.printable(depth - 1))).collect();
                format!("new StringBuilder(){parts}.toString()")
            }
            _ if depth > 0 => self.concatenation(depth - 1),
            _ => "\"leaf\"".to_string(),
        }
    }

    /// A string or null.
    pub(super) fn string(&mut self, depth: usize) -> String {
        if self.random.chance(10) { "((String) null)".to_string() } else { self.known_string(depth) }
    }

    fn concatenation(&mut self, depth: usize) -> String {
        self.count("string concatenation");
        let mut text = format!("({}", ["\"<\"", "\"s=\"", "\"\""][self.random.below(3)]);
        for _ in 0..1 + self.random.below(4) {
            text.push_str(" + ");
            text.push_str(&if self.random.chance(20) {
                self.string(depth)
            } else if self.random.chance(6) {
                "null".to_string()
            } else {
                self.printable(depth)
            });
        }
        text.push(')');
        text
    }

    /// A primitive expression whose text is ASCII: characters are brought into the printable range.
    pub(super) fn printable(&mut self, depth: usize) -> String {
        let ty = *self.random.pick(&ALL);
        match ty {
            Type::Char => {
                self.count("char in string");
                format!("((char) (' ' + ({} & 63)))", self.expression(Type::Int, depth))
            }
            Type::Float | Type::Double => {
                self.count("floating point in string");
                self.expression(ty, depth)
            }
            _ => self.expression(ty, depth),
        }
    }
}
