//! Instructions on abstract states.

use std::rc::Rc;

use logic::term::Term;
use machine::arithmetic;
use machine::value::Value;
use program::class::{ClassId, ClassOrigin, ConstantValue, FieldId};
use program::code::{
    BinaryOp, CodeIndex, Condition, ElementKind, Instruction, Kind, Operand, OperandKind, Register, Type,
};

use super::change::{Change, Write, fitted, fitted_element};
use super::objects::{AbstractObject, Objects, anything, only};
use super::places::{HeapFunction, Place, constant, integer, kind_of, null, sort_of_kind};
use super::search::{StatementSearch, Work};
use super::speak::{MethodCode, constant_of};
use super::state::StatementState;

/// Where an instruction is executed.
#[derive(Clone)]
pub(super) struct Here {
    pub(super) context: usize,
    pub(super) code: Rc<MethodCode>,
    pub(super) pc: CodeIndex,
    pub(super) line: u32,
}

impl StatementSearch<'_> {
    /// Execute an instruction. The state at the next one, if the program may go on there; where else it goes is left as work.
    pub(super) fn execute(
        &mut self,
        context: usize,
        code: &Rc<MethodCode>,
        pc: CodeIndex,
        line: u32,
        state: StatementState,
    ) -> Option<StatementState> {
        let here = Here { context, code: code.clone(), pc, line };
        let body = code.body.clone();
        match body.code[pc as usize] {
            Instruction::BeginIteration => Some(self.pass(&here, &state)),
            Instruction::Move { target, source } => {
                let (value, kind) = self.operand(&here, &state, source)?;
                Some(self.assign(&here, &state, target, kind, value))
            }
            Instruction::Binary { op, kind, target, left, right } => {
                let (left, _) = self.operand(&here, &state, left)?;
                let (right, _) = self.operand(&here, &state, right)?;
                let is_division = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
                let state = if is_division && matches!(kind, Kind::Int | Kind::Long) {
                    let zero = integer(&mut self.reasoner.machine, kind, 0);
                    let is_zero = self.reasoner.machine.pool.eq(right, zero);
                    self.unless(&here, &state, is_zero, "java/lang/ArithmeticException")?
                } else {
                    state
                };
                self.computed(&here, &state, target, kind, |search| {
                    let machine = &mut search.reasoner.machine;
                    let (left, right) = (Value::Symbolic(left), Value::Symbolic(right));
                    arithmetic::binary(&mut machine.pool, machine.config.ints, op, kind, left, right).ok()
                })
            }
            Instruction::Negate { kind, target, source } => {
                let (source, _) = self.operand(&here, &state, source)?;
                self.computed(&here, &state, target, kind, |search| {
                    let machine = &mut search.reasoner.machine;
                    let value = Value::Symbolic(source);
                    arithmetic::negate(&mut machine.pool, machine.config.ints, kind, value).ok()
                })
            }
            Instruction::Compare { op, target, left, right } => {
                let (left, _) = self.operand(&here, &state, left)?;
                let (right, _) = self.operand(&here, &state, right)?;
                self.computed(&here, &state, target, Kind::Int, |search| {
                    let machine = &mut search.reasoner.machine;
                    let (left, right) = (Value::Symbolic(left), Value::Symbolic(right));
                    arithmetic::compare(&mut machine.pool, machine.config.ints, op, left, right).ok()
                })
            }
            Instruction::Convert { conversion, target, source } => {
                let (source, _) = self.operand(&here, &state, source)?;
                let kind = converted_kind(conversion);
                self.computed(&here, &state, target, kind, |search| {
                    let machine = &mut search.reasoner.machine;
                    let value = Value::Symbolic(source);
                    arithmetic::convert(&mut machine.pool, machine.config.ints, conversion, value).ok()
                })
            }
            Instruction::GetField { target, object, field } => {
                let field = self.field(&here, field)?;
                let (object, _) = self.operand(&here, &state, object)?;
                let state = self.unless_null(&here, &state, object)?;
                let function = HeapFunction::Field(field);
                let value = self.reasoner.term(Place::Read(function, [object].into()));
                let kind = kind_of(&self.reasoner.machine, function);
                Some(self.assign(&here, &state, target, kind, value))
            }
            Instruction::PutField { object, field, value } => {
                let field = self.field(&here, field)?;
                let (object, _) = self.operand(&here, &state, object)?;
                let (value, _) = self.operand(&here, &state, value)?;
                let state = self.unless_null(&here, &state, object)?;
                let field_type = self.reasoner.machine.program.field(field).field_type.clone();
                let value = self.stored(&field_type, value);
                Some(self.step(&here, &state, &Change::write(Write::Field { field, object, value })))
            }
            Instruction::GetStatic { target, field } => {
                let field = self.field(&here, field)?;
                let state = self.initialized(&here, state, self.class_of(field))?;
                self.get_static(&here, &state, target, field)
            }
            Instruction::PutStatic { field, value } => {
                let field = self.field(&here, field)?;
                let state = self.initialized(&here, state, self.class_of(field))?;
                let (value, _) = self.operand(&here, &state, value)?;
                let field_type = self.reasoner.machine.program.field(field).field_type.clone();
                let value = self.stored(&field_type, value);
                Some(self.step(&here, &state, &Change::write(Write::Static { field, value })))
            }
            Instruction::ArrayLoad { element, target, array, index } => {
                let (array, _) = self.operand(&here, &state, array)?;
                let (index, _) = self.operand(&here, &state, index)?;
                let state = self.unless_outside(&here, &state, array, index)?;
                let function = HeapFunction::Elements(element);
                let value = self.reasoner.term(Place::Read(function, [array, index].into()));
                let kind = kind_of(&self.reasoner.machine, function);
                Some(self.assign(&here, &state, target, kind, value))
            }
            Instruction::ArrayStore { element, array, index, value } => {
                let (array, _) = self.operand(&here, &state, array)?;
                let (index, _) = self.operand(&here, &state, index)?;
                let (value, _) = self.operand(&here, &state, value)?;
                let state = self.unless_outside(&here, &state, array, index)?;
                if element == ElementKind::Reference && !self.fits_into(&state, array, value) {
                    self.raise_new(&here, state.clone(), "java/lang/ArrayStoreException");
                }
                let fitting = fitted_element(&mut self.reasoner, element, value);
                let value = fitting.unwrap_or_else(|| self.fresh(Kind::Int));
                let write = Write::Element { kind: element, array, index, value };
                Some(self.step(&here, &state, &Change::write(write)))
            }
            Instruction::ArrayLength { target, array } => {
                let (array, _) = self.operand(&here, &state, array)?;
                let state = self.unless_null(&here, &state, array)?;
                let value = self.reasoner.term(Place::Read(HeapFunction::Length, [array].into()));
                Some(self.assign(&here, &state, target, Kind::Int, value))
            }
            Instruction::New { target, class } => {
                let class = self.class(&here, class)?;
                let state = self.initialized(&here, state, class)?;
                Some(self.make(&here, &state, target, class, None))
            }
            Instruction::NewArray { target, class, length } => {
                let class = self.class(&here, class)?;
                let (length, _) = self.operand(&here, &state, length)?;
                let state = self.unless_negative(&here, &state, length)?;
                Some(self.make(&here, &state, target, class, Some(length)))
            }
            Instruction::NewMultiArray { target, class, lengths } => {
                let class = self.class(&here, class)?;
                let mut state = state;
                let mut first = None;
                for length in body.operands(lengths) {
                    let (length, _) = self.operand(&here, &state, *length)?;
                    state = self.unless_negative(&here, &state, length)?;
                    first.get_or_insert(length);
                }
                Some(self.make_arrays(&here, &state, target, class, first?))
            }
            Instruction::InstanceOf { target, object, class } => {
                let class = self.class(&here, class)?;
                let (object, _) = self.operand(&here, &state, object)?;
                Some(self.instance_of(&here, &state, target, object, class))
            }
            Instruction::CheckCast { target, object, class } => {
                let class = self.class(&here, class)?;
                let (object, _) = self.operand(&here, &state, object)?;
                self.check_cast(&here, state, target, object, class)
            }
            Instruction::LoadConstant { target, constant } => {
                let objects = match &body.loadables[constant as usize] {
                    program::code::Loadable::String(_) => self.library_object("java/lang/String"),
                    program::code::Loadable::Class(_) => self.library_object("java/lang/Class"),
                    _ => {
                        self.unsupported("a constant that is computed when it is used", code, pc);
                        anything()
                    }
                };
                let change = self.unknown(target, Kind::Reference, objects);
                Some(self.step(&here, &state, &change))
            }
            Instruction::Invoke { kind, target, method, arguments } => {
                let arguments = self.operands(&here, &state, body.operands(arguments))?;
                self.invoke(&here, state, kind, target, method, arguments)
            }
            Instruction::InvokeDynamic { target, site, arguments } => {
                let arguments = self.operands(&here, &state, body.operands(arguments))?;
                self.invoke_dynamic(&here, state, target, site, &arguments)
            }
            Instruction::MonitorEnter { object } => {
                let (object, _) = self.operand(&here, &state, object)?;
                let state = self.unless_null(&here, &state, object)?;
                Some(self.pass(&here, &state))
            }
            Instruction::MonitorExit { .. } => Some(self.pass(&here, &state)),
            Instruction::Catch { target } => {
                let object = state.caught?;
                let change = self.unknown(target, Kind::Reference, only(object));
                let mut next = self.step(&here, &state, &change);
                next.caught = None;
                Some(next)
            }
            Instruction::Goto { to } => {
                self.go(&here, &state, to);
                None
            }
            Instruction::If { condition, left, right, to } => {
                let (left, _) = self.operand(&here, &state, left)?;
                let (right, _) = self.operand(&here, &state, right)?;
                let condition = self.int_condition(condition, left, right);
                self.branch(&here, &state, condition, to)
            }
            Instruction::IfSame { left, right, to } => {
                let (left, _) = self.operand(&here, &state, left)?;
                let (right, _) = self.operand(&here, &state, right)?;
                let condition = self.reasoner.machine.pool.eq(left, right);
                self.branch(&here, &state, condition, to)
            }
            Instruction::IfDifferent { left, right, to } => {
                let (left, _) = self.operand(&here, &state, left)?;
                let (right, _) = self.operand(&here, &state, right)?;
                let condition = self.reasoner.machine.pool.ne(left, right);
                self.branch(&here, &state, condition, to)
            }
            Instruction::Switch { value, table } => {
                let (value, _) = self.operand(&here, &state, value)?;
                let table = &body.switches[table as usize];
                let mut left = Some(state);
                for (case, to) in &table.cases {
                    let state = left?;
                    let case = integer(&mut self.reasoner.machine, Kind::Int, i64::from(*case));
                    let is_it = self.reasoner.machine.pool.eq(value, case);
                    let (taken, other) = self.sides(&here.code, pc, &state, is_it);
                    if let Some(taken) = taken {
                        self.go(&here, &taken, *to);
                    }
                    left = other;
                }
                if let Some(state) = left {
                    self.go(&here, &state, table.default);
                }
                None
            }
            Instruction::Return { value } => {
                let value = match value {
                    Some(value) => Some(self.operand(&here, &state, value)?),
                    None => None,
                };
                self.returns(&here, &state, value);
                None
            }
            Instruction::Throw { exception } => {
                let (exception, _) = self.operand(&here, &state, exception)?;
                let state = self.unless_null(&here, &state, exception)?;
                self.throw(&here, &state, exception);
                None
            }
        }
    }

    /// What an operand holds. A register that was never written is read by no code that a verifier admits.
    fn operand(&mut self, here: &Here, state: &StatementState, operand: Operand) -> Option<(Term, Kind)> {
        match operand.unpack() {
            OperandKind::Constant(index) => {
                let value = here.code.body.constants[index as usize];
                let kind = match value {
                    program::code::Constant::Int(_) => Kind::Int,
                    program::code::Constant::Long(_) => Kind::Long,
                    program::code::Constant::Float(_) => Kind::Float,
                    program::code::Constant::Double(_) => Kind::Double,
                    program::code::Constant::Null => Kind::Reference,
                };
                Some((constant(&mut self.reasoner.machine, value), kind))
            }
            OperandKind::Register(register) => {
                let Some(kind) = state.kinds[register.0 as usize] else {
                    self.unsupported("a register of unknown content", &here.code, here.pc);
                    return None;
                };
                let term = match state.expressions.get(&register) {
                    Some(expression) => *expression,
                    None => self.reasoner.term(Place::Register(here.code.method, register, kind)),
                };
                Some((term, kind))
            }
        }
    }

    fn operands(&mut self, here: &Here, state: &StatementState, operands: &[Operand]) -> Option<Vec<Term>> {
        operands.iter().map(|operand| self.operand(here, state, *operand).map(|(term, _)| term)).collect()
    }

    /// The state at the next instruction.
    pub(super) fn step(&mut self, here: &Here, state: &StatementState, change: &Change) -> StatementState {
        self.apply(&here.code, state, (here.pc, here.pc + 1), change)
    }

    pub(super) fn pass(&mut self, here: &Here, state: &StatementState) -> StatementState {
        self.step(here, state, &Change::nothing())
    }

    pub(super) fn assign(
        &mut self,
        here: &Here,
        state: &StatementState,
        target: Register,
        kind: Kind,
        value: Term,
    ) -> StatementState {
        self.step(here, state, &Change::assign(target, kind, value))
    }

    fn computed(
        &mut self,
        here: &Here,
        state: &StatementState,
        target: Register,
        kind: Kind,
        compute: impl FnOnce(&mut Self) -> Option<Value>,
    ) -> Option<StatementState> {
        let value = compute(self).and_then(|value| self.reasoner.machine.term_of(value));
        // Mathematical integers have no bits: what is not known is anything.
        let value = value.unwrap_or_else(|| self.fresh(kind));
        Some(self.assign(here, state, target, kind, value))
    }

    /// A value that nothing is known of.
    pub(super) fn fresh(&mut self, kind: Kind) -> Term {
        let sort = sort_of_kind(&self.reasoner.machine, kind);
        self.reasoner.term(Place::Fresh(sort))
    }

    pub(super) fn unknown(&mut self, target: Register, kind: Kind, objects: Objects) -> Change {
        let value = self.fresh(kind);
        let objects = (kind == Kind::Reference).then_some(objects);
        Change { objects, ..Change::assign(target, kind, value) }
    }

    fn stored(&mut self, field_type: &Type, value: Term) -> Term {
        fitted(&mut self.reasoner, field_type, value).unwrap_or_else(|| self.fresh(field_type.kind()))
    }

    /// Go on at another instruction.
    pub(super) fn go(&mut self, here: &Here, state: &StatementState, to: CodeIndex) {
        let state = self.apply(&here.code, state, (here.pc, to), &Change::nothing());
        self.work.push(Work { context: here.context, pc: to, line: here.line, state });
    }

    fn int_condition(&mut self, condition: Condition, left: Term, right: Term) -> Term {
        let pool = &mut self.reasoner.machine.pool;
        match condition {
            Condition::Equal => pool.eq(left, right),
            Condition::NotEqual => pool.ne(left, right),
            Condition::Less => pool.lt(left, right),
            Condition::GreaterOrEqual => pool.ge(left, right),
            Condition::Greater => pool.gt(left, right),
            Condition::LessOrEqual => pool.le(left, right),
        }
    }

    fn branch(
        &mut self,
        here: &Here,
        state: &StatementState,
        condition: Term,
        to: CodeIndex,
    ) -> Option<StatementState> {
        let (taken, other) = self.sides(&here.code, here.pc, state, condition);
        if let Some(taken) = taken {
            self.go(here, &taken, to);
        }
        other.map(|other| self.pass(here, &other))
    }

    /// The state in which something bad is not the case. Where it may be, an exception is raised.
    pub(super) fn unless(
        &mut self,
        here: &Here,
        state: &StatementState,
        bad: Term,
        exception: &'static str,
    ) -> Option<StatementState> {
        let (raises, goes_on) = self.sides(&here.code, here.pc, state, bad);
        if let Some(raises) = raises {
            self.raise_new(here, raises, exception);
        }
        goes_on
    }

    pub(super) fn unless_null(&mut self, here: &Here, state: &StatementState, object: Term) -> Option<StatementState> {
        let null = null(&mut self.reasoner.machine);
        let is_null = self.reasoner.machine.pool.eq(object, null);
        self.unless(here, state, is_null, "java/lang/NullPointerException")
    }

    fn unless_outside(
        &mut self,
        here: &Here,
        state: &StatementState,
        array: Term,
        index: Term,
    ) -> Option<StatementState> {
        let state = self.unless_null(here, state, array)?;
        let length = self.reasoner.term(Place::Read(HeapFunction::Length, [array].into()));
        let zero = integer(&mut self.reasoner.machine, Kind::Int, 0);
        let pool = &mut self.reasoner.machine.pool;
        let (below, above) = (pool.lt(index, zero), pool.ge(index, length));
        let state = self.unless(here, &state, below, "java/lang/ArrayIndexOutOfBoundsException")?;
        self.unless(here, &state, above, "java/lang/ArrayIndexOutOfBoundsException")
    }

    fn unless_negative(&mut self, here: &Here, state: &StatementState, length: Term) -> Option<StatementState> {
        let zero = integer(&mut self.reasoner.machine, Kind::Int, 0);
        let is_negative = self.reasoner.machine.pool.lt(length, zero);
        self.unless(here, state, is_negative, "java/lang/NegativeArraySizeException")
    }

    pub(super) fn zero_and_one(&mut self) -> (Term, Term) {
        (integer(&mut self.reasoner.machine, Kind::Int, 0), integer(&mut self.reasoner.machine, Kind::Int, 1))
    }

    fn get_static(
        &mut self,
        here: &Here,
        state: &StatementState,
        target: Register,
        field: FieldId,
    ) -> Option<StatementState> {
        let entry = self.reasoner.machine.program.field(field);
        let kind = entry.field_type.kind();
        let class = self.reasoner.machine.program.class(entry.class);
        let is_user = class.origin == ClassOrigin::User;
        if let Some(value) = constant_of(&self.reasoner.machine.program, field) {
            let value = constant(&mut self.reasoner.machine, value);
            return Some(self.assign(here, state, target, kind, value));
        }
        if let Some(ConstantValue::String(_)) = &entry.constant {
            let text = self.library_object("java/lang/String");
            let change = self.unknown(target, kind, text);
            return Some(self.step(here, state, &change));
        }
        if is_user && &*entry.name == "$assertionsDisabled" {
            let (zero, _) = self.zero_and_one();
            return Some(self.assign(here, state, target, kind, zero));
        }
        if is_user {
            let value = self.reasoner.term(Place::Static(field));
            return Some(self.assign(here, state, target, kind, value));
        }
        let is_stream = &*class.name == "java/lang/System" && kind == Kind::Reference;
        let objects = if is_stream { only(AbstractObject::Any) } else { anything() };
        let change = self.unknown(target, kind, objects);
        Some(self.step(here, state, &change))
    }

    fn class_of(&self, field: FieldId) -> ClassId {
        self.reasoner.machine.program.field(field).class
    }

    fn field(&mut self, here: &Here, field: u32) -> Option<FieldId> {
        let resolved = self.reasoner.machine.program.resolve_field(&here.code.body.fields[field as usize]);
        resolved.map_err(|error| self.unsupported(error.to_string(), &here.code, here.pc)).ok()
    }

    pub(super) fn class(&mut self, here: &Here, class: u32) -> Option<ClassId> {
        let resolved = self.reasoner.machine.program.resolve_class(&here.code.body.classes[class as usize]);
        resolved.map_err(|error| self.unsupported(error.to_string(), &here.code, here.pc)).ok()
    }
}

fn converted_kind(conversion: program::code::Conversion) -> Kind {
    use program::code::Conversion as C;
    match conversion {
        C::LongToInt | C::FloatToInt | C::DoubleToInt | C::IntToByte | C::IntToChar | C::IntToShort => Kind::Int,
        C::IntToLong | C::FloatToLong | C::DoubleToLong => Kind::Long,
        C::IntToFloat | C::LongToFloat | C::DoubleToFloat => Kind::Float,
        C::IntToDouble | C::LongToDouble | C::FloatToDouble => Kind::Double,
    }
}
