//! Partially known heaps as plain data, and the concrete heaps they stand for: Definitions 1 to 3 of document A, to the
//! letter and without a thought for cost.

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::term::Term;
use machine::heap::Payload;
use machine::scene::{AtFirst, Edge, NodeContent, Place, Root, Scene, SceneNode, Unread};
use machine::value::{ObjectId, UnknownId};
use program::class::ClassId;

/// What a root or a field holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Target {
    /// Not read yet, and held nowhere else.
    Unread,
    /// Not read yet; the same reference wherever the number is the same.
    Shared(u8),
    Null,
    Node(u8),
}

/// An object with two fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ShapeNode {
    pub(super) fields: [Target; 2],
    pub(super) is_input: bool,
}

/// A heap, partly unread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Shape {
    pub(super) roots: Vec<Target>,
    pub(super) nodes: Vec<ShapeNode>,
}

/// A heap without anything unread, its nodes numbered in the order of a walk from the roots: equal for heaps that no program
/// can tell apart.
pub(super) type Concrete = u64;

impl Shape {
    /// Every shape with up to `most` nodes, all reachable and numbered as they are met. `kinds` says whether objects may be of
    /// the input (`true`) or made by the program (`false`); these have nothing unread in them.
    pub(super) fn all(roots: usize, most: usize, kinds: &[bool]) -> Vec<Shape> {
        let mut found = Vec::new();
        Shape { roots: Vec::new(), nodes: Vec::new() }.extend(0, (roots, most, kinds), &mut found);
        found
    }

    fn extend(&mut self, slot: usize, limits: (usize, usize, &[bool]), found: &mut Vec<Shape>) {
        let (roots, most, kinds) = limits;
        if slot == roots + 2 * self.nodes.len() {
            found.push(self.clone());
            return;
        }
        let mut choices = vec![Target::Null];
        choices.extend((0..self.nodes.len() as u8).map(Target::Node));
        if slot < roots {
            choices.push(Target::Shared(slot as u8));
        } else if self.nodes[(slot - roots) / 2].is_input {
            choices.push(Target::Unread);
        }
        for choice in choices {
            self.put(slot, roots, choice);
            self.extend(slot + 1, limits, found);
        }
        if self.nodes.len() < most {
            for is_input in kinds {
                self.put(slot, roots, Target::Node(self.nodes.len() as u8));
                self.nodes.push(ShapeNode { fields: [Target::Null; 2], is_input: *is_input });
                self.extend(slot + 1, limits, found);
                self.nodes.pop();
            }
        }
        if slot < roots {
            self.roots.truncate(slot);
        }
    }

    /// Slots are the roots and then the fields, node by node.
    fn put(&mut self, slot: usize, roots: usize, target: Target) {
        if slot < roots {
            self.roots.truncate(slot);
            self.roots.push(target);
        } else {
            self.nodes[(slot - roots) / 2].fields[(slot - roots) % 2] = target;
        }
    }

    pub(super) fn slots(&self) -> usize {
        self.roots.len() + 2 * self.nodes.len()
    }

    pub(super) fn get(&self, slot: usize) -> Target {
        match slot.checked_sub(self.roots.len()) {
            None => self.roots[slot],
            Some(field) => self.nodes[field / 2].fields[field % 2],
        }
    }

    /// The same shape with another target in one slot.
    pub(super) fn with(&self, slot: usize, target: Target) -> Shape {
        let mut changed = self.clone();
        let roots = changed.roots.len();
        if slot < roots {
            changed.roots[slot] = target
        } else {
            changed.put(slot, roots, target)
        }
        changed
    }

    /// Without the nodes that are not reachable; the others are numbered as they are met.
    pub(super) fn reachable(&self) -> Shape {
        let mut order: Vec<u8> = Vec::new();
        let visit = |target: Target, order: &mut Vec<u8>| match target {
            Target::Node(node) => {
                let position = order.iter().position(|other| *other == node).unwrap_or_else(|| {
                    order.push(node);
                    order.len() - 1
                });
                Target::Node(position as u8)
            }
            other => other,
        };
        let roots: Vec<Target> = self.roots.iter().map(|target| visit(*target, &mut order)).collect();
        let mut nodes = Vec::new();
        while nodes.len() < order.len() {
            let node = self.nodes[order[nodes.len()] as usize];
            let fields = node.fields.map(|target| visit(target, &mut order));
            nodes.push(ShapeNode { fields, ..node });
        }
        Shape { roots, nodes }
    }

    /// The concrete heaps with up to `most` nodes that this shape stands for, sorted.
    pub(super) fn concrete(&self, most: usize) -> Vec<Concrete> {
        let mut found = Vec::new();
        self.clone().resolve(most, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What is unread is null, an object of the input met before, or a new one.
    fn resolve(self, most: usize, found: &mut Vec<Concrete>) {
        let reachable = self.reachable();
        let is_unread = |slot: &usize| matches!(reachable.get(*slot), Target::Unread | Target::Shared(_));
        let Some(slot) = (0..reachable.slots()).find(is_unread) else {
            if reachable.nodes.len() <= most {
                found.push(reachable.code());
            }
            return;
        };
        // Objects that are not reachable any more are not in the pictures of these tests.
        let aliases = (0..reachable.nodes.len()).filter(|node| reachable.nodes[*node].is_input);
        let mut choices: Vec<Target> = aliases.map(|node| Target::Node(node as u8)).collect();
        choices.push(Target::Null);
        let resolved = |shape: &Shape, target: Target| match shape.get(slot) {
            Target::Shared(number) => (0..shape.slots()).fold(shape.clone(), |shape, slot| match shape.get(slot) {
                Target::Shared(other) if other == number => shape.with(slot, target),
                _ => shape,
            }),
            _ => shape.with(slot, target),
        };
        for choice in choices {
            resolved(&reachable, choice).resolve(most, found);
        }
        if reachable.nodes.len() < most {
            let new = Target::Node(reachable.nodes.len() as u8);
            let mut grown = reachable.clone();
            grown.nodes.push(ShapeNode { fields: [Target::Unread; 2], is_input: true });
            resolved(&grown, new).resolve(most, found);
        }
    }

    /// Three bits for every slot.
    fn code(&self) -> Concrete {
        assert!(self.slots() <= 20 && self.nodes.len() < 7, "a picture too large");
        (0..self.slots()).fold(1, |code, slot| {
            let value = match self.get(slot) {
                Target::Null => 0,
                Target::Node(node) => u64::from(node) + 1,
                Target::Unread | Target::Shared(_) => panic!("everything is resolved"),
            };
            code << 3 | value
        })
    }

    /// The shape as a scene with these conditions, at the point of `like`. Slots in `guarded` hold one of several things.
    pub(super) fn scene(
        &self,
        like: &Scene,
        class: ClassId,
        condition: Vec<Term>,
        guarded: &BTreeMap<usize, Vec<(Term, Target)>>,
    ) -> Scene {
        let edge = |target: Target, depth: u32| match target {
            Target::Null => Edge::Null,
            Target::Node(node) => Edge::Node(u32::from(node)),
            Target::Unread => unread(class, depth, None),
            Target::Shared(number) => unread(class, depth, Some(UnknownId(u32::from(number)))),
        };
        let at = |slot: usize, depth: u32| match guarded.get(&slot) {
            None => edge(self.get(slot), depth),
            Some(cases) => {
                let cases: Rc<[(Term, Edge)]> =
                    cases.iter().map(|(guard, target)| (*guard, edge(*target, depth))).collect();
                Edge::Guarded(cases)
            }
        };
        let first = self.roots.len();
        Scene {
            roots: (0..first)
                .map(|slot| Root { register: None, place: Place::Register(0, slot as u32), edge: at(slot, 1) })
                .collect(),
            nodes: (0..self.nodes.len())
                .map(|node| SceneNode {
                    object: ObjectId(1_000_000 + node as u32),
                    class,
                    candidates: None,
                    open: None,
                    class_unknown: None,
                    is_input: self.nodes[node].is_input,
                    depth: 2,
                    monitor: 0,
                    owner: 0,
                    payload: Payload::None,
                    content: NodeContent::Fields((0..2).map(|field| at(first + 2 * node + field, 2)).collect()),
                    at_first: AtFirst::AsNow,
                })
                .collect(),
            condition,
            witness: None,
            interned: Vec::new(),
            has_detached_writes: false,
            // Plenty, so that bounds are never the reason for "no".
            branches: 0,
            choices: 0,
            input_count: 0,
            loops: Vec::new(),
            asleep: 0,
            point: like.point.clone(),
        }
    }
}

fn unread(declared: ClassId, depth: u32, unknown: Option<UnknownId>) -> Edge {
    Edge::Unread(Unread { declared, depth, may_be_null: true, unknown })
}

/// Whether every element of one sorted list is in the other.
pub(super) fn is_included(inner: &[Concrete], outer: &[Concrete]) -> bool {
    let mut outer = outer.iter();
    inner.iter().all(|element| outer.any(|other| other == element))
}
