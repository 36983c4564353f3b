//! Resolution of symbolic references and selection of methods (JVMS 5.4.3 to 5.4.6).
//!
//! Deviation: resolution itself checks no access; [`Program::may_access`] is asked for code of the user's, whose classes may
//! have changed since it was compiled.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::Program;
use crate::class::{ClassId, FieldId, MethodId};
use crate::code::{ClassRef, FieldRef, MethodRef, Type};
use crate::error::LinkError;

impl Program {
    /// The class a reference names.
    pub fn resolve_class(&mut self, reference: &ClassRef) -> Result<ClassId, LinkError> {
        if let Some(&known) = reference.resolved.get() {
            return Ok(known);
        }
        let class = self.load(&reference.name)?;
        let _ = reference.resolved.set(class);
        Ok(class)
    }

    /// The field a reference names (JVMS 5.4.3.2).
    pub fn resolve_field(&mut self, reference: &FieldRef) -> Result<FieldId, LinkError> {
        if let Some(&known) = reference.resolved.get() {
            return Ok(known);
        }
        let class = self.load(&reference.class)?;
        let field = self.find_typed_field(class, &reference.name, Some(&reference.field_type)).ok_or_else(|| {
            LinkError::NoSuchField { class: Rc::clone(&reference.class), name: Rc::clone(&reference.name) }
        })?;
        let _ = reference.resolved.set(field);
        Ok(field)
    }

    /// The method a reference names (JVMS 5.4.3.3 and 5.4.3.4). The signature-polymorphic methods of MethodHandle and
    /// VarHandle resolve to their declaration whatever the descriptor says.
    pub fn resolve_method(&mut self, reference: &MethodRef) -> Result<MethodId, LinkError> {
        if let Some(&known) = reference.resolved.get() {
            return Ok(known);
        }
        let class = self.load(&reference.class)?;
        if self.class(class).is_interface() != reference.is_interface {
            let expected = if reference.is_interface { "an interface" } else { "a class" };
            let why = format!("is not {expected}, as the caller of {} assumes", reference.name);
            return Err(LinkError::IncompatibleChange { class: Rc::clone(&reference.class), why });
        }
        let (name, descriptor) = (&*reference.name, &*reference.descriptor);
        let found = if reference.is_interface {
            self.find_declared(class, name, descriptor).or_else(|| self.public_object_method(name, descriptor))
        } else {
            self.find_polymorphic(class, name).or_else(|| self.find_method(class, name, descriptor))
        };
        let found = found.or_else(|| self.find_interface_method(class, name, descriptor));
        let method = found.ok_or_else(|| LinkError::NoSuchMethod {
            class: Rc::clone(&reference.class),
            name: Rc::clone(&reference.name),
            descriptor: Rc::clone(&reference.descriptor),
        })?;
        let _ = reference.resolved.set(method);
        Ok(method)
    }

    /// May code of one class use a member of another (JVMS 5.4.4)? `access` are the flags of the member.
    pub fn may_access(&self, accessor: ClassId, holder: ClassId, access: u16) -> bool {
        const PUBLIC: u16 = 0x0001;
        const PRIVATE: u16 = 0x0002;
        const PROTECTED: u16 = 0x0004;
        let (from, to) = (self.class(accessor), self.class(holder));
        if accessor == holder || access & PUBLIC != 0 {
            return true;
        }
        if access & PRIVATE != 0 {
            return from.nest_host == to.nest_host;
        }
        package(&from.name) == package(&to.name) || access & PROTECTED != 0 && self.is_subclass(accessor, holder)
    }

    /// Declared method by name and descriptor, no inheritance.
    pub fn find_declared(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let sorted = &self.sorted_methods[class.index()];
        let found = sorted.binary_search_by(|&method| {
            let method = self.method(method);
            (&*method.name, &*method.descriptor).cmp(&(name, descriptor))
        });
        found.ok().map(|position| sorted[position])
    }

    /// Method by name and descriptor in the class or a superclass.
    pub fn find_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        self.class_chain(class).find_map(|class| self.find_declared(class, name, descriptor))
    }

    /// Field by name in the class, its interfaces or its superclasses.
    pub fn find_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        self.find_typed_field(class, name, None)
    }

    fn find_typed_field(&self, class: ClassId, name: &str, field_type: Option<&Type>) -> Option<FieldId> {
        for class in self.class_chain(class) {
            let declared = |class: ClassId| {
                self.class(class).fields.iter().copied().find(|&field| {
                    let field = self.field(field);
                    &*field.name == name && field_type.is_none_or(|expected| field.field_type == *expected)
                })
            };
            if let Some(field) = declared(class) {
                return Some(field);
            }
            // Superinterfaces of this class, nearest first; each once.
            let mut pending = self.class(class).interfaces.clone();
            let mut seen = FxHashSet::default();
            while !pending.is_empty() {
                let interface = pending.remove(0);
                if !seen.insert(interface) {
                    continue;
                }
                if let Some(field) = declared(interface) {
                    return Some(field);
                }
                pending.extend_from_slice(&self.class(interface).interfaces);
            }
        }
        None
    }

    /// The class and its superclasses, the class first.
    pub fn class_chain(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), |&class| self.class(class).super_class)
    }

    /// A signature-polymorphic method (JVMS 2.9.3).
    fn find_polymorphic(&self, class: ClassId, name: &str) -> Option<MethodId> {
        if !self.is_polymorphic_holder(class) {
            return None;
        }
        self.class(class)
            .methods
            .iter()
            .copied()
            .find(|&method| &*self.method(method).name == name && self.is_signature_polymorphic(method))
    }

    fn is_polymorphic_holder(&self, class: ClassId) -> bool {
        matches!(&*self.class(class).name, "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle")
    }

    /// Does the method take whatever arguments its caller passes (JVMS 2.9.3)?
    pub fn is_signature_polymorphic(&self, method: MethodId) -> bool {
        const VARARGS_NATIVE: u16 = 0x0180;
        let method = self.method(method);
        method.access & VARARGS_NATIVE == VARARGS_NATIVE
            && self.is_polymorphic_holder(method.class)
            && method.descriptor.starts_with("([Ljava/lang/Object;)")
    }

    fn public_object_method(&self, name: &str, descriptor: &str) -> Option<MethodId> {
        let object = self.loaded("java/lang/Object")?;
        let method = self.find_declared(object, name, descriptor)?;
        let found = self.method(method);
        (found.access & 0x0001 != 0 && !found.is_static()).then_some(method)
    }

    /// The method of the superinterfaces: the only maximally specific one with code, else any that is neither private
    /// nor static.
    fn find_interface_method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let maximal = self.maximally_specific(class, name, descriptor);
        let mut concrete = maximal.iter().filter(|&&method| !self.method(method).is_abstract());
        match (concrete.next(), concrete.next()) {
            (Some(&only), None) => Some(only),
            _ => maximal.first().copied(),
        }
    }

    /// Maximally specific methods among all superinterfaces (JVMS 5.4.3.3), in the order interfaces are found.
    fn maximally_specific(&self, class: ClassId, name: &str, descriptor: &str) -> Vec<MethodId> {
        let mut candidates: Vec<MethodId> = Vec::new();
        for interface in self.all_interfaces(class) {
            if let Some(method) = self.find_declared(interface, name, descriptor) {
                let found = self.method(method);
                if !found.is_private() && !found.is_static() {
                    candidates.push(method);
                }
            }
        }
        let is_overridden = |method: MethodId| {
            let holder = self.method(method).class;
            candidates.iter().any(|&other| {
                let other = self.method(other).class;
                other != holder && self.ancestors[other.index()].contains(&holder)
            })
        };
        candidates.iter().copied().filter(|&method| !is_overridden(method)).collect()
    }

    /// All superinterfaces of a class, its superclasses' included; the class itself is not among them.
    fn all_interfaces(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        for class in self.class_chain(class) {
            let mut next = self.class(class).interfaces.len();
            let mut pending: Vec<ClassId> = self.class(class).interfaces.clone();
            let mut position = 0;
            while position < next {
                let interface = pending[position];
                position += 1;
                if seen.insert(interface) {
                    found.push(interface);
                    pending.extend_from_slice(&self.class(interface).interfaces);
                    next = pending.len();
                }
            }
        }
        found
    }

    /// The method that `invokevirtual` or `invokeinterface` of `resolved` runs on a receiver of this class (JVMS 5.4.6).
    pub fn select(&mut self, receiver: ClassId, resolved: MethodId) -> Result<MethodId, LinkError> {
        if let Some(&known) = self.selected.get(&(receiver, resolved)) {
            return Ok(known);
        }
        let selected = self.select_uncached(receiver, resolved)?;
        self.selected.insert((receiver, resolved), selected);
        Ok(selected)
    }

    fn select_uncached(&self, receiver: ClassId, resolved: MethodId) -> Result<MethodId, LinkError> {
        let method = self.method(resolved);
        if method.is_private() || self.is_signature_polymorphic(resolved) {
            return Ok(resolved);
        }
        let (name, descriptor) = (&*method.name, &*method.descriptor);
        let missing = |name: &str, descriptor: &str| LinkError::AbstractMethod {
            class: Rc::clone(&self.class(receiver).name),
            name: name.into(),
            descriptor: descriptor.into(),
        };
        let selected = self.select_in_classes(receiver, resolved).or_else(|| {
            let maximal = self.maximally_specific(receiver, name, descriptor);
            let mut concrete = maximal.into_iter().filter(|&method| !self.method(method).is_abstract());
            match (concrete.next(), concrete.next()) {
                (only, None) => only,
                _ => None,
            }
        });
        match selected {
            Some(selected) if !self.method(selected).is_abstract() => Ok(selected),
            _ => Err(missing(name, descriptor)),
        }
    }

    /// The lowest method of the receiver's class chain that overrides `resolved` (JVMS 5.4.5): directly if it is public,
    /// protected or of the same package, or through a method in between that does.
    fn select_in_classes(&self, receiver: ClassId, resolved: MethodId) -> Option<MethodId> {
        let target = self.method(resolved);
        let is_open = |method: MethodId| self.method(method).access & 0x0005 != 0;
        let declared = |class: ClassId| {
            self.find_declared(class, &target.name, &target.descriptor).filter(|&found| {
                let found = self.method(found);
                !found.is_private() && !found.is_static()
            })
        };
        if is_open(resolved) {
            return self.class_chain(receiver).find_map(declared);
        }
        let mut chain: Vec<ClassId> = self.class_chain(receiver).collect();
        chain.reverse();
        let below = chain.into_iter().skip_while(|&class| class != target.class).skip(1);
        let mut overriding = vec![resolved];
        for class in below {
            let Some(candidate) = declared(class) else { continue };
            let overrides = |&overridden: &MethodId| {
                is_open(overridden)
                    || package(&self.class(class).name) == package(&self.class(self.method(overridden).class).name)
            };
            if overriding.iter().any(overrides) {
                overriding.push(candidate);
            }
        }
        overriding.last().copied()
    }

    /// The method that `invokespecial` of `resolved` runs in code of class `current` (JVMS 6.5.invokespecial): a
    /// superclass's method is looked up anew from the direct superclass.
    pub fn select_special(&self, current: ClassId, resolved: MethodId) -> Result<MethodId, LinkError> {
        let method = self.method(resolved);
        let is_super_call = &*method.name != "<init>"
            && !method.is_private()
            && !self.class(method.class).is_interface()
            && method.class != current
            && self.ancestors[current.index()].contains(&method.class);
        let mut selected = resolved;
        if is_super_call && let Some(parent) = self.class(current).super_class {
            let found = self.class_chain(parent).find_map(|class| {
                self.find_declared(class, &method.name, &method.descriptor)
                    .filter(|&found| !self.method(found).is_static())
            });
            selected = found.unwrap_or(resolved);
        }
        if self.method(selected).is_abstract() {
            return Err(LinkError::AbstractMethod {
                class: Rc::clone(&self.class(current).name),
                name: Rc::clone(&method.name),
                descriptor: Rc::clone(&method.descriptor),
            });
        }
        Ok(selected)
    }
}

/// The package part of an internal name.
fn package(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}
