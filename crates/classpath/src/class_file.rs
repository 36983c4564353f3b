//! The class-file format (JVMS chapter 4), read lazily: one walk finds the members and attributes, and each attribute
//! is decoded when somebody asks for it. Instructions and modified UTF-8 are decoded by `ristretto_classfile`.
//!
//! Its whole-file parser is not used, for four reasons: it decodes every method although most are never run; it recurses
//! into nested attributes and annotations as deep as a hostile file says; it shortens an exception range that reaches
//! the end of the code by one instruction; and it replaces byte offsets, which we report, by instruction indices.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use ristretto_classfile::byte_reader::ByteReader;
use ristretto_classfile::mutf8;

pub use crate::pool::PoolEntry;
pub use ristretto_classfile::attributes::{ArrayType, Instruction};

use crate::pool::Pool;

/// What is wrong with a class file; follows "…: " in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatError {
    why: Cow<'static, str>,
}

impl FormatError {
    pub fn new(why: impl Into<Cow<'static, str>>) -> FormatError {
        FormatError { why: why.into() }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for FormatError {}

/// Big-endian reading with bounds checks.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn at(bytes: &'a [u8], position: usize) -> Reader<'a> {
        Reader { bytes, position }
    }

    pub(crate) fn position(&self) -> usize {
        self.position
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Result<&'a [u8], FormatError> {
        let end = self.position.checked_add(length);
        let slice = end.and_then(|end| self.bytes.get(self.position..end));
        let slice = slice.ok_or_else(|| FormatError::new("it is truncated"))?;
        self.position += length;
        Ok(slice)
    }

    pub(crate) fn skip(&mut self, length: usize) -> Result<(), FormatError> {
        self.bytes(length).map(|_| ())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, FormatError> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn u16(&mut self) -> Result<u16, FormatError> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, FormatError> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub(crate) fn u64(&mut self) -> Result<u64, FormatError> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    fn is_at_end(&self) -> bool {
        self.position == self.bytes.len()
    }
}

/// An attribute: its name and where its content is.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    name: u16,
    start: u32,
    end: u32,
}

/// A field or a method.
#[derive(Debug)]
pub struct MemberInfo {
    pub access: u16,
    /// Constant-pool indices.
    pub name: u16,
    pub descriptor: u16,
    attributes: Vec<Attribute>,
}

/// An entry of an InnerClasses attribute.
#[derive(Clone, Copy, Debug)]
pub struct InnerClassEntry {
    pub inner: u16,
    pub outer: u16,
    pub name: u16,
    pub access: u16,
}

/// An entry of a BootstrapMethods attribute.
#[derive(Clone, Debug)]
pub struct BootstrapMethod {
    pub handle: u16,
    pub arguments: Vec<u16>,
}

/// An entry of an exception table, in byte offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExceptionEntry {
    pub start: u32,
    pub end: u32,
    pub handler: u32,
    /// 0 catches everything.
    pub class: u16,
}

/// A Code attribute.
#[derive(Debug)]
pub struct CodeAttribute {
    pub max_stack: u16,
    pub max_locals: u16,
    /// Byte offset and instruction, ascending. Jump targets are absolute byte offsets, but those of switches are relative
    /// to the switch.
    pub instructions: Vec<(u32, Instruction)>,
    /// Length of the code in bytes.
    pub length: u32,
    pub exceptions: Vec<ExceptionEntry>,
    /// (byte offset, source line), ascending by offset.
    pub lines: Vec<(u32, u32)>,
    /// Names of locals, where the class file has them.
    pub variables: Vec<LocalVariable>,
}

/// The name of a local within a range of byte offsets.
#[derive(Clone, Copy, Debug)]
pub struct LocalVariable {
    pub start: u32,
    pub end: u32,
    /// Name index.
    pub name: u16,
    /// Index of the descriptor of its type.
    pub descriptor: u16,
    pub slot: u16,
}

/// A parsed class file.
#[derive(Debug)]
pub struct ClassFile {
    bytes: Arc<[u8]>,
    pool: Pool,
    pub major_version: u16,
    pub minor_version: u16,
    pub access: u16,
    pub this_class: u16,
    /// 0 for `java/lang/Object`.
    pub super_class: u16,
    pub interfaces: Vec<u16>,
    pub fields: Vec<MemberInfo>,
    pub methods: Vec<MemberInfo>,
    attributes: Vec<Attribute>,
}

impl ClassFile {
    /// Walk the file once. Versions are not judged here.
    pub fn parse(bytes: impl Into<Arc<[u8]>>) -> Result<ClassFile, FormatError> {
        let bytes = bytes.into();
        if bytes.len() > u32::MAX as usize {
            return Err(FormatError::new("it is larger than 4 GB"));
        }
        let mut reader = Reader::at(&bytes, 0);
        if reader.bytes(4).ok() != Some([0xCA, 0xFE, 0xBA, 0xBE].as_slice()) {
            return Err(FormatError::new("it does not start as class files do"));
        }
        let minor_version = reader.u16()?;
        let major_version = reader.u16()?;
        let pool = Pool::parse(&mut reader)?;
        let access = reader.u16()?;
        let this_class = reader.u16()?;
        let super_class = reader.u16()?;
        let interface_count = reader.u16()?;
        let interfaces = (0..interface_count).map(|_| reader.u16()).collect::<Result<_, _>>()?;
        let fields = members(&mut reader)?;
        let methods = members(&mut reader)?;
        let attributes = attributes(&mut reader)?;
        if !reader.is_at_end() {
            return Err(FormatError::new("it goes on after its end"));
        }
        Ok(ClassFile {
            pool,
            major_version,
            minor_version,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
            bytes,
        })
    }

    /// The bytes it was parsed from.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// Its own internal name.
    pub fn name(&self) -> Result<String, FormatError> {
        self.class_name(self.this_class).map(Cow::into_owned)
    }

    /// Constants have indices from 1 to less than this; some have none.
    pub fn constant_count(&self) -> u16 {
        self.pool.count()
    }

    /// The constant at `index`.
    pub fn constant(&self, index: u16) -> Result<PoolEntry<'_>, FormatError> {
        self.pool.entry(&self.bytes, index)
    }

    fn utf8_bytes(&self, index: u16) -> Result<&[u8], FormatError> {
        match self.constant(index)? {
            PoolEntry::Utf8(bytes) => Ok(bytes),
            _ => Err(wrong_kind(index, "a text")),
        }
    }

    /// A name or descriptor.
    pub fn utf8(&self, index: u16) -> Result<Cow<'_, str>, FormatError> {
        let bytes = self.utf8_bytes(index)?;
        // Where the two encodings differ, modified UTF-8 is not valid UTF-8.
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Ok(Cow::Borrowed(text));
        }
        let text = mutf8::from_bytes(bytes).map_err(|_| not_utf8(index))?;
        Ok(Cow::Owned(text))
    }

    /// The characters of a string constant's text.
    pub fn utf16(&self, index: u16) -> Result<Vec<u16>, FormatError> {
        let bytes = self.utf8_bytes(index)?;
        if bytes.is_ascii() {
            return Ok(bytes.iter().map(|&byte| u16::from(byte)).collect());
        }
        mutf8::to_utf16(bytes).map_err(|_| not_utf8(index))
    }

    /// The internal name a Class constant gives.
    pub fn class_name(&self, index: u16) -> Result<Cow<'_, str>, FormatError> {
        match self.constant(index)? {
            PoolEntry::Class { name } => self.utf8(name),
            _ => Err(wrong_kind(index, "a class")),
        }
    }

    /// Name and descriptor of a NameAndType constant.
    pub fn name_and_type(&self, index: u16) -> Result<(Cow<'_, str>, Cow<'_, str>), FormatError> {
        match self.constant(index)? {
            PoolEntry::NameAndType { name, descriptor } => Ok((self.utf8(name)?, self.utf8(descriptor)?)),
            _ => Err(wrong_kind(index, "a name and type")),
        }
    }

    fn attribute<'a>(&'a self, attributes: &[Attribute], name: &str) -> Option<Reader<'a>> {
        let found =
            attributes.iter().find(|attribute| self.utf8_bytes(attribute.name).ok() == Some(name.as_bytes()))?;
        Some(Reader::at(&self.bytes[..found.end as usize], found.start as usize))
    }

    /// The constant of a field's ConstantValue.
    pub fn constant_value(&self, field: &MemberInfo) -> Result<Option<u16>, FormatError> {
        self.attribute(&field.attributes, "ConstantValue").map(|mut reader| reader.u16()).transpose()
    }

    /// The content of an attribute of a field or method, as it stands.
    pub fn member_attribute(&self, member: &MemberInfo, name: &str) -> Option<&[u8]> {
        self.attribute_bytes(&member.attributes, name)
    }

    /// The content of an attribute of the class itself, as it stands.
    pub fn class_attribute(&self, name: &str) -> Option<&[u8]> {
        self.attribute_bytes(&self.attributes, name)
    }

    fn attribute_bytes(&self, attributes: &[Attribute], name: &str) -> Option<&[u8]> {
        let is_it = |attribute: &&Attribute| self.utf8_bytes(attribute.name).ok() == Some(name.as_bytes());
        let found = attributes.iter().find(is_it)?;
        self.bytes.get(found.start as usize..found.end as usize)
    }

    /// The text of a field's or method's Signature: its types with their type arguments.
    pub fn member_signature(&self, member: &MemberInfo) -> Result<Option<u16>, FormatError> {
        self.attribute(&member.attributes, "Signature").map(|mut reader| reader.u16()).transpose()
    }

    /// The text of the class's own Signature.
    pub fn class_signature(&self) -> Result<Option<u16>, FormatError> {
        self.attribute(&self.attributes, "Signature").map(|mut reader| reader.u16()).transpose()
    }

    /// Has the method a Code attribute?
    pub fn has_code(&self, method: &MemberInfo) -> bool {
        self.attribute(&method.attributes, "Code").is_some()
    }

    /// Name indices of a method's MethodParameters (0: unnamed).
    pub fn method_parameters(&self, method: &MemberInfo) -> Result<Option<Vec<u16>>, FormatError> {
        let Some(mut reader) = self.attribute(&method.attributes, "MethodParameters") else { return Ok(None) };
        let count = reader.u8()?;
        let mut names = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            names.push(reader.u16()?);
            reader.u16()?;
        }
        Ok(Some(names))
    }

    /// Variables of a method's LocalVariableTable that live from the method's first instruction: (slot, name index).
    pub fn variables_at_entry(&self, method: &MemberInfo) -> Result<Vec<(u16, u16)>, FormatError> {
        let Some(mut reader) = self.attribute(&method.attributes, "Code") else { return Ok(Vec::new()) };
        skip_code(&mut reader)?;
        let attributes = attributes(&mut reader)?;
        let Some(mut table) = self.attribute(&attributes, "LocalVariableTable") else { return Ok(Vec::new()) };
        let count = table.u16()?;
        let mut variables = Vec::new();
        for _ in 0..count {
            let (start, _length) = (table.u16()?, table.u16()?);
            let (name, _descriptor) = (table.u16()?, table.u16()?);
            let slot = table.u16()?;
            if start == 0 {
                variables.push((slot, name));
            }
        }
        Ok(variables)
    }

    /// A method's code, decoded.
    pub fn code(&self, method: &MemberInfo) -> Result<Option<CodeAttribute>, FormatError> {
        let Some(mut reader) = self.attribute(&method.attributes, "Code") else { return Ok(None) };
        let max_stack = reader.u16()?;
        let max_locals = reader.u16()?;
        let length = reader.u32()?;
        let bytes = reader.bytes(length as usize)?;
        let instructions = instructions(bytes)?;
        let exception_count = reader.u16()?;
        let mut exceptions = Vec::new();
        for _ in 0..exception_count {
            exceptions.push(ExceptionEntry {
                start: reader.u16()?.into(),
                end: reader.u16()?.into(),
                handler: reader.u16()?.into(),
                class: reader.u16()?,
            });
        }
        let attributes = attributes(&mut reader)?;
        let mut lines = Vec::new();
        // There may be several line tables; they add up.
        for attribute in &attributes {
            let Some(mut table) = self.attribute(std::slice::from_ref(attribute), "LineNumberTable") else { continue };
            for _ in 0..table.u16()? {
                lines.push((table.u16()?.into(), table.u16()?.into()));
            }
        }
        lines.sort_by_key(|&(start, _)| start);
        // Names only help to read: a table that cannot be read has none.
        let variables = self.local_variables(&attributes).unwrap_or_default();
        Ok(Some(CodeAttribute { max_stack, max_locals, instructions, length, exceptions, lines, variables }))
    }

    fn local_variables(&self, attributes: &[Attribute]) -> Result<Vec<LocalVariable>, FormatError> {
        let Some(mut table) = self.attribute(attributes, "LocalVariableTable") else { return Ok(Vec::new()) };
        let mut variables = Vec::new();
        for _ in 0..table.u16()? {
            let (start, length) = (u32::from(table.u16()?), u32::from(table.u16()?));
            let (name, descriptor, slot) = (table.u16()?, table.u16()?, table.u16()?);
            variables.push(LocalVariable { start, end: start + length, name, descriptor, slot });
        }
        Ok(variables)
    }

    /// Name index of the source file.
    pub fn source_file(&self) -> Result<Option<u16>, FormatError> {
        self.attribute(&self.attributes, "SourceFile").map(|mut reader| reader.u16()).transpose()
    }

    /// Class constant of the nest host, if another class is it.
    pub fn nest_host(&self) -> Result<Option<u16>, FormatError> {
        self.attribute(&self.attributes, "NestHost").map(|mut reader| reader.u16()).transpose()
    }

    /// All entries of InnerClasses.
    pub fn inner_classes(&self) -> Result<Vec<InnerClassEntry>, FormatError> {
        let Some(mut reader) = self.attribute(&self.attributes, "InnerClasses") else { return Ok(Vec::new()) };
        let count = reader.u16()?;
        (0..count)
            .map(|_| {
                Ok(InnerClassEntry {
                    inner: reader.u16()?,
                    outer: reader.u16()?,
                    name: reader.u16()?,
                    access: reader.u16()?,
                })
            })
            .collect()
    }

    /// Components of a record as (name, descriptor) indices; `None` if it is not a record.
    pub fn record_components(&self) -> Result<Option<Vec<(u16, u16)>>, FormatError> {
        let Some(mut reader) = self.attribute(&self.attributes, "Record") else { return Ok(None) };
        let count = reader.u16()?;
        let mut components = Vec::new();
        for _ in 0..count {
            components.push((reader.u16()?, reader.u16()?));
            attributes(&mut reader)?;
        }
        Ok(Some(components))
    }

    /// The BootstrapMethods attribute; empty if there is none.
    pub fn bootstrap_methods(&self) -> Result<Vec<BootstrapMethod>, FormatError> {
        let Some(mut reader) = self.attribute(&self.attributes, "BootstrapMethods") else { return Ok(Vec::new()) };
        let count = reader.u16()?;
        let mut methods = Vec::new();
        for _ in 0..count {
            let handle = reader.u16()?;
            let argument_count = reader.u16()?;
            let arguments = (0..argument_count).map(|_| reader.u16()).collect::<Result<_, _>>()?;
            methods.push(BootstrapMethod { handle, arguments });
        }
        Ok(methods)
    }
}

fn wrong_kind(index: u16, expected: &str) -> FormatError {
    FormatError::new(format!("its constant {index} should be {expected} and is not"))
}

fn not_utf8(index: u16) -> FormatError {
    FormatError::new(format!("its constant {index} is not valid modified UTF-8"))
}

fn members(reader: &mut Reader<'_>) -> Result<Vec<MemberInfo>, FormatError> {
    let count = reader.u16()?;
    let mut members = Vec::new();
    for _ in 0..count {
        members.push(MemberInfo {
            access: reader.u16()?,
            name: reader.u16()?,
            descriptor: reader.u16()?,
            attributes: attributes(reader)?,
        });
    }
    Ok(members)
}

fn attributes(reader: &mut Reader<'_>) -> Result<Vec<Attribute>, FormatError> {
    let count = reader.u16()?;
    let mut attributes = Vec::new();
    for _ in 0..count {
        let name = reader.u16()?;
        let length = reader.u32()? as usize;
        let start = reader.position() as u32;
        reader.skip(length)?;
        attributes.push(Attribute { name, start, end: reader.position() as u32 });
    }
    Ok(attributes)
}

/// From the start of a Code attribute to its own attributes.
fn skip_code(reader: &mut Reader<'_>) -> Result<(), FormatError> {
    reader.skip(4)?;
    let length = reader.u32()? as usize;
    reader.skip(length)?;
    let exception_count = usize::from(reader.u16()?);
    reader.skip(exception_count * 8)
}

fn instructions(bytes: &[u8]) -> Result<Vec<(u32, Instruction)>, FormatError> {
    if bytes.is_empty() || bytes.len() > usize::from(u16::MAX) {
        return Err(FormatError::new("the length of its code is not between 1 and 65535"));
    }
    let mut reader = ByteReader::new(bytes);
    let mut instructions = Vec::with_capacity(bytes.len() / 2);
    while reader.position() < bytes.len() {
        let offset = reader.position();
        let instruction = match bytes[offset] {
            // The decoder adds these offsets without looking at overflow.
            opcode @ (200 | 201) => {
                let jump = bytes.get(offset + 1..offset + 5).and_then(|jump| <[u8; 4]>::try_from(jump).ok());
                let jump =
                    i64::from(i32::from_be_bytes(jump.ok_or_else(|| FormatError::new("its code is truncated"))?));
                let target = u16::try_from(offset as i64 + jump)
                    .map_err(|_| FormatError::new(format!("the jump at {offset} leaves the code")))?;
                reader.set_position(offset + 5);
                let target = i32::from(target);
                if opcode == 200 { Instruction::Goto_w(target) } else { Instruction::Jsr_w(target) }
            }
            _ => Instruction::from_bytes(&mut reader)
                .map_err(|error| FormatError::new(format!("its code at {offset} cannot be decoded ({error})")))?,
        };
        instructions.push((offset as u32, instruction));
    }
    Ok(instructions)
}
