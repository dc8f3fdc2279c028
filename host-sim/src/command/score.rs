//! `host-sim score`: a hand typed by a person, or many as lines.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde_json::Value;
use table_core::rules::gghk;
use table_core::rules::mcr::{self, Judgement};

use super::{Rules, ended};
use crate::score::{GghkFacts, GghkLine, GghkTable, McrFacts, McrLine, McrTable, notation};

/// The hand, and what the book asks about the win.
#[derive(clap::Args)]
pub struct ScoreArguments {
    /// The rule book.
    #[arg(long, default_value = "mcr")]
    rules: Rules,
    /// The hand; left out with --jsonl.
    #[arg(required_unless_present = "jsonl")]
    hand: Option<String>,
    /// Read one JSON object a line from standard input, write one a line.
    #[arg(long, conflicts_with = "hand")]
    jsonl: bool,
    /// The winning tile was drawn from the wall.
    #[arg(long)]
    self_draw: bool,
    /// MCR: the other three of its kind lie face up on the table.
    #[arg(long)]
    last_of_kind: bool,
    /// MCR: it was the last tile of the wall, or the discard after it.
    #[arg(long)]
    last_tile: bool,
    /// MCR: won on a kong's replacement (with --self-draw) or by robbing a kong.
    #[arg(long)]
    kong: bool,
    /// MCR: flowers laid.
    #[arg(long, default_value_t = 0)]
    flowers: u8,
    /// GGHK: who discarded the winning tile or was robbed of it: E, S, W or N.
    #[arg(long)]
    discarder: Option<String>,
    /// GGHK: after_kong, consecutive_kong, robbing_kong, robbing_concealed_kong, last_wall_tile, heaven, earth.
    #[arg(long = "flag")]
    flags: Vec<String>,
    /// Wind of the winner: E, S, W or N.
    #[arg(long, default_value = "E")]
    seat: String,
    /// Prevalent wind: E, S, W or N.
    #[arg(long, default_value = "E")]
    round: String,
}

impl ScoreArguments {
    pub(super) fn run(&self) -> Result<ExitCode> {
        match (self.rules, &self.hand) {
            (Rules::Mcr, Some(hand)) => self.mcr(hand),
            (Rules::Gghk, Some(hand)) => self.gghk(hand),
            (Rules::Mcr, None) => each_line(|line| McrLine::answer(line, &mcr::Rulings::default())),
            (Rules::Gghk, None) => {
                each_line(|line| GghkLine::answer(line, &gghk::Rulings::default()))
            }
        }
    }

    fn mcr(&self, hand: &str) -> Result<ExitCode> {
        let facts = McrFacts {
            self_draw: self.self_draw,
            last_of_kind: self.last_of_kind,
            last_tile: self.last_tile,
            kong: self.kong,
            flowers: self.flowers,
            seat: self.seat.clone(),
            round: self.round.clone(),
        };
        let rulings = mcr::Rulings::default();
        let win = facts.win(notation::hand(hand)?)?;
        let judgement = mcr::judge(&win, &rulings)?;
        match &judgement {
            Judgement::Legal(score) | Judgement::BelowMinimum(score) => {
                let basis = &mcr::basis(&win, &rulings, score);
                print!("{}", McrTable { win: &win, score, basis });
            }
            _ => println!("{}", McrTable::refused(&judgement)),
        }
        Ok(ended(judgement.false_hu().is_none()))
    }

    fn gghk(&self, hand: &str) -> Result<ExitCode> {
        let facts = GghkFacts {
            self_draw: self.self_draw,
            discarder: self.discarder.clone(),
            flags: self.flags.clone(),
            seat: self.seat.clone(),
            round: self.round.clone(),
        };
        let table = GghkTable::new(facts.declared(notation::hand(hand)?)?)?;
        print!("{table}");
        Ok(ended(table.is_legal()))
    }
}

/// One answer for each line of standard input, in order.
fn each_line(answer: impl Fn(&str) -> Value) -> Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(out, "{}", answer(&line))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
