//! →s: symbolic execution with heap summaries (Fig. 6, 8 and 11).
//!
//! A reference is a set of guarded locations; reads never fork, comparisons fork by outcome. The rules' sets carry the
//! paper's names. What the draft misprints is put right and marked with the [`Misprint`] it corrects; what is ours is
//! marked so. docs/papers.md has the whole list with a counterexample for each.

use crate::constraint::{Constraints, PathCondition};
use crate::explore::Bounds;
use crate::heap::{Entries, Initialisation, Location, Origin, Reference, ValueSet};
use crate::machine::{Control, HeapRules, Rule, State, Value};
use crate::syntax::{ClassId, Program, Type};

use logic::term::Term;

/// A rule as the draft prints it. Tests run these to show what they get wrong; nothing else does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Misprint {
    /// SUMMARIZE: θ_alias says r_f ≠ r'_a of all other references, and θ_new r_f ≠ r_a of all, whether or not l_a
    /// exists in the represented heap.
    AliasesByReference,
    /// SUMMARIZE: l_0 has no input reference and thus is no alias.
    ThisIsNoAlias,
    /// UN: the pair is (φ l), not (φ ∧ φ' l): a field that is initialised under another guard is initialised again.
    InitialisedTwice,
    /// FIELD ACCESS: the successor carries φ_g, not φ'_g.
    ReceiverMayStayNull,
    /// FIELD WRITE: applies only if x cannot be null.
    WriteNeedsNonNull,
    /// EQUALS (REFERENCES-FALSE): (φ ∧ ⋀ θ_α) ∨ θ_0 ∨ θ_1.
    EqualsFalseForgets,
}

pub(crate) struct Summary<'a> {
    pub(crate) constraints: Constraints,
    pub(crate) bounds: &'a Bounds,
    /// How often "new" was not offered because of the k-bound.
    pub(crate) new_withheld: u64,
    pub(crate) misprint: Option<Misprint>,
}

impl Summary<'_> {
    /// 𝕌ℕ(L, R, r, f): where field f of what r may be is uninitialised, and under which constraint.
    fn un(&mut self, state: &State, r: Reference, f: usize) -> Vec<(Term, u32)> {
        let mut lambda = Vec::new();
        for &(phi, l) in state.heap.values(r).iter() {
            let Location::Object(l) = l else { continue };
            let holder = state.heap.object(l);
            for &(phi_prime, l_prime) in state.heap.values(holder.fields[f]).iter() {
                if l_prime != Location::Uninitialised {
                    continue;
                }
                let both = self.constraints.and(&[phi, phi_prime]);
                // The paper leaves φ_g out of the question; with it, nothing is initialised that no heap has.
                if self.constraints.satisfiable(both, &state.phi_g) {
                    let phi_x = if self.misprint == Some(Misprint::InitialisedTwice) { phi } else { both };
                    lambda.push((phi_x, l));
                }
            }
        }
        lambda
    }

    /// SUMMARIZE, until SUMMARIZE-END: `(L R r f C) →S* (L' R' r f C)`.
    fn summarize(&mut self, program: &Program, state: &mut State, r: Reference, f: usize) {
        loop {
            let lambda = self.un(state, r, f);
            // SUMMARIZE-END
            let Some(&(phi_x, l_x)) = lambda.iter().min_by_key(|(_, l)| *l) else {
                return;
            };
            // SUMMARIZE
            let holder = state.heap.object(l_x).class;
            match &program.class(holder).fields[f].declared {
                Type::Bool => self.summarize_bool(state, phi_x, l_x, f),
                Type::Class(name) => {
                    let class = program.class_named(name).expect("the checker has seen every class");
                    self.summarize_reference(program, state, phi_x, l_x, f, class);
                }
            }
        }
    }

    fn summarize_reference(
        &mut self,
        program: &Program,
        state: &mut State,
        phi_x: Term,
        l_x: u32,
        f: usize,
        class: ClassId,
    ) {
        let r_f = state.heap.next_init_r();
        let rho = self.rho(state, class);
        let is_null = self.constraints.same(r_f, Reference::NULL);
        let not_null = self.constraints.not(is_null);

        // An alias is meant only where its location exists: where r_a, whose initialisation made l_a, points to it. Then
        // r_f = r_a picks l_a and no other location, whichever references besides r_a point to l_a.
        let by_reference = self.misprint == Some(Misprint::AliasesByReference);
        let mut is_alias = Vec::new();
        for &(r_a, l_a, exists) in &rho {
            let mut parts = vec![self.constraints.same(r_f, r_a)];
            if by_reference {
                for &(other, _, _) in rho.iter().filter(|(other, _, _)| *other != r_a) {
                    let same = self.constraints.same(r_f, other);
                    parts.push(self.constraints.not(same));
                }
            } else {
                parts.push(exists);
            }
            is_alias.push((self.constraints.and(&parts), l_a));
        }
        let mut is_new = vec![phi_x, not_null];
        for (&(r_a, _, _), &(alias, _)) in rho.iter().zip(&is_alias) {
            let same = if by_reference { self.constraints.same(r_f, r_a) } else { alias };
            is_new.push(self.constraints.not(same));
        }
        let is_new = self.constraints.and(&is_new);

        let theta_null = [(self.constraints.and(&[phi_x, is_null]), Location::Null)];
        let depth = state.heap.object(l_x).depth + 1;
        let theta_new = if self.bounds.allows(depth) {
            let origin = Origin::Input { creator: r_f, exists: is_new };
            let l_f = state.heap.fresh_l(program, class, depth, origin, Reference::UNINITIALISED);
            vec![(is_new, l_f)]
        } else {
            // Ours, the k-bound: inputs that need a deeper object are left out by φ_g.
            self.new_withheld += 1;
            let bounded = self.constraints.not(is_new);
            let phi_g = self.constraints.strengthen(&state.phi_g, bounded);
            state.phi_g = phi_g.unwrap_or_else(|| state.phi_g.clone());
            Vec::new()
        };
        let theta_alias: Vec<(Term, Location)> = is_alias
            .into_iter()
            .map(|(alias, l_a)| (self.constraints.and(&[phi_x, not_null, alias]), Location::Object(l_a)))
            .collect();
        let theta: Vec<(Term, Location)> = theta_null.into_iter().chain(theta_new).chain(theta_alias).collect();
        let symbol = self.constraints.reference(r_f);
        state.heap.note_initialisation(Initialisation { symbol, phi_x, theta: theta.clone().into() });
        self.initialized(state, phi_x, l_x, f, &theta);
    }

    /// ρ: the references that made the input locations of class C, these locations, and when they exist. The creator of
    /// a location is the smallest input reference that points to it, since each initialisation takes the next number.
    fn rho(&self, state: &State, class: ClassId) -> Vec<(Reference, u32, Term)> {
        let mut rho = Vec::new();
        for (l_a, object) in (0u32..).zip(state.heap.objects()) {
            if let Origin::Input { creator, exists } = object.origin
                && object.class == class
                && !(l_a == 0 && self.misprint == Some(Misprint::ThisIsNoAlias))
            {
                rho.push((creator, l_a, exists));
            }
        }
        rho
    }

    /// Ours: SUMMARIZE for a bool field, true or false as the fresh symbol r_f says.
    fn summarize_bool(&mut self, state: &mut State, phi_x: Term, l_x: u32, f: usize) {
        let r_f = state.heap.next_init_r();
        let is_true = self.constraints.truth(r_f);
        let is_false = self.constraints.not(is_true);
        let theta = [
            (self.constraints.and(&[phi_x, is_true]), Location::True),
            (self.constraints.and(&[phi_x, is_false]), Location::False),
        ];
        state.heap.note_initialisation(Initialisation { symbol: is_true, phi_x, theta: theta.into() });
        self.initialized(state, phi_x, l_x, f, &theta);
    }

    /// The right side of SUMMARIZE: L[r_f ↦ θ ∪ θ_orig] and R[(l_x, f) ↦ r_f]. Ours: the same for what the field held
    /// in the input.
    fn initialized(&mut self, state: &mut State, phi_x: Term, l_x: u32, f: usize, theta: &[(Term, Location)]) {
        let holder = state.heap.object(l_x);
        let (current, input) = (holder.fields[f], holder.input_fields[f]);
        let current_theta = self.with_theta_orig(state, phi_x, current, theta);
        let r_f = state.heap.init_r(current_theta);
        let r_input = if current == input {
            r_f
        } else {
            let input_theta = self.with_theta_orig(state, phi_x, input, theta);
            state.heap.fresh_r(input_theta)
        };
        let holder = state.heap.object_mut(l_x);
        holder.fields[f] = r_f;
        holder.input_fields[f] = r_input;
    }

    /// θ ∪ θ_orig, entries that no heap has left out.
    fn with_theta_orig(
        &mut self,
        state: &State,
        phi_x: Term,
        original: Reference,
        theta: &[(Term, Location)],
    ) -> ValueSet {
        let not_x = self.constraints.not(phi_x);
        let mut entries = Entries::default();
        for &(phi, l) in theta {
            if self.constraints.satisfiable(phi, &state.phi_g) {
                entries.insert(&mut self.constraints, phi, l);
            }
        }
        for &(phi_orig, l_orig) in state.heap.values(original).iter() {
            let phi = self.constraints.and(&[not_x, phi_orig]);
            if self.constraints.satisfiable(phi, &state.phi_g) {
                entries.insert(&mut self.constraints, phi, l_orig);
            }
        }
        entries.finish()
    }

    /// 𝕍𝕊(L, R, φ_g, r, f), Definition 9.
    fn vs(&mut self, state: &State, r: Reference, f: usize) -> ValueSet {
        let mut entries = Entries::default();
        for &(phi, l) in state.heap.values(r).iter() {
            let Location::Object(l) = l else { continue };
            let r_prime = state.heap.object(l).fields[f];
            for &(phi_prime, l_prime) in state.heap.values(r_prime).iter() {
                let both = self.constraints.and(&[phi, phi_prime]);
                if self.constraints.satisfiable(both, &state.phi_g) {
                    entries.insert(&mut self.constraints, both, l_prime);
                }
            }
        }
        entries.finish()
    }

    /// 𝕊𝕋(L, r, φ, φ_g), Definition 10, added to `entries`.
    fn st(&mut self, state: &State, r: Reference, phi: Term, entries: &mut Entries) {
        for &(phi_prime, l_prime) in state.heap.values(r).iter() {
            let both = self.constraints.and(&[phi, phi_prime]);
            if self.constraints.satisfiable(both, &state.phi_g) {
                entries.insert(&mut self.constraints, both, l_prime);
            }
        }
    }

    /// The field's index, by the class of any location that r may be.
    fn field(&self, program: &Program, state: &State, r: Reference, f: &str) -> usize {
        let object = state.heap.values(r).iter().find_map(|(_, l)| match l {
            Location::Object(number) => Some(state.heap.object(*number)),
            _ => None,
        });
        let class = object.expect("a reference that is not null is an object").class;
        program.class(class).field(f).expect("the checker has seen every field")
    }

    fn null_guard(&self, state: &State, r: Reference) -> Option<Term> {
        state.heap.values(r).iter().find(|(_, l)| *l == Location::Null).map(|(phi, _)| *phi)
    }

    /// EQUALS: what θ_α, θ_0 and θ_1 have in common in both rules: the constraint pairs of shared locations, and the
    /// constraints of the locations that only r_0, only r_1 may be.
    fn shared(&self, state: &State, r_0: Reference, r_1: Reference) -> (Vec<(Term, Term)>, Vec<Term>, Vec<Term>) {
        let (values_0, values_1) = (state.heap.values(r_0), state.heap.values(r_1));
        let find = |values: &ValueSet, l: Location| values.iter().find(|(_, other)| *other == l).map(|(phi, _)| *phi);
        let pairs = values_0.iter().filter_map(|&(phi_0, l)| find(values_1, l).map(|phi_1| (phi_0, phi_1))).collect();
        let only = |values: &ValueSet, others: &ValueSet| -> Vec<Term> {
            values.iter().filter(|(_, l)| find(others, *l).is_none()).map(|(phi, _)| *phi).collect()
        };
        (pairs, only(values_0, values_1), only(values_1, values_0))
    }

    /// EQUALS (REFERENCES-TRUE): what φ is strengthened by.
    fn equals_true(&mut self, state: &State, r_0: Reference, r_1: Reference) -> Term {
        let (pairs, theta_0, theta_1) = self.shared(state, r_0, r_1);
        let theta_alpha: Vec<Term> =
            pairs.into_iter().map(|(phi_0, phi_1)| self.constraints.and(&[phi_0, phi_1])).collect();
        let mut conjuncts = vec![self.constraints.or(&theta_alpha)];
        for phi in theta_0.into_iter().chain(theta_1) {
            conjuncts.push(self.constraints.not(phi));
        }
        self.constraints.and(&conjuncts)
    }

    /// EQUALS (REFERENCES-FALSE): what φ is strengthened by.
    fn equals_false(&mut self, state: &State, r_0: Reference, r_1: Reference) -> Term {
        let (pairs, theta_0, theta_1) = self.shared(state, r_0, r_1);
        let mut theta_alpha = Vec::new();
        for (phi_0, phi_1) in pairs {
            let not_1 = self.constraints.not(phi_1);
            theta_alpha.push(self.constraints.implies(phi_0, not_1));
        }
        let mut disjuncts = vec![self.constraints.and(&theta_alpha)];
        disjuncts.extend(theta_0.into_iter().chain(theta_1));
        self.constraints.or(&disjuncts)
    }

    /// EQUALS (REFERENCES-FALSE) with the draft's parenthesis: φ binds to the first disjunct only.
    fn equals_false_as_printed(&mut self, state: &State, r_0: Reference, r_1: Reference) -> Option<PathCondition> {
        let (pairs, theta_0, theta_1) = self.shared(state, r_0, r_1);
        let mut conjuncts = state.phi_g.conjuncts.clone();
        for (phi_0, phi_1) in pairs {
            let not_1 = self.constraints.not(phi_1);
            conjuncts.push(self.constraints.implies(phi_0, not_1));
        }
        let mut disjuncts = vec![self.constraints.and(&conjuncts)];
        disjuncts.extend(theta_0.into_iter().chain(theta_1));
        let phi = self.constraints.or(&disjuncts);
        let anything = self.constraints.no_condition();
        self.constraints.strengthen(&anything, phi)
    }
}

impl HeapRules for Summary<'_> {
    fn constraints(&mut self) -> &mut Constraints {
        &mut self.constraints
    }

    fn field_access(&mut self, program: &Program, state: State, r: Reference, f: &str) -> Vec<State> {
        let phi_g = state.phi_g.clone();
        let (null, other) = self.dereference(state, r, Rule::FieldAccessNull);
        let mut successors: Vec<State> = null.into_iter().collect();
        let Some(mut state) = other else {
            return successors;
        };
        if self.misprint == Some(Misprint::ReceiverMayStayNull) {
            state.phi_g = phi_g;
        }
        let field = self.field(program, &state, r, f);
        self.summarize(program, &mut state, r, field);
        let theta = self.vs(&state, r, field);
        if theta.iter().any(|(_, l)| matches!(l, Location::True | Location::False)) {
            // Ours: a bool read forks by outcome.
            for &(phi, l) in theta.iter() {
                let (rule, v) = match l {
                    Location::True => (Rule::FieldAccessTrue, Value::True),
                    _ => (Rule::FieldAccessFalse, Value::False),
                };
                if let Some(phi_g) = self.constraints.strengthen(&state.phi_g, phi) {
                    let successor = State { phi_g, ..state.clone() };
                    successors.push(successor.by(rule, Control::Value(v)));
                }
            }
        } else {
            let r_prime = state.heap.stack_r(theta);
            successors.push(state.by(Rule::FieldAccess, Control::Value(Value::Reference(r_prime))));
        }
        successors
    }

    fn field_write(&mut self, program: &Program, state: State, r_x: Reference, f: &str, v: Value) -> Vec<State> {
        let (null, other) = self.dereference(state, r_x, Rule::FieldWriteNull);
        if null.is_some() && self.misprint == Some(Misprint::WriteNeedsNonNull) {
            return null.into_iter().collect();
        }
        let mut successors: Vec<State> = null.into_iter().collect();
        let Some(mut state) = other else {
            return successors;
        };
        let field = self.field(program, &state, r_x, f);
        let r = v.reference();
        let psi_x: Vec<(Term, u32, Reference)> = state
            .heap
            .values(r_x)
            .iter()
            .filter_map(|&(phi, l)| match l {
                Location::Object(l) => Some((phi, l, state.heap.object(l).fields[field])),
                _ => None,
            })
            .collect();
        let mut x = Vec::new();
        for (phi, l, r_cur) in psi_x {
            let mut theta = Entries::default();
            self.st(&state, r, phi, &mut theta);
            let not_phi = self.constraints.not(phi);
            self.st(&state, r_cur, not_phi, &mut theta);
            x.push((l, theta.finish()));
        }
        for (l, theta) in x {
            let r_targ = state.heap.fresh_r(theta);
            state.heap.object_mut(l).fields[field] = r_targ;
        }
        successors.push(state.by(Rule::FieldWrite, Control::Value(v)));
        successors
    }

    fn equals(&mut self, state: State, r_0: Reference, r_1: Reference) -> Vec<State> {
        let mut successors = Vec::new();
        let phi_true = self.equals_true(&state, r_0, r_1);
        if let Some(phi_g) = self.constraints.strengthen(&state.phi_g, phi_true) {
            let successor = State { phi_g, ..state.clone() };
            successors.push(successor.by(Rule::EqualsReferencesTrue, Control::Value(Value::True)));
        }
        let phi_g = if self.misprint == Some(Misprint::EqualsFalseForgets) {
            self.equals_false_as_printed(&state, r_0, r_1)
        } else {
            let phi_false = self.equals_false(&state, r_0, r_1);
            self.constraints.strengthen(&state.phi_g, phi_false)
        };
        if let Some(phi_g) = phi_g {
            let successor = State { phi_g, ..state };
            successors.push(successor.by(Rule::EqualsReferencesFalse, Control::Value(Value::False)));
        }
        successors
    }

    /// φ'_g = φ_g ∧ ⋀_{φ ∈ θ} ¬φ with θ the constraints under which r is null. Ours: the other successor.
    fn dereference(&mut self, state: State, r: Reference, rule: Rule) -> (Option<State>, Option<State>) {
        let Some(phi) = self.null_guard(&state, r) else {
            return (None, Some(state));
        };
        let null = self.constraints.strengthen(&state.phi_g, phi);
        let not_phi = self.constraints.not(phi);
        let other = self.constraints.strengthen(&state.phi_g, not_phi);
        let null = null.map(|phi_g| State { phi_g, ..state.clone() }.by(rule, Control::NullPointerException));
        (null, other.map(|phi_g| State { phi_g, ..state }))
    }
}
