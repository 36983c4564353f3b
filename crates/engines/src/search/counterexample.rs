//! From the last state of a path to the input that leads there.

use std::collections::BTreeSet;
use std::rc::Rc;

use logic::eval::evaluate;
use logic::model::Model;
use logic::solver::{Answer, Query};
use logic::term::{Const, Op, Sort, SymbolId, Term};
use machine::factories::{self, Way};
use machine::functions::Function;
use machine::heap::{ArrayContent, Base, Object, Payload, Read};
use machine::machine::Machine;
use machine::state::{Frame, State, Supplied};
use machine::value::{ObjectId, Value};
use program::class::{ClassOrigin, MethodId};
use program::code::{Kind, Type};
use report::data::{self, FieldValue, HeapObject, InputContent, Replay, Violation};
use report::picture;

use super::blame;
use super::minimize::minimal_model;

/// What went wrong, and where.
pub(crate) struct Thrown {
    pub(crate) kind: String,
    pub(crate) exception: String,
    pub(crate) message: Option<String>,
    pub(crate) class: String,
    pub(crate) method: String,
    pub(crate) line: u32,
    /// `java.lang.String.charAt`.
    pub(crate) raised_by: Option<String>,
    pub(crate) breaks_invariant: bool,
    /// The property that does not hold, with its number.
    pub(crate) ensures: Option<data::Ensured>,
}

/// An uncaught exception.
pub(crate) fn thrown(machine: &mut Machine, state: &State, exception: ObjectId) -> Thrown {
    let object = state.heap.get(exception);
    let name = program::display_class(&machine.program.class(object.class).name);
    let kind = name.rsplit(['.', '$']).next().unwrap_or(&name).to_string();
    let message = machine.throwable_message(state, exception);
    let frames = match &object.payload {
        Payload::Backtrace(backtrace) => &backtrace.frames[..],
        _ => &[],
    };
    let place = blame::nearest_of_program(machine, frames).map(|(method, pc)| location(machine, method, pc));
    let (class, method, line) = place.unwrap_or_default();
    // Where a stack is full depends on its size, not on the program.
    let called = if kind == "StackOverflowError" { None } else { blame::called_by_program(machine, frames) };
    let raised_by = called.map(|(method, _)| {
        let method = machine.program.method(method);
        format!("{}.{}", program::display_class(&machine.program.class(method.class).name), method.name)
    });
    Thrown { kind, exception: name, message, class, method, line, raised_by, breaks_invariant: false, ensures: None }
}

/// The kind of a violation in which no thread can go on.
pub(crate) const DEADLOCK: &str = "Deadlock";

/// The kind of an execution that never ends.
pub(crate) const ENDLESS: &str = "Endless";

/// A loop that is never left; its frames.
pub(crate) fn endless(machine: &mut Machine, frames: &[Frame]) -> Thrown {
    let (class, method, line) = user_place(machine, frames);
    Thrown {
        kind: ENDLESS.to_string(),
        exception: String::new(),
        message: None,
        class,
        method,
        line,
        raised_by: None,
        breaks_invariant: false,
        ensures: None,
    }
}

/// Threads that wait for each other, or for nobody.
pub(crate) fn deadlock(machine: &mut Machine, state: &State) -> Thrown {
    let mut first = None;
    let mut obstacles = Vec::new();
    for (number, thread) in state.threads.iter().enumerate().filter(|(_, thread)| !thread.is_over && !thread.is_daemon)
    {
        let place = user_place(machine, &thread.frames);
        let obstacle = machine.obstacle(state, number, &super::schedule::thread_name);
        let (class, method, line) = &place;
        obstacles.push(format!("{} {obstacle} at {class}.{method}:{line}", super::schedule::thread_name(number)));
        first.get_or_insert(place);
    }
    let (class, method, line) = first.unwrap_or_default();
    Thrown {
        kind: DEADLOCK.to_string(),
        exception: String::new(),
        message: Some(obstacles.join("; ")),
        class,
        method,
        line,
        raised_by: None,
        breaks_invariant: false,
        ensures: None,
    }
}

/// The innermost place of a stack that is in the user's code, or simply the innermost.
fn user_place(machine: &mut Machine, frames: &[Frame]) -> (String, String, u32) {
    let is_user = |frame: &&Frame| {
        let class = machine.program.method(frame.method).class;
        machine.program.class(class).origin == ClassOrigin::User
    };
    match frames.iter().rev().find(is_user).or(frames.last()).copied() {
        Some(frame) => location(machine, frame.method, frame.pc),
        None => Default::default(),
    }
}

/// A receiver whose invariant does not hold on return.
pub(crate) fn broken_invariant(machine: &Machine, method: MethodId, message: &str) -> Thrown {
    let entry = machine.program.method(method);
    Thrown {
        kind: "AssertionError".to_string(),
        exception: "java.lang.AssertionError".to_string(),
        message: Some(message.to_string()),
        class: program::display_class(&machine.program.class(entry.class).name),
        method: entry.name.to_string(),
        line: 0,
        raised_by: None,
        breaks_invariant: true,
        ensures: None,
    }
}

/// The kind of a violation where a property does not hold on return.
const ENSURES: &str = "Ensures";

/// The property of this number does not hold where the entry returned.
pub(crate) fn broken_property(machine: &mut Machine, state: &State, method: MethodId, number: u32) -> Thrown {
    let (class, name, line) = location(machine, method, machine.returned_at(state).unwrap_or_default());
    let ensured = machine.ensured_property(number).map(|property| data::Ensured {
        number,
        text: property.text.to_string(),
        code: property::encode::encode(property, &machine.program),
    });
    Thrown {
        kind: ENSURES.to_string(),
        exception: String::new(),
        message: ensured.as_ref().map(|ensured| ensured.text.clone()),
        class,
        method: name,
        line,
        raised_by: None,
        breaks_invariant: false,
        ensures: ensured,
    }
}

/// Class, method and line of an instruction.
pub(crate) fn location(machine: &mut Machine, method: MethodId, pc: u32) -> (String, String, u32) {
    let (method, pc) = machine.place_of(method, pc);
    let entry = machine.program.method(method);
    let name = entry.name.to_string();
    let class = program::display_class(&machine.program.class(entry.class).name);
    let line = match machine.code(method) {
        Ok(code) => code.body.positions.get(pc as usize).map_or(0, |position| position.line),
        Err(_) => 0,
    };
    (class, name, line)
}

/// The most elements that an array or a string of an input has, or an array that the program makes. Java allows more, up to 2^31 - 1;
/// but few JVMs have room for it, none of them by default, and at the end of the range there is no such JVM at all.
pub(crate) const LARGEST_INPUT: u32 = 1 << 26;

/// That no array, and no string of the input, is larger than [`LARGEST_INPUT`].
fn size_limits(machine: &mut Machine, state: &State) -> Vec<Term> {
    let (_, strings) = lengths(machine, state);
    let arrays: Vec<Term> = state.heap.iter().filter_map(|(_, object)| unknown_length(object)).collect();
    let limit = |length: Term| match machine.pool.sort(length) {
        Sort::BitVec(width) => {
            let most = machine.pool.bv(width, LARGEST_INPUT.into());
            machine.pool.le(length, most)
        }
        _ => {
            let most = machine.pool.math(LARGEST_INPUT.into());
            machine.pool.le(length, most)
        }
    };
    arrays.into_iter().chain(strings).map(limit).collect()
}

/// Whether no input takes this path for which a JVM has room.
pub(crate) fn needs_giant_input(machine: &mut Machine, state: &State) -> bool {
    let limits = size_limits(machine, state);
    if limits.is_empty() {
        return false;
    }
    let path = &state.path_condition;
    let query = Query { path: &path.conjuncts, goal: &limits, witness: path.witness.as_ref() };
    matches!(machine.ask(query), Answer::Unsat)
}

/// The violation with the simplest input that takes this path.
pub(crate) fn describe(machine: &mut Machine, state: &State, thrown: Thrown) -> Violation {
    let conjuncts = &state.path_condition.conjuncts;
    let symbols = symbols_in_order(machine, state);
    // What is simple in one respect must not be giant in another.
    let limited: Vec<Term> = conjuncts.iter().copied().chain(size_limits(machine, state)).collect();
    let model = minimal_model(machine, &limited, &symbols)
        .or_else(|| minimal_model(machine, conjuncts, &symbols))
        .or_else(|| state.path_condition.witness.clone());
    // Models evaluate these as the C library does, a JVM perhaps otherwise in the last digit.
    let rests_on_guess = |op: Op| match op {
        Op::Elementary(_) => true,
        Op::Symbol(symbol) => machine.free_choices.contains(&symbol),
        _ => false,
    };
    let is_guess = model.is_none() || machine.pool.mentions(conjuncts, rests_on_guess);
    let model = model.unwrap_or_default();
    let state = &machine.concretize(state, &model);
    let mut places = |supplied: &[Supplied]| -> Vec<(String, String, u32)> {
        supplied.iter().map(|supplied| location(machine, supplied.place.0, supplied.place.1)).collect()
    };
    let (places, read_places) = (places(&state.supplied), places(&state.standard_input.results));
    let inputs = Inputs { machine, state, model: &model, constants: constants(machine, state) };
    let mut heap = inputs.heap();
    let supplied = inputs.supplied(&state.supplied, places, &mut heap);
    let standard_input = machine.standard_input_bytes(state, &model).map(|bytes| data::StandardInputData {
        bytes,
        results: inputs.supplied(&state.standard_input.results, read_places, &mut heap),
    });
    Violation {
        kind: thrown.kind,
        exception: thrown.exception,
        message: thrown.message,
        class: thrown.class,
        method: thrown.method,
        line: thrown.line,
        raised_by: thrown.raised_by,
        breaks_invariant: thrown.breaks_invariant,
        ensures: thrown.ensures,
        steps: state.decisions.len() as u64,
        inputs: inputs.roots(),
        supplied,
        uses_api: state.uses_api,
        standard_input,
        heap,
        schedule: Vec::new(),
        is_guess,
        unforced: None,
        path_condition: inputs.path_condition(),
        path: String::new(),
        replay: Replay::Untried,
    }
}

/// The symbols of the path condition and the inputs: array lengths first, since they decide the size of the input, then
/// the others as the path met them.
fn symbols_in_order(machine: &Machine, state: &State) -> Vec<SymbolId> {
    let mut seen = BTreeSet::new();
    let mut ordered = Vec::new();
    let mut add = |term: Term| {
        for symbol in machine.pool.symbols_of(term).iter() {
            if seen.insert(*symbol) {
                ordered.push(*symbol);
            }
        }
    };
    // Before all, the shape of the heap: null where possible.
    for unknown in &state.unknowns {
        if let Some(symbol) = machine.reference_symbol(unknown) {
            add(symbol);
        }
    }
    let (arrays, strings) = lengths(machine, state);
    arrays.into_iter().chain(strings).for_each(&mut add);
    for (_, _, value) in machine.inputs() {
        if let Value::Symbolic(term) = value {
            add(term);
        }
    }
    for supplied in state.supplied.iter().chain(&state.standard_input.results) {
        if let Value::Symbolic(term) = supplied.value {
            add(term);
        }
    }
    for (_, units) in texts(machine, state) {
        units.iter().for_each(|unit| add(*unit));
    }
    // By name within a conjunct: numbers of symbols depend on what other paths met first.
    for conjunct in &state.path_condition.conjuncts {
        let mut symbols = machine.pool.symbols_of(*conjunct).to_vec();
        symbols.sort_by(|a, b| machine.pool.symbol_name(*a).cmp(machine.pool.symbol_name(*b)));
        for symbol in symbols {
            if seen.insert(symbol) {
                ordered.push(symbol);
            }
        }
    }
    ordered
}

/// The unknown lengths of the input's arrays, and those of its strings.
fn lengths(machine: &Machine, state: &State) -> (Vec<Term>, Vec<Term>) {
    let arrays = state.inputs.iter().filter_map(|input| unknown_length(state.heap.get(*input)));
    let strings = texts(machine, state).into_iter().map(|(length, _)| length);
    (arrays.collect(), strings.collect())
}

/// The length of an array, if it is not known.
fn unknown_length(object: &Object) -> Option<Term> {
    match object.array_content() {
        Some(ArrayContent { length: Value::Symbolic(length), .. }) => Some(*length),
        _ => None,
    }
}

/// The strings of the input: their lengths and units.
fn texts(machine: &Machine, state: &State) -> Vec<(Term, Rc<[Term]>)> {
    let inputs = state.inputs.iter().filter_map(|input| machine.input_text_terms(state, *input));
    let supplied = state.supplied.iter().chain(&state.standard_input.results);
    let supplied = supplied.filter_map(|supplied| supplied.text.as_ref());
    inputs.chain(supplied.map(|text| (text.length, text.units.clone()))).collect()
}

/// Constants of enums and of the library that the input refers to; the latter with how they are given.
fn constants(machine: &Machine, state: &State) -> Vec<(ObjectId, Option<Way>)> {
    let mut constants: Vec<(ObjectId, Option<Way>)> = Vec::new();
    for unknown in &state.unknowns {
        let found = match (machine.way_of_constant(state, unknown), location_of(unknown.binding)) {
            (Some((location, way)), _) => (location, Some(way)),
            (None, Some(location)) if !location.is_null() && machine.enum_constant(state, location).is_some() => {
                (location, None)
            }
            _ => continue,
        };
        if constants.iter().all(|(known, _)| *known != found.0) {
            constants.push(found);
        }
    }
    constants
}

/// The location of a reference of the input, if it was looked at.
fn location_of(binding: Option<Value>) -> Option<ObjectId> {
    match binding {
        Some(Value::Reference(location)) => Some(location),
        _ => None,
    }
}

struct Inputs<'a> {
    machine: &'a Machine,
    state: &'a State,
    model: &'a Rc<Model>,
    constants: Vec<(ObjectId, Option<Way>)>,
}

impl Inputs<'_> {
    fn roots(&self) -> Vec<(String, data::InputValue)> {
        self.machine
            .inputs()
            .into_iter()
            .map(|(name, declared, value)| (name.to_string(), self.value(&declared, value)))
            .collect()
    }

    /// All input objects, in order of discovery.
    fn heap(&self) -> Vec<HeapObject> {
        let objects = self.state.inputs.iter().enumerate();
        let constants = self.constants.iter().enumerate().filter_map(|(number, (location, way))| {
            let id = (self.state.inputs.len() + number) as u32 + 1;
            if let Some((by, given)) = way.and_then(|way| self.machine.made_by(way)) {
                let class = self.class_name(self.state.heap.get(*location));
                return Some(HeapObject { id, class, content: self.made(by, &given, &[]) });
            }
            let constant = self.machine.enum_constant(self.state, *location)?;
            let ordinal = FieldValue {
                declared_in: "java.lang.Enum".to_string(),
                name: "ordinal".to_string(),
                value: data::InputValue::Int(constant.ordinal),
            };
            Some(HeapObject {
                id,
                class: program::display_class(&self.machine.program.class(constant.class).name),
                content: InputContent::Fields(vec![ordinal]),
            })
        });
        objects
            .map(|(number, location)| {
                let object = self.state.heap.get(*location);
                let is_string = self.class_name(object) == "java.lang.String";
                let content = match (self.text(*location).filter(|_| is_string), self.content(object)) {
                    (Some(text), _) => text,
                    (None, InputContent::Fields(mut fields))
                        if fields.len() == 1 && self.machine.is_kept_input(self.state, self.model, *location) =>
                    {
                        InputContent::Kept(fields.remove(0))
                    }
                    (None, content) => content,
                };
                HeapObject { id: number as u32 + 1, class: self.class_name(object), content }
            })
            .chain(constants)
            .collect()
    }

    fn class_name(&self, object: &Object) -> String {
        let class = match &object.payload {
            Payload::Function(function) => function.interface,
            _ => object.class,
        };
        let name = &self.machine.program.class(class).name;
        if name.starts_with('[') {
            program::display_type(&Type::Reference(name.clone()))
        } else {
            program::display_class(name)
        }
    }

    /// The content of a string of the input.
    fn text(&self, location: ObjectId) -> Option<InputContent> {
        let (length, units) = self.machine.input_text(self.state, self.model, location)?;
        let is_interned = self.machine.is_interned_input(self.state, self.model, location);
        Some(InputContent::Text { length, units, is_interned })
    }

    /// What the program asked for at these places. Strings become objects.
    fn supplied(
        &self,
        asked: &[Supplied],
        places: Vec<(String, String, u32)>,
        heap: &mut Vec<HeapObject>,
    ) -> Vec<data::SuppliedValue> {
        let describe = |(asked, (class, method, line)): (&Supplied, _)| {
            let value = match self.supplied_text(asked, heap.len() as u32 + 1) {
                Some(string) => {
                    let value = data::InputValue::Reference(string.id);
                    heap.push(string);
                    value
                }
                None => self.value(&asked.declared, asked.value),
            };
            data::SuppliedValue { name: asked.name.to_string(), value, class, method, line }
        };
        asked.iter().zip(places).map(describe).collect()
    }

    /// A string that the program asked for, as an object with this number.
    fn supplied_text(&self, supplied: &Supplied, id: u32) -> Option<HeapObject> {
        let (length, units) = self.machine.text_under(self.model, supplied.text.as_ref()?)?;
        let content = InputContent::Text { length, units, is_interned: false };
        Some(HeapObject { id, class: "java.lang.String".to_string(), content })
    }

    fn content(&self, object: &Object) -> InputContent {
        if let Some(array) = object.array_content() {
            return self.elements(object, array);
        }
        let program = &self.machine.program;
        if let Payload::Function(function) = &object.payload {
            return self.calls(function);
        }
        if let Some(built) = object.origin.as_ref().and_then(|origin| origin.built.as_ref()) {
            if let Some((by, given)) = built.way.and_then(|way| self.machine.made_by(way)) {
                return self.made(by, &given, &built.elements);
            }
            let map = program.loaded("java/util/Map");
            let declared = machine::collections::element_type(&program.class(object.class).name);
            return InputContent::Collection {
                elements: built.elements.iter().map(|element| self.value(&declared, *element)).collect(),
                is_map: map.is_some_and(|map| program.is_subclass(object.class, map)),
            };
        }
        let initial = object.origin.as_ref().map(|origin| &origin.initial[..]).unwrap_or_default();
        let layout = &program.class(object.class).instance_layout;
        let fields = layout.iter().zip(initial).filter(|(_, value)| !matches!(value, Value::Unset));
        InputContent::Fields(
            fields
                .map(|(field, value)| {
                    let field = program.field(*field);
                    FieldValue {
                        declared_in: program::display_class(&program.class(field.class).name),
                        name: field.name.to_string(),
                        value: self.value(&field.field_type, *value),
                    }
                })
                .collect(),
        )
    }

    /// An object that a member of the library gives for arguments of these types.
    fn made(&self, by: factories::FactoryMember, given: &[Type], arguments: &[Value]) -> InputContent {
        let factories::FactoryMember { member, class, name, parameters } = by;
        let member = match member {
            factories::MemberKind::Constructor => data::Member::Constructor,
            factories::MemberKind::StaticMethod => data::Member::StaticMethod,
            factories::MemberKind::Method => data::Member::Method,
            factories::MemberKind::Field => data::Member::Field,
        };
        let arguments = given.iter().zip(arguments).map(|(declared, value)| self.value(declared, *value));
        InputContent::Made { by: data::MadeBy { member, class, name, parameters }, arguments: arguments.collect() }
    }

    /// What an unknown function was asked.
    fn calls(&self, function: &Function) -> InputContent {
        let program = &self.machine.program;
        let calls = function.answers.iter().map(|answer| {
            let method = program.method(answer.method);
            let given = method.parameters.iter().zip(&answer.arguments);
            let result = method.return_type.as_ref().map(|declared| self.value(declared, answer.result));
            data::Call {
                method: method.name.to_string(),
                arguments: given.map(|(declared, argument)| self.given(declared, *argument)).collect(),
                result: result.unwrap_or(data::InputValue::Null),
            }
        });
        InputContent::Function(calls.collect())
    }

    fn given(&self, declared: &Type, value: Value) -> data::Given {
        let value = match value {
            Value::Choice(_) => self.machine.location_in(self.state, self.model, value).map_or(value, Value::Reference),
            other => other,
        };
        match (self.value(declared, value), value) {
            (data::InputValue::Null, Value::Reference(location)) if !location.is_null() => {
                let class = self.class_name(self.state.heap.get(location));
                data::Given::Made { class, literal: self.literal(location) }
            }
            (value, _) => data::Given::Input(value),
        }
    }

    /// The value of a string or a box that the program made.
    fn literal(&self, location: ObjectId) -> Option<String> {
        let object = self.state.heap.get(location);
        let name = &self.machine.program.class(object.class).name;
        if &**name == "java/lang/String" {
            let text = self.machine.text_in(self.state, self.model, location)?;
            return Some(picture::quoted(&text, text.len()));
        }
        let (declared, value) = self.machine.boxed_value(self.state, location)?;
        Some(picture::literal(self.value(&declared, value)))
    }

    fn elements(&self, object: &Object, array: &ArrayContent) -> InputContent {
        let element = match &self.machine.program.class(object.class).kind {
            program::class::ClassKind::Array { element } => element.clone(),
            _ => Type::Int,
        };
        let length = self.integer(array.length).clamp(0, i32::MAX as i128) as u32;
        let mut elements = std::collections::BTreeMap::new();
        if let Base::Unknown(reads) = &array.base {
            for Read { index, value, .. } in reads {
                let index = self.integer(*index);
                // An element read on a path that then left the bounds is not part of the array.
                if index >= 0 && index < length as i128 {
                    elements.insert(index as u32, self.value(&element, *value));
                }
            }
        }
        InputContent::Elements { length, elements: elements.into_iter().collect() }
    }

    fn integer(&self, value: Value) -> i128 {
        match value {
            Value::Int(value) => value as i128,
            Value::Long(value) => value as i128,
            Value::Symbolic(term) => match evaluate(&self.machine.pool, self.model, term) {
                Some(Const::BitVec { width, bits }) => {
                    let shift = 64 - width as u32;
                    (((bits << shift) as i64) >> shift) as i128
                }
                Some(Const::Int(value)) => value,
                _ => 0,
            },
            _ => 0,
        }
    }

    fn value(&self, declared: &Type, value: Value) -> data::InputValue {
        match declared.kind() {
            Kind::Reference => self.reference(value),
            Kind::Float => data::InputValue::Float(match value {
                Value::Float(value) => value,
                Value::Symbolic(term) => match self.machine.float_under(self.model, term) {
                    Some(Const::F32(bits)) => f32::from_bits(bits),
                    _ => 0.0,
                },
                _ => 0.0,
            }),
            Kind::Double => data::InputValue::Double(match value {
                Value::Double(value) => value,
                Value::Symbolic(term) => match self.machine.float_under(self.model, term) {
                    Some(Const::F64(bits)) => f64::from_bits(bits),
                    _ => 0.0,
                },
                _ => 0.0,
            }),
            Kind::Int | Kind::Long => {
                let number = self.integer(value);
                match declared {
                    Type::Boolean => data::InputValue::Boolean(number != 0),
                    Type::Byte => data::InputValue::Byte(number as i8),
                    Type::Char => data::InputValue::Char(number as u16),
                    Type::Short => data::InputValue::Short(number as i16),
                    Type::Long => match i64::try_from(number) {
                        Ok(number) => data::InputValue::Long(number),
                        Err(_) => data::InputValue::Math(number),
                    },
                    _ => match i32::try_from(number) {
                        Ok(number) => data::InputValue::Int(number),
                        Err(_) => data::InputValue::Math(number),
                    },
                }
            }
        }
    }

    fn reference(&self, value: Value) -> data::InputValue {
        let location = match value {
            Value::Reference(location) => Some(location),
            Value::Unknown(unknown) => location_of(self.state.unknown(unknown).binding),
            _ => None,
        };
        // What was never looked at can be anything; null is simplest.
        let constants = self.constants.iter().map(|(constant, _)| constant);
        let mut objects = self.state.inputs.iter().chain(constants);
        let number = location.and_then(|location| objects.position(|object| *object == location));
        match number {
            Some(number) => data::InputValue::Reference(number as u32 + 1),
            None => data::InputValue::Null,
        }
    }

    /// The shape of the input, then the constraints on its values.
    fn path_condition(&self) -> Vec<String> {
        let (mut lines, conditions) = conditions(self.machine, self.state);
        lines.extend(conditions);
        lines
    }
}

/// The shape of a path's input, and the constraints on its values, as Java.
pub(crate) fn conditions(machine: &Machine, state: &State) -> (Vec<String>, Vec<String>) {
    let mut shape = Vec::new();
    for unknown in &state.unknowns {
        let Some(location) = location_of(unknown.binding) else { continue };
        if &*unknown.name == "this" {
            continue;
        }
        shape.push(if location.is_null() {
            format!("{} == null", unknown.name)
        } else {
            let constant = machine.enum_constant(state, location).map(|constant| constant.name);
            let first = state.heap.get(location).origin.as_ref().map(|origin| origin.name.clone());
            match first.or(constant.map(Rc::from)) {
                Some(first) if first != unknown.name => format!("{} == {first}", unknown.name),
                _ => format!("{} != null", unknown.name),
            }
        });
    }
    let mut values = Vec::new();
    for conjunct in &state.path_condition.conjuncts {
        let is_law = state.standard_input.laws.contains(conjunct);
        if !is_law && !machine.pool.is_range_of_symbol(*conjunct) {
            values.push(shortened(logic::print::display(&machine.pool, *conjunct)));
        }
    }
    (shape, values)
}

/// Conditions on texts can be very long; nobody reads all of one.
fn shortened(mut line: String) -> String {
    const MOST: usize = 300;
    if line.len() > MOST {
        let end = (0..=MOST).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
        line.truncate(end);
        line.push_str(" …");
    }
    line
}
