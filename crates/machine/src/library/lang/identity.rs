//! Identity hash codes: what `Object.hashCode` and `System.identityHashCode` give, and the text that shows it.
//!
//! A JVM's differ from run to run, so that the number which this machine makes up must not be seen by the program: it would
//! prove what holds for that number alone. The library's hash tables need one all the same, and do the same with any number but
//! for their order, which docs/library.md lists among the assumptions. So whoever asks is answered only on behalf of a hash table that looks for
//! the place of a key: all that runs between the table and the question computes a hash code, and does nothing else with it. No
//! table gives these numbers away again. Every other question is a reason.

use program::class::{ClassOrigin, MethodId};
use program::code::{BinaryOp, Body, ElementKind, Instruction, Operand, OperandKind, Register, Type};
use rustc_hash::FxHashSet;

use crate::library::{Entry, Outcome, field_value, value};
use crate::machine::Machine;
use crate::machine::intrinsic::{Callers, Seen, rows};
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::Payload;
use crate::state::value::Value;

const OBJECT: &str = "java/lang/Object";
const HASHTABLE_ENTRY: &str = "java/util/Hashtable$Entry";
const DIFFERS: &str = "an identity hash code, which differs from run to run";

pub(crate) const TABLE: &[Entry] = rows![
    (OBJECT, "hashCode", "()I", identity_hash).seen(Seen::Nothing).callers(Callers::Library),
    // Later versions keep it in a field, where it would be found by those who may not ask.
    ("java/lang/Enum", "hashCode", "()I", identity_hash).seen(Seen::Nothing).callers(Callers::Library),
    (OBJECT, "toString", "()Ljava/lang/String;", object_text),
    ("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", identity_hash)
        .seen(Seen::Nothing)
        .callers(Callers::Library),
    (HASHTABLE_ENTRY, "hashCode", "()I", kept_hash),
];

/// The same for the same object on every run.
fn identity_hash(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let object = machine.locate(state, arguments[0])?;
    if object.is_null() {
        return value(Value::Int(0));
    }
    if !machine.config.is_single_run && !machine.places_a_key(state) {
        return Err(Stop::unsupported(DIFFERS));
    }
    let is_box = matches!(state.heap.get(object).payload, Payload::Boxed | Payload::InputBox(_));
    if is_box && matches!(field_value(machine, state, object, "value"), Some(Value::Symbolic(_))) {
        return Err(Stop::unsupported("the identity of a boxed symbolic value"));
    }
    match state.heap.get(object).payload {
        Payload::Text(..) => return Err(Stop::unsupported("the identity of a symbolic string")),
        Payload::UnsureString => return Err(Stop::unsupported("the identity of a string that may be another one")),
        _ => {}
    }
    // Spread over 31 bits, as a JVM's are.
    let spread = (object.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    value(Value::Int(spread as i32))
}

/// A text that shows an identity hash code may be printed and passed on, but nobody knows it.
fn object_text(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let object = machine.dereference(state, arguments[0])?;
    let class = machine.exact_class(state, object)?;
    let hash = machine.program.find_method(class, "hashCode", "()I");
    let is_identity = hash.is_none_or(|hash| machine.program.method(hash).class == machine.known.object);
    if machine.config.is_single_run || !is_identity {
        return Ok(Outcome::Bytecode);
    }
    value(machine.new_string_value(state, None))
}

/// Of all tables only this one gives away the hash code by which it placed a key.
fn kept_hash(machine: &mut Machine, state: &mut State, _: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let entry = machine.dereference(state, arguments[0])?;
    let is_text = match field_value(machine, state, entry, "key") {
        Some(Value::Reference(key)) if !key.is_null() => {
            state.heap.get(key).exact_class() == Some(machine.known.string)
        }
        _ => false,
    };
    if machine.config.is_single_run || is_text {
        return Ok(Outcome::Bytecode);
    }
    Err(Stop::unsupported("the hash code of an entry of a Hashtable, which may be an identity hash code"))
}

/// Methods of the library's tables that ask a key for its hash code in order to place it.
fn is_table(class: &str, method: &str) -> bool {
    match class {
        "java/util/HashMap" | "java/util/WeakHashMap" | "java/util/IdentityHashMap" => method == "hash",
        "java/util/HashMap$TreeNode" | "java/util/concurrent/ConcurrentHashMap$TreeBin" => method == "tieBreakOrder",
        "java/util/ImmutableCollections$SetN" | "java/util/ImmutableCollections$MapN" => method == "probe",
        "java/util/Hashtable" | "java/util/concurrent/ConcurrentHashMap" => !is_hash_name(method),
        // Keys of tables that nobody but the library sees, which keep their hash code: of types of methods, among others.
        "java/lang/invoke/MethodType$ConcurrentWeakInternSet$WeakEntry"
        | "jdk/internal/util/StrongReferenceKey"
        | "jdk/internal/util/SoftReferenceKey"
        | "jdk/internal/util/WeakReferenceKey"
        | "javax/crypto/JceSecurity$WeakIdentityWrapper" => method == "<init>",
        _ => false,
    }
}

/// How the library names what computes hash codes.
fn is_hash_name(method: &str) -> bool {
    method.starts_with("hash") || method.ends_with("HashCode")
}

/// Where values that depend on a hash code are, as far as a body has been followed.
struct Uses<'a> {
    body: &'a Body,
    /// The registers that may hold one.
    tainted: FxHashSet<Register>,
}

/// What an instruction does with hash codes.
enum Use {
    /// Nothing, and what it gives is none.
    None,
    /// What it gives depends on one.
    Computes,
    /// Something else: the program may see it.
    Shows,
}

impl Uses<'_> {
    fn is_tainted(&self, operand: Operand) -> bool {
        matches!(operand.unpack(), OperandKind::Register(register) if self.tainted.contains(&register))
    }

    fn any_tainted(&self, operands: &[Operand]) -> bool {
        operands.iter().any(|operand| self.is_tainted(*operand))
    }

    fn of(&mut self, instruction: &Instruction) -> Use {
        let computes = |is_tainted: bool| if is_tainted { Use::Computes } else { Use::None };
        let shows = |is_tainted: bool| if is_tainted { Use::Shows } else { Use::None };
        match *instruction {
            Instruction::Move { source, .. }
            | Instruction::Negate { source, .. }
            | Instruction::Convert { source, .. }
            | Instruction::CheckCast { object: source, .. } => computes(self.is_tainted(source)),
            // By zero these would throw.
            Instruction::Binary { op: BinaryOp::Divide | BinaryOp::Remainder, right, .. } if self.is_tainted(right) => {
                Use::Shows
            }
            Instruction::Binary { left, right, .. } => computes(self.any_tainted(&[left, right])),
            // Arguments of `Objects.hash`, boxes among them.
            Instruction::ArrayStore { element: ElementKind::Reference, array, index, value } => {
                if self.is_tainted(value)
                    && let OperandKind::Register(array) = array.unpack()
                {
                    self.tainted.insert(array);
                }
                shows(self.is_tainted(index))
            }
            Instruction::Invoke { method, arguments, .. } => {
                let method = &self.body.methods[method as usize];
                let gives_hash = is_hash_name(&method.name) && method.descriptor.ends_with(")I");
                let is_box = &*method.class == "java/lang/Integer" && &*method.name == "valueOf";
                match self.any_tainted(self.body.operands(arguments)) {
                    true if !gives_hash && !is_box => Use::Shows,
                    takes_hash => computes(gives_hash || takes_hash),
                }
            }
            // The `hashCode` of a record, and whatever else.
            Instruction::InvokeDynamic { arguments, .. } => match self.any_tainted(self.body.operands(arguments)) {
                true => Use::Shows,
                false => Use::Computes,
            },
            Instruction::Compare { left, right, .. }
            | Instruction::If { left, right, .. }
            | Instruction::IfSame { left, right, .. }
            | Instruction::IfDifferent { left, right, .. } => shows(self.any_tainted(&[left, right])),
            Instruction::PutField { object, value, .. } => shows(self.any_tainted(&[object, value])),
            Instruction::ArrayStore { array, index, value, .. } => shows(self.any_tainted(&[array, index, value])),
            Instruction::ArrayLoad { array, index, .. } => shows(self.any_tainted(&[array, index])),
            Instruction::PutStatic { value, .. } | Instruction::Switch { value, .. } => shows(self.is_tainted(value)),
            Instruction::NewArray { length, .. } => shows(self.is_tainted(length)),
            Instruction::NewMultiArray { lengths, .. } => shows(self.any_tainted(self.body.operands(lengths))),
            Instruction::GetField { object, .. }
            | Instruction::InstanceOf { object, .. }
            | Instruction::MonitorEnter { object }
            | Instruction::MonitorExit { object }
            | Instruction::ArrayLength { array: object, .. }
            | Instruction::Throw { exception: object } => shows(self.is_tainted(object)),
            Instruction::Return { .. }
            | Instruction::GetStatic { .. }
            | Instruction::New { .. }
            | Instruction::LoadConstant { .. }
            | Instruction::Catch { .. }
            | Instruction::BeginIteration
            | Instruction::Goto { .. } => Use::None,
        }
    }
}

/// Whether a body does nothing with the hash codes that it asks for but compute others from them, and return these.
fn keeps_to_itself(body: &Body) -> bool {
    let mut entries: Vec<FxHashSet<Register>> = vec![FxHashSet::default(); body.blocks.len()];
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (number, block) in body.blocks.iter().enumerate() {
            let mut uses = Uses { body, tainted: entries[number].clone() };
            let mut anywhere = uses.tainted.clone();
            for instruction in &body.code[block.start as usize..block.end as usize] {
                let is_hash = match uses.of(instruction) {
                    Use::Shows => return false,
                    Use::Computes => true,
                    Use::None => false,
                };
                if let Some(target) = instruction.target() {
                    if is_hash {
                        uses.tainted.insert(target)
                    } else {
                        uses.tainted.remove(&target)
                    };
                }
                anywhere.extend(&uses.tainted);
            }
            let mut flow = |to: usize, tainted: &FxHashSet<Register>| {
                let before = entries[to].len();
                entries[to].extend(tainted);
                is_changed |= entries[to].len() > before;
            };
            body.for_each_successor(number, |next| flow(next, &uses.tainted));
            block.handlers.iter().for_each(|handler| flow(body.block_number(handler.to), &anywhere));
        }
    }
    true
}

impl Machine {
    /// Whether the code that runs computes a hash code by which a table of the library places a key.
    fn places_a_key(&mut self, state: &State) -> bool {
        let frames = &state.thread().frames;
        for frame in frames.iter().rev() {
            let method = self.program.method(frame.method);
            let class = self.program.class(method.class);
            if class.origin == ClassOrigin::Library && is_table(&class.name, &method.name) {
                return true;
            }
            if !self.only_computes_hash(frame.method) {
                return false;
            }
        }
        false
    }

    /// Whether a method computes a hash code, and neither looks at those it is given for that nor keeps them.
    fn only_computes_hash(&mut self, method: MethodId) -> bool {
        let entry = self.program.method(method);
        if entry.return_type != Some(Type::Int) || !is_hash_name(&entry.name) {
            return false;
        }
        if self.program.class(entry.class).origin == ClassOrigin::Library {
            return true;
        }
        if let Some(known) = self.library.hash_computations.get(&method) {
            return *known;
        }
        let is_so = self.program.body(method).is_ok_and(|body| keeps_to_itself(&body));
        self.library.hash_computations.insert(method, is_so);
        is_so
    }
}
