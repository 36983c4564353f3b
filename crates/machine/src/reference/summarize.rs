//! What an unknown reference can be, as alternatives of a fork or as a guarded set of locations.
//!
//! Document B, Fig. 6 (SUMMARIZE), with a reference as a small number: 0 is null, the others number the objects of the
//! input in the order in which they were met. The guards of a set are then `reference = number`, exclude each other by
//! construction, and every condition on the shape of the heap is a condition on small numbers.

use std::rc::Rc;

use logic::domains::{self, NewSymbol};
use logic::eval::evaluate;
use logic::model::Model;
use logic::term::{Const, Op, Sort, Term};
use program::class::ClassId;

use crate::machine::Machine;
use crate::state::fork::{Alternative, Binding, Cut, Effect, Fork, Stop};
use crate::state::heap::Way;
use crate::state::heap::{ClassUnknown, Identity, Payload};
use crate::state::value::{ObjectId, UnknownId, Value};
use crate::state::{State, Unknown};

/// The number of bits of a symbol that is at most `most`. Few different widths: terms are shared by width.
fn width_for(most: u32) -> u8 {
    match most {
        0..16 => 4,
        16..256 => 8,
        _ => 16,
    }
}

/// A symbol with at most this many values has them listed in its constraint.
const FEW_NUMBERS: usize = 4;

/// One thing an unknown reference can be.
pub(crate) enum Offer {
    Null,
    /// An object of the input not met before, of one of these classes.
    New(Rc<[ClassId]>),
    /// An object met before, if it is of one of these classes (any, if none are given).
    Alias(ObjectId, Option<Rc<[ClassId]>>),
    /// An object met before that may be of a class that is not listed: it is of the declared type.
    Unlisted(ObjectId, ClassId),
    /// The same, and the object is built in this way.
    Become(ObjectId, Way),
    /// A new object of a class below one of the library's.
    Below(ClassId),
    /// An object met before that may be of this class below the library's.
    Hidden(ObjectId, ClassId),
    /// A collection met before, which tells more of its elements.
    Shared(ObjectId),
    /// An object that is built in this way.
    Built(Way),
    /// An object of a list segment.
    Inside(UnknownId),
    /// It may be more than that, which is given up.
    Cut(Cut),
}

impl Machine {
    /// Everything an unbound reference can be: null, new, or an alias, in this order.
    fn offers(&mut self, state: &State, id: UnknownId) -> Result<Vec<Offer>, Stop> {
        let unknown = state.unknown(id).clone();
        if let Some(segment) = &unknown.segment {
            return Ok(self.offers_of_segment(segment, unknown.depth));
        }
        let candidates = self.candidates_with(unknown.declared, unknown.generic.as_deref())?;
        let mut offers = Vec::new();
        if unknown.may_be_null {
            offers.push(Offer::Null);
        }
        if self.config.depth.is_some_and(|depth| unknown.depth > depth) {
            offers.push(Offer::Cut(Cut::Depth));
        } else if self.config.objects.is_some_and(|objects| state.inputs.len() >= objects as usize) {
            offers.push(Offer::Cut(Cut::Objects));
        } else {
            if !candidates.classes.is_empty() {
                offers.push(Offer::New(candidates.classes.clone()));
            }
            if !candidates.below.is_empty() {
                offers.extend(candidates.below.iter().map(|class| Offer::Below(*class)));
                offers.push(Offer::Cut(Cut::LibraryPart));
            }
            if self.is_built(unknown.declared) {
                offers.extend(self.offers_to_build(unknown.declared, unknown.generic.as_deref())?);
            }
            if let Some(why) = &candidates.left_out {
                offers.push(Offer::Cut(Cut::Unsupported(why.clone())));
            }
        }
        for class in &candidates.enums {
            let is_unlisted = !state.statics.is_initialized(*class) && !candidates.hidden.contains(class);
            if let Some(why) = self.references.unlisted_enums.get(class).filter(|_| is_unlisted) {
                offers.push(Offer::Cut(Cut::Unsupported(why.clone())));
            }
            // An array may be declared to hold the one constant with a certain body.
            let mut constants = self.enum_constants(state, *class);
            constants.retain(|constant| self.program.is_subclass(state.heap.get(*constant).class, unknown.declared));
            offers.extend(constants.into_iter().map(|constant| Offer::Alias(constant, None)));
        }
        let mut beyond = None;
        let string = self.known.string;
        let is_any_string = unknown.declared == string
            || offers.iter().any(|offer| matches!(offer, Offer::New(classes) if **classes == [string]));
        let is_built = self.is_built(unknown.declared);
        let mut becoming = Vec::new();
        let others = if unknown.is_own { &[][..] } else { &state.inputs };
        for input in others {
            let object = state.heap.get(*input);
            // A new string stands for one met before, too: see `Identity`.
            let is_met = matches!(object.payload, Payload::Text(_, Identity::Met(_)));
            if is_any_string && object.class == self.known.string && !is_met {
                continue;
            }
            if let Payload::Function(function) = &object.payload
                && !function.is_of_type(unknown.generic.as_deref())
            {
                continue;
            }
            let made_from = self.made_from(state, *input, id);
            if self.pool.is_true(made_from) {
                continue;
            }
            let built = object.origin.as_ref().and_then(|origin| origin.built.as_ref());
            let wanted = unknown.generic.as_deref();
            let mut is_news = false;
            if let Some(built) = built {
                let Some(common) = self.common_type(state, built, wanted) else { continue };
                is_news = self.is_news(state, built, &common);
            }
            let is_below = |class: &ClassId| {
                self.program.is_subclass(*class, unknown.declared)
                    && wanted.is_none_or(|wanted| self.implements_with(*class, wanted))
            };
            // What two types of a library's interface have in common is known of collections only.
            let is_listed = |class: &ClassId| match self.is_collection(unknown.declared) {
                true => is_below(class),
                false => self.program.is_subclass(*class, unknown.declared),
            };
            if let Some(open) = &object.open
                && !object.candidates.as_deref().unwrap_or(&[object.class]).iter().all(is_listed)
                && self.may_be_unlisted(unknown.declared)
                && self.program.may_have_common_subtype(unknown.declared, open.declared)
                && !open.excluded.iter().any(|excluded| self.program.is_subclass(unknown.declared, *excluded))
            {
                if self.may_turn_into(object, unknown.declared) {
                    offers.push(Offer::Unlisted(*input, unknown.declared));
                } else if is_built && self.is_undecided(object) {
                    becoming.push(*input);
                } else {
                    beyond = Some(open.declared);
                }
            }
            if self.may_be_hidden(object, unknown.declared)
                && let Some(open) = &object.open
            {
                match self.hidden_classes_below(open, unknown.declared) {
                    Some(hidden) if !hidden.is_empty() => {
                        offers.extend(hidden.into_iter().map(|class| Offer::Hidden(*input, class)));
                        offers.push(Offer::Cut(Cut::LibraryPart));
                    }
                    Some(_) => {}
                    None => beyond = Some(open.declared),
                }
            }
            match &object.candidates {
                None if is_below(&object.class) && is_news => offers.push(Offer::Shared(*input)),
                None if is_below(&object.class) => offers.push(Offer::Alias(*input, None)),
                None => {}
                Some(candidates) => {
                    let subset: Vec<ClassId> = candidates.iter().copied().filter(is_below).collect();
                    if subset.len() == candidates.len() {
                        offers.push(Offer::Alias(*input, None));
                    } else if !subset.is_empty() {
                        offers.push(Offer::Alias(*input, Some(Rc::from(subset))));
                    }
                }
            }
        }
        for object in becoming {
            for offer in self.offers_in_place(state, object, unknown.declared)? {
                match offer {
                    Offer::New(classes) => offers.push(Offer::Unlisted(object, classes[0])),
                    Offer::Built(way) => offers.push(Offer::Become(object, way)),
                    // What is left out is so for new objects, too.
                    _ => {}
                }
            }
        }
        self.keep_comparable(state, unknown.declared, &mut offers);
        if let Some(method) = unknown.receives {
            self.keep_receivers(state, method, &mut offers);
        }
        if state.is_generalized() {
            offers.extend(self.offers_inside_segments(state, unknown.declared, unknown.depth));
        }
        // Both may be the same object of a class that is a subtype of both types.
        if let Some(other) = beyond {
            offers.push(Offer::Cut(Cut::Unsupported(self.beyond_candidates(other))));
        }
        Ok(offers)
    }

    /// Whether a reference of this type, read now, must be decided by a fork: it may be an object that then turns out to be of that
    /// type, or one that is built by code.
    pub(crate) fn is_bound_by_fork(&mut self, state: &State, declared: ClassId) -> bool {
        let is_hidden = |input: &ObjectId| self.may_be_hidden(state.heap.get(*input), declared);
        self.meets_open_object(state, declared)
            || state.inputs.iter().any(is_hidden)
            || self.candidates(declared).is_ok_and(|candidates| !candidates.below.is_empty())
    }

    /// Whether a reference of this type, read now, may be an object that then turns out to be of that type.
    fn meets_open_object(&self, state: &State, declared: ClassId) -> bool {
        let mut objects = state.inputs.iter().map(|input| state.heap.get(*input));
        self.is_made_of_unlisted(declared)
            && objects.any(|object| object.open.is_some() && self.may_turn_into(object, declared))
    }

    /// A fork by what an unknown reference is.
    pub(crate) fn fork_over_offers(&mut self, state: &State, unknown: UnknownId) -> Stop {
        let offers = match self.offers(state, unknown) {
            Ok(offers) => offers,
            Err(stop) => return stop,
        };
        let alternatives = offers.into_iter().map(|offer| {
            let bind = |to: Binding| Effect::Bind { unknown, to };
            let guards = self.alias_guards(state, unknown, &offer);
            let effect = match offer {
                Offer::Null => bind(Binding::Null),
                Offer::New(classes) => bind(Binding::New(classes)),
                Offer::Alias(location, narrowed) => bind(Binding::Alias(location, narrowed)),
                Offer::Unlisted(location, class) => bind(Binding::Unlisted(location, class)),
                Offer::Become(location, way) => bind(Binding::Become(location, way)),
                Offer::Below(class) => bind(Binding::Below(class)),
                Offer::Hidden(location, class) => bind(Binding::Hidden(location, class)),
                Offer::Shared(location) => bind(Binding::Shared(location)),
                Offer::Built(way) => bind(Binding::Built(way)),
                Offer::Inside(segment) => bind(Binding::Inside(segment)),
                Offer::Cut(cut) => Effect::Cut(cut),
            };
            Alternative { guards, effect }
        });
        Stop::Fork(Fork { alternatives: alternatives.collect() })
    }

    /// What must hold if a reference is an object that only some of the heaps of a state have, or have with such a class.
    fn alias_guards(&mut self, state: &State, unknown: UnknownId, offer: &Offer) -> Vec<Term> {
        let location = match offer {
            Offer::Alias(location, _) | Offer::Unlisted(location, _) | Offer::Become(location, _) => location,
            Offer::Hidden(location, _) | Offer::Shared(location) => location,
            _ => return Vec::new(),
        };
        let object = state.heap.get(*location);
        let mut guards: Vec<Term> = object.origin.as_ref().and_then(|origin| origin.exists).into_iter().collect();
        match (offer, object.class_unknown.clone()) {
            (Offer::Alias(_, Some(classes)), Some(class)) => {
                guards.push(self.class_is_one_of(&class, &|class| classes.contains(&class)));
            }
            (Offer::Unlisted(..) | Offer::Become(..) | Offer::Hidden(..), _) => {
                guards.extend(self.is_not_listed(object))
            }
            _ => {}
        }
        let made_from = self.made_from(state, *location, unknown);
        if !self.pool.is_false(made_from) {
            guards.push(self.pool.not(made_from));
        }
        guards
    }

    /// A fork between all that an unknown reference can be, kept together, objects that turn out to be of its type, and what is
    /// given up.
    pub(crate) fn fork_over_cuts(&mut self, state: &State, unknown: UnknownId) -> Stop {
        let offers = match self.offers(state, unknown) {
            Ok(offers) => offers,
            Err(stop) => return stop,
        };
        let is_apart =
            |offer: &Offer| matches!(offer, Offer::Cut(_) | Offer::Unlisted(..) | Offer::Below(_) | Offer::Hidden(..));
        let is_possible = !offers.iter().all(is_apart);
        let unguarded = |effect| Alternative { guards: Vec::new(), effect };
        let mut alternatives: Vec<Alternative> = Vec::new();
        alternatives.extend(is_possible.then_some(unguarded(Effect::Summarize { unknown })));
        for offer in offers {
            let guards = self.alias_guards(state, unknown, &offer);
            match offer {
                Offer::Cut(cut) => alternatives.push(unguarded(Effect::Cut(cut))),
                Offer::Unlisted(location, class) => {
                    let effect = Effect::Bind { unknown, to: Binding::Unlisted(location, class) };
                    alternatives.push(Alternative { guards, effect });
                }
                Offer::Below(class) => {
                    alternatives.push(unguarded(Effect::Bind { unknown, to: Binding::Below(class) }));
                }
                Offer::Hidden(location, class) => {
                    let effect = Effect::Bind { unknown, to: Binding::Hidden(location, class) };
                    alternatives.push(Alternative { guards, effect });
                }
                _ => {}
            }
        }
        Stop::Fork(Fork { alternatives })
    }

    /// Bind an unknown reference to the guarded set of all it can be, where `guard` holds; elsewhere it is not known yet and
    /// does not count. Returns what had to be given up.
    pub(crate) fn summarize(&mut self, state: &mut State, unknown: UnknownId, guard: Term) -> Result<Vec<Cut>, Stop> {
        let offers = self.offers(state, unknown)?;
        let name = format!("{}@{}", state.unknown(unknown).name, unknown.0);
        // The offers are null, an object numbered next, enum constants numbered perhaps, and objects numbered before.
        let most = (state.numbered.len() + offers.len()) as u32;
        let symbol = self.pool.symbol(&name, Sort::BitVec(width_for(most)));
        let mut cuts = Vec::new();
        let mut entries: Vec<(Term, ObjectId)> = Vec::new();
        // The numbers that the reference may be, each with what must hold besides then.
        let mut numbers: Vec<(u32, Term)> = Vec::new();
        let always = self.pool.always();
        for offer in offers {
            let (location, number, condition) = match offer {
                Offer::Null => (ObjectId::NULL, 0, always),
                Offer::New(classes) => {
                    let location = self.new_input_for(state, unknown, &classes)?;
                    (location, number_of(state, location), always)
                }
                Offer::Alias(location, narrowed) => {
                    let exists = state.heap.get(location).origin.as_ref().map(|origin| origin.exists);
                    let mut condition = exists.flatten().unwrap_or(self.pool.always());
                    if let Some(classes) = narrowed {
                        let is_one_of = self.class_condition(state, location, &|class| classes.contains(&class));
                        condition = self.pool.and(condition, is_one_of);
                    }
                    let made_from = self.made_from(state, location, unknown);
                    let is_there = self.pool.not(made_from);
                    condition = self.pool.and(condition, is_there);
                    let together = self.pool.and(condition, guard);
                    let domains = &state.path_condition.domains;
                    if domains.evaluate(&self.pool, together) == Some(false) {
                        continue;
                    }
                    let condition = domains.normalize(&mut self.pool, condition);
                    (location, number_of(state, location), condition)
                }
                Offer::Built(_) | Offer::Become(..) | Offer::Shared(_) => {
                    // Those who can fork do so before they come here.
                    cuts.push(Cut::Unsupported("a guarded reference to a library object of the input".to_string()));
                    continue;
                }
                Offer::Below(_) | Offer::Hidden(..) => {
                    let what = "a guarded reference to an input below a class of the library";
                    cuts.push(Cut::Unsupported(what.to_string()));
                    continue;
                }
                Offer::Inside(_) => {
                    cuts.push(Cut::Unsupported("a guarded reference into a list segment".to_string()));
                    continue;
                }
                Offer::Unlisted(..) => {
                    let declared = state.unknown(unknown).declared;
                    cuts.push(Cut::Unsupported(self.beyond_candidates(declared)));
                    continue;
                }
                Offer::Cut(cut) => {
                    cuts.push(cut);
                    continue;
                }
            };
            entries.push((self.equals_number(symbol, number), location));
            numbers.push((number, condition));
        }
        state.unknowns[unknown.0 as usize].discovered = Some(guard);
        if entries.is_empty() {
            // Nothing that the machine can make: only what was cut is left.
            let cut = cuts.pop().unwrap_or(Cut::Unsupported("an unknown input of no known class".to_string()));
            return Err(Stop::Cut(cut));
        }
        if let ([(_, location)], [(_, condition)]) = (&entries[..], &numbers[..])
            && self.pool.is_true(*condition)
        {
            self.set_binding(state, unknown, Value::Reference(*location), guard, always);
            return Ok(cuts);
        }
        self.admit(state, symbol, &numbers, guard);
        let created = state.unknown(unknown).created;
        let is_new = entries.iter().find(|(_, location)| Some(*location) == created);
        let is_new = is_new.map_or(self.pool.always(), |(is_new, _)| *is_new);
        let value = self.choice_value(entries);
        self.set_binding(state, unknown, value, guard, is_new);
        Ok(cuts)
    }

    /// Record the binding, and that the object made for it exists where the reference counts and is that object.
    fn set_binding(&mut self, state: &mut State, unknown: UnknownId, value: Value, guard: Term, is_new: Term) {
        let exists = self.pool.and(guard, is_new);
        state.unknowns[unknown.0 as usize].binding = Some(value);
        if let Some(location) = state.unknown(unknown).created {
            let object = state.heap.get_mut(location);
            if let Some(origin) = &mut object.origin {
                Rc::make_mut(origin).exists = (!self.pool.is_true(exists)).then_some(exists);
            }
        }
    }

    /// The symbol that says which location a reference of the input is, if it is a guarded set.
    pub fn reference_symbol(&self, unknown: &Unknown) -> Option<Term> {
        let Some(Value::Choice(id)) = unknown.binding else { return None };
        let (guard, _) = *self.choice(id).first()?;
        let symbol = *self.pool.symbols_of(guard).first()?;
        Some(self.pool.symbol_term(symbol))
    }

    /// A new input object for an unknown reference, numbered next.
    fn new_input_for(
        &mut self,
        state: &mut State,
        unknown: UnknownId,
        classes: &Rc<[ClassId]>,
    ) -> Result<ObjectId, Stop> {
        self.bind(state, unknown, Binding::New(classes.clone()))?;
        let Some(Value::Reference(location)) = state.unknown(unknown).binding else {
            panic!("a new object was just bound");
        };
        state.unknowns[unknown.0 as usize].created = Some(location);
        Ok(location)
    }

    fn equals_number(&mut self, symbol: Term, number: u32) -> Term {
        let width = self.pool.sort(symbol).width().expect("a number is a bit-vector");
        let number = self.pool.bv(width, u64::from(number));
        self.pool.eq(symbol, number)
    }

    /// `symbol` is one of these numbers, and what must hold for it to be that one does.
    fn one_of(&mut self, symbol: Term, numbers: &[(u32, Term)]) -> Term {
        let key = (symbol, numbers.to_vec());
        if let Some(known) = self.references.constraints.get(&key) {
            return *known;
        }
        let constraint = if numbers.len() <= FEW_NUMBERS {
            let mut constraint = self.pool.never();
            for &(number, condition) in numbers {
                let is_it = self.equals_number(symbol, number);
                let is_possible = self.pool.and(is_it, condition);
                constraint = self.pool.or(constraint, is_possible);
            }
            constraint
        } else {
            self.one_of_many(symbol, numbers)
        };
        self.references.constraints.insert(key, constraint);
        constraint
    }

    /// As [`Machine::one_of`]: excluding the other numbers is shorter than listing these.
    fn one_of_many(&mut self, symbol: Term, numbers: &[(u32, Term)]) -> Term {
        let most = numbers.iter().map(|(number, _)| *number).max().unwrap_or(0);
        let width = self.pool.sort(symbol).width().expect("a number is a bit-vector");
        let limit = self.pool.bv(width, u64::from(most));
        let mut allowed = self.pool.ule(symbol, limit);
        for number in (0..most).filter(|number| numbers.iter().all(|(other, _)| other != number)) {
            let is_it = self.equals_number(symbol, number);
            let is_not = self.pool.not(is_it);
            allowed = self.pool.and(allowed, is_not);
        }
        let mut conditions = Vec::with_capacity(numbers.len() + 1);
        let always = self.pool.always();
        for &(number, condition) in numbers.iter().filter(|(_, condition)| *condition != always) {
            let is_it = self.equals_number(symbol, number);
            conditions.push(self.pool.implies(is_it, condition));
        }
        conditions.push(allowed);
        self.pool.and_all(&conditions)
    }

    /// A new small symbol that is one of these numbers, each where its condition holds, and that counts where `guard` holds.
    /// The witness stays one.
    fn admit(&mut self, state: &mut State, symbol: Term, numbers: &[(u32, Term)], guard: Term) {
        let constraint = self.one_of(symbol, numbers);
        let path = &mut state.path_condition;
        if numbers.iter().all(|(number, _)| *number < domains::LIMIT) {
            let new = NewSymbol { symbol, values: numbers, counts: guard, constraint };
            let declared = path.domains.declare(&self.pool, &new, &path.conjuncts);
            declared.expect("a fresh symbol can always be chosen");
        } else {
            path.domains.assume(&self.pool, constraint).expect("a fresh symbol can always be chosen");
        }
        if self.pool.is_true(constraint) {
            return;
        }
        path.conjuncts.push(constraint);
        path.others.retain(|model| evaluate(&self.pool, model, constraint) == Some(Const::Bool(true)));
        if let Some(witness) = path.witness.take() {
            let Op::Symbol(id) = self.pool.node(symbol).op else { panic!("a reference is a symbol") };
            let satisfies = |model: &Model| evaluate(&self.pool, model, constraint) == Some(Const::Bool(true));
            path.witness = if satisfies(&witness) {
                Some(witness)
            } else {
                // A model found on another path may know the symbol by another value.
                numbers.iter().find_map(|(number, _)| {
                    let mut changed = Model::clone(&witness);
                    let width = self.pool.sort(symbol).width().expect("a number is a bit-vector");
                    changed.set(id, Const::bv(width, u64::from(*number)));
                    satisfies(&changed).then(|| Rc::new(changed))
                })
            };
        }
    }

    /// That the class of an input object is one of those wanted. Its class becomes a symbol.
    pub(crate) fn class_condition(
        &mut self,
        state: &mut State,
        location: ObjectId,
        wanted: &dyn Fn(ClassId) -> bool,
    ) -> Term {
        let object = state.heap.get(location);
        let Some(candidates) = object.candidates.clone() else {
            return self.pool.bool_const(wanted(object.class));
        };
        if candidates.iter().all(|class| wanted(*class)) {
            return self.pool.always();
        }
        let class_unknown = match &object.class_unknown {
            Some(known) => known.clone(),
            None => {
                let number = number_of(state, location);
                let name = match &state.heap.get(location).origin {
                    Some(origin) => format!("{}:class@{number}", origin.name),
                    None => format!("class@{number}"),
                };
                let symbol = self.pool.symbol(&name, Sort::BitVec(width_for(candidates.len() as u32)));
                let always = self.pool.always();
                let numbers: Vec<(u32, Term)> = (0..candidates.len() as u32).map(|number| (number, always)).collect();
                self.admit(state, symbol, &numbers, always);
                let class_unknown = Rc::new(ClassUnknown { symbol, classes: candidates.clone() });
                state.heap.get_mut(location).class_unknown = Some(class_unknown.clone());
                class_unknown
            }
        };
        self.class_is_one_of(&class_unknown, &|class| candidates.contains(&class) && wanted(class))
    }

    /// That a class is one of those wanted, as a condition on its symbol.
    pub(crate) fn class_is_one_of(&mut self, unknown: &ClassUnknown, wanted: &dyn Fn(ClassId) -> bool) -> Term {
        let mut condition = self.pool.never();
        for (number, class) in unknown.classes.iter().enumerate() {
            if wanted(*class) {
                let is_it = self.equals_number(unknown.symbol, number as u32);
                condition = self.pool.or(condition, is_it);
            }
        }
        condition
    }
}

/// The number of a location: 0 for null, then in the order in which a reference could first be it.
fn number_of(state: &mut State, location: ObjectId) -> u32 {
    if location.is_null() {
        return 0;
    }
    let position = state.numbered.iter().position(|numbered| *numbered == location);
    let position = position.unwrap_or_else(|| {
        state.numbered.push(location);
        state.numbered.len() - 1
    });
    position as u32 + 1
}
