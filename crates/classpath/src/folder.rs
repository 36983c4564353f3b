//! Folders of class files and single class files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::ClassPathError;

/// Deeper folders than this are no package hierarchy; the limit ends walks through linked folders.
const MAXIMUM_FOLDER_DEPTH: usize = 64;

/// A folder that holds `a/b/C.class` for class `a.b.C`.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(crate) fn open(path: &Path) -> Folder {
        Folder { root: path.to_path_buf() }
    }

    pub(crate) fn find(&self, name: &str) -> Result<Option<(Vec<u8>, String)>, ClassPathError> {
        if !is_plain_name(name) {
            return Ok(None);
        }
        let path = self.root.join(format!("{name}.class"));
        match fs::read(&path) {
            Ok(bytes) => Ok(Some((bytes, path.display().to_string()))),
            Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
                Ok(None)
            }
            // Names too long for the file system and the like cannot be files here.
            Err(error) if error.kind() == std::io::ErrorKind::InvalidFilename => Ok(None),
            Err(error) => Err(ClassPathError::from_io(&path, &error)),
        }
    }

    pub(crate) fn has_file(&self, path: &str) -> bool {
        is_plain_name(path) && self.root.join(path).exists()
    }

    pub(crate) fn class_names(&self) -> Result<Vec<String>, ClassPathError> {
        let mut names = Vec::new();
        self.walk(&self.root, "", 0, &mut names)?;
        Ok(names)
    }

    fn walk(&self, folder: &Path, prefix: &str, depth: usize, names: &mut Vec<String>) -> Result<(), ClassPathError> {
        if depth > MAXIMUM_FOLDER_DEPTH {
            return Ok(());
        }
        let entries = fs::read_dir(folder).map_err(|error| ClassPathError::from_io(folder, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| ClassPathError::from_io(folder, &error))?;
            let Ok(file_name) = entry.file_name().into_string() else { continue };
            let path = entry.path();
            if path.is_dir() {
                self.walk(&path, &format!("{prefix}{file_name}/"), depth + 1, names)?;
            } else if let Some(simple) = file_name.strip_suffix(".class") {
                push_class_name(names, format!("{prefix}{simple}"));
            }
        }
        Ok(())
    }
}

/// A class file given by itself; its content, not its place, decides its name.
#[derive(Debug)]
pub(crate) struct SingleFile {
    pub(crate) path: PathBuf,
    pub(crate) name: String,
}

impl SingleFile {
    pub(crate) fn open(path: &Path) -> Result<SingleFile, ClassPathError> {
        let bytes = fs::read(path).map_err(|error| ClassPathError::from_io(path, &error))?;
        let name = crate::class_file::ClassFile::parse(bytes)
            .and_then(|class_file| class_file.name())
            .map_err(|error| ClassPathError::Broken { path: path.display().to_string(), why: error.to_string() })?;
        Ok(SingleFile { path: path.to_path_buf(), name })
    }

    pub(crate) fn find(&self, name: &str) -> Result<Option<(Vec<u8>, String)>, ClassPathError> {
        if name != self.name {
            return Ok(None);
        }
        let bytes = fs::read(&self.path).map_err(|error| ClassPathError::from_io(&self.path, &error))?;
        Ok(Some((bytes, self.path.display().to_string())))
    }
}

/// Module and package descriptions are class files without a class in them.
pub(crate) fn push_class_name(names: &mut Vec<String>, name: String) {
    let simple = name.rsplit('/').next().unwrap_or(&name);
    if simple != "module-info" && simple != "package-info" {
        names.push(name);
    }
}

/// A class name from a class file is input: it must not climb out of the folder.
fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && !name.contains('\0')
        && !name.contains('\\')
        && name.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}
