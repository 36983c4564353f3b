//! Recorded circuits against the same circuits computed: every root, both ways, asked in any order.

use circuits::gates::{Gates, Lit};
use circuits::recorded::Recorded;
use circuits::sat::Sat;
use circuits::{SatVerdict, WorkLimits};

struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as usize % limit
    }
}

const INPUTS: usize = 5;

/// The value of a literal for each of the 32 assignments of the inputs.
type Table = u32;

fn input_table(input: usize) -> Table {
    (0..1u32 << INPUTS).filter(|row| row >> input & 1 == 1).fold(0, |table, row| table | 1 << row)
}

/// Random gates over the inputs with their tables, computed beside the circuit.
fn random_gates(random: &mut Random, gates: &mut Gates<Recorded>) -> (Vec<Lit>, Vec<(Lit, Table)>) {
    let inputs: Vec<Lit> = (0..INPUTS).map(|_| gates.fresh()).collect();
    let mut made: Vec<(Lit, Table)> = inputs.iter().enumerate().map(|(i, &lit)| (lit, input_table(i))).collect();
    for _ in 0..25 {
        let mut pick = || {
            // Young gates are picked more often, so that circuits get deep.
            let age = random.below(made.len()).min(random.below(made.len()));
            let (lit, table) = made[made.len() - 1 - age];
            if random.below(2) == 0 { (lit, table) } else { (!lit, !table) }
        };
        let ((a, x), (b, y), (c, z), (d, w)) = (pick(), pick(), pick(), pick());
        made.push(match random.below(7) {
            0 => (gates.and(a, b), x & y),
            1 => (gates.or(a, b), x | y),
            2 => (gates.all(&[a, b, c, d]), x & y & z & w),
            3 => (gates.xor(a, b), x ^ y),
            4 => (gates.mux(a, b, c), (x & y) | (!x & z)),
            5 => (gates.sum(a, b, c), x ^ y ^ z),
            _ => (gates.majority(a, b, c), (x & y) | (x & z) | (y & z)),
        });
    }
    (inputs, made)
}

fn assumptions(inputs: &[Lit], row: usize) -> Vec<Lit> {
    inputs.iter().enumerate().map(|(i, &lit)| if row >> i & 1 == 1 { lit } else { !lit }).collect()
}

#[test]
fn a_root_can_be_assumed_exactly_where_it_holds() {
    for seed in 1..60 {
        let mut random = Random::new(seed);
        let mut gates = Gates::recorded();
        let (inputs, made) = random_gates(&mut random, &mut gates);
        for _ in 0..12 {
            let (lit, table) = made[random.below(made.len())];
            let (lit, table) = if random.below(2) == 0 { (lit, table) } else { (!lit, !table) };
            let row = random.below(1 << INPUTS);
            let mut asked = assumptions(&inputs, row);
            asked.push(lit);
            let verdict = gates.definitions.solve(&asked, &WorkLimits::none());
            let expected = if table >> row & 1 == 1 { SatVerdict::Satisfiable } else { SatVerdict::Unsatisfiable };
            assert_eq!(verdict, expected, "seed {seed}, {lit:?}, row {row}");
            if verdict == SatVerdict::Satisfiable {
                for &(lit, table) in &made {
                    assert_eq!(gates.definitions.value(lit), table >> row & 1 == 1, "seed {seed}, {lit:?}, row {row}");
                }
            }
        }
    }
}

#[test]
fn what_is_required_holds_in_exactly_the_right_models() {
    for seed in 1..60 {
        let mut random = Random::new(seed);
        let mut gates = Gates::recorded();
        let (inputs, made) = random_gates(&mut random, &mut gates);
        let mut allowed: Table = !0;
        for _ in 0..3 {
            let (lit, table) = made[made.len() - 1 - random.below(10)];
            gates.definitions.require(lit);
            allowed &= table;
            for row in 0..1 << INPUTS {
                let verdict = gates.definitions.solve(&assumptions(&inputs, row), &WorkLimits::none());
                let expected =
                    if allowed >> row & 1 == 1 { SatVerdict::Satisfiable } else { SatVerdict::Unsatisfiable };
                assert_eq!(verdict, expected, "seed {seed}, row {row}");
            }
        }
    }
}

#[test]
fn the_file_has_the_same_answer() {
    let mut answers = [0, 0];
    for seed in 1..60 {
        let mut random = Random::new(seed);
        let mut gates = Gates::recorded();
        let (inputs, made) = random_gates(&mut random, &mut gates);
        let roots = [made[made.len() - 1], made[made.len() - 5], made[made.len() - 9]];
        gates.definitions.require(roots[0].0);
        let assumed = [roots[1].0, roots[2].0, inputs[0]];
        let table = roots.iter().fold(input_table(0), |table, root| table & root.1);
        let file = gates.definitions.dimacs(&assumed);
        let mut lines = file.lines();
        let header = lines.next().unwrap();
        let mut sat = Sat::with_configuration("default");
        let mut clauses = 0;
        for line in lines {
            let literals: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
            assert_eq!(literals.last(), Some(&0));
            sat.add(literals[..literals.len() - 1].iter().copied());
            clauses += 1;
        }
        assert_eq!(header, format!("p cnf {} {clauses}", gates.definitions.variable_count()));
        let is_satisfiable = sat.solve([], &WorkLimits::none()) == SatVerdict::Satisfiable;
        assert_eq!(is_satisfiable, table != 0, "seed {seed}");
        answers[usize::from(is_satisfiable)] += 1;
    }
    assert!(answers[0] > 5 && answers[1] > 5, "{answers:?}");
}
