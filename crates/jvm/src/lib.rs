//! JVMs as other processes: which JDK, commands with a time limit, and Java classes of our own for them to run.

mod child;
mod compiled;
mod dialogue;
mod elementary;
mod files;
mod home;
mod properties;
mod time_zone;

pub use child::{ChildEnd, first_line, run_limited, run_with_input};
pub use compiled::{Compiled, Source, write_sources};
pub use dialogue::{Dialogue, Reply};
pub use elementary::ElementaryFunctions;
pub use files::JdkFiles;
pub use home::{JdkHome, NoJdk, SHORT_LIVED};
pub use properties::system_properties;
pub use time_zone::time_zone;
