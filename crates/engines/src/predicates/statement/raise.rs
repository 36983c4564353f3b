//! Exceptions: branches that lead to handlers, or out of the method.

use logic::term::Term;
use program::class::{ClassId, ClassOrigin};
use report::outcome::Outcome;

use super::execute::Here;
use super::objects::{AbstractObject, Site};
use super::reason::Pointers;
use super::search::{Ending, START, StatementSearch, Thrown};
use super::state::StatementState;
use crate::search::Property;

const ASSERTION_ERROR: &str = "java/lang/AssertionError";

impl StatementSearch<'_> {
    /// The machine raises an exception of this class.
    pub(super) fn raise_new(&mut self, here: &Here, mut state: StatementState, class: &str) {
        let class = match self.reasoner.machine.program.load(class) {
            Ok(class) => class,
            Err(error) => return self.unsupported(error.to_string(), &here.code, here.pc),
        };
        let site = Site { method: here.code.method, pc: here.pc, class, is_raised: true };
        self.allocate(&mut state, site);
        self.raise(here, state, Thrown { object: AbstractObject::Last(site), is_declared: false });
    }

    /// `throw` of a reference that is not null.
    pub(super) fn throw(&mut self, here: &Here, state: &StatementState, exception: Term) {
        let objects = self.reasoner.objects(Pointers::new(&state.table), exception);
        for object in objects.into_iter().filter(|object| *object != AbstractObject::Null) {
            self.raise(here, state.clone(), Thrown { object, is_declared: false });
        }
    }

    /// An exception arrives at an instruction: the handlers that may catch it, and then those who called.
    pub(super) fn raise(&mut self, here: &Here, state: StatementState, thrown: Thrown) {
        let body = here.code.body.clone();
        let class = thrown.object.class();
        for handler in &body.block_of(here.pc).handlers {
            let caught = match handler.class {
                None => Some(true),
                Some(wanted) => {
                    let Some(wanted) = self.class(here, wanted) else { return };
                    let program = &self.reasoner.machine.program;
                    match class {
                        Some((class, _)) if program.is_subclass(class, wanted) => Some(true),
                        Some((_, true)) => Some(false),
                        Some((class, false)) if !program.may_have_common_subtype(class, wanted) => Some(false),
                        _ => None,
                    }
                }
            };
            if caught == Some(false) {
                continue;
            }
            if self.property == Property::Assertions && self.may_be_assertion(thrown.object) {
                self.unsupported("an AssertionError that the program catches", &here.code, here.pc);
            }
            let mut entered = state.clone();
            entered.caught = Some(thrown.object);
            self.go(here, &entered, handler.to);
            if caught == Some(true) {
                return;
            }
        }
        let mut thrown = thrown;
        if here.context != START && !self.is_of_user(here) {
            // Whom it is to be blamed on is not looked into.
            self.unsupported("an exception of the library, in abstract states", &here.code, here.pc);
        }
        thrown.is_declared |= self.declares(here, thrown.object);
        if here.context == START {
            self.uncaught(thrown);
        } else {
            let exit = self.exit(&here.code, &state, state.path.clone(), Ending::Raised(thrown));
            self.leave(here.context, exit);
        }
    }

    fn is_of_user(&self, here: &Here) -> bool {
        let program = &self.reasoner.machine.program;
        program.class(program.method(here.code.method).class).origin == ClassOrigin::User
    }

    /// Whether a method that is left by an exception says so.
    fn declares(&mut self, here: &Here, object: AbstractObject) -> bool {
        let Some((class, _)) = object.class() else { return false };
        let program = &mut self.reasoner.machine.program;
        let names = program.method_attributes(here.code.method).exceptions;
        let unchecked = ["java/lang/RuntimeException", "java/lang/Error"].map(|name| program.loaded(name));
        names.iter().any(|name| {
            let Ok(declared) = program.load(name) else { return false };
            let is_unchecked = unchecked.iter().flatten().any(|unchecked| program.is_subclass(declared, *unchecked));
            is_unchecked && program.is_subclass(class, declared)
        })
    }

    fn may_be_assertion(&mut self, object: AbstractObject) -> bool {
        self.is_instance(object, ASSERTION_ERROR) != Some(false)
    }

    fn is_instance(&mut self, object: AbstractObject, name: &str) -> Option<bool> {
        let program = &mut self.reasoner.machine.program;
        let wanted = program.load(name).ok()?;
        match object.class()? {
            (class, _) if program.is_subclass(class, wanted) => Some(true),
            (class, false) if program.may_have_common_subtype(class, wanted) => None,
            _ => Some(false),
        }
    }

    /// Nothing catches an exception: it is suspected, or it is an outcome.
    fn uncaught(&mut self, thrown: Thrown) {
        let Thrown { object, is_declared } = thrown;
        let is_assertion = self.is_instance(object, ASSERTION_ERROR);
        let is_raised = match object {
            AbstractObject::Last(site) | AbstractObject::Earlier(site) => site.is_raised,
            _ => false,
        };
        let is_suspected = match self.property {
            Property::Uncaught => true,
            Property::Deadlocks => false,
            Property::Assertions => is_assertion != Some(false),
            Property::RuntimeExceptions => self.is_instance(object, "java/lang/RuntimeException") != Some(false),
            Property::Defects => is_assertion != Some(false) || is_raised && !is_declared,
            Property::RaisedByJvm => is_assertion != Some(false) || is_raised,
        };
        let class = object.class().map(|(class, _)| self.class_text(class));
        if !is_suspected {
            let name = class.unwrap_or_default();
            let outcome = match self.property {
                Property::Defects => Outcome::Refuses(name),
                _ => Outcome::Throws(name),
            };
            self.outcomes.entry(outcome.to_string()).or_insert((outcome, 0)).1 += 1;
            return;
        }
        let kind = match class {
            Some(name) => name.rsplit(['.', '$']).next().unwrap_or_default().to_string(),
            None => "Throwable".to_string(),
        };
        let place = match object {
            AbstractObject::Last(site) | AbstractObject::Earlier(site) => self.place(site.method, site.pc),
            _ => String::new(),
        };
        *self.suspicions.entry((kind, place)).or_default() += 1;
    }

    fn class_text(&self, class: ClassId) -> String {
        program::display_class(&self.reasoner.machine.program.class(class).name)
    }
}
