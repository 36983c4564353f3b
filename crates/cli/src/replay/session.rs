//! What the replays of a run share: classes of our own, and one JVM that runs one driver after the other.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use jvm::{Compiled, Dialogue, JdkHome, Reply, SHORT_LIVED};
use report::api;
use report::data::Violation;
use report::replay::{self, Recipe};
use tempfile::TempDir;

/// Kept from one replay to the next.
pub(crate) struct Session {
    java: PathBuf,
    /// The driver that follows a script, and the server that runs it again and again.
    plain: Compiled,
    scheduled: Option<Compiled>,
    api: Option<Compiled>,
    /// Where scripts are written.
    work: TempDir,
    scripts: usize,
    server: Option<Dialogue>,
}

/// What the server did.
pub(super) enum Served {
    Said(String),
    /// What it had said until then.
    TimedOut(String),
}

impl Session {
    /// An error says why no JVM can be asked.
    pub(super) fn new(jdk: &JdkHome, limit: Duration) -> Result<Session, String> {
        let Some(java) = jdk.java() else {
            return Err(format!("{} has no java", jdk.path().display()));
        };
        let plain = Compiled::find("driver", &[replay::compiled_driver(false).1, replay::server().1], jdk, limit)?;
        let work = tempfile::Builder::new().prefix("lazuli-replay-").tempdir().map_err(|error| error.to_string())?;
        Ok(Session { java, plain, scheduled: None, api: None, work, scripts: 0, server: None })
    }

    pub(super) fn java(&self) -> &Path {
        &self.java
    }

    /// The folder of the classes that supply what a program asks for.
    pub(super) fn supply_api(&mut self, jdk: &JdkHome, limit: Duration) -> Result<&Path, String> {
        let api = match self.api.take() {
            Some(api) => api,
            None => Compiled::find("api", &api::SOURCES, jdk, limit)?,
        };
        Ok(&self.api.insert(api).folder)
    }

    /// The driver that makes threads follow a schedule.
    pub(super) fn supply_scheduled(&mut self, jdk: &JdkHome, limit: Duration) -> Result<(), String> {
        if self.scheduled.is_none() {
            let source = replay::compiled_driver(true).1;
            self.scheduled = Some(Compiled::find("scheduled-driver", &[source], jdk, limit)?);
        }
        Ok(())
    }

    /// The classes of our own that a violation needs.
    pub(super) fn folders(&self, violation: &Violation) -> Vec<&PathBuf> {
        let driver = self.scheduled.as_ref().filter(|_| replay::is_scheduled(violation)).unwrap_or(&self.plain);
        let api = self.api.as_ref().filter(|_| violation.uses_api);
        std::iter::once(driver).chain(api).map(|compiled| &compiled.folder).collect()
    }

    /// Write a recipe to a file of its own.
    pub(super) fn write(&mut self, recipe: &Recipe) -> io::Result<PathBuf> {
        let script = self.work.path().join(self.scripts.to_string());
        self.scripts += 1;
        fs::write(&script, recipe.script())?;
        Ok(script)
    }

    /// Let the server follow a script. `None`: it cannot, or the program ended it.
    pub(super) fn ask<'a>(
        &mut self,
        script: &Path,
        uses_api: bool,
        class_path: impl IntoIterator<Item = &'a PathBuf>,
        limit: Duration,
    ) -> Option<Served> {
        let own = std::iter::once(&self.plain).chain(self.api.as_ref().filter(|_| uses_api));
        let mut folders: Vec<PathBuf> = own.map(|compiled| compiled.folder.clone()).collect();
        folders.extend(class_path.into_iter().cloned());
        let folders: Option<Vec<&str>> = folders.iter().map(|folder| folder.to_str()).collect();
        let request = replay::server_request(script.to_str()?, folders?);
        let mut server = match self.server.take() {
            Some(server) => server,
            None => Dialogue::start(self.serving_jvm()).ok()?,
        };
        match server.ask(&request, replay::SERVER_NEXT, limit) {
            Reply::Lines(lines, rest) => {
                // One that is left out here is killed.
                self.server = Some(server).filter(|_| replay::is_server_clean(&rest));
                Some(Served::Said(lines.join("\n")))
            }
            Reply::TimedOut(lines) => Some(Served::TimedOut(lines.join("\n"))),
            Reply::Gone => None,
        }
    }

    fn serving_jvm(&self) -> Command {
        let mut command = Command::new(&self.java);
        command.args(SHORT_LIVED).args(replay::JVM_OPTIONS);
        command.arg("-classpath").arg(&self.plain.folder).arg(replay::server().0);
        command
    }
}
