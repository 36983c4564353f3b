//! What is known of a method, as plain data: nothing in here belongs to a machine or a pool of terms.

use logic::term::{Op, Sort};

/// A method by name: internal class name, name, descriptor.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MethodKey {
    pub class: String,
    pub name: String,
    pub descriptor: String,
}

/// A field by name: the internal name of the class that declares it, and its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FieldKey {
    pub class: String,
    pub name: String,
}

/// Position in [`MethodSummary::places`].
pub type PlaceId = u32;
/// Position in [`MethodSummary::expressions`].
pub type ExpressionId = u32;

/// Where a value of the state at the call is: a parameter, or what is reached from one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CasePlace {
    /// The receiver, if there is one, is the first.
    Parameter(u32),
    Field {
        of: PlaceId,
        field: FieldKey,
    },
    Static(FieldKey),
    Length(PlaceId),
    Element {
        array: PlaceId,
        index: ExpressionId,
    },
}

/// A value computed from places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CaseExpression {
    /// The primitive value of a place, as a value of this sort.
    Input { place: PlaceId, sort: Sort },
    /// An operator, never a symbol, with its arguments.
    Apply { op: Op, arguments: Vec<ExpressionId> },
}

/// What a reference turns out to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseAnswer {
    Null,
    NotNull,
    /// The object that another reference is; of one of these classes, if they are given.
    Same(PlaceId, Option<Classes>),
    /// Another object than those of the other answers.
    New(Classes),
}

/// Classes by internal name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    pub listed: Vec<String>,
    /// Or a class that is not listed, below this one.
    pub unlisted: Option<String>,
}

/// What is asked of the state at the call. The answers exclude each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// What a reference is.
    Which { reference: PlaceId, answers: Vec<CaseAnswer> },
    /// Which of these conditions holds; one of them does.
    Holds(Vec<ExpressionId>),
    /// Which of these sets of classes that of an object is in.
    ClassOf { object: PlaceId, parts: Vec<Classes> },
}

/// A node of the tree of questions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseNode {
    /// The node for each answer; where none of them is right, nothing is known.
    Ask { question: Question, next: Vec<usize> },
    /// Position in [`MethodSummary::cases`].
    Case(usize),
    /// Nothing is known here, and why.
    Open(String),
}

/// How a case ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseEnd {
    Returns,
    /// With an exception of this class, by its source name.
    Throws(String),
}

/// An instruction of the method that a case executes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseStep {
    /// Position in the method's three-address code.
    pub at: u32,
    /// It throws, and this handler goes on.
    pub caught_at: Option<u32>,
    /// The case of the method it calls, if it calls one with cases.
    pub callee: Option<(MethodKey, u32)>,
    /// Its text.
    pub text: String,
}

/// What a method does where some conditions hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Conditions on numbers, as Java.
    pub path_condition: Vec<String>,
    /// Conditions on references, as Java.
    pub heap_condition: Vec<String>,
    pub end: CaseEnd,
    /// Where it left.
    pub line: u32,
    pub code: Vec<CaseStep>,
    /// Cases of callees, depth first.
    pub schedule: Vec<u32>,
    /// Classes that must be initialised, by internal name.
    pub initialized: Vec<String>,
    /// How many frames it needs, its own included.
    pub frames: usize,
    /// Whether it runs code of the library, which must be as it was when the program began.
    pub runs_library: bool,
}

/// What is known of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodSummary {
    pub method: MethodKey,
    /// As reports name it.
    pub shown: String,
    pub places: Vec<CasePlace>,
    pub expressions: Vec<CaseExpression>,
    /// The first is the root.
    pub nodes: Vec<CaseNode>,
    pub cases: Vec<Case>,
    /// Why some inputs have no case; empty if every input has one.
    pub reasons: Vec<String>,
}

impl MethodSummary {
    pub fn is_complete(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Whether the method can neither branch nor throw: it is its only case.
    pub fn is_trivial(&self) -> bool {
        let is_receivers = |node: &CaseNode| matches!(node, CaseNode::Ask { question: Question::Which { reference, answers }, .. } if self.places[*reference as usize] == CasePlace::Parameter(0) && matches!(answers[..], [CaseAnswer::New(_)]));
        let mut asked = self.nodes.iter().filter(|node| matches!(node, CaseNode::Ask { .. }));
        let is_asked_nothing = match (asked.next(), asked.next()) {
            (None, _) => true,
            (Some(only), None) => is_receivers(only),
            _ => false,
        };
        is_asked_nothing && self.is_complete() && self.cases.len() == 1 && self.cases[0].end == CaseEnd::Returns
    }
}
