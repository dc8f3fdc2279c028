//! Each ruling changes the hands it is about, and only them.

use super::basis::some_win;
use super::*;
use crate::rules::mcr::{ConcealedKongs, waits};
use proptest::prelude::*;

/// Fan numbers by default and with the ruling changed.
fn both(text: &str, change: impl Fn(&mut Rulings)) -> (Vec<u8>, Vec<u8>) {
    let mut changed = Rulings::default();
    change(&mut changed);
    (numbers(&scored(text)), numbers(&score(&win(text), &changed).unwrap()))
}

#[test]
fn pair_hands_may_lose_8_11_18() {
    let off = |rulings: &mut Rulings| rulings.pair_hands_earn_8_11_18 = false;
    assert_eq!(both("EESSWWNNCCFFP +P", off), (std::vec![11, 19], std::vec![19]));
    let terminals = both("1m1m1m1m9m9m1p1p9p9p1s1s9s +9s", off);
    assert_eq!(terminals, (std::vec![8, 19, 64], std::vec![19, 64, 76]));
    assert_eq!(both("1m1m9m9m1p1p9p9p1s1sEES +S", off), (std::vec![18, 19], std::vec![19]));
    // Four sets keep them.
    let pungs = both("1p1pEE pung:1m pung:1s pung:9m +1p", off);
    assert_eq!(pungs.0, pungs.1);
}

#[test]
fn concealed_kongs_add_by_ruling() {
    let besides = |rulings: &mut Rulings| rulings.concealed_kongs = ConcealedKongs::Besides;
    let nothing = |rulings: &mut Rulings| rulings.concealed_kongs = ConcealedKongs::Nothing;
    let three = "3m4mWW ckong:2m ckong:5p ckong:8s +5m";
    assert_eq!(both(three, besides), (std::vec![17, 33, 62], std::vec![17, 33, 48, 62]));
    assert_eq!(both(three, nothing).1, [17, 33, 62]);
    let two = "3m4mWW ckong:2m ckong:5p kong:8s +5m";
    assert_eq!(both(two, besides), (std::vec![17, 48], std::vec![17, 48]));
    assert_eq!(both(two, nothing).1, [17, 66]);
    let one = "3m4mWW ckong:2m kong:5p kong:8s +5m";
    assert_eq!(both(one, nothing), (std::vec![17, 67], std::vec![17]));
    assert_eq!(both(one, besides).1, [17, 67]);
    let four = "W ckong:2m ckong:5p ckong:8s ckong:C +W";
    assert_eq!(both(four, besides), (std::vec![5, 12, 52, 59], std::vec![5, 12, 48, 52, 59]));
    // Two kongs are not in question.
    let plain = both("8p8p6s7s ckong:2m kong:5p chow:3s +8s", nothing);
    assert_eq!(plain, (std::vec![57, 67, 68, 71], std::vec![57, 67, 68, 71]));
}

#[test]
fn own_four_may_count_as_a_wait() {
    let on = |rulings: &mut Rulings| rulings.own_four_is_a_wait = true;
    let melded = both("8m8m2s3s4s4s5s pung:N kong:6s +3s", on);
    assert_eq!(melded, (std::vec![73, 74, 75, 78], std::vec![73, 74, 75]));
    // Four alike standing alone wait for a fifth, or for nothing.
    let four = win("5m5m5m5m pung:N chow:5s chow:1p").hand;
    let mut rulings = Rulings::default();
    assert!(waits(&four, &rulings).unwrap().is_empty());
    on(&mut rulings);
    assert!(waits(&four, &rulings).unwrap().iter().eq(["5m".parse().unwrap()]));
}

#[test]
fn waits_may_have_to_reach_the_minimum() {
    let on = |rulings: &mut Rulings| rulings.waits_need_the_minimum = true;
    // 1234 waits for 1 and 4: on 4 a mixed straight, on 1 a hand worth a point.
    let straight = both("1m2m3m4m chow:4p chow:7s pung:2p +4m", on);
    assert_eq!(straight, (std::vec![39, 76], std::vec![39, 76, 79]));
    let worthless = both("1m2m3m4m chow:4p chow:7s pung:2p +1m", on);
    assert_eq!(worthless.0, worthless.1);
    // 2444 waits for 3 and 2. That the 3 is the last of its kind says nothing about the 2: worth four points, not eight.
    let last = both("2m4m4m4m chow:7s chow:6p pung:E +3m kind", on);
    assert_eq!(last, (std::vec![58, 60, 61], std::vec![58, 60, 61, 78]));
}

#[test]
fn a_tile_of_the_straight_may_lose_its_wait() {
    let off = |rulings: &mut Rulings| rulings.straight_tile_keeps_its_wait = false;
    let same = both("2m5m8m2p3p4p6p9p1s4s7s8s8s +3p", off);
    assert_eq!(same, (std::vec![35, 62, 63, 78], std::vec![35, 62, 63]));
    let other = both("2m5m8m3p6p9p1s4s7s8s chow:3m +8s", off);
    assert_eq!(other, (std::vec![35, 63, 79], std::vec![35, 63, 79]));
}

#[test]
fn chicken_may_be_asked_of_the_whole_hand() {
    let off = |rulings: &mut Rulings| rulings.chicken_per_reading = false;
    for text in [
        "3s4sCC chow:1m pung:4p pung:8s +5s",
        "4m5m6m5s6s7s7s8sCC pung:8p +6s",
        "4p4p1s2s3sEE chow:6m chow:2s +4p",
    ] {
        assert_eq!(both(text, off), (std::vec![43], std::vec![43]));
    }
}

proptest! {
    /// The ruling is kept because the text leaves it open, though it decides no hand.
    #[test]
    fn chicken_rulings_agree(win in some_win()) {
        let whole = Rulings { chicken_per_reading: false, ..Rulings::default() };
        prop_assert_eq!(score(&win, &whole), score(&win, &Rulings::default()));
    }
}
