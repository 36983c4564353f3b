//! Random terms for property tests: a generator with fixed seeds, and trees that no constructor has simplified.

#![allow(dead_code, unreachable_pub, reason = "shared by test files that each use a part")]

use logic::eval::apply;
use logic::model::Model;
use logic::pool::TermPool;
use logic::term::{Const, Op, Rounding, Sort, Term};

/// A small xorshift generator; deterministic, so that a failure can be repeated.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// A value of a sort, with the interesting ones likely.
    pub fn value(&mut self, sort: Sort) -> Const {
        match sort {
            Sort::Bool => Const::Bool(self.below(2) == 0),
            Sort::BitVec(width) => {
                let bits = match self.below(8) {
                    0 => 0,
                    1 => 1,
                    2 => u64::MAX,
                    3 => 1 << (width - 1),
                    4 => (1 << (width - 1)) - 1,
                    5 => 1 << self.below(u64::from(width)),
                    6 => self.below(12).wrapping_sub(6),
                    _ => self.next(),
                };
                Const::bv(width, bits)
            }
            Sort::Int => Const::Int(i128::from(self.below(12)) - 6),
            Sort::F32 => Const::f32(match self.below(4) {
                0 => self.pick(&[0.0, -0.0, 1.0, -1.0, 0.5, 2.5, f32::NAN, f32::INFINITY, f32::NEG_INFINITY]),
                1 => self.pick(&[f32::MAX, f32::MIN_POSITIVE, 1e-45, -2147483648.0, 2147483647.0, 127.0, -128.5]),
                2 => self.below(20) as f32 - 10.0,
                _ => f32::from_bits(self.next() as u32),
            }),
            Sort::F64 => Const::f64(match self.below(4) {
                0 => self.pick(&[0.0, -0.0, 1.0, -1.0, 0.5, 2.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
                1 => self.pick(&[f64::MAX, f64::MIN_POSITIVE, 5e-324, -2147483648.0, 2147483647.5, 127.0, -128.5]),
                2 => self.below(20) as f64 - 10.0,
                _ => f64::from_bits(self.next()),
            }),
        }
    }
}

/// A term as written, before any simplification.
#[derive(Clone, Debug)]
pub enum Tree {
    Value(Const),
    /// Symbol number so-and-so of this sort.
    Symbol(u8, Sort),
    Node(Op, Vec<Tree>),
}

pub const SYMBOLS: u8 = 3;

pub fn symbol_name(number: u8, sort: Sort) -> String {
    format!("{sort:?}#{number}")
}

impl Tree {
    /// The simplified term.
    pub fn build(&self, pool: &mut TermPool) -> Term {
        match self {
            Tree::Value(value) => pool.constant(*value),
            Tree::Symbol(number, sort) => pool.symbol(&symbol_name(*number, *sort), *sort),
            Tree::Node(op, args) => {
                let args: Vec<Term> = args.iter().map(|arg| arg.build(pool)).collect();
                pool.build(*op, &args)
            }
        }
    }

    /// The value by the meaning of the operators alone.
    pub fn evaluate(&self, values: &dyn Fn(u8, Sort) -> Const) -> Option<Const> {
        match self {
            Tree::Value(value) => Some(*value),
            Tree::Symbol(number, sort) => Some(values(*number, *sort)),
            Tree::Node(op, args) => {
                let args: Option<Vec<Const>> = args.iter().map(|arg| arg.evaluate(values)).collect();
                apply(*op, &args?)
            }
        }
    }
}

/// Which operators and sorts a random tree may use.
#[derive(Clone)]
pub struct Shape {
    pub widths: Vec<u8>,
    pub floats: bool,
    pub math: bool,
}

impl Shape {
    pub fn tree(&self, random: &mut Random, sort: Sort, depth: u32) -> Tree {
        if depth == 0 || random.below(9) == 0 {
            return if random.below(3) == 0 {
                Tree::Value(random.value(sort))
            } else {
                Tree::Symbol(random.below(u64::from(SYMBOLS)) as u8, sort)
            };
        }
        let depth = depth - 1;
        if random.below(7) == 0 {
            let condition = self.tree(random, Sort::Bool, depth);
            // Often over constants, as compiled Java has it.
            let branch_depth = if random.below(2) == 0 { 0 } else { depth };
            let args = vec![condition, self.tree(random, sort, branch_depth), self.tree(random, sort, branch_depth)];
            return Tree::Node(Op::Ite, args);
        }
        match sort {
            Sort::Bool => self.boolean(random, depth),
            Sort::BitVec(width) => self.bit_vector(random, width, depth),
            Sort::Int => self.integer(random, depth),
            Sort::F32 | Sort::F64 => self.float(random, sort, depth),
        }
    }

    fn pair(&self, random: &mut Random, op: Op, sort: Sort, depth: u32) -> Tree {
        Tree::Node(op, vec![self.tree(random, sort, depth), self.tree(random, sort, depth)])
    }

    fn one(&self, random: &mut Random, op: Op, sort: Sort, depth: u32) -> Tree {
        Tree::Node(op, vec![self.tree(random, sort, depth)])
    }

    fn integer_sort(&self, random: &mut Random) -> Sort {
        if self.math && random.below(3) == 0 { Sort::Int } else { Sort::BitVec(random.pick(&self.widths)) }
    }

    fn boolean(&self, random: &mut Random, depth: u32) -> Tree {
        let float = random.pick(&[Sort::F32, Sort::F64]);
        match random.below(if self.floats { 14 } else { 10 }) {
            0 => self.one(random, Op::Not, Sort::Bool, depth),
            1 | 2 => self.pair(random, Op::And, Sort::Bool, depth),
            3 => self.pair(random, Op::Or, Sort::Bool, depth),
            4 => self.pair(random, Op::Eq, Sort::Bool, depth),
            5 | 6 => {
                let (op, sort) = (random.pick(&[Op::Eq, Op::Lt, Op::Le]), self.integer_sort(random));
                self.pair(random, op, sort, depth)
            }
            7 | 8 => {
                let op = random.pick(&[Op::Eq, Op::Lt, Op::Le, Op::ULt, Op::ULe]);
                let sort = Sort::BitVec(random.pick(&self.widths));
                self.pair(random, op, sort, depth)
            }
            9 => self.compared_with_constant(random, depth),
            10 => self.one(random, Op::FloatIsNan, float, depth),
            11 => self.pair(random, Op::Eq, float, depth),
            _ => {
                let op = random.pick(&[Op::FloatEq, Op::FloatLt, Op::FloatLe]);
                self.pair(random, op, float, depth)
            }
        }
    }

    fn compared_with_constant(&self, random: &mut Random, depth: u32) -> Tree {
        let sort = self.integer_sort(random);
        let constant = Tree::Value(random.value(sort));
        let term = self.tree(random, sort, depth);
        let op = random.pick(&[Op::Eq, Op::Lt, Op::Le]);
        Tree::Node(op, if random.below(2) == 0 { vec![term, constant] } else { vec![constant, term] })
    }

    fn bit_vector(&self, random: &mut Random, width: u8, depth: u32) -> Tree {
        let sort = Sort::BitVec(width);
        let narrower: Vec<u8> = self.widths.iter().copied().filter(|&w| w < width).collect();
        let wider: Vec<u8> = self.widths.iter().copied().filter(|&w| w > width).collect();
        match random.below(10) {
            0 | 1 => self.pair(random, Op::Add, sort, depth),
            2 => {
                let op = random.pick(&[Op::Neg, Op::BitNot]);
                self.one(random, op, sort, depth)
            }
            3 => {
                let op = random.pick(&[Op::Mul, Op::Div, Op::Rem, Op::UDiv, Op::URem]);
                self.pair(random, op, sort, depth)
            }
            4 => {
                let op = random.pick(&[Op::BitAnd, Op::BitOr, Op::BitXor]);
                self.pair(random, op, sort, depth)
            }
            5 => {
                let op = random.pick(&[Op::Shl, Op::LShr, Op::AShr]);
                let distance = if random.below(2) == 0 {
                    Tree::Value(Const::bv(width, random.below(u64::from(width) + 2)))
                } else {
                    self.tree(random, sort, depth)
                };
                Tree::Node(op, vec![self.tree(random, sort, depth), distance])
            }
            6 | 7 if !narrower.is_empty() => {
                let narrow = random.pick(&narrower);
                match random.below(3) {
                    0 => self.one(random, Op::ZeroExtend(width), Sort::BitVec(narrow), depth),
                    1 => self.one(random, Op::SignExtend(width), Sort::BitVec(narrow), depth),
                    _ => {
                        let high = self.tree(random, Sort::BitVec(width - narrow), depth);
                        let low = self.tree(random, Sort::BitVec(narrow), depth);
                        Tree::Node(Op::Concat, vec![high, low])
                    }
                }
            }
            8 if !wider.is_empty() => {
                let wide = random.pick(&wider);
                let low = if random.below(2) == 0 { 0 } else { random.below(u64::from(wide - width) + 1) as u8 };
                self.one(random, Op::Extract { high: low + width - 1, low }, Sort::BitVec(wide), depth)
            }
            9 if self.floats => {
                let float = random.pick(&[Sort::F32, Sort::F64]);
                if width == 32 && random.below(3) == 0 {
                    self.one(random, Op::FloatToBits, Sort::F32, depth)
                } else if width == 64 && random.below(3) == 0 {
                    self.one(random, Op::FloatToBits, Sort::F64, depth)
                } else {
                    self.one(random, Op::FloatToInt(width), float, depth)
                }
            }
            _ => self.pair(random, Op::Add, sort, depth),
        }
    }

    fn integer(&self, random: &mut Random, depth: u32) -> Tree {
        match random.below(8) {
            0..=3 => self.pair(random, Op::Add, Sort::Int, depth),
            4 => self.one(random, Op::Neg, Sort::Int, depth),
            5 if self.floats => self.one(random, Op::FloatToMath(32), Sort::F64, depth),
            _ => {
                let op = random.pick(&[Op::Mul, Op::Div, Op::Rem]);
                self.pair(random, op, Sort::Int, depth)
            }
        }
    }

    fn float(&self, random: &mut Random, sort: Sort, depth: u32) -> Tree {
        let other = if sort == Sort::F32 { Sort::F64 } else { Sort::F32 };
        match random.below(9) {
            0..=2 => {
                let op = random.pick(&[Op::FloatAdd, Op::FloatSub, Op::FloatMul, Op::FloatDiv, Op::FloatRem]);
                self.pair(random, op, sort, depth)
            }
            3 | 4 => {
                let rounding = random.pick(&[Rounding::Down, Rounding::Up, Rounding::NearestEven, Rounding::Zero]);
                let op = random.pick(&[Op::FloatNeg, Op::FloatAbs, Op::FloatSqrt, Op::FloatRound(rounding)]);
                self.one(random, op, sort, depth)
            }
            5 => self.one(random, Op::FloatToFloat(sort), other, depth),
            6 => {
                let bits = Sort::BitVec(if sort == Sort::F32 { 32 } else { 64 });
                self.one(random, Op::BitsToFloat, bits, depth)
            }
            _ => {
                let integer = self.integer_sort(random);
                self.one(random, Op::IntToFloat(sort), integer, depth)
            }
        }
    }
}

/// A model with a random value for every symbol made so far in the pool by [`Tree::build`].
pub fn random_values(random: &mut Random) -> impl Fn(u8, Sort) -> Const + use<> {
    let seed = random.next();
    move |number, sort| {
        let mut hash = seed ^ u64::from(number).wrapping_mul(0xff51_afd7_ed55_8ccd);
        for byte in format!("{sort:?}").bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut random = Random::new(hash);
        random.next();
        random.value(sort)
    }
}

/// The same values as a model for the symbols of `term`.
pub fn model_of(pool: &TermPool, term: Term, values: &dyn Fn(u8, Sort) -> Const) -> Model {
    let mut model = Model::new();
    for &symbol in pool.symbols_of(term).iter() {
        let number = pool.symbol_name(symbol).rsplit('#').next().expect("test names have a number");
        let number = number.parse().expect("test names end in a number");
        model.set(symbol, values(number, pool.symbol_sort(symbol)));
    }
    model
}
