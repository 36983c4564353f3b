//! The test descriptions of jbmc/regression: a label, a class, options of the tool, patterns that its output must match.
//!
//! Only descriptions are read whose question is one about a Java program: an entry, bounds on its inputs, a verdict.

use std::collections::BTreeMap;

/// A case that states a plain verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Desc {
    /// CORE, THOROUGH; KNOWNBUG and FUTURE expect what is right, which JBMC misses.
    pub(super) label: String,
    /// Source name.
    pub(super) class: String,
    /// `Class.m` or `Class.m:(descriptor)`.
    pub(super) function: String,
    pub(super) expects_failure: bool,
    /// By name, with their values.
    pub(super) options: BTreeMap<String, String>,
    /// Words of the class path that the description asks for.
    pub(super) class_path: Vec<String>,
}

/// Options that leave the question what it is, and whether they take a value.
const PLAIN: [(&str, bool); 32] = [
    ("--function", true),
    ("--unwind", true),
    ("--cp", true),
    ("--classpath", true),
    ("-cp", true),
    ("-classpath", true),
    ("--max-nondet-string-length", true),
    ("--max-nondet-array-length", true),
    ("--max-nondet-tree-depth", true),
    ("--throw-runtime-exceptions", false),
    ("--java-assume-inputs-non-null", false),
    ("--verbosity", true),
    ("--trace", false),
    ("--stop-on-fail", false),
    ("--disable-uncaught-exception-check", false),
    ("--throw-assertion-error", false),
    ("--no-unwinding-assertions", false),
    ("--unwinding-assertions", false),
    ("--main-class", true),
    ("--no-lazy-methods", false),
    ("--java-unwind-enum-static", false),
    ("--no-simplify", false),
    ("--no-propagation", false),
    ("--object-bits", true),
    ("--sat-solver", true),
    ("--validate-goto-model", false),
    ("--validate-trace", false),
    ("--max-field-sensitivity-array-size", true),
    ("--no-array-field-sensitivity", false),
    ("--reachability-slice", false),
    ("--all-properties", false),
    ("--symex-driven-lazy-loading", false),
];

/// Reads a description; an error is why it is left out.
pub(super) fn parse(text: &str) -> Result<Desc, String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let [first, main, options, rest @ ..] = lines.as_slice() else { return Err("malformed".into()) };
    let label = first.split_whitespace().next().unwrap_or_default();
    if !["CORE", "THOROUGH", "KNOWNBUG", "FUTURE"].contains(&label) {
        return Err(format!("label {label}"));
    }
    let main = main.trim();
    if main.is_empty() || main.ends_with(".jar") || main.starts_with('-') {
        return Err("no class (a jar, or another input)".into());
    }
    let main = main.strip_suffix(".class").unwrap_or(main);
    let (class, named) = match main.split_once(":(") {
        Some((path, _)) => (path.rsplit_once('.').map_or(path, |(class, _)| class), Some(main)),
        None => (main, None),
    };
    let class = class.replace('/', ".");
    let (options, class_path) = read_options(options)?;
    let expects_failure = read_verdict(rest)?;
    let function = match (options.get("--function"), named) {
        (Some(function), _) => function.clone(),
        (None, Some(named)) => named.to_string(),
        (None, None) => format!("{class}.main"),
    };
    let function = function.strip_prefix("java::").unwrap_or(&function).to_string();
    Ok(Desc { label: label.to_string(), class, function, expects_failure, options, class_path })
}

type ReadOptions = (BTreeMap<String, String>, Vec<String>);

fn read_options(line: &str) -> Result<ReadOptions, String> {
    let mut options = BTreeMap::new();
    let mut class_path = Vec::new();
    let mut words = words(line)?.into_iter();
    while let Some(word) = words.next() {
        let (name, mut value) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name.to_string(), Some(value.to_string())),
            _ => (word, None),
        };
        let Some((_, takes_value)) = PLAIN.iter().find(|(known, _)| *known == name) else {
            return Err(format!("option {}", if name.starts_with('-') { &name } else { "extra argument" }));
        };
        if *takes_value && value.is_none() {
            value = words.next();
        }
        let value = value.unwrap_or_default();
        if ["--cp", "--classpath", "-cp", "-classpath"].contains(&name.as_str()) {
            class_path.extend(value.split([' ', ':']).filter(|part| !part.is_empty()).map(str::to_string));
        }
        options.insert(name, value);
    }
    Ok((options, class_path))
}

/// Words as a shell splits them; what a command in backquotes is told counts as one word.
fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '\'' | '"' | '`') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err("unparsable options".into());
    }
    words.extend(word);
    Ok(words)
}

/// Whether the patterns before the first `--` expect a failure.
fn read_verdict(lines: &[&str]) -> Result<bool, String> {
    let positive = lines.iter().take_while(|line| **line != "--").filter(|line| !line.trim().is_empty());
    let mut stated = None;
    let mut exit: Option<Vec<String>> = None;
    let mut states_single_checks = false;
    let mut looks_inside = false;
    let mut mentions_generated = false;
    for pattern in positive {
        let plain = without_escapes(pattern);
        let start = plain.trim_start_matches('^');
        if let Some(codes) = start.strip_prefix("EXIT=") {
            let numbers = codes.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
            exit = Some(numbers.map(str::to_string).collect());
        } else if plain.contains("VERIFICATION SUCCESSFUL") {
            stated = Some(false);
        } else if plain.contains("VERIFICATION FAILED") {
            stated = Some(true);
        } else if plain.contains("annotation-check") {
            return Err("checks annotations".into());
        } else if plain.contains("SUCCESS") || plain.contains("FAILURE") {
            states_single_checks = true;
        } else if !(start.starts_with("SIGNAL=") || plain.contains("failed") || plain.contains("multi-line")) {
            looks_inside = true;
            mentions_generated |= plain.contains("Generated");
        }
    }
    let by_exit = match exit.as_deref() {
        Some([code]) if code == "0" => Some(false),
        Some([code]) if code == "10" => Some(true),
        None => None,
        Some(codes) => match codes.first().map(String::as_str) {
            Some("0" | "10") => None,
            _ => return Err(format!("no verdict (EXIT={})", codes.join(","))),
        },
    };
    match (stated, by_exit) {
        (Some(stated), Some(by_exit)) if stated != by_exit => Err("verdict contradicts exit".into()),
        (Some(stated), _) => Ok(stated),
        (None, Some(_)) if looks_inside && !states_single_checks && !mentions_generated => {
            Err("exit code only, checks internal output".into())
        }
        (None, Some(by_exit)) => Ok(by_exit),
        (None, None) => Err("no verdict".into()),
    }
}

fn without_escapes(pattern: &str) -> String {
    let mut plain = String::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_entry_options_and_verdict() {
        let text = "CORE symex-driven\nTest\n--function 'Test.f:(I)V' --unwind 5 --cp `x.sh . ../a.jar`\n^EXIT=10$\n^SIGNAL=0$\n\
                    ^VERIFICATION FAILED$\nassertion at line 3.*FAILURE\n--\n^warning: ignoring\n";
        let desc = parse(text).unwrap();
        assert_eq!((desc.label.as_str(), desc.function.as_str(), desc.expects_failure), ("CORE", "Test.f:(I)V", true));
        assert_eq!(desc.options["--unwind"], "5");
        assert_eq!(desc.class_path, ["x.sh", ".", "../a.jar"]);
        let desc = parse("CORE\na/B.class\n\n^EXIT=0$\n^SIGNAL=0$\n").unwrap();
        assert_eq!((desc.class.as_str(), desc.function.as_str(), desc.expects_failure), ("a.B", "a.B.main", false));
        let desc = parse("KNOWNBUG\nB\n--function B\\.m\n^EXIT=0$\n").unwrap();
        assert_eq!(desc.function, "B.m");
    }

    #[test]
    fn leaves_out_what_asks_something_else() {
        for (text, why) in [
            ("CORE\nA\n--show-goto-functions\n^EXIT=0$\n", "option --show-goto-functions"),
            ("CORE\nA\n\n^EXIT=6$\n", "no verdict (EXIT=6)"),
            ("CORE\nA\n\n^EXIT=0$\n^VERIFICATION FAILED$\n", "verdict contradicts exit"),
            ("CORE\nA\n\n^EXIT=10$\ngoto program\n", "exit code only"),
            ("CORE\n-jar a.jar\n\n^EXIT=0$\n", "no class"),
        ] {
            let problem = parse(text).unwrap_err();
            assert!(problem.starts_with(why), "{text:?} gave {problem}");
        }
    }
}
