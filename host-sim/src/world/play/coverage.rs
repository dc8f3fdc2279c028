//! What was won, counted: how many hands showed each fan or item.

use std::fmt;

use table_core::rules::{Payer, RuleBook};

use super::truth::HandTruth;

/// Counts of a run.
#[derive(Clone, Default)]
pub struct Coverage {
    book: Option<&'static dyn RuleBook>,
    /// By number of the fan or item, from 1.
    wins: Vec<u64>,
    /// Hands, wins, drawn hands, hands played again.
    hands: [u64; 4],
    /// Payments: everybody, discarder, liable, robbed.
    payers: [u64; 4],
    /// Hands with several winners.
    several: u64,
}

impl Coverage {
    /// Nothing yet, for a book.
    pub fn new(book: &'static dyn RuleBook) -> Coverage {
        let numbers = (1..=u8::MAX).take_while(|number| book.name_of(*number).is_some());
        Coverage { book: Some(book), wins: vec![0; numbers.count()], ..Coverage::default() }
    }

    /// Counts a hand.
    pub fn add(&mut self, truth: &HandTruth) {
        let wins = &truth.outcome.wins;
        let [hands, won, drawn, again] = &mut self.hands;
        *hands += 1;
        match truth.outcome.end {
            table_core::rules::HandEnd::Won(_) => *won += 1,
            table_core::rules::HandEnd::Drawn => *drawn += 1,
            _ => *again += 1,
        }
        self.several += u64::from(wins.len() > 1);
        for win in wins {
            let payer = match win.payment.payer {
                Payer::Everybody => 0,
                Payer::DiscarderMost(_) | Payer::DiscarderAlone(_) => 1,
                Payer::Liable(..) => 2,
                Payer::Robbed(_) => 3,
            };
            self.payers[payer] += 1;
            let mut seen = vec![];
            for line in &win.counted.lines {
                let place = usize::from(line.number).wrapping_sub(1);
                if let Some(count) = self.wins.get_mut(place)
                    && !seen.contains(&place)
                {
                    *count += 1;
                    seen.push(place);
                }
            }
        }
    }

    /// Hands, wins, drawn hands, hands played again.
    pub fn hands(&self) -> [u64; 4] {
        self.hands
    }

    /// Wins with a fan or item, by its number.
    pub fn of(&self, number: u8) -> u64 {
        let place = usize::from(number).checked_sub(1);
        place.and_then(|at| self.wins.get(at)).copied().unwrap_or(0)
    }

    /// Wins paid by everybody, by the discarder, by a liable player, by a robbed one.
    pub fn payers(&self) -> [u64; 4] {
        self.payers
    }

    /// Hands with several winners.
    pub fn several(&self) -> u64 {
        self.several
    }

    /// Numbers of the fan or items nobody has won with.
    pub fn missing(&self) -> Vec<u8> {
        let none = self.wins.iter().zip(1..).filter(|(count, _)| **count == 0);
        none.map(|(_, number)| number).collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, number) in self.wins.iter().zip(1..) {
            let name = self.book.and_then(|book| book.name_of(number));
            let name = name.map_or("", |name| name.english);
            writeln!(out, "{number:>3}  {name:<36} {count:>6}")?;
        }
        let [hands, won, drawn, again] = self.hands;
        writeln!(out, "hands {hands}: won {won}, drawn {drawn}, again {again}")?;
        let [all, discarder, liable, robbed] = self.payers;
        write!(out, "paid by all {all}, by the discarder {discarder}, ")?;
        write!(out, "by a liable player {liable}, by a robbed one {robbed}; ")?;
        write!(out, "several winners {}", self.several)
    }
}
