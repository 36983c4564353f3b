//! Code that javac no longer writes: subroutines, handlers that are also jumped to, odd stack shapes. The class files are
//! assembled here; the code is written as bytes.

mod common;

use common::{method, program_of_bytes};
use program::{LinkError, Program, body_text};
use ristretto_classfile::attributes::{Attribute, ExceptionTableEntry, Instruction};
use ristretto_classfile::{ClassAccessFlags, ClassFile, ConstantPool, JAVA_1_4, Method, MethodAccessFlags};

/// A class `T` of Java 1.4 with one static method `m` and this code.
fn class(descriptor: &str, locals: u16, code: Vec<Instruction>, exceptions: Vec<ExceptionTableEntry>) -> Vec<u8> {
    let mut constant_pool = ConstantPool::default();
    let this_class = constant_pool.add_class("T").unwrap();
    let super_class = constant_pool.add_class("java/lang/Object").unwrap();
    let method = Method {
        access_flags: MethodAccessFlags::STATIC,
        name_index: constant_pool.add_utf8("m").unwrap(),
        descriptor_index: constant_pool.add_utf8(descriptor).unwrap(),
        attributes: vec![Attribute::Code {
            name_index: constant_pool.add_utf8("Code").unwrap(),
            max_stack: 6,
            max_locals: locals,
            code,
            exception_table: exceptions,
            attributes: Vec::new(),
        }],
    };
    let class_file = ClassFile {
        version: JAVA_1_4,
        access_flags: ClassAccessFlags::PUBLIC | ClassAccessFlags::SUPER,
        constant_pool,
        this_class,
        super_class,
        methods: vec![method],
        ..Default::default()
    };
    let mut bytes = Vec::new();
    class_file.to_bytes(&mut bytes).unwrap();
    bytes
}

fn lifted(bytes: Vec<u8>) -> (Program, Result<String, LinkError>) {
    let mut program = program_of_bytes(bytes);
    let class = program.load("T").unwrap();
    let method = method(&program, class, "m");
    let text = program.body(method).map(|body| {
        let text = body_text(&program, &body);
        text.lines().map(|line| line.split(" ; @").next().unwrap_or(line).trim_end().to_owned() + "\n").collect()
    });
    (program, text)
}

#[track_caller]
fn check(bytes: Vec<u8>, expected: &str) {
    let (_, text) = lifted(bytes);
    assert_eq!(text.expect("the method lifts").trim(), expected.trim());
}

#[track_caller]
fn refused(bytes: Vec<u8>, expected: &str) {
    let (_, text) = lifted(bytes);
    let error = text.expect_err("the method is refused");
    assert_eq!(error.java_error(), "java/lang/VerifyError");
    assert!(error.to_string().contains(expected), "expected `{expected}`, found `{error}`");
}

#[test]
fn a_subroutine_is_copied_for_each_call() {
    use Instruction::*;
    let code = vec![
        Iconst_1,   // 0
        Istore_0,   // 1
        Jsr(6),     // 2
        Jsr(6),     // 3
        Iload_0,    // 4
        Ireturn,    // 5
        Astore_1,   // 6
        Iinc(0, 2), // 7
        Ret(1),     // 8
    ];
    check(
        class("()I", 2, code, vec![]),
        "
method T.m(): int, 1 registers
block0:
  r0 = 1
  goto block3
block1:
  goto block4
block2:
  return r0
block3:
  r0 = add.int r0, 2
  goto block1
block4:
  r0 = add.int r0, 2
  goto block2
",
    );
}

#[test]
fn nested_subroutines_and_a_return_to_the_outer_caller() {
    use Instruction::*;
    let code = vec![
        Jsr(2),   // 0
        Return,   // 1
        Astore_1, // 2: outer
        Jsr(5),   // 3
        Ret(1),   // 4
        Astore_2, // 5: inner
        Iload_0,  // 6
        Ifeq(9),  // 7
        Ret(2),   // 8
        Ret(1),   // 9: leaves the outer one too
    ];
    check(
        class("(I)V", 3, code, vec![]),
        "
method T.m(int): void, 1 registers
  r0 p0: int
block0:
  goto block2
block1:
  return
block2:
  goto block4
block3:
  goto block1
block4:
  if r0 == 0 goto block6
block5:
  goto block3
block6:
  goto block1
",
    );
}

#[test]
fn a_subroutine_left_by_a_jump_can_be_called_again() {
    use Instruction::*;
    let code = vec![
        Jsr(3),      // 0: loop head
        Return,      // 1
        Nop,         // 2
        Astore_1,    // 3
        Iinc(0, -1), // 4
        Iload_0,     // 5
        Ifgt(0),     // 6: out of the subroutine, back to the loop
        Ret(1),      // 7
    ];
    check(
        class("(I)V", 2, code, vec![]),
        "
method T.m(int): void, 1 registers
  r0 p0: int
block0:
  goto block3
block1:
  return
block2:
  goto block3
block3: loop head
  r0 = add.int r0, -1
  if r0 > 0 goto block5
block4:
  goto block1
block5:
  begin iteration
  goto block2
",
    );
}

#[test]
fn returns_that_belong_to_no_subroutine() {
    use Instruction::*;
    refused(class("()V", 1, vec![Ret(0), Return], vec![]), "which no enclosing subroutine keeps");
    refused(class("()V", 2, vec![Jsr(2), Return, Astore_0, Ret(1)], vec![]), "which no enclosing subroutine keeps");
    // A return address is no reference.
    refused(class("()Ljava/lang/Object;", 1, vec![Jsr(1), Areturn], vec![]), "finds ReturnAddress");
    refused(
        class("()Ljava/lang/Object;", 1, vec![Jsr(1), Astore_0, Aload_0, Areturn], vec![]),
        "read before it is written",
    );
}

#[test]
fn exploding_subroutines_are_refused_quickly() {
    use Instruction::*;
    // Sixteen subroutines, each calling the next twice: 2^16 copies of the last.
    let mut code = vec![Jsr(2), Return];
    for level in 0..16_u16 {
        let next = 2 + (level + 1) * 4;
        let local = level as u8;
        code.extend([Astore(local), Jsr(next), Jsr(next), Ret(local)]);
    }
    code.extend([Astore(16), Ret(16)]);
    refused(class("()V", 17, code, vec![]), "expand to too much code");
}

#[test]
fn a_handler_that_is_also_jumped_to_gets_a_landing_block() {
    use Instruction::*;
    let code = vec![
        Aload_0,     // 0: protected
        Arraylength, // 1: protected
        Pop,         // 2
        Aconst_null, // 3
        Goto(5),     // 4
        Athrow,      // 5: handler and target of the jump
    ];
    let exceptions = vec![ExceptionTableEntry { range_pc: 0..2, handler_pc: 5, catch_type: 0 }];
    check(
        class("([I)V", 1, code, exceptions),
        "
method T.m(int[]): void, 2 registers
  r0 p0: reference
block0:
  handlers: any -> block3
  r1 = length r0
block1:
  r1 = null
  goto block2
block2:
  throw r1
block3:
  r1 = catch
  goto block2
",
    );
}

#[test]
fn a_handler_range_may_reach_the_end_of_the_code() {
    use Instruction::*;
    let code = vec![Goto(3), Pop, Return, Aload_0, Athrow];
    let mut bytes = class(
        "(Ljava/lang/Throwable;)V",
        1,
        code,
        vec![ExceptionTableEntry { range_pc: 3..4, handler_pc: 1, catch_type: 0 }],
    );
    // The writer cannot express an end after the last instruction: set it by hand (start 5, end 6 → 7, handler 3).
    let entry = [0, 1, 0, 5, 0, 6, 0, 3, 0, 0];
    let at = bytes.windows(entry.len()).position(|window| window == entry).expect("the exception table is there");
    bytes[at + 5] = 7;
    check(
        bytes,
        "
method T.m(Throwable): void, 2 registers
  r0 p0: reference
block0:
  goto block2
block1:
  r1 = catch
  return
block2:
  handlers: any -> block1
  throw r0
",
    );
}

#[test]
fn permuted_stacks_are_moved_in_parallel() {
    use Instruction::*;
    // Two values swap places across a block boundary, in a loop.
    let code = vec![
        Iconst_1,    // 0
        Iconst_2,    // 1
        Swap,        // 2: loop head
        Iinc(0, -1), // 3
        Iload_0,     // 4
        Ifgt(2),     // 5
        Isub,        // 6
        Ireturn,     // 7
    ];
    check(
        class("(I)I", 1, code, vec![]),
        "
method T.m(int): int, 4 registers
  r0 p0: int
block0:
  r1 = 1
  r2 = 2
block1: loop head
  begin iteration
  r0 = add.int r0, -1
  r3 = r1
  r1 = r2
  r2 = r3
  if r0 > 0 goto block1
block2:
  r1 = subtract.int r1, r2
  return r1
",
    );
}

#[test]
fn dup2_x2_of_all_shapes() {
    use Instruction::*;
    // Form 4: two longs. Form 1: four ints. All are consumed in order.
    let code = vec![
        Lload_0, Lconst_1, Dup2_x2, Ladd, Lsub, L2i, // (b - (a + b))
        Istore_2, Iload_2, Iconst_2, Iconst_3, Iconst_4, Dup2_x2, Iadd, Isub, Iadd, Iadd, Iadd, Ireturn,
    ];
    check(
        class("(J)I", 3, code, vec![]),
        "
method T.m(long): int, 7 registers
  r0 p0: long
block0:
  r4 = add.long r0, 1L
  r2 = subtract.long 1L, r4
  r1 = long_to_int r2
  r6 = add.int 3, 4
  r5 = subtract.int 2, r6
  r4 = add.int r1, r5
  r3 = add.int 4, r4
  r2 = add.int 3, r3
  return r2
",
    );
}

#[test]
fn code_that_is_wrong_is_refused_with_a_sentence() {
    use Instruction::*;
    refused(class("()V", 0, vec![Nop], vec![]), "falls off the end");
    refused(class("()I", 0, vec![Iadd, Ireturn], vec![]), "the operand stack is empty");
    refused(class("()I", 0, vec![Lconst_0, Pop, Iconst_0, Ireturn], vec![]), "splits a two-slot value");
    refused(class("()I", 0, vec![Fconst_0, Ireturn], vec![]), "needs Int on the stack and finds Value(Float)");
    refused(class("()I", 1, vec![Iload_0, Ireturn], vec![]), "read before it is written");
    refused(class("()I", 0, vec![Iload_0, Ireturn], vec![]), "beyond the declared number of locals");
    refused(class("(J)J", 1, vec![Lload_0, Lreturn], vec![]), "fewer locals than parameters");
    refused(class("(I)V", 1, vec![Iload_0, Ifeq(3), Iconst_0, Return], vec![]), "different operand stacks");
    refused(class("()V", 0, vec![Iconst_0, Goto(0)], vec![]), "different operand stacks");
    refused(class("()V", 0, [vec![Iconst_0; 7], vec![Return]].concat(), vec![]), "the operand stack overflows");
    refused(class("()V", 0, vec![Impdep1, Return], vec![]), "is not an instruction of Java code");
    // An int on one path, a reference on the other.
    let merged = vec![Iload_0, Ifeq(5), Iconst_0, Istore_1, Goto(7), Aconst_null, Astore_1, Iload_1, Ireturn];
    refused(class("(I)I", 2, merged, vec![]), "holds no Int on some path");
}
