//! The outline of a scene: what verification keeps of the shape of a heap.
//!
//! Kept are the objects that a root refers to and those that several objects refer to. A chain of other objects, linked by one
//! field, is a list segment; whatever else hangs on a kept object is forgotten. Two scenes with the same outline differ in
//! numbers only, and at one point of a program there are finitely many outlines.

use std::rc::Rc;

use logic::term::{Sort, Term};
use machine::heap::{Identity, Payload};
use machine::machine::Machine;
use machine::scene::{Edge, NodeBase, NodeContent, Scene, SceneNode, same_payload};
use machine::state::Segment;
use machine::value::ObjectId;
use program::class::ClassId;
use rustc_hash::FxHashMap;

use super::abstraction::for_each_edge;
use super::ranges;

/// The shape of a scene, and the numbers in it.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// Equal for two scenes of the same point if and only if their outlines agree.
    pub(crate) key: Vec<u32>,
    /// Integers whose order is of interest: roots, fields of kept objects, lengths of arrays.
    pub(crate) integers: Vec<Term>,
    /// Other primitive values.
    pub(crate) others: Vec<Term>,
    pub(crate) roots: Vec<Part>,
    pub(crate) objects: Vec<(ObjectId, Vec<Part>)>,
    /// Arrays that are kept, with the number of their length.
    pub(crate) arrays: Vec<(ObjectId, usize)>,
    /// The strings of the input that are kept, and which integers their lengths are.
    pub(crate) texts: Vec<(ObjectId, usize)>,
    pub(crate) segments: Vec<SegmentOutline>,
}

/// What a root or a field of a kept object is.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Same,
    Integer(usize),
    Other(usize),
    Reference(ObjectId),
    Forgotten(Option<ClassId>),
    Segment(usize),
}

/// A list segment.
#[derive(Debug)]
pub(crate) struct SegmentOutline {
    pub(crate) class: ClassId,
    pub(crate) slot: u32,
    pub(crate) end: ObjectId,
    /// Values of the primitive fields of its objects, by slot.
    pub(crate) values: Vec<(u32, Vec<Term>)>,
    /// Segments it is partly made of.
    pub(crate) parts: Vec<Rc<Segment>>,
}

/// The outline of a scene; `None` if something in it can neither be kept nor forgotten.
pub(crate) fn outline(machine: &mut Machine, scene: &Scene) -> Option<Outline> {
    if has_copied_segment(scene) {
        return None;
    }
    let Selection { kept, is_shared, is_certain } = select(machine, scene);
    let mut builder = Builder {
        machine,
        scene,
        kept: &kept,
        is_shared: &is_shared,
        is_certain: &is_certain,
        numbers: FxHashMap::default(),
        pending: Vec::new(),
        outline: Outline::default(),
    };
    for root in &scene.roots {
        let part = builder.part(&root.edge, None, None)?;
        builder.outline.roots.push(part);
    }
    let mut next = 0;
    while next < builder.pending.len() {
        let number = builder.pending[next];
        next += 1;
        builder.node(number)?;
    }
    Some(builder.outline)
}

const INTEGER: u32 = 1;
const OTHER: u32 = 2;
const NULL: u32 = 3;
const KNOWN: u32 = 4;
const NODE: u32 = 5;
const FORGOTTEN: u32 = 6;
const SEGMENT: u32 = 7;
const OBJECT: u32 = 8;
const ARRAY: u32 = 9;
const OPAQUE: u32 = 10;
const UNREAD_PRIMITIVE: u32 = 11;
const INTERNED: u32 = 12;
const BOXED: u32 = 13;
const PAYLOAD: u32 = 14;
const TEXT: u32 = 15;

/// Objects kept that no root refers to.
const MOST_SHARED: u32 = 2;

/// Objects below an edge that is forgotten: of more it is not worth finding out whether they can be.
const MOST_FORGOTTEN: u32 = 200;

/// Whether one segment is held in two places, as it is after copying an object: then it is not two segments.
fn has_copied_segment(scene: &Scene) -> bool {
    let held = scene.nodes.iter().flat_map(edges).chain(scene.roots.iter().map(|root| &root.edge));
    let mut segments: Vec<*const Segment> = held
        .filter_map(|edge| match edge {
            Edge::Segment(segment, _) => Some(Rc::as_ptr(segment)),
            _ => None,
        })
        .collect();
    segments.sort_unstable();
    segments.windows(2).any(|pair| pair[0] == pair[1])
}

struct Selection {
    /// Which nodes are kept.
    kept: Vec<bool>,
    /// Which are referred to more than once.
    is_shared: Vec<bool>,
    /// Which are certainly part of the outline: roots refer to them, or what roots refer to does.
    is_certain: Vec<bool>,
}

fn select(machine: &mut Machine, scene: &Scene) -> Selection {
    let mut kept = vec![false; scene.nodes.len()];
    let mut incoming = vec![0u32; scene.nodes.len()];
    for root in &scene.roots {
        if let Edge::Node(number) = &root.edge {
            kept[*number as usize] = true;
        }
    }
    let held = scene.nodes.iter().flat_map(edges).chain(scene.roots.iter().map(|root| &root.edge));
    for edge in held {
        match edge {
            Edge::Node(number) => incoming[*number as usize] += 1,
            Edge::Segment(_, end) => {
                if let Edge::Node(number) = **end {
                    incoming[number as usize] += 1;
                }
            }
            _ => {}
        }
    }
    // What a root's object refers to is looked at next, as a rule: whether there is anything must not be forgotten.
    let near: Vec<u32> = scene
        .nodes
        .iter()
        .zip(&kept)
        .filter(|(node, is_root)| **is_root && matches!(node.content, NodeContent::Fields(_)))
        .flat_map(|(node, _)| edges(node))
        .filter_map(|edge| match edge {
            Edge::Node(number) => Some(*number),
            _ => None,
        })
        .collect();
    near.into_iter().for_each(|number| kept[number as usize] = true);
    let is_certain = kept.clone();
    // Some objects that are referred to more than once are kept, to know how roots are connected; all would be too many.
    let mut shared = 0;
    for (number, node) in scene.nodes.iter().enumerate() {
        if !kept[number] && incoming[number] > 1 && shared < MOST_SHARED {
            kept[number] = true;
            shared += 1;
        }
        kept[number] |= !is_plain(machine, node);
    }
    Selection { kept, is_shared: incoming.into_iter().map(|count| count > 1).collect(), is_certain }
}

/// Whether an object can be forgotten: nothing distinguishes it from an object of the input.
fn is_plain(machine: &mut Machine, node: &SceneNode) -> bool {
    node.candidates.is_none()
        && node.open.is_none()
        && node.monitor == 0
        && same_payload(&node.payload, &Payload::None)
        && matches!(node.content, NodeContent::Fields(_))
        && machine.may_be_unread(node.class, node.class)
}

/// Everything a node holds.
fn edges(node: &SceneNode) -> Vec<&Edge> {
    let mut edges = Vec::new();
    for_each_edge(node, |edge| edges.push(edge));
    edges
}

struct Builder<'b> {
    machine: &'b mut Machine,
    scene: &'b Scene,
    kept: &'b [bool],
    is_shared: &'b [bool],
    is_certain: &'b [bool],
    /// Numbers of kept nodes in the outline.
    numbers: FxHashMap<u32, u32>,
    pending: Vec<u32>,
    outline: Outline,
}

impl Builder<'_> {
    fn say(&mut self, word: u32) {
        self.outline.key.push(word);
    }

    fn say_text(&mut self, text: &str) {
        self.say(text.len() as u32);
        self.outline.key.extend(text.bytes().map(u32::from));
    }

    /// Its number among the integers.
    fn integer(&mut self, term: Term) -> usize {
        self.outline.integers.push(term);
        self.outline.integers.len() - 1
    }

    /// `declared`: the type of the field that holds the edge, if a field does; `via`: the object and slot.
    fn part(&mut self, edge: &Edge, declared: Option<ClassId>, via: Option<(ClassId, u32)>) -> Option<Part> {
        Some(match edge {
            Edge::Primitive(term) => match self.machine.pool.sort(*term) {
                Sort::BitVec(32) | Sort::BitVec(64) | Sort::Int => {
                    self.say(INTEGER);
                    Part::Integer(self.integer(*term))
                }
                _ => {
                    self.say(OTHER);
                    self.outline.others.push(*term);
                    Part::Other(self.outline.others.len() - 1)
                }
            },
            Edge::UnreadPrimitive => {
                self.say(UNREAD_PRIMITIVE);
                Part::Forgotten(None)
            }
            Edge::Null => {
                self.say(NULL);
                Part::Reference(ObjectId::NULL)
            }
            Edge::Known(object) => {
                self.say(KNOWN);
                self.say(object.0);
                Part::Reference(*object)
            }
            Edge::Node(number) if self.kept[*number as usize] => self.reference(*number),
            Edge::Node(_) => {
                let declared = declared?;
                self.chain(edge, declared, via)?
            }
            Edge::Segment(segment, _) => self.chain(edge, segment.class, Some((segment.class, segment.slot)))?,
            Edge::Unread(unread) => {
                if !unread.may_be_null {
                    return None;
                }
                self.unread(unread.declared)
            }
            Edge::Opaque => {
                self.say(OPAQUE);
                Part::Same
            }
            Edge::Guarded(_) | Edge::Index(_) => return None,
        })
    }

    /// What starts with an object that is not kept: a segment if it is one, else forgotten.
    fn chain(&mut self, first: &Edge, declared: ClassId, via: Option<(ClassId, u32)>) -> Option<Part> {
        if let Some((class, slot)) = via
            && let Some(segment) = self.segment(first, class, slot)
        {
            return Some(segment);
        }
        self.forget_edge(first, declared)?;
        Some(self.unread(declared))
    }

    fn unread(&mut self, declared: ClassId) -> Part {
        self.say(FORGOTTEN);
        self.say(declared.index() as u32);
        Part::Forgotten(Some(declared))
    }

    fn reference(&mut self, node: u32) -> Part {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.pending.push(node);
        }
        self.say(NODE);
        self.say(number);
        Part::Reference(self.scene.nodes[node as usize].object)
    }

    /// Whether a node may be an object of a segment of this class.
    fn is_link(&self, number: u32, class: ClassId) -> bool {
        // Two segments have no object in common.
        let number = number as usize;
        !self.kept[number] && !self.is_shared[number] && self.scene.nodes[number].class == class
    }

    /// A segment that starts with this edge; `None`, and nothing is said, if there is none.
    fn segment(&mut self, first: &Edge, class: ClassId, slot: u32) -> Option<Part> {
        let mut values: Vec<(u32, Vec<Term>)> = Vec::new();
        let mut parts = Vec::new();
        let mut edge = first.clone();
        let end = loop {
            let next = match &edge {
                Edge::Node(number) if self.is_link(*number, class) => {
                    let scene = self.scene;
                    let NodeContent::Fields(fields) = &scene.nodes[*number as usize].content else { return None };
                    for (other, field) in fields.iter().enumerate().filter(|(other, _)| *other != slot as usize) {
                        let declared = ranges::type_of_slot(self.machine, class, other)?;
                        if !ranges::may_be_forgotten(self.machine, scene, field, &declared) {
                            return None;
                        }
                        match field {
                            Edge::Primitive(term) => match values.iter_mut().find(|(slot, _)| *slot == other as u32) {
                                Some((_, terms)) => terms.push(*term),
                                None => values.push((other as u32, vec![*term])),
                            },
                            Edge::UnreadPrimitive => {
                                let name = format!("any value {}.{other}", number);
                                let any = self.machine.pool.symbol(&name, Sort::BitVec(32));
                                values.push((other as u32, vec![any]));
                            }
                            other_edge => {
                                let declared = self.machine.reference_type_of_slot(class, other)?;
                                self.forget_edge(other_edge, declared)?;
                            }
                        }
                    }
                    fields[slot as usize].clone()
                }
                Edge::Segment(segment, end) if (segment.class, segment.slot) == (class, slot) => {
                    parts.push(segment.clone());
                    (**end).clone()
                }
                _ => break edge,
            };
            edge = next;
        };
        if !matches!(end, Edge::Null) && !matches!(end, Edge::Node(number) if self.kept[number as usize]) {
            return None;
        }
        self.say(SEGMENT);
        self.say(class.index() as u32);
        self.say(slot);
        let end = match self.part(&end, None, None)? {
            Part::Reference(object) => object,
            _ => return None,
        };
        self.outline.segments.push(SegmentOutline { class, slot, end, values, parts });
        Some(Part::Segment(self.outline.segments.len() - 1))
    }

    /// Whether what an edge leads to, and everything below it that is not kept, may be part of an input of this type.
    fn forget_edge(&mut self, edge: &Edge, declared: ClassId) -> Option<()> {
        let scene = self.scene;
        let mut seen = vec![false; scene.nodes.len()];
        let mut count = 0;
        // Edges of the scene lead into cycles, through segments as well.
        let mut pending: Vec<(u32, ClassId)> = self.forgotten_node(edge, declared)?.into_iter().collect();
        while let Some((number, declared)) = pending.pop() {
            let node = &scene.nodes[number as usize];
            // What start-up made is never what an unread reference turns out to be.
            if !self.machine.may_be_unread(declared, node.class) || scene.point.has_changed(node.object) {
                return None;
            }
            // What is certainly in the outline is looked at there.
            if self.is_certain[number as usize] || std::mem::replace(&mut seen[number as usize], true) {
                continue;
            }
            count += 1;
            if count > MOST_FORGOTTEN || node.monitor != 0 || !same_payload(&node.payload, &Payload::None) {
                return None;
            }
            if matches!(node.content, NodeContent::Array { base: NodeBase::Initial(_), .. }) {
                return None;
            }
            let is_array = matches!(node.content, NodeContent::Array { .. });
            let elements = if is_array { self.machine.reference_type_of_elements(node.class) } else { None };
            for (slot, edge) in edges(node).into_iter().enumerate() {
                if matches!(edge, Edge::Primitive(_) | Edge::UnreadPrimitive) {
                    let declared = match is_array {
                        true => self.machine.element_type_of(node.class),
                        false => ranges::type_of_slot(self.machine, node.class, slot)?,
                    };
                    if !ranges::may_be_forgotten(self.machine, scene, edge, &declared) {
                        return None;
                    }
                    continue;
                }
                let declared = match elements {
                    Some(declared) => declared,
                    None => self.machine.reference_type_of_slot(node.class, slot)?,
                };
                pending.extend(self.forgotten_node(edge, declared)?);
            }
        }
        Some(())
    }

    /// Whether an edge may be forgotten, as far as it can be told without looking at the node it leads to: that node, if any, with
    /// the type that is declared for it.
    fn forgotten_node(&mut self, edge: &Edge, declared: ClassId) -> Option<Option<(u32, ClassId)>> {
        let mut edge = edge;
        while let Edge::Segment(_, end) = edge {
            edge = end;
        }
        match edge {
            Edge::Primitive(_) | Edge::UnreadPrimitive | Edge::Null | Edge::Unread(_) => Some(None),
            Edge::Node(number) => Some(Some((*number, declared))),
            Edge::Known(object) => {
                let class = self.machine.class_at_start(*object)?;
                self.machine.may_be_constant(declared, class).then_some(None)
            }
            Edge::Segment(..) | Edge::Guarded(_) | Edge::Index(_) | Edge::Opaque => None,
        }
    }

    fn node(&mut self, number: u32) -> Option<()> {
        let scene = self.scene;
        let node = &scene.nodes[number as usize];
        if node.open.is_some() || node.class_unknown.is_some() {
            return None;
        }
        if let Some((what, _)) = scene.interned.iter().find(|(_, interned)| *interned == number) {
            // It is the one object of its kind, and never changes.
            self.say(INTERNED);
            self.say_text(&format!("{what:?}"));
            return Some(());
        }
        if let Payload::Text(text, Identity::Input(_)) = &node.payload {
            // What it says is forgotten; how long it is, is not.
            if node.monitor != 0 || self.machine.pool.sort(text.length) != Sort::BitVec(32) {
                return None;
            }
            self.say(TEXT);
            let length = self.integer(text.length);
            self.outline.texts.push((node.object, length));
            return Some(());
        }
        match &node.payload {
            Payload::None => {}
            Payload::Boxed => self.say(BOXED),
            other => {
                self.say(PAYLOAD);
                self.say_text(&format!("{other:?}"));
            }
        }
        match &node.content {
            NodeContent::Fields(fields) => {
                self.say(OBJECT);
                self.say(node.class.index() as u32);
                self.say(node.monitor);
                self.say(node.owner);
                let candidates = node.candidates.as_deref().unwrap_or_default();
                self.say(candidates.len() as u32);
                self.say(fields.len() as u32);
                candidates.iter().for_each(|class| self.outline.key.push(class.index() as u32));
                let mut parts = Vec::with_capacity(fields.len());
                for (slot, edge) in fields.iter().enumerate() {
                    let declared = self.machine.reference_type_of_slot(node.class, slot);
                    let via = declared.is_some().then_some((node.class, slot as u32));
                    let is_other_kind = !same_payload(&node.payload, &Payload::None);
                    let part = if is_other_kind { self.fixed(edge)? } else { self.part(edge, declared, via)? };
                    parts.push(part);
                }
                self.outline.objects.push((node.object, parts));
            }
            NodeContent::Summary(_) | NodeContent::Cells(_) => return None,
            NodeContent::Array { length, .. } => {
                self.say(ARRAY);
                self.say(node.class.index() as u32);
                if let Some(declared) = self.machine.reference_type_of_elements(node.class) {
                    for edge in edges(node) {
                        self.forget_edge(edge, declared)?;
                    }
                    if matches!(node.content, NodeContent::Array { base: NodeBase::Initial(_), .. }) {
                        return None;
                    }
                } else {
                    let declared = self.machine.element_type_of(node.class);
                    for edge in edges(node) {
                        if !ranges::may_be_forgotten(self.machine, scene, edge, &declared) {
                            return None;
                        }
                    }
                }
                let length = self.integer(*length);
                self.outline.arrays.push((node.object, length));
            }
        }
        Some(())
    }

    /// What an object with an identity of its own (a string, a class object, a box) holds must stay as it is.
    fn fixed(&mut self, edge: &Edge) -> Option<Part> {
        match edge {
            Edge::Primitive(term) => {
                self.machine.pool.as_const(*term)?;
                self.say(term.index() as u32);
                Some(Part::Same)
            }
            Edge::Null | Edge::Known(_) => self.part(edge, None, None),
            _ => None,
        }
    }
}
