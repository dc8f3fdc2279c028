//! What is held of one table: its device's conversation, its game folded from the records, and what the fold does not keep.

use std::time::Instant;

use table_core::event::Event;
use table_core::game::{Command, Phase, Preview, Refused, Table};
use table_core::record::Record;
use table_core::time::{Span, Tick};
use table_core::trust::Image;
use table_core::view::{Apparatus, Page, Seen, View};
use table_core::wire::{Ask, Nonce};

use super::story::Story;
use crate::chips::Micros;
use crate::referee::{Ledger, Notice, Office, Referee, digits};

/// The table is asked for its clock this often: records name it only when it starts and stops.
const CLOCK_EVERY: Micros = 5_000_000;

/// What is held of a table.
pub struct Held {
    referee: Referee,
    /// The table's own game, folded from the records: the page shows it and asks it what an order would change.
    pub game: Box<Table>,
    /// What the fold does not keep.
    pub story: Story,
    /// The line is up, and since when it is or is not.
    pub link: (bool, Instant),
    /// Something that must not be overlooked.
    pub alarm: Option<String>,
    /// What became of the last order.
    pub answered: String,
    /// The console's time, as the table's runs.
    now: Micros,
    /// When the table was last asked for its clock.
    asked: Micros,
    /// Playing time as last told, and when.
    played: (Span, Micros),
}

impl Held {
    /// Takes up what is in the ledger.
    pub fn new(office: Office, ledger: Ledger) -> Held {
        let mut held = Held {
            game: Box::new(Table::new()),
            story: Story::default(),
            link: (false, Instant::now()),
            alarm: None,
            answered: String::new(),
            now: 0,
            asked: 0,
            played: (Span(0), 0),
            referee: Referee::new(office, ledger, nonce),
        };
        let records: Vec<Record> =
            held.ledger().records().iter().filter_map(|sealed| sealed.read().ok()).collect();
        records.iter().for_each(|record| held.read(record));
        held
    }

    /// Everything held.
    pub fn ledger(&self) -> &Ledger {
        self.referee.ledger()
    }

    /// The image that the table proved to run; empty before it proved itself.
    pub fn image(&self) -> String {
        match self.referee.proof().map(|proof| proof.image) {
            Some(Image::Measured(hash)) => digits(&hash.0[..8]),
            Some(Image::StandIn) => "none, a simulation".into(),
            None => String::new(),
        }
    }

    /// Orders that are not on record yet.
    pub fn pending(&self) -> usize {
        self.referee.pending()
    }

    /// Gives an order; it goes out with the next look at the line.
    pub fn order(&mut self, command: Command) {
        self.referee.order(command);
    }

    /// What an order would change, by what is on record.
    pub fn preview(&mut self, command: &Command) -> Result<Preview, Refused> {
        self.game.preview(Tick(self.now), command)
    }

    /// Takes bytes from the table; what to say, and whether anything changed. The ledger writes records down before it holds them.
    pub fn hear(&mut self, now: Micros, bytes: &[u8]) -> (Vec<u8>, bool) {
        self.now = now;
        if self.link.0 && now >= self.asked + CLOCK_EVERY {
            self.asked = now;
            self.referee.ask(Ask::State);
        }
        let before = self.ledger().records().len();
        let (notices, answer) = self.referee.hear(now, bytes);
        let new = self.referee.ledger().records().get(before..).unwrap_or_default().to_vec();
        new.iter().filter_map(|sealed| sealed.read().ok()).for_each(|it| self.read(&it));
        for notice in &notices {
            match notice {
                Notice::Proven(_) => (self.alarm, self.asked) = (None, 0),
                Notice::Refused(_) | Notice::OtherVersion(_) => {
                    self.alarm = Some(notice.to_string());
                }
                Notice::Answered { .. } | Notice::NotTaken { .. } => {
                    self.answered = notice.to_string();
                }
                Notice::State(status) => self.played = (status.played, now),
                _ => {}
            }
        }
        let up = self.referee.is_up(now);
        let turned = self.link.0 != up;
        if turned {
            self.link = (up, Instant::now());
        }
        (answer, turned || !notices.is_empty())
    }

    /// Whether the session's clock runs.
    pub fn runs(&self) -> bool {
        let state = self.game.state();
        let hand = matches!(state.phase, Phase::Dealing | Phase::Playing | Phase::Judging);
        hand && self.link.0 && state.session.as_ref().is_some_and(|session| !session.paused)
    }

    /// What the table's own displays show by these records, at a time so much later: who is awaited, the clock, the result.
    pub fn view(&mut self, later: Span) -> View {
        let since = if self.runs() { self.now.saturating_sub(self.played.1) } else { 0 };
        let played = Span(self.played.0.0 + since);
        let acted = Tick(self.story.acted);
        let Held { referee, game, story, link, now, .. } = self;
        let (state, board) = (game.state(), game.shown());
        let seen = Seen {
            now: Tick(*now + later.0),
            state,
            board: &board,
            thinking: board.turn().map(|seat| (seat, acted)),
            opening: Some(acted),
            played,
            agreed: game.agreed(),
            called_hu: game.called_hu(),
            lying: game.lying(),
        };
        let apparatus = Apparatus {
            fingerprint: referee.ledger().table().fingerprint(),
            enrolled: 0,
            link: link.0,
            power: true,
            recording: true,
            page: Page::Ready,
            fault: None,
            throws: Default::default(),
        };
        story.viewer.view(&seen, &apparatus)
    }

    fn read(&mut self, record: &Record) {
        self.story.read(self.now, record);
        self.game.replay(&record.event);
        if let Event::SessionStarted(..) = record.event {
            self.played = (Span(0), self.now);
        }
        if let Some(session) = &self.game.state().session
            && session.played.0 > self.played.0.0
        {
            self.played = (session.played, self.now);
        }
    }
}

/// Sixteen bytes that nobody can guess. A machine without randomness cannot tell a table from a recording of one.
pub(super) fn nonce() -> Nonce {
    let mut bytes = [0; 16];
    if getrandom::fill(&mut bytes).is_err() {
        eprintln!("referee: this machine gives no randomness; tables cannot be trusted here");
        std::process::abort();
    }
    Nonce(bytes)
}
