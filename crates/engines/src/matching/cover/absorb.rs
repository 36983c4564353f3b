//! What an unread reference or number of the stored scene stands for: whatever an input can be.

use logic::term::{Const, Op, Sort, Term};
use machine::heap::Payload;
use machine::scene::{AtFirst, Edge, NodeBase, NodeContent, SceneNode, Unread, same_payload};
use program::class::ClassId;

use super::{Case, MOST_STEPS, NO_NODE, Walk};
use crate::matching::abstraction::for_each_edge;

impl<'s> Walk<'s> {
    /// Takes note of the unread references in a node on the left that no edge stands for: elements of an unknown array, and
    /// fields that it has if it is of one of several classes. False if the bound on depth leaves less of them on the right.
    pub(super) fn absorb_unlisted(&mut self, case: &mut Case<'s>, left: &SceneNode, depth: u32) -> bool {
        let has_some = match &left.content {
            NodeContent::Fields(_) | NodeContent::Summary(_) => left.candidates.is_some() || left.open.is_some(),
            NodeContent::Array { base: NodeBase::Unknown(_), .. } | NodeContent::Cells(_) => {
                self.machine.reference_type_of_elements(left.class).is_some()
            }
            NodeContent::Array { .. } => false,
        };
        case.absorbs_unread |= has_some;
        !has_some || self.machine.config.depth.is_none() || depth <= left.depth
    }

    /// Whether an unread number of the input can be this one. Mathematical integers outgrow the ranges that inputs have.
    pub(super) fn fits_an_input(&self, edge: &Edge) -> bool {
        let Edge::Primitive(term) = edge else { return true };
        let pool = &self.machine.pool;
        if pool.sort(*term) != Sort::Int {
            return true;
        }
        let is_small =
            |term: Term| matches!(pool.as_const(term), Some(Const::Int(number)) if (0..=127).contains(&number));
        let node = pool.node(*term);
        match (node.op, node.args()) {
            (Op::Symbol(_), _) => true,
            (Op::Ite, &[_, then, otherwise]) => is_small(then) && is_small(otherwise),
            _ => is_small(*term),
        }
    }

    pub(super) fn absorb_field(
        &mut self,
        case: &mut Case<'s>,
        left: &SceneNode,
        slot: usize,
        edge: &'s Edge,
        right: &SceneNode,
    ) -> bool {
        if matches!(edge, Edge::Primitive(_) | Edge::UnreadPrimitive) {
            return self.fits_an_input(edge);
        }
        let Some(declared) = self.machine.reference_type_of_slot(left.class, slot) else { return false };
        self.absorb(case, edge, &Unread { declared, depth: right.depth, may_be_null: true, unknown: None })
    }

    /// Elements of which nothing is known on the right.
    pub(super) fn absorb_elements(&mut self, case: &mut Case<'s>, left: &'s SceneNode, right: &SceneNode) -> bool {
        let Some(declared) = self.machine.reference_type_of_elements(left.class) else {
            return elements(left).into_iter().all(|edge| self.fits_an_input(edge));
        };
        let unread = Unread { declared, depth: right.depth, may_be_null: true, unknown: None };
        elements(left).into_iter().all(|edge| self.absorb(case, edge, &unread))
            && !matches!(left.content, NodeContent::Array { base: NodeBase::Initial(_), .. })
    }

    /// An unread reference on the right stands for whatever is on the left, as far as an input can be that.
    pub(super) fn absorb(&mut self, case: &mut Case<'s>, left: &'s Edge, right: &Unread) -> bool {
        if let Some(unknown) = right.unknown {
            match case.unknowns.iter().find(|(id, _)| *id == unknown) {
                Some((_, edge)) => return is_same_reference(edge, left),
                None => case.unknowns.push((unknown, left)),
            }
        }
        if !right.may_be_null && may_be_null(left) {
            return false;
        }
        let mut pending: Vec<(&'s Edge, ClassId, u32)> = vec![(left, right.declared, right.depth)];
        while let Some((edge, declared, depth)) = pending.pop() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return false;
            }
            match edge {
                Edge::Null => case.absorbed_reads += 1,
                Edge::Primitive(_) | Edge::UnreadPrimitive => {
                    if !self.fits_an_input(edge) {
                        return false;
                    }
                }
                Edge::Index(_) | Edge::Opaque | Edge::Segment(..) => return false,
                Edge::Guarded(cases) => pending.extend(cases.iter().map(|(_, edge)| (edge, declared, depth))),
                Edge::Known(object) => {
                    case.absorbed_reads += 1;
                    let class = self.machine.class_at_start(*object);
                    if !class.is_some_and(|class| self.machine.may_be_constant(declared, class)) {
                        return false;
                    }
                }
                Edge::Unread(left) => {
                    case.absorbs_unread = true;
                    // What the bound on depth leaves of it on the left must be left on the right.
                    if self.machine.config.depth.is_some() && depth > left.depth {
                        return false;
                    }
                    if !self.machine.program.is_subclass(left.declared, declared) {
                        return false;
                    }
                    if self.machine.is_built(declared) && !self.is_same_collection(left, right) {
                        return false;
                    }
                }
                Edge::Node(number) => {
                    case.absorbed_reads += 1;
                    if !self.absorb_node(case, *number, declared, depth, &mut pending) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether two unread references of a collection type have the same type arguments, which scenes do not say: they are the
    /// same parameter, or both what a field holds at first, which is then the same field.
    fn is_same_collection(&self, left: &Unread, right: &Unread) -> bool {
        match (left.unknown, right.unknown) {
            (None, None) => true,
            (Some(left), Some(right)) => left == right && self.machine.is_parameter(left),
            _ => false,
        }
    }

    fn absorb_node(
        &mut self,
        case: &mut Case<'s>,
        number: u32,
        declared: ClassId,
        depth: u32,
        pending: &mut Vec<(&'s Edge, ClassId, u32)>,
    ) -> bool {
        let left = self.left;
        let node = &left.nodes[number as usize];
        let classes = node.candidates.as_deref().unwrap_or(std::slice::from_ref(&node.class));
        let is_enum = classes.iter().all(|class| self.machine.may_be_constant(declared, *class));
        if is_enum {
            // Constants that were made after start-up: the same object in both, or a fault in one of them.
            return case.right_of[number as usize] != NO_NODE;
        }
        if !classes.iter().all(|class| self.machine.may_be_unread(declared, *class)) || node.open.is_some() {
            return false;
        }
        if case.right_of[number as usize] != NO_NODE {
            // Whether an input may be it is asked in the end, when all labels are known.
            case.absorbed.push(number);
            return true;
        }
        let is_bounded = self.machine.config.depth.is_some();
        if case.absorbed.contains(&number) {
            // Reached twice: on the right its depth may depend on which way is taken first.
            return !is_bounded;
        }
        case.absorbed.push(number);
        if self.machine.config.depth.is_some_and(|most| depth > most) {
            return false;
        }
        if node.monitor != 0 || !same_payload(&node.payload, &Payload::None) {
            return false;
        }
        if !matches!(node.at_first, AtFirst::AsNow) {
            // What is unread holds what it held at first.
            return false;
        }
        if !self.absorb_unlisted(case, node, depth + 1) {
            return false;
        }
        match &node.content {
            NodeContent::Fields(fields) => {
                for (slot, edge) in fields.iter().enumerate() {
                    if matches!(edge, Edge::Primitive(_) | Edge::UnreadPrimitive) {
                        if !self.fits_an_input(edge) {
                            return false;
                        }
                        continue;
                    }
                    match self.machine.reference_type_of_slot(node.class, slot) {
                        Some(declared) => pending.push((edge, declared, depth + 1)),
                        None => return false,
                    }
                }
                true
            }
            NodeContent::Summary(fields) => {
                for (slot, edge) in
                    fields.iter().enumerate().flat_map(|(slot, edges)| edges.iter().map(move |edge| (slot, edge)))
                {
                    if matches!(edge, Edge::Primitive(_) | Edge::UnreadPrimitive) {
                        continue;
                    }
                    match self.machine.reference_type_of_slot(node.class, slot) {
                        Some(declared) => pending.push((edge, declared, depth + 1)),
                        None => return false,
                    }
                }
                true
            }
            content @ (NodeContent::Array { .. } | NodeContent::Cells(_)) => {
                if matches!(content, NodeContent::Array { base: NodeBase::Initial(_), .. }) {
                    return false;
                }
                if let Some(declared) = self.machine.reference_type_of_elements(node.class) {
                    pending.extend(elements(node).into_iter().map(|edge| (edge, declared, depth + 1)));
                    return true;
                }
                elements(node).into_iter().all(|edge| self.fits_an_input(edge))
            }
        }
    }
}

/// Every element of an array that is known by its value.
fn elements(node: &SceneNode) -> Vec<&Edge> {
    let mut edges = Vec::new();
    if matches!(node.content, NodeContent::Array { .. } | NodeContent::Cells(_)) {
        for_each_edge(node, |edge| edges.push(edge));
    }
    edges
}

/// Whether two places of a scene certainly hold the same reference.
fn is_same_reference(one: &Edge, other: &Edge) -> bool {
    // Unread references that have no identity of their own look alike wherever they are.
    std::ptr::eq(one, other) || (one == other && !has_anonymous_unread(one))
}

pub(super) fn has_anonymous_unread(edge: &Edge) -> bool {
    match edge {
        Edge::Unread(unread) => unread.unknown.is_none(),
        Edge::UnreadPrimitive => true,
        Edge::Guarded(cases) => cases.iter().any(|(_, edge)| has_anonymous_unread(edge)),
        // Made of nodes that are nowhere else.
        Edge::Segment(..) => true,
        _ => false,
    }
}

fn may_be_null(edge: &Edge) -> bool {
    match edge {
        Edge::Null | Edge::Opaque | Edge::Segment(..) => true,
        Edge::Unread(unread) => unread.may_be_null,
        Edge::Guarded(cases) => cases.iter().any(|(_, edge)| may_be_null(edge)),
        _ => false,
    }
}
