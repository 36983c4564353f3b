//! Snapshots: everything that the binary says in the runs that `tests/snapshots/runs` lists, in all formats.
//!
//! A run that draws a picture (`OUT/Name.dot`, `OUT/Name.svg`) has that as well.
//!
//! What a run says is `Name.text.expected`, `Name.json.expected` and `Name.sarif.expected` beside that list; a run that ends
//! in an error has the first only. They are compared byte by byte after numbers that are no property of the program and of
//! the tool have become `_`: what is measured (times, memory), the number of questions to the solver, which was seen to
//! differ under load, and what counts the code of the library, which every JDK has its own of; nor is it one which other techniques
//! there was time to try. JSON, which is one line, is broken
//! into lines, so that a difference can be read.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use crate::process;

/// The list of runs, in the folder of the snapshots.
const LIST: &str = "runs";
/// A file that a run writes: its name follows.
const OUT: &str = "OUT/";
/// When a binary that does not stop is killed.
const KILL_AFTER: Duration = Duration::from_secs(120);
/// Members of the JSON report whose numbers differ between machines.
const VARYING_MEMBERS: [&str; 7] =
    ["solver_ms", "time_ms", "peak_memory_mb", "solver_queries", "instructions", "match_checks", "match_stored"];
/// The same in text: what follows such a number.
const VARYING_UNITS: [&str; 6] = ["ms", "MB", "solver", "instructions", "matches", "stored"];
/// JSON values of at most this many characters stay on one line.
const WIDTH: usize = 120;

/// One line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SnapshotRun {
    /// What its files are named after.
    pub name: String,
    /// What `lazuli` is told, from the folder of the snapshots.
    pub arguments: Vec<String>,
}

/// What a run says in one format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// `Name.json.expected`.
    pub file: String,
    pub text: String,
}

/// The folder of the snapshots.
pub fn folder() -> PathBuf {
    crate::suite::workspace().join("tests/snapshots")
}

/// The runs that are listed in a folder.
pub fn runs(folder: &Path) -> io::Result<Vec<SnapshotRun>> {
    parse(&fs::read_to_string(folder.join(LIST))?).map_err(|problem| io::Error::other(format!("{LIST}: {problem}")))
}

/// Lines `Name: arguments`, empty lines, and comments that start with `#`.
fn parse(list: &str) -> Result<Vec<SnapshotRun>, String> {
    let mut runs: Vec<SnapshotRun> = Vec::new();
    for line in list.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (name, arguments) = line.split_once(": ").ok_or_else(|| format!("'{line}' is not 'Name: arguments'"))?;
        if runs.iter().any(|run| run.name == name) {
            return Err(format!("there are two runs '{name}'"));
        }
        let arguments = arguments.split_whitespace().map(str::to_string).collect();
        runs.push(SnapshotRun { name: name.to_string(), arguments });
    }
    Ok(runs)
}

/// The snapshot files that there are in a folder.
pub fn files(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".expected") {
            files.push(name);
        }
    }
    files.sort();
    Ok(files)
}

/// Runs the binary, once for all formats. `LAZULI_JDK` names another JDK, as for the test programs.
pub fn take(lazuli: &Path, folder: &Path, run: &SnapshotRun) -> io::Result<Vec<Snapshot>> {
    let out =
        crate::suite::workspace().join("target/testkit/snapshots").join(format!("{}-{}", run.name, std::process::id()));
    let mut command = Command::new(lazuli);
    command.current_dir(folder);
    let mut pictures: Vec<PathBuf> = Vec::new();
    for argument in &run.arguments {
        match argument.strip_prefix(OUT) {
            Some(name) => {
                fs::create_dir_all(&out)?;
                pictures.push(out.join(name));
                command.arg(out.join(name));
            }
            None => {
                command.arg(argument);
            }
        }
    }
    if run.arguments.first().is_some_and(|command| command == "check" || command == "abstract") {
        command.arg("--out").arg(&out);
    }
    if let Some(jdk) = std::env::var_os("LAZULI_JDK").filter(|jdk| !jdk.is_empty()) {
        command.env("JAVA_HOME", jdk);
    }
    let finished = process::run(&mut command, KILL_AFTER)?;
    if finished.timed_out {
        return Err(io::Error::other(format!("{}: killed after {} s", run.name, KILL_AFTER.as_secs())));
    }
    let code = finished.code.map_or("none".to_string(), |code| code.to_string());
    let mut text = without_varying_numbers(&finished.stdout);
    if !finished.stderr.is_empty() {
        text.push_str(&format!("--- standard error\n{}", finished.stderr));
    }
    text.push_str(&format!("--- exit code {code}\n"));
    let snapshot = |format: &str, text: String| Snapshot { file: format!("{}.{format}.expected", run.name), text };
    let mut snapshots = vec![snapshot("text", text)];
    if out.join("report.json").is_file() {
        let json = fs::read_to_string(out.join("report.json"))?;
        snapshots.push(snapshot("json", in_lines(&without_others_tried(&without_varying_members(&json)))));
        snapshots.push(snapshot("sarif", fs::read_to_string(out.join("report.sarif"))?));
    }
    for picture in pictures {
        let format = picture.extension().unwrap_or_default().to_string_lossy().into_owned();
        snapshots.push(snapshot(&format, fs::read_to_string(&picture)?));
    }
    if out.is_dir() {
        fs::remove_dir_all(&out)?;
    }
    Ok(snapshots)
}

/// `12 ms` becomes `_ ms`.
fn without_varying_numbers(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for word in text.split_inclusive([' ', '\n']) {
        let is_unit = VARYING_UNITS.contains(&word.trim_end_matches([' ', '\n', ',', ')']));
        let number = result.strip_suffix(' ').and_then(|text| {
            let start = text.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
            (start < text.len()).then_some(start)
        });
        if let (true, Some(start)) = (is_unit, number) {
            result.truncate(start);
            result.push_str("_ ");
        }
        result.push_str(word);
    }
    result
}

/// The numbers of [`VARYING_MEMBERS`] become `"_"`.
fn without_varying_members(json: &str) -> String {
    let mut result = json.to_string();
    for name in VARYING_MEMBERS {
        let member = format!("\"{name}\":");
        let mut from = 0;
        while let Some(found) = result[from..].find(&member) {
            from += found + member.len();
            let digits = result[from..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(result.len() - from);
            result.replace_range(from..from + digits, "\"_\"");
        }
    }
    result
}

/// Which techniques are tried beside the one whose result it is depends on the clock: of those that were, that one stays.
fn without_others_tried(json: &str) -> String {
    const BY: &str = "\"by\":";
    const TRIED: &str = ",\"tried\":";
    let (mut result, mut rest) = (String::new(), json);
    while let Some(found) = rest.find(BY) {
        let (before, after) = rest.split_at(found + BY.len());
        result.push_str(before);
        let by = split_outside(after, ',')[0];
        rest = &after[by.len()..];
        result.push_str(by);
        let Some(list) = rest.strip_prefix(TRIED).map(|list| split_outside(list, ',')[0]) else { continue };
        rest = &rest[TRIED.len() + list.len()..];
        let entries = split_outside(list.trim_start_matches('[').trim_end_matches(']'), ',');
        let of_result = format!("{{\"technique\":{by},");
        let kept: Vec<&str> = entries.into_iter().filter(|entry| entry.starts_with(&of_result)).collect();
        result.push_str(&format!("{TRIED}[{}]", kept.join(",")));
    }
    result + rest
}

/// JSON without white space, with a line for each entry of what is too long for one line. Nothing else is changed.
fn in_lines(json: &str) -> String {
    let mut result = String::new();
    lay_out(json.trim_end_matches('\n'), 0, &mut result);
    result.push('\n');
    result
}

fn lay_out(value: &str, indent: usize, result: &mut String) {
    let is_container = value.starts_with(['{', '[']) && value.len() > 2;
    if !is_container || indent + value.len() <= WIDTH {
        result.push_str(value);
        return;
    }
    let (open, rest) = value.split_at(1);
    let (entries, close) = rest.split_at(rest.len() - 1);
    result.push_str(open);
    let mut separator = "";
    for entry in split_outside(entries, ',') {
        result.push_str(&format!("{separator}\n{:1$}", "", indent + 2));
        separator = ",";
        let name = if open == "{" { split_outside(entry, ':')[0].len() + 1 } else { 0 };
        result.push_str(&entry[..name]);
        lay_out(&entry[name..], indent + 2, result);
    }
    result.push_str(&format!("\n{:indent$}{close}", ""));
}

/// The parts of JSON between the separators that are in no string, object or array of it.
fn split_outside(json: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut depth, mut in_string, mut is_escaped) = (0, false, false);
    for (position, letter) in json.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ if letter == separator && depth == 0 => {
                parts.push(&json[start..position]);
                start = position + 1;
            }
            _ => {}
        }
    }
    parts.push(&json[start..]);
    parts
}

/// The first line in which two texts differ, shown for people.
pub fn first_difference(expected: &str, actual: &str) -> Option<String> {
    let (mut left, mut right) = (expected.split('\n'), actual.split('\n'));
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
    fn varying_numbers_vanish_and_others_stay() {
        assert_eq!(
            without_varying_numbers(
                "12 paths, 9 instructions, 8 solver queries (10 ms), 3 matches tried, 1 hit,\n 35 ms, 131 MB\n\nms 7 x2 ms"
            ),
            "12 paths, _ instructions, _ solver queries (_ ms), _ matches tried, 1 hit,\n _ ms, _ MB\n\nms 7 x_ ms"
        );
        assert_eq!(
            without_varying_members(r#"{"paths":3,"time_ms":12,"x":[{"solver_ms":0}],"peak_memory_mb":31}"#),
            r#"{"paths":3,"time_ms":"_","x":[{"solver_ms":"_"}],"peak_memory_mb":"_"}"#
        );
    }

    #[test]
    fn of_what_was_tried_the_result_stays() {
        let tried = |names: &[&str]| {
            let entries: Vec<String> = names
                .iter()
                .map(|name| format!(r#"{{"technique":"{name}","reasons":[{{"what":"a, b]"}}]}}"#))
                .collect();
            format!(r#"[{{"by":"exact","tried":[{}],"reasons":[]}},{{"by":"x"}}]"#, entries.join(","))
        };
        assert_eq!(without_others_tried(&tried(&["random", "exact", "over"])), tried(&["exact"]));
        assert_eq!(without_others_tried(&tried(&["exact"])), tried(&["exact"]));
    }

    #[test]
    fn json_is_broken_into_lines_and_nothing_else_changes() {
        let long = "x".repeat(WIDTH);
        let json = format!(r#"{{"a":{{"b":[1,{{"c":2}}]}},"t,\":[":["{long}",{{}},"\\"],"n":null}}"#);
        let lines = in_lines(&json);
        let expected = format!(
            "{{\n  \"a\":{{\"b\":[1,{{\"c\":2}}]}},\n  \"t,\\\":[\":[\n    \"{long}\",\n    {{}},\n    \"\\\\\"\n  ],\n  \"n\":null\n}}\n"
        );
        assert_eq!(lines, expected);
        assert_eq!(lines.lines().map(str::trim_start).collect::<String>(), json);
    }

    #[test]
    fn lists_name_each_run_once() {
        let run = SnapshotRun { name: "a".to_string(), arguments: vec!["check".to_string(), "A.java".to_string()] };
        assert_eq!(parse("# comment\n\na: check A.java\n"), Ok(vec![run]));
        assert!(parse("a: x\na: y\n").unwrap_err().contains("two runs"));
        assert!(parse("a\n").unwrap_err().contains("is not"));
    }

    #[test]
    fn differences_name_the_line() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb", "a").unwrap(), "line 2: expected \"b\", got (end of text)");
        assert_eq!(first_difference("a\n", "a").unwrap(), "line 2: expected \"\", got (end of text)");
    }
}
