//! Terms as a user reads them.

use logic::pool::TermPool;
use logic::print::display;
use logic::term::{Sort, Term};

struct Written {
    pool: TermPool,
    x: Term,
    y: Term,
    p: Term,
    q: Term,
    d: Term,
}

fn symbols() -> Written {
    let mut pool = TermPool::new();
    let (x, y) = (pool.symbol("x", Sort::BitVec(32)), pool.symbol("y", Sort::BitVec(32)));
    let (p, q) = (pool.symbol("p", Sort::Bool), pool.symbol("q", Sort::Bool));
    let d = pool.symbol("d", Sort::F64);
    Written { pool, x, y, p, q, d }
}

/// The text of the term and of its negation.
fn both(pool: &mut TermPool, term: Term) -> (String, String) {
    let negation = pool.not(term);
    (display(pool, term), display(pool, negation))
}

#[test]
fn comparisons() {
    let Written { mut pool, x, y, .. } = symbols();
    let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
    let less = pool.lt(x, y);
    assert_eq!(both(&mut pool, less), pair("x < y", "y <= x"));
    let (zero, ten) = (pool.int32(0), pool.int32(10));
    let positive = pool.gt(x, zero);
    assert_eq!(both(&mut pool, positive), pair("x > 0", "x <= 0"));
    let negative = pool.lt(x, zero);
    assert_eq!(both(&mut pool, negative), pair("x < 0", "x >= 0"));
    let small = pool.lt(x, ten);
    assert_eq!(both(&mut pool, small), pair("x < 10", "x >= 10"));
    let equal = pool.eq(x, ten);
    assert_eq!(both(&mut pool, equal), pair("x == 10", "x != 10"));
    let unsigned = pool.ult(x, y);
    assert_eq!(
        both(&mut pool, unsigned),
        pair("Integer.compareUnsigned(x, y) < 0", "Integer.compareUnsigned(y, x) <= 0")
    );
}

#[test]
fn sums() {
    let Written { mut pool, x, y, .. } = symbols();
    let one = pool.int32(1);
    let previous = pool.sub(x, one);
    assert_eq!(display(&pool, previous), "x - 1");
    let difference = pool.sub(x, y);
    assert_eq!(display(&pool, difference), "x - y");
    let product = pool.mul(previous, y);
    let text = display(&pool, product);
    assert!(text == "(x - 1) * y" || text == "y * (x - 1)", "{text}");
    let minus = pool.int32(-3);
    let scaled = pool.mul(x, minus);
    let sum = pool.add(y, scaled);
    assert_eq!(display(&pool, sum), "y - x * 3");
    let negated = pool.neg(x);
    let below = pool.sub(negated, one);
    assert_eq!(display(&pool, below), "-x - 1");
    assert_eq!(display(&pool, minus), "-3");
}

#[test]
fn connectives() {
    let Written { mut pool, x, y, p, q, .. } = symbols();
    let either = pool.or(p, q);
    let text = display(&pool, either);
    assert!(text == "p || q" || text == "q || p", "{text}");
    let less = pool.lt(x, y);
    let both = pool.and(either, less);
    let text = display(&pool, both);
    assert!(text.contains("x < y") && text.contains("&& (") || text.contains(") &&"), "{text}");
    let negated = pool.not(p);
    assert_eq!(display(&pool, negated), "!p");
    let choice = pool.ite(p, x, y);
    assert_eq!(display(&pool, choice), "p ? x : y");
    let one = pool.int32(1);
    let sum = pool.add(choice, one);
    assert_eq!(display(&pool, sum), "(p ? x : y) + 1");
}

#[test]
fn conversions() {
    let Written { mut pool, x, y, .. } = symbols();
    let long = pool.sign_extend(x, 64);
    assert_eq!(display(&pool, long), "(long) x");
    let sum = pool.add(x, y);
    let byte = pool.extract(sum, 7, 0);
    let text = display(&pool, byte);
    assert!(text == "(byte) (x + y)" || text == "(byte) (y + x)", "{text}");
    let low = pool.extract(x, 15, 0);
    let char = pool.zero_extend(low, 32);
    assert_eq!(display(&pool, char), "(char) x");
    let double = pool.int_to_float(x, Sort::F64);
    assert_eq!(display(&pool, double), "(double) x");
}

#[test]
fn floats() {
    let Written { mut pool, d, .. } = symbols();
    let half = pool.f64_const(0.5);
    let less = pool.float_lt(d, half);
    assert_eq!(both(&mut pool, less), ("d < 0.5".to_string(), "!(d < 0.5)".to_string()));
    let equal = pool.float_eq(d, half);
    assert_eq!(both(&mut pool, equal), ("d == 0.5".to_string(), "d != 0.5".to_string()));
    let same = pool.eq(d, half);
    assert_eq!(display(&pool, same), "Double.compare(d, 0.5) == 0");
    let nan = pool.f64_const(f64::NAN);
    assert_eq!(display(&pool, nan), "Double.NaN");
    let small = pool.f32_const(1.5);
    assert_eq!(display(&pool, small), "1.5f");
    let is_nan = pool.float_is_nan(d);
    assert_eq!(both(&mut pool, is_nan), ("Double.isNaN(d)".to_string(), "!Double.isNaN(d)".to_string()));
}
