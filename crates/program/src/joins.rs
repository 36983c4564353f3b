//! Where the arms that a branch opens come together again: post-dominators, by normal flow.
//!
//! Blocks from which no return can be reached end in a `throw`; they leave, and do not count.

use crate::code::{Body, CodeIndex};

/// Where the arms of a branch meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// At this instruction of the same method.
    At(CodeIndex),
    /// Where the method was called.
    Return,
}

/// For each block that ends in a branch the place where all arms that return meet first, if there are at least two of them and
/// no loop lies in between.
pub fn joins(body: &Body) -> Vec<Option<Join>> {
    let count = body.blocks.len();
    let exit = count;
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (block, next) in successors.iter_mut().enumerate() {
        body.for_each_successor(block, |to| next.push(to));
        next.sort_unstable();
        next.dedup();
        let last = body.code[body.blocks[block].end as usize - 1];
        if last.is_return() {
            next.push(exit);
        }
    }
    let returns = blocks_that_return(&successors, exit);
    for next in &mut successors {
        next.retain(|&to| returns[to]);
    }
    let closest = post_dominators(&successors, exit, &returns);
    (0..count)
        .map(|block| {
            let join = closest[block]?;
            let is_branch = returns[block] && successors[block].len() > 1;
            if !is_branch || passes_a_loop(&successors, block, join) {
                return None;
            }
            Some(if join == exit { Join::Return } else { Join::At(body.blocks[join].start) })
        })
        .collect()
}

/// Which blocks have a way to the exit.
fn blocks_that_return(successors: &[Vec<usize>], exit: usize) -> Vec<bool> {
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); exit + 1];
    for (block, next) in successors.iter().enumerate() {
        for &to in next {
            predecessors[to].push(block);
        }
    }
    let mut returns = vec![false; exit + 1];
    returns[exit] = true;
    let mut waiting = vec![exit];
    while let Some(block) = waiting.pop() {
        for &before in &predecessors[block] {
            if !std::mem::replace(&mut returns[before], true) {
                waiting.push(before);
            }
        }
    }
    returns
}

/// The closest post-dominator of each block that returns, by intersection along the tree found so far.
fn post_dominators(successors: &[Vec<usize>], exit: usize, returns: &[bool]) -> Vec<Option<usize>> {
    let order = from_exit(successors, exit);
    // Numbers grow towards the exit.
    let mut number = vec![0; exit + 1];
    for (position, &block) in order.iter().enumerate() {
        number[block] = order.len() - position;
    }
    let mut closest: Vec<Option<usize>> = vec![None; exit + 1];
    closest[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().filter(|&&block| block != exit && returns[block]) {
            let mut meeting: Option<usize> = None;
            for &next in &successors[block] {
                if closest[next].is_none() {
                    continue;
                }
                meeting = Some(match meeting {
                    None => next,
                    Some(mut one) => {
                        let mut other = next;
                        while one != other {
                            if number[one] < number[other] {
                                one = closest[one].unwrap_or(exit);
                            } else {
                                other = closest[other].unwrap_or(exit);
                            }
                        }
                        one
                    }
                });
            }
            if meeting.is_some() && closest[block] != meeting {
                closest[block] = meeting;
                changed = true;
            }
        }
    }
    closest
}

/// All blocks that reach the exit, each after some block that follows it: reverse post-order of the reversed graph.
fn from_exit(successors: &[Vec<usize>], exit: usize) -> Vec<usize> {
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); exit + 1];
    for (block, next) in successors.iter().enumerate() {
        for &to in next {
            predecessors[to].push(block);
        }
    }
    let mut seen = vec![false; exit + 1];
    let mut finished = Vec::new();
    let mut path = vec![(exit, 0)];
    seen[exit] = true;
    while let Some((block, position)) = path.last_mut() {
        match predecessors[*block].get(*position) {
            Some(&before) => {
                *position += 1;
                if !std::mem::replace(&mut seen[before], true) {
                    path.push((before, 0));
                }
            }
            None => {
                finished.push(*block);
                path.pop();
            }
        }
    }
    finished.reverse();
    finished
}

/// Whether a way from the branch to the join can take longer than the code is.
fn passes_a_loop(successors: &[Vec<usize>], branch: usize, join: usize) -> bool {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        OnPath,
        Done,
    }
    let mut marks = vec![Mark::New; successors.len() + 1];
    marks[branch] = Mark::OnPath;
    let mut path = vec![(branch, 0)];
    while let Some((block, position)) = path.last_mut() {
        let block = *block;
        let next = if block < successors.len() { successors[block].get(*position) } else { None };
        *position += 1;
        match next {
            None => {
                marks[block] = Mark::Done;
                path.pop();
            }
            Some(&next) if next == join => {}
            Some(&next) => match marks[next] {
                Mark::OnPath => return true,
                Mark::Done => {}
                Mark::New => {
                    marks[next] = Mark::OnPath;
                    path.push((next, 0));
                }
            },
        }
    }
    false
}
