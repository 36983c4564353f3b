//! What a JVM does to the library before it runs a program, as far as programs can see it.
//!
//! The machine runs no boot sequence: classes are initialised when they are touched. `System` alone would then lack its
//! streams, which the boot sequence sets after the class's own initialiser. So its initialiser is one that goes on to
//! make them, by the library's own constructors.

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Constant, Instruction, InvokeKind, Loadable, Operand, Type};
use program::{SyntheticClass, SyntheticMethod};

use crate::library::input::standard_input::NOTE_STREAM;
use crate::machine::Machine;
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};

pub(crate) const SYSTEM: &str = "java/lang/System";
/// The class of what start-up runs.
pub(crate) const HOLDER: &str = "lazuli/Startup";
const NOTES_STREAM: &str = "(Ljava/io/InputStream;)V";

impl Machine {
    /// The static initialiser of a class, if it has one.
    pub(crate) fn initializer_of(&mut self, class: ClassId) -> Option<MethodId> {
        let entry = self.program.class(class);
        let initializer = entry.initializer?;
        match &*entry.name {
            SYSTEM if entry.origin == ClassOrigin::Library => {}
            // It makes loaders and modules, of which the machine has none.
            "jdk/internal/loader/BootLoader" | "jdk/internal/loader/ClassLoaders" => return None,
            // They start the threads that handle references, of which this machine collects none.
            "java/lang/ref/Reference" | "java/lang/ref/Finalizer" => return None,
            _ => return Some(initializer),
        }
        let startup = self.startup_class();
        self.program.class(startup).methods.first().copied()
    }

    /// The class of what start-up runs, made when it is first needed.
    fn startup_class(&mut self) -> ClassId {
        if let Some(startup) = self.program.loaded(HOLDER) {
            return startup;
        }
        self.program.define_synthetic_class(SyntheticClass {
            name: HOLDER.to_string(),
            super_class: self.known.object,
            interfaces: Vec::new(),
            access: 0x1001,
            origin: ClassOrigin::Library,
            fields: Vec::new(),
            methods: vec![
                SyntheticMethod {
                    name: "initializeSystem".into(),
                    descriptor: "()V".into(),
                    access: 0x1009,
                    body: Some(Box::new(|method| {
                        let mut builder = BodyBuilder::new(method, Vec::new());
                        builder.invoke(InvokeKind::Static, method_ref(SYSTEM, false, "setJavaLangAccess", "()V"), &[]);
                        let separator = builder.load(Loadable::String("\n".encode_utf16().collect()));
                        put_static(&mut builder, "lineSeparator", "java/lang/String", Operand::register(separator));
                        input_stream(&mut builder);
                        for name in ["out", "err"] {
                            print_stream(&mut builder, name);
                        }
                        builder.return_value(None);
                        builder.finish()
                    })),
                },
                SyntheticMethod {
                    name: NOTE_STREAM.into(),
                    descriptor: NOTES_STREAM.into(),
                    access: 0x1109,
                    body: None,
                },
            ],
        })
    }
}

pub(crate) fn put_static(builder: &mut BodyBuilder, name: &str, class: &str, value: Operand) {
    let field = builder.field(field_ref(SYSTEM, name, Type::Reference(class.into())));
    builder.push(Instruction::PutStatic { field, value });
}

fn get_static(builder: &mut BodyBuilder, class: &str, name: &str, field_class: &str) -> Operand {
    builder.get_static(field_ref(class, name, Type::Reference(field_class.into())))
}

/// `new C(arguments)`.
pub(crate) fn construct(builder: &mut BodyBuilder, class: &str, descriptor: &str, arguments: &[Operand]) -> Operand {
    let object = Operand::register(builder.new_object(class));
    let mut operands = vec![object];
    operands.extend_from_slice(arguments);
    builder.invoke(InvokeKind::Special, method_ref(class, false, "<init>", descriptor), &operands);
    object
}

/// `System.in = new BufferedInputStream(new FileInputStream(FileDescriptor.in))`.
fn input_stream(builder: &mut BodyBuilder) {
    let descriptor = get_static(builder, "java/io/FileDescriptor", "in", "java/io/FileDescriptor");
    let file = construct(builder, "java/io/FileInputStream", "(Ljava/io/FileDescriptor;)V", &[descriptor]);
    let stream = construct(builder, "java/io/BufferedInputStream", "(Ljava/io/InputStream;)V", &[file]);
    put_static(builder, "in", "java/io/InputStream", stream);
    builder.invoke(InvokeKind::Static, method_ref(HOLDER, false, NOTE_STREAM, NOTES_STREAM), &[stream]);
}

/// `System.out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 128), true, UTF_8)`.
fn print_stream(builder: &mut BodyBuilder, name: &str) {
    let descriptor = get_static(builder, "java/io/FileDescriptor", name, "java/io/FileDescriptor");
    let file = construct(builder, "java/io/FileOutputStream", "(Ljava/io/FileDescriptor;)V", &[descriptor]);
    let size = builder.constant(Constant::Int(128));
    let buffer = construct(builder, "java/io/BufferedOutputStream", "(Ljava/io/OutputStream;I)V", &[file, size]);
    let charset = get_static(builder, "sun/nio/cs/UTF_8", "INSTANCE", "sun/nio/cs/UTF_8");
    let flushes = builder.constant(Constant::Int(1));
    let stream = construct(
        builder,
        "java/io/PrintStream",
        "(Ljava/io/OutputStream;ZLjava/nio/charset/Charset;)V",
        &[buffer, flushes, charset],
    );
    put_static(builder, name, "java/io/PrintStream", stream);
}
