//! The solver's models are exactly those that brute force finds: random formulas, every relation on up to three atoms.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Random, Small};
use relational::bounds::{Tuples, pairs};
use relational::{
    Atom, Bounds, Element, FiniteModel, FreeRelation, RelationalFormula, Session, SessionOptions, Solution, Symmetry,
};

fn subsets(tuples: &Tuples) -> Vec<Tuples> {
    tuples.iter().fold(vec![Tuples::new()], |all, tuple| {
        let with = all.iter().map(|set| set.iter().chain([tuple]).cloned().collect());
        all.iter().cloned().chain(with).collect()
    })
}

/// Every way to give the first `valued` atoms numbers of two bits, the first in any case.
fn valuations(valued: usize) -> Vec<Tuples> {
    (0..valued).fold(vec![Tuples::new()], |all, atom| {
        let choices = |set: &Tuples| {
            let numbers = (-2i64..2).map(|number| {
                let tuple = vec![Element::Atom(Atom(atom as u32)), number.into()];
                set.iter().cloned().chain([tuple]).collect()
            });
            numbers.chain((atom > 0).then(|| set.clone())).collect::<Vec<Tuples>>()
        };
        all.iter().flat_map(choices).collect()
    })
}

/// All models of the bounds of [`Small::bounds`].
fn all_models(small: &Small, atoms: usize, valued: usize) -> Vec<FiniteModel> {
    let bounds = small.bounds(atoms, valued);
    let all: Tuples = bounds.universe().atoms().map(|atom| vec![atom.into()]).collect();
    let mut models = Vec::new();
    for set in subsets(&all) {
        for relation in subsets(&pairs(&all, &all)) {
            for value in valuations(valued) {
                let relations = [(small.set, set.clone()), (small.relation, relation.clone()), (small.value, value)];
                models.push(FiniteModel::new(bounds.universe().clone(), relations.into()));
            }
        }
    }
    models
}

fn ignored() -> SessionOptions {
    SessionOptions { symmetry: Symmetry::Ignored, ..SessionOptions::default() }
}

type Key = BTreeMap<FreeRelation, Tuples>;

/// What the solver finds until there is nothing more.
fn enumerate(small: &Small, bounds: Bounds, options: SessionOptions, f: RelationalFormula) -> BTreeSet<Key> {
    let mut session = Session::new(&small.language, bounds, options).unwrap();
    session.require(f);
    // All relations take part, whether the formula speaks of them or not.
    let l = &small.language;
    for relation in [small.set, small.relation, small.value] {
        session.require(l.subset(relation, relation));
    }
    let mut found = BTreeSet::new();
    loop {
        match session.solve().unwrap() {
            Solution::Satisfiable(model) => assert!(found.insert(model.relations().clone()), "a model came twice"),
            Solution::Unsatisfiable(core) => {
                assert!(core.formulas.is_empty());
                return found;
            }
            Solution::Unknown(unknown) => panic!("{unknown:?}"),
        }
        session.exclude_last();
    }
}

/// Compares the models of random formulas; says how many had some, but not all.
fn compare(atoms: usize, valued: usize, seeds: std::ops::Range<u64>, depth: usize) -> usize {
    let mut interesting = 0;
    for seed in seeds {
        let small = Small::new();
        let models = all_models(&small, atoms, valued);
        let mut random = Random::new(seed);
        let f = small.formula(&mut random, depth);
        let holds = |model: &&FiniteModel| model.holds(&small.language, f).unwrap();
        let expected: BTreeSet<Key> = models.iter().filter(holds).map(|model| model.relations().clone()).collect();
        let found = enumerate(&small, small.bounds(atoms, valued), ignored(), f);
        assert!(found == expected, "seed {seed}: {}", small.language.show(f));
        interesting += usize::from(!found.is_empty() && found.len() < models.len());
    }
    interesting
}

#[test]
fn every_model_on_one_atom() {
    assert!(compare(1, 1, 0..400, 3) > 100);
}

#[test]
fn every_model_on_two_atoms() {
    assert!(compare(2, 1, 1000..1150, 3) > 40);
    assert!(compare(2, 2, 2000..2020, 4) > 5);
}

#[test]
fn every_model_on_three_atoms() {
    assert!(compare(3, 0, 3000..3006, 3) > 0);
}

/// On three atoms with numbers there are too many models to list for every formula; a sample of them is asked about.
#[test]
fn sampled_models_on_three_atoms() {
    let mut verdicts = [0, 0];
    for seed in 4000..4150 {
        let mut small = Small::new();
        let mut random = Random::new(seed);
        let f = small.formula(&mut random, 4);
        let bounds = small.bounds(3, 3);
        let universe = bounds.universe().clone();
        let all: Tuples = universe.atoms().map(|atom| vec![atom.into()]).collect();
        for _ in 0..3 {
            let mut pick =
                |tuples: &Tuples| -> Tuples { tuples.iter().filter(|_| random.below(3) == 0).cloned().collect() };
            let (set, relation) = (pick(&all), pick(&pairs(&all, &all)));
            let valued = valuations(3);
            let value = valued[random.below(valued.len())].clone();
            let model = FiniteModel::new(
                universe.clone(),
                [(small.set, set.clone()), (small.relation, relation.clone()), (small.value, value.clone())].into(),
            );
            let expected = model.holds(&small.language, f).unwrap();
            // The relations are free, and equal to others that are exact: so circuits do not fold away.
            let mut bounds = small.bounds(3, 3);
            let l = &mut small.language;
            let mut equal = Vec::new();
            for (relation, tuples) in [(small.set, set), (small.relation, relation), (small.value, value)] {
                let exact = l.relation("exact", &l.columns(relation));
                bounds.exactly(exact, tuples);
                equal.push(l.equal(relation, exact));
            }
            let mut session = Session::new(l, bounds, ignored()).unwrap();
            session.require(f);
            let found = match session.solve_assuming(&equal).unwrap() {
                Solution::Satisfiable(_) => true,
                Solution::Unsatisfiable(_) => false,
                Solution::Unknown(unknown) => panic!("{unknown:?}"),
            };
            assert_eq!(found, expected, "seed {seed}: {}", l.show(f));
            verdicts[usize::from(found)] += 1;
        }
    }
    assert!(verdicts[0] > 50 && verdicts[1] > 50, "{verdicts:?}");
}

/// Another order of the atoms, in all relations.
fn renamed(model: &Key, order: &[u32]) -> Key {
    let rename = |element: &Element| match element {
        Element::Atom(atom) => Element::Atom(Atom(order[atom.0 as usize])),
        number => *number,
    };
    let tuples = |tuples: &Tuples| tuples.iter().map(|tuple| tuple.iter().map(rename).collect()).collect();
    model.iter().map(|(&relation, of)| (relation, tuples(of))).collect()
}

/// What symmetry leaves out is left out only where an equal model stays.
#[test]
fn broken_symmetries_lose_no_model_but_for_names() {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut left_out = 0;
    for seed in 5000..5004 {
        let small = Small::new();
        let mut random = Random::new(seed);
        let f = small.formula(&mut random, 3);
        for inputs in [4, 100] {
            let options = SessionOptions { symmetry: Symmetry::Broken { inputs }, ..SessionOptions::default() };
            // Without numbers for some atoms only, all atoms are alike.
            let all = enumerate(&small, small.bounds(3, 0), ignored(), f);
            let kept = enumerate(&small, small.bounds(3, 0), options, f);
            assert!(kept.is_subset(&all));
            for model in &all {
                assert!(orders.iter().any(|order| kept.contains(&renamed(model, order))), "seed {seed}");
            }
            left_out += all.len() - kept.len();
        }
    }
    assert!(left_out > 100, "{left_out}");
}
