//! What running a method could need of the library, told without running it.
//!
//! Methods are reached from the entry through calls, class initialisers and call sites; a virtual call reaches the methods of
//! all classes that some reached method instantiates (rapid type analysis), and of those an unknown input may have. More is
//! reached than any run needs; reflection and what intrinsics call by themselves is not seen.

use std::collections::{BTreeMap, VecDeque};

use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{Instruction, InvokeKind, Loadable, Type};
use program::generic::GenericType;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::machine::Machine;
use crate::machine::intrinsic::Entry;
use crate::state::fork::{Cut, Stop};
use crate::step::dynamic::CallSite;

/// Methods that are looked at before the search is broken off.
const MOST_METHODS: usize = 30_000;

/// What a method needs.
#[derive(Debug)]
pub struct Support {
    /// Methods with code that are reached.
    pub reached: usize,
    /// Whether everything was looked at.
    pub is_complete: bool,
    /// Each once, ordered by kind and name.
    pub needs: Vec<Need>,
}

/// Something that the library has no bytecode for, or that the machine does by itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Need {
    pub kind: NeedKind,
    /// A method, or a phrase for what is no method.
    pub what: String,
    pub is_supported: bool,
    /// The first method found to call it; empty for inputs.
    pub caller: String,
    /// How many calls that method is away from the entry.
    pub distance: u32,
}

/// What is needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NeedKind {
    /// A native method.
    Native,
    /// A method with bytecode that the machine replaces.
    Intrinsic,
    /// A call site, a constant, a class that is missing.
    Link,
    /// An unknown input of a class whose objects the machine does not make.
    Input,
}

impl NeedKind {
    pub fn word(self) -> &'static str {
        match self {
            NeedKind::Native => "native",
            NeedKind::Intrinsic => "intrinsic",
            NeedKind::Link => "link",
            NeedKind::Input => "input",
        }
    }
}

impl Machine {
    /// What an entry needs. Its receiver and parameters are unknown, unless it is the `main` of a whole program.
    pub fn support(&mut self, entry: MethodId, is_main: bool) -> Support {
        let mut search = Search {
            machine: self,
            pending: VecDeque::new(),
            reached: FxHashMap::default(),
            called: Vec::new(),
            called_index: FxHashSet::default(),
            instantiated: Vec::new(),
            instantiated_index: FxHashSet::default(),
            needs: BTreeMap::new(),
        };
        if !is_main {
            search.inputs_of(entry);
        }
        search.reach(entry, entry);
        search.initialize(search.machine.program.method(entry).class, entry);
        search.run()
    }
}

struct Search<'a> {
    machine: &'a mut Machine,
    pending: VecDeque<MethodId>,
    /// With the number of calls from the entry.
    reached: FxHashMap<MethodId, u32>,
    /// Virtual methods that some reached method calls, and who does first.
    called: Vec<(MethodId, MethodId)>,
    called_index: FxHashSet<MethodId>,
    instantiated: Vec<ClassId>,
    instantiated_index: FxHashSet<ClassId>,
    needs: BTreeMap<(NeedKind, String), Need>,
}

impl Search<'_> {
    fn run(mut self) -> Support {
        let mut looked_at = 0;
        while let Some(method) = self.pending.pop_front() {
            if looked_at == MOST_METHODS {
                self.pending.push_front(method);
                break;
            }
            looked_at += 1;
            self.look_at(method);
        }
        let needs: Vec<Need> = self.needs.into_values().collect();
        Support { reached: looked_at, is_complete: self.pending.is_empty(), needs }
    }

    fn need(&mut self, kind: NeedKind, what: String, is_supported: bool, caller: Option<MethodId>) {
        let name = caller.map(|caller| program::display_method(&self.machine.program, caller)).unwrap_or_default();
        let distance = caller.and_then(|caller| self.reached.get(&caller).copied()).unwrap_or(0);
        let need = Need { kind, what: what.clone(), is_supported, caller: name, distance };
        self.needs.entry((kind, what)).or_insert(need);
    }

    /// A reference that cannot be resolved is needed as well: it is what the run would stop at.
    fn resolved<T>(&mut self, result: Result<T, Stop>, caller: MethodId) -> Option<T> {
        match result {
            Ok(found) => Some(found),
            Err(Stop::Cut(Cut::Unsupported(what))) => {
                self.need(NeedKind::Link, what, false, Some(caller));
                None
            }
            // A linkage error is an exception of the program's.
            Err(_) => None,
        }
    }

    /// What an entry's unknown receiver and arguments may be.
    fn inputs_of(&mut self, entry: MethodId) {
        let method = self.machine.program.method(entry);
        let mut types = self.machine.program.generic_parameters(entry);
        if !method.is_static() {
            let class = self.machine.program.class(method.class).name.clone();
            types.push(GenericType::raw(Type::Reference(class)));
        }
        // What unknown references may be, what their fields may be then, and what collections among them may hold.
        types.reverse();
        while let Some(declared) = types.pop() {
            let Type::Reference(name) = &declared.erased else { continue };
            let loaded = self.machine.load(name);
            let Some(class) = self.resolved(loaded, entry) else { continue };
            types.extend(declared.arguments.iter().rev().map(|argument| argument.upper()));
            self.input(class, entry, &mut types);
        }
    }

    /// An unknown object of a class; the types of its fields go to `types`.
    fn input(&mut self, class: ClassId, entry: MethodId, types: &mut Vec<GenericType>) {
        if self.machine.program.class(class).name.starts_with("[L") {
            return;
        }
        let candidates = self.machine.candidates(class);
        let Some(candidates) = self.resolved(candidates, entry) else { return };
        for built in self.machine.classes_built(class) {
            self.instantiate(built, entry);
        }
        if let Some(why) = &candidates.left_out {
            self.need(NeedKind::Input, why.clone(), false, None);
            if self.machine.program.is_instantiable(class) {
                self.instantiate(class, entry);
            }
        }
        for candidate in candidates.classes.iter().chain(&candidates.below) {
            if self.instantiated_index.contains(candidate) {
                continue;
            }
            self.instantiate(*candidate, entry);
            let fields = self.machine.program.class(*candidate).instance_layout.clone();
            types.extend(fields.into_iter().rev().map(|field| self.machine.program.generic_field_type(field)));
        }
    }

    fn reach(&mut self, method: MethodId, caller: MethodId) {
        if self.reached.contains_key(&method) {
            self.note_refusal(method, caller);
            return;
        }
        let distance = self.reached.get(&caller).map_or(0, |distance| distance + 1);
        self.reached.insert(method, distance);
        let entry = self.machine.program.method(method);
        let is_native = entry.is_native();
        let is_abstract = entry.is_abstract();
        let kind = if is_native { NeedKind::Native } else { NeedKind::Intrinsic };
        match self.machine.intrinsic_of(method) {
            Some(intrinsic) => {
                let name = program::display_method(&self.machine.program, method);
                let is_supported = !self.is_refused(intrinsic, caller);
                self.need(kind, name, is_supported, Some(caller));
                self.instantiate_result(method);
            }
            None if is_native => {
                let name = program::display_method(&self.machine.program, method);
                self.need(kind, name, false, Some(caller));
            }
            None if is_abstract => {}
            None => self.pending.push_back(method),
        }
    }

    fn is_refused(&self, intrinsic: &Entry, caller: MethodId) -> bool {
        let program = &self.machine.program;
        intrinsic.refuses(program.class(program.method(caller).class))
    }

    /// An intrinsic has no code to look at: what it gives is taken for an object of its declared type.
    fn instantiate_result(&mut self, intrinsic: MethodId) {
        let Some(Type::Reference(name)) = self.machine.program.method(intrinsic).return_type.clone() else { return };
        let element = name.trim_start_matches('[');
        let element = element.strip_prefix('L').and_then(|element| element.strip_suffix(';'));
        let class = element.filter(|_| name.starts_with('[')).unwrap_or(&name);
        if let Ok(class) = self.machine.load(class)
            && self.machine.program.is_instantiable(class)
        {
            self.instantiate(class, intrinsic);
        }
    }

    /// A method that was there for one caller may not be for another.
    fn note_refusal(&mut self, method: MethodId, caller: MethodId) {
        let Some(intrinsic) = self.machine.intrinsic_of(method) else { return };
        if !self.is_refused(intrinsic, caller) {
            return;
        }
        let entry = self.machine.program.method(method);
        let kind = if entry.is_native() { NeedKind::Native } else { NeedKind::Intrinsic };
        let what = program::display_method(&self.machine.program, method);
        if self.needs.get(&(kind, what.clone())).is_some_and(|need| need.is_supported) {
            self.needs.remove(&(kind, what.clone()));
            self.need(kind, what, false, Some(caller));
        }
    }

    fn look_at(&mut self, method: MethodId) {
        let body = self.machine.program.body(method).map_err(|error| self.machine.link_stop(error));
        let Some(body) = self.resolved(body, method) else { return };
        for instruction in &body.code {
            match *instruction {
                Instruction::New { class, .. } => {
                    let class = self.machine.program.resolve_class(&body.classes[class as usize]);
                    let class = class.map_err(|error| self.machine.link_stop(error));
                    if let Some(class) = self.resolved(class, method) {
                        self.initialize(class, method);
                        self.instantiate(class, method);
                    }
                }
                Instruction::GetStatic { field, .. } | Instruction::PutStatic { field, .. } => {
                    let field = self.machine.program.resolve_field(&body.fields[field as usize]);
                    let field = field.map_err(|error| self.machine.link_stop(error));
                    if let Some(field) = self.resolved(field, method) {
                        self.initialize(self.machine.program.field(field).class, method);
                    }
                }
                Instruction::LoadConstant { constant, .. } => match &body.loadables[constant as usize] {
                    Loadable::String(_) => self.instantiate(self.machine.known.string, method),
                    Loadable::Class(_) => self.instantiate(self.machine.known.class, method),
                    Loadable::MethodHandle(_) => self.constant("a method handle constant", method),
                    Loadable::MethodType(_) => self.constant("a method type constant", method),
                    Loadable::Dynamic(_) => self.constant("a dynamic constant", method),
                    Loadable::Number(_) => {}
                },
                Instruction::Invoke { kind, method: called, .. } => {
                    let called = self.machine.program.resolve_method(&body.methods[called as usize]);
                    let called = called.map_err(|error| self.machine.link_stop(error));
                    if let Some(called) = self.resolved(called, method) {
                        self.call(kind, called, method);
                    }
                }
                Instruction::InvokeDynamic { site, .. } => {
                    let linked = self.machine.link_site(&body.dynamic_sites[site as usize].clone(), body.method);
                    match self.resolved(linked, method) {
                        Some(CallSite::Concatenation(made) | CallSite::Method(made)) => self.reach(made, method),
                        Some(CallSite::Lambda(class)) => self.instantiate(class, method),
                        None => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a method is the user's, to whom the machine may refuse what the library gets.
    fn is_users(&self, method: MethodId) -> bool {
        let class = self.machine.program.method(method).class;
        self.machine.program.class(class).origin == ClassOrigin::User
    }

    fn constant(&mut self, what: &str, caller: MethodId) {
        self.need(NeedKind::Link, what.to_string(), false, Some(caller));
    }

    fn call(&mut self, kind: InvokeKind, called: MethodId, caller: MethodId) {
        match kind {
            InvokeKind::Static => {
                self.initialize(self.machine.program.method(called).class, caller);
                self.reach(called, caller);
            }
            InvokeKind::Special => self.reach(called, caller),
            InvokeKind::Virtual | InvokeKind::Interface => {
                let is_new = self.called_index.insert(called);
                if is_new {
                    self.called.push((called, caller));
                } else if !self.is_users(caller) {
                    return;
                }
                for position in 0..self.instantiated.len() {
                    self.dispatch(self.instantiated[position], called, caller);
                }
                // Arrays are objects as well.
                if self.machine.program.method(called).class == self.machine.known.object {
                    self.reach(called, caller);
                }
            }
        }
    }

    fn instantiate(&mut self, class: ClassId, caller: MethodId) {
        if !self.instantiated_index.insert(class) {
            return;
        }
        self.instantiated.push(class);
        self.initialize(class, caller);
        for position in 0..self.called.len() {
            let (called, caller) = self.called[position];
            self.dispatch(class, called, caller);
        }
    }

    fn dispatch(&mut self, class: ClassId, called: MethodId, caller: MethodId) {
        let holder = self.machine.program.method(called).class;
        if self.machine.program.is_subclass(class, holder)
            && let Ok(selected) = self.machine.program.select(class, called)
        {
            self.reach(selected, caller);
        }
    }

    fn initialize(&mut self, class: ClassId, caller: MethodId) {
        let chain: Vec<ClassId> = self.machine.program.class_chain(class).collect();
        for class in chain {
            let own = self.machine.program.class(class).initializer;
            match self.machine.initializer_of(class) {
                Some(initializer) if Some(initializer) == own => self.reach(initializer, caller),
                // The machine's own start of `System`, which every program survives; what it makes is there to be called.
                Some(_) => {
                    for made in ["java/io/PrintStream", "java/io/BufferedInputStream", "java/io/FileInputStream"] {
                        if let Ok(made) = self.machine.load(made) {
                            self.instantiate(made, caller);
                        }
                    }
                }
                None => {}
            }
        }
    }
}
