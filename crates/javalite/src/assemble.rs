//! Bytecode of one method: instructions with labels, the height of the operand stack, and the class file around it.

use ristretto_classfile::attributes::{Attribute, Instruction};
use ristretto_classfile::{
    ClassAccessFlags, ClassFile, ConstantPool, Field, FieldAccessFlags, FieldType, JAVA_5, Method, MethodAccessFlags,
};

/// The length of code that every branch offset reaches.
const LONGEST: usize = i16::MAX as usize;

/// A place in the code, bound or not yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Label(usize);

/// The branches we use. All fall through if the condition does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Branch {
    IfZero,
    IfNotZero,
    IfSameInt,
    IfDifferentInt,
    IfSameReference,
    IfDifferentReference,
    IfNull,
    IfNotNull,
    Always,
}

impl Branch {
    /// The branch that jumps when this one does not.
    pub(crate) fn negated(self) -> Branch {
        match self {
            Branch::IfZero => Branch::IfNotZero,
            Branch::IfNotZero => Branch::IfZero,
            Branch::IfSameInt => Branch::IfDifferentInt,
            Branch::IfDifferentInt => Branch::IfSameInt,
            Branch::IfSameReference => Branch::IfDifferentReference,
            Branch::IfDifferentReference => Branch::IfSameReference,
            Branch::IfNull => Branch::IfNotNull,
            Branch::IfNotNull => Branch::IfNull,
            Branch::Always => Branch::Always,
        }
    }

    fn operands(self) -> usize {
        match self {
            Branch::Always => 0,
            Branch::IfZero | Branch::IfNotZero | Branch::IfNull | Branch::IfNotNull => 1,
            _ => 2,
        }
    }

    fn instruction(self, target: u16) -> Instruction {
        match self {
            Branch::IfZero => Instruction::Ifeq(target),
            Branch::IfNotZero => Instruction::Ifne(target),
            Branch::IfSameInt => Instruction::If_icmpeq(target),
            Branch::IfDifferentInt => Instruction::If_icmpne(target),
            Branch::IfSameReference => Instruction::If_acmpeq(target),
            Branch::IfDifferentReference => Instruction::If_acmpne(target),
            Branch::IfNull => Instruction::Ifnull(target),
            Branch::IfNotNull => Instruction::Ifnonnull(target),
            Branch::Always => Instruction::Goto(target),
        }
    }
}

enum Item {
    Instruction(Instruction),
    Branch(Branch, Label),
}

/// Code under construction.
#[derive(Default)]
pub(crate) struct Code {
    items: Vec<Item>,
    /// Where each label stands, by instruction.
    labels: Vec<Option<usize>>,
    height: usize,
    max_stack: usize,
    bytes: usize,
}

impl Code {
    /// Appends an instruction that takes `pops` operands and leaves `pushes`.
    pub(crate) fn emit(&mut self, instruction: Instruction, pops: usize, pushes: usize) {
        self.bytes += size(&instruction);
        self.items.push(Item::Instruction(instruction));
        self.stack(pops, pushes);
    }

    pub(crate) fn branch(&mut self, branch: Branch, target: Label) {
        self.bytes += 3;
        self.items.push(Item::Branch(branch, target));
        self.stack(branch.operands(), 0);
    }

    fn stack(&mut self, pops: usize, pushes: usize) {
        self.height = self.height.checked_sub(pops).expect("code takes no more from the stack than is there") + pushes;
        self.max_stack = self.max_stack.max(self.height);
    }

    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    pub(crate) fn bind(&mut self, label: Label) {
        self.labels[label.0] = Some(self.items.len());
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// Where two ways meet, the second starts with the height of the first.
    pub(crate) fn set_height(&mut self, height: usize) {
        self.height = height;
    }

    /// The `Code` attribute, unless the code is too long for its branches.
    fn finish(self, pool: &mut ConstantPool, locals: u16) -> Result<Attribute, String> {
        if self.bytes > LONGEST {
            return Err(format!("has {} bytes of code, more than the {LONGEST} that a branch reaches", self.bytes));
        }
        let code = self
            .items
            .into_iter()
            .map(|item| match item {
                Item::Instruction(instruction) => instruction,
                Item::Branch(branch, label) => {
                    let target = self.labels[label.0].expect("every label is bound");
                    branch.instruction(target as u16)
                }
            })
            .collect();
        Ok(Attribute::Code {
            name_index: pool.add_utf8("Code").map_err(|error| error.to_string())?,
            max_stack: u16::try_from(self.max_stack).map_err(|_| "needs too large a stack".to_string())?,
            max_locals: locals,
            code,
            exception_table: Vec::new(),
            attributes: Vec::new(),
        })
    }
}

/// Bytes that an instruction of ours takes, at most.
fn size(instruction: &Instruction) -> usize {
    match instruction {
        Instruction::Getfield(_)
        | Instruction::Putfield(_)
        | Instruction::New(_)
        | Instruction::Invokevirtual(_)
        | Instruction::Invokespecial(_) => 3,
        Instruction::Aload_w(_) | Instruction::Astore_w(_) | Instruction::Iload_w(_) | Instruction::Istore_w(_) => 4,
        Instruction::Aload(_) | Instruction::Astore(_) | Instruction::Iload(_) | Instruction::Istore(_) => 2,
        _ => 1,
    }
}

/// A class file under construction: version 49, whose verifier infers types and needs no stack maps.
pub(crate) struct ClassWriter {
    pub(crate) pool: ConstantPool<'static>,
    class_file: ClassFile<'static>,
}

impl ClassWriter {
    pub(crate) fn new(name: &str) -> Result<ClassWriter, ristretto_classfile::Error> {
        let mut pool = ConstantPool::default();
        let this_class = pool.add_class(name)?;
        let super_class = pool.add_class("java/lang/Object")?;
        let class_file = ClassFile {
            version: JAVA_5,
            access_flags: ClassAccessFlags::PUBLIC | ClassAccessFlags::SUPER,
            this_class,
            super_class,
            ..Default::default()
        };
        Ok(ClassWriter { pool, class_file })
    }

    /// A package-private field.
    pub(crate) fn field(&mut self, name: &str, descriptor: &str) -> Result<(), ristretto_classfile::Error> {
        let field = Field {
            access_flags: FieldAccessFlags::empty(),
            name_index: self.pool.add_utf8(name)?,
            descriptor_index: self.pool.add_utf8(descriptor)?,
            field_type: FieldType::parse(descriptor)?,
            attributes: Vec::new(),
        };
        self.class_file.fields.push(field);
        Ok(())
    }

    /// A public instance method.
    pub(crate) fn method(&mut self, name: &str, descriptor: &str, code: Code, locals: u16) -> Result<(), String> {
        let code = code.finish(&mut self.pool, locals)?;
        let mut utf8 = |text: &str| self.pool.add_utf8(text).map_err(|error| error.to_string());
        let (name_index, descriptor_index) = (utf8(name)?, utf8(descriptor)?);
        let access_flags = MethodAccessFlags::PUBLIC;
        self.class_file.methods.push(Method { access_flags, name_index, descriptor_index, attributes: vec![code] });
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<Vec<u8>, ristretto_classfile::Error> {
        let class_file = ClassFile { constant_pool: self.pool, ..self.class_file };
        let mut bytes = Vec::new();
        class_file.to_bytes(&mut bytes)?;
        Ok(bytes)
    }
}
