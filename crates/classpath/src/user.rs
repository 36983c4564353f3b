//! The user's part of a class path: opened once, shared by all who read classes from it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::class_file::{ClassFile, FormatError};
use crate::error::ClassPathError;
use crate::{Entry, FoundClass, Origin};

/// Targets and dependencies. What was read is kept, for every search builds machines of its own, and each of them loads much the
/// same classes: a class path of 10,000 classes is some 30 MB.
#[derive(Default, Debug)]
pub struct UserClasses {
    targets: Vec<Arc<Entry>>,
    dependencies: Vec<Arc<Entry>>,
    found: Mutex<HashMap<String, Option<FoundClass>>>,
    outlines: OnceLock<Result<Arc<[Outline]>, ClassPathError>>,
    mentions: Mutex<HashMap<String, Arc<[String]>>>,
    reached: Mutex<HashMap<Vec<String>, Arc<HashSet<String>>>>,
}

/// What a class file says about its class without being linked.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Internal name.
    pub name: String,
    /// The superclass, if there is one, and the interfaces: internal names.
    pub parents: Vec<String>,
}

impl Outline {
    fn of(bytes: Vec<u8>) -> Result<Outline, FormatError> {
        let file = ClassFile::parse(bytes)?;
        let mut parents = Vec::with_capacity(1 + file.interfaces.len());
        let super_class = (file.super_class != 0).then_some(file.super_class);
        for index in super_class.into_iter().chain(file.interfaces.iter().copied()) {
            parents.push(file.class_name(index)?.into_owned());
        }
        Ok(Outline { name: file.name()?, parents })
    }
}

impl UserClasses {
    /// The same and one more entry with classes to be analysed.
    pub fn with_target(&self, entry: Entry) -> UserClasses {
        let mut targets = self.targets.clone();
        targets.push(Arc::new(entry));
        UserClasses { targets, dependencies: self.dependencies.clone(), ..UserClasses::default() }
    }

    /// The same and one more entry with classes that the targets need.
    pub fn with_dependency(&self, entry: Entry) -> UserClasses {
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
                if let Some((bytes, source)) = entry.find(name)? {
                    return Ok(Some(FoundClass { bytes, origin, source }));
                }
            }
        }
        Ok(None)
    }

    pub(crate) fn target_class_names(&self) -> Result<Vec<String>, ClassPathError> {
        class_names(&[&self.targets])
    }

    pub(crate) fn class_names(&self) -> Result<Vec<String>, ClassPathError> {
        class_names(&[&self.targets, &self.dependencies])
    }

    /// Every class that can be read, sorted by name.
    pub(crate) fn outlines(&self) -> Result<Arc<[Outline]>, ClassPathError> {
        let read = || {
            let mut outlines = Vec::new();
            for name in self.class_names()? {
                if let Some(found) = self.find(&name)?
                    && let Ok(outline) = Outline::of(found.bytes)
                {
                    outlines.push(outline);
                }
            }
            Ok(outlines.into())
        };
        self.outlines.get_or_init(read).clone()
    }

    /// The classes that these mention, directly or through others, in code, descriptors, signatures and strings, and all below
    /// them: what a reference to one of them may be.
    pub(crate) fn in_reach(&self, roots: Vec<String>) -> Result<Arc<HashSet<String>>, ClassPathError> {
        if let Some(known) = self.reached.lock().unwrap_or_else(PoisonError::into_inner).get(&roots) {
            return Ok(Arc::clone(known));
        }
        let outlines = self.outlines()?;
        let mut below: HashMap<&str, Vec<&str>> = HashMap::new();
        for outline in outlines.iter() {
            below.entry(&outline.name).or_default();
            for parent in &outline.parents {
                below.entry(parent).or_default().push(&outline.name);
            }
        }
        let names: HashSet<&str> = outlines.iter().map(|outline| outline.name.as_str()).collect();
        let mut reached: HashSet<String> = HashSet::new();
        let mut pending: Vec<String> = roots.clone();
        while let Some(name) = pending.pop() {
            if !names.contains(name.as_str()) || reached.contains(&name) {
                continue;
            }
            pending.extend(below[name.as_str()].iter().map(|name| (*name).to_owned()));
            if let Some(found) = self.find(&name)?
                && let Ok(file) = ClassFile::parse(found.bytes)
            {
                let texts = (1..file.constant_count()).filter_map(|index| file.utf8(index).ok());
                texts.for_each(|text| add_classes_in(&text, &names, &mut pending));
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
            if self.find(&name)?.is_some_and(|found| finder.find(&found.bytes).is_some()) {
                names.push(name);
            }
        }
        let names: Arc<[String]> = names.into();
        self.mentions.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned(), Arc::clone(&names));
        Ok(names)
    }
}

/// The classes that a text names: as it is, with dots, or as parts of a descriptor or signature.
fn add_classes_in(text: &str, names: &HashSet<&str>, found: &mut Vec<String>) {
    let mut add = |name: &str| found.extend(names.contains(name).then(|| name.to_owned()));
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

fn class_names(groups: &[&Vec<Arc<Entry>>]) -> Result<Vec<String>, ClassPathError> {
    let mut names = Vec::new();
    for entry in groups.iter().flat_map(|entries| entries.iter()) {
        names.extend(entry.class_names()?);
    }
    names.sort();
    names.dedup();
    Ok(names)
}
