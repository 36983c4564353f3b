//! Pattern switches: `SwitchBootstraps.typeSwitch` and `enumSwitch`, as methods that try the labels in order.

use std::rc::Rc;

use program::class::MethodId;
use program::code::{Condition, Constant, DynamicSite, InvokeKind, Kind, Loadable, Operand, Type};

use crate::machine::Machine;
use crate::state::fork::Stop;
use crate::synthetic::body_builder::parameter_types;
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};

enum Label {
    /// Whatever a selector of primitive type holds.
    Anything,
    Class(Rc<str>),
    Text(Rc<[u16]>),
    /// Matches an Integer, Short, Byte or Character of this value.
    Number(i32),
    Enum {
        class: Rc<str>,
        constant: String,
    },
}

impl Machine {
    /// `static int select(T selector, int restart)`: −1 for null, else the first label from `restart` on that matches,
    /// else the number of labels.
    pub(crate) fn pattern_switch(&mut self, site: &DynamicSite) -> Result<MethodId, Stop> {
        let parameters = parameter_types(&site.descriptor);
        let [selector, Type::Int] = &parameters[..] else {
            return Err(Stop::unsupported("a switch with unusual parameters"));
        };
        let Type::Reference(selector) = selector else { return self.primitive_switch(site, selector) };
        let is_enum = &*site.bootstrap.name == "enumSwitch";
        let mut labels = Vec::new();
        for label in &site.bootstrap_arguments {
            let label = read_label(label, is_enum.then_some(selector));
            labels.push(label.ok_or_else(|| Stop::unsupported("a switch with an unusual label"))?);
        }
        let body = Box::new(move |method| body(BodyBuilder::new(method, vec![Kind::Reference, Kind::Int]), &labels));
        Ok(self.synthetic_method("Switch", "select", &site.descriptor, body))
    }
}

impl Machine {
    /// Over a component of primitive type, as nested patterns ask for it: labels of its own type match always.
    fn primitive_switch(&mut self, site: &DynamicSite, selector: &Type) -> Result<MethodId, Stop> {
        let own = program::descriptor::descriptor_of(selector);
        let is_own = |label: &Loadable| match label {
            Loadable::Dynamic(constant) => &*constant.bootstrap.name == "primitiveClass" && *constant.name == *own,
            _ => false,
        };
        if !site.bootstrap_arguments.iter().all(is_own) {
            return Err(Stop::unsupported("a switch over a primitive type by patterns"));
        }
        let labels: Vec<Label> = site.bootstrap_arguments.iter().map(|_| Label::Anything).collect();
        let kinds = vec![selector.kind(), Kind::Int];
        let body = Box::new(move |method| body(BodyBuilder::new(method, kinds), &labels));
        Ok(self.synthetic_method("Switch", "select", &site.descriptor, body))
    }
}

fn read_label(label: &Loadable, enum_class: Option<&Rc<str>>) -> Option<Label> {
    Some(match (label, enum_class) {
        (Loadable::Class(name), _) => Label::Class(name.clone()),
        (Loadable::String(units), Some(class)) => {
            Label::Enum { class: class.clone(), constant: String::from_utf16(units).ok()? }
        }
        (Loadable::String(units), None) => Label::Text(units.clone()),
        (Loadable::Number(Constant::Int(number)), None) => Label::Number(*number),
        (Loadable::Dynamic(constant), None) => enum_description(constant)?,
        _ => return None,
    })
}

/// A constant `EnumDesc.of(ClassDesc.of("pkg.E"), "CONSTANT")`.
fn enum_description(constant: &DynamicSite) -> Option<Label> {
    let [Loadable::MethodHandle(factory), Loadable::Dynamic(class), Loadable::String(name)] =
        &constant.bootstrap_arguments[..]
    else {
        return None;
    };
    let [Loadable::MethodHandle(class_factory), Loadable::String(class)] = &class.bootstrap_arguments[..] else {
        return None;
    };
    let is_expected = &*factory.class == "java/lang/Enum$EnumDesc"
        && &*factory.name == "of"
        && &*class_factory.class == "java/lang/constant/ClassDesc"
        && &*class_factory.name == "of";
    is_expected.then_some(())?;
    let class = String::from_utf16(class).ok()?.replace('.', "/");
    Some(Label::Enum { class: class.into(), constant: String::from_utf16(name).ok()? })
}

fn body(mut builder: BodyBuilder, labels: &[Label]) -> program::code::Body {
    let (selector, restart) = (builder.parameter(0), builder.parameter(1));
    let null = builder.new_label();
    let zero = builder.constant(Constant::Int(0));
    if !labels.iter().any(|label| matches!(label, Label::Anything)) {
        builder.if_null(selector, null);
    }
    for (number, label) in labels.iter().enumerate() {
        let next = builder.new_label();
        let index = builder.constant(Constant::Int(number as i32));
        builder.if_holds(Condition::Greater, restart, index, next);
        match label {
            Label::Anything => {}
            Label::Class(class) => {
                let matches = builder.instance_of(selector, class);
                builder.if_holds(Condition::Equal, matches, zero, next);
            }
            Label::Text(units) => {
                let text = Operand::register(builder.load(Loadable::String(units.clone())));
                let equals = method_ref("java/lang/Object", false, "equals", "(Ljava/lang/Object;)Z");
                let matches = builder.invoke_value(InvokeKind::Virtual, equals, &[text, selector]);
                builder.if_holds(Condition::Equal, matches, zero, next);
            }
            Label::Number(number) => match_number(&mut builder, selector, *number, index, next),
            Label::Enum { class, constant } => {
                let is_instance = builder.instance_of(selector, class);
                builder.if_holds(Condition::Equal, is_instance, zero, next);
                let wanted = builder.get_static(field_ref(class, constant, Type::Reference(class.clone())));
                let found = builder.new_label();
                builder.if_same(selector, wanted, found);
                builder.if_holds(Condition::Equal, zero, zero, next);
                builder.place(found);
            }
        }
        builder.return_value(Some(index));
        builder.place(next);
    }
    let none = builder.constant(Constant::Int(labels.len() as i32));
    builder.return_value(Some(none));
    builder.place(null);
    let minus_one = builder.constant(Constant::Int(-1));
    builder.return_value(Some(minus_one));
    builder.finish()
}

/// Returns `index` if the selector is a number or character of this value, else goes to `next`.
fn match_number(
    builder: &mut BodyBuilder,
    selector: Operand,
    number: i32,
    index: Operand,
    next: crate::synthetic::body_builder::Label,
) {
    let zero = builder.constant(Constant::Int(0));
    let wanted = builder.constant(Constant::Int(number));
    for (class, unbox, result) in [("java/lang/Number", "intValue", "()I"), ("java/lang/Character", "charValue", "()C")]
    {
        let other_class = builder.new_label();
        let is_instance = builder.instance_of(selector, class);
        builder.if_holds(Condition::Equal, is_instance, zero, other_class);
        let selector = builder.check_cast(selector, class);
        let unboxed = builder.invoke_value(InvokeKind::Virtual, method_ref(class, false, unbox, result), &[selector]);
        builder.if_holds(Condition::NotEqual, unboxed, wanted, next);
        builder.return_value(Some(index));
        builder.place(other_class);
    }
    builder.if_holds(Condition::Equal, zero, zero, next);
}
