//! Three-address code: what a method's bytecode is lifted to.
//!
//! A [`Body`] is a flat list of instructions; basic blocks are ranges of it. Values live in registers: the parameters
//! first (one register each, whatever their width; the receiver is register 0), then the other locals, then temporaries.
//! Operands are registers or constants, so loads, stores, stack shuffles and constant pushes leave no instruction behind;
//! what they cost in bytecodes is kept in [`Position::weight`].

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use crate::class::{ClassId, FieldId, MethodId};

/// A register of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Register(pub u32);

/// A register or an entry of [`Body::constants`], packed into one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operand(u32);

const CONSTANT_BIT: u32 = 1 << 31;

/// An [`Operand`], unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    Register(Register),
    /// Index into [`Body::constants`].
    Constant(u32),
}

impl Operand {
    pub fn register(register: Register) -> Operand {
        debug_assert!(register.0 < CONSTANT_BIT);
        Operand(register.0)
    }

    pub fn constant(index: u32) -> Operand {
        debug_assert!(index < CONSTANT_BIT);
        Operand(index | CONSTANT_BIT)
    }

    #[inline(always)]
    pub fn unpack(self) -> OperandKind {
        if self.0 & CONSTANT_BIT == 0 {
            OperandKind::Register(Register(self.0))
        } else {
            OperandKind::Constant(self.0 & !CONSTANT_BIT)
        }
    }
}

impl fmt::Debug for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unpack() {
            OperandKind::Register(Register(number)) => write!(f, "r{number}"),
            OperandKind::Constant(index) => write!(f, "constant{index}"),
        }
    }
}

/// A constant operand. Strings, classes and the like are loaded by [`Instruction::LoadConstant`] instead, since loading
/// them can fail or run code.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Null,
}

/// The kind of value an operand or register holds (the computational types of the JVM).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// A declared type: of a field, a parameter, an array element.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// A class or array type by the name [`crate::Program::load`] takes: `java/lang/String`, `[I`, `[Ljava/lang/String;`.
    Reference(Rc<str>),
}

impl Type {
    pub fn kind(&self) -> Kind {
        match self {
            Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => Kind::Int,
            Type::Long => Kind::Long,
            Type::Float => Kind::Float,
            Type::Double => Kind::Double,
            Type::Reference(_) => Kind::Reference,
        }
    }
}

/// The element kinds array instructions distinguish. `baload`/`bastore` serve byte and boolean arrays alike; the array
/// object knows which it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ElementKind {
    ByteOrBoolean,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// Arithmetic of two operands of the same kind (shifts: the distance is an int).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    UnsignedShiftRight,
    And,
    Or,
    Xor,
}

/// `lcmp`, `fcmpl`, `fcmpg`, `dcmpl`, `dcmpg`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CompareOp {
    Long,
    /// NaN gives −1.
    FloatLess,
    /// NaN gives 1.
    FloatGreater,
    DoubleLess,
    DoubleGreater,
}

/// `i2l`, `d2i`, … and the narrowings of int.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Conversion {
    IntToLong,
    IntToFloat,
    IntToDouble,
    LongToInt,
    LongToFloat,
    LongToDouble,
    FloatToInt,
    FloatToLong,
    FloatToDouble,
    DoubleToInt,
    DoubleToLong,
    DoubleToFloat,
    IntToByte,
    IntToChar,
    IntToShort,
}

/// Comparison of two ints in a branch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
    Greater,
    LessOrEqual,
}

/// How a method is invoked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum InvokeKind {
    Virtual,
    Interface,
    Special,
    Static,
}

/// An index into [`Body::code`].
pub type CodeIndex = u32;

/// A run of [`Body::operand_lists`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandList {
    pub start: u32,
    pub length: u32,
}

/// One three-address instruction. A jump target is the index of the first instruction of a block.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Instruction {
    Move {
        target: Register,
        source: Operand,
    },
    Binary {
        op: BinaryOp,
        kind: Kind,
        target: Register,
        left: Operand,
        right: Operand,
    },
    Negate {
        kind: Kind,
        target: Register,
        source: Operand,
    },
    Compare {
        op: CompareOp,
        target: Register,
        left: Operand,
        right: Operand,
    },
    Convert {
        conversion: Conversion,
        target: Register,
        source: Operand,
    },

    /// `field` indexes [`Body::fields`].
    GetField {
        target: Register,
        object: Operand,
        field: u32,
    },
    PutField {
        object: Operand,
        field: u32,
        value: Operand,
    },
    GetStatic {
        target: Register,
        field: u32,
    },
    PutStatic {
        field: u32,
        value: Operand,
    },

    ArrayLoad {
        element: ElementKind,
        target: Register,
        array: Operand,
        index: Operand,
    },
    ArrayStore {
        element: ElementKind,
        array: Operand,
        index: Operand,
        value: Operand,
    },
    ArrayLength {
        target: Register,
        array: Operand,
    },

    /// `class` indexes [`Body::classes`]; for `NewArray` and `NewMultiArray` it is the class of the *array* made.
    New {
        target: Register,
        class: u32,
    },
    NewArray {
        target: Register,
        class: u32,
        length: Operand,
    },
    NewMultiArray {
        target: Register,
        class: u32,
        lengths: OperandList,
    },
    InstanceOf {
        target: Register,
        object: Operand,
        class: u32,
    },
    /// Leaves `object` unchanged and copies it to `target`, or throws ClassCastException.
    CheckCast {
        target: Register,
        object: Operand,
        class: u32,
    },

    /// `constant` indexes [`Body::loadables`].
    LoadConstant {
        target: Register,
        constant: u32,
    },

    /// `method` indexes [`Body::methods`]; the receiver, if any, is the first argument.
    Invoke {
        kind: InvokeKind,
        target: Option<Register>,
        method: u32,
        arguments: OperandList,
    },
    /// `site` indexes [`Body::dynamic_sites`].
    InvokeDynamic {
        target: Option<Register>,
        site: u32,
        arguments: OperandList,
    },

    MonitorEnter {
        object: Operand,
    },
    MonitorExit {
        object: Operand,
    },

    /// First instruction of an exception handler: the caught exception arrives in `target`.
    Catch {
        target: Register,
    },

    /// The body of a loop begins. No effect: a place where states may be compared.
    BeginIteration,

    // What follows ends a block.
    Goto {
        to: CodeIndex,
    },
    /// To `to` if the condition holds, else to the next instruction.
    If {
        condition: Condition,
        left: Operand,
        right: Operand,
        to: CodeIndex,
    },
    /// To `to` if both are the same reference, else to the next instruction.
    IfSame {
        left: Operand,
        right: Operand,
        to: CodeIndex,
    },
    /// To `to` if they differ, else to the next instruction.
    IfDifferent {
        left: Operand,
        right: Operand,
        to: CodeIndex,
    },
    /// `table` indexes [`Body::switches`].
    Switch {
        value: Operand,
        table: u32,
    },
    Return {
        value: Option<Operand>,
    },
    Throw {
        exception: Operand,
    },
}

/// Targets of a `tableswitch` or `lookupswitch`; cases ascend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchTable {
    pub cases: Vec<(i32, CodeIndex)>,
    pub default: CodeIndex,
}

/// Where an instruction came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Byte offset of the bytecode instruction in the `Code` attribute.
    pub bytecode: u32,
    /// Source line, 0 if unknown.
    pub line: u32,
    /// How many bytecode instructions executing this one stands for: itself and the loads, stores, shuffles before it.
    pub weight: u32,
}

/// One catch clause of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handler {
    /// Index into [`Body::classes`]; `None` catches everything.
    pub class: Option<u32>,
    /// A block that starts with [`Instruction::Catch`].
    pub to: CodeIndex,
}

/// A basic block: a range of [`Body::code`] that only its last instruction leaves normally.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub start: CodeIndex,
    pub end: CodeIndex,
    /// Exception edges, in the order in which the JVM tries them.
    pub handlers: Vec<Handler>,
    /// Target of a back edge.
    pub is_loop_head: bool,
}

/// A class named in code, resolved on first use by [`crate::Program::resolve_class`].
#[derive(Clone, Debug)]
pub struct ClassRef {
    pub name: Rc<str>,
    pub resolved: OnceCell<ClassId>,
}

/// A field named in code, resolved on first use by [`crate::Program::resolve_field`].
#[derive(Clone, Debug)]
pub struct FieldRef {
    pub class: Rc<str>,
    pub name: Rc<str>,
    pub field_type: Type,
    pub resolved: OnceCell<FieldId>,
}

/// A method named in code, resolved on first use by [`crate::Program::resolve_method`].
#[derive(Clone, Debug)]
pub struct MethodRef {
    pub class: Rc<str>,
    pub is_interface: bool,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    pub resolved: OnceCell<MethodId>,
}

/// What kind of thing a method handle constant refers to (JVMS table 5.4.3.5-A).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandleKind {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

/// A `CONSTANT_MethodHandle`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodHandle {
    pub kind: HandleKind,
    pub class: Rc<str>,
    pub is_interface: bool,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
}

/// What `ldc` and bootstrap arguments can name.
#[derive(Clone, PartialEq, Debug)]
pub enum Loadable {
    /// UTF-16 units.
    String(Rc<[u16]>),
    /// A class or array class by name.
    Class(Rc<str>),
    MethodHandle(Rc<MethodHandle>),
    /// A method descriptor.
    MethodType(Rc<str>),
    /// `CONSTANT_Dynamic`.
    Dynamic(Rc<DynamicSite>),
    /// Only as bootstrap arguments; `ldc` of numbers becomes an operand.
    Number(Constant),
}

/// An `invokedynamic` call site or a dynamic constant.
#[derive(Clone, PartialEq, Debug)]
pub struct DynamicSite {
    pub bootstrap: Rc<MethodHandle>,
    pub bootstrap_arguments: Vec<Loadable>,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
}

/// The lifted code of one method.
#[derive(Clone, Debug)]
pub struct Body {
    pub method: MethodId,
    /// How many registers a frame needs.
    pub register_count: u32,
    /// Registers `0 .. parameter_count` receive the arguments, the receiver included.
    pub parameter_count: u32,
    pub code: Vec<Instruction>,
    /// Parallel to `code`.
    pub positions: Vec<Position>,
    /// Ascending, covering `code`.
    pub blocks: Vec<Block>,
    pub constants: Vec<Constant>,
    pub operand_lists: Vec<Operand>,
    pub switches: Vec<SwitchTable>,
    pub classes: Vec<ClassRef>,
    pub fields: Vec<FieldRef>,
    pub methods: Vec<MethodRef>,
    pub loadables: Vec<Loadable>,
    pub dynamic_sites: Vec<Rc<DynamicSite>>,
    /// Kinds of the registers where they are the same throughout; used by the printer and the verifier.
    pub parameter_kinds: Vec<Kind>,
    /// Source names of registers, as far as the class file tells.
    pub variables: Vec<SourceVariable>,
    /// The slots of the class file that the code uses, ascending, and their registers.
    pub slots: Vec<(u16, Register)>,
}

/// The source name of a register.
#[derive(Clone, Debug)]
pub struct SourceVariable {
    pub register: Register,
    pub name: Rc<str>,
    pub declared_type: Type,
    /// Where it has that name: byte offsets in the `Code` attribute, as in [`Position`].
    pub bytecodes: std::ops::Range<u32>,
}

impl Body {
    /// The source name of a register at an instruction.
    pub fn variable_name(&self, register: Register, pc: CodeIndex) -> Option<&str> {
        let bytecode = self.positions.get(pc as usize)?.bytecode;
        let variable = self
            .variables
            .iter()
            .find(|variable| variable.register == register && variable.bytecodes.contains(&bytecode))?;
        Some(&variable.name)
    }

    /// The operands of an [`OperandList`].
    #[inline]
    pub fn operands(&self, list: OperandList) -> &[Operand] {
        &self.operand_lists[list.start as usize..(list.start + list.length) as usize]
    }

    /// The block an instruction belongs to.
    pub fn block_of(&self, index: CodeIndex) -> &Block {
        &self.blocks[self.block_number(index)]
    }

    /// The number of the block an instruction belongs to.
    pub fn block_number(&self, index: CodeIndex) -> usize {
        self.blocks.partition_point(|block| block.end <= index)
    }
}
