//! The concrete heaps that a final state represents.
//!
//! A state of →g represents one; a state of →s one for each assignment to its input references that φ_g allows, by the
//! entries whose guards it makes true. A concrete heap is partial: fields that the path never read are unknown.
//! Objects are numbered in the order of a walk that depends on the heap alone, so equal data means isomorphic.

use std::fmt;

use crate::assign::Assignments;
use crate::constraint::Constraints;
use crate::explore::{Outcome, Path};
use crate::heap::{Heap, Location, Reference};
use crate::syntax::Program;

/// What a field of a concrete heap holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    Null,
    /// Never read on the path.
    Unknown,
    True,
    False,
    Object(usize),
}

/// What a path returns on a concrete heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ConcreteResult {
    Value(Cell),
    NullPointerException,
    /// The path was cut by the bound on steps.
    Cut,
}

/// An object of a concrete heap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConcreteObject {
    /// Index of the class in the program.
    pub class: usize,
    /// What the fields held in the input; `None` for an object made by `new`.
    pub input: Option<Vec<Cell>>,
    /// What they hold in the end.
    pub last: Vec<Cell>,
}

/// The input heap, the heap in the end, and the result. Object 0 is `this`; the objects of the input come first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConcreteHeap {
    pub objects: Vec<ConcreteObject>,
    pub result: ConcreteResult,
}

/// What [`represented`] found.
pub struct Represented {
    pub heaps: Vec<ConcreteHeap>,
    /// Whether these are all; otherwise the limit was reached.
    pub complete: bool,
}

/// The heaps that a path's last state represents, in a fixed order; at most `limit`.
pub fn represented(program: &Program, constraints: &Constraints, path: &Path, limit: usize) -> Represented {
    let pool = constraints.pool();
    let mut heaps = Vec::new();
    for mut assignment in Assignments::new(pool, &path.heap, &path.phi_g) {
        if heaps.len() == limit {
            return Represented { heaps, complete: false };
        }
        let mut walk = Walk::default();
        let mut whole = true;
        while let Some(reference) = walk.next_slot(program, path) {
            // Value sets are deterministic: one entry holds. Only a misprinted rule leaves none.
            match path.heap.values(reference).iter().find(|(phi, _)| assignment.is_true(pool, *phi)) {
                Some((_, location)) => walk.fill(*location),
                None => {
                    whole = false;
                    break;
                }
            }
        }
        if whole {
            heaps.push(walk.finish(path));
        }
    }
    Represented { heaps, complete: true }
}

/// Where the walk is: first what the input objects held, then the result, then what all objects hold in the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Input,
    Result,
    Last,
}

struct Walk {
    phase: Phase,
    /// The object that the walk is at, as an index of `numbering`.
    at: usize,
    /// Locations, by their number in the concrete heap.
    numbering: Vec<u32>,
    input: Vec<Vec<Cell>>,
    last: Vec<Vec<Cell>>,
    result: Option<Cell>,
}

impl Default for Walk {
    fn default() -> Walk {
        Walk { phase: Phase::Input, at: 0, numbering: vec![0], input: vec![Vec::new()], last: Vec::new(), result: None }
    }
}

impl Walk {
    /// The reference whose value comes next.
    fn next_slot(&mut self, program: &Program, path: &Path) -> Option<Reference> {
        let fields = |heap: &Heap, location: u32| program.class(heap.object(location).class).fields.len();
        if self.phase == Phase::Input {
            while let Some(&location) = self.numbering.get(self.at) {
                let filled = self.input[self.at].len();
                if filled < fields(&path.heap, location) {
                    return Some(path.heap.object(location).input_fields[filled]);
                }
                self.at += 1;
                self.input.push(Vec::new());
            }
            self.input.truncate(self.numbering.len());
            self.phase = Phase::Result;
            if let Outcome::Value(value) = path.outcome {
                return Some(value.reference());
            }
        }
        if self.phase == Phase::Result {
            self.phase = Phase::Last;
            self.at = 0;
            self.last.push(Vec::new());
        }
        while let Some(&location) = self.numbering.get(self.at) {
            let filled = self.last[self.at].len();
            if filled < fields(&path.heap, location) {
                return Some(path.heap.object(location).fields[filled]);
            }
            self.at += 1;
            self.last.push(Vec::new());
        }
        None
    }

    /// Gives the slot that [`Walk::next_slot`] named its value.
    fn fill(&mut self, location: Location) {
        let cell = match location {
            Location::Null => Cell::Null,
            Location::Uninitialised => Cell::Unknown,
            Location::True => Cell::True,
            Location::False => Cell::False,
            Location::Object(object) => {
                let known = self.numbering.iter().position(|other| *other == object);
                Cell::Object(known.unwrap_or_else(|| {
                    self.numbering.push(object);
                    self.numbering.len() - 1
                }))
            }
        };
        match self.phase {
            Phase::Input => self.input[self.at].push(cell),
            Phase::Result => self.result = Some(cell),
            Phase::Last => self.last[self.at].push(cell),
        }
    }

    fn finish(self, path: &Path) -> ConcreteHeap {
        let mut inputs = self.input.into_iter();
        let objects = self
            .numbering
            .iter()
            .zip(self.last)
            .map(|(location, last)| ConcreteObject {
                class: path.heap.object(*location).class.0 as usize,
                input: inputs.next(),
                last,
            })
            .collect();
        let result = match path.outcome {
            Outcome::Value(_) => ConcreteResult::Value(self.result.unwrap_or(Cell::Unknown)),
            Outcome::NullPointerException => ConcreteResult::NullPointerException,
            Outcome::Cut => ConcreteResult::Cut,
        };
        ConcreteHeap { objects, result }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Null => f.write_str("null"),
            Cell::Unknown => f.write_str("?"),
            Cell::True => f.write_str("true"),
            Cell::False => f.write_str("false"),
            Cell::Object(number) => write!(f, "#{number}"),
        }
    }
}

impl fmt::Display for ConcreteResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConcreteResult::Value(cell) => cell.fmt(f),
            ConcreteResult::NullPointerException => f.write_str("NullPointerException"),
            ConcreteResult::Cut => f.write_str("cut"),
        }
    }
}

impl ConcreteHeap {
    /// `#0 Pair{x=#1, y=?→null}, …`: what a field held in the input, and in the end if that is something else.
    pub fn text(&self, program: &Program) -> String {
        let objects: Vec<String> = self
            .objects
            .iter()
            .enumerate()
            .map(|(number, object)| {
                let class = &program.classes()[object.class];
                let fields: Vec<String> = class
                    .fields
                    .iter()
                    .enumerate()
                    .map(|(index, field)| match &object.input {
                        Some(input) if input[index] == object.last[index] => format!("{}={}", field.name, input[index]),
                        Some(input) => format!("{}={}→{}", field.name, input[index], object.last[index]),
                        None => format!("{}={}", field.name, object.last[index]),
                    })
                    .collect();
                let new = if object.input.is_none() { "new " } else { "" };
                format!("#{number} {new}{}{{{}}}", class.name, fields.join(", "))
            })
            .collect();
        objects.join(" ")
    }
}
