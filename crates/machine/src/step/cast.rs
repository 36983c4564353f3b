//! Casts: whether they hold, and the exception if they do not.

use program::class::{ClassId, ClassOrigin};

use crate::machine::Machine;
use crate::reference::guarded::{Located, Truth};
use crate::state::State;
use crate::state::fork::{Effect, Raise, Stop};
use crate::state::value::{ObjectId, Value};

impl Machine {
    /// ClassCastException unless a reference is null or an instance of the class.
    pub(crate) fn check_cast(&mut self, state: &mut State, value: Value, class: ClassId) -> Result<(), Stop> {
        match self.located(state, value)? {
            Located::One(location) => {
                if location.is_null() || self.is_instance(state, location, class)? {
                    return Ok(());
                }
                Err(self.class_cast(state, location, class)?.into())
            }
            Located::Many(entries) => {
                let fails = match self.instance_of(state, value, class)? {
                    Truth::Known(true) => return Ok(()),
                    Truth::Known(false) => self.pool.always(),
                    Truth::Depends(condition) => self.pool.not(condition),
                };
                let is_null = entries.iter().find(|(_, location)| location.is_null());
                let is_null = is_null.map_or(self.pool.never(), |(guard, _)| *guard);
                let not_null = self.pool.not(is_null);
                let fails = self.pool.and(fails, not_null);
                let fails = match self.truth(state, fails) {
                    Truth::Known(false) => return Ok(()),
                    Truth::Known(true) => return Err(Raise::opaque("java/lang/ClassCastException").into()),
                    Truth::Depends(condition) => condition,
                };
                let holds = self.pool.not(fails);
                let raise = Effect::Raise(Raise::opaque("java/lang/ClassCastException"));
                Err(Stop::branch(holds, fails, Effect::Retry, raise))
            }
        }
    }

    /// A cast of an unknown reference that its declared type makes certain does not look at the reference.
    pub(crate) fn cast_is_certain(&self, state: &State, value: Value, class: ClassId) -> bool {
        match value {
            Value::Unknown(unknown) => self.program.is_subclass(state.unknown(unknown).declared, class),
            _ => false,
        }
    }

    /// ClassCastException, with the JVM's message as far as classes of `java.base` and of the user are concerned.
    fn class_cast(&mut self, state: &State, object: ObjectId, class: ClassId) -> Result<Raise, Stop> {
        let actual = self.exact_class(state, object)?;
        let describe = |class: ClassId| {
            let class = self.program.class(class);
            let name = class
                .name
                .strip_prefix('[')
                .map_or_else(|| program::display_class(&class.name), |_| class.name.replace('/', "."));
            let module = match class.origin {
                ClassOrigin::Library => "module java.base of loader 'bootstrap'",
                ClassOrigin::User => "unnamed module of loader 'app'",
            };
            (name, module)
        };
        let ((from, from_module), (to, to_module)) = (describe(actual), describe(class));
        let places = if from_module == to_module {
            format!("{from} and {to} are in {from_module}")
        } else {
            format!("{from} is in {from_module}; {to} is in {to_module}")
        };
        let message = format!("class {from} cannot be cast to class {to} ({places})");
        Ok(Raise::with("java/lang/ClassCastException", message))
    }
}
