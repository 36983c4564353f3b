//! The input of a violation as an ASCII picture.
//!
//! Each object is drawn once, as a box `[Node#1 elem: 0]`; chains of objects run along a line, other references are
//! tags (`elem: Data#2`) whose boxes follow on lines of their own. Whatever is reached a second time is a tag with a
//! mark, so that sharing and cycles cannot be overlooked:
//!
//! ```text
//! l -> [Node#1 elem: 0] -next-> [Node#2 elem: 1] -next-> Node#1 (cycle)
//! x -> Node#2 (shared)
//! v = 0
//! ```

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::data::{Given, HeapObject, InputContent, InputValue, MadeBy, Member, Violation};

/// Elements of an array that are written out before the rest becomes `...`.
const SHOWN_ELEMENTS: usize = 16;
/// Characters of a string, likewise.
const SHOWN_CHARACTERS: usize = 60;

/// The input of a violation: the picture of its parameters, then what the program asked for, with the places of the calls.
pub fn input_lines(violation: &Violation, width: usize) -> Vec<String> {
    let text_of = |value: InputValue| match value {
        InputValue::Reference(id) => {
            match violation.heap.iter().find(|object| object.id == id).map(|object| &object.content) {
                Some(InputContent::Text { length, units, .. }) => Some(quoted(units, *length as usize)),
                _ => None,
            }
        }
        _ => None,
    };
    let read = violation.standard_input.as_ref().map(|input| &input.results[..]).unwrap_or_default();
    let supplied = || violation.supplied.iter().chain(read);
    // Strings are written where they are asked for, other objects are drawn like parameters.
    let is_written = |object: &HeapObject| {
        let value = InputValue::Reference(object.id);
        text_of(value).is_some() && supplied().any(|supplied| supplied.value == value)
    };
    let heap: Vec<HeapObject> = violation.heap.iter().filter(|object| !is_written(object)).cloned().collect();
    let mut roots = violation.inputs.clone();
    let is_drawn = |value: InputValue| matches!(value, InputValue::Reference(_)) && text_of(value).is_none();
    let drawn = violation.supplied.iter().filter(|supplied| is_drawn(supplied.value));
    roots.extend(drawn.map(|supplied| (supplied.name.clone(), supplied.value)));
    let mut lines = picture(&roots, &heap, width);
    if let Some(input) = &violation.standard_input {
        lines.push(format!("standard input: {}", input_literal(&input.bytes)));
    }
    for supplied in supplied().filter(|supplied| !is_drawn(supplied.value)) {
        let value = text_of(supplied.value).unwrap_or_else(|| literal(supplied.value));
        let (name, class, method) = (&supplied.name, &supplied.class, &supplied.method);
        lines.push(match supplied.line {
            0 => format!("{name} = {value} at {class}.{method}"),
            line => format!("{name} = {value} at {class}.{method}:{line}"),
        });
    }
    lines
}

/// The standard input as a Java literal: its text, or, if it is none, a character for each byte.
fn input_literal(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let units: Vec<u16> = text.encode_utf16().collect();
            quoted(&units, units.len())
        }
        Err(_) => {
            let units: Vec<u16> = bytes.iter().map(|byte| u16::from(*byte)).collect();
            format!("{} (a byte each)", quoted(&units, units.len()))
        }
    }
}

/// The inputs and the heap below them, one string a line. Lines break between objects once they pass `width`.
pub fn picture(inputs: &[(String, InputValue)], heap: &[HeapObject], width: usize) -> Vec<String> {
    let mut picture = Picture::new(inputs, heap, width);
    for (position, (name, value)) in inputs.iter().enumerate() {
        match value {
            InputValue::Reference(id) if let Some(text) = picture.text_literal(*id) => {
                let same = inputs[..position].iter().find(|(_, earlier)| earlier == value);
                let mark = match same {
                    Some((other, _)) => format!(" (same as {other})"),
                    None => picture.shared_mark(*id),
                };
                picture.lines.push(format!("{name} = {text}{mark}"));
                picture.drawn.insert(*id);
            }
            InputValue::Reference(id) => {
                let alias = inputs[..position].iter().find(|(_, earlier)| earlier == value).map(|(name, _)| name);
                picture.root(name, *id, alias.map(String::as_str));
                picture.draw_pending();
            }
            other => picture.lines.push(format!("{name} = {}", literal(*other))),
        }
    }
    // Objects that nothing refers to should not exist, but hiding them would hide a defect.
    for object in heap {
        picture.pending.push_back(object.id);
        picture.draw_pending();
    }
    picture.lines
}

/// A value as a Java programmer would write it.
pub fn literal(value: InputValue) -> String {
    match value {
        InputValue::Boolean(value) => value.to_string(),
        InputValue::Byte(value) => value.to_string(),
        InputValue::Short(value) => value.to_string(),
        InputValue::Int(value) => value.to_string(),
        InputValue::Long(value) => format!("{value}L"),
        InputValue::Char(unit) => char_literal(unit),
        InputValue::Float(value) if value.is_finite() => format!("{value:?}f"),
        InputValue::Float(value) if is_unusual_nan(InputValue::Float(value)) => {
            format!("Float.intBitsToFloat({:#x})", value.to_bits())
        }
        InputValue::Float(value) => non_finite(f64::from(value)).to_string(),
        InputValue::Double(value) if value.is_finite() => format!("{value:?}"),
        InputValue::Double(value) if is_unusual_nan(InputValue::Double(value)) => {
            format!("Double.longBitsToDouble({:#x}L)", value.to_bits())
        }
        InputValue::Double(value) => non_finite(value).to_string(),
        InputValue::Math(value) => value.to_string(),
        InputValue::Null => "null".to_string(),
        InputValue::Reference(id) => format!("#{id}"),
    }
}

/// Whether a value is not a number, with other bits than `Float.NaN` or `Double.NaN` has.
pub(crate) fn is_unusual_nan(value: InputValue) -> bool {
    match value {
        InputValue::Float(value) => value.is_nan() && value.to_bits() != 0x7fc0_0000,
        InputValue::Double(value) => value.is_nan() && value.to_bits() != 0x7ff8_0000_0000_0000,
        _ => false,
    }
}

/// Java's names of the values that have no digits.
pub(crate) fn non_finite(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

fn char_literal(unit: u16) -> String {
    match u8::try_from(unit) {
        Ok(b'\'') => "'\\''".to_string(),
        Ok(b'\\') => "'\\\\'".to_string(),
        Ok(b'\n') => "'\\n'".to_string(),
        // Java would read its number as a line end, before it sees a literal.
        Ok(b'\r') => "'\\r'".to_string(),
        Ok(byte) if (0x20..0x7f).contains(&byte) => format!("'{}'", char::from(byte)),
        _ => format!("'\\u{unit:04x}'"),
    }
}

/// Units as the inside of a Java string literal.
pub fn text_literal(units: &[u16]) -> String {
    let mut text = String::new();
    for unit in units {
        let quoted = char_literal(*unit);
        text.push_str(match quoted.as_str() {
            "'\\''" => "'",
            "'\"'" => "\\\"",
            other => &other[1..other.len() - 1],
        });
    }
    text
}

/// `pkg.Outer$Inner[]` as `Outer.Inner[]`: packages are noise where the reader knows the program.
pub fn simple_name(binary: &str) -> String {
    let simple = binary.rsplit('.').next().unwrap_or(binary);
    // A dollar at either end belongs to the name itself.
    let mut name = String::with_capacity(simple.len());
    for (position, letter) in simple.char_indices() {
        let inner = letter == '$' && position > 0 && position + 1 < simple.len();
        name.push(if inner { '.' } else { letter });
    }
    name
}

struct Picture<'a> {
    objects: BTreeMap<u32, &'a HeapObject>,
    /// How many inputs, fields and elements hold each object.
    holders: BTreeMap<u32, u32>,
    drawn: BTreeSet<u32>,
    pending: VecDeque<u32>,
    width: usize,
    lines: Vec<String>,
}

/// What one box contributes: its text, and the reference the line goes on with.
struct Drawn {
    text: String,
    continues: Option<(String, u32)>,
}

impl<'a> Picture<'a> {
    fn new(inputs: &[(String, InputValue)], heap: &'a [HeapObject], width: usize) -> Picture<'a> {
        let mut holders: BTreeMap<u32, u32> = BTreeMap::new();
        let in_heap = heap.iter().flat_map(|object| values(&object.content));
        for value in inputs.iter().map(|(_, value)| *value).chain(in_heap) {
            if let InputValue::Reference(id) = value {
                *holders.entry(id).or_default() += 1;
            }
        }
        let objects = heap.iter().map(|object| (object.id, object)).collect();
        Picture { objects, holders, drawn: BTreeSet::new(), pending: VecDeque::new(), width, lines: Vec::new() }
    }

    fn root(&mut self, name: &str, id: u32, alias: Option<&str>) {
        if let (true, Some(alias)) = (self.drawn.contains(&id), alias) {
            self.lines.push(format!("{name} -> {} (same as {alias})", self.tag(id)));
        } else {
            self.chain(format!("{name} ->"), id);
        }
    }

    fn draw_pending(&mut self) {
        while let Some(id) = self.pending.pop_front() {
            if !self.drawn.contains(&id) {
                self.chain(String::new(), id);
            }
        }
    }

    /// Draw from `id` along the chain of references it starts.
    fn chain(&mut self, mut line: String, first: u32) {
        let mut on_this_chain = BTreeSet::new();
        let mut id = first;
        // `None` while the line holds no box yet: the first always fits.
        let mut arrow: Option<String> = None;
        loop {
            let lead = match &arrow {
                Some(label) => format!(" -{label}->"),
                None => String::new(),
            };
            let gap = if line.is_empty() && lead.is_empty() { "" } else { " " };
            if self.drawn.contains(&id) || !self.objects.contains_key(&id) {
                let mark = match (self.objects.contains_key(&id), on_this_chain.contains(&id)) {
                    (false, _) => " (missing)",
                    (true, true) => " (cycle)",
                    (true, false) => " (shared)",
                };
                line.push_str(&format!("{lead}{gap}{}{mark}", self.tag(id)));
                break;
            }
            self.drawn.insert(id);
            on_this_chain.insert(id);
            let object = self.draw_box(id);
            if arrow.is_some() && line.len() + lead.len() + gap.len() + object.text.len() > self.width {
                let tag = self.tag(id);
                self.lines.push(format!("{line}{lead} {tag}"));
                line = object.text;
            } else {
                line.push_str(&format!("{lead}{gap}{}", object.text));
            }
            match object.continues {
                Some((label, next)) => {
                    arrow = Some(label);
                    id = next;
                }
                None => break,
            }
        }
        self.lines.push(line);
    }

    fn draw_box(&mut self, id: u32) -> Drawn {
        let object = self.objects[&id];
        match &object.content {
            InputContent::Fields(_) if let Some(text) = self.string_text(object) => {
                Drawn { text: format!("[{} {text}]", self.tag(id)), continues: None }
            }
            InputContent::Fields(fields) => {
                let continues = self.continuation(object, fields.iter().map(|field| field.value));
                let mut shown = Vec::new();
                for (position, field) in fields.iter().enumerate() {
                    if continues != Some(position) {
                        let label = field_label(fields, position);
                        shown.push(format!("{label}: {}", self.held(field.value)));
                    }
                }
                let inside = if shown.is_empty() { String::new() } else { format!(" {}", shown.join(", ")) };
                let continues = continues.and_then(|position| match fields[position].value {
                    InputValue::Reference(target) => Some((field_label(fields, position), target)),
                    _ => None,
                });
                Drawn { text: format!("[{}{inside}]", self.tag(id)), continues }
            }
            InputContent::Text { length, units, .. } => {
                let text = quoted(units, *length as usize);
                Drawn { text: format!("[{} {text}]", self.tag(id)), continues: None }
            }
            InputContent::Kept(field) => {
                let text = format!("[{} {}: {}, kept by valueOf]", self.tag(id), field.name, literal(field.value));
                Drawn { text, continues: None }
            }
            InputContent::Collection { elements, is_map } => {
                let mut shown: Vec<String> = elements.iter().map(|value| self.held(*value)).collect();
                if *is_map {
                    shown = shown.chunks(2).map(|pair| pair.join("=")).collect();
                }
                let inside = if shown.is_empty() { String::new() } else { format!(": {}", shown.join(", ")) };
                Drawn { text: format!("[{}{inside}]", self.tag(id)), continues: None }
            }
            InputContent::Made { by, arguments } => {
                let shown: Vec<String> = arguments.iter().map(|value| self.held(*value)).collect();
                Drawn { text: format!("[{} = {}]", self.tag(id), made_text(by, &shown)), continues: None }
            }
            InputContent::Function(calls) => {
                let mut shown: Vec<String> = Vec::new();
                for call in calls {
                    let given = call.arguments.iter().map(|given| match given {
                        Given::Input(value) => self.held(*value),
                        Given::Made { literal: Some(literal), .. } => literal.clone(),
                        Given::Made { class, .. } => format!("a {}", simple_name(class)),
                    });
                    let given: Vec<String> = given.collect();
                    let text = format!("{}({}) -> {}", call.method, given.join(", "), self.held(call.result));
                    if !shown.contains(&text) {
                        shown.push(text);
                    }
                }
                let inside = if shown.is_empty() { String::new() } else { format!(": {}", shown.join(", ")) };
                Drawn { text: format!("[{}, unknown function{inside}]", self.tag(id)), continues: None }
            }
            InputContent::Elements { length, elements } => {
                let dense = elements.len() == *length as usize;
                let mut shown: Vec<String> = Vec::new();
                for (index, value) in elements.iter().take(SHOWN_ELEMENTS) {
                    let value = self.held(*value);
                    shown.push(if dense { value } else { format!("[{index}]={value}") });
                }
                for (_, value) in elements.iter().skip(SHOWN_ELEMENTS) {
                    self.held(*value);
                }
                if elements.len() > SHOWN_ELEMENTS {
                    shown.push(format!("... {} more", elements.len() - SHOWN_ELEMENTS));
                }
                if !dense {
                    shown.push("rest unused".to_string());
                }
                let inside = if shown.is_empty() { String::new() } else { format!(": {}", shown.join(", ")) };
                Drawn { text: format!("[{}{inside}]", self.tag(id)), continues: None }
            }
        }
    }

    /// What a box of the library holds, as a literal.
    fn boxed_literal(&self, id: u32) -> Option<String> {
        let object = self.objects.get(&id)?;
        let name = object.class.strip_prefix("java.lang.")?;
        let unread = match name {
            "Boolean" => InputValue::Boolean(false),
            "Byte" => InputValue::Byte(0),
            "Character" => InputValue::Char(0),
            "Short" => InputValue::Short(0),
            "Integer" => InputValue::Int(0),
            "Long" => InputValue::Long(0),
            "Float" => InputValue::Float(0.0),
            "Double" => InputValue::Double(0.0),
            _ => return None,
        };
        let fields = match &object.content {
            InputContent::Fields(fields) => &fields[..],
            InputContent::Kept(field) => std::slice::from_ref(field),
            _ => return None,
        };
        Some(literal(fields.iter().find(|field| field.name == "value").map_or(unread, |field| field.value)))
    }

    /// A string as a literal instead of its bytes, which count as drawn. Unless something else holds them as well.
    fn string_text(&mut self, object: &HeapObject) -> Option<String> {
        let InputContent::Fields(fields) = &object.content else { return None };
        let field = |name: &str| fields.iter().find(|field| field.name == name).map(|field| field.value);
        let Some(InputValue::Reference(bytes_id)) = field("value").filter(|_| object.class == "java.lang.String")
        else {
            return None;
        };
        let InputContent::Elements { length, elements } = &self.objects.get(&bytes_id)?.content else { return None };
        let dense = elements.len() == *length as usize;
        if !dense || self.drawn.contains(&bytes_id) || self.holders.get(&bytes_id) != Some(&1) {
            return None;
        }
        let bytes: Vec<u8> = elements
            .iter()
            .map(|(_, value)| if let InputValue::Byte(byte) = value { Some(byte.cast_unsigned()) } else { None })
            .collect::<Option<_>>()?;
        // Two bytes a character, in the order of the machine, if one would not do.
        let units: Vec<u16> = match field("coder") {
            Some(InputValue::Byte(1)) => {
                bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
            }
            _ => bytes.into_iter().map(u16::from).collect(),
        };
        self.drawn.insert(bytes_id);
        Some(quoted(&units, units.len()))
    }

    /// A string of the input as a literal.
    fn text_literal(&self, id: u32) -> Option<String> {
        match &self.objects.get(&id)?.content {
            InputContent::Text { length, units, .. } => Some(quoted(units, *length as usize)),
            _ => None,
        }
    }

    /// For a string that is held more than once: which object it is.
    fn shared_mark(&self, id: u32) -> String {
        match self.holders.get(&id) {
            Some(count) if *count > 1 => format!(" ({}, shared)", self.tag(id)),
            _ => String::new(),
        }
    }

    /// The field a chain goes on with: the last one to an object of the same class, for that is what `next` looks
    /// like, else the last reference. A reference back into what is drawn only counts if no other does.
    fn continuation(&self, holder: &HeapObject, values: impl Iterator<Item = InputValue>) -> Option<usize> {
        let references = values.enumerate().filter_map(|(position, value)| match value {
            InputValue::Reference(id) if self.text_literal(id).is_none() => Some((position, id)),
            _ => None,
        });
        let rank = |id: u32| {
            let same_class = self.objects.get(&id).is_some_and(|object| object.class == holder.class);
            (!self.drawn.contains(&id) && !self.pending.contains(&id), same_class)
        };
        references.max_by_key(|(position, id)| (rank(*id), *position)).map(|(position, _)| position)
    }

    /// A value inside a box. References become tags, and their objects are drawn later.
    fn held(&mut self, value: InputValue) -> String {
        let InputValue::Reference(id) = value else {
            return literal(value);
        };
        if let Some(text) = self.text_literal(id).or_else(|| self.boxed_literal(id)) {
            self.drawn.insert(id);
            return format!("{text}{}", self.shared_mark(id));
        }
        self.pending.push_back(id);
        let shared = self.holders.get(&id).is_some_and(|count| *count > 1);
        format!("{}{}", self.tag(id), if shared { " (shared)" } else { "" })
    }

    fn tag(&self, id: u32) -> String {
        let Some(object) = self.objects.get(&id) else {
            return format!("#{id}");
        };
        let name = simple_name(&object.class);
        match (&object.content, name.split_once("[]")) {
            (InputContent::Elements { length, .. }, Some((element, rest))) => format!("{element}[{length}]{rest}#{id}"),
            _ => format!("{name}#{id}"),
        }
    }
}

/// A text of this length as a literal; a long one is not written out, and of one whose end does not matter only the first
/// units are known.
pub fn quoted(units: &[u16], length: usize) -> String {
    let shown = units.len().min(SHOWN_CHARACTERS);
    let text = text_literal(&units[..shown]);
    let rest = length.saturating_sub(shown);
    if rest > 0 { format!("\"{text}\"... {rest} more") } else { format!("\"{text}\"") }
}

/// The plain name unless a superclass has a field of the same name, which then are told apart by their classes.
fn field_label(fields: &[crate::data::FieldValue], position: usize) -> String {
    let field = &fields[position];
    if fields.iter().filter(|other| other.name == field.name).count() > 1 {
        format!("{}.{}", simple_name(&field.declared_in), field.name)
    } else {
        field.name.clone()
    }
}

/// What an object holds.
pub(crate) fn values(content: &InputContent) -> Vec<InputValue> {
    match content {
        InputContent::Fields(fields) => fields.iter().map(|field| field.value).collect(),
        InputContent::Elements { elements, .. } => elements.iter().map(|(_, value)| *value).collect(),
        InputContent::Text { .. } | InputContent::Kept(_) => Vec::new(),
        InputContent::Collection { elements, .. } => elements.clone(),
        InputContent::Made { arguments, .. } => arguments.clone(),
        InputContent::Function(calls) => {
            let given = |given: &Given| match given {
                Given::Input(value) => Some(*value),
                Given::Made { .. } => None,
            };
            calls.iter().flat_map(|call| call.arguments.iter().filter_map(given).chain([call.result])).collect()
        }
    }
}

/// How an object is made, in source code: `new StringBuilder("ab")`, `Locale.ROOT`.
fn made_text(by: &MadeBy, arguments: &[String]) -> String {
    let (class, name) = (simple_name(&by.class), &by.name);
    match (by.member, arguments) {
        (Member::Constructor, _) => format!("new {class}({})", arguments.join(", ")),
        (Member::Method, [receiver, rest @ ..]) => format!("{receiver}.{name}({})", rest.join(", ")),
        (Member::StaticMethod | Member::Method, _) => format!("{class}.{name}({})", arguments.join(", ")),
        (Member::Field, _) => format!("{class}.{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{array, node, object};

    fn named(name: &str, value: InputValue) -> (String, InputValue) {
        (name.to_string(), value)
    }

    fn check(inputs: &[(String, InputValue)], heap: &[HeapObject], expected: &str) {
        let drawn = picture(inputs, heap, 100).join("\n");
        assert_eq!(drawn, expected.trim(), "\n{drawn}\n");
    }

    #[test]
    fn list_runs_along_the_line() {
        check(
            &[named("l", InputValue::Reference(1)), named("v", InputValue::Int(0))],
            &[node(1, 0, Some(2)), node(2, 1, None)],
            "
l -> [Node#1 elem: 0] -next-> [Node#2 elem: 1, next: null]
v = 0",
        );
    }

    #[test]
    fn cycles_and_aliases_are_marked() {
        check(
            &[
                named("l", InputValue::Reference(1)),
                named("m", InputValue::Reference(1)),
                named("x", InputValue::Reference(2)),
            ],
            &[node(1, 0, Some(2)), node(2, 1, Some(1))],
            "
l -> [Node#1 elem: 0] -next-> [Node#2 elem: 1] -next-> Node#1 (cycle)
m -> Node#1 (same as l)
x -> Node#2 (shared)",
        );
    }

    #[test]
    fn a_tree_continues_with_one_child_and_lists_the_other() {
        let tree = |id: u32, key: i32, left: InputValue, right: InputValue| {
            object(id, "p.Tree", &[("key", InputValue::Int(key)), ("left", left), ("right", right)])
        };
        check(
            &[named("this", InputValue::Reference(1))],
            &[
                tree(1, 5, InputValue::Reference(2), InputValue::Reference(3)),
                tree(2, 3, InputValue::Null, InputValue::Null),
                tree(3, 9, InputValue::Null, InputValue::Reference(2)),
            ],
            "
this -> [Tree#1 key: 5, left: Tree#2 (shared)] -right-> [Tree#3 key: 9, left: null] -right-> Tree#2
[Tree#2 key: 3, left: null, right: null]",
        );
    }

    #[test]
    fn shared_payload_is_drawn_once() {
        let cell = |id: u32, data: u32, next: InputValue| {
            object(id, "Cell", &[("data", InputValue::Reference(data)), ("next", next)])
        };
        check(
            &[named("c", InputValue::Reference(1))],
            &[
                cell(1, 3, InputValue::Reference(2)),
                cell(2, 3, InputValue::Null),
                object(3, "Data", &[("n", InputValue::Long(7))]),
            ],
            "
c -> [Cell#1 data: Data#3 (shared)] -next-> [Cell#2 next: null] -data-> [Data#3 n: 7L]",
        );
    }

    #[test]
    fn arrays_dense_sparse_nested_and_empty() {
        check(
            &[
                named("a", InputValue::Reference(1)),
                named("b", InputValue::Reference(2)),
                named("c", InputValue::Reference(3)),
                named("d", InputValue::Reference(4)),
            ],
            &[
                array(1, "int[]", 2, &[(0, InputValue::Int(7)), (1, InputValue::Int(-3))]),
                array(2, "char[]", 1000, &[(0, InputValue::Char(97)), (999, InputValue::Char(10))]),
                array(3, "int[][]", 2, &[(0, InputValue::Reference(1)), (1, InputValue::Null)]),
                array(4, "p.Node[]", 0, &[]),
            ],
            r"
a -> [int[2]#1: 7, -3]
b -> [char[1000]#2: [0]='a', [999]='\n', rest unused]
c -> [int[2][]#3: int[2]#1 (shared), null]
d -> [Node[0]#4]",
        );
    }

    #[test]
    fn strings_are_literals_unless_their_bytes_are_shared() {
        let string = |id: u32, bytes: u32, coder: i8| {
            object(
                id,
                "java.lang.String",
                &[("value", InputValue::Reference(bytes)), ("coder", InputValue::Byte(coder))],
            )
        };
        let bytes = |id: u32, content: &[i8]| {
            let elements: Vec<(u32, InputValue)> =
                (0..).zip(content.iter().map(|byte| InputValue::Byte(*byte))).collect();
            array(id, "byte[]", u32::try_from(content.len()).unwrap(), &elements)
        };
        check(
            &[
                named("s", InputValue::Reference(1)),
                named("t", InputValue::Reference(2)),
                named("u", InputValue::Reference(3)),
                named("b", InputValue::Reference(6)),
            ],
            &[
                string(1, 4, 0),
                string(2, 5, 1),
                string(3, 6, 0),
                bytes(4, &[104, 34, 39, -23]),
                bytes(5, &[0x3d, -40, 0, -34]),
                bytes(6, &[104]),
            ],
            r#"
s -> [String#1 "h\"'\u00e9"]
t -> [String#2 "\ud83d\ude00"]
u -> [String#3 coder: 0] -value-> [byte[1]#6: 104]
b -> byte[1]#6 (shared)"#,
        );
    }

    #[test]
    fn long_chains_break_between_objects() {
        let heap: Vec<HeapObject> = (1..=8).map(|id| node(id, 0, (id < 8).then_some(id + 1))).collect();
        let lines = picture(&[named("l", InputValue::Reference(1))], &heap, 100);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines.iter().all(|line| line.len() <= 120), "{lines:?}");
        assert!(lines[0].ends_with("-next-> Node#5") && lines[1].starts_with("[Node#5 elem: 0]"), "{lines:?}");
    }

    #[test]
    fn shadowed_fields_name_their_class() {
        let mut shadowing = object(1, "B", &[("f", InputValue::Int(1)), ("f", InputValue::Int(2))]);
        let InputContent::Fields(fields) = &mut shadowing.content else { panic!("an object has fields") };
        fields[0].declared_in = "A".to_string();
        check(&[named("b", InputValue::Reference(1))], &[shadowing], "b -> [B#1 A.f: 1, B.f: 2]");
    }

    #[test]
    fn made_objects_show_their_call_and_functions_their_answers() {
        use crate::data::Call;
        let text = HeapObject {
            id: 2,
            class: "java.lang.String".to_string(),
            content: InputContent::Text { length: 2, units: vec![0x61, 0x62], is_interned: false },
        };
        let made = |id, class: &str, member, name: &str, arguments: &[InputValue]| HeapObject {
            id,
            class: class.to_string(),
            content: InputContent::Made {
                by: MadeBy { member, class: class.to_string(), name: name.to_string(), parameters: Vec::new() },
                arguments: arguments.to_vec(),
            },
        };
        let call =
            |given: Given, result: InputValue| Call { method: "apply".to_string(), arguments: vec![given], result };
        let literal = Given::Made { class: "java.lang.String".to_string(), literal: Some("\"x\"".to_string()) };
        let node = Given::Made { class: "p.Node".to_string(), literal: None };
        let calls = vec![
            call(literal.clone(), InputValue::Int(7)),
            call(literal, InputValue::Int(7)),
            call(node, InputValue::Reference(1)),
        ];
        let function = HeapObject {
            id: 4,
            class: "java.util.function.Function".to_string(),
            content: InputContent::Function(calls),
        };
        check(
            &[
                named("b", InputValue::Reference(1)),
                named("l", InputValue::Reference(3)),
                named("f", InputValue::Reference(4)),
            ],
            &[
                made(1, "java.lang.StringBuilder", Member::Constructor, "<init>", &[InputValue::Reference(2)]),
                text,
                made(3, "java.util.Locale", Member::Field, "ROOT", &[]),
                function,
            ],
            "
b -> [StringBuilder#1 = new StringBuilder(\"ab\")]
l -> [Locale#3 = Locale.ROOT]
f -> [Function#4, unknown function: apply(\"x\") -> 7, apply(a Node) -> StringBuilder#1 (shared)]",
        );
    }

    #[test]
    fn literals_are_java() {
        let cases = [
            (InputValue::Double(-0.0), "-0.0"),
            (InputValue::Double(f64::NAN), "NaN"),
            (InputValue::Double(f64::from_bits(0xfff8_0000_0000_0000)), "Double.longBitsToDouble(0xfff8000000000000L)"),
            (InputValue::Float(f32::from_bits(0x7fc0_0001)), "Float.intBitsToFloat(0x7fc00001)"),
            (InputValue::Float(1.5), "1.5f"),
            (InputValue::Float(f32::NEG_INFINITY), "-Infinity"),
            (InputValue::Char(0xd800), "'\\ud800'"),
            (InputValue::Char(39), "'\\''"),
            (InputValue::Long(i64::MIN), "-9223372036854775808L"),
        ];
        for (value, expected) in cases {
            assert_eq!(literal(value), expected);
        }
    }

    #[test]
    fn strings_are_literals() {
        let text = |id, units: &str, length| HeapObject {
            id,
            class: "java.lang.String".to_string(),
            content: InputContent::Text { length, units: units.encode_utf16().collect(), is_interned: false },
        };
        check(
            &[
                named("s", InputValue::Reference(1)),
                named("t", InputValue::Reference(1)),
                named("u", InputValue::Reference(2)),
            ],
            &[text(1, "a\"\r\u{e9}'", 5), text(2, "", 7)],
            "s = \"a\\\"\\r\\u00e9'\" (String#1, shared)\nt = \"a\\\"\\r\\u00e9'\" (same as s)\nu = \"\"... 7 more",
        );
        let holder = object(1, "Person", &[("name", InputValue::Reference(2)), ("age", InputValue::Int(3))]);
        check(
            &[named("p", InputValue::Reference(1))],
            &[holder, text(2, "Al", 2)],
            "p -> [Person#1 name: \"Al\", age: 3]",
        );
    }

    #[test]
    fn collections_show_what_they_hold() {
        let collection = |id, class: &str, elements: &[InputValue], is_map| HeapObject {
            id,
            class: class.to_string(),
            content: InputContent::Collection { elements: elements.to_vec(), is_map },
        };
        let five = object(2, "java.lang.Integer", &[("value", InputValue::Int(5))]);
        let kept = HeapObject {
            id: 4,
            class: "java.lang.Long".to_string(),
            content: InputContent::Kept(crate::data::FieldValue {
                declared_in: "java.lang.Long".to_string(),
                name: "value".to_string(),
                value: InputValue::Long(7),
            }),
        };
        check(
            &[
                named("xs", InputValue::Reference(1)),
                named("m", InputValue::Reference(3)),
                named("l", InputValue::Reference(4)),
            ],
            &[
                collection(
                    1,
                    "java.util.ArrayList",
                    &[InputValue::Reference(2), InputValue::Null, InputValue::Reference(2)],
                    false,
                ),
                five,
                collection(3, "java.util.HashMap", &[InputValue::Reference(4), InputValue::Reference(1)], true),
                kept,
            ],
            "
xs -> [ArrayList#1: 5 (Integer#2, shared), null, 5 (Integer#2, shared)]
m -> [HashMap#3: 7L (Long#4, shared)=ArrayList#1 (shared)]
l -> Long#4 (shared)",
        );
    }
}
