//! `lazuli run`: a program executed concretely, its output passed on.

use std::io::Write;

use engines::technique::HeapKind;
use machine::entry::Goal;
use machine::machine::marks::Marks;
use machine::machine::{Machine, MachineConfig};
use machine::run::{End, Run};
use machine::state::{Decision, State};

use crate::args::RunArgs;
use crate::engine;
use crate::entry;
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use jvm::JdkHome;

/// What is chosen where nothing else is known.
const FIRST: Decision = Decision::Alternative { number: 0, is_branch: false };

/// One of the possible runs: of several threads, the first that can go on does.
fn run_to_end(machine: &mut Machine, state: &mut State, marks: &mut Marks) -> Result<End> {
    loop {
        match machine.run(state, marks, &mut || false) {
            Run::End(End::Threw(exception)) if machine.continue_after_uncaught(state, exception) => {}
            Run::End(end) => return Ok(end),
            Run::Fork(fork) if fork.alternatives.iter().all(|alternative| alternative.guards.is_empty()) => {
                if let Some(Some(end)) = machine.follow(state, marks, fork, FIRST) {
                    return Ok(end);
                }
            }
            Run::Fork(_) | Run::Compare | Run::Interleaving | Run::Interrupted => {
                return Err(Error::new("the program depends on something that is not known: use lazuli check"));
            }
        }
    }
}

/// The whole command; the exit code is that of `java`: 1 after an uncaught exception.
pub(crate) fn run(args: &RunArgs) -> Result<u8> {
    let jdk = JdkHome::find(args.classes.jdk.as_deref())?;
    let inputs = Inputs::prepare(&args.paths, &args.classes.class_path, &jdk)?;
    let mut program = engine::open_program(&inputs, &jdk)?;
    let method = entry::find_main(&mut program, &args.main)?;
    let mut machine = engine::build_machine(
        program,
        HeapKind::Lazy,
        MachineConfig { is_single_run: true, reduce_interleavings: false, ..MachineConfig::default() },
    )?;
    let start = machine.start(&Goal::Main { method, arguments: args.arguments.clone() });
    let (mut state, mut marks) = (start.state, start.marks);
    let end = match start.end {
        Some(end) => end,
        None => run_to_end(&mut machine, &mut state, &mut marks)?,
    };
    // A closed pipe is the reader's choice, not an error.
    let _ = std::io::stdout().write_all(&state.output);
    match end {
        End::Returned(_) => Ok(0),
        End::Exited(status) => Ok(status as u8),
        End::InvariantBroken | End::EnsuresBroken(_) | End::Redundant => Ok(1),
        End::Deadlock => Err(Error::new("deadlock: no thread can go on")),
        End::Threw(exception) => {
            let class = program::display_class(&machine.program.class(state.heap.get(exception).class).name);
            let message = machine.throwable_message(&state, exception);
            let message = message.map(|message| format!(": {message}")).unwrap_or_default();
            let _ = writeln!(std::io::stderr(), "Exception in thread \"main\" {class}{message}");
            Ok(1)
        }
        End::Cut(cut) => Err(Error::new(match cut {
            machine::fork::Cut::Unsupported(what) => format!("unsupported: {what}"),
            other => format!("the program was given up: {other:?}"),
        })),
    }
}
