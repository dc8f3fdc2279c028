//! The table of fan against the list of MCR 3.8.1 and appendix 1, which `fan.tsv` copies: number, points, names, what the
//! appendix names as not to be scored beside a fan, what follows from P1, and whether a hand may score it more than once.
//! What holds only for some sets of a hand (73 beside 2, 65 beside 32 and the like) is no row of either.

use super::*;
use crate::rules::mcr::{Fan, Mcr};
use crate::rules::{Name, RuleBook};

const LIST: &str = include_str!("fan.tsv");

fn fan(number: &str) -> Fan {
    Fan::from_number(number.parse().unwrap()).unwrap()
}

fn fans(numbers: &str) -> Vec<Fan> {
    numbers.split_whitespace().map(fan).collect()
}

fn in_order(fans: &[Fan]) -> Vec<Fan> {
    let mut fans = fans.to_vec();
    fans.sort_unstable();
    fans
}

#[test]
fn the_table_is_the_one_of_the_book() {
    let mut rows = 0;
    for row in LIST.lines().skip(1) {
        let [number, points, english, chinese, listed, implied, repeatable] =
            row.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{row}");
        };
        rows += 1;
        let fan = fan(number);
        assert_eq!(fan.number(), rows);
        assert_eq!(fan.points(), points.parse::<u16>().unwrap(), "{row}");
        assert_eq!((fan.english(), fan.chinese()), (english, chinese));
        assert_eq!(in_order(fan.excludes()), fans(listed), "{row}");
        assert_eq!(in_order(fan.implies()), fans(implied), "{row}");
        assert_eq!(fan.is_repeatable(), repeatable == "yes", "{row}");
        assert_eq!(Mcr.name_of(rows), Some(Name { english, chinese }));
    }
    assert_eq!((rows, Mcr.name_of(0), Mcr.name_of(82)), (81, None, None));
}

/// Flowers count by themselves and not towards the minimum (MCR A1#81).
#[test]
fn flowers_are_an_entry_of_their_own() {
    assert_eq!(Mcr.flowers(), Some(81));
    assert_eq!(Fan::all().next_back(), Some(Fan::FlowerTiles));
}
