//! Which readers may radiate at the same time. Neighbours are far enough apart to radiate together at most tables; where they
//! disturb each other, opposite seats take turns with the other two.

use core::cell::RefCell;
use core::future::poll_fn;
use core::task::{Poll, Waker};

use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex as Raw;
use table_core::seat::Seat;

/// Who radiates with whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Radiation {
    /// All four at once.
    #[default]
    Together,
    /// First and third, then second and fourth, loop by loop.
    OppositePairs,
}

impl Radiation {
    /// What the image was built for: the feature `opposite-pairs` is for tables whose neighbouring readers disturb each other.
    pub const BUILT: Radiation = match cfg!(feature = "opposite-pairs") {
        true => Radiation::OppositePairs,
        false => Radiation::Together,
    };
}

/// The right to radiate. A reader that waits is let in as soon as the other pair is done, and no pair goes twice while the
/// other waits.
pub struct Turns {
    radiation: Radiation,
    state: Mutex<Raw, RefCell<State>>,
}

struct State {
    radiating: [bool; 4],
    waiting: [Option<Waker>; 4],
    /// The pair that goes first when both wait.
    next: usize,
}

/// Ends with the scan.
pub struct Turn<'a> {
    turns: &'a Turns,
    seat: Seat,
}

fn pair(seat: Seat) -> usize {
    seat.index() % 2
}

impl Turns {
    /// Nobody radiates yet.
    pub const fn new(radiation: Radiation) -> Turns {
        let state = State { radiating: [false; 4], waiting: [const { None }; 4], next: 0 };
        Turns { radiation, state: Mutex::new(RefCell::new(state)) }
    }

    /// Whether a reader must be silent between its turns.
    pub fn alternate(&self) -> bool {
        self.radiation == Radiation::OppositePairs
    }

    /// Waits until `seat` may radiate.
    pub async fn take(&self, seat: Seat) -> Turn<'_> {
        poll_fn(|context| {
            self.state.lock(|state| {
                let state = &mut *state.borrow_mut();
                if self.radiation == Radiation::Together || state.may(seat) {
                    state.set(seat, true, None);
                    Poll::Ready(())
                } else {
                    state.set(seat, false, Some(context.waker().clone()));
                    Poll::Pending
                }
            })
        })
        .await;
        Turn { turns: self, seat }
    }
}

impl State {
    fn others(&self, seat: Seat) -> impl Iterator<Item = (bool, bool)> {
        let all = Seat::ALL.into_iter().zip(self.radiating.into_iter().zip(&self.waiting));
        let others = all.filter(move |(other, _)| pair(*other) != pair(seat));
        others.map(|(_, (radiates, waker))| (radiates, waker.is_some()))
    }

    fn may(&self, seat: Seat) -> bool {
        let radiates = self.others(seat).any(|(radiates, _)| radiates);
        let waits = self.others(seat).any(|(_, waits)| waits);
        !radiates && (self.next == pair(seat) || !waits)
    }

    fn set(&mut self, seat: Seat, radiates: bool, waker: Option<Waker>) {
        if let Some(radiating) = self.radiating.get_mut(seat.index()) {
            *radiating = radiates;
        }
        if let Some(waiting) = self.waiting.get_mut(seat.index()) {
            *waiting = waker;
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.state.lock(|state| {
            let state = &mut *state.borrow_mut();
            state.set(self.seat, false, None);
            state.next = 1 - pair(self.seat);
            // Those who still wait ask again; their place in the queue stays theirs until they have.
            state.waiting.iter().flatten().for_each(Waker::wake_by_ref);
        });
    }
}
