//! Random formulas over a few relations, with fixed seeds.

#![allow(dead_code, unreachable_pub, reason = "shared by test files that each use a part")]

use relational::bounds::{each, pairs};
use relational::{
    Arithmetic, Bounds, Column, FreeRelation, Language, Number, QuantifiedVariable, RelationalFormula, SetExpression,
    Universe,
};

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as usize % limit
    }
}

/// A set, a relation, and a partial function to numbers.
pub struct Small {
    pub language: Language,
    pub set: FreeRelation,
    pub relation: FreeRelation,
    pub value: FreeRelation,
}

impl Small {
    pub fn new() -> Small {
        let language = Language::new();
        let set = language.relation("s", &[Column::Atoms]);
        let relation = language.relation("r", &[Column::Atoms, Column::Atoms]);
        let value = language.relation("v", &[Column::Atoms, Column::Numbers]);
        Small { language, set, relation, value }
    }

    /// Anything goes, with numbers of two bits in a universe of three, for the first `valued` atoms.
    pub fn bounds(&self, atoms: usize, valued: usize) -> Bounds {
        let names: Vec<String> = (0..atoms).map(|atom| format!("a{atom}")).collect();
        let mut bounds = Bounds::new(Universe::new(names).with_width(3));
        let all = each(bounds.universe().atoms());
        bounds.at_most(self.set, all.clone());
        bounds.at_most(self.relation, pairs(&all, &all));
        // The first has a number in any case.
        bounds.numbers(
            self.value,
            all.iter().take(1.min(valued)).cloned().collect(),
            all.into_iter().take(valued).collect(),
            2,
        );
        bounds
    }

    pub fn formula(&self, random: &mut Random, depth: usize) -> RelationalFormula {
        Generator { small: self, random, scope: Vec::new() }.formula(depth)
    }
}

struct Generator<'a> {
    small: &'a Small,
    random: &'a mut Random,
    scope: Vec<(QuantifiedVariable, Column)>,
}

use Column::{Atoms, Numbers};

impl Generator<'_> {
    fn formula(&mut self, depth: usize) -> RelationalFormula {
        let l = &self.small.language;
        let less = depth.saturating_sub(1);
        match self.random.below(if depth == 0 { 4 } else { 13 }) {
            0 => {
                let columns = self.columns();
                l.subset(self.expression(&columns, less), self.expression(&columns, less))
            }
            1 => {
                let columns = self.columns();
                l.some(self.expression(&columns, less))
            }
            2 => l.less(self.number(less), self.number(less)),
            3 => l.same(self.number(less), self.number(less)),
            4 => {
                let columns = self.columns();
                l.equal(self.expression(&columns, less), self.expression(&columns, less))
            }
            5 => {
                let columns = self.columns();
                l.lone(self.expression(&columns, less))
            }
            6 => {
                let columns = self.columns();
                l.one(self.expression(&columns, less))
            }
            7 => l.not(self.formula(less)),
            8 => l.and([self.formula(less), self.formula(less), self.formula(less)]),
            9 => l.or([self.formula(less), self.formula(less)]),
            10 => l.iff(self.formula(less), self.formula(less)),
            choice => {
                let column = if self.random.below(3) == 0 { Numbers } else { Atoms };
                let domain = self.expression(&[column], less);
                let variable = l.variable("x", column);
                self.scope.push((variable, column));
                let body = self.formula(less);
                self.scope.pop();
                if choice == 11 { l.all(variable, domain, body) } else { l.exists(variable, domain, body) }
            }
        }
    }

    fn columns(&mut self) -> Vec<Column> {
        [vec![Atoms], vec![Numbers], vec![Atoms, Atoms], vec![Atoms, Numbers], vec![Numbers, Atoms]]
            [self.random.below(5)]
        .clone()
    }

    fn expression(&mut self, columns: &[Column], depth: usize) -> SetExpression {
        let l = &self.small.language;
        if depth == 0 || self.random.below(6) == 0 {
            return self.leaf(columns);
        }
        let less = depth - 1;
        match self.random.below(13) {
            0 => l.union(self.expression(columns, less), self.expression(columns, less)),
            1 => l.intersection(self.expression(columns, less), self.expression(columns, less)),
            2 => l.difference(self.expression(columns, less), self.expression(columns, less)),
            3 => l.override_with(self.expression(columns, less), self.expression(columns, less)),
            4 => l.choice(self.formula(less), self.expression(columns, less), self.expression(columns, less)),
            5 => {
                let set = self.expression(&columns[..1], less);
                l.restrict_domain(set, self.expression(columns, less))
            }
            6 => {
                let set = self.expression(&columns[columns.len() - 1..], less);
                l.restrict_range(self.expression(columns, less), set)
            }
            7 | 8 => {
                let middle = if self.random.below(3) == 0 { Numbers } else { Atoms };
                let split = self.random.below(columns.len() + 1);
                let left = [&columns[..split], &[middle]].concat();
                let right = [&[middle], &columns[split..]].concat();
                l.join(self.expression(&left, less), self.expression(&right, less))
            }
            9 if columns.len() == 2 => {
                l.product(self.expression(&columns[..1], less), self.expression(&columns[1..], less))
            }
            10 if columns.len() == 2 => l.transpose(self.expression(&[columns[1], columns[0]], less)),
            11 if columns == [Atoms, Atoms] => {
                let inner = self.expression(columns, less);
                if self.random.below(2) == 0 { l.closure(inner) } else { l.reflexive_closure(inner) }
            }
            _ if columns == [Numbers] => l.singleton(self.number(less)),
            _ => {
                let mut declared = Vec::new();
                for &column in columns {
                    let domain = self.expression(&[column], less);
                    let variable = l.variable("y", column);
                    self.scope.push((variable, column));
                    declared.push((variable, domain));
                }
                let body = self.formula(less);
                self.scope.truncate(self.scope.len() - columns.len());
                l.comprehension(&declared, body)
            }
        }
    }

    fn leaf(&mut self, columns: &[Column]) -> SetExpression {
        let l = &self.small.language;
        let fitting: Vec<QuantifiedVariable> =
            self.scope.iter().filter(|(_, column)| columns == [*column]).map(|(variable, _)| *variable).collect();
        if !fitting.is_empty() && self.random.below(3) > 0 {
            return l.of(fitting[self.random.below(fitting.len())]);
        }
        let choice = self.random.below(6);
        match columns {
            [Atoms] if choice == 0 => l.atoms(),
            [Atoms] => l.of(self.small.set),
            [Numbers] if choice == 0 => l.singleton(self.number(0)),
            [Numbers] => l.join(self.small.set, self.small.value),
            [Atoms, Atoms] if choice == 0 => l.identity(),
            [Atoms, Atoms] => l.of(self.small.relation),
            [Atoms, Numbers] => l.of(self.small.value),
            [Numbers, Atoms] => l.transpose(self.small.value),
            [first, rest @ ..] if choice < 4 => l.product(self.leaf(&[*first]), self.leaf(rest)),
            _ => l.empty(columns),
        }
    }

    fn number(&mut self, depth: usize) -> Number {
        let l = &self.small.language;
        if depth == 0 {
            return match self.random.below(3) {
                0 => l.value(self.random.below(8) as i64 - 4),
                1 => l.cardinality(self.small.relation),
                _ => l.only(l.join(self.small.set, self.small.value)),
            };
        }
        let less = depth - 1;
        match self.random.below(6) {
            0 => {
                let columns = self.columns();
                l.cardinality(self.expression(&columns, less))
            }
            1 => l.sum(self.expression(&[Numbers], less)),
            2 => l.only(self.expression(&[Numbers], less)),
            3 => l.wrap(1 + self.random.below(3) as u32, self.number(less)),
            4 => l.choose(self.formula(less), self.number(less), self.number(less)),
            _ => {
                use Arithmetic::*;
                let all = [
                    Add,
                    Subtract,
                    Multiply,
                    Divide,
                    Remainder,
                    And,
                    Or,
                    Xor,
                    ShiftLeft,
                    ShiftRight,
                    ShiftRightUnsigned,
                ];
                l.arithmetic(all[self.random.below(all.len())], self.number(less), self.number(less))
            }
        }
    }
}
