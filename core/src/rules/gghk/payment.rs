//! Faan to points, and who pays (HK FS, PR, RC-2).

use super::MINIMUM;
use super::rulings::Rulings;
use crate::hand::{Meld, MeldKind};
use crate::rules::declared::{Declared, Source};
use crate::rules::settlement::{Liability, Payer, Payment, Points, Settlement, TooManyPoints};
use crate::seat::Seat;
use crate::tile::Face;

/// Points of 3 to 10 faan (HK FS): what the discarder pays, and each of three for a self-drawn win.
const PRICES: [(i32, i32); 8] =
    [(32, 16), (64, 32), (96, 48), (128, 64), (192, 96), (256, 128), (384, 192), (512, 256)];

/// The price of so many faan: by chuck, and the share of a self-drawn win. None below the minimum; above
/// the cap as at the cap.
pub fn price(faan: u8) -> Option<(Points, Points)> {
    let row = usize::from(faan.checked_sub(MINIMUM)?);
    let last = PRICES.len().saturating_sub(1);
    PRICES.get(row.min(last)).map(|(chuck, share)| (Points(*chuck), Points(*share)))
}

/// Who is liable for a self-drawn win of `owner`, and for what (HK PR-2, PR-3).
///
/// Melds are gone through in the order of melding; the later liability replaces the earlier. A promoted
/// kong keeps its place and its giver, so it moves nothing.
pub fn liable(owner: Seat, melds: &[Meld], rulings: &Rulings) -> Option<(Seat, Liability)> {
    let mut liable = None;
    let mut dragons = 0u8;
    for (before, meld) in melds.iter().enumerate() {
        let is_dragon = (Face::RED..=Face::WHITE).contains(&meld.face);
        let fourth = before == 3;
        match meld.from.seat(owner) {
            Some(giver) if fourth => liable = Some((giver, Liability::FourthMeld)),
            Some(giver) if is_dragon && dragons == 2 => {
                liable = Some((giver, Liability::BigDragons));
            }
            None if fourth && !rulings.concealed_fourth_keeps_liability => liable = None,
            _ => {}
        }
        dragons = dragons.saturating_add(u8::from(is_dragon && meld.kind != MeldKind::Chow));
    }
    liable
}

/// The payments for a legal win of so many faan. None below the minimum: there is nothing to pay.
pub fn pay(win: &Declared, faan: u8, rulings: &Rulings) -> Result<Option<Payment>, TooManyPoints> {
    let Some((chuck, share)) = price(faan) else {
        return Ok(None);
    };
    let mut settlement = Settlement::NOTHING;
    let others = || Seat::ALL.into_iter().filter(|seat| *seat != win.seat);
    let liable = liable(win.seat, &win.hand.melds, rulings);
    let payer = match (win.source, liable) {
        (Source::Discard(seat), _) => {
            settlement.pay(seat, win.seat, chuck)?;
            Payer::DiscarderAlone(seat)
        }
        // Earlier liabilities lapse (HK RC-2.2).
        (Source::PromotedKong(seat) | Source::ConcealedKong(seat), _) => {
            for _ in others() {
                settlement.pay(seat, win.seat, share)?;
            }
            Payer::Robbed(seat)
        }
        (Source::Wall | Source::Supplement { .. }, Some((seat, why))) => {
            for _ in others() {
                settlement.pay(seat, win.seat, share)?;
            }
            Payer::Liable(seat, why)
        }
        (Source::Wall | Source::Supplement { .. }, None) => {
            for seat in others() {
                settlement.pay(seat, win.seat, share)?;
            }
            Payer::Everybody
        }
    };
    Ok(Some(Payment { settlement, payer }))
}
