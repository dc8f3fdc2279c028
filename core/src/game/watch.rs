//! What looks like a foul. The table reports, it does not punish (MCR 3.11, HK FP-2).

use crate::game::board::Board;
use crate::game::explain::{Calls, Explanation, Step};
use crate::game::few::Few;
use crate::game::flag::{Evidence, Flag, FlagKind, MOST_EVIDENCE, RuleId};
use crate::game::input::Call;
use crate::game::sight::Sights;
use crate::game::state::State;
use crate::seat::Seat;
use crate::time::{Span, Tick};

/// Something hard stays unexplained for this long: it is reported.
const GRACE: Span = Span::secs(5);

/// What is being watched.
pub(crate) struct Watch {
    /// Since when the same tiles have been unexplained.
    hard: Option<(Few<Evidence, MOST_EVIDENCE>, Tick, bool)>,
}

impl Watch {
    pub const fn new() -> Watch {
        Watch { hard: None }
    }

    pub fn hand_started(&mut self) {
        *self = Watch::new();
    }

    pub fn hu_called(&mut self, _: Tick, _: Seat, _: &Calls) {}

    pub fn pressed(&mut self, _: Tick, _: &State, _: &Board, _: Seat, _: Call) -> Option<Flag> {
        None
    }

    /// Something recorded that the rules mind.
    pub fn taken(
        &mut self,
        _: Tick,
        _: &State,
        _: &Board,
        _: &Step,
        _: &Sights,
        _: &Calls,
    ) -> Few<Flag, 4> {
        Few::new()
    }

    /// Something that has been wrong for too long.
    pub fn look(
        &mut self,
        now: Tick,
        _: &State,
        shown: &Board,
        best: &Explanation,
        sights: &Sights,
        _: &mut Calls,
    ) -> Option<Flag> {
        if best.residue.hard == 0 {
            self.hard = None;
            return None;
        }
        let wrong = sights.differing(shown).filter(|tile| {
            sights.of(*tile).place != crate::place::Place::Away
        });
        let evidence: Few<Evidence, MOST_EVIDENCE> = Few::from_some(wrong.map(|tile| Evidence {
            tile,
            believed: shown.place(tile),
            seen: sights.of(tile).place,
        }));
        match &mut self.hard {
            Some((held, since, told)) if *held == evidence => {
                if *told || now.since(*since) < GRACE {
                    return None;
                }
                *told = true;
                Some(Flag {
                    kind: FlagKind::IllegalTransfer,
                    rule: RuleId::new("MCR 3.11.6.1"),
                    seat: None,
                    evidence,
                    silent: false,
                })
            }
            _ => {
                self.hard = Some((evidence, now, false));
                None
            }
        }
    }
}
