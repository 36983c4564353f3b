//! Where ended paths go.

/// Receives every path as it ends.
pub trait Sink<E> {
    /// A path ended. `decisions` builds the list that identifies it; a sink that does not call it pays nothing.
    fn end(&mut self, decisions: &dyn Fn() -> Vec<u64>, end: E) -> Next;
}

/// Whether a sink wants more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    Continue,
    /// Nothing after this end is needed: the search ends with [`crate::StopReason::Stopped`]. [`crate::explore`] ends at
    /// once. [`crate::parallel`] still explores what comes before this end in depth-first order, so that it ends where one
    /// depth-first worker would have; to end it at once, call [`crate::Interrupt::stop`] instead.
    Stop,
}

/// A path that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<E> {
    /// Identifies the path.
    pub decisions: Vec<u64>,
    /// How it ended.
    pub end: E,
}

/// Keeps every end with its decisions.
#[derive(Clone, Debug)]
pub struct Collect<E> {
    /// In the order in which the paths ended.
    pub ends: Vec<Found<E>>,
}

impl<E> Default for Collect<E> {
    fn default() -> Self {
        Collect { ends: Vec::new() }
    }
}

impl<E> Sink<E> for Collect<E> {
    fn end(&mut self, decisions: &dyn Fn() -> Vec<u64>, end: E) -> Next {
        self.ends.push(Found { decisions: decisions(), end });
        Next::Continue
    }
}

/// The ends of several workers as one depth-first worker would have met them: sorted by decisions, and none after `cut`,
/// which is [`crate::Parallel::cut`].
pub fn merge<E>(parts: impl IntoIterator<Item = Vec<Found<E>>>, cut: Option<&[u64]>) -> Vec<Found<E>> {
    let mut ends: Vec<Found<E>> = parts.into_iter().flatten().collect();
    if let Some(cut) = cut {
        ends.retain(|found| found.decisions.as_slice() <= cut);
    }
    // Decisions are unique unless an analysis breaks its duty; a stable sort then still keeps both.
    ends.sort_by(|a, b| a.decisions.cmp(&b.decisions));
    ends
}
