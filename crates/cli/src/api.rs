//! `lazuli api`: the class `lazuli.Sym` for the user's own class path.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::args::ApiArgs;
use crate::error::{Error, Result};
use crate::jdk::{JdkHome, SHORT_LIVED};
use crate::output;
use crate::replay::write_api;

/// The whole command.
pub(crate) fn run(args: &ApiArgs) -> Result<()> {
    let jdk = JdkHome::find(args.jdk.as_deref())?;
    let Some(javac) = jdk.javac() else {
        return Err(Error::new(format!("{} has no javac to compile lazuli.Sym with", jdk.path().display())));
    };
    let sources = write_api(std::iter::once(&report::api::SYM), &args.out)
        .map_err(|error| Error::new(format!("{} cannot be written: {error}", args.out.display())))?;
    // Its class file serves every Java that we read.
    let compiled = Command::new(&javac)
        .args(SHORT_LIVED.map(|option| format!("-J{option}")))
        .args(["-g", "-proc:none", "-nowarn", "-encoding", "UTF-8", "--release", "17", "-d"])
        .arg(&args.out)
        .args(&sources)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::new(format!("{} cannot be started: {error}", javac.display())))?;
    if !compiled.status.success() {
        let said = String::from_utf8_lossy(&compiled.stderr);
        return Err(Error::with_detail("javac does not compile lazuli.Sym:", said));
    }
    output::print(&format!("wrote {}\n", written(&args.out)))
}

fn written(folder: &Path) -> String {
    format!("{0}/lazuli/Sym.java and {0}/lazuli/Sym.class", folder.display().to_string().trim_end_matches('/'))
}
