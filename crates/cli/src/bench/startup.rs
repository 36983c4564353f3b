//! The time of a whole process that checks a trivial method.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Bench;
use super::table::{Row, Target};
use crate::error::{Error, Result};

const RUNS: usize = 10;

pub(super) fn run(bench: &Bench) -> Result<Vec<Row>> {
    let program = std::env::current_exe()
        .map_err(|error| Error::new(format!("this program does not find itself to start it again: {error}")))?;
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let mut command = Command::new(&program);
        command.arg("check").args(&bench.inputs.targets).args(["--method", "Trivial.next"]);
        command.arg("--jdk").arg(bench.jdk.path()).stdin(Stdio::null());
        times.push(timed(command)?);
    }
    times.sort();
    Ok(vec![Row {
        benchmark: "startup",
        case: "Trivial.next".to_string(),
        counts: vec![("runs", RUNS as u64)],
        result: "proved, median".to_string(),
        time: times[RUNS / 2],
        figure: None,
        target: Some(Target::Below(0.15)),
    }])
}

fn timed(mut command: Command) -> Result<Duration> {
    let started = Instant::now();
    let output = command.output();
    let time = started.elapsed();
    let output = output.map_err(|error| Error::new(format!("this program cannot be started again: {error}")))?;
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && said.contains("verdict: proved") {
        Ok(time)
    } else {
        let detail = format!("{said}{}", String::from_utf8_lossy(&output.stderr));
        Err(Error::with_detail("a check of Trivial.next did not prove it:", detail))
    }
}
