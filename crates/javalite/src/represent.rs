//! The concrete heaps that a state represents.
//!
//! A state of →g represents one; a state of →s one for each assignment to its input references that φ_g allows, by the
//! entries whose guards it makes true. A concrete heap is partial: fields that the path never read are unknown.
//! Objects are numbered in the order of a walk that depends on the heap alone, so equal data means isomorphic.

use std::fmt;

use crate::assign::Assignments;
use crate::constraint::{Constraints, PathCondition};
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
    let roots: Vec<Reference> = match path.outcome {
        Outcome::Value(value) => vec![value.reference()],
        Outcome::NullPointerException | Outcome::Cut => Vec::new(),
    };
    let (pictures, complete) = pictures(program, constraints, (&path.heap, &path.phi_g), &roots, limit);
    let heap = |picture: Picture| ConcreteHeap {
        objects: picture.objects,
        result: match path.outcome {
            Outcome::Value(_) => ConcreteResult::Value(picture.roots[0]),
            Outcome::NullPointerException => ConcreteResult::NullPointerException,
            Outcome::Cut => ConcreteResult::Cut,
        },
    };
    Represented { heaps: pictures.into_iter().map(heap).collect(), complete }
}

/// A concrete heap, and what each of some references is in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Picture {
    pub(crate) objects: Vec<ConcreteObject>,
    pub(crate) roots: Vec<Cell>,
}

/// The concrete heaps of a state's (L R) and φ_g with what the references in it are, in a fixed order; at most `limit`, and
/// whether these are all.
pub(crate) fn pictures(
    program: &Program,
    constraints: &Constraints,
    (heap, phi_g): (&Heap, &PathCondition),
    roots: &[Reference],
    limit: usize,
) -> (Vec<Picture>, bool) {
    let pool = constraints.pool();
    let mut pictures = Vec::new();
    for mut assignment in Assignments::new(pool, heap, phi_g) {
        if pictures.len() == limit {
            return (pictures, false);
        }
        let mut walk = Walk::default();
        let mut whole = true;
        while let Some(reference) = walk.next_slot(program, heap, roots) {
            // Value sets are deterministic: one entry holds. Only a misprinted rule leaves none.
            match heap.values(reference).iter().find(|(phi, _)| assignment.is_true(pool, *phi)) {
                Some((_, location)) => walk.fill(*location),
                None => {
                    whole = false;
                    break;
                }
            }
        }
        if whole {
            pictures.push(walk.finish(heap));
        }
    }
    (pictures, true)
}

/// Where the walk is: first what the input objects held, then the roots, then what all objects hold in the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Input,
    Roots,
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
    roots: Vec<Cell>,
}

impl Default for Walk {
    fn default() -> Walk {
        Walk {
            phase: Phase::Input,
            at: 0,
            numbering: vec![0],
            input: vec![Vec::new()],
            last: Vec::new(),
            roots: Vec::new(),
        }
    }
}

impl Walk {
    /// The reference whose value comes next.
    fn next_slot(&mut self, program: &Program, heap: &Heap, roots: &[Reference]) -> Option<Reference> {
        let fields = |location: u32| program.class(heap.object(location).class).fields.len();
        if self.phase == Phase::Input {
            while let Some(&location) = self.numbering.get(self.at) {
                let filled = self.input[self.at].len();
                if filled < fields(location) {
                    return Some(heap.object(location).input_fields[filled]);
                }
                self.at += 1;
                self.input.push(Vec::new());
            }
            self.input.truncate(self.numbering.len());
            self.phase = Phase::Roots;
        }
        if self.phase == Phase::Roots {
            if let Some(root) = roots.get(self.roots.len()) {
                return Some(*root);
            }
            self.phase = Phase::Last;
            self.at = 0;
            self.last.push(Vec::new());
        }
        while let Some(&location) = self.numbering.get(self.at) {
            let filled = self.last[self.at].len();
            if filled < fields(location) {
                return Some(heap.object(location).fields[filled]);
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
            Phase::Roots => self.roots.push(cell),
            Phase::Last => self.last[self.at].push(cell),
        }
    }

    fn finish(self, heap: &Heap) -> Picture {
        let mut inputs = self.input.into_iter();
        let objects = self
            .numbering
            .iter()
            .zip(self.last)
            .map(|(location, last)| ConcreteObject {
                class: heap.object(*location).class.0 as usize,
                input: inputs.next(),
                last,
            })
            .collect();
        Picture { objects, roots: self.roots }
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
        objects_text(&self.objects, program)
    }
}

impl Picture {
    /// The objects as in [`ConcreteHeap::text`], and then the roots.
    pub(crate) fn text(&self, program: &Program) -> String {
        let roots: Vec<String> = self.roots.iter().map(Cell::to_string).collect();
        format!("{}, references {}", objects_text(&self.objects, program), roots.join(" "))
    }
}

fn objects_text(objects: &[ConcreteObject], program: &Program) -> String {
    let objects: Vec<String> = objects
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
