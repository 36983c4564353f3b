//! From the words of a line to a context or a predicate.

use super::super::formula::{Operator, Reading, Relation};
use super::tokens::{Token, TokenKind, tokens};
use super::{
    Context, Mistake, Name, SourceComparison, SourceExpression, SourceExpressionKind as Kind, SourceFormula,
    SourcePredicate, SourceScope, Spot,
};

/// Predicates are read and walked recursively. Nobody writes one of that many parts, or of parts so deep inside of each other.
const MOST_PARTS: u32 = 1000;
const DEEPEST: u32 = 100;

const RELATIONS: [(&str, Relation); 6] = [
    ("=", Relation::Equal),
    ("!=", Relation::NotEqual),
    ("<", Relation::Less),
    ("<=", Relation::LessOrEqual),
    (">", Relation::Greater),
    (">=", Relation::GreaterOrEqual),
];
const SUMS: [(&str, Operator); 2] = [("+", Operator::Add), ("-", Operator::Subtract)];
const PRODUCTS: [(&str, Operator); 3] =
    [("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)];

/// Reads one line.
pub(super) struct Parser<'l> {
    line: &'l str,
    number: u32,
    tokens: Vec<Token>,
    next: usize,
    /// Of the predicate, so far.
    parts: u32,
    /// How many of them the next one is inside of.
    depth: u32,
}

/// What parentheses may hold.
enum Phrase {
    /// A condition, and where it begins.
    Truth(SourceFormula, Spot),
    Value(SourceExpression),
}

type Parsed<T> = Result<T, Mistake>;

impl<'l> Parser<'l> {
    pub(super) fn new(number: u32, line: &'l str) -> Parsed<Parser<'l>> {
        Ok(Parser { line, number, tokens: tokens(number, line)?, next: 0, parts: 0, depth: 0 })
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.next >= self.tokens.len()
    }

    pub(super) fn is_at(&self, symbol: &str) -> bool {
        matches!(self.kind(), Some(TokenKind::Symbol(next)) if *next == symbol)
    }

    /// Where the next word is, or the end of the last one.
    pub(super) fn spot(&self) -> Spot {
        match (self.tokens.get(self.next), self.tokens.last()) {
            (Some(token), _) => token.at,
            (None, Some(last)) => {
                let width = self.line[last.place.clone()].chars().count() as u32;
                Spot { line: self.number, column: last.at.column + width }
            }
            (None, None) => Spot { line: self.number, column: 1 },
        }
    }

    fn kind(&self) -> Option<&TokenKind> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    /// The next word as it is written.
    fn shown(&self) -> &'l str {
        self.tokens.get(self.next).map_or("", |token| &self.line[token.place.clone()])
    }

    fn mistake<T>(&self, sentence: impl Into<String>) -> Parsed<T> {
        Err(Mistake::new(self.spot(), sentence))
    }

    /// Something else stands where this should.
    fn missing<T>(&self, what: &str) -> Parsed<T> {
        if self.is_at_end() {
            return self.mistake(format!("{what} is missing at the end"));
        }
        self.mistake(format!("{what} is missing before {}", self.shown()))
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let is_next = self.is_at(symbol);
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.accept(symbol) { Ok(()) } else { self.missing(symbol) }
    }

    fn expect_end(&self, after: &str) -> Parsed<()> {
        if self.is_at_end() {
            return Ok(());
        }
        self.mistake(format!("{} cannot follow {after}", self.shown()))
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let is_next = matches!(self.kind(), Some(TokenKind::Name(name)) if name == word);
        self.next += usize::from(is_next);
        is_next
    }

    /// Which of these symbols comes next, if one of them does.
    fn accept_any<T: Copy>(&mut self, symbols: &[(&str, T)]) -> Option<(T, Spot)> {
        let at = self.spot();
        let found = symbols.iter().find(|(symbol, _)| self.is_at(symbol))?;
        self.next += 1;
        Some((found.1, at))
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        let at = self.spot();
        match self.kind() {
            Some(TokenKind::Name(name) | TokenKind::Quoted(name)) => {
                let text = name.clone();
                self.next += 1;
                Ok(Name { text, at })
            }
            // A slot is a name of Java, too.
            Some(TokenKind::Slot(_)) => {
                let text = self.shown().to_string();
                self.next += 1;
                Ok(Name { text, at })
            }
            _ => self.missing(what),
        }
    }

    /// `pkg.Outer.Inner`.
    fn qualified(&mut self, what: &str) -> Parsed<Name> {
        let mut name = self.name(what)?;
        while self.accept(".") {
            name.text.push('.');
            name.text.push_str(&self.name(what)?.text);
        }
        Ok(name)
    }

    /// `[static]`, `[object pkg.C]` or `[method pkg.C.m(int)]`.
    pub(super) fn context(&mut self) -> Parsed<Context> {
        self.expect("[")?;
        let word = self.name("static, object or method")?;
        let at = self.spot();
        let scope = match &*word.text {
            "static" => SourceScope::Static,
            "object" => SourceScope::Object(self.qualified("the name of a class")?.text),
            "method" => SourceScope::Method(self.method()?),
            other => {
                let hint = program::did_you_mean(other, ["static", "object", "method"]);
                return Err(Mistake::new(word.at, format!("there is no context {other}{hint}")));
            }
        };
        self.expect("]")?;
        self.expect_end("a context: its predicates are on lines of their own")?;
        Ok(Context { scope, at, predicates: Vec::new() })
    }

    fn method(&mut self) -> Parsed<String> {
        let mut method = self.name("the name of a method")?.text;
        while self.accept(".") {
            method.push('.');
            // Constructors and initialisers of classes.
            let is_special = self.accept("<");
            let part = self.name("the name of a method")?.text;
            method.push_str(&if is_special { format!("<{part}>") } else { part });
            if is_special {
                self.expect(">")?;
                break;
            }
        }
        if self.accept("(") {
            let mut types = Vec::new();
            while !self.is_at(")") {
                types.push(self.type_name()?);
                if !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
            method.push_str(&format!("({})", types.join(",")));
        }
        Ok(method)
    }

    fn type_name(&mut self) -> Parsed<String> {
        let mut name = self.qualified("a type")?.text;
        while self.accept("[") {
            self.expect("]")?;
            name.push_str("[]");
        }
        if self.accept("...") {
            name.push_str("[]");
        }
        Ok(name)
    }

    /// A condition up to the end of the line.
    pub(super) fn predicate(&mut self) -> Parsed<SourcePredicate> {
        let phrase = self.disjunction()?;
        self.expect_end("a predicate")?;
        let formula = self.truth(phrase)?;
        let start = self.tokens.first().map_or(0, |first| first.place.start);
        let end = self.tokens.last().map_or(0, |last| last.place.end);
        Ok(SourcePredicate { text: self.line[start..end].to_string(), formula })
    }

    /// Numbers or references up to the end of the line, between commas, as they are to be written where any operator follows.
    pub(super) fn operands(&mut self) -> Parsed<Vec<String>> {
        let mut operands = Vec::new();
        loop {
            let first = self.next;
            let operand = self.argument()?;
            let tokens = &self.tokens[first..self.next];
            let start = tokens.first().map_or(0, |first| first.place.start);
            let end = tokens.last().map_or(0, |last| last.place.end);
            let text = &self.line[start..end];
            operands.push(match operand.kind {
                Kind::Binary(..) | Kind::Negate(_) => format!("({text})"),
                _ => text.to_string(),
            });
            if !self.accept(",") {
                break;
            }
        }
        self.expect_end("a number")?;
        Ok(operands)
    }

    fn truth(&self, phrase: Phrase) -> Parsed<SourceFormula> {
        match phrase {
            Phrase::Truth(formula, _) => Ok(formula),
            Phrase::Value(expression) => {
                let sentence = "a condition is needed here: compare this with something, if only with true";
                Err(Mistake::new(expression.at, sentence))
            }
        }
    }

    fn value(&self, phrase: Phrase) -> Parsed<SourceExpression> {
        match phrase {
            Phrase::Value(expression) => Ok(expression),
            Phrase::Truth(_, at) => {
                Err(Mistake::new(at, "a number or a reference is needed here, and this is a condition"))
            }
        }
    }

    fn count_part(&mut self) -> Parsed<()> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return self.mistake(format!("a predicate has at most {MOST_PARTS} parts"));
        }
        Ok(())
    }

    /// What comes next is inside of something, which is left by taking one from `depth`.
    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.mistake(format!("a predicate has at most {DEEPEST} parts inside of each other"));
        }
        self.count_part()
    }

    fn disjunction(&mut self) -> Parsed<Phrase> {
        let at = self.spot();
        let mut phrase = self.conjunction()?;
        while self.accept_word("or") {
            let left = self.truth(phrase)?;
            let right = self.conjunction()?;
            let right = self.truth(right)?;
            phrase = Phrase::Truth(SourceFormula::Or(Box::new(left), Box::new(right)), at);
        }
        Ok(phrase)
    }

    fn conjunction(&mut self) -> Parsed<Phrase> {
        let at = self.spot();
        let mut phrase = self.comparison()?;
        while self.accept_word("and") {
            let left = self.truth(phrase)?;
            let right = self.comparison()?;
            let right = self.truth(right)?;
            phrase = Phrase::Truth(SourceFormula::And(Box::new(left), Box::new(right)), at);
        }
        Ok(phrase)
    }

    fn comparison(&mut self) -> Parsed<Phrase> {
        let begin = self.spot();
        let phrase = self.sum()?;
        let Some((relation, at)) = self.accept_any(&RELATIONS) else { return Ok(phrase) };
        let left = self.value(phrase)?;
        let right = self.sum()?;
        let right = self.value(right)?;
        if self.accept_any(&RELATIONS).is_some() {
            self.next -= 1;
            return self.mistake("comparisons do not follow each other: write a < b and b < c");
        }
        let comparison = SourceComparison { relation, left, right, reading: Reading::Java, at };
        Ok(Phrase::Truth(SourceFormula::Compare(comparison), begin))
    }

    fn sum(&mut self) -> Parsed<Phrase> {
        self.operations(&SUMS, Parser::product)
    }

    fn product(&mut self) -> Parsed<Phrase> {
        self.operations(&PRODUCTS, Parser::signed)
    }

    fn operations(
        &mut self,
        operators: &[(&str, Operator)],
        operand: fn(&mut Parser<'l>) -> Parsed<Phrase>,
    ) -> Parsed<Phrase> {
        let mut phrase = operand(self)?;
        while let Some((operator, _)) = self.accept_any(operators) {
            let left = self.value(phrase)?;
            let at = left.at;
            let right = operand(self)?;
            let right = self.value(right)?;
            let kind = Kind::Binary(operator, Box::new(left), Box::new(right));
            phrase = Phrase::Value(SourceExpression { kind, at });
        }
        Ok(phrase)
    }

    fn signed(&mut self) -> Parsed<Phrase> {
        let at = self.spot();
        if !self.accept("-") {
            return self.access();
        }
        self.enter()?;
        // The sign is part of a number: there is one more below zero than above.
        let kind = match self.kind().cloned() {
            Some(TokenKind::Integer(number)) => {
                let too_large = Mistake::new(at, format!("-{number} is too small a number"));
                self.next += 1;
                Kind::Integer(0i64.checked_sub_unsigned(number).ok_or(too_large)?)
            }
            Some(TokenKind::Decimal(number)) => {
                self.next += 1;
                Kind::Decimal(-number)
            }
            _ => {
                let inner = self.signed()?;
                Kind::Negate(Box::new(self.value(inner)?))
            }
        };
        self.depth -= 1;
        Ok(Phrase::Value(SourceExpression { kind, at }))
    }

    /// Something with fields and elements behind it.
    fn access(&mut self) -> Parsed<Phrase> {
        let at = self.spot();
        self.enter()?;
        let mut phrase = self.primary()?;
        self.depth -= 1;
        loop {
            let is_field = self.is_at(".");
            if !is_field && !self.is_at("[") {
                return Ok(phrase);
            }
            self.next += 1;
            self.count_part()?;
            let holder = Box::new(self.value(phrase)?);
            let kind = if is_field {
                let field = self.name("the name of a field")?;
                if self.is_at("(") {
                    return Err(Mistake::new(
                        field.at,
                        format!("{} cannot be called: predicates call nothing", field.text),
                    ));
                }
                Kind::Field { object: holder, class: None, field }
            } else {
                let index = self.sum()?;
                let index = self.value(index)?;
                self.expect("]")?;
                Kind::Element(holder, Box::new(index))
            };
            phrase = Phrase::Value(SourceExpression { kind, at });
        }
    }

    fn primary(&mut self) -> Parsed<Phrase> {
        let at = self.spot();
        let value = |kind| Ok(Phrase::Value(SourceExpression { kind, at }));
        let Some(kind) = self.kind().cloned() else { return self.missing("a number or a reference") };
        match kind {
            TokenKind::Integer(number) => {
                self.next += 1;
                match i64::try_from(number) {
                    Ok(number) => value(Kind::Integer(number)),
                    Err(_) => Err(Mistake::new(at, format!("{number} is too large a number"))),
                }
            }
            TokenKind::Decimal(number) => {
                self.next += 1;
                value(Kind::Decimal(number))
            }
            TokenKind::Slot(slot) => {
                self.next += 1;
                value(Kind::Slot(slot))
            }
            TokenKind::Quoted(name) => {
                self.next += 1;
                value(Kind::Name(name))
            }
            TokenKind::Symbol("(") => {
                self.next += 1;
                let inner = self.disjunction()?;
                self.expect(")")?;
                Ok(inner)
            }
            TokenKind::Symbol(_) => self.missing("a number or a reference"),
            TokenKind::Name(name) => {
                self.next += 1;
                if self.is_at("(") {
                    return self.function(&name, at);
                }
                match &*name {
                    "null" => value(Kind::Null),
                    "true" => value(Kind::Integer(1)),
                    "false" => value(Kind::Integer(0)),
                    "return" => value(Kind::Return),
                    "and" | "or" => {
                        self.next -= 1;
                        self.missing("a condition")
                    }
                    "class" => Err(Mistake::new(at, "a class is written class(pkg.C)")),
                    _ => value(Kind::Name(name)),
                }
            }
        }
    }

    /// A name and a parenthesis, which is the next word.
    fn function(&mut self, name: &str, at: Spot) -> Parsed<Phrase> {
        const FUNCTIONS: [&str; 8] = ["not", "exact", "old", "class", "fread", "sfread", "aread", "alength"];
        if !FUNCTIONS.contains(&name) {
            let hint = program::did_you_mean(name, FUNCTIONS);
            return Err(Mistake::new(at, format!("there is no function {name}: predicates call no methods{hint}")));
        }
        self.expect("(")?;
        let value = |kind| Phrase::Value(SourceExpression { kind, at });
        let phrase = match name {
            "class" => return self.field_of_class().map(value),
            "not" => {
                let inner = self.disjunction()?;
                Phrase::Truth(SourceFormula::Not(Box::new(self.truth(inner)?)), at)
            }
            "exact" => {
                let inner = self.disjunction()?;
                match self.truth(inner)? {
                    SourceFormula::Compare(comparison) if comparison.reading == Reading::Java => {
                        let comparison = SourceComparison { reading: Reading::Exact, ..comparison };
                        Phrase::Truth(SourceFormula::Compare(comparison), at)
                    }
                    _ => return Err(Mistake::new(at, "exact(…) holds one comparison")),
                }
            }
            _ => value(self.function_value(name)?),
        };
        self.expect(")")?;
        Ok(phrase)
    }

    /// What follows `class(`.
    fn field_of_class(&mut self) -> Parsed<Kind> {
        let class = self.qualified("the name of a class")?;
        self.expect(")")?;
        if !self.accept(".") {
            return self.missing("a static field of the class");
        }
        Ok(Kind::Static { class, field: self.name("the name of a static field")? })
    }

    /// The arguments of a function that has a value.
    fn function_value(&mut self, name: &str) -> Parsed<Kind> {
        Ok(match name {
            "old" => Kind::Old(self.name("the name of a parameter")?),
            "fread" => {
                let field = self.qualified("the name of a field")?;
                self.expect(",")?;
                let object = Box::new(self.argument()?);
                let (class, field) = match field.text.rsplit_once('.') {
                    None => (None, field),
                    Some((class, name)) => {
                        let name = Name { text: name.to_string(), at: field.at };
                        (Some(Name { text: class.to_string(), at: field.at }), name)
                    }
                };
                Kind::Field { object, class, field }
            }
            "sfread" => {
                let field = self.name("the name of a static field")?;
                self.expect(",")?;
                Kind::Static { class: self.qualified("the name of a class")?, field }
            }
            "aread" => {
                self.marker("arr")?;
                let array = Box::new(self.argument()?);
                self.expect(",")?;
                Kind::Element(array, Box::new(self.argument()?))
            }
            _ => {
                self.marker("arrlen")?;
                Kind::Length(Box::new(self.argument()?))
            }
        })
    }

    /// The first argument of a function on arrays, which is always the same.
    fn marker(&mut self, word: &str) -> Parsed<()> {
        if !self.accept_word(word) {
            return self.missing(word);
        }
        self.expect(",")
    }

    fn argument(&mut self) -> Parsed<SourceExpression> {
        let phrase = self.sum()?;
        self.value(phrase)
    }
}
