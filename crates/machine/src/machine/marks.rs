//! What a search notes beside a state: when it was last compared with others, what it took to come here, what of the threads is
//! tried elsewhere, how often a loop was repeated.
//!
//! None of it says what the path *is*: two states with different marks do the same. The marks say where a run stops to be
//! compared, which alternatives need not be tried, and which bound cuts it. Whoever explores holds them beside the state, and
//! gives them to [`Machine::run`] with it; they fork as the state does, and running the same decisions again from the start
//! rebuilds them.

use std::cell::RefCell;
use std::rc::Rc;

use program::code::CodeIndex;

use crate::machine::Machine;
use crate::state::operation::Access;

/// The marks of one path.
#[derive(Clone, Default, Debug)]
pub struct Marks {
    /// When the state was last compared with others.
    pub compared: Compared,
    /// Points of comparison since the last decision.
    points: u32,
    /// What it took to come here: see [`Machine::effort`].
    pub effort: u64,
    /// Tests of the program on the way, of all its threads; counted only under `--max-branches`.
    pub branches: u32,
    /// Threads whose next operation need not be tried here, a bit each: its effects are explored elsewhere.
    pub asleep: u64,
    /// Whether this very arrangement of threads was compared with others.
    pub(crate) is_arrangement_compared: bool,
    /// Operations in a row at which only one thread could go on.
    pub(crate) forced: u32,
    /// By thread; those after the last have nothing to note. Most paths have nothing to note at all, and move often.
    #[expect(clippy::box_collection, reason = "a pointer in every state is less to move than a vector")]
    threads: Option<Box<Vec<ThreadMarks>>>,
}

/// When a state was last compared with others: without a decision since then it is what it was bound to be.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// The number of decisions then; a number that is never reached if every iteration counts.
    pub(crate) decisions: u32,
    /// Iterations since then.
    pub(crate) idle: u32,
    /// After this many of them the state is compared all the same: it may be in a loop without end.
    pub(crate) idle_limit: u32,
    /// How many of them are compared then.
    pub(crate) in_a_row: u32,
    /// The number of frames when it was last compared at a recursive call.
    pub(crate) frames: u32,
}

impl Compared {
    pub(crate) const NEVER: Compared =
        Compared { decisions: u32::MAX, idle: 0, idle_limit: FIRST_IDLE_LIMIT, in_a_row: FIRST_IN_A_ROW, frames: 0 };
}

impl Default for Compared {
    fn default() -> Compared {
        Compared::NEVER
    }
}

/// Iterations without a decision before the state is compared for the first time.
const FIRST_IDLE_LIMIT: u32 = 1_000;

/// Iterations without a decision that are then compared; each time twice as many.
const FIRST_IN_A_ROW: u32 = 32;

/// Iterations of one loop in one activation.
#[derive(Clone, Copy, Debug)]
pub struct LoopCount {
    pub frame: u32,
    pub head: CodeIndex,
    pub iterations: u32,
    /// Number of decisions at the last arrival: an iteration without a decision is concrete and does not count.
    pub decisions: u32,
}

/// What a thread touches from the operation before which it stood last on. A thread that is asleep is not run again: what it
/// touches is known from where it was tried, so that forks of one state share the list on purpose. It is a search's memory, and
/// no state is affected by it.
pub(crate) type Block = Rc<RefCell<Touched>>;

/// See [`Block`].
#[derive(Debug)]
pub(crate) struct Touched {
    /// How many objects there were when the thread stood before the block. What was made since then may have another number where
    /// another thread goes first, and its number may be another's.
    pub(crate) objects: u32,
    pub(crate) accesses: Vec<Access>,
}

#[derive(Clone, Default, Debug)]
struct ThreadMarks {
    /// Back edges taken in loops that branch on unknowns, innermost activation last; kept only under `--unwind`.
    loops: Vec<LoopCount>,
    /// Known if the thread could do what it stood before last.
    block: Option<Block>,
}

impl Marks {
    /// How many points of comparison the path has come to since its last decision. Where it stands at one, that counts.
    pub fn points(&self) -> u32 {
        self.points
    }

    /// The path comes to a point of comparison.
    pub(crate) fn pass_point(&mut self) {
        self.points += 1;
    }

    /// A decision was added to the path.
    pub fn decided(&mut self) {
        self.points = 0;
    }

    /// The decision with this number said which thread goes on. That is no reason to compare the state again: where it is to be chosen
    /// who goes on, states are compared anyway.
    pub(crate) fn scheduled(&mut self, decisions: usize) {
        if self.compared.decisions.wrapping_add(1) as usize == decisions {
            self.compared.decisions += 1;
        }
    }

    fn of_thread(&mut self, thread: usize) -> &mut ThreadMarks {
        let threads = self.threads.get_or_insert_default();
        if threads.len() <= thread {
            threads.resize_with(thread + 1, ThreadMarks::default);
        }
        &mut threads[thread]
    }

    /// How often the loops that a thread is in were repeated.
    pub fn loops(&self, thread: usize) -> &[LoopCount] {
        self.threads.as_ref().and_then(|threads| threads.get(thread)).map_or(&[], |marks| &marks.loops)
    }

    pub(crate) fn loops_mut(&mut self, thread: usize) -> &mut Vec<LoopCount> {
        &mut self.of_thread(thread).loops
    }

    /// Loops of frames above this many were left.
    #[inline]
    pub(crate) fn leave_loops(&mut self, thread: usize, frames: u32) {
        if let Some(threads) = &mut self.threads
            && let Some(ThreadMarks { loops, .. }) = threads.get_mut(thread)
        {
            while loops.last().is_some_and(|count| count.frame > frames) {
                loops.pop();
            }
        }
    }

    pub(crate) fn block(&self, thread: usize) -> Option<&Block> {
        self.threads.as_ref()?.get(thread)?.block.as_ref()
    }

    pub(crate) fn set_block(&mut self, thread: usize, block: Option<Block>) {
        if block.is_some() || self.block(thread).is_some() {
            self.of_thread(thread).block = block;
        }
    }
}

impl Machine {
    /// Do something to the state that these are the marks of.
    pub(crate) fn with_marks<T>(&mut self, marks: &mut Marks, work: impl FnOnce(&mut Machine) -> T) -> T {
        std::mem::swap(&mut self.marks, marks);
        let result = work(self);
        std::mem::swap(&mut self.marks, marks);
        result
    }
}
