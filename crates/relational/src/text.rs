//! Expressions and formulas as text, in the notation of Alloy where it has one.

use std::fmt::Write;

use crate::language::{Arithmetic, Language, Node, Number, RelationalFormula, SetExpression, Store};

impl Language {
    /// The formula as text. What is used twice is written twice: it is for small formulas.
    pub fn show(&self, f: RelationalFormula) -> String {
        self.text(f.0)
    }

    /// The expression as text.
    pub fn show_expression(&self, e: SetExpression) -> String {
        self.text(e.0)
    }

    /// The number as text.
    pub fn show_number(&self, n: Number) -> String {
        self.text(n.0)
    }

    fn text(&self, id: u32) -> String {
        let mut text = String::new();
        write(&self.store.borrow(), id, LOOSEST, &mut text);
        text
    }
}

const LOOSEST: u8 = 0;
const OR: u8 = 2;
const AND: u8 = 3;
const NOT: u8 = 4;
const COMPARISON: u8 = 5;
const UNION: u8 = 6;
const OVERRIDE: u8 = 7;
const INTERSECTION: u8 = 8;
const PRODUCT: u8 = 9;
const RESTRICTION: u8 = 10;
const JOIN: u8 = 11;
const UNARY: u8 = 12;

/// Writes a node, in parentheses if it binds less than what is around it.
fn write(store: &Store, id: u32, around: u8, text: &mut String) {
    let binds = strength(store.node(id));
    if binds < around {
        text.push('(');
    }
    write_inside(store, id, binds, text);
    if binds < around {
        text.push(')');
    }
}

fn strength(node: &Node) -> u8 {
    match node {
        Node::All(..) | Node::Exists(..) | Node::If(..) | Node::Choose(..) | Node::Iff(..) => LOOSEST,
        Node::Or(parts) if !parts.is_empty() => OR,
        Node::And(parts) if !parts.is_empty() => AND,
        Node::Not(_) | Node::Some(_) | Node::One(_) | Node::Lone(_) => NOT,
        Node::Subset(..) | Node::Equal(..) | Node::Same(..) | Node::Less(..) => COMPARISON,
        Node::Union(..) | Node::Difference(..) => UNION,
        Node::Override(..) => OVERRIDE,
        Node::Intersection(..) => INTERSECTION,
        Node::Product(..) => PRODUCT,
        Node::RestrictDomain(..) | Node::RestrictRange(..) => RESTRICTION,
        Node::Join(..) => JOIN,
        _ => UNARY,
    }
}

fn write_inside(store: &Store, id: u32, binds: u8, text: &mut String) {
    let mut binary = |a: u32, sign: &str, b: u32| {
        write(store, a, binds, text);
        text.push_str(sign);
        write(store, b, binds + 1, text);
    };
    match store.node(id) {
        Node::Union(a, b) => binary(a.0, " + ", b.0),
        Node::Difference(a, b) => binary(a.0, " - ", b.0),
        Node::Intersection(a, b) => binary(a.0, " & ", b.0),
        Node::Join(a, b) => binary(a.0, ".", b.0),
        Node::Product(a, b) => binary(a.0, " -> ", b.0),
        Node::Override(a, b) => binary(a.0, " ++ ", b.0),
        Node::RestrictDomain(a, b) => binary(a.0, " <: ", b.0),
        Node::RestrictRange(a, b) => binary(a.0, " :> ", b.0),
        Node::Subset(a, b) => binary(a.0, " in ", b.0),
        Node::Equal(a, b) => binary(a.0, " = ", b.0),
        Node::Same(a, b) => binary(a.0, " = ", b.0),
        Node::Less(a, b) => binary(a.0, " < ", b.0),
        Node::Iff(f, g) => {
            write(store, f.0, OR, text);
            text.push_str(" <=> ");
            write(store, g.0, OR, text);
        }
        Node::Relation(relation) => text.push_str(store.relation_name(*relation)),
        Node::Variable(variable) => text.push_str(store.variable_name(*variable)),
        Node::Empty => text.push_str("none"),
        Node::Atoms => text.push_str("univ"),
        Node::Identity => text.push_str("iden"),
        Node::Singleton(n) => write(store, n.0, UNARY, text),
        Node::Transpose(a) => unary("~", a.0, store, text),
        Node::Closure(a) => unary("^", a.0, store, text),
        Node::Not(f) => unary("!", f.0, store, text),
        Node::Some(e) => unary("some ", e.0, store, text),
        Node::Lone(e) => unary("lone ", e.0, store, text),
        Node::One(e) => unary("one ", e.0, store, text),
        Node::Cardinality(e) => unary("#", e.0, store, text),
        Node::Constant(value) => write!(text, "{value}").expect("a string takes everything"),
        Node::Value(value) => write!(text, "{value}").expect("a string takes everything"),
        Node::And(parts) => list(parts, " && ", "true", binds, store, text),
        Node::Or(parts) => list(parts, " || ", "false", binds, store, text),
        Node::All(variable, domain, body) | Node::Exists(variable, domain, body) => {
            let word = if matches!(store.node(id), Node::All(..)) { "all" } else { "some" };
            write!(text, "{word} {}: ", store.variable_name(*variable)).expect("a string takes everything");
            write(store, domain.0, COMPARISON, text);
            text.push_str(" | ");
            write(store, body.0, LOOSEST, text);
        }
        Node::Comprehension(declared, f) => {
            for (place, (variable, domain)) in declared.iter().enumerate() {
                text.push_str(if place == 0 { "{" } else { ", " });
                write!(text, "{}: ", store.variable_name(*variable)).expect("a string takes everything");
                write(store, domain.0, COMPARISON, text);
            }
            text.push_str(" | ");
            write(store, f.0, LOOSEST, text);
            text.push('}');
        }
        Node::If(f, a, b) => choice(f.0, a.0, b.0, store, text),
        Node::Choose(f, a, b) => choice(f.0, a.0, b.0, store, text),
        Node::Sum(e) => call("sum", &[e.0], store, text),
        Node::Only(e) => call("only", &[e.0], store, text),
        Node::Arithmetic(operation, a, b) => call(name(*operation), &[a.0, b.0], store, text),
        Node::Wrap(bits, a) => call(&format!("wrap{bits}"), &[a.0], store, text),
    }
}

fn unary(sign: &str, of: u32, store: &Store, text: &mut String) {
    text.push_str(sign);
    write(store, of, UNARY, text);
}

fn list(parts: &[RelationalFormula], sign: &str, nothing: &str, binds: u8, store: &Store, text: &mut String) {
    if parts.is_empty() {
        text.push_str(nothing);
    }
    for (place, part) in parts.iter().enumerate() {
        if place > 0 {
            text.push_str(sign);
        }
        write(store, part.0, binds + 1, text);
    }
}

fn choice(condition: u32, a: u32, b: u32, store: &Store, text: &mut String) {
    write(store, condition, OR, text);
    text.push_str(" => ");
    write(store, a, OR, text);
    text.push_str(" else ");
    write(store, b, OR, text);
}

fn call(name: &str, arguments: &[u32], store: &Store, text: &mut String) {
    text.push_str(name);
    for (place, &argument) in arguments.iter().enumerate() {
        text.push_str(if place == 0 { "[" } else { ", " });
        write(store, argument, LOOSEST, text);
    }
    text.push(']');
}

fn name(operation: Arithmetic) -> &'static str {
    match operation {
        Arithmetic::Add => "plus",
        Arithmetic::Subtract => "minus",
        Arithmetic::Multiply => "mul",
        Arithmetic::Divide => "div",
        Arithmetic::Remainder => "rem",
        Arithmetic::And => "and",
        Arithmetic::Or => "or",
        Arithmetic::Xor => "xor",
        Arithmetic::ShiftLeft => "shl",
        Arithmetic::ShiftRight => "sha",
        Arithmetic::ShiftRightUnsigned => "shr",
    }
}
