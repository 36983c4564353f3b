//! Library objects of the input that are built by the library's own code, never from arbitrary private fields.
//!
//! A type has *ways* in which its objects are made: collections by their sizes (`collections.rs`), others by the rows of a
//! table (`factory_table.rs`), interfaces with one method as unknown functions (`functions.rs`). An unknown reference of such a
//! type forks over them. What runs then is a *factory*, a method without source:
//!
//! ```text
//! static void build(int unknown, long a) {
//!     Inputs.accept(unknown, new BigDecimal(a));
//! }
//! ```
//!
//! Exceptions of the library are caught: what it refuses is no input. Where the ways do not reach all objects of a type, that
//! counts as a bound.

use std::rc::Rc;

use program::class::{ClassId, ClassKind, ClassOrigin, MethodId};
use program::code::{Body, InvokeKind, Kind, Loadable, Operand, Type};
use program::descriptor::{descriptor_of, parse_type};
use program::generic::GenericType;
use program::{SyntheticClass, SyntheticMethod};

use logic::term::Term;

use crate::inputs::factory_table::{Argument, Making, Row, TABLE};
use crate::machine::Machine;
use crate::reference::candidates::SYMBOLIC_TEXT_AS_MATH;
use crate::reference::object::new_unknown;
use crate::reference::summarize::Offer;
use crate::state::fork::{Binding, Cut, Stop};
pub use crate::state::heap::Way;
use crate::state::heap::{Built, Content, InputOrigin, Object};
use crate::state::terms::Ints;
use crate::state::value::{ObjectId, UnknownId, Value};
use crate::state::{OnReturn, State};
use crate::synthetic::body_builder::{BodyBuilder, field_ref, method_ref};

/// Where the factories' last steps are intrinsics: see `library/asked/inputs.rs`.
pub(crate) const INPUTS: &str = "lazuli/Inputs";

/// The name of every factory's class starts so.
const FACTORY: &str = "lazuli/Build$";

/// So many objects are looked at to find out whether one is made from another. Where there are more, an input that cannot be
/// built is possible; its replay says so.
const MOST_MADE: usize = 32;

const CLASS: &str = "java/lang/Class";
const COMPARABLE: &str = "java/lang/Comparable";

/// The ways of a type besides collections.
#[derive(Debug)]
pub(crate) struct Ways {
    pub(crate) rows: Vec<usize>,
    pub(crate) is_function: bool,
    /// What they do not reach, if that is anything.
    pub(crate) left_out: Option<Rc<str>>,
}

/// Who gives an object, for a report and for those who make the object again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactoryMember {
    pub member: MemberKind,
    /// Binary name of the class that has the member.
    pub class: String,
    pub name: String,
    /// As in source code: `int`, `java.lang.String`.
    pub parameters: Vec<String>,
}

/// What gives an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberKind {
    Constructor,
    StaticMethod,
    /// A method of the first argument.
    Method,
    /// A static field, or `class`.
    Field,
}

impl Machine {
    /// The ways to make objects of a type besides those of collections.
    pub(crate) fn ways_to_make(&mut self, declared: ClassId) -> Rc<Ways> {
        if let Some(known) = self.inputs.ways.get(&declared) {
            return known.clone();
        }
        let class = self.program.class(declared);
        let (name, is_library) = (class.name.clone(), class.origin == ClassOrigin::Library);
        let serves = |row: &Row| is_library && row.serves.contains(&&*name);
        let rows: Vec<usize> =
            TABLE.iter().enumerate().filter(|(_, row)| serves(row)).map(|(number, _)| number).collect();
        let is_function = rows.is_empty() && self.implementation_of(declared).is_none() && self.is_functional(declared);
        // Nobody makes those of the program's classes below it.
        let is_alone = self.program.instantiable_subtypes(declared).is_ok_and(|classes| classes == [declared]);
        let is_complete = is_alone && rows.iter().any(|row| TABLE[*row].class == &*name && TABLE[*row].is_complete);
        let left_out = if is_function {
            Some(format!(
                "of {} only functions that answer the same arguments alike, throw nothing and change nothing were tried",
                program::display_class(&name)
            ))
        } else if rows.is_empty() || is_complete {
            None
        } else {
            let shown: Vec<String> = rows.iter().map(|row| shown(&TABLE[*row])).collect();
            Some(format!("of {} only {} were tried", program::display_class(&name), shown.join(", ")))
        };
        let ways = Rc::new(Ways { rows, is_function, left_out: left_out.map(Rc::from) });
        self.inputs.ways.insert(declared, ways.clone());
        ways
    }

    /// Whether unknown references of a declared type may be something that is built, one at a time.
    pub fn is_built(&mut self, declared: ClassId) -> bool {
        if let ClassKind::Array { .. } = self.program.class(declared).kind {
            return false;
        }
        let is_collection = self.implementation_of(declared).is_some();
        is_collection || {
            let ways = self.ways_to_make(declared);
            ways.is_function || !ways.rows.is_empty()
        }
    }

    /// The classes of what may be built for references of a type.
    pub(crate) fn classes_built(&mut self, declared: ClassId) -> Vec<ClassId> {
        let mut names: Vec<&str> = self.implementation_of(declared).map(|(class, _)| class).into_iter().collect();
        names.extend(self.ways_to_make(declared).rows.iter().map(|row| TABLE[*row].class));
        names.into_iter().filter_map(|name| self.load(name).ok()).collect()
    }

    /// What may be built for an unknown reference, and what that leaves out.
    pub(crate) fn offers_to_build(
        &mut self,
        declared: ClassId,
        generic: Option<&GenericType>,
    ) -> Result<Vec<Offer>, Stop> {
        let mut offers = Vec::new();
        if let Some((_, filling)) = self.implementation_of(declared) {
            let (most, is_cut) = self.sizes(filling);
            offers.extend((0..=most).map(|size| Offer::Built(Way::Collection(size))));
            if is_cut {
                offers.push(Offer::Cut(Cut::CollectionSize));
            }
            return Ok(offers);
        }
        let ways = self.ways_to_make(declared);
        for row in ways.rows.iter().copied() {
            if !self.fits_type_argument(declared, generic, &TABLE[row])? {
                continue;
            }
            if TABLE[row].making != Making::Plain {
                offers.push(Offer::Built(Way::Row(row)));
                continue;
            }
            let class = self.load(TABLE[row].class)?;
            if class == self.known.string && self.config.ints == Ints::Math {
                offers.push(Offer::Cut(Cut::Unsupported(SYMBOLIC_TEXT_AS_MATH.to_string())));
            } else {
                offers.push(Offer::New([class].into()));
            }
        }
        if ways.is_function {
            offers.push(Offer::Built(Way::Function));
        }
        if let Some(left_out) = &ways.left_out {
            offers.push(Offer::Cut(Cut::LeftOut(left_out.clone())));
        }
        Ok(offers)
    }

    /// Whether what a row gives may be passed for a type with type arguments: `String.class` is no `Class<? extends Number>`, and
    /// a `String` no `Comparable<Integer>`.
    fn fits_type_argument(
        &mut self,
        declared: ClassId,
        generic: Option<&GenericType>,
        row: &Row,
    ) -> Result<bool, Stop> {
        let named = &*self.program.class(declared).name;
        let given = match row.making {
            Making::Literal if named == CLASS => row.class,
            Making::Field(holder, _) if named == CLASS => holder,
            Making::Plain if named == COMPARABLE => row.class,
            _ => return Ok(true),
        };
        let argument = generic.and_then(|generic| generic.arguments.first()).map(|argument| argument.upper().erased);
        let Some(Type::Reference(argument)) = argument else { return Ok(true) };
        let (given, argument) = (self.load(given)?, self.load(&argument)?);
        Ok(self.program.is_subclass(given, argument))
    }

    /// Things of a type that is only known to be comparable are of one class, as `<T extends Comparable<T>>` says: what may
    /// still be offered once one of them is known.
    pub(crate) fn keep_comparable(&self, state: &State, declared: ClassId, offers: &mut Vec<Offer>) {
        if &*self.program.class(declared).name != COMPARABLE {
            return;
        }
        let known = state.unknowns.iter().filter(|unknown| unknown.declared == declared);
        let known = known.into_iter().find_map(|unknown| match unknown.binding {
            Some(Value::Reference(location)) if !location.is_null() => Some(state.heap.get(location)),
            _ => None,
        });
        let Some(known) = known else { return };
        let class_of = |object: &Object| self.enum_of(object.class).unwrap_or(object.class);
        let may_be_known = |class: ClassId| match &known.candidates {
            Some(candidates) => candidates.contains(&class),
            None => class_of(known) == class,
        };
        offers.retain_mut(|offer| match offer {
            Offer::New(classes) => {
                let left: Vec<ClassId> = classes.iter().copied().filter(|class| may_be_known(*class)).collect();
                let is_any = !left.is_empty();
                *classes = left.into();
                is_any
            }
            Offer::Alias(location, _) => {
                let object = state.heap.get(*location);
                match &object.candidates {
                    Some(candidates) => candidates.iter().any(|class| may_be_known(*class)),
                    None => may_be_known(class_of(object)),
                }
            }
            _ => true,
        });
    }

    /// What an open object may turn out to be if it is of a type whose objects are built, and what that leaves out.
    pub(crate) fn offers_in_place(
        &mut self,
        state: &State,
        object: ObjectId,
        class: ClassId,
    ) -> Result<Vec<Offer>, Stop> {
        let excluded = state.heap.get(object).open.as_ref().map(|open| open.excluded.clone()).unwrap_or_default();
        let mut offers = Vec::new();
        for offer in self.offers_to_build(class, None)? {
            let made = match &offer {
                Offer::New(classes) => classes[0],
                Offer::Built(Way::Collection(_)) => match self.implementation_of(class) {
                    Some((name, _)) => self.load(name)?,
                    None => continue,
                },
                Offer::Built(Way::Row(row)) => match TABLE[*row].making {
                    // Constants are the objects they are.
                    Making::Field(..) | Making::Literal => continue,
                    Making::On(_, gives) => self.load(gives)?,
                    _ => self.load(TABLE[*row].class)?,
                },
                _ => class,
            };
            let is_cut = matches!(offer, Offer::Cut(_));
            if is_cut || !excluded.iter().any(|excluded| self.program.is_subclass(made, *excluded)) {
                offers.push(offer);
            }
        }
        Ok(offers)
    }

    /// Start what makes an open object one of a type whose objects are built.
    pub(crate) fn build_in_place(
        &mut self,
        state: &mut State,
        object: ObjectId,
        class: ClassId,
        way: Way,
    ) -> Result<(), Stop> {
        let origin = state.heap.get(object).origin.clone().expect("only inputs are open");
        let id = new_unknown(state, class, origin.depth, origin.name.clone(), false);
        let unknown = &mut state.unknowns[id.0 as usize];
        (unknown.becomes, unknown.is_own) = (Some(object), true);
        self.build(state, id, way)
    }

    /// Start what binds an unknown reference to an object made in one way.
    pub(crate) fn build(&mut self, state: &mut State, id: UnknownId, way: Way) -> Result<(), Stop> {
        if state.threads.len() > 1 && way != Way::Function {
            // Another thread could come to need it while it is being built.
            let name = program::display_class(&self.program.class(state.unknown(id).declared).name);
            return Err(Stop::unsupported(format!(
                "a {name} of the input that is first looked into by one of several threads"
            )));
        }
        state.unknowns[id.0 as usize].way = Some(way);
        match way {
            Way::Collection(size) => self.build_collection(state, id, size),
            Way::Row(row) => self.build_row(state, id, row),
            Way::Function => self.new_function(state, id),
        }
    }

    fn build_row(&mut self, state: &mut State, id: UnknownId, number: usize) -> Result<(), Stop> {
        let row = &TABLE[number];
        let mut arguments = Vec::with_capacity(row.arguments.len());
        for (position, argument) in row.arguments.iter().enumerate() {
            let made = self.argument(state, id, *argument, position, row.arguments.len())?;
            arguments.push(made);
        }
        let factory = self.factory_of_row(number)?;
        let mut values = vec![Value::Int(id.0 as i32)];
        values.extend(&arguments);
        state.unknowns[id.0 as usize].elements = Some(arguments.into());
        self.push_frame(state, factory, None, &values, OnReturn::Retry)
    }

    fn argument(
        &mut self,
        state: &mut State,
        id: UnknownId,
        argument: Argument,
        position: usize,
        count: usize,
    ) -> Result<Value, Stop> {
        let unknown = state.unknown(id).clone();
        let name: Rc<str> = match (argument, count) {
            (Argument::Element(number), _) => format!("{}.{}", unknown.name, ["first", "second"][number.min(1)]).into(),
            (_, 1) => format!("{}.argument", unknown.name).into(),
            _ => format!("{}.argument{}", unknown.name, position + 1).into(),
        };
        let type_arguments = unknown.generic.as_ref().map(|generic| generic.arguments.clone()).unwrap_or_default();
        let parsed = |descriptor: &str| parse_type(descriptor).expect("the table has valid descriptors");
        let declared = match argument {
            Argument::Own(of) | Argument::NotZero(of) | Argument::Usually(of, _) | Argument::Any(of) => {
                GenericType::raw(parsed(of))
            }
            Argument::OwnOf(of) => GenericType { arguments: type_arguments, ..GenericType::raw(parsed(of)) },
            Argument::Element(number) => match type_arguments.get(number) {
                Some(argument) => argument.upper(),
                None => GenericType::raw(Type::Reference("java/lang/Object".into())),
            },
        };
        let is_own = !matches!(argument, Argument::Any(_) | Argument::Element(_));
        let depth = if is_own { unknown.depth } else { unknown.depth + 1 };
        let value = self.fresh_generic_input(state, &declared, name, depth)?;
        if let (Value::Unknown(made), true) = (value, is_own) {
            let made = &mut state.unknowns[made.0 as usize];
            (made.may_be_null, made.is_own) = (false, true);
        }
        if let Argument::NotZero(_) = argument {
            let term = self.term(value)?;
            let zero = if declared.erased.kind() == Kind::Long { Value::Long(0) } else { Value::Int(0) };
            let zero = self.term(zero)?;
            let is_zero = self.pool.eq(term, zero);
            let is_not = self.pool.not(is_zero);
            self.add_conjunct(state, is_not);
            state.path_condition.witness = None;
        }
        Ok(value)
    }

    /// When an object of the input is made from what an unknown reference refers to, so that it cannot be that: arguments are
    /// there before what is made from them. Objects that can be given another content later are made by complete rows.
    pub(crate) fn made_from(&mut self, state: &State, object: ObjectId, argument: UnknownId) -> Term {
        let mut made_from = self.pool.never();
        // Objects, each with the condition under which the first one is made from it.
        let mut waiting = vec![(object, self.pool.always())];
        let mut looked_at = 0;
        while let Some((object, condition)) = waiting.pop() {
            let built = state.heap.get(object).origin.as_ref().and_then(|origin| origin.built.clone());
            let Some(built) = built.filter(|built| matches!(built.way, Some(Way::Row(row)) if !TABLE[row].is_complete))
            else {
                continue;
            };
            looked_at += 1;
            if looked_at > MOST_MADE {
                break;
            }
            for element in built.elements.iter() {
                let Value::Unknown(element) = *element else { continue };
                match state.unknown(element).binding {
                    _ if element == argument => made_from = self.pool.or(made_from, condition),
                    Some(Value::Reference(made)) if !made.is_null() => waiting.push((made, condition)),
                    Some(Value::Choice(choice)) => {
                        for &(guard, made) in self.choice(choice).clone().iter() {
                            if !made.is_null() {
                                waiting.push((made, self.pool.and(condition, guard)));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        made_from
    }

    /// Whether the current thread is in a factory, or in what one calls.
    pub(crate) fn is_building(&self, state: &State) -> bool {
        state.thread().frames.iter().any(|frame| {
            let class = self.program.method(frame.method).class;
            self.program.class(class).name.starts_with(FACTORY)
        })
    }

    /// The factory's object is what the unknown reference refers to.
    pub(crate) fn accept_built(&mut self, state: &mut State, id: UnknownId, location: ObjectId) {
        let unknown = state.unknown(id).clone();
        let is_constant = match unknown.way {
            Some(Way::Row(row)) => matches!(TABLE[row].making, Making::Field(..) | Making::Literal),
            _ => false,
        };
        if let Some(object) = unknown.becomes {
            let made = state.heap.get(location).clone();
            put_in_place(state, location, object, made);
            let built = Built {
                way: unknown.way,
                generic: unknown.generic.clone(),
                elements: unknown.elements.clone().unwrap_or_default(),
                after: Some(state.heap.clone()),
            };
            if let Some(origin) = &mut state.heap.get_mut(object).origin {
                Rc::make_mut(origin).built = Some(Rc::new(built));
            }
            state.unknowns[id.0 as usize].binding = Some(Value::Reference(object));
            return;
        }
        if state.heap.get(location).origin.is_none() && !is_constant {
            self.share(state, Value::Reference(location));
            let elements = unknown.elements.clone().unwrap_or_default();
            let after = Some(state.heap.clone());
            let built = Built { way: unknown.way, generic: unknown.generic.clone(), elements, after };
            let origin = InputOrigin {
                name: unknown.name.clone(),
                depth: unknown.depth,
                initial: Vec::new(),
                exists: None,
                built: Some(Rc::new(built)),
            };
            state.heap.get_mut(location).origin = Some(Rc::new(origin));
            state.inputs.push(location);
        }
        state.unknowns[id.0 as usize].binding = Some(Value::Reference(location));
    }

    /// Something that nothing will look into: only a report shows it.
    pub(crate) fn simplest_built(&mut self, state: &mut State, id: UnknownId) -> bool {
        let declared = state.unknown(id).declared;
        if let Some((class, _)) = self.implementation_of(declared) {
            let Ok(class) = self.load(class) else { return false };
            let location = state.heap.allocate(Object::instance(class, Vec::new()));
            state.unknowns[id.0 as usize].way = Some(Way::Collection(0));
            self.accept_built(state, id, location);
            return true;
        }
        let ways = self.ways_to_make(declared);
        if ways.is_function {
            return self.new_function(state, id).is_ok();
        }
        let Some(number) = ways.rows.first().copied() else { return false };
        let row = &TABLE[number];
        let class = match row.making {
            Making::On(_, gives) => self.load(gives),
            _ => self.load(row.class),
        };
        let Ok(class) = class else { return false };
        if row.making == Making::Plain {
            return self.bind(state, id, Binding::New([class].into())).is_ok();
        }
        let mut arguments = Vec::with_capacity(row.arguments.len());
        for (position, argument) in row.arguments.iter().enumerate() {
            let made = match simplest_number(argument) {
                Some(number) => Ok(number),
                None => self.argument(state, id, *argument, position, row.arguments.len()),
            };
            let Ok(made) = made else { return false };
            arguments.push(made);
        }
        let location = state.heap.allocate(Object::instance(class, Vec::new()));
        let unknown = &mut state.unknowns[id.0 as usize];
        (unknown.way, unknown.elements) = (Some(Way::Row(number)), Some(arguments.into()));
        self.accept_built(state, id, location);
        true
    }

    /// The class of factories with this name, made if it is not there yet; its only method.
    pub(crate) fn factory(
        &mut self,
        name: &str,
        descriptor: String,
        body: Box<dyn FnOnce(MethodId) -> Body>,
    ) -> MethodId {
        let name = format!("{FACTORY}{name}");
        let holder = match self.program.loaded(&name) {
            Some(holder) => holder,
            None => {
                self.define_inputs();
                self.program.define_synthetic_class(SyntheticClass {
                    name,
                    super_class: self.known.object,
                    interfaces: Vec::new(),
                    access: 0x1001,
                    origin: ClassOrigin::Library,
                    fields: Vec::new(),
                    methods: vec![SyntheticMethod {
                        name: "build".into(),
                        descriptor,
                        access: 0x1009,
                        body: Some(body),
                    }],
                })
            }
        };
        self.program.class(holder).methods[0]
    }

    fn factory_of_row(&mut self, number: usize) -> Result<MethodId, Stop> {
        let row = &TABLE[number];
        if row.making != Making::Literal {
            self.load(row.class)?;
        }
        let descriptor = format!("(I{})V", row.arguments.iter().map(parameter).collect::<String>());
        Ok(self.factory(&number.to_string(), descriptor, Box::new(move |method| body(method, row))))
    }

    fn define_inputs(&mut self) {
        if self.program.loaded(INPUTS).is_some() {
            return;
        }
        let native = |name: &str, descriptor: &str| SyntheticMethod {
            name: name.into(),
            descriptor: descriptor.into(),
            access: 0x0109,
            body: None,
        };
        self.program.define_synthetic_class(SyntheticClass {
            name: INPUTS.into(),
            super_class: self.known.object,
            interfaces: Vec::new(),
            access: 0x1001,
            origin: ClassOrigin::Library,
            fields: Vec::new(),
            methods: vec![native("accept", "(ILjava/lang/Object;)V"), native("reject", "()V")],
        });
    }

    /// Who gives the objects that are made in a way, and the types of the values it is given; `None` for collections and
    /// functions.
    pub fn made_by(&self, way: Way) -> Option<(FactoryMember, Vec<Type>)> {
        let Way::Row(row) = way else { return None };
        let row = &TABLE[row];
        let given: Vec<Type> = row.arguments.iter().filter_map(|argument| parse_type(&parameter(argument))).collect();
        let class = program::display_class(row.class);
        let (member, class, name) = match row.making {
            Making::Plain => return None,
            Making::Constructor => (MemberKind::Constructor, class, "<init>".to_string()),
            Making::Static(name) | Making::Kept(name) => (MemberKind::StaticMethod, class, name.to_string()),
            Making::On(name, _) => (MemberKind::Method, class, name.to_string()),
            Making::Field(holder, name) => (MemberKind::Field, program::display_class(holder), name.to_string()),
            Making::Literal => {
                (MemberKind::Field, program::display_type(&Type::Reference(row.class.into())), "class".to_string())
            }
        };
        let skipped = usize::from(member == MemberKind::Method);
        let parameters = given.iter().skip(skipped).map(program::display_type).collect();
        Some((FactoryMember { member, class, name, parameters }, given))
    }

    /// Where the object of a built reference is a constant of the library, and not an object of the input: in which way it is
    /// given.
    pub fn way_of_constant(&self, state: &State, unknown: &crate::state::Unknown) -> Option<(ObjectId, Way)> {
        match (unknown.binding, unknown.way) {
            (Some(Value::Reference(location)), Some(way @ Way::Row(row)))
                if matches!(TABLE[row].making, Making::Field(..) | Making::Literal)
                    && !location.is_null()
                    && state.heap.get(location).origin.is_none() =>
            {
                Some((location, way))
            }
            _ => None,
        }
    }
}

/// An object of the input becomes what was made elsewhere, which may refer to itself.
pub(crate) fn put_in_place(state: &mut State, made_at: ObjectId, object: ObjectId, mut made: Object) {
    let before = state.heap.get(object);
    if let Content::Fields(fields) = &mut made.content {
        for field in fields.iter_mut().filter(|field| matches!(field, Value::Reference(held) if *held == made_at)) {
            *field = Value::Reference(object);
        }
    }
    made.origin = before.origin.clone();
    made.open = None;
    (made.monitor, made.owner, made.is_shared) = (before.monitor, before.owner, before.is_shared);
    *state.heap.get_mut(object) = made;
}

/// An argument of a primitive type that the library does not refuse.
fn simplest_number(argument: &Argument) -> Option<Value> {
    let number = match argument {
        Argument::Usually(_, number) => *number,
        Argument::NotZero(_) => 1,
        _ => 0,
    };
    match parse_type(&parameter(argument))?.kind() {
        Kind::Int => Some(Value::Int(number)),
        Kind::Long => Some(Value::Long(i64::from(number))),
        Kind::Float | Kind::Double | Kind::Reference => None,
    }
}

/// The type of the parameter that takes an argument.
fn parameter(argument: &Argument) -> String {
    match argument {
        Argument::Own(of)
        | Argument::OwnOf(of)
        | Argument::NotZero(of)
        | Argument::Usually(of, _)
        | Argument::Any(of) => (*of).to_string(),
        Argument::Element(_) => "Ljava/lang/Object;".to_string(),
    }
}

/// As in source code.
fn shown(row: &Row) -> String {
    let simple = |name: &str| name.rsplit(['/', '$']).next().unwrap_or(name).to_string();
    let class = simple(row.class);
    let type_name = |argument: &Argument| {
        let shown = parse_type(&parameter(argument)).map(|t| program::display_type(&t)).unwrap_or_default();
        shown.rsplit('.').next().unwrap_or(&shown).to_string()
    };
    let arguments = |skipped: usize| row.arguments.iter().skip(skipped).map(type_name).collect::<Vec<_>>().join(", ");
    match row.making {
        Making::Plain => class,
        Making::Constructor => format!("new {class}({})", arguments(0)),
        Making::Static(name) | Making::Kept(name) => format!("{class}.{name}({})", arguments(0)),
        Making::On(name, _) => format!("{class}.{name}({})", arguments(1)),
        Making::Field(holder, name) => format!("{}.{name}", simple(holder)),
        Making::Literal => {
            let shown = program::display_type(&Type::Reference(row.class.into()));
            format!("{}.class", shown.rsplit('.').next().unwrap_or(&shown))
        }
    }
}

fn body(method: MethodId, row: &Row) -> Body {
    let descriptors: Vec<String> = row.arguments.iter().map(parameter).collect();
    let kinds = descriptors.iter().map(|descriptor| parse_type(descriptor).map_or(Kind::Reference, |t| t.kind()));
    let mut builder = BodyBuilder::new(method, [Kind::Int].into_iter().chain(kinds).collect());
    let unknown = builder.parameter(0);
    let arguments: Vec<Operand> = (0..descriptors.len()).map(|number| builder.parameter(number + 1)).collect();
    let class = row.class;
    let made = match row.making {
        Making::Plain | Making::Constructor | Making::Kept(_) => {
            let made = Operand::register(builder.new_object(class));
            let constructor = method_ref(class, false, "<init>", &format!("({})V", descriptors.concat()));
            let given: Vec<Operand> = [made].into_iter().chain(arguments).collect();
            builder.invoke(InvokeKind::Special, constructor, &given);
            made
        }
        Making::Static(name) => {
            let result = descriptor_of(&Type::Reference(class.into()));
            let called = method_ref(class, false, name, &format!("({}){result}", descriptors.concat()));
            builder.invoke_value(InvokeKind::Static, called, &arguments)
        }
        Making::On(name, gives) => {
            let called = method_ref(class, false, name, &format!("({})L{gives};", descriptors[1..].concat()));
            builder.invoke_value(InvokeKind::Virtual, called, &arguments)
        }
        Making::Field(holder, name) => builder.get_static(field_ref(holder, name, Type::Reference(class.into()))),
        Making::Literal => Operand::register(builder.load(Loadable::Class(class.into()))),
    };
    accept(&mut builder, unknown, made);
    builder.catch_everything();
    reject(&mut builder);
    builder.finish()
}

/// `Inputs.accept(unknown, made); return;`
pub(crate) fn accept(builder: &mut BodyBuilder, unknown: Operand, made: Operand) {
    let accept = method_ref(INPUTS, false, "accept", "(ILjava/lang/Object;)V");
    builder.invoke(InvokeKind::Static, accept, &[unknown, made]);
    builder.return_value(None);
}

/// `Inputs.reject(); return;`
pub(crate) fn reject(builder: &mut BodyBuilder) {
    builder.invoke(InvokeKind::Static, method_ref(INPUTS, false, "reject", "()V"), &[]);
    builder.return_value(None);
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::Program;

    /// A wrong row would be found only by who needs it.
    #[test]
    fn rows_name_members_of_the_library() {
        let jdk = classpath::Jdk::open(&testkit::jdk::home()).expect("a JDK");
        let mut program = Program::new(classpath::ClassPath::new(jdk));
        for row in TABLE {
            let class = program.load(row.class).expect(row.class);
            let given: String = row.arguments.iter().map(parameter).collect();
            let has = |program: &Program, class: ClassId, name: &str, descriptor: String| {
                let mut types = vec![class];
                let mut found = false;
                while let Some(next) = types.pop() {
                    found |= program.find_declared(next, name, &descriptor).is_some();
                    types.extend(program.class(next).super_class.iter().chain(&program.class(next).interfaces));
                }
                assert!(found, "{} has no {name}{descriptor}", row.class);
            };
            match row.making {
                Making::Plain | Making::Literal => assert!(row.arguments.is_empty()),
                Making::Constructor => has(&program, class, "<init>", format!("({given})V")),
                Making::Static(name) => has(&program, class, name, format!("({given})L{};", row.class)),
                Making::Kept(name) => {
                    has(&program, class, name, format!("({given})L{};", row.class));
                    has(&program, class, "<init>", format!("({given})V"));
                }
                Making::On(name, gives) => {
                    assert_eq!(parameter(&row.arguments[0]), format!("L{};", row.class));
                    let rest: String = row.arguments[1..].iter().map(parameter).collect();
                    has(&program, class, name, format!("({rest})L{gives};"));
                }
                Making::Field(holder, name) => {
                    let holder = program.load(holder).expect(holder);
                    assert!(program.find_field(holder, name).is_some(), "{} has no {name}", row.class);
                }
            }
            for served in row.serves {
                let served = program.load(served).expect(served);
                let made = match row.making {
                    Making::On(_, gives) => program.load(gives).expect(gives),
                    Making::Literal => program.load("java/lang/Class").expect("java/lang/Class"),
                    _ => class,
                };
                assert!(program.is_subclass(made, served), "{} does not serve its type", shown(row));
            }
        }
    }
}
