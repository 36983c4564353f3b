//! Texts that annotations of methods hold, read from the class file: of annotations that a JVM shows and of those that it does not.

use classpath::class_file::ClassFile;

use crate::class::MethodId;
use crate::program::Program;

impl Program {
    /// The strings in the annotations of a type, a descriptor such as `Lp/A;`, of a method: also where several of them are wrapped in
    /// another annotation, as repeated ones are.
    pub fn annotation_texts(&self, method: MethodId, wanted: &str) -> Vec<String> {
        let class = self.method(method).class;
        let position = self.class(class).methods.iter().position(|other| *other == method);
        let file = self.files.get(&class);
        let member = file.zip(position).and_then(|(file, position)| Some((file, file.methods.get(position)?)));
        let Some((file, member)) = member else { return Vec::new() };
        let mut texts = Vec::new();
        for name in ["RuntimeInvisibleAnnotations", "RuntimeVisibleAnnotations"] {
            let Some(bytes) = file.member_attribute(member, name) else { continue };
            let mut reader = Reader { file, bytes, wanted, texts: Vec::new() };
            // What is cut short is taken as far as it goes.
            let _ = reader.annotations();
            texts.append(&mut reader.texts);
        }
        texts
    }
}

struct Reader<'a> {
    file: &'a ClassFile,
    bytes: &'a [u8],
    wanted: &'a str,
    texts: Vec<String>,
}

/// How deep annotations are nested at most: a file may say anything.
const DEEPEST: u32 = 16;

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes([self.byte()?, self.byte()?]))
    }

    fn text(&mut self) -> Option<String> {
        let number = self.number()?;
        self.file.utf8(number).ok().map(|text| text.into_owned())
    }

    fn annotations(&mut self) -> Option<()> {
        for _ in 0..self.number()? {
            self.annotation(0)?;
        }
        Some(())
    }

    fn annotation(&mut self, depth: u32) -> Option<()> {
        let is_wanted = self.text()? == self.wanted;
        for _ in 0..self.number()? {
            self.number()?;
            self.value(is_wanted, depth)?;
        }
        Some(())
    }

    fn value(&mut self, is_wanted: bool, depth: u32) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        match self.byte()? {
            b's' => {
                let text = self.text()?;
                if is_wanted {
                    self.texts.push(text);
                }
            }
            b'[' => {
                for _ in 0..self.number()? {
                    self.value(is_wanted, depth + 1)?;
                }
            }
            b'@' => self.annotation(depth + 1)?,
            b'e' => {
                self.number()?;
                self.number()?;
            }
            _ => {
                self.number()?;
            }
        }
        Some(())
    }
}
