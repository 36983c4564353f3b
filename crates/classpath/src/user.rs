//! The user's part of a class path: opened once, shared by all who read classes from it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::class_file::{ClassFile, FormatError};
use crate::content::Content;
use crate::error::ClassPathError;
use crate::{ClassPathEntry, FoundClass, Origin};

/// Targets and dependencies. What was read is kept, for every search builds machines of its own, and each of them loads much the
/// same classes: a class path of 10,000 classes is some 30 MB.
#[derive(Default, Debug)]
pub struct UserClasses {
    targets: Vec<Arc<ClassPathEntry>>,
    dependencies: Vec<Arc<ClassPathEntry>>,
    found: Mutex<HashMap<String, Option<FoundClass>>>,
    hierarchy: OnceLock<Result<Arc<Hierarchy>, ClassPathError>>,
    below: Mutex<HashMap<String, Arc<[String]>>>,
    mentions: Mutex<HashMap<String, Arc<[String]>>>,
    reached: Mutex<HashMap<Vec<String>, Arc<HashSet<String>>>>,
}

/// What class files say about their classes without being linked. Those that are malformed are left out.
#[derive(Default, Debug)]
pub(crate) struct Hierarchy {
    /// All that can be read: internal names, sorted.
    pub(crate) names: Vec<String>,
    /// The classes that name one as their superclass or interface.
    children: HashMap<String, Vec<String>>,
}

impl Hierarchy {
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }

    pub(crate) fn children(&self, name: &str) -> impl Iterator<Item = &str> {
        self.children.get(name).into_iter().flatten().map(String::as_str)
    }

    /// The parents that are not among these classes, in no order.
    pub(crate) fn foreign_parents(&self) -> impl Iterator<Item = &str> {
        self.children.keys().map(String::as_str).filter(|name| !self.contains(name))
    }
}

/// The superclass, if there is one, and the interfaces of a class: internal names.
pub(crate) fn parents(file: &ClassFile) -> Result<Vec<String>, FormatError> {
    let super_class = (file.super_class != 0).then_some(file.super_class);
    let parents = super_class.into_iter().chain(file.interfaces.iter().copied());
    parents.map(|index| file.class_name(index).map(Cow::into_owned)).collect()
}

impl UserClasses {
    /// The same and one more entry with classes to be analysed.
    pub fn with_target(&self, entry: ClassPathEntry) -> UserClasses {
        let mut targets = self.targets.clone();
        targets.push(Arc::new(entry));
        UserClasses { targets, dependencies: self.dependencies.clone(), ..UserClasses::default() }
    }

    /// The same and one more entry with classes that the targets need.
    pub fn with_dependency(&self, entry: ClassPathEntry) -> UserClasses {
        let mut dependencies = self.dependencies.clone();
        dependencies.push(Arc::new(entry));
        UserClasses { targets: self.targets.clone(), dependencies, ..UserClasses::default() }
    }

    pub(crate) fn find(&self, name: &str) -> Result<Option<FoundClass>, ClassPathError> {
        let kept = |found: &HashMap<String, Option<FoundClass>>| found.get(name).cloned();
        if let Some(known) = kept(&self.found.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(known);
        }
        let found = self.look_for(name)?;
        self.found.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), found.clone());
        Ok(found)
    }

    fn look_for(&self, name: &str) -> Result<Option<FoundClass>, ClassPathError> {
        for (entries, origin) in [(&self.targets, Origin::Target), (&self.dependencies, Origin::Dependency)] {
            for entry in entries {
                if let Some((bytes, _)) = entry.find(name)? {
                    return Ok(Some(FoundClass { content: Arc::new(Content::new(bytes)), origin }));
                }
            }
        }
        Ok(None)
    }

    /// Whether any entry has a file besides classes under this path.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.targets.iter().chain(&self.dependencies).any(|entry| entry.has_file(path))
    }

    pub(crate) fn target_class_names(&self) -> Result<Vec<String>, ClassPathError> {
        class_names(&[&self.targets])
    }

    pub(crate) fn class_names(&self) -> Result<Vec<String>, ClassPathError> {
        class_names(&[&self.targets, &self.dependencies])
    }

    /// Who is below whom.
    pub(crate) fn hierarchy(&self) -> Result<Arc<Hierarchy>, ClassPathError> {
        let read = || {
            let mut hierarchy = Hierarchy::default();
            for name in self.class_names()? {
                // Most of these classes are never loaded: what they say besides is not kept.
                if let Some(found) = self.find(&name)?
                    && let Ok(file) = ClassFile::parse(Arc::clone(&found.content.bytes))
                    && let (Ok(name), Ok(parents)) = (file.name(), parents(&file))
                {
                    for parent in parents {
                        hierarchy.children.entry(parent).or_default().push(name.clone());
                    }
                    hierarchy.names.push(name);
                }
            }
            hierarchy.names.sort();
            hierarchy.names.dedup();
            Ok(Arc::new(hierarchy))
        };
        self.hierarchy.get_or_init(read).clone()
    }

    /// What was found out about who is below a class.
    pub(crate) fn known_below(&self, class: &str) -> Option<Arc<[String]>> {
        self.below.lock().unwrap_or_else(PoisonError::into_inner).get(class).cloned()
    }

    pub(crate) fn keep_below(&self, class: &str, names: &Arc<[String]>) {
        self.below.lock().unwrap_or_else(PoisonError::into_inner).insert(class.to_owned(), Arc::clone(names));
    }

    /// The classes that these mention, directly or through others, in code, descriptors, signatures and strings, and all below
    /// them: what a reference to one of them may be.
    pub(crate) fn in_reach(&self, roots: Vec<String>) -> Result<Arc<HashSet<String>>, ClassPathError> {
        if let Some(known) = self.reached.lock().unwrap_or_else(PoisonError::into_inner).get(&roots) {
            return Ok(Arc::clone(known));
        }
        let hierarchy = self.hierarchy()?;
        let mut reached: HashSet<String> = HashSet::new();
        let mut pending: Vec<String> = roots.clone();
        while let Some(name) = pending.pop() {
            if reached.contains(&name) || !hierarchy.contains(&name) {
                continue;
            }
            pending.extend(hierarchy.children(&name).map(str::to_owned));
            if let Some(found) = self.find(&name)?
                && let Ok(file) = found.file()
            {
                let texts = (1..file.constant_count()).filter_map(|index| file.utf8(index).ok());
                texts.for_each(|text| add_classes_in(&text, &hierarchy, &mut pending));
            }
            reached.insert(name);
        }
        let reached = Arc::new(reached);
        self.reached.lock().unwrap_or_else(PoisonError::into_inner).insert(roots, Arc::clone(&reached));
        Ok(reached)
    }

    pub(crate) fn is_target(&self, name: &str) -> bool {
        let found = self.find(name);
        matches!(found, Ok(Some(FoundClass { origin: Origin::Target, .. })))
    }

    /// The internal names of the classes whose class files have this text in them, sorted.
    pub(crate) fn mentioning(&self, text: &str) -> Result<Arc<[String]>, ClassPathError> {
        let kept = |mentions: &HashMap<String, Arc<[String]>>| mentions.get(text).cloned();
        if let Some(known) = kept(&self.mentions.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(known);
        }
        let finder = memchr::memmem::Finder::new(text);
        let mut names = Vec::new();
        for name in self.class_names()? {
            if self.find(&name)?.is_some_and(|found| finder.find(&found.content.bytes).is_some()) {
                names.push(name);
            }
        }
        let names: Arc<[String]> = names.into();
        self.mentions.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned(), Arc::clone(&names));
        Ok(names)
    }
}

/// The classes that a text names: as it is, with dots, or as parts of a descriptor or signature.
fn add_classes_in(text: &str, hierarchy: &Hierarchy, found: &mut Vec<String>) {
    let mut add = |name: &str| found.extend(hierarchy.contains(name).then(|| name.to_owned()));
    add(text);
    if text.contains('.') {
        add(&text.replace('.', "/"));
    }
    if text.contains([';', '<']) {
        for (start, _) in text.match_indices('L') {
            let rest = &text[start + 1..];
            add(&rest[..rest.find([';', '<', '.']).unwrap_or(rest.len())]);
        }
    }
}

fn class_names(groups: &[&Vec<Arc<ClassPathEntry>>]) -> Result<Vec<String>, ClassPathError> {
    let mut names = Vec::new();
    for entry in groups.iter().flat_map(|entries| entries.iter()) {
        names.extend(entry.class_names()?);
    }
    names.sort();
    names.dedup();
    Ok(names)
}
