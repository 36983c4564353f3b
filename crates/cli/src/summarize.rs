//! `lazuli summarize`: the cases of a method, and of the methods of the program that it calls.

use std::fmt::Write;
use std::rc::Rc;
use std::time::Instant;

use engines::compositional::compose::Compose;
use engines::compositional::summary::{Case, CaseEnd, MethodSummary};
use engines::technique::HeapKind;
use machine::arithmetic;
use machine::entry::{Goal, Properties};
use machine::machine::MachineConfig;
use serde_json::{Value, json};

use crate::args::{HeapModel, Ints, SummarizeArgs, SupportFormat};
use crate::engine;
use crate::entry;
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use crate::output;
use jvm::JdkHome;

/// Cases of a method that are written out as text; JSON has them all.
const SHOWN: usize = 200;

/// The whole command. `started` is when the process was.
pub(crate) fn run(args: &SummarizeArgs, started: Instant) -> Result<()> {
    let jdk = JdkHome::find(args.classes.jdk.as_deref())?;
    let inputs = Inputs::prepare(&args.paths, &args.classes.class_path, &jdk)?;
    let mut program = engine::open_program(&inputs, &jdk)?;
    let mut methods = Vec::new();
    for name in &args.method {
        methods.extend(entry::find_methods(&mut program, name)?);
    }
    let Some(first) = methods.first().copied() else { return Err(Error::new("say which method: --method C.m")) };
    let heap = match args.heap {
        HeapModel::Lazy => HeapKind::Lazy,
        HeapModel::Lazier => HeapKind::Lazier,
        HeapModel::LazierSharp => HeapKind::LazierSharp,
        HeapModel::Summary => HeapKind::Summary,
    };
    let config = MachineConfig {
        ints: match args.ints {
            Ints::Java => arithmetic::Ints::Java,
            Ints::Math => arithmetic::Ints::Math,
        },
        depth: args.depth,
        objects: args.objects,
        string_length: args.string_length,
        collection_size: args.collection_size,
        ..MachineConfig::default()
    };
    let model = Rc::new(Compose::of_everything(engine::heap_model(heap)));
    let mut machine = engine::build_machine(program, heap, config)?.with_call_model(model.clone());
    machine.start(&Goal::Method {
        method: first,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Properties::default(),
    });
    machine.deadline = Some(started + args.timeout);
    for method in methods {
        model.summarize(&mut machine, method).map_err(Error::new)?;
    }
    let summaries = model.summaries();
    output::print(&match args.format {
        SupportFormat::Text => summaries.iter().map(|summary| text(summary)).collect(),
        SupportFormat::Json => format!(
            "{}\n",
            json!({"schema": 1, "methods": summaries.iter().map(|summary| json_of(summary)).collect::<Vec<_>>()})
        ),
    })
}

fn json_of(summary: &MethodSummary) -> Value {
    json!({
        "method": summary.shown,
        "complete": summary.is_complete(),
        "reasons": summary.reasons,
        "reused": false,
        "cases": summary.cases.iter().map(json_of_case).collect::<Vec<_>>(),
    })
}

fn json_of_case(case: &Case) -> Value {
    json!({
        "path_condition": case.path_condition,
        "heap_condition": case.heap_condition,
        "outcome": outcome(&case.end),
        "line": case.line,
        "code": case.code.iter().map(|step| &step.text).collect::<Vec<_>>(),
        "schedule": case.schedule,
    })
}

fn outcome(end: &CaseEnd) -> String {
    match end {
        CaseEnd::Returns => "returns".to_string(),
        CaseEnd::Throws(class) => format!("throws {class}"),
    }
}

fn text(summary: &MethodSummary) -> String {
    let mut text = String::new();
    let count = summary.cases.len();
    let cases = if count == 1 { "case" } else { "cases" };
    let complete = if summary.is_complete() { "complete" } else { "not complete" };
    let _ = writeln!(text, "{}: {count} {cases}, {complete}", summary.shown);
    for reason in &summary.reasons {
        let _ = writeln!(text, "  left open: {reason}");
    }
    for (number, case) in summary.cases.iter().enumerate().take(SHOWN) {
        let _ = writeln!(text, "\n  case {number}: {} at line {}", outcome(&case.end), case.line);
        let conditions = case.heap_condition.iter().chain(&case.path_condition);
        for (number, condition) in conditions.enumerate() {
            let _ = writeln!(text, "    {} {condition}", if number == 0 { "when" } else { "    " });
        }
        if !case.schedule.is_empty() {
            let _ = writeln!(text, "    schedule {:?}", case.schedule);
        }
        for step in &case.code {
            let _ = writeln!(text, "    {}", step.text);
        }
    }
    if count > SHOWN {
        let _ = writeln!(text, "\n  and {} more", count - SHOWN);
    }
    text.push('\n');
    text
}
