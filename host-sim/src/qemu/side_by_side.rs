//! Guest and simulator on one processor of the host. They take turns and never work at the same time; woken on the processor that is
//! warm, each answer is there several times sooner than when a sleeping one must be woken first.

use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processor of one guest, and of whoever serves it.
#[derive(Clone, Copy)]
pub struct Processor(Option<usize>);

impl Processor {
    /// The next in turn of those that we may use, so that guests of one process share them evenly.
    pub fn next() -> Processor {
        static TURN: AtomicUsize = AtomicUsize::new(0);
        let ours: Vec<usize> = sched_getaffinity(None)
            .map(|ours| (0..CpuSet::MAX_CPU).filter(|&number| ours.is_set(number)).collect())
            .unwrap_or_default();
        let turn = TURN.fetch_add(1, Ordering::Relaxed);
        Processor(turn.checked_rem(ours.len()).map(|index| ours[index]))
    }

    /// Does `work`, and starts whatever it starts, on this processor alone. Where the system does not let us, anywhere.
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        let (Some(number), Ok(before)) = (self.0, sched_getaffinity(None)) else {
            return work();
        };
        let mut alone = CpuSet::new();
        alone.set(number);
        // A refusal costs time only, as does a system that does not take us back.
        let _ = sched_setaffinity(None, &alone);
        let done = work();
        let _ = sched_setaffinity(None, &before);
        done
    }
}
