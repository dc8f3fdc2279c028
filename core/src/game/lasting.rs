//! Something that must last before anybody is told, and then is told once.

use crate::time::{Span, Tick};

/// What is there, since when, and whether it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lasting<T>(Option<(T, Tick, bool)>);

impl<T: PartialEq> Lasting<T> {
    /// Nothing is there.
    pub const NOTHING: Lasting<T> = Lasting(None);

    /// This is there now, or nothing. True the one time at which the same thing has been there for `span`.
    pub fn see(&mut self, now: Tick, what: Option<T>, span: Span) -> bool {
        let Some(what) = what else {
            self.0 = None;
            return false;
        };
        match &mut self.0 {
            Some((held, since, told)) if *held == what => {
                let due = !*told && now.since(*since) >= span;
                *told |= due;
                due
            }
            _ => {
                self.0 = Some((what, now, false));
                false
            }
        }
    }

    /// It is there and was told.
    pub fn is_told(&self) -> bool {
        self.0.as_ref().is_some_and(|(_, _, told)| *told)
    }

    /// It has been there for so long and was not told.
    pub fn waits(&self, now: Tick, span: Span) -> bool {
        self.0.as_ref().is_some_and(|(_, since, told)| !told && now.since(*since) >= span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lasts_is_told_once_and_again_only_when_it_has_changed() {
        let at = |millis| Tick(0) + Span::millis(millis);
        let mut lasting = Lasting::NOTHING;
        let told: [bool; 7] = [
            lasting.see(at(0), Some('a'), Span::secs(5)),
            lasting.see(at(4_999), Some('a'), Span::secs(5)),
            lasting.see(at(5_000), Some('a'), Span::secs(5)),
            lasting.see(at(9_000), Some('a'), Span::secs(5)),
            lasting.see(at(9_500), Some('b'), Span::secs(5)),
            lasting.see(at(14_500), Some('b'), Span::secs(5)),
            lasting.see(at(20_000), None, Span::secs(5)),
        ];
        assert_eq!(told, [false, false, true, false, false, true, false]);
        assert!(!lasting.waits(at(60_000), Span(0)), "nothing is there");
    }
}
