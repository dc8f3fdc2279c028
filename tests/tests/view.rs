//! Nothing hidden reaches the displays: every state of played sessions is walked, all hidden tiles are exchanged, and as long as
//! the hand is not over the view must stay the same.
//!
//! `SEED` says which sessions; the command that repeats a run is printed.

use std::env;

use host_sim::play::{HANDS_PER_SESSION, Options, session_in_its_world};
use table_core::event::Event;
use table_core::game::{Evidence, Few, Flag, FlagKind, Phase, RuleId, Standing, State, apply};
use table_core::place::Place;
use table_core::record::Record;
use table_core::seat::Seat;
use table_core::tile::{TILES, Tile};
use table_core::time::{Span, Tick};
use table_core::trust::SoftwareKey;
use table_core::view::{Apparatus, Page, Screen, Seen, View, Viewer};

fn apparatus() -> Apparatus {
    Apparatus {
        fingerprint: SoftwareKey::from_seed(&[1; 32]).public().fingerprint(),
        enrolled: 144,
        link: true,
        power: true,
        recording: true,
        page: Page::Ready,
        fault: None,
        throws: Few::new(),
    }
}

/// What would be shown of `state`, while the tiles lie where it says.
fn view(viewer: &Viewer, state: &State, now: Tick) -> View {
    let mut lying = [Place::Away; TILES];
    for (tile, place) in Tile::all().zip(&mut lying) {
        *place = state.board.place(tile);
    }
    let seen = Seen {
        now,
        state,
        board: &state.board,
        thinking: state.board.turn().map(|seat| (seat, now - Span::secs(2))),
        opening: Some(now - Span::secs(2)),
        played: Span::secs(100),
        agreed: [false; 4],
        called_hu: None,
        lying: &lying,
    };
    let mut viewer = *viewer;
    viewer.view(&seen, &apparatus())
}

/// The same state with every tile that nobody has seen somewhere else: hands and wall are dealt anew, as many tiles to each.
fn exchanged(state: &State, seed: u64) -> State {
    let mut other = state.clone();
    let hidden = |place: Place| matches!(place, Place::Hand(_) | Place::Away);
    let tiles: Vec<Tile> = Tile::all().filter(|tile| hidden(state.board.place(*tile))).collect();
    let mut places: Vec<Place> = tiles.iter().map(|tile| state.board.place(*tile)).collect();
    let mut random = seed | 1;
    for at in (1..places.len()).rev() {
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        places.swap(at, (random >> 33) as usize % (at + 1));
    }
    for (tile, place) in tiles.into_iter().zip(places) {
        other.board.put(tile, place);
    }
    // Who drew what and what a seat may not win on follow from hidden tiles too.
    let first = Seat::ALL.map(|seat| other.board.at(Place::Hand(seat)).next());
    for (drawn, first) in other.board.drawn.iter_mut().zip(first) {
        *drawn = drawn.and(first);
    }
    other
}

/// Whether tiles may be shown: no session, between hands, or a win that the book finds legal.
fn may_show_tiles(state: &State) -> bool {
    match state.phase {
        Phase::Idle | Phase::Between | Phase::Over => true,
        Phase::Judging => {
            !state.proposed.is_empty()
                && state.proposed.iter().all(|win| win.standing_as == Standing::Legal)
        }
        Phase::Dealing | Phase::Playing => false,
    }
}

/// Walks a session of `rules`; how many states were looked at, and how many of them during a hand.
fn walk(rules: &str) -> (usize, usize) {
    let seed: u64 = env::var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    println!("SEED={seed} cargo test -p conformance --test view -- {rules}");
    let options = Options::ordinary(rules, seed);
    let (_, world) = session_in_its_world(&options, 0, HANDS_PER_SESSION.min(6)).unwrap();
    let records = world.referee().unwrap().ledger().records();
    let events: Vec<Record> = records.iter().map(|sealed| sealed.read().unwrap()).collect();
    let (mut state, mut viewer) = (State::new(), Viewer::new());
    let (mut looked, mut during) = (0, 0);
    for (number, record) in events.iter().enumerate() {
        apply(&mut state, &record.event);
        viewer.follow(record.at, &record.event);
        let shown = view(&viewer, &state, record.at);
        looked += 1;
        if may_show_tiles(&state) {
            continue;
        }
        during += 1;
        assert!(
            matches!(shown.screen, Screen::Playing(_)),
            "record {number}: only a screen without tiles may be shown: {shown:?}"
        );
        let other = exchanged(&state, seed.wrapping_add(number as u64));
        assert_eq!(shown, view(&viewer, &other, record.at), "record {number} shows hidden tiles");
        // Whatever is noticed of hidden tiles is not for players.
        for kind in HIDDEN {
            let flag = Flag {
                kind,
                rule: RuleId::new("MCR 3.11.6.8"),
                seat: Some(Seat::Second),
                evidence: Few::<Evidence, 8>::new(),
                silent: false,
            };
            let mut told = viewer;
            told.follow(record.at, &Event::Flagged(flag));
            assert_eq!(shown, view(&told, &state, record.at), "{kind:?} is shown to players");
        }
    }
    println!("{looked} states, {during} of them during a hand");
    (looked, during)
}

const HIDDEN: [FlagKind; 5] = [
    FlagKind::InitialCount,
    FlagKind::WrongCount,
    FlagKind::NoDraw,
    FlagKind::PassedWin,
    FlagKind::TileMissing,
];

#[test]
fn no_hidden_tile_changes_what_is_shown_in_mcr() {
    let (looked, during) = walk("mcr");
    assert!(during > 300 && looked > during, "{during} of {looked}");
}

#[test]
fn no_hidden_tile_changes_what_is_shown_in_gghk() {
    let (looked, during) = walk("gghk");
    assert!(during > 300 && looked > during, "{during} of {looked}");
}
