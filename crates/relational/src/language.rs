//! Expressions, formulas and numbers, each stored once.
//!
//! A [`Language`] owns them; a handle is an index into it. Every column of an expression holds atoms or numbers, never
//! both. What only a careless caller can do wrong (a union of different columns, say) is a panic with a sentence.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// What one column of a relation holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Column {
    Atoms,
    Numbers,
}

/// A free relation, to be given bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FreeRelation(pub(crate) u32);

/// A variable of a quantifier or comprehension. It stands for one element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct QuantifiedVariable(pub(crate) u32);

/// A set or relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SetExpression(pub(crate) u32);

/// Something true or false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RelationalFormula(pub(crate) u32);

/// A number in two's complement, of the width that the universe has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Number(pub(crate) u32);

/// Arithmetic on numbers. Everything wraps around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    /// Truncated towards zero. By zero: 1 for a negative number, −1 for others.
    Divide,
    /// With the sign of the dividend. By zero: the dividend.
    Remainder,
    And,
    Or,
    Xor,
    /// The distance is unsigned; one that is not below the width shifts everything out.
    ShiftLeft,
    /// Filled with the sign.
    ShiftRight,
    /// Filled with zeros.
    ShiftRightUnsigned,
}

/// What is stored. Children have smaller indices than their parents.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    // Expressions.
    Relation(FreeRelation),
    Variable(QuantifiedVariable),
    Empty,
    Atoms,
    Identity,
    Singleton(Number),
    Union(SetExpression, SetExpression),
    Intersection(SetExpression, SetExpression),
    Difference(SetExpression, SetExpression),
    Join(SetExpression, SetExpression),
    Product(SetExpression, SetExpression),
    Transpose(SetExpression),
    Closure(SetExpression),
    Override(SetExpression, SetExpression),
    If(RelationalFormula, SetExpression, SetExpression),
    RestrictDomain(SetExpression, SetExpression),
    RestrictRange(SetExpression, SetExpression),
    Comprehension(Box<[(QuantifiedVariable, SetExpression)]>, RelationalFormula),
    // Formulas.
    Constant(bool),
    Subset(SetExpression, SetExpression),
    Equal(SetExpression, SetExpression),
    Some(SetExpression),
    Lone(SetExpression),
    One(SetExpression),
    Not(RelationalFormula),
    And(Box<[RelationalFormula]>),
    Or(Box<[RelationalFormula]>),
    Iff(RelationalFormula, RelationalFormula),
    All(QuantifiedVariable, SetExpression, RelationalFormula),
    Exists(QuantifiedVariable, SetExpression, RelationalFormula),
    Same(Number, Number),
    Less(Number, Number),
    // Numbers.
    Value(i64),
    Cardinality(SetExpression),
    Sum(SetExpression),
    Only(SetExpression),
    Arithmetic(Arithmetic, Number, Number),
    Wrap(u32, Number),
    Choose(RelationalFormula, Number, Number),
}

/// What is known of a node.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// What an expression's columns hold; nothing for formulas and numbers.
    pub(crate) columns: Rc<[Column]>,
    /// Variables that are free in it, ascending.
    pub(crate) free: Rc<[QuantifiedVariable]>,
    /// A formula that has an existential (a universal, if the second) outside of all other quantifiers.
    pub(crate) outer: [bool; 2],
}

#[derive(Default)]
pub(crate) struct Store {
    pub(crate) nodes: Vec<Node>,
    pub(crate) facts: Vec<Facts>,
    known: FxHashMap<(Node, Rc<[Column]>), u32>,
    relations: Vec<(String, Rc<[Column]>)>,
    variables: Vec<(String, Column)>,
}

/// The owner of expressions, formulas and numbers.
///
/// ```
/// use relational::{Column::Atoms, Language};
///
/// let l = Language::new();
/// let list = l.relation("list", &[Atoms]);
/// let next = l.relation("next", &[Atoms, Atoms]);
/// let reached = l.join(list, l.reflexive_closure(next));
/// assert_eq!(l.columns(reached), [Atoms]);
/// // No node of the list is its own successor.
/// let n = l.variable("n", Atoms);
/// let f = l.all(n, reached, l.not(l.subset(l.of(n), l.join(l.of(n), next))));
/// assert_eq!(l.show(f), "all n: list.(iden + ^next) | !(n in n.next)");
/// // Equal structure is one formula.
/// assert_eq!(f, l.all(n, reached, l.not(l.subset(l.of(n), l.join(l.of(n), next)))));
/// ```
#[derive(Default)]
pub struct Language {
    pub(crate) store: RefCell<Store>,
}

impl Store {
    pub(crate) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn facts(&self, id: u32) -> &Facts {
        &self.facts[id as usize]
    }

    pub(crate) fn relation_columns(&self, relation: FreeRelation) -> &Rc<[Column]> {
        &self.relations[relation.0 as usize].1
    }

    pub(crate) fn relation_name(&self, relation: FreeRelation) -> &str {
        &self.relations[relation.0 as usize].0
    }

    pub(crate) fn variable_name(&self, variable: QuantifiedVariable) -> &str {
        &self.variables[variable.0 as usize].0
    }

    pub(crate) fn variable_column(&self, variable: QuantifiedVariable) -> Column {
        self.variables[variable.0 as usize].1
    }

    /// The nodes that a node is made of.
    pub(crate) fn children(node: &Node, children: &mut Vec<u32>) {
        children.clear();
        match node {
            Node::Relation(_) | Node::Variable(_) | Node::Empty | Node::Atoms | Node::Identity => {}
            Node::Constant(_) | Node::Value(_) => {}
            Node::Singleton(a) | Node::Wrap(_, a) => children.push(a.0),
            Node::Union(a, b)
            | Node::Intersection(a, b)
            | Node::Difference(a, b)
            | Node::Join(a, b)
            | Node::Product(a, b)
            | Node::Override(a, b)
            | Node::RestrictDomain(a, b)
            | Node::RestrictRange(a, b)
            | Node::Subset(a, b)
            | Node::Equal(a, b) => children.extend([a.0, b.0]),
            Node::Transpose(a) | Node::Closure(a) => children.push(a.0),
            Node::Some(a) | Node::Lone(a) | Node::One(a) => children.push(a.0),
            Node::Cardinality(a) | Node::Sum(a) | Node::Only(a) => children.push(a.0),
            Node::If(f, a, b) => children.extend([f.0, a.0, b.0]),
            Node::Comprehension(declared, f) => {
                children.extend(declared.iter().map(|(_, domain)| domain.0));
                children.push(f.0);
            }
            Node::Not(f) => children.push(f.0),
            Node::And(fs) | Node::Or(fs) => children.extend(fs.iter().map(|f| f.0)),
            Node::Iff(f, g) => children.extend([f.0, g.0]),
            Node::All(_, e, f) | Node::Exists(_, e, f) => children.extend([e.0, f.0]),
            Node::Same(a, b) | Node::Less(a, b) | Node::Arithmetic(_, a, b) => children.extend([a.0, b.0]),
            Node::Choose(f, a, b) => children.extend([f.0, a.0, b.0]),
        }
    }

    fn free(&self, node: &Node) -> Rc<[QuantifiedVariable]> {
        let mut free: Vec<QuantifiedVariable> = Vec::new();
        match node {
            Node::Variable(variable) => free.push(*variable),
            // A domain may speak of the variables declared before it, and of no others of its own.
            Node::Comprehension(declared, f) => {
                free.extend(self.facts(f.0).free.iter());
                for (variable, domain) in declared.iter().rev() {
                    free.retain(|other| other != variable);
                    free.extend(self.facts(domain.0).free.iter());
                }
            }
            Node::All(variable, domain, f) | Node::Exists(variable, domain, f) => {
                free.extend(self.facts(f.0).free.iter().filter(|&other| other != variable));
                free.extend(self.facts(domain.0).free.iter());
            }
            _ => {
                let mut children = Vec::new();
                Store::children(node, &mut children);
                if let [only] = children[..] {
                    return self.facts(only).free.clone();
                }
                for child in children {
                    free.extend(self.facts(child).free.iter());
                }
            }
        }
        free.sort_unstable();
        free.dedup();
        free.into()
    }

    fn outer(&self, node: &Node) -> [bool; 2] {
        match node {
            Node::Exists(..) => [true, false],
            Node::All(..) => [false, true],
            Node::Not(f) => {
                let [existential, universal] = self.facts(f.0).outer;
                [universal, existential]
            }
            Node::And(fs) | Node::Or(fs) => fs.iter().fold([false, false], |[existential, universal], f| {
                let outer = self.facts(f.0).outer;
                [existential | outer[0], universal | outer[1]]
            }),
            _ => [false, false],
        }
    }

    fn add(&mut self, node: Node, columns: Rc<[Column]>) -> u32 {
        let key = (node, columns);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = u32::try_from(self.nodes.len()).expect("fewer than four billion nodes");
        self.facts.push(Facts { columns: key.1.clone(), free: self.free(&key.0), outer: self.outer(&key.0) });
        self.nodes.push(key.0.clone());
        self.known.insert(key, id);
        id
    }
}

/// Anything that is a set: a relation, a variable, an expression.
pub trait IntoExpression {
    fn into_expression(self, language: &Language) -> SetExpression;
}

impl IntoExpression for SetExpression {
    fn into_expression(self, _: &Language) -> SetExpression {
        self
    }
}

impl IntoExpression for FreeRelation {
    fn into_expression(self, language: &Language) -> SetExpression {
        let columns = language.store.borrow().relation_columns(self).clone();
        language.expression(Node::Relation(self), columns)
    }
}

impl IntoExpression for QuantifiedVariable {
    fn into_expression(self, language: &Language) -> SetExpression {
        let column = language.store.borrow().variable_column(self);
        language.expression(Node::Variable(self), [column].into())
    }
}

impl Language {
    pub fn new() -> Language {
        Language::default()
    }

    fn expression(&self, node: Node, columns: Rc<[Column]>) -> SetExpression {
        SetExpression(self.store.borrow_mut().add(node, columns))
    }

    fn formula(&self, node: Node) -> RelationalFormula {
        RelationalFormula(self.store.borrow_mut().add(node, [].into()))
    }

    fn number(&self, node: Node) -> Number {
        Number(self.store.borrow_mut().add(node, [].into()))
    }

    fn columns_of(&self, e: SetExpression) -> Rc<[Column]> {
        self.store.borrow().facts(e.0).columns.clone()
    }

    /// What the columns of an expression hold.
    pub fn columns(&self, e: impl IntoExpression) -> Vec<Column> {
        self.columns_of(e.into_expression(self)).to_vec()
    }

    /// A new relation. Its name is for people.
    ///
    /// # Panics
    /// If it has no columns.
    pub fn relation(&self, name: &str, columns: &[Column]) -> FreeRelation {
        assert!(!columns.is_empty(), "the relation {name} has no columns");
        let mut store = self.store.borrow_mut();
        store.relations.push((name.to_owned(), columns.into()));
        FreeRelation(store.relations.len() as u32 - 1)
    }

    /// A new variable. Its name is for people.
    pub fn variable(&self, name: &str, column: Column) -> QuantifiedVariable {
        let mut store = self.store.borrow_mut();
        store.variables.push((name.to_owned(), column));
        QuantifiedVariable(store.variables.len() as u32 - 1)
    }

    pub fn name_of(&self, relation: FreeRelation) -> String {
        self.store.borrow().relation_name(relation).to_owned()
    }

    /// A relation or variable as an expression.
    pub fn of(&self, e: impl IntoExpression) -> SetExpression {
        e.into_expression(self)
    }

    /// The empty set or relation with these columns.
    pub fn empty(&self, columns: &[Column]) -> SetExpression {
        self.expression(Node::Empty, columns.into())
    }

    /// The set of all atoms.
    pub fn atoms(&self) -> SetExpression {
        self.expression(Node::Atoms, [Column::Atoms].into())
    }

    /// Every atom with itself.
    pub fn identity(&self) -> SetExpression {
        self.expression(Node::Identity, [Column::Atoms; 2].into())
    }

    /// The set of one number.
    pub fn singleton(&self, n: Number) -> SetExpression {
        self.expression(Node::Singleton(n), [Column::Numbers].into())
    }

    fn alike(
        &self,
        what: &str,
        a: impl IntoExpression,
        b: impl IntoExpression,
    ) -> (SetExpression, SetExpression, Rc<[Column]>) {
        let (a, b) = (a.into_expression(self), b.into_expression(self));
        let (left, right) = (self.columns_of(a), self.columns_of(b));
        assert!(left == right, "{what} of different columns: {left:?} and {right:?}");
        (a, b, left)
    }

    pub fn union(&self, a: impl IntoExpression, b: impl IntoExpression) -> SetExpression {
        let (a, b, columns) = self.alike("a union", a, b);
        self.expression(Node::Union(a, b), columns)
    }

    pub fn intersection(&self, a: impl IntoExpression, b: impl IntoExpression) -> SetExpression {
        let (a, b, columns) = self.alike("an intersection", a, b);
        self.expression(Node::Intersection(a, b), columns)
    }

    pub fn difference(&self, a: impl IntoExpression, b: impl IntoExpression) -> SetExpression {
        let (a, b, columns) = self.alike("a difference", a, b);
        self.expression(Node::Difference(a, b), columns)
    }

    /// The tuples of `a` and `b` where the last element of the one is the first of the other, without these two.
    ///
    /// # Panics
    /// If these two columns do not hold the same, or there are no others.
    pub fn join(&self, a: impl IntoExpression, b: impl IntoExpression) -> SetExpression {
        let (a, b) = (a.into_expression(self), b.into_expression(self));
        let (left, right) = (self.columns_of(a), self.columns_of(b));
        assert!(left.last() == right.first(), "a join of columns that hold different things");
        assert!(left.len() + right.len() > 2, "a join of two sets has no columns");
        let columns: Vec<Column> = left[..left.len() - 1].iter().chain(&right[1..]).copied().collect();
        self.expression(Node::Join(a, b), columns.into())
    }

    pub fn product(&self, a: impl IntoExpression, b: impl IntoExpression) -> SetExpression {
        let (a, b) = (a.into_expression(self), b.into_expression(self));
        let columns: Vec<Column> = self.columns_of(a).iter().chain(self.columns_of(b).iter()).copied().collect();
        self.expression(Node::Product(a, b), columns.into())
    }

    /// A relation of two columns the other way around.
    ///
    /// # Panics
    /// If it has not two columns.
    pub fn transpose(&self, a: impl IntoExpression) -> SetExpression {
        let a = a.into_expression(self);
        let columns = self.columns_of(a);
        assert!(columns.len() == 2, "only a relation of two columns can be transposed");
        self.expression(Node::Transpose(a), [columns[1], columns[0]].into())
    }

    /// What is reached in one step or more.
    ///
    /// # Panics
    /// If the relation has not two columns of atoms.
    pub fn closure(&self, a: impl IntoExpression) -> SetExpression {
        let a = a.into_expression(self);
        let columns = self.columns_of(a);
        assert!(columns[..] == [Column::Atoms; 2], "only a relation of two columns of atoms has a closure");
        self.expression(Node::Closure(a), columns)
    }

    /// What is reached in any number of steps, by all atoms of the universe.
    pub fn reflexive_closure(&self, a: impl IntoExpression) -> SetExpression {
        self.union(self.identity(), self.closure(a))
    }

    /// `b`, and the tuples of `a` that agree with none of `b` in all columns but the last: an assignment to a field, or to
    /// an element of an array. (Of two columns this is Alloy's `++`; of more, that looks at the first one alone.)
    pub fn override_with(&self, a: impl IntoExpression, b: impl IntoExpression) -> SetExpression {
        let (a, b, columns) = self.alike("an override", a, b);
        self.expression(Node::Override(a, b), columns)
    }

    /// `a` if the formula holds, else `b`.
    pub fn choice(
        &self,
        condition: RelationalFormula,
        a: impl IntoExpression,
        b: impl IntoExpression,
    ) -> SetExpression {
        let (a, b, columns) = self.alike("a choice", a, b);
        self.expression(Node::If(condition, a, b), columns)
    }

    /// The tuples of `relation` that begin with an element of `set`.
    ///
    /// # Panics
    /// If the first is no set of what the relation begins with.
    pub fn restrict_domain(&self, set: impl IntoExpression, relation: impl IntoExpression) -> SetExpression {
        let (set, relation) = (set.into_expression(self), relation.into_expression(self));
        let columns = self.columns_of(relation);
        assert!(self.columns_of(set)[..] == columns[..1], "a relation is restricted to a set of what it begins with");
        self.expression(Node::RestrictDomain(set, relation), columns)
    }

    /// The tuples of `relation` that end with an element of `set`.
    ///
    /// # Panics
    /// If the second is no set of what the relation ends with.
    pub fn restrict_range(&self, relation: impl IntoExpression, set: impl IntoExpression) -> SetExpression {
        let (set, relation) = (set.into_expression(self), relation.into_expression(self));
        let columns = self.columns_of(relation);
        assert!(
            self.columns_of(set)[..] == columns[columns.len() - 1..],
            "a relation is restricted to a set of what it ends with"
        );
        self.expression(Node::RestrictRange(relation, set), columns)
    }

    /// The tuples of elements of the domains of which a formula holds. A domain may speak of the variables before it.
    ///
    /// # Panics
    /// If there are no variables, or a domain is no set of what its variable stands for.
    pub fn comprehension(
        &self,
        declared: &[(QuantifiedVariable, SetExpression)],
        f: RelationalFormula,
    ) -> SetExpression {
        assert!(!declared.is_empty(), "a comprehension declares variables");
        let columns: Vec<Column> = declared.iter().map(|&(variable, domain)| self.domain(variable, domain)).collect();
        self.expression(Node::Comprehension(declared.into(), f), columns.into())
    }

    fn domain(&self, variable: QuantifiedVariable, domain: SetExpression) -> Column {
        let store = self.store.borrow();
        let column = store.variable_column(variable);
        assert!(
            store.facts(domain.0).columns[..] == [column],
            "the domain of {} is no set of what it stands for",
            store.variable_name(variable)
        );
        column
    }

    pub fn truth(&self, value: bool) -> RelationalFormula {
        self.formula(Node::Constant(value))
    }

    pub fn subset(&self, a: impl IntoExpression, b: impl IntoExpression) -> RelationalFormula {
        let (a, b, _) = self.alike("a comparison", a, b);
        self.formula(Node::Subset(a, b))
    }

    pub fn equal(&self, a: impl IntoExpression, b: impl IntoExpression) -> RelationalFormula {
        let (a, b, _) = self.alike("a comparison", a, b);
        self.formula(Node::Equal(a, b))
    }

    /// It has an element.
    pub fn some(&self, e: impl IntoExpression) -> RelationalFormula {
        let e = e.into_expression(self);
        self.formula(Node::Some(e))
    }

    pub fn no(&self, e: impl IntoExpression) -> RelationalFormula {
        self.not(self.some(e))
    }

    /// It has at most one element.
    pub fn lone(&self, e: impl IntoExpression) -> RelationalFormula {
        let e = e.into_expression(self);
        self.formula(Node::Lone(e))
    }

    /// It has exactly one element.
    pub fn one(&self, e: impl IntoExpression) -> RelationalFormula {
        let e = e.into_expression(self);
        self.formula(Node::One(e))
    }

    pub fn not(&self, f: RelationalFormula) -> RelationalFormula {
        let inner = match self.store.borrow().node(f.0) {
            Node::Not(inner) => Some(*inner),
            _ => None,
        };
        inner.unwrap_or_else(|| self.formula(Node::Not(f)))
    }

    pub fn and(&self, fs: impl IntoIterator<Item = RelationalFormula>) -> RelationalFormula {
        let fs: Vec<RelationalFormula> = fs.into_iter().collect();
        match fs[..] {
            [f] => f,
            _ => self.formula(Node::And(fs.into())),
        }
    }

    pub fn or(&self, fs: impl IntoIterator<Item = RelationalFormula>) -> RelationalFormula {
        let fs: Vec<RelationalFormula> = fs.into_iter().collect();
        match fs[..] {
            [f] => f,
            _ => self.formula(Node::Or(fs.into())),
        }
    }

    pub fn implies(&self, f: RelationalFormula, g: RelationalFormula) -> RelationalFormula {
        self.or([self.not(f), g])
    }

    pub fn iff(&self, f: RelationalFormula, g: RelationalFormula) -> RelationalFormula {
        self.formula(Node::Iff(f, g))
    }

    /// The formula holds of every element of the domain.
    ///
    /// # Panics
    /// If the domain is no set of what the variable stands for.
    pub fn all(
        &self,
        variable: QuantifiedVariable,
        domain: impl IntoExpression,
        f: RelationalFormula,
    ) -> RelationalFormula {
        let domain = domain.into_expression(self);
        self.domain(variable, domain);
        self.formula(Node::All(variable, domain, f))
    }

    /// The formula holds of an element of the domain.
    ///
    /// # Panics
    /// If the domain is no set of what the variable stands for.
    pub fn exists(
        &self,
        variable: QuantifiedVariable,
        domain: impl IntoExpression,
        f: RelationalFormula,
    ) -> RelationalFormula {
        let domain = domain.into_expression(self);
        self.domain(variable, domain);
        self.formula(Node::Exists(variable, domain, f))
    }

    /// Two numbers are the same.
    pub fn same(&self, a: Number, b: Number) -> RelationalFormula {
        self.formula(Node::Same(a, b))
    }

    /// Signed.
    pub fn less(&self, a: Number, b: Number) -> RelationalFormula {
        self.formula(Node::Less(a, b))
    }

    /// Signed.
    pub fn at_most(&self, a: Number, b: Number) -> RelationalFormula {
        self.not(self.less(b, a))
    }

    /// A constant, cut to the width of the universe.
    pub fn value(&self, value: i64) -> Number {
        self.number(Node::Value(value))
    }

    /// How many tuples there are.
    pub fn cardinality(&self, e: impl IntoExpression) -> Number {
        let e = e.into_expression(self);
        self.number(Node::Cardinality(e))
    }

    fn set_of_numbers(&self, e: SetExpression) -> SetExpression {
        assert!(self.columns_of(e)[..] == [Column::Numbers], "only a set of numbers has a sum or an only number");
        e
    }

    /// The sum of a set of numbers.
    ///
    /// # Panics
    /// If it is no set of numbers.
    pub fn sum(&self, e: impl IntoExpression) -> Number {
        let e = self.set_of_numbers(e.into_expression(self));
        self.number(Node::Sum(e))
    }

    /// The element of a set of one number; 0 if the set is empty. It is meant for sets of at most one; of more it is the
    /// bitwise or of them all.
    ///
    /// # Panics
    /// If it is no set of numbers.
    pub fn only(&self, e: impl IntoExpression) -> Number {
        let e = self.set_of_numbers(e.into_expression(self));
        self.number(Node::Only(e))
    }

    pub fn arithmetic(&self, operation: Arithmetic, a: Number, b: Number) -> Number {
        self.number(Node::Arithmetic(operation, a, b))
    }

    pub fn plus(&self, a: Number, b: Number) -> Number {
        self.arithmetic(Arithmetic::Add, a, b)
    }

    pub fn minus(&self, a: Number, b: Number) -> Number {
        self.arithmetic(Arithmetic::Subtract, a, b)
    }

    /// The low bits of a number, as a signed number of that many bits.
    ///
    /// # Panics
    /// If there are no bits.
    pub fn wrap(&self, bits: u32, a: Number) -> Number {
        assert!(bits > 0, "a number has a sign");
        self.number(Node::Wrap(bits, a))
    }

    /// `a` if the formula holds, else `b`.
    pub fn choose(&self, condition: RelationalFormula, a: Number, b: Number) -> Number {
        self.number(Node::Choose(condition, a, b))
    }
}
