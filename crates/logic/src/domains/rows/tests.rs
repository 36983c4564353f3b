//! Rows against the enumeration of all values.

use super::super::tests::{Random, declare};
use super::super::{Domains, Left, NewSymbol};
use super::*;

/// Which symbols `s0`, `s1`, … there are, and the condition under which each counts.
struct Symbols {
    terms: Vec<Term>,
    counts: Vec<Term>,
}

impl Symbols {
    /// `s = v` where `s` counts: what a machine asks of a reference.
    fn literal(&self, pool: &mut TermPool, random: &mut Random) -> Term {
        let number = random.below(self.terms.len() as u64) as usize;
        let value = pool.bv(4, random.below(4));
        let is_it = pool.eq(self.terms[number], value);
        pool.and(self.counts[number], is_it)
    }

    fn formula(&self, pool: &mut TermPool, random: &mut Random, depth: u32) -> Term {
        if depth == 0 || random.below(4) == 0 {
            return self.literal(pool, random);
        }
        let left = self.formula(pool, random, depth - 1);
        let right = self.formula(pool, random, depth - 1);
        match random.below(4) {
            0 => pool.and(left, right),
            1 => pool.or(left, right),
            2 => pool.eq(left, right),
            _ => pool.not(left),
        }
    }
}

fn all_models(pool: &TermPool, symbols: &[Term]) -> Vec<Model> {
    let id = |symbol: &Term| match pool.node(*symbol).op {
        Op::Symbol(id) => id,
        _ => panic!("a symbol"),
    };
    let model = |number: usize| {
        let values = symbols.iter().enumerate();
        values.map(|(place, symbol)| (id(symbol), Const::bv(4, (number >> (2 * place) & 3) as u64))).collect()
    };
    (0..1 << (2 * symbols.len())).map(model).collect()
}

fn holds(pool: &TermPool, model: &Model, condition: Term) -> bool {
    evaluate(pool, model, condition) == Some(Const::Bool(true))
}

/// Symbols that count only somewhere, values that are possible only somewhere, assumptions in between: every answer agrees
/// with the enumeration of all values, on whichever side of the limit the number of rows is.
#[test]
fn symbols_that_count_somewhere_agree_with_enumeration() {
    let mut random = Random(23);
    let (mut open, mut many, mut decided) = (0, 0, 0);
    for round in 0..600 {
        let mut pool = TermPool::new();
        let mut symbols = Symbols { terms: Vec::new(), counts: Vec::new() };
        let mut domains = Domains::new();
        let mut path: Vec<Term> = Vec::new();
        let mut witness = Rc::new(Model::new());
        for number in 0..3 + round % 3 {
            let symbol = pool.symbol(&format!("s{number}"), Sort::BitVec(4));
            let always = pool.always();
            let is_guarded = number > 0 && random.below(2) == 0;
            let counts = if is_guarded { symbols.formula(&mut pool, &mut random, 1) } else { always };
            let mut values = vec![(0, always)];
            let mut constraint = always;
            for value in 1..4 {
                let is_free = number == 0 || random.below(2) == 0;
                let condition = if is_free { always } else { symbols.formula(&mut pool, &mut random, 1) };
                values.push((value, condition));
                let number = pool.bv(4, u64::from(value));
                let is_it = pool.eq(symbol, number);
                let implied = pool.implies(is_it, condition);
                constraint = pool.and(constraint, implied);
            }
            let new = NewSymbol { symbol, values: &values, counts, constraint };
            domains.declare(&pool, &new, &path).expect("zero is always possible");
            path.push(constraint);
            symbols.terms.push(symbol);
            symbols.counts.push(counts);

            let models = all_models(&pool, &symbols.terms);
            let of_path = |pool: &TermPool, path: &[Term]| -> Vec<Model> {
                let is_one = |model: &&Model| path.iter().all(|condition| holds(pool, model, *condition));
                models.iter().filter(is_one).cloned().collect()
            };
            let assumed = symbols.formula(&mut pool, &mut random, 2);
            let mut left = of_path(&pool, &path);
            let is_witness = |model: &Model| path.iter().all(|condition| holds(&pool, model, *condition));
            assert!(is_witness(&witness), "a new symbol is zero in it");
            if random.below(2) == 0 {
                // Nothing is learnt: there will be more rows.
            } else if left.iter().any(|model| holds(&pool, model, assumed)) {
                let mut narrowed = domains.clone();
                narrowed.assume(&pool, assumed).expect("there is a model");
                if matches!(domains.left, Left::Rows(_)) {
                    let found = narrowed.find_model(&pool, &path, &[assumed], &witness);
                    let DomainAnswer::Model(model) = found else { panic!("rows decide") };
                    assert!(is_witness(&model) && holds(&pool, &model, assumed));
                    witness = model;
                } else {
                    left.retain(|model| holds(&pool, model, assumed));
                    witness = Rc::new(left[0].clone());
                }
                domains = narrowed;
                path.push(assumed);
            } else if matches!(domains.left, Left::Rows(_)) {
                assert_eq!(domains.clone().assume(&pool, assumed), Err(Impossible));
            }
            let left = of_path(&pool, &path);
            for _ in 0..3 {
                let question = symbols.formula(&mut pool, &mut random, 2);
                let found: Vec<bool> = left.iter().map(|model| holds(&pool, model, question)).collect();
                let answer = found.iter().all(|value| *value == found[0]).then_some(found[0]);
                match &domains.left {
                    Left::Rows(rows) => {
                        open += rows.table.columns.iter().any(|column| column.open & rows.live != 0) as u32;
                        decided += answer.is_some() as u32;
                        assert_eq!(rows.evaluate(&pool, question), answer);
                        assert_eq!(rows.is_possible(&pool, question), Some(found.contains(&true)));
                        assert!(rows.tells(&pool, question));
                    }
                    Left::Values(_) => {
                        many += 1;
                        assert!(domains.evaluate(&pool, question).is_none_or(|value| Some(value) == answer));
                    }
                }
                let normal = domains.normalize(&mut pool, question);
                assert!(left.iter().zip(found).all(|(model, value)| holds(&pool, model, normal) == value));
            }
        }
    }
    assert!(open > 500 && many > 100 && decided > 500, "{open}, {many}, {decided}");
}

/// What depends on a value that does not count there is not told, and a model of it is not made up.
#[test]
fn values_left_open_tell_nothing() {
    let mut pool = TermPool::new();
    let (a, b) = (pool.symbol("a", Sort::BitVec(4)), pool.symbol("b", Sort::BitVec(4)));
    let mut domains = Domains::new();
    declare(&mut pool, &mut domains, a, 0b11);
    let (zero, one, always) = (pool.bv(4, 0), pool.bv(4, 1), pool.always());
    let (a_is_1, b_is_1) = (pool.eq(a, one), pool.eq(b, one));
    let values = [(0, always), (1, always)];
    let new = NewSymbol { symbol: b, values: &values, counts: a_is_1, constraint: always };
    domains.declare(&pool, &new, &[]).expect("possible");
    assert!(!domains.tracks(&pool, b_is_1));
    assert_eq!(domains.values(b), Some(0b11));
    let b_counts = pool.and(a_is_1, b_is_1);
    assert!(domains.tracks(&pool, b_counts));
    domains.assume(&pool, b_is_1).expect("possible");
    let a_is_0 = pool.eq(a, zero);
    // With `a` zero, `b` must be one though it is left open there: the rows say neither yes nor no.
    assert_eq!(domains.is_possible(&pool, a_is_0), None);
    let Op::Symbol(a_id) = pool.node(a).op else { panic!("a symbol") };
    let Op::Symbol(b_id) = pool.node(b).op else { panic!("a symbol") };
    let witness: Model = [(a_id, Const::bv(4, 1)), (b_id, Const::bv(4, 1))].into_iter().collect();
    let found = domains.find_model_with(&pool, &[b_is_1], a_is_0, &Rc::new(witness));
    assert!(matches!(found, DomainAnswer::Undecided));
}
