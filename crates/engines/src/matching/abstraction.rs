//! Shape abstraction (document A, sections 6.1 and 6.3): objects that nothing sets apart become one summary node.
//!
//! A node is an *interruption* if a root refers to it or if it is shared; null and unread references interrupt by themselves.
//! Uninterrupted nodes of one class that are connected become one node, whose fields hold *sets*: for a number the values of
//! the nodes (Definition 9), for a reference the targets outside. A list segment is the case in which every set of targets
//! has one element.
//!
//! Shared means pointed to twice. Where two nodes point to each other, as in doubly linked lists and in trees with parents,
//! that is one link, not two: otherwise no such node could be summarised. A node of which the machine knows less than its
//! class and its fields (guarded references, several possible classes, a held monitor) interrupts as well.

use machine::heap::Payload;
use machine::scene::{Cell, Edge, NodeBase, NodeContent, Scene, SceneNode, same_payload};

/// Summarise every connected set of at least `shortest` uninterrupted nodes.
pub(crate) fn summarize(scene: Scene, shortest: usize) -> Scene {
    let groups = groups(&scene, shortest.max(2));
    if groups.iter().enumerate().all(|(number, group)| number == *group) {
        return scene;
    }
    // Groups are named by their first nodes; nodes keep their order.
    let mut numbers = vec![0; scene.nodes.len()];
    let mut count = 0;
    for number in 0..scene.nodes.len() {
        if groups[number] == number {
            numbers[number] = count;
            count += 1;
        } else {
            numbers[number] = numbers[groups[number]];
        }
    }
    let rename = |edge: &Edge| renamed(edge, &numbers);
    let mut nodes: Vec<SceneNode> = Vec::with_capacity(count as usize);
    for (number, node) in scene.nodes.iter().enumerate() {
        if groups[number] != number {
            continue;
        }
        let members: Vec<usize> = (number..groups.len()).filter(|member| groups[*member] == number).collect();
        if members.len() > 1 {
            nodes.push(summary(&scene, &members, &numbers));
            continue;
        }
        let content = match &node.content {
            NodeContent::Fields(fields) => NodeContent::Fields(fields.iter().map(rename).collect()),
            NodeContent::Summary(fields) => {
                NodeContent::Summary(fields.iter().map(|edges| edges.iter().map(rename).collect()).collect())
            }
            NodeContent::Cells(places) => NodeContent::Cells(places.iter().map(|place| moved(place, rename)).collect()),
            NodeContent::Array { length, base, layers } => NodeContent::Array {
                length: *length,
                base: match base {
                    NodeBase::Values(values) => NodeBase::Values(values.iter().map(rename).collect()),
                    NodeBase::Uniform(value) => NodeBase::Uniform(rename(value)),
                    NodeBase::Unknown(reads) => NodeBase::Unknown(
                        reads.iter().map(|(index, value, guard)| (*index, rename(value), *guard)).collect(),
                    ),
                    NodeBase::Initial(array) => NodeBase::Initial(numbers[*array as usize]),
                },
                layers: layers
                    .iter()
                    .map(|layer| layer.iter().map(|(index, value)| (*index, rename(value))).collect())
                    .collect(),
            },
        };
        nodes.push(SceneNode { content, ..node.clone() });
    }
    let mut scene = Scene { nodes, ..scene };
    for root in &mut scene.roots {
        root.edge = renamed(&root.edge, &numbers);
    }
    for (_, node) in &mut scene.interned {
        *node = numbers[*node as usize];
    }
    scene
}

/// Several nodes as one.
fn summary(scene: &Scene, members: &[usize], numbers: &[u32]) -> SceneNode {
    let first = &scene.nodes[members[0]];
    let own = numbers[members[0]];
    let mut slots: Vec<Vec<Edge>> = vec![Vec::new(); fields_of(first).len()];
    for member in members {
        for (slot, edge) in slots.iter_mut().zip(fields_of(&scene.nodes[*member])) {
            let edge = renamed(edge, numbers);
            if edge != Edge::Node(own) {
                add(slot, edge);
            }
        }
    }
    slots.iter_mut().for_each(|slot| order(slot));
    let nodes = || members.iter().map(|member| &scene.nodes[*member]);
    SceneNode {
        is_input: nodes().all(|node| node.is_input),
        depth: nodes().map(|node| node.depth).max().unwrap_or(first.depth),
        content: NodeContent::Summary(slots),
        ..first.clone()
    }
}

/// Add what one of the summarised objects holds to what they may hold.
pub(crate) fn add(edges: &mut Vec<Edge>, edge: Edge) {
    if let Edge::Unread(new) = &edge {
        let same = edges.iter_mut().find_map(|known| match known {
            Edge::Unread(known) if (known.declared, known.unknown) == (new.declared, new.unknown) => Some(known),
            _ => None,
        });
        if let Some(known) = same {
            known.depth = known.depth.max(new.depth);
            known.may_be_null |= new.may_be_null;
            return;
        }
    }
    if !edges.contains(&edge) {
        edges.push(edge);
    }
}

/// A fixed order for targets, so that sets of them are compared one by one. Numbers keep the order of their objects.
pub(crate) fn order(edges: &mut [Edge]) {
    edges.sort_by_key(|edge| match edge {
        Edge::Null => (0, 0),
        Edge::Known(object) => (1, object.0),
        Edge::Node(number) => (2, *number),
        Edge::Unread(unread) => (3, unread.declared.index() as u32),
        Edge::Primitive(_)
        | Edge::UnreadPrimitive
        | Edge::Guarded(_)
        | Edge::Segment(..)
        | Edge::Index(_)
        | Edge::Opaque => (4, 0),
    });
}

fn fields_of(node: &SceneNode) -> &[Edge] {
    match &node.content {
        NodeContent::Fields(fields) => fields,
        _ => &[],
    }
}

fn renamed(edge: &Edge, numbers: &[u32]) -> Edge {
    match edge {
        Edge::Node(number) => Edge::Node(numbers[*number as usize]),
        Edge::Guarded(cases) => {
            Edge::Guarded(cases.iter().map(|(guard, edge)| (*guard, renamed(edge, numbers))).collect())
        }
        Edge::Index(places) => {
            Edge::Index(places.iter().map(|(array, place)| (numbers[*array as usize], *place)).collect())
        }
        other => other.clone(),
    }
}

fn moved(place: &Cell, rename: impl Fn(&Edge) -> Edge) -> Cell {
    match place {
        Cell::Gap(value) => Cell::Gap(value.as_ref().map(rename)),
        Cell::Elements(values) => Cell::Elements(values.iter().map(rename).collect()),
        other => other.clone(),
    }
}

/// For each node the first node of its group; itself if it stays alone.
fn groups(scene: &Scene, shortest: usize) -> Vec<usize> {
    let interrupted = interruptions(scene);
    let mut groups: Vec<usize> = (0..scene.nodes.len()).collect();
    let find = |groups: &[usize], mut node: usize| {
        while groups[node] != node {
            node = groups[node];
        }
        node
    };
    for (number, node) in scene.nodes.iter().enumerate() {
        if interrupted[number] {
            continue;
        }
        for edge in fields_of(node) {
            let Edge::Node(target) = edge else { continue };
            let target = *target as usize;
            if !interrupted[target] && is_alike(node, &scene.nodes[target]) {
                let (one, other) = (find(&groups, number), find(&groups, target));
                groups[one.max(other)] = one.min(other);
            }
        }
    }
    let mut sizes = vec![0; groups.len()];
    for number in 0..groups.len() {
        groups[number] = find(&groups, number);
        sizes[groups[number]] += 1;
    }
    (0..groups.len()).map(|number| if sizes[groups[number]] >= shortest { groups[number] } else { number }).collect()
}

/// Definition 8 for any number of fields.
fn interruptions(scene: &Scene) -> Vec<bool> {
    let mut interrupted: Vec<bool> = scene.nodes.iter().map(|node| !is_plain(node)).collect();
    let mut incoming: Vec<Vec<usize>> = vec![Vec::new(); scene.nodes.len()];
    for root in &scene.roots {
        targets(&root.edge, &mut |target| interrupted[target] = true);
    }
    for (_, node) in &scene.interned {
        interrupted[*node as usize] = true;
    }
    for (number, node) in scene.nodes.iter().enumerate() {
        for_each_edge(node, |edge| match edge {
            Edge::Node(target) => incoming[*target as usize].push(number),
            other => targets(other, &mut |target| interrupted[target] = true),
        });
        if let NodeContent::Array { base: NodeBase::Initial(original), .. } = &node.content {
            interrupted[*original as usize] = true;
        }
    }
    for (number, sources) in incoming.iter().enumerate() {
        let points_to = |source: usize| fields_of(&scene.nodes[number]).contains(&Edge::Node(source as u32));
        let mutual = sources.iter().filter(|source| **source != number && points_to(**source)).count();
        let others = sources.len() - mutual;
        interrupted[number] |= others >= 2 || others == 1 && mutual > 0;
    }
    interrupted
}

/// Whether a node is its class and its fields, and nothing else.
fn is_plain(node: &SceneNode) -> bool {
    let has_plain_fields = match &node.content {
        NodeContent::Fields(fields) => !fields
            .iter()
            .any(|edge| matches!(edge, Edge::Guarded(_) | Edge::Segment(..) | Edge::Index(_) | Edge::Opaque)),
        _ => false,
    };
    has_plain_fields && node.class_unknown.is_none() && node.monitor == 0 && same_payload(&node.payload, &Payload::None)
}

fn is_alike(left: &SceneNode, right: &SceneNode) -> bool {
    (left.class, &left.candidates, &left.open, fields_of(left).len())
        == (right.class, &right.candidates, &right.open, fields_of(right).len())
}

/// The nodes that an edge may lead to.
fn targets(edge: &Edge, found: &mut impl FnMut(usize)) {
    match edge {
        Edge::Node(target) => found(*target as usize),
        Edge::Guarded(cases) => cases.iter().for_each(|(_, edge)| targets(edge, found)),
        _ => {}
    }
}

/// Every edge that leaves a node.
pub(crate) fn for_each_edge<'n>(node: &'n SceneNode, mut found: impl FnMut(&'n Edge)) {
    match &node.content {
        NodeContent::Fields(fields) => fields.iter().for_each(found),
        NodeContent::Summary(fields) => fields.iter().flatten().for_each(found),
        NodeContent::Cells(places) => places.iter().for_each(|place| match place {
            Cell::Elements(values) => values.iter().for_each(&mut found),
            Cell::Gap(value) => value.iter().for_each(&mut found),
            Cell::Start | Cell::End | Cell::Outside => {}
        }),
        NodeContent::Array { base, layers, .. } => {
            match base {
                NodeBase::Values(values) => values.iter().for_each(&mut found),
                NodeBase::Uniform(value) => found(value),
                NodeBase::Unknown(reads) => reads.iter().for_each(|(_, value, _)| found(value)),
                NodeBase::Initial(_) => {}
            }
            layers.iter().flatten().for_each(|(_, value)| found(value));
        }
    }
}
