//! States that stand for more than their path leads to.
//!
//! Verification goes on from an abstraction of a state, not from the state (document A, last paragraph of section 8). An
//! abstraction is again a state that the machine can run: what was forgotten is unread, as if it were part of the input, and
//! a list of unknown length is an unread reference with a law ([`Segment`]) that says what reading it yields.

use std::rc::Rc;

use logic::solver::{Answer, Query};
use logic::substitute::Substitution;
use logic::term::{Op, Term};
use program::class::ClassId;
use rustc_hash::FxHashSet;

use crate::inputs::change::changes_input;
use crate::machine::Machine;
use crate::reference::object::new_unknown;
use crate::reference::summarize::Offer;
use crate::state::fork::{Cut, Stop};
use crate::state::heap::{ArrayContent, Base, Content, InputOrigin, Payload};
use crate::state::value::{ObjectId, UnknownId, Value};
use crate::state::{PathCondition, Phase, Segment, State, Unknown};
use crate::text::Text;
use crate::view::scene::Place;

/// What a generalised state is made of.
#[derive(Clone, Default, Debug)]
pub struct Generalization {
    pub roots: Vec<(Place, Held)>,
    /// The objects that are kept, with all their fields by slot.
    pub objects: Vec<(ObjectId, Vec<Held>)>,
    /// The arrays that are kept, with their lengths. Their elements are forgotten.
    pub arrays: Vec<(ObjectId, Term)>,
    /// The strings of the input that are kept, with their lengths. Their units are forgotten.
    pub texts: Vec<(ObjectId, Term)>,
    /// All that is known of the terms.
    pub condition: Vec<Term>,
}

/// What a root or a field holds in a generalised state.
#[derive(Clone, Debug)]
pub enum Held {
    /// What it held before.
    Same,
    Term(Term),
    Reference(ObjectId),
    /// Not known any more: a field is unread, a root may be any object of this class or null.
    Forgotten(Option<ClassId>),
    Segment(Rc<Segment>),
}

impl Machine {
    /// The state with what it is made of replaced. Names of what is forgotten are made from `number`, which must be new.
    /// `None` if that cannot be done, or if nothing satisfies the condition.
    pub fn generalized(&mut self, state: &State, parts: &Generalization, number: u32) -> Option<State> {
        if matches!(state.phase, Phase::Precondition(_)) && changes_input(self, state) {
            return None;
        }
        if !self.can_drop_other_inputs(state, parts) {
            return None;
        }
        let mut next = state.clone();
        next.inputs.clear();
        // Segments made before are part of what is replaced.
        for unknown in next.unknowns.iter_mut().filter(|unknown| unknown.segment.is_some()) {
            unknown.binding.get_or_insert(Value::NULL);
        }
        for (position, (location, fields)) in parts.objects.iter().enumerate() {
            let mut values = Vec::with_capacity(fields.len());
            let name: Rc<str> = format!("object{number}.{position}").into();
            for (slot, held) in fields.iter().enumerate() {
                let before = next.heap.get(*location).fields().get(slot).copied().unwrap_or(Value::Unset);
                values.push(match held {
                    Held::Same => before,
                    Held::Term(term) => self.value_of_slot(state, *location, slot, *term)?,
                    Held::Reference(location) => Value::Reference(*location),
                    Held::Forgotten(_) => Value::Unset,
                    Held::Segment(segment) => self.new_segment(&mut next, segment, format!("{name}.{slot}").into()),
                });
            }
            self.keep_as_input(&mut next, *location, name);
            let object = next.heap.get_mut(*location);
            if let Some(origin) = &mut object.origin {
                Rc::make_mut(origin).initial = values.clone();
            }
            object.content = Content::Fields(values);
        }
        for (position, (location, length)) in parts.arrays.iter().enumerate() {
            self.keep_as_input(&mut next, *location, format!("array{number}.{position}").into());
            let length = self.value(program::code::Kind::Int, *length);
            let content = ArrayContent { length, base: Base::Unknown(Vec::new()), layers: Rc::default() };
            next.heap.get_mut(*location).content = Content::Array(content);
        }
        for (location, length) in &parts.texts {
            let object = next.heap.get_mut(*location);
            let Payload::Text(_, identity) = object.payload else { return None };
            object.payload = Payload::Text(Rc::new(Text::forgotten(*length)), identity);
            next.inputs.push(*location);
        }
        for (position, (place, held)) in parts.roots.iter().enumerate() {
            let name: Rc<str> = format!("root{number}.{position}").into();
            let value = match held {
                Held::Same => continue,
                Held::Term(term) => self.value_like(state, *place, *term)?,
                Held::Reference(location) => Value::Reference(*location),
                Held::Forgotten(class) => Value::Unknown(new_unknown(&mut next, (*class)?, 1, name, true)),
                Held::Segment(segment) => self.new_segment(&mut next, segment, name),
            };
            self.put(&mut next, *place, value)?;
        }
        next.choices = 0;
        next.path_condition = PathCondition { conjuncts: parts.condition.clone(), ..PathCondition::default() };
        let query = Query { path: &[], goal: &parts.condition, witness: None };
        match self.ask(query) {
            Answer::Sat(model) => next.path_condition.witness = Some(model),
            Answer::Unsat => return None,
            Answer::Unknown(_) => {}
        }
        Some(next)
    }

    /// Whether the inputs that are not kept, which an unread reference may still turn out to be, hold nothing that an input made
    /// anew could not: a lambda, an object of the library, something that start-up made.
    fn can_drop_other_inputs(&mut self, state: &State, parts: &Generalization) -> bool {
        let objects = parts.objects.iter().map(|(object, _)| *object);
        let arrays = parts.arrays.iter().chain(&parts.texts).map(|(object, _)| *object);
        let kept: FxHashSet<ObjectId> = objects.chain(arrays).collect();
        let start_up = self.plan.as_ref().map_or(0, |plan| plan.base.0.len());
        let mut pending: Vec<ObjectId> = state.inputs.iter().copied().filter(|input| !kept.contains(input)).collect();
        let mut seen: FxHashSet<ObjectId> = pending.iter().copied().collect();
        while let Some(location) = pending.pop() {
            let object = state.heap.get(location);
            let held: Vec<(Value, Option<ClassId>)> = match &object.content {
                Content::Fields(fields) => {
                    let slots = fields.iter().enumerate();
                    slots.map(|(slot, value)| (*value, self.reference_type_of_slot(object.class, slot))).collect()
                }
                Content::Array(ArrayContent { base: Base::Initial(_), .. }) => return false,
                Content::Array(array) => {
                    let declared = self.reference_type_of_elements(object.class);
                    array.known_values().map(|value| (value, declared)).collect()
                }
            };
            for (value, declared) in held {
                let Some(declared) = declared else { continue };
                let target = match value {
                    Value::Unset => continue,
                    Value::Reference(target) => target,
                    Value::Unknown(unknown) => match state.unknown(unknown).binding {
                        None => continue,
                        Some(Value::Reference(target)) => target,
                        Some(_) => return false,
                    },
                    _ => return false,
                };
                if target.is_null() {
                    continue;
                }
                let class = state.heap.get(target).class;
                if self.may_be_constant(declared, class) {
                    continue;
                }
                if !self.may_be_unread(declared, class) || target.0 as usize <= start_up {
                    return false;
                }
                if !kept.contains(&target) && seen.insert(target) {
                    pending.push(target);
                }
            }
        }
        true
    }

    /// An object that unread references may turn out to be.
    pub(super) fn keep_as_input(&self, state: &mut State, location: ObjectId, name: Rc<str>) {
        let is_start_up = self.plan.as_ref().is_some_and(|plan| location.0 as usize <= plan.base.0.len());
        let object = state.heap.get_mut(location);
        object.origin = Some(Rc::new(InputOrigin { name, depth: 1, initial: Vec::new(), exists: None, built: None }));
        if !is_start_up && !state.inputs.contains(&location) {
            state.inputs.push(location);
        }
    }

    fn value_of_slot(&mut self, state: &State, location: ObjectId, slot: usize, term: Term) -> Option<Value> {
        let class = state.heap.get(location).class;
        let field = *self.program.class(class).instance_layout.get(slot)?;
        let kind = self.program.field(field).field_type.kind();
        Some(self.value(kind, term))
    }

    /// A term as a value of the kind that a root had.
    fn value_like(&mut self, state: &State, place: Place, term: Term) -> Option<Value> {
        use program::code::Kind;
        let before = self.at(state, place)?;
        let kind = match before {
            Value::Int(_) => Kind::Int,
            Value::Long(_) => Kind::Long,
            Value::Float(_) => Kind::Float,
            Value::Double(_) => Kind::Double,
            Value::Symbolic(term) => match self.pool.sort(term) {
                logic::term::Sort::BitVec(64) => Kind::Long,
                logic::term::Sort::F32 => Kind::Float,
                logic::term::Sort::F64 => Kind::Double,
                _ => Kind::Int,
            },
            _ => return None,
        };
        Some(self.value(kind, term))
    }

    fn at(&self, state: &State, place: Place) -> Option<Value> {
        match place {
            Place::Register(thread, index) => {
                state.threads.get(thread as usize)?.registers.get(index as usize).copied()
            }
            Place::Static(class, slot) => state.statics.class_at(class as usize)?.fields.get(slot as usize).copied(),
            Place::LoneCall(number) => state.lone_call.as_ref()?.arguments.get(number as usize).copied(),
            Place::Argument(_) | Place::Fixed => None,
        }
    }

    fn put(&mut self, state: &mut State, place: Place, value: Value) -> Option<()> {
        match place {
            Place::Register(thread, index) => {
                *state.threads.get_mut(thread as usize)?.registers.get_mut(index as usize)? = value;
            }
            Place::Static(class, slot) => {
                let statics = Rc::make_mut(&mut state.statics).class_at_mut(class as usize)?;
                *statics.fields.get_mut(slot as usize)? = value;
            }
            Place::LoneCall(number) => {
                let call = Rc::make_mut(state.lone_call.as_mut()?);
                *call.arguments.get_mut(number as usize)? = value;
            }
            Place::Argument(Some(unknown)) => state.unknowns[unknown.0 as usize].binding = Some(value),
            Place::Argument(None) | Place::Fixed => return None,
        }
        Some(())
    }

    fn new_segment(&mut self, state: &mut State, segment: &Rc<Segment>, name: Rc<str>) -> Value {
        let unknown = new_unknown(state, segment.class, 2, name, segment.end.is_null());
        state.unknowns[unknown.0 as usize].segment = Some(segment.clone());
        Value::Unknown(unknown)
    }

    /// What a segment begins with: its end, if it is empty, or an object of it.
    pub(crate) fn offers_of_segment(&self, segment: &Segment, depth: u32) -> Vec<Offer> {
        let end = if segment.end.is_null() { Offer::Null } else { Offer::Alias(segment.end, None) };
        if self.config.depth.is_some_and(|most| depth > most) {
            return vec![end, Offer::Cut(Cut::Depth)];
        }
        vec![end, Offer::New([segment.class].into())]
    }

    /// An unread reference may turn out to be an object of a segment that nothing else has met yet.
    pub(crate) fn offers_inside_segments(&self, state: &State, declared: ClassId, depth: u32) -> Vec<Offer> {
        let is_open = |unknown: &Unknown| unknown.binding.is_none() && unknown.segment.is_some();
        let mut offers = Vec::new();
        for (number, unknown) in state.unknowns.iter().enumerate().filter(|(_, unknown)| is_open(unknown)) {
            if self.program.is_subclass(unknown.declared, declared) {
                let is_too_deep = self.config.depth.is_some_and(|most| depth > most);
                let inside = Offer::Inside(UnknownId(number as u32));
                offers.push(if is_too_deep { Offer::Cut(Cut::Depth) } else { inside });
            }
        }
        offers
    }

    /// An object somewhere in a segment: what is before it is a segment that ends there, and what is after it is one, too.
    pub(crate) fn split_segment(&mut self, state: &mut State, first: UnknownId) -> Result<ObjectId, Stop> {
        let Unknown { name, depth, segment, .. } = state.unknown(first).clone();
        let Some(segment) = segment else { return Err(Stop::nothing_left()) };
        let name: Rc<str> = format!("{name}~{}", state.unknowns.len()).into();
        let location = self.new_input(state, name, depth, &[segment.class].into())?;
        let before = Segment { class: segment.class, slot: segment.slot, end: location, facts: segment.facts.clone() };
        self.continue_segment(state, location, depth, segment)?;
        let unknown = &mut state.unknowns[first.0 as usize];
        unknown.segment = Some(Rc::new(before));
        unknown.may_be_null = false;
        Ok(location)
    }

    /// The first object of a segment was made: its facts hold, and the rest of the segment follows.
    pub(crate) fn continue_segment(
        &mut self,
        state: &mut State,
        location: ObjectId,
        depth: u32,
        segment: Rc<Segment>,
    ) -> Result<(), Stop> {
        let layout = self.program.class(segment.class).instance_layout.clone();
        for (slot, symbol, condition) in &segment.facts {
            let Some(field) = layout.get(*slot as usize) else { continue };
            let current = state.heap.get(location).fields().get(*slot as usize).copied().unwrap_or(Value::Unset);
            let value = match current {
                Value::Unset => self.first_read_of_field(state, location, *field)?,
                known => known,
            };
            let term = self.term(value)?;
            let Op::Symbol(id) = self.pool.node(*symbol).op else { continue };
            let mut instance = Substitution::new();
            instance.set(id, term);
            let condition = instance.apply(&mut self.pool, *condition);
            self.add_conjunct(state, condition);
            state.path_condition.witness = None;
        }
        let name: Rc<str> = match &state.heap.get(location).origin {
            Some(origin) => format!("{}.{}", origin.name, segment.slot).into(),
            None => "segment".into(),
        };
        let rest = new_unknown(state, segment.class, depth + 1, name, segment.end.is_null());
        let slot = segment.slot as usize;
        state.unknowns[rest.0 as usize].segment = Some(segment);
        crate::reference::object::set_slot(state, location, slot, Value::Unknown(rest), Some(Value::Unknown(rest)));
        Ok(())
    }
}
