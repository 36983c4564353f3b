//! The decisions that lead to a state: whoever takes them again from the start is in the same state.
//!
//! They are written as text with a letter for each kind: `3` is the fourth alternative of a fork, `3+` one that had a rival, `j0` a
//! joined state, `s17@1/2+` the third case of a split
//! at the first point of comparison since the decision before, `g1f` a part of what is kept of a state that was generalised.

use std::fmt;
use std::str::FromStr;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Decision {
    /// The alternative of a fork at this position among all of them, feasible or not.
    Alternative {
        number: u32,
        /// Whether another was feasible, too: then it was a branch.
        is_branch: bool,
    },
    /// The joined state of this number, of those into which the arms of a branch became.
    Joined(u32),
    /// A case of a split that this key tells from all others of the state. A path may pass several points of comparison without a
    /// decision, and the key may name a split at each: so the decision also says how many it came to since the decision before.
    Split { point: u8, key: u32, case: u8, is_branch: bool },
    /// A part of what is kept of a state that was generalised. The first says how many follow, the second at which point of
    /// comparison since the decision before, and what the others say is up to whoever generalised it.
    Generalized(u32),
}

impl Decision {
    /// Keys of splits are less than this.
    pub const MOST_SPLIT_KEYS: u32 = 1 << KEY_BITS;
    /// Cases of a split.
    pub const MOST_SPLIT_CASES: u8 = 4;

    /// As a number. The order of the numbers is that of the decisions.
    pub fn code(self) -> u64 {
        match self {
            Decision::Alternative { number, is_branch } => u64::from(number) << 1 | u64::from(is_branch),
            Decision::Joined(number) => JOINED | u64::from(number),
            Decision::Split { point, key, case, is_branch } => {
                let number = u64::from(point) << KEY_BITS | u64::from(key);
                SPLIT | number << 3 | u64::from(case) << 1 | u64::from(is_branch)
            }
            Decision::Generalized(part) => GENERALIZED | u64::from(part),
        }
    }

    /// The decision with this number, if there is one.
    pub fn from_code(code: u64) -> Option<Decision> {
        let is_branch = code & 1 == 1;
        let rest = code & !KIND;
        match code & KIND {
            JOINED => Some(Decision::Joined(u32::try_from(rest).ok()?)),
            SPLIT => {
                let point = u8::try_from(rest >> 3 >> KEY_BITS).ok()?;
                let key = (rest >> 3) as u32 % Decision::MOST_SPLIT_KEYS;
                Some(Decision::Split { point, key, case: (rest >> 1) as u8 & 3, is_branch })
            }
            GENERALIZED => Some(Decision::Generalized(u32::try_from(rest).ok()?)),
            _ => Some(Decision::Alternative { number: u32::try_from(rest >> 1).ok()?, is_branch }),
        }
    }
}

/// What a key of a split takes.
const KEY_BITS: u32 = 28;

/// Where a number says which kind of decision it is.
const KIND: u64 = 3 << 62;
const JOINED: u64 = 1 << 62;
const SPLIT: u64 = 2 << 62;
const GENERALIZED: u64 = 3 << 62;

impl fmt::Display for Decision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |is_branch: bool| if is_branch { "+" } else { "" };
        match *self {
            Decision::Alternative { number, is_branch } => write!(formatter, "{number}{}", mark(is_branch)),
            Decision::Joined(number) => write!(formatter, "j{number}"),
            Decision::Split { point, key, case, is_branch } => {
                write!(formatter, "s{key}@{point}/{case}{}", mark(is_branch))
            }
            Decision::Generalized(part) => write!(formatter, "g{part:x}"),
        }
    }
}

/// A text that is no decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoDecision(String);

impl fmt::Display for NoDecision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "'{}' is not a decision", self.0)
    }
}

impl FromStr for Decision {
    type Err = NoDecision;

    fn from_str(text: &str) -> Result<Decision, NoDecision> {
        let parsed = || {
            let (rest, is_branch) = match text.strip_suffix('+') {
                Some(rest) => (rest, true),
                None => (text, false),
            };
            match rest.split_at_checked(1)? {
                ("j", number) if !is_branch => Some(Decision::Joined(number.parse().ok()?)),
                ("s", rest) => {
                    let (key, rest) = rest.split_once('@')?;
                    let (point, case) = rest.split_once('/')?;
                    let (point, key, case) = (point.parse().ok()?, key.parse().ok()?, case.parse().ok()?);
                    let is_small = key < Decision::MOST_SPLIT_KEYS && case < Decision::MOST_SPLIT_CASES;
                    is_small.then_some(Decision::Split { point, key, case, is_branch })
                }
                ("g", part) if !is_branch => Some(Decision::Generalized(u32::from_str_radix(part, 16).ok()?)),
                _ => Some(Decision::Alternative { number: rest.parse().ok()?, is_branch }),
            }
        };
        parsed().ok_or_else(|| NoDecision(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_read_as_they_are_written() {
        for number in [0, 1, 7, 4_000_000_000] {
            for is_branch in [false, true] {
                let point = number as u8;
                let key = number % Decision::MOST_SPLIT_KEYS;
                let split = Decision::Split { point, key, case: 2, is_branch };
                let others = [Decision::Joined(number), Decision::Generalized(number)];
                for decision in [Decision::Alternative { number, is_branch }, split].into_iter().chain(others) {
                    assert_eq!(decision.to_string().parse(), Ok(decision));
                    assert_eq!(Decision::from_code(decision.code()), Some(decision));
                }
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "+", "-1", "j", "j1+", "s1", "s1/", "s/1", "gx", "g1+", "x3", "3 ", "99999999999", "é1"] {
            assert_eq!(text.parse::<Decision>(), Err(NoDecision(text.to_string())), "{text}");
        }
    }

    #[test]
    fn forks_stay_cheap() {
        assert_eq!(size_of::<Decision>(), 8);
    }
}
