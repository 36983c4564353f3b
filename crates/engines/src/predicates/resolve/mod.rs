//! What the names in a predicate file mean in a program, and whether what is said of them makes sense.

mod names;
mod types;
pub(super) mod variables;

use std::sync::Arc;

use program::class::{ClassKind, MethodId};
use program::find::{find_class, find_methods};
use program::{Program, display_method};

use super::formula::{Predicate, Scope};
use super::source::{Context, Mistake, PredicateFile, SourceScope};
use names::Names;

/// The predicates of a file, or the first mistake in it as `FILE:LINE:COLUMN: …`.
pub fn resolve(file: &PredicateFile, program: &mut Program) -> Result<Vec<Predicate>, String> {
    let mut predicates = Vec::new();
    for context in &file.contexts {
        let resolved = resolve_context(context, program).map_err(|mistake| file.sentence(&mistake))?;
        predicates.extend(resolved);
    }
    Ok(predicates)
}

/// The predicates of several files, each once.
pub fn resolve_all(files: &[Arc<PredicateFile>], program: &mut Program) -> Result<Vec<Predicate>, String> {
    let mut predicates: Vec<Predicate> = Vec::new();
    for file in files {
        for predicate in resolve(file, program)? {
            let is_same = |known: &Predicate| known.scope == predicate.scope && known.formula == predicate.formula;
            if !predicates.iter().any(is_same) {
                predicates.push(predicate);
            }
        }
    }
    Ok(predicates)
}

fn resolve_context(context: &Context, program: &mut Program) -> Result<Vec<Predicate>, Mistake> {
    let scope = find_scope(&context.scope, program).map_err(|sentence| Mistake::new(context.at, sentence))?;
    let mut names = Names::new(scope, program);
    let mut predicates = Vec::new();
    for source in &context.predicates {
        let formula = names.formula(&source.formula)?;
        predicates.push(Predicate { scope, formula, text: source.text.as_str().into() });
    }
    Ok(predicates)
}

fn find_scope(scope: &SourceScope, program: &mut Program) -> Result<Scope, String> {
    Ok(match scope {
        SourceScope::Static => Scope::Static,
        SourceScope::Object(name) => {
            let class = find_class(program, name)?;
            if !matches!(program.class(class).kind, ClassKind::Instance | ClassKind::Interface) {
                return Err(format!("{name} is no class"));
            }
            Scope::Object(class)
        }
        SourceScope::Method(name) => Scope::Method(the_method(&find_methods(program, name)?, program)?),
    })
}

/// The only one of the methods that have a name.
fn the_method(found: &[MethodId], program: &Program) -> Result<MethodId, String> {
    match found {
        [only] => Ok(*only),
        several => {
            let choices: Vec<String> = several.iter().map(|method| display_method(program, *method)).collect();
            Err(format!("several methods have this name: write one of {}", choices.join(", ")))
        }
    }
}
