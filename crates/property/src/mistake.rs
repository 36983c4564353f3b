//! What is wrong with a text, and where.

/// A place in a text: line and column, both counted from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spot {
    pub line: u32,
    pub column: u32,
}

/// What is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextMistake {
    pub at: Spot,
    /// Without a full stop.
    pub sentence: String,
}

impl TextMistake {
    pub fn new(at: Spot, sentence: impl Into<String>) -> TextMistake {
        TextMistake { at, sentence: sentence.into() }
    }

    /// The line of a text that it is in, and below it a caret under the place.
    pub fn shown_in(&self, text: &str) -> String {
        let line = text.lines().nth(self.at.line.saturating_sub(1) as usize).unwrap_or_default();
        // A tab stays one, so that the caret is where it should be however wide tabs are.
        let before = line.chars().take(self.at.column.saturating_sub(1) as usize);
        let indent: String = before.map(|letter| if letter == '\t' { '\t' } else { ' ' }).collect();
        format!("  {line}\n  {indent}^")
    }
}
