//! `cargo xtask fuzz`: mutated class files are parsed, linked, lifted, verified and printed. None may make us panic or
//! take long.
//!
//! Every case is determined by its seed: `--seed S --count 1` repeats one.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use classpath::{ClassPath, ClassPathEntry, Jdk};
use program::Program;
use program::liveness::Liveness;

const SAMPLE: &str = include_str!("../java/Sample.java");
/// How many of the JDK's classes are mutated.
const JDK_CLASSES: usize = 400;
/// Larger classes teach nothing new and take longer.
const MAXIMUM_CLASS_SIZE: usize = 30_000;
const TIME_LIMIT: Duration = Duration::from_secs(2);

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many class files to try.
    #[arg(long, default_value_t = 100_000)]
    count: u64,
    /// The seed of the first case; each further case has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The JDK whose classes are mutated; default: JAVA_HOME, then the javac on the PATH.
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
}

/// True if nothing panicked or hung.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let home = match &arguments.jdk {
        Some(home) => home.clone(),
        None => default_jdk().ok_or("no JDK was found: give one by --jdk")?,
    };
    let originals = Arc::new(originals(&home)?);
    println!("{} class files to mutate", originals.len());
    install_quiet_panic_hook();
    let end = arguments.seed.saturating_add(arguments.count);
    let (mut panics, mut hangs) = (0_u64, 0_u64);
    let mut next = arguments.seed;
    let mut outcomes = Outcomes::default();
    // A worker runs cases one after the other; one that hangs is left behind, and a new one goes on after its case.
    while next < end {
        let current = Arc::new(AtomicU64::new(next));
        let (sender, receiver) = mpsc::channel();
        let worker = Worker { home: home.clone(), originals: Arc::clone(&originals), current: Arc::clone(&current) };
        let first = next;
        std::thread::spawn(move || worker.run(first..end, &sender));
        let mut running = (next, Instant::now());
        loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(CaseResult { seed, outcome, took }) => {
                    next = seed + 1;
                    if next == end {
                        // The worker ends by itself.
                        current.store(end, Ordering::Relaxed);
                    }
                    outcomes.count(&outcome);
                    if let Outcome::Panicked(message) = outcome {
                        println!("seed {seed}: panic: {message}");
                        panics += 1;
                    } else if took > TIME_LIMIT {
                        println!("seed {seed}: took {:.1} s", took.as_secs_f64());
                        hangs += 1;
                    }
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            let seed = current.load(Ordering::Relaxed);
            if seed != running.0 {
                running = (seed, Instant::now());
            } else if seed < end && running.1.elapsed() > TIME_LIMIT * 5 {
                println!("seed {seed}: hangs");
                hangs += 1;
                next = seed + 1;
                break;
            }
        }
    }
    println!(
        "{} refused by the parser, {} by the linker, {} with some code refused, {} accepted",
        outcomes.unparsed, outcomes.unlinked, outcomes.refused, outcomes.accepted
    );
    println!("fuzzed {} class files, {panics} panics, {hangs} hangs", arguments.count);
    Ok(panics == 0 && hangs == 0)
}

/// What became of a mutant.
enum Outcome {
    Unparsed,
    Unlinked,
    Refused,
    Accepted,
    Panicked(String),
}

#[derive(Default)]
struct Outcomes {
    unparsed: u64,
    unlinked: u64,
    refused: u64,
    accepted: u64,
}

impl Outcomes {
    fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Unparsed => self.unparsed += 1,
            Outcome::Unlinked => self.unlinked += 1,
            Outcome::Refused => self.refused += 1,
            Outcome::Accepted => self.accepted += 1,
            Outcome::Panicked(_) => {}
        }
    }
}

struct CaseResult {
    seed: u64,
    outcome: Outcome,
    took: Duration,
}

struct Worker {
    home: PathBuf,
    originals: Arc<Vec<Vec<u8>>>,
    /// The seed of the case being run.
    current: Arc<AtomicU64>,
}

impl Worker {
    fn run(self, seeds: std::ops::Range<u64>, results: &mpsc::Sender<CaseResult>) {
        let Ok(jdk) = Jdk::open(&self.home) else { return };
        let jdk = Arc::new(jdk);
        for seed in seeds {
            self.current.store(seed, Ordering::Relaxed);
            let started = Instant::now();
            let mutant = mutate(&self.originals, seed);
            let outcome = match catch_unwind(AssertUnwindSafe(|| digest(Arc::clone(&jdk), mutant))) {
                Ok(outcome) => outcome,
                Err(_) => Outcome::Panicked(LAST_PANIC.take()),
            };
            if results.send(CaseResult { seed, outcome, took: started.elapsed() }).is_err() {
                return;
            }
        }
    }
}

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics are counted and listed, not printed as they happen.
fn install_quiet_panic_hook() {
    std::panic::set_hook(Box::new(|information| {
        LAST_PANIC.with(|last| *last.borrow_mut() = information.to_string().replace('\n', " "));
    }));
}

/// All that we do with a class file.
fn digest(jdk: Arc<Jdk>, bytes: Vec<u8>) -> Outcome {
    let Ok(entry) = ClassPathEntry::from_bytes(bytes) else { return Outcome::Unparsed };
    let Some(name) = entry.class_names().ok().and_then(|mut names| names.pop()) else { return Outcome::Unparsed };
    let mut program = Program::new(ClassPath::new(jdk).with_target_entry(entry));
    let class = match program.load(&name) {
        Ok(class) => class,
        Err(error) => {
            let _ = error.to_string();
            return Outcome::Unlinked;
        }
    };
    let mut all_accepted = true;
    for method in program.class(class).methods.clone() {
        match program.body(method) {
            Ok(body) => {
                let _ = program::body_text(&program, &body);
                let _ = Liveness::of(&body);
            }
            Err(error) => {
                let _ = error.to_string();
                all_accepted &= !program.method(method).has_code;
            }
        }
    }
    if all_accepted { Outcome::Accepted } else { Outcome::Refused }
}

/// A small random generator (SplitMix64): the same seeds give the same cases everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// The class file of a seed: one of the originals with a few changes.
fn mutate(originals: &[Vec<u8>], seed: u64) -> Vec<u8> {
    const INTERESTING: [u8; 24] = [
        0, 1, 2, 3, 0x7F, 0x80, 0xFE, 0xFF, 0x57, 0x59, 0x5B, 0x5F, 0x84, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xB1, 0xBA,
        0xBF, 0xC4, 0xC5, 0xC8,
    ];
    let mut random = Random(seed);
    let mut bytes = originals[random.below(originals.len())].clone();
    let changes = 1 + random.below(4);
    for _ in 0..changes {
        // Two in three changes hit the later half, where the code is: the constant pool breaks easily and early.
        let half = bytes.len() / 2;
        let at = if random.below(3) == 0 { random.below(bytes.len()) } else { half + random.below(bytes.len() - half) };
        // Changes that keep the length are more frequent: the others mostly end in the parser.
        match random.below(20) {
            0..=4 => bytes[at] ^= 1 << random.below(8),
            5..=7 => bytes[at] = random.next() as u8,
            8..=11 => bytes[at] = INTERESTING[random.below(INTERESTING.len())],
            12..=14 => edit_number(&mut bytes, at, &mut random),
            15 => {
                let length = 1 + random.below(32.min(bytes.len() - at));
                let chunk = bytes[at..at + length].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, chunk);
            }
            16 | 17 => {
                let length = 1 + random.below(16.min(bytes.len() - at));
                let chunk = bytes[at..at + length].to_vec();
                let to = random.below(bytes.len() - length + 1);
                bytes[to..to + length].copy_from_slice(&chunk);
            }
            18 => bytes.truncate(at.max(1)),
            _ => {
                let length = 1 + random.below(8.min(bytes.len() - at));
                if bytes.len() > length {
                    bytes.drain(at..at + length);
                }
            }
        }
    }
    bytes
}

/// Change what may be a count, a length or an index of two or four bytes.
fn edit_number(bytes: &mut [u8], at: usize, random: &mut Random) {
    let width = if random.below(3) == 0 { 4 } else { 2 };
    let Some(field) = bytes.get_mut(at..at + width) else { return };
    let value = match random.below(5) {
        0 => 0,
        1 => u32::MAX,
        2 => 0x7FFF_FFFF,
        3 => 1 << random.below(16),
        _ => {
            let old = field.iter().fold(0_u32, |value, &byte| value << 8 | u32::from(byte));
            old.wrapping_add(random.below(9) as u32).wrapping_sub(4)
        }
    };
    field.copy_from_slice(&value.to_be_bytes()[4 - width..]);
}

/// Compiled samples and some of the JDK's own classes (not of `java/`, which only the JDK may define).
fn originals(home: &Path) -> Result<Vec<Vec<u8>>, String> {
    let samples = compiled_samples(home)?;
    let jdk = Jdk::open(home).map_err(|error| error.to_string())?;
    let names = jdk.class_names("java.base").map_err(|error| error.to_string())?;
    let names: Vec<String> = names.into_iter().filter(|name| !name.starts_with("java/")).collect();
    let step = (names.len() / JDK_CLASSES).max(1);
    let mut originals = Vec::new();
    for name in names.iter().step_by(step) {
        if let Some((bytes, _)) = jdk.find(name).map_err(|error| error.to_string())?
            && bytes.len() <= MAXIMUM_CLASS_SIZE
        {
            originals.push(bytes);
        }
    }
    // The samples are dense in features: they are chosen half of the time.
    let from_jdk = originals.len();
    originals.extend(samples.iter().cycle().take(from_jdk).cloned());
    Ok(originals)
}

fn compiled_samples(home: &Path) -> Result<Vec<Vec<u8>>, String> {
    let folder = std::env::temp_dir().join(format!("lazuli-fuzz-{}", std::process::id()));
    let result = compile_into(home, &folder);
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn compile_into(home: &Path, folder: &Path) -> Result<Vec<Vec<u8>>, String> {
    let failed = |error: std::io::Error| format!("the sample cannot be compiled: {error}");
    std::fs::create_dir_all(folder).map_err(failed)?;
    let source = folder.join("Sample.java");
    std::fs::write(&source, SAMPLE).map_err(failed)?;
    let output = Command::new(home.join("bin").join("javac"))
        .args(["-g", "-parameters", "-d"])
        .arg(folder)
        .arg(&source)
        .output()
        .map_err(failed)?;
    if !output.status.success() {
        return Err(format!("the sample does not compile: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(failed)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "class"))
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).map_err(failed)).collect()
}

/// JAVA_HOME, or the home of the javac on the PATH.
fn default_jdk() -> Option<PathBuf> {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        return Some(PathBuf::from(home));
    }
    let path = std::env::var_os("PATH")?;
    let javac = std::env::split_paths(&path).map(|folder| folder.join("javac")).find(|javac| javac.is_file())?;
    Some(javac.canonicalize().ok()?.parent()?.parent()?.to_path_buf())
}
