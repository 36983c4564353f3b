//! The report as SARIF 2.1.0, for code-review tools. Types from the `serde-sarif` crate.

use std::collections::BTreeSet;

use serde_sarif::sarif::{
    ArtifactLocation, Invocation, Location, LogicalLocation, Message, Notification, PhysicalLocation, Region,
    ReportingDescriptor, Result as SarifResult, ResultKind, ResultLevel, Run, Sarif, Tool, ToolComponent,
};

use crate::data::{Replay, Report, Target, Violation};
use crate::picture::input_lines;
use crate::reason::{Reason, VerdictEffect};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The whole report. `source_of` names the source file of a class, as a relative URI, if it is known; otherwise the
/// place is where Java convention puts it.
pub fn write(report: &Report, version: &str, source_of: &dyn Fn(&str) -> Option<String>) -> String {
    let violations = || report.targets.iter().flat_map(|target| &target.violations);
    let kinds: BTreeSet<&str> = violations().map(|violation| violation.kind.as_str()).collect();
    let rules: Vec<ReportingDescriptor> =
        kinds.iter().map(|kind| ReportingDescriptor::builder().id(*kind).name(*kind).build()).collect();
    let driver = ToolComponent::builder().name("lazuli").version(version).rules(rules).build();
    let results: Vec<SarifResult> = report
        .targets
        .iter()
        .flat_map(|target| target.violations.iter().map(move |violation| result(target, violation, source_of)))
        .collect();
    let notifications: Vec<Notification> = report
        .targets
        .iter()
        .flat_map(|target| target.reasons.iter().map(move |reason| notification(target, reason)))
        .collect();
    let invocation = Invocation::builder()
        .execution_successful(true)
        .exit_code(i64::from(report.verdict.exit_code()))
        .exit_code_description(report.verdict.word())
        .tool_execution_notifications(notifications)
        .build();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .invocations(vec![invocation])
        .results(results)
        .build();
    let log = Sarif::builder().schema(SCHEMA).version("2.1.0").runs(vec![run]).build();
    let mut text = serde_json::to_string_pretty(&log).expect("plain data with string keys always serialises");
    text.push('\n');
    text
}

fn result(target: &Target, violation: &Violation, source_of: &dyn Fn(&str) -> Option<String>) -> SarifResult {
    let (kind, level, replay) = match &violation.replay {
        Replay::Confirmed => (ResultKind::Fail, ResultLevel::Error, "confirmed on the JVM".to_string()),
        Replay::Unavailable(why) => (ResultKind::Fail, ResultLevel::Error, format!("not replayed: {why}")),
        Replay::Untried => (ResultKind::Fail, ResultLevel::Error, "not replayed".to_string()),
        // A defect of ours, not known to be one of the program. Only `fail` may have a level.
        Replay::Diverged(what) | Replay::Unbuildable(what) => {
            (ResultKind::Open, ResultLevel::None, format!("diverged on the JVM: {what}"))
        }
    };
    let mut text = format!("{} in {} ({replay})", violation.kind, target.method);
    if let Some(method) = &violation.raised_by {
        text.push_str(&format!(", raised by {method}"));
    }
    if let Some(message) = &violation.message {
        text.push_str(&format!(": {message}"));
    }
    text.push_str("\nInput:\n");
    text.push_str(&input_lines(violation, 100).join("\n"));
    SarifResult::builder()
        .rule_id(&violation.kind)
        .kind(kind)
        .level(level)
        .message(message(&text))
        .locations(vec![location(violation, source_of)])
        .build()
}

fn location(violation: &Violation, source_of: &dyn Fn(&str) -> Option<String>) -> Location {
    let name = format!("{}.{}", violation.class, violation.method);
    let logical = LogicalLocation::builder().fully_qualified_name(name).kind("function").build();
    let uri = source_of(&violation.class).unwrap_or_else(|| conventional_source(&violation.class));
    let artifact = ArtifactLocation::builder().uri(uri).build();
    let physical = if violation.line == 0 {
        PhysicalLocation::builder().artifact_location(artifact).build()
    } else {
        let region = Region::builder().start_line(i64::from(violation.line)).build();
        PhysicalLocation::builder().artifact_location(artifact).region(region).build()
    };
    Location::builder().physical_location(physical).logical_locations(vec![logical]).build()
}

fn notification(target: &Target, reason: &Reason) -> Notification {
    let level = match reason.cause.effect() {
        VerdictEffect::Bound => "note",
        VerdictEffect::GaveUp | VerdictEffect::Vacuous => "warning",
    };
    let place = if reason.place.is_empty() { String::new() } else { format!(" at {}", reason.place) };
    let text = format!("{}: {}{place} ({} times)", target.method, reason.cause.sentence(), reason.count);
    Notification::builder().level(level).message(message(&text)).build()
}

fn message(text: &str) -> Message {
    Message::builder().text(text).build()
}

/// `pkg.Outer$Inner` lives in `pkg/Outer.java`.
fn conventional_source(class: &str) -> String {
    let outer = class.split('$').next().filter(|outer| !outer.is_empty()).unwrap_or(class);
    format!("{}.java", outer.replace('.', "/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::partition_report;

    fn written(report: &Report) -> serde_json::Value {
        let text = write(report, "1.2.3", &|_| None);
        serde_json::from_str(&text).expect("the log is JSON")
    }

    #[test]
    fn results_rules_and_notifications() {
        let log = written(&partition_report());
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["name"], "lazuli");
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "AssertionError");
        let result = &run["results"][0];
        assert_eq!(result["ruleId"], "AssertionError");
        assert_eq!(result["level"], "error");
        assert_eq!(
            result["message"]["text"],
            "AssertionError in ListPartition.partition(Node,int) (confirmed on the JVM): not partitioned\nInput:\n\
             l -> [Node#1 elem: 0] -next-> [Node#2 elem: 1, next: null]\nv = 0"
        );
        let location = &result["locations"][0];
        assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "ListPartition.java");
        assert_eq!(location["physicalLocation"]["region"]["startLine"], 31);
        let notifications = &run["invocations"][0]["toolExecutionNotifications"];
        assert_eq!(notifications[0]["level"], "note");
        assert_eq!(notifications[1]["level"], "warning");
        assert_eq!(run["invocations"][0]["exitCode"], 1);
    }

    #[test]
    fn divergence_is_open_not_failed() {
        let mut report = partition_report();
        report.targets[0].violations[0].replay = Replay::Diverged("the method returned normally".to_string());
        let log = written(&report);
        assert_eq!(log["runs"][0]["results"][0]["kind"], "open");
        assert_eq!(log["runs"][0]["results"][0]["level"], "none");
    }

    #[test]
    fn nested_classes_live_in_their_outer_file() {
        assert_eq!(conventional_source("p.q.Outer$Inner"), "p/q/Outer.java");
        assert_eq!(conventional_source("A"), "A.java");
    }
}
