//! ElementaryFunctions functions of known values, as a JVM computes them.
//!
//! Java leaves the last bit of `Math.sin` and its kin to the implementation. HotSpot uses code of its own for some of them, and
//! the C library differs from all of them now and then, so a JVM is asked: one for all who ask in this process, started at the
//! first question, one line each. An answer names its question, so that one that comes too late is kept for the next who asks.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use crate::compiled::{Compiled, Source};
use crate::dialogue::{Dialogue, Reply};
use crate::home::{JdkHome, SHORT_LIVED};

const PROGRAM: &str = include_str!("elementary.java");
const CLASS: &str = "LazuliElementary";

/// How long compiling may take, and how long an answer, if there is so much time. The first answer includes the JVM's start.
const COMPILE_LIMIT: Duration = Duration::from_secs(60);
const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// Somebody else asks: look again after this.
const PAUSE: Duration = Duration::from_millis(1);

/// So many answers are remembered: paths ask the same again, a long loop never does.
const MOST_KNOWN: usize = 10_000;

/// ElementaryFunctions functions of a JDK.
pub struct ElementaryFunctions {
    jdk: JdkHome,
    shared: Arc<Mutex<Shared>>,
}

/// Answers that were given, and the JVM that gives them once somebody asked.
#[derive(Default)]
struct Shared {
    known: HashMap<String, f64>,
    running: Option<Running>,
}

struct Running {
    dialogue: Dialogue,
    /// Must last as long as the JVM runs.
    _classes: Compiled,
}

static OF_JDKS: Mutex<BTreeMap<PathBuf, Arc<Mutex<Shared>>>> = Mutex::new(BTreeMap::new());

impl ElementaryFunctions {
    pub fn new(jdk: JdkHome) -> ElementaryFunctions {
        let mut all = OF_JDKS.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = all.entry(jdk.path().to_path_buf()).or_default().clone();
        ElementaryFunctions { jdk, shared }
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
        let mut shared = self.shared(deadline)?;
        if let Some(answer) = shared.known.get(&question) {
            return Ok(*answer);
        }
        let mut running = match shared.running.take() {
            Some(running) => running,
            None => start(&self.jdk, deadline)?,
        };
        let mark = format!("{question}{IS}");
        let answer = running.dialogue.ask(format!("{question}\n").as_bytes(), &mark, within(ANSWER_LIMIT, deadline));
        let (late, line) = match answer {
            Reply::Lines(late, line) => (late, Some(line)),
            Reply::TimedOut(late) => (late, None),
            Reply::Gone => return Err("the JVM ended without an answer".to_string()),
        };
        shared.running = Some(running);
        for line in &late {
            if let Some((question, bits)) = line.split_once(IS) {
                shared.keep(question, bits);
            }
        }
        let bits = line.ok_or("the JVM does not answer in time")?;
        shared.keep(&question, &bits).ok_or_else(|| "the JVM gives no number".to_string())
    }

    /// What all share, as soon as nobody else uses it.
    fn shared(&self, deadline: Option<Instant>) -> Result<MutexGuard<'_, Shared>, String> {
        let until = Instant::now() + within(ANSWER_LIMIT, deadline);
        loop {
            match self.shared.try_lock() {
                Ok(shared) => return Ok(shared),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if Instant::now() >= until => {
                    return Err("the JVM does not answer in time".to_string());
                }
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            }
        }
    }
}

/// What stands between a question and its answer.
const IS: &str = " = ";

impl Shared {
    /// Remember an answer.
    fn keep(&mut self, question: &str, bits: &str) -> Option<f64> {
        let answer = f64::from_bits(u64::from_str_radix(bits.trim(), 16).ok()?);
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(question.to_string(), answer);
        Some(answer)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_answers_are_kept() {
        let jdk = JdkHome::find(None).unwrap();
        let mut hasty = ElementaryFunctions::new(jdk.clone());
        let _ = hasty.value("Math", "log", &[8.0], Some(Instant::now() + Duration::from_millis(1)));
        let mut patient = ElementaryFunctions::new(jdk);
        let in_a_minute = || Some(Instant::now() + Duration::from_secs(60));
        assert_eq!(patient.value("Math", "sqrt", &[16.0], in_a_minute()), Ok(4.0));
        assert_eq!(patient.value("StrictMath", "pow", &[2.0, 10.0], in_a_minute()), Ok(1024.0));
        let log = patient.value("Math", "log", &[8.0], in_a_minute()).unwrap();
        assert!((log - 8.0f64.ln()).abs() < 1e-15);
    }
}
