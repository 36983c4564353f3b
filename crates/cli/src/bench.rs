//! `lazuli bench`: the built-in benchmarks. Counts first, which repeat exactly; times second, which do not.
//!
//! A figure to reach stands beside each figure where there is one. Missing it is shown, never an error: a busy machine
//! is no defect. Wrong counts and wrong results are errors.

mod fork;
mod interpreter;
mod search;
mod startup;
mod table;

use std::fs;
use std::io::{IsTerminal, Write};

use clap::ValueEnum;
use tempfile::TempDir;

use crate::args::BenchArgs;
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use crate::jdk::JdkHome;
use table::Row;

/// How the figures are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum BenchFormat {
    Text,
    Json,
}

type Benchmark = fn(&Bench) -> Result<Vec<Row>>;

const BENCHMARKS: [(&str, Benchmark); 6] = [
    ("interpreter", interpreter::run),
    ("fork", fork::run),
    ("startup", startup::run),
    ("partition", search::partition),
    ("lazy", search::lazy),
    ("jobs", search::jobs),
];

/// Part of the program, so that the benchmarks run wherever it is installed.
const SOURCES: [(&str, &str); 10] = [
    ("Sieve.java", include_str!("../../../benches/programs/Sieve.java")),
    ("Matrix.java", include_str!("../../../benches/programs/Matrix.java")),
    ("Collatz.java", include_str!("../../../benches/programs/Collatz.java")),
    ("ListBuilding.java", include_str!("../../../benches/programs/ListBuilding.java")),
    ("HashCounting.java", include_str!("../../../benches/programs/HashCounting.java")),
    ("VirtualCalls.java", include_str!("../../../benches/programs/VirtualCalls.java")),
    ("LazyList.java", include_str!("../../../benches/programs/LazyList.java")),
    ("Trivial.java", include_str!("../../../benches/programs/Trivial.java")),
    ("ListPartition.java", include_str!("../../../examples/ListPartition.java")),
    ("ArrayPartition.java", include_str!("../../../examples/ArrayPartition.java")),
];

/// What every benchmark works with.
struct Bench {
    jdk: JdkHome,
    /// The compiled programs.
    inputs: Inputs,
}

impl Bench {
    fn prepare(jdk: JdkHome) -> Result<Bench> {
        let sources = write_sources()?;
        let paths: Vec<_> = SOURCES.iter().map(|(name, _)| sources.path().join(name)).collect();
        let inputs = Inputs::prepare(&paths, &[], &jdk)?;
        Ok(Bench { jdk, inputs })
    }
}

fn write_sources() -> Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("lazuli-bench-").tempdir();
    let written = folder.and_then(|folder| {
        for (name, text) in SOURCES {
            fs::write(folder.path().join(name), text)?;
        }
        Ok(folder)
    });
    written.map_err(|error| Error::new(format!("the benchmark programs cannot be written: {error}")))
}

/// The whole command.
pub(crate) fn run(args: &BenchArgs) -> Result<()> {
    let wanted = args.name.as_deref().unwrap_or("");
    let chosen: Vec<_> = BENCHMARKS.iter().filter(|(name, _)| name.contains(wanted)).collect();
    if chosen.is_empty() {
        let names = BENCHMARKS.map(|(name, _)| name).join(", ");
        return Err(Error::new(format!("there is no benchmark {wanted}; there are {names}")));
    }
    let bench = Bench::prepare(JdkHome::find(args.jdk.as_deref())?)?;
    let mut rows = Vec::new();
    for (name, benchmark) in chosen {
        if std::io::stderr().is_terminal() {
            let _ = writeln!(std::io::stderr(), "{name} …");
        }
        rows.extend(benchmark(&bench)?);
    }
    let text = match args.format {
        BenchFormat::Text => table::text(&rows),
        BenchFormat::Json => table::json(&rows),
    };
    // A closed pipe is the reader's choice, not an error.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(())
}
