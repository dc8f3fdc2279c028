//! Plays sessions of the simulated world without any table: what was won, whether it was lawful, how fast it went.
//!
//! `cargo run --release -p host-sim --example world -- [mcr|gghk] [sessions] [seed]`

use std::time::Instant;

use host_sim::world::play::check::check;
use host_sim::world::play::course::Course;
use host_sim::world::play::coverage::Coverage;
use host_sim::world::play::pace::Pace;
use host_sim::world::play::session::SessionPlan;
use host_sim::world::play::settling::Lag;
use table_core::rules::book;
use table_core::time::Tick;

fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or("mcr".to_owned());
    let sessions: u64 = words.next().map_or(Ok(100), |word| word.parse())?;
    let first: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let Some(book) = book(&name) else {
        anyhow::bail!("no book {name:?}: mcr or gghk");
    };
    let began = Instant::now();
    let mut coverage = Coverage::new(book);
    let (mut told, mut seconds) = (0, 0);
    for seed in first..first + sessions {
        let plan = SessionPlan::new(book, 16, seed);
        for performed in Course::new(&plan, Pace::default(), Tick(0)) {
            let performed = performed?;
            check(&performed.hand.truth)?;
            if let Some(wrong) = performed.line.contradiction() {
                anyhow::bail!("seed {seed}: {wrong:?}");
            }
            coverage.add(&performed.hand.truth);
            told += performed.feed(Lag::default()).count();
            let (start, end) = performed.line.span;
            seconds += end.since(start).0 / 1_000_000;
        }
    }
    println!("{coverage}");
    let [hands, ..] = coverage.hands();
    let rate = hands as f64 / began.elapsed().as_secs_f64();
    println!("{told} reports, {seconds} s of table time, {rate:.0} hands a second");
    Ok(())
}
