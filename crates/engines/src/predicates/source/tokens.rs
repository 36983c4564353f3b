//! A line of a predicate file, cut into words.

use std::ops::Range;

use super::super::written::{is_name_part, is_name_start};
use super::{Mistake, Spot};

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) at: Spot,
    /// In bytes of the line.
    pub(super) place: Range<usize>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum TokenKind {
    Name(String),
    /// A name between backquotes: never a word of the language.
    Quoted(String),
    /// `$3`.
    Slot(u16),
    /// Without its sign.
    Integer(u64),
    Decimal(f64),
    Symbol(&'static str),
}

const SYMBOLS: [&str; 18] =
    ["!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ".", "..."];

/// What Java writes, and what is written here.
const JAVA: [(&str, &str); 4] = [("==", "="), ("&&", "and"), ("||", "or"), ("!", "not(…)")];

/// The words of a line, comments left out.
pub(super) fn tokens(number: u32, line: &str) -> Result<Vec<Token>, Mistake> {
    let mut reader = Reader { line, number, start: 0, column: 1 };
    let mut tokens = Vec::new();
    loop {
        reader.skip(|letter| letter.is_whitespace());
        let (start, at) = (reader.start, reader.spot());
        let Some(first) = reader.rest().chars().next() else { return Ok(tokens) };
        if reader.rest().starts_with("//") {
            return Ok(tokens);
        }
        let kind = match first {
            '`' => reader.quoted_name()?,
            '\'' => reader.character()?,
            '0'..='9' => reader.number()?,
            letter if is_name_start(letter) => reader.name()?,
            _ => reader.symbol()?,
        };
        tokens.push(Token { kind, at, place: start..reader.start });
    }
}

struct Reader<'l> {
    line: &'l str,
    number: u32,
    /// Of what is left, in bytes.
    start: usize,
    column: u32,
}

impl<'l> Reader<'l> {
    fn rest(&self) -> &'l str {
        &self.line[self.start..]
    }

    fn spot(&self) -> Spot {
        Spot { line: self.number, column: self.column }
    }

    fn mistake(&self, sentence: impl Into<String>) -> Mistake {
        Mistake::new(self.spot(), sentence)
    }

    /// Goes on behind this text, which is the next.
    fn pass(&mut self, text: &str) {
        self.start += text.len();
        self.column += text.chars().count() as u32;
    }

    /// Passes all letters up to the first that is not meant.
    fn skip(&mut self, is_meant: impl Fn(char) -> bool) -> &'l str {
        let rest = self.rest();
        let end = rest.find(|letter| !is_meant(letter)).unwrap_or(rest.len());
        self.pass(&rest[..end]);
        &rest[..end]
    }

    fn name(&mut self) -> Result<TokenKind, Mistake> {
        let at = self.spot();
        let name = self.skip(is_name_part);
        match name.strip_prefix('$').filter(|digits| digits.starts_with(|letter: char| letter.is_ascii_digit())) {
            None => Ok(TokenKind::Name(name.to_string())),
            Some(digits) => match digits.parse() {
                Ok(slot) => Ok(TokenKind::Slot(slot)),
                Err(_) => Err(Mistake::new(at, format!("{name} is no slot: write $ and a number up to 65535"))),
            },
        }
    }

    fn quoted_name(&mut self) -> Result<TokenKind, Mistake> {
        let mistake = self.mistake("the name has no second backquote");
        let rest = &self.rest()[1..];
        let Some(end) = rest.find('`').filter(|end| *end > 0) else { return Err(mistake) };
        self.pass("`");
        self.pass(&rest[..end]);
        self.pass("`");
        Ok(TokenKind::Quoted(rest[..end].to_string()))
    }

    /// A character stands for its number.
    fn character(&mut self) -> Result<TokenKind, Mistake> {
        let mistake = self.mistake("a character is one letter between quotes: 'x', '\\n', '\\u0041'");
        let inside = &self.rest()[1..];
        let Some(end) = inside.chars().next().and_then(|first| {
            let from = first.len_utf8() + usize::from(first == '\\');
            inside.get(from..)?.find('\'').map(|position| position + from)
        }) else {
            return Err(mistake);
        };
        let Some(value) = character_value(&inside[..end]) else { return Err(mistake) };
        self.pass("'");
        self.pass(&inside[..end]);
        self.pass("'");
        Ok(TokenKind::Integer(value))
    }

    fn number(&mut self) -> Result<TokenKind, Mistake> {
        let at = self.spot();
        let rest = self.rest();
        let mut end = digits(rest);
        let mut is_decimal = false;
        if rest[end..].starts_with('.') && digits(&rest[end + 1..]) > 0 {
            is_decimal = true;
            end += 1 + digits(&rest[end + 1..]);
        }
        if rest[end..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[end + 1..].starts_with(['+', '-']));
            let exponent = digits(&rest[end + 1 + sign..]);
            if exponent > 0 {
                is_decimal = true;
                end += 1 + sign + exponent;
            }
        }
        let text = &rest[..end];
        self.pass(text);
        if self.rest().starts_with(is_name_part) {
            let sentence =
                "a number is written in decimal digits and without a suffix: it becomes what it is compared with";
            return Err(Mistake::new(at, sentence));
        }
        let number = match is_decimal {
            true => text.parse().ok().filter(|value: &f64| value.is_finite()).map(TokenKind::Decimal),
            false => text.parse().ok().map(TokenKind::Integer),
        };
        number.ok_or_else(|| Mistake::new(at, format!("{text} is too large a number")))
    }

    fn symbol(&mut self) -> Result<TokenKind, Mistake> {
        let rest = self.rest();
        let starts = |symbol: &&&str| rest.starts_with(**symbol);
        if let Some((java, here)) = JAVA.iter().find(|(java, _)| rest.starts_with(java) && !rest.starts_with("!=")) {
            return Err(self.mistake(format!("{java} is written {here} here")));
        }
        match SYMBOLS.iter().filter(starts).max_by_key(|symbol| symbol.len()) {
            Some(symbol) => {
                self.pass(symbol);
                Ok(TokenKind::Symbol(symbol))
            }
            None => {
                let letter = rest.chars().next().unwrap_or_default();
                Err(self.mistake(format!("the character '{}' means nothing here", letter.escape_default())))
            }
        }
    }
}

/// How many digits come first.
fn digits(text: &str) -> usize {
    text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len())
}

/// The number of a character that is written like this between quotes.
fn character_value(text: &str) -> Option<u64> {
    let value = match text {
        "\\n" => '\n'.into(),
        "\\t" => '\t'.into(),
        "\\r" => '\r'.into(),
        "\\0" => 0,
        "\\\\" => '\\'.into(),
        "\\'" => '\''.into(),
        _ => match text.strip_prefix("\\u") {
            Some(digits) if digits.len() == 4 && digits.chars().all(|digit| digit.is_ascii_hexdigit()) => {
                u32::from_str_radix(digits, 16).ok()?
            }
            Some(_) => return None,
            None => {
                let mut letters = text.chars();
                let letter = letters.next().filter(|letter| *letter != '\\' && *letter != '\'')?;
                letters.next().is_none().then_some(letter.into())?
            }
        },
    };
    // A char of Java is a unit of UTF-16.
    u16::try_from(value).ok().map(u64::from)
}
