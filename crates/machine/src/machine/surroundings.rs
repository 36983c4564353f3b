//! What the machine cannot find out by itself. It starts no process, opens no file and reads no environment: whoever makes a
//! machine hands in somebody who may.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

use logic::horn::{HornQuestion, HornReply};

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

    /// The content of a regular file of that JDK, by its path below the home (parts separated by `/`); `None` if there is none.
    fn jdk_file(&mut self, path: &str) -> Result<Option<Rc<[u8]>>, String>;

    /// The names in a folder of that JDK, in order, by its path below the home (empty for the home); `None` if there is none.
    fn jdk_folder(&mut self, path: &str) -> Result<Option<Vec<String>>, String>;

    /// Whether a part of a path below the home of that JDK is a link.
    fn is_jdk_link(&mut self, path: &str) -> Result<bool, String>;

    /// The name of the time zone that a JVM of that JDK has by default.
    fn time_zone(&mut self, deadline: Option<Instant>) -> Result<String, String>;

    /// Read from the standard input of a program that is simply run; 0 at its end.
    fn read_input(&mut self, bytes: &mut [u8]) -> Result<usize, String>;

    /// Ask Spacer; in this process if nobody knows a better place.
    fn ask_spacer(&mut self, question: &HornQuestion, until: Instant) -> HornReply {
        question.ask_here(until)
    }
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

    fn jdk_file(&mut self, _: &str) -> Result<Option<Rc<[u8]>>, String> {
        Err(NOBODY.to_string())
    }

    fn jdk_folder(&mut self, _: &str) -> Result<Option<Vec<String>>, String> {
        Err(NOBODY.to_string())
    }

    fn is_jdk_link(&mut self, _: &str) -> Result<bool, String> {
        Err(NOBODY.to_string())
    }

    fn time_zone(&mut self, _: Option<Instant>) -> Result<String, String> {
        Err(NOBODY.to_string())
    }

    fn read_input(&mut self, _: &mut [u8]) -> Result<usize, String> {
        Err("there is no standard input".to_string())
    }
}

impl Machine {
    /// Ask Spacer, wherever it is asked.
    pub fn ask_spacer(&mut self, question: &HornQuestion, until: Instant) -> HornReply {
        self.surroundings.ask_spacer(question, until)
    }

    /// The same machine with somebody to ask. Default: [`Alone`].
    pub fn with_surroundings(self, surroundings: Box<dyn Surroundings>) -> Machine {
        Machine { surroundings, ..self }
    }
}
