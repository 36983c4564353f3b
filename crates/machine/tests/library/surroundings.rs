//! The JVM of the JDK in use answers what the machine asks.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use jvm::{ElementaryFunctions, JdkFiles, JdkHome, system_properties, time_zone};
use machine::machine::surroundings::Surroundings;

pub(crate) struct Jvm {
    jdk: JdkHome,
    elementary: ElementaryFunctions,
    files: JdkFiles,
}

impl Jvm {
    pub(crate) fn of(home: &Path) -> Jvm {
        let jdk = JdkHome::of_library(home);
        Jvm { elementary: ElementaryFunctions::new(jdk.clone()), files: JdkFiles::new(jdk.clone()), jdk }
    }
}

impl Surroundings for Jvm {
    fn elementary(
        &mut self,
        class: &str,
        function: &str,
        arguments: &[f64],
        deadline: Option<Instant>,
    ) -> Result<f64, String> {
        self.elementary.value(class, function, arguments, deadline)
    }

    fn system_properties(&mut self, _: Option<Instant>) -> Result<BTreeMap<String, String>, String> {
        system_properties(&self.jdk, Duration::from_secs(30)).ok_or_else(|| "no JVM tells".to_string())
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

    fn time_zone(&mut self, _: Option<Instant>) -> Result<String, String> {
        time_zone(&self.jdk, Duration::from_secs(30))
    }

    fn read_input(&mut self, _: &mut [u8]) -> Result<usize, String> {
        Ok(0)
    }
}
