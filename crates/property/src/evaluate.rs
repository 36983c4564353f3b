//! What a property says of a heap.
//!
//! A relation is a list of tuples, each with the condition under which it is one of the relation: on plain data that is true or
//! false, on a symbolic state it is a term. Relations are not written out where it can be avoided: what is joined with a set from the left
//! is asked for what belongs to each element, so that a heap is only looked at where the property leads.
//!
//! What there is *before* the call are the objects that are reached from the receiver, the parameters and static fields by fields of the
//! program's own classes and elements of arrays; *after* it those, and what is reached then from all of them and from what
//! is returned. What lies inside objects of the library, and inside enum constants, is not followed.

use std::rc::Rc;

use program::class::{ClassId, FieldId};

use crate::formula::{
    CallProperty, ExpressionKind as Kind, NumberOperation, PropertyFormula, PropertySet, Quantifier, SetComparison,
    Time, VariableBinding,
};

/// What can be asked about the heaps before and after a call.
///
/// `Stop` is why a question cannot be answered now: the evaluation is given up, and may be begun again.
pub trait World {
    /// Objects: tokens that are equal are one object; tokens that differ may be.
    type Object: Copy + PartialEq;
    type Number: Clone + PartialEq;
    type Truth: Clone + PartialEq;
    type Stop;

    fn constant(&mut self, value: bool) -> Self::Truth;
    /// Whether a condition is known to hold, or not to.
    fn known(&mut self, truth: &Self::Truth) -> Option<bool>;
    fn not(&mut self, truth: &Self::Truth) -> Self::Truth;
    fn and(&mut self, left: &Self::Truth, right: &Self::Truth) -> Self::Truth;
    fn or(&mut self, left: &Self::Truth, right: &Self::Truth) -> Self::Truth;

    fn integer(&mut self, value: i64) -> Self::Number;
    fn equal(&mut self, left: &Self::Number, right: &Self::Number) -> Self::Truth;
    fn less(&mut self, left: &Self::Number, right: &Self::Number) -> Self::Truth;
    /// At the width of an int or of a long, as Java does.
    fn arithmetic(
        &mut self,
        operation: NumberOperation,
        is_long: bool,
        left: &Self::Number,
        right: &Self::Number,
    ) -> Self::Number;
    fn choose(&mut self, condition: &Self::Truth, then: &Self::Number, otherwise: &Self::Number) -> Self::Number;
    /// Whether two floats, or two doubles, are the same value as `Double.equals` has it.
    fn same_float(&mut self, left: &Self::Number, right: &Self::Number) -> Result<Self::Truth, Self::Stop>;

    /// The receiver; `None` is null, here and below.
    fn receiver(&mut self) -> HeldAtom<Self>;
    fn parameter(&mut self, number: usize) -> HeldAtom<Self>;
    fn returned(&mut self) -> HeldAtom<Self>;
    fn static_field(&mut self, field: FieldId, time: Time) -> HeldAtom<Self>;
    /// The field of an object that has it. `None` also if the object is not there at that time.
    fn field(&mut self, object: Self::Object, field: FieldId, time: Time) -> HeldAtom<Self>;
    /// `None` if the object is no array.
    fn length(&mut self, array: Self::Object) -> HeldAtom<Self>;
    /// `None` also if the index is out of range, or the array is not there at that time, or no array.
    fn element(&mut self, array: Self::Object, index: &Self::Number, time: Time) -> HeldAtom<Self>;
    /// Whether two tokens that differ are one object.
    fn same(&mut self, left: Self::Object, right: Self::Object) -> Result<Self::Truth, Self::Stop>;
    fn is_instance(&mut self, object: Self::Object, class: ClassId) -> Result<bool, Self::Stop>;
    /// What the fields of an object that are of reference type, or its elements, hold: those that are followed.
    fn children(&mut self, object: Self::Object, time: Time) -> Result<Vec<Self::Object>, Self::Stop>;
    /// Receiver, parameters, what the static fields of these classes hold, and after the call what is returned.
    fn roots(&mut self, classes: &[ClassId], time: Time) -> Result<Vec<Self::Object>, Self::Stop>;
}

/// One value, if there is one.
pub type HeldAtom<W> = Result<Option<AtomOf<W>>, <W as World>::Stop>;

/// A value of a heap.
#[derive(Clone, PartialEq, Debug)]
pub enum HeapAtom<O, N> {
    Object(O),
    /// A boolean is 0 or 1.
    Number(N),
    /// A float or a double.
    Float(N),
}

pub type AtomOf<W> = HeapAtom<<W as World>::Object, <W as World>::Number>;

/// Tuples with the conditions under which they belong to a relation.
type Tuples<W> = Vec<(Vec<AtomOf<W>>, <W as World>::Truth)>;

/// Whether a property holds.
pub fn evaluate<W: World>(property: &CallProperty, world: &mut W) -> Result<W::Truth, W::Stop> {
    let variables = vec![None; property.variables];
    let last = if property.speaks_of_after { Time::After } else { Time::Before };
    let mut evaluator = Evaluator { world, property, variables, last, there: [None, None], reached: [None, None] };
    evaluator.formula(&property.formula)
}

struct Evaluator<'a, W: World> {
    world: &'a mut W,
    property: &'a CallProperty,
    variables: Vec<Option<AtomOf<W>>>,
    /// The last time that the property speaks of.
    last: Time,
    /// All objects that are there, by time.
    there: [Option<Rc<[W::Object]>>; 2],
    /// The objects that are reached, by time.
    reached: [Option<Rc<[W::Object]>>; 2],
}

impl<W: World> Evaluator<'_, W> {
    fn formula(&mut self, formula: &PropertyFormula) -> Result<W::Truth, W::Stop> {
        match formula {
            PropertyFormula::Is(expression) => {
                let tuples = self.tuples(expression)?;
                let (yes, no) = (self.world.integer(1), self.world.integer(0));
                let yes = self.holds(&tuples, &[HeapAtom::Number(yes)])?;
                let no = self.holds(&tuples, &[HeapAtom::Number(no)])?;
                let not_no = self.world.not(&no);
                Ok(self.world.and(&yes, &not_no))
            }
            PropertyFormula::Compare(comparison, left, right) => self.comparison(*comparison, left, right),
            PropertyFormula::Size(quantifier, expression) => {
                let tuples = self.tuples(expression)?;
                self.size(*quantifier, &tuples)
            }
            PropertyFormula::Not(inner) => {
                let inner = self.formula(inner)?;
                Ok(self.world.not(&inner))
            }
            PropertyFormula::And(left, right) => {
                let left = self.formula(left)?;
                if self.world.known(&left) == Some(false) {
                    return Ok(left);
                }
                let right = self.formula(right)?;
                Ok(self.world.and(&left, &right))
            }
            PropertyFormula::Or(left, right) => {
                let left = self.formula(left)?;
                if self.world.known(&left) == Some(true) {
                    return Ok(left);
                }
                let right = self.formula(right)?;
                Ok(self.world.or(&left, &right))
            }
            PropertyFormula::Iff(left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                Ok(self.iff(&left, &right))
            }
            PropertyFormula::Implies(condition, then, otherwise) => {
                let condition = self.formula(condition)?;
                let negation = self.world.not(&condition);
                let then = match self.world.known(&condition) {
                    Some(false) => self.world.constant(true),
                    _ => self.formula(then)?,
                };
                let then = self.world.or(&negation, &then);
                let otherwise = match (otherwise, self.world.known(&condition)) {
                    (None, _) | (_, Some(true)) => self.world.constant(true),
                    (Some(otherwise), _) => self.formula(otherwise)?,
                };
                let otherwise = self.world.or(&condition, &otherwise);
                Ok(self.world.and(&then, &otherwise))
            }
            PropertyFormula::Quantified(quantifier, bindings, body) => self.quantified(*quantifier, bindings, body),
        }
    }

    fn iff(&mut self, left: &W::Truth, right: &W::Truth) -> W::Truth {
        let (not_left, not_right) = (self.world.not(left), self.world.not(right));
        let (forth, back) = (self.world.or(&not_left, right), self.world.or(&not_right, left));
        self.world.and(&forth, &back)
    }

    fn comparison(
        &mut self,
        comparison: SetComparison,
        left: &PropertySet,
        right: &PropertySet,
    ) -> Result<W::Truth, W::Stop> {
        let left = self.tuples(left)?;
        let right = self.tuples(right)?;
        match comparison {
            SetComparison::In => self.within(&left, &right),
            SetComparison::Equal => self.equal(&left, &right),
            SetComparison::NotIn => {
                let within = self.within(&left, &right)?;
                Ok(self.world.not(&within))
            }
            SetComparison::NotEqual => {
                let equal = self.equal(&left, &right)?;
                Ok(self.world.not(&equal))
            }
            SetComparison::Less | SetComparison::LessEqual | SetComparison::Greater | SetComparison::GreaterEqual => {
                let one_left = self.size(Quantifier::One, &left)?;
                let one_right = self.size(Quantifier::One, &right)?;
                let mut holds = self.world.and(&one_left, &one_right);
                for (left, left_guard) in &left {
                    for (right, right_guard) in &right {
                        let (HeapAtom::Number(left), HeapAtom::Number(right)) = (&left[0], &right[0]) else { continue };
                        let ordered = match comparison {
                            SetComparison::Less => self.world.less(left, right),
                            SetComparison::Greater => self.world.less(right, left),
                            SetComparison::LessEqual => {
                                let greater = self.world.less(right, left);
                                self.world.not(&greater)
                            }
                            _ => {
                                let less = self.world.less(left, right);
                                self.world.not(&less)
                            }
                        };
                        let both = self.world.and(left_guard, right_guard);
                        let not_both = self.world.not(&both);
                        let here = self.world.or(&not_both, &ordered);
                        holds = self.world.and(&holds, &here);
                    }
                }
                Ok(holds)
            }
        }
    }

    fn equal(&mut self, left: &Tuples<W>, right: &Tuples<W>) -> Result<W::Truth, W::Stop> {
        let forth = self.within(left, right)?;
        if self.world.known(&forth) == Some(false) {
            return Ok(forth);
        }
        let back = self.within(right, left)?;
        Ok(self.world.and(&forth, &back))
    }

    fn within(&mut self, left: &Tuples<W>, right: &Tuples<W>) -> Result<W::Truth, W::Stop> {
        let mut within = self.world.constant(true);
        for (tuple, guard) in left {
            let there = self.holds(right, tuple)?;
            let not_guard = self.world.not(guard);
            let here = self.world.or(&not_guard, &there);
            within = self.world.and(&within, &here);
            if self.world.known(&within) == Some(false) {
                break;
            }
        }
        Ok(within)
    }

    /// Whether a tuple is one of these.
    fn holds(&mut self, tuples: &Tuples<W>, wanted: &[AtomOf<W>]) -> Result<W::Truth, W::Stop> {
        let mut holds = self.world.constant(false);
        for (tuple, guard) in tuples {
            let same = self.same_tuple(tuple, wanted)?;
            let here = self.world.and(guard, &same);
            holds = self.world.or(&holds, &here);
            if self.world.known(&holds) == Some(true) {
                break;
            }
        }
        Ok(holds)
    }

    fn same_tuple(&mut self, left: &[AtomOf<W>], right: &[AtomOf<W>]) -> Result<W::Truth, W::Stop> {
        let mut same = self.world.constant(left.len() == right.len());
        for (left, right) in left.iter().zip(right) {
            let here = self.same(left, right)?;
            same = self.world.and(&same, &here);
            if self.world.known(&same) == Some(false) {
                break;
            }
        }
        Ok(same)
    }

    fn same(&mut self, left: &AtomOf<W>, right: &AtomOf<W>) -> Result<W::Truth, W::Stop> {
        match (left, right) {
            _ if left == right => Ok(self.world.constant(true)),
            (HeapAtom::Object(left), HeapAtom::Object(right)) => self.world.same(*left, *right),
            (HeapAtom::Number(left), HeapAtom::Number(right)) => Ok(self.world.equal(left, right)),
            (HeapAtom::Float(left), HeapAtom::Float(right)) => self.world.same_float(left, right),
            _ => Ok(self.world.constant(false)),
        }
    }

    /// For each tuple, that it is there and none of those before it is the same.
    fn counted(&mut self, tuples: &Tuples<W>) -> Result<Vec<W::Truth>, W::Stop> {
        let mut counted = Vec::with_capacity(tuples.len());
        for (number, (tuple, guard)) in tuples.iter().enumerate() {
            let mut counts = guard.clone();
            for (earlier, earlier_guard) in &tuples[..number] {
                let same = self.same_tuple(earlier, tuple)?;
                let again = self.world.and(earlier_guard, &same);
                let is_new = self.world.not(&again);
                counts = self.world.and(&counts, &is_new);
            }
            counted.push(counts);
        }
        Ok(counted)
    }

    fn size(&mut self, quantifier: Quantifier, tuples: &Tuples<W>) -> Result<W::Truth, W::Stop> {
        let conditions = match quantifier {
            Quantifier::One | Quantifier::Lone => self.counted(tuples)?,
            _ => tuples.iter().map(|(_, guard)| guard.clone()).collect(),
        };
        Ok(self.how_many(quantifier, &conditions))
    }

    /// Whether none, some, one or at most one of several conditions hold.
    fn how_many(&mut self, quantifier: Quantifier, conditions: &[W::Truth]) -> W::Truth {
        // None so far; exactly one so far; more.
        let (mut some, mut several) = (self.world.constant(false), self.world.constant(false));
        for condition in conditions {
            let again = self.world.and(&some, condition);
            several = self.world.or(&several, &again);
            some = self.world.or(&some, condition);
        }
        match quantifier {
            Quantifier::Some => some,
            Quantifier::No => self.world.not(&some),
            Quantifier::Lone => self.world.not(&several),
            Quantifier::One => {
                let lone = self.world.not(&several);
                self.world.and(&some, &lone)
            }
            Quantifier::All => self.world.constant(true),
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        bindings: &[VariableBinding],
        body: &PropertyFormula,
    ) -> Result<W::Truth, W::Stop> {
        let assignments = self.assignments(bindings)?;
        let mut conditions = Vec::with_capacity(assignments.len());
        for (values, guard) in assignments {
            self.assign(bindings, &values);
            let holds = self.formula(body)?;
            let condition = match quantifier {
                // Counted below: that it does not hold here.
                Quantifier::All => {
                    let fails = self.world.not(&holds);
                    self.world.and(&guard, &fails)
                }
                _ => self.world.and(&guard, &holds),
            };
            let is_decided = self.world.known(&condition) == Some(true);
            conditions.push(condition);
            if is_decided && matches!(quantifier, Quantifier::All | Quantifier::Some | Quantifier::No) {
                break;
            }
        }
        Ok(match quantifier {
            Quantifier::All => self.how_many(Quantifier::No, &conditions),
            other => self.how_many(other, &conditions),
        })
    }

    fn assign(&mut self, bindings: &[VariableBinding], values: &[AtomOf<W>]) {
        let variables = bindings.iter().flat_map(|binding| &binding.variables);
        for (variable, value) in variables.zip(values) {
            self.variables[*variable] = Some(value.clone());
        }
    }

    /// All values that variables have together, and when. No two of them are the same.
    fn assignments(&mut self, bindings: &[VariableBinding]) -> Result<Tuples<W>, W::Stop> {
        let mut assignments: Tuples<W> = vec![(Vec::new(), self.world.constant(true))];
        for (number, binding) in bindings.iter().enumerate() {
            let mut extended = Vec::new();
            for (values, guard) in assignments {
                // What a variable ranges over may speak of those before it.
                self.assign(&bindings[..number], &values);
                let set = self.tuples(&binding.set)?;
                let counted = self.counted(&set)?;
                let mut partial: Tuples<W> = vec![(values.clone(), guard)];
                for _ in &binding.variables {
                    let mut next = Vec::new();
                    for (chosen, guard) in &partial {
                        for ((tuple, _), counts) in set.iter().zip(&counted) {
                            let mut guard = self.world.and(guard, counts);
                            if binding.is_disjoint {
                                for other in &chosen[values.len()..] {
                                    let same = self.same(other, &tuple[0])?;
                                    let differs = self.world.not(&same);
                                    guard = self.world.and(&guard, &differs);
                                }
                            }
                            if self.world.known(&guard) != Some(false) {
                                let mut chosen = chosen.clone();
                                chosen.push(tuple[0].clone());
                                next.push((chosen, guard));
                            }
                        }
                    }
                    partial = next;
                }
                extended.extend(partial);
            }
            assignments = extended;
        }
        Ok(assignments)
    }

    /// All tuples of a relation.
    fn tuples(&mut self, expression: &PropertySet) -> Result<Tuples<W>, W::Stop> {
        match &expression.kind {
            Kind::Nothing => Ok(Vec::new()),
            Kind::This => {
                let receiver = self.world.receiver()?;
                Ok(self.at_most_one(receiver))
            }
            Kind::Parameter(number) => {
                let parameter = self.world.parameter(*number)?;
                Ok(self.at_most_one(parameter))
            }
            Kind::Returned => {
                let returned = self.world.returned()?;
                Ok(self.at_most_one(returned))
            }
            Kind::Variable(number) => {
                let value = self.variables[*number].clone();
                Ok(self.at_most_one(value))
            }
            Kind::Integer(value) => {
                let number = self.world.integer(*value);
                Ok(self.at_most_one(Some(HeapAtom::Number(number))))
            }
            Kind::Boolean(value) => {
                let number = self.world.integer(i64::from(*value));
                Ok(self.at_most_one(Some(HeapAtom::Number(number))))
            }
            Kind::Static(field, time) => {
                let value = self.world.static_field(*field, *time)?;
                Ok(self.at_most_one(value))
            }
            Kind::Field { .. } | Kind::Length | Kind::Closure(_) | Kind::ReflexiveClosure(_) => {
                let time = match expression.kind {
                    Kind::Field { time, .. } => time,
                    _ => self.last,
                };
                let mut tuples = Vec::new();
                for object in self.there(time)?.iter() {
                    self.add_slices(expression, HeapAtom::Object(*object), &mut tuples)?;
                }
                Ok(tuples)
            }
            Kind::Element { array, index, time } => {
                let (arrays, indices) = (self.tuples(array)?, self.tuples(index)?);
                let mut tuples = Vec::new();
                for (array, array_guard) in &arrays {
                    for (index, index_guard) in &indices {
                        let (HeapAtom::Object(array), HeapAtom::Number(index)) = (&array[0], &index[0]) else {
                            continue;
                        };
                        let guard = self.world.and(array_guard, index_guard);
                        if self.world.known(&guard) != Some(false)
                            && let Some(element) = self.world.element(*array, index, *time)?
                        {
                            self.add(&mut tuples, vec![element], guard);
                        }
                    }
                }
                Ok(tuples)
            }
            Kind::Class(class, time) => {
                let mut tuples = Vec::new();
                for object in self.reached(*time)?.iter() {
                    if self.world.is_instance(*object, *class)? {
                        let always = self.world.constant(true);
                        self.add(&mut tuples, vec![HeapAtom::Object(*object)], always);
                    }
                }
                Ok(tuples)
            }
            Kind::Join(left, right) => {
                let left = self.tuples(left)?;
                let mut tuples = Vec::new();
                for (tuple, guard) in left {
                    let Some((last, first)) = tuple.split_last() else { continue };
                    for (rest, rest_guard) in self.slice(right, last)? {
                        let guard = self.world.and(&guard, &rest_guard);
                        self.add(&mut tuples, first.iter().chain(&rest).cloned().collect(), guard);
                    }
                }
                Ok(tuples)
            }
            Kind::Union(left, right) => {
                let (left, right) = (self.tuples(left)?, self.tuples(right)?);
                Ok(self.union(left, right))
            }
            Kind::Difference(left, right) => {
                let (left, right) = (self.tuples(left)?, self.tuples(right)?);
                self.filtered(left, &right, false)
            }
            Kind::Intersection(left, right) => {
                let (left, right) = (self.tuples(left)?, self.tuples(right)?);
                self.filtered(left, &right, true)
            }
            Kind::Product(left, right) => {
                let (left, right) = (self.tuples(left)?, self.tuples(right)?);
                let mut tuples = Vec::new();
                for (first, first_guard) in &left {
                    for (rest, rest_guard) in &right {
                        let guard = self.world.and(first_guard, rest_guard);
                        self.add(&mut tuples, first.iter().chain(rest).cloned().collect(), guard);
                    }
                }
                Ok(tuples)
            }
            Kind::RestrictDomain(domain, inner) => {
                let domain = self.tuples(domain)?;
                let mut tuples = Vec::new();
                for (element, guard) in &domain {
                    for (rest, rest_guard) in self.slice(inner, &element[0])? {
                        let guard = self.world.and(guard, &rest_guard);
                        self.add(&mut tuples, element.iter().chain(&rest).cloned().collect(), guard);
                    }
                }
                Ok(tuples)
            }
            Kind::RestrictRange(inner, range) => {
                let (inner, range) = (self.tuples(inner)?, self.tuples(range)?);
                self.ending_in(inner, &range)
            }
            Kind::Transpose(inner) => {
                let mut tuples = self.tuples(inner)?;
                tuples.iter_mut().for_each(|(tuple, _)| tuple.reverse());
                Ok(tuples)
            }
            Kind::Count(inner) => {
                let tuples = self.tuples(inner)?;
                let counted = self.counted(&tuples)?;
                let (one, mut count) = (self.world.integer(1), self.world.integer(0));
                for counts in counted {
                    let more = self.world.arithmetic(NumberOperation::Plus, false, &count, &one);
                    count = self.world.choose(&counts, &more, &count);
                }
                Ok(self.at_most_one(Some(HeapAtom::Number(count))))
            }
            Kind::Arithmetic { operation, is_long, left, right } => {
                let (left, right) = (self.tuples(left)?, self.tuples(right)?);
                let mut tuples = Vec::new();
                for (left, left_guard) in &left {
                    for (right, right_guard) in &right {
                        let (HeapAtom::Number(left), HeapAtom::Number(right)) = (&left[0], &right[0]) else { continue };
                        let result = self.world.arithmetic(*operation, *is_long, left, right);
                        let guard = self.world.and(left_guard, right_guard);
                        self.add(&mut tuples, vec![HeapAtom::Number(result)], guard);
                    }
                }
                Ok(tuples)
            }
            Kind::Comprehension(bindings, body) => {
                let mut tuples = Vec::new();
                for (values, guard) in self.assignments(bindings)? {
                    self.assign(bindings, &values);
                    let holds = self.formula(body)?;
                    let guard = self.world.and(&guard, &holds);
                    self.add(&mut tuples, values, guard);
                }
                Ok(tuples)
            }
        }
    }

    /// What follows an atom in the tuples of a relation that begin with it.
    fn slice(&mut self, relation: &PropertySet, atom: &AtomOf<W>) -> Result<Tuples<W>, W::Stop> {
        match &relation.kind {
            Kind::Nothing => Ok(Vec::new()),
            Kind::Field { field, of, time } => {
                let HeapAtom::Object(object) = atom else { return Ok(Vec::new()) };
                let value = match self.world.is_instance(*object, *of)? {
                    true => self.world.field(*object, *field, *time)?,
                    false => None,
                };
                Ok(self.at_most_one(value))
            }
            Kind::Length => {
                let HeapAtom::Object(object) = atom else { return Ok(Vec::new()) };
                let length = self.world.length(*object)?;
                Ok(self.at_most_one(length))
            }
            Kind::Closure(inner) => self.closure(inner, atom, false),
            Kind::ReflexiveClosure(inner) => self.closure(inner, atom, true),
            Kind::Union(left, right) => {
                let (left, right) = (self.slice(left, atom)?, self.slice(right, atom)?);
                Ok(self.union(left, right))
            }
            Kind::Difference(left, right) => {
                let (left, right) = (self.slice(left, atom)?, self.slice(right, atom)?);
                self.filtered(left, &right, false)
            }
            Kind::Intersection(left, right) => {
                let (left, right) = (self.slice(left, atom)?, self.slice(right, atom)?);
                self.filtered(left, &right, true)
            }
            Kind::RestrictDomain(domain, inner) => {
                let domain = self.tuples(domain)?;
                let is_there = self.holds(&domain, std::slice::from_ref(atom))?;
                if self.world.known(&is_there) == Some(false) {
                    return Ok(Vec::new());
                }
                let tuples = self.slice(inner, atom)?;
                Ok(self.guarded(tuples, &is_there))
            }
            Kind::RestrictRange(inner, range) => {
                let (inner, range) = (self.slice(inner, atom)?, self.tuples(range)?);
                self.ending_in(inner, &range)
            }
            Kind::Join(left, right) if left.arity() >= 2 => {
                let mut tuples = Vec::new();
                for (tuple, guard) in self.slice(left, atom)? {
                    let Some((last, first)) = tuple.split_last() else { continue };
                    for (rest, rest_guard) in self.slice(right, last)? {
                        let guard = self.world.and(&guard, &rest_guard);
                        self.add(&mut tuples, first.iter().chain(&rest).cloned().collect(), guard);
                    }
                }
                Ok(tuples)
            }
            _ => {
                let mut slice = Vec::new();
                for (tuple, guard) in self.tuples(relation)? {
                    let Some((first, rest)) = tuple.split_first() else { continue };
                    let same = self.same(first, atom)?;
                    let guard = self.world.and(&guard, &same);
                    self.add(&mut slice, rest.to_vec(), guard);
                }
                Ok(slice)
            }
        }
    }

    fn add_slices(&mut self, relation: &PropertySet, atom: AtomOf<W>, tuples: &mut Tuples<W>) -> Result<(), W::Stop> {
        for (rest, guard) in self.slice(relation, &atom)? {
            let tuple = std::iter::once(atom.clone()).chain(rest).collect();
            self.add(tuples, tuple, guard);
        }
        Ok(())
    }

    /// What is reached from an atom along a relation.
    fn closure(&mut self, relation: &PropertySet, atom: &AtomOf<W>, is_reflexive: bool) -> Result<Tuples<W>, W::Stop> {
        let mut reached: Tuples<W> = match is_reflexive {
            true => {
                let always = self.world.constant(true);
                vec![(vec![atom.clone()], always)]
            }
            false => self.slice(relation, atom)?,
        };
        // After as many rounds as there are tuples, every way without a cycle was followed to its end.
        let mut slices: Vec<Option<Tuples<W>>> = Vec::new();
        let mut round = 0;
        let mut is_growing = true;
        while is_growing && round < reached.len() {
            is_growing = false;
            round += 1;
            for number in 0..reached.len() {
                slices.resize_with(reached.len(), || None);
                let (tuple, guard) = reached[number].clone();
                let slice = match slices[number].take() {
                    Some(slice) => slice,
                    None => self.slice(relation, &tuple[0])?,
                };
                for (tuple, rest_guard) in &slice {
                    let guard = self.world.and(&guard, rest_guard);
                    if self.world.known(&guard) == Some(false) {
                        continue;
                    }
                    match reached.iter().position(|(known, _)| known == tuple) {
                        None => {
                            reached.push((tuple.clone(), guard));
                            is_growing = true;
                        }
                        Some(position) => {
                            let either = self.world.or(&reached[position].1, &guard);
                            is_growing |= either != reached[position].1;
                            reached[position].1 = either;
                        }
                    }
                }
                slices[number] = Some(slice);
            }
        }
        Ok(reached)
    }

    fn at_most_one(&mut self, value: Option<AtomOf<W>>) -> Tuples<W> {
        value.into_iter().map(|value| (vec![value], self.world.constant(true))).collect()
    }

    /// One more tuple, unless it is never there; with the one that is known to be the same, if there is one.
    fn add(&mut self, tuples: &mut Tuples<W>, tuple: Vec<AtomOf<W>>, guard: W::Truth) {
        if self.world.known(&guard) == Some(false) {
            return;
        }
        match tuples.iter_mut().find(|(known, _)| *known == tuple) {
            Some((_, known)) => *known = self.world.or(known, &guard),
            None => tuples.push((tuple, guard)),
        }
    }

    fn union(&mut self, mut left: Tuples<W>, right: Tuples<W>) -> Tuples<W> {
        for (tuple, guard) in right {
            self.add(&mut left, tuple, guard);
        }
        left
    }

    /// The tuples that others hold too, or that they do not hold.
    fn filtered(&mut self, tuples: Tuples<W>, others: &Tuples<W>, is_shared: bool) -> Result<Tuples<W>, W::Stop> {
        let mut kept = Vec::new();
        for (tuple, guard) in tuples {
            let mut holds = self.holds(others, &tuple)?;
            if !is_shared {
                holds = self.world.not(&holds);
            }
            let guard = self.world.and(&guard, &holds);
            self.add(&mut kept, tuple, guard);
        }
        Ok(kept)
    }

    fn guarded(&mut self, tuples: Tuples<W>, condition: &W::Truth) -> Tuples<W> {
        tuples.into_iter().map(|(tuple, guard)| (tuple, self.world.and(&guard, condition))).collect()
    }

    fn ending_in(&mut self, tuples: Tuples<W>, range: &Tuples<W>) -> Result<Tuples<W>, W::Stop> {
        let mut kept = Vec::new();
        for (tuple, guard) in tuples {
            let Some(last) = tuple.last() else { continue };
            let ends_there = self.holds(range, std::slice::from_ref(last))?;
            let guard = self.world.and(&guard, &ends_there);
            self.add(&mut kept, tuple, guard);
        }
        Ok(kept)
    }

    /// The objects that are reached from the receiver, the parameters and static fields, and after the call from what is returned.
    fn reached(&mut self, time: Time) -> Result<Rc<[W::Object]>, W::Stop> {
        if let Some(known) = &self.reached[time as usize] {
            return Ok(known.clone());
        }
        let roots = self.world.roots(&self.property.classes, time)?;
        let reached: Rc<[W::Object]> = reachable(self.world, roots, time)?.into();
        self.reached[time as usize] = Some(reached.clone());
        Ok(reached)
    }

    /// All objects that are there.
    fn there(&mut self, time: Time) -> Result<Rc<[W::Object]>, W::Stop> {
        if let Some(known) = &self.there[time as usize] {
            return Ok(known.clone());
        }
        let there = match time {
            Time::Before => self.reached(Time::Before)?,
            Time::After => {
                let mut roots = self.reached(Time::Before)?.to_vec();
                roots.extend(self.world.roots(&self.property.classes, Time::After)?);
                reachable(self.world, roots, Time::After)?.into()
            }
        };
        self.there[time as usize] = Some(there.clone());
        Ok(there)
    }
}

/// All objects that are reached from some.
pub fn reachable<W: World + ?Sized>(
    world: &mut W,
    roots: Vec<W::Object>,
    time: Time,
) -> Result<Vec<W::Object>, W::Stop> {
    let mut reached: Vec<W::Object> = Vec::new();
    for root in roots {
        if !reached.contains(&root) {
            reached.push(root);
        }
    }
    let mut next = 0;
    while next < reached.len() {
        for child in world.children(reached[next], time)? {
            if !reached.contains(&child) {
                reached.push(child);
            }
        }
        next += 1;
    }
    Ok(reached)
}
