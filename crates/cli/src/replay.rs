//! Asks a real JVM about every violation, in a child process for each: a hang or a crash of one does not lose the others.
//! They run a driver that was compiled once and reads what to do, which takes 0.06 s (JDK 17).

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use report::api;
use report::data::{Entry, Replay, Report, Violation};
use report::replay::{self, Driver, Recipe};

use crate::error::{Error, Result};
use crate::inputs::{Inputs, join_class_path};
use jvm::{Compiled, Ended, JdkHome, SHORT_LIVED, Source, first_line, run_limited};

/// What one violation gets.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(10);
/// So many times as long may it take to make threads follow a schedule: two JVMs, and many stops.
const SCHEDULED: u32 = 3;
const COMPILE_LIMIT: Duration = Duration::from_secs(60);
/// What a replay needs to know.
pub(crate) struct Replayer<'a> {
    pub(crate) jdk: &'a JdkHome,
    pub(crate) inputs: &'a Inputs,
    /// Where sources are kept.
    pub(crate) keep: Option<&'a Path>,
    pub(crate) jobs: usize,
    /// How long one violation may take.
    pub(crate) time_limit: Duration,
    /// When the run must be over.
    pub(crate) deadline: Instant,
}

/// A violation with the way to repeat it.
struct Case<'a> {
    violation: &'a mut Violation,
    recipe: Recipe,
    /// Library entries need their package opened.
    opens: Option<String>,
}

impl Replayer<'_> {
    /// Replay every violation of `report` and settle the verdicts by what came out.
    pub(crate) fn replay(&self, report: &mut Report) -> Result<()> {
        let mut cases: Vec<Case> = Vec::new();
        for target in &mut report.targets {
            for violation in &mut target.violations {
                match Recipe::new(&target.entry, violation) {
                    Ok(recipe) => cases.push(Case { violation, recipe, opens: library_package(&target.entry) }),
                    Err(why) => violation.replay = Replay::Unavailable(why),
                }
            }
        }
        for is_scheduled in [false, true] {
            let is_of_kind = |case: &&mut Case| replay::is_scheduled(case.violation) == is_scheduled;
            let mut chosen: Vec<&mut Case> = cases.iter_mut().filter(is_of_kind).collect();
            if chosen.is_empty() {
                continue;
            }
            if let Err(why) = self.run_all(&mut chosen, is_scheduled) {
                for case in chosen {
                    case.violation.replay = Replay::Unavailable(why.clone());
                }
            }
        }
        replay::settle(report);
        self.keep_sources(report)
    }

    /// A driver that states its input for each violation, where the user wants them.
    fn keep_sources(&self, report: &Report) -> Result<()> {
        let Some(keep) = self.keep else { return Ok(()) };
        let kept_classes = self.keep_classes()?;
        let mut violations: Vec<(&Entry, &Violation)> = Vec::new();
        for target in &report.targets {
            violations.extend(target.violations.iter().map(|violation| (&target.entry, violation)));
        }
        let uses_api = violations.iter().any(|(_, violation)| violation.uses_api);
        let class_path = self.shown_class_path(kept_classes.as_deref(), uses_api);
        for (position, (entry, violation)) in violations.into_iter().enumerate() {
            // What cannot be written down says so in place of the replay.
            let Ok(recipe) = Recipe::new(entry, violation) else { continue };
            let driver = Driver::new(position + 1, entry, violation, &recipe, &class_path).map_err(Error::new)?;
            fs::create_dir_all(keep)
                .and_then(|()| fs::write(keep.join(format!("{}.java", driver.class)), driver.source))
                .map_err(|error| Error::new(format!("{} cannot be written: {error}", keep.display())))?;
        }
        Ok(())
    }

    /// The classes compiled from sources lie in a temporary folder; kept drivers need them to stay.
    fn keep_classes(&self) -> Result<Option<PathBuf>> {
        let (Some(keep), Some(temporary)) = (self.keep, self.inputs.temporary_folder()) else {
            return Ok(None);
        };
        let classes = keep.join("classes");
        copy_folder(temporary, &classes)
            .map_err(|error| Error::new(format!("{} cannot be written: {error}", classes.display())))?;
        Ok(Some(classes))
    }

    /// Absolute, so that a kept driver runs from anywhere.
    fn shown_class_path(&self, kept_classes: Option<&Path>, uses_api: bool) -> String {
        let temporary = self.inputs.temporary_folder();
        let api = self.keep.filter(|_| uses_api).map(|keep| keep.join(API_FOLDER));
        let shown = api.iter().chain(self.inputs.jvm_class_path()).map(|path| {
            let path = match kept_classes {
                Some(kept) if Some(path.as_path()) == temporary => kept,
                _ => path,
            };
            std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf()).display().to_string()
        });
        shown.collect::<Vec<_>>().join(":")
    }

    /// An error is the reason why no driver could run.
    fn run_all(&self, cases: &mut [&mut Case], is_scheduled: bool) -> std::result::Result<(), String> {
        let Some(java) = self.jdk.java() else {
            return Err(format!("{} has no java", self.jdk.path().display()));
        };
        let compiled =
            |name: &str, sources: &[Source]| Compiled::find(name, sources, self.jdk, self.time_left(COMPILE_LIMIT));
        let (driver, source) = replay::compiled_driver(is_scheduled);
        let name = if is_scheduled { "scheduled-driver" } else { "driver" };
        let mut own = vec![compiled(name, &[source])?];
        if cases.iter().any(|case| case.violation.uses_api) {
            let api = compiled("api", &api::SOURCES)?;
            if let Some(keep) = self.keep {
                copy_folder(&api.folder, &keep.join(API_FOLDER)).map_err(|error| error.to_string())?;
            }
            own.push(api);
        }
        let folders = own.iter().map(|compiled| &compiled.folder).chain(self.inputs.jvm_class_path());
        let class_path = join_class_path(folders).map_err(|error| error.to_string())?;
        let work = tempfile::Builder::new().prefix("lazuli-replay-").tempdir().map_err(|error| error.to_string())?;

        let total = cases.len();
        let cases: Vec<Mutex<&mut Case>> = cases.iter_mut().map(|case| Mutex::new(&mut **case)).collect();
        let next = AtomicUsize::new(0);
        let work_on = |number: usize, case: &mut Case| {
            let script = work.path().join(number.to_string());
            case.violation.replay = match fs::write(&script, case.recipe.script()) {
                Ok(()) => {
                    let mut command = jvm(&java, case, &script);
                    command.arg("-classpath").arg(&class_path).arg(&driver);
                    self.run_one(command, case.violation)
                }
                Err(error) => Replay::Unavailable(format!("the input cannot be written: {error}")),
            };
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, total) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(case) = cases.get(number) else { break };
                        work_on(number, &mut case.lock().expect("each case has one worker"));
                    }
                });
            }
        });
        Ok(())
    }

    fn run_one(&self, command: Command, violation: &Violation) -> Replay {
        let time_limit = self.time_limit * if replay::is_scheduled(violation) { SCHEDULED } else { 1 };
        let limit = self.time_left(time_limit);
        match run_limited(command, limit) {
            Ended::Exited { output, status, .. } if output.contains(replay::PREFIX) || status.success() => {
                replay::compare(&output, violation)
            }
            Ended::Exited { status, errors, .. } => {
                Replay::Diverged(format!("the JVM ended with {status} ({})", first_line(&errors)))
            }
            Ended::TimedOut if limit < time_limit => Replay::Unavailable("no time left before --timeout".to_string()),
            // The prediction was an exception; so long without one contradicts it.
            Ended::TimedOut => Replay::Diverged(format!("no exception within {} s", limit.as_secs())),
            Ended::Failed(why) => Replay::Unavailable(format!("java cannot be started: {why}")),
        }
    }

    fn time_left(&self, at_most: Duration) -> Duration {
        self.deadline.saturating_duration_since(Instant::now()).min(at_most)
    }
}

/// A JVM with the options that the case needs.
fn jvm(java: &Path, case: &Case, script: &Path) -> Command {
    let mut property = OsString::from(format!("-D{}=", replay::SCRIPT_PROPERTY));
    property.push(script);
    let mut command = Command::new(java);
    command.args(SHORT_LIVED).args(replay::jvm_options(case.violation)).arg(property);
    if let Some(package) = &case.opens {
        command.args(["--add-opens", &format!("java.base/{package}=ALL-UNNAMED")]);
    }
    command
}

/// Where the classes lie that supply what a program asks for, beside the drivers that were kept.
const API_FOLDER: &str = "api";

/// `java/util` for an entry of the library.
fn library_package(entry: &Entry) -> Option<String> {
    let (package, _) = entry.class.rsplit_once('.')?;
    let library = package == "java" || ["java.", "jdk.", "sun."].iter().any(|start| package.starts_with(start));
    library.then(|| package.to_string())
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod schedule_tests;
#[cfg(test)]
mod tests;
