//! Hand-made schedules of a real program, followed on the real JVM. Offsets are those of instructions that every javac
//! puts at the same place.

use report::data::{CodePlace, ScheduleStep, Stats, Target, Until};
use report::verdict::Verdict;

use super::*;

const PROGRAM: &str = r#"package p;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

public class Threads {
    static final Object left = new Object();
    static final Object right = new Object();
    static int value;
    static volatile boolean isSet;

    static void runBoth(Runnable one, Runnable two) throws InterruptedException {
        Thread first = new Thread(one);
        Thread second = new Thread(two);
        first.start();
        second.start();
        first.join();
        second.join();
    }

    static void increment() {
        value = value + 1;
    }

    static void incrementTwice() throws InterruptedException {
        runBoth(Threads::increment, Threads::increment);
        assert value == 2 : "lost update";
    }

    static void count() {
        for (int i = 0; i < 1000; i++) {
            value = value + 1;
        }
    }

    static void countTwice() throws InterruptedException {
        runBoth(Threads::count, Threads::count);
        assert value != 1499 : "lost updates";
    }

    static void lockBoth(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                value++;
            }
        }
    }

    static void crossed() throws InterruptedException {
        runBoth(() -> lockBoth(left, right), () -> lockBoth(right, left));
    }

    static void ordered() throws InterruptedException {
        runBoth(() -> lockBoth(left, right), () -> lockBoth(left, right));
    }

    static void write() {
        value = 7;
    }

    static void check() {
        assert value == 0 : "written";
    }

    static void race() {
        new Thread(Threads::write).start();
        new Thread(Threads::check).start();
    }

    static void awaitTwo() {
        synchronized (left) {
            while (value < 2) {
                try {
                    left.wait();
                } catch (InterruptedException problem) {
                    throw new IllegalStateException(problem);
                }
            }
            assert value != 3 : "too late";
        }
    }

    static void announce() {
        synchronized (left) {
            value++;
            left.notifyAll();
        }
    }

    static void announceThrice() {
        announce();
        announce();
        announce();
    }

    static void wake() {
        new Thread(Threads::awaitTwo).start();
        new Thread(Threads::announceThrice).start();
    }

    static void parkUntilSet() {
        while (!isSet) {
            LockSupport.park();
        }
        assert value == 0 : "unparked too late";
    }

    static void unparkTwice(Thread thread) {
        LockSupport.unpark(thread);
        isSet = true;
        LockSupport.unpark(thread);
        value = 1;
    }

    static void park() {
        Thread thread = new Thread(Threads::parkUntilSet);
        thread.start();
        unparkTwice(thread);
    }

    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

    static class Loaded {
        static Integer next(Integer old) {
            return old == null ? 1 : old + 1;
        }
    }

    static void put() {
        map.put("key", Loaded.next(map.get("key")));
    }

    static void putTwice() throws InterruptedException {
        runBoth(Threads::put, Threads::put);
        assert map.get("key") == 2 : "lost update";
    }

    static void quit() throws InterruptedException {
        runBoth(() -> System.exit(0), () -> { });
    }

    static void spin() {
        while (true) {
            value++;
        }
    }
}
"#;

fn line_of(text: &str) -> u32 {
    let position = PROGRAM.lines().position(|line| line.contains(text)).expect("the program has such a line");
    u32::try_from(position).unwrap() + 1
}

/// The thread goes on until it is about to execute this instruction for the `hits`th time.
fn before_in(thread: u32, class: &str, method: &str, descriptor: &str, offset: u32, hits: u32) -> ScheduleStep {
    let place =
        CodePlace { class: class.to_string(), method: method.to_string(), descriptor: descriptor.to_string(), offset };
    ScheduleStep { thread, location: "p.Threads.x:1".to_string(), until: Until::Before { place, hits } }
}

fn before(thread: u32, method: &str, offset: u32) -> ScheduleStep {
    before_in(thread, "p.Threads", method, "()V", offset, 1)
}

fn before_inner_lock(thread: u32) -> ScheduleStep {
    before_in(thread, "p.Threads", "lockBoth", "(Ljava/lang/Object;Ljava/lang/Object;)V", 7, 1)
}

fn waits(thread: u32) -> ScheduleStep {
    ScheduleStep { thread, location: "p.Threads.x:1".to_string(), until: Until::Waits }
}

fn ends(thread: u32) -> ScheduleStep {
    ScheduleStep { thread, location: "p.Threads.x:1".to_string(), until: Until::Ends }
}

const DEADLOCK: &str = "Deadlock";

/// `fails_in` is the method and a part of the line where an assertion fails; or nothing, but `DEADLOCK`.
fn target(entry: &str, (fails_in, line): (&str, &str), schedule: Vec<ScheduleStep>) -> Target {
    let is_deadlock = fails_in == DEADLOCK;
    let violation = Violation {
        kind: if is_deadlock { DEADLOCK } else { "AssertionError" }.to_string(),
        exception: if is_deadlock { "" } else { "java.lang.AssertionError" }.to_string(),
        message: None,
        class: "p.Threads".to_string(),
        method: if is_deadlock { entry } else { fails_in }.to_string(),
        line: line_of(line),
        raised_by: None,
        breaks_invariant: false,
        ensures: None,
        steps: 1,
        inputs: Vec::new(),
        supplied: Vec::new(),
        uses_api: false,
        standard_input: None,
        heap: Vec::new(),
        schedule,
        is_guess: false,
        unforced: None,
        path_condition: Vec::new(),
        path: "exact summary: 0+ 1".to_string(),
        replay: Replay::Untried,
    };
    Target {
        method: format!("p.Threads.{entry}"),
        entry: Entry {
            class: "p.Threads".to_string(),
            method: entry.to_string(),
            descriptor: "()V".to_string(),
            is_static: true,
            is_main: false,
            requires: Vec::new(),
            assumes_invariants: false,
        },
        verdict: Verdict::Violated,
        violations: vec![violation],
        endless: Vec::new(),
        refusals: Vec::new(),
        outcomes: Vec::new(),
        reasons: Vec::new(),
        by: "exact",
        tried: Vec::new(),
        proof: None,
        stuck: Vec::new(),
        abstract_states: Vec::new(),
        stats: Stats::default(),
    }
}

/// What the JVM said to each, and the folder of its classes.
fn replay_all(targets: Vec<Target>, keep: Option<&Path>, time_limit: Duration) -> (Vec<Replay>, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Threads.java");
    fs::write(&source, PROGRAM).unwrap();
    let jdk = JdkHome::find(None).unwrap();
    let inputs = Inputs::prepare(&[source], &[], &jdk).unwrap();
    let classes = inputs.temporary_folder().unwrap().to_path_buf();
    let mut report = Report { verdict: Verdict::Violated, targets };
    let deadline = Instant::now() + 10 * LONG;
    let mut replayer = Replayer { jdk: &jdk, inputs: &inputs, keep, jobs: 2, time_limit, deadline, session: None };
    report.targets.iter_mut().for_each(|target| replayer.replay(target));
    replayer.finish(&mut report).unwrap();
    (report.targets.iter().map(|target| target.violations[0].replay.clone()).collect(), classes)
}

/// Enough on a loaded machine.
const LONG: Duration = Duration::from_secs(100);

const LOST: (&str, &str) = ("incrementTwice", "assert value == 2");
const TOO_LATE: (&str, &str) = ("awaitTwo", "too late");
const STUCK: (&str, &str) = (DEADLOCK, "package p");

#[test]
fn the_jvm_follows_schedules() {
    let put = "(Ljava/lang/Object;Ljava/lang/Object;Z)Ljava/lang/Object;";
    let put = |thread| before_in(thread, "java.util.concurrent.ConcurrentHashMap", "putVal", put, 0, 1);
    let before_write = |thread, hits| before_in(thread, "p.Threads", "count", "()V", 14, hits);
    let targets = vec![
        // The instruction that writes, after the one that reads.
        target("incrementTwice", LOST, vec![waits(0), before(1, "increment", 5), ends(2), ends(1), ends(0)]),
        target("incrementTwice", LOST, vec![waits(0), before(2, "increment", 5), ends(1), ends(2), ends(0)]),
        target(
            "countTwice",
            ("countTwice", "lost updates"),
            vec![waits(0), before_write(1, 500), before_write(2, 1), ends(1), ends(2), ends(0)],
        ),
        target("crossed", STUCK, vec![waits(0), before_inner_lock(1), before_inner_lock(2)]),
        target("race", ("check", "written"), vec![ends(0), ends(1), ends(2)]),
        // Woken, and waiting again, before the second announcement.
        target("wake", TOO_LATE, vec![ends(0), waits(1), before(2, "announceThrice", 3), waits(1), ends(2), ends(1)]),
        target(
            "park",
            ("parkUntilSet", "unparked too late"),
            vec![before(0, "park", 17), waits(1), before_unpark(5), waits(1), ends(0), ends(1)],
        ),
        // Loading a class puts into other maps of the same class, which must not count.
        target("putTwice", ("putTwice", "map.get(\"key\") == 2"), vec![waits(0), put(1), ends(2), ends(1), ends(0)]),
    ];
    let names: Vec<String> = targets.iter().map(|target| target.method.clone()).collect();
    let (said, _) = replay_all(targets, None, LONG);
    let refused: Vec<(&String, &Replay)> =
        names.iter().zip(&said).filter(|(_, replay)| **replay != Replay::Confirmed).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

fn before_unpark(offset: u32) -> ScheduleStep {
    before_in(0, "p.Threads", "unparkTwice", "(Ljava/lang/Thread;)V", offset, 1)
}

/// The same programs, but on these schedules they do what they should.
#[test]
fn other_schedules_contradict_the_prediction() {
    let targets = vec![
        target("incrementTwice", LOST, vec![waits(0), ends(1), ends(2), ends(0)]),
        target("crossed", STUCK, vec![waits(0), ends(1), ends(2), ends(0)]),
        target("race", ("check", "written"), vec![ends(0), ends(2), ends(1)]),
        target("wake", TOO_LATE, vec![ends(0), waits(1), before(2, "announceThrice", 6), ends(1), ends(2)]),
        target(
            "park",
            ("parkUntilSet", "unparked too late"),
            vec![before(0, "park", 17), waits(1), before_unpark(5), waits(1), before_unpark(13), ends(1), ends(0)],
        ),
    ];
    let (said, _) = replay_all(targets, None, LONG);
    let normal = || Replay::Diverged("the program ended normally".to_string());
    assert_eq!(said, [normal(), normal(), normal(), normal(), normal()]);
}

#[test]
fn schedules_that_cannot_be_followed_say_where() {
    let targets = vec![
        target("ordered", STUCK, vec![waits(0), before_inner_lock(1), before_inner_lock(2)]),
        target("ordered", STUCK, vec![waits(0), ends(3)]),
        target("crossed", STUCK, vec![waits(0), ends(1), ends(2), ends(2)]),
        target("ordered", STUCK, vec![before(0, "missing", 0)]),
        target("quit", STUCK, vec![waits(0), ends(1), ends(2)]),
        // What was predicted may happen all the same.
        target("race", ("check", "written"), vec![ends(0), ends(1), before(2, "check", 22), ends(2)]),
    ];
    let (said, _) = replay_all(targets, None, LONG);
    let place = "p.Threads.lockBoth(Ljava/lang/Object;Ljava/lang/Object;)V offset 7, time 1";
    let expected = [
        format!(
            "the program ended normally; the schedule was left at step 3 of 3: thread 2 did not get to {place}, it is blocked"
        ),
        "the program ended normally; the schedule was left at step 2 of 2: thread 3 was not started".to_string(),
        "the program ended normally; the schedule was left at step 4 of 4: thread 2 has ended".to_string(),
        "the program ended normally; the schedule was left at step 1 of 1: p.Threads has no method missing()V"
            .to_string(),
    ];
    assert_eq!(said[..4], expected.map(Replay::Diverged));
    // Where it is left depends on how long the machine takes to end a process.
    let quit = "the program ended the JVM before the method returned or threw; the schedule was left at step ";
    assert!(matches!(&said[4], Replay::Diverged(why) if why.starts_with(quit)), "{:?}", said[4]);
    assert_eq!(said[5], Replay::Confirmed);
}

#[test]
fn no_process_outlives_its_time() {
    let (said, classes) = replay_all(vec![target("spin", STUCK, vec![ends(0)])], None, Duration::from_secs(1));
    assert_eq!(said, [Replay::Diverged("no exception within 3 s".to_string())]);
    let classes = classes.to_str().unwrap();
    let mentions_classes = |process: &fs::DirEntry| {
        let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).contains(classes)
    };
    let count = || fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()).filter(mentions_classes).count();
    let end = Instant::now() + Duration::from_secs(20);
    while count() > 0 {
        assert!(Instant::now() < end, "{} JVMs are left", count());
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn kept_drivers_follow_the_schedule_from_their_source() {
    let folder = tempfile::tempdir().unwrap();
    let keep = folder.path().join("kept here");
    let schedule = vec![waits(0), before(1, "increment", 5), ends(2), ends(1), ends(0)];
    replay_all(vec![target("incrementTwice", LOST, schedule)], Some(&keep), LONG);
    let source = fs::read_to_string(keep.join("LazuliReplay1.java")).unwrap();
    let how =
        source.lines().find_map(|line| line.strip_prefix("// Run: java ")).expect("the driver says how to run it");
    let java = JdkHome::find(None).unwrap().java().unwrap();
    let output = Command::new("sh").arg("-c").arg(format!("'{}' {how}", java.display())).current_dir(&keep).output();
    let output = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(output.contains("threw\tjava.lang.AssertionError\tat p.Threads.incrementTwice:"), "{output}");
}
