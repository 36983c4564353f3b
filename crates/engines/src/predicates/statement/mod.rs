//! The paper's abstract machine, to the letter: predicate abstraction after every statement (`--block statement`).
//!
//! Document C, section 3. An abstract state gives every predicate in scope one of three values (`state`), beside a symbol table that
//! says what references can mean (`objects`, `table`). Predicates and expressions are terms over access expressions (`places`,
//! `speak`). A statement is looked at through weakest preconditions (`change`, Table 1), questions go to the solver (`reason`), all
//! values change at once, and branches fork only where nothing decides them (`apply`, Figure 3). `execute` has the instructions (`types` those that make objects or ask for classes),
//! `call` the boundaries of methods, `known` what is said of methods instead of interpreting them, `raise` exceptions, `start` the
//! entry. The search (`search`) ends for every finite set of predicates, and what it explores stands for all that the program does:
//! where nothing bad is reached, and nothing was left out, the program is proved.
//!
//! What the paper does not have: a side of a branch that no state can take is not taken; states are matched; recursion is explored as
//! edges between abstract states, not as frames; objects in loops share a name; exceptions are branches.

mod apply;
mod call;
mod change;
mod conclude;
mod execute;
mod known;
mod objects;
mod places;
mod raise;
mod reason;
mod search;
mod speak;
mod start;
mod state;
mod table;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use conclude::run;
