//! Scenes as text, for those who want to see what was compared.

use logic::print::display;
use machine::machine::Machine;
use machine::scene::{Cell, Edge, NodeBase, NodeContent, Scene, SceneNode};
use program::code::Register;

use super::cover::Labels;

/// A name for each node.
pub(super) type Names = Vec<String>;

/// `n1`, `n2`, … in the order of the nodes.
pub(super) fn plain_labels(scene: &Scene) -> Names {
    (1..=scene.nodes.len()).map(|number| format!("n{number}")).collect()
}

/// The same name for nodes that correspond; primed ones for the others of the left scene.
pub(super) fn common_labels(left: &Scene, right: &Scene, labels: &Labels) -> (Names, Names) {
    let right_names = plain_labels(right);
    let mut left_names: Names = (1..=left.nodes.len()).map(|number| format!("n{number}'")).collect();
    for (right, left) in labels.iter().enumerate() {
        if let Some(left) = left {
            left_names[*left as usize] = right_names[right].clone();
        }
    }
    (left_names, right_names)
}

/// Roots, nodes and the path condition, a line each.
pub(super) fn describe(machine: &mut Machine, scene: &Scene, names: &Names) -> Vec<String> {
    let mut lines = Vec::new();
    for root in &scene.roots {
        let name = match root.register {
            Some((frame, register)) => register_name(machine, scene, frame, register),
            // Monitors that nobody holds, and the like.
            None if root.edge == Edge::Null => continue,
            None => "(other)".to_string(),
        };
        lines.push(match &root.edge {
            edge @ (Edge::Primitive(_) | Edge::UnreadPrimitive | Edge::Index(_)) => {
                format!("{name} = {}", text(machine, edge, names))
            }
            edge => format!("{name} -> {}", text(machine, edge, names)),
        });
    }
    for (number, node) in scene.nodes.iter().enumerate() {
        lines.push(format!("{}: {}", names[number], node_text(machine, node, names)));
    }
    for term in &scene.condition {
        lines.push(format!("when {}", display(&machine.pool, *term)));
    }
    lines
}

/// The name of a local variable; that of its method before it if it is not the innermost one's.
fn register_name(machine: &mut Machine, scene: &Scene, frame: u32, register: Register) -> String {
    let unnamed = format!("r{}", register.0);
    let Some((method, pc)) = scene.point.frame(frame) else { return unnamed };
    let name = match machine.code(method) {
        Ok(code) => code.body.variable_name(register, pc).map_or(unnamed, str::to_string),
        Err(_) => unnamed,
    };
    match scene.point.frame(frame + 1) {
        Some(_) => format!("{}.{name}", machine.program.method(method).name),
        None => name,
    }
}

fn text(machine: &Machine, edge: &Edge, names: &Names) -> String {
    match edge {
        Edge::Primitive(term) => display(&machine.pool, *term),
        Edge::UnreadPrimitive | Edge::Unread(_) => "?".to_string(),
        Edge::Null => "null".to_string(),
        Edge::Known(object) => format!("known object {}", object.0),
        Edge::Node(number) => names[*number as usize].clone(),
        Edge::Guarded(cases) => {
            let cases = cases
                .iter()
                .map(|(guard, edge)| format!("{} if {}", text(machine, edge, names), display(&machine.pool, *guard)));
            cases.collect::<Vec<_>>().join(" | ")
        }
        Edge::Index(places) => {
            let places = places.iter().map(|(array, place)| format!("{}[#{place}]", names[*array as usize]));
            places.collect::<Vec<_>>().join(" and ")
        }
        Edge::Segment(_, end) => format!("… {}", text(machine, end, names)),
        Edge::Opaque => "something".to_string(),
    }
}

fn set(machine: &Machine, edges: &[Edge], names: &Names) -> String {
    edges.iter().map(|edge| text(machine, edge, names)).collect::<Vec<_>>().join(" | ")
}

fn node_text(machine: &mut Machine, node: &SceneNode, names: &Names) -> String {
    let class = program::display_class(&machine.program.class(node.class).name);
    let simple = class.rsplit(['.', '$']).next().unwrap_or(&class).to_string();
    let slot_name = |slot: usize| match machine.program.class(node.class).instance_layout.get(slot) {
        Some(field) => machine.program.field(*field).name.to_string(),
        None => format!("slot {slot}"),
    };
    let fields = |slots: Vec<String>| {
        let fields = slots.into_iter().enumerate().map(|(slot, value)| format!("{}: {value}", slot_name(slot)));
        fields.collect::<Vec<_>>().join(", ")
    };
    match &node.content {
        NodeContent::Fields(edges) => {
            format!("{simple} {}", fields(edges.iter().map(|edge| text(machine, edge, names)).collect()))
        }
        NodeContent::Summary(slots) => {
            format!("{simple}s {}", fields(slots.iter().map(|edges| set(machine, edges, names)).collect()))
        }
        NodeContent::Cells(places) => {
            let places = places.iter().map(|place| match place {
                Cell::Start => "start".to_string(),
                Cell::End => "end".to_string(),
                Cell::Outside => "outside".to_string(),
                Cell::Gap(None) => "*".to_string(),
                Cell::Gap(Some(value)) => format!("* of {}", text(machine, value, names)),
                Cell::Elements(values) => format!("[{}]", set(machine, values, names)),
            });
            format!("{simple} {}", places.collect::<Vec<_>>().join(" "))
        }
        NodeContent::Array { length, base, layers } => {
            let mut parts = vec![format!("length: {}", display(&machine.pool, *length))];
            let at = |index: logic::term::Term, value: &Edge| {
                format!("[{}]: {}", display(&machine.pool, index), text(machine, value, names))
            };
            match base {
                NodeBase::Values(values) => {
                    let values = values.iter().map(|value| text(machine, value, names));
                    parts.push(format!("elements: {}", values.collect::<Vec<_>>().join(" ")));
                }
                NodeBase::Uniform(value) => parts.push(format!("all: {}", text(machine, value, names))),
                NodeBase::Unknown(reads) => parts.extend(reads.iter().map(|(index, value, _)| at(*index, value))),
                NodeBase::Initial(array) => parts.push(format!("at first: {}", names[*array as usize])),
            }
            parts.extend(layers.iter().flatten().map(|(index, value)| format!("then {}", at(*index, value))));
            format!("{simple} {}", parts.join(", "))
        }
    }
}
