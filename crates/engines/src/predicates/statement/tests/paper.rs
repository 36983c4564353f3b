//! The examples of the paper, and those of our own that say what it leaves open.

use super::*;

fn source(file: &str, text: &str) -> JavaSource {
    JavaSource { file: file.to_string(), text: text.to_string() }
}

fn run(class: &str, text: &str, predicates: &str) -> Explored {
    let classes = compiled(vec![source(&format!("{class}.java"), text)]);
    explored(&classes, &jdk(), (class, "test"), predicates)
}

/// The values of a predicate at a line, in the order of arrival.
fn values(explored: &Explored, line: u32, predicate: &str) -> Vec<Option<bool>> {
    let arrivals = explored.arrivals.iter().filter(|state| state.line == line);
    let values = arrivals.flat_map(|state| state.values.iter().filter(|(text, _)| text == predicate));
    values.map(|(_, value)| *value).collect()
}

/// Figure 1. What is written here at `FIRST` comes before the loop.
const EXAMPLE: &str = "class Example {
    static class T {
        int f;
        T() { this.f = 42; }
        void load(int a) { f = a - 10; }
    }
    static T o1 = new T();
    static void test(int[] data) {
        if (data == null) return;
        FIRST
        if (data.length == 1) o2.load(data[0]);
        int i = 0;
        while (o1.f > 0) {
            i = o1.f;
            if (o1.f == o2.f) i = -1;
            --o1.f;
        }
        assert i > 0;
    }
}
";

/// Figure 2.
const PREDICATES: &str = "[static]
fread(f, sfread(o1, Example)) = 42

[object Example.T]
fread(f, this) > 0

[method Example.T.<init>]
this.f = 42

[method Example.test]
class(Example).o1.f > 0
class(Example).o1.f = i
class(Example).o1.f < i
class(Example).o1.f = o2.f
alength(arrlen, data) = 1
aread(arr, data, 0) = 35
";

/// What a proof needs besides: the conclusion, and what the input does to it.
const MORE: &str = "i > 0
o2.f = 1
aread(arr, data, 0) = 11

[method Example.T.load]
a = 11
this.f = 1
";

#[test]
fn figure_1_with_the_predicates_of_figure_2() {
    let example = EXAMPLE.replace("FIRST", "T o2 = new T();");
    let found = run("Example", &example, PREDICATES);
    assert_eq!(found.suspicions, ["AssertionError"], "data = [11] makes it fail");
    assert!(found.is_complete && found.reasons.is_empty(), "{:?}", found.reasons);
    // The constructor's predicate tells what the static one says, and no other object is the one of o1.
    assert!(values(&found, 11, "fread(f, sfread(o1, Example)) = 42").iter().all(|value| *value == Some(true)));
    assert!(values(&found, 12, "fread(f, sfread(o1, Example)) = 42").iter().all(|value| *value == Some(true)));
}

#[test]
fn figure_1_without_the_input_that_makes_it_fail() {
    let first = "T o2 = new T(); if (data.length == 1 && data[0] == 11) return;";
    let found = run("Example", &EXAMPLE.replace("FIRST", first), &format!("{PREDICATES}{MORE}"));
    assert!(found.is_proved(), "{:?} {:?}", found.suspicions, found.reasons);
}

#[test]
fn figure_1_with_one_object_under_two_names() {
    let found = run("Example", &EXAMPLE.replace("FIRST", "T o2 = o1;"), &format!("{PREDICATES}{MORE}"));
    assert_eq!(found.suspicions, ["AssertionError"]);
    // The symbol table knows that both names mean one object.
    assert!(values(&found, 15, "class(Example).o1.f = o2.f").iter().all(|value| *value == Some(true)));
}

#[test]
fn figure_3() {
    let text = "class Branch {
    static int test(int a) {
        int r = 0;
        if (a < 0)
            r = 1;
        else
            r = 2;
        return r;
    }
}";
    let found = run("Branch", text, "[method Branch.test]\na < 0\na < 1\n");
    assert!(found.is_proved());
    assert_eq!((values(&found, 5, "a < 0"), values(&found, 5, "a < 1")), (vec![Some(true)], vec![Some(true)]));
    assert_eq!((values(&found, 7, "a < 0"), values(&found, 7, "a < 1")), (vec![Some(false)], vec![None]));
}

/// Section 4 has such assignments rewritten by hand.
#[test]
fn temporaries_keep_their_values() {
    let text = "class Temporary {
    static void test(int a) {
        int b = 0;
        if (a < 0 || a > 9) return;
        b = (a + 4) + (++a);
        assert b >= 5 && b <= 23;
    }
}";
    let predicates = "[method Temporary.test]\na >= 0\na <= 9\na >= 1\na <= 10\nb >= 5\nb <= 23\n";
    let found = run("Temporary", text, predicates);
    assert!(found.is_proved());
    for predicate in ["a >= 0", "a >= 1", "a <= 10", "b >= 5", "b <= 23"] {
        assert_eq!(values(&found, 6, predicate), [Some(true)], "{predicate}");
    }
}

#[test]
fn conditions_of_the_path_are_predicates_of_it() {
    let text = "class Bounds {
    static int test(int[] a) {
        if (a == null) return 0;
        int sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i];
        return sum;
    }
}";
    assert!(run("Bounds", text, "[method Bounds.test]\ni >= 0\n").is_proved());
    assert_eq!(run("Bounds", text, "").suspicions, ["ArrayIndexOutOfBoundsException"]);
}

#[test]
fn calls_give_and_take() {
    let text = "class Calls {
    int count;
    static int less(int n) { return n - 1; }
    void add(int n) { count = count + n; }
    static void over(Calls c) { c = new Calls(); c.count = 7; }
    static void test(int n, Calls c) {
        if (n < 1 || n > 100 || c == null) return;
        c.count = 0;
        int m = less(n);
        assert m >= 0;
        c.add(1);
        assert c.count == 1;
        over(c);
        assert c.count == 1;
    }
}";
    let predicates = "[method Calls.less]
n >= 1
return >= 0
[object Calls]
this.count = 0
this.count = 1
[method Calls.add]
n = 1
[method Calls.test]
n >= 1
m >= 0
c.count = 0
c.count = 1
";
    let found = run("Calls", text, predicates);
    // A parameter that is assigned to says nothing of the argument, and other objects stay as they are.
    assert!(found.is_proved(), "{:?} {:?}", found.suspicions, found.reasons);
}

#[test]
fn recursion_is_explored_once_for_each_entry() {
    let text = "class Down {
    static int down(int n) {
        if (n <= 0) return 0;
        int r = down(n - 1);
        assert r >= 0;
        return r == 5 ? r : r + 1;
    }
    static void test(int n) { assert down(n) >= 0; }
}";
    let found = run("Down", text, "[method Down.down]\nreturn >= 0\nreturn = 5\nreturn <= 5\nr >= 0\nr <= 5\n");
    assert!(found.suspicions.is_empty() && found.is_complete, "{:?}", found.suspicions);
}

#[test]
fn exceptions_are_branches() {
    let text = "class Caught {
    static void test(int[] a, int i) {
        int state = 0;
        try {
            a[i] = 1;
            state = 1;
        } catch (NullPointerException e) {
            state = 2;
        } catch (ArrayIndexOutOfBoundsException e) {
            state = 3;
        } finally {
            state = state + 10;
        }
        assert state >= 11 && state <= 13;
    }
}";
    let found = run(
        "Caught",
        text,
        "[method Caught.test]\nstate = 0\nstate = 1\nstate = 2\nstate = 3\nstate >= 11\nstate <= 13\n",
    );
    assert!(found.is_proved(), "{:?} {:?}", found.suspicions, found.reasons);
}

#[test]
fn objects_made_in_a_loop_share_a_name() {
    let text = "class Chain {
    int value; Chain next;
    static void test(int n) {
        Chain first = new Chain();
        first.value = 1;
        Chain last = first;
        for (int i = 0; i < n; i++) {
            Chain one = new Chain();
            one.value = 2;
            last.next = one;
            last = one;
        }
        assert first.value == 1;
        last.value = 3;
        assert first.value == 1 || n > 0;
    }
}";
    let found = run("Chain", text, "[method Chain.test]\nfirst.value = 1\nlast.value = 2\n");
    assert!(!found.suspicions.contains(&"NullPointerException".to_string()), "{:?}", found.suspicions);
    let found = run("Chain", &text.replace("last.value = 3;", ""), "[method Chain.test]\nfirst.value = 1\n");
    assert!(found.is_proved(), "{:?} {:?}", found.suspicions, found.reasons);
}

#[test]
fn what_is_not_interpreted_is_a_reason() {
    let text = "class Library {
    static void test(String text) {
        assert text.trim() != null;
    }
}";
    let found = run("Library", text, "");
    assert!(!found.is_proved() && !found.reasons.is_empty());
}
