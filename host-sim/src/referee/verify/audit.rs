//! What the records say about the game, worked out again from the rule books.

use table_core::event::Event;
use table_core::game::{Agreed, Entry, False, Proposed, Receives, Standing, State, apply};
use table_core::rules::{Points, Verdict};

/// Follows the game through its records.
#[derive(Default)]
pub struct Audit {
    state: State,
    remarks: Vec<String>,
    scores: u64,
}

fn sum(points: &[Points; 4]) -> i64 {
    points.iter().map(|points| i64::from(points.0)).sum()
}

impl Audit {
    /// Something to be read.
    pub fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
    }

    /// Remarks, and how many scores were worked out.
    pub fn finish(self) -> (Vec<String>, u64) {
        (self.remarks, self.scores)
    }

    /// Checks what an event says against what went before, and follows it.
    pub fn follow(&mut self, number: u64, event: &Event) -> Result<(), String> {
        match event {
            Event::SessionStarted(start, _) => {
                start.rules.book().ok_or("the session's rule set is not known to this program")?;
                if start.rulings.digest() != Ok(start.digest) {
                    return Err("the session's rulings do not fit their digest".into());
                }
            }
            Event::HandStarted { deal, .. } => match self.state.next_deal() {
                Ok(Some(expected)) if expected != *deal => {
                    return Err(format!("hand {expected:?} should follow, not {deal:?}"));
                }
                Ok(Some(_)) => {}
                Ok(None) => return Err("a hand was started after the session was over".into()),
                Err(_) => self.remark(format!(
                    "record {number}: what hand follows is the referee's word, the book is silent"
                )),
            },
            Event::Ordered(order) if order.grounds.about.is_some_and(|it| it.0 >= number) => {
                return Err("an order corrects a record that was not there yet".into());
            }
            Event::ResultProposed(win) => self.score(win)?,
            Event::ResultConfirmed { by, declared, computed, payments } => {
                self.result(number, *by, *declared, *computed, payments)?;
            }
            Event::Penalty { sanction, .. } => {
                let moved = self.state.penalty_points(sanction);
                let moved = moved.ok_or("a penalty of more points than a sheet can hold")?;
                if sum(&moved) != 0 && sanction.to != Receives::Nobody {
                    return Err("the points of a penalty do not add up to nothing".into());
                }
            }
            Event::SessionEnded(sheet) => {
                let expected = self.state.sheet().ok_or("a session ended that never began")?;
                if expected != *sheet {
                    return Err(format!("the sheet should be {expected:?}, not {sheet:?}"));
                }
            }
            _ => {}
        }
        apply(&mut self.state, event);
        match &self.state.session {
            Some(session) if !session.balanced() => {
                Err("the points of the hands do not add up to nothing".into())
            }
            _ => Ok(()),
        }
    }

    /// Scores a declared win again, from the record alone.
    fn score(&mut self, win: &Proposed) -> Result<(), String> {
        let session = self.state.session.as_ref().ok_or("a win was declared without a session")?;
        let book = self.state.book().ok_or("the session's rule set is not known")?;
        let rulings = &session.start.rulings;
        let declared = win.declared(&session.deal);
        let memory = self.state.memory.get(win.seat.index()).copied().unwrap_or_default();
        let mut again = Proposed {
            standing_as: Standing::Unreadable,
            entries: Default::default(),
            worth: 0,
            payments: [Points(0); 4],
            ..*win
        };
        let counted = match book.judge(&declared, &memory, rulings) {
            Ok(Verdict::Legal(counted)) => {
                if let Ok(payment) = book.settle(&declared, &counted, rulings) {
                    again.standing_as = Standing::Legal;
                    again.payments = payment.settlement.by_seat();
                }
                Some(counted)
            }
            Ok(Verdict::False { why, counted, .. }) => {
                again.standing_as = Standing::False(False::from(why));
                counted
            }
            Err(_) => None,
        };
        for counted in counted.iter() {
            again.worth = counted.paid;
            for line in &counted.lines {
                let _ = again.entries.push(Entry { number: line.number, times: line.times });
            }
        }
        self.scores += 1;
        if again != *win {
            let (found, found_payments) = (win.worth, win.payments.map(|points| points.0));
            let (worth, payments) = (again.worth, again.payments.map(|points| points.0));
            return Err(format!(
                "the win is worth {worth} and pays {payments:?} ({:?}); recorded are {found}, {found_payments:?} ({:?})",
                again.standing_as, win.standing_as
            ));
        }
        if sum(&win.payments) != 0 {
            return Err("the payments of a win do not add up to nothing".into());
        }
        Ok(())
    }

    fn result(
        &mut self,
        number: u64,
        by: Agreed,
        declared: Option<u16>,
        computed: u16,
        payments: &[Points; 4],
    ) -> Result<(), String> {
        if sum(payments) != 0 {
            return Err("the payments of a result do not add up to nothing".into());
        }
        let wins = || self.state.proposed.iter();
        let worth = wins().map(|win| win.worth).max().unwrap_or(0);
        if worth != computed {
            return Err(format!("the result says {computed} was computed, the wins say {worth}"));
        }
        let mut expected = [Points(0); 4];
        for win in wins() {
            expected.iter_mut().zip(win.payments).for_each(|(sum, points)| sum.0 += points.0);
        }
        if expected == *payments {
            return Ok(());
        }
        match by {
            Agreed::Referee => {
                self.remark(format!(
                    "record {number}: the referee overruled the computed result ({computed}), declared {declared:?}"
                ));
                Ok(())
            }
            Agreed::Seats => Err("the seats agreed to other payments than were computed".into()),
        }
    }
}
