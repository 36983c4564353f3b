//! Java classes of our own for JVMs to run. They are compiled when they are first needed, and kept among the user's caches:
//! a compiler takes ten times as long as the JVM that then runs them.

use std::borrow::Cow;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::child::{ChildEnd, first_line, run_limited};
use crate::home::JdkHome;

/// A Java source file: where it belongs below a source folder, and its text.
pub struct Source {
    pub path: Cow<'static, str>,
    pub text: Cow<'static, str>,
}

/// A folder of classes.
pub struct Compiled {
    pub folder: PathBuf,
    /// Where nothing can be kept, they last as long as this.
    _temporary: Option<TempDir>,
}

impl Compiled {
    /// The classes of these sources. An error says why there are none.
    pub fn find(name: &str, sources: &[Source], jdk: &JdkHome, limit: Duration) -> Result<Compiled, String> {
        Compiled::find_in(cache_folder().as_deref(), name, sources, jdk, limit)
    }

    fn find_in(
        caches: Option<&Path>,
        name: &str,
        sources: &[Source],
        jdk: &JdkHome,
        limit: Duration,
    ) -> Result<Compiled, String> {
        let kept = caches.map(|caches| caches.join(format!("{name}-{}", fingerprint(sources))));
        if let Some(folder) = kept.as_ref().filter(|folder| is_complete(folder, sources)) {
            return Ok(Compiled { folder: folder.clone(), _temporary: None });
        }
        let temporary = new_folder(caches).map_err(|error| error.to_string())?;
        compile(name, sources, temporary.path(), jdk, limit)?;
        if let Some(folder) = kept {
            // This fails if another process was faster, whose classes serve as well, or if files were removed there.
            if fs::rename(temporary.path(), &folder).is_err() && !is_complete(&folder, sources) {
                let _ = fs::remove_dir_all(&folder);
                let _ = fs::rename(temporary.path(), &folder);
            }
            if is_complete(&folder, sources) {
                return Ok(Compiled { folder, _temporary: None });
            }
        }
        Ok(Compiled { folder: temporary.path().to_path_buf(), _temporary: Some(temporary) })
    }
}

/// Where this user's caches are.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    cache_folder_of(env::var_os("XDG_CACHE_HOME"), env::var_os("HOME"))
}

fn cache_folder_of(xdg_cache_home: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    // By the rules of XDG, a path that is not absolute is none.
    let absolute = |path: Option<OsString>| path.map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = absolute(xdg_cache_home).or_else(|| Some(absolute(home)?.join(".cache")))?;
    Some(caches.join("lazuli"))
}

fn new_folder(caches: Option<&Path>) -> std::io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    let builder = builder.prefix("lazuli-classes-");
    let beside = caches.filter(|caches| fs::create_dir_all(caches).is_ok());
    match beside.map(|caches| builder.tempdir_in(caches)) {
        Some(Ok(folder)) => Ok(folder),
        _ => builder.tempdir(),
    }
}

/// Other sources are other classes.
fn fingerprint(sources: &[Source]) -> String {
    let mut hasher = DefaultHasher::new();
    for source in sources {
        (&source.path, &source.text).hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

fn is_complete(folder: &Path, sources: &[Source]) -> bool {
    sources.iter().all(|source| folder.join(&*source.path).with_extension("class").is_file())
}

/// For every Java that we know, whichever compiles it.
fn compile(name: &str, sources: &[Source], folder: &Path, jdk: &JdkHome, limit: Duration) -> Result<(), String> {
    let Some(mut command) = jdk.javac_command() else {
        return Err(format!("{} has no javac", jdk.path().display()));
    };
    let files = write_sources(sources, folder).map_err(|error| error.to_string())?;
    command.args(["--release", "17", "-d"]).arg(folder).arg("-classpath").arg(folder).args(files);
    match run_limited(command, limit) {
        ChildEnd::Exited { status, .. } if status.success() => Ok(()),
        ChildEnd::Exited { errors, .. } => Err(format!("javac does not compile the {name}: {}", first_line(&errors))),
        ChildEnd::TimedOut { .. } => Err(format!("no time left to compile the {name}")),
        ChildEnd::Failed(why) => Err(format!("javac cannot be started: {why}")),
    }
}

/// Write Java sources where their packages want them; the paths of the files.
pub fn write_sources(sources: &[Source], folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for source in sources {
        let file = folder.join(&*source.path);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        fs::write(&file, &*source.text)?;
        files.push(file);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(100);

    fn sources(text: &str) -> Vec<Source> {
        vec![Source { path: "p/Kept.java".into(), text: format!("package p; class Kept {{ {text} }}").into() }]
    }

    #[test]
    fn classes_are_compiled_once() {
        let caches = tempfile::tempdir().unwrap();
        let caches = caches.path().join("new").join("lazuli");
        let jdk = JdkHome::find(None).unwrap();
        let find = |text: &str, limit| Compiled::find_in(Some(&caches), "test", &sources(text), &jdk, limit);
        let first = find("", LONG).unwrap().folder;
        assert!(first.starts_with(&caches) && first.join("p/Kept.class").is_file(), "{first:?}");
        assert_eq!(find("", Duration::ZERO).unwrap().folder, first, "there is nothing left to compile");
        assert_ne!(find("int x;", LONG).unwrap().folder, first);
        // What is damaged is made anew.
        fs::remove_file(first.join("p/Kept.class")).unwrap();
        assert_eq!(find("", Duration::ZERO).err().unwrap(), "no time left to compile the test");
        assert_eq!(find("", LONG).unwrap().folder, first);
        assert!(first.join("p/Kept.class").is_file());
        assert_eq!(fs::read_dir(&caches).unwrap().count(), 2, "no temporary folder is left");
    }

    #[test]
    fn without_a_cache_they_are_temporary() {
        let folder = tempfile::tempdir().unwrap();
        let no_folder = folder.path().join("file");
        fs::write(&no_folder, "").unwrap();
        let jdk = JdkHome::find(None).unwrap();
        for caches in [None, Some(no_folder.as_path())] {
            let compiled = Compiled::find_in(caches, "test", &sources(""), &jdk, LONG).unwrap();
            let classes = compiled.folder.clone();
            assert!(classes.join("p/Kept.class").is_file());
            drop(compiled);
            assert!(!classes.exists());
        }
    }

    #[test]
    fn the_cache_is_where_xdg_says() {
        let text = |text: &str| Some(OsString::from(text));
        assert_eq!(cache_folder_of(text("/c"), text("/home/me")), Some(PathBuf::from("/c/lazuli")));
        assert_eq!(cache_folder_of(text("c"), text("/home/me")), Some(PathBuf::from("/home/me/.cache/lazuli")));
        assert_eq!(cache_folder_of(None, None), None);
    }
}
