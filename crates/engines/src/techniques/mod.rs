//! The techniques: each is one value, and knows the shared search and matching but no other technique.

mod abstracted;
mod exact;
mod joined;
mod over;
mod predicates;
mod random;
mod shared;
mod statics;

use crate::technique::Technique;

pub(crate) use abstracted::ABSTRACT;
pub(crate) use exact::{EXACT, LAZY};
pub(crate) use joined::JOIN;
pub(crate) use over::OVER;
pub(crate) use predicates::PREDICATES;
pub(crate) use random::{RANDOM, random_inputs};
pub(crate) use shared::exact_config;
pub(crate) use statics::STATIC;

/// Every technique, in the order in which they are documented.
pub const ALL: [&Technique; 8] = [&EXACT, &LAZY, &JOIN, &OVER, &PREDICATES, &ABSTRACT, &STATIC, &RANDOM];
