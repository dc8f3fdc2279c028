//! Plays seeded sessions of the simulated world through the game and counts what it got wrong.
//!
//! `cargo run --release -p host-sim --example inference -- sessions=10 seed=1 book=mcr speed=1 river=yes buttons=yes`
//! With `foul=EarlyDraw` one foul of that kind is staged in the second hand of each session.

use std::collections::BTreeMap;

use host_sim::world::play::course::Course;
use host_sim::world::play::foul::{FoulKind, Staged};
use host_sim::world::play::grade::{Recorded, grade, grade_result};
use host_sim::world::play::pace::{Pace, Pressing};
use host_sim::world::play::session::SessionPlan;
use host_sim::world::play::settling::{Lag, Told};
use host_sim::world::play::timeline::{Call as Pressed, Order};
use table_core::enrolment::TagUid;
use table_core::event::Event;
use table_core::game::{
    Call, Command, Effect, Few, Input, Phase, Play, PlayerId, RuleId, RuleSet, Sanction,
    SessionStart, State, Table, apply,
};
use table_core::place::{Antenna, Place, Zone};
use table_core::rules::{Rulings, Settlement, book};
use table_core::seat::Seat;
use table_core::time::{Span, Tick};

/// What a run came to.
#[derive(Default)]
#[allow(missing_docs)]
pub struct Tally {
    pub hands: usize,
    pub events: usize,
    pub wrong: usize,
    pub missed: usize,
    pub unknown: usize,
    pub bad: usize,
    pub results_wrong: usize,
    pub unfinished: usize,
    pub asked: usize,
    pub uncertain: usize,
    pub effort: u16,
    pub flags: BTreeMap<String, usize>,
    pub staged: usize,
    pub noticed: usize,
    pub right_rule: usize,
    pub named: Vec<u64>,
    pub committed: Vec<u64>,
    pub searches: BTreeMap<u16, usize>,
}

fn call(pressed: Pressed) -> Call {
    match pressed {
        Pressed::Chow => Call::Chow,
        Pressed::Pung => Call::Pung,
        Pressed::Kong => Call::Kong,
        Pressed::Flower => Call::Flower,
        Pressed::Hu => Call::Hu,
        Pressed::Referee => Call::Referee,
        Pressed::Confirm => Call::Confirm,
    }
}

#[allow(dead_code)]
fn main() {
    let options: Vec<String> = std::env::args().skip(1).collect();
    run(&options);
}

/// Plays sessions as the options say (see above) and prints what went wrong.
pub fn run(options: &[String]) -> Tally {
    let option = |name: &str| {
        options
            .iter()
            .find_map(|it| it.strip_prefix(&format!("{name}=")).map(str::to_owned))
    };
    let number = |name: &str, default: f64| {
        option(name)
            .and_then(|it| it.parse().ok())
            .unwrap_or(default)
    };
    let sessions = number("sessions", 5.0) as u64;
    let first = number("seed", 1.0) as u64;
    let hands = number("hands", 16.0) as u16;
    let rules = option("book").unwrap_or("mcr".to_owned());
    let rivers = option("river").is_none_or(|it| it != "no");
    let speak = option("speak").is_some();
    let show = number("show", 6.0) as usize;
    let foul = option("foul").map(|name| {
        FoulKind::ALL
            .into_iter()
            .find(|kind| format!("{kind:?}") == name)
            .expect("a kind of foul")
    });
    let the_book = book(&rules).expect("a book");
    let pace = Pace {
        speed: number("speed", 1.0),
        no_river: !rivers,
        pressing: match option("buttons").as_deref() {
            Some("no") => Pressing {
                hu: 1.0,
                ..Pressing::NEVER
            },
            _ => Pressing::ALWAYS,
        },
        ..Pace::default()
    };
    let mut tally = Tally::default();
    let clock = std::time::Instant::now();
    for seed in first..first + sessions {
        let mut plan = SessionPlan::new(the_book, hands, seed);
        plan.foul = foul.map(|kind| (2, Staged { kind, turn: 6 }));
        session(&plan, pace, rivers, speak, show, &rules, &mut tally);
    }
    for list in [&mut tally.named, &mut tally.committed] {
        list.sort_unstable();
    }
    let at = |list: &[u64], part: usize| list.get(list.len() * part / 100).copied().unwrap_or(0);
    println!(
        "hands {} events {} wrong {} missed {} unknown {} bad hands {} unfinished {} results wrong {} asked {} uncertain {}",
        tally.hands,
        tally.events,
        tally.wrong,
        tally.missed,
        tally.unknown,
        tally.bad,
        tally.unfinished,
        tally.results_wrong,
        tally.asked,
        tally.uncertain
    );
    println!("flags {:?}", tally.flags);
    if tally.staged > 0 {
        println!(
            "fouls staged {} noticed {} by the right rule {}",
            tally.staged, tally.noticed, tally.right_rule
        );
    }
    let total: usize = tally.searches.values().sum();
    let nodes = |part: usize| {
        let mut seen = 0;
        tally
            .searches
            .iter()
            .find(|(_, count)| {
                seen += **count;
                seen * 1_000 >= total * part
            })
            .map_or(0, |(nodes, _)| *nodes)
    };
    println!(
        "named p50 {} p95 {}; committed p50 {} p95 {} ms; nodes p50 {} p99 {} p99.9 {} most {}; {:?}",
        at(&tally.named, 50),
        at(&tally.named, 95),
        at(&tally.committed, 50),
        at(&tally.committed, 95),
        nodes(500),
        nodes(990),
        nodes(999),
        tally.effort,
        clock.elapsed()
    );
    tally
}

fn session(
    plan: &SessionPlan,
    pace: Pace,
    rivers: bool,
    speak: bool,
    show: usize,
    rules: &str,
    tally: &mut Tally,
) {
    let start = SessionStart {
        session: 1,
        table: 1,
        rules: RuleSet::named(rules).expect("a book"),
        rulings: plan.rulings,
        digest: Rulings::digest(&plan.rulings).expect("fits"),
        players: [1, 2, 3, 4].map(PlayerId),
        hands: plan.hands,
        rivers,
    };
    let mut table = Table::new();
    let mut replayed = State::new();
    for performed in Course::new(plan, pace, Tick(1_000_000)) {
        let performed = performed.expect("a lawful world");
        let truth = &performed.hand.truth;
        let mut events: Vec<(Tick, Event)> = vec![];
        let mut named: Vec<(Tick, Play)> = vec![];
        let mut refused = vec![];
        let mut asked_at: Option<Tick> = None;
        let mut confirm_at: Option<Tick> = None;
        let mut answered = false;
        let mut asked_here = false;
        let mut told = performed.feed(Lag::default()).peekable();
        let (begins, ends) = performed.line.span;
        let mut now = begins.min(told.peek().map_or(begins, |(at, _)| *at));
        let end = ends + Span::secs(3);
        let mut before_end: Option<(Recorded, bool)> = None;
        while now <= end {
            let mut inputs = vec![];
            while let Some((at, what)) = told.next_if(|(at, _)| *at <= now) {
                let _ = at;
                match what {
                    Told::Placed { tile, place } => inputs.push(Input::Placed { tile, place }),
                    Told::Called { seat, call: it } => inputs.push(Input::Called {
                        seat,
                        call: call(it),
                    }),
                    Told::Foreign { place, there } => {
                        if let (true, Place::Hand(seat) | Place::Meld(seat) | Place::River(seat)) =
                            (there, place)
                        {
                            let antenna = Antenna {
                                seat,
                                zone: Zone::HandLeft,
                            };
                            inputs.push(Input::Foreign {
                                tag: TagUid(7),
                                antenna,
                            });
                        }
                    }
                    Told::Ordered(order) => match order {
                        Order::StartSession(_) => {
                            inputs.push(Input::Ordered(Command::StartSession(start)))
                        }
                        Order::StartHand(_) => {
                            inputs.push(Input::Ordered(Command::StartHand));
                            let throws = Few::from_some(truth.opening.throws.clone());
                            inputs.push(Input::Ordered(Command::Dice(throws)));
                        }
                        Order::Ruled { seat, dead, again } => {
                            let rule = truth
                                .slips()
                                .next()
                                .map_or("MCR 3.11.2.2", |slip| slip.rule);
                            inputs.push(Input::Ordered(Command::RefuseHu { seat }));
                            if dead {
                                let sanction = Sanction {
                                    dead,
                                    ..Sanction::warning(seat, rule)
                                };
                                inputs.push(Input::Ordered(Command::Penalise(sanction)));
                            } else {
                                inputs.push(Input::Ordered(Command::Rule {
                                    rule: RuleId::new(rule),
                                    seat: Some(seat),
                                }));
                            }
                            if again {
                                inputs.push(Input::Ordered(Command::VoidHand { again }));
                            }
                        }
                        Order::ConfirmResult => confirm_at = Some(now),
                        Order::EndSession => {}
                    },
                }
            }
            inputs.push(Input::Tick);
            if asked_at.is_some_and(|at| now.since(at) >= Span::secs(1))
                && !answered
                && performed.line.slips.is_empty()
            {
                answered = true;
                for play in truth.plays() {
                    if let Play::Hu {
                        seat,
                        tile: Some(tile),
                        way,
                    } = play
                    {
                        inputs.push(Input::Ordered(Command::Hu { seat, tile, way }));
                    }
                }
            }
            if confirm_at.is_some() && table.state().phase == Phase::Judging {
                inputs.push(Input::Ordered(Command::ConfirmResult { declared: None }));
                confirm_at = None;
            }
            for input in inputs {
                let judging = table.state().phase == Phase::Judging;
                if judging {
                    let proposed: Vec<_> = table.state().proposed.iter().collect();
                    let mut settlement = Settlement::NOTHING;
                    for win in &proposed {
                        for seat in Seat::ALL {
                            let points = win.payments[seat.index()];
                            if seat != win.seat && points.0 != 0 {
                                settlement
                                    .pay(seat, win.seat, table_core::rules::Points(-points.0))
                                    .expect("fits");
                            }
                        }
                    }
                    before_end = Some((
                        Recorded {
                            wins: proposed.iter().map(|win| (win.seat, win.worth)).collect(),
                            settlement,
                            totals: Default::default(),
                        },
                        true,
                    ));
                }
                table.step(now, input, &mut |effect| match effect {
                    Effect::Commit(event) => {
                        if speak {
                            println!("{:>9} {event}", now.since(begins).0 / 1_000);
                        }
                        match event {
                            Event::Asked(_) => {
                                asked_at = asked_at.or(Some(now));
                                asked_here = true;
                            }
                            Event::Flagged(flag) => {
                                *tally.flags.entry(format!("{:?}", flag.kind)).or_default() += 1;
                                if speak {
                                    println!("          {flag:?}");
                                }
                            }
                            Event::Play { sure: false, .. } => tally.uncertain += 1,
                            _ => {}
                        }
                        events.push((now, event));
                    }
                    Effect::Provisional(best) => {
                        for play in best.plays() {
                            if !named.iter().any(|(_, other)| *other == play) {
                                named.push((now, play));
                            }
                        }
                    }
                    Effect::Refused(why) => refused.push((now.since(begins).0 / 1_000, why)),
                });
                tally.effort = tally.effort.max(table.effort());
                *tally.searches.entry(table.effort()).or_default() += 1;
            }
            now = now + Span::millis(50);
        }
        for (_, event) in &events {
            apply(&mut replayed, event);
        }
        assert!(replayed == *table.state(), "replay differs");
        assert!(
            table
                .state()
                .session
                .as_ref()
                .is_none_or(|it| it.balanced())
        );
        let acts = |events: &[(Tick, Event)]| -> Vec<(Tick, Play)> {
            events
                .iter()
                .filter_map(|(at, event)| match event {
                    Event::Play { play, .. } => Some((*at, *play)),
                    Event::Dealt { .. } => Some((
                        *at,
                        Play::Deal {
                            dealer: truth.deal.dealer,
                        },
                    )),
                    _ => None,
                })
                .collect()
        };
        // What was undone did not count.
        let committed = acts(&events);
        let marks = grade(&performed.line.truth, &committed);
        let slip = performed.line.slips.first().cloned();
        let finished = table.state().phase == Phase::Between;
        let totals = table
            .state()
            .session
            .map_or_else(Default::default, |it| it.totals);
        let mut result = before_end.map_or_else(Recorded::default, |(recorded, _)| recorded);
        result.totals = totals;
        let result_marks = grade_result(&performed.hand, &result);
        tally.hands += 1;
        tally.events += marks.events_true;
        tally.wrong += marks.events_wrong;
        tally.missed += marks.events_missed;
        tally.unknown += marks.events_unknown;
        tally.asked += usize::from(asked_here);
        tally.unfinished += usize::from(!finished);
        let again = slip.as_ref().is_some_and(|slip| slip.slip.again);
        tally.results_wrong += usize::from(finished && !again && !result_marks.is_right());
        tally
            .committed
            .extend(marks.delays.iter().map(|span| span.0 / 1_000));
        for (at, play) in &named {
            if let Some((done, _)) = performed.line.truth.iter().find(|(_, act)| act == play) {
                tally.named.push(at.since(*done).0 / 1_000);
            }
        }
        if let Some(slip) = slip {
            tally.staged += 1;
            let flags: Vec<_> = events
                .iter()
                .filter_map(|(at, event)| match event {
                    Event::Flagged(flag)
                        if *at + Span::secs(6) >= slip.at
                            && *at <= slip.righted + Span::secs(20) =>
                    {
                        Some((at.since(slip.at).0 / 1_000, *flag))
                    }
                    _ => None,
                })
                .collect();
            tally.noticed += usize::from(!flags.is_empty());
            tally.right_rule +=
                usize::from(flags.iter().any(|(_, flag)| flag.rule.is(slip.slip.rule)));
            if flags.is_empty() && tally.bad < show {
                println!(
                    "seed {} {:?} by {:?} not noticed; at {} righted {}",
                    plan.seed,
                    slip.slip.kind,
                    slip.slip.seat,
                    slip.at.since(begins).0 / 1_000,
                    slip.righted.since(begins).0 / 1_000
                );
            }
            if speak {
                println!(
                    "slip {:?} {:?} at {}: {flags:?}",
                    slip.slip.kind,
                    slip.slip.seat,
                    slip.at.since(begins).0 / 1_000
                );
            }
        }
        let bad = !marks.is_perfect() || !result_marks.is_right() || !finished;
        if bad {
            if tally.bad < show {
                println!(
                    "seed {} hand {}: wrong {} missed {} asked {asked_here} finished {finished} result {result_marks:?} refused {refused:?}",
                    plan.seed, truth.deal.number, marks.events_wrong, marks.events_missed
                );
                for (at, play) in performed
                    .line
                    .truth
                    .iter()
                    .filter(|(_, play)| !committed.iter().any(|(_, it)| it == play))
                    .take(4)
                {
                    println!("   missed {} {play:?}", at.since(begins).0 / 1_000);
                }
                for (at, play) in committed
                    .iter()
                    .filter(|(_, play)| !performed.line.truth.iter().any(|(_, it)| it == play))
                    .take(4)
                {
                    println!("   extra  {} {play:?}", at.since(begins).0 / 1_000);
                }
            }
            tally.bad += 1;
            // The next hand starts from the truth again: another session.
            return;
        }
    }
}
