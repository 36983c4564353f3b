//! Which classes of which libraries are looked at.

use std::io;
use std::path::{Path, PathBuf};

use classpath::ClassPathEntry;
use classpath::class_file::ClassFile;
use testkit::generate::random::Random;

/// A jar or a folder of class files.
pub(super) struct Library {
    pub(super) name: String,
    pub(super) path: PathBuf,
    entry: ClassPathEntry,
}

/// A class to be checked.
pub(super) struct Chosen {
    pub(super) library: String,
    /// Internal name.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// The version of Java by which the content of multi-release jars is chosen: the oldest that is supported.
const FEATURE_VERSION: u32 = 17;

/// Everything below `folder` that holds classes, by name.
pub(super) fn libraries(folder: &Path, only: &str) -> io::Result<Vec<Library>> {
    let mut libraries = Vec::new();
    for item in std::fs::read_dir(folder)? {
        let path = item?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_library = path.is_dir() || path.extension().is_some_and(|extension| extension == "jar");
        if is_library && name.contains(only) {
            let entry = ClassPathEntry::open(&path, FEATURE_VERSION).map_err(io::Error::other)?;
            libraries.push(Library { name, path, entry });
        }
    }
    libraries.sort_by(|a, b| a.name.cmp(&b.name));
    match libraries.is_empty() {
        true => Err(io::Error::other(format!("{} has neither jars nor folders of class files", folder.display()))),
        false => Ok(libraries),
    }
}

/// `count` classes, each as likely as any other, in the order in which they were drawn.
pub(super) fn choose(libraries: &[Library], count: usize, seed: u64) -> io::Result<Vec<Chosen>> {
    let mut all: Vec<(&Library, String)> = Vec::new();
    for library in libraries {
        let names = library.entry.class_names().map_err(io::Error::other)?;
        all.extend(names.into_iter().filter(|name| !is_anonymous(name)).map(|name| (library, name)));
    }
    let mut random = Random::new(seed);
    let mut chosen = Vec::new();
    while chosen.len() < count && !all.is_empty() {
        let (library, name) = all.swap_remove(random.below(all.len()));
        let found = library.entry.find(&name).map_err(io::Error::other)?;
        if let Some((bytes, _)) = found
            && has_entry(&bytes)
        {
            chosen.push(Chosen { library: library.name.clone(), name, bytes });
        }
    }
    Ok(chosen)
}

/// Whether a user could not name it: anonymous and local classes.
fn is_anonymous(name: &str) -> bool {
    name.split('$').skip(1).any(|part| part.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// Whether `lazuli check` finds a method in it: one with code that is neither private nor a compiler's.
fn has_entry(bytes: &[u8]) -> bool {
    const PRIVATE_OR_SYNTHETIC: u16 = 0x0002 | 0x1000;
    let Ok(class) = ClassFile::parse(bytes.to_vec()) else { return false };
    class.methods.iter().any(|method| {
        let is_constructor = class.utf8(method.name).is_ok_and(|name| name.starts_with('<'));
        method.access & PRIVATE_OR_SYNTHETIC == 0 && class.has_code(method) && !is_constructor
    })
}
