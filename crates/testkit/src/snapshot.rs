//! Optional snapshots of the text report: `Name.<config>.expected` beside `Name.java`.

use std::path::{Path, PathBuf};

/// The snapshot's file of a run.
pub fn path(program: &Path, run: &str) -> PathBuf {
    program.with_extension(format!("{run}.expected"))
}

/// A report without what differs from run to run: measured times, rates and memory become `_`.
pub fn normalise(report: &str) -> String {
    let mut result = String::with_capacity(report.len());
    for line in report.lines() {
        result.push_str(&without_measurements(line));
        result.truncate(result.trim_end().len());
        result.push('\n');
    }
    result
}

fn without_measurements(line: &str) -> String {
    const UNITS: [&str; 14] =
        ["ns", "µs", "us", "ms", "s", "min", "kB", "MB", "GB", "KiB", "MiB", "GiB", "/s", "paths/s"];
    let mut result = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if !first.is_ascii_digit() {
            result.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let number = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(rest.len());
        let after = rest[number..].strip_prefix(' ').unwrap_or(&rest[number..]);
        let unit = after.find(|c: char| !c.is_alphabetic() && c != '/').unwrap_or(after.len());
        // A digit inside a word, as in `Node1s`, is a name and no measurement.
        let inside_word = result.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
        if !inside_word && UNITS.contains(&&after[..unit]) {
            let skipped = rest.len() - after.len();
            result.push('_');
            result.push_str(&rest[number..skipped]);
            result.push_str(&after[..unit]);
            rest = &after[unit..];
        } else {
            result.push_str(&rest[..number]);
            rest = &rest[number..];
        }
    }
    result
}

/// The first line in which two texts differ, shown for people.
pub fn first_difference(expected: &str, actual: &str) -> Option<String> {
    let (mut left, mut right) = (expected.lines(), actual.lines());
    for number in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                let show = |line: Option<&str>| line.map_or("(end of text)".to_string(), |l| format!("{l:?}"));
                return Some(format!("line {number}: expected {}, got {}", show(a), show(b)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_vanish_and_counts_stay() {
        assert_eq!(
            normalise("12 paths, 40 states in 0.35 s (20,100 paths/s, 31 MB)  \nNode2s x1 = 5"),
            "12 paths, 40 states in _ s (_ paths/s, _ MB)\nNode2s x1 = 5\n"
        );
        assert_eq!(normalise("solver 12ms, line 7s"), "solver _ms, line _s\n");
    }

    #[test]
    fn differences_name_the_line() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\n").unwrap(), "line 2: expected \"b\", got (end of text)");
    }
}
