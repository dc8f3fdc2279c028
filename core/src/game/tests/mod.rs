//! Behaviours of the table, fed by hand-made placements.

mod behaviour;
mod fouls;
mod laws;
mod out_of_sight;
mod session;

use std::string::String;
use std::vec::Vec;

use crate::event::Event;
use crate::game::{
    Call, Command, Effect, Few, FlagKind, Input, Play, PlayerId, Refused, RuleSet, SessionStart,
    State, Table, apply,
};
use crate::place::Place;
use crate::rules::Rulings;
use crate::seat::Seat;
use crate::tile::{Face, Tile};
use crate::time::{Span, Tick};

/// Four seats by short names.
pub(super) const A: Seat = Seat::First;
pub(super) const B: Seat = Seat::Second;
pub(super) const C: Seat = Seat::Third;
pub(super) const D: Seat = Seat::Fourth;

/// The hands most tests begin with: the dealer's last tile is a red dragon, and C holds two of them.
pub(super) const HANDS: [&str; 4] = [
    "1m.1 2m.1 3m.1 4m.1 5m.1 6m.1 7m.1 8m.1 9m.1 E.1 E.2 E.3 S.1 C.1",
    "1p.1 2p.1 3p.1 4p.1 5p.1 6p.1 7p.1 8p.1 9p.1 S.2 S.3 W.1 W.2",
    "1s.1 2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 8s.1 9s.1 C.2 C.3 N.1 N.2",
    "1m.2 2m.2 3m.2 1p.2 2p.2 3p.2 1s.2 2s.2 3s.2 F.1 F.2 P.1 P.2",
];

/// `5p.2`, or `1f` for a flower.
pub(super) fn tile(text: &str) -> Tile {
    let (face, copy) = text.split_once('.').unwrap_or((text, "1"));
    let face: Face = face.parse().unwrap();
    let copy: usize = copy.parse().unwrap();
    Tile::all().filter(|tile| tile.face() == face).nth(copy - 1).unwrap()
}

pub(super) fn start(rules: &str, rivers: bool) -> SessionStart {
    let rulings = Rulings::default();
    SessionStart {
        session: 1,
        table: 7,
        rules: RuleSet::named(rules).unwrap(),
        rulings,
        digest: rulings.digest().unwrap(),
        players: [1, 2, 3, 4].map(PlayerId),
        hands: 16,
        rivers,
        nonce: [0; 16],
        language: Default::default(),
        buttons_declare: false,
    }
}

/// A table with a clock in milliseconds.
pub(super) struct Bench {
    pub table: Table,
    pub now: u64,
    pub events: Vec<Event>,
    pub refused: Vec<Refused>,
}

impl Bench {
    pub fn new(rules: &str, rivers: bool) -> Bench {
        let mut bench =
            Bench { table: Table::new(), now: 1_000, events: Vec::new(), refused: Vec::new() };
        bench.order(Command::StartSession(start(rules, rivers)));
        bench.order(Command::StartHand);
        bench
    }

    /// Dealt and quiet.
    pub fn dealt(hands: [&str; 4]) -> Bench {
        let mut bench = Bench::new("mcr", true);
        bench.deal(hands);
        bench
    }

    pub fn deal(&mut self, hands: [&str; 4]) {
        for (seat, tiles) in Seat::ALL.into_iter().zip(hands) {
            for text in tiles.split(' ') {
                self.put(text, Place::Hand(seat));
            }
        }
        self.wait(1_000);
        assert!(self.events.iter().any(|event| matches!(event, Event::Dealt { .. })));
    }

    pub fn input(&mut self, input: Input) {
        let (events, refused) = (&mut self.events, &mut self.refused);
        let now = Tick(0) + Span::millis(self.now);
        self.table.step(now, input, &mut |effect| match effect {
            Effect::Commit(event) => events.push(event),
            Effect::Refused(why) => refused.push(why),
            Effect::Provisional(_) => {}
        });
    }

    pub fn order(&mut self, command: Command) {
        self.input(Input::Ordered(command));
    }

    pub fn call(&mut self, seat: Seat, call: Call) {
        self.input(Input::Called { seat, call });
    }

    pub fn put(&mut self, text: &str, place: Place) {
        self.input(Input::Placed { tile: tile(text), place });
    }

    pub fn wait(&mut self, millis: u64) {
        let end = self.now + millis;
        while self.now < end {
            self.now += 50;
            self.input(Input::Tick);
        }
    }

    /// Lifts a tile, and lays it down half a second later.
    pub fn carry(&mut self, text: &str, place: Place) {
        self.put(text, Place::Away);
        self.wait(500);
        self.put(text, place);
    }

    /// A whole turn: a tile from the wall, another into the river.
    pub fn turn(&mut self, seat: Seat, drawn: &str, thrown: &str) {
        self.put(drawn, Place::Hand(seat));
        self.wait(1_500);
        self.carry(thrown, Place::River(seat));
        self.wait(1_000);
    }

    /// The acts recorded, without their tiles: `draw B`, `discard A C.1`.
    pub fn acts(&self) -> Vec<String> {
        self.events.iter().filter_map(act).collect()
    }

    pub fn flags(&self) -> Vec<FlagKind> {
        let flags = self.events.iter().filter_map(|event| match event {
            Event::Flagged(flag) => Some(flag.kind),
            _ => None,
        });
        flags.collect()
    }

    /// The state that the records alone give.
    pub fn replayed(&self) -> State {
        let mut state = State::new();
        for event in &self.events {
            apply(&mut state, event);
        }
        state
    }
}

fn name(seat: Seat) -> &'static str {
    ["A", "B", "C", "D"][seat.index()]
}

fn act(event: &Event) -> Option<String> {
    use std::format;
    let shown = |tile: Option<Tile>| tile.map_or(String::from("?"), |tile| format!("{tile}"));
    Some(match event {
        Event::Play { play, .. } => match play {
            Play::Deal { .. } => return None,
            Play::Flower { seat, tile } => format!("flower {} {tile}", name(*seat)),
            Play::Draw { seat, tile, .. } => format!("draw {} {}", name(*seat), shown(*tile)),
            Play::Discard { seat, tile } => format!("discard {} {}", name(*seat), shown(*tile)),
            Play::Chow { seat, claimed, .. } => format!("chow {} {claimed}", name(*seat)),
            Play::Pung { seat, claimed, .. } => format!("pung {} {claimed}", name(*seat)),
            Play::Kong { seat, kind, .. } => {
                let kind = match kind {
                    crate::game::KongKind::Claimed { .. } => "claimed",
                    crate::game::KongKind::Concealed => "concealed",
                    crate::game::KongKind::Promoted { .. } => "promoted",
                };
                format!("kong {} {kind}", name(*seat))
            }
            Play::Hu { seat, tile, .. } => format!("hu {} {}", name(*seat), shown(*tile)),
            Play::DrawnHand => String::from("drawn hand"),
        },
        Event::TakenBack { seat, .. } => format!("taken back {}", name(*seat)),
        Event::Named { seat, tile } => format!("named {} {tile}", name(*seat)),
        Event::DiscardNamed { seat, tile } => format!("had thrown {} {tile}", name(*seat)),
        _ => return None,
    })
}

/// No throws at all.
pub(super) const NO_DICE: Few<u8, 2> = Few::new();
