//! `lazuli dump`: the three-address code of methods.

use std::path::{Path, PathBuf};

use program::{LinkError, Program, body_text, display_method};

use crate::args::DumpArgs;
use crate::entry::find_methods;
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use crate::output;
use jvm::JdkHome;

/// The whole command.
pub(crate) fn run(args: &DumpArgs) -> Result<()> {
    let (paths, names) = paths_and_methods(&args.paths, &args.method);
    let jdk = JdkHome::find(args.classes.jdk.as_deref())?;
    let inputs = Inputs::prepare(&paths, &args.classes.class_path, &jdk)?;
    if names.is_empty() {
        return Err(Error::new("say which method: --method C.m"));
    }
    let mut program = Program::new(inputs.open(&jdk)?);
    let mut text = String::new();
    for name in &names {
        for method in find_methods(&mut program, name)? {
            match program.body(method) {
                Ok(body) => text.push_str(&body_text(&program, &body)),
                Err(LinkError::NoCode { .. }) => {
                    text.push_str(&format!("{} is abstract or native", display_method(&program, method)));
                }
                Err(error) => return Err(Error::new(error.to_string())),
            }
            text.push('\n');
        }
    }
    output::print(&text)
}

/// Without `--method`, what names no file names a method.
pub(crate) fn paths_and_methods(given: &[String], methods: &[String]) -> (Vec<PathBuf>, Vec<String>) {
    if !methods.is_empty() {
        return (given.iter().map(PathBuf::from).collect(), methods.to_vec());
    }
    // A name with a slash or a known ending was meant as a file, even if there is none.
    let is_path = |name: &&String| {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        Path::new(name).exists() || name.contains('/') || matches!(ending, Some("java" | "class" | "jar"))
    };
    let (paths, methods): (Vec<&String>, Vec<&String>) = given.iter().partition(is_path);
    (paths.into_iter().map(PathBuf::from).collect(), methods.into_iter().cloned().collect())
}
