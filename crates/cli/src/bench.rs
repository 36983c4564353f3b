//! `lazuli bench`: the built-in benchmarks. Counts first, which repeat exactly; times second, which do not.
//!
//! A figure to reach stands beside each figure where there is one. Missing it is shown, never an error: a busy machine
//! is no defect. Wrong counts and wrong results are errors.

mod fork;
mod heaps;
mod interpreter;
mod matching;
mod preconditions;
mod predicate;
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
use crate::output;
use jvm::JdkHome;
use table::Row;

/// How the figures are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum BenchFormat {
    Text,
    Json,
}

enum Benchmark {
    /// Rows of the common table.
    Rows(fn(&Bench) -> Result<Vec<Row>>),
    /// Tables of its own, below the common one.
    Tables(fn(&JdkHome, &BenchArgs) -> Result<Tables>),
}

/// Figures that are compared with more than a target.
struct Tables {
    text: String,
    json: String,
    /// How many counts are not what they must be.
    wrong: usize,
}

const BENCHMARKS: [(&str, Benchmark); 12] = [
    ("interpreter", Benchmark::Rows(interpreter::run)),
    ("fork", Benchmark::Rows(fork::run)),
    ("startup", Benchmark::Rows(startup::run)),
    ("partition", Benchmark::Rows(search::partition)),
    ("lazy", Benchmark::Rows(search::lazy)),
    ("jobs", Benchmark::Rows(search::jobs)),
    ("keys", Benchmark::Rows(search::keys)),
    ("threads", Benchmark::Rows(search::threads)),
    ("heaps", Benchmark::Tables(heaps::run)),
    ("matching", Benchmark::Tables(matching::run)),
    ("predicate", Benchmark::Tables(predicate::run)),
    ("preconditions", Benchmark::Tables(preconditions::run)),
];

/// Part of the program, so that the benchmarks run wherever it is installed.
const SOURCES: [(&str, &str); 12] = [
    ("Sieve.java", include_str!("../../../benches/programs/Sieve.java")),
    ("Matrix.java", include_str!("../../../benches/programs/Matrix.java")),
    ("Collatz.java", include_str!("../../../benches/programs/Collatz.java")),
    ("ListBuilding.java", include_str!("../../../benches/programs/ListBuilding.java")),
    ("HashCounting.java", include_str!("../../../benches/programs/HashCounting.java")),
    ("VirtualCalls.java", include_str!("../../../benches/programs/VirtualCalls.java")),
    ("LazyList.java", include_str!("../../../benches/programs/LazyList.java")),
    ("HashKeys.java", include_str!("../../../benches/programs/HashKeys.java")),
    ("Trivial.java", include_str!("../../../benches/programs/Trivial.java")),
    ("Philosophers.java", include_str!("../../../benches/programs/threads/Philosophers.java")),
    ("ListPartition.java", include_str!("../../../examples/ListPartition.java")),
    ("ArrayPartition.java", include_str!("../../../examples/ArrayPartition.java")),
];

/// What the rows of the common table are measured with.
struct Bench {
    jdk: JdkHome,
    /// The compiled programs.
    inputs: Inputs,
}

/// The named sources, compiled.
fn compile(sources: &[(&str, &str)], jdk: &JdkHome) -> Result<Inputs> {
    let folder = write_sources(sources)?;
    let paths: Vec<_> = sources.iter().map(|(name, _)| folder.path().join(name)).collect();
    Inputs::prepare(&paths, &[], jdk)
}

fn write_sources(sources: &[(&str, &str)]) -> Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("lazuli-bench-").tempdir();
    let written = folder.and_then(|folder| {
        for (name, text) in sources {
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
    let jdk = JdkHome::find(args.jdk.as_deref())?;
    let mut bench = None;
    let mut rows = Vec::new();
    let mut tables = Vec::new();
    for (name, benchmark) in chosen {
        if std::io::stderr().is_terminal() {
            let _ = writeln!(std::io::stderr(), "{name} …");
        }
        match benchmark {
            Benchmark::Rows(measure) => {
                let bench = match &mut bench {
                    Some(bench) => bench,
                    None => bench.insert(Bench { inputs: compile(&SOURCES, &jdk)?, jdk: jdk.clone() }),
                };
                rows.extend(measure(bench)?);
            }
            Benchmark::Tables(measure) => tables.push(measure(&jdk, args)?),
        }
    }
    let mut parts = Vec::new();
    match args.format {
        BenchFormat::Text => {
            parts.extend((!rows.is_empty()).then(|| table::text(&rows)));
            parts.extend(tables.iter().map(|tables| tables.text.clone()));
            output::print(&parts.join("\n"))?;
        }
        BenchFormat::Json => {
            parts.push(table::json(&rows));
            parts.extend(tables.iter().map(|tables| tables.json.clone()));
            output::print(&parts.concat())?;
        }
    }
    match tables.iter().map(|tables| tables.wrong).sum() {
        0 => Ok(()),
        1 => Err(Error::new("one count is not what it must be")),
        wrong => Err(Error::new(format!("{wrong} counts are not what they must be"))),
    }
}
