//! Loop heads, liveness, synthetic classes.

mod common;

use common::{method, program};
use program::class::ClassOrigin;
use program::code::{Block, Body, Constant, Instruction, Kind, Operand, Position, Register, Type};
use program::joins::{Join, joins};
use program::liveness::Liveness;
use program::{Program, SyntheticClass, SyntheticMethod};

fn body(program: &mut Program, name: &str) -> std::rc::Rc<Body> {
    let class = program.load("T").unwrap();
    let method = method(program, class, name);
    program.body(method).unwrap()
}

#[test]
fn loop_heads_are_targets_of_back_edges() {
    let mut program = program(
        "class T {
            static int straight(int n) { return n > 0 ? n : -n; }
            static int nested(int n) { int s = 0; for (int i = 0; i < n; i++) { int j = i; while (j > 0) { s += j--; } } return s; }
            static int retry(String s) { while (true) { try { return Integer.parseInt(s); } catch (RuntimeException e) { s = \"1\"; } } }
            static void forever() { for (;;) { } }
        }",
    );
    let count =
        |program: &mut Program, name: &str| body(program, name).blocks.iter().filter(|b| b.is_loop_head).count();
    assert_eq!(count(&mut program, "straight"), 0);
    assert_eq!(count(&mut program, "nested"), 2);
    assert_eq!(count(&mut program, "retry"), 1);
    let forever = body(&mut program, "forever");
    assert!(forever.blocks[0].is_loop_head);
    // The mark of the iteration costs nothing, the jump is one bytecode.
    assert_eq!([forever.positions[0].weight, forever.positions[1].weight], [0, 1]);
}

#[test]
fn ways_of_a_branch_meet() {
    let mut program = program(
        "class T {
            static int both(int n) { int r; if (n > 0) { r = 1; } else { r = 2; } return r; }
            static int each(int n) { if (n > 0) { return 1; } return 2; }
            static int checked(int n) { if (n > 7) { throw new IllegalStateException(); } return n; }
            static int loop(int n) { int s = 0; while (n > 0) { if (n % 2 == 0) { s++; } n--; } return s; }
            static int search(int n) { while (n > 0) { if (n % 5 == 0) { return n; } n--; } return 0; }
        }",
    );
    let mut places = |name: &str| {
        let body = body(&mut program, name);
        joins(&body).into_iter().flatten().collect::<Vec<Join>>()
    };
    assert!(matches!(places("both")[..], [Join::At(_)]));
    assert_eq!(places("each"), [Join::Return]);
    // Only one way returns.
    assert_eq!(places("checked"), []);
    // The branch in the body meets in the body; that at the head decides whether there is another iteration.
    assert!(matches!(places("loop")[..], [Join::At(_)]));
    assert_eq!(places("search"), []);
}

#[test]
fn liveness_of_registers() {
    let mut program = program(
        "class T { static int f(int a, int b, int c) { int d = a + b; while (d > 0) { d -= c; } return d; }
            static int g(String s) { int r = 7; try { r = Integer.parseInt(s); } catch (RuntimeException e) { return r; } return 0; } }",
    );
    let live = |body: &Body, block: usize| Liveness::of(body).live_in(block).iter().map(|r| r.0).collect::<Vec<_>>();
    let f = body(&mut program, "f");
    assert_eq!(live(&f, 0), [0, 1, 2]);
    // In the loop a and b are dead; c and d live; after it d alone.
    assert_eq!(live(&f, 1), [2, 3]);
    assert_eq!(live(&f, f.blocks.len() - 1), [3]);
    // The handler reads r: it lives at the start of the protected block although that block sets it.
    let g = body(&mut program, "g");
    let protected = g.blocks.iter().position(|block| !block.handlers.is_empty()).unwrap();
    assert_eq!(live(&g, protected), [0, 1]);
}

#[test]
fn synthetic_classes_join_the_others() {
    let mut program = program("class T implements Runnable { public void run() {} }");
    let object = program.load("java/lang/Object").unwrap();
    let runnable = program.load("java/lang/Runnable").unwrap();
    let class = program.define_synthetic_class(SyntheticClass {
        name: "T$$Lambda$1".to_owned(),
        super_class: object,
        interfaces: vec![runnable],
        access: 0x1010,
        origin: ClassOrigin::User,
        fields: vec![("captured".to_owned(), Type::Long)],
        methods: vec![SyntheticMethod {
            name: "run".to_owned(),
            descriptor: "()V".to_owned(),
            access: 0x0001,
            body: Some(Box::new(|method| Body {
                method,
                register_count: 2,
                parameter_count: 1,
                code: vec![
                    Instruction::Move { target: Register(1), source: Operand::constant(0) },
                    Instruction::Return { value: None },
                ],
                positions: vec![Position { bytecode: 0, line: 0, weight: 0 }; 2],
                blocks: vec![Block { start: 0, end: 2, handlers: Vec::new(), is_loop_head: false }],
                constants: vec![Constant::Int(1)],
                operand_lists: Vec::new(),
                switches: Vec::new(),
                classes: Vec::new(),
                fields: Vec::new(),
                methods: Vec::new(),
                loadables: Vec::new(),
                dynamic_sites: Vec::new(),
                parameter_kinds: vec![Kind::Reference],
                variables: Vec::new(),
                slots: Vec::new(),
            })),
        }],
    });
    assert_eq!(program.loaded("T$$Lambda$1"), Some(class));
    assert!(program.is_subclass(class, runnable));
    assert_eq!(program.class(class).instance_layout.len(), 1);
    let declared = method(&program, runnable, "run");
    let selected = program.select(class, declared).unwrap();
    assert_eq!(program.method(selected).class, class);
    assert_eq!(program.body(selected).unwrap().code.len(), 2);
}
