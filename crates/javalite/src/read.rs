//! Text to s-expressions: parentheses or brackets that match, atoms, `;` comments. `$` is an atom of its own, so that
//! `$f` and `$ f` read the same.

use std::fmt;

use crate::syntax::Position;

/// Lists nested deeper than this are refused: everything after the reader walks expressions recursively.
pub(crate) const NESTING: usize = 250;

/// A mistake in a program: one sentence and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError {
    pub position: Position,
    pub message: String,
}

impl SourceError {
    pub(crate) fn new(position: Position, message: impl Into<String>) -> SourceError {
        SourceError { position, message: message.into() }
    }
}

/// `line:column: message`, to be put after `file:`.
impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.position.line, self.position.column, self.message)
    }
}

impl std::error::Error for SourceError {}

pub(crate) enum Sexp {
    Atom(String, Position),
    List(Vec<Sexp>, Position),
}

impl Sexp {
    pub(crate) fn position(&self) -> Position {
        match self {
            Sexp::Atom(_, position) | Sexp::List(_, position) => *position,
        }
    }

    pub(crate) fn is_atom(&self, text: &str) -> bool {
        matches!(self, Sexp::Atom(atom, _) if atom == text)
    }
}

/// A list that is still open.
struct Open {
    closer: char,
    items: Vec<Sexp>,
    position: Position,
}

/// The one s-expression that the text is.
pub(crate) fn read(text: &str) -> Result<Sexp, SourceError> {
    let mut open: Vec<Open> = Vec::new();
    let mut program: Option<Sexp> = None;
    let mut position = Position { line: 1, column: 1 };
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let start = position;
        advance(&mut position, character);
        let item = match character {
            ';' => {
                while let Some(skipped) = characters.next_if(|next| *next != '\n') {
                    advance(&mut position, skipped);
                }
                continue;
            }
            '(' | '[' => {
                if open.len() == NESTING {
                    return Err(SourceError::new(
                        start,
                        format!("expressions are nested more than {NESTING} levels deep"),
                    ));
                }
                let closer = if character == '(' { ')' } else { ']' };
                open.push(Open { closer, items: Vec::new(), position: start });
                continue;
            }
            ')' | ']' => {
                let Some(list) = open.pop() else {
                    return Err(SourceError::new(start, format!("this `{character}` closes nothing")));
                };
                if list.closer != character {
                    let Position { line, column } = list.position;
                    return Err(SourceError::new(
                        start,
                        format!("`{}` is missing for what was opened at {line}:{column}", list.closer),
                    ));
                }
                Sexp::List(list.items, list.position)
            }
            '$' => Sexp::Atom("$".to_string(), start),
            _ if character.is_whitespace() => continue,
            _ => {
                let mut atom = String::from(character);
                while let Some(next) = characters.next_if(|next| !next.is_whitespace() && !"()[];$".contains(*next)) {
                    advance(&mut position, next);
                    atom.push(next);
                }
                Sexp::Atom(atom, start)
            }
        };
        match open.last_mut() {
            Some(list) => list.items.push(item),
            None if program.is_none() => program = Some(item),
            None => return Err(SourceError::new(start, "nothing may follow the program")),
        }
    }
    if let Some(list) = open.pop() {
        return Err(SourceError::new(list.position, format!("`{}` is missing for what is opened here", list.closer)));
    }
    program.ok_or_else(|| SourceError::new(position, "there is no program"))
}

fn advance(position: &mut Position, character: char) {
    if character == '\n' {
        *position = Position { line: position.line + 1, column: 1 };
    } else {
        position.column += 1;
    }
}
