//! Fig. 4 and 5: states of the CEKS machine and the rewrite rules →J that both machines share.
//!
//! A rule of the paper is a match arm named as in the paper. Where a heap decides (field access, field write, reference
//! equality, and whether a receiver is null), the arm hands over to [`HeapRules`]: →g in `gse.rs`, →s in `summary.rs`.
//!
//! Put right here (docs/papers.md says why): leaving a `var` forgets the variable it declared, not the assignments made
//! to others inside it; `(begin)` is null; `(begin e)` is e.

use std::fmt;

use crate::constraint::{Constraints, PathCondition};
use crate::heap::{Heap, Location, Origin, Reference};
use crate::syntax::{Expr, ExprId, Name, Program, Type};

/// `v`; the surface value null is r_null by the rule NULL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Reference(Reference),
    True,
    False,
}

impl Value {
    pub(crate) fn of_bool(value: bool) -> Value {
        if value { Value::True } else { Value::False }
    }

    /// The reference that a field holding this value refers to.
    pub(crate) fn reference(self) -> Reference {
        match self {
            Value::Reference(reference) => reference,
            Value::True => Reference::TRUE,
            Value::False => Reference::FALSE,
        }
    }
}

/// A rule with its outcome: one step of a control-flow sequence. Initialisation (→I, →S) is not part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    VariableLookup,
    New,
    FieldAccessEval,
    FieldWriteEval,
    EqualsLeftOperandEval,
    EqualsRightOperandEval,
    EqualsBool,
    IfThenElseEval,
    IfThenElseTrue,
    IfThenElseFalse,
    VariableDeclarationEval,
    VariableDeclaration,
    MethodInvocationObjectEval,
    MethodInvocationArgEval,
    MethodInvocation,
    VariableAssignmentEval,
    VariableAssignment,
    BeginNoArgs,
    BeginArg0Eval,
    BeginArg1Eval,
    BeginArgNEval,
    Null,
    Pop,
    FieldAccess,
    FieldWrite,
    EqualsReferencesTrue,
    EqualsReferencesFalse,
    /// Ours: a bool field was read and held true.
    FieldAccessTrue,
    /// Ours: a bool field was read and held false.
    FieldAccessFalse,
    /// Ours: a field of null was read.
    FieldAccessNull,
    /// Ours: a field of null was written.
    FieldWriteNull,
    /// Ours: a method of null was called.
    MethodInvocationNull,
}

impl Rule {
    /// The outcome, for rules that may have another one on other inputs.
    pub fn decision(self) -> Option<&'static str> {
        Some(match self {
            Rule::EqualsReferencesTrue => "= true",
            Rule::EqualsReferencesFalse => "= false",
            Rule::FieldAccess => "$ ok",
            Rule::FieldAccessTrue => "$ true",
            Rule::FieldAccessFalse => "$ false",
            Rule::FieldAccessNull => "$ null",
            Rule::FieldWrite => "$:= ok",
            Rule::FieldWriteNull => "$:= null",
            Rule::MethodInvocation => "@ ok",
            Rule::MethodInvocationNull => "@ null",
            _ => return None,
        })
    }
}

/// The control-flow sequence of a path (Definition 13), as the rules that were applied: environment, expression and
/// continuation follow from them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ControlFlow(pub Vec<Rule>);

/// The decisions only, which identify the sequence.
impl fmt::Display for ControlFlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decisions: Vec<&str> = self.0.iter().filter_map(|rule| rule.decision()).collect();
        if decisions.is_empty() { f.write_str("(no decision)") } else { f.write_str(&decisions.join(", ")) }
    }
}

/// `k`, innermost last; `end` is the empty stack.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    /// `(* $f → k)`
    FieldAccess(Name),
    /// `(x $f := * → k)`
    FieldWrite(Name, Name),
    /// `(* = e → k)`
    EqualsRight(ExprId),
    /// `(v = * → k)`
    Equals(Value),
    /// `(if * e else e → k)`
    If(ExprId, ExprId),
    /// `(var T x := * in e → k)`
    Var(Name, ExprId),
    /// `(* @ m e → k)`
    CallArgument(Name, ExprId),
    /// `(v @ m * → k)`
    Call(Value, Name),
    /// `(x := * → k)`
    Assign(Name),
    /// `(begin * (e …) → k)`: the expression, and how many of its parts are done.
    Begin(ExprId, usize),
    /// `(pop η k)`: the number of bindings of η.
    Pop(usize),
}

/// `e` of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Control {
    Expr(ExprId),
    Value(Value),
    /// Ours: null was dereferenced; no rule applies.
    NullPointerException,
}

/// `s ::= (μ L R φ_g η e k)`; μ is the [`Program`].
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) heap: Heap,
    pub(crate) phi_g: PathCondition,
    /// η: bindings, the innermost last.
    pub(crate) eta: Vec<(Name, Value)>,
    pub(crate) e: Control,
    pub(crate) k: Vec<Frame>,
    /// The control-flow sequence so far.
    pub(crate) control_flow: ControlFlow,
}

impl State {
    /// The initial state: `this` is l_0, the argument is null (false for bool).
    pub(crate) fn initial(program: &Program, constraints: &Constraints) -> State {
        let (heap, this) = Heap::initial(program, constraints);
        let method = program.entry_method();
        let argument = match method.parameter_type {
            Type::Bool => Value::False,
            Type::Class(_) => Value::Reference(Reference::NULL),
        };
        State {
            heap,
            phi_g: constraints.no_condition(),
            eta: vec![("this".into(), Value::Reference(this)), (method.parameter.clone(), argument)],
            e: Control::Expr(method.body),
            k: Vec::new(),
            control_flow: ControlFlow::default(),
        }
    }

    /// η(x)
    fn lookup(&self, x: &Name) -> Value {
        let binding = self.eta.iter().rev().find(|(name, _)| name == x);
        binding.expect("the checker has seen every variable").1
    }

    /// The successor that a rule leads to, with `e` as what remains to be evaluated.
    pub(crate) fn by(mut self, rule: Rule, e: Control) -> State {
        self.apply(rule, e);
        self
    }

    fn apply(&mut self, rule: Rule, e: Control) {
        self.control_flow.0.push(rule);
        self.e = e;
    }
}

/// The rules in which →g and →s differ. Each returns all successors, in a fixed order.
pub(crate) trait HeapRules {
    fn constraints(&mut self) -> &mut Constraints;

    /// FIELD ACCESS: `(L R φ_g η r (* $f → k))`, the frame being popped already.
    fn field_access(&mut self, program: &Program, state: State, r: Reference, f: &str) -> Vec<State>;

    /// FIELD WRITE: `(L R φ_g η r (x $f := * → k))` with r_x = η(x).
    fn field_write(&mut self, program: &Program, state: State, r_x: Reference, f: &str, v: Value) -> Vec<State>;

    /// EQUALS (REFERENCES-TRUE) and (REFERENCES-FALSE): `(L R φ η r_0 (r_1 = * → k))`.
    fn equals(&mut self, state: State, r_0: Reference, r_1: Reference) -> Vec<State>;

    /// Ours: splits by whether r is null. The first part, if any, has dereferenced null by `rule`; the second, if any,
    /// goes on as before.
    fn dereference(&mut self, state: State, r: Reference, rule: Rule) -> (Option<State>, Option<State>);
}

/// What a step led to.
pub(crate) enum Step {
    /// One rule of →J; the state was rewritten in place.
    Rewritten(State),
    /// The successors by a rule of the heap.
    Successors(Vec<State>),
    /// No rule applies.
    Final(State),
}

/// One step of →g or →s.
pub(crate) fn step(program: &Program, rules: &mut dyn HeapRules, mut state: State) -> Step {
    match state.e {
        Control::Expr(id) => {
            evaluate(program, rules.constraints(), &mut state, id);
            Step::Rewritten(state)
        }
        Control::Value(v) => match state.k.pop() {
            None => Step::Final(state),
            Some(frame) => resume(program, rules, state, v, frame),
        },
        Control::NullPointerException => Step::Final(state),
    }
}

/// The rules whose left side has an expression that is no value.
fn evaluate(program: &Program, constraints: &Constraints, state: &mut State, id: ExprId) {
    match program.expr(id) {
        // VARIABLE LOOKUP
        Expr::Variable(x) => {
            let v = state.lookup(x);
            state.apply(Rule::VariableLookup, Control::Value(v));
        }
        // NEW. Ours: bool fields are false.
        Expr::New(class) => {
            let class = program.class_named(class).expect("the checker has seen every class");
            let l = state.heap.fresh_l(program, class, 0, Origin::New, Reference::NULL);
            let r = state.heap.stack_r([(constraints.always(), l)].into());
            state.apply(Rule::New, Control::Value(Value::Reference(r)));
        }
        // FIELD ACCESS (EVAL)
        Expr::FieldAccess(e, f) => {
            state.k.push(Frame::FieldAccess(f.clone()));
            state.apply(Rule::FieldAccessEval, Control::Expr(*e));
        }
        // FIELD WRITE (EVAL)
        Expr::FieldWrite(x, f, e) => {
            state.k.push(Frame::FieldWrite(x.clone(), f.clone()));
            state.apply(Rule::FieldWriteEval, Control::Expr(*e));
        }
        // EQUALS (L-OPERAND EVAL)
        Expr::Equals(e_0, e) => {
            state.k.push(Frame::EqualsRight(*e));
            state.apply(Rule::EqualsLeftOperandEval, Control::Expr(*e_0));
        }
        // IF-THEN-ELSE (EVAL)
        Expr::If(e_0, e_1, e_2) => {
            state.k.push(Frame::If(*e_1, *e_2));
            state.apply(Rule::IfThenElseEval, Control::Expr(*e_0));
        }
        // VARIABLE DECLARATION (EVAL)
        Expr::Var(_, x, e_0, e_1) => {
            state.k.push(Frame::Var(x.clone(), *e_1));
            state.apply(Rule::VariableDeclarationEval, Control::Expr(*e_0));
        }
        // METHOD INVOCATION (OBJECT EVAL)
        Expr::Call(e_0, m, e_1) => {
            state.k.push(Frame::CallArgument(m.clone(), *e_1));
            state.apply(Rule::MethodInvocationObjectEval, Control::Expr(*e_0));
        }
        // VARIABLE ASSIGNMENT (EVAL)
        Expr::Assign(x, e) => {
            state.k.push(Frame::Assign(x.clone()));
            state.apply(Rule::VariableAssignmentEval, Control::Expr(*e));
        }
        Expr::Begin(parts) => match parts.first() {
            // BEGIN (NO ARGS)
            None => state.apply(Rule::BeginNoArgs, Control::Value(Value::Reference(Reference::NULL))),
            // BEGIN (ARG0 EVAL)
            Some(e_0) => {
                if parts.len() > 1 {
                    state.k.push(Frame::Begin(id, 1));
                }
                state.apply(Rule::BeginArg0Eval, Control::Expr(*e_0));
            }
        },
        // NULL
        Expr::Null => state.apply(Rule::Null, Control::Value(Value::Reference(Reference::NULL))),
        // Values already.
        Expr::True => state.e = Control::Value(Value::True),
        Expr::False => state.e = Control::Value(Value::False),
    }
}

/// The rules whose left side has a value and a continuation.
fn resume(program: &Program, rules: &mut dyn HeapRules, mut state: State, v: Value, frame: Frame) -> Step {
    match frame {
        // FIELD ACCESS
        Frame::FieldAccess(f) => return Step::Successors(rules.field_access(program, state, v.reference(), &f)),
        // FIELD WRITE
        Frame::FieldWrite(x, f) => {
            let r_x = state.lookup(&x).reference();
            return Step::Successors(rules.field_write(program, state, r_x, &f, v));
        }
        // EQUALS (R-OPERAND EVAL)
        Frame::EqualsRight(e) => {
            state.k.push(Frame::Equals(v));
            state.apply(Rule::EqualsRightOperandEval, Control::Expr(e));
        }
        Frame::Equals(v_1) => match (v, v_1) {
            (Value::Reference(r_0), Value::Reference(r_1)) => {
                return Step::Successors(rules.equals(state, r_0, r_1));
            }
            // EQUALS (BOOL)
            (v_0, v_1) => state.apply(Rule::EqualsBool, Control::Value(Value::of_bool(v_0 == v_1))),
        },
        Frame::If(e_1, e_2) => match v {
            // IF-THEN-ELSE (TRUE)
            Value::True => state.apply(Rule::IfThenElseTrue, Control::Expr(e_1)),
            // IF-THEN-ELSE (FALSE)
            _ => state.apply(Rule::IfThenElseFalse, Control::Expr(e_2)),
        },
        // VARIABLE DECLARATION
        Frame::Var(x, e_1) => {
            state.k.push(Frame::Pop(state.eta.len()));
            state.eta.push((x, v));
            state.apply(Rule::VariableDeclaration, Control::Expr(e_1));
        }
        // METHOD INVOCATION (ARG EVAL)
        Frame::CallArgument(m, e_1) => {
            state.k.push(Frame::Call(v, m));
            state.apply(Rule::MethodInvocationArgEval, Control::Expr(e_1));
        }
        Frame::Call(v_0, m) => return Step::Successors(invoke(program, rules, state, v_0.reference(), &m, v)),
        // VARIABLE ASSIGNMENT
        Frame::Assign(x) => {
            let binding = state.eta.iter_mut().rev().find(|(name, _)| *name == x);
            binding.expect("the checker has seen every variable").1 = v;
            state.apply(Rule::VariableAssignment, Control::Value(v));
        }
        Frame::Begin(whole, done) => {
            let Expr::Begin(parts) = program.expr(whole) else {
                unreachable!("a begin frame is made for a begin expression only")
            };
            if done + 1 == parts.len() {
                // BEGIN (ARGN EVAL)
                state.apply(Rule::BeginArgNEval, Control::Expr(parts[done]));
            } else {
                // BEGIN (ARG1 EVAL)
                state.k.push(Frame::Begin(whole, done + 1));
                state.apply(Rule::BeginArg1Eval, Control::Expr(parts[done]));
            }
        }
        // POP
        Frame::Pop(bindings) => {
            state.eta.truncate(bindings);
            state.apply(Rule::Pop, Control::Value(v));
        }
    }
    Step::Rewritten(state)
}

/// METHOD INVOCATION. η_m extends the caller's η as in the paper; the checker lets no method see its caller's names.
fn invoke(program: &Program, rules: &mut dyn HeapRules, state: State, r: Reference, m: &str, v: Value) -> Vec<State> {
    let (null, other) = rules.dereference(state, r, Rule::MethodInvocationNull);
    let mut successors: Vec<State> = null.into_iter().collect();
    if let Some(mut state) = other {
        let objects = state.heap.values(r).iter().find_map(|(_, l)| match l {
            Location::Object(number) => Some(*number),
            _ => None,
        });
        // C = type(r): without subclasses all locations of a reference have one class.
        let class = state.heap.object(objects.expect("a reference that is not null is an object")).class;
        let method = program.class(class).method(m).expect("the checker has seen every method");
        state.k.push(Frame::Pop(state.eta.len()));
        state.eta.push(("this".into(), Value::Reference(r)));
        state.eta.push((method.parameter.clone(), v));
        successors.push(state.by(Rule::MethodInvocation, Control::Expr(method.body)));
    }
    successors
}
