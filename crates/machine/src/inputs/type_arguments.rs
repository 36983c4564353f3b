//! Which collections of the input two references may share: as far as Java's type system lets a caller pass one for both.
//!
//! A caller has a `List<X>` for some `X` and passes it wherever `X` is contained in the type argument (JLS 4.5.1): for
//! `List<? extends Number>` and `List<Integer>` alike if `X` is `Integer`. What the two types have in common is the type of
//! the one object, and its elements are of it. Type variables are chosen by the caller, once for all parameters.

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Body, Kind, Operand, Type};
use program::generic::{ArgumentKind, GenericType, TypeArgument, TypeVariable};

use crate::inputs::factories::{accept, reject};
use crate::machine::Machine;
use crate::state::fork::{Cut, Stop};
use crate::state::heap::Built;
use crate::state::value::{ObjectId, UnknownId, Value};
use crate::state::{Chosen, OnReturn, State};
use crate::synthetic::body_builder::BodyBuilder;

/// Variables that stand for each other in a row, at most.
const MOST_STEPS: usize = 20;

/// Elements that must be null or of a class.
type Checks = Vec<(Value, Rc<str>)>;

fn chosen_for(chosen: &Chosen, variable: &TypeVariable) -> Option<GenericType> {
    let TypeVariable::Named(name) = variable else { return None };
    chosen.iter().rev().find(|(known, _)| known == name).map(|(_, chosen)| chosen.clone())
}

/// What a type is when the variables are what they were chosen to be.
pub(crate) fn resolved(declared: &GenericType, chosen: &Chosen) -> GenericType {
    let mut current = declared.clone();
    for _ in 0..MOST_STEPS {
        let next = current.substituted(&|variable| chosen_for(chosen, variable));
        if next == current {
            break;
        }
        current = next;
    }
    current
}

fn choose(chosen: &mut Chosen, variable: &TypeVariable, what: &GenericType) {
    if let TypeVariable::Named(name) = variable
        && chosen_for(chosen, variable).as_ref() != Some(what)
    {
        chosen.push((name.clone(), what.clone()));
    }
}

fn class_name(declared: &GenericType) -> Option<&Rc<str>> {
    match &declared.erased {
        Type::Reference(name) => Some(name),
        _ => None,
    }
}

impl Machine {
    /// The type of a collection that is also what a reference of a type refers to, with what variables are then; `None` if no
    /// caller can pass one object for both.
    pub(crate) fn common_type(
        &self,
        state: &State,
        built: &Built,
        wanted: Option<&GenericType>,
    ) -> Option<(Option<GenericType>, Chosen)> {
        let mut chosen = state.type_arguments.as_deref().cloned().unwrap_or_default();
        let common = match (built.generic.as_deref(), wanted) {
            (Some(has), Some(wanted)) => Some(self.meet(has, wanted, &mut chosen)?),
            (has, wanted) => has.or(wanted).cloned(),
        };
        Some((common, chosen))
    }

    /// Whether sharing a collection says more of its elements, or of other inputs, than was known.
    pub(crate) fn is_news(&self, state: &State, built: &Built, common: &(Option<GenericType>, Chosen)) -> bool {
        built.generic.as_deref() != common.0.as_ref()
            || state.type_arguments.as_deref().map_or(0, Vec::len) != common.1.len()
    }

    /// Whether an object of a class of the user's can be passed for a type of the library: a `Comparator<Integer>` is no
    /// `Comparator<String>`. Where that is not known, it can.
    pub(crate) fn implements_with(&self, class: ClassId, wanted: &GenericType) -> bool {
        let declared = class_name(wanted).and_then(|name| self.program.loaded(name));
        let Some(declared) = declared.filter(|_| !wanted.arguments.is_empty() && wanted.variable.is_none()) else {
            return true;
        };
        let origin = |class: ClassId| self.program.class(class).origin;
        if origin(class) != ClassOrigin::User || origin(declared) != ClassOrigin::Library {
            return true;
        }
        let is_possible = |above: &GenericType| {
            !self.are_loaded(above)
                || !self.are_loaded(wanted)
                || self.meet(above, wanted, &mut Chosen::new()).is_some()
        };
        if !self.is_collection(declared) {
            return self.program.generic_supertype(class, declared).is_none_or(|above| is_possible(&above));
        }
        self.program.generic_library_supertypes(class).iter().all(|above| {
            let above_class = class_name(above).and_then(|name| self.program.loaded(name));
            let is_below =
                above_class.is_some_and(|above| self.is_collection(above) && self.program.is_subclass(above, declared));
            !is_below || is_possible(above)
        })
    }

    /// The types that a class names where it says what it implements are loaded, so that they can be compared.
    pub(crate) fn load_type_arguments(&mut self, class: ClassId) {
        let mut pending = self.program.generic_library_supertypes(class);
        while let Some(next) = pending.pop() {
            if let Some(name) = class_name(&next) {
                // What cannot be loaded is not compared.
                let _ = self.program.load(name);
            }
            pending.extend(next.arguments.into_iter().map(|argument| argument.bound));
        }
    }

    fn are_loaded(&self, declared: &GenericType) -> bool {
        class_name(declared).is_none_or(|name| self.program.loaded(name).is_some())
            && declared.arguments.iter().all(|argument| self.are_loaded(&argument.bound))
    }

    /// The type of what is of both types, if there can be such a thing.
    fn meet(&self, left: &GenericType, right: &GenericType, chosen: &mut Chosen) -> Option<GenericType> {
        let (left, right) = (&resolved(left, chosen), &resolved(right, chosen));
        let (narrow, wide) = if self.is_erasure_below(left, right) {
            (left, right)
        } else if self.is_erasure_below(right, left) {
            (right, left)
        } else if self.may_share_objects(left, right) {
            // A class says more than an interface.
            return Some(if self.is_interface(left) { right.clone() } else { left.clone() });
        } else {
            return None;
        };
        let arguments = self.meet_arguments(narrow, wide, chosen)?;
        Some(GenericType { erased: narrow.erased.clone(), arguments, variable: narrow.variable.clone() })
    }

    fn meet_arguments(
        &self,
        narrow: &GenericType,
        wide: &GenericType,
        chosen: &mut Chosen,
    ) -> Option<Vec<TypeArgument>> {
        if !self.have_same_parameters(narrow, wide) {
            return Some(narrow.arguments.clone());
        }
        if narrow.arguments.is_empty() || wide.arguments.len() != narrow.arguments.len() {
            let known = if narrow.arguments.is_empty() { wide } else { narrow };
            return Some(known.arguments.clone());
        }
        let pairs = narrow.arguments.iter().zip(&wide.arguments);
        pairs.map(|(narrow, wide)| self.meet_argument(narrow, wide, chosen)).collect()
    }

    /// Whether the type parameters of two types correspond by position: those of the library's collections do.
    fn have_same_parameters(&self, left: &GenericType, right: &GenericType) -> bool {
        let is_collection = |declared: &GenericType| {
            let class = class_name(declared).and_then(|name| self.program.loaded(name));
            class.is_some_and(|class| self.is_collection(class))
        };
        left.erased == right.erased || is_collection(left) && is_collection(right)
    }

    /// What contains only types that both contain.
    fn meet_argument(&self, left: &TypeArgument, right: &TypeArgument, chosen: &mut Chosen) -> Option<TypeArgument> {
        use ArgumentKind::{Exact, Extends, Super};
        let (first, second) = if right.kind == Exact { (right, left) } else { (left, right) };
        let is_above = |upper: &GenericType, lower: &GenericType| {
            lower.variable.is_some() || self.is_erasure_below(lower, upper) || upper.variable.is_some()
        };
        match (first.kind, second.kind) {
            (Exact, Exact) => self.same_type(&first.bound, &second.bound, chosen).map(TypeArgument::exact),
            (Exact, Extends) => self.within(&first.bound, &second.bound, chosen).map(TypeArgument::exact),
            (Exact, Super) => is_above(&first.bound, &second.bound).then(|| first.clone()),
            (Extends, Extends) => {
                let bound = self.meet(&first.bound, &second.bound, chosen)?;
                Some(TypeArgument { kind: Extends, bound })
            }
            (Extends, Super) => is_above(&first.bound, &second.bound).then(|| first.clone()),
            (Super, Extends) => is_above(&second.bound, &first.bound).then(|| second.clone()),
            (Super, Super) => Some(first.clone()),
            (Extends | Super, Exact) => unreachable!("what is exact comes first"),
        }
    }

    /// The type that both are, if variables can be chosen so.
    fn same_type(&self, left: &GenericType, right: &GenericType, chosen: &mut Chosen) -> Option<GenericType> {
        let (left, right) = (resolved(left, chosen), resolved(right, chosen));
        match (&left.variable, &right.variable) {
            (Some(TypeVariable::Named(one)), Some(TypeVariable::Named(other))) if one == other => Some(left),
            (Some(variable), None) => self.chosen_within(variable, &left, &right, chosen),
            (None, Some(variable)) => self.chosen_within(variable, &right, &left, chosen),
            (Some(one), Some(other)) => {
                let plain = |declared: &GenericType| GenericType { variable: None, ..declared.clone() };
                let bound = self.meet(&plain(&left), &plain(&right), chosen)?;
                let kept = if matches!(other, TypeVariable::OfField) { one } else { other };
                let merged = GenericType { variable: Some(kept.clone()), ..bound };
                choose(chosen, one, &merged);
                choose(chosen, other, &merged);
                Some(merged)
            }
            (None, None) => {
                if left.erased != right.erased || left.arguments.len() != right.arguments.len() {
                    return None;
                }
                let pairs = left.arguments.iter().zip(&right.arguments);
                let arguments = pairs.map(|(left, right)| {
                    let bound = self.same_type(&left.bound, &right.bound, chosen)?;
                    (left.kind == right.kind).then_some(TypeArgument { kind: left.kind, bound })
                });
                let arguments = arguments.collect::<Option<Vec<TypeArgument>>>()?;
                Some(GenericType { arguments, ..left })
            }
        }
    }

    /// A variable stands for a type, if its bound admits that.
    fn chosen_within(
        &self,
        variable: &TypeVariable,
        bound: &GenericType,
        what: &GenericType,
        chosen: &mut Chosen,
    ) -> Option<GenericType> {
        if !self.is_erasure_below(what, bound) {
            return None;
        }
        choose(chosen, variable, what);
        Some(what.clone())
    }

    /// A type as far as it is below another.
    fn within(&self, exact: &GenericType, bound: &GenericType, chosen: &mut Chosen) -> Option<GenericType> {
        let exact = resolved(exact, chosen);
        match &exact.variable {
            Some(variable) => {
                let narrowed = self.meet(&exact, bound, chosen)?;
                let narrowed = GenericType { variable: Some(variable.clone()), ..narrowed };
                if narrowed != exact {
                    choose(chosen, variable, &narrowed);
                }
                Some(narrowed)
            }
            None if self.is_erasure_below(&exact, bound) => self.meet(&exact, bound, chosen),
            None => None,
        }
    }

    fn is_erasure_below(&self, lower: &GenericType, upper: &GenericType) -> bool {
        if lower.erased == upper.erased {
            return true;
        }
        match (class_name(lower), class_name(upper)) {
            (Some(_), Some(upper)) if &**upper == "java/lang/Object" => true,
            (Some(lower), Some(upper)) => match (self.program.loaded(lower), self.program.loaded(upper)) {
                (Some(lower), Some(upper)) => self.program.is_subclass(lower, upper),
                _ => false,
            },
            _ => false,
        }
    }

    fn may_share_objects(&self, left: &GenericType, right: &GenericType) -> bool {
        match (class_name(left), class_name(right)) {
            (Some(left), Some(right)) => match (self.program.loaded(left), self.program.loaded(right)) {
                (Some(left), Some(right)) => self.program.may_have_common_subtype(left, right),
                // Nothing is known of what was never loaded.
                _ => true,
            },
            _ => false,
        }
    }

    fn is_interface(&self, declared: &GenericType) -> bool {
        let class = class_name(declared).and_then(|name| self.program.loaded(name));
        class.is_some_and(|class| self.program.class(class).is_interface())
    }
}

impl Machine {
    /// An unknown reference refers to a collection met before. Its elements, and other inputs whose types name the same
    /// variables, are of the types that this leaves.
    pub(crate) fn share_collection(
        &mut self,
        state: &mut State,
        id: UnknownId,
        location: ObjectId,
    ) -> Result<(), Stop> {
        let unknown = state.unknown(id).clone();
        let built = state.heap.get(location).origin.as_ref().and_then(|origin| origin.built.clone());
        let common = built.as_ref().and_then(|built| self.common_type(state, built, unknown.generic.as_deref()));
        let Some((common, mut chosen)) = common else { return Err(Stop::Cut(Cut::Precondition)) };
        let mut checks = Checks::new();
        let mut is_possible = true;
        if let Some(common) = &common {
            is_possible &= self.refine_built(state, location, common, &mut chosen, &mut checks);
        }
        let mut known = 0;
        while known != chosen.len() && is_possible {
            known = chosen.len();
            for number in 0..state.unknowns.len() {
                let Some(declared) = state.unknowns[number].generic.clone() else { continue };
                let narrowed = resolved(&declared, &chosen);
                if narrowed != *declared {
                    let value = Value::Unknown(UnknownId(number as u32));
                    is_possible &= self.refine(state, value, &narrowed, &mut chosen, &mut checks);
                }
            }
        }
        if !is_possible {
            return Err(Stop::Cut(Cut::Precondition));
        }
        state.type_arguments = Some(Rc::new(chosen));
        if checks.is_empty() {
            state.unknowns[id.0 as usize].binding = Some(Value::Reference(location));
            return Ok(());
        }
        if state.threads.len() > 1 {
            return Err(Stop::unsupported("a collection of the input that is first shared by one of several threads"));
        }
        let types: Vec<Rc<str>> = checks.iter().map(|(_, class)| class.clone()).collect();
        let method = self.checking_method(types);
        let mut arguments = vec![Value::Int(id.0 as i32), Value::Reference(location)];
        arguments.extend(checks.iter().map(|(value, _)| *value));
        self.push_frame(state, method, None, &arguments, OnReturn::Retry)
    }

    /// The type of a collection becomes narrower, and so do those of its elements. False if that cannot be.
    fn refine_built(
        &mut self,
        state: &mut State,
        location: ObjectId,
        common: &GenericType,
        chosen: &mut Chosen,
        checks: &mut Checks,
    ) -> bool {
        let Some(origin) = &mut state.heap.get_mut(location).origin else { return true };
        let Some(built) = origin.built.clone() else { return true };
        if built.generic.as_deref() == Some(common) {
            return true;
        }
        let narrowed = Built { generic: Some(Rc::new(common.clone())), ..(*built).clone() };
        Rc::make_mut(origin).built = Some(Rc::new(narrowed));
        let count = common.arguments.len().max(1);
        built.elements.iter().enumerate().all(|(position, element)| {
            let number = position % count;
            let Some(argument) = common.arguments.get(number) else { return true };
            let before = built.generic.as_deref().and_then(|before| before.arguments.get(number));
            let upper = argument.upper();
            before.is_some_and(|before| before.upper() == upper) || self.refine(state, *element, &upper, chosen, checks)
        })
    }

    /// What a reference refers to is of this type. False if that cannot be.
    fn refine(
        &mut self,
        state: &mut State,
        value: Value,
        declared: &GenericType,
        chosen: &mut Chosen,
        checks: &mut Checks,
    ) -> bool {
        let Some(name) = class_name(declared).cloned() else { return true };
        let location = match value {
            Value::Unknown(id) => {
                let unknown = state.unknown(id).clone();
                match unknown.binding {
                    Some(binding) => return self.refine(state, binding, declared, chosen, checks),
                    None if unknown.segment.is_none() && self.narrow_declared(state, id, declared, chosen) => {
                        return true;
                    }
                    None => {
                        checks.push((value, name));
                        return true;
                    }
                }
            }
            Value::Reference(location) if location.is_null() => return true,
            Value::Reference(location) => location,
            Value::Choice(_) => {
                checks.push((value, name));
                return true;
            }
            _ => return true,
        };
        let object = state.heap.get(location);
        let is_certain = match (object.exact_class(), self.program.loaded(&name)) {
            (Some(class), Some(declared)) => self.program.is_subclass(class, declared),
            _ => false,
        };
        if !is_certain {
            checks.push((value, name));
        }
        let built = object.origin.as_ref().and_then(|origin| origin.built.clone());
        let Some(built) = built else { return true };
        let common = match built.generic.as_deref() {
            Some(has) => self.meet(has, declared, chosen),
            None => Some(declared.clone()),
        };
        match common {
            Some(common) => self.refine_built(state, location, &common, chosen, checks),
            None => false,
        }
    }

    /// The declared type of a reference that nobody looked at becomes narrower, if that says all.
    fn narrow_declared(
        &mut self,
        state: &mut State,
        id: UnknownId,
        declared: &GenericType,
        chosen: &mut Chosen,
    ) -> bool {
        let unknown = state.unknown(id).clone();
        let before = match unknown.generic.as_deref() {
            Some(before) => before.clone(),
            None => GenericType::raw(Type::Reference(self.program.class(unknown.declared).name.clone())),
        };
        let Some(common) = self.meet(&before, declared, chosen) else { return false };
        let class = class_name(&common).and_then(|name| self.program.loaded(name));
        let wanted = class_name(declared).and_then(|name| self.program.loaded(name));
        let (Some(class), Some(wanted)) = (class, wanted) else { return false };
        if !self.program.is_subclass(class, unknown.declared) || !self.program.is_subclass(class, wanted) {
            return false;
        }
        // Enums among what it may be must be initialised by now.
        if self.ensure_enums_initialized(state, class).is_err() {
            return false;
        }
        let entry = &mut state.unknowns[id.0 as usize];
        entry.declared = class;
        entry.generic = common.is_more_than_erased().then(|| Rc::new(common));
        true
    }

    /// A method that accepts a collection whose elements are null or of these classes, and rejects it otherwise.
    fn checking_method(&mut self, types: Vec<Rc<str>>) -> MethodId {
        let shown: Vec<String> = types.iter().map(|class| class.replace('/', ".")).collect();
        let descriptor = format!("(I{})V", "Ljava/lang/Object;".repeat(types.len() + 1));
        let body = Box::new(move |method| checking_body(method, &types));
        self.factory(&format!("Same${}", shown.join(",")), descriptor, body)
    }
}

/// `if (e0 != null && !(e0 instanceof A)) { Inputs.reject(); return; } … Inputs.accept(unknown, collection);`
fn checking_body(method: MethodId, types: &[Rc<str>]) -> Body {
    let mut kinds = vec![Kind::Int];
    kinds.resize(types.len() + 2, Kind::Reference);
    let mut builder = BodyBuilder::new(method, kinds);
    let (unknown, collection) = (builder.parameter(0), builder.parameter(1));
    let elements: Vec<Operand> = (0..types.len()).map(|number| builder.parameter(number + 2)).collect();
    for (element, class) in elements.into_iter().zip(types) {
        let fits = builder.new_label();
        builder.if_null(element, fits);
        let is_instance = builder.instance_of(element, class);
        builder.if_not_zero(is_instance, fits);
        reject(&mut builder);
        builder.place(fits);
    }
    accept(&mut builder, unknown, collection);
    builder.finish()
}
