//! A declared win looked at from all sides: one reading of its tiles, as the faan items see it.

use heapless::Vec;

use super::rulings::Rulings;
use crate::hand::{Hand, HandError, Meld, MeldKind};
use crate::rules::declared::{Declared, Tiles, count_hand};
use crate::rules::shape::{
    FaceSet, Parts, Place, Set, SetKind, complete_faces, is_thirteen_orphans, orphan_waits,
    reading, standard_waits,
};
use crate::tile::Face;

/// The patterns of HK HU-1. Seven pairs is none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Shape {
    /// Four sets and a pair.
    FourSets,
    /// Thirteen orphans.
    ThirteenOrphans,
}

/// One reading of a winning hand, with all that its items may ask for.
pub(super) struct View<'a> {
    pub win: &'a Declared,
    pub tiles: &'a Tiles,
    pub rulings: &'a Rulings,
    pub shape: Shape,
    /// Melds in the order of melding, then standing chows and standing pungs by face.
    pub sets: Vec<Set, 4>,
    pub pair: Option<Face>,
    /// Where the winning tile stands.
    pub place: Place,
}

impl View<'_> {
    /// The sets that are such, as parts.
    pub fn parts(&self, such: impl Fn(&Set) -> bool) -> Parts {
        let places = self.sets.iter().enumerate();
        places
            .filter(|(_, set)| such(set))
            .fold(Parts::NONE, |parts, (place, _)| parts.or(Parts::set(place)))
    }

    /// All sets and the pair; a hand without sets is no part.
    pub fn whole(&self) -> Parts {
        match self.shape {
            Shape::FourSets => self.parts(|_| true).or(Parts::PAIR),
            Shape::ThirteenOrphans => Parts::NONE,
        }
    }

    /// Whether the hand has four sets and all are such.
    pub fn all_sets(&self, such: impl Fn(&Set) -> bool) -> bool {
        self.shape == Shape::FourSets && self.sets.iter().all(such)
    }

    /// How many suits there are, and whether there are honours.
    pub fn suits(&self) -> (usize, bool) {
        let [a, b, c, honours] = self.tiles.all.rows().map(|row| row.total() > 0);
        (usize::from(a) + usize::from(b) + usize::from(c), honours)
    }
}

/// Visits every reading of a win and, in it, every place at which the winning tile can stand: pairs by
/// rising face, pungs before three equal chows; the tile in the pair before the tile in a set.
pub(super) fn each_view(
    win: &Declared,
    tiles: &Tiles,
    rulings: &Rulings,
    visit: &mut dyn FnMut(&View<'_>),
) {
    let mut view = View {
        win,
        tiles,
        rulings,
        shape: Shape::ThirteenOrphans,
        sets: Vec::new(),
        pair: None,
        place: Place::Hand,
    };
    if win.hand.melds.is_empty() && is_thirteen_orphans(&tiles.standing) {
        visit(&view);
    }
    view.shape = Shape::FourSets;
    reading::each(&tiles.standing, &mut |reading| {
        view.sets.clear();
        let melds = win.hand.melds.iter().map(laid);
        let standing = standing_sets(reading);
        for set in melds.chain(standing) {
            if view.sets.push(set).is_err() {
                return;
            }
        }
        view.pair = Some(reading.pair);
        if reading.pair == win.winning {
            view.place = Place::Pair;
            visit(&view);
        }
        for index in win.hand.melds.len()..view.sets.len() {
            stand_in(&mut view, index, visit);
        }
    });
}

/// Visits the reading with the winning tile in one set, if it holds it.
fn stand_in(view: &mut View<'_>, index: usize, visit: &mut dyn FnMut(&View<'_>)) {
    let drawn = view.win.source.is_drawn();
    let winning = view.win.winning;
    let Some(set) = view.sets.get_mut(index).filter(|set| set.holds(winning)) else {
        return;
    };
    set.concealed = drawn;
    view.place = Place::Set(index as u8);
    visit(view);
    if let Some(set) = view.sets.get_mut(index) {
        set.concealed = true;
    }
}

fn laid(meld: &Meld) -> Set {
    Set {
        kind: match meld.kind {
            MeldKind::Chow => SetKind::Chow,
            MeldKind::Pung => SetKind::Pung,
            MeldKind::Kong | MeldKind::ConcealedKong => SetKind::Kong,
        },
        face: meld.face,
        melded: true,
        concealed: meld.kind == MeldKind::ConcealedKong,
    }
}

fn standing_sets(reading: &reading::Reading) -> impl Iterator<Item = Set> {
    let set = |kind, row: usize, rank: usize| {
        Face::new((row * 9 + rank) as u8).map(|face| Set {
            kind,
            face,
            melded: false,
            concealed: true,
        })
    };
    let (suits, honours) = (reading.suits, reading.honours);
    let (more, times) = reading.more;
    let begun = suits.into_iter().enumerate().flat_map(move |(row, suit)| {
        (0..14)
            .filter(move |bit| suit.chows() >> bit & 1 == 1)
            .filter_map(move |bit| set(SetKind::Chow, row, bit / 2))
    });
    let again = (0..times)
        .filter_map(move |_| set(SetKind::Chow, usize::from(more) / 7, usize::from(more) % 7));
    let pungs = suits.map(|suit| suit.pungs()).into_iter().chain([honours]);
    let pungs = pungs.enumerate().flat_map(move |(row, ranks)| {
        (0..9)
            .filter(move |rank| ranks >> rank & 1 == 1)
            .filter_map(move |rank| set(SetKind::Pung, row, rank))
    });
    begun.chain(again).chain(pungs)
}

/// The kinds that complete a pattern with a hand of thirteen, whatever it would earn. A kind of which the
/// player owns all four is none of them.
pub fn waits(hand: &Hand) -> Result<FaceSet, HandError> {
    let (standing, all) = count_hand(hand)?;
    let orphans = if hand.melds.is_empty() { orphan_waits(&standing) } else { FaceSet::EMPTY };
    Ok(standard_waits(&standing).or(orphans).without(complete_faces(&all)))
}
