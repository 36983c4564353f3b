//! `lazuli api`: the class `lazuli.Sym`, and the annotations with properties, for the user's own class path.

use std::path::Path;

use crate::args::ApiArgs;
use crate::error::{Error, Result};
use crate::output;
use jvm::{JdkHome, Source, write_sources};

/// The whole command.
pub(crate) fn run(args: &ApiArgs) -> Result<()> {
    let jdk = JdkHome::find(args.jdk.as_deref())?;
    let Some(mut javac) = jdk.javac_command() else {
        return Err(Error::new(format!("{} has no javac to compile lazuli.Sym with", jdk.path().display())));
    };
    let write = |sources: &[Source]| {
        write_sources(sources, &args.out)
            .map_err(|error| Error::new(format!("{} cannot be written: {error}", args.out.display())))
    };
    let mut sources = write(&report::api::SOURCES[..1])?;
    sources.extend(write(&report::api::ANNOTATIONS)?);
    // Its class file serves every Java that we read.
    javac.args(["-g", "--release", "17", "-d"]).arg(&args.out).args(&sources);
    let compiled = javac.output().map_err(|error| Error::new(format!("javac cannot be started: {error}")))?;
    if !compiled.status.success() {
        let said = String::from_utf8_lossy(&compiled.stderr);
        return Err(Error::with_detail("javac does not compile lazuli.Sym:", said));
    }
    output::print(&format!("wrote {}\n", written(&args.out)))
}

fn written(folder: &Path) -> String {
    let folder = folder.display().to_string();
    let names = ["Sym", "Ensures", "Requires"].map(|name| format!("{name}.java"));
    format!("{} with their class files in {}/lazuli", names.join(", "), folder.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    /// What the machine stands for, a replay has the source of, and the other way round.
    #[test]
    fn every_class_of_the_machine_has_a_source() {
        let sources = report::api::SOURCES.iter().map(|source| source.path.to_string());
        let mut sources: Vec<String> = sources.map(|path| path.trim_end_matches(".java").to_string()).collect();
        let mut classes: Vec<String> = machine::API_CLASSES.iter().map(|class| class.to_string()).collect();
        sources.sort();
        classes.sort();
        assert_eq!(sources, classes);
    }
}
