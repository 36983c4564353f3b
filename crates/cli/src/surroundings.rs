//! Who answers what a machine asks about the world: the JVM of the JDK in use, and the standard input of this process.

use std::collections::BTreeMap;
use std::io::Read;
use std::time::{Duration, Instant};

use jvm::{ElementaryFunctions, JdkHome, system_properties};
use machine::machine::surroundings::Surroundings;

/// How long a JVM may take to say what its properties are.
const PATIENCE: Duration = Duration::from_secs(10);

/// A JDK, and this process.
pub(crate) struct Host {
    jdk: JdkHome,
    elementary: ElementaryFunctions,
}

impl Host {
    pub(crate) fn new(jdk: JdkHome) -> Host {
        Host { elementary: ElementaryFunctions::new(jdk.clone()), jdk }
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
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let limit = left.map_or(PATIENCE, |left| left.min(PATIENCE));
        system_properties(&self.jdk, limit).ok_or_else(|| "the JVM does not tell its properties".to_string())
    }

    fn read_input(&mut self, bytes: &mut [u8]) -> Result<usize, String> {
        std::io::stdin().read(bytes).map_err(|error| error.to_string())
    }
}
