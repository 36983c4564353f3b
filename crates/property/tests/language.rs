//! The language: what is read and written again, which mistakes are told of, and what formulas say of small heaps.

mod common;

use common::{compiled, method, property};
use property::heap::{Heaps, PlainContent, PlainObject, PlainValue};
use property::resolve::{Subject, resolve};
use property::source::PropertySource;
use testkit::generate::random::Random;
use testkit::properties::formula;

const SHOP: &str = "package shop;
public class Shop {
    static int sold;
    Item first; int size; boolean open; double rate; int[] prices; Item[] items; String name;
    static class Item { Item next; int value; Shop shop; }
    static class Gift extends Item { Item next; }
    Item sell(Item item, int amount, long all, boolean gift) { return item; }
    void close() { }
    static int count(Shop shop) { return 0; }
}
";

#[test]
fn what_is_written_is_read_again() {
    for (text, written) in [
        ("a.b.c[1]'.d", "a.b.c[1]'.d"),
        ("((a + b)).c in (d)", "(a + b).c in d"),
        ("a => b => c else d", "a => b => c else d"),
        ("(a => b) => c else d", "(a => b) => c else d"),
        ("a || b => c", "a || b => c"),
        ("a || (b => c)", "a || (b => c)"),
        ("!(a && b)", "!(a && b)"),
        ("all x, y: a | x = y && b", "all x, y: a | x = y && b"),
        ("(all x: a | x) && b", "(all x: a | x) && b"),
        ("some disj x, y: a, z: x.f | no z", "some disj x, y: a, z: x.f | no z"),
        ("a <: f :> b", "a <: f :> b"),
        ("#a + #b = -1", "#a + #b = -1"),
        ("a - (b - c) in ~^f'.x", "a - (b - c) in ~^f'.x"),
        ("plus[a, b] !in {x: a | x > 0}", "plus[a, b] !in {x: a | x > 0}"),
        ("`all` = `no`'.`some`", "`all` = `no`'.`some`"),
        ("no x // all of it", "no x"),
        ("no\n  x", "no x"),
    ] {
        let source = PropertySource::parse(text).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
        assert_eq!(source.root.to_string(), written);
    }
    let mut random = Random::new(1);
    for _ in 0..2_000 {
        let text = formula(&mut random, 4);
        let read = PropertySource::parse(&text).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
        let written = read.root.to_string();
        let again = PropertySource::parse(&written).unwrap_or_else(|mistake| panic!("{written}: {mistake:?}"));
        assert_eq!(read.root, again.root, "{text}\n{written}");
        assert!(written.len() <= text.len(), "needless parentheses:\n{text}\n{written}");
    }
}

#[test]
fn mistakes_have_a_place_and_a_hint() {
    let mut program = compiled("Shop.java", SHOP);
    let sell = method(&mut program, "shop.Shop.sell");
    for (text, column, sentence) in [
        ("", 1, "a property is a formula, and here is none"),
        ("first", 1, "a formula is expected here, and this is a set of objects of shop.Shop$Item"),
        ("this.frist = null", 6, "shop.Shop has no field frist; did you mean first?"),
        (
            "itm = null",
            1,
            "shop.Shop.sell(Item,int,long,boolean) has no parameter, field or class itm; did you mean Item or item?",
        ),
        ("this.first = 3", 12, "a set of objects of shop.Shop$Item cannot be compared with a number"),
        ("first == null", 7, "== is written = here"),
        ("first.next", 6, "a formula is expected here, and this is a set of objects of shop.Shop$Item"),
        ("no size.next", 9, "ints have no field next"),
        (
            "size + 1 = 2 + first",
            14,
            "+ combines sets of one kind, not a number with a set of objects of shop.Shop$Item; numbers are added by plus[a, b]",
        ),
        ("first < 3", 1, "< compares numbers, and this is a set of objects of shop.Shop$Item"),
        (
            "no first.^value",
            10,
            "^ follows a relation between objects, and this is a relation of objects of shop.Shop$Item and ints",
        ),
        ("item' = null", 1, "item is the same before and after the call: a prime belongs to a field or class"),
        ("no first '", 10, "' is not expected here"),
        ("(no first", 10, "here ) is expected: what is opened is closed"),
        ("all first", 5, "all needs variables: all x: e | f"),
        ("no sold.x", 9, "ints have no field x"),
        ("name.value = null", 6, "value is inside the library, which properties do not look into"),
        ("no items.length'", 10, "the length of an array is the same before and after the call"),
        ("no first[0]", 4, "an array is expected before [, and this is a set of objects of shop.Shop$Item"),
        ("open = 1", 6, "a set of booleans cannot be compared with a number"),
        (
            "$return.next' = nul",
            17,
            "shop.Shop.sell(Item,int,long,boolean) has no parameter, field or class nul; did you mean null?",
        ),
        ("next = item", 1, "shop.Shop.sell(Item,int,long,boolean) has no parameter, field or class next"),
        ("first.next - 7 = null", 12, "- combines sets of one kind"),
        ("99999999999999999999 = size", 1, "99999999999999999999 is too large a number"),
        ("first @ item", 7, "the character '@' means nothing here"),
        ("some x: next | no x", 9, "shop.Shop.sell"),
        ("all in: first | no first", 5, "in is a word of the language and no name of a variable"),
    ] {
        let mistake = match property(&mut program, sell, text) {
            Err(mistake) => mistake,
            Ok(_) => panic!("{text} is no mistake"),
        };
        assert!(mistake.sentence.starts_with(sentence), "{text}: {}", mistake.sentence);
        assert_eq!(mistake.at.column, column, "{text}: {}", mistake.sentence);
    }
    let two_lines = property(&mut program, sell, "no first &&\n  no frst").unwrap_err();
    assert_eq!(two_lines.shown_in("no first &&\n  no frst"), "    no frst\n       ^");
    let close = method(&mut program, "shop.Shop.close");
    let mistake = property(&mut program, close, "no $return").unwrap_err();
    assert_eq!(mistake.sentence, "shop.Shop.close() returns nothing");
    let count = method(&mut program, "shop.Shop.count");
    assert_eq!(property(&mut program, count, "no this").unwrap_err().sentence, "a static method has no this");
    for text in ["first' = first", "$return = null", "no Item'"] {
        let source = PropertySource::parse(text).unwrap();
        let mistake = resolve(&source, sell, Subject::Input, &mut program).unwrap_err();
        assert!(mistake.sentence.starts_with("what is assumed speaks of the input"), "{text}: {}", mistake.sentence);
    }
}

#[test]
fn deep_and_long_texts_are_mistakes_and_no_crash() {
    for (text, what) in [("(", "deep"), ("!", "deep"), ("a => ", "deep"), ("# ", "deep"), ("~", "deep")] {
        let sentence = PropertySource::parse(&text.repeat(400)).unwrap_err().sentence;
        assert!(sentence.contains(what), "{text}: {sentence}");
    }
    assert!(PropertySource::parse(&"a + ".repeat(100_000)).unwrap_err().sentence.contains("words"));
    assert!(PropertySource::parse(&vec!["a"; 200].join(".")).unwrap_err().sentence.contains("deep"));
    let mut program = compiled("Shop.java", SHOP);
    let sell = method(&mut program, "shop.Shop.sell");
    for operator in [" + ", ".", " <: "] {
        // Long, but not too long: it is read, and whatever is said of it is a sentence.
        let _ = property(&mut program, sell, &format!("no {}", vec!["first"; 110].join(operator)));
    }
}

#[test]
fn formulas_say_what_they_say() {
    let mut program = compiled("Shop.java", SHOP);
    let sell = method(&mut program, "shop.Shop.sell");
    let class = |program: &mut program::Program, name: &str| program::find::find_class(program, name).unwrap();
    let (shop, item, gift) = (
        class(&mut program, "shop.Shop"),
        class(&mut program, "shop.Shop.Item"),
        class(&mut program, "shop.Shop.Gift"),
    );
    let ints = program.load("[I").unwrap();
    let field = |program: &program::Program, class, name: &str| program.find_field(class, name).unwrap();
    let (first, size, open) =
        (field(&program, shop, "first"), field(&program, shop, "size"), field(&program, shop, "open"));
    let (prices, rate) = (field(&program, shop, "prices"), field(&program, shop, "rate"));
    let (next, value, hiding) =
        (field(&program, item, "next"), field(&program, item, "value"), field(&program, gift, "next"));
    let fields = |list: &[(program::class::FieldId, PlainValue)]| PlainContent::Fields(list.to_vec());
    // Before: shop.first -> 1 -> 2 (a gift, whose own `next` is 1). After: shop.first -> 3, new, -> 1 -> null.
    let heaps = Heaps {
        objects: vec![
            PlainObject {
                class: shop,
                before: Some(fields(&[
                    (first, PlainValue::Object(1)),
                    (size, PlainValue::Number(2)),
                    (prices, PlainValue::Object(4)),
                ])),
                after: fields(&[
                    (first, PlainValue::Object(3)),
                    (size, PlainValue::Number(i64::from(i32::MAX))),
                    (open, PlainValue::Number(1)),
                    (prices, PlainValue::Object(4)),
                    (rate, PlainValue::Float(f64::NAN)),
                ]),
            },
            PlainObject {
                class: item,
                before: Some(fields(&[(next, PlainValue::Object(2)), (value, PlainValue::Number(5))])),
                after: fields(&[(value, PlainValue::Number(5))]),
            },
            PlainObject {
                class: gift,
                before: Some(fields(&[(hiding, PlainValue::Object(1)), (value, PlainValue::Number(7))])),
                after: fields(&[(hiding, PlainValue::Object(1)), (value, PlainValue::Number(7))]),
            },
            PlainObject {
                class: item,
                before: None,
                after: fields(&[(next, PlainValue::Object(1)), (value, PlainValue::Number(9))]),
            },
            PlainObject {
                class: ints,
                before: Some(PlainContent::Elements(vec![PlainValue::Number(1), PlainValue::Number(2)])),
                after: PlainContent::Elements(vec![PlainValue::Number(1), PlainValue::Number(3)]),
            },
        ],
        receiver: Some(0),
        parameters: vec![
            PlainValue::Object(2),
            PlainValue::Number(4),
            PlainValue::Number(1 << 40),
            PlainValue::Number(1),
        ],
        returned: Some(PlainValue::Object(3)),
        statics: Vec::new(),
    };
    for text in [
        "this.first.next = item",
        "first.*next = first + item",
        "first'.*next' - first.*next = $return",
        "first'.*next'.value' = 9 + 5",
        "no first.next.next && one item.(Gift <: next) && item.(Gift <: next) = first",
        "item in Gift && Gift in Item && Item' = Item + $return",
        "no $return.next && no $return.value && $return.value' = 9",
        "gift && open' && !open && !(open = open')",
        "open' = true && open = false",
        "size < size' && plus[size', 1] < 0 && plus[`all`, size'] > `all`",
        "size' - size = size' && #Item = 2 && #(size + size') = 2",
        "all x: first.*next | x.value > 4 && x.value in 5 + 7",
        "one x: Item' | x !in Item",
        "no x: first.*next | x in x.^next",
        "some disj x, y: Item | x->y in Item <: next",
        "all disj x, y: first | false",
        "first.~next = null && item.~next = first",
        "{x: Item | x.value = 7} = item",
        "{x: Item, y: Item | x.next = y} = first->item",
        "prices[0] = 1 && prices[1] = 2 && prices'[1] = 3 && prices[1]' = 3 && prices[0 + 1] = 1 + 2 && no prices[2]",
        "prices.length = 2 && prices.length = amount => false else amount = 4",
        "rate' = rate' && rate != rate' && rate = rate",
        "null = no_such.next || true",
        "null.first = null || true",
        "no item.next.next.next && !(item.next.value < 3) && !(item.next.value >= 3)",
        "lone null && no null && !(some null) && null in first",
        "first.(next + next).value = 7 && first.(next & next) = item && no first.(next - next)",
        "(first <: next) = first->item && (next :> item) = first->item || true",
        "shop.Shop.sold = 0 || no shop.Shop.sold",
        "first = null => false else true",
        "(first != null <=> some first) && (no first <=> false)",
        "this in Shop && Shop' = Shop && #Shop = 1",
    ] {
        match property(&mut program, sell, text) {
            Ok(property) => assert!(heaps.satisfy(&property, &program), "{text}"),
            // What is no property here is one of those that say why.
            Err(mistake) => assert!(text.ends_with("|| true"), "{text}: {}", mistake.sentence),
        }
    }
}
