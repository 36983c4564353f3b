//! What findings and reasons amount to. Nobody else makes a verdict: who adds a finding or a reason concludes again.

use crate::data::{Replay, Report, Target, Violation};
use crate::reason::VerdictEffect;

/// The answer for one target or for the whole run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Proved,
    Bounded,
    Violated,
    Inconclusive,
}

impl Verdict {
    /// The verdict of two targets together: a violation outweighs everything, then what was given up, then bounds.
    pub fn and(self, other: Verdict) -> Verdict {
        use Verdict::{Bounded, Inconclusive, Proved, Violated};
        match (self, other) {
            (Violated, _) | (_, Violated) => Violated,
            (Inconclusive, _) | (_, Inconclusive) => Inconclusive,
            (Bounded, _) | (_, Bounded) => Bounded,
            (Proved, Proved) => Proved,
        }
    }

    pub fn exit_code(self) -> u8 {
        match self {
            Verdict::Proved | Verdict::Bounded => 0,
            Verdict::Violated => 1,
            Verdict::Inconclusive => 3,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Bounded => "bounded",
            Verdict::Violated => "violated",
            Verdict::Inconclusive => "inconclusive",
        }
    }

    /// Whether no other search is needed.
    pub fn is_decision(self) -> bool {
        matches!(self, Verdict::Proved | Verdict::Violated)
    }
}

impl Violation {
    /// Whether it counts, as far as it was tried on a JVM.
    pub fn stands(&self) -> bool {
        match self.replay {
            Replay::Confirmed | Replay::Untried => true,
            Replay::Unavailable(_) => !self.is_guess,
            Replay::Diverged(_) | Replay::Unbuildable(_) => false,
        }
    }
}

impl Target {
    /// Set the verdict: the strongest that findings and reasons allow.
    pub fn conclude(&mut self) {
        let effects = || self.reasons.iter().map(|reason| reason.cause.effect());
        self.verdict = if self.violations.iter().any(Violation::stands) {
            Verdict::Violated
        } else if !self.violations.is_empty() || effects().any(|effect| effect != VerdictEffect::Bound) {
            // What was predicted and did not happen leaves nothing to stand on.
            Verdict::Inconclusive
        } else if effects().next().is_some() {
            Verdict::Bounded
        } else {
            Verdict::Proved
        };
    }
}

impl Report {
    pub fn new(targets: Vec<Target>) -> Report {
        let mut report = Report { verdict: Verdict::Proved, targets };
        report.conclude();
        report
    }

    /// Set all verdicts anew.
    pub fn conclude(&mut self) {
        self.targets.iter_mut().for_each(Target::conclude);
        self.verdict = self.targets.iter().map(|target| target.verdict).fold(Verdict::Proved, Verdict::and);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{partition_report, partition_violation};
    use crate::reason::{Bound, Cause};

    #[test]
    fn the_verdict_is_the_strongest_that_is_allowed() {
        let bound = Cause::Bound { bound: Bound::Depth, value: 2, is_chosen: true }.times(1);
        let memory = Cause::Memory.times(1);
        let diverged = Violation { replay: Replay::Diverged("returned".to_string()), ..partition_violation() };
        let guess = Violation { is_guess: true, replay: Replay::Untried, ..partition_violation() };
        let unconfirmed = Violation { replay: Replay::Unavailable("no java".to_string()), ..guess.clone() };
        for (violations, reasons, verdict) in [
            (vec![], vec![], Verdict::Proved),
            (vec![], vec![bound.clone()], Verdict::Bounded),
            (vec![], vec![bound.clone(), memory.clone()], Verdict::Inconclusive),
            (vec![], vec![Cause::Vacuous.times(4)], Verdict::Inconclusive),
            (vec![partition_violation()], vec![memory], Verdict::Violated),
            (vec![diverged.clone()], vec![], Verdict::Inconclusive),
            (vec![diverged, partition_violation()], vec![bound], Verdict::Violated),
            (vec![guess], vec![], Verdict::Violated),
            (vec![unconfirmed], vec![], Verdict::Inconclusive),
        ] {
            let mut target = Target { violations, reasons, ..partition_report().targets.remove(0) };
            target.conclude();
            assert_eq!(target.verdict, verdict, "{:?}", target.reasons);
        }
    }
}
