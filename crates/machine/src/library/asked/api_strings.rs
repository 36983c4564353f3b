//! `org.cprover.CProverString`: the methods of strings and builders under the names that programs for JBMC use.
//!
//! Each calls the method of the library that it is named after. Where that throws, JBMC leaves open what happens: the path
//! ends as unsupported.

use program::SyntheticMethod;
use program::class::MethodId;
use program::code::{InvokeKind, Operand, Type};
use program::descriptor::parse_signature;

use crate::library::{Entry, Outcome};
use crate::machine::Machine;
use crate::machine::api_classes::CPROVER_STRING;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;
use crate::synthetic::body_builder::{BodyBuilder, method_ref};

/// The class has bodies; what is noted is that a replay needs it, too.
pub(crate) const TABLE: &[Entry] =
    rows![(CPROVER_STRING, LEFT_OPEN, "()V", left_open), (CPROVER_STRING, "*", "*", note_use)];

/// What the methods call where the library throws.
const LEFT_OPEN: &str = "leftOpen";

fn left_open(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    Err(Stop::unsupported("a call of org.cprover.CProverString that the library answers with an exception"))
}

fn note_use(_: &mut Machine, state: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    state.uses_api = true;
    Ok(Outcome::Bytecode)
}

/// Methods of an object, which is their first parameter.
const OF_OBJECTS: &[(&str, &str)] = &[
    ("charAt", "(Ljava/lang/String;I)C"),
    ("charAt", "(Ljava/lang/StringBuffer;I)C"),
    ("codePointAt", "(Ljava/lang/String;I)I"),
    ("codePointBefore", "(Ljava/lang/String;I)I"),
    ("codePointCount", "(Ljava/lang/String;II)I"),
    ("offsetByCodePoints", "(Ljava/lang/String;II)I"),
    ("substring", "(Ljava/lang/String;I)Ljava/lang/String;"),
    ("substring", "(Ljava/lang/String;II)Ljava/lang/String;"),
    ("subSequence", "(Ljava/lang/String;II)Ljava/lang/CharSequence;"),
    ("append", "(Ljava/lang/StringBuilder;Ljava/lang/CharSequence;II)Ljava/lang/StringBuilder;"),
    ("delete", "(Ljava/lang/StringBuilder;II)Ljava/lang/StringBuilder;"),
    ("delete", "(Ljava/lang/StringBuffer;II)Ljava/lang/StringBuffer;"),
    ("deleteCharAt", "(Ljava/lang/StringBuilder;I)Ljava/lang/StringBuilder;"),
    ("deleteCharAt", "(Ljava/lang/StringBuffer;I)Ljava/lang/StringBuffer;"),
    ("insert", "(Ljava/lang/StringBuilder;ILjava/lang/String;)Ljava/lang/StringBuilder;"),
    ("insert", "(Ljava/lang/StringBuilder;II)Ljava/lang/StringBuilder;"),
    ("setCharAt", "(Ljava/lang/StringBuilder;IC)V"),
    ("setCharAt", "(Ljava/lang/StringBuffer;IC)V"),
    ("setLength", "(Ljava/lang/StringBuilder;I)V"),
    ("setLength", "(Ljava/lang/StringBuffer;I)V"),
];

/// Static methods of the boxes.
const OF_CLASSES: &[(&str, &str, &str)] = &[
    ("java/lang/Integer", "toString", "(I)Ljava/lang/String;"),
    ("java/lang/Integer", "toString", "(II)Ljava/lang/String;"),
    ("java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I"),
    ("java/lang/Long", "toString", "(J)Ljava/lang/String;"),
    ("java/lang/Long", "toString", "(JI)Ljava/lang/String;"),
    ("java/lang/Long", "parseLong", "(Ljava/lang/String;I)J"),
    ("java/lang/Float", "toString", "(F)Ljava/lang/String;"),
    ("java/lang/Double", "toString", "(D)Ljava/lang/String;"),
];

/// The methods of the class.
pub(crate) fn methods() -> Vec<SyntheticMethod> {
    let of_objects = OF_OBJECTS.iter().map(|(name, descriptor)| {
        let (class, rest) = descriptor[2..].split_once(';').expect("the first parameter is an object");
        forward(name, descriptor, class, &format!("({rest}"), InvokeKind::Virtual)
    });
    let of_classes = OF_CLASSES
        .iter()
        .map(|(class, name, descriptor)| forward(name, descriptor, class, descriptor, InvokeKind::Static));
    let equals = forward(
        "equals",
        "(Ljava/lang/String;Ljava/lang/String;)Z",
        "java/lang/String",
        "(Ljava/lang/Object;)Z",
        InvokeKind::Virtual,
    );
    let left_open =
        SyntheticMethod { name: LEFT_OPEN.to_string(), descriptor: "()V".to_string(), access: 0x0109, body: None };
    of_objects.chain(of_classes).chain([equals, left_open]).collect()
}

/// A method that calls another one of the same name with all its arguments.
fn forward(name: &str, descriptor: &str, class: &str, called: &str, kind: InvokeKind) -> SyntheticMethod {
    let kinds = parse_signature(descriptor).expect("the table has valid descriptors").parameters;
    let kinds: Vec<_> = kinds.iter().map(Type::kind).collect();
    let target = method_ref(class, false, name, called);
    SyntheticMethod {
        name: name.to_string(),
        descriptor: descriptor.to_string(),
        access: 0x0009,
        body: Some(Box::new(move |method| {
            let mut builder = BodyBuilder::new(method, kinds.clone());
            let arguments: Vec<Operand> = (0..kinds.len()).map(|number| builder.parameter(number)).collect();
            let failed = builder.new_label();
            let start = builder.position();
            let result = builder.invoke(kind, target.clone(), &arguments);
            builder.protect_since(start, failed);
            builder.return_value(result.map(Operand::register));
            builder.place(failed);
            let thrown = builder.catch();
            builder.invoke(InvokeKind::Static, method_ref(CPROVER_STRING, false, LEFT_OPEN, "()V"), &[]);
            builder.throw(thrown);
            builder.finish()
        })),
    }
}
