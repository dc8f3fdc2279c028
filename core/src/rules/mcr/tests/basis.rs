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

/// The Chinese text of A1#8, 11 and 18 speaks of pungs: by ruling pairs do not earn them.
#[test]
fn a_ruling_takes_from_pairs_what_their_tiles_would_earn() {
    let strict = Rulings { pair_hands_earn_8_11_18: false, ..Rulings::default() };
    let ruled_out = |text: &str, rulings: &Rulings| -> Vec<u8> {
        let win = win(text);
        let basis = basis(&win, rulings, &score(&win, rulings).unwrap());
        let ruled = basis.removed.iter().filter(|removed| removed.why == Why::Ruling);
        ruled.map(|removed| removed.fan.number()).collect()
    };
    let cases: [(&str, &[u8]); 6] = [
        ("1m1m1m1m9m9m1p1p9p9p1s1s9s +9s", &[8]),
        ("EESSWWNNCCFFP +P", &[11]),
        ("1m1m9m9m1p1p9p9p1s1sEES +S", &[18]),
        ("1m1m9m9m1p1p2p2p1s1sEES +S", &[]),
        ("1m1m9m9m1p1p2p2p1s1s9s9s5s +5s", &[]),
        ("1p1pEE pung:1m pung:1s pung:9m +1p", &[]),
    ];
    for (text, fans) in cases {
        assert_eq!(ruled_out(text, &strict), fans, "{text}");
        assert!(ruled_out(text, &Rulings::default()).is_empty(), "{text}");
    }
}

/// A second 42 shares two pungs with the first (P3); 18 needs both sorts, so that 11 has nothing to take away (A1#18).
#[test]
fn what_is_taken_away_is_named_with_its_sets() {
    let removed = |text: &str, fan: Fan| -> Vec<String> {
        explained(text).why_not(fan).map(|removed| named(removed.parts)).collect()
    };
    assert_eq!(removed("4m4mEE pung:1m pung:2p pung:3s +4m", Fan::MixedShiftedPungs), ["BCD"]);
    assert_eq!(
        removed("2m3m1s1s pung:9m pung:9p pung:9s +1m", Fan::DoublePung),
        ["CD", "BD", "BC"]
    );
    // A chow that begins where a third pung would stand is none.
    assert!(removed("4m5mEE pung:1m pung:2p pung:3s +6m", Fan::MixedShiftedPungs).is_empty());
    let honours = "NNCC pung:E pung:S pung:W +N";
    assert!(removed(honours, Fan::AllTerminalsAndHonours).is_empty());
    assert_eq!(removed(honours, Fan::AllPungs), ["ABCD="]);
}

/// MCR 3.9.1.6 numbers five principles; an exclusion of appendix 1 and a ruling are none of them.
#[test]
fn reasons_have_the_numbers_of_their_principles() {
    let fan = Fan::AllPungs;
    let reasons = [
        Why::Excluded(fan),
        Why::NonRepeat(fan),
        Why::NonSeparation(fan),
        Why::NonIdentical(fan),
        Why::AccountOnce,
        Why::Ruling,
    ];
    let numbers = [None, Some(1), Some(2), Some(3), Some(5), None];
    assert_eq!(reasons.map(Why::principle), numbers);
}

/// Parts in one word: sets by letter as the screen names them, `=` the pair, `~` the knitted straight.
fn named(parts: Parts) -> String {
    let sets = parts.sets().map(|at| ["A", "B", "C", "D"][at]);
    let pair = parts.covers(Parts::PAIR).then_some("=");
    let straight = parts.covers(Parts::STRAIGHT).then_some("~");
    sets.chain(pair).chain(straight).collect()
}

/// Every entry that scores: number, parts, and the tile it is about where there is one.
fn made(text: &str) -> String {
    let entries = explained(text)
        .made
        .iter()
        .map(|made| {
            let tile = made.tile.map(|tile| std::format!(" {tile}")).unwrap_or_default();
            std::format!("{} {}{tile}", made.fan.number(), named(made.parts))
        })
        .collect::<Vec<_>>();
    entries.join(", ")
}

/// Chows come first, then the melded pungs and kongs, then the standing ones; claimed tiles open their pung.
const MADE: [(&str, &str); 35] = [
    ("5p5pNN pung:E pung:S pung:W +N", "1 ABCD, 50 ABCD="),
    ("6p7pNN pung:E pung:S pung:W +5p N/N", "9 BCD=, 50 ABCD="),
    ("NN1m2m pung:E pung:S pung:W +3m S/E", "9 BCD=, 50 ABCD=, 55 ABCD=, 60 B, 61 C, 77 A 3m"),
    ("9m9m5p5pWWW pung:E pung:S *9m N/N", "38 ABD, 49 ABCD=, 66 CD, 73 C, 75 ABCD=, 80 C 9m"),
    ("2m3m1s1s pung:C pung:F pung:P +1m", "2 BCD, 55 ABCD=, 75 ABCD="),
    ("PP1m2m3m5s6s pung:C pung:F +7s", "10 CD=, 75 ABCD="),
    ("EE1m2m3m5s6s pung:C pung:F +7s", "54 CD, 75 ABCD="),
    ("EEPP1m2m3m5s6s7s pung:W +P S/E", "59 D, 73 C, 75 ABCD="),
    ("EEE5p5p1m2m3m5s6s pung:W +7s E/S", "61 D, 73 C"),
    ("EEE5p5p1m2m3m5s6s pung:W +7s S/E", "60 D, 73 C"),
    ("W ckong:2m kong:5p kong:8s kong:C +W", "5 ABCD, 52 ABCD=, 59 D, 67 A"),
    ("3m4mWW ckong:2m kong:5p ckong:8s +5m", "17 BCD, 48 BD"),
    ("3m4mWW kong:2m kong:5p kong:8s +5m", "17 BCD"),
    ("3m4m5m6m8mWW ckong:2m ckong:8s *7m", "48 CD, 56 ABCD=, 71 AB, 75 ABCD=, 78 B 7m"),
    ("3m4m5m6m8mWW kong:2m ckong:8s *7m", "57 CD, 67 D, 71 AB, 75 ABCD=, 78 B 7m, 80 B 7m"),
    ("3m4m5m6m8mWW kong:2m kong:8s +7m", "57 CD, 71 AB, 75 ABCD=, 78 B 7m"),
    ("3m4m5mWWWE4p5p6p ckong:8s *E", "56 ABCD=, 66 CD, 67 C, 73 D, 79 = E"),
    ("3m4m5mWWWE4p5p6p kong:8s *E last", "44 = E, 73 D, 74 C, 79 = E"),
    ("2m2m2m5p5p5p8s8s8s3p4pEE +2p kind", "33 BCD, 58 A 2p, 62 ABCD="),
    ("2m2m2m5p5p5p8s8s3p4p5pEE +8s last", "45 D 8s, 62 ABCD=, 64 AC 5p, 66 BC"),
    ("2m2m2m5p5p5p8s8s8sWWWE *E", "12 ABCD, 56 ABCD=, 73 D, 79 = E"),
    ("5m5m5m5m6m7m7p8p9p2s3s4sE +E", "62 ABCD=, 64 AD 5m, 79 = E"),
    ("4m4m5m5m5m6m6m7p8p9p2s3s4s +5m", "62 ABCD=, 63 ABCD=, 64 AB= 5m, 69 AB"),
    ("1m4m7m2p5p8p3s9sWW pung:F *6s", "35 ~, 52 A=~, 59 A, 80 ~ 6s"),
    ("1m4m7m2p5p8p3s6s9s1m1m1mF +F", "35 ~, 62 A=~, 64 A~ 1m, 73 A, 79 = F"),
    ("1m4m7m3p6p9p2s5s8sSWNC +F", "34 , 35 ~"),
    ("1m7m3p6p9p2s5sSWNCFP *E", "20 , 56 "),
    ("1m9m1p9p1s9sESWNCFP *1m", "7 , 56 "),
    (
        "5m6m7m5p5p5p7p chow:2m pung:5m +6p gang",
        "47 C 6p, 64 BD 5m, 68 ABCD=, 70 BC, 71 AB, 75 ABCD=",
    ),
    (
        "5p6p7p9p9p3s4s5s7s8s ckong:2m *6s gang last",
        "44 C 6s, 46 C 6s, 56 ABCD=, 67 D, 71 BC, 76 ABCD=",
    ),
    ("1m1m1m2p2p2p3s3s3s4m4mEE +4m", "33 ACD, 42 ACD, 49 ABCD=, 62 ABCD=, 73 A"),
    (
        "9m9m9m9p9p9p1m1m1m1s1s8s8s +1s",
        "33 ABC, 49 ABCD=, 62 ABCD=, 65 AD, 65 BC, 73 A, 73 B, 73 C, 73 D, 76 ABCD=",
    ),
    ("2m2m2m3m3m3m4m4m4m9p pung:1m +9p", "15 ABCD, 33 BCD, 73 A, 75 ABCD=, 76 ABCD=, 79 = 9p"),
    (
        "1s1s1s1s2s2s2s2s3s3s3s3s4s +4s f3",
        "14 ABCD, 22 ABCD=, 37 ABCD=, 62 ABCD=, 63 ABCD=, 81 , 81 , 81 ",
    ),
    ("1m1m1m1m5p5p7p7p2s2s9s9sE +E", "19 , 64  1m"),
];

#[test]
fn every_fan_names_what_makes_it() {
    for (text, entries) in MADE {
        assert_eq!(made(text), entries, "{text}");
    }
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
        prop_assert!(score.fans().all(|scored| scored.count > 0));
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
                Why::NonRepeat(by) | Why::NonSeparation(by) | Why::NonIdentical(by) => {
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
