//! Which JDK: `--jdk`, else `JAVA_HOME`, else the `java` on PATH.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The home folder of a JDK with a runtime image.
#[derive(Clone, Debug)]
pub struct JdkHome {
    home: PathBuf,
}

/// Why there is no JDK, in a sentence.
#[derive(Debug)]
pub struct NoJdk(String);

impl fmt::Display for NoJdk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JdkHome {
    /// The one whose library was read.
    pub fn of_library(home: &Path) -> JdkHome {
        JdkHome { home: home.to_path_buf() }
    }

    /// The JDK the user means. A named one that is none is an error, never replaced by another.
    pub fn find(option: Option<&Path>) -> Result<JdkHome, NoJdk> {
        JdkHome::choose(option, env::var_os("JAVA_HOME").as_deref(), env::var_os("PATH").as_deref())
    }

    fn choose(option: Option<&Path>, java_home: Option<&OsStr>, path: Option<&OsStr>) -> Result<JdkHome, NoJdk> {
        if let Some(home) = option {
            return JdkHome::at(home, "--jdk");
        }
        if let Some(home) = java_home.filter(|home| !home.is_empty()) {
            return JdkHome::at(Path::new(home), "JAVA_HOME");
        }
        let on_path = path.into_iter().flat_map(env::split_paths).map(|folder| folder.join("java"));
        // Links lead from /usr/bin/java to the JDK's own bin/java.
        let java = on_path.filter(|java| java.is_file()).find_map(|java| java.canonicalize().ok());
        match java.as_deref().and_then(Path::parent).and_then(Path::parent) {
            Some(home) => JdkHome::at(home, "the java on PATH"),
            None => Err(NoJdk(
                "no JDK found: give one with --jdk DIR, set JAVA_HOME, or put java on PATH (Java 17 to 25)".to_string(),
            )),
        }
    }

    fn at(home: &Path, named_by: &str) -> Result<JdkHome, NoJdk> {
        if home.join("lib").join("modules").is_file() {
            return Ok(JdkHome { home: home.to_path_buf() });
        }
        let what =
            if home.is_dir() { "has no lib/modules: a JDK of Java 17 or later is needed" } else { "is no folder" };
        Err(NoJdk(format!("{} (named by {named_by}) {what}", home.display())))
    }

    pub fn path(&self) -> &Path {
        &self.home
    }

    /// The launcher, if this image has one.
    pub fn java(&self) -> Option<PathBuf> {
        self.tool("java")
    }

    /// The compiler; a mere runtime has none.
    pub fn javac(&self) -> Option<PathBuf> {
        self.tool("javac")
    }

    /// The compiler with the options that all our uses of it share.
    pub fn javac_command(&self) -> Option<Command> {
        let mut command = Command::new(self.javac()?);
        command
            .args(SHORT_LIVED.map(|option| format!("-J{option}")))
            .args(["-proc:none", "-nowarn", "-encoding", "UTF-8"])
            .stdin(Stdio::null());
        Some(command)
    }

    fn tool(&self, name: &str) -> Option<PathBuf> {
        let tool = self.home.join("bin").join(name);
        tool.is_file().then_some(tool)
    }
}

/// Options that make the short-lived JVMs we start cheap: no second compiler, no parallel collector.
pub const SHORT_LIVED: [&str; 3] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn fake_jdk(folder: &Path) -> PathBuf {
        let home = folder.join("jdk");
        fs::create_dir_all(home.join("lib")).unwrap();
        fs::create_dir_all(home.join("bin")).unwrap();
        fs::write(home.join("lib/modules"), "").unwrap();
        fs::write(home.join("bin/java"), "").unwrap();
        home
    }

    #[test]
    fn option_wins_then_java_home_then_path() {
        let folder = tempfile::tempdir().unwrap();
        let home = fake_jdk(folder.path());
        let nowhere = folder.path().join("nowhere");
        let found = JdkHome::choose(Some(&home), Some(nowhere.as_os_str()), None).unwrap();
        assert_eq!(found.path(), home);
        let found = JdkHome::choose(None, Some(home.as_os_str()), None).unwrap();
        assert_eq!(found.path(), home);
        let links = folder.path().join("links");
        fs::create_dir(&links).unwrap();
        std::os::unix::fs::symlink(home.join("bin/java"), links.join("java")).unwrap();
        let path = env::join_paths([nowhere, links]).unwrap();
        let found = JdkHome::choose(None, None, Some(&path)).unwrap();
        assert_eq!(found.path(), home.canonicalize().unwrap());
        assert!(found.javac().is_none() && found.java().is_some());
    }

    #[test]
    fn wrong_places_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let message = JdkHome::choose(Some(folder.path()), None, None).unwrap_err().to_string();
        assert!(message.contains("(named by --jdk) has no lib/modules"), "{message}");
        let message = JdkHome::choose(None, Some(OsStr::new("/nowhere")), None).unwrap_err().to_string();
        assert_eq!(message, "/nowhere (named by JAVA_HOME) is no folder");
        let message = JdkHome::choose(None, None, Some(OsStr::new("/nowhere"))).unwrap_err().to_string();
        assert!(message.starts_with("no JDK found: "), "{message}");
    }
}
