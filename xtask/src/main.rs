//! Chores of the project: `cargo xtask NAME`. One file a chore; each prints its result as its last line.

mod fuzz;
mod lift;

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
}

fn main() -> ExitCode {
    let result = match Arguments::parse().chore {
        Chore::Lift(arguments) => lift::run(&arguments),
        Chore::Fuzz(arguments) => fuzz::run(&arguments),
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
