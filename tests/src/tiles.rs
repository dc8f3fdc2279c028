//! Tile numbers for the yardsticks, deliberately apart from the product's own tile type.
//!
//! A mistake in the product's tile type must not hide itself by also sitting in the yardstick.
//! Numbers 0-8 are characters, 9-17 dots, 18-26 bamboo, 27-30 winds E S W N, 31-33 dragons red,
//! green, white: the order of the vectors' letters `m p s E S W N C F P`.

/// A playing face, 0 to 33.
pub type Tile = u8;

/// Number of playing faces.
pub const KINDS: usize = 34;
/// East wind; the other winds follow.
pub const EAST: Tile = 27;
/// Red dragon; green and white follow.
pub const RED: Tile = 31;
/// Green dragon, needed by name for MCR A1#3.
pub const GREEN: Tile = 32;
/// White dragon, needed by name for MCR A1#40.
pub const WHITE: Tile = 33;

/// Letters of the honours in order.
const HONOURS: &str = "ESWNCFP";

/// Suit 0, 1, 2 of a numbered tile.
pub fn suit(tile: Tile) -> Option<u8> {
    (tile < EAST).then_some(tile / 9)
}

/// Number 1 to 9 of a numbered tile.
pub fn rank(tile: Tile) -> Option<u8> {
    (tile < EAST).then_some(tile % 9 + 1)
}

/// The tile with this number in this suit.
pub fn numbered(suit: u8, rank: u8) -> Tile {
    assert!(suit < 3 && (1..=9).contains(&rank), "no such tile: suit {suit}, number {rank}");
    suit * 9 + rank - 1
}

/// A wind or a dragon.
pub fn is_honour(tile: Tile) -> bool {
    tile >= EAST
}

/// One of the four winds.
pub fn is_wind(tile: Tile) -> bool {
    (EAST..RED).contains(&tile)
}

/// One of the three dragons.
pub fn is_dragon(tile: Tile) -> bool {
    tile >= RED
}

/// A 1 or a 9.
pub fn is_terminal(tile: Tile) -> bool {
    matches!(rank(tile), Some(1 | 9))
}

/// A 1, a 9 or an honour.
pub fn is_outer(tile: Tile) -> bool {
    is_terminal(tile) || is_honour(tile)
}

/// How often each kind occurs.
pub fn counts(tiles: &[Tile]) -> [u8; KINDS] {
    let mut counts = [0; KINDS];
    for &tile in tiles {
        counts[usize::from(tile)] += 1;
    }
    counts
}

/// The text of a tile, `5p` or `E`.
pub fn name(tile: Tile) -> String {
    match (rank(tile), suit(tile)) {
        (Some(rank), Some(suit)) => format!("{rank}{}", ['m', 'p', 's'][usize::from(suit)]),
        _ => HONOURS.chars().nth(usize::from(tile - EAST)).map_or("?".into(), String::from),
    }
}

/// The text of several tiles, without spaces.
pub fn names(tiles: &[Tile]) -> String {
    tiles.iter().map(|&tile| name(tile)).collect()
}

/// Reads a row of tiles such as `1m2mEE`.
pub fn parse(text: &str) -> Result<Vec<Tile>, String> {
    let mut tiles = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if let Some(place) = HONOURS.find(letter) {
            tiles.push(EAST + place as u8);
            continue;
        }
        let number = letter.to_digit(10).filter(|number| *number >= 1);
        let suit = letters.next().and_then(|letter| "mps".find(letter));
        match (number, suit) {
            (Some(number), Some(suit)) => tiles.push(numbered(suit as u8, number as u8)),
            _ => return Err(format!("not a row of tiles: {text}")),
        }
    }
    Ok(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_reads_back_from_its_text() {
        let all: Vec<Tile> = (0..KINDS as u8).collect();
        assert_eq!(parse(&names(&all)), Ok(all));
        assert!(parse("0m").is_err() && parse("1x").is_err() && parse("1").is_err());
    }
}
