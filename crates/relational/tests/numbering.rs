//! Canonical numbering: every heap has exactly one representative, by enumeration of all heaps.

use std::collections::{BTreeMap, BTreeSet};

use relational::bounds::{Tuples, each, pairs};
use relational::numbering::groups;
use relational::{
    Atom, Bounds, Column, Element, FreeRelation, Language, Numbering, RelationalFormula, Session, SessionOptions,
    Solution, Symmetry, Universe,
};

use Column::{Atoms, Numbers};

/// Classes with so many objects at most, fields from one class to some, and roots.
struct Shape {
    objects: Vec<usize>,
    /// Owner, and what it may point to.
    fields: Vec<(usize, Vec<usize>)>,
    roots: Vec<Vec<usize>>,
    /// Objects of the first class have a number of one bit.
    has_numbers: bool,
    /// Pools, as lists of classes.
    pools: Vec<Vec<usize>>,
}

/// An object by its class and its number there; numbers of different classes are unrelated.
type Object = (usize, usize);

/// What the slots hold: roots first, then the fields of each object, then its number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Heap {
    roots: Vec<Option<Object>>,
    fields: BTreeMap<(Object, usize), Option<Object>>,
    numbers: BTreeMap<Object, i64>,
}

/// The heap without what is not reached, its objects numbered as they are found: equal for equal heaps, and for no others.
fn named_as_found(shape: &Shape, heap: &Heap) -> Heap {
    let mut names: BTreeMap<Object, Object> = BTreeMap::new();
    let mut counts = vec![0; shape.objects.len()];
    let mut found: Vec<Object> = Vec::new();
    let mut name = |object: Object, found: &mut Vec<Object>| -> Object {
        *names.entry(object).or_insert_with(|| {
            found.push(object);
            counts[object.0] += 1;
            (object.0, counts[object.0] - 1)
        })
    };
    let roots = heap.roots.iter().map(|root| root.map(|object| name(object, &mut found))).collect();
    let (mut fields, mut numbers) = (BTreeMap::new(), BTreeMap::new());
    let mut next = 0;
    while next < found.len() {
        let object = found[next];
        let own = name(object, &mut found);
        for (field, _) in shape.fields.iter().enumerate().filter(|(_, (owner, _))| *owner == object.0) {
            let target = heap.fields[&(object, field)].map(|target| name(target, &mut found));
            fields.insert((own, field), target);
        }
        if let Some(number) = heap.numbers.get(&object) {
            numbers.insert(own, *number);
        }
        next += 1;
    }
    Heap { roots, fields, numbers }
}

/// Every heap there is, by brute force.
fn all_heaps(shape: &Shape) -> BTreeSet<Heap> {
    let choices = |classes: &Vec<usize>| -> Vec<Option<Object>> {
        let objects =
            classes.iter().flat_map(|&class| (0..shape.objects[class]).map(move |number| Some((class, number))));
        std::iter::once(None).chain(objects).collect()
    };
    let mut heaps = vec![Heap { roots: Vec::new(), fields: BTreeMap::new(), numbers: BTreeMap::new() }];
    for root in &shape.roots {
        let extended = |heap: &Heap| {
            let with = |&object: &Option<Object>| {
                let mut heap = heap.clone();
                heap.roots.push(object);
                heap
            };
            choices(root).iter().map(with).collect::<Vec<Heap>>()
        };
        heaps = heaps.iter().flat_map(extended).collect();
    }
    for (field, (owner, targets)) in shape.fields.iter().enumerate() {
        for number in 0..shape.objects[*owner] {
            let extended = |heap: &Heap| {
                let with = |&object: &Option<Object>| {
                    let mut heap = heap.clone();
                    heap.fields.insert(((*owner, number), field), object);
                    heap
                };
                choices(targets).iter().map(with).collect::<Vec<Heap>>()
            };
            heaps = heaps.iter().flat_map(extended).collect();
        }
    }
    if shape.has_numbers {
        for number in 0..shape.objects[0] {
            let extended = |heap: &Heap| {
                [-1, 0].map(|value| {
                    let mut heap = heap.clone();
                    heap.numbers.insert((0, number), value);
                    heap
                })
            };
            heaps = heaps.iter().flat_map(extended).collect();
        }
    }
    heaps.iter().map(|heap| named_as_found(shape, heap)).collect()
}

/// The shape as a question; a pool has a tag for each of its classes.
struct Question {
    language: Language,
    bounds: Bounds,
    numbering: Numbering,
    rules: Vec<RelationalFormula>,
    classes: Vec<FreeRelation>,
    roots: Vec<FreeRelation>,
    fields: Vec<FreeRelation>,
    numbers: Option<FreeRelation>,
}

fn question(shape: &Shape) -> Question {
    let l = Language::new();
    let sizes: Vec<usize> =
        shape.pools.iter().map(|pool| pool.iter().map(|&class| shape.objects[class]).sum()).collect();
    let total: usize = sizes.iter().sum();
    let mut bounds = Bounds::new(Universe::new((0..total).map(|atom| format!("o{atom}"))).with_width(4));
    let mut pools = Vec::new();
    let mut first = 0;
    for size in sizes {
        pools.push((first..first + size as u32).map(Atom).collect::<Vec<Atom>>());
        first += size as u32;
    }
    let pool_of = |class: usize| shape.pools.iter().position(|pool| pool.contains(&class)).unwrap();
    let of = |classes: &[usize]| -> Tuples {
        classes.iter().flat_map(|&class| each(pools[pool_of(class)].iter().copied())).collect()
    };
    let mut rules = Vec::new();
    let classes: Vec<FreeRelation> =
        (0..shape.objects.len()).map(|class| l.relation(&format!("C{class}"), &[Atoms])).collect();
    for (class, &relation) in classes.iter().enumerate() {
        bounds.at_most(relation, of(&[class]));
        rules.push(l.at_most(l.cardinality(relation), l.value(shape.objects[class] as i64)));
        rules.extend(classes[..class].iter().map(|&other| l.no(l.intersection(relation, other))));
    }
    let any = |of: &[usize]| of.iter().fold(l.empty(&[Atoms]), |all, &class| l.union(all, classes[class]));
    let mut roots = Vec::new();
    for (number, targets) in shape.roots.iter().enumerate() {
        let root = l.relation(&format!("root{number}"), &[Atoms]);
        bounds.at_most(root, of(targets));
        rules.push(l.subset(root, any(targets)));
        roots.push(root);
    }
    let mut fields = Vec::new();
    for (number, (owner, targets)) in shape.fields.iter().enumerate() {
        let field = l.relation(&format!("field{number}"), &[Atoms, Atoms]);
        bounds.at_most(field, pairs(&of(&[*owner]), &of(targets)));
        rules.push(l.subset(field, l.product(classes[*owner], any(targets))));
        fields.push(field);
    }
    let mut numbered = fields.clone();
    let mut numbers = None;
    if shape.has_numbers {
        let relation = l.relation("number", &[Atoms, Numbers]);
        bounds.numbers(relation, Tuples::new(), of(&[0]), 1);
        // Exactly the objects of the class have one.
        let x = l.variable("x", Atoms);
        rules.push(l.all(x, l.atoms(), l.iff(l.subset(x, classes[0]), l.some(l.join(x, relation)))));
        numbered.push(relation);
        numbers = Some(relation);
    }
    let numbering = Numbering { pools, roots: roots.clone(), fields: numbered, tags: classes.clone() };
    Question { language: l, bounds, numbering, rules, classes, roots, fields, numbers }
}

/// All models with canonical numbering, as heaps.
fn numbered_heaps(shape: &Shape) -> Vec<Heap> {
    let question = question(shape);
    let l = &question.language;
    let options = SessionOptions {
        symmetry: Symmetry::Ignored,
        numbering: Some(question.numbering),
        ..SessionOptions::default()
    };
    let mut session = Session::new(l, question.bounds.clone(), options).unwrap();
    for &rule in &question.rules {
        session.require(rule);
    }
    let mut heaps = Vec::new();
    loop {
        let model = match session.solve().unwrap() {
            Solution::Satisfiable(model) => model,
            Solution::Unsatisfiable(_) => return heaps,
            Solution::Unknown(unknown) => panic!("{unknown:?}"),
        };
        let atom = |element: &Element| match element {
            Element::Atom(atom) => *atom,
            Element::Number(_) => panic!("an atom"),
        };
        let object = |of: Atom| -> Object {
            let has = |&relation: &FreeRelation| model.tuples(relation).unwrap().contains(&vec![of.into()]);
            (question.classes.iter().position(has).expect("what is pointed to has a class"), of.0 as usize)
        };
        let target = |relation: FreeRelation, owner: Option<Atom>| -> Option<Object> {
            let tuples = model.tuples(relation).unwrap().iter();
            let mut held = tuples.filter(|tuple| owner.is_none_or(|owner| tuple[0] == owner.into()));
            let target = held.next().map(|tuple| object(atom(tuple.last().unwrap())));
            assert!(held.next().is_none(), "a slot holds one atom");
            target
        };
        let mut heap = Heap {
            roots: question.roots.iter().map(|&root| target(root, None)).collect(),
            fields: BTreeMap::new(),
            numbers: BTreeMap::new(),
        };
        for (class, &relation) in question.classes.iter().enumerate() {
            for tuple in model.tuples(relation).unwrap() {
                let own = atom(&tuple[0]);
                for (field, _) in shape.fields.iter().enumerate().filter(|(_, (owner, _))| *owner == class) {
                    heap.fields.insert((object(own), field), target(question.fields[field], Some(own)));
                }
                if let Some(numbers) = question.numbers.filter(|_| class == 0) {
                    let tuples = model.tuples(numbers).unwrap();
                    let tuple = tuples.iter().find(|tuple| tuple[0] == own.into()).unwrap();
                    let Element::Number(number) = tuple[1] else { panic!("a number") };
                    heap.numbers.insert(object(own), number);
                }
            }
        }
        heaps.push(heap);
        session.exclude_last();
    }
}

/// Each heap once, and no heap is lost.
fn check(shape: &Shape) -> usize {
    let expected = all_heaps(shape);
    let found = numbered_heaps(shape);
    let named: BTreeSet<Heap> = found.iter().map(|heap| named_as_found(shape, heap)).collect();
    assert_eq!(named.len(), found.len(), "two models are one heap");
    assert!(named == expected, "{} heaps, {} found", expected.len(), named.len());
    expected.len()
}

#[test]
fn lists_of_one_class() {
    let one_root = Shape {
        objects: vec![3],
        fields: vec![(0, vec![0])],
        roots: vec![vec![0]],
        has_numbers: false,
        pools: vec![vec![0]],
    };
    // Of n nodes in a row, the last points to null or to one of the n.
    assert_eq!(check(&one_root), 1 + 2 + 3 + 4);
    check(&Shape { objects: vec![4], roots: vec![vec![0]; 2], ..one_root });
}

#[test]
fn trees_with_numbers() {
    let shape = Shape {
        objects: vec![3],
        fields: vec![(0, vec![0]), (0, vec![0])],
        roots: vec![vec![0]],
        has_numbers: true,
        pools: vec![vec![0]],
    };
    assert!(check(&shape) > 1000);
}

#[test]
fn classes_in_topological_order() {
    let shape = Shape {
        objects: vec![2, 2, 2],
        fields: vec![(0, vec![1]), (0, vec![0]), (1, vec![2]), (1, vec![1])],
        roots: vec![vec![0], vec![1]],
        has_numbers: false,
        pools: groups(&[vec![0, 1], vec![1, 2], vec![]]),
    };
    assert_eq!(shape.pools, [vec![0], vec![1], vec![2]]);
    check(&shape);
}

#[test]
fn classes_that_point_to_each_other_share_a_pool() {
    let shape = Shape {
        objects: vec![2, 2],
        fields: vec![(0, vec![1]), (1, vec![0]), (1, vec![0, 1])],
        roots: vec![vec![0, 1], vec![1]],
        has_numbers: true,
        pools: groups(&[vec![1], vec![0, 1]]),
    };
    assert_eq!(shape.pools, [vec![0, 1]]);
    check(&shape);
    let with_a_third = Shape {
        objects: vec![2, 1, 2],
        fields: vec![(0, vec![1]), (1, vec![0]), (0, vec![2]), (2, vec![2])],
        roots: vec![vec![1], vec![0, 2]],
        has_numbers: false,
        pools: groups(&[vec![1, 2], vec![0], vec![2]]),
    };
    assert_eq!(with_a_third.pools, [vec![0, 1], vec![2]]);
    check(&with_a_third);
}

/// What numbering class by class would lose is refused.
#[test]
fn a_pool_that_is_pointed_back_to_is_refused() {
    let shape = Shape {
        objects: vec![2, 2],
        fields: vec![(0, vec![1]), (1, vec![0])],
        roots: vec![vec![0]],
        has_numbers: false,
        pools: vec![vec![0], vec![1]],
    };
    let question = question(&shape);
    let options = SessionOptions { numbering: Some(question.numbering), ..SessionOptions::default() };
    let mistake = Session::new(&question.language, question.bounds, options).err().unwrap();
    assert_eq!(mistake.to_string(), "field1 points to a pool before its own: both belong in one");
}

/// Elements of arrays are slots, too: which one is said by a constant number.
#[test]
fn elements_of_arrays_are_slots() {
    let l = Language::new();
    let mut bounds = Bounds::new(Universe::new(["array", "a", "b"]).with_width(4));
    let all: Vec<Atom> = bounds.universe().atoms().collect();
    let (array, element) = (each(all[..1].iter().copied()), each(all[1..].iter().copied()));
    let indices: Tuples = (0..3).map(|index| vec![Element::Number(index)]).collect();
    let (root, elements) = (l.relation("root", &[Atoms]), l.relation("elements", &[Atoms, Numbers, Atoms]));
    bounds.at_most(root, array.clone());
    bounds.at_most(elements, pairs(&pairs(&array, &indices), &element));
    let numbering = Numbering {
        pools: vec![all[..1].to_vec(), all[1..].to_vec()],
        roots: vec![root],
        fields: vec![elements],
        tags: Vec::new(),
    };
    let options =
        SessionOptions { symmetry: Symmetry::Ignored, numbering: Some(numbering), ..SessionOptions::default() };
    let mut session = Session::new(&l, bounds, options).unwrap();
    let mut count = 0;
    while let Solution::Satisfiable(_) = session.solve().unwrap() {
        count += 1;
        session.exclude_last();
    }
    // No array, or three slots: words of null, first, second where the second comes after the first.
    assert_eq!(count, 1 + 14);
}
