//! The standard input of the program, decided as far as the program looked at it.
//!
//! What a `java.util.Scanner` sees of a text are words between white space, and lines. So a state does not hold characters
//! but what was read, word by word and line by line, and what is known of the rest. Asking something that is not known
//! forks: each alternative knows more of the rest, and the call is executed again. Every text that a file can hold (in
//! UTF-8) is covered by exactly one sequence of such decisions; [`Machine::standard_input_bytes`] gives a text for one.
//!
//! The methods that read it are in `library/input`.

use std::rc::Rc;

use logic::term::{Sort, Term};

use crate::state::Supplied;
use crate::state::value::ObjectId;
use crate::text::Text;

/// The standard input on one path.
#[derive(Clone, Default, Debug)]
pub struct StandardInput {
    /// `System.in` as start-up made it.
    pub stream: Option<ObjectId>,
    /// Who reads it. Readers read ahead, so that a second one would find what the first has left over by chance.
    pub reader: Option<Reader>,
    /// What was read, in order.
    pub read: Vec<Piece>,
    pub rest: Rest,
    /// What the calls returned that read it.
    pub results: Vec<Supplied>,
    /// Names of symbols that were made for it.
    pub names: Vec<Rc<str>>,
    /// Conditions of the path that hold of every text: nobody needs to read them.
    pub laws: Vec<Term>,
}

/// Who reads the standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// This `Scanner`.
    Scanner(ObjectId),
    /// This `BufferedReader`, by lines.
    Lines(ObjectId),
    /// `System.in.read` or what is built upon it.
    Bytes,
}

/// A part of the text that was read.
#[derive(Clone, Debug)]
pub enum Piece {
    /// White space without a line end; at least one character.
    Space,
    /// A line end, perhaps with other white space.
    LineEnd,
    Token(Token),
    /// A line with its end.
    Line {
        text: Rc<Text>,
        /// What fills it up to its length where its units are not spelt out: white space at its start, or everywhere.
        filling: Filling,
        /// The character that ends it.
        end: u16,
    },
    /// A byte, as a number of 8 bits.
    Byte(Term),
}

/// Characters that may stand where a text is not spelt out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filling {
    Letters,
    /// The first character is white space.
    SpaceThenLetters,
    Spaces,
}

/// What is known of the text that was not read yet.
#[derive(Clone, Default, Debug)]
pub struct Rest {
    pub start: Start,
    /// Where the line ends that the rest starts with, if a token is known to follow and that was asked.
    pub line_end: Option<LineEnd>,
    pub known: Known,
    /// Whether the token, or the next byte, was chosen to be one of those whose text is looked at; others are given up.
    pub is_spelt_as_usual: bool,
}

/// How the rest starts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Start {
    /// At the start of the input, or after a line end: with anything.
    #[default]
    Anywhere,
    /// After a token: with white space, unless it is empty.
    AfterToken,
    /// With the first character of the token that is known.
    AtToken,
}

/// Where a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// In the white space before the token.
    BeforeToken,
    /// In the token: U+0085 ends a line, but is no white space. Such a token is neither a number nor a boolean.
    InToken,
    AfterToken,
}

/// What the rest holds.
#[derive(Clone, Default, Debug)]
pub enum Known {
    #[default]
    Nothing,
    NotEmpty,
    /// No token: nothing or white space.
    Blank,
    /// White space, at least one character.
    BlankNotEmpty,
    /// This token, after white space if it does not start with it.
    Token(Token),
    /// So many bytes are read next.
    Bytes(u32),
    End,
}

/// A word: characters that are not white space, as many as there are in a row.
#[derive(Clone, Debug)]
pub enum Token {
    /// All that is known is what it is not.
    Open(Not),
    /// A whole number, perhaps with a sign, leading zeros or groups of thousands.
    Integer {
        name: Rc<str>,
        /// 64 bits.
        value: Term,
        /// Its value as a floating-point number, if that was asked for: not even zero has only one.
        real: Option<Term>,
    },
    /// A floating-point number. It may be written like an integer, but for what is known not to be one.
    Real { name: Rc<str>, value: Term, not: Not },
    /// `true` or `false`, in small or capital letters.
    Boolean { name: Rc<str>, value: Term },
    /// Its text was asked for.
    Word(Rc<Text>),
}

/// What a token is known not to be.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Not {
    /// An integer of this many bits: each is an integer of more bits as well.
    pub integer: Option<u8>,
    /// A floating-point number, which every integer is.
    pub real: bool,
    pub boolean: bool,
}

impl Rest {
    /// What is known as numbers, for comparing states; terms and texts are told by [`Rest::terms`].
    pub(crate) fn shape(&self) -> [u64; 5] {
        let start = match self.start {
            Start::Anywhere => 0,
            Start::AfterToken => 1,
            Start::AtToken => 2,
        };
        let line_end = match self.line_end {
            None => 0,
            Some(LineEnd::BeforeToken) => 1,
            Some(LineEnd::InToken) => 2,
            Some(LineEnd::AfterToken) => 3,
        };
        let bits =
            |not: &Not| u64::from(not.integer.unwrap_or(0)) << 2 | u64::from(not.real) << 1 | u64::from(not.boolean);
        let (known, detail) = match &self.known {
            Known::Nothing => (0, 0),
            Known::NotEmpty => (1, 0),
            Known::Blank => (2, 0),
            Known::BlankNotEmpty => (3, 0),
            Known::End => (4, 0),
            Known::Token(Token::Open(not)) => (5, bits(not)),
            Known::Token(Token::Integer { real, .. }) => (6, u64::from(real.is_some())),
            Known::Token(Token::Real { not, .. }) => (7, bits(not)),
            Known::Token(Token::Boolean { .. }) => (8, 0),
            Known::Token(Token::Word(_)) => (9, 0),
            Known::Bytes(count) => (10, u64::from(*count)),
        };
        [start, line_end, known, detail, u64::from(self.is_spelt_as_usual)]
    }

    /// The values of a token that was looked at but not read; `None` if it is a text.
    pub(crate) fn terms(&self) -> Option<Vec<Term>> {
        Some(match &self.known {
            Known::Token(Token::Integer { value, real, .. }) => std::iter::once(*value).chain(*real).collect(),
            Known::Token(Token::Real { value, .. } | Token::Boolean { value, .. }) => vec![*value],
            Known::Token(Token::Word(_)) => return None,
            _ => Vec::new(),
        })
    }
}

/// What a `Scanner` of the standard input remembers besides its place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ScannerState {
    pub is_closed: bool,
    /// `hasNextLine` has kept the next line, which `nextLine` then gives even if the scanner was closed in between.
    pub has_kept_line: bool,
}

/// White space that must be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gap {
    Space,
    LineEnd,
}

impl Rest {
    /// What must be between what was read and the token that is known, if anything.
    pub(crate) fn gap(&self) -> Option<Gap> {
        match (self.start, self.line_end) {
            (Start::AtToken, _) => None,
            (_, Some(LineEnd::BeforeToken)) => Some(Gap::LineEnd),
            (Start::AfterToken, _) => Some(Gap::Space),
            // Without a line end there may be no white space at all.
            (Start::Anywhere, _) => None,
        }
    }
}

impl StandardInput {
    /// The white space before the token that is known was read.
    pub(crate) fn skip_gap(&mut self) {
        let gap = self.rest.gap();
        self.read.extend(gap.map(|gap| if gap == Gap::Space { Piece::Space } else { Piece::LineEnd }));
        self.rest.start = Start::AtToken;
        self.rest.line_end = None;
    }

    /// The token that is known was read, as this. What follows is not known.
    pub(crate) fn read_token(&mut self, token: Token) {
        self.skip_gap();
        self.read.push(Piece::Token(token));
        self.rest = Rest { start: Start::AfterToken, ..Rest::default() };
    }

    /// Nothing more will be read; what is known to be there still is.
    pub(crate) fn end(&mut self) {
        match std::mem::take(&mut self.rest.known) {
            Known::NotEmpty | Known::BlankNotEmpty => self.read.push(Piece::LineEnd),
            Known::Token(token) => {
                self.skip_gap();
                self.read.push(Piece::Token(token));
            }
            Known::Nothing | Known::Blank | Known::Bytes(_) | Known::End => {}
        }
        self.rest = Rest { known: Known::End, ..Rest::default() };
    }

    /// A line was read up to its end; what is known of what follows, if anything.
    pub(crate) fn read_line(&mut self, piece: Piece, known: Known) {
        self.read.push(piece);
        self.rest = Rest { known, ..Rest::default() };
    }
}

impl Not {
    /// Whether a token that is not these may be an integer of this many bits.
    pub(crate) fn admits_integer(self, bits: u8) -> bool {
        !self.real && self.integer.is_none_or(|excluded| excluded < bits)
    }
}

/// The sort of floating-point numbers of this many bits.
pub(crate) fn float_sort(bits: u8) -> Sort {
    if bits == 32 { Sort::F32 } else { Sort::F64 }
}
