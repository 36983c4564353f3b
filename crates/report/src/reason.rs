//! Why a verdict is not stronger: a closed list of causes, each with its code, its effect on the verdict, and its sentence.
//!
//! Who finds a cause adds it as data. Nobody decides anything by a sentence: these are made here, for people.

use std::time::Duration;

/// What a cause does to the verdict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum VerdictEffect {
    /// Something was not explored on account of a bound: `bounded` at best.
    Bound,
    /// Something was given up: `inconclusive` at best.
    GaveUp,
    /// Everything was explored, and no input satisfies what is assumed: `inconclusive`, for it would hold of any program.
    Vacuous,
}

impl VerdictEffect {
    /// As JSON calls it.
    pub fn word(self) -> &'static str {
        match self {
            VerdictEffect::Bound => "bound",
            VerdictEffect::GaveUp => "gave_up",
            VerdictEffect::Vacuous => "vacuous",
        }
    }
}

/// A number that a search keeps to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bound {
    Depth,
    Objects,
    Branches,
    Choices,
    Unwind,
    Effort,
    StringLength,
    CollectionSize,
}

/// What is said of a bound that cut something. `N` stands for its value.
struct BoundRow {
    bound: Bound,
    code: &'static str,
    /// If the user chose it.
    chosen: &'static str,
    /// If the search did.
    own: &'static str,
}

const BOUNDS: [BoundRow; 8] = [
    BoundRow {
        bound: Bound::Depth,
        code: "bound.depth",
        chosen: "--depth N kept unknown objects from being created",
        own: "unknown objects beyond depth N were not created",
    },
    BoundRow {
        bound: Bound::Objects,
        code: "bound.objects",
        chosen: "--objects N kept unknown objects from being created",
        own: "more than N unknown objects were not created",
    },
    BoundRow {
        bound: Bound::Branches,
        code: "bound.max-branches",
        chosen: "--max-branches N cut paths",
        own: "paths of more than N tests were not followed to their end",
    },
    BoundRow {
        bound: Bound::Choices,
        code: "bound.max-choices",
        chosen: "--max-choices N cut paths",
        own: "paths of more than N choices were not followed to their end",
    },
    BoundRow {
        bound: Bound::Unwind,
        code: "bound.unwind",
        chosen: "--unwind N cut loops",
        own: "loops were followed no more than N times",
    },
    BoundRow {
        bound: Bound::Effort,
        code: "bound.effort",
        chosen: "paths that go on for long without an end were not followed to it",
        own: "paths that go on for long without an end were not followed to it",
    },
    BoundRow {
        bound: Bound::StringLength,
        code: "bound.string-length",
        chosen: "--string-length N kept longer strings from being looked into",
        own: "strings of more than N characters were not looked into",
    },
    BoundRow {
        bound: Bound::CollectionSize,
        code: "bound.collection-size",
        chosen: "--collection-size N kept larger collections and those of less usual classes from being built",
        own: "collections of more than N elements and those of less usual classes were not built",
    },
];

impl Bound {
    fn row(self) -> &'static BoundRow {
        BOUNDS.iter().find(|row| row.bound == self).expect("every bound has its row")
    }
}

/// Why the search for violations in other places ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ended {
    /// By the first violation, as the user wants it.
    First,
    /// Some time after the first violation.
    Usual,
    /// With the time.
    Time,
}

/// Why what was predicted does not count as a violation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Contradiction {
    Diverged,
    Unbuildable,
    GuessDiverged,
    GuessUnconfirmed,
}

/// A cause; its text parameters are names and phrases, never the base of a decision.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    Bound {
        bound: Bound,
        value: u64,
        is_chosen: bool,
    },
    /// Objects below the library's classes are as its constructors leave them.
    LibraryPart,
    /// Objects of a type that nothing makes: a sentence that names those that were tried.
    NotMade(String),
    /// A violation of this kind needs an array or a string of more than this many elements.
    GiantInput {
        kind: String,
        more_than: u32,
    },
    /// Long waits are not over while other threads can go on.
    LongWait,
    /// Violations in other places were no longer looked for.
    SearchEnded(Ended),
    /// Abstract matching pruned this many states.
    Pruned(u64),
    /// Whether a covered state ends was not looked at (`--report endless`).
    EndUnknown,
    /// Recursive calls were looked at by themselves: how many there are at a time was not.
    StackDepth,
    /// Only some of the inputs were tried.
    Sampled,
    /// Only the path that the user named was followed.
    OnePath,
    Time(Option<Duration>),
    Memory,
    /// A solver gave up; a phrase.
    Solver(String),
    /// Something the machine cannot do; a phrase such as `native method X.y`.
    Unsupported(String),
    /// A generalised state reaches a violation of this kind, on this path.
    Suspected {
        kind: String,
        path: String,
    },
    /// States grow without end, and nothing takes them together.
    Diverged,
    /// A proof that was looked at once more (`--recheck`) and does not stand, or of which nobody can tell; a phrase.
    NotRechecked(String),
    /// An error of our own; what it said.
    Internal(Option<String>),
    /// A technique that can only show that there is no violation did not.
    NotShown,
    /// Nothing else was known when the search was told to stop.
    Stopped,
    /// A class that is needed was not found.
    ClassMissing(String),
    /// What was predicted of this kind, and what a JVM says of it.
    Contradicted {
        kind: String,
        how: Contradiction,
    },
    /// No input satisfies the precondition.
    Vacuous,
}

/// What is the same for all causes of a code, for the table in the documentation.
pub struct CodeRow {
    pub code: &'static str,
    pub effect: VerdictEffect,
    pub meaning: &'static str,
}

impl Cause {
    /// A stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Cause::Bound { bound, .. } => bound.row().code,
            Cause::LibraryPart => "bound.library-part",
            Cause::NotMade(_) => "bound.not-made",
            Cause::GiantInput { .. } => "bound.giant-input",
            Cause::LongWait => "bound.long-wait",
            Cause::SearchEnded(_) => "bound.search-ended",
            Cause::Pruned(_) => "bound.pruned",
            Cause::EndUnknown => "bound.end-unknown",
            Cause::StackDepth => "bound.stack-depth",
            Cause::Sampled => "bound.sampled",
            Cause::OnePath => "bound.one-path",
            Cause::Time(_) => "time",
            Cause::Memory => "memory",
            Cause::Solver(_) => "solver",
            Cause::Unsupported(_) => "unsupported",
            Cause::Suspected { .. } => "suspected",
            Cause::Diverged => "diverged",
            Cause::NotRechecked(_) => "not-rechecked",
            Cause::Internal(_) => "internal",
            Cause::NotShown => "not-shown",
            Cause::Stopped => "stopped",
            Cause::ClassMissing(_) => "class-missing",
            Cause::Contradicted { how: Contradiction::Unbuildable, .. } => "replay.unbuildable",
            Cause::Contradicted { how: Contradiction::GuessUnconfirmed, .. } => "replay.unconfirmed",
            Cause::Contradicted { .. } => "replay.diverged",
            Cause::Vacuous => "vacuous",
        }
    }

    pub fn effect(&self) -> VerdictEffect {
        let code = self.code();
        CODES.iter().find(|row| row.code == code).expect("every code has its row").effect
    }

    /// The path that shows it, as `--path` takes it, where there is one.
    pub fn path(&self) -> Option<&str> {
        match self {
            Cause::Suspected { path, .. } => Some(path),
            _ => None,
        }
    }

    /// A sentence without a full stop.
    pub fn sentence(&self) -> String {
        match self {
            Cause::Bound { bound, value, is_chosen } => {
                let row = bound.row();
                let words = if *is_chosen { row.chosen } else { row.own };
                words.replace('N', &value.to_string())
            }
            Cause::LibraryPart => {
                "objects below the library's classes were only tried as its constructors leave them".to_string()
            }
            Cause::NotMade(what) => what.clone(),
            Cause::GiantInput { kind, more_than } => {
                format!("{kind} only with an array or a string of more than {more_than} elements")
            }
            Cause::LongWait => {
                "sleeps and waits of 10 s or more were taken not to be over while other threads can go on".to_string()
            }
            Cause::SearchEnded(Ended::First) => "the search was ended by the first violation (--first)".to_string(),
            Cause::SearchEnded(Ended::Usual) => {
                "the search for violations in other places was ended (--keep-looking goes on)".to_string()
            }
            Cause::SearchEnded(Ended::Time) => {
                "the search for violations in other places did not come to its end".to_string()
            }
            Cause::Pruned(1) => "abstract matching pruned 1 state (may miss behaviours)".to_string(),
            Cause::Pruned(states) => format!("abstract matching pruned {states} states (may miss behaviours)"),
            Cause::EndUnknown => "states were covered by earlier ones: that every loop ends was not shown".to_string(),
            Cause::StackDepth => "how deep the recursion goes is not bounded: the stack may overflow".to_string(),
            Cause::OnePath => "only the path that --path names was followed".to_string(),
            Cause::Sampled => "only some inputs were tried, chosen at random".to_string(),
            Cause::Time(Some(limit)) if limit.is_zero() => "no time was left".to_string(),
            Cause::Time(Some(limit)) => format!("the time limit of {limit:.1?} was reached"),
            Cause::Time(None) => "the time limit was reached".to_string(),
            Cause::Memory => "the memory limit was reached".to_string(),
            Cause::Solver(what) => what.clone(),
            Cause::Unsupported(what) => format!("unsupported: {what}"),
            Cause::Suspected { kind, .. } => format!("{kind} may be possible: a generalised state reaches it"),
            Cause::Diverged => "states come here again and again that nothing takes together".to_string(),
            Cause::NotRechecked(what) => format!("a proof does not stand when it is looked at once more: {what}"),
            Cause::Internal(Some(said)) => format!("an internal error lost part of the search: {said}"),
            Cause::Internal(None) => "an internal error lost part of the search".to_string(),
            Cause::NotShown => "the technique could not show that there is no violation".to_string(),
            Cause::Stopped => "the search was stopped".to_string(),
            Cause::ClassMissing(class) => format!("class {class}, which it needs, was not found"),
            Cause::Contradicted { kind, how } => {
                let how = match how {
                    Contradiction::Diverged => "was predicted, but the JVM does something else",
                    Contradiction::Unbuildable => "was predicted for an input that the JVM cannot be given",
                    Contradiction::GuessDiverged => "was a guess, and the JVM does something else",
                    Contradiction::GuessUnconfirmed => "is a guess that no JVM confirmed",
                };
                format!("{kind} {how}")
            }
            Cause::Vacuous => "no input that was tried satisfies the precondition".to_string(),
        }
    }

    /// As a reason that has no place of its own.
    pub fn times(self, count: u64) -> Reason {
        Reason { cause: self, place: String::new(), count }
    }
}

/// All codes: what each does to the verdict is stated here and nowhere else.
pub const CODES: [CodeRow; 33] = [
    row(
        "bound.depth",
        VerdictEffect::Bound,
        "`--depth`, or the depth that deepening came to, kept unknown objects from being created",
    ),
    row("bound.objects", VerdictEffect::Bound, "`--objects` kept unknown objects from being created"),
    row("bound.max-branches", VerdictEffect::Bound, "paths with more tests were not followed to their end"),
    row("bound.max-choices", VerdictEffect::Bound, "paths with more choices were not followed to their end"),
    row("bound.unwind", VerdictEffect::Bound, "`--unwind` cut loops"),
    row("bound.effort", VerdictEffect::Bound, "paths that go on for long were not followed to their end"),
    row("bound.string-length", VerdictEffect::Bound, "longer strings were not looked into"),
    row(
        "bound.collection-size",
        VerdictEffect::Bound,
        "larger collections, and those of less usual classes, were not built",
    ),
    row(
        "bound.library-part",
        VerdictEffect::Bound,
        "inputs below a class of the library are as its constructors leave them",
    ),
    row(
        "bound.not-made",
        VerdictEffect::Bound,
        "only some objects of a library type were tried; the sentence says which",
    ),
    row("bound.giant-input", VerdictEffect::Bound, "a violation needs a larger array or string than a JVM is given"),
    row(
        "bound.long-wait",
        VerdictEffect::Bound,
        "long sleeps and waits were taken not to be over while other threads can go on",
    ),
    row("bound.search-ended", VerdictEffect::Bound, "after a violation, others may be missing"),
    row("bound.pruned", VerdictEffect::Bound, "`--match abstract` pruned states that may differ from those explored"),
    row(
        "bound.end-unknown",
        VerdictEffect::Bound,
        "under `--report endless`: covered states were pruned, so loops may have no end",
    ),
    row(
        "bound.stack-depth",
        VerdictEffect::Bound,
        "recursive calls were looked at by themselves, and the stack may overflow",
    ),
    row("bound.sampled", VerdictEffect::Bound, "only some inputs were tried"),
    row("bound.one-path", VerdictEffect::Bound, "`--path` names the only path that was followed"),
    row("time", VerdictEffect::GaveUp, "the time limit was reached"),
    row("memory", VerdictEffect::GaveUp, "the memory limit was reached"),
    row("solver", VerdictEffect::GaveUp, "a solver did not decide whether a path is possible"),
    row("unsupported", VerdictEffect::GaveUp, "a path met something that is not supported; the sentence says what"),
    row("suspected", VerdictEffect::GaveUp, "a generalised state reaches a violation, but no execution was found"),
    row(
        "diverged",
        VerdictEffect::GaveUp,
        "a search that goes on from generalised states came to a place again and again with states that it could not take together",
    ),
    row(
        "not-rechecked",
        VerdictEffect::GaveUp,
        "a proof that was looked at once more (`--recheck`) does not stand, or of which nobody can tell",
    ),
    row("internal", VerdictEffect::GaveUp, "an error of lazuli's own"),
    row("not-shown", VerdictEffect::GaveUp, "a technique that only shows that there is no violation did not succeed"),
    row("stopped", VerdictEffect::GaveUp, "the search was told to stop"),
    row("class-missing", VerdictEffect::GaveUp, "a class that is needed was not found"),
    row("replay.diverged", VerdictEffect::GaveUp, "a JVM does not do what was predicted: a defect of lazuli's"),
    row(
        "replay.unbuildable",
        VerdictEffect::GaveUp,
        "a JVM cannot be given the input that was predicted: a defect of lazuli's",
    ),
    row("replay.unconfirmed", VerdictEffect::GaveUp, "what may or may not be a violation was not confirmed by a JVM"),
    row("vacuous", VerdictEffect::Vacuous, "no input that was tried satisfies what is assumed, so nothing was checked"),
];

const fn row(code: &'static str, effect: VerdictEffect, meaning: &'static str) -> CodeRow {
    CodeRow { code, effect, meaning }
}

/// One entry of a target's `reasons`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reason {
    pub cause: Cause,
    /// `Class.method:line`, empty if it has no place.
    pub place: String,
    /// How often.
    pub count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_a_row_and_a_sentence() {
        let bounds = BOUNDS
            .iter()
            .flat_map(|row| [true, false].map(|is_chosen| Cause::Bound { bound: row.bound, value: 3, is_chosen }));
        let contradictions = [
            Contradiction::Diverged,
            Contradiction::Unbuildable,
            Contradiction::GuessDiverged,
            Contradiction::GuessUnconfirmed,
        ];
        let contradictions = contradictions.map(|how| Cause::Contradicted { kind: "Error".to_string(), how });
        let others = [
            Cause::LibraryPart,
            Cause::NotMade("of X only Y were tried".to_string()),
            Cause::GiantInput { kind: "NegativeArraySizeException".to_string(), more_than: 3 },
            Cause::LongWait,
            Cause::SearchEnded(Ended::First),
            Cause::Pruned(2),
            Cause::EndUnknown,
            Cause::StackDepth,
            Cause::Sampled,
            Cause::OnePath,
            Cause::Time(Some(Duration::from_secs(1))),
            Cause::Memory,
            Cause::Solver("gave up".to_string()),
            Cause::Unsupported("native method X.y".to_string()),
            Cause::Suspected { kind: "AssertionError".to_string(), path: String::new() },
            Cause::Diverged,
            Cause::NotRechecked("it took too long".to_string()),
            Cause::Internal(None),
            Cause::NotShown,
            Cause::Stopped,
            Cause::ClassMissing("p.C".to_string()),
            Cause::Vacuous,
        ];
        let mut codes: Vec<&str> = Vec::new();
        for cause in bounds.chain(contradictions).chain(others) {
            assert!(!cause.sentence().is_empty() && !cause.sentence().ends_with('.'), "{cause:?}");
            let _ = cause.effect();
            codes.push(cause.code());
        }
        for row in &CODES {
            assert!(codes.contains(&row.code), "no cause has the code {}", row.code);
        }
    }

    #[test]
    fn sentences_of_bounds_name_their_value() {
        let cause = |is_chosen| Cause::Bound { bound: Bound::Depth, value: 3, is_chosen };
        assert_eq!(cause(true).sentence(), "--depth 3 kept unknown objects from being created");
        assert_eq!(cause(false).sentence(), "unknown objects beyond depth 3 were not created");
    }
}
