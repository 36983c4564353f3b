//! What is known of a generalised state, as formulas that can be shown.

use std::rc::Rc;

use logic::solver::{Answer, Query};
use logic::term::Term;
use machine::machine::Machine;
use machine::scene::{Place, Scene};
use machine::value::ObjectId;
use program::class::MethodId;
use program::code::{CodeIndex, Register};

use super::affine::Group;
use super::facts::Literal;
use super::knowledge::Knowledge;
use super::outline::{Outline, Part};
use super::relations;
use crate::predicates::formula::{AccessExpression, Expression, Formula, Operator, Relation};
use crate::predicates::wording::Constants;

/// What the states that a generalised one stands for have in common, in its own terms.
pub(super) struct Spoken {
    /// Parallel to the integers of the outline.
    pub(super) integers: Vec<Term>,
    pub(super) names: Vec<Option<Expression>>,
    pub(super) literals: Vec<Literal>,
}

/// A formula that holds, and what it says of the generalised state.
pub(super) struct Said {
    pub(super) formula: Formula,
    pub(super) term: Term,
}

/// Formulas of one state that are looked at: of more, the last are left out.
const MOST: usize = 80;

impl Spoken {
    /// What holds, without what follows from the rest.
    pub(super) fn formulas(&self, machine: &mut Machine, knowledge: &Knowledge, constants: &Constants) -> Vec<Said> {
        let mut all: Vec<Said> = Vec::new();
        for literal in &self.literals {
            let formula = &literal.instance.asked.predicate.formula;
            let formula = if literal.holds { formula.clone() } else { formula.negated() };
            all.push(Said { formula, term: literal.term });
        }
        all.sort_by_key(|said| said.formula.size());
        let orders = relations::formulas(machine, &self.integers, &self.names, &knowledge.relations, constants);
        let equations = knowledge.affine.iter().flat_map(|affine| &affine.groups);
        let equations: Vec<Said> = equations.flat_map(|group| self.equations(machine, group)).collect();
        // What is simplest stays.
        let mut all: Vec<Said> = orders.into_iter().chain(equations).chain(all).collect();
        all.truncate(MOST);
        let mut next = all.len();
        while next > 0 {
            next -= 1;
            let others: Vec<Term> =
                all.iter().enumerate().filter(|(number, _)| *number != next).map(|(_, said)| said.term).collect();
            let goal = machine.pool.not(all[next].term);
            let query = Query { path: &others, goal: &[goal], witness: None };
            // What says that a number is a constant is true of the state by itself: the state has the constant.
            let is_constant = machine.pool.is_true(all[next].term);
            if !is_constant && matches!(machine.ask(query), Answer::Unsat) {
                all.remove(next);
            }
        }
        all
    }

    /// The equations of a group all of whose members have names.
    fn equations(&self, machine: &mut Machine, group: &Group) -> Vec<Said> {
        let mut said = Vec::new();
        for equation in &group.equations {
            if let Some(formula) = self.equation(group, equation) {
                let term = group.condition(machine, &self.integers, equation);
                if !machine.pool.is_true(term) {
                    said.push(Said { formula, term });
                }
            }
        }
        said
    }

    fn equation(&self, group: &Group, equation: &[i128]) -> Option<Formula> {
        let mut sides: [Option<Expression>; 2] = [None, None];
        let mut add = |side: usize, part: Expression| {
            sides[side] = Some(match sides[side].take() {
                None => part,
                Some(sum) => Expression::Binary(Operator::Add, Rc::new(sum), Rc::new(part)),
            });
        };
        let (constant, factors) = equation.split_last()?;
        for (member, factor) in group.members.iter().zip(factors).filter(|(_, factor)| **factor != 0) {
            let name = self.names[*member].clone()?;
            let size = i64::try_from(factor.checked_abs()?).ok().filter(|size| *size < MOST_FACTOR)?;
            let part = match size {
                1 => name,
                _ => Expression::Binary(Operator::Multiply, Rc::new(Expression::Integer(size)), Rc::new(name)),
            };
            add(usize::from(*factor < 0), part);
        }
        if *constant != 0 || sides.iter().any(Option::is_none) {
            let size = i64::try_from(constant.checked_abs()?).ok().filter(|size| *size <= i64::from(i32::MAX))?;
            let is_left_empty = sides[0].is_none();
            // A constant alone on its side keeps its sign.
            match (is_left_empty, sides[1].is_none()) {
                (false, true) => sides[1] = Some(Expression::Integer(if *constant < 0 { size } else { -size })),
                (true, false) => sides[0] = Some(Expression::Integer(if *constant < 0 { -size } else { size })),
                _ => {
                    let side = usize::from(*constant < 0);
                    let sum = sides[side].take()?;
                    let part = Expression::Integer(size);
                    sides[side] = Some(Expression::Binary(Operator::Add, Rc::new(sum), Rc::new(part)));
                }
            }
        }
        let [left, right] = sides;
        Some(Formula::compare(Relation::Equal, left?, right?))
    }
}

/// Larger factors are what is left of an equation that wraps: nobody would write it so.
const MOST_FACTOR: i64 = 1 << 20;

/// What the integers of an outline are called where the top frame is.
pub(super) fn names(machine: &mut Machine, scene: &Scene, outline: &Outline) -> Vec<Option<Expression>> {
    let mut names: Vec<Option<Expression>> = vec![None; outline.integers.len()];
    let Some((method, pc)) = scene.point.place() else { return names };
    let top = scene.point.depth() as u32 - 1;
    let mut objects: Vec<(ObjectId, AccessExpression)> = Vec::new();
    for (root, part) in scene.roots.iter().zip(&outline.roots) {
        let access = match (root.register, root.place) {
            (Some((frame, register)), _) if frame == top => variable(machine, method, pc, register),
            (_, Place::LoneCall(number)) => scene
                .point
                .frame(0)
                .and_then(|(bottom, _)| machine.parameter_name(bottom, number))
                .map(AccessExpression::Old),
            (_, Place::Static(class, slot)) => machine.static_field_at(class, slot).map(AccessExpression::Static),
            _ => None,
        };
        match (part, access) {
            (Part::Integer(integer), Some(access)) => names[*integer] = Some(Expression::Access(access)),
            (Part::Reference(object), Some(access)) if !object.is_null() => objects.push((*object, access)),
            _ => {}
        }
    }
    let mut next = 0;
    while next < objects.len() && next < MOST {
        let (object, access) = objects[next].clone();
        next += 1;
        if let Some((_, length)) = outline.arrays.iter().find(|(array, _)| *array == object)
            && names[*length].is_none()
        {
            names[*length] = Some(Expression::Access(AccessExpression::Length(Rc::new(access.clone()))));
        }
        let Some((_, parts)) = outline.objects.iter().find(|(known, _)| *known == object) else { continue };
        for (slot, part) in parts.iter().enumerate() {
            let Some(field) = machine.field_at(scene, object, slot) else { continue };
            let access = AccessExpression::Field(Rc::new(access.clone()), field);
            match part {
                Part::Integer(integer) if names[*integer].is_none() => {
                    names[*integer] = Some(Expression::Access(access));
                }
                Part::Reference(held) if !objects.iter().any(|(known, _)| known == held) && !held.is_null() => {
                    objects.push((*held, access));
                }
                _ => {}
            }
        }
    }
    names
}

fn variable(machine: &mut Machine, method: MethodId, pc: CodeIndex, register: Register) -> Option<AccessExpression> {
    let code = machine.code(method).ok()?;
    if let Some(name) = code.body.variable_name(register, pc) {
        return Some(AccessExpression::Local(name.into()));
    }
    let slot = code.body.slots.iter().find(|(_, known)| *known == register)?.0;
    Some(AccessExpression::Slot(slot))
}

/// States of one place that are told apart where it is said what holds there.
const MOST_STATES: usize = 4;

/// What holds in all of these states; and, if there are few, that one of them it must be.
pub(super) fn common(mut texts: Vec<Vec<String>>) -> Vec<String> {
    texts.sort();
    texts.dedup();
    let Some(first) = texts.first().cloned() else { return Vec::new() };
    let is_common = |text: &String| texts.iter().all(|texts| texts.contains(text));
    let mut holds: Vec<String> = first.into_iter().filter(|text| is_common(text)).collect();
    let rests: Vec<Vec<&String>> =
        texts.iter().map(|texts| texts.iter().filter(|text| !holds.contains(*text)).collect()).collect();
    if texts.len() > 1 && texts.len() <= MOST_STATES && rests.iter().all(|rest| !rest.is_empty()) {
        let case = |rest: &Vec<&String>| match rest[..] {
            [only] => only.clone(),
            _ => format!("({})", rest.iter().map(|text| text.as_str()).collect::<Vec<_>>().join(" and ")),
        };
        let cases: Vec<String> = rests.iter().map(case).collect();
        holds.push(cases.join(" or "));
    }
    holds
}

/// `Class.method`, and the line.
pub(super) fn place(machine: &mut Machine, method: MethodId, pc: CodeIndex) -> (String, u32) {
    let line = machine.code(method).ok().and_then(|code| code.body.positions.get(pc as usize).map(|place| place.line));
    let described = machine.program.method(method);
    let class = program::display_class(&machine.program.class(described.class).name);
    (format!("{class}.{}", described.name), line.unwrap_or(0))
}
