//! The surface syntax: what is printed is read back, and every mistake is one sentence with its place.

use javalite::{generate::generate, parse, print};

#[test]
fn printed_programs_are_read_back() {
    for seed in 0..300 {
        let program = generate(seed);
        let text = print(&program);
        let again = parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert!(again == program, "seed {seed}:\n{text}");
        assert_eq!(print(&again), text);
    }
}

#[test]
fn comments_brackets_and_dollars() {
    let text = "; a program\n(((class [T] x)))";
    assert!(parse(text).is_err());
    let spaced = parse("[[(class T [[T x]] [(T m (T a) (a $ x))])] ; entry\n (T m)]").unwrap();
    let tight = parse("(((class T ([T x]) ((T m [T a] (a $x))))) (T m))").unwrap();
    assert!(spaced == tight);
}

fn mistake(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

#[test]
fn mistakes_are_sentences() {
    let method = |body: &str| format!("(((class T ([T x] [bool p])\n ((T m [T a] {body}))) (class U () ())) (T m))");
    let cases: [(&str, &str); 20] = [
        ("", "1:1: there is no program"),
        ("(", "1:1: `)` is missing for what is opened here"),
        ("(]", "1:2: `)` is missing for what was opened at 1:1"),
        (")", "1:1: this `)` closes nothing"),
        ("(() (C m)) x", "1:12: nothing may follow the program"),
        ("x", "1:1: a program is `((CL ...) (C m))`"),
        ("(((class T () ()) (class T () ())) (T m))", "1:19: the class `T` is declared twice"),
        ("(((class T ([U x]) ())) (T m))", "1:13: there is no class `U`"),
        ("(((class T () ())) (T m))", "1:20: the class `T` has no method `m`"),
        (&method("b"), "2:14: there is no variable `b` here"),
        (&method("(new V)"), "2:14: there is no class `V`"),
        (&method("(a $y)"), "2:14: the class `T` has no field `y`"),
        (&method("(null $y)"), "2:14: null has no `y`: only objects have fields and methods"),
        (&method("(a @ n null)"), "2:14: the class `T` has no method `n`"),
        (&method("(if a a else a)"), "2:18: the condition of an `if` must be a bool and is a `T`"),
        (&method("(a $p)"), "2:14: the body of `m` must be a `T` and is a bool"),
        (&method("(begin (a = (new U)) a)"), "2:21: a `T` and a `U` cannot be compared"),
        (&method("(if true a b)"), "2:14: a conditional is `(if e e else e)`"),
        (&method("(a=b)"), "2:14: this is no expression"),
        (&method("7"), "2:14: a name is expected here; the number `7` cannot be written in a program"),
    ];
    for (text, expected) in cases {
        let message = mistake(text);
        assert!(message.starts_with(expected), "{text}\n{message}");
        assert_eq!(message.lines().count(), 1);
    }
}

#[test]
fn deep_nesting_is_a_mistake_not_a_crash() {
    let deep = |levels: usize| {
        let body = format!("{}true{}", "(begin ".repeat(levels), ")".repeat(levels));
        format!("(((class T () ((bool m [T a] {body})))) (T m))")
    };
    let program = parse(&deep(200)).unwrap();
    assert!(parse(&print(&program)).unwrap() == program);
    assert!(javalite::compile(&program).is_ok());
    assert!(mistake(&deep(100_000)).contains("expressions are nested more than 250 levels deep"));
}
