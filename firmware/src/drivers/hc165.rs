//! 74HC165: the call pads, one shift register a seat, the first seat's nearest to the processor.
//!
//! Twenty-eight keys on three lines; a matrix would take eleven and confuse keys that are pressed together, and one line a
//! key would take them all. The eighth input of every register is tied low, and the data line is pulled high: a pad that is not
//! plugged in reads as all ones, and is known by that.

use core::borrow::BorrowMut;

use embedded_hal_async::spi::SpiDevice;
use heapless::Deque;
use table_core::event::{Part, PartTrouble};
use table_core::game::Call;
use table_core::seat::Seat;
use table_core::time::{Span, Tick};

use crate::board::{Clock, Pads};
use crate::channels::{FromPeople, Press};

/// How often the pads are read: a press is stamped within this time of the contact.
pub const SCAN: Span = Span::millis(4);
/// A contact counts when it has been steady for so long.
pub const DEBOUNCE: Span = Span::millis(20);
/// Nobody holds a key for so long.
pub const STUCK: Span = Span::secs(20);
/// Readings without a pad's mark before it counts as gone: one may be a disturbance.
const MISSED: u8 = 5;

/// The keys of a pad, from the lowest bit of its byte; a pressed key reads zero.
pub const KEYS: [Call; 7] =
    [Call::Chow, Call::Pung, Call::Kong, Call::Flower, Call::Hu, Call::Referee, Call::Confirm];
/// The bit that is tied low.
pub const PRESENT: u8 = 1 << 7;

/// What one scan can tell at most: every key of every pad, and what is wrong with the pads.
const MOST_NEWS: usize = 4 * 7 + 4;

/// One key.
#[derive(Clone, Copy)]
struct Key {
    /// Debounced.
    pressed: bool,
    /// As read last.
    down: bool,
    /// When it last changed.
    changed: Tick,
    /// First contact of what may become a press.
    first: Option<Tick>,
}

impl Key {
    const UP: Key = Key { pressed: false, down: false, changed: Tick(0), first: None };

    /// One reading; when the press began, if it has become one.
    fn read(&mut self, now: Tick, down: bool) -> Option<Tick> {
        if down != self.down {
            (self.down, self.changed) = (down, now);
            if down && !self.pressed {
                self.first = self.first.or(Some(now));
            }
        }
        if now.since(self.changed) < DEBOUNCE {
            return None;
        }
        let first = self.first.take();
        let begins = self.down && !self.pressed;
        self.pressed = self.down;
        if begins { Some(first.unwrap_or(self.changed)) } else { None }
    }

    fn stuck(&self, now: Tick) -> bool {
        self.pressed && now.since(self.changed) >= STUCK
    }
}

/// One pad.
#[derive(Clone, Copy)]
struct Pad {
    keys: [Key; KEYS.len()],
    missed: u8,
    trouble: Option<PartTrouble>,
}

impl Pad {
    const NEW: Pad = Pad { keys: [Key::UP; KEYS.len()], missed: 0, trouble: None };
}

/// Makes presses out of readings. Every key has its own life: any number may be pressed together.
pub struct Debouncer {
    pads: [Pad; 4],
    news: Deque<FromPeople, MOST_NEWS>,
}

impl Default for Debouncer {
    fn default() -> Debouncer {
        Debouncer::new()
    }
}

impl Debouncer {
    /// All keys up, all pads there.
    pub const fn new() -> Debouncer {
        Debouncer { pads: [Pad::NEW; 4], news: Deque::new() }
    }

    /// Takes one reading of all pads.
    pub fn read(&mut self, now: Tick, bytes: [u8; 4]) {
        let Debouncer { pads, news } = self;
        let mut tell = |what: FromPeople| {
            let told = news.push_back(what);
            debug_assert!(told.is_ok(), "one reading told more than there are keys");
        };
        for ((seat, pad), byte) in Seat::ALL.into_iter().zip(pads).zip(bytes) {
            let there = byte & PRESENT == 0;
            pad.missed = if there { 0 } else { pad.missed.saturating_add(1) };
            for ((bit, key), call) in pad.keys.iter_mut().enumerate().zip(KEYS) {
                let down = there && byte >> bit & 1 == 0;
                if let Some(at) = key.read(now, down) {
                    tell(FromPeople::Press(Press { at, seat, call }));
                }
            }
            let trouble = if pad.missed >= MISSED {
                Some(PartTrouble::Absent)
            } else if there && pad.keys.iter().any(|key| key.stuck(now)) {
                Some(PartTrouble::Stuck)
            } else {
                // A pad that is gone comes back with its mark, not with a few lost readings.
                pad.trouble.filter(|_| pad.missed > 0)
            };
            if core::mem::replace(&mut pad.trouble, trouble) != trouble {
                tell(FromPeople::Part(Part::Pad(seat), trouble));
            }
        }
    }

    /// What came of it, oldest first.
    pub fn news(&mut self) -> Option<FromPeople> {
        self.news.pop_front()
    }
}

/// The pads on their chain. `D` keeps or borrows the [`Debouncer`]: it is large, and whoever hands the pads on copies what is in them.
pub struct KeyChain<S, C, D> {
    spi: S,
    clock: C,
    debouncer: D,
    due: Tick,
}

impl<S: SpiDevice, C: Clock, D: BorrowMut<Debouncer>> KeyChain<S, C, D> {
    /// All up.
    pub fn new(spi: S, clock: C, debouncer: D) -> KeyChain<S, C, D> {
        KeyChain { spi, clock, debouncer, due: Tick(0) }
    }
}

impl<S: SpiDevice, C: Clock, D: BorrowMut<Debouncer>> Pads for KeyChain<S, C, D> {
    async fn next(&mut self) -> FromPeople {
        loop {
            if let Some(news) = self.debouncer.borrow_mut().news() {
                return news;
            }
            self.clock.until(self.due).await;
            let now = self.clock.now();
            self.due = now + SCAN;
            // A bus that fails reads like pads that are gone.
            let mut bytes = [0xFF; 4];
            let _ = self.spi.read(&mut bytes).await;
            self.debouncer.borrow_mut().read(now, bytes);
        }
    }
}
