//! How paths end.

use std::fmt;

/// How a path ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    Returns,
    /// The program ended the JVM with this status.
    Exits(i32),
    /// With an exception of this class that is no violation: the program, or the library on its behalf, refuses an input.
    Refuses(String),
    /// With an exception of this class that is not what is looked for; whether it is a refusal was not asked.
    Throws(String),
    /// With a violation of this kind.
    Violates(String),
    /// Threads wait for each other, and that is not what is looked for.
    Deadlocks,
    /// It is in a loop that it never leaves.
    NeverEnds,
}

impl Outcome {
    /// Whether nothing was looked at that comes after: the path ended with an exception.
    pub fn is_exception(&self) -> bool {
        matches!(self, Outcome::Refuses(_) | Outcome::Throws(_))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Returns => formatter.write_str("returns"),
            Outcome::Exits(status) => write!(formatter, "exits with status {status}"),
            Outcome::Refuses(class) => write!(formatter, "refuses: {class}"),
            Outcome::Throws(class) => write!(formatter, "throws {class}"),
            Outcome::Violates(kind) => write!(formatter, "violates: {kind}"),
            Outcome::Deadlocks => formatter.write_str("deadlocks"),
            Outcome::NeverEnds => formatter.write_str("never ends"),
        }
    }
}
