//! `cargo xtask suite`: programs of other tools with the verdicts that their authors expect, read from a checkout that lives
//! outside the project. Nothing of them is kept here, and nothing in the tool knows them.

mod answer;
mod classes;
mod desc;
mod jbmc;
mod jpf;
mod summary;

use std::path::PathBuf;
use std::time::Duration;

/// Runs a public suite and compares verdicts.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    suite: Suite,
}

#[derive(clap::Subcommand)]
enum Suite {
    /// diffblue/cbmc: the programs of jbmc/regression that state a plain verdict.
    Jbmc(Options),
    /// javapathfinder/jpf-core: the tests of src/tests that are about Java's semantics.
    Jpf(Options),
}

/// What all suites are told.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The checkout.
    #[arg(long, value_name = "DIR")]
    at: PathBuf,
    /// Seconds for each program.
    #[arg(long, value_name = "S", default_value_t = 60)]
    budget: u64,
    /// Programs at a time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// Only this many programs, the first ones.
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Only programs whose name contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// List every program with its verdict.
    #[arg(long)]
    verbose: bool,
    /// The JDK that is used [default: JAVA_HOME, then the java on PATH]
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
    /// The binary to use; without it, one is built in release mode.
    #[arg(long)]
    lazuli: Option<PathBuf>,
}

impl Options {
    fn budget(&self) -> Duration {
        Duration::from_secs(self.budget)
    }
}

/// Whether no verdict was wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    match &arguments.suite {
        Suite::Jbmc(options) => jbmc::run(options).map_err(|error| format!("suite jbmc: {error}")),
        Suite::Jpf(options) => jpf::run(options).map_err(|error| format!("suite jpf: {error}")),
    }
}
