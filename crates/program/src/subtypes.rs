//! Who is a subtype of whom, and which of the user's classes could stand for an unknown object.

use std::rc::Rc;

use crate::Program;
use crate::class::{ClassId, ClassKind, Origin};
use crate::code::Type;
use crate::error::LinkError;

impl Program {
    /// Is a value of class `sub` assignable to `sup`? (The rules of `checkcast` and `aastore`.)
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        if sub == sup || self.ancestors[sub.index()].contains(&sup) {
            return true;
        }
        match (&self.class(sub).kind, &self.class(sup).kind) {
            (ClassKind::Array { element: sub }, ClassKind::Array { element: sup }) => self.is_element_subtype(sub, sup),
            _ => false,
        }
    }

    fn is_element_subtype(&self, sub: &Type, sup: &Type) -> bool {
        match (sub, sup) {
            (Type::Reference(sub_name), Type::Reference(sup_name)) => {
                if sub_name == sup_name {
                    return true;
                }
                // An array class is only made after its elements' class, unless that does not exist; then nothing but
                // its own name is known of it.
                match (self.loaded(sub_name), self.loaded(sup_name)) {
                    (Some(sub), Some(sup)) => self.is_subclass(sub, sup),
                    _ => &**sup_name == "java/lang/Object",
                }
            }
            _ => sub == sup,
        }
    }

    /// Can `new` make objects of it?
    pub fn is_instantiable(&self, class: ClassId) -> bool {
        let class = self.class(class);
        class.kind == ClassKind::Instance && !class.is_abstract()
    }

    /// `class` itself and the user's classes that are subtypes of it, as far as they can be instantiated; ordered by
    /// name. The user's class path is scanned once; classes in it that do not link cannot have instances and are left
    /// out.
    pub fn instantiable_subtypes(&mut self, class: ClassId) -> Result<Vec<ClassId>, LinkError> {
        if let Some(known) = self.subtypes.get(&class) {
            return Ok(known.to_vec());
        }
        let user_classes = self.user_classes()?;
        let mut subtypes: Vec<ClassId> = user_classes
            .iter()
            .copied()
            .filter(|&candidate| self.is_instantiable(candidate) && self.is_subclass(candidate, class))
            .collect();
        if self.is_instantiable(class) && !subtypes.contains(&class) {
            subtypes.push(class);
        }
        subtypes.sort_by(|&a, &b| self.class(a).name.cmp(&self.class(b).name));
        self.subtypes.insert(class, subtypes.as_slice().into());
        Ok(subtypes)
    }

    /// All classes and interfaces of the user's that are subtypes of a class, in the order of their names: what arrays may have as
    /// elements need not be instantiable.
    pub fn subtypes_of_elements(&mut self, class: ClassId) -> Result<Vec<ClassId>, LinkError> {
        let user_classes = self.user_classes()?;
        let mut subtypes: Vec<ClassId> =
            user_classes.iter().copied().filter(|&candidate| self.is_subclass(candidate, class)).collect();
        subtypes.sort_by(|&a, &b| self.class(a).name.cmp(&self.class(b).name));
        Ok(subtypes)
    }

    /// Whether the class file of a user's class, other than those left out, has one of the texts in it. Yes, if one cannot be
    /// read.
    pub fn user_classes_mention(&self, texts: &[&str], is_left_out: &dyn Fn(&str) -> bool) -> bool {
        let Ok(names) = self.class_path.user_class_names() else { return true };
        let mentions = |bytes: &[u8]| {
            let has = |text: &&str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
            texts.iter().any(has)
        };
        names.iter().filter(|name| !is_left_out(name)).any(|name| match self.class_path.find(name) {
            Ok(Some(found)) => mentions(&found.bytes),
            Ok(None) => false,
            Err(_) => true,
        })
    }

    fn user_classes(&mut self) -> Result<Rc<[ClassId]>, LinkError> {
        if let Some(known) = &self.user_classes {
            return Ok(Rc::clone(known));
        }
        let names =
            self.class_path.user_class_names().map_err(|error| LinkError::Unreadable { class: "*".into(), error })?;
        let mut classes = Vec::new();
        for name in names {
            if let Ok(class) = self.load(&name)
                && self.class(class).origin == Origin::User
            {
                classes.push(class);
            }
        }
        let classes: Rc<[ClassId]> = classes.into();
        self.user_classes = Some(Rc::clone(&classes));
        Ok(classes)
    }

    /// Internal names of the classes given for analysis, sorted; empty if they cannot be listed.
    pub fn target_classes(&self) -> Vec<Rc<str>> {
        let names = self.class_path.target_class_names().unwrap_or_default();
        names.into_iter().map(Rc::from).collect()
    }
}
