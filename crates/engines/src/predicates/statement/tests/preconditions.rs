//! Table 1: a weakest precondition holds before a statement exactly where its condition holds after it, on random heaps of three
//! objects; and what is kept of a temporary has the value that it had.

use std::collections::{BTreeMap, BTreeSet};

use javalite::generate::Random;
use logic::eval::evaluate;
use logic::model::Model;
use logic::term::{Const, Term};
use program::class::{ClassId, FieldId, MethodId};
use program::code::{ElementKind, Kind, Register};

use super::super::change::{Before, Change, Kept, Write};
use super::super::objects::{AbstractObject, Objects, Site, only};
use super::super::places::{HeapFunction, Place, integer, null};
use super::super::table::{Member, SymbolTable};
use super::*;

const OBJECTS: u64 = 3;
/// What is made by a statement.
const NEW: u64 = OBJECTS + 1;
const REFERENCES: u32 = 3;
const NUMBERS: u32 = 2;

const TEXT: &str = "class Heap { int f; Heap g; static int s; static Heap r; void test() {} }";

/// A concrete state: what is not listed is as `ghost` has it.
#[derive(Clone, Default)]
struct Concrete {
    registers: BTreeMap<u32, u64>,
    statics: BTreeMap<FieldId, u64>,
    reads: BTreeMap<(HeapFunction, Vec<u64>), u64>,
    frozen: BTreeMap<Term, u64>,
    /// Whether the new object is there, and how long it is.
    new: Option<u64>,
    /// The field that holds references.
    references: Option<FieldId>,
}

struct Setting {
    reasoner: Reasoner,
    random: Random,
    method: MethodId,
    class: ClassId,
    numbers: [HeapFunction; 3],
    references: [HeapFunction; 2],
    number: FieldId,
    reference: FieldId,
}

impl Setting {
    fn new(seed: u64) -> Setting {
        let classes = compiled(vec![JavaSource { file: "Heap.java".to_string(), text: TEXT.to_string() }]);
        let mut machine = machine_of(&classes, &jdk());
        let class = machine.program.load("Heap").expect("the class");
        let field = |name: &str| machine.program.find_field(class, name).expect("a field");
        let (f, g, number, reference) = (field("f"), field("g"), field("s"), field("r"));
        let method = machine.program.find_method(class, "test", "()V").expect("a method");
        Setting {
            reasoner: Reasoner::new(machine),
            random: Random::new(seed),
            method,
            class,
            numbers: [HeapFunction::Field(f), HeapFunction::Elements(ElementKind::Int), HeapFunction::Length],
            references: [HeapFunction::Field(g), HeapFunction::Elements(ElementKind::Reference)],
            number,
            reference,
        }
    }

    fn object(&mut self) -> u64 {
        self.random.below(OBJECTS as usize + 1) as u64
    }

    fn name(&self, object: u64) -> AbstractObject {
        match object {
            0 => AbstractObject::Null,
            _ => AbstractObject::Last(self.site(object)),
        }
    }

    fn site(&self, object: u64) -> Site {
        Site { method: self.method, pc: object as u32, class: self.class, is_raised: false }
    }

    /// A state, and a symbol table that allows it.
    fn state(&mut self) -> (Concrete, SymbolTable) {
        let HeapFunction::Field(links) = self.references[0] else { panic!("a field") };
        let mut concrete = Concrete { references: Some(links), ..Concrete::default() };
        let mut table = SymbolTable::default();
        for register in 0..REFERENCES {
            let object = self.object();
            concrete.registers.insert(register, object);
            if self.random.chance(80) {
                let objects = self.some(object);
                table.registers.insert(Register(register), objects);
            }
        }
        for register in REFERENCES..REFERENCES + NUMBERS {
            concrete.registers.insert(register, self.random.below(3) as u64);
        }
        concrete.statics.insert(self.number, self.random.below(3) as u64);
        let object = self.object();
        concrete.statics.insert(self.reference, object);
        let objects = self.some(object);
        table.heap.set_static(self.reference, objects);
        for holder in 1..=OBJECTS {
            for function in self.numbers {
                for index in 0..3 {
                    let value = self.random.below(3) as u64;
                    concrete.reads.insert((function, arguments(function, holder, index)), value);
                }
            }
            for function in self.references {
                let mut held = Objects::new();
                for index in 0..3 {
                    let object = self.object();
                    concrete.reads.insert((function, arguments(function, holder, index)), object);
                    held.insert(self.name(object));
                    if matches!(function, HeapFunction::Field(_)) {
                        held = only(self.name(object));
                    }
                }
                held.extend(self.some(0));
                let member = match function {
                    HeapFunction::Field(field) => Member::Field(field),
                    _ => Member::Elements,
                };
                table.heap.write(&only(self.name(holder)), member, &held);
            }
        }
        (concrete, table)
    }

    /// A set with an object in it.
    fn some(&mut self, object: u64) -> Objects {
        let mut objects = only(self.name(object));
        while self.random.chance(40) {
            let other = self.object();
            objects.insert(self.name(other));
        }
        objects
    }

    fn reference_term(&mut self, depth: u32) -> Term {
        match self.random.below(if depth == 0 { 3 } else { 6 }) {
            0 | 1 => {
                let register = Register(self.random.below(REFERENCES as usize) as u32);
                self.reasoner.term(Place::Register(self.method, register, Kind::Reference))
            }
            2 if self.random.chance(30) => null(&mut self.reasoner.machine),
            2 => self.reasoner.term(Place::Static(self.reference)),
            _ => {
                let function = self.references[self.random.below(2)];
                self.read(function, depth)
            }
        }
    }

    fn number_term(&mut self, depth: u32) -> Term {
        match self.random.below(if depth == 0 { 3 } else { 7 }) {
            0 => {
                let register = Register(REFERENCES + self.random.below(NUMBERS as usize) as u32);
                self.reasoner.term(Place::Register(self.method, register, Kind::Int))
            }
            1 => {
                let value = self.random.below(3) as i64;
                integer(&mut self.reasoner.machine, Kind::Int, value)
            }
            2 => self.reasoner.term(Place::Static(self.number)),
            3 => {
                let (left, right) = (self.number_term(depth - 1), self.number_term(depth - 1));
                self.reasoner.machine.pool.add(left, right)
            }
            _ => {
                let function = self.numbers[self.random.below(3)];
                self.read(function, depth)
            }
        }
    }

    fn read(&mut self, function: HeapFunction, depth: u32) -> Term {
        let mut arguments = vec![self.reference_term(depth - 1)];
        if matches!(function, HeapFunction::Elements(_)) {
            arguments.push(self.number_term(depth - 1));
        }
        self.reasoner.term(Place::Read(function, arguments.into()))
    }

    fn condition(&mut self) -> Term {
        if self.random.chance(40) {
            let (left, right) = (self.reference_term(2), self.reference_term(2));
            return self.reasoner.machine.pool.eq(left, right);
        }
        let (left, right) = (self.number_term(2), self.number_term(2));
        let pool = &mut self.reasoner.machine.pool;
        match self.random.below(2) {
            0 => pool.eq(left, right),
            _ => pool.lt(left, right),
        }
    }

    /// The value of a term in a state.
    fn value(&self, concrete: &Concrete, term: Term) -> u64 {
        let pool = &self.reasoner.machine.pool;
        let mut model = Model::new();
        for symbol in pool.symbols_of(term).iter() {
            let value = match self.reasoner.places.of_symbol(*symbol).expect("a place") {
                Place::Register(_, register, _) => concrete.registers[&register.0],
                Place::Static(field) => concrete.statics[field],
                Place::Read(function, terms) => {
                    let values = terms.iter().map(|term| self.value(concrete, *term)).collect();
                    concrete.read(*function, values)
                }
                Place::Fresh(_) => NEW,
                Place::Frozen(..) => concrete.frozen[&pool.symbol_term(*symbol)],
                other => panic!("{other:?} in a state"),
            };
            let width = pool.symbol_sort(*symbol).width().expect("bits");
            model.set(*symbol, Const::bv(width, value));
        }
        match evaluate(pool, &model, term).expect("a value") {
            Const::Bool(value) => u64::from(value),
            Const::BitVec { bits, .. } => bits,
            other => panic!("{other:?}"),
        }
    }

    /// A statement that raises no exception in a state, and the state after it.
    fn statement(&mut self, concrete: &Concrete) -> Option<(Change, Concrete)> {
        let mut after = concrete.clone();
        let change = match self.random.below(7) {
            0 => {
                let register = Register(REFERENCES + self.random.below(NUMBERS as usize) as u32);
                let value = self.number_term(2);
                after.registers.insert(register.0, self.value(concrete, value));
                Change::assign(register, Kind::Int, value)
            }
            1 => {
                let register = Register(self.random.below(REFERENCES as usize) as u32);
                let value = self.reference_term(2);
                after.registers.insert(register.0, self.value(concrete, value));
                Change::assign(register, Kind::Reference, value)
            }
            2 => {
                let value = self.number_term(2);
                after.statics.insert(self.number, self.value(concrete, value));
                Change::write(Write::Static { field: self.number, value })
            }
            3 | 4 => {
                let object = self.reference_term(2);
                let holder = self.value(concrete, object);
                let is_number = self.random.chance(50);
                let function = if is_number { self.numbers[0] } else { self.references[0] };
                let HeapFunction::Field(field) = function else { return None };
                let value = if is_number { self.number_term(2) } else { self.reference_term(2) };
                after.reads.insert((function, vec![holder]), self.value(concrete, value));
                (holder != 0).then_some(())?;
                Change::write(Write::Field { field, object, value })
            }
            5 => {
                let (array, index) = (self.reference_term(2), self.number_term(1));
                let holder = self.value(concrete, array);
                let place = self.value(concrete, index);
                let is_number = self.random.chance(50);
                let function = if is_number { self.numbers[1] } else { self.references[1] };
                let HeapFunction::Elements(kind) = function else { return None };
                let value = if is_number { self.number_term(2) } else { self.reference_term(2) };
                after.reads.insert((function, vec![holder, place]), self.value(concrete, value));
                (holder != 0).then_some(())?;
                Change::write(Write::Element { kind, array, index, value })
            }
            _ => {
                let register = Register(self.random.below(REFERENCES as usize) as u32);
                let object = self.reasoner.term(Place::Fresh(super::super::places::REFERENCE));
                let length = self.number_term(1);
                after.registers.insert(register.0, NEW);
                after.new = Some(self.value(concrete, length));
                let write = Write::New { object, site: self.site(NEW), length: Some(length) };
                Change { target: Some((register, Kind::Reference, object)), ..Change::write(write) }
            }
        };
        Some((change, after))
    }
}

impl Concrete {
    fn read(&self, function: HeapFunction, arguments: Vec<u64>) -> u64 {
        if arguments[0] == NEW
            && let Some(length) = self.new
        {
            return if function == HeapFunction::Length { length } else { 0 };
        }
        let is_reference = matches!(function, HeapFunction::Elements(ElementKind::Reference));
        // What is not there: null, or some number.
        let ghost = match function {
            HeapFunction::Field(field) if Some(field) == self.references => 0,
            _ if is_reference => 0,
            _ => arguments.iter().fold(7, |sum, argument| sum * 3 + argument) % 3,
        };
        self.reads.get(&(function, arguments)).copied().unwrap_or(ghost)
    }
}

fn arguments(function: HeapFunction, holder: u64, index: u64) -> Vec<u64> {
    match function {
        HeapFunction::Elements(_) => vec![holder, index],
        _ => vec![holder],
    }
}

#[test]
fn preconditions_hold_where_conditions_hold_afterwards() {
    let setting = &mut Setting::new(11);
    let (mut held, mut changed) = (0, 0);
    let rounds = if is_long() { 300_000 } else { 5_000 };
    for round in 0..rounds {
        let (concrete, table) = setting.state();
        let Some((change, after)) = setting.statement(&concrete) else { continue };
        let condition = setting.condition();
        let expected = setting.value(&after, condition);
        let mut before = Before::new(&change, &table);
        let precondition = before.of(&mut setting.reasoner, condition).expect("a precondition");
        assert_eq!(setting.value(&concrete, precondition), expected, "round {round}: {change:?}");
        held += expected;
        changed += u64::from(precondition != condition);
    }
    assert!(held > rounds / 10 && changed > rounds / 10, "{held} {changed}");
}

#[test]
fn temporaries_have_the_values_that_they_had() {
    let setting = &mut Setting::new(12);
    let mut frozen = 0;
    let rounds = if is_long() { 300_000 } else { 5_000 };
    for round in 0..rounds {
        let (concrete, table) = setting.state();
        let Some((change, mut after)) = setting.statement(&concrete) else { continue };
        let term = setting.number_term(2);
        let expected = setting.value(&concrete, term);
        let mut kept = Kept::new(setting.method, &change, &table, &BTreeSet::new());
        let now = kept.of(&mut setting.reasoner, term).expect("it is kept");
        for (symbol, name) in kept.frozen.clone() {
            let was = setting.reasoner.machine.pool.symbol_term(symbol);
            after.frozen.insert(name, setting.value(&concrete, was));
            frozen += 1;
        }
        assert_eq!(setting.value(&after, now), expected, "round {round}: {change:?}");
    }
    assert!(frozen > rounds / 20, "{frozen}");
}
