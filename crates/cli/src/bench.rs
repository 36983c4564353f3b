//! `lazuli bench`: the built-in benchmarks.

use crate::args::BenchArgs;
use crate::error::{Error, Result};
use crate::jdk::JdkHome;

/// The whole command.
pub(crate) fn run(args: &BenchArgs) -> Result<()> {
    JdkHome::find(args.jdk.as_deref())?;
    let which = args.name.as_deref().unwrap_or("all");
    Err(Error::new(format!("this build of lazuli has no benchmarks yet (asked for: {which})")))
}
