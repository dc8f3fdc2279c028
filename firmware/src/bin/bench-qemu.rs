//! What the application's work costs on the chip: takes jobs from the simulator and measures them.
#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::board::qemu;
use firmware::board::qemu::bridge::{exchange, order};
use firmware::boot::JOURNAL_BYTES;
use firmware::bridge::{Cost, Job, Reply, Request};
use table_core::event::Event;
use table_core::journal::{Append, Journal};
use table_core::record::Chain;
use table_core::rules::shape::FaceSet;
use table_core::rules::{gghk, mcr};
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};

#[cortex_m_rt::entry]
fn main() -> ! {
    qemu::start_bench();
    loop {
        let cost = exchange(&Request::NextJob, |reply| match reply {
            Reply::Job(job, input) => measure(job, input),
            _ => None,
        });
        order(&Request::Measured(cost));
    }
}

/// All that a commit computes; the bytes on the bus come on top.
fn commit(key: &SoftwareKey, chain: &Chain, journal: &Journal, event: Event) -> Option<Append> {
    let (_, begun) = journal.begin_signature();
    let draft = chain.draft(Tick(1), event).ok()?;
    let signature = key.sign(Purpose::Record, draft.bytes())?;
    let sealed = draft.seal(&signature);
    let mut after = *chain;
    after.extend(&sealed, &sealed.read().ok()?).ok()?;
    begun.after.append(sealed.bytes()).ok()
}

/// The cost of one job; `None` if its input does not fit it.
fn measure(job: Job, input: &[u8]) -> Option<Cost> {
    match job {
        Job::ScoreMcr => {
            let (win, rulings) = (postcard::from_bytes(input).ok()?, mcr::Rulings::default());
            Some(qemu::measure(|| _ = black_box(mcr::score(black_box(&win), &rulings))))
        }
        Job::TotalMcr => {
            let (win, rulings) = (postcard::from_bytes(input).ok()?, mcr::Rulings::default());
            Some(qemu::measure(|| _ = black_box(mcr::total(black_box(&win), &rulings))))
        }
        Job::JudgeGghk => {
            let (win, rulings) = (postcard::from_bytes(input).ok()?, gghk::Rulings::default());
            Some(qemu::measure(|| {
                _ = black_box(gghk::judge(black_box(&win), FaceSet::EMPTY, &rulings))
            }))
        }
        Job::Commit => {
            let event = postcard::from_bytes(input).ok()?;
            let key = SoftwareKey::from_seed(&[7; 32]);
            let mut chain = Chain::genesis(&key.public());
            chain.boot();
            let (journal, _) = Journal::create(JOURNAL_BYTES, chain);
            Some(qemu::measure_once(|| {
                _ = black_box(commit(&key, &chain, &journal, black_box(event)));
            }))
        }
    }
}
