//! What `java.util.Scanner` makes of texts on a JVM, against what Lazuli says it can make of some text.
//!
//! Sequences of calls are run on many texts by `java`. Each sequence of results that came out must be possible to Lazuli, too:
//! a method that fails exactly then is violated, with a text that a JVM confirms. Results that never came out may be possible
//! or not, but what Lazuli takes for possible a JVM must confirm as well. So is the standard input itself: a kept
//! reproducer runs by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn lazuli(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lazuli"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("lazuli starts")
}

fn tool(name: &str, arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(testkit::jdk::tool(name));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().expect("the tool starts")
}

/// Methods that ask or read, with the type of their result.
const CALLS: [(&str, &str); 16] = [
    ("nextInt", "int"),
    ("nextInt", "int"),
    ("nextLong", "long"),
    ("nextByte", "byte"),
    ("nextDouble", "double"),
    ("nextBoolean", "boolean"),
    ("next", "String"),
    ("next", "String"),
    ("nextLine", "String"),
    ("nextLine", "String"),
    ("hasNext", "boolean"),
    ("hasNextInt", "boolean"),
    ("hasNextLong", "boolean"),
    ("hasNextDouble", "boolean"),
    ("hasNextBoolean", "boolean"),
    ("hasNextLine", "boolean"),
];

/// A small generator of numbers that are the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

fn texts(random: &mut Random) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut longest = texts.clone();
    for _ in 0..3 {
        longest =
            longest.iter().flat_map(|text| ["1", "a", " ", "\n", "-"].map(|next| format!("{text}{next}"))).collect();
        texts.extend_from_slice(&longest);
    }
    let words = [
        "1",
        "-2",
        "300",
        "70000",
        "5000000000",
        "1.5",
        "true",
        "FALSE",
        "a",
        "bc",
        "1,234",
        "+7",
        "NaN",
        "0x",
        "-0",
        "\u{85}",
        "1\u{85}a",
    ];
    let gaps = [" ", "\n", "  ", "\r\n", "\t", " \n ", "\n\n"];
    for _ in 0..400 {
        let mut text = random.pick(&["", "", "", " ", "\n", " \n"]).to_string();
        for _ in 0..1 + random.below(4) {
            let (word, gap): (&&str, &&str) = (random.pick(&words), random.pick(&gaps));
            text.push_str(word);
            text.push_str(gap);
        }
        if random.below(2) == 0 {
            text.truncate(text.trim_end().len());
        }
        texts.push(text);
    }
    texts
}

fn literal(text: &str) -> String {
    let units: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    // Java reads escapes before it reads literals.
    let units =
        units.replace("\\u000a", "\\n").replace("\\u000d", "\\r").replace("\\u0022", "\\\"").replace("\\u005c", "\\\\");
    format!("\"{units}\"")
}

/// Prints, for each sequence and text, the results of the calls.
fn observer(sequences: &[Vec<usize>], texts: &[String]) -> String {
    let mut source = String::from(
        "import java.util.*;\nclass Observer {\n    static String call(Scanner s, int call) {\n        try {\n            switch (call) {\n",
    );
    for (number, (name, kind)) in CALLS.iter().enumerate() {
        let result = match *kind {
            "String" => format!("literal(s.{name}())"),
            "double" => format!("\"Double.longBitsToDouble(\" + Double.doubleToLongBits(s.{name}()) + \"L)\""),
            "long" => format!("s.{name}() + \"L\""),
            _ => format!("\"\" + s.{name}()"),
        };
        let _ = writeln!(source, "                case {number}: return {result};");
    }
    source.push_str("                default: throw new AssertionError();\n            }\n        } catch (InputMismatchException e) {\n            return \"mismatch\";\n        } catch (NoSuchElementException e) {\n            return \"end\";\n        }\n    }\n");
    source.push_str("    static String literal(String text) {\n        StringBuilder units = new StringBuilder(\"\\\"\");\n        for (char c : text.toCharArray()) {\n            units.append(c == '\\r' ? \"\\\\r\" : String.format(\"\\\\u%04x\", (int) c));\n        }\n        return units.append('\"').toString();\n    }\n");
    let rows: Vec<String> =
        sequences.iter().map(|calls| format!("{calls:?}").replace('[', "{").replace(']', "}")).collect();
    let _ = writeln!(source, "    static final int[][] SEQUENCES = {{{}}};", rows.join(", "));
    let literals: Vec<String> = texts.iter().map(|text| literal(text)).collect();
    let _ = writeln!(source, "    static final String[] TEXTS = {{{}}};", literals.join(",\n"));
    source.push_str("    public static void main(String[] args) {\n        Locale.setDefault(Locale.US);\n        for (int i = 0; i < SEQUENCES.length; i++) {\n            for (String text : TEXTS) {\n                Scanner s = new Scanner(text);\n                StringBuilder line = new StringBuilder(\"\" + i);\n                for (int call : SEQUENCES[i]) {\n                    line.append('\\t').append(call(s, call));\n                }\n                System.out.println(line);\n            }\n        }\n    }\n}\n");
    source
}

/// A method that fails if the calls have these results.
fn method(name: &str, calls: &[usize], results: &[String]) -> String {
    let mut body = format!("    static void {name}() {{\n        Scanner s = new Scanner(System.in);\n");
    for (call, result) in calls.iter().zip(results) {
        let (method, kind) = CALLS[*call];
        let line = match (result.as_str(), kind) {
            // What a method never throws it cannot be asked for: the compiler does not mind.
            ("mismatch", _) => format!("try {{ s.{method}(); return; }} catch (InputMismatchException e) {{ }}"),
            ("end", _) => format!(
                "try {{ s.{method}(); return; }} catch (InputMismatchException e) {{ return; }} catch (NoSuchElementException e) {{ }}"
            ),
            (text, "String") => format!("if (!s.{method}().equals({text})) return;"),
            (number, "double") => {
                format!("if (Double.doubleToLongBits(s.{method}()) != Double.doubleToLongBits({number})) return;")
            }
            (plain, _) => format!("if (s.{method}() != {plain}) return;"),
        };
        let _ = writeln!(body, "        {line}");
    }
    body.push_str("        throw new AssertionError();\n    }\n");
    body
}

#[test]
fn scanners_of_unknown_texts_do_what_scanners_of_texts_do() {
    let count: usize =
        std::env::var("LAZULI_SCANNER_SEQUENCES").ok().and_then(|count| count.parse().ok()).unwrap_or(16);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut random = Random(7);
    let texts = texts(&mut random);
    let sequences: Vec<Vec<usize>> =
        (0..count).map(|_| (0..1 + random.below(4)).map(|_| random.below(CALLS.len())).collect()).collect();
    fs::write(folder.join("Observer.java"), observer(&sequences, &texts)).unwrap();
    let compiled = tool("javac", &["-d", "observer", "Observer.java"], folder);
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let observed = tool("java", &["-cp", "observer", "Observer"], folder);
    assert!(observed.status.success(), "{}", String::from_utf8_lossy(&observed.stderr));

    let mut results: Vec<BTreeSet<Vec<String>>> = vec![BTreeSet::new(); sequences.len()];
    for line in String::from_utf8(observed.stdout).unwrap().lines() {
        let mut parts = line.split('\t').map(str::to_string);
        let number: usize = parts.next().unwrap().parse().unwrap();
        results[number].insert(parts.collect());
    }
    // What a call can result in at all.
    let mut possible: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for (calls, results) in sequences.iter().zip(&results) {
        for results in results {
            for (call, result) in calls.iter().zip(results) {
                possible.entry(*call).or_default().insert(result.clone());
            }
        }
    }
    let mut methods = String::new();
    let mut seen = BTreeSet::new();
    for (number, calls) in sequences.iter().enumerate() {
        let known: Vec<&Vec<String>> = results[number].iter().collect();
        for variant in 0..2 {
            let chosen = random.pick(&known);
            let name = format!("seen{number}_{variant}");
            methods.push_str(&method(&name, calls, chosen));
            seen.insert(format!("Traces.{name}()"));
        }
        for variant in 0..2 {
            let mut changed: Vec<String> = random.pick(&known).to_vec();
            let position = random.below(changed.len());
            let others: Vec<&String> = possible[&calls[position]].iter().collect();
            // Ways to end are more telling than values.
            let ends = ["end", "mismatch"].map(str::to_string);
            changed[position] = match changed[position].as_str() {
                "true" => "false".to_string(),
                "false" => "true".to_string(),
                _ if random.below(2) == 0 => random.pick(&ends).clone(),
                _ => random.pick(&others).to_string(),
            };
            if !results[number].contains(&changed) {
                methods.push_str(&method(&format!("other{number}_{variant}"), calls, &changed));
            }
        }
    }
    fs::write(folder.join("Traces.java"), format!("import java.util.*;\nclass Traces {{\n{methods}}}\n")).unwrap();
    let compiled = tool("javac", &["-g", "-d", "traces", "Traces.java"], folder);
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = lazuli(&["check", "traces", "--format", "json", "--timeout", "900s"], folder);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));

    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for target in report["targets"].as_array().unwrap() {
        let (name, verdict) = (target["method"].as_str().unwrap(), target["verdict"].as_str().unwrap());
        if name.starts_with("Traces.<init>") {
            continue;
        }
        for violation in target["violations"].as_array().unwrap() {
            assert_eq!(violation["replay"], "confirmed", "{name}: {violation}\n{methods}");
        }
        let is_seen = seen.contains(name);
        // What was recognised as a number or a boolean may be spelt in other ways than we look at.
        let is_spelling = target["reasons"].as_array().unwrap().iter().any(|reason| {
            let what = reason["what"].as_str().unwrap();
            what.contains("spelling")
                || what.contains("text of a floating-point number")
                || what.contains("looking at text built from")
        });
        if is_seen && verdict != "violated" {
            assert!(is_spelling, "{name} was seen on a JVM but is {verdict}: {target}\n{methods}");
        }
        *counts.entry(format!("{} {verdict}", if is_seen { "seen" } else { "other" })).or_default() += 1;
    }
    let of = |what: &str| counts.get(what).copied().unwrap_or(0);
    assert!(of("seen violated") > count, "{counts:?}");
    assert!(of("other proved") > count / 4, "{counts:?}");
}

#[test]
fn a_kept_reproducer_supplies_the_standard_input_itself() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let source = "import java.util.*;\npublic class Asks {\n    public static void main(String[] args) {\n        Scanner s = new Scanner(System.in);\n        double price = s.nextDouble();\n        String name = s.next();\n        if (price == 2.5 && name.equals(\"caf\\u00e9\")) throw new AssertionError();\n    }\n}\n";
    fs::write(folder.join("Asks.java"), source).unwrap();
    let output = lazuli(&["check", "Asks.java", "--main", "Asks", "--format", "json", "--keep-replay", "kept"], folder);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let violation = &report["targets"][0]["violations"][0];
    assert_eq!(violation["replay"], "confirmed", "{report}");
    assert_eq!(violation["standard_input"]["text"], "2.5 caf\\u00e9", "{violation}");
    assert_eq!(violation["standard_input"]["results"][0]["name"], "nextDouble@5");
    assert_eq!(violation["inputs"]["nextDouble@5"], 2.5);

    // As its comment says, in a locale with other numbers.
    let driver = fs::read_to_string(folder.join("kept/LazuliReplay1.java")).unwrap();
    let run = driver.lines().find_map(|line| line.strip_prefix("// Run: java ")).unwrap_or_else(|| panic!("{driver}"));
    let mut arguments = vec!["-Duser.language=de", "-Duser.country=DE"];
    arguments.extend(run.split(' ').map(|argument| argument.trim_matches('\'')));
    let java = tool("java", &arguments, &folder.join("kept"));
    let printed = String::from_utf8_lossy(&java.stdout).into_owned();
    assert!(printed.contains("threw\tjava.lang.AssertionError"), "{java:?}");
}

#[test]
fn a_run_reads_the_standard_input_of_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let source = "import java.io.*;\nimport java.util.*;\npublic class Echo {\n    public static void main(String[] args) throws IOException {\n        System.out.println((char) System.in.read());\n        Scanner s = new Scanner(System.in);\n        System.out.println(2 * s.nextInt() + s.nextLine() + s.hasNextLine());\n        System.out.println(System.in.read());\n    }\n}\n";
    fs::write(folder.join("Echo.java"), source).unwrap();
    fs::write(folder.join("input.txt"), "x21 caf\u{e9}\n").unwrap();
    let input = || Stdio::from(fs::File::open(folder.join("input.txt")).unwrap());
    let run = |mut command: Command, arguments: &[&str]| {
        command.args(arguments).current_dir(folder).stdin(input()).output().expect("it starts")
    };
    let ours = run(Command::new(env!("CARGO_BIN_EXE_lazuli")), &["run", "Echo.java", "--main", "Echo"]);
    let theirs = run(Command::new(testkit::jdk::tool("java")), &["-Dfile.encoding=UTF-8", "Echo.java"]);
    assert_eq!(ours.stdout, theirs.stdout, "{ours:?}\n{theirs:?}");
    assert!(ours.status.success() && theirs.status.success(), "{ours:?}\n{theirs:?}");
}
