//! Random formulas on random heaps, beside an evaluation that writes every relation out as the set of all its tuples.

mod common;

use std::collections::BTreeSet;

use common::{compiled, method, property};
use program::Program;
use program::class::{ClassId, FieldId};
use property::formula::{
    ExpressionKind as Kind, NumberOperation, PropertyFormula, PropertySet, Quantifier, SetComparison, Time,
    VariableBinding,
};
use property::heap::{Heaps, PlainContent, PlainObject, PlainValue};
use testkit::generate::random::Random;
use testkit::properties::{METHOD, SOURCE, formula};

/// An atom: an object, or a number.
type HeapAtom = (bool, i64);
type Relation = BTreeSet<Vec<HeapAtom>>;

struct Written<'a> {
    heaps: &'a Heaps,
    program: &'a Program,
    classes: &'a [ClassId],
    variables: Vec<HeapAtom>,
}

fn atom(value: PlainValue) -> Option<HeapAtom> {
    match value {
        PlainValue::Null => None,
        PlainValue::Object(object) => Some((true, object as i64)),
        PlainValue::Number(number) => Some((false, number)),
        PlainValue::Float(_) => panic!("these heaps have no floats"),
    }
}

fn set(value: Option<HeapAtom>) -> Relation {
    value.into_iter().map(|atom| vec![atom]).collect()
}

impl Written<'_> {
    fn fields(&self, object: usize, time: Time) -> Vec<(FieldId, PlainValue)> {
        let content = match time {
            Time::Before => self.heaps.objects[object].before.as_ref(),
            Time::After => Some(&self.heaps.objects[object].after),
        };
        match content {
            Some(PlainContent::Fields(fields)) => fields.clone(),
            _ => Vec::new(),
        }
    }

    /// What is reached, by growing the set until it no longer grows.
    fn grown(&self, mut objects: BTreeSet<usize>, time: Time) -> BTreeSet<usize> {
        loop {
            let next = objects.iter().flat_map(|object| self.fields(*object, time));
            let next: Vec<usize> = next.filter_map(|(_, value)| as_object(value)).collect();
            let before = objects.len();
            objects.extend(next);
            if objects.len() == before {
                return objects;
            }
        }
    }

    fn reached(&self, time: Time) -> BTreeSet<usize> {
        let mut roots: BTreeSet<usize> = self.heaps.parameters.iter().filter_map(|value| as_object(*value)).collect();
        for (field, before, after) in &self.heaps.statics {
            if self.classes.contains(&self.program.field(*field).class) {
                roots.extend(as_object(if time == Time::Before { *before } else { *after }));
            }
        }
        if time == Time::After {
            roots.extend(self.heaps.returned.and_then(as_object));
        }
        self.grown(roots, time)
    }

    fn there(&self) -> BTreeSet<usize> {
        let mut objects = self.reached(Time::Before);
        objects.extend(self.reached(Time::After));
        self.grown(objects, Time::After)
    }

    fn relation(&mut self, expression: &PropertySet) -> Relation {
        match &expression.kind {
            Kind::Nothing => Relation::new(),
            Kind::Parameter(number) => set(atom(self.heaps.parameters[*number])),
            Kind::Returned => set(self.heaps.returned.and_then(atom)),
            Kind::Variable(number) => set(Some(self.variables[*number])),
            Kind::Integer(value) => set(Some((false, *value))),
            Kind::Static(field, time) => {
                let found = self.heaps.statics.iter().find(|(known, ..)| known == field).expect("a static field");
                set(atom(if *time == Time::Before { found.1 } else { found.2 }))
            }
            Kind::Field { field, of, time } => {
                let objects = self
                    .there()
                    .into_iter()
                    .filter(|object| self.program.is_subclass(self.heaps.objects[*object].class, *of));
                let pairs = objects.flat_map(|object| {
                    let held = self.fields(object, *time).into_iter().filter(|(known, _)| known == field);
                    held.filter_map(move |(_, value)| Some(vec![(true, object as i64), atom(value)?]))
                });
                pairs.collect()
            }
            Kind::Class(class, time) => {
                let objects = self.reached(*time).into_iter();
                let of_class = |object: &usize| self.program.is_subclass(self.heaps.objects[*object].class, *class);
                objects.filter(of_class).map(|object| vec![(true, object as i64)]).collect()
            }
            Kind::Join(left, right) => {
                let (left, right) = (self.relation(left), self.relation(right));
                let mut joined = Relation::new();
                for one in &left {
                    for other in right.iter().filter(|other| other[0] == one[one.len() - 1]) {
                        joined.insert(one[..one.len() - 1].iter().chain(&other[1..]).copied().collect());
                    }
                }
                joined
            }
            Kind::Union(left, right) => &self.relation(left) | &self.relation(right),
            Kind::Difference(left, right) => &self.relation(left) - &self.relation(right),
            Kind::Intersection(left, right) => &self.relation(left) & &self.relation(right),
            Kind::RestrictDomain(domain, inner) => {
                let domain = self.relation(domain);
                self.relation(inner).into_iter().filter(|tuple| domain.contains(&tuple[..1])).collect()
            }
            Kind::RestrictRange(inner, range) => {
                let range = self.relation(range);
                self.relation(inner).into_iter().filter(|tuple| range.contains(&tuple[tuple.len() - 1..])).collect()
            }
            Kind::Transpose(inner) => self.relation(inner).into_iter().map(|tuple| vec![tuple[1], tuple[0]]).collect(),
            Kind::Closure(inner) | Kind::ReflexiveClosure(inner) => {
                let mut closure = self.relation(inner);
                loop {
                    let steps: Relation = closure
                        .iter()
                        .flat_map(|one| {
                            let next = closure.iter().filter(move |other| other[0] == one[1]);
                            next.map(move |other| vec![one[0], other[1]])
                        })
                        .collect();
                    let before = closure.len();
                    closure.extend(steps);
                    if closure.len() == before {
                        break;
                    }
                }
                if matches!(expression.kind, Kind::ReflexiveClosure(_)) {
                    closure.extend(self.there().into_iter().map(|object| vec![(true, object as i64); 2]));
                }
                closure
            }
            Kind::Count(inner) => set(Some((false, self.relation(inner).len() as i64))),
            Kind::Arithmetic { operation, left, right, .. } => {
                let (left, right) = (self.relation(left), self.relation(right));
                let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (one[0].1, other[0].1)));
                let results = pairs.map(|(one, other)| match operation {
                    NumberOperation::Plus => (one as i32).wrapping_add(other as i32),
                    NumberOperation::Minus => (one as i32).wrapping_sub(other as i32),
                    NumberOperation::Times => (one as i32).wrapping_mul(other as i32),
                });
                results.map(|result| vec![(false, i64::from(result))]).collect()
            }
            Kind::Comprehension(bindings, body) => {
                let mut those = Relation::new();
                self.each(bindings, &mut Vec::new(), &mut |written, chosen| {
                    if written.holds(body) {
                        those.insert(chosen.to_vec());
                    }
                });
                those
            }
            other => panic!("{other:?} is not generated"),
        }
    }

    fn each(
        &mut self,
        bindings: &[VariableBinding],
        chosen: &mut Vec<HeapAtom>,
        then: &mut dyn FnMut(&mut Self, &[HeapAtom]),
    ) {
        let Some((binding, rest)) = bindings.split_first() else {
            return then(self, chosen);
        };
        let elements: Vec<HeapAtom> = self.relation(&binding.set).into_iter().map(|tuple| tuple[0]).collect();
        let count = binding.variables.len();
        for number in 0..elements.len().pow(count as u32) {
            let values: Vec<HeapAtom> =
                (0..count).map(|place| elements[number / elements.len().pow(place as u32) % elements.len()]).collect();
            if binding.is_disjoint && values.iter().collect::<BTreeSet<_>>().len() < count {
                continue;
            }
            for (variable, value) in binding.variables.iter().zip(&values) {
                self.variables[*variable] = *value;
            }
            chosen.extend(&values);
            self.each(rest, chosen, then);
            chosen.truncate(chosen.len() - count);
        }
    }

    fn holds(&mut self, formula: &PropertyFormula) -> bool {
        match formula {
            PropertyFormula::Is(expression) => self.relation(expression) == set(Some((false, 1))),
            PropertyFormula::Compare(comparison, left, right) => {
                let (left, right) = (self.relation(left), self.relation(right));
                let only = |relation: &Relation| {
                    relation.iter().next().filter(|_| relation.len() == 1).map(|tuple| tuple[0].1)
                };
                let numbers = only(&left).zip(only(&right));
                match comparison {
                    SetComparison::In => left.is_subset(&right),
                    SetComparison::NotIn => !left.is_subset(&right),
                    SetComparison::Equal => left == right,
                    SetComparison::NotEqual => left != right,
                    SetComparison::Less => numbers.is_some_and(|(left, right)| left < right),
                    SetComparison::LessEqual => numbers.is_some_and(|(left, right)| left <= right),
                    SetComparison::Greater => numbers.is_some_and(|(left, right)| left > right),
                    SetComparison::GreaterEqual => numbers.is_some_and(|(left, right)| left >= right),
                }
            }
            PropertyFormula::Size(quantifier, inner) => says(*quantifier, self.relation(inner).len()),
            PropertyFormula::Not(inner) => !self.holds(inner),
            PropertyFormula::And(left, right) => self.holds(left) & self.holds(right),
            PropertyFormula::Or(left, right) => self.holds(left) | self.holds(right),
            PropertyFormula::Iff(left, right) => self.holds(left) == self.holds(right),
            PropertyFormula::Implies(condition, then, otherwise) => match (self.holds(condition), otherwise) {
                (true, _) => self.holds(then),
                (false, Some(otherwise)) => self.holds(otherwise),
                (false, None) => true,
            },
            PropertyFormula::Quantified(quantifier, bindings, body) => {
                let (mut yes, mut no) = (0, 0);
                self.each(bindings, &mut Vec::new(), &mut |written, _| match written.holds(body) {
                    true => yes += 1,
                    false => no += 1,
                });
                if *quantifier == Quantifier::All { no == 0 } else { says(*quantifier, yes) }
            }
        }
    }
}

fn says(quantifier: Quantifier, count: usize) -> bool {
    match quantifier {
        Quantifier::All => panic!("all is not a size"),
        Quantifier::Some => count > 0,
        Quantifier::No => count == 0,
        Quantifier::One => count == 1,
        Quantifier::Lone => count <= 1,
    }
}

fn as_object(value: PlainValue) -> Option<usize> {
    match value {
        PlainValue::Object(object) => Some(object),
        _ => None,
    }
}

#[test]
fn every_relation_written_out_says_the_same() {
    let mut program = compiled("Pairs.java", &SOURCE.replace("@PROPERTIES@", ""));
    let step = method(&mut program, METHOD);
    let class = |program: &mut Program, name: &str| program::find::find_class(program, name).unwrap();
    let (pairs, node, leaf) =
        (class(&mut program, "Pairs"), class(&mut program, "Pairs.Node"), class(&mut program, "Pairs.Leaf"));
    let fields = ["left", "right", "val"].map(|name| program.find_field(node, name).unwrap());
    let kept = program.find_field(pairs, "kept").unwrap();
    let mut random = Random::new(7);
    let (mut compared, mut held) = (0, 0);
    for _ in 0..3_000 {
        let text = formula(&mut random, 3);
        let Ok(property) = property(&mut program, step, &text) else { continue };
        for _ in 0..4 {
            let count = 1 + random.below(4);
            let old = random.below(count + 1);
            let mut content = |among: usize| {
                let mut reference = || match random.below(among + 1) {
                    0 => PlainValue::Null,
                    object => PlainValue::Object(object - 1),
                };
                let (left, right) = (reference(), reference());
                let held = [left, right, PlainValue::Number(random.below(3) as i64)];
                PlainContent::Fields(fields.iter().copied().zip(held).collect())
            };
            let contents: Vec<(Option<PlainContent>, PlainContent)> =
                (0..count).map(|object| ((object < old).then(|| content(old)), content(count))).collect();
            let objects = contents.into_iter().map(|(before, after)| PlainObject {
                class: if random.below(3) == 0 { leaf } else { node },
                before,
                after,
            });
            let objects: Vec<PlainObject> = objects.collect();
            let mut reference = |among: usize| match random.below(among + 1) {
                0 => PlainValue::Null,
                object => PlainValue::Object(object - 1),
            };
            let parameters = vec![reference(old), reference(old)];
            let (kept_before, kept_after, returned) = (reference(old), reference(count), reference(count));
            let parameters = parameters.into_iter().chain([PlainValue::Number(random.below(3) as i64)]).collect();
            let heaps = Heaps {
                objects,
                receiver: None,
                parameters,
                returned: Some(returned),
                statics: vec![(kept, kept_before, kept_after)],
            };
            let mut written = Written {
                heaps: &heaps,
                program: &program,
                classes: &property.classes,
                variables: vec![(false, 0); property.variables],
            };
            // What is there before is told by what is reached, and objects that nothing reaches are not there.
            let mut seen = heaps.clone();
            let reached = written.reached(Time::Before);
            for (number, object) in seen.objects.iter_mut().enumerate() {
                if !reached.contains(&number) {
                    object.before = None;
                }
            }
            written.heaps = &seen;
            let expected = written.holds(&property.formula);
            assert_eq!(seen.satisfy(&property, &program), expected, "{text}\n{seen:#?}");
            compared += 1;
            held += usize::from(expected);
        }
    }
    assert!(compared > 8_000 && held > compared / 5 && held < compared * 4 / 5, "{held} of {compared}");
}
