//! Well-known questions, with counts: `cargo run --release -p lazuli-relational --example classics [NAME…]`.
//!
//! `alloy/NAME.als` asks the same in Alloy.

use std::time::{Duration, Instant};

use relational::bounds::{Tuples, each, pairs};
use relational::{
    Arithmetic, Atom, Bounds, Column, Element, Language, RelationalFormula, Session, SessionOptions, SetExpression,
    Solution, Universe, WorkLimits,
};

use Column::{Atoms, Numbers};

/// What a question is made of.
struct Question {
    language: Language,
    bounds: Bounds,
    formula: RelationalFormula,
}

/// Atoms with the names of their kind and a number, kind after kind; the sets of them.
fn universe<const KINDS: usize>(kinds: [(&str, usize); KINDS]) -> (Bounds, [Tuples; KINDS]) {
    let names = kinds.iter().flat_map(|(kind, count)| (0..*count).map(move |number| format!("{kind}{number}")));
    let mut first = 0;
    let sets = kinds.map(|(_, count)| {
        let atoms = (first..first + count as u32).map(Atom);
        first += count as u32;
        each(atoms)
    });
    (Bounds::new(Universe::new(names)), sets)
}

/// Nine pigeons in eight holes.
fn pigeonhole() -> Question {
    let l = Language::new();
    let (mut bounds, [pigeons, holes]) = universe([("Pigeon", 9), ("Hole", 8)]);
    let (pigeon, hole) = (l.relation("Pigeon", &[Atoms]), l.relation("hole", &[Atoms, Atoms]));
    bounds.exactly(pigeon, pigeons.clone());
    bounds.at_most(hole, pairs(&pigeons, &holes));
    let (p, q) = (l.variable("p", Atoms), l.variable("q", Atoms));
    let shared = l.intersection(l.join(p, hole), l.join(q, hole));
    let formula = l.and([
        l.all(p, pigeon, l.one(l.join(p, hole))),
        l.all(p, pigeon, l.all(q, l.difference(pigeon, p), l.no(shared))),
    ]);
    Question { language: l, bounds, formula }
}

/// Eight queens that do not attack each other.
fn queens() -> Question {
    let l = Language::new();
    let universe = Universe::new((0..8).map(|queen| format!("Queen{queen}"))).with_width(5);
    let mut bounds = Bounds::new(universe);
    let queens = each(bounds.universe().atoms());
    let (x, y) = (l.relation("x", &[Atoms, Numbers]), l.relation("y", &[Atoms, Numbers]));
    bounds.number_for_each(x, queens.clone());
    bounds.number_for_each(y, queens);
    let (q, r) = (l.variable("q", Atoms), l.variable("r", Atoms));
    let of = |queen, coordinate| l.only(l.join(queen, coordinate));
    let on_board = |n| l.and([l.at_most(l.value(0), n), l.at_most(n, l.value(7))]);
    let differ = |a, b| l.not(l.same(a, b));
    let diagonal = |operation, queen| l.arithmetic(operation, of(l.of(queen), l.of(x)), of(l.of(queen), l.of(y)));
    let apart = l.and([
        differ(of(l.of(q), l.of(x)), of(l.of(r), l.of(x))),
        differ(of(l.of(q), l.of(y)), of(l.of(r), l.of(y))),
        differ(diagonal(Arithmetic::Subtract, q), diagonal(Arithmetic::Subtract, r)),
        differ(diagonal(Arithmetic::Add, q), diagonal(Arithmetic::Add, r)),
    ]);
    let formula = l.and([
        l.all(q, l.atoms(), l.and([on_board(of(l.of(q), l.of(x))), on_board(of(l.of(q), l.of(y)))])),
        l.all(q, l.atoms(), l.all(r, l.difference(l.atoms(), q), apart)),
    ]);
    Question { language: l, bounds, formula }
}

/// The closure of a closure is that closure.
fn closure() -> Question {
    let l = Language::new();
    let (mut bounds, [atoms]) = universe([("Atom", 8)]);
    let r = l.relation("r", &[Atoms, Atoms]);
    bounds.at_most(r, pairs(&atoms, &atoms));
    let formula = l.not(l.equal(l.closure(l.closure(r)), l.closure(r)));
    Question { language: l, bounds, formula }
}

/// Lists of lists. Where no list is in two places and none contains itself, two lists that contain a third are one in the
/// other.
fn lists(count: usize) -> Question {
    let l = Language::new();
    let (mut bounds, [lists, cells]) = universe([("List", count), ("Cell", count)]);
    let (list, cell) = (l.relation("List", &[Atoms]), l.relation("Cell", &[Atoms]));
    let relation = |name| l.relation(name, &[Atoms, Atoms]);
    let (first, rest, item) = (relation("first"), relation("rest"), relation("item"));
    bounds.at_most(first, pairs(&lists, &cells));
    bounds.at_most(rest, pairs(&cells, &cells));
    bounds.at_most(item, pairs(&cells, &lists));
    bounds.exactly(list, lists);
    bounds.exactly(cell, cells);
    let (a, b, c) = (l.variable("a", Atoms), l.variable("b", Atoms), l.variable("c", Atoms));
    let field = |of, field| l.all(c, of, l.lone(l.join(c, field)));
    let acyclic = |relation: SetExpression| l.no(l.intersection(l.identity(), l.closure(relation)));
    let contains = l.join(l.join(first, l.reflexive_closure(rest)), item);
    let before = l.union(l.join(first, c), l.join(rest, c));
    let two = l.and([l.some(l.join(first, c)), l.some(l.join(rest, c))]);
    let inside = |of: SetExpression| l.join(of, l.closure(contains));
    let reflexive = l.reflexive_closure(contains);
    let comparable = l.or([l.subset(a, l.join(b, reflexive)), l.subset(b, l.join(a, reflexive))]);
    let overlap = l.some(l.intersection(inside(l.of(a)), inside(l.of(b))));
    let formula = l.and([
        field(list, first),
        field(cell, rest),
        field(cell, item),
        acyclic(l.of(rest)),
        l.all(c, cell, l.and([l.lone(before), l.not(two)])),
        l.all(c, list, l.lone(l.join(item, c))),
        acyclic(contains),
        l.not(l.all(a, list, l.all(b, list, l.implies(overlap, comparable)))),
    ]);
    Question { language: l, bounds, formula }
}

/// The vertices and edges of a graph without triangles that `colours` colours are too few for (Mycielski's).
fn mycielski(colours: usize) -> (u32, Vec<(u32, u32)>) {
    let (mut vertices, mut edges) = (2, vec![(0, 1)]);
    for _ in 2..=colours {
        let copies = edges.iter().flat_map(|&(a, b)| [(a, vertices + b), (b, vertices + a)]);
        let tips = (0..vertices).map(|vertex| (vertices + vertex, 2 * vertices));
        edges = edges.iter().copied().chain(copies).chain(tips).collect();
        vertices = 2 * vertices + 1;
    }
    (vertices, edges)
}

/// A graph of 23 vertices that four colours are too few for.
fn colouring() -> Question {
    let l = Language::new();
    let (vertex_count, edge_list) = mycielski(4);
    let (mut bounds, [vertices, colours]) = universe([("V", vertex_count as usize), ("Colour", 4)]);
    let vertex = l.relation("Vertex", &[Atoms]);
    let (edges, colour) = (l.relation("edges", &[Atoms, Atoms]), l.relation("colour", &[Atoms, Atoms]));
    let edge = |(a, b): (u32, u32)| vec![Element::Atom(Atom(a)), Element::Atom(Atom(b))];
    bounds.exactly(edges, edge_list.into_iter().map(edge).collect());
    bounds.at_most(colour, pairs(&vertices, &colours));
    bounds.exactly(vertex, vertices);
    let v = l.variable("v", Atoms);
    let neighbours = l.join(l.join(v, edges), colour);
    let formula = l.and([
        l.all(v, vertex, l.one(l.join(v, colour))),
        l.all(v, vertex, l.no(l.intersection(l.join(v, colour), neighbours))),
    ]);
    Question { language: l, bounds, formula }
}

/// A name, and how to ask.
type Entry = (&'static str, fn() -> Question);

const QUESTIONS: [Entry; 6] = [
    ("pigeonhole", pigeonhole),
    ("queens", queens),
    ("closure", closure),
    ("lists", || lists(4)),
    ("lists8", || lists(8)),
    ("colouring", colouring),
];

/// Nobody waits longer.
const PATIENCE: Duration = Duration::from_secs(100);

fn main() -> Result<(), relational::Mistake> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!("{:12} {:>8} {:>8} {:>12} {:>12}  answer", "question", "vars", "clauses", "translate ms", "solve ms");
    for (name, question) in QUESTIONS {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let started = Instant::now();
        let Question { language, bounds, formula } = question();
        let mut session = Session::new(&language, bounds, SessionOptions::default())?;
        session.set_limits(WorkLimits::within(PATIENCE));
        session.require(formula);
        let _ = session.dimacs(&[])?;
        let translated = started.elapsed();
        let answer = match session.solve()? {
            Solution::Satisfiable(_) => "satisfiable",
            Solution::Unsatisfiable(_) => "unsatisfiable",
            Solution::Unknown(_) => "unknown",
        };
        let solved = started.elapsed() - translated;
        let counts = session.statistics();
        println!(
            "{name:12} {:8} {:8} {:12.1} {:12.1}  {answer}",
            counts.variables,
            counts.clauses,
            translated.as_secs_f64() * 1000.0,
            solved.as_secs_f64() * 1000.0
        );
    }
    Ok(())
}
