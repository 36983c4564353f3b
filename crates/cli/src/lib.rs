//! The `lazuli` program: arguments, files, progress, exit codes.
//!
//! Invariant: the only crate that reads the environment, opens the user's files, starts the JVM or prints.

mod abstraction;
mod api;
mod args;
mod bench;
mod check;
mod dump;
mod engine;
mod entry;
mod error;
mod explain;
mod graph;
mod inputs;
mod javalite;
mod memory;
mod output;
mod progress;
mod properties;
mod quantity;
mod replay;
mod run;
mod spacer;
mod summarize;
mod support;
mod surroundings;
mod svcomp;

use std::io::Write;
use std::panic::PanicHookInfo;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use clap::{CommandFactory, Parser};

use crate::args::{Command, CommandLine};
use crate::error::Error;

const ERROR: u8 = 2;
/// Terms and heaps are walked recursively; deep inputs must not end in a crash.
const STACK: usize = 1 << 30;

/// What the command line says it can do, for the pages that list it.
pub fn command_line() -> clap::Command {
    CommandLine::command()
}

/// Does what the arguments of this process say.
pub fn run() -> ExitCode {
    let started = Instant::now();
    std::panic::set_hook(Box::new(note_panic));
    let command_line = CommandLine::parse();
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || execute(&command_line.command, started));
    let result = match worker {
        Ok(worker) => worker.join(),
        Err(error) => Ok(Err(Error::new(format!("no thread can be started: {error}")))),
    };
    match result {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(error)) => {
            complain(&error.to_string());
            ExitCode::from(ERROR)
        }
        Err(_) => {
            let what = last_panic();
            complain(&format!(
                "internal error{what}. This is a defect of lazuli, not of your program; please report it"
            ));
            ExitCode::from(ERROR)
        }
    }
}

fn execute(command: &Command, started: Instant) -> error::Result<u8> {
    match command {
        Command::Check(args) => check::run(args, started).map(|verdict| verdict.exit_code()),
        Command::Abstract(args) => abstraction::run(args, started).map(|verdict| verdict.exit_code()),
        Command::Dump(args) => dump::run(args).map(|()| 0),
        Command::Run(args) => run::run(args),
        Command::Javalite(args) => javalite::run(args),
        Command::Api(args) => api::run(args).map(|()| 0),
        Command::Svcomp(args) => svcomp::run(args, started),
        Command::Summarize(args) => summarize::run(args, started).map(|()| 0),
        Command::Support(args) => support::run(args).map(|()| 0),
        Command::Bench(args) => bench::run(args).map(|()| 0),
        Command::Spacer(args) => spacer::run(args).map(|()| 0),
    }
}

/// Where and why the last panic was, caught or not.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

fn note_panic(panic: &PanicHookInfo) {
    let message = panic.payload_as_str().unwrap_or("no message");
    // What a scope says when one of its threads panicked; that thread has said more.
    if message == "a scoped thread panicked" {
        return;
    }
    let place = panic.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
    if let Ok(mut last) = LAST_PANIC.lock() {
        *last = format!("{place}: {message}");
    }
}

/// ` at place: message` of the last panic.
fn last_panic() -> String {
    LAST_PANIC.lock().map(|last| last.clone()).unwrap_or_default()
}

/// To stderr, whether anybody listens or not.
fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "lazuli: {message}");
}
