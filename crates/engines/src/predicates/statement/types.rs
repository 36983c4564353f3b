//! New objects, and questions about the classes of objects.

use logic::term::Term;
use program::class::{ClassId, ClassKind, ClassOrigin};
use program::code::{Kind, Register, Type};

use super::change::{Change, Write};
use super::execute::Here;
use super::objects::{AbstractObject, Objects, Site, only};
use super::places::{HeapFunction, Place, null};
use super::reason::Pointers;
use super::search::StatementSearch;
use super::state::StatementState;

const ACC_FINAL: u16 = 0x0010;

impl StatementSearch<'_> {
    /// `new`, of an array if there is a length.
    pub(super) fn make(
        &mut self,
        here: &Here,
        state: &StatementState,
        target: Register,
        class: ClassId,
        length: Option<Term>,
    ) -> StatementState {
        let site = self.site(here, class);
        let object = self.fresh(Kind::Reference);
        let mut facts = Vec::new();
        if let Some(length) = length {
            // What the array is long is known of it, as a predicate of the path.
            let held = self.reasoner.term(Place::ReadAfter(HeapFunction::Length, [object].into()));
            facts.push(self.reasoner.machine.pool.eq(held, length));
        }
        let change = Change {
            target: Some((target, Kind::Reference, object)),
            write: Write::New { object, site, length },
            objects: Some(only(AbstractObject::Last(site))),
            facts,
        };
        let mut next = self.step(here, state, &change);
        if length.is_none() {
            self.zero_fields(&here.code, &mut next, target, site);
        }
        next
    }

    /// An array of arrays: what it holds is not looked into.
    pub(super) fn make_arrays(
        &mut self,
        here: &Here,
        state: &StatementState,
        target: Register,
        class: ClassId,
        length: Term,
    ) -> StatementState {
        let site = self.site(here, class);
        let change = self.made(state, site, (target, Kind::Reference));
        let held = self.reasoner.term(Place::Returned(Kind::Reference));
        let held = self.reasoner.term(Place::ReadAfter(HeapFunction::Length, [held].into()));
        let facts = vec![self.reasoner.machine.pool.eq(held, length)];
        self.step(here, state, &Change { facts, ..change })
    }

    pub(super) fn site(&self, here: &Here, class: ClassId) -> Site {
        Site { method: here.code.method, pc: here.pc, class, is_raised: false }
    }

    pub(super) fn instance_of(
        &mut self,
        here: &Here,
        state: &StatementState,
        target: Register,
        object: Term,
        class: ClassId,
    ) -> StatementState {
        let objects = self.reasoner.objects(Pointers::new(&state.table), object);
        let (zero, one) = self.zero_and_one();
        let null = null(&mut self.reasoner.machine);
        let is_null = self.reasoner.machine.pool.eq(object, null);
        let answers: Vec<Option<bool>> = self.instances(&objects, class);
        if answers.iter().all(|answer| *answer == Some(true)) {
            let value = self.reasoner.machine.pool.ite(is_null, zero, one);
            return self.assign(here, state, target, Kind::Int, value);
        }
        if answers.iter().all(|answer| *answer == Some(false)) {
            return self.assign(here, state, target, Kind::Int, zero);
        }
        let mut change = self.unknown(target, Kind::Int, Objects::new());
        let value = self.fresh(Kind::Int);
        let pool = &mut self.reasoner.machine.pool;
        let (is_no, is_yes) = (pool.eq(value, zero), pool.eq(value, one));
        let is_there = pool.not(is_null);
        let is_instance = pool.and(is_yes, is_there);
        change.facts.push(pool.or(is_no, is_instance));
        self.step(here, state, &change)
    }

    pub(super) fn check_cast(
        &mut self,
        here: &Here,
        state: StatementState,
        target: Register,
        object: Term,
        class: ClassId,
    ) -> Option<StatementState> {
        let objects = self.reasoner.objects(Pointers::new(&state.table), object);
        let answers = self.instances(&objects, class);
        if answers.iter().all(|answer| *answer == Some(true)) {
            return Some(self.assign(here, &state, target, Kind::Reference, object));
        }
        self.raise_new(here, state.clone(), "java/lang/ClassCastException");
        let null = objects.iter().filter(|object| **object == AbstractObject::Null).copied();
        let others = objects.iter().filter(|object| **object != AbstractObject::Null);
        let kept = others.zip(&answers).filter_map(|(object, answer)| match (answer, object) {
            (Some(true), _) | (None, AbstractObject::Any) => Some(*object),
            (None, _) => Some(self.reasoner.input(class)),
            (Some(false), _) => None,
        });
        let objects: Objects = null.chain(kept).collect();
        if objects.is_empty() {
            return None;
        }
        let mut change = self.unknown(target, Kind::Reference, objects);
        let value = self.fresh(Kind::Reference);
        change.facts.push(self.reasoner.machine.pool.eq(value, object));
        Some(self.step(here, &state, &change))
    }

    /// Whether what is stored surely is of the class of the array's elements.
    pub(super) fn fits_into(&mut self, state: &StatementState, array: Term, value: Term) -> bool {
        let pointers = Pointers::new(&state.table);
        let (arrays, values) = (self.reasoner.objects(pointers, array), self.reasoner.objects(pointers, value));
        arrays.iter().filter(|array| **array != AbstractObject::Null).all(|array| {
            let Some((class, is_exact)) = array.class() else { return values == only(AbstractObject::Null) };
            let machine = &mut self.reasoner.machine;
            let ClassKind::Array { element: Type::Reference(element) } = machine.program.class(class).kind.clone()
            else {
                return false;
            };
            let Ok(element) = machine.program.load(&element) else { return false };
            let is_user = machine.program.class(element).origin == ClassOrigin::User;
            let is_only = is_exact
                || is_user && machine.program.subtypes_of_elements(element).is_ok_and(|subtypes| subtypes.len() <= 1)
                || machine.program.class(element).access & ACC_FINAL != 0;
            is_only && self.instances(&values, element).iter().all(|answer| *answer == Some(true))
        })
    }

    /// Whether objects are instances of a class, one by one; null is left out.
    fn instances(&self, objects: &Objects, class: ClassId) -> Vec<Option<bool>> {
        let program = &self.reasoner.machine.program;
        let others = objects.iter().filter(|object| **object != AbstractObject::Null);
        others
            .map(|object| match object.class() {
                Some((of_object, _)) if program.is_subclass(of_object, class) => Some(true),
                Some((_, true)) => Some(false),
                Some((of_object, false)) if !program.may_have_common_subtype(of_object, class) => Some(false),
                _ => None,
            })
            .collect()
    }
}
