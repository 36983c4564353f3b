//! Code made to exhaust memory or time is lifted or refused quickly.

mod common;

use std::time::{Duration, Instant};

use common::{method, program_of_bytes};
use ristretto_classfile::attributes::{Attribute, ExceptionTableEntry, Instruction};
use ristretto_classfile::{ClassAccessFlags, ClassFile, Constant, ConstantPool, JAVA_1_4, Method, MethodAccessFlags};

/// Generous for slow machines that run other tests besides; what is quadratic here takes minutes.
const TIME_LIMIT: Duration = Duration::from_secs(60);

fn lift(name: &str, code: Vec<Instruction>, exceptions: Vec<ExceptionTableEntry>, class_constants: u16) {
    let mut constant_pool = ConstantPool::default();
    let this_class = constant_pool.add_class("T").unwrap();
    let super_class = constant_pool.add_class("java/lang/Object").unwrap();
    for number in 0..class_constants {
        // Adding a class searches the pool for it, which takes long for many.
        constant_pool.push(Constant::utf8(format!("E{number}")));
        constant_pool.push(Constant::Class(5 + 2 * number));
    }
    let method_info = Method {
        access_flags: MethodAccessFlags::STATIC,
        name_index: constant_pool.add_utf8("m").unwrap(),
        descriptor_index: constant_pool.add_utf8("(I)V").unwrap(),
        attributes: vec![Attribute::Code {
            name_index: constant_pool.add_utf8("Code").unwrap(),
            max_stack: 65535,
            max_locals: 65535,
            code,
            exception_table: exceptions,
            attributes: Vec::new(),
        }],
    };
    let class_file = ClassFile {
        version: JAVA_1_4,
        access_flags: ClassAccessFlags::PUBLIC,
        constant_pool,
        this_class,
        super_class,
        methods: vec![method_info],
        ..Default::default()
    };
    let mut bytes = Vec::new();
    class_file.to_bytes(&mut bytes).unwrap();
    let mut program = program_of_bytes(bytes);
    let class = program.load("T").unwrap();
    let method = method(&program, class, "m");
    let started = Instant::now();
    let result = program.body(method).map(|body| body.code.len()).map_err(|error| error.to_string());
    let took = started.elapsed();
    println!("{name}: {result:?} in {took:?}");
    assert!(took < TIME_LIMIT, "{name} took {took:?}");
}

#[test]
fn deep_stacks() {
    use Instruction::*;
    lift("a deep stack", [vec![Iload_0; 65_000], vec![Return]].concat(), vec![], 0);
    let mut flushed = vec![Iload_0; 40_000];
    flushed.extend((0..8_000).map(|number| Goto(40_001 + number)));
    flushed.push(Return);
    lift("a deep stack over many blocks", flushed, vec![], 0);
    let mut rotated = vec![Iconst_0, Iconst_1];
    rotated.extend(vec![Iconst_2; 20_000]);
    rotated.extend([Iload_0, Ifeq(20_004)]);
    for _ in 0..9_000 {
        rotated.extend([Swap, Dup_x1, Pop]);
    }
    rotated.push(Return);
    lift("a shuffled stack", rotated, vec![], 0);
}

#[test]
fn copies_of_locals() {
    use Instruction::*;
    let mut code = vec![Iload_0; 30_000];
    for _ in 0..5_000 {
        code.extend([Iinc(0, 1), Iload_0]);
    }
    code.push(Return);
    lift("a local changed under the stack", code, vec![], 0);
}

#[test]
fn many_handlers() {
    use Instruction::*;
    let mut code = vec![Goto(2), Return];
    code.extend(vec![Nop; 30_000]);
    code.extend([Return, Pop, Return]);
    let handler = code.len() as u16 - 2;
    let nested = |class: u16| {
        (0..4_000_u16)
            .map(|number| ExceptionTableEntry {
                range_pc: 2 + number..30_000 - number,
                handler_pc: handler,
                catch_type: if class == 0 { 0 } else { 6 + 2 * (number % class) },
            })
            .collect::<Vec<_>>()
    };
    lift("nested handlers of everything", code.clone(), nested(0), 0);
    lift("nested handlers of many classes", code.clone(), nested(3_000), 3_000);
    let few: Vec<_> = nested(900).into_iter().take(900).collect();
    lift("nine hundred nested handlers", code, few, 1_000);
}

#[test]
fn many_blocks_and_registers() {
    use Instruction::*;
    let mut code = Vec::new();
    for number in 0..6_000_u16 {
        let at = code.len() as u16;
        code.extend([Iload_0, Istore_w(1 + number), Iload_0, Ifeq(at + 4)]);
    }
    code.push(Return);
    lift("many blocks and registers", code, vec![], 0);
    // Every block may jump back to the start, with one more register set each time.
    let mut code = Vec::new();
    for number in 0..3_500_u16 {
        code.extend([Iload_0, Istore_w(1 + number), Iload_0, Ifeq(0)]);
    }
    code.push(Return);
    lift("many back edges", code, vec![], 0);
}
