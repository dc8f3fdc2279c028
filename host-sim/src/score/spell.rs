//! Tiles and sets in the notation in which they were typed.

use table_core::rules::shape::{Parts, Set, SetKind};
use table_core::tile::Face;

/// Faces by index, with the suit once: `456m`, `EEE`.
pub fn faces(faces: &[usize]) -> String {
    match ["m", "p", "s"].get(faces.first().map_or(3, |face| face / 9)) {
        Some(suit) => {
            let ranks = faces.iter().map(|face| char::from(b'1' + (face % 9) as u8));
            ranks.collect::<String>() + suit
        }
        None => {
            let honours = faces.iter().filter_map(|&face| Face::new(face as u8));
            honours.map(|face| face.to_string()).collect()
        }
    }
}

/// These parts of a reading: sets, then the pair.
pub fn parts(sets: &[Set], pair: Option<Face>, parts: Parts) -> String {
    let named = parts.sets().filter_map(|index| sets.get(index)).map(|set| match set.kind {
        SetKind::Chow => faces(&[0, 1, 2].map(|step| set.face.index() + step)),
        SetKind::Pung => faces(&[set.face.index(); 3]),
        SetKind::Kong => faces(&[set.face.index(); 4]),
    });
    let pair = pair.filter(|_| parts.meets(Parts::PAIR)).map(|face| faces(&[face.index(); 2]));
    named.chain(pair).collect::<Vec<_>>().join(" ")
}
