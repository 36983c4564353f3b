//! What the class files of a program say about the question its suite asks.

use std::path::{Path, PathBuf};
use std::{fs, io};

use classpath::class_file::{ClassFile, Instruction, MemberInfo, PoolEntry};

/// Facts about a program's class files.
#[derive(Default, Debug)]
pub(super) struct Facts {
    /// Classes with `static void main(String[])`, by internal name.
    pub(super) mains: Vec<String>,
    /// One of them looks at its arguments.
    pub(super) reads_arguments: bool,
    /// Some class names a class of JBMC's, through which programs ask for unknown values.
    pub(super) asks_for_values: bool,
    /// Some class, field or method has a generic type.
    pub(super) is_generic: bool,
    /// Some class has a method of JBMC's that says which inputs are possible.
    pub(super) restricts_inputs: bool,
    /// Something is annotated for JBMC.
    pub(super) has_jbmc_annotations: bool,
}

/// Reads every class file below these folders.
pub(super) fn facts(folders: &[PathBuf]) -> io::Result<Facts> {
    let mut facts = Facts::default();
    for folder in folders {
        read_folder(folder, &mut facts)?;
    }
    Ok(facts)
}

fn read_folder(folder: &Path, facts: &mut Facts) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_folder(&path, facts)?;
        } else if path.extension().is_some_and(|extension| extension == "class")
            && let Ok(class) = ClassFile::parse(fs::read(&path)?)
        {
            read_class(&class, facts);
        }
    }
    Ok(())
}

fn read_class(class: &ClassFile, facts: &mut Facts) {
    const STATIC: u16 = 0x0008;
    for method in &class.methods {
        let text = |index: u16| class.utf8(index).map(|text| text.into_owned()).unwrap_or_default();
        let (name, descriptor) = (text(method.name), text(method.descriptor));
        if name == "main" && descriptor == "([Ljava/lang/String;)V" && method.access & STATIC != 0 {
            facts.mains.extend(class.name().ok());
            facts.reads_arguments |= reads_first_variable(class, method);
        }
        facts.restricts_inputs |= name == "cproverNondetInitialize";
    }
    for index in 1..u16::MAX {
        match class.constant(index) {
            Ok(PoolEntry::Class { name }) => {
                let name = class.utf8(name).unwrap_or_default();
                facts.asks_for_values |= name.starts_with("org/cprover/");
            }
            // Only annotations name their class like this; calls name it without `L` and `;`.
            Ok(PoolEntry::Utf8(text)) if text.starts_with(b"Lorg/cprover/") && text.ends_with(b";") => {
                facts.has_jbmc_annotations = true;
            }
            Ok(PoolEntry::Utf8(b"Signature")) => facts.is_generic = true,
            _ => {}
        }
    }
}

fn reads_first_variable(class: &ClassFile, method: &MemberInfo) -> bool {
    let is_read = |instruction: &Instruction| {
        matches!(instruction, Instruction::Aload_0 | Instruction::Aload(0) | Instruction::Aload_w(0))
    };
    match class.code(method) {
        Ok(Some(code)) => code.instructions.iter().any(|(_, instruction)| is_read(instruction)),
        _ => true,
    }
}
