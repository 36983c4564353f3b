//! `cargo xtask survey`: `lazuli check` on random classes of real libraries, the result as a table. The libraries (jars or
//! folders of class files) live outside the project; nothing of them is kept.

mod choice;
mod table;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use serde_json::Value;
use testkit::{parallel, process};

use crate::differential;
use choice::{Chosen, Library};

/// Checks random classes of compiled libraries and counts verdicts and reasons.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A folder of jars and folders of class files; each is a library, and all of them are the class path.
    #[arg(long, value_name = "DIR")]
    at: PathBuf,
    /// Classes that are checked.
    #[arg(long, value_name = "N", default_value_t = 60)]
    classes: usize,
    /// The same seed chooses the same classes.
    #[arg(long, value_name = "S", default_value_t = 7)]
    seed: u64,
    /// The time for each class, as `--timeout` takes it in seconds: 20s.
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = seconds)]
    budget: Duration,
    /// Classes at a time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Only these libraries, by a part of their names.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// List every method with its verdict and reasons.
    #[arg(long)]
    verbose: bool,
    /// The binary to use; without it, one is built in release mode.
    #[arg(long)]
    lazuli: Option<PathBuf>,
    /// More arguments for `lazuli check`.
    #[arg(last = true, value_name = "ARGS")]
    more: Vec<String>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    number.parse().map(Duration::from_secs).map_err(|_| format!("'{text}' is no number of seconds such as 20s"))
}

/// How long after its budget a process that does not stop is killed.
const GRACE: Duration = Duration::from_secs(10);

/// What was said about one class.
struct Answer {
    library: String,
    class: String,
    /// The targets of the report; nothing if there was none.
    targets: Vec<Value>,
    /// Why there was no report.
    crash: Option<String>,
}

/// True if every class got a report and no violation stands on an input that a JVM could not be given.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    survey(arguments).map_err(|error| format!("survey: {error}"))
}

fn survey(arguments: &Arguments) -> io::Result<bool> {
    let libraries = choice::libraries(&arguments.at, &arguments.only)?;
    let chosen = choice::choose(&libraries, arguments.classes, arguments.seed)?;
    let lazuli = differential::binary(arguments.lazuli.as_ref())?;
    let folder = testkit::suite::workspace().join(format!("target/testkit/survey-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let class_path = join_paths(&libraries);
    let answers = parallel::map_on(arguments.jobs, &chosen, |class| {
        ask(&lazuli, arguments, &class_path, &folder, class).unwrap_or_else(|error| Answer {
            library: class.library.clone(),
            class: class.name.clone(),
            targets: Vec::new(),
            crash: Some(error.to_string()),
        })
    });
    fs::remove_dir_all(&folder)?;
    Ok(table::print(&answers, arguments.verbose))
}

fn join_paths(libraries: &[Library]) -> String {
    let paths: Vec<String> = libraries.iter().map(|library| library.path.display().to_string()).collect();
    paths.join(":")
}

fn ask(lazuli: &Path, arguments: &Arguments, class_path: &str, folder: &Path, class: &Chosen) -> io::Result<Answer> {
    // A class file of its own is a target of its own: the rest of its library is on the class path.
    let file = folder.join(format!("{}.class", class.name.replace('/', ".")));
    fs::write(&file, &class.bytes)?;
    let mut command = Command::new(lazuli);
    command.arg("check").arg(&file).arg("--class-path").arg(class_path);
    command.args(["--format", "json", "--timeout"]).arg(format!("{}s", arguments.budget.as_secs()));
    command.args(&arguments.more);
    let finished = process::run(&mut command, arguments.budget + GRACE)?;
    let targets = match serde_json::from_str::<Value>(&finished.stdout) {
        Ok(report) => report["targets"].as_array().cloned().unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    let crash = targets.is_empty().then(|| match (finished.timed_out, finished.stderr.lines().next()) {
        (true, _) => "it did not stop in time".to_string(),
        (false, Some(line)) => line.to_string(),
        (false, None) => format!("it said nothing (exit code {:?})", finished.code),
    });
    Ok(Answer { library: class.library.clone(), class: class.name.clone(), targets, crash })
}
