//! States of several threads, told apart by a number.
//!
//! Two states with the same digest can do the same: they agree in everything that what follows depends on, up to the names
//! of objects made since the start. It is a hash of 128 bits over that: for a wrong answer two of the states compared would
//! have to collide, which among a million states has a chance of one in 10^26.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;

use rustc_hash::FxHashMap;

use crate::inputs::change::changes_input;
use crate::machine::Machine;
use crate::machine::marks::Marks;
use crate::state::heap::{Base, Content, Identity, Layer, Payload, Variable};
use crate::state::standard_input::Reader;
use crate::state::value::{ObjectId, Value};
use crate::state::{Initialization, OnReturn, Phase, State};
use crate::view::standing::Standing;

/// See the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Digest(pub u128);

impl Machine {
    /// The digest of a state all of whose threads stand before an operation; `None` if it holds something that is not covered.
    pub fn digest(&mut self, state: &State, marks: &Marks) -> Option<Digest> {
        // What is known of list segments is not told.
        if state.is_generalized() {
            return None;
        }
        let plan = self.plan.clone()?;
        if plan.ensures.is_some() && changes_input(self, state) {
            return None;
        }
        // What was there when the threads became several need not be told, where it did not change.
        let base = state.scheduling.base.clone()?;
        let (number, base_heap, base_statics) = &*base;
        let mut walk = Walk {
            machine: self,
            state,
            marks,
            base_length: base_heap.len() as u32,
            numbers: FxHashMap::default(),
            pending: Vec::new(),
            words: vec![*number],
        };
        walk.threads()?;
        let mut count = 0;
        for (class, statics) in state.statics.changed_since(base_statics) {
            count += 1;
            let progress = match statics.progress {
                Initialization::Prepared => 0,
                Initialization::Done => 1,
                Initialization::Failed => 2,
                Initialization::Running => 3 + u64::from(statics.thread),
            };
            walk.say(&[class as u64, progress, statics.fields.len() as u64]);
            walk.values(&statics.fields);
        }
        walk.say(&[count]);
        for value in plan.pending_arguments(state.phase) {
            walk.value(*value);
        }
        walk.inputs();
        // What was there at the start keeps its name; only what changed of it is told.
        let changed = state.heap.changed_since(base_heap);
        walk.say(&[changed.len() as u64]);
        for object in changed {
            walk.say(&[u64::from(object.0)]);
            walk.object(object);
        }
        let mut next = 0;
        while next < walk.pending.len() {
            let object = walk.pending[next];
            next += 1;
            walk.object(object);
        }
        walk.found_again();
        let words = walk.words;
        Some(Digest(u128::from(hash(&words, 1)) << 64 | u128::from(hash(&words, 2))))
    }
}

fn hash(words: &[u64], seed: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write_u64(seed);
    for word in words {
        hasher.write_u64(*word);
    }
    hasher.finish()
}

struct Walk<'a> {
    machine: &'a mut Machine,
    state: &'a State,
    marks: &'a Marks,
    base_length: u32,
    /// Objects made since the start, in the order in which they are met.
    numbers: FxHashMap<ObjectId, u32>,
    pending: Vec<ObjectId>,
    words: Vec<u64>,
}

impl Walk<'_> {
    fn say(&mut self, words: &[u64]) {
        self.words.extend_from_slice(words);
    }

    fn threads(&mut self) -> Option<()> {
        let state = self.state;
        let phase = match state.phase {
            Phase::Boot => 0,
            Phase::Entry => 1,
            Phase::Postcondition => 2,
            Phase::Ensures => u64::MAX,
            Phase::Precondition(number) => 3 + u64::from(number),
        };
        self.say(&[phase, u64::from(state.assertion_failed), state.supplied.len() as u64]);
        let Standing { words, values } = Standing::of(state);
        self.say(&words);
        self.values(&values);
        for (position, thread) in state.threads.iter().enumerate() {
            self.say(&[u64::from(thread.is_block_over)]);
            for (number, frame) in thread.frames.iter().enumerate() {
                let on_return = match frame.on_return {
                    OnReturn::Continue => 0,
                    OnReturn::Retry => 1,
                    OnReturn::Initialized(class) => 2 + class.index() as u64,
                };
                let target = frame.target.map_or(0, |target| 1 + u64::from(target.0));
                let place = [frame.method.index() as u64, u64::from(frame.pc)];
                self.say(&place);
                self.say(&[target, on_return, u64::from(frame.pending)]);
                self.value(Value::Reference(frame.monitor));
                let is_top = number + 1 == thread.frames.len();
                let above = thread.frames.get(number + 1).map(|above| above.on_return);
                let is_pending = is_top || frame.pending || above != Some(OnReturn::Continue);
                let live = self.machine.live_registers(frame.method, frame.pc, is_pending)?;
                for register in live.iter() {
                    self.value(thread.registers[(frame.base + register.0) as usize]);
                }
            }
            let loops = self.marks.loops(position);
            self.say(&[loops.len() as u64]);
            for count in loops {
                self.say(&[u64::from(count.frame), u64::from(count.head), u64::from(count.iterations)]);
            }
        }
        Some(())
    }

    /// What is known of the input.
    fn inputs(&mut self) {
        let state = self.state;
        let mut conjuncts: Vec<u64> = state.path_condition.conjuncts.iter().map(|term| term.index() as u64).collect();
        conjuncts.sort_unstable();
        self.say(&[conjuncts.len() as u64, state.unknowns.len() as u64, state.inputs.len() as u64]);
        self.say(&conjuncts);
        for unknown in &state.unknowns {
            let discovered = unknown.discovered.map_or(0, |term| 1 + term.index() as u64);
            self.say(&[u64::from(unknown.may_be_null), discovered]);
            self.value(unknown.binding.unwrap_or(Value::Unset));
            self.value(unknown.created.map_or(Value::Unset, Value::Reference));
        }
        for objects in [&state.inputs, &state.numbered] {
            for object in objects {
                self.value(Value::Reference(*object));
            }
        }
        for (choice, location) in &state.chosen {
            self.say(&[u64::from(choice.0)]);
            self.value(Value::Reference(*location));
        }
        for supplied in state.supplied.iter() {
            self.value(supplied.value);
        }
        self.standard_input();
    }

    /// What was read has a number of symbols; those of the rest, while several threads run nobody reads more.
    fn standard_input(&mut self) {
        let input = &self.state.standard_input;
        let (reader, object) = match input.reader {
            None => (0, None),
            Some(Reader::Scanner(scanner)) => (1, Some(scanner)),
            Some(Reader::Lines(reader)) => (2, Some(reader)),
            Some(Reader::Bytes) => (3, None),
        };
        self.say(&[reader, input.names.len() as u64, input.read.len() as u64]);
        self.say(&input.rest.shape());
        for term in input.rest.terms().into_iter().flatten() {
            self.say(&[term.index() as u64]);
        }
        self.value(object.map_or(Value::NULL, Value::Reference));
    }

    fn values(&mut self, values: &[Value]) {
        for value in values {
            self.value(*value);
        }
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Int(value) => self.say(&[1, value as u64]),
            Value::Long(value) => self.say(&[2, value as u64]),
            Value::Float(value) => self.say(&[3, u64::from(value.to_bits())]),
            Value::Double(value) => self.say(&[4, value.to_bits()]),
            Value::Symbolic(term) => self.say(&[5, term.index() as u64]),
            Value::Unknown(unknown) => self.say(&[6, u64::from(unknown.0)]),
            Value::Unset => self.say(&[7]),
            Value::Opaque => self.say(&[8]),
            Value::Reference(object) => {
                let name = self.name(object);
                self.say(&[9, name]);
            }
            Value::Choice(id) => {
                let entries = self.machine.choice(id).to_vec();
                self.say(&[10, entries.len() as u64]);
                for (guard, object) in entries {
                    let name = self.name(object);
                    self.say(&[guard.index() as u64, name]);
                }
            }
        }
    }

    /// Objects of the start have their own names, others are numbered as they are met.
    fn name(&mut self, object: ObjectId) -> u64 {
        if object.0 <= self.base_length || object == ObjectId::UNREAD {
            return u64::from(object.0);
        }
        let next = self.numbers.len() as u32;
        let pending = &mut self.pending;
        let number = *self.numbers.entry(object).or_insert_with(|| {
            pending.push(object);
            next
        });
        1 << 32 | u64::from(number)
    }

    fn object(&mut self, id: ObjectId) {
        let state = self.state;
        let object = state.heap.get(id);
        let owner = if object.monitor > 0 { u64::from(object.owner) } else { 0 };
        self.say(&[object.class.index() as u64, u64::from(object.monitor), owner, u64::from(object.is_shared)]);
        let candidates = object.candidates.as_deref().unwrap_or(&[]);
        let (declared, excluded) = match &object.open {
            None => (0, &[][..]),
            Some(open) => (1 + open.declared.index() as u64, &open.excluded[..]),
        };
        self.say(&[candidates.len() as u64, declared, excluded.len() as u64]);
        excluded.iter().for_each(|class| self.say(&[class.index() as u64]));
        for class in candidates {
            self.say(&[class.index() as u64]);
        }
        self.say(&[object.class_unknown.as_ref().map_or(0, |unknown| 1 + unknown.symbol.index() as u64)]);
        match &object.origin {
            None => self.say(&[0]),
            Some(origin) => {
                let exists = origin.exists.map_or(0, |term| 1 + term.index() as u64);
                self.say(&[1 + u64::from(origin.depth), exists, origin.initial.len() as u64]);
                self.values(&origin.initial);
            }
        }
        match &object.payload {
            Payload::None => self.say(&[0]),
            Payload::Mirror(class) => self.say(&[1, class.index() as u64]),
            Payload::Boxed => self.say(&[2]),
            Payload::UnsureString => self.say(&[10]),
            Payload::InputBox(is_kept) => self.say(&[8, is_kept.index() as u64]),
            Payload::Backtrace(backtrace) => {
                self.say(&[3, backtrace.raiser as u64, backtrace.frames.len() as u64]);
                for (method, pc) in &backtrace.frames {
                    self.say(&[method.index() as u64, u64::from(*pc)]);
                }
            }
            Payload::Variable(Variable::Field { field, receiver }) => {
                self.say(&[4, field.index() as u64, receiver.index() as u64])
            }
            Payload::Variable(Variable::Elements(class)) => self.say(&[5, class.index() as u64]),
            Payload::Variable(Variable::Bytes { view, is_big_endian }) => {
                self.say(&[6, view.index() as u64, u64::from(*is_big_endian)]);
            }
            Payload::Function(function) => {
                self.say(&[10, function.interface.index() as u64, function.answers.len() as u64]);
                for answer in &function.answers {
                    self.values(&answer.arguments);
                    self.value(answer.result);
                }
            }
            Payload::Scanner(scanner) => {
                self.say(&[9, u64::from(scanner.is_closed), u64::from(scanner.has_kept_line)]);
            }
            Payload::Text(text, identity) => {
                let identity = match identity {
                    Identity::Own => 0,
                    Identity::Unsure => 1,
                    Identity::Interned => 2,
                    Identity::Input(term) => 3 + 2 * term.index() as u64,
                    Identity::Met(term) => 4 + 2 * term.index() as u64,
                };
                let units = text.units.len() as u64;
                self.say(&[7, identity, text.length.index() as u64, u64::from(text.is_open), units]);
                for unit in text.units.iter() {
                    self.say(&[unit.index() as u64]);
                }
            }
        }
        match &object.content {
            Content::Fields(fields) => {
                self.say(&[fields.len() as u64]);
                self.values(fields);
            }
            Content::Array(array) => {
                self.value(array.length);
                self.say(&[array.layers.len() as u64]);
                match &array.base {
                    Base::Values(values) => {
                        self.say(&[0, values.len() as u64]);
                        self.values(values);
                    }
                    Base::Uniform(value) => {
                        self.say(&[1]);
                        self.value(*value);
                    }
                    Base::Unknown(reads) => {
                        self.say(&[2, reads.len() as u64]);
                        for read in reads {
                            self.value(read.index);
                            self.value(read.value);
                            self.say(&[read.guard.map_or(0, |term| 1 + term.index() as u64)]);
                        }
                    }
                    Base::Initial(original) => {
                        self.say(&[3]);
                        self.value(Value::Reference(*original));
                    }
                }
                for layer in array.layers.iter() {
                    match layer {
                        Layer::Concrete(cells) => {
                            self.say(&[4, cells.len() as u64]);
                            for (index, value) in cells {
                                self.say(&[*index as u64]);
                                self.value(*value);
                            }
                        }
                        Layer::Symbolic { index, value } => {
                            self.say(&[5]);
                            self.value(*index);
                            self.value(*value);
                        }
                    }
                }
            }
        }
    }

    /// Which of the objects met are those that literals, lambdas without captures and cached boxes give.
    fn found_again(&mut self) {
        let statics = &self.state.statics;
        let mut found: Vec<(u64, u32)> = Vec::new();
        found.extend(statics.strings.values().filter_map(|object| Some((0, *self.numbers.get(object)?))));
        let lambdas = statics.lambdas.iter();
        found
            .extend(lambdas.filter_map(|(class, object)| Some((1 + class.index() as u64, *self.numbers.get(object)?))));
        let boxes = statics.boxes.values();
        found.extend(boxes.filter_map(|object| Some((u64::MAX, *self.numbers.get(object)?))));
        found.sort_unstable();
        for (kind, number) in found {
            self.say(&[kind, u64::from(number)]);
        }
    }
}
