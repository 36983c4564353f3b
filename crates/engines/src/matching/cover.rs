//! Whether one scene stands for everything another one does (document A, section 4).
//!
//! Algorithm 1 walks two heaps in lock step and labels the nodes that correspond. Here it also carries what heap summaries
//! need: where the *left* scene (the new one) has a guarded edge, every case must be covered; where the *right* one (the
//! stored one) has, one choice must do. What the walk leaves is a question about numbers, which [`super::implication`] answers.
//!
//! Duty: "yes" only if every concrete state of the left scene is one of the right scene. "No" may also mean "don't know".

mod absorb;

use std::rc::Rc;
use std::time::{Duration, Instant};

use logic::solver::{Answer, Query};
use logic::term::Term;
use machine::heap::Payload;
use machine::machine::Machine;
use machine::scene::{AtFirst, Cell, Edge, NodeBase, NodeContent, Scene, SceneNode, Unread, same_payload};
use machine::value::UnknownId;

use super::implication;

/// Pairs of edges that are looked at in one comparison, over all its cases.
const MOST_STEPS: u32 = 4_000;
/// Cases of one comparison.
const MOST_CASES: u32 = 64;
/// Numbers tried for those of summarised objects in one comparison.
const MOST_NUMBERS: u32 = 256;

/// Effort for one comparison, in instructions that could have been executed instead.
const MOST_EFFORT: u64 = 4_000_000;

const NO_NODE: u32 = u32::MAX;

/// Which nodes correspond: for each node of the stored scene the one of the new scene.
pub(crate) type Labels = Vec<Option<u32>>;

/// Elements of an unknown array that were read: index, value, and where that holds.
type Reads<'s> = &'s [(Term, Edge, Option<Term>)];

/// Why the walk of a case ended early.
enum Mismatch {
    /// The case is not covered.
    No,
    /// The comparison is too large.
    TooMuch,
}

/// What a comparison found.
pub(crate) struct Comparison {
    /// The labels of the nodes if the right scene covers the left one.
    pub(crate) labels: Option<Labels>,
    /// Time for all but questions about numbers.
    pub(crate) shape_time: Duration,
}

/// One comparison.
struct Walk<'s> {
    machine: &'s mut Machine,
    left: &'s Scene,
    right: &'s Scene,
    steps: u32,
    cases: u32,
    /// Numbers tried for those of summarised objects.
    numbers: u32,
    /// What the machine may have done when this must be over.
    until: u64,
    number_time: Duration,
    /// Whether it matters how much of the bounds the two paths used up.
    counts_bounds: bool,
    /// Of the first case that was covered.
    labels: Option<Labels>,
}

/// One case of the left scene, under assumptions, with the choices made in the right one.
#[derive(Clone)]
struct Case<'s> {
    pending: Vec<(&'s Edge, &'s Edge)>,
    left_of: Vec<u32>,
    right_of: Vec<u32>,
    /// What undecided references of the right scene stand for.
    unknowns: Vec<(UnknownId, &'s Edge)>,
    /// Terms of the right scene and the terms of the left scene that they must equal.
    equalities: Vec<(Term, Term)>,
    /// Conditions of the right scene that must hold.
    obligations: Vec<Term>,
    /// Numbers of summarised objects: each on the left must be one of those on the right.
    numbers: Vec<(&'s [Edge], &'s [Edge])>,
    /// Conditions of the left scene that hold in this case.
    assumptions: Vec<Term>,
    /// Nodes of the left scene that an unread reference of the right scene stands for.
    absorbed: Vec<u32>,
    /// References read on the left that are unread on the right.
    absorbed_reads: u32,
    /// Whether something that is unread on the left was absorbed.
    absorbs_unread: bool,
}

/// Whether `right` covers `left`; the labels of the nodes if so.
pub(crate) fn covers(machine: &mut Machine, left: &Scene, right: &Scene) -> Option<Labels> {
    compare(machine, left, right).labels
}

/// Whether `right` covers `left`.
pub(crate) fn compare(machine: &mut Machine, left: &Scene, right: &Scene) -> Comparison {
    if !within_bounds(left, right) || !tries_as_much(left, right) {
        return Comparison { labels: None, shape_time: Duration::ZERO };
    }
    walk(machine, left, right, true)
}

/// Whether `right` also stands for nothing that `left` does not stand for, so that both branch at the same places.
pub(crate) fn is_no_more(machine: &mut Machine, left: &Scene, right: &Scene) -> bool {
    left.asleep == right.asleep && walk(machine, right, left, false).labels.is_some()
}

fn walk(machine: &mut Machine, left: &Scene, right: &Scene, counts_bounds: bool) -> Comparison {
    let started = Instant::now();
    if left.roots.len() != right.roots.len() {
        return Comparison { labels: None, shape_time: started.elapsed() };
    }
    let mut case = Case {
        pending: left.roots.iter().zip(&right.roots).map(|(left, right)| (&left.edge, &right.edge)).collect(),
        left_of: vec![NO_NODE; right.nodes.len()],
        right_of: vec![NO_NODE; left.nodes.len()],
        unknowns: Vec::new(),
        equalities: Vec::new(),
        obligations: Vec::new(),
        numbers: Vec::new(),
        assumptions: Vec::new(),
        absorbed: Vec::new(),
        absorbed_reads: 0,
        absorbs_unread: false,
    };
    // The walk takes from the end.
    case.pending.reverse();
    let until = machine.effort() + MOST_EFFORT;
    let mut walk = Walk {
        machine,
        left,
        right,
        steps: 0,
        cases: 0,
        numbers: 0,
        until,
        number_time: Duration::ZERO,
        counts_bounds,
        labels: None,
    };
    let labels = walk.solve(case).ok().map(|()| walk.labels.unwrap_or_default());
    Comparison { labels, shape_time: started.elapsed().saturating_sub(walk.number_time) }
}

/// Whether the path to `right` used up no more of the bounds on paths than the one to `left`; of `--max-branches` as much, so that
/// what follows is cut at the same places, and the verdict does not depend on what a heap model makes it possible to recognise.
fn within_bounds(left: &Scene, right: &Scene) -> bool {
    right.choices <= left.choices
        && right.branches == left.branches
        && left.loops.len() == right.loops.len()
        && left.loops.iter().zip(&right.loops).all(|((in_left, left), (in_right, right))| {
            (in_left, left.frame, left.head) == (in_right, right.frame, right.head)
                && right.iterations <= left.iterations
        })
}

/// Whether from `right` every thread is tried that is tried from `left`. What a thread that is asleep would do first is explored
/// where it was tried; that says something of states reached from there alone.
fn tries_as_much(left: &Scene, right: &Scene) -> bool {
    right.asleep & !left.asleep == 0
}

impl<'s> Walk<'s> {
    fn solve(&mut self, mut case: Case<'s>) -> Result<(), Mismatch> {
        while let Some((left, right)) = case.pending.pop() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Mismatch::TooMuch);
            }
            let is_matched = match (left, right) {
                (_, Edge::Unread(unread)) => self.absorb(&mut case, left, unread),
                (Edge::Guarded(cases), _) => return self.split(case, cases, right),
                (_, Edge::Guarded(choices)) => return self.choose(case, left, choices),
                (Edge::Primitive(left), Edge::Primitive(right)) => {
                    if left != right || self.machine.pool.as_const(*left).is_none() {
                        case.equalities.push((*right, *left));
                    }
                    // Different constants are never equal.
                    left == right
                        || self.machine.pool.as_const(*left).is_none()
                        || self.machine.pool.as_const(*right).is_none()
                }
                (Edge::Primitive(_) | Edge::UnreadPrimitive, Edge::UnreadPrimitive) => self.fits_an_input(left),
                (Edge::UnreadPrimitive, Edge::Primitive(right)) => {
                    let any = self.any_value(*right);
                    case.equalities.push((*right, any));
                    true
                }
                (Edge::Null, Edge::Null) => true,
                (Edge::Known(left), Edge::Known(right)) => left == right,
                (Edge::Node(left), Edge::Node(right)) => self.label(&mut case, *left, *right),
                (Edge::Index(left), Edge::Index(right)) => self.same_places(&mut case, left, right),
                (Edge::Opaque, Edge::Opaque) => true,
                _ => false,
            };
            if !is_matched {
                return self.unless_impossible(&case);
            }
        }
        if !case.numbers.is_empty() {
            let numbers = std::mem::take(&mut case.numbers);
            return self.every_number(&case, &numbers, &mut Vec::new());
        }
        if self.is_finished(&case) { Ok(()) } else { self.unless_impossible(&case) }
    }

    /// Whatever the numbers of summarised objects are on the left …
    fn every_number(
        &mut self,
        case: &Case<'s>,
        numbers: &[(&'s [Edge], &'s [Edge])],
        taken: &mut Vec<&'s Edge>,
    ) -> Result<(), Mismatch> {
        let Some((left, _)) = numbers.get(taken.len()) else { return self.some_number(case, numbers, taken) };
        for edge in left.iter() {
            taken.push(edge);
            let result = self.every_number(case, numbers, taken);
            taken.pop();
            result?;
        }
        Ok(())
    }

    /// … there is one for each on the right.
    fn some_number(
        &mut self,
        case: &Case<'s>,
        numbers: &[(&'s [Edge], &'s [Edge])],
        taken: &[&'s Edge],
    ) -> Result<(), Mismatch> {
        let Some(((_, right), (left, taken))) = numbers.split_first().map(|(first, _)| first).zip(taken.split_first())
        else {
            return self.solve(case.clone());
        };
        // The number itself is the best guess.
        let guesses = right.iter().filter(|edge| edge == left).chain(right.iter().filter(|edge| edge != left));
        for edge in guesses {
            self.numbers += 1;
            if self.numbers > MOST_NUMBERS {
                return Err(Mismatch::TooMuch);
            }
            let mut next = case.clone();
            next.pending.push((left, edge));
            match self.some_number(&next, &numbers[1..], taken) {
                Err(Mismatch::No) => {}
                decided => return decided,
            }
        }
        Err(Mismatch::No)
    }

    /// Two indices at the same places of arrays that correspond.
    fn same_places(&mut self, case: &mut Case<'s>, left: &[(u32, u32)], right: &[(u32, u32)]) -> bool {
        left.len() == right.len()
            && left
                .iter()
                .zip(right)
                .all(|((left, at), (right, also_at))| at == also_at && self.label(case, *left, *right))
    }

    fn next_case(&mut self) -> Result<(), Mismatch> {
        self.cases += 1;
        if self.cases > MOST_CASES || self.machine.effort() > self.until { Err(Mismatch::TooMuch) } else { Ok(()) }
    }

    /// A value about which nothing is known.
    fn any_value(&mut self, like: Term) -> Term {
        let sort = self.machine.pool.sort(like);
        self.steps += 1;
        let name = format!("any {sort:?} {}", self.steps);
        self.machine.pool.symbol(&name, sort)
    }

    /// A case that is not covered does not count if it cannot happen.
    fn unless_impossible(&mut self, case: &Case<'s>) -> Result<(), Mismatch> {
        if case.assumptions.is_empty() {
            return Err(Mismatch::No);
        }
        let left = self.left;
        let query = Query { path: &left.condition, goal: &case.assumptions, witness: left.witness.as_ref() };
        match self.machine.ask(query) {
            Answer::Unsat => Ok(()),
            _ => Err(Mismatch::No),
        }
    }

    /// Every case of a guarded edge on the left must be covered.
    fn split(&mut self, case: Case<'s>, cases: &'s Rc<[(Term, Edge)]>, right: &'s Edge) -> Result<(), Mismatch> {
        for (guard, edge) in cases.iter() {
            self.next_case()?;
            let mut next = case.clone();
            let holds = self.machine.pool.and_all(&next.assumptions);
            let together = self.machine.pool.and(holds, *guard);
            if self.machine.pool.is_false(together) {
                continue;
            }
            next.assumptions.push(*guard);
            next.pending.push((edge, right));
            self.solve(next)?;
        }
        Ok(())
    }

    /// One choice of a guarded edge on the right must do.
    fn choose(&mut self, case: Case<'s>, left: &'s Edge, choices: &'s Rc<[(Term, Edge)]>) -> Result<(), Mismatch> {
        for (guard, edge) in choices.iter() {
            self.next_case()?;
            let mut next = case.clone();
            next.obligations.push(*guard);
            next.pending.push((left, edge));
            match self.solve(next) {
                Ok(()) => return Ok(()),
                Err(Mismatch::TooMuch) => return Err(Mismatch::TooMuch),
                Err(Mismatch::No) => {}
            }
        }
        self.unless_impossible(&case)
    }

    /// Let two nodes correspond, and so all they hold.
    fn label(&mut self, case: &mut Case<'s>, left: u32, right: u32) -> bool {
        let (of_left, of_right) = (case.right_of[left as usize], case.left_of[right as usize]);
        if of_left != NO_NODE || of_right != NO_NODE {
            return of_left == right && of_right == left;
        }
        let (left_node, right_node) = (&self.left.nodes[left as usize], &self.right.nodes[right as usize]);
        if !self.same_kind(case, left_node, right_node) {
            return false;
        }
        case.right_of[left as usize] = right;
        case.left_of[right as usize] = left;
        if !self.absorb_unlisted(case, left_node, right_node.depth) || !self.at_first(case, left_node, right_node) {
            return false;
        }
        match (&left_node.content, &right_node.content) {
            (NodeContent::Fields(left), NodeContent::Fields(right)) => {
                case.pending.extend(left.iter().zip(right).rev());
                let extra = left.iter().enumerate().skip(right.len());
                match left.len().cmp(&right.len()) {
                    std::cmp::Ordering::Equal => true,
                    // Fields of a subclass that the object on the right may have, too: unread there.
                    std::cmp::Ordering::Greater if right_node.candidates.is_some() => {
                        extra.into_iter().all(|(slot, edge)| self.absorb_field(case, left_node, slot, edge, right_node))
                    }
                    _ => false,
                }
            }
            (NodeContent::Array { .. }, NodeContent::Array { .. }) => self.arrays(case, left_node, (right, right_node)),
            (NodeContent::Cells(left), NodeContent::Cells(right)) => {
                left.len() == right.len()
                    && left.iter().zip(right).all(|(left, right)| match (left, right) {
                        (Cell::Elements(left), Cell::Elements(right)) => self.sets(case, left, right),
                        (Cell::Gap(Some(left)), Cell::Gap(Some(right))) => {
                            case.pending.push((left, right));
                            true
                        }
                        (left, right) => left == right,
                    })
            }
            (left, right) => match (slots(left), slots(right)) {
                (Some(left), Some(right)) => {
                    left.len() == right.len()
                        && left.into_iter().zip(right).all(|(left, right)| self.sets(case, left, right))
                }
                _ => false,
            },
        }
    }

    /// What preconditions that wait will see of two objects. Where the right one has not changed, nor has the left one: both are then
    /// one value on the right. (What was written into arrays is compared with the layers.)
    fn at_first(&mut self, case: &mut Case<'s>, left: &'s SceneNode, right: &'s SceneNode) -> bool {
        let changed = |node: &'s SceneNode| match &node.at_first {
            AtFirst::Fields(fields) => &fields[..],
            AtFirst::AsNow | AtFirst::BelowLayers => &[],
        };
        let (of_left, of_right) = (changed(left), changed(right));
        if of_left.iter().any(|(slot, _)| !of_right.iter().any(|(other, _)| other == slot)) {
            return false;
        }
        of_right.iter().all(|(slot, at_first)| {
            let now = |node: &'s SceneNode| match &node.content {
                NodeContent::Fields(fields) => fields.get(*slot),
                _ => None,
            };
            let (Some(now_left), Some(now_right)) = (now(left), now(right)) else { return false };
            if absorb::has_anonymous_unread(at_first) && absorb::has_anonymous_unread(now_right) {
                // They are one and the same where both are unread, which is not told.
                return false;
            }
            let known = of_left.iter().find(|(other, _)| other == slot);
            case.pending.push((known.map_or(now_left, |(_, edge)| edge), at_first));
            true
        })
    }

    /// What a summarised object holds is compared one by one: numbers in every combination, targets in their order.
    fn sets(&mut self, case: &mut Case<'s>, left: &'s [Edge], right: &'s [Edge]) -> bool {
        let is_number = |edge: &Edge| matches!(edge, Edge::Primitive(_) | Edge::UnreadPrimitive);
        if let [Edge::Unread(unread)] = right {
            return left.iter().all(|edge| self.absorb(case, edge, unread));
        }
        if right.contains(&Edge::UnreadPrimitive) {
            return left.iter().all(|edge| is_number(edge) && self.fits_an_input(edge));
        }
        if (left.len() > 1 || right.len() > 1) && left.iter().chain(right).all(is_number) {
            case.numbers.push((left, right));
            return true;
        }
        case.pending.extend(left.iter().zip(right).rev());
        left.len() == right.len()
    }

    fn same_kind(&mut self, case: &mut Case<'s>, left: &SceneNode, right: &SceneNode) -> bool {
        // An object of the start-up is itself in every state.
        let is_start_up = |node: &SceneNode| self.left.point.has_changed(node.object);
        if (is_start_up(left) || is_start_up(right)) && left.object != right.object {
            return false;
        }
        if let (Payload::InputBox(left), Payload::InputBox(right)) = (&left.payload, &right.payload) {
            case.equalities.push((*right, *left));
        } else if !same_payload(&left.payload, &right.payload) {
            return false;
        }
        if (left.monitor, left.owner) != (right.monitor, right.owner) {
            return false;
        }
        if left.open.is_some() && left.open != right.open {
            return false;
        }
        let left_classes = left.candidates.as_deref().unwrap_or(std::slice::from_ref(&left.class));
        let right_classes = right.candidates.as_deref().unwrap_or(std::slice::from_ref(&right.class));
        if !left_classes.iter().all(|class| right_classes.contains(class)) {
            return false;
        }
        match (&left.class_unknown, &right.class_unknown) {
            (None, None) => true,
            (Some(left), Some(right)) if left.classes == right.classes => {
                case.equalities.push((right.symbol, left.symbol));
                true
            }
            (Some(_), None) => right_classes.len() > 1,
            (None, Some(right)) => match (left_classes, right.classes.iter().position(|class| *class == left.class)) {
                ([_], Some(number)) => {
                    let width = self.machine.pool.sort(right.symbol).width().unwrap_or(4);
                    let number = self.machine.pool.bv(width, number as u64);
                    case.equalities.push((right.symbol, number));
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn arrays(
        &mut self,
        case: &mut Case<'s>,
        left: &'s SceneNode,
        (right_number, right): (u32, &'s SceneNode),
    ) -> bool {
        let NodeContent::Array { length: left_length, base: left_base, layers: left_layers } = &left.content else {
            return false;
        };
        let NodeContent::Array { length: right_length, base: right_base, layers: right_layers } = &right.content else {
            return false;
        };
        case.equalities.push((*right_length, *left_length));
        if let (NodeBase::Unknown(reads), true) = (right_base, right_layers.is_empty())
            && reads.is_empty()
            && matches!(left.at_first, AtFirst::AsNow)
            && !self.is_copied(right_number)
        {
            // Nothing is known of the elements: whatever they are on the left is covered.
            return self.absorb_elements(case, left, right);
        }
        if left_layers.len() != right_layers.len() {
            return false;
        }
        for (left_layer, right_layer) in left_layers.iter().zip(right_layers) {
            if left_layer.len() != right_layer.len() {
                return false;
            }
            for ((left_index, left_value), (right_index, right_value)) in left_layer.iter().zip(right_layer) {
                case.equalities.push((*right_index, *left_index));
                case.pending.push((left_value, right_value));
            }
        }
        match (left_base, right_base) {
            (NodeBase::Values(left), NodeBase::Values(right)) => {
                case.pending.extend(left.iter().zip(right));
                left.len() == right.len()
            }
            (NodeBase::Uniform(left), NodeBase::Uniform(right)) => {
                case.pending.push((left, right));
                true
            }
            (NodeBase::Unknown(left_reads), NodeBase::Unknown(right_reads)) => {
                self.unknown_elements(case, (left, left_reads), (right, right_reads))
            }
            (NodeBase::Initial(left), NodeBase::Initial(right)) => self.label(case, *left, *right),
            _ => false,
        }
    }

    /// Whether another array of the right scene holds what this one had at first, so that its elements are not arbitrary.
    fn is_copied(&self, right: u32) -> bool {
        let mut contents = self.right.nodes.iter().map(|node| &node.content);
        contents
            .any(|content| matches!(content, NodeContent::Array { base: NodeBase::Initial(of), .. } if *of == right))
    }

    /// Two unknown arrays: what was read of the right one must have been read of the left one, too.
    fn unknown_elements(
        &mut self,
        case: &mut Case<'s>,
        (left, left_reads): (&'s SceneNode, Reads<'s>),
        (right, right_reads): (&'s SceneNode, Reads<'s>),
    ) -> bool {
        let mut is_used = vec![false; left_reads.len()];
        for (position, (index, value, guard)) in right_reads.iter().enumerate() {
            let same = left_reads.iter().position(|(other, _, _)| other == index);
            let Some(found) = same.or((position < left_reads.len()).then_some(position)) else {
                match value {
                    // It may have any value on the left. Which element it is must not depend on that value: it is the one
                    // whose index is the same term on the left.
                    Edge::Primitive(term) if guard.is_none() => {
                        let any = self.any_value(*term);
                        case.equalities.push((*index, *index));
                        case.equalities.push((*term, any));
                        continue;
                    }
                    _ => return false,
                }
            };
            let (left_index, left_value, left_guard) = &left_reads[found];
            is_used[found] = true;
            case.equalities.push((*index, *left_index));
            match (guard, left_guard) {
                (None, None) => {}
                (Some(right), Some(left)) => case.equalities.push((*right, *left)),
                _ => return false,
            }
            case.pending.push((left_value, value));
        }
        let Some(declared) = self.machine.reference_type_of_elements(left.class) else {
            return left_reads.iter().all(|(_, value, _)| self.fits_an_input(value));
        };
        let unread = Unread { declared, depth: right.depth, may_be_null: true, unknown: None };
        left_reads
            .iter()
            .zip(is_used)
            .filter(|(_, is_used)| !is_used)
            .all(|((_, value, _), _)| self.absorb(case, value, &unread))
    }

    /// All edges correspond: what remains are conditions on inputs, on bounds, on identities, and on numbers.
    fn is_finished(&mut self, case: &Case<'s>) -> bool {
        let is_input = |right: u32| self.right.nodes[right as usize].is_input;
        let partner = |left: u32| case.right_of[left as usize];
        let aliases_input = |left: &u32| partner(*left) == NO_NODE || is_input(partner(*left));
        if !case.absorbed.iter().all(aliases_input) {
            return false;
        }
        if case.absorbs_unread {
            // What is unread on the left may turn out to be any object of the input there; so it must on the right.
            let is_input_here_alone = |(number, node): (usize, &SceneNode)| {
                node.is_input && partner(number as u32) != NO_NODE && !is_input(partner(number as u32))
            };
            if self.left.has_detached_writes || self.left.nodes.iter().enumerate().any(is_input_here_alone) {
                return false;
            }
        }
        if self.counts_bounds && !self.is_within_bounds(case) {
            return false;
        }
        if !self.same_identities(case) {
            return false;
        }
        let asked = Instant::now();
        let is_implied = implication::holds(
            self.machine,
            &implication::Question {
                until: self.until,
                premise: &self.left.condition,
                witness: self.left.witness.as_ref(),
                assumptions: &case.assumptions,
                conclusion: &self.right.condition,
                equalities: &case.equalities,
                obligations: &case.obligations,
            },
        );
        self.number_time += asked.elapsed();
        if is_implied && self.labels.is_none() {
            let label = |left: &u32| (*left != NO_NODE).then_some(*left);
            self.labels = Some(case.left_of.iter().map(label).collect());
        }
        is_implied
    }

    /// Whether the right scene, once it has read what it absorbed, has used up no more of the bounds than the left one.
    fn is_within_bounds(&self, case: &Case<'s>) -> bool {
        let is_new = |left: &&u32| case.right_of[**left as usize] == NO_NODE;
        let (new_objects, choices) = if self.machine.forks_on_reads() {
            (case.absorbed.iter().filter(is_new).count() as u32, case.absorbed_reads)
        } else {
            // Every read makes an object, whatever the reference then turns out to be.
            (case.absorbed_reads, 0)
        };
        self.right.choices + choices <= self.left.choices
            && (self.machine.config.objects.is_none() || self.right.input_count + new_objects <= self.left.input_count)
    }

    /// What is interned in one scene and reached is the same in the other.
    fn same_identities(&self, case: &Case<'s>) -> bool {
        let corresponds = |(what, node): &(machine::scene::Interned, u32), links: &[u32], other: &Scene| {
            let partner = links[*node as usize];
            let position = other.interned.binary_search_by(|(key, _)| key.cmp(what));
            match (partner, position) {
                (NO_NODE, _) => true,
                (partner, Ok(position)) => other.interned[position].1 == partner,
                (_, Err(_)) => false,
            }
        };
        self.left.interned.iter().all(|entry| corresponds(entry, &case.right_of, self.right))
            && self.right.interned.iter().all(|entry| corresponds(entry, &case.left_of, self.left))
    }
}

/// What each field of an object, or of one of several, may hold.
fn slots(content: &NodeContent) -> Option<Vec<&[Edge]>> {
    match content {
        NodeContent::Fields(fields) => Some(fields.iter().map(std::slice::from_ref).collect()),
        NodeContent::Summary(fields) => Some(fields.iter().map(Vec::as_slice).collect()),
        _ => None,
    }
}
