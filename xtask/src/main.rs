//! Chores of the project: `cargo xtask NAME`. One file a chore; each prints its result as its last line.

mod bless;
mod causes;
mod differential;
mod fuzz;
mod lift;
mod rare;
mod suite;
mod survey;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "xtask", about = "Chores of the project")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Lift and verify every method of a JDK module.
    Lift(lift::Arguments),
    /// Feed mutated class files to the loader, the lifter and the verifier.
    Fuzz(fuzz::Arguments),
    /// Rewrite the snapshots of what the binary says.
    Bless(bless::Arguments),
    /// Run a public suite of programs with expected verdicts.
    Suite(suite::Arguments),
    /// Check random classes of real libraries, and count verdicts and reasons.
    Survey(survey::Arguments),
    /// Look for violations of generated methods that few inputs show.
    Rare(rare::Arguments),
    /// Check what the project promises about its own files.
    Tidy(tidy::Arguments),
    /// Compare generated programs on java and on `lazuli run`.
    Differential(differential::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().chore {
        Chore::Lift(arguments) => lift::run(&arguments),
        Chore::Fuzz(arguments) => fuzz::run(&arguments),
        Chore::Bless(arguments) => bless::run(&arguments),
        Chore::Suite(arguments) => suite::run(&arguments),
        Chore::Survey(arguments) => survey::run(&arguments),
        Chore::Rare(arguments) => rare::run(&arguments),
        Chore::Tidy(arguments) => tidy::run(&arguments),
        Chore::Differential(arguments) => differential::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
    }
}
