//! Calls: a clause for the entry of what is called, and what its returns say of what comes after.

use logic::horn::{HornApplication, HornExpression};
use program::code::{Kind, Register};

use super::encode::Encoder;
use super::interest::{AccessPath, Root};
use super::walk::{Held, Walk};

impl Encoder<'_> {
    /// A method is called with these arguments.
    pub(super) fn enter(&mut self, walk: &mut Walk, callee: usize, arguments: &[Option<Held>]) {
        let values = self.passed(walk, callee, arguments);
        self.conclude(walk, self.encoded[callee].entry, values);
    }

    /// The inputs of a method that is called with these arguments.
    fn passed(&self, walk: &mut Walk, callee: usize, arguments: &[Option<Held>]) -> Vec<HornExpression> {
        let inputs = self.encoded[callee].inputs.iter();
        let values = inputs.map(|path| match path.root {
            Root::Register(Register(parameter)) => {
                let held = arguments.get(parameter as usize).cloned().flatten();
                let known = held.and_then(|held| walk.follow(self.program, held, &path.steps));
                known.unwrap_or_else(|| walk.numbers.any())
            }
            _ => walk.number_at(self.program, path),
        });
        values.collect()
    }

    /// It has returned.
    pub(super) fn come_back(&mut self, walk: &mut Walk, callee: usize, arguments: &[Option<Held>]) -> Option<Held> {
        let mut values = self.passed(walk, callee, arguments);
        self.forget_what_it_writes(walk, callee);
        let member = &self.territory.members[callee];
        let return_type = self.program.method(member.id).return_type.clone();
        let mut result = match &return_type {
            Some(kind) if kind.kind() == Kind::Reference => Some(Held::Object(walk.any_thing())),
            _ => None,
        };
        for path in self.encoded[callee].outputs.clone() {
            let number = walk.numbers.any();
            self.bound(walk, callee, &path, &number);
            match path.root {
                Root::Register(Register(parameter)) => {
                    if let Some(Some(Held::Object(thing))) = arguments.get(parameter as usize) {
                        walk.set_number_beyond(self.program, *thing, &path.steps, number.clone());
                    }
                }
                Root::Static(_) => walk.set_number_at(self.program, &path, number.clone()),
                Root::Result => match &result {
                    Some(Held::Object(thing)) => {
                        walk.set_number_beyond(self.program, *thing, &path.steps, number.clone());
                    }
                    _ => result = Some(Held::Number(number.clone())),
                },
            }
            values.push(number);
        }
        walk.body.push(HornApplication { relation: self.encoded[callee].exit, arguments: values });
        result
    }

    pub(super) fn forget_what_it_writes(&self, walk: &mut Walk, callee: usize) {
        let member = &self.territory.members[callee];
        walk.forget(self.program, |field| member.writes.contains(&field));
    }

    /// The method returns.
    pub(super) fn return_from(&mut self, walk: &mut Walk, member: usize, result: Option<Held>) {
        if !self.territory.members[member].is_called {
            return;
        }
        let mut values = walk.inputs.clone();
        for path in self.encoded[member].outputs.clone() {
            let number = self.returned(walk, member, &path, &result);
            values.push(number.unwrap_or_else(|| walk.numbers.any()));
        }
        self.conclude(walk, self.encoded[member].exit, values);
    }

    fn returned(
        &self,
        walk: &mut Walk,
        member: usize,
        path: &AccessPath,
        result: &Option<Held>,
    ) -> Option<HornExpression> {
        match path.root {
            Root::Result => walk.follow(self.program, result.clone()?, &path.steps),
            // What was passed is not to be found any more.
            Root::Register(register) if self.territory.members[member].reassigned.contains(&register) => None,
            _ => Some(walk.number_at(self.program, path)),
        }
    }
}
