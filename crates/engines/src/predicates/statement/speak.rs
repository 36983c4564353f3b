//! Predicates as terms over an abstract state at an instruction.

use std::collections::BTreeSet;
use std::rc::Rc;

use logic::term::Term;
use machine::machine::Machine;
use program::Program;
use program::class::{ConstantValue, FieldId, MethodId};
use program::code::{
    Body, CodeIndex, Constant, ElementKind, Instruction, Kind, Operand, Register, SourceVariable, Type,
};
use program::liveness::{Liveness, RegisterSet};

use super::super::formula::{AccessExpression, Expression, Predicate, Scope};
use super::super::meaning::{Meaning, Memory};
use super::places::{HeapFunction, Place, REFERENCE, constant, null};
use super::reason::Reasoner;

/// A method's code, and what is asked of it again and again.
pub(super) struct MethodCode {
    pub(super) method: MethodId,
    pub(super) body: Rc<Body>,
    liveness: Liveness,
    /// The registers of variables; all others are temporaries.
    locals: BTreeSet<Register>,
    /// Parameters that nothing is assigned to.
    pub(super) constant_parameters: BTreeSet<Register>,
    /// Parameters of which predicates say what they were at entry.
    pub(super) old_parameters: BTreeSet<Register>,
    /// Predicates in scope, by their numbers.
    pub(super) predicates: Vec<usize>,
}

impl MethodCode {
    pub(super) fn new(program: &Program, method: MethodId, body: Rc<Body>, predicates: &[Predicate]) -> MethodCode {
        let locals = body.slots.iter().map(|(_, register)| *register).collect();
        let targets: BTreeSet<Register> = body.code.iter().filter_map(|instruction| instruction.target()).collect();
        let parameters = (0..body.parameter_count).map(Register);
        let constant_parameters = parameters.filter(|register| !targets.contains(register)).collect();
        let liveness = Liveness::of(&body);
        let in_scope = |(_, predicate): &(usize, &Predicate)| is_in_scope(program, predicate, method);
        let mut code = MethodCode {
            method,
            body,
            liveness,
            locals,
            constant_parameters,
            old_parameters: BTreeSet::new(),
            predicates: Vec::new(),
        };
        for (number, predicate) in predicates.iter().enumerate().filter(in_scope) {
            code.predicates.push(number);
            let mut old = Vec::new();
            predicate.formula.for_each_access(&mut |access| {
                if let AccessExpression::Old(name) = access {
                    old.extend(code.parameter(name));
                }
            });
            code.old_parameters.extend(old);
        }
        code
    }

    /// For a start that is nobody's method: the static predicates are in scope.
    pub(super) fn of_start(method: MethodId, body: Body, predicates: &[Predicate]) -> MethodCode {
        let body = Rc::new(body);
        let is_static = |predicate: &Predicate| predicate.scope == Scope::Static;
        let in_scope = predicates.iter().enumerate().filter(|(_, predicate)| is_static(predicate));
        MethodCode {
            method,
            liveness: Liveness::of(&body),
            locals: (0..body.parameter_count).map(Register).collect(),
            constant_parameters: (0..body.parameter_count).map(Register).collect(),
            old_parameters: BTreeSet::new(),
            predicates: in_scope.map(|(number, _)| number).collect(),
            body,
        }
    }

    pub(super) fn is_local(&self, register: Register) -> bool {
        register.0 < self.body.parameter_count || self.locals.contains(&register)
    }

    pub(super) fn live_before(&self, pc: CodeIndex) -> RegisterSet {
        self.liveness.before(&self.body, pc)
    }

    pub(super) fn line(&self, pc: CodeIndex) -> u32 {
        self.body.positions.get(pc as usize).map_or(0, |position| position.line)
    }

    /// The variable of the source with this name. Where the class file says nothing of it, it is still where it was, as long as no
    /// other variable is ever there.
    fn variable(&self, name: &str, pc: CodeIndex) -> Option<&SourceVariable> {
        let bytecode = self.body.positions.get(pc as usize)?.bytecode;
        let mut named = self.body.variables.iter().filter(|variable| *variable.name == *name);
        if let Some(here) = named.clone().find(|variable| variable.bytecodes.contains(&bytecode)) {
            return Some(here);
        }
        let first = named.next()?;
        let is_alone = |variable: &SourceVariable| {
            (variable.register == first.register) == (*variable.name == *name)
                && (*variable.name != *name || variable.declared_type == first.declared_type)
        };
        self.body.variables.iter().all(is_alone).then_some(first)
    }

    /// Parameters have their names from the first instruction on.
    fn parameter(&self, name: &str) -> Option<Register> {
        self.variable(name, 0)
            .map(|variable| variable.register)
            .filter(|register| register.0 < self.body.parameter_count)
    }
}

fn is_in_scope(program: &Program, predicate: &Predicate, method: MethodId) -> bool {
    let entry = program.method(method);
    match predicate.scope {
        Scope::Static => true,
        Scope::Object(class) => !entry.is_static() && program.is_subclass(entry.class, class),
        Scope::Method(scope) => scope == method,
    }
}

/// Where a predicate is spoken.
pub(super) struct Speaker<'s> {
    pub(super) reasoner: &'s mut Reasoner,
    pub(super) code: &'s MethodCode,
    pub(super) pc: CodeIndex,
    pub(super) kinds: &'s [Option<Kind>],
    /// Whether the method is about to return something of this kind.
    pub(super) returned: Option<Kind>,
}

impl Speaker<'_> {
    /// The condition that a predicate is here; `None` if it speaks of what is not there.
    pub(super) fn condition(&mut self, predicate: &Predicate) -> Option<Term> {
        Meaning { memory: self }.condition(&predicate.formula)
    }

    fn access(&mut self, access: &AccessExpression) -> Option<Term> {
        let place = match access {
            AccessExpression::Local(name) => {
                let register = self.code.variable(name, self.pc)?.register;
                Place::Register(self.code.method, register, self.kind(register)?)
            }
            AccessExpression::Slot(slot) => {
                let (_, register) = *self.code.body.slots.iter().find(|(known, _)| known == slot)?;
                Place::Register(self.code.method, register, self.kind(register)?)
            }
            AccessExpression::Old(name) => {
                let register = self.code.parameter(name)?;
                Place::Old(self.code.method, register, *self.code.body.parameter_kinds.get(register.0 as usize)?)
            }
            AccessExpression::Return => Place::Returned(self.returned?),
            AccessExpression::Static(field) => match constant_of(&self.reasoner.machine.program, *field) {
                Some(value) => return Some(constant(&mut self.reasoner.machine, value)),
                None => Place::Static(*field),
            },
            AccessExpression::Field(object, field) => {
                let object = self.reference(object)?;
                Place::Read(HeapFunction::Field(*field), [object].into())
            }
            AccessExpression::Length(array) => {
                let array = self.reference(array)?;
                Place::Read(HeapFunction::Length, [array].into())
            }
            AccessExpression::Element(array, index) => {
                let kind = element_kind(&self.element_type(array)?);
                let array = self.reference(array)?;
                let index = Meaning { memory: self }.index(index)?;
                Place::Read(HeapFunction::Elements(kind), [array, index].into())
            }
        };
        Some(self.reasoner.term(place))
    }

    fn kind(&self, register: Register) -> Option<Kind> {
        self.kinds.get(register.0 as usize).copied().flatten()
    }

    fn reference(&mut self, access: &AccessExpression) -> Option<Term> {
        let term = self.access(access)?;
        (self.reasoner.machine.pool.sort(term) == REFERENCE).then_some(term)
    }

    /// The type of the elements of what an access expression holds.
    fn element_type(&mut self, array: &AccessExpression) -> Option<Type> {
        match self.declared_type(array)? {
            Type::Reference(name) => program::descriptor::parse_type(name.strip_prefix('[')?),
            _ => None,
        }
    }

    fn declared_type(&mut self, access: &AccessExpression) -> Option<Type> {
        let program = &self.reasoner.machine.program;
        match access {
            AccessExpression::Field(_, field) | AccessExpression::Static(field) => {
                Some(program.field(*field).field_type.clone())
            }
            AccessExpression::Element(array, _) => self.element_type(array),
            AccessExpression::Return => program.method(self.code.method).return_type.clone(),
            AccessExpression::Local(name) => Some(self.code.variable(name, self.pc)?.declared_type.clone()),
            AccessExpression::Old(name) => Some(self.code.variable(name, 0)?.declared_type.clone()),
            AccessExpression::Slot(slot) => {
                let (_, register) = *self.code.body.slots.iter().find(|(known, _)| known == slot)?;
                self.type_in_use(register)
            }
            AccessExpression::Length(_) => Some(Type::Int),
        }
    }

    /// The class file does not tell the types of a compiler's own variables: how the code uses the register does.
    fn type_in_use(&self, register: Register) -> Option<Type> {
        let operand = Operand::register(register);
        let mut used: Option<ElementKind> = None;
        for instruction in &self.code.body.code {
            if let Instruction::ArrayLoad { element, array, .. } | Instruction::ArrayStore { element, array, .. } =
                *instruction
                && array == operand
            {
                if used.is_some_and(|used| used != element) {
                    return None;
                }
                used = Some(element);
            }
        }
        let descriptor = match used? {
            ElementKind::ByteOrBoolean => "[B",
            ElementKind::Char => "[C",
            ElementKind::Short => "[S",
            ElementKind::Int => "[I",
            ElementKind::Long => "[J",
            ElementKind::Float => "[F",
            ElementKind::Double => "[D",
            ElementKind::Reference => "[Ljava/lang/Object;",
        };
        Some(Type::Reference(descriptor.into()))
    }
}

impl Memory for Speaker<'_> {
    fn machine(&mut self) -> &mut Machine {
        &mut self.reasoner.machine
    }

    fn number_at(&mut self, access: &AccessExpression) -> Option<Term> {
        let term = self.access(access)?;
        (self.reasoner.machine.pool.sort(term) != REFERENCE).then_some(term)
    }

    fn same_reference(&mut self, left: &Expression, right: &Expression) -> Option<Term> {
        let mut reference = |expression: &Expression| match expression {
            Expression::Null => Some(null(&mut self.reasoner.machine)),
            Expression::Access(access) => self.reference(access),
            _ => None,
        };
        let (left, right) = (reference(left)?, reference(right)?);
        Some(self.reasoner.machine.pool.eq(left, right))
    }
}

/// The value of a constant field.
pub(super) fn constant_of(program: &Program, field: FieldId) -> Option<Constant> {
    let field = program.field(field);
    if !field.is_final() {
        return None;
    }
    match field.constant.as_ref()? {
        ConstantValue::Int(value) => Some(Constant::Int(*value)),
        ConstantValue::Long(value) => Some(Constant::Long(*value)),
        ConstantValue::Float(value) => Some(Constant::Float(*value)),
        ConstantValue::Double(value) => Some(Constant::Double(*value)),
        ConstantValue::String(_) => None,
    }
}

fn element_kind(element: &Type) -> ElementKind {
    match element {
        Type::Boolean | Type::Byte => ElementKind::ByteOrBoolean,
        Type::Char => ElementKind::Char,
        Type::Short => ElementKind::Short,
        Type::Int => ElementKind::Int,
        Type::Long => ElementKind::Long,
        Type::Float => ElementKind::Float,
        Type::Double => ElementKind::Double,
        Type::Reference(_) => ElementKind::Reference,
    }
}
