//! The constant pool: offsets into the class file, decoded when asked for.

use crate::class_file::{FormatError, Reader};

/// One entry of a constant pool, undecoded references included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PoolEntry<'a> {
    /// Modified UTF-8.
    Utf8(&'a [u8]),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    Class {
        name: u16,
    },
    String {
        text: u16,
    },
    FieldRef {
        class: u16,
        name_and_type: u16,
    },
    MethodRef {
        class: u16,
        name_and_type: u16,
    },
    InterfaceMethodRef {
        class: u16,
        name_and_type: u16,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    MethodType {
        descriptor: u16,
    },
    Dynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    Module {
        name: u16,
    },
    Package {
        name: u16,
    },
}

/// Where each entry starts; 0 where there is none (index 0, the second half of a long or double).
#[derive(Debug)]
pub(crate) struct Pool {
    offsets: Vec<u32>,
}

impl Pool {
    pub(crate) fn parse(reader: &mut Reader<'_>) -> Result<Pool, FormatError> {
        let count = reader.u16()?;
        if count == 0 {
            return Err(FormatError::new("its constant pool has no entries"));
        }
        let mut offsets = Vec::with_capacity(usize::from(count));
        offsets.push(0);
        while offsets.len() < usize::from(count) {
            offsets.push(reader.position() as u32);
            let tag = reader.u8()?;
            let length = match tag {
                1 => usize::from(reader.u16()?),
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => 4,
                5 | 6 => 8,
                _ => return Err(FormatError::new(format!("its constant pool has an entry of unknown kind {tag}"))),
            };
            reader.skip(length)?;
            if matches!(tag, 5 | 6) {
                offsets.push(0);
            }
        }
        // A long in the last place would claim an index beyond the pool.
        offsets.truncate(usize::from(count));
        Ok(Pool { offsets })
    }

    /// One more than the greatest index.
    pub(crate) fn count(&self) -> u16 {
        self.offsets.len() as u16
    }

    pub(crate) fn entry<'a>(&self, bytes: &'a [u8], index: u16) -> Result<PoolEntry<'a>, FormatError> {
        let offset = match self.offsets.get(usize::from(index)) {
            None | Some(0) => return Err(FormatError::new(format!("it refers to constant {index}, which is missing"))),
            Some(&offset) => offset,
        };
        let mut reader = Reader::at(bytes, offset as usize);
        let entry = match reader.u8()? {
            1 => {
                let length = usize::from(reader.u16()?);
                PoolEntry::Utf8(reader.bytes(length)?)
            }
            3 => PoolEntry::Integer(reader.u32()? as i32),
            4 => PoolEntry::Float(f32::from_bits(reader.u32()?)),
            5 => PoolEntry::Long(reader.u64()? as i64),
            6 => PoolEntry::Double(f64::from_bits(reader.u64()?)),
            7 => PoolEntry::Class { name: reader.u16()? },
            8 => PoolEntry::String { text: reader.u16()? },
            9 => PoolEntry::FieldRef { class: reader.u16()?, name_and_type: reader.u16()? },
            10 => PoolEntry::MethodRef { class: reader.u16()?, name_and_type: reader.u16()? },
            11 => PoolEntry::InterfaceMethodRef { class: reader.u16()?, name_and_type: reader.u16()? },
            12 => PoolEntry::NameAndType { name: reader.u16()?, descriptor: reader.u16()? },
            15 => PoolEntry::MethodHandle { kind: reader.u8()?, reference: reader.u16()? },
            16 => PoolEntry::MethodType { descriptor: reader.u16()? },
            17 => PoolEntry::Dynamic { bootstrap: reader.u16()?, name_and_type: reader.u16()? },
            18 => PoolEntry::InvokeDynamic { bootstrap: reader.u16()?, name_and_type: reader.u16()? },
            19 => PoolEntry::Module { name: reader.u16()? },
            20 => PoolEntry::Package { name: reader.u16()? },
            tag => return Err(FormatError::new(format!("its constant pool has an entry of unknown kind {tag}"))),
        };
        Ok(entry)
    }
}
