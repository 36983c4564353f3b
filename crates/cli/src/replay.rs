//! Asks a real JVM about every violation: one compiler run for all drivers, one child process for each.
//!
//! Measured (JDK 17): compiling 0.4 s whatever the number of drivers, running 0.04 s each. A process for each keeps a
//! hang or a crash of one from losing the others.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use report::api;
use report::data::{Entry, Replay, Report, Violation};
use report::replay::{self, Driver};

use crate::error::{Error, Result};
use crate::inputs::{Inputs, join_class_path};
use crate::jdk::{JdkHome, SHORT_LIVED};

/// What one violation gets.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(10);
/// So many times as long may it take to make threads follow a schedule: two JVMs, and many stops.
const SCHEDULED: u32 = 3;
const COMPILE_LIMIT: Duration = Duration::from_secs(60);
/// The end of a child's output that is kept: the driver prints its line last.
const KEPT_OUTPUT: usize = 1 << 18;

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

/// A violation with its driver, or the reason why there is none.
struct Case<'a> {
    violation: &'a mut Violation,
    driver: Option<Driver>,
    /// Library entries need their package opened.
    opens: Option<String>,
}

impl Replayer<'_> {
    /// Replay every violation of `report` and settle the verdicts by what came out.
    pub(crate) fn replay(&self, report: &mut Report) -> Result<()> {
        let kept_classes = self.keep_classes()?;
        let uses_api = report.targets.iter().flat_map(|target| &target.violations).any(|violation| violation.uses_api);
        let shown_class_path = self.shown_class_path(kept_classes.as_deref(), uses_api);
        let mut cases: Vec<Case> = Vec::new();
        for target in &mut report.targets {
            for violation in &mut target.violations {
                let number = cases.len() + 1;
                let driver = match Driver::new(number, &target.entry, violation, &shown_class_path) {
                    Ok(driver) => Some(driver),
                    Err(why) => {
                        violation.replay = Replay::Unavailable(why);
                        None
                    }
                };
                cases.push(Case { violation, driver, opens: library_package(&target.entry) });
            }
        }
        if cases.is_empty() {
            return Ok(());
        }
        self.keep_sources(&cases)?;
        if let Err(why) = self.run_all(&mut cases) {
            for case in cases.iter_mut().filter(|case| case.driver.is_some()) {
                case.violation.replay = Replay::Unavailable(why.clone());
            }
        }
        replay::settle(report);
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

    fn keep_sources(&self, cases: &[Case]) -> Result<()> {
        let Some(keep) = self.keep else { return Ok(()) };
        let drivers = cases.iter().filter_map(|case| case.driver.as_ref());
        write_sources(drivers, keep)
            .map_err(|error| Error::new(format!("{} cannot be written: {error}", keep.display())))
    }

    /// An error is the reason why no driver could run.
    fn run_all(&self, cases: &mut [Case]) -> std::result::Result<(), String> {
        let (Some(java), Some(javac)) = (self.jdk.java(), self.jdk.javac()) else {
            return Err(format!("{} has no java or no javac", self.jdk.path().display()));
        };
        let work = tempfile::Builder::new().prefix("lazuli-replay-").tempdir().map_err(|error| error.to_string())?;
        let drivers: Vec<&Driver> = cases.iter().filter_map(|case| case.driver.as_ref()).collect();
        write_sources(drivers.iter().copied(), work.path()).map_err(|error| error.to_string())?;
        let mut sources: Vec<PathBuf> =
            drivers.iter().map(|driver| work.path().join(format!("{}.java", driver.class))).collect();
        let uses_api = cases.iter().any(|case| case.violation.uses_api);
        if uses_api {
            sources.extend(write_api(api::sources(), work.path()).map_err(|error| error.to_string())?);
        }
        self.compile(&javac, work.path(), &sources)?;
        if let (Some(keep), true) = (self.keep, uses_api) {
            keep_api(work.path(), &keep.join(API_FOLDER)).map_err(|error| error.to_string())?;
        }
        let driver_folder = work.path().to_path_buf();
        let class_path = join_class_path([&driver_folder].into_iter().chain(self.inputs.jvm_class_path()))
            .map_err(|error| error.to_string())?;

        let total = cases.len();
        let cases: Vec<Mutex<&mut Case>> = cases.iter_mut().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, total) {
                scope.spawn(|| {
                    while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut case = case.lock().expect("each case has one worker");
                        let Some(driver) = &case.driver else { continue };
                        let mut command = Command::new(&java);
                        command.args(SHORT_LIVED).args(replay::jvm_options(case.violation));
                        if let Some(package) = &case.opens {
                            command.args(["--add-opens", &format!("java.base/{package}=ALL-UNNAMED")]);
                        }
                        command.arg("-classpath").arg(&class_path).arg(&driver.class);
                        case.violation.replay = self.run_one(command, case.violation);
                    }
                });
            }
        });
        Ok(())
    }

    fn compile(&self, javac: &Path, folder: &Path, sources: &[PathBuf]) -> std::result::Result<(), String> {
        let mut command = Command::new(javac);
        command
            .args(SHORT_LIVED.map(|option| format!("-J{option}")))
            .args(["-proc:none", "-nowarn", "-encoding", "UTF-8", "-d"])
            .arg(folder)
            .arg("-classpath")
            .arg(folder)
            .args(sources);
        match run_limited(command, self.time_left(COMPILE_LIMIT)) {
            Ended::Exited { status, .. } if status.success() => Ok(()),
            Ended::Exited { errors, .. } => Err(format!("javac does not compile the driver: {}", first_line(&errors))),
            Ended::TimedOut => Err("no time left to compile the driver".to_string()),
            Ended::Failed(why) => Err(format!("javac cannot be started: {why}")),
        }
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

/// Where the classes lie that supply what a program asks for, beside the drivers that were kept.
const API_FOLDER: &str = "api";

fn keep_api(from: &Path, to: &Path) -> std::io::Result<()> {
    for source in api::sources() {
        let package = source.path.split('/').next().unwrap_or(source.path);
        copy_folder(&from.join(package), &to.join(package))?;
    }
    Ok(())
}

/// Write Java sources where their packages want them; the paths of the files.
pub(crate) fn write_api<'a>(
    sources: impl Iterator<Item = &'a api::Source>,
    folder: &Path,
) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for source in sources {
        let file = folder.join(source.path);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        fs::write(&file, source.text)?;
        files.push(file);
    }
    Ok(files)
}

/// `java/util` for an entry of the library.
fn library_package(entry: &Entry) -> Option<String> {
    let (package, _) = entry.class.rsplit_once('.')?;
    let library = package == "java" || ["java.", "jdk.", "sun."].iter().any(|start| package.starts_with(start));
    library.then(|| package.to_string())
}

fn write_sources<'a>(drivers: impl Iterator<Item = &'a Driver>, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for driver in drivers {
        fs::write(folder.join(format!("{}.java", driver.class)), &driver.source)?;
    }
    Ok(())
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

fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing").trim()
}

/// How a child process ended.
enum Ended {
    Exited { status: ExitStatus, output: String, errors: String },
    TimedOut,
    Failed(String),
}

/// Run without input; kill when `limit` is over.
fn run_limited(mut command: Command, limit: Duration) -> Ended {
    let end = Instant::now() + limit;
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return Ended::Failed(error.to_string()),
    };
    let output = keep_tail(child.stdout.take());
    let errors = keep_tail(child.stderr.take());
    let status = wait_until(&mut child, end);
    match status {
        Ok(Some(status)) => Ended::Exited { status, output: joined(output), errors: joined(errors) },
        Ok(None) => {
            let _ = child.kill();
            let _ = child.wait();
            Ended::TimedOut
        }
        Err(error) => Ended::Failed(error.to_string()),
    }
}

fn wait_until(child: &mut Child, end: Instant) -> std::io::Result<Option<ExitStatus>> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// Drain a pipe in the background, so that a chatty program neither blocks nor fills the memory.
fn keep_tail(pipe: Option<impl Read + Send + 'static>) -> Option<thread::JoinHandle<Vec<u8>>> {
    let mut pipe = pipe?;
    Some(thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 1 << 14];
        while let Ok(count) = pipe.read(&mut buffer) {
            if count == 0 {
                break;
            }
            kept.extend_from_slice(&buffer[..count]);
            if kept.len() > 2 * KEPT_OUTPUT {
                kept.drain(..kept.len() - KEPT_OUTPUT);
            }
        }
        kept
    }))
}

fn joined(reader: Option<thread::JoinHandle<Vec<u8>>>) -> String {
    let bytes = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod schedule_tests;
#[cfg(test)]
mod tests;
