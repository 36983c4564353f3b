//! What follows from what is known: questions to the solver (section 3.4).
//!
//! Asked is whether `l(D) ⇒ p`, where D are the facts that share an access expression with p or with another fact of D. With them
//! goes what the solver cannot know: that equal arguments have equal fields and elements, the side conditions of Java's types, and
//! what the symbol table tells of references.

use std::collections::BTreeSet;
use std::rc::Rc;

use logic::solver::{Answer, Query};
use logic::substitute::Substitution;
use logic::term::{Op, SymbolId, Term};
use machine::machine::Machine;
use program::Program;
use program::class::{ClassId, ClassKind};
use program::code::{ElementKind, Type};
use rustc_hash::FxHashMap;

use super::change::CallEffect;
use super::objects::{self, AbstractObject, Objects, anything, only};
use super::places::{HeapFunction, Place, Places, REFERENCE, null};
use super::table::{Member, SymbolTable};

/// Where references are looked up.
#[derive(Clone, Copy)]
pub(super) struct Pointers<'t> {
    pub(super) table: &'t SymbolTable,
    /// The object that is being made: the paper's `fresh`.
    pub(super) fresh: Option<Term>,
    /// The call that is returning.
    pub(super) call: Option<&'t CallEffect>,
}

impl<'t> Pointers<'t> {
    pub(super) fn new(table: &'t SymbolTable) -> Pointers<'t> {
        Pointers { table, fresh: None, call: None }
    }
}

/// Whether two references mean the same object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Identity {
    Same,
    /// Or both are null.
    Different,
    Unknown,
}

/// What makes a fact relevant for another: a common access expression, or reading the same field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Symbol(SymbolId),
    Function(HeapFunction),
}

/// A machine whose terms are about abstract states.
pub(super) struct Reasoner {
    pub(super) machine: Machine,
    pub(super) places: Places,
    /// Questions that were answered.
    decided: FxHashMap<Vec<Term>, bool>,
    subjects: FxHashMap<Term, Rc<[Subject]>>,
}

impl Reasoner {
    pub(super) fn new(machine: Machine) -> Reasoner {
        Reasoner { machine, places: Places::default(), decided: FxHashMap::default(), subjects: FxHashMap::default() }
    }

    pub(super) fn term(&mut self, place: Place) -> Term {
        self.places.term(&mut self.machine, place)
    }

    /// Whether a condition holds, as far as the facts tell.
    pub(super) fn truth(&mut self, pointers: Pointers<'_>, facts: &[Term], condition: Term) -> Option<bool> {
        let negated = self.machine.pool.not(condition);
        match (self.follows(pointers, facts, condition), self.follows(pointers, facts, negated)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            // If both follow the facts contradict each other: whatever is said is true of no state.
            (true, true) => Some(true),
            (false, false) => None,
        }
    }

    /// Whether a condition follows from facts.
    pub(super) fn follows(&mut self, pointers: Pointers<'_>, facts: &[Term], condition: Term) -> bool {
        if self.machine.pool.is_true(condition) || facts.contains(&condition) {
            return true;
        }
        let negated = self.machine.pool.not(condition);
        if facts.contains(&negated) {
            // Unless the facts contradict each other, which is asked elsewhere.
            return false;
        }
        let mut relevant = self.relevant(facts, condition);
        if relevant.is_empty() && self.machine.pool.is_false(condition) {
            return false;
        }
        relevant.push(negated);
        !self.is_possible(pointers, relevant)
    }

    /// Whether facts can hold together; yes, if that is not known.
    pub(super) fn is_possible(&mut self, pointers: Pointers<'_>, mut facts: Vec<Term>) -> bool {
        if facts.iter().any(|fact| self.machine.pool.is_false(*fact)) {
            return false;
        }
        facts.sort_unstable();
        facts.dedup();
        facts.extend(self.auxiliary(pointers, &facts.clone()));
        if let Some(known) = self.decided.get(&facts) {
            return *known;
        }
        let answer = self.machine.ask(Query { path: &[], goal: &facts, witness: None });
        let is_possible = !matches!(answer, Answer::Unsat);
        if !matches!(answer, Answer::Unknown(_)) {
            self.decided.insert(facts, is_possible);
        }
        is_possible
    }

    /// The paper's set D.
    fn relevant(&mut self, facts: &[Term], condition: Term) -> Vec<Term> {
        let mut known: BTreeSet<Subject> = self.subjects(condition).iter().copied().collect();
        let mut left: Vec<(Term, Rc<[Subject]>)> = facts.iter().map(|fact| (*fact, self.subjects(*fact))).collect();
        let mut relevant = Vec::new();
        loop {
            let before = left.len();
            left.retain(|(fact, subjects)| {
                let is_shared = subjects.iter().any(|subject| known.contains(subject));
                if is_shared {
                    relevant.push(*fact);
                    known.extend(subjects.iter().copied());
                }
                !is_shared
            });
            if left.len() == before {
                return relevant;
            }
        }
    }

    /// Whether some of the facts have to do with a condition.
    pub(super) fn has_relevant(&mut self, facts: &[Term], condition: Term) -> bool {
        let subjects = self.subjects(condition);
        facts.iter().any(|fact| self.subjects(*fact).iter().any(|subject| subjects.contains(subject)))
    }

    fn subjects(&mut self, term: Term) -> Rc<[Subject]> {
        if let Some(known) = self.subjects.get(&term) {
            return known.clone();
        }
        let mut subjects = BTreeSet::new();
        for symbol in self.places.symbols_in(&self.machine, [term]) {
            subjects.insert(Subject::Symbol(symbol));
            if let Some(Place::Read(function, _) | Place::ReadAfter(function, _)) = self.places.of_symbol(symbol) {
                subjects.insert(Subject::Function(*function));
            }
        }
        let subjects: Rc<[Subject]> = subjects.into_iter().collect();
        self.subjects.insert(term, subjects.clone());
        subjects
    }

    /// The auxiliary clauses for what some facts speak of.
    fn auxiliary(&mut self, pointers: Pointers<'_>, facts: &[Term]) -> Vec<Term> {
        let symbols = self.places.symbols_in(&self.machine, facts.iter().copied());
        let mut clauses = Vec::new();
        for symbol in &symbols {
            clauses.extend(self.places.side_condition(&mut self.machine, *symbol));
        }
        for (number, left) in symbols.iter().enumerate() {
            for right in &symbols[..number] {
                clauses.extend(self.congruence(pointers, *left, *right));
            }
        }
        let references: Vec<Term> = symbols
            .iter()
            .filter(|symbol| self.machine.pool.symbol_sort(**symbol) == REFERENCE)
            .map(|symbol| self.machine.pool.symbol_term(*symbol))
            .collect();
        for (number, left) in references.iter().enumerate() {
            clauses.extend(self.nullness(pointers, *left));
            for right in &references[..number] {
                clauses.extend(self.told_by_table(pointers, *left, *right));
            }
        }
        clauses.retain(|clause| !self.machine.pool.is_true(*clause));
        clauses
    }

    /// That two reads of one function agree where their arguments do.
    fn congruence(&mut self, pointers: Pointers<'_>, left: SymbolId, right: SymbolId) -> Option<Term> {
        let (one, other) = match (self.places.of_symbol(left)?, self.places.of_symbol(right)?) {
            (Place::Read(function, one), Place::Read(same, other))
            | (Place::ReadAfter(function, one), Place::ReadAfter(same, other))
                if function == same =>
            {
                (one.clone(), other.clone())
            }
            _ => return None,
        };
        let mut agree = match self.identity(pointers, one[0], other[0]) {
            Identity::Same => self.machine.pool.always(),
            Identity::Different => return None,
            Identity::Unknown => self.machine.pool.eq(one[0], other[0]),
        };
        for (one, other) in one.iter().zip(other.iter()).skip(1) {
            let same_index = self.machine.pool.eq(*one, *other);
            agree = self.machine.pool.and(agree, same_index);
        }
        let pool = &mut self.machine.pool;
        let (left, right) = (pool.symbol_term(left), pool.symbol_term(right));
        let equal = pool.eq(left, right);
        Some(pool.implies(agree, equal))
    }

    fn nullness(&mut self, pointers: Pointers<'_>, reference: Term) -> Option<Term> {
        let objects = self.objects(pointers, reference);
        let null = null(&mut self.machine);
        if !objects.contains(&AbstractObject::Null) {
            return Some(self.machine.pool.ne(reference, null));
        }
        (objects.len() == 1).then(|| self.machine.pool.eq(reference, null))
    }

    fn told_by_table(&mut self, pointers: Pointers<'_>, left: Term, right: Term) -> Option<Term> {
        match self.identity(pointers, left, right) {
            Identity::Same => Some(self.machine.pool.eq(left, right)),
            Identity::Different => {
                let null = null(&mut self.machine);
                let pool = &mut self.machine.pool;
                let (differ, is_null) = (pool.ne(left, right), pool.eq(left, null));
                Some(pool.or(differ, is_null))
            }
            Identity::Unknown => None,
        }
    }

    /// Whether two references mean the same object, as far as the symbol table tells.
    pub(super) fn identity(&mut self, pointers: Pointers<'_>, left: Term, right: Term) -> Identity {
        if left == right {
            return Identity::Same;
        }
        if let Some(fresh) = pointers.fresh
            && (left == fresh || right == fresh)
        {
            let other = if left == fresh { right } else { left };
            let is_mixed = self.mentions(other, fresh);
            return if is_mixed { Identity::Unknown } else { Identity::Different };
        }
        let (left, right) = (self.objects(pointers, left), self.objects(pointers, right));
        if !objects::may_meet(&left, &right, &self.machine.program) {
            return Identity::Different;
        }
        let is_null = |objects: &Objects| objects.contains(&AbstractObject::Null);
        match objects::single(&left) {
            Some(object) if objects::single(&right) == Some(object) && !is_null(&left) && !is_null(&right) => {
                Identity::Same
            }
            _ => Identity::Unknown,
        }
    }

    /// A condition with a term in place of a symbol, inside of access expressions, too.
    pub(super) fn replaced(&mut self, condition: Term, symbol: Term, by: Term) -> Term {
        let symbols: Vec<SymbolId> = self.machine.pool.symbols_of(condition).to_vec();
        let mut substitution = Substitution::new();
        for inner in symbols {
            let term = self.machine.pool.symbol_term(inner);
            let image = match self.places.of_symbol(inner).cloned() {
                _ if term == symbol => by,
                Some(Place::Read(function, arguments)) => {
                    let arguments: Vec<Term> =
                        arguments.iter().map(|argument| self.replaced(*argument, symbol, by)).collect();
                    self.term(Place::Read(function, arguments.into()))
                }
                _ => term,
            };
            if image != term {
                substitution.set(inner, image);
            }
        }
        substitution.apply(&mut self.machine.pool, condition)
    }

    pub(super) fn mentions(&self, term: Term, symbol: Term) -> bool {
        let Op::Symbol(symbol) = self.machine.pool.node(symbol).op else { return false };
        self.places.symbols_in(&self.machine, [term]).contains(&symbol)
    }

    /// All objects that a reference can mean.
    pub(super) fn objects(&mut self, pointers: Pointers<'_>, reference: Term) -> Objects {
        let node = *self.machine.pool.node(reference);
        if let (Op::Ite, &[_, then, otherwise]) = (node.op, node.args()) {
            let mut objects = self.objects(pointers, then);
            objects.extend(self.objects(pointers, otherwise));
            return objects;
        }
        let objects = self.objects_before(pointers, reference);
        match pointers.call {
            Some(call) if !self.is_of_after(reference) => call.renamed(&objects),
            _ => objects,
        }
    }

    fn is_of_after(&self, reference: Term) -> bool {
        let place = self.places.of_term(&self.machine, reference);
        matches!(place, Some(Place::ReadAfter(..) | Place::StaticAfter(_) | Place::Returned(_)))
    }

    fn objects_before(&mut self, pointers: Pointers<'_>, reference: Term) -> Objects {
        let Some(place) = self.places.of_term(&self.machine, reference).cloned() else {
            if self.machine.pool.as_const(reference).is_some() {
                return only(AbstractObject::Null);
            }
            let node = *self.machine.pool.node(reference);
            return match (node.op, node.args()) {
                (Op::Ite, &[_, then, otherwise]) => {
                    let mut objects = self.objects_before(pointers, then);
                    objects.extend(self.objects_before(pointers, otherwise));
                    objects
                }
                _ => anything(),
            };
        };
        match place {
            Place::Register(_, register, _) => pointers.table.register(register),
            Place::Frozen(number, _) => pointers.table.frozen(number),
            Place::Static(field) => pointers.table.heap.static_field(field),
            Place::Read(function, arguments) => {
                let holders = self.objects_before(pointers, arguments[0]);
                let Some(member) = member_of(function) else { return anything() };
                let unread = self.unread(function, &holders);
                pointers.table.heap.member(&holders, member, unread)
            }
            Place::ReadAfter(function, arguments) => {
                let holders = self.objects(pointers, arguments[0]);
                let (Some(member), Some(call)) = (member_of(function), pointers.call) else { return anything() };
                let unread = self.unread(function, &holders);
                call.heap.member(&holders, member, unread)
            }
            Place::StaticAfter(field) => match pointers.call {
                Some(call) => call.heap.static_field(field),
                None => anything(),
            },
            Place::Returned(_) => pointers.call.map_or_else(anything, |call| call.result.clone()),
            Place::Old(..) | Place::Fresh(_) => anything(),
        }
    }

    /// What a field or an element of the input holds if it is not null, as far as its type tells.
    fn unread(&mut self, function: HeapFunction, holders: &Objects) -> AbstractObject {
        match self.declared_class(function, holders) {
            Some(class) => self.input(class),
            None => AbstractObject::Any,
        }
    }

    /// An object of the input of a class. The constants of an enum are objects of the program as well.
    pub(super) fn input(&mut self, class: ClassId) -> AbstractObject {
        let program = &mut self.machine.program;
        let is_enum = |program: &Program, class: ClassId| {
            program.class_chain(class).any(|class| &*program.class(class).name == "java/lang/Enum")
        };
        match program.instantiable_subtypes(class) {
            Ok(classes) if !is_enum(program, class) && !classes.iter().any(|class| is_enum(program, *class)) => {
                AbstractObject::Input(class)
            }
            _ => AbstractObject::Any,
        }
    }

    /// The class of what a field or an element is declared to hold.
    fn declared_class(&mut self, function: HeapFunction, holders: &Objects) -> Option<ClassId> {
        let declared = match function {
            HeapFunction::Field(field) => self.machine.program.field(field).field_type.clone(),
            HeapFunction::Elements(_) => {
                let mut classes = holders.iter().filter_map(|holder| holder.class()).map(|(class, _)| class);
                let first = classes.next()?;
                if classes.any(|class| class != first) {
                    return None;
                }
                match &self.machine.program.class(first).kind {
                    ClassKind::Array { element } => element.clone(),
                    _ => return None,
                }
            }
            HeapFunction::Length => return None,
        };
        match declared {
            Type::Reference(name) => self.machine.program.load(&name).ok(),
            _ => None,
        }
    }
}

/// The node of the symbol table that keeps what a function reads, if these are references.
pub(super) fn member_of(function: HeapFunction) -> Option<Member> {
    match function {
        HeapFunction::Field(field) => Some(Member::Field(field)),
        HeapFunction::Elements(ElementKind::Reference) => Some(Member::Elements),
        _ => None,
    }
}
