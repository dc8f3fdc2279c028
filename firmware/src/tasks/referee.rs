//! The link to the referee's device: sends every durable record until it is acknowledged. Play never waits for it.

use embassy_futures::select::{Either3, select3};
use embedded_io_async::{Read, Write};
use table_core::game::Command;
use table_core::record::Seq;
use table_core::trust::PublicKey;
use table_core::wire::{self, Accumulator, Action, FromTable, Link, ToTable};

use super::PULSE;
use crate::board::{Board, Clock, Observer};
use crate::channels::{Channels, Task};
use crate::trace::Trace;

/// Runs the link for ever.
pub async fn run<B: Board>(
    mut rx: B::Rx,
    mut tx: B::Tx,
    table: PublicKey,
    clock: B::Clock,
    observer: B::Observer,
    channels: &Channels,
) {
    let mut link = Link::new(table);
    let mut accumulator = Accumulator::new();
    let mut bytes = [0; 64];
    loop {
        channels.health.report(Task::Referee);
        if let Some(seq) = channels.durable.try_take() {
            link.durable(seq);
        }
        // Not longer than a pulse: the watchdog wants to hear from every task.
        let mut until = clock.now() + PULSE;
        match link.act(clock.now()) {
            Action::Hello(hello) => {
                send(&mut tx, &FromTable::Hello(hello)).await;
                continue;
            }
            Action::Record(seq) => {
                send_record(&mut tx, seq, observer, channels).await;
                continue;
            }
            Action::WaitUntil(deadline) => until = until.min(deadline),
            Action::Wait => {}
        }
        match select3(rx.read(&mut bytes), channels.durable.wait(), clock.until(until)).await {
            Either3::First(Ok(count)) => {
                let held = link.held();
                for &byte in bytes.iter().take(count) {
                    channels.gauges.set_link(true);
                    if let Some(frame) = accumulator.push(byte)
                        && let Some(command) = hear(&mut link, frame.ok().as_deref(), observer)
                    {
                        channels.orders.send(command).await;
                    }
                }
                if let (true, Some(held)) = (held != link.held(), link.held()) {
                    channels.acknowledged.signal(held);
                }
            }
            // An overrun line has lost bytes; the frame they belonged to fails its checksum.
            Either3::First(Err(_)) => {
                observer.trace(Trace::LinkNoise);
                clock.until(until).await;
            }
            Either3::Second(seq) => link.durable(seq),
            Either3::Third(()) => {}
        }
    }
}

/// Takes one frame; an order is handed back, everything else is the link's own business.
fn hear(link: &mut Link, body: Option<&[u8]>, observer: impl Observer) -> Option<Command> {
    let Some(message) = body.and_then(|body| ToTable::decode(body).ok()) else {
        observer.trace(Trace::LinkNoise);
        return None;
    };
    match (link.hear(&message), message) {
        (Ok(()), ToTable::Hello(hello)) => observer.trace(Trace::Greeted(hello.newest)),
        (Ok(()), ToTable::Ack(seq)) => observer.trace(Trace::Acknowledged(seq)),
        (Ok(()), ToTable::Order(command)) => return Some(command),
        (Err(_), _) => observer.trace(Trace::LinkRefused),
    }
    None
}

async fn send_record(tx: &mut impl Write, seq: Seq, observer: impl Observer, channels: &Channels) {
    channels.wanted.send(seq).await;
    if let Some(record) = channels.fetched.receive().await {
        send(tx, &FromTable::Record(record.bytes())).await;
        observer.trace(Trace::Sent(seq));
    }
}

/// A frame that does not get out is as good as lost on the way: the link repeats what matters.
async fn send(tx: &mut impl Write, message: &FromTable<'_>) {
    let frame = message.encode().ok().and_then(|body| wire::encode(&body).ok());
    debug_assert!(frame.is_some(), "every message fits in a frame");
    if let Some(frame) = frame {
        let _ = tx.write_all(&frame).await;
        let _ = tx.flush().await;
    }
}
