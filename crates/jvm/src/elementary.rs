//! Elementary functions of known values, as a JVM computes them.
//!
//! Java leaves the last bit of `Math.sin` and its kin to the implementation. HotSpot uses code of its own for some of them, and
//! the C library differs from all of them now and then, so a JVM is asked: started at the first question, one line each.

use std::collections::HashMap;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::compiled::{Compiled, Source};
use crate::dialogue::{Dialogue, Reply};
use crate::home::{JdkHome, SHORT_LIVED};

const PROGRAM: &str = include_str!("elementary.java");
const CLASS: &str = "LazuliElementary";

/// How long compiling may take, and how long an answer, if there is so much time. The first answer includes the JVM's start.
const COMPILE_LIMIT: Duration = Duration::from_secs(60);
const ANSWER_LIMIT: Duration = Duration::from_secs(10);

/// So many answers are remembered: paths ask the same again, a long loop never does.
const MOST_KNOWN: usize = 10_000;

/// Answers that were given, and the JVM that gives them once somebody asked.
pub struct ElementaryFunctions {
    jdk: JdkHome,
    known: HashMap<String, f64>,
    running: Option<Running>,
}

struct Running {
    dialogue: Dialogue,
    /// Must last as long as the JVM runs.
    _classes: Compiled,
}

impl ElementaryFunctions {
    pub fn new(jdk: JdkHome) -> ElementaryFunctions {
        ElementaryFunctions { jdk, known: HashMap::new(), running: None }
    }

    /// What a function of `Math` or `StrictMath` (`class`) gives. An error says why it is not known in time; the next question
    /// may have more luck.
    pub fn value(
        &mut self,
        class: &str,
        name: &str,
        arguments: &[f64],
        deadline: Option<Instant>,
    ) -> Result<f64, String> {
        let mut question = format!("{class} {name}");
        for argument in arguments {
            question.push_str(&format!(" {:x}", argument.to_bits()));
        }
        if let Some(answer) = self.known.get(&question) {
            return Ok(*answer);
        }
        // A JVM that failed once is not asked again: what it says late would be taken for the answer to another question.
        let mut running = match self.running.take() {
            Some(running) => running,
            None => start(&self.jdk, deadline)?,
        };
        let line = match running.dialogue.ask(format!("{question}\n").as_bytes(), "", within(ANSWER_LIMIT, deadline)) {
            Reply::Lines(_, line) => line,
            Reply::TimedOut(_) => return Err("the JVM does not answer in time".to_string()),
            Reply::Gone => return Err("the JVM ended without an answer".to_string()),
        };
        let bits = u64::from_str_radix(line.trim(), 16).map_err(|_| "the JVM gives no number".to_string())?;
        self.running = Some(running);
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        let answer = f64::from_bits(bits);
        self.known.insert(question, answer);
        Ok(answer)
    }
}

fn start(jdk: &JdkHome, deadline: Option<Instant>) -> Result<Running, String> {
    let source = Source { path: format!("{CLASS}.java").into(), text: PROGRAM.into() };
    let classes = Compiled::find("elementary", &[source], jdk, within(COMPILE_LIMIT, deadline))?;
    let java = jdk.java().ok_or("the JDK has no java")?;
    let mut command = Command::new(java);
    command.args(SHORT_LIVED).arg("-classpath").arg(&classes.folder).arg(CLASS);
    Ok(Running { dialogue: Dialogue::start(command)?, _classes: classes })
}

/// So long, but not beyond the deadline.
fn within(limit: Duration, deadline: Option<Instant>) -> Duration {
    let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.map_or(limit, |left| left.min(limit))
}
