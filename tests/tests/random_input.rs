//! Whatever the game is fed, in any order, it does not panic, tiles and points are conserved, and its records give its state back.
//!
//! Sessions of simulated players are the thread; into it come placements, presses, orders and leaps of time that belong nowhere, from
//! none to nothing else. `STEPS` says how many inputs (20,000 unless told), `SEED` where to start.

use conformance::number;
use conformance::random::Random;
use host_sim::world::play::course::Course;
use host_sim::world::play::pace::Pace;
use host_sim::world::play::session::SessionPlan;
use host_sim::world::play::settling::Lag;
use host_sim::world::play::told::STRANGE_TAG;
use sha2::{Digest, Sha256};
use table_core::event::Event;
use table_core::game::{
    Call, Command, Effect, Few, Input, PenaltyId, PlayerId, Receives, RuleId, RuleSet, Sanction,
    SessionStart, State, Table, Way, apply,
};
use table_core::place::{Antenna, Place, Zone};
use table_core::rules::{BOOKS, Points, Rulings};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::{Span, Tick};

/// How many of a hundred inputs belong nowhere.
const WILD: [usize; 5] = [0, 1, 5, 30, 100];
/// Hands of one session.
const HANDS: u16 = 2;
/// The application lets time pass in steps of about this.
const TICK: Span = Span::millis(250);
/// A gap in play is cut to so many ticks.
const MOST_TICKS: u64 = 12;
/// The longest event as bytes; records are no longer.
const LONGEST: usize = 1_024;

#[test]
fn nothing_that_is_fed_breaks_the_game() {
    let (steps, seed) = (number("STEPS", 20_000), number("SEED", 1));
    println!("STEPS={steps} SEED={seed} cargo test -p conformance --release --test random_input");
    let mut random = Random::new(seed);
    let (mut fed, mut committed) = (0, 0);
    while fed < steps {
        let session = random.bits();
        let mut muddle = Muddle::new(session);
        muddle.play(steps - fed);
        muddle.check_replay();
        fed += muddle.fed;
        committed += muddle.committed;
    }
    println!("{fed} inputs, {committed} records");
    assert!(committed > 0);
}

/// A table, what it is fed, and a second state that follows only its records.
struct Muddle {
    seed: u64,
    random: Random,
    start: SessionStart,
    wild: usize,
    table: Table,
    replayed: State,
    now: Tick,
    fed: u64,
    committed: u64,
}

impl Muddle {
    fn new(seed: u64) -> Muddle {
        let mut random = Random::new(seed);
        let rulings = Rulings::default();
        let rules = random.pick(&[RuleSet(0), RuleSet(1)]);
        let start = SessionStart {
            session: 1,
            table: 1,
            rules,
            rulings,
            digest: rulings.digest().unwrap(),
            players: [1, 2, 3, 4].map(PlayerId),
            hands: HANDS,
            rivers: random.chance(60),
            buttons_declare: random.chance(50),
            nonce: [0; 16],
            language: Default::default(),
        };
        let wild = random.pick(&WILD);
        Muddle {
            seed,
            random,
            start,
            wild,
            table: Table::new(),
            replayed: State::new(),
            now: Tick(1_000_000),
            fed: 0,
            committed: 0,
        }
    }

    /// One session, or what is left of it.
    fn play(&mut self, most: u64) {
        let book = BOOKS[usize::from(self.start.rules.0)];
        let plan = SessionPlan { arranged: 0.5, ..SessionPlan::new(book, HANDS, self.seed) };
        let pace = Pace { no_river: !self.start.rivers, ..Pace::hectic() };
        for performed in Course::new(&plan, pace, self.now) {
            let performed = performed.unwrap();
            for (at, told) in performed.feed(Lag::default()) {
                self.pass(at);
                while self.random.chance(self.wild) && self.random.chance(90) {
                    self.something();
                }
                // Now and then something real is never seen, or seen twice.
                let times = match self.random.chance(self.wild) {
                    true => self.random.pick(&[0, 2]),
                    false => 1,
                };
                for input in told.inputs(&performed.hand.truth, &self.start) {
                    (0..times).for_each(|_| self.feed(input));
                }
                if self.fed >= most {
                    return;
                }
            }
        }
    }

    /// Time passes until then.
    fn pass(&mut self, until: Tick) {
        let mut ticks = 0;
        while self.now + TICK < until && ticks < MOST_TICKS {
            self.now = self.now + TICK;
            self.feed(Input::Tick);
            ticks += 1;
        }
        self.now = self.now.max(until);
    }

    fn feed(&mut self, input: Input) {
        self.fed += 1;
        let mut events = vec![];
        self.table.step(self.now, input, &mut |effect| {
            if let Effect::Commit(event) = effect {
                events.push(event);
            }
        });
        let what = || format!("seed {} step {} input {input:?}", self.seed, self.fed);
        for event in events {
            self.committed += 1;
            // The way a record goes: as bytes.
            let mut bytes = [0; LONGEST];
            let kept = postcard::to_slice(&event, &mut bytes)
                .unwrap_or_else(|why| panic!("{why}: {}", what()));
            let read: Event = postcard::from_bytes(kept).unwrap();
            assert_eq!(read, event, "{}", what());
            apply(&mut self.replayed, &read);
            tiles_are_conserved(&self.replayed, &what);
            points_are_conserved(&self.replayed, &what);
        }
    }

    /// What a table that starts again would know is what this one knows.
    fn check_replay(&self) {
        let digest = |state: &State| Sha256::digest(format!("{state:?}"));
        assert_eq!(digest(self.table.state()), digest(&self.replayed), "seed {}", self.seed);
        assert_eq!(self.table.state(), &self.replayed, "seed {}", self.seed);
    }

    fn something(&mut self) {
        let input = match self.random.below(20) {
            0..=8 => Input::Placed { tile: self.tile(), place: self.place() },
            9..=12 => Input::Called { seat: self.seat(), call: self.call() },
            13 => {
                let (seat, zone) = (self.seat(), self.random.pick(&Zone::ALL));
                Input::Foreign { tag: STRANGE_TAG, antenna: Antenna { seat, zone } }
            }
            14 | 15 => {
                let leap = self.random.pick(&[100, 1_000, 5_000, 20_000, 900_000]);
                self.now = self.now + Span::millis(leap);
                Input::Tick
            }
            _ => Input::Ordered(self.order()),
        };
        self.feed(input);
    }

    fn tile(&mut self) -> Tile {
        Tile::new(self.random.between(0, 143)).unwrap()
    }

    fn seat(&mut self) -> Seat {
        self.random.pick(&Seat::ALL)
    }

    fn place(&mut self) -> Place {
        let seat = self.seat();
        let places = [Place::Hand(seat), Place::Meld(seat), Place::River(seat), Place::Away];
        self.random.pick(&places)
    }

    fn call(&mut self) -> Call {
        let calls = [
            Call::Chow,
            Call::Pung,
            Call::Kong,
            Call::Flower,
            Call::Hu,
            Call::Referee,
            Call::Confirm,
        ];
        self.random.pick(&calls)
    }

    fn points(&mut self) -> Points {
        let sizes = [0, 1, 8, 30, 512, 1_000_000, i32::MAX / 3, i32::MAX, -1, i32::MIN];
        Points(self.random.pick(&sizes))
    }

    fn order(&mut self) -> Command {
        let seat = self.seat();
        match self.random.below(24) {
            0 => Command::StartSession(SessionStart {
                rules: RuleSet(self.random.between(0, 2)),
                hands: u16::from(self.random.between(0, 3)),
                ..self.start
            }),
            1..=3 => Command::StartHand,
            4 => {
                let throws = [self.random.between(0, 13), self.random.between(2, 12)];
                Command::Dice(Few::from_some(throws))
            }
            5 => Command::Pause,
            6 => Command::Resume,
            7 => Command::ExtraTime(Span(self.random.pick(&[0, 60_000_000, u64::MAX]))),
            8 => Command::Rule { rule: RuleId::new("MCR 3.11"), seat: Some(seat) },
            9 | 10 => {
                let other = self.seat();
                let to = [Receives::Nobody, Receives::EachOther, Receives::Seat(other)];
                Command::Penalise(Sanction {
                    points: self.points(),
                    to: self.random.pick(&to),
                    dead: self.random.chance(30),
                    ..Sanction::warning(seat, "MCR 3.11.6.6(1)")
                })
            }
            11 => Command::Revoke(PenaltyId(u16::from(self.random.between(0, 5)))),
            12..=14 => Command::Correct { tile: self.tile(), place: self.place() },
            15 | 16 => Command::Undo { plays: self.random.between(0, 8) },
            17 | 18 => {
                let from = self.seat();
                let ways = [Way::SelfDrawn, Way::Discard { from }, Way::Robbing { from }];
                Command::Hu { seat, tile: self.tile(), way: self.random.pick(&ways) }
            }
            19 => Command::ConfirmResult { declared: None },
            20 => {
                let (some, more) = (self.points(), self.points());
                let payments =
                    [some, Points(some.0.wrapping_neg()), more, Points(more.0.wrapping_neg())];
                Command::OverruleResult { declared: 8, payments }
            }
            21 => Command::RefuseHu { seat },
            22 => Command::DrawnHand,
            _ => self.random.pick(&[
                Command::VoidHand { again: true },
                Command::VoidHand { again: false },
                Command::EndSession,
            ]),
        }
    }
}

/// Every tile is in one place, and those that nobody saw are not more than those that are nowhere.
fn tiles_are_conserved(state: &State, what: &impl Fn() -> String) {
    let board = &state.board;
    let lie = Tile::all().filter(|tile| board.place(*tile) != Place::Away).count();
    let hidden =
        board.unseen.iter().chain(&board.unknown).map(|count| usize::from(*count)).sum::<usize>();
    let all = usize::from(board.tiles);
    assert!(lie + hidden <= all, "{lie} lie, {hidden} are hidden, of {all}: {}", what());
    assert_eq!(usize::from(board.wall()), all - lie - hidden, "{}", what());
}

/// Players win from each other: what the hands brought adds up to nothing, and the totals are its sums.
fn points_are_conserved(state: &State, what: &impl Fn() -> String) {
    let Some(session) = &state.session else { return };
    let mut sums = [0i64; 4];
    for row in session.rows.iter() {
        assert_eq!(row.iter().map(|points| i64::from(points.0)).sum::<i64>(), 0, "{}", what());
        sums.iter_mut().zip(row).for_each(|(sum, points)| *sum += i64::from(points.0));
    }
    assert_eq!(session.totals.map(|points| i64::from(points.0)), sums, "{}", what());
    for posted in session.penalties.iter().filter(|it| it.sanction.to != Receives::Nobody) {
        assert_eq!(
            posted.points.iter().map(|points| i64::from(points.0)).sum::<i64>(),
            0,
            "{}",
            what()
        );
    }
}
