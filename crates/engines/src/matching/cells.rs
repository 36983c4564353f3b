//! Arrays as sequences of cells (document A, section 6.2).
//!
//! An array is what was read of it and written to it, sorted by index; between two cells that need not be neighbours there is
//! a gap (the paper's n*, Algorithm 3). Index variables point to cells, so they are roots: what matters is which cell they
//! are at, not the number. Neighbours that no variable points to become one (Definition 10).
//!
//! The paper's machine decides the order of cells whenever one is read. Ours does not, so the order may be open: then the
//! state is split, and each case compared by itself.
//!
//! Deviation: places before the first and behind the last element, and the cell of an index variable that was not read yet,
//! are places as well. The paper has no word for an index variable that has run out of the array. With [`ArrayRoots::Accessed`]
//! it is as in the paper: a variable points to a cell that was accessed, or it is no root.

use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Const, Sort, Term};
use machine::machine::Machine;
use machine::scene::{Cell, Edge, NodeBase, NodeContent, Scene, Unread};

use super::{abstraction, decided};
use crate::reached::Split;

/// Known cells of one array; one with more stays as it is.
const MOST_CELLS: usize = 48;
/// What is marked on one array, and arrays with cells, as far as keys of splits can tell them apart.
const MOST_MARKS: usize = 1 << 8;
const MOST_ARRAYS: usize = 1 << 12;

/// What points into an array.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ArrayRoots {
    /// Index variables, wherever they are.
    #[default]
    All,
    /// Index variables at cells that were accessed. The others do not matter.
    Accessed,
}

/// The variables that arrays are indexed with.
pub(crate) struct Indices {
    /// By root, the value.
    pub(crate) values: Vec<Option<Term>>,
    pub(crate) roots: ArrayRoots,
}

/// Turn the arrays of a scene into cells, if their order is decided.
pub(crate) fn with_cells(
    machine: &mut Machine,
    mut scene: Scene,
    indices: &Indices,
    shortest: usize,
) -> Result<Scene, Split> {
    let mut has_cells = false;
    for number in 0..scene.nodes.len().min(MOST_ARRAYS) {
        if !is_sequence(machine, &scene, number) {
            continue;
        }
        let Some(marks) = marks(machine, &scene, number, indices) else { continue };
        let order = match order_by_index(machine, &scene, &marks) {
            Ordering::Decided(order) => order,
            Ordering::Open(left, right) => return Err(split_at(machine, number, &marks, left, right)),
            Ordering::Unknown => continue,
        };
        let mut places = places(machine, &scene, number, &order, &marks);
        if indices.roots == ArrayRoots::Accessed {
            point_to_accessed(machine, &scene, indices, &order, &marks, &mut places);
        }
        let (places, roots) = summarized(places, shortest);
        scene.nodes[number].content = NodeContent::Cells(places);
        has_cells = true;
        for (root, place) in roots {
            let edge = &mut scene.roots[root].edge;
            let mut places: Vec<(u32, u32)> = match edge {
                Edge::Index(places) => places.to_vec(),
                _ => Vec::new(),
            };
            places.push((number as u32, place));
            *edge = Edge::Index(places.into());
        }
    }
    if has_cells && indices.roots == ArrayRoots::Accessed {
        for (root, value) in scene.roots.iter_mut().zip(&indices.values) {
            if value.is_some() && matches!(root.edge, Edge::Primitive(_)) {
                root.edge = Edge::UnreadPrimitive;
            }
        }
    }
    if has_cells {
        decided::without_choices(machine, &mut scene);
    }
    Ok(scene)
}

/// The split with a key, as it was found before in the same scene.
pub(crate) fn split_again(machine: &mut Machine, scene: &Scene, indices: &Indices, key: u32) -> Option<Split> {
    let (number, left, right) = ((key >> 16) as usize, (key >> 8 & 255) as usize, (key & 255) as usize);
    if number >= scene.nodes.len() || !is_sequence(machine, scene, number) {
        return None;
    }
    let marks = marks(machine, scene, number, indices)?;
    (left.max(right) < marks.len()).then(|| split_at(machine, number, &marks, left, right))
}

/// Two marks in each order.
fn split_at(machine: &mut Machine, array: usize, marks: &[(Term, Mark)], left: usize, right: usize) -> Split {
    let (one, other) = (marks[left].0, marks[right].0);
    let pool = &mut machine.pool;
    let conditions = [pool.lt(one, other), pool.eq(one, other), pool.lt(other, one)];
    Split { key: (array << 16 | left << 8 | right) as u32, conditions }
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
enum Mark {
    Start,
    End,
    /// A cell; of several with the same index the last one counts.
    Cell(Edge),
    /// The root with this number.
    Root(usize),
}

/// All that is known of an array, by index. What was written later comes later.
fn marks(machine: &mut Machine, scene: &Scene, number: usize, indices: &Indices) -> Option<Vec<(Term, Mark)>> {
    let NodeContent::Array { length, base, layers } = &scene.nodes[number].content else { return None };
    let sort = machine.pool.sort(*length);
    let mut marks: Vec<(Term, Mark)> = vec![(constant(machine, sort, -1)?, Mark::Start), (*length, Mark::End)];
    match base {
        NodeBase::Values(values) => {
            for (index, value) in values.iter().enumerate() {
                marks.push((constant(machine, sort, index as i128)?, Mark::Cell(value.clone())));
            }
        }
        NodeBase::Unknown(reads) => {
            marks.extend(reads.iter().map(|(index, value, _)| (*index, Mark::Cell(value.clone()))));
        }
        NodeBase::Uniform(_) => {}
        NodeBase::Initial(_) => return None,
    }
    marks.extend(layers.iter().flatten().map(|(index, value)| (*index, Mark::Cell(value.clone()))));
    for (root, term) in indices.values.iter().enumerate() {
        if let Some(term) = term
            && indices.roots == ArrayRoots::All
            && machine.pool.sort(*term) == sort
        {
            marks.push((*term, Mark::Root(root)));
        }
    }
    (marks.len() <= MOST_MARKS).then_some(marks)
}

/// A place, with what points to it.
struct PlaceInOrder {
    place: Cell,
    roots: Vec<usize>,
    /// Of the order; none for a gap.
    group: Option<usize>,
}

impl PlaceInOrder {
    fn is_uninterrupted(&self) -> bool {
        let is_plain = |edge: &Edge| !matches!(edge, Edge::Guarded(_) | Edge::Segment(..) | Edge::Opaque);
        matches!(&self.place, Cell::Elements(values) if values.iter().all(is_plain)) && self.roots.is_empty()
    }
}

/// Let index variables point to the cells they are certain to be at.
fn point_to_accessed(
    machine: &mut Machine,
    scene: &Scene,
    indices: &Indices,
    order: &Order,
    marks: &[(Term, Mark)],
    places: &mut [PlaceInOrder],
) {
    let Some(witness) = model_of(machine, scene) else { return };
    for place in places {
        let (Some(group), Cell::Elements(_)) = (place.group, &place.place) else { continue };
        let (index, _) = marks[order.groups[group][0]];
        for (root, term) in indices.values.iter().enumerate() {
            if let Some(term) = term
                && machine.pool.sort(*term) == machine.pool.sort(index)
            {
                let same = machine.pool.eq(*term, index);
                if is_certain(machine, &scene.condition, &witness, same) {
                    place.roots.push(root);
                }
            }
        }
    }
}

/// The places in order, with the roots that point to them.
fn places(
    machine: &mut Machine,
    scene: &Scene,
    number: usize,
    order: &Order,
    marks: &[(Term, Mark)],
) -> Vec<PlaceInOrder> {
    let node = &scene.nodes[number];
    let gap = match &node.content {
        NodeContent::Array { base: NodeBase::Uniform(value), .. } => Some(value.clone()),
        _ => None,
    };
    let unread = match (&gap, machine.reference_type_of_elements(node.class)) {
        (Some(value), _) => value.clone(),
        (None, Some(declared)) => {
            Edge::Unread(Unread { declared, depth: node.depth, may_be_null: true, unknown: None })
        }
        (None, None) => Edge::UnreadPrimitive,
    };
    let mut places = Vec::new();
    let mut is_inside = false;
    for (position, group) in order.groups.iter().enumerate() {
        if position > 0 && !order.is_adjacent[position - 1] {
            let place = Cell::Gap(gap.clone().filter(|_| is_inside));
            places.push(PlaceInOrder { place, roots: Vec::new(), group: None });
        }
        let mut roots = Vec::new();
        let mut place = if is_inside { Cell::Elements(vec![unread.clone()]) } else { Cell::Outside };
        for mark in group {
            match &marks[*mark].1 {
                Mark::Root(root) => roots.push(*root),
                Mark::Start => place = Cell::Start,
                Mark::End => place = Cell::End,
                Mark::Cell(value) if is_inside => place = Cell::Elements(vec![value.clone()]),
                // Written or read where the path condition does not admit it: nothing is there.
                Mark::Cell(_) => {}
            }
        }
        match place {
            Cell::Start => is_inside = true,
            Cell::End => is_inside = false,
            _ => {}
        }
        places.push(PlaceInOrder { place, roots, group: Some(position) });
    }
    places
}

/// Neighbours that no root points to become one cell. Gives the places, and which roots point where.
fn summarized(places: Vec<PlaceInOrder>, shortest: usize) -> (Vec<Cell>, Vec<(usize, u32)>) {
    let (mut made, mut pointed) = (Vec::new(), Vec::new());
    let mut rest = &places[..];
    while !rest.is_empty() {
        let run = rest.iter().take_while(|place| place.is_uninterrupted()).count();
        if run >= shortest.max(2) {
            let mut values = Vec::new();
            for place in &rest[..run] {
                if let Cell::Elements(cell) = &place.place {
                    cell.iter().for_each(|value| abstraction::add(&mut values, value.clone()));
                }
            }
            abstraction::order(&mut values);
            made.push(Cell::Elements(values));
            rest = &rest[run..];
            continue;
        }
        for place in &rest[..run.max(1)] {
            pointed.extend(place.roots.iter().map(|root| (*root, made.len() as u32)));
            made.push(place.place.clone());
        }
        rest = &rest[run.max(1)..];
    }
    (made, pointed)
}

/// Whether the path condition decides the order of indices.
enum Ordering {
    Decided(Order),
    /// These two may be in more than one order.
    Open(usize, usize),
    /// There is no telling.
    Unknown,
}

/// Indices in order.
struct Order {
    /// Equal indices, ascending.
    groups: Vec<Vec<usize>>,
    /// Whether each group is followed by the next number.
    is_adjacent: Vec<bool>,
}

/// A model guesses an order; what it says about neighbours is asked.
fn order_by_index(machine: &mut Machine, scene: &Scene, marks: &[(Term, Mark)]) -> Ordering {
    let Some(witness) = model_of(machine, scene) else { return Ordering::Unknown };
    let mut values = Vec::with_capacity(marks.len());
    for (term, _) in marks {
        match evaluate(&machine.pool, &witness, *term).and_then(Const::as_signed) {
            Some(value) => values.push(value),
            None => return Ordering::Unknown,
        }
    }
    let mut sorted: Vec<usize> = (0..marks.len()).collect();
    sorted.sort_by_key(|mark| values[*mark]);
    let mut order = Order { groups: Vec::new(), is_adjacent: Vec::new() };
    let mut previous: Option<usize> = None;
    for mark in sorted {
        let Some(before) = previous.replace(mark) else {
            order.groups.push(vec![mark]);
            continue;
        };
        let (left, right) = (marks[before].0, marks[mark].0);
        let is_certain = |machine: &mut Machine, claim| is_certain(machine, &scene.condition, &witness, claim);
        if values[before] == values[mark] {
            let same = machine.pool.eq(left, right);
            match order.groups.last_mut() {
                Some(group) if is_certain(machine, same) => group.push(mark),
                _ => return Ordering::Open(before, mark),
            }
            continue;
        }
        let mut is_adjacent = false;
        if values[before] + 1 == values[mark]
            && let Some(next) = successor(machine, left)
        {
            let is_next = machine.pool.eq(next, right);
            is_adjacent = is_certain(machine, is_next);
        }
        let less = machine.pool.lt(left, right);
        if !is_adjacent && !is_certain(machine, less) {
            return Ordering::Open(before, mark);
        }
        order.is_adjacent.push(is_adjacent);
        order.groups.push(vec![mark]);
    }
    // The last write at an index counts.
    order.groups.iter_mut().for_each(|group| group.sort_unstable());
    Ordering::Decided(order)
}

/// A model of the path condition.
fn model_of(machine: &mut Machine, scene: &Scene) -> Option<Rc<Model>> {
    if scene.witness.is_some() {
        return scene.witness.clone();
    }
    match machine.ask(Query { path: &scene.condition, goal: &[], witness: None }) {
        Answer::Sat(model) => Some(model),
        _ => None,
    }
}

fn is_certain(machine: &mut Machine, condition: &[Term], witness: &Rc<Model>, claim: Term) -> bool {
    if machine.pool.is_true(claim) || condition.contains(&claim) {
        return true;
    }
    let denied = machine.pool.not(claim);
    matches!(machine.ask(Query { path: condition, goal: &[denied], witness: Some(witness) }), Answer::Unsat)
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
