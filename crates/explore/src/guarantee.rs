//! How much a result may claim. A verdict never travels without it.

use crate::limits::StopReason;

/// What a search that found nothing has shown, weakest first. The reasons are the engine's to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guarantee {
    /// Something was given up: time, memory, an unknown answer, an unsupported feature.
    GaveUp,
    /// All paths within bounds that the user set or accepted, and a bound cut something.
    Bounded,
    /// All paths.
    Exhaustive,
}

impl Guarantee {
    /// The guarantee of a whole whose parts have these two: the weaker.
    #[must_use]
    pub fn and(self, other: Guarantee) -> Guarantee {
        self.min(other)
    }

    /// The guarantee of all parts together; nothing at all is exhaustive.
    pub fn all(parts: impl IntoIterator<Item = Guarantee>) -> Guarantee {
        parts.into_iter().fold(Guarantee::Exhaustive, Guarantee::and)
    }
}

impl From<StopReason> for Guarantee {
    fn from(stop: StopReason) -> Guarantee {
        match stop {
            StopReason::Exhausted => Guarantee::Exhaustive,
            StopReason::Time | StopReason::Memory | StopReason::Stopped | StopReason::Lost => Guarantee::GaveUp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Guarantee::{self, Bounded, Exhaustive, GaveUp};

    #[test]
    fn and_is_the_weaker_for_all_pairs() {
        let strength = |guarantee| match guarantee {
            GaveUp => 0,
            Bounded => 1,
            Exhaustive => 2,
        };
        for a in [GaveUp, Bounded, Exhaustive] {
            for b in [GaveUp, Bounded, Exhaustive] {
                assert_eq!(strength(a.and(b)), strength(a).min(strength(b)));
            }
        }
        assert_eq!(Guarantee::all([]), Exhaustive);
        assert_eq!(Guarantee::all([Exhaustive, Bounded]), Bounded);
        assert_eq!(Guarantee::all([Bounded, GaveUp, Exhaustive]), GaveUp);
    }
}
