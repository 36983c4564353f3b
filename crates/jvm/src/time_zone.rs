//! Which time zone a JVM has by default. That follows from the environment and files of the system in ways of the JVM's own, so
//! one is asked, once in a process.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::child::{ChildEnd, run_limited};
use crate::compiled::{Compiled, Source};
use crate::home::{JdkHome, SHORT_LIVED};

const PROGRAM: &str = include_str!("time_zone.java");
const CLASS: &str = "LazuliTimeZone";

static KNOWN: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());

/// The name of the time zone, such as `Europe/Paris`; an error says why it is not known in time.
pub fn time_zone(jdk: &JdkHome, limit: Duration) -> Result<String, String> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(zone) = known.get(jdk.path()) {
        return Ok(zone.clone());
    }
    let source = Source { path: format!("{CLASS}.java").into(), text: PROGRAM.into() };
    let classes = Compiled::find("time_zone", &[source], jdk, limit)?;
    let mut command = Command::new(jdk.java().ok_or("the JDK has no java")?);
    command.args(SHORT_LIVED).arg("-classpath").arg(&classes.folder).arg(CLASS);
    match run_limited(command, limit) {
        ChildEnd::Exited { status, output, .. } if status.success() => {
            let zone = output.trim().to_string();
            known.insert(jdk.path().to_path_buf(), zone.clone());
            Ok(zone)
        }
        _ => Err("the JVM does not tell its time zone".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jvm_has_a_time_zone() {
        let jdk = JdkHome::find(None).unwrap();
        assert!(!time_zone(&jdk, Duration::from_secs(100)).unwrap().is_empty());
    }
}
