//! A Hong Kong score as people read it: every item with its faan and the sets that made it, then who pays.

use std::fmt;

use table_core::rules::gghk::{Made, Reason, Score, Shape};
use table_core::rules::shape::Parts;
use table_core::rules::{Declared, Payer};
use table_core::seat::Wind;

use super::gghk::{GghkError, Judged, judge};
use super::spell;

/// A judged hand, ready to be printed.
pub struct GghkTable {
    win: Declared,
    judged: Judged,
}

impl GghkTable {
    /// Judges a hand.
    pub fn new(win: Declared) -> Result<GghkTable, GghkError> {
        let judged = judge(&win, &table_core::rules::gghk::Rulings::default())?;
        Ok(GghkTable { win, judged })
    }

    /// Whether the win stands.
    pub fn is_legal(&self) -> bool {
        self.judged.judgement.reason().is_none()
    }
}

fn made(score: &Score, made: &Made) -> String {
    if made.parts.is_empty() {
        return "the hand as a whole".into();
    }
    spell::parts(&score.sets, score.pair, made.parts)
}

fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::NoPattern => {
            "not a win: neither four sets and a pair nor thirteen orphans (HK HU-1)"
        }
        Reason::NotRobbable => {
            "not a win: a concealed kong yields to thirteen orphans only (HK RC-1)"
        }
        Reason::PassedWin => "not a win: this kind was let go earlier in the round (HK HU-6.1)",
        Reason::BelowMinimum => "not a win: fewer than three faan (HK HU-5)",
    }
}

impl fmt::Display for GghkTable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let judgement = &self.judged.judgement;
        if let Some(score) = judgement.score() {
            let everything =
                (0..score.sets.len()).fold(Parts::PAIR, |all, at| all.or(Parts::set(at)));
            match score.shape {
                Shape::FourSets => {
                    let sets = spell::parts(&score.sets, score.pair, everything);
                    writeln!(out, "four sets and a pair: {sets}")?;
                }
                Shape::ThirteenOrphans => writeln!(out, "thirteen orphans")?,
            }
            writeln!(out, "won on {}\n", self.win.winning)?;
            for one in &score.made {
                let (section, name) = (one.item.section(), one.item.english());
                let line = format!("{section:>5}  {name:<33}{:>3}", one.faan());
                writeln!(out, "{line}   {} {}", made(score, one), one.item.chinese())?;
            }
            let capped = if score.raw > score.faan() { ", paid as ten" } else { "" };
            writeln!(out, "       {:<33}{:>3}{capped}", "faan", score.raw)?;
        }
        if let Some(reason) = judgement.reason() {
            writeln!(out, "{}", why(reason))?;
        }
        if let Some(payment) = &self.judged.payment {
            writeln!(out)?;
            for (wind, points) in Wind::ALL.into_iter().zip(payment.settlement.by_seat()) {
                writeln!(out, "       {:<33}{:>+5}", format!("{wind:?}"), points.0)?;
            }
            if let Payer::Liable(_, liability) = payment.payer {
                writeln!(out, "       one player pays for all: {liability:?} (HK PR-2)")?;
            }
        }
        Ok(())
    }
}
