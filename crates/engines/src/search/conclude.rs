//! From rounds to the result of a search.

use crate::reached::MatchCounts;
use explore::StopReason;
use report::data::{Invariant, Proof, Stats, Target};
use report::outcome::Outcome;
use report::reason::{Cause, Ended, Reason};
use report::verdict::Verdict;

use super::{AfterViolation, RoundResult, Search, bounds};

impl Search<'_> {
    /// Turn the last round, or the best complete one before it, into the target's findings and reasons.
    pub(super) fn conclude(mut self) -> Target {
        let config = &self.config;
        let Some(last) = self.last.take() else {
            // Nothing was run to its end, nor cut short: whoever asked did not want to wait for it.
            let stopped = self.best.take().map(|best| (best, StopReason::Stopped));
            return self.conclude_round(stopped);
        };
        let stop = last.outcome.stop;
        let found = !last.tally.violations.is_empty();
        // Deepening is meant to end with the time: what the round before covered is the result then.
        let is_too_much = stop == StopReason::Time || stop == StopReason::Exhausted && last.tally.undecided > 0;
        let deepening_ended = is_too_much && !found && bounds::is_deepening(config);
        let round = match self.best.take() {
            Some(best) if deepening_ended && best.is_result(config) => (best, StopReason::Exhausted),
            _ => (last, stop),
        };
        self.conclude_round(Some(round))
    }

    /// The result that a round gives, after which the search stopped for this reason.
    fn conclude_round(self, round: Option<(RoundResult, StopReason)>) -> Target {
        let Search { config, watcher, hunt, started, mut target, .. } = self;
        let Some((round, stop)) = round else {
            target.reasons.push(Cause::Stopped.times(1));
            target.conclude();
            return target;
        };
        let RoundResult { outcome, tally, bounds, refinements, is_followed, failure } = round;
        watcher.matched(&tally.record);
        target.abstract_states = tally.record.abstract_states;
        let found = !tally.violations.is_empty();
        let mut reasons: Vec<Reason> =
            tally.reasons.into_iter().map(|((cause, place), count)| Reason { cause, place, count }).collect();
        let is_empty = reasons.is_empty();
        // These end a search as much as an end of its time does.
        let has_ended_itself =
            !tally.suspected.is_empty() || reasons.iter().any(|reason| reason.cause == Cause::Diverged);
        if is_followed || found && hunt.was_ended(stop) {
            let ended = match config.after_violation {
                AfterViolation::Stop => Ended::First,
                AfterViolation::Usual => Ended::Usual,
                AfterViolation::KeepLooking => Ended::Time,
            };
            reasons.push(Cause::SearchEnded(ended).times(1));
        } else if stop != StopReason::Exhausted && (!has_ended_itself || stop == StopReason::Lost) {
            let cause = match stop {
                StopReason::Time => Cause::Time(config.timeout),
                StopReason::Memory => Cause::Memory,
                StopReason::Lost => Cause::Internal(failure),
                StopReason::Stopped | StopReason::Exhausted => Cause::Stopped,
            };
            reasons.push(cause.times(1));
        }
        if tally.paths == 0 && tally.cut_by_precondition > 0 && is_empty && reasons.is_empty() {
            // Nothing was run: "proved" would be true of any method.
            reasons.push(Cause::Vacuous.times(tally.cut_by_precondition));
        }
        for ((kind, class, method, line, _), (count, path)) in tally.suspected {
            let cause = Cause::Suspected { kind, path };
            reasons.push(Reason { cause, place: format!("{class}.{method}:{line}"), count });
        }
        reasons.extend(bounds.reasons(&config, &tally.cuts, found));
        if config.reports_endless && tally.matches.hits > 0 {
            // What never ends may do so in more states than come back to themselves.
            reasons.push(Cause::EndUnknown.times(tally.matches.hits));
        }
        let MatchCounts { calls, guarded_calls, .. } = tally.matches;
        if guarded_calls > 0 || calls > 0 && config.property.counts_errors() {
            reasons.push(Cause::StackDepth.times(calls));
        }
        if tally.matches.inexact > 0 {
            let pruned = tally.matches.inexact;
            reasons.push(Cause::Pruned(pruned).times(pruned));
        }
        reasons.sort_by_cached_key(|reason| (reason.cause.effect(), reason.cause.sentence(), reason.place.clone()));
        target.reasons = reasons;
        target.violations = tally.violations.into_values().map(|(_, violation)| violation).collect();
        target.endless = tally.endless.into_values().map(|(_, endless)| endless).collect();
        target.outcomes = tally.outcomes.into_iter().collect();
        target.outcomes.sort_by_cached_key(|(outcome, _)| outcome.to_string());
        let is_exception = |(outcome, _): &(Outcome, u64)| outcome.is_exception();
        if target.violations.is_empty() && target.outcomes.iter().all(is_exception) {
            target.refusals = tally.refusals.into_values().map(|(_, refusal)| refusal).collect();
        }
        target.stats = Stats {
            paths: tally.paths,
            states: outcome.tally.forks + 1,
            instructions: tally.instructions,
            calls_composed: tally.calls_composed,
            calls_inlined: tally.calls_inlined,
            summaries_computed: tally.summaries_computed,
            solver_queries: tally.solver_queries,
            solver_ms: tally.solver_time.as_millis() as u64,
            match_checks: tally.matches.checks,
            match_hits: tally.matches.hits,
            match_stored: tally.matches.stored,
            match_inexact: tally.matches.inexact,
            refinements,
            time_ms: started.elapsed().as_millis() as u64,
            ..Stats::default()
        };
        target.conclude();
        let invariants =
            tally.proof.invariants.iter().map(|(at, holds)| Invariant { at: at.clone(), holds: holds.clone() });
        if target.verdict != Verdict::Proved {
            target.stuck = invariants.collect();
        } else {
            target.proof = Some(Proof {
                by: config.matching.proof_kind(),
                invariants: invariants.collect(),
                predicates: tally.proof.file(),
                rechecked: tally.proof.rechecked,
            });
            target.stats.predicates = tally.proof.predicates.len() as u64;
        }
        target
    }
}
