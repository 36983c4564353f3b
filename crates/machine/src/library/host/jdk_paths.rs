//! The same files through `java.nio.file`: what `Files` says of them, and reading them.
//!
//! Streams on them are for the library's own code, which asks no stream for its class: a `FileInputStream` serves where a JVM has
//! one on a channel, and the entries of a folder come in the order of their names, where a JVM has that of the file system.

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Condition, Constant, InvokeKind, Kind, Loadable, Operand, Type};
use program::{SyntheticClass, SyntheticMethod};

use crate::library::host::jdk_files::JdkFile;
use crate::library::host::properties::Property;
use crate::library::host::startup::construct;
use crate::library::reflect::members::byte_array;
use crate::library::{Entry, Outcome, field_value, ignored, refuse, returns_zero, value};
use crate::machine::Machine;
use crate::machine::intrinsic::{Arguments, Callers, rows};
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};

const FILES: &str = "java/nio/file/Files";
const PATH: &str = "sun/nio/fs/UnixPath";
const SYSTEM: &str = "sun/nio/fs/UnixFileSystemProvider";
const DISPATCHER: &str = "sun/nio/fs/UnixNativeDispatcher";
const ASKS: &str = "(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Z";
const ITERATOR: &str = "java/util/Iterator";
const STREAM: &str = "java/nio/file/DirectoryStream";
const GIVES_ITERATOR: &str = "()Ljava/util/Iterator;";

pub(crate) const TABLE: &[Entry] = rows![
    (FILES, "exists", ASKS, |m, s, method, a| says(m, s, method, a, |file| file.is_some())),
    (FILES, "isDirectory", ASKS, |m, s, method, a| says(m, s, method, a, |file| matches!(
        file,
        Some(JdkFile::Folder(_))
    ))),
    (FILES, "isRegularFile", ASKS, |m, s, method, a| {
        says(m, s, method, a, |file| matches!(file, Some(JdkFile::Regular(_))))
    }),
    (FILES, "isReadable", "(Ljava/nio/file/Path;)Z", |m, s, method, a| says(m, s, method, a, |file| file.is_some())),
    (FILES, "newInputStream", "*", open).callers(Callers::Library),
    (SYSTEM, "newDirectoryStream", "*", list).callers(Callers::Library),
    (PATH, "toRealPath", "*", real_path),
    // What paths themselves can do needs no native code.
    (DISPATCHER, "init", "()I", returns_zero),
    (DISPATCHER, "getcwd", "()[B", current_folder),
    ("jdk/internal/loader/BootLoader", "loadLibrary", "(Ljava/lang/String;)V", ignored),
    ("jdk/internal/loader/BootLoader", "*", "*"),
];

/// The text of a path of the default file system; `None` if it is another's.
fn text_of(machine: &mut Machine, state: &State, path: Value) -> Result<Option<String>, Stop> {
    let path = machine.dereference(state, path)?;
    let class = state.heap.get(path).exact_class();
    if class.is_none_or(|class| &*machine.program.class(class).name != PATH) {
        return Ok(None);
    }
    let Some(Value::Reference(bytes)) = field_value(machine, state, path, "path") else { return Ok(None) };
    Ok(machine.concrete_bytes(state, bytes).and_then(|bytes| String::from_utf8(bytes).ok()))
}

/// A JVM is in the folder that its property names.
fn current_folder(machine: &mut Machine, state: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    match machine.property("user.dir") {
        Property::Is(folder) => value(byte_array(machine, state, folder.as_bytes())),
        _ => Err(refuse(machine, method)),
    }
}

/// Whether no options are given.
fn is_plain(machine: &mut Machine, state: &State, options: Option<&Value>) -> Result<bool, Stop> {
    let Some(options) = options else { return Ok(true) };
    let length = machine.array_length(state, *options)?;
    Ok(matches!(length, Value::Int(0)))
}

fn says(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    holds: fn(&Option<JdkFile>) -> bool,
) -> Result<Outcome, Stop> {
    let Some(path) = text_of(machine, state, arguments[0])? else { return Ok(Outcome::Bytecode) };
    if !is_plain(machine, state, arguments.get(1))? {
        return Err(refuse(machine, method));
    }
    let file = machine.jdk_file(&path)?;
    value(Value::boolean(holds(&file)))
}

/// Only where there is nothing to be found out: the path of a file of the JDK without links.
fn real_path(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let path = text_of(machine, state, arguments[0])?.ok_or_else(|| refuse(machine, method))?;
    match machine.jdk_file(&path)?.is_some() && !machine.leads_through_links(&path)? {
        true => value(arguments[0]),
        false => Err(Stop::unsupported(format!("what the path {path} is without links"))),
    }
}

fn open(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let path = text_of(machine, state, arguments[0])?.ok_or_else(|| refuse(machine, method))?;
    let is_plain = is_plain(machine, state, arguments.get(1))?;
    if !is_plain || !matches!(machine.jdk_file(&path)?, Some(JdkFile::Regular(_))) {
        return Err(refuse(machine, method));
    }
    let streams = streams_class(machine)?;
    let open = machine.program.class(streams).methods[0];
    let path = machine.new_string_from(state, &path);
    Ok(Outcome::Call(open, Arguments::from_slice(&[Value::Reference(path)])))
}

/// The entries of a folder that a filter accepts.
fn list(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let path = text_of(machine, state, arguments[1])?.ok_or_else(|| refuse(machine, method))?;
    let Some(JdkFile::Folder(names)) = machine.jdk_file(&path)? else { return Err(refuse(machine, method)) };
    streams_class(machine)?;
    let lister = format!("lazuli/Folder${}", path.replace('/', "$"));
    let lister = match machine.program.loaded(&lister) {
        Some(known) => known,
        None => define_lister(machine, lister, names),
    };
    let list = machine.program.class(lister).methods[0];
    Ok(Outcome::Call(list, Arguments::from_slice(&arguments[1..])))
}

/// A stream of entries, and a method that opens files.
const STREAMS: &str = "lazuli/JdkStreams";

fn streams_class(machine: &mut Machine) -> Result<ClassId, Stop> {
    if let Some(known) = machine.program.loaded(STREAMS) {
        return Ok(known);
    }
    let interface = machine.load(STREAM)?;
    let entries = || field_ref(STREAMS, "entries", Type::Reference(ITERATOR.into()));
    Ok(machine.program.define_synthetic_class(SyntheticClass {
        name: STREAMS.to_string(),
        super_class: machine.known.object,
        interfaces: vec![interface],
        access: 0x1001,
        origin: ClassOrigin::Library,
        fields: vec![("entries".to_string(), Type::Reference(ITERATOR.into()))],
        methods: vec![
            SyntheticMethod {
                name: "open".into(),
                descriptor: "(Ljava/lang/String;)Ljava/io/InputStream;".into(),
                access: 0x1009,
                body: Some(Box::new(|method| {
                    let mut builder = BodyBuilder::new(method, vec![Kind::Reference]);
                    let path = builder.parameter(0);
                    let stream = construct(&mut builder, "java/io/FileInputStream", "(Ljava/lang/String;)V", &[path]);
                    builder.return_value(Some(stream));
                    builder.finish()
                })),
            },
            SyntheticMethod {
                name: "iterator".into(),
                descriptor: GIVES_ITERATOR.into(),
                access: 0x1001,
                body: Some(Box::new(move |method| {
                    let mut builder = BodyBuilder::new(method, vec![Kind::Reference]);
                    let stream = builder.parameter(0);
                    let iterator = builder.get_field(stream, entries());
                    builder.return_value(Some(iterator));
                    builder.finish()
                })),
            },
            SyntheticMethod {
                name: "close".into(),
                descriptor: "()V".into(),
                access: 0x1001,
                body: Some(Box::new(|method| {
                    let mut builder = BodyBuilder::new(method, vec![Kind::Reference]);
                    builder.return_value(None);
                    builder.finish()
                })),
            },
        ],
    }))
}

/// The class whose one method makes the stream of a folder with these entries, given its path and a filter.
fn define_lister(machine: &mut Machine, name: String, names: Vec<String>) -> ClassId {
    machine.program.define_synthetic_class(SyntheticClass {
        name,
        super_class: machine.known.object,
        interfaces: Vec::new(),
        access: 0x1001,
        origin: ClassOrigin::Library,
        fields: Vec::new(),
        methods: vec![SyntheticMethod {
            name: "list".into(),
            descriptor: "(Ljava/nio/file/Path;Ljava/nio/file/DirectoryStream$Filter;)Ljava/nio/file/DirectoryStream;"
                .into(),
            access: 0x1009,
            body: Some(Box::new(move |method| {
                let mut builder = BodyBuilder::new(method, vec![Kind::Reference, Kind::Reference]);
                list_entries(&mut builder, &names);
                builder.finish()
            })),
        }],
    })
}

fn list_entries(builder: &mut BodyBuilder, names: &[String]) {
    const LIST: &str = "java/util/ArrayList";
    const FILTER: &str = "java/nio/file/DirectoryStream$Filter";
    let (folder, filter) = (builder.parameter(0), builder.parameter(1));
    let entries = construct(builder, LIST, "()V", &[]);
    for name in names {
        let text: Rc<[u16]> = name.encode_utf16().collect();
        let name = Operand::register(builder.load(Loadable::String(text)));
        let resolve = method_ref("java/nio/file/Path", true, "resolve", "(Ljava/lang/String;)Ljava/nio/file/Path;");
        let entry = builder.invoke_value(InvokeKind::Interface, resolve, &[folder, name]);
        let accept = method_ref(FILTER, true, "accept", "(Ljava/lang/Object;)Z");
        let is_accepted = builder.invoke_value(InvokeKind::Interface, accept, &[filter, entry]);
        let next = builder.new_label();
        let no = builder.constant(Constant::Int(0));
        builder.if_holds(Condition::Equal, is_accepted, no, next);
        let add = method_ref(LIST, false, "add", "(Ljava/lang/Object;)Z");
        builder.invoke(InvokeKind::Virtual, add, &[entries, entry]);
        builder.place(next);
    }
    let iterator = method_ref(LIST, false, "iterator", GIVES_ITERATOR);
    let iterator = builder.invoke_value(InvokeKind::Virtual, iterator, &[entries]);
    let stream = Operand::register(builder.new_object(STREAMS));
    builder.put_field(stream, field_ref(STREAMS, "entries", Type::Reference(ITERATOR.into())), iterator);
    builder.return_value(Some(stream));
}
