//! Data abstractions that are ready made (document C, section 1): families of predicates over a variable.

use super::source::PredicateFile;

/// What each family says of a variable; what is written before the variable is `{1}` and `{2}`.
const FAMILIES: [(&str, &[&str]); 4] = [
    ("sign", &["{0} < 0", "{0} = 0", "{0} > 0"]),
    ("parity", &["{0} % 2 = 0"]),
    ("interval", &["{1} <= {0}", "{0} <= {2}"]),
    ("constant", &["{0} = {1}"]),
];

/// The predicates of `sign:x,y`, `parity:x`, `interval:lo..hi:x` or `constant:c:x` in the scopes of these methods, which are written as
/// in contexts.
pub fn domain(option: &str, methods: &[String]) -> Result<PredicateFile, String> {
    let name = format!("--domain {option}");
    let wrong = |sentence: &str| format!("{name}: {sentence}");
    let Some((family, rest)) = option.split_once(':') else {
        return Err(wrong("write sign:x, parity:x, interval:lo..hi:x or constant:c:x"));
    };
    let Some((family, templates)) = FAMILIES.iter().find(|(known, _)| *known == family.trim()) else {
        let hint = program::did_you_mean(family, FAMILIES.iter().map(|(known, _)| *known));
        return Err(wrong(&format!("there is no domain {family}{hint}")));
    };
    let operands = match *family {
        "interval" => {
            let bounds = rest.split_once(':').and_then(|(bounds, rest)| Some((bounds.split_once("..")?, rest)));
            let ((least, most), variables) = bounds.ok_or_else(|| wrong("write interval:lo..hi:x"))?;
            vec![variables, least, most]
        }
        "constant" => {
            let (constant, variables) = rest.split_once(':').ok_or_else(|| wrong("write constant:c:x"))?;
            vec![variables, constant]
        }
        _ => vec![rest],
    };
    PredicateFile::of_option(&name, &operands, methods, |lists| {
        let mut texts = Vec::new();
        for variable in lists.first().into_iter().flatten() {
            for template in *templates {
                let mut text = template.replace("{0}", variable);
                for (number, list) in lists.iter().enumerate().skip(1) {
                    text = text.replace(&format!("{{{number}}}"), &list.join(", "));
                }
                texts.push(text);
            }
        }
        texts
    })
}
