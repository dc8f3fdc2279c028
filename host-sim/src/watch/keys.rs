//! What keys mean. Faults and the referee's orders are two strokes: the letter of the menu, then the number of the choice.

use ratatui::crossterm::event::KeyCode;
use table_core::event::Part;
use table_core::game::Command;
use table_core::seat::Seat;
use table_core::time::Span;

use crate::chips::pn5180::Fault;
use crate::world::Act;

/// What somebody at the keyboard wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Stop time, or let it run.
    Pause,
    /// Let time run until the next record, then stop.
    Step,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
    /// Something befalls the table.
    Fault(Act),
    /// The referee orders something.
    Order(Command),
    /// Check every record once more.
    Verify,
    /// Leave.
    Quit,
}

/// Which menu is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keys {
    /// None.
    #[default]
    Run,
    /// Faults.
    Faults,
    /// The referee's orders.
    Referee,
}

/// The orders that need no further word.
const ORDERS: [(&str, Command); 6] = [
    ("stop clock", Command::Pause),
    ("run clock", Command::Resume),
    ("a minute back", Command::ExtraTime(Span::secs(60))),
    ("confirm result", Command::ConfirmResult { declared: None }),
    ("drawn hand", Command::DrawnHand),
    ("end session", Command::EndSession),
];

impl Keys {
    /// The line that says which keys there are.
    pub fn help(self) -> String {
        match self {
            Keys::Run => {
                "space pause | s step | + - speed | f fault | r referee | v verify | q quit".into()
            }
            Keys::Faults => {
                "fault: 1-4 reader gone | 5-8 stuck | o cable off | t screen off | d damage frame | k referee restarts | 0 mended".into()
            }
            Keys::Referee => {
                let orders: Vec<String> = (1..)
                    .zip(ORDERS)
                    .map(|(number, (words, _))| format!("{number} {words}"))
                    .collect();
                format!("referee: {} | esc back", orders.join(" | "))
            }
        }
    }

    /// A key was pressed: what is wanted, if that is clear by now.
    pub fn press(&mut self, key: KeyCode) -> Vec<Wish> {
        let menu = std::mem::take(self);
        let KeyCode::Char(letter) = key else {
            return vec![];
        };
        let digit = letter.to_digit(10).map(|digit| digit as usize);
        match (menu, letter, digit) {
            (Keys::Run, ' ', _) => vec![Wish::Pause],
            (Keys::Run, 's', _) => vec![Wish::Step],
            (Keys::Run, '+', _) => vec![Wish::Faster],
            (Keys::Run, '-', _) => vec![Wish::Slower],
            (Keys::Run, 'v', _) => vec![Wish::Verify],
            (Keys::Run, 'q', _) => vec![Wish::Quit],
            (Keys::Run, 'f', _) => {
                *self = Keys::Faults;
                vec![]
            }
            (Keys::Run, 'r', _) => {
                *self = Keys::Referee;
                vec![]
            }
            (Keys::Faults, 'd', _) => vec![Wish::Fault(Act::DamageFrame)],
            (Keys::Faults, 'k', _) => vec![Wish::Fault(Act::RefereeRestarts)],
            (Keys::Faults, 'o', _) => vec![Wish::Fault(Act::Cable { pulled: true })],
            (Keys::Faults, 't', _) => vec![Wish::Fault(Act::Plug(Part::Screen, false))],
            (Keys::Faults, _, Some(0)) => {
                let readers = Seat::ALL.map(|seat| Act::Reader(seat, Fault::None));
                let lines = [Act::Cable { pulled: false }, Act::Plug(Part::Screen, true)];
                readers.into_iter().chain(lines).map(Wish::Fault).collect()
            }
            (Keys::Faults, _, Some(number @ 1..=8)) => {
                let fault = if number <= 4 { Fault::Absent } else { Fault::BusyStuck };
                let seat = Seat::ALL[(number - 1) % Seat::ALL.len()];
                vec![Wish::Fault(Act::Reader(seat, fault))]
            }
            (Keys::Referee, _, Some(number)) => {
                let order = number.checked_sub(1).and_then(|at| ORDERS.get(at));
                order.map(|(_, command)| Wish::Order(*command)).into_iter().collect()
            }
            _ => vec![],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &mut Keys, text: &str) -> Vec<Wish> {
        text.chars().flat_map(|letter| keys.press(KeyCode::Char(letter))).collect()
    }

    #[test]
    fn menus_open_choose_and_close() {
        let mut keys = Keys::default();
        assert_eq!(
            typed(&mut keys, "f6"),
            [Wish::Fault(Act::Reader(Seat::Second, Fault::BusyStuck))]
        );
        assert_eq!(keys, Keys::Run);
        assert_eq!(typed(&mut keys, "r1 "), [Wish::Order(Command::Pause), Wish::Pause]);
        assert_eq!(typed(&mut keys, "f"), []);
        assert_eq!(keys.press(KeyCode::Esc), []);
        assert_eq!(typed(&mut keys, "q"), [Wish::Quit], "escape has closed the menu");
        assert_eq!(typed(&mut keys, "r9f9x"), [], "choices that do not exist do nothing");
    }
}
