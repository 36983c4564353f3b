//! `lazuli run`: a program executed concretely, its output passed on.

use crate::args::RunArgs;
use crate::error::{Error, Result};
use crate::inputs::Inputs;
use crate::jdk::JdkHome;

/// The whole command.
pub(crate) fn run(args: &RunArgs) -> Result<()> {
    let jdk = JdkHome::find(args.classes.jdk.as_deref())?;
    let inputs = Inputs::prepare(&args.paths, &args.classes.class_path, &jdk)?;
    let _class_path = inputs.open(&jdk)?;
    let arguments = args.arguments.len();
    Err(Error::new(format!("this build of lazuli cannot execute {} ({arguments} arguments) yet", args.main)))
}
