//! The application that runs the table, the same on the board, in QEMU and on the desktop.
//!
//! ```text
//! readers --FromReader--> table --Happening--> journal --Seq--> referee --frames--> UART
//!    |                                            |  ^             |
//!    +-- PN5180 over SPI                      FRAM over SPI       asks for records to send
//! ```
//!
//! A home ([`board::Board`]) supplies buses, pins, time and a key; everything else is here and in `table-core`.
//! On a chip the tasks are spawned over two executors, readers on the one that interrupts; [`run`] is the same
//! application as a single future for homes that have one thread and virtual time.
#![no_std]

pub mod board;
pub mod boot;
pub mod bridge;
pub mod channels;
pub mod drivers;
mod spawn;
pub mod tasks;
pub mod trace;

use core::pin::pin;

use embassy_futures::join::{join, join3, join4};
use table_core::seat::Seat;

use board::{Board, Clock, Desk, FrontPort, Parts, Signer};
use boot::BootFault;
use channels::Channels;
use tasks::journal::Office;
use tasks::lookout::Lookout;
use tasks::referee::Identity;
use tasks::table::Mind;

/// The whole application as one future. Children are polled in a fixed order, so that homes with virtual
/// time do the same things in the same order whatever executor polls them. With a `lookout` it sees what he says and the
/// readers' chips are left alone. Ends only if the table cannot start.
pub async fn run<B: Board>(
    parts: Parts<B>,
    lookout: Option<impl Lookout + Copy>,
    mind: &mut Mind,
    channels: &Channels,
) -> BootFault {
    let Parts { readers, desk } = parts;
    let Desk {
        clock,
        mut fram,
        rx,
        tx,
        pads,
        front,
        random,
        signer,
        watchdog,
        observer,
        vitals,
        start,
    } = desk;
    let book = match boot::start::<B>(&mut fram, &signer, start.image, &observer, mind).await {
        Ok(book) => book,
        Err(fault) => {
            if let Some(front) = front {
                let mut easel = tasks::screen::Easel::new();
                let shown = fault.shown();
                tasks::screen::show_fault::<B>(front.screen, shown, &mut easel, clock).await;
            }
            return fault;
        }
    };
    let identity = Identity::of(&book, mind, signer.public());
    let [first, second, third, fourth] = readers;
    let eyes = |seat, port| async move {
        match lookout {
            Some(lookout) => tasks::lookout::run(seat, lookout, clock, channels).await,
            None => tasks::readers::run::<B>(seat, port, clock, observer, channels).await,
        }
    };
    let office = Office { fram, book, signer, vitals, start };
    // Pinned where they are made: moved there, each would be kept twice.
    let table = pin!(tasks::table::run::<B>(mind, random, clock, observer, channels));
    let journal = pin!(tasks::journal::run::<B>(office, clock, observer, channels));
    let referee = pin!(tasks::referee::run::<B>(rx, tx, identity, clock, observer, channels));
    join3(
        join4(
            clock.attend(eyes(Seat::First, first)),
            clock.attend(eyes(Seat::Second, second)),
            clock.attend(eyes(Seat::Third, third)),
            clock.attend(eyes(Seat::Fourth, fourth)),
        ),
        join(
            clock.attend(tasks::pads::run::<B>(pads, clock, channels)),
            run_front::<B>(front, clock, channels),
        ),
        join4(
            clock.attend(boot::apart(table)),
            clock.attend(boot::apart(journal)),
            clock.attend(boot::apart(referee)),
            clock.attend(tasks::supervisor::run::<B>(watchdog, clock, channels)),
        ),
    )
    .await;
    BootFault::Ended
}

/// Everything that people look at and hear.
async fn run_front<B: Board>(
    front: Option<FrontPort<B::Front>>,
    clock: B::Clock,
    channels: &Channels,
) {
    let Some(FrontPort { screen, digits, buzzer }) = front else {
        return;
    };
    let mut easel = tasks::screen::Easel::new();
    join3(
        clock.attend(tasks::screen::run::<B>(screen, &mut easel, clock, channels)),
        clock.attend(tasks::digits::run::<B>(digits, clock, channels)),
        clock.attend(tasks::buzzer::run(buzzer, clock, channels)),
    )
    .await;
}
