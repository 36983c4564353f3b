//! The JDK's own classes, from its runtime image `lib/modules`.

use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ristretto_jimage::Image;

use crate::content::Content;
use crate::error::ClassPathError;
use crate::folder::push_class_name;

/// An opened JDK, 17 or later.
#[derive(Debug)]
pub struct Jdk {
    home: PathBuf,
    feature_version: u32,
    version: String,
    image: Image,
    /// In the order of the `release` file, `java.base` first.
    modules: Vec<String>,
    /// The module of each package seen so far. A package belongs to one module only.
    package_modules: Mutex<HashMap<String, usize>>,
    /// Classes that were asked for: every search builds machines of its own, and each of them loads much the same.
    contents: Mutex<HashMap<String, Option<Arc<Content>>>>,
}

impl Jdk {
    /// Open the JDK whose home is `home`.
    pub fn open(home: &Path) -> Result<Jdk, ClassPathError> {
        let not_a_jdk = |why: String| ClassPathError::NotAJdk { path: home.display().to_string(), why };
        if !home.is_dir() {
            return Err(ClassPathError::Missing { path: home.display().to_string() });
        }
        let release = fs::read_to_string(home.join("release"))
            .map_err(|error| not_a_jdk(format!("its file `release` cannot be read ({error})")))?;
        let version = release_value(&release, "JAVA_VERSION")
            .ok_or_else(|| not_a_jdk("its file `release` names no JAVA_VERSION".to_owned()))?
            .to_owned();
        let feature_version =
            feature_version(&version).ok_or_else(|| not_a_jdk(format!("its version `{version}` is not understood")))?;
        if feature_version < 17 {
            return Err(not_a_jdk(format!("it is version {feature_version}, and 17 or later is needed")));
        }
        let image_path = home.join("lib").join("modules");
        if !image_path.is_file() {
            return Err(not_a_jdk("it has no runtime image lib/modules".to_owned()));
        }
        // The image reader checks no offset of the file it maps, so a damaged image makes it panic.
        let image = catch_unwind(|| Image::from_file(&image_path))
            .map_err(|_| not_a_jdk("its runtime image lib/modules is damaged".to_owned()))?
            .map_err(|error| not_a_jdk(format!("its runtime image lib/modules cannot be read ({error})")))?;
        let mut modules: Vec<String> =
            release_value(&release, "MODULES").unwrap_or("java.base").split_whitespace().map(str::to_owned).collect();
        if let Some(position) = modules.iter().position(|module| module == "java.base") {
            modules.swap(0, position);
        }
        Ok(Jdk {
            home: home.to_path_buf(),
            feature_version,
            version,
            image,
            modules,
            package_modules: Mutex::default(),
            contents: Mutex::default(),
        })
    }

    /// The folder it was opened from.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// 17, 21, 25, ….
    pub fn feature_version(&self) -> u32 {
        self.feature_version
    }

    /// As the `release` file gives it: `17.0.15`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The names of its modules, `java.base` first.
    pub fn modules(&self) -> &[String] {
        &self.modules
    }

    /// The class file of `name` and where it is. One lookup once the package's module is known.
    pub fn find(&self, name: &str) -> Result<Option<(Vec<u8>, String)>, ClassPathError> {
        // A class without a package is no library class.
        let Some((package, _)) = name.rsplit_once('/') else { return Ok(None) };
        let known = locked(&self.package_modules).get(package).copied();
        if let Some(module) = known {
            return self.read(module, name);
        }
        for module in 0..self.modules.len() {
            if let Some(found) = self.read(module, name)? {
                locked(&self.package_modules).insert(package.to_owned(), module);
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The same, kept for all who ask.
    pub(crate) fn content(&self, name: &str) -> Result<Option<Arc<Content>>, ClassPathError> {
        if let Some(known) = locked(&self.contents).get(name) {
            return Ok(known.clone());
        }
        let content = self.find(name)?.map(|(bytes, _)| Arc::new(Content::new(bytes)));
        locked(&self.contents).insert(name.to_owned(), content.clone());
        Ok(content)
    }

    /// The module a class of the library is in.
    pub fn module_of(&self, name: &str) -> Option<&str> {
        let (package, _) = name.rsplit_once('/')?;
        let known = locked(&self.package_modules).get(package).copied();
        let module = match known {
            Some(module) => module,
            None => {
                self.find(name).ok()??;
                *locked(&self.package_modules).get(package)?
            }
        };
        Some(&self.modules[module])
    }

    /// The names of all classes of a module, sorted.
    pub fn class_names(&self, module: &str) -> Result<Vec<String>, ClassPathError> {
        let damaged = || ClassPathError::NotAJdk {
            path: self.home.display().to_string(),
            why: "its runtime image lib/modules is damaged".to_owned(),
        };
        let mut names = catch_unwind(AssertUnwindSafe(|| {
            let mut names = Vec::new();
            // Entries that cannot be read are the packages' directory of the image, not classes.
            for resource in self.image.iter().flatten() {
                if resource.module() == module && resource.extension() == "class" {
                    push_class_name(&mut names, format!("{}/{}", resource.parent(), resource.base()));
                }
            }
            names
        }))
        .map_err(|_| damaged())?;
        names.sort();
        Ok(names)
    }

    /// A class file of a module, and where it is.
    pub(crate) fn read(&self, module: usize, name: &str) -> Result<Option<(Vec<u8>, String)>, ClassPathError> {
        let resource_name = format!("/{}/{name}.class", self.modules[module]);
        // Compressed images (`jlink --compress`) and damaged ones make the image reader panic.
        let resource = catch_unwind(AssertUnwindSafe(|| {
            self.image.get_resource(&resource_name).ok().map(|resource| resource.data().to_vec())
        }))
        .map_err(|_| ClassPathError::NotAJdk {
            path: self.home.display().to_string(),
            why: format!("its runtime image is compressed or damaged at {resource_name}"),
        })?;
        Ok(resource.map(|bytes| (bytes, format!("jrt:{resource_name}"))))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value of `KEY="value"` in a `release` file.
fn release_value<'a>(release: &'a str, key: &str) -> Option<&'a str> {
    release.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == key).then(|| value.trim().trim_matches('"'))
    })
}

/// `17.0.15` → 17, `1.8.0_392` → 8.
fn feature_version(version: &str) -> Option<u32> {
    let mut numbers = version.split(['.', '_', '-', '+']);
    let first = numbers.next()?.parse().ok()?;
    if first == 1 { numbers.next()?.parse().ok() } else { Some(first) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_all_ages_are_understood() {
        assert_eq!(feature_version("17.0.15"), Some(17));
        assert_eq!(feature_version("25"), Some(25));
        assert_eq!(feature_version("26-ea"), Some(26));
        assert_eq!(feature_version("1.8.0_392"), Some(8));
        assert_eq!(feature_version("x"), None);
    }

    #[test]
    fn release_values_lose_their_quotes() {
        let release = "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\n";
        assert_eq!(release_value(release, "JAVA_VERSION"), Some("17.0.15"));
        assert_eq!(release_value(release, "MODULES"), None);
    }
}
