//! Runs `main` of a class concretely: `run_main JDK CLASSES MAIN`. Prints what the program prints, then how it ended.

use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use logic::pool::TermPool;
use logic::solver::{Answer, Query, Solver, SolverStats};
use machine::entry::Goal;
use machine::heap_model::Lazy;
use machine::machine::{Config, Machine};
use machine::run::{End, Run};
use program::Program;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [jdk, classes, main, rest @ ..] = &arguments[..] else { panic!("usage: run_main JDK CLASSES MAIN") };
    let jdk = classpath::Jdk::open(Path::new(jdk)).expect("a JDK");
    let class_path = classpath::ClassPath::new(jdk).with_target(Path::new(classes)).expect("a folder of classes");
    let mut program = Program::new(class_path);
    let class = program.load(main).expect("a class");
    let method = program.find_declared(class, "main", "([Ljava/lang/String;)V").expect("a main method");
    let mut machine =
        Machine::new(program, Box::new(NoSolver), Rc::new(Lazy), Config::default()).expect("a usable library");
    let begin = std::time::Instant::now();
    let start = machine.start(&Goal::Main { method, arguments: rest.to_vec() });
    let mut state = start.state;
    let end = match start.end {
        Some(end) => end,
        None => match machine.run(&mut state, &mut || false) {
            Run::End(end) => end,
            other => panic!("not concrete: {other:?}"),
        },
    };
    let mut out = std::io::stdout().lock();
    out.write_all(&state.output).expect("a writable stdout");
    let elapsed = begin.elapsed();
    match &end {
        End::Returned(_) => {}
        End::Threw(exception) => {
            let class = state.heap.get(*exception).class;
            let message = machine.throwable_message(&state, *exception);
            eprintln!("threw {} {message:?}", machine.program.class(class).name);
            if let machine::heap::Payload::Backtrace(trace) = &state.heap.get(*exception).payload {
                for (method, pc) in trace.frames.iter().take(20) {
                    eprintln!("  at {} {pc}", program::display_method(&machine.program, *method));
                }
            }
        }
        other => {
            eprintln!("ended: {other:?}");
            for frame in state.thread().frames.iter().rev().take(25) {
                eprintln!("  at {} {}", program::display_method(&machine.program, frame.method), frame.pc);
            }
        }
    }
    eprintln!(
        "{} bytecodes, {} classes, {} objects, {elapsed:?}",
        machine.counters.instructions,
        machine.program.parsed_class_count(),
        state.heap.len()
    );
}

/// Concrete programs ask nothing.
struct NoSolver;

impl Solver for NoSolver {
    fn check(&mut self, _: &mut TermPool, _: Query<'_>) -> Answer {
        panic!("a concrete run asks no solver")
    }

    fn set_query_limit(&mut self, _: std::time::Duration) {}

    fn stats(&self) -> SolverStats {
        SolverStats::default()
    }
}
