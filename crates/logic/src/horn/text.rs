//! Problems written as SMT-LIB text, and interpretations read from it.
//!
//! Interpretations are read as text because how Z3 declares what it prints differs from version to version.

use std::collections::HashMap;
use std::fmt::{self, Write as _};

use super::{HornApplication, HornExpression, HornOperator, HornProblem, HornRule, HornSort, RelationId};

/// Expressions of more parts than this are not read: `let` can write very large ones down in a few lines.
const MOST_PARTS: usize = 20_000;

impl HornOperator {
    const ALL: [HornOperator; 15] = [
        HornOperator::Not,
        HornOperator::And,
        HornOperator::Or,
        HornOperator::Implies,
        HornOperator::Equal,
        HornOperator::Less,
        HornOperator::LessOrEqual,
        HornOperator::Greater,
        HornOperator::GreaterOrEqual,
        HornOperator::IfThenElse,
        HornOperator::Add,
        HornOperator::Subtract,
        HornOperator::Multiply,
        HornOperator::Divide,
        HornOperator::Remainder,
    ];

    fn symbol(self) -> &'static str {
        match self {
            HornOperator::Not => "not",
            HornOperator::And => "and",
            HornOperator::Or => "or",
            HornOperator::Implies => "=>",
            HornOperator::Equal => "=",
            HornOperator::Less => "<",
            HornOperator::LessOrEqual => "<=",
            HornOperator::Greater => ">",
            HornOperator::GreaterOrEqual => ">=",
            HornOperator::IfThenElse => "ite",
            HornOperator::Add => "+",
            HornOperator::Subtract => "-",
            HornOperator::Multiply => "*",
            HornOperator::Divide => "div",
            HornOperator::Remainder => "mod",
        }
    }
}

impl RelationId {
    pub(super) fn name(self) -> String {
        format!("relation{}", self.0)
    }

    pub(super) fn of_name(name: &str) -> Option<RelationId> {
        name.strip_prefix("relation")?.parse().ok().map(RelationId)
    }
}

impl HornSort {
    fn name(self) -> &'static str {
        match self {
            HornSort::Integer => "Int",
            HornSort::Boolean => "Bool",
        }
    }

    fn letter(self) -> char {
        match self {
            HornSort::Integer => 'i',
            HornSort::Boolean => 'b',
        }
    }
}

impl HornProblem {
    /// As Z3's fixed point reads it.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (number, arguments) in self.relations.iter().enumerate() {
            let sorts: Vec<&str> = arguments.iter().map(|sort| sort.name()).collect();
            let _ = writeln!(text, "(declare-rel {} ({}))", RelationId(number).name(), sorts.join(" "));
        }
        let most = self.rules.iter().map(|rule| rule.variables.len()).max().unwrap_or(0);
        for number in 0..most {
            for sort in [HornSort::Integer, HornSort::Boolean] {
                let _ = writeln!(text, "(declare-var {}{number} {})", sort.letter(), sort.name());
            }
        }
        for rule in &self.rules {
            let _ = writeln!(text, "(rule {})", RuleText(rule));
        }
        text
    }
}

struct RuleText<'r>(&'r HornRule);

impl fmt::Display for RuleText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.0;
        f.write_str("(=> (and true")?;
        for application in &rule.body {
            f.write_char(' ')?;
            write_application(f, application, &rule.variables)?;
        }
        for condition in &rule.constraint {
            f.write_char(' ')?;
            write_expression(f, condition, &rule.variables)?;
        }
        f.write_str(") ")?;
        write_application(f, &rule.head, &rule.variables)?;
        f.write_char(')')
    }
}

fn write_application(f: &mut fmt::Formatter<'_>, application: &HornApplication, variables: &[HornSort]) -> fmt::Result {
    if application.arguments.is_empty() {
        return f.write_str(&application.relation.name());
    }
    write!(f, "({}", application.relation.name())?;
    for argument in &application.arguments {
        f.write_char(' ')?;
        write_expression(f, argument, variables)?;
    }
    f.write_char(')')
}

fn write_expression(f: &mut fmt::Formatter<'_>, expression: &HornExpression, variables: &[HornSort]) -> fmt::Result {
    match expression {
        HornExpression::Integer(value) if *value < 0 => write!(f, "(- {})", value.unsigned_abs()),
        HornExpression::Integer(value) => write!(f, "{value}"),
        HornExpression::Boolean(value) => write!(f, "{value}"),
        HornExpression::Variable(number) => write!(f, "{}{number}", variables[*number].letter()),
        HornExpression::Apply(operator, operands) => {
            write!(f, "({}", operator.symbol())?;
            for operand in operands {
                f.write_char(' ')?;
                write_expression(f, operand, variables)?;
            }
            f.write_char(')')
        }
    }
}

/// The interpretations that an answer gives, by relation.
pub(super) fn read_interpretations(answer: &str, relations: usize) -> Vec<Option<HornExpression>> {
    let answer = Part::read(answer);
    let mut collector = Collector { interpretations: vec![None; relations], bindings: Vec::new() };
    if let Some(answer) = &answer {
        collector.collect(answer);
    }
    collector.interpretations
}

/// A list in parentheses, or a word.
#[derive(Debug)]
enum Part {
    Word(String),
    List(Vec<Part>),
}

/// Deeper nesting is not read.
const MOST_NESTED: usize = 1_000;

impl Part {
    fn read(text: &str) -> Option<Part> {
        let mut open: Vec<Vec<Part>> = vec![Vec::new()];
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '(' if open.len() < MOST_NESTED => open.push(Vec::new()),
                '(' => return None,
                ')' => {
                    let list = open.pop()?;
                    open.last_mut()?.push(Part::List(list));
                }
                ';' => while characters.next_if(|next| *next != '\n').is_some() {},
                '|' => {
                    let word: String = std::iter::from_fn(|| characters.next_if(|next| *next != '|')).collect();
                    characters.next()?;
                    open.last_mut()?.push(Part::Word(word));
                }
                _ if character.is_whitespace() => {}
                _ => {
                    let mut word = String::from(character);
                    while let Some(next) = characters.next_if(|next| !next.is_whitespace() && !"()|;".contains(*next)) {
                        word.push(next);
                    }
                    open.last_mut()?.push(Part::Word(word));
                }
            }
        }
        match <[Vec<Part>; 1]>::try_from(open) {
            Ok([mut parts]) if parts.len() == 1 => parts.pop(),
            _ => None,
        }
    }

    fn word(&self) -> Option<&str> {
        match self {
            Part::Word(word) => Some(word),
            Part::List(_) => None,
        }
    }

    fn list(&self) -> Option<&[Part]> {
        match self {
            Part::List(parts) => Some(parts),
            Part::Word(_) => None,
        }
    }
}

/// Reads every "relation of these variables = formula" in a conjunction of quantified formulas.
struct Collector<'p> {
    interpretations: Vec<Option<HornExpression>>,
    /// The lists of names given around the formula that is being read, outermost first.
    bindings: Vec<&'p Part>,
}

impl<'p> Collector<'p> {
    fn collect(&mut self, part: &'p Part) {
        match part.list() {
            Some([Part::Word(keyword), conjuncts @ ..]) if keyword == "and" => {
                conjuncts.iter().for_each(|conjunct| self.collect(conjunct));
            }
            Some([Part::Word(keyword), _, body]) if keyword == "forall" => self.collect(body),
            Some([Part::Word(keyword), body, ..]) if keyword == "!" => self.collect(body),
            Some([Part::Word(keyword), bindings, body]) if keyword == "let" => {
                self.bindings.push(bindings);
                self.collect(body);
                self.bindings.pop();
            }
            Some([Part::Word(keyword), relation, formula]) if keyword == "=" => {
                let _ = self.interpret(relation, formula);
            }
            _ => {}
        }
    }

    fn interpret(&mut self, relation: &Part, formula: &Part) -> Option<()> {
        let (name, arguments) = match relation {
            Part::Word(name) => (name, &[][..]),
            Part::List(parts) => match parts.as_slice() {
                [Part::Word(name), arguments @ ..] => (name, arguments),
                _ => return None,
            },
        };
        let place = RelationId::of_name(name)?.0;
        let mut reading = Reading { names: HashMap::new(), parts: 0 };
        for (number, argument) in arguments.iter().enumerate() {
            reading.names.insert(argument.word()?.to_string(), HornExpression::Variable(number));
        }
        for bindings in &self.bindings {
            reading.bind(bindings, 0)?;
        }
        *self.interpretations.get_mut(place)? = reading.expression(formula, 0);
        Some(())
    }
}

/// Reads a formula.
struct Reading {
    /// What the names in force stand for.
    names: HashMap<String, HornExpression>,
    /// How many parts were read or copied.
    parts: usize,
}

impl Reading {
    fn expression(&mut self, part: &Part, depth: usize) -> Option<HornExpression> {
        if depth > MOST_NESTED || self.parts > MOST_PARTS {
            return None;
        }
        self.parts += 1;
        match part {
            Part::Word(word) => self.word(word),
            Part::List(list) => match list.as_slice() {
                [Part::Word(keyword), bindings, body] if keyword == "let" => {
                    // Z3 never gives one name to two things, so nothing is hidden by a binding.
                    self.bind(bindings, depth)?;
                    self.expression(body, depth + 1)
                }
                [Part::Word(keyword), body, ..] if keyword == "!" => self.expression(body, depth + 1),
                [Part::Word(minus), operand] if minus == "-" => match self.expression(operand, depth + 1)? {
                    HornExpression::Integer(value) => Some(HornExpression::Integer(value.checked_neg()?)),
                    operand => {
                        let factor = HornExpression::Integer(-1);
                        Some(HornExpression::Apply(HornOperator::Multiply, vec![factor, operand]))
                    }
                },
                [Part::Word(symbol), operands @ ..] => {
                    let operator = HornOperator::ALL.into_iter().find(|operator| operator.symbol() == symbol)?;
                    let operands: Option<Vec<HornExpression>> =
                        operands.iter().map(|operand| self.expression(operand, depth + 1)).collect();
                    Some(HornExpression::Apply(operator, operands?))
                }
                _ => None,
            },
        }
    }

    fn word(&mut self, word: &str) -> Option<HornExpression> {
        match word {
            "true" => return Some(HornExpression::Boolean(true)),
            "false" => return Some(HornExpression::Boolean(false)),
            _ => {}
        }
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            return word.parse().ok().map(HornExpression::Integer);
        }
        let meaning = self.names.get(word)?.clone();
        self.parts += meaning.parts();
        Some(meaning)
    }

    fn bind(&mut self, bindings: &Part, depth: usize) -> Option<()> {
        let mut bound = Vec::new();
        for binding in bindings.list()? {
            let [Part::Word(name), value] = binding.list()? else { return None };
            bound.push((name.clone(), self.expression(value, depth + 1)?));
        }
        self.names.extend(bound);
        Some(())
    }
}

impl HornExpression {
    fn parts(&self) -> usize {
        match self {
            HornExpression::Apply(_, operands) => 1 + operands.iter().map(HornExpression::parts).sum::<usize>(),
            _ => 1,
        }
    }
}
