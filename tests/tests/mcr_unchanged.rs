//! No MCR result changes unnoticed: a digest over totals and fan lists of a hundred thousand seeded hands.
//!
//! A change of the digest is a change of the rules as this table knows them. If it is meant, say why
//! beside the new constant. `MCR_UNCHANGED_HANDS` limits the hands, for finding the first that differs with
//! `--nocapture` in two versions; the digest is only compared for the full number.

use conformance::adapter::mcr_win;
use conformance::hands::mcr_hand;
use conformance::number;
use sha2::{Digest, Sha256};
use table_core::rules::mcr::{NotAWin, Rulings, Win, score};

const HANDS: u64 = 100_000;
const DIGEST: &str = "0fd6f64bddef8085d3ef819baa113fe4ef938863b24dc7b768ce00e13cd57b28";

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
    let hands = number("MCR_UNCHANGED_HANDS", HANDS);
    let mut digest = Sha256::new();
    for seed in 0..hands {
        let result = result(&mcr_win(&mcr_hand(seed)));
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
