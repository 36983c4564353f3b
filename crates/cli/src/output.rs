//! Where reports go: stdout in the chosen format, and the files of `--out`.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use engines::reached::MatchRecord;
use report::data::Report;
use report::{json, sarif, text};

use crate::args::{CheckArgs, Format, Ints, MatchAt, PropertyKind, ReportKind};
use crate::error::{Error, Result};
use crate::explain;
use crate::graph::{self, GraphFormat};

/// Make the folders results go to, so that a mistake shows before the search and not after it.
pub(crate) fn check_folders<'a>(folders: impl Iterator<Item = &'a PathBuf>) -> Result<()> {
    for folder in folders {
        fs::create_dir_all(folder)
            .map_err(|error| Error::new(format!("{} cannot be made a folder: {error}", folder.display())))?;
    }
    Ok(())
}

/// What was typed besides the options that all searches share.
pub(crate) struct Typed<'a> {
    pub(crate) command: &'static str,
    /// Options of this command alone that say what is analysed, each with its value or an empty one.
    pub(crate) own: Vec<(&'static str, String)>,
    /// All others.
    pub(crate) args: &'a CheckArgs,
}

impl<'a> Typed<'a> {
    /// `lazuli check`, which has no options but those that all have.
    pub(crate) fn check(args: &'a CheckArgs) -> Typed<'a> {
        Typed { command: "check", own: Vec::new(), args }
    }
}

/// Print the report, and write it to `--out`.
pub(crate) fn write(report: &Report, matched: &[(String, MatchRecord)], typed: &Typed<'_>) -> Result<()> {
    let args = typed.args;
    let options = text::TextOptions {
        rerun: rerun(typed),
        replays_kept_in: args.search.keep_replay.as_ref().map(|folder| folder.display().to_string()),
        colour: false,
        plan: args.search.plan,
    };
    let source_of = |class: &str| source_among(class, &args.paths);
    if let Some(folder) = &args.search.out {
        let files = [
            ("report.txt", text::write(report, &options)),
            ("report.json", json::write(report)),
            ("report.sarif", sarif::write(report, env!("CARGO_PKG_VERSION"), &source_of)),
        ];
        for (name, content) in files {
            let file = folder.join(name);
            fs::write(&file, content)
                .map_err(|error| Error::new(format!("{} cannot be written: {error}", file.display())))?;
        }
    }
    if let Some(file) = &args.graph {
        fs::write(file, graph::draw(GraphFormat::of(file)?, matched))
            .map_err(|error| Error::new(format!("{} cannot be written: {error}", file.display())))?;
    }
    let printed = match args.search.format {
        Format::Text => {
            if args.search.ints == Ints::Math {
                print("integers are mathematical (--ints math): verdicts do not speak of wrap-around\n\n")?;
            }
            let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            text::write(report, &text::TextOptions { colour, ..options })
        }
        Format::Json => json::write(report),
        Format::Sarif => sarif::write(report, env!("CARGO_PKG_VERSION"), &source_of),
    };
    print(&printed)?;
    if args.explain_matching && args.search.format == Format::Text {
        for (method, record) in matched {
            print(&format!("\n{}", explain::text(method, record)))?;
        }
    }
    Ok(())
}

/// To stdout. A reader that went away (`| head`) is no error.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Error::new(format!("the report cannot be printed: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// The part of the command line that says what is analysed and under which assumptions, without the entry.
fn rerun(typed: &Typed<'_>) -> String {
    let args = typed.args;
    let mut words = vec![typed.command.to_string()];
    words.extend(args.paths.iter().map(|path| quoted(&path.display().to_string())));
    let mut option = |name: &str, value: &str| {
        words.push(name.to_string());
        if !value.is_empty() {
            words.push(quoted(value));
        }
    };
    for (name, value) in &typed.own {
        option(name, value);
    }
    if !args.search.classes.class_path.is_empty() {
        let paths: Vec<String> = args.search.classes.class_path.iter().map(|path| path.display().to_string()).collect();
        option("--class-path", &paths.join(":"));
    }
    if let Some(jdk) = &args.search.classes.jdk {
        option("--jdk", &jdk.display().to_string());
    }
    for method in &args.search.requires {
        option("--requires", method);
    }
    if args.search.requires_first {
        option("--requires-first", "");
    }
    if args.search.no_invariant {
        option("--no-invariant", "");
    }
    if args.search.check_invariant {
        option("--check-invariant", "");
    }
    for text in &args.ensures {
        option("--ensures", text);
    }
    for text in &args.assume {
        option("--assume", text);
    }
    let bounds = [
        ("--depth", args.search.depth),
        ("--objects", args.search.objects),
        ("--max-branches", args.search.max_branches),
        ("--max-choices", args.search.max_choices),
        ("--unwind", args.search.unwind),
        ("--string-length", args.search.string_length),
        ("--collection-size", args.search.collection_size),
    ];
    for (name, bound) in bounds {
        if let Some(bound) = bound {
            option(name, &bound.to_string());
        }
    }
    if args.search.ints == Ints::Math {
        option("--ints", "math");
    }
    if let Some(technique) = &args.technique {
        option("--technique", technique);
    }
    if let Some(heap) = args.heap.and_then(|heap| heap.to_possible_value()) {
        option("--heap", heap.get_name());
    }
    if let Some(matching) = args.matching.and_then(|matching| matching.to_possible_value()) {
        option("--match", matching.get_name());
    }
    if args.match_at == MatchAt::Marked {
        option("--match-at", "marked");
    }
    if args.join {
        option("--join", "");
    }
    match args.search.property {
        Some(PropertyKind::Assert) => option("--property", "assert"),
        Some(PropertyKind::RuntimeException) => option("--property", "runtime-exception"),
        Some(PropertyKind::Deadlock) => option("--property", "deadlock"),
        None => {}
    }
    match args.search.report {
        Some(ReportKind::Uncaught) => option("--report", "uncaught"),
        Some(ReportKind::Jvm) => option("--report", "jvm"),
        Some(ReportKind::Endless) => option("--report", "endless"),
        None => {}
    }
    words.join(" ")
}

/// For a POSIX shell.
fn quoted(word: &str) -> String {
    let harmless = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(harmless) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The `.java` file given for a class, if its name says so.
fn source_among(class: &str, paths: &[PathBuf]) -> Option<String> {
    let simple = class.rsplit('.').next()?.split('$').next()?;
    let is_it = |path: &&PathBuf| {
        path.extension().is_some_and(|extension| extension == "java")
            && path.file_stem().and_then(|stem| stem.to_str()) == Some(simple)
    };
    paths.iter().find(is_it).map(|path| uri(path))
}

fn uri(path: &Path) -> String {
    let mut uri = String::new();
    for byte in path.to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"-_./~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Command, CommandLine};
    use clap::Parser;

    #[test]
    fn rerun_repeats_what_matters() {
        let line = ["lazuli", "check", "my list.java", "--requires", "A.p", "--timeout", "5s", "--depth", "3"];
        let line = line.into_iter().chain(["--heap", "lazier-sharp", "--match", "none"]);
        let Command::Check(args) = CommandLine::parse_from(line).command else { panic!("this is a check") };
        assert_eq!(
            rerun(&Typed::check(&args)),
            "check 'my list.java' --requires A.p --depth 3 --heap lazier-sharp --match none"
        );
    }

    #[test]
    fn sources_are_found_by_name() {
        let paths = [PathBuf::from("src/a b/List.java"), PathBuf::from("x.jar")];
        assert_eq!(source_among("p.List$Node", &paths), Some("src/a%20b/List.java".to_string()));
        assert_eq!(source_among("p.Other", &paths), None);
    }
}
