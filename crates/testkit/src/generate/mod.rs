//! Random Java programs for comparing the machine with a real JVM.
//!
//! Every program compiles without errors under Java 17 by construction: values are cast before they are narrowed,
//! locals are initialised, jumps are conditional, so javac sees no unreachable statement. Every program ends soon: loops
//! and methods burn a static counter (`fuel`). Everything observable goes through `System.out.println`, and only ASCII.

mod classes;
mod expressions;
pub mod random;
mod statements;
pub mod structures;
mod types;

use random::Random;
use std::collections::BTreeMap;
use types::Type;

/// Which optional parts of the language may occur.
#[derive(Clone, Copy, Debug, Default)]
pub struct GeneratorOptions {
    /// Lambda expressions. Off by default.
    pub lambdas: bool,
}

/// A generated program.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Name of the public class with `main`; all other classes are nested in it.
    pub class: String,
    pub source: String,
    /// How often each language feature was written.
    pub features: BTreeMap<&'static str, u64>,
}

/// The program of a seed. The class name does not influence the content otherwise.
pub fn program(class: &str, seed: u64, options: GeneratorOptions) -> Generated {
    let mut generator = Generator::new(seed, options);
    generator.whole_program(class);
    Generated { class: class.to_string(), source: generator.text, features: generator.features }
}

/// A variable an expression may read, and perhaps write.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: Type,
    /// Loop counters are read-only, so that loops end.
    writable: bool,
}

/// An array an expression may index.
#[derive(Clone, Debug)]
struct Array {
    name: String,
    element: Type,
    dimensions: usize,
}

/// A static method that other code may call.
#[derive(Clone, Debug)]
struct Method {
    name: String,
    result: Type,
    parameters: Vec<Type>,
    /// Its first parameter bounds its recursion.
    recursive: bool,
}

/// What may stand where in the method being written.
#[derive(Clone, Debug)]
struct Place {
    /// Methods from this index on may be called: calls go only downwards, so they end.
    first_callable: usize,
    /// Virtual calls on the object pool are possible.
    objects: bool,
    /// What `return` must deliver; `None` in `void` methods.
    result: Option<Type>,
    loop_depth: usize,
    /// Labels of the enclosing labelled loops.
    labels: Vec<String>,
    /// Enclosing `try` statements with a `catch`.
    protection: usize,
}

impl Place {
    fn new(result: Option<Type>, first_callable: usize, objects: bool) -> Place {
        Place { first_callable, objects, result, loop_depth: 0, labels: Vec::new(), protection: 0 }
    }
}

struct Generator {
    random: Random,
    options: GeneratorOptions,
    text: String,
    indent: usize,
    features: BTreeMap<&'static str, u64>,
    next_name: usize,
    statics: Vec<Variable>,
    static_arrays: Vec<Array>,
    scopes: Vec<(Vec<Variable>, Vec<Array>)>,
    methods: Vec<Method>,
    place: Place,
    /// Static nested classes whose initialiser is observable.
    lazy_classes: usize,
}

impl Generator {
    fn new(seed: u64, options: GeneratorOptions) -> Generator {
        Generator {
            random: Random::new(seed),
            options,
            text: String::new(),
            indent: 0,
            features: BTreeMap::new(),
            next_name: 0,
            statics: Vec::new(),
            static_arrays: Vec::new(),
            scopes: Vec::new(),
            methods: Vec::new(),
            place: Place::new(None, 0, true),
            lazy_classes: 0,
        }
    }

    fn count(&mut self, feature: &'static str) {
        *self.features.entry(feature).or_insert(0) += 1;
    }

    fn line(&mut self, text: impl AsRef<str>) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.text.push_str(text.as_ref());
        self.text.push('\n');
    }

    /// `text {`, the body one step further in, `}`.
    fn block(&mut self, opening: impl AsRef<str>, body: impl FnOnce(&mut Generator)) {
        self.line(format!("{} {{", opening.as_ref()));
        self.indent += 1;
        self.scopes.push((Vec::new(), Vec::new()));
        body(self);
        self.scopes.pop();
        self.indent -= 1;
        self.line("}");
    }

    /// Whether to write something that often throws: readily inside a `try`, seldom where it would end the whole part.
    fn dares(&mut self, percent: usize) -> bool {
        let percent = if self.place.protection > 0 { percent } else { percent.div_ceil(6) };
        self.random.chance(percent)
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    fn declare(&mut self, name: &str, ty: Type, writable: bool) {
        let scope = self.scopes.last_mut().expect("declarations stand in a block");
        scope.0.push(Variable { name: name.to_string(), ty, writable });
    }

    fn declare_array(&mut self, name: &str, element: Type, dimensions: usize) {
        let scope = self.scopes.last_mut().expect("declarations stand in a block");
        scope.1.push(Array { name: name.to_string(), element, dimensions });
    }

    /// A variable of the type; locals are likelier than statics.
    fn variable(&mut self, ty: Type, must_be_writable: bool) -> Option<String> {
        let fits = |v: &&Variable| v.ty == ty && (v.writable || !must_be_writable);
        let locals: Vec<String> =
            self.scopes.iter().flat_map(|scope| scope.0.iter()).filter(fits).map(|v| v.name.clone()).collect();
        let statics: Vec<String> = self.statics.iter().filter(fits).map(|v| v.name.clone()).collect();
        let from =
            if locals.is_empty() || (!statics.is_empty() && self.random.chance(35)) { &statics } else { &locals };
        if from.is_empty() { None } else { Some(self.random.pick(from).clone()) }
    }

    fn array(&mut self, element: Option<Type>, dimensions: usize) -> Option<Array> {
        let fits = |a: &&Array| a.dimensions == dimensions && element.is_none_or(|element| a.element == element);
        let found: Vec<Array> = self
            .scopes
            .iter()
            .flat_map(|scope| scope.1.iter())
            .chain(self.static_arrays.iter())
            .filter(fits)
            .cloned()
            .collect();
        if found.is_empty() { None } else { Some(self.random.pick(&found).clone()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_everything() {
        let first = program("G", 42, GeneratorOptions::default());
        assert_eq!(first.source, program("G", 42, GeneratorOptions::default()).source);
        assert_ne!(first.source, program("G", 43, GeneratorOptions::default()).source);
    }

    #[test]
    fn lambdas_only_when_wanted() {
        let uses = |options| (0..40).any(|seed| program("G", seed, options).features.contains_key("lambda"));
        assert!(!uses(GeneratorOptions::default()));
        assert!(uses(GeneratorOptions { lambdas: true }));
    }
}
