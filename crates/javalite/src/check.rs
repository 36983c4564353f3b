//! Names and types: what passes here never meets an unknown name in a machine.
//!
//! Classes have no subclasses in Javalite: a value fits where its own class is expected, and null fits every class.

use crate::parse::Positions;
use crate::read::SourceError;
use crate::syntax::{Class, Expr, ExprId, Name, Position, Program, StaticType, Type};

type Checked<T> = Result<T, SourceError>;

pub(crate) fn check(
    classes: Vec<Class>,
    entry: (Name, Name),
    exprs: Vec<Expr>,
    positions: &Positions,
) -> Checked<Program> {
    let mut types = vec![StaticType::Null; exprs.len()];
    let program = Program { classes, entry, exprs, types: Vec::new() };
    for (index, class) in program.classes.iter().enumerate() {
        let (at, field_positions, method_positions) = &positions.classes[index];
        if program.classes[..index].iter().any(|earlier| earlier.name == class.name) {
            return fail(*at, format!("the class `{}` is declared twice", class.name));
        }
        for (number, (field, at)) in class.fields.iter().zip(field_positions).enumerate() {
            known_type(&program, &field.declared, *at)?;
            if class.fields[..number].iter().any(|earlier| earlier.name == field.name) {
                return fail(*at, format!("the field `{}` of `{}` is declared twice", field.name, class.name));
            }
        }
        for (number, (method, at)) in class.methods.iter().zip(method_positions).enumerate() {
            known_type(&program, &method.returns, *at)?;
            known_type(&program, &method.parameter_type, *at)?;
            if class.methods[..number].iter().any(|earlier| earlier.name == method.name) {
                return fail(*at, format!("the method `{}` of `{}` is declared twice", method.name, class.name));
            }
        }
    }
    for class in &program.classes {
        for method in &class.methods {
            let mut checker = Checker {
                program: &program,
                positions: &positions.exprs,
                types: &mut types,
                scope: vec![
                    ("this".into(), Type::Class(class.name.clone())),
                    (method.parameter.clone(), method.parameter_type.clone()),
                ],
            };
            checker.expect(method.body, &method.returns, &format!("the body of `{}`", method.name))?;
        }
    }
    let at = positions.entry.unwrap_or(Position { line: 1, column: 1 });
    let Some(class) = program.class_named(&program.entry.0) else {
        return fail(at, format!("there is no class `{}`", program.entry.0));
    };
    if program.class(class).method(&program.entry.1).is_none() {
        return fail(at, format!("the class `{}` has no method `{}`", program.entry.0, program.entry.1));
    }
    Ok(Program { types, ..program })
}

fn fail<T>(at: Position, message: String) -> Checked<T> {
    Err(SourceError::new(at, message))
}

fn known_type(program: &Program, declared: &Type, at: Position) -> Checked<()> {
    match declared {
        Type::Class(name) if program.class_named(name).is_none() => fail(at, format!("there is no class `{name}`")),
        _ => Ok(()),
    }
}

fn describe(value: &StaticType) -> String {
    match value {
        StaticType::Bool => "a bool".to_string(),
        StaticType::Null => "null".to_string(),
        StaticType::Class(name) => format!("a `{name}`"),
    }
}

fn fits(value: &StaticType, declared: &Type) -> bool {
    match (value, declared) {
        (StaticType::Bool, Type::Bool) | (StaticType::Null, Type::Class(_)) => true,
        (StaticType::Class(class), Type::Class(expected)) => class == expected,
        _ => false,
    }
}

struct Checker<'a> {
    program: &'a Program,
    positions: &'a [Position],
    types: &'a mut [StaticType],
    scope: Vec<(Name, Type)>,
}

impl Checker<'_> {
    fn at(&self, id: ExprId) -> Position {
        self.positions[id.0 as usize]
    }

    fn expect(&mut self, id: ExprId, declared: &Type, what: &str) -> Checked<()> {
        let value = self.expr(id)?;
        if fits(&value, declared) {
            return Ok(());
        }
        let article = if *declared == Type::Bool { "a bool" } else { &format!("a `{}`", declared.name()) };
        fail(self.at(id), format!("{what} must be {article} and is {}", describe(&value)))
    }

    fn variable(&self, name: &Name, at: Position) -> Checked<Type> {
        match self.scope.iter().rev().find(|(known, _)| known == name) {
            Some((_, declared)) => Ok(declared.clone()),
            None => fail(at, format!("there is no variable `{name}` here")),
        }
    }

    /// The class whose fields and methods a value has.
    fn class_of(&self, value: &StaticType, at: Position, member: &str) -> Checked<&Class> {
        let StaticType::Class(name) = value else {
            return fail(at, format!("{} has no `{member}`: only objects have fields and methods", describe(value)));
        };
        let class = self.program.class_named(name).expect("types of expressions are declared classes");
        Ok(self.program.class(class))
    }

    fn field_type(&self, object: &StaticType, field: &str, at: Position) -> Checked<Type> {
        let class = self.class_of(object, at, field)?;
        match class.field(field) {
            Some(index) => Ok(class.fields[index].declared.clone()),
            None => fail(at, format!("the class `{}` has no field `{field}`", class.name)),
        }
    }

    fn expr(&mut self, id: ExprId) -> Checked<StaticType> {
        let program = self.program;
        let at = self.at(id);
        let value = match program.expr(id) {
            Expr::Null => StaticType::Null,
            Expr::True | Expr::False => StaticType::Bool,
            Expr::Variable(name) => value_of(&self.variable(name, at)?),
            Expr::New(name) => match program.class_named(name) {
                Some(_) => StaticType::Class(name.clone()),
                None => return fail(at, format!("there is no class `{name}`")),
            },
            Expr::FieldAccess(object, field) => {
                let object = self.expr(*object)?;
                value_of(&self.field_type(&object, field, at)?)
            }
            Expr::FieldWrite(name, field, value) => {
                let object = value_of(&self.variable(name, at)?);
                let declared = self.field_type(&object, field, at)?;
                self.expect(*value, &declared, &format!("what is written to `{field}`"))?;
                value_of(&declared)
            }
            Expr::Equals(left, right) => {
                let (left, right) = (self.expr(*left)?, self.expr(*right)?);
                if join(&left, &right).is_none() {
                    return fail(at, format!("{} and {} cannot be compared", describe(&left), describe(&right)));
                }
                StaticType::Bool
            }
            Expr::If(condition, then, otherwise) => {
                self.expect(*condition, &Type::Bool, "the condition of an `if`")?;
                let (left, right) = (self.expr(*then)?, self.expr(*otherwise)?);
                match join(&left, &right) {
                    Some(joined) => joined,
                    None => {
                        let (left, right) = (describe(&left), describe(&right));
                        return fail(at, format!("the branches of this `if` are {left} and {right}: they must agree"));
                    }
                }
            }
            Expr::Var(declared, name, value, body) => {
                known_type(program, declared, at)?;
                self.expect(*value, declared, &format!("the value of `{name}`"))?;
                self.scope.push((name.clone(), declared.clone()));
                let value = self.expr(*body)?;
                self.scope.pop();
                value
            }
            Expr::Call(object, name, argument) => {
                let object = self.expr(*object)?;
                let class = self.class_of(&object, at, name)?;
                let Some(method) = class.method(name) else {
                    return fail(at, format!("the class `{}` has no method `{name}`", class.name));
                };
                let (parameter, returns) = (method.parameter_type.clone(), value_of(&method.returns));
                self.expect(*argument, &parameter, &format!("the argument of `{name}`"))?;
                returns
            }
            Expr::Assign(name, value) => {
                let declared = self.variable(name, at)?;
                self.expect(*value, &declared, &format!("what is assigned to `{name}`"))?;
                value_of(&declared)
            }
            Expr::Begin(items) => {
                let mut last = StaticType::Null;
                for item in items {
                    last = self.expr(*item)?;
                }
                last
            }
        };
        self.types[id.0 as usize] = value.clone();
        Ok(value)
    }
}

fn value_of(declared: &Type) -> StaticType {
    match declared {
        Type::Bool => StaticType::Bool,
        Type::Class(name) => StaticType::Class(name.clone()),
    }
}

/// What a value is that is one or the other.
fn join(left: &StaticType, right: &StaticType) -> Option<StaticType> {
    match (left, right) {
        (StaticType::Null, StaticType::Class(name)) | (StaticType::Class(name), StaticType::Null) => {
            Some(StaticType::Class(name.clone()))
        }
        _ if left == right => Some(left.clone()),
        _ => None,
    }
}
