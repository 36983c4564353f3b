//! The bytes of a class file, and what they say.

use std::sync::{Arc, OnceLock};

use crate::class_file::{ClassFile, FormatError};

/// Read once, parsed at most once, shared by all who load the class.
#[derive(Debug)]
pub(crate) struct Content {
    pub(crate) bytes: Arc<[u8]>,
    file: OnceLock<Result<Arc<ClassFile>, FormatError>>,
}

impl Content {
    pub(crate) fn new(bytes: Vec<u8>) -> Content {
        Content { bytes: bytes.into(), file: OnceLock::new() }
    }

    pub(crate) fn file(&self) -> Result<Arc<ClassFile>, FormatError> {
        self.file.get_or_init(|| ClassFile::parse(Arc::clone(&self.bytes)).map(Arc::new)).clone()
    }
}
