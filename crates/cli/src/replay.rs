//! Asks a real JVM about every violation: first one that serves all of them, and if that does not confirm it, one of its own.
//! Both run a driver that was compiled once and reads what to do.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use report::data::{Entry, Replay, Report, Target, Violation};
use report::replay::{self, Driver, Recipe};

use crate::error::{Error, Result};
use crate::inputs::{Inputs, join_class_path};
use jvm::{ChildEnd, JdkHome, SHORT_LIVED, first_line, run_limited};
use session::Served;
pub(crate) use session::Session;

mod session;

/// What one violation gets.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(10);
/// So many times as long may it take to make threads follow a schedule: two JVMs, and many stops.
const SCHEDULED: u32 = 3;
const COMPILE_LIMIT: Duration = Duration::from_secs(60);
/// What each violation gets while there is that much time.
const LEAST_TIME: Duration = Duration::from_secs(2);

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
    /// What is shared by the replays of a run: nothing before the first.
    pub(crate) session: Option<Session>,
}

/// A violation with the way to repeat it.
struct Case<'a> {
    violation: &'a mut Violation,
    recipe: Recipe,
    /// Library entries need their package opened.
    opens: Option<String>,
}

impl Replayer<'_> {
    /// Replay every violation of a target, and the refusals that all of its verdict rests on.
    pub(crate) fn replay(&mut self, target: &mut Target) {
        let Target { entry, violations, refusals, .. } = target;
        let mut cases: Vec<Case> = Vec::new();
        for violation in violations.iter_mut().chain(refusals) {
            match Recipe::new(entry, violation) {
                Ok(recipe) => cases.push(Case { violation, recipe, opens: library_package(entry) }),
                Err(why) => violation.replay = Replay::Unavailable(why),
            }
        }
        if cases.is_empty() {
            return;
        }
        let session = match self.session.take() {
            Some(session) => Ok(session),
            None => Session::new(self.jdk, self.time_left(COMPILE_LIMIT)),
        };
        let said = session.and_then(|mut session| {
            let said = self.run_all(&mut session, &mut cases);
            self.session = Some(session);
            said
        });
        if let Err(why) = said {
            for case in &mut cases {
                case.violation.replay = Replay::Unavailable(why.clone());
            }
        }
    }

    /// Settle the verdicts by what came out, and keep what is to be kept.
    pub(crate) fn finish(&self, report: &mut Report) -> Result<()> {
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
    fn run_all(&self, session: &mut Session, cases: &mut [Case]) -> std::result::Result<(), String> {
        if cases.iter().any(|case| case.violation.uses_api) {
            let api = session.supply_api(self.jdk, self.time_left(COMPILE_LIMIT))?;
            if let Some(keep) = self.keep {
                copy_folder(api, &keep.join(API_FOLDER)).map_err(|error| error.to_string())?;
            }
        }
        if cases.iter().any(|case| replay::is_scheduled(case.violation)) {
            session.supply_scheduled(self.jdk, self.time_left(COMPILE_LIMIT))?;
        }
        let mut left: Vec<(&mut Case, PathBuf)> = Vec::new();
        for case in cases {
            let script = match session.write(&case.recipe) {
                Ok(script) => script,
                Err(error) => {
                    case.violation.replay = Replay::Unavailable(format!("the input cannot be written: {error}"));
                    continue;
                }
            };
            // Only a JVM of its own contradicts: what one run leaves behind in a JVM may disturb the next.
            match self.ask_server(session, case, &script) {
                Some(said) => case.violation.replay = said,
                None => left.push((case, script)),
            }
        }
        self.run_alone(session, left)
    }

    /// What the JVM that serves all of them says. `None`: ask one of its own.
    fn ask_server(&self, session: &mut Session, case: &Case, script: &Path) -> Option<Replay> {
        if !replay::is_for_server(case.violation) || case.opens.is_some() {
            return None;
        }
        let limit = self.time_for(case.violation);
        match session.ask(script, case.violation.uses_api, self.inputs.jvm_class_path(), limit)? {
            Served::Said(output) => {
                Some(replay::compare(&output, case.violation)).filter(|said| *said == Replay::Confirmed)
            }
            Served::TimedOut(output) => Some(self.timed_out(limit, case.violation, &output)),
        }
    }

    /// In a process for each.
    fn run_alone(&self, session: &Session, cases: Vec<(&mut Case, PathBuf)>) -> std::result::Result<(), String> {
        let mut prepared = Vec::new();
        for (case, script) in cases {
            let folders = session.folders(case.violation).into_iter().chain(self.inputs.jvm_class_path());
            let class_path = join_class_path(folders).map_err(|error| error.to_string())?;
            prepared.push(Mutex::new((case, script, class_path)));
        }
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(prepared) = prepared.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut prepared = prepared.lock().expect("each case has one worker");
                let (case, script, class_path) = &mut *prepared;
                let mut command = jvm(session.java(), case, script);
                let (driver, _) = replay::compiled_driver(replay::is_scheduled(case.violation));
                command.arg("-classpath").arg(class_path).arg(driver);
                case.violation.replay = self.run_one(command, case.violation);
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(prepared.len()) {
                scope.spawn(work);
            }
        });
        Ok(())
    }

    fn run_one(&self, command: Command, violation: &Violation) -> Replay {
        let limit = self.time_for(violation);
        match run_limited(command, limit) {
            ChildEnd::Exited { output, status, .. } if output.contains(replay::PREFIX) || status.success() => {
                replay::compare(&output, violation)
            }
            ChildEnd::Exited { status, output, errors } if !replay::was_called(&output) => {
                let why = first_line(&errors);
                Replay::Unavailable(format!("the JVM ended with {status} before it had the input ({why})"))
            }
            ChildEnd::Exited { status, errors, .. } => {
                Replay::Diverged(format!("the JVM ended with {status} ({})", first_line(&errors)))
            }
            ChildEnd::TimedOut { output } => self.timed_out(limit, violation, &output),
            ChildEnd::Failed(why) => Replay::Unavailable(format!("java cannot be started: {why}")),
        }
    }

    /// What one violation may take.
    fn whole_time(&self, violation: &Violation) -> Duration {
        self.time_limit * if replay::is_scheduled(violation) { SCHEDULED } else { 1 }
    }

    /// What one violation may take now: one that never ends leaves time for the others. Schedules take their time anyway.
    fn time_for(&self, violation: &Violation) -> Duration {
        let left = self.time_left(Duration::MAX);
        let share = if replay::is_scheduled(violation) { left } else { (left / 4).max(LEAST_TIME).min(left) };
        self.whole_time(violation).min(share)
    }

    /// What it means that the time was over when the driver had said this.
    fn timed_out(&self, limit: Duration, violation: &Violation, output: &str) -> Replay {
        if limit < self.whole_time(violation) {
            Replay::Unavailable("no time left before --timeout".to_string())
        } else if !replay::was_called(output) {
            Replay::Unavailable(format!("the JVM could not be given the input within {} s", limit.as_secs()))
        } else {
            // The prediction was an exception; so long without one contradicts it.
            Replay::Diverged(format!("no exception within {} s", limit.as_secs()))
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
