//! Iterative deepening: the same search under growing bounds.

/// How one round went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The bound cut nothing: a greater one would find nothing more.
    Complete,
    /// The bound cut something: a greater one may find more.
    Cut,
    /// No further round is wanted: a limit was reached, or enough was found.
    Stop,
}

/// How deepening ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deepened {
    /// The bound of the last round.
    pub bound: u32,
    /// How that round went; [`Round::Cut`] only when no greater bound was allowed.
    pub last: Round,
}

/// Runs `round` with the bounds `start`, `start + 1`, … until it is complete, wants to stop, or `max` was run.
/// At least one round is run, with a bound of at most `max`.
pub fn deepen(start: u32, max: Option<u32>, mut round: impl FnMut(u32) -> Round) -> Deepened {
    let max = max.unwrap_or(u32::MAX);
    let mut bound = start.min(max);
    loop {
        let last = round(bound);
        if last != Round::Cut || bound == max {
            return Deepened { bound, last };
        }
        bound += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(start: u32, max: Option<u32>, complete_at: u32, stop_at: u32) -> (Vec<u32>, Deepened) {
        let mut bounds = Vec::new();
        let deepened = deepen(start, max, |bound| {
            bounds.push(bound);
            match bound {
                _ if bound >= stop_at => Round::Stop,
                _ if bound >= complete_at => Round::Complete,
                _ => Round::Cut,
            }
        });
        (bounds, deepened)
    }

    #[test]
    fn ends_when_complete_stopped_or_at_the_maximum() {
        assert_eq!(run(1, None, 3, 99), (vec![1, 2, 3], Deepened { bound: 3, last: Round::Complete }));
        assert_eq!(run(1, None, 99, 2), (vec![1, 2], Deepened { bound: 2, last: Round::Stop }));
        assert_eq!(run(1, Some(2), 99, 99), (vec![1, 2], Deepened { bound: 2, last: Round::Cut }));
        assert_eq!(run(5, Some(2), 99, 99), (vec![2], Deepened { bound: 2, last: Round::Cut }));
        assert_eq!(run(u32::MAX, None, u32::MAX, u32::MAX).0, vec![u32::MAX]);
    }
}
