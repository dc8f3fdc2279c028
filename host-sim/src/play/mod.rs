//! `host-sim play`: sessions of simulated players at the real table, graded against what truly happened.

mod eyes;
mod report;
mod script;
mod session;
mod sheet;
mod staged;

pub use eyes::sightings;
pub use report::{Report, percentile};
pub use session::{Graded, Options, planned, play_session, session_in_its_world};
pub use sheet::ScoreSheet;
pub use staged::{Staging, stage};

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

/// Hands of one simulated session; a longer run is several sessions at tables of their own.
pub const HANDS_PER_SESSION: u16 = 16;

/// Plays `hands` hands in sessions of at most sixteen, on all processors; `progress` hears of every finished session.
/// The report does not depend on the number of processors.
pub fn play(options: &Options, hands: u32, progress: impl Fn(u32)) -> anyhow::Result<Report> {
    let started = Instant::now();
    let sessions = hands.div_ceil(u32::from(HANDS_PER_SESSION)) as usize;
    let length = |session: usize| {
        let left = hands - session as u32 * u32::from(HANDS_PER_SESSION);
        left.min(u32::from(HANDS_PER_SESSION)) as u16
    };
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from).min(sessions.max(1));
    let mut graded: Vec<(usize, Graded)> = thread::scope(|scope| {
        let (tell, told) = mpsc::channel();
        for _ in 0..workers {
            let (tell, next) = (tell.clone(), &next);
            scope.spawn(move || {
                loop {
                    let session = next.fetch_add(1, Ordering::Relaxed);
                    if session >= sessions {
                        break;
                    }
                    let seed = options.seed.wrapping_add(session as u64);
                    let played = play_session(options, seed, length(session));
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
    graded.into_iter().for_each(|(_, graded)| report.add(graded));
    Ok(report.finish(started.elapsed()))
}
