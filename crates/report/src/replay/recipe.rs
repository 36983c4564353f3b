//! How a violation is repeated on a JVM, as calls of a driver's methods.

use super::ENDLESS;
use super::schedule;
use super::statement::{Statement, java_method, write_part};
use crate::api;
use crate::data::{
    Call, Entry, FieldValue, HeapObject, InputContent, InputValue, MadeBy, Member, StandardInputData, Violation,
};
use crate::picture::values;

/// What a driver does.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// Builds the input.
    build: Vec<Statement>,
    /// Calls the entry.
    call: Vec<Statement>,
    /// What its threads do one after another; nothing if that is left to the JVM.
    schedule: Vec<Statement>,
    pub(super) is_scheduled: bool,
}

impl Recipe {
    /// An error says why a JVM cannot be made to do this.
    pub fn new(entry: &Entry, violation: &Violation) -> Result<Recipe, String> {
        let size = violation.heap.iter().map(|object| object.id).max().unwrap_or(0) + 1;
        // The last one is for what `main` is called with.
        let mut build = vec![Statement::new("objects").number(size + u32::from(entry.is_main))];
        build.extend(supply_statements(violation)?);
        build.extend(violation.standard_input.as_ref().map(input_statement));
        build.extend(heap_statements(&violation.heap)?);
        if entry.is_main {
            build.push(Statement::new("array").number(size).text("java.lang.String").number(0));
        }
        build.extend(require_statements(entry, violation)?);
        let call = call_statements(entry, violation, InputValue::Reference(size))?;
        let is_scheduled = schedule::is_scheduled(violation);
        let schedule = if is_scheduled { schedule::statements(entry, &violation.schedule) } else { Vec::new() };
        Ok(Recipe { build, call, schedule, is_scheduled })
    }

    /// As methods of a driver.
    pub(super) fn java(&self) -> String {
        let mut methods = vec![java_method("build", &self.build), java_method("call", &self.call)];
        if self.is_scheduled {
            methods.push(java_method("schedule", &self.schedule));
        }
        methods.join("\n")
    }

    /// As a driver reads it.
    pub fn script(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for part in [&self.build, &self.call, &self.schedule] {
            write_part(&mut bytes, part);
        }
        bytes
    }
}

/// Values a statement: a string constant has at most 65,535 bytes.
const VALUES_A_STATEMENT: usize = 500;

/// What `lazuli.Sym` hands out is there before anything of the program runs.
fn supply_statements(violation: &Violation) -> Result<Vec<Statement>, String> {
    let chunks = violation.supplied.chunks(VALUES_A_STATEMENT);
    chunks.map(|chunk| Ok(Statement::new("supply").text(&api::values_text(chunk)?))).collect()
}

/// `System.in` holds this before anything of the program runs.
fn input_statement(input: &StandardInputData) -> Statement {
    let (charset, units): (&str, Vec<u16>) = match std::str::from_utf8(&input.bytes) {
        Ok(text) => ("UTF-8", text.encode_utf16().collect()),
        Err(_) => ("ISO-8859-1", input.bytes.iter().map(|byte| u16::from(*byte)).collect()),
    };
    Statement::new("input").text(charset).long_text(&units)
}

fn heap_statements(heap: &[HeapObject]) -> Result<Vec<Statement>, String> {
    let mut statements = Vec::new();
    // Each with what it stores.
    let mut stores: Vec<(InputValue, Statement)> = Vec::new();
    for object in heap {
        let (id, class) = (object.id, object.class.as_str());
        let on_object = |method| Statement::new(method).number(id);
        let store = |field: &FieldValue| {
            let statement = on_object("field").text(&field.declared_in).text(&field.name).value(field.value)?;
            Ok((field.value, statement))
        };
        statements.push(match &object.content {
            InputContent::Fields(fields) => {
                let ordinal = enum_ordinal(fields);
                let given = fields.iter().filter(|field| ordinal.is_none() || field.declared_in != ENUM);
                stores.extend(given.map(store).collect::<Result<Vec<(InputValue, Statement)>, String>>()?);
                match ordinal {
                    Some(ordinal) => {
                        let number = u32::try_from(ordinal);
                        let number = number.map_err(|_| format!("{class} has no constant number {ordinal}"))?;
                        on_object("constant").text(class).number(number)
                    }
                    None => on_object("object").text(class),
                }
            }
            InputContent::Text { length, units, is_interned } => {
                let how = if *is_interned { "interned" } else { "text" };
                on_object(how).number(*length).long_text(units)
            }
            InputContent::Kept(field) => on_object("kept").value(field.value)?,
            InputContent::Collection { elements, .. } if is_optional(object) => match elements.first() {
                None => on_object("empty").text(class),
                // Its element may be an object that is allocated later.
                Some(value) if class == OPTIONAL => {
                    stores.push((*value, on_object("field").text(class).text("value").value(*value)?));
                    on_object("object").text(class)
                }
                Some(value) => on_object("optional").value(*value)?,
            },
            InputContent::Collection { .. } => on_object("collection").text(class),
            // It may hold itself, or what is made from it.
            InputContent::Made { arguments, .. } if is_holder(object) => {
                for value in arguments {
                    stores.push((*value, on_object("field").text(class).text("value").value(*value)?));
                }
                on_object("object").text(class)
            }
            // Made when what it is made from is complete.
            InputContent::Made { .. } => continue,
            InputContent::Function(_) => on_object("function").text(class),
            InputContent::Elements { length, elements } => {
                let element =
                    class.strip_suffix("[]").ok_or_else(|| format!("{class} holds elements but is not an array"))?;
                for (index, value) in elements {
                    stores.push((*value, on_object("element").number(*index).value(*value)?));
                }
                on_object("array").text(element).number(*length)
            }
        });
    }
    let made: Vec<InputValue> =
        heap.iter().filter(|object| is_made(object)).map(|object| InputValue::Reference(object.id)).collect();
    let (later, now): (Vec<_>, Vec<_>) = stores.into_iter().partition(|(value, _)| made.contains(value));
    statements.extend(now.into_iter().map(|(_, store)| store));
    for object in contents_first(heap) {
        if let InputContent::Made { by, arguments } = &object.content
            && is_made(object)
        {
            statements.push(make_statement(object.id, by, arguments)?);
            let held = later.iter().filter(|(value, _)| *value == InputValue::Reference(object.id));
            statements.extend(held.map(|(_, store)| store.clone()));
        }
        if let InputContent::Collection { elements, is_map } = &object.content
            && !is_optional(object)
        {
            let (how, step) = if *is_map { ("put", 2) } else { ("add", 1) };
            for entry in elements.chunks(step) {
                let start = Statement::new(how).number(object.id);
                statements.push(entry.iter().try_fold(start, |statement, value| statement.value(*value))?);
            }
        }
    }
    for object in heap {
        if let InputContent::Function(calls) = &object.content {
            let answer = |call: &Call| Statement::new("answer").number(object.id).value(call.result);
            statements.extend(calls.iter().map(answer).collect::<Result<Vec<Statement>, String>>()?);
        }
    }
    Ok(statements)
}

fn is_made(object: &HeapObject) -> bool {
    matches!(object.content, InputContent::Made { .. }) && !is_holder(object)
}

/// An object whose constructor does nothing but keep its argument in a field `value`.
fn is_holder(object: &HeapObject) -> bool {
    object.class == "java.util.concurrent.atomic.AtomicReference"
}

fn make_statement(id: u32, by: &MadeBy, arguments: &[InputValue]) -> Result<Statement, String> {
    let how = match by.member {
        Member::Constructor => "makeNew",
        Member::StaticMethod | Member::Method => "makeByMethod",
        Member::Field => return Ok(Statement::new("makeByField").number(id).text(&by.class).text(&by.name)),
    };
    let statement = Statement::new(how).number(id).text(&by.class);
    let (statement, arguments) = match by.member {
        Member::Constructor => (statement, arguments),
        Member::Method if !arguments.is_empty() => (statement.text(&by.name).value(arguments[0])?, &arguments[1..]),
        _ => (statement.text(&by.name).value(InputValue::Null)?, arguments),
    };
    Ok(statement.values(arguments.to_vec())?.texts(by.parameters.iter().map(String::as_str)))
}

const OPTIONAL: &str = "java.util.Optional";

/// Built by a method, not filled.
fn is_optional(object: &HeapObject) -> bool {
    object.class.starts_with(OPTIONAL)
}

/// The objects in an order in which everything they refer to comes before them, as far as there is one: what is put into a
/// collection must be complete by then, for it is asked for its hash code.
fn contents_first(heap: &[HeapObject]) -> Vec<&HeapObject> {
    let mut ordered: Vec<&HeapObject> = Vec::new();
    let mut seen = vec![false; heap.len()];
    for root in 0..heap.len() {
        let mut stack = vec![(root, false)];
        while let Some((position, is_done)) = stack.pop() {
            if is_done {
                ordered.push(&heap[position]);
                continue;
            }
            if std::mem::replace(&mut seen[position], true) {
                continue;
            }
            stack.push((position, true));
            for value in values(&heap[position].content) {
                let target = heap.iter().position(|object| value == InputValue::Reference(object.id));
                stack.extend(target.map(|target| (target, false)));
            }
        }
    }
    ordered
}

const ENUM: &str = "java.lang.Enum";

/// Constants of an enum exist already; their position tells which one is meant.
fn enum_ordinal(fields: &[FieldValue]) -> Option<i32> {
    fields.iter().find_map(|field| match field.value {
        InputValue::Int(ordinal) if field.declared_in == ENUM && field.name == "ordinal" => Some(ordinal),
        _ => None,
    })
}

/// What was assumed of the input is asked of it.
fn require_statements(entry: &Entry, violation: &Violation) -> Result<Vec<Statement>, String> {
    let mut statements = Vec::new();
    let inputs: Vec<InputValue> = violation.inputs.iter().map(|(_, value)| *value).collect();
    if entry.assumes_invariants {
        let Some((mut declared, _)) = descriptor_types(&entry.descriptor) else { return Ok(statements) };
        if violation.inputs.first().is_some_and(|(name, _)| name == "this") && !entry.is_static {
            declared.insert(0, entry.class.clone());
        }
        for (declared, input) in declared.iter().zip(&inputs) {
            if matches!(input, InputValue::Reference(_)) {
                statements.push(Statement::new("requireInvariant").text(declared).value(*input)?);
            }
        }
    }
    for required in &entry.requires {
        let Some((parameters, _)) = descriptor_types(&required.descriptor) else { continue };
        let skipped = inputs.len().saturating_sub(parameters.len());
        let require = Statement::new("require").text(&required.class).text(&required.method);
        let arguments = inputs[skipped..].to_vec();
        statements.push(require.values(arguments)?.texts(parameters.iter().map(String::as_str)));
    }
    Ok(statements)
}

/// `no_arguments` is an empty array of strings.
fn call_statements(entry: &Entry, violation: &Violation, no_arguments: InputValue) -> Result<Vec<Statement>, String> {
    let (parameters, returns) = descriptor_types(&entry.descriptor)
        .ok_or_else(|| format!("{} is not a method descriptor", entry.descriptor))?;
    let mut arguments: Vec<InputValue> = violation.inputs.iter().map(|(_, value)| *value).collect();
    let has_receiver = !entry.is_static && violation.inputs.first().is_some_and(|(name, _)| name == "this");
    let receiver = if has_receiver { arguments.remove(0) } else { InputValue::Null };
    if entry.is_main && arguments.is_empty() {
        arguments.push(no_arguments);
    }
    if arguments.len() != parameters.len() {
        let (given, wanted) = (arguments.len(), parameters.len());
        return Err(format!("the input has {given} arguments for {wanted} parameters"));
    }
    let snapshot = match &violation.ensures {
        Some(ensured) => {
            let words: Vec<u16> = ensured.code.encode_utf16().collect();
            Some(Statement::new("property").value(receiver)?.values(arguments.clone())?.long_text(&words))
        }
        None => None,
    };
    let call = Statement::new("invoke").text(&entry.class).text(&entry.method).text(&returns);
    let call = call.value(receiver)?.values(arguments)?.texts(parameters.iter().map(String::as_str));
    let watch = (violation.kind == ENDLESS).then(|| Statement::new("watch"));
    let mut statements: Vec<Statement> = watch.into_iter().chain(snapshot).chain([call]).collect();
    if violation.ensures.is_some() {
        statements.push(Statement::new("checkProperty"));
    }
    if violation.breaks_invariant {
        statements.push(Statement::new("checkInvariant").value(receiver)?);
    }
    Ok(statements)
}

/// Parameter and return types of a JVM descriptor in the notation of the report: `int`, `pkg.Node[]`.
fn descriptor_types(descriptor: &str) -> Option<(Vec<String>, String)> {
    let (parameters, returns) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut rest = parameters;
    let mut types = Vec::new();
    while !rest.is_empty() {
        let (name, after) = descriptor_type(rest)?;
        types.push(name);
        rest = after;
    }
    let (returns, after) = descriptor_type(returns)?;
    after.is_empty().then_some((types, returns))
}

fn descriptor_type(text: &str) -> Option<(String, &str)> {
    let element = text.trim_start_matches('[');
    let brackets = "[]".repeat(text.len() - element.len());
    let (name, rest) = match element.chars().next()? {
        'L' => {
            let (name, rest) = element[1..].split_once(';')?;
            (name.replace('/', "."), rest)
        }
        letter => {
            let name = match letter {
                'Z' => "boolean",
                'B' => "byte",
                'C' => "char",
                'S' => "short",
                'I' => "int",
                'J' => "long",
                'F' => "float",
                'D' => "double",
                'V' => "void",
                _ => return None,
            };
            (name.to_string(), &element[1..])
        }
    };
    Some((format!("{name}{brackets}"), rest))
}
