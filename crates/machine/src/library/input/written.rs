//! The text that the standard input of a path is, under a model.

use logic::eval::evaluate;
use logic::model::Model;
use logic::term::Const;

use crate::machine::Machine;
use crate::state::State;
use crate::state::standard_input::{Filling, Gap, Known, Piece, Reader, Token};
use crate::text::Text;

impl Machine {
    /// A text that is read as it was on this path, under a model; `None` if nobody read any.
    pub fn standard_input_bytes(&self, state: &State, model: &Model) -> Option<Vec<u8>> {
        let input = &state.standard_input;
        input.reader?;
        if input.reader == Some(Reader::Bytes) {
            let byte = |piece: &Piece| match piece {
                Piece::Byte(byte) => Some(evaluate(&self.pool, model, *byte)?.as_bits()? as u8),
                _ => None,
            };
            let mut bytes: Vec<u8> = input.read.iter().map(byte).collect::<Option<_>>()?;
            bytes.extend(matches!(input.rest.known, Known::NotEmpty).then_some(b'\n'));
            return Some(bytes);
        }
        let mut units = Vec::new();
        for piece in &input.read {
            match piece {
                Piece::Space => units.push(u16::from(b' ')),
                Piece::LineEnd => units.push(u16::from(b'\n')),
                Piece::Token(token) => units.extend(self.token_text(model, token)?),
                Piece::Line { text, filling, end } => {
                    units.extend(self.filled_text(model, text, *filling)?);
                    units.push(*end);
                }
                // Who reads bytes reads nothing else.
                Piece::Byte(_) => return None,
            }
        }
        match &input.rest.known {
            Known::Nothing | Known::Blank | Known::End | Known::Bytes(_) => {}
            Known::NotEmpty | Known::BlankNotEmpty => units.push(u16::from(b'\n')),
            Known::Token(token) => {
                units.extend(input.rest.gap().map(|gap| if gap == Gap::Space { b' ' } else { b'\n' }).map(u16::from));
                units.extend(self.token_text(model, token)?);
            }
        }
        Some(String::from_utf16_lossy(&units).into_bytes())
    }

    fn token_text(&self, model: &Model, token: &Token) -> Option<Vec<u16>> {
        let text = match token {
            // Neither a number nor a boolean.
            Token::Open(_) => "x".to_string(),
            Token::Word(text) => return self.filled_text(model, text, Filling::Letters),
            Token::Integer { value, real, .. } => {
                let number = evaluate(&self.pool, model, *value)?.as_signed()?;
                let is_negative_zero = match real.and_then(|real| evaluate(&self.pool, model, real)) {
                    Some(Const::F64(bits)) => f64::from_bits(bits).is_sign_negative(),
                    Some(Const::F32(bits)) => f32::from_bits(bits).is_sign_negative(),
                    _ => false,
                };
                if number == 0 && is_negative_zero { "-0".to_string() } else { number.to_string() }
            }
            Token::Real { value, .. } => match evaluate(&self.pool, model, *value)? {
                Const::F64(bits) => real_text(f64::from_bits(bits), &format!("{:?}", f64::from_bits(bits))),
                Const::F32(bits) => {
                    let value = f32::from_bits(bits);
                    real_text(f64::from(value), &format!("{value:?}"))
                }
                _ => return None,
            },
            Token::Boolean { value, .. } => {
                let is_true = matches!(evaluate(&self.pool, model, *value)?, Const::Bool(true));
                is_true.to_string()
            }
        };
        Some(text.encode_utf16().collect())
    }

    /// The text of a string under a model, filled up to its length.
    fn filled_text(&self, model: &Model, text: &Text, filling: Filling) -> Option<Vec<u16>> {
        let (length, mut units) = self.text_under(model, text)?;
        for position in units.len()..length as usize {
            let is_space = filling == Filling::Spaces || filling == Filling::SpaceThenLetters && position == 0;
            units.push(u16::from(if is_space { b' ' } else { b'a' }));
        }
        Some(units)
    }
}

/// A number as `Scanner.nextDouble` reads it back exactly; never written like an integer.
fn real_text(value: f64, digits: &str) -> String {
    match value {
        _ if value.is_nan() => "NaN".to_string(),
        f64::INFINITY => "Infinity".to_string(),
        f64::NEG_INFINITY => "-Infinity".to_string(),
        _ => digits.to_string(),
    }
}
