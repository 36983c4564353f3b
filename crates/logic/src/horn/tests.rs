//! Small problems with known answers, and answers as Z3 may write them.

use std::time::{Duration, Instant};

use super::text::read_interpretations;
use super::*;

use HornLemmas::{ByEqualities, Usual};
use HornOperator::{Add, And, Equal, Greater, GreaterOrEqual, LessOrEqual, Multiply, Not, Or, Subtract};
use HornSort::{Boolean, Integer};

fn number(value: i128) -> HornExpression {
    HornExpression::Integer(value)
}

fn variable(number: usize) -> HornExpression {
    HornExpression::Variable(number)
}

fn apply(operator: HornOperator, operands: &[HornExpression]) -> HornExpression {
    HornExpression::Apply(operator, operands.to_vec())
}

fn of(relation: RelationId, arguments: &[HornExpression]) -> HornApplication {
    HornApplication { relation, arguments: arguments.to_vec() }
}

/// Asked in this process, the question and the reply as another one would get them.
fn solve(problem: &HornProblem, query: RelationId, lemmas: HornLemmas, until: Instant) -> HornAnswer {
    let question = problem.question(query, lemmas);
    let read = HornQuestion::parse(&question.to_text()).expect("a question is read as it is written");
    assert_eq!(read, question);
    let reply = read.ask_here(until);
    let written = reply.to_text();
    assert_eq!(HornReply::parse(&written), Some(reply.clone()));
    assert_eq!(HornReply::parse(&written[..written.len() - 1]), None, "half a reply is none");
    problem.read(&reply)
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

/// What a formula says of these integers.
fn holds(formula: &HornExpression, arguments: &[i128]) -> bool {
    fn value(expression: &HornExpression, arguments: &[i128]) -> i128 {
        let operands =
            |list: &[HornExpression]| -> Vec<i128> { list.iter().map(|one| value(one, arguments)).collect() };
        match expression {
            HornExpression::Integer(value) => *value,
            HornExpression::Boolean(value) => i128::from(*value),
            HornExpression::Variable(number) => arguments[*number],
            HornExpression::Apply(operator, list) => match (operator, operands(list).as_slice()) {
                (And, values) => i128::from(values.iter().all(|value| *value != 0)),
                (Or, values) => i128::from(values.iter().any(|value| *value != 0)),
                (Add, values) => values.iter().sum(),
                (Multiply, values) => values.iter().product(),
                (Not, [operand]) => 1 - operand,
                (Equal, [left, right]) => i128::from(left == right),
                (LessOrEqual, [left, right]) => i128::from(left <= right),
                (GreaterOrEqual, [left, right]) => i128::from(left >= right),
                (operator, _) => panic!("not expected here: {operator:?}"),
            },
        }
    }
    value(formula, arguments) != 0
}

/// "x counts down to 0 while y counts up": a relation over x, y and where x began, and whether y ends as it says.
fn countdown(
    is_wrong: impl Fn(HornExpression, HornExpression) -> HornExpression,
) -> (HornProblem, RelationId, RelationId) {
    let mut problem = HornProblem::new();
    let head = problem.add_relation(vec![Integer; 3]);
    let error = problem.add_relation(Vec::new());
    let (x, y, n) = (variable(0), variable(1), variable(2));
    problem.add_rule(HornRule {
        variables: vec![Integer],
        body: Vec::new(),
        constraint: vec![apply(GreaterOrEqual, &[x.clone(), number(0)])],
        head: of(head, &[x.clone(), number(0), x.clone()]),
    });
    let less = apply(Subtract, &[x.clone(), number(1)]);
    let more = apply(Add, &[y.clone(), number(1)]);
    let body = vec![of(head, &[x.clone(), y.clone(), n.clone()])];
    problem.add_rule(HornRule {
        variables: vec![Integer; 3],
        body: body.clone(),
        constraint: vec![apply(Greater, &[x.clone(), number(0)])],
        head: of(head, &[less, more, n.clone()]),
    });
    problem.add_rule(HornRule {
        variables: vec![Integer; 3],
        body,
        constraint: vec![apply(LessOrEqual, &[x, number(0)]), is_wrong(y, n)],
        head: of(error, &[]),
    });
    (problem, head, error)
}

#[test]
fn an_interpretation_is_an_invariant() {
    let (problem, head, error) = countdown(|y, n| apply(Not, &[apply(Equal, &[y, n])]));
    let HornAnswer::Empty(interpretations) = solve(&problem, error, Usual, soon()) else {
        panic!("the sum stays the same")
    };
    let invariant = interpretations[head.index()].as_ref().expect("the loop is in the answer");
    for n in 0..4 {
        assert!(holds(invariant, &[n, 0, n]), "{invariant:?}");
        for x in 1..4 {
            for y in -4..4 {
                assert!(!holds(invariant, &[x, y, n]) || holds(invariant, &[x - 1, y + 1, n]), "{invariant:?}");
                assert!(y == n || !holds(invariant, &[0, y, n]), "{invariant:?}");
            }
        }
    }
}

#[test]
fn equalities_find_it_too() {
    let (problem, _, error) = countdown(|y, n| apply(Not, &[apply(Equal, &[y, n])]));
    assert!(matches!(solve(&problem, error, ByEqualities, soon()), HornAnswer::Empty(_)));
}

#[test]
fn an_error_is_reached() {
    let (problem, _, error) = countdown(|y, _| apply(Equal, &[y, number(3)]));
    assert_eq!(solve(&problem, error, Usual, soon()), HornAnswer::Inhabited);
}

#[test]
fn booleans_are_arguments_too() {
    let mut problem = HornProblem::new();
    let lock = problem.add_relation(vec![Boolean, Integer]);
    let error = problem.add_relation(Vec::new());
    let (is_held, times) = (variable(0), variable(1));
    problem.add_rule(HornRule {
        variables: Vec::new(),
        body: Vec::new(),
        constraint: Vec::new(),
        head: of(lock, &[HornExpression::Boolean(false), number(0)]),
    });
    let body = vec![of(lock, &[is_held.clone(), times.clone()])];
    problem.add_rule(HornRule {
        variables: vec![Boolean, Integer],
        body: body.clone(),
        constraint: vec![apply(Not, std::slice::from_ref(&is_held))],
        head: of(lock, &[HornExpression::Boolean(true), apply(Add, &[times.clone(), number(1)])]),
    });
    problem.add_rule(HornRule {
        variables: vec![Boolean, Integer],
        body,
        constraint: vec![apply(Greater, &[times, number(1)])],
        head: of(error, &[]),
    });
    assert!(matches!(solve(&problem, error, Usual, soon()), HornAnswer::Empty(_)));
}

#[test]
fn the_time_binds() {
    // Cubes: there is no end to this.
    let mut problem = HornProblem::new();
    let numbers = problem.add_relation(vec![Integer; 3]);
    let error = problem.add_relation(Vec::new());
    let three = [variable(0), variable(1), variable(2)];
    let cube = |of: &HornExpression| apply(Multiply, &[of.clone(), of.clone(), of.clone()]);
    problem.add_rule(HornRule {
        variables: vec![Integer; 3],
        body: Vec::new(),
        constraint: three.iter().map(|number| apply(Greater, &[number.clone(), self::number(2)])).collect(),
        head: of(numbers, &three),
    });
    let moved = [variable(1), variable(2), cube(&variable(0))];
    let body = vec![of(numbers, &three)];
    problem.add_rule(HornRule {
        variables: vec![Integer; 3],
        body: body.clone(),
        constraint: Vec::new(),
        head: of(numbers, &moved),
    });
    let both = apply(Add, &[cube(&variable(0)), cube(&variable(1))]);
    let constraint = vec![apply(Equal, &[both, cube(&variable(2))])];
    problem.add_rule(HornRule { variables: vec![Integer; 3], body, constraint, head: of(error, &[]) });
    let started = Instant::now();
    assert_eq!(solve(&problem, error, Usual, started + Duration::from_millis(300)), HornAnswer::Unknown);
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert_eq!(solve(&problem, error, Usual, started), HornAnswer::Unknown);
}

#[test]
fn answers_are_read_however_they_are_written() {
    let invariant = apply(LessOrEqual, &[variable(0), apply(Add, &[variable(1), number(-2)])]);
    for text in [
        "(forall ((A Int) (B Int)) (= (relation1 A B) (<= A (+ B (- 2)))))",
        "(and (= relation0 false) (forall ((|a b| Int) (B Int)) (! (= (relation1 |a b| B) (<= |a b| (+ B (- 2)))) :weight 0)))",
        "; a remark\n(forall ((A Int) (B Int)) (let ((a!1 (+ B (- 2)))) (= (relation1 A B) (<= A a!1))))",
        "(let ((two (- 2))) (forall ((A Int) (B Int)) (= (relation1 A B) (let ((s (+ B two))) (<= A s)))))",
    ] {
        assert_eq!(read_interpretations(text, 2)[1], Some(invariant.clone()), "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_left_out() {
    let two = |text: &str| read_interpretations(text, 2);
    let second = vec![None, Some(HornExpression::Boolean(true))];
    assert_eq!(two("(and (forall ((A Int)) (= (relation0 A) (exists ((B Int)) (= A B)))) (= relation1 true))"), second);
    assert_eq!(two("(and (= relation0 (f 1)) (= relation7 true) (= relation1 true))"), second);
    assert_eq!(two("(and (= relation0 1.5) (= relation1 true))"), second);
    for broken in ["", ")", "(((", "(and", "|x", "(= relation0)"] {
        assert_eq!(two(broken), vec![None, None], "{broken}");
    }
    let deep = format!("(= relation0 {}true{})", "(not ".repeat(100_000), ")".repeat(100_000));
    assert_eq!(two(&deep), vec![None, None]);
    // Doubled thirty times.
    let names: Vec<String> = (1..30).map(|number| format!("(let ((x{number} (and x{0} x{0})))", number - 1)).collect();
    let large = format!("(= relation0 (let ((x0 (= 1 1))) {} x29 {}))", names.join(" "), ")".repeat(29));
    assert_eq!(two(&large), vec![None, None]);
}
