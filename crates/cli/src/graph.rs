//! `--graph`: the states that were compared, as in Fig. 3 of document A. Solid edges are execution, dashed ones lead from a
//! state that was pruned to the one that covers it.

use machine::state::Decision;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use engines::reached::{ComparedState, MatchRecord};

use crate::error::{Error, Result};

/// How the picture is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GraphFormat {
    Dot,
    Svg,
}

impl GraphFormat {
    /// By the ending of the file's name.
    pub(crate) fn of(file: &Path) -> Result<GraphFormat> {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("dot") => Ok(GraphFormat::Dot),
            Some("svg") => Ok(GraphFormat::Svg),
            _ => Err(Error::new(format!("--graph {}: the name must end in .dot or .svg", file.display()))),
        }
    }
}

/// Lines of a state, and letters of a line, beyond which it is cut.
const MOST_LINES: usize = 14;
const MOST_LETTERS: usize = 48;

/// The picture of all methods that were checked.
pub(crate) fn draw(format: GraphFormat, matched: &[(String, MatchRecord)]) -> String {
    let graph = Graph::of(matched);
    match format {
        GraphFormat::Dot => graph.dot(),
        GraphFormat::Svg => graph.svg(),
    }
}

struct Graph {
    nodes: Vec<Node>,
    /// From, to.
    edges: Vec<(usize, usize)>,
    /// From, to, whether nothing is lost.
    covers: Vec<(usize, usize, bool)>,
}

struct Node {
    lines: Vec<String>,
    is_covered: bool,
    /// Distance from the first node.
    level: usize,
}

impl Graph {
    fn of(matched: &[(String, MatchRecord)]) -> Graph {
        let mut graph = Graph { nodes: Vec::new(), edges: Vec::new(), covers: Vec::new() };
        for (method, record) in matched {
            let start = graph.nodes.len();
            graph.nodes.push(Node { lines: vec![method.clone()], is_covered: false, level: 0 });
            // Workers write down what they see: a state may be listed before the one it comes from.
            let mut order: Vec<usize> = (0..record.states.len()).collect();
            order.sort_by_key(|state| record.states[*state].decisions.len());
            let mut numbers = vec![0; record.states.len()];
            let mut by_decisions: BTreeMap<&[Decision], usize> = BTreeMap::new();
            for state in order {
                let ComparedState { decisions, cover, .. } = &record.states[state];
                let number = graph.nodes.len();
                let parent = (0..=decisions.len()).rev().find_map(|length| by_decisions.get(&decisions[..length]));
                let parent = parent.copied().unwrap_or(start);
                graph.edges.push((parent, number));
                let level = graph.nodes[parent].level + 1;
                let lines = lines(state, &record.states[state]);
                graph.nodes.push(Node { lines, is_covered: cover.is_some(), level });
                by_decisions.insert(decisions, number);
                numbers[state] = number;
            }
            for (state, compared) in record.states.iter().enumerate() {
                if let Some(cover) = &compared.cover
                    && let Some(by) = numbers.get(cover.by)
                {
                    graph.covers.push((numbers[state], *by, cover.is_exact));
                }
            }
        }
        graph
    }

    fn dot(&self) -> String {
        let mut text = String::from("digraph states {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let style = if node.is_covered { ", style=dashed" } else { "" };
            let label: String = node.lines.iter().map(|line| format!("{}\\l", escaped_for_dot(line))).collect();
            let _ = writeln!(text, "  n{number} [label=\"{label}\"{style}];");
        }
        for (from, to) in &self.edges {
            let _ = writeln!(text, "  n{from} -> n{to};");
        }
        for (from, to, is_exact) in &self.covers {
            let label = if *is_exact { "" } else { ", label=\"abstracted\"" };
            let _ = writeln!(text, "  n{from} -> n{to} [style=dashed, constraint=false{label}];");
        }
        text.push_str("}\n");
        text
    }

    /// Levels below each other; within a level in the order of their parents.
    fn svg(&self) -> String {
        const LETTER: f64 = 6.6;
        const LINE: f64 = 13.0;
        const GAP: (f64, f64) = (24.0, 48.0);
        let size = |node: &Node| {
            let letters = node.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            (letters as f64 * LETTER + 12.0, node.lines.len() as f64 * LINE + 10.0)
        };
        let mut boxes = vec![(0.0, 0.0, 0.0, 0.0); self.nodes.len()];
        let (mut top, mut full_width): (f64, f64) = (GAP.1 / 2.0, 0.0);
        let levels = self.nodes.iter().map(|node| node.level + 1).max().unwrap_or(0);
        let mut parents = vec![0; self.nodes.len()];
        self.edges.iter().for_each(|(from, to)| parents[*to] = *from);
        let mut ranks = vec![0; self.nodes.len()];
        for level in 0..levels {
            let mut row: Vec<usize> = (0..self.nodes.len()).filter(|node| self.nodes[*node].level == level).collect();
            row.sort_by_key(|node| (ranks[parents[*node]], *node));
            let (mut left, mut height): (f64, f64) = (GAP.0, 0.0);
            for (rank, node) in row.into_iter().enumerate() {
                ranks[node] = rank;
                let (width, own_height) = size(&self.nodes[node]);
                boxes[node] = (left, top, width, own_height);
                left += width + GAP.0;
                height = height.max(own_height);
            }
            full_width = full_width.max(left);
            top += height + GAP.1;
        }
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{full_width:.0}\" height=\"{top:.0}\" \
             font-family=\"monospace\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
             orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\"/></marker></defs>\n"
        );
        for (from, to) in &self.edges {
            let ((x1, y1, w1, h1), (x2, y2, w2, _)) = (boxes[*from], boxes[*to]);
            let _ = writeln!(
                text,
                "<line x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{:.0}\" y2=\"{y2:.0}\" stroke=\"black\" marker-end=\"url(#tip)\"/>",
                x1 + w1 / 2.0,
                y1 + h1,
                x2 + w2 / 2.0,
            );
        }
        for (from, to, is_exact) in &self.covers {
            let ((x1, y1, w1, h1), (x2, y2, w2, h2)) = (boxes[*from], boxes[*to]);
            let (start, end) = if x1 >= x2 + w2 { (x1, x2 + w2) } else { (x1 + w1, x2 + w2) };
            let bend = start.max(end) + GAP.0;
            let colour = if *is_exact { "#0072b2" } else { "#d55e00" };
            let _ = writeln!(
                text,
                "<path d=\"M{start:.0},{:.0} Q{bend:.0},{:.0} {end:.0},{:.0}\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-dasharray=\"5,4\" marker-end=\"url(#tip)\"/>",
                y1 + h1 / 2.0,
                (y1 + h1 / 2.0 + y2 + h2 / 2.0) / 2.0,
                y2 + h2 / 2.0,
            );
        }
        for (node, (left, top, width, height)) in self.nodes.iter().zip(&boxes) {
            let dash = if node.is_covered { " stroke-dasharray=\"5,4\"" } else { "" };
            let _ = writeln!(
                text,
                "<rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#f7f7f7\" \
                 stroke=\"black\"{dash}/>"
            );
            for (number, line) in node.lines.iter().enumerate() {
                let (x, y) = (left + 6.0, top + 15.0 + number as f64 * LINE);
                let _ = writeln!(text, "<text x=\"{x:.0}\" y=\"{y:.0}\">{}</text>", escaped_for_svg(line));
            }
        }
        text.push_str("</svg>\n");
        text
    }
}

fn lines(number: usize, state: &ComparedState) -> Vec<String> {
    let mut lines = vec![format!("s{} at {}", number + 1, state.place)];
    let cut = |line: &String| match line.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.clone(),
    };
    lines.extend(state.picture.iter().take(MOST_LINES).map(cut));
    if state.picture.len() > MOST_LINES {
        lines.push("…".to_string());
    }
    lines
}

fn escaped_for_dot(line: &str) -> String {
    line.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}

fn escaped_for_svg(line: &str) -> String {
    let visible = |letter: char| if letter.is_control() { ' ' } else { letter };
    line.chars().map(visible).collect::<String>().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::reached::Cover;

    fn matched() -> Vec<(String, MatchRecord)> {
        let alternative = |number: &u32| Decision::Alternative { number: *number, is_branch: false };
        let state = |decisions: &[u32], cover: Option<Cover>| ComparedState {
            place: "A.m:3".to_string(),
            decisions: decisions.iter().map(alternative).collect(),
            picture: vec!["x -> \"n1\" & <n2>".to_string()],
            cover,
        };
        let cover = Cover { by: 1, is_exact: false, left: Vec::new(), right: Vec::new() };
        // The second worker's state comes first, its parent last.
        let states = vec![state(&[0, 2, 4], Some(cover)), state(&[0], None), state(&[0, 2], None)];
        vec![("A.m()".to_string(), MatchRecord { states, ..MatchRecord::default() })]
    }

    #[test]
    fn execution_is_solid_and_covers_are_dashed() {
        let dot = draw(GraphFormat::Dot, &matched());
        for edge in
            ["n0 -> n1;", "n1 -> n2;", "n2 -> n3;", "n3 -> n1 [style=dashed, constraint=false, label=\"abstracted\"];"]
        {
            assert!(dot.contains(edge), "{edge} is not in {dot}");
        }
        assert!(dot.contains("x -> \\\"n1\\\" & <n2>"), "{dot}");
    }

    #[test]
    fn svg_has_a_box_for_each_state() {
        let svg = draw(GraphFormat::Svg, &matched());
        assert_eq!(svg.matches("<rect x=").count(), 4);
        assert_eq!(svg.matches("<line ").count(), 3);
        assert!(svg.contains("&quot;") || svg.contains("\"n1\" &amp; &lt;n2&gt;"), "{svg}");
    }

    #[test]
    fn the_ending_says_how() {
        assert_eq!(GraphFormat::of(Path::new("a/b.svg")).ok(), Some(GraphFormat::Svg));
        assert_eq!(GraphFormat::of(Path::new("b.dot")).ok(), Some(GraphFormat::Dot));
        assert!(GraphFormat::of(Path::new("svg")).is_err());
    }
}
