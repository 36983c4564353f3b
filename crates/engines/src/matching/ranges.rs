//! Which numbers may be forgotten: what is read where one was forgotten is a number of the input, in the range of its type.
//!
//! Java's integers always are. Mathematical integers (`--ints math`) outgrow their types.

use logic::solver::{Answer, Query};
use logic::term::Sort;
use machine::machine::Machine;
use machine::scene::{Edge, Scene};
use program::class::ClassId;
use program::code::Type;

/// Whether what a field or an element of this type holds may be forgotten, as far as numbers go.
pub(super) fn may_be_forgotten(machine: &mut Machine, scene: &Scene, edge: &Edge, declared: &Type) -> bool {
    let Edge::Primitive(number) = *edge else { return true };
    if machine.pool.sort(number) != Sort::Int {
        return true;
    }
    let (least, most) = match declared {
        Type::Boolean => (0, 1),
        Type::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Type::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
        Type::Char => (0, i64::from(u16::MAX)),
        Type::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Type::Long => (i64::MIN, i64::MAX),
        Type::Float | Type::Double | Type::Reference(_) => return true,
    };
    let pool = &mut machine.pool;
    let (least, most) = (pool.math(least.into()), pool.math(most.into()));
    let (is_less, is_more) = (pool.lt(number, least), pool.lt(most, number));
    let goal = pool.or(is_less, is_more);
    if pool.is_false(goal) {
        return true;
    }
    let query = Query { path: &scene.condition, goal: &[goal], witness: scene.witness.as_ref() };
    matches!(machine.ask(query), Answer::Unsat)
}

/// The type of a field by its slot.
pub(super) fn type_of_slot(machine: &Machine, class: ClassId, slot: usize) -> Option<Type> {
    let field = *machine.program.class(class).instance_layout.get(slot)?;
    Some(machine.program.field(field).field_type.clone())
}
