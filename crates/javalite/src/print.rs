//! The printer of Fig. 3: what it prints, the parser reads back as the same program.

use std::fmt;

use crate::syntax::{Class, Expr, ExprId, Program};

const WIDTH: usize = 100;

/// The program as text.
pub fn print(program: &Program) -> String {
    program.to_string()
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes: Vec<String> = self.classes.iter().map(|class| self.class_text(class)).collect();
        writeln!(f, "(({})", classes.join("\n  "))?;
        writeln!(f, " ({} {}))", self.entry.0, self.entry.1)
    }
}

impl Program {
    fn class_text(&self, class: &Class) -> String {
        let fields: Vec<String> =
            class.fields.iter().map(|field| format!("[{} {}]", field.declared.name(), field.name)).collect();
        let mut text = format!("(class {} ({})\n    (", class.name, fields.join(" "));
        for (index, method) in class.methods.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n     " };
            text.push_str(&format!(
                "{separator}({} {} [{} {}]\n       ",
                method.returns.name(),
                method.name,
                method.parameter_type.name(),
                method.parameter
            ));
            self.write_expr(method.body, 7, &mut text);
            text.push(')');
        }
        text.push_str("))");
        text
    }

    /// On one line if it fits, else one part a line.
    fn write_expr(&self, id: ExprId, indent: usize, text: &mut String) {
        let line = self.line(id);
        if indent + line.len() <= WIDTH {
            text.push_str(&line);
            return;
        }
        let below = |parts: &[ExprId], indent: usize, text: &mut String| {
            for part in parts {
                text.push('\n');
                text.push_str(&" ".repeat(indent));
                self.write_expr(*part, indent, text);
            }
        };
        match self.expr(id) {
            Expr::FieldAccess(object, field) => {
                text.push('(');
                self.write_expr(*object, indent + 1, text);
                text.push_str(&format!(" ${field}"));
            }
            Expr::FieldWrite(name, field, value) => {
                text.push_str(&format!("({name} ${field} :="));
                below(&[*value], indent + 2, text);
            }
            Expr::Equals(left, right) => {
                text.push('(');
                self.write_expr(*left, indent + 1, text);
                text.push_str(" =");
                below(&[*right], indent + 1, text);
            }
            Expr::If(condition, then, otherwise) => {
                text.push_str("(if ");
                self.write_expr(*condition, indent + 4, text);
                below(&[*then], indent + 4, text);
                text.push_str(&format!("\n{}else", " ".repeat(indent + 1)));
                below(&[*otherwise], indent + 4, text);
            }
            Expr::Var(declared, name, value, body) => {
                text.push_str(&format!("(var {} {name} := ", declared.name()));
                self.write_expr(*value, indent + 4, text);
                text.push_str(" in");
                below(&[*body], indent + 2, text);
            }
            Expr::Call(object, method, argument) => {
                text.push('(');
                self.write_expr(*object, indent + 1, text);
                text.push_str(&format!(" @ {method}"));
                below(&[*argument], indent + 1, text);
            }
            Expr::Assign(name, value) => {
                text.push_str(&format!("({name} :="));
                below(&[*value], indent + 2, text);
            }
            Expr::Begin(items) => {
                text.push_str("(begin");
                below(items, indent + 2, text);
            }
            Expr::Variable(_) | Expr::New(_) | Expr::Null | Expr::True | Expr::False => {
                text.push_str(&line);
                return;
            }
        }
        text.push(')');
    }

    /// An expression on one line.
    pub(crate) fn line(&self, id: ExprId) -> String {
        match self.expr(id) {
            Expr::Variable(name) => name.to_string(),
            Expr::New(class) => format!("(new {class})"),
            Expr::FieldAccess(object, field) => format!("({} ${field})", self.line(*object)),
            Expr::FieldWrite(name, field, value) => format!("({name} ${field} := {})", self.line(*value)),
            Expr::Equals(left, right) => format!("({} = {})", self.line(*left), self.line(*right)),
            Expr::If(condition, then, otherwise) => {
                format!("(if {} {} else {})", self.line(*condition), self.line(*then), self.line(*otherwise))
            }
            Expr::Var(declared, name, value, body) => {
                format!("(var {} {name} := {} in {})", declared.name(), self.line(*value), self.line(*body))
            }
            Expr::Call(object, method, argument) => {
                format!("({} @ {method} {})", self.line(*object), self.line(*argument))
            }
            Expr::Assign(name, value) => format!("({name} := {})", self.line(*value)),
            Expr::Begin(items) => {
                let items: Vec<String> = items.iter().map(|item| format!(" {}", self.line(*item))).collect();
                format!("(begin{})", items.concat())
            }
            Expr::Null => "null".to_string(),
            Expr::True => "true".to_string(),
            Expr::False => "false".to_string(),
        }
    }
}
