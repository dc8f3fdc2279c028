//! Plays seeded hands with people's motions and a tracker's lags through the game, and counts what it got wrong.
//!
//! `cargo run --release -p host-sim --example inference -- [hands] [seed] [mcr|gghk] [rivers|no-river]`

use std::collections::HashMap;

use host_sim::world::play::engine::{Setup, play_hand};
use host_sim::world::play::greedy::{Greedy, Temper};
use host_sim::world::play::random::Random;
use host_sim::world::play::truth::{HandTruth, Step};
use host_sim::world::play::wall::Wall;
use table_core::event::Event;
use table_core::game::{
    Call, Command, Effect, Few, Input, KongKind, Phase, Play, PlayerId, RuleSet, SessionStart,
    Source, State, Table, Way, apply,
};
use table_core::place::Place;
use table_core::rules::{Rulings, book};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::{Span, Tick};

/// Milliseconds since the hand began.
type At = u64;

struct Motions {
    random: Random,
    /// When something really happened.
    moves: Vec<(At, Tile, Place)>,
    calls: Vec<(At, Seat, Call)>,
    acts: Vec<(At, Play)>,
    hu: Option<At>,
}

impl Motions {
    fn ms(&mut self, low: u64, high: u64) -> u64 {
        self.random.millis(low, high).0 / 1_000
    }

    fn carry(&mut self, at: At, tile: Tile, to: Place) -> At {
        let flight = self.ms(250, 900);
        self.moves.push((at, tile, Place::Away));
        self.moves.push((at + flight, tile, to));
        at + flight
    }

    /// Lifts a random standing tile and puts it back.
    fn sort(&mut self, at: At, seat: Seat, held: &[Tile]) {
        if let Some(tile) = self.random.pick(held) {
            let back = at + self.ms(400, 1_800);
            self.moves.push((at, tile, Place::Away));
            self.moves.push((back, tile, Place::Hand(seat)));
        }
    }

    fn make(truth: &HandTruth, random: Random) -> Motions {
        let mut make = Motions {
            random,
            moves: vec![],
            calls: vec![],
            acts: vec![],
            hu: None,
        };
        let mut now: At = 1_000;
        for (seat, tiles) in Seat::ALL.into_iter().zip(&truth.dealt) {
            for (at, tile) in tiles.iter().enumerate() {
                let when = now + (at as u64 / 4) * 2_000 + seat.index() as u64 * 450 + make.ms(0, 300);
                make.moves.push((when, *tile, Place::Hand(seat)));
            }
        }
        now += 10_000;
        let mut hands: [Vec<Tile>; 4] = truth.dealt.clone();
        // First flowers: everybody by himself.
        let mut own_time = [now; 4];
        let mut opening = true;
        let plays: Vec<Play> = truth.plays().collect();
        let mut held: Option<Tile> = None;
        for (at, play) in plays.iter().enumerate() {
            let next = plays.get(at + 1).copied();
            match *play {
                Play::Deal { .. } => {}
                Play::Flower { seat, tile } => {
                    let t = if opening {
                        own_time[seat.index()]
                    } else {
                        now
                    };
                    let t = t + make.ms(600, 2_500);
                    if make.random.chance(0.7) {
                        make.calls.push((t, seat, Call::Flower));
                    }
                    hands[seat.index()].retain(|other| *other != tile);
                    let done = if held == Some(tile) {
                        make.moves.push((t + 300, tile, Place::Meld(seat)));
                        t + 300
                    } else {
                        make.carry(t, tile, Place::Meld(seat))
                    };
                    held = None;
                    make.acts.push((done, *play));
                    own_time[seat.index()] = done;
                    now = if opening { now } else { done };
                }
                Play::Draw { seat, tile, source } => {
                    let tile = tile.expect("the world knows");
                    if opening && source == Source::Head {
                        opening = false;
                    }
                    if !opening {
                        now = now.max(own_time[seat.index()]);
                    }
                    let t = if opening {
                        own_time[seat.index()]
                    } else {
                        now
                    };
                    let t = t + make.ms(500, 1_600);
                    hands[seat.index()].push(tile);
                    let thrown = matches!(next, Some(Play::Discard { tile: Some(other), .. }) if other == tile)
                        || matches!(next, Some(Play::Flower { tile: other, .. }) if other == tile);
                    if thrown && make.random.chance(0.4) {
                        held = Some(tile);
                    } else {
                        make.moves.push((t, tile, Place::Hand(seat)));
                    }
                    make.acts.push((t, *play));
                    own_time[seat.index()] = t;
                    now = if opening { now } else { t };
                    if !opening && make.random.chance(0.3) {
                        let other = seat.after(make.random.below(4));
                        let tiles = hands[other.index()].clone();
                        let when = now + make.ms(0, 1_500);
                        let tiles: Vec<Tile> =
                            tiles.into_iter().filter(|other| *other != tile).collect();
                        let safe: Vec<Tile> = tiles
                            .into_iter()
                            .filter(|tile| {
                                !plays.iter().skip(at).take(10).any(|play| play.tiles().any(|it| it == *tile))
                            })
                            .collect();
                        make.sort(when, other, &safe);
                    }
                }
                Play::Discard { seat, tile } => {
                    let tile = tile.expect("the world knows");
                    if opening {
                        opening = false;
                        now = now.max(own_time[seat.index()]);
                    }
                    let t = now + if make.random.chance(0.1) { make.ms(200, 500) } else { make.ms(500, 4_500) };
                    hands[seat.index()].retain(|other| *other != tile);
                    let done = if held == Some(tile) {
                        make.moves.push((t + 300, tile, Place::River(seat)));
                        t + 300
                    } else {
                        make.carry(t, tile, Place::River(seat))
                    };
                    held = None;
                    let mut done = done;
                    if make.random.chance(0.03) {
                        let back = done + make.ms(300, 900);
                        let again = back + make.ms(400, 1_500);
                        if make.random.chance(0.5) {
                            make.moves.push((back, tile, Place::Hand(seat)));
                        } else {
                            make.moves.push((back, tile, Place::Away));
                        }
                        make.moves.push((again, tile, Place::River(seat)));
                        done = again;
                    }
                    make.acts.push((done, *play));
                    now = done;
                }
                Play::Chow { seat, claimed, own } | Play::Pung { seat, claimed, own, .. } => {
                    let call = if matches!(play, Play::Chow { .. }) { Call::Chow } else { Call::Pung };
                    now = now.max(own_time[seat.index()]);
                    make.claim(&mut now, seat, call, claimed, &own, play);
                    hands[seat.index()].retain(|tile| !own.contains(tile));
                }
                Play::Kong { seat, kind, tiles } => match kind {
                    KongKind::Claimed { tile, .. } => {
                        let own: Vec<Tile> = tiles.into_iter().filter(|it| *it != tile).collect();
                        make.claim(&mut now, seat, Call::Kong, tile, &own, play);
                        hands[seat.index()].retain(|tile| !own.contains(tile));
                    }
                    _ => {
                        let own: Vec<Tile> = match kind {
                            KongKind::Promoted { tile } => vec![tile],
                            _ => tiles.to_vec(),
                        };
                        if opening {
                            opening = false;
                            now = now.max(own_time[seat.index()]);
                        }
                        now += make.ms(600, 3_000);
                        if make.random.chance(0.8) {
                            make.calls.push((now, seat, Call::Kong));
                        }
                        for tile in &own {
                            now += make.ms(100, 1_200);
                            make.carry(now, *tile, Place::Meld(seat));
                        }
                        now += 900;
                        make.acts.push((now, *play));
                        hands[seat.index()].retain(|tile| !own.contains(tile));
                        now += 300;
                    }
                },
                Play::Hu { seat, tile, way } => {
                    if make.hu.is_none() {
                        now += make.ms(300, 2_000);
                        make.hu = Some(now);
                    }
                    let call = now + make.ms(0, 500);
                    make.calls.push((call, seat, Call::Hu));
                    make.acts.push((call, *play));
                    let tile = tile.expect("the world knows");
                    let mut t = call + make.ms(500, 1_500);
                    if way != Way::SelfDrawn && make.random.chance(0.85) {
                        make.carry(t, tile, Place::Meld(seat));
                    }
                    if make.random.chance(0.6) {
                        for tile in hands[seat.index()].clone() {
                            t += make.ms(20, 200);
                            make.carry(t, tile, Place::Meld(seat));
                        }
                    }
                    // Counting chips: tiles of a river go to the winner.
                    if make.random.chance(0.5) {
                        let thrown: Vec<Tile> = plays
                            .iter()
                            .filter_map(|play| match play {
                                Play::Discard { tile, .. } => *tile,
                                _ => None,
                            })
                            .filter(|other| *other != tile)
                            .take(3)
                            .collect();
                        for tile in thrown {
                            let claimed = plays.iter().any(|play| play.claimed() == Some(tile));
                            if !claimed {
                                let when = call + make.ms(2_500, 6_000);
                                make.carry(when, tile, Place::Meld(seat));
                            }
                        }
                    }
                }
                Play::DrawnHand => {
                    make.acts.push((now, *play));
                }
            }
        }
        make
    }

    #[allow(clippy::too_many_arguments)]
    fn claim(&mut self, now: &mut At, seat: Seat, call: Call, claimed: Tile, own: &[Tile], play: &Play) {
        *now += self.ms(300, 1_800);
        if self.random.chance(0.8) {
            self.calls.push((*now, seat, call));
        }
        let mut order: Vec<Tile> = own.to_vec();
        order.push(claimed);
        self.random.shuffle(&mut order);
        let mut last = *now;
        for tile in order {
            *now += self.ms(50, 700);
            last = self.carry(*now, tile, Place::Meld(seat)).max(last);
        }
        *now = last;
        self.acts.push((last, *play));
    }

    /// What the tracker reports.
    fn reports(&mut self) -> Vec<(At, Tile, Place)> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.sort_by_key(|(at, tile, _)| (*at, tile.id()));
        let mut by_tile: HashMap<Tile, Vec<(At, Place)>> = HashMap::new();
        let mut order: Vec<Tile> = vec![];
        for (at, tile, place) in moves {
            if !by_tile.contains_key(&tile) {
                order.push(tile);
            }
            by_tile.entry(tile).or_default().push((at, place));
        }
        let mut reports = vec![];
        for tile in order {
            let mut seen: Vec<(At, Place)> = vec![];
            for (at, place) in &by_tile[&tile] {
                let lag = match place {
                    Place::Away => self.ms(200, 900),
                    _ => self.ms(100, 1_000),
                };
                // Once it is seen elsewhere it is no longer reported as gone.
                let when = at + lag;
                if *place != Place::Away {
                    seen.retain(|(other, _)| *other < when);
                }
                seen.push((when, *place));
            }
            reports.extend(seen.into_iter().map(|(at, place)| (at, tile, place)));
        }
        reports.sort_by_key(|(at, tile, _)| (*at, tile.id()));
        reports
    }
}

fn normal(play: Play) -> Play {
    match play {
        Play::Chow { seat, claimed, mut own } => {
            own.sort();
            Play::Chow { seat, claimed, own }
        }
        Play::Pung { seat, from, claimed, mut own } => {
            own.sort();
            Play::Pung { seat, from, claimed, own }
        }
        Play::Kong { seat, kind, mut tiles } => {
            tiles.sort();
            Play::Kong { seat, kind, tiles }
        }
        other => other,
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let hands: u64 = args.get(1).and_then(|it| it.parse().ok()).unwrap_or(100);
    let first: u64 = args.get(2).and_then(|it| it.parse().ok()).unwrap_or(1);
    let rules = args.get(3).map_or("mcr", String::as_str);
    let rivers = args.get(4).is_none_or(|it| it != "no-river");
    let speak = std::env::var("SPEAK").is_ok();
    let the_book = book(rules).expect("a book");
    let rulings = Rulings::default();
    let mut table = Table::new();
    let mut now = Tick(1_000_000);
    let mut record: Vec<Event> = vec![];
    let mut effects: Vec<Effect> = vec![];
    let start = SessionStart {
        session: 1,
        table: 1,
        rules: RuleSet::named(rules).expect("a book"),
        rulings,
        digest: rulings.digest().expect("fits"),
        players: [1, 2, 3, 4].map(PlayerId),
        hands: u16::MAX,
        rivers,
    };
    let (mut wrong, mut missed, mut total, mut bad_hands, mut asked, mut results_wrong) =
        (0usize, 0usize, 0usize, 0usize, 0usize, 0usize);
    let (mut flags, mut effort, mut stuck) = (HashMap::<String, usize>::new(), 0u16, 0usize);
    let mut unsure = 0usize;
    let mut latency: Vec<u64> = vec![];
    let mut commit: Vec<u64> = vec![];
    let clock = std::time::Instant::now();
    for seed in first..first + hands {
        let mut random = Random::part(seed, 1);
        table.step(now, Input::Ordered(Command::StartSession(start)), &mut |it| effects.push(it));
        table.step(now, Input::Ordered(Command::StartHand), &mut |it| effects.push(it));
        let deal = table.state().session.expect("a session").deal;
        let set = the_book.tile_set();
        let setup = Setup {
            book: the_book,
            rulings: &rulings,
            deal,
            wall: Wall::arranged(set, &mut random),
            staged: None,
        };
        let mut players = Greedy::new(the_book, Temper::default(), seed);
        let truth = play_hand(setup, &mut players, &mut random).expect("a hand");
        let _ = truth.steps.iter().filter(|step| matches!(step, Step::Slip(_))).count();
        let mut motions = Motions::make(&truth, Random::part(seed, 2));
        let reports = motions.reports();
        let acts = motions.acts.clone();
        let zero = now;
        let time = |at: At| zero + Span::millis(at);
        let mut inputs: Vec<(At, Input)> = reports
            .into_iter()
            .filter(|(_, _, place)| rivers || !matches!(place, Place::River(_)))
            .map(|(at, tile, place)| (at, Input::Placed { tile, place }))
            .chain(
                motions
                    .calls
                    .iter()
                    .map(|(at, seat, call)| (*at, Input::Called { seat: *seat, call: *call })),
            )
            .collect();
        if !rivers {
            // Where there is no loop, a tile that is thrown is only gone.
        }
        inputs.sort_by_key(|(at, _)| *at);
        let end = inputs.last().map_or(0, |(at, _)| *at) + 14_000;
        let dice = truth.opening.throws.clone();
        effects.clear();
        table.step(
            now,
            Input::Ordered(Command::Dice(Few::from_some(dice))),
            &mut |it| effects.push(it),
        );
        let mut events: Vec<(At, Event)> = vec![];
        let mut named: HashMap<Play, At> = HashMap::new();
        let mut next = inputs.into_iter().peekable();
        let mut at = 0;
        let mut answered = false;
        let mut asked_here = false;
        while at <= end {
            while let Some((when, input)) = next.next_if(|(when, _)| *when <= at) {
                let _ = when;
                table.step(time(at), input, &mut |it| effects.push(it));
            }
            table.step(time(at), Input::Tick, &mut |it| effects.push(it));
            effort = effort.max(table.effort());
            for effect in effects.drain(..) {
                match effect {
                    Effect::Commit(event) => {
                        if speak {
                            println!("{at:>7} {event}");
                        }
                        if let Event::Asked(_) = event {
                            asked_here = true;
                        }
                        if let Event::Flagged(flag) = event {
                            *flags.entry(format!("{:?}", flag.kind)).or_default() += 1;
                            if speak {
                                println!("        {flag:?}");
                            }
                        }
                        events.push((at, event));
                    }
                    Effect::Provisional(best) => {
                        for play in best.plays() {
                            named.entry(normal(play)).or_insert(at);
                        }
                    }
                    Effect::Refused(why) => {
                        if speak {
                            println!("{at:>7} refused {why:?}");
                        }
                    }
                }
            }
            if asked_here && !answered {
                answered = true;
                if let Some(Play::Hu { seat, tile: Some(tile), way }) =
                    truth.plays().find(|play| matches!(play, Play::Hu { .. }))
                {
                    table.step(
                        time(at),
                        Input::Ordered(Command::Hu { seat, tile, way }),
                        &mut |it| effects.push(it),
                    );
                }
            }
            at += 50;
        }
        // The result as proposed.
        let proposed: Vec<_> = table.state().proposed.iter().collect();
        let mut sums = [0i32; 4];
        for win in &proposed {
            for (sum, points) in sums.iter_mut().zip(win.payments) {
                *sum += points.0;
            }
        }
        let wanted = truth.outcome.settlement.by_seat().map(|points| points.0);
        let ended = matches!(table.state().phase, Phase::Judging | Phase::Between);
        let right = ended && sums == wanted;
        asked += usize::from(asked_here);
        let mut hand_wrong = !ended;
        if !ended {
            stuck += 1;
        }
        if ended && !right {
            results_wrong += 1;
        }
        let mut want: Vec<Play> = truth.plays().filter(|it| !matches!(it, Play::Deal { .. })).map(normal).collect();
        total += want.len();
        let mut extra = vec![];
        for (when, event) in &events {
            if let Event::Play { play, sure } = event {
                unsure += usize::from(!sure);
                let play = normal(*play);
                match want.iter().position(|other| *other == play) {
                    Some(place) => {
                        want.remove(place);
                        if let Some((done, _)) = acts.iter().find(|(_, it)| normal(*it) == play) {
                            commit.push(when.saturating_sub(*done));
                            if let Some(first) = named.get(&play) {
                                latency.push(first.saturating_sub(*done));
                            }
                        }
                    }
                    None => extra.push((*when, play)),
                }
            }
        }
        wrong += extra.len();
        missed += want.len();
        if !extra.is_empty() || !want.is_empty() || !right {
            hand_wrong = true;
            if bad_hands < 8 {
                println!("hand {seed}: asked {asked_here} ended {ended} sums {sums:?} wanted {wanted:?}");
                for (when, play) in extra.iter().take(4) {
                    println!("   extra  {when} {play:?}");
                }
                for play in want.iter().take(4) {
                    println!("   missed {play:?}");
                }
            }
        }
        bad_hands += usize::from(hand_wrong);
        for (_, event) in &events {
            record.push(*event);
        }
        // Replay.
        let mut replayed = State::new();
        apply(&mut replayed, &Event::SessionStarted(start));
        apply(&mut replayed, &Event::HandStarted { deal, played: table.state().session.expect("one").played });
        for (_, event) in &events {
            apply(&mut replayed, event);
        }
        replayed.wall_open = table.state().wall_open;
        assert!(replayed == *table.state(), "replay differs in hand {seed}");
        now = time(end + 1_000);
        let over = if proposed.is_empty() && ended {
            None
        } else if right {
            Some(Command::ConfirmResult { declared: None })
        } else {
            Some(Command::VoidHand { again: false })
        };
        if let Some(over) = over {
            table.step(now, Input::Ordered(over), &mut |it| effects.push(it));
        }
        for tile in Tile::all() {
            table.step(now, Input::Placed { tile, place: Place::Away }, &mut |it| effects.push(it));
        }
        table.step(now, Input::Ordered(Command::EndSession), &mut |it| effects.push(it));
        effects.clear();
        now = now + Span::secs(10);
    }
    latency.sort_unstable();
    commit.sort_unstable();
    let at = |list: &[u64], part: usize| list.get(list.len() * part / 100).copied().unwrap_or(0);
    println!(
        "hands {hands} events {total} wrong {wrong} missed {missed} bad hands {bad_hands} stuck {stuck} \
         results wrong {results_wrong} asked {asked} unsure {unsure} effort {effort} flags {flags:?}"
    );
    println!(
        "named p50 {} p95 {}  committed p50 {} p95 {}  records {}  wall {:?}",
        at(&latency, 50),
        at(&latency, 95),
        at(&commit, 50),
        at(&commit, 95),
        record.len(),
        clock.elapsed()
    );
}
