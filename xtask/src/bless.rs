//! `cargo xtask bless`: rewrites the text snapshots beside the test programs. Headers are never touched.

use std::path::PathBuf;
use std::{fs, io};

/// Rewrites `Name.<config>.expected` files from what the binary prints now; read the diff before committing.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only programs whose `topic/Name` contains this.
    #[arg(default_value = "")]
    filter: String,
    /// Also write snapshots for runs that have none yet.
    #[arg(long)]
    new: bool,
    /// The binary to use; without it, one is built in release mode.
    #[arg(long)]
    lazuli: Option<PathBuf>,
}

/// Whether all programs could be read.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    rewrite(arguments).map_err(|error| format!("bless: {error}"))
}

fn rewrite(arguments: &Arguments) -> io::Result<bool> {
    let lazuli = crate::differential::binary(arguments.lazuli.as_ref())?;
    let (programs, problems) =
        testkit::suite::load(&testkit::suite::workspace().join("tests/programs"), &arguments.filter)?;
    for problem in &problems {
        eprintln!("{problem}");
    }
    let mut rewritten = 0;
    for program in &programs {
        for run in &program.runs {
            let path = testkit::snapshot::path(&program.path, &run.name);
            let old = fs::read_to_string(&path).ok();
            if old.is_none() && !arguments.new {
                continue;
            }
            let report = testkit::runner::text_report(&lazuli, program, run)?;
            if old.as_deref() != Some(report.as_str()) {
                fs::write(&path, report)?;
                println!("{} [{}]", program.name, run.name);
                rewritten += 1;
            }
        }
    }
    println!("{rewritten} snapshots rewritten");
    Ok(problems.is_empty())
}
