//! `toString`, `hashCode` and `equals` of records, as `ObjectMethods` makes them.

use std::rc::Rc;

use program::class::{ClassId, ClassKind, MethodId};
use program::code::{
    BinaryOp, Condition, Constant, DynamicSite, HandleKind, InvokeKind, Kind, Loadable, MethodHandle, Operand, Type,
};
use program::descriptor::{descriptor_of, parse_type};

use crate::machine::Machine;
use crate::state::fork::Stop;
use crate::synthetic::body_builder::append_type;
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};
use crate::synthetic::lambda::wrapper;

const BUILDER: &str = "java/lang/StringBuilder";

struct Component {
    holder: Rc<str>,
    /// The field, which need not have the component's name for hand-made call sites.
    field: Rc<str>,
    name: String,
    component_type: Type,
}

impl Machine {
    pub(crate) fn record_method(&mut self, site: &DynamicSite) -> Result<MethodId, Stop> {
        let Some((class, components)) = read_site(site) else {
            return Err(Stop::unsupported("a record of an unusual form"));
        };
        let class_id = self.load(&class)?;
        let title = simple_name(self, class_id);
        let descriptor = site.descriptor.to_string();
        let body: program::SyntheticBody = match &*site.name {
            "toString" => Box::new(move |method| {
                let builder = BodyBuilder::new(method, vec![Kind::Reference]);
                to_string(builder, &title, &components)
            }),
            "hashCode" => Box::new(move |method| {
                let builder = BodyBuilder::new(method, vec![Kind::Reference]);
                hash_code(builder, &components)
            }),
            "equals" => Box::new(move |method| {
                let builder = BodyBuilder::new(method, vec![Kind::Reference, Kind::Reference]);
                equals(builder, &class, &components)
            }),
            other => return Err(Stop::unsupported(format!("a record method {other}"))),
        };
        Ok(self.synthetic_method("Record", &site.name, &descriptor, body))
    }
}

fn read_site(site: &DynamicSite) -> Option<(Rc<str>, Vec<Component>)> {
    let mut arguments = site.bootstrap_arguments.iter();
    let Some(Loadable::Class(class)) = arguments.next() else { return None };
    let Some(Loadable::String(names)) = arguments.next() else { return None };
    let names = String::from_utf16(names).ok()?;
    let mut names = names.split(';').filter(|name| !name.is_empty());
    let mut components = Vec::new();
    for getter in arguments {
        let Loadable::MethodHandle(getter) = getter else { return None };
        components.push(component(getter, names.next()?)?);
    }
    names.next().is_none().then(|| (class.clone(), components))
}

fn component(getter: &MethodHandle, name: &str) -> Option<Component> {
    (getter.kind == HandleKind::GetField).then_some(())?;
    Some(Component {
        holder: getter.class.clone(),
        field: getter.name.clone(),
        name: name.to_string(),
        component_type: parse_type(&getter.descriptor)?,
    })
}

fn read(builder: &mut BodyBuilder, object: Operand, component: &Component) -> Operand {
    builder.get_field(object, field_ref(&component.holder, &component.field, component.component_type.clone()))
}

fn append(builder: &mut BodyBuilder, text: Operand, value: Operand, parameter: &str) {
    let method = method_ref(BUILDER, false, "append", &format!("({parameter})L{BUILDER};"));
    builder.invoke(InvokeKind::Virtual, method, &[text, value]);
}

fn append_text(builder: &mut BodyBuilder, text: Operand, literal: &str) {
    let literal = builder.load(Loadable::String(literal.encode_utf16().collect()));
    append(builder, text, Operand::register(literal), "Ljava/lang/String;");
}

fn to_string(mut builder: BodyBuilder, title: &str, components: &[Component]) -> program::code::Body {
    let this = builder.parameter(0);
    let text = Operand::register(builder.new_object(BUILDER));
    builder.invoke(InvokeKind::Special, method_ref(BUILDER, false, "<init>", "()V"), &[text]);
    append_text(&mut builder, text, &format!("{title}["));
    for (number, component) in components.iter().enumerate() {
        let separator = if number == 0 { "" } else { ", " };
        append_text(&mut builder, text, &format!("{separator}{}=", component.name));
        let value = read(&mut builder, this, component);
        append(&mut builder, text, value, append_type(&component.component_type));
    }
    append_text(&mut builder, text, "]");
    let to_string = method_ref(BUILDER, false, "toString", "()Ljava/lang/String;");
    let result = builder.invoke_value(InvokeKind::Virtual, to_string, &[text]);
    builder.return_value(Some(result));
    builder.finish()
}

/// `31 * … + hash(component)`, from 0.
fn hash_code(mut builder: BodyBuilder, components: &[Component]) -> program::code::Body {
    let this = builder.parameter(0);
    let mut result = builder.constant(Constant::Int(0));
    for component in components {
        let factor = builder.constant(Constant::Int(31));
        let product = builder.binary(BinaryOp::Multiply, Kind::Int, result, factor);
        let value = read(&mut builder, this, component);
        let method = match &component.component_type {
            Type::Reference(_) => method_ref("java/util/Objects", false, "hashCode", "(Ljava/lang/Object;)I"),
            primitive => method_ref(wrapper(primitive), false, "hashCode", &format!("({})I", descriptor_of(primitive))),
        };
        let hash = builder.invoke_value(InvokeKind::Static, method, &[value]);
        result = builder.binary(BinaryOp::Add, Kind::Int, product, hash);
    }
    builder.return_value(Some(result));
    builder.finish()
}

fn equals(mut builder: BodyBuilder, class: &str, components: &[Component]) -> program::code::Body {
    let (this, other) = (builder.parameter(0), builder.parameter(1));
    let (yes, no) = (builder.new_label(), builder.new_label());
    let zero = builder.constant(Constant::Int(0));
    builder.if_same(this, other, yes);
    let is_instance = builder.instance_of(other, class);
    builder.if_holds(Condition::Equal, is_instance, zero, no);
    let other = builder.check_cast(other, class);
    // The library's combinators test the last component first.
    for component in components.iter().rev() {
        let left = read(&mut builder, this, component);
        let right = read(&mut builder, other, component);
        match &component.component_type {
            Type::Reference(_) => {
                let method =
                    method_ref("java/util/Objects", false, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
                let equal = builder.invoke_value(InvokeKind::Static, method, &[left, right]);
                builder.if_holds(Condition::Equal, equal, zero, no);
            }
            primitive if primitive.kind() == Kind::Int => builder.if_holds(Condition::NotEqual, left, right, no),
            primitive => {
                let letter = descriptor_of(primitive);
                let method = method_ref(wrapper(primitive), false, "compare", &format!("({letter}{letter})I"));
                let order = builder.invoke_value(InvokeKind::Static, method, &[left, right]);
                builder.if_holds(Condition::NotEqual, order, zero, no);
            }
        }
    }
    builder.place(yes);
    let one = builder.constant(Constant::Int(1));
    builder.return_value(Some(one));
    builder.place(no);
    builder.return_value(Some(zero));
    builder.finish()
}

/// The name in the source: empty for anonymous classes.
pub(crate) fn simple_name(machine: &Machine, class: ClassId) -> String {
    let entry = machine.program.class(class);
    if let ClassKind::Array { element } = &entry.kind {
        let element = match element {
            Type::Reference(name) => match machine.program.loaded(name) {
                Some(class) => simple_name(machine, class),
                None => name.to_string(),
            },
            primitive => program::display_type(primitive),
        };
        return format!("{element}[]");
    }
    match &entry.inner {
        Some(inner) => inner.simple_name.as_deref().unwrap_or_default().to_string(),
        None => entry.name.rsplit('/').next().unwrap_or_default().to_string(),
    }
}
