//! `lazuli dump`: the three-address code of methods.

use std::path::{Path, PathBuf};

use crate::args::DumpArgs;
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use crate::jdk::JdkHome;

/// The whole command.
pub(crate) fn run(args: &DumpArgs) -> Result<()> {
    let (paths, methods) = paths_and_methods(args);
    if methods.is_empty() {
        return Err(Error::new("say which method: --method C.m"));
    }
    let jdk = JdkHome::find(args.classes.jdk.as_deref())?;
    let inputs = Inputs::prepare(&paths, &args.classes.class_path, &jdk)?;
    let _class_path = inputs.open(&jdk)?;
    Err(Error::new("this build of lazuli cannot lift methods yet"))
}

/// Without `--method`, what names no file names a method.
fn paths_and_methods(args: &DumpArgs) -> (Vec<PathBuf>, Vec<String>) {
    if !args.method.is_empty() {
        return (args.paths.iter().map(PathBuf::from).collect(), args.method.clone());
    }
    let (paths, methods): (Vec<&String>, Vec<&String>) = args.paths.iter().partition(|path| Path::new(path).exists());
    (paths.into_iter().map(PathBuf::from).collect(), methods.into_iter().cloned().collect())
}
