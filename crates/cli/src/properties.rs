//! Properties of calls, from the texts of the command line to those of a method.

use std::rc::Rc;

use machine::entry::Properties;
use program::Program;
use program::class::MethodId;
use property::TextMistake;
use property::resolve::{Subject, resolve};
use property::source::PropertySource;

use crate::error::{Error, Result};

/// What is said of calls, parsed.
#[derive(Clone, Default, Debug)]
pub(crate) struct PropertyTexts {
    ensured: Vec<Text>,
    assumed: Vec<Text>,
}

/// A property with where it was written: `--ensures`.
#[derive(Clone, Debug)]
struct Text {
    origin: String,
    source: PropertySource,
}

impl PropertyTexts {
    pub(crate) fn parse(ensured: &[String], assumed: &[String]) -> Result<PropertyTexts> {
        let parse = |origin: &str, texts: &[String]| -> Result<Vec<Text>> {
            texts.iter().map(|text| Text::parse(origin.to_string(), text)).collect()
        };
        Ok(PropertyTexts { ensured: parse("--ensures", ensured)?, assumed: parse("--assume", assumed)? })
    }

    /// The same, and what annotations of a method say.
    pub(crate) fn with_annotations(mut self, method: MethodId, program: &Program) -> Result<PropertyTexts> {
        let annotated = |name: &str| -> Result<Vec<Text>> {
            let origin = format!("@lazuli.{name} of {}", program::display_method(program, method));
            let texts = program.annotation_texts(method, &format!("Llazuli/{name};"));
            texts.iter().map(|text| Text::parse(origin.clone(), text)).collect()
        };
        self.ensured.extend(annotated("Ensures")?);
        self.assumed.extend(annotated("Requires")?);
        Ok(self)
    }

    /// Whether anything is to hold where a method returns.
    pub(crate) fn ensures_something(&self) -> bool {
        !self.ensured.is_empty()
    }

    /// What they say of a method.
    pub(crate) fn resolve(&self, method: MethodId, program: &mut Program) -> Result<Properties> {
        let mut resolve_all = |texts: &[Text], subject: Subject| -> Result<Vec<_>> {
            let mut properties = Vec::new();
            for text in texts {
                let property = resolve(&text.source, method, subject, program);
                properties.push(Rc::new(property.map_err(|mistake| text.mistake(&mistake))?));
            }
            Ok(properties)
        };
        let assumed = resolve_all(&self.assumed, Subject::Input)?;
        let ensured = resolve_all(&self.ensured, Subject::Call)?;
        Ok(Properties { assumed, ensured })
    }
}

impl Text {
    fn parse(origin: String, text: &str) -> Result<Text> {
        match PropertySource::parse(text) {
            Ok(source) => Ok(Text { origin, source }),
            Err(mistake) => Err(error(&origin, text, &mistake)),
        }
    }

    fn mistake(&self, mistake: &TextMistake) -> Error {
        error(&self.origin, &self.source.text, mistake)
    }
}

/// A sentence, and below it the text with a caret under the place.
fn error(origin: &str, text: &str, mistake: &TextMistake) -> Error {
    Error::with_detail(format!("{origin}: {}", mistake.sentence), mistake.shown_in(text))
}
