//! What displays must remember besides the state of the game: the fold of what was flagged, called and asked.

use crate::event::{Event, Part, PartTrouble, ReaderTrouble};
use crate::game::{Agreed, Ended, Few, PlayerId, Proposed, RuleSet, Runs};
use crate::place::Place;
use crate::rules::Points;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::view::flags::OpenFlag;
use crate::view::screen::{Dice, Language, Opened, Throw};

/// Sessions remembered.
pub const MOST_SESSIONS: usize = 10;

/// A session that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Past {
    /// Number with the organiser.
    pub session: u16,
    /// By which book.
    pub rules: RuleSet,
    /// Hands that counted.
    pub hands: u8,
    /// Players A to D.
    pub players: [PlayerId; 4],
    /// Their points, penalties included.
    pub points: [Points; 4],
}

/// What was recorded and is not part of the game. A function of the records, like the state itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notices {
    /// In which words.
    pub language: Language,
    /// Who called the referee.
    pub called: [bool; 4],
    /// The referee is asked.
    pub asked: bool,
    /// The newest thing done in open sight that nobody has ruled on.
    pub flag: Option<OpenFlag>,
    /// A foreign tag was seen in this session.
    pub foreign: u8,
    /// What is wrong with each reader.
    pub readers: [Option<ReaderTrouble>; 4],
    /// What is wrong with each call pad.
    pub pads: [Option<PartTrouble>; 4],
    /// What is wrong with the seat displays.
    pub digits: Option<PartTrouble>,
    /// The dice of this hand.
    pub dice: Dice,
    /// The newest tile put down while no session ran.
    pub newest: Option<(Tile, Place)>,
    /// The wins of the last hand, once they are declared.
    pub wins: Few<Proposed, 3>,
    /// What the last hand moved, and who agreed.
    pub settled: Option<(Agreed, [Points; 4])>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// Time is up soon.
    pub soon: bool,
    /// Sessions before, oldest first.
    pub past: Few<Past, MOST_SESSIONS>,
    session: Option<(u16, RuleSet, [PlayerId; 4])>,
}

impl Default for Notices {
    fn default() -> Notices {
        Notices::new()
    }
}

impl Notices {
    /// Nothing happened.
    pub const fn new() -> Notices {
        Notices {
            language: Language(0),
            called: [false; 4],
            asked: false,
            flag: None,
            foreign: 0,
            readers: [None; 4],
            pads: [None; 4],
            digits: None,
            dice: Dice { throws: Few::new(), opened: None },
            newest: None,
            wins: Few::new(),
            settled: None,
            ended: None,
            soon: false,
            past: Few::new(),
            session: None,
        }
    }

    /// Follows one event.
    pub fn follow(&mut self, event: &Event) {
        match *event {
            Event::Boot { .. } => {
                (self.readers, self.pads, self.digits) = ([None; 4], [None; 4], None);
            }
            Event::TilePlaced { tile, place } if place != Place::Away => {
                self.newest = Some((tile, place));
            }
            Event::ForeignTag { .. } | Event::TwinTags { .. } => {
                self.foreign = self.foreign.saturating_add(1);
            }
            Event::ReaderTrouble { seat, trouble } => self.reader(seat, Some(trouble)),
            Event::ReaderRecovered { seat } => self.reader(seat, None),
            Event::PartTrouble { part, trouble } => self.part(part, Some(trouble)),
            Event::PartRecovered { part } => self.part(part, None),
            Event::SessionStarted(start, _) => {
                *self = Notices {
                    language: start.language,
                    readers: self.readers,
                    pads: self.pads,
                    digits: self.digits,
                    past: self.past,
                    session: Some((start.session, start.rules, start.players)),
                    ..Notices::new()
                };
            }
            Event::HandStarted { .. } => {
                self.answered();
                (self.foreign, self.dice) = (0, Dice::default());
                (self.wins, self.settled, self.ended) = (Few::new(), None, None);
            }
            Event::Dice { throws, wall, stacks } => {
                self.dice = Dice {
                    throws: Few::from_some(throws.iter().map(|sum| Throw { sum, faces: [0; 3] })),
                    opened: Some(Opened { wall, stacks }),
                };
            }
            Event::Flagged(flag) => self.flag = OpenFlag::of(&flag).or(self.flag),
            Event::Asked(_) => self.asked = true,
            Event::RefereeCalled { seat } => self.call(seat),
            Event::ResultProposed(proposed) => {
                let _ = self.wins.push(proposed);
            }
            Event::ResultConfirmed { by, payments, .. } => {
                self.answered();
                self.settled = Some((by, payments));
            }
            Event::HuRefused { seat } => {
                self.answered();
                self.wins = Few::from_some(self.wins.iter().filter(|win| win.seat != seat));
            }
            Event::HandEnded { end, .. } => {
                self.answered();
                self.ended = Some(end);
            }
            // Whatever the referee does shows that he is there.
            Event::Ruled { .. }
            | Event::Penalty { .. }
            | Event::PenaltyRevoked { .. }
            | Event::Corrected { .. }
            | Event::Resumed => self.answered(),
            Event::Undone { .. } => {
                self.answered();
                (self.wins, self.settled) = (Few::new(), None);
            }
            Event::Clock { runs, .. } => self.soon |= runs == Runs::SessionNotice,
            Event::SessionEnded(sheet) => self.close(&sheet.totals, &sheet.penalties, sheet.hands),
            Event::TilePlaced { .. }
            | Event::Census { .. }
            | Event::Dealt { .. }
            | Event::Play { .. }
            | Event::TakenBack { .. }
            | Event::Named { .. }
            | Event::DiscardNamed { .. }
            | Event::Dead { .. }
            | Event::Paused { .. }
            | Event::ExtraTime { .. }
            | Event::Appointed(_)
            | Event::TilesListed { .. }
            | Event::Ordered(_)
            | Event::OrderTurned(_)
            | Event::Received(_)
            | Event::LinkLost
            | Event::LinkFound
            | Event::Called { .. }
            | Event::PickedUp { .. }
            | Event::PageHealed
            | Event::JournalFills { .. }
            | Event::Faulty(_)
            | Event::FaultsCleared(_)
            | Event::Chip(_)
            | Event::Provisioned(_)
            | Event::Health(_) => {}
        }
    }

    fn answered(&mut self) {
        (self.called, self.asked, self.flag) = ([false; 4], false, None);
    }

    fn call(&mut self, seat: Seat) {
        if let Some(called) = self.called.get_mut(seat.index()) {
            *called = true;
        }
    }

    fn reader(&mut self, seat: Seat, trouble: Option<ReaderTrouble>) {
        if let Some(reader) = self.readers.get_mut(seat.index()) {
            *reader = trouble;
        }
    }

    fn part(&mut self, part: Part, trouble: Option<PartTrouble>) {
        match part {
            Part::Pad(seat) => {
                if let Some(pad) = self.pads.get_mut(seat.index()) {
                    *pad = trouble;
                }
            }
            Part::SeatDisplays => self.digits = trouble,
            // A screen that is not there shows nothing about itself.
            Part::Screen => {}
        }
    }

    fn close(&mut self, totals: &[Points; 4], penalties: &[Points; 4], hands: u8) {
        self.answered();
        let Some((session, rules, players)) = self.session else {
            return;
        };
        let mut points = *totals;
        for (sum, change) in points.iter_mut().zip(penalties) {
            sum.0 = sum.0.saturating_add(change.0);
        }
        if self.past.len() == MOST_SESSIONS {
            self.past.pop_front();
        }
        let _ = self.past.push(Past { session, rules, hands, players, points });
    }
}
