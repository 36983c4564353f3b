//! Collections of the input: built by the library's own code, never from arbitrary private fields.
//!
//! An unknown `List`, `Map` and so on is null, an object met before, or a collection of some size up to a bound, whose elements
//! are unknown inputs of the type argument. When one is needed, the machine runs a *factory*, a method without source:
//!
//! ```text
//! static void build(int unknown, Object e0, Object e1) {
//!     ArrayList c = new ArrayList();
//!     c.add(e0);
//!     c.add(e1);
//!     if (c.size() == 2) Inputs.accept(unknown, c); else Inputs.reject();
//! }
//! ```
//!
//! A collection that does not take these elements (a null, an equal element, one that cannot be compared) is no input of this
//! size; the factory rejects it. Interfaces are implemented by the class most programs use; that others are left out, and
//! larger sizes, counts as a bound.

use std::rc::Rc;

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Body, Condition, Constant, InvokeKind, Kind, Operand, Type};
use program::generic::{ArgumentKind, GenericType};

use crate::inputs::change::changes_input;
use crate::inputs::factories::{accept, reject};
use crate::inputs::type_arguments::resolved;
use crate::machine::Machine;
use crate::state::fork::Stop;
use crate::state::heap::{Built, Content, Payload};
use crate::state::value::{ObjectId, UnknownId, Value};
use crate::state::{OnReturn, Phase, State};
use crate::synthetic::body_builder::{BodyBuilder, method_ref};

const ACC_FINAL: u16 = 0x0010;

/// Elements of a collection if the configuration does not say.
pub const DEFAULT_SIZE: u32 = 3;

/// How a collection is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Filling {
    /// `add(element)`.
    Elements,
    /// `add(element)`, where each must be the last: the order in which a sorted set got its elements is nothing that anybody
    /// could see.
    Ascending,
    /// `put(key, value)`.
    Entries,
    /// `put(key, value)`, where each key must be the last.
    AscendingEntries,
    /// `of(element)` or `empty()`.
    Optional,
}

impl Filling {
    /// Whether keys are asked for their hash codes or compared when they are put in.
    fn looks_at_keys(self, class: &str) -> bool {
        match self {
            Filling::Ascending | Filling::Entries | Filling::AscendingEntries => true,
            Filling::Elements => matches!(class, HASH_SET | LINKED_HASH_SET | PRIORITY_QUEUE),
            Filling::Optional => false,
        }
    }
}

const ARRAY_LIST: &str = "java/util/ArrayList";
const HASH_SET: &str = "java/util/HashSet";
const LINKED_HASH_SET: &str = "java/util/LinkedHashSet";
const TREE_SET: &str = "java/util/TreeSet";
const HASH_MAP: &str = "java/util/HashMap";
const LINKED_HASH_MAP: &str = "java/util/LinkedHashMap";
const TREE_MAP: &str = "java/util/TreeMap";
const ARRAY_DEQUE: &str = "java/util/ArrayDeque";
const PRIORITY_QUEUE: &str = "java/util/PriorityQueue";

/// The class that stands for a declared type, and how it is filled.
pub(crate) fn implementation(declared: &str) -> Option<(&'static str, Filling)> {
    let simple = declared.strip_prefix("java/util/").or_else(|| declared.strip_prefix("java/lang/"))?;
    Some(match simple {
        "Iterable"
        | "Collection"
        | "List"
        | "AbstractCollection"
        | "AbstractList"
        | "ArrayList"
        | "SequencedCollection" => (ARRAY_LIST, Filling::Elements),
        "LinkedList" | "AbstractSequentialList" => ("java/util/LinkedList", Filling::Elements),
        "Vector" => ("java/util/Vector", Filling::Elements),
        "Stack" => ("java/util/Stack", Filling::Elements),
        "Queue" | "Deque" | "ArrayDeque" => (ARRAY_DEQUE, Filling::Elements),
        "PriorityQueue" | "AbstractQueue" => (PRIORITY_QUEUE, Filling::Elements),
        "Set" | "AbstractSet" | "HashSet" => (HASH_SET, Filling::Elements),
        "LinkedHashSet" | "SequencedSet" => (LINKED_HASH_SET, Filling::Elements),
        "SortedSet" | "NavigableSet" | "TreeSet" => (TREE_SET, Filling::Ascending),
        "Map" | "AbstractMap" | "HashMap" => (HASH_MAP, Filling::Entries),
        "LinkedHashMap" | "SequencedMap" => (LINKED_HASH_MAP, Filling::Entries),
        "SortedMap" | "NavigableMap" | "TreeMap" => (TREE_MAP, Filling::AscendingEntries),
        "Hashtable" | "Dictionary" => ("java/util/Hashtable", Filling::Entries),
        "Properties" => ("java/util/Properties", Filling::Entries),
        "IdentityHashMap" => ("java/util/IdentityHashMap", Filling::Entries),
        "WeakHashMap" => ("java/util/WeakHashMap", Filling::Entries),
        "concurrent/ConcurrentMap" | "concurrent/ConcurrentHashMap" => {
            ("java/util/concurrent/ConcurrentHashMap", Filling::Entries)
        }
        "concurrent/CopyOnWriteArrayList" => ("java/util/concurrent/CopyOnWriteArrayList", Filling::Elements),
        "concurrent/ConcurrentLinkedQueue" => ("java/util/concurrent/ConcurrentLinkedQueue", Filling::Elements),
        "concurrent/BlockingQueue" | "concurrent/LinkedBlockingQueue" => {
            ("java/util/concurrent/LinkedBlockingQueue", Filling::Elements)
        }
        "Optional" => ("java/util/Optional", Filling::Optional),
        "OptionalInt" => ("java/util/OptionalInt", Filling::Optional),
        "OptionalLong" => ("java/util/OptionalLong", Filling::Optional),
        "OptionalDouble" => ("java/util/OptionalDouble", Filling::Optional),
        _ => return None,
    })
}

/// What a collection without type arguments holds.
pub fn element_type(class: &str) -> Type {
    match class {
        "java/util/OptionalInt" => Type::Int,
        "java/util/OptionalLong" => Type::Long,
        "java/util/OptionalDouble" => Type::Double,
        _ => Type::Reference(Rc::from("java/lang/Object")),
    }
}

/// Fields in which collections keep views of themselves once somebody asked for one: no part of what they hold.
const VIEWS: [&str; 6] = ["keySet", "values", "entrySet", "navigableKeySet", "descendingMap", "descendingSet"];

impl Machine {
    /// How an unknown object of a declared type is built, if it is one of the library's collections.
    pub(crate) fn implementation_of(&self, declared: ClassId) -> Option<(&'static str, Filling)> {
        let class = self.program.class(declared);
        if class.origin != ClassOrigin::Library { None } else { implementation(&class.name) }
    }

    /// Whether a type is that of a collection.
    pub(crate) fn is_collection(&self, declared: ClassId) -> bool {
        self.implementation_of(declared).is_some()
    }

    /// The sizes that are built, and whether there are more.
    pub(crate) fn sizes(&self, filling: Filling) -> (u32, bool) {
        match filling {
            Filling::Optional => (1, false),
            _ => (self.config.collection_size.unwrap_or(DEFAULT_SIZE), true),
        }
    }

    /// A new reference of the input of a type with type arguments.
    pub(crate) fn fresh_generic_input(
        &mut self,
        state: &mut State,
        declared: &GenericType,
        name: Rc<str>,
        depth: u32,
    ) -> Result<Value, Stop> {
        let chosen = state.type_arguments.clone();
        let declared = chosen.map_or_else(|| declared.clone(), |chosen| resolved(declared, &chosen));
        self.ensure_elements_possible(state, &declared)?;
        let value = self.fresh_input(state, &declared.erased, name, depth)?;
        if let Value::Unknown(id) = value
            && declared.is_more_than_erased()
        {
            state.unknowns[id.0 as usize].generic = Some(Rc::new(declared));
        }
        Ok(value)
    }

    /// The enums among what a type names are initialised: nothing may interrupt the making of elements.
    pub(crate) fn ensure_elements_possible(&mut self, state: &mut State, declared: &GenericType) -> Result<(), Stop> {
        if let Type::Reference(name) = &declared.erased {
            let class = self.load(name)?;
            self.ensure_enums_initialized(state, class)?;
            // A raw collection holds objects of any class, and so may one of `? super Integer`.
            let is_raw = declared.arguments.is_empty() && self.is_collection(class);
            if is_raw || declared.arguments.iter().any(|argument| argument.kind == ArgumentKind::Super) {
                self.ensure_enums_initialized(state, self.known.object)?;
            }
        }
        declared.arguments.iter().try_for_each(|argument| self.ensure_elements_possible(state, &argument.bound))
    }

    /// Start the factory that binds an unknown reference to a collection with this many unknown elements.
    pub(crate) fn build_collection(&mut self, state: &mut State, id: UnknownId, size: u32) -> Result<(), Stop> {
        let unknown = state.unknown(id).clone();
        let (class, filling) = self.implementation_of(unknown.declared).expect("only collections are offered in sizes");
        let argument = |number: usize| match unknown.generic.as_deref().and_then(|t| t.arguments.get(number)) {
            Some(argument) => argument.upper(),
            None => GenericType::raw(element_type(class)),
        };
        if filling.looks_at_keys(class) && size > 0 {
            self.ensure_keys_as_they_were(state, &argument(0))?;
        }
        let depth = unknown.depth + 1;
        let mut elements = Vec::new();
        for number in 0..size {
            match filling {
                Filling::Entries | Filling::AscendingEntries => {
                    for (position, part) in ["key", "value"].into_iter().enumerate() {
                        let name = format!("{}.{part}[{number}]", unknown.name).into();
                        elements.push(self.fresh_generic_input(state, &argument(position), name, depth)?);
                    }
                }
                Filling::Optional => {
                    let name = format!("{}.value", unknown.name).into();
                    elements.push(self.fresh_generic_input(state, &argument(0), name, depth)?);
                }
                Filling::Elements | Filling::Ascending => {
                    let name = format!("{}[{number}]", unknown.name).into();
                    elements.push(self.fresh_generic_input(state, &argument(0), name, depth)?);
                }
            }
        }
        let factory = self.factory_of_collection(class, filling, size)?;
        let mut arguments = vec![Value::Int(id.0 as i32)];
        arguments.extend(&elements);
        state.unknowns[id.0 as usize].elements = Some(elements.into());
        self.push_frame(state, factory, None, &arguments, OnReturn::Retry)
    }

    /// Keys whose own methods are asked when they are put in must be as they were when the input was made.
    fn ensure_keys_as_they_were(&mut self, state: &State, key: &GenericType) -> Result<(), Stop> {
        let Type::Reference(name) = &key.erased else { return Ok(()) };
        let class = self.load(name)?;
        let class = self.program.class(class);
        // Strings and boxes stay as they are, and so do constants; of other classes, the user's may be below them.
        let is_final = class.origin == ClassOrigin::Library && class.access & ACC_FINAL != 0;
        if class.is_enum() || is_final || !matches!(state.phase, Phase::Entry | Phase::Ensures) {
            return Ok(());
        }
        let may_differ = changes_input(self, state) || self.has_mutable_statics(state);
        if may_differ {
            let name = program::display_class(name);
            return Err(Stop::unsupported(format!(
                "a collection of {name} that is first looked into after other changes"
            )));
        }
        Ok(())
    }

    /// Whether static fields that may have changed belong to classes of the user's.
    fn has_mutable_statics(&self, state: &State) -> bool {
        let Some(plan) = &self.plan else { return false };
        state.statics.changed_since(&plan.base.1).any(|(number, _)| {
            let class = self.program.class_at(number);
            class.origin == ClassOrigin::User
                && class.static_layout.iter().any(|field| {
                    let field = self.program.field(*field);
                    field.access & ACC_FINAL == 0
                })
        })
    }

    /// Whether a collection of the input holds something else than when it was built.
    pub(crate) fn collection_changed(&self, state: &State, location: ObjectId, built: &Built) -> bool {
        let Some(before) = &built.after else { return false };
        let mut pending = vec![location];
        let mut seen = vec![location];
        while let Some(object) = pending.pop() {
            let (was, now) = (before.get(object), state.heap.get(object));
            if let (Payload::Text(was, _), Payload::Text(now, _)) = (&was.payload, &now.payload)
                && (was.length != now.length || was.units != now.units)
            {
                return true;
            }
            let (Content::Fields(was_fields), Content::Fields(now_fields)) = (&was.content, &now.content) else {
                if !self.same_elements(&was.content, &now.content, &mut pending, &mut seen, before) {
                    return true;
                }
                continue;
            };
            for (slot, (was_value, now_value)) in was_fields.iter().zip(now_fields).enumerate() {
                let layout = &self.program.class(now.class).instance_layout;
                let name = layout.get(slot).map(|field| &*self.program.field(*field).name);
                if name.is_some_and(|name| VIEWS.contains(&name)) {
                    continue;
                }
                if !is_same(*was_value, *now_value) {
                    return true;
                }
                follow(before, *was_value, &mut pending, &mut seen);
            }
        }
        false
    }

    fn same_elements(
        &self,
        was: &Content,
        now: &Content,
        pending: &mut Vec<ObjectId>,
        seen: &mut Vec<ObjectId>,
        before: &crate::state::heap::Heap,
    ) -> bool {
        let (Content::Array(was), Content::Array(now)) = (was, now) else { return false };
        let (was, now): (Vec<Value>, Vec<Value>) = (was.known_values().collect(), now.known_values().collect());
        if was.len() != now.len() {
            return false;
        }
        was.iter().zip(&now).all(|(was, now)| {
            follow(before, *was, pending, seen);
            is_same(*was, *now)
        })
    }

    fn factory_of_collection(&mut self, class: &'static str, filling: Filling, size: u32) -> Result<MethodId, Stop> {
        self.load(class)?;
        let simple = class.rsplit('/').next().unwrap_or(class);
        let count = match filling {
            Filling::Entries | Filling::AscendingEntries => 2 * size,
            _ => size,
        };
        let element = program::descriptor::descriptor_of(&element_type(class));
        let descriptor = format!("(I{})V", element.repeat(count as usize));
        let body = Box::new(move |method| factory_body(method, class, filling, size));
        Ok(self.factory(&format!("{simple}${size}"), descriptor, body))
    }
}

/// Objects of the collection's own making are followed; its elements are none.
fn follow(before: &crate::state::heap::Heap, value: Value, pending: &mut Vec<ObjectId>, seen: &mut Vec<ObjectId>) {
    if let Value::Reference(object) = value
        && !object.is_null()
        && object != ObjectId::UNREAD
        && before.get(object).origin.is_none()
        && !seen.contains(&object)
    {
        seen.push(object);
        pending.push(object);
    }
}

pub(crate) fn is_same(left: Value, right: Value) -> bool {
    match (left, right) {
        (Value::Unset, Value::Unset) => true,
        (Value::Int(left), Value::Int(right)) => left == right,
        (Value::Long(left), Value::Long(right)) => left == right,
        (Value::Float(left), Value::Float(right)) => left.to_bits() == right.to_bits(),
        (Value::Double(left), Value::Double(right)) => left.to_bits() == right.to_bits(),
        (Value::Symbolic(left), Value::Symbolic(right)) => left == right,
        (Value::Reference(left), Value::Reference(right)) => left == right,
        (Value::Unknown(left), Value::Unknown(right)) => left == right,
        (Value::Choice(left), Value::Choice(right)) => left == right,
        _ => false,
    }
}

fn factory_body(method: MethodId, class: &'static str, filling: Filling, size: u32) -> Body {
    const OBJECT: &str = "Ljava/lang/Object;";
    let is_map = matches!(filling, Filling::Entries | Filling::AscendingEntries);
    let count = if is_map { 2 * size } else { size } as usize;
    let mut kinds = vec![Kind::Int];
    kinds.resize(count + 1, element_type(class).kind());
    let mut builder = BodyBuilder::new(method, kinds);
    let unknown = builder.parameter(0);
    let elements: Vec<Operand> = (0..count).map(|number| builder.parameter(number + 1)).collect();
    let rejected = builder.new_label();
    let collection = if filling == Filling::Optional {
        let element = program::descriptor::descriptor_of(&element_type(class));
        let (name, descriptor) = match size {
            0 => ("empty", format!("()L{class};")),
            _ => ("of", format!("({element})L{class};")),
        };
        builder.invoke_value(InvokeKind::Static, method_ref(class, false, name, &descriptor), &elements)
    } else {
        let collection = Operand::register(builder.new_object(class));
        builder.invoke(InvokeKind::Special, method_ref(class, false, "<init>", "()V"), &[collection]);
        let step = if is_map { 2 } else { 1 };
        for entry in elements.chunks(step) {
            let mut arguments = vec![collection];
            arguments.extend_from_slice(entry);
            let (name, descriptor) =
                if is_map { ("put", format!("({OBJECT}{OBJECT}){OBJECT}")) } else { ("add", format!("({OBJECT})Z")) };
            builder.invoke(InvokeKind::Virtual, method_ref(class, false, name, &descriptor), &arguments);
            let last = match filling {
                Filling::Ascending => "last",
                Filling::AscendingEntries => "lastKey",
                _ => continue,
            };
            let last = method_ref(class, false, last, &format!("(){OBJECT}"));
            let last = builder.invoke_value(InvokeKind::Virtual, last, &[collection]);
            let is_last = builder.new_label();
            builder.if_same(last, entry[0], is_last);
            reject(&mut builder);
            builder.place(is_last);
        }
        let held = builder.invoke_value(InvokeKind::Virtual, method_ref(class, false, "size", "()I"), &[collection]);
        let expected = builder.constant(Constant::Int(size as i32));
        builder.if_holds(Condition::NotEqual, held, expected, rejected);
        collection
    };
    accept(&mut builder, unknown, collection);
    if filling != Filling::Optional {
        builder.place(rejected);
        reject(&mut builder);
    }
    builder.catch_everything();
    reject(&mut builder);
    builder.finish()
}
