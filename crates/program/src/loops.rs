//! Loop heads: the targets of back edges of a depth-first walk from the entry.

use crate::code::Body;

/// Set [`crate::code::Block::is_loop_head`]. Exception edges count where something in the block can throw. Returns the back
/// edges, as pairs of blocks.
pub(crate) fn mark_loop_heads(body: &mut Body) -> Vec<(usize, usize)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        OnPath,
        Done,
    }
    let mut marks = vec![Mark::New; body.blocks.len()];
    let mut back_edges = Vec::new();
    // Each block on the current path with its successors that are still to be walked.
    let mut path: Vec<(usize, Vec<usize>)> = Vec::new();
    if !body.blocks.is_empty() {
        marks[0] = Mark::OnPath;
        path.push((0, successors(body, 0)));
    }
    while let Some((block, remaining)) = path.last_mut() {
        let block = *block;
        match remaining.pop() {
            None => {
                marks[block] = Mark::Done;
                path.pop();
            }
            Some(next) => match marks[next] {
                Mark::OnPath => back_edges.push((block, next)),
                Mark::Done => {}
                Mark::New => {
                    marks[next] = Mark::OnPath;
                    path.push((next, successors(body, next)));
                }
            },
        }
    }
    for (_, head) in &back_edges {
        body.blocks[*head].is_loop_head = true;
    }
    back_edges
}

/// Normal and exceptional successors of a block, the first to be walked last.
pub(crate) fn successors(body: &Body, block: usize) -> Vec<usize> {
    let mut successors = Vec::new();
    body.for_each_successor(block, |next| successors.push(next));
    if body.block_can_throw(block) {
        for handler in &body.blocks[block].handlers {
            successors.extend(body.block_at(handler.to));
        }
    }
    successors.reverse();
    successors
}
