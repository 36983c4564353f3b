//! Who answers what a machine asks about the world: the JVM of the JDK in use, the standard input of this process, and another
//! process like this one for questions to Spacer, which may end the process that asks them.

use std::collections::BTreeMap;
use std::io::Read;
use std::rc::Rc;
use std::time::{Duration, Instant};

use jvm::{ElementaryFunctions, JdkFiles, JdkHome, system_properties, time_zone};
use logic::horn::{HornQuestion, HornReply};
use machine::machine::surroundings::Surroundings;

use crate::spacer;

/// How long a JVM may take to say what it is like.
const JVM_TIME_LIMIT: Duration = Duration::from_secs(10);

/// A JDK, and this process.
pub(crate) struct Host {
    jdk: JdkHome,
    elementary: ElementaryFunctions,
    files: JdkFiles,
}

impl Host {
    pub(crate) fn new(jdk: JdkHome) -> Host {
        Host { elementary: ElementaryFunctions::new(jdk.clone()), files: JdkFiles::new(jdk.clone()), jdk }
    }
}

impl Surroundings for Host {
    fn elementary(
        &mut self,
        class: &str,
        function: &str,
        arguments: &[f64],
        deadline: Option<Instant>,
    ) -> Result<f64, String> {
        self.elementary.value(class, function, arguments, deadline)
    }

    fn system_properties(&mut self, deadline: Option<Instant>) -> Result<BTreeMap<String, String>, String> {
        system_properties(&self.jdk, time_limit(deadline))
            .ok_or_else(|| "the JVM does not tell its properties".to_string())
    }

    fn jdk_file(&mut self, path: &str) -> Result<Option<Rc<[u8]>>, String> {
        self.files.content(path)
    }

    fn jdk_folder(&mut self, path: &str) -> Result<Option<Vec<String>>, String> {
        self.files.names(path)
    }

    fn is_jdk_link(&mut self, path: &str) -> Result<bool, String> {
        self.files.is_link(path)
    }

    fn time_zone(&mut self, deadline: Option<Instant>) -> Result<String, String> {
        time_zone(&self.jdk, time_limit(deadline))
    }

    fn read_input(&mut self, bytes: &mut [u8]) -> Result<usize, String> {
        std::io::stdin().read(bytes).map_err(|error| error.to_string())
    }

    fn ask_spacer(&mut self, question: &HornQuestion, until: Instant) -> HornReply {
        spacer::ask(question, until)
    }
}

/// How long a JVM may take now.
fn time_limit(deadline: Option<Instant>) -> Duration {
    let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    left.map_or(JVM_TIME_LIMIT, |left| left.min(JVM_TIME_LIMIT))
}
