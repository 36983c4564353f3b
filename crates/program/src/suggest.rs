//! Near misses for names that do not exist.

/// Suggestions in a sentence.
const SHOWN: usize = 3;

/// `; did you mean A or B?`, or nothing if no candidate is near.
pub fn did_you_mean<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let near = nearest(wanted, candidates);
    match near.split_last() {
        None => String::new(),
        Some((only, [])) => format!("; did you mean {only}?"),
        Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

/// The candidates nearest to `wanted`, nearest first: a few letters apart, the same but for upper case, or the same
/// but for the package.
fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let length = wanted.chars().count();
    // Of a single letter nothing would be left.
    let allowed = (length / 4 + 1).min(length.saturating_sub(1));
    let folded = wanted.to_lowercase();
    let simple = simple_name(&folded).to_string();
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let other = candidate.to_lowercase();
            let distance = if simple_name(&other) == simple {
                0
            } else {
                strsim::damerau_levenshtein(&folded, &other)
                    .min(strsim::damerau_levenshtein(&simple, simple_name(&other)))
            };
            (distance <= allowed).then_some((distance, candidate))
        })
        .collect();
    near.sort();
    near.dedup();
    near.truncate(SHOWN);
    near.into_iter().map(|(_, candidate)| candidate).collect()
}

fn simple_name(name: &str) -> &str {
    name.rsplit(['.', '/', '$']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_offered() {
        let classes = ["app.ListPartition", "app.Node", "app.Main"];
        assert_eq!(did_you_mean("app.ListPartitoin", classes), "; did you mean app.ListPartition?");
        assert_eq!(did_you_mean("node", classes), "; did you mean app.Node?");
        assert_eq!(did_you_mean("wrong.Main", classes), "; did you mean app.Main?");
        assert_eq!(did_you_mean("Elephant", classes), "");
        assert_eq!(did_you_mean("i", ["a", "n", "I"]), "; did you mean I?");
        assert_eq!(did_you_mean("ad", ["add", "and", "at", "remove"]), "; did you mean add, and or at?");
    }
}
