//! Methods that walk lists, trees and arrays, and compute a few values.
//!
//! Any input is fine for them: they look before they follow a reference. Some walks count their steps; others go on for ever
//! where a list is cyclic, as walks in real programs do.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::generate::random::Random;

/// Stands in a loop or recursion where the observer counts steps.
pub(super) const STEP: &str = "/*step*/";

/// A parameter of the method.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Parameter {
    First,
    Second,
    Tree,
    Data,
    Number,
}

impl Parameter {
    pub(super) fn declaration(self) -> &'static str {
        match self {
            Parameter::First => "Node a",
            Parameter::Second => "Node b",
            Parameter::Tree => "Tree t",
            Parameter::Data => "int[] data",
            Parameter::Number => "int k",
        }
    }
}

/// A value that is looked at in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Observed {
    pub(super) expression: String,
    pub(super) is_text: bool,
}

/// A method without its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) parameters: BTreeSet<Parameter>,
    pub(super) body: String,
    pub(super) helpers: String,
    pub(super) observed: Vec<Observed>,
}

/// The draft of a seed.
pub(super) fn draft(seed: u64) -> Draft {
    let mut generator = Generator { random: Random::new(seed), draft: Draft::default(), lists: Vec::new(), names: 0 };
    let parts = match generator.random.below(100) {
        0..50 => 1,
        50..90 => 2,
        _ => 3,
    };
    for _ in 0..parts {
        generator.part();
    }
    generator.draft
}

struct Generator {
    random: Random,
    draft: Draft,
    /// Lists that earlier parts made.
    lists: Vec<String>,
    names: u32,
}

impl Generator {
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn line(&mut self, line: impl AsRef<str>) {
        writeln!(self.draft.body, "        {}", line.as_ref()).expect("writing to a string succeeds");
    }

    fn observe(&mut self, expression: impl Into<String>) {
        self.draft.observed.push(Observed { expression: expression.into(), is_text: false });
    }

    fn parameter(&mut self, parameter: Parameter) -> &'static str {
        self.draft.parameters.insert(parameter);
        let declaration = parameter.declaration();
        declaration.rsplit(' ').next().expect("a declaration ends with the name")
    }

    fn list(&mut self) -> String {
        if !self.lists.is_empty() && self.random.chance(40) {
            return self.random.pick(&self.lists).clone();
        }
        let parameter = if self.random.chance(75) { Parameter::First } else { Parameter::Second };
        self.parameter(parameter).to_string()
    }

    fn part(&mut self) {
        match self.random.below(100) {
            0..26 => self.walk(),
            26..38 => self.text(),
            38..46 => self.reverse(),
            46..54 => self.copy(),
            54..60 => self.insert(),
            60..65 => self.remove(),
            65..72 => self.pairs(),
            72..78 => self.side_by_side(),
            78..83 => self.histogram(),
            83..86 => self.collection(),
            86..94 => self.tree(),
            94..97 => self.recursion(),
            _ => self.data(),
        }
    }

    /// The head of a loop over a list, and the lines before it.
    fn walk_over(&mut self, list: &str, node: &str) -> String {
        if self.random.chance(60) {
            return format!("for (Node {node} = {list}; {node} != null; {node} = {node}.next) {{ {STEP}");
        }
        let steps = self.name("steps");
        let most = 4 + self.random.below(3);
        self.line(format!("int {steps} = 0;"));
        format!(
            "for (Node {node} = {list}; {node} != null && {steps} < {most}; {node} = {node}.next, {steps}++) {{ {STEP}"
        )
    }

    fn number(&mut self) -> String {
        if self.random.chance(25) {
            return self.parameter(Parameter::Number).to_string();
        }
        (self.random.below(5) as i32 - 1).to_string()
    }

    fn condition(&mut self, value: &str) -> String {
        let number = self.number();
        match self.random.below(6) {
            0 => format!("{value} > {number}"),
            1 => format!("{value} < {number}"),
            2 => format!("{value} == {number}"),
            3 => format!("{value} % 2 == 0"),
            4 => format!("({value} & 1) != 0"),
            _ => format!("{value} != {number}"),
        }
    }

    /// What is done with a value on the way; `result` is an int.
    fn update(&mut self, result: &str, value: &str) -> String {
        let condition = self.condition(value);
        match self.random.below(8) {
            0 => format!("{result}++;"),
            1 => format!("{result} += {value};"),
            2 => format!("{result} = {result} * 2 + {value};"),
            3 => format!("if ({condition}) {result}++;"),
            4 => format!("if ({condition}) {result} += {value}; else {result}--;"),
            5 => format!("if ({value} > {result}) {result} = {value};"),
            6 => format!("{result} ^= {value};"),
            _ => format!("{result} = {condition} ? {result} + 2 : -{result};"),
        }
    }

    /// Counters, sums, extremes; now and then the elements are changed on the way.
    fn walk(&mut self) {
        let list = self.list();
        let results: Vec<String> = (0..1 + self.random.below(2)).map(|_| self.name("x")).collect();
        for result in &results {
            let first = self.random.below(3);
            self.line(format!("int {result} = {first};"));
        }
        let node = self.name("n");
        let head = self.walk_over(&list, &node);
        let value = format!("{node}.value");
        self.line(head);
        for result in &results {
            let update = self.update(result, &value);
            self.line(format!("    {update}"));
        }
        if self.random.chance(20) {
            let condition = self.condition(&value);
            self.line(format!("    if ({condition}) {value} = {value} + 1;"));
        }
        self.line("}");
        results.into_iter().for_each(|result| self.observe(result));
    }

    /// A text made from the elements.
    fn text(&mut self) {
        let list = self.list();
        let text = self.name("s");
        self.line(format!("StringBuilder {text} = new StringBuilder();"));
        let node = self.name("n");
        let head = self.walk_over(&list, &node);
        let value = format!("{node}.value");
        let condition = self.condition(&value);
        self.line(head);
        let append = match self.random.below(4) {
            0 => format!("{text}.append({condition} ? 'p' : 'q');"),
            1 => format!("{text}.append((char) ('a' + ({value} & 3)));"),
            2 => format!("if ({condition}) {text}.append(\"ab\"); else {text}.append('c');"),
            _ => format!("if ({condition}) {text}.insert(0, 'x'); else {text}.append('y');"),
        };
        self.line(format!("    {append}"));
        self.line("}");
        if self.random.chance(40) {
            self.observe(format!("{text}.length()"));
        } else {
            self.draft.observed.push(Observed { expression: format!("{text}.toString()"), is_text: true });
        }
    }

    fn reverse(&mut self) {
        let list = self.list();
        let (reversed, rest, next) = (self.name("r"), self.name("n"), self.name("m"));
        self.line(format!("Node {reversed} = null;"));
        self.line(format!("for (Node {rest} = {list}; {rest} != null;) {{ {STEP}"));
        self.line(format!("    Node {next} = {rest}.next;"));
        self.line(format!("    {rest}.next = {reversed};"));
        self.line(format!("    {reversed} = {rest};"));
        self.line(format!("    {rest} = {next};"));
        self.line("}");
        self.end_of_list(reversed);
    }

    /// Look at one element of a new list, and use it later.
    fn end_of_list(&mut self, list: String) {
        let result = self.name("x");
        match self.random.below(3) {
            0 => self.line(format!("int {result} = {list} == null ? -9 : {list}.value;")),
            1 => self.line(format!("int {result} = {list} == null || {list}.next == null ? -9 : {list}.next.value;")),
            _ => {
                let node = self.name("n");
                self.line(format!("int {result} = 0;"));
                let head = self.walk_over(&list, &node);
                let update = self.update(&result, &format!("{node}.value"));
                self.line(head);
                self.line(format!("    {update}"));
                self.line("}");
            }
        }
        self.observe(result);
        self.lists.push(list);
    }

    /// A new list from some of the elements.
    fn copy(&mut self) {
        let list = self.list();
        let (copy, node, cell) = (self.name("c"), self.name("n"), self.name("m"));
        self.line(format!("Node {copy} = null;"));
        let head = self.walk_over(&list, &node);
        let condition = self.condition(&format!("{node}.value"));
        let number = self.number();
        self.line(head);
        self.line(format!("    if ({condition}) {{"));
        self.line(format!("        Node {cell} = new Node();"));
        self.line(format!("        {cell}.value = {node}.value + {number};"));
        self.line(format!("        {cell}.next = {copy};"));
        self.line(format!("        {copy} = {cell};"));
        self.line("    }");
        self.line("}");
        self.end_of_list(copy);
    }

    /// A new node before the first element that is not less.
    fn insert(&mut self) {
        let list = self.list();
        let number = self.number();
        let (head, new, before) = (self.name("h"), self.name("m"), self.name("p"));
        self.line(format!("Node {new} = new Node();"));
        self.line(format!("{new}.value = {number};"));
        self.line(format!("Node {head} = {list};"));
        self.line(format!("if ({head} == null || {head}.value >= {new}.value) {{"));
        self.line(format!("    {new}.next = {head};"));
        self.line(format!("    {head} = {new};"));
        self.line("} else {");
        self.line(format!("    Node {before} = {head};"));
        self.line(format!("    while ({before}.next != null && {before}.next.value < {new}.value) {{ {STEP}"));
        self.line(format!("        {before} = {before}.next;"));
        self.line("    }");
        self.line(format!("    {new}.next = {before}.next;"));
        self.line(format!("    {before}.next = {new};"));
        self.line("}");
        self.end_of_list(head);
    }

    fn remove(&mut self) {
        let list = self.list();
        let (head, before) = (self.name("h"), self.name("p"));
        let condition = self.condition(&format!("{before}.next.value"));
        self.line(format!("Node {head} = new Node();"));
        self.line(format!("{head}.next = {list};"));
        self.line(format!("for (Node {before} = {head}; {before}.next != null;) {{ {STEP}"));
        self.line(format!("    if ({condition}) {before}.next = {before}.next.next;"));
        self.line(format!("    else {before} = {before}.next;"));
        self.line("}");
        self.end_of_list(format!("{head}.next"));
        // It is no variable.
        self.lists.pop();
    }

    /// Every element of one list against every one of another.
    fn pairs(&mut self) {
        let (outer, inner) = (self.list(), self.list());
        let (result, n, m) = (self.name("x"), self.name("n"), self.name("m"));
        self.line(format!("int {result} = 0;"));
        let head = self.walk_over(&outer, &n);
        let start = if self.random.chance(50) { format!("{n}.next") } else { inner };
        self.line(head);
        self.line(format!("    for (Node {m} = {start}; {m} != null; {m} = {m}.next) {{ {STEP}"));
        let line = match self.random.below(4) {
            0 => format!("if ({n}.value == {m}.value) {result}++;"),
            1 => format!("if ({n}.value > {m}.value) {result}++;"),
            2 => format!("if ({n} == {m}) {result}++;"),
            _ => format!("if ({n}.value + {m}.value == 3) {result} += 2;"),
        };
        self.line(format!("        {line}"));
        self.line("    }");
        self.line("}");
        self.observe(result);
    }

    fn side_by_side(&mut self) {
        let (left, right) = (self.parameter(Parameter::First), self.parameter(Parameter::Second));
        let (result, n, m) = (self.name("x"), self.name("n"), self.name("m"));
        self.line(format!("int {result} = 0;"));
        self.line(format!("Node {n} = {left}, {m} = {right};"));
        self.line(format!("while ({n} != null && {m} != null) {{ {STEP}"));
        match self.random.below(3) {
            0 => {
                self.line(format!("    if ({n}.value == {m}.value) {result}++;"));
                self.line(format!("    {n} = {n}.next;"));
                self.line(format!("    {m} = {m}.next;"));
            }
            1 => {
                self.line(format!("    if ({n} == {m}) {result} += 3; else if ({n}.value < {m}.value) {result}--;"));
                self.line(format!("    {n} = {n}.next;"));
                self.line(format!("    {m} = {m}.next;"));
            }
            _ => {
                self.line(format!("    if ({n}.value <= {m}.value) {{"));
                self.line(format!("        {result} = {result} * 2 + 1;"));
                self.line(format!("        {n} = {n}.next;"));
                self.line("    } else {");
                self.line(format!("        {result} = {result} * 2;"));
                self.line(format!("        {m} = {m}.next;"));
                self.line("    }");
            }
        }
        self.line("}");
        self.observe(result);
    }

    fn histogram(&mut self) {
        let list = self.list();
        let (counts, node) = (self.name("h"), self.name("n"));
        self.line(format!("int[] {counts} = new int[4];"));
        let head = self.walk_over(&list, &node);
        self.line(head);
        self.line(format!("    {counts}[{node}.value & 3]++;"));
        self.line("}");
        self.observe(format!("{counts}[1]"));
        self.observe(format!("{counts}[2] - {counts}[3]"));
    }

    /// A collection of the library as a builder.
    fn collection(&mut self) {
        let list = self.list();
        let (elements, node) = (self.name("e"), self.name("n"));
        if self.random.chance(60) {
            self.line(format!("java.util.List<Integer> {elements} = new java.util.ArrayList<>();"));
            let head = self.walk_over(&list, &node);
            let condition = self.condition(&format!("{node}.value"));
            self.line(head);
            self.line(format!("    if ({condition}) {elements}.add({node}.value);"));
            self.line("}");
            self.observe(format!("{elements}.size()"));
            self.observe(format!("({elements}.isEmpty() ? -9 : {elements}.get({elements}.size() - 1))"));
        } else {
            self.line(format!("java.util.Map<Integer, Integer> {elements} = new java.util.HashMap<>();"));
            let head = self.walk_over(&list, &node);
            self.line(head);
            self.line(format!("    {elements}.merge({node}.value & 3, 1, Integer::sum);"));
            self.line("}");
            self.observe(format!("{elements}.size()"));
            self.observe(format!("{elements}.getOrDefault(1, 0)"));
        }
    }

    /// A recursion with two calls, at most so deep.
    fn tree(&mut self) {
        let tree = self.parameter(Parameter::Tree);
        let (helper, result) = (self.name("tree"), self.name("x"));
        let number = self.random.below(4);
        let (parameters, passed) = ("Tree t, int depth", "depth - 1");
        let combined = match self.random.below(6) {
            0 => "left + right + t.value".to_string(),
            1 => "(left > right ? left : right) + 1".to_string(),
            2 => format!("left + right + (t.value > {number} ? 1 : 0)"),
            3 => format!("left - right + (t.value == {number} ? 2 : 1)"),
            4 => format!("left == right ? t.value : left + {number}"),
            _ => "left < t.value && t.value < right ? right + 1 : left + right".to_string(),
        };
        let helpers = &mut self.draft.helpers;
        for line in [
            format!("    static int {helper}({parameters}) {{ {STEP}"),
            format!("        if (t == null || depth == 0) return {};", number % 2),
            format!("        int left = {helper}(t.left, {passed});"),
            format!("        int right = {helper}(t.right, {passed});"),
            format!("        return {combined};"),
            "    }".to_string(),
        ] {
            writeln!(helpers, "{line}").expect("writing to a string succeeds");
        }
        let depth = 2 + self.random.below(2);
        self.line(format!("int {result} = {helper}({tree}, {depth});"));
        self.observe(result);
    }

    /// A recursion along a list, at most so deep.
    fn recursion(&mut self) {
        let list = self.list();
        let (helper, result) = (self.name("list"), self.name("x"));
        let condition = self.condition("n.value");
        let condition = condition.replace('k', "most");
        let combined = match self.random.below(3) {
            0 => format!("{condition} ? rest + 1 : rest"),
            1 => "rest > n.value ? rest : n.value".to_string(),
            _ => "n.value - rest".to_string(),
        };
        let helpers = &mut self.draft.helpers;
        for line in [
            format!("    static int {helper}(Node n, int most) {{ {STEP}"),
            "        if (n == null || most == 0) return 0;".to_string(),
            format!("        int rest = {helper}(n.next, most - 1);"),
            format!("        return {combined};"),
            "    }".to_string(),
        ] {
            writeln!(helpers, "{line}").expect("writing to a string succeeds");
        }
        self.line(format!("int {result} = {helper}({list}, 5);"));
        self.observe(result);
    }

    fn data(&mut self) {
        let data = self.parameter(Parameter::Data);
        let (result, i) = (self.name("x"), self.name("i"));
        self.line(format!("int {result} = 0;"));
        self.line(format!("for (int {i} = 0; {data} != null && {i} < {data}.length; {i}++) {{ {STEP}"));
        let element = format!("{data}[{i}]");
        let update = match self.random.below(3) {
            0 => format!("if ({i} > 0 && {data}[{i} - 1] > {element}) {result}++;"),
            1 => format!("if ({element} == {i}) {result} += 2;"),
            _ => self.update(&result, &element),
        };
        self.line(format!("    {update}"));
        self.line("}");
        self.observe(result);
        self.observe(format!("({data} == null ? -1 : {data}.length)"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_method() {
        for seed in 0..200 {
            let made = draft(seed);
            assert_eq!(made.body, draft(seed).body);
            assert!(!made.observed.is_empty() && !made.parameters.is_empty(), "{made:?}");
        }
    }
}
