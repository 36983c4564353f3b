//! What a covered state can do, the state that covers it can do, too: checked by letting both run to their ends.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use classpath::{ClassPath, ClassPathEntry, Jdk};
use javalite::generate::{Size, generate_sized};
use machine::entry::Goal;
use machine::heap_model::{HeapModel, Lazier, LazierSharp, Lazy, Summary};
use machine::machine::marks::Marks;
use machine::machine::{Compare, Machine, MachineConfig};
use machine::run::{End, Run};
use machine::state::State;
use machine::successors::Successor;
use machine::value::Value;
use program::Program;

use super::super::cover::covers;

/// States of one program that are compared with each other.
const MOST_STATES: usize = 60;
/// Runs from one state.
const MOST_RUNS: usize = 300;

/// How a run ended: with a truth value, with some reference, or an exception of a class.
type Ending = String;

/// Every way in which the runs from a state end; `None` if there are too many, or something was cut.
fn endings(machine: &mut Machine, state: &State, marks: &Marks) -> Option<BTreeSet<Ending>> {
    let mut open = vec![Successor { state: Box::new(state.clone()), marks: marks.clone(), end: None }];
    let mut endings = BTreeSet::new();
    let mut runs = 0;
    while let Some(Successor { mut state, mut marks, end }) = open.pop() {
        let run = match end {
            Some(end) => Run::End(end),
            None => machine.run(&mut state, &mut marks, &mut || false),
        };
        match run {
            Run::Fork(fork) => open.extend(machine.successors(state, marks, fork)),
            Run::Compare | Run::Interleaving => open.push(Successor { state, marks, end: None }),
            // Objects have other numbers in other states.
            Run::End(End::Returned(Some(value @ Value::Int(_)))) => {
                endings.insert(format!("{value:?}"));
            }
            Run::End(End::Returned(_)) => {
                endings.insert("returns".to_string());
            }
            Run::End(End::Threw(exception)) => {
                endings.insert(format!("throws {:?}", state.heap.get(exception).class));
            }
            Run::End(_) | Run::Interrupted => return None,
        }
        runs += 1;
        if runs > MOST_RUNS {
            return None;
        }
    }
    Some(endings)
}

/// States at forks and at points of comparison, from all over the program.
fn states(machine: &mut Machine, start: Successor) -> Vec<(Box<State>, Marks)> {
    let mut open = vec![start];
    let mut states = Vec::new();
    while let Some(Successor { mut state, mut marks, end }) = open.pop() {
        if end.is_some() || states.len() >= MOST_STATES {
            continue;
        }
        states.push((state.clone(), marks.clone()));
        match machine.run(&mut state, &mut marks, &mut || false) {
            Run::Fork(fork) => open.extend(machine.successors(state, marks, fork)),
            Run::Compare | Run::Interleaving => open.push(Successor { state, marks, end: None }),
            Run::End(_) | Run::Interrupted => {}
        }
    }
    states
}

/// What was found out about the pairs of states of a program.
#[derive(Default)]
struct Checked {
    /// Different states of which one covers the other, and whose runs could be compared.
    pairs: usize,
    /// States that are not found to cover themselves: comparing all cases of all guarded references was too much.
    not_themselves: usize,
    states: usize,
}

fn check(source: &javalite::Program, jdk: &Arc<Jdk>, model: Rc<dyn HeapModel>, checked: &mut Checked) {
    let mut class_path = ClassPath::new(jdk.clone());
    for (_, bytes) in javalite::compile(source).expect("generated names are Java's") {
        class_path = class_path.with_target_entry(ClassPathEntry::from_bytes(bytes).expect("a class file"));
    }
    let mut program = Program::new(class_path);
    let class = program.load(&source.class(source.entry_class()).name).expect("the class is there");
    let descriptors = ["()Z", "()Ljava/lang/Object;"];
    let method = descriptors.iter().find_map(|descriptor| program.find_method(class, "run", descriptor));
    let method = method.expect("the compiler makes an entry");
    let solver = logic::solver_stack(&logic::SolverConfig::default());
    let config = MachineConfig { max_effort: Some(2_000), compare: Compare::Always, ..MachineConfig::default() };
    let mut machine = Machine::new(program, solver, model, config).expect("a machine");
    let goal = Goal::Method {
        method,
        requires: Vec::new(),
        assume_invariants: false,
        check_invariant: false,
        properties: Default::default(),
    };
    let start = machine.start(&goal);
    let states = states(&mut machine, start);
    let mut scenes = Vec::new();
    for (state, marks) in &states {
        // Choices are counted for bounds alone; without these they are no reason to tell states apart.
        let mut scene = machine.scene(state, marks);
        scene.iter_mut().for_each(|scene| scene.choices = 0);
        scenes.push(scene);
    }
    let mut all_endings: Vec<Option<Option<BTreeSet<Ending>>>> = vec![None; states.len()];
    checked.states += states.len();
    for left in 0..states.len() {
        for right in 0..states.len() {
            let (Some(left_scene), Some(right_scene)) = (&scenes[left], &scenes[right]) else { continue };
            if left_scene.point != right_scene.point || covers(&mut machine, left_scene, right_scene).is_none() {
                checked.not_themselves += (left == right) as usize;
                continue;
            }
            if left == right {
                continue;
            }
            for state in [left, right] {
                if all_endings[state].is_none() {
                    let (path, marks) = &states[state];
                    all_endings[state] = Some(endings(&mut machine, path, marks));
                }
            }
            let (Some(Some(of_left)), Some(Some(of_right))) = (&all_endings[left], &all_endings[right]) else {
                continue;
            };
            checked.pairs += 1;
            assert!(of_left.is_subset(of_right), "{of_left:?} of a state covered by one with {of_right:?}:\n{source}");
        }
    }
}

#[test]
fn a_covered_state_can_do_nothing_that_the_other_cannot() {
    let jdk = Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK"));
    type Model = (&'static str, fn() -> Rc<dyn HeapModel>);
    let models: [Model; 4] = [
        ("lazy", || Rc::new(Lazy)),
        ("lazier", || Rc::new(Lazier)),
        ("lazier-sharp", || Rc::new(LazierSharp)),
        ("summary", || Rc::new(Summary)),
    ];
    let is_long = std::env::var_os("LAZULI_LONG").is_some();
    for (name, model) in models {
        // All cases of all guarded references take their time.
        let programs = if name == "summary" { 12 } else { 60 } * if is_long { 30 } else { 1 };
        let mut checked = Checked::default();
        for seed in 0..programs {
            check(&generate_sized(seed, Size::SMALL), &jdk, model(), &mut checked);
        }
        let Checked { pairs, not_themselves, states } = checked;
        // Summaries hardly ever are at the same place twice in programs without loops: one state stands for all heaps.
        assert!(name == "summary" || pairs > programs as usize / 4, "{name}: only {pairs} pairs");
        // Four of forty were too much to compare when this was written.
        let allowed = if name == "summary" { states / 5 } else { 0 };
        assert!(not_themselves <= allowed, "{name}: {not_themselves} of {states} states do not cover themselves");
    }
}
