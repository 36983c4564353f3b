//! The published comparison of lazy initialisation with exact heap summaries, ours beside theirs, and the plot of time
//! against calls of `contains`.
//!
//! Integers are mathematical here, as they are in what is compared with. Only our times were measured on this machine.

mod measure;
mod plot;
mod published;
mod text;

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use self::measure::{Measured, Runner};
use self::published::{Cell, MODELS, PROGRAMS, Program, SOURCES};
use super::Tables;
use crate::args::BenchArgs;
use crate::error::{Error, Result};
use crate::output;
use jvm::JdkHome;

const LIMIT: Duration = Duration::from_secs(60);
const QUICK_LIMIT: Duration = Duration::from_secs(10);

/// The depth of the lists in the plot.
const PLOT_DEPTH: u32 = 5;
const PLOT_CALLS: u32 = 8;
const QUICK_PLOT_CALLS: u32 = 3;
/// The best of this many runs is plotted: what disturbs a run only makes it slower.
const PLOT_RUNS: usize = 3;
/// Longer searches are disturbed less.
const RUN_ONCE_ABOVE: Duration = Duration::from_secs(1);
const PLOT_FILE: &str = "contains.svg";

/// A line of a table.
struct Row {
    model: &'static str,
    cell: Cell,
    /// Nothing where a smaller bound took all the time there is.
    measured: Option<Measured>,
}

/// Time against calls of `contains`, for one model.
struct Curve {
    model: &'static str,
    /// The first is one call.
    points: Vec<Measured>,
    /// Why it ends early, if it does.
    cut: Option<String>,
}

impl Row {
    /// Whether the paths are those that must come out, where that can be said.
    fn is_exact(&self) -> Option<bool> {
        let measured = self.measured.as_ref().filter(|measured| measured.cut.is_none())?;
        self.cell.exact.map(|exact| exact == measured.paths)
    }

    /// Whether it was done in the time it should take, where there is one.
    fn is_fast(&self) -> Option<bool> {
        let measured = self.measured.as_ref()?;
        self.cell.goal.map(|goal| measured.cut.is_none() && measured.time.as_secs_f64() < goal)
    }
}

pub(super) fn run(jdk: &JdkHome, args: &BenchArgs) -> Result<Tables> {
    output::check_folders(args.out.iter())?;
    let inputs = super::compile(&SOURCES, jdk)?;
    let runner = Runner::new(&inputs, jdk, if args.quick { QUICK_LIMIT } else { LIMIT })?;
    let mut tables = Vec::new();
    for program in &PROGRAMS {
        tables.push((program, rows(&runner, program, args.quick)?));
    }
    let curves = curves(&runner, if args.quick { QUICK_PLOT_CALLS } else { PLOT_CALLS })?;
    let plot = match &args.out {
        Some(folder) => Some(write_plot(folder, &curves)?),
        None => None,
    };
    let wrong = tables.iter().flat_map(|(_, rows)| rows).filter(|row| row.is_exact() == Some(false)).count();
    Ok(Tables { text: text::text(&tables, &curves, plot.as_deref()), json: text::json(&tables, &curves), wrong })
}

/// By bound, then by model.
fn rows(runner: &Runner<'_>, program: &Program, is_quick: bool) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for model in MODELS {
        let cells = program.series.iter().filter(|(name, _)| *name == model).flat_map(|(_, cells)| *cells);
        let mut is_cut = false;
        for cell in cells.filter(|cell| cell.is_quick || !is_quick) {
            progress(&format!("{}, k = {}, {model}", program.name, cell.k));
            // A larger bound takes longer still.
            let measured = if is_cut { None } else { Some(runner.measure(program.entry, model, cell.k)?) };
            is_cut |= measured.as_ref().is_some_and(|measured| measured.cut.is_some());
            rows.push(Row { model, cell: *cell, measured });
        }
    }
    // Stable: the models keep their order.
    rows.sort_by_key(|row| row.cell.k);
    Ok(rows)
}

fn curves(runner: &Runner<'_>, calls: u32) -> Result<Vec<Curve>> {
    let mut curves = Vec::new();
    for model in MODELS {
        let mut curve = Curve { model, points: Vec::new(), cut: None };
        for call in 1..=calls {
            progress(&format!("{call} calls of contains, {model}"));
            let point = best(runner, &format!("LinkedList.contains{call}"), model)?;
            if point.cut.is_some() {
                curve.cut = point.cut;
                break;
            }
            curve.points.push(point);
        }
        curves.push(curve);
    }
    Ok(curves)
}

fn best(runner: &Runner<'_>, entry: &str, model: &str) -> Result<Measured> {
    let mut best = runner.measure(entry, model, PLOT_DEPTH)?;
    for _ in 1..PLOT_RUNS {
        if best.cut.is_some() || best.time > RUN_ONCE_ABOVE {
            break;
        }
        let again = runner.measure(entry, model, PLOT_DEPTH)?;
        if again.paths != best.paths {
            return Err(Error::new(format!("{entry} had {} paths, then {}", best.paths, again.paths)));
        }
        if again.time < best.time {
            best = again;
        }
    }
    Ok(best)
}

fn write_plot(folder: &Path, curves: &[Curve]) -> Result<PathBuf> {
    let file = folder.join(PLOT_FILE);
    let drawing = plot::svg(curves).map_err(|error| Error::new(format!("the plot cannot be drawn: {error}")))?;
    fs::write(&file, drawing).map_err(|error| Error::new(format!("{} cannot be written: {error}", file.display())))?;
    Ok(file)
}

fn progress(what: &str) {
    if std::io::stderr().is_terminal() {
        let _ = writeln!(std::io::stderr(), "heaps: {what} …");
    }
}
