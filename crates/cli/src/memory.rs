//! How much memory the process uses and may use, from the kernel.

/// The limit if none is given: half of the machine's memory, and no more than this.
const MOST: u64 = 4 << 30;

/// Bytes; `None` where the kernel does not tell.
pub(crate) fn usual_limit() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some((kilobytes * 1024 / 2).min(MOST))
}

/// Bytes resident now; 0 where the kernel does not tell.
pub(crate) fn in_use() -> u64 {
    let Ok(statm) = std::fs::read_to_string("/proc/self/statm") else { return 0 };
    let pages: u64 = statm.split_whitespace().nth(1).and_then(|field| field.parse().ok()).unwrap_or(0);
    pages * 4096
}

/// The most bytes that were ever resident.
pub(crate) fn peak() -> u64 {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return 0 };
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()).and_then(|field| field.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
