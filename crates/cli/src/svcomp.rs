//! `lazuli svcomp`: a task of the software verification competition, answered in its words.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use report::data::{Replay, Report, Violation};
use report::reason::VerdictEffect;
use report::verdict::Verdict;
use report::witness::{self, Witness};

use crate::args::{CheckArgs, PropertyKind, SearchArgs, SvcompArgs};
use crate::error::{Error, Result};
use crate::{check, output};

/// A property of the competition's Java tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Property {
    /// `G assert`.
    ValidAssert,
    /// `G ! uncaught(java.lang.RuntimeException)`.
    NoRuntimeException,
    /// `G ! deadlock`.
    NoDeadlock,
}

impl Property {
    /// What a property file asks for.
    fn parse(text: &str) -> Option<Property> {
        let compact: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let formula = compact.strip_prefix("CHECK(init(Main.main()),LTL(")?.strip_suffix("))")?;
        match formula {
            "Gassert" => Some(Property::ValidAssert),
            "G!uncaught(java.lang.RuntimeException)" => Some(Property::NoRuntimeException),
            "G!deadlock" => Some(Property::NoDeadlock),
            _ => None,
        }
    }

    /// The name that the competition gives it in verdicts.
    fn name(self) -> &'static str {
        match self {
            Property::ValidAssert => "valid-assert",
            Property::NoRuntimeException => "no-runtime-exception",
            Property::NoDeadlock => "no-deadlock",
        }
    }

    /// As `lazuli check --property` knows it.
    fn option(self) -> PropertyKind {
        match self {
            Property::ValidAssert => PropertyKind::Assert,
            Property::NoRuntimeException => PropertyKind::RuntimeException,
            Property::NoDeadlock => PropertyKind::Deadlock,
        }
    }
}

/// The whole command: prints one word, exits as `check` does.
pub(crate) fn run(args: &SvcompArgs, started: Instant) -> Result<u8> {
    let specification = read_text(&args.property)?;
    let Some(property) = Property::parse(&specification) else {
        let file = args.property.display();
        return Err(Error::new(format!("{file} is not a property that lazuli knows: {}", specification.trim())));
    };
    let sources = sources(&args.tasks)?;
    let report = check::find(&check_arguments(args, property, sources.clone()), started)?.report;
    let (word, code) = answer(&report, property);
    if let (Some(file), true) = (&args.witness, word != UNKNOWN) {
        let program = program_texts(&sources)?;
        let text = witness::write(&Witness {
            violation: confirmed(&report),
            specification: &specification,
            program: &program,
            creation_time: &iso_time(SystemTime::now()),
            version: env!("CARGO_PKG_VERSION"),
        });
        fs::write(file, text).map_err(|error| Error::new(format!("{} cannot be written: {error}", file.display())))?;
    }
    if word == UNKNOWN {
        explain(&report);
    }
    output::print(&format!("{word}\n"))?;
    Ok(code)
}

const UNKNOWN: &str = "unknown";

/// The competition's word for a report, and the exit code. A violation counts once a JVM has confirmed it, a proof only if
/// nothing at all was cut. Of a program whose assumptions contradict each other every property is true.
fn answer(report: &Report, property: Property) -> (String, u8) {
    let mut reasons = report.targets.iter().flat_map(|target| &target.reasons);
    let is_vacuous = report.verdict == Verdict::Inconclusive
        && reasons.all(|reason| reason.cause.effect() == VerdictEffect::Vacuous);
    match report.verdict {
        _ if is_vacuous => ("true".to_string(), Verdict::Proved.exit_code()),
        Verdict::Proved => ("true".to_string(), Verdict::Proved.exit_code()),
        Verdict::Violated if confirmed(report).is_some() => {
            (format!("false({})", property.name()), Verdict::Violated.exit_code())
        }
        _ => (UNKNOWN.to_string(), Verdict::Inconclusive.exit_code()),
    }
}

fn confirmed(report: &Report) -> Option<&Violation> {
    let mut violations = report.targets.iter().flat_map(|target| &target.violations);
    violations.find(|violation| violation.replay == Replay::Confirmed)
}

/// Why the word is no better, for people.
fn explain(report: &Report) {
    for reason in report.targets.iter().flat_map(|target| &target.reasons) {
        let place = if reason.place.is_empty() { String::new() } else { format!(" at {}", reason.place) };
        crate::complain(&format!("{}{place}", reason.cause.sentence()));
    }
}

/// The task as a check: the plan that `check` follows, up to the first violation.
fn check_arguments(args: &SvcompArgs, property: Property, sources: Vec<PathBuf>) -> CheckArgs {
    CheckArgs {
        main: Some("Main".to_string()),
        search: SearchArgs {
            first: true,
            property: Some(property.option()),
            timeout: args.timeout,
            jobs: args.jobs,
            memory: args.memory,
            classes: args.classes.clone(),
            ..SearchArgs::plain()
        },
        ..CheckArgs::plain(sources)
    }
}

/// Every Java file below the folders of a task, the one with the entry first, otherwise ordered by path.
fn sources(tasks: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for task in tasks {
        collect(task, &mut files)?;
    }
    files.sort();
    files.dedup();
    files.sort_by_key(|file| file.file_name().is_none_or(|name| name != "Main.java"));
    match files.first() {
        Some(_) => Ok(files),
        None => Err(Error::new("the folders of the task hold no Java file")),
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let unreadable = |error| Error::new(format!("{} cannot be read: {error}", path.display()));
    if fs::metadata(path).map_err(unreadable)?.is_dir() {
        for entry in fs::read_dir(path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            // A link to a folder may lead back up.
            if entry.file_type().map_err(unreadable)?.is_symlink() && entry.path().is_dir() {
                continue;
            }
            collect(&entry.path(), files)?;
        }
    } else if path.extension().is_some_and(|extension| extension == "java") {
        files.push(path.to_path_buf());
    }
    Ok(())
}

fn read_text(file: &Path) -> Result<String> {
    fs::read_to_string(file).map_err(|error| Error::new(format!("{} cannot be read: {error}", file.display())))
}

fn program_texts(sources: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>> {
    let read = |file: &PathBuf| match fs::read(file) {
        Ok(bytes) => Ok((file.display().to_string(), bytes)),
        Err(error) => Err(Error::new(format!("{} cannot be read: {error}", file.display()))),
    };
    sources.iter().map(read).collect()
}

/// `2024-02-29T12:00:00Z`. Days are counted in years that begin in March: the odd one of a leap year is then the last.
fn iso_time(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3_600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn properties_of_the_competition() {
        let asserts = "CHECK( init(Main.main()), LTL(G assert) )\n";
        assert_eq!(Property::parse(asserts), Some(Property::ValidAssert));
        let exceptions = "CHECK(init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)))\n\n";
        assert_eq!(Property::parse(exceptions), Some(Property::NoRuntimeException));
        assert_eq!(Property::parse("CHECK( init(Main.main()), LTL(G !deadlock) )"), Some(Property::NoDeadlock));
        for other in ["", "CHECK( init(main()), LTL(G valid-free) )", "CHECK( init(Main.main()), LTL(F end) )"] {
            assert_eq!(Property::parse(other), None, "{other}");
        }
    }

    #[test]
    fn times_read_as_dates() {
        let at = |seconds| iso_time(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_294_399), "2024-03-01T11:59:59Z");
    }
}
