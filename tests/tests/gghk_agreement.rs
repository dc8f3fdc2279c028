//! The product's Hong Kong judgements against the independent yardstick, on as many seeded hands as asked.
//!
//! `GGHK_HANDS` says how many (20,000 unless told), `GGHK_SEED` where to start. A disagreement prints the
//! command that repeats it alone.

use std::collections::BTreeMap;

use conformance::gghk_oracle::{self as oracle, Hu, Reason};
use conformance::hands::gghk_hand;
use conformance::number;

/// The only part that knows the product's types.
mod adapter {
    use std::collections::BTreeMap;

    use conformance::adapter::{face, hand};
    use conformance::gghk_oracle::{Hu, Reason};
    use table_core::rules::gghk as product;
    use table_core::rules::shape::FaceSet;
    use table_core::rules::{Declared, Source};
    use table_core::seat::{Seat, Wind};

    /// The product's answer in the yardstick's words.
    #[derive(Debug)]
    pub struct Told {
        pub reason: Option<Reason>,
        pub items: BTreeMap<&'static str, u8>,
        pub raw: u8,
        pub faan: u8,
        pub payments: Option<[i32; 4]>,
    }

    fn declared(hu: &Hu) -> Declared {
        let seat = |wind: u8| Seat::ALL[usize::from(wind)];
        let flags = &hu.flags;
        let source = match hu.discarder.map(seat) {
            Some(from) if flags.robbing_kong => Source::PromotedKong(from),
            Some(from) if flags.robbing_concealed_kong => Source::ConcealedKong(from),
            Some(from) => Source::Discard(from),
            None if flags.after_kong => Source::Supplement { in_a_row: flags.consecutive_kong },
            None => Source::Wall,
        };
        Declared {
            seat: seat(hu.seat),
            dealer: Seat::First,
            round: Wind::ALL[usize::from(hu.round)],
            hand: hand(&hu.standing, &hu.melds),
            winning: face(hu.tile),
            source,
            last_tile: flags.last_wall_tile,
            last_of_kind: false,
            opening: flags.heaven || flags.earth,
            flowers: 0,
        }
    }

    pub fn judge(hu: &Hu) -> Result<Told, String> {
        let (win, rulings) = (declared(hu), product::Rulings::default());
        let judgement = product::judge(&win, FaceSet::EMPTY, &rulings)
            .map_err(|error| format!("refused: {error}"))?;
        let reason = match judgement.reason() {
            None => None,
            Some(product::Reason::BelowMinimum) => Some(Reason::BelowMinimum),
            Some(product::Reason::NoPattern) => Some(Reason::NoPattern),
            Some(product::Reason::NotRobbable) => Some(Reason::NotRobbable),
            Some(product::Reason::PassedWin) => return Err("nothing was passed".into()),
        };
        let score = judgement.score();
        let made = score.iter().flat_map(|score| score.made.iter());
        let faan = score.map_or(0, |score| score.faan());
        let payments = match reason {
            None => product::pay(&win, faan, &rulings).map_err(|error| error.to_string())?,
            Some(_) => None,
        };
        Ok(Told {
            reason,
            items: made.map(|made| (made.item.key(), made.faan())).collect(),
            raw: score.map_or(0, |score| score.raw),
            faan,
            payments: payments.map(|paid| paid.settlement.by_seat().map(|points| points.0)),
        })
    }

    pub fn keys() -> impl Iterator<Item = &'static str> {
        product::ITEMS.iter().map(|item| item.key())
    }
}

fn compare(hu: &Hu, told: &adapter::Told) -> Result<(), String> {
    let ruling = oracle::judge(hu).map_err(|why| format!("the yardstick refuses: {why}"))?;
    let listed = match ruling.lists.is_empty() {
        true => told.items.is_empty(),
        false => ruling.lists.contains(&told.items),
    };
    let sum = told.payments.iter().flatten().sum::<i32>();
    let agrees = told.reason == ruling.reason
        && listed
        && told.raw == ruling.raw
        && told.faan == ruling.faan()
        && told.payments == ruling.payments
        && sum == 0;
    agrees.then_some(()).ok_or_else(|| format!("product {told:?}\n  yardstick {ruling:?}"))
}

#[test]
fn judgements_agree_with_the_yardstick() {
    let first = number("GGHK_SEED", 0);
    let hands = number("GGHK_HANDS", 20_000);
    println!("GGHK_SEED={first} GGHK_HANDS={hands}");
    let mut coverage: BTreeMap<String, u64> = BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in first..first + hands {
        let hu = gghk_hand(seed);
        let told = adapter::judge(&hu);
        if let Err(why) = told.as_ref().map_err(String::clone).and_then(|told| compare(&hu, told)) {
            wrong.push(format!(
                "{hu}\n  {why}\n  repeat: GGHK_SEED={seed} GGHK_HANDS=1 \
                 cargo test -p conformance --test gghk_agreement -- --nocapture"
            ));
            if wrong.len() == 20 {
                break;
            }
            continue;
        }
        let Ok(told) = told else { continue };
        for item in told.items.keys() {
            *coverage.entry((*item).into()).or_default() += 1;
        }
        let outcome = match told.reason {
            None => format!("= {} faan", told.faan),
            Some(Reason::BelowMinimum) => "= below the minimum".into(),
            Some(Reason::NoPattern) => "= no pattern".into(),
            Some(Reason::NotRobbable) => "= not robbable".into(),
        };
        *coverage.entry(outcome).or_default() += 1;
    }
    for (what, times) in &coverage {
        println!("{what:<26} {times:>8}");
    }
    assert!(wrong.is_empty(), "{} or more hands disagree:\n{}", wrong.len(), wrong.join("\n"));
    if hands >= 10_000 {
        let missing: Vec<&str> =
            adapter::keys().filter(|key| !coverage.contains_key(*key)).collect();
        assert!(missing.is_empty(), "items never compared: {missing:?}");
    }
}
