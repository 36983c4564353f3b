//! What the machine cannot find out by itself. It starts no process, opens no file and reads no environment: whoever makes a
//! machine hands in somebody who may.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::machine::Machine;

/// Who is asked. An error is a sentence that says why there is no answer: a reason for the path that asked, and no other.
pub trait Surroundings {
    /// What a function of `Math` or `StrictMath` (`class`) gives on the JVM whose library is used.
    fn elementary(
        &mut self,
        class: &str,
        function: &str,
        arguments: &[f64],
        deadline: Option<Instant>,
    ) -> Result<f64, String>;

    /// The system properties of that JVM.
    fn system_properties(&mut self, deadline: Option<Instant>) -> Result<BTreeMap<String, String>, String>;

    /// Read from the standard input of a program that is simply run; 0 at its end.
    fn read_input(&mut self, bytes: &mut [u8]) -> Result<usize, String>;
}

/// Nobody to ask.
pub struct Alone;

const NOBODY: &str = "there is no JVM to ask";

impl Surroundings for Alone {
    fn elementary(&mut self, _: &str, _: &str, _: &[f64], _: Option<Instant>) -> Result<f64, String> {
        Err(NOBODY.to_string())
    }

    fn system_properties(&mut self, _: Option<Instant>) -> Result<BTreeMap<String, String>, String> {
        Err(NOBODY.to_string())
    }

    fn read_input(&mut self, _: &mut [u8]) -> Result<usize, String> {
        Err("there is no standard input".to_string())
    }
}

impl Machine {
    /// The same machine with somebody to ask. Default: [`Alone`].
    pub fn with_surroundings(self, surroundings: Box<dyn Surroundings>) -> Machine {
        Machine { surroundings, ..self }
    }
}
