//! Scenes from the text that [`scene_text`](super::super::scene_text) prints, so that the figures of document A can be
//! written down and read again.
//!
//! ```text
//! head -> n1
//! lo = 3
//! n1: Node elem: v0, next: n2
//! n2: Nodes elem: v1 | v2, next: ?
//! n3: int[] length: len, [0]: v0, [lo]: v1
//! when v0 <= v1
//! ```
//!
//! Roots are the parameters of one method; those that a text does not name are not there. A plural is a summary node. All
//! objects are the input's, all numbers are of 32 bits.

use std::rc::Rc;
use std::sync::Arc;

use classpath::{ClassPath, Jdk};
use logic::term::{Sort, Term};
use machine::entry::Goal;
use machine::heap::Payload;
use machine::heap_model::Summary;
use machine::machine::{Machine, MachineConfig};
use machine::scene::{AtFirst, Edge, NodeBase, NodeContent, Scene, SceneNode, Unread};
use machine::value::ObjectId;
use program::Program;
use program::class::ClassId;
use testkit::javac::{self, JavaSource};

use super::super::cover::{Labels, covers};
use super::super::scene_text::{describe, plain_labels};

const SOURCE: &str = "
class Node { int elem; Node next; }
class Pair { int first; int second; Pair next; }
class Ring { Ring before; Ring after; }
class Tree { int key; Tree left; Tree right; }
class Scenes {
    static boolean roots(Node head, Node n, Pair pair, Ring ring, Tree root, Tree at, int[] a, int lo, int hi, int v) {
        return head != n && pair != null && ring != null && root != at && a[lo] < a[hi] && v > 0;
    }
}
";

/// A machine, and the classes and roots that texts may name.
pub(super) struct Writing {
    pub(super) machine: Machine,
    /// At the start of the method whose parameters are the roots.
    like: Scene,
}

impl Writing {
    pub(super) fn new() -> Writing {
        let cache = testkit::suite::workspace().join("target/testkit/scenes");
        let source = JavaSource { file: "Scenes.java".to_string(), text: SOURCE.to_string() };
        let compiled = javac::compile(&cache, &[vec![source]]).expect("javac runs");
        let classes = compiled[0].as_ref().unwrap_or_else(|messages| panic!("{messages}"));
        let jdk = Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK"));
        let class_path = ClassPath::new(jdk).with_target(classes).expect("a folder of classes");
        let mut program = Program::new(class_path);
        let class = program.load("Scenes").expect("the class is there");
        let is_wanted = |method: &program::class::MethodId| &*program.method(*method).name == "roots";
        let method = program.class(class).methods.iter().copied().find(is_wanted).expect("the method is there");
        let solver = logic::solver_stack(&logic::SolverConfig::default());
        let mut machine = Machine::new(program, solver, Rc::new(Summary), MachineConfig::default()).expect("a machine");
        let goal = Goal::Method {
            method,
            requires: Vec::new(),
            assume_invariants: false,
            check_invariant: false,
            properties: Default::default(),
        };
        let start = machine.start(&goal);
        let like = machine.scene(&start.state, &start.marks).expect("a small scene");
        Writing { machine, like }
    }

    /// The scene that a text describes.
    #[track_caller]
    pub(super) fn read(&mut self, text: &str) -> Scene {
        let mut scene =
            Scene { roots: Vec::new(), nodes: Vec::new(), condition: Vec::new(), witness: None, ..self.like.clone() };
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut named = 0;
        for root in self.like.roots.clone() {
            let Some((frame, register)) = root.register else {
                assert!(!matches!(root.edge, Edge::Node(_)), "only parameters refer to objects at the start");
                scene.roots.push(root);
                continue;
            };
            let (method, pc) = scene.point.frame(frame).expect("a frame");
            let code = self.machine.code(method).expect("the method has a body");
            let name = code.body.variable_name(register, pc).expect("compiled with names").to_string();
            let value = lines.iter().find_map(|line| {
                let rest = line.strip_prefix(&name)?;
                rest.strip_prefix(" -> ").or(rest.strip_prefix(" = "))
            });
            if let Some(value) = value {
                named += 1;
                let declared = match &root.edge {
                    Edge::Unread(unread) => Some(unread.declared),
                    _ => None,
                };
                let edge = self.edge(value, declared);
                scene.roots.push(machine::scene::Root { edge, ..root });
            }
        }
        for line in &lines {
            if let Some(condition) = line.strip_prefix("when ") {
                scene.condition.push(self.term(condition));
            } else if let Some((label, node)) = line.split_once(": ").filter(|(label, _)| label.starts_with('n')) {
                assert_eq!(label, format!("n{}", scene.nodes.len() + 1), "nodes are written in their order");
                scene.nodes.push(self.node(node));
            } else {
                assert!(named > 0, "what is {line}?");
                named -= 1;
            }
        }
        assert_eq!(named, 0, "not every root was found in\n{text}");
        scene
    }

    /// The text of a scene without the roots that are no variables.
    pub(super) fn write(&mut self, scene: &Scene) -> String {
        let lines = describe(&mut self.machine, scene, &plain_labels(scene));
        lines.into_iter().filter(|line| !line.starts_with("(other)")).collect::<Vec<_>>().join("\n")
    }

    /// Whether the second text covers the first: for each of its nodes that of the first which has the same label.
    #[track_caller]
    pub(super) fn covers(&mut self, left: &str, right: &str) -> Option<Labels> {
        let (left, right) = (self.read(left), self.read(right));
        covers(&mut self.machine, &left, &right)
    }

    fn node(&mut self, text: &str) -> SceneNode {
        let (class_name, fields) = text.split_once(' ').expect("a class and fields");
        let parts: Vec<(&str, &str)> = fields.split(", ").map(|part| part.split_once(": ").expect("a value")).collect();
        if class_name == "int[]" {
            let mut reads = Vec::new();
            let mut written = Vec::new();
            for (index, value) in &parts[1..] {
                let later = index.strip_prefix("then ");
                let index = later.unwrap_or(index).trim_start_matches('[').trim_end_matches(']');
                let (index, value) = (self.term(index), self.edge(value, None));
                if later.is_some() { written.push((index, value)) } else { reads.push((index, value, None)) }
            }
            let length = self.term(parts[0].1);
            let layers = if written.is_empty() { Vec::new() } else { vec![written] };
            let class = self.class("[I");
            return made(class, NodeContent::Array { length, base: NodeBase::Unknown(reads), layers });
        }
        let plural = class_name.strip_suffix('s');
        let class = self.class(plural.unwrap_or(class_name));
        let mut slots: Vec<Vec<Edge>> = Vec::new();
        for (slot, (_, value)) in parts.iter().enumerate() {
            let declared = self.machine.reference_type_of_slot(class, slot);
            slots.push(value.split(" | ").map(|value| self.edge(value, declared)).collect());
        }
        match plural {
            Some(_) => made(class, NodeContent::Summary(slots)),
            None => made(class, NodeContent::Fields(slots.into_iter().flatten().collect())),
        }
    }

    fn class(&mut self, name: &str) -> ClassId {
        self.machine.program.load(name).unwrap_or_else(|_| panic!("no class {name}"))
    }

    fn edge(&mut self, text: &str, declared: Option<ClassId>) -> Edge {
        let number = text.strip_prefix('n').and_then(|number| number.parse::<u32>().ok());
        match (text, number, declared) {
            ("null", _, _) => Edge::Null,
            ("?", _, Some(declared)) => Edge::Unread(Unread { declared, depth: 2, may_be_null: true, unknown: None }),
            ("?", _, None) => Edge::UnreadPrimitive,
            (_, Some(number), _) => Edge::Node(number - 1),
            _ => Edge::Primitive(self.term(text)),
        }
    }

    /// A number or a condition, in Java's words.
    pub(super) fn term(&mut self, text: &str) -> Term {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let (term, rest) = self.choice(&words);
        assert!(rest.is_empty(), "what is {rest:?} in {text}?");
        term
    }

    fn choice<'w>(&mut self, words: &'w [&'w str]) -> (Term, &'w [&'w str]) {
        let (condition, rest) = self.operation(words, 0);
        let ["?", rest @ ..] = rest else { return (condition, rest) };
        let (then, rest) = self.choice(rest);
        let [":", rest @ ..] = rest else { panic!("a choice has two sides") };
        let (otherwise, rest) = self.choice(rest);
        (self.machine.pool.ite(condition, then, otherwise), rest)
    }

    /// Operators from the loosest to the tightest.
    fn operation<'w>(&mut self, words: &'w [&'w str], level: usize) -> (Term, &'w [&'w str]) {
        const LEVELS: [&[&str]; 4] = [&["||"], &["&&"], &["<", "<=", ">", ">=", "==", "!="], &["+", "-"]];
        if level == LEVELS.len() {
            return self.primary(words);
        }
        let (mut left, mut rest) = self.operation(words, level + 1);
        while let [operator, after @ ..] = rest
            && LEVELS[level].contains(operator)
        {
            let (right, next) = self.operation(after, level + 1);
            let pool = &mut self.machine.pool;
            left = match *operator {
                "||" => pool.or(left, right),
                "&&" => pool.and(left, right),
                "<" => pool.lt(left, right),
                "<=" => pool.le(left, right),
                ">" => pool.gt(left, right),
                ">=" => pool.ge(left, right),
                "==" => pool.eq(left, right),
                "!=" => pool.ne(left, right),
                "+" => pool.add(left, right),
                _ => pool.sub(left, right),
            };
            rest = next;
        }
        (left, rest)
    }

    fn primary<'w>(&mut self, words: &'w [&'w str]) -> (Term, &'w [&'w str]) {
        match words {
            ["(", rest @ ..] => {
                let (term, rest) = self.choice(rest);
                let [")", rest @ ..] = rest else { panic!("a parenthesis is open") };
                (term, rest)
            }
            [word, rest @ ..] => match word.parse::<i32>() {
                Ok(number) => (self.machine.pool.int32(number), rest),
                Err(_) => (self.machine.pool.symbol(word, Sort::BitVec(32)), rest),
            },
            [] => panic!("a number is missing"),
        }
    }
}

fn made(class: ClassId, content: NodeContent) -> SceneNode {
    SceneNode {
        object: ObjectId(1_000_000),
        class,
        candidates: None,
        open: None,
        class_unknown: None,
        is_input: true,
        depth: 2,
        monitor: 0,
        owner: 0,
        payload: Payload::None,
        content,
        at_first: AtFirst::AsNow,
    }
}

/// A text without the indentation that it has in the source of a test.
pub(super) fn lines(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_read_is_written_again() {
    let text = lines(
        "head -> n1
         n -> null
         root -> n3
         a -> n4
         lo = j + 1
         n1: Node elem: v0, next: n2
         n2: Nodes elem: v1 | v2, next: ?
         n3: Tree key: ?, left: n3, right: null
         n4: int[] length: len, [0]: v0, [j]: ?, then [1]: j == 0 ? v1 : v2
         when v0 <= v1",
    );
    let mut writing = Writing::new();
    let scene = writing.read(&text);
    assert_eq!(writing.write(&scene), text);
}
