//! The paper's own figures, and the rules it prints without one.

use javalite::heap::{Location, Reference, ValueSet};
use javalite::machine::{Rule, Value};
use javalite::{Bounds, Exploration, Machine, Outcome, Path, compare, explore, parse};
use logic::term::Term;

/// `this` has two fields of another class, as in Fig. 7.
fn figure(expression: &str, returns: &str) -> Exploration {
    let text =
        format!("(((class Holder ([C x] [C y]) (({returns} m [C unused] {expression}))) (class C () ())) (Holder m))");
    let program = parse(&text).unwrap();
    explore(&program, Machine::Summary, &Bounds::default()).unwrap()
}

/// φ1a, φ1b, φ2a, φ2b, φ2c of section 5.1.
fn phis(exploration: &mut Exploration, path: &Path) -> [Term; 5] {
    let r = |field: usize| path.heap.object(0).input_fields[field];
    let (r1, r2) = (r(0), r(1));
    let constraints = &mut exploration.constraints;
    let phi_1a = constraints.same(r1, Reference::NULL);
    let phi_1b = constraints.not(phi_1a);
    let phi_2a = constraints.same(r2, Reference::NULL);
    let (not_null, alias) = (constraints.not(phi_2a), constraints.same(r2, r1));
    let no_alias = constraints.not(alias);
    let phi_2b = constraints.and(&[not_null, no_alias]);
    let phi_2c = constraints.and(&[not_null, alias]);
    [phi_1a, phi_1b, phi_2a, phi_2b, phi_2c]
}

fn same_set(exploration: &mut Exploration, theta: &ValueSet, expected: &[(Term, Location)]) {
    assert_eq!(theta.len(), expected.len());
    for (phi, location) in expected {
        let (found, _) = theta.iter().find(|(_, other)| other == location).expect("the location is in the set");
        assert!(exploration.constraints.equivalent(*phi, *found), "{}", exploration.constraints.text(*found));
    }
}

#[test]
fn figure_7_initialisation_of_x_and_y() {
    let mut exploration = figure("(begin (this $x) (this $y))", "C");
    assert_eq!(exploration.finals.len(), 1);
    let path = exploration.finals[0].clone();
    let [phi_1a, phi_1b, phi_2a, phi_2b, phi_2c] = phis(&mut exploration, &path);
    let (l1, l2) = (Location::Object(1), Location::Object(2));
    let (r1, r2) = (path.heap.object(0).fields[0], path.heap.object(0).fields[1]);
    assert_eq!((r1.to_string().as_str(), r2.to_string().as_str()), ("r1i", "r2i"));
    same_set(&mut exploration, path.heap.values(r1), &[(phi_1a, Location::Null), (phi_1b, l1)]);
    same_set(&mut exploration, path.heap.values(r2), &[(phi_2a, Location::Null), (phi_2b, l2), (phi_2c, l1)]);
    assert!(path.heap.is_deterministic(&mut exploration.constraints));
}

#[test]
fn figures_8_and_9_write_of_y_to_x() {
    let mut exploration = figure("(begin (this $x) (this $x := (this $y)))", "C");
    let path = exploration.finals[0].clone();
    let [_, _, phi_2a, phi_2b, phi_2c] = phis(&mut exploration, &path);
    let written = path.heap.object(0).fields[0];
    let expected = [(phi_2a, Location::Null), (phi_2b, Location::Object(2)), (phi_2c, Location::Object(1))];
    same_set(&mut exploration, path.heap.values(written), &expected);
    let Outcome::Value(Value::Reference(result)) = path.outcome else { panic!("a write has the value written") };
    same_set(&mut exploration, path.heap.values(result), &expected);
    assert!(path.heap.is_deterministic(&mut exploration.constraints));
}

#[test]
fn figure_10_comparison_of_x_and_y() {
    let mut exploration = figure("((this $x) = (this $y))", "bool");
    assert_eq!(exploration.finals.len(), 2);
    let paths = exploration.finals.clone();
    let [phi_1a, phi_1b, phi_2a, phi_2b, phi_2c] = phis(&mut exploration, &paths[0]);
    let constraints = &mut exploration.constraints;
    let (null, one) = (constraints.and(&[phi_1a, phi_2a]), constraints.and(&[phi_1b, phi_2c]));
    let (shared, not_new) = (constraints.or(&[null, one]), constraints.not(phi_2b));
    let equal = constraints.and(&[shared, not_new]);
    let found = constraints.and(&paths[0].phi_g.conjuncts);
    assert!(constraints.equivalent(equal, found), "{}", constraints.text(found));
    let (not_2a, not_2c) = (constraints.not(phi_2a), constraints.not(phi_2c));
    let (first, second) = (constraints.implies(phi_1a, not_2a), constraints.implies(phi_1b, not_2c));
    let different = constraints.and(&[first, second]);
    let found = constraints.and(&paths[1].phi_g.conjuncts);
    assert!(constraints.equivalent(different, found), "{}", constraints.text(found));
    assert_eq!(paths.map_outcomes(), [Outcome::Value(Value::True), Outcome::Value(Value::False)]);
}

trait Outcomes {
    fn map_outcomes(&self) -> Vec<Outcome>;
}

impl Outcomes for Vec<Path> {
    fn map_outcomes(&self) -> Vec<Outcome> {
        self.iter().map(|path| path.outcome).collect()
    }
}

/// The one outcome of a program whose input does not matter.
fn outcome(expression: &str) -> Outcome {
    let text = format!("(((class T ([T x] [bool p]) ((bool m [T unused] {expression}) (bool id [bool b] b)))) (T m))");
    let program = parse(&text).unwrap();
    let comparison = compare(&program, &Bounds::default()).unwrap();
    assert!(comparison.differences.is_empty(), "{:?}", comparison.differences);
    let outcomes = comparison.summary.finals.map_outcomes();
    assert_eq!(outcomes.len(), 1, "{expression}");
    outcomes[0]
}

#[test]
fn rules_without_a_heap() {
    let cases = [
        // An assignment to an outer variable outlives an inner declaration.
        ("(var bool a := false in (begin (var bool b := true in (a := b)) a))", Value::True),
        // A shadowed variable is back after the declaration that shadowed it.
        ("(var bool a := true in (begin (var bool a := false in (a := false)) a))", Value::True),
        ("((begin) = null)", Value::True),
        ("(begin true)", Value::True),
        ("(begin true false true false)", Value::False),
        ("(this @ id (true = false))", Value::False),
        // The target of a write is looked up after the value is computed.
        ("(var T a := null in (begin (a $x := (begin (a := (new T)) a)) ((a $x) = a)))", Value::True),
        ("((new T) $p)", Value::False),
        ("((new T) = (new T))", Value::False),
        ("(((new T) $x) = null)", Value::True),
    ];
    for (expression, value) in cases {
        assert_eq!(outcome(expression), Outcome::Value(value), "{expression}");
    }
    assert_eq!(outcome("((unused $x) = null)"), Outcome::NullPointerException);
    assert_eq!(outcome("(unused @ m null)"), Outcome::NullPointerException);
    assert_eq!(outcome("(begin (unused $x := null) true)"), Outcome::NullPointerException);
}

#[test]
fn bool_fields_of_the_input_fork_once() {
    let text = "(((class T ([bool p]) ((bool m [T unused] ((this $p) = (this $p)))))) (T m))";
    let comparison = compare(&parse(text).unwrap(), &Bounds::default()).unwrap();
    assert!(comparison.differences.is_empty(), "{:?}", comparison.differences);
    assert_eq!(comparison.summary.finals.map_outcomes(), vec![Outcome::Value(Value::True); 2]);
}

#[test]
fn a_write_reaches_every_location_that_two_ways_lead_to() {
    // f of x and f of y may be the same object, by different guards: it is written to once, under both.
    let text = "(((class T ([T x] [T y] [T f])
        ((bool m [T unused] (begin ((this $x) $f)
            (var T t := ((this $y) $f) in (begin (t $f := this) (((this $x) $f) = t))))))) ) (T m))";
    let comparison = compare(&parse(text).unwrap(), &Bounds { depth: Some(3), ..Bounds::default() }).unwrap();
    assert!(comparison.differences.is_empty(), "{:?}", comparison.differences);
    assert!(comparison.heaps > 50);
}

#[test]
fn bounds_cut_and_are_counted() {
    let text = "(((class T ([T x]) ((bool m [T t] ((this $x) @ m t))))) (T m))";
    let program = parse(text).unwrap();
    let bounds = Bounds { depth: Some(3), steps: 100, paths: None };
    let comparison = compare(&program, &bounds).unwrap();
    assert!(comparison.differences.is_empty(), "{:?}", comparison.differences);
    // Null at depth 1, 2, 3; or a cycle, which only the bound on steps ends.
    assert_eq!(comparison.summary.finals.len(), 3);
    assert!(comparison.summary.finals.iter().all(|path| path.outcome == Outcome::NullPointerException));
    assert_eq!(comparison.gse.finals.len(), 3);
    assert!(!comparison.gse.cut.is_empty() && comparison.summary.cut.len() == 1);
    assert!(comparison.summary.cut.iter().all(|path| path.control_flow.0.len() == 100));
    assert!(comparison.gse.new_withheld > 0 && comparison.summary.new_withheld > 0);
    let shallow = explore(&program, Machine::Gse, &Bounds { depth: Some(1), steps: 100, paths: None }).unwrap();
    assert_eq!(shallow.finals.len() + shallow.cut.len(), 2, "x is null or this");
    assert!(shallow.finals[0].control_flow.0.contains(&Rule::MethodInvocationNull));
}

#[test]
fn too_many_paths_are_a_sentence() {
    let text = "(((class T ([T x] [T y]) ((bool m [T t] ((this $x) = (this $y)))))) (T m))";
    let bounds = Bounds { depth: Some(3), steps: 100, paths: Some(5) };
    let error = explore(&parse(text).unwrap(), Machine::Gse, &bounds).err().unwrap();
    assert_eq!(error.to_string(), "there are more than 5 paths");
}
