//! Asking Spacer, within a time that binds.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use z3::{Context, Fixedpoint, FuncDecl, Params, SatResult, Sort};

use super::text::read_interpretations;
use super::{HornAnswer, HornProblem, RelationId};

/// For how long an interrupt may be ignored before the thread is left to itself.
const GRACE: Duration = Duration::from_millis(500);

/// How often one that is late is interrupted again.
const INSISTENCE: Duration = Duration::from_millis(50);

/// Spacer goes deep into terms.
const STACK: usize = 64 << 20;

/// How Spacer generalises what it learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HornLemmas {
    /// As it usually does.
    Usual,
    /// By equalities that follow, too: sometimes that comes to an end where the usual way does not.
    ByEqualities,
}

/// Whether a relation without arguments is empty.
///
/// A question has a thread of its own, and so a context of its own, which another thread interrupts when the time is over. Who
/// ignores that is abandoned: the answer comes in time, whatever Z3 does.
pub fn solve(problem: &HornProblem, query: RelationId, lemmas: HornLemmas, until: Instant) -> HornAnswer {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return HornAnswer::Unknown;
    }
    let text = problem.text();
    let relations = problem.relations.len();
    let (send, receive) = channel();
    let asking = move || {
        let answer = ask(&text, query, lemmas, until);
        // Nobody listens any more if it comes too late.
        let _ = send.send(answer);
    };
    if thread::Builder::new().name("spacer".to_string()).stack_size(STACK).spawn(asking).is_err() {
        return HornAnswer::Unknown;
    }
    match receive.recv_timeout(left + GRACE) {
        Ok((SatResult::Unsat, Some(answer))) => HornAnswer::Empty(read_interpretations(&answer, relations)),
        Ok((SatResult::Sat, _)) => HornAnswer::Inhabited,
        Ok(_) | Err(_) => HornAnswer::Unknown,
    }
}

/// On the thread of the question.
fn ask(text: &str, query: RelationId, lemmas: HornLemmas, until: Instant) -> (SatResult, Option<String>) {
    let context = Context::thread_local();
    let handle = context.handle();
    let (finish, finished) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut left = until.saturating_duration_since(Instant::now());
            while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(left) {
                handle.interrupt();
                left = INSISTENCE;
            }
        });
        let answer = answer(text, query, lemmas);
        drop(finish);
        answer
    })
}

fn answer(text: &str, query: RelationId, lemmas: HornLemmas) -> (SatResult, Option<String>) {
    let fixedpoint = Fixedpoint::new();
    let mut parameters = Params::new();
    parameters.set_symbol("engine", "spacer");
    // Otherwise relations and arguments disappear from the answer.
    for transformation in ["xform.slice", "xform.inline_eager", "xform.inline_linear"] {
        parameters.set_bool(transformation, false);
    }
    if lemmas == HornLemmas::ByEqualities {
        parameters.set_bool("spacer.use_euf_gen", true);
    }
    fixedpoint.set_params(&parameters);
    if fixedpoint.from_string(text).is_err() {
        return (SatResult::Unknown, None);
    }
    let query = FuncDecl::new(query.name(), &[], &Sort::bool());
    let result = fixedpoint.query_relations(&[&query]);
    let answer = match result {
        SatResult::Unsat => fixedpoint.get_answer().map(|answer| answer.to_string()),
        _ => None,
    };
    (result, answer)
}
