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

/// Whether a relation without arguments is empty: the problem as text, so that another process can be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornQuestion {
    problem: String,
    query: RelationId,
    lemmas: HornLemmas,
}

/// An answer before it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HornReply {
    /// With what Spacer says of the relations.
    Empty(String),
    Inhabited,
    Unknown,
}

impl HornProblem {
    pub fn question(&self, query: RelationId, lemmas: HornLemmas) -> HornQuestion {
        HornQuestion { problem: self.text(), query, lemmas }
    }

    /// What a reply to a question about this problem says.
    pub fn read(&self, reply: &HornReply) -> HornAnswer {
        match reply {
            HornReply::Empty(answer) => HornAnswer::Empty(read_interpretations(answer, self.relations.len())),
            HornReply::Inhabited => HornAnswer::Inhabited,
            HornReply::Unknown => HornAnswer::Unknown,
        }
    }
}

impl HornQuestion {
    /// Ask Spacer in this process, and that is a risk: what an interrupt throws while Z3 tidies up is caught by nobody and ends the
    /// process. Who has anything to lose asks another process, by the text of the question and that of the reply.
    ///
    /// A question has a thread of its own, and so a context of its own, which another thread interrupts when the time is over. Who
    /// ignores that is abandoned: the answer comes in time, whatever Z3 does.
    pub fn ask_here(&self, until: Instant) -> HornReply {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return HornReply::Unknown;
        }
        let question = self.clone();
        let (send, receive) = channel();
        let asking = move || {
            let answer = ask(&question.problem, question.query, question.lemmas, until);
            // Nobody listens any more if it comes too late.
            let _ = send.send(answer);
        };
        if thread::Builder::new().name("spacer".to_string()).stack_size(STACK).spawn(asking).is_err() {
            return HornReply::Unknown;
        }
        match receive.recv_timeout(left + GRACE) {
            Ok((SatResult::Unsat, Some(answer))) => HornReply::Empty(answer),
            Ok((SatResult::Sat, _)) => HornReply::Inhabited,
            Ok(_) | Err(_) => HornReply::Unknown,
        }
    }

    /// As [`HornQuestion::parse`] reads it.
    pub fn to_text(&self) -> String {
        let lemmas = match self.lemmas {
            HornLemmas::Usual => USUAL,
            HornLemmas::ByEqualities => BY_EQUALITIES,
        };
        format!("{} {lemmas}\n{}", self.query.name(), self.problem)
    }

    pub fn parse(text: &str) -> Option<HornQuestion> {
        let (head, problem) = text.split_once('\n')?;
        let (query, lemmas) = head.split_once(' ')?;
        let lemmas = match lemmas {
            USUAL => HornLemmas::Usual,
            BY_EQUALITIES => HornLemmas::ByEqualities,
            _ => return None,
        };
        Some(HornQuestion { problem: problem.to_string(), query: RelationId::of_name(query)?, lemmas })
    }
}

const USUAL: &str = "usual";
const BY_EQUALITIES: &str = "by-equalities";
const EMPTY: &str = "empty";
const INHABITED: &str = "inhabited";
const UNKNOWN: &str = "unknown";

impl HornReply {
    /// As [`HornReply::parse`] reads it.
    pub fn to_text(&self) -> String {
        match self {
            HornReply::Empty(answer) => format!("{EMPTY}\n{answer}\n{EMPTY}\n"),
            HornReply::Inhabited => format!("{INHABITED}\n"),
            HornReply::Unknown => format!("{UNKNOWN}\n"),
        }
    }

    /// `None` if it is not a whole reply: whoever wrote it was ended.
    pub fn parse(text: &str) -> Option<HornReply> {
        match text.strip_suffix('\n')? {
            INHABITED => Some(HornReply::Inhabited),
            UNKNOWN => Some(HornReply::Unknown),
            text => {
                let answer = text.strip_prefix(EMPTY)?.strip_suffix(EMPTY)?;
                Some(HornReply::Empty(answer.strip_prefix('\n')?.strip_suffix('\n')?.to_string()))
            }
        }
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
