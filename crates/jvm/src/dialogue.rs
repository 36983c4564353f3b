//! A child process that answers one request after the other.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What a line of an answer may hold; the rest of a longer one is dropped.
const LONGEST_LINE: u64 = 1 << 18;

/// Lines of an answer that are kept.
const MOST_LINES: usize = 1 << 14;

/// A child whose answers are lines. It is killed when this is dropped.
pub struct Dialogue {
    child: Child,
    requests: ChildStdin,
    /// Nobody else asks; the lock makes it a thing that threads may share.
    lines: Mutex<Receiver<String>>,
}

/// How a child answers.
pub enum Reply {
    /// The lines up to and without the one that ends an answer, and what follows the end mark in that.
    Lines(Vec<String>, String),
    /// The lines so far.
    TimedOut(Vec<String>),
    /// The child has ended, or does not listen.
    Gone,
}

impl Dialogue {
    /// Start a child. What it writes to the standard error is ignored.
    pub fn start(mut command: Command) -> Result<Dialogue, String> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let (Some(requests), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no pipes".to_string());
        };
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(output);
            while let Some(line) = next_line(&mut reader) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Dialogue { child, requests, lines: Mutex::new(lines) })
    }

    /// Send a request, and wait for the line that begins with `end`.
    pub fn ask(&mut self, request: &[u8], end: &str, limit: Duration) -> Reply {
        let until = Instant::now() + limit;
        if self.requests.write_all(request).and_then(|()| self.requests.flush()).is_err() {
            return Reply::Gone;
        }
        let lines = self.lines.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut answer = Vec::new();
        loop {
            match lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => match line.strip_prefix(end) {
                    Some(rest) => return Reply::Lines(answer, rest.to_string()),
                    None => {
                        // Whoever talks that much is not listened to.
                        if answer.len() == MOST_LINES {
                            answer.clear();
                        }
                        answer.push(line);
                    }
                },
                Err(RecvTimeoutError::Timeout) => return Reply::TimedOut(answer),
                Err(RecvTimeoutError::Disconnected) => return Reply::Gone,
            }
        }
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next line, without its end.
fn next_line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let count = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).ok()?;
    if count == 0 {
        return None;
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else {
        // Whatever follows belongs to the same line.
        skip_line(reader);
    }
    Some(String::from_utf8_lossy(&line).into_owned())
}

fn skip_line(reader: &mut impl BufRead) {
    loop {
        let (found, count) = match reader.fill_buf() {
            Ok([]) | Err(_) => return,
            Ok(buffer) => match buffer.iter().position(|byte| *byte == b'\n') {
                Some(position) => (true, position + 1),
                None => (false, buffer.len()),
            },
        };
        reader.consume(count);
        if found {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_end_with_a_mark() {
        let mut command = Command::new("sh");
        command.arg("-c").arg("while read word; do echo \"noise $word\"; echo \"@end of $word\"; done");
        let mut child = Dialogue::start(command).unwrap();
        for word in ["one", "two"] {
            match child.ask(format!("{word}\n").as_bytes(), "@end", Duration::from_secs(20)) {
                Reply::Lines(lines, rest) => {
                    assert_eq!((lines, rest), (vec![format!("noise {word}")], format!(" of {word}")));
                }
                _ => panic!("no answer"),
            }
        }
    }

    #[test]
    fn silence_and_death_are_told_apart() {
        let child = |script: &str| {
            let mut command = Command::new("sh");
            command.arg("-c").arg(script);
            Dialogue::start(command).unwrap()
        };
        let short = Duration::from_millis(50);
        assert!(matches!(child("sleep 20").ask(b"x\n", "@end", short), Reply::TimedOut(lines) if lines.is_empty()));
        let slow = child("echo begun; sleep 20").ask(b"x\n", "@end", Duration::from_secs(2));
        assert!(matches!(slow, Reply::TimedOut(lines) if lines == ["begun"]));
        let dead = child("read word; exit 3").ask(b"x\n", "@end", Duration::from_secs(20));
        assert!(matches!(dead, Reply::Gone));
    }

    #[test]
    fn long_lines_are_cut() {
        let text = format!("{}\nshort\nlast", "x".repeat(2 * LONGEST_LINE as usize));
        let mut reader = BufReader::new(text.as_bytes());
        assert_eq!(next_line(&mut reader).map(|line| line.len()), Some(LONGEST_LINE as usize));
        assert_eq!(next_line(&mut reader).as_deref(), Some("short"));
        assert_eq!(next_line(&mut reader).as_deref(), Some("last"));
        assert_eq!(next_line(&mut reader), None);
    }
}
