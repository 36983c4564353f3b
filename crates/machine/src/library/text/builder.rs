//! `StringBuilder` and `StringBuffer` with symbolic content.
//!
//! The content is in the payload and is replaced by each change. Everything here replaces methods of the class that both
//! inherit from, so that one table does for both. A builder becomes symbolic when something symbolic is put into it, and
//! opaque when that something is not spelt out.

use std::rc::Rc;

use logic::term::Term;
use program::class::MethodId;

use crate::library::text::encode::put_part;
use crate::library::text::string::OUT_OF_BOUNDS;
use crate::library::text::string_edit::{part_of, unit_term};
use crate::library::text::symbolic_text::set_text;
use crate::library::{Entry, Outcome, nothing, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::reference::guarded::Truth;
use crate::state::State;
use crate::state::fork::{Alternative, Cut, Effect, Fork, Raise, Stop};
use crate::state::heap::{Content, Identity, Payload};
use crate::state::value::{ObjectId, Value};
use crate::text::{MOST_UNITS, Text, decimal};

/// The length of strings and arrays up to which an input may be built for the sake of an overflow.
const LONGEST_INPUT: i32 = 1 << 24;
const BUILDER: &str = "java/lang/StringBuilder";
const BUFFER: &str = "java/lang/StringBuffer";
const ABSTRACT: &str = "java/lang/AbstractStringBuilder";
/// What `append` raises for a part that is not there, instead of the exception for strings.
const INDEX: &str = "java/lang/IndexOutOfBoundsException";

pub(crate) const TABLE: &[Entry] = rows![
    (ABSTRACT, "<init>", "(I)V", with_capacity),
    (ABSTRACT, "<init>", "(Ljava/lang/String;)V", from_text),
    (ABSTRACT, "<init>", "(Ljava/lang/CharSequence;)V", from_text),
    (ABSTRACT, "append", "*", append),
    (ABSTRACT, "appendNull", "*", append_null),
    (ABSTRACT, "insert", "*", insert),
    (ABSTRACT, "length", "()I", length),
    (ABSTRACT, "charAt", "(I)C", char_at),
    (ABSTRACT, "setCharAt", "(IC)V", set_char_at),
    (ABSTRACT, "deleteCharAt", "*", delete_char_at),
    (ABSTRACT, "delete", "*", delete),
    (ABSTRACT, "replace", "*", replace),
    (ABSTRACT, "reverse", "*", reverse),
    (ABSTRACT, "setLength", "(I)V", set_length),
    (ABSTRACT, "substring", "*", substring),
    (ABSTRACT, "indexOf", "*", |machine, state, _, arguments| index_of(machine, state, arguments, Which::First)),
    (ABSTRACT, "lastIndexOf", "*", |machine, state, _, arguments| index_of(machine, state, arguments, Which::Last)),
    (ABSTRACT, "compareTo", "*", compare_to),
    (ABSTRACT, "ensureCapacity", "(I)V", ensure_capacity),
    (ABSTRACT, "getChars", "(II[CI)V", get_chars),
    (ABSTRACT, "trimToSize", "()V", ignored_if_symbolic),
    (BUILDER, "toString", "()Ljava/lang/String;", to_string),
    (BUFFER, "toString", "()Ljava/lang/String;", to_string),
    // These look at the fields themselves.
    (BUFFER, "length", "()I", length),
    (BUFFER, "substring", "(I)Ljava/lang/String;", substring),
    (BUFFER, "lastIndexOf", "(Ljava/lang/String;)I", |machine, state, _, arguments| {
        index_of(machine, state, arguments, Which::Last)
    }),
];

/// Which occurrence of a text is searched for.
enum Which {
    First,
    Last,
}

/// What a builder holds.
enum Held {
    /// Concrete text, in its fields.
    Plain,
    Text(Text),
    /// Text that nobody knows.
    Opaque,
}

fn held(machine: &mut Machine, state: &State, builder: ObjectId) -> Result<Held, Stop> {
    Ok(match &state.heap.get(builder).payload {
        Payload::Text(..) => {
            let text = machine.text_at(state, builder)?;
            Held::Text(machine.closed(state, text)?)
        }
        _ if crate::library::text::opaque::is_opaque(state, builder) => Held::Opaque,
        _ => Held::Plain,
    })
}

/// The content of a builder that is not plain, or of one whose other operands are not; `None` sends the call to the
/// library's code, and text that nobody knows ends the path.
fn content(
    machine: &mut Machine,
    state: &State,
    builder: ObjectId,
    operands_are_plain: bool,
) -> Result<Option<Text>, Stop> {
    match held(machine, state, builder)? {
        Held::Plain if operands_are_plain => Ok(None),
        Held::Opaque => Err(crate::state::terms::opaque()),
        Held::Text(text) => Ok(Some(text)),
        Held::Plain => machine.text_at(state, builder).map(Some),
    }
}

/// Give a builder new content, or none that is known.
fn set(machine: &Machine, state: &mut State, builder: ObjectId, text: Option<Text>) {
    match text {
        Some(text) => set_text(state, builder, Rc::new(text), Identity::Own),
        None => {
            let layout = machine.program.class(state.heap.get(builder).class).instance_layout.len();
            let object = state.heap.get_mut(builder);
            object.payload = Payload::None;
            if let Content::Fields(fields) = &mut object.content {
                fields.clear();
                fields.resize(layout, Value::Opaque);
            }
        }
    }
}

/// What is put into a builder.
enum Piece {
    Plain,
    Text(Text),
    Opaque,
    /// Not a case for the intrinsic: the library's code calls others.
    Library,
}

impl Machine {
    /// The text of a symbolic primitive value; `None` if it is not spelt out.
    pub(crate) fn primitive_text(&mut self, kind: &str, number: Value) -> Result<Option<Text>, Stop> {
        if !self.has_bits() || matches!(number, Value::Opaque) {
            return Ok(None);
        }
        let term = self.term(number)?;
        Ok(match kind {
            "Z" => {
                let zero = self.pool.int32(0);
                let is_true = self.pool.ne(term, zero);
                let (yes, no) = (Text::ascii(&mut self.pool, "true"), Text::ascii(&mut self.pool, "false"));
                Some(Text::either(&mut self.pool, is_true, &yes, &no))
            }
            "C" => {
                let unit = self.pool.extract(term, 15, 0);
                Some(Text::of_units(&mut self.pool, vec![unit]))
            }
            "I" | "S" | "B" => Some(decimal(&mut self.pool, term, 32)),
            "J" => Some(decimal(&mut self.pool, term, 64)),
            _ => None,
        })
    }

    /// The text of a string, or of a builder, that is put into a builder.
    fn piece_of_object(&mut self, state: &mut State, object: Value) -> Result<Piece, Stop> {
        let location = self.locate(state, object)?;
        if location.is_null() || !crate::library::text::opaque::is_opaque(state, location) {
            return Ok(Piece::Plain);
        }
        if let Payload::Text(..) = state.heap.get(location).payload {
            let text = self.text_at(state, location)?;
            return self.closed(state, text).map(Piece::Text);
        }
        Ok(Piece::Opaque)
    }

    fn piece(&mut self, state: &mut State, kind: &str, operand: Value) -> Result<Piece, Stop> {
        match kind {
            "Z" | "C" | "I" | "J" | "F" | "D" => match operand {
                Value::Symbolic(_) | Value::Opaque => {
                    Ok(self.primitive_text(kind, operand)?.map_or(Piece::Opaque, Piece::Text))
                }
                _ => Ok(Piece::Plain),
            },
            "Ljava/lang/String;" | "Ljava/lang/AbstractStringBuilder;" => self.piece_of_object(state, operand),
            "[C" => {
                let array = self.dereference(state, operand)?;
                if !self.has_bits() || self.is_concrete_array(state, array) {
                    return Ok(Piece::Plain);
                }
                self.characters_text(state, array).map(Piece::Text)
            }
            _ => Ok(Piece::Library),
        }
    }

    /// The text of a concrete operand, for a builder whose content is symbolic.
    fn plain_text(&mut self, state: &mut State, kind: &str, operand: Value) -> Result<Option<Text>, Stop> {
        let text = match (kind, operand) {
            ("Z", Value::Int(number)) => (number != 0).to_string(),
            ("C", Value::Int(unit)) => return Ok(Some(Text::concrete(&mut self.pool, &[unit as u16]))),
            (_, Value::Int(number)) => number.to_string(),
            (_, Value::Long(number)) => number.to_string(),
            (_, Value::Reference(ObjectId::NULL)) => "null".to_string(),
            ("[C", Value::Reference(array)) => return self.characters_text(state, array).map(Some),
            ("Ljava/lang/String;" | "Ljava/lang/AbstractStringBuilder;", reference) => {
                let location = self.locate(state, reference)?;
                if !location.is_null() {
                    return self.text_at(state, location).map(Some);
                }
                "null".to_string()
            }
            // The digits of floats are a long story, which the library tells when they are concrete alone.
            _ => return Ok(None),
        };
        Ok(Some(Text::ascii(&mut self.pool, &text)))
    }
}

fn from_text(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.is_plain(state, arguments[1]) {
        return Ok(Outcome::Bytecode);
    }
    machine.check_not_null(state, arguments[1])?;
    // Nobody looks at it yet, however long it is.
    let Some(text) = machine.open_sequence_text(state, arguments[1])? else { return Ok(Outcome::Bytecode) };
    let builder = machine.dereference(state, arguments[0])?;
    set(machine, state, builder, Some(text));
    nothing()
}

/// A builder with room for an unknown number of characters: how many, nobody knows from then on.
fn with_capacity(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    if machine.are_concrete(&arguments[1..]) {
        return Ok(Outcome::Bytecode);
    }
    let (zero, capacity) = (machine.pool.int32(0), machine.term(arguments[1])?);
    let is_possible = machine.pool.le(zero, capacity);
    match machine.truth(state, is_possible) {
        Truth::Known(true) => {}
        // It raises an exception.
        Truth::Known(false) => return Ok(Outcome::Bytecode),
        Truth::Depends(is_possible) => return Err(fork_by_capacity(machine, capacity, is_possible)),
    }
    let builder = machine.dereference(state, arguments[0])?;
    let empty = Text::of_units(&mut machine.pool, Vec::new());
    set(machine, state, builder, Some(empty));
    nothing()
}

/// A sum of lengths is negative where it wraps around, which takes inputs that no JVM is given: they are cut like other long ones.
fn fork_by_capacity(machine: &mut Machine, capacity: Term, is_possible: Term) -> Stop {
    let symbols = machine.pool.symbols_of(capacity);
    let lengths = symbols.iter().filter(|symbol| machine.pool.is_non_negative(**symbol));
    let lengths: Vec<Term> = lengths.map(|symbol| machine.pool.symbol_term(*symbol)).collect();
    let most = machine.pool.int32(LONGEST_INPUT);
    let short: Vec<Term> = lengths.into_iter().map(|length| machine.pool.le(length, most)).collect();
    let are_short = machine.pool.and_all(&short);
    let (negative, long) = (machine.pool.not(is_possible), machine.pool.not(are_short));
    let way = |guards: &[Term], effect: Effect| Alternative { guards: guards.to_vec(), effect };
    let mut alternatives = vec![way(&[is_possible], Effect::Retry), way(&[negative, are_short], Effect::Retry)];
    if !machine.pool.is_false(long) {
        alternatives.push(way(&[negative, long], Effect::Cut(Cut::StringLength)));
    }
    Stop::Fork(Fork { alternatives })
}

/// See [`with_capacity`].
fn ensure_capacity(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    match held(machine, state, builder)? {
        Held::Plain if machine.are_concrete(&arguments[1..]) => Ok(Outcome::Bytecode),
        Held::Plain => {
            let text = machine.text_at(state, builder)?;
            set(machine, state, builder, Some(text));
            nothing()
        }
        Held::Text(_) | Held::Opaque => nothing(),
    }
}

fn get_chars(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let &[builder, begin, end, target, at] = arguments else { return Ok(Outcome::Bytecode) };
    let builder = machine.dereference(state, builder)?;
    let Some(text) = content(machine, state, builder, true)? else { return Ok(Outcome::Bytecode) };
    let (begin, end) = (machine.term(begin)?, machine.term(end)?);
    machine.check_part(state, begin, end, text.length)?;
    let target = machine.dereference(state, target)?;
    put_part(machine, state, text, (begin, end), (target, at), INDEX)?;
    nothing()
}

/// The kinds of the parameters: `["I", "Ljava/lang/String;"]`.
fn parameter_kinds(machine: &Machine, method: MethodId) -> Vec<String> {
    let descriptor = machine.program.method(method).descriptor.clone();
    let types = crate::synthetic::body_builder::parameter_types(&descriptor);
    types.iter().map(program::descriptor::descriptor_of).collect()
}

fn append(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let content = held(machine, state, builder)?;
    let is_plain = |operand: Value| match operand {
        Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) => true,
        Value::Reference(object) => {
            // Arrays of characters are looked at more closely.
            object.is_null()
                || (!crate::library::text::opaque::is_opaque(state, object) && !machine.is_array(state, object))
        }
        _ => false,
    };
    if matches!(content, Held::Plain) && arguments[1..].iter().all(|operand| is_plain(*operand)) {
        return Ok(Outcome::Bytecode);
    }
    let kinds = parameter_kinds(machine, method);
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let (kind, operand) = (kinds[0], arguments[1]);
    let piece = match &kinds[..] {
        [kind] => machine.piece(state, kind, operand)?,
        ["Ljava/lang/CharSequence;", "I", "I"] => {
            return append_part(machine, state, builder, content, arguments, Source::Sequence);
        }
        ["[C", "I", "I"] => return append_part(machine, state, builder, content, arguments, Source::Characters),
        _ => Piece::Library,
    };
    let text = match (content, piece) {
        (Held::Plain, Piece::Plain) | (_, Piece::Library) => return Ok(Outcome::Bytecode),
        (Held::Opaque, _) | (_, Piece::Opaque) => None,
        (Held::Text(text), Piece::Text(piece)) => text.concat(&mut machine.pool, &piece),
        (Held::Plain, Piece::Text(piece)) => machine.text_at(state, builder)?.concat(&mut machine.pool, &piece),
        (Held::Text(text), Piece::Plain) => match machine.plain_text(state, kind, operand)? {
            Some(piece) => text.concat(&mut machine.pool, &piece),
            None => None,
        },
    };
    set(machine, state, builder, text);
    value(arguments[0])
}

/// What a part is taken of.
enum Source {
    /// From one index to another.
    Sequence,
    /// A number of characters from an index on.
    Characters,
}

/// `append(sequence, start, end)` and `append(characters, start, count)`.
fn append_part(
    machine: &mut Machine,
    state: &mut State,
    builder: ObjectId,
    content: Held,
    arguments: &[Value],
    source: Source,
) -> Result<Outcome, Stop> {
    let is_sequence = matches!(source, Source::Sequence);
    let is_plain_source = match arguments[1] {
        Value::Reference(source) if is_sequence || source.is_null() => machine.is_plain(state, arguments[1]),
        Value::Reference(source) => !machine.has_bits() || machine.is_concrete_array(state, source),
        _ => false,
    };
    if is_plain_source && machine.are_concrete(&arguments[2..]) && matches!(content, Held::Plain) {
        return Ok(Outcome::Bytecode);
    }
    let source = if !is_sequence {
        let array = machine.dereference(state, arguments[1])?;
        machine.characters_text(state, array)?
    } else if machine.locate(state, arguments[1])?.is_null() {
        Text::ascii(&mut machine.pool, "null")
    } else {
        match machine.sequence_text(state, arguments[1])? {
            Some(text) => text,
            None => return Ok(Outcome::Bytecode),
        }
    };
    let (start, second) = (machine.term(arguments[2])?, machine.term(arguments[3])?);
    let part = if is_sequence {
        let zero = machine.pool.int32(0);
        let conditions =
            [machine.pool.le(zero, start), machine.pool.le(start, second), machine.pool.le(second, source.length)];
        let inside = machine.pool.and_all(&conditions);
        machine.require(state, inside, Raise::by_library(INDEX))?;
        source.slice(&mut machine.pool, start, second)
    } else {
        part_of(machine, state, &source, (start, second), INDEX)?
    };
    let text = match content {
        Held::Opaque => None,
        Held::Text(text) => text.concat(&mut machine.pool, &part),
        Held::Plain => machine.text_at(state, builder)?.concat(&mut machine.pool, &part),
    };
    set(machine, state, builder, text);
    value(arguments[0])
}

fn append_null(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let text = match held(machine, state, builder)? {
        Held::Plain => return Ok(Outcome::Bytecode),
        Held::Opaque => None,
        Held::Text(text) => {
            let null = Text::ascii(&mut machine.pool, "null");
            text.concat(&mut machine.pool, &null)
        }
    };
    set(machine, state, builder, text);
    value(arguments[0])
}

/// StringIndexOutOfBoundsException unless `0 <= offset <= length`.
fn check_offset(machine: &mut Machine, state: &State, offset: Term, length: Term) -> Result<(), Stop> {
    let zero = machine.pool.int32(0);
    let conditions = [machine.pool.le(zero, offset), machine.pool.le(offset, length)];
    let inside = machine.pool.and_all(&conditions);
    machine.require(state, inside, Raise::by_library(OUT_OF_BOUNDS))
}

fn insert(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let kinds = parameter_kinds(machine, method);
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let ["I", kind @ ("C" | "Ljava/lang/String;" | "[C" | "Ljava/lang/CharSequence;")] = kinds[..] else {
        // The others turn their argument into a string and insert that.
        return Ok(Outcome::Bytecode);
    };
    let builder = machine.dereference(state, arguments[0])?;
    let operand = arguments[2];
    let kind = if kind == "Ljava/lang/CharSequence;" {
        let location = machine.locate(state, operand)?;
        let is_string = location.is_null() || state.heap.get(location).exact_class() == Some(machine.known.string);
        if !is_string {
            return Ok(Outcome::Bytecode);
        }
        "Ljava/lang/String;"
    } else {
        kind
    };
    if kind == "[C" && machine.locate(state, operand)?.is_null() {
        // Which exception comes first is the library's business.
        return Ok(Outcome::Bytecode);
    }
    let piece = machine.piece(state, kind, operand)?;
    let is_plain = matches!(piece, Piece::Plain) && machine.are_concrete(&arguments[1..2]);
    let content = held(machine, state, builder)?;
    let text = match content {
        Held::Plain if is_plain => return Ok(Outcome::Bytecode),
        Held::Opaque => None,
        Held::Plain => Some(machine.text_at(state, builder)?),
        Held::Text(text) => Some(text),
    };
    let Some(text) = text else { return Err(crate::state::terms::opaque()) };
    let offset = machine.term(arguments[1])?;
    check_offset(machine, state, offset, text.length)?;
    let piece = match piece {
        Piece::Text(piece) => Some(piece),
        Piece::Plain => machine.plain_text(state, kind, operand)?,
        Piece::Opaque | Piece::Library => None,
    };
    let text = piece.and_then(|piece| text.replaced(&mut machine.pool, offset, offset, &piece));
    set(machine, state, builder, text);
    value(arguments[0])
}

fn length(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    match &state.heap.get(builder).payload {
        Payload::Text(text, _) => value(machine.integer(text.length)),
        _ => Ok(Outcome::Bytecode),
    }
}

fn char_at(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let is_plain = machine.are_concrete(&arguments[1..]);
    let Some(text) = content(machine, state, builder, is_plain)? else { return Ok(Outcome::Bytecode) };
    let index = machine.term(arguments[1])?;
    let unit = machine.unit_of(state, text, index, Raise::by_library(OUT_OF_BOUNDS))?;
    value(machine.character(unit))
}

fn set_char_at(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let is_plain = machine.are_concrete(&arguments[1..]);
    let Some(text) = content(machine, state, builder, is_plain)? else { return Ok(Outcome::Bytecode) };
    let index = machine.term(arguments[1])?;
    machine.unit_of(state, text.clone(), index, Raise::by_library(OUT_OF_BOUNDS))?;
    let unit = unit_term(machine, arguments[2])?;
    let text = text.with_unit(&mut machine.pool, index, unit);
    set(machine, state, builder, Some(text));
    nothing()
}

fn delete_char_at(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let is_plain = machine.are_concrete(&arguments[1..]);
    let Some(text) = content(machine, state, builder, is_plain)? else { return Ok(Outcome::Bytecode) };
    let index = machine.term(arguments[1])?;
    machine.unit_of(state, text.clone(), index, Raise::by_library(OUT_OF_BOUNDS))?;
    let one = machine.pool.int32(1);
    let end = machine.pool.add(index, one);
    let nothing = Text::of_units(&mut machine.pool, Vec::new());
    let text = text.replaced(&mut machine.pool, index, end, &nothing);
    set(machine, state, builder, text);
    value(arguments[0])
}

/// The end of a part of a builder, where one behind the end of the text means the end.
fn clipped(machine: &mut Machine, end: Term, length: Term) -> Term {
    let is_behind = machine.pool.lt(length, end);
    machine.pool.ite(is_behind, length, end)
}

fn delete(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let is_plain = machine.are_concrete(&arguments[1..]);
    let Some(text) = content(machine, state, builder, is_plain)? else { return Ok(Outcome::Bytecode) };
    let (start, end) = (machine.term(arguments[1])?, machine.term(arguments[2])?);
    let end = clipped(machine, end, text.length);
    machine.check_part(state, start, end, text.length)?;
    let nothing = Text::of_units(&mut machine.pool, Vec::new());
    let text = text.replaced(&mut machine.pool, start, end, &nothing);
    set(machine, state, builder, text);
    value(arguments[0])
}

fn replace(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let is_plain = machine.are_concrete(&arguments[1..3]) && machine.is_plain(state, arguments[3]);
    let Some(text) = content(machine, state, builder, is_plain)? else { return Ok(Outcome::Bytecode) };
    let (start, end) = (machine.term(arguments[1])?, machine.term(arguments[2])?);
    let end = clipped(machine, end, text.length);
    machine.check_part(state, start, end, text.length)?;
    let by = machine.closed_text(state, arguments[3])?;
    let text = text.replaced(&mut machine.pool, start, end, &by);
    set(machine, state, builder, text);
    value(arguments[0])
}

fn reverse(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let Some(text) = content(machine, state, builder, true)? else { return Ok(Outcome::Bytecode) };
    let text = text.reversed(&mut machine.pool);
    set(machine, state, builder, Some(text));
    value(arguments[0])
}

fn set_length(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let is_plain = machine.are_concrete(&arguments[1..]);
    let Some(text) = content(machine, state, builder, is_plain)? else { return Ok(Outcome::Bytecode) };
    let length = machine.term(arguments[1])?;
    let zero = machine.pool.int32(0);
    let not_negative = machine.pool.le(zero, length);
    machine.require(state, not_negative, Raise::by_library(OUT_OF_BOUNDS))?;
    let most = machine.pool.int32(MOST_UNITS as i32);
    let is_short = machine.pool.le(length, most);
    let name = program::display_method(&machine.program, method);
    machine.give_up_unless(state, is_short, &format!("method {name} to more than {MOST_UNITS} characters"))?;
    let text = text.resized(&mut machine.pool, length);
    set(machine, state, builder, Some(text));
    nothing()
}

fn substring(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let is_plain = machine.are_concrete(&arguments[1..]);
    let Some(text) = content(machine, state, builder, is_plain)? else { return Ok(Outcome::Bytecode) };
    let start = machine.term(arguments[1])?;
    let end = match arguments.get(2) {
        Some(end) => machine.term(*end)?,
        None => text.length,
    };
    machine.check_part(state, start, end, text.length)?;
    let part = text.slice(&mut machine.pool, start, end);
    value(machine.new_string_value(state, Some(part)))
}

fn index_of(machine: &mut Machine, state: &mut State, arguments: &[Value], which: Which) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let is_plain = machine.are_concrete(&arguments[2..]) && machine.is_plain(state, arguments[1]);
    let Some(text) = content(machine, state, builder, is_plain)? else { return Ok(Outcome::Bytecode) };
    let part = machine.closed_text(state, arguments[1])?;
    let index = match which {
        Which::First => {
            let from = machine.term(arguments.get(2).copied().unwrap_or(Value::Int(0)))?;
            text.index_of(&mut machine.pool, &part, from)
        }
        Which::Last => {
            let from = machine.term(arguments.get(2).copied().unwrap_or(Value::Int(i32::MAX)))?;
            text.last_index_of(&mut machine.pool, &part, from)
        }
    };
    value(machine.integer(index))
}

fn compare_to(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let other = machine.dereference(state, arguments[1])?;
    let is_plain = machine.is_plain(state, Value::Reference(other));
    let Some(text) = content(machine, state, builder, is_plain)? else { return Ok(Outcome::Bytecode) };
    let other = machine.text_at(state, other)?;
    let other = machine.closed(state, other)?;
    let result = text.compare(&mut machine.pool, &other, &mut |_, unit| unit);
    value(machine.integer(result))
}

fn ignored_if_symbolic(
    machine: &mut Machine,
    state: &mut State,
    _: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    match held(machine, state, builder)? {
        Held::Plain => Ok(Outcome::Bytecode),
        Held::Text(_) | Held::Opaque => nothing(),
    }
}

fn to_string(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let builder = machine.dereference(state, arguments[0])?;
    let text = match held(machine, state, builder)? {
        Held::Plain => return Ok(Outcome::Bytecode),
        Held::Opaque => None,
        Held::Text(text) => Some(text),
    };
    value(machine.new_string_value(state, text))
}
