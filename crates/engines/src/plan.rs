//! Which techniques are run, in which order, and for how long; who decides first wins.
//!
//! Explicit options mean what they say: a plan over several techniques is made only where the user leaves the choice.

use std::time::{Duration, Instant};

use report::data::{Target, Tried, Violation};
use report::outcome::Outcome;
use report::reason::{Cause, Reason};
use report::verdict::Verdict;

use crate::portable::{Explorer, PortablePath};
use crate::search::{Chance, RoundEnd, Search, follow};
use crate::technique::{HeapKind, Match, Options, Task, Technique};
use crate::techniques::{
    ABSTRACT, ALL, EXACT, JOIN, LAZY, OVER, PREDICATES, RANDOM, STATIC, exact_config, random_inputs,
};

/// The technique of this name.
pub fn technique(name: &str) -> Option<&'static Technique> {
    ALL.into_iter().find(|technique| technique.name == name)
}

/// What the options amount to.
#[derive(Clone, Copy)]
pub enum Plan {
    /// One technique has all of the time.
    Alone(&'static Technique),
    /// Predicates, and exact execution of what they suspect.
    Predicates,
    /// `--match over`: generalised states, with exact search before, in between and after.
    Verify,
    /// The user leaves the choice.
    Free,
}

impl Plan {
    /// The plan for these options, or why they contradict each other.
    pub fn new(technique: Option<&'static Technique>, options: &Options) -> Result<Plan, String> {
        let (plan, leading) = match (technique, options.matching) {
            (Some(technique), _) if technique.name == PREDICATES.name => (Plan::Predicates, technique),
            (Some(technique), _) => (Plan::Alone(technique), technique),
            (None, Some(Match::Over)) => (Plan::Verify, &OVER),
            (None, Some(Match::Abstract)) => (Plan::Alone(&ABSTRACT), &ABSTRACT),
            (None, _) if options.join => (Plan::Alone(&JOIN), &JOIN),
            (None, None) if options.heap.is_none() => (Plan::Free, &EXACT),
            (None, _) => (Plan::Alone(&EXACT), &EXACT),
        };
        match leading.conflict(options) {
            Some(conflict) => Err(conflict),
            None => Ok(plan),
        }
    }

    /// Check one entry.
    pub fn run(self, task: &Task<'_>) -> Result<Target, String> {
        let until = task.options.search.deadline.unwrap_or_else(|| Instant::now() + FOREVER);
        let mut record = Record::default();
        if !matches!(self, Plan::Alone(technique) if technique.name == STATIC.name)
            && STATIC.conflict(task.options).is_none()
        {
            let shown = record.run(&STATIC, task, until)?;
            if shown.verdict == Verdict::Proved {
                return Ok(record.result(shown));
            }
        }
        let target = match self {
            Plan::Alone(technique) => record.run(technique, task, until)?,
            Plan::Predicates => predicates(task, until, &mut record)?,
            Plan::Verify => verify(task, until, &mut record)?,
            Plan::Free => choose(task, until, &mut record)?,
        };
        Ok(record.result(target))
    }
}

/// Follow exactly the path that a text names.
pub fn follow_path(task: &Task<'_>, path: &PortablePath) -> Result<Target, String> {
    let technique = technique(&path.technique).ok_or_else(|| format!("there is no technique '{}'", path.technique))?;
    let heaps = [HeapKind::Lazy, HeapKind::Lazier, HeapKind::LazierSharp, HeapKind::Summary];
    let heap = heaps.into_iter().find(|heap| heap.name() == path.heap);
    let heap = heap.ok_or_else(|| format!("there is no heap model '{}'", path.heap))?;
    if !technique.requirements.heaps.contains(&heap) {
        return Err(format!("technique '{}' has no paths under --heap {}", technique.name, heap.name()));
    }
    let explorer = Explorer { technique: technique.name, heap: heap.name() };
    let until = task.options.search.deadline.unwrap_or_else(|| Instant::now() + FOREVER);
    let mut config = (technique.paths)(task.options, explorer, until);
    config.machine = path.applied_to(&config.machine);
    let mut target = follow(&|config| (task.factory)(heap, config), &config, task.watcher, &path.decisions)?;
    target.by = technique.name;
    // One path is not all of them.
    target.reasons.push(Cause::OnePath.times(1));
    target.conclude();
    Ok(target)
}

/// Longer than anybody waits.
const FOREVER: Duration = Duration::from_secs(1 << 30);

/// What was tried so far.
#[derive(Default)]
struct Record {
    tried: Vec<Tried>,
    /// Techniques that did not decide although they had all the time they wanted: they would say the same again.
    done: Vec<&'static str>,
}

impl Record {
    fn run(&mut self, technique: &'static Technique, task: &Task<'_>, until: Instant) -> Result<Target, String> {
        let started = Instant::now();
        let mut target = (technique.run)(task, until)?;
        target.by = technique.name;
        self.add(technique, &target, started.elapsed());
        if !target.verdict.is_decision() && !target.reasons.iter().any(|reason| may_be_overcome_by_time(&reason.cause))
        {
            self.done.push(technique.name);
        }
        Ok(target)
    }

    /// A technique that is tried several times is told of once, with what it said last.
    fn add(&mut self, technique: &'static Technique, target: &Target, time: Duration) {
        let mut reasons = target.reasons.clone();
        for reason in &mut reasons {
            if let Cause::Time(limit) = &mut reason.cause {
                // What it had, not what the whole run has.
                *limit = Some(time);
            }
        }
        self.note(technique, target.verdict, reasons, time);
    }

    fn note(&mut self, technique: &'static Technique, verdict: Verdict, reasons: Vec<Reason>, time: Duration) {
        let time_ms = time.as_millis() as u64;
        match self.tried.iter_mut().find(|tried| tried.technique == technique.name) {
            Some(tried) => {
                tried.time_ms += time_ms;
                (tried.verdict, tried.reasons) = (verdict, reasons);
            }
            None => self.tried.push(Tried { technique: technique.name, verdict, time_ms, reasons }),
        }
    }

    fn result(self, mut target: Target) -> Target {
        target.tried = self.tried;
        target
    }
}

/// Whether more time may make a difference.
fn may_be_overcome_by_time(cause: &Cause) -> bool {
    match cause {
        Cause::Time(_) | Cause::Memory | Cause::Solver(_) | Cause::Stopped | Cause::Internal(_) => true,
        Cause::Bound { is_chosen, .. } => !is_chosen,
        _ => false,
    }
}

/// Of the time for `--match over`, what exact search gets at first: a tenth, and no more than this. What is easily found must not
/// wait for proofs.
const FIRST_EXACT: Duration = Duration::from_millis(500);

/// `--match over`: try to prove with generalised states what exact search does not decide at once. If they violate something, exact
/// search looks for it.
fn verify(task: &Task<'_>, until: Instant, record: &mut Record) -> Result<Target, String> {
    let started = Instant::now();
    let whole = until.saturating_duration_since(started);
    let options = Options { matching: None, ..task.options.clone() };
    let exact_task = Task { options: &options, ..*task };
    let brief = record.run(&EXACT, &exact_task, started + (whole / 10).min(FIRST_EXACT))?;
    if brief.verdict.is_decision() {
        return Ok(brief);
    }
    let first = record.run(&OVER, task, started + whole * 2 / 5)?;
    if first.verdict.is_decision() {
        return Ok(with_endless(first, brief.endless));
    }
    let exact = record.run(&EXACT, &exact_task, started + whole * 7 / 10)?;
    if exact.verdict.is_decision() {
        return Ok(exact);
    }
    let second = record.run(&OVER, task, until)?;
    Ok(if second.verdict.is_decision() { with_endless(second, exact.endless) } else { exact })
}

/// Of the whole time, what looking for proofs with predicates gets; the rest is for showing what they suspect.
const FOR_PREDICATES: (u32, u32) = (2, 3);

/// `lazuli abstract`: what predicates suspect is a violation only if exact execution comes to it.
fn predicates(task: &Task<'_>, until: Instant, record: &mut Record) -> Result<Target, String> {
    let started = Instant::now();
    let (part, of) = FOR_PREDICATES;
    let target = record.run(&PREDICATES, task, started + until.saturating_duration_since(started) * part / of)?;
    let is_suspected =
        |target: &Target| target.reasons.iter().any(|reason| matches!(reason.cause, Cause::Suspected { .. }));
    if target.verdict.is_decision() || !is_suspected(&target) {
        return Ok(target);
    }
    let mut options = task.options.clone();
    (options.matching, options.heap) = (None, None);
    let mut exact = record.run(&EXACT, &Task { options: &options, ..*task }, until)?;
    if exact.verdict != Verdict::Violated {
        return Ok(target);
    }
    exact.abstract_states = target.abstract_states;
    exact.stats.predicates = target.stats.predicates;
    exact.stats.abstract_states = target.stats.abstract_states;
    exact.stats.solver_queries += target.stats.solver_queries;
    exact.stats.time_ms += target.stats.time_ms;
    Ok(exact)
}

/// What was proved with generalised states, of which it cannot be told whether they end, together with the loops without end that
/// exact search met.
fn with_endless(mut proved: Target, endless: Vec<report::data::Violation>) -> Target {
    if !endless.is_empty() && proved.endless.is_empty() {
        proved.outcomes.push((Outcome::NeverEnds, endless.len() as u64));
        proved.endless = endless;
    }
    proved
}

/// What others get between rounds of exact search, as a part of what it took so far, and on top: what is easily proved is proved
/// early, what is easily shown is shown early, and what exact search finds is found at most that much later.
const FOR_SIDES: Share = Share { part: 4, start: Duration::from_millis(10) };
const FOR_RANDOM: Share = Share { part: 30, start: Duration::from_millis(10) };
/// What exact search decides by itself in this time needs no others.
const EXACT_START: Duration = Duration::from_millis(20);
/// A round that takes longer than this, and than half of those before it, is put off once for others.
const LONG_ROUND: Duration = Duration::from_millis(250);
/// Each slice is at least as many times as long as all before it together: techniques begin anew in each.
const SLICE_GROWTH: u32 = 2;
/// Of the whole time, what random paths get where exact search is too slow: they come to the ends of long programs.
const RANDOM_PART: u32 = 8;
/// Of the whole time, what the techniques that prove get where exact search is too slow.
const FOR_PROOFS: u32 = 4;
/// What another technique may take where exact search has come to its end, at least.
const LEAST_AFTER: Duration = Duration::from_millis(500);

/// The techniques that may decide what exact search leaves open.
const SIDES: [&Technique; 3] = [&OVER, &PREDICATES, &JOIN];

/// The free plan: rounds of exact search with summaries, in between and after them slices for techniques that may decide what was cut,
/// then lazy initialisation: many cheap paths may reach what few expensive ones do not.
fn choose(task: &Task<'_>, until: Instant, record: &mut Record) -> Result<Target, String> {
    let started = Instant::now();
    let whole = until.saturating_duration_since(started);
    let exact_until = started + whole * 2 / 5;
    let source = |config| (task.factory)(HeapKind::Summary, config);
    let explorer = Explorer { technique: EXACT.name, heap: HeapKind::Summary.name() };
    let mut search = Search::new(&source, &exact_config(task.options, explorer, exact_until), task.watcher)?;
    let mut for_sides = Slices::new(FOR_SIDES);
    let mut for_random = Slices::new(FOR_RANDOM);
    let mut random = Chance::default();
    let mut first_round = None;
    // The others are asked once before a round that takes long: it may be one of all.
    let mut may_pause = whole > LONG_ROUND * 8;
    // What exact search took, and what of that the record tells.
    let (mut exact_time, mut noted) = (Duration::ZERO, Duration::ZERO);
    loop {
        let round_started = Instant::now();
        let pause = may_pause.then(|| round_started + LONG_ROUND + exact_time / 2);
        let progress = search.round_before(pause)?;
        let round_time = round_started.elapsed();
        exact_time += round_time;
        let first_round = *first_round.get_or_insert(round_time);
        let early = match progress {
            RoundEnd::Over => break,
            RoundEnd::Paused => Some(LONG_ROUND * 2),
            RoundEnd::GoesOn => None,
        };
        may_pause &= early.is_none();
        if let Some(slice) = for_random.next(exact_time, Duration::ZERO)
            && is_usable(&RANDOM, task.options)
        {
            let slice_started = Instant::now();
            let sampled = random_inputs(task, slice_started + slice, &mut random)?;
            for_random.taken += slice_started.elapsed();
            record.add(&RANDOM, &sampled.target, slice_started.elapsed());
            search.adopt(sampled);
        }
        // In less time than that of the first round they do not come far either.
        let Some(slice) = early.or_else(|| for_sides.next(exact_time, first_round)) else { continue };
        let mut causes = search.open_causes();
        if early.is_some() {
            causes.push(Cause::Time(None));
        }
        let open = causes.iter().map(|cause| cause.clone().times(1)).collect();
        record.note(&EXACT, Verdict::Inconclusive, open, exact_time - std::mem::replace(&mut noted, exact_time));
        let slice_started = Instant::now();
        let until = |left| share(slice_started + slice, left);
        if let Some(decided) = try_sides(task, &causes, until, record)? {
            if decided.verdict == Verdict::Proved {
                return Ok(with_endless(decided, search.endless()));
            }
            // There may be more in other places, which exact search is to look for.
            search.adopt_found(decided.violations);
        }
        for_sides.taken += slice_started.elapsed();
    }
    let mut first = search.finish()?;
    first.by = finder(&first.violations).unwrap_or(EXACT.name);
    record.add(&EXACT, &first, exact_time - noted);
    if first.verdict.is_decision() {
        return Ok(first);
    }
    let causes: Vec<Cause> = first.reasons.iter().map(|reason| reason.cause.clone()).collect();
    let is_out_of_time = Instant::now() >= exact_until;
    let slice = match is_out_of_time {
        true => whole / FOR_PROOFS,
        false => started.elapsed().max(LEAST_AFTER),
    };
    if let Some(proved) = try_sides(task, &causes, |_| (Instant::now() + slice).min(until), record)? {
        return Ok(with_endless(proved, first.endless));
    }
    if !is_out_of_time {
        return Ok(first);
    }
    if is_usable(&RANDOM, task.options) {
        let random_started = Instant::now();
        let mut sampled = random_inputs(task, random_started + whole / RANDOM_PART, &mut random)?.target;
        sampled.by = RANDOM.name;
        record.add(&RANDOM, &sampled, random_started.elapsed());
        if sampled.verdict.is_decision() {
            return Ok(sampled);
        }
    }
    let second = record.run(&LAZY, task, started + whole * 9 / 10)?;
    if second.verdict.is_decision() {
        return Ok(second);
    }
    let best =
        if first.verdict == Verdict::Inconclusive && second.verdict == Verdict::Bounded { second } else { first };
    let causes: Vec<Cause> = best.reasons.iter().map(|reason| reason.cause.clone()).collect();
    match try_sides(task, &causes, |left| share(until, left), record)? {
        Some(proved) => Ok(with_endless(proved, best.endless)),
        None => Ok(best),
    }
}

/// The technique that found all of these violations, if one did.
fn finder(violations: &[Violation]) -> Option<&'static str> {
    let mut names =
        violations.iter().map(|violation| PortablePath::parse(&violation.path).ok().map(|path| path.technique));
    let first = names.next()??;
    names.all(|name| name.as_ref() == Some(&first)).then(|| technique(&first).map(|technique| technique.name)).flatten()
}

/// A part of the time of exact search, and a time on top.
struct Share {
    part: u32,
    start: Duration,
}

/// Slices of a share of the time between rounds of exact search.
struct Slices {
    share: Share,
    /// What they took so far.
    taken: Duration,
}

impl Slices {
    fn new(share: Share) -> Slices {
        Slices { share, taken: Duration::ZERO }
    }

    /// The next one, if it is time after exact search took `exact`, and there are as many as `least` to be had.
    fn next(&self, exact: Duration, least: Duration) -> Option<Duration> {
        let slice = (exact / self.share.part + self.share.start).saturating_sub(self.taken);
        let least = (self.taken * SLICE_GROWTH).max(least);
        (exact >= EXACT_START && slice >= least).then_some(slice)
    }
}

/// When the first of `left` equal shares of the time from now on is over.
fn share(until: Instant, left: u32) -> Instant {
    let now = Instant::now();
    now + until.saturating_duration_since(now) / left
}

/// What a technique decides that may overcome all that keeps exact search from deciding. `until` gets how many are left.
fn try_sides(
    task: &Task<'_>,
    causes: &[Cause],
    until: impl Fn(u32) -> Instant,
    record: &mut Record,
) -> Result<Option<Target>, String> {
    let fits = |side: &&&Technique| {
        causes.iter().all(side.may_overcome) && is_usable(side, task.options) && !record.done.contains(&side.name)
    };
    let sides: Vec<&&Technique> = SIDES.iter().filter(fits).collect();
    for (position, side) in sides.iter().enumerate() {
        // What predicates keep includes what the others keep: they get as much as all others together.
        let left = match std::ptr::eq(**side, &PREDICATES) {
            true => 2.min(sides.len() - position),
            false => sides.len() - position,
        };
        let target = record.run(side, task, until(left as u32))?;
        if target.verdict.is_decision() {
            return Ok(Some(target));
        }
    }
    Ok(None)
}

/// Whether a technique can be part of the free plan: nothing that the user said stands against it.
fn is_usable(technique: &Technique, options: &Options) -> bool {
    technique.conflict(options).is_none()
}
