//! Short texts, and filling in the gaps of a phrase. Numbers are written here, without the 3 KB of `core::fmt`.

use heapless::String;

/// Longest text of an item, in bytes; what is longer is cut at a letter.
pub const LONGEST: usize = 64;

/// A text on the screen.
pub type Text = String<LONGEST>;

/// As much of `text` as fits.
pub fn text(text: &str) -> Text {
    joined(&[text])
}

/// As much of the parts, one after the other, as fits.
pub fn joined(parts: &[&str]) -> Text {
    let mut out = Text::new();
    for part in parts {
        add(&mut out, part);
    }
    out
}

/// As much of `part` behind `out` as fits, and whether that is all of it.
pub fn add(out: &mut Text, part: &str) -> bool {
    part.chars().all(|letter| out.push(letter).is_ok())
}

/// The places of the longest number there is.
const PLACES: [u32; 10] =
    [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];

/// A number: points, seconds, the number of a player. None of them has more places.
pub fn number(number: impl Into<i64>) -> Text {
    let number = number.into();
    let size = u32::try_from(number.unsigned_abs()).unwrap_or(u32::MAX);
    joined(&[if number < 0 { "-" } else { "" }, &digits(size)])
}

/// A number with its sign.
pub fn signed(number: i32) -> Text {
    joined(&[if number < 0 { "-" } else { "+" }, &digits(number.unsigned_abs())])
}

/// A number to the right of a column, with `with` before it.
pub fn aligned(number: impl Into<i64>, width: usize, with: &str) -> Text {
    let number = self::number(number);
    let mut out = Text::new();
    for _ in number.len()..width {
        add(&mut out, with);
    }
    add(&mut out, &number);
    out
}

fn digits(number: u32) -> Text {
    let mut out = Text::new();
    for place in PLACES.into_iter().filter(|place| number >= *place || *place == 1) {
        let _ = char::from_digit(number / place % 10, 10).map(|digit| out.push(digit));
    }
    out
}

/// `phrase` with `{name}` replaced by what `gaps` say.
pub fn fill(phrase: &str, gaps: &[(&str, &str)]) -> Text {
    let mut out = Text::new();
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or(("", after));
        let value = gaps.iter().find(|(gap, _)| *gap == name).map_or("", |(_, value)| value);
        // Of a text that was cut before the gap nothing stands in it.
        if add(&mut out, before) {
            add(&mut out, value);
        }
        rest = after;
    }
    add(&mut out, rest);
    out
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    #[test]
    fn numbers_are_written_as_the_library_writes_them() {
        for number in [0, 1, -1, 9, 10, 99, 100, -100, 65_535, i64::from(u32::MAX), -999_999_999] {
            assert_eq!(super::number(number), format!("{number}").as_str());
            assert_eq!(aligned(number, 5, " "), format!("{number:>5}").as_str());
        }
        for number in [0, 7, 42, 105] {
            assert_eq!(aligned(number, 2, "0"), format!("{number:02}").as_str());
        }
        for number in [0, 8, -8, i32::MAX, i32::MIN] {
            assert_eq!(signed(number), format!("{number:+}").as_str());
        }
    }

    #[test]
    fn gaps_are_filled_in_any_order_and_long_texts_are_cut_at_a_letter() {
        assert_eq!(fill("{n} of {m}", &[("m", "16"), ("n", "3")]), "3 of 16");
        assert_eq!(fill("no gap", &[]), "no gap");
        let long = fill("{n}{n}{n}{n}", &[("n", "牌牌牌牌牌牌牌")]);
        assert!(long.len() <= LONGEST && long.chars().all(|letter| letter == '牌'));
    }
}
