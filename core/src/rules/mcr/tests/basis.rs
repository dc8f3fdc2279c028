//! The explanation of a score: sets that really make each fan, and reasons that really hold.

use std::string::String;

use proptest::prelude::*;

use super::*;
use crate::rules::mcr::{Basis, Fan, Parts, SetKind, Why, basis};
use crate::rules::mcr::{Set, Shape};

fn explained(text: &str) -> Basis {
    basis(&win(text), &Rulings::default(), &scored(text))
}

#[test]
fn what_does_not_score_is_told_why() {
    use Fan::*;
    let cases = [
        ("7m9m3p3p chow:1m chow:4m pung:C +8m", ShortStraight, Why::NonSeparation(PureStraight)),
        (
            "1m2m3m7m8m5s5s chow:1p chow:7p +9m",
            TwoTerminalChows,
            Why::Excluded(ThreeSuitedTerminalChows),
        ),
        ("8p9p9s9s chow:1m chow:1p chow:7m +7p", TwoTerminalChows, Why::AccountOnce),
        ("8s8s9s9s pung:1s chow:2s chow:5s +8s", NoHonours, Why::Excluded(FullFlush)),
        ("2m3m4m5m6m7m8p3s4s5s6s7s8s *8p", SelfDrawn, Why::NonRepeat(FullyConcealedHand)),
        ("2m3m1s1s pung:9m pung:9p pung:9s +1m", DoublePung, Why::NonSeparation(TriplePung)),
        (
            "2m3m4m5p6p7p3s3s7s8s pung:E +9s S/E",
            PungOfTerminalsOrHonours,
            Why::NonRepeat(PrevalentWind),
        ),
        ("8m pung:2m kong:5m pung:3p chow:2p +8m", SingleWait, Why::Excluded(MeldedHand)),
        (
            "4m4mEE pung:1m pung:2p pung:3s +4m",
            MixedShiftedPungs,
            Why::NonIdentical(MixedShiftedPungs),
        ),
        (
            "2s3s3s3s chow:1p chow:1m chow:1s +1s",
            MixedDoubleChow,
            Why::NonSeparation(MixedTripleChow),
        ),
    ];
    for (text, fan, why) in cases {
        let basis = explained(text);
        assert!(
            basis.why_not(fan).any(|removed| removed.why == why),
            "{text}: {:?}",
            basis.removed
        );
    }
}

#[test]
fn rulings_are_named_as_reasons() {
    let rulings = Rulings { pair_hands_earn_8_11_18: false, ..Rulings::default() };
    let win = win("EESSWWNNCCFFP +P");
    let score = score(&win, &rulings).unwrap();
    let basis = basis(&win, &rulings, &score);
    assert!(basis.why_not(Fan::AllHonours).any(|removed| removed.why == Why::Ruling));
}

/// Whether these sets make this fan, for the fan that relate sets by number.
fn relates(fan: Fan, sets: &[Set]) -> Option<bool> {
    let chows = sets.iter().all(|set| set.kind == SetKind::Chow);
    let pungs = sets.iter().all(Set::is_pung);
    let mut suits: Vec<usize> = sets.iter().map(|set| set.face.index() / 9).collect();
    let mut ranks: Vec<usize> = sets.iter().map(|set| set.face.index() % 9).collect();
    suits.sort_unstable();
    suits.dedup();
    ranks.sort_unstable();
    let numbered = sets.iter().all(|set| !set.face.is_honour());
    let one_suit = suits.len() == 1;
    let steps: Vec<usize> = ranks.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let all = |step: usize| steps.iter().all(|found| *found == step);
    let size = sets.len();
    use Fan::*;
    let holds = match fan {
        PureTerminalChows | ThreeSuitedTerminalChows => size == 4 && chows && ranks == [0, 0, 6, 6],
        QuadrupleChow => size == 4 && chows && one_suit && all(0),
        FourPureShiftedPungs => size == 4 && pungs && one_suit && all(1),
        FourPureShiftedChows => size == 4 && chows && one_suit && (all(1) || all(2)),
        PureTripleChow => size == 3 && chows && one_suit && all(0),
        PureShiftedPungs => size == 3 && pungs && one_suit && all(1),
        PureStraight => size == 3 && chows && one_suit && ranks == [0, 3, 6],
        PureShiftedChows => size == 3 && chows && one_suit && (all(1) || all(2)),
        TriplePung => size == 3 && pungs && suits.len() == 3 && all(0),
        MixedStraight => size == 3 && chows && suits.len() == 3 && ranks == [0, 3, 6],
        MixedTripleChow => size == 3 && chows && suits.len() == 3 && all(0),
        MixedShiftedPungs => size == 3 && pungs && suits.len() == 3 && all(1),
        MixedShiftedChows => size == 3 && chows && suits.len() == 3 && all(1),
        DoublePung => size == 2 && pungs && suits.len() == 2 && all(0),
        PureDoubleChow => size == 2 && chows && one_suit && all(0),
        MixedDoubleChow => size == 2 && chows && suits.len() == 2 && all(0),
        ShortStraight => size == 2 && chows && one_suit && all(3),
        TwoTerminalChows => size == 2 && chows && one_suit && all(6),
        _ => return None,
    };
    Some(holds && numbered)
}

/// Four sets and a pair from few kinds, some of them laid out, one tile of the standing ones winning.
pub(super) fn some_win() -> impl Strategy<Value = Win> {
    let set = (0u8..10, 0usize..3, 0usize..9, 0usize..7, any::<bool>());
    (proptest::collection::vec(set, 4), 0usize..34, 0usize..14, any::<bool>(), 0usize..3)
        .prop_filter_map("more than four of a kind", |(sets, pair, pick, drawn, squeeze)| {
            let mut text = String::new();
            let mut standing: Vec<usize> = std::vec![pair, pair];
            for (kind, suit, rank, honour, open) in sets {
                let suit = if squeeze == 0 { 0 } else { suit };
                let chow = suit * 9 + rank % 7;
                let pung = if kind == 9 { 27 + honour } else { suit * 9 + rank };
                let name = |face: usize| std::format!("{}", Face::new(face as u8).unwrap());
                match (kind < 6, open && squeeze != 1) {
                    (true, true) => text += &std::format!("chow:{} ", name(chow)),
                    (false, true) => {
                        text +=
                            &std::format!("{}:{} ", ["pung", "kong", "ckong"][rank % 3], name(pung))
                    }
                    (true, false) => standing.extend([chow, chow + 1, chow + 2]),
                    (false, false) => standing.extend([pung; 3]),
                }
            }
            let winning = standing.remove(pick % standing.len());
            let mut win = win(&text);
            win.winning = Face::new(winning as u8).unwrap();
            win.self_drawn = drawn;
            for face in standing {
                win.hand.standing.push(Face::new(face as u8).unwrap()).unwrap();
            }
            score(&win, &Rulings::default()).is_ok().then_some(win)
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn sets_named_make_their_fan_and_obey_the_principles(win in some_win()) {
        let rulings = Rulings::default();
        let score = score(&win, &rulings).unwrap();
        let basis = basis(&win, &rulings, &score);
        // One entry for every occurrence.
        let made: Vec<u8> = basis.made.iter().map(|made| made.fan.number()).collect();
        prop_assert_eq!(made, numbers(&score));
        let arrangement = score.arrangement();
        if arrangement.shape == Shape::FourSets {
            prop_assert_eq!(arrangement.sets.len(), 4);
        }
        let members = |parts: Parts| -> Vec<Set> { parts.sets().map(|at| arrangement.sets[at]).collect() };
        // P2, P5: a fan never links sets that are linked already. P3: no set twice in one fan.
        let mut linked = [0, 1, 2, 3];
        let mut used: Vec<(Fan, Parts)> = Vec::new();
        for made in &basis.made {
            let Some(holds) = relates(made.fan, &members(made.parts)) else { continue };
            prop_assert!(holds, "{:?} by {:?}", made.fan, members(made.parts));
            let groups: Vec<usize> = made.parts.sets().map(|at| linked[at]).collect();
            let mut distinct = groups.clone();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(groups.len(), distinct.len(), "{:?}", basis.made);
            linked.iter_mut().for_each(|group| if groups.contains(group) { *group = groups[0] });
            prop_assert!(!used.iter().any(|(fan, parts)| *fan == made.fan && parts.meets(made.parts)));
            used.push((made.fan, made.parts));
        }
        // Nothing scored is removed by something scored; every reason names a scored fan.
        for made in &basis.made {
            for other in made.fan.excludes().iter().chain(made.fan.implies()) {
                prop_assert_eq!(score.count(*other), 0, "{:?} beside {:?}", other, made.fan);
            }
        }
        for removed in &basis.removed {
            match removed.why {
                Why::Excluded(by) => prop_assert!(by.excludes().contains(&removed.fan) && score.count(by) > 0),
                Why::NonRepeat(by) | Why::NonSeparation(by) | Why::NonIdentical(by) | Why::HigherChoice(by) => {
                    prop_assert!(score.count(by) > 0);
                }
                Why::AccountOnce | Why::Ruling => {}
            }
            if let Some(holds) = relates(removed.fan, &members(removed.parts)) {
                prop_assert!(holds, "{:?}", removed);
            }
        }
    }
}
