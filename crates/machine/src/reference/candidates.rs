//! Which classes the unknown objects of a declared type may have, and the constants of enums.

use std::rc::Rc;

use program::class::{ClassId, ClassKind, ClassOrigin};
use program::code::Type;
use program::generic::GenericType;

use crate::machine::Machine;
use crate::reference::object::is_untouched;
use crate::state::fork::{Cut, Stop};
use crate::state::heap::{Identity, Object, Open, Payload};
use crate::state::terms::Ints;
use crate::state::value::{ObjectId, Value};
use crate::state::{Initialization, Phase, State};
use crate::synthetic::lambda::unboxed;

/// Marks the fields that hold an enum's constants.
const ACC_ENUM: u16 = 0x4000;

/// Why there are no unknown strings among mathematical integers.
pub(crate) const SYMBOLIC_TEXT_AS_MATH: &str = "symbolic text with --ints math, whose integers are no vectors of bits";

impl Machine {
    /// The classes of the user that an open object of this type stands for, as far as its candidates were asked for.
    pub(crate) fn hidden_candidates(&self, declared: ClassId) -> &[ClassId] {
        self.references.candidates.get(&declared).map_or(&[], |candidates| &candidates.hidden)
    }

    /// What is in reach has changed.
    pub(crate) fn forget_candidates(&mut self) {
        self.references.candidates.clear();
    }

    /// Has the type subtypes that no candidate stands for: classes of the library, or arrays of them?
    pub(crate) fn has_more_subtypes(&self, declared: ClassId) -> bool {
        const ACC_FINAL: u16 = 0x0010;
        let class = self.program.class(declared);
        match &class.kind {
            ClassKind::Array { element: Type::Reference(element) } => {
                self.program.loaded(element).is_some_and(|element| self.has_more_subtypes(element))
            }
            ClassKind::Array { .. } => false,
            _ => class.origin == ClassOrigin::Library && class.access & ACC_FINAL == 0,
        }
    }

    /// What is to be remembered of a new object of this declared type.
    pub(crate) fn open(&self, declared: ClassId) -> Option<Rc<Open>> {
        self.has_more_subtypes(declared).then(|| Rc::new(Open { declared, excluded: Vec::new() }))
    }

    /// Whether an object of which nothing was looked at can be made one of this class, which is not among its candidates.
    pub(crate) fn may_turn_into(&self, object: &Object, class: ClassId) -> bool {
        let is_below = object.open.as_ref().is_none_or(|open| self.program.is_subclass(class, open.declared));
        self.is_made_of_unlisted(class) && is_below && self.is_undecided(object)
    }

    /// Whether nothing is known of an object of the input but which classes it does not have.
    pub(crate) fn is_undecided(&self, object: &Object) -> bool {
        is_untouched(object) && object.class != self.known.other
    }

    /// Whether objects of a class can be made that open objects stand for.
    pub(crate) fn is_made_of_unlisted(&self, class: ClassId) -> bool {
        let entry = self.program.class(class);
        entry.is_array()
            || class == self.known.string && self.config.ints == Ints::Java
            || entry.origin == ClassOrigin::Library && unboxed(&entry.name).is_some()
    }

    /// An object of the input turns out to be of a class that was not among its candidates.
    pub(crate) fn turn_into(&mut self, state: &mut State, object: ObjectId, class: ClassId) -> Result<(), Stop> {
        let origin = state.heap.get(object).origin.clone().expect("only inputs are open");
        let has_library_part = self.library_part_of(class).is_some();
        let classes = if has_library_part { [class].into() } else { self.candidates(class)?.classes.clone() };
        // Made anew as any input of that class, and then put in the other's place.
        let made = self.new_input(state, origin.name.clone(), origin.depth, &classes)?;
        state.inputs.pop();
        let made = state.heap.get(made).clone();
        let open = match class == self.known.other {
            true => self.open_as_other(state.heap.get(object).open.as_ref()),
            false if has_library_part => None,
            false => self.open(class),
        };
        let entry = state.heap.get_mut(object);
        let mut changed = Object { origin: made.origin.clone(), open, ..made };
        if let Payload::Text(_, identity) = &mut changed.payload
            && let Identity::Input(number) = *identity
        {
            *identity = Identity::Met(number);
        }
        (changed.monitor, changed.owner, changed.is_shared) = (entry.monitor, entry.owner, entry.is_shared);
        if let (Some(changed), Some(exists)) = (&mut changed.origin, origin.exists) {
            Rc::make_mut(changed).exists = Some(exists);
        }
        *entry = changed;
        self.keep_apart(state, object);
        self.build_library_part(state, object)
    }

    /// May an object of this type be of a class that was no candidate for a more general type?
    pub(crate) fn may_be_unlisted(&self, declared: ClassId) -> bool {
        let class = self.program.class(declared);
        class.is_array() || class.origin == ClassOrigin::Library
    }

    /// Whether an open object of a declared type may be of a class below this one of the user's that the machine cannot make.
    pub(crate) fn hides_class_below(&self, declared: ClassId, class: ClassId) -> bool {
        let hidden = self.hidden_candidates(declared);
        hidden.iter().any(|hidden| self.program.is_subclass(*hidden, class))
    }

    /// Names the objects of a type that are of none of the candidate classes.
    pub(crate) fn beyond_candidates(&self, declared: ClassId) -> String {
        let name = program::display_class(&self.program.class(declared).name);
        match self.references.candidates.get(&declared).and_then(|candidates| candidates.hidden.first()) {
            None => format!("an unknown {name} of a class that the program does not mention"),
            Some(hidden) if let Some(why) = self.references.unlisted_enums.get(hidden) => {
                format!("an unknown {name} of a class that the program does not mention, or one of {why}")
            }
            Some(hidden) => {
                let hidden = program::display_class(&self.program.class(*hidden).name);
                format!(
                    "an unknown {name} of a class that the program does not mention, or is like {hidden} below the library's"
                )
            }
        }
    }

    /// The classes a new input object of a declared type may have.
    pub(crate) fn candidates(&mut self, declared: ClassId) -> Result<Rc<Candidates>, Stop> {
        if let Some(known) = self.references.candidates.get(&declared) {
            return Ok(known.clone());
        }
        let found = match self.program.class(declared).kind.clone() {
            ClassKind::Array { element: Type::Reference(element) } => self.array_candidates(&element)?,
            ClassKind::Array { .. } => Candidates {
                classes: [declared].into(),
                enums: Vec::new(),
                below: Vec::new(),
                hidden: Vec::new(),
                left_out: None,
            },
            _ => self.instance_candidates(declared)?,
        };
        let found = Rc::new(found);
        self.references.candidates.insert(declared, found.clone());
        Ok(found)
    }

    /// The same for a type with type arguments, without the classes of the user's that implement it with others.
    pub(crate) fn candidates_with(
        &mut self,
        declared: ClassId,
        generic: Option<&GenericType>,
    ) -> Result<Rc<Candidates>, Stop> {
        let all = self.candidates(declared)?;
        let is_users = self.program.class(declared).origin == ClassOrigin::User;
        let Some(wanted) = generic.filter(|wanted| !wanted.arguments.is_empty() && !is_users) else { return Ok(all) };
        for class in all.classes.iter().chain(&all.below).chain(&all.enums) {
            self.load_type_arguments(*class);
        }
        let fits = |class: &ClassId| self.implements_with(*class, wanted);
        if all.classes.iter().chain(&all.below).chain(&all.enums).all(fits) {
            return Ok(all);
        }
        let left = |classes: &[ClassId]| classes.iter().copied().filter(fits).collect::<Vec<ClassId>>();
        let mut some = Candidates {
            classes: left(&all.classes).into(),
            enums: left(&all.enums),
            below: left(&all.below),
            ..(*all).clone()
        };
        // There are others, for which none of these stands.
        if some.classes.is_empty() && some.left_out.is_none() && !self.is_built(declared) {
            some.left_out = Some(self.beyond_candidates(declared));
        }
        Ok(Rc::new(some))
    }

    /// An array of subtypes is a subtype: `Node[]` may be a `LeafNode[]`. The element type need not be instantiable.
    fn array_candidates(&mut self, element: &str) -> Result<Candidates, Stop> {
        let element = self.load(element)?;
        let mut elements = match self.program.class(element).kind.clone() {
            ClassKind::Array { element: Type::Reference(inner) } => self.array_candidates(&inner)?.classes.to_vec(),
            ClassKind::Array { .. } => Vec::new(),
            _ => self.program.subtypes_of_elements(element).map_err(|error| self.link_stop(error))?,
        };
        elements.push(element);
        let mut classes = Vec::new();
        for element in elements {
            let element = Type::Reference(self.program.class(element).name.clone());
            classes.push(self.program.array_of(&element));
        }
        // The element type itself may be among its instantiable subtypes. The order is that of names, never of loading:
        // it numbers the alternatives of forks.
        let mut seen = Vec::new();
        classes.retain(|class| {
            !seen.contains(class) && {
                seen.push(*class);
                true
            }
        });
        Ok(Candidates {
            classes: classes.into(),
            enums: Vec::new(),
            below: Vec::new(),
            hidden: Vec::new(),
            left_out: None,
        })
    }

    /// The constants of an enum that is initialised, in their order.
    pub(crate) fn enum_constants(&self, state: &State, class: ClassId) -> Vec<ObjectId> {
        let Some(statics) = state.statics.class(class) else { return Vec::new() };
        let fields = self.program.class(class).static_layout.iter();
        fields
            .filter(|field| self.program.field(**field).access & ACC_ENUM != 0)
            .filter_map(|field| match statics.fields[self.program.field(*field).slot as usize] {
                Value::Reference(constant) if !constant.is_null() => Some(constant),
                _ => None,
            })
            .collect()
    }

    /// The enums among the candidates are initialised, so that their constants exist; but for those whose initialisers cannot be
    /// run. The program did not ask for these: only whoever is one of their constants has to do without.
    pub(crate) fn ensure_enums_initialized(&mut self, state: &mut State, declared: ClassId) -> Result<(), Stop> {
        for class in &self.candidates(declared)?.enums {
            if self.is_apart() {
                // What its constants are is not known of any heap.
                return Err(Stop::unsupported("constants of an enum"));
            }
            let is_running =
                state.statics.class(*class).is_some_and(|statics| statics.progress == Initialization::Running);
            if state.scheduling.is_concurrent || is_running {
                // Others may wait for it, or see what it does.
                self.ensure_initialized(state, *class)?;
            } else if !state.statics.is_initialized(*class) && !self.references.unlisted_enums.contains_key(class) {
                self.initialize_enum(state, *class)?;
            }
        }
        Ok(())
    }

    /// Run the initialiser of an enum to its end; if that is not possible nothing of what it did remains.
    fn initialize_enum(&mut self, state: &mut State, class: ClassId) -> Result<(), Stop> {
        let marks = self.marks.clone();
        let mut trial = state.clone();
        let thread = trial.thread_mut();
        let below = (std::mem::take(&mut thread.frames), std::mem::take(&mut thread.registers));
        trial.phase = Phase::Boot;
        let initialized = match self.ensure_initialized(&mut trial, class) {
            Ok(()) => Ok(()),
            Err(stop) => self.complete(&mut trial, stop),
        };
        if initialized.is_err() {
            self.marks = marks;
        }
        match initialized {
            Ok(()) => {
                let thread = trial.thread_mut();
                (thread.frames, thread.registers) = below;
                trial.phase = state.phase;
                *state = trial;
                Ok(())
            }
            Err(Stop::Cut(Cut::Unsupported(why))) => {
                let name = program::display_class(&self.program.class(class).name);
                self.references
                    .unlisted_enums
                    .insert(class, format!("the constants of {name}, whose initialiser needs {why}"));
                // Open objects, of which there may be some, stand for its constants from now on.
                let mut affected: Vec<ClassId> = Vec::new();
                self.references.candidates.retain(|declared, candidates| {
                    let is_affected = candidates.enums.contains(&class);
                    affected.extend(is_affected.then_some(*declared));
                    !is_affected
                });
                affected.into_iter().try_for_each(|declared| self.candidates(declared).map(|_| ()))
            }
            Err(stop) => Err(stop),
        }
    }

    fn instance_candidates(&mut self, declared: ClassId) -> Result<Candidates, Stop> {
        let mut subtypes = self.program.instantiable_subtypes(declared).map_err(|error| self.link_stop(error))?;
        // Classes that the machine stands for have no objects, even if the class path has them.
        subtypes.retain(|class| !crate::machine::api_classes::is_part_of_api(&self.program.class(*class).name));
        // What is built by the library's methods counts what it leaves out there.
        let is_built = self.is_built(declared);
        let is_unusual = |class: &ClassId| {
            !is_built && !self.may_be_built_field_by_field(*class) && !self.program.class(*class).is_enum()
        };
        let unusual: Vec<ClassId> = subtypes.iter().copied().filter(is_unusual).collect();
        let is_any_made = subtypes.iter().any(|class| self.may_be_built_field_by_field(*class));
        // What an object of another class stands for need not be given up before somebody asks for its class.
        let (mut hidden, below, missed) = if self.has_more_subtypes(declared) && is_any_made {
            (unusual, Vec::new(), None)
        } else {
            let (below, missed): (Vec<ClassId>, Vec<ClassId>) =
                unusual.into_iter().partition(|class| self.library_part_of(*class).is_some());
            (Vec::new(), below, missed.first().copied())
        };
        let left_out = match missed {
            _ if subtypes.is_empty() && !is_built => {
                let name = program::display_class(&self.program.class(declared).name);
                Some(format!("no implementation of {name} is known for an unknown input"))
            }
            Some(class) if class == self.known.string => Some(SYMBOLIC_TEXT_AS_MATH.to_string()),
            Some(class) => {
                Some(format!("an unknown input of class {}", program::display_class(&self.program.class(class).name)))
            }
            // Objects below the library's classes do not stand for the library's own.
            None if !below.is_empty() && self.has_more_subtypes(declared) => Some(self.beyond_candidates(declared)),
            None => None,
        };
        let mut enums: Vec<ClassId> = Vec::new();
        for class in subtypes.iter().chain([&declared]) {
            if let Some(root) = self.enum_of(*class).filter(|root| !enums.contains(root)) {
                enums.push(root);
            }
        }
        let left_out = if enums.is_empty() { left_out } else { left_out.filter(|_| !subtypes.is_empty()) };
        if self.has_more_subtypes(declared) && is_any_made {
            hidden.extend(enums.iter().filter(|class| self.references.unlisted_enums.contains_key(class)));
        }
        let classes: Vec<ClassId> =
            subtypes.into_iter().filter(|class| self.may_be_built_field_by_field(*class)).collect();
        // Objects that are made stand for the library's classes, too; constants do not.
        let is_only_enums = classes.is_empty() && !enums.is_empty() && self.enum_of(declared).is_none();
        let has_others = is_only_enums && !is_built && self.has_more_subtypes(declared);
        let left_out = left_out.or_else(|| has_others.then(|| self.beyond_candidates(declared)));
        Ok(Candidates { classes: classes.into(), enums, below, hidden, left_out })
    }

    /// The enum that has objects of this class as constants: a constant with a body has a class of its own below the enum's,
    /// and if all have one, the enum itself may be abstract.
    pub(crate) fn enum_of(&self, class: ClassId) -> Option<ClassId> {
        let parent = |class: ClassId| self.program.class(class).super_class;
        let is_enum_itself =
            |class: &ClassId| parent(*class).is_some_and(|above| &*self.program.class(above).name == "java/lang/Enum");
        [Some(class), parent(class)].into_iter().flatten().find(is_enum_itself)
    }

    /// Whether any values of the fields make a legal object. Library classes keep invariants between their private
    /// fields that unknown values would break; the boxes have none, and strings are symbolic texts. Enums have no objects but their constants.
    fn may_be_built_field_by_field(&self, class: ClassId) -> bool {
        let class = self.program.class(class);
        if &*class.name == "java/lang/String" {
            // Its units are vectors of bits, which mathematical integers cannot be turned into.
            return self.config.ints == Ints::Java;
        }
        if class.origin == ClassOrigin::Library {
            return class.id == self.known.object || class.id == self.known.other || unboxed(&class.name).is_some();
        }
        let inherits_library_state = class
            .instance_layout
            .iter()
            .any(|field| self.program.class(self.program.field(*field).class).origin == ClassOrigin::Library);
        !class.is_enum() && !inherits_library_state
    }
}

/// A constant of an enum.
#[derive(Clone, Debug)]
pub struct EnumConstant {
    pub class: ClassId,
    /// `Metal.IRON`.
    pub name: String,
    pub ordinal: i32,
}

impl Machine {
    /// Which constant of which enum an object is, if it is one.
    pub fn enum_constant(&self, state: &State, object: ObjectId) -> Option<EnumConstant> {
        let mut class = state.heap.get(object).class;
        // The class of a constant with a body is below its enum's.
        for _ in 0..2 {
            if let Some(ordinal) = self.enum_constants(state, class).iter().position(|constant| *constant == object) {
                let entry = self.program.class(class);
                let fields = entry.static_layout.iter().map(|field| self.program.field(*field));
                let field = fields.filter(|field| field.access & ACC_ENUM != 0).nth(ordinal)?;
                let name = format!("{}.{}", program::display_class(&entry.name), field.name);
                return Some(EnumConstant { class, name, ordinal: ordinal as i32 });
            }
            class = self.program.class(class).super_class?;
        }
        None
    }
}

/// The classes an unknown object may have, among those on the class path.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    /// In the order of their names.
    pub(crate) classes: Rc<[ClassId]>,
    /// Enums, whose only objects are their constants.
    pub(crate) enums: Vec<ClassId>,
    /// Classes of the user below the library's: each object of one is built by itself, see `library_part.rs`.
    pub(crate) below: Vec<ClassId>,
    /// Classes of the user that are not made before somebody asks for them, as they are below the library's, and enums whose
    /// constants are not known. An open object stands for them.
    pub(crate) hidden: Vec<ClassId>,
    /// What more there is, which the machine cannot make; ends that path with this reason.
    pub(crate) left_out: Option<String>,
}
