//! Conditions on tracked symbols and numbers together, against the enumeration of all values.

use std::rc::Rc;

use super::super::tests::{Random, declare, declare_on, empty};
use super::super::{Decided, DomainAnswer};
use crate::eval::evaluate;
use crate::model::Model;
use crate::pool::TermPool;
use crate::term::{Const, Op, Sort, SymbolId, Term};

const REFERENCES: usize = 2;
const NUMBERS: usize = 3;
/// Of a reference.
const VALUES: u64 = 4;
/// Of a number.
const WIDTH: u8 = 3;

fn id(pool: &TermPool, symbol: Term) -> SymbolId {
    match pool.node(symbol).op {
        Op::Symbol(id) => id,
        _ => panic!("a symbol"),
    }
}

fn is_value(pool: &mut TermPool, random: &mut Random, references: &[Term]) -> Term {
    let value = pool.bv(4, random.below(VALUES));
    pool.eq(references[random.below(REFERENCES as u64) as usize], value)
}

/// A number of the input, or a constant; or a tree of them, as a field read through a guarded reference is.
fn number(pool: &mut TermPool, random: &mut Random, references: &[Term], numbers: &[Term], depth: u32) -> Term {
    match random.below(6) {
        0 if depth > 0 => {
            let choice = is_value(pool, random, references);
            let then = number(pool, random, references, numbers, depth - 1);
            let otherwise = number(pool, random, references, numbers, depth - 1);
            pool.ite(choice, then, otherwise)
        }
        1 => pool.bv(WIDTH, random.below(1 << WIDTH)),
        _ => numbers[random.below(NUMBERS as u64) as usize],
    }
}

fn formula(pool: &mut TermPool, random: &mut Random, references: &[Term], numbers: &[Term], depth: u32) -> Term {
    if depth == 0 || random.below(5) == 0 {
        if random.below(3) == 0 {
            return is_value(pool, random, references);
        }
        let (a, b) = (number(pool, random, references, numbers, 3), number(pool, random, references, numbers, 3));
        return match random.below(5) {
            0 => pool.eq(a, b),
            1 | 2 => pool.lt(a, b),
            _ => pool.le(a, b),
        };
    }
    let left = formula(pool, random, references, numbers, depth - 1);
    let right = formula(pool, random, references, numbers, depth - 1);
    match random.below(5) {
        0 | 1 => pool.and(left, right),
        2 => pool.or(left, right),
        3 => {
            let choice = is_value(pool, random, references);
            pool.ite(choice, left, right)
        }
        _ => pool.not(left),
    }
}

fn models(pool: &TermPool, references: &[Term], numbers: &[Term]) -> Vec<Model> {
    let mut models = Vec::new();
    for number in 0..VALUES.pow(REFERENCES as u32) << (u32::from(WIDTH) * NUMBERS as u32) {
        let mut rest = number;
        let mut model = Model::new();
        for symbol in references {
            model.set(id(pool, *symbol), Const::bv(4, rest % VALUES));
            rest /= VALUES;
        }
        for symbol in numbers {
            model.set(id(pool, *symbol), Const::bv(WIDTH, rest & ((1 << WIDTH) - 1)));
            rest >>= WIDTH;
        }
        models.push(model);
    }
    models
}

/// Along a path that assumes one condition after the other, whatever is said of conditions agrees with all its models.
#[test]
fn paths_over_references_and_numbers_agree_with_enumeration() {
    let (mut random, mut others) = (Random(41), Random(43));
    let mut compared = 0;
    let (mut settled_parts, mut decided_questions, mut replaced, mut found_models) = (0, 0, 0, 0);
    for round in 0..120 {
        let mut pool = TermPool::new();
        let references: Vec<Term> = (0..REFERENCES).map(|n| pool.symbol(&format!("r{n}"), Sort::BitVec(4))).collect();
        let numbers: Vec<Term> = (0..NUMBERS).map(|n| pool.symbol(&format!("x{n}"), Sort::BitVec(WIDTH))).collect();
        let mut domains = empty(round % 2 == 0);
        declare(&mut pool, &mut domains, references[0], 0b1111);
        let all = models(&pool, &references, &numbers);
        let holds = |pool: &TermPool, model: &Model, term: Term| evaluate(pool, model, term) == Some(Const::Bool(true));
        let mut path: Vec<Term> = Vec::new();
        let mut left: Vec<&Model> = all.iter().collect();
        let mut kept = Decided::default();
        for step in 0..5 {
            if step == 1 {
                declare_on(&mut pool, &mut domains, references[1], 0b1111, &path);
            }
            let known = if step == 0 { &references[..1] } else { &references[..] };
            let known = if known.len() < REFERENCES { vec![known[0]; REFERENCES] } else { known.to_vec() };
            let condition = formula(&mut pool, &mut random, &known, &numbers, 2);
            let condition = if step % 2 == 0 { condition } else { domains.settle(&mut pool, condition) };
            let remaining: Vec<&Model> = left.iter().copied().filter(|model| holds(&pool, model, condition)).collect();
            if remaining.is_empty() {
                continue;
            }
            left = remaining;
            domains.assume(&pool, condition).expect("the path has a model");
            path.push(condition);

            let question = formula(&mut pool, &mut random, &known, &numbers, 3);
            let settled = domains.settle(&mut pool, question);
            settled_parts += usize::from(settled != question);
            decided_questions += usize::from(pool.as_const(settled).is_some());
            for model in &left {
                assert_eq!(holds(&pool, model, question), holds(&pool, model, settled), "on the path");
            }

            let (a, b) = (
                number(&mut pool, &mut others, &known, &numbers, 3),
                number(&mut pool, &mut others, &known, &numbers, 3),
            );
            let op = if others.below(2) == 0 { Op::Lt } else { Op::Le };
            let comparison = pool.build(op, &[a, b]);
            if let Some(settled) = domains.settled_comparison(&mut pool, op, a, b) {
                compared += 1;
                for model in &left {
                    assert_eq!(holds(&pool, model, comparison), holds(&pool, model, settled), "on the path");
                }
            }

            let asked = domains.decided(&mut pool, &path, &mut kept).to_vec();
            replaced += usize::from(asked != path);
            for model in &all {
                let of = |terms: &[Term]| terms.iter().all(|term| holds(&pool, model, *term));
                assert_eq!(of(&path), of(&asked), "everywhere");
            }

            let wanted = is_value(&mut pool, &mut random, &known);
            let is_possible = left.iter().any(|model| holds(&pool, model, wanted));
            if let Some(answer) = domains.is_possible(&pool, wanted) {
                assert_eq!(answer, is_possible);
            }
            let witness = Rc::new(left[random.below(left.len() as u64) as usize].clone());
            match domains.find_model_with(&pool, &path, wanted, &witness) {
                DomainAnswer::Model(model) => {
                    found_models += 1;
                    assert!(path.iter().chain([&wanted]).all(|term| holds(&pool, &model, *term)));
                }
                DomainAnswer::Nothing => assert!(!is_possible),
                DomainAnswer::Undecided => {}
            }
            let mut tried = domains.clone();
            if tried.assume(&pool, wanted).is_ok()
                && let DomainAnswer::Model(model) = tried.find_model(&pool, &path, &[wanted], &witness)
            {
                assert!(path.iter().chain([&wanted]).all(|term| holds(&pool, &model, *term)));
            }
        }
    }
    assert!(settled_parts > 100 && decided_questions > 40, "{settled_parts} and {decided_questions}");
    assert!(replaced > 80 && found_models > 100, "{replaced} and {found_models}");
    assert!(compared > 40, "{compared}");
}

/// What a path compared before is not asked again, constants included.
#[test]
fn chains_of_comparisons_are_decided() {
    let mut pool = TermPool::new();
    let r = pool.symbol("r", Sort::BitVec(4));
    let [a, b, c] = ["a", "b", "c"].map(|name| pool.symbol(name, Sort::Int));
    let mut domains = empty(false);
    declare(&mut pool, &mut domains, r, 0b111);
    let (ten, five) = (pool.math(10), pool.math(5));
    for condition in [pool.lt(a, b), pool.le(b, c), pool.le(c, five)] {
        domains.assume(&pool, condition).expect("possible");
    }
    let (is_above, is_below, is_open) = (pool.lt(c, a), pool.lt(a, ten), pool.lt(b, c));
    assert!({
        let settled = domains.settle(&mut pool, is_above);
        pool.is_false(settled)
    });
    assert!({
        let settled = domains.settle(&mut pool, is_below);
        pool.is_true(settled)
    });
    assert_eq!(domains.settle(&mut pool, is_open), is_open);
    // A field of one of three objects: only the one that was not compared is left to ask about.
    let d = pool.symbol("d", Sort::Int);
    let (zero, one) = (pool.bv(4, 0), pool.bv(4, 1));
    let (is_first, is_second) = (pool.eq(r, zero), pool.eq(r, one));
    let rest = pool.ite(is_second, c, d);
    let field = pool.ite(is_first, a, rest);
    let question = pool.lt(field, b);
    let settled = domains.settle(&mut pool, question);
    let (is_less, is_not_second) = (pool.lt(d, b), pool.not(is_second));
    let left = pool.and(is_not_second, is_less);
    assert_eq!(settled, pool.or(is_first, left));
}
