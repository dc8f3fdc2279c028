//! `host-sim play`: sessions of simulated players at the real table, graded against what truly happened.

mod eyes;
mod goals;
mod marks;
mod report;
mod script;
mod session;
mod sheet;
mod staged;

pub use eyes::Eyes;
pub use goals::Demand;
pub use marks::{Graded, GradedHand};
pub use report::{Report, percentile};
pub use session::{
    ARRANGED, Detail, Options, Script, Seen, planned, play_session, session_in_its_world, written,
};
pub use sheet::ScoreSheet;
pub use staged::{Staging, stage};

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use anyhow::{Context, bail};
use table_core::rules::book;

use crate::world::play::random::Random;

/// Hands of one simulated session; a longer run is several sessions at tables of their own.
pub const HANDS_PER_SESSION: u16 = 16;

/// The seed of one session of a run. Runs with different seeds have no session in common, neighbouring seeds included.
pub fn session_seed(seed: u64, session: u32) -> u64 {
    Random::part(Random::new(seed).bits(), u64::from(session)).bits()
}

/// Plays `hands` hands in sessions of at most sixteen, on all processors; `progress` hears of every finished session.
/// The report does not depend on the number of processors.
pub fn play(options: &Options, hands: u32, progress: impl Fn(u32)) -> anyhow::Result<Report> {
    let started = Instant::now();
    let sessions = hands.div_ceil(u32::from(HANDS_PER_SESSION));
    let length = |session: u32| {
        let left = hands - session * u32::from(HANDS_PER_SESSION);
        left.min(u32::from(HANDS_PER_SESSION)) as u16
    };
    let wanted: Vec<u32> = match options.session {
        Some(session) if session >= sessions => {
            bail!(
                "{hands} hands make {sessions} sessions, numbered from 0: there is no session {session}"
            )
        }
        Some(session) => vec![session],
        None => (0..sessions).collect(),
    };
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(wanted.len().max(1));
    let mut graded: Vec<(u32, Graded)> = thread::scope(|scope| {
        let (tell, told) = mpsc::channel();
        for _ in 0..workers {
            let (tell, next, wanted) = (tell.clone(), &next, &wanted);
            scope.spawn(move || {
                while let Some(session) = wanted.get(next.fetch_add(1, Ordering::Relaxed)).copied()
                {
                    let played = play_session(options, session, length(session));
                    if tell.send(played.map(|graded| (session, graded))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(tell);
        told.into_iter()
            .inspect(|played| {
                if let Ok((session, _)) = played {
                    progress(u32::from(length(*session)));
                }
            })
            .collect::<anyhow::Result<_>>()
    })?;
    graded.sort_by_key(|(session, _)| *session);
    let mut report = Report::default();
    graded.into_iter().for_each(|(session, graded)| report.add(session, graded));
    let rules = book(&options.rules).with_context(|| format!("no rule set {:?}", options.rules))?;
    Ok(report.finish(rules, started.elapsed()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn neighbouring_seeds_share_no_session() {
        let seeds: HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |it| session_seed(seed, it))).collect();
        assert_eq!(seeds.len(), 10_000);
    }
}
