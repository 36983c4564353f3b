//! Exploration of a tree of control paths: one loop, several orders, limits that bind, and workers that share the tree.
//!
//! A technique implements [`Analysis`]; [`explore`] runs it in the order of a [`Frontier`] until the tree is exhausted or
//! an [`Interrupt`] is raised, and hands every ended path to a [`Sink`]. [`parallel`] does the same with several workers
//! that share nothing but lists of decisions. [`deepen`] repeats a search under growing bounds.
//!
//! Invariant: nothing here knows Java, terms or solvers, prints, opens a file or reads the environment.
//! Invariant: an [`Observer`] cannot alter a result, and neither can the number of workers.
//!
//! ```
//! use explore::{Advance, Analysis, Collect, DepthFirst, Interrupt, Limits, StopReason, explore};
//!
//! /// All words of two bits.
//! struct Words;
//! impl Analysis for Words {
//!     type State = Vec<u64>;
//!     type End = String;
//!     fn initial(&mut self) -> Vec<u64> {
//!         Vec::new()
//!     }
//!     fn restore(&mut self, decisions: &[u64], _: &Interrupt) -> Option<Vec<u64>> {
//!         Some(decisions.to_vec())
//!     }
//!     fn advance(&mut self, word: Vec<u64>, _: &Interrupt) -> Advance<Vec<u64>, String> {
//!         if word.len() == 2 {
//!             let text = format!("{}{}", word[0], word[1]);
//!             return Advance::End(word, text);
//!         }
//!         Advance::Fork((0..2).map(|bit| [word.as_slice(), &[bit]].concat()).collect())
//!     }
//!     fn decisions(&self, word: &Vec<u64>) -> Vec<u64> {
//!         word.clone()
//!     }
//! }
//!
//! let mut sink = Collect::default();
//! let interrupt = Interrupt::new(Limits::default());
//! let outcome = explore(&mut Words, &mut DepthFirst::default(), &mut sink, &interrupt, &());
//! assert_eq!(outcome.stop, StopReason::Exhausted);
//! let words: Vec<String> = sink.ends.into_iter().map(|found| found.end).collect();
//! assert_eq!(words, ["00", "01", "10", "11"]);
//! ```

mod analysis;
mod cut;
mod deepen;
mod frontier;
mod guarantee;
mod limits;
mod observer;
mod pace;
mod parallel;
mod pool;
mod search;
mod sink;

pub use analysis::{Advance, Analysis};
pub use deepen::{Deepened, Round, deepen};
pub use frontier::{BreadthFirst, CoverageFirst, DepthFirst, Frontier};
pub use guarantee::Guarantee;
pub use limits::{Interrupt, Limits, MemoryLimit, StopReason};
pub use observer::{Counters, Observer};
pub use parallel::{Jobs, Parallel, Worker, parallel};
pub use search::{SearchOutcome, Tally, explore, resume};
pub use sink::{Collect, Found, Next, Sink, merge};
