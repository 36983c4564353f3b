//! Sessions: cores, witnesses, limits, mistakes, and that nothing depends on chance.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::{Random, Small};
use relational::bounds::{each, pairs};
use relational::{
    Atom, Bounds, Column, Core, Element, Language, RelationalFormula, Session, SessionOptions, Solution, Symmetry,
    Undecided, Universe, WorkLimits,
};

use Column::{Atoms, Numbers};

fn has_model(small: &Small, formulas: &[RelationalFormula]) -> bool {
    let mut session = Session::new(&small.language, small.bounds(2, 2), SessionOptions::default()).unwrap();
    for &formula in formulas {
        session.require(formula);
    }
    match session.solve().unwrap() {
        Solution::Satisfiable(_) => true,
        Solution::Unsatisfiable(_) => false,
        Solution::Unknown(unknown) => panic!("{unknown:?}"),
    }
}

/// Each core is refuted by a session that never saw anything else, and loses that when any formula is left out.
#[test]
fn cores_have_no_model_and_are_minimal() {
    let mut sizes = Vec::new();
    for seed in 0..150 {
        let small = Small::new();
        let mut random = Random::new(seed);
        let formulas: Vec<RelationalFormula> = (0..8).map(|_| small.formula(&mut random, 2)).collect();
        let mut session = Session::new(&small.language, small.bounds(2, 2), SessionOptions::default()).unwrap();
        session.require(formulas[0]);
        let Solution::Unsatisfiable(core) = session.solve_assuming(&formulas[1..]).unwrap() else {
            assert!(has_model(&small, &formulas));
            continue;
        };
        let core = session.minimise(core).unwrap();
        assert!(core.is_minimal);
        let of = |core: &[RelationalFormula]| [&formulas[..1], core].concat();
        assert!(!has_model(&small, &of(&core.formulas)), "seed {seed}: no core");
        for place in 0..core.formulas.len() {
            let mut fewer = core.formulas.clone();
            fewer.remove(place);
            assert!(has_model(&small, &of(&fewer)), "seed {seed}: not minimal");
        }
        sizes.push(core.formulas.len());
    }
    assert!(sizes.len() > 20 && sizes.iter().any(|&size| size > 2), "{sizes:?}");
}

/// The formulas that come first are given up first.
#[test]
fn what_comes_last_in_a_core_is_kept() {
    let l = Language::new();
    let s = l.relation("s", &[Atoms]);
    let mut bounds = Bounds::new(Universe::new(["a"]));
    bounds.at_most(s, each(bounds.universe().atoms()));
    let mut session = Session::new(&l, bounds, SessionOptions::default()).unwrap();
    session.require(l.no(s));
    let (some, one) = (l.some(s), l.one(s));
    for order in [[some, one], [one, some]] {
        let core = session.minimise(Core { formulas: order.to_vec(), is_minimal: false }).unwrap();
        assert_eq!(core, Core { formulas: vec![order[1]], is_minimal: true });
    }
}

/// Everything is built anew, and every byte is the same.
#[test]
fn equal_questions_give_equal_files() {
    let file = |seed| {
        let small = Small::new();
        let mut random = Random::new(seed);
        let formulas: Vec<RelationalFormula> = (0..4).map(|_| small.formula(&mut random, 4)).collect();
        let mut session = Session::new(&small.language, small.bounds(3, 2), SessionOptions::default()).unwrap();
        session.require(formulas[0]);
        session.require(formulas[1]);
        let answer = session.solve_assuming(&formulas[2..]).unwrap();
        (session.dimacs(&formulas[2..]).unwrap().unwrap(), answer.model().map(|model| model.relations().clone()))
    };
    for seed in 0..40 {
        let (first, second) = (file(seed), file(seed));
        assert!(first.0.starts_with("p cnf "));
        assert_eq!(first, second);
    }
}

#[test]
fn an_outer_existential_has_a_witness() {
    let l = Language::new();
    let (r, value) = (l.relation("r", &[Atoms, Atoms]), l.relation("value", &[Atoms, Numbers]));
    let mut bounds = Bounds::new(Universe::new(["a", "b", "c"]));
    let all = each(bounds.universe().atoms());
    bounds.at_most(r, pairs(&all, &all));
    bounds.number_for_each(value, all);
    let (x, y, n) = (l.variable("x", Atoms), l.variable("y", Atoms), l.variable("n", Numbers));
    // An atom that points to all others and is not pointed to, and a number above 100 that belongs to it.
    let rest = l.difference(l.atoms(), x);
    let points = l.and([l.all(y, rest, l.subset(y, l.join(x, r))), l.no(l.join(r, x))]);
    let large = l.exists(n, l.join(x, value), l.less(l.value(100), l.only(n)));
    let mut session = Session::new(&l, bounds, SessionOptions::default()).unwrap();
    session.require(l.not(l.all(x, l.atoms(), l.not(l.and([points, large])))));
    let model = session.solve().unwrap().model().unwrap();
    let (Some(Element::Atom(witness)), Some(Element::Number(number))) = (model.witness(x), model.witness(n)) else {
        panic!("there are witnesses")
    };
    assert!(number > 100);
    assert!(model.tuples(value).unwrap().contains(&vec![witness.into(), number.into()]));
    assert!(model.tuples(r).unwrap().iter().all(|tuple| tuple[1] != witness.into()));
    assert_eq!(model.tuples(r).unwrap().iter().filter(|tuple| tuple[0] == witness.into()).count(), 2);
}

/// Pigeons in fewer holes, with nothing done about symmetry: no solver of clauses gets far with these.
fn pigeons(count: usize) -> (Language, Bounds, RelationalFormula) {
    let l = Language::new();
    let names = (0..2 * count - 1).map(|number| number.to_string());
    let mut bounds = Bounds::new(Universe::new(names));
    let atoms: Vec<_> = bounds.universe().atoms().collect();
    let (pigeons, holes) = (each(atoms[..count].iter().copied()), each(atoms[count..].iter().copied()));
    let (pigeon, hole, inside) =
        (l.relation("pigeon", &[Atoms]), l.relation("hole", &[Atoms]), l.relation("inside", &[Atoms, Atoms]));
    bounds.at_most(inside, pairs(&pigeons, &holes));
    bounds.exactly(pigeon, pigeons);
    bounds.exactly(hole, holes);
    let x = l.variable("x", Atoms);
    let formula = l.and([l.all(x, pigeon, l.some(l.join(x, inside))), l.all(x, hole, l.lone(l.join(inside, x)))]);
    (l, bounds, formula)
}

fn without_symmetry() -> SessionOptions {
    SessionOptions { symmetry: Symmetry::Ignored, ..SessionOptions::default() }
}

#[test]
fn time_binds_while_solving() {
    let (l, bounds, formula) = pigeons(14);
    let mut session = Session::new(&l, bounds, without_symmetry()).unwrap();
    session.require(formula);
    session.set_limits(WorkLimits::within(Duration::from_millis(300)));
    let started = Instant::now();
    assert_eq!(session.solve().unwrap(), Solution::Unknown(Undecided::OutOfTime));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    // A session goes on when it is given more time.
    session.set_limits(WorkLimits::none());
    let (x, impossible) = (l.variable("x", Atoms), l.truth(false));
    assert!(session.solve_assuming(&[l.all(x, l.atoms(), impossible)]).unwrap().core().is_some());
}

#[test]
fn somebody_else_can_stop_it() {
    let (l, bounds, formula) = pigeons(14);
    let mut session = Session::new(&l, bounds, without_symmetry()).unwrap();
    session.require(formula);
    let stop = Arc::new(AtomicBool::new(false));
    session.set_limits(WorkLimits { until: None, stop: Some(stop.clone()) });
    let watch = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let started = Instant::now();
    assert_eq!(session.solve().unwrap(), Solution::Unknown(Undecided::OutOfTime));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    watch.join().unwrap();
}

#[test]
fn time_and_size_bind_while_translating() {
    let l = Language::new();
    let r = l.relation("r", &[Atoms, Atoms]);
    let mut bounds = Bounds::new(Universe::new((0..120).map(|number| number.to_string())));
    let all = each(bounds.universe().atoms());
    bounds.at_most(r, pairs(&all, &all));
    let formula = l.no(l.intersection(l.identity(), l.closure(r)));
    let mut session = Session::new(&l, bounds.clone(), without_symmetry()).unwrap();
    session.require(formula);
    session.set_limits(WorkLimits::within(Duration::from_millis(100)));
    let started = Instant::now();
    assert_eq!(session.solve().unwrap(), Solution::Unknown(Undecided::OutOfTime));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());

    let mut session = Session::new(&l, bounds, SessionOptions { most_gates: 50_000, ..without_symmetry() }).unwrap();
    session.require(formula);
    assert_eq!(session.solve().unwrap(), Solution::Unknown(Undecided::TooLarge));
}

/// Formulas as deep as unrolled programs make them need no deep stack.
#[test]
fn depth_is_no_problem() {
    let l = Language::new();
    let (s, t) = (l.relation("s", &[Atoms]), l.relation("t", &[Atoms]));
    let mut bounds = Bounds::new(Universe::new(["a", "b"]));
    let all = each(bounds.universe().atoms());
    bounds.at_most(s, all.clone());
    bounds.at_most(t, all);
    let mut state = l.of(s);
    for step in 0..20_000 {
        let changed = l.union(l.difference(state, t), l.difference(t, state));
        state = l.choice(l.some(state), changed, if step % 2 == 0 { l.of(s) } else { l.of(t) });
    }
    let x = l.variable("x", Atoms);
    let mut session = Session::new(&l, bounds, SessionOptions::default()).unwrap();
    session.require(l.exists(x, l.atoms(), l.subset(x, state)));
    assert!(session.solve().unwrap().model().is_some());
}

#[test]
fn mistakes_are_named() {
    let l = Language::new();
    let (s, unbounded) = (l.relation("s", &[Atoms]), l.relation("u", &[Atoms]));
    let mut bounds = Bounds::new(Universe::new(["a", "b"]).with_width(4));
    let all = each(bounds.universe().atoms());
    bounds.at_most(s, all.clone());
    let x = l.variable("x", Atoms);
    let mut session = Session::new(&l, bounds.clone(), SessionOptions::default()).unwrap();
    let sentence = |answer: Result<Solution, relational::Mistake>| answer.unwrap_err().to_string();
    assert_eq!(sentence(session.solve_assuming(&[l.some(unbounded)])), "the relation u has no bounds");
    assert_eq!(sentence(session.solve_assuming(&[l.some(x)])), "nothing declares the variable x");

    // Bounds that come later may not tell atoms apart that the solver was told to treat alike.
    assert!(session.solve().unwrap().model().is_some());
    let first = all.iter().take(1).cloned().collect();
    assert!(session.bound(unbounded, Default::default(), first).is_err());
    session.bound(unbounded, Default::default(), all.clone()).unwrap();
    let model = session.solve_assuming(&[l.some(l.intersection(s, unbounded))]).unwrap().model().unwrap();
    assert!(!model.tuples(unbounded).unwrap().is_empty());

    let crossed = l.relation("c", &[Atoms]);
    bounds.between(crossed, all.clone(), Default::default());
    assert_eq!(bounds.check(&l).unwrap_err().to_string(), "the lower bound of c is not within the upper one");
    let number = l.relation("n", &[Numbers]);
    bounds.exactly(crossed, all);
    bounds.at_most(number, [vec![Element::Number(8)]].into());
    assert_eq!(bounds.check(&l).unwrap_err().to_string(), "a tuple in the bounds of n does not fit its columns");
}

/// A field of numbers that is written again and again keeps one number for each object.
#[test]
fn written_fields_of_numbers_do_not_grow() {
    let l = Language::new();
    let (object, value) = (l.relation("object", &[Atoms]), l.relation("value", &[Atoms, Numbers]));
    let mut bounds = Bounds::new(Universe::new(["a", "b", "c"]));
    let all = each(bounds.universe().atoms());
    bounds.at_most(object, all.clone());
    bounds.number_for_each(value, all);
    let mut now = l.of(value);
    for _ in 0..50 {
        let next = l.plus(l.only(l.join(object, now)), l.value(1));
        now = l.override_with(now, l.product(object, l.singleton(next)));
    }
    let mut session = Session::new(&l, bounds, SessionOptions::default()).unwrap();
    let before = l.only(l.join(object, value));
    session.require(l.one(object));
    let x = l.variable("x", Atoms);
    let one_each = l.all(x, l.atoms(), l.one(l.join(x, now)));
    let fifty_more = l.same(l.only(l.join(object, now)), l.plus(before, l.value(50)));
    let others_same = l.all(x, l.difference(l.atoms(), object), l.equal(l.join(x, now), l.join(x, value)));
    session.require(l.not(l.and([one_each, fifty_more, others_same])));
    assert!(session.solve().unwrap().core().is_some());
    assert!(session.statistics().clauses < 200_000, "{:?}", session.statistics());
}

/// In a circle of n atoms everything is reached from everywhere, by way of all the others.
#[test]
fn closures_reach_as_far_as_there_are_atoms() {
    for count in 1..=9u32 {
        let l = Language::new();
        let (r, circle) = (l.relation("r", &[Atoms, Atoms]), l.relation("circle", &[Atoms, Atoms]));
        let mut bounds = Bounds::new(Universe::new((0..count).map(|number| number.to_string())));
        let all = each(bounds.universe().atoms());
        bounds.at_most(r, pairs(&all, &all));
        let step = |atom: Atom| vec![Element::Atom(atom), Element::Atom(Atom((atom.0 + 1) % count))];
        bounds.exactly(circle, bounds.universe().atoms().map(step).collect());
        let mut session = Session::new(&l, bounds, without_symmetry()).unwrap();
        session.require(l.equal(r, circle));
        let all = l.product(l.atoms(), l.atoms());
        for closure in [l.closure(r), l.closure(circle), l.reflexive_closure(r)] {
            assert!(session.solve_assuming(&[l.not(l.equal(closure, all))]).unwrap().core().is_some(), "{count} atoms");
            assert!(session.solve_assuming(&[l.equal(closure, all)]).unwrap().model().is_some(), "{count} atoms");
        }
    }
}
