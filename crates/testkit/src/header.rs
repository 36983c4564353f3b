//! The expectations in the leading comment lines of a test program.
//!
//! ```java
//! // Free text starts with a capital letter and says what the program attacks.
//! // run: deep
//! // args: --method ListTail.last --depth 3
//! // verdict: violated
//! // violation: NullPointerException at last:@tail
//! // paths: 5
//! ```
//!
//! `run:` starts a further group and names it; without it there is one group named `default`. A violation is
//! `Kind at method:line` or `Kind at Class.method:line`; the line is a number or `@label`, which stands for the line
//! that ends with the comment `// @label`. The listed violations are all of them. `reason:` gives a part of one of the
//! listed reasons. `open:` says what is not decided yet, and why. The header is the truth: `bless` never touches it.

/// What a target may be judged, as DESIGN section 1 defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpectedVerdict {
    Proved,
    Bounded,
    Violated,
    Inconclusive,
}

impl ExpectedVerdict {
    pub fn word(self) -> &'static str {
        match self {
            ExpectedVerdict::Proved => "proved",
            ExpectedVerdict::Bounded => "bounded",
            ExpectedVerdict::Violated => "violated",
            ExpectedVerdict::Inconclusive => "inconclusive",
        }
    }

    pub fn exit_code(self) -> i32 {
        match self {
            ExpectedVerdict::Proved | ExpectedVerdict::Bounded => 0,
            ExpectedVerdict::Violated => 1,
            ExpectedVerdict::Inconclusive => 3,
        }
    }

    /// Whether this says no less than another, of runs without a violation.
    pub fn is_at_least(self, other: ExpectedVerdict) -> bool {
        let strength = |verdict| match verdict {
            ExpectedVerdict::Proved => Some(2),
            ExpectedVerdict::Bounded => Some(1),
            ExpectedVerdict::Inconclusive => Some(0),
            ExpectedVerdict::Violated => None,
        };
        match (strength(self), strength(other)) {
            (Some(this), Some(other)) => this >= other,
            (this, other) => this == other,
        }
    }

    /// Whether this leaves open what another decides.
    pub fn is_open_beside(self, decided: ExpectedVerdict) -> bool {
        match decided {
            ExpectedVerdict::Proved | ExpectedVerdict::Violated => {
                matches!(self, ExpectedVerdict::Bounded | ExpectedVerdict::Inconclusive)
            }
            ExpectedVerdict::Bounded => self == ExpectedVerdict::Inconclusive,
            ExpectedVerdict::Inconclusive => false,
        }
    }

    /// The verdict of this name.
    pub fn parse(word: &str) -> Option<ExpectedVerdict> {
        [ExpectedVerdict::Proved, ExpectedVerdict::Bounded, ExpectedVerdict::Violated, ExpectedVerdict::Inconclusive]
            .into_iter()
            .find(|verdict| verdict.word() == word)
    }
}

/// A violation that must be found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ExpectedViolation {
    pub kind: String,
    /// Checked only if the header names it.
    pub class: Option<String>,
    pub method: String,
    pub line: u64,
}

/// One run of the binary and what it must say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedRun {
    pub name: String,
    pub args: Vec<String>,
    pub verdict: ExpectedVerdict,
    pub violations: Vec<ExpectedViolation>,
    /// Loops that never end, of the kind `Endless`; each must be listed as an outcome.
    pub endless: Vec<ExpectedViolation>,
    /// Sum of `stats.paths` over the targets.
    pub paths: Option<u64>,
    /// Each must occur in some reason.
    pub reasons: Vec<String>,
    /// Whether a stronger verdict is as good, where there is no violation.
    pub is_at_least: bool,
    /// Whether the verdict is the truth, but not found yet: what decides nothing will do.
    pub is_open: bool,
}

#[derive(Default)]
struct Group {
    name: Option<String>,
    args: Option<Vec<String>>,
    /// `--ensures` and `--assume` with their texts, which may have blanks in them.
    properties: Vec<String>,
    verdict: Option<ExpectedVerdict>,
    violations: Vec<ExpectedViolation>,
    endless: Vec<ExpectedViolation>,
    paths: Option<u64>,
    reasons: Vec<String>,
    is_open: bool,
}

/// The version of the language that a program needs: `java: 21`.
pub fn language(source: &str) -> Option<u32> {
    let header = source.lines().map_while(|line| line.strip_prefix("//"));
    header.filter_map(|line| line.trim().strip_prefix("java:")).find_map(|version| version.trim().parse().ok())
}

/// Reads the runs of a program, or says what is wrong with its header.
pub fn parse(source: &str) -> Result<Vec<ExpectedRun>, String> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, line) in source.lines().enumerate() {
        let Some(comment) = line.strip_prefix("//") else { break };
        let Some((key, value)) = comment.trim().split_once(':') else { continue };
        if key.is_empty() || !key.chars().all(|c| c.is_ascii_lowercase()) {
            continue;
        }
        let value = value.trim();
        let at = |problem: &str| format!("header line {}: {problem}", index + 1);
        if key == "java" {
            value.parse::<u32>().map_err(|_| at("java must be a number"))?;
            continue;
        }
        if key == "run" {
            // A group that has nothing yet can only be the unnamed first one, which does not exist then.
            groups.push(Group { name: Some(value.to_string()), ..Group::default() });
            continue;
        }
        if groups.is_empty() {
            groups.push(Group::default());
        }
        let group = groups.last_mut().expect("a group was just made sure of");
        match key {
            "args" => group.args = Some(value.split_whitespace().map(str::to_string).collect()),
            "ensures" | "assume" => group.properties.extend([format!("--{key}"), value.to_string()]),
            "verdict" => {
                group.verdict =
                    Some(ExpectedVerdict::parse(value).ok_or_else(|| at(&format!("unknown verdict '{value}'")))?);
            }
            "violation" => group.violations.push(violation(value, source).map_err(|problem| at(&problem))?),
            "endless" => {
                let endless = violation(&format!("Endless at {value}"), source).map_err(|problem| at(&problem))?;
                group.endless.push(endless);
            }
            "paths" => group.paths = Some(value.parse().map_err(|_| at("paths must be a number"))?),
            "reason" => group.reasons.push(value.to_string()),
            "open" if value.is_empty() => return Err(at("'open:' says why")),
            "open" => group.is_open = true,
            _ => return Err(at(&format!("unknown key '{key}'"))),
        }
    }
    if groups.is_empty() {
        return Err("no expectations: the header has no 'args:' and 'verdict:'".to_string());
    }
    let runs: Vec<ExpectedRun> = groups.into_iter().map(finish).collect::<Result<_, _>>()?;
    for (index, run) in runs.iter().enumerate() {
        if runs[..index].iter().any(|earlier| earlier.name == run.name) {
            return Err(format!("two runs are named '{}'", run.name));
        }
    }
    Ok(runs)
}

fn finish(group: Group) -> Result<ExpectedRun, String> {
    let name = group.name.unwrap_or_else(|| "default".to_string());
    let problem = |what: &str| format!("run '{name}': {what}");
    let mut args = group.args.ok_or_else(|| problem("no 'args:'"))?;
    args.extend(group.properties);
    let verdict = group.verdict.ok_or_else(|| problem("no 'verdict:'"))?;
    if (verdict == ExpectedVerdict::Violated) == group.violations.is_empty() {
        return Err(problem("'violation:' lines belong to the verdict 'violated', and it needs at least one"));
    }
    if verdict == ExpectedVerdict::Inconclusive && group.reasons.is_empty() {
        return Err(problem("an inconclusive run needs a 'reason:'"));
    }
    let mut violations = group.violations;
    violations.sort();
    let Group { endless, paths, reasons, is_open, .. } = group;
    Ok(ExpectedRun { name, args, verdict, violations, endless, paths, reasons, is_at_least: false, is_open })
}

fn violation(text: &str, source: &str) -> Result<ExpectedViolation, String> {
    let shape = "a violation reads 'Kind at method:line'";
    let (kind, place) = text.split_once(" at ").ok_or(shape)?;
    let (name, line) = place.rsplit_once(':').ok_or(shape)?;
    let line = match line.trim().strip_prefix('@') {
        Some(label) => labelled_line(label, source)?,
        None => line.trim().parse().map_err(|_| shape)?,
    };
    let (class, method) = match name.rsplit_once('.') {
        Some((class, method)) => (Some(class.to_string()), method),
        None => (None, name),
    };
    Ok(ExpectedViolation { kind: kind.trim().to_string(), class, method: method.to_string(), line })
}

fn labelled_line(label: &str, source: &str) -> Result<u64, String> {
    let ending = format!("// @{label}");
    let mut lines = source.lines().enumerate().filter(|(_, line)| line.trim_end().ends_with(&ending));
    let (index, _) = lines.next().ok_or_else(|| format!("no line ends with '{ending}'"))?;
    match lines.next() {
        Some(_) => Err(format!("several lines end with '{ending}'")),
        None => Ok(index as u64 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_groups_and_labels() {
        let source = "// Attacks: nothing.\n// args: --method A.f --depth 3\n// verdict: violated\n\
                      // violation: AssertionError at f:@x\n// run: two\n// args:\n// verdict: proved\n// paths: 7\n\
                      class A {\n  void f() { assert false; } // @x\n}\n";
        let runs = parse(source).unwrap();
        assert_eq!(runs.len(), 2);
        assert_eq!(runs[0].name, "default");
        assert_eq!(runs[0].args, ["--method", "A.f", "--depth", "3"]);
        assert_eq!(runs[0].violations[0].line, 10);
        assert_eq!((runs[1].name.as_str(), runs[1].paths), ("two", Some(7)));
    }

    #[test]
    fn refuses_what_could_silently_pass() {
        let body = "class A {}\n";
        for (header, part) in [
            ("", "no expectations"),
            ("// args: x\n", "no 'verdict:'"),
            ("// verdict: proved\n", "no 'args:'"),
            ("// args: x\n// verdict: fine\n", "unknown verdict"),
            ("// args: x\n// verdct: proved\n", "unknown key 'verdct'"),
            ("// args: x\n// verdict: violated\n", "at least one"),
            ("// args: x\n// verdict: proved\n// violation: E at m:1\n", "at least one"),
            ("// args: x\n// verdict: violated\n// violation: E at m:@gone\n", "no line ends with"),
            ("// args: x\n// verdict: violated\n// violation: E m:1\n", "a violation reads"),
            ("// args: x\n// verdict: inconclusive\n", "needs a 'reason:'"),
            ("// args: x\n// verdict: proved\n// open:\n", "says why"),
        ] {
            let message = parse(&format!("{header}{body}")).unwrap_err();
            assert!(message.contains(part), "{header:?} gave {message:?}");
        }
    }
}
