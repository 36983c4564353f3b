//! Random programs with threads.

use super::{FIRST_ATOMIC, MONITORS, Statement, Threaded, VARIABLES};
use crate::generate::random::Random;

/// The program of a seed: the entry and two or three threads, of a few statements each.
pub fn program(seed: u64) -> Threaded {
    let mut random = Random::new(seed ^ 0x7472_6561);
    // Few variables make many conflicts.
    let mut variables: Vec<usize> = (0..VARIABLES.len()).collect();
    let used = 1 + random.below(3);
    while variables.len() > used {
        variables.remove(random.below(variables.len()));
    }
    let taste = random.below(6);
    let mut generator = Generator { random, variables, taste, held: Vec::new(), depth: 0 };
    let children = 1 + generator.random.below(3);
    let mut bodies = vec![Vec::new()];
    for thread in 1..=children {
        let statements = 1 + generator.random.below(if children > 2 { 2 } else { 4 });
        let mut body = generator.body(statements);
        if thread > 1 && generator.random.chance(15) {
            let join = Statement::Join { thread: 1 + generator.random.below(thread - 1) };
            body.insert(generator.random.below(body.len() + 1), join);
        }
        bodies.push(body);
    }
    // The last thread may be started by another.
    let last = children;
    let is_nested = children > 1 && generator.random.chance(30);
    if is_nested {
        let at = generator.random.below(bodies[1].len() + 1);
        bodies[1].insert(at, Statement::Start { thread: last });
    }
    for thread in (1..=children).filter(|thread| !is_nested || *thread != last) {
        bodies[0].push(Statement::Start { thread });
        if generator.random.chance(15) {
            let own = generator.body(1);
            bodies[0].extend(own);
        }
    }
    let statements = generator.random.below(3);
    let own = generator.body(statements);
    bodies[0].extend(own);
    Threaded { bodies }
}

struct Generator {
    random: Random,
    /// Those that occur.
    variables: Vec<usize>,
    /// What the program is mostly about.
    taste: usize,
    /// Monitors that are held where the next statement goes.
    held: Vec<usize>,
    depth: usize,
}

impl Generator {
    fn body(&mut self, statements: usize) -> Vec<Statement> {
        (0..statements).map(|_| self.statement()).collect()
    }

    fn inner(&mut self) -> Vec<Statement> {
        self.depth += 1;
        let statements = 1 + self.random.below(2);
        let body = self.body(statements);
        self.depth -= 1;
        body
    }

    fn variable(&mut self) -> usize {
        *self.random.pick(&self.variables)
    }

    fn constant(&mut self) -> i32 {
        self.random.below(3) as i32
    }

    fn statement(&mut self) -> Statement {
        if self.depth < 2 && self.random.chance(35) {
            return self.compound();
        }
        if !self.held.is_empty() && self.random.chance(35) {
            let monitor = *self.random.pick(&self.held);
            return match self.random.below(5) {
                0 | 1 => Statement::Wait { monitor },
                2 => Statement::Notify { monitor, all: true },
                _ => Statement::Notify { monitor, all: false },
            };
        }
        let atomic = self.random.below(VARIABLES.len() - FIRST_ATOMIC);
        match self.random.below(20) {
            0..=4 => {
                let variable = self.variable();
                Statement::Copy { to: variable, from: variable, plus: 1 + self.constant() }
            }
            5 => Statement::Copy { to: self.variable(), from: self.variable(), plus: self.constant() },
            6..=8 => Statement::Set { to: self.variable(), value: 1 + self.constant() },
            9 => Statement::Publish { to: self.variable(), plus: self.constant() },
            10..=13 => Statement::Read { from: self.variable() },
            14 => Statement::Increment { atomic },
            15 => Statement::CompareAndSet { atomic, old: self.constant(), new: self.constant() },
            16 => Statement::SynchronizedCall { plus: 1 + self.constant() },
            17 if self.taste == 3 => {
                if self.random.chance(50) {
                    Statement::Acquire
                } else {
                    Statement::Release
                }
            }
            18 if self.taste == 4 => {
                if self.random.chance(40) {
                    Statement::Await
                } else {
                    Statement::CountDown
                }
            }
            19 if self.taste == 5 => Statement::Lazy,
            _ => Statement::Read { from: self.variable() },
        }
    }

    fn compound(&mut self) -> Statement {
        match self.random.below(10) {
            0..=3 => {
                let monitor = self.random.below(MONITORS.len());
                self.held.push(monitor);
                let body = self.inner();
                self.held.pop();
                Statement::Synchronized { monitor, body }
            }
            4 => Statement::Locked { body: self.inner() },
            5 => Statement::TryLocked { body: self.inner() },
            6 | 7 => Statement::IfVariable {
                variable: self.variable(),
                value: self.constant(),
                then: self.inner(),
                otherwise: if self.random.chance(40) { self.inner() } else { Vec::new() },
            },
            _ => Statement::IfParameter {
                then: self.inner(),
                otherwise: if self.random.chance(40) { self.inner() } else { Vec::new() },
            },
        }
    }
}
