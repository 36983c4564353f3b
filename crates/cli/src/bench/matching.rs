//! The published experiments with abstract matching (document A, section 7), ours beside theirs.
//!
//! Comparisons are counted in the loops of the method itself: those of the precondition and of the final check are not in
//! the published counts either.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use clap::Parser;
use engines::reached::{MatchCounts, MatchTime};
use report::data::{InputContent, Target};
use report::reason::Cause;
use report::verdict::Verdict;
use serde_json::json;

use super::Tables;
use super::table::{aligned, seconds};
use crate::args::{BenchArgs, Command, CommandLine};
use crate::check::{self, Found};
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use jvm::JdkHome;

const SOURCES: [(&str, &str); 5] = [
    ("ListPartition.java", include_str!("../../../../benches/programs/matching/ListPartition.java")),
    ("ArrayPartition.java", include_str!("../../../../benches/programs/matching/ArrayPartition.java")),
    ("Find.java", include_str!("../../../../benches/programs/matching/Find.java")),
    ("AcyclicPartition.java", include_str!("../../../../benches/programs/matching/AcyclicPartition.java")),
    ("AcyclicFind.java", include_str!("../../../../benches/programs/matching/AcyclicFind.java")),
];

/// Seconds that a search without abstraction gets to show that it does not end.
const ENDLESS: &str = "1s";

/// What a search should take.
const TIME_GOAL: f64 = 0.3;
/// What one comparison, and its walk over heaps, should take at the median.
const CHECK_GOAL: f64 = 50e-6;
const SHAPE_GOAL: f64 = 5e-6;

/// One experiment.
struct Experiment {
    entry: &'static str,
    requires: Option<&'static str>,
    matching: &'static str,
    /// Further options of the search.
    options: &'static [&'static str],
    /// What must come out.
    expected: Verdict,
    published: &'static str,
    /// What comes out of it here, if that is more than a verdict: any other count is wrong.
    ours: Option<&'static str>,
    /// Whether the time and the cost of comparisons have goals.
    has_goals: bool,
}

const fn experiment(entry: &'static str, matching: &'static str, expected: Verdict) -> Experiment {
    Experiment { entry, requires: None, matching, options: &[], expected, published: "", ours: None, has_goals: false }
}

const ARRAY: Option<&str> = Some("ArrayPartition.moreThanTwo");

const ACYCLIC: Option<&str> = Some("AcyclicPartition.acyclic");

/// Index variables are roots at cells that were accessed, as in the paper.
const ACCESSED: &[&str] = &["--array-roots", "accessed"];

/// Lists of at most six nodes.
const SIX_NODES: &[&str] = &["--depth", "6"];

const EXPERIMENTS: [Experiment; 20] = [
    Experiment {
        published: "10 steps, 2 nodes",
        ours: Some("7 steps, 2 nodes"),
        ..experiment("ListPartition.buggy", "abstract", Verdict::Violated)
    },
    Experiment {
        published: "23 / 11 / 12",
        ours: Some("25 / 13 / 12"),
        has_goals: true,
        ..experiment("ListPartition.fixed", "abstract", Verdict::Proved)
    },
    Experiment {
        options: SIX_NODES,
        published: "23 / 11 / 12",
        ours: Some("23 / 11 / 12"),
        has_goals: true,
        ..experiment("ListPartition.fixed", "abstract", Verdict::Bounded)
    },
    Experiment { published: "no end", ..experiment("ListPartition.fixed", "exact", Verdict::Bounded) },
    Experiment { published: "no end", ..experiment("ListPartition.fixed", "none", Verdict::Bounded) },
    Experiment {
        requires: ACYCLIC,
        published: "10 steps, 2 nodes",
        ours: Some("7 steps, 2 nodes"),
        ..experiment("AcyclicPartition.buggy", "abstract", Verdict::Violated)
    },
    Experiment {
        requires: ACYCLIC,
        published: "23 / 11 / 12",
        ours: Some("25 / 13 / 12"),
        has_goals: true,
        ..experiment("AcyclicPartition.fixed", "abstract", Verdict::Proved)
    },
    Experiment {
        requires: ACYCLIC,
        options: SIX_NODES,
        published: "23 / 11 / 12",
        ours: Some("23 / 11 / 12"),
        has_goals: true,
        ..experiment("AcyclicPartition.fixed", "abstract", Verdict::Bounded)
    },
    Experiment {
        requires: ARRAY,
        published: "30 steps, 4 elements",
        ours: Some("7 steps, 3 elements"),
        ..experiment("ArrayPartition.buggy", "abstract", Verdict::Violated)
    },
    Experiment {
        requires: ARRAY,
        published: "30 / 17 / 13",
        ours: Some("56 / 26 / 30"),
        has_goals: true,
        ..experiment("ArrayPartition.fixed", "abstract", Verdict::Bounded)
    },
    Experiment {
        requires: ARRAY,
        options: ACCESSED,
        published: "30 / 17 / 13",
        ours: Some("64 / 32 / 32"),
        has_goals: true,
        ..experiment("ArrayPartition.fixed", "abstract", Verdict::Bounded)
    },
    Experiment {
        requires: ARRAY,
        options: ACCESSED,
        published: "30 / 17 / 13",
        ours: Some("49 / 25 / 24"),
        has_goals: true,
        ..experiment("ArrayPartition.leavingFirst", "abstract", Verdict::Bounded)
    },
    Experiment {
        requires: ARRAY,
        options: ACCESSED,
        published: "30 steps, 4 elements",
        ours: Some("6 steps, 3 elements"),
        ..experiment("ArrayPartition.buggy", "abstract", Verdict::Violated)
    },
    Experiment {
        requires: ARRAY,
        published: "no end",
        ..experiment("ArrayPartition.fixed", "exact", Verdict::Inconclusive)
    },
    Experiment {
        requires: ARRAY,
        published: "no end",
        ..experiment("ArrayPartition.fixed", "none", Verdict::Inconclusive)
    },
    Experiment {
        published: "ends, no violation",
        ours: Some("4 / 1 / 3"),
        has_goals: true,
        ..experiment("Find$Node.findAcyclic", "abstract", Verdict::Proved)
    },
    Experiment { published: "no end", ..experiment("Find$Node.findAcyclic", "exact", Verdict::Bounded) },
    Experiment {
        published: "ends, no violation",
        ours: Some("4 / 1 / 3"),
        has_goals: true,
        ..experiment("AcyclicFind$Node.find", "abstract", Verdict::Proved)
    },
    experiment("Find$Node.find", "abstract", Verdict::Proved),
    Experiment { published: "no end", ..experiment("Find$Node.find", "none", Verdict::Bounded) },
];

/// What came out.
struct Measured {
    verdict: Verdict,
    /// Whether there was nothing left to search.
    is_complete: bool,
    counts: MatchCounts,
    /// Steps of the counterexample and size of its input.
    violation: Option<(u64, String)>,
    time: Duration,
    /// Medians.
    check: Option<Duration>,
    shape: Option<Duration>,
}

pub(super) fn run(jdk: &JdkHome, _: &BenchArgs) -> Result<Tables> {
    let inputs = super::compile(&SOURCES, jdk)?;
    let mut rows = Vec::new();
    for experiment in &EXPERIMENTS {
        rows.push((experiment, measure(experiment, &inputs, jdk)?));
    }
    let wrong = rows.iter().filter(|(experiment, measured)| !is_right(experiment, measured)).count();
    Ok(Tables { text: text(&rows), json: json_lines(&rows), wrong })
}

/// A search that should not end must have been cut; which of two ways of being cut it is depends on the time.
fn is_right(experiment: &Experiment, measured: &Measured) -> bool {
    if experiment.ours.is_some_and(|ours| ours != outcome(measured)) {
        return false;
    }
    match experiment.matching {
        // After a violation the search may stop where it is.
        "abstract" if experiment.expected == Verdict::Violated => measured.verdict == Verdict::Violated,
        "abstract" => measured.verdict == experiment.expected && measured.is_complete,
        _ => !measured.is_complete && matches!(measured.verdict, Verdict::Bounded | Verdict::Inconclusive),
    }
}

fn measure(experiment: &Experiment, inputs: &Inputs, jdk: &JdkHome) -> Result<Measured> {
    let mut line: Vec<OsString> = ["lazuli", "check"].map(OsString::from).to_vec();
    line.extend(inputs.targets.iter().map(OsString::from));
    let timeout = if experiment.matching == "abstract" { "60s" } else { ENDLESS };
    let options =
        ["--heap", "lazy", "--method", experiment.entry, "--match", experiment.matching, "--timeout", timeout];
    line.extend(options.iter().chain(experiment.options).map(OsString::from));
    line.extend(experiment.requires.iter().flat_map(|required| ["--requires", required]).map(OsString::from));
    line.extend([OsString::from("--jdk"), jdk.path().into()]);
    let parsed = CommandLine::try_parse_from(line).map_err(|error| Error::new(error.to_string()))?;
    let Command::Check(args) = parsed.command else {
        return Err(Error::new("a check is a check"));
    };
    let Found { report, matched } = check::find_with(&args, Instant::now(), |request| request.watch.times = true)?;
    let ([target], [(_, record)]) = (&report.targets[..], &matched[..]) else {
        return Err(Error::new(format!("{} is not one method", experiment.entry)));
    };
    let own_loops = format!("{}:", experiment.entry);
    let mut counts = MatchCounts::default();
    for (place, of_place) in &record.places {
        if place.starts_with(&own_loops) {
            counts += *of_place;
        }
    }
    Ok(Measured {
        verdict: target.verdict,
        is_complete: is_complete(target),
        counts,
        violation: target.violations.first().map(|violation| {
            let size = match violation.heap.first().map(|object| &object.content) {
                Some(InputContent::Elements { length, .. }) => format!("{length} elements"),
                _ => format!("{} nodes", violation.heap.len()),
            };
            (violation.steps, size)
        }),
        time: Duration::from_millis(target.stats.time_ms),
        check: median(&record.times, |time| time.whole),
        shape: median(&record.times, |time| time.shape),
    })
}

/// Whether only matching left something out, and the bound that the experiment has.
fn is_complete(target: &Target) -> bool {
    let is_meant = |cause: &Cause| matches!(cause, Cause::Pruned(_) | Cause::Bound { is_chosen: true, .. });
    target.reasons.iter().all(|reason| is_meant(&reason.cause))
}

fn median(times: &[MatchTime], of: impl Fn(&MatchTime) -> u64) -> Option<Duration> {
    let mut sorted: Vec<u64> = times.iter().map(of).collect();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).map(|nanoseconds| Duration::from_nanos(*nanoseconds))
}

fn outcome(measured: &Measured) -> String {
    match (&measured.violation, measured.is_complete) {
        (Some((steps, size)), _) => format!("{steps} steps, {size}"),
        (None, true) => {
            let MatchCounts { checks, hits, stored, .. } = measured.counts;
            format!("{checks} / {hits} / {stored}")
        }
        (None, false) => "no end".to_string(),
    }
}

fn text(rows: &[(&Experiment, Measured)]) -> String {
    let heading = ["program", "match", "verdict", "ours", "published", "inexact", "time", "check", "shape"];
    let mut lines = vec![heading.map(str::to_string).to_vec()];
    for (experiment, measured) in rows {
        let with_goal = |time: Option<Duration>, goal: f64| match time {
            None => String::new(),
            Some(time) => {
                let is_missed = experiment.has_goals && time.as_secs_f64() >= goal;
                format!("{}{}", seconds(time.as_secs_f64()), if is_missed { " (missed)" } else { "" })
            }
        };
        let mark = if is_right(experiment, measured) { "" } else { " (wrong)" };
        lines.push(vec![
            experiment.entry.to_string(),
            matching(experiment),
            format!("{}{mark}", measured.verdict.word()),
            outcome(measured),
            experiment.published.to_string(),
            measured.counts.inexact.to_string(),
            with_goal(Some(measured.time), TIME_GOAL),
            with_goal(measured.check, CHECK_GOAL),
            with_goal(measured.shape, SHAPE_GOAL),
        ]);
    }
    format!(
        "State matching, lazy initialisation, one core. Counts are checks / covered / stored in the loops of the method;\n\
         inexact: covered only after abstraction. Without abstraction a search is cut after {ENDLESS}. Medians of one\n\
         comparison should be below {} in all and {} for the walk over the heaps, a search below {}.\n{}",
        seconds(CHECK_GOAL),
        seconds(SHAPE_GOAL),
        seconds(TIME_GOAL),
        aligned(&lines, |column| column >= 5),
    )
}

/// How states are matched, and what is special about the search.
fn matching(experiment: &Experiment) -> String {
    let options = experiment.options.join(" ").replace("--", "");
    if options.is_empty() { experiment.matching.to_string() } else { format!("{}, {options}", experiment.matching) }
}

fn json_lines(rows: &[(&Experiment, Measured)]) -> String {
    let mut text = String::new();
    for (experiment, measured) in rows {
        let object = json!({
            "benchmark": "matching",
            "case": experiment.entry,
            "match": matching(experiment),
            "verdict": measured.verdict.word(),
            "checks": measured.counts.checks,
            "covered": measured.counts.hits,
            "stored": measured.counts.stored,
            "inexact": measured.counts.inexact,
            "result": outcome(measured),
            "published": experiment.published,
            "seconds": measured.time.as_secs_f64(),
            "median_check_seconds": measured.check.map(|time| time.as_secs_f64()),
            "median_shape_seconds": measured.shape.map(|time| time.as_secs_f64()),
            "right": is_right(experiment, measured),
        });
        text.push_str(&object.to_string());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let times: Vec<MatchTime> = [5, 1, 9].map(|whole| MatchTime { whole, shape: 0 }).to_vec();
        assert_eq!(median(&times, |time| time.whole), Some(Duration::from_nanos(5)));
        assert_eq!(median(&[], |time| time.whole), None);
    }

    #[test]
    fn a_search_that_must_not_end_is_wrong_if_it_does() {
        let endless = experiment("A.m", "exact", Verdict::Bounded);
        let mut measured = Measured {
            verdict: Verdict::Bounded,
            is_complete: false,
            counts: MatchCounts::default(),
            violation: None,
            time: Duration::ZERO,
            check: None,
            shape: None,
        };
        assert!(is_right(&endless, &measured));
        measured.is_complete = true;
        assert!(!is_right(&endless, &measured));
        assert!(is_right(&experiment("A.m", "abstract", Verdict::Bounded), &measured));
        assert!(!is_right(&experiment("A.m", "abstract", Verdict::Proved), &measured));
        let counted = Experiment { ours: Some("0 / 0 / 0"), ..experiment("A.m", "abstract", Verdict::Bounded) };
        assert!(is_right(&counted, &measured));
        measured.counts.checks = 1;
        assert!(!is_right(&counted, &measured));
    }
}
