//! The tables of a body: what its code names, each once, from the constant pool.

use std::cell::OnceCell;
use std::rc::Rc;

use classpath::class_file::{BootstrapMethod, ClassFile, PoolEntry};
use rustc_hash::FxHashMap;

use super::LiftError;
use crate::Program;
use crate::code::{
    ClassRef, Constant, DynamicSite, FieldRef, HandleKind, Kind, Loadable, MethodHandle, MethodRef, Operand,
};
use crate::descriptor::{Signature, parse_signature, parse_type};

/// Dynamic constants may name each other; deeper nesting than this is no program.
const MAXIMUM_DYNAMIC_DEPTH: usize = 32;

/// Collects what the code of one method names.
pub(crate) struct References<'a> {
    pub(crate) program: &'a mut Program,
    pub(crate) file: &'a ClassFile,
    pub(crate) constants: Vec<Constant>,
    constant_index: FxHashMap<(Kind, u64), u32>,
    pub(crate) classes: Vec<ClassRef>,
    class_index: FxHashMap<Rc<str>, u32>,
    pub(crate) fields: Vec<FieldRef>,
    field_index: FxHashMap<u16, u32>,
    pub(crate) methods: Vec<MethodRef>,
    method_signatures: Vec<Rc<Signature>>,
    method_index: FxHashMap<u16, u32>,
    pub(crate) loadables: Vec<Loadable>,
    loadable_index: FxHashMap<u16, u32>,
    pub(crate) dynamic_sites: Vec<Rc<DynamicSite>>,
    dynamic: FxHashMap<u16, Rc<DynamicSite>>,
    bootstrap_methods: Option<Rc<[BootstrapMethod]>>,
}

impl<'a> References<'a> {
    pub(crate) fn new(program: &'a mut Program, file: &'a ClassFile) -> References<'a> {
        References {
            program,
            file,
            constants: Vec::new(),
            constant_index: FxHashMap::default(),
            classes: Vec::new(),
            class_index: FxHashMap::default(),
            fields: Vec::new(),
            field_index: FxHashMap::default(),
            methods: Vec::new(),
            method_signatures: Vec::new(),
            method_index: FxHashMap::default(),
            loadables: Vec::new(),
            loadable_index: FxHashMap::default(),
            dynamic_sites: Vec::new(),
            dynamic: FxHashMap::default(),
            bootstrap_methods: None,
        }
    }

    /// The operand that stands for a constant.
    pub(crate) fn constant(&mut self, constant: Constant) -> Operand {
        let key = match constant {
            Constant::Int(value) => (Kind::Int, u64::from(value as u32)),
            Constant::Long(value) => (Kind::Long, value as u64),
            Constant::Float(value) => (Kind::Float, u64::from(value.to_bits())),
            Constant::Double(value) => (Kind::Double, value.to_bits()),
            Constant::Null => (Kind::Reference, 0),
        };
        let constants = &mut self.constants;
        let index = *self.constant_index.entry(key).or_insert_with(|| {
            constants.push(constant);
            constants.len() as u32 - 1
        });
        Operand::constant(index)
    }

    /// A class by the name [`Program::load`] takes.
    pub(crate) fn class_named(&mut self, name: &str) -> Result<u32, LiftError> {
        if let Some(&known) = self.class_index.get(name) {
            return Ok(known);
        }
        if name.starts_with('[') && parse_type(name).is_none() {
            return Err(LiftError::new(format!("`{name}` is not the name of an array class")));
        }
        let name = self.program.intern(name);
        let index = self.classes.len() as u32;
        self.classes.push(ClassRef { name: Rc::clone(&name), resolved: OnceCell::new() });
        self.class_index.insert(name, index);
        Ok(index)
    }

    /// A class named by a constant.
    pub(crate) fn class(&mut self, constant: u16) -> Result<u32, LiftError> {
        let name = self.file.class_name(constant)?;
        self.class_named(&name)
    }

    /// A field named by a constant, and the kind of its values.
    pub(crate) fn field(&mut self, constant: u16) -> Result<(u32, Kind), LiftError> {
        if let Some(&known) = self.field_index.get(&constant) {
            return Ok((known, self.fields[known as usize].field_type.kind()));
        }
        let PoolEntry::FieldRef { class, name_and_type } = self.file.constant(constant)? else {
            return Err(LiftError::new(format!("constant {constant} should name a field")));
        };
        let class = self.file.class_name(class)?;
        let (name, descriptor) = self.file.name_and_type(name_and_type)?;
        let field_type = parse_type(&descriptor)
            .ok_or_else(|| LiftError::new(format!("the type `{descriptor}` of field {name} is malformed")))?;
        let kind = field_type.kind();
        let index = self.fields.len() as u32;
        self.fields.push(FieldRef {
            class: self.program.intern(&class),
            name: self.program.intern(&name),
            field_type,
            resolved: OnceCell::new(),
        });
        self.field_index.insert(constant, index);
        Ok((index, kind))
    }

    /// A method named by a constant, and its signature.
    pub(crate) fn method(&mut self, constant: u16) -> Result<(u32, Rc<Signature>), LiftError> {
        if let Some(&known) = self.method_index.get(&constant) {
            return Ok((known, Rc::clone(&self.method_signatures[known as usize])));
        }
        let (class, name_and_type, is_interface) = match self.file.constant(constant)? {
            PoolEntry::MethodRef { class, name_and_type } => (class, name_and_type, false),
            PoolEntry::InterfaceMethodRef { class, name_and_type } => (class, name_and_type, true),
            _ => return Err(LiftError::new(format!("constant {constant} should name a method"))),
        };
        let class = self.file.class_name(class)?;
        let (name, descriptor) = self.file.name_and_type(name_and_type)?;
        let signature = Rc::new(signature(&descriptor)?);
        let index = self.methods.len() as u32;
        self.methods.push(MethodRef {
            class: self.program.intern(&class),
            is_interface,
            name: self.program.intern(&name),
            descriptor: self.program.intern(&descriptor),
            resolved: OnceCell::new(),
        });
        self.method_signatures.push(Rc::clone(&signature));
        self.method_index.insert(constant, index);
        Ok((index, signature))
    }

    /// A call site of its own for an `invokedynamic` instruction.
    pub(crate) fn call_site(&mut self, constant: u16) -> Result<(u32, Signature), LiftError> {
        let PoolEntry::InvokeDynamic { .. } = self.file.constant(constant)? else {
            return Err(LiftError::new(format!("constant {constant} should describe a call site")));
        };
        let site = self.dynamic(constant, 0)?;
        let signature = signature(&site.descriptor)?;
        self.dynamic_sites.push(site);
        Ok((self.dynamic_sites.len() as u32 - 1, signature))
    }

    /// What `ldc` loads: a number is an operand, anything else an entry of the loadables.
    pub(crate) fn loadable(&mut self, constant: u16) -> Result<(Loaded, Kind), LiftError> {
        let number = match self.file.constant(constant)? {
            PoolEntry::Integer(value) => Some((Constant::Int(value), Kind::Int)),
            PoolEntry::Float(value) => Some((Constant::Float(value), Kind::Float)),
            PoolEntry::Long(value) => Some((Constant::Long(value), Kind::Long)),
            PoolEntry::Double(value) => Some((Constant::Double(value), Kind::Double)),
            _ => None,
        };
        if let Some((number, kind)) = number {
            return Ok((Loaded::Number(self.constant(number)), kind));
        }
        let index = match self.loadable_index.get(&constant) {
            Some(&known) => known,
            None => {
                let loadable = self.make_loadable(constant, 0)?;
                self.loadables.push(loadable);
                let index = self.loadables.len() as u32 - 1;
                self.loadable_index.insert(constant, index);
                index
            }
        };
        let kind = loadable_kind(&self.loadables[index as usize])
            .ok_or_else(|| LiftError::new("a dynamic constant has a malformed type"))?;
        Ok((Loaded::Entry(index), kind))
    }

    fn make_loadable(&mut self, constant: u16, depth: usize) -> Result<Loadable, LiftError> {
        Ok(match self.file.constant(constant)? {
            PoolEntry::Integer(value) => Loadable::Number(Constant::Int(value)),
            PoolEntry::Float(value) => Loadable::Number(Constant::Float(value)),
            PoolEntry::Long(value) => Loadable::Number(Constant::Long(value)),
            PoolEntry::Double(value) => Loadable::Number(Constant::Double(value)),
            PoolEntry::String { text } => Loadable::String(self.file.utf16(text)?.into()),
            PoolEntry::Class { name } => {
                let name = self.file.utf8(name)?;
                Loadable::Class(self.program.intern(&name))
            }
            PoolEntry::MethodHandle { .. } => Loadable::MethodHandle(Rc::new(self.method_handle(constant)?)),
            PoolEntry::MethodType { descriptor } => {
                let descriptor = self.file.utf8(descriptor)?;
                signature(&descriptor)?;
                Loadable::MethodType(self.program.intern(&descriptor))
            }
            PoolEntry::Dynamic { .. } => Loadable::Dynamic(self.dynamic(constant, depth)?),
            _ => return Err(LiftError::new(format!("constant {constant} cannot be loaded"))),
        })
    }

    fn method_handle(&mut self, constant: u16) -> Result<MethodHandle, LiftError> {
        let PoolEntry::MethodHandle { kind, reference } = self.file.constant(constant)? else {
            return Err(LiftError::new(format!("constant {constant} should be a method handle")));
        };
        let kind = match kind {
            1 => HandleKind::GetField,
            2 => HandleKind::GetStatic,
            3 => HandleKind::PutField,
            4 => HandleKind::PutStatic,
            5 => HandleKind::InvokeVirtual,
            6 => HandleKind::InvokeStatic,
            7 => HandleKind::InvokeSpecial,
            8 => HandleKind::NewInvokeSpecial,
            9 => HandleKind::InvokeInterface,
            _ => return Err(LiftError::new(format!("method handle {constant} is of unknown kind {kind}"))),
        };
        let is_field_kind =
            matches!(kind, HandleKind::GetField | HandleKind::GetStatic | HandleKind::PutField | HandleKind::PutStatic);
        let (class, name_and_type, is_interface, is_field) = match self.file.constant(reference)? {
            PoolEntry::FieldRef { class, name_and_type } => (class, name_and_type, false, true),
            PoolEntry::MethodRef { class, name_and_type } => (class, name_and_type, false, false),
            PoolEntry::InterfaceMethodRef { class, name_and_type } => (class, name_and_type, true, false),
            _ => return Err(LiftError::new(format!("method handle {constant} names no member"))),
        };
        if is_field != is_field_kind {
            return Err(LiftError::new(format!("method handle {constant} names the wrong kind of member")));
        }
        let class = self.file.class_name(class)?;
        let (name, descriptor) = self.file.name_and_type(name_and_type)?;
        let is_well_formed =
            if is_field { parse_type(&descriptor).is_some() } else { parse_signature(&descriptor).is_some() };
        if !is_well_formed {
            return Err(LiftError::new(format!("the descriptor `{descriptor}` is malformed")));
        }
        Ok(MethodHandle {
            kind,
            class: self.program.intern(&class),
            is_interface,
            name: self.program.intern(&name),
            descriptor: self.program.intern(&descriptor),
        })
    }

    fn dynamic(&mut self, constant: u16, depth: usize) -> Result<Rc<DynamicSite>, LiftError> {
        if let Some(known) = self.dynamic.get(&constant) {
            return Ok(Rc::clone(known));
        }
        if depth > MAXIMUM_DYNAMIC_DEPTH {
            return Err(LiftError::new("a dynamic constant is nested too deeply or within itself"));
        }
        let (bootstrap, name_and_type) = match self.file.constant(constant)? {
            PoolEntry::Dynamic { bootstrap, name_and_type } | PoolEntry::InvokeDynamic { bootstrap, name_and_type } => {
                (bootstrap, name_and_type)
            }
            _ => return Err(LiftError::new(format!("constant {constant} should be dynamic"))),
        };
        let methods = match &self.bootstrap_methods {
            Some(known) => Rc::clone(known),
            None => {
                let read: Rc<[BootstrapMethod]> = self.file.bootstrap_methods()?.into();
                self.bootstrap_methods = Some(Rc::clone(&read));
                read
            }
        };
        let method = methods
            .get(usize::from(bootstrap))
            .ok_or_else(|| LiftError::new(format!("bootstrap method {bootstrap} is missing")))?;
        let handle = Rc::new(self.method_handle(method.handle)?);
        let (name, descriptor) = self.file.name_and_type(name_and_type)?;
        let mut bootstrap_arguments = Vec::with_capacity(method.arguments.len());
        for &argument in &method.arguments {
            bootstrap_arguments.push(self.make_loadable(argument, depth + 1)?);
        }
        let site = Rc::new(DynamicSite {
            bootstrap: handle,
            bootstrap_arguments,
            name: self.program.intern(&name),
            descriptor: self.program.intern(&descriptor),
        });
        self.dynamic.insert(constant, Rc::clone(&site));
        Ok(site)
    }
}

/// The result of `ldc`.
pub(crate) enum Loaded {
    Number(Operand),
    Entry(u32),
}

/// The kind of value a constant loads as; `None` if its type is malformed.
pub(crate) fn loadable_kind(loadable: &Loadable) -> Option<Kind> {
    Some(match loadable {
        Loadable::Number(Constant::Int(_)) => Kind::Int,
        Loadable::Number(Constant::Long(_)) => Kind::Long,
        Loadable::Number(Constant::Float(_)) => Kind::Float,
        Loadable::Number(Constant::Double(_)) => Kind::Double,
        Loadable::Dynamic(site) => parse_type(&site.descriptor)?.kind(),
        _ => Kind::Reference,
    })
}

fn signature(descriptor: &str) -> Result<Signature, LiftError> {
    parse_signature(descriptor).ok_or_else(|| LiftError::new(format!("the descriptor `{descriptor}` is malformed")))
}
