//! The symbol table (section 3.3): which objects an access expression can mean.
//!
//! It is a graph of objects and of what their fields and elements hold, together with the variables that point into it. Access
//! expressions are looked up by walking it, so that a walk is as long as the expression, and aliases are expressions that lead to a
//! common object. As in the paper, what a field holds is replaced if the expression before it means one object, and added to
//! otherwise; elements of an array are one node, which is only added to.

use std::collections::{BTreeMap, BTreeSet};

use program::class::FieldId;
use program::code::Register;

use super::objects::{self, AbstractObject, Objects, Site, anything, only};

/// What objects have that can hold references.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Member {
    Field(FieldId),
    Elements,
}

/// Who has a member: the objects of the input are one node, whatever their classes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Node {
    Made(AbstractObject),
    Input,
}

/// A symbol table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct SymbolTable {
    /// References in registers; those that are not here can be anything.
    pub(super) registers: BTreeMap<Register, Objects>,
    /// References as they were when something was computed from them.
    pub(super) frozen: BTreeMap<u32, Objects>,
    pub(super) heap: HeapGraph,
}

/// The part of it that all methods share.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct HeapGraph {
    statics: BTreeMap<FieldId, Objects>,
    members: BTreeMap<(Node, Member), Objects>,
    /// What was written into members of objects that are not known.
    everywhere: BTreeMap<Member, Objects>,
    /// Whether somebody unknown may have written everything.
    is_unknown: bool,
}

impl SymbolTable {
    pub(super) fn register(&self, register: Register) -> Objects {
        self.registers.get(&register).cloned().unwrap_or_else(anything)
    }

    pub(super) fn frozen(&self, number: u32) -> Objects {
        self.frozen.get(&number).cloned().unwrap_or_else(anything)
    }

    /// Another object was made at a site.
    pub(super) fn allocate(&mut self, at: Site) {
        self.rename_variables(at);
        self.heap.rename(at);
    }

    pub(super) fn rename_variables(&mut self, at: Site) {
        self.registers.values_mut().chain(self.frozen.values_mut()).for_each(|held| *held = objects::renamed(held, at));
    }

    pub(super) fn covers(&self, other: &SymbolTable) -> bool {
        let cover = |general: &Objects, special: Option<&Objects>| {
            special.map_or_else(|| objects::covers(general, &anything()), |special| objects::covers(general, special))
        };
        self.registers.iter().all(|(register, held)| cover(held, other.registers.get(register)))
            && self.frozen.iter().all(|(number, held)| cover(held, other.frozen.get(number)))
            && self.heap.covers(&other.heap)
    }
}

impl HeapGraph {
    /// What a static field holds: null if nobody wrote it.
    pub(super) fn static_field(&self, field: FieldId) -> Objects {
        match self.statics.get(&field) {
            Some(held) => held.clone(),
            None if self.is_unknown => anything(),
            None => only(AbstractObject::Null),
        }
    }

    pub(super) fn set_static(&mut self, field: FieldId, held: Objects) {
        self.statics.insert(field, held);
    }

    /// What a member of one of these objects holds. `unread` is what it is in an object of the input. Null has no members: what
    /// predicates read there is null.
    pub(super) fn member(&self, holders: &Objects, member: Member, unread: AbstractObject) -> Objects {
        let mut held = Objects::new();
        for holder in holders {
            let node = match holder {
                AbstractObject::Null => {
                    held.insert(AbstractObject::Null);
                    continue;
                }
                AbstractObject::Any => return anything(),
                AbstractObject::Input(_) => Node::Input,
                AbstractObject::Last(_) | AbstractObject::Earlier(_) => Node::Made(*holder),
            };
            held.extend(self.held(node, member));
            if node == Node::Input && !self.is_unknown {
                // As it was at first.
                held.insert(AbstractObject::Null);
                held.insert(unread);
            }
        }
        held
    }

    fn held(&self, node: Node, member: Member) -> Objects {
        let mut held = match self.members.get(&(node, member)) {
            Some(held) => held.clone(),
            None => self.unwritten(node),
        };
        held.extend(self.everywhere.get(&member).into_iter().flatten().copied());
        held
    }

    /// What a member holds that is not listed. Of the input's objects only what was written is kept.
    fn unwritten(&self, node: Node) -> Objects {
        match node {
            _ if self.is_unknown => anything(),
            Node::Input => Objects::new(),
            Node::Made(_) => only(AbstractObject::Null),
        }
    }

    pub(super) fn write(&mut self, holders: &Objects, member: Member, value: &Objects) {
        if member != Member::Elements
            && let Some(holder) = objects::single(holders)
        {
            self.members.insert((Node::Made(holder), member), value.clone());
            return;
        }
        for holder in holders {
            let node = match holder {
                AbstractObject::Null => continue,
                AbstractObject::Any => {
                    self.everywhere.entry(member).or_default().extend(value);
                    continue;
                }
                AbstractObject::Input(_) => Node::Input,
                AbstractObject::Last(_) | AbstractObject::Earlier(_) => Node::Made(*holder),
            };
            let before = self.unwritten(node);
            self.members.entry((node, member)).or_insert(before).extend(value);
        }
    }

    /// A new object, whose members hold null.
    pub(super) fn clear(&mut self, object: AbstractObject, members: &[Member]) {
        for member in members {
            self.members.insert((Node::Made(object), *member), only(AbstractObject::Null));
        }
    }

    /// Somebody unknown may have written everything.
    pub(super) fn forget(&mut self) {
        *self = HeapGraph { is_unknown: true, ..HeapGraph::default() };
    }

    fn rename(&mut self, at: Site) {
        let values = self.statics.values_mut().chain(self.members.values_mut()).chain(self.everywhere.values_mut());
        values.for_each(|held| *held = objects::renamed(held, at));
        let (last, earlier) = (Node::Made(AbstractObject::Last(at)), Node::Made(AbstractObject::Earlier(at)));
        let listed: BTreeSet<Member> =
            self.members.keys().filter(|(node, _)| [last, earlier].contains(node)).map(|(_, member)| *member).collect();
        for member in listed {
            let before = self.unwritten(earlier);
            let moved = self.members.remove(&(last, member)).unwrap_or_else(|| before.clone());
            self.members.entry((earlier, member)).or_insert(before).extend(moved);
        }
    }

    pub(super) fn covers(&self, other: &HeapGraph) -> bool {
        let covers_members = self.members.keys().chain(other.members.keys()).all(|(node, member)| {
            // What was written anywhere is part of both.
            objects::covers(&self.held(*node, *member), &other.held(*node, *member))
        });
        let covers_statics = self
            .statics
            .keys()
            .chain(other.statics.keys())
            .all(|field| objects::covers(&self.static_field(*field), &other.static_field(*field)));
        let covers_everywhere = other.everywhere.iter().all(|(member, held)| {
            self.everywhere.get(member).is_some_and(|general| objects::covers(general, held)) || self.is_unknown
        });
        (self.is_unknown || !other.is_unknown) && covers_members && covers_statics && covers_everywhere
    }
}
