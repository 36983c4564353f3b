//! Files below the home of a JDK, read when somebody asks for them, and kept.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::rc::Rc;

use crate::home::JdkHome;

/// Configuration and data are smaller; images and native code, which are not, are nothing that programs read.
const LARGEST: u64 = 4 << 20;

/// The files of a JDK. An error is the cause why nobody can tell.
pub struct JdkFiles {
    jdk: JdkHome,
    read: BTreeMap<String, Option<Rc<[u8]>>>,
}

impl JdkFiles {
    pub fn new(jdk: JdkHome) -> JdkFiles {
        JdkFiles { jdk, read: BTreeMap::new() }
    }

    /// The content of a regular file; `None` if there is none at this path below the home.
    pub fn content(&mut self, path: &str) -> Result<Option<Rc<[u8]>>, String> {
        if let Some(known) = self.read.get(path) {
            return Ok(known.clone());
        }
        let file = self.jdk.path().join(path);
        let content = match existing(fs::metadata(&file))? {
            Some(metadata) if metadata.is_file() && metadata.len() > LARGEST => {
                return Err("it is too large".to_string());
            }
            Some(metadata) if metadata.is_file() => existing(fs::read(&file))?.map(Rc::from),
            _ => None,
        };
        self.read.insert(path.to_string(), content.clone());
        Ok(content)
    }

    /// Whether a part of this path below the home is a link.
    pub fn is_link(&self, path: &str) -> Result<bool, String> {
        let home = self.jdk.path().canonicalize().map_err(|error| error.to_string())?;
        let plain = home.join(path);
        plain.canonicalize().map(|real| real != plain).map_err(|error| error.to_string())
    }

    /// The names in a folder, in order; `None` if there is none at this path below the home.
    pub fn names(&self, path: &str) -> Result<Option<Vec<String>>, String> {
        let folder = self.jdk.path().join(path);
        if !existing(fs::metadata(&folder))?.is_some_and(|metadata| metadata.is_dir()) {
            return Ok(None);
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(&folder).map_err(|error| error.to_string())? {
            let name = entry.map_err(|error| error.to_string())?.file_name();
            names.push(name.into_string().map_err(|_| "a name in it is no text".to_string())?);
        }
        names.sort();
        Ok(Some(names))
    }
}

/// What does not exist is an answer, too.
fn existing<T>(result: io::Result<T>) -> Result<Option<T>, String> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_folders_and_nothing() {
        let mut files = JdkFiles::new(JdkHome::find(None).unwrap());
        let release = files.content("release").unwrap().unwrap();
        assert!(String::from_utf8_lossy(&release).contains("JAVA_VERSION"));
        assert!(files.content("lib").unwrap().is_none());
        assert!(files.content("no/such/file").unwrap().is_none());
        assert!(files.content("release/below").unwrap().is_none());
        assert!(files.content("lib/modules").is_err());
        assert!(files.names("lib").unwrap().unwrap().contains(&"modules".to_string()));
        assert!(files.names("release").unwrap().is_none());
        assert!(files.names("no").unwrap().is_none());
    }
}
