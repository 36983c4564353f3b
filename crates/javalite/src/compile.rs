//! Javalite to class files, so that engines for compiled Java run the same programs.
//!
//! Classes are in the default package; fields are package-private; a method is an instance method with one parameter.
//! The entry's class gets a method `run()` besides, which calls the entry with null (false) and returns what it returns,
//! as an `Object` or a `boolean`. A comparison that an `if` asks for is one branch instruction. Reading a bool field is a
//! branch, too: both machines decide what it holds when it is read, so that from then on it is true or false. Evaluation
//! order is Javalite's: `(x $f := e)` looks x up after e.

use std::fmt;

use ristretto_classfile::attributes::Instruction;

use crate::assemble::{Branch, ClassWriter, Code, Label};
use crate::syntax::{Class, Expr, ExprId, Method, Name, Program, StaticType, Type};

/// Why a program cannot be a set of class files: one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError(String);

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CompileError {}

impl From<ristretto_classfile::Error> for CompileError {
    fn from(error: ristretto_classfile::Error) -> CompileError {
        CompileError(format!("a class file cannot be written: {error}"))
    }
}

/// The class files of a program: name of the class and bytes, in the order of declaration.
pub fn compile(program: &Program) -> Result<Vec<(String, Vec<u8>)>, CompileError> {
    for class in program.classes() {
        legal("class", &class.name)?;
        for field in &class.fields {
            legal("field", &field.name)?;
        }
        for method in &class.methods {
            legal("method", &method.name)?;
        }
    }
    program.classes().iter().map(|class| Ok((class.name.to_string(), compile_class(program, class)?))).collect()
}

/// Javalite's names are less restricted than what Java programs and file names can be.
fn legal(what: &str, name: &str) -> Result<(), CompileError> {
    let starts = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
    if starts && name.chars().all(|character| character.is_alphanumeric() || character == '_') {
        Ok(())
    } else {
        Err(CompileError(format!("the name `{name}` of a {what} cannot be a name in Java")))
    }
}

fn descriptor(declared: &Type) -> String {
    match declared {
        Type::Bool => "Z".to_string(),
        Type::Class(name) => format!("L{name};"),
    }
}

fn method_descriptor(method: &Method) -> String {
    format!("({}){}", descriptor(&method.parameter_type), descriptor(&method.returns))
}

fn compile_class(program: &Program, class: &Class) -> Result<Vec<u8>, CompileError> {
    let mut writer = ClassWriter::new(&class.name)?;
    for field in &class.fields {
        writer.field(&field.name, &descriptor(&field.declared))?;
    }
    let failed = |name: &str, reason: String| CompileError(format!("the method `{name}` of `{}` {reason}", class.name));
    constructor(&mut writer)?;
    for method in &class.methods {
        let slots = vec![
            ("this".into(), Type::Class(class.name.clone())),
            (method.parameter.clone(), method.parameter_type.clone()),
        ];
        let mut compiler =
            MethodCompiler { program, writer: &mut writer, code: Code::default(), scope: slots, locals: 2 };
        compiler.value(method.body)?;
        let leave = if method.returns == Type::Bool { Instruction::Ireturn } else { Instruction::Areturn };
        compiler.code.emit(leave, 1, 0);
        let MethodCompiler { code, locals, .. } = compiler;
        let locals = u16::try_from(locals).map_err(|_| failed(&method.name, "has too many variables".to_string()))?;
        let written = writer.method(&method.name, &method_descriptor(method), code, locals);
        written.map_err(|reason| failed(&method.name, reason))?;
    }
    if class.name == program.entry.0 {
        entry(program, &mut writer)?;
    }
    Ok(writer.finish()?)
}

fn constructor(writer: &mut ClassWriter) -> Result<(), CompileError> {
    let mut code = Code::default();
    let object = writer.pool.add_class("java/lang/Object")?;
    let initialise = writer.pool.add_method_ref(object, "<init>", "()V")?;
    code.emit(Instruction::Aload_0, 0, 1);
    code.emit(Instruction::Invokespecial(initialise), 1, 0);
    code.emit(Instruction::Return, 0, 0);
    writer.method("<init>", "()V", code, 1).map_err(CompileError)
}

/// `Object run()` or `boolean run()`.
fn entry(program: &Program, writer: &mut ClassWriter) -> Result<(), CompileError> {
    let method = program.entry_method();
    let mut code = Code::default();
    let class = writer.pool.add_class(&*program.entry.0)?;
    let called = writer.pool.add_method_ref(class, &*method.name, method_descriptor(method).as_str())?;
    code.emit(Instruction::Aload_0, 0, 1);
    let argument = if method.parameter_type == Type::Bool { Instruction::Iconst_0 } else { Instruction::Aconst_null };
    code.emit(argument, 0, 1);
    code.emit(Instruction::Invokevirtual(called), 2, 1);
    let (leave, returns) = match method.returns {
        Type::Bool => (Instruction::Ireturn, "()Z"),
        Type::Class(_) => (Instruction::Areturn, "()Ljava/lang/Object;"),
    };
    code.emit(leave, 1, 0);
    writer.method("run", returns, code, 1).map_err(CompileError)
}

struct MethodCompiler<'a> {
    program: &'a Program,
    writer: &'a mut ClassWriter,
    code: Code,
    /// Variables; the place is the number of the local variable.
    scope: Vec<(Name, Type)>,
    /// The most there ever were.
    locals: usize,
}

type Compiled = Result<(), CompileError>;

impl MethodCompiler<'_> {
    fn slot(&self, name: &Name) -> (usize, bool) {
        let slot =
            self.scope.iter().rposition(|(known, _)| known == name).expect("the checker has seen every variable");
        (slot, self.scope[slot].1 == Type::Bool)
    }

    fn load(&mut self, name: &Name) {
        let instruction = match (self.slot(name), u8::try_from(self.slot(name).0)) {
            ((_, false), Ok(slot)) => Instruction::Aload(slot),
            ((_, true), Ok(slot)) => Instruction::Iload(slot),
            ((slot, false), Err(_)) => Instruction::Aload_w(slot as u16),
            ((slot, true), Err(_)) => Instruction::Iload_w(slot as u16),
        };
        self.code.emit(instruction, 0, 1);
    }

    fn store(&mut self, name: &Name) {
        let instruction = match (self.slot(name), u8::try_from(self.slot(name).0)) {
            ((_, false), Ok(slot)) => Instruction::Astore(slot),
            ((_, true), Ok(slot)) => Instruction::Istore(slot),
            ((slot, false), Err(_)) => Instruction::Astore_w(slot as u16),
            ((slot, true), Err(_)) => Instruction::Istore_w(slot as u16),
        };
        self.code.emit(instruction, 1, 0);
    }

    fn field_ref(&mut self, class: &Name, field: &str) -> Result<u16, CompileError> {
        let id = self.program.class_named(class).expect("the checker has seen every class");
        let declared = self.program.class(id).field(field).expect("the checker has seen every field");
        let descriptor = descriptor(&self.program.class(id).fields[declared].declared);
        let owner = self.writer.pool.add_class(&**class)?;
        Ok(self.writer.pool.add_field_ref(owner, field, descriptor.as_str())?)
    }

    fn class_of(&self, object: ExprId) -> Name {
        match self.program.type_of(object) {
            StaticType::Class(name) => name.clone(),
            _ => unreachable!("the checker lets only objects have fields and methods"),
        }
    }

    /// Leaves the value of the expression on the operand stack.
    fn value(&mut self, id: ExprId) -> Compiled {
        match self.program.expr(id) {
            Expr::Null => self.code.emit(Instruction::Aconst_null, 0, 1),
            Expr::True => self.code.emit(Instruction::Iconst_1, 0, 1),
            Expr::False => self.code.emit(Instruction::Iconst_0, 0, 1),
            Expr::Variable(name) => self.load(name),
            Expr::New(class) => {
                let owner = self.writer.pool.add_class(&**class)?;
                let initialise = self.writer.pool.add_method_ref(owner, "<init>", "()V")?;
                self.code.emit(Instruction::New(owner), 0, 1);
                self.code.emit(Instruction::Dup, 1, 2);
                self.code.emit(Instruction::Invokespecial(initialise), 1, 0);
            }
            Expr::FieldAccess(..) if *self.program.type_of(id) == StaticType::Bool => self.materialise(id)?,
            Expr::FieldAccess(object, field) => self.read(*object, field)?,
            Expr::FieldWrite(name, field, value) => {
                self.value(*value)?;
                let Type::Class(class) = self.scope[self.slot(name).0].1.clone() else {
                    unreachable!("the checker lets only objects have fields")
                };
                let field = self.field_ref(&class, field)?;
                self.code.emit(Instruction::Dup, 1, 2);
                self.load(name);
                self.code.emit(Instruction::Swap, 2, 2);
                self.code.emit(Instruction::Putfield(field), 2, 0);
            }
            Expr::Equals(..) => self.materialise(id)?,
            Expr::If(condition, then, otherwise) => {
                let (no, end) = (self.code.label(), self.code.label());
                self.condition(*condition, false, no)?;
                let height = self.code.height();
                self.value(*then)?;
                self.code.branch(Branch::Always, end);
                self.code.bind(no);
                self.code.set_height(height);
                self.value(*otherwise)?;
                self.code.bind(end);
            }
            Expr::Var(declared, name, value, body) => {
                self.declare(declared, name, *value)?;
                self.value(*body)?;
                self.scope.pop();
            }
            Expr::Call(object, method, argument) => {
                self.value(*object)?;
                self.value(*argument)?;
                let class = self.class_of(*object);
                let owner = self.writer.pool.add_class(&*class)?;
                let id = self.program.class_named(&class).expect("the checker has seen every class");
                let called = self.program.class(id).method(method).expect("the checker has seen every method");
                let descriptor = method_descriptor(called);
                let called = self.writer.pool.add_method_ref(owner, &**method, descriptor.as_str())?;
                self.code.emit(Instruction::Invokevirtual(called), 2, 1);
            }
            Expr::Assign(name, value) => {
                self.value(*value)?;
                self.code.emit(Instruction::Dup, 1, 2);
                self.store(name);
            }
            Expr::Begin(parts) => match self.all_but_last(parts)? {
                Some(last) => self.value(last)?,
                None => self.code.emit(Instruction::Aconst_null, 0, 1),
            },
        }
        Ok(())
    }

    /// Leaves what a field holds on the operand stack.
    fn read(&mut self, object: ExprId, field: &str) -> Compiled {
        self.value(object)?;
        let field = self.field_ref(&self.class_of(object), field)?;
        self.code.emit(Instruction::Getfield(field), 1, 1);
        Ok(())
    }

    fn declare(&mut self, declared: &Type, name: &Name, value: ExprId) -> Compiled {
        self.value(value)?;
        self.scope.push((name.clone(), declared.clone()));
        self.locals = self.locals.max(self.scope.len());
        self.store(name);
        Ok(())
    }

    /// The parts of a `begin` whose values nobody wants; the one whose value is wanted is returned.
    fn all_but_last(&mut self, parts: &[ExprId]) -> Result<Option<ExprId>, CompileError> {
        let Some((last, rest)) = parts.split_last() else {
            return Ok(None);
        };
        for part in rest {
            self.value(*part)?;
            self.code.emit(Instruction::Pop, 1, 0);
        }
        Ok(Some(*last))
    }

    /// A comparison, or what a bool field holds, as a value: 1 or 0.
    fn materialise(&mut self, id: ExprId) -> Compiled {
        let (no, end) = (self.code.label(), self.code.label());
        self.condition(id, false, no)?;
        self.code.emit(Instruction::Iconst_1, 0, 1);
        self.code.branch(Branch::Always, end);
        self.code.bind(no);
        self.code.set_height(self.code.height() - 1);
        self.code.emit(Instruction::Iconst_0, 0, 1);
        self.code.bind(end);
        Ok(())
    }

    /// Jumps to `target` if the expression is `wanted`, else falls through.
    fn condition(&mut self, id: ExprId, wanted: bool, target: Label) -> Compiled {
        let toward = |branch: Branch| if wanted { branch } else { branch.negated() };
        match self.program.expr(id) {
            Expr::Equals(left, right) => {
                let is_null = |id: ExprId| *self.program.expr(id) == Expr::Null;
                let branch = match (is_null(*left), is_null(*right)) {
                    (_, true) => {
                        self.value(*left)?;
                        Branch::IfNull
                    }
                    (true, false) => {
                        self.value(*right)?;
                        Branch::IfNull
                    }
                    (false, false) => {
                        let bools = *self.program.type_of(*left) == StaticType::Bool;
                        self.value(*left)?;
                        self.value(*right)?;
                        if bools { Branch::IfSameInt } else { Branch::IfSameReference }
                    }
                };
                self.code.branch(toward(branch), target);
            }
            Expr::FieldAccess(object, field) => {
                self.read(*object, field)?;
                self.code.branch(toward(Branch::IfNotZero), target);
            }
            Expr::Var(declared, name, value, body) => {
                self.declare(declared, name, *value)?;
                self.condition(*body, wanted, target)?;
                self.scope.pop();
            }
            Expr::Begin(parts) => {
                let last = self.all_but_last(parts)?.expect("a condition is a bool, and an empty begin is none");
                self.condition(last, wanted, target)?;
            }
            Expr::If(condition, then, otherwise) => {
                let (no, end) = (self.code.label(), self.code.label());
                self.condition(*condition, false, no)?;
                self.condition(*then, wanted, target)?;
                self.code.branch(Branch::Always, end);
                self.code.bind(no);
                self.condition(*otherwise, wanted, target)?;
                self.code.bind(end);
            }
            _ => {
                self.value(id)?;
                self.code.branch(toward(Branch::IfNotZero), target);
            }
        }
        Ok(())
    }
}
