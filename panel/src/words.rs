//! Languages: tables made from the files in `lang/`.

use table_core::rules::RuleBook;
use table_core::view::Language;

include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// A language.
pub struct Words {
    /// What it calls itself.
    pub name: &'static str,
    /// Whose names fan have in it.
    pub names: Names,
    /// All its words, one behind the other, and where each begins; behind the last, where it ends. A text of its own would take
    /// six bytes more for each of them.
    text: &'static str,
    starts: &'static [u16],
    /// Own names of fan: book, number, name.
    fans: &'static [(&'static str, u8, &'static str)],
}

/// Which of the names in the rule books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Names {
    English,
    Chinese,
}

impl Words {
    /// The language with this place; the first one if there is none.
    pub fn of(language: Language) -> &'static Words {
        let [first, ..] = &LANGUAGES;
        LANGUAGES.get(usize::from(language.0)).unwrap_or(first)
    }

    /// What it says for `word`.
    pub fn say(&self, word: Word) -> &'static str {
        self.at(word as usize).unwrap_or("")
    }

    fn at(&self, place: usize) -> Option<&'static str> {
        let [from, to, ..] = self.starts.get(place..)? else {
            return None;
        };
        self.text.get(usize::from(*from)..usize::from(*to))
    }

    /// Its name of a fan or item.
    pub fn fan(&self, book: &dyn RuleBook, number: u8) -> &'static str {
        let own = self.fans.iter().find(|(id, known, _)| *id == book.id() && *known == number);
        if let Some((.., name)) = own {
            return name;
        }
        book.name_of(number).map_or("", |name| match self.names {
            Names::English => name.english,
            Names::Chinese => name.chinese,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::font::Type;
    use crate::text::fill;
    use std::{format, string::String, vec::Vec};
    use table_core::rules::BOOKS;

    /// Texts set in medium letters may fall back to small ones, so both must have every letter of every word.
    #[test]
    fn every_letter_of_every_language_has_a_picture() {
        let fans = BOOKS.iter().flat_map(|book| (0..=u8::MAX).map(move |number| (*book, number)));
        for language in &LANGUAGES {
            let missing: String = language
                .text
                .chars()
                .filter(|it| !Type::Small.has(*it) || !Type::Medium.has(*it))
                .collect();
            let names = fans.clone().flat_map(|(book, number)| language.fan(book, number).chars());
            let unnamed: String = names.filter(|letter| !Type::Small.has(*letter)).collect();
            assert_eq!(
                format!("{missing}{unnamed}"),
                "",
                "{}: run cargo xtask fonts",
                language.name
            );
        }
    }

    #[test]
    fn every_fan_of_every_book_has_a_name_that_fits_its_line() {
        // With a reason of four letters behind it (`src/screens/result.rs`); a hand without sets has none.
        for language in &LANGUAGES {
            for book in BOOKS {
                let named = (0..=u8::MAX).filter(|number| book.name_of(*number).is_some());
                let wide: Vec<_> = named
                    .map(|number| language.fan(*book, number))
                    .filter(|name| name.is_empty() || Type::Small.width(name) > 256)
                    .collect();
                assert_eq!(wide, Vec::<&str>::new(), "{}", language.name);
            }
        }
    }

    /// What is read from a distance: every phrase with the widest of what can stand in its gaps, and the room it has.
    #[test]
    fn what_is_read_from_a_distance_is_never_set_in_small_letters() {
        use crate::screens::{ATTENTION, TITLE, WINNER, WORTH};
        let rooms: &[(u16, &[Word])] = &[
            (TITLE, &[Word::Head]),
            (WINNER, &[Word::WinsSelf, Word::WinsDiscard, Word::WinsRobbing]),
            (WORTH, &[Word::UnitMcr, Word::UnitGghk]),
            (
                ATTENTION,
                &[
                    Word::AttPower,
                    Word::AttNotRecording,
                    Word::AttCalled,
                    Word::AttAsked,
                    Word::AttForeign,
                    Word::AttReader,
                    Word::AttPad,
                    Word::AttKey,
                    Word::AttDigits,
                    Word::AttTimeUp,
                    Word::AttTimeSoon,
                    Word::FlagSeat,
                    Word::Flag,
                ],
            ),
            (
                464,
                &[
                    Word::WaitsNextHand,
                    Word::WaitsDice,
                    Word::WaitsDeal,
                    Word::WaitsDiscard,
                    Word::WaitsReplacement,
                    Word::WaitsClaim,
                    Word::WaitsHu,
                    Word::WaitsResume,
                    Word::WaitsAnswer,
                    Word::WaitsCheck,
                    Word::WaitsDrawn,
                    Word::WaitsEnd,
                    Word::DrawnHandWhy,
                    Word::VoidHandWhy,
                    Word::AgainHandWhy,
                    Word::CensusNext,
                    Word::FaultStorage,
                    Word::FaultJournal,
                    Word::FaultRecords,
                    Word::FaultEnrolment,
                    Word::FaultProgram,
                    Word::FaultNext,
                ],
            ),
        ];
        for language in &LANGUAGES {
            let widest = |words: &mut dyn Iterator<Item = &'static str>| {
                words.max_by_key(|word| Type::Medium.width(word)).unwrap()
            };
            let winds = [Word::East, Word::South, Word::West, Word::North];
            let wind = widest(&mut winds.into_iter().map(|wind| language.say(wind)));
            let flags = (Word::Flag as usize + 1)..language.starts.len();
            let what = widest(&mut flags.filter_map(|at| language.at(at)));
            let gaps = [
                ("seat", wind),
                ("from", wind),
                ("wind", wind),
                ("what", what),
                ("n", "16"),
                ("m", "16"),
            ];
            let wide: Vec<_> = rooms
                .iter()
                .flat_map(|(room, words)| words.iter().map(move |word| (*room, *word)))
                .map(|(room, word)| (fill(language.say(word), &gaps), room))
                .filter(|(text, room)| Type::Medium.width(text) > *room)
                .collect();
            assert_eq!(wide, [], "{}", language.name);
        }
    }

    #[test]
    fn every_word_is_found_in_its_place() {
        for language in &LANGUAGES {
            let words: Vec<_> = (0..).map_while(|place| language.at(place)).collect();
            assert_eq!(words.len(), Word::FlagTie as usize + 1, "{}", language.name);
            assert_eq!(words.concat(), language.text);
            assert!(words.iter().all(|word| !word.is_empty()), "{}", language.name);
        }
        let [english, chinese, ..] = &LANGUAGES;
        assert_eq!((english.say(Word::East), chinese.say(Word::East)), ("East", "东"));
    }

    #[test]
    fn languages_keep_their_places() {
        let [english, chinese, ..] = &LANGUAGES;
        assert_eq!((english.name, chinese.name), ("English", "中文"));
        assert_eq!(Words::of(Language(250)).name, "English", "an unknown language is not silence");
    }
}
