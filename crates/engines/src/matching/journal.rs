//! What is written down of comparisons: counts always, states and times if somebody wants to see them.

use std::rc::Rc;
use std::time::{Duration, Instant};

use machine::machine::Machine;
use machine::scene::Scene;
use machine::state::State;
use program::class::MethodId;
use program::code::CodeIndex;
use rustc_hash::FxHashMap;

use super::cover::Labels;
use super::saying;
use super::scene_text;
use crate::reached::{ComparedState, Cover, MatchCounts, MatchRecord, MatchTime, Watch};

/// Counts and notes of one worker.
#[derive(Default)]
pub(super) struct Journal {
    watch: Watch,
    counts: MatchCounts,
    places: Vec<(Rc<str>, MatchCounts)>,
    place_numbers: FxHashMap<(MethodId, CodeIndex), usize>,
    place: usize,
    states: Vec<ComparedState>,
    times: Vec<MatchTime>,
    started: Option<Instant>,
    shape_time: Duration,
    cover: Option<Cover>,
}

impl Journal {
    pub(super) fn new(watch: Watch) -> Journal {
        Journal { watch, ..Journal::default() }
    }

    pub(super) fn counts(&self) -> MatchCounts {
        self.counts
    }

    /// A comparison begins.
    pub(super) fn begin(&mut self, machine: &mut Machine, state: &State, scene: &Scene) {
        self.started = self.watch.times.then(Instant::now);
        self.shape_time = Duration::ZERO;
        self.cover = None;
        self.place = self.place_of(machine, scene);
        self.count(|counts| counts.checks += 1);
        if self.watch.states {
            self.states.push(ComparedState {
                place: self.place().to_string(),
                decisions: state.decisions.clone(),
                picture: scene_text::describe(machine, scene, &scene_text::plain_labels(scene)),
                cover: None,
            });
        }
    }

    fn place_of(&mut self, machine: &mut Machine, scene: &Scene) -> usize {
        // A state without frames has ended, and is not compared.
        let Some((method, pc)) = scene.point.place() else { return 0 };
        let places = &mut self.places;
        *self.place_numbers.entry((method, pc)).or_insert_with(|| {
            let (method, line) = saying::place(machine, method, pc);
            let name = format!("{method}:{line}");
            places.push((name.into(), MatchCounts::default()));
            places.len() - 1
        })
    }

    /// Where the state is that is being compared.
    pub(super) fn place(&self) -> &str {
        self.places.get(self.place).map_or("", |(name, _)| name)
    }

    fn count(&mut self, add: impl Fn(&mut MatchCounts)) {
        add(&mut self.counts);
        if let Some((_, counts)) = self.places.get_mut(self.place) {
            add(counts);
        }
    }

    /// Heaps were walked in lock step.
    pub(super) fn compared(&mut self, shape_time: Duration) {
        self.shape_time += shape_time;
    }

    /// The state with this number covers the one that is compared, or a case of it.
    pub(super) fn found(&mut self, machine: &mut Machine, by: u32, left: &Scene, right: &Scene, labels: &Labels) {
        if self.watch.states {
            let (left_labels, right_labels) = scene_text::common_labels(left, right, labels);
            self.cover = Some(Cover {
                by: by as usize,
                is_exact: false,
                left: scene_text::describe(machine, left, &left_labels),
                right: scene_text::describe(machine, right, &right_labels),
            });
        }
    }

    /// The state is not compared after all, but its cases are.
    pub(super) fn split(&mut self) {
        self.count(|counts| counts.checks -= 1);
        self.started = None;
        if self.watch.states {
            self.states.pop();
        }
    }

    /// The state is pruned.
    pub(super) fn covered(&mut self, is_exact: bool) {
        self.count(|counts| {
            counts.hits += 1;
            counts.inexact += u64::from(!is_exact);
        });
        if let (Some(state), Some(cover)) = (self.states.last_mut(), self.cover.take()) {
            state.cover = Some(Cover { is_exact, ..cover });
        }
        self.end();
    }

    /// The state is new; gives the number under which others find it.
    pub(super) fn stored(&mut self) -> u32 {
        self.count(|counts| counts.stored += 1);
        self.end();
        self.states.len().saturating_sub(1) as u32
    }

    fn end(&mut self) {
        if let Some(started) = self.started.take() {
            let whole = started.elapsed().as_nanos() as u64;
            self.times.push(MatchTime { whole, shape: self.shape_time.as_nanos() as u64 });
        }
    }

    /// All that was written down.
    pub(super) fn take(&mut self) -> MatchRecord {
        let mut record = MatchRecord {
            states: std::mem::take(&mut self.states),
            times: std::mem::take(&mut self.times),
            ..MatchRecord::default()
        };
        for (place, counts) in &self.places {
            *record.places.entry(place.to_string()).or_default() += *counts;
        }
        record
    }
}
