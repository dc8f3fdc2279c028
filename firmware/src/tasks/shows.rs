//! What the game lets be seen and heard: views for the displays, signals for the room, and the dice.

use table_core::dice;
use table_core::event::Event;
use table_core::game::{Call, Command, Few, Phase, Refused, Runs, Table};
use table_core::seat::Seat;
use table_core::time::{Span, Tick};
use table_core::trust::Fingerprint;
use table_core::view::{Apparatus, MOST_THROWS, Page, Throw, View, Viewer, thrower};
use table_core::wire::LinkState;

use crate::board::Random;
use crate::channels::{Channels, Sound};

/// Displays follow within this time; a second on a clock is never skipped.
const LOOK: Span = Span::millis(200);

/// Everything displays need that is not the game itself.
pub struct Shows {
    viewer: Viewer,
    /// Whose table it is; unknown before the table has started.
    pub fingerprint: Option<Fingerprint>,
    /// Tiles with a known tag.
    pub enrolled: u8,
    page: Page,
    throws: Few<Throw, MOST_THROWS>,
    due: Tick,
    last: Option<View>,
    power_failed: bool,
}

impl Default for Shows {
    fn default() -> Shows {
        Shows::new()
    }
}

impl Shows {
    /// Before anything happened.
    pub const fn new() -> Shows {
        Shows {
            viewer: Viewer::new(),
            fingerprint: None,
            enrolled: 0,
            page: Page::Ready,
            throws: Few::new(),
            due: Tick(0),
            last: None,
            power_failed: false,
        }
    }

    /// A record of an earlier time.
    pub fn replay(&mut self, event: &Event) {
        self.viewer.follow(Tick(0), event);
    }

    /// Something happened now.
    pub fn follow(&mut self, now: Tick, event: &Event, channels: &Channels) {
        self.viewer.follow(now, event);
        let sound = match event {
            Event::Clock { runs: Runs::SessionNotice, .. } => Sound::Notice,
            Event::Clock { runs: Runs::SessionOver, .. } => Sound::TimeUp,
            Event::RefereeCalled { .. } => Sound::Referee,
            Event::HandStarted { .. } => {
                self.throws = Few::new();
                return;
            }
            _ => return,
        };
        // Four signals wait already: this one would be heard long after what it is about.
        let _ = channels.sounds.try_send(sound);
    }

    /// An order was refused.
    pub fn refused(&mut self, now: Tick, why: Refused) {
        self.viewer.refused(now, why);
    }

    /// A key was pressed. Confirm throws the dice for whoever is to throw them, and turns the page when no session runs; the order
    /// that follows from it, if any.
    pub fn pressed(
        &mut self,
        table: &Table,
        seat: Seat,
        call: Call,
        random: &mut impl Random,
    ) -> Option<Command> {
        let state = table.state();
        match (call, state.phase) {
            (Call::Confirm, Phase::Idle) => self.page = self.page.next(),
            (Call::Confirm, Phase::Dealing)
                if !state.wall_open && seat == thrower(state, &self.throws) =>
            {
                return self.throw(table, random);
            }
            _ => {}
        }
        None
    }

    /// One throw; after the last the order that opens the wall. A break that the book does not define is thrown again.
    fn throw(&mut self, table: &Table, random: &mut impl Random) -> Option<Command> {
        let state = table.state();
        let (book, session) = (state.book()?, state.session.as_ref()?);
        let dice = book.dice().get(self.throws.len()).copied()?;
        let throw = dice::throw(dice, || random.word())?;
        self.throws.push(throw).ok()?;
        if self.throws.len() < book.dice().len() {
            return None;
        }
        let sums: Few<u8, 2> = Few::from_some(self.throws.iter().map(|throw| throw.sum));
        let mut list: heapless::Vec<u8, MOST_THROWS> = heapless::Vec::new();
        list.extend(sums.iter());
        if book.wall_break(session.deal.dealer, &list, &session.start.rulings).is_err() {
            self.throws = Few::new();
            return None;
        }
        Some(Command::Dice(sums))
    }

    /// Tells the displays what may be shown, if that has changed and it is time. Until all is `settled` the game stays as it was
    /// last shown: something final is on its way to the journal. What needs attention is shown all the same.
    pub fn publish(&mut self, now: Tick, table: &Table, settled: bool, channels: &Channels) {
        let failed = channels.gauges.power_failed();
        if failed && !core::mem::replace(&mut self.power_failed, failed) {
            let _ = channels.sounds.try_send(Sound::Power);
        }
        self.power_failed = failed;
        let Some(fingerprint) = self.fingerprint.filter(|_| now >= self.due) else {
            return;
        };
        self.due = now + LOOK;
        let apparatus = Apparatus {
            fingerprint,
            enrolled: self.enrolled,
            link: channels.link.get() == LinkState::Up,
            power: !failed,
            recording: !channels.gauges.not_recording(),
            page: self.page,
            fault: None,
            throws: self.throws,
        };
        let board = table.shown();
        let view = self.viewer.view(&table.seen(now, &board), &apparatus);
        let view = match self.last {
            Some(last) if !settled => View { attention: view.attention, ..last },
            _ => view,
        };
        if self.last != Some(view) {
            self.last = Some(view);
            channels.view.sender().send(view);
        }
    }
}
