//! Terms as text, in Java's syntax: what a user reads as a path condition.
//!
//! Negations are pushed into comparisons (`x >= y`, not `!(x < y)`) except of floats, where that would be wrong for
//! NaN. Very deep or long terms are cut with `…`.

use crate::pool::TermPool;
use crate::term::{Const, Op, Rounding, Sort, Term};

/// Terms nested deeper than this are cut; shown in full they would help nobody.
const DEPTH: u32 = 60;
/// Text longer than this is cut: a term that shares its parts can be exponentially long as text.
const LENGTH: usize = 8_000;

/// The text of a term.
///
/// ```
/// use logic::{pool::TermPool, print::display, term::Sort};
/// let mut pool = TermPool::new();
/// let (elem, v) = (pool.symbol("l.elem", Sort::BitVec(32)), pool.symbol("v", Sort::BitVec(32)));
/// let one = pool.int32(1);
/// let less = pool.lt(v, elem);
/// let not_less = pool.not(less);
/// assert_eq!(display(&pool, not_less), "l.elem <= v");
/// let previous = pool.sub(v, one);
/// assert_eq!(display(&pool, previous), "v - 1");
/// ```
pub fn display(pool: &TermPool, term: Term) -> String {
    let mut printer = Printer { pool, text: String::new(), depth: 0 };
    printer.term(term, Level::Lowest);
    printer.text
}

/// How tightly Java's operators bind, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Lowest,
    Ternary,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Order,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

struct Printer<'a> {
    pool: &'a TermPool,
    text: String,
    depth: u32,
}

impl Printer<'_> {
    /// Writes `term`, in parentheses if it binds less tightly than `level`.
    fn term(&mut self, term: Term, level: Level) {
        self.signed_term(term, level, false);
    }

    /// Writes `term` or its negation.
    fn signed_term(&mut self, term: Term, level: Level, negated: bool) {
        if self.depth >= DEPTH || self.text.len() >= LENGTH {
            self.text.push('…');
            return;
        }
        self.depth += 1;
        if let Some((function, argument)) = self.pool.name_of(term) {
            if negated {
                self.text.push('!');
            }
            self.call(function, &[argument]);
            self.depth -= 1;
            return;
        }
        match negated {
            false => self.positive(term, level),
            true => self.negative(term, level),
        }
        self.depth -= 1;
    }

    fn at(&mut self, outer: Level, own: Level, write: impl FnOnce(&mut Self)) {
        let enclosed = own < outer;
        if enclosed {
            self.text.push('(');
        }
        write(self);
        if enclosed {
            self.text.push(')');
        }
    }

    /// `a operator b`; `left` and `right` are the levels the operands must have.
    fn infix(&mut self, outer: Level, own: Level, operator: &str, a: Term, b: Term) {
        // Everything binary associates to the left.
        let right = match own {
            Level::Sum => Level::Product,
            Level::Product => Level::Unary,
            Level::Shift => Level::Sum,
            Level::Order | Level::Equality => Level::Shift,
            _ => own,
        };
        let left = if matches!(own, Level::Order | Level::Equality) { Level::Shift } else { own };
        self.at(outer, own, |printer| {
            printer.term(a, left);
            printer.text.push(' ');
            printer.text.push_str(operator);
            printer.text.push(' ');
            printer.term(b, right);
        });
    }

    fn call(&mut self, name: &str, args: &[Term]) {
        self.text.push_str(name);
        self.text.push('(');
        for (position, &argument) in args.iter().enumerate() {
            if position > 0 {
                self.text.push_str(", ");
            }
            self.term(argument, Level::Lowest);
        }
        self.text.push(')');
    }

    fn prefix(&mut self, outer: Level, operator: &str, a: Term) {
        self.at(outer, Level::Unary, |printer| {
            printer.text.push_str(operator);
            printer.term(a, Level::Unary);
        });
    }

    fn positive(&mut self, term: Term, level: Level) {
        let node = *self.pool.node(term);
        match (node.op, node.args()) {
            (Op::Const(value), _) => self.constant(value, level),
            (Op::Symbol(symbol), _) => self.text.push_str(self.pool.symbol_name(symbol)),
            (Op::Not, &[a]) => self.signed_term(a, level, true),
            (Op::And, _) => self.connective(term, level, false),
            (Op::Or, &[a, b]) => self.infix(level, Level::Or, "||", a, b),
            (Op::Ite, &[condition, then, otherwise]) => self.at(level, Level::Ternary, |printer| {
                printer.term(condition, Level::Or);
                printer.text.push_str(" ? ");
                printer.term(then, Level::Ternary);
                printer.text.push_str(" : ");
                printer.term(otherwise, Level::Ternary);
            }),
            (Op::Eq, &[a, b]) => self.equality(level, a, b, "=="),
            (Op::Lt, &[a, b]) => self.order(level, a, b, true),
            (Op::Le, &[a, b]) => self.order(level, a, b, false),
            (Op::ULt, &[a, b]) => self.unsigned_order(level, a, b, "<"),
            (Op::ULe, &[a, b]) => self.unsigned_order(level, a, b, "<="),
            (Op::Add, _) => self.sum(term, level),
            (Op::Neg, &[a]) => self.prefix(level, "-", a),
            (Op::Mul | Op::FloatMul, &[a, b]) => self.infix(level, Level::Product, "*", a, b),
            (Op::Div | Op::FloatDiv, &[a, b]) => self.infix(level, Level::Product, "/", a, b),
            (Op::Rem | Op::FloatRem, &[a, b]) => self.infix(level, Level::Product, "%", a, b),
            (Op::UDiv, args) => self.call(&format!("{}.divideUnsigned", self.boxed(term)), args),
            (Op::URem, args) => self.call(&format!("{}.remainderUnsigned", self.boxed(term)), args),
            (Op::BitNot, &[a]) => self.prefix(level, "~", a),
            (Op::BitAnd, &[a, b]) => self.infix(level, Level::BitAnd, "&", a, b),
            (Op::BitOr, &[a, b]) => self.infix(level, Level::BitOr, "|", a, b),
            (Op::BitXor, &[a, b]) => self.infix(level, Level::BitXor, "^", a, b),
            (Op::Shl, &[a, b]) => self.infix(level, Level::Shift, "<<", a, b),
            (Op::LShr, &[a, b]) => self.infix(level, Level::Shift, ">>>", a, b),
            (Op::AShr, &[a, b]) => self.infix(level, Level::Shift, ">>", a, b),
            (Op::FloatAdd, &[a, b]) => self.infix(level, Level::Sum, "+", a, b),
            (Op::FloatSub, &[a, b]) => self.infix(level, Level::Sum, "-", a, b),
            (Op::FloatNeg, &[a]) => self.prefix(level, "-", a),
            (Op::FloatEq, &[a, b]) => self.infix(level, Level::Equality, "==", a, b),
            (Op::FloatLt, &[a, b]) => self.float_order(level, a, b, "<", ">"),
            (Op::FloatLe, &[a, b]) => self.float_order(level, a, b, "<=", ">="),
            (Op::FloatIsNan, &[a]) => self.call(&format!("{}.isNaN", self.boxed(a)), &[a]),
            (Op::Concat, args) => self.call("concat", args),
            (Op::Extract { high, low }, &[a]) => self.extract(level, a, high, low),
            (Op::ZeroExtend(width), &[a]) => self.zero_extend(level, a, width),
            (Op::SignExtend(_) | Op::FloatToFloat(_) | Op::IntToFloat(_) | Op::FloatToInt(_), &[a]) => {
                let cast = format!("({}) ", type_name(node.sort));
                self.prefix(level, &cast, a);
            }
            (Op::FloatToMath(width), &[a]) => {
                let cast = format!("({}) ", type_name(Sort::BitVec(width)));
                self.prefix(level, &cast, a);
            }
            (Op::BitsToFloat, &[a]) => {
                let name = if node.sort == Sort::F32 { "Float.intBitsToFloat" } else { "Double.longBitsToDouble" };
                self.call(name, &[a]);
            }
            (Op::FloatToBits, &[a]) => {
                let single = self.pool.sort(a) == Sort::F32;
                self.call(if single { "Float.floatToIntBits" } else { "Double.doubleToLongBits" }, &[a]);
            }
            (op, args) => self.call(function_name(op), args),
        }
    }

    fn negative(&mut self, term: Term, level: Level) {
        let node = *self.pool.node(term);
        match (node.op, node.args()) {
            (Op::Not, &[a]) => self.signed_term(a, level, false),
            (Op::And, _) => self.connective(term, level, true),
            (Op::Eq, &[a, b]) => self.equality(level, a, b, "!="),
            // Exact even for NaN: Java's != is the negation of its ==.
            (Op::FloatEq, &[a, b]) => self.infix(level, Level::Equality, "!=", a, b),
            (Op::Lt, &[a, b]) => self.order(level, b, a, false),
            (Op::Le, &[a, b]) => self.order(level, b, a, true),
            (Op::ULt, &[a, b]) => self.unsigned_order(level, b, a, "<="),
            (Op::ULe, &[a, b]) => self.unsigned_order(level, b, a, "<"),
            _ => self.prefix(level, "!", term),
        }
    }

    /// A conjunction, or the disjunction that is its negation.
    fn connective(&mut self, term: Term, level: Level, negated: bool) {
        let (own, operator) = if negated { (Level::Or, " || ") } else { (Level::And, " && ") };
        let mut parts = Vec::new();
        if !self.pool.conjuncts(term, LENGTH, &mut parts) {
            self.text.push('…');
            return;
        }
        self.at(level, own, |printer| {
            let mut is_first = true;
            let mut parts = parts.into_iter().peekable();
            while let Some(part) = parts.next() {
                if !std::mem::replace(&mut is_first, false) {
                    printer.text.push_str(operator);
                }
                match parts.peek().and_then(|next| printer.range(part, *next)) {
                    Some((least, middle, most)) if !negated => {
                        parts.next();
                        printer.range_of_chars(least, middle, most);
                    }
                    _ => printer.signed_term(part, own, negated),
                }
                if printer.text.len() >= LENGTH {
                    printer.text.push('…');
                    break;
                }
            }
        });
    }

    /// The constants between which two comparisons of chars have a term, both included.
    fn range(&self, one: Term, other: Term) -> Option<(u64, Term, u64)> {
        let bound = |term: Term| {
            let (a, b) = self.pool.binary(Op::ULe, term)?;
            (self.pool.sort(a).width()? == 16).then_some(())?;
            let number = |term: Term| self.pool.as_const(term).and_then(Const::as_bits);
            match (number(a), number(b)) {
                (Some(least), None) => Some((b, Some(least), None)),
                (None, Some(most)) => Some((a, None, Some(most))),
                _ => None,
            }
        };
        match (bound(one)?, bound(other)?) {
            ((x, Some(least), _), (y, _, Some(most))) | ((x, _, Some(most)), (y, Some(least), _)) if x == y => {
                Some((least, x, most))
            }
            _ => None,
        }
    }

    /// `'a' <= c && c <= 'z'`.
    fn range_of_chars(&mut self, least: u64, middle: Term, most: u64) {
        self.text.push_str(&format!("{} <= ", character(least)));
        self.term(middle, Level::Shift);
        self.text.push_str(" && ");
        self.term(middle, Level::Shift);
        self.text.push_str(&format!(" <= {}", character(most)));
    }

    fn equality(&mut self, level: Level, a: Term, b: Term, operator: &str) {
        if self.pool.sort(a).is_float() {
            // Identity of values: what Java's compare calls 0.
            let name = format!("{}.compare", self.boxed(a));
            self.at(level, Level::Equality, |printer| {
                printer.call(&name, &[a, b]);
                printer.text.push_str(&format!(" {operator} 0"));
            });
            return;
        }
        self.infix(level, Level::Equality, operator, a, b);
    }

    /// `a < b` or `a <= b`, with a constant on the right and `x <= 0`, `x > 0` for the canonical `x < 1`, `1 <= x`.
    fn order(&mut self, level: Level, a: Term, b: Term, strict: bool) {
        let value = |term: Term| self.pool.as_const(term).and_then(Const::as_signed);
        let (operator, left, right, decrement) = match (value(a), value(b)) {
            (_, Some(1)) if strict => ("<=", a, b, true),
            (Some(1), _) if !strict => (">", b, a, true),
            (Some(_), _) => (if strict { ">" } else { ">=" }, b, a, false),
            _ => (if strict { "<" } else { "<=" }, a, b, false),
        };
        if !decrement {
            self.infix(level, Level::Order, operator, left, right);
            return;
        }
        self.at(level, Level::Order, |printer| {
            printer.term(left, Level::Shift);
            printer.text.push_str(&format!(" {operator} 0"));
        });
    }

    fn float_order(&mut self, level: Level, a: Term, b: Term, operator: &str, reverse: &str) {
        if self.pool.as_const(a).is_some() {
            self.infix(level, Level::Order, reverse, b, a);
        } else {
            self.infix(level, Level::Order, operator, a, b);
        }
    }

    fn unsigned_order(&mut self, level: Level, a: Term, b: Term, operator: &str) {
        let width = self.pool.sort(a).width().unwrap_or(64);
        // Narrow unsigned values are chars: Java compares them as they are.
        if width <= 16 {
            let (left, operator, right) = match (self.pool.as_const(a), operator) {
                (Some(_), "<") => (b, ">", a),
                (Some(_), _) => (b, ">=", a),
                (None, _) => (a, operator, b),
            };
            self.at(level, Level::Order, |printer| {
                printer.term(left, Level::Shift);
                printer.text.push_str(&format!(" {operator} "));
                match printer.pool.as_const(right).and_then(Const::as_bits) {
                    Some(bits) => printer.text.push_str(&character(bits)),
                    None => printer.term(right, Level::Shift),
                }
            });
            return;
        }
        let name = format!("{}.compareUnsigned", self.boxed(a));
        self.at(level, Level::Order, |printer| {
            printer.call(&name, &[a, b]);
            printer.text.push_str(&format!(" {operator} 0"));
        });
    }

    /// A sum with subtractions, a positive part first if there is one.
    fn sum(&mut self, term: Term, level: Level) {
        let mut parts = Vec::new();
        let mut rest = term;
        while let Some((left, right)) = self.pool.binary(Op::Add, rest) {
            parts.push(right);
            rest = left;
        }
        parts.push(rest);
        parts.reverse();
        let is_constant = |part: Term| self.pool.as_const(part).is_some();
        if let Some(position) = parts.iter().position(|&part| !self.is_negative(part) && !is_constant(part)) {
            parts[..=position].rotate_right(1);
        }
        self.at(level, Level::Sum, |printer| {
            for (position, part) in parts.into_iter().enumerate() {
                let negative = printer.is_negative(part);
                match (position, negative) {
                    (0, false) => {}
                    (0, true) => printer.text.push('-'),
                    (_, false) => printer.text.push_str(" + "),
                    (_, true) => printer.text.push_str(" - "),
                }
                printer.magnitude(part, negative);
                if printer.text.len() >= LENGTH {
                    break;
                }
            }
        });
    }

    fn is_negative(&self, part: Term) -> bool {
        let node = self.pool.node(part);
        let value = |term: Term| self.pool.as_const(term).and_then(Const::as_signed);
        match node.op {
            Op::Neg => true,
            Op::Mul => value(node.args()[1]).is_some_and(|factor| factor < 0),
            _ => value(part).is_some_and(|constant| constant < 0),
        }
    }

    /// A summand without its sign.
    fn magnitude(&mut self, part: Term, negative: bool) {
        let node = *self.pool.node(part);
        let value = |term: Term| self.pool.as_const(term).and_then(Const::as_signed);
        match (node.op, node.args()) {
            (Op::Neg, &[a]) => self.term(a, Level::Product),
            (Op::Mul, &[a, b]) if negative => {
                self.term(a, Level::Product);
                let factor = value(b).map_or(0, i128::unsigned_abs);
                self.text.push_str(&format!(" * {factor}"));
            }
            (Op::Const(_), _) => {
                let constant = value(part).map_or(0, i128::unsigned_abs);
                self.text.push_str(&constant.to_string());
            }
            _ => self.term(part, Level::Product),
        }
    }

    fn extract(&mut self, level: Level, a: Term, high: u8, low: u8) {
        let width = high - low + 1;
        if !matches!(width, 8 | 16 | 32) {
            self.call("bits", &[a]);
            self.text.pop();
            self.text.push_str(&format!(", {high}, {low})"));
            return;
        }
        let name = type_name(Sort::BitVec(width));
        if low == 0 {
            self.prefix(level, &format!("({name}) "), a);
            return;
        }
        self.at(level, Level::Unary, |printer| {
            printer.text.push_str(&format!("({name}) ("));
            printer.term(a, Level::Shift);
            printer.text.push_str(&format!(" >>> {low})"));
        });
    }

    fn zero_extend(&mut self, level: Level, a: Term, width: u8) {
        let node = *self.pool.node(a);
        let narrow = self.pool.sort(a).width().unwrap_or(0);
        match (narrow, width) {
            (16, _) => match (node.op, node.args()) {
                // The int-valued result of a cast to char.
                (Op::Extract { low: 0, .. }, &[inner]) => self.prefix(level, "(char) ", inner),
                _ => self.prefix(level, &format!("({}) ", type_name(Sort::BitVec(width))), a),
            },
            (8, 32) => self.call("Byte.toUnsignedInt", &[a]),
            (8, 64) => self.call("Byte.toUnsignedLong", &[a]),
            (32, 64) => self.call("Integer.toUnsignedLong", &[a]),
            _ => self.prefix(level, &format!("({}) ", type_name(Sort::BitVec(width))), a),
        }
    }

    /// The class that has the static methods for a term's type.
    fn boxed(&self, term: Term) -> &'static str {
        match self.pool.sort(term) {
            Sort::F32 => "Float",
            Sort::F64 => "Double",
            Sort::BitVec(64) => "Long",
            _ => "Integer",
        }
    }

    fn constant(&mut self, value: Const, level: Level) {
        let text = match value {
            Const::Bool(value) => value.to_string(),
            Const::BitVec { width: 1, bits } => bits.to_string(),
            Const::BitVec { .. } | Const::Int(_) => value.as_signed().unwrap_or(0).to_string(),
            Const::F32(bits) => match f32::from_bits(bits) {
                value if value.is_nan() => "Float.NaN".to_string(),
                f32::INFINITY => "Float.POSITIVE_INFINITY".to_string(),
                f32::NEG_INFINITY => "Float.NEGATIVE_INFINITY".to_string(),
                value => format!("{value:?}f"),
            },
            Const::F64(bits) => match f64::from_bits(bits) {
                value if value.is_nan() => "Double.NaN".to_string(),
                f64::INFINITY => "Double.POSITIVE_INFINITY".to_string(),
                f64::NEG_INFINITY => "Double.NEGATIVE_INFINITY".to_string(),
                value => format!("{value:?}"),
            },
        };
        let own = if text.starts_with('-') { Level::Unary } else { Level::Primary };
        self.at(level, own, |printer| printer.text.push_str(&text));
    }
}

/// A char as people read it: a literal if it is on every keyboard, else its number.
fn character(bits: u64) -> String {
    match u8::try_from(bits) {
        Ok(byte) if byte.is_ascii_alphanumeric() => format!("'{}'", char::from(byte)),
        _ => bits.to_string(),
    }
}

/// Java's name of a sort; widths Java does not have are named after their bits.
fn type_name(sort: Sort) -> String {
    match sort {
        Sort::Bool => "boolean".to_string(),
        Sort::BitVec(8) => "byte".to_string(),
        Sort::BitVec(16) => "short".to_string(),
        Sort::BitVec(32) => "int".to_string(),
        Sort::BitVec(64) => "long".to_string(),
        Sort::BitVec(width) => format!("int{width}"),
        Sort::F32 => "float".to_string(),
        Sort::F64 => "double".to_string(),
        Sort::Int => "BigInteger".to_string(),
    }
}

fn function_name(op: Op) -> &'static str {
    match op {
        Op::FloatAbs => "Math.abs",
        Op::FloatSqrt => "Math.sqrt",
        Op::Elementary(function) => function.name(),
        Op::FloatRound(Rounding::Down) => "Math.floor",
        Op::FloatRound(Rounding::Up) => "Math.ceil",
        Op::FloatRound(Rounding::NearestEven) => "Math.rint",
        Op::FloatRound(Rounding::Zero) => "truncate",
        _ => "term",
    }
}
