//! Jars: zip archives of class files, multi-release ones included.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use zip::ZipArchive;

use crate::error::ClassPathError;
use crate::folder::push_class_name;

/// A class file cannot be larger: its parts are counted in 16 bits, its attributes rarely exceed a few megabytes. The
/// limit keeps a hostile archive from unpacking to more than memory holds.
const MAXIMUM_CLASS_SIZE: u64 = 64 << 20;

/// An opened jar: its directory is read, its classes are not.
pub(crate) struct Jar {
    path: String,
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// Index of the archive's entry for each class, the best version for the JDK chosen.
    classes: HashMap<String, usize>,
}

impl Jar {
    /// `feature_version` is the JDK's: of `META-INF/versions/N` the largest N not above it wins.
    pub(crate) fn open(path: &Path, feature_version: u32) -> Result<Jar, ClassPathError> {
        let display = path.display().to_string();
        let file = File::open(path).map_err(|error| ClassPathError::from_io(path, &error))?;
        let mut archive = ZipArchive::new(BufReader::new(file))
            .map_err(|error| ClassPathError::Broken { path: display.clone(), why: format!("not a jar ({error})") })?;
        let is_multi_release = is_multi_release(&mut archive);
        let mut best: HashMap<String, (u32, usize)> = HashMap::new();
        for index in 0..archive.len() {
            let Some(Ok(entry_name)) = archive.name_for_index(index) else { continue };
            let Some(path_in_jar) = entry_name.strip_suffix(".class") else { continue };
            let (version, class_name) = match path_in_jar.strip_prefix("META-INF/versions/") {
                Some(versioned) if is_multi_release => {
                    let Some((version, class_name)) = versioned.split_once('/') else { continue };
                    let Ok(version) = version.parse::<u32>() else { continue };
                    if !(9..=feature_version).contains(&version) {
                        continue;
                    }
                    (version, class_name)
                }
                _ if path_in_jar.starts_with("META-INF/") => continue,
                _ => (0, path_in_jar),
            };
            let candidate = best.entry(class_name.to_owned()).or_insert((version, index));
            if version > candidate.0 {
                *candidate = (version, index);
            }
        }
        let classes = best.into_iter().map(|(name, (_, index))| (name, index)).collect();
        Ok(Jar { path: display, archive: Mutex::new(archive), classes })
    }

    pub(crate) fn find(&self, name: &str) -> Result<Option<(Vec<u8>, String)>, ClassPathError> {
        let Some(&index) = self.classes.get(name) else { return Ok(None) };
        let broken = |why: String| ClassPathError::Broken { path: self.path.clone(), why };
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let file = archive.by_index(index).map_err(|error| broken(format!("{name} cannot be unpacked ({error})")))?;
        let source = format!("{}!/{name}", self.path);
        let mut bytes = Vec::with_capacity(file.size().min(MAXIMUM_CLASS_SIZE) as usize + 1);
        file.take(MAXIMUM_CLASS_SIZE + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| broken(format!("{name} cannot be unpacked ({error})")))?;
        if bytes.len() as u64 > MAXIMUM_CLASS_SIZE {
            return Err(broken(format!("{name} is larger than any class file")));
        }
        Ok(Some((bytes, source)))
    }

    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.archive.lock().unwrap_or_else(PoisonError::into_inner).index_for_name(path).is_some()
    }

    pub(crate) fn class_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for name in self.classes.keys() {
            push_class_name(&mut names, name.clone());
        }
        names
    }
}

impl std::fmt::Debug for Jar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jar").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Does the manifest's main section say `Multi-Release: true`?
fn is_multi_release(archive: &mut ZipArchive<BufReader<File>>) -> bool {
    let Ok(manifest) = archive.by_name("META-INF/MANIFEST.MF") else { return false };
    let mut bytes = Vec::new();
    if manifest.take(1 << 20).read_to_end(&mut bytes).is_err() {
        return false;
    }
    let text = String::from_utf8_lossy(&bytes);
    // The main section ends at the first empty line; names and values ignore case.
    text.lines().map(str::trim_end).take_while(|line| !line.is_empty()).any(|line| {
        line.split_once(':').is_some_and(|(name, value)| {
            name.eq_ignore_ascii_case("Multi-Release") && value.trim().eq_ignore_ascii_case("true")
        })
    })
}
