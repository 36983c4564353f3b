//! Strings whose text is symbolic: where the text of an object is, strings of the input, and when two strings are one.
//!
//! The content of such a string is a [`Text`] in its payload. Its fields are opaque, so that library code which looks at
//! them ends the path as unsupported rather than reading what is not there.

use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::term::{Const, Op, Sort, Term};

use crate::machine::Machine;
use crate::reference::guarded::{Entries, Located, Truth};
use crate::state::State;
use crate::state::fork::{Cut, Effect, Raise, Stop};
use crate::state::heap::{Base, Content, Identity, InputOrigin, Payload};
use crate::state::terms::{self, Ints};
use crate::state::value::{ObjectId, Value};
use crate::text::Text;

/// The bound on strings of the input if none is set.
const DEFAULT_LENGTH: u32 = 16;

impl Machine {
    /// A string of the input: any length, and symbols for as many units as the bound says.
    pub(crate) fn new_input_string(&mut self, state: &mut State, name: Rc<str>, depth: u32) -> ObjectId {
        let text = self.any_text(state, &name);
        let identity = self.pool.symbol(&format!("{name}:identity"), Sort::BitVec(16));
        let string = self.new_symbolic_string(state, text, Identity::Input(identity));
        state.heap.get_mut(string).origin =
            Some(Rc::new(InputOrigin { name, depth, initial: Vec::new(), exists: None, built: None }));
        string
    }

    /// Any text: any length, and symbols for as many units as the bound says.
    pub(crate) fn any_text(&mut self, state: &mut State, name: &str) -> Text {
        let (length, not_negative) = self.pool.non_negative_symbol(&format!("{name}.length()"));
        // Zero satisfies it, which is what any model says of a symbol it does not mention.
        state.path_condition.conjuncts.push(not_negative);
        let units = (0..self.longest_input())
            .map(|position| self.pool.symbol(&format!("{name}.charAt({position})"), Sort::BitVec(16)))
            .collect();
        Text { length, units, is_open: true }
    }

    /// How long strings of the input may be that are looked into.
    pub(crate) fn longest_input(&self) -> usize {
        self.config.string_length.unwrap_or(DEFAULT_LENGTH) as usize
    }

    /// A string made by the program. A text without symbols is spelt out as the library would.
    pub(crate) fn new_text(&mut self, state: &mut State, text: Text) -> ObjectId {
        match text.as_concrete(&self.pool) {
            Some(units) => self.new_string(state, &units),
            None => self.new_symbolic_string(state, text, Identity::Own),
        }
    }

    /// A string whose text is kept as terms.
    pub(crate) fn new_symbolic_string(
        &mut self,
        state: &mut State,
        text: impl Into<Rc<Text>>,
        identity: Identity,
    ) -> ObjectId {
        let string = self.allocate_instance(state, self.known.string);
        set_text(state, string, text.into(), identity);
        string
    }

    /// Whether a reference is one plain location without symbolic text, so that the library's own code may run.
    #[inline]
    pub(crate) fn is_plain(&self, state: &State, value: Value) -> bool {
        match value {
            Value::Reference(location) => {
                location.is_null() || !matches!(state.heap.get(location).payload, Payload::Text(..))
            }
            // There is no symbolic text without vectors of bits.
            _ => self.config.ints == Ints::Math,
        }
    }

    /// The text of a string; null raises NullPointerException. Guarded references are merged.
    pub(crate) fn text(&mut self, state: &mut State, value: Value) -> Result<Text, Stop> {
        let pruned = self.pruned(state, value);
        match self.located(state, pruned)? {
            Located::One(location) if location.is_null() => Err(Raise::null_pointer().into()),
            Located::One(location) => self.text_at(state, location),
            Located::Many(entries) => {
                let entries = self.not_null(state, entries)?;
                self.merged_text(state, entries)
            }
        }
    }

    fn merged_text(&mut self, state: &State, entries: Entries) -> Result<Text, Stop> {
        let mut merged: Option<Text> = None;
        for (guard, location) in entries {
            let text = self.text_at(state, location)?;
            merged = Some(match merged {
                None => text,
                Some(others) => {
                    // A longer text beside an open one would say something of units that have no symbol.
                    let (text, others) = match (text.is_open, others.is_open) {
                        (true, false) if others.units.len() > text.units.len() => {
                            (self.closed_where(state, guard, text)?, others)
                        }
                        (false, true) if text.units.len() > others.units.len() => {
                            let elsewhere = self.pool.not(guard);
                            let others = self.closed_where(state, elsewhere, others)?;
                            (text, others)
                        }
                        _ => (text, others),
                    };
                    Text::either(&mut self.pool, guard, &text, &others)
                }
            });
        }
        let text = merged.ok_or_else(Stop::nothing_left)?;
        Ok(self.as_path_knows(state, text))
    }

    /// The text of one object that is a string or a builder; looking at text that is not known ends the path.
    pub(crate) fn text_at(&mut self, state: &State, location: ObjectId) -> Result<Text, Stop> {
        if let Payload::Text(text, _) = &state.heap.get(location).payload {
            let text = Text::clone(text);
            return Ok(self.as_path_knows(state, text));
        }
        self.text_of_fields(state, location).ok_or_else(terms::opaque)
    }

    /// The text that the fields of a string or builder spell out, each byte of which may be symbolic.
    fn text_of_fields(&mut self, state: &State, location: ObjectId) -> Option<Text> {
        use crate::reference::object::field_value;
        if state.heap.get(location).exact_class().is_none() || self.config.ints != Ints::Java {
            return None;
        }
        let Some(Value::Reference(bytes)) = field_value(self, state, location, "value") else { return None };
        let Some(Value::Int(coder)) = field_value(self, state, location, "coder") else { return None };
        if bytes.is_null() {
            return None;
        }
        let content = state.heap.get(bytes).array_content()?;
        let (Base::Values(values), true) = (&content.base, content.layers.is_empty()) else { return None };
        let mut bytes = Vec::with_capacity(values.len());
        for value in values.clone() {
            bytes.push(match value {
                Value::Int(byte) => self.pool.bv(8, byte as u8 as u64),
                Value::Symbolic(term) => self.pool.extract(term, 7, 0),
                _ => return None,
            });
        }
        let mut units: Vec<Term> = if coder == 0 {
            bytes.iter().map(|byte| self.pool.zero_extend(*byte, 16)).collect()
        } else {
            bytes.chunks_exact(2).map(|pair| self.pool.concat(pair[1], pair[0])).collect()
        };
        if let Some(count) = field_value(self, state, location, "count") {
            let Value::Int(count) = count else { return None };
            units.truncate(usize::try_from(count).ok()?);
        }
        Some(Text::of_units(&mut self.pool, units))
    }

    /// The text with what the path says of its length by itself.
    fn as_path_knows(&mut self, state: &State, text: Text) -> Text {
        if text.fixed_length(&self.pool).is_some() {
            return text;
        }
        let mut most = text.units.len() as i128;
        let mut is_open = text.is_open;
        for conjunct in &state.path_condition.conjuncts {
            let node = self.pool.node(*conjunct);
            let &[left, right] = node.args() else { continue };
            let number = |term: Term| self.pool.as_const(term).and_then(Const::as_signed);
            let bound = match node.op {
                Op::Eq if left == text.length => number(right).map(|length| (length, true)),
                Op::Eq if right == text.length => number(left).map(|length| (length, true)),
                Op::Le if left == text.length => number(right).map(|most| (most, false)),
                Op::Lt if left == text.length => number(right).map(|limit| (limit - 1, false)),
                _ => None,
            };
            match bound {
                Some((length, true)) if length >= 0 && length <= text.units.len() as i128 => {
                    let length = self.pool.int32(length as i32);
                    return Text::bounded(&self.pool, length, text.units.to_vec());
                }
                Some((bound, _)) if bound <= most => {
                    most = bound.max(0);
                    is_open = false;
                }
                _ => {}
            }
        }
        if most < text.units.len() as i128 {
            return Text { units: text.units[..most as usize].into(), is_open, ..text };
        }
        Text { is_open, ..text }
    }

    /// A text of which all units are spelt out: where it may be longer, the path ends at that bound.
    pub(crate) fn closed(&mut self, state: &State, text: Text) -> Result<Text, Stop> {
        let always = self.pool.always();
        self.closed_where(state, always, text)
    }

    fn closed_where(&mut self, state: &State, guard: Term, text: Text) -> Result<Text, Stop> {
        if !text.is_open {
            return Ok(text);
        }
        let most = self.pool.int32(text.units.len() as i32);
        let fits = self.pool.le(text.length, most);
        let fits = self.pool.implies(guard, fits);
        match self.truth(state, fits) {
            Truth::Known(true) => Ok(Text { is_open: false, ..text }),
            Truth::Known(false) => Err(Stop::Cut(Cut::StringLength)),
            Truth::Depends(fits) => {
                let longer = self.pool.not(fits);
                Err(Stop::branch(fits, longer, Effect::Retry, Effect::Cut(Cut::StringLength)))
            }
        }
    }

    /// Where a condition does not hold, the path raises an exception.
    pub(crate) fn require(&mut self, state: &State, condition: Term, raise: Raise) -> Result<(), Stop> {
        match self.truth(state, condition) {
            Truth::Known(true) => Ok(()),
            Truth::Known(false) => Err(raise.into()),
            Truth::Depends(condition) => {
                let otherwise = self.pool.not(condition);
                Err(Stop::branch(condition, otherwise, Effect::Retry, Effect::Raise(raise)))
            }
        }
    }

    /// Where a condition does not hold, the path ends as unsupported.
    pub(crate) fn give_up_unless(&mut self, state: &State, condition: Term, what: &str) -> Result<(), Stop> {
        let cut = || Cut::Unsupported(what.to_string());
        match self.truth(state, condition) {
            Truth::Known(true) => Ok(()),
            Truth::Known(false) => Err(Stop::Cut(cut())),
            Truth::Depends(condition) => {
                let otherwise = self.pool.not(condition);
                Err(Stop::branch(condition, otherwise, Effect::Retry, Effect::Cut(cut())))
            }
        }
    }

    /// When two different objects, both strings, are one object in a JVM; `None` if never.
    ///
    /// Any partition of the strings of the input and of the interned ones into objects is possible as long as those of one
    /// object have one text. Numbers that may be chosen freely say which partition it is.
    pub(crate) fn same_string(&mut self, state: &State, left: ObjectId, right: ObjectId) -> Result<Option<Term>, Stop> {
        let (Some(a), Some(b)) = (self.identity_of(state, left), self.identity_of(state, right)) else {
            return Ok(None);
        };
        if a == Identity::Unsure || b == Identity::Unsure || self.may_be_interned_form(state, left, right) {
            return Err(Stop::unsupported("the identity of a string that a method may have returned as it was"));
        }
        if a == Identity::Own || b == Identity::Own {
            return Ok(None);
        }
        let zero = self.pool.bv(16, 0);
        let same_number = match (a, b) {
            (Identity::Input(a), Identity::Input(b)) => self.pool.eq(a, b),
            (Identity::Met(_), Identity::Input(_) | Identity::Met(_)) | (Identity::Input(_), Identity::Met(_)) => {
                return Ok(None);
            }
            (Identity::Input(number) | Identity::Met(number), _)
            | (_, Identity::Input(number) | Identity::Met(number)) => self.pool.eq(number, zero),
            _ => self.pool.always(),
        };
        let (left, right) = (self.text_at(state, left)?, self.text_at(state, right)?);
        let equal = self.texts_equal(state, left, right)?;
        Ok(Some(self.pool.and(same_number, equal)))
    }

    /// A string of the input is another object than those that were met as objects of unknown classes: not both are the one that
    /// `intern` gives for one text.
    pub(crate) fn keep_apart(&mut self, state: &mut State, string: ObjectId) {
        for other in state.inputs.clone() {
            let (one, other) = (&state.heap.get(string).payload, &state.heap.get(other).payload);
            let (Payload::Text(one, a), Payload::Text(other, b)) = (one.clone(), other.clone()) else { continue };
            let (a, b) = match (a, b) {
                (Identity::Met(a), Identity::Met(b) | Identity::Input(b)) if a != b => (a, b),
                (Identity::Input(a), Identity::Met(b)) => (a, b),
                _ => continue,
            };
            let zero = self.pool.bv(16, 0);
            let most = self.pool.int32(one.units.len().min(other.units.len()) as i32);
            let mut conditions = vec![self.pool.eq(a, zero), self.pool.eq(b, zero)];
            conditions.push(self.pool.eq(one.length, other.length));
            conditions.push(self.pool.le(one.length, most));
            for (position, (left, right)) in one.units.iter().zip(other.units.iter()).enumerate() {
                let has = one.has(&mut self.pool, position);
                let is_same = self.pool.eq(*left, *right);
                conditions.push(self.pool.implies(has, is_same));
            }
            let is_one = self.pool.and_all(&conditions);
            let is_not = self.pool.not(is_one);
            self.add_conjunct(state, is_not);
            state.path_condition.witness = None;
        }
    }

    /// Whether one of two strings was made by `intern` from the other: it gives its receiver if there was none before.
    fn may_be_interned_form(&self, state: &State, left: ObjectId, right: ObjectId) -> bool {
        match (&state.heap.get(left).payload, &state.heap.get(right).payload) {
            (Payload::Text(a, Identity::Own), Payload::Text(b, Identity::Interned))
            | (Payload::Text(a, Identity::Interned), Payload::Text(b, Identity::Own)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// `None` for what is no string.
    fn identity_of(&self, state: &State, location: ObjectId) -> Option<Identity> {
        let object = state.heap.get(location);
        if object.class != self.known.string || object.exact_class().is_none() {
            return None;
        }
        match object.payload {
            Payload::Text(_, identity) => return Some(identity),
            Payload::UnsureString => return Some(Identity::Unsure),
            _ => {}
        }
        let units = self.string_text(state, location);
        let interned = units.and_then(|units| state.statics.strings.get(&units[..]));
        Some(if interned == Some(&location) { Identity::Interned } else { Identity::Own })
    }

    /// Whether two texts are equal, as a condition; where that needs it, open ones are closed first.
    pub(crate) fn texts_equal(&mut self, state: &State, left: Text, right: Text) -> Result<Term, Stop> {
        let (mut left, mut right) = (left, right);
        if left.is_open && (right.is_open || right.units.len() > left.units.len()) {
            left = self.closed(state, left)?;
        }
        if right.is_open && left.units.len() > right.units.len() {
            right = self.closed(state, right)?;
        }
        Ok(left.equals(&mut self.pool, &right))
    }

    /// The text of a string of the input under a model: its length, and as many units as were spelt out.
    pub fn input_text(&self, state: &State, model: &Model, string: ObjectId) -> Option<(u32, Vec<u16>)> {
        let Payload::Text(text, _) = &state.heap.get(string).payload else { return None };
        self.text_under(model, text)
    }

    /// The text of a string, be it in its payload or in its fields; `None` if nobody knows it.
    pub fn text_of_string(&mut self, state: &State, string: ObjectId) -> Option<Text> {
        self.text_at(state, string).ok()
    }

    /// A text under a model: its length, and as many units as were spelt out.
    pub fn text_under(&self, model: &Model, text: &Text) -> Option<(u32, Vec<u16>)> {
        let length = evaluate(&self.pool, model, text.length)?.as_signed()?.clamp(0, i32::MAX as i128) as u32;
        let count = (length as usize).min(text.units.len());
        let unit = |unit: &Term| Some(evaluate(&self.pool, model, *unit)?.as_bits()? as u16);
        Some((length, text.units[..count].iter().map(unit).collect::<Option<_>>()?))
    }

    /// Whether a string of the input is, under a model, the one that `intern` gives.
    pub fn is_interned_input(&self, state: &State, model: &Model, string: ObjectId) -> bool {
        match state.heap.get(string).payload {
            Payload::Text(_, Identity::Met(number)) => self.number_under(state, model, number) == Some(0),
            _ => self.identity_number(state, model, string) == Some(0),
        }
    }

    /// The number that says which object a string of the input is, if the path speaks of it.
    pub(crate) fn identity_number(&self, state: &State, model: &Model, string: ObjectId) -> Option<u64> {
        let Payload::Text(_, Identity::Input(number)) = state.heap.get(string).payload else { return None };
        self.number_under(state, model, number)
    }

    /// The value of a symbol, if the path speaks of it.
    fn number_under(&self, state: &State, model: &Model, number: Term) -> Option<u64> {
        let Op::Symbol(symbol) = self.pool.node(number).op else { return None };
        let mut conjuncts = state.path_condition.conjuncts.iter();
        conjuncts.any(|conjunct| self.pool.symbols_of(*conjunct).contains(&symbol)).then_some(())?;
        evaluate(&self.pool, model, number)?.as_bits()
    }

    /// The symbols of the text of a string of the input: the length, then the units.
    pub fn input_text_terms(&self, state: &State, string: ObjectId) -> Option<(Term, Rc<[Term]>)> {
        match &state.heap.get(string).payload {
            Payload::Text(text, Identity::Input(_) | Identity::Met(_)) => Some((text.length, text.units.clone())),
            _ => None,
        }
    }
}

/// Give an object symbolic content. Its fields become opaque.
pub(crate) fn set_text(state: &mut State, object: ObjectId, text: Rc<Text>, identity: Identity) {
    let object = state.heap.get_mut(object);
    object.payload = Payload::Text(text, identity);
    if let Content::Fields(fields) = &mut object.content {
        fields.fill(Value::Opaque);
    }
}
