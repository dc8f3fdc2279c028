//! What keys mean at the referee's terminal: few that need no further word, and a line for everything else.

use ratatui::crossterm::event::KeyCode;

use super::typed::{typed, usage};
use crate::console::Form;

/// What the referee wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// An order; its preview comes first.
    Order(Form),
    /// The order whose preview is shown.
    Yes,
    /// Not that one.
    No,
    /// Check every record once more.
    Verify,
    /// Something to be said.
    Say(String),
    /// Leave.
    Quit,
}

/// What the next key is for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Keys {
    /// A choice.
    #[default]
    Choose,
    /// A letter of the order that is being typed.
    Type(String),
    /// Yes or no to an order.
    Confirm,
}

impl Keys {
    /// The line that says which keys there are.
    pub fn help(&self) -> String {
        match self {
            Keys::Choose => "enter next | s stop clock | r run clock | c confirm result | o order | v verify | q quit".into(),
            Keys::Type(line) => format!("order: {line}_"),
            Keys::Confirm => "y order it | n leave it".into(),
        }
    }

    /// A key was pressed; `next` is the order that comes next in the course of a session, if it needs no further word.
    pub fn press(&mut self, key: KeyCode, next: Option<Form>) -> Option<Wish> {
        match (std::mem::take(self), key) {
            (Keys::Choose, KeyCode::Enter) => {
                Some(next.map_or_else(|| Wish::Say(usage()), Wish::Order))
            }
            (Keys::Choose, KeyCode::Char('s')) => Some(Wish::Order(Form::Pause {})),
            (Keys::Choose, KeyCode::Char('r')) => Some(Wish::Order(Form::Resume {})),
            (Keys::Choose, KeyCode::Char('c')) => Some(Wish::Order(Form::Confirm {})),
            (Keys::Choose, KeyCode::Char('o')) => {
                *self = Keys::Type(String::new());
                Some(Wish::Say(usage()))
            }
            (Keys::Choose, KeyCode::Char('v')) => Some(Wish::Verify),
            (Keys::Choose, KeyCode::Char('q')) => Some(Wish::Quit),
            (Keys::Choose, _) | (Keys::Type(_), KeyCode::Esc) => None,
            (Keys::Confirm, KeyCode::Char('y')) => Some(Wish::Yes),
            (Keys::Confirm, _) => Some(Wish::No),
            (Keys::Type(line), KeyCode::Enter) => match typed(&line) {
                Ok(form) => Some(Wish::Order(form)),
                Err(words) => Some(Wish::Say(words)),
            },
            (Keys::Type(mut line), key) => {
                match key {
                    KeyCode::Char(letter) if !letter.is_control() && line.len() < 80 => {
                        line.push(letter);
                    }
                    KeyCode::Backspace => drop(line.pop()),
                    _ => {}
                }
                *self = Keys::Type(line);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(keys: &mut Keys, text: &str) -> Vec<Wish> {
        text.chars().filter_map(|letter| keys.press(KeyCode::Char(letter), None)).collect()
    }

    #[test]
    fn an_order_is_typed_mended_and_sent_or_left() {
        let mut keys = Keys::default();
        press(&mut keys, "ostopp");
        assert_eq!(keys.press(KeyCode::Backspace, None), None);
        assert_eq!(keys.help(), "order: stop_");
        assert_eq!(keys.press(KeyCode::Enter, None), Some(Wish::Order(Form::Pause {})));
        press(&mut keys, "oend");
        assert_eq!(keys.press(KeyCode::Esc, None), None);
        assert_eq!(keys, Keys::Choose);
        let mut keys = Keys::Confirm;
        assert_eq!(press(&mut keys, "y"), [Wish::Yes]);
        assert_eq!(press(&mut Keys::Confirm, "q"), [Wish::No], "only y is a yes");
        let next = keys.press(KeyCode::Enter, Some(Form::StartHand {}));
        assert_eq!(next, Some(Wish::Order(Form::StartHand {})));
    }
}
