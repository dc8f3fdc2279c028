//! What tiles that nothing explains look like, in the words of the rules.

use crate::game::board::{Board, Stage};
use crate::game::few::Few;
use crate::game::flag::{Evidence, FlagKind, MOST_EVIDENCE};
use crate::game::sight::Sights;
use crate::hand::MeldKind;
use crate::place::Place;
use crate::seat::Seat;
use crate::time::Tick;

/// So many tiles gone at once are no play (MCR 3.11.6.7(2)).
const MESSED: usize = 24;

/// Tiles that lie where nothing explains them.
pub(crate) fn astray(shown: &Board, sights: &Sights, rivers: bool) -> Few<Evidence, MOST_EVIDENCE> {
    let astray =
        sights.differing(shown, rivers).filter(|tile| sights.of(*tile).place != Place::Away);
    Few::from_some(astray.map(|tile| Evidence {
        tile,
        believed: shown.place(tile),
        seen: sights.of(tile).place,
    }))
}

/// Tiles that should lie somewhere and have been in no field for too long; of what a blind reader would have seen since play
/// `goes_on`.
pub(crate) fn missing(
    now: Tick,
    goes_on: Tick,
    shown: &Board,
    sights: &Sights,
    rivers: bool,
) -> Few<Evidence, MOST_EVIDENCE> {
    let gone = sights.differing(shown, rivers).filter(|tile| {
        let sight = sights.of(*tile);
        sight.place == Place::Away
            && shown.place(*tile) != Place::Away
            && now.since(sight.since.max(goes_on)) >= sights.in_transit(shown.place(*tile))
    });
    Few::from_some(gone.map(|tile| Evidence {
        tile,
        believed: shown.place(tile),
        seen: Place::Away,
    }))
}

/// Whether the table is being cleared or was knocked over.
pub(crate) fn is_messed(shown: &Board, sights: &Sights, rivers: bool) -> bool {
    sights.differing(shown, rivers).count() >= MESSED
}

/// What tiles astray are called, and whose act it is.
pub(crate) fn name(
    shown: &Board,
    evidence: &Few<Evidence, MOST_EVIDENCE>,
) -> (FlagKind, Option<Seat>) {
    let acting = match shown.stage {
        Stage::Act { seat, .. } => Some(seat),
        _ => None,
    };
    let laid = |seat: Seat| {
        let own = evidence
            .iter()
            .filter(move |it| it.believed == Place::Hand(seat) && it.seen == Place::Meld(seat));
        own.count()
    };
    // The clearest sign first: what came from elsewhere tells more than what was only laid out.
    for it in evidence.iter() {
        match (it.believed, it.seen) {
            (Place::Hand(from), Place::Hand(to)) if from != to => {
                return (FlagKind::IllegalTransfer, Some(to));
            }
            (Place::River(from), Place::Hand(to)) => {
                let kind =
                    if from == to { FlagKind::DiscardRetracted } else { FlagKind::IllegalTransfer };
                return (kind, Some(to));
            }
            (Place::Meld(from), Place::Hand(to) | Place::Meld(to)) if from != to => {
                return (FlagKind::IllegalTransfer, Some(to));
            }
            (Place::Meld(to), Place::River(_)) if it.tile.face().is_flower() => {
                return (FlagKind::FlowerDiscarded, Some(to));
            }
            (Place::Meld(to), Place::River(_)) => return (FlagKind::NotTaken, Some(to)),
            (Place::River(_), Place::Meld(to)) => return (FlagKind::FalseMeld, Some(to)),
            (Place::Hand(from), Place::Meld(to)) if from != to => {
                return (FlagKind::FalseMeld, Some(to));
            }
            _ => {}
        }
    }
    for it in evidence.iter() {
        match (it.believed, it.seen) {
            (Place::Away, Place::Hand(seat)) => {
                let kind = match acting {
                    _ if shown.discards == 0 => FlagKind::InitialCount,
                    Some(acting) if acting == seat => FlagKind::WrongCount,
                    Some(acting) if acting.next() == seat => FlagKind::EarlyDraw,
                    _ => FlagKind::WrongDraw,
                };
                return (kind, Some(seat));
            }
            (Place::Hand(seat), Place::Meld(_)) => {
                let after_claim = matches!(shown.stage, Stage::Act { seat: acting, claimed: true } if acting == seat);
                let fourth = shown
                    .melds(seat)
                    .iter()
                    .any(|meld| meld.kind == MeldKind::Pung && meld.face == it.tile.face());
                let kind = match laid(seat) {
                    1 if after_claim && fourth => FlagKind::KongNotAllowed,
                    1 => FlagKind::Exposed,
                    4 if after_claim => FlagKind::KongNotAllowed,
                    _ => FlagKind::FalseMeld,
                };
                return (kind, Some(seat));
            }
            (Place::Hand(seat), Place::River(river)) if seat == river => {
                return (FlagKind::NoDraw, Some(seat));
            }
            _ => {}
        }
    }
    (FlagKind::IllegalTransfer, None)
}
