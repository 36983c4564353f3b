//! The PATHs of the command line as places that both we and a JVM can read classes from.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use classpath::class_file::ClassFile;
use classpath::{ClassPath, ClassPathEntry, Jdk, UserClasses};
use tempfile::TempDir;

use crate::error::{Error, Result};
use jvm::{JdkHome, write_sources};

/// Prepared inputs. The temporary folder they may lie in goes when this does.
pub(crate) struct Inputs {
    /// To be analysed: folders and jars.
    pub(crate) targets: Vec<PathBuf>,
    /// Needed by them: folders and jars.
    pub(crate) dependencies: Vec<PathBuf>,
    /// The `.java` files among the PATHs.
    pub(crate) sources: Vec<PathBuf>,
    work: Option<TempDir>,
    /// Targets and dependencies, once opened: all machines read from the same.
    user: OnceLock<Arc<UserClasses>>,
    /// The library, likewise.
    library: OnceLock<Arc<Jdk>>,
}

impl Inputs {
    /// Compile sources, put single class files where their package wants them, and check that the rest is there.
    pub(crate) fn prepare(paths: &[PathBuf], class_path: &[PathBuf], jdk: &JdkHome) -> Result<Inputs> {
        let mut inputs = Inputs {
            targets: Vec::new(),
            dependencies: class_path.iter().filter(|path| !path.as_os_str().is_empty()).cloned().collect(),
            sources: Vec::new(),
            work: None,
            user: OnceLock::new(),
            library: OnceLock::new(),
        };
        for path in paths.iter().chain(&inputs.dependencies) {
            if let Err(error) = fs::metadata(path) {
                return Err(Error::new(format!("{} cannot be read: {error}", path.display())));
            }
        }
        let mut class_files = Vec::new();
        for path in paths {
            let extension = path.extension().and_then(|extension| extension.to_str());
            match extension {
                _ if path.is_dir() => inputs.targets.push(path.clone()),
                Some("java") => inputs.sources.push(path.clone()),
                Some("class") => class_files.push(path),
                _ => inputs.targets.push(path.clone()),
            }
        }
        if !inputs.sources.is_empty() || !class_files.is_empty() {
            let work = tempfile::Builder::new()
                .prefix("lazuli-")
                .tempdir()
                .map_err(|error| Error::new(format!("no temporary folder could be made: {error}")))?;
            for file in class_files {
                place_class_file(file, work.path())?;
            }
            inputs.compile(jdk, work.path())?;
            inputs.targets.insert(0, work.path().to_path_buf());
            inputs.work = Some(work);
        }
        Ok(inputs)
    }

    /// The folder of what was compiled or copied, which will be removed.
    pub(crate) fn temporary_folder(&self) -> Option<&Path> {
        self.work.as_ref().map(TempDir::path)
    }

    /// Everything a JVM needs to run the user's code.
    pub(crate) fn jvm_class_path(&self) -> impl Iterator<Item = &PathBuf> {
        self.targets.iter().chain(&self.dependencies)
    }

    /// Everything we need to analyse it.
    pub(crate) fn open(&self, jdk: &JdkHome) -> Result<ClassPath> {
        let jdk = match self.library.get() {
            Some(library) => library,
            None => {
                let library = Arc::new(Jdk::open(jdk.path())?);
                self.library.get_or_init(|| library)
            }
        };
        let user = match self.user.get() {
            Some(user) => user,
            None => {
                let user = Arc::new(self.open_user_classes(jdk.feature_version())?);
                self.user.get_or_init(|| user)
            }
        };
        let class_path = ClassPath::sharing(Arc::clone(jdk), Arc::clone(user));
        if !self.targets.is_empty() && class_path.target_class_names()?.is_empty() {
            let places: Vec<String> = self.targets.iter().map(|target| target.display().to_string()).collect();
            return Err(Error::new(format!("there are no class files in {}", places.join(", "))));
        }
        Ok(class_path)
    }

    fn open_user_classes(&self, feature_version: u32) -> Result<UserClasses> {
        let mut user = UserClasses::default();
        for target in &self.targets {
            user = user.with_target(ClassPathEntry::open(target, feature_version)?);
        }
        for dependency in &self.dependencies {
            user = user.with_dependency(ClassPathEntry::open(dependency, feature_version)?);
        }
        Ok(user)
    }

    /// The sources of `lazuli.Sym` and its like in a temporary folder, if the user's sources mention them.
    fn api_sources(&self) -> Result<Option<TempDir>> {
        let mentions = |source: &PathBuf| {
            fs::read(source).is_ok_and(|bytes| report::api::is_mentioned_in(&String::from_utf8_lossy(&bytes)))
        };
        if !self.sources.iter().any(mentions) {
            return Ok(None);
        }
        let make = || {
            let folder = tempfile::Builder::new().prefix("lazuli-api-").tempdir()?;
            write_sources(&report::api::SOURCES, folder.path())?;
            write_sources(&report::api::ANNOTATIONS, folder.path())?;
            Ok(folder)
        };
        let folder = make().map_err(|error: std::io::Error| {
            Error::new(format!("the sources of lazuli.Sym cannot be written: {error}"))
        })?;
        Ok(Some(folder))
    }

    fn compile(&self, jdk: &JdkHome, into: &Path) -> Result<()> {
        if self.sources.is_empty() {
            return Ok(());
        }
        let Some(mut javac) = jdk.javac_command() else {
            let home = jdk.path().display();
            return Err(Error::new(format!("{home} has no javac to compile {} with", self.sources[0].display())));
        };
        // The output folder comes first: class files given beside the sources are already there. The classes through which a
        // program asks for unknown values come last: javac compiles those that the class path lacks.
        let api = self.api_sources()?;
        let api_folder = api.as_ref().map(|folder| folder.path().to_path_buf());
        let class_path =
            join_class_path([&into.to_path_buf()].into_iter().chain(self.jvm_class_path()).chain(&api_folder))?;
        javac.args(["-g", "-d"]).arg(into).arg("-classpath").arg(class_path).args(&self.sources);
        let output = javac.output().map_err(|error| Error::new(format!("javac cannot be started: {error}")))?;
        if output.status.success() {
            return Ok(());
        }
        let names: Vec<String> = self.sources.iter().map(|source| source.display().to_string()).collect();
        let said = String::from_utf8_lossy(&output.stderr);
        Err(Error::with_detail(format!("javac does not compile {}:", names.join(", ")), said))
    }
}

/// Copied to where a class loader looks for it; the file's own path need not say so.
fn place_class_file(file: &Path, folder: &Path) -> Result<()> {
    let bytes = fs::read(file).map_err(|error| Error::new(format!("{} cannot be read: {error}", file.display())))?;
    let name = ClassFile::parse(bytes.clone())
        .and_then(|class| class.name())
        .map_err(|error| Error::new(format!("{} is not a valid class file: {error}", file.display())))?;
    let harmless = name.split('/').all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains('\0'));
    if !harmless {
        return Err(Error::new(format!("{} is not a valid class file: it names itself '{name}'", file.display())));
    }
    let place = folder.join(format!("{name}.class"));
    let parent = place.parent().unwrap_or(folder);
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(&place, bytes))
        .map_err(|error| Error::new(format!("{} cannot be written: {error}", place.display())))
}

/// One argument for `-classpath`.
pub(crate) fn join_class_path<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<OsString> {
    std::env::join_paths(paths).map_err(|error| Error::new(format!("the class path cannot be written down: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_broken_paths_are_sentences() {
        let folder = tempfile::tempdir().unwrap();
        let jdk = JdkHome::find(None).unwrap();
        let missing = folder.path().join("Missing.java");
        let message = Inputs::prepare(std::slice::from_ref(&missing), &[], &jdk).err().unwrap().to_string();
        assert!(message.starts_with(&format!("{} cannot be read: ", missing.display())), "{message}");
        let broken = folder.path().join("Broken.class");
        fs::write(&broken, [0xca, 0xfe, 0xba, 0xbe, 0, 0]).unwrap();
        let message = Inputs::prepare(std::slice::from_ref(&broken), &[], &jdk).err().unwrap().to_string();
        assert!(message.contains("Broken.class is not a valid class file: "), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }

    #[test]
    fn sources_are_compiled_and_cleaned_up() {
        let folder = tempfile::tempdir().unwrap();
        let jdk = JdkHome::find(None).unwrap();
        let good = folder.path().join("Good.java");
        fs::write(&good, "package p; class Good { int f(int x) { return 1 / x; } }").unwrap();
        let inputs = Inputs::prepare(&[good], &[], &jdk).unwrap();
        let work = inputs.temporary_folder().unwrap().to_path_buf();
        assert!(work.join("p/Good.class").is_file());
        assert_eq!(inputs.open(&jdk).unwrap().target_class_names().unwrap(), ["p/Good"]);
        // A class file on its own is placed by its name, not by its path.
        let moved = folder.path().join("moved.class");
        fs::copy(work.join("p/Good.class"), &moved).unwrap();
        drop(inputs);
        assert!(!work.exists());
        let inputs = Inputs::prepare(&[moved], &[], &jdk).unwrap();
        assert!(inputs.temporary_folder().unwrap().join("p/Good.class").is_file());
    }

    #[test]
    fn compiler_errors_are_shown() {
        let folder = tempfile::tempdir().unwrap();
        let jdk = JdkHome::find(None).unwrap();
        let bad = folder.path().join("Bad.java");
        fs::write(&bad, "class Bad { int f() { return nothing; } }").unwrap();
        let message = Inputs::prepare(&[bad], &[], &jdk).err().unwrap().to_string();
        assert!(message.starts_with("javac does not compile "), "{message}");
        assert!(message.contains("cannot find symbol"), "{message}");
    }
}
