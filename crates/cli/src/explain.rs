//! `--explain-matching`: every state that was pruned beside the one that covers it.

use std::fmt::Write;

use engines::reached::{MatchCounts, MatchRecord};

/// Lines wider than this are cut: two heaps have to fit beside each other.
const MOST_WIDTH: usize = 76;

/// The comparisons of one method.
pub(crate) fn text(method: &str, record: &MatchRecord) -> String {
    let mut text = format!("matching in {method}\n");
    for (place, counts) in &record.places {
        let MatchCounts { checks, hits, stored, inexact, .. } = counts;
        let _ = writeln!(text, "  {place}: {checks} checks, {hits} covered ({inexact} inexactly), {stored} stored");
    }
    for (number, state) in record.states.iter().enumerate() {
        let Some(cover) = &state.cover else { continue };
        let how = if cover.is_exact { "exactly" } else { "only after abstraction" };
        let (number, by) = (number + 1, cover.by + 1);
        let _ = writeln!(text, "\n  state s{number} at {} is covered by s{by}, {how}", state.place);
        let left = column(&format!("s{number}"), &cover.left);
        let right = column(&format!("s{by}"), &cover.right);
        let width = left.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        for position in 0..left.len().max(right.len()) {
            let line = |column: &[String]| column.get(position).cloned().unwrap_or_default();
            let row = format!("    {:<width$}   {}", line(&left), line(&right));
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    text
}

fn column(name: &str, lines: &[String]) -> Vec<String> {
    let shortened = |line: &String| match line.char_indices().nth(MOST_WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.clone(),
    };
    std::iter::once(name.to_string()).chain(lines.iter().map(shortened)).collect()
}
