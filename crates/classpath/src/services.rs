//! Who provides a service: what the modules of a JDK declare, and whether the user's class path declares anything.

use std::borrow::Cow;

use crate::class_file::{ClassFile, FormatError, Reader};
use crate::error::ClassPathError;
use crate::{ClassPath, Jdk};

/// Modules that are not there unless a program is started with an option that names them.
const INCUBATING: &str = "jdk.incubator.";

impl ClassFile {
    /// What a module's description provides: the names of services, each with those of the classes behind it.
    pub fn provided_services(&self) -> Result<Vec<(String, Vec<String>)>, FormatError> {
        let Some(content) = self.class_attribute("Module") else { return Ok(Vec::new()) };
        let mut reader = Reader::at(content, 0);
        // The module's name, flags and version, then what it requires, exports, opens and uses.
        skip(&mut reader, 3)?;
        let required = reader.u16()?;
        skip(&mut reader, u32::from(required) * 3)?;
        for _exported_then_opened in 0..2 {
            for _ in 0..reader.u16()? {
                skip(&mut reader, 2)?;
                let targets = reader.u16()?;
                skip(&mut reader, u32::from(targets))?;
            }
        }
        let used = reader.u16()?;
        skip(&mut reader, u32::from(used))?;
        let mut services = Vec::new();
        for _ in 0..reader.u16()? {
            let service = self.class_name(reader.u16()?)?.into_owned();
            let count = reader.u16()?;
            let classes = (0..count).map(|_| self.class_name(reader.u16()?).map(Cow::into_owned));
            services.push((service, classes.collect::<Result<_, _>>()?));
        }
        Ok(services)
    }
}

fn skip(reader: &mut Reader, numbers: u32) -> Result<(), FormatError> {
    (0..numbers).try_for_each(|_| reader.u16().map(|_| ()))
}

impl Jdk {
    /// The classes that this JDK's modules provide for a service (internal names), sorted. In which order a JVM lists them is
    /// its own affair.
    pub fn providers(&self, service: &str) -> Result<Vec<String>, ClassPathError> {
        let mut providers = Vec::new();
        for (number, module) in self.modules().iter().enumerate() {
            if module.starts_with(INCUBATING) {
                continue;
            }
            let Some((bytes, place)) = self.read(number, "module-info")? else { continue };
            let services = ClassFile::parse(bytes)
                .and_then(|description| description.provided_services())
                .map_err(|error| ClassPathError::Broken { path: place, why: error.to_string() })?;
            let of_service = services.into_iter().filter(|(name, _)| name == service);
            providers.extend(of_service.flat_map(|(_, classes)| classes));
        }
        providers.sort();
        Ok(providers)
    }
}

impl ClassPath {
    /// Whether something on the user's class path declares providers of a service, by its name as Java writes it.
    pub fn declares_service(&self, service: &str) -> bool {
        self.user.has_file(&format!("META-INF/services/{service}"))
    }
}
