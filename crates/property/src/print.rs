//! Properties as text again, with the parentheses that are needed and no others.

use std::fmt;

use crate::source::{Declaration, Infix, Prefix, SourceNode, SourceTree};
use crate::tokens::{KEYWORDS, is_name_part, is_name_start};

/// How strongly a part holds together: a part stands in parentheses where something stronger is wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Quantified,
    Iff,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Union,
    Count,
    Intersection,
    Product,
    Restriction,
    Path,
    Prefix,
    Primary,
}

impl fmt::Display for SourceTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_source(f, self, Strength::Quantified)
    }
}

fn strength(source: &SourceTree) -> Strength {
    match &source.node {
        SourceNode::Name { .. } | SourceNode::Arithmetic(..) | SourceNode::Comprehension(..) => Strength::Primary,
        // A minus in front would otherwise be taken for a difference.
        SourceNode::Integer(_) => Strength::Primary,
        SourceNode::Join(..) | SourceNode::Element { .. } => Strength::Path,
        SourceNode::Prefix(Prefix::Count, _) => Strength::Count,
        SourceNode::Prefix(Prefix::Not, _) => Strength::Not,
        SourceNode::Prefix(..) => Strength::Prefix,
        SourceNode::Infix(infix, ..) => match infix {
            Infix::RestrictDomain | Infix::RestrictRange => Strength::Restriction,
            Infix::Product => Strength::Product,
            Infix::Intersection => Strength::Intersection,
            Infix::Union | Infix::Difference => Strength::Union,
            Infix::And => Strength::And,
            Infix::Or => Strength::Or,
            Infix::Iff => Strength::Iff,
        },
        SourceNode::Compare(..) => Strength::Compare,
        SourceNode::Implies(..) => Strength::Implies,
        SourceNode::Size(..) => Strength::Not,
        // It reaches to the end of what it stands in.
        SourceNode::Quantified(..) => Strength::Quantified,
    }
}

/// The next stronger one: what the right side of an operator that groups from the left needs.
fn above(strength: Strength) -> Strength {
    match strength {
        Strength::Quantified => Strength::Iff,
        Strength::Iff => Strength::Implies,
        Strength::Implies => Strength::Or,
        Strength::Or => Strength::And,
        Strength::And => Strength::Not,
        Strength::Not => Strength::Compare,
        Strength::Compare => Strength::Union,
        Strength::Union => Strength::Count,
        Strength::Count => Strength::Intersection,
        Strength::Intersection => Strength::Product,
        Strength::Product => Strength::Restriction,
        Strength::Restriction => Strength::Path,
        Strength::Path => Strength::Prefix,
        Strength::Prefix | Strength::Primary => Strength::Primary,
    }
}

fn write_source(f: &mut fmt::Formatter<'_>, source: &SourceTree, wanted: Strength) -> fmt::Result {
    let own = strength(source);
    if own < wanted {
        write!(f, "(")?;
        write_source(f, source, Strength::Quantified)?;
        return write!(f, ")");
    }
    match &source.node {
        SourceNode::Name { name, is_primed, is_quoted } => {
            let is_plain = name.starts_with(is_name_start) && name.chars().all(is_name_part);
            let needs_quotes = !is_plain || *is_quoted && KEYWORDS.contains(&name.as_str());
            let quote = if needs_quotes { "`" } else { "" };
            write!(f, "{quote}{name}{quote}{}", if *is_primed { "'" } else { "" })
        }
        SourceNode::Integer(value) => write!(f, "{value}"),
        SourceNode::Join(left, right) => {
            write_source(f, left, Strength::Path)?;
            write!(f, ".")?;
            write_source(f, right, Strength::Prefix)
        }
        SourceNode::Element { array, index, is_primed } => {
            write_source(f, array, Strength::Path)?;
            write!(f, "[{index}]{}", if *is_primed { "'" } else { "" })
        }
        SourceNode::Prefix(prefix, inner) => {
            write!(f, "{}", prefix.symbol())?;
            write_source(f, inner, own)
        }
        SourceNode::Infix(infix, left, right) => {
            write_source(f, left, own)?;
            write!(f, " {} ", infix.symbol())?;
            write_source(f, right, above(own))
        }
        SourceNode::Compare(comparison, left, right) => {
            write_source(f, left, Strength::Union)?;
            write!(f, " {} ", comparison.symbol())?;
            write_source(f, right, Strength::Union)
        }
        SourceNode::Arithmetic(operation, left, right) => write!(f, "{}[{left}, {right}]", operation.name()),
        SourceNode::Comprehension(declarations, body) => {
            write!(f, "{{")?;
            write_declarations(f, declarations)?;
            write!(f, " | {body}}}")
        }
        SourceNode::Implies(condition, then, otherwise) => {
            write_source(f, condition, Strength::Or)?;
            write!(f, " => ")?;
            // An implication inside would take the `else` for its own.
            let inner = if otherwise.is_some() { Strength::Or } else { Strength::Implies };
            write_source(f, then, inner)?;
            match otherwise {
                None => Ok(()),
                Some(otherwise) => {
                    write!(f, " else ")?;
                    write_source(f, otherwise, Strength::Implies)
                }
            }
        }
        SourceNode::Quantified(quantifier, declarations, body) => {
            write!(f, "{} ", quantifier.word())?;
            write_declarations(f, declarations)?;
            write!(f, " | {body}")
        }
        SourceNode::Size(quantifier, inner) => {
            write!(f, "{} ", quantifier.word())?;
            write_source(f, inner, Strength::Union)
        }
    }
}

fn write_declarations(f: &mut fmt::Formatter<'_>, declarations: &[Declaration]) -> fmt::Result {
    for (number, Declaration { names, is_disjoint, set }) in declarations.iter().enumerate() {
        if number > 0 {
            write!(f, ", ")?;
        }
        let names: Vec<String> = names
            .iter()
            .map(|(name, _)| if KEYWORDS.contains(&name.as_str()) { format!("`{name}`") } else { name.clone() })
            .collect();
        write!(f, "{}{}: ", if *is_disjoint { "disj " } else { "" }, names.join(", "))?;
        write_source(f, set, Strength::Union)?;
    }
    Ok(())
}
