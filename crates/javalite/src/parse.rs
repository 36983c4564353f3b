//! S-expressions to the surface syntax of Fig. 3.

use crate::check;
use crate::read::{Sexp, SourceError, read};
use crate::syntax::{Class, Expr, ExprId, Field, Method, Name, Position, Program, Type};

/// What Fig. 3 mentions otherwise, and thus no identifier.
const RESERVED: [&str; 14] =
    ["class", "new", "if", "else", "var", "in", "begin", "this", "null", "true", "false", "bool", "=", "@"];

/// Reads and checks a program.
///
/// ```
/// let program = javalite::parse("(((class Pair ([Pair x] [Pair y])
///     ((bool same [Pair unused] ((this $x) = (this $y)))))) (Pair same))").unwrap();
/// assert_eq!(program.classes()[0].fields.len(), 2);
/// let error = javalite::parse("(() (Pair same))").unwrap_err();
/// assert_eq!(error.to_string(), "1:5: there is no class `Pair`");
/// ```
pub fn parse(source: &str) -> Result<Program, SourceError> {
    let program = read(source)?;
    let mut parser = Parser::default();
    let (classes, entry) = parser.program(&program)?;
    let positions = parser.positions;
    check::check(classes, entry, parser.exprs, &positions)
}

/// Where everything stands that can be wrong, beside the program itself.
#[derive(Default)]
pub(crate) struct Positions {
    pub(crate) exprs: Vec<Position>,
    /// For each class: its own, its fields', its methods'.
    pub(crate) classes: Vec<(Position, Vec<Position>, Vec<Position>)>,
    pub(crate) entry: Option<Position>,
}

#[derive(Default)]
struct Parser {
    exprs: Vec<Expr>,
    positions: Positions,
}

type Result_<T> = Result<T, SourceError>;

impl Parser {
    fn program(&mut self, sexp: &Sexp) -> Result_<(Vec<Class>, (Name, Name))> {
        let [classes, entry] = list(sexp, "a program is `((CL ...) (C m))`")? else {
            return mistake(sexp, "a program is `((CL ...) (C m))`");
        };
        let classes = list(classes, "the classes of a program are a list: `(CL ...)`")?
            .iter()
            .map(|class| self.class(class))
            .collect::<Result_<Vec<Class>>>()?;
        let shape = "the entry of a program is `(C m)`";
        let [class, method] = list(entry, shape)? else {
            return mistake(entry, shape);
        };
        self.positions.entry = Some(entry.position());
        Ok((classes, (identifier(class)?, identifier(method)?)))
    }

    fn class(&mut self, sexp: &Sexp) -> Result_<Class> {
        let shape = "a class is `(class C ([T f] ...) (M ...))`";
        let [keyword, name, fields, methods] = list(sexp, shape)? else {
            return mistake(sexp, shape);
        };
        if !keyword.is_atom("class") {
            return mistake(keyword, shape);
        }
        let name = identifier(name)?;
        let mut positions = (sexp.position(), Vec::new(), Vec::new());
        let mut class = Class { name, fields: Vec::new(), methods: Vec::new() };
        for field in list(fields, "the fields of a class are `([T f] ...)`")? {
            let (declared, name) = typed_name(field, "a field is `[T f]`")?;
            positions.1.push(field.position());
            class.fields.push(Field { declared, name });
        }
        for method in list(methods, "the methods of a class are `((T m [T x] e) ...)`")? {
            let shape = "a method is `(T m [T x] e)`";
            let [returns, name, parameter, body] = list(method, shape)? else {
                return mistake(method, shape);
            };
            let (returns, name) = (type_name(returns)?, identifier(name)?);
            let (parameter_type, parameter) = typed_name(parameter, "a parameter is `[T x]`")?;
            positions.2.push(method.position());
            let body = self.expr(body)?;
            class.methods.push(Method { returns, name, parameter_type, parameter, body });
        }
        self.positions.classes.push(positions);
        Ok(class)
    }

    fn expr(&mut self, sexp: &Sexp) -> Result_<ExprId> {
        let expr = match sexp {
            Sexp::Atom(atom, _) => match atom.as_str() {
                "null" => Expr::Null,
                "true" => Expr::True,
                "false" => Expr::False,
                _ => Expr::Variable(variable(sexp)?),
            },
            Sexp::List(items, _) => self.compound(sexp, items)?,
        };
        let id = ExprId(self.exprs.len() as u32);
        self.exprs.push(expr);
        self.positions.exprs.push(sexp.position());
        Ok(id)
    }

    fn compound(&mut self, whole: &Sexp, items: &[Sexp]) -> Result_<Expr> {
        let is = |index: usize, text: &str| items.get(index).is_some_and(|item| item.is_atom(text));
        Ok(match items {
            [_, class] if is(0, "new") => Expr::New(identifier(class)?),
            [_, condition, then, _, otherwise] if is(0, "if") && is(3, "else") => {
                Expr::If(self.expr(condition)?, self.expr(then)?, self.expr(otherwise)?)
            }
            [_, declared, name, _, value, _, body] if is(0, "var") && is(3, ":=") && is(5, "in") => {
                Expr::Var(type_name(declared)?, variable(name)?, self.expr(value)?, self.expr(body)?)
            }
            [_, rest @ ..] if is(0, "begin") => {
                Expr::Begin(rest.iter().map(|item| self.expr(item)).collect::<Result_<Vec<ExprId>>>()?)
            }
            _ if is(0, "new") => return mistake(whole, "an allocation is `(new C)`"),
            _ if is(0, "if") => return mistake(whole, "a conditional is `(if e e else e)`"),
            _ if is(0, "var") => return mistake(whole, "a declaration is `(var T x := e in e)`"),
            [object, _, field] if is(1, "$") => Expr::FieldAccess(self.expr(object)?, identifier(field)?),
            [object, _, field, _, value] if is(1, "$") && is(3, ":=") => {
                if !matches!(object, Sexp::Atom(..)) {
                    return mistake(object, "only a field of a variable can be written: `(x $f := e)`");
                }
                Expr::FieldWrite(variable(object)?, identifier(field)?, self.expr(value)?)
            }
            [left, _, right] if is(1, "=") => Expr::Equals(self.expr(left)?, self.expr(right)?),
            [name, _, value] if is(1, ":=") => Expr::Assign(variable(name)?, self.expr(value)?),
            [object, _, method, argument] if is(1, "@") => {
                Expr::Call(self.expr(object)?, identifier(method)?, self.expr(argument)?)
            }
            _ => {
                return mistake(
                    whole,
                    "this is no expression: expected (new C), (e $f), (x $f := e), (e = e), (if e e else e), \
                     (var T x := e in e), (e @ m e), (x := e) or (begin e ...)",
                );
            }
        })
    }
}

fn mistake<T>(at: &Sexp, message: &str) -> Result_<T> {
    Err(SourceError::new(at.position(), message))
}

fn list<'a>(sexp: &'a Sexp, shape: &str) -> Result_<&'a [Sexp]> {
    match sexp {
        Sexp::List(items, _) => Ok(items),
        Sexp::Atom(..) => mistake(sexp, shape),
    }
}

fn typed_name(sexp: &Sexp, shape: &str) -> Result_<(Type, Name)> {
    let [declared, name] = list(sexp, shape)? else {
        return mistake(sexp, shape);
    };
    Ok((type_name(declared)?, identifier(name)?))
}

fn type_name(sexp: &Sexp) -> Result_<Type> {
    if sexp.is_atom("bool") { Ok(Type::Bool) } else { Ok(Type::Class(identifier(sexp)?)) }
}

/// `x ::= this | id`
fn variable(sexp: &Sexp) -> Result_<Name> {
    if sexp.is_atom("this") { Ok("this".into()) } else { identifier(sexp) }
}

fn identifier(sexp: &Sexp) -> Result_<Name> {
    let Sexp::Atom(text, _) = sexp else {
        return mistake(sexp, "a name is expected here");
    };
    if RESERVED.contains(&text.as_str()) || text == ":=" || text == "$" {
        return mistake(sexp, &format!("a name is expected here, and `{text}` is not one"));
    }
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return mistake(sexp, &format!("a name is expected here; the number `{text}` cannot be written in a program"));
    }
    if let Some(operator) = [":=", "=", "@"].into_iter().find(|operator| text.contains(operator)) {
        return mistake(sexp, &format!("`{text}` is not a name: put spaces around `{operator}`"));
    }
    Ok(text.as_str().into())
}
