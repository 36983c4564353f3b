//! `java.util.Scanner` on the standard input, at the level of words and lines.
//!
//! The library's own code would run regular expressions over unknown characters. Instead, a scanner of `System.in` asks the
//! state's [`crate::state::standard_input::StandardInput`] what comes next. A scanner of anything else is the library's. What is not
//! modelled here (other delimiters and radixes, patterns, big numbers) ends the path by name.

use std::rc::Rc;

use program::class::MethodId;

use crate::library::input::scanner_text::{LineContent, LineShape, NEXT_LINE, any_line};
use crate::library::input::scanner_token::{Wanted, decide_token, is_wanted, read_token};
use crate::library::input::standard_input as input;
use crate::library::{Entry, Outcome, field_value, nothing, refuse, set_field, value};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::reference::guarded::Truth;
use crate::state::State;
use crate::state::fork::{Fork, Message, Raise, Stop};
use crate::state::heap::Payload;
use crate::state::standard_input::{Filling, Known, LineEnd, Piece, Reader, Rest, ScannerState, Start, Token};
use crate::state::value::{ObjectId, Value};

const SCANNER: &str = "java/util/Scanner";
const STRING_RESULT: &str = "()Ljava/lang/String;";

pub(crate) const TABLE: &[Entry] = rows![
    (SCANNER, "<init>", "(Ljava/io/InputStream;)V", construct),
    (SCANNER, "<init>", "(Ljava/io/InputStream;Ljava/lang/String;)V", construct),
    (SCANNER, "<init>", "(Ljava/io/InputStream;Ljava/nio/charset/Charset;)V", construct),
    (SCANNER, "<init>", "(Ljava/lang/Readable;)V", construct),
    (SCANNER, "<init>", "*", library),
    (SCANNER, "hasNext", "()Z", |m, s, method, a| has_next(m, s, method, a, Wanted::Word)),
    (SCANNER, "hasNextBoolean", "()Z", |m, s, method, a| has_next(m, s, method, a, Wanted::Boolean)),
    (SCANNER, "hasNextByte", "()Z", |m, s, method, a| has_next(m, s, method, a, Wanted::Integer(8))),
    (SCANNER, "hasNextShort", "()Z", |m, s, method, a| has_next(m, s, method, a, Wanted::Integer(16))),
    (SCANNER, "hasNextInt", "()Z", |m, s, method, a| has_next(m, s, method, a, Wanted::Integer(32))),
    (SCANNER, "hasNextLong", "()Z", |m, s, method, a| has_next(m, s, method, a, Wanted::Integer(64))),
    (SCANNER, "hasNextFloat", "()Z", |m, s, method, a| has_next(m, s, method, a, Wanted::Real(32))),
    (SCANNER, "hasNextDouble", "()Z", |m, s, method, a| has_next(m, s, method, a, Wanted::Real(64))),
    (SCANNER, "next", STRING_RESULT, |m, s, method, a| next(m, s, method, a, Wanted::Word)),
    (SCANNER, "nextBoolean", "()Z", |m, s, method, a| next(m, s, method, a, Wanted::Boolean)),
    (SCANNER, "nextByte", "()B", |m, s, method, a| next(m, s, method, a, Wanted::Integer(8))),
    (SCANNER, "nextShort", "()S", |m, s, method, a| next(m, s, method, a, Wanted::Integer(16))),
    (SCANNER, "nextInt", "()I", |m, s, method, a| next(m, s, method, a, Wanted::Integer(32))),
    (SCANNER, "nextLong", "()J", |m, s, method, a| next(m, s, method, a, Wanted::Integer(64))),
    (SCANNER, "nextFloat", "()F", |m, s, method, a| next(m, s, method, a, Wanted::Real(32))),
    (SCANNER, "nextDouble", "()D", |m, s, method, a| next(m, s, method, a, Wanted::Real(64))),
    (SCANNER, "hasNextLine", "()Z", has_next_line),
    (SCANNER, "nextLine", STRING_RESULT, next_line),
    (SCANNER, "close", "()V", close),
    (SCANNER, "useLocale", "(Ljava/util/Locale;)Ljava/util/Scanner;", use_locale),
    // It calls the other `next`, and it throws.
    (SCANNER, "next", "()Ljava/lang/Object;", library),
    (SCANNER, "remove", "()V", library),
    (SCANNER, "*", "*", library_unless_standard_input),
];

fn library(_: &mut Machine, _: &mut State, _: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    Ok(Outcome::Bytecode)
}

fn library_unless_standard_input(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    if machine.program.method(method).is_static() {
        return Ok(Outcome::Bytecode);
    }
    match receiver(machine, state, arguments)? {
        None => Ok(Outcome::Bytecode),
        Some(_) => Err(Stop::unsupported(format!(
            "method {} on the standard input",
            program::display_method(&machine.program, method)
        ))),
    }
}

/// The scanner that a method is called on and what it remembers, if it is one of the standard input.
fn receiver(
    machine: &mut Machine,
    state: &State,
    arguments: &[Value],
) -> Result<Option<(ObjectId, ScannerState)>, Stop> {
    let scanner = machine.dereference(state, arguments[0])?;
    Ok(match state.heap.get(scanner).payload {
        Payload::Scanner(remembered) => Some((scanner, remembered)),
        _ => None,
    })
}

fn remember(state: &mut State, scanner: ObjectId, remembered: ScannerState) {
    if !matches!(state.heap.get(scanner).payload, Payload::Scanner(known) if known == remembered) {
        state.heap.get_mut(scanner).payload = Payload::Scanner(remembered);
    }
}

fn construct(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let source = machine.locate(state, arguments[1])?;
    let is_standard = Some(source) == state.standard_input.stream || input::is_unused_reader(machine, state, source);
    if !is_standard || source.is_null() || !input::is_modelled(machine) {
        return Ok(Outcome::Bytecode);
    }
    if let Some(charset) = arguments.get(2) {
        let charset = machine.locate(state, *charset)?;
        if charset.is_null() {
            return Ok(Outcome::Bytecode);
        }
        if !input::is_utf8(machine, state, charset) {
            return Err(Stop::unsupported("the standard input in another encoding than UTF-8"));
        }
    }
    if has_other_default_locale(machine, state) {
        return Err(Stop::unsupported("a Scanner of the standard input after the default locale was changed"));
    }
    let scanner = machine.dereference(state, arguments[0])?;
    // No code of the library looks at its fields: each of its methods is in the table.
    state.heap.get_mut(scanner).payload = Payload::Scanner(ScannerState::default());
    nothing()
}

/// What every method that looks at the input does first.
fn begin(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    scanner: ObjectId,
    remembered: ScannerState,
) -> Result<(), Stop> {
    if remembered.is_closed {
        let message = Message::Text("Scanner closed".to_string());
        return Err(
            Raise { class: "java/lang/IllegalStateException", message, by_library: true, intrinsic: None }.into()
        );
    }
    input::check_readable(machine, state, method)?;
    input::claim(machine, state, Reader::Scanner(scanner))
}

fn has_next(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    wanted: Wanted,
) -> Result<Outcome, Stop> {
    let Some((scanner, remembered)) = receiver(machine, state, arguments)? else { return Ok(Outcome::Bytecode) };
    begin(machine, state, method, scanner, remembered)?;
    let answer = match decide_token(machine, state, method, wanted)? {
        None => Value::FALSE,
        Some(token) => {
            let is_it = is_wanted(machine, &token, wanted);
            machine.boolean(is_it)
        }
    };
    if wanted != Wanted::Word {
        remember(state, scanner, ScannerState { has_kept_line: false, ..remembered });
    }
    value(answer)
}

fn next(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
    wanted: Wanted,
) -> Result<Outcome, Stop> {
    let Some((scanner, remembered)) = receiver(machine, state, arguments)? else { return Ok(Outcome::Bytecode) };
    begin(machine, state, method, scanner, remembered)?;
    let token = decide_token(machine, state, method, wanted)?;
    remember(state, scanner, ScannerState { has_kept_line: false, ..remembered });
    let Some(token) = token else {
        // It has skipped the white space at the end.
        Rc::make_mut(&mut state.standard_input).end();
        return Err(Raise::by_library("java/util/NoSuchElementException").into());
    };
    let is_it = is_wanted(machine, &token, wanted);
    match machine.truth(state, is_it) {
        Truth::Known(true) => read_token(machine, state, method, token, wanted),
        Truth::Known(false) => {
            // It has skipped the white space before the token, but not the token.
            Rc::make_mut(&mut state.standard_input).skip_gap();
            Err(Raise::by_library("java/util/InputMismatchException").into())
        }
        Truth::Depends(condition) => {
            let otherwise = machine.pool.not(condition);
            Err(machine.fork_by([condition, otherwise]))
        }
    }
}

fn has_next_line(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let Some((scanner, remembered)) = receiver(machine, state, arguments)? else { return Ok(Outcome::Bytecode) };
    begin(machine, state, method, scanner, remembered)?;
    let has_line = input::decide_emptiness(state)?;
    remember(state, scanner, ScannerState { has_kept_line: has_line, ..remembered });
    value(if has_line { Value::TRUE } else { Value::FALSE })
}

fn next_line(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some((scanner, remembered)) = receiver(machine, state, arguments)? else { return Ok(Outcome::Bytecode) };
    if remembered.is_closed && remembered.has_kept_line {
        return Err(Stop::unsupported("nextLine of a Scanner that was closed after hasNextLine"));
    }
    begin(machine, state, method, scanner, remembered)?;
    if !input::decide_emptiness(state)? {
        remember(state, scanner, ScannerState { has_kept_line: false, ..remembered });
        return Err(Raise::by_library("java/util/NoSuchElementException").into());
    }
    let result = match state.standard_input.rest.clone() {
        Rest { known: Known::Token(token), start, line_end, .. } => {
            line_with_token(machine, state, method, token, start, line_end)?
        }
        Rest { known, start, .. } => {
            let (content, follows) = match known {
                Known::Blank | Known::BlankNotEmpty => (LineContent::Blank, Known::Blank),
                _ => (LineContent::Anything, Known::Nothing),
            };
            read_line(machine, state, method, LineShape { start, content }, follows)?
        }
    };
    remember(state, scanner, ScannerState { has_kept_line: false, ..remembered });
    value(result)
}

/// A line of unknown text.
fn read_line(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    shape: LineShape,
    follows: Known,
) -> Result<Value, Stop> {
    let name = input::name_of(machine, state, method)?;
    let (text, laws) = any_line(machine, state, &name, shape)?;
    input::add_laws(machine, state, laws);
    let text = Rc::new(text);
    let filling = match (shape.content, shape.start) {
        (LineContent::Blank, _) => Filling::Spaces,
        (_, Start::AfterToken) => Filling::SpaceThenLetters,
        (_, Start::Anywhere | Start::AtToken) => Filling::Letters,
    };
    let end = if shape.content == LineContent::StartOfWord { NEXT_LINE } else { u16::from(b'\n') };
    let line = Piece::Line { text: text.clone(), filling, end };
    Ok(input::line_string(machine, state, name, text, line, follows))
}

/// The next line where a token is known to follow: it may be in that line, in a later one, or in both.
fn line_with_token(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    token: Token,
    start: Start,
    line_end: Option<LineEnd>,
) -> Result<Value, Stop> {
    let Some(line_end) = line_end else {
        let mut ends = vec![LineEnd::AfterToken];
        ends.extend(matches!(token, Token::Open(_)).then_some(LineEnd::InToken));
        ends.extend((start != Start::AtToken).then_some(LineEnd::BeforeToken));
        let alternatives = ends.into_iter().map(|end| input::knowing(state, |input| input.rest.line_end = Some(end)));
        return Err(Stop::Fork(Fork { alternatives: alternatives.collect() }));
    };
    let (content, follows) = match (line_end, token) {
        (LineEnd::BeforeToken, token) => (LineContent::Blank, Known::Token(token)),
        (LineEnd::InToken, _) => (LineContent::StartOfWord, Known::Nothing),
        (LineEnd::AfterToken, Token::Open(not)) => (LineContent::Word(not), Known::Nothing),
        (LineEnd::AfterToken, token) => {
            // What was recognised has many spellings: the line can be passed on, but not be looked at.
            let standard_input = Rc::make_mut(&mut state.standard_input);
            standard_input.skip_gap();
            standard_input.read.push(Piece::Token(token));
            standard_input.read_line(Piece::LineEnd, Known::Nothing);
            return Ok(Value::Reference(machine.new_opaque_string(state)));
        }
    };
    read_line(machine, state, method, LineShape { start, content }, follows)
}

fn close(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let Some((scanner, remembered)) = receiver(machine, state, arguments)? else { return Ok(Outcome::Bytecode) };
    if remembered.is_closed {
        return nothing();
    }
    input::check_readable(machine, state, method)?;
    remember(state, scanner, ScannerState { is_closed: true, ..remembered });
    input::close_stream(machine, state, method)
}

/// Locales in which numbers are written as in English are those this machine knows, for every scanner.
fn use_locale(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    arguments: &[Value],
) -> Result<Outcome, Stop> {
    let scanner = machine.dereference(state, arguments[0])?;
    let locale = machine.dereference(state, arguments[1])?;
    if !has_english_numbers(machine, state, locale) {
        return Err(refuse(machine, method));
    }
    if let Payload::Scanner(_) = state.heap.get(scanner).payload {
        return value(arguments[0]);
    }
    let conventions = [
        ("groupSeparator", "\\x{2c}"),
        ("decimalSeparator", "\\x{2e}"),
        ("nanString", "\\QNaN\\E"),
        ("infinityString", "\\Q\u{221e}\\E"),
        ("positivePrefix", ""),
        ("negativePrefix", "\\Q-\\E"),
        ("positiveSuffix", ""),
        ("negativeSuffix", ""),
    ];
    for (field, text) in conventions {
        let text = machine.new_string_from(state, text);
        set_field(machine, state, scanner, field, Value::Reference(text));
    }
    for forgotten in ["integerPattern", "floatPattern"] {
        set_field(machine, state, scanner, forgotten, Value::NULL);
    }
    set_field(machine, state, scanner, "locale", arguments[1]);
    value(arguments[0])
}

/// Whether a locale is one of those whose numbers are written in the way that is modelled.
fn has_english_numbers(machine: &Machine, state: &State, locale: ObjectId) -> bool {
    let base = match field_value(machine, state, locale, "baseLocale") {
        Some(Value::Reference(base)) if !base.is_null() => base,
        _ => return false,
    };
    let part = |name: &str| match field_value(machine, state, base, name) {
        Some(Value::Reference(text)) if !text.is_null() => machine.string_characters(state, text),
        _ => None,
    };
    let is_one_of = |name: &str, texts: &[&str]| part(name).is_some_and(|text| texts.contains(&text.as_str()));
    let is_plain =
        matches!(field_value(machine, state, locale, "localeExtensions"), Some(Value::Reference(ObjectId::NULL)));
    is_plain
        && is_one_of("language", &["", "en"])
        && is_one_of("region", &["", "US", "GB"])
        && is_one_of("script", &[""])
        && is_one_of("variant", &[""])
}

/// Whether the program has changed the locale by which numbers are read.
fn has_other_default_locale(machine: &Machine, state: &State) -> bool {
    const LOCALE: &str = "java/util/Locale";
    let Some(class) = machine.program.loaded(LOCALE).filter(|class| state.statics.is_initialized(*class)) else {
        return false;
    };
    let chosen = ["defaultFormatLocale", "defaultLocale"].into_iter().find_map(|name| {
        match machine.static_value(state, class, name) {
            Value::Reference(locale) if !locale.is_null() => Some(locale),
            _ => None,
        }
    });
    !chosen.is_some_and(|locale| has_english_numbers(machine, state, locale))
}
