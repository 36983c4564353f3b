//! The tables of a program under analysis, filled as classes are needed.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use classpath::ClassPath;
use classpath::class_file::ClassFile;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::class::{Class, ClassId, Field, FieldId, Method, MethodId};
use crate::code::Body;
use crate::error::LinkError;
use crate::lift;

/// Where a method's code comes from.
#[derive(Debug)]
pub(crate) enum CodeSource {
    /// Abstract, native, or of an array or primitive class.
    None,
    /// Method number `index` of a class file; lifted on first use.
    ClassFile {
        file: Arc<ClassFile>,
        index: usize,
    },
    Lifted(Rc<Body>),
    Broken(LinkError),
}

/// Owns classes, methods, fields and bodies. Single threaded, lazily filled.
#[derive(Debug)]
pub struct Program {
    pub(crate) class_path: ClassPath,
    pub(crate) classes: Vec<Class>,
    pub(crate) methods: Vec<Method>,
    pub(crate) fields: Vec<Field>,
    /// Parallel to `methods`.
    pub(crate) code: Vec<CodeSource>,
    pub(crate) by_name: FxHashMap<Rc<str>, ClassId>,
    /// Classes that could not be loaded stay so.
    pub(crate) failed: FxHashMap<Rc<str>, LinkError>,
    /// Parallel to `classes`: all superclasses and superinterfaces, the class itself included.
    pub(crate) ancestors: Vec<FxHashSet<ClassId>>,
    /// Parallel to `classes`: declared methods sorted by name and descriptor.
    pub(crate) sorted_methods: Vec<Vec<MethodId>>,
    /// Where classes were read from.
    pub(crate) files: FxHashMap<ClassId, Arc<ClassFile>>,
    /// Names of classes being loaded, outermost first.
    pub(crate) loading: Vec<Rc<str>>,
    pub(crate) parsed_class_count: usize,
    pub(crate) selected: FxHashMap<(ClassId, MethodId), MethodId>,
    pub(crate) texts: FxHashSet<Rc<str>>,
    /// Internal names of the user's classes that a run starts from, if that was said.
    pub(crate) roots: Option<Vec<String>>,
    /// The user's classes that it may come to ask about, once somebody wants to know.
    pub(crate) mentioned: OnceCell<Option<Arc<HashSet<String>>>>,
    /// Answers of [`Program::instantiable_subtypes`].
    pub(crate) subtypes: FxHashMap<ClassId, Rc<[ClassId]>>,
}

impl Program {
    /// An empty program that will load from `class_path`.
    pub fn new(class_path: ClassPath) -> Program {
        Program {
            class_path,
            classes: Vec::new(),
            methods: Vec::new(),
            fields: Vec::new(),
            code: Vec::new(),
            by_name: FxHashMap::default(),
            failed: FxHashMap::default(),
            ancestors: Vec::new(),
            sorted_methods: Vec::new(),
            files: FxHashMap::default(),
            loading: Vec::new(),
            parsed_class_count: 0,
            selected: FxHashMap::default(),
            texts: FxHashSet::default(),
            roots: None,
            mentioned: OnceCell::new(),
            subtypes: FxHashMap::default(),
        }
    }

    /// What classes are loaded from.
    pub fn class_path(&self) -> &ClassPath {
        &self.class_path
    }

    /// The class of that name if it is loaded already.
    pub fn loaded(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    pub fn class_at(&self, number: usize) -> &Class {
        &self.classes[number]
    }

    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }

    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    /// How many classes there are, array classes and primitive types included.
    pub fn class_count(&self) -> usize {
        self.classes.len()
    }

    /// How many class files were parsed so far.
    pub fn parsed_class_count(&self) -> usize {
        self.parsed_class_count
    }

    /// All classes loaded so far, in loading order.
    pub fn class_ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    /// The lifted and verified code of a method, made on first use. An error for abstract and native methods
    /// ([`LinkError::NoCode`]) and for broken code.
    pub fn body(&mut self, method: MethodId) -> Result<Rc<Body>, LinkError> {
        let (file, index) = match &self.code[method.index()] {
            CodeSource::Lifted(body) => return Ok(Rc::clone(body)),
            CodeSource::Broken(error) => return Err(error.clone()),
            CodeSource::None => return Err(self.no_code(method)),
            CodeSource::ClassFile { file, index } => (Arc::clone(file), *index),
        };
        let made = self.lift_and_verify(method, &file, index);
        self.code[method.index()] = match &made {
            Ok(body) => CodeSource::Lifted(Rc::clone(body)),
            Err(error) => CodeSource::Broken(error.clone()),
        };
        made
    }

    /// The code of a method, if it was lifted before.
    pub fn lifted(&self, method: MethodId) -> Option<&Rc<Body>> {
        match &self.code[method.index()] {
            CodeSource::Lifted(body) => Some(body),
            _ => None,
        }
    }

    fn lift_and_verify(&mut self, method: MethodId, file: &ClassFile, index: usize) -> Result<Rc<Body>, LinkError> {
        let malformed = |program: &Program, why: String| LinkError::MalformedCode {
            class: Rc::clone(&program.class(program.method(method).class).name),
            member: program.member_text(method),
            why,
        };
        let code = match file.code(&file.methods[index]) {
            Ok(Some(code)) => code,
            Ok(None) => return Err(self.no_code(method)),
            Err(error) => return Err(malformed(self, error.to_string())),
        };
        let body = lift::lift(self, method, file, &code).map_err(|error| malformed(self, error.to_string()))?;
        crate::verify::verify(self, &body).map_err(|error| malformed(self, error.to_string()))?;
        Ok(Rc::new(body))
    }

    fn no_code(&self, method: MethodId) -> LinkError {
        LinkError::NoCode {
            class: Rc::clone(&self.class(self.method(method).class).name),
            member: self.member_text(method),
        }
    }

    /// Name and descriptor.
    pub(crate) fn member_text(&self, method: MethodId) -> String {
        let method = self.method(method);
        format!("{}{}", method.name, method.descriptor)
    }

    /// One shared copy of each text.
    pub(crate) fn intern(&mut self, text: &str) -> Rc<str> {
        if let Some(known) = self.texts.get(text) {
            return Rc::clone(known);
        }
        let new: Rc<str> = Rc::from(text);
        self.texts.insert(Rc::clone(&new));
        new
    }
}
