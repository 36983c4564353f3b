//! Inputs of the program's classes that are below one of the library's: exceptions, streams, collections of its own.
//!
//! What the library keeps in such an object has invariants that unknown values would break. So the library's part is what the
//! library's constructor without parameters makes of it, run by its own code, and the program's fields are unknown as in any
//! input: no constructor of the program's runs. A replay builds the object in the same way. That the library's part may also
//! be another one counts as a bound.

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Body, InvokeKind, Kind};

use crate::inputs::factories::reject;
use crate::machine::Machine;
use crate::state::fork::{Alternative, Cut, Effect, Stop};
use crate::state::heap::{Object, Open};
use crate::state::value::{ObjectId, Value};
use crate::state::{OnReturn, State};
use crate::synthetic::body_builder::{BodyBuilder, method_ref};

impl Machine {
    /// The class of the library that a class of the user's is directly or indirectly below, if objects of that class are built by
    /// its constructor without parameters.
    pub(crate) fn library_part_of(&self, class: ClassId) -> Option<ClassId> {
        const ACC_PUBLIC_OR_PROTECTED: u16 = 0x0005;
        let mut above = class;
        while self.program.class(above).origin == ClassOrigin::User {
            above = self.program.class(above).super_class?;
        }
        let holder = self.program.class(above);
        let is_constructor = |method: &&MethodId| {
            let method = self.program.method(**method);
            &*method.name == "<init>" && &*method.descriptor == "()V" && method.access & ACC_PUBLIC_OR_PROTECTED != 0
        };
        let is_below = above != class && above != self.known.object && !holder.instance_layout.is_empty();
        (is_below && holder.methods.iter().any(|method| is_constructor(&method))).then_some(above)
    }

    /// The fields of a new object: those of the library's part are as a constructor finds them.
    pub(crate) fn fields_of_input(&self, class: ClassId, length: usize) -> Vec<Value> {
        let mut fields = vec![Value::Unset; length];
        if let Some(part) = self.library_part_of(class) {
            let layout = &self.program.class(part).instance_layout;
            for (value, field) in fields.iter_mut().zip(layout) {
                *value = Self::default_value(&self.program.field(*field).field_type);
            }
        }
        fields
    }

    /// How many fields of an object of the input are the library's, which is no unknown part of it.
    pub(crate) fn built_fields(&self, object: &Object) -> usize {
        match self.library_part_of(object.class) {
            Some(part) => self.program.class(part).instance_layout.len(),
            None => 0,
        }
    }

    /// Start what builds the library's part of a new object of the input, if it has one.
    pub(crate) fn build_library_part(&mut self, state: &mut State, object: ObjectId) -> Result<(), Stop> {
        let Some(part) = self.library_part_of(state.heap.get(object).class) else { return Ok(()) };
        if state.threads.len() > 1 {
            return Err(Stop::unsupported(
                "an input below a class of the library that is first looked into by one of several threads",
            ));
        }
        let method = self.building_method(part);
        self.push_frame(state, method, None, &[Value::Reference(object)], OnReturn::Retry)?;
        match self.ensure_initialized_above(state, part) {
            Ok(()) | Err(Stop::Entered) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    /// The classes of the user's below the library's that an open object may turn out to be, where it is asked for one of them.
    /// `None` if one cannot be made.
    pub(crate) fn hidden_classes_below(&self, open: &Open, class: ClassId) -> Option<Vec<ClassId>> {
        let hidden = self.hidden_candidates(open.declared);
        let is_excluded =
            |hidden: &ClassId| open.excluded.iter().any(|excluded| self.program.is_subclass(*hidden, *excluded));
        let below = hidden.iter().copied().filter(|hidden| self.program.is_subclass(*hidden, class));
        let below: Vec<ClassId> = below.filter(|hidden| !is_excluded(hidden)).collect();
        below.iter().all(|class| self.library_part_of(*class).is_some()).then_some(below)
    }

    /// The alternatives of an open object that turns out to be of one of these classes.
    pub(crate) fn turning_into(&mut self, state: &State, object: ObjectId, hidden: &[ClassId]) -> Vec<Alternative> {
        let guards: Vec<logic::term::Term> = self.is_not_listed(state.heap.get(object)).into_iter().collect();
        let effects = hidden.iter().map(|class| Effect::TurnInto { object, class: *class });
        let effects = effects.chain([Effect::Cut(Cut::LibraryPart)]);
        effects.map(|effect| Alternative { guards: guards.clone(), effect }).collect()
    }

    /// A method that runs the constructor of a class of the library on an object; one that it does not finish is no input.
    fn building_method(&mut self, part: ClassId) -> MethodId {
        let class = self.program.class(part).name.clone();
        let name = format!("Part${}", class.replace('/', "."));
        let body = Box::new(move |method| building_body(method, &class));
        self.factory(&name, "(Ljava/lang/Object;)V".to_string(), body)
    }
}

/// `try { object.<init>(); } catch (Throwable t) { Inputs.reject(); }`
fn building_body(method: MethodId, class: &Rc<str>) -> Body {
    let mut builder = BodyBuilder::new(method, vec![Kind::Reference]);
    let object = builder.parameter(0);
    builder.invoke(InvokeKind::Special, method_ref(class, false, "<init>", "()V"), &[object]);
    builder.return_value(None);
    builder.catch_everything();
    reject(&mut builder);
    builder.finish()
}
