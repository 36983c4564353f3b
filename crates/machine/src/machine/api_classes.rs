//! The classes through which a program asks for unknown values: our own, that of the software verification competition, and
//! those that people know from JPF, SPF and JBMC. This is the one list of them.

pub(crate) const SYM: &str = "lazuli/Sym";
pub(crate) const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier";
pub(crate) const VERIFY: &str = "gov/nasa/jpf/vm/Verify";
pub(crate) const DEBUG: &str = "gov/nasa/jpf/symbc/Debug";
pub(crate) const CPROVER: &str = "org/cprover/CProver";
pub(crate) const CPROVER_STRING: &str = "org/cprover/CProverString";

/// Internal names of the classes that the machine stands for, whether or not the class path has them.
pub const API_CLASSES: [&str; 6] = [SYM, VERIFIER, VERIFY, DEBUG, CPROVER, CPROVER_STRING];

/// Whether a class is one of these, or nested in one.
pub(crate) fn is_part_of_api(name: &str) -> bool {
    API_CLASSES.contains(&name.split('$').next().unwrap_or(name))
}
