//! The code alone may tell that a whole program raises no exception.

use report::reason::Cause;

use super::shared::exact_config;
use crate::search::{Property, without_search};
use crate::technique::{ANYTHING, HeapKind, Requirements, Technique};

pub(crate) const STATIC: Technique = Technique {
    name: "static",
    summary: "looks at the code alone: whether anything in reach of main can raise a RuntimeException",
    options: &["--main", "--property runtime-exception"],
    requirements: Requirements { joins: None, only: Some(Property::RuntimeExceptions), ensures: false, ..ANYTHING },
    may_overcome: |_| true,
    run: |task, _| {
        let heap = task.options.heap.unwrap_or(HeapKind::Summary);
        let (mut machine, goal) = (task.factory)(heap, task.options.search.machine.clone())?;
        let is_shown = machine.raises_no_runtime_exception(goal.method());
        let mut target = without_search(&machine, &goal);
        if !is_shown {
            target.reasons.push(Cause::NotShown.times(1));
            target.conclude();
        }
        Ok(target)
    },
    paths: exact_config,
};
