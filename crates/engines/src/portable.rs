//! A path as a text that says all one needs to follow it again: `exact summary depth=3 strings=8 collections=1: 0+ 1 0*4`.
//!
//! In front of the colon is who explored it and within which bounds of the input, which decide what the alternatives of a fork are;
//! behind it are the decisions, with a number of repetitions where several are the same.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use machine::machine::{Contended, MachineConfig};
use machine::state::Decision;

/// Who explores.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Explorer {
    /// As `--technique` names it.
    pub technique: &'static str,
    /// As `--heap` names it.
    pub heap: &'static str,
}

/// A path that somebody wants to see again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortablePath {
    pub technique: String,
    pub heap: String,
    settings: Vec<(String, String)>,
    pub decisions: Vec<Decision>,
}

const DEPTH: &str = "depth";
const STRINGS: &str = "strings";
const COLLECTIONS: &str = "collections";
const CONTENDED: &str = "contended";
const TIME_FREE: &str = "time-free";
const JOIN: &str = "join";
const REQUIRES_FIRST: &str = "requires-first";
const COMPOSE: &str = "compose";

/// The text of a path.
pub(crate) fn write(explorer: Explorer, config: &MachineConfig, decisions: &[Decision]) -> String {
    let mut text = format!("{} {}", explorer.technique, explorer.heap);
    let numbers = [(DEPTH, config.depth), (STRINGS, config.string_length), (COLLECTIONS, config.collection_size)];
    for (name, value) in numbers {
        if let Some(value) = value {
            let _ = write!(text, " {name}={value}");
        }
    }
    if let Contended::Only(names) = &config.contended {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let _ = write!(text, " {CONTENDED}={}", names.join(","));
    }
    if config.is_time_free {
        let _ = write!(text, " {TIME_FREE}=yes");
    }
    if config.join_branches {
        let _ = write!(text, " {JOIN}=yes");
    }
    if config.requires_first {
        let _ = write!(text, " {REQUIRES_FIRST}=yes");
    }
    if config.compose {
        let _ = write!(text, " {COMPOSE}=yes");
    }
    text.push(':');
    for run in decisions.chunk_by(|one, other| one == other) {
        let _ = match run {
            [decision] => write!(text, " {decision}"),
            several => write!(text, " {}*{}", several[0], several.len()),
        };
    }
    text
}

/// Decisions that one path may have.
const MOST_DECISIONS: usize = 1 << 24;

impl PortablePath {
    /// What a text says, or why it says nothing.
    pub fn parse(text: &str) -> Result<PortablePath, String> {
        let (head, tail) = text.split_once(':').ok_or("a path has a colon in front of its decisions")?;
        let mut words = head.split_whitespace();
        let (Some(technique), Some(heap)) = (words.next(), words.next()) else {
            return Err("a path begins with a technique and a heap model".to_string());
        };
        let mut settings = Vec::new();
        for word in words {
            let (name, value) = word.split_once('=').ok_or_else(|| format!("'{word}' is no setting of a path"))?;
            let is_number = value.parse::<u32>().is_ok();
            match name {
                DEPTH | STRINGS | COLLECTIONS if is_number => {}
                CONTENDED | TIME_FREE | JOIN | REQUIRES_FIRST | COMPOSE => {}
                _ => return Err(format!("'{word}' is no setting of a path")),
            }
            settings.push((name.to_string(), value.to_string()));
        }
        let mut decisions = Vec::new();
        for word in tail.split_whitespace() {
            let (decision, times) = match word.split_once('*') {
                Some((decision, times)) => {
                    (decision, times.parse::<usize>().map_err(|_| format!("'{word}' is not a decision"))?)
                }
                None => (word, 1),
            };
            let decision: Decision = decision.parse().map_err(|error: machine::state::NoDecision| error.to_string())?;
            if times > MOST_DECISIONS - decisions.len() {
                return Err("the path has too many decisions".to_string());
            }
            decisions.extend(std::iter::repeat_n(decision, times));
        }
        Ok(PortablePath { technique: technique.to_string(), heap: heap.to_string(), settings, decisions })
    }

    /// The configuration of a machine with which the path can be followed: no bound ends it.
    pub(crate) fn applied_to(&self, config: &MachineConfig) -> MachineConfig {
        let mut config = config.clone();
        (config.max_branches, config.max_choices, config.max_effort, config.unwind) = (None, None, None, None);
        (config.depth, config.string_length, config.collection_size) = (None, None, None);
        config.contended = Contended::All;
        for (name, value) in &self.settings {
            let number = value.parse().ok();
            match name.as_str() {
                DEPTH => config.depth = number,
                STRINGS => config.string_length = number,
                COLLECTIONS => config.collection_size = number,
                TIME_FREE => config.is_time_free = true,
                JOIN => config.join_branches = true,
                REQUIRES_FIRST => config.requires_first = true,
                COMPOSE => config.compose = true,
                _ => {
                    let names: BTreeSet<String> =
                        value.split(',').filter(|name| !name.is_empty()).map(str::to_string).collect();
                    config.contended = Contended::Only(Arc::new(names));
                }
            }
        }
        config
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_written() {
        let config = MachineConfig {
            depth: Some(3),
            string_length: Some(8),
            contended: Contended::Only(Arc::new(BTreeSet::from(["A.x".to_string(), "B.y".to_string()]))),
            ..MachineConfig::default()
        };
        let branch = Decision::Alternative { number: 1, is_branch: true };
        let decisions = [branch, branch, branch, Decision::Joined(2)];
        let text = write(Explorer { technique: "exact", heap: "summary" }, &config, &decisions);
        assert_eq!(text, "exact summary depth=3 strings=8 contended=A.x,B.y: 1+*3 j2");
        let path = PortablePath::parse(&text).unwrap();
        assert_eq!(
            (path.technique.as_str(), path.heap.as_str(), &path.decisions[..]),
            ("exact", "summary", &decisions[..])
        );
        let applied = path.applied_to(&MachineConfig { max_choices: Some(1), ..MachineConfig::default() });
        assert_eq!((applied.depth, applied.string_length, applied.max_choices), (Some(3), Some(8), None));
        assert_eq!(applied.contended, config.contended);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "exact: 1",
            "exact lazy 1",
            "exact lazy x: 1",
            "exact lazy depth=a: 1",
            "exact lazy: x",
            "exact lazy: 1*x",
            "exact lazy: 1*99999999999",
        ] {
            assert!(PortablePath::parse(text).is_err(), "{text}");
        }
    }
}
