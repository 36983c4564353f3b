//! Random structures with an invariant, and methods on them: for comparing preconditions that wait with those that are answered first.
//!
//! A class holds nodes with numbers and references. Its `repOk()` walks some of them and asks about what it meets; sometimes it
//! forgets that a reference may be null, does not end on a cycle, or no structure can satisfy it. The methods walk too, change
//! what they come to, and assert what may or may not follow from the invariant.

use super::random::Random;

/// A class with an invariant.
#[derive(Clone, Debug)]
pub struct Structure {
    pub class: String,
    pub source: String,
    /// Names of the methods to be checked.
    pub methods: Vec<String>,
    /// Names of static methods that may be required besides `repOk()`.
    pub conditions: Vec<String>,
}

const NUMBERS: [&str; 2] = ["a", "b"];
const METHODS: usize = 3;

/// The structure of a seed.
pub fn structure(class: &str, seed: u64) -> Structure {
    let mut writer = Writer {
        random: Random::new(seed),
        links: Vec::new(),
        has_data: false,
        names: 0,
        text: String::new(),
        methods: Vec::new(),
    };
    writer.class(class);
    Structure {
        class: class.to_string(),
        source: writer.text,
        methods: writer.methods,
        conditions: vec!["required".to_string()],
    }
}

struct Writer {
    random: Random,
    /// References from node to node.
    links: Vec<&'static str>,
    has_data: bool,
    names: u32,
    text: String,
    methods: Vec<String>,
}

impl Writer {
    fn line(&mut self, indent: usize, line: &str) {
        self.text.push_str(&"    ".repeat(indent));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn link(&mut self) -> &'static str {
        let &link = self.random.pick(&self.links);
        link
    }

    fn class(&mut self, class: &str) {
        self.links = match self.random.below(4) {
            0 => vec!["next"],
            1 => vec!["next", "back"],
            2 => vec!["left", "right"],
            _ => vec!["left", "right", "up"],
        };
        self.has_data = self.random.chance(20);
        self.line(0, &format!("public class {class} {{"));
        self.line(1, "static class Node {");
        self.line(2, "int a;");
        self.line(2, "int b;");
        for link in self.links.clone() {
            self.line(2, &format!("Node {link};"));
        }
        if self.has_data {
            self.line(2, "int[] data;");
        }
        self.line(1, "}");
        self.line(1, "Node root;");
        self.line(1, "Node other;");
        self.line(1, "int size;");
        self.invariant();
        self.condition(class);
        for number in 0..METHODS {
            self.method(number);
        }
        self.line(0, "}");
    }

    /// Something about a node, which is not null, and its neighbours.
    fn question(&mut self, node: &str) -> String {
        let link = self.link();
        let (one, other) = (*self.random.pick(&NUMBERS), *self.random.pick(&NUMBERS));
        let constant = self.random.below(4);
        let neighbour = format!("{node}.{link}");
        match self.random.below(12) {
            0 => format!("{node}.{one} >= {constant}"),
            1 | 2 => format!("({neighbour} == null || {node}.{one} < {neighbour}.{one})"),
            3 => format!("({neighbour} == null || {node}.{one} <= {neighbour}.{other})"),
            4 => {
                let back = self.link();
                format!("({neighbour} == null || {neighbour}.{back} == {node})")
            }
            5 => format!("{neighbour} != {node}"),
            6 => format!("{neighbour} != root"),
            7 => format!("({node}.{one} == 0 || {neighbour} != null)"),
            8 if self.has_data => format!("({node}.data == null || {node}.data.length == {constant})"),
            8 => format!("{node}.a + {node}.b < 10"),
            9 if self.random.chance(30) => format!("{neighbour}.{one} != {constant}"),
            10 if self.random.chance(15) => format!("{node}.{one} == {node}.{one} + 1"),
            _ => format!("{node}.{one} != {node}.{other} + {constant}"),
        }
    }

    fn invariant(&mut self) {
        let mut helpers = Vec::new();
        self.line(1, "boolean repOk() {");
        if self.random.chance(40) {
            self.line(2, "if (root == null) {");
            let answer = self.random.chance(80);
            self.line(3, &format!("return {answer};"));
            self.line(2, "}");
            if self.random.chance(50) {
                let question = self.question("root");
                self.line(2, &format!("if (!({question})) {{"));
                self.line(3, "return false;");
                self.line(2, "}");
            }
        }
        for _ in 0..1 + self.random.below(2) {
            match self.random.below(5) {
                0 | 1 => self.checked_walk(),
                2 => self.set_walk(),
                3 => {
                    let helper = self.name("ok");
                    self.line(2, &format!("if (!{helper}(root, 0)) {{"));
                    self.line(3, "return false;");
                    self.line(2, "}");
                    helpers.push(helper);
                }
                _ => {
                    let condition = match self.random.below(3) {
                        0 => "other == null || other != root",
                        1 => "size >= 0",
                        _ => "root == null || other == null || root.a <= other.a",
                    };
                    self.line(2, &format!("if (!({condition})) {{"));
                    self.line(3, "return false;");
                    self.line(2, "}");
                }
            }
        }
        self.line(2, "return true;");
        self.line(1, "}");
        for helper in helpers {
            self.line(1, &format!("private static boolean {helper}(Node node, int depth) {{"));
            self.line(2, "if (node == null) {");
            self.line(3, "return true;");
            self.line(2, "}");
            let most = 2 + self.random.below(3);
            let question = self.question_without_root("node");
            self.line(2, &format!("if (depth > {most} || !({question})) {{"));
            self.line(3, "return false;");
            self.line(2, "}");
            let links: Vec<&str> = self.links.iter().copied().filter(|link| *link != "up" && *link != "back").collect();
            let calls: Vec<String> = links.iter().map(|link| format!("{helper}(node.{link}, depth + 1)")).collect();
            self.line(2, &format!("return {};", calls.join(" && ")));
            self.line(1, "}");
        }
    }

    fn question_without_root(&mut self, node: &str) -> String {
        loop {
            let question = self.question(node);
            if !question.contains("root") {
                return question;
            }
        }
    }

    /// A walk along one reference, with a limit or without.
    fn checked_walk(&mut self) {
        let (node, count, link) = (self.name("n"), self.name("c"), self.links[0]);
        let counts = self.random.chance(75);
        self.line(2, &format!("int {count} = 0;"));
        self.line(2, &format!("for (Node {node} = root; {node} != null; {node} = {node}.{link}) {{"));
        self.line(3, &format!("{count}++;"));
        if counts {
            let most = 3 + self.random.below(3);
            self.line(3, &format!("if ({count} > {most}) {{"));
            self.line(4, "return false;");
            self.line(3, "}");
        }
        let question = self.question(&node);
        self.line(3, &format!("if (!({question})) {{"));
        self.line(4, "return false;");
        self.line(3, "}");
        self.line(2, "}");
        match self.random.below(5) {
            0 => {
                self.line(2, &format!("if (size != {count}) {{"));
                self.line(3, "return false;");
                self.line(2, "}");
            }
            1 => {
                let least = 1 + self.random.below(3);
                self.line(2, &format!("if ({count} < {least}) {{"));
                self.line(3, "return false;");
                self.line(2, "}");
            }
            _ => {}
        }
    }

    /// A walk that remembers where it has been.
    fn set_walk(&mut self) {
        let (node, seen, link) = (self.name("n"), self.name("seen"), self.link());
        self.line(2, &format!("Node[] {seen} = new Node[4];"));
        let count = self.name("c");
        self.line(2, &format!("int {count} = 0;"));
        self.line(2, &format!("for (Node {node} = root; {node} != null; {node} = {node}.{link}) {{"));
        let index = self.name("i");
        self.line(3, &format!("for (int {index} = 0; {index} < {count}; {index}++) {{"));
        self.line(4, &format!("if ({seen}[{index}] == {node}) {{"));
        self.line(5, "return false;");
        self.line(4, "}");
        self.line(3, "}");
        self.line(3, &format!("if ({count} == {seen}.length) {{"));
        self.line(4, "return false;");
        self.line(3, "}");
        self.line(3, &format!("{seen}[{count}++] = {node};"));
        self.line(2, "}");
    }

    fn condition(&mut self, class: &str) {
        self.line(1, "static boolean required(int v) {");
        let condition = match self.random.below(3) {
            0 => "v > 0",
            1 => "v != 2",
            _ => "v < 100",
        };
        self.line(2, &format!("return {condition};"));
        self.line(1, "}");
        self.line(1, &format!("static boolean holds({class} it) {{"));
        self.line(2, "return it == null || it.size < 3;");
        self.line(1, "}");
    }

    fn method(&mut self, number: usize) {
        let name = format!("m{number}");
        self.line(1, &format!("int {name}(int v) {{"));
        self.line(2, "int sum = 0;");
        self.line(2, "Node node = root;");
        self.line(2, "Node last = null;");
        if self.random.chance(75) {
            self.walk();
        }
        for _ in 0..1 + self.random.below(3) {
            self.part();
        }
        self.line(2, "return sum;");
        self.line(1, "}");
        self.methods.push(name);
    }

    fn walk(&mut self) {
        let link = self.link();
        let one = *self.random.pick(&NUMBERS);
        let limit = self.random.chance(60);
        let index = self.name("i");
        let counted = if limit { format!("{index} < 3 && ") } else { String::new() };
        let until = match self.random.below(3) {
            0 => format!(" && node.{one} != v"),
            1 => format!(" && node.{one} < v"),
            _ => String::new(),
        };
        self.line(2, &format!("for (int {index} = 0; {counted}node != null{until}; {index}++) {{"));
        self.line(3, &format!("sum += {index};"));
        self.line(3, "last = node;");
        if self.random.chance(25) {
            self.line(3, &format!("node.{one} = v;"));
        }
        match self.links.len() > 1 && self.random.chance(50) {
            true => {
                let (left, right) = (self.links[0], self.links[1]);
                self.line(3, &format!("node = v < node.{one} ? node.{left} : node.{right};"));
            }
            false => self.line(3, &format!("node = node.{link};")),
        }
        self.line(2, "}");
    }

    fn part(&mut self) {
        let link = self.link();
        let one = *self.random.pick(&NUMBERS);
        match self.random.below(8) {
            0 | 1 => self.walk(),
            2 => {
                self.line(2, "if (root != null) {");
                let question = self.question("root");
                self.line(3, &format!("assert {question};"));
                self.line(2, "}");
            }
            3 => {
                self.line(2, "if (last != null && node != null) {");
                self.line(3, &format!("assert last.{one} <= node.{one};"));
                self.line(2, "}");
            }
            4 => {
                self.line(2, &format!("if (root != null && root.{one} == v) {{"));
                self.line(3, &format!("root = root.{link};"));
                self.line(2, "}");
            }
            5 => {
                self.line(2, "if (last != null) {");
                self.line(3, "Node made = new Node();");
                self.line(3, &format!("made.{one} = v;"));
                self.line(3, &format!("made.{link} = last.{link};"));
                self.line(3, &format!("last.{link} = made;"));
                self.line(2, "}");
            }
            6 => {
                self.line(2, "if (v == 7) {");
                self.line(3, &format!("sum += root.{one};"));
                self.line(2, "}");
            }
            _ => {
                self.line(2, &format!("if (node != null && node.{link} != null) {{"));
                let question = self.question("node");
                self.line(3, &format!("assert {question};"));
                self.line(2, "}");
            }
        }
    }
}
