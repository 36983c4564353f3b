//! Files below the home of the JDK in use: they are constants of that JDK, and the library's own code reads them as it would on
//! a JVM. Every other file is a reason that names its path.
//!
//! What is open is told by the stream's own fields: its path, and its position in the `handle` of its descriptor, which a JVM
//! does not use on this system. So a fork copies it like everything else.

use std::rc::Rc;

use program::class::MethodId;

use crate::library::host::properties::Property;
use crate::library::{Entry, Outcome, ignored, int, long, nothing, refuse, set_field, text, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::{Raise, Stop};
use crate::state::value::{ObjectId, Value};

const FILE: &str = "java/io/File";
const DESCRIPTOR: &str = "java/io/FileDescriptor";
const SYSTEM: &str = "java/io/UnixFileSystem";
const INPUT: &str = "java/io/FileInputStream";
const CLEANABLE: &str = "java/io/FileCleanable";

pub(crate) const TABLE: &[Entry] = rows![
    (SYSTEM, "getBooleanAttributes0", "(Ljava/io/File;)I", attributes),
    (SYSTEM, "checkAccess", "(Ljava/io/File;I)Z", check_access),
    (SYSTEM, "getLength", "(Ljava/io/File;)J", length_of_file),
    (SYSTEM, "canonicalize0", "(Ljava/lang/String;)Ljava/lang/String;", canonical_path),
    (INPUT, "open0", "(Ljava/lang/String;)V", open),
    (INPUT, "read0", "()I", read_byte),
    (INPUT, "skip0", "(J)J", skip),
    (INPUT, "length0", "()J", length),
    (INPUT, "position0", "()J", position),
    (INPUT, "isRegularFile0", "(Ljava/io/FileDescriptor;)Z", is_regular_file),
    // Descriptors that nobody closed are closed by the collector, which nobody notices.
    (CLEANABLE, "register", "(Ljava/io/FileDescriptor;)V", ignored),
];

/// The number of every descriptor of such a file; only that it is open can be seen of it.
const OPEN: i32 = 3;
const CLOSED: i32 = -1;

/// Bits of what the library asks about a file.
const EXISTS: i32 = 1;
const IS_REGULAR: i32 = 2;
const IS_FOLDER: i32 = 4;

const IO_EXCEPTION: &str = "java/io/IOException";
const NOT_FOUND: &str = "java/io/FileNotFoundException";

/// What a path leads to.
pub(crate) enum JdkFile {
    /// The names in it, in order.
    Folder(Vec<String>),
    Regular(Rc<[u8]>),
    /// A source of random bytes: it can be opened, and what it gives nobody knows.
    Random,
}

/// The sources of random bytes that every Linux has, under names that are no links.
const RANDOM: [&str; 2] = ["/dev/random", "/dev/urandom"];

impl Machine {
    /// What a path of the JDK leads to, `None` if to nothing. Other paths end the path of execution.
    pub(crate) fn jdk_file(&mut self, path: &str) -> Result<Option<JdkFile>, Stop> {
        if RANDOM.contains(&path) {
            return Ok(Some(JdkFile::Random));
        }
        let below = self.below_home(path)?;
        let told = match self.surroundings.jdk_folder(below) {
            Ok(Some(names)) => Ok(Some(JdkFile::Folder(names))),
            Ok(None) => self.surroundings.jdk_file(below).map(|content| content.map(JdkFile::Regular)),
            Err(why) => Err(why),
        };
        told.map_err(|why| unsupported(path, &format!(", for {why}")))
    }

    /// Whether a part of a path of the JDK is a link to somewhere else.
    pub(crate) fn leads_through_links(&mut self, path: &str) -> Result<bool, Stop> {
        let below = self.below_home(path)?;
        self.surroundings.is_jdk_link(below).map_err(|why| unsupported(path, &format!(", for {why}")))
    }

    /// The part of a path below the home of the JDK.
    fn below_home<'a>(&mut self, path: &'a str) -> Result<&'a str, Stop> {
        let home = match self.property("java.home") {
            Property::Is(home) => home,
            Property::NotTold(why) => return Err(unsupported(path, &format!(", for {why}"))),
            Property::IsSet | Property::IsNotSet => return Err(unsupported(path, "")),
        };
        let below = match path.strip_prefix(&*home) {
            Some("") => return Ok(""),
            Some(rest) => rest.strip_prefix('/'),
            None => None,
        };
        let is_plain = |part: &str| !matches!(part, "" | "." | "..");
        below.filter(|below| below.split('/').all(is_plain)).ok_or_else(|| unsupported(path, ""))
    }

    /// The same for a `java.io.File`.
    fn jdk_file_of(&mut self, state: &State, method: MethodId, file: Value) -> Result<Option<JdkFile>, Stop> {
        let file = self.dereference(state, file)?;
        let path = field(self, state, file, FILE, "path").unwrap_or(Value::NULL);
        let path = text(self, state, method, path)?;
        self.jdk_file(&path)
    }
}

fn unsupported(path: &str, why: &str) -> Stop {
    Stop::unsupported(format!("the file {path}{why}"))
}

/// A field of one of the library's classes, whatever subclasses declare.
fn field(machine: &Machine, state: &State, object: ObjectId, class: &str, name: &str) -> Option<Value> {
    let field = machine.program.find_field(machine.program.loaded(class)?, name)?;
    state.heap.get(object).fields().get(machine.program.field(field).slot as usize).copied()
}

/// A stream on a file of the JDK.
pub(crate) struct OpenFile {
    descriptor: ObjectId,
    content: Rc<[u8]>,
    position: u64,
}

impl OpenFile {
    /// The file that a `FileInputStream` reads, `None` if it is one of the standard streams.
    pub(crate) fn of(
        machine: &mut Machine,
        state: &State,
        method: MethodId,
        stream: Value,
    ) -> Result<Option<OpenFile>, Stop> {
        let stream = machine.dereference(state, stream)?;
        let Some(Value::Reference(descriptor)) = field(machine, state, stream, INPUT, "fd") else {
            return Err(refuse(machine, method));
        };
        let descriptor = machine.dereference(state, Value::Reference(descriptor))?;
        match field(machine, state, descriptor, DESCRIPTOR, "fd") {
            Some(Value::Int(0..=2)) => return Ok(None),
            Some(Value::Int(OPEN)) => {}
            Some(Value::Int(CLOSED)) => return Err(Raise::with(IO_EXCEPTION, "Stream Closed").into()),
            _ => return Err(refuse(machine, method)),
        }
        // A stream on the descriptor of another has no path.
        let path = match field(machine, state, stream, INPUT, "path") {
            Some(path @ Value::Reference(known)) if !known.is_null() => text(machine, state, method, path)?,
            _ => return Err(refuse(machine, method)),
        };
        let position = match field(machine, state, descriptor, DESCRIPTOR, "handle") {
            Some(Value::Long(position)) => position as u64,
            _ => return Err(refuse(machine, method)),
        };
        match machine.jdk_file(&path)? {
            Some(JdkFile::Regular(content)) => Ok(Some(OpenFile { descriptor, content, position })),
            Some(JdkFile::Random) => Err(Stop::unsupported(format!("random bytes of {path}"))),
            _ => Err(refuse(machine, method)),
        }
    }

    pub(crate) fn left(&self) -> usize {
        self.content.len().saturating_sub(self.position as usize)
    }

    /// The next bytes, at most this many.
    pub(crate) fn next(&self, count: usize) -> &[u8] {
        let start = (self.position as usize).min(self.content.len());
        &self.content[start..start + count.min(self.left())]
    }

    /// So many bytes further on.
    pub(crate) fn advance(&self, machine: &Machine, state: &mut State, count: i64) {
        set_field(machine, state, self.descriptor, "handle", Value::Long(self.position as i64 + count));
    }
}

fn attributes(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    value(Value::Int(match machine.jdk_file_of(state, method, arguments[1])? {
        None => 0,
        Some(JdkFile::Folder(_)) => EXISTS | IS_FOLDER,
        Some(JdkFile::Regular(_)) => EXISTS | IS_REGULAR,
        Some(JdkFile::Random) => EXISTS,
    }))
}

/// Who may read is known; who may write or execute is not.
fn check_access(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let access = int(machine, method, arguments[2])?;
    match machine.jdk_file_of(state, method, arguments[1])? {
        None => value(Value::FALSE),
        Some(_) if access & !4 == 0 => value(Value::TRUE),
        Some(_) => Err(refuse(machine, method)),
    }
}

fn length_of_file(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    match machine.jdk_file_of(state, method, arguments[1])? {
        None => value(Value::Long(0)),
        Some(JdkFile::Regular(content)) => value(Value::Long(content.len() as i64)),
        Some(JdkFile::Folder(_) | JdkFile::Random) => Err(refuse(machine, method)),
    }
}

/// Folders of the JDK may be links to others.
fn canonical_path(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let path = text(machine, state, method, arguments[1])?;
    match RANDOM.contains(&&*path) || !machine.leads_through_links(&path)? {
        true => value(arguments[1]),
        false => Err(Stop::unsupported(format!("what the path {path} is without links"))),
    }
}

fn open(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let stream = machine.dereference(state, arguments[0])?;
    let path = text(machine, state, method, arguments[1])?;
    match machine.jdk_file(&path)? {
        None => return Err(Raise::with(NOT_FOUND, format!("{path} (No such file or directory)")).into()),
        Some(JdkFile::Folder(_)) => return Err(Raise::with(NOT_FOUND, format!("{path} (Is a directory)")).into()),
        Some(JdkFile::Regular(_) | JdkFile::Random) => {}
    }
    let Some(Value::Reference(descriptor)) = field(machine, state, stream, INPUT, "fd") else {
        return Err(refuse(machine, method));
    };
    set_field(machine, state, descriptor, "fd", Value::Int(OPEN));
    set_field(machine, state, descriptor, "handle", Value::Long(0));
    nothing()
}

/// What a JVM does to a descriptor that is closed. Those of the standard streams are none of this.
pub(crate) fn close(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let descriptor = machine.dereference(state, arguments[0])?;
    if let Some(Value::Int(OPEN)) = field(machine, state, descriptor, DESCRIPTOR, "fd") {
        set_field(machine, state, descriptor, "fd", Value::Int(CLOSED));
        set_field(machine, state, descriptor, "handle", Value::Long(-1));
    }
    nothing()
}

/// The file that a stream reads; a standard stream ends the path.
fn open_file(machine: &mut Machine, state: &State, method: MethodId, stream: Value) -> Result<OpenFile, Stop> {
    OpenFile::of(machine, state, method, stream)?.ok_or_else(|| refuse(machine, method))
}

fn read_byte(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let file = open_file(machine, state, method, arguments[0])?;
    match file.next(1).first() {
        None => value(Value::Int(-1)),
        Some(byte) => {
            file.advance(machine, state, 1);
            value(Value::Int(i32::from(*byte)))
        }
    }
}

/// Reading into a part of an array, from one of these files.
pub(crate) fn read_bytes(
    machine: &mut Machine,
    state: &mut State,
    file: &OpenFile,
    array: ObjectId,
    (start, length): (i32, i32),
) -> Result<Outcome, Stop> {
    let room = machine.array_length(state, Value::Reference(array))?;
    let Value::Int(room) = room else {
        return Err(Stop::unsupported("reading a file into an array of unknown length"));
    };
    if start < 0 || length < 0 || i64::from(start) + i64::from(length) > i64::from(room) {
        return Err(Raise::new("java/lang/IndexOutOfBoundsException").into());
    }
    if length == 0 {
        return value(Value::Int(0));
    }
    let bytes = file.next(length as usize);
    if bytes.is_empty() {
        return value(Value::Int(-1));
    }
    for (index, byte) in (start..).zip(bytes) {
        machine.store_element(state, array, Value::Int(index), Value::Int(i32::from(*byte as i8)))?;
    }
    file.advance(machine, state, bytes.len() as i64);
    value(Value::Int(bytes.len() as i32))
}

/// Skipping may go beyond the end, and back.
fn skip(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let file = open_file(machine, state, method, arguments[0])?;
    let count = long(machine, method, arguments[1])?;
    match (file.position as i64).checked_add(count) {
        Some(target) if target >= 0 => {
            file.advance(machine, state, count);
            value(Value::Long(count))
        }
        _ => Err(refuse(machine, method)),
    }
}

fn length(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let file = open_file(machine, state, method, arguments[0])?;
    value(Value::Long(file.content.len() as i64))
}

fn position(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let file = open_file(machine, state, method, arguments[0])?;
    value(Value::Long(file.position as i64))
}

fn is_regular_file(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    open_file(machine, state, method, arguments[0])?;
    value(Value::TRUE)
}
