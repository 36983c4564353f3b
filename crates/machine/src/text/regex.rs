//! Regular expressions as conditions on symbolic text.
//!
//! The subset: characters, `.`, classes (`[a-z_]`, `[^,]`, `\d \w \s \D \W \S`), escaped punctuation, `\t \n \r`, groups,
//! `|`, and the quantifiers `* + ? {n} {n,} {n,m}`, greedy or lazy, which makes no difference to whether a whole text
//! matches. An expression becomes an automaton, whose runs over the units of a text become one condition. What is not in the
//! subset has no [`Pattern`].

use logic::pool::TermPool;
use logic::term::Term;

use super::units::in_ranges;
use super::{Text, is_surrogate};

/// An automaton without empty transitions.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// Per state: on units in these ranges, to that state.
    transitions: Vec<Vec<(Ranges, usize)>>,
    /// States in which a text may end.
    accepting: Vec<bool>,
    /// Whether some transition takes halves of characters, which the library would take two at a time.
    takes_surrogates: bool,
}

type Ranges = Vec<(u16, u16)>;

/// The most states an automaton may have.
const MOST_STATES: usize = 200;

impl Pattern {
    /// The automaton of an expression; `None` if it is not in the subset.
    pub(crate) fn parse(regex: &[u16]) -> Option<Pattern> {
        let mut parser = Parser { units: regex, at: 0, nesting: 0 };
        let expression = parser.alternatives()?;
        if parser.at != regex.len() {
            return None;
        }
        let mut builder = Builder::default();
        let (start, end) = (builder.state()?, builder.state()?);
        builder.add(&expression, start, end)?;
        Some(builder.finish(start, end))
    }

    /// Whether the whole of a text matches.
    pub(crate) fn matches(&self, pool: &mut TermPool, text: &Text) -> Term {
        let mut reached: Vec<Term> = vec![pool.never(); self.transitions.len()];
        reached[0] = pool.always();
        let mut result = pool.never();
        for position in 0..=text.units.len() {
            let number = pool.int32(position as i32);
            let ends_here = pool.eq(text.length, number);
            for (state, is_accepting) in self.accepting.iter().enumerate() {
                if *is_accepting {
                    let matched = pool.and(ends_here, reached[state]);
                    result = pool.or(result, matched);
                }
            }
            let Some(unit) = text.units.get(position) else { break };
            let mut next: Vec<Term> = vec![pool.never(); reached.len()];
            for (state, transitions) in self.transitions.iter().enumerate() {
                if pool.is_false(reached[state]) {
                    continue;
                }
                for (ranges, to) in transitions {
                    let fits = in_ranges(pool, *unit, ranges);
                    let step = pool.and(reached[state], fits);
                    next[*to] = pool.or(next[*to], step);
                }
            }
            reached = next;
        }
        result
    }

    /// The condition under which units are characters as far as this expression is concerned.
    pub(crate) fn is_decidable(&self, pool: &mut TermPool, text: &Text) -> Term {
        if !self.takes_surrogates {
            return pool.always();
        }
        let mut is_whole = |pool: &mut TermPool, unit: Term| {
            let is_half = is_surrogate(pool, unit);
            pool.not(is_half)
        };
        text.all(pool, &mut is_whole)
    }
}

enum Expression {
    Nothing,
    Unit(Ranges),
    Sequence(Vec<Expression>),
    Alternatives(Vec<Expression>),
    /// At least and at most this many times.
    Repeated(Box<Expression>, usize, Option<usize>),
}

struct Parser<'a> {
    units: &'a [u16],
    at: usize,
    /// Parentheses that are open.
    nesting: usize,
}

/// Parentheses within each other; what is nested deeper is left to the library.
const MOST_NESTING: usize = 64;

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        char::from_u32(u32::from(*self.units.get(self.at)?))
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += 1;
        Some(letter)
    }

    fn take_if(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn alternatives(&mut self) -> Option<Expression> {
        let mut alternatives = vec![self.sequence()?];
        while self.take_if('|') {
            alternatives.push(self.sequence()?);
        }
        Some(if alternatives.len() == 1 { alternatives.pop()? } else { Expression::Alternatives(alternatives) })
    }

    fn sequence(&mut self) -> Option<Expression> {
        let mut parts = Vec::new();
        while self.at < self.units.len() && !matches!(self.peek()?, '|' | ')') {
            let atom = self.atom()?;
            parts.push(self.quantified(atom)?);
        }
        Some(if parts.is_empty() { Expression::Nothing } else { Expression::Sequence(parts) })
    }

    fn quantified(&mut self, atom: Expression) -> Option<Expression> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let least = self.number()?;
                let most = if self.take_if(',') {
                    if self.peek() == Some('}') { None } else { Some(self.number()?) }
                } else {
                    Some(least)
                };
                if self.peek() != Some('}') || most.is_some_and(|most| most < least) {
                    return None;
                }
                (least, most)
            }
            _ => return Some(atom),
        };
        self.at += 1;
        // Lazy is as good as greedy; possessive is not, and two quantifiers in a row mean that.
        self.take_if('?');
        if matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
            return None;
        }
        Some(Expression::Repeated(Box::new(atom), least, most))
    }

    fn number(&mut self) -> Option<usize> {
        let mut digits = String::new();
        while let Some(digit) = self.peek().filter(char::is_ascii_digit) {
            digits.push(digit);
            self.at += 1;
        }
        digits.parse().ok().filter(|number| *number <= MOST_STATES)
    }

    fn atom(&mut self) -> Option<Expression> {
        Some(match self.take()? {
            '(' => {
                if self.take_if('?') && !self.take_if(':') {
                    return None;
                }
                self.nesting += 1;
                if self.nesting > MOST_NESTING {
                    return None;
                }
                let inside = self.alternatives()?;
                self.nesting -= 1;
                if !self.take_if(')') {
                    return None;
                }
                inside
            }
            '.' => Expression::Unit(complement(&[(0x0a, 0x0a), (0x0d, 0x0d), (0x85, 0x85), (0x2028, 0x2029)])),
            '[' => Expression::Unit(self.class()?),
            '\\' => Expression::Unit(self.escape()?),
            '*' | '+' | '?' | '{' | '^' | '$' | ')' => return None,
            letter => Expression::Unit(vec![(letter as u16, letter as u16)]),
        })
    }

    /// After a backslash.
    fn escape(&mut self) -> Option<Ranges> {
        let digits = vec![(b'0'.into(), b'9'.into())];
        let word =
            || vec![(b'0'.into(), b'9'.into()), (b'A'.into(), b'Z'.into()), (0x5f, 0x5f), (b'a'.into(), b'z'.into())];
        let space = || vec![(0x09, 0x0d), (0x20, 0x20)];
        Some(match self.take()? {
            'd' => digits,
            'D' => complement(&digits),
            'w' => word(),
            'W' => complement(&word()),
            's' => space(),
            'S' => complement(&space()),
            't' => vec![(9, 9)],
            'n' => vec![(10, 10)],
            'r' => vec![(13, 13)],
            mark if mark.is_ascii_punctuation() => vec![(mark as u16, mark as u16)],
            _ => return None,
        })
    }

    /// After an opening bracket. Classes within classes and their intersections are not in the subset.
    fn class(&mut self) -> Option<Ranges> {
        let is_negated = self.take_if('^');
        let mut ranges = Ranges::new();
        loop {
            let first = match self.take()? {
                ']' if ranges.is_empty() => return None,
                ']' => break,
                '[' | '&' | '^' => return None,
                '\\' => {
                    let escaped = self.escape()?;
                    match escaped[..] {
                        [(low, high)] if low == high => low,
                        _ => {
                            ranges.extend(escaped);
                            continue;
                        }
                    }
                }
                letter => letter as u16,
            };
            if self.peek() != Some('-') {
                ranges.push((first, first));
                continue;
            }
            self.at += 1;
            let last = match self.take()? {
                '\\' => match self.escape()?[..] {
                    [(low, high)] if low == high => low,
                    _ => return None,
                },
                // A hyphen before the end, or before another class, has a story of its own.
                ']' | '[' | '-' | '&' => return None,
                letter => letter as u16,
            };
            if last < first {
                return None;
            }
            ranges.push((first, last));
        }
        Some(if is_negated { complement(&ranges) } else { ranges })
    }
}

/// The units that are in none of these ranges.
fn complement(ranges: &[(u16, u16)]) -> Ranges {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    let mut result = Ranges::new();
    let mut next: u32 = 0;
    for (low, high) in sorted {
        if u32::from(low) > next {
            result.push((next as u16, low - 1));
        }
        next = next.max(u32::from(high) + 1);
    }
    if next <= 0xffff {
        result.push((next as u16, 0xffff));
    }
    result
}

/// An automaton with empty transitions, in the making.
#[derive(Default)]
struct Builder {
    on_units: Vec<Vec<(Ranges, usize)>>,
    empty: Vec<Vec<usize>>,
}

impl Builder {
    fn state(&mut self) -> Option<usize> {
        self.on_units.push(Vec::new());
        self.empty.push(Vec::new());
        (self.empty.len() <= MOST_STATES).then_some(self.empty.len() - 1)
    }

    /// Ways from one state to another that read what an expression matches.
    fn add(&mut self, expression: &Expression, from: usize, to: usize) -> Option<()> {
        match expression {
            Expression::Nothing => self.empty[from].push(to),
            Expression::Unit(ranges) => self.on_units[from].push((ranges.clone(), to)),
            Expression::Sequence(parts) => {
                let mut at = from;
                for (number, part) in parts.iter().enumerate() {
                    let next = if number + 1 == parts.len() { to } else { self.state()? };
                    self.add(part, at, next)?;
                    at = next;
                }
            }
            Expression::Alternatives(alternatives) => {
                for alternative in alternatives {
                    // A loop in one alternative must not be entered from another.
                    let (start, end) = (self.state()?, self.state()?);
                    self.empty[from].push(start);
                    self.add(alternative, start, end)?;
                    self.empty[end].push(to);
                }
            }
            Expression::Repeated(inside, least, most) => {
                let mut at = self.state()?;
                self.empty[from].push(at);
                for _ in 0..*least {
                    let next = self.state()?;
                    self.add(inside, at, next)?;
                    at = next;
                }
                match most {
                    None => {
                        let again = self.state()?;
                        self.empty[at].push(again);
                        self.add(inside, again, at)?;
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            let next = self.state()?;
                            self.empty[at].push(to);
                            self.add(inside, at, next)?;
                            at = next;
                        }
                    }
                }
                self.empty[at].push(to);
            }
        }
        Some(())
    }

    fn finish(self, start: usize, end: usize) -> Pattern {
        let count = self.empty.len();
        let closure = |from: usize| {
            let mut seen = vec![false; count];
            let mut pending = vec![from];
            while let Some(state) = pending.pop() {
                if !std::mem::replace(&mut seen[state], true) {
                    pending.extend(&self.empty[state]);
                }
            }
            seen
        };
        let closures: Vec<Vec<bool>> = (0..count).map(closure).collect();
        let takes_surrogates = self
            .on_units
            .iter()
            .flatten()
            .flat_map(|(ranges, _)| ranges)
            .any(|(low, high)| *low <= 0xdfff && *high >= 0xd800);
        // The first state is the start, by the order in which they were made.
        debug_assert_eq!(start, 0);
        let transitions = closures
            .iter()
            .map(|reached| {
                let states = (0..count).filter(|state| reached[*state]);
                states.flat_map(|state| self.on_units[state].iter().cloned()).collect()
            })
            .collect();
        Pattern { transitions, accepting: closures.iter().map(|reached| reached[end]).collect(), takes_surrogates }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(regex: &str) -> Option<Pattern> {
        Pattern::parse(&regex.encode_utf16().collect::<Vec<u16>>())
    }

    fn matches(regex: &str, text: &str) -> bool {
        let mut pool = TermPool::new();
        let pattern = pattern(regex).unwrap_or_else(|| panic!("{regex} is in the subset"));
        let text = Text::ascii(&mut pool, text);
        let result = pattern.matches(&mut pool, &text);
        assert!(pool.is_true(result) || pool.is_false(result), "constants decide");
        pool.is_true(result)
    }

    #[test]
    fn whole_texts_match() {
        for (regex, yes, no) in [
            ("abc", &["abc"][..], &["", "ab", "abcd"][..]),
            ("a*b?", &["", "a", "aab", "b"], &["ba", "abb"]),
            ("(ab|c)+", &["ab", "c", "abcab"], &["", "a", "abb"]),
            ("[a-c_]{2,3}", &["ab", "c_a"], &["a", "abca", "ad"]),
            ("-?\\d+", &["-1", "42"], &["-", "", "4-"]),
            ("[^,]+,.*", &["a,", "a,b,c"], &[",", "a", "a,\n"]),
            ("(a*)*b", &["b", "aab"], &["a", ""]),
            ("(a|b*)c", &["ac", "bbc", "c"], &["abc", "bac"]),
            ("x{3}", &["xxx"], &["xx", "xxxx"]),
            ("a{2,}?", &["aa", "aaaa"], &["a"]),
            ("|a", &["", "a"], &["b"]),
            ("\\.\\[\\\\", &[".[\\"], &["a[\\"]),
        ] {
            for text in yes {
                assert!(matches(regex, text), "{regex} matches {text:?}");
            }
            for text in no {
                assert!(!matches(regex, text), "{regex} does not match {text:?}");
            }
        }
    }

    #[test]
    fn the_rest_is_left_to_the_library() {
        for regex in [
            "a*+", "a**", "(?=a)", "\\1", "^a", "a$", "[a&&b]", "[[a]]", "\\p{L}", "(", "a)", "[", "a{", "a{3,1}", "\\",
        ] {
            assert!(pattern(regex).is_none(), "{regex}");
        }
    }
}
