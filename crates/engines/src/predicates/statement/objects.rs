//! Abstract objects: what a reference can mean.
//!
//! The paper's symbol table knows concrete objects, which run out of nowhere. Here an object is named by the instruction that made
//! it: the last one made there is one object, and those before it are one name for many.

use std::collections::BTreeSet;

use program::Program;
use program::class::{ClassId, MethodId};
use program::code::CodeIndex;

/// Where objects are made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Site {
    pub(super) method: MethodId,
    pub(super) pc: CodeIndex,
    pub(super) class: ClassId,
    /// Whether it is an exception that the machine raises there.
    pub(super) is_raised: bool,
}

/// What a reference can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum AbstractObject {
    Null,
    /// The object that was made last at a site.
    Last(Site),
    /// Those made there before.
    Earlier(Site),
    /// Those of the input that are of this class.
    Input(ClassId),
    /// Any object at all.
    Any,
}

/// All that a reference can be.
pub(super) type Objects = BTreeSet<AbstractObject>;

impl AbstractObject {
    /// Whether both may stand for the same object. Null is none.
    pub(super) fn may_be(self, other: AbstractObject, program: &Program) -> bool {
        match (self, other) {
            (AbstractObject::Null, _) | (_, AbstractObject::Null) => false,
            (AbstractObject::Any, _) | (_, AbstractObject::Any) => true,
            (AbstractObject::Input(left), AbstractObject::Input(right)) => program.may_have_common_subtype(left, right),
            _ => self == other,
        }
    }

    /// Its class, or one above it, and whether it is exactly this one.
    pub(super) fn class(self) -> Option<(ClassId, bool)> {
        match self {
            AbstractObject::Last(site) | AbstractObject::Earlier(site) => Some((site.class, true)),
            AbstractObject::Input(class) => Some((class, false)),
            AbstractObject::Null | AbstractObject::Any => None,
        }
    }

    /// What it is called when another object was made at a site.
    pub(super) fn after_allocation(self, at: Site) -> AbstractObject {
        match self {
            AbstractObject::Last(site) if site == at => AbstractObject::Earlier(site),
            other => other,
        }
    }
}

pub(super) fn only(object: AbstractObject) -> Objects {
    Objects::from([object])
}

pub(super) fn anything() -> Objects {
    Objects::from([AbstractObject::Null, AbstractObject::Any])
}

/// The one object that a reference which is not null means.
pub(super) fn single(objects: &Objects) -> Option<AbstractObject> {
    let mut others = objects.iter().filter(|object| **object != AbstractObject::Null);
    match (others.next(), others.next()) {
        (Some(object @ AbstractObject::Last(_)), None) => Some(*object),
        _ => None,
    }
}

/// Whether two references may mean the same object, neither being null.
pub(super) fn may_meet(left: &Objects, right: &Objects, program: &Program) -> bool {
    left.iter().any(|left| right.iter().any(|right| left.may_be(*right, program)))
}

/// Whether one set says no more than the other.
pub(super) fn covers(general: &Objects, special: &Objects) -> bool {
    let has_any = general.contains(&AbstractObject::Any);
    special.iter().all(|object| general.contains(object) || has_any && *object != AbstractObject::Null)
}

pub(super) fn renamed(objects: &Objects, at: Site) -> Objects {
    objects.iter().map(|object| object.after_allocation(at)).collect()
}
