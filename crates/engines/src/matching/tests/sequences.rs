//! Arrays as cells: Algorithm 3 and Definition 10 of document A, the order that has to be decided first, and choices between
//! cells that the order decides.

use logic::print::display;
use machine::scene::{Edge, Scene};

use super::super::{cells, decided};
use super::figures::indices;
use super::written::Writing;

/// The array of a scene as cells, none of them summarised, or the conditions of the split that comes first.
fn cells_of(writing: &mut Writing, text: &str, shortest: usize, index_values: &[&str]) -> Result<Scene, Vec<String>> {
    let scene = writing.read(text);
    let indices = indices(writing, &scene, index_values);
    cells::with_cells(&mut writing.machine, scene, &indices, shortest)
        .map_err(|split| split.conditions.iter().map(|term| display(&writing.machine.pool, *term)).collect())
}

/// What the line of the array says.
#[track_caller]
fn check(text: &str, shortest: usize, index_values: &[&str], expected: &str) {
    let mut writing = Writing::new();
    match cells_of(&mut writing, text, shortest, index_values) {
        Ok(scene) => {
            let text = writing.write(&scene);
            assert!(text.lines().any(|line| line == format!("n1: int[] {expected}")), "{text}");
        }
        Err(conditions) => panic!("the order is open: {conditions:?}"),
    }
}

/// Lines 4, 7 and 11 of Algorithm 3: a gap wherever the path condition does not force two cells together.
#[test]
fn there_is_a_gap_where_cells_need_not_be_neighbours() {
    let one = "a -> n1
        n1: int[] length: len, [i]: x
        when 0 <= i
        when i < len";
    check(one, 9, &[], "start * [x] * end");
    check(&format!("{one}\nwhen i == 0"), 9, &[], "start [x] * end");
    check(&format!("{one}\nwhen i == len - 1"), 9, &[], "start * [x] end");
    let two = "a -> n1
        n1: int[] length: len, [i]: x, [j]: y
        when 0 <= i
        when i < j
        when j < len";
    check(two, 9, &[], "start * [x] * [y] * end");
    check(&format!("{two}\nwhen j == i + 1"), 9, &[], "start * [x] [y] * end");
    // Sorted by index, not by when they were read; a cell that was written holds what was written last.
    let written = "a -> n1
        n1: int[] length: 3, [2]: z, [0]: x, then [1]: y, then [2]: w";
    check(written, 9, &[], "start [x] [y] [w] end");
}

/// Definition 10: gaps and what an index variable points to interrupt.
#[test]
fn neighbours_without_a_variable_become_one_cell() {
    let array = "a -> n1
        lo = 2
        n1: int[] length: len, [0]: v0, [1]: v1, [2]: v2, [3]: v3, [4]: v4, [j]: v5, [k]: v6
        when 4 < j
        when j < k
        when j + 1 == k
        when k < len";
    check(array, 2, &["2"], "start [v0 | v1] [v2] [v3 | v4] * [v5 | v6] * end");
    check(array, 3, &["2"], "start [v0] [v1] [v2] [v3] [v4] * [v5] [v6] * end");
    check(array, 3, &[], "start [v0 | v1 | v2 | v3 | v4] * [v5] [v6] * end");
}

/// Ours: an index variable at a cell that was not read, behind the array, or outside of it has a place, too.
#[test]
fn an_index_variable_always_has_a_place() {
    let array = |lo: &str| {
        format!(
            "a -> n1
             lo = {lo}
             n1: int[] length: 3, [0]: v0"
        )
    };
    check(&array("2"), 9, &["2"], "start [v0] * [?] end");
    check(&array("3"), 9, &["3"], "start [v0] * end");
    check(&array("7"), 9, &["7"], "start [v0] * end * outside");
}

#[test]
fn an_open_order_splits_the_state() {
    let mut writing = Writing::new();
    let text = "a -> n1
        n1: int[] length: len, [i]: x, [j]: y
        when 0 <= i
        when 0 <= j
        when i < len
        when j < len";
    let Err(conditions) = cells_of(&mut writing, text, 2, &[]) else { panic!("i and j may be in any order") };
    let mut sorted = conditions.clone();
    sorted.sort();
    assert_eq!(sorted, ["i < j", "i == j", "j < i"]);
    // Which of the two comes first may be open even if they are known to be different.
    let Err(different) = cells_of(&mut writing, &format!("{text}\nwhen i != j"), 2, &[]) else {
        panic!("i and j differ")
    };
    assert!(different.contains(&"i < j".to_string()) && different.contains(&"j < i".to_string()), "{different:?}");
    // The key of a split leads to it again, in the same scene.
    let scene = writing.read(text);
    let none = indices(&mut writing, &scene, &[]);
    let Err(split) = cells::with_cells(&mut writing.machine, scene.clone(), &none, 2) else { panic!("as before") };
    let again = cells::split_again(&mut writing.machine, &scene, &none, split.key).expect("a split of this scene");
    assert_eq!((again.key, again.conditions), (split.key, split.conditions));
    assert!(cells::split_again(&mut writing.machine, &scene, &none, split.key + (1 << 16)).is_none(), "no such array");
    assert!(cells::split_again(&mut writing.machine, &scene, &none, 77).is_none(), "no such cell");
    // Each case is decided, and an element that both have read is one cell.
    for (condition, expected) in
        [("i < j", "start * [x] * [y] * end"), ("j < i", "start * [y] * [x] * end"), ("i == j", "start * [y] * end")]
    {
        check(&format!("{text}\nwhen {condition}"), 9, &[], expected);
    }
}

/// What is read where it is open which cell it is, is a choice; the path condition decides it, and what depends on it.
#[test]
fn decided_choices_are_made() {
    let mut writing = Writing::new();
    let mut scene = writing.read(
        "n -> n1
         v = i == 0 ? a : b
         n1: Node elem: (j == 0 ? c : d) + 1, next: n2
         n2: Nodes elem: i == 0 ? e : f | g, next: null
         when i < 0
         when (i == 0 ? a : b) < 6
         when (i == 0 ? e : b) < 6",
    );
    decided::without_choices(&mut writing.machine, &mut scene);
    let text = writing.write(&scene);
    let expected = super::written::lines(
        "n -> n1
         v = b
         n1: Node elem: (j == 0 ? c : d) + 1, next: n2
         n2: Nodes elem: f | g, next: null
         when i < 0
         when b < 6",
    );
    assert_eq!(text, expected, "j is open, so that choice stays; what was said before is said once");
}

#[test]
fn choices_in_cells_are_made_by_the_order_of_the_cells() {
    check(
        "a -> n1
         n1: int[] length: len, [0]: x, [i]: i == 0 ? x : y
         when 0 < i
         when i < len",
        9,
        &[],
        "start [x] * [y] * end",
    );
    // Where no array becomes cells nothing is asked, and nothing changes.
    let mut writing = Writing::new();
    let Ok(scene) = cells_of(&mut writing, "v = i == 0 ? x : y\nwhen 0 < i", 2, &[]) else { panic!("no array") };
    let choice = writing.term("i == 0 ? x : y");
    assert!(scene.roots.iter().any(|root| root.edge == Edge::Primitive(choice)));
}
