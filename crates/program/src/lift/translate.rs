//! One bytecode instruction after the other, from stack code to three-address code.

use classpath::class_file::{ArrayType, Instruction as Bytecode};

use super::LiftError;
use super::lifter::{BlockLifter, Ending};
use super::references::Loaded;
use super::stack::EntryKind;
use crate::code::{
    BinaryOp, CompareOp, Condition, Constant, Conversion, ElementKind, Instruction, InvokeKind, Kind, Operand, Type,
};
use crate::descriptor::array_name;

/// How a bytecode touches a local.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LocalAccess {
    Load(Kind),
    Store(Kind),
    Increment(i32),
}

/// The local a bytecode touches, and how.
pub(crate) fn local_access(bytecode: &Bytecode) -> Option<(u16, LocalAccess)> {
    use Bytecode::*;
    use LocalAccess::{Increment, Load, Store};
    Some(match *bytecode {
        Iload(n) => (n.into(), Load(Kind::Int)),
        Lload(n) => (n.into(), Load(Kind::Long)),
        Fload(n) => (n.into(), Load(Kind::Float)),
        Dload(n) => (n.into(), Load(Kind::Double)),
        Aload(n) => (n.into(), Load(Kind::Reference)),
        Iload_w(n) => (n, Load(Kind::Int)),
        Lload_w(n) => (n, Load(Kind::Long)),
        Fload_w(n) => (n, Load(Kind::Float)),
        Dload_w(n) => (n, Load(Kind::Double)),
        Aload_w(n) => (n, Load(Kind::Reference)),
        Iload_0 => (0, Load(Kind::Int)),
        Iload_1 => (1, Load(Kind::Int)),
        Iload_2 => (2, Load(Kind::Int)),
        Iload_3 => (3, Load(Kind::Int)),
        Lload_0 => (0, Load(Kind::Long)),
        Lload_1 => (1, Load(Kind::Long)),
        Lload_2 => (2, Load(Kind::Long)),
        Lload_3 => (3, Load(Kind::Long)),
        Fload_0 => (0, Load(Kind::Float)),
        Fload_1 => (1, Load(Kind::Float)),
        Fload_2 => (2, Load(Kind::Float)),
        Fload_3 => (3, Load(Kind::Float)),
        Dload_0 => (0, Load(Kind::Double)),
        Dload_1 => (1, Load(Kind::Double)),
        Dload_2 => (2, Load(Kind::Double)),
        Dload_3 => (3, Load(Kind::Double)),
        Aload_0 => (0, Load(Kind::Reference)),
        Aload_1 => (1, Load(Kind::Reference)),
        Aload_2 => (2, Load(Kind::Reference)),
        Aload_3 => (3, Load(Kind::Reference)),
        Istore(n) => (n.into(), Store(Kind::Int)),
        Lstore(n) => (n.into(), Store(Kind::Long)),
        Fstore(n) => (n.into(), Store(Kind::Float)),
        Dstore(n) => (n.into(), Store(Kind::Double)),
        Astore(n) => (n.into(), Store(Kind::Reference)),
        Istore_w(n) => (n, Store(Kind::Int)),
        Lstore_w(n) => (n, Store(Kind::Long)),
        Fstore_w(n) => (n, Store(Kind::Float)),
        Dstore_w(n) => (n, Store(Kind::Double)),
        Astore_w(n) => (n, Store(Kind::Reference)),
        Istore_0 => (0, Store(Kind::Int)),
        Istore_1 => (1, Store(Kind::Int)),
        Istore_2 => (2, Store(Kind::Int)),
        Istore_3 => (3, Store(Kind::Int)),
        Lstore_0 => (0, Store(Kind::Long)),
        Lstore_1 => (1, Store(Kind::Long)),
        Lstore_2 => (2, Store(Kind::Long)),
        Lstore_3 => (3, Store(Kind::Long)),
        Fstore_0 => (0, Store(Kind::Float)),
        Fstore_1 => (1, Store(Kind::Float)),
        Fstore_2 => (2, Store(Kind::Float)),
        Fstore_3 => (3, Store(Kind::Float)),
        Dstore_0 => (0, Store(Kind::Double)),
        Dstore_1 => (1, Store(Kind::Double)),
        Dstore_2 => (2, Store(Kind::Double)),
        Dstore_3 => (3, Store(Kind::Double)),
        Astore_0 => (0, Store(Kind::Reference)),
        Astore_1 => (1, Store(Kind::Reference)),
        Astore_2 => (2, Store(Kind::Reference)),
        Astore_3 => (3, Store(Kind::Reference)),
        Iinc(n, by) => (n.into(), Increment(by.into())),
        Iinc_w(n, by) => (n, Increment(by.into())),
        _ => return None,
    })
}

impl BlockLifter<'_, '_> {
    /// Lift one bytecode; `Some` if it ends the block.
    pub(crate) fn translate(&mut self, bytecode: &Bytecode) -> Result<Option<Ending>, LiftError> {
        use Bytecode::*;
        use Kind::{Double, Float, Int, Long, Reference};
        if let Some((local, access)) = local_access(bytecode) {
            self.local(local, access)?;
            return Ok(None);
        }
        match bytecode {
            Nop => {}
            Aconst_null => self.push_constant(Constant::Null, Reference)?,
            Iconst_m1 => self.push_constant(Constant::Int(-1), Int)?,
            Iconst_0 => self.push_constant(Constant::Int(0), Int)?,
            Iconst_1 => self.push_constant(Constant::Int(1), Int)?,
            Iconst_2 => self.push_constant(Constant::Int(2), Int)?,
            Iconst_3 => self.push_constant(Constant::Int(3), Int)?,
            Iconst_4 => self.push_constant(Constant::Int(4), Int)?,
            Iconst_5 => self.push_constant(Constant::Int(5), Int)?,
            Lconst_0 => self.push_constant(Constant::Long(0), Long)?,
            Lconst_1 => self.push_constant(Constant::Long(1), Long)?,
            Fconst_0 => self.push_constant(Constant::Float(0.0), Float)?,
            Fconst_1 => self.push_constant(Constant::Float(1.0), Float)?,
            Fconst_2 => self.push_constant(Constant::Float(2.0), Float)?,
            Dconst_0 => self.push_constant(Constant::Double(0.0), Double)?,
            Dconst_1 => self.push_constant(Constant::Double(1.0), Double)?,
            Bipush(value) => self.push_constant(Constant::Int((*value).into()), Int)?,
            Sipush(value) => self.push_constant(Constant::Int((*value).into()), Int)?,
            Ldc(constant) => self.load_constant((*constant).into(), 1)?,
            Ldc_w(constant) => self.load_constant(*constant, 1)?,
            Ldc2_w(constant) => self.load_constant(*constant, 2)?,

            Iaload => self.array_load(ElementKind::Int, Int)?,
            Laload => self.array_load(ElementKind::Long, Long)?,
            Faload => self.array_load(ElementKind::Float, Float)?,
            Daload => self.array_load(ElementKind::Double, Double)?,
            Aaload => self.array_load(ElementKind::Reference, Reference)?,
            Baload => self.array_load(ElementKind::ByteOrBoolean, Int)?,
            Caload => self.array_load(ElementKind::Char, Int)?,
            Saload => self.array_load(ElementKind::Short, Int)?,
            Iastore => self.array_store(ElementKind::Int, Int)?,
            Lastore => self.array_store(ElementKind::Long, Long)?,
            Fastore => self.array_store(ElementKind::Float, Float)?,
            Dastore => self.array_store(ElementKind::Double, Double)?,
            Aastore => self.array_store(ElementKind::Reference, Reference)?,
            Bastore => self.array_store(ElementKind::ByteOrBoolean, Int)?,
            Castore => self.array_store(ElementKind::Char, Int)?,
            Sastore => self.array_store(ElementKind::Short, Int)?,

            Pop => self.shuffle(1, 0, false)?,
            Pop2 => self.shuffle(2, 0, false)?,
            Dup => self.shuffle(1, 0, true)?,
            Dup_x1 => self.shuffle(1, 1, true)?,
            Dup_x2 => self.shuffle(1, 2, true)?,
            Dup2 => self.shuffle(2, 0, true)?,
            Dup2_x1 => self.shuffle(2, 1, true)?,
            Dup2_x2 => self.shuffle(2, 2, true)?,
            Swap => {
                let upper = self.emitter.pop_slots(1)?;
                let lower = self.emitter.pop_slots(1)?;
                self.emitter.push_entries(&upper)?;
                self.emitter.push_entries(&lower)?;
            }

            Iadd => self.binary(BinaryOp::Add, Int, Int)?,
            Ladd => self.binary(BinaryOp::Add, Long, Long)?,
            Fadd => self.binary(BinaryOp::Add, Float, Float)?,
            Dadd => self.binary(BinaryOp::Add, Double, Double)?,
            Isub => self.binary(BinaryOp::Subtract, Int, Int)?,
            Lsub => self.binary(BinaryOp::Subtract, Long, Long)?,
            Fsub => self.binary(BinaryOp::Subtract, Float, Float)?,
            Dsub => self.binary(BinaryOp::Subtract, Double, Double)?,
            Imul => self.binary(BinaryOp::Multiply, Int, Int)?,
            Lmul => self.binary(BinaryOp::Multiply, Long, Long)?,
            Fmul => self.binary(BinaryOp::Multiply, Float, Float)?,
            Dmul => self.binary(BinaryOp::Multiply, Double, Double)?,
            Idiv => self.binary(BinaryOp::Divide, Int, Int)?,
            Ldiv => self.binary(BinaryOp::Divide, Long, Long)?,
            Fdiv => self.binary(BinaryOp::Divide, Float, Float)?,
            Ddiv => self.binary(BinaryOp::Divide, Double, Double)?,
            Irem => self.binary(BinaryOp::Remainder, Int, Int)?,
            Lrem => self.binary(BinaryOp::Remainder, Long, Long)?,
            Frem => self.binary(BinaryOp::Remainder, Float, Float)?,
            Drem => self.binary(BinaryOp::Remainder, Double, Double)?,
            Ishl => self.binary(BinaryOp::ShiftLeft, Int, Int)?,
            Lshl => self.binary(BinaryOp::ShiftLeft, Long, Int)?,
            Ishr => self.binary(BinaryOp::ShiftRight, Int, Int)?,
            Lshr => self.binary(BinaryOp::ShiftRight, Long, Int)?,
            Iushr => self.binary(BinaryOp::UnsignedShiftRight, Int, Int)?,
            Lushr => self.binary(BinaryOp::UnsignedShiftRight, Long, Int)?,
            Iand => self.binary(BinaryOp::And, Int, Int)?,
            Land => self.binary(BinaryOp::And, Long, Long)?,
            Ior => self.binary(BinaryOp::Or, Int, Int)?,
            Lor => self.binary(BinaryOp::Or, Long, Long)?,
            Ixor => self.binary(BinaryOp::Xor, Int, Int)?,
            Lxor => self.binary(BinaryOp::Xor, Long, Long)?,
            Ineg => self.negate(Int)?,
            Lneg => self.negate(Long)?,
            Fneg => self.negate(Float)?,
            Dneg => self.negate(Double)?,

            I2l => self.convert(Conversion::IntToLong, Int, Long)?,
            I2f => self.convert(Conversion::IntToFloat, Int, Float)?,
            I2d => self.convert(Conversion::IntToDouble, Int, Double)?,
            L2i => self.convert(Conversion::LongToInt, Long, Int)?,
            L2f => self.convert(Conversion::LongToFloat, Long, Float)?,
            L2d => self.convert(Conversion::LongToDouble, Long, Double)?,
            F2i => self.convert(Conversion::FloatToInt, Float, Int)?,
            F2l => self.convert(Conversion::FloatToLong, Float, Long)?,
            F2d => self.convert(Conversion::FloatToDouble, Float, Double)?,
            D2i => self.convert(Conversion::DoubleToInt, Double, Int)?,
            D2l => self.convert(Conversion::DoubleToLong, Double, Long)?,
            D2f => self.convert(Conversion::DoubleToFloat, Double, Float)?,
            I2b => self.convert(Conversion::IntToByte, Int, Int)?,
            I2c => self.convert(Conversion::IntToChar, Int, Int)?,
            I2s => self.convert(Conversion::IntToShort, Int, Int)?,
            Lcmp => self.compare(CompareOp::Long, Long)?,
            Fcmpl => self.compare(CompareOp::FloatLess, Float)?,
            Fcmpg => self.compare(CompareOp::FloatGreater, Float)?,
            Dcmpl => self.compare(CompareOp::DoubleLess, Double)?,
            Dcmpg => self.compare(CompareOp::DoubleGreater, Double)?,

            Ifeq(to) => return self.if_zero(Condition::Equal, *to),
            Ifne(to) => return self.if_zero(Condition::NotEqual, *to),
            Iflt(to) => return self.if_zero(Condition::Less, *to),
            Ifge(to) => return self.if_zero(Condition::GreaterOrEqual, *to),
            Ifgt(to) => return self.if_zero(Condition::Greater, *to),
            Ifle(to) => return self.if_zero(Condition::LessOrEqual, *to),
            If_icmpeq(to) => return self.if_ints(Condition::Equal, *to),
            If_icmpne(to) => return self.if_ints(Condition::NotEqual, *to),
            If_icmplt(to) => return self.if_ints(Condition::Less, *to),
            If_icmpge(to) => return self.if_ints(Condition::GreaterOrEqual, *to),
            If_icmpgt(to) => return self.if_ints(Condition::Greater, *to),
            If_icmple(to) => return self.if_ints(Condition::LessOrEqual, *to),
            If_acmpeq(to) => {
                let right = self.emitter.pop(Reference)?;
                return self.if_same(right, *to);
            }
            If_acmpne(to) => {
                let right = self.emitter.pop(Reference)?;
                return self.if_different(right, *to);
            }
            Ifnull(to) => {
                let null = self.references.constant(Constant::Null);
                return self.if_same(null, *to);
            }
            Ifnonnull(to) => {
                let null = self.references.constant(Constant::Null);
                return self.if_different(null, *to);
            }
            Goto(to) => return self.go_to((*to).into()),
            Goto_w(to) => return self.go_to((*to).into()),
            Jsr(to) => return self.call_subroutine((*to).into()),
            Jsr_w(to) => return self.call_subroutine((*to).into()),
            Ret(local) => return self.return_from_subroutine((*local).into()),
            Ret_w(local) => return self.return_from_subroutine(*local),
            Tableswitch(table) => {
                let mut cases = Vec::with_capacity(table.offsets.len());
                for (number, &to) in table.offsets.iter().enumerate() {
                    cases.push((table.low.wrapping_add(number as i32), to));
                }
                return self.switch(cases, table.default);
            }
            Lookupswitch(table) => {
                let cases: Vec<(i32, i32)> = table.pairs.iter().map(|(&value, &to)| (value, to)).collect();
                return self.switch(cases, table.default);
            }
            Ireturn => return self.return_value(Int),
            Lreturn => return self.return_value(Long),
            Freturn => return self.return_value(Float),
            Dreturn => return self.return_value(Double),
            Areturn => return self.return_value(Reference),
            Return => {
                self.emitter.emit(Instruction::Return { value: None });
                return Ok(Some(Ending::Stop));
            }
            Athrow => {
                let exception = self.emitter.pop(Reference)?;
                self.emitter.emit(Instruction::Throw { exception });
                return Ok(Some(Ending::Stop));
            }

            Getstatic(field) => {
                let (field, kind) = self.references.field(*field)?;
                let target = self.emitter.push_result(kind)?;
                self.emitter.emit(Instruction::GetStatic { target, field });
            }
            Putstatic(field) => {
                let (field, kind) = self.references.field(*field)?;
                let value = self.emitter.pop(kind)?;
                self.emitter.emit(Instruction::PutStatic { field, value });
            }
            Getfield(field) => {
                let (field, kind) = self.references.field(*field)?;
                let object = self.emitter.pop(Reference)?;
                let target = self.emitter.push_result(kind)?;
                self.emitter.emit(Instruction::GetField { target, object, field });
            }
            Putfield(field) => {
                let (field, kind) = self.references.field(*field)?;
                let value = self.emitter.pop(kind)?;
                let object = self.emitter.pop(Reference)?;
                self.emitter.emit(Instruction::PutField { object, field, value });
            }
            Invokevirtual(method) => self.invoke(InvokeKind::Virtual, *method)?,
            Invokespecial(method) => self.invoke(InvokeKind::Special, *method)?,
            Invokestatic(method) => self.invoke(InvokeKind::Static, *method)?,
            Invokeinterface(method, _) => self.invoke(InvokeKind::Interface, *method)?,
            Invokedynamic(constant) => {
                let (site, signature) = self.references.call_site(*constant)?;
                let arguments = self.arguments(&signature, false)?;
                let target = self.result(&signature)?;
                self.emitter.emit(Instruction::InvokeDynamic { target, site, arguments });
            }

            New(class) => {
                let class = self.references.class(*class)?;
                if self.references.classes[class as usize].name.starts_with('[') {
                    return Err(LiftError::new("new of an array class"));
                }
                let target = self.emitter.push_result(Reference)?;
                self.emitter.emit(Instruction::New { target, class });
            }
            Newarray(element) => {
                let class = self.references.class_named(primitive_array(element))?;
                self.new_array(class)?;
            }
            Anewarray(class) => {
                let element = self.references.file.class_name(*class)?;
                let class = self.references.class_named(&array_name(&Type::Reference((&*element).into())))?;
                self.new_array(class)?;
            }
            Multianewarray(class, dimensions) => self.new_multi_array(*class, *dimensions)?,
            Arraylength => {
                let array = self.emitter.pop(Reference)?;
                let target = self.emitter.push_result(Int)?;
                self.emitter.emit(Instruction::ArrayLength { target, array });
            }
            Checkcast(class) => {
                let class = self.references.class(*class)?;
                let object = self.emitter.pop(Reference)?;
                let target = self.emitter.push_result(Reference)?;
                self.emitter.emit(Instruction::CheckCast { target, object, class });
            }
            Instanceof(class) => {
                let class = self.references.class(*class)?;
                let object = self.emitter.pop(Reference)?;
                let target = self.emitter.push_result(Int)?;
                self.emitter.emit(Instruction::InstanceOf { target, object, class });
            }
            Monitorenter => {
                let object = self.emitter.pop(Reference)?;
                self.emitter.emit(Instruction::MonitorEnter { object });
            }
            Monitorexit => {
                let object = self.emitter.pop(Reference)?;
                self.emitter.emit(Instruction::MonitorExit { object });
            }
            other => return Err(LiftError::new(format!("opcode {} is not an instruction of Java code", other.code()))),
        }
        Ok(None)
    }

    fn push_constant(&mut self, constant: Constant, kind: Kind) -> Result<(), LiftError> {
        let operand = self.references.constant(constant);
        self.emitter.push_value(operand, kind)
    }

    fn local(&mut self, local: u16, access: LocalAccess) -> Result<(), LiftError> {
        let register = self.locals.register(local)?;
        match access {
            LocalAccess::Load(kind) => {
                self.locals.check_width(local, kind)?;
                self.emitter.push_value(Operand::register(register), kind)
            }
            LocalAccess::Store(kind) => {
                self.locals.check_width(local, kind)?;
                let entry = self.emitter.pop_entry()?;
                match entry.kind {
                    // Where a subroutine returns to is known from its context.
                    EntryKind::ReturnAddress if kind == Kind::Reference => Ok(()),
                    found if found == EntryKind::Value(kind) => {
                        self.emitter.store(register, entry.operand);
                        Ok(())
                    }
                    found => {
                        Err(LiftError::new(format!("local {local} is to hold {kind:?}, but the stack has {found:?}")))
                    }
                }
            }
            LocalAccess::Increment(by) => {
                self.emitter.copy_out(register, None);
                let left = Operand::register(register);
                let right = self.references.constant(Constant::Int(by));
                let op = BinaryOp::Add;
                self.emitter.emit(Instruction::Binary { op, kind: Kind::Int, target: register, left, right });
                Ok(())
            }
        }
    }

    fn load_constant(&mut self, constant: u16, slots: usize) -> Result<(), LiftError> {
        let (loaded, kind) = self.references.loadable(constant)?;
        if EntryKind::Value(kind).slots() != slots {
            return Err(LiftError::new(format!("constant {constant} does not have the width its load assumes")));
        }
        match loaded {
            Loaded::Number(operand) => self.emitter.push_value(operand, kind),
            Loaded::Entry(constant) => {
                let target = self.emitter.push_result(kind)?;
                self.emitter.emit(Instruction::LoadConstant { target, constant });
                Ok(())
            }
        }
    }

    fn array_load(&mut self, element: ElementKind, kind: Kind) -> Result<(), LiftError> {
        let index = self.emitter.pop(Kind::Int)?;
        let array = self.emitter.pop(Kind::Reference)?;
        let target = self.emitter.push_result(kind)?;
        self.emitter.emit(Instruction::ArrayLoad { element, target, array, index });
        Ok(())
    }

    fn array_store(&mut self, element: ElementKind, kind: Kind) -> Result<(), LiftError> {
        let value = self.emitter.pop(kind)?;
        let index = self.emitter.pop(Kind::Int)?;
        let array = self.emitter.pop(Kind::Reference)?;
        self.emitter.emit(Instruction::ArrayStore { element, array, index, value });
        Ok(())
    }

    /// All `pop` and `dup` forms: take the top `taken` slots; if they stay, put a copy below the next `over` slots.
    fn shuffle(&mut self, taken: usize, over: usize, stays: bool) -> Result<(), LiftError> {
        let top = self.emitter.pop_slots(taken)?;
        if stays {
            let below = self.emitter.pop_slots(over)?;
            self.emitter.push_entries(&top)?;
            self.emitter.push_entries(&below)?;
            self.emitter.push_entries(&top)?;
        }
        Ok(())
    }

    fn binary(&mut self, op: BinaryOp, kind: Kind, right_kind: Kind) -> Result<(), LiftError> {
        let right = self.emitter.pop(right_kind)?;
        let left = self.emitter.pop(kind)?;
        let target = self.emitter.push_result(kind)?;
        self.emitter.emit(Instruction::Binary { op, kind, target, left, right });
        Ok(())
    }

    fn negate(&mut self, kind: Kind) -> Result<(), LiftError> {
        let source = self.emitter.pop(kind)?;
        let target = self.emitter.push_result(kind)?;
        self.emitter.emit(Instruction::Negate { kind, target, source });
        Ok(())
    }

    fn convert(&mut self, conversion: Conversion, from: Kind, to: Kind) -> Result<(), LiftError> {
        let source = self.emitter.pop(from)?;
        let target = self.emitter.push_result(to)?;
        self.emitter.emit(Instruction::Convert { conversion, target, source });
        Ok(())
    }

    fn compare(&mut self, op: CompareOp, kind: Kind) -> Result<(), LiftError> {
        let right = self.emitter.pop(kind)?;
        let left = self.emitter.pop(kind)?;
        let target = self.emitter.push_result(Kind::Int)?;
        self.emitter.emit(Instruction::Compare { op, target, left, right });
        Ok(())
    }

    fn if_zero(&mut self, condition: Condition, to: u16) -> Result<Option<Ending>, LiftError> {
        let right = self.references.constant(Constant::Int(0));
        let left = self.emitter.pop(Kind::Int)?;
        self.branch(left, right, to, |left, right, to| Instruction::If { condition, left, right, to })
    }

    fn if_ints(&mut self, condition: Condition, to: u16) -> Result<Option<Ending>, LiftError> {
        let right = self.emitter.pop(Kind::Int)?;
        let left = self.emitter.pop(Kind::Int)?;
        self.branch(left, right, to, |left, right, to| Instruction::If { condition, left, right, to })
    }

    fn if_same(&mut self, right: Operand, to: u16) -> Result<Option<Ending>, LiftError> {
        let left = self.emitter.pop(Kind::Reference)?;
        self.branch(left, right, to, |left, right, to| Instruction::IfSame { left, right, to })
    }

    fn if_different(&mut self, right: Operand, to: u16) -> Result<Option<Ending>, LiftError> {
        let left = self.emitter.pop(Kind::Reference)?;
        self.branch(left, right, to, |left, right, to| Instruction::IfDifferent { left, right, to })
    }

    fn new_array(&mut self, class: u32) -> Result<(), LiftError> {
        let length = self.emitter.pop(Kind::Int)?;
        let target = self.emitter.push_result(Kind::Reference)?;
        self.emitter.emit(Instruction::NewArray { target, class, length });
        Ok(())
    }

    fn new_multi_array(&mut self, class: u16, dimensions: u8) -> Result<(), LiftError> {
        let class = self.references.class(class)?;
        let name = &self.references.classes[class as usize].name;
        let available = name.bytes().take_while(|&byte| byte == b'[').count();
        if dimensions == 0 || usize::from(dimensions) > available {
            return Err(LiftError::new(format!("multianewarray makes {dimensions} dimensions of {name}")));
        }
        let mut lengths = Vec::with_capacity(usize::from(dimensions));
        for _ in 0..dimensions {
            lengths.push(self.emitter.pop(Kind::Int)?);
        }
        lengths.reverse();
        let lengths = self.operand_list(&lengths);
        let target = self.emitter.push_result(Kind::Reference)?;
        self.emitter.emit(Instruction::NewMultiArray { target, class, lengths });
        Ok(())
    }
}

fn primitive_array(element: &ArrayType) -> &'static str {
    match element {
        ArrayType::Boolean => "[Z",
        ArrayType::Char => "[C",
        ArrayType::Float => "[F",
        ArrayType::Double => "[D",
        ArrayType::Byte => "[B",
        ArrayType::Short => "[S",
        ArrayType::Int => "[I",
        ArrayType::Long => "[J",
    }
}
