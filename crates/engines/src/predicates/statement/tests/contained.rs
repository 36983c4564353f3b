//! Abstract states contain all concrete ones: random programs are run by a JVM on all inputs of three bits.

use std::collections::BTreeSet;
use std::process::Command;

use super::generated::{Generated, generate};
use super::*;

/// Collects where programs are, and what holds there; stops those that run for long.
const TELLER: &str = r#"import java.util.*;
class T {
    static final Set<String> told = new LinkedHashSet<>();
    static final Error STOP = new Error();
    static int left;
    static boolean at(String name, int line, int[] values) {
        if (left-- == 0) throw STOP;
        StringBuilder text = new StringBuilder(name).append(' ').append(line).append(' ');
        for (int value : values) text.append(value);
        told.add(text.toString());
        return true;
    }
    static int not(int value) { return value == 2 ? 2 : 1 - value; }
    static int both(int left, int right, char how) {
        if (left == 2 || right == 2) return 2;
        return how == '&' ? left & right : left | right;
    }
    interface Run { void run(int x, int y); }
    static void all(String name, Run run, Runnable clear) {
        for (int x = -4; x < 4; x++) {
            for (int y = -4; y < 4; y++) {
                clear.run();
                left = 80;
                try {
                    run.run(x, y);
                } catch (Throwable thrown) {
                    if (thrown != STOP) told.add(name + " ! " + thrown.getClass().getSimpleName());
                }
            }
        }
    }
"#;

fn told(programs: &[Generated]) -> Vec<String> {
    let mut teller = TELLER.to_string();
    teller.push_str("    public static void main(String[] arguments) {\n");
    for Generated { class, .. } in programs {
        let clear = format!("{class}.s = 0; {class}.g = null;");
        teller.push_str(&format!("        all(\"{class}\", {class}::run, () -> {{ {clear} }});\n"));
    }
    teller.push_str("        for (String line : told) System.out.println(line);\n    }\n}\n");
    let mut sources = vec![JavaSource { file: "T.java".to_string(), text: teller }];
    sources.extend(
        programs
            .iter()
            .map(|program| JavaSource { file: format!("{}.java", program.class), text: program.telling.clone() }),
    );
    let classes = compiled(sources);
    let mut command = Command::new(testkit::jdk::tool("java"));
    command.arg("-ea").arg("-cp").arg(&classes).arg("T");
    let finished = testkit::process::run(&mut command, Duration::from_secs(120)).expect("java runs");
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    finished.stdout.lines().map(str::to_string).collect()
}

/// Whether an abstract state allows what a program told: 2 is a predicate that speaks of what is not there.
fn allows(state: &AbstractState, told: &str) -> bool {
    state.values.len() == told.len()
        && state.values.iter().zip(told.bytes()).all(|((_, value), told)| match told {
            b'1' => *value != Some(false),
            b'0' => *value != Some(true),
            _ => true,
        })
}

fn check(first: u64, count: u64) {
    let programs: Vec<Generated> = (first..first + count).map(generate).collect();
    let all = told(&programs);
    let sources = programs
        .iter()
        .map(|program| JavaSource { file: format!("{}.java", program.class), text: program.plain.clone() });
    let classes = compiled(sources.collect());
    let jdk = jdk();
    let (mut compared, mut completed, mut proved) = (0, 0, 0);
    for program in &programs {
        let found = explored(&classes, &jdk, (&program.class, "run"), &program.predicates);
        if !found.is_complete {
            continue;
        }
        completed += 1;
        proved += u64::from(found.is_proved());
        let without = explored(&classes, &jdk, (&program.class, "run"), "");
        // More predicates never tell less.
        assert!(found.is_proved() || !without.is_proved(), "{}\n{}", program.plain, program.predicates);
        let name = format!("{} ", program.class);
        for line in all.iter().filter_map(|line| line.strip_prefix(&name)) {
            let shown = || format!("{}\n{}\n{line}", program.plain, program.predicates);
            if let Some(kind) = line.strip_prefix("! ") {
                let is_told = found.suspicions.iter().any(|suspected| suspected == kind) || !found.reasons.is_empty();
                assert!(is_told, "{}", shown());
                continue;
            }
            let (number, values) = line.split_once(' ').unwrap_or((line, ""));
            let number: u32 = number.parse().expect("a line");
            let here: Vec<&AbstractState> = found.arrivals.iter().filter(|state| state.line == number).collect();
            assert!(here.iter().any(|state| allows(state, values)), "{}\n{here:#?}", shown());
            compared += 1;
        }
    }
    let classes: BTreeSet<&str> = programs.iter().map(|program| &*program.class).collect();
    assert!(classes.len() as u64 == count && completed * 10 >= count * 9, "{completed} of {count} were explored");
    assert!(compared > count * 20, "only {compared} states were compared");
    eprintln!("{count} programs, {completed} explored, {proved} proved, {compared} states compared");
}

#[test]
fn abstract_states_contain_concrete_ones() {
    check(0, if is_long() { 1_000 } else { 60 });
}
