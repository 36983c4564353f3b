//! Loading and linking: from a name to a class with superclasses, members and layout (JVMS 5.3, 5.4.2).

use std::rc::Rc;
use std::sync::Arc;

use classpath::class_file::{ClassFile, FormatError, MemberInfo, PoolEntry};
use rustc_hash::FxHashSet;

use crate::Program;
use crate::class::{
    Class, ClassId, ClassKind, ClassOrigin, ConstantValue, Field, FieldId, InnerClass, Method, MethodId,
};
use crate::code::Type;
use crate::descriptor::{
    self, PRIMITIVE_NAMES, Signature, array_name, element_type, is_class_name, parse_signature, parse_type, slot_count,
};
use crate::error::LinkError;
use crate::program::CodeSource;

const ACC_STATIC: u16 = 0x0008;
const ACC_FINAL: u16 = 0x0010;
const ACC_NATIVE: u16 = 0x0100;
const ACC_INTERFACE: u16 = 0x0200;
const ACC_ABSTRACT: u16 = 0x0400;
const ACC_MODULE: u16 = 0x8000;

/// Class-file versions understood: Java 1.0.2 to 25.
const VERSIONS: std::ops::RangeInclusive<u16> = 45..=69;

/// Superclasses are loaded by recursion; a longer chain than this is an attack on the stack, not a program.
const MAXIMUM_INHERITANCE_DEPTH: usize = 400;

/// A class about to be added to the tables.
pub(crate) struct NewClass {
    pub(crate) name: Rc<str>,
    pub(crate) kind: ClassKind,
    pub(crate) origin: ClassOrigin,
    pub(crate) access: u16,
    pub(crate) super_class: Option<ClassId>,
    pub(crate) interfaces: Vec<ClassId>,
    pub(crate) fields: Vec<NewField>,
    pub(crate) methods: Vec<NewMethod>,
    pub(crate) source_file: Option<Rc<str>>,
    pub(crate) record_components: Vec<(Rc<str>, Type)>,
    pub(crate) is_record: bool,
    pub(crate) nest_host: Rc<str>,
    pub(crate) inner: Option<InnerClass>,
    pub(crate) generic_signature: Option<Rc<str>>,
}

pub(crate) struct NewField {
    pub(crate) name: Rc<str>,
    pub(crate) field_type: Type,
    pub(crate) access: u16,
    pub(crate) constant: Option<ConstantValue>,
    pub(crate) generic_signature: Option<Rc<str>>,
}

pub(crate) struct NewMethod {
    pub(crate) name: Rc<str>,
    pub(crate) descriptor: Rc<str>,
    pub(crate) access: u16,
    pub(crate) signature: Signature,
    pub(crate) parameter_names: Vec<Rc<str>>,
    pub(crate) source: CodeSource,
    pub(crate) has_code: bool,
    pub(crate) generic_signature: Option<Rc<str>>,
}

impl Program {
    /// Load and link a class by internal name: `java/lang/String`, `[I`, `[Ljava/lang/String;`; primitive types by their
    /// keyword.
    pub fn load(&mut self, name: &str) -> Result<ClassId, LinkError> {
        if let Some(id) = self.loaded(name) {
            return Ok(id);
        }
        if let Some(error) = self.failed.get(name) {
            return Err(error.clone());
        }
        let name = self.intern(name);
        let result = self.load_new(&name);
        if let Err(error) = &result {
            self.failed.insert(name, error.clone());
        }
        result
    }

    fn load_new(&mut self, name: &Rc<str>) -> Result<ClassId, LinkError> {
        if name.starts_with('[') {
            return self.load_array(name);
        }
        if PRIMITIVE_NAMES.contains(&&**name) {
            return Ok(self.add_bare_class(name, ClassKind::Primitive, ClassOrigin::Library, None, Vec::new()));
        }
        if self.loading.contains(name) {
            return Err(LinkError::Circular(Rc::clone(name)));
        }
        if self.loading.len() >= MAXIMUM_INHERITANCE_DEPTH {
            let why = format!("its inheritance is more than {MAXIMUM_INHERITANCE_DEPTH} classes deep");
            return Err(LinkError::Malformed { class: Rc::clone(name), why });
        }
        self.loading.push(Rc::clone(name));
        let result = self.load_from_class_path(name);
        self.loading.pop();
        result
    }

    fn load_array(&mut self, name: &Rc<str>) -> Result<ClassId, LinkError> {
        let element = element_type(name).ok_or_else(|| LinkError::NotFound(Rc::clone(name)))?;
        let element_class = self.class_of_type(&element)?;
        Ok(self.add_array_class(name, element, Some(element_class)))
    }

    /// The class of arrays with elements of this type. An element class that cannot be loaded does not matter here; it
    /// is reported when something needs it.
    pub fn array_of(&mut self, element: &Type) -> ClassId {
        let name = array_name(element);
        if let Some(known) = self.loaded(&name) {
            return known;
        }
        let element_class = self.class_of_type(element).ok();
        let name = self.intern(&name);
        self.failed.remove(&name);
        self.add_array_class(&name, element.clone(), element_class)
    }

    fn add_array_class(&mut self, name: &Rc<str>, element: Type, element_class: Option<ClassId>) -> ClassId {
        let super_class = self.load("java/lang/Object").ok();
        let interfaces =
            ["java/lang/Cloneable", "java/io/Serializable"].iter().filter_map(|name| self.load(name).ok()).collect();
        // Loading these may have loaded this class, in principle.
        if let Some(known) = self.loaded(name) {
            return known;
        }
        let origin = element_class.map_or(ClassOrigin::Library, |class| self.class(class).origin);
        self.add_bare_class(name, ClassKind::Array { element }, origin, super_class, interfaces)
    }

    fn add_bare_class(
        &mut self,
        name: &Rc<str>,
        kind: ClassKind,
        origin: ClassOrigin,
        super_class: Option<ClassId>,
        interfaces: Vec<ClassId>,
    ) -> ClassId {
        self.add_class(NewClass {
            name: Rc::clone(name),
            kind,
            origin,
            access: 0x0001 | ACC_FINAL | ACC_ABSTRACT,
            super_class,
            interfaces,
            fields: Vec::new(),
            methods: Vec::new(),
            source_file: None,
            record_components: Vec::new(),
            is_record: false,
            nest_host: Rc::clone(name),
            inner: None,
            generic_signature: None,
        })
    }

    /// The class of a type: a primitive type's or a reference type's.
    pub fn class_of_type(&mut self, t: &Type) -> Result<ClassId, LinkError> {
        match t {
            Type::Reference(name) => self.load(name),
            _ => self.load(descriptor::primitive_name(t).expect("only references have no keyword")),
        }
    }

    fn load_from_class_path(&mut self, name: &Rc<str>) -> Result<ClassId, LinkError> {
        let malformed = |error: FormatError| LinkError::Malformed { class: Rc::clone(name), why: error.to_string() };
        if !is_class_name(name) {
            return Err(LinkError::NotFound(Rc::clone(name)));
        }
        let found = self
            .class_path
            .find(name)
            .map_err(|error| LinkError::Unreadable { class: Rc::clone(name), error })?
            .ok_or_else(|| LinkError::NotFound(Rc::clone(name)))?;
        self.parsed_class_count += 1;
        let file = found.file().map_err(malformed)?;
        if !VERSIONS.contains(&file.major_version) {
            return Err(LinkError::UnsupportedVersion {
                class: Rc::clone(name),
                major: file.major_version,
                minor: file.minor_version,
            });
        }
        let own_name = file.name().map_err(malformed)?;
        if own_name != **name {
            // The JVM says NoClassDefFoundError (wrong name); the sentence should say more.
            let why = format!("it is the class {own_name}");
            return Err(LinkError::Malformed { class: Rc::clone(name), why });
        }
        let origin = match found.origin {
            classpath::Origin::Target | classpath::Origin::Dependency => ClassOrigin::User,
            classpath::Origin::Library => ClassOrigin::Library,
        };
        self.link(name, file, origin)
    }

    fn link(&mut self, name: &Rc<str>, file: Arc<ClassFile>, origin: ClassOrigin) -> Result<ClassId, LinkError> {
        let malformed = |error: FormatError| LinkError::Malformed { class: Rc::clone(name), why: error.to_string() };
        if file.access & ACC_MODULE != 0 {
            let why = "it describes a module, not a class".to_owned();
            return Err(LinkError::Malformed { class: Rc::clone(name), why });
        }
        let is_interface = file.access & ACC_INTERFACE != 0;
        let super_class = self.link_super_class(name, &file, is_interface)?;
        let mut interfaces = Vec::with_capacity(file.interfaces.len());
        for &interface in &file.interfaces {
            let interface_name = file.class_name(interface).map_err(malformed)?;
            let interface = self.load(&interface_name)?;
            if !self.class(interface).is_interface() {
                let why = format!("implements {interface_name}, which is not an interface");
                return Err(LinkError::IncompatibleChange { class: Rc::clone(name), why });
            }
            interfaces.push(interface);
        }
        let mut fields = Vec::with_capacity(file.fields.len());
        for field in &file.fields {
            fields.push(self.new_field(&file, field, origin).map_err(malformed)?);
        }
        let mut methods = Vec::with_capacity(file.methods.len());
        for index in 0..file.methods.len() {
            methods.push(self.new_method(&file, index, origin).map_err(malformed)?);
        }
        let attributes = self.class_attributes(name, &file, origin).map_err(malformed)?;
        let new = NewClass {
            name: Rc::clone(name),
            kind: if is_interface { ClassKind::Interface } else { ClassKind::Instance },
            origin,
            access: file.access,
            super_class,
            interfaces,
            fields,
            methods,
            ..attributes
        };
        self.check_members(&new)?;
        let class = self.add_class(new);
        self.files.insert(class, file);
        Ok(class)
    }

    fn link_super_class(
        &mut self,
        name: &Rc<str>,
        file: &ClassFile,
        is_interface: bool,
    ) -> Result<Option<ClassId>, LinkError> {
        let malformed = |why: String| LinkError::Malformed { class: Rc::clone(name), why };
        if file.super_class == 0 {
            return if &**name == "java/lang/Object" {
                Ok(None)
            } else {
                Err(malformed("it has no superclass".to_owned()))
            };
        }
        if &**name == "java/lang/Object" {
            return Err(malformed("java.lang.Object has a superclass".to_owned()));
        }
        let super_name = file.class_name(file.super_class).map_err(|error| malformed(error.to_string()))?;
        if is_interface && super_name != "java/lang/Object" {
            return Err(malformed("it is an interface whose superclass is not java.lang.Object".to_owned()));
        }
        if super_name.starts_with('[') {
            return Err(malformed("its superclass is an array class".to_owned()));
        }
        let super_class = self.load(&super_name)?;
        let linked = self.class(super_class);
        let why = if linked.kind != ClassKind::Instance {
            format!("extends {super_name}, which is not a class")
        } else if linked.access & ACC_FINAL != 0 {
            format!("extends {super_name}, which is final")
        } else {
            return Ok(Some(super_class));
        };
        Err(LinkError::IncompatibleChange { class: Rc::clone(name), why })
    }

    fn new_field(
        &mut self,
        file: &ClassFile,
        field: &MemberInfo,
        origin: ClassOrigin,
    ) -> Result<NewField, FormatError> {
        let name = file.utf8(field.name)?;
        let descriptor = file.utf8(field.descriptor)?;
        let field_type = parse_type(&descriptor)
            .ok_or_else(|| FormatError::new(format!("the type `{descriptor}` of field {name} is malformed")))?;
        let constant = match file.constant_value(field)? {
            Some(index) if field.access & ACC_STATIC != 0 => Some(constant_value(file, index, &field_type, &name)?),
            _ => None,
        };
        let generic_signature = self.signature_text(file, file.member_signature(field), origin);
        Ok(NewField { name: self.intern(&name), field_type, access: field.access, constant, generic_signature })
    }

    fn new_method(
        &mut self,
        file: &Arc<ClassFile>,
        index: usize,
        origin: ClassOrigin,
    ) -> Result<NewMethod, FormatError> {
        let method = &file.methods[index];
        let name = file.utf8(method.name)?;
        let descriptor = file.utf8(method.descriptor)?;
        let signature = parse_signature(&descriptor)
            .ok_or_else(|| FormatError::new(format!("the descriptor `{descriptor}` of method {name} is malformed")))?;
        let has_code = file.has_code(method);
        let is_bodiless = method.access & (ACC_ABSTRACT | ACC_NATIVE) != 0;
        if has_code == is_bodiless && &*name != "<clinit>" {
            let why = if has_code { "is abstract or native and has code" } else { "has no code" };
            return Err(FormatError::new(format!("the method {name}{descriptor} {why}")));
        }
        let source = if has_code { CodeSource::ClassFile { file: Arc::clone(file), index } } else { CodeSource::None };
        Ok(NewMethod {
            parameter_names: self.parameter_names(file, method, &signature)?,
            name: self.intern(&name),
            descriptor: self.intern(&descriptor),
            access: method.access,
            signature,
            source,
            has_code,
            generic_signature: self.signature_text(file, file.member_signature(method), origin),
        })
    }

    /// The text of a Signature attribute. Only inputs are made by it, and only the user's code declares inputs; like a JVM,
    /// which never looks at it, nothing here minds one that is malformed.
    fn signature_text(
        &mut self,
        file: &ClassFile,
        index: Result<Option<u16>, FormatError>,
        origin: ClassOrigin,
    ) -> Option<Rc<str>> {
        if origin != ClassOrigin::User {
            return None;
        }
        let text = file.utf8(index.ok()??).ok()?;
        Some(self.intern(&text))
    }

    /// From MethodParameters where it names every parameter, else from the variables that live at the method's start.
    fn parameter_names(
        &mut self,
        file: &ClassFile,
        method: &MemberInfo,
        signature: &Signature,
    ) -> Result<Vec<Rc<str>>, FormatError> {
        let count = signature.parameters.len();
        if count == 0 {
            return Ok(Vec::new());
        }
        if let Some(indices) = file.method_parameters(method)?
            && indices.len() == count
            && indices.iter().all(|&index| index != 0)
        {
            return indices.into_iter().map(|index| Ok(self.intern(&file.utf8(index)?))).collect();
        }
        let variables = file.variables_at_entry(method)?;
        let mut slot = usize::from(method.access & ACC_STATIC == 0);
        let mut names = Vec::with_capacity(count);
        for (index, parameter) in signature.parameters.iter().enumerate() {
            let name = match variables.iter().find(|&&(variable, _)| usize::from(variable) == slot) {
                Some(&(_, name)) => self.intern(&file.utf8(name)?),
                None => self.intern(&format!("p{index}")),
            };
            names.push(name);
            slot += slot_count(parameter);
        }
        Ok(names)
    }

    /// What the class's own attributes say; the rest of the result is to be replaced.
    fn class_attributes(
        &mut self,
        name: &Rc<str>,
        file: &ClassFile,
        origin: ClassOrigin,
    ) -> Result<NewClass, FormatError> {
        let source_file = match file.source_file()? {
            Some(index) => Some(self.intern(&file.utf8(index)?)),
            None => None,
        };
        let nest_host = match file.nest_host()? {
            Some(index) => self.intern(&file.class_name(index)?),
            None => Rc::clone(name),
        };
        let mut inner = None;
        for entry in file.inner_classes()? {
            if file.class_name(entry.inner)? != **name {
                continue;
            }
            let outer = match entry.outer {
                0 => None,
                outer => Some(self.intern(&file.class_name(outer)?)),
            };
            let simple_name = match entry.name {
                0 => None,
                simple => Some(self.intern(&file.utf8(simple)?)),
            };
            inner = Some(InnerClass { outer, simple_name, access: entry.access });
        }
        let record = file.record_components()?;
        let is_record = record.is_some();
        let mut record_components = Vec::new();
        for (component, descriptor) in record.unwrap_or_default() {
            let descriptor = file.utf8(descriptor)?;
            let component_type = parse_type(&descriptor)
                .ok_or_else(|| FormatError::new(format!("the type `{descriptor}` of a component is malformed")))?;
            record_components.push((self.intern(&file.utf8(component)?), component_type));
        }
        Ok(NewClass {
            name: Rc::clone(name),
            kind: ClassKind::Instance,
            origin: ClassOrigin::Library,
            access: 0,
            super_class: None,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            source_file,
            record_components,
            is_record,
            nest_host,
            inner,
            generic_signature: self.signature_text(file, file.class_signature(), origin),
        })
    }

    /// No two fields or methods may have the same name and type (JVMS 4.5, 4.6).
    fn check_members(&self, new: &NewClass) -> Result<(), LinkError> {
        let malformed = |why: String| LinkError::Malformed { class: Rc::clone(&new.name), why };
        let mut fields = FxHashSet::default();
        for field in &new.fields {
            if !fields.insert((&field.name, &field.field_type)) {
                return Err(malformed(format!("it has two fields {} of one type", field.name)));
            }
        }
        let mut methods = FxHashSet::default();
        for method in &new.methods {
            if !methods.insert((&method.name, &method.descriptor)) {
                return Err(malformed(format!("it has two methods {}{}", method.name, method.descriptor)));
            }
        }
        Ok(())
    }

    /// Put a class into the tables: identities, layout, ancestors.
    pub(crate) fn add_class(&mut self, new: NewClass) -> ClassId {
        let id = ClassId(self.classes.len() as u32);
        let mut ancestors = FxHashSet::default();
        ancestors.insert(id);
        for &parent in new.super_class.iter().chain(&new.interfaces) {
            ancestors.extend(self.ancestors[parent.index()].iter().copied());
        }
        let mut instance_layout =
            new.super_class.map_or_else(Vec::new, |parent| self.class(parent).instance_layout.clone());
        let mut static_layout = Vec::new();
        let mut fields = Vec::with_capacity(new.fields.len());
        for field in new.fields {
            let field_id = FieldId(self.fields.len() as u32);
            let layout = if field.access & ACC_STATIC != 0 { &mut static_layout } else { &mut instance_layout };
            let slot = layout.len() as u32;
            layout.push(field_id);
            fields.push(field_id);
            self.fields.push(Field {
                id: field_id,
                class: id,
                name: field.name,
                field_type: field.field_type,
                access: field.access,
                slot,
                constant: field.constant,
                signature: field.generic_signature,
            });
        }
        let mut methods = Vec::with_capacity(new.methods.len());
        let mut initializer = None;
        for method in new.methods {
            let method_id = MethodId(self.methods.len() as u32);
            if &*method.name == "<clinit>" && &*method.descriptor == "()V" && method.has_code {
                initializer = Some(method_id);
            }
            methods.push(method_id);
            self.methods.push(Method {
                id: method_id,
                class: id,
                name: method.name,
                descriptor: method.descriptor,
                access: method.access,
                parameters: method.signature.parameters,
                return_type: method.signature.return_type,
                parameter_names: method.parameter_names,
                signature: method.generic_signature,
                has_code: method.has_code,
            });
            self.code.push(method.source);
        }
        let mut sorted_methods = methods.clone();
        sorted_methods.sort_by(|&a, &b| {
            let (a, b) = (self.method(a), self.method(b));
            (&a.name, &a.descriptor).cmp(&(&b.name, &b.descriptor))
        });
        self.by_name.insert(Rc::clone(&new.name), id);
        self.ancestors.push(ancestors);
        self.sorted_methods.push(sorted_methods);
        self.classes.push(Class {
            id,
            name: new.name,
            kind: new.kind,
            origin: new.origin,
            access: new.access,
            super_class: new.super_class,
            interfaces: new.interfaces,
            fields,
            methods,
            instance_layout,
            static_layout,
            initializer,
            source_file: new.source_file,
            record_components: new.record_components,
            is_record: new.is_record,
            nest_host: new.nest_host,
            inner: new.inner,
            signature: new.generic_signature,
        });
        id
    }
}

fn constant_value(file: &ClassFile, index: u16, t: &Type, name: &str) -> Result<ConstantValue, FormatError> {
    let value = match (file.constant(index)?, t) {
        (PoolEntry::Integer(value), Type::Int) => ConstantValue::Int(value),
        // Narrower fields keep what fits, as the JVM does when it stores into them.
        (PoolEntry::Integer(value), Type::Boolean) => ConstantValue::Int(value & 1),
        (PoolEntry::Integer(value), Type::Byte) => ConstantValue::Int(i32::from(value as i8)),
        (PoolEntry::Integer(value), Type::Short) => ConstantValue::Int(i32::from(value as i16)),
        (PoolEntry::Integer(value), Type::Char) => ConstantValue::Int(i32::from(value as u16)),
        (PoolEntry::Long(value), Type::Long) => ConstantValue::Long(value),
        (PoolEntry::Float(value), Type::Float) => ConstantValue::Float(value),
        (PoolEntry::Double(value), Type::Double) => ConstantValue::Double(value),
        (PoolEntry::String { text }, Type::Reference(class)) if &**class == "java/lang/String" => {
            ConstantValue::String(file.utf16(text)?.into())
        }
        _ => return Err(FormatError::new(format!("the constant of field {name} does not have the field's type"))),
    };
    Ok(value)
}
