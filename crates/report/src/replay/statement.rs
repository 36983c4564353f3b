//! Calls of a driver's own methods, by which it builds the input and starts the program. A driver that people read states them
//! in Java; the one that Lazuli runs itself is compiled once and reads them from a file.

use std::fmt::Write;

use crate::data::InputValue;
use crate::picture::text_literal;

/// A call of a method of the driver.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Statement {
    method: &'static str,
    arguments: Vec<Argument>,
}

#[derive(Clone, PartialEq, Debug)]
enum Argument {
    /// An `int`.
    Number(u32),
    /// A `String`.
    Text(String),
    /// An `Object`, boxed if it is a number.
    InputValue(InputValue),
    /// An `Object[]`.
    Values(Vec<InputValue>),
    /// A last parameter `String...`.
    Texts(Vec<Vec<u16>>),
}

/// A class file limits a literal to 65,535 bytes, of which a unit may need three.
const UNITS_A_LITERAL: usize = 10_000;

impl Statement {
    pub(super) fn new(method: &'static str) -> Statement {
        Statement { method, arguments: Vec::new() }
    }

    pub(super) fn number(mut self, number: u32) -> Statement {
        self.arguments.push(Argument::Number(number));
        self
    }

    /// A short text: a name.
    pub(super) fn text(mut self, text: &str) -> Statement {
        self.arguments.push(Argument::Text(text.to_string()));
        self
    }

    /// An error says why a JVM cannot have this value.
    pub(super) fn value(mut self, value: InputValue) -> Result<Statement, String> {
        self.arguments.push(Argument::InputValue(representable(value)?));
        Ok(self)
    }

    pub(super) fn values(mut self, values: Vec<InputValue>) -> Result<Statement, String> {
        for value in &values {
            representable(*value)?;
        }
        self.arguments.push(Argument::Values(values));
        Ok(self)
    }

    pub(super) fn texts<'a>(mut self, texts: impl Iterator<Item = &'a str>) -> Statement {
        self.arguments.push(Argument::Texts(texts.map(|text| text.encode_utf16().collect()).collect()));
        self
    }

    /// One text of any length, as parts.
    pub(super) fn long_text(mut self, units: &[u16]) -> Statement {
        self.arguments.push(Argument::Texts(units.chunks(UNITS_A_LITERAL).map(<[u16]>::to_vec).collect()));
        self
    }

    /// As a line of Java.
    pub(super) fn java(&self) -> String {
        let mut arguments = Vec::new();
        for argument in &self.arguments {
            match argument {
                Argument::Number(number) => arguments.push(number.to_string()),
                Argument::Text(text) => arguments.push(literal(&text.encode_utf16().collect::<Vec<u16>>())),
                Argument::InputValue(value) => arguments.push(expression(*value)),
                // Explicitly: a lone array or null would otherwise be taken for the list itself.
                Argument::Values(values) => {
                    let values: Vec<String> = values.iter().map(|value| expression(*value)).collect();
                    arguments.push(format!("new Object[] {{{}}}", values.join(", ")));
                }
                Argument::Texts(texts) => arguments.extend(texts.iter().map(|units| literal(units))),
            }
        }
        format!("{}({});", self.method, arguments.join(", "))
    }

    /// As a driver reads it: the parameter types of the method say what follows its name.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        write_text(bytes, self.method.encode_utf16());
        for argument in &self.arguments {
            match argument {
                Argument::Number(number) => write_number(bytes, *number),
                Argument::Text(text) => write_text(bytes, text.encode_utf16()),
                Argument::InputValue(value) => write_value(bytes, *value),
                Argument::Values(values) => {
                    write_count(bytes, values.len());
                    values.iter().for_each(|value| write_value(bytes, *value));
                }
                Argument::Texts(texts) => {
                    write_count(bytes, texts.len());
                    texts.iter().for_each(|units| write_text(bytes, units.iter().copied()));
                }
            }
        }
    }
}

fn representable(value: InputValue) -> Result<InputValue, String> {
    match value {
        InputValue::Math(value) => Err(format!("{value} is outside the range of its Java type")),
        value => Ok(value),
    }
}

fn literal(units: &[u16]) -> String {
    format!("\"{}\"", text_literal(units))
}

/// A Java expression that boxes to exactly this value.
fn expression(value: InputValue) -> String {
    match value {
        InputValue::Boolean(value) => value.to_string(),
        InputValue::Byte(value) => format!("(byte) {value}"),
        InputValue::Char(unit) => format!("(char) {unit}"),
        InputValue::Short(value) => format!("(short) {value}"),
        InputValue::Int(value) => value.to_string(),
        InputValue::Long(value) => format!("{value}L"),
        // By bits, so that NaN payloads and signed zeros arrive as they are.
        InputValue::Float(value) => format!("Float.intBitsToFloat({:#x}) /* {value:?} */", value.to_bits()),
        InputValue::Double(value) => format!("Double.longBitsToDouble({:#x}L) /* {value:?} */", value.to_bits()),
        InputValue::Math(_) => unreachable!("a statement has no such value"),
        InputValue::Null => "null".to_string(),
        InputValue::Reference(id) => format!("heap[{id}]"),
    }
}

fn write_value(bytes: &mut Vec<u8>, value: InputValue) {
    let (kind, content) = match value {
        InputValue::Boolean(value) => ('Z', vec![u8::from(value)]),
        InputValue::Byte(value) => ('B', value.to_be_bytes().to_vec()),
        InputValue::Char(unit) => ('C', unit.to_be_bytes().to_vec()),
        InputValue::Short(value) => ('S', value.to_be_bytes().to_vec()),
        InputValue::Int(value) => ('I', value.to_be_bytes().to_vec()),
        InputValue::Long(value) => ('J', value.to_be_bytes().to_vec()),
        InputValue::Float(value) => ('F', value.to_bits().to_be_bytes().to_vec()),
        InputValue::Double(value) => ('D', value.to_bits().to_be_bytes().to_vec()),
        InputValue::Math(_) => unreachable!("a statement has no such value"),
        InputValue::Null => ('N', Vec::new()),
        InputValue::Reference(id) => ('R', id.to_be_bytes().to_vec()),
    };
    bytes.push(kind as u8);
    bytes.extend(content);
}

fn write_text(bytes: &mut Vec<u8>, units: impl Iterator<Item = u16>) {
    let units: Vec<u8> = units.flat_map(u16::to_be_bytes).collect();
    write_count(bytes, units.len() / 2);
    bytes.extend(units);
}

fn write_count(bytes: &mut Vec<u8>, count: usize) {
    write_number(bytes, u32::try_from(count).expect("an input fits into the memory of a JVM"));
}

fn write_number(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend(number.to_be_bytes());
}

/// Statements a method: the JVM limits a method to 64 KB of code.
const STATEMENTS_A_METHOD: usize = 500;

/// The method `name` that consists of these statements, and those it calls if they are too many for one.
pub(super) fn java_method(name: &str, statements: &[Statement]) -> String {
    let method = |name: &str, lines: &[String]| {
        let body: String = lines.iter().map(|line| format!("        {line}\n")).collect();
        format!("    private static void {name}() throws Throwable {{\n{body}    }}\n")
    };
    let lines: Vec<String> = statements.iter().map(Statement::java).collect();
    if lines.len() <= STATEMENTS_A_METHOD {
        return method(name, &lines);
    }
    let parts: Vec<&[String]> = lines.chunks(STATEMENTS_A_METHOD).collect();
    let calls: Vec<String> = (0..parts.len()).map(|number| format!("{name}{number}();")).collect();
    let mut methods = method(name, &calls);
    for (number, part) in parts.into_iter().enumerate() {
        let _ = write!(methods, "\n{}", method(&format!("{name}{number}"), part));
    }
    methods
}

/// The statements as a driver reads them, with their length before them.
pub(super) fn write_part(bytes: &mut Vec<u8>, statements: &[Statement]) {
    let mut part = Vec::new();
    statements.iter().for_each(|statement| statement.write(&mut part));
    write_count(bytes, part.len());
    bytes.extend(part);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_a_line_of_java() {
        let statement =
            Statement::new("field").number(3).text("p.Node").text("next").value(InputValue::Reference(4)).unwrap();
        assert_eq!(statement.java(), r#"field(3, "p.Node", "next", heap[4]);"#);
        let statement = Statement::new("invoke").values(vec![InputValue::Null, InputValue::Byte(-1)]).unwrap();
        assert_eq!(statement.java(), "invoke(new Object[] {null, (byte) -1});");
        let statement = Statement::new("text").number(1).long_text(&[0x61; 10_001]);
        assert!(statement.java().ends_with(r#"aaa", "a");"#), "a literal has its limits");
        assert_eq!(Statement::new("text").number(1).long_text(&[]).java(), "text(1);");
    }

    #[test]
    fn strange_names_stay_inside_their_literals() {
        let statement = Statement::new("object").text("a\"b\\c\u{e9}\u{1f600}");
        assert_eq!(statement.java(), r#"object("a\"b\\c\u00e9\ud83d\ude00");"#);
    }

    #[test]
    fn a_driver_reads_lengths_before_contents() {
        let mut bytes = Vec::new();
        let statement = Statement::new("f").number(258).text("é").value(InputValue::Double(-0.0)).unwrap();
        write_part(&mut bytes, &[statement.values(vec![InputValue::Boolean(true)]).unwrap()]);
        let expected = [
            &[0, 0, 0, 31][..],
            &[0, 0, 0, 1, 0, b'f'],
            &[0, 0, 1, 2],
            &[0, 0, 0, 1, 0, 0xe9],
            &[b'D', 0x80, 0, 0, 0, 0, 0, 0, 0],
            &[0, 0, 0, 1, b'Z', 1],
        ];
        assert_eq!(bytes, expected.concat());
    }

    #[test]
    fn too_many_statements_are_several_methods() {
        let statements: Vec<Statement> = (0..1200).map(|number| Statement::new("f").number(number)).collect();
        let methods = java_method("build", &statements);
        assert!(methods.contains("        build0();\n        build1();\n        build2();\n    }"), "{methods}");
        assert!(methods.contains("private static void build2() throws Throwable {\n        f(1000);"), "{methods}");
    }
}
