//! Strings, builders and characters, whose text may be symbolic; numbers as text; formatting.

pub(crate) mod builder;
pub(crate) mod case_tables;
pub(crate) mod character;
pub(crate) mod code_points;
pub(crate) mod encode;
pub(crate) mod format;
pub(crate) mod number_text;
pub(crate) mod opaque;
pub(crate) mod spelling;
pub(crate) mod string;
pub(crate) mod string_edit;
pub(crate) mod strings;
pub(crate) mod symbolic_text;

use std::rc::Rc;

use logic::term::Term;
use program::class::MethodId;
use rustc_hash::FxHashMap;

use crate::text::UnitTable;

/// What the library's own code says of characters.
#[derive(Default)]
pub(crate) struct TextTables {
    /// What methods say of each UTF-16 unit, by method and further arguments.
    units: FxHashMap<(MethodId, String), Rc<UnitTable>>,
    /// The same of methods that say units, or -1.
    units_to_units: FxHashMap<(MethodId, String), Rc<UnitTable>>,
    /// What upper and lower case make of characters.
    cases: (Option<Rc<case_tables::CaseTable>>, Option<Rc<case_tables::CaseTable>>),
    /// Of characters beyond the basic plane: by first half, what second halves are where case does not count.
    second_halves: Option<Rc<[(u16, UnitTable)]>>,
    /// Whether a sigma ends a word, by the text and the position in it: symbols that stand for what only a JVM knows.
    final_sigmas: FxHashMap<(Term, Rc<[Term]>, usize), Term>,
}
