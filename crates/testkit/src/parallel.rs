//! A map over all cores whose result does not depend on timing.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Applies `f` to every item, several at a time, and returns the results in the items' order.
pub fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map_on(std::thread::available_parallelism().map_or(1, |n| n.get()), items, f)
}

/// The same on this many workers.
pub fn map_on<T: Sync, R: Send>(workers: usize, items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let workers = workers.clamp(1, items.len().max(1));
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = f(item);
                    done.lock().expect("a worker that panics ends the whole map").push((index, result));
                }
            });
        }
    });
    let mut results = done.into_inner().expect("a worker that panics ends the whole map");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn keeps_the_order() {
        let items: Vec<u32> = (0..100).collect();
        assert_eq!(super::map(&items, |n| n * 2), (0..100).map(|n| n * 2).collect::<Vec<_>>());
        assert_eq!(super::map(&[] as &[u32], |n| *n), Vec::<u32>::new());
    }
}
