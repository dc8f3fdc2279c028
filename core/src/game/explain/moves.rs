//! The acts that could explain some of what differs. Only tiles that are not where they are believed to be
//! are tried, so there are few.

use super::Step;
use super::cost::{LAG, came_in_play};
use super::search::Question;
use crate::game::board::{Board, Owed, Stage, chow_of, get};
use crate::game::few::Few;
use crate::game::input::Call;
use crate::game::play::{KongKind, Play, Source, Way};
use crate::game::sight::Sight;
use crate::hand::MeldKind;
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// Most own tiles of one seat tried for one claim; more are never in motion at once.
const MOST_OWN: usize = 16;

/// What the acts are tried on.
pub(super) struct Moves<'a> {
    /// What is to be explained.
    pub question: &'a Question<'a>,
    /// The belief after what is told already.
    pub board: &'a Board,
    /// Tiles that are not where the committed belief has them.
    pub differing: &'a [Tile],
}

/// A winner's hand is laid out from about this long after the call.
const LAYS_OUT: Span = Span::millis(700);

/// A kong is called within this of the moment when its fourth tile leaves the hand.
const CALLED: Span = Span::secs(3);

/// Flowers of the deal, their replacements and the names of tiles that nobody saw touch nobody else's play: they can be told in any order.
pub(crate) fn aside(board: &Board, step: &Step) -> Option<Seat> {
    let seat = match step {
        Step::Name { seat, .. } => return Some(*seat),
        Step::Play(Play::Flower { seat, .. }) => *seat,
        Step::Play(Play::Draw { seat, source, .. }) if *source != Source::Head => *seat,
        _ => return None,
    };
    (!get(&board.begun, seat)).then_some(seat)
}

impl Moves<'_> {
    /// Every act worth trying.
    pub fn each(&self, found: &mut impl FnMut(Step)) {
        if !matches!(self.board.stage, Stage::Act { .. } | Stage::Offer { .. }) {
            return;
        }
        for seat in Seat::ALL {
            self.debts(seat, found);
            self.names(seat, found);
            self.found_discards(seat, found);
        }
        match self.board.stage {
            Stage::Act { seat, claimed } => {
                self.first_flowers(Some(seat), found);
                if self.board.owes(seat).is_empty() {
                    self.own_turn(seat, claimed, found);
                }
            }
            Stage::Offer { from } => {
                self.first_flowers(None, found);
                self.offer(from, found);
            }
            _ => {}
        }
    }

    /// Laid out with a winning hand, so no part of a set just claimed.
    fn shown_after_the_call(&self, seat: Seat, tile: Tile) -> bool {
        let laid = |called: Tick| self.sight(tile).since > called + LAYS_OUT;
        self.question.winners.contains(seat) && self.question.called.is_some_and(laid)
    }

    fn sight(&self, tile: Tile) -> Sight {
        self.question.sights.of(tile)
    }

    fn differing(&self) -> impl Iterator<Item = Tile> + '_ {
        self.differing.iter().copied()
    }

    /// Whether the sights speak for this tile having come to the seat from the wall.
    fn could_draw(&self, seat: Seat, tile: Tile) -> bool {
        let sight = self.sight(tile);
        let own = [Place::Hand(seat), Place::Meld(seat), Place::River(seat)];
        // What somebody drew himself and won on nobody else has drawn.
        let won = self.question.said == Some((tile, Way::SelfDrawn))
            && !self.question.winners.contains(seat);
        self.board.place(tile) == Place::Away
            && !won
            && (own.contains(&sight.place)
                || own.iter().any(|place| sight.visited(*place))
                || match sight.place {
                    // Thrown and claimed before it was seen here. Without river loops nothing says by whom.
                    Place::Meld(other) if self.question.rivers => {
                        other != seat && !tile.face().is_flower()
                    }
                    // Thrown at once to the border of two rivers.
                    Place::River(other) if self.question.rivers => other.is_beside(seat),
                    Place::Hand(other) => self.question.winners.contains(other),
                    _ => false,
                })
    }

    /// For a seat that is not in turn the order of its replacements does not matter: the one that became a
    /// flower itself, or else the first seen, is told first.
    fn first_replacement(&self, seat: Seat, except: Option<Tile>) -> Option<Tile> {
        let own = [Place::Hand(seat), Place::Meld(seat)];
        let came = self.differing().filter(|tile| {
            let sight = self.sight(*tile);
            Some(*tile) != except
                && self.board.place(*tile) == Place::Away
                && own.iter().any(|place| sight.place == *place || sight.visited(*place))
        });
        came.min_by_key(|tile| {
            let sight = self.sight(*tile);
            let laid = tile.face().is_flower() && sight.place == Place::Meld(seat);
            // Its lag may have been the longer one.
            let first = sight.first.unwrap_or(sight.since);
            (if laid { first - LAG } else { first }, tile.id())
        })
    }

    fn draws(&self, seat: Seat, source: Source, found: &mut impl FnMut(Step)) {
        // Flowers drawn and laid one after the other: in the order in which they were seen first, as one may be seen to lie late.
        let laid =
            |tile: &Tile| tile.face().is_flower() && self.sight(*tile).place == Place::Meld(seat);
        let came = || self.differing().filter(|tile| self.could_draw(seat, *tile));
        let flower = came().filter(laid).min_by_key(|tile| (self.sight(*tile).first, tile.id()));
        for tile in came().filter(|tile| !laid(tile)).chain(flower) {
            found(Step::Play(Play::Draw { seat, tile: Some(tile), source }));
        }
        if self.board.turn() == Some(seat) {
            found(Step::Play(Play::Draw { seat, tile: None, source }));
        }
    }

    /// Replacements owed come before anything else of the seat.
    fn debts(&self, seat: Seat, found: &mut impl FnMut(Step)) {
        let source = match self.board.owes(seat).first() {
            Some(Owed::Kong) => Source::KongReplacement,
            Some(Owed::Flower) => Source::FlowerReplacement,
            None => return,
        };
        let acting = matches!(self.board.stage, Stage::Act { seat: acting, .. } if acting == seat);
        if acting || get(&self.board.begun, seat) {
            self.draws(seat, source, found);
            return;
        }
        let mut found_one = |tile: Option<Tile>| {
            found(Step::Play(Play::Draw { seat, tile, source }));
        };
        let first = self.first_replacement(seat, None);
        if first.is_some() {
            found_one(first);
            // Its first ordinary draw may have overtaken the replacement.
            if let (true, Some(second)) =
                (self.board.turn() == Some(seat), self.first_replacement(seat, first))
            {
                found_one(Some(second));
            }
        }
        // Or the replacement stands where nobody sees it, and this is of a later draw, or a discard has been claimed since, or the referee
        // says that play went on.
        let hidden = match first {
            Some(first) => came_in_play(self.question.sights, first),
            None => self.lays_a_set(seat) || self.question.said.is_some(),
        };
        if self.question.rivers
            && (self.question.sights.has_blind_spots() || self.question.said.is_some())
            && hidden
        {
            found_one(None);
        }
    }

    /// Something that is no flower shows among its melds.
    pub fn lays_a_set(&self, seat: Seat) -> bool {
        let laid = |tile: Tile| self.sight(tile).is_at(Place::Meld(seat));
        self.differing().any(|tile| laid(tile) && !tile.face().is_flower())
    }

    fn names(&self, seat: Seat, found: &mut impl FnMut(Step)) {
        if get(&self.board.unseen, seat) == 0 {
            return;
        }
        // Whose draw is due has drawn what comes to the rack now.
        let due = self.question.rivers
            && matches!(self.board.stage, Stage::Offer { from } if from.next() == seat);
        let drawn = |tile: Tile| due && self.sight(tile).place == Place::Hand(seat);
        // Two neighbours' loops saw it from the wall, and the wrong one was believed.
        let misread = |tile: Tile| {
            let held = |other: Seat| self.board.place(tile) == Place::Hand(other);
            let beside = Seat::ALL.into_iter().any(|other| other.is_beside(seat) && held(other));
            let sight = self.sight(tile);
            let lies = sight.place.seat() == Some(seat);
            beside && (lies || sight.visited(Place::Hand(seat)))
        };
        let could = self
            .differing()
            .filter(|tile| (self.could_draw(seat, *tile) || misread(*tile)) && !drawn(*tile));
        for tile in could {
            found(Step::Name { seat, tile, thrown: false });
        }
        if let Some(tile) = self.lent(seat) {
            found(Step::Name { seat, tile, thrown: false });
        }
    }

    /// A tile that this rack sees as well and that was taken for a neighbour's, who has a tile too many to show.
    fn lent(&self, seat: Seat) -> Option<Tile> {
        let holder = |tile: Tile| match self.board.place(tile) {
            Place::Hand(other) if other != seat => Some(other),
            _ => None,
        };
        let shows = |other: Seat| {
            self.differing().any(|tile| {
                let seen = self.sight(tile).place;
                self.board.place(tile) == Place::Away && seen == Place::Hand(other)
            })
        };
        Tile::all().find(|tile| {
            self.sight(*tile).also == Some(Place::Hand(seat)) && holder(*tile).is_some_and(shows)
        })
    }

    /// A discard that nobody had seen shows.
    fn found_discards(&self, seat: Seat, found: &mut impl FnMut(Step)) {
        if !self.question.rivers || get(&self.board.unknown, seat) == 0 {
            return;
        }
        let lies = self.differing().filter(|tile| {
            let sight = self.sight(*tile);
            let own = Place::River(seat);
            self.board.place(*tile) == Place::Away
                // At the border of two rivers the other seat's loop may be the one that sees it.
                && (sight.place == own || (sight.place.is_river() && sight.visited(own)))
                // What stood in a hand just now was drawn just now.
                && sight.home.is_none()
        });
        for tile in lies {
            found(Step::Name { seat, tile, thrown: true });
        }
    }

    fn flowers(&self, seat: Seat, found: &mut impl FnMut(Step)) {
        let laid = self.differing().filter(|tile| {
            let sight = self.sight(*tile);
            tile.face().is_flower()
                && self.board.place(*tile) == Place::Hand(seat)
                && sight.visited(Place::Meld(seat))
                && sight.place != Place::Hand(seat)
        });
        // Debts first, where a replacement is in sight.
        if !self.board.owes(seat).is_empty() && self.first_replacement(seat, None).is_some() {
            return;
        }
        // One order is enough: the one in which they were laid.
        let first = laid.min_by_key(|tile| (self.sight(*tile).since, tile.id()));
        if let Some(tile) = first {
            found(Step::Play(Play::Flower { seat, tile }));
        }
    }

    /// Before a seat has begun to play its flowers need no turn (MCR 3.5.7.6).
    fn first_flowers(&self, acting: Option<Seat>, found: &mut impl FnMut(Step)) {
        for seat in Seat::ALL.into_iter().filter(|seat| Some(*seat) != acting) {
            if !get(&self.board.begun, seat) {
                self.flowers(seat, found);
            }
        }
        if let Some(seat) = acting {
            self.flowers(seat, found);
        }
    }

    fn own_turn(&self, seat: Seat, claimed: bool, found: &mut impl FnMut(Step)) {
        let standing = |tile: &Tile| self.board.place(*tile) == Place::Hand(seat);
        for tile in self.differing().filter(standing) {
            let sight = self.sight(tile);
            let elsewhere = match sight.place {
                Place::Hand(place) | Place::Meld(place) if place == seat => {
                    // Another seat's melds may have it.
                    sight.visited(Place::River(seat)) || matches!(sight.also, Some(Place::Meld(_)))
                }
                _ => true,
            };
            if elsewhere {
                found(Step::Play(Play::Discard { seat, tile: Some(tile) }));
            }
            if !claimed {
                self.own_kong(seat, tile, found);
            }
        }
        // Drawn, and thrown to where nobody saw it: everywhere without river loops, on a blind spot of one.
        let hides = !self.question.rivers || self.question.sights.has_blind_spots();
        if hides && get(&self.board.unseen, seat) > 0 {
            found(Step::Play(Play::Discard { seat, tile: None }));
        }
    }

    fn own_kong(&self, seat: Seat, tile: Tile, found: &mut impl FnMut(Step)) {
        let laid = |tile: Tile| {
            let sight = self.sight(tile);
            (sight.place == Place::Meld(seat) || sight.visited(Place::Meld(seat)))
                && !self.shown_after_the_call(seat, tile)
        };
        let Some(tiles) = alike(tile) else {
            return;
        };
        let standing = |tile: Tile| self.board.place(tile) == Place::Hand(seat);
        // Once for the lowest of the four that differs, when three of them lie.
        let lowest = tiles.iter().find(|tile| self.differing.contains(tile));
        if lowest == Some(&tile)
            && tiles.into_iter().all(standing)
            && tiles.iter().filter(|tile| laid(**tile)).count() >= 3
        {
            found(Step::Play(Play::Kong { seat, kind: KongKind::Concealed, tiles }));
        }
        let melds = self.board.melds(seat);
        let pung = |kind: MeldKind, face| kind == MeldKind::Pung && face == tile.face();
        let known = laid(tile)
            || self.question.said.is_some_and(|(said, _)| said == tile)
            || self.called_as_kong(seat, tile);
        if known && melds.iter().any(|meld| pung(meld.kind, meld.face)) {
            found(Step::Play(Play::Kong { seat, kind: KongKind::Promoted { tile }, tiles }));
        }
    }

    /// A kong was called when this tile left the hand, and where it lies nobody sees.
    fn called_as_kong(&self, seat: Seat, tile: Tile) -> bool {
        let sight = self.sight(tile);
        let called = self.question.calls.pressed(seat, Call::Kong);
        sight.place == Place::Away
            && self.question.sights.has_blind_spots()
            && called.is_some_and(|at| at.since(sight.since).max(sight.since.since(at)) <= CALLED)
    }

    fn offer(&self, from: Seat, found: &mut impl FnMut(Step)) {
        let next = from.next();
        if self.board.owes(next).is_empty() {
            self.draws(next, Source::Head, found);
        }
        let Some(last) = self.board.last else {
            return;
        };
        let Some(claimed) = last.tile else {
            // Nobody saw it; a claim can name it, unless it was seen with another player before.
            let unknown = self.differing().filter(|tile| {
                let sight = self.sight(*tile);
                let laid = matches!(sight.place, Place::Meld(seat) if seat != from);
                let elsewhere = sight.home.is_some() || sight.has_lain_in_a_river();
                laid && !elsewhere && self.board.place(*tile) == Place::Away
            });
            for tile in unknown {
                self.claims(from, tile, found);
            }
            return;
        };
        if self.sight(claimed).is_at(Place::Hand(from)) {
            found(Step::TakeBack);
        }
        self.claims(from, claimed, found);
    }

    fn claims(&self, from: Seat, claimed: Tile, found: &mut impl FnMut(Step)) {
        for seat in Seat::ALL.into_iter().filter(|seat| *seat != from) {
            let laid = |tile: Tile| {
                let sight = self.sight(tile);
                (sight.place == Place::Meld(seat) || sight.visited(Place::Meld(seat)))
                    && !self.shown_after_the_call(seat, tile)
            };
            let taken = usize::from(laid(claimed));
            let gone = |tile: Tile| self.sight(tile).is_out_of_sight();
            // What may be gone is not where it differs.
            let standing = self.board.at(Place::Hand(seat));
            let moving = standing.filter(|tile| laid(*tile) || gone(*tile));
            let own: Few<Tile, MOST_OWN> = Few::from_some(moving);
            if taken + own.iter().filter(|tile| laid(*tile)).count() < 2 {
                continue;
            }
            for (at, first) in own.iter().enumerate() {
                for second in own.iter().skip(at + 1) {
                    let lie = taken + usize::from(laid(first)) + usize::from(laid(second));
                    if lie >= 2 {
                        self.claim(seat, from, claimed, [first, second], found);
                    }
                }
            }
            self.claimed_kong(seat, from, claimed, &own, found);
        }
    }

    fn claim(
        &self,
        seat: Seat,
        from: Seat,
        claimed: Tile,
        own: [Tile; 2],
        found: &mut impl FnMut(Step),
    ) {
        let [first, second] = own.map(Tile::face);
        if first == claimed.face() && second == claimed.face() {
            found(Step::Play(Play::Pung { seat, from, claimed, own }));
        } else if from.next() == seat && chow_of([claimed.face(), first, second]).is_some() {
            found(Step::Play(Play::Chow { seat, claimed, own }));
        }
    }

    fn claimed_kong(
        &self,
        seat: Seat,
        from: Seat,
        claimed: Tile,
        own: &Few<Tile, MOST_OWN>,
        found: &mut impl FnMut(Step),
    ) {
        let Some(tiles) = alike(claimed) else {
            return;
        };
        // Who has said pung keeps the fourth, though it may be out of sight.
        let keeps = |tile: Tile| {
            let said = self.question.calls.pressed(seat, Call::Pung).is_some();
            said && self.sight(tile).is_out_of_sight()
        };
        let taken = |tile: Tile| tile == claimed || own.contains(tile) && !keeps(tile);
        if tiles.into_iter().all(taken) {
            let kind = KongKind::Claimed { tile: claimed, from };
            found(Step::Play(Play::Kong { seat, kind, tiles }));
        }
    }
}

/// All four tiles of the same face, in order; a flower has no like.
fn alike(tile: Tile) -> Option<[Tile; 4]> {
    let mut alike = Tile::all().filter(|other| other.face() == tile.face());
    Some([alike.next()?, alike.next()?, alike.next()?, alike.next()?])
}
