//! One way through a piece of code: what registers, objects and static fields hold on it.
//!
//! Objects are known by what is read from them: a field that nobody has read holds some number. Two references may mean the same
//! object; a field that is written through one of them has its old or its new value when it is read through the other.

use std::collections::{BTreeMap, BTreeSet};

use logic::horn::{HornApplication, HornExpression, HornOperator};
use program::Program;
use program::class::{ClassId, FieldId};
use program::code::{CodeIndex, Kind, Register, Type};

use super::interest::{AccessPath, Root, Step};
use super::numbers::{Numbers, apply, compare, integer, narrow_range_of};

/// What a register or field holds. What is neither is not kept at all.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Held {
    Number(HornExpression),
    Object(usize),
}

/// What a reference refers to.
#[derive(Clone, Default, Debug)]
pub(super) struct Thing {
    fields: BTreeMap<FieldId, Held>,
    length: Option<HornExpression>,
    characters: Option<HornExpression>,
    pub(super) class: Option<ClassId>,
    pub(super) is_null: bool,
    /// Made on this way: it is none of those that were there before.
    pub(super) is_new: bool,
    /// An exception that the JVM raised.
    pub(super) is_raised: bool,
}

/// Which references are taken to mean different objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aliases {
    /// Those that must.
    Possible,
    /// All that are not seen to be the same.
    Ignored,
}

/// A caller, while the way goes through what it calls.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    member: usize,
    pc: CodeIndex,
    visited: BTreeSet<CodeIndex>,
    registers: BTreeMap<Register, Held>,
    /// Where the result goes.
    target: Option<Register>,
}

/// One way through a piece of code.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// The method that it is in.
    pub(super) member: usize,
    pub(super) pc: CodeIndex,
    /// The methods that it came through, the outermost first.
    pub(super) callers: Vec<Caller>,
    /// Blocks that it came through.
    pub(super) visited: BTreeSet<CodeIndex>,
    pub(super) registers: BTreeMap<Register, Held>,
    pub(super) statics: BTreeMap<FieldId, Held>,
    pub(super) things: Vec<Thing>,
    /// The exception that is being handled.
    pub(super) caught: Option<usize>,
    /// The inputs of the method, as they were when it was called.
    pub(super) inputs: Vec<HornExpression>,
    pub(super) numbers: Numbers,
    /// The relations it rests on.
    pub(super) body: Vec<HornApplication>,
    aliases: Aliases,
}

impl Walk {
    pub(super) fn new(member: usize, pc: CodeIndex, aliases: Aliases) -> Walk {
        Walk {
            member,
            pc,
            callers: Vec::new(),
            visited: BTreeSet::new(),
            registers: BTreeMap::new(),
            statics: BTreeMap::new(),
            things: Vec::new(),
            caught: None,
            inputs: Vec::new(),
            numbers: Numbers::default(),
            body: Vec::new(),
            aliases,
        }
    }

    /// Into a method that is called here.
    pub(super) fn step_into(&mut self, callee: usize, arguments: &[Option<Held>], target: Option<Register>) {
        let given = arguments.iter().enumerate();
        let registers = given.filter_map(|(number, held)| Some((Register(number as u32), held.clone()?))).collect();
        self.callers.push(Caller {
            member: std::mem::replace(&mut self.member, callee),
            pc: std::mem::replace(&mut self.pc, 0),
            visited: std::mem::take(&mut self.visited),
            registers: std::mem::replace(&mut self.registers, registers),
            target,
        });
    }

    /// Back to the call in the caller, if it is a method that was stepped into. Returns where the result goes.
    pub(super) fn step_out(&mut self) -> Option<Option<Register>> {
        let Caller { member, pc, visited, registers, target } = self.callers.pop()?;
        (self.member, self.pc, self.visited, self.registers) = (member, pc, visited, registers);
        Some(target)
    }

    pub(super) fn set(&mut self, register: Register, held: Option<Held>) {
        match held {
            Some(held) => self.registers.insert(register, held),
            None => self.registers.remove(&register),
        };
    }

    fn thing(&mut self, thing: Thing) -> usize {
        self.things.push(thing);
        self.things.len() - 1
    }

    /// An object that nothing is known of.
    pub(super) fn any_thing(&mut self) -> usize {
        self.thing(Thing::default())
    }

    /// A value of a type that nothing is known of.
    pub(super) fn any_of(&mut self, value_type: &Type) -> Option<Held> {
        match value_type.kind() {
            Kind::Int | Kind::Long => Some(Held::Number(self.numbers.any_in(narrow_range_of(value_type)))),
            Kind::Reference => Some(Held::Object(self.any_thing())),
            Kind::Float | Kind::Double => None,
        }
    }

    /// A new object with default values.
    pub(super) fn new_thing(&mut self, class: ClassId) -> usize {
        self.thing(Thing { class: Some(class), is_new: true, ..Thing::default() })
    }

    pub(super) fn null(&mut self) -> usize {
        self.thing(Thing { is_null: true, ..Thing::default() })
    }

    /// An exception that the JVM raises.
    pub(super) fn raised(&mut self, class: Option<ClassId>) -> usize {
        self.thing(Thing { class, is_new: true, is_raised: true, ..Thing::default() })
    }

    pub(super) fn new_array(&mut self, length: HornExpression) -> usize {
        self.thing(Thing { length: Some(length), is_new: true, ..Thing::default() })
    }

    pub(super) fn new_text(&mut self, characters: HornExpression) -> usize {
        self.thing(Thing { characters: Some(characters), ..Thing::default() })
    }

    pub(super) fn length(&mut self, thing: usize) -> HornExpression {
        if let Some(known) = &self.things[thing].length {
            return known.clone();
        }
        let length = self.numbers.any();
        self.numbers.at_least(&length, integer(0));
        self.things[thing].length = Some(length.clone());
        length
    }

    pub(super) fn characters(&mut self, thing: usize) -> HornExpression {
        if let Some(known) = &self.things[thing].characters {
            return known.clone();
        }
        let characters = self.numbers.any();
        self.numbers.at_least(&characters, integer(0));
        self.things[thing].characters = Some(characters.clone());
        characters
    }

    pub(super) fn field(&mut self, program: &Program, thing: usize, field: FieldId) -> Option<Held> {
        if let Some(known) = self.things[thing].fields.get(&field) {
            return Some(known.clone());
        }
        let field_type = &program.field(field).field_type;
        let held = match field_type.kind() {
            Kind::Float | Kind::Double => return None,
            Kind::Int | Kind::Long if self.things[thing].is_new => Held::Number(integer(0)),
            Kind::Reference if self.things[thing].is_new => Held::Object(self.null()),
            _ => self.any_of(field_type)?,
        };
        self.things[thing].fields.insert(field, held.clone());
        Some(held)
    }

    pub(super) fn put_field(&mut self, thing: usize, field: FieldId, held: Option<Held>) {
        for other in 0..self.things.len() {
            if other == thing || !self.may_be_same(thing, other) {
                continue;
            }
            match (self.things[other].fields.get(&field).cloned(), &held) {
                (None, _) => {}
                (Some(Held::Number(before)), Some(Held::Number(after))) => {
                    let now = self.numbers.any();
                    let is_either = [
                        compare(HornOperator::Equal, now.clone(), before),
                        compare(HornOperator::Equal, now.clone(), after.clone()),
                    ];
                    self.numbers.assume(apply(HornOperator::Or, is_either));
                    self.things[other].fields.insert(field, Held::Number(now));
                }
                (Some(_), _) => {
                    let unknown = self.any_thing();
                    self.things[other].fields.insert(field, Held::Object(unknown));
                }
            }
        }
        match held {
            Some(held) => self.things[thing].fields.insert(field, held),
            None => self.things[thing].fields.remove(&field),
        };
    }

    /// Things are numbered as they were met.
    fn may_be_same(&self, one: usize, other: usize) -> bool {
        let (first, second) = (one.min(other), one.max(other));
        self.aliases == Aliases::Possible
            && !self.things[first].is_null
            && !self.things[second].is_null
            && !self.things[second].is_new
    }

    pub(super) fn static_field(&mut self, program: &Program, field: FieldId) -> Option<Held> {
        if let Some(known) = self.statics.get(&field) {
            return Some(known.clone());
        }
        let held = self.any_of(&program.field(field).field_type)?;
        self.statics.insert(field, held.clone());
        Some(held)
    }

    /// Anybody may have written these fields.
    pub(super) fn forget(&mut self, program: &Program, is_written: impl Fn(FieldId) -> bool) {
        let fields: Vec<FieldId> = self.statics.keys().copied().filter(|field| is_written(*field)).collect();
        for field in fields {
            self.statics.remove(&field);
            self.static_field(program, field);
        }
        for thing in 0..self.things.len() {
            let mut fields: BTreeSet<FieldId> = self.things[thing].fields.keys().copied().collect();
            if self.things[thing].is_new
                && let Some(class) = self.things[thing].class
            {
                fields.extend(&program.class(class).instance_layout);
            }
            fields.retain(|field| is_written(*field));
            for field in fields {
                if let Some(unknown) = self.any_of(&program.field(field).field_type) {
                    self.things[thing].fields.insert(field, unknown);
                }
            }
        }
    }

    /// The number at an access path; some number if it leads nowhere.
    pub(super) fn number_at(&mut self, program: &Program, path: &AccessPath) -> HornExpression {
        self.find(program, path).unwrap_or_else(|| self.numbers.any())
    }

    fn find(&mut self, program: &Program, path: &AccessPath) -> Option<HornExpression> {
        let held = match path.root {
            Root::Register(register) => self.registers.get(&register).cloned()?,
            Root::Static(field) => self.static_field(program, field)?,
            Root::Result => return None,
        };
        self.follow(program, held, &path.steps)
    }

    /// The number at the end of these steps.
    pub(super) fn follow(&mut self, program: &Program, held: Held, steps: &[Step]) -> Option<HornExpression> {
        match (held, steps) {
            (Held::Number(number), []) => Some(number),
            (Held::Object(thing), [Step::Length]) => Some(self.length(thing)),
            (Held::Object(thing), [Step::Characters]) => Some(self.characters(thing)),
            (Held::Object(thing), [Step::Field(field), rest @ ..]) => {
                let held = self.field(program, thing, *field)?;
                self.follow(program, held, rest)
            }
            _ => None,
        }
    }

    /// From now on there is this number at an access path, and nobody else has written it.
    pub(super) fn set_number_at(&mut self, program: &Program, path: &AccessPath, number: HornExpression) {
        match path.root {
            Root::Register(register) if path.steps.is_empty() => self.set(register, Some(Held::Number(number))),
            Root::Register(register) => {
                let thing = match self.registers.get(&register) {
                    Some(Held::Object(thing)) => *thing,
                    _ => {
                        let thing = self.any_thing();
                        self.set(register, Some(Held::Object(thing)));
                        thing
                    }
                };
                self.set_number_beyond(program, thing, &path.steps, number);
            }
            Root::Static(field) if path.steps.is_empty() => {
                self.statics.insert(field, Held::Number(number));
            }
            Root::Static(field) => {
                if let Some(Held::Object(thing)) = self.static_field(program, field) {
                    self.set_number_beyond(program, thing, &path.steps, number);
                }
            }
            Root::Result => {}
        }
    }

    pub(super) fn set_number_beyond(
        &mut self,
        program: &Program,
        thing: usize,
        steps: &[Step],
        number: HornExpression,
    ) {
        match steps {
            [Step::Length] => self.things[thing].length = Some(number),
            [Step::Characters] => self.things[thing].characters = Some(number),
            [Step::Field(field)] => {
                self.things[thing].fields.insert(*field, Held::Number(number));
            }
            [Step::Field(field), rest @ ..] => {
                if let Some(Held::Object(thing)) = self.field(program, thing, *field) {
                    self.set_number_beyond(program, thing, rest, number);
                }
            }
            _ => {}
        }
    }
}
