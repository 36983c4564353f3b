//! Code as it is run: what is resolved once, and which methods the machine does itself.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use program::LinkError;
use program::class::{ClassId, ClassOrigin, Field, FieldId, MethodId};
use program::code::{Body, CodeIndex, Constant, Type};
use rustc_hash::FxHashMap;

use crate::machine::Machine;
use crate::machine::intrinsic::{Entry, Intrinsics};
use crate::state::value::Value;

/// The code of all methods that were run.
pub(crate) struct CodeTable {
    pub(crate) intrinsics: &'static Intrinsics,
    lifted: Vec<Option<Rc<Code>>>,
    /// By method; the outer `None` is "not looked up yet".
    replacements: Vec<Option<Option<&'static Entry>>>,
    /// What methods that run the code of a path through another one count as: the other, and its instruction for each of theirs.
    pub(crate) origins: FxHashMap<MethodId, (MethodId, Rc<[CodeIndex]>)>,
    /// Methods looked up that have an intrinsic.
    replaced: Vec<MethodId>,
}

impl CodeTable {
    pub(crate) fn new(intrinsics: &'static Intrinsics) -> CodeTable {
        CodeTable {
            intrinsics,
            lifted: Vec::new(),
            replacements: Vec::new(),
            origins: FxHashMap::default(),
            replaced: Vec::new(),
        }
    }
}

/// A method's code as the machine runs it: the body with what is resolved once.
pub struct Code {
    pub body: Rc<Body>,
    /// Whether it is the user's, not the library's.
    pub(crate) is_user: bool,
    pub(crate) constants: Vec<Value>,
    pub(crate) fields: Vec<Cell<Option<FieldAccess>>>,
    pub(crate) calls: Vec<Cell<Option<CallTarget>>>,
    /// Per instruction, whether some path executed it. Only blocks' first instructions are kept exact.
    pub(crate) covered: RefCell<Vec<bool>>,
}

/// A resolved field.
#[derive(Clone, Copy)]
pub(crate) struct FieldAccess {
    pub(crate) field: FieldId,
    pub(crate) class: ClassId,
    pub(crate) slot: u32,
    pub(crate) is_static: bool,
    /// Whether it keeps only the low bits of an int.
    pub(crate) is_narrow: bool,
}

impl FieldAccess {
    pub(crate) fn of(field: &Field) -> FieldAccess {
        FieldAccess {
            field: field.id,
            class: field.class,
            slot: field.slot,
            is_static: field.is_static(),
            is_narrow: matches!(field.field_type, Type::Boolean | Type::Byte | Type::Char | Type::Short),
        }
    }
}

/// A resolved method, and the last receiver class with what it selected.
#[derive(Clone, Copy)]
pub(crate) struct CallTarget {
    pub(crate) method: MethodId,
    pub(crate) class: ClassId,
    pub(crate) selected: Option<(ClassId, MethodId)>,
}

impl Machine {
    /// The code of a method, lifted on first use.
    pub fn code(&mut self, method: MethodId) -> Result<Rc<Code>, LinkError> {
        if let Some(Some(code)) = self.code.lifted.get(method.index()) {
            return Ok(code.clone());
        }
        let body = self.program.body(method)?;
        let class = self.program.method(method).class;
        let code = Rc::new(Code {
            is_user: self.program.class(class).origin == ClassOrigin::User,
            constants: body.constants.iter().map(|constant| constant_value(*constant)).collect(),
            fields: body.fields.iter().map(|_| Cell::new(None)).collect(),
            calls: body.methods.iter().map(|_| Cell::new(None)).collect(),
            covered: RefCell::new(vec![false; body.blocks.len()]),
            body,
        });
        if self.code.lifted.len() <= method.index() {
            self.code.lifted.resize(method.index() + 1, None);
        }
        self.code.lifted[method.index()] = Some(code.clone());
        Ok(code)
    }

    /// The place that an instruction is told as: that of the method it was taken from, if it was.
    pub fn place_of(&self, method: MethodId, pc: CodeIndex) -> (MethodId, CodeIndex) {
        match self.code.origins.get(&method) {
            Some((original, places)) => (*original, places.get(pc as usize).copied().unwrap_or(0)),
            None => (method, pc),
        }
    }

    /// The replacement of a native or hot method, if it has one.
    #[inline]
    pub(crate) fn intrinsic_of(&mut self, method: MethodId) -> Option<&'static Entry> {
        match self.code.replacements.get(method.index()) {
            Some(Some(known)) => *known,
            _ => self.look_up_intrinsic(method),
        }
    }

    /// The rows of the table of intrinsics that stand for a method called so far; for tests of the table.
    pub fn intrinsics_met(&self) -> BTreeSet<String> {
        let row = |method: &MethodId| {
            let method = self.program.method(*method);
            self.code.intrinsics.row(&self.program.class(method.class).name, &method.name, &method.descriptor)
        };
        self.code.replaced.iter().filter_map(row).collect()
    }

    /// All rows of the table of intrinsics that do something, as [`Machine::intrinsics_met`] names them.
    pub fn intrinsics(&self) -> BTreeSet<String> {
        self.code.intrinsics.rows()
    }

    fn remember_intrinsic(&mut self, method: MethodId, found: Option<&'static Entry>) -> Option<&'static Entry> {
        if self.code.replacements.len() <= method.index() {
            self.code.replacements.resize(method.index() + 1, None);
        }
        self.code.replacements[method.index()] = Some(found);
        if found.is_some() {
            self.code.replaced.push(method);
        }
        found
    }

    #[cold]
    fn look_up_intrinsic(&mut self, method: MethodId) -> Option<&'static Entry> {
        let found = self.find_intrinsic(method);
        self.remember_intrinsic(method, found)
    }

    /// Share of the blocks of a method's code that some path entered: for the frontier that prefers new code.
    pub fn is_covered(&self, method: MethodId, pc: u32) -> bool {
        match self.code.lifted.get(method.index()) {
            Some(Some(code)) => {
                let block = code.body.blocks.partition_point(|block| block.end <= pc);
                code.covered.borrow()[block]
            }
            _ => false,
        }
    }
}

fn constant_value(constant: Constant) -> Value {
    match constant {
        Constant::Int(value) => Value::Int(value),
        Constant::Long(value) => Value::Long(value),
        Constant::Float(value) => Value::Float(value),
        Constant::Double(value) => Value::Double(value),
        Constant::Null => Value::NULL,
    }
}
