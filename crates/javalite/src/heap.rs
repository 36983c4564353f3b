//! Section 4: the heap as a bipartite graph of references and locations.
//!
//! L maps a reference to a value set {(φ l) …}; R maps a location and a field to a reference. The machine →g uses the
//! same heap with exactly one entry, under *true*, in every value set.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use logic::term::Term;

use crate::constraint::Constraints;
use crate::syntax::{ClassId, Program};

/// A reference, numbered as in Definitions 4 to 7: the number modulo 3 says of which kind it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reference(u32);

const STACK: u32 = 0;
const INPUT: u32 = 1;
const FRESH: u32 = 2;

impl Reference {
    /// r_null, the companion of l_null.
    pub const NULL: Reference = Reference(0);
    /// r_un, the companion of l_un.
    pub const UNINITIALISED: Reference = Reference(3);
    /// The companions of the two bools (ours: the paper has no bool fields).
    pub const TRUE: Reference = Reference(6);
    pub const FALSE: Reference = Reference(9);
    /// The input reference that l_0 came with: what makes `this` an alias like any other (ours, see docs/papers.md).
    pub const THIS_INPUT: Reference = Reference(1);

    /// The number among references of its kind.
    pub(crate) fn index(self) -> usize {
        (self.0 / 3) as usize
    }
}

/// `r3s`, `r1i`, `r0f`: the superscripts of Fig. 7 for stack, input and new heap references.
impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 % 3, self.0 / 3) {
            (STACK, 0) => f.write_str("r_null"),
            (STACK, 1) => f.write_str("r_un"),
            (STACK, 2) => f.write_str("r_true"),
            (STACK, 3) => f.write_str("r_false"),
            (STACK, index) => write!(f, "r{}s", index - 4),
            (INPUT, index) => write!(f, "r{index}i"),
            (_, index) => write!(f, "r{index}f"),
        }
    }
}

/// A location. The first four are no objects; l_true and l_false are ours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Location {
    Null,
    Uninitialised,
    True,
    False,
    /// In the order in which they are made; l_0 is `this`.
    Object(u32),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Null => f.write_str("l_null"),
            Location::Uninitialised => f.write_str("l_un"),
            Location::True => f.write_str("l_true"),
            Location::False => f.write_str("l_false"),
            Location::Object(number) => write!(f, "l{number}"),
        }
    }
}

/// θ: what a reference may be, at most one entry for each location, in the order of locations.
pub type ValueSet = Rc<[(Term, Location)]>;

/// A value set under construction. Entries of the same location are one entry, by disjunction: so a heap stays
/// deterministic (Definition 11) and a write meets each location once (docs/papers.md, "one entry for each location").
#[derive(Default)]
pub(crate) struct Entries(BTreeMap<Location, Term>);

impl Entries {
    pub(crate) fn insert(&mut self, constraints: &mut Constraints, phi: Term, location: Location) {
        let merged = match self.0.get(&location) {
            Some(earlier) => constraints.or(&[*earlier, phi]),
            None => phi,
        };
        self.0.insert(location, merged);
    }

    pub(crate) fn finish(self) -> ValueSet {
        self.0.into_iter().map(|(location, phi)| (phi, location)).collect()
    }
}

/// Where an object came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Of the input heap: the reference whose initialisation made the location, and the constraint under which that
    /// reference really points to it. A heap that violates the constraint has no such object.
    Input { creator: Reference, exists: Term },
    /// Made by `new`.
    New,
}

/// An object, with its part of R.
#[derive(Clone, Debug)]
pub struct Object {
    pub class: ClassId,
    /// Length of the chain of initialised references from `this`, which has depth 1; 0 for what `new` made.
    pub depth: u32,
    pub origin: Origin,
    /// R(l, f) for each field.
    pub fields: Vec<Reference>,
    /// What R(l, f) was in the input, writes left aside. Ours: no rule looks at it, results do.
    pub input_fields: Vec<Reference>,
}

/// One application of SUMMARIZE: what the n-th made, r{n+1}i, may be. Ours: no rule looks at it, results do.
#[derive(Clone, Debug)]
pub(crate) struct Initialisation {
    /// The symbol of r_f.
    pub(crate) symbol: Term,
    /// The constraint under which the represented heap has the field, not initialised before.
    pub(crate) phi_x: Term,
    /// θ_null ∪ θ_new ∪ θ_alias.
    pub(crate) theta: ValueSet,
}

/// (L R)
#[derive(Clone, Debug)]
pub struct Heap {
    /// L, by kind of reference and then by index.
    value_sets: [Vec<ValueSet>; 3],
    objects: Vec<Object>,
    initialisations: Vec<Initialisation>,
}

impl Heap {
    /// Definition 2: l_null, l_un and l_0; every field of l_0 is uninitialised. Returns the stack reference to l_0.
    pub(crate) fn initial(program: &Program, constraints: &Constraints) -> (Heap, Reference) {
        let always = |location: Location| -> ValueSet { Rc::new([(constraints.always(), location)]) };
        let specials = [Location::Null, Location::Uninitialised, Location::True, Location::False];
        let mut heap = Heap {
            value_sets: [specials.map(always).to_vec(), Vec::new(), Vec::new()],
            objects: Vec::new(),
            initialisations: Vec::new(),
        };
        let class = program.entry_class();
        let exists = constraints.always();
        let origin = Origin::Input { creator: Reference::THIS_INPUT, exists };
        let l_0 = heap.fresh_l(program, class, 1, origin, Reference::UNINITIALISED);
        heap.init_r(always(l_0));
        let this = heap.stack_r(always(l_0));
        (heap, this)
    }

    /// L(r)
    pub fn values(&self, reference: Reference) -> &ValueSet {
        &self.value_sets[(reference.0 % 3) as usize][reference.index()]
    }

    fn reference(&mut self, kind: u32, theta: ValueSet) -> Reference {
        let set = &mut self.value_sets[kind as usize];
        set.push(theta);
        Reference((set.len() as u32 - 1) * 3 + kind)
    }

    /// stack_r(): a new stack reference, with L(r) = θ.
    pub(crate) fn stack_r(&mut self, theta: ValueSet) -> Reference {
        self.reference(STACK, theta)
    }

    /// init_r(): a new input reference.
    pub(crate) fn init_r(&mut self, theta: ValueSet) -> Reference {
        self.reference(INPUT, theta)
    }

    /// The reference that [`Heap::init_r`] makes next: a rule's constraints speak of r_f before L(r_f) is known.
    pub(crate) fn next_init_r(&self) -> Reference {
        Reference(self.value_sets[INPUT as usize].len() as u32 * 3 + INPUT)
    }

    /// fresh_r(): a new heap reference.
    pub(crate) fn fresh_r(&mut self, theta: ValueSet) -> Reference {
        self.reference(FRESH, theta)
    }

    pub(crate) fn note_initialisation(&mut self, made: Initialisation) {
        self.initialisations.push(made);
    }

    pub(crate) fn initialisations(&self) -> &[Initialisation] {
        &self.initialisations
    }

    /// How many input references exist.
    pub(crate) fn input_references(&self) -> usize {
        self.value_sets[INPUT as usize].len()
    }

    /// fresh_l(C): a new location whose reference fields are all `reference`; bool fields follow.
    pub(crate) fn fresh_l(
        &mut self,
        program: &Program,
        class: ClassId,
        depth: u32,
        origin: Origin,
        reference: Reference,
    ) -> Location {
        let default = |declared: &crate::syntax::Type| match declared {
            crate::syntax::Type::Bool if reference == Reference::NULL => Reference::FALSE,
            _ => reference,
        };
        let fields: Vec<Reference> = program.class(class).fields.iter().map(|field| default(&field.declared)).collect();
        let input_fields = fields.clone();
        self.objects.push(Object { class, depth, origin, fields, input_fields });
        Location::Object(self.objects.len() as u32 - 1)
    }

    pub fn object(&self, number: u32) -> &Object {
        &self.objects[number as usize]
    }

    pub(crate) fn object_mut(&mut self, number: u32) -> &mut Object {
        &mut self.objects[number as usize]
    }

    /// All objects, l_0 first.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// Definition 11, by asking the solver: no two entries of a reference hold together. For tests.
    pub fn is_deterministic(&self, constraints: &mut Constraints) -> bool {
        self.is_deterministic_since([0; 3], constraints)
    }

    /// The same for the value sets that were made since there were so many of each kind.
    pub(crate) fn is_deterministic_since(&self, known: [usize; 3], constraints: &mut Constraints) -> bool {
        let anything = constraints.no_condition();
        self.value_sets_since(known).all(|theta| {
            theta.iter().enumerate().all(|(index, (phi, _))| {
                theta[..index].iter().all(|(earlier, _)| {
                    let both = constraints.and(&[*phi, *earlier]);
                    !constraints.satisfiable(both, &anything)
                })
            })
        })
    }

    /// How many value sets there are of each kind of reference. They are never changed, only added.
    pub(crate) fn value_set_counts(&self) -> [usize; 3] {
        [0, 1, 2].map(|kind: usize| self.value_sets[kind].len())
    }

    pub(crate) fn value_sets_since(&self, known: [usize; 3]) -> impl Iterator<Item = &ValueSet> {
        self.value_sets.iter().zip(known).flat_map(|(sets, known)| &sets[known..])
    }
}
