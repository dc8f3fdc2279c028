//! No MCR result changes unnoticed: a digest over totals and fan lists of a hundred thousand seeded hands.
//!
//! A change of the digest is a change of the rules as this table knows them. If it is meant, say why
//! beside the new constant. `MCR_UNCHANGED_HANDS` limits the hands, for finding the first that differs with
//! `--nocapture` in two versions; the digest is only compared for the full number.

use std::env;

use conformance::hands::mcr_hand;
use conformance::mcr_oracle as oracle;
use sha2::{Digest, Sha256};
use table_core::hand::{Giver, Hand, Meld, MeldKind};
use table_core::rules::mcr::{NotAWin, Rulings, Win, score};
use table_core::seat::Wind;
use table_core::tile::Face;

const HANDS: u64 = 100_000;
const DIGEST: &str = "0fd6f64bddef8085d3ef819baa113fe4ef938863b24dc7b768ce00e13cd57b28";

fn face(tile: u8) -> Face {
    Face::new(tile).expect("the yardstick uses faces 0 to 33")
}

fn meld(meld: &oracle::Meld) -> Meld {
    let kind = match meld.kind {
        oracle::MeldKind::Chow => MeldKind::Chow,
        oracle::MeldKind::Pung => MeldKind::Pung,
        oracle::MeldKind::Kong => MeldKind::Kong,
        oracle::MeldKind::ConcealedKong => MeldKind::ConcealedKong,
    };
    let givers = [Giver::Nobody, Giver::Left, Giver::Opposite, Giver::Right];
    Meld {
        kind,
        face: face(meld.tile),
        from: givers[usize::from(meld.from)],
        promoted: meld.promoted,
    }
}

fn win(hand: &oracle::Win) -> Win {
    let mut tiles = Hand::default();
    tiles.standing.extend(hand.standing.iter().map(|&tile| face(tile)));
    tiles.melds.extend(hand.melds.iter().map(meld));
    Win {
        hand: tiles,
        winning: face(hand.tile),
        self_drawn: hand.self_draw,
        last_of_kind: hand.last_of_kind,
        last_tile: hand.last_tile,
        kong: hand.kong,
        flowers: hand.flowers,
        seat: Wind::ALL[usize::from(hand.seat)],
        round: Wind::ALL[usize::from(hand.round)],
    }
}

/// Points, points without flowers and every fan with its count; one byte for a hand that is none.
fn result(win: &Win) -> Vec<u8> {
    match score(win, &Rulings::default()) {
        Ok(score) => {
            let mut bytes = vec![0];
            bytes.extend(score.points().to_le_bytes());
            bytes.extend(score.points_without_flowers().to_le_bytes());
            for scored in score.fans() {
                bytes.extend([scored.fan.number(), scored.count]);
            }
            bytes
        }
        Err(NotAWin::NoShape) => vec![1],
        Err(NotAWin::Impossible(_)) => vec![2],
        Err(NotAWin::Contradiction(_)) => vec![3],
        Err(NotAWin::TooManyFlowers(_)) => vec![4],
    }
}

#[test]
fn no_mcr_result_has_changed() {
    let hands = env::var("MCR_UNCHANGED_HANDS").map_or(HANDS, |text| text.parse().unwrap());
    let mut digest = Sha256::new();
    for seed in 0..hands {
        let result = result(&win(&mcr_hand(seed)));
        if hands < HANDS {
            println!("{seed} {result:?}");
        }
        digest.update([result.len() as u8]);
        digest.update(&result);
    }
    let told: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    println!("{hands} hands: {told}");
    if hands == HANDS {
        assert_eq!(told, DIGEST, "some MCR result has changed");
    }
}
