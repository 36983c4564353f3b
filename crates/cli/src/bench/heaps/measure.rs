//! One cell: a `lazuli check` in a process of its own, so that time and memory are this search's alone.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::error::{Error, Result};
use crate::inputs::Inputs;
use jvm::JdkHome;

/// A search that grows without bound must not take the machine with it.
const MEMORY: &str = "2G";

/// What every cell is run with.
pub(super) struct Runner<'a> {
    program: PathBuf,
    inputs: &'a Inputs,
    jdk: &'a JdkHome,
    limit: Duration,
}

/// What a search did.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Measured {
    pub(super) paths: u64,
    pub(super) states: u64,
    pub(super) queries: u64,
    pub(super) peak_memory_mb: u64,
    /// Of the whole process, the reading of classes included.
    pub(super) time: Duration,
    /// Why the counts are not those of the whole search, if they are not.
    pub(super) cut: Option<String>,
}

impl<'a> Runner<'a> {
    pub(super) fn new(inputs: &'a Inputs, jdk: &'a JdkHome, limit: Duration) -> Result<Runner<'a>> {
        let program = std::env::current_exe()
            .map_err(|error| Error::new(format!("this program does not find itself to start it again: {error}")))?;
        Ok(Runner { program, inputs, jdk, limit })
    }

    /// Check `entry` with a heap model and a bound on depth.
    pub(super) fn measure(&self, entry: &str, model: &str, k: u32) -> Result<Measured> {
        let mut command = Command::new(&self.program);
        command.arg("check").args(&self.inputs.targets).arg("--jdk").arg(self.jdk.path()).args([
            "--method",
            entry,
            "--match",
            "none",
            "--heap",
            model,
            "--depth",
            &k.to_string(),
            "--ints",
            "math",
            "--timeout",
            &format!("{}s", self.limit.as_secs()),
            "--memory",
            MEMORY,
            "--format",
            "json",
        ]);
        command.stdin(Stdio::null());
        let started = Instant::now();
        let output = command.output();
        let time = started.elapsed();
        let output = output.map_err(|error| Error::new(format!("this program cannot be started again: {error}")))?;
        read(&output.stdout, time).ok_or_else(|| {
            let said = String::from_utf8_lossy(&output.stdout);
            let detail = format!("{said}{}", String::from_utf8_lossy(&output.stderr));
            Error::with_detail(format!("a check of {entry} with --heap {model} --depth {k} failed:"), detail)
        })
    }
}

/// The report of one method without violations; nothing of that kind is `None`.
fn read(report: &[u8], time: Duration) -> Option<Measured> {
    let report: Value = serde_json::from_slice(report).ok()?;
    let [target] = report["targets"].as_array()?.as_slice() else { return None };
    let stats = &target["stats"];
    let cut = match target["verdict"].as_str()? {
        "proved" | "bounded" => None,
        "inconclusive" => {
            let given_up = target["reasons"].as_array()?.iter().find(|reason| reason["kind"] == "gave_up")?;
            Some(given_up["what"].as_str()?.to_string())
        }
        _ => return None,
    };
    Some(Measured {
        paths: stats["paths"].as_u64()?,
        states: stats["states"].as_u64()?,
        queries: stats["solver_queries"].as_u64()?,
        peak_memory_mb: stats["peak_memory_mb"].as_u64()?,
        time,
        cut,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATS: &str = r#""stats":{"paths":4,"states":3,"solver_queries":2,"peak_memory_mb":24}"#;

    fn read_target(target: &str) -> Option<Measured> {
        read(format!(r#"{{"targets":[{{{target},{STATS}}}]}}"#).as_bytes(), Duration::ZERO)
    }

    #[test]
    fn reports_are_read() {
        let whole = read_target(r#""verdict":"bounded","reasons":[{"kind":"bound","what":"depth"}]"#).unwrap();
        assert_eq!((whole.paths, whole.states, whole.queries, whole.peak_memory_mb, whole.cut), (4, 3, 2, 24, None));
        let late = read_target(r#""verdict":"inconclusive","reasons":[{"kind":"gave_up","what":"too late"}]"#).unwrap();
        assert_eq!(late.cut.as_deref(), Some("too late"));
    }

    #[test]
    fn violations_and_nonsense_are_failures() {
        assert_eq!(read_target(r#""verdict":"violated","reasons":[]"#), None);
        assert_eq!(read(b"not JSON", Duration::ZERO), None);
        assert_eq!(read(br#"{"targets":[]}"#, Duration::ZERO), None);
    }
}
