//! Verdicts of a suite, counted.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::causes;

/// What became of one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    /// As expected.
    Right,
    /// As expected, given a convention of the other tool's; which.
    RightBy(String),
    /// No verdict, or a weaker one; why.
    Undecided(String),
    /// The opposite of what is expected; what was said.
    Wrong(String),
    /// The expectation is about something else than Java's semantics; what.
    NotComparable(String),
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
        Judgement::RightBy(convention) => format!("right, {convention}"),
        Judgement::Undecided(why) => format!("undecided: {why}"),
        Judgement::Wrong(what) => what.clone(),
        Judgement::NotComparable(what) => format!("not comparable: {what}"),
    }
}

fn line(cases: &[&Judged]) -> String {
    let count = |wanted: fn(&Judgement) -> bool| cases.iter().filter(|case| wanted(&case.judgement)).count();
    let right = count(|judgement| matches!(judgement, Judgement::Right | Judgement::RightBy(_)));
    let wrong = count(|judgement| matches!(judgement, Judgement::Wrong(_)));
    let undecided = count(|judgement| matches!(judgement, Judgement::Undecided(_)));
    let comparable = right + wrong + undecided;
    let decided = 100.0 * (right + wrong) as f64 / comparable.max(1) as f64;
    format!(
        "{} programs, {right} right, {wrong} wrong, {undecided} undecided, {} not comparable: {decided:.1} % decided",
        cases.len(),
        cases.len() - comparable
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
