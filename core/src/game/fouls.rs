//! From what was noticed to what the book proposes. The referee decides (MCR 3.11, HK FP-2).

use crate::game::flag::{Flag, FlagKind, Receives, RuleId, Sanction};
use crate::game::state::State;
use crate::rules::{Bar, Foul, Judged, Penalty, Points, Recipient, RuleBook, Step};
use crate::seat::Seat;

/// The rule of a book that something touches, as it is cited; empty where the book does not mind.
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
        FlagKind::Exposed => ("MCR 3.11.6.7(1)", "HK FD-6"),
        FlagKind::PenaltyTileKept => ("MCR 3.11.6.7(1)", ""),
        FlagKind::Messed => ("MCR 3.11.6.7(2)", "HK FD-7"),
        FlagKind::FlowerUnreplaced | FlagKind::FlowerDiscarded => ("MCR 3.11.6.2", "HK FI-2"),
        FlagKind::FlowerOrder => ("MCR 3.5.7.6", ""),
        FlagKind::IllegalTransfer => ("MCR 3.11.6.1", "HK FO-4"),
        FlagKind::Undeclared => ("MCR 3.11.2.2", "HK FM-4"),
        FlagKind::LateClaim => ("MCR 3.11.6.5", "HK FM-8"),
        FlagKind::FalseMeld | FlagKind::KongNotAllowed => ("MCR 3.11.6.2", "HK FM-1"),
        FlagKind::PastRepair => ("", "HK FM-9"),
        FlagKind::EmptyCall => ("MCR 3.11.6.3", "HK FM-8"),
        FlagKind::Outranked => ("MCR 3.6.7", "HK PM-2"),
        FlagKind::ChangedCall => ("MCR 3.11.6.11(3)", "HK FM-3"),
        FlagKind::NotTaken => ("MCR 3.11.6.11(1)", "HK FM-8"),
        FlagKind::EarlySupplement => ("", "HK ME-16"),
        FlagKind::LateRobbing => ("", "HK FM-7"),
        FlagKind::ShiftingMeld => ("", "HK FM-2"),
        FlagKind::UnclearAct => ("", "HK ME-12"),
        FlagKind::DeadAction => ("MCR 3.11.2.2", "HK FP-3"),
        FlagKind::ShownFirst => ("MCR 3.11.6.11(4)", "HK FM-4"),
        FlagKind::WinningTile => ("MCR 3.11.6.11(2)", ""),
        FlagKind::WinningTileMixed => ("MCR 3.11.6.11(6)", "HK FM-10"),
        FlagKind::FalseHuA => ("MCR 3.11.6.6(1)", "HK FM-10"),
        FlagKind::FalseHuB => ("MCR 3.11.6.6(2)", "HK FM-10"),
        FlagKind::FalseWin | FlagKind::PassedWin => ("MCR 3.11.6.6(1)", "HK FM-10"),
        // A hu that is called counts as declared in MCR, shown or not (3.4.31).
        FlagKind::HuCancelled => ("", "HK FM-11"),
        FlagKind::EarlyShow => ("MCR 3.11.6.7(2)", ""),
        FlagKind::MixedEarly => ("MCR 3.11.6.7(2)", "HK FM-12"),
        FlagKind::Overtime => ("MCR 3.11.1", "HK RT"),
        FlagKind::RankTie => ("MCR 3.9.2.2", "HK TI"),
    };
    if book.id() == "mcr" { mcr } else { gghk }
}

/// Whether the session's book minds this at all.
pub(crate) fn minds(state: &State, kind: FlagKind) -> bool {
    state.book().is_some_and(|book| !rule(book, kind).is_empty())
}

/// Whether a foul of this rule is judged only on a complaint: then only the referee hears of it (HK GR-3).
pub(crate) fn silent(state: &State, rule: &str) -> bool {
    state.book().is_some_and(|book| {
        book.fouls_of(rule).iter().any(|foul| foul.judged == Judged::OnComplaint)
    })
}

/// Over what breaches of a rule are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// The hand being played (MCR 3.11.6.3: per clause).
    Hand,
    /// The whole session: the first fault of a match (HK FP-4).
    Session,
}

/// What the referee asks the book about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// Against whom.
    pub seat: Seat,
    /// By which rule.
    pub rule: RuleId,
    /// Who receives, where the book gives the points to the player who was harmed.
    pub harmed: Option<Seat>,
    /// Tiles it is about: too many (HK MN-3).
    pub tiles: u8,
}

impl Case {
    /// Nobody in particular is harmed, and one tile is in it.
    pub fn new(seat: Seat, rule: &str) -> Case {
        Case { seat, rule: RuleId::new(rule), harmed: None, tiles: 1 }
    }

    /// As it was reported; nothing where nobody is named.
    pub fn reported(flag: &Flag) -> Option<Case> {
        let tiles = u8::try_from(flag.evidence.len()).unwrap_or(u8::MAX);
        Some(Case { seat: flag.seat?, rule: flag.rule, harmed: None, tiles: tiles.max(1) })
    }
}

impl State {
    /// How often this seat's player was ruled against by this rule.
    pub fn breaches(&self, seat: Seat, rule: RuleId, within: Within) -> u8 {
        let Some(session) = self.session.as_ref() else {
            return 0;
        };
        let player = self.player(seat);
        let same = session.fouls().filter(|posted| {
            let counts = within == Within::Session || posted.hand == session.deal.number;
            posted.player == player && counts && posted.sanction.rule == rule
        });
        u8::try_from(same.count()).unwrap_or(u8::MAX)
    }

    /// What the book proposes for each foul of the rule, for the referee to confirm. Where the book names no
    /// amount the points are zero and the referee fills them in.
    pub fn proposals(&self, case: Case) -> impl Iterator<Item = (&'static Foul, Sanction)> + '_ {
        let fouls = self.book().map_or(&[][..], |book| book.fouls());
        fouls
            .iter()
            .filter(move |foul| case.rule.is(foul.rule))
            .map(move |foul| (foul, self.sanction(&case, foul)))
    }

    fn sanction(&self, case: &Case, foul: &Foul) -> Sanction {
        let mut sanction = Sanction::warning(case.seat, foul.rule);
        match foul.penalty {
            Penalty::Points(points) => sanction.points = points,
            Penalty::Ladder => sanction.points = self.ladder_step(case.seat, sanction.rule),
            Penalty::Cards { yellow, red } => (sanction.yellow, sanction.red) = (yellow, red),
            Penalty::CardsAndPerTile { yellow, points } => {
                let further = i32::from(case.tiles.saturating_sub(1));
                sanction.yellow = yellow;
                sanction.points = Points(points.0.saturating_mul(further));
            }
            Penalty::Nothing
            | Penalty::Warning
            | Penalty::ByGravity(_)
            | Penalty::SessionForfeit
            | Penalty::Exclusion
            | Penalty::Referee => {}
        }
        sanction.to = match (foul.to, case.harmed) {
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
        let nth = self.breaches(seat, rule, Within::Hand).saturating_add(1);
        match book.ladder(nth, &session.start.rulings) {
            Some(Ok(Step::Points(points))) => points,
            _ => Points(0),
        }
    }
}
