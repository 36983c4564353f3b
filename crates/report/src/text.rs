//! The report for people: what failed, on which input, why, and how to see it again.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::data::{Invariant, Rechecked, Replay, Report, Stats, Target, Violation};
use crate::picture::input_lines;
use crate::reason::{Reason, VerdictEffect};
use crate::replay::{DEADLOCK, Driver, ENDLESS, schedule_lines};
use crate::verdict::Verdict;

/// Conjuncts of a path condition that are written out; JSON has them all.
const SHOWN_CONJUNCTS: usize = 24;
/// Causes of one technique that are written out; JSON has them all.
const SHOWN_CAUSES: usize = 3;
/// Where lines of heap pictures break.
const PICTURE_WIDTH: usize = 100;

/// What the writer cannot know from the report.
#[derive(Clone, Debug, Default)]
pub struct TextOptions {
    /// The command, paths and options that set up the run again, for the line that says how to reproduce a violation:
    /// `check examples/List.java --class-path lib.jar`.
    pub rerun: String,
    /// Where the replay drivers were kept (`--keep-replay`).
    pub replays_kept_in: Option<String>,
    /// Use ANSI colours.
    pub colour: bool,
    /// Tell which techniques were tried.
    pub plan: bool,
}

/// The whole report.
pub fn write(report: &Report, options: &TextOptions) -> String {
    let mut writer = Writer { options, text: String::new(), violations: 0 };
    for target in &report.targets {
        writer.target(target);
    }
    writer.summary(report);
    writer.text
}

struct Writer<'a> {
    options: &'a TextOptions,
    text: String,
    /// Violations written so far, over all targets: the number in the names of the replay drivers.
    violations: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn painted(&self, verdict: Verdict, text: &str) -> String {
        let colour = match verdict {
            Verdict::Proved => "1;32",
            Verdict::Bounded => "32",
            Verdict::Violated => "1;31",
            Verdict::Inconclusive => "1;33",
        };
        if self.options.colour { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_string() }
    }

    fn target(&mut self, target: &Target) {
        let verdict = self.painted(target.verdict, target.verdict.word());
        self.line(&format!("{}: {verdict}", target.method));
        for violation in &target.violations {
            self.violations += 1;
            self.violation(target, violation);
        }
        if !target.violations.is_empty() {
            self.line("");
        }
        self.outcomes(target);
        self.endless(target);
        self.invariants(target);
        self.reasons("cut by a bound", &target.reasons, VerdictEffect::Bound);
        self.reasons("given up", &target.reasons, VerdictEffect::GaveUp);
        self.reasons("nothing to check", &target.reasons, VerdictEffect::Vacuous);
        if self.options.plan {
            self.tried(target);
        }
        self.line(&format!("  {}", stats(&target.stats)));
        self.line("");
    }

    /// What a proof rests on besides following paths.
    fn invariants(&mut self, target: &Target) {
        if !target.stuck.is_empty() {
            self.line("  got stuck; as far as the search came, whenever the program is there:");
            self.places(&target.stuck);
        }
        let Some(proof) = target.proof.as_ref().filter(|proof| !proof.invariants.is_empty()) else { return };
        self.line(&format!("  proved by {}; whenever the program is there:", proof.by.word()));
        self.places(&proof.invariants);
        if let Some(Rechecked { blocks, invariants }) = proof.rechecked {
            self.line(&format!("    looked at once more: {blocks} blocks between {invariants} invariants"));
        }
    }

    fn places(&mut self, invariants: &[Invariant]) {
        for invariant in invariants {
            self.line(&format!("    {}", invariant.at));
            for condition in &invariant.holds {
                self.line(&format!("      {}", printable(condition)));
            }
        }
    }

    /// Which techniques were tried, and what each said; the one whose result is reported is marked.
    fn tried(&mut self, target: &Target) {
        self.line("  techniques:");
        for tried in &target.tried {
            let mark = if tried.technique == target.by { '*' } else { ' ' };
            let reasons: Vec<String> =
                tried.reasons.iter().map(|reason| printable(&reason.cause.sentence())).take(SHOWN_CAUSES).collect();
            self.line(&format!(
                "  {mark} {:<9} {:<12} {:>6} ms  {}",
                tried.technique,
                tried.verdict.word(),
                tried.time_ms,
                reasons.join("; ")
            ));
        }
    }

    fn violation(&mut self, target: &Target, violation: &Violation) {
        self.line("");
        let place = place(violation);
        self.line(&format!("  {}", self.painted(Verdict::Violated, &format!("{} at {place}", violation.kind))));
        if let Some(method) = &violation.raised_by {
            self.entry("raised by", &[format!("{method}, called at {place}")]);
        }
        if let Some(message) = &violation.message {
            self.entry("message", &[printable(message)]);
        }
        self.entry("input", &input_lines(violation, PICTURE_WIDTH));
        self.entry("schedule", &schedule_lines(&violation.schedule));
        let conjuncts = conjuncts(&violation.path_condition);
        self.entry("when", &conjuncts);
        self.entry("steps", &[violation.steps.to_string()]);
        self.entry("replay", &[replay(violation)]);
        let reproduce = self.reproduce(target);
        self.entry("reproduce", &[reproduce]);
    }

    fn reproduce(&self, target: &Target) -> String {
        if let Some(folder) = &self.options.replays_kept_in {
            let driver = Driver::file_name(self.violations);
            return format!("{}/{driver} (its first lines say how to run it)", folder.trim_end_matches('/'));
        }
        let entry = if target.entry.is_main {
            format!("--main '{}'", target.entry.class)
        } else {
            format!("--method '{}'", target.method)
        };
        let rerun = if self.options.rerun.is_empty() { "check PATH" } else { &self.options.rerun };
        format!("lazuli {rerun} {entry} --keep-replay DIR")
    }

    /// `label` beside the first line, the others below it. Nothing if there are no lines.
    fn entry(&mut self, label: &str, lines: &[String]) {
        for (position, line) in lines.iter().enumerate() {
            let label = if position == 0 { label } else { "" };
            self.line(&format!("    {label:<10} {line}"));
        }
    }

    fn outcomes(&mut self, target: &Target) {
        if target.outcomes.is_empty() {
            if target.verdict == Verdict::Proved {
                self.line("  outcomes: none, for no execution comes to an end");
            }
            return;
        }
        let outcomes: Vec<String> =
            target.outcomes.iter().map(|(outcome, count)| format!("{outcome} ({count})")).collect();
        self.line(&format!("  outcomes: {}", outcomes.join(", ")));
    }

    /// Loops that never end, where these are outcomes.
    fn endless(&mut self, target: &Target) {
        for endless in &target.endless {
            self.line(&format!("  never ends at {}:", place(endless)));
            self.entry("input", &input_lines(endless, PICTURE_WIDTH));
            self.entry("when", &conjuncts(&endless.path_condition));
        }
    }

    fn reasons(&mut self, heading: &str, reasons: &[Reason], effect: VerdictEffect) {
        let of_kind: Vec<&Reason> = reasons.iter().filter(|reason| reason.cause.effect() == effect).collect();
        if of_kind.is_empty() {
            return;
        }
        self.line(&format!("  {heading}:"));
        for reason in of_kind {
            let mut line = format!("    {}", printable(&reason.cause.sentence()));
            if !reason.place.is_empty() {
                let _ = write!(line, " at {}", reason.place);
            }
            let _ = write!(line, " ({})", times(reason.count));
            self.line(&line);
        }
    }

    fn summary(&mut self, report: &Report) {
        let verdict = self.painted(report.verdict, report.verdict.word());
        let targets = report.targets.len();
        let count = |wanted: Verdict| report.targets.iter().filter(|target| target.verdict == wanted).count();
        let mut line = format!("verdict: {verdict}");
        if targets > 1 {
            let kinds = [Verdict::Violated, Verdict::Inconclusive, Verdict::Bounded, Verdict::Proved];
            let counts: Vec<String> = kinds
                .into_iter()
                .filter(|kind| count(*kind) > 0)
                .map(|kind| format!("{} {}", count(kind), kind.word()))
                .collect();
            let _ = write!(line, " ({targets} methods: {})", counts.join(", "));
        }
        self.line(&line);
    }
}

/// Each once, for a program may ask the same thing twice.
fn conjuncts(path_condition: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let distinct: Vec<&String> = path_condition.iter().filter(|conjunct| seen.insert(*conjunct)).collect();
    let mut shown: Vec<String> = distinct.iter().take(SHOWN_CONJUNCTS).map(|conjunct| printable(conjunct)).collect();
    if distinct.len() > SHOWN_CONJUNCTS {
        shown.push(format!("... and {} more", distinct.len() - SHOWN_CONJUNCTS));
    }
    shown
}

/// One line about a violation.
pub fn headline(violation: &Violation) -> String {
    let line = format!("{} at {}", violation.kind, place(violation));
    match &violation.raised_by {
        Some(method) => format!("{line}, raised by {method}"),
        None => line,
    }
}

fn place(violation: &Violation) -> String {
    match violation.line {
        0 => format!("{}.{}", violation.class, violation.method),
        line => format!("{}.{}:{line}", violation.class, violation.method),
    }
}

fn replay(violation: &Violation) -> String {
    match &violation.replay {
        Replay::Confirmed if violation.kind == DEADLOCK => "confirmed: the JVM comes to a deadlock, too".to_string(),
        Replay::Confirmed if violation.kind == ENDLESS => {
            "confirmed: the JVM is in that method after a second, too".to_string()
        }
        Replay::Confirmed if violation.ensures.is_some() => {
            "confirmed: on the JVM the method returns, too, and the property is false".to_string()
        }
        Replay::Confirmed => "confirmed: the JVM throws the same exception at the same place".to_string(),
        Replay::Diverged(what) | Replay::Unbuildable(what) => {
            format!("DIVERGED: {} (a defect of lazuli; please report it)", printable(what))
        }
        Replay::Unavailable(why) => format!("unavailable: {}", printable(why)),
        Replay::Untried => "unavailable: not tried".to_string(),
    }
}

fn times(count: u64) -> String {
    match count {
        1 => "once".to_string(),
        count => format!("{count} times"),
    }
}

fn stats(stats: &Stats) -> String {
    let mut line = format!(
        "{} paths, {} states, {} instructions, {} solver queries ({} ms)",
        stats.paths, stats.states, stats.instructions, stats.solver_queries, stats.solver_ms
    );
    if stats.match_checks > 0 {
        let (checks, hits, stored) = (stats.match_checks, stats.match_hits, stats.match_stored);
        let _ = write!(line, ", {checks} matches tried, {hits} hit, {stored} stored");
    }
    if stats.abstract_states > 0 {
        let (states, predicates) = (stats.abstract_states, stats.predicates);
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let (of_states, of_predicates) = (plural(states), plural(predicates));
        let _ = write!(line, ", {states} abstract state{of_states} over {predicates} predicate{of_predicates}");
    }
    if stats.calls_composed + stats.calls_inlined > 0 {
        let (composed, inlined) = (stats.calls_composed, stats.calls_inlined);
        let (computed, reused) = (stats.summaries_computed, stats.summaries_reused);
        let _ = write!(
            line,
            ", {composed} calls composed, {inlined} inlined, {computed} summaries computed, {reused} reused"
        );
    }
    if stats.refinements > 0 {
        let what = if stats.abstract_states > 0 { "predicates" } else { "matching" };
        let _ = write!(line, ", {what} refined {}", times(stats.refinements));
        if stats.match_inexact == 0 && stats.abstract_states == 0 {
            line.push_str(" until it was exact");
        }
    }
    let _ = write!(line, ", {} ms, {} MB", stats.time_ms, stats.peak_memory_mb);
    line
}

/// Text of the program under test may hold anything; what would move the cursor is escaped.
fn printable(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => clean.push_str("\\n"),
            '\t' => clean.push_str("\\t"),
            '\r' => clean.push_str("\\r"),
            control if control.is_control() => {
                let _ = write!(clean, "\\u{:04x}", u32::from(control));
            }
            other => clean.push(other),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::partition_report;

    fn check(report: &Report, options: &TextOptions, expected: &str) {
        let text = write(report, options);
        assert_eq!(text.trim(), expected.trim(), "\n{text}\n");
    }

    #[test]
    fn violation_for_people() {
        let options = TextOptions { rerun: "check examples/ListPartition.java".to_string(), ..TextOptions::default() };
        check(
            &partition_report(),
            &options,
            "
ListPartition.partition(Node,int): violated

  AssertionError at ListPartition.partition:31
    message    not partitioned
    input      l -> [Node#1 elem: 0] -next-> [Node#2 elem: 1, next: null]
               v = 0
    when       l.elem <= v
               l.next.elem > v
    steps      10
    replay     confirmed: the JVM throws the same exception at the same place
    reproduce  lazuli check examples/ListPartition.java --method 'ListPartition.partition(Node,int)' --keep-replay DIR

  outcomes: returns (12), refuses: java.lang.IllegalArgumentException (3)
  cut by a bound:
    --depth 3 kept unknown objects from being created at ListPartition.partition:9 (4 times)
  given up:
    unsupported: native method java.lang.Thread.start0 (once)
  15 paths, 40 states, 900 instructions, 33 solver queries (12 ms), 40 ms, 30 MB

Node.size(): proved
  outcomes: returns (1)
  1 paths, 1 states, 9 instructions, 0 solver queries (0 ms), 0 ms, 0 MB

verdict: violated (2 methods: 1 violated, 1 proved)",
        );
    }

    #[test]
    fn kept_replays_schedules_and_divergence() {
        let mut report = partition_report();
        report.verdict = Verdict::Inconclusive;
        report.targets.truncate(1);
        let target = &mut report.targets[0];
        target.verdict = Verdict::Inconclusive;
        target.outcomes.clear();
        target.reasons.clear();
        let violation = &mut target.violations[0];
        violation.message = Some("two\nlines \u{1b}[31m".to_string());
        violation.line = 0;
        violation.path_condition.clear();
        violation.replay = Replay::Diverged("the method returned normally".to_string());
        violation.schedule = vec![crate::data::ScheduleStep {
            thread: 2,
            location: "ListPartition.partition:12".to_string(),
            until: crate::data::Until::Ends,
        }];
        let options = TextOptions { replays_kept_in: Some("kept/".to_string()), ..TextOptions::default() };
        check(
            &report,
            &options,
            r"
ListPartition.partition(Node,int): inconclusive

  AssertionError at ListPartition.partition
    message    two\nlines \u001b[31m
    input      l -> [Node#1 elem: 0] -next-> [Node#2 elem: 1, next: null]
               v = 0
    schedule   thread 2 at ListPartition.partition:12, ends
    steps      10
    replay     DIVERGED: the method returned normally (a defect of lazuli; please report it)
    reproduce  kept/LazuliReplay1.java (its first lines say how to run it)

  15 paths, 40 states, 900 instructions, 33 solver queries (12 ms), 40 ms, 30 MB

verdict: inconclusive",
        );
    }

    #[test]
    fn conditions_are_shown_once_and_not_all() {
        let mut condition: Vec<String> = (0..30).map(|number| format!("x != {number}")).collect();
        condition.insert(1, "x != 0".to_string());
        let shown = conjuncts(&condition);
        assert_eq!(shown.len(), SHOWN_CONJUNCTS + 1);
        assert_eq!((shown[0].as_str(), shown[1].as_str()), ("x != 0", "x != 1"));
        assert_eq!(shown[SHOWN_CONJUNCTS], "... and 6 more");
    }

    #[test]
    fn colours_only_when_asked() {
        let plain = write(&partition_report(), &TextOptions::default());
        let coloured = write(&partition_report(), &TextOptions { colour: true, ..TextOptions::default() });
        assert!(!plain.contains('\x1b'));
        assert!(coloured.contains("\x1b[1;31mviolated\x1b[0m"));
    }
}
