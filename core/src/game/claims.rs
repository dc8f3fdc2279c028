//! Calls and claims against the rule book.

use crate::game::flag::FlagKind;
use crate::game::outcome::{False, Proposed, Standing};
use crate::game::state::State;
use crate::rules::{Foul, Judged};

/// Whether a foul of this rule is judged only on a complaint: then only the referee hears of it (HK GR-3).
pub(crate) fn silent(state: &State, rule: &str) -> bool {
    state.book().is_some_and(|book| {
        let fouls = book.fouls_of(rule);
        !fouls.is_empty() && fouls.iter().all(|foul| foul.judged == Judged::OnComplaint)
    })
}

/// The name of a declared win that is none.
pub(crate) fn false_win(proposed: &Proposed, foul: &Foul) -> FlagKind {
    match (proposed.standing_as, foul.rule) {
        (Standing::False(False::Dead), _) => FlagKind::DeadAction,
        (Standing::False(False::PassedWin), _) => FlagKind::PassedWin,
        (_, "MCR 3.11.6.6(1)") => FlagKind::FalseHuA,
        (_, "MCR 3.11.6.6(2)") => FlagKind::FalseHuB,
        _ => FlagKind::FalseWin,
    }
}
