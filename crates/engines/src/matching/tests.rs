//! `covers` against its definition: small heaps, all of them, compared with the concrete heaps they stand for. The figures and
//! definitions of document A on scenes that are written down are in modules of their own.

mod figures;
mod running;
mod sequences;
mod shapes;
mod summaries;
mod written;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use classpath::{ClassPath, ClassPathEntry, Jdk};
use javalite::generate::Random;
use logic::term::{Sort, Term};
use machine::entry::Goal;
use machine::heap_model::Summary;
use machine::machine::{Machine, MachineConfig};
use machine::scene::Scene;
use program::Program;
use program::class::ClassId;

use super::cover::covers;
use shapes::{Concrete, Shape, Target, is_included};

/// A class with two fields of its own type.
const SOURCE: &str = "(((class Node ([Node f] [Node g]) ((bool run [Node unused] true)))) (Node run))";

struct Fixture {
    machine: Machine,
    class: ClassId,
    /// Where all scenes are.
    like: Scene,
}

impl Fixture {
    fn new() -> Fixture {
        let source = javalite::parse(SOURCE).expect("a program");
        let mut class_path = ClassPath::new(Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK")));
        for (_, bytes) in javalite::compile(&source).expect("a program") {
            class_path = class_path.with_target_entry(ClassPathEntry::from_bytes(bytes).expect("a class file"));
        }
        let mut program = Program::new(class_path);
        let class = program.load("Node").expect("the class is there");
        let method = program.find_method(class, "run", "()Z").expect("the compiler makes an entry");
        let solver = logic::solver_stack(&logic::SolverConfig::default());
        // Reads of summaries do not fork: choices, which these scenes do not have, are never the reason for "no".
        let mut machine = Machine::new(program, solver, Rc::new(Summary), MachineConfig::default()).expect("a machine");
        let goal = Goal::Method {
            method,
            requires: Vec::new(),
            assume_invariants: false,
            check_invariant: false,
            properties: Default::default(),
        };
        let start = machine.start(&goal);
        let like = machine.scene(&start.state, &start.marks).expect("a small scene");
        Fixture { machine, class, like }
    }

    fn plain(&self, shape: &Shape) -> Scene {
        shape.scene(&self.like, self.class, Vec::new(), &BTreeMap::new())
    }

    fn covers(&mut self, left: &Scene, right: &Scene) -> bool {
        covers(&mut self.machine, left, right).is_some()
    }
}

/// Shapes, what they stand for, and their scenes.
struct Gallery {
    shapes: Vec<Shape>,
    concrete: Vec<Vec<Concrete>>,
    scenes: Vec<Scene>,
}

impl Gallery {
    /// `most`: nodes of the concrete heaps. One more than a shape has is enough to tell two of them apart: where one is unread
    /// and the other is null, a new object shows the difference.
    fn new(fixture: &Fixture, shapes: Vec<Shape>, most: usize) -> Gallery {
        let concrete = shapes.iter().map(|shape| shape.concrete(most)).collect();
        let scenes = shapes.iter().map(|shape| fixture.plain(shape)).collect();
        Gallery { shapes, concrete, scenes }
    }

    /// Compares one pair; `(is covered, is included)`.
    fn compare(&self, fixture: &mut Fixture, left: usize, right: usize) -> (bool, bool) {
        let is_covered = fixture.covers(&self.scenes[left], &self.scenes[right]);
        let is_included = is_included(&self.concrete[left], &self.concrete[right]);
        let pair = || format!("left {:?}\nright {:?}", self.shapes[left], self.shapes[right]);
        assert!(is_included || !is_covered, "covered, but not included:\n{}", pair());
        (is_covered, is_included)
    }
}

/// How often `covers` says yes, and how often it could.
#[derive(Default, Debug, PartialEq, Eq)]
struct Count {
    pairs: usize,
    covered: usize,
    included: usize,
}

impl Count {
    fn add(&mut self, (is_covered, is_included): (bool, bool)) {
        self.pairs += 1;
        self.covered += is_covered as usize;
        self.included += is_included as usize;
    }
}

fn compare_all(fixture: &mut Fixture, gallery: &Gallery) -> Count {
    let mut count = Count::default();
    for left in 0..gallery.shapes.len() {
        for right in 0..gallery.shapes.len() {
            count.add(gallery.compare(fixture, left, right));
        }
    }
    count
}

#[test]
fn pure_input_shapes_are_covered_exactly_if_they_are_included() {
    let mut fixture = Fixture::new();
    for (roots, most) in [(1, 2), (2, 1), (2, 2)] {
        let shapes = Shape::all(roots, most, &[true]);
        let gallery = Gallery::new(&fixture, shapes, most + 1);
        let count = compare_all(&mut fixture, &gallery);
        // Corollary 1: subsumption is inclusion.
        assert_eq!(count.covered, count.included, "{roots} roots, {most} nodes: {count:?}");
        assert!(count.covered > gallery.shapes.len(), "{count:?}");
    }
}

#[test]
fn shapes_with_made_objects_are_covered_only_if_they_are_included() {
    let mut fixture = Fixture::new();
    for (roots, most) in [(1, 2), (2, 1)] {
        let shapes = Shape::all(roots, most, &[true, false]);
        let gallery = Gallery::new(&fixture, shapes, most + 1);
        let count = compare_all(&mut fixture, &gallery);
        assert!(count.covered > gallery.shapes.len(), "{count:?}");
        assert_eq!(count.covered, count.included, "{roots} roots, {most} nodes: {count:?}");
    }
}

/// Every few shapes with three nodes, unless all are asked for: in the long run.
fn stride(most: usize) -> usize {
    if std::env::var_os("LAZULI_LONG").is_some() { 1 } else { most }
}

#[test]
fn three_nodes_of_the_input_are_covered_exactly_if_they_are_included() {
    let mut fixture = Fixture::new();
    let gallery = Gallery::new(&fixture, Shape::all(1, 3, &[true]), 4);
    let mut count = Count::default();
    for left in 0..gallery.shapes.len() {
        for right in (left % stride(7)..gallery.shapes.len()).step_by(stride(7)) {
            count.add(gallery.compare(&mut fixture, left, right));
        }
    }
    assert_eq!(count.covered, count.included, "{count:?}");
    assert!(count.covered > 1_000, "{count:?}");
}

/// One heap of the input or made by the program against all that differ from it in one place, and against all in which more is
/// unread: where being covered hangs by a thread.
#[test]
fn three_nodes_are_covered_only_if_they_are_included() {
    let mut fixture = Fixture::new();
    let shapes = Shape::all(1, 3, &[true, false]);
    let mut count = Count::default();
    for shape in shapes.iter().step_by(stride(40)) {
        let mut others: Vec<Shape> = Vec::new();
        for slot in 0..shape.slots() {
            let nodes = (0..shape.nodes.len() as u8).map(Target::Node);
            for target in nodes.chain([Target::Null, Target::Unread]) {
                others.push(shape.with(slot, target).reachable());
            }
        }
        for unread in 0..1_u32 << shape.slots() {
            let slots = (0..shape.slots()).filter(|slot| unread & 1 << slot != 0);
            others.push(slots.fold(shape.clone(), |shape, slot| shape.with(slot, Target::Unread)).reachable());
        }
        // A root is known by its name, and objects that the program made have nothing unread in them.
        others.retain(|other| other.roots.iter().all(|root| *root != Target::Unread) && is_legal(other));
        others.sort();
        others.dedup();
        others.push(shape.clone());
        let gallery = Gallery::new(&fixture, others, 4);
        let last = gallery.shapes.len() - 1;
        for other in 0..last {
            count.add(gallery.compare(&mut fixture, last, other));
            count.add(gallery.compare(&mut fixture, other, last));
        }
    }
    assert!(count.covered > 1_000 && count.included < count.pairs, "{count:?}");
}

fn is_legal(shape: &Shape) -> bool {
    shape.nodes.iter().all(|node| node.is_input || !node.fields.contains(&Target::Unread))
}

/// Unread references that are held in several places, among them objects that the program made.
#[test]
fn shared_unread_references_are_covered_only_if_they_are_included() {
    let mut fixture = Fixture::new();
    let mut random = Random::new(1);
    let mut shapes: Vec<Shape> = Vec::new();
    for shape in Shape::all(2, 1, &[true, false]).into_iter().chain(Shape::all(1, 2, &[true, false])) {
        let slots = shape.slots();
        shapes.push(shape.clone());
        // Up to three places hold one of two references.
        for _ in 0..4 {
            let mut shared = shape.clone();
            for _ in 0..1 + random.below(3) {
                shared = shared.with(random.below(slots), Target::Shared(random.below(2) as u8));
            }
            shapes.push(shared.reachable());
        }
    }
    shapes.sort();
    shapes.dedup();
    for roots in [1, 2] {
        let shapes: Vec<Shape> = shapes.iter().filter(|shape| shape.roots.len() == roots).cloned().collect();
        let gallery = Gallery::new(&fixture, shapes, 3);
        let count = compare_all(&mut fixture, &gallery);
        assert!(count.covered > gallery.shapes.len() && count.included < count.pairs, "{count:?}");
    }
}

#[test]
fn covering_is_reflexive_and_transitive() {
    let mut fixture = Fixture::new();
    let gallery = Gallery::new(&fixture, Shape::all(1, 2, &[true, false]), 0);
    let number = gallery.shapes.len();
    let mut covers: Vec<Vec<bool>> = Vec::with_capacity(number);
    for left in &gallery.scenes {
        covers.push(gallery.scenes.iter().map(|right| fixture.covers(left, right)).collect());
    }
    for one in 0..number {
        assert!(covers[one][one], "not covered by itself: {:?}", gallery.shapes[one]);
        for two in (0..number).filter(|two| covers[one][*two]) {
            for three in (0..number).filter(|three| covers[two][*three]) {
                assert!(covers[one][three], "{:?}", [one, two, three].map(|shape| &gallery.shapes[shape]));
            }
        }
    }
}

/// Numbers that a reference symbol may be.
const CASES: u64 = 3;

/// A shape in which some slots hold what two symbols say, under a condition on both.
struct Guarded {
    scene: Scene,
    concrete: Vec<Concrete>,
}

fn guarded(fixture: &mut Fixture, random: &mut Random, name: &str, shape: &Shape) -> Guarded {
    let symbols = ["r", "s"].map(|symbol| {
        let symbol = format!("{name}{symbol}");
        fixture.machine.pool.symbol(&symbol, Sort::BitVec(4))
    });
    // What the slots hold in each case of their symbol.
    let mut slots: BTreeMap<usize, (usize, Vec<Target>)> = BTreeMap::new();
    for _ in 0..1 + random.below(2) {
        let targets = (0..CASES).map(|_| match random.below(shape.nodes.len() + 2) {
            0 => Target::Null,
            1 => Target::Shared(7),
            node => Target::Node(node as u8 - 2),
        });
        let targets = targets.collect();
        slots.insert(random.below(shape.slots()), (random.below(2), targets));
    }
    let mut condition = fixture.machine.pool.never();
    let mut concrete = Vec::new();
    for (first, second) in (0..CASES).flat_map(|first| (0..CASES).map(move |second| (first, second))) {
        if random.chance(35) {
            continue;
        }
        let values = [first, second];
        let both = is_number(fixture, symbols[0], first);
        let other = is_number(fixture, symbols[1], second);
        let both = fixture.machine.pool.and(both, other);
        condition = fixture.machine.pool.or(condition, both);
        let chosen = slots.iter().fold(shape.clone(), |shape, (slot, (symbol, targets))| {
            shape.with(*slot, targets[values[*symbol] as usize])
        });
        concrete.extend(chosen.concrete(3));
    }
    concrete.sort_unstable();
    concrete.dedup();
    let mut edges = BTreeMap::new();
    for (slot, (symbol, targets)) in &slots {
        let cases = (0..CASES).map(|number| (is_number(fixture, symbols[*symbol], number), targets[number as usize]));
        edges.insert(*slot, cases.collect());
    }
    Guarded { scene: shape.scene(&fixture.like, fixture.class, vec![condition], &edges), concrete }
}

fn is_number(fixture: &mut Fixture, symbol: Term, number: u64) -> Term {
    let number = fixture.machine.pool.bv(4, number);
    fixture.machine.pool.eq(symbol, number)
}

#[test]
fn guarded_shapes_are_covered_only_if_they_are_included() {
    let mut fixture = Fixture::new();
    let mut random = Random::new(2);
    let shapes = Shape::all(1, 2, &[true, false]);
    let mut count = Count::default();
    for round in 0..if std::env::var_os("LAZULI_LONG").is_some() { 200_000 } else { 4_000 } {
        let shape = &shapes[random.below(shapes.len())];
        // Mostly alike: scenes that have nothing in common are told apart at once.
        let other = if random.chance(70) { shape } else { &shapes[random.below(shapes.len())] };
        let seed = random.bits();
        let left = guarded(&mut fixture, &mut Random::new(seed), "", shape);
        // The same symbols mean something else in another state: now and then the names differ, and the picture may be the same.
        let (name, again) = (["", "other "][random.below(2)], random.chance(25));
        let right_seed = if again { seed } else { random.bits() };
        let right = guarded(&mut fixture, &mut Random::new(right_seed), name, other);
        if left.concrete.is_empty() || right.concrete.is_empty() {
            continue;
        }
        let is_covered = fixture.covers(&left.scene, &right.scene);
        let is_included = is_included(&left.concrete, &right.concrete);
        assert!(is_included || !is_covered, "round {round}: covered, but not included:\n{shape:?}\n{other:?}");
        count.add((is_covered, is_included));
    }
    // Where no single choice on the right does for a case on the left, the answer is "don't know".
    assert!(count.covered > 200 && count.covered <= count.included, "{count:?}");
}

#[test]
fn a_state_stands_for_those_from_which_no_more_threads_are_tried() {
    let mut fixture = Fixture::new();
    let scenes = [0b00, 0b01, 0b10, 0b11].map(|asleep| Scene { asleep, ..fixture.like.clone() });
    for (new, left) in scenes.iter().enumerate() {
        for (stored, right) in scenes.iter().enumerate() {
            assert_eq!(fixture.covers(left, right), stored & !new == 0, "asleep: {new:b}, and {stored:b} before");
        }
    }
}
