//! Time zones: the default one is that of the JVM in use; what zones are like, the library reads from its JDK.
//!
//! Of the clock it wants to know one thing: whether the offset of a zone is going to change for good. The clock is taken to be
//! after the day on which the JDK was released; a zone for which that leaves the answer open is a reason.

use program::class::MethodId;

use crate::library::host::properties::Property;
use crate::library::{Entry, Outcome, refuse, text};
use crate::machine::Machine;
use crate::machine::intrinsic::rows;
use crate::state::State;
use crate::state::fork::Stop;
use crate::state::heap::Payload;
use crate::state::value::Value;

/// Who makes zones of what it reads.
pub(crate) const ZONES: &str = "sun/util/calendar/ZoneInfoFile";
const MAKES_ZONE: &str = "(Ljava/lang/String;[J[I[J[I[Lsun/util/calendar/ZoneInfoFile$ZoneOffsetTransitionRule;)Lsun/util/calendar/ZoneInfo;";
const MILLISECONDS_OF_A_DAY: i64 = 86_400_000;

pub(crate) const TABLE: &[Entry] = rows![
    ("java/util/TimeZone", "getSystemTimeZoneID", "(Ljava/lang/String;)Ljava/lang/String;", default_zone),
    (ZONES, "getZoneInfo", MAKES_ZONE, make_zone),
];

fn default_zone(machine: &mut Machine, state: &mut State, method: MethodId, _: &[Value]) -> Result<Outcome, Stop> {
    let zone = machine.surroundings.time_zone(machine.deadline).map_err(|why| {
        let name = program::display_method(&machine.program, method);
        Stop::unsupported(format!("method {name}, for {why}"))
    })?;
    let zone = machine.new_string_from(state, &zone);
    state.heap.get_mut(zone).payload = Payload::UnsureString;
    crate::library::value(Value::Reference(zone))
}

/// The library's code, unless the last change of the standard offset may be still to come.
fn make_zone(machine: &mut Machine, state: &mut State, method: MethodId, arguments: &[Value]) -> Result<Outcome, Stop> {
    let changes = machine.dereference(state, arguments[1])?;
    let Some(release) = machine.release_date() else { return Err(refuse(machine, method)) };
    let last = match machine.plain_elements(state, changes).as_deref() {
        Some([.., last]) => *last,
        Some([]) => return Ok(Outcome::Bytecode),
        None => return Err(refuse(machine, method)),
    };
    match last {
        Value::Long(seconds) if seconds <= release / 1000 => Ok(Outcome::Bytecode),
        _ => {
            let zone = text(machine, state, method, arguments[0])?;
            Err(Stop::unsupported(format!("the time zone {zone}, whose offset changes after the JDK was made")))
        }
    }
}

impl Machine {
    /// The day on which the JDK in use was released, in milliseconds since 1970.
    pub(crate) fn release_date(&mut self) -> Option<i64> {
        let Property::Is(date) = self.property("java.version.date") else { return None };
        let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let is_date = parts.next().is_none() && (1970..=9999).contains(&year) && (1..=12).contains(&month);
        (is_date && (1..=31).contains(&day)).then(|| days_since_1970(year, month, day) * MILLISECONDS_OF_A_DAY)
    }
}

/// Years are counted from March: the day that comes and goes is then the last of a year.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
    const FROM_YEAR_0: i64 = 719_468;
    year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1 - FROM_YEAR_0
}

#[cfg(test)]
mod tests {
    use super::days_since_1970;

    #[test]
    fn days_are_counted() {
        assert_eq!(days_since_1970(1970, 1, 1), 0);
        assert_eq!(days_since_1970(2000, 2, 29), 11_016);
        assert_eq!(days_since_1970(2000, 3, 1), 11_017);
        assert_eq!(days_since_1970(2025, 4, 15), 20_193);
    }
}
