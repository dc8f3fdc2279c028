//! An MCR score as people read it: every fan with its points and the sets that made it, then what was not scored and why.

use std::fmt;

use table_core::rules::mcr::{self, Basis, Judgement, Made, Parts, Score, Shape, Why, Win};

use super::spell;

/// A judged hand, ready to be printed.
pub struct McrTable<'a> {
    /// The hand.
    pub win: &'a Win,
    /// Its score.
    pub score: &'a Score,
    /// Where every point comes from.
    pub basis: &'a Basis,
}

impl<'a> McrTable<'a> {
    /// The words of a judgement without a score.
    pub fn refused(judgement: &Judgement) -> &'static str {
        match judgement {
            Judgement::WrongTile => {
                "not a win: the hand waits, but not for this tile (false hu, MCR 3.11.6.6(1))"
            }
            Judgement::NotWaiting => {
                "not a win: the hand does not even wait (false hu, MCR 3.11.6.6(2))"
            }
            Judgement::Legal(_) | Judgement::BelowMinimum(_) => "a winning shape",
        }
    }

    /// The sets of some parts, as they lie.
    fn parts(&self, parts: Parts) -> String {
        let arrangement = self.score.arrangement();
        let mut words = spell::parts(&arrangement.sets, arrangement.pair, parts);
        if parts.meets(Parts::STRAIGHT) {
            for (suit, first) in arrangement.knit.into_iter().flatten().enumerate() {
                let triple = [0, 3, 6].map(|step| suit * 9 + usize::from(first) - 1 + step);
                words = format!("{words} {}", spell::faces(&triple));
            }
        }
        words.trim_start().to_owned()
    }

    fn made(&self, made: &Made) -> String {
        match made.tile {
            Some(tile) => format!("four {tile}"),
            None if made.parts.is_empty() => "the whole hand".into(),
            None => self.parts(made.parts),
        }
    }
}

fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::FourSets => "four sets and a pair",
        Shape::KnittedStraight => "knitted straight, a set and a pair",
        Shape::SevenPairs => "seven pairs",
        Shape::ThirteenOrphans => "thirteen orphans",
        Shape::HonoursAndKnitted => "honours and knitted tiles",
    }
}

fn why(why: Why) -> String {
    match why {
        Why::Excluded(fan) => format!("excluded by {}", fan.english()),
        Why::NonRepeat(fan) => format!("always part of {} (P1)", fan.english()),
        Why::NonSeparation(fan) => format!("its sets are bound in {} (P2)", fan.english()),
        Why::NonIdentical(fan) => format!("a set cannot make {} twice (P3)", fan.english()),
        Why::AccountOnce => "its sets are already joined by others (P5)".into(),
        Why::Ruling => "switched off by a ruling of this table".into(),
    }
}

impl fmt::Display for McrTable<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrangement = self.score.arrangement();
        let everything =
            (0..arrangement.sets.len()).fold(Parts::PAIR, |all, at| all.or(Parts::set(at)));
        let knitted = arrangement.shape == Shape::KnittedStraight;
        let everything = if knitted { everything.or(Parts::STRAIGHT) } else { everything };
        writeln!(out, "{}: {}", shape(arrangement.shape), self.parts(everything))?;
        let way = if self.win.self_drawn { "self-drawn" } else { "from another player" };
        writeln!(out, "won on {}, {way}\n", self.win.winning)?;
        for made in &self.basis.made {
            let fan = made.fan;
            let line = format!("{:>3}  {:<33}{:>3}", fan.number(), fan.english(), fan.points());
            writeln!(out, "{line}   {} {}", self.made(made), fan.chinese())?;
        }
        writeln!(out, "     {:<33}{:>3}", "total", self.score.points())?;
        if !self.score.reaches_minimum() {
            writeln!(
                out,
                "     below the minimum of {} points without flowers (MCR 3.9.1.1)",
                mcr::MINIMUM
            )?;
        }
        if !self.basis.removed.is_empty() {
            writeln!(out, "\nthere, but not scored:")?;
        }
        for removed in &self.basis.removed {
            let (fan, parts) = (removed.fan, self.parts(removed.parts));
            writeln!(
                out,
                "{:>3}  {:<33}     {parts}: {}",
                fan.number(),
                fan.english(),
                why(removed.why)
            )?;
        }
        Ok(())
    }
}
