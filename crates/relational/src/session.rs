//! Questions: is there a model?

use std::collections::BTreeMap;
use std::rc::Rc;

use circuits::gates::Lit;
use circuits::{SatVerdict, WorkLimits};

use crate::bounds::{Bounds, Element, Mistake, Tuples};
use crate::language::{FreeRelation, Language, RelationalFormula};
use crate::matrix::{Halt, Matrix};
use crate::model::{FiniteModel, NoValue};
use crate::numbering::Numbering;
use crate::symmetry::{self, Symmetry, is_indifferent};
use crate::translate::{Translator, Trouble};

/// How a question is asked.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// What is done about symmetric models, other than by `numbering`.
    pub symmetry: Symmetry,
    /// Atoms that are numbered canonically.
    pub numbering: Option<Numbering>,
    /// A circuit of more gates is given up. The default is twenty million.
    pub most_gates: usize,
}

impl Default for SessionOptions {
    fn default() -> SessionOptions {
        SessionOptions { symmetry: Symmetry::default(), numbering: None, most_gates: 20_000_000 }
    }
}

/// What a question was answered with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// There is a model; the formulas were evaluated in it.
    Satisfiable(FiniteModel),
    /// There is none within the bounds.
    Unsatisfiable(Core),
    Unknown(Undecided),
}

impl Solution {
    pub fn model(self) -> Option<FiniteModel> {
        match self {
            Solution::Satisfiable(model) => Some(model),
            _ => None,
        }
    }

    pub fn core(self) -> Option<Core> {
        match self {
            Solution::Unsatisfiable(core) => Some(core),
            _ => None,
        }
    }
}

/// Assumed formulas that, with everything required, have no model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    /// In the order in which they were assumed.
    pub formulas: Vec<RelationalFormula>,
    /// Without any one of them there is a model.
    pub is_minimal: bool,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// The limits were reached.
    OutOfTime,
    /// The circuit has too many gates.
    TooLarge,
    /// The solver found a model in which a formula does not hold: a defect of this library.
    Refuted,
}

/// Counts of a session so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SessionCounts {
    /// Variables in clauses.
    pub variables: usize,
    pub clauses: usize,
    /// Gates and inputs, needed or not.
    pub gates: usize,
    /// Questions to the solver.
    pub solved: usize,
}

/// Formulas over bounds, some required for good, others assumed for one question.
///
/// ```
/// use relational::{Solution, Bounds, Column::Atoms, Language, SessionOptions, Session, Universe, bounds::{each, pairs}};
///
/// let l = Language::new();
/// let next = l.relation("next", &[Atoms, Atoms]);
/// let mut bounds = Bounds::new(Universe::new(["a", "b", "c"]));
/// let all = each(bounds.universe().atoms());
/// bounds.at_most(next, pairs(&all, &all));
/// let mut session = Session::new(&l, bounds, SessionOptions::default())?;
///
/// // Every atom has a successor, no atom reaches itself: not with finitely many.
/// let n = l.variable("n", Atoms);
/// let serial = l.all(n, l.atoms(), l.some(l.join(l.of(n), next)));
/// let acyclic = l.no(l.intersection(l.identity(), l.closure(next)));
/// let one = l.all(n, l.atoms(), l.lone(l.join(l.of(n), next)));
/// let core = session.solve_assuming(&[one, serial, acyclic])?.core().unwrap();
/// assert_eq!(session.minimise(core)?.formulas, [serial, acyclic]);
///
/// let model = session.solve_assuming(&[serial, one])?.model().unwrap();
/// assert_eq!(model.tuples(next).unwrap().len(), 3);
/// # Ok::<(), relational::Mistake>(())
/// ```
pub struct Session<'l> {
    language: &'l Language,
    translator: Translator,
    options: SessionOptions,
    limits: WorkLimits,
    required: Vec<RelationalFormula>,
    /// How many of these the solver knows.
    known: usize,
    /// The solver knows about symmetries.
    is_begun: bool,
    /// A clause that the last model violates and models that differ from it do not.
    others: Option<Vec<Lit>>,
    solved: usize,
}

impl<'l> Session<'l> {
    /// # Errors
    /// The bounds do not fit their relations, or the numbering the bounds.
    pub fn new(language: &'l Language, bounds: Bounds, options: SessionOptions) -> Result<Session<'l>, Mistake> {
        bounds.check(language)?;
        if let Some(numbering) = &options.numbering {
            numbering.check(&bounds, &language.store.borrow())?;
        }
        Ok(Session {
            language,
            translator: Translator::new(bounds, options.most_gates),
            options,
            limits: WorkLimits::none(),
            required: Vec::new(),
            known: 0,
            is_begun: false,
            others: None,
            solved: 0,
        })
    }

    /// From now on, every question has to be answered within these limits.
    pub fn set_limits(&mut self, limits: WorkLimits) {
        self.limits = limits;
    }

    /// The formula must hold in all models from now on.
    pub fn require(&mut self, f: RelationalFormula) {
        self.required.push(f);
    }

    /// Bounds for a relation that came later.
    ///
    /// # Errors
    /// They do not fit it, it has bounds, or they tell atoms apart that were treated alike.
    pub fn bound(&mut self, relation: FreeRelation, lower: Tuples, upper: Tuples) -> Result<(), Mistake> {
        let mut bounds = self.translator.bounds.clone();
        let late = || Err(Mistake::Late(self.language.name_of(relation)));
        if bounds.get(relation).is_some() {
            return late();
        }
        bounds.between(relation, lower, upper);
        bounds.check_one(self.language, relation)?;
        let (before, added) = (&self.translator.bounds, bounds.get(relation).expect("it was put there"));
        let mut alike = match &self.options.numbering {
            Some(numbering) => numbering.pools.clone(),
            None => Vec::new(),
        };
        if self.is_begun && self.options.symmetry != Symmetry::Ignored {
            alike.extend(symmetry::classes(before, &self.numbered()));
        }
        if alike.iter().any(|class| class.windows(2).any(|pair| !is_indifferent(added, pair[0], pair[1]))) {
            return late();
        }
        self.translator.bounds = bounds;
        Ok(())
    }

    fn numbered(&self) -> Vec<crate::bounds::Atom> {
        self.options.numbering.as_ref().map_or_else(Vec::new, Numbering::atoms)
    }

    /// Is there a model of everything required?
    ///
    /// # Errors
    /// A formula has free variables, or relations without bounds.
    pub fn solve(&mut self) -> Result<Solution, Mistake> {
        self.solve_assuming(&[])
    }

    /// Is there a model of everything required and everything assumed?
    ///
    /// # Errors
    /// A formula has free variables, or relations without bounds.
    pub fn solve_assuming(&mut self, assumed: &[RelationalFormula]) -> Result<Solution, Mistake> {
        self.others = None;
        let lits = match self.translate(assumed) {
            Ok(lits) => lits,
            Err(trouble) => return no_circuit(trouble),
        };
        self.solved += 1;
        Ok(match self.translator.circuit.gates.definitions.solve(&lits, &self.limits) {
            SatVerdict::Stopped => Solution::Unknown(Undecided::OutOfTime),
            SatVerdict::Unsatisfiable => {
                let definitions = &self.translator.circuit.gates.definitions;
                let failed = assumed.iter().zip(&lits).filter(|(_, lit)| definitions.failed(**lit));
                let formulas: Vec<RelationalFormula> = failed.map(|(formula, _)| *formula).collect();
                Solution::Unsatisfiable(Core { is_minimal: formulas.is_empty(), formulas })
            }
            SatVerdict::Satisfiable => {
                let model = self.model();
                let formulas = self.required.iter().chain(assumed);
                let all: Result<Vec<bool>, NoValue> =
                    formulas.map(|&formula| model.holds_within(self.language, formula, &self.limits)).collect();
                match all {
                    Ok(all) if all.iter().all(|&holds| holds) => Solution::Satisfiable(model),
                    Ok(_) => Solution::Unknown(Undecided::Refuted),
                    Err(NoValue::OutOfTime) => Solution::Unknown(Undecided::OutOfTime),
                    Err(NoValue::Mistake(mistake)) => return Err(mistake),
                }
            }
        })
    }

    /// Formulas are left out of a core, the first ones first, as long as the rest has no model.
    ///
    /// If the limits are reached, the result is a core that may not be minimal.
    ///
    /// # Errors
    /// A formula has free variables, or relations without bounds.
    pub fn minimise(&mut self, core: Core) -> Result<Core, Mistake> {
        let mut formulas = core.formulas;
        // Those before this place are needed.
        let mut needed = 0;
        while needed < formulas.len() {
            let mut without = formulas.clone();
            let tried = without.remove(needed);
            match self.refuted(&without)? {
                Some(true) => {
                    // Of the rest, only what failed is needed, and of that what was found to be needed before.
                    let failed = self.last_core(&without);
                    needed = formulas[..needed].iter().filter(|formula| failed.contains(formula)).count();
                    formulas = failed;
                    debug_assert!(!formulas.contains(&tried));
                }
                Some(false) => needed += 1,
                None => return Ok(Core { formulas, is_minimal: false }),
            }
        }
        Ok(Core { formulas, is_minimal: true })
    }

    /// Do the formulas, with everything required, have no model? Nothing, if the limits were reached.
    fn refuted(&mut self, assumed: &[RelationalFormula]) -> Result<Option<bool>, Mistake> {
        let lits = match self.translate(assumed) {
            Ok(lits) => lits,
            Err(Trouble::Mistake(mistake)) => return Err(mistake),
            Err(Trouble::Halt(_)) => return Ok(None),
        };
        self.solved += 1;
        self.others = None;
        Ok(match self.translator.circuit.gates.definitions.solve(&lits, &self.limits) {
            SatVerdict::Satisfiable => Some(false),
            SatVerdict::Unsatisfiable => Some(true),
            SatVerdict::Stopped => None,
        })
    }

    /// Which of the formulas that were just refuted were needed for that.
    fn last_core(&mut self, assumed: &[RelationalFormula]) -> Vec<RelationalFormula> {
        let lits = self.translate(assumed).expect("they were translated for the question");
        let definitions = &self.translator.circuit.gates.definitions;
        assumed.iter().zip(lits).filter(|(_, lit)| definitions.failed(*lit)).map(|(formula, _)| *formula).collect()
    }

    /// Later models differ from the last one in what some relation holds. Without a last model, nothing happens.
    pub fn exclude_last(&mut self) {
        if let Some(others) = self.others.take() {
            self.translator.circuit.gates.clause(&others);
        }
    }

    /// Everything required and assumed, as a file in DIMACS form. Equal questions give equal files.
    ///
    /// # Errors
    /// A formula has free variables, or relations without bounds.
    pub fn dimacs(&mut self, assumed: &[RelationalFormula]) -> Result<Result<String, Undecided>, Mistake> {
        match self.translate(assumed) {
            Ok(lits) => Ok(Ok(self.translator.circuit.gates.definitions.dimacs(&lits))),
            Err(Trouble::Mistake(mistake)) => Err(mistake),
            Err(Trouble::Halt(halt)) => Ok(Err(unknown(halt))),
        }
    }

    pub fn statistics(&self) -> SessionCounts {
        let gates = &self.translator.circuit.gates;
        SessionCounts {
            variables: gates.definitions.variable_count(),
            clauses: gates.definitions.clause_count(),
            gates: gates.variable_count(),
            solved: self.solved,
        }
    }

    /// Tells the solver what it does not know yet; the literals of the assumptions.
    fn translate(&mut self, assumed: &[RelationalFormula]) -> Result<Vec<Lit>, Trouble> {
        let store = self.language.store.borrow();
        self.translator.circuit.limits = self.limits.clone();
        if !self.is_begun {
            let apart = self.numbered();
            if let Some(numbering) = &self.options.numbering {
                let numbered = numbering.predicate(&mut self.translator, &store)?;
                self.translator.circuit.gates.definitions.require(numbered);
            }
            if let Symmetry::Broken { inputs } = self.options.symmetry {
                let least = symmetry::predicate(&mut self.translator, &store, inputs, &apart)?;
                self.translator.circuit.gates.definitions.require(least);
            }
            self.is_begun = true;
        }
        while let Some(&formula) = self.required.get(self.known) {
            let lit = self.translator.required(&store, formula)?;
            self.translator.circuit.gates.definitions.require(lit);
            self.known += 1;
        }
        assumed.iter().map(|&formula| self.translator.required(&store, formula)).collect()
    }

    /// The model that the solver just found.
    fn model(&mut self) -> FiniteModel {
        let mut relations = BTreeMap::new();
        let mut others = Vec::new();
        let mut translated: Vec<(FreeRelation, Rc<Matrix>)> = Vec::new();
        let store = self.language.store.borrow();
        for (&relation, bound) in self.translator.bounds.all() {
            let is_translated = self.translator.order.contains(&relation);
            if !is_translated {
                // Nothing speaks of it: the least it can hold will do.
                let number = bound.unknown.map(|_| Element::Number(0));
                let tuple = |tuple: &Vec<Element>| tuple.iter().copied().chain(number).collect();
                relations.insert(relation, bound.lower.iter().map(tuple).collect());
            }
        }
        for relation in self.translator.order.clone() {
            let Ok(matrix) = self.translator.relation(&store, relation) else { continue };
            translated.push((relation, matrix));
        }
        let circuit = &self.translator.circuit;
        let definitions = &circuit.gates.definitions;
        for (relation, matrix) in translated {
            let mut tuples = Tuples::new();
            for (cells, lit) in matrix.entries() {
                let is_held = definitions.value(*lit);
                let is_input = !lit.is_constant();
                if is_input {
                    others.push(if is_held { !*lit } else { *lit });
                }
                if !is_held {
                    continue;
                }
                for bit in cells.iter().filter(|cell| cell.is_number()).flat_map(|&cell| circuit.bits(cell).to_vec()) {
                    if !bit.is_constant() {
                        others.push(if definitions.value(bit) { !bit } else { bit });
                    }
                }
                tuples.insert(cells.iter().map(|&cell| circuit.atom_or_number(cell)).collect());
            }
            relations.insert(relation, tuples);
        }
        let mut witnesses = BTreeMap::new();
        for (variable, matrix) in &self.translator.choices {
            let mut chosen = matrix.entries().iter().filter(|(_, lit)| definitions.value(*lit));
            if let (Some((cells, _)), None) = (chosen.next(), chosen.next()) {
                witnesses.entry(*variable).or_insert_with(|| circuit.atom_or_number(cells[0]));
            }
        }
        others.sort_unstable();
        others.dedup();
        self.others = Some(others);
        FiniteModel::new(self.translator.bounds.universe().clone(), relations).with_witnesses(witnesses)
    }
}

fn unknown(halt: Halt) -> Undecided {
    match halt {
        Halt::OutOfTime => Undecided::OutOfTime,
        Halt::TooLarge => Undecided::TooLarge,
    }
}

fn no_circuit(trouble: Trouble) -> Result<Solution, Mistake> {
    match trouble {
        Trouble::Mistake(mistake) => Err(mistake),
        Trouble::Halt(halt) => Ok(Solution::Unknown(unknown(halt))),
    }
}
