//! Where in a hand each foul can be done, and by whom: in the deal and in the own turn.

use table_core::game::{Play, Source as Drawn, Way};
use table_core::hand::MeldKind;
use table_core::rules::Began;
use table_core::seat::Seat;
use table_core::tile::Tile;

use super::engine::Engine;
use super::foul::{FoulKind, Slip};
use super::truth::Step;

impl Engine<'_, '_> {
    pub(super) fn slip(
        &mut self,
        kind: FoulKind,
        seat: Seat,
        other: Option<Seat>,
        tiles: Vec<Tile>,
    ) -> Slip {
        self.staged = None;
        let book = self.table.book;
        let dead = kind.is_dead(book);
        if dead {
            self.table.memory[seat.index()].dead = true;
        }
        Slip {
            kind,
            seat,
            other,
            tiles,
            rules: kind.rules(book),
            declares: self.declares(kind, seat, other),
            dead,
            again: kind.ends_hand(book),
        }
    }

    /// The hu that is called in this foul, right or wrong.
    fn declares(&self, kind: FoulKind, seat: Seat, giver: Option<Seat>) -> Option<Play> {
        let calls_hu = matches!(
            kind,
            FoulKind::ChangedCall
                | FoulKind::FalseHuA
                | FoulKind::FalseHuB
                | FoulKind::ShownBeforeHu
                | FoulKind::HuNotShown
                | FoulKind::DeadHu
                | FoulKind::PassedWin
                | FoulKind::LateRobbing
        );
        let (tile, way) = match giver {
            Some(from) => (self.table.of(from).river.last().copied(), Way::Discard { from }),
            None => (self.table.last_draw.map(|draw| draw.tile), Way::SelfDrawn),
        };
        calls_hu.then_some(Play::Hu { seat, tile, way })
    }

    pub(super) fn push_slip(
        &mut self,
        kind: FoulKind,
        seat: Seat,
        other: Option<Seat>,
        tiles: Vec<Tile>,
    ) -> bool {
        let slip = self.slip(kind, seat, other, tiles);
        let again = slip.again;
        self.steps.push(Step::Slip(slip));
        again
    }

    /// Fouls in the deal itself or in the flowers that follow it; performed together with it.
    pub(super) fn slip_before_deal(&mut self) {
        let dealer = self.table.deal.dealer;
        // Whatever turn was asked for: the deal comes once.
        match self.staged.map(|staged| staged.kind) {
            Some(kind @ FoulKind::EarlyDiscard) => {
                let first = self.table.of(dealer).standing.first().copied();
                self.push_slip(kind, dealer, None, first.into_iter().collect());
            }
            Some(kind @ FoulKind::FlowerOrder) if kind.is_foul(self.table.book) => {
                // The last in order who holds one, if somebody before him does too.
                let mut holders = (0..4)
                    .map(|steps| dealer.after(steps))
                    .filter(|seat| self.table.of(*seat).flower().is_some());
                if let (Some(first), Some(last)) = (holders.next(), holders.last()) {
                    self.push_slip(kind, last, Some(first), vec![]);
                }
            }
            _ => {}
        }
    }

    /// A tile too many in the deal: South's, because South is the next to take one.
    pub(super) fn slip_at_deal(&mut self) {
        // Whatever turn was asked for: the deal comes once.
        let staged = self.staged.map(|staged| staged.kind);
        if let Some(kind) = staged.filter(|kind| *kind == FoulKind::WrongCount) {
            let seat = self.table.deal.dealer.next();
            let head = self.table.wall.show_head();
            self.push_slip(kind, seat, None, head.into_iter().collect());
        }
    }

    /// Fouls of the player at turn, before the discard.
    pub(super) fn slip_in_turn(&mut self, seat: Seat, began: Began) {
        let drawn = matches!(began, Began::Draw(_));
        let holding = self.table.of(seat);
        if holding.flower().is_some() {
            return;
        }
        let first = holding.standing.first().copied();
        // Whatever turn was asked for: the opening comes once.
        let opening = self.staged.map(|it| it.kind).filter(|it| *it == FoulKind::SlowOpening);
        let Some(kind) = opening.or_else(|| self.due(&IN_TURN)) else { return };
        let opposite = seat.after(2);
        let head = began_at_the_head(self.steps.last());
        match (kind, first) {
            (FoulKind::ExtraDraw, _) if drawn && self.table.wall.left() > 1 => {
                let head = self.table.wall.show_head();
                self.push_slip(kind, seat, None, head.into_iter().collect());
            }
            (FoulKind::OwnTileExposed, Some(tile)) => {
                // It must go at the own next turn, which is this one (MCR 3.11.6.7(1)); in Hong Kong a card is all.
                if self.table.book.id() == "mcr" {
                    self.forced[seat.index()] = Some(tile);
                }
                self.push_slip(kind, seat, None, vec![tile]);
            }
            (FoulKind::ExposedTileKept, Some(tile)) => {
                // Another one goes instead.
                self.forced[seat.index()] = holding.standing.last().copied();
                self.push_slip(kind, seat, None, vec![tile]);
            }
            (FoulKind::HandToHand, Some(tile)) => {
                self.push_slip(kind, seat, Some(opposite), vec![tile]);
            }
            (FoulKind::MissingTile, Some(tile)) => {
                self.push_slip(kind, seat, None, vec![tile]);
            }
            (FoulKind::ForeignTile, _) => {
                // In a set without flowers a flower is a foreign tile that the table knows by name.
                let set = self.table.book.tile_set();
                let stray = Tile::all().find(|tile| !set.has(*tile));
                self.push_slip(kind, seat, None, stray.into_iter().collect());
            }
            (FoulKind::FlowerDiscarded, _) => {
                if let Some(flower) = holding.flowers.last().copied() {
                    self.push_slip(kind, seat, None, vec![flower]);
                }
            }
            (FoulKind::KongAfterClaim, _) if !drawn => {
                if let Some(tiles) = self.kong_in_hand(seat) {
                    self.push_slip(kind, seat, None, tiles);
                }
            }
            (FoulKind::ShiftingMeld, _) if !drawn => {
                if let Some(tile) = self.shifting_tile(seat) {
                    self.push_slip(kind, seat, None, vec![tile]);
                }
            }
            (FoulKind::SlowOpening, _) if self.table.discards == 0 => {
                self.push_slip(kind, seat, None, vec![]);
            }
            (FoulKind::SlowDiscard, _) if self.table.discards > 0 => {
                self.push_slip(kind, seat, None, vec![]);
            }
            // Neither the player at turn nor the giver: the one after next.
            (FoulKind::PungAfterDraw, _) if head => {
                self.push_slip(kind, seat.next(), None, vec![]);
            }
            _ => {}
        }
    }

    /// The tiles of a kong that could be declared, had the turn begun with a draw.
    fn kong_in_hand(&self, seat: Seat) -> Option<Vec<Tile>> {
        let holding = self.table.of(seat);
        // The fourth of a set just claimed makes it look like a claimed kong.
        let claimed = holding.laid.last().map(|laid| laid.meld.face);
        holding.standing.iter().filter(|tile| Some(tile.face()) != claimed).find_map(|tile| {
            let alike: Vec<Tile> = holding.of_face(tile.face()).collect();
            let pung = holding
                .laid
                .iter()
                .any(|laid| laid.meld.kind == MeldKind::Pung && laid.meld.face == tile.face());
            (pung || alike.len() == 4).then_some(alike)
        })
    }

    /// A standing tile that must not follow the claim (HK FM-2).
    fn shifting_tile(&self, seat: Seat) -> Option<Tile> {
        let holding = self.table.of(seat);
        let laid = holding.laid.last()?;
        let claimed = laid.tiles.last()?.face();
        let mut standing = holding.standing.iter().copied();
        standing.find(|tile| {
            self.table.book.discard_after_claim(&laid.meld, claimed, tile.face()).is_some()
        })
    }

    /// Fouls in which the discard comes too early or the next draw does.
    pub(super) fn slip_before_discard(&mut self, seat: Seat, tile: Tile) {
        let due = [FoulKind::EarlyDraw, FoulKind::DiscardWithoutDraw, FoulKind::FlowerNotReplaced];
        match self.due(&due) {
            Some(kind @ FoulKind::EarlyDraw) if self.table.wall.left() > 1 => {
                self.quiet = true;
                self.early = Some(self.steps.len());
                self.push_slip(kind, seat.next(), Some(seat), vec![]);
            }
            Some(kind @ (FoulKind::DiscardWithoutDraw | FoulKind::FlowerNotReplaced)) => {
                let source = if kind == FoulKind::FlowerNotReplaced {
                    Drawn::FlowerReplacement
                } else {
                    Drawn::Head
                };
                let Some(Step::Act { play, .. }) = self.steps.last() else {
                    return;
                };
                let drawn = match play {
                    Play::Draw { tile: Some(drawn), source: from, .. } if *from == source => *drawn,
                    _ => return,
                };
                if drawn != tile {
                    self.quiet = true;
                    let slip = self.slip(kind, seat, None, vec![tile, drawn]);
                    let before_draw = self.steps.len().saturating_sub(1);
                    self.steps.insert(before_draw, Step::Slip(slip));
                }
            }
            _ => {}
        }
    }

    /// The tile drawn too early is known once it is drawn.
    pub(super) fn bind_early(&mut self, tile: Tile) {
        let at = self.early.take();
        if let Some(Step::Slip(slip)) = at.and_then(|at| self.steps.get_mut(at)) {
            slip.tiles.push(tile);
        }
    }
}

/// Fouls of the player at turn, before the discard.
const IN_TURN: [FoulKind; 11] = [
    FoulKind::ExtraDraw,
    FoulKind::OwnTileExposed,
    FoulKind::ExposedTileKept,
    FoulKind::HandToHand,
    FoulKind::MissingTile,
    FoulKind::ForeignTile,
    FoulKind::FlowerDiscarded,
    FoulKind::KongAfterClaim,
    FoulKind::ShiftingMeld,
    FoulKind::SlowDiscard,
    FoulKind::PungAfterDraw,
];

/// The turn began with an ordinary draw.
fn began_at_the_head(last: Option<&Step>) -> bool {
    let head = |play: &Play| matches!(play, Play::Draw { source: Drawn::Head, .. });
    matches!(last, Some(Step::Act { play, .. }) if head(play))
}
