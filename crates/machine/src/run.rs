//! Running a state to its next fork or its end.

use std::cmp::Ordering;
use std::rc::Rc;

use program::class::{ClassId, Origin};
use program::code::{BinaryOp, Instruction, Kind, Loadable, Operand, OperandKind};

use crate::arithmetic::{self, Ints};
use crate::call::Called;
use crate::compare::is_recursion;
use crate::concrete;
use crate::exception::Unwound;
use crate::fork::{Cut, Effect, Fork, Raise, Stop};
use crate::guarded::{Located, Truth};
use crate::machine::{Code, Compare, FieldAccess, Machine};
use crate::state::{LoopCount, OnReturn, Phase, State};
use crate::value::{ObjectId, Value};

/// Why a run stopped.
#[derive(Debug)]
pub enum Run {
    /// The path goes on in one of these ways: see [`Machine::successors`].
    Fork(Fork),
    End(End),
    /// A point where states are compared; running on continues exactly here.
    Compare,
    /// All threads stand before operations that others can see: a point where states are compared. Running on continues here.
    Interleaving,
    /// The caller wanted it to stop; running on continues exactly here.
    Interrupted,
}

/// How a path ended.
#[derive(Clone, Debug)]
pub enum End {
    Returned(Option<Value>),
    /// An uncaught exception.
    Threw(ObjectId),
    /// `System.exit` with this status.
    Exited(i32),
    /// The entry returned, but its receiver's `repOk()` says false (`--check-invariant`).
    InvariantBroken,
    /// Some threads are not over, and none of them can go on.
    Deadlock,
    /// What follows is the same as on other paths, where operations that commute were done in another order.
    Redundant,
    Cut(Cut),
}

/// How many bytes of arrays are allocated between two looks at the interrupt, at most.
const POLL_BYTES: usize = 16 << 20;

/// How many instructions run between two looks at the interrupt.
const POLL_INTERVAL: u32 = 4096;

impl Machine {
    /// Run deterministically until the next fork or the end; `interrupt` is asked every few thousand instructions.
    pub fn run(&mut self, state: &mut State, interrupt: &mut dyn FnMut() -> bool) -> Run {
        let before = self.counters.instructions;
        let run = self.run_on(state, interrupt);
        state.instructions += self.counters.instructions - before;
        match run {
            Run::Fork(_) | Run::Compare | Run::Interleaving | Run::Interrupted
                if self.is_too_long(state.instructions) =>
            {
                Run::End(End::Cut(Cut::Instructions))
            }
            run => run,
        }
    }

    fn is_too_long(&self, instructions: u64) -> bool {
        self.config.max_instructions.is_some_and(|most| instructions > most)
    }

    fn run_on(&mut self, state: &mut State, interrupt: &mut dyn FnMut() -> bool) -> Run {
        if state.thread().next.is_some() || state.thread().is_over {
            // It was another thread's turn, or it is to be chosen whose turn it is.
            if let Some(run) = self.schedule(state) {
                return run;
            }
        }
        loop {
            let is_watched = state.scheduling.is_concurrent || self.trace.is_some();
            let run = match (is_watched, self.joins.stop.is_some()) {
                (false, false) => self.run_frames::<false, false>(state, interrupt),
                (true, false) => self.run_frames::<true, false>(state, interrupt),
                (false, true) => self.run_frames::<false, true>(state, interrupt),
                // Branches are joined as long as there is one thread.
                (true, true) => Some(Run::Interrupted),
            };
            if let Some(run) = run {
                return run;
            }
        }
    }

    /// Run the frames of the current thread. `None`: the number of threads changed. `CONCURRENT`: instructions may be seen by
    /// other threads, or somebody wants to know what is executed. `JOINING`: the run is interrupted where branches meet.
    fn run_frames<const CONCURRENT: bool, const JOINING: bool>(
        &mut self,
        state: &mut State,
        interrupt: &mut dyn FnMut() -> bool,
    ) -> Option<Run> {
        let begin = self.counters.instructions;
        let mut until_poll = POLL_INTERVAL;
        let exact_ints = self.config.ints == Ints::Java;
        'frame: loop {
            if CONCURRENT != (state.scheduling.is_concurrent || self.trace.is_some()) {
                return None;
            }
            let frame = *state.frame();
            if let OnReturn::Initialized(class) = frame.on_return
                && frame.pending
            {
                match self.begin_initializer(state, class) {
                    Ok(()) => continue 'frame,
                    Err(stop) => match self.stopped(state, stop) {
                        Some(run) => return Some(run),
                        None => continue 'frame,
                    },
                }
            }
            let mut meeting = None;
            if JOINING && let Some(stop) = self.joins.stop {
                match state.thread().frames.len().cmp(&stop.frames) {
                    Ordering::Less => return Some(Run::Interrupted),
                    Ordering::Equal => meeting = stop.pc,
                    Ordering::Greater => {}
                }
            }
            let code = match self.code(frame.method) {
                Ok(code) => code,
                Err(error) => {
                    let stop = self.link_stop(error);
                    match self.stopped(state, stop) {
                        Some(run) => return Some(run),
                        None => continue 'frame,
                    }
                }
            };
            let mut pc = frame.pc as usize;
            let base = frame.base as usize;
            let (instructions, positions) = (&code.body.code[..], &code.body.positions[..]);
            self.cover(&code, pc);
            loop {
                if JOINING && meeting == Some(pc as u32) {
                    state.frame_mut().pc = pc as u32;
                    return Some(Run::Interrupted);
                }
                until_poll -= 1;
                if until_poll == 0 {
                    until_poll = POLL_INTERVAL;
                    if interrupt() || self.is_too_long(state.instructions + self.counters.instructions - begin) {
                        state.frame_mut().pc = pc as u32;
                        return Some(Run::Interrupted);
                    }
                }
                let weight = positions[pc].weight as u64;
                let instruction = &instructions[pc];
                // The cheap and frequent instructions first, on concrete operands; everything else below.
                if CONCURRENT {
                    self.trace_instruction(state, frame.method, pc as u32);
                }
                let is_seen = CONCURRENT && concrete::touches_heap(instruction);
                if exact_ints && !is_seen && concrete::execute(state, &code, base, instruction) {
                    self.counters.instructions += weight;
                    pc += 1;
                    continue;
                }
                let taken = match *instruction {
                    Instruction::If { condition, left, right, to } => concrete::ints(state, &code, base, left, right)
                        .map(|(a, b)| (arithmetic::holds(condition, a, b), to)),
                    Instruction::IfSame { left, right, to } => {
                        concrete::same(state, &code, base, left, right).map(|same| (same, to))
                    }
                    Instruction::IfDifferent { left, right, to } => {
                        concrete::same(state, &code, base, left, right).map(|same| (!same, to))
                    }
                    Instruction::Goto { to } => Some((true, to)),
                    _ => None,
                };
                if let Some((taken, to)) = taken {
                    self.counters.instructions += weight;
                    if !taken {
                        pc += 1;
                        continue;
                    }
                    if (to as usize) <= pc
                        && let Some(run) = self.jump(state, &code, pc, to)
                    {
                        return Some(run);
                    }
                    pc = to as usize;
                    self.cover(&code, pc);
                    continue;
                }
                state.frame_mut().pc = pc as u32;
                let done = self.execute(state, &code, *instruction);
                if CONCURRENT && done.is_ok() {
                    state.scheduling.leave = None;
                }
                match done {
                    Ok(Flow::Next) => {
                        self.counters.instructions += weight;
                        pc += 1;
                        if self.allocated > POLL_BYTES {
                            self.allocated = 0;
                            until_poll = 1;
                        }
                    }
                    Ok(Flow::Jump(to)) => {
                        self.counters.instructions += weight;
                        if (to as usize) <= pc
                            && let Some(run) = self.jump(state, &code, pc, to)
                        {
                            return Some(run);
                        }
                        pc = to as usize;
                        self.cover(&code, pc);
                    }
                    Ok(Flow::Entered) => {
                        self.counters.instructions += weight;
                        let may_compare = self.config.compare != Compare::Never && state.threads.len() == 1;
                        if may_compare && is_recursion(state) {
                            self.is_comparison_due(state);
                            return Some(Run::Compare);
                        }
                        continue 'frame;
                    }
                    Ok(Flow::Return(value)) => {
                        self.counters.instructions += weight;
                        if let Some(result) = self.return_from(state, value) {
                            match self.finished(state, result) {
                                Some(run) => return Some(run),
                                None => continue 'frame,
                            }
                        }
                        continue 'frame;
                    }
                    Err(stop) => match self.stopped(state, stop) {
                        Some(run) => return Some(run),
                        None => continue 'frame,
                    },
                }
            }
        }
    }

    #[inline]
    fn cover(&self, code: &Code, pc: usize) {
        if self.track_coverage {
            let block = code.body.blocks.partition_point(|block| block.end as usize <= pc);
            code.covered.borrow_mut()[block] = true;
        }
    }

    /// A jump backwards: counts against `--unwind`. `Some` ends the path.
    pub(crate) fn jump(&mut self, state: &mut State, code: &Code, pc: usize, to: u32) -> Option<Run> {
        let limit = self.config.unwind?;
        if !code.body.block_of(to).is_loop_head {
            return None;
        }
        state.frame_mut().pc = pc as u32;
        let is_user = code.is_user;
        let decisions = state.branches;
        let thread = state.thread_mut();
        let frame = thread.frames.len() as u32;
        // Loops inside this one start anew in its next iteration.
        thread.loops.retain(|count| count.frame != frame || count.head <= to || count.head > pc as u32);
        let count = match thread.loops.iter_mut().rev().find(|count| count.frame == frame && count.head == to) {
            Some(count) => count,
            None => {
                // The first arrival at the head was the loop's entry, which no back edge announced: decisions before it
                // cannot be told from those of the first iteration, so the first iteration always counts.
                thread.loops.push(LoopCount { frame, head: to, iterations: 0, decisions: u32::MAX });
                thread.loops.last_mut().expect("just pushed")
            }
        };
        // The library's loops over concrete data are none of the user's business.
        if is_user || count.decisions != decisions {
            count.iterations += 1;
            count.decisions = decisions;
        }
        (count.iterations > limit).then_some(Run::End(End::Cut(Cut::Unwind)))
    }

    /// What follows when an instruction did not complete. `None`: run on from the (possibly new) top frame.
    fn stopped(&mut self, state: &mut State, stop: Stop) -> Option<Run> {
        if let Stop::Throw(_) | Stop::Raise(_) = stop {
            // An exception, too, is an end of the instruction.
            state.scheduling.leave = None;
        }
        let exception = match stop {
            Stop::Fork(fork) => return Some(Run::Fork(fork)),
            Stop::Entered | Stop::Started => return None,
            Stop::Visible(operation) => {
                state.scheduling.leave = None;
                state.thread_mut().next = Some(operation);
                return self.schedule(state);
            }
            Stop::Compare => return Some(Run::Compare),
            Stop::Cut(cut) => return Some(Run::End(End::Cut(cut))),
            Stop::Exit(status) => return Some(Run::End(End::Exited(status))),
            Stop::Throw(exception) => exception,
            Stop::Raise(raise) => match self.make_exception(state, &raise) {
                Ok(exception) => exception,
                Err(stop) => return Some(unexpected(stop)),
            },
        };
        match self.unwind(state, exception) {
            Ok(Unwound::Caught) => None,
            Ok(Unwound::Uncaught(_)) if state.thread().is_dispatching => {
                // What a handler of uncaught exceptions throws is ignored.
                self.thread_ended(state, End::Returned(None))
            }
            Ok(Unwound::Uncaught(exception)) if state.current > 0 && self.dispatches(state) => {
                match self.dispatch_uncaught(state, exception) {
                    Ok(()) => None,
                    Err(stop) => Some(unexpected(stop)),
                }
            }
            Ok(Unwound::Uncaught(exception)) => Some(match state.phase {
                // An input whose precondition cannot even be evaluated does not satisfy it.
                Phase::Precondition(_) => Run::End(End::Cut(Cut::Precondition)),
                _ => Run::End(End::Threw(exception)),
            }),
            Err(stop) => Some(unexpected(stop)),
        }
    }

    /// Take an exception that an effect of a fork raised. `Some` ends the path.
    pub(crate) fn raise_now(&mut self, state: &mut State, raise: Raise) -> Option<Run> {
        self.stopped(state, Stop::Raise(raise))
    }

    pub(crate) fn field_access(&mut self, code: &Code, index: u32) -> Result<FieldAccess, Stop> {
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

    /// One instruction. An instruction that stops has changed nothing but what is the same on every path, so that it can be
    /// executed again.
    fn execute(&mut self, state: &mut State, code: &Rc<Code>, instruction: Instruction) -> Result<Flow, Stop> {
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
                let statics = state.statics.class(access.class).expect("an initialised class is prepared");
                let value = statics.fields[access.slot as usize];
                state.set_register(target, value);
            }
            Instruction::PutStatic { field, value } => {
                let access = self.field_access(code, field)?;
                check_static(access, true)?;
                self.ensure_initialized(state, access.class)?;
                if state.scheduling.is_concurrent {
                    self.announce_static(state, access, true)?;
                }
                let value = match self.operand(state, code, value) {
                    Value::Int(number) => {
                        let field_type = &self.program.field(access.field).field_type;
                        Value::Int(crate::object::narrow_int(field_type, number))
                    }
                    other => self.narrowed(access.field, other)?,
                };
                let statics = Rc::make_mut(&mut state.statics).class_mut(access.class);
                statics.expect("an initialised class is prepared").fields[access.slot as usize] = value;
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
                self.ensure_initialized(state, class)?;
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
                if self.is_comparison_due(state) {
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
                let taken = arithmetic::condition_term(&mut self.pool, ints, condition, left, right)?;
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
                return Err(Stop::Throw(location));
            }
        }
        Ok(Flow::Next)
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

    /// ClassCastException unless a reference is null or an instance of the class.
    fn check_cast(&mut self, state: &mut State, value: Value, class: ClassId) -> Result<(), Stop> {
        match self.located(state, value)? {
            Located::One(location) => {
                if location.is_null() || self.is_instance(state, location, class)? {
                    return Ok(());
                }
                Err(self.class_cast(state, location, class)?.into())
            }
            Located::Many(entries) => {
                let fails = match self.instance_of(state, value, class)? {
                    Truth::Known(true) => return Ok(()),
                    Truth::Known(false) => self.pool.tru(),
                    Truth::Depends(condition) => self.pool.not(condition),
                };
                let is_null = entries.iter().find(|(_, location)| location.is_null());
                let is_null = is_null.map_or(self.pool.fls(), |(guard, _)| *guard);
                let not_null = self.pool.not(is_null);
                let fails = self.pool.and(fails, not_null);
                let fails = match self.truth(state, fails) {
                    Truth::Known(false) => return Ok(()),
                    Truth::Known(true) => return Err(Raise::opaque("java/lang/ClassCastException").into()),
                    Truth::Depends(condition) => condition,
                };
                let holds = self.pool.not(fails);
                let raise = Effect::Raise(Raise::opaque("java/lang/ClassCastException"));
                Err(Stop::branch(holds, fails, Effect::Retry, raise))
            }
        }
    }

    /// ClassCastException, with the JVM's message as far as classes of `java.base` and of the user are concerned.
    fn class_cast(&mut self, state: &State, object: ObjectId, class: ClassId) -> Result<Raise, Stop> {
        let actual = self.exact_class(state, object)?;
        let describe = |class: ClassId| {
            let class = self.program.class(class);
            let name = class
                .name
                .strip_prefix('[')
                .map_or_else(|| program::display_class(&class.name), |_| class.name.replace('/', "."));
            let module = match class.origin {
                Origin::Library => "module java.base of loader 'bootstrap'",
                Origin::User => "unnamed module of loader 'app'",
            };
            (name, module)
        };
        let ((from, from_module), (to, to_module)) = (describe(actual), describe(class));
        let places = if from_module == to_module {
            format!("{from} and {to} are in {from_module}")
        } else {
            format!("{from} is in {from_module}; {to} is in {to_module}")
        };
        let message = format!("class {from} cannot be cast to class {to} ({places})");
        Ok(Raise::with("java/lang/ClassCastException", message))
    }

    /// A cast of an unknown reference that its declared type makes certain does not look at the reference.
    fn cast_is_certain(&self, state: &State, value: Value, class: ClassId) -> bool {
        match value {
            Value::Unknown(unknown) => self.program.is_subclass(state.unknown(unknown).declared, class),
            _ => false,
        }
    }

    /// Fork off ArithmeticException where an integer divisor may be zero.
    fn exclude_zero(
        &mut self,
        state: &State,
        op: BinaryOp,
        kind: Kind,
        target: program::code::Register,
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
        let mut alternatives: Vec<crate::fork::Alternative> = targets
            .into_iter()
            .map(|(to, guard)| crate::fork::Alternative { guards: vec![guard], effect: Effect::Goto(to) })
            .collect();
        alternatives.push(crate::fork::Alternative { guards: default_guards, effect: Effect::Goto(table.default) });
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

    /// Push a frame whose result is dropped, after which the current instruction is executed again.
    pub(crate) fn enter_and_retry(
        &mut self,
        state: &mut State,
        method: program::class::MethodId,
        arguments: &[Value],
    ) -> Result<(), Stop> {
        self.push_frame(state, method, None, arguments, OnReturn::Retry)?;
        Err(Stop::Entered)
    }
}

/// Where control goes after an instruction.
enum Flow {
    Next,
    Jump(u32),
    /// A frame was pushed.
    Entered,
    Return(Option<Value>),
}

fn flow_of_call(state: &mut State, called: Called, target: Option<program::code::Register>) -> Flow {
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

/// Something went wrong while an exception was being raised; the path ends.
fn unexpected(stop: Stop) -> Run {
    Run::End(End::Cut(match stop {
        Stop::Cut(cut) => cut,
        other => Cut::Unsupported(format!("raising an exception failed: {other:?}")),
    }))
}
