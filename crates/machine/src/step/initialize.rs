//! Class preparation and initialisation (JVMS 5.4.2, 5.5).

use std::rc::Rc;

use program::class::{ClassId, ClassKind, ClassOrigin, ConstantValue, MethodId};
use program::{SyntheticClass, SyntheticMethod};
use rustc_hash::FxHashSet;

use crate::machine::Machine;
use crate::state::fork::{Raise, Stop};
use crate::state::operation::{AccessTarget, Operation};
use crate::state::value::{ObjectId, Value};
use crate::state::{ClassStatics, Frame, Initialization, OnReturn, State};
use crate::synthetic::body_builder::BodyBuilder;

impl Machine {
    /// The class is initialised, or being initialised by this thread, when this returns `Ok`; otherwise its initialiser's
    /// frame was pushed and the instruction is executed again afterwards.
    #[inline]
    pub(crate) fn ensure_initialized(&mut self, state: &mut State, class: ClassId) -> Result<(), Stop> {
        if state.statics.is_initialized(class) { Ok(()) } else { self.initialize(state, class) }
    }

    fn initialize(&mut self, state: &mut State, class: ClassId) -> Result<(), Stop> {
        if self.is_taken_for_initialized(class) {
            self.take_for_initialized(state, class);
            return Ok(());
        }
        self.prepare(state, class);
        match state.statics.class(class).map(|statics| statics.progress) {
            Some(Initialization::Running) => return self.await_initialization(state, class),
            Some(Initialization::Done) => return Ok(()),
            Some(Initialization::Failed) => {
                let name = program::display_class(&self.program.class(class).name);
                return Err(Raise::with(
                    "java/lang/NoClassDefFoundError",
                    format!("Could not initialize class {name}"),
                )
                .into());
            }
            _ => {}
        }
        if state.scheduling.is_concurrent {
            return self.initialize_among_threads(state, class);
        }
        if let Some(base) = self.initialized_at_start(class) {
            self.ensure_initialized(state, base)?;
        }
        let mut chain = Vec::new();
        self.collect_uninitialized(state, class, &mut chain);
        let mut entered = false;
        // Classes without an initialiser share the fate of the next superclass that has one.
        let mut followers = Vec::new();
        // Subclasses lie below their superclasses, which therefore run first.
        for class in chain {
            match self.initializer_of(class) {
                None => followers.push(class),
                Some(initializer) => {
                    if let Some(statics) = Rc::make_mut(&mut state.statics).class_mut(class) {
                        statics.followers = std::mem::take(&mut followers);
                    }
                    if entered {
                        state.frame_mut().pending = true;
                    }
                    self.push_initializer(state, class, initializer)?;
                    entered = true;
                }
            }
        }
        for class in followers {
            set_progress(state, class, Initialization::Done);
        }
        if entered { Err(Stop::Entered) } else { Ok(()) }
    }

    /// The class becomes this thread's to initialise; then come its superclasses, as steps of their own: another thread may
    /// be there before it, and wait for this class.
    fn initialize_among_threads(&mut self, state: &mut State, class: ClassId) -> Result<(), Stop> {
        if self.program.class(class).origin == ClassOrigin::User {
            // Who comes first runs the initialiser.
            self.announce(state, Operation::new(AccessTarget::Class(class), true))?;
        }
        if let Some(base) = self.initialized_at_start(class) {
            self.ensure_initialized(state, base)?;
        }
        let is_done = |class: &ClassId| state.statics.is_initialized(*class);
        let initializer = match self.initializer_of(class) {
            Some(initializer) => initializer,
            None if self.initialized_before(class).iter().all(is_done) => {
                set_progress(state, class, Initialization::Done);
                return Ok(());
            }
            None => self.empty_initializer(),
        };
        self.push_initializer(state, class, initializer)?;
        state.frame_mut().pending = true;
        set_progress(state, class, Initialization::Running);
        Err(Stop::Entered)
    }

    /// The initialiser at the top has not begun: what must be initialised before comes first.
    pub(crate) fn begin_initializer(&mut self, state: &mut State, class: ClassId) -> Result<(), Stop> {
        for earlier in self.initialized_before(class) {
            self.prepare(state, earlier);
            let is_open =
                state.statics.class(earlier).is_some_and(|statics| statics.progress == Initialization::Prepared);
            self.ensure_initialized(state, earlier)?;
            if is_open {
                // That was an operation.
                state.scheduling.permitted = None;
            }
        }
        state.frame_mut().pending = false;
        Ok(())
    }

    /// The superclass and the interfaces that are initialised before a class, in this order.
    fn initialized_before(&self, class: ClassId) -> Vec<ClassId> {
        let entry = self.program.class(class);
        if entry.is_interface() {
            return Vec::new();
        }
        let mut earlier: Vec<ClassId> = entry.super_class.into_iter().collect();
        self.interfaces_with_default_methods(class, &mut earlier);
        earlier
    }

    /// Stands for that of a class which has none, while its superclasses are initialised.
    fn empty_initializer(&mut self) -> MethodId {
        if let Some(known) = self.steps.empty_initializer {
            return known;
        }
        let class = self.program.define_synthetic_class(SyntheticClass {
            name: format!("lazuli/EmptyInitializer${}", self.program.class_count()),
            super_class: self.known.object,
            interfaces: Vec::new(),
            access: 0x1001,
            origin: ClassOrigin::User,
            fields: Vec::new(),
            methods: vec![SyntheticMethod {
                name: "run".into(),
                descriptor: "()V".into(),
                access: 0x1009,
                body: Some(Box::new(|method| {
                    let mut builder = BodyBuilder::new(method, Vec::new());
                    builder.return_value(None);
                    builder.finish()
                })),
            }],
        });
        let initializer = self.program.class(class).methods[0];
        self.steps.empty_initializer = Some(initializer);
        initializer
    }

    /// The library's character sets rely on their base class having been initialised when the JVM started: its initialiser
    /// looks for their instances, and finds none while the first of them is being initialised.
    fn initialized_at_start(&self, class: ClassId) -> Option<ClassId> {
        if !self.program.class(class).name.starts_with("sun/nio/cs/") {
            return None;
        }
        let mut superclasses = self.program.class_chain(class).skip(1);
        superclasses.find(|class| &*self.program.class(*class).name == "java/nio/charset/Charset")
    }

    /// The classes to initialise for `class`, itself first, its most basic superclass last; all are marked as running.
    fn collect_uninitialized(&mut self, state: &mut State, class: ClassId, chain: &mut Vec<ClassId>) {
        let mut next = Some(class);
        while let Some(class) = next {
            if !self.begins_to_run(state, class) {
                return;
            }
            chain.push(class);
            if self.program.class(class).is_interface() {
                return;
            }
            // Superinterfaces come after the superclass, hence earlier in the chain.
            let mut interfaces = Vec::new();
            self.interfaces_with_default_methods(class, &mut interfaces);
            for interface in interfaces.into_iter().rev() {
                if self.begins_to_run(state, interface) {
                    chain.push(interface);
                }
            }
            next = self.program.class(class).super_class;
        }
    }

    /// Marks a class as running; false if its initialisation has begun before.
    fn begins_to_run(&mut self, state: &mut State, class: ClassId) -> bool {
        self.prepare(state, class);
        if state.statics.class(class).is_some_and(|statics| statics.progress != Initialization::Prepared) {
            return false;
        }
        set_progress(state, class, Initialization::Running);
        true
    }

    /// Each superinterface before those that extend it.
    fn interfaces_with_default_methods(&self, class: ClassId, found: &mut Vec<ClassId>) {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<(ClassId, bool)> = Vec::new();
        let push = |stack: &mut Vec<(ClassId, bool)>, class: ClassId| {
            stack.extend(self.program.class(class).interfaces.iter().rev().map(|interface| (*interface, false)));
        };
        push(&mut stack, class);
        while let Some((interface, is_done)) = stack.pop() {
            if !is_done {
                if seen.insert(interface) {
                    stack.push((interface, true));
                    push(&mut stack, interface);
                }
                continue;
            }
            let declares_default = self.program.class(interface).methods.iter().any(|method| {
                let method = self.program.method(*method);
                !method.is_abstract() && !method.is_static()
            });
            if declares_default && !found.contains(&interface) {
                found.push(interface);
            }
        }
    }

    fn push_initializer(&mut self, state: &mut State, class: ClassId, initializer: MethodId) -> Result<(), Stop> {
        self.keep_initializers_out(state, class)?;
        let name = &self.program.class(class).name;
        // What that of System leaves is looked at by nobody but those who are noted themselves.
        if let Some(recorder) = &mut self.recorder
            && &**name != "java/lang/System"
        {
            recorder.note_unspeakable(|| format!("the initialiser of {}", program::display_class(name)));
        }
        let code = self.code(initializer).map_err(|error| self.link_stop(error))?;
        let thread = state.thread_mut();
        let base = thread.registers.len() as u32;
        thread.registers.resize(base as usize + code.body.register_count as usize, Value::Unset);
        thread.frames.push(Frame {
            method: initializer,
            pc: 0,
            base,
            target: None,
            on_return: OnReturn::Initialized(class),
            monitor: ObjectId::NULL,
            pending: false,
        });
        Ok(())
    }

    /// Static fields get their default or constant values.
    pub(crate) fn prepare(&mut self, state: &mut State, class: ClassId) {
        if state.statics.class(class).is_some() {
            return;
        }
        let entry = self.program.class(class);
        let is_plain = matches!(entry.kind, ClassKind::Instance | ClassKind::Interface);
        let layout = entry.static_layout.clone();
        let mut fields = Vec::with_capacity(layout.len());
        for field in layout {
            let field = self.program.field(field);
            fields.push(match field.constant.clone() {
                None => Self::default_value(&field.field_type),
                Some(ConstantValue::Int(value)) => Value::Int(value),
                Some(ConstantValue::Long(value)) => Value::Long(value),
                Some(ConstantValue::Float(value)) => Value::Float(value),
                Some(ConstantValue::Double(value)) => Value::Double(value),
                Some(ConstantValue::String(units)) => Value::Reference(self.intern(state, &units)),
            });
        }
        let progress = if is_plain { Initialization::Prepared } else { Initialization::Done };
        Rc::make_mut(&mut state.statics)
            .insert(class, ClassStatics { progress, thread: 0, fields, initial: Vec::new(), followers: Vec::new() });
    }
}

pub(crate) fn set_progress(state: &mut State, class: ClassId, progress: Initialization) {
    let all = Rc::make_mut(&mut state.statics);
    let Some(statics) = all.class_mut(class) else { return };
    statics.progress = progress;
    statics.thread = state.current as u32;
    if progress == Initialization::Running {
        return;
    }
    for follower in std::mem::take(&mut statics.followers) {
        if let Some(statics) = all.class_mut(follower) {
            statics.progress = progress;
        }
    }
}
