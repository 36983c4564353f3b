//! The verifier has teeth: bodies broken in many ways are caught, each with the right complaint.

mod common;

use common::{method, program};
use program::code::{BinaryOp, Body, Constant, Handler, Instruction, InvokeKind, Kind, Operand, OperandList, Register};
use program::{Program, verify};

const SOURCE: &str = "class T {
    int f; static long g;
    static int sum(int[] a, long k) { int s = 0; for (int i = 0; i < a.length; i++) s += a[i] * (int) k; return s; }
    int tries(String s) { try { return Integer.parseInt(s); } catch (RuntimeException e) { f = 3; return 0; } }
    static int pick(int x) { switch (x) { case 1: return 4; case 5: return 6; default: return 7; } }
}";

fn body(name: &str) -> (Program, Body) {
    let mut program = program(SOURCE);
    let class = program.load("T").unwrap();
    let method = method(&program, class, name);
    let body = (*program.body(method).unwrap()).clone();
    assert_eq!(verify(&program, &body), Ok(()));
    (program, body)
}

/// Break the body of `name` and look for the complaint.
#[track_caller]
fn breaks(name: &str, complaint: &str, change: impl FnOnce(&mut Body)) {
    let (program, mut body) = body(name);
    change(&mut body);
    let error = verify(&program, &body).expect_err("the broken body is refused");
    assert!(error.why.contains(complaint), "expected `{complaint}`, found `{error}`");
}

fn position(body: &Body, wanted: impl Fn(&Instruction) -> bool) -> usize {
    body.code.iter().position(wanted).expect("the instruction is there")
}

fn register(number: u32) -> Operand {
    Operand::register(Register(number))
}

#[test]
fn operands_of_the_wrong_kind() {
    breaks("sum", "should hold Int and holds Reference", |body| {
        let at = position(body, |i| matches!(i, Instruction::Binary { op: BinaryOp::Multiply, .. }));
        let Instruction::Binary { left, .. } = &mut body.code[at] else { unreachable!() };
        *left = register(0);
    });
    breaks("sum", "should hold Reference and holds Int", |body| {
        let at = position(body, |i| matches!(i, Instruction::ArrayLength { .. }));
        body.constants.push(Constant::Int(0));
        let constant = Operand::constant(body.constants.len() as u32 - 1);
        let Instruction::ArrayLength { array, .. } = &mut body.code[at] else { unreachable!() };
        *array = constant;
    });
    breaks("sum", "does not work on Float", |body| {
        let at = position(body, |i| matches!(i, Instruction::Binary { op: BinaryOp::Multiply, .. }));
        let Instruction::Binary { op, kind, .. } = &mut body.code[at] else { unreachable!() };
        (*op, *kind) = (BinaryOp::Xor, Kind::Float);
    });
}

#[test]
fn registers_read_before_they_are_written() {
    breaks("sum", "read before it is written", |body| {
        // The loop's counter is not set before the loop any more, only within it.
        let at = position(body, |i| matches!(i, Instruction::Move { target: Register(3), .. }));
        let Instruction::Move { target, .. } = &mut body.code[at] else { unreachable!() };
        *target = Register(2);
    });
    breaks("pick", "read before it is written", |body| {
        body.register_count += 1;
        let fresh = register(body.register_count - 1);
        let at = position(body, |i| matches!(i, Instruction::Switch { .. }));
        let Instruction::Switch { value, .. } = &mut body.code[at] else { unreachable!() };
        *value = fresh;
    });
}

#[test]
fn a_handler_must_not_trust_what_the_block_may_not_have_written() {
    breaks("tries", "holds no Reference on some path", |body| {
        // `this` is overwritten by an int in the protected block: the handler can see either.
        let at = position(body, |i| matches!(i, Instruction::Invoke { .. }));
        body.constants.push(Constant::Int(9));
        let source = Operand::constant(body.constants.len() as u32 - 1);
        body.code.insert(at, Instruction::Move { target: Register(0), source });
        body.positions.insert(at, body.positions[at]);
        shift_after(body, at as u32);
    });
}

/// Make room in the block tables for an instruction inserted at `at`.
fn shift_after(body: &mut Body, at: u32) {
    for block in &mut body.blocks {
        block.start += u32::from(block.start > at);
        block.end += u32::from(block.end > at);
        for handler in &mut block.handlers {
            handler.to += u32::from(handler.to > at);
        }
    }
}

#[test]
fn jumps_and_blocks() {
    breaks("sum", "not the start of a block", |body| {
        let at = position(body, |i| matches!(i, Instruction::Goto { .. }));
        let Instruction::Goto { to } = &mut body.code[at] else { unreachable!() };
        *to += 1;
    });
    breaks("sum", "not the start of a block", |body| {
        let at = position(body, |i| matches!(i, Instruction::If { .. }));
        let Instruction::If { to, .. } = &mut body.code[at] else { unreachable!() };
        *to = 1000;
    });
    breaks("sum", "falls off the end", |body| {
        let last = body.code.len() - 1;
        body.code[last] = Instruction::Move { target: Register(2), source: register(2) };
    });
    breaks("sum", "a terminator stands inside a block", |body| {
        let target = body.blocks[1].start;
        body.code[0] = Instruction::Goto { to: target };
    });
    breaks("sum", "without gaps", |body| body.blocks[1].start += 1);
    breaks("sum", "cannot be reached", |body| {
        let at = position(body, |i| matches!(i, Instruction::If { .. }));
        let target = body.blocks[2].start;
        let Instruction::If { to, .. } = &mut body.code[at] else { unreachable!() };
        *to = target;
    });
    breaks("pick", "not the start of a block", |body| body.switches[0].cases[1].1 = 1000);
    breaks("pick", "do not ascend", |body| body.switches[0].cases.reverse());
    breaks("pick", "entry of a table that is missing", |body| body.switches.clear());
}

#[test]
fn handlers_catch() {
    breaks("tries", "does not start by catching", |body| {
        let handler = body.blocks[0].handlers[0].to as usize;
        let Instruction::Catch { target } = body.code[handler] else { unreachable!() };
        body.code[handler] = Instruction::Move { target, source: register(1) };
    });
    breaks("tries", "a handler is not the start of a block", |body| body.blocks[0].handlers[0].to += 1);
    breaks("tries", "names a class that is missing", |body| body.blocks[0].handlers[0].class = Some(99));
    breaks("tries", "where no handler starts", |body| {
        body.blocks.iter_mut().for_each(|block| block.handlers.clear());
    });
    breaks("sum", "does not start by catching", |body| {
        let to = body.blocks[2].start;
        body.blocks[1].handlers.push(Handler { class: None, to });
    });
}

#[test]
fn calls_match_their_descriptors() {
    let is_call = |i: &Instruction| matches!(i, Instruction::Invoke { .. });
    breaks("tries", "passes 0 arguments, and 1 are declared", |body| {
        let at = position(body, is_call);
        let Instruction::Invoke { arguments, .. } = &mut body.code[at] else { unreachable!() };
        *arguments = OperandList { start: 0, length: 0 };
    });
    breaks("tries", "passes 1 arguments, and 2 are declared", |body| {
        let at = position(body, is_call);
        let Instruction::Invoke { kind, .. } = &mut body.code[at] else { unreachable!() };
        *kind = InvokeKind::Virtual;
    });
    breaks("tries", "operand list is out of range", |body| body.operand_lists.clear());
    breaks("tries", "should hold Int and holds Reference", |body| {
        body.methods[0].descriptor = "(I)I".into();
    });
    breaks("tries", "holds Long", |body| body.methods[0].descriptor = "(Ljava/lang/String;)J".into());
}

#[test]
fn returns_match_the_method() {
    let is_return = |i: &Instruction| matches!(i, Instruction::Return { .. });
    breaks("sum", "returns nothing, but the method has a result", |body| {
        let at = position(body, is_return);
        body.code[at] = Instruction::Return { value: None };
    });
    breaks("sum", "should hold Int and holds Long", |body| {
        let at = position(body, is_return);
        body.code[at] = Instruction::Return { value: Some(register(1)) };
    });
    breaks("sum", "do not have the kinds the method declares", |body| body.parameter_kinds[1] = Kind::Double);
}

#[test]
fn tables_and_registers_in_range() {
    breaks("sum", "register that does not exist", |body| body.register_count = 3);
    breaks("sum", "an operand does not exist", |body| body.constants.clear());
    breaks("tries", "entry of a table that is missing", |body| body.fields.clear());
    breaks("sum", "differ in length", |body| body.positions.truncate(2));
}
