//! Builds the code of methods that no class file holds: conditions of entries, call-site adapters.

use program::class::MethodId;
use program::code::{
    BinaryOp, Block, Body, ClassRef, Condition, Constant, Conversion, ElementKind, FieldRef, Handler, Instruction,
    InvokeKind, Kind, Loadable, MethodRef, Operand, OperandList, Position, Register, Type,
};

/// A body under construction. Jumps go forward only, to labels placed later.
pub(crate) struct BodyBuilder {
    body: Body,
    /// Instructions whose target is the label with this number.
    jumps: Vec<(usize, usize)>,
    labels: Vec<Option<u32>>,
    /// Instructions whose exceptions go to a label: first, end, label.
    protected: Vec<(u32, u32, usize)>,
}

/// A place to jump to.
#[derive(Clone, Copy)]
pub(crate) struct Label(usize);

impl BodyBuilder {
    pub(crate) fn new(method: MethodId, parameter_kinds: Vec<Kind>) -> BodyBuilder {
        let count = parameter_kinds.len() as u32;
        BodyBuilder {
            body: Body {
                method,
                register_count: count,
                parameter_count: count,
                code: Vec::new(),
                positions: Vec::new(),
                blocks: Vec::new(),
                constants: Vec::new(),
                operand_lists: Vec::new(),
                switches: Vec::new(),
                classes: Vec::new(),
                fields: Vec::new(),
                methods: Vec::new(),
                loadables: Vec::new(),
                dynamic_sites: Vec::new(),
                parameter_kinds,
                variables: Vec::new(),
                slots: Vec::new(),
            },
            jumps: Vec::new(),
            labels: Vec::new(),
            protected: Vec::new(),
        }
    }

    /// What follows handles whatever the code before it throws.
    pub(crate) fn catch_everything(&mut self) {
        let handler = self.new_label();
        self.protect_since(0, handler);
        self.place(handler);
        self.catch();
    }

    pub(crate) fn parameter(&self, number: usize) -> Operand {
        Operand::register(Register(number as u32))
    }

    pub(crate) fn temporary(&mut self) -> Register {
        self.body.register_count += 1;
        Register(self.body.register_count - 1)
    }

    pub(crate) fn constant(&mut self, constant: Constant) -> Operand {
        self.body.constants.push(constant);
        Operand::constant(self.body.constants.len() as u32 - 1)
    }

    pub(crate) fn class(&mut self, name: &str) -> u32 {
        self.body.classes.push(ClassRef { name: name.into(), resolved: Default::default() });
        self.body.classes.len() as u32 - 1
    }

    pub(crate) fn field(&mut self, field: FieldRef) -> u32 {
        self.body.fields.push(field);
        self.body.fields.len() as u32 - 1
    }

    /// `new C`, without its constructor.
    pub(crate) fn new_object(&mut self, class: &str) -> Register {
        let class = self.class(class);
        let target = self.temporary();
        self.push(Instruction::New { target, class });
        target
    }

    pub(crate) fn load(&mut self, constant: Loadable) -> Register {
        let target = self.temporary();
        self.body.loadables.push(constant);
        self.push(Instruction::LoadConstant { target, constant: self.body.loadables.len() as u32 - 1 });
        target
    }

    pub(crate) fn push(&mut self, instruction: Instruction) {
        self.body.code.push(instruction);
        self.body.positions.push(Position { bytecode: 0, line: 0, weight: 0 });
    }

    pub(crate) fn new_label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    pub(crate) fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(self.body.code.len() as u32);
    }

    pub(crate) fn if_null(&mut self, value: Operand, to: Label) {
        let null = self.constant(Constant::Null);
        self.jumps.push((self.body.code.len(), to.0));
        self.push(Instruction::IfSame { left: value, right: null, to: 0 });
    }

    pub(crate) fn if_not_zero(&mut self, value: Operand, to: Label) {
        let zero = self.constant(Constant::Int(0));
        self.jumps.push((self.body.code.len(), to.0));
        self.push(Instruction::If { condition: Condition::NotEqual, left: value, right: zero, to: 0 });
    }

    pub(crate) fn if_holds(&mut self, condition: Condition, left: Operand, right: Operand, to: Label) {
        self.jumps.push((self.body.code.len(), to.0));
        self.push(Instruction::If { condition, left, right, to: 0 });
    }

    pub(crate) fn if_same(&mut self, left: Operand, right: Operand, to: Label) {
        self.jumps.push((self.body.code.len(), to.0));
        self.push(Instruction::IfSame { left, right, to: 0 });
    }

    pub(crate) fn get_field(&mut self, object: Operand, field: FieldRef) -> Operand {
        let field = self.field(field);
        let target = self.temporary();
        self.push(Instruction::GetField { target, object, field });
        Operand::register(target)
    }

    pub(crate) fn get_static(&mut self, field: FieldRef) -> Operand {
        let field = self.field(field);
        let target = self.temporary();
        self.push(Instruction::GetStatic { target, field });
        Operand::register(target)
    }

    pub(crate) fn instance_of(&mut self, object: Operand, class: &str) -> Operand {
        let class = self.class(class);
        let target = self.temporary();
        self.push(Instruction::InstanceOf { target, object, class });
        Operand::register(target)
    }

    pub(crate) fn check_cast(&mut self, object: Operand, class: &str) -> Operand {
        let class = self.class(class);
        let target = self.temporary();
        self.push(Instruction::CheckCast { target, object, class });
        Operand::register(target)
    }

    pub(crate) fn convert(&mut self, conversion: Conversion, source: Operand) -> Operand {
        let target = self.temporary();
        self.push(Instruction::Convert { conversion, target, source });
        Operand::register(target)
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, kind: Kind, left: Operand, right: Operand) -> Operand {
        let target = self.temporary();
        self.push(Instruction::Binary { op, kind, target, left, right });
        Operand::register(target)
    }

    /// A call of a method that returns a value.
    pub(crate) fn invoke_value(&mut self, kind: InvokeKind, method: MethodRef, arguments: &[Operand]) -> Operand {
        Operand::register(self.invoke(kind, method, arguments).expect("the method returns a value"))
    }

    /// A call; the result, if the method has one, lands in a new register.
    pub(crate) fn invoke(&mut self, kind: InvokeKind, method: MethodRef, arguments: &[Operand]) -> Option<Register> {
        let target = (!method.descriptor.ends_with(")V")).then(|| self.temporary());
        let start = self.body.operand_lists.len() as u32;
        self.body.operand_lists.extend_from_slice(arguments);
        self.body.methods.push(method);
        self.push(Instruction::Invoke {
            kind,
            target,
            method: self.body.methods.len() as u32 - 1,
            arguments: OperandList { start, length: arguments.len() as u32 },
        });
        target
    }

    /// Everything that the instructions since `start` throw arrives at the label, where [`BodyBuilder::catch`] follows.
    pub(crate) fn protect_since(&mut self, start: u32, handler: Label) {
        self.protected.push((start, self.body.code.len() as u32, handler.0));
    }

    /// The number of the next instruction.
    pub(crate) fn position(&self) -> u32 {
        self.body.code.len() as u32
    }

    pub(crate) fn catch(&mut self) -> Operand {
        let target = self.temporary();
        self.push(Instruction::Catch { target });
        Operand::register(target)
    }

    pub(crate) fn throw(&mut self, exception: Operand) {
        self.push(Instruction::Throw { exception });
    }

    pub(crate) fn put_field(&mut self, object: Operand, field: FieldRef, value: Operand) {
        let field = self.field(field);
        self.push(Instruction::PutField { object, field, value });
    }

    pub(crate) fn put_static(&mut self, field: FieldRef, value: Operand) {
        let field = self.field(field);
        self.push(Instruction::PutStatic { field, value });
    }

    /// An element of an array of references, the index being known.
    pub(crate) fn element(&mut self, array: Operand, index: i32) -> Operand {
        let index = self.constant(Constant::Int(index));
        self.load_element(array, index, &Type::Reference("java/lang/Object".into()))
    }

    /// An element of an array of such elements.
    pub(crate) fn load_element(&mut self, array: Operand, index: Operand, of: &Type) -> Operand {
        let target = self.temporary();
        self.push(Instruction::ArrayLoad { element: element_kind(of), target, array, index });
        Operand::register(target)
    }

    pub(crate) fn store_element(&mut self, array: Operand, index: Operand, value: Operand, of: &Type) {
        self.push(Instruction::ArrayStore { element: element_kind(of), array, index, value });
    }

    /// A new array of objects that holds these.
    pub(crate) fn object_array(&mut self, elements: &[Operand]) -> Operand {
        let class = self.class("[Ljava/lang/Object;");
        let length = self.constant(Constant::Int(elements.len() as i32));
        let target = self.temporary();
        self.push(Instruction::NewArray { target, class, length });
        let array = Operand::register(target);
        for (index, value) in elements.iter().enumerate() {
            let index = self.constant(Constant::Int(index as i32));
            self.push(Instruction::ArrayStore { element: ElementKind::Reference, array, index, value: *value });
        }
        array
    }

    pub(crate) fn return_value(&mut self, value: Option<Operand>) {
        self.push(Instruction::Return { value });
    }

    pub(crate) fn finish(mut self) -> Body {
        let mut starts = vec![0];
        for (at, label) in &self.jumps {
            let place = self.labels[*label].expect("every label is placed");
            starts.extend([*at as u32 + 1, place]);
            match &mut self.body.code[*at] {
                Instruction::IfSame { to, .. } | Instruction::If { to, .. } => *to = place,
                other => panic!("{other:?} does not jump"),
            }
        }
        let length = self.body.code.len() as u32;
        for (index, instruction) in self.body.code.iter().enumerate() {
            if matches!(instruction, Instruction::Return { .. } | Instruction::Throw { .. }) {
                starts.push(index as u32 + 1);
            }
        }
        let place = |label: usize| self.labels[label].expect("every label is placed");
        let protected: Vec<(u32, u32, u32)> =
            self.protected.iter().map(|(start, end, handler)| (*start, *end, place(*handler))).collect();
        starts.extend(protected.iter().flat_map(|(start, end, handler)| [*start, *end, *handler]));
        starts.retain(|start| *start < length);
        starts.sort();
        starts.dedup();
        let ends = starts[1..].iter().copied().chain([length]);
        self.body.blocks = starts
            .iter()
            .zip(ends)
            .map(|(start, end)| {
                let around = protected.iter().filter(|(from, to, _)| from <= start && end <= *to);
                let handlers = around.map(|(_, _, handler)| Handler { class: None, to: *handler }).collect();
                Block { start: *start, end, handlers, is_loop_head: false }
            })
            .collect();
        self.body
    }
}

/// A field reference not yet resolved.
fn element_kind(element: &Type) -> ElementKind {
    match element {
        Type::Boolean | Type::Byte => ElementKind::ByteOrBoolean,
        Type::Char => ElementKind::Char,
        Type::Short => ElementKind::Short,
        Type::Int => ElementKind::Int,
        Type::Long => ElementKind::Long,
        Type::Float => ElementKind::Float,
        Type::Double => ElementKind::Double,
        Type::Reference(_) => ElementKind::Reference,
    }
}

pub(crate) fn field_ref(class: &str, name: &str, field_type: Type) -> FieldRef {
    FieldRef { class: class.into(), name: name.into(), field_type, resolved: Default::default() }
}

/// A method reference not yet resolved.
pub(crate) fn method_ref(class: &str, is_interface: bool, name: &str, descriptor: &str) -> MethodRef {
    MethodRef {
        class: class.into(),
        is_interface,
        name: name.into(),
        descriptor: descriptor.into(),
        resolved: Default::default(),
    }
}

/// Descriptors that code without source is full of.
pub(crate) const OBJECT: &str = "Ljava/lang/Object;";
pub(crate) const STRING: &str = "Ljava/lang/String;";

/// The overload of `append` for a value of this type.
pub(crate) fn append_type(part: &Type) -> &'static str {
    match part {
        Type::Boolean => "Z",
        Type::Char => "C",
        Type::Byte | Type::Short | Type::Int => "I",
        Type::Long => "J",
        Type::Float => "F",
        Type::Double => "D",
        Type::Reference(name) if &**name == "java/lang/String" => STRING,
        Type::Reference(_) => OBJECT,
    }
}

/// The types of what a call site takes.
pub(crate) fn parameter_types(descriptor: &str) -> Vec<Type> {
    program::descriptor::parse_signature(descriptor).map(|signature| signature.parameters).unwrap_or_default()
}
