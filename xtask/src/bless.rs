//! `cargo xtask bless`: rewrites the snapshots of `tests/snapshots`. Headers of test programs are never touched.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::{fs, io};

use testkit::{parallel, snapshot};

/// Rewrites the snapshots from what the binary says now; read the diff before committing.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only runs whose name contains this.
    #[arg(default_value = "")]
    filter: String,
    /// The binary to use; without it, one is built in release mode.
    #[arg(long)]
    lazuli: Option<PathBuf>,
}

/// Whether every run came to an end.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    rewrite(arguments).map_err(|error| format!("bless: {error}"))
}

fn rewrite(arguments: &Arguments) -> io::Result<bool> {
    // Runs are started from another folder than ours.
    let lazuli = crate::differential::binary(arguments.lazuli.as_ref())?.canonicalize()?;
    let folder = snapshot::folder();
    let mut runs = snapshot::runs(&folder)?;
    runs.retain(|run| run.name.contains(&arguments.filter));
    let taken = parallel::map(&runs, |run| snapshot::take(&lazuli, &folder, run));
    let mut unclaimed: BTreeSet<String> = snapshot::files(&folder)?.into_iter().collect();
    let (mut rewritten, mut failed) = (0, 0);
    for taken in taken {
        let snapshots = taken.unwrap_or_else(|error| {
            eprintln!("{error}");
            failed += 1;
            Vec::new()
        });
        for snapshot in snapshots {
            unclaimed.remove(&snapshot.file);
            let path = folder.join(&snapshot.file);
            if fs::read_to_string(&path).ok().as_ref() != Some(&snapshot.text) {
                fs::write(&path, &snapshot.text)?;
                println!("{}", snapshot.file);
                rewritten += 1;
            }
        }
    }
    // What a run no longer says, or what belonged to a run that is gone.
    if arguments.filter.is_empty() && failed == 0 {
        for file in &unclaimed {
            fs::remove_file(folder.join(file))?;
            println!("{file} removed");
        }
    }
    println!("{rewritten} snapshots of {} runs rewritten", runs.len());
    Ok(failed == 0)
}
