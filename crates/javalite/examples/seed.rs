use javalite::*;
fn main() {
    let seed: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let program = generate::generate(seed);
    println!("{program}");
    let bounds = Bounds { depth: Some(2 + (seed % 2) as u32), steps: 150, paths: Some(3_000) };
    let t = std::time::Instant::now();
    let g = explore(&program, Machine::Gse, &bounds).unwrap();
    println!("gse {:?} {} paths", t.elapsed(), g.finals.len());
    let t = std::time::Instant::now();
    let s = explore(&program, Machine::Summary, &bounds).unwrap();
    println!(
        "summary {:?} {} paths {} cut pool {} {:?}",
        t.elapsed(),
        s.finals.len(),
        s.cut.len(),
        s.constraints.pool().len(),
        s.constraints.stats()
    );
    for p in s.finals.iter().chain(&s.cut) {
        let t = std::time::Instant::now();
        let r = represented(&program, &s.constraints, p, usize::MAX);
        println!(
            "  heaps {} {:?} phi_g {} {:?}",
            r.heaps.len(),
            t.elapsed(),
            p.phi_g.conjuncts.len(),
            s.constraints.stats()
        );
    }
}
