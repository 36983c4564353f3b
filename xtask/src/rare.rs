//! `cargo xtask rare`: how many rare violations of generated methods on lists are found, by default and by lazy initialisation.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use testkit::rare::{self, RareAnswer, RareProgram, RareSearch};

use crate::differential::binary;

/// Looks for violations that few inputs show.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[arg(long, default_value_t = 130)]
    count: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time for each method.
    #[arg(long, default_value = "3s")]
    timeout: String,
    /// Only by the default configuration.
    #[arg(long)]
    only_default: bool,
    /// Further arguments of the default configuration.
    #[arg(long, value_name = "ARGS", allow_hyphen_values = true, value_delimiter = ' ')]
    with: Vec<String>,
    /// How many methods are looked at at a time. More than one takes time from each other.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Where the sources go: of those that are missed by default.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// The percentage of violations that the default configuration must find.
    #[arg(long, default_value_t = 95)]
    least: usize,
    /// The binary to use; without it, one is built in release mode.
    #[arg(long)]
    lazuli: Option<PathBuf>,
}

/// Whether enough was found.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    run_all(arguments).map_err(|error| format!("rare: {error}"))
}

fn run_all(arguments: &Arguments) -> io::Result<bool> {
    let lazuli = binary(arguments.lazuli.as_ref())?;
    let cache = testkit::suite::workspace().join("target/testkit/rare");
    let programs = rare::programs(&cache, arguments.count, arguments.seed)?;
    let by_default: Vec<String> = ["--timeout", &arguments.timeout]
        .into_iter()
        .map(str::to_string)
        .chain(arguments.with.iter().cloned())
        .collect();
    let lazy = ["--timeout", &arguments.timeout, "--heap", "lazy", "--depth", "4"].map(str::to_string).to_vec();
    let mut searches = vec![RareSearch { name: "default".to_string(), arguments: by_default }];
    if !arguments.only_default {
        searches.push(RareSearch { name: "--heap lazy --depth 4".to_string(), arguments: lazy });
    }
    let mut is_enough = true;
    for (number, search) in searches.iter().enumerate() {
        let started = Instant::now();
        let answers = rare::search(&lazuli, &cache, &programs, search, arguments.jobs)?;
        let found = answers.iter().filter(|answer| answer.is_found).count();
        if number == 0 {
            is_enough = found * 100 >= programs.len() * arguments.least;
            list_missed(&programs, &answers);
            if let Some(folder) = &arguments.keep {
                rare::keep(folder, missed(&programs, &answers).map(|(program, _)| program))?;
            }
        }
        let mut times: Vec<Duration> =
            answers.iter().filter(|answer| answer.is_found).map(|answer| answer.time).collect();
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        println!(
            "{}: found {found} of {} rare violations, the median in {} ms; {:.0} s",
            search.name,
            programs.len(),
            median.as_millis(),
            started.elapsed().as_secs_f64()
        );
    }
    Ok(is_enough)
}

fn missed<'p>(
    programs: &'p [RareProgram],
    answers: &'p [RareAnswer],
) -> impl Iterator<Item = (&'p RareProgram, &'p RareAnswer)> {
    programs.iter().zip(answers).filter(|(_, answer)| !answer.is_found)
}

fn list_missed(programs: &[RareProgram], answers: &[RareAnswer]) {
    for (program, answer) in missed(programs, answers) {
        println!(
            "missed: seed {}, {} after {} ms, one input in {}",
            program.seed,
            answer.verdict,
            answer.time.as_millis(),
            rare::INPUTS / program.occurrences.max(1)
        );
    }
}
