//! What the paper proves of all programs, checked on one.

use std::collections::BTreeMap;

use crate::explore::{Bounds, Exploration, GaveUp, Machine, Path, explore};
use crate::machine::ControlFlow;
use crate::represent::{ConcreteHeap, represented};
use crate::syntax::Program;

/// Both machines on one program, and where they disagree.
pub struct Comparison {
    pub gse: Exploration,
    pub summary: Exploration,
    /// Control-flow sequences that end.
    pub control_flows: usize,
    /// Concrete heaps that the states at the ends of paths represent, cut paths included.
    pub heaps: usize,
    /// A sentence for each disagreement; none means that the corollaries hold on this program within the bounds.
    pub differences: Vec<String>,
}

/// Runs both machines and compares: control-flow sequences (Corollary 12), number of →s states (Corollary 13), and
/// concrete heaps with their results. Paths cut by the bound on steps are compared as well.
pub fn compare(program: &Program, bounds: &Bounds) -> Result<Comparison, GaveUp> {
    let gse = explore(program, Machine::Gse, bounds)?;
    let summary = explore(program, Machine::Summary, bounds)?;
    Ok(compare_explorations(program, gse, summary))
}

pub(crate) fn compare_explorations(program: &Program, gse: Exploration, summary: Exploration) -> Comparison {
    let mut differences = Vec::new();
    let gse_heaps = heaps(program, &gse, &mut differences);
    let summary_heaps = heaps(program, &summary, &mut differences);
    for (flow, (count, _)) in &summary_heaps {
        if *count > 1 {
            differences.push(format!("Corollary 13: {count} summary states have the control flow [{flow}]"));
        }
    }
    for (flow, (_, left)) in &gse_heaps {
        match summary_heaps.get(flow) {
            None => differences.push(format!("Corollary 12: only gse has the control flow [{flow}]")),
            Some((_, right)) => compare_heaps(program, flow, left, right, &mut differences),
        }
    }
    for flow in summary_heaps.keys().filter(|flow| !gse_heaps.contains_key(*flow)) {
        differences.push(format!("Corollary 12: only summary has the control flow [{flow}]"));
    }
    let heaps = gse_heaps.values().map(|(_, heaps)| heaps.len()).sum();
    let cut: std::collections::BTreeSet<&ControlFlow> = gse.cut.iter().map(|path| &path.control_flow).collect();
    let control_flows = gse_heaps.len() - cut.len();
    Comparison { gse, summary, control_flows, heaps, differences }
}

/// By control-flow sequence: how many states have it, and the heaps they represent, sorted.
type HeapsByControlFlow = BTreeMap<ControlFlow, (usize, Vec<ConcreteHeap>)>;

fn heaps(program: &Program, exploration: &Exploration, differences: &mut Vec<String>) -> HeapsByControlFlow {
    let mut found = HeapsByControlFlow::new();
    let paths: Vec<&Path> = exploration.finals.iter().chain(&exploration.cut).collect();
    for path in paths {
        let heaps = represented(program, &exploration.constraints, path, usize::MAX).heaps;
        if heaps.is_empty() || (exploration.machine == Machine::Gse && heaps.len() != 1) {
            let (machine, count) = (exploration.machine, heaps.len());
            differences.push(format!("a {machine} state with control flow [{}] has {count} heaps", path.control_flow));
        }
        let entry = found.entry(path.control_flow.clone()).or_default();
        entry.0 += 1;
        entry.1.extend(heaps);
    }
    for (_, heaps) in found.values_mut() {
        heaps.sort();
    }
    found
}

/// Both sorted. A heap that is represented twice is a difference, too.
fn compare_heaps(
    program: &Program,
    flow: &ControlFlow,
    gse: &[ConcreteHeap],
    summary: &[ConcreteHeap],
    differences: &mut Vec<String>,
) {
    let mut counts: BTreeMap<&ConcreteHeap, (usize, usize)> = BTreeMap::new();
    for heap in gse {
        counts.entry(heap).or_default().0 += 1;
    }
    for heap in summary {
        counts.entry(heap).or_default().1 += 1;
    }
    for (heap, (left, right)) in counts {
        if (left, right) != (1, 1) {
            differences.push(format!(
                "gse has {left} times, summary {right} times under [{flow}] the heap {}, result {}",
                heap.text(program),
                heap.result
            ));
        }
    }
}
