//! Transcripts: commands in the code blocks of Markdown pages, with what they print.
//!
//! A line `$ lazuli …` is a command, which goes on in the next line if it ends in `\`; the lines below it, up to the next
//! command or the end of the block, are what it prints on both of its streams. `…` in such a line stands for any text, a
//! line that is `…` alone for any number of lines. Other commands (`$ java …`) are not executed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use crate::{parallel, process};

const ANYTHING: char = '…';
/// When a binary that does not stop is killed.
const KILL_AFTER: Duration = Duration::from_secs(120);

/// A command and what a page says that it prints.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Transcript {
    /// The page, from the root of the project, and the line of the command.
    place: String,
    arguments: Vec<String>,
    expected: Vec<String>,
}

/// The pages that show transcripts: README.md and docs/*.md.
fn pages(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut pages = vec![PathBuf::from("README.md")];
    for entry in fs::read_dir(root.join("docs"))? {
        let name = entry?.file_name();
        if Path::new(&name).extension().is_some_and(|extension| extension == "md") {
            pages.push(Path::new("docs").join(name));
        }
    }
    pages.sort();
    Ok(pages)
}

/// All transcripts of the pages.
fn all(root: &Path) -> io::Result<Vec<Transcript>> {
    let mut transcripts = Vec::new();
    for page in pages(root)? {
        transcripts.extend(parse(&page.to_string_lossy(), &fs::read_to_string(root.join(&page))?));
    }
    Ok(transcripts)
}

fn parse(page: &str, text: &str) -> Vec<Transcript> {
    let mut transcripts: Vec<Transcript> = Vec::new();
    let (mut in_block, mut in_transcript) = (false, false);
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line.starts_with("```") {
            (in_block, in_transcript) = (!in_block, false);
        } else if let (true, Some(command)) = (in_block, line.strip_prefix("$ ")) {
            let mut command = command.to_string();
            while let Some(beginning) = command.strip_suffix('\\') {
                command = format!("{beginning}{}", lines.next().map_or("", |(_, line)| line.trim_start()));
            }
            let mut words = words(&command);
            in_transcript = words.first().is_some_and(|program| program == "lazuli");
            if in_transcript {
                words.remove(0);
                let place = format!("{page}:{}", number + 1);
                transcripts.push(Transcript { place, arguments: words, expected: Vec::new() });
            }
        } else if let (true, Some(transcript)) = (in_transcript, transcripts.last_mut()) {
            transcript.expected.push(line.trim_end().to_string());
        }
    }
    transcripts
}

/// The words of a command; what stands between quotes of one kind is one.
fn words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote, mut is_begun) = (String::new(), None, false);
    for letter in command.chars() {
        match letter {
            '\'' | '"' if quote == Some(letter) => quote = None,
            '\'' | '"' if quote.is_none() => (quote, is_begun) = (Some(letter), true),
            ' ' if quote.is_none() => {
                if is_begun {
                    words.push(std::mem::take(&mut word));
                }
                is_begun = false;
            }
            _ => {
                word.push(letter);
                is_begun = true;
            }
        }
    }
    words.extend(is_begun.then_some(word));
    words
}

/// Executes a transcript from the root of the project. `Ok(Some(…))` says how what was printed differs.
fn difference(lazuli: &Path, root: &Path, transcript: &Transcript) -> io::Result<Option<String>> {
    let mut command = Command::new(lazuli);
    command.current_dir(root).args(&transcript.arguments);
    if let Some(jdk) = std::env::var_os("LAZULI_JDK").filter(|jdk| !jdk.is_empty()) {
        command.env("JAVA_HOME", jdk);
    }
    let finished = process::run(&mut command, KILL_AFTER)?;
    if finished.timed_out {
        return Err(io::Error::other(format!("{}: killed after {} s", transcript.place, KILL_AFTER.as_secs())));
    }
    let printed = format!("{}{}", finished.stdout, finished.stderr);
    let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    let mut expected: Vec<&str> = transcript.expected.iter().map(String::as_str).collect();
    while expected.last() == Some(&"") {
        expected.pop();
    }
    let Err(matched) = compare(&expected, &printed) else { return Ok(None) };
    let missing = expected.get(matched).map_or("the end of the output".to_string(), |line| format!("'{line}'"));
    Ok(Some(format!("{}: {missing} was not printed, but this:\n{}", transcript.place, printed.join("\n"))))
}

/// Whether lines are as expected; else how many of the expected ones were met.
fn compare(expected: &[&str], printed: &[&str]) -> Result<(), usize> {
    let mut furthest = 0;
    // What is printed may follow `expected[..met]`, where `met` is one of these.
    let mut possible = closed(expected, &[0]);
    for line in printed {
        furthest = possible.iter().copied().max().unwrap_or(furthest);
        let mut next = Vec::new();
        for met in possible {
            match expected.get(met) {
                // The line of dots takes this line, too.
                Some(pattern) if is_any_lines(pattern) => next.push(met),
                Some(pattern) if line_matches(pattern, line) => next.push(met + 1),
                _ => {}
            }
        }
        possible = closed(expected, &next);
    }
    if possible.contains(&expected.len()) {
        return Ok(());
    }
    Err(possible.iter().copied().max().unwrap_or(furthest))
}

/// A line of dots may also stand for no lines.
fn closed(expected: &[&str], positions: &[usize]) -> Vec<usize> {
    let mut closed: Vec<usize> = Vec::new();
    for &position in positions {
        let mut position = position;
        closed.push(position);
        while expected.get(position).is_some_and(|pattern| is_any_lines(pattern)) {
            position += 1;
            closed.push(position);
        }
    }
    closed.sort_unstable();
    closed.dedup();
    closed
}

fn is_any_lines(pattern: &str) -> bool {
    pattern.chars().eq([ANYTHING])
}

/// Whether the parts of the pattern stand in the line in this order, the first at its beginning, the last at its end.
fn line_matches(pattern: &str, line: &str) -> bool {
    let Some((first, rest)) = pattern.split_once(ANYTHING) else { return pattern == line };
    let Some(mut line) = line.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split(ANYTHING).collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(found) = line.find(part) else { return false };
        line = &line[found + part.len()..];
    }
    line.ends_with(last)
}

/// What is wrong with the pages' transcripts: what they do not print, and examples that none of them uses.
pub fn problems(lazuli: &Path) -> io::Result<Vec<String>> {
    let root = crate::suite::workspace();
    let transcripts = all(&root)?;
    let differences = parallel::map(&transcripts, |transcript| difference(lazuli, &root, transcript));
    let mut problems = Vec::new();
    for found in differences {
        problems.extend(found?);
    }
    let unused = unused_examples(&root, &transcripts)?;
    problems.extend(unused.iter().map(|file| format!("{file}: no transcript of README.md or docs/ uses this example")));
    Ok(problems)
}

/// Files of examples/ that no transcript names, by itself or by a folder around it.
fn unused_examples(root: &Path, transcripts: &[Transcript]) -> io::Result<Vec<String>> {
    let mut unused = Vec::new();
    let mut folders = vec![PathBuf::from("examples")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let path = folder.join(entry?.file_name());
            let is_named =
                transcripts.iter().flat_map(|transcript| &transcript.arguments).any(|word| path.starts_with(word));
            if root.join(&path).is_dir() {
                folders.push(path);
            } else if !is_named {
                unused.push(path.to_string_lossy().into_owned());
            }
        }
    }
    unused.sort();
    Ok(unused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_with_what_they_print() {
        let page = "$ lazuli no block\n```\n$ lazuli check A.java \\\n    --method 'A.m(int, int)'\nA: proved\n\n$ java A\n1\n```\ntext\n";
        let transcript = Transcript {
            place: "docs/a.md:3".to_string(),
            arguments: ["check", "A.java", "--method", "A.m(int, int)"].map(str::to_string).to_vec(),
            expected: ["A: proved", ""].map(str::to_string).to_vec(),
        };
        assert_eq!(parse("docs/a.md", page), [transcript]);
    }

    #[test]
    fn dots_stand_for_what_varies() {
        assert!(line_matches("… ms, … MB", "12 ms, 31 MB"));
        assert!(line_matches("{…}", "{1}"));
        assert!(!line_matches("a… MB", "b 31 MB"));
        assert!(!line_matches("12 ms", "13 ms"));
        // Parts do not overlap.
        assert!(!line_matches("ab…ba", "aba"));
        assert_eq!(compare(&["a", "…", "d"], &["a", "b", "c", "d"]), Ok(()));
        assert_eq!(compare(&["a", "…"], &["a"]), Ok(()));
        assert_eq!(compare(&["…", "a", "…", "b"], &["x", "a", "a", "b"]), Ok(()));
        assert_eq!(compare(&["a", "b"], &["a", "c"]), Err(1));
        assert_eq!(compare(&["a"], &["a", "b"]), Err(1));
        assert_eq!(compare(&["a", "b"], &["a"]), Err(1));
    }
}
