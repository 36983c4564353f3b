//! A text, cut into words.

use crate::{Spot, TextMistake};

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) at: Spot,
    /// Whether a blank is before it.
    pub(crate) is_apart: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TokenKind {
    Name(String),
    /// A name between backquotes.
    Quoted(String),
    /// Without its sign.
    Integer(u64),
    Symbol(&'static str),
}

/// Longer ones first.
const SYMBOLS: [&str; 31] = [
    "<=>", "=>", "<=", ">=", "!=", "<:", ":>", "->", "&&", "||", "!", "=", "<", ">", "~", "^", "*", ".", "[", "]", "&",
    "#", "+", "-", "{", "}", "(", ")", ":", "|", ",",
];

/// What Java or other languages write, and what is written here.
const ELSEWHERE: [(&str, &str); 3] =
    [("==", "="), ("++", "+"), ("/", "no sign: numbers have plus[a, b], minus[a, b] and mul[a, b]")];

/// The words that are no names unless they stand between backquotes.
pub(crate) const KEYWORDS: [&str; 15] =
    ["all", "some", "no", "one", "lone", "disj", "in", "else", "null", "true", "false", "this", "plus", "minus", "mul"];

/// The words of a text, comments left out.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, TextMistake> {
    let mut tokens = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut reader = Reader { rest: line, at: Spot { line: number, column: 1 } };
        let mut is_apart = true;
        loop {
            let blank = reader.take(char::is_whitespace);
            is_apart |= !blank.is_empty();
            let at = reader.at;
            if reader.rest.is_empty() || reader.rest.starts_with("//") {
                break;
            }
            let kind = reader.word()?;
            tokens.push(Token { kind, at, is_apart });
            is_apart = false;
        }
    }
    Ok(tokens)
}

struct Reader<'t> {
    rest: &'t str,
    at: Spot,
}

impl<'t> Reader<'t> {
    fn pass(&mut self, bytes: usize) -> &'t str {
        let (text, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.at.column += text.chars().count() as u32;
        text
    }

    fn take(&mut self, is_meant: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|letter| !is_meant(letter)).unwrap_or(self.rest.len());
        self.pass(end)
    }

    fn word(&mut self) -> Result<TokenKind, TextMistake> {
        let at = self.at;
        let first = self.rest.chars().next().unwrap_or_default();
        if is_name_start(first) {
            return Ok(TokenKind::Name(self.take(is_name_part).to_string()));
        }
        if first.is_ascii_digit() {
            let digits = self.take(|letter| letter.is_ascii_digit());
            if self.rest.starts_with(is_name_part) {
                return Err(TextMistake::new(at, "a number is written in decimal digits and without a suffix"));
            }
            // One more than the largest long: with a minus in front it is the smallest.
            let value: Option<u64> = digits.parse().ok().filter(|value| *value <= 1 << 63);
            return value
                .map(TokenKind::Integer)
                .ok_or_else(|| TextMistake::new(at, format!("{digits} is too large a number")));
        }
        if first == '`' {
            self.pass(1);
            let name = self.take(|letter| letter != '`').to_string();
            if name.is_empty() || self.rest.is_empty() {
                return Err(TextMistake::new(at, "a name between backquotes needs both of them"));
            }
            self.pass(1);
            return Ok(TokenKind::Quoted(name));
        }
        if first == '\'' {
            self.pass(1);
            return Ok(TokenKind::Symbol("'"));
        }
        if let Some((other, here)) = ELSEWHERE.iter().find(|(other, _)| self.rest.starts_with(other)) {
            return Err(TextMistake::new(at, format!("{other} is written {here} here")));
        }
        match SYMBOLS.iter().find(|symbol| self.rest.starts_with(**symbol)) {
            Some(symbol) => {
                self.pass(symbol.len());
                Ok(TokenKind::Symbol(symbol))
            }
            None => Err(TextMistake::new(at, format!("the character '{}' means nothing here", first.escape_default()))),
        }
    }
}

pub(crate) fn is_name_start(letter: char) -> bool {
    letter.is_alphabetic() || letter == '_' || letter == '$'
}

pub(crate) fn is_name_part(letter: char) -> bool {
    is_name_start(letter) || letter.is_numeric()
}
