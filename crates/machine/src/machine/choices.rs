//! Guarded sets of locations, each stored once.

use logic::term::Term;
use rustc_hash::FxHashMap;

use crate::machine::Machine;
use crate::state::value::{Choice, ChoiceId, ObjectId, Value};

/// All sets that were made.
#[derive(Default)]
pub(crate) struct Choices {
    list: Vec<Choice>,
    index: FxHashMap<Choice, ChoiceId>,
}

impl Machine {
    /// Intern a guarded set of locations; a single location becomes a plain reference.
    pub(crate) fn choice_value(&mut self, mut entries: Vec<(Term, ObjectId)>) -> Value {
        entries.retain(|(guard, _)| !self.pool.is_false(*guard));
        entries.sort_by_key(|(_, location)| *location);
        let mut merged: Vec<(Term, ObjectId)> = Vec::with_capacity(entries.len());
        for (guard, location) in entries {
            match merged.last_mut() {
                Some((last_guard, last)) if *last == location => *last_guard = self.pool.or(*last_guard, guard),
                _ => merged.push((guard, location)),
            }
        }
        if let [(_, location)] = merged[..] {
            return Value::Reference(location);
        }
        let choice: Choice = merged.into();
        if let Some(id) = self.choices.index.get(&choice) {
            return Value::Choice(*id);
        }
        let id = ChoiceId(self.choices.list.len() as u32);
        self.choices.list.push(choice.clone());
        self.choices.index.insert(choice, id);
        Value::Choice(id)
    }

    pub(crate) fn choice(&self, id: ChoiceId) -> &Choice {
        &self.choices.list[id.0 as usize]
    }
}
