//! The start: preconditions and the entry, called on unknown inputs.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use machine::arithmetic::Ints;
use machine::entry::Goal;
use program::class::{ClassId, MethodId};
use program::code::{
    Block, Body, ClassRef, CodeIndex, Condition, Constant, Instruction, InvokeKind, Kind, MethodRef, Operand,
    OperandList, Position, Register, Type,
};
use report::outcome::Outcome;

use super::change::Effects;
use super::execute::Here;
use super::objects::{AbstractObject, Objects, only};
use super::places::{HeapFunction, Place, in_range, integer};
use super::search::{Context, START, StatementSearch, Work};
use super::speak::MethodCode;
use super::state::StatementState;
use super::table::SymbolTable;

/// Code that calls the entry, as it is put together.
struct Start {
    body: Body,
}

impl StatementSearch<'_> {
    /// The first abstract state, in which nothing but the types of the inputs is known.
    pub(super) fn begin(&mut self, goal: &Goal) -> Result<(), String> {
        let entry = goal.method();
        let program = &self.reasoner.machine.program;
        let method = program.method(entry);
        let (class, is_static) = (method.class, method.is_static());
        let is_constructor = &*method.name == "<init>";
        let mut types = method.parameters.clone();
        if !is_static {
            types.insert(0, Type::Reference(program.class(class).name.clone()));
        }
        let body = self.start_body(goal, &types, is_constructor);
        let mut state = StatementState {
            kinds: vec![None; body.register_count as usize],
            table: SymbolTable::default(),
            effects: Effects::default(),
            ..StatementState::default()
        };
        for (number, declared) in types.iter().enumerate() {
            let register = Register(number as u32);
            state.kinds[number] = Some(declared.kind());
            if let Type::Reference(name) = declared {
                let objects = self.input(name, number == 0 && !is_static)?;
                state.table.registers.insert(register, objects);
            }
        }
        state.path = self.input_ranges(goal, &types);
        let code = Rc::new(MethodCode::of_start(entry, body, &self.predicates));
        let (reached, exits, callers) = (BTreeMap::new(), Vec::new(), Vec::new());
        self.contexts.push(Context { code, entry: state.clone(), reached, exits, callers });
        self.work.push(Work { context: START, pc: 0, line: 0, state });
        Ok(())
    }

    fn input(&mut self, name: &str, is_receiver: bool) -> Result<Objects, String> {
        let class: ClassId = self.reasoner.machine.program.load(name).map_err(|error| error.to_string())?;
        let mut objects = only(self.reasoner.input(class));
        if !is_receiver {
            objects.insert(AbstractObject::Null);
        }
        Ok(objects)
    }

    /// Mathematical integers of the input are Java's. The arguments of a whole program are those that are given.
    fn input_ranges(&mut self, goal: &Goal, types: &[Type]) -> BTreeSet<logic::term::Term> {
        let mut path = BTreeSet::new();
        let entry = goal.method();
        for (number, declared) in types.iter().enumerate() {
            let range = match declared {
                Type::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
                Type::Long => (i64::MIN, i64::MAX),
                _ => continue,
            };
            if self.reasoner.machine.config.ints == Ints::Math {
                let register = Register(number as u32);
                let input = self.reasoner.term(Place::Register(entry, register, declared.kind()));
                path.insert(in_range(&mut self.reasoner.machine, input, range));
            }
        }
        if let Goal::Main { arguments, .. } = goal {
            let array = self.reasoner.term(Place::Register(entry, Register(0), Kind::Reference));
            let length = self.reasoner.term(Place::Read(HeapFunction::Length, [array].into()));
            let count = integer(&mut self.reasoner.machine, Kind::Int, arguments.len() as i64);
            path.insert(self.reasoner.machine.pool.eq(length, count));
            let null = super::places::null(&mut self.reasoner.machine);
            path.insert(self.reasoner.machine.pool.ne(array, null));
        }
        path
    }

    /// `if (!requires(…)) cut; entry(…);`
    fn start_body(&self, goal: &Goal, types: &[Type], is_constructor: bool) -> Body {
        let mut start = Start::new(goal.method(), types);
        let all: Vec<Operand> = (0..types.len() as u32).map(|number| Operand::register(Register(number))).collect();
        if let Goal::Method { requires, .. } = goal {
            for required in requires {
                let expected = self.reasoner.machine.program.method(*required).parameters.len();
                start.require(self.reference(*required), &all[all.len().saturating_sub(expected)..]);
            }
        }
        let method = self.reasoner.machine.program.method(goal.method());
        if is_constructor {
            let class = &self.reasoner.machine.program.class(method.class).name;
            start.make(class.clone());
        }
        let result = method.return_type.as_ref().map(|_| start.temporary());
        let kind = if method.is_static() { InvokeKind::Static } else { InvokeKind::Special };
        start.call(kind, self.reference(goal.method()), &all, result);
        start.finish()
    }

    fn reference(&self, method: MethodId) -> MethodRef {
        let program = &self.reasoner.machine.program;
        let entry = program.method(method);
        let class = program.class(entry.class);
        let resolved = OnceCell::new();
        let _ = resolved.set(method);
        MethodRef {
            class: class.name.clone(),
            is_interface: class.is_interface(),
            name: entry.name.clone(),
            descriptor: entry.descriptor.clone(),
            resolved,
        }
    }

    /// The start ends: with the entry's return, or because of a precondition.
    pub(super) fn ends(&mut self, here: &Here) {
        let last = here.code.body.code.len() as CodeIndex - 1;
        if here.pc == last {
            self.cut_by_preconditions += 1;
            return;
        }
        let outcome = Outcome::Returns;
        self.outcomes.entry(outcome.to_string()).or_insert((outcome, 0)).1 += 1;
    }
}

impl Start {
    fn new(method: MethodId, types: &[Type]) -> Start {
        let count = types.len() as u32;
        Start {
            body: Body {
                method,
                register_count: count,
                parameter_count: count,
                code: Vec::new(),
                positions: Vec::new(),
                blocks: Vec::new(),
                constants: vec![Constant::Int(0)],
                operand_lists: Vec::new(),
                switches: Vec::new(),
                classes: Vec::new(),
                fields: Vec::new(),
                methods: Vec::new(),
                loadables: Vec::new(),
                dynamic_sites: Vec::new(),
                parameter_kinds: types.iter().map(Type::kind).collect(),
                variables: Vec::new(),
                slots: Vec::new(),
            },
        }
    }

    fn temporary(&mut self) -> Register {
        self.body.register_count += 1;
        Register(self.body.register_count - 1)
    }

    fn call(&mut self, kind: InvokeKind, method: MethodRef, arguments: &[Operand], target: Option<Register>) {
        let list = OperandList { start: self.body.operand_lists.len() as u32, length: arguments.len() as u32 };
        self.body.operand_lists.extend(arguments);
        let number = self.body.methods.len() as u32;
        self.body.methods.push(method);
        self.body.code.push(Instruction::Invoke { kind, target, method: number, arguments: list });
    }

    fn require(&mut self, method: MethodRef, arguments: &[Operand]) {
        let answer = self.temporary();
        self.call(InvokeKind::Static, method, arguments, Some(answer));
        let (left, right) = (Operand::register(answer), Operand::constant(0));
        // Where it leads is known when the code is complete.
        self.body.code.push(Instruction::If { condition: Condition::Equal, left, right, to: 0 });
    }

    fn make(&mut self, class: Rc<str>) {
        self.body.classes.push(ClassRef { name: class, resolved: OnceCell::new() });
        self.body.code.push(Instruction::New { target: Register(0), class: 0 });
    }

    fn finish(mut self) -> Body {
        self.body.code.push(Instruction::Return { value: None });
        let cut = self.body.code.len() as CodeIndex;
        self.body.code.push(Instruction::Return { value: None });
        let mut start = 0;
        for (number, instruction) in self.body.code.iter_mut().enumerate() {
            if let Instruction::If { to, .. } = instruction {
                *to = cut;
            }
            if instruction.is_terminator() {
                let end = number as CodeIndex + 1;
                self.body.blocks.push(Block { start, end, handlers: Vec::new(), is_loop_head: false });
                start = end;
            }
        }
        self.body.positions = vec![Position { bytecode: 0, line: 0, weight: 1 }; self.body.code.len()];
        self.body
    }
}
