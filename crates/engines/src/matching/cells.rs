//! Arrays as sequences of cells (document A, section 6.2).
//!
//! An array is what was read of it and written to it, sorted by index; between two cells that need not be neighbours there is
//! a gap (the paper's n*, Algorithm 3). Index variables point to cells, so they are roots: what matters is which cell they
//! are at, not the number. Neighbours that no variable points to become one (Definition 10).
//!
//! The paper's machine decides the order of cells whenever one is read. Ours does not, so the order may be open: then a scene
//! falls into *cases*, one for each order the path condition allows, and each of them is a scene of its own.
//!
//! Deviation: places before the first and behind the last element, and the cell of an index variable that was not read yet,
//! are places as well. The paper has no word for an index variable that has run out of the array.

use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Const, Sort, Term, signed};
use machine::machine::Machine;
use machine::scene::{Edge, NodeBase, NodeContent, Place, Scene, Unread};

use super::abstraction;

/// Cases of one scene; with more, its arrays stay as they are.
const MOST_CASES: usize = 16;
/// Known cells of one array; one with more stays as it is.
const MOST_CELLS: usize = 48;

/// Turn the arrays of a scene into cells. `indices` has the values of those roots that arrays are indexed with.
pub(crate) fn with_cells(machine: &mut Machine, scene: Scene, indices: &[Option<Term>], shortest: usize) -> Vec<Scene> {
    let arrays: Vec<usize> = (0..scene.nodes.len()).filter(|node| is_sequence(machine, &scene, *node)).collect();
    if arrays.is_empty() {
        return vec![scene];
    }
    let mut cases = vec![scene.clone()];
    for number in arrays {
        let mut next = Vec::new();
        for case in &cases {
            match split(machine, case, number, indices, shortest) {
                Some(split) => next.extend(split),
                None => return vec![scene],
            }
        }
        if next.len() > MOST_CASES {
            return vec![scene];
        }
        cases = next;
    }
    cases
}

/// Whether all that is known of an array is cells.
fn is_sequence(machine: &Machine, scene: &Scene, number: usize) -> bool {
    let NodeContent::Array { base, layers, .. } = &scene.nodes[number].content else { return false };
    let is_base_of = |content: &NodeContent| matches!(content, NodeContent::Array { base: NodeBase::Initial(original), .. } if *original as usize == number);
    let is_constant = |(index, _): &(Term, Edge)| machine.pool.as_const(*index).is_some();
    let written = layers.iter().map(Vec::len).sum::<usize>();
    let is_known = match base {
        NodeBase::Values(values) => values.len() + written <= MOST_CELLS && layers.iter().flatten().all(is_constant),
        NodeBase::Uniform(_) => written <= MOST_CELLS,
        NodeBase::Unknown(reads) => {
            reads.len() + written <= MOST_CELLS && reads.iter().all(|(_, _, guard)| guard.is_none())
        }
        NodeBase::Initial(_) => false,
    };
    is_known && !scene.nodes.iter().any(|node| is_base_of(&node.content))
}

/// What is at an index.
#[derive(Clone)]
enum Mark {
    Start,
    End,
    /// A cell; of several with the same index the last one counts.
    Cell(Edge),
    /// The root with this number.
    Root(usize),
}

fn split(
    machine: &mut Machine,
    scene: &Scene,
    number: usize,
    indices: &[Option<Term>],
    shortest: usize,
) -> Option<Vec<Scene>> {
    let node = &scene.nodes[number];
    let NodeContent::Array { length, base, layers } = &node.content else { return None };
    let sort = machine.pool.sort(*length);
    let mut marks: Vec<(Term, Mark)> = vec![(constant(machine, sort, -1)?, Mark::Start), (*length, Mark::End)];
    let mut gap = None;
    let mut unread = match machine.reference_type_of_elements(node.class) {
        Some(declared) => Edge::Unread(Unread { declared, depth: node.depth, may_be_null: true, unknown: None }),
        None => Edge::UnreadPrimitive,
    };
    match base {
        NodeBase::Values(values) => {
            for (index, value) in values.iter().enumerate() {
                marks.push((constant(machine, sort, index as i128)?, Mark::Cell(value.clone())));
            }
        }
        NodeBase::Uniform(value) => {
            gap = Some(value.clone());
            unread = value.clone();
        }
        NodeBase::Unknown(reads) => {
            marks.extend(reads.iter().map(|(index, value, _)| (*index, Mark::Cell(value.clone()))));
        }
        NodeBase::Initial(_) => return None,
    }
    marks.extend(layers.iter().flatten().map(|(index, value)| (*index, Mark::Cell(value.clone()))));
    for (root, term) in indices.iter().enumerate() {
        if let Some(term) = term
            && machine.pool.sort(*term) == sort
        {
            marks.push((*term, Mark::Root(root)));
        }
    }
    let terms: Vec<Term> = marks.iter().map(|(term, _)| *term).collect();
    let witness = match &scene.witness {
        Some(witness) => witness.clone(),
        None => model(machine, &scene.condition, &[])?,
    };
    let mut orders = Vec::new();
    order_by_index(machine, &terms, scene.condition.clone(), witness, &mut orders)?;
    let mut cases = Vec::with_capacity(orders.len());
    for order in orders {
        let places = places(&order, &marks, &gap, &unread);
        let (places, roots) = summarized(places, shortest);
        let mut case = Scene { condition: order.condition, witness: Some(order.witness), ..scene.clone() };
        case.nodes[number].content = NodeContent::Cells(places);
        for (root, place) in roots {
            let edge = &mut case.roots[root].edge;
            let mut places: Vec<(u32, u32)> = match edge {
                Edge::Index(places) => places.to_vec(),
                _ => Vec::new(),
            };
            places.push((number as u32, place));
            *edge = Edge::Index(places.into());
        }
        cases.push(case);
    }
    Some(cases)
}

/// The places in order, with the roots that point to them.
fn places(order: &Order, marks: &[(Term, Mark)], gap: &Option<Edge>, unread: &Edge) -> Vec<(Place, Vec<usize>)> {
    let mut places = Vec::new();
    let mut is_inside = false;
    for (position, group) in order.groups.iter().enumerate() {
        if position > 0 && !order.is_adjacent[position - 1] {
            places.push((Place::Gap(gap.clone().filter(|_| is_inside)), Vec::new()));
        }
        let mut roots = Vec::new();
        let mut place = if is_inside { Place::Cell(vec![unread.clone()]) } else { Place::Outside };
        for mark in group {
            match &marks[*mark].1 {
                Mark::Root(root) => roots.push(*root),
                Mark::Start => place = Place::Start,
                Mark::End => place = Place::End,
                Mark::Cell(value) if is_inside => place = Place::Cell(vec![value.clone()]),
                // Written or read where the path condition does not admit it: nothing is there.
                Mark::Cell(_) => {}
            }
        }
        match place {
            Place::Start => is_inside = true,
            Place::End => is_inside = false,
            _ => {}
        }
        places.push((place, roots));
    }
    places
}

/// Neighbours that no root points to become one cell. Gives the places, and which roots point where.
fn summarized(places: Vec<(Place, Vec<usize>)>, shortest: usize) -> (Vec<Place>, Vec<(usize, u32)>) {
    let is_uninterrupted = |(place, roots): &(Place, Vec<usize>)| {
        let is_plain = |edge: &Edge| !matches!(edge, Edge::Guarded(_) | Edge::Opaque);
        matches!(place, Place::Cell(values) if values.iter().all(is_plain)) && roots.is_empty()
    };
    let (mut made, mut pointed) = (Vec::new(), Vec::new());
    let mut rest = &places[..];
    while !rest.is_empty() {
        let run = rest.iter().take_while(|place| is_uninterrupted(place)).count();
        if run >= shortest.max(2) {
            let mut values = Vec::new();
            for (place, _) in &rest[..run] {
                if let Place::Cell(cell) = place {
                    cell.iter().for_each(|value| abstraction::add(&mut values, value.clone()));
                }
            }
            abstraction::order(&mut values);
            made.push(Place::Cell(values));
            rest = &rest[run..];
            continue;
        }
        for (place, roots) in &rest[..run.max(1)] {
            pointed.extend(roots.iter().map(|root| (*root, made.len() as u32)));
            made.push(place.clone());
        }
        rest = &rest[run.max(1)..];
    }
    (made, pointed)
}

/// One way in which indices may be ordered.
struct Order {
    /// The path condition with what was assumed.
    condition: Vec<Term>,
    witness: Rc<Model>,
    /// Equal indices, ascending.
    groups: Vec<Vec<usize>>,
    /// Whether each group is followed by the next number.
    is_adjacent: Vec<bool>,
}

/// All orders that a condition admits. A model guesses one; what it guesses about neighbours is asked, and where the answer
/// is no, either is assumed in turn.
fn order_by_index(
    machine: &mut Machine,
    terms: &[Term],
    condition: Vec<Term>,
    witness: Rc<Model>,
    orders: &mut Vec<Order>,
) -> Option<()> {
    let mut values = Vec::with_capacity(terms.len());
    for term in terms {
        values.push(match evaluate(&machine.pool, &witness, *term)? {
            Const::BitVec { width, bits } => i128::from(signed(width, bits)),
            Const::Int(value) => value,
            _ => return None,
        });
    }
    let mut sorted: Vec<usize> = (0..terms.len()).collect();
    sorted.sort_by_key(|term| values[*term]);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut is_adjacent = Vec::new();
    for (position, &term) in sorted.iter().enumerate() {
        let Some(previous) = position.checked_sub(1).map(|previous| sorted[previous]) else {
            groups.push(vec![term]);
            continue;
        };
        let (left, right) = (terms[previous], terms[term]);
        let same = machine.pool.eq(left, right);
        if values[previous] == values[term] {
            if !is_certain(machine, &condition, &witness, same) {
                return assume_each(machine, terms, (left, right), &condition, &witness, orders);
            }
            groups.last_mut()?.push(term);
            continue;
        }
        let next = successor(machine, left)?;
        let is_next = machine.pool.eq(next, right);
        let is_adjacent_here =
            values[previous] + 1 == values[term] && is_certain(machine, &condition, &witness, is_next);
        let less = machine.pool.lt(left, right);
        if !is_adjacent_here && !is_certain(machine, &condition, &witness, less) {
            return assume_each(machine, terms, (left, right), &condition, &witness, orders);
        }
        is_adjacent.push(is_adjacent_here);
        groups.push(vec![term]);
    }
    // The last write at an index counts.
    groups.iter_mut().for_each(|group| group.sort_unstable());
    orders.push(Order { condition, witness, groups, is_adjacent });
    (orders.len() <= MOST_CASES).then_some(())
}

/// Less, equal, greater: go on with each that is possible.
fn assume_each(
    machine: &mut Machine,
    terms: &[Term],
    (left, right): (Term, Term),
    condition: &[Term],
    witness: &Rc<Model>,
    orders: &mut Vec<Order>,
) -> Option<()> {
    let less = machine.pool.lt(left, right);
    let same = machine.pool.eq(left, right);
    let greater = machine.pool.lt(right, left);
    for assumed in [less, same, greater] {
        let holds = evaluate(&machine.pool, witness, assumed) == Some(Const::Bool(true));
        let witness = if holds {
            witness.clone()
        } else {
            let query = Query { path: condition, goal: &[assumed], witness: Some(witness) };
            match machine.ask(query) {
                Answer::Sat(model) => model,
                Answer::Unsat => continue,
                Answer::Unknown(_) => return None,
            }
        };
        let mut narrowed = condition.to_vec();
        narrowed.push(assumed);
        order_by_index(machine, terms, narrowed, witness, orders)?;
    }
    Some(())
}

fn is_certain(machine: &mut Machine, condition: &[Term], witness: &Rc<Model>, claim: Term) -> bool {
    if machine.pool.is_true(claim) || condition.contains(&claim) {
        return true;
    }
    let denied = machine.pool.not(claim);
    matches!(machine.ask(Query { path: condition, goal: &[denied], witness: Some(witness) }), Answer::Unsat)
}

fn model(machine: &mut Machine, condition: &[Term], goal: &[Term]) -> Option<Rc<Model>> {
    match machine.ask(Query { path: condition, goal, witness: None }) {
        Answer::Sat(model) => Some(model),
        _ => None,
    }
}

fn constant(machine: &mut Machine, sort: Sort, value: i128) -> Option<Term> {
    match sort {
        Sort::BitVec(width) => Some(machine.pool.bv(width, value as u64)),
        Sort::Int => Some(machine.pool.math(value)),
        _ => None,
    }
}

fn successor(machine: &mut Machine, term: Term) -> Option<Term> {
    let one = constant(machine, machine.pool.sort(term), 1)?;
    Some(machine.pool.add(term, one))
}
