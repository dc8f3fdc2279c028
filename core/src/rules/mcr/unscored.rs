//! Fan that relate sets and were not scored, and the principle that kept each from scoring.

use super::arrangement::SetKind;
use super::basis::{Basis, Parts, Why};
use super::chow_rule::{Chow, ChowJoin, NO_CHOW, all_joins};
use super::explain::Reader;
use super::fan::Fan;
use super::pungs;

impl Reader<'_> {
    /// Fan that relate chows and were not selected.
    pub(super) fn unscored_chows(&self, basis: &mut Basis) {
        let mut group: [Chow; 4] = [NO_CHOW; 4];
        let chows = self.arrangement.sets.iter().filter(|set| set.kind == SetKind::Chow);
        for (place, set) in group.iter_mut().zip(chows) {
            *place = (set.face.index() / 9 * 7 + set.face.index() % 9) as Chow;
        }
        for join in all_joins(group) {
            let Some(fan) = Fan::from_number(join.fan) else {
                continue;
            };
            if !self.score.chow_joins.contains(&join) {
                let why = self.removed_by(fan).unwrap_or_else(|| self.principle(join));
                basis.remove(fan, Parts(join.chows), why);
            }
        }
    }

    /// The principle that keeps a fan of chows from standing beside the selected ones.
    fn principle(&self, join: ChowJoin) -> Why {
        let selected = || {
            let joins = self.score.chow_joins.iter();
            joins.filter_map(|join| Some((Fan::from_number(join.fan)?, Parts(join.chows))))
        };
        let parts = Parts(join.chows);
        if let Some((by, _)) = selected().find(|(_, bound)| bound.covers(parts)) {
            return Why::NonSeparation(by);
        }
        if let Some((by, _)) =
            selected().find(|(fan, used)| fan.number() == join.fan && used.meets(parts))
        {
            return Why::NonIdentical(by);
        }
        Why::AccountOnce
    }

    /// Fan that relate pungs and do not score: within a larger one, or a second of the same.
    pub(super) fn unscored_pungs(&self, basis: &mut Basis) {
        // 65 within 32: every two of its three pungs.
        let triple = self.joined_pungs(Fan::TriplePung);
        for left_out in triple.sets() {
            let two = Parts(triple.0 & !Parts::set(left_out).0);
            basis.remove(Fan::DoublePung, two, Why::NonSeparation(Fan::TriplePung));
        }
        // A second 42 shares two pungs with the first.
        let mixed = self.joined_pungs(Fan::MixedShiftedPungs);
        for left_out in self.sets(&|_| true).sets().filter(|_| !mixed.is_empty()) {
            let others = self.sets(&|set| set.is_pung() && set.face.rank().is_some());
            let three = Parts(others.0 & !Parts::set(left_out).0);
            if three.len() == 3 && three != mixed && self.are_mixed_shifted(three) {
                basis.remove(
                    Fan::MixedShiftedPungs,
                    three,
                    Why::NonIdentical(Fan::MixedShiftedPungs),
                );
            }
        }
    }

    fn are_mixed_shifted(&self, parts: Parts) -> bool {
        let mut ranks = [0; 3];
        for set in parts.sets().filter_map(|index| self.arrangement.sets.get(index)) {
            if let Some(suit) = ranks.get_mut(set.face.index() / 9) {
                *suit |= 1 << (set.face.index() % 9);
            }
        }
        pungs::joined(ranks, Fan::MixedShiftedPungs) != [0; 3]
    }
}
