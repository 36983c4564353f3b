//! Objects of classes that the program never mentions.
//!
//! An unknown `Object` may be of any class there is. Of one that no code in reach names, nothing can be asked but what every
//! object answers: `equals`, `hashCode` and `toString`. Such an object is of a class of our own, with any answers that keep
//! the contract of `Object`:
//!
//! ```text
//! final class Other {
//!     int hash, kind; String text;
//!     public int hashCode() { return hash; }
//!     public String toString() { return text; }
//!     public boolean equals(Object o) {
//!         if (o == this) return true;
//!         if (o == null) return false;
//!         if (o instanceof Other) return ((Other) o).kind == kind && ((Other) o).hash == hash;
//!         return o.equals(this);
//!     }
//! }
//! ```
//!
//! Its fields are unknown, like those of any input, and a replay has the same class. It stays open: whoever asks whether it is
//! of a class of the library depends on what it really is, and gets a reason.

use std::rc::Rc;

use logic::term::Term;
use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Body, Condition, Constant, InvokeKind, Kind, Operand, Type};
use program::{Program, SyntheticClass, SyntheticMethod};

use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::{Alternative, Cut, Effect, Fork, Stop};
use crate::state::heap::Open;
use crate::state::value::{ObjectId, Value};
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};
use crate::synthetic::lambda::unboxed;

/// Its name in reports, too; the driver of a replay knows it by this.
pub(crate) const OTHER: &str = "lazuli/Other";

/// What every object answers.
const ANSWERS: [(&str, &str); 3] =
    [("equals", "(Ljava/lang/Object;)Z"), ("hashCode", "()I"), ("toString", "()Ljava/lang/String;")];

/// Define the class, unless an earlier machine on the same program did.
pub(crate) fn define(program: &mut Program, object: ClassId) -> ClassId {
    if let Some(known) = program.loaded(OTHER) {
        return known;
    }
    let method = |position: usize, body: fn(MethodId) -> Body| {
        let (name, descriptor) = ANSWERS[position];
        SyntheticMethod { name: name.into(), descriptor: descriptor.into(), access: 0x1001, body: Some(Box::new(body)) }
    };
    program.define_synthetic_class(SyntheticClass {
        name: OTHER.into(),
        super_class: object,
        interfaces: Vec::new(),
        access: 0x1011,
        origin: ClassOrigin::Library,
        fields: vec![
            ("hash".into(), Type::Int),
            ("kind".into(), Type::Int),
            ("text".into(), Type::Reference(Rc::from("java/lang/String"))),
        ],
        methods: vec![
            method(0, equals_body),
            method(1, |method| getter_body(method, "hash", Type::Int)),
            method(2, |method| getter_body(method, "text", Type::Reference(Rc::from("java/lang/String")))),
        ],
    })
}

fn getter_body(method: MethodId, field: &str, field_type: Type) -> Body {
    let mut builder = BodyBuilder::new(method, vec![Kind::Reference]);
    let this = builder.parameter(0);
    let value = builder.get_field(this, field_ref(OTHER, field, field_type));
    builder.return_value(Some(value));
    builder.finish()
}

fn equals_body(method: MethodId) -> Body {
    let mut builder = BodyBuilder::new(method, vec![Kind::Reference, Kind::Reference]);
    let (this, other) = (builder.parameter(0), builder.parameter(1));
    let (yes, no, is_foreign) = (builder.new_label(), builder.new_label(), builder.new_label());
    builder.if_same(this, other, yes);
    builder.if_null(other, no);
    let is_other = builder.instance_of(other, OTHER);
    let zero = builder.constant(Constant::Int(0));
    builder.if_holds(Condition::Equal, is_other, zero, is_foreign);
    let other_one = builder.check_cast(other, OTHER);
    for field in ["kind", "hash"] {
        let own = builder.get_field(this, field_ref(OTHER, field, Type::Int));
        let theirs = builder.get_field(other_one, field_ref(OTHER, field, Type::Int));
        builder.if_holds(Condition::NotEqual, own, theirs, no);
    }
    builder.place(yes);
    let one = builder.constant(Constant::Int(1));
    builder.return_value(Some(one));
    builder.place(no);
    let zero = builder.constant(Constant::Int(0));
    builder.return_value(Some(zero));
    builder.place(is_foreign);
    let equals = method_ref("java/lang/Object", false, ANSWERS[0].0, ANSWERS[0].1);
    let answer: Operand = builder.invoke_value(InvokeKind::Virtual, equals, &[other, this]);
    builder.return_value(Some(answer));
    builder.finish()
}

impl Machine {
    /// Whether an object that may be of any class is asked what every object answers, so that its class need not be known.
    pub(crate) fn may_answer(&self, state: &State, object: ObjectId, method: MethodId) -> bool {
        let open = state.heap.get(object).open.as_ref();
        let entry = self.program.method(method);
        entry.class == self.known.object
            && open.is_some_and(|open| open.declared == self.known.object)
            && ANSWERS.iter().any(|(name, descriptor)| *name == &*entry.name && *descriptor == &*entry.descriptor)
    }

    /// A fork by what an object that may be of any class is: of a listed class, a string, a box if it is compared with one, or of
    /// some other class.
    pub(crate) fn ask_for_answer(
        &mut self,
        state: &State,
        object: ObjectId,
        method: MethodId,
        arguments: &[Value],
    ) -> Stop {
        for argument in arguments.iter().skip(1) {
            if let Value::Reference(location) = *argument
                && !location.is_null()
                && let Some(class) = state.heap.get(location).exact_class()
                && self.is_comparable_box(class)
                && self.must_be_closed(state, object, class)
            {
                return self.ask_class(state, object, class);
            }
        }
        self.ask_whether_other(state, object, Some(method))
    }

    fn is_comparable_box(&self, class: ClassId) -> bool {
        let class = self.program.class(class);
        class.origin == ClassOrigin::Library && unboxed(&class.name).is_some()
    }

    /// A fork by whether an open object is of a listed class, a string, of a class of the user's below the library's that has a
    /// method of its own for this (`equals` if none is given), or of some other class.
    pub(crate) fn ask_whether_other(&mut self, state: &State, object: ObjectId, method: Option<MethodId>) -> Stop {
        let (string, other) = (self.known.string, self.known.other);
        if self.must_be_closed(state, object, string) {
            let entry = state.heap.get(object);
            if self.may_turn_into(entry, string) {
                return self.ask_class(state, object, string);
            }
        }
        let guards: Vec<Term> = self.is_not_listed(state.heap.get(object)).into_iter().collect();
        let mut alternatives: Vec<Alternative> = self.of_named_class(state, object).into_iter().collect();
        let is_other = Alternative { guards: guards.clone(), effect: Effect::TurnInto { object, class: other } };
        alternatives.push(is_other);
        let method = method.or_else(|| self.program.find_method(self.known.object, ANSWERS[0].0, ANSWERS[0].1));
        if let Some(method) = method
            && let Some(open) = state.heap.get(object).open.clone()
        {
            let hidden = self.hidden_classes_with(&open, method);
            match hidden.iter().all(|class| self.library_part_of(*class).is_some()) {
                true if hidden.is_empty() => {}
                true => alternatives.extend(self.turning_into(state, object, &hidden)),
                false => {
                    let effect = Effect::Cut(Cut::Unsupported(self.beyond_candidates(open.declared)));
                    alternatives.push(Alternative { guards, effect });
                }
            }
        }
        Stop::Fork(Fork { alternatives })
    }

    /// The alternative that an open object is of a listed class. A plain `Object` answers what an object of some other class may
    /// answer as well.
    fn of_named_class(&mut self, state: &State, object: ObjectId) -> Option<Alternative> {
        let entry = state.heap.get(object);
        let classes = entry.candidates.as_deref().unwrap_or(std::slice::from_ref(&entry.class));
        let named: Rc<[ClassId]> = classes.iter().copied().filter(|class| *class != self.known.object).collect();
        if named.is_empty() {
            return None;
        }
        let unknown = entry.class_unknown.clone();
        let guard = unknown.map(|unknown| self.class_is_one_of(&unknown, &|class| named.contains(&class)));
        let effect = Effect::Narrow { object, candidates: named };
        Some(Alternative { guards: guard.into_iter().collect(), effect })
    }

    /// The hidden classes that run code of the user's where one of `Object`'s methods is called: their own method, or one of the
    /// library's that calls what they override. Of the others, some other class has all the answers.
    fn hidden_classes_with(&mut self, open: &Open, method: MethodId) -> Vec<ClassId> {
        let hidden = self.hidden_candidates(open.declared).to_vec();
        let is_excluded =
            |class: &ClassId| open.excluded.iter().any(|excluded| self.program.is_subclass(*class, *excluded));
        let mut hidden: Vec<ClassId> = hidden.into_iter().filter(|class| !is_excluded(class)).collect();
        hidden.retain(|class| {
            let Ok(selected) = self.program.select(*class, method) else { return true };
            let holder = self.program.method(selected).class;
            match self.program.class(holder).origin {
                ClassOrigin::User => true,
                ClassOrigin::Library => holder != self.known.object && self.is_called_back(*class),
            }
        });
        hidden
    }

    /// Whether a class of the user's overrides a method of the library's class that it is below.
    fn is_called_back(&self, class: ClassId) -> bool {
        const ACC_PRIVATE_OR_STATIC: u16 = 0x000a;
        let mut users = Vec::new();
        let mut above = Some(class);
        while let Some(class) = above {
            let entry = self.program.class(class);
            if entry.origin == ClassOrigin::Library {
                break;
            }
            users.extend(entry.methods.iter().map(|method| self.program.method(*method)));
            above = entry.super_class;
        }
        let Some(above) = above else { return true };
        users.iter().any(|method| {
            method.access & ACC_PRIVATE_OR_STATIC == 0
                && !method.name.starts_with('<')
                && self.program.find_method(above, &method.name, &method.descriptor).is_some()
        })
    }

    /// What is known of an object that turned out to be of some other class.
    pub(crate) fn open_as_other(&self, before: Option<&Rc<Open>>) -> Option<Rc<Open>> {
        let excluded = before.map(|open| open.excluded.clone()).unwrap_or_default();
        Some(Rc::new(Open { declared: self.known.object, excluded }))
    }
}
