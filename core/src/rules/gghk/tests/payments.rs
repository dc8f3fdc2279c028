//! Who pays, and who is liable, on both sides of each border.

use super::*;
use crate::rules::gghk::{liable, pay};
use crate::rules::testing::{hand, seat};
use crate::rules::{Liability, Payer};
use crate::seat::Seat;

#[test]
fn liability_follows_the_melds_in_order() {
    use Liability::{BigDragons, FourthMeld};
    // Owner South: left is East, opposite North, right West.
    let cases = [
        ("chow:1m pung:E pung:W", None),
        ("chow:1m pung:E pung:W chow:4m", Some(("E", FourthMeld))),
        ("chow:1m pung:E pung:W pung:9m/3", Some(("W", FourthMeld))),
        ("chow:1m pung:E pung:W kong:9m/2", Some(("N", FourthMeld))),
        ("chow:1m pung:E pung:W ckong:9m", None),
        // A concealed kong is one of the three.
        ("ckong:E pung:2m pung:3m pung:4m/3", Some(("W", FourthMeld))),
        // Promoting is no new meld, wherever the pung lies.
        ("chow:1m pung:E pung:W pkong:9m/3", Some(("W", FourthMeld))),
        ("pkong:5p/2 pung:F/1 chow:2p pung:1p/3", Some(("W", FourthMeld))),
        ("pkong:5p/2 pung:F/1 chow:2p", None),
        ("pung:C pung:F", None),
        ("pung:C pung:F pung:P/1", Some(("E", BigDragons))),
        ("pung:C pung:F kong:P/3", Some(("W", BigDragons))),
        ("pung:C pung:F pkong:P/3", Some(("W", BigDragons))),
        ("pung:C pung:F ckong:P", None),
        ("ckong:C ckong:F pung:P/3", Some(("W", BigDragons))),
        ("pung:C pung:E pung:P/1", None),
        ("pung:C chow:1m pung:F pung:P/1", Some(("E", FourthMeld))),
        // The later replaces the earlier; a concealed fourth does not.
        ("pung:C pung:F pung:P/3 chow:1m", Some(("E", FourthMeld))),
        ("pung:C pung:F pung:P/3 ckong:8m", Some(("W", BigDragons))),
    ];
    for (melds, expected) in cases {
        let expected = expected.map(|(letter, why)| (seat(letter), why));
        let found = liable(Seat::Second, &hand(melds).melds, &Rulings::default());
        assert_eq!(found, expected, "{melds}");
    }
}

#[test]
fn each_way_of_winning_has_its_payer() {
    let dragons = "1m2m9s9s pung:C/2 pung:F/3 pung:P/1";
    let four = "9m ckong:E pung:2m/1 pung:3m/2 pung:4m/3";
    let open = "1m2m3m7s8s5p5p pung:E pung:S";
    let closed = "2m3m4m5p6p7p6s7s8s3s4s8s8s";
    let (e, w) = (Seat::First, Seat::Third);
    // Winner South; faan, payer, points of E S W N.
    let cases: &[(&str, &str, u8, Payer, [i32; 4])] = &[
        (open, "*9s", 3, Payer::Everybody, [-16, 48, -16, -16]),
        (closed, "+5s/W", 3, Payer::DiscarderAlone(w), [0, 32, -32, 0]),
        (closed, "^5s/E", 3, Payer::Robbed(e), [-48, 48, 0, 0]),
        (dragons, "*3m", 9, Payer::Liable(e, Liability::BigDragons), [-576, 576, 0, 0]),
        (dragons, "+3m/W", 8, Payer::DiscarderAlone(w), [0, 256, -256, 0]),
        (dragons, "+3m/E", 8, Payer::DiscarderAlone(e), [-256, 256, 0, 0]),
        (dragons, "^3m/W", 9, Payer::Robbed(w), [0, 576, -576, 0]),
        (four, "*9m", 8, Payer::Liable(w, Liability::FourthMeld), [0, 384, -384, 0]),
        (four, "+9m/W", 7, Payer::DiscarderAlone(w), [0, 192, -192, 0]),
        (four, "+9m/E", 7, Payer::DiscarderAlone(e), [-192, 192, 0, 0]),
    ];
    for (tiles, won, faan, payer, points) in cases {
        let win = declared(&std::format!("{tiles} {won}"));
        let payment = pay(&win, *faan, &Rulings::default()).unwrap().unwrap();
        let found = payment.settlement.by_seat().map(|points| points.0);
        assert_eq!((payment.payer, found), (*payer, *points), "{tiles} {won}");
    }
    let win = declared("1m2m3m7s8s5p5p pung:E pung:S +9s/N");
    assert_eq!(pay(&win, 2, &Rulings::default()), Ok(None));
}

#[test]
fn several_winners_on_one_tile_are_each_paid_by_the_discarder() {
    let rulings = Rulings::default();
    let south = declared("2m3m4m5m6m7mWWW3s4sPP +5s/N S/E");
    let west = declared("6s7s8s9s9s9sEEE3s4sPP +5s/N W/E");
    let paid = |win, faan| pay(win, faan, &rulings).unwrap().unwrap().settlement;
    let both = paid(&south, 3).plus(paid(&west, 5)).unwrap();
    assert_eq!(both.by_seat().map(|points| points.0), [0, 32, 96, -128]);
}
