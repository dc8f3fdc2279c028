//! Short texts, and filling in the gaps of a phrase.

use core::fmt::Write;

use heapless::String;

/// Longest text of an item, in bytes; what is longer is cut at a letter.
pub const LONGEST: usize = 64;

/// A text on the screen.
pub type Text = String<LONGEST>;

/// As much of `text` as fits.
pub fn text(text: &str) -> Text {
    let mut out = Text::new();
    text.chars().all(|letter| out.push(letter).is_ok());
    out
}

/// A number.
pub fn number(number: impl Into<i64>) -> Text {
    let mut out = Text::new();
    let _ = write!(out, "{}", number.into());
    out
}

/// A number with its sign.
pub fn signed(number: i32) -> Text {
    let mut out = Text::new();
    let _ = write!(out, "{number:+}");
    out
}

/// `phrase` with `{name}` replaced by what `gaps` say.
pub fn fill(phrase: &str, gaps: &[(&str, &str)]) -> Text {
    let mut out = Text::new();
    let mut rest = phrase;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or(("", after));
        let value = gaps.iter().find(|(gap, _)| *gap == name).map_or("", |(_, value)| value);
        before.chars().chain(value.chars()).all(|letter| out.push(letter).is_ok());
        rest = after;
    }
    rest.chars().all(|letter| out.push(letter).is_ok());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_in_any_order_and_long_texts_are_cut_at_a_letter() {
        assert_eq!(fill("{n} of {m}", &[("m", "16"), ("n", "3")]), "3 of 16");
        assert_eq!(fill("no gap", &[]), "no gap");
        let long = fill("{n}{n}{n}{n}", &[("n", "牌牌牌牌牌牌牌")]);
        assert!(long.len() <= LONGEST && long.chars().all(|letter| letter == '牌'));
    }
}
