//! From a declared win to what each seat pays: facts from the belief, everything else from the rule book.

use crate::game::board::{Board, get};
use crate::game::few::Few;
use crate::game::flag::FlagKind;
use crate::game::outcome::{Entry, False, Proposed, Standing};
use crate::game::play::{Source, Way};
use crate::game::state::State;
use crate::hand::Hand;
use crate::place::Place;
use crate::rules::{self, Deal, Declared, Foul, Impossible, Memory, Points, Verdict};
use crate::seat::Seat;
use crate::tile::Tile;

impl Proposed {
    /// The facts of a win on `board`, the belief before it; nothing is judged yet.
    pub fn facts(board: &Board, seat: Seat, tile: Tile, way: Way) -> Proposed {
        let face = tile.face();
        let itself_open = matches!(board.place(tile), Place::River(_) | Place::Meld(_));
        let open = board.open(face).saturating_sub(u8::from(itself_open));
        let first_act = match way {
            Way::SelfDrawn => seat == board.dealer && board.discards == 0,
            Way::Discard { from } => from == board.dealer && board.discards == 1,
            Way::Robbing { .. } => false,
        };
        let standing = board.at(Place::Hand(seat)).filter(|held| *held != tile);
        Proposed {
            seat,
            tile,
            way,
            source: get(&board.source, seat),
            concealed_kong: board.robbable.is_some_and(|robbable| robbable.concealed),
            kongs_in_a_row: board.kongs_in_a_row,
            standing: Few::from_some(standing),
            melds: board.melds(seat),
            flowers: board.flowers(seat),
            last_tile: board.wall() == 0,
            last_of_kind: open >= 3,
            opening: first_act && board.kongs == 0 && board.melds(seat).is_empty(),
            standing_as: Standing::Unreadable,
            entries: Few::new(),
            worth: 0,
            payments: [Points(0); 4],
        }
    }

    /// The same where nothing that was seen leads to the win: it is the referee's word alone, and its tiles are not claimed to be
    /// known. So nobody but him can say what it is worth.
    pub fn unread(self) -> Proposed {
        Proposed { standing: Few::new(), melds: Few::new(), flowers: 0, ..self }
    }

    /// The win in the words of the rule books; a verifier scores it again from here.
    pub fn declared(&self, deal: &Deal) -> Declared {
        let mut hand = Hand::default();
        hand.standing.extend(self.standing.iter().map(Tile::face));
        hand.melds.extend(self.melds.iter());
        Declared {
            seat: self.seat,
            dealer: deal.dealer,
            round: deal.round,
            hand,
            winning: self.tile.face(),
            source: match (self.way, self.source) {
                (Way::SelfDrawn, Source::KongReplacement) => {
                    rules::Source::Supplement { in_a_row: self.kongs_in_a_row > 1 }
                }
                (Way::SelfDrawn, _) => rules::Source::Wall,
                (Way::Discard { from }, _) => rules::Source::Discard(from),
                (Way::Robbing { from }, _) if self.concealed_kong => {
                    rules::Source::ConcealedKong(from)
                }
                (Way::Robbing { from }, _) => rules::Source::PromotedKong(from),
            },
            last_tile: self.last_tile,
            last_of_kind: self.last_of_kind,
            opening: self.opening,
            flowers: self.flowers,
        }
    }
}

/// Judges and settles a win. The foul is what the book proposes where it is none.
pub(crate) fn judge(state: &State, win: Proposed) -> (Proposed, Option<&'static Foul>) {
    judge_as(state, win, &get(&state.memory, win.seat))
}

/// The same, had the winner done and let go this.
pub(crate) fn judge_as(
    state: &State,
    mut win: Proposed,
    memory: &Memory,
) -> (Proposed, Option<&'static Foul>) {
    let (Some(book), Some(session)) = (state.book(), state.session.as_ref()) else {
        return (win, None);
    };
    let rulings = &session.start.rulings;
    let declared = win.declared(&session.deal);
    let verdict: Result<Verdict, Impossible> = book.judge(&declared, memory, rulings);
    match verdict {
        Ok(Verdict::Legal(counted)) => {
            win.entries = Few::from_some(
                counted.lines.iter().map(|line| Entry { number: line.number, times: line.times }),
            );
            win.worth = counted.paid;
            if let Ok(payment) = book.settle(&declared, &counted, rulings) {
                win.standing_as = Standing::Legal;
                win.payments = payment.settlement.by_seat();
            }
            (win, None)
        }
        Ok(Verdict::False { why, counted, proposes }) => {
            win.standing_as = Standing::False(why.into());
            if let Some(counted) = counted {
                win.entries = Few::from_some(
                    counted
                        .lines
                        .iter()
                        .map(|line| Entry { number: line.number, times: line.times }),
                );
                win.worth = counted.paid;
            }
            (win, Some(proposes))
        }
        Err(_) => (win, None),
    }
}

/// What all declared wins together bring each seat; nothing if they do not fit a sheet.
pub(crate) fn together(state: &State) -> Option<[Points; 4]> {
    let mut sums = [Points(0); 4];
    for win in state.proposed.iter() {
        for (sum, change) in sums.iter_mut().zip(win.payments) {
            *sum = sum.plus(change).ok()?;
        }
    }
    Some(sums)
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
