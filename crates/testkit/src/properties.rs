//! Random properties of the calls of one method, as text, and what surrounds it: for comparing those who evaluate them.

use crate::generate::random::Random;

/// The class with the method [`METHOD`]; `@PROPERTIES@` is where annotated copies of it may stand.
pub const SOURCE: &str = "public class Pairs {
    static Node kept;
    static class Node { Node left; Node right; int val; }
    static class Leaf extends Node { }
    static Node step(Node a, Node b, int n) {
        if (a != null) {
            a.left = b;
            if (b != null) { b.val = n; b.right = a.right; return b; }
        }
        kept = new Leaf();
        kept.left = a;
        return kept;
    }
@PROPERTIES@}
";

/// The method that properties speak of.
pub const METHOD: &str = "Pairs.step";

/// A formula of about this size.
pub fn formula(random: &mut Random, size: u32) -> String {
    Writer { random, variables: Vec::new(), next: 0 }.formula(size)
}

struct Writer<'r> {
    random: &'r mut Random,
    /// Those that are visible.
    variables: Vec<String>,
    next: u32,
}

impl Writer<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn one_of(&mut self, texts: &[&str]) -> String {
        texts[self.below(texts.len())].to_string()
    }

    fn prime(&mut self) -> &'static str {
        if self.below(2) == 0 { "'" } else { "" }
    }

    fn formula(&mut self, size: u32) -> String {
        if size == 0 {
            let set = self.set(0);
            let quantifier = self.one_of(&["no", "some", "one", "lone"]);
            return format!("{quantifier} {set}");
        }
        let smaller = size - 1;
        match self.below(10) {
            0 | 1 => {
                let (left, right) = (self.set(smaller), self.set(smaller));
                let comparison = self.one_of(&["in", "=", "!in", "!="]);
                format!("{left} {comparison} {right}")
            }
            2 => {
                let (left, right) = (self.number(smaller), self.number(smaller));
                let comparison = self.one_of(&["=", "<", "<=", ">", ">=", "in"]);
                format!("{left} {comparison} {right}")
            }
            3 => format!("!({})", self.formula(smaller)),
            4 | 5 => {
                let (left, right) = (self.formula(smaller), self.formula(smaller));
                let connective = self.one_of(&["&&", "||", "=>", "<=>"]);
                format!("({left}) {connective} ({right})")
            }
            6 => {
                let parts = [self.formula(smaller), self.formula(smaller), self.formula(smaller)];
                format!("({}) => ({}) else ({})", parts[0], parts[1], parts[2])
            }
            7 => {
                let (quantifier, set) = (self.one_of(&["no", "some", "one", "lone"]), self.set(smaller));
                format!("{quantifier} {set}")
            }
            _ => {
                let quantifier = self.one_of(&["all", "some", "no", "one", "lone"]);
                let (declaration, bound) = self.declaration(smaller);
                let body = self.formula(smaller);
                self.variables.truncate(self.variables.len() - bound);
                format!("{quantifier} {declaration} | {body}")
            }
        }
    }

    /// Variables that are visible from here on, and how many.
    fn declaration(&mut self, size: u32) -> (String, usize) {
        let set = self.set(size);
        let count = 1 + self.below(2);
        let mut names = Vec::new();
        for _ in 0..count {
            names.push(format!("x{}", self.next));
            self.next += 1;
        }
        self.variables.extend(names.iter().cloned());
        let disjoint = if count > 1 && self.below(2) == 0 { "disj " } else { "" };
        (format!("{disjoint}{}: {set}", names.join(", ")), count)
    }

    fn set(&mut self, size: u32) -> String {
        if size == 0 {
            if !self.variables.is_empty() && self.below(2) == 0 {
                let position = self.below(self.variables.len());
                return self.variables[position].clone();
            }
            let prime = self.prime();
            return match self.below(8) {
                0 => format!("kept{prime}"),
                1 => format!("Node{prime}"),
                2 => format!("Leaf{prime}"),
                3 => "null".to_string(),
                4 => "$return".to_string(),
                5 => "b".to_string(),
                _ => "a".to_string(),
            };
        }
        let smaller = size - 1;
        match self.below(8) {
            0 => {
                let (left, right) = (self.set(smaller), self.set(smaller));
                let operator = self.one_of(&["+", "-", "&"]);
                format!("({left} {operator} {right})")
            }
            1 => {
                let (declaration, bound) = self.declaration(smaller);
                let body = self.formula(smaller);
                let text = format!("{{{declaration} | {body}}}");
                self.variables.truncate(self.variables.len() - bound);
                match bound {
                    1 => text,
                    // A relation: what it gives for a set.
                    _ => format!("{}.{text}", self.node(smaller)),
                }
            }
            2 => format!("(Pairs.Node <: {}).{}", self.field(), self.node(0)),
            _ => {
                let holder = self.node(smaller);
                format!("{holder}.{}", self.relation(smaller))
            }
        }
    }

    /// A set that is known to be of nodes: something can be joined with it.
    fn node(&mut self, size: u32) -> String {
        match self.below(4) {
            0 if size > 0 => format!("({})", self.set(size - 1).replace("null", "a")),
            1 => "b".to_string(),
            2 => "$return".to_string(),
            _ => "a".to_string(),
        }
    }

    fn field(&mut self) -> String {
        let prime = self.prime();
        self.one_of(&["left", "right"]) + prime
    }

    fn relation(&mut self, size: u32) -> String {
        let field = self.field();
        if size == 0 {
            return field;
        }
        match self.below(8) {
            0 => format!("*{field}"),
            1 => format!("^{field}"),
            2 => format!("~{field}"),
            3 => {
                let other = self.relation(size - 1);
                let operator = self.one_of(&["+", "&", "-"]);
                format!("*({field} {operator} {other})")
            }
            4 => format!("({field} :> {})", self.node(size - 1)),
            5 => format!("({} <: {field})", self.node(0)),
            6 => format!("({field}.{})", self.relation(size - 1)),
            _ => field,
        }
    }

    fn number(&mut self, size: u32) -> String {
        if size == 0 {
            return self.one_of(&["n", "0", "1", "a.val", "b.val'", "$return.val'"]);
        }
        match self.below(4) {
            0 => format!("#{}", self.set(size - 1)),
            1 => {
                let (left, right) = (self.number(size - 1), self.number(size - 1));
                let operation = self.one_of(&["plus", "minus", "mul"]);
                format!("{operation}[{left}, {right}]")
            }
            2 => {
                let (holder, prime) = (self.node(size - 1), self.prime());
                format!("{holder}.val{prime}")
            }
            _ => self.number(0),
        }
    }
}
