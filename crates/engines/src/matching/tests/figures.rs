//! The figures of document A on states that the machine can have: Fig. 4 to 7. The pictures themselves are not in the text of
//! the paper that we have; where it does not say what is in them, these are the smallest of their kind.

use super::super::cells::{ArrayRoots, Indices};
use super::super::{abstraction, cells};
use super::written::{Writing, lines};

/// Fig. 4, left: what is unread in the right tree stands for any part of the left one. The labels are the dotted arrows.
#[test]
fn figure_4_a_tree_that_another_one_covers() {
    let left = "root -> n1
        n1: Tree key: ?, left: n2, right: n3
        n2: Tree key: ?, left: null, right: n4
        n3: Tree key: ?, left: ?, right: null
        n4: Tree key: ?, left: null, right: null";
    let right = "root -> n1
        n1: Tree key: ?, left: n2, right: ?
        n2: Tree key: ?, left: null, right: ?";
    let mut writing = Writing::new();
    assert_eq!(writing.covers(left, right), Some(vec![Some(0), Some(1)]));
    assert_eq!(writing.covers(right, left), None, "what is unread on the left is covered by nothing but unread");
}

/// Fig. 4, right: neither tree covers the other. Three reasons for it, one for each line of Algorithm 1 that says no.
#[test]
fn figure_4_trees_that_do_not_match() {
    let mut writing = Writing::new();
    let left_child = "root -> n1
        n1: Tree key: ?, left: n2, right: null
        n2: Tree key: ?, left: ?, right: ?";
    let right_child = "root -> n1
        n1: Tree key: ?, left: null, right: n2
        n2: Tree key: ?, left: ?, right: ?";
    let unread_left = "root -> n1
        n1: Tree key: ?, left: ?, right: null";
    let unread_right = "root -> n1
        n1: Tree key: ?, left: null, right: ?";
    let shared = "root -> n1
        n1: Tree key: ?, left: n2, right: n2
        n2: Tree key: ?, left: ?, right: ?";
    let apart = "root -> n1
        n1: Tree key: ?, left: n2, right: n3
        n2: Tree key: ?, left: ?, right: ?
        n3: Tree key: ?, left: ?, right: ?";
    for (one, other) in [(left_child, right_child), (unread_left, unread_right), (shared, apart)] {
        assert_eq!(writing.covers(one, other), None);
        assert_eq!(writing.covers(other, one), None);
        assert!(writing.covers(one, one).is_some() && writing.covers(other, other).is_some());
    }
}

const FIGURE_5_LEFT: &str = "head -> n1
    n1: Node elem: v1, next: n2
    n2: Node elem: v3, next: n3
    n3: Node elem: v2, next: ?
    when v1 < v3
    when v3 < v2";

/// Fig. 5: SC1 is e1 < e2 after elimination, SC2 is e1 ≤ e2; v5 is in no field, so one must be found for it. The third node on
/// the left has no label.
#[test]
fn figure_5_state_subsumption() {
    let right = "head -> n1
        n1: Node elem: v1, next: n2
        n2: Node elem: v2, next: ?
        when v1 <= v5
        when v5 <= v2";
    let mut writing = Writing::new();
    assert_eq!(writing.covers(FIGURE_5_LEFT, right), Some(vec![Some(0), Some(1)]));
    assert_eq!(writing.covers(right, FIGURE_5_LEFT), None);
}

/// The same heaps with an existential that not every solution on the left has a value for: between two neighbours there is
/// nothing.
#[test]
fn figure_5_needs_a_value_for_what_no_field_holds() {
    let right = "head -> n1
        n1: Node elem: v1, next: n2
        n2: Node elem: v2, next: ?
        when v1 < v5
        when v5 < v2";
    let mut writing = Writing::new();
    assert_eq!(writing.covers(FIGURE_5_LEFT, right), None);
    // It is no matter of names either: v2 of the right scene is the second element, not the third as on the left.
    let second_is_v2 = "head -> n1
        n1: Node elem: v1, next: n2
        n2: Node elem: v2, next: ?
        when v1 < v2";
    assert!(writing.covers(FIGURE_5_LEFT, second_is_v2).is_some());
    let third_is_first = "head -> n1
        n1: Node elem: v2, next: n2
        n2: Node elem: v1, next: ?
        when v1 < v2";
    assert_eq!(writing.covers(FIGURE_5_LEFT, third_is_first), None);
}

/// Fig. 6: `find` of Fig. 2 after three elements, and after two.
const S8: &str = "head -> n1
    n -> n3
    v = v
    n1: Node elem: v0, next: n2
    n2: Node elem: v1, next: n3
    n3: Node elem: ?, next: ?
    when v0 <= v
    when v1 <= v";
const S12: &str = "head -> n1
    n -> n4
    v = v
    n1: Node elem: v0, next: n2
    n2: Node elem: v1, next: n3
    n3: Node elem: v2, next: n4
    n4: Node elem: ?, next: ?
    when v0 <= v
    when v1 <= v
    when v2 <= v";

#[test]
fn figure_6_the_abstraction_of_s12_is_covered_by_s8() {
    let mut writing = Writing::new();
    assert_eq!(writing.covers(S12, S8), None, "not without abstraction");
    let s8 = writing.read(S8);
    let s12 = writing.read(S12);
    let unchanged = abstraction::summarize(s8.clone(), 2);
    assert_eq!(writing.write(&unchanged), lines(S8), "a segment of one node is not summarised");
    let abstracted = abstraction::summarize(s12, 2);
    assert_eq!(
        writing.write(&abstracted),
        lines(
            "head -> n1
             n -> n3
             v = v
             n1: Node elem: v0, next: n2
             n2: Nodes elem: v1 | v2, next: n3
             n3: Node elem: ?, next: ?
             when v0 <= v
             when v1 <= v
             when v2 <= v"
        )
    );
    let labels = super::super::cover::covers(&mut writing.machine, &abstracted, &s8);
    assert_eq!(labels, Some(vec![Some(0), Some(1), Some(2)]));
    // s8 says that the element of the second node is at most v. Were one of the two not known to be, it would not do.
    let unknown = S12.replace("when v2 <= v", "");
    let unknown = abstraction::summarize(writing.read(&unknown), 2);
    assert_eq!(super::super::cover::covers(&mut writing.machine, &unknown, &s8), None);
}

/// Fig. 7 (a): cells 0 to 3, one somewhere behind them, and the last one.
const FIGURE_7: &str = "a -> n1
    lo = 3
    hi = n
    n1: int[] length: len, [0]: v0, [1]: v1, [2]: v2, [3]: v3, [j]: v4, [n]: v5
    when 3 < j
    when j < n
    when n < len
    when n + 1 == len";

/// Fig. 7 (b) and (c). In the paper `a` points to the first cell, which therefore stands alone; here what is before the first
/// element is a place of its own (`start`), and the first cell has no variable that points to it.
#[test]
fn figure_7_an_array_as_cells() {
    let mut writing = Writing::new();
    let scene = writing.read(FIGURE_7);
    let indices = indices(&mut writing, &scene, &["3", "n"]);
    let as_list = cells::with_cells(&mut writing.machine, scene.clone(), &indices, usize::MAX);
    let Ok(as_list) = as_list else { panic!("the order of the cells is decided") };
    let text = writing.write(&as_list);
    assert!(text.contains("n1: int[] start [v0] [v1] [v2] [v3] * [v4] * [v5] end"), "{text}");
    assert!(text.contains("lo = n1[#4]") && text.contains("hi = n1[#8]"), "{text}");
    let Ok(abstracted) = cells::with_cells(&mut writing.machine, scene, &indices, 2) else {
        panic!("the order of the cells is decided")
    };
    let text = writing.write(&abstracted);
    assert!(text.contains("n1: int[] start [v0 | v1 | v2] [v3] * [v4] * [v5] end"), "{text}");
    assert!(text.contains("lo = n1[#2]") && text.contains("hi = n1[#6]"), "{text}");
}

/// The same with variables at accessed cells alone: what was not accessed is no place.
#[test]
fn figure_7_with_roots_at_accessed_cells_alone() {
    let mut writing = Writing::new();
    let mut check = |text: &str, values: &[&str], array: &str, roots: &[&str]| {
        let scene = writing.read(text);
        let indices = Indices { roots: ArrayRoots::Accessed, ..indices(&mut writing, &scene, values) };
        let Ok(abstracted) = cells::with_cells(&mut writing.machine, scene, &indices, 2) else {
            panic!("the order of the cells is decided")
        };
        let text = writing.write(&abstracted);
        assert!(text.contains(array) && roots.iter().all(|root| text.contains(root)), "{text}");
    };
    let expected = "n1: int[] start [v0 | v1 | v2] [v3] * [v4] * [v5] end";
    check(FIGURE_7, &["3", "n"], expected, &["lo = n1[#2]", "hi = n1[#6]"]);
    // The cell before the last one was not accessed: it is no place, and hi may be anything.
    let before = FIGURE_7.replace("hi = n", "hi = n - 1") + "\nwhen j + 1 < n";
    check(&before, &["3", "n - 1"], expected, &["lo = n1[#2]", "hi = ?"]);
}

/// What Fig. 7 (c) stands for: a longer array whose first cells hold the same numbers, not one that holds others.
#[test]
fn figure_7_the_abstraction_covers_a_longer_array() {
    let mut writing = Writing::new();
    let longer = "a -> n1
        lo = 4
        hi = n
        n1: int[] length: len, [0]: v0, [1]: v1, [2]: v2, [3]: v1, [4]: v3, [j]: v4, [n]: v5
        when 4 < j
        when j < n
        when n < len
        when n + 1 == len";
    let other = longer.replace("[3]: v1,", "[3]: 7,").to_string() + "\nwhen v0 < 7\nwhen v1 < 7\nwhen v2 < 7";
    let bounded = |text: &str| format!("{text}\nwhen v0 < 7\nwhen v1 < 7\nwhen v2 < 7");
    let mut abstracted = Vec::new();
    for (text, lo) in [(bounded(FIGURE_7), "3"), (bounded(longer), "4"), (other, "4")] {
        let scene = writing.read(&text);
        let indices = indices(&mut writing, &scene, &[lo, "n"]);
        let Ok(scene) = cells::with_cells(&mut writing.machine, scene, &indices, 2) else {
            panic!("the order of the cells is decided")
        };
        abstracted.push(scene);
    }
    let [stored, longer, other] = &abstracted[..] else { unreachable!("three scenes") };
    assert!(super::super::cover::covers(&mut writing.machine, longer, stored).is_some());
    assert_eq!(super::super::cover::covers(&mut writing.machine, other, stored), None);
}

/// The values of the roots that are index variables: those with one of these values.
pub(super) fn indices(writing: &mut Writing, scene: &machine::scene::Scene, values: &[&str]) -> Indices {
    let values: Vec<logic::term::Term> = values.iter().map(|value| writing.term(value)).collect();
    let index = |root: &machine::scene::Root| match (&root.register, &root.edge) {
        (Some(_), machine::scene::Edge::Primitive(term)) if values.contains(term) => Some(*term),
        _ => None,
    };
    Indices { values: scene.roots.iter().map(index).collect(), roots: ArrayRoots::All }
}
