//! Who reads the standard input, and reading it by lines and by bytes.
//!
//! The standard input is taken to be a file: all of it is there from the start. A `BufferedReader` directly on `System.in`
//! reads whole lines of unknown text. Everything else that is built upon `System.in` runs from the library's code on unknown
//! bytes, which it gets one by one, so that no more of them are decided than the program looks at.

use std::rc::Rc;

use logic::term::{Sort, Term};
use program::class::MethodId;
use program::code::Type;

use crate::library::host::jdk_files::{self, OpenFile};
use crate::library::host::startup::HOLDER;
use crate::library::{Entry, Outcome, field_value, int, nothing, refuse, value};
use crate::machine::Machine;
use crate::machine::intrinsic::Arguments;
use crate::machine::intrinsic::rows;
use crate::state::fork::{Alternative, Cut, Effect, Fork, Raise, Stop};
use crate::state::heap::Identity;
use crate::state::standard_input::{Filling, Known, Piece, Reader, Rest, StandardInput};
use crate::state::terms::Ints;
use crate::state::value::{ObjectId, Value};
use crate::state::{Phase, State, Supplied};
use crate::text::{Text, in_range, in_ranges};

const FILE: &str = "java/io/FileInputStream";
const BUFFERED_READER: &str = "java/io/BufferedReader";
const STRING: &str = "java/lang/String";

pub(crate) const TABLE: &[Entry] = rows![
    (HOLDER, NOTE_STREAM, "(Ljava/io/InputStream;)V", note_stream),
    (BUFFERED_READER, "readLine", "()Ljava/lang/String;", read_line),
    (BUFFERED_READER, "ready", "()Z", ready),
    (FILE, "readBytes", "([BII)I", read_bytes),
    (FILE, "available0", "()I", available),
];

/// What start-up calls when it has made `System.in`.
pub(crate) const NOTE_STREAM: &str = "noteStandardInput";

fn note_stream(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let stream = machine.dereference(state, arguments[0])?;
    Rc::make_mut(&mut state.standard_input).stream = Some(stream);
    nothing()
}

/// Whether unknown input is possible at all; else the library's code runs up to where it would need some.
pub(crate) fn is_modelled(machine: &Machine) -> bool {
    machine.config.ints == Ints::Java && !machine.config.is_single_run
}

/// Where it is not, the path ends.
pub(crate) fn check_readable(machine: &Machine, state: &State, method: MethodId) -> Result<(), Stop> {
    if !is_modelled(machine) {
        return Err(refuse(machine, method));
    }
    if matches!(state.phase, Phase::Precondition(_)) {
        return Err(Stop::unsupported("a precondition or repOk() that reads the standard input"));
    }
    if state.scheduling.is_concurrent {
        return Err(Stop::unsupported("reading the standard input while several threads run"));
    }
    Ok(())
}

/// Somebody reads. Nobody else may have done so before, unless it is closed since: then there is nothing left.
pub(crate) fn claim(machine: &Machine, state: &mut State, reader: Reader) -> Result<(), Stop> {
    let is_closed = state.standard_input.stream.is_none_or(|stream| is_closed(machine, state, stream));
    match state.standard_input.reader {
        Some(known) if known == reader => {
            let is_over = matches!(state.standard_input.rest.known, Known::End);
            if is_closed && !is_over {
                return Err(Stop::unsupported("reading the standard input after it was closed"));
            }
            return Ok(());
        }
        Some(_) if !is_closed => return Err(Stop::unsupported("a second reader of the standard input")),
        _ => {}
    }
    let input = Rc::make_mut(&mut state.standard_input);
    input.reader = Some(reader);
    if is_closed {
        input.end();
    }
    Ok(())
}

fn is_closed(machine: &Machine, state: &State, stream: ObjectId) -> bool {
    matches!(field_value(machine, state, stream, "in"), Some(Value::Reference(ObjectId::NULL)))
}

/// `System.in.close()`, as part of closing what reads it.
pub(crate) fn close_stream(machine: &mut Machine, state: &State, method: MethodId) -> Result<Outcome, Stop> {
    let Some(stream) = state.standard_input.stream else { return nothing() };
    let class = state.heap.get(stream).class;
    match machine.program.find_method(class, "close", "()V") {
        Some(close) => Ok(Outcome::Call(close, Arguments::from_slice(&[Value::Reference(stream)]))),
        None => Err(refuse(machine, method)),
    }
}

/// A name for what is read now, different from all others on this path: `nextInt@12`, by the line of the call.
pub(crate) fn name_of(machine: &mut Machine, state: &State, method: MethodId) -> Result<Rc<str>, Stop> {
    let called = machine.program.method(method).name.clone();
    // Asking for something names it as reading it would.
    let called = match called.strip_prefix("hasNext") {
        Some(kind) => format!("next{kind}"),
        None => called.to_string(),
    };
    let frame = *state.frame();
    let code = machine.code(frame.method).map_err(|error| machine.link_stop(error))?;
    let line = code.body.positions.get(frame.pc as usize).map_or(0, |position| position.line);
    let base = format!("{called}@{line}");
    let is_like =
        |name: &&Rc<str>| name.strip_prefix(&*base).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'));
    Ok(match state.standard_input.names.iter().filter(is_like).count() {
        0 => base.into(),
        before => format!("{base}#{}", before + 1).into(),
    })
}

/// What was read: its name and type, and its text if it is a string.
pub(crate) struct Asked {
    pub(crate) name: Rc<str>,
    pub(crate) declared: Type,
    pub(crate) text: Option<Rc<Text>>,
}

/// A call returned this.
pub(crate) fn note_result(state: &mut State, asked: Asked, value: Value) {
    let frame = state.frame();
    let place = (frame.method, frame.pc);
    let Asked { name, declared, text } = asked;
    Rc::make_mut(&mut state.standard_input).results.push(Supplied { name, declared, value, text, place });
}

/// A call returned a string.
pub(crate) fn note_text(state: &mut State, name: Rc<str>, text: &Rc<Text>) {
    let asked = Asked { name, declared: Type::Reference(STRING.into()), text: Some(text.clone()) };
    note_result(state, asked, Value::NULL);
}

/// Any text that can be read from a file in UTF-8, of at least this length (0 or 1), and the conditions for that. A model that
/// knows nothing of its symbols satisfies them.
pub(crate) fn any_text(machine: &mut Machine, name: &str, least: i32) -> (Text, Vec<Term>) {
    let count = machine.longest_input();
    let pool = &mut machine.pool;
    let mut conditions = Vec::new();
    let length = if least == 0 {
        let (length, not_negative) = pool.non_negative_symbol(&format!("{name}.length()"));
        conditions.push(not_negative);
        length
    } else {
        let (further, not_negative) = pool.non_negative_symbol(&format!("({name}.length() - {least})"));
        let most = pool.int32(i32::MAX - least);
        conditions.extend([not_negative, pool.le(further, most)]);
        let least = pool.int32(least);
        pool.add(further, least)
    };
    let units: Vec<Term> =
        (0..count).map(|position| pool.symbol(&format!("{name}.charAt({position})"), Sort::BitVec(16))).collect();
    let text = Text { length, units: units.into(), is_open: true };
    // Halves of characters come in pairs: a decoder gives no others.
    for (position, unit) in text.units.iter().enumerate() {
        let is_first_half = in_range(pool, *unit, 0xd800, 0xdbff);
        let has_next = text.has(pool, position + 1);
        let is_followed = match text.units.get(position + 1) {
            Some(next) => {
                let is_second_half = in_range(pool, *next, 0xdc00, 0xdfff);
                pool.and(has_next, is_second_half)
            }
            None => has_next,
        };
        conditions.push(pool.implies(is_first_half, is_followed));
        let is_second_half = in_range(pool, *unit, 0xdc00, 0xdfff);
        let follows = match position.checked_sub(1) {
            Some(before) => in_range(pool, text.units[before], 0xd800, 0xdbff),
            None => pool.never(),
        };
        conditions.push(pool.implies(is_second_half, follows));
    }
    (text, conditions)
}

/// Conditions that a model satisfies which knows nothing of their symbols.
pub(crate) fn add_laws(machine: &mut Machine, state: &mut State, conditions: Vec<Term>) {
    let (ranges, others): (Vec<Term>, Vec<Term>) =
        conditions.into_iter().partition(|condition| machine.pool.is_range_of_symbol(*condition));
    let law = machine.pool.and_all(&others);
    Rc::make_mut(&mut state.standard_input).laws.push(law);
    let conjuncts = &mut state.path_condition.conjuncts;
    conjuncts.extend(ranges);
    conjuncts.extend((!machine.pool.is_true(law)).then_some(law));
}

/// The units that are white space to the library.
pub(crate) fn white_space(machine: &mut Machine, state: &State) -> Result<Vec<(u16, u16)>, Stop> {
    let table = machine.character_table(state, "isWhitespace", "(C)Z", &[])?;
    Ok(table.ranges_where(|is_space| is_space == 1))
}

/// Whether anything is left, which forks if it is not known.
pub(crate) fn decide_emptiness(state: &State) -> Result<bool, Stop> {
    let not_empty = match state.standard_input.rest.known {
        Known::End => return Ok(false),
        Known::Nothing => Known::NotEmpty,
        Known::Blank => Known::BlankNotEmpty,
        Known::NotEmpty | Known::BlankNotEmpty | Known::Token(_) | Known::Bytes(_) => return Ok(true),
    };
    Err(Stop::Fork(Fork { alternatives: vec![learn(state, not_empty), learn(state, Known::End)] }))
}

/// An alternative in which more is known of the input.
pub(crate) fn knowing(state: &State, learn: impl FnOnce(&mut StandardInput)) -> Alternative {
    let mut input = StandardInput::clone(&state.standard_input);
    learn(&mut input);
    Alternative { guards: Vec::new(), effect: Effect::Learn(Rc::new(input)) }
}

fn learn(state: &State, known: Known) -> Alternative {
    knowing(state, |input| input.rest.known = known)
}

/// The text of what was recognised as something else is the usual one; other spellings are given up.
pub(crate) fn spell_as_usual(state: &State, of_what: &str) -> Result<(), Stop> {
    if state.standard_input.rest.is_spelt_as_usual {
        return Ok(());
    }
    let usual = as_usual(state);
    let why = format!("an unusual spelling {of_what} of the standard input");
    let other = Alternative { guards: Vec::new(), effect: Effect::Cut(Cut::Unsupported(why)) };
    Err(Stop::Fork(Fork { alternatives: vec![usual, other] }))
}

fn as_usual(state: &State) -> Alternative {
    knowing(state, |input| {
        if let Known::Nothing = input.rest.known {
            input.rest.known = Known::NotEmpty;
        }
        input.rest.is_spelt_as_usual = true;
    })
}

/// Whether a charset, or the name of one, is UTF-8.
pub(crate) fn is_utf8(machine: &Machine, state: &State, charset: ObjectId) -> bool {
    let object = state.heap.get(charset);
    if object.class == machine.known.string {
        let name = machine.string_characters(state, charset).unwrap_or_default();
        return ["utf-8", "utf8"].contains(&name.to_ascii_lowercase().as_str());
    }
    &*machine.program.class(object.class).name == "sun/nio/cs/UTF_8"
}

/// Whether an object is a reader of `System.in` in UTF-8, a buffered one or not, through which nobody has read yet.
pub(crate) fn is_unused_reader(machine: &Machine, state: &State, reader: ObjectId) -> bool {
    if reader.is_null() || state.standard_input.reader.is_some() {
        return false;
    }
    let inner = match is_exactly(machine, state, reader, BUFFERED_READER) {
        true => field_value(machine, state, reader, "in"),
        false => Some(Value::Reference(reader)),
    };
    decodes_standard_input(machine, state, inner)
}

fn is_exactly(machine: &Machine, state: &State, object: ObjectId, class: &str) -> bool {
    state.heap.get(object).exact_class().is_some_and(|exact| &*machine.program.class(exact).name == class)
}

/// Whether it is an `InputStreamReader` of `System.in` in UTF-8.
fn decodes_standard_input(machine: &Machine, state: &State, reader: Option<Value>) -> bool {
    let field = |object: ObjectId, name: &str| match field_value(machine, state, object, name) {
        Some(Value::Reference(held)) if !held.is_null() => Some(held),
        _ => None,
    };
    let decoder = match reader {
        Some(Value::Reference(reader))
            if !reader.is_null() && is_exactly(machine, state, reader, "java/io/InputStreamReader") =>
        {
            field(reader, "sd")
        }
        _ => None,
    };
    decoder.is_some_and(|decoder| {
        let stream = field(decoder, "in");
        let charset = field(decoder, "cs");
        stream.is_some()
            && stream == state.standard_input.stream
            && charset.is_some_and(|charset| is_utf8(machine, state, charset))
    })
}

/// The receiver if it is a `BufferedReader` that reads, or can read, the standard input by lines.
fn line_reader(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Option<ObjectId>, Stop> {
    let reader = machine.dereference(state, arguments[0])?;
    let wrapped = field_value(machine, state, reader, "in");
    let is_by_lines = is_exactly(machine, state, reader, BUFFERED_READER)
        && is_modelled(machine)
        && decodes_standard_input(machine, state, wrapped)
        && state.standard_input.reader != Some(Reader::Bytes);
    if !is_by_lines {
        return Ok(None);
    }
    // Going back to a mark would have to give the same lines again.
    if !matches!(field_value(machine, state, reader, "markedChar"), Some(Value::Int(..0))) {
        return Err(Stop::unsupported("a mark in the standard input"));
    }
    check_readable(machine, state, method)?;
    claim(machine, state, Reader::Lines(reader))?;
    Ok(Some(reader))
}

fn read_line(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if line_reader(machine, state, method, arguments)?.is_none() {
        return Ok(Outcome::Bytecode);
    }
    if !decide_emptiness(state)? {
        return value(Value::NULL);
    }
    let name = name_of(machine, state, method)?;
    let (text, mut conditions) = any_text(machine, &name, 0);
    for unit in text.units.iter() {
        let is_end = in_ranges(&mut machine.pool, *unit, &[(0x0a, 0x0a), (0x0d, 0x0d)]);
        conditions.push(machine.pool.not(is_end));
    }
    add_laws(machine, state, conditions);
    let text = Rc::new(text);
    let line = Piece::Line { text: text.clone(), filling: Filling::Letters, end: u16::from(b'\n') };
    value(line_string(machine, state, name, text, line, Known::Nothing))
}

/// A line with this text is read: it is the result as a string.
pub(crate) fn line_string(
    machine: &mut Machine,
    state: &mut State,
    name: Rc<str>,
    text: Rc<Text>,
    line: Piece,
    follows: Known,
) -> Value {
    let input = Rc::make_mut(&mut state.standard_input);
    input.names.push(name.clone());
    input.read_line(line, follows);
    note_text(state, name, &text);
    // An empty one may be the literal.
    Value::Reference(machine.new_symbolic_string(state, text, Identity::Unsure))
}

fn ready(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if line_reader(machine, state, method, arguments)?.is_none() {
        return Ok(Outcome::Bytecode);
    }
    value(if decide_emptiness(state)? { Value::TRUE } else { Value::FALSE })
}

/// On whose behalf bytes are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// `System.in.read()`.
    OneByte,
    /// Characters, of which nobody will know how many there were at once.
    Characters,
    /// As many characters as there are.
    AllCharacters,
    /// A reader that wants to know whether there are any.
    Readiness,
    /// As many bytes as there are.
    AllBytes,
}

impl Purpose {
    fn is_characters(self) -> bool {
        matches!(self, Purpose::Characters | Purpose::AllCharacters)
    }
}

fn purpose(machine: &Machine, state: &State) -> Purpose {
    let mut decodes = false;
    for frame in state.thread().frames.iter().rev() {
        let method = machine.program.method(frame.method);
        let is_single =
            &*method.descriptor == "()I" && matches!(&*method.name, "read" | "implRead" | "read0" | "lockedRead0");
        match &*machine.program.class(method.class).name {
            FILE => {}
            "java/io/BufferedInputStream" if is_single => return Purpose::OneByte,
            "java/io/BufferedInputStream" => {}
            "sun/nio/cs/StreamDecoder" => {
                if matches!(&*method.name, "implReady" | "ready" | "lockedReady") {
                    return Purpose::Readiness;
                }
                if is_single {
                    return Purpose::Characters;
                }
                decodes = true;
            }
            "java/io/InputStreamReader" if is_single => return Purpose::Characters,
            "java/io/InputStreamReader" => {}
            // They ask again until they have what they want.
            BUFFERED_READER | "java/util/Scanner" if decodes => return Purpose::Characters,
            _ => break,
        }
    }
    if decodes { Purpose::AllCharacters } else { Purpose::AllBytes }
}

/// Whether the receiver is the stream that `System.in` reads from.
fn is_standard_file(machine: &mut Machine, state: &State, file: Value) -> Result<bool, Stop> {
    let file = machine.dereference(state, file)?;
    let source = state.standard_input.stream.and_then(|stream| field_value(machine, state, stream, "in"));
    Ok(matches!(source, Some(Value::Reference(source)) if source == file))
}

/// One byte, although more may be wanted, if those who ask get on with that; else as many as there are.
fn read_bytes(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let file = OpenFile::of(machine, state, method, arguments[0])?;
    if file.is_none() && !is_standard_file(machine, state, arguments[0])? {
        return Err(refuse(machine, method));
    }
    let array = machine.dereference(state, arguments[1])?;
    let (start, length) = (int(machine, method, arguments[2])?, int(machine, method, arguments[3])?);
    if let Some(file) = file {
        return jdk_files::read_bytes(machine, state, &file, array, (start, length));
    }
    if length == 0 {
        return value(Value::Int(0));
    }
    if machine.config.is_single_run {
        return read_own_input(machine, state, array, start, length);
    }
    check_readable(machine, state, method)?;
    let purpose = purpose(machine, state);
    claim(machine, state, Reader::Bytes)?;
    let position = state.standard_input.read.len();
    if purpose == Purpose::AllBytes {
        let count = decide_count(machine, state, length)?;
        for offset in 0..count {
            let byte = next_byte(machine, state, 8);
            machine.store_element(state, array, Value::Int(start + offset as i32), byte)?;
        }
        let is_over = count < length as usize;
        let known = if is_over { Known::End } else { Known::Nothing };
        Rc::make_mut(&mut state.standard_input).rest = Rest { known, ..Rest::default() };
        return value(Value::Int(if count == 0 { -1 } else { count as i32 }));
    }
    match state.standard_input.rest.known {
        Known::End => return value(Value::Int(-1)),
        Known::NotEmpty if state.standard_input.rest.is_spelt_as_usual => {}
        _ => {
            let is_too_long = position >= machine.longest_input();
            let cut = |cut: Cut| Alternative { guards: Vec::new(), effect: Effect::Cut(cut) };
            let mut alternatives = vec![if is_too_long { cut(Cut::StringLength) } else { as_usual(state) }];
            if purpose.is_characters() && !is_too_long {
                let why = "characters of the standard input beyond ASCII, read one by one";
                alternatives.push(cut(Cut::Unsupported(why.to_string())));
            }
            if !matches!(state.standard_input.rest.known, Known::NotEmpty) {
                alternatives.push(learn(state, Known::End));
            }
            return Err(Stop::Fork(Fork { alternatives }));
        }
    }
    let byte = next_byte(machine, state, if purpose.is_characters() { 7 } else { 8 });
    machine.store_element(state, array, Value::Int(start), byte)?;
    Rc::make_mut(&mut state.standard_input).rest = Rest::default();
    value(Value::Int(1))
}

/// A program that is simply run reads what there is.
fn read_own_input(
    machine: &mut Machine,
    state: &mut State,
    array: ObjectId,
    start: i32,
    length: i32,
) -> Result<Outcome, Stop> {
    let mut bytes = vec![0; length as usize];
    let Ok(count) = machine.surroundings.read_input(&mut bytes) else {
        return Err(Raise::new("java/io/IOException").into());
    };
    for (offset, byte) in bytes[..count].iter().enumerate() {
        machine.store_element(state, array, Value::Int(start + offset as i32), Value::Int(i32::from(*byte as i8)))?;
    }
    value(Value::Int(if count == 0 { -1 } else { count as i32 }))
}

/// An unknown byte is read, of which this many bits are unknown and the others zero.
fn next_byte(machine: &mut Machine, state: &mut State, bits: u8) -> Value {
    let position = state.standard_input.read.len();
    let symbol = machine.pool.symbol(&format!("System.in.charAt({position})"), Sort::BitVec(16));
    let low = machine.pool.extract(symbol, bits - 1, 0);
    let byte = machine.pool.zero_extend(low, 8);
    Rc::make_mut(&mut state.standard_input).read.push(Piece::Byte(byte));
    let element = machine.pool.sign_extend(byte, 32);
    machine.integer(element)
}

/// How many bytes a read gives that wants at most this many: as many as there are.
fn decide_count(machine: &Machine, state: &State, wanted: i32) -> Result<usize, Stop> {
    let least = match state.standard_input.rest.known {
        Known::Bytes(count) => return Ok(count as usize),
        Known::End => return Ok(0),
        Known::NotEmpty => 1,
        _ => 0,
    };
    let left = machine.longest_input().saturating_sub(state.standard_input.read.len());
    let most = left.min(wanted as usize);
    let count = |count: usize| if count == 0 { Known::End } else { Known::Bytes(count as u32) };
    let mut alternatives: Vec<Alternative> = (least..=most).rev().map(|number| learn(state, count(number))).collect();
    if most < wanted as usize {
        alternatives.push(Alternative { guards: Vec::new(), effect: Effect::Cut(Cut::StringLength) });
    }
    Err(Stop::Fork(Fork { alternatives }))
}

/// How many bytes can be read at once: a reader of characters asks whether it is worth while to go on.
fn available(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if let Some(file) = OpenFile::of(machine, state, method, arguments[0])? {
        return value(Value::Int(file.left().min(i32::MAX as usize) as i32));
    }
    if !is_standard_file(machine, state, arguments[0])? {
        return Err(refuse(machine, method));
    }
    match purpose(machine, state) {
        // Reading tells.
        _ if machine.config.is_single_run => value(Value::Int(0)),
        // Whoever reads for them takes one by one.
        Purpose::OneByte | Purpose::Characters => value(Value::Int(0)),
        Purpose::Readiness | Purpose::AllCharacters => {
            check_readable(machine, state, method)?;
            claim(machine, state, Reader::Bytes)?;
            value(Value::Int(i32::from(decide_emptiness(state)?)))
        }
        Purpose::AllBytes if matches!(state.standard_input.rest.known, Known::End) => value(Value::Int(0)),
        Purpose::AllBytes => Err(refuse(machine, method)),
    }
}
