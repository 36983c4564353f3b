//! Models: values for symbols.

use crate::term::{Const, SymbolId};

/// A finite map from symbols to values, kept sorted by symbol.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Model {
    values: Vec<(SymbolId, Const)>,
}

impl Model {
    pub fn new() -> Model {
        Model::default()
    }

    /// The value of a symbol, if the model has one. Evaluation takes the zero of the sort otherwise.
    pub fn get(&self, symbol: SymbolId) -> Option<Const> {
        let position = self.values.binary_search_by_key(&symbol, |entry| entry.0).ok()?;
        Some(self.values[position].1)
    }

    /// Gives a symbol a value, replacing an earlier one.
    pub fn set(&mut self, symbol: SymbolId, value: Const) {
        // Models are mostly filled in ascending order.
        if self.values.last().is_none_or(|last| last.0 < symbol) {
            self.values.push((symbol, value));
            return;
        }
        match self.values.binary_search_by_key(&symbol, |entry| entry.0) {
            Ok(position) => self.values[position].1 = value,
            Err(position) => self.values.insert(position, (symbol, value)),
        }
    }

    /// The entries, ascending by symbol.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, Const)> + '_ {
        self.values.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl FromIterator<(SymbolId, Const)> for Model {
    fn from_iter<I: IntoIterator<Item = (SymbolId, Const)>>(entries: I) -> Model {
        let mut model = Model::new();
        for (symbol, value) in entries {
            model.set(symbol, value);
        }
        model
    }
}
