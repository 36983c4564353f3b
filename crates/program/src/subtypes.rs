//! Who is a subtype of whom, and which of the user's classes could stand for an unknown object.

use std::rc::Rc;

use classpath::class_file::PoolEntry;

use crate::Program;
use crate::class::{ClassId, ClassKind, ClassOrigin};
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

    /// Whether there may be objects, of classes known or not, that are instances of both. A class is below one class and any
    /// number of interfaces; nothing is below a final one, and arrays are of what their elements are of.
    pub fn may_have_common_subtype(&self, one: ClassId, other: ClassId) -> bool {
        const ACC_FINAL: u16 = 0x0010;
        if self.is_subclass(one, other) || self.is_subclass(other, one) {
            return true;
        }
        let (left, right) = (self.class(one), self.class(other));
        match (&left.kind, &right.kind) {
            (ClassKind::Array { element: left }, ClassKind::Array { element: right }) => match (left, right) {
                (Type::Reference(left), Type::Reference(right)) => match (self.loaded(left), self.loaded(right)) {
                    (Some(left), Some(right)) => self.may_have_common_subtype(left, right),
                    _ => true,
                },
                _ => false,
            },
            (ClassKind::Array { .. }, _) | (_, ClassKind::Array { .. }) => false,
            _ => (left.is_interface() || right.is_interface()) && (left.access | right.access) & ACC_FINAL == 0,
        }
    }

    /// Can `new` make objects of it?
    pub fn is_instantiable(&self, class: ClassId) -> bool {
        let class = self.class(class);
        class.kind == ClassKind::Instance && !class.is_abstract()
    }

    /// `class` itself and the user's classes that are subtypes of it, as far as they can be instantiated; ordered by
    /// name. Classes that do not link cannot have instances and are left out, and so are those below a class of the
    /// library that nothing mentions.
    pub fn instantiable_subtypes(&mut self, class: ClassId) -> Result<Vec<ClassId>, LinkError> {
        if let Some(known) = self.subtypes.get(&class) {
            return Ok(known.to_vec());
        }
        let mut subtypes = self.user_subtypes(class)?;
        subtypes.retain(|&candidate| self.is_instantiable(candidate));
        if self.is_instantiable(class) && !subtypes.contains(&class) {
            subtypes.push(class);
        }
        subtypes.sort_by(|&a, &b| self.class(a).name.cmp(&self.class(b).name));
        self.subtypes.insert(class, subtypes.as_slice().into());
        Ok(subtypes)
    }

    /// All classes and interfaces of the user's that are subtypes of a class, in the order of their names: what arrays may have as
    /// elements need not be instantiable. Below a class of the library only those that are mentioned.
    pub fn subtypes_of_elements(&mut self, class: ClassId) -> Result<Vec<ClassId>, LinkError> {
        let mut subtypes = self.user_subtypes(class)?;
        subtypes.sort_by(|&a, &b| self.class(a).name.cmp(&self.class(b).name));
        Ok(subtypes)
    }

    /// Whether the class file of a user's class, other than those left out, has one of the texts in it. Yes, if one cannot be
    /// read.
    pub fn user_classes_mention(&self, texts: &[&str], is_left_out: &dyn Fn(&str) -> bool) -> bool {
        texts.iter().any(|text| match self.class_path.user_classes_mentioning(text) {
            Ok(names) => names.iter().any(|name| !is_left_out(name)),
            Err(_) => true,
        })
    }

    /// Whether a lambda or a method reference in the user's code may be an object of this interface, or of one below it. Yes, if
    /// that cannot be read.
    pub fn has_lambda_of(&mut self, interface: ClassId) -> bool {
        let Ok(mut interfaces) = self.user_subtypes(interface) else { return true };
        interfaces.retain(|class| self.class(*class).is_interface());
        let results: Vec<String> = interfaces.iter().map(|class| format!(")L{};", self.class(*class).name)).collect();
        results.iter().any(|result| match self.class_path.user_classes_mentioning(result) {
            Ok(names) => names.iter().any(|name| self.has_dynamic_call_for(name, result)),
            Err(_) => true,
        })
    }

    /// Whether a class has a call site that is linked when it is reached, and whose descriptor ends so.
    fn has_dynamic_call_for(&self, name: &str, result: &str) -> bool {
        let Ok(Some(found)) = self.class_path.find(name) else { return true };
        let Ok(file) = found.file() else { return true };
        (1..file.constant_count()).any(|index| match file.constant(index) {
            Ok(PoolEntry::InvokeDynamic { name_and_type, .. }) => {
                file.name_and_type(name_and_type).is_ok_and(|(_, descriptor)| descriptor.ends_with(result))
            }
            _ => false,
        })
    }

    /// The user's classes and interfaces that are subtypes of a class, itself included if it is one. Names tell which may be:
    /// only these are loaded.
    fn user_subtypes(&mut self, class: ClassId) -> Result<Vec<ClassId>, LinkError> {
        let below = self
            .class_path
            .user_classes_below(&self.class(class).name)
            .map_err(|error| LinkError::Unreadable { class: "*".into(), error })?;
        let is_listed = |program: &Program, name: &str| {
            let class = program.class(class);
            let is_targets = || &*class.name != "java/lang/Object" && program.class_path.is_target(name);
            class.origin == ClassOrigin::User || program.is_name_mentioned(name) || is_targets()
        };
        let mut subtypes = Vec::new();
        for name in below.iter() {
            if is_listed(self, name)
                && let Ok(subtype) = self.load(name)
                && self.class(subtype).origin == ClassOrigin::User
                && self.is_subclass(subtype, class)
            {
                subtypes.push(subtype);
            }
        }
        Ok(subtypes)
    }

    /// Internal names of the classes given for analysis, sorted; empty if they cannot be listed.
    pub fn target_classes(&self) -> Vec<Rc<str>> {
        let names = self.class_path.target_class_names().unwrap_or_default();
        names.into_iter().map(Rc::from).collect()
    }
}
