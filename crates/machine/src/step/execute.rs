//! What one instruction does, in full: on operands known and unknown, seen by other threads or not.
//!
//! [`crate::step::concrete`] does the same for frequent instructions on known operands, faster; [`crate::step::run`] goes from one
//! instruction to the next.

use std::rc::Rc;

use logic::term::{Op, Term};
use program::class::{ClassId, ClassOrigin};
use program::code::{BinaryOp, Condition, Instruction, Kind, Loadable, Operand, OperandKind, Register};

use crate::machine::{Code, FieldAccess, Machine};
use crate::reference::guarded::Truth;
use crate::state::State;
use crate::state::fork::{Alternative, Effect, Fork, Raise, Stop};
use crate::state::value::Value;
use crate::step::arithmetic;
use crate::step::call::Called;

/// Where control goes after an instruction.
pub(crate) enum Flow {
    Next,
    Jump(u32),
    /// A frame was pushed.
    Entered,
    Return(Option<Value>),
}

impl Machine {
    /// One instruction. An instruction that stops has changed nothing but what is the same on every path, so that it can be
    /// executed again.
    pub(crate) fn execute(
        &mut self,
        state: &mut State,
        code: &Rc<Code>,
        instruction: Instruction,
    ) -> Result<Flow, Stop> {
        let ints = self.config.ints;
        match instruction {
            Instruction::Move { target, source } => {
                let value = self.operand(state, code, source);
                state.set_register(target, value);
            }
            Instruction::Binary { op, kind, target, left, right } => {
                let left = self.operand(state, code, left);
                let right = self.operand(state, code, right);
                if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) && matches!(kind, Kind::Int | Kind::Long) {
                    self.exclude_zero(state, op, kind, target, left, right)?;
                }
                let value = arithmetic::binary(&mut self.pool, ints, op, kind, left, right)?;
                state.set_register(target, value);
            }
            Instruction::Negate { kind, target, source } => {
                let source = self.operand(state, code, source);
                let value = arithmetic::negate(&mut self.pool, ints, kind, source)?;
                state.set_register(target, value);
            }
            Instruction::Compare { op, target, left, right } => {
                let left = self.operand(state, code, left);
                let right = self.operand(state, code, right);
                let value = arithmetic::compare(&mut self.pool, ints, op, left, right)?;
                state.set_register(target, value);
            }
            Instruction::Convert { conversion, target, source } => {
                let source = self.operand(state, code, source);
                let value = arithmetic::convert(&mut self.pool, ints, conversion, source)?;
                state.set_register(target, value);
            }
            Instruction::GetField { target, object, field } => {
                let access = self.field_access(code, field)?;
                check_static(access, false)?;
                let object = self.reference_operand(state, code, object);
                if state.scheduling.is_concurrent {
                    self.announce_field(state, object, access, false)?;
                }
                let value = self.get_field(state, object, access)?;
                state.set_register(target, value);
            }
            Instruction::PutField { object, field, value } => {
                let access = self.field_access(code, field)?;
                check_static(access, false)?;
                let object = self.reference_operand(state, code, object);
                let value = self.operand(state, code, value);
                if state.scheduling.is_concurrent {
                    self.announce_field(state, object, access, true)?;
                }
                self.put_field(state, object, access, value)?;
                if state.scheduling.is_concurrent {
                    self.share_through(state, object, value);
                }
            }
            Instruction::GetStatic { target, field } => {
                let access = self.field_access(code, field)?;
                check_static(access, true)?;
                self.ensure_initialized(state, access.class)?;
                if state.scheduling.is_concurrent {
                    self.announce_static(state, access, false)?;
                }
                let value = self.get_static(state, access)?;
                state.set_register(target, value);
            }
            Instruction::PutStatic { field, value } => {
                let access = self.field_access(code, field)?;
                check_static(access, true)?;
                self.ensure_initialized(state, access.class)?;
                if state.scheduling.is_concurrent {
                    self.announce_static(state, access, true)?;
                }
                let value = self.operand(state, code, value);
                self.put_static(state, access, value)?;
                if state.scheduling.is_concurrent {
                    self.share(state, value);
                }
            }
            Instruction::ArrayLoad { target, array, index, .. } => {
                let array = self.reference_operand(state, code, array);
                let index = self.operand(state, code, index);
                if state.scheduling.is_concurrent {
                    self.announce_element(state, array, index, false)?;
                }
                let value = self.array_load(state, target, array, index)?;
                state.set_register(target, value);
            }
            Instruction::ArrayStore { array, index, value, .. } => {
                let array = self.reference_operand(state, code, array);
                let index = self.operand(state, code, index);
                let value = self.operand(state, code, value);
                if state.scheduling.is_concurrent {
                    self.announce_element(state, array, index, true)?;
                }
                self.array_store(state, array, index, value)?;
                if state.scheduling.is_concurrent {
                    self.share_through(state, array, value);
                }
            }
            Instruction::ArrayLength { target, array } => {
                let array = self.reference_operand(state, code, array);
                let length = self.array_length(state, array)?;
                state.set_register(target, length);
            }
            Instruction::New { target, class } => {
                let class = self.class_operand(code, class)?;
                let entry = self.program.class(class);
                if entry.is_abstract() || entry.is_interface() {
                    let name = program::display_class(&entry.name);
                    return Err(Raise::with("java/lang/InstantiationError", name).into());
                }
                let is_users = entry.origin == ClassOrigin::User;
                self.ensure_initialized(state, class)?;
                if is_users {
                    self.require_no_finalizer(class)?;
                }
                let object = self.allocate_instance(state, class);
                state.set_register(target, Value::Reference(object));
            }
            Instruction::NewArray { target, class, length } => {
                let class = self.class_operand(code, class)?;
                let length = self.operand(state, code, length);
                let array = self.new_array(state, class, length)?;
                state.set_register(target, array);
            }
            Instruction::NewMultiArray { target, class, lengths } => {
                let class = self.class_operand(code, class)?;
                let lengths: Vec<Value> =
                    code.body.operands(lengths).iter().map(|length| self.operand(state, code, *length)).collect();
                let array = self.new_multi_array(state, class, &lengths)?;
                state.set_register(target, array);
            }
            Instruction::InstanceOf { target, object, class } => {
                let object = self.operand(state, code, object);
                let class = self.class_operand(code, class)?;
                let value = match self.instance_of(state, object, class)? {
                    Truth::Known(result) => Value::boolean(result),
                    Truth::Depends(condition) => {
                        let (one, zero) = (self.term(Value::TRUE)?, self.term(Value::FALSE)?);
                        let term = self.pool.ite(condition, one, zero);
                        self.value(Kind::Int, term)
                    }
                };
                state.set_register(target, value);
            }
            Instruction::CheckCast { target, object, class } => {
                let value = self.operand(state, code, object);
                let class = self.class_operand(code, class)?;
                if !self.cast_is_certain(state, value, class) {
                    self.check_cast(state, value, class)?;
                }
                state.set_register(target, value);
            }
            Instruction::LoadConstant { target, constant } => {
                let value = self.load_constant(state, &code.body.loadables[constant as usize])?;
                state.set_register(target, value);
            }
            Instruction::Invoke { kind, target, method, arguments } => {
                let operands = code.body.operands(arguments);
                let called = self.invoke(state, code, kind, target, method, operands)?;
                return Ok(flow_of_call(state, called, target));
            }
            Instruction::InvokeDynamic { target, site, arguments } => {
                let operands = code.body.operands(arguments);
                let called = self.invoke_dynamic(state, code, target, site, operands)?;
                return Ok(flow_of_call(state, called, target));
            }
            Instruction::MonitorEnter { object } => {
                let object = self.operand(state, code, object);
                let location = self.dereference(state, object)?;
                self.enter_monitor(state, location)?;
            }
            Instruction::MonitorExit { object } => {
                let object = self.operand(state, code, object);
                let location = self.dereference(state, object)?;
                self.exit_monitor(state, location)?;
            }
            Instruction::BeginIteration => {
                if !self.config.compares_at_marks_alone && self.is_comparison_due(state) {
                    state.frame_mut().pc += 1;
                    return Err(Stop::Compare);
                }
            }
            Instruction::Catch { .. } => panic!("the verifier admits no way into a handler but an exception"),
            Instruction::Goto { to } => return Ok(Flow::Jump(to)),
            Instruction::If { condition, left, right, to } => {
                let left = self.operand(state, code, left);
                let right = self.operand(state, code, right);
                if let (Value::Int(a), Value::Int(b)) = (left, right) {
                    return Ok(if arithmetic::holds(condition, a, b) { Flow::Jump(to) } else { Flow::Next });
                }
                let taken = self.settled_condition(state, condition, left, right)?;
                if self.pool.is_true(taken) {
                    return Ok(Flow::Jump(to));
                }
                if self.pool.is_false(taken) {
                    return Ok(Flow::Next);
                }
                let not_taken = self.pool.not(taken);
                let next = state.frame().pc + 1;
                // Falling through comes first: the alternatives are in the order of the source.
                return Err(Stop::branch(not_taken, taken, Effect::Goto(next), Effect::Goto(to)));
            }
            Instruction::IfSame { left, right, to } => {
                let same = self.same_operands(state, code, left, right)?;
                return self.branch(state, same, true, to);
            }
            Instruction::IfDifferent { left, right, to } => {
                let same = self.same_operands(state, code, left, right)?;
                return self.branch(state, same, false, to);
            }
            Instruction::Switch { value, table } => {
                let value = self.operand(state, code, value);
                return self.switch(code, value, table);
            }
            Instruction::Return { value } => {
                let value = value.map(|value| self.operand(state, code, value));
                return Ok(Flow::Return(value));
            }
            Instruction::Throw { exception } => {
                let exception = self.operand(state, code, exception);
                let location = self.dereference(state, exception)?;
                self.exact_class(state, location)?;
                self.mark_thrown(state, location);
                return Err(Stop::Throw(location));
            }
        }
        Ok(Flow::Next)
    }

    fn field_access(&mut self, code: &Code, index: u32) -> Result<FieldAccess, Stop> {
        let cell = &code.fields[index as usize];
        if let Some(access) = cell.get() {
            return Ok(access);
        }
        let reference = &code.body.fields[index as usize];
        let field = self.program.resolve_field(reference).map_err(|error| self.link_stop(error))?;
        let entry = self.program.field(field);
        self.check_access(code, entry.class, entry.access)?;
        let access = FieldAccess::of(entry);
        cell.set(Some(access));
        Ok(access)
    }

    fn class_operand(&mut self, code: &Code, index: u32) -> Result<ClassId, Stop> {
        let reference = &code.body.classes[index as usize];
        match reference.resolved.get() {
            Some(class) => Ok(*class),
            None => self.program.resolve_class(reference).map_err(|error| self.link_stop(error)),
        }
    }

    /// A reference operand without the locations that the path has excluded; the register keeps what was found out.
    fn reference_operand(&mut self, state: &mut State, code: &Code, operand: Operand) -> Value {
        let value = self.operand(state, code, operand);
        if let Value::Reference(_) = value {
            return value;
        }
        let pruned = self.pruned(state, value);
        if let OperandKind::Register(register) = operand.unpack() {
            state.set_register(register, pruned);
        }
        pruned
    }

    fn same_operands(&mut self, state: &State, code: &Code, left: Operand, right: Operand) -> Result<Truth, Stop> {
        let left = self.operand(state, code, left);
        let right = self.operand(state, code, right);
        self.same(state, left, right)
    }

    /// A conditional jump, taken if the truth is as wanted.
    fn branch(&mut self, state: &State, truth: Truth, wanted: bool, to: u32) -> Result<Flow, Stop> {
        match truth {
            Truth::Known(known) => Ok(if known == wanted { Flow::Jump(to) } else { Flow::Next }),
            Truth::Depends(condition) => {
                let negation = self.pool.not(condition);
                let (taken, not_taken) = if wanted { (condition, negation) } else { (negation, condition) };
                let next = state.frame().pc + 1;
                // Falling through comes first: the alternatives are in the order of the source.
                Err(Stop::branch(not_taken, taken, Effect::Goto(next), Effect::Goto(to)))
            }
        }
    }

    /// A comparison of numbers without the parts that the path decides.
    fn settled_condition(
        &mut self,
        state: &mut State,
        condition: Condition,
        left: Value,
        right: Value,
    ) -> Result<Term, Stop> {
        let ordered = match condition {
            Condition::Less => Some((Op::Lt, left, right)),
            Condition::Greater => Some((Op::Lt, right, left)),
            Condition::LessOrEqual => Some((Op::Le, left, right)),
            Condition::GreaterOrEqual => Some((Op::Le, right, left)),
            Condition::Equal | Condition::NotEqual => None,
        };
        let domains = &mut state.path_condition.domains;
        if let Some((op, low, high)) = ordered {
            let (low, high) = (self.term(low)?, self.term(high)?);
            if let Some(settled) = domains.settled_comparison(&mut self.pool, op, low, high) {
                return Ok(settled);
            }
        }
        let taken = arithmetic::condition_term(&mut self.pool, self.config.ints, condition, left, right)?;
        Ok(domains.settle(&mut self.pool, taken))
    }

    /// Fork off ArithmeticException where an integer divisor may be zero.
    fn exclude_zero(
        &mut self,
        state: &State,
        op: BinaryOp,
        kind: Kind,
        target: Register,
        left: Value,
        right: Value,
    ) -> Result<(), Stop> {
        let by_zero = || Raise::with("java/lang/ArithmeticException", "/ by zero");
        match right {
            Value::Int(0) | Value::Long(0) => return Err(by_zero().into()),
            Value::Int(_) | Value::Long(_) => return Ok(()),
            _ => {}
        }
        let zero = self.term(if kind == Kind::Int { Value::Int(0) } else { Value::Long(0) })?;
        let divisor = self.term(right)?;
        let is_zero = self.pool.eq(divisor, zero);
        let not_zero = self.pool.not(is_zero);
        if self.pool.is_true(not_zero) || state.path_condition.conjuncts.contains(&not_zero) {
            return Ok(());
        }
        let value = arithmetic::binary(&mut self.pool, self.config.ints, op, kind, left, right)?;
        Err(Stop::branch(not_zero, is_zero, Effect::Assign { target, value }, Effect::Raise(by_zero())))
    }

    fn switch(&mut self, code: &Code, value: Value, table: u32) -> Result<Flow, Stop> {
        let table = &code.body.switches[table as usize];
        if let Value::Int(value) = value {
            return Ok(Flow::Jump(match table.cases.binary_search_by_key(&value, |case| case.0) {
                Ok(position) => table.cases[position].1,
                Err(_) => table.default,
            }));
        }
        // One alternative per target: cases that go to the same place need not be told apart.
        let term = self.term(value)?;
        let mut targets: Vec<(u32, logic::term::Term)> = Vec::new();
        let mut default_guards = Vec::new();
        for (key, to) in &table.cases {
            let key = self.term(Value::Int(*key))?;
            let hit = self.pool.eq(term, key);
            if *to == table.default {
                continue;
            }
            default_guards.push(self.pool.not(hit));
            match targets.iter_mut().find(|(target, _)| target == to) {
                Some((_, guard)) => *guard = self.pool.or(*guard, hit),
                None => targets.push((*to, hit)),
            }
        }
        let mut alternatives: Vec<Alternative> = targets
            .into_iter()
            .map(|(to, guard)| Alternative { guards: vec![guard], effect: Effect::Goto(to) })
            .collect();
        alternatives.push(Alternative { guards: default_guards, effect: Effect::Goto(table.default) });
        Err(Stop::Fork(Fork { alternatives }))
    }

    fn load_constant(&mut self, state: &mut State, constant: &Loadable) -> Result<Value, Stop> {
        match constant {
            Loadable::String(units) => Ok(Value::Reference(self.intern(state, units))),
            Loadable::Class(name) => {
                let class = self.load(name)?;
                Ok(Value::Reference(self.mirror(state, class)))
            }
            Loadable::MethodHandle(_) => Err(Stop::unsupported("a method handle constant")),
            Loadable::MethodType(_) => Err(Stop::unsupported("a method type constant")),
            Loadable::Dynamic(_) => Err(Stop::unsupported("a dynamic constant")),
            Loadable::Number(_) => panic!("numbers are operands, not loaded constants"),
        }
    }
}

fn flow_of_call(state: &mut State, called: Called, target: Option<Register>) -> Flow {
    match called {
        Called::Returned(value) => {
            if let (Some(target), Some(value)) = (target, value) {
                state.set_register(target, value);
            }
            Flow::Next
        }
        Called::Entered => Flow::Entered,
    }
}

fn check_static(access: FieldAccess, expected: bool) -> Result<(), Stop> {
    if access.is_static == expected {
        Ok(())
    } else {
        Err(Raise::opaque("java/lang/IncompatibleClassChangeError").into())
    }
}
