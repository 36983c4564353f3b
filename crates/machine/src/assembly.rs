//! Putting a machine together: the one place that knows every room.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::LazyLock;

use logic::pool::TermPool;
use logic::solver::Solver;
use program::{LinkError, Program};
use rustc_hash::FxHashSet;

use crate::inputs::Inputs;
use crate::inputs::other_class;
use crate::library::asked::api;
use crate::library::{Library, TABLES};
use crate::machine::choices::Choices;
use crate::machine::code::CodeTable;
use crate::machine::heap_model::HeapModel;
use crate::machine::intrinsic::Intrinsics;
use crate::machine::known::Known;
use crate::machine::marks::Marks;
use crate::machine::surroundings::Alone;
use crate::machine::{Machine, MachineConfig, MachineCounters, QUERY_LIMIT};
use crate::reference::References;
use crate::step::Steps;
use crate::step::inline::Inline;
use crate::threads::Threads;
use crate::view::Views;

/// Made once: machines are many.
static INTRINSICS: LazyLock<Intrinsics> = LazyLock::new(|| Intrinsics::new(TABLES));

impl Machine {
    /// A machine for a program whose library is a JDK. Fails if the library lacks the classes every program needs.
    pub fn new(
        mut program: Program,
        solver: Box<dyn Solver>,
        heap_model: Rc<dyn HeapModel>,
        config: MachineConfig,
    ) -> Result<Machine, LinkError> {
        let known = Known::load(&mut program, other_class::define)?;
        api::define(&mut program, known.object);
        Ok(Machine {
            program,
            pool: TermPool::new(),
            solver,
            deadline: None,
            config,
            counters: MachineCounters::default(),
            marks: Marks::default(),
            values_compared: 0,
            allocated: 0,
            heap_model,
            call_model: Rc::new(Inline),
            surroundings: Box::new(Alone),
            known,
            code: CodeTable::new(&INTRINSICS),
            choices: Choices::default(),
            track_coverage: false,
            plan: None,
            free_choices: FxHashSet::default(),
            trace: None,
            recorder: None,
            effort_apart: 0,
            races: BTreeSet::new(),
            long_waits: FxHashSet::default(),
            references: References::default(),
            inputs: Inputs::default(),
            steps: Steps::default(),
            threads: Threads::default(),
            library: Library::default(),
            views: Views::default(),
            limit_in_force: QUERY_LIMIT,
        })
    }
}
