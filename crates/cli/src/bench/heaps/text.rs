//! The tables for people, and an object per line for scripts.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::measure::Measured;
use super::published::{Program, Published};
use super::{Curve, PLOT_DEPTH, Row};
use crate::bench::table::{aligned, grouped, seconds};

const HEADING: [&str; 14] = [
    "k",
    "model",
    "paths",
    "exact",
    "states",
    "queries",
    "time",
    "paths/s",
    "memory",
    "goal",
    "draft: paths",
    "time",
    "final: paths",
    "time",
];

/// Rates of shorter searches are those of starting a process.
const SHORTEST_FOR_RATE: f64 = 0.1;

pub(super) fn text(tables: &[(&Program, Vec<Row>)], curves: &[Curve], plot: Option<&Path>) -> String {
    let mut text = String::from(
        "Heaps of unknown shape, mathematical integers, one core. Draft and final: the two published versions, on their\n\
         machine (lazy is their GSE). Exact: the paths that must come out. Paths are runs that end, those on heaps that\n\
         the invariant refuses included.\n",
    );
    for (program, rows) in tables {
        let _ = write!(text, "\n{}: {}\n", program.name, program.about);
        for note in program.notes {
            let _ = writeln!(text, "  {note}");
        }
        let mut lines = vec![HEADING.map(str::to_string).to_vec()];
        lines.extend(rows.iter().map(line));
        text.push_str(&aligned(&lines, |column| ![1, 3, 9].contains(&column)));
        for row in rows {
            if let Some(reason) = row.measured.as_ref().and_then(|measured| measured.cut.as_ref()) {
                let _ = writeln!(text, "  k = {}, {}, is cut: {reason}", row.cell.k, row.model);
            }
        }
    }
    let _ = write!(text, "\nLinkedList, k = {PLOT_DEPTH}: time against calls of contains\n");
    text.push_str(&calls(curves));
    for curve in curves {
        if let Some(reason) = &curve.cut {
            let _ = writeln!(text, "  {} calls, {}, are cut: {reason}", curve.points.len() + 1, curve.model);
        }
    }
    match plot {
        Some(file) => _ = writeln!(text, "  plotted in {}", file.display()),
        None => text.push_str("  --out DIR plots this as an SVG file\n"),
    }
    text
}

fn line(row: &Row) -> Vec<String> {
    let cell = &row.cell;
    let mut line = vec![cell.k.to_string(), row.model.to_string()];
    line.extend(match &row.measured {
        None => vec!["-".to_string(); 7],
        Some(measured) => {
            let is_cut = measured.cut.is_some();
            let at_least = if is_cut { "> " } else { "" };
            vec![
                format!("{at_least}{}", grouped(measured.paths)),
                exact(row),
                grouped(measured.states),
                grouped(measured.queries),
                format!("{at_least}{}", seconds(measured.time.as_secs_f64())),
                rate(measured),
                format!("{} MB", measured.peak_memory_mb),
            ]
        }
    });
    line.push(goal(row));
    line.extend(published(cell.draft));
    line.extend(published(cell.last));
    line
}

fn exact(row: &Row) -> String {
    match (row.is_exact(), row.cell.exact) {
        (Some(true), _) => "=".to_string(),
        (_, None) => "-".to_string(),
        (Some(false), Some(exact)) => format!("≠ {}", grouped(exact)),
        (None, Some(exact)) => grouped(exact),
    }
}

fn rate(measured: &Measured) -> String {
    let time = measured.time.as_secs_f64();
    if time < SHORTEST_FOR_RATE {
        return "-".to_string();
    }
    grouped((measured.paths as f64 / time).round() as u64)
}

fn goal(row: &Row) -> String {
    let missed = if row.is_fast() == Some(false) { " (missed)" } else { "" };
    row.cell.goal.map(|goal| format!("< {}{missed}", seconds(goal))).unwrap_or_default()
}

/// Paths and time.
fn published(published: Published) -> [String; 2] {
    let dash = || "-".to_string();
    match published {
        Published::Nothing => [dash(), dash()],
        Published::Paths(paths) => [grouped(paths), dash()],
        Published::PathsAndSeconds(paths, seconds) => [grouped(paths), format!("{seconds} s")],
        Published::OverAnHour => [dash(), "> 1 h".to_string()],
    }
}

/// A column per model: paths and time.
fn calls(curves: &[Curve]) -> String {
    let mut heading = vec!["calls".to_string()];
    for curve in curves {
        heading.extend([format!("{}: paths", curve.model), "time".to_string()]);
    }
    let mut lines = vec![heading];
    for call in 0..curves.iter().map(|curve| curve.points.len()).max().unwrap_or(0) {
        let mut line = vec![(call + 1).to_string()];
        for curve in curves {
            line.extend(match curve.points.get(call) {
                Some(point) => [grouped(point.paths), seconds(point.time.as_secs_f64())],
                None => ["-".to_string(), "-".to_string()],
            });
        }
        lines.push(line);
    }
    aligned(&lines, |_| true)
}

pub(super) fn json(tables: &[(&Program, Vec<Row>)], curves: &[Curve]) -> String {
    let mut text = String::new();
    let mut push = |object: Value| _ = writeln!(text, "{object}");
    for (program, rows) in tables {
        for row in rows {
            let mut object = json!({
                "benchmark": "heaps",
                "case": format!("{}, k = {}, {}", program.name, row.cell.k, row.model),
                "program": program.name,
                "entry": program.entry,
                "k": row.cell.k,
                "model": row.model,
                "exact_paths": row.cell.exact,
                "exact": row.is_exact(),
                "target": row.cell.goal.map(|goal| json!({ "below": goal })),
                "met": row.is_fast(),
                "draft": published_json(row.cell.draft),
                "final": published_json(row.cell.last),
            });
            add_measured(&mut object, row.measured.as_ref());
            push(object);
        }
    }
    for curve in curves {
        for (call, point) in (1..).zip(&curve.points) {
            let mut object = json!({
                "benchmark": "heaps",
                "case": format!("{call} calls of contains, {}", curve.model),
                "k": PLOT_DEPTH,
                "model": curve.model,
                "calls": call,
            });
            add_measured(&mut object, Some(point));
            push(object);
        }
    }
    text
}

fn add_measured(object: &mut Value, measured: Option<&Measured>) {
    let Some(measured) = measured else {
        object["result"] = json!("not tried");
        return;
    };
    object["counts"] = json!({ "paths": measured.paths, "states": measured.states, "queries": measured.queries });
    object["seconds"] = json!(measured.time.as_secs_f64());
    object["peak_memory_mb"] = json!(measured.peak_memory_mb);
    object["result"] = json!(measured.cut.as_deref().unwrap_or("complete"));
}

fn published_json(published: Published) -> Value {
    match published {
        Published::Nothing => Value::Null,
        Published::Paths(paths) => json!({ "paths": paths }),
        Published::PathsAndSeconds(paths, seconds) => json!({ "paths": paths, "seconds": seconds }),
        Published::OverAnHour => json!({ "over_seconds": 3600 }),
    }
}
