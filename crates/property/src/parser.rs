//! From words to a tree: one function for each level of precedence, the weakest first.

use crate::source::{Declaration, Infix, NumberOperation, Prefix, Quantifier, SetComparison, SourceNode, SourceTree};
use crate::tokens::{KEYWORDS, Token, TokenKind, tokens};
use crate::{Spot, TextMistake};

pub(crate) struct Parser {
    tokens: Vec<Token>,
    next: usize,
    /// Behind the last word.
    end: Spot,
    depth: u32,
}

type Parsed = Result<SourceTree, TextMistake>;

/// What nests deeper, or is longer, was not written by a person, and would need a large stack.
const DEEPEST: u32 = 50;
const DEEPEST_TREE: u32 = 120;
const MOST_WORDS: usize = 1_000;

impl Parser {
    pub(crate) fn new(text: &str) -> Result<Parser, TextMistake> {
        let last = text.lines().enumerate().last();
        let end = last.map_or(Spot { line: 1, column: 1 }, |(number, line)| Spot {
            line: number as u32 + 1,
            column: line.trim_end().chars().count() as u32 + 1,
        });
        let tokens = tokens(text)?;
        match tokens.get(MOST_WORDS) {
            Some(token) => Err(TextMistake::new(token.at, format!("a property has at most {MOST_WORDS} words"))),
            None => Ok(Parser { tokens, next: 0, end, depth: 0 }),
        }
    }

    /// All of the text as one formula.
    pub(crate) fn property(&mut self) -> Parsed {
        if self.tokens.is_empty() {
            return Err(TextMistake::new(self.end, "a property is a formula, and here is none"));
        }
        let root = self.formula()?;
        match self.tokens.get(self.next) {
            None if root.depth > DEEPEST_TREE => {
                Err(TextMistake::new(root.at, format!("operators nest at most {DEEPEST_TREE} deep")))
            }
            None => Ok(root),
            Some(token) => Err(TextMistake::new(token.at, format!("{} is not expected here", shown(token)))),
        }
    }

    fn at(&self) -> Spot {
        self.tokens.get(self.next).map_or(self.end, |token| token.at)
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.tokens.get(self.next), Some(Token { kind: TokenKind::Symbol(next), .. }) if *next == symbol)
    }

    fn symbol(&mut self, symbol: &str) -> bool {
        let is_it = self.is_symbol(symbol);
        self.next += usize::from(is_it);
        is_it
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.tokens.get(self.next), Some(Token { kind: TokenKind::Name(next), .. }) if next == word)
    }

    fn word(&mut self, word: &str) -> bool {
        let is_it = self.is_word(word);
        self.next += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, symbol: &str, why: &str) -> Result<(), TextMistake> {
        if self.symbol(symbol) {
            return Ok(());
        }
        let found = match self.tokens.get(self.next) {
            Some(token) => format!(", not {}", shown(token)),
            None => String::new(),
        };
        Err(TextMistake::new(self.at(), format!("here {symbol} is expected{found}: {why}")))
    }

    /// A prime directly behind a word.
    fn prime(&mut self) -> bool {
        let is_it =
            matches!(self.tokens.get(self.next), Some(Token { kind: TokenKind::Symbol("'"), is_apart: false, .. }));
        self.next += usize::from(is_it);
        is_it
    }

    fn formula(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(TextMistake::new(self.at(), format!("formulas nest at most {DEEPEST} deep")));
        }
        let mut left = self.implication()?;
        while self.is_symbol("<=>") {
            let at = self.at();
            self.next += 1;
            let right = self.implication()?;
            left = SourceTree::new(at, SourceNode::Infix(Infix::Iff, left.into(), right.into()));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn implication(&mut self) -> Parsed {
        let left = self.disjunction()?;
        let at = self.at();
        if !self.symbol("=>") {
            return Ok(left);
        }
        self.deeper()?;
        let then = self.implication()?;
        let otherwise = match self.word("else") {
            true => Some(Box::new(self.implication()?)),
            false => None,
        };
        self.depth -= 1;
        Ok(SourceTree::new(at, SourceNode::Implies(left.into(), then.into(), otherwise)))
    }

    fn deeper(&mut self) -> Result<(), TextMistake> {
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(TextMistake::new(self.at(), format!("formulas nest at most {DEEPEST} deep"))),
            false => Ok(()),
        }
    }

    /// Operands of one level with operators between them, grouped from the left.
    fn chain(&mut self, operators: &[Infix], operand: fn(&mut Parser) -> Parsed) -> Parsed {
        let mut left = operand(self)?;
        loop {
            let at = self.at();
            let Some(operator) = operators.iter().find(|operator| self.is_symbol(operator.symbol())) else {
                return Ok(left);
            };
            self.next += 1;
            let right = operand(self)?;
            left = SourceTree::new(at, SourceNode::Infix(*operator, left.into(), right.into()));
        }
    }

    fn disjunction(&mut self) -> Parsed {
        self.chain(&[Infix::Or], Parser::conjunction)
    }

    fn conjunction(&mut self) -> Parsed {
        self.chain(&[Infix::And], Parser::negation)
    }

    fn negation(&mut self) -> Parsed {
        let at = self.at();
        if self.symbol("!") {
            self.deeper()?;
            let inner = self.negation()?;
            self.depth -= 1;
            return Ok(SourceTree::new(at, SourceNode::Prefix(Prefix::Not, inner.into())));
        }
        let Some(quantifier) = Quantifier::EVERY.into_iter().find(|quantifier| self.is_word(quantifier.word())) else {
            return self.comparison();
        };
        self.next += 1;
        if !self.is_declaration() {
            if quantifier == Quantifier::All {
                let why = "all needs variables: all x: e | f";
                return Err(TextMistake::new(self.at(), why));
            }
            let inner = self.union()?;
            return Ok(SourceTree::new(at, SourceNode::Size(quantifier, inner.into())));
        }
        let declarations = self.declarations()?;
        self.expect("|", "behind the variables of a quantifier comes what is said of them")?;
        let body = self.formula()?;
        Ok(SourceTree::new(at, SourceNode::Quantified(quantifier, declarations, body.into())))
    }

    /// Whether variables come next: names between commas, and a colon.
    fn is_declaration(&self) -> bool {
        let mut rest = self.tokens[self.next..].iter().map(|token| &token.kind).peekable();
        if matches!(rest.peek(), Some(TokenKind::Name(word)) if word == "disj") {
            return true;
        }
        loop {
            if !matches!(rest.next(), Some(TokenKind::Name(_) | TokenKind::Quoted(_))) {
                return false;
            }
            match rest.next() {
                Some(TokenKind::Symbol(":")) => return true,
                Some(TokenKind::Symbol(",")) => {}
                _ => return false,
            }
        }
    }

    fn declarations(&mut self) -> Result<Vec<Declaration>, TextMistake> {
        let mut declarations = Vec::new();
        loop {
            let is_disjoint = self.word("disj");
            let mut names = Vec::new();
            loop {
                let at = self.at();
                match self.tokens.get(self.next).map(|token| token.kind.clone()) {
                    Some(TokenKind::Name(name)) if KEYWORDS.contains(&name.as_str()) => {
                        return Err(TextMistake::new(
                            at,
                            format!("{name} is a word of the language and no name of a variable"),
                        ));
                    }
                    Some(TokenKind::Name(name) | TokenKind::Quoted(name)) => names.push((name, at)),
                    _ => return Err(TextMistake::new(at, "here the name of a variable is expected")),
                }
                self.next += 1;
                if !self.symbol(",") {
                    break;
                }
            }
            self.expect(":", "variables are declared as in x, y: e")?;
            let set = self.union()?;
            declarations.push(Declaration { names, is_disjoint, set });
            if !self.symbol(",") {
                return Ok(declarations);
            }
        }
    }

    fn comparison(&mut self) -> Parsed {
        let left = self.union()?;
        let at = self.at();
        let is_negated_in = self.is_symbol("!")
            && matches!(self.tokens.get(self.next + 1), Some(Token { kind: TokenKind::Name(word), .. }) if word == "in");
        let symbols = [
            SetComparison::Equal,
            SetComparison::NotEqual,
            SetComparison::LessEqual,
            SetComparison::GreaterEqual,
            SetComparison::Less,
            SetComparison::Greater,
        ];
        let comparison = if is_negated_in {
            self.next += 2;
            SetComparison::NotIn
        } else if self.word("in") {
            SetComparison::In
        } else if let Some(comparison) = symbols.into_iter().find(|comparison| self.is_symbol(comparison.symbol())) {
            self.next += 1;
            comparison
        } else {
            return Ok(left);
        };
        let right = self.union()?;
        Ok(SourceTree::new(at, SourceNode::Compare(comparison, left.into(), right.into())))
    }

    fn union(&mut self) -> Parsed {
        self.chain(&[Infix::Union, Infix::Difference], Parser::count)
    }

    fn count(&mut self) -> Parsed {
        let at = self.at();
        if !self.symbol("#") {
            return self.intersection();
        }
        self.deeper()?;
        let inner = self.count()?;
        self.depth -= 1;
        Ok(SourceTree::new(at, SourceNode::Prefix(Prefix::Count, inner.into())))
    }

    fn intersection(&mut self) -> Parsed {
        self.chain(&[Infix::Intersection], Parser::product)
    }

    fn product(&mut self) -> Parsed {
        self.chain(&[Infix::Product], Parser::restriction)
    }

    fn restriction(&mut self) -> Parsed {
        self.chain(&[Infix::RestrictDomain, Infix::RestrictRange], Parser::path)
    }

    /// Joins and elements.
    fn path(&mut self) -> Parsed {
        let mut left = self.prefixed()?;
        loop {
            let at = self.at();
            if self.symbol(".") {
                let right = self.prefixed()?;
                left = SourceTree::new(at, SourceNode::Join(left.into(), right.into()));
            } else if self.symbol("[") {
                let index = self.formula()?;
                self.expect("]", "an index is written a[i]")?;
                let is_primed = self.prime();
                left = SourceTree::new(at, SourceNode::Element { array: left.into(), index: index.into(), is_primed });
            } else {
                return Ok(left);
            }
        }
    }

    fn prefixed(&mut self) -> Parsed {
        let at = self.at();
        let prefixes = [Prefix::Transpose, Prefix::Closure, Prefix::ReflexiveClosure];
        let Some(prefix) = prefixes.into_iter().find(|prefix| self.is_symbol(prefix.symbol())) else {
            return self.primary();
        };
        self.next += 1;
        self.deeper()?;
        let inner = self.prefixed()?;
        self.depth -= 1;
        Ok(SourceTree::new(at, SourceNode::Prefix(prefix, inner.into())))
    }

    fn primary(&mut self) -> Parsed {
        let at = self.at();
        let Some(token) = self.tokens.get(self.next).cloned() else {
            return Err(TextMistake::new(at, "the text ends where an expression is expected"));
        };
        match token.kind {
            TokenKind::Symbol("(") => {
                self.next += 1;
                let inner = self.formula()?;
                self.expect(")", "what is opened is closed")?;
                Ok(inner)
            }
            TokenKind::Symbol("{") => {
                self.next += 1;
                let declarations = self.declarations()?;
                self.expect("|", "a set is written {x: e | f}")?;
                let body = self.formula()?;
                self.expect("}", "a set is written {x: e | f}")?;
                Ok(SourceTree::new(at, SourceNode::Comprehension(declarations, body.into())))
            }
            TokenKind::Symbol("-") => {
                self.next += 1;
                match self.tokens.get(self.next).map(|token| token.kind.clone()) {
                    Some(TokenKind::Integer(value)) => {
                        self.next += 1;
                        Ok(SourceTree::new(at, SourceNode::Integer((value as i64).wrapping_neg())))
                    }
                    _ => Err(TextMistake::new(at, "a minus stands before a number or between two sets")),
                }
            }
            TokenKind::Integer(value) => {
                self.next += 1;
                match i64::try_from(value) {
                    Ok(value) => Ok(SourceTree::new(at, SourceNode::Integer(value))),
                    Err(_) => Err(TextMistake::new(at, format!("{value} is too large a number"))),
                }
            }
            TokenKind::Name(name) => {
                let operations = [NumberOperation::Plus, NumberOperation::Minus, NumberOperation::Times];
                if let Some(operation) = operations.into_iter().find(|operation| operation.name() == name) {
                    self.next += 1;
                    return self.arithmetic(at, operation);
                }
                let is_value = matches!(name.as_str(), "null" | "true" | "false" | "this");
                if KEYWORDS.contains(&name.as_str()) && !is_value {
                    return Err(TextMistake::new(
                        at,
                        format!("{name} is not expected here: where it is a name, write `{name}`"),
                    ));
                }
                self.next += 1;
                let is_primed = self.prime();
                Ok(SourceTree::new(at, SourceNode::Name { name, is_primed, is_quoted: false }))
            }
            TokenKind::Quoted(name) => {
                self.next += 1;
                let is_primed = self.prime();
                Ok(SourceTree::new(at, SourceNode::Name { name, is_primed, is_quoted: true }))
            }
            TokenKind::Symbol("'") => {
                Err(TextMistake::new(at, "a prime stands directly behind the name of a field or class, or behind a[i]"))
            }
            TokenKind::Symbol(_) => Err(TextMistake::new(at, format!("{} is not expected here", shown(&token)))),
        }
    }

    fn arithmetic(&mut self, at: Spot, operation: NumberOperation) -> Parsed {
        let why = format!("write {}[a, b]", operation.name());
        self.expect("[", &why)?;
        let left = self.formula()?;
        self.expect(",", &why)?;
        let right = self.formula()?;
        self.expect("]", &why)?;
        Ok(SourceTree::new(at, SourceNode::Arithmetic(operation, left.into(), right.into())))
    }
}

fn shown(token: &Token) -> String {
    match &token.kind {
        TokenKind::Name(name) => name.clone(),
        TokenKind::Quoted(name) => format!("`{name}`"),
        TokenKind::Integer(value) => value.to_string(),
        TokenKind::Symbol(symbol) => symbol.to_string(),
    }
}
