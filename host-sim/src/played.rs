//! Played hands: which session is played, what somebody does wrong in it, and what the table must have recorded.
//!
//! The vocabulary is documented in `tests/played/README.md`.

use std::collections::BTreeSet;

use serde::Deserialize;
use table_core::event::Event;
use table_core::game::{Flag, FlagKind};
use table_core::rules::book;
use table_core::seat::Seat;
use table_core::time::{Span, Tick};
use thiserror::Error;

use crate::home::Home;
use crate::ordered::{OrderAt, OrderError};
use crate::play::{Detail, Seen, Staging, stage};
use crate::world::play::catalogue::goals;
use crate::world::play::foul::{FoulKind, Slip, Staged};
use crate::world::play::session::SessionPlan;

/// A foul of many tiles is done when the last of them lies; it may be seen this much earlier.
const UNDER_WAY: Span = Span::secs(3);

/// Why a file cannot be played.
#[derive(Debug, Error)]
pub enum PlayedError {
    /// Not TOML, or words that are not in the vocabulary.
    #[error("{0}")]
    Form(#[from] toml::de::Error),
    /// No such rule set.
    #[error("no rule set {0:?}: write mcr or gghk")]
    NoRules(String),
    /// A foul that nobody can do.
    #[error("no foul {0:?} by these rules: there are {all}", all = all_fouls())]
    NoFoul(String),
    /// A hand that is not played.
    #[error("the foul is in hand {0}: hands are counted from 1 to the number played")]
    NoHand(u16),
    /// A goal that is not in the catalogue.
    #[error("no goal {hand:?} with the ending {ending:?} in the catalogue of {rules}")]
    NoGoal {
        /// By whose rules.
        rules: String,
        /// As written.
        hand: String,
        /// As written.
        ending: String,
    },
    /// A hand is either arranged or spoilt.
    #[error("say a goal or a foul, not both: a foul turns the hand away from its goal")]
    GoalAndFoul,
    /// A seat that does not exist.
    #[error("no seat {0}: seats are numbered 1 to 4")]
    NoSeat(u8),
    /// An order that cannot be given.
    #[error("{0}")]
    Order(#[from] OrderError),
    /// What befalls a reader needs one.
    #[error("a reader's fault needs its chip: say bytes = true")]
    NoReaders,
    /// Nothing to check.
    #[error("nothing is expected")]
    Nothing,
    /// The session could not be played.
    #[error("{0:#}")]
    Stopped(anyhow::Error),
}

fn all_fouls() -> String {
    let names: Vec<String> = FoulKind::ALL.iter().map(|kind| format!("{kind:?}")).collect();
    names.join(", ")
}

/// A played scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The behaviour it pins.
    pub name: String,
    /// Short name of the rule set.
    pub rules: String,
    /// Everything follows from it.
    pub seed: u64,
    /// So many hands.
    #[serde(default = "one")]
    pub hands: u16,
    /// The table has river loops.
    #[serde(default = "yes")]
    pub rivers: bool,
    /// Every SPI byte goes through the reader driver and the chip models.
    #[serde(default)]
    bytes: bool,
    foul: Option<Foul>,
    goal: Option<GoalName>,
    /// Seconds between two hands; the usual time if left out.
    between: Option<u64>,
    /// What the referee orders besides.
    #[serde(default)]
    orders: Vec<OrderAt>,
    /// What must be on record.
    pub expect: Expect,
}

const fn one() -> u16 {
    1
}

const fn yes() -> bool {
    true
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Foul {
    kind: String,
    #[serde(default = "one")]
    hand: u16,
    #[serde(default)]
    turn: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalName {
    hand: String,
    ending: String,
}

/// What must be true at the end.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Reports that must be among those the table made after the foul.
    #[serde(default)]
    flags: Vec<ExpectedFlag>,
    /// The rules of all reports, each once and in any order; left out, they are not compared.
    flag_rules: Option<BTreeSet<String>>,
    /// Words that records must contain, each in the record of the words before it or in a later one.
    #[serde(default)]
    records_contain: Vec<String>,
    /// Words that no record may contain.
    #[serde(default)]
    records_lack: Vec<String>,
    /// Every hand came to its end with the points that the truth gives.
    results_right: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedFlag {
    rule: String,
    /// What was noticed, where the rule alone does not say it.
    kind: Option<String>,
    /// Left out for a report about nobody in particular.
    seat: Option<u8>,
}

/// What did not come out as expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Mismatch {
    /// The foul that the file is about never happened.
    #[error("nobody had an occasion for this foul")]
    NotStaged,
    /// A rule under which the foul cannot be brought, or the wrong player: the file is at fault, not the table.
    #[error("the foul was seat {seat}'s, by {rule}: {expected} is not a report of it")]
    NotThisFoul {
        /// Of the offender.
        seat: usize,
        /// The rule that was broken.
        rule: String,
        /// From the file.
        expected: String,
    },
    /// A report that the table did not make.
    #[error("not reported: {expected}\n  reported: {found:#?}")]
    Flag {
        /// From the file.
        expected: String,
        /// From the ledger.
        found: Vec<String>,
    },
    /// Other rules than expected.
    #[error("reports by other rules\n  expected: {expected:?}\n  reported: {found:?}")]
    Rules {
        /// From the file.
        expected: BTreeSet<String>,
        /// From the ledger.
        found: BTreeSet<String>,
    },
    /// Words that the records lack.
    #[error("no record says, in this order, {words:?}\n  recorded: {recorded:#?}")]
    Words {
        /// From the file.
        words: String,
        /// From the ledger.
        recorded: Vec<String>,
    },
    /// Words that should not be there.
    #[error("a record says {0:?}")]
    Unwanted(String),
    /// Points that differ from the truth, or a hand without an end.
    #[error("points after each hand\n  truth:    {truth}\n  recorded: {recorded}")]
    Results {
        /// Of the simulated world.
        truth: String,
        /// From the ledger.
        recorded: String,
    },
}

impl Played {
    /// Whether a file's text is that of a played session: it names its rules.
    pub fn is_played(text: &str) -> bool {
        text.parse::<toml::Table>().is_ok_and(|file| file.contains_key("rules"))
    }

    /// Reads a file's text.
    pub fn parse(text: &str) -> Result<Played, PlayedError> {
        let played: Played = toml::from_str(text)?;
        played.plan()?;
        let expect = &played.expect;
        let seats = expect.flags.iter().filter_map(|flag| flag.seat);
        if let Some(seat) = seats.into_iter().find(|seat| !(1..=4).contains(seat)) {
            return Err(PlayedError::NoSeat(seat));
        }
        if !played.bytes && played.orders.iter().any(OrderAt::befalls_a_reader) {
            return Err(PlayedError::NoReaders);
        }
        let empty = expect.flags.is_empty()
            && expect.flag_rules.is_none()
            && expect.records_contain.is_empty()
            && expect.results_right.is_none();
        if empty {
            return Err(PlayedError::Nothing);
        }
        Ok(played)
    }

    /// The session it is about.
    pub fn plan(&self) -> Result<SessionPlan, PlayedError> {
        let rules = book(&self.rules).ok_or_else(|| PlayedError::NoRules(self.rules.clone()))?;
        let mut plan = SessionPlan::new(rules, self.hands, self.seed);
        plan.between = self.between.map(Span::secs);
        let orders = self.orders.iter().map(OrderAt::ordered);
        plan.orders = orders.collect::<Result<_, _>>()?;
        if self.foul.is_some() && self.goal.is_some() {
            return Err(PlayedError::GoalAndFoul);
        }
        if let Some(foul) = &self.foul {
            let mut kinds = FoulKind::of(rules);
            let kind = kinds
                .find(|kind| format!("{kind:?}") == foul.kind)
                .ok_or_else(|| PlayedError::NoFoul(foul.kind.clone()))?;
            if !(1..=self.hands).contains(&foul.hand) {
                return Err(PlayedError::NoHand(foul.hand));
            }
            let turn = foul.turn;
            plan.foul = Some((foul.hand, Staged { kind, turn }));
        }
        if let Some(wanted) = &self.goal {
            let found = goals(plan.book.id()).iter().position(|goal| {
                goal.hand == wanted.hand && format!("{:?}", goal.ending) == wanted.ending
            });
            plan.in_order = Some(found.ok_or_else(|| PlayedError::NoGoal {
                rules: self.rules.clone(),
                hand: wanted.hand.clone(),
                ending: wanted.ending.clone(),
            })?);
        }
        Ok(plan)
    }

    /// Plays it at the real application.
    pub fn run(&self, home: &Home) -> Result<Staging, PlayedError> {
        let detail = if self.bytes { Detail::Bytes } else { Detail::Sightings };
        let seen = Seen { rivers: self.rivers, detail, ..Seen::default() };
        stage(&self.plan()?, &seen, home).map_err(PlayedError::Stopped)
    }

    /// Compares what was recorded with what was expected.
    pub fn check(&self, staging: &Staging) -> Result<(), Mismatch> {
        let slips = staging.course.iter().flat_map(|hand| &hand.line.slips);
        let slip = slips.clone().next();
        if self.foul.is_some() && slip.is_none() {
            return Err(Mismatch::NotStaged);
        }
        // A report from before the foul is about something else.
        let since = slip.map_or(Tick(0), |slip| Tick(slip.at.0.saturating_sub(UNDER_WAY.0)));
        let reports: Vec<(Tick, Flag)> = staging
            .records
            .iter()
            .filter_map(|record| match record.event {
                Event::Flagged(flag) => Some((record.at, flag)),
                _ => None,
            })
            .collect();
        let after: Vec<&Flag> =
            reports.iter().filter(|(at, _)| *at >= since).map(|(_, flag)| flag).collect();
        for expected in &self.expect.flags {
            expected.check(slip.map(|slip| &slip.slip), &after)?;
        }
        if let Some(expected) = &self.expect.flag_rules {
            let found: BTreeSet<String> = reports
                .iter()
                .filter(|(_, flag)| !chance(flag.kind))
                .map(|(_, flag)| flag.rule.to_string())
                .collect();
            if found != *expected {
                let expected = expected.clone();
                return Err(Mismatch::Rules { expected, found });
            }
        }
        self.check_words(staging)?;
        match self.expect.results_right {
            Some(right) if right != results_right(staging) => Err(results(staging)),
            _ => Ok(()),
        }
    }

    fn check_words(&self, staging: &Staging) -> Result<(), Mismatch> {
        let recorded: Vec<String> =
            staging.records.iter().map(|record| record.event.to_string()).collect();
        let expect = &self.expect;
        // Several words may be about the same record.
        let mut from = 0;
        let lacking = expect.records_contain.iter().find(|words| {
            let found = recorded[from..].iter().position(|line| line.contains(words.as_str()));
            from += found.unwrap_or(0);
            found.is_none()
        });
        if let Some(words) = lacking {
            let words = words.clone();
            return Err(Mismatch::Words { words, recorded });
        }
        let unwanted = expect
            .records_lack
            .iter()
            .find(|words| recorded.iter().any(|line| line.contains(words.as_str())));
        unwanted.map_or(Ok(()), |words| Err(Mismatch::Unwanted(words.clone())))
    }
}

impl ExpectedFlag {
    fn check(&self, slip: Option<&Slip>, found: &[&Flag]) -> Result<(), Mismatch> {
        let kind = self.kind.as_deref().unwrap_or("anything");
        let words = match self.seat {
            Some(seat) => format!("{kind} by {} about seat {seat}", self.rule),
            None => format!("{kind} by {} about nobody", self.rule),
        };
        let seat = |seat: Seat| seat.index() + 1;
        if let Some(slip) = slip {
            let own = self.seat.map(usize::from);
            if own.is_some_and(|own| !parties(slip).any(|it| seat(it) == own))
                || !slip.fits(&self.rule)
            {
                return Err(Mismatch::NotThisFoul {
                    seat: seat(slip.seat),
                    rule: slip.rule().into(),
                    expected: words,
                });
            }
        }
        let reported = found.iter().any(|flag| {
            let noticed = format!("{:?}", flag.kind);
            flag.rule.is(&self.rule)
                && flag.seat.map(seat) == self.seat.map(usize::from)
                && self.kind.as_ref().is_none_or(|kind| *kind == noticed)
        });
        if reported {
            return Ok(());
        }
        let found = found.iter().map(|flag| Event::Flagged(**flag).to_string());
        Err(Mismatch::Flag { expected: words, found: found.collect() })
    }
}

/// How long somebody thinks, and who is quick with his flowers, is chance and no part of the behaviour.
fn chance(kind: FlagKind) -> bool {
    matches!(kind, FlagKind::Overtime | FlagKind::FlowerOrder)
}

/// Whom a report of this foul may name. Of a tile that changed hands both are: the table sees who has it now.
fn parties(slip: &Slip) -> impl Iterator<Item = Seat> {
    let both = slip.kind == FoulKind::HandToHand;
    [Some(slip.seat), slip.other.filter(|_| both)].into_iter().flatten()
}

/// Whether every hand ended on record with the points that it truly brought.
pub fn results_right(staging: &Staging) -> bool {
    let truth = staging.course.iter().map(|hand| hand.hand.totals);
    truth.eq(staging.totals.iter().copied())
}

fn results(staging: &Staging) -> Mismatch {
    let truth = staging.course.iter().map(|hand| hand.hand.totals);
    Mismatch::Results {
        truth: format!("{:?}", truth.collect::<Vec<_>>()),
        recorded: format!("{:?}", staging.totals),
    }
}
