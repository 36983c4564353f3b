//! Upper and lower case of any symbolic text, by the library's own tables.
//!
//! What becomes of one character is found by running the library's code on all of the basic plane and on the plane above, which
//! has all the others with case. ASCII is a path of its own: its terms are small.

use std::rc::Rc;

use logic::pool::TermPool;
use logic::term::{Op, Sort, Term};
use program::class::MethodId;

use crate::library::text::character::apart;
use crate::library::{Outcome, value};
use crate::machine::Machine;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::value::Value;
use crate::text::{Case, Text, UnitTable, in_range, in_ranges};

const CHARACTER: &str = "java/lang/Character";
/// Says that a character becomes several.
const SEVERAL: u16 = 0xffff;
const CAPITAL_SIGMA: u16 = 0x3a3;
const SMALL_SIGMA: u16 = 0x3c3;
const FINAL_SIGMA: u16 = 0x3c2;
/// The only character that becomes several in lower case, in languages without rules of their own.
const CAPITAL_I_WITH_DOT: u16 = 0x130;
const SMALL_I_WITH_DOT: [u16; 2] = [0x69, 0x307];

/// What a change of case does to characters.
pub(crate) struct CaseTable {
    /// Of those that become one character of the basic plane.
    single: Rc<UnitTable>,
    several: Vec<(u16, Vec<u16>)>,
    pairs: Vec<Pairs>,
}

/// Characters beyond the basic plane: of those with this first half, the second halves in a range change by a distance.
struct Pairs {
    first: u16,
    seconds: (u16, u16),
    distance: u16,
}

impl Machine {
    /// A text in another case, in English.
    pub(crate) fn text_in_case(&mut self, state: &mut State, text: &Text, case: Case) -> Result<Outcome, Stop> {
        let is_ascii = text.is_ascii(&mut self.pool);
        let truth = self.truth(state, is_ascii);
        if self.decide(truth)? {
            let text = text.to_case(&mut self.pool, case);
            return self.changed_string(state, text);
        }
        let table = self.case_table(state, case)?;
        let mut is_single = |pool: &mut TermPool, unit: Term| {
            let several: Vec<Term> = table.several.iter().map(|(from, _)| in_range(pool, unit, *from, *from)).collect();
            let none: Vec<Term> = several.into_iter().map(|is_it| pool.not(is_it)).collect();
            pool.and_all(&none)
        };
        let all_single = text.all(&mut self.pool, &mut is_single);
        let truth = self.truth(state, all_single);
        let all_single = self.decide(truth)?;
        let units = self.units_in_case(text, &table, case);
        if all_single {
            let text = Text { units: units.into(), ..text.clone() };
            return self.changed_string(state, text);
        }
        let mut pieces = Vec::with_capacity(units.len());
        for (position, changed) in units.into_iter().enumerate() {
            let piece = several_units(&mut self.pool, &table, text.units[position], changed);
            let has = text.has(&mut self.pool, position);
            let nothing = self.pool.int32(0);
            let length = self.pool.ite(has, piece.length, nothing);
            pieces.push(Text::bounded(&self.pool, length, piece.units.to_vec()));
        }
        match Text::of_pieces(&mut self.pool, pieces) {
            Some(text) => self.changed_string(state, text),
            None => value(self.new_string_value(state, None)),
        }
    }

    /// Each unit as if it became one unit.
    fn units_in_case(&mut self, text: &Text, table: &CaseTable, case: Case) -> Vec<Term> {
        let mut units = Vec::with_capacity(text.units.len());
        for (position, unit) in text.units.iter().enumerate() {
            let mut changed = table.single.apply(&mut self.pool, *unit);
            self.pool.name_as(changed, case.function(), *unit);
            if position > 0 {
                for Pairs { first, seconds: (low, high), distance } in &table.pairs {
                    let pool = &mut self.pool;
                    let has_first = in_range(pool, text.units[position - 1], *first, *first);
                    let is_within = in_range(pool, *unit, *low, *high);
                    let is_it = pool.and(has_first, is_within);
                    let distance = pool.bv(16, u64::from(*distance));
                    let moved = pool.add(*unit, distance);
                    changed = pool.ite(is_it, moved, changed);
                }
                if case == Case::Lower {
                    changed = self.with_final_sigma(text, position, changed);
                }
            }
            units.push(changed);
        }
        units
    }

    /// Whether a sigma ends a word is a matter of the library's rules for words, which are not modelled: any answer is
    /// possible. What rests on it is a guess, until a JVM confirms it.
    fn with_final_sigma(&mut self, text: &Text, position: usize, changed: Term) -> Term {
        let pool = &mut self.pool;
        let is_sigma = in_range(pool, text.units[position], CAPITAL_SIGMA, CAPITAL_SIGMA);
        if pool.is_false(is_sigma) {
            return changed;
        }
        let key = (text.length, text.units.clone(), position);
        let number = self.free_choices.len();
        let choice = match self.library.text.final_sigmas.get(&key) {
            Some(known) => *known,
            None => {
                let choice = self.pool.symbol(&format!("final sigma {number}"), Sort::Bool);
                if let Op::Symbol(symbol) = self.pool.node(choice).op {
                    self.free_choices.insert(symbol);
                }
                self.library.text.final_sigmas.insert(key, choice);
                choice
            }
        };
        let pool = &mut self.pool;
        let (last, usual) = (pool.bv(16, u64::from(FINAL_SIGMA)), pool.bv(16, u64::from(SMALL_SIGMA)));
        let sigma = pool.ite(choice, last, usual);
        pool.ite(is_sigma, sigma, changed)
    }

    /// Whether two texts are equal where case does not count: each character in the lower case of its upper case. In pairs of
    /// units only the second half has a case, and which depends on the first.
    pub(crate) fn equal_without_case(&mut self, state: &State, text: &Text, other: &Text) -> Result<Term, Stop> {
        let upper = self.character_table(state, "toUpperCase", "(C)C", &[])?;
        let lower = self.character_table(state, "toLowerCase", "(C)C", &[])?;
        let folded = |unit: u16| lower.value(upper.value(unit) as u16);
        let constant = |pool: &TermPool, unit: Term| Some(pool.as_const(unit)?.as_bits()? as u16);
        let may_be_first = |unit: &Term| {
            let unit = constant(&self.pool, *unit);
            unit.is_none_or(|unit| (0xd800..=0xdbff).contains(&unit))
        };
        let mut firsts = text.units.iter().zip(other.units.iter());
        let groups = match firsts.any(|(a, b)| may_be_first(a) && may_be_first(b)) {
            true => self.second_halves(state)?,
            false => Rc::from([]),
        };
        let mut before = None;
        let mut same = |pool: &mut TermPool, a: Term, b: Term| {
            let mut equal = match (constant(pool, a), constant(pool, b)) {
                (Some(wanted), _) => {
                    let ranges = upper.ranges_where_unit(|unit| folded(unit) == folded(wanted));
                    in_ranges(pool, b, &ranges)
                }
                (_, Some(wanted)) => {
                    let ranges = upper.ranges_where_unit(|unit| folded(unit) == folded(wanted));
                    in_ranges(pool, a, &ranges)
                }
                (None, None) => {
                    let (a, b) = (upper.apply(pool, a), upper.apply(pool, b));
                    let (a, b) = (lower.apply(pool, a), lower.apply(pool, b));
                    pool.eq(a, b)
                }
            };
            // The first halves are equal, else the texts differ there.
            if let Some((first, other_first)) = before {
                for (half, halves) in groups.iter() {
                    let is_first = in_range(pool, first, *half, *half);
                    let is_other_first = in_range(pool, other_first, *half, *half);
                    let are_first = pool.and(is_first, is_other_first);
                    if pool.is_false(are_first) {
                        continue;
                    }
                    let (a, b) = (halves.apply(pool, a), halves.apply(pool, b));
                    let are_equal = pool.eq(a, b);
                    let are_equal = pool.and(are_first, are_equal);
                    equal = pool.or(equal, are_equal);
                }
            }
            before = Some((a, b));
            equal
        };
        Ok(text.equals_by(&mut self.pool, other, &mut same))
    }

    /// What second halves become in the lower case of upper case, for each first half with which they change.
    fn second_halves(&mut self, state: &State) -> Result<Rc<[(u16, UnitTable)]>, Stop> {
        if let Some(known) = &self.library.text.second_halves {
            return Ok(known.clone());
        }
        let (upper, lower) = (self.case_table(state, Case::Upper)?, self.case_table(state, Case::Lower)?);
        let mut firsts: Vec<u16> = upper.pairs.iter().chain(&lower.pairs).map(|pairs| pairs.first).collect();
        firsts.sort_unstable();
        firsts.dedup();
        let changed = |table: &CaseTable, first: u16, second: u16| {
            let is_it = |pairs: &&Pairs| pairs.first == first && (pairs.seconds.0..=pairs.seconds.1).contains(&second);
            table.pairs.iter().find(is_it).map_or(second, |pairs| second.wrapping_add(pairs.distance))
        };
        let of_first = |first: u16| {
            let second = |second: u16| changed(&lower, first, changed(&upper, first, second));
            (first, UnitTable::new((0..=u16::MAX).map(second).collect()))
        };
        let halves: Rc<[(u16, UnitTable)]> = firsts.into_iter().map(of_first).collect();
        self.library.text.second_halves = Some(halves.clone());
        Ok(halves)
    }

    fn case_table(&mut self, state: &State, case: Case) -> Result<Rc<CaseTable>, Stop> {
        let known = match case {
            Case::Upper => &self.library.text.cases.0,
            Case::Lower => &self.library.text.cases.1,
        };
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let table = Rc::new(self.new_case_table(state, case)?);
        match case {
            Case::Upper => self.library.text.cases.0 = Some(table.clone()),
            Case::Lower => self.library.text.cases.1 = Some(table.clone()),
        }
        Ok(table)
    }

    fn new_case_table(&mut self, state: &State, case: Case) -> Result<CaseTable, Stop> {
        let (of_unit, of_point) = match case {
            Case::Upper => ("toUpperCaseEx", "toUpperCase"),
            Case::Lower => ("toLowerCase", "toLowerCase"),
        };
        let single = self.character_table(state, of_unit, "(I)I", &[])?;
        let several = match case {
            Case::Upper => {
                let units = single.ranges_where_unit(|unit| unit != SEVERAL && single.value(unit) == u32::from(SEVERAL));
                let mut several = Vec::new();
                for unit in units.into_iter().flat_map(|(first, last)| first..=last) {
                    several.push((unit, self.upper_case_array(state, unit)?));
                }
                several
            }
            Case::Lower => vec![(CAPITAL_I_WITH_DOT, SMALL_I_WITH_DOT.to_vec())],
        };
        let pairs = self.pairs_in_case(state, of_point)?;
        Ok(CaseTable { single, several, pairs })
    }

    /// What `Character.toUpperCaseCharArray` gives.
    fn upper_case_array(&mut self, state: &State, unit: u16) -> Result<Vec<u16>, Stop> {
        let missing = || Stop::unsupported("a library without Character.toUpperCaseCharArray");
        let class = self.load(CHARACTER)?;
        let method = self.program.find_method(class, "toUpperCaseCharArray", "(I)[C").ok_or_else(missing)?;
        let mut scratch = apart(state);
        let argument = Value::Int(i32::from(unit));
        let result = self.off_the_path(|machine| machine.result_of(&mut scratch, method, &[argument]))?;
        let Some(Value::Reference(array)) = result else { return Err(missing()) };
        let units = self.plain_elements(&scratch, array).ok_or_else(missing)?;
        let unit = |value: &Value| match value {
            Value::Int(unit) => Ok(*unit as u16),
            _ => Err(missing()),
        };
        units.iter().map(unit).collect()
    }

    /// Characters beyond the basic plane whose case changes, by runs of equal distances.
    fn pairs_in_case(&mut self, state: &State, name: &str) -> Result<Vec<Pairs>, Stop> {
        let class = self.load(CHARACTER)?;
        let Some(method) = self.program.find_method(class, name, "(I)I") else {
            return Err(Stop::unsupported(format!("a library without Character.{name}")));
        };
        let mut pairs: Vec<Pairs> = Vec::new();
        for (point, changed) in self.off_the_path(|machine| machine.changed_points(state, method))? {
            let (first, second) = halves(point);
            let (changed_first, changed_second) = halves(changed);
            if first != changed_first {
                return Err(Stop::unsupported("a library in which case changes both halves of a character"));
            }
            let distance = changed_second.wrapping_sub(second);
            match pairs.last_mut() {
                Some(last) if last.first == first && last.seconds.1 + 1 == second && last.distance == distance => {
                    last.seconds.1 = second;
                }
                _ => pairs.push(Pairs { first, seconds: (second, second), distance }),
            }
        }
        Ok(pairs)
    }

    /// The characters of the plane above the basic one that a method changes, and what they become. The planes beyond have none;
    /// that is made sure of by samples.
    fn changed_points(&mut self, state: &State, method: MethodId) -> Result<Vec<(u32, u32)>, Stop> {
        let mut scratch = apart(state);
        let mut changed = Vec::new();
        for point in (0x1_0000..0x2_0000).chain((0x2_0000..0x11_0000).step_by(0x100)) {
            let result = self.result_of(&mut scratch, method, &[Value::Int(point)])?;
            match result {
                Some(Value::Int(same)) if same == point => {}
                Some(Value::Int(other)) if point < 0x2_0000 && (0x1_0000..0x2_0000).contains(&other) => {
                    changed.push((point as u32, other as u32));
                }
                _ => return Err(crate::library::refuse_symbolic(self, method)),
            }
        }
        Ok(changed)
    }
}

fn halves(point: u32) -> (u16, u16) {
    let offset = point - 0x1_0000;
    (0xd800 + (offset >> 10) as u16, 0xdc00 + (offset & 0x3ff) as u16)
}

/// A unit that may become several.
fn several_units(pool: &mut TermPool, table: &CaseTable, unit: Term, changed: Term) -> Text {
    let zero = pool.bv(16, 0);
    let mut units = vec![changed, zero, zero];
    let mut length = pool.int32(1);
    for (from, to) in &table.several {
        let is_it = in_range(pool, unit, *from, *from);
        if pool.is_false(is_it) {
            continue;
        }
        for (position, unit) in to.iter().enumerate() {
            let unit = pool.bv(16, u64::from(*unit));
            units[position] = pool.ite(is_it, unit, units[position]);
        }
        let count = pool.int32(to.len() as i32);
        length = pool.ite(is_it, count, length);
    }
    Text::bounded(pool, length, units)
}
