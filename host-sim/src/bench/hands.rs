//! Hands to be scored: typical ones, and the dearest there are.

use table_core::event::Event;
use table_core::game::board::Board;
use table_core::game::{Entry, Few, MOST_ENTRIES, Play, Proposed, Way};
use table_core::hand::{Giver, Hand, Meld, MeldKind};
use table_core::record::Chain;
use table_core::rules::mcr::{Rulings, Win, total};
use table_core::rules::{Declared, Points, Source, gghk};
use table_core::seat::{Seat, Wind};
use table_core::tile::{Face, Tile};
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};

use crate::world::play::random::spread;

/// Numbers that follow from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(1);
        spread(self.0) % bound
    }
}

/// `count` winning hands: four sets out of one to three suits and honours, each laid out or not, and a pair.
pub fn mcr_wins(seed: u64, count: usize) -> Vec<Win> {
    let mut dice = Dice(spread(seed));
    let hands = std::iter::from_fn(|| Some(some_hand(&mut dice)));
    hands.filter(|win| total(win, &Rulings::default()).is_ok()).take(count).collect()
}

/// The same hands as Hong Kong wins, where they are legal patterns there.
pub fn gghk_wins(hands: &[Win]) -> Vec<Declared> {
    let declared = hands.iter().map(|win| Declared {
        seat: Seat::First,
        dealer: Seat::First,
        round: win.round,
        hand: win.hand.clone(),
        winning: win.winning,
        source: if win.self_drawn { Source::Wall } else { Source::Discard(Seat::Third) },
        last_tile: false,
        last_of_kind: false,
        opening: false,
        flowers: 0,
    });
    let rulings = gghk::Rulings::default();
    declared.filter(|win| matches!(gghk::score(win, &rulings), Ok(Some(_)))).collect()
}

/// All concealed in one suit with four neighbouring ranks: several pairs, several readings.
pub fn mcr_dense() -> Vec<Win> {
    let shapes: [[u8; 13]; 4] = [
        [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3],
        [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3],
        [0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4],
        [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8],
    ];
    let all = shapes.iter().flat_map(|shape| {
        (0..27u8).flat_map(move |place| {
            let (suit, start) = (place / 9 * 9, place % 9);
            let fits = shape.iter().all(|rank| rank + start < 9);
            let standing: Vec<u8> = shape.iter().map(|rank| suit + start + rank).collect();
            (0..9).filter(move |_| fits).map(move |rank| win(&standing, &[], suit + rank, false))
        })
    });
    all.filter(|win| total(win, &Rulings::default()).is_ok()).collect()
}

fn some_hand(dice: &mut Dice) -> Win {
    let suits = 1 + dice.below(3);
    let (mut standing, mut melds) = (vec![], vec![]);
    for _ in 0..4 {
        let chow = dice.below(10) < 6;
        let first = match (chow, dice.below(3)) {
            (true, _) => dice.below(suits) * 9 + dice.below(7),
            (false, 0) => 27 + dice.below(7),
            (false, _) => dice.below(suits * 9),
        } as u8;
        match (chow, dice.below(12)) {
            (true, 0..=3) => melds.push((MeldKind::Chow, first)),
            (true, _) => standing.extend([first, first + 1, first + 2]),
            (false, 0..=3) => melds.push((MeldKind::Pung, first)),
            (false, 4) => melds.push((MeldKind::ConcealedKong, first)),
            (false, _) => standing.extend([first; 3]),
        }
    }
    standing.extend([dice.below(34) as u8; 2]);
    let winning = standing.swap_remove(dice.below(standing.len() as u64) as usize);
    win(&standing, &melds, winning, dice.below(3) == 0)
}

fn win(standing: &[u8], melds: &[(MeldKind, u8)], winning: u8, self_drawn: bool) -> Win {
    let face = |index: u8| Face::new(index).unwrap_or(Face::EAST);
    let mut hand = Hand::default();
    hand.standing.extend(standing.iter().map(|&index| face(index)));
    hand.melds.extend(melds.iter().map(|&(kind, first)| {
        let from = if kind == MeldKind::ConcealedKong { Giver::Nobody } else { Giver::Left };
        Meld { kind, face: face(first), from, promoted: false }
    }));
    Win {
        hand,
        winning: face(winning),
        self_drawn,
        last_of_kind: false,
        last_tile: false,
        kong: false,
        flowers: 0,
        seat: Wind::East,
        round: Wind::South,
    }
}

/// The record of a big win, for what its commit costs.
pub fn result_record() -> Event {
    let board = Board::new(Seat::First, 144);
    let tile = Tile::all().next().unwrap_or_else(|| unreachable!("there are tiles"));
    let mut win = Proposed::facts(&board, Seat::First, tile, Way::SelfDrawn);
    win.standing = Few::from_some(Tile::all());
    win.entries = Few::from_some((0..MOST_ENTRIES as u8).map(|number| Entry { number, times: 1 }));
    win.payments = [Points(-24_000); 4];
    Event::ResultProposed(win)
}

/// An ordinary record of a hand, signed by the bench's key: a discard.
pub fn act_record() -> Vec<u8> {
    let key = SoftwareKey::from_seed(&[7; 32]);
    let mut chain = Chain::genesis(&key.public());
    chain.boot();
    let tile = Tile::all().next();
    let play = Play::Discard { seat: Seat::First, tile };
    let draft = chain.draft(Tick(3_600_000_000), Event::Play { play, sure: true });
    let sealed = draft.ok().and_then(|draft| {
        let signature = key.sign(Purpose::Record, draft.bytes())?;
        Some(draft.seal(&signature).bytes().to_vec())
    });
    sealed.unwrap_or_default()
}
