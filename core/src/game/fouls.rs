//! From what was noticed to what the book proposes. The referee decides (MCR 3.11, HK FP-2).

use crate::game::flag::{FlagKind, Receives, RuleId, Sanction};
use crate::game::state::State;
use crate::rules::{Bar, Foul, Judged, Penalty, Points, Recipient, RuleBook, Step};
use crate::seat::Seat;

/// The rule of a book that something touches, as its foul table cites it.
pub(crate) fn rule(book: &dyn RuleBook, kind: FlagKind) -> &'static str {
    let (mcr, gghk) = match kind {
        FlagKind::TileSet => ("MCR 3.11.2.2", "HK FI-2"),
        FlagKind::InitialCount => ("MCR 3.11.6.8", "HK FI-3"),
        FlagKind::EarlyDiscard => ("MCR 3.11.2.2", "HK FI-4"),
        FlagKind::EarlyDraw => ("MCR 3.11.6.4", "HK FD-2"),
        FlagKind::WrongDraw => ("MCR 3.11.6.4", "HK FD-4"),
        FlagKind::NoDraw => ("MCR 3.11.6.8", "HK FD-3"),
        FlagKind::WrongCount => ("MCR 3.11.6.8", "HK MN-3"),
        FlagKind::TileMissing => ("MCR 3.11.6.8", "HK MN-2"),
        FlagKind::DiscardRetracted => ("MCR 3.11.2.2", "HK DD-9"),
        FlagKind::Exposed | FlagKind::PenaltyTileKept | FlagKind::UnclearAct => {
            ("MCR 3.11.6.7(1)", "HK FD-6")
        }
        FlagKind::Messed => ("MCR 3.11.6.7(2)", "HK FD-7"),
        FlagKind::FlowerUnreplaced | FlagKind::FlowerDiscarded | FlagKind::FlowerOrder => {
            ("MCR 3.11.6.2", "HK FM-1")
        }
        FlagKind::IllegalTransfer => ("MCR 3.11.6.1", "HK FO-4"),
        FlagKind::Undeclared => ("MCR 3.11.2.2", "HK FM-4"),
        FlagKind::LateClaim => ("MCR 3.11.6.5", "HK FM-8"),
        FlagKind::FalseMeld | FlagKind::KongNotAllowed => ("MCR 3.11.6.2", "HK FM-1"),
        FlagKind::EmptyCall => ("MCR 3.11.6.3", "HK FM-8"),
        FlagKind::ChangedCall => ("MCR 3.11.6.11(3)", "HK FM-3"),
        FlagKind::NotTaken => ("MCR 3.11.6.11(1)", "HK FM-8"),
        FlagKind::EarlySupplement => ("MCR 3.11.2.2", "HK ME-16"),
        FlagKind::LateRobbing => ("MCR 3.11.2.2", "HK FM-7"),
        FlagKind::ShiftingMeld => ("MCR 3.11.2.2", "HK FM-2"),
        FlagKind::DeadAction => ("MCR 3.11.2.2", "HK FP-3"),
        FlagKind::ShownFirst => ("MCR 3.11.6.11(4)", "HK FM-4"),
        FlagKind::WinningTile => ("MCR 3.11.6.11(2)", "HK FM-12"),
        FlagKind::FalseHuA => ("MCR 3.11.6.6(1)", "HK FM-10"),
        FlagKind::FalseHuB => ("MCR 3.11.6.6(2)", "HK FM-10"),
        FlagKind::FalseWin | FlagKind::PassedWin => ("MCR 3.11.6.6(1)", "HK FM-10"),
        FlagKind::HuCancelled => ("MCR 3.11.6.3", "HK FM-11"),
        FlagKind::EarlyShow | FlagKind::MixedEarly => ("MCR 3.11.6.7(2)", "HK FM-12"),
        FlagKind::Overtime => ("MCR 3.11.1", "HK RT"),
        FlagKind::RankTie => ("MCR 3.9.2.2", "HK TI"),
        FlagKind::WrongDealer => ("MCR 3.11.2.2", "HK FI-1"),
    };
    if book.id() == "mcr" { mcr } else { gghk }
}

/// Whether a foul of this rule is judged only on a complaint: then only the referee hears of it (HK GR-3).
pub(crate) fn silent(state: &State, rule: &str) -> bool {
    state.book().is_some_and(|book| {
        let fouls = book.fouls_of(rule);
        !fouls.is_empty() && fouls.iter().all(|foul| foul.judged == Judged::OnComplaint)
    })
}

impl State {
    /// How often this seat's player was ruled against by this rule in this hand (MCR 3.11.6.3: per clause).
    pub fn breaches(&self, seat: Seat, rule: RuleId) -> u8 {
        let Some(session) = self.session.as_ref() else {
            return 0;
        };
        let player = self.player(seat);
        let same = session.fouls().filter(|posted| {
            posted.player == player
                && posted.hand == session.deal.number
                && posted.sanction.rule == rule
        });
        u8::try_from(same.count()).unwrap_or(u8::MAX)
    }

    /// What the book proposes for each foul of this rule, for the referee to confirm; `harmed` receives where
    /// the book says so. Where the book names no amount the points are zero and the referee fills them in.
    pub fn proposals(
        &self,
        seat: Seat,
        rule: RuleId,
        harmed: Option<Seat>,
    ) -> impl Iterator<Item = (&'static Foul, Sanction)> + '_ {
        let fouls = self.book().map_or(&[][..], |book| book.fouls());
        fouls
            .iter()
            .filter(move |foul| rule.is(foul.rule))
            .map(move |foul| (foul, self.sanction(seat, foul, harmed)))
    }

    fn sanction(&self, seat: Seat, foul: &Foul, harmed: Option<Seat>) -> Sanction {
        let mut sanction = Sanction::warning(seat, foul.rule);
        match foul.penalty {
            Penalty::Points(points) => sanction.points = points,
            Penalty::Ladder => sanction.points = self.ladder_step(seat, sanction.rule),
            Penalty::Cards { yellow, red } => (sanction.yellow, sanction.red) = (yellow, red),
            Penalty::CardsAndPerTile { yellow, .. } => sanction.yellow = yellow,
            Penalty::Nothing
            | Penalty::Warning
            | Penalty::ByGravity(_)
            | Penalty::SessionForfeit
            | Penalty::Exclusion
            | Penalty::Referee => {}
        }
        sanction.to = match (foul.to, harmed) {
            (Recipient::EachOther, _) => Receives::EachOther,
            (Recipient::Harmed, Some(harmed)) => Receives::Seat(harmed),
            (Recipient::Harmed | Recipient::Nobody, _) => Receives::Nobody,
        };
        sanction.dead = matches!(foul.bars, Bar::Win | Bar::MeldAndWin);
        sanction.no_melds = matches!(foul.bars, Bar::MeldAndWin);
        sanction
    }

    fn ladder_step(&self, seat: Seat, rule: RuleId) -> Points {
        let (Some(book), Some(session)) = (self.book(), self.session.as_ref()) else {
            return Points(0);
        };
        let nth = self.breaches(seat, rule).saturating_add(1);
        match book.ladder(nth, &session.start.rulings) {
            Some(Ok(Step::Points(points))) => points,
            _ => Points(0),
        }
    }
}
