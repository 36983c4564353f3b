//! What is known of methods that are not interpreted.

use logic::term::Term;
use machine::API_CLASSES;
use program::class::{ClassOrigin, FieldId, MethodId};
use program::code::{Instruction, InvokeKind, Kind, Type};

use super::objects::{AbstractObject, Objects, anything, only};
use super::places::{integer, type_range};
use super::reason::{Pointers, Reasoner};
use super::search::StatementSearch;
use super::speak::MethodCode;
use super::state::StatementState;

/// What a call does.
pub(super) enum Known {
    /// The program goes on only if the argument is this.
    Assumes(bool),
    /// It raises an AssertionError unless the argument is true.
    Checks,
    /// It changes nothing that the program can see, and returns something in this range, or one of these objects.
    Result { range: Option<(Term, Term)>, objects: Objects },
    /// It writes these fields of the object that it makes, and nothing else.
    Constructs(Vec<FieldId>),
}

/// Functions of numbers that the machine of a JVM knows by itself.
const PURE: [&str; 2] = ["java/lang/Math", "java/lang/StrictMath"];

/// What is known of a method, if it is not to be interpreted.
pub(super) fn known(
    reasoner: &mut Reasoner,
    method: MethodId,
    arguments: &[Term],
    state: &StatementState,
) -> Option<Known> {
    let program = &reasoner.machine.program;
    let entry = program.method(method);
    let class = program.class(entry.class);
    let name = entry.name.clone();
    if API_CLASSES.contains(&&*class.name) {
        return asked(reasoner, method, arguments);
    }
    if class.origin == ClassOrigin::User {
        return None;
    }
    let result = entry.return_type.clone();
    let is_primitive = |declared: &Type| declared.kind() != Kind::Reference;
    let is_text = |declared: &Type| is_primitive(declared) || is_string(declared);
    let (owner, parameters) = (class.name.clone(), entry.parameters.clone());
    match (&*owner, &*name) {
        ("java/lang/Object", "<init>") => Some(nothing()),
        ("java/lang/Class", "desiredAssertionStatus") => {
            let one = integer(&mut reasoner.machine, Kind::Int, 1);
            Some(Known::Result { range: Some((one, one)), objects: Objects::new() })
        }
        ("java/io/PrintStream", "println" | "print") if parameters.iter().all(is_text) => Some(nothing()),
        (owner, _)
            if PURE.contains(&owner)
                && parameters.iter().all(is_primitive)
                && matches!(result, Some(Type::Float | Type::Double)) =>
        {
            Some(nothing())
        }
        (_, "<init>") if is_below(reasoner, method, &["java/lang/Throwable", "java/lang/Enum", "java/lang/Record"]) => {
            // An object whose text is asked for may do anything, and so may an exception that looks at its stack by itself.
            let made = reasoner.objects(Pointers::new(&state.table), arguments[0]);
            let keeps_stack = made.iter().all(|object| fills_stack_as_usual(reasoner, *object));
            let is_harmless = keeps_stack
                && parameters.iter().zip(&arguments[1..]).all(|(declared, argument)| {
                    is_text(declared) || {
                        let objects = reasoner.objects(Pointers::new(&state.table), *argument);
                        objects.iter().all(|object| is_of_library(reasoner, *object))
                    }
                });
            is_harmless.then(|| {
                let program = &reasoner.machine.program;
                Known::Constructs(program.class(program.method(method).class).instance_layout.clone())
            })
        }
        _ => None,
    }
}

/// It changes nothing, and nothing is known of its result.
fn nothing() -> Known {
    Known::Result { range: None, objects: anything() }
}

/// What the classes do through which a program asks for unknown values.
fn asked(reasoner: &mut Reasoner, method: MethodId, arguments: &[Term]) -> Option<Known> {
    let entry = reasoner.machine.program.method(method);
    let name = &*entry.name;
    let parameters: Vec<Kind> = entry.parameters.iter().map(Type::kind).collect();
    let is_number = [Kind::Int, Kind::Long];
    match name {
        "assume" => return Some(Known::Assumes(true)),
        "ignoreIf" => return Some(Known::Assumes(false)),
        "check" | "assertTrue" => return Some(Known::Checks),
        "matchHere" => return Some(nothing()),
        _ => {}
    }
    let is_unknown_value = ["any", "nondet", "get", "random", "makeSymbolic"].iter().any(|word| name.starts_with(word));
    let result = entry.return_type.clone()?;
    if !is_unknown_value || name.ends_with("FromList") || result.kind() == Kind::Reference {
        return None;
    }
    let range = match parameters[..] {
        [.., from, to] if is_number.contains(&from) && is_number.contains(&to) => {
            Some((arguments[arguments.len() - 2], arguments[arguments.len() - 1]))
        }
        _ => type_range(&result).map(|(least, greatest)| {
            let machine = &mut reasoner.machine;
            (integer(machine, Kind::Int, least), integer(machine, Kind::Int, greatest))
        }),
    };
    Some(Known::Result { range, objects: Objects::new() })
}

fn is_string(declared: &Type) -> bool {
    matches!(declared, Type::Reference(name) if &**name == "java/lang/String")
}

fn is_below(reasoner: &mut Reasoner, method: MethodId, names: &[&str]) -> bool {
    let program = &mut reasoner.machine.program;
    let class = program.method(method).class;
    names.iter().any(|name| program.load(name).is_ok_and(|above| program.is_subclass(class, above)))
}

/// Whether no class of the program says how an exception learns its stack, which its constructor asks for.
fn fills_stack_as_usual(reasoner: &Reasoner, object: AbstractObject) -> bool {
    let program = &reasoner.machine.program;
    let Some((class, true)) = object.class() else { return false };
    let filling = program.find_method(class, "fillInStackTrace", "()Ljava/lang/Throwable;");
    filling.is_none_or(|method| program.class(program.method(method).class).origin == ClassOrigin::Library)
}

/// Whether an object surely runs no code of the program.
fn is_of_library(reasoner: &Reasoner, object: AbstractObject) -> bool {
    const ACC_FINAL: u16 = 0x0010;
    let program = &reasoner.machine.program;
    match object {
        AbstractObject::Null => true,
        _ => object.class().is_some_and(|(class, is_exact)| {
            let class = program.class(class);
            class.origin == ClassOrigin::Library && (is_exact || class.access & ACC_FINAL != 0)
        }),
    }
}

impl StatementSearch<'_> {
    /// A string, a class, or another object of the library that nothing is known of but what it is.
    pub(super) fn library_object(&mut self, class: &str) -> Objects {
        match self.reasoner.machine.program.load(class) {
            Ok(class) => only(AbstractObject::Input(class)),
            Err(_) => only(AbstractObject::Any),
        }
    }

    /// Whether code of the library can be interpreted like the program's: it only computes.
    pub(super) fn is_plain(&mut self, code: &MethodCode, depth: u32) -> bool {
        let body = code.body.clone();
        body.code.iter().all(|instruction| match *instruction {
            Instruction::Move { .. }
            | Instruction::Binary { .. }
            | Instruction::Negate { .. }
            | Instruction::Compare { .. }
            | Instruction::Convert { .. }
            | Instruction::GetField { .. }
            | Instruction::ArrayLength { .. }
            | Instruction::BeginIteration
            | Instruction::Goto { .. }
            | Instruction::If { .. }
            | Instruction::IfSame { .. }
            | Instruction::IfDifferent { .. }
            | Instruction::Switch { .. }
            | Instruction::Return { .. } => true,
            Instruction::Invoke { kind: InvokeKind::Static, method, .. } if depth > 0 => {
                let resolved = self.reasoner.machine.program.resolve_method(&body.methods[method as usize]);
                resolved.is_ok_and(|resolved| {
                    let called = self.code(resolved);
                    called.is_ok_and(|called| self.is_plain(&called, depth - 1))
                })
            }
            _ => false,
        })
    }
}
