//! `cargo xtask differential`: generated programs on java and on `lazuli run`, outputs compared.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{fs, io};
use testkit::differential::{self, DifferentialSettings};
use testkit::generate::GeneratorOptions;

/// Compares generated programs on java and on `lazuli run`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[arg(long, default_value_t = 200)]
    count: u64,
    /// Program number i has the seed S + i.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where sources and both outputs of differing programs go.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Let programs use lambda expressions.
    #[arg(long)]
    lambdas: bool,
    /// Run on java only and print what the programs contain and do.
    #[arg(long)]
    statistics: bool,
    /// The binary to use; without it, one is built in release mode.
    #[arg(long)]
    lazuli: Option<PathBuf>,
}

/// Whether there was no difference.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    run_all(arguments).map_err(|error| format!("differential: {error}"))
}

fn run_all(arguments: &Arguments) -> io::Result<bool> {
    let cache = testkit::suite::workspace().join(format!("target/testkit/differential-{}", std::process::id()));
    let settings = DifferentialSettings {
        count: arguments.count,
        seed: arguments.seed,
        options: GeneratorOptions { lambdas: arguments.lambdas },
        cache: cache.clone(),
        keep: arguments.keep.clone(),
    };
    let result = if arguments.statistics { statistics(&settings) } else { compare(&settings, arguments) };
    // A long run leaves gigabytes of class files; nobody asks for them again.
    if cache.is_dir() {
        fs::remove_dir_all(&cache)?;
    }
    result
}

fn compare(settings: &DifferentialSettings, arguments: &Arguments) -> io::Result<bool> {
    let lazuli = binary(arguments.lazuli.as_ref())?;
    let start = Instant::now();
    let mut shown = 0;
    let summary = differential::compare(&lazuli, settings, |summary| {
        for difference in &summary.differences[shown..] {
            println!("seed {}: {}", difference.seed, difference.what);
        }
        shown = summary.differences.len();
        if summary.compared < settings.count {
            eprintln!("{} of {} after {:.0} s", summary.compared, settings.count, start.elapsed().as_secs_f64());
        }
    })?;
    println!("compared {} programs, {} differences", summary.compared, summary.differences.len());
    Ok(summary.differences.is_empty())
}

fn statistics(settings: &DifferentialSettings) -> io::Result<bool> {
    let statistics = differential::statistics(settings)?;
    println!("{:30} {:>9} {:>9}", "feature", "uses", "programs");
    for (feature, (uses, programs)) in &statistics.features {
        println!("{feature:30} {uses:>9} {programs:>9}");
    }
    for (title, classes) in [("caught", &statistics.caught), ("uncaught", &statistics.uncaught)] {
        for (class, count) in classes {
            println!("{title} {class}: {count}");
        }
    }
    println!(
        "{} programs, {} source lines, {} output lines (at least {} each), {} end by an exception",
        statistics.programs,
        statistics.source_lines,
        statistics.output_lines,
        statistics.shortest_output,
        statistics.uncaught.values().sum::<u64>()
    );
    Ok(true)
}

/// The given binary, or a freshly built one.
pub(crate) fn binary(given: Option<&PathBuf>) -> io::Result<PathBuf> {
    if let Some(path) = given {
        return Ok(path.clone());
    }
    let root = testkit::suite::workspace();
    let status =
        Command::new("cargo").args(["build", "--quiet", "--release", "-p", "lazuli"]).current_dir(&root).status()?;
    if !status.success() {
        return Err(io::Error::other("building lazuli failed"));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), |dir| Path::new(&dir).to_path_buf());
    Ok(target.join("release/lazuli"))
}
