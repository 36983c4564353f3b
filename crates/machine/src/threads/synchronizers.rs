//! Calls of the library's locks, atomic variables and concurrent maps as single operations.
//!
//! The library promises that each of them takes effect at one moment between call and return. So the first access to what
//! threads share in such a call is an operation, and stands for all of them, as far as the call does not have to wait:
//! while it does others go on, and when it need not wait any longer it goes on as an operation of its own. The code that
//! runs is the library's; only where other threads may interfere is taken on trust. Code of the user that is called
//! back (the function of `computeIfAbsent`) is on its own again.

use program::class::{MethodId, Origin};

use crate::machine::Machine;
use crate::state::State;

/// Packages and classes, as internal names begin.
const SYNCHRONIZERS: [&str; 7] = [
    "java/util/concurrent/locks/",
    "java/util/concurrent/atomic/",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/ConcurrentLinked",
    "java/util/concurrent/ConcurrentSkipList",
    "java/util/concurrent/CopyOnWrite",
    "java/util/concurrent/FutureTask",
];

impl Machine {
    /// The frame of the outermost synchroniser that the current thread is in, above all code of the user.
    pub(crate) fn synchronizer_call(&mut self, state: &State) -> Option<u32> {
        let frames = &state.thread().frames;
        let mut outermost = None;
        for (number, frame) in frames.iter().enumerate().rev() {
            match self.part_of(frame.method) {
                Part::User => break,
                Part::Synchronizer => outermost = Some(number as u32),
                Part::Library => {}
            }
        }
        outermost
    }

    fn part_of(&mut self, method: MethodId) -> Part {
        if let Some(known) = self.method_parts.get(&method) {
            return *known;
        }
        let class = self.program.class(self.program.method(method).class);
        let part = match class.origin {
            Origin::User => Part::User,
            Origin::Library if SYNCHRONIZERS.iter().any(|prefix| class.name.starts_with(prefix)) => Part::Synchronizer,
            Origin::Library => Part::Library,
        };
        self.method_parts.insert(method, part);
        part
    }
}

/// Whose code a method is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    User,
    Library,
    Synchronizer,
}
