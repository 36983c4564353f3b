//! Method call boundaries (section 3.7).
//!
//! Parameters are assigned from arguments, by weakest preconditions. At a return the values of predicates over what is returned, and
//! over parameters that nothing was assigned to, are told to the caller, in its own words; what the callee did not write stays as it
//! was, and of what it did write only that is known.

use std::collections::{BTreeMap, BTreeSet};

use logic::term::Term;
use program::class::{ClassId, ClassOrigin, MethodId};
use program::code::{InvokeKind, Kind, Register};

use super::change::{Before, CallEffect, Change, Effects, Write};
use super::execute::Here;
use super::known::{Known, known};
use super::objects::{AbstractObject, Objects, Site, anything, only};
use super::places::{Place, in_range, type_range};
use super::reason::Pointers;
use super::search::{Call, Caller, Ending, Exit, START, StatementSearch, Work};
use super::speak::{MethodCode, Speaker};
use super::state::StatementState;
use super::table::{Member, SymbolTable};

impl StatementSearch<'_> {
    pub(super) fn invoke(
        &mut self,
        here: &Here,
        state: StatementState,
        kind: InvokeKind,
        target: Option<Register>,
        method: u32,
        arguments: Vec<Term>,
    ) -> Option<StatementState> {
        let reference = here.code.body.methods[method as usize].clone();
        let resolved = match self.reasoner.machine.program.resolve_method(&reference) {
            Ok(resolved) => resolved,
            Err(error) => {
                self.unsupported(error.to_string(), &here.code, here.pc);
                return None;
            }
        };
        let result = self.reasoner.machine.program.method(resolved).return_type.as_ref().map(|result| result.kind());
        let target = target.zip(result);
        match kind {
            InvokeKind::Static => {
                let class = self.reasoner.machine.program.method(resolved).class;
                let state = self.initialized(here, state, class)?;
                self.call(here, &state, resolved, arguments, target)
            }
            InvokeKind::Special => {
                let state = match here.context {
                    // The class of the receiver has been initialised.
                    START => self.initialized(here, state, self.reasoner.machine.program.method(resolved).class)?,
                    _ => state,
                };
                let state = self.unless_null(here, &state, arguments[0])?;
                let current = self.reasoner.machine.program.method(here.code.method).class;
                match self.reasoner.machine.program.select_special(current, resolved) {
                    Ok(selected) => self.call(here, &state, selected, arguments, target),
                    Err(error) => {
                        self.unsupported(error.to_string(), &here.code, here.pc);
                        None
                    }
                }
            }
            InvokeKind::Virtual | InvokeKind::Interface => {
                let state = self.unless_null(here, &state, arguments[0])?;
                let objects = self.reasoner.objects(Pointers::new(&state.table), arguments[0]);
                let (selected, is_open) = self.selected(&objects, resolved);
                let mut next = None;
                if is_open {
                    let state = self.unknown_call(here, &state, resolved, target);
                    next = Some(state);
                }
                for method in selected {
                    if let Some(state) = next.take() {
                        self.work.push(Work { context: here.context, pc: here.pc + 1, line: here.line, state });
                    }
                    next = self.call(here, &state, method, arguments.clone(), target);
                }
                next
            }
        }
    }

    /// The methods that a call can run, and whether there may be others.
    fn selected(&mut self, receivers: &Objects, resolved: MethodId) -> (BTreeSet<MethodId>, bool) {
        let program = &mut self.reasoner.machine.program;
        let declared = program.method(resolved).class;
        let mut selected = BTreeSet::new();
        let mut is_open = false;
        for receiver in receivers.iter().filter(|receiver| **receiver != AbstractObject::Null) {
            let classes = match receiver.class() {
                Some((class, true)) => vec![class],
                Some((class, false)) if program.is_subclass(class, declared) => {
                    is_open |= is_open_class(program, class);
                    program.instantiable_subtypes(class).unwrap_or_default()
                }
                _ => {
                    let subtypes = program.instantiable_subtypes(declared).unwrap_or_default();
                    is_open |= is_open_class(program, declared) && !is_only_stream(program, declared, &subtypes);
                    subtypes
                }
            };
            for class in classes {
                match program.select(class, resolved) {
                    Ok(method) => {
                        selected.insert(method);
                    }
                    Err(_) => is_open = true,
                }
            }
        }
        (selected, is_open)
    }

    /// Call this very method.
    fn call(
        &mut self,
        here: &Here,
        state: &StatementState,
        method: MethodId,
        arguments: Vec<Term>,
        target: Option<(Register, Kind)>,
    ) -> Option<StatementState> {
        if let Some(known) = known(&mut self.reasoner, method, &arguments, state) {
            return self.known_call(here, state, known, &arguments, target);
        }
        let machine = &mut self.reasoner.machine;
        let is_user = machine.program.class(machine.program.method(method).class).origin == ClassOrigin::User;
        let code = match self.code(method) {
            Ok(code) if is_user || self.is_plain(&code, PLAIN_DEPTH) => code,
            _ => return Some(self.unknown_call(here, state, method, target)),
        };
        let entry = self.entry(here, state, &code, &arguments);
        let call = Call::Method { arguments, target };
        let caller = Caller { context: here.context, pc: here.pc, line: here.line, state: state.clone(), call };
        self.enter(code, entry, caller);
        None
    }

    /// The abstract state in which a method is entered.
    fn entry(&mut self, here: &Here, state: &StatementState, code: &MethodCode, arguments: &[Term]) -> StatementState {
        let pointers = Pointers::new(&state.table);
        let mut kinds = vec![None; code.body.register_count as usize];
        let mut registers = BTreeMap::new();
        for (number, kind) in code.body.parameter_kinds.iter().enumerate() {
            kinds[number] = Some(*kind);
            if *kind == Kind::Reference {
                registers.insert(Register(number as u32), self.reasoner.objects(pointers, arguments[number]));
            }
        }
        let facts = self.facts(&here.code, here.pc, state);
        let change = Change::nothing();
        let actual = actual(arguments);
        let mut before = Before::called(&change, &state.table, &actual);
        let mut values = BTreeMap::new();
        for number in &code.predicates {
            let condition = self.condition(code, 0, &kinds, *number);
            let Some(condition) = condition.and_then(|condition| before.of(&mut self.reasoner, condition)) else {
                continue;
            };
            if let Some(value) = self.reasoner.truth(pointers, &facts, condition) {
                values.insert(*number, value);
            }
        }
        let mut path = self.entry_path(code);
        if here.context == START && here.code.method == code.method {
            // The input is what the start and its preconditions say: parameters are called the same in both.
            path.extend(&state.path);
        }
        StatementState {
            values,
            path,
            kinds,
            expressions: BTreeMap::new(),
            table: SymbolTable { registers, frozen: BTreeMap::new(), heap: state.table.heap.clone() },
            initialized: state.initialized.clone(),
            effects: Effects::default(),
            caught: None,
        }
    }

    /// What is known of parameters whoever calls: small types, and that parameters are what they were at entry.
    fn entry_path(&mut self, code: &MethodCode) -> BTreeSet<Term> {
        let mut path = BTreeSet::new();
        let method = self.reasoner.machine.program.method(code.method);
        let receiver = usize::from(!method.is_static());
        let declared = method.parameters.clone();
        for (number, declared) in declared.iter().enumerate() {
            if let Some(range) = type_range(declared) {
                let register = Register((receiver + number) as u32);
                let parameter = self.reasoner.term(Place::Register(code.method, register, Kind::Int));
                path.insert(in_range(&mut self.reasoner.machine, parameter, range));
            }
        }
        for number in 0..code.body.parameter_count {
            let (register, kind) = (Register(number), code.body.parameter_kinds[number as usize]);
            if code.old_parameters.contains(&register) {
                let now = self.reasoner.term(Place::Register(code.method, register, kind));
                let old = self.reasoner.term(Place::Old(code.method, register, kind));
                path.insert(self.reasoner.machine.pool.eq(now, old));
            }
        }
        path
    }

    /// A method returns.
    pub(super) fn returns(&mut self, here: &Here, state: &StatementState, value: Option<(Term, Kind)>) {
        if here.context == START {
            return self.ends(here);
        }
        let code = &here.code;
        let pointers = Pointers::new(&state.table);
        let facts = self.facts(code, here.pc, state);
        let mut told: BTreeSet<Term> = state.path.clone();
        let returned = value.map(|(_, kind)| kind);
        let assigned = value.map(|(value, kind)| (self.reasoner.term(Place::Returned(kind)), value));
        for number in &code.predicates {
            let (reasoner, pc, kinds) = (&mut self.reasoner, here.pc, &state.kinds[..]);
            let speaker = &mut Speaker { reasoner, code, pc, kinds, returned };
            let Some(condition) = speaker.condition(&self.predicates[*number]) else { continue };
            let before = match assigned {
                Some((result, value)) => self.reasoner.replaced(condition, result, value),
                None => condition,
            };
            let known = if before == condition { state.values.get(number).copied() } else { None };
            let value = known.or_else(|| self.reasoner.truth(pointers, &facts, before));
            if let Some(value) = value {
                let literal = if value { condition } else { self.reasoner.machine.pool.not(condition) };
                told.insert(literal);
            }
        }
        if let Some((result, value)) = assigned
            && self.reasoner.machine.pool.as_const(value).is_some()
        {
            let equation = self.reasoner.machine.pool.eq(result, value);
            told.insert(equation);
        }
        let objects = match value {
            Some((value, Kind::Reference)) => self.reasoner.objects(pointers, value),
            _ => Objects::new(),
        };
        let exit = self.exit(code, state, told, Ending::Returned(objects));
        self.leave(here.context, exit);
    }

    pub(super) fn exit(
        &mut self,
        code: &MethodCode,
        state: &StatementState,
        facts: BTreeSet<Term>,
        ending: Ending,
    ) -> Exit {
        let reasoner = &self.reasoner;
        let is_told = |place: &Place| match place {
            Place::Register(_, register, _) => code.constant_parameters.contains(register),
            Place::Old(..) | Place::Static(_) | Place::Read(..) | Place::Returned(_) => true,
            Place::Frozen(..) | Place::Fresh(_) | Place::StaticAfter(_) | Place::ReadAfter(..) => false,
        };
        let facts = facts
            .into_iter()
            .filter(|fact| {
                let symbols = reasoner.places.symbols_in(&reasoner.machine, [*fact]);
                symbols.iter().all(|symbol| reasoner.places.of_symbol(*symbol).is_some_and(is_told))
            })
            .collect();
        Exit {
            facts,
            heap: state.table.heap.clone(),
            effects: state.effects.clone(),
            initialized: state.initialized.clone(),
            ending,
        }
    }

    /// A caller goes on with the end of what it called.
    pub(super) fn resume(&mut self, caller: &Caller, exit: &Exit) {
        let Caller { context, pc, line, state, call } = caller;
        let code = self.contexts[*context].code.clone();
        let here = Here { context: *context, code, pc: *pc, line: *line };
        let (arguments, target) = match call {
            Call::Method { arguments, target } => (&arguments[..], *target),
            Call::Initializer => (&[][..], None),
        };
        let result = match &exit.ending {
            Ending::Returned(objects) => objects.clone(),
            Ending::Raised(_) => Objects::new(),
        };
        let target = target.filter(|_| matches!(exit.ending, Ending::Returned(_)));
        let value = target.map(|(register, kind)| (register, kind, self.reasoner.term(Place::Returned(kind))));
        let effect = CallEffect { effects: exit.effects.clone(), heap: exit.heap.clone(), result };
        let mut change = Change { target: value, ..Change::write(Write::Call(Box::new(effect))) };
        let actual = actual(arguments);
        let mut before = Before::called(&change, &state.table, &actual);
        let told: Vec<Term> = exit.facts.iter().filter_map(|fact| before.of(&mut self.reasoner, *fact)).collect();
        let mut facts = self.facts(&here.code, here.pc, state);
        facts.extend(&told);
        if !self.reasoner.is_possible(change.pointers(&state.table), facts) {
            return;
        }
        change.facts = told;
        let to = match (&exit.ending, call) {
            (Ending::Returned(_), Call::Method { .. }) => here.pc + 1,
            // It is executed again.
            (Ending::Returned(_), Call::Initializer) | (Ending::Raised(_), _) => here.pc,
        };
        let mut next = self.apply(&here.code, state, (here.pc, to), &change);
        next.initialized = exit.initialized.clone();
        if *context == START {
            let is_lasting = |place: &Place| matches!(place, Place::Register(..) | Place::Static(_) | Place::Read(..));
            let (places, machine) = (&self.reasoner.places, &self.reasoner.machine);
            next.path.extend(change.facts.iter().copied().filter(|fact| {
                let symbols = places.symbols_in(machine, [*fact]);
                symbols.iter().all(|symbol| places.of_symbol(*symbol).is_some_and(is_lasting))
            }));
        }
        match (&exit.ending, call) {
            (Ending::Returned(_), _) => {
                let work = Work { context: *context, pc: to, line: *line, state: next };
                self.work.push(work);
            }
            (Ending::Raised(_), Call::Initializer) => {
                self.unsupported("an initialiser that may fail", &here.code, here.pc);
            }
            (Ending::Raised(thrown), Call::Method { .. }) => self.raise(&here, next, *thrown),
        }
    }

    /// The state, if a class of the program is initialised; otherwise its initialiser is run first.
    pub(super) fn initialized(&mut self, here: &Here, state: StatementState, class: ClassId) -> Option<StatementState> {
        let program = &self.reasoner.machine.program;
        let is_open = |class: &ClassId| {
            let entry = program.class(*class);
            entry.origin == ClassOrigin::User && entry.initializer.is_some() && !state.initialized.contains(class)
        };
        // Superclasses come first.
        let Some(class) = program.class_chain(class).filter(is_open).last() else { return Some(state) };
        let initializer = program.class(class).initializer?;
        let code = match self.code(initializer) {
            Ok(code) => code,
            Err(error) => {
                self.unsupported(error.to_string(), &here.code, here.pc);
                return None;
            }
        };
        let mut entry = self.entry(here, &state, &code, &[]);
        entry.initialized.insert(class);
        let caller = Caller { context: here.context, pc: here.pc, line: here.line, state, call: Call::Initializer };
        self.enter(code, entry, caller);
        None
    }

    /// A call that makes one object and returns it.
    pub(super) fn made(&mut self, state: &StatementState, site: Site, target: (Register, Kind)) -> Change {
        let mut made = state.clone();
        self.allocate(&mut made, site);
        let object = only(AbstractObject::Last(site));
        if self.reasoner.machine.program.class(site.class).is_array() {
            made.table.heap.write(&object, Member::Elements, &anything());
        }
        let effects = Effects { allocated: BTreeSet::from([site]), ..Effects::default() };
        let effect = CallEffect { effects, heap: made.table.heap, result: object };
        let (register, kind) = target;
        let value = self.reasoner.term(Place::Returned(kind));
        Change { target: Some((register, kind, value)), ..Change::write(Write::Call(Box::new(effect))) }
    }

    fn known_call(
        &mut self,
        here: &Here,
        state: &StatementState,
        known: Known,
        arguments: &[Term],
        target: Option<(Register, Kind)>,
    ) -> Option<StatementState> {
        match known {
            Known::Assumes(value) => {
                let zero = super::places::integer(&mut self.reasoner.machine, Kind::Int, 0);
                let is_true = self.reasoner.machine.pool.ne(arguments[0], zero);
                let wanted = if value { is_true } else { self.reasoner.machine.pool.not(is_true) };
                let (kept, _) = self.sides(&here.code, here.pc, state, wanted);
                kept.map(|state| self.pass(here, &state))
            }
            Known::Checks => {
                let zero = super::places::integer(&mut self.reasoner.machine, Kind::Int, 0);
                let is_false = self.reasoner.machine.pool.eq(arguments[0], zero);
                let state = self.unless(here, state, is_false, "java/lang/AssertionError")?;
                Some(self.pass(here, &state))
            }
            Known::Result { range, objects } => {
                let Some((register, kind)) = target else { return Some(self.pass(here, state)) };
                let mut change = self.unknown(register, kind, objects);
                let value = self.fresh(kind);
                if let Some((least, greatest)) = range {
                    let pool = &mut self.reasoner.machine.pool;
                    change.facts.extend([pool.le(least, value), pool.le(value, greatest)]);
                }
                Some(self.step(here, state, &change))
            }
            Known::Constructs(fields) => {
                // What the library keeps in its own fields is not looked into.
                let holders = self.reasoner.objects(Pointers::new(&state.table), arguments[0]);
                let mut heap = state.table.heap.clone();
                let mut effects = Effects::default();
                for field in fields {
                    heap.write(&holders, Member::Field(field), &anything());
                    effects.written.insert(super::places::HeapFunction::Field(field), holders.clone());
                }
                let effect = CallEffect { effects, heap, result: Objects::new() };
                Some(self.step(here, state, &Change::write(Write::Call(Box::new(effect)))))
            }
        }
    }

    /// A call that may do anything, so that nothing is proved.
    fn unknown_call(
        &mut self,
        here: &Here,
        state: &StatementState,
        method: MethodId,
        target: Option<(Register, Kind)>,
    ) -> StatementState {
        let program = &self.reasoner.machine.program;
        let entry = program.method(method);
        let name = format!("{}.{}", program::display_class(&program.class(entry.class).name), entry.name);
        self.unsupported(format!("what {name} does to abstract states"), &here.code, here.pc);
        self.anything_happens(here, state, target)
    }

    fn anything_happens(
        &mut self,
        here: &Here,
        state: &StatementState,
        target: Option<(Register, Kind)>,
    ) -> StatementState {
        let mut heap = state.table.heap.clone();
        heap.forget();
        let effects = Effects { is_unknown: true, ..Effects::default() };
        let effect = CallEffect { effects, heap, result: anything() };
        let value = target.map(|(register, kind)| (register, kind, self.reasoner.term(Place::Returned(kind))));
        let change = Change { target: value, ..Change::write(Write::Call(Box::new(effect))) };
        self.step(here, state, &change)
    }

    pub(super) fn invoke_dynamic(
        &mut self,
        here: &Here,
        state: StatementState,
        target: Option<Register>,
        site: u32,
        arguments: &[Term],
    ) -> Option<StatementState> {
        let site = here.code.body.dynamic_sites[site as usize].clone();
        let signature = program::descriptor::parse_signature(&site.descriptor)?;
        let target = target.zip(signature.return_type.as_ref().map(|result| result.kind()));
        let is_text = |declared: &program::code::Type| match declared {
            program::code::Type::Reference(name) => &**name == "java/lang/String",
            _ => true,
        };
        let is_concatenation = &*site.bootstrap.class == "java/lang/invoke/StringConcatFactory";
        debug_assert_eq!(arguments.len(), signature.parameters.len());
        if let Some((register, kind)) = target
            && is_concatenation
            && signature.parameters.iter().all(is_text)
        {
            let text = self.library_object("java/lang/String");
            let change = self.unknown(register, kind, text);
            return Some(self.step(here, &state, &change));
        }
        self.unsupported(format!("what {} links to, in abstract states", site.name), &here.code, here.pc);
        Some(self.anything_happens(here, &state, target))
    }
}

/// Calls into the library that are looked into are nested no deeper.
pub(super) const PLAIN_DEPTH: u32 = 3;

/// What stands in for a parameter of a called method.
fn actual(arguments: &[Term]) -> impl Fn(&Place) -> Option<Term> + '_ {
    |place| match place {
        Place::Register(_, register, _) | Place::Old(_, register, _) => arguments.get(register.0 as usize).copied(),
        _ => None,
    }
}

/// Whether all objects of a class are streams of the library's, which differ in where they print to.
fn is_only_stream(program: &program::Program, class: ClassId, subtypes: &[ClassId]) -> bool {
    &*program.class(class).name == "java/io/PrintStream" && subtypes == [class]
}

/// Whether there may be objects below a class that no class of the program tells of.
fn is_open_class(program: &program::Program, class: ClassId) -> bool {
    let entry = program.class(class);
    let abstract_methods = entry.methods.iter().filter(|method| program.method(**method).is_abstract()).count();
    entry.origin == ClassOrigin::Library && entry.access & 0x0010 == 0 || entry.is_interface() && abstract_methods == 1
}
