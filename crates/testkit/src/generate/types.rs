//! The primitive types of Java and literals of them.

use super::random::Random;

/// A primitive type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Type {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

pub(super) const ALL: [Type; 8] =
    [Type::Boolean, Type::Byte, Type::Short, Type::Char, Type::Int, Type::Long, Type::Float, Type::Double];
pub(super) const NUMERIC: [Type; 7] =
    [Type::Byte, Type::Short, Type::Char, Type::Int, Type::Long, Type::Float, Type::Double];
pub(super) const INTEGRAL: [Type; 5] = [Type::Byte, Type::Short, Type::Char, Type::Int, Type::Long];
/// What unary and binary promotion turns into `int`.
pub(super) const INTLIKE: [Type; 4] = [Type::Byte, Type::Short, Type::Char, Type::Int];

impl Type {
    pub(super) fn name(self) -> &'static str {
        match self {
            Type::Boolean => "boolean",
            Type::Byte => "byte",
            Type::Short => "short",
            Type::Char => "char",
            Type::Int => "int",
            Type::Long => "long",
            Type::Float => "float",
            Type::Double => "double",
        }
    }

    pub(super) fn is_integral(self) -> bool {
        INTEGRAL.contains(&self)
    }

    /// The feature counter for expressions of this type.
    pub(super) fn feature(self) -> &'static str {
        match self {
            Type::Boolean => "type boolean",
            Type::Byte => "type byte",
            Type::Short => "type short",
            Type::Char => "type char",
            Type::Int => "type int",
            Type::Long => "type long",
            Type::Float => "type float",
            Type::Double => "type double",
        }
    }
}

/// A literal of the type, often an extreme one.
pub(super) fn literal(ty: Type, random: &mut Random) -> String {
    let small = random.below(200) as i64 - 100;
    let any = random.next();
    match ty {
        Type::Boolean => if any & 1 == 0 { "true" } else { "false" }.to_string(),
        Type::Byte => format!("((byte) {})", *random.pick(&[small, -128, 127, 0, 1, -1])),
        Type::Short => format!("((short) {})", *random.pick(&[small, -32768, 32767, 0, 255, -129])),
        Type::Char => match random.below(3) {
            0 => format!("'{}'", char::from(b'a' + (any % 26) as u8)),
            1 => format!("((char) {})", any % 65536),
            _ => (*random.pick(&["'0'", "'Z'", "((char) 65535)", "((char) 0)", "' '"])).to_string(),
        },
        Type::Int => match random.below(4) {
            0 | 1 => format!("({small})"),
            2 => format!("({})", any as i32),
            _ => (*random.pick(&[
                "Integer.MIN_VALUE",
                "Integer.MAX_VALUE",
                "(-1)",
                "0",
                "1",
                "31",
                "32",
                "33",
                "0xffff",
                "65536",
                "(-129)",
                "128",
            ]))
            .to_string(),
        },
        Type::Long => match random.below(4) {
            0 | 1 => format!("({small}L)"),
            2 if any as i64 != i64::MIN => format!("({}L)", any as i64),
            _ => (*random.pick(&[
                "Long.MIN_VALUE",
                "Long.MAX_VALUE",
                "(-1L)",
                "0L",
                "63L",
                "64L",
                "4294967296L",
                "2147483648L",
                "(-2147483649L)",
            ]))
            .to_string(),
        },
        Type::Float => match random.below(4) {
            0 => format!("({small}.{}f)", any % 1000),
            1 => format!("({}e{}f)", small, (any % 60) as i64 - 30),
            2 => format!("Float.intBitsToFloat({})", any as i32 & 0x7f7f_ffff),
            _ => (*random.pick(&[
                "Float.NaN",
                "Float.POSITIVE_INFINITY",
                "Float.NEGATIVE_INFINITY",
                "(-0.0f)",
                "0.0f",
                "Float.MIN_VALUE",
                "Float.MAX_VALUE",
                "1.0f",
                "16777216f",
                "0.1f",
                "2147483648f",
            ]))
            .to_string(),
        },
        Type::Double => match random.below(4) {
            0 => format!("({small}.{})", any % 100_000),
            1 => format!("({}e{})", small, (any % 500) as i64 - 250),
            2 => format!("Double.longBitsToDouble({}L)", any as i64 & 0x7fe7_ffff_ffff_ffff),
            _ => (*random.pick(&[
                "Double.NaN",
                "Double.POSITIVE_INFINITY",
                "Double.NEGATIVE_INFINITY",
                "(-0.0)",
                "0.0",
                "Double.MIN_VALUE",
                "Double.MAX_VALUE",
                "1.0",
                "9007199254740993.0",
                "0.1",
                "1e10",
                "(-2147483648.5)",
                "9.3e18",
            ]))
            .to_string(),
        },
    }
}
