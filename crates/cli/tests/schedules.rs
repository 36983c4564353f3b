//! What reports say of threads where no verdict of a test program would tell: what a JVM cannot be made to do, and programs
//! that never end.

use std::process::Command;

const SOURCE: &str = r#"
class Schedules extends Thread {
    static final Object MONITOR = new Object();
    static int waiting;
    static Schedules first;

    @Override
    public void run() {
        synchronized (MONITOR) {
            waiting++;
            try {
                MONITOR.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (first == null) first = this;
        }
    }

    static Schedules begin(int number) {
        Schedules thread = new Schedules();
        thread.start();
        while (true) {
            synchronized (MONITOR) {
                if (waiting == number) return thread;
            }
        }
    }

    static void lastWaiterFirst() throws InterruptedException {
        Schedules one = begin(1);
        Schedules two = begin(2);
        for (int woken = 0; woken < 2; woken++) {
            synchronized (MONITOR) {
                MONITOR.notify();
            }
            while (true) {
                synchronized (MONITOR) {
                    if (first != null) break;
                }
            }
        }
        one.join();
        two.join();
        assert first == one;
    }

    static final int[] FROM = new int[2];

    static void copiesHalf() throws InterruptedException {
        Thread writer = new Thread(() -> {
            FROM[0] = 1;
            FROM[1] = 1;
        });
        writer.start();
        int[] copy = new int[2];
        System.arraycopy(FROM, 0, copy, 0, 2);
        writer.join();
        assert copy[0] >= copy[1];
    }

    static void clonesHalf() throws InterruptedException {
        Thread writer = new Thread(() -> {
            FROM[0] = 1;
            FROM[1] = 1;
        });
        writer.start();
        int[] copy = FROM.clone();
        writer.join();
        assert copy[0] >= copy[1];
    }

    static void unknownText(int number) throws InterruptedException {
        StringBuilder shared = new StringBuilder().append(number);
        Thread other = new Thread(() -> shared.append(number));
        other.start();
        shared.append('a');
        other.join();
        assert shared.length() > 2;
    }

    static void daemonGoesOn() {
        Thread daemon = new Thread(() -> {
            while (true) waiting = 1 - waiting;
        });
        daemon.setDaemon(true);
        daemon.start();
        int seen = waiting;
        assert seen < 2;
    }

    static void never() {
        while (true) {
            waiting = 1 - waiting;
        }
    }
}
"#;

/// The text report on a method of the source above, and the exit code.
fn check(method: &str) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Schedules.java");
    std::fs::write(&source, SOURCE).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_lazuli"))
        .arg("check")
        .arg(&source)
        .args(["--timeout", "120s", "--method", &format!("Schedules.{method}")])
        .output()
        .expect("lazuli starts");
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn what_a_jvm_never_does_is_said_and_is_no_divergence() {
    let (report, code) = check("lastWaiterFirst");
    for expected in [
        "replay     unavailable: notify() at Schedules.lastWaiterFirst:",
        " must wake thread 2 although thread 1 waits longer, which this JVM cannot be made to do",
    ] {
        assert!(report.contains(expected), "{report}");
    }
    assert_eq!(code, Some(1), "{report}");
}

#[test]
fn arrays_are_copied_element_by_element() {
    let (report, code) = check("copiesHalf");
    for expected in [
        "AssertionError at Schedules.copiesHalf:",
        "unavailable: main must be stopped in the middle of System.arraycopy, called at",
    ] {
        assert!(report.contains(expected), "{report}");
    }
    assert_eq!(code, Some(1), "{report}");
}

#[test]
fn arrays_that_threads_compete_for_are_not_cloned_in_one_step() {
    let (report, code) = check("clonesHalf");
    assert!(report.contains("on an array whose elements threads compete for"), "{report}");
    assert_eq!(code, Some(3), "{report}");
}

#[test]
fn text_that_is_changed_in_one_step_is_not_shared() {
    let (report, code) = check("unknownText");
    assert!(report.contains("a StringBuilder of unknown text that threads compete for"), "{report}");
    assert_eq!(code, Some(3), "{report}");
}

#[test]
fn a_program_ends_when_only_daemons_are_left() {
    let (report, code) = check("daemonGoesOn");
    assert!(report.contains("outcomes: returns ("), "{report}");
    assert_eq!(code, Some(0), "{report}");
}

#[test]
fn that_nothing_ever_ends_is_said() {
    let (report, code) = check("never");
    assert!(report.contains("outcomes: never ends (1)"), "{report}");
    assert_eq!(code, Some(0), "{report}");
}
