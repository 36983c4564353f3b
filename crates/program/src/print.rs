//! The text form of lifted code, for people and for tests.
//!
//! ```text
//! method C.sum(int[]): int, 4 registers
//!   r0 a: reference
//! block0:
//!   r1 = 0                                    ; @0 line 3 weight 2
//! block1: loop head
//!   handlers: java.lang.Exception -> block3
//!   if r2 >= r3 goto block2                   ; @9 line 4 weight 3
//! ```

use std::fmt::Write;

use crate::Program;
use crate::code::{
    BinaryOp, Body, CodeIndex, CompareOp, Condition, Constant, Conversion, ElementKind, HandleKind, Instruction,
    InvokeKind, Kind, Loadable, MethodHandle, Operand, OperandKind, OperandList, Register,
};
use crate::names::{display_class, display_method, display_type};

/// Column at which the remarks about an instruction's origin start.
const REMARK_COLUMN: usize = 59;

/// The readable text of a body: blocks, handlers, instructions, lines, bytecode positions.
pub fn body_text(program: &Program, body: &Body) -> String {
    let mut text = String::new();
    let method = program.method(body.method);
    let result = method.return_type.as_ref().map_or_else(|| "void".to_owned(), display_type);
    let name = display_method(program, body.method);
    let _ = writeln!(text, "method {name}: {result}, {} registers", body.register_count);
    let receiver = (!method.is_static()).then_some("this");
    let names = receiver.into_iter().chain(method.parameter_names.iter().map(|name| &**name));
    for ((register, kind), name) in body.parameter_kinds.iter().enumerate().zip(names) {
        let _ = writeln!(text, "  r{register} {name}: {}", kind_name(*kind));
    }
    let printer = Printer { body };
    for (number, block) in body.blocks.iter().enumerate() {
        let remark = if block.is_loop_head { " loop head" } else { "" };
        let _ = writeln!(text, "block{number}:{remark}");
        if !block.handlers.is_empty() {
            let handlers: Vec<String> = block
                .handlers
                .iter()
                .map(|handler| {
                    let class = handler.class.map_or_else(|| "any".to_owned(), |class| printer.class(class));
                    format!("{class} -> {}", printer.label(handler.to))
                })
                .collect();
            let _ = writeln!(text, "  handlers: {}", handlers.join(", "));
        }
        for index in block.start as usize..block.end as usize {
            let instruction = format!("  {}", printer.instruction(&body.code[index]));
            let position = body.positions[index];
            let width = REMARK_COLUMN;
            let _ = write!(text, "{instruction:width$} ; @{}", position.bytecode);
            if position.line != 0 {
                let _ = write!(text, " line {}", position.line);
            }
            let _ = writeln!(text, " weight {}", position.weight);
        }
    }
    text
}

/// One instruction, as [`body_text`] writes it.
pub fn instruction_text(body: &Body, instruction: &Instruction) -> String {
    Printer { body }.instruction(instruction)
}

struct Printer<'a> {
    body: &'a Body,
}

impl Printer<'_> {
    fn label(&self, to: CodeIndex) -> String {
        match self.body.block_at(to) {
            Some(block) => format!("block{block}"),
            None => format!("instruction {to}"),
        }
    }

    fn class(&self, class: u32) -> String {
        display_class(&self.body.classes[class as usize].name)
    }

    fn field(&self, field: u32) -> String {
        let field = &self.body.fields[field as usize];
        format!("{}.{}: {}", display_class(&field.class), field.name, display_type(&field.field_type))
    }

    fn operand(&self, operand: Operand) -> String {
        match operand.unpack() {
            OperandKind::Register(register) => register_name(register),
            OperandKind::Constant(index) => constant_text(self.body.constants[index as usize]),
        }
    }

    fn operands(&self, list: OperandList) -> String {
        let texts: Vec<String> = self.body.operands(list).iter().map(|&operand| self.operand(operand)).collect();
        texts.join(", ")
    }

    fn instruction(&self, instruction: &Instruction) -> String {
        let assigned = match instruction.target() {
            Some(target) => format!("{} = ", register_name(target)),
            None => String::new(),
        };
        let operand = |operand: Operand| self.operand(operand);
        let rest = match *instruction {
            Instruction::Move { source, .. } => operand(source),
            Instruction::Binary { op, kind, left, right, .. } => {
                format!("{}.{} {}, {}", binary_name(op), kind_name(kind), operand(left), operand(right))
            }
            Instruction::Negate { kind, source, .. } => format!("negate.{} {}", kind_name(kind), operand(source)),
            Instruction::Compare { op, left, right, .. } => {
                format!("compare.{} {}, {}", compare_name(op), operand(left), operand(right))
            }
            Instruction::Convert { conversion, source, .. } => {
                format!("{} {}", conversion_name(conversion), operand(source))
            }
            Instruction::GetField { object, field, .. } => format!("get {}, {}", operand(object), self.field(field)),
            Instruction::PutField { object, field, value } => {
                format!("put {}, {}, {}", operand(object), self.field(field), operand(value))
            }
            Instruction::GetStatic { field, .. } => format!("get static {}", self.field(field)),
            Instruction::PutStatic { field, value } => format!("put static {}, {}", self.field(field), operand(value)),
            Instruction::ArrayLoad { element, array, index, .. } => {
                format!("load.{} {}[{}]", element_name(element), operand(array), operand(index))
            }
            Instruction::ArrayStore { element, array, index, value } => {
                let (array, index, value) = (operand(array), operand(index), operand(value));
                format!("store.{} {array}[{index}], {value}", element_name(element))
            }
            Instruction::ArrayLength { array, .. } => format!("length {}", operand(array)),
            Instruction::New { class, .. } => format!("new {}", self.class(class)),
            Instruction::NewArray { class, length, .. } => format!("new {} of {}", self.class(class), operand(length)),
            Instruction::NewMultiArray { class, lengths, .. } => {
                format!("new {} of {}", self.class(class), self.operands(lengths))
            }
            Instruction::InstanceOf { object, class, .. } => {
                format!("{} instanceof {}", operand(object), self.class(class))
            }
            Instruction::CheckCast { object, class, .. } => {
                format!("cast {} to {}", operand(object), self.class(class))
            }
            Instruction::LoadConstant { constant, .. } => {
                format!("constant {}", loadable_text(&self.body.loadables[constant as usize]))
            }
            Instruction::Invoke { kind, method, arguments, .. } => {
                let method = &self.body.methods[method as usize];
                let (class, name, descriptor) = (display_class(&method.class), &method.name, &method.descriptor);
                format!("invoke {} {class}.{name}{descriptor} ({})", invoke_name(kind), self.operands(arguments))
            }
            Instruction::InvokeDynamic { site, arguments, .. } => {
                let site = &self.body.dynamic_sites[site as usize];
                let bootstrap = handle_text(&site.bootstrap);
                let (name, descriptor) = (&site.name, &site.descriptor);
                format!("invoke dynamic {name}{descriptor} by {bootstrap} ({})", self.operands(arguments))
            }
            Instruction::MonitorEnter { object } => format!("enter monitor {}", operand(object)),
            Instruction::MonitorExit { object } => format!("exit monitor {}", operand(object)),
            Instruction::Catch { .. } => "catch".to_owned(),
            Instruction::BeginIteration => "begin iteration".to_owned(),
            Instruction::Goto { to } => format!("goto {}", self.label(to)),
            Instruction::If { condition, left, right, to } => {
                let (left, right) = (operand(left), operand(right));
                format!("if {left} {} {right} goto {}", condition_name(condition), self.label(to))
            }
            Instruction::IfSame { left, right, to } => {
                format!("if {} is {} goto {}", operand(left), operand(right), self.label(to))
            }
            Instruction::IfDifferent { left, right, to } => {
                format!("if {} is not {} goto {}", operand(left), operand(right), self.label(to))
            }
            Instruction::Switch { value, table } => {
                let table = &self.body.switches[table as usize];
                let cases: Vec<String> =
                    table.cases.iter().map(|&(case, to)| format!("{case} -> {}", self.label(to))).collect();
                let default = self.label(table.default);
                format!("switch {} [{}] else {default}", operand(value), cases.join(", "))
            }
            Instruction::Return { value: Some(value) } => format!("return {}", operand(value)),
            Instruction::Return { value: None } => "return".to_owned(),
            Instruction::Throw { exception } => format!("throw {}", operand(exception)),
        };
        assigned + &rest
    }
}

fn register_name(register: Register) -> String {
    format!("r{}", register.0)
}

fn constant_text(constant: Constant) -> String {
    match constant {
        Constant::Int(value) => value.to_string(),
        Constant::Long(value) => format!("{value}L"),
        Constant::Float(value) => format!("{value:?}f"),
        Constant::Double(value) => format!("{value:?}d"),
        Constant::Null => "null".to_owned(),
    }
}

fn loadable_text(loadable: &Loadable) -> String {
    match loadable {
        Loadable::String(units) => format!("{:?}", String::from_utf16_lossy(units)),
        Loadable::Class(name) => format!("{}.class", display_class(name)),
        Loadable::MethodHandle(handle) => format!("handle {}", handle_text(handle)),
        Loadable::MethodType(descriptor) => format!("type {descriptor}"),
        Loadable::Dynamic(site) => {
            format!("dynamic {}: {} by {}", site.name, site.descriptor, handle_text(&site.bootstrap))
        }
        Loadable::Number(constant) => constant_text(*constant),
    }
}

fn handle_text(handle: &MethodHandle) -> String {
    let kind = match handle.kind {
        HandleKind::GetField => "get ",
        HandleKind::GetStatic => "get static ",
        HandleKind::PutField => "put ",
        HandleKind::PutStatic => "put static ",
        HandleKind::InvokeVirtual => "virtual ",
        HandleKind::InvokeStatic => "",
        HandleKind::InvokeSpecial => "special ",
        HandleKind::NewInvokeSpecial => "new ",
        HandleKind::InvokeInterface => "interface ",
    };
    format!("{kind}{}.{}", display_class(&handle.class), handle.name)
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "int",
        Kind::Long => "long",
        Kind::Float => "float",
        Kind::Double => "double",
        Kind::Reference => "reference",
    }
}

fn element_name(element: ElementKind) -> &'static str {
    match element {
        ElementKind::ByteOrBoolean => "byte",
        ElementKind::Char => "char",
        ElementKind::Short => "short",
        ElementKind::Int => "int",
        ElementKind::Long => "long",
        ElementKind::Float => "float",
        ElementKind::Double => "double",
        ElementKind::Reference => "reference",
    }
}

fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Subtract => "subtract",
        BinaryOp::Multiply => "multiply",
        BinaryOp::Divide => "divide",
        BinaryOp::Remainder => "remainder",
        BinaryOp::ShiftLeft => "shift_left",
        BinaryOp::ShiftRight => "shift_right",
        BinaryOp::UnsignedShiftRight => "unsigned_shift_right",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
    }
}

fn compare_name(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Long => "long",
        CompareOp::FloatLess => "float_less",
        CompareOp::FloatGreater => "float_greater",
        CompareOp::DoubleLess => "double_less",
        CompareOp::DoubleGreater => "double_greater",
    }
}

fn conversion_name(conversion: Conversion) -> &'static str {
    match conversion {
        Conversion::IntToLong => "int_to_long",
        Conversion::IntToFloat => "int_to_float",
        Conversion::IntToDouble => "int_to_double",
        Conversion::LongToInt => "long_to_int",
        Conversion::LongToFloat => "long_to_float",
        Conversion::LongToDouble => "long_to_double",
        Conversion::FloatToInt => "float_to_int",
        Conversion::FloatToLong => "float_to_long",
        Conversion::FloatToDouble => "float_to_double",
        Conversion::DoubleToInt => "double_to_int",
        Conversion::DoubleToLong => "double_to_long",
        Conversion::DoubleToFloat => "double_to_float",
        Conversion::IntToByte => "int_to_byte",
        Conversion::IntToChar => "int_to_char",
        Conversion::IntToShort => "int_to_short",
    }
}

fn condition_name(condition: Condition) -> &'static str {
    match condition {
        Condition::Equal => "==",
        Condition::NotEqual => "!=",
        Condition::Less => "<",
        Condition::GreaterOrEqual => ">=",
        Condition::Greater => ">",
        Condition::LessOrEqual => "<=",
    }
}

fn invoke_name(kind: InvokeKind) -> &'static str {
    match kind {
        InvokeKind::Virtual => "virtual",
        InvokeKind::Interface => "interface",
        InvokeKind::Special => "special",
        InvokeKind::Static => "static",
    }
}
