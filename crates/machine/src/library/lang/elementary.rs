//! Elementary functions of known values, as a JVM computes them.
//!
//! Java leaves the last bit of `Math.sin` and its kin to the implementation. HotSpot uses code of its own for some of them, and
//! the C library differs from all of them now and then, so a JVM is asked: started at the first question, one line each.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use jvm::{Compiled, JdkHome, SHORT_LIVED, Source};
use rustc_hash::FxHashMap;

const PROGRAM: &str = include_str!("elementary.java");
const CLASS: &str = "LazuliElementary";
const COMPILE_LIMIT: Duration = Duration::from_secs(60);

/// So many answers are remembered: paths ask the same again, a long loop never does.
const MOST_KNOWN: usize = 10_000;

/// Answers that were given, and the JVM that gives them once somebody asked.
#[derive(Default)]
pub(crate) struct Elementary {
    known: FxHashMap<String, Option<f64>>,
    jvm: Option<Jvm>,
}

impl Elementary {
    /// What a function of `Math` or `StrictMath` (`class`) gives; `None` if there is no JVM to tell.
    pub(crate) fn ask(&mut self, home: &Path, class: &str, name: &str, arguments: &[f64]) -> Option<f64> {
        let mut question = format!("{class} {name}");
        for argument in arguments {
            question.push_str(&format!(" {:x}", argument.to_bits()));
        }
        if let Some(answer) = self.known.get(&question) {
            return *answer;
        }
        if self.jvm.is_none() {
            self.jvm = Jvm::start(home).ok();
        }
        let answer = self.jvm.as_mut().and_then(|jvm| jvm.answer(&question).ok().flatten());
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(question, answer);
        answer
    }
}

struct Jvm {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Must last as long as the JVM runs.
    _classes: Compiled,
}

impl Jvm {
    fn start(home: &Path) -> std::io::Result<Jvm> {
        let jdk = JdkHome::of_library(home);
        let source = Source { path: format!("{CLASS}.java").into(), text: PROGRAM.into() };
        let classes = Compiled::find("elementary", &[source], &jdk, COMPILE_LIMIT).map_err(std::io::Error::other)?;
        let java = jdk.java().ok_or_else(|| std::io::Error::other("no java"))?;
        let mut command = Command::new(java);
        command.args(SHORT_LIVED).arg("-classpath").arg(&classes.folder).arg(CLASS);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn()?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (questions, answers) = pipes.ok_or_else(|| std::io::Error::other("no pipes"))?;
        Ok(Jvm { process, questions, answers: BufReader::new(answers), _classes: classes })
    }

    fn answer(&mut self, question: &str) -> std::io::Result<Option<f64>> {
        writeln!(self.questions, "{question}")?;
        self.questions.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        Ok(u64::from_str_radix(line.trim(), 16).ok().map(f64::from_bits))
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
