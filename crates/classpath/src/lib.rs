//! Where classes come from: folders, class files, jars, the JDK's runtime image; and the class-file format.
//!
//! Invariant: knows bytes and names, never what they mean: nothing here links, resolves or executes.
//! Invariant: opening a folder, a jar or a JDK reads no class; classes are read one at a time, when asked for, and each once,
//! however many read from the same class path.

pub mod class_file;
mod content;
mod error;
mod folder;
mod hierarchy;
mod jar;
mod jdk;
mod pool;
mod services;
mod user;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

pub use error::ClassPathError;
pub use jdk::Jdk;
pub use user::UserClasses;

use class_file::{ClassFile, FormatError};
use content::Content;
use folder::{Folder, SingleFile};
use jar::Jar;

/// Whose class it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Given for analysis.
    Target,
    /// Given by `--class-path`.
    Dependency,
    /// The JDK's.
    Library,
}

/// A class file and where it came from.
#[derive(Clone, Debug)]
pub struct FoundClass {
    content: Arc<Content>,
    pub origin: Origin,
}

impl FoundClass {
    /// What the bytes say, found out on first use, for all who read it.
    pub fn file(&self) -> Result<Arc<ClassFile>, FormatError> {
        self.content.file()
    }
}

#[derive(Debug)]
enum Place {
    Folder(Folder),
    SingleFile(SingleFile),
    Jar(Jar),
    Memory { name: String, bytes: Arc<[u8]> },
}

/// One place of the class path: a folder of classes, a jar, a single class file.
#[derive(Debug)]
pub struct ClassPathEntry {
    place: Place,
}

impl ClassPathEntry {
    /// Open what is at `path`. `feature_version` is the JDK's and chooses among the versions of a multi-release jar.
    pub fn open(path: &Path, feature_version: u32) -> Result<ClassPathEntry, ClassPathError> {
        let metadata = std::fs::metadata(path).map_err(|error| ClassPathError::from_io(path, &error))?;
        let place = if metadata.is_dir() {
            Place::Folder(Folder::open(path))
        } else if path.extension().is_some_and(|extension| extension == "class") {
            Place::SingleFile(SingleFile::open(path)?)
        } else {
            Place::Jar(Jar::open(path, feature_version)?)
        };
        Ok(ClassPathEntry { place })
    }

    /// A class file that is in memory already; its content decides its name.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<ClassPathEntry, FormatError> {
        let class_file = class_file::ClassFile::parse(bytes)?;
        let name = class_file.name()?;
        Ok(ClassPathEntry { place: Place::Memory { name, bytes: Arc::clone(class_file.bytes()) } })
    }

    /// The class file of `name`, if this entry has it, and where it is.
    pub fn find(&self, name: &str) -> Result<Option<(Vec<u8>, String)>, ClassPathError> {
        match &self.place {
            Place::Folder(folder) => folder.find(name),
            Place::SingleFile(file) => file.find(name),
            Place::Jar(jar) => jar.find(name),
            Place::Memory { name: own, bytes } => Ok((own == name).then(|| (bytes.to_vec(), "memory".to_owned()))),
        }
    }

    /// Whether there is a file besides classes under this path.
    fn has_file(&self, path: &str) -> bool {
        match &self.place {
            Place::Folder(folder) => folder.has_file(path),
            Place::Jar(jar) => jar.has_file(path),
            Place::SingleFile(_) | Place::Memory { .. } => false,
        }
    }

    /// The internal names of all classes here, sorted.
    pub fn class_names(&self) -> Result<Vec<String>, ClassPathError> {
        let mut names = match &self.place {
            Place::Folder(folder) => folder.class_names()?,
            Place::SingleFile(file) => vec![file.name.clone()],
            Place::Jar(jar) => jar.class_names(),
            Place::Memory { name, .. } => vec![name.clone()],
        };
        names.sort();
        Ok(names)
    }
}

/// Everything classes are looked up in: targets first, then dependencies, then the JDK.
#[derive(Debug)]
pub struct ClassPath {
    user: Arc<UserClasses>,
    jdk: Option<Arc<Jdk>>,
}

impl ClassPath {
    /// The JDK alone; add the user's code with [`ClassPath::with_target`] and [`ClassPath::with_dependency`].
    pub fn new(jdk: impl Into<Arc<Jdk>>) -> ClassPath {
        ClassPath::sharing(jdk, Arc::default())
    }

    /// The JDK and classes of the user's, both of which others may read, too.
    pub fn sharing(jdk: impl Into<Arc<Jdk>>, user: Arc<UserClasses>) -> ClassPath {
        ClassPath { user, jdk: Some(jdk.into()) }
    }

    /// Whether classes come from the very same files, opened once.
    pub fn is_same(&self, other: &ClassPath) -> bool {
        let is_same_jdk = match (&self.jdk, &other.jdk) {
            (Some(jdk), Some(other)) => Arc::ptr_eq(jdk, other),
            (None, None) => true,
            _ => false,
        };
        is_same_jdk && Arc::ptr_eq(&self.user, &other.user)
    }

    /// Without any library: only for tests of the class-file path itself.
    pub fn without_library() -> ClassPath {
        ClassPath { user: Arc::default(), jdk: None }
    }

    /// Add user code to be analysed.
    pub fn with_target(self, path: &Path) -> Result<ClassPath, ClassPathError> {
        let entry = ClassPathEntry::open(path, self.feature_version())?;
        Ok(self.with_target_entry(entry))
    }

    /// Add user code to be analysed that is open already.
    pub fn with_target_entry(mut self, entry: ClassPathEntry) -> ClassPath {
        self.user = Arc::new(self.user.with_target(entry));
        self
    }

    /// Add user code that is only needed by the targets.
    pub fn with_dependency(mut self, path: &Path) -> Result<ClassPath, ClassPathError> {
        let entry = ClassPathEntry::open(path, self.feature_version())?;
        self.user = Arc::new(self.user.with_dependency(entry));
        Ok(self)
    }

    /// The library.
    pub fn jdk(&self) -> Option<&Jdk> {
        self.jdk.as_deref()
    }

    fn feature_version(&self) -> u32 {
        self.jdk.as_ref().map_or(17, |jdk| jdk.feature_version())
    }

    /// The class file of an internal name such as `java/util/List`. The user's code comes first, but nobody but the JDK
    /// defines classes of `java/`.
    pub fn find(&self, name: &str) -> Result<Option<FoundClass>, ClassPathError> {
        if (!name.starts_with("java/") || self.jdk.is_none())
            && let Some(found) = self.user.find(name)?
        {
            return Ok(Some(found));
        }
        let Some(jdk) = &self.jdk else { return Ok(None) };
        Ok(jdk.content(name)?.map(|content| FoundClass { content, origin: Origin::Library }))
    }

    /// The internal names of all classes to be analysed, sorted, each once.
    pub fn target_class_names(&self) -> Result<Vec<String>, ClassPathError> {
        self.user.target_class_names()
    }

    /// The internal names of all classes of the user, dependencies included, sorted, each once.
    pub fn user_class_names(&self) -> Result<Vec<String>, ClassPathError> {
        self.user.class_names()
    }

    /// The user's classes that these mention, directly or through others, and all below them.
    pub fn user_classes_in_reach(&self, roots: Vec<String>) -> Result<Arc<HashSet<String>>, ClassPathError> {
        self.user.in_reach(roots)
    }

    /// Whether a class is one of those to be analysed.
    pub fn is_target(&self, name: &str) -> bool {
        self.user.is_target(name)
    }

    /// The internal names of the user's classes whose class files have a text in them, sorted.
    pub fn user_classes_mentioning(&self, text: &str) -> Result<Arc<[String]>, ClassPathError> {
        self.user.mentioning(text)
    }
}
