//! Exceptions: what the JVM raises, what the code throws, and who catches it.

use std::rc::Rc;

use logic::horn::{HornExpression, HornOperator};
use program::class::ClassId;

use super::encode::Encoder;
use super::execute::Here;
use super::numbers::{compare, integer, not};
use super::walk::{Thing, Walk};

impl Encoder<'_> {
    /// Something must hold, or else the JVM raises an exception; `false` if the way ends here.
    pub(super) fn check(
        &mut self,
        here: &mut Here<'_>,
        walk: &mut Walk,
        condition: HornExpression,
        exception: &str,
    ) -> bool {
        if condition == HornExpression::Boolean(true) {
            return true;
        }
        let mut failing = walk.clone();
        if failing.numbers.assume(not(condition.clone())) {
            let class = self.program.load(exception).ok();
            let exception = failing.raised(class);
            self.raise(here, failing, exception);
        }
        walk.numbers.assume(condition)
    }

    /// An exception is thrown: to a handler, or out of the method.
    pub(super) fn raise(&mut self, here: &mut Here<'_>, walk: Walk, exception: usize) {
        let Thing { class, is_raised, .. } = walk.things[exception];
        let mut thrown = walk.clone();
        loop {
            let body = Rc::clone(&self.territory.members[thrown.member].body);
            for handler in &body.block_of(thrown.pc).handlers {
                let catches = match handler.class {
                    None => true,
                    Some(caught) => {
                        let caught = self.program.resolve_class(&body.classes[caught as usize]).ok();
                        match (class, caught) {
                            (Some(class), Some(caught)) => self.program.is_subclass(class, caught),
                            // It may.
                            _ => true,
                        }
                    }
                };
                if catches {
                    let mut caught = thrown.clone();
                    caught.caught = Some(exception);
                    self.leave(here, caught, handler.to);
                    if class.is_some() || handler.class.is_none() {
                        return;
                    }
                }
            }
            if thrown.step_out().is_none() {
                break;
            }
        }
        if is_raised || class.is_some_and(|class| self.is_assertion(class)) {
            self.conclude_error(&walk, here.member, here.pc);
        }
    }

    fn is_assertion(&mut self, class: ClassId) -> bool {
        self.program.load("java/lang/AssertionError").is_ok_and(|error| self.program.is_subclass(class, error))
    }

    pub(super) fn check_index(
        &mut self,
        here: &mut Here<'_>,
        walk: &mut Walk,
        index: HornExpression,
        length: HornExpression,
        exception: &str,
    ) -> bool {
        let is_positive = compare(HornOperator::GreaterOrEqual, index.clone(), integer(0));
        let is_small = compare(HornOperator::Less, index, length);
        self.check(here, walk, is_positive, exception) && self.check(here, walk, is_small, exception)
    }

    /// A call throws something that the method may catch.
    pub(super) fn fail(&mut self, here: &mut Here<'_>, walk: &Walk, then: impl FnOnce(&mut Self, &mut Walk)) {
        if here.body.block_of(here.pc).handlers.is_empty() && walk.callers.is_empty() {
            return;
        }
        let mut failing = walk.clone();
        then(self, &mut failing);
        let exception = failing.any_thing();
        self.raise(here, failing, exception);
    }
}
