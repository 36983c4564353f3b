//! Questions to Spacer are asked in another process like this one: what Z3 throws when it is interrupted may end the process, and
//! what was found before must not be lost with it.

use std::env;
use std::io::{self, Read};
use std::process::Command;
use std::time::{Duration, Instant};

use jvm::{ChildEnd, run_with_input};
use logic::horn::{HornQuestion, HornReply};

use crate::args::{SPACER, SpacerArgs};
use crate::error::{Error, Result};
use crate::output;

/// What starting a process and reading its question may take on top of the time for an answer.
const START: Duration = Duration::from_millis(200);

/// The answer of another process; unknown if it comes to a bad end.
pub(crate) fn ask(question: &HornQuestion, until: Instant) -> HornReply {
    let left = until.saturating_duration_since(Instant::now());
    let Ok(lazuli) = env::current_exe() else { return HornReply::Unknown };
    if left.is_zero() {
        return HornReply::Unknown;
    }
    let mut command = Command::new(lazuli);
    command.arg(SPACER).arg(left.as_millis().to_string());
    match run_with_input(command, question.to_text().into_bytes(), left + START) {
        ChildEnd::Exited { output, .. } | ChildEnd::TimedOut { output } => {
            HornReply::parse(&output).unwrap_or(HornReply::Unknown)
        }
        ChildEnd::Failed(_) => HornReply::Unknown,
    }
}

/// The whole command: answer the question on the standard input.
pub(crate) fn run(args: &SpacerArgs) -> Result<()> {
    let until = Instant::now() + Duration::from_millis(args.limit);
    let mut question = String::new();
    io::stdin().read_to_string(&mut question).map_err(|error| Error::new(error.to_string()))?;
    let question =
        HornQuestion::parse(&question).ok_or_else(|| Error::new("there is no question on the standard input"))?;
    output::print(&question.ask_here(until).to_text())
}
