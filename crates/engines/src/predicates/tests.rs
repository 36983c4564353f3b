//! The language: what is read, what it means, which mistakes are told of, and that what is written is read again.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use classpath::{ClassPath, ClassPathEntry, Jdk};
use javalite::generate::Random;
use program::Program;
use program::class::{FieldId, MethodId};
use program::find::{find_class, find_methods};
use testkit::javac::{self, JavaSource};

use super::domain::domain;
use super::formula::{
    AccessExpression, Comparison, Expression, Formula, Operator, Predicate, Reading, Relation, Scope,
};
use super::resolve::resolve;
use super::source::PredicateFile;
use super::written::file_text;

const SHOP: &str = "package shop;
public class Shop {
    static int sold; static Item best; static final int LIMIT = 10; static double rate;
    int size; long total; boolean open; char mark; Item head; int[] prices; int[][] rows; Item[] items; Shop length;
    Shop() { size = 42; }
    static class Item { int value; Item next; double weight; int length; }
    int sell(int n, long amount, double price, int[] a, Item item, Object any) {
        int i = 0;
        for (int each : a) { i += each; }
        { long twice = n; i += twice; }
        { int twice = n; i += twice; }
        return i;
    }
    void twin(int n) {}
    void twin(Item item, String... names) {}
    static int and(int and) { return and + 1; }
}
";

fn shop() -> Program {
    compiled("Shop.java", SHOP)
}

fn compiled(file: &str, text: &str) -> Program {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tmp/predicates");
    let source = JavaSource { file: file.to_string(), text: text.to_string() };
    let compiled = javac::compile(&folder, &[vec![source]]).expect("javac runs");
    let classes = compiled[0].as_ref().unwrap_or_else(|messages| panic!("{messages}"));
    let jdk = Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK"));
    Program::new(ClassPath::new(jdk).with_target(classes).expect("classes"))
}

fn read(program: &mut Program, text: &str) -> Result<Vec<Predicate>, String> {
    resolve(&PredicateFile::parse("shop.predicates", text)?, program)
}

fn written(program: &mut Program, context: &str, predicate: &str) -> String {
    let predicates = read(program, &format!("{context}\n{predicate}"));
    let predicates = predicates.unwrap_or_else(|mistake| panic!("{predicate}: {mistake}"));
    assert_eq!(predicates.len(), 1, "{predicate}");
    assert_eq!(&*predicates[0].text, predicate.trim());
    rewritten(program, &predicates[0])
}

fn rewritten(program: &Program, predicate: &Predicate) -> String {
    Predicate::new(program, predicate.scope, predicate.formula.clone()).text.to_string()
}

const SELL: &str = "[method shop.Shop.sell]";

#[test]
fn functions_and_their_short_forms_mean_the_same() {
    let program = &mut shop();
    for (functions, short) in [
        ("fread(size, this) > 0", "this.size > 0"),
        ("fread(value, fread(next, item)) = 1", "item.next.value = 1"),
        ("sfread(sold, shop.Shop) <= 3", "class(shop.Shop).sold <= 3"),
        ("fread(value, sfread(best, shop.Shop)) = 42", "class(shop.Shop).best.value = 42"),
        ("aread(arr, a, i) < alength(arrlen, a)", "a[i] < a.length"),
        ("aread(arr, fread(prices, this), n + 1) != 0", "this.prices[n + 1] != 0"),
        ("fread(shop.Shop.Item.value, any) = 0", "fread(shop.Shop$Item.value, any) = 0"),
        ("aread(arr, aread(arr, this.rows, i), 0) = 7", "this.rows[i][0] = 7"),
    ] {
        assert_eq!(written(program, SELL, functions), written(program, SELL, short), "{functions}");
    }
}

#[test]
fn formulas_are_written_as_they_are_read() {
    let program = &mut shop();
    for text in [
        "n < 3 and not(i = 0 or n = 1) and exact(i + 1 <= n)",
        "(n < 3 or i < 3) and n = i",
        "2 * n - i % 2 + 1 = -n / 3 - (i - 1)",
        "item = null",
        "item.next != class(shop.Shop).best",
        "price < 0.5",
        "return = old(n)",
        "$12 <= $10.length",
        "twice = amount",
        "this.length.length = null",
        "item.length = 3",
        "-(n) = -5",
        "fread(shop.Shop$Item.value, any) = n - (-1)",
        "fread(shop.Shop$Item.next, any).next = null",
    ] {
        let once = written(program, SELL, text);
        assert_eq!(written(program, SELL, &once), once);
        if !text.contains("-(n)") {
            assert_eq!(once, text);
        }
    }
    for (text, meaning) in [
        ("this.open = true and this.mark = 'a'", "this.open = 1 and this.mark = 97"),
        (
            "this.mark != '\\n' and this.mark != '\\u0041' and this.mark < '\\''",
            "this.mark != 10 and this.mark != 65 and this.mark < 39",
        ),
        ("n <= class(shop.Shop).LIMIT // known", "n <= 10"),
        ("(((n)) > ((1)))", "n > 1"),
        ("a = null and a.length = 1 or n = 1", "(a = null and a.length = 1) or n = 1"),
    ] {
        let predicates = read(program, &format!("{SELL}\n{text}")).unwrap_or_else(|mistake| panic!("{mistake}"));
        assert_eq!(rewritten(program, &predicates[0]), meaning);
    }
    assert_eq!(written(program, "[method Shop.and]", "`and` = 1"), "`and` = 1");
}

/// What the page's examples speak of.
const TILL: &str = "package shop;
class Till {
    static int opened;
    int cash; int[] coins; Till next; boolean open; char mark;
    Till() { cash = 0; }
    int change(int amount, int[] coins) {
        int rest = amount;
        int i = 0;
        while (i < coins.length) { int coin = coins[i++]; if (coin <= rest) { rest -= coin; } }
        return amount - rest;
    }
    void pay(int amount) { cash += amount; }
    void pay(Till other) { cash += other.cash; }
    static class Coin { int value; int worth() { return value; } }
}
";

#[test]
fn the_page_shows_what_is_read() {
    let program = &mut compiled("Till.java", TILL);
    let page = include_str!("../../../../docs/predicates.md");
    let blocks: Vec<&str> = page.split("```predicates\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let predicates = read(program, block).unwrap_or_else(|mistake| panic!("{mistake}"));
        assert!(predicates.len() > 4, "{predicates:?}");
        for predicate in predicates {
            let again = file_text(program, std::slice::from_ref(&predicate));
            assert_eq!(read(program, &again).expect("a file"), [predicate]);
        }
    }
}

#[test]
fn contexts_are_found() {
    let program = &mut shop();
    let text = "\u{feff}// figure 2\n[ static ]\nclass ( shop . Shop ) . sold >  0\r\n\n[object Shop]\nthis.size > 0\n\
        [method Shop.<init>]\nthis.size = 42\n[method shop.Shop.twin(Item,String...)]\nitem = null\nnames.length = 0\n\
        [object Shop.Item]\n[method Shop.twin(int)]\nn = 1\n[method Shop.and(int)]\n`and` = 1";
    let predicates = read(program, text).expect("a file");
    assert_eq!(&*predicates[0].text, "class ( shop . Shop ) . sold >  0");
    let again = file_text(program, &predicates);
    let expected = "[static]\nclass ( shop . Shop ) . sold >  0\n\n[object shop.Shop]\nthis.size > 0\n\n\
        [method shop.Shop.<init>()]\nthis.size = 42\n\n\
        [method shop.Shop.twin(shop.Shop$Item, java.lang.String[])]\nitem = null\nnames.length = 0\n\n\
        [method shop.Shop.twin(int)]\nn = 1\n\n[method shop.Shop.`and`(int)]\n`and` = 1\n";
    assert_eq!(again, expected);
    assert_eq!(read(program, &again).expect("a file"), predicates);
}

#[test]
fn mistakes_are_told_in_a_sentence_with_their_place() {
    let program = &mut shop();
    let mut wrong = Vec::new();
    let cases = [
        ("n < 3", "1:1: a predicate needs a context on a line above it: [static], [object pkg.C] or [method pkg.C.m]"),
        ("[statc]", "1:2: there is no context statc; did you mean static?"),
        ("[static] x", "1:10: x cannot follow a context: its predicates are on lines of their own"),
        ("[object shop.Shopp]", "1:9: there is no class shop.Shopp; did you mean shop.Shop?"),
        ("[object int]", "1:9: int is no class"),
        ("[object shop.Shop", "1:18: ] is missing at the end"),
        ("[method shop.Shop.sel]", "1:9: class shop.Shop has no method sel; did you mean sell?"),
        (
            "[method Shop.twin]",
            "1:9: several methods have this name: write one of shop.Shop.twin(int), shop.Shop.twin(Item,String[])",
        ),
        (
            "[static]\nn = 1",
            "2:1: there is no variable n in [static], only static fields, as class(pkg.C).f, and constants",
        ),
        (
            "[static]\nthis.size = 1",
            "2:1: there is no variable this in [static], only static fields, as class(pkg.C).f, and constants",
        ),
        ("[static]\nreturn = 1", "2:1: return speaks of what a method returns: write it in [method pkg.C.m]"),
        ("[static]\nclass(shop.Shop).size = 1", "2:18: size is not static: it is read as o.size of an object o"),
        ("[static]\nclass(Shop).solt = 1", "2:13: class shop.Shop has no field solt; did you mean sold?"),
        ("[static]\nclass(Shop) = 1", "2:13: a static field of the class is missing before ="),
        ("[object Shop]\nsize = 1", "2:1: [object shop.Shop] has no variable size; did you mean this.size?"),
        (
            "[object Shop]\nsold = 1",
            "2:1: [object shop.Shop] has no variable sold; did you mean class(shop.Shop).sold?",
        ),
        ("[method Shop.twin(int)]\nreturn = 1", "2:1: shop.Shop.twin(int) returns nothing"),
        ("[method Shop.and]\n`and` = this", "2:9: shop.Shop.and(int) has no variable this"),
    ];
    for (text, expected) in cases {
        let expected = format!("shop.predicates:{expected}");
        match read(program, text) {
            Err(mistake) if mistake == expected => {}
            other => wrong.push((other, expected)),
        }
    }
    let sell = "shop.Shop.sell(int,long,double,int[],Item,Object)";
    let cases = [
        ("itm = null", format!("1: {sell} has no variable itm; did you mean item?")),
        ("total = 1", format!("1: {sell} has no variable total; did you mean this.total?")),
        ("item.vlue = 1", "6: class shop.Shop$Item has no field vlue; did you mean value?".to_string()),
        ("this.sold = 1", "6: sold is static: write class(shop.Shop).sold".to_string()),
        ("old(i) = 1", format!("5: {sell} has no parameter i")),
        (
            "$99 = 1",
            format!("1: {sell} has no variable $99, only $0, $1, $2, $4, $6, $7, $8, $9, $10, $11, $12 and $13"),
        ),
        ("item < null", "6: references are compared by = and != only".to_string()),
        ("item = 1", "6: shop.Shop$Item cannot be compared with int".to_string()),
        ("n = null", "3: int cannot be compared with null".to_string()),
        ("exact(price < 1)", "13: exact(…) compares integers, and this is double".to_string()),
        ("exact(item = null)", "12: exact(…) compares integers, and these are references".to_string()),
        ("exact(n = 1 and n = 2)", "1: exact(…) holds one comparison".to_string()),
        ("n[0] = 1", "1: an array is needed here, and this is int".to_string()),
        ("a[amount] = 1", "3: an index is an int, and this is long".to_string()),
        ("a[item] = 1", "3: a number is needed here, and this is shop.Shop$Item".to_string()),
        ("a.size = 1", "3: int[] has no field size, only a length".to_string()),
        ("n.size = 1", "3: int has no field size".to_string()),
        ("n * i = 1", "5: one side of * must be a number that is written down".to_string()),
        ("n / i = 1", "5: the right side of / must be a number that is written down".to_string()),
        ("n % 0 = 1", "5: nothing can be divided by 0".to_string()),
        ("item + 1 = 1", "1: a number is needed here, and this is shop.Shop$Item".to_string()),
        ("n == 1", "3: == is written = here".to_string()),
        ("n = 1 && i = 1", "7: && is written and here".to_string()),
        ("!(n = 1)", "1: ! is written not(…) here".to_string()),
        ("n", "1: a condition is needed here: compare this with something, if only with true".to_string()),
        ("n <", "4: a number or a reference is missing at the end".to_string()),
        ("0 <= n < 3", "8: comparisons do not follow each other: write a < b and b < c".to_string()),
        ("(n < 3", "7: ) is missing at the end".to_string()),
        ("n = 1)", "6: ) cannot follow a predicate".to_string()),
        ("(n = 1) + 1 = 2", "2: a number or a reference is needed here, and this is a condition".to_string()),
        ("n = 1 i = 1", "7: i cannot follow a predicate".to_string()),
        (
            "n = 1L",
            "5: a number is written in decimal digits and without a suffix: it becomes what it is compared with"
                .to_string(),
        ),
        ("n = 9223372036854775808", "5: 9223372036854775808 is too large a number".to_string()),
        ("n = 99999999999999999999", "5: 99999999999999999999 is too large a number".to_string()),
        ("n = 'ab'", "5: a character is one letter between quotes: 'x', '\\n', '\\u0041'".to_string()),
        ("n = #", "5: the character '#' means nothing here".to_string()),
        ("`n = 1", "1: the name has no second backquote".to_string()),
        ("a.size() = 1", "3: size cannot be called: predicates call nothing".to_string()),
        ("abs(n) = 1", "1: there is no function abs: predicates call no methods".to_string()),
        ("aread(a, 0) = 1", "7: arr is missing before a".to_string()),
        ("n = 1 or", "9: a number or a reference is missing at the end".to_string()),
        ("null.size = 1", "6: size is a field of an object, and this is null".to_string()),
    ];
    for (text, expected) in cases {
        let text = format!("{SELL}\n  {text}");
        let (column, sentence) = expected.split_once(':').expect("a column");
        let column: u32 = column.parse().expect("a column");
        let expected = format!("shop.predicates:2:{}:{sentence}", column + 2);
        match read(program, &text) {
            Err(mistake) if mistake == expected => {}
            other => wrong.push((other, expected)),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn names_that_the_class_file_lacks_are_asked_of_the_compiler() {
    let source = "(((class Node ([Node f]) ((bool run [Node unused] true)))) (Node run))";
    let source = javalite::parse(source).expect("a program");
    let mut class_path = ClassPath::new(Arc::new(Jdk::open(&testkit::jdk::home()).expect("a JDK")));
    for (_, bytes) in javalite::compile(&source).expect("a program") {
        class_path = class_path.with_target_entry(ClassPathEntry::from_bytes(bytes).expect("a class file"));
    }
    let program = &mut Program::new(class_path);
    let (class, method) = ("Node", "Node.run(Node)");
    for text in ["unused = null", "old(unused) = null"] {
        let column = if text.starts_with("old") { 5 } else { 1 };
        let mistake = read(program, &format!("[method {class}.run(Node)]\n{text}")).unwrap_err();
        let sentence = format!("the class file has no names of the variables of {method}: compile it with -g");
        assert_eq!(mistake, format!("shop.predicates:2:{column}: {sentence}"));
    }
    assert_eq!(read(program, "[method Node.run(Node)]\nthis.f = null").expect("a predicate").len(), 1);
}

#[test]
fn hostile_files_are_refused_at_once() {
    let program = &mut shop();
    for long in ["(".repeat(100_000), "-".repeat(100_000), "n = 1 and ".repeat(100_000), "not(".repeat(100_000)] {
        let mistake = read(program, &format!("{SELL}\n{long}")).unwrap_err();
        assert!(mistake.contains(": a predicate has at most 1"), "{mistake}");
    }
    let mut random = Random::new(7);
    let pieces = [
        "n", "(", ")", "[", "]", ".", "item", "=", "<", "and", "'", "`", "$", "1", "9.5e", "é", "\\", "old", "class",
        ",", "-", " ",
    ];
    for _ in 0..20_000 {
        let text: String = (0..random.below(12)).map(|_| pieces[random.below(pieces.len())]).collect();
        let _ = read(program, &format!("{SELL}\n{text}"));
        let _ = read(program, &text);
    }
}

/// Formulas that make sense in `Shop.sell`.
struct Generator {
    random: Random,
    value: FieldId,
    next: FieldId,
    size: FieldId,
    head: FieldId,
    prices: FieldId,
    items: FieldId,
    sold: FieldId,
    best: FieldId,
}

impl Generator {
    fn new(program: &mut Program) -> Generator {
        let (shop, item) = (find_class(program, "Shop").expect("a class"), find_class(program, "Shop.Item"));
        let item = item.expect("a class");
        let field = |class, name: &str| program.find_field(class, name).expect("a field");
        Generator {
            random: Random::new(1),
            value: field(item, "value"),
            next: field(item, "next"),
            size: field(shop, "size"),
            head: field(shop, "head"),
            prices: field(shop, "prices"),
            items: field(shop, "items"),
            sold: field(shop, "sold"),
            best: field(shop, "best"),
        }
    }

    fn formula(&mut self, depth: u32) -> Formula {
        match if depth == 0 { 3 } else { self.random.below(6) } {
            0 => Formula::Not(self.formula(depth - 1).into()),
            1 => Formula::And(self.formula(depth - 1).into(), self.formula(depth - 1).into()),
            2 => Formula::Or(self.formula(depth - 1).into(), self.formula(depth - 1).into()),
            3 if self.random.chance(30) => {
                let relation = [Relation::Equal, Relation::NotEqual][self.random.below(2)];
                let right = match self.random.chance(40) {
                    true => Expression::Null,
                    false => Expression::Access(self.reference(depth)),
                };
                Formula::compare(relation, Expression::Access(self.reference(depth)), right)
            }
            _ => {
                let relations = [
                    Relation::Equal,
                    Relation::NotEqual,
                    Relation::Less,
                    Relation::LessOrEqual,
                    Relation::Greater,
                    Relation::GreaterOrEqual,
                ];
                let relation = relations[self.random.below(6)];
                let reading = [Reading::Java, Reading::Exact][self.random.below(2)];
                Formula::Compare(Comparison { relation, left: self.number(depth), right: self.number(depth), reading })
            }
        }
    }

    fn constant(&mut self) -> Expression {
        let constants = [0, 1, -1, 7, i64::MAX, i64::MIN, i64::from(i32::MIN)];
        Expression::Integer(constants[self.random.below(constants.len())])
    }

    fn number(&mut self, depth: u32) -> Expression {
        if depth == 0 || self.random.chance(30) {
            return match self.random.chance(30) {
                true => self.constant(),
                false => Expression::Access(self.integer(depth)),
            };
        }
        let operators = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Remainder];
        let operator = operators[self.random.below(5)];
        let number = Rc::new(self.number(depth - 1));
        match operator {
            _ if self.random.chance(15) => Expression::Negate(number),
            Operator::Add | Operator::Subtract => Expression::Binary(operator, number, self.number(depth - 1).into()),
            Operator::Multiply if self.random.chance(50) => {
                Expression::Binary(operator, self.constant().into(), number)
            }
            Operator::Multiply => Expression::Binary(operator, number, self.constant().into()),
            Operator::Divide | Operator::Remainder => {
                let divisor = [3, -3][self.random.below(2)];
                Expression::Binary(operator, number, Expression::Integer(divisor).into())
            }
        }
    }

    fn local(name: &str) -> AccessExpression {
        AccessExpression::Local(name.into())
    }

    fn integer(&mut self, depth: u32) -> AccessExpression {
        match if depth == 0 { self.random.below(5) } else { self.random.below(9) } {
            0 => Self::local("n"),
            1 => AccessExpression::Old("n".into()),
            2 => AccessExpression::Static(self.sold),
            3 => AccessExpression::Return,
            4 => AccessExpression::Slot(9),
            5 if self.random.chance(20) => AccessExpression::Field(Self::local("any").into(), self.value),
            5 => AccessExpression::Field(self.reference(depth - 1).into(), self.value),
            6 => AccessExpression::Field(Self::local("this").into(), self.size),
            7 => AccessExpression::Element(self.array().into(), Expression::Access(self.integer(depth - 1)).into()),
            _ => AccessExpression::Length(self.array().into()),
        }
    }

    fn array(&mut self) -> AccessExpression {
        match self.random.below(3) {
            0 => Self::local("a"),
            1 => AccessExpression::Old("a".into()),
            _ => AccessExpression::Field(Self::local("this").into(), self.prices),
        }
    }

    fn reference(&mut self, depth: u32) -> AccessExpression {
        match if depth == 0 { self.random.below(3) } else { self.random.below(6) } {
            0 => Self::local("item"),
            1 => AccessExpression::Static(self.best),
            2 => AccessExpression::Field(Self::local("this").into(), self.head),
            3 | 4 => AccessExpression::Field(self.reference(depth - 1).into(), self.next),
            _ => {
                let items = AccessExpression::Field(Self::local("this").into(), self.items);
                AccessExpression::Element(items.into(), self.index().into())
            }
        }
    }

    fn index(&mut self) -> Expression {
        let one = Expression::Integer(1).into();
        Expression::Binary(Operator::Add, Expression::Access(Self::local("n")).into(), one)
    }
}

#[test]
fn domains_are_predicates_of_the_entry() {
    let program = &mut shop();
    let entries = ["shop.Shop.sell(int, long, double, int[], shop.Shop$Item, java.lang.Object)".to_string()];
    let mut texts = |option: &str| -> Result<Vec<String>, String> {
        let predicates = resolve(&domain(option, &entries)?, program)?;
        Ok(predicates.iter().map(|predicate| predicate.text.to_string()).collect())
    };
    assert_eq!(
        texts("sign:n, fread(size, this)").expect("a domain"),
        ["n < 0", "n = 0", "n > 0", "fread(size, this) < 0", "fread(size, this) = 0", "fread(size, this) > 0"]
    );
    assert_eq!(texts("parity:n - 1,a[0]").expect("a domain"), ["(n - 1) % 2 = 0", "a[0] % 2 = 0"]);
    let interval = texts("interval:-3..a.length:class(Shop).sold").expect("a domain");
    assert_eq!(interval, ["-3 <= class(Shop).sold", "class(Shop).sold <= a.length"]);
    assert_eq!(texts("constant:0.5:price").expect("a domain"), ["price = 0.5"]);
    assert_eq!(texts("constant:null:item").expect("a domain"), ["item = null"]);
    for (option, expected) in [
        ("sgn:n", "there is no domain sgn; did you mean sign?"),
        ("sign", "write sign:x, parity:x, interval:lo..hi:x or constant:c:x"),
        ("interval:3:n", "write interval:lo..hi:x"),
        ("sign:", "a number or a reference is missing at the end"),
        ("sign:n < 1 or n", "< cannot follow a number"),
        ("constant:1) or (1:n", ") cannot follow a number"),
        ("sign:m", "shop.Shop.sell(int,long,double,int[],Item,Object) has no variable m"),
    ] {
        assert_eq!(texts(option).unwrap_err(), format!("--domain {option}: {expected}"));
    }
}

fn sell(program: &mut Program) -> MethodId {
    find_methods(program, "Shop.sell").expect("a method")[0]
}

#[test]
fn what_is_written_is_read_again() {
    let program = &mut shop();
    let method = sell(program);
    program.body(method).expect("it has code");
    let scope = Scope::Method(method);
    let mut generator = Generator::new(program);
    for round in 0..5_000 {
        let predicate = Predicate::new(program, scope, generator.formula(round % 5));
        let text = file_text(program, std::slice::from_ref(&predicate));
        match read(program, &text) {
            Ok(again) => assert_eq!(again, [predicate], "{text}"),
            Err(mistake) => panic!("{mistake}\n{text}"),
        }
    }
}
