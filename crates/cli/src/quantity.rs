//! Times and sizes as people write them: `500ms`, `2m`, `1.5G`.

use std::time::Duration;

const LONGEST: Duration = Duration::from_secs(60 * 60 * 24 * 365);

/// `500ms`, `5s`, `2m`, `1h`; fractions allowed.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let seconds = parse(text, &units).map_err(|problem| problem.sentence("time", "500ms, 5s, 2m or 1h"))?;
    if seconds <= 0.0 || seconds > LONGEST.as_secs_f64() {
        return Err("a time must be more than nothing and at most a year".to_string());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// `512M`, `1G`; `K`, `M`, `G`, `T` are powers of 1024, and a trailing `B` or `iB` changes nothing.
pub(crate) fn parse_memory(text: &str) -> Result<u64, String> {
    let plain = text.strip_suffix("iB").or_else(|| text.strip_suffix('B')).unwrap_or(text).to_ascii_uppercase();
    let unit = |exponent: i32| 1024f64.powi(exponent);
    let units = [("K", unit(1)), ("M", unit(2)), ("G", unit(3)), ("T", unit(4))];
    let bytes = parse(&plain, &units).map_err(|problem| problem.sentence("size", "512M or 1G"))?;
    if bytes < unit(2) || bytes > 1024.0 * unit(4) {
        return Err("a memory size must be between 1M and 1024T".to_string());
    }
    Ok(bytes as u64)
}

enum Problem {
    NoUnit,
    NoNumber,
}

impl Problem {
    fn sentence(&self, what: &str, examples: &str) -> String {
        match self {
            Problem::NoUnit => format!("a {what} needs a unit: {examples}"),
            Problem::NoNumber => format!("this is not a {what} such as {examples}"),
        }
    }
}

/// The number before the first unit that fits, times that unit.
fn parse(text: &str, units: &[(&str, f64)]) -> Result<f64, Problem> {
    let digits_end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits_end);
    let number: f64 = number.parse().map_err(|_| Problem::NoNumber)?;
    if unit.is_empty() {
        return Err(Problem::NoUnit);
    }
    let (_, factor) = units.iter().find(|(name, _)| *name == unit).ok_or(Problem::NoNumber)?;
    Ok(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("1h"), Ok(Duration::from_secs(3600)));
        for wrong in ["", "5", "s", "5x", "-5s", "0s", "1e9s", "99999999h", "5 s", "1.2.3s"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_memory("1G"), Ok(1 << 30));
        assert_eq!(parse_memory("512M"), Ok(512 << 20));
        assert_eq!(parse_memory("512MiB"), Ok(512 << 20));
        assert_eq!(parse_memory("1.5g"), Ok(3 << 29));
        for wrong in ["", "1", "G", "1X", "-1G", "1K", "99999999T"] {
            assert!(parse_memory(wrong).is_err(), "{wrong}");
        }
    }
}
