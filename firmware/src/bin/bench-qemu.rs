//! What the application's work costs on the chip: takes jobs from the simulator and measures them.
#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::board::qemu;
use firmware::board::qemu::bridge::{exchange, order};
use firmware::bridge::{Cost, Job, Reply, Request};
use table_core::rules::shape::FaceSet;
use table_core::rules::{gghk, mcr};

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
    }
}
