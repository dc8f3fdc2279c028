//! Which record an order corrects, found in the records that are held: nobody types record numbers.

use table_core::event::Event;
use table_core::game::{Call, Command};
use table_core::record::Seq;
use table_core::wire::corrects;

use super::Ledger;

/// The record that `command` takes back; the newest one where it takes back what no single record says.
pub fn about(ledger: &Ledger, command: &Command) -> Option<Seq> {
    if !corrects(command) {
        return None;
    }
    let events = || {
        let records = ledger.records().iter().rev().filter_map(|sealed| sealed.read().ok());
        records.map(|record| (record.seq, record.event))
    };
    let newest = |is: &dyn Fn(&Event) -> bool| events().find(|(_, event)| is(event));
    let named = match *command {
        Command::Undo { plays } => return act(events(), plays).or_else(|| held(ledger)),
        Command::OverruleResult { .. } => newest(&|it| matches!(it, Event::ResultProposed(_))),
        Command::RefuseHu { seat } => newest(&|it| match it {
            Event::ResultProposed(win) => win.seat == seat,
            Event::Called { seat: who, call } => (*who, *call) == (seat, Call::Hu),
            _ => false,
        }),
        Command::VoidHand { .. } => newest(&|it| matches!(it, Event::HandStarted { .. })),
        Command::Revoke(penalty) => {
            newest(&|it| matches!(it, Event::Penalty { id, .. } if *id == penalty))
        }
        _ => None,
    };
    named.map(|(seq, _)| seq).or_else(|| held(ledger))
}

/// The `plays`-th newest act that still stands.
fn act(events: impl Iterator<Item = (Seq, Event)>, plays: u8) -> Option<Seq> {
    let mut undone = 0;
    let mut standing = events
        .take_while(|(_, event)| !matches!(event, Event::HandStarted { .. }))
        .filter(|(_, event)| match event {
            Event::Undone { plays } => {
                undone += u32::from(*plays);
                false
            }
            Event::Play { .. } if undone > 0 => {
                undone -= 1;
                false
            }
            event => matches!(event, Event::Play { .. }),
        });
    standing.nth(usize::from(plays.checked_sub(1)?)).map(|(seq, _)| seq)
}

fn held(ledger: &Ledger) -> Option<Seq> {
    Some(ledger.newest()).filter(|newest| newest.0 > 0)
}
