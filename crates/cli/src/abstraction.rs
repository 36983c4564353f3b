//! `lazuli abstract`: a check by the technique of predicates alone, with predicates that the user gives.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use engines::plan;
use engines::predicates::options::{BlockSize, PredicateOptions};
use engines::predicates::source::PredicateFile;
use report::data::Report;
use report::states;
use report::verdict::Verdict;

use crate::args::{AbstractArgs, Block, CheckArgs};
use crate::check::{self, Found, PredicateRequest};
use crate::error::{Error, Result};
use crate::output::{self, Typed};

const TECHNIQUE: &str = "predicates";

/// The whole command. `started` is when the process was.
pub(crate) fn run(args: &AbstractArgs, started: Instant) -> Result<Verdict> {
    let predicates = request(args)?;
    for file in [&args.states, &args.write_predicates].into_iter().flatten() {
        check_folder_of(file)?;
    }
    let check = CheckArgs {
        method: args.method.clone(),
        main: args.main.clone(),
        search: args.search.clone(),
        ..CheckArgs::plain(args.paths.clone())
    };
    let Found { report, matched } = check::find_with(&check, started, |request| {
        request.technique = plan::technique(TECHNIQUE);
        request.predicates = predicates;
    })?;
    output::write(&report, &matched, &Typed { command: "abstract", own: own_options(args), args: &check })?;
    if let Some(file) = &args.states {
        write(file, &states::write(&report))?;
    }
    if let Some(file) = &args.write_predicates {
        write_predicates(file, &report)?;
    }
    Ok(report.verdict)
}

/// The options that say what is looked at, so that a violation is found again.
fn own_options(args: &AbstractArgs) -> Vec<(&'static str, String)> {
    let files = args.predicates.iter().map(|file| ("--predicates", file.display().to_string()));
    let domains = args.domain.iter().map(|domain| ("--domain", domain.clone()));
    let refine = args.refine.then(|| ("--refine", String::new()));
    let block = (args.block == Block::Statement).then(|| ("--block", "statement".to_string()));
    files.chain(domains).chain(refine).chain(block).collect()
}

fn request(args: &AbstractArgs) -> Result<PredicateRequest> {
    if args.recheck && args.block == Block::Statement {
        return Err(Error::new(
            "--recheck runs the machine from one invariant to the next: --block statement has none",
        ));
    }
    let mut given = Vec::new();
    for file in &args.predicates {
        let unreadable = |error| Error::new(format!("{} cannot be read: {error}", file.display()));
        let text = fs::read_to_string(file).map_err(unreadable)?;
        let parsed = PredicateFile::parse(&file.display().to_string(), &text).map_err(Error::new)?;
        given.push(Arc::new(parsed));
    }
    let options = PredicateOptions {
        given,
        block: match args.block {
            Block::Loop => BlockSize::Loop,
            Block::Statement => BlockSize::Statement,
        },
        refines: args.refine || args.predicates.is_empty() && args.domain.is_empty(),
        is_asked_for: true,
        rechecks: args.recheck,
        records_states: args.states.is_some(),
    };
    Ok(PredicateRequest { domains: args.domain.clone(), options })
}

/// A mistake in the name of a file should show before the search and not after it.
fn check_folder_of(file: &Path) -> Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if file.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(Error::new(format!(
            "{} cannot be written: its folder does not exist, or it is one",
            file.display()
        )));
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).map_err(|error| Error::new(format!("{} cannot be written: {error}", file.display())))
}

/// What was enough for the proofs, if there is one.
fn write_predicates(file: &Path, report: &Report) -> Result<()> {
    let mut proofs = Vec::new();
    for target in &report.targets {
        match &target.proof {
            Some(proof) if target.verdict == Verdict::Proved => proofs.push(proof.predicates.trim()),
            _ => crate::complain(&format!("{} was not proved with predicates: there are none to write", target.method)),
        }
    }
    if proofs.is_empty() {
        return Ok(());
    }
    // For some proofs no predicate is needed.
    let texts: Vec<String> = proofs.iter().filter(|text| !text.is_empty()).map(|text| format!("{text}\n")).collect();
    write(file, &texts.join("\n"))
}
