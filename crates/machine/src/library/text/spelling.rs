//! Symbolic strings as the library lays them out, for its code that looks into their fields.

use crate::library::text::symbolic_text::set_text;
use crate::machine::Machine;
use crate::reference::guarded::Truth;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::{Content, Object, Payload};
use crate::state::terms;
use crate::state::value::{ObjectId, Value};
use crate::text::Text;

impl Machine {
    /// The fields of a symbolic string get the values that they have in a JVM; how long it is, and whether all its characters
    /// fit in bytes, is decided first. Its text stays what the methods that the machine does itself look at.
    pub(crate) fn spell_out(&mut self, state: &mut State, string: ObjectId) -> Result<(), Stop> {
        let identity = match state.heap.get(string).payload {
            Payload::Text(_, identity) => identity,
            _ => return Err(terms::opaque()),
        };
        let text = self.text_at(state, string)?;
        let text = self.closed(state, text)?;
        let length = self.decided_length(state, &text)?;
        let limit = self.pool.bv(16, 256);
        let units = text.units[..length].to_vec();
        let fit: Vec<_> = units.iter().map(|unit| self.pool.ult(*unit, limit)).collect();
        let all_fit = self.pool.and_all(&fit);
        let truth = self.truth(state, all_fit);
        let is_latin = self.decide(truth)?;
        let mut bytes = Vec::with_capacity(units.len() * 2);
        for unit in &units {
            bytes.push(self.byte(*unit, 0));
            if !is_latin {
                bytes.push(self.byte(*unit, 8));
            }
        }
        let bytes = state.heap.allocate(Object::array(self.known.byte_array, bytes));
        let text = Text::of_units(&mut self.pool, units);
        set_text(state, string, text.into(), identity);
        if let Content::Fields(fields) = &mut state.heap.get_mut(string).content {
            // No hash is kept yet.
            fields.fill(Value::Int(0));
            fields[self.known.string_value as usize] = Value::Reference(bytes);
            fields[self.known.string_coder as usize] = Value::Int(i32::from(!is_latin));
        }
        Ok(())
    }

    pub(crate) fn is_symbolic_string(&self, state: &State, object: ObjectId) -> bool {
        let object = state.heap.get(object);
        object.class == self.known.string && matches!(object.payload, Payload::Text(..))
    }

    /// The eight bits of a unit from `low` on as a Java byte.
    fn byte(&mut self, unit: logic::term::Term, low: u8) -> Value {
        let bits = self.pool.extract(unit, low + 7, low);
        let byte = self.pool.sign_extend(bits, 32);
        self.value(program::code::Kind::Int, byte)
    }

    /// The length of a text as a number; forks by it.
    pub(crate) fn decided_length(&mut self, state: &State, text: &Text) -> Result<usize, Stop> {
        let mut possible = Vec::new();
        for length in 0..=text.units.len() {
            let number = self.pool.int32(length as i32);
            let is_it = self.pool.eq(text.length, number);
            match self.truth(state, is_it) {
                Truth::Known(true) => return Ok(length),
                Truth::Known(false) => {}
                Truth::Depends(condition) => possible.push(condition),
            }
        }
        if possible.is_empty() { Err(Stop::nothing_left()) } else { Err(self.fork_by(possible)) }
    }
}
