//! The figures as a table, and for scripts.

use std::time::Duration;

use serde_json::json;

/// One measurement.
pub(super) struct Row {
    pub(super) benchmark: &'static str,
    pub(super) case: String,
    /// What was done: the same whenever it is done again.
    pub(super) counts: Vec<(&'static str, u64)>,
    /// What came out, where that is more than a number.
    pub(super) result: String,
    pub(super) time: Duration,
    /// The figure that is compared, if the time itself is not.
    pub(super) figure: Option<Figure>,
    pub(super) target: Option<Target>,
}

/// A figure derived from counts and time.
pub(super) struct Figure {
    pub(super) value: f64,
    pub(super) unit: &'static str,
}

/// What the figure, or the time in seconds, should be.
#[derive(Clone, Copy)]
pub(super) enum Target {
    AtLeast(f64),
    Below(f64),
}

impl Row {
    fn compared(&self) -> f64 {
        self.figure.as_ref().map_or(self.time.as_secs_f64(), |figure| figure.value)
    }

    fn is_met(&self) -> Option<bool> {
        self.target.map(|target| match target {
            Target::AtLeast(least) => self.compared() >= least,
            Target::Below(limit) => self.compared() < limit,
        })
    }

    fn shown(&self, value: f64) -> String {
        match &self.figure {
            Some(figure) => format!("{} {}", scaled(value), figure.unit),
            None => seconds(value),
        }
    }

    fn counts(&self) -> String {
        let counts = self.counts.iter().map(|(name, count)| format!("{} {name}", grouped(*count)));
        let result = (!self.result.is_empty()).then(|| self.result.clone());
        counts.chain(result).collect::<Vec<_>>().join(", ")
    }

    fn target(&self) -> String {
        let reached = match self.is_met() {
            Some(false) => " (missed)",
            _ => "",
        };
        match self.target {
            None => String::new(),
            Some(Target::AtLeast(least)) => format!("≥ {}{reached}", self.shown(least)),
            Some(Target::Below(limit)) => format!("< {}{reached}", self.shown(limit)),
        }
    }
}

/// Aligned columns under a heading.
pub(super) fn text(rows: &[Row]) -> String {
    let mut lines = vec![["benchmark", "case", "counts", "time", "figure", "target"].map(str::to_string).to_vec()];
    for row in rows {
        let time = seconds(row.time.as_secs_f64());
        let figure = row.figure.as_ref().map(|figure| row.shown(figure.value)).unwrap_or_default();
        lines.push(vec![row.benchmark.to_string(), row.case.clone(), row.counts(), time, figure, row.target()]);
    }
    aligned(&lines, |column| [3, 4].contains(&column))
}

/// Lines of equally many cells, below each other; numbers end below each other.
pub(super) fn aligned(lines: &[Vec<String>], is_number: impl Fn(usize) -> bool) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, width))| match is_number(column) {
            true => format!("{cell:>width$}"),
            false => format!("{cell:<width$}"),
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// One object per line.
pub(super) fn json(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let counts: serde_json::Map<_, _> =
            row.counts.iter().map(|(name, count)| (name.to_string(), json!(count))).collect();
        let (target, unit) = match row.target {
            Some(Target::AtLeast(value)) => (json!({ "at_least": value }), row.figure.as_ref().map(|f| f.unit)),
            Some(Target::Below(value)) => (json!({ "below": value }), row.figure.as_ref().map(|f| f.unit)),
            None => (json!(null), row.figure.as_ref().map(|f| f.unit)),
        };
        let object = json!({
            "benchmark": row.benchmark,
            "case": row.case,
            "counts": counts,
            "result": row.result,
            "seconds": row.time.as_secs_f64(),
            "figure": row.figure.as_ref().map(|figure| figure.value),
            "unit": unit,
            "target": target,
            "met": row.is_met(),
        });
        text.push_str(&object.to_string());
        text.push('\n');
    }
    text
}

/// `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn scaled(value: f64) -> String {
    if value >= 1e6 {
        format!("{:.1} M", value / 1e6)
    } else if value >= 1e4 {
        format!("{:.0} k", value / 1e3)
    } else {
        format!("{value:.2}")
    }
}

pub(super) fn seconds(value: f64) -> String {
    if value >= 1.0 {
        format!("{value:.2} s")
    } else if value >= 1e-3 {
        format!("{:.1} ms", value * 1e3)
    } else {
        format!("{:.2} µs", value * 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        vec![
            Row {
                benchmark: "interpreter",
                case: "Sieve".to_string(),
                counts: vec![("bytecodes", 12_345_678)],
                result: String::new(),
                time: Duration::from_millis(500),
                figure: Some(Figure { value: 24_691_356.0, unit: "bytecodes/s" }),
                target: Some(Target::AtLeast(20e6)),
            },
            Row {
                benchmark: "startup",
                case: "Trivial.next".to_string(),
                counts: vec![("runs", 10)],
                result: "proved".to_string(),
                time: Duration::from_millis(180),
                figure: None,
                target: Some(Target::Below(0.15)),
            },
        ]
    }

    #[test]
    fn columns_are_aligned_and_missed_targets_are_named() {
        let expected = "\
benchmark    case          counts                    time              figure  target
interpreter  Sieve         12,345,678 bytecodes  500.0 ms  24.7 M bytecodes/s  ≥ 20.0 M bytecodes/s
startup      Trivial.next  10 runs, proved       180.0 ms                      < 150.0 ms (missed)
";
        assert_eq!(text(&rows()), expected);
    }

    #[test]
    fn each_row_is_an_object() {
        let lines: Vec<serde_json::Value> =
            json(&rows()).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0]["counts"]["bytecodes"], 12_345_678);
        assert_eq!(lines[0]["met"], true);
        assert_eq!((&lines[1]["met"], &lines[1]["target"]["below"]), (&json!(false), &json!(0.15)));
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(["0", "999", "1,000", "1,234,567"], [0, 999, 1000, 1_234_567].map(grouped).each_ref().map(|s| &**s));
        assert_eq!([seconds(2.5), seconds(0.0042), seconds(1.5e-6)], ["2.50 s", "4.2 ms", "1.50 µs"]);
    }
}
