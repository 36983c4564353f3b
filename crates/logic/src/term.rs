//! Terms: the one representation of everything symbolic.
//!
//! A [`Term`] is an index into the [`TermPool`](crate::pool::TermPool) that owns it. Terms are hash-consed: two terms
//! with the same structure are the same index. They are built only through the pool's constructors, which simplify;
//! the canonical forms they guarantee are listed in `simplify.rs`.

use std::fmt;

pub use circuits::Rounding;

/// A hash-consed term. Meaningful only together with the pool that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The position in the pool, usable as a dense index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A free variable of the logic; its name and sort are in the pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub(crate) u32);

/// What a term denotes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    Bool,
    /// A bit-vector of 1 to 64 bits.
    BitVec(u8),
    /// IEEE 754 binary32. All NaNs are one value: payloads are not represented.
    F32,
    /// IEEE 754 binary64. All NaNs are one value.
    F64,
    /// A mathematical integer (`--ints math`).
    Int,
}

/// A value of the logic. Bit-vector bits above the width are zero; a float constant that is NaN is the canonical NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Const {
    Bool(bool),
    BitVec {
        width: u8,
        bits: u64,
    },
    /// Bits of an `f32`; NaN is always `0x7fc00000`.
    F32(u32),
    /// Bits of an `f64`; NaN is always `0x7ff8000000000000`.
    F64(u64),
    Int(i128),
}

/// A function on doubles that Java specifies only up to an error in the last place. Evaluation takes what the host's
/// mathematical library says, which need not be what a given JVM says: a model that rests on it may fail there. So it is
/// never simplified to that value, and "impossible" rests on Java's specification alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Elementary {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Expm1,
    Log,
    Log10,
    Log1p,
    Cbrt,
    /// `atan2(y, x)`.
    Atan2,
    /// `hypot(x, y)`.
    Hypot,
    /// `pow(base, exponent)`.
    Pow,
}

impl Elementary {
    const NAMES: [(Elementary, &str); 18] = [
        (Elementary::Sin, "Math.sin"),
        (Elementary::Cos, "Math.cos"),
        (Elementary::Tan, "Math.tan"),
        (Elementary::Asin, "Math.asin"),
        (Elementary::Acos, "Math.acos"),
        (Elementary::Atan, "Math.atan"),
        (Elementary::Sinh, "Math.sinh"),
        (Elementary::Cosh, "Math.cosh"),
        (Elementary::Tanh, "Math.tanh"),
        (Elementary::Exp, "Math.exp"),
        (Elementary::Expm1, "Math.expm1"),
        (Elementary::Log, "Math.log"),
        (Elementary::Log10, "Math.log10"),
        (Elementary::Log1p, "Math.log1p"),
        (Elementary::Cbrt, "Math.cbrt"),
        (Elementary::Atan2, "Math.atan2"),
        (Elementary::Hypot, "Math.hypot"),
        (Elementary::Pow, "Math.pow"),
    ];

    /// How it is printed: Java's name of it.
    pub fn name(self) -> &'static str {
        Elementary::NAMES.iter().find(|(function, _)| *function == self).map_or("Math", |(_, name)| name)
    }

    /// The function that Java calls so.
    pub fn named(name: &str) -> Option<Elementary> {
        let is_it = |text: &str| text.strip_prefix("Math.") == Some(name);
        Elementary::NAMES.iter().find(|(_, text)| is_it(text)).map(|(function, _)| *function)
    }
}

/// The operators. Arithmetic operators are shared by bit-vectors and mathematical integers (the sort of the arguments
/// decides), so that a client need not know which of the two it computes with. Arguments have equal sorts unless said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    // Leaves.
    Const(Const),
    Symbol(SymbolId),

    // Booleans and every sort.
    Not,
    And,
    Or,
    /// Equality of two terms of any one sort. On floats this is identity of values: NaN = NaN, and +0 ≠ −0.
    Eq,
    /// `Ite(condition, then, else)`.
    Ite,

    // Bit-vectors and mathematical integers.
    Add,
    Mul,
    Neg,
    /// Signed division, truncated; for bit-vectors `MIN / -1 = MIN`. Division by zero: bit-vectors as in SMT-LIB
    /// (`bvsdiv`), integers 0; clients exclude zero first.
    Div,
    /// Signed remainder with the sign of the dividend (Java's `%`). By zero: the dividend.
    Rem,
    /// Signed less-than.
    Lt,
    /// Signed less-or-equal.
    Le,

    // Bit-vectors only.
    /// Unsigned less-than.
    ULt,
    /// Unsigned less-or-equal.
    ULe,
    UDiv,
    URem,
    BitNot,
    BitAnd,
    BitOr,
    BitXor,
    /// Shift left; a distance ≥ the width gives 0 (SMT-LIB). Java's masking is the client's business.
    Shl,
    /// Logical shift right.
    LShr,
    /// Arithmetic shift right.
    AShr,
    /// `Concat(high, low)`; the widths add up (at most 64).
    Concat,
    /// Bits `low ..= high` of the argument.
    Extract {
        high: u8,
        low: u8,
    },
    /// Widen to this width with zeros.
    ZeroExtend(u8),
    /// Widen to this width with the sign.
    SignExtend(u8),

    // Floats; every operation rounds to nearest, ties to even.
    FloatAdd,
    FloatSub,
    FloatMul,
    FloatDiv,
    /// Java's `%` on floats (C's `fmod`).
    FloatRem,
    FloatNeg,
    FloatAbs,
    FloatSqrt,
    FloatRound(Rounding),
    /// A function of one or two doubles that is known approximately.
    Elementary(Elementary),
    /// IEEE equality: NaN differs from everything, +0 equals −0.
    FloatEq,
    FloatLt,
    FloatLe,
    FloatIsNan,
    /// Convert the other float sort to this one (`F32` or `F64`).
    FloatToFloat(Sort),
    /// Signed bit-vector, or mathematical integer, to float (`F32` or `F64`), rounded to nearest even.
    IntToFloat(Sort),
    /// Float to a signed bit-vector of this width as Java's `f2i`/`d2l`: NaN → 0, truncated, saturated.
    FloatToInt(u8),
    /// Float to mathematical integer, saturated to the given number of bits as [`Op::FloatToInt`].
    FloatToMath(u8),
    /// Reinterpret a 32- or 64-bit vector as a float.
    BitsToFloat,
    /// The bits of a float; NaN gives the canonical NaN (`Float.floatToIntBits`).
    FloatToBits,
}

/// One node of the term graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    pub op: Op,
    /// The first `arity` entries are meaningful; the rest repeat `Term(0)`.
    pub(crate) arguments: [Term; 3],
    pub(crate) arity: u8,
    pub sort: Sort,
}

impl Node {
    pub fn args(&self) -> &[Term] {
        &self.arguments[..self.arity as usize]
    }
}

/// The canonical `f32` NaN.
const NAN_32: u32 = 0x7fc0_0000;
/// The canonical `f64` NaN.
const NAN_64: u64 = 0x7ff8_0000_0000_0000;

impl Sort {
    /// The width of a bit-vector sort.
    pub fn width(self) -> Option<u8> {
        match self {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Sort::F32 | Sort::F64)
    }
}

/// The mask of the low `width` bits.
pub fn mask(width: u8) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The low `width` bits read as a two's complement number.
pub fn signed(width: u8, bits: u64) -> i64 {
    let unused = 64 - u32::from(width);
    ((bits << unused) as i64) >> unused
}

impl Const {
    /// A bit-vector; bits above the width are dropped.
    pub fn bv(width: u8, bits: u64) -> Const {
        Const::BitVec { width, bits: bits & mask(width) }
    }

    /// A float; every NaN becomes the canonical one.
    pub fn f32(value: f32) -> Const {
        Const::F32(if value.is_nan() { NAN_32 } else { value.to_bits() })
    }

    /// A float; every NaN becomes the canonical one.
    pub fn f64(value: f64) -> Const {
        Const::F64(if value.is_nan() { NAN_64 } else { value.to_bits() })
    }

    /// The zero of a sort: `false`, 0 or +0.0.
    pub fn zero(sort: Sort) -> Const {
        match sort {
            Sort::Bool => Const::Bool(false),
            Sort::BitVec(width) => Const::BitVec { width, bits: 0 },
            Sort::F32 => Const::F32(0),
            Sort::F64 => Const::F64(0),
            Sort::Int => Const::Int(0),
        }
    }

    pub fn sort(self) -> Sort {
        match self {
            Const::Bool(_) => Sort::Bool,
            Const::BitVec { width, .. } => Sort::BitVec(width),
            Const::F32(_) => Sort::F32,
            Const::F64(_) => Sort::F64,
            Const::Int(_) => Sort::Int,
        }
    }

    pub fn as_bool(self) -> Option<bool> {
        match self {
            Const::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The bits of a bit-vector.
    pub fn as_bits(self) -> Option<u64> {
        match self {
            Const::BitVec { bits, .. } => Some(bits),
            _ => None,
        }
    }

    /// A bit-vector read as a signed number, or a mathematical integer.
    pub fn as_signed(self) -> Option<i128> {
        match self {
            Const::BitVec { width, bits } => Some(i128::from(signed(width, bits))),
            Const::Int(value) => Some(value),
            _ => None,
        }
    }
}
