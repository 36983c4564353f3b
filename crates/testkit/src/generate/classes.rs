//! The frame of a program: fields, a small class hierarchy, methods and `main`.

use super::types::{ALL, Type, literal};
use super::{Array, Generator, Method, Place, Variable};

/// Upper bound of loop iterations and static calls of one program.
const FUEL: usize = 1500;

impl Generator {
    /// Writes the program.
    pub(super) fn whole_program(&mut self, class: &str) {
        self.lazy_classes = 2;
        self.signatures();
        self.block(format!("public class {class}"), |g| {
            g.line(format!("static int fuel = {FUEL};"));
            g.line("static long sum;");
            g.static_fields();
            g.helpers();
            g.hierarchy();
            g.lazy_initialised_classes();
            for index in 0..g.methods.len() {
                g.method(index);
            }
            g.tests_and_main();
        });
    }

    fn signatures(&mut self) {
        for index in 0..2 + self.random.below(3) {
            let recursive = self.random.chance(30);
            let mut parameters: Vec<Type> = if recursive { vec![Type::Int] } else { Vec::new() };
            for _ in 0..1 + self.random.below(3) {
                parameters.push(*self.random.pick(&ALL));
            }
            let result = *self.random.pick(&ALL);
            self.methods.push(Method { name: format!("m{index}"), result, parameters, recursive });
        }
    }

    fn static_fields(&mut self) {
        for ty in ALL {
            let name = format!("s{}", ty.name());
            let value = literal(ty, &mut self.random);
            self.count("static field");
            self.line(format!("static {} {name} = {value};", ty.name()));
            self.statics.push(Variable { name, ty, writable: true });
            let name = format!("t{}", ty.name());
            let values: Vec<String> = (0..4 + self.random.below(4)).map(|_| literal(ty, &mut self.random)).collect();
            self.line(format!("static {}[] {name} = {{ {} }};", ty.name(), values.join(", ")));
            self.static_arrays.push(Array { name, element: ty, dimensions: 1 });
        }
        for ty in [Type::Int, *self.random.pick(&ALL)] {
            let name = self.fresh("grid");
            self.line(format!("static {0}[][] {name} = new {0}[5][4];", ty.name()));
            self.static_arrays.push(Array { name, element: ty, dimensions: 2 });
        }
        self.line("static final Object lock = new Object();");
        let real = *self.random.pick(&["Object", "Integer", "String"]);
        self.line(format!("static Object[] objects = new {real}[2];"));
        self.line("static String[] words = { \"red\", \"Aa\", \"BB\", \"green\" };");
        self.line("enum Color { RED, GREEN, BLUE, BLACK }");
    }

    fn helpers(&mut self) {
        self.text.push_str(
            r#"
    static void mix(long value) {
        sum = sum * 31 + value;
    }

    static void caught(String where, Throwable thrown) {
        // Messages of these are written by the JVM for people, and name loaders or bytecode.
        boolean silent = thrown instanceof NullPointerException || thrown instanceof ClassCastException || thrown instanceof Error;
        System.out.println("caught " + where + " " + thrown.getClass().getName() + (silent ? "" : " " + thrown.getMessage()));
    }

    static Shape[] pool = new Shape[4];

    static Shape pick(int index) {
        return pool[index & 3];
    }

    static Object choose(int index) {
        switch (index & 7) {
            case 0: return "text";
            case 1: return 5;
            case 2: return new int[2];
            case 3: return pool[0];
            case 4: return words;
            case 5: return null;
            default: return lock;
        }
    }

    static class Oops extends RuntimeException {
        final int code;

        Oops(int code, String message) {
            super(message + " " + code);
            this.code = code;
        }
    }

    static class SubOops extends Oops {
        SubOops(int code) {
            super(code, "sub");
        }
    }

    interface Fn<T> {
        T apply(T argument);
    }

    static <T> T apply(Fn<T> function, T argument) {
        return function.apply(function.apply(argument));
    }

"#,
        );
        self.enter(None, usize::MAX, false);
        self.scopes.push((Vec::new(), Vec::new()));
        self.declare("base", Type::Int, false);
        let inner = self.expression(Type::Int, 2);
        let outer = self.expression(Type::Int, 2);
        self.declare("(0 + argument)", Type::Int, false);
        let applied = self.expression(Type::Int, 2);
        self.scopes.pop();
        self.block("static class IntFn implements Fn<Integer>", |g| {
            g.line("final int base;");
            g.line("IntFn(int base) { this.base = base; }");
            g.line(format!("public Integer apply(Integer argument) {{ return {applied}; }}"));
        });
        self.block("static class Holder", |g| {
            g.line("private int base;");
            g.line("Holder(int base) { this.base = base; }");
            g.block("class Cell", |g| {
                g.line(format!("int mine = {inner};"));
                g.line("Cell(int more) { mine += more; base++; }");
                g.line(format!("long total() {{ return mine + (long) Holder.this.base + {outer}; }}"));
            });
        });
    }

    /// Sets what the code that follows may do.
    fn enter(&mut self, result: Option<Type>, first_callable: usize, objects: bool) {
        self.place = Place::new(result, first_callable, objects);
    }

    /// An instance method with a body of statements.
    fn instance_method(&mut self, opening: &str, parameter: (&str, Type), result: Type, size: usize) {
        self.enter(Some(result), usize::MAX, false);
        self.block(opening, |g| {
            for (name, ty) in [("f", Type::Int), ("g", Type::Long), ("h", Type::Double), ("this.tag", Type::Byte)] {
                g.declare(name, ty, true);
            }
            g.declare(parameter.0, parameter.1, true);
            g.statements(size, 2);
            let value = g.expression(result, 3);
            g.line(format!("return {value};"));
        });
    }

    fn hierarchy(&mut self) {
        self.enter(None, usize::MAX, false);
        self.scopes.push((Vec::new(), Vec::new()));
        self.declare("x", Type::Long, true);
        let scaled = self.expression(Type::Long, 3);
        self.scopes.pop();
        self.block("interface Shape", |g| {
            g.line("int area(int a);");
            g.line(format!("default long scale(long x) {{ return {scaled}; }}"));
        });
        self.block("static abstract class Base implements Shape", |g| {
            g.line("static int made;");
            g.line("int f;");
            g.line("long g = 3;");
            g.line("double h = -0.0;");
            g.line("byte tag = (byte) made;");
            g.block("Base(int f, long g)", |g| {
                g.line("this.f = f;");
                g.line("this.g += g;");
                g.line("made++;");
                g.line("init();");
            });
            g.line("void init() { mix(f); }");
            g.line("abstract int kind();");
            g.instance_method("private int secret(int a)", ("a", Type::Int), Type::Int, 1);
            g.line("int callSecret(int a) { return secret(a) + kind(); }");
            g.instance_method("public int area(int a)", ("a", Type::Int), Type::Int, 2);
        });
        self.block("static class D1 extends Base", |g| {
            g.line("int f = 11;");
            g.line("D1(int f, long g) { super(f * 2, g - 1); this.f ^= f; }");
            g.line("int kind() { return 1 + f + super.f; }");
            g.line("private int secret(int a) { return -a; }");
            g.instance_method("@Override public int area(int a)", ("a", Type::Int), Type::Int, 2);
        });
        self.block("static class D2 extends D1", |g| {
            g.line("D2(int f, long g) { super(f + 1, g); h = f / 3.0; }");
            g.line("@Override int kind() { return 2 + super.kind(); }");
            g.line("@Override public int area(int a) { return super.area(a + 1) - secretly(a); }");
            g.line("private int secretly(int a) { return a >>> 3; }");
        });
        self.block("static class D3 extends Base", |g| {
            g.line("int late = 7;");
            g.line("D3(int f, long g) { super(f, g); mix(late); }");
            // Runs before the initialiser of `late`: its effect is overwritten.
            g.line("@Override void init() { late = 100; tag--; }");
            g.line("@Override int kind() { return 3; }");
            g.instance_method("@Override public long scale(long x)", ("x", Type::Long), Type::Long, 2);
        });
        self.count("class hierarchy");
    }

    fn lazy_initialised_classes(&mut self) {
        for index in 0..self.lazy_classes {
            self.enter(None, usize::MAX, false);
            let value = self.expression(Type::Int, 2);
            self.block(format!("static class Lazy{index}"), |g| {
                g.line("static int value = start();");
                g.block("static int start()", |g| {
                    g.line(format!("System.out.println(\"initialise {index}\");"));
                    if g.random.chance(30) {
                        g.count("initialiser that may throw");
                        let exception = g.exception();
                        let condition = g.expression(Type::Boolean, 1);
                        g.line(format!("if ({condition}) throw {exception};"));
                    }
                    g.line(format!("return {value};"));
                });
            });
        }
    }

    fn method(&mut self, index: usize) {
        let method = self.methods[index].clone();
        self.enter(Some(method.result), index + 1, true);
        let parameters: Vec<String> =
            method.parameters.iter().enumerate().map(|(number, ty)| format!("{} p{number}", ty.name())).collect();
        self.block(format!("static {} {}({})", method.result.name(), method.name, parameters.join(", ")), |g| {
            let neutral = match method.result {
                Type::Boolean => "false",
                _ => "0",
            };
            g.line(format!("if (fuel-- < 0) return {neutral};"));
            for (number, &ty) in method.parameters.iter().enumerate() {
                // The counter of a recursion stays what it is.
                g.declare(&format!("p{number}"), ty, !(method.recursive && number == 0));
            }
            if method.recursive {
                g.count("recursion");
                let value = g.expression(method.result, 2);
                g.line(format!("if (p0 <= 0) return {value};"));
            }
            let count = 2 + g.random.below(4);
            g.statements(count, 1);
            if method.recursive {
                let mut arguments = vec!["p0 - 1".to_string()];
                for &ty in &method.parameters[1..] {
                    arguments.push(g.expression(ty, 2));
                }
                let call = format!("{}({})", method.name, arguments.join(", "));
                let other = g.expression(method.result, 1);
                let combined = match method.result {
                    Type::Boolean => format!("{call} ^ {other}"),
                    ty => format!("({}) ({call} + {other})", ty.name()),
                };
                g.line(format!("return {combined};"));
            } else {
                let value = g.expression(method.result, 3);
                g.line(format!("return {value};"));
            }
        });
    }

    fn tests_and_main(&mut self) {
        let tests = 2 + self.random.below(3);
        for index in 0..tests {
            self.enter(None, 0, true);
            self.block(format!("static void test{index}()"), |g| {
                let count = 4 + g.random.below(4);
                g.statements(count, 0);
                g.observe_locals();
            });
        }
        let last_unprotected = self.random.chance(45);
        self.block("public static void main(String[] args)", |g| {
            g.line("pool[0] = new D1(1, 2);");
            g.line("pool[1] = new D2(3, 4L);");
            g.line("pool[2] = new D3(-5, 6);");
            if g.random.chance(70) {
                g.line("pool[3] = new D2(7, -8);");
            }
            for index in 0..tests {
                g.block("try", |g| g.line(format!("test{index}();")));
                g.block("catch (Throwable thrown)", |g| g.line(format!("caught(\"test{index}\", thrown);")));
                g.line("System.out.println(\"sum \" + sum);");
                // Each part has its own fuel, so that the last ones are not starved.
                g.line(format!("fuel = {FUEL};"));
            }
            for ty in ALL {
                let value = match ty {
                    Type::Char => "(int) schar".to_string(),
                    _ => format!("s{}", ty.name()),
                };
                g.line(format!("System.out.println(\"{0} \" + {value} + \" \" + t{0}.length);", ty.name()));
            }
            for array in g.static_arrays.clone() {
                if array.dimensions == 1 {
                    let element = match array.element {
                        Type::Boolean => "e ? 1 : 0",
                        Type::Float | Type::Double => "Double.doubleToLongBits(e)",
                        _ => "e",
                    };
                    g.line(format!("for ({} e : {}) mix({element});", array.element.name(), array.name));
                }
            }
            g.line("for (Shape shape : pool) if (shape != null) mix(((Base) shape).f + ((Base) shape).tag);");
            g.line("System.out.println(\"total \" + sum + \" \" + Base.made);");
            if last_unprotected {
                g.count("unprotected part");
                g.place = Place::new(None, 0, true);
                g.statements(3, 0);
                for _ in 0..2 {
                    g.exceptional_ending();
                }
            }
            g.line("System.out.println(\"end\");");
        });
    }

    /// Something likely to end the program by an uncaught exception.
    fn exceptional_ending(&mut self) {
        let value = self.expression(Type::Int, 2);
        let line = match self.random.below(7) {
            0 => format!("mix({value} / (({value}) & 1));"),
            1 => format!("mix(tint[{value}]);"),
            2 => format!("mix(new long[{value} | Integer.MIN_VALUE].length);"),
            3 => format!("mix(((D3) pick({value})).late);"),
            4 => format!("if (sum != 5) throw {};", self.exception()),
            5 => format!("mix(((String) choose({value} | 4)).length());"),
            _ => "objects[0] = lock;".to_string(),
        };
        self.line(line);
    }
}
