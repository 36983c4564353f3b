//! Which of the user's classes are below a class, by the names that class files give of their parents.

use std::collections::HashSet;
use std::sync::Arc;

use crate::ClassPath;
use crate::error::ClassPathError;
use crate::user::parents;

const OBJECT: &str = "java/lang/Object";

impl ClassPath {
    /// The user's classes and interfaces, dependencies included, of which a class is an ancestor by name, itself included if it
    /// is one of them; sorted. Whether they link is not known. Found out once for all who read from this class path.
    pub fn user_classes_below(&self, class: &str) -> Result<Arc<[String]>, ClassPathError> {
        if let Some(known) = self.user.known_below(class) {
            return Ok(known);
        }
        let hierarchy = self.user.hierarchy()?;
        let below: Arc<[String]> = if class == OBJECT {
            hierarchy.names.iter().cloned().collect()
        } else {
            // From the class itself, and from those of the library's below it that are parents of the user's.
            let mut pending: Vec<&str> = vec![class];
            let is_users = hierarchy.contains(class);
            pending
                .extend(hierarchy.foreign_parents().filter(|parent| !is_users && self.is_library_below(parent, class)));
            let mut reached: HashSet<&str> = pending.iter().copied().collect();
            while let Some(name) = pending.pop() {
                for child in hierarchy.children(name) {
                    if reached.insert(child) {
                        pending.push(child);
                    }
                }
            }
            hierarchy.names.iter().filter(|name| reached.contains(name.as_str())).cloned().collect()
        };
        self.user.keep_below(class, &below);
        Ok(below)
    }

    /// Whether the library says that a class of its own is below another.
    fn is_library_below(&self, name: &str, class: &str) -> bool {
        let Some(jdk) = self.jdk() else { return false };
        let mut seen: HashSet<String> = HashSet::new();
        let mut pending = vec![name.to_owned()];
        while let Some(name) = pending.pop() {
            if name == class {
                return true;
            }
            if name != OBJECT
                && seen.insert(name.clone())
                && let Ok(Some(content)) = jdk.content(&name)
                && let Ok(file) = content.file()
                && let Ok(parents) = parents(&file)
            {
                pending.extend(parents);
            }
        }
        false
    }
}
