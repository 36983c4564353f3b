//! Verdicts of a suite, counted.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

use super::answer;
use crate::causes;

/// What became of one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// As expected.
    Right,
    /// As expected, with a reservation; which.
    RightBy(String),
    /// No verdict, or a weaker one; why.
    Undecided(String),
    /// The opposite of what is expected; what was said.
    Wrong(String),
    /// A proof where a failure is expected, for a cause that can be read off the test; which.
    ExcusedProof(String),
    /// A failure that is not expected and that the JVM confirms, or a test that asks about something else than Java; which.
    NotComparable(String),
}

impl Judgement {
    /// Violations that are not expected. The JVM is asked first: one that it does not confirm is wrong, whatever it looks
    /// like. How confirmed ones come to differ from the expectation is told by `difference`.
    pub(super) fn of_unexpected(
        violations: &[Value],
        expected: &str,
        difference: impl FnOnce() -> String,
    ) -> Judgement {
        let unconfirmed: Vec<&Value> = violations.iter().filter(|violation| !answer::is_confirmed(violation)).collect();
        match unconfirmed.is_empty() {
            true => Judgement::NotComparable(format!("the JVM confirms {}", difference())),
            false => Judgement::Wrong(format!("expected {expected}, found {}", answer::places(unconfirmed))),
        }
    }

    /// A proof where a failure is expected. An excuse is a fact about the test: an annotation that only the other tool
    /// obeys, or that it has one execution, which the JVM confirms.
    pub(super) fn of_unexpected_proof(expected: &str, excuse: Option<String>) -> Judgement {
        match excuse {
            Some(excuse) => Judgement::ExcusedProof(excuse),
            None => Judgement::Wrong(format!("expected {expected}, proved")),
        }
    }
}

/// A program that was run.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) name: String,
    /// A part of the suite that is counted by itself.
    pub(super) group: String,
    pub(super) judgement: Judgement,
    pub(super) time: Duration,
}

/// Prints everything and tells whether nothing was wrong.
pub(super) fn print(judged: &[Judged], verbose: bool, cpu: Option<Duration>, wall: Duration) -> bool {
    if verbose {
        for case in judged {
            println!("{:8.2}s  {}  {}", case.time.as_secs_f64(), case.name, describe(&case.judgement));
        }
    }
    let wrong: Vec<&Judged> = judged.iter().filter(|case| matches!(case.judgement, Judgement::Wrong(_))).collect();
    for case in &wrong {
        println!("WRONG  {}: {}", case.name, describe(&case.judgement));
    }
    for case in judged.iter().filter(|case| matches!(case.judgement, Judgement::ExcusedProof(_))) {
        println!("EXCUSED  {}: {}", case.name, describe(&case.judgement));
    }
    counted("right, with a reservation", judged, |judgement| match judgement {
        Judgement::RightBy(reservation) => Some(reservation.clone()),
        _ => None,
    });
    counted("not comparable", judged, |judgement| match judgement {
        Judgement::NotComparable(what) => Some(what.clone()),
        _ => None,
    });
    counted("undecided, by cause", judged, |judgement| match judgement {
        Judgement::Undecided(why) => Some(causes::general(why)),
        _ => None,
    });
    let mut groups: Vec<&str> = judged.iter().map(|case| case.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let cases: Vec<&Judged> = judged.iter().filter(|case| case.group == group).collect();
        println!("{group}: {}", line(&cases));
    }
    let mut times: Vec<Duration> = judged.iter().map(|case| case.time).collect();
    times.sort();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let longest = times.last().copied().unwrap_or_default();
    let cpu = cpu.map_or("unknown".to_string(), |cpu| format!("{:.0} s", cpu.as_secs_f64()));
    println!(
        "{} programs, {} wrong; median {:.2} s, longest {:.1} s, {cpu} of CPU time, {:.0} s in all",
        judged.len(),
        wrong.len(),
        median.as_secs_f64(),
        longest.as_secs_f64(),
        wall.as_secs_f64()
    );
    wrong.is_empty()
}

fn describe(judgement: &Judgement) -> String {
    match judgement {
        Judgement::Right => "right".to_string(),
        Judgement::RightBy(reservation) => format!("right, {reservation}"),
        Judgement::Undecided(why) => format!("undecided: {why}"),
        Judgement::Wrong(what) => what.clone(),
        Judgement::ExcusedProof(excuse) => format!("proved, a failure is expected: {excuse}"),
        Judgement::NotComparable(what) => format!("not comparable: {what}"),
    }
}

fn line(cases: &[&Judged]) -> String {
    let count = |wanted: fn(&Judgement) -> bool| cases.iter().filter(|case| wanted(&case.judgement)).count();
    let right = count(|judgement| matches!(judgement, Judgement::Right | Judgement::RightBy(_)));
    let wrong = count(|judgement| matches!(judgement, Judgement::Wrong(_)));
    let undecided = count(|judgement| matches!(judgement, Judgement::Undecided(_)));
    let excused = count(|judgement| matches!(judgement, Judgement::ExcusedProof(_)));
    let comparable = right + wrong + undecided;
    let decided = 100.0 * (right + wrong) as f64 / comparable.max(1) as f64;
    format!(
        "{} programs, {right} right, {wrong} wrong, {excused} proofs excused, {undecided} undecided, {} not comparable: \
         {decided:.1} % decided",
        cases.len(),
        cases.len() - comparable - excused
    )
}

fn counted(heading: &str, judged: &[Judged], cause: impl Fn(&Judgement) -> Option<String>) {
    let mut causes: BTreeMap<String, (usize, &str)> = BTreeMap::new();
    for case in judged {
        if let Some(cause) = cause(&case.judgement) {
            causes.entry(cause).or_insert((0, &case.name)).0 += 1;
        }
    }
    let mut causes: Vec<(String, (usize, &str))> = causes.into_iter().collect();
    causes.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
    if !causes.is_empty() {
        println!("{heading}:");
    }
    for (cause, (count, example)) in causes {
        println!("  {count:4}  {cause}   e.g. {example}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn violation(replay: &str) -> Value {
        json!({"kind": "AssertionError", "class": "A", "method": "f", "line": 7, "replay": replay,
               "inputs": {"a": {"ref": 1}}, "heap": [{"id": 1, "class": "int[]", "length": 1000}]})
    }

    #[test]
    fn what_the_jvm_does_not_confirm_is_wrong_whatever_it_looks_like() {
        let judge = |replays: &[&str]| {
            let violations: Vec<Value> = replays.iter().map(|replay| violation(replay)).collect();
            Judgement::of_unexpected(&violations, "no failure", || "a long array".to_string())
        };
        let wrong = Judgement::Wrong("expected no failure, found AssertionError at A.f:7 (unavailable)".to_string());
        assert_eq!(judge(&["unavailable"]), wrong);
        assert_eq!(judge(&["confirmed", "unavailable"]), wrong);
        assert!(matches!(judge(&["diverged"]), Judgement::Wrong(_)));
        assert_eq!(judge(&["confirmed"]), Judgement::NotComparable("the JVM confirms a long array".to_string()));
    }

    #[test]
    fn proofs_against_the_expectation_have_a_column_of_their_own() {
        let excused = Judgement::of_unexpected_proof("a failure", Some("--unwind".to_string()));
        assert_eq!(excused, Judgement::ExcusedProof("--unwind".to_string()));
        let wrong = Judgement::of_unexpected_proof("a failure", None);
        assert_eq!(wrong, Judgement::Wrong("expected a failure, proved".to_string()));
        let judged = |judgement| Judged { name: String::new(), group: String::new(), judgement, time: Duration::ZERO };
        let cases = [judged(Judgement::Right), judged(excused), judged(wrong)];
        let line = line(&cases.iter().collect::<Vec<_>>());
        assert_eq!(
            line,
            "3 programs, 1 right, 1 wrong, 1 proofs excused, 0 undecided, 0 not comparable: 100.0 % decided"
        );
    }
}
