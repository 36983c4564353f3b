//! →g: generalised symbolic execution with lazy initialisation.
//!
//! Every reference is exactly one location; φ_g stays *true*. The figure of the rules →I is missing from the draft;
//! they are the three cases of its section 2.1: a field that is read for the first time becomes null, a new object, or
//! an alias of each input object of the same class met before on the path.

use crate::constraint::Constraints;
use crate::explore::Bounds;
use crate::heap::{Location, Origin, Reference};
use crate::machine::{Control, HeapRules, Rule, State, Value};
use crate::syntax::{ClassId, Program, Type};

pub(crate) struct Gse<'a> {
    pub(crate) constraints: Constraints,
    pub(crate) bounds: &'a Bounds,
    /// How often "new" was not offered because of the k-bound.
    pub(crate) new_withheld: u64,
}

impl Gse<'_> {
    fn location(&self, state: &State, r: Reference) -> Location {
        state.heap.values(r)[0].1
    }

    /// →I on (l_x, f): all ways to initialise the field.
    fn initialize(&mut self, program: &Program, state: State, l_x: u32, f: usize) -> Vec<State> {
        let holder = state.heap.object(l_x);
        match &program.class(holder.class).fields[f].declared {
            // Ours: a bool field of the input is true or false.
            Type::Bool => {
                vec![
                    self.initialized(state.clone(), l_x, f, Location::True),
                    self.initialized(state, l_x, f, Location::False),
                ]
            }
            Type::Class(name) => {
                let class = program.class_named(name).expect("the checker has seen every class");
                self.initialize_reference(program, state, l_x, f, class)
            }
        }
    }

    fn initialize_reference(
        &mut self,
        program: &Program,
        state: State,
        l_x: u32,
        f: usize,
        class: ClassId,
    ) -> Vec<State> {
        // INITIALIZE (NULL)
        let mut successors = vec![self.initialized(state.clone(), l_x, f, Location::Null)];
        // INITIALIZE (NEW)
        let depth = state.heap.object(l_x).depth + 1;
        if self.bounds.allows(depth) {
            let mut state = state.clone();
            let origin = Origin::Input { creator: state.heap.next_init_r(), exists: self.constraints.always() };
            let l_f = state.heap.fresh_l(program, class, depth, origin, Reference::UNINITIALISED);
            successors.push(self.initialized(state, l_x, f, l_f));
        } else {
            self.new_withheld += 1;
        }
        // INITIALIZE (ALIAS)
        let rho: Vec<u32> = (0u32..)
            .zip(state.heap.objects())
            .filter(|(_, object)| object.class == class && matches!(object.origin, Origin::Input { .. }))
            .map(|(number, _)| number)
            .collect();
        for l_a in rho {
            successors.push(self.initialized(state.clone(), l_x, f, Location::Object(l_a)));
        }
        successors
    }

    fn initialized(&self, mut state: State, l_x: u32, f: usize, l: Location) -> State {
        let r_f = state.heap.init_r([(self.constraints.always(), l)].into());
        let holder = state.heap.object_mut(l_x);
        holder.fields[f] = r_f;
        holder.input_fields[f] = r_f;
        state
    }
}

impl HeapRules for Gse<'_> {
    fn constraints(&mut self) -> &mut Constraints {
        &mut self.constraints
    }

    fn field_access(&mut self, program: &Program, state: State, r: Reference, f: &str) -> Vec<State> {
        let (null, other) = self.dereference(state, r, Rule::FieldAccessNull);
        let Some(state) = other else {
            return null.into_iter().collect();
        };
        let Location::Object(l) = self.location(&state, r) else {
            unreachable!("the checker lets only objects have fields")
        };
        let field = program.class(state.heap.object(l).class).field(f).expect("the checker has seen every field");
        let uninitialised = self.location(&state, state.heap.object(l).fields[field]) == Location::Uninitialised;
        let initialised = if uninitialised { self.initialize(program, state, l, field) } else { vec![state] };
        let mut successors = Vec::new();
        for mut state in initialised {
            let l_prime = self.location(&state, state.heap.object(l).fields[field]);
            successors.push(match l_prime {
                Location::True => state.by(Rule::FieldAccessTrue, Control::Value(Value::True)),
                Location::False => state.by(Rule::FieldAccessFalse, Control::Value(Value::False)),
                _ => {
                    let r_prime = state.heap.stack_r([(self.constraints.always(), l_prime)].into());
                    state.by(Rule::FieldAccess, Control::Value(Value::Reference(r_prime)))
                }
            });
        }
        successors
    }

    fn field_write(&mut self, program: &Program, state: State, r_x: Reference, f: &str, v: Value) -> Vec<State> {
        let (null, other) = self.dereference(state, r_x, Rule::FieldWriteNull);
        let mut successors: Vec<State> = null.into_iter().collect();
        if let Some(mut state) = other {
            let Location::Object(l) = self.location(&state, r_x) else {
                unreachable!("the checker lets only objects have fields")
            };
            let field = program.class(state.heap.object(l).class).field(f).expect("the checker has seen every field");
            let written = state.heap.values(v.reference()).clone();
            let r_targ = state.heap.fresh_r(written);
            state.heap.object_mut(l).fields[field] = r_targ;
            successors.push(state.by(Rule::FieldWrite, Control::Value(v)));
        }
        successors
    }

    fn equals(&mut self, state: State, r_0: Reference, r_1: Reference) -> Vec<State> {
        // EQUALS (REFERENCES-TRUE), EQUALS (REFERENCES-FALSE)
        let same = self.location(&state, r_0) == self.location(&state, r_1);
        let rule = if same { Rule::EqualsReferencesTrue } else { Rule::EqualsReferencesFalse };
        vec![state.by(rule, Control::Value(Value::of_bool(same)))]
    }

    fn dereference(&mut self, state: State, r: Reference, rule: Rule) -> (Option<State>, Option<State>) {
        if self.location(&state, r) == Location::Null {
            (Some(state.by(rule, Control::NullPointerException)), None)
        } else {
            (None, Some(state))
        }
    }
}
