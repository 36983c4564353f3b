//! The live part of a state as a graph: what the future of a path depends on, and nothing else.
//!
//! Two states at the same point with the same scene (up to the names of objects and symbols) behave the same from there on.
//! Roots are the registers that are still read, in every frame; the arguments of phases that are still to come; static
//! fields that start-up did not set; and objects of the start-up that were changed. What start-up made and nobody touched is
//! the same in every state and is a leaf.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use logic::model::Model;
use logic::term::{Sort, Term};
use program::class::{ClassId, ClassOrigin, FieldId, MethodId};
use program::code::{CodeIndex, Kind, Register, Type};
use program::liveness::Liveness;
use rustc_hash::{FxHashMap, FxHasher};

use crate::inputs::change::changes_input;
use crate::library::asked::api;
use crate::machine::Machine;
use crate::machine::api_classes::is_part_of_api;
use crate::machine::marks::{LoopCount, Marks};
use crate::state::heap::{ArrayContent, Base, ClassUnknown, Content, Layer, Object, Open, Payload};
use crate::state::obligation::Obligation;
use crate::state::standard_input::Reader;
use crate::state::value::{ObjectId, UnknownId, Value, is_same_value};
use crate::state::{Initialization, OnReturn, Phase, Segment, State, Thread};
use crate::view::standing::Standing;

/// Where a path is: equal for two states only if the same instructions follow, with the same stacks below them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    phase: u32,
    /// Those of all threads, of the one that runs last.
    frames: Vec<FramePoint>,
    /// Which thread runs, and how all stand to each other.
    threads: Vec<u64>,
    /// Classes initialised since start-up, and how far.
    classes: Vec<(usize, u8)>,
    /// Objects of the start-up that were changed, in order: they are roots.
    changed: Vec<ObjectId>,
    /// Who reads the standard input, and what is known of its rest.
    input: (u8, [u64; 5]),
    /// Which call is looked at by itself.
    lone_call: Option<u32>,
    /// Preconditions that wait, in the order of their numbers: where their frames are.
    preconditions: Vec<(u32, Vec<FramePoint>)>,
}

/// Method, instruction, where the caller wants the result, what happens on return, and whether it waits for initialisers.
type FramePoint = (MethodId, CodeIndex, Option<Register>, u8, Option<ClassId>, bool);

impl Point {
    /// Whether the object is one of the start-up that was changed.
    pub fn has_changed(&self, object: ObjectId) -> bool {
        self.changed.binary_search(&object).is_ok()
    }

    /// The method and the instruction of a frame; of each thread the outermost first.
    pub fn frame(&self, frame: u32) -> Option<(MethodId, CodeIndex)> {
        self.frames.get(frame as usize).map(|frame| (frame.0, frame.1))
    }

    /// How many frames there are.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The method and the instruction of the innermost frame of the thread that runs.
    pub fn place(&self) -> Option<(MethodId, CodeIndex)> {
        self.frames.last().map(|frame| (frame.0, frame.1))
    }
}

/// What a scene says of preconditions that wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waiting {
    Described,
    LeftOut,
}

/// The live part of a state.
#[derive(Clone, Debug)]
pub struct Scene {
    pub point: Point,
    pub roots: Vec<Root>,
    pub nodes: Vec<SceneNode>,
    /// The path condition.
    pub condition: Vec<Term>,
    pub witness: Option<Rc<Model>>,
    /// What bounds count.
    pub branches: u32,
    pub choices: u32,
    pub input_count: u32,
    /// With the threads that are in them.
    pub loops: Vec<(u32, LoopCount)>,
    /// Threads whose next operation is tried elsewhere, a bit each: a state stands for no more than what is tried from it.
    pub asleep: u64,
    /// Whether an object of the input that is no longer reachable, but that an unread reference may still turn out to be, was
    /// made to refer to an object that the program made; or changed at all, if preconditions have yet to look at the input.
    pub has_detached_writes: bool,
    /// Strings, class objects and the like that have one identity per state, if this scene reaches them: by what they are.
    pub interned: Vec<(Interned, u32)>,
}

impl Scene {
    /// How many values it holds, which is what keeping it takes.
    pub fn size(&self) -> usize {
        self.roots.len() + self.condition.len() + self.nodes.iter().map(SceneNode::size).sum::<usize>()
    }
}

impl SceneNode {
    fn size(&self) -> usize {
        let at_first = match &self.at_first {
            AtFirst::Fields(fields) => fields.len(),
            AtFirst::AsNow | AtFirst::BelowLayers => 0,
        };
        1 + at_first
            + match &self.content {
                NodeContent::Fields(fields) => fields.len(),
                NodeContent::Array { base, layers, .. } => {
                    let in_base = match base {
                        NodeBase::Values(values) => values.len(),
                        NodeBase::Unknown(reads) => reads.len(),
                        NodeBase::Uniform(_) | NodeBase::Initial(_) => 1,
                    };
                    in_base + layers.iter().map(Vec::len).sum::<usize>()
                }
                NodeContent::Summary(slots) => slots.iter().map(Vec::len).sum(),
                NodeContent::Cells(cells) => cells.len(),
            }
    }
}

/// A root as the state has it: frame and register, place, value.
type RootValue = (Option<(u32, Register)>, Place, Value);

/// A root of the graph.
#[derive(Clone, Debug)]
pub struct Root {
    /// Which frame's register it is, as the point counts them; none for other roots.
    pub register: Option<(u32, Register)>,
    pub place: Place,
    pub edge: Edge,
}

/// Where a root is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A register: its thread, and its position among all registers of the thread.
    Register(u32, u32),
    /// An argument of a phase that is still to come.
    Argument(Option<UnknownId>),
    /// A static field: the number of its class, and its slot.
    Static(u32, u32),
    /// An argument, as it was, of the call that is looked at by itself.
    LoneCall(u32),
    /// Something that stays as it is.
    Fixed,
}

/// What a register, field or element holds.
#[derive(Clone, Debug)]
pub enum Edge {
    Primitive(Term),
    /// A field or element of the input whose value nothing depends on yet.
    UnreadPrimitive,
    Null,
    /// An object of the start-up that is as it was.
    Known(ObjectId),
    /// Index into [`Scene::nodes`].
    Node(u32),
    /// A reference of the input that is not decided yet.
    Unread(Unread),
    /// A list segment of unknown length, and what follows it.
    Segment(Rc<Segment>, Rc<Edge>),
    /// One of these: the conditions exclude each other and one holds.
    Guarded(Rc<[(Term, Edge)]>),
    /// An index: these places of these arrays, which are [`NodeContent::Cells`]. Only abstraction makes it.
    Index(Rc<[(u32, u32)]>),
    /// Something the machine does not know the value of.
    Opaque,
}

impl PartialEq for Edge {
    fn eq(&self, other: &Edge) -> bool {
        match (self, other) {
            (Edge::Primitive(left), Edge::Primitive(right)) => left == right,
            (Edge::UnreadPrimitive, Edge::UnreadPrimitive) | (Edge::Null, Edge::Null) => true,
            (Edge::Known(left), Edge::Known(right)) => left == right,
            (Edge::Node(left), Edge::Node(right)) => left == right,
            (Edge::Unread(left), Edge::Unread(right)) => left == right,
            (Edge::Index(left), Edge::Index(right)) => left == right,
            (Edge::Guarded(left), Edge::Guarded(right)) => left == right,
            // Two segments may be of different lengths, and what is opaque is never known to be the same.
            _ => false,
        }
    }
}

/// A reference of the input that is not decided yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Unread {
    pub declared: ClassId,
    /// Depth that an object made for it would have.
    pub depth: u32,
    pub may_be_null: bool,
    /// Its identity, if it is held in more places than one field.
    pub unknown: Option<UnknownId>,
}

/// What is interned, by content.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Interned {
    String(Rc<[u16]>),
    Class(ClassId),
    Lambda(ClassId),
    Box(ClassId, i64),
}

/// A reachable object.
#[derive(Clone, Debug)]
pub struct SceneNode {
    pub object: ObjectId,
    pub class: ClassId,
    pub candidates: Option<Rc<[ClassId]>>,
    pub open: Option<Rc<Open>>,
    pub class_unknown: Option<Rc<ClassUnknown>>,
    /// An object of the input: an unread reference may turn out to be it.
    pub is_input: bool,
    /// Depth that an object made for one of its unread fields would have.
    pub depth: u32,
    /// How often its monitor is held, and by which thread if it is.
    pub monitor: u32,
    pub owner: u32,
    pub payload: Payload,
    pub content: NodeContent,
    pub at_first: AtFirst,
}

/// What preconditions that wait will see of an object of the input, where that is not what it holds now.
#[derive(Clone, Debug)]
pub enum AtFirst {
    AsNow,
    /// The fields that were changed, by slot.
    Fields(Vec<(usize, Edge)>),
    /// An array without what was written into it.
    BelowLayers,
}

/// Fields by slot, or elements.
#[derive(Clone, Debug)]
pub enum NodeContent {
    Fields(Vec<Edge>),
    Array {
        length: Term,
        base: NodeBase,
        layers: Vec<Vec<(Term, Edge)>>,
    },
    /// Several objects as one, by slot: what the field of one of them may hold. Only abstraction makes it.
    Summary(Vec<Vec<Edge>>),
    /// An array as the sequence of its known cells. Only abstraction makes it.
    Cells(Vec<Cell>),
}

/// A place in the sequence of cells that an array is in abstract scenes: each is the neighbour of the one before it, unless
/// there is a gap.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Before the first element.
    Start,
    /// Behind the last element.
    End,
    /// An index that is neither an element's nor just beside one.
    Outside,
    /// Any number of elements, each with this value if it is known.
    Gap(Option<Edge>),
    /// An element, or several neighbours: what one of them may hold.
    Elements(Vec<Edge>),
}

/// What an array held before its layers were written.
#[derive(Clone, Debug)]
pub enum NodeBase {
    Values(Vec<Edge>),
    Uniform(Edge),
    /// Elements of the input as far as they were read: index, value, and where that holds.
    Unknown(Vec<(Term, Edge, Option<Term>)>),
    /// What this node (an unknown array) had at first.
    Initial(u32),
}

/// Larger scenes are not worth comparing.
const MOST_NODES: usize = 2_000;
const MOST_EDGES: usize = 10_000;

/// In a larger array elements that are equal are described by one of them, if fewer than this many are not.
const LARGE_ARRAY: usize = 100;

/// Registers that are still read at a point, by method, instruction and whether the instruction is still to be executed.
pub(crate) type LiveRegisters = FxHashMap<(MethodId, CodeIndex, bool), Rc<[Register]>>;

impl Machine {
    /// The registers of a frame that are still read.
    pub(crate) fn live_registers(
        &mut self,
        method: MethodId,
        pc: CodeIndex,
        is_pending: bool,
    ) -> Option<Rc<[Register]>> {
        if let Some(known) = self.views.live_registers.get(&(method, pc, is_pending)) {
            return Some(known.clone());
        }
        let code = self.code(method).ok()?;
        let liveness = Liveness::of(&code.body);
        let live = if is_pending { liveness.before(&code.body, pc) } else { liveness.after(&code.body, pc) };
        let live: Rc<[Register]> = live.iter().collect();
        self.views.live_registers.insert((method, pc, is_pending), live.clone());
        Some(live)
    }

    /// Where a state is, and the known numbers among the registers of its top frame that are still read, as one number: different for
    /// states that differ in these, and much cheaper than a scene.
    pub fn glance(&mut self, state: &State) -> Option<u64> {
        let frame = *state.frame();
        let live = self.live_registers(frame.method, frame.pc, true)?;
        let mut hasher = FxHasher::default();
        (state.thread().frames.len(), frame.method, frame.pc).hash(&mut hasher);
        for register in live.iter() {
            match state.register(*register) {
                Value::Int(number) => (register.0, i64::from(number)).hash(&mut hasher),
                Value::Long(number) => (register.0, number).hash(&mut hasher),
                _ => {}
            }
        }
        Some(hasher.finish())
    }

    /// Whether the program may ask for objects, which may be any of the input: then objects of the input that nothing refers to
    /// any more may still be met again, and states are not compared.
    fn asks_for_objects(&mut self) -> bool {
        if let Some(known) = self.views.asks_for_objects {
            return known;
        }
        let is_own = |name: &str| is_part_of_api(name);
        let asks = self.program.user_classes_mention(&api::ASKING_FOR_OBJECTS, &is_own);
        self.views.asks_for_objects = Some(asks);
        asks
    }

    /// The live part of a state; `None` if it is large, or holds something that scenes cannot describe. Preconditions that wait
    /// belong to it: their frames, and what they will see of the input, its contents at first.
    pub fn scene(&mut self, state: &State, marks: &Marks) -> Option<Scene> {
        self.scene_with(state, marks, Waiting::Described)
    }

    /// The live part of the method alone, and the parameters, of which preconditions have yet to say something: a scene that
    /// stands for more inputs than the state.
    pub fn scene_without_preconditions(&mut self, state: &State, marks: &Marks) -> Option<Scene> {
        self.scene_with(state, marks, Waiting::LeftOut)
    }

    fn scene_with(&mut self, state: &State, marks: &Marks, waiting: Waiting) -> Option<Scene> {
        // Nor do they say which classes a receiver may have that is not decided yet.
        let is_undecided = |unknown: &crate::state::Unknown| unknown.receives.is_some() && unknown.binding.is_none();
        if state.unknowns.first().is_some_and(is_undecided) {
            return None;
        }
        // What type arguments turned out to be says of every input what it cannot be; scenes do not.
        // That an assertion failed and was caught is told when the path ends; no state in which none failed stands for it.
        if state.assertion_failed || state.type_arguments.is_some() || self.asks_for_objects() {
            return None;
        }
        let plan = self.plan.clone()?;
        // Properties speak of what the input was at first, which scenes show only where it is still the same.
        if plan.ensures.is_some() && changes_input(self, state) {
            return None;
        }
        let (base_heap, base_statics) = &plan.base;
        let mut roots: Vec<RootValue> = Vec::new();
        let mut frames = Vec::new();
        let mut first_frame = 0;
        let others = (0..state.threads.len()).filter(|thread| *thread != state.current);
        for thread in others.chain([state.current]) {
            if thread == 0 {
                first_frame = frames.len() as u32;
            }
            self.roots_of_frames(&state.threads[thread], thread, &mut frames, &mut roots)?;
        }
        let threads = standing(state, &mut roots);
        let preconditions = match waiting {
            Waiting::Described => self.roots_of_preconditions(state, &mut roots)?,
            Waiting::LeftOut => {
                self.roots_of_parameters(state, first_frame, &mut roots)?;
                Vec::new()
            }
        };
        roots.extend(plan.pending_arguments(state.phase).iter().map(|value| match value {
            Value::Unknown(id) => (None, Place::Argument(Some(*id)), *value),
            _ => (None, Place::Argument(None), *value),
        }));
        let mut classes = Vec::new();
        for (class, statics) in state.statics.changed_since(base_statics) {
            let progress = match statics.progress {
                Initialization::Prepared => 0,
                Initialization::Done => 1,
                Initialization::Failed => 2,
                Initialization::Running => 3 + statics.thread as u8,
            };
            classes.push((class, progress));
            let places = (0..).map(|slot| Place::Static(class as u32, slot));
            roots.extend(statics.fields.iter().zip(places).map(|(value, place)| (None, place, *value)));
        }
        let changed = state.heap.changed_since(base_heap);
        roots.extend(changed.iter().map(|object| (None, Place::Fixed, Value::Reference(*object))));
        let phase = match state.phase {
            Phase::Boot => 0,
            Phase::Entry => 1,
            Phase::Postcondition => 2,
            Phase::Ensures => u32::MAX,
            Phase::Precondition(number) => 3 + number,
        };
        let input = self.rest_of_input(state, &mut roots)?;
        let lone_call = state.lone_call.as_ref();
        for (number, value) in lone_call.iter().flat_map(|call| call.arguments.iter().enumerate()) {
            if !matches!(value, Value::Unset) {
                roots.push((None, Place::LoneCall(number as u32), *value));
            }
        }
        let lone_call = lone_call.map(|call| call.number);
        let shows_first = !preconditions.is_empty();
        let point = Point { phase, frames, threads, classes, changed, input, lone_call, preconditions };
        let mut builder = SceneBuilder {
            machine: self,
            state,
            base_length: base_heap.len() as u32,
            changed: &point.changed,
            shows_first,
            numbers: FxHashMap::default(),
            pending: Vec::new(),
            is_describable: true,
            edges: 0,
        };
        let roots: Vec<Root> = roots
            .into_iter()
            .map(|(register, place, value)| Root { register, place, edge: builder.edge(value, None) })
            .collect();
        let mut nodes = Vec::new();
        let is_small = |builder: &SceneBuilder<'_>, nodes: usize| nodes < MOST_NODES && builder.edges < MOST_EDGES;
        while nodes.len() < builder.pending.len() && is_small(&builder, nodes.len()) {
            let object = builder.pending[nodes.len()];
            nodes.push(builder.node(object));
        }
        let is_whole = nodes.len() == builder.pending.len() && is_small(&builder, nodes.len());
        let is_describable = builder.is_describable;
        let (edges, numbers) = (builder.edges, builder.numbers);
        self.values_compared += (edges + nodes.len()) as u64;
        if !is_whole || !is_describable {
            return None;
        }
        Some(Scene {
            has_detached_writes: self.has_detached_writes(state, &numbers, shows_first),
            interned: interned(state, &numbers),
            point,
            roots,
            nodes,
            condition: state.path_condition.conjuncts.clone(),
            witness: state.path_condition.witness.clone(),
            branches: marks.branches,
            choices: state.choices,
            input_count: state.inputs.len() as u32,
            loops: loops(state, marks),
            asleep: asleep(state, marks),
        })
    }

    /// Where the frames of a thread are, after those of others; their registers that are still read become roots.
    fn roots_of_frames(
        &mut self,
        stack: &Thread,
        thread: usize,
        frames: &mut Vec<FramePoint>,
        roots: &mut Vec<RootValue>,
    ) -> Option<()> {
        for (number, frame) in stack.frames.iter().enumerate() {
            let is_top = number + 1 == stack.frames.len();
            let (kind, class) = match frame.on_return {
                OnReturn::Continue => (0, None),
                OnReturn::Initialized(class) => (1, Some(class)),
                OnReturn::Retry => (2, None),
            };
            // A frame below the top executes its instruction again unless the one above returns normally into it.
            let above = stack.frames.get(number + 1).map(|above| above.on_return);
            let is_pending = is_top || frame.pending || above != Some(OnReturn::Continue);
            let live = self.live_registers(frame.method, frame.pc, is_pending)?;
            for register in live.iter().copied() {
                let position = frame.base + register.0;
                let place = Place::Register(thread as u32, position);
                roots.push((Some((frames.len() as u32, register)), place, stack.registers[position as usize]));
            }
            roots.push((None, Place::Fixed, Value::Reference(frame.monitor)));
            frames.push((frame.method, frame.pc, frame.target, kind, class, frame.pending));
        }
        Some(())
    }

    /// Where the frames of preconditions are that wait; what they still read become roots.
    fn roots_of_preconditions(
        &mut self,
        state: &State,
        roots: &mut Vec<RootValue>,
    ) -> Option<Vec<(u32, Vec<FramePoint>)>> {
        let mut waiting: Vec<&Rc<Obligation>> = state.obligations.waiting.iter().collect();
        waiting.sort_by_key(|obligation| obligation.number);
        let mut preconditions = Vec::with_capacity(waiting.len());
        for obligation in waiting {
            let (mut frames, mut own) = (Vec::new(), Vec::new());
            self.roots_of_frames(&obligation.thread, 0, &mut frames, &mut own)?;
            // They are no registers of the program.
            roots.extend(own.into_iter().map(|(_, _, value)| (None, Place::Fixed, value)));
            preconditions.push((obligation.number, frames));
        }
        Some(preconditions)
    }

    /// What the preconditions have yet to say is said of the parameters, also of those that the method has done with.
    fn roots_of_parameters(&mut self, state: &State, first_frame: u32, roots: &mut Vec<RootValue>) -> Option<()> {
        if state.obligations.are_met() {
            return Some(());
        }
        let stack = &state.threads[0];
        let frame = stack.frames.first()?;
        let count = self.code(frame.method).ok()?.body.parameter_count;
        for register in (0..count).map(Register) {
            if !roots.iter().any(|(known, ..)| *known == Some((first_frame, register))) {
                let position = frame.base + register.0;
                let place = Place::Register(0, position);
                roots.push((Some((first_frame, register)), place, stack.registers[position as usize]));
            }
        }
        Some(())
    }

    /// What of the standard input the future depends on: not what was read. Values that were looked at are roots.
    fn rest_of_input(&mut self, state: &State, roots: &mut Vec<RootValue>) -> Option<(u8, [u64; 5])> {
        let input = &state.standard_input;
        let (number, reader) = match input.reader {
            None => (0, None),
            Some(Reader::Scanner(scanner)) => (1, Some(scanner)),
            Some(Reader::Lines(reader)) => (2, Some(reader)),
            // How many bytes may still be read depends on how many were.
            Some(Reader::Bytes) => return None,
        };
        roots.extend(reader.map(|reader| (None, Place::Fixed, Value::Reference(reader))));
        let terms = input.rest.terms()?;
        for term in terms {
            let value = match self.pool.sort(term) {
                Sort::Bool => {
                    let (one, zero) = (self.pool.int32(1), self.pool.int32(0));
                    self.pool.ite(term, one, zero)
                }
                _ => term,
            };
            roots.push((None, Place::Argument(None), Value::Symbolic(value)));
        }
        Some((number, input.rest.shape()))
    }

    /// Whether an unread reference of a declared type may turn out to be an object of this class.
    ///
    /// Objects of the library's own classes (strings, boxes) have identities and invariants that inputs do not share.
    pub fn may_be_unread(&mut self, declared: ClassId, class: ClassId) -> bool {
        let entry = self.program.class(class);
        if entry.origin == ClassOrigin::Library && !entry.is_array() && class != self.known.object {
            return false;
        }
        !self.depends_on_type_arguments(declared, class)
            && self.candidates(declared).is_ok_and(|candidates| candidates.classes.contains(&class))
    }

    /// Whether a class implements a type of the library with type arguments: those of the reference are not known here.
    fn depends_on_type_arguments(&self, declared: ClassId, class: ClassId) -> bool {
        self.program.class(declared).origin == ClassOrigin::Library
            && self.program.class(class).origin == ClassOrigin::User
            && self.program.generic_supertype(class, declared).is_some_and(|above| !above.arguments.is_empty())
    }

    /// Whether an unread reference of a declared type may turn out to be any constant of this enum.
    pub fn may_be_constant(&mut self, declared: ClassId, class: ClassId) -> bool {
        self.program.is_subclass(class, declared)
            && !self.depends_on_type_arguments(declared, class)
            && self.candidates(declared).is_ok_and(|candidates| candidates.enums.contains(&class))
    }

    /// The class of an object of the start-up.
    pub fn class_at_start(&self, object: ObjectId) -> Option<ClassId> {
        self.plan.as_ref().map(|plan| plan.base.0.get(object).class)
    }

    /// Whether reading an unknown reference is a branch of the path.
    pub fn forks_on_reads(&self) -> bool {
        self.heap_model.forks_on_reads()
    }

    /// The declared type of a field by its slot, if it is a reference.
    pub fn reference_type_of_slot(&mut self, class: ClassId, slot: usize) -> Option<ClassId> {
        let field = *self.program.class(class).instance_layout.get(slot)?;
        match self.program.field(field).field_type.clone() {
            Type::Reference(name) => self.load(&name).ok(),
            _ => None,
        }
    }

    /// The declared type of the elements of an array class, if it is a reference.
    pub fn reference_type_of_elements(&mut self, class: ClassId) -> Option<ClassId> {
        match self.element_type_of(class) {
            Type::Reference(name) => self.load(&name).ok(),
            _ => None,
        }
    }

    fn has_detached_writes(&self, state: &State, reached: &FxHashMap<ObjectId, u32>, shows_first: bool) -> bool {
        let is_input = |object: ObjectId| object.is_null() || state.heap.get(object).origin.is_some();
        let is_foreign = |value: &Value| match value {
            Value::Reference(object) => !is_input(*object),
            Value::Choice(id) => {
                self.choice(*id).iter().any(|(_, object)| *object != ObjectId::UNREAD && !is_input(*object))
            }
            Value::Opaque => true,
            _ => false,
        };
        state.inputs.iter().filter(|input| !reached.contains_key(*input)).any(|input| {
            let object = state.heap.get(*input);
            let is_changed = match &object.content {
                Content::Fields(fields) => !self.fields_changed(object, fields.len()).is_empty(),
                Content::Array(array) => !array.layers.is_empty(),
            };
            shows_first && is_changed
                || match &object.content {
                    Content::Fields(fields) => fields.iter().any(is_foreign),
                    Content::Array(array) => array.written_values().any(|value| is_foreign(&value)),
                }
        })
    }

    /// Slots of an object of the input that hold something else than at first, with what that was.
    fn fields_changed(&self, object: &Object, length: usize) -> Vec<(usize, Value)> {
        let (Some(origin), Content::Fields(fields)) = (&object.origin, &object.content) else { return Vec::new() };
        if self.program.class(object.class).origin != ClassOrigin::User {
            // Such inputs do not change.
            return Vec::new();
        }
        let value = |fields: &[Value], slot: usize| fields.get(slot).copied().unwrap_or(Value::Unset);
        let slots = (0..length.max(origin.initial.len())).map(|slot| (slot, value(&origin.initial, slot)));
        slots.filter(|(slot, at_first)| !is_same_value(*at_first, value(fields, *slot))).collect()
    }
}

/// Which thread runs, whether alone, and in the middle of what; and how the threads stand to each other.
fn standing(state: &State, roots: &mut Vec<RootValue>) -> Vec<u64> {
    let Standing { words, values } = Standing::of(state);
    roots.extend(values.into_iter().map(|value| (None, Place::Fixed, value)));
    let (depth, pc) = state.scheduling.permitted.map_or((0, 0), |(depth, pc)| (u64::from(depth), u64::from(pc)));
    let runs = [state.current as u64, u64::from(state.scheduling.is_concurrent), depth, pc];
    runs.into_iter().chain(words).collect()
}

/// How often the loops that threads are in were repeated.
fn loops(state: &State, marks: &Marks) -> Vec<(u32, LoopCount)> {
    let of_thread = |thread: usize| marks.loops(thread).iter().map(move |count| (thread as u32, *count));
    (0..state.threads.len()).flat_map(of_thread).collect()
}

/// The threads that are asleep, of those that could still do something.
fn asleep(state: &State, marks: &Marks) -> u64 {
    let threads = state.threads.iter().enumerate();
    threads.filter(|(_, thread)| !thread.is_over).fold(0, |mask, (number, _)| mask | 1 << number) & marks.asleep
}

/// The interned objects that a scene reaches, with their nodes.
fn interned(state: &State, numbers: &FxHashMap<ObjectId, u32>) -> Vec<(Interned, u32)> {
    let statics = &state.statics;
    let strings = statics.strings.iter().map(|(text, object)| (Interned::String(text.clone()), *object));
    let mirrors = statics.mirrors.iter().map(|(class, object)| (Interned::Class(*class), *object));
    let lambdas = statics.lambdas.iter().map(|(class, object)| (Interned::Lambda(*class), *object));
    let boxes = statics.boxes.iter().map(|((class, value), object)| (Interned::Box(*class, *value), *object));
    let all = strings.chain(mirrors).chain(lambdas).chain(boxes);
    let mut reached: Vec<(Interned, u32)> =
        all.filter_map(|(what, object)| Some((what, *numbers.get(&object)?))).collect();
    reached.sort();
    reached
}

struct SceneBuilder<'a> {
    machine: &'a mut Machine,
    state: &'a State,
    base_length: u32,
    changed: &'a [ObjectId],
    /// Whether objects of the input are described as they were at first, too.
    shows_first: bool,
    numbers: FxHashMap<ObjectId, u32>,
    /// Objects in the order of their numbers.
    pending: Vec<ObjectId>,
    is_describable: bool,
    edges: usize,
}

/// Where an unread field or element is: what it may hold.
struct Holder {
    declared: Option<ClassId>,
    depth: u32,
}

impl SceneBuilder<'_> {
    fn object(&mut self, object: ObjectId) -> Edge {
        if object.is_null() {
            return Edge::Null;
        }
        if object.0 <= self.base_length && self.changed.binary_search(&object).is_err() {
            return Edge::Known(object);
        }
        let next = self.pending.len() as u32;
        let number = *self.numbers.entry(object).or_insert(next);
        if number == next {
            self.pending.push(object);
        }
        Edge::Node(number)
    }

    /// `holder`: the field or element of the input that holds it, if it may be unread.
    fn edge(&mut self, value: Value, holder: Option<&Holder>) -> Edge {
        self.edges += 1;
        match value {
            Value::Reference(object) if object == ObjectId::UNREAD => self.unread(holder),
            Value::Reference(object) => self.object(object),
            Value::Unset => match holder {
                Some(Holder { declared: None, .. }) => Edge::UnreadPrimitive,
                Some(_) => self.unread(holder),
                None => {
                    // A register that is live but not written holds nothing that is read.
                    Edge::Null
                }
            },
            Value::Unknown(id) => {
                let unknown = self.state.unknown(id);
                match unknown.binding {
                    Some(binding) => self.edge(binding, holder),
                    None if unknown.segment.is_some() => {
                        let segment = unknown.segment.clone().expect("just seen");
                        let end = self.object(segment.end);
                        Edge::Segment(segment, Rc::new(end))
                    }
                    None => Edge::Unread(Unread {
                        declared: unknown.declared,
                        depth: unknown.depth,
                        may_be_null: unknown.may_be_null,
                        unknown: Some(id),
                    }),
                }
            }
            Value::Choice(id) => {
                if let Some((_, object)) = self.state.chosen.iter().find(|(choice, _)| *choice == id) {
                    return self.object(*object);
                }
                let domains = &self.state.path_condition.domains;
                let mut entries = Vec::new();
                for position in 0..self.machine.choice(id).len() {
                    let (guard, object) = self.machine.choice(id)[position];
                    let guard = domains.normalize(&mut self.machine.pool, guard);
                    if !self.machine.pool.is_false(guard) {
                        entries.push((guard, object));
                    }
                }
                let edges: Vec<(Term, Edge)> = entries
                    .into_iter()
                    .map(|(guard, object)| (guard, self.edge(Value::Reference(object), holder)))
                    .collect();
                match &edges[..] {
                    [(_, only)] => only.clone(),
                    _ => Edge::Guarded(edges.into()),
                }
            }
            Value::Opaque => Edge::Opaque,
            primitive => match self.machine.term(primitive) {
                Ok(term) => Edge::Primitive(term),
                Err(_) => {
                    self.is_describable = false;
                    Edge::Opaque
                }
            },
        }
    }

    fn unread(&mut self, holder: Option<&Holder>) -> Edge {
        match holder {
            Some(Holder { declared: Some(declared), depth }) => {
                Edge::Unread(Unread { declared: *declared, depth: *depth, may_be_null: true, unknown: None })
            }
            _ => {
                self.is_describable = false;
                Edge::Opaque
            }
        }
    }

    fn holder(&mut self, declared: &Type, depth: u32) -> Holder {
        let class = match declared {
            Type::Reference(name) => match self.machine.load(name) {
                Ok(class) => Some(class),
                Err(_) => {
                    self.is_describable = false;
                    None
                }
            },
            _ => None,
        };
        Holder { declared: class, depth }
    }

    fn node(&mut self, id: ObjectId) -> SceneNode {
        let state = self.state;
        let object = state.heap.get(id);
        let depth = object.origin.as_ref().map_or(0, |origin| origin.depth + 1);
        let mut at_first = AtFirst::AsNow;
        let content = match &object.content {
            Content::Fields(fields) => {
                let layout = self.machine.program.class(object.class).instance_layout.clone();
                let mut edges = Vec::with_capacity(layout.len());
                let length = if object.candidates.is_some() { fields.len() } else { layout.len().max(fields.len()) };
                for slot in 0..length {
                    let value = fields.get(slot).copied().unwrap_or(Value::Unset);
                    edges.push(self.field(&layout, slot, value, depth));
                }
                if self.shows_first {
                    let mut slots = Vec::new();
                    for (slot, value) in self.machine.fields_changed(object, length) {
                        let edge = self.field(&layout, slot, value, depth);
                        if edges.get(slot) != Some(&edge) {
                            slots.push((slot, edge));
                        }
                    }
                    if !slots.is_empty() {
                        at_first = AtFirst::Fields(slots);
                    }
                }
                NodeContent::Fields(edges)
            }
            Content::Array(array) => {
                if self.shows_first && object.origin.is_some() {
                    // One that was overwritten as a whole does not tell what it was.
                    self.is_describable &= matches!(array.base, Base::Unknown(_));
                    if !array.layers.is_empty() {
                        at_first = AtFirst::BelowLayers;
                    }
                }
                self.array(object.class, array, depth)
            }
        };
        SceneNode {
            object: id,
            class: object.class,
            candidates: object.candidates.clone(),
            open: object.open.clone(),
            class_unknown: object.class_unknown.clone(),
            is_input: object.origin.is_some(),
            depth,
            monitor: object.monitor,
            owner: if object.monitor > 0 { object.owner } else { 0 },
            payload: object.payload.clone(),
            content,
            at_first,
        }
    }

    /// What a field holds.
    fn field(&mut self, layout: &[FieldId], slot: usize, value: Value, depth: u32) -> Edge {
        match value {
            Value::Unset | Value::Choice(_) => match layout.get(slot) {
                Some(field) => {
                    let declared = self.machine.program.field(*field).field_type.clone();
                    let holder = self.holder(&declared, depth);
                    self.edge(value, Some(&holder))
                }
                None => {
                    self.is_describable = false;
                    Edge::Opaque
                }
            },
            _ => self.edge(value, None),
        }
    }

    fn index(&mut self, value: Value) -> Term {
        match self.machine.term(value) {
            Ok(term) => term,
            Err(_) => {
                self.is_describable = false;
                self.machine.pool.always()
            }
        }
    }

    fn array(&mut self, class: ClassId, array: &ArrayContent, depth: u32) -> NodeContent {
        let length = self.index(array.length);
        let element = self.machine.element_type_of(class);
        let holder = match element.kind() {
            Kind::Reference => self.holder(&element, depth),
            _ => Holder { declared: None, depth },
        };
        let layers = array.layers.iter().map(|layer| match layer {
            Layer::Concrete(cells) => cells
                .iter()
                .map(|(index, value)| (self.index(Value::Int(*index)), self.edge(*value, Some(&holder))))
                .collect(),
            Layer::Symbolic { index, value } => vec![(self.index(*index), self.edge(*value, Some(&holder)))],
        });
        let mut layers: Vec<Vec<(Term, Edge)>> = layers.collect();
        let base = match &array.base {
            Base::Values(values) if let Some((usual, others)) = nearly_uniform(values) => {
                if !others.is_empty() {
                    let others = others.into_iter();
                    let cells =
                        others.map(|(index, value)| (self.index(Value::Int(index)), self.edge(value, Some(&holder))));
                    let cells = cells.collect();
                    layers.insert(0, cells);
                }
                NodeBase::Uniform(self.edge(usual, Some(&holder)))
            }
            Base::Values(values) => {
                NodeBase::Values(values.iter().map(|value| self.edge(*value, Some(&holder))).collect())
            }
            Base::Uniform(value) => NodeBase::Uniform(self.edge(*value, Some(&holder))),
            Base::Unknown(reads) => NodeBase::Unknown(
                reads
                    .iter()
                    .map(|read| (self.index(read.index), self.edge(read.value, Some(&holder)), read.guard))
                    .collect(),
            ),
            Base::Initial(original) => match self.object(*original) {
                Edge::Node(number) => NodeBase::Initial(number),
                _ => {
                    self.is_describable = false;
                    NodeBase::Uniform(Edge::Opaque)
                }
            },
        };
        NodeContent::Array { length, base, layers }
    }
}

/// The number that nearly all elements of a large array are, and those that are not, with their indices: the library's buffers
/// are long and mostly empty.
fn nearly_uniform(values: &[Value]) -> Option<(Value, Vec<(i32, Value)>)> {
    let last = *values.last().filter(|_| values.len() > LARGE_ARRAY)?;
    let Value::Int(usual) = last else { return None };
    let is_other = |value: &Value| !matches!(value, Value::Int(number) if *number == usual);
    let others = values.iter().enumerate().filter(|(_, value)| is_other(value));
    let others: Vec<(i32, Value)> = others.map(|(index, value)| (index as i32, *value)).take(LARGE_ARRAY).collect();
    (others.len() < LARGE_ARRAY).then_some((last, others))
}

/// Whether two payloads mean the same, given that the objects correspond.
pub fn same_payload(left: &Payload, right: &Payload) -> bool {
    match (left, right) {
        (Payload::None, Payload::None)
        | (Payload::Boxed, Payload::Boxed)
        | (Payload::UnsureString, Payload::UnsureString) => true,
        (Payload::Mirror(left), Payload::Mirror(right)) => left == right,
        (Payload::Scanner(left), Payload::Scanner(right)) => left == right,
        (Payload::Backtrace(left), Payload::Backtrace(right)) => left == right,
        (Payload::Variable(left), Payload::Variable(right)) => left == right,
        // What was answered before binds the answers to come.
        (Payload::Function(left), Payload::Function(right)) => left.is_unasked_like(right),
        _ => false,
    }
}
