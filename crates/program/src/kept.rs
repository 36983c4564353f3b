//! Programs that are no longer in use are kept for the next on the same class path: searches follow each other, and what one of them
//! linked and lifted the next need not link and lift again.

use std::cell::{OnceCell, RefCell};

use classpath::ClassPath;

use crate::Program;

thread_local! {
    /// The last one.
    static KEPT: RefCell<Option<Program>> = const { RefCell::new(None) };
}

impl Program {
    /// A program that loads from `class_path`: the one that was kept on this thread, if it reads from the same, or a new one. What is
    /// loaded does not depend on who asked for it, so nobody sees which of the two it is.
    pub fn reopened(class_path: ClassPath) -> Program {
        match KEPT.take() {
            Some(kept) if kept.class_path.is_same(&class_path) => kept,
            _ => Program::new(class_path),
        }
    }

    /// Keep it for the next one. Where a run started is forgotten.
    pub fn keep(mut self) {
        self.roots = None;
        self.mentioned = OnceCell::new();
        self.subtypes.clear();
        KEPT.set(Some(self));
    }
}
