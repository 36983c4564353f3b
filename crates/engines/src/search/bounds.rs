//! What bounds the paths of a round, and how the next round widens it: a table with a row for each bound.

use std::collections::BTreeMap;
use std::time::Duration;

use machine::fork::Cut;
use machine::machine::MachineConfig;
use report::reason::{Bound, Cause, Reason};

use super::Config;

/// Time for a query in the first round; each further round allows ten times as much if one was not answered. One hard question must
/// not keep all others waiting.
const FIRST_QUERY_LIMIT: Duration = Duration::from_millis(100);

/// Cut paths that count as few.
const FEW_CUT: u64 = 64;

/// How a bound grows from round to round.
enum Growth {
    /// To this, from its value and the number of paths it cut; up to a last value.
    Each(fn(u64, u64) -> u64, u64),
    /// Tenfold, if no other bound grows or no path came to its end: long paths mostly go around a cycle, and while there are others,
    /// these are not what the time is for.
    IfNothingElse,
    /// Not at all: there is a bound only if the user wants one.
    Never,
}

/// A bound.
struct Row {
    bound: Bound,
    /// What the user chose.
    chosen: fn(&MachineConfig) -> Option<u64>,
    apply: fn(&mut MachineConfig, u64),
    /// In the first round, unless the user chose it; `None`: none.
    first: fn(&Config) -> Option<u64>,
    /// Whether what the user chose is only the last value it may grow to.
    grows_to_chosen: bool,
    growth: Growth,
    /// Whether it bounds inputs, so that a round that nothing else cut is a result worth telling. The others bound paths, and a search
    /// that comes to its end never ends with them.
    is_of_inputs: bool,
}

/// Effort for a path in the first round, in instructions.
const FIRST_EFFORT: u64 = 100_000;

/// Choices on a path in the first round.
const FIRST_CHOICES: u64 = 12;

/// Beyond this length there is only what `--string-length` asks for: most strings that matter are short, and the cost grows with
/// every character.
const LAST_STRING_LENGTH: u64 = 32;

const ROWS: [Row; 8] = [
    Row {
        bound: Bound::Depth,
        chosen: |config| config.depth.map(u64::from),
        apply: |config, value| config.depth = Some(narrow(value)),
        first: |config| Some(u64::from(config.first_depth)),
        grows_to_chosen: false,
        growth: Growth::Each(|depth, _| depth + 1, u64::MAX),
        is_of_inputs: true,
    },
    Row {
        bound: Bound::Choices,
        chosen: |config| config.max_choices.map(u64::from),
        apply: |config, value| config.max_choices = Some(narrow(value)),
        first: |_| Some(FIRST_CHOICES),
        grows_to_chosen: true,
        // Where many paths were cut each further choice doubles them.
        growth: Growth::Each(
            |choices, cut| if cut <= FEW_CUT { choices * 4 } else { choices + choices / 2 },
            u32::MAX as u64,
        ),
        is_of_inputs: false,
    },
    Row {
        bound: Bound::StringLength,
        chosen: |config| config.string_length.map(u64::from),
        apply: |config, value| config.string_length = Some(narrow(value)),
        first: |_| Some(8),
        grows_to_chosen: false,
        growth: Growth::Each(|length, _| length * 2, LAST_STRING_LENGTH),
        is_of_inputs: true,
    },
    Row {
        bound: Bound::CollectionSize,
        chosen: |config| config.collection_size.map(u64::from),
        apply: |config, value| config.collection_size = Some(narrow(value)),
        first: |_| Some(1),
        grows_to_chosen: false,
        growth: Growth::Each(|size, _| size + 1, machine::collections::DEFAULT_SIZE as u64),
        is_of_inputs: true,
    },
    Row {
        bound: Bound::Objects,
        chosen: |config| config.objects.map(u64::from),
        apply: |_, _| {},
        first: |_| None,
        grows_to_chosen: false,
        growth: Growth::Never,
        is_of_inputs: true,
    },
    Row {
        bound: Bound::Branches,
        chosen: |config| config.max_branches.map(u64::from),
        apply: |_, _| {},
        first: |_| None,
        grows_to_chosen: false,
        growth: Growth::Never,
        is_of_inputs: true,
    },
    Row {
        bound: Bound::Unwind,
        chosen: |config| config.unwind.map(u64::from),
        apply: |_, _| {},
        first: |_| None,
        grows_to_chosen: false,
        growth: Growth::Never,
        is_of_inputs: true,
    },
    Row {
        bound: Bound::Effort,
        chosen: |_| None,
        apply: |config, value| config.max_effort = Some(value),
        first: |_| Some(FIRST_EFFORT),
        grows_to_chosen: false,
        growth: Growth::IfNothingElse,
        is_of_inputs: false,
    },
];

fn narrow(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// The bound that a cut is due to.
pub(super) fn bound_of(cut: &Cut) -> Option<Bound> {
    match cut {
        Cut::Depth => Some(Bound::Depth),
        Cut::Objects => Some(Bound::Objects),
        Cut::Branches => Some(Bound::Branches),
        Cut::Choices => Some(Bound::Choices),
        Cut::Unwind => Some(Bound::Unwind),
        Cut::Effort => Some(Bound::Effort),
        Cut::StringLength => Some(Bound::StringLength),
        Cut::CollectionSize => Some(Bound::CollectionSize),
        Cut::LibraryPart | Cut::LeftOut(_) | Cut::Precondition | Cut::Unsupported(_) | Cut::Undecided(_) => None,
    }
}

/// How many paths each bound cut.
pub(super) type CutCounts = BTreeMap<Bound, u64>;

/// What the paths of a round keep to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    /// In the order of the rows.
    values: [Option<u64>; ROWS.len()],
    query_limit: Duration,
}

impl Bounds {
    pub(super) fn first(config: &Config) -> Bounds {
        let values = std::array::from_fn(|position| {
            let row = &ROWS[position];
            let (chosen, first) = ((row.chosen)(&config.machine), (row.first)(config));
            match (chosen, first) {
                (Some(chosen), Some(first)) if row.grows_to_chosen => Some(first.min(chosen)),
                (chosen, first) => chosen.or(first),
            }
        });
        Bounds { values, query_limit: FIRST_QUERY_LIMIT.min(config.machine.query_limit) }
    }

    pub(super) fn applied_to(&self, config: &Config) -> Config {
        let mut bounded = config.clone();
        for (row, value) in ROWS.iter().zip(self.values) {
            if let Some(value) = value {
                (row.apply)(&mut bounded.machine, value);
            }
        }
        bounded.machine.query_limit = self.query_limit;
        bounded
    }

    pub(super) fn depth(&self) -> u32 {
        let depth = ROWS.iter().position(|row| row.bound == Bound::Depth).and_then(|position| self.values[position]);
        narrow(depth.unwrap_or_default())
    }

    /// Wider bounds where these cut something and the user's allow it; `None` if no wider ones would find more.
    pub(super) fn next(&self, config: &Config, cuts: &Cuts<'_>) -> Option<Bounds> {
        let mut wider = *self;
        if cuts.undecided > 0 {
            wider.query_limit = (self.query_limit * 10).min(config.machine.query_limit);
        }
        let mut after_all_others = Vec::new();
        for (position, row) in ROWS.iter().enumerate() {
            let (Some(value), Some(cut)) = (self.values[position], cuts.by_bounds.get(&row.bound)) else { continue };
            let chosen = (row.chosen)(&config.machine);
            match row.growth {
                Growth::Each(grown, last) if chosen.is_none() || row.grows_to_chosen => {
                    wider.values[position] = Some(grown(value, *cut).min(last).min(chosen.unwrap_or(u64::MAX)));
                }
                Growth::IfNothingElse => after_all_others.push(position),
                _ => {}
            }
        }
        if wider == *self || cuts.paths == 0 {
            for position in after_all_others {
                wider.values[position] = wider.values[position].map(|value| value.saturating_mul(10));
            }
        }
        (wider != *self).then_some(wider)
    }

    /// Whether nothing cut paths but bounds on inputs, and those that the user chose.
    pub(super) fn cut_inputs_only(&self, config: &Config, cuts: &CutCounts) -> bool {
        ROWS.iter().zip(self.values).filter(|(row, _)| cuts.contains_key(&row.bound)).all(|(row, value)| {
            let chosen = (row.chosen)(&config.machine);
            row.is_of_inputs || chosen.is_some() && chosen == value
        })
    }

    /// What these bounds cut, as reasons. Where a search comes to its end without a violation, bounds on paths are widened until
    /// they cut nothing: they are told of only if the user chose them, or beside a violation, after which nothing is widened for long.
    pub(super) fn reasons(&self, config: &Config, cuts: &CutCounts, has_violation: bool) -> Vec<Reason> {
        let mut reasons = Vec::new();
        for (row, value) in ROWS.iter().zip(self.values) {
            let Some(count) = cuts.get(&row.bound) else { continue };
            let chosen = (row.chosen)(&config.machine);
            if chosen.is_none() && !row.is_of_inputs && !has_violation {
                continue;
            }
            let cause = Cause::Bound {
                bound: row.bound,
                value: chosen.or(value).unwrap_or_default(),
                is_chosen: chosen.is_some(),
            };
            reasons.push(cause.times(*count));
        }
        reasons
    }
}

/// Whether bounds on inputs grow: then the search is meant to end with the time.
pub(super) fn is_deepening(config: &Config) -> bool {
    let grows = |row: &Row| row.is_of_inputs && !matches!(row.growth, Growth::Never);
    ROWS.iter().any(|row| grows(row) && (row.chosen)(&config.machine).is_none())
}

/// What a round cut, as far as the next one depends on it.
pub(super) struct Cuts<'a> {
    pub(super) by_bounds: &'a CutCounts,
    /// Paths that a solver could not decide.
    pub(super) undecided: u64,
    /// Paths that came to their end.
    pub(super) paths: u64,
}
