//! Calls: a clause for the entry of what is called, and what its returns say of what comes after.

use std::rc::Rc;

use logic::horn::{HornApplication, HornExpression, HornOperator};
use program::code::{Kind, OperandList, Register, Type};
use program::descriptor::parse_signature;

use super::encode::{Calls, Encoder};
use super::execute::{Here, Onward, operand};
use super::interest::{AccessPath, Root, TextCall};
use super::numbers::{apply, compare, integer, not, range_of};
use super::territory::Called;
use super::walk::{Held, Walk};

impl Encoder<'_> {
    pub(super) fn invoke(
        &mut self,
        here: &mut Here<'_>,
        walk: &mut Walk,
        target: Option<Register>,
        method: u32,
        arguments: OperandList,
    ) -> Onward {
        let body = Rc::clone(&here.body);
        let arguments: Vec<Option<Held>> =
            body.operands(arguments).iter().map(|argument| operand(walk, &body, *argument)).collect();
        let reference = &body.methods[method as usize];
        let called = self.territory.members[here.member].calls.get(&here.pc).cloned().unwrap_or(Called::Anything);
        let held = match called {
            Called::End => return Onward::Over,
            Called::Assume | Called::Ignore | Called::Check => {
                let Some(Some(Held::Number(argument))) = arguments.into_iter().next() else { return Onward::Next };
                let is_zero = compare(HornOperator::Equal, argument, integer(0));
                let goes_on = match called {
                    Called::Assume => walk.numbers.assume(not(is_zero)),
                    Called::Ignore => walk.numbers.assume(is_zero),
                    _ => self.check(here, walk, not(is_zero), "java/lang/AssertionError"),
                };
                return if goes_on { Onward::Next } else { Onward::Over };
            }
            Called::Methods(callees) => {
                for &callee in &callees {
                    let mut other = walk.clone();
                    if self.is_inlined(callee) {
                        other.step_into(callee, &arguments, target);
                        here.open.push(other);
                        continue;
                    }
                    self.enter(&mut other, callee, &arguments);
                    self.fail(here, &other, |encoder, walk| encoder.forget_what_it_writes(walk, callee));
                    let held = self.come_back(&mut other, callee, &arguments);
                    target.into_iter().for_each(|target| other.set(target, held.clone()));
                    self.leave(here, other, here.pc + 1);
                }
                return Onward::Over;
            }
            Called::Library | Called::Anything => match TextCall::of(&reference.class, &reference.name) {
                Some(call) => match self.text_call(here, walk, call, &arguments) {
                    Some(number) => Some(Held::Number(number)),
                    None => return Onward::Over,
                },
                None => {
                    if matches!(called, Called::Anything) {
                        walk.forget(self.program, |_| true);
                    }
                    self.fail(here, walk, |_, _| {});
                    result_of(walk, &reference.descriptor)
                }
            },
        };
        target.into_iter().for_each(|target| walk.set(target, held.clone()));
        Onward::Next
    }

    fn text_call(
        &mut self,
        here: &mut Here<'_>,
        walk: &mut Walk,
        call: TextCall,
        arguments: &[Option<Held>],
    ) -> Option<HornExpression> {
        let length = match arguments.first() {
            Some(Some(Held::Object(text))) => walk.characters(*text),
            _ => walk.numbers.any(),
        };
        match call {
            TextCall::Length => Some(length),
            TextCall::IsEmpty => {
                let is_empty = compare(HornOperator::Equal, length, integer(0));
                Some(apply(HornOperator::IfThenElse, [is_empty, integer(1), integer(0)]))
            }
            TextCall::CharAt => {
                let index = match arguments.get(1) {
                    Some(Some(Held::Number(index))) => index.clone(),
                    _ => walk.numbers.any(),
                };
                let goes_on = self.check_index(here, walk, index, length, "java/lang/StringIndexOutOfBoundsException");
                goes_on.then(|| walk.numbers.any_in(range_of(&Type::Char)))
            }
        }
    }

    /// Whether ways go through a method, rather than over it by its relations.
    pub(super) fn is_inlined(&self, callee: usize) -> bool {
        self.style.calls == Calls::Inlined && self.territory.members[callee].is_simple
    }

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
    pub(super) fn return_from(&mut self, walk: &mut Walk, result: Option<Held>) {
        let member = walk.member;
        if !self.territory.members[member].is_called {
            return;
        }
        let mut values = walk.inputs.clone();
        for path in self.encoded[member].outputs.clone() {
            let number = self.returned(walk, &path, &result);
            values.push(number.unwrap_or_else(|| walk.numbers.any()));
        }
        self.conclude(walk, self.encoded[member].exit, values);
    }

    fn returned(&self, walk: &mut Walk, path: &AccessPath, result: &Option<Held>) -> Option<HornExpression> {
        match path.root {
            Root::Result => walk.follow(self.program, result.clone()?, &path.steps),
            // What was passed is not to be found any more.
            Root::Register(register) if self.territory.members[walk.member].reassigned.contains(&register) => None,
            _ => Some(walk.number_at(self.program, path)),
        }
    }
}

/// What a method with this descriptor may return.
pub(super) fn result_of(walk: &mut Walk, descriptor: &str) -> Option<Held> {
    walk.any_of(&parse_signature(descriptor)?.return_type?)
}
