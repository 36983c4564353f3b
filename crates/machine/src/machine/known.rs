//! Classes and field slots that the machine itself uses.

use program::class::ClassId;
use program::{LinkError, Program};

/// Classes and field slots the machine itself uses.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) object: ClassId,
    pub(crate) string: ClassId,
    /// Stands for the classes that the program does not mention.
    pub(crate) other: ClassId,
    pub(crate) class: ClassId,
    pub(crate) throwable: ClassId,
    pub(crate) byte_array: ClassId,
    pub(crate) string_value: u32,
    pub(crate) string_coder: u32,
    pub(crate) throwable_message: u32,
    pub(crate) throwable_cause: u32,
    pub(crate) throwable_stack_trace: u32,
    pub(crate) throwable_suppressed: u32,
}

impl Known {
    /// Load them; `define_other` makes the class that stands for all that the program does not mention.
    pub(crate) fn load(
        program: &mut Program,
        define_other: fn(&mut Program, ClassId) -> ClassId,
    ) -> Result<Known, LinkError> {
        let object = program.load("java/lang/Object")?;
        let string = program.load("java/lang/String")?;
        let class = program.load("java/lang/Class")?;
        let throwable = program.load("java/lang/Throwable")?;
        let byte_array = program.load("[B")?;
        let slot = |program: &Program, class: ClassId, name: &str| -> Result<u32, LinkError> {
            match program.find_field(class, name) {
                Some(field) => Ok(program.field(field).slot),
                None => Err(LinkError::NoSuchField { class: program.class(class).name.clone(), name: name.into() }),
            }
        };
        Ok(Known {
            object,
            string,
            other: define_other(program, object),
            class,
            throwable,
            byte_array,
            string_value: slot(program, string, "value")?,
            string_coder: slot(program, string, "coder")?,
            throwable_message: slot(program, throwable, "detailMessage")?,
            throwable_cause: slot(program, throwable, "cause")?,
            throwable_stack_trace: slot(program, throwable, "stackTrace")?,
            throwable_suppressed: slot(program, throwable, "suppressedExceptions")?,
        })
    }
}
