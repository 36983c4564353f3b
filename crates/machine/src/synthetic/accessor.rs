//! Code that reflection runs: for each method, constructor, field or kind of array a class with one static method, which takes
//! what `java.lang.reflect` is given and gives back what it returns.
//!
//! Arguments were checked before; what the member itself throws arrives as an `InvocationTargetException`.

use program::class::{ClassId, ClassOrigin, FieldId, MethodId};
use program::code::{Body, InvokeKind, Kind, Operand, Type};
use program::{SyntheticClass, SyntheticMethod};

use crate::machine::Machine;
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};
use crate::synthetic::lambda::{box_value, unbox, widen, wrapper};

const OBJECT: &str = "java/lang/Object";

/// What is done with a field or an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    Get,
    Set,
}

/// A member to be called.
struct Callee {
    class: String,
    is_interface: bool,
    name: String,
    descriptor: String,
    parameters: Vec<Type>,
    result: Option<Type>,
    /// `None`: a constructor.
    kind: Option<InvokeKind>,
}

impl Machine {
    /// `static Object access(Object receiver, Object[] arguments)` for a method or constructor.
    pub(crate) fn method_accessor(&mut self, method: MethodId) -> MethodId {
        let entry = self.program.method(method);
        let holder = self.program.class(entry.class);
        let kind = match () {
            () if &*entry.name == "<init>" => None,
            () if entry.is_static() => Some(InvokeKind::Static),
            () if entry.is_private() => Some(InvokeKind::Special),
            () if holder.is_interface() => Some(InvokeKind::Interface),
            () => Some(InvokeKind::Virtual),
        };
        let callee = Callee {
            class: holder.name.to_string(),
            is_interface: holder.is_interface(),
            name: entry.name.to_string(),
            descriptor: entry.descriptor.to_string(),
            parameters: entry.parameters.clone(),
            result: entry.return_type.clone(),
            kind,
        };
        let name = format!("jdk/internal/reflect/MethodAccessor${}", method.index());
        let descriptor = "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;".to_string();
        self.accessor(name, descriptor, move |method| call_body(method, &callee))
    }

    /// `static Object access(Object receiver)` or `static void access(Object receiver, T value)` for a field. What is got and
    /// set is of the type that is given, if it is a primitive one, else an object.
    pub(crate) fn field_accessor(&mut self, field: FieldId, way: Use, given: &Type) -> MethodId {
        let entry = self.program.field(field);
        let (class, name) = (self.program.class(entry.class).name.to_string(), entry.name.to_string());
        let (declared, is_static) = (entry.field_type.clone(), entry.access & 0x0008 != 0);
        let given = given.clone();
        let letter = program::descriptor::descriptor_of(&given);
        let accessor =
            format!("jdk/internal/reflect/FieldAccessor${}${way:?}${}", field.index(), program::display_type(&given));
        let descriptor = match way {
            Use::Get => format!("(Ljava/lang/Object;){letter}"),
            Use::Set => format!("(Ljava/lang/Object;{letter})V"),
        };
        self.accessor(accessor, descriptor, move |method| {
            let kinds = match way {
                Use::Get => vec![Kind::Reference],
                Use::Set => vec![Kind::Reference, given.kind()],
            };
            let mut builder = BodyBuilder::new(method, kinds);
            let reference = field_ref(&class, &name, declared.clone());
            let receiver = (!is_static).then(|| {
                let receiver = builder.parameter(0);
                builder.check_cast(receiver, &class)
            });
            match way {
                Use::Get => {
                    let value = match receiver {
                        Some(receiver) => builder.get_field(receiver, reference),
                        None => builder.get_static(reference),
                    };
                    let value = match (&declared, &given) {
                        (Type::Reference(_), _) => value,
                        (primitive, Type::Reference(_)) => box_value(&mut builder, value, primitive),
                        (primitive, wanted) => widen(&mut builder, value, primitive, wanted),
                    };
                    builder.return_value(Some(value));
                }
                Use::Set => {
                    let value = builder.parameter(1);
                    let value = from_object(&mut builder, value, &given, &declared);
                    match receiver {
                        Some(receiver) => builder.put_field(receiver, reference, value),
                        None => builder.put_static(reference, value),
                    }
                    builder.return_value(None);
                }
            }
            builder.finish()
        })
    }

    /// `static T access(Object array, int index)` or `static void access(Object array, int index, T value)` for arrays of
    /// certain elements. What is got and set is of the type that is given.
    pub(crate) fn array_accessor(&mut self, element: &Type, way: Use, given: &Type) -> MethodId {
        let (element, given) = (element.clone(), given.clone());
        let letter = program::descriptor::descriptor_of;
        let array_class = match &element {
            Type::Reference(_) => "[Ljava/lang/Object;".to_string(),
            primitive => format!("[{}", letter(primitive)),
        };
        let (of, with) = (program::display_type(&element), program::display_type(&given));
        let descriptor = match way {
            Use::Get => format!("(Ljava/lang/Object;I){}", letter(&given)),
            Use::Set => format!("(Ljava/lang/Object;I{})V", letter(&given)),
        };
        self.accessor(format!("jdk/internal/reflect/ArrayAccessor${of}${way:?}${with}"), descriptor, move |method| {
            let kinds = match way {
                Use::Get => vec![Kind::Reference, Kind::Int],
                Use::Set => vec![Kind::Reference, Kind::Int, given.kind()],
            };
            let mut builder = BodyBuilder::new(method, kinds);
            let (array, index) = (builder.parameter(0), builder.parameter(1));
            let array = builder.check_cast(array, &array_class);
            match way {
                Use::Get => {
                    let value = builder.load_element(array, index, &element);
                    let value = match (&element, &given) {
                        (Type::Reference(_), _) => value,
                        (primitive, Type::Reference(_)) => new_box(&mut builder, value, primitive),
                        (primitive, wanted) => widen(&mut builder, value, primitive, wanted),
                    };
                    builder.return_value(Some(value));
                }
                Use::Set => {
                    let value = builder.parameter(2);
                    let value = from_object(&mut builder, value, &given, &element);
                    builder.store_element(array, index, value, &element);
                    builder.return_value(None);
                }
            }
            builder.finish()
        })
    }

    /// The one method of a class that is made unless it is there.
    fn accessor(
        &mut self,
        class_name: String,
        descriptor: String,
        body: impl Fn(MethodId) -> Body + 'static,
    ) -> MethodId {
        const PUBLIC_STATIC: u16 = 0x0009;
        let class: ClassId = match self.program.loaded(&class_name) {
            Some(class) => class,
            None => self.program.define_synthetic_class(SyntheticClass {
                name: class_name,
                super_class: self.known.object,
                interfaces: Vec::new(),
                access: 0x1011,
                origin: ClassOrigin::Library,
                fields: Vec::new(),
                methods: vec![SyntheticMethod {
                    name: "access".to_string(),
                    descriptor,
                    access: PUBLIC_STATIC,
                    body: Some(Box::new(body)),
                }],
            }),
        };
        self.program.class(class).methods[0]
    }
}

fn call_body(method: MethodId, callee: &Callee) -> Body {
    let mut builder = BodyBuilder::new(method, vec![Kind::Reference, Kind::Reference]);
    let (receiver, given) = (builder.parameter(0), builder.parameter(1));
    let mut arguments: Vec<Operand> = Vec::new();
    match callee.kind {
        None => arguments.push(Operand::register(builder.new_object(&callee.class))),
        Some(InvokeKind::Static) => {}
        Some(_) => arguments.push(builder.check_cast(receiver, &callee.class)),
    }
    let object = Type::Reference(OBJECT.into());
    for (number, parameter) in callee.parameters.iter().enumerate() {
        let argument = builder.element(given, number as i32);
        arguments.push(from_object(&mut builder, argument, &object, parameter));
    }
    let called = method_ref(&callee.class, callee.is_interface, &callee.name, &callee.descriptor);
    let handler = builder.new_label();
    let start = builder.position();
    let returned = builder.invoke(callee.kind.unwrap_or(InvokeKind::Special), called, &arguments);
    builder.protect_since(start, handler);
    let result = match (callee.kind, returned, &callee.result) {
        (None, _, _) => arguments[0],
        (Some(_), Some(value), Some(Type::Reference(_))) => Operand::register(value),
        (Some(_), Some(value), Some(primitive)) => box_value(&mut builder, Operand::register(value), primitive),
        _ => builder.constant(program::code::Constant::Null),
    };
    builder.return_value(Some(result));
    builder.place(handler);
    const WRAPPER: &str = "java/lang/reflect/InvocationTargetException";
    let thrown = builder.catch();
    let wrapper = Operand::register(builder.new_object(WRAPPER));
    let constructor = method_ref(WRAPPER, false, "<init>", "(Ljava/lang/Throwable;)V");
    builder.invoke(InvokeKind::Special, constructor, &[wrapper, thrown]);
    builder.throw(wrapper);
    builder.finish()
}

/// Elements are boxed by the JVM itself, which keeps no boxes.
fn new_box(builder: &mut BodyBuilder, value: Operand, primitive: &Type) -> Operand {
    let class = wrapper(primitive);
    let object = Operand::register(builder.new_object(class));
    let letter = program::descriptor::descriptor_of(primitive);
    let constructor = method_ref(class, false, "<init>", &format!("({letter})V"));
    builder.invoke(InvokeKind::Special, constructor, &[object, value]);
    object
}

/// A value of one type as one of another, which it is known to fit.
fn from_object(builder: &mut BodyBuilder, value: Operand, given: &Type, wanted: &Type) -> Operand {
    match (given, wanted) {
        (Type::Reference(_), Type::Reference(class)) => {
            if &**class == OBJECT {
                value
            } else {
                builder.check_cast(value, class)
            }
        }
        (Type::Reference(class), primitive) => unbox(builder, value, class, primitive),
        (given, wanted) => widen(builder, value, given, wanted),
    }
}
