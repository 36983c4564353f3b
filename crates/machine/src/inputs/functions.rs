//! Unknown functions: objects of the input of an interface with one method to implement.
//!
//! A function is an object of a class made for its interface. Each call gives any value of the result's type, and the same
//! value for the same arguments: numbers, strings and boxes that are equal, and other objects that are one and hold in their
//! fields what they held. A function without parameters is there for what it does besides, so that each call answers anew. A
//! `Comparator` keeps to its contract: it compares by ranks that its arguments have. Functions change nothing and throw nothing;
//! others are left out, which counts as a bound.
//!
//! What was asked and answered is kept with the object: a counterexample shows it, and the replay hands out these answers in the
//! order of the calls.

use std::rc::Rc;

use logic::model::Model;
use logic::term::Term;
use program::class::{Class, ClassId, ClassOrigin, Method, MethodId};
use program::code::{Kind, Type};
use program::generic::GenericType;
use program::{SyntheticClass, SyntheticMethod};

use crate::inputs::factories::put_in_place;
use crate::machine::Machine;
use crate::machine::intrinsic::{Entry, Outcome, nothing, value};
use crate::reference::guarded::Truth;
use crate::state::State;
use crate::state::fork::{Effect, Stop};
use crate::state::function::Given;
pub use crate::state::function::{Function, FunctionCall};
use crate::state::heap::{ArrayContent, Base, Content, InputOrigin, Object, Payload};
use crate::state::terms::Ints;
use crate::state::value::{ObjectId, UnknownId, Value};

/// The name of every function's class starts so.
const FUNCTION: &str = "lazuli/Function$";

const COMPARATOR: &str = "java/util/Comparator";

/// The row for every method that an unknown function answers.
pub(crate) static ANSWER: Entry = Entry::refused("*", "*", "*").does(answer);

/// Whether a method is one that an unknown function answers.
pub(crate) fn is_function_method(class: &Class, method: &Method) -> bool {
    method.is_native() && class.name.starts_with(FUNCTION)
}

impl Machine {
    /// Whether an unknown reference of a type may be an unknown function: an interface with one method to implement, of the
    /// library, or one of the program's that no class implements, that a lambda implements, or that is marked as functional.
    pub(crate) fn is_functional(&mut self, declared: ClassId) -> bool {
        const ACC_ANNOTATION: u16 = 0x2000;
        let class = self.program.class(declared);
        if !class.is_interface() || class.access & ACC_ANNOTATION != 0 {
            return false;
        }
        let is_users = class.origin == ClassOrigin::User;
        let methods = self.methods_to_implement(declared);
        let Some((first, others)) = methods.split_first() else { return false };
        let first = self.program.method(*first);
        // With type arguments that are known in it, an interface may say the same method twice.
        let is_same = |other: &MethodId| {
            let other = self.program.method(*other);
            other.name == first.name && other.parameters.len() == first.parameters.len()
        };
        if !others.iter().all(is_same) {
            return false;
        }
        !is_users
            || self.is_marked_functional(declared)
            || self.program.has_lambda_of(declared)
            || self.program.instantiable_subtypes(declared).is_ok_and(|classes| classes.is_empty())
    }

    fn is_marked_functional(&self, class: ClassId) -> bool {
        // A number of annotations, then for each the index of its type.
        let Some(bytes) = self.program.class_annotations(class) else { return false };
        let [_, _, high, low, ..] = bytes[..] else { return false };
        let first = self.program.pool_text(class, u16::from_be_bytes([high, low]));
        first.is_some_and(|text| String::from_utf16_lossy(&text) == "Ljava/lang/FunctionalInterface;")
    }

    /// The abstract methods of an interface and of those it extends, without those that `Object` has.
    fn methods_to_implement(&self, interface: ClassId) -> Vec<MethodId> {
        let mut pending = vec![interface];
        let mut interfaces: Vec<ClassId> = Vec::new();
        while let Some(next) = pending.pop() {
            if !interfaces.contains(&next) {
                interfaces.push(next);
                pending.extend(self.program.class(next).interfaces.iter().rev());
            }
        }
        let is_like = |method: &Method, other: &Method| {
            other.name == method.name && other.descriptor == method.descriptor && !other.is_static()
        };
        let mut methods: Vec<MethodId> = Vec::new();
        for holder in &interfaces {
            for id in &self.program.class(*holder).methods {
                let method = self.program.method(*id);
                if !method.is_abstract() || method.is_static() {
                    continue;
                }
                let of_object = self.program.class(self.known.object).methods.iter();
                let is_of_object =
                    of_object.map(|other| self.program.method(*other)).any(|other| is_like(method, other));
                let is_known = methods.iter().any(|other| is_like(method, self.program.method(*other)));
                let is_overridden = interfaces.iter().filter(|below| *below != holder).any(|below| {
                    self.program.is_subclass(*below, *holder)
                        && self.program.class(*below).methods.iter().any(|other| {
                            let other = self.program.method(*other);
                            !other.is_abstract() && is_like(method, other)
                        })
                });
                if !is_of_object && !is_known && !is_overridden {
                    methods.push(*id);
                }
            }
        }
        methods
    }

    pub(crate) fn function_class(&mut self, interface: ClassId) -> ClassId {
        let name = format!("{FUNCTION}{}", self.program.class(interface).name.replace('/', "$"));
        if let Some(known) = self.program.loaded(&name) {
            return known;
        }
        let methods = self.methods_to_implement(interface);
        let methods = methods.into_iter().map(|method| {
            let method = self.program.method(method);
            SyntheticMethod {
                name: method.name.to_string(),
                descriptor: method.descriptor.to_string(),
                access: 0x0101,
                body: None,
            }
        });
        let methods = methods.collect();
        self.program.define_synthetic_class(SyntheticClass {
            name,
            super_class: self.known.object,
            interfaces: vec![interface],
            access: 0x1011,
            origin: ClassOrigin::Library,
            fields: Vec::new(),
            methods,
        })
    }

    /// An unknown reference is a function not met before.
    pub(crate) fn new_function(&mut self, state: &mut State, id: UnknownId) -> Result<(), Stop> {
        let unknown = state.unknown(id).clone();
        let class = self.function_class(unknown.declared);
        self.ensure_initialized(state, class)?;
        let mut object = Object::instance(class, Vec::new());
        object.payload = Payload::Function(Rc::new(Function {
            interface: unknown.declared,
            generic: unknown.generic.clone(),
            answers: Vec::new(),
            ranks: Vec::new(),
        }));
        if let Some(place) = unknown.becomes {
            put_in_place(state, place, place, object);
            state.unknowns[id.0 as usize].binding = Some(Value::Reference(place));
            return Ok(());
        }
        object.origin = Some(Rc::new(InputOrigin {
            name: unknown.name.clone(),
            depth: unknown.depth,
            initial: Vec::new(),
            exists: None,
            built: None,
        }));
        let location = state.heap.allocate(object);
        self.share(state, Value::Reference(location));
        state.inputs.push(location);
        state.unknowns[id.0 as usize].binding = Some(Value::Reference(location));
        Ok(())
    }

    /// Whether an argument is what was given before.
    fn is_given_again(&mut self, state: &State, before: &Given, now: Value) -> Result<Truth, Stop> {
        if !matches!(now, Value::Reference(_) | Value::Unknown(_) | Value::Choice(_)) {
            let (before, now) = (self.term(before.value)?, self.term(now)?);
            let is_equal = self.pool.eq(before, now);
            return Ok(self.truth(state, is_equal));
        }
        if let (Value::Unknown(left), Value::Unknown(right)) = (before.value, now)
            && left == right
            && state.unknown(left).binding.is_none()
        {
            return Ok(Truth::Known(true));
        }
        let (left, right) = (self.locate(state, before.value)?, self.locate(state, now)?);
        if left.is_null() || right.is_null() {
            return Ok(Truth::Known(left == right));
        }
        if let Some(is_equal) = self.equal_values(state, left, right)? {
            return Ok(self.truth(state, is_equal));
        }
        if left == right {
            // What was not there yet is of the input, and nobody had looked at it.
            let is_older = left.0 as usize <= before.heap.len();
            let held = is_older.then(|| &before.heap.get(left).content);
            return Ok(Truth::Known(holds_the_same(held, state.heap.get(left))));
        }
        self.same(state, before.value, now)
    }

    /// Whether two strings or boxes are equal; `None` if they are none.
    fn equal_values(&mut self, state: &State, left: ObjectId, right: ObjectId) -> Result<Option<Term>, Stop> {
        let (one, other) = (state.heap.get(left), state.heap.get(right));
        let (Some(class), Some(of_other)) = (one.exact_class(), other.exact_class()) else { return Ok(None) };
        if class != of_other {
            return Ok(None);
        }
        if class == self.known.string {
            if left == right {
                return Ok(Some(self.pool.always()));
            }
            let (one, other) = (self.text_at(state, left)?, self.text_at(state, right)?);
            return Ok(Some(self.texts_equal(state, one, other)?));
        }
        let entry = self.program.class(class);
        if entry.origin != ClassOrigin::Library || crate::synthetic::lambda::unboxed(&entry.name).is_none() {
            return Ok(None);
        }
        match (self.boxed_value(state, left), self.boxed_value(state, right)) {
            (Some((_, left)), Some((_, right))) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                Ok(Some(self.pool.eq(left, right)))
            }
            // A box that nobody looked into is equal to itself.
            _ => Ok((left == right).then(|| self.pool.always())),
        }
    }

    /// The text of a string under a model, if it is known to its end.
    pub fn text_in(&self, state: &State, model: &Model, string: ObjectId) -> Option<Vec<u16>> {
        match &state.heap.get(string).payload {
            Payload::Text(text, _) => {
                let (length, units) = self.text_under(model, text)?;
                (units.len() == length as usize).then_some(units)
            }
            _ => self.string_text(state, string),
        }
    }

    /// What a box holds, with its type.
    pub fn boxed_value(&self, state: &State, location: ObjectId) -> Option<(Type, Value)> {
        let class = self.program.class(state.heap.get(location).class);
        let primitive =
            crate::synthetic::lambda::unboxed(&class.name).filter(|_| class.origin == ClassOrigin::Library)?;
        let held = crate::reference::object::field_value(self, state, location, "value")?;
        (!matches!(held, Value::Unset | Value::Opaque)).then_some((primitive, held))
    }

    /// The type of what a method of a function gives, type arguments included.
    fn type_of_result(&self, function: &Function, method: &Method) -> Option<GenericType> {
        let erased = method.return_type.clone()?;
        let declared = self.methods_to_implement(function.interface).into_iter().find(|declared| {
            let declared = self.program.method(*declared);
            declared.name == method.name && declared.descriptor == method.descriptor
        });
        let arguments = function.generic.as_ref().map(|generic| &generic.arguments[..]).unwrap_or_default();
        let generic =
            declared.and_then(|declared| self.program.generic_result(function.interface, arguments, declared));
        Some(generic.unwrap_or_else(|| GenericType::raw(erased)))
    }

    /// The rank of an argument of a comparator, the same whenever it is given.
    fn rank(&mut self, state: &mut State, function: &mut Function, name: &str, argument: Value) -> Result<Term, Stop> {
        let mut earlier = Vec::new();
        for (given, rank) in &function.ranks {
            match self.is_given_again(state, given, argument)? {
                Truth::Known(true) => return Ok(*rank),
                Truth::Known(false) => {}
                Truth::Depends(condition) => earlier.push((condition, *rank)),
            }
        }
        let name = format!("rank{}Of{name}", function.ranks.len() + 1).into();
        let fresh = self.fresh_input(state, &Type::Int, name, 1)?;
        let fresh = self.term(fresh)?;
        let rank =
            earlier.into_iter().rev().fold(fresh, |rest, (condition, rank)| self.pool.ite(condition, rank, rest));
        function.ranks.push((Given { value: argument, heap: state.heap.clone() }, rank));
        Ok(rank)
    }

    /// Any number with the sign that the ranks of two arguments give it.
    fn compared(&mut self, ranks: [Term; 2], any: Value) -> Result<Value, Stop> {
        let [left, right] = ranks;
        let any = self.term(any)?;
        let [minus, zero, plus] = [-1, 0, 1].map(|number| self.pool.int32(number));
        let is_negative = self.pool.lt(any, zero);
        let negative = self.pool.ite(is_negative, any, minus);
        let is_positive = self.pool.lt(zero, any);
        let positive = self.pool.ite(is_positive, any, plus);
        let (is_less, is_equal) = (self.pool.lt(left, right), self.pool.eq(left, right));
        let unequal = self.pool.ite(is_less, negative, positive);
        let result = self.pool.ite(is_equal, zero, unequal);
        Ok(self.value(Kind::Int, result))
    }
}

/// Whether an object holds what it held; nothing is known of what an object of the input held that nobody had looked at.
fn holds_the_same(before: Option<&Content>, now: &Object) -> bool {
    use crate::inputs::collections::is_same;
    match (before, &now.content) {
        (None | Some(Content::Fields(_)), Content::Fields(fields)) => {
            let before = match before {
                Some(Content::Fields(before)) => &before[..],
                _ => &[],
            };
            let initial = now.origin.as_ref().map_or(&[][..], |origin| &origin.initial);
            fields.iter().enumerate().all(|(slot, value)| match before.get(slot).unwrap_or(&Value::Unset) {
                // What nobody had read is as it was at first.
                Value::Unset => {
                    matches!(value, Value::Unset) || initial.get(slot).is_some_and(|initial| is_same(*initial, *value))
                }
                before => is_same(*before, *value),
            })
        }
        (Some(Content::Array(before)), Content::Array(now)) => {
            let (before, now) = (written(before), written(now));
            before.len() == now.len() && before.iter().zip(&now).all(|(before, now)| is_same(*before, *now))
        }
        (None, Content::Array(now)) => written(now).is_empty(),
        _ => false,
    }
}

/// The elements of an array but those of the input that nobody wrote.
fn written(array: &ArrayContent) -> Vec<Value> {
    match &array.base {
        Base::Values(values) => values.iter().copied().chain(array.written_values()).collect(),
        _ => array.written_values().collect(),
    }
}

/// The method of an unknown function.
fn answer(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let entry = machine.program.method(method);
    if entry.return_type.is_none() {
        return nothing();
    }
    let location = machine.dereference(state, arguments[0])?;
    if state.threads.len() > 1 {
        return Err(Stop::unsupported("an unknown function that is asked by one of several threads"));
    }
    let object = state.heap.get(location);
    let (Payload::Function(function), Some(origin)) = (&object.payload, &object.origin) else {
        panic!("only unknown functions have such methods");
    };
    let (mut function, name, depth) = (Function::clone(function), origin.name.clone(), origin.depth + 1);
    let entry = machine.program.method(method);
    let is_comparator = &*entry.name == "compare" && machine.config.ints == Ints::Java && {
        let comparator = machine.program.loaded(COMPARATOR);
        comparator.is_some_and(|comparator| machine.program.is_subclass(function.interface, comparator))
    };
    let asked = &arguments[1..];
    // Earlier answers that are given again where a condition holds.
    let mut earlier: Vec<(Term, Value)> = Vec::new();
    let mut repeated = None;
    for answer in function.answers.iter().filter(|answer| answer.method == method && !asked.is_empty()) {
        let mut conditions = Vec::new();
        let mut is_possible = true;
        for (given, now) in answer.given.iter().zip(asked) {
            match machine.is_given_again(state, given, *now)? {
                Truth::Known(true) => {}
                Truth::Known(false) => is_possible = false,
                Truth::Depends(condition) => conditions.push(condition),
            }
        }
        if !is_possible {
            continue;
        }
        if conditions.is_empty() {
            repeated = Some(answer.result);
            break;
        }
        earlier.push((machine.pool.and_all(&conditions), answer.result));
    }
    let entry = machine.program.method(method);
    let result_type = machine.type_of_result(&function, entry).expect("a result was asked for");
    if result_type.erased.kind() == Kind::Reference
        && let Some((condition, _)) = earlier.first()
    {
        let otherwise = machine.pool.not(*condition);
        return Err(Stop::branch(*condition, otherwise, Effect::Retry, Effect::Retry));
    }
    let result = match repeated {
        Some(result) if earlier.is_empty() => result,
        _ => {
            let name = format!("{name}.{}#{}", entry.name, function.answers.len() + 1).into();
            let mut result = match repeated {
                Some(result) => result,
                None => machine.fresh_generic_input(state, &result_type, name, depth)?,
            };
            if let ([left, right], true, true) = (asked, is_comparator, repeated.is_none()) {
                let name =
                    state.heap.get(location).origin.as_ref().map_or("function", |origin| &*origin.name).to_string();
                let left = machine.rank(state, &mut function, &name, *left)?;
                let right = machine.rank(state, &mut function, &name, *right)?;
                result = machine.compared([left, right], result)?;
            }
            let kind = result_type.erased.kind();
            for (condition, before) in earlier.into_iter().rev() {
                let (before, rest) = (machine.term(before)?, machine.term(result)?);
                let either = machine.pool.ite(condition, before, rest);
                result = machine.value(kind, either);
            }
            result
        }
    };
    let given = asked.iter().map(|argument| Given { value: *argument, heap: state.heap.clone() }).collect();
    function.answers.push(FunctionCall { method, arguments: asked.to_vec(), result, given });
    state.heap.get_mut(location).payload = Payload::Function(Rc::new(function));
    value(result)
}
