//! `lazuli support`: what a method needs of the library, before it is run.

use std::collections::BTreeMap;
use std::fmt::Write;

use engines::technique::HeapKind;
use machine::machine::MachineConfig;
use machine::support::{Need, Support};
use program::class::MethodId;
use serde_json::json;

use crate::args::{SupportArgs, SupportFormat};
use crate::dump::paths_and_methods;
use crate::engine;
use crate::entry;
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use crate::output;
use jvm::JdkHome;

/// Entries of a list of text; JSON has them all.
const SHOWN: usize = 60;

/// The whole command.
pub(crate) fn run(args: &SupportArgs) -> Result<()> {
    let (paths, names) = match &args.main {
        Some(_) => (args.paths.iter().map(Into::into).collect(), Vec::new()),
        None => paths_and_methods(&args.paths, &args.method),
    };
    let jdk = JdkHome::find(args.classes.jdk.as_deref())?;
    let inputs = Inputs::prepare(&paths, &args.classes.class_path, &jdk)?;
    let mut program = engine::open_program(&inputs, &jdk)?;
    let mut methods: Vec<MethodId> = Vec::new();
    match &args.main {
        Some(class) => methods.push(entry::find_main(&mut program, class)?),
        None if names.is_empty() => return Err(Error::new("say which method: --method C.m or --main C")),
        None => {
            for name in &names {
                methods.extend(entry::find_methods(&mut program, name)?);
            }
        }
    }
    let mut machine = engine::build_machine(program, HeapKind::Summary, MachineConfig::default())?;
    let mut found = Vec::new();
    for method in methods {
        let name = program::display_method(&machine.program, method);
        found.push((name, machine.support(method, args.main.is_some())));
    }
    output::print(&match args.format {
        SupportFormat::Text => found.iter().map(|(name, support)| text(name, support)).collect(),
        SupportFormat::Json => json_text(&found),
    })
}

fn text(name: &str, support: &Support) -> String {
    let mut missing: Vec<&Need> = support.needs.iter().filter(|need| !need.is_supported).collect();
    // What is far away is mostly in reach only because more is than a run needs.
    missing.sort_by_key(|need| need.distance);
    let there: Vec<&Need> = support.needs.iter().filter(|need| need.is_supported).collect();
    let mut text = String::new();
    let _ = writeln!(text, "{name}: {} methods in reach, {} things not supported", support.reached, missing.len());
    if !support.is_complete {
        let _ = writeln!(text, "  the search was broken off: more is in reach");
    }
    if !missing.is_empty() {
        let _ = writeln!(text, "  not supported, nearest first:");
    }
    for need in missing.iter().take(SHOWN) {
        let caller = match need.caller.as_str() {
            "" => String::new(),
            caller => format!("   {} calls away, called by {caller}", need.distance + 1),
        };
        let _ = writeln!(text, "    {:<9} {}{caller}", need.kind.word(), need.what);
    }
    if missing.len() > SHOWN {
        let _ = writeln!(text, "    ... and {} more", missing.len() - SHOWN);
    }
    if !there.is_empty() {
        let _ = writeln!(text, "  supported, by class:");
    }
    let mut by_class: BTreeMap<&str, usize> = BTreeMap::new();
    for need in &there {
        *by_class.entry(class_of(&need.what)).or_default() += 1;
    }
    for (class, count) in by_class.iter().take(SHOWN) {
        let _ = writeln!(text, "    {count:>4}  {class}");
    }
    if by_class.len() > SHOWN {
        let _ = writeln!(text, "    ... and {} more classes", by_class.len() - SHOWN);
    }
    text
}

/// `java.lang.Math` of `java.lang.Math.sqrt(double)`.
fn class_of(method: &str) -> &str {
    let path = method.split('(').next().unwrap_or(method);
    path.rsplit_once('.').map_or(path, |(class, _)| class)
}

fn json_text(found: &[(String, Support)]) -> String {
    let entries = |support: &Support, wanted: bool| {
        let needs = support.needs.iter().filter(|need| need.is_supported == wanted);
        needs
            .map(|need| json!({"kind": need.kind.word(), "what": need.what, "caller": need.caller, "distance": need.distance}))
            .collect::<Vec<_>>()
    };
    let targets: Vec<_> = found
        .iter()
        .map(|(name, support)| {
            json!({
                "method": name,
                "reached": support.reached,
                "complete": support.is_complete,
                "unsupported": entries(support, false),
                "supported": entries(support, true),
            })
        })
        .collect();
    format!("{}\n", json!({"schema": 1, "targets": targets}))
}
