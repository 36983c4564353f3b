//! `lazuli javalite`: the reference semantics of the little language of document B.

use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use javalite::compare::{Comparison, compare};
use javalite::text::{heap_lines, outcome_text};
use javalite::{Bounds, Exploration, Machine, Program, compile, dot, explore, parse, represented};
use serde_json::{Value, json};

use crate::args::JavaliteArgs;
use crate::error::{Error, Result};
use crate::output;

/// Which machine runs the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum MachineChoice {
    /// Lazy initialisation: forks at every first read
    Gse,
    /// Heap summaries: one state for each control-flow path
    Summary,
    /// Both, compared
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum JavaliteFormat {
    Text,
    Json,
}

/// Concrete heaps of a summary state are counted up to this number.
const COUNTED: usize = 10_000;

/// The whole command; the exit code.
pub(crate) fn run(args: &JavaliteArgs) -> Result<u8> {
    let file = args.file.display();
    let source =
        fs::read_to_string(&args.file).map_err(|error| Error::new(format!("{file} cannot be read: {error}")))?;
    let program = parse(&source).map_err(|error| Error::new(format!("{file}:{error}")))?;
    output::check_folders(args.dot.iter().chain(&args.emit))?;
    if let Some(folder) = &args.emit {
        let classes = compile(&program).map_err(|error| Error::new(format!("{file}: {error}")))?;
        for (name, bytes) in classes {
            write(&folder.join(format!("{name}.class")), &bytes)?;
        }
    }
    let bounds = Bounds { depth: Some(args.depth), steps: args.max_steps, paths: None };
    let gave_up = |error: javalite::GaveUp| Error::new(format!("{file}: {error}"));
    let mut explorations = Vec::new();
    let mut verdict = None;
    match args.machine {
        MachineChoice::Gse => explorations.push(explore(&program, Machine::Gse, &bounds).map_err(gave_up)?),
        MachineChoice::Summary => explorations.push(explore(&program, Machine::Summary, &bounds).map_err(gave_up)?),
        MachineChoice::Both => {
            let Comparison { gse, summary, control_flows, heaps, differences } =
                compare(&program, &bounds).map_err(gave_up)?;
            explorations.extend([gse, summary]);
            verdict = Some(Verdict { control_flows, heaps, differences });
        }
    }
    if let Some(folder) = &args.dot {
        for exploration in &explorations {
            write_pictures(&program, exploration, folder)?;
        }
    }
    let text = match args.format {
        JavaliteFormat::Text => text(args, &program, &explorations, verdict.as_ref()),
        JavaliteFormat::Json => format!("{:#}\n", json(args, &program, &explorations, verdict.as_ref())),
    };
    output::print(&text)?;
    Ok(u8::from(verdict.is_some_and(|verdict| !verdict.differences.is_empty())))
}

/// What the comparison of both machines says.
struct Verdict {
    control_flows: usize,
    heaps: usize,
    differences: Vec<String>,
}

fn write(file: &PathBuf, content: &[u8]) -> Result<()> {
    fs::write(file, content).map_err(|error| Error::new(format!("{} cannot be written: {error}", file.display())))
}

fn write_pictures(program: &Program, exploration: &Exploration, folder: &Path) -> Result<()> {
    for (number, path) in exploration.finals.iter().enumerate() {
        let picture = dot(program, &exploration.constraints, path);
        write(&folder.join(format!("{}-{}.dot", exploration.machine, number + 1)), picture.as_bytes())?;
    }
    Ok(())
}

fn entry(program: &Program) -> String {
    format!("{}.{}", program.class(program.entry_class()).name, program.entry_method().name)
}

fn text(args: &JavaliteArgs, program: &Program, explorations: &[Exploration], verdict: Option<&Verdict>) -> String {
    let mut lines = vec![format!("{}, depth {}", entry(program), args.depth)];
    for exploration in explorations {
        lines.push(String::new());
        lines.push(format!(
            "{}: {}, {} cut by --max-steps; a new object not offered {} because of --depth",
            exploration.machine,
            count(exploration.finals.len(), "final path"),
            exploration.cut.len(),
            count(exploration.new_withheld as usize, "time")
        ));
        for (number, path) in exploration.finals.iter().chain(&exploration.cut).enumerate() {
            lines.push(format!("  {}. [{}] → {}", number + 1, path.control_flow, outcome_text(path)));
            let found = represented(program, &exploration.constraints, path, COUNTED);
            match exploration.machine {
                Machine::Gse => {
                    for heap in &found.heaps {
                        lines.push(format!("     {}  result {}", heap.text(program), heap.result));
                    }
                }
                Machine::Summary => {
                    let heaps = count(found.heaps.len(), "concrete heap");
                    let more = if found.complete { "" } else { "more than " };
                    lines.push(format!("     φ_g: {}", exploration.constraints.condition_text(&path.phi_g)));
                    let shown = heap_lines(program, &exploration.constraints, path);
                    lines.extend(shown.into_iter().map(|line| format!("     {line}")));
                    lines.push(format!("     {more}{heaps}"));
                }
            }
        }
    }
    if let Some(verdict) = verdict {
        lines.push(String::new());
        if verdict.differences.is_empty() {
            lines.push(format!(
                "the corollaries hold: {} in both machines, one summary state for each, the same {}",
                count(verdict.control_flows, "control-flow sequence"),
                count(verdict.heaps, "concrete heap")
            ));
        } else {
            lines.push("the corollaries do not hold:".to_string());
            lines.extend(verdict.differences.iter().map(|difference| format!("  {difference}")));
        }
    }
    lines.join("\n") + "\n"
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn json(args: &JavaliteArgs, program: &Program, explorations: &[Exploration], verdict: Option<&Verdict>) -> Value {
    let machines: Vec<Value> = explorations
        .iter()
        .map(|exploration| {
            let paths = |paths: &[javalite::Path]| -> Vec<Value> {
                paths.iter().map(|path| path_json(program, exploration, path)).collect()
            };
            json!({
                "machine": exploration.machine.to_string(),
                "paths": paths(&exploration.finals),
                "cut": paths(&exploration.cut),
                "new_withheld": exploration.new_withheld,
            })
        })
        .collect();
    let corollaries = verdict.map(|verdict| {
        json!({
            "hold": verdict.differences.is_empty(),
            "control_flows": verdict.control_flows,
            "heaps": verdict.heaps,
            "differences": verdict.differences,
        })
    });
    json!({
        "schema": 1,
        "entry": entry(program),
        "depth": args.depth,
        "max_steps": args.max_steps,
        "machines": machines,
        "corollaries": corollaries,
    })
}

fn path_json(program: &Program, exploration: &Exploration, path: &javalite::Path) -> Value {
    let decisions: Vec<&str> = path.control_flow.0.iter().filter_map(|rule| rule.decision()).collect();
    let found = represented(program, &exploration.constraints, path, COUNTED);
    let heaps: Vec<Value> = found
        .heaps
        .iter()
        .map(|heap| json!({"objects": heap.text(program), "result": heap.result.to_string()}))
        .collect();
    json!({
        "control_flow": decisions,
        "steps": path.control_flow.0.len(),
        "outcome": outcome_text(path),
        "phi_g": exploration.constraints.condition_text(&path.phi_g),
        "heap": heap_lines(program, &exploration.constraints, path),
        "concrete_heaps": heaps,
        "concrete_heaps_complete": found.complete,
    })
}
