//! How fast hands are scored: random winning hands, the dearest hands there are, and hands that do not win.
//!
//! `cargo bench -p table-core --bench mcr`; times are for the whole list of hands.
#![allow(clippy::unwrap_used)]

use divan::Bencher;
use divan::counter::ItemsCount;
use table_core::hand::{Giver, Hand, Meld, MeldKind};
use table_core::rules::mcr::{Rulings, Win, basis, score, total};
use table_core::seat::Wind;
use table_core::tile::Face;

const HANDS: usize = 10_000;

fn main() {
    divan::main();
}

/// A small generator with a fixed seed, so that runs can be compared.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn face(&mut self, faces: u64) -> u8 {
        self.below(faces) as u8
    }
}

fn face(index: u8) -> Face {
    Face::new(index).unwrap()
}

fn win(standing: &[u8], melds: &[Meld], winning: u8, self_drawn: bool) -> Win {
    let mut hand = Hand::default();
    hand.standing
        .extend(standing.iter().map(|index| face(*index)));
    hand.melds.extend(melds.iter().copied());
    let winning = face(winning);
    Win {
        hand,
        winning,
        self_drawn,
        last_of_kind: false,
        last_tile: false,
        kong: false,
        flowers: 0,
        seat: Wind::East,
        round: Wind::South,
    }
}

/// Four sets and a pair out of so many suits, each set laid out or not.
fn some_win(dice: &mut Dice) -> Win {
    loop {
        let suits = 1 + dice.below(3);
        let mut standing = Vec::new();
        let mut melds = Vec::new();
        for _ in 0..4 {
            let is_chow = dice.below(10) < 6;
            let first = if is_chow {
                (dice.below(suits) * 9 + dice.below(7)) as u8
            } else {
                let honour = dice.below(3) == 0;
                if honour {
                    27 + dice.face(7)
                } else {
                    dice.face(suits * 9)
                }
            };
            match (is_chow, dice.below(3)) {
                (true, 0) => melds.push((MeldKind::Chow, first)),
                (true, _) => standing.extend([first, first + 1, first + 2]),
                (false, 0) => melds.push((MeldKind::Pung, first)),
                (false, 1) if dice.below(4) == 0 => melds.push((MeldKind::ConcealedKong, first)),
                (false, _) => standing.extend([first; 3]),
            }
        }
        let pair = dice.face(34);
        standing.extend([pair, pair]);
        let winning = standing.swap_remove(dice.below(standing.len() as u64) as usize);
        let melds: Vec<Meld> = melds
            .into_iter()
            .map(|(kind, first)| {
                let from = match kind {
                    MeldKind::ConcealedKong => Giver::Nobody,
                    _ => Giver::Left,
                };
                Meld {
                    kind,
                    face: face(first),
                    from,
                    promoted: false,
                }
            })
            .collect();
        let win = win(&standing, &melds, winning, dice.below(3) == 0);
        if score(&win, &Rulings::default()).is_ok() {
            return win;
        }
    }
}

fn wins() -> Vec<Win> {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    (0..HANDS).map(|_| some_win(&mut dice)).collect()
}

/// Winning hands with one tile exchanged.
fn losses() -> Vec<Win> {
    let mut dice = Dice(0xD1B5_4A32_D192_ED03);
    let mut hands = Vec::new();
    while hands.len() < HANDS {
        let mut win = some_win(&mut dice);
        win.winning = face(dice.face(34));
        if score(&win, &Rulings::default()).is_err() {
            hands.push(win);
        }
    }
    hands
}

/// Four neighbouring ranks of one suit, all standing: several pairs, several readings.
fn dearest() -> Vec<Win> {
    let hands: [([u8; 13], u8); 3] = [
        ([0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3], 2),
        ([5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8], 7),
        ([1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4], 3),
    ];
    hands
        .iter()
        .map(|(standing, winning)| win(standing, &[], *winning, false))
        .collect()
}

#[divan::bench]
fn score_with_list_and_sets(bencher: Bencher) {
    let (hands, rulings) = (wins(), Rulings::default());
    bencher
        .counter(ItemsCount::new(hands.len()))
        .bench_local(|| {
            let scores = hands.iter().filter_map(|win| score(win, &rulings).ok());
            scores.fold(0u32, |sum, score| {
                let fans: u32 = score
                    .fans()
                    .map(|scored| u32::from(scored.fan.number()))
                    .sum();
                sum + u32::from(score.points()) + fans + score.arrangement().sets.len() as u32
            })
        });
}

#[divan::bench]
fn total_only(bencher: Bencher) {
    let (hands, rulings) = (wins(), Rulings::default());
    bencher
        .counter(ItemsCount::new(hands.len()))
        .bench_local(|| {
            hands
                .iter()
                .filter_map(|win| total(win, &rulings).ok())
                .map(u32::from)
                .sum::<u32>()
        });
}

#[divan::bench]
fn hands_that_do_not_win(bencher: Bencher) {
    let (hands, rulings) = (losses(), Rulings::default());
    bencher
        .counter(ItemsCount::new(hands.len()))
        .bench_local(|| {
            hands
                .iter()
                .filter(|win| total(win, &rulings).is_err())
                .count()
        });
}

#[divan::bench]
fn dearest_hands(bencher: Bencher) {
    let (hands, rulings) = (dearest(), Rulings::default());
    bencher
        .counter(ItemsCount::new(hands.len()))
        .bench_local(|| {
            hands
                .iter()
                .filter(|win| score(win, &rulings).is_ok())
                .count()
        });
}

#[divan::bench]
fn score_and_basis(bencher: Bencher) {
    let (hands, rulings) = (wins(), Rulings::default());
    bencher
        .counter(ItemsCount::new(hands.len()))
        .bench_local(|| {
            let mut made = 0;
            for win in &hands {
                if let Ok(score) = score(win, &rulings) {
                    made += basis(win, &rulings, &score).made.len();
                }
            }
            made
        });
}
