//! When a word is a number or a boolean to `java.util.Scanner` (English conventions, radix 10), as conditions on its text.

use logic::pool::TermPool;
use logic::term::Term;

use super::units::UnitTable;
use super::{Pattern, Text, in_range};

/// The grammars of numbers. Digits are those of all scripts, as far as a UTF-16 unit can be one: of digits that take two
/// units the library makes no numbers.
pub(crate) struct NumberGrammar {
    integer: Pattern,
    real: Pattern,
    boolean: Pattern,
    digits: std::rc::Rc<UnitTable>,
}

impl NumberGrammar {
    /// `digits` gives the value of a unit as a decimal digit, and -1 for units that are none. `None` only if the patterns below
    /// leave the subset that [`Pattern`] knows.
    pub(crate) fn new(digits: std::rc::Rc<UnitTable>) -> Option<NumberGrammar> {
        let ranges = digits.ranges_where(|value| value < 10);
        let class = |first_digit: u8| {
            let mut class = vec![u16::from(b'[')];
            for (low, high) in &ranges {
                // Of all zeros only the common one is none of the digits that a group of thousands may start with.
                let low = if *low == u16::from(b'0') { u16::from(first_digit) } else { *low };
                class.extend([low, u16::from(b'-'), *high]);
            }
            class.push(u16::from(b']'));
            class
        };
        let (digit, not_zero) = (class(b'0'), class(b'1'));
        let parse = |regex: &str| {
            let mut units = Vec::new();
            for unit in regex.encode_utf16() {
                match u8::try_from(unit) {
                    Ok(b'D') => units.extend_from_slice(&digit),
                    Ok(b'Z') => units.extend_from_slice(&not_zero),
                    _ => units.push(unit),
                }
            }
            Pattern::parse(&units)
        };
        const NUMERAL: &str = "(D+|ZD?D?(,DDD)+)";
        let hexadecimal = "0[xX][0-9a-fA-F]*\\.[0-9a-fA-F]+[pP][\\-+]?[0-9]+";
        let real = format!("[\\-+]?(({NUMERAL}(\\.D*)?|\\.D+)([eE][\\-+]?D+)?|{hexadecimal}|NaN|Infinity)");
        Some(NumberGrammar {
            integer: parse(&format!("[\\-+]?{NUMERAL}"))?,
            real: parse(&real)?,
            boolean: parse("[tT][rR][uU][eE]|[fF][aA][lL][sS][eE]")?,
            digits,
        })
    }

    /// Whether a text, all of whose units are spelt out, is an integer of this many bits.
    pub(crate) fn is_integer(&self, pool: &mut TermPool, text: &Text, bits: u8) -> Term {
        let is_number = self.integer.matches(pool, text);
        // Exact up to 2^63, the greatest magnitude of all; larger ones are only known to be too large.
        let greatest = 1u64 << (bits - 1);
        let (zero, ten) = (pool.bv(64, 0), pool.bv(64, 10));
        let largest = pool.bv(64, 1 << 63);
        let last_safe = pool.bv(64, (1 << 63) / 10);
        let mut magnitude = zero;
        let mut fits = pool.always();
        for (position, unit) in text.units.iter().enumerate() {
            let digit = self.digits.apply(pool, *unit);
            let nine = pool.bv(16, 9);
            let is_digit = pool.ule(digit, nine);
            let has = text.has(pool, position);
            let counts = pool.and(has, is_digit);
            let digit = pool.zero_extend(digit, 64);
            let product = pool.mul(magnitude, ten);
            let next = pool.add(product, digit);
            let is_safe = pool.ule(magnitude, last_safe);
            let is_small = pool.ule(next, largest);
            let is_good = pool.and(is_safe, is_small);
            let is_good = pool.implies(counts, is_good);
            fits = pool.and(fits, is_good);
            magnitude = pool.ite(counts, next, magnitude);
        }
        let is_minus = match text.units.first() {
            Some(first) => in_range(pool, *first, b'-'.into(), b'-'.into()),
            None => pool.never(),
        };
        let (below, above) = (pool.bv(64, greatest), pool.bv(64, greatest - 1));
        let limit = pool.ite(is_minus, below, above);
        let is_in_range = pool.ule(magnitude, limit);
        pool.and_all(&[is_number, fits, is_in_range])
    }

    /// Whether it is a floating-point number.
    pub(crate) fn is_real(&self, pool: &mut TermPool, text: &Text) -> Term {
        self.real.matches(pool, text)
    }

    pub(crate) fn is_boolean(&self, pool: &mut TermPool, text: &Text) -> Term {
        self.boolean.matches(pool, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grammar() -> NumberGrammar {
        let digit = |unit: u16| match unit {
            0x30..=0x39 => unit - 0x30,
            0x660..=0x669 => unit - 0x660,
            _ => u16::MAX,
        };
        NumberGrammar::new(std::rc::Rc::new(UnitTable::new((0..=u16::MAX).map(digit).collect())))
            .expect("known patterns")
    }

    /// The answers of JDK 17 and 25.
    #[test]
    fn words_are_what_a_scanner_takes_them_for() {
        let integers = [
            ("+5", 8),
            ("-0", 8),
            ("007", 8),
            ("127", 8),
            ("-128", 8),
            ("128", 16),
            ("1,234", 16),
            ("-32769", 32),
            ("1,234,567", 32),
            ("2147483647", 32),
            ("-2147483648", 32),
            ("2147483648", 64),
            ("\u{663}", 8),
            ("1\u{663}", 8),
            ("\u{661},\u{662}\u{663}\u{664}", 16),
            ("0\u{660}", 8),
            ("9223372036854775807", 64),
            ("-9223372036854775808", 64),
        ];
        let grammar = grammar();
        let mut pool = TermPool::new();
        for (word, least) in integers {
            let text = Text::ascii(&mut pool, word);
            for bits in [8, 16, 32, 64] {
                let is_integer = grammar.is_integer(&mut pool, &text, bits);
                assert_eq!(pool.is_true(is_integer), bits >= least, "{word} as an integer of {bits} bits");
                assert!(pool.is_true(is_integer) || pool.is_false(is_integer));
            }
            let is_real = grammar.is_real(&mut pool, &text);
            assert!(pool.is_true(is_real), "{word}");
        }
        let others = [
            ("9223372036854775808", true),
            ("99999999999999999999", true),
            ("1.", true),
            (".5", true),
            ("1e5", true),
            ("1,234.5", true),
            ("+1,234e2", true),
            ("-NaN", true),
            ("+NaN", true),
            ("-Infinity", true),
            ("0x1.8p1", true),
            ("0x.8P-2", true),
            ("1e99999", true),
            ("0x1.8", false),
            ("0x1p3", false),
            ("\u{221e}", false),
            ("0,123", false),
            ("1,23", false),
            ("12,34", false),
            ("1234,567", false),
            ("--5", false),
            (".", false),
            ("1e", false),
            ("\u{1d7ce}", false),
            ("5\u{1d7ce}", false),
            ("5L", false),
            ("5d", false),
            ("1_0", false),
            ("+", false),
        ];
        for (word, is_expected) in others {
            let text = Text::ascii(&mut pool, word);
            let is_integer = grammar.is_integer(&mut pool, &text, 64);
            assert!(pool.is_false(is_integer), "{word}");
            let is_real = grammar.is_real(&mut pool, &text);
            assert_eq!(pool.is_true(is_real), is_expected, "{word}");
        }
        for (word, is_expected) in [("TRUE", true), ("fAlSe", true), ("truE1", false), ("yes", false)] {
            let text = Text::ascii(&mut pool, word);
            let is_boolean = grammar.is_boolean(&mut pool, &text);
            assert_eq!(pool.is_true(is_boolean), is_expected, "{word}");
        }
    }
}
