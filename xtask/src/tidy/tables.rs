//! Tables of the pages that are made from the code: options, techniques, reason codes.

use std::fmt::Write;

use clap::{Arg, Command};
use report::reason::{CODES, VerdictEffect};

/// One generated part of a page.
pub(super) struct Table {
    /// The page, from the root of the project.
    pub(super) page: &'static str,
    /// Named by the marks around it.
    pub(super) name: &'static str,
    pub(super) text: String,
}

/// Everything that is generated.
pub(super) fn all() -> Vec<Table> {
    vec![
        Table { page: "docs/options.md", name: "options", text: options() },
        Table { page: "docs/techniques.md", name: "techniques", text: techniques() },
        Table { page: "docs/reasons.md", name: "codes", text: codes() },
    ]
}

/// The page with a table between its marks; `None` if the marks are missing.
pub(super) fn insert(page: &str, name: &str, table: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->"));
    let (before, rest) = page.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}{table}{end}{after}"))
}

fn techniques() -> String {
    let mut table = "| technique | what it does | options it reads |\n|---|---|---|\n".to_string();
    for technique in engines::all() {
        let options: Vec<String> = technique.options.iter().map(|option| code(option)).collect();
        _ = writeln!(table, "| `{}` | {} | {} |", technique.name, technique.summary, options.join(", "));
    }
    table
}

fn codes() -> String {
    let mut table = "| code | effect on the verdict | meaning |\n|---|---|---|\n".to_string();
    for row in &CODES {
        let effect = match row.effect {
            VerdictEffect::Bound => "`bounded` at best",
            VerdictEffect::GaveUp | VerdictEffect::Vacuous => "`inconclusive`",
        };
        _ = writeln!(table, "| `{}` | {effect} | {} |", row.code, row.meaning);
    }
    table
}

/// A section for each command, with a table for each group of its options.
fn options() -> String {
    let mut text = String::new();
    let mut line = cli::command_line();
    line.build();
    let is_told = |command: &&mut Command| command.get_name() != "help" && !command.is_hide_set();
    for command in line.get_subcommands_mut().filter(is_told) {
        let usage = command.render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").trim();
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        _ = write!(text, "\n## lazuli {}\n\n{about}.\n\n`{usage}`\n", command.get_name());
        for group in groups(command) {
            if !group.is_empty() {
                _ = write!(text, "\n**{group}**\n");
            }
            text.push_str("\n| option | meaning |\n|---|---|\n");
            for argument in shown(command).filter(|argument| heading(argument) == group) {
                _ = writeln!(text, "| {} | {} |", code(&spelling(argument)), meaning(argument));
            }
        }
    }
    text.push('\n');
    text
}

/// The arguments of a command but for `--help`.
fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|argument| argument.get_id() != "help")
}

fn heading(argument: &Arg) -> &str {
    argument.get_help_heading().unwrap_or_default()
}

/// The groups of a command's options, in the order of their first members.
fn groups(command: &Command) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for argument in shown(command) {
        if !groups.iter().any(|group| group == heading(argument)) {
            groups.push(heading(argument).to_string());
        }
    }
    groups
}

/// `--depth K`, or `PATH` for an argument without a name.
fn spelling(argument: &Arg) -> String {
    let value = argument.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default();
    match argument.get_long() {
        None => value,
        Some(long) if argument.get_action().takes_values() => format!("--{long} {value}"),
        Some(long) => format!("--{long}"),
    }
}

/// What help says of an argument, its values and its default, in one cell.
fn meaning(argument: &Arg) -> String {
    let mut text = argument.get_help().map(ToString::to_string).unwrap_or_default().replace('\n', " ");
    if argument.get_action().takes_values() {
        let values = argument.get_possible_values();
        let explained: Vec<String> = values
            .iter()
            .map(|value| match value.get_help() {
                Some(help) => format!("`{}`: {help}", value.get_name()),
                None => format!("`{}`", value.get_name()),
            })
            .collect();
        if !explained.is_empty() {
            let separator = if values.iter().any(|value| value.get_help().is_some()) { "<br>" } else { ", " };
            _ = write!(text, "<br>{}", explained.join(separator));
        }
        let defaults: Vec<String> =
            argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
        if !defaults.is_empty() {
            _ = write!(text, " [default: {}]", defaults.join(", "));
        }
    }
    text.replace('|', "\\|")
}

/// Code in a cell of a table.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_stand_between_their_marks() {
        let page = "a\n<!-- begin t -->\nold\n<!-- end t -->\n";
        assert_eq!(insert(page, "t", "new\n").unwrap(), "a\n<!-- begin t -->\nnew\n<!-- end t -->\n");
        assert_eq!(insert(page, "other", "new\n"), None);
    }

    #[test]
    fn options_are_listed_with_values_and_defaults() {
        let text = options();
        assert!(text.contains("## lazuli check\n"), "{text}");
        assert!(text.contains("| `--timeout TIME` |"), "{text}");
        assert!(text.contains("[default: 60s]"), "{text}");
        assert!(text.contains("`lazier-sharp`: "), "{text}");
        assert!(!text.contains("| `--help`"), "{text}");
    }
}
