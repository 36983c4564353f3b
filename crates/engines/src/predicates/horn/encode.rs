//! Methods as Horn clauses.
//!
//! A method has a relation for its calls (over its inputs), one for its returns (over its inputs, and what they and its result are
//! then), and one for each place where its code is cut: where the body of a loop begins, and where ways through the code meet if
//! there are too many. A clause is one way from one cut to the next.
//!
//! Proposals are made for where the body begins. There are several ways to write the same clauses, see [`Style`].

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use logic::horn::{HornApplication, HornExpression, HornProblem, HornRule, HornSort, RelationId};
use program::Program;
use program::class::{ConstantValue, MethodId};
use program::code::{CodeIndex, Kind, Register};

use super::interest::{AccessPath, Interest, Root, Step, inputs, is_number, parameter_types, statics};
use super::numbers::{integer, narrow_range_of, range_of};
use super::territory::Territory;
use super::walk::{Aliases, Held, Walk};

/// Larger problems are not asked.
const MOST_RULES: usize = 3_000;

/// Of relations with more arguments than this, those are left out that are the most steps away.
const MOST_CELLS: usize = 60;

/// A piece of code with more forks than this is cut where its ways meet.
const MOST_FORKS: usize = 40;

/// Where loops are cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cuts {
    Bodies,
    HeadsAndBodies,
}

/// In which order relations have their arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arguments {
    AsDeclared,
    LastFirst,
}

/// What becomes of calls of methods without loops and recursion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calls {
    Inlined,
    Related,
}

/// How clauses are written. Whether Spacer comes to an end depends on such things: there are loops for which only one of these will
/// do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    pub(super) calls: Calls,
    pub(super) cuts: Cuts,
    pub(super) arguments: Arguments,
    pub(super) aliases: Aliases,
}

/// An instruction of a member.
pub(super) type Place = (usize, CodeIndex);

/// What an argument of a relation is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Cell {
    /// As it was when the method was called.
    Before(AccessPath),
    Now(AccessPath),
}

/// Where a relation is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Site {
    Entry,
    Exit,
    /// Behind the mark of a loop, where its body begins.
    LoopHead(CodeIndex),
    /// Anywhere else.
    Join,
}

/// A relation and what it is about.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    pub(super) relation: RelationId,
    pub(super) member: usize,
    pub(super) site: Site,
    pub(super) cells: Vec<Cell>,
}

/// The clauses of an entry.
pub(super) struct Clauses {
    pub(super) problem: HornProblem,
    pub(super) territory: Territory,
    pub(super) meanings: Vec<Meaning>,
    /// One for each instruction that may fail.
    pub(super) errors: BTreeMap<Place, RelationId>,
    /// Any of them.
    pub(super) any_error: RelationId,
}

/// What is encoded of a method.
pub(super) struct Encoded {
    pub(super) inputs: Vec<AccessPath>,
    /// Inputs that may have changed, and the result.
    pub(super) outputs: Vec<AccessPath>,
    pub(super) entry: RelationId,
    pub(super) exit: RelationId,
    /// By the instruction behind the cut.
    cuts: BTreeMap<CodeIndex, Meaning>,
    /// Blocks before which ways end.
    ends: BTreeSet<CodeIndex>,
}

pub(super) struct Encoder<'p> {
    pub(super) program: &'p mut Program,
    pub(super) territory: Territory,
    pub(super) interest: Interest,
    pub(super) encoded: Vec<Encoded>,
    problem: HornProblem,
    meanings: Vec<Meaning>,
    errors: BTreeMap<Place, RelationId>,
    pending: Vec<(usize, Meaning, CodeIndex)>,
    pub(super) style: Style,
    until: Instant,
    /// Or takes too long.
    is_too_large: bool,
}

impl Clauses {
    /// `None` if the entry has no code, is too large or takes too long.
    pub(super) fn of(program: &mut Program, entry: MethodId, style: Style, until: Instant) -> Option<Clauses> {
        let territory = Territory::of(program, entry)?;
        let interest = Interest::of(program, &territory);
        let mut encoder = Encoder {
            program,
            territory,
            interest,
            encoded: Vec::new(),
            problem: HornProblem::new(),
            meanings: Vec::new(),
            errors: BTreeMap::new(),
            pending: Vec::new(),
            style,
            until,
            is_too_large: false,
        };
        encoder.declare();
        encoder.start();
        for member in 0..encoder.encoded.len() {
            if member == 0 || encoder.territory.initializers.contains(&member) || !encoder.is_inlined(member) {
                encoder.method(member);
            }
        }
        let Encoder { mut problem, territory, meanings, errors, is_too_large, .. } = encoder;
        if is_too_large {
            return None;
        }
        let any_error = problem.add_relation(Vec::new());
        for &error in errors.values() {
            let applied = |relation| HornApplication { relation, arguments: Vec::new() };
            let (body, head) = (vec![applied(error)], applied(any_error));
            problem.add_rule(HornRule { variables: Vec::new(), body, constraint: Vec::new(), head });
        }
        Some(Clauses { problem, territory, meanings, errors, any_error })
    }
}

impl Encoder<'_> {
    /// Relations for calls and returns.
    fn declare(&mut self) {
        for number in 0..self.territory.members.len() {
            let inputs =
                nearest(inputs(self.program, &self.territory, &self.interest, number), |path| path.steps.len());
            let member = &self.territory.members[number];
            let is_written = |path: &AccessPath| {
                let through =
                    path.steps.iter().any(|step| matches!(step, Step::Field(field) if member.writes.contains(field)));
                through || matches!(path.root, Root::Static(field) if member.writes.contains(&field))
            };
            let mut outputs: Vec<AccessPath> = inputs.iter().filter(|path| is_written(path)).cloned().collect();
            match &self.program.method(member.id).return_type {
                Some(result) if is_number(result) => outputs.push(AccessPath { root: Root::Result, steps: Vec::new() }),
                Some(result) if result.kind() == Kind::Reference => {
                    let beyond = self.interest.beyond(number, Root::Result);
                    outputs.extend(beyond.into_iter().map(|steps| AccessPath { root: Root::Result, steps }));
                }
                _ => {}
            }
            let before = inputs.iter().cloned().map(Cell::Before);
            let at_exit = before.chain(outputs.iter().cloned().map(Cell::Now)).collect();
            let at_entry = inputs.iter().cloned().map(Cell::Now).collect();
            let entry = self.relate(number, Site::Entry, at_entry).relation;
            let exit = self.relate(number, Site::Exit, at_exit).relation;
            let blocks = self.territory.members[number].body.blocks.iter();
            let heads = blocks.filter(|block| block.is_loop_head && self.style.cuts == Cuts::HeadsAndBodies);
            let ends = heads.map(|block| block.start).collect();
            let cuts = BTreeMap::new();
            self.encoded.push(Encoded { inputs, outputs, entry, exit, cuts, ends });
        }
    }

    /// A new relation.
    fn relate(&mut self, member: usize, site: Site, cells: Vec<Cell>) -> Meaning {
        let relation = self.problem.add_relation(vec![HornSort::Integer; cells.len()]);
        let meaning = Meaning { relation, member, site, cells };
        self.meanings.push(meaning.clone());
        meaning
    }

    /// What follows from a way.
    pub(super) fn conclude(&mut self, walk: &Walk, relation: RelationId, arguments: Vec<HornExpression>) {
        if self.problem.rule_count() >= MOST_RULES || Instant::now() >= self.until {
            self.is_too_large = true;
            return;
        }
        self.problem.add_rule(HornRule {
            variables: vec![HornSort::Integer; walk.numbers.variables],
            body: walk.body.clone(),
            constraint: walk.numbers.constraint.clone(),
            head: HornApplication { relation, arguments },
        });
    }

    pub(super) fn conclude_error(&mut self, walk: &Walk, member: usize, pc: CodeIndex) {
        let problem = &mut self.problem;
        let relation = *self.errors.entry((member, pc)).or_insert_with(|| problem.add_relation(Vec::new()));
        self.conclude(walk, relation, Vec::new());
    }

    /// Class initialisers run, then the entry is called with whatever its parameters may be.
    fn start(&mut self) {
        let mut walk = Walk::new(0, 0, self.style.aliases);
        for number in self.territory.initializers.clone() {
            let class = self.program.method(self.territory.members[number].id).class;
            for field in self.program.class(class).static_layout.clone() {
                let field = self.program.field(field);
                let held = match (field.field_type.kind(), &field.constant) {
                    (Kind::Int | Kind::Long, Some(ConstantValue::Int(value))) => Held::Number(integer(*value)),
                    (Kind::Int | Kind::Long, Some(ConstantValue::Long(value))) => Held::Number(integer(*value)),
                    (Kind::Int | Kind::Long, _) => Held::Number(integer(0)),
                    (Kind::Reference, None) => Held::Object(walk.null()),
                    _ => continue,
                };
                walk.statics.insert(field.id, held);
            }
        }
        for number in self.territory.initializers.clone() {
            self.enter(&mut walk, number, &[]);
            self.come_back(&mut walk, number, &[]);
        }
        let parameters = parameter_types(self.program, self.territory.members[0].id);
        for (register, parameter) in parameters.into_iter().enumerate() {
            let held = match parameter {
                Some(parameter) if is_number(&parameter) => Held::Number(walk.numbers.any_in(range_of(&parameter))),
                Some(parameter) if parameter.kind() != Kind::Reference => continue,
                _ => Held::Object(walk.any_thing()),
            };
            walk.set(Register(register as u32), Some(held));
        }
        let arguments = self.numbers_at(&mut walk, &self.encoded[0].inputs.clone());
        self.conclude(&walk, self.encoded[0].entry, arguments);
    }

    pub(super) fn numbers_at(&self, walk: &mut Walk, paths: &[AccessPath]) -> Vec<HornExpression> {
        paths.iter().map(|path| walk.number_at(self.program, path)).collect()
    }

    /// All ways through a method.
    fn method(&mut self, member: usize) {
        let mut walk = Walk::new(member, 0, self.style.aliases);
        let inputs = self.encoded[member].inputs.clone();
        let relation = self.encoded[member].entry;
        let cells: Vec<Cell> = inputs.into_iter().map(Cell::Now).collect();
        self.begin(&mut walk, relation, &cells);
        self.piece(walk);
        while let Some((member, meaning, pc)) = self.pending.pop() {
            let mut walk = Walk::new(member, pc, self.style.aliases);
            self.begin(&mut walk, meaning.relation, &meaning.cells);
            self.piece(walk);
        }
    }

    /// A way begins where a relation holds.
    fn begin(&mut self, walk: &mut Walk, relation: RelationId, cells: &[Cell]) {
        let member = walk.member;
        let arguments: Vec<HornExpression> = cells.iter().map(|_| walk.numbers.any()).collect();
        for (cell, argument) in cells.iter().zip(&arguments) {
            if let Cell::Now(path) = cell {
                self.bound(walk, member, path, argument);
                walk.set_number_at(self.program, path, argument.clone());
            }
        }
        for path in self.encoded[member].inputs.clone() {
            let before = cells.iter().position(|cell| matches!(cell, Cell::Before(known) if *known == path));
            let number = match before {
                Some(position) => arguments[position].clone(),
                None => walk.number_at(self.program, &path),
            };
            walk.inputs.push(number);
        }
        walk.body.push(HornApplication { relation, arguments });
    }

    /// What is true of the number at a path because of its type.
    pub(super) fn bound(&self, walk: &mut Walk, member: usize, path: &AccessPath, number: &HornExpression) {
        let range = match (path.steps.last(), path.root) {
            (Some(Step::Length | Step::Characters), _) => {
                walk.numbers.at_least(number, integer(0));
                None
            }
            (Some(&Step::Field(field)), _) | (None, Root::Static(field)) => {
                narrow_range_of(&self.program.field(field).field_type)
            }
            (None, Root::Register(register)) if !self.territory.members[member].reassigned.contains(&register) => {
                let types = parameter_types(self.program, self.territory.members[member].id);
                types.get(register.0 as usize).and_then(Option::as_ref).and_then(narrow_range_of)
            }
            (None, Root::Result) => {
                let result = &self.program.method(self.territory.members[member].id).return_type;
                result.as_ref().and_then(narrow_range_of)
            }
            (None, Root::Register(_)) => None,
        };
        if let Some((least, greatest)) = range {
            walk.numbers.within(number, least, greatest);
        }
    }

    /// All ways from here to the next cut.
    fn piece(&mut self, walk: Walk) {
        let member = walk.member;
        let mut open = vec![walk];
        let mut forks = 0;
        while let Some(walk) = open.pop() {
            let before = open.len();
            self.follow(walk, &mut open);
            forks += open.len() - before;
            if self.is_too_large {
                return;
            }
            if forks > MOST_FORKS {
                let joins = self.joins(member);
                self.encoded[member].ends.extend(joins);
            }
        }
    }

    /// Blocks that are come to from more than one other.
    fn joins(&self, member: usize) -> Vec<CodeIndex> {
        let body = &self.territory.members[member].body;
        let mut arrivals = vec![0; body.blocks.len()];
        for block in 0..body.blocks.len() {
            body.for_each_successor(block, |to| arrivals[to] += 1);
        }
        body.blocks.iter().zip(arrivals).filter(|(_, count)| *count > 1).map(|(block, _)| block.start).collect()
    }

    /// Whether a way goes on at an instruction, rather than ending at a cut before it.
    pub(super) fn goes_on(&mut self, walk: &mut Walk, to: CodeIndex) -> bool {
        walk.pc = to;
        if !walk.callers.is_empty() {
            return true;
        }
        let member = walk.member;
        let body = &self.territory.members[member].body;
        if body.block_at(to).is_none() {
            return true;
        }
        let is_new = walk.visited.insert(to);
        if is_new && !self.encoded[member].ends.contains(&to) {
            return true;
        }
        self.encoded[member].ends.insert(to);
        self.arrive(walk, to, Site::Join);
        false
    }

    /// A way ends at a cut.
    pub(super) fn arrive(&mut self, walk: &mut Walk, pc: CodeIndex, site: Site) {
        let member = walk.member;
        let meaning = match self.encoded[member].cuts.get(&pc) {
            Some(known) => known.clone(),
            None => {
                let cells = self.cells(walk, pc);
                let meaning = self.relate(member, site, cells);
                self.encoded[member].cuts.insert(pc, meaning.clone());
                self.pending.push((member, meaning.clone(), pc));
                meaning
            }
        };
        let inputs = self.encoded[member].inputs.clone();
        let arguments = meaning.cells.iter().map(|cell| match cell {
            Cell::Now(path) => walk.number_at(self.program, path),
            Cell::Before(path) => match inputs.iter().position(|input| input == path) {
                Some(position) => walk.inputs[position].clone(),
                None => walk.numbers.any(),
            },
        });
        let arguments = arguments.collect();
        self.conclude(walk, meaning.relation, arguments);
    }

    /// What is kept at a cut: what is still read there, and what returns will say of the inputs.
    fn cells(&self, walk: &Walk, pc: CodeIndex) -> Vec<Cell> {
        let member = walk.member;
        let this = &self.territory.members[member];
        let mut registers: BTreeSet<Register> = this.liveness.before(&this.body, pc).iter().collect();
        let mut before = Vec::new();
        if this.is_called {
            for path in &self.encoded[member].inputs {
                let is_written = self.encoded[member].outputs.contains(path);
                let is_reassigned =
                    matches!(path.root, Root::Register(register) if this.reassigned.contains(&register));
                if is_written || is_reassigned {
                    before.push(Cell::Before(path.clone()));
                }
                if let Root::Register(register) = path.root
                    && !is_reassigned
                {
                    registers.insert(register);
                }
            }
        }
        let mut cells = Vec::new();
        for register in registers {
            let root = Root::Register(register);
            match walk.registers.get(&register) {
                Some(Held::Number(_)) => cells.push(Cell::Now(AccessPath { root, steps: Vec::new() })),
                Some(Held::Object(_)) => {
                    let beyond = self.interest.beyond(member, root);
                    cells.extend(beyond.into_iter().map(|steps| Cell::Now(AccessPath { root, steps })));
                }
                None => {}
            }
        }
        cells.extend(statics(self.program, &self.interest, this).into_iter().map(Cell::Now));
        cells.extend(before);
        if self.style.arguments == Arguments::LastFirst {
            cells.reverse();
        }
        nearest(cells, |cell| match cell {
            Cell::Before(path) | Cell::Now(path) => path.steps.len(),
        })
    }
}

/// In the same order, without those that are the most steps away if there are too many.
fn nearest<T>(mut all: Vec<T>, steps: impl Fn(&T) -> usize) -> Vec<T> {
    while all.len() > MOST_CELLS
        && let Some(most) = all.iter().map(&steps).max().filter(|most| *most > 1)
    {
        all.retain(|one| steps(one) < most);
    }
    all
}
