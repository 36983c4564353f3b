//! What a statement does to an abstract state (sections 3.1, 3.4), and what a branch does (section 3.6).

use std::collections::BTreeSet;

use logic::term::{Op, Term};
use program::code::{CodeIndex, Kind, Register};

use super::change::{Before, Change, Kept, Write};
use super::objects::{AbstractObject, Objects, Site, only};
use super::places::{HeapFunction, Place, REFERENCE, null, zero};
use super::reason::{Pointers, member_of};
use super::search::StatementSearch;
use super::speak::{MethodCode, Speaker};
use super::state::StatementState;
use super::table::Member;

impl StatementSearch<'_> {
    /// The condition that a predicate is at an instruction.
    pub(super) fn condition(
        &mut self,
        code: &MethodCode,
        pc: CodeIndex,
        kinds: &[Option<Kind>],
        number: usize,
    ) -> Option<Term> {
        let reasoner = &mut self.reasoner;
        Speaker { reasoner, code, pc, kinds, returned: None }.condition(&self.predicates[number])
    }

    /// What is known, as literals.
    pub(super) fn facts(&mut self, code: &MethodCode, pc: CodeIndex, state: &StatementState) -> Vec<Term> {
        let mut facts: Vec<Term> = state.path.iter().copied().collect();
        for (number, value) in &state.values {
            if let Some(condition) = self.condition(code, pc, &state.kinds, *number) {
                facts.push(self.literal(condition, *value));
            }
        }
        facts
    }

    pub(super) fn literal(&mut self, condition: Term, value: bool) -> Term {
        if value { condition } else { self.reasoner.machine.pool.not(condition) }
    }

    /// Whether a condition holds in a state, as far as that is known.
    pub(super) fn decided(
        &mut self,
        code: &MethodCode,
        pc: CodeIndex,
        state: &StatementState,
        condition: Term,
    ) -> Option<bool> {
        let facts = self.facts(code, pc, state);
        self.reasoner.truth(Pointers::new(&state.table), &facts, condition)
    }

    /// Both sides of a condition, without those that cannot be.
    pub(super) fn sides(
        &mut self,
        code: &MethodCode,
        pc: CodeIndex,
        state: &StatementState,
        condition: Term,
    ) -> (Option<StatementState>, Option<StatementState>) {
        match self.decided(code, pc, state, condition) {
            Some(true) => (Some(state.clone()), None),
            Some(false) => (None, Some(state.clone())),
            None => {
                let negated = self.reasoner.machine.pool.not(condition);
                (self.assume(code, pc, state.clone(), condition), self.assume(code, pc, state.clone(), negated))
            }
        }
    }

    /// The state in which a condition of a branch is known to hold; `None` if it cannot be. The condition is from now on a predicate
    /// of the path, unless it is one already.
    pub(super) fn assume(
        &mut self,
        code: &MethodCode,
        pc: CodeIndex,
        mut state: StatementState,
        condition: Term,
    ) -> Option<StatementState> {
        let mut open = vec![condition];
        while let Some(condition) = open.pop() {
            let node = *self.reasoner.machine.pool.node(condition);
            match node.op {
                Op::And => open.extend(node.args()),
                _ if self.reasoner.machine.pool.is_false(condition) => return None,
                _ if self.reasoner.machine.pool.is_true(condition) => {}
                _ => {
                    if !self.is_predicate(code, pc, &mut state, condition) {
                        state.path.insert(condition);
                    }
                    self.narrow(&mut state, condition);
                }
            }
        }
        self.refine(code, pc, &mut state);
        let facts = self.facts(code, pc, &state);
        self.reasoner.is_possible(Pointers::new(&state.table), facts).then_some(state)
    }

    /// Whether a condition is a predicate or the negation of one, which then gets its value.
    fn is_predicate(&mut self, code: &MethodCode, pc: CodeIndex, state: &mut StatementState, condition: Term) -> bool {
        let negated = self.reasoner.machine.pool.not(condition);
        let mut is_one = false;
        for number in &code.predicates {
            let predicate = self.condition(code, pc, &state.kinds, *number);
            if predicate == Some(condition) || predicate == Some(negated) {
                state.values.insert(*number, predicate == Some(condition));
                is_one = true;
            }
        }
        is_one
    }

    /// What comparisons of references tell the symbol table.
    fn narrow(&mut self, state: &mut StatementState, condition: Term) {
        let machine = &self.reasoner.machine;
        let node = *machine.pool.node(condition);
        let (is_equal, compared) = match (node.op, node.args()) {
            (Op::Eq, &[left, right]) => (true, (left, right)),
            (Op::Not, &[inner]) => match (machine.pool.node(inner).op, machine.pool.node(inner).args()) {
                (Op::Eq, &[left, right]) => (false, (left, right)),
                _ => return,
            },
            _ => return,
        };
        if machine.pool.sort(compared.0) != REFERENCE {
            return;
        }
        let null = null(&mut self.reasoner.machine);
        for (reference, other) in [compared, (compared.1, compared.0)] {
            let place = self.reasoner.places.of_term(&self.reasoner.machine, reference);
            let Some(Place::Register(_, register, _)) = place else { continue };
            let register = *register;
            let mut held = state.table.register(register);
            if other == null {
                held.retain(|object| (*object == AbstractObject::Null) == is_equal);
                if is_equal {
                    held.insert(AbstractObject::Null);
                }
            } else if is_equal {
                let others = self.reasoner.objects(Pointers::new(&state.table), other);
                let program = &self.reasoner.machine.program;
                let is_null = |object: AbstractObject| object == AbstractObject::Null;
                held.retain(|object| {
                    others.iter().any(|other| object.may_be(*other, program) || is_null(*object) && is_null(*other))
                });
            }
            state.table.registers.insert(register, held);
        }
    }

    /// Predicates that are unknown get the values that follow from the others, until nothing changes (Figure 3).
    fn refine(&mut self, code: &MethodCode, pc: CodeIndex, state: &mut StatementState) {
        loop {
            let facts = self.facts(code, pc, state);
            let mut is_changed = false;
            for number in &code.predicates {
                if state.values.contains_key(number) {
                    continue;
                }
                let Some(condition) = self.condition(code, pc, &state.kinds, *number) else { continue };
                if !self.reasoner.has_relevant(&facts, condition) {
                    continue;
                }
                if let Some(value) = self.reasoner.truth(Pointers::new(&state.table), &facts, condition) {
                    state.values.insert(*number, value);
                    is_changed = true;
                }
            }
            if !is_changed {
                return;
            }
        }
    }

    /// The state at the instruction `next` after a change at `pc`. All values change at once.
    pub(super) fn apply(
        &mut self,
        code: &MethodCode,
        state: &StatementState,
        (pc, next): (CodeIndex, CodeIndex),
        change: &Change,
    ) -> StatementState {
        let mut after = state.clone();
        if let Some((register, kind, _)) = change.target {
            after.kinds[register.0 as usize] = Some(kind);
        }
        let mut facts = self.facts(code, pc, state);
        facts.extend(&change.facts);
        let pointers = change.pointers(&state.table);
        let mut before = Before::new(change, &state.table);
        for number in &code.predicates {
            let condition = self.condition(code, next, &after.kinds, *number);
            let Some(precondition) = condition.and_then(|condition| before.of(&mut self.reasoner, condition)) else {
                after.values.remove(number);
                continue;
            };
            if self.condition(code, pc, &state.kinds, *number) == Some(precondition) {
                // It is not affected.
                continue;
            }
            match self.reasoner.truth(pointers, &facts, precondition) {
                Some(value) => after.values.insert(*number, value),
                None => after.values.remove(number),
            };
        }
        after.path.clear();
        let temporary = change.target.map(|(register, _, _)| register).filter(|register| !code.is_local(*register));
        for condition in &state.path {
            if temporary.is_some_and(|temporary| self.speaks_of(*condition, temporary)) {
                continue;
            }
            let Some(precondition) = before.of(&mut self.reasoner, *condition) else { continue };
            if precondition == *condition {
                after.path.insert(*condition);
            } else if let Some(value) = self.reasoner.truth(pointers, &facts, precondition) {
                let literal = self.literal(*condition, value);
                after.path.insert(literal);
            }
        }
        self.keep_temporaries(code, state, &mut after, change, &facts, next);
        self.update_table(state, &mut after, change);
        self.forget_the_dead(code, &mut after, next);
        after
    }

    fn speaks_of(&self, condition: Term, wanted: Register) -> bool {
        self.reasoner.places.symbols_in(&self.reasoner.machine, [condition]).into_iter().any(|symbol| {
            matches!(self.reasoner.places.of_symbol(symbol), Some(Place::Register(_, register, _)) if *register == wanted)
        })
    }

    /// Temporaries keep their values when a variable changes that they were computed from: what it was gets a name.
    fn keep_temporaries(
        &mut self,
        code: &MethodCode,
        state: &StatementState,
        after: &mut StatementState,
        change: &Change,
        facts: &[Term],
        next: CodeIndex,
    ) {
        let taken = self.frozen_in(state.path.iter().chain(state.expressions.values()).copied());
        let mut kept = Kept::new(code.method, change, &state.table, &taken);
        let alive = code.live_before(next);
        let target = change.target.map(|(register, _, _)| register);
        for (register, expression) in &state.expressions {
            after.expressions.remove(register);
            if Some(*register) != target && alive.contains(*register) {
                match kept.of(&mut self.reasoner, *expression) {
                    Some(expression) => after.expressions.insert(*register, expression),
                    None => None,
                };
            }
        }
        let Some((register, kind, value)) = change.target else {
            self.remember_overwritten(code, after, change, &mut kept, facts);
            self.remember_told(code, after, change, &mut kept);
            return;
        };
        let is_new = matches!(change.write, Write::New { .. });
        if !code.is_local(register) || is_new {
            let arrived = self.reasoner.term(Place::Register(code.method, register, kind));
            match kept.of(&mut self.reasoner, value) {
                Some(expression) if expression != arrived && change.objects.is_none() => {
                    after.expressions.insert(register, expression);
                }
                _ => {
                    for fact in &change.facts {
                        let fact = kept.of(&mut self.reasoner, *fact);
                        after.path.extend(fact.filter(|fact| self.speaks_of(*fact, register)));
                    }
                }
            }
        }
        self.remember_overwritten(code, after, change, &mut kept, facts);
        self.remember_told(code, after, change, &mut kept);
    }

    /// What a call tells of temporaries, an object that it was given to fill for instance, is known as long as they are there.
    fn remember_told(&mut self, code: &MethodCode, after: &mut StatementState, change: &Change, kept: &mut Kept<'_>) {
        if !matches!(change.write, Write::Call(_)) {
            return;
        }
        for fact in &change.facts {
            let Some(fact) = kept.of(&mut self.reasoner, *fact) else { continue };
            let symbols = self.reasoner.places.symbols_in(&self.reasoner.machine, [fact]);
            let is_temporary =
                |place: &Place| matches!(place, Place::Register(_, register, _) if !code.is_local(*register));
            if symbols.iter().any(|symbol| self.reasoner.places.of_symbol(*symbol).is_some_and(is_temporary)) {
                after.path.insert(fact);
            }
        }
    }

    /// What was known of what temporaries still need, and how the new value is computed from it.
    fn remember_overwritten(
        &mut self,
        code: &MethodCode,
        after: &mut StatementState,
        change: &Change,
        kept: &mut Kept<'_>,
        facts: &[Term],
    ) {
        if kept.frozen.is_empty() {
            return;
        }
        let frozen: BTreeSet<_> = kept.frozen.keys().copied().collect();
        for fact in facts {
            let symbols = self.reasoner.places.symbols_in(&self.reasoner.machine, [*fact]);
            if symbols.iter().any(|symbol| frozen.contains(symbol)) {
                after.path.extend(kept.of(&mut self.reasoner, *fact));
            }
        }
        let mut written = |search: &mut Self, function: HeapFunction, arguments: &[Term], value: Term| {
            let reasoner = &mut search.reasoner;
            let arguments: Option<Vec<Term>> = arguments.iter().map(|argument| kept.of(reasoner, *argument)).collect();
            let value = kept.of(reasoner, value)?;
            Some((reasoner.term(Place::Read(function, arguments?.into())), value))
        };
        let defined = match &change.write {
            Write::Field { field, object, value } => written(self, HeapFunction::Field(*field), &[*object], *value),
            Write::Element { kind, array, index, value } => {
                written(self, HeapFunction::Elements(*kind), &[*array, *index], *value)
            }
            Write::Static { field, value } => {
                kept.of(&mut self.reasoner, *value).map(|value| (self.reasoner.term(Place::Static(*field)), value))
            }
            _ => match change.target {
                Some((register, kind, value)) if code.is_local(register) => {
                    let variable = self.reasoner.term(Place::Register(code.method, register, kind));
                    kept.of(&mut self.reasoner, value).map(|value| (variable, value))
                }
                _ => None,
            },
        };
        if let Some((place, value)) = defined {
            let equation = self.reasoner.machine.pool.eq(place, value);
            after.path.insert(equation);
        }
        after.table.frozen.extend(kept.objects.iter().map(|(name, objects)| (*name, objects.clone())));
    }

    fn frozen_in(&self, terms: impl Iterator<Item = Term>) -> BTreeSet<u32> {
        let symbols = self.reasoner.places.symbols_in(&self.reasoner.machine, terms);
        let names = symbols.into_iter().filter_map(|symbol| match self.reasoner.places.of_symbol(symbol) {
            Some(Place::Frozen(name, _)) => Some(*name),
            _ => None,
        });
        names.collect()
    }

    fn update_table(&mut self, state: &StatementState, after: &mut StatementState, change: &Change) {
        let pointers = change.pointers(&state.table);
        let assigned: Option<(Register, Objects)> = match change.target {
            Some((register, Kind::Reference, value)) => {
                let objects = match &change.objects {
                    Some(objects) => objects.clone(),
                    None => self.reasoner.objects(pointers, value),
                };
                Some((register, objects))
            }
            _ => None,
        };
        match &change.write {
            Write::Nothing => {}
            Write::Field { field, object, value } => {
                self.note_written(state, after, HeapFunction::Field(*field), *object, *value);
            }
            Write::Element { kind, array, value, .. } => {
                self.note_written(state, after, HeapFunction::Elements(*kind), *array, *value);
            }
            Write::Static { field, value } => {
                if self.reasoner.machine.pool.sort(*value) == REFERENCE {
                    let objects = self.reasoner.objects(pointers, *value);
                    after.table.heap.set_static(*field, objects);
                }
                after.effects.statics.insert(*field);
            }
            Write::New { site, .. } => self.allocate(after, *site),
            Write::Call(call) => {
                after.table.heap = call.heap.clone();
                call.effects.allocated.iter().for_each(|site| after.table.rename_variables(*site));
                after.effects.then(&call.effects);
            }
        }
        let Some((register, kind, _)) = change.target else { return };
        after.table.registers.remove(&register);
        if kind != Kind::Reference {
            return;
        }
        if let Write::New { site, .. } = &change.write {
            after.table.registers.insert(register, only(AbstractObject::Last(*site)));
        } else if let Some((register, objects)) = assigned
            && !after.expressions.contains_key(&register)
        {
            after.table.registers.insert(register, objects);
        }
    }

    fn note_written(
        &mut self,
        state: &StatementState,
        after: &mut StatementState,
        function: HeapFunction,
        holder: Term,
        value: Term,
    ) {
        let pointers = Pointers::new(&state.table);
        let holders = self.reasoner.objects(pointers, holder);
        if let Some(member) = member_of(function)
            && self.reasoner.machine.pool.sort(value) == REFERENCE
        {
            let objects = self.reasoner.objects(pointers, value);
            after.table.heap.write(&holders, member, &objects);
        }
        let written = after.effects.written.entry(function).or_default();
        written.extend(holders.into_iter().filter(|holder| *holder != AbstractObject::Null));
    }

    /// An object is made at a site.
    pub(super) fn allocate(&mut self, state: &mut StatementState, site: Site) {
        state.table.allocate(site);
        state.effects.renamed(site);
        state.effects.allocated.insert(site);
        let members = self.members(site);
        state.table.heap.clear(AbstractObject::Last(site), &members);
    }

    /// What of a new object holds references.
    fn members(&self, site: Site) -> Vec<Member> {
        let program = &self.reasoner.machine.program;
        let class = program.class(site.class);
        if class.is_array() {
            return vec![Member::Elements];
        }
        let is_reference =
            |field: &&program::class::FieldId| program.field(**field).field_type.kind() == Kind::Reference;
        class.instance_layout.iter().filter(is_reference).map(|field| Member::Field(*field)).collect()
    }

    /// Fields of a new object that predicates speak of are zero.
    pub(super) fn zero_fields(&mut self, code: &MethodCode, state: &mut StatementState, object: Register, site: Site) {
        let reference = self.reasoner.term(Place::Register(code.method, object, Kind::Reference));
        let layout = self.reasoner.machine.program.class(site.class).instance_layout.clone();
        for field in layout.into_iter().filter(|field| self.named_fields.contains(field)) {
            let kind = self.reasoner.machine.program.field(field).field_type.kind();
            let held = self.reasoner.term(Place::Read(HeapFunction::Field(field), [reference].into()));
            let zero = zero(&mut self.reasoner.machine, kind);
            let is_zero = self.reasoner.machine.pool.eq(held, zero);
            state.path.insert(is_zero);
        }
    }

    /// Temporaries that nobody reads any more are dropped, and what is known of them alone.
    fn forget_the_dead(&mut self, code: &MethodCode, state: &mut StatementState, next: CodeIndex) {
        let alive = code.live_before(next);
        let is_dead = |register: Register| !code.is_local(register) && !alive.contains(register);
        for (number, kind) in state.kinds.iter_mut().enumerate() {
            if is_dead(Register(number as u32)) {
                *kind = None;
            }
        }
        state.expressions.retain(|register, _| !is_dead(*register));
        let needed = self.frozen_in(state.expressions.values().copied());
        let (kinds, expressions) = (&state.kinds, &state.expressions);
        let is_there = |place: &Place| match place {
            Place::Register(_, register, kind) => {
                kinds.get(register.0 as usize).copied().flatten() == Some(*kind) && !expressions.contains_key(register)
            }
            Place::Frozen(name, _) => needed.contains(name),
            Place::Old(..) | Place::Static(_) | Place::Read(..) => true,
            Place::Returned(_) | Place::Fresh(_) | Place::StaticAfter(_) | Place::ReadAfter(..) => false,
        };
        let (places, machine) = (&self.reasoner.places, &self.reasoner.machine);
        state.path.retain(|condition| {
            let symbols = places.symbols_in(machine, [*condition]);
            !machine.pool.is_true(*condition)
                && symbols.iter().all(|symbol| places.of_symbol(*symbol).is_none_or(is_there))
        });
        state.table.registers.retain(|register, _| {
            kinds.get(register.0 as usize).copied().flatten() == Some(Kind::Reference)
                && !expressions.contains_key(register)
        });
        state.table.frozen.retain(|name, _| needed.contains(name));
    }

    /// Where the program may come again and again, temporaries are no longer what they were computed from: expressions stay finite.
    pub(super) fn settle(&mut self, code: &MethodCode, state: &mut StatementState, pc: CodeIndex) {
        if state.expressions.is_empty() {
            return;
        }
        for (register, expression) in std::mem::take(&mut state.expressions) {
            if state.kinds[register.0 as usize] == Some(Kind::Reference) {
                let objects = self.reasoner.objects(Pointers::new(&state.table), expression);
                state.table.registers.insert(register, objects);
            }
        }
        self.forget_the_dead(code, state, pc);
    }
}
