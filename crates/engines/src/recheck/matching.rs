//! Whether an invariant stands for a state: the heaps are walked side by side, and what is left is a question about numbers.
//!
//! Every object of the invariant must be one of the state, no two the same. Where the invariant has something unread, the state has
//! whatever an input may be. Where it has a number, its symbol means the state's number; with these meanings, all that is known of the
//! invariant must follow from what is known of the state. What this walk does not know leads to "no", which is always safe.

use logic::substitute::Substitution;
use logic::term::{Op, Sort, SymbolId, Term};
use machine::heap::{Identity, Payload};
use machine::machine::Machine;
use machine::scene::{Edge, NodeBase, NodeContent, Scene, SceneNode, Unread, same_payload};
use machine::state::{Segment, State};
use machine::value::{UnknownId, Value};
use program::class::ClassId;
use program::code::Type;

use super::numbers::are_implied;

/// A state or an invariant, and its scene.
#[derive(Clone, Copy)]
pub(crate) struct Matching<'m> {
    pub(crate) state: &'m State,
    pub(crate) scene: &'m Scene,
}

/// Whether the invariant stands for every execution that the state stands for.
pub(crate) fn stands_for(machine: &mut Machine, invariant: Matching<'_>, state: Matching<'_>) -> bool {
    Walk::new(machine, invariant, state).holds().is_some()
}

/// No node corresponds yet.
const NONE: u32 = u32::MAX;

struct Walk<'w> {
    machine: &'w mut Machine,
    state: &'w State,
    left: &'w Scene,
    right: &'w Scene,
    pending: Vec<(&'w Edge, &'w Edge)>,
    /// Of each node of the state the one of the invariant, and the other way round.
    right_of: Vec<u32>,
    left_of: Vec<u32>,
    /// Nodes of the state that something unread stands for.
    absorbed: Vec<u32>,
    /// What undecided references of the invariant stand for.
    unknowns: Vec<(UnknownId, &'w Edge)>,
    segments: Vec<(&'w Edge, &'w Segment, &'w Edge)>,
    /// Numbers of the invariant and those of the state that they are.
    numbers: Vec<(Term, Term)>,
    /// Conditions on the state's numbers that must hold besides.
    goals: Vec<Term>,
    meaning: Substitution,
}

impl<'w> Walk<'w> {
    fn new(machine: &'w mut Machine, invariant: Matching<'w>, state: Matching<'w>) -> Walk<'w> {
        Walk {
            machine,
            state: state.state,
            left: state.scene,
            right: invariant.scene,
            pending: Vec::new(),
            right_of: vec![NONE; state.scene.nodes.len()],
            left_of: vec![NONE; invariant.scene.nodes.len()],
            absorbed: Vec::new(),
            unknowns: Vec::new(),
            segments: Vec::new(),
            numbers: Vec::new(),
            goals: Vec::new(),
            meaning: Substitution::new(),
        }
    }

    /// `None` is "no".
    fn holds(mut self) -> Option<()> {
        let (left, right) = (self.left, self.right);
        is_so(left.point == right.point && left.roots.len() == right.roots.len())?;
        for (of_state, of_invariant) in left.roots.iter().zip(&right.roots).rev() {
            // Where the registers of a frame begin depends on those below it.
            is_so(match (of_state.register, of_invariant.register) {
                (None, None) => of_state.place == of_invariant.place,
                (one, other) => one == other,
            })?;
            self.pending.push((&of_state.edge, &of_invariant.edge));
        }
        while let Some((of_state, of_invariant)) = self.pending.pop() {
            self.edge(of_state, of_invariant)?;
        }
        for (of_state, segment, end) in std::mem::take(&mut self.segments) {
            self.segment(of_state, segment, end)?;
        }
        self.identities()?;
        self.conditions()
    }

    fn edge(&mut self, left: &'w Edge, right: &'w Edge) -> Option<()> {
        match (left, right) {
            (Edge::Primitive(left), Edge::Primitive(right)) => self.number(*right, *left),
            (Edge::UnreadPrimitive, Edge::Primitive(right)) => {
                // It may be any number.
                let sort = self.machine.pool.sort(*right);
                let name = format!("any of {} {sort:?}", self.numbers.len());
                let any = self.machine.pool.symbol(&name, sort);
                self.number(*right, any)
            }
            (Edge::UnreadPrimitive, Edge::UnreadPrimitive)
            | (Edge::Null, Edge::Null)
            | (Edge::Opaque, Edge::Opaque) => Some(()),
            (Edge::Known(left), Edge::Known(right)) => is_so(left == right),
            (Edge::Node(left), Edge::Node(right)) => self.node(*left, *right),
            (left, Edge::Unread(unread)) => self.unread(left, unread),
            (left, Edge::Segment(segment, end)) => {
                self.segments.push((left, segment, end));
                Some(())
            }
            _ => None,
        }
    }

    fn number(&mut self, right: Term, left: Term) -> Option<()> {
        is_so(self.machine.pool.sort(left) == self.machine.pool.sort(right))?;
        if let Op::Symbol(symbol) = self.machine.pool.node(right).op
            && self.meaning.get(symbol).is_none()
        {
            self.meaning.set(symbol, left);
        }
        self.numbers.push((right, left));
        Some(())
    }

    /// Let two objects correspond, and so all they hold.
    fn node(&mut self, number: u32, other: u32) -> Option<()> {
        let (of_left, of_right) = (self.right_of[number as usize], self.left_of[other as usize]);
        if of_left != NONE || of_right != NONE {
            return is_so(of_left == other && of_right == number);
        }
        let (left_scene, right_scene) = (self.left, self.right);
        let (left, right) = (&left_scene.nodes[number as usize], &right_scene.nodes[other as usize]);
        self.same_kind(left, right)?;
        self.right_of[number as usize] = other;
        self.left_of[other as usize] = number;
        if let (Payload::Text(text, Identity::Input(_)), Payload::Text(other, Identity::Input(_))) =
            (&left.payload, &right.payload)
        {
            // The units of the one are units that the other may have.
            is_so(other.is_forgotten())?;
            return self.number(other.length, text.length);
        }
        match (&left.content, &right.content) {
            (NodeContent::Fields(fields), NodeContent::Fields(others)) => {
                is_so(fields.len() == others.len())?;
                for (slot, (field, other)) in fields.iter().zip(others).enumerate() {
                    if matches!((field, other), (Edge::Primitive(_), Edge::UnreadPrimitive)) {
                        let declared = self.type_of_slot(left.class, slot)?;
                        self.fits(field, &declared)?;
                    } else {
                        self.pending.push((field, other));
                    }
                }
                Some(())
            }
            (NodeContent::Array { length, .. }, NodeContent::Array { length: other, base, layers }) => {
                self.number(*other, *length)?;
                // What is known of single elements is asked when all numbers have a meaning.
                is_so(layers.is_empty() && matches!(base, NodeBase::Unknown(_)))?;
                self.elements(left)
            }
            _ => None,
        }
    }

    fn same_kind(&mut self, left: &'w SceneNode, right: &'w SceneNode) -> Option<()> {
        // An object of the start-up is itself in every state.
        let is_start_up = |node: &SceneNode| self.left.point.has_changed(node.object);
        is_so(!(is_start_up(left) || is_start_up(right)) || left.object == right.object)?;
        match (&left.payload, &right.payload) {
            (Payload::InputBox(left), Payload::InputBox(right)) => self.number(*right, *left)?,
            (Payload::Text(_, Identity::Input(left)), Payload::Text(_, Identity::Input(right))) => {
                self.number(*right, *left)?;
            }
            (left, right) => is_so(same_payload(left, right))?,
        }
        is_so(left.class == right.class && left.candidates.is_none() && right.candidates.is_none())?;
        is_so(left.open.is_none() && right.open.is_none())?;
        is_so(left.class_unknown.is_none() && right.class_unknown.is_none())?;
        is_so((left.monitor, left.owner) == (right.monitor, right.owner))?;
        // What is unread in the state may be any object of its input; so it must be in the invariant.
        is_so(!left.is_input || right.is_input)
    }

    /// The elements of an array of which the invariant knows no more than what was asked of them.
    fn elements(&mut self, array: &'w SceneNode) -> Option<()> {
        let NodeContent::Array { base, layers, .. } = &array.content else { return None };
        let mut edges: Vec<&'w Edge> = layers.iter().flatten().map(|(_, value)| value).collect();
        let element = self.machine.reference_type_of_elements(array.class);
        match base {
            NodeBase::Values(values) => edges.extend(values),
            NodeBase::Uniform(value) => edges.push(value),
            NodeBase::Unknown(reads) => edges.extend(reads.iter().map(|(_, value, _)| value)),
            NodeBase::Initial(_) => is_so(element.is_none())?,
        }
        match element {
            None => {
                let declared = self.machine.element_type_of(array.class);
                edges.into_iter().try_for_each(|edge| self.fits(edge, &declared))
            }
            Some(declared) => edges.into_iter().try_for_each(|edge| self.absorb(edge, declared)),
        }
    }

    fn type_of_slot(&self, class: ClassId, slot: usize) -> Option<Type> {
        let field = *self.machine.program.class(class).instance_layout.get(slot)?;
        Some(self.machine.program.field(field).field_type.clone())
    }

    /// A number may be what a field or an element of this type holds in an input. Only mathematical integers may be anything else.
    fn fits(&mut self, edge: &Edge, declared: &Type) -> Option<()> {
        let term = match edge {
            Edge::Primitive(term) => *term,
            Edge::UnreadPrimitive => return Some(()),
            _ => return None,
        };
        if self.machine.pool.sort(term) != Sort::Int {
            return Some(());
        }
        let (least, most) = match declared {
            Type::Boolean => (0, 1),
            Type::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
            Type::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Type::Char => (0, i64::from(u16::MAX)),
            Type::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Type::Long => (i64::MIN, i64::MAX),
            _ => return None,
        };
        let pool = &mut self.machine.pool;
        let (least, most) = (pool.math(least.into()), pool.math(most.into()));
        let bounds = [pool.le(least, term), pool.le(term, most)];
        self.goals.extend(bounds);
        Some(())
    }

    /// Something unread in the invariant.
    fn unread(&mut self, left: &'w Edge, right: &Unread) -> Option<()> {
        if let Some(unknown) = right.unknown {
            match self.unknowns.iter().find(|(known, _)| *known == unknown) {
                Some((_, edge)) => return is_so(is_same_reference(edge, left)),
                None => self.unknowns.push((unknown, left)),
            }
        }
        let may_be_null = match left {
            Edge::Node(_) | Edge::Known(_) => false,
            Edge::Unread(unread) => unread.may_be_null,
            _ => true,
        };
        is_so(right.may_be_null || !may_be_null)?;
        self.absorb(left, right.declared)
    }

    /// What an edge leads to, and all below it, may be what an unread reference of this type turns out to be.
    fn absorb(&mut self, edge: &'w Edge, declared: ClassId) -> Option<()> {
        let mut pending = vec![(edge, declared)];
        while let Some((edge, declared)) = pending.pop() {
            match edge {
                Edge::Null => {}
                Edge::Unread(unread) => {
                    is_so(!self.machine.is_built(declared))?;
                    is_so(self.machine.program.is_subclass(unread.declared, declared))?;
                }
                Edge::Known(object) => {
                    let class = self.machine.class_at_start(*object)?;
                    is_so(self.machine.may_be_constant(declared, class))?;
                }
                Edge::Segment(segment, end) => {
                    is_so(self.machine.may_be_unread(declared, segment.class))?;
                    let next = self.machine.reference_type_of_slot(segment.class, segment.slot as usize)?;
                    // Numbers of its objects that outgrow their types are nothing that an input could have.
                    is_so(segment.facts.iter().all(|(_, symbol, _)| self.machine.pool.sort(*symbol) != Sort::Int))?;
                    pending.push((end, next));
                }
                Edge::Node(number) => {
                    let scene = self.left;
                    let node = &scene.nodes[*number as usize];
                    is_so(node.candidates.is_none() && node.open.is_none() && node.class_unknown.is_none())?;
                    is_so(self.machine.may_be_unread(declared, node.class))?;
                    // What start-up made is never what an unread reference turns out to be.
                    is_so(!scene.point.has_changed(node.object))?;
                    if self.absorbed.contains(number) {
                        continue;
                    }
                    self.absorbed.push(*number);
                    is_so(node.monitor == 0 && same_payload(&node.payload, &Payload::None))?;
                    match &node.content {
                        NodeContent::Fields(fields) => {
                            for (slot, field) in fields.iter().enumerate() {
                                match self.type_of_slot(node.class, slot)? {
                                    Type::Reference(_) => {
                                        let declared = self.machine.reference_type_of_slot(node.class, slot)?;
                                        pending.push((field, declared));
                                    }
                                    primitive => self.fits(field, &primitive)?,
                                }
                            }
                        }
                        NodeContent::Array { base, layers, .. } => {
                            let mut edges: Vec<&'w Edge> = layers.iter().flatten().map(|(_, value)| value).collect();
                            match base {
                                NodeBase::Values(values) => edges.extend(values),
                                NodeBase::Uniform(value) => edges.push(value),
                                NodeBase::Unknown(reads) => edges.extend(reads.iter().map(|(_, value, _)| value)),
                                NodeBase::Initial(_) => return None,
                            }
                            match self.machine.reference_type_of_elements(node.class) {
                                Some(declared) => pending.extend(edges.into_iter().map(|edge| (edge, declared))),
                                None => {
                                    let declared = self.machine.element_type_of(node.class);
                                    edges.into_iter().try_for_each(|edge| self.fits(edge, &declared))?;
                                }
                            }
                        }
                        NodeContent::Summary(_) | NodeContent::Cells(_) => return None,
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// A chain of objects, or none, that nothing else refers to, and what is at its end.
    fn segment(&mut self, first: &'w Edge, right: &Segment, end: &Edge) -> Option<()> {
        let mut edge = first;
        loop {
            let is_at_end = match (edge, end) {
                (Edge::Null, Edge::Null) => true,
                (Edge::Node(number), Edge::Node(other)) => self.right_of[*number as usize] == *other,
                (Edge::Known(object), Edge::Known(other)) => object == other,
                _ => false,
            };
            if is_at_end {
                return Some(());
            }
            match edge {
                Edge::Node(number) => {
                    let scene = self.left;
                    let node = &scene.nodes[*number as usize];
                    is_so(node.class == right.class && self.right_of[*number as usize] == NONE)?;
                    is_so(self.references_to(*number) == 1 && !self.absorbed.contains(number))?;
                    self.absorb_link(node, right)?;
                    let NodeContent::Fields(fields) = &node.content else { return None };
                    edge = fields.get(right.slot as usize)?;
                }
                Edge::Segment(left, next) => {
                    is_so((left.class, left.slot) == (right.class, right.slot))?;
                    is_so(self.holders_of(left) == 1)?;
                    self.facts_of_segment(left, right)?;
                    edge = next;
                }
                _ => return None,
            }
        }
    }

    /// An object of a segment: what is known of the segment's numbers holds of its numbers, and all else may be anything.
    fn absorb_link(&mut self, node: &'w SceneNode, segment: &Segment) -> Option<()> {
        is_so(node.candidates.is_none() && node.open.is_none() && node.class_unknown.is_none())?;
        is_so(node.monitor == 0 && same_payload(&node.payload, &Payload::None))?;
        is_so(!self.left.point.has_changed(node.object))?;
        let NodeContent::Fields(fields) = &node.content else { return None };
        for (slot, field) in fields.iter().enumerate() {
            match self.type_of_slot(node.class, slot)? {
                Type::Reference(_) if slot == segment.slot as usize => {}
                Type::Reference(_) => {
                    let declared = self.machine.reference_type_of_slot(node.class, slot)?;
                    self.absorb(field, declared)?;
                }
                primitive => self.fits(field, &primitive)?,
            }
        }
        for (slot, symbol, condition) in &segment.facts {
            let value = match fields.get(*slot as usize)? {
                Edge::Primitive(term) => *term,
                Edge::UnreadPrimitive => self.any_like(*symbol),
                _ => return None,
            };
            let goal = self.said_of(*symbol, value, *condition)?;
            self.goals.push(goal);
        }
        Some(())
    }

    /// What is known of a segment of the invariant follows from what is known of one of the state.
    fn facts_of_segment(&mut self, left: &Segment, right: &Segment) -> Option<()> {
        for (slot, symbol, condition) in &right.facts {
            let any = self.any_like(*symbol);
            let mut known: Vec<Term> = Vec::new();
            for (_, symbol, condition) in left.facts.iter().filter(|(other, _, _)| other == slot) {
                let Op::Symbol(id) = self.machine.pool.node(*symbol).op else { return None };
                let mut meaning = Substitution::new();
                meaning.set(id, any);
                known.push(meaning.apply(&mut self.machine.pool, *condition));
            }
            let goal = self.said_of(*symbol, any, *condition)?;
            let known = self.machine.pool.and_all(&known);
            let unknown = self.machine.pool.not(known);
            let goal = self.machine.pool.or(unknown, goal);
            self.goals.push(goal);
        }
        Some(())
    }

    fn any_like(&mut self, symbol: Term) -> Term {
        let sort = self.machine.pool.sort(symbol);
        let name = format!("any link {} {sort:?}", self.goals.len());
        self.machine.pool.symbol(&name, sort)
    }

    /// A condition of the invariant on a symbol, said of a number of the state.
    fn said_of(&mut self, symbol: Term, value: Term, condition: Term) -> Option<Term> {
        let Op::Symbol(id) = self.machine.pool.node(symbol).op else { return None };
        let mut meaning = self.meaning.clone();
        meaning.set(id, value);
        is_so(self.machine.pool.symbols_of(condition).iter().all(|symbol| meaning.get(*symbol).is_some()))?;
        Some(meaning.apply(&mut self.machine.pool, condition))
    }

    /// How many edges of the state's scene lead to a node.
    fn references_to(&self, number: u32) -> usize {
        self.count(|edge| matches!(edge, Edge::Node(other) if *other == number))
    }

    /// How many edges of the state's scene are this segment.
    fn holders_of(&self, segment: &Segment) -> usize {
        self.count(|edge| matches!(edge, Edge::Segment(other, _) if std::ptr::eq(&**other, segment)))
    }

    fn count(&self, is_meant: impl Fn(&Edge) -> bool) -> usize {
        let mut count = 0;
        let mut look = |edge: &Edge| {
            count += usize::from(is_meant(edge));
            let mut edge = edge;
            while let Edge::Segment(_, end) = edge {
                edge = end;
                count += usize::from(is_meant(edge));
            }
        };
        self.left.roots.iter().for_each(|root| look(&root.edge));
        for node in &self.left.nodes {
            match &node.content {
                NodeContent::Fields(fields) => fields.iter().for_each(&mut look),
                NodeContent::Array { base, layers, .. } => {
                    layers.iter().flatten().for_each(|(_, value)| look(value));
                    match base {
                        NodeBase::Values(values) => values.iter().for_each(&mut look),
                        NodeBase::Uniform(value) => look(value),
                        NodeBase::Unknown(reads) => reads.iter().for_each(|(_, value, _)| look(value)),
                        NodeBase::Initial(_) => {}
                    }
                }
                NodeContent::Summary(slots) => slots.iter().flatten().for_each(&mut look),
                NodeContent::Cells(_) => {}
            }
        }
        count
    }

    /// What has one identity in a state is the same thing in both, and what is unread can be what it must be.
    fn identities(&mut self) -> Option<()> {
        for number in &self.absorbed {
            let other = self.right_of[*number as usize];
            is_so(other == NONE || self.right.nodes[other as usize].is_input)?;
        }
        is_so(!self.left.has_detached_writes || !self.has_unread())?;
        for (what, node) in &self.left.interned {
            let other = self.right_of[*node as usize];
            is_so(other == NONE || self.right.interned.contains(&(what.clone(), other)))?;
        }
        for (what, node) in &self.right.interned {
            let other = self.left_of[*node as usize];
            is_so(other == NONE || self.left.interned.contains(&(what.clone(), other)))?;
        }
        Some(())
    }

    /// Whether anything in the state is not decided yet.
    fn has_unread(&self) -> bool {
        let is_open = |node: &SceneNode| {
            node.candidates.is_some() || matches!(&node.content, NodeContent::Array { base: NodeBase::Unknown(_), .. })
        };
        self.count(|edge| matches!(edge, Edge::Unread(_) | Edge::Segment(..))) > 0
            || self.left.nodes.iter().any(is_open)
    }

    /// All that is known of the invariant's numbers follows from what is known of the state's.
    fn conditions(mut self) -> Option<()> {
        // Elements that nobody has read in the state are read in a copy.
        let mut copy = self.state.clone();
        self.read_elements(&mut copy)?;
        for (right, left) in std::mem::take(&mut self.numbers) {
            let right = self.in_state(right)?;
            let goal = self.machine.pool.eq(right, left);
            self.goals.push(goal);
        }
        for conjunct in &self.right.condition {
            let goal = self.in_state(*conjunct)?;
            self.goals.push(goal);
        }
        is_so(are_implied(self.machine, &copy.path_condition.conjuncts, &self.goals))
    }

    /// A term of the invariant in terms of the state.
    fn in_state(&mut self, term: Term) -> Option<Term> {
        let is_meant = |symbol: &SymbolId| self.meaning.get(*symbol).is_some();
        is_so(self.machine.pool.symbols_of(term).iter().all(is_meant))?;
        Some(self.meaning.apply(&mut self.machine.pool, term))
    }

    /// What the invariant knows of elements is said of what the state has there.
    fn read_elements(&mut self, copy: &mut State) -> Option<()> {
        let mut reads = Vec::new();
        for (number, node) in self.right.nodes.iter().enumerate() {
            let NodeContent::Array { base, .. } = &node.content else { continue };
            let NodeBase::Unknown(known) = base else { return None };
            let left = self.left_of[number];
            if left != NONE {
                let array = Value::Reference(self.left.nodes[left as usize].object);
                reads.extend(known.iter().map(|read| (array, read)));
            }
        }
        // Where an element is may depend on what another one is.
        while !reads.is_empty() {
            let is_ready = |(_, (index, _, _)): &(Value, &(Term, Edge, Option<Term>))| {
                self.machine.pool.symbols_of(*index).iter().all(|symbol| self.meaning.get(*symbol).is_some())
            };
            let next = reads.iter().position(is_ready)?;
            let (array, (index, value, guard)) = reads.swap_remove(next);
            let Edge::Primitive(value) = value else { return None };
            is_so(guard.is_none())?;
            let index = self.in_state(*index)?;
            let index = match self.machine.pool.as_const(index).and_then(|index| index.as_signed()) {
                Some(index) => Value::Int(i32::try_from(index).ok()?),
                None => Value::Symbolic(index),
            };
            let element = self.machine.element_of(copy, array, index)?;
            let element = self.machine.term_of(element)?;
            self.number(*value, element)?;
        }
        Some(())
    }
}

fn is_same_reference(one: &Edge, other: &Edge) -> bool {
    match (one, other) {
        (Edge::Null, Edge::Null) => true,
        (Edge::Known(one), Edge::Known(other)) => one == other,
        (Edge::Node(one), Edge::Node(other)) => one == other,
        (Edge::Unread(one), Edge::Unread(other)) => one.unknown.is_some() && one.unknown == other.unknown,
        _ => false,
    }
}

fn is_so(holds: bool) -> Option<()> {
    holds.then_some(())
}
