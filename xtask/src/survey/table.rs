//! Verdicts by library, and what kept methods from one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Answer;
use crate::causes;

const VERDICTS: [&str; 4] = ["proved", "bounded", "violated", "inconclusive"];

/// A reason's methods, and one of them.
type Methods<'a> = (BTreeSet<&'a str>, String);

/// Prints everything; true if nothing crashed and every violation was tried on a JVM.
pub(super) fn print(answers: &[Answer], verbose: bool) -> bool {
    if verbose {
        list(answers);
    }
    let targets: Vec<&Value> = answers.iter().flat_map(|answer| &answer.targets).collect();
    print_libraries(answers);
    print_reasons(&targets);
    let crashes: Vec<&Answer> = answers.iter().filter(|answer| answer.crash.is_some()).collect();
    for answer in &crashes {
        println!("CRASH  {}: {}", answer.class, answer.crash.as_deref().unwrap_or_default());
    }
    let replays = print_replays(&targets);
    let times = sorted(targets.iter().filter_map(|target| target["stats"]["time_ms"].as_u64()).collect());
    let memory = |target: &Value| target["stats"]["peak_memory_mb"].as_u64();
    // The methods of a class are checked in one process: of each, the most that the process had when it was done.
    let of_methods = sorted(targets.iter().filter_map(|target| memory(target)).collect());
    let of_classes =
        sorted(answers.iter().filter_map(|answer| answer.targets.iter().filter_map(memory).max()).collect());
    let inconclusive = count(&targets, "inconclusive");
    println!(
        "{} methods of {} classes, {:.1} % inconclusive, {} crashes; median {} ms a method; memory until a method is done: median {} MB, 99th percentile {} MB; the most for a class {} MB",
        targets.len(),
        answers.len(),
        100.0 * inconclusive as f64 / targets.len().max(1) as f64,
        crashes.len(),
        percentile(&times, 50),
        percentile(&of_methods, 50),
        percentile(&of_methods, 99),
        of_classes.last().copied().unwrap_or_default()
    );
    crashes.is_empty() && replays
}

fn sorted(mut numbers: Vec<u64>) -> Vec<u64> {
    numbers.sort_unstable();
    numbers
}

fn list(answers: &[Answer]) {
    for answer in answers {
        for target in &answer.targets {
            let text = |value: &Value| value.as_str().unwrap_or("?").to_string();
            println!(
                "{:>12} {:>6} ms {:>5} MB  {}: {}",
                text(&target["verdict"]),
                target["stats"]["time_ms"],
                target["stats"]["peak_memory_mb"],
                answer.library,
                text(&target["method"])
            );
            for violation in target["violations"].as_array().into_iter().flatten() {
                println!(
                    "{:>16} {} at {}.{}:{} ({})",
                    "",
                    text(&violation["kind"]),
                    text(&violation["class"]),
                    text(&violation["method"]),
                    violation["line"],
                    text(&violation["replay"])
                );
            }
            for reason in reasons(target) {
                println!(
                    "{:>16} {}: {} [{}]",
                    "",
                    text(&reason["kind"]),
                    text(&reason["what"]),
                    text(&reason["place"])
                );
            }
        }
    }
}

fn print_libraries(answers: &[Answer]) {
    let mut libraries: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for answer in answers {
        libraries.entry(&answer.library).or_default().extend(&answer.targets);
    }
    println!(
        "{:30} {:>8} {:>8} {:>8} {:>8} {:>12}",
        "library", "methods", "proved", "bounded", "violated", "inconclusive"
    );
    for (library, targets) in &libraries {
        print!("{library:30} {:>8}", targets.len());
        let width = |verdict: &str| verdict.len().max(8);
        for verdict in VERDICTS {
            print!(" {:>1$}", count(targets, verdict), width(verdict));
        }
        println!();
    }
}

/// Reasons of the inconclusive methods, most frequent first. A method may have several.
fn print_reasons(targets: &[&Value]) {
    let mut causes: BTreeMap<String, Methods<'_>> = BTreeMap::new();
    for target in targets.iter().filter(|target| target["verdict"] == "inconclusive") {
        let method = target["method"].as_str().unwrap_or_default();
        for reason in reasons(target).filter(|reason| reason["kind"] != "bound") {
            let cause = causes::general(reason["what"].as_str().unwrap_or_default());
            causes.entry(cause).or_insert_with(|| (BTreeSet::new(), method.to_string())).0.insert(method);
        }
    }
    let mut causes: Vec<(String, Methods<'_>)> = causes.into_iter().collect();
    causes.sort_by(|a, b| b.1.0.len().cmp(&a.1.0.len()).then_with(|| a.0.cmp(&b.0)));
    for (cause, (methods, example)) in causes {
        println!("{:6}  {cause}   e.g. {example}", methods.len());
    }
}

/// What the JVM said of violations; false if one was called a violation although its input could not be built.
fn print_replays(targets: &[&Value]) -> bool {
    let mut words: BTreeMap<&str, u64> = BTreeMap::new();
    for violation in targets.iter().flat_map(|target| target["violations"].as_array().into_iter().flatten()) {
        *words.entry(violation["replay"].as_str().unwrap_or("?")).or_default() += 1;
    }
    let words: Vec<String> = words.iter().map(|(word, count)| format!("{count} {word}")).collect();
    println!("violations: {}", if words.is_empty() { "none".to_string() } else { words.join(", ") });
    let is_unbuilt = |target: &&Value| {
        let mut violations = target["violations"].as_array().into_iter().flatten().peekable();
        target["verdict"] == "violated"
            && violations.peek().is_some()
            && violations.all(|violation| violation["replay"] != "confirmed")
    };
    let unbuilt: Vec<&&Value> = targets.iter().filter(|target| is_unbuilt(target)).collect();
    for target in &unbuilt {
        println!("UNCONFIRMED  {}", target["method"].as_str().unwrap_or_default());
    }
    unbuilt.is_empty()
}

fn reasons(target: &Value) -> impl Iterator<Item = &Value> {
    target["reasons"].as_array().into_iter().flatten()
}

fn count(targets: &[&Value], verdict: &str) -> usize {
    targets.iter().filter(|target| target["verdict"] == verdict).count()
}

/// Of sorted numbers.
fn percentile(sorted: &[u64], percent: usize) -> u64 {
    sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1))).copied().unwrap_or(0)
}
