//! Moments of a session, made from events as the table records them.
#![allow(dead_code)]

use table_core::event::{Event, Part, PartTrouble, ReaderTrouble};
use table_core::game::{
    Agreed, Asks, Ended, Entry, Evidence, Few, Flag, FlagKind, PenaltyId, Play, PlayerId, Proposed,
    Receives, Refused, RuleId, RuleSet, Runs, Sanction, SessionStart, Source, Standing, State, Way,
    Winners, apply,
};
use table_core::hand::{Giver, Meld, MeldKind};
use table_core::place::Place;
use table_core::rules::{Deal, Memory, Points, Rulings, Verdict};
use table_core::seat::Seat;
use table_core::tile::{Face, TILES, Tile};
use table_core::time::{Span, Tick};
use table_core::trust::Identity;
use table_core::trust::SoftwareKey;
use table_core::view::{Apparatus, Fault, Language, Page, Seen, Throw, View, Viewer};

/// A table at some moment.
#[derive(Clone)]
pub struct Stage {
    pub state: State,
    pub viewer: Viewer,
    pub apparatus: Apparatus,
    pub now: Tick,
    pub thinking: Option<(Seat, Tick)>,
    pub opening: Option<Tick>,
    pub played: Span,
    pub agreed: [bool; 4],
    pub called_hu: Option<Seat>,
    pub lying: [Place; TILES],
}

pub const A: Seat = Seat::First;
pub const B: Seat = Seat::Second;
pub const C: Seat = Seat::Third;
pub const D: Seat = Seat::Fourth;

impl Stage {
    pub fn idle() -> Stage {
        Stage {
            state: State::new(),
            viewer: Viewer::new(),
            apparatus: Apparatus {
                fingerprint: SoftwareKey::from_seed(&[7; 32]).public().fingerprint(),
                enrolled: 144,
                link: true,
                power: true,
                recording: true,
                page: Page::Ready,
                fault: None,
                throws: Few::new(),
            },
            now: Tick(0) + Span::secs(3_600),
            thinking: None,
            opening: None,
            played: Span::secs(0),
            agreed: [false; 4],
            called_hu: None,
            lying: [Place::Away; TILES],
        }
    }

    pub fn session(rules: &str, language: Language) -> Stage {
        let mut stage = Stage::idle();
        let rulings = Rulings::default();
        let start = SessionStart {
            session: 12,
            table: 7,
            rules: RuleSet::named(rules).unwrap(),
            rulings,
            digest: rulings.digest().unwrap(),
            players: [101, 214, 37, 158].map(PlayerId),
            hands: 16,
            rivers: true,
            buttons_declare: false,
            language,
            nonce: [0; 16],
        };
        stage.happens(Event::SessionStarted(start, Identity::NOBODY));
        stage
    }

    /// Some hands later.
    pub fn hand(rules: &str, language: Language) -> Stage {
        let mut stage = Stage::session(rules, language);
        for points in [[33, -8, -17, -8], [-16, -16, 48, -16], [24, -8, -8, -8], [-9, 25, -8, -8]] {
            let payments = points.map(Points);
            let by = Agreed::Seats;
            stage.happens(Event::ResultConfirmed { by, declared: None, computed: 9, payments });
            let end = Ended::Won(Winners([true, false, false, false]));
            stage.happens(Event::HandEnded { end, played: Span::secs(900) });
        }
        let deal = Deal { number: 5, dealer: B, ..Deal::FIRST };
        stage.happens(Event::HandStarted { deal, played: Span::secs(1_721) });
        stage.played = Span::secs(1_733);
        stage
    }

    pub fn dealt(rules: &str, language: Language) -> Stage {
        let mut stage = Stage::hand(rules, language);
        let sums: &[u8] = if rules == "mcr" { &[7, 9] } else { &[9] };
        let throws = Few::from_some(sums.iter().copied());
        stage.happens(Event::Dice { throws, wall: D, stacks: 16 });
        let mut tiles = Tile::all();
        let hands = Seat::ALL
            .map(|seat| Few::from_some(tiles.by_ref().take(if seat == B { 14 } else { 13 })));
        stage.happens(Event::Dealt { hands });
        stage.opening = Some(stage.now);
        stage
    }

    /// The dealer has discarded, the next has drawn.
    pub fn turn(rules: &str, language: Language) -> Stage {
        let mut stage = Stage::offer(rules, language);
        let wall = Tile::all().nth(60);
        stage.plays(Play::Draw { seat: C, tile: wall, source: Source::Head });
        stage.thinking = Some((C, stage.now));
        stage
    }

    pub fn offer(rules: &str, language: Language) -> Stage {
        let mut stage = Stage::dealt(rules, language);
        let held = stage.state.board.at(Place::Hand(B)).next();
        stage.plays(Play::Discard { seat: B, tile: held });
        stage
    }

    pub fn plays(&mut self, play: Play) {
        self.happens(Event::Play { play, sure: true });
    }

    pub fn happens(&mut self, event: Event) {
        apply(&mut self.state, &event);
        self.viewer.follow(self.now, &event);
    }

    pub fn breaks(&mut self, part: Part, trouble: PartTrouble) {
        self.happens(Event::PartTrouble { part, trouble });
    }

    pub fn flagged(&mut self, kind: FlagKind, seat: Option<Seat>) {
        let evidence: Few<Evidence, 8> = Few::new();
        let rule = RuleId::new("MCR 3.11.6.4");
        self.happens(Event::Flagged(Flag { kind, rule, seat, evidence, silent: false }));
    }

    /// A while later.
    pub fn after(mut self, span: Span) -> Stage {
        self.view();
        self.now = self.now + span;
        self.played = Span(self.played.0 + span.0);
        self
    }

    pub fn with(mut self, change: impl FnOnce(&mut Stage)) -> Stage {
        change(&mut self);
        self
    }

    pub fn view(&mut self) -> View {
        let seen = Seen {
            now: self.now,
            state: &self.state,
            board: &self.state.board,
            thinking: self.thinking,
            opening: self.opening,
            played: self.played,
            agreed: self.agreed,
            called_hu: self.called_hu,
            lying: &self.lying,
        };
        self.viewer.view(&seen, &self.apparatus)
    }

    /// Somebody wins with these standing tiles and sets.
    pub fn wins(
        &mut self,
        seat: Seat,
        way: Way,
        standing: &str,
        melds: &[Meld],
        on: &str,
        flowers: u8,
    ) {
        let mut left: Vec<Tile> = Tile::all().collect();
        let mut tile = |text: &str| {
            let face: Face = text.parse().unwrap();
            let at = left.iter().position(|tile| tile.face() == face).unwrap();
            left.remove(at)
        };
        let won = tile(on);
        let standing = Few::from_some(standing.split(' ').map(&mut tile).collect::<Vec<_>>());
        let mut win = Proposed {
            seat,
            tile: won,
            way,
            source: Source::Head,
            concealed_kong: false,
            kongs_in_a_row: 0,
            standing,
            melds: Few::from_some(melds.iter().copied()),
            flowers,
            last_tile: false,
            last_of_kind: false,
            opening: false,
            standing_as: Standing::Legal,
            entries: Few::new(),
            worth: 0,
            payments: [Points(0); 4],
        };
        let session = self.state.session.unwrap();
        let (book, rulings) = (self.state.book().unwrap(), session.start.rulings);
        let declared = win.declared(&session.deal);
        let Ok(Verdict::Legal(counted)) = book.judge(&declared, &Memory::default(), &rulings)
        else {
            panic!("not a legal win");
        };
        let entries =
            counted.lines.iter().map(|line| Entry { number: line.number, times: line.times });
        win.entries = Few::from_some(entries);
        win.worth = counted.paid;
        win.payments = book.settle(&declared, &counted, &rulings).unwrap().settlement.by_seat();
        let hu = Play::Hu { seat, tile: Some(won), way };
        self.happens(Event::Play { play: hu, sure: true });
        self.happens(Event::ResultProposed(win));
    }

    pub fn confirmed(&mut self, by: Agreed) {
        let mut payments = [Points(0); 4];
        for win in self.state.proposed.iter() {
            for (sum, points) in payments.iter_mut().zip(win.payments) {
                sum.0 += points.0;
            }
        }
        self.happens(Event::ResultConfirmed { by, declared: None, computed: 0, payments });
        let end = Ended::Won(Winners([false, false, true, false]));
        self.happens(Event::HandEnded { end, played: Span::secs(2_000) });
    }

    pub fn ended(&mut self, end: Ended) {
        self.happens(Event::HandEnded { end, played: Span::secs(2_000) });
    }
}

pub fn meld(kind: MeldKind, face: &str, from: Giver) -> Meld {
    Meld { kind, face: face.parse().unwrap(), from, promoted: false }
}

/// Pure straight, claimed from the dealer.
pub fn ordinary_win(language: Language) -> Stage {
    Stage::turn("mcr", language).with(|it| {
        let melds = [meld(MeldKind::Pung, "W", Giver::Right)];
        let standing = "1m 2m 3m 4m 5m 6m 7m 8m 5p 5p";
        it.wins(C, Way::Discard { from: B }, standing, &melds, "9m", 2);
    })
}

fn rich_win(language: Language) -> Stage {
    Stage::turn("mcr", language).with(|it| {
        let melds = [
            meld(MeldKind::ConcealedKong, "C", Giver::Nobody),
            meld(MeldKind::Kong, "F", Giver::Left),
            meld(MeldKind::ConcealedKong, "9s", Giver::Nobody),
        ];
        it.wins(D, Way::SelfDrawn, "N N P P", &melds, "N", 3);
    })
}

fn hong_kong_wins(language: Language) -> Stage {
    Stage::turn("gghk", language).with(|it| {
        let melds =
            [meld(MeldKind::Pung, "C", Giver::Right), meld(MeldKind::Pung, "F", Giver::Left)];
        let way = Way::Discard { from: B };
        it.wins(A, way, "2s 3s 4s 6s 6s 8s 8s", &melds, "6s", 0);
        it.wins(D, way, "1p 1p 1p 2p 3p 4p 5p 6p 7p 8p 9p 9p 9p", &[], "6p", 0);
    })
}

fn seven_pairs(language: Language) -> Stage {
    Stage::turn("mcr", language).with(|it| {
        let standing = "1m 1m 4m 4m 2p 2p 7p 7p 3s 3s 8s 8s E";
        it.wins(B, Way::SelfDrawn, standing, &[], "E", 0);
    })
}

/// Every face there is.
fn all_faces() -> Stage {
    Stage::session("mcr", Language(0)).with(|it| it.viewer.refused(it.now, Refused::TilesLying))
}

/// The same moment before and after a second has passed.
pub fn one_second() -> (View, View) {
    let mut before = Stage::turn("mcr", Language(0)).after(Span::secs(2));
    let mut after = before.clone().after(Span::secs(1));
    (before.view(), after.view())
}

/// Every screen, by name.
pub fn scenes(language: Language) -> Vec<(String, View)> {
    let mut scenes: Vec<(&str, Stage)> = vec![];
    // Without a session the table speaks as in the last one; over the pages of a new table it has none.
    let idle = |page| {
        Stage::idle().with(|it| {
            it.apparatus.page = page;
        })
    };
    scenes.push(("ready", idle(Page::Ready)));
    scenes.push((
        "ready-with-faults",
        idle(Page::Ready).with(|it| {
            it.happens(Event::ReaderTrouble { seat: B, trouble: ReaderTrouble::Absent });
            it.happens(Event::ReaderTrouble { seat: D, trouble: ReaderTrouble::NoField });
            it.apparatus.link = false;
            it.breaks(Part::Pad(C), PartTrouble::Absent);
            it.breaks(Part::SeatDisplays, PartTrouble::Absent);
        }),
    ));
    scenes.push((
        "sensor-test",
        idle(Page::SensorTest).with(|it| {
            it.lying.iter_mut().skip(20).take(13).for_each(|place| *place = Place::Hand(A));
            it.lying.iter_mut().skip(40).take(3).for_each(|place| *place = Place::Meld(B));
            it.lying[75] = Place::River(C);
            it.happens(Event::TilePlaced {
                tile: Tile::all().nth(75).unwrap(),
                place: Place::River(C),
            });
        }),
    ));
    scenes.push(("sessions-none", idle(Page::Sessions)));
    scenes.push((
        "sessions",
        idle(Page::Sessions).with(|it| {
            for number in 0..11i32 {
                let rules = if number % 3 == 2 { "gghk" } else { "mcr" };
                let mut start = Stage::session(rules, language).state.session.unwrap().start;
                start.session = 100 + number as u16;
                it.happens(Event::SessionStarted(start, Identity::NOBODY));
                let mut sheet = it.state.sheet().unwrap();
                sheet.hands = 16 - number as u8 % 5;
                sheet.totals =
                    [137 - 11 * number, -52, 3 * number - 40, 8 * number - 45].map(Points);
                it.happens(Event::SessionEnded(sheet));
            }
            it.state = State::new();
        }),
    ));
    scenes.push(("next-hand", Stage::session("mcr", language)));
    scenes.push(("dice", Stage::hand("mcr", language)));
    scenes.push((
        "dice-second",
        Stage::hand("mcr", language).with(|it| {
            it.apparatus.throws = Few::from_some([Throw { sum: 7, faces: [3, 4, 0] }]);
        }),
    ));
    scenes.push((
        "deal",
        Stage::hand("mcr", language).with(|it| {
            let throws = [Throw { sum: 7, faces: [1, 6, 0] }, Throw { sum: 9, faces: [5, 4, 0] }];
            it.apparatus.throws = Few::from_some(throws);
            let throws = Few::from_some([7, 9]);
            it.happens(Event::Dice { throws, wall: D, stacks: 16 });
        }),
    ));
    scenes.push(("opening", Stage::dealt("mcr", language).after(Span::secs(6))));
    scenes.push(("claim", Stage::offer("mcr", language).after(Span::secs(1))));
    scenes.push(("turn", Stage::turn("mcr", language).after(Span::millis(2_500))));
    scenes.push((
        "turn-late",
        Stage::turn("mcr", language).after(Span::secs(14)).with(|it| {
            it.happens(Event::Clock { runs: Runs::Discard, seat: Some(C) });
            it.flagged(FlagKind::Overtime, Some(C));
        }),
    ));
    scenes.push((
        "hong-kong",
        Stage::turn("gghk", language).after(Span::secs(41)).with(|it| {
            it.happens(Event::Penalty {
                id: PenaltyId(1),
                sanction: Sanction {
                    seat: A,
                    rule: RuleId::new("HK FM-8"),
                    points: Points(8),
                    to: Receives::EachOther,
                    yellow: 1,
                    red: 1,
                    dead: true,
                    no_melds: true,
                },
            });
        }),
    ));
    scenes.push((
        "paused",
        Stage::turn("mcr", language).with(|it| {
            it.happens(Event::Paused { played: it.played });
            it.apparatus.link = false;
        }),
    ));
    scenes.push(("no-link", Stage::turn("mcr", language).with(|it| it.apparatus.link = false)));
    scenes.push(("hu-called", Stage::turn("mcr", language).with(|it| it.called_hu = Some(A))));
    scenes.push((
        "referee-called",
        Stage::turn("mcr", language).with(|it| it.happens(Event::RefereeCalled { seat: D })),
    ));
    scenes.push((
        "asked",
        Stage::turn("mcr", language).with(|it| {
            it.called_hu = Some(A);
            it.happens(Event::Asked(Asks::Win { seat: A, tiles: Few::new() }));
        }),
    ));
    scenes.push((
        "flags",
        Stage::turn("mcr", language).with(|it| {
            it.flagged(FlagKind::EarlyDraw, Some(A));
            it.happens(Event::ReaderTrouble { seat: C, trouble: ReaderTrouble::Absent });
            it.breaks(Part::Pad(A), PartTrouble::Stuck);
            it.breaks(Part::Pad(B), PartTrouble::Absent);
        }),
    ));
    scenes.push((
        "reader-blind",
        Stage::turn("mcr", language).with(|it| {
            it.happens(Event::ReaderTrouble { seat: C, trouble: ReaderTrouble::Unresponsive });
        }),
    ));
    scenes.push((
        "pad-absent",
        Stage::turn("mcr", language).with(|it| it.breaks(Part::Pad(B), PartTrouble::Absent)),
    ));
    scenes
        .push(("power-fails", Stage::turn("mcr", language).with(|it| it.apparatus.power = false)));
    scenes.push((
        "not-recording",
        Stage::turn("mcr", language).with(|it| it.apparatus.recording = false),
    ));
    scenes.push((
        "time-soon",
        Stage::turn("mcr", language).with(|it| {
            it.played = Span::secs(8_100);
            it.happens(Event::Clock { runs: Runs::SessionNotice, seat: None });
        }),
    ));
    scenes.push((
        "time-up",
        Stage::turn("mcr", language).with(|it| {
            it.played = Span::secs(9_005);
            it.happens(Event::Clock { runs: Runs::SessionOver, seat: None });
            it.ended(Ended::Void);
        }),
    ));
    scenes.push(("result", ordinary_win(language)));
    scenes.push((
        "result-half-agreed",
        ordinary_win(language).with(|it| it.agreed = [true, false, true, false]),
    ));
    scenes.push((
        "result-disputed",
        ordinary_win(language).with(|it| it.happens(Event::RefereeCalled { seat: B })),
    ));
    scenes.push(("result-agreed", ordinary_win(language).with(|it| it.confirmed(Agreed::Seats))));
    scenes.push(("result-rich-1", rich_win(language)));
    scenes.push(("result-rich-2", rich_win(language).after(Span::secs(6))));
    scenes.push(("result-pairs", seven_pairs(language)));
    scenes.push(("result-hong-kong-1", hong_kong_wins(language)));
    scenes.push(("result-hong-kong-2", hong_kong_wins(language).after(Span::secs(6))));
    scenes.push((
        "result-overruled",
        ordinary_win(language).with(|it| {
            let payments = [-8, -24, 40, -8].map(Points);
            let by = Agreed::Referee;
            it.happens(Event::ResultConfirmed { by, declared: Some(16), computed: 0, payments });
            it.ended(Ended::Won(Winners([false, false, true, false])));
        }),
    ));
    scenes.push(("result-drawn", Stage::turn("mcr", language).with(|it| it.ended(Ended::Drawn))));
    scenes.push(("result-again", Stage::turn("gghk", language).with(|it| it.ended(Ended::Again))));
    scenes.push((
        "census",
        Stage::session("mcr", language).with(|it| {
            it.happens(Event::ForeignTag {
                tag: table_core::enrolment::TagUid(0xE004_0100_0000_0001),
                antenna: table_core::place::Antenna {
                    seat: A,
                    zone: table_core::place::Zone::River,
                },
            });
            it.lying[3] = Place::River(B);
            it.lying[70] = Place::River(C);
            it.lying[121] = Place::Hand(A);
            it.viewer.refused(it.now, Refused::TilesLying);
        }),
    ));
    scenes.push((
        "final",
        Stage::hand("mcr", language).with(|it| {
            it.happens(Event::Penalty {
                id: PenaltyId(1),
                sanction: Sanction { points: Points(10), ..Sanction::warning(D, "MCR 3.11.6.4") },
            });
            let sheet = it.state.sheet().unwrap();
            it.happens(Event::SessionEnded(sheet));
        }),
    ));
    scenes.push((
        "final-hong-kong",
        Stage::hand("gghk", language).with(|it| {
            let sheet = it.state.sheet().unwrap();
            it.happens(Event::SessionEnded(sheet));
        }),
    ));
    let faults = [
        ("fault-storage", Fault::Storage),
        ("fault-journal", Fault::Journal),
        ("fault-records", Fault::Records),
        ("fault-enrolment", Fault::Enrolment),
        ("fault-program", Fault::Program),
    ];
    for (name, fault) in faults {
        scenes.push((name, idle(Page::Ready).with(|it| it.apparatus.fault = Some(fault))));
    }
    // Sixteen faces at a time: all forty-two of them.
    for (name, from) in [("tiles-1", 0usize), ("tiles-2", 16), ("tiles-3", 32)] {
        let shown = all_faces().with(|it| {
            for face in Face::all().skip(from).take(16) {
                let at = Tile::all().position(|tile| tile.face() == face).unwrap();
                it.lying[at] = Place::River(A);
            }
        });
        scenes.push((name, shown));
    }
    let say = |mut view: View| {
        view.language = language;
        view
    };
    scenes.into_iter().map(|(name, mut stage)| (name.to_owned(), say(stage.view()))).collect()
}
