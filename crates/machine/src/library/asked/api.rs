//! Values that a program asks its verifier for: `lazuli.Sym`, the verifier of the software verification competition, and the
//! names that people know from JPF, SPF and JBMC.
//!
//! The classes are the machine's own, whatever the class path holds under their names: there they draw random numbers, or
//! are missing. What a path was supplied with is kept in the order of the calls, so that a replay can supply it again. A
//! method that the table does not name ends the path as unsupported.

use std::rc::Rc;

use logic::term::Term;
use program::class::{ClassId, ClassKind, ClassOrigin, MethodId};
use program::code::{BinaryOp, Instruction, Kind, Operand, Type};
use program::{Program, SyntheticClass, SyntheticMethod};

use crate::library::asked::{api_strings, match_points};
use crate::library::{
    Entry, Outcome, class_argument, ignored, int, long, nothing, refuse, refuse_symbolic, returns_false, value,
};
use crate::machine::Machine;
use crate::machine::api_classes::{API_CLASSES, CPROVER, CPROVER_STRING, DEBUG, SYM, VERIFIER, VERIFY};
use crate::machine::intrinsic::rows;
use crate::reference::candidates::SYMBOLIC_TEXT_AS_MATH;
use crate::state::fork::{Cut, Effect, Raise, Stop};
use crate::state::heap::{ArrayContent, Base, Identity};
use crate::state::terms::Ints;
use crate::state::value::Value;
use crate::state::{Phase, State, Supplied};
use crate::step::arithmetic;
use crate::text::Text;

pub(crate) const TABLE: &[Entry] = rows![
    (SYM, "anyBoolean", "(Ljava/lang/String;)Z", any),
    (SYM, "anyByte", "(Ljava/lang/String;)B", any),
    (SYM, "anyChar", "(Ljava/lang/String;)C", any),
    (SYM, "anyShort", "(Ljava/lang/String;)S", any),
    (SYM, "anyInt", "(Ljava/lang/String;)I", any),
    (SYM, "anyInt", "(Ljava/lang/String;II)I", any_int_within),
    (SYM, "anyLong", "(Ljava/lang/String;)J", any),
    (SYM, "anyFloat", "(Ljava/lang/String;)F", any),
    (SYM, "anyDouble", "(Ljava/lang/String;)D", any),
    (SYM, "anyString", "(Ljava/lang/String;)Ljava/lang/String;", any_text),
    (SYM, "anyObject", "(Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;", any_object),
    (SYM, "assume", "(Z)V", assume),
    (SYM, "check", "(Z)V", check),
    (SYM, "matchHere", "()V", match_here),
    (VERIFIER, "nondetBoolean", "()Z", any),
    (VERIFIER, "nondetByte", "()B", any),
    (VERIFIER, "nondetChar", "()C", any),
    (VERIFIER, "nondetShort", "()S", any),
    (VERIFIER, "nondetInt", "()I", any),
    (VERIFIER, "nondetLong", "()J", any),
    (VERIFIER, "nondetFloat", "()F", any),
    (VERIFIER, "nondetDouble", "()D", any),
    (VERIFIER, "nondetString", "()Ljava/lang/String;", any_text),
    (VERIFIER, "assume", "(Z)V", assume),
    (VERIFY, "getBoolean", "()Z", any),
    (VERIFY, "getBoolean", "(Z)Z", any),
    (VERIFY, "randomBool", "()Z", any),
    (VERIFY, "getInt", "(II)I", any_int_within),
    (VERIFY, "getInt", "(Ljava/lang/String;)I"),
    (VERIFY, "getDouble", "(Ljava/lang/String;)D"),
    (VERIFY, "getLong", "(JJ)J", any_long_within),
    (VERIFY, "random", "(I)I", any_int_up_to),
    (VERIFY, "getIntFromList", "([I)I", any_of_list),
    (VERIFY, "getLongFromList", "([J)J", any_of_list),
    (VERIFY, "getFloatFromList", "([F)F", any_of_list),
    (VERIFY, "getDoubleFromList", "([D)D", any_of_list),
    (VERIFY, "ignoreIf", "(Z)V", ignore_if),
    // Whatever is known of a search is known to the search: on its own the answer is the JVM's.
    (VERIFY, "ifSubsumed", "(I)Z", returns_false),
    (VERIFY, "assertTrue", "(Z)V", check),
    // One thread runs at a time anyway; hints to the search are not needed.
    (VERIFY, "beginAtomic", "()V", ignored),
    (VERIFY, "endAtomic", "()V", ignored),
    (VERIFY, "breakTransition", "(Ljava/lang/String;)V", ignored),
    (VERIFY, "interesting", "(Z)V", ignored),
    (VERIFY, "boring", "(Z)V", ignored),
    (VERIFY, "addComment", "(Ljava/lang/String;)V", ignored),
    // Counters of the whole search: what they say is not known, and mostly nobody looks.
    (VERIFY, "incrementCounter", "(I)I", counter),
    (VERIFY, "getCounter", "(I)I", counter),
    (VERIFY, "resetCounter", "(I)V", ignored),
    (VERIFY, "setCounter", "(II)V", ignored),
    (VERIFY, "print", "(Ljava/lang/String;)V", ignored),
    (VERIFY, "println", "(Ljava/lang/String;)V", ignored),
    // Whether the program is being verified: a replay would answer differently.
    (VERIFY, "isRunningInJPF", "()Z"),
    (DEBUG, "makeSymbolicBoolean", "(Ljava/lang/String;)Z", any),
    (DEBUG, "makeSymbolicByte", "(Ljava/lang/String;)B", any),
    (DEBUG, "makeSymbolicChar", "(Ljava/lang/String;)C", any),
    (DEBUG, "makeSymbolicShort", "(Ljava/lang/String;)S", any),
    (DEBUG, "makeSymbolicInteger", "(Ljava/lang/String;)I", any),
    (DEBUG, "makeSymbolicLong", "(Ljava/lang/String;)J", any),
    (DEBUG, "makeSymbolicReal", "(Ljava/lang/String;)D", any),
    (DEBUG, "makeSymbolicString", "(Ljava/lang/String;)Ljava/lang/String;", any_text),
    (DEBUG, "assume", "(Z)V", assume),
    (DEBUG, "printPC", "(Ljava/lang/String;)V", ignored),
    (DEBUG, "printHeapPC", "(Ljava/lang/String;)V", ignored),
    (CPROVER, "nondetBoolean", "()Z", any),
    (CPROVER, "nondetByte", "()B", any),
    (CPROVER, "nondetChar", "()C", any),
    (CPROVER, "nondetShort", "()S", any),
    (CPROVER, "nondetInt", "()I", any),
    (CPROVER, "nondetLong", "()J", any),
    (CPROVER, "nondetFloat", "()F", any),
    (CPROVER, "nondetDouble", "()D", any),
    (CPROVER, "assume", "(Z)V", assume),
    (CPROVER, "nondetWithNull", "()Ljava/lang/Object;", any_object_as_cast),
    (CPROVER, "nondetWithNull", "(Ljava/lang/Object;)Ljava/lang/Object;", any_object_as_cast),
    (CPROVER, "nondetWithoutNull", "()Ljava/lang/Object;", any_object_as_cast),
    (CPROVER, "nondetWithoutNull", "(Ljava/lang/Object;)Ljava/lang/Object;", any_object_as_cast),
];

/// Names of the methods that give objects of the input.
pub(crate) const ASKING_FOR_OBJECTS: [&str; 3] = ["anyObject", "nondetWithNull", "nondetWithoutNull"];

/// Define the classes. One that is loaded already is the program under test itself and stays what it is.
pub(crate) fn define(program: &mut Program, object: ClassId) {
    const PUBLIC_STATIC_NATIVE: u16 = 0x0109;
    for class in API_CLASSES {
        if program.loaded(class).is_some() {
            continue;
        }
        let methods: Vec<SyntheticMethod> = if class == CPROVER_STRING {
            api_strings::methods()
        } else {
            let entries = TABLE.iter().filter(|entry| entry.class == class);
            let method = |Entry { name, descriptor, .. }: &Entry| SyntheticMethod {
                name: name.to_string(),
                descriptor: descriptor.to_string(),
                access: PUBLIC_STATIC_NATIVE,
                body: None,
            };
            entries.map(method).collect()
        };
        program.define_synthetic_class(SyntheticClass {
            name: class.to_string(),
            super_class: object,
            interfaces: Vec::new(),
            access: 0x0021,
            origin: ClassOrigin::Library,
            fields: Vec::new(),
            methods,
        });
    }
}

/// Any value of the method's result type.
fn any(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let declared = result_type(machine, method)?;
    let name = name_of(machine, state, method, arguments)?;
    let fresh = machine.fresh_input(state, &declared, name.clone(), 1)?;
    supply(state, name, declared, fresh, None)
}

/// Any string, made for this call: never null, and no other string is the same object.
fn any_text(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.config.ints == Ints::Math {
        return Err(Stop::unsupported(SYMBOLIC_TEXT_AS_MATH));
    }
    let declared = result_type(machine, method)?;
    let name = name_of(machine, state, method, arguments)?;
    let text = Rc::new(machine.any_text(state, &name));
    let string = machine.new_symbolic_string(state, text.clone(), Identity::Own);
    supply(state, name, declared, Value::Reference(string), Some(text))
}

/// Null or any object of a class, one of the input: built before the program starts.
fn any_object(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let class = class_argument(machine, state, arguments[1])?;
    if machine.program.class(class).kind == ClassKind::Primitive {
        return Err(refuse(machine, method));
    }
    supply_object(machine, state, method, arguments, class, true)
}

/// An object of the class to which the caller casts it, which is what its type argument becomes in a class file.
fn any_object_as_cast(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    _: &[Value],
) -> Result<Outcome, Stop> {
    let frame = *state.frame();
    let code = machine.code(frame.method).map_err(|error| machine.link_stop(error))?;
    let body = &code.body;
    let cast = match (body.code.get(frame.pc as usize), body.code.get(frame.pc as usize + 1)) {
        (
            Some(Instruction::Invoke { target: Some(result), .. }),
            Some(Instruction::CheckCast { object, class, .. }),
        ) if *object == Operand::register(*result) => Some(body.classes[*class as usize].name.clone()),
        _ => None,
    };
    let class = match cast {
        Some(name) => machine.load(&name)?,
        None => machine.known.object,
    };
    let may_be_null = &*machine.program.method(method).name == "nondetWithNull";
    supply_object(machine, state, method, &[], class, may_be_null)
}

fn supply_object(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    class: ClassId,
    may_be_null: bool,
) -> Result<Outcome, Stop> {
    let name = name_of(machine, state, method, arguments)?;
    let declared = Type::Reference(machine.program.class(class).name.clone());
    let supplied = machine.fresh_input(state, &declared, name.clone(), 1)?;
    if let (Value::Unknown(unknown), false) = (supplied, may_be_null) {
        state.unknowns[unknown.0 as usize].may_be_null = false;
    }
    supply(state, name, declared, supplied, None)
}

/// An int between the last two arguments, both included.
fn any_int_within(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let [.., low, high] = arguments else { return Err(refuse(machine, method)) };
    let (low, high) = (int(machine, method, *low)?, int(machine, method, *high)?);
    within(machine, state, method, arguments, low.into(), high.into())
}

/// An int between 0 and the argument, both included.
fn any_int_up_to(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let high = int(machine, method, arguments[0])?;
    within(machine, state, method, arguments, 0, high.into())
}

fn any_long_within(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let (low, high) = (long(machine, method, arguments[0])?, long(machine, method, arguments[1])?);
    within(machine, state, method, arguments, low, high)
}

fn within(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    low: i64,
    high: i64,
) -> Result<Outcome, Stop> {
    if low > high {
        return Err(Stop::unsupported(format!(
            "{} with the empty range {low} to {high}",
            program::display_method(&machine.program, method)
        )));
    }
    let declared = result_type(machine, method)?;
    let name = name_of(machine, state, method, arguments)?;
    let supplied = between(machine, state, &declared, name.clone(), low, high)?;
    supply(state, name, declared, supplied, None)
}

/// A fresh int or long in a range that is not empty. What the solver is told is that a symbol lies in a range that holds
/// zero, the value of symbols a model does not mention: the models of the path so far stay models.
fn between(
    machine: &mut Machine,
    state: &mut State,
    declared: &Type,
    name: Rc<str>,
    low: i64,
    high: i64,
) -> Result<Value, Stop> {
    let kind = declared.kind();
    let number = |value: i64| if kind == Kind::Long { Value::Long(value) } else { Value::Int(value as i32) };
    let offset = if low <= 0 && high >= 0 { 0 } else { low };
    // In a path condition, the symbol reads as what it is.
    let symbol_name = match offset {
        0 => name,
        1.. => format!("({name} - {offset})").into(),
        _ => format!("({name} + {})", offset.unsigned_abs()).into(),
    };
    let fresh = machine.fresh_input(state, declared, symbol_name, 1)?;
    let symbol = machine.term(fresh)?;
    // Both ends have the same sign if there is an offset: the difference does not overflow.
    let (least, most) = (machine.term(number(low - offset))?, machine.term(number(high - offset))?);
    for condition in [machine.pool.le(least, symbol), machine.pool.le(symbol, most)] {
        machine.add_conjunct(state, condition);
    }
    arithmetic::binary(&mut machine.pool, machine.config.ints, BinaryOp::Add, kind, fresh, number(offset))
}

/// One of the elements of an array.
fn any_of_list(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let array = machine.dereference(state, arguments[0])?;
    let elements = match state.heap.get(array).array_content() {
        Some(ArrayContent { base: Base::Values(values), layers, .. }) if layers.is_empty() => values.clone(),
        _ => return Err(refuse_symbolic(machine, method)),
    };
    let Some((last, others)) = elements.split_last() else { return Err(refuse(machine, method)) };
    let declared = result_type(machine, method)?;
    let name = name_of(machine, state, method, arguments)?;
    let index = between(machine, state, &Type::Int, format!("{name}.index").into(), 0, others.len() as i64)?;
    let mut chosen = machine.term(*last)?;
    for (position, element) in others.iter().enumerate().rev() {
        let is_it = equals(machine, index, Value::Int(position as i32))?;
        let element = machine.term(*element)?;
        chosen = machine.pool.ite(is_it, element, chosen);
    }
    let chosen = machine.value(declared.kind(), chosen);
    supply(state, name, declared, chosen, None)
}

/// Paths on which the argument is false are cut, as inputs are that a precondition rejects.
fn assume(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    only_if(machine, state, arguments[0], true, Effect::Cut(Cut::Precondition))
}

/// Whether states are compared here, see [`match_points`].
fn match_here(machine: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    match_points::match_here(machine, state, "matchHere")
}

fn ignore_if(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if matches!(arguments[0], Value::Int(0)) && match_points::asks_for_subsumption(machine, state)? {
        return match_points::match_here(machine, state, "ignoreIf");
    }
    only_if(machine, state, arguments[0], false, Effect::Cut(Cut::Precondition))
}

/// An assertion that needs no `-ea`.
fn check(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    only_if(machine, state, arguments[0], true, Effect::Raise(Raise::new("java/lang/AssertionError")))
}

/// Go on where the condition is as wanted; elsewhere the other effect comes about.
fn only_if(
    machine: &mut Machine,
    state: &mut State,
    condition: Value,
    wanted: bool,
    otherwise: Effect,
) -> Result<Outcome, Stop> {
    state.uses_api = true;
    if let Value::Int(known) = condition {
        return match otherwise {
            _ if (known != 0) == wanted => nothing(),
            Effect::Cut(cut) => Err(Stop::Cut(cut)),
            Effect::Raise(raise) => Err(raise.into()),
            other => panic!("a condition cuts or raises, not {other:?}"),
        };
    }
    let is_false = equals(machine, condition, Value::FALSE)?;
    let is_true = machine.pool.not(is_false);
    let (goes_on, ends) = if wanted { (is_true, is_false) } else { (is_false, is_true) };
    Err(Stop::branch(goes_on, ends, Effect::Return(None), otherwise))
}

/// A number that depends on which paths were explored before.
fn counter(_: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    state.uses_api = true;
    value(Value::Opaque)
}

fn equals(machine: &mut Machine, left: Value, right: Value) -> Result<Term, Stop> {
    let (left, right) = (machine.term(left)?, machine.term(right)?);
    Ok(machine.pool.eq(left, right))
}

fn result_type(machine: &Machine, method: MethodId) -> Result<Type, Stop> {
    machine.program.method(method).return_type.clone().ok_or_else(|| refuse(machine, method))
}

/// A name for what is supplied now, different from those of everything else on this path: the one the program gives as its
/// first argument, else `method@line` of the call.
fn name_of(machine: &mut Machine, state: &State, method: MethodId, arguments: &[Value]) -> Result<Rc<str>, Stop> {
    if matches!(state.phase, Phase::Precondition(_)) {
        // The entry would be replayed without it.
        return Err(Stop::unsupported("a precondition or repOk() that asks for a symbolic value"));
    }
    let given = match arguments.first() {
        Some(Value::Reference(string)) if !string.is_null() => machine.string_characters(state, *string),
        _ => None,
    };
    let base = match given.map(|text| identifier(&text)) {
        Some(name) if !name.is_empty() => name,
        _ => {
            let frame = *state.frame();
            let code = machine.code(frame.method).map_err(|error| machine.link_stop(error))?;
            let line = code.body.positions.get(frame.pc as usize).map_or(0, |position| position.line);
            format!("{}@{line}", machine.program.method(method).name)
        }
    };
    let is_parameter = machine.inputs().iter().any(|(name, _, _)| **name == *base);
    let is_first = |name: &str| state.supplied.iter().all(|supplied| *supplied.name != *name);
    if !is_parameter && is_first(&base) {
        return Ok(base.into());
    }
    let name = (2..).map(|number| format!("{base}#{number}")).find(|name| is_first(name));
    Ok(name.expect("finitely many names are taken").into())
}

/// Letters, digits and `_` as they are: other names in a path condition have dots, brackets or `#` in them.
fn identifier(text: &str) -> String {
    text.chars().map(|letter| if letter.is_alphanumeric() || letter == '_' { letter } else { '_' }).take(40).collect()
}

fn supply(
    state: &mut State,
    name: Rc<str>,
    declared: Type,
    supplied: Value,
    text: Option<Rc<Text>>,
) -> Result<Outcome, Stop> {
    state.uses_api = true;
    let frame = state.frame();
    let place = (frame.method, frame.pc);
    Rc::make_mut(&mut state.supplied).push(Supplied { name, declared, value: supplied, text, place });
    value(supplied)
}
