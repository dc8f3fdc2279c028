//! A win that is to happen: the hand, the tile, the way. Written as text so that a catalogue of them can be read.

use table_core::hand::{Hand, MeldKind};
use table_core::rules::Deal;
use table_core::seat::{Seat, Wind};
use table_core::tile::Face;

use super::random::Random;
use crate::score::notation;

/// How the hand is to be won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// On a discard.
    Discard,
    /// On a tile from the wall.
    Draw,
    /// On the replacement of the last kong.
    Replacement,
    /// On the replacement of a kong declared on a kong's replacement.
    KongOnKong,
    /// On the tile another player adds to a pung.
    Robbing,
    /// On a tile of another player's concealed kong (HK RC-1: thirteen orphans only).
    RobbingConcealed,
    /// On the wall's last tile.
    LastDraw,
    /// On the discard after the wall's last tile.
    LastDiscard,
    /// With the fourteen tiles of the deal.
    Heaven,
    /// On the dealer's first discard.
    Earth,
}

/// A win to be arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Goal {
    /// The hand in the notation of `host-sim score`; `T` is the winner's wind, `R` the prevalent wind, and the
    /// notation's givers are kept. A chow is claimed with its lowest tile.
    pub hand: &'static str,
    /// How it is won.
    pub ending: Ending,
    /// Flowers the winner is to have.
    pub flowers: u8,
    /// The other three of the winning kind lie open (MCR A1#58).
    pub last_of_kind: bool,
    /// A second hand that waits for the same tile and calls hu as well.
    pub rival: Option<&'static str>,
    /// Fan or items, by number, that the win is to show.
    pub shows: &'static [u8],
}

impl Goal {
    /// A win on this hand that shows these fan or items.
    pub const fn new(hand: &'static str, ending: Ending, shows: &'static [u8]) -> Goal {
        Goal { hand, ending, flowers: 0, last_of_kind: false, rival: None, shows }
    }

    /// With so many flowers.
    pub const fn flowers(self, flowers: u8) -> Goal {
        Goal { flowers, ..self }
    }

    /// On the last tile of its kind.
    pub const fn last_of_kind(self) -> Goal {
        Goal { last_of_kind: true, ..self }
    }

    /// With another who wins, or would win, on the same tile.
    pub const fn rival(self, hand: &'static str) -> Goal {
        Goal { rival: Some(hand), ..self }
    }
}

/// Other suits, winds and dragons for the same hand. Most fan do not mind; the few that do show it afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dress {
    suits: [char; 3],
    winds: [char; 4],
    dragons: [char; 3],
}

impl Dress {
    /// As written.
    pub const PLAIN: Dress =
        Dress { suits: ['m', 'p', 's'], winds: ['E', 'S', 'W', 'N'], dragons: ['C', 'F', 'P'] };

    /// By chance.
    pub fn random(random: &mut Random) -> Dress {
        let mut dress = Dress::PLAIN;
        random.shuffle(&mut dress.suits);
        random.shuffle(&mut dress.winds);
        random.shuffle(&mut dress.dragons);
        dress
    }

    fn put_on(&self, text: &str) -> String {
        let plain = Dress::PLAIN;
        let all = |dress: &Dress| {
            let Dress { suits, winds, dragons } = *dress;
            suits.into_iter().chain(winds).chain(dragons)
        };
        let other = |sign: char| {
            let mut pairs = all(&plain).zip(all(self));
            pairs.find(|(from, _)| *from == sign).map(|(_, to)| to)
        };
        text.chars().map(|sign| other(sign).unwrap_or(sign)).collect()
    }
}

/// A goal with seats: who wins, who gives, who is robbed.
#[derive(Debug, Clone)]
pub struct Script {
    /// The winner.
    pub winner: Seat,
    /// His thirteen tiles at the end.
    pub hand: Hand,
    /// The winning tile.
    pub winning: Face,
    /// How it is won.
    pub ending: Ending,
    /// Who gives the winning tile, or is robbed of it.
    pub giver: Seat,
    /// Who discards the third tile of the pung that is robbed later.
    pub feeder: Seat,
    /// Flowers of the winner.
    pub flowers: u8,
    /// See [`Goal::last_of_kind`].
    pub last_of_kind: bool,
    /// The other waiting hand.
    pub rival: Option<(Seat, Hand)>,
}

impl Script {
    /// Seats a goal as written.
    pub fn new(goal: &Goal, deal: &Deal, winner: usize, giver: usize) -> Option<Script> {
        Script::dressed(goal, deal, winner, giver, &Dress::PLAIN)
    }

    /// Seats a goal: the winner sits `winner` places after the dealer, the giver `giver` (1 to 3) after him. None if
    /// the hand cannot be or does not fit these seats.
    pub fn dressed(
        goal: &Goal,
        deal: &Deal,
        winner: usize,
        giver: usize,
        dress: &Dress,
    ) -> Option<Script> {
        let seat = deal.dealer.after(winner);
        let text = |text: &str, seat: Seat| {
            let letter = |wind: Wind| wind.face().to_string();
            let own = letter(Wind::of(seat, deal.dealer));
            let text = dress.put_on(text);
            text.replace('T', &own).replace('R', &letter(deal.round))
        };
        let typed = notation::hand(&text(goal.hand, seat)).ok()?;
        let giver = match goal.ending {
            Ending::Earth => deal.dealer,
            _ => seat.after(giver),
        };
        if giver == seat || (goal.ending == Ending::Heaven && winner != 0) {
            return None;
        }
        // Whoever is left: neither the winner nor the giver.
        let mut others = Seat::ALL.into_iter().filter(|s| *s != seat && *s != giver);
        let (feeder, last) = (others.next()?, others.next()?);
        let rival = match goal.rival {
            None => None,
            Some(rival) => {
                let typed = notation::hand(&text(rival, last)).ok()?;
                Some((last, typed.hand))
            }
        };
        Some(Script {
            winner: seat,
            hand: typed.hand,
            winning: typed.winning,
            ending: goal.ending,
            giver,
            feeder,
            flowers: goal.flowers,
            last_of_kind: goal.last_of_kind,
            rival,
        })
    }

    /// What a seat must hold at the start.
    pub fn start(&self, seat: Seat) -> Vec<Face> {
        let mut faces = vec![];
        if seat == self.winner {
            faces.extend(&self.hand.standing);
            for meld in &self.hand.melds {
                faces.extend(own_tiles(meld.kind, meld.face, meld.promoted));
            }
            if self.ending == Ending::Heaven {
                faces.push(self.winning);
            }
        }
        if seat == self.giver {
            let copies = match self.ending {
                Ending::Robbing => 2,
                Ending::RobbingConcealed => 3,
                Ending::Earth => 1,
                _ => 0,
            };
            faces.extend(vec![self.winning; copies]);
        }
        if let Some((rival, hand)) = &self.rival
            && *rival == seat
        {
            faces.extend(&hand.standing);
        }
        faces
    }

    /// What the winner must not discard when these sets are laid out and promoted already.
    pub fn keeps(&self, laid: usize) -> Vec<Face> {
        let mut faces: Vec<Face> = self.hand.standing.iter().copied().collect();
        for (at, meld) in self.hand.melds.iter().enumerate() {
            if at >= laid {
                faces.extend(own_tiles(meld.kind, meld.face, meld.promoted));
                if meld.kind == MeldKind::ConcealedKong {
                    faces.push(meld.face);
                }
            }
            if meld.promoted {
                faces.push(meld.face);
            }
        }
        faces.push(self.winning);
        faces
    }

    /// Every face the script needs: a tile of another face never disturbs it.
    pub fn faces(&self) -> Vec<Face> {
        let mut faces = self.keeps(0);
        for meld in &self.hand.melds {
            faces.push(meld.face);
        }
        if let Some((_, hand)) = &self.rival {
            faces.extend(&hand.standing);
        }
        faces.sort();
        faces.dedup();
        faces
    }
}

/// The owner's tiles for a set that is laid out later; the tile that comes last is not among them.
fn own_tiles(kind: MeldKind, face: Face, promoted: bool) -> Vec<Face> {
    match kind {
        MeldKind::Chow => (1..3).filter_map(|step| Face::new(face.index() as u8 + step)).collect(),
        MeldKind::Pung => vec![face; 2],
        MeldKind::Kong if promoted => vec![face; 2],
        MeldKind::Kong | MeldKind::ConcealedKong => vec![face; 3],
    }
}
