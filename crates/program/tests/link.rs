//! Loading, layout, resolution and selection.

mod common;

use std::cell::OnceCell;

use classpath::{ClassPath, ClassPathEntry};
use common::{method, program};
use program::class::ConstantValue;
use program::code::{FieldRef, MethodRef, Type};
use program::{LinkError, Program};
use ristretto_classfile::{ClassAccessFlags, ClassFile, ConstantPool, JAVA_17, Method, MethodAccessFlags};

fn method_ref(class: &str, is_interface: bool, name: &str, descriptor: &str) -> MethodRef {
    MethodRef {
        class: class.into(),
        is_interface,
        name: name.into(),
        descriptor: descriptor.into(),
        resolved: OnceCell::new(),
    }
}

/// The class whose method runs when `name()V` of `declared` is called on an object of `receiver`.
fn selected(program: &mut Program, declared: &str, receiver: &str, name: &str) -> Result<String, LinkError> {
    let class = program.load(declared)?;
    let is_interface = program.class(class).is_interface();
    let resolved = program.resolve_method(&method_ref(declared, is_interface, name, "()V"))?;
    let receiver = program.load(receiver)?;
    let method = program.select(receiver, resolved)?;
    Ok(program.class(program.method(method).class).name.to_string())
}

#[test]
fn loading_is_lazy() {
    let mut program =
        program("class T { java.util.HashMap<String, Integer> map; void m(java.util.List<T> l) { l.size(); } }");
    let class = program.load("T").unwrap();
    assert_eq!(program.parsed_class_count(), 2, "T and Object");
    let m = method(&program, class, "m");
    program.body(m).unwrap();
    assert_eq!(program.parsed_class_count(), 2, "lifting loads nothing");
}

#[test]
fn layouts_extend_the_superclass() {
    let mut program = program(
        "class A { int x; static int s; long y; } class T extends A { int x; static final String K = \"k\"; static final byte B = -3; }",
    );
    let class = program.load("T").unwrap();
    let layout: Vec<String> = program
        .class(class)
        .instance_layout
        .iter()
        .map(|&field| {
            let field = program.field(field);
            format!("{}.{}@{}", program.class(field.class).name, field.name, field.slot)
        })
        .collect();
    assert_eq!(layout, ["A.x@0", "A.y@1", "T.x@2"]);
    let constants: Vec<_> =
        program.class(class).static_layout.iter().map(|&field| program.field(field).constant.clone()).collect();
    assert_eq!(constants, [Some(ConstantValue::String([u16::from(b'k')].into())), Some(ConstantValue::Int(-3))]);
    let a = program.load("A").unwrap();
    assert_eq!(program.class(a).static_layout.len(), 1);
}

#[test]
fn records_nests_and_parameter_names() {
    let mut program = program(
        "class T { record P(int x, String name) {} interface I { void m(long first, int second); } static int f(long a, double b, int c) { return c; } }",
    );
    let record = program.load("T$P").unwrap();
    let class = program.class(record);
    assert!(class.is_record);
    let components: Vec<&str> = class.record_components.iter().map(|(name, _)| &**name).collect();
    assert_eq!(components, ["x", "name"]);
    assert_eq!(&*class.nest_host, "T");
    let inner = class.inner.as_ref().unwrap();
    assert_eq!((inner.outer.as_deref(), inner.simple_name.as_deref()), (Some("T"), Some("P")));
    let class = program.load("T").unwrap();
    let f = method(&program, class, "f");
    let names: Vec<&str> = program.method(f).parameter_names.iter().map(|name| &**name).collect();
    // Known from MethodParameters or the debugging table if javac wrote one, else invented.
    assert!(names == ["a", "b", "c"] || names == ["p0", "p1", "p2"], "{names:?}");
    assert_eq!(program::display_method(&program, f), "T.f(long,double,int)");
}

#[test]
fn arrays_and_primitives() {
    let mut program = program("class A {} class T extends A {}");
    let t_array = program.load("[LT;").unwrap();
    let a_array = program.load("[LA;").unwrap();
    let objects = program.load("[Ljava/lang/Object;").unwrap();
    let object = program.load("java/lang/Object").unwrap();
    let cloneable = program.load("java/lang/Cloneable").unwrap();
    let ints = program.load("[I").unwrap();
    let ints2 = program.load("[[I").unwrap();
    let chars = program.load("[C").unwrap();
    assert!(program.is_subclass(t_array, a_array) && !program.is_subclass(a_array, t_array));
    assert!(program.is_subclass(t_array, objects) && program.is_subclass(ints2, objects));
    assert!(!program.is_subclass(ints, objects) && !program.is_subclass(ints, chars));
    assert!(program.is_subclass(ints, object) && program.is_subclass(ints, cloneable));
    let cloneables = program.array_of(&Type::Reference("java/lang/Cloneable".into()));
    assert!(program.is_subclass(ints2, cloneables) && !program.is_subclass(t_array, cloneables));
    assert_eq!(program.array_of(&Type::Int), ints);
    let int = program.class_of_type(&Type::Int).unwrap();
    assert_eq!(&*program.class(int).name, "int");
    // Arrays have Object's methods.
    let clone = program.resolve_method(&method_ref("[I", false, "clone", "()Ljava/lang/Object;")).unwrap();
    assert_eq!(program.method(clone).class, object);
    let hash = program.resolve_method(&method_ref("[I", false, "hashCode", "()I")).unwrap();
    assert_eq!(program.select(ints, hash), Ok(hash));
    assert!(matches!(program.load("[LMissing;"), Err(LinkError::NotFound(_))));
    assert!(matches!(program.load("[V"), Err(LinkError::NotFound(_))));
}

#[test]
fn selection_follows_classes_then_interfaces() {
    let mut program = program(
        "interface I { default void m() {} } interface J extends I { default void m() {} }
         class A implements I {} class B extends A implements J {} class C extends B { public void m() {} }
         abstract class T implements I { public abstract void m(); } class U extends A {}",
    );
    assert_eq!(selected(&mut program, "I", "A", "m").unwrap(), "I");
    assert_eq!(selected(&mut program, "I", "U", "m").unwrap(), "I");
    assert_eq!(selected(&mut program, "I", "B", "m").unwrap(), "J");
    assert_eq!(selected(&mut program, "A", "B", "m").unwrap(), "J");
    assert_eq!(selected(&mut program, "J", "C", "m").unwrap(), "C");
    let error = selected(&mut program, "I", "T", "m").unwrap_err();
    assert_eq!(error.java_error(), "java/lang/AbstractMethodError");
    assert_eq!(error.to_string(), "class T has no implementation of m()V");
}

#[test]
fn private_methods_are_not_overridden() {
    let mut program = program("class A { private void m() {} } class T extends A { void m() {} }");
    let a = program.load("A").unwrap();
    let t = program.load("T").unwrap();
    let private = method(&program, a, "m");
    assert_eq!(program.select(t, private), Ok(private));
}

#[test]
fn resolution_finds_inherited_members_and_says_what_is_missing() {
    let mut program =
        program("interface K { int Z = 4; } class A implements K { int x; void m() {} } class T extends A {}");
    let t = program.load("T").unwrap();
    let field = |name: &str, field_type: Type| FieldRef {
        class: "T".into(),
        name: name.into(),
        field_type,
        resolved: OnceCell::new(),
    };
    let x = program.resolve_field(&field("x", Type::Int)).unwrap();
    assert_eq!(program.find_field(t, "x"), Some(x));
    let z = program.resolve_field(&field("Z", Type::Int)).unwrap();
    assert_eq!(program.field(z).constant, Some(ConstantValue::Int(4)));
    let missing = program.resolve_field(&field("x", Type::Long)).unwrap_err();
    assert_eq!(
        (missing.to_string().as_str(), missing.java_error()),
        ("class T has no field x", "java/lang/NoSuchFieldError")
    );
    program.resolve_method(&method_ref("T", false, "m", "()V")).unwrap();
    let missing = program.resolve_method(&method_ref("T", false, "m", "()I")).unwrap_err();
    assert_eq!(missing.to_string(), "class T has no method m()I");
    let confused = program.resolve_method(&method_ref("T", true, "m", "()V")).unwrap_err();
    assert_eq!(confused.java_error(), "java/lang/IncompatibleClassChangeError");
    let missing = program.load("no/Such").unwrap_err();
    assert_eq!(
        (missing.to_string().as_str(), missing.java_error()),
        ("class no.Such was not found", "java/lang/NoClassDefFoundError")
    );
}

#[test]
fn method_handles_take_any_descriptor() {
    let mut program = program("class T {}");
    let invoke = method_ref("java/lang/invoke/MethodHandle", false, "invokeExact", "(IJ)Ljava/lang/String;");
    let resolved = program.resolve_method(&invoke).unwrap();
    assert_eq!(&*program.method(resolved).name, "invokeExact");
    assert!(program.is_signature_polymorphic(resolved));
    let get = method_ref("java/lang/invoke/VarHandle", false, "getAndAdd", "(LT;I)I");
    program.resolve_method(&get).unwrap();
    let ordinary = method_ref("java/lang/invoke/MethodHandle", false, "asType", "()V");
    assert!(program.resolve_method(&ordinary).is_err());
}

#[test]
fn subtypes_of_the_user_only() {
    let mut program = program(
        "interface Shape {} class B implements Shape {} abstract class C implements Shape {} class A extends C {} enum E implements Shape { X { } } class T {}",
    );
    let names = |program: &mut Program, class: &str| {
        let class = program.load(class).unwrap();
        let found = program.instantiable_subtypes(class).unwrap();
        found.into_iter().map(|class| program.class(class).name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&mut program, "Shape"), ["A", "B", "E", "E$1"]);
    assert_eq!(names(&mut program, "C"), ["A"]);
    assert_eq!(names(&mut program, "java/lang/Integer"), ["java/lang/Integer"]);
    assert_eq!(names(&mut program, "java/util/List"), [""; 0]);
    let targets: Vec<String> = program.target_classes().iter().map(|name| name.to_string()).collect();
    assert_eq!(targets, ["A", "B", "C", "E", "E$1", "Shape", "T"]);
}

#[test]
fn super_calls_start_at_the_direct_superclass() {
    let mut program = program(
        "class A { void m() {} } class B extends A { void m() {} } class T extends B { void m() { super.m(); } }",
    );
    let t = program.load("T").unwrap();
    let a = program.load("A").unwrap();
    let b = program.load("B").unwrap();
    let of_a = method(&program, a, "m");
    assert_eq!(program.select_special(t, of_a), Ok(method(&program, b, "m")));
}

/// An abstract class with one method `m()V` of these flags, without code.
fn class_with_m(name: &str, super_name: &str, flags: MethodAccessFlags) -> Vec<u8> {
    let mut constant_pool = ConstantPool::default();
    let this_class = constant_pool.add_class(name).unwrap();
    let super_class = constant_pool.add_class(super_name).unwrap();
    let m = Method {
        access_flags: flags | MethodAccessFlags::NATIVE,
        name_index: constant_pool.add_utf8("m").unwrap(),
        descriptor_index: constant_pool.add_utf8("()V").unwrap(),
        attributes: Vec::new(),
    };
    let class_file = ClassFile {
        version: JAVA_17,
        access_flags: ClassAccessFlags::PUBLIC,
        constant_pool,
        this_class,
        super_class,
        methods: vec![m],
        ..Default::default()
    };
    let mut bytes = Vec::new();
    class_file.to_bytes(&mut bytes).unwrap();
    bytes
}

#[test]
fn package_private_methods_are_overridden_within_their_package() {
    let package_private = MethodAccessFlags::empty();
    let classes = [
        class_with_m("p/A", "java/lang/Object", package_private),
        class_with_m("q/B", "p/A", package_private),
        class_with_m("p/C", "q/B", MethodAccessFlags::PUBLIC),
        class_with_m("q/D", "p/C", MethodAccessFlags::PUBLIC),
    ];
    let class_path = classes.into_iter().fold(ClassPath::new(common::jdk()), |class_path, bytes| {
        class_path.with_target_entry(ClassPathEntry::from_bytes(bytes).unwrap())
    });
    let mut program = Program::new(class_path);
    // B is of another package: its m is another method, which C, of A's package, does not override.
    assert_eq!(selected(&mut program, "p/A", "q/B", "m").unwrap(), "p/A");
    assert_eq!(selected(&mut program, "p/A", "p/C", "m").unwrap(), "p/C");
    // D overrides A's method through C's, which is public.
    assert_eq!(selected(&mut program, "p/A", "q/D", "m").unwrap(), "q/D");
    assert_eq!(selected(&mut program, "q/B", "p/C", "m").unwrap(), "q/B");
    assert_eq!(selected(&mut program, "q/B", "q/D", "m").unwrap(), "q/D");
}
