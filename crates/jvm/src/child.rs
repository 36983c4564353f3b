//! Child processes that get so much time and no more.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The end of a child's output that is kept: what counts is printed last.
const KEPT_OUTPUT: usize = 1 << 18;

/// What a tool complains about first.
pub fn first_line(text: &str) -> &str {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing").trim()
}

/// How a child process ended.
pub enum ChildEnd {
    Exited {
        status: ExitStatus,
        output: String,
        errors: String,
    },
    /// What it had said until then.
    TimedOut {
        output: String,
    },
    Failed(String),
}

/// Run without input; kill when `limit` is over.
pub fn run_limited(command: Command, limit: Duration) -> ChildEnd {
    run_with_input(command, Vec::new(), limit)
}

/// Run with this input; kill when `limit` is over.
pub fn run_with_input(mut command: Command, input: Vec<u8>, limit: Duration) -> ChildEnd {
    let end = Instant::now() + limit;
    let source = if input.is_empty() { Stdio::null() } else { Stdio::piped() };
    let child = command.stdin(source).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return ChildEnd::Failed(error.to_string()),
    };
    if let Some(mut pipe) = child.stdin.take() {
        // Who does not read to the end says so by its answer.
        thread::spawn(move || pipe.write_all(&input));
    }
    let output = keep_tail(child.stdout.take());
    let errors = keep_tail(child.stderr.take());
    let status = wait_until(&mut child, end);
    match status {
        Ok(Some(status)) => ChildEnd::Exited { status, output: joined(output), errors: joined(errors) },
        Ok(None) => {
            let _ = child.kill();
            let _ = child.wait();
            // A process that it started may still have the pipe.
            ChildEnd::TimedOut { output: output.map(|output| so_far(&output.kept)).unwrap_or_default() }
        }
        Err(error) => ChildEnd::Failed(error.to_string()),
    }
}

fn wait_until(child: &mut Child, end: Instant) -> std::io::Result<Option<ExitStatus>> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// The end of what comes out of a pipe.
struct Tail {
    kept: Arc<Mutex<Vec<u8>>>,
    reader: thread::JoinHandle<()>,
}

fn so_far(kept: &Mutex<Vec<u8>>) -> String {
    let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&kept).into_owned()
}

/// Drain a pipe in the background, so that a chatty program neither blocks nor fills the memory.
fn keep_tail(pipe: Option<impl Read + Send + 'static>) -> Option<Tail> {
    let mut pipe = pipe?;
    let kept = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&kept);
    let reader = thread::spawn(move || {
        let mut buffer = [0; 1 << 14];
        while let Ok(count) = pipe.read(&mut buffer) {
            if count == 0 {
                break;
            }
            let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&buffer[..count]);
            if kept.len() > 2 * KEPT_OUTPUT {
                let dropped = kept.len() - KEPT_OUTPUT;
                kept.drain(..dropped);
            }
        }
    });
    Some(Tail { kept, reader })
}

/// All of it, once the pipe is closed.
fn joined(tail: Option<Tail>) -> String {
    let Some(tail) = tail else { return String::new() };
    let _ = tail.reader.join();
    so_far(&tail.kept)
}
