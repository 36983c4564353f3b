//! What the output of a driver says: whether the JVM did what was predicted, and what that does to a verdict.

use super::schedule::{self, DEADLOCK, is_scheduled};
use super::{ENDLESS, PREFIX, is_driver};
use crate::data::{Replay, Report, Violation};
use crate::reason::{Cause, Contradiction, Reason};

const NO_MEMORY: &str = "java.lang.OutOfMemoryError";

/// A frame of a stack trace.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Frame<'a> {
    class: &'a str,
    method: &'a str,
    line: u32,
    is_library: bool,
}

impl<'a> Frame<'a> {
    /// `at C.m:1` in the program, `in C.m:1` in the library.
    fn parse(text: &'a str) -> Option<Frame<'a>> {
        let is_library = text.starts_with("in ");
        let text = text.strip_prefix("at ").or(text.strip_prefix("in "))?;
        let (place, line) = text.rsplit_once(':')?;
        let (class, method) = place.rsplit_once('.')?;
        Some(Frame { class, method, line: line.parse().ok()?, is_library })
    }

    /// Whether it is of a dynamic proxy, whose class the JVM makes.
    fn is_proxys(&self) -> bool {
        let simple = self.class.rsplit('.').next().unwrap_or_default();
        let number = simple.strip_prefix("$Proxy");
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
    }

    /// Classes in source or binary notation; an unknown line is no contradiction.
    fn is_place_of(&self, violation: &Violation) -> bool {
        self.class.replace('$', ".") == violation.class.replace('$', ".")
            && self.method == violation.method
            && (violation.line == 0 || self.line == violation.line)
    }

    /// Whether it is of this method: `java.util.Map.Entry.getKey`.
    fn is_method(&self, name: &str) -> bool {
        format!("{}.{}", self.class, self.method).replace('$', ".") == name.replace('$', ".")
    }
}

/// What the output of a driver says about the violation it was made for.
pub fn compare(output: &str, violation: &Violation) -> Replay {
    let results = output.lines().filter_map(|line| line.strip_prefix(PREFIX)?.strip_prefix('\t'));
    let mut compared: Vec<Replay> = results.map(|line| compare_result(line, violation)).collect();
    // Of a program with several threads, each exception that nothing catches has a line, and one that was predicted is
    // enough. Otherwise the driver's line is the last; what looks like one before it is the program's.
    let telling = match compared.iter().position(|replay| *replay == Replay::Confirmed) {
        Some(confirmed) if is_scheduled(violation) => Some(confirmed),
        None if is_scheduled(violation) && !compared.is_empty() => Some(0),
        _ => compared.len().checked_sub(1),
    };
    let replay = match telling {
        Some(position) => compared.swap_remove(position),
        None => Replay::Diverged("the program ended the JVM before the method returned or threw".to_string()),
    };
    let left = output.lines().rev().find_map(|line| line.strip_prefix(schedule::PREFIX)?.strip_prefix('\t'));
    match (replay, left) {
        (Replay::Diverged(what), Some(left)) => Replay::Diverged(format!("{what}; the schedule was left {left}")),
        (replay, _) => replay,
    }
}

fn compare_result(line: &str, violation: &Violation) -> Replay {
    let mut parts = line.split('\t');
    let is_deadlock = violation.kind == DEADLOCK;
    match parts.next() {
        Some("broken") if violation.breaks_invariant || violation.ensures.is_some() => Replay::Confirmed,
        Some("returned") if violation.ensures.is_some() => {
            Replay::Diverged("the method returned normally, and the property is true".to_string())
        }
        Some("threw") if violation.ensures.is_some() => {
            Replay::Diverged(format!("the JVM threw {}", parts.next().unwrap_or("nothing")))
        }
        Some("deadlock") if is_deadlock => Replay::Confirmed,
        Some("looping") => compare_loop(parts, violation),
        Some("threw") if violation.kind == ENDLESS => {
            Replay::Diverged(format!("the JVM threw {}", parts.next().unwrap_or("nothing")))
        }
        Some("deadlock") => Replay::Diverged("the program came to a deadlock".to_string()),
        Some("running") => Replay::Diverged("the program still ran after some seconds".to_string()),
        Some("returned") if is_scheduled(violation) => Replay::Diverged("the program ended normally".to_string()),
        Some("returned") => Replay::Diverged("the method returned normally".to_string()),
        Some("threw") if is_deadlock => {
            Replay::Diverged(format!("the JVM threw {}", parts.next().unwrap_or("nothing")))
        }
        Some("threw") => compare_thrown(parts, violation),
        Some("unbuildable") => {
            let why = parts.next().unwrap_or("no reason given");
            if why.starts_with(NO_MEMORY) {
                // Another may.
                return Replay::Unavailable(format!("the JVM cannot hold the input: {why}"));
            }
            Replay::Unbuildable(format!("the input could not be built: {why}"))
        }
        Some("uncontrolled") => {
            let why = parts.next().unwrap_or("no reason given");
            Replay::Unavailable(format!("no debugger could be attached to the JVM: {why}"))
        }
        _ => Replay::Diverged(format!("the driver printed '{line}'")),
    }
}

/// `parts` are the frames that stayed while the program ran on; the line of a loop is one of many.
fn compare_loop<'a>(parts: impl Iterator<Item = &'a str>, violation: &Violation) -> Replay {
    let frames: Vec<Frame> = parts.filter_map(Frame::parse).collect();
    let is_in_method = |frame: &Frame| Frame { line: violation.line, ..*frame }.is_place_of(violation);
    match frames.first() {
        _ if frames.iter().any(is_in_method) => Replay::Confirmed,
        Some(Frame { class, method, line, .. }) => Replay::Diverged(format!("the JVM was in {class}.{method}:{line}")),
        None => Replay::Diverged("the JVM was nowhere after a second".to_string()),
    }
}

/// `parts` are exceptions with their frames: `C`, `in D.m:1`, `at E.m:1`, …; the second exception is the cause of a failed
/// class initialiser, which counts as well as the error that wraps it.
fn compare_thrown<'a>(parts: impl Iterator<Item = &'a str>, violation: &Violation) -> Replay {
    let mut thrown: Vec<(&str, Vec<Frame>)> = Vec::new();
    for part in parts {
        match (Frame::parse(part), thrown.last_mut()) {
            (Some(frame), Some(_)) if frame.is_proxys() => {}
            (Some(frame), Some((_, frames))) => frames.push(frame),
            _ => thrown.push((part, Vec::new())),
        }
    }
    let Some((class, frames)) = thrown.iter().find(|(class, _)| *class == violation.exception) else {
        let actual = thrown.first().map_or("nothing", |(class, _)| class);
        if actual == NO_MEMORY {
            // Another may have enough.
            return Replay::Unavailable("the JVM has not enough memory for what the program makes".to_string());
        }
        return Replay::Diverged(format!("the JVM threw {actual}"));
    };
    // The initialiser of the entry's own class fails before the entry has a frame: those below are the driver's.
    let is_before_entry = *class == "java.lang.ExceptionInInitializerError"
        && frames.iter().all(|frame| frame.is_library || is_driver(frame.class));
    // Where the stack ends depends on its size, not on the program.
    if is_before_entry || *class == "java.lang.StackOverflowError" || same_place(frames, violation) {
        return Replay::Confirmed;
    }
    let place = frames.iter().position(|frame| !frame.is_library).unwrap_or(0);
    match frames.get(place) {
        Some(Frame { class, method, line, .. }) => {
            let raised_by =
                called_by(frames, place).map(|frame| format!(", raised by {}.{}", frame.class, frame.method));
            let raised_by = raised_by.unwrap_or_default();
            Replay::Diverged(format!("the JVM threw the same exception at {class}.{method}:{line}{raised_by}"))
        }
        None => Replay::Diverged("the JVM threw the same exception without a stack trace".to_string()),
    }
}

/// The program's innermost frame, and the method of the library that it called, if that threw. What that did inside may be
/// modelled rather than executed.
fn same_place(frames: &[Frame], violation: &Violation) -> bool {
    let program = frames.iter().position(|frame| !frame.is_library && !is_driver(frame.class));
    let Some(program) = program else {
        // A thread that runs the library's code alone.
        return frames.iter().any(|frame| frame.is_place_of(violation));
    };
    let same_raiser = match (&violation.raised_by, called_by(frames, program)) {
        // These take whatever they are given: a JVM has no frames of theirs, only of what works for them.
        (Some(method), _) if method.starts_with("java.lang.invoke.VarHandle.") => true,
        (Some(method), Some(frame)) => frame.is_method(method),
        (raised_by, frame) => raised_by.is_none() && frame.is_none(),
    };
    frames[program].is_place_of(violation) && same_raiser
}

/// What a frame called.
fn called_by<'a, 'b>(frames: &'a [Frame<'b>], position: usize) -> Option<&'a Frame<'b>> {
    frames.get(position.checked_sub(1)?)
}

/// Add to a report what the JVM's answers mean: what it contradicted is a reason, guesses that it did not confirm are no violations.
/// Then conclude again.
pub fn settle(report: &mut Report) {
    for target in &mut report.targets {
        for violation in &mut target.violations {
            // The JVM did not contradict what it was not made to do.
            if let (Replay::Diverged(_), Some(needed)) = (&violation.replay, &violation.unforced) {
                violation.replay = Replay::Unavailable(format!("{needed}, which this JVM cannot be made to do"));
            }
            let how = match (&violation.replay, violation.is_guess) {
                (Replay::Confirmed, _) | (Replay::Unavailable(_) | Replay::Untried, false) => None,
                (Replay::Diverged(_), false) => Some(Contradiction::Diverged),
                (Replay::Unbuildable(_), _) => Some(Contradiction::Unbuildable),
                (Replay::Diverged(_), true) => Some(Contradiction::GuessDiverged),
                (Replay::Unavailable(_) | Replay::Untried, true) => Some(Contradiction::GuessUnconfirmed),
            };
            target.reasons.extend(how.map(|how| contradicted(violation, how)));
        }
        for refusal in &target.refusals {
            if let (Replay::Diverged(_), None) = (&refusal.replay, &refusal.unforced) {
                target.reasons.push(contradicted(refusal, Contradiction::Diverged));
            }
        }
        target.violations.retain(|violation| !violation.is_guess || violation.replay == Replay::Confirmed);
    }
    report.conclude();
}

fn contradicted(violation: &Violation, how: Contradiction) -> Reason {
    let Violation { kind, class, method, line, .. } = violation;
    let cause = Cause::Contradicted { kind: kind.clone(), how };
    Reason { cause, place: format!("{class}.{method}:{line}"), count: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{ScheduleStep, Until};
    use crate::fixtures::partition_violation;
    use crate::verdict::Verdict;

    fn diverged(what: &str) -> Replay {
        Replay::Diverged(what.to_string())
    }

    #[test]
    fn comparison_wants_exception_and_place() {
        let violation = partition_violation();
        let said = |line: &str| compare(&format!("noise\n{PREFIX}\t{line}\n"), &violation);
        let top = "at ListPartition.partition:31";
        assert_eq!(said(&format!("threw\tjava.lang.AssertionError\t{top}\tat Main.main:3")), Replay::Confirmed);
        assert_eq!(
            said("threw\tjava.lang.AssertionError\tat ListPartition.partition:30"),
            diverged("the JVM threw the same exception at ListPartition.partition:30")
        );
        // Deeper frames of the program do not count.
        assert_eq!(
            said(&format!("threw\tjava.lang.AssertionError\tat Other.m:1\t{top}")),
            diverged("the JVM threw the same exception at Other.m:1")
        );
        // What the library threw was not thrown by the program.
        let inside = "in java.util.Objects.checkIndex:9\tin java.util.ArrayList.get:233";
        let by_library = format!("threw\tjava.lang.AssertionError\t{inside}\t{top}");
        let raised =
            "the JVM threw the same exception at ListPartition.partition:31, raised by java.util.ArrayList.get";
        assert_eq!(said(&by_library), diverged(raised));
        let raised_by = |method: &str| Violation { raised_by: Some(method.to_string()), ..violation.clone() };
        let compared = |method: &str| compare(&format!("{PREFIX}\t{by_library}\n"), &raised_by(method));
        assert_eq!(compared("java.util.ArrayList.get"), Replay::Confirmed);
        assert_eq!(compared("java.util.Objects.checkIndex"), diverged(raised));
        assert_eq!(said("threw\tjava.lang.Error"), diverged("the JVM threw java.lang.Error"));
        assert_eq!(said("returned"), diverged("the method returned normally"));
        assert_eq!(
            said("unbuildable\tno such class"),
            Replay::Unbuildable("the input could not be built: no such class".to_string())
        );
        assert_eq!(
            said("threw\tjava.lang.OutOfMemoryError\tat Other.m:1"),
            Replay::Unavailable("the JVM has not enough memory for what the program makes".to_string())
        );
        let message = "java.lang.OutOfMemoryError: Java heap space";
        let why = format!("the JVM cannot hold the input: {message}");
        assert_eq!(said(&format!("unbuildable\t{message}")), Replay::Unavailable(why));
        assert_eq!(
            compare("noise", &violation),
            diverged("the program ended the JVM before the method returned or threw")
        );
    }

    #[test]
    fn a_loop_is_where_the_jvm_stays() {
        let violation = Violation { kind: ENDLESS.to_string(), ..partition_violation() };
        let said = |line: &str| compare(&format!("{PREFIX}\t{line}\n"), &violation);
        assert_eq!(said("looping\tat Other.m:1\tat ListPartition.partition:30\tat Main.main:3"), Replay::Confirmed);
        assert_eq!(said("looping\tat Other.m:1"), diverged("the JVM was in Other.m:1"));
        assert_eq!(said("threw\tjava.lang.Error\tat Other.m:1"), diverged("the JVM threw java.lang.Error"));
        assert_eq!(said("returned"), diverged("the method returned normally"));
    }

    #[test]
    fn several_threads_have_several_results() {
        let mut violation = partition_violation();
        let other = format!("{PREFIX}\tthrew\tjava.lang.Error\tat Other.m:1\n");
        let predicted = format!("{PREFIX}\tthrew\tjava.lang.AssertionError\tat ListPartition.partition:31\n");
        let left = format!("{}\tat step 2 of 3: thread 1 has ended\n", schedule::PREFIX);
        // Without threads, only the last line is the driver's.
        assert_eq!(compare(&(predicted.clone() + &other), &violation), diverged("the JVM threw java.lang.Error"));
        violation.schedule = vec![ScheduleStep { thread: 1, location: String::new(), until: Until::Ends }];
        assert_eq!(compare(&(predicted.clone() + &other), &violation), Replay::Confirmed);
        assert_eq!(compare(&(other.clone() + &predicted + &left), &violation), Replay::Confirmed);
        let why = "the JVM threw java.lang.Error; the schedule was left at step 2 of 3: thread 1 has ended";
        assert_eq!(compare(&(other + &left), &violation), diverged(why));
        let deadlock = format!("{PREFIX}\tdeadlock\n");
        assert_eq!(compare(&deadlock, &violation), diverged("the program came to a deadlock"));
        violation.kind = DEADLOCK.to_string();
        assert_eq!(compare(&deadlock, &violation), Replay::Confirmed);
        assert_eq!(compare(&predicted, &violation), diverged("the JVM threw java.lang.AssertionError"));
    }

    #[test]
    fn what_the_jvm_was_not_made_to_do_is_not_contradicted() {
        let mut violation = partition_violation();
        violation.replay = diverged("the program ended normally");
        let mut report = crate::fixtures::partition_report();
        report.targets.truncate(1);
        report.targets[0].violations = vec![violation.clone()];
        settle(&mut report);
        assert_eq!(report.verdict, Verdict::Inconclusive);
        violation.unforced = Some("notify() must wake thread 2".to_string());
        report.targets[0].verdict = Verdict::Violated;
        report.targets[0].violations = vec![violation];
        settle(&mut report);
        assert_eq!(report.verdict, Verdict::Violated);
        let why = "notify() must wake thread 2, which this JVM cannot be made to do".to_string();
        assert_eq!(report.targets[0].violations[0].replay, Replay::Unavailable(why));
    }

    #[test]
    fn what_rests_on_a_contradicted_refusal_is_not_proved() {
        let mut report = crate::fixtures::partition_report();
        report.targets.truncate(1);
        let mut settled = |replay: Replay| {
            let target = &mut report.targets[0];
            let refusal = Violation { replay, ..partition_violation() };
            (target.verdict, target.violations, target.reasons) = (Verdict::Proved, Vec::new(), Vec::new());
            target.refusals = vec![refusal];
            settle(&mut report);
            (report.verdict, report.targets[0].reasons.len())
        };
        assert_eq!(settled(Replay::Confirmed), (Verdict::Proved, 0));
        assert_eq!(settled(Replay::Unavailable("no java".to_string())), (Verdict::Proved, 0));
        assert_eq!(settled(diverged("the method returned normally")), (Verdict::Inconclusive, 1));
    }

    #[test]
    fn a_guess_counts_if_it_is_confirmed() {
        let mut report = crate::fixtures::partition_report();
        report.targets.truncate(1);
        let mut settled = |replay: Replay| {
            let target = &mut report.targets[0];
            let violation = Violation { is_guess: true, replay, ..partition_violation() };
            (target.verdict, target.violations, target.reasons) = (Verdict::Violated, vec![violation], Vec::new());
            settle(&mut report);
            (report.verdict, report.targets[0].reasons.len())
        };
        assert_eq!(settled(Replay::Confirmed), (Verdict::Violated, 0));
        assert_eq!(settled(diverged("the method returned normally")), (Verdict::Inconclusive, 1));
        assert_eq!(settled(Replay::Unavailable("no java".to_string())), (Verdict::Inconclusive, 1));
    }

    #[test]
    fn nested_classes_initialisers_and_overflow() {
        let mut violation = partition_violation();
        violation.class = "p.Outer.Inner".to_string();
        let output = format!("{PREFIX}\tthrew\tjava.lang.AssertionError\tat p.Outer$Inner.partition:31");
        assert_eq!(compare(&output, &violation), Replay::Confirmed);
        let output = format!(
            "{PREFIX}\tthrew\tjava.lang.ExceptionInInitializerError\tat X.m:2\
             \tjava.lang.AssertionError\tat p.Outer$Inner.partition:31"
        );
        assert_eq!(compare(&output, &violation), Replay::Confirmed);
        violation.exception = "java.lang.ExceptionInInitializerError".to_string();
        let thrown = format!("{PREFIX}\tthrew\tjava.lang.ExceptionInInitializerError");
        let output = format!("{thrown}\tin jdk.internal.reflect.X.invoke0:0\tat LazuliReplay1.call:20");
        assert_eq!(compare(&output, &violation), Replay::Confirmed);
        let output = format!("{thrown}\tat Elsewhere.m:2\tat LazuliReplay1.call:20");
        assert_eq!(compare(&output, &violation), diverged("the JVM threw the same exception at Elsewhere.m:2"));
        violation.exception = "java.lang.StackOverflowError".to_string();
        let output = format!("{PREFIX}\tthrew\tjava.lang.StackOverflowError\tat Elsewhere.m:2");
        assert_eq!(compare(&output, &violation), Replay::Confirmed);
    }
}
