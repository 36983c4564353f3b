//! The report as one JSON object, for scripts. The names are a promise to scripts.
//!
//! Values are numbers and booleans as they are, `null`, and `{"ref": n}` for the object with that `id` in `heap`.
//! A `char` is the number of its UTF-16 code unit (half a surrogate pair has no JSON string). `NaN`, `Infinity` and
//! `-Infinity`, and mathematical integers beyond 64 bits, are strings, for JSON has no such numbers.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::data::{
    Call, CodePlace, FieldValue, Given, HeapObject, InputContent, InputValue, Invariant, MadeBy, Member, Proof,
    Rechecked, Replay, Report, ScheduleStep, StandardInputData, Stats, SuppliedValue, Target, Tried, Until, Violation,
};
use crate::outcome::Outcome;
use crate::picture::{is_unusual_nan, non_finite, text_literal};
use crate::reason::Reason;

/// The version of the names below. Additions do not change it.
pub const SCHEMA: u32 = 1;

/// The whole report as one line.
pub fn write(report: &Report) -> String {
    let json = JsonReport {
        schema: SCHEMA,
        verdict: report.verdict.word(),
        targets: report.targets.iter().map(JsonTarget::new).collect(),
    };
    let mut text = serde_json::to_string(&json).expect("plain data with string keys always serialises");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct JsonReport<'a> {
    schema: u32,
    verdict: &'static str,
    targets: Vec<JsonTarget<'a>>,
}

#[derive(Serialize)]
struct JsonTarget<'a> {
    method: &'a str,
    verdict: &'static str,
    violations: Vec<JsonViolation<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    endless: Vec<JsonViolation<'a>>,
    outcomes: Outcomes<'a>,
    by: &'static str,
    tried: Vec<JsonTried<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<JsonProof<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stuck: Vec<JsonInvariant<'a>>,
    reasons: Vec<JsonReason<'a>>,
    stats: JsonStats,
}

#[derive(Serialize)]
struct JsonProof<'a> {
    by: &'static str,
    invariants: Vec<JsonInvariant<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rechecked: Option<JsonRechecked>,
}

#[derive(Serialize)]
struct JsonRechecked {
    blocks: u64,
    invariants: u64,
}

#[derive(Serialize)]
struct JsonInvariant<'a> {
    at: &'a str,
    holds: &'a [String],
}

impl<'a> JsonInvariant<'a> {
    fn new(invariant: &'a Invariant) -> JsonInvariant<'a> {
        JsonInvariant { at: &invariant.at, holds: &invariant.holds }
    }
}

impl<'a> JsonProof<'a> {
    fn new(proof: &'a Proof) -> JsonProof<'a> {
        let rechecked = proof.rechecked.map(|Rechecked { blocks, invariants }| JsonRechecked { blocks, invariants });
        JsonProof {
            by: proof.by.word(),
            invariants: proof.invariants.iter().map(JsonInvariant::new).collect(),
            rechecked,
        }
    }
}

impl<'a> JsonTarget<'a> {
    fn new(target: &'a Target) -> JsonTarget<'a> {
        let stats = target.stats;
        JsonTarget {
            method: &target.method,
            verdict: target.verdict.word(),
            violations: target.violations.iter().map(JsonViolation::new).collect(),
            endless: target.endless.iter().map(JsonViolation::new).collect(),
            outcomes: Outcomes(&target.outcomes),
            by: target.by,
            tried: target.tried.iter().map(JsonTried::new).collect(),
            proof: target.proof.as_ref().map(JsonProof::new),
            stuck: target.stuck.iter().map(JsonInvariant::new).collect(),
            reasons: target.reasons.iter().map(JsonReason::new).collect(),
            stats: JsonStats {
                paths: stats.paths,
                states: stats.states,
                instructions: stats.instructions,
                solver_queries: stats.solver_queries,
                solver_ms: stats.solver_ms,
                time_ms: stats.time_ms,
                peak_memory_mb: stats.peak_memory_mb,
                match_checks: stats.match_checks,
                match_hits: stats.match_hits,
                match_stored: stats.match_stored,
                match_inexact: stats.match_inexact,
                refinements: stats.refinements,
                predicates: stats.predicates,
                abstract_states: stats.abstract_states,
                composed: JsonComposed::of(&stats),
            },
        }
    }
}

#[derive(Serialize)]
struct JsonStats {
    paths: u64,
    states: u64,
    instructions: u64,
    solver_queries: u64,
    solver_ms: u64,
    time_ms: u64,
    peak_memory_mb: u64,
    match_checks: u64,
    match_hits: u64,
    match_stored: u64,
    match_inexact: u64,
    refinements: u64,
    predicates: u64,
    abstract_states: u64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    composed: Option<JsonComposed>,
}

/// Only where methods were run by themselves.
#[derive(Serialize)]
struct JsonComposed {
    calls_composed: u64,
    calls_inlined: u64,
    summaries_computed: u64,
    summaries_reused: u64,
}

impl JsonComposed {
    fn of(stats: &Stats) -> Option<JsonComposed> {
        let &Stats { calls_composed, calls_inlined, summaries_computed, summaries_reused, .. } = stats;
        let is_any = calls_composed + calls_inlined + summaries_computed + summaries_reused > 0;
        is_any.then_some(JsonComposed { calls_composed, calls_inlined, summaries_computed, summaries_reused })
    }
}

#[derive(Serialize)]
struct JsonReason<'a> {
    code: &'static str,
    kind: &'static str,
    what: String,
    place: &'a str,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
}

impl<'a> JsonReason<'a> {
    fn new(reason: &'a Reason) -> JsonReason<'a> {
        let cause = &reason.cause;
        JsonReason {
            code: cause.code(),
            kind: cause.effect().word(),
            what: cause.sentence(),
            place: &reason.place,
            count: reason.count,
            path: cause.path(),
        }
    }
}

#[derive(Serialize)]
struct JsonTried<'a> {
    technique: &'static str,
    verdict: &'static str,
    time_ms: u64,
    reasons: Vec<JsonReason<'a>>,
}

impl<'a> JsonTried<'a> {
    fn new(tried: &'a Tried) -> JsonTried<'a> {
        JsonTried {
            technique: tried.technique,
            verdict: tried.verdict.word(),
            time_ms: tried.time_ms,
            reasons: tried.reasons.iter().map(JsonReason::new).collect(),
        }
    }
}

#[derive(Serialize)]
struct JsonViolation<'a> {
    kind: &'a str,
    exception: &'a str,
    message: Option<&'a str>,
    class: &'a str,
    method: &'a str,
    line: u32,
    steps: u64,
    inputs: Inputs<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    supplied: Vec<JsonSupplied<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_input: Option<JsonStandardInput<'a>>,
    heap: Vec<JsonObject<'a>>,
    schedule: Vec<JsonScheduleStep<'a>>,
    path_condition: &'a [String],
    path: &'a str,
    raised_by: Option<&'a str>,
    replay: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    replay_detail: Option<&'a str>,
}

impl<'a> JsonViolation<'a> {
    fn new(violation: &'a Violation) -> JsonViolation<'a> {
        let replay_detail = match &violation.replay {
            Replay::Confirmed | Replay::Untried => None,
            Replay::Diverged(detail) | Replay::Unbuildable(detail) | Replay::Unavailable(detail) => {
                Some(detail.as_str())
            }
        };
        JsonViolation {
            kind: &violation.kind,
            exception: &violation.exception,
            message: violation.message.as_deref(),
            class: &violation.class,
            method: &violation.method,
            line: violation.line,
            steps: violation.steps,
            inputs: Inputs(violation),
            supplied: violation.supplied.iter().map(JsonSupplied::new).collect(),
            standard_input: violation.standard_input.as_ref().map(JsonStandardInput::new),
            heap: violation.heap.iter().map(JsonObject::new).collect(),
            schedule: violation.schedule.iter().map(JsonScheduleStep::new).collect(),
            path_condition: &violation.path_condition,
            path: &violation.path,
            raised_by: violation.raised_by.as_deref(),
            replay: violation.replay.word(),
            replay_detail,
        }
    }
}

#[derive(Serialize)]
struct JsonStandardInput<'a> {
    /// As in a Java literal; absent if the bytes are no text in UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    bytes: &'a [u8],
    results: Vec<JsonSupplied<'a>>,
}

impl<'a> JsonStandardInput<'a> {
    fn new(input: &'a StandardInputData) -> JsonStandardInput<'a> {
        let text = std::str::from_utf8(&input.bytes).ok();
        JsonStandardInput {
            text: text.map(|text| text_literal(&text.encode_utf16().collect::<Vec<u16>>())),
            bytes: &input.bytes,
            results: input.results.iter().map(JsonSupplied::new).collect(),
        }
    }
}

#[derive(Serialize)]
struct JsonSupplied<'a> {
    name: &'a str,
    value: JsonValue,
    class: &'a str,
    method: &'a str,
    line: u32,
}

impl<'a> JsonSupplied<'a> {
    fn new(supplied: &'a SuppliedValue) -> JsonSupplied<'a> {
        let SuppliedValue { name, value, class, method, line } = supplied;
        JsonSupplied { name, value: JsonValue(*value), class, method, line: *line }
    }
}

#[derive(Serialize)]
struct JsonScheduleStep<'a> {
    thread: u32,
    location: &'a str,
    /// `before` an instruction, `waits`, `ends`.
    until: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<JsonCodePlace<'a>>,
}

#[derive(Serialize)]
struct JsonCodePlace<'a> {
    class: &'a str,
    method: &'a str,
    descriptor: &'a str,
    offset: u32,
    hits: u32,
}

impl<'a> JsonScheduleStep<'a> {
    fn new(step: &'a ScheduleStep) -> JsonScheduleStep<'a> {
        let (until, place) = match &step.until {
            Until::Before { place: CodePlace { class, method, descriptor, offset }, hits } => {
                ("before", Some(JsonCodePlace { class, method, descriptor, offset: *offset, hits: *hits }))
            }
            Until::Waits => ("waits", None),
            Until::Ends => ("ends", None),
        };
        JsonScheduleStep { thread: step.thread, location: &step.location, until, place }
    }
}

#[derive(Serialize)]
struct JsonObject<'a> {
    id: u32,
    class: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Fields<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elements: Option<Elements>,
    /// The public member of the library that gives it, in source form.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Vec<JsonValue>>,
    /// What an unknown function was asked, and what it answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<Vec<JsonCall<'a>>>,
    /// What a map holds, in the order in which it is put in.
    #[serde(skip_serializing_if = "Option::is_none")]
    entries: Option<Vec<(JsonValue, JsonValue)>>,
    /// A string as a Java literal, without its quotation marks.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl<'a> JsonObject<'a> {
    fn new(object: &'a HeapObject) -> JsonObject<'a> {
        let mut json = JsonObject {
            id: object.id,
            class: &object.class,
            fields: None,
            length: None,
            elements: None,
            made_by: None,
            arguments: None,
            calls: None,
            entries: None,
            text: None,
        };
        match &object.content {
            InputContent::Fields(fields) => json.fields = Some(Fields(fields)),
            InputContent::Kept(field) => json.fields = Some(Fields(std::slice::from_ref(field))),
            InputContent::Elements { length, elements } => {
                json.length = Some(*length);
                json.elements = Some(Elements(elements.clone()));
            }
            InputContent::Text { length, units, .. } => {
                json.length = Some(*length);
                json.text = Some(text_literal(units));
            }
            InputContent::Made { by, arguments } => {
                json.made_by = Some(member_text(by));
                json.arguments = Some(arguments.iter().copied().map(JsonValue).collect());
            }
            InputContent::Function(calls) => json.calls = Some(calls.iter().map(JsonCall::new).collect()),
            InputContent::Collection { elements, is_map: true } => {
                let pairs = elements.chunks_exact(2).map(|pair| (JsonValue(pair[0]), JsonValue(pair[1])));
                json.entries = Some(pairs.collect());
            }
            InputContent::Collection { elements, is_map: false } => {
                json.length = Some(elements.len() as u32);
                json.elements = Some(Elements((0..).zip(elements.iter().copied()).collect()));
            }
        }
        json
    }
}

/// `new java.lang.StringBuilder(java.lang.String)`, `java.util.Locale.ROOT`.
fn member_text(by: &MadeBy) -> String {
    let MadeBy { member, class, name, parameters } = by;
    match member {
        Member::Constructor => format!("new {class}({})", parameters.join(", ")),
        Member::StaticMethod | Member::Method => format!("{class}.{name}({})", parameters.join(", ")),
        Member::Field => format!("{class}.{name}"),
    }
}

#[derive(Serialize)]
struct JsonCall<'a> {
    method: &'a str,
    arguments: Vec<JsonGiven<'a>>,
    result: JsonValue,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonGiven<'a> {
    Input(JsonValue),
    Made {
        made: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        literal: Option<&'a str>,
    },
}

impl<'a> JsonCall<'a> {
    fn new(call: &'a Call) -> JsonCall<'a> {
        let given = |given: &'a Given| match given {
            Given::Input(value) => JsonGiven::Input(JsonValue(*value)),
            Given::Made { class, literal } => JsonGiven::Made { made: class, literal: literal.as_deref() },
        };
        JsonCall {
            method: &call.method,
            arguments: call.arguments.iter().map(given).collect(),
            result: JsonValue(call.result),
        }
    }
}

struct Outcomes<'a>(&'a [(Outcome, u64)]);

impl Serialize for Outcomes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(outcome, count)| (outcome.to_string(), count)))
    }
}

/// In the order of the parameters, then of the calls that asked for values.
struct Inputs<'a>(&'a Violation);

impl Serialize for Inputs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parameters = self.0.inputs.iter().map(|(name, value)| (name, JsonValue(*value)));
        let read = self.0.standard_input.iter().flat_map(|input| &input.results);
        let supplied = self.0.supplied.iter().chain(read);
        serializer.collect_map(parameters.chain(supplied.map(|asked| (&asked.name, JsonValue(asked.value)))))
    }
}

/// By name; a name that is declared twice (a field that hides an inherited one) becomes `pkg.Class.name`.
struct Fields<'a>(&'a [FieldValue]);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for field in self.0 {
            let hides = self.0.iter().filter(|other| other.name == field.name).count() > 1;
            if hides {
                map.serialize_entry(&format!("{}.{}", field.declared_in, field.name), &JsonValue(field.value))?;
            } else {
                map.serialize_entry(&field.name, &JsonValue(field.value))?;
            }
        }
        map.end()
    }
}

/// By index, so that sparse arrays stay small: `{"0": 7, "999": 3}`.
struct Elements(Vec<(u32, InputValue)>);

impl Serialize for Elements {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(index, value)| (index, JsonValue(*value))))
    }
}

struct JsonValue(InputValue);

impl Serialize for JsonValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            InputValue::Boolean(value) => serializer.serialize_bool(value),
            InputValue::Byte(value) => serializer.serialize_i8(value),
            InputValue::Char(unit) => serializer.serialize_u16(unit),
            InputValue::Short(value) => serializer.serialize_i16(value),
            InputValue::Int(value) => serializer.serialize_i32(value),
            InputValue::Long(value) => serializer.serialize_i64(value),
            InputValue::Float(value) if value.is_finite() => serializer.serialize_f32(value),
            InputValue::Float(value) if is_unusual_nan(self.0) => {
                serializer.serialize_str(&format!("NaN({:#x})", value.to_bits()))
            }
            InputValue::Float(value) => serializer.serialize_str(non_finite(f64::from(value))),
            InputValue::Double(value) if value.is_finite() => serializer.serialize_f64(value),
            InputValue::Double(value) if is_unusual_nan(self.0) => {
                serializer.serialize_str(&format!("NaN({:#x})", value.to_bits()))
            }
            InputValue::Double(value) => serializer.serialize_str(non_finite(value)),
            InputValue::Math(value) => match i64::try_from(value) {
                Ok(small) => serializer.serialize_i64(small),
                Err(_) => serializer.serialize_str(&value.to_string()),
            },
            InputValue::Null => serializer.serialize_unit(),
            InputValue::Reference(id) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("ref", &id)?;
                map.end()
            }
        }
    }
}

/// A list of values in the notation of the report, for tests and other writers that embed inputs.
pub fn write_values(values: &[InputValue]) -> String {
    struct List<'a>(&'a [InputValue]);
    impl Serialize for List<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut list = serializer.serialize_seq(Some(self.0.len()))?;
            for value in self.0 {
                list.serialize_element(&JsonValue(*value))?;
            }
            list.end()
        }
    }
    serde_json::to_string(&List(values)).expect("plain values always serialise")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{array, object, partition_report};

    #[test]
    fn fixed_names_and_order() {
        let text = write(&partition_report());
        let expected = concat!(
            r#"{"schema":1,"verdict":"violated","targets":["#,
            r#"{"method":"ListPartition.partition(Node,int)","verdict":"violated","violations":["#,
            r#"{"kind":"AssertionError","exception":"java.lang.AssertionError","message":"not partitioned","#,
            r#""class":"ListPartition","method":"partition","line":31,"steps":10,"#,
            r#""inputs":{"l":{"ref":1},"v":0},"#,
            r#""heap":[{"id":1,"class":"Node","fields":{"elem":0,"next":{"ref":2}}},"#,
            r#"{"id":2,"class":"Node","fields":{"elem":1,"next":null}}],"#,
            r#""schedule":[],"path_condition":["l.elem <= v","l.next.elem > v"],"path":"exact summary: 0+ 1","#,
            r#""raised_by":null,"replay":"confirmed"}],"#,
            r#""outcomes":{"returns":12,"refuses: java.lang.IllegalArgumentException":3},"#,
            r#""by":"exact","tried":[],"#,
            r#""reasons":[{"code":"bound.depth","kind":"bound","#,
            r#""what":"--depth 3 kept unknown objects from being created","#,
            r#""place":"ListPartition.partition:9","count":4},"#,
            r#"{"code":"unsupported","kind":"gave_up","what":"unsupported: native method java.lang.Thread.start0","#,
            r#""place":"","count":1}],"#,
            r#""stats":{"paths":15,"states":40,"instructions":900,"solver_queries":33,"solver_ms":12,"#,
            r#""time_ms":40,"peak_memory_mb":30,"match_checks":0,"match_hits":0,"match_stored":0,"#,
            r#""match_inexact":0,"refinements":0,"predicates":0,"abstract_states":0}},"#,
        );
        assert!(text.starts_with(expected), "{text}");
        serde_json::from_str::<serde_json::Value>(&text).expect("the report is JSON");
    }

    #[test]
    fn schedules_are_written_in_full() {
        let mut report = partition_report();
        let place = CodePlace {
            class: "p.A$B".to_string(),
            method: "run".to_string(),
            descriptor: "()V".to_string(),
            offset: 4,
        };
        let step = |thread, until| ScheduleStep { thread, location: "p.A.B.run:7".to_string(), until };
        report.targets[0].violations[0].schedule =
            vec![step(0, Until::Before { place, hits: 2 }), step(1, Until::Waits), step(0, Until::Ends)];
        let expected = concat!(
            r#""schedule":[{"thread":0,"location":"p.A.B.run:7","until":"before","#,
            r#""place":{"class":"p.A$B","method":"run","descriptor":"()V","offset":4,"hits":2}},"#,
            r#"{"thread":1,"location":"p.A.B.run:7","until":"waits"},"#,
            r#"{"thread":0,"location":"p.A.B.run:7","until":"ends"}],"#,
        );
        let text = write(&report);
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn values_without_a_json_number_are_strings() {
        let values = [
            InputValue::Boolean(true),
            InputValue::Char(0xd800),
            InputValue::Float(1.1),
            InputValue::Double(f64::NAN),
            InputValue::Float(f32::from_bits(0x7fc0_0001)),
            InputValue::Double(f64::NEG_INFINITY),
            InputValue::Double(-0.0),
            InputValue::Long(i64::MIN),
            InputValue::Math(1 << 70),
            InputValue::Null,
            InputValue::Reference(3),
        ];
        assert_eq!(
            write_values(&values),
            r#"[true,55296,1.1,"NaN","NaN(0x7fc00001)","-Infinity",-0.0,-9223372036854775808,"1180591620717411303424",null,{"ref":3}]"#
        );
    }

    #[test]
    fn arrays_and_hidden_fields() {
        let sparse = array(1, "int[]", 1000, &[(0, InputValue::Int(7)), (999, InputValue::Int(3))]);
        let json = serde_json::to_string(&JsonObject::new(&sparse)).unwrap();
        assert_eq!(json, r#"{"id":1,"class":"int[]","length":1000,"elements":{"0":7,"999":3}}"#);
        let mut hiding = object(2, "p.B", &[("f", InputValue::Int(1)), ("f", InputValue::Int(2))]);
        let InputContent::Fields(fields) = &mut hiding.content else { panic!("an object has fields") };
        fields[0].declared_in = "p.A".to_string();
        let json = serde_json::to_string(&JsonObject::new(&hiding)).unwrap();
        assert_eq!(json, r#"{"id":2,"class":"p.B","fields":{"p.A.f":1,"p.B.f":2}}"#);
    }

    #[test]
    fn collections_list_elements_and_entries() {
        let json = |is_map| {
            let elements = vec![InputValue::Int(1), InputValue::Null];
            let content = InputContent::Collection { elements, is_map };
            let object = HeapObject { id: 1, class: "C".to_string(), content };
            serde_json::to_string(&JsonObject::new(&object)).unwrap()
        };
        assert_eq!(json(false), r#"{"id":1,"class":"C","length":2,"elements":{"0":1,"1":null}}"#);
        assert_eq!(json(true), r#"{"id":1,"class":"C","entries":[[1,null]]}"#);
    }
}
