//! `referee connect`: one table on the referee's terminal, or line by line where there is none.

mod keys;
mod screen;
mod typed;

pub use keys::{Keys, Wish};
pub use screen::{Shown, draw};

use std::fs;
use std::io::IsTerminal;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use table_core::game::Command;

use super::{Form, Hall, Post, TableView};
use crate::paper::{Identity, Roster, verified};
use crate::tell::{payments, tell, words_of};

/// The screen is drawn this often.
const FRAME: Duration = Duration::from_millis(100);

/// Shows a table until the referee leaves it; without a terminal, for ever. `out` gets the verified records.
pub fn show(hall: &Hall, post: &Post, out: Option<&Path>) -> Result<()> {
    let mut kept = Kept { out, records: 0 };
    if !(std::io::stdout().is_terminal() && std::io::stdin().is_terminal()) {
        return plain(post, &mut kept);
    }
    let mut terminal = ratatui::try_init().context("the terminal cannot be used for a screen")?;
    let left = screen(hall, post, &mut terminal, &mut kept);
    ratatui::restore();
    left
}

/// The file of verified records, written when there are new ones.
struct Kept<'a> {
    out: Option<&'a Path>,
    records: usize,
}

impl Kept<'_> {
    fn keep(&mut self, post: &Post) -> Result<()> {
        let records = post.held().ledger().records().len();
        if records != self.records
            && let Some(out) = self.out
        {
            fs::write(out, post.export()).with_context(|| out.display().to_string())?;
        }
        self.records = records;
        Ok(())
    }
}

/// Every record is a line, and so is the state of the link.
fn plain(post: &Post, kept: &mut Kept<'_>) -> Result<()> {
    println!("table {}, {}", post.number, post.place.table.fingerprint());
    let (mut told, mut up) = (0, false);
    loop {
        kept.keep(post)?;
        let held = post.held();
        if held.link.0 != up {
            up = held.link.0;
            println!("{}", if up { "link up, the table has proven itself" } else { "link LOST" });
        }
        let new = held.ledger().records().get(told..).unwrap_or_default();
        for record in new.iter().filter_map(|sealed| sealed.read().ok()) {
            println!("#{:<5} {}", record.seq.0, tell(&record.event));
        }
        told += new.len();
        drop(held);
        thread::sleep(FRAME);
    }
}

fn screen(
    hall: &Hall,
    post: &Post,
    terminal: &mut DefaultTerminal,
    kept: &mut Kept<'_>,
) -> Result<()> {
    let (mut keys, mut said, mut waiting) = (Keys::default(), String::new(), None);
    loop {
        kept.keep(post)?;
        let view = TableView::new(*hall.changes().borrow(), post, &Roster::default());
        let shown = Shown { view: &view, said: &said, keys: &keys };
        terminal.draw(|frame| draw(frame, &shown))?;
        if !event::poll(FRAME)? {
            continue;
        }
        let Event::Key(key) = event::read()? else {
            continue;
        };
        if key.kind != KeyEventKind::Press {
            continue;
        }
        let Some(wish) = keys.press(key.code, next_order(&view)) else {
            continue;
        };
        said.clear();
        match wish {
            Wish::Quit => return Ok(()),
            Wish::Say(words) => said = words,
            Wish::Verify => said = verdict(post),
            Wish::No => waiting = None,
            Wish::Yes => {
                if let Some(command) = waiting.take() {
                    post.order(command);
                    said = "ordered".into();
                }
            }
            Wish::Order(form) => match previewed(post, &form) {
                Ok((command, change)) => {
                    (waiting, said, keys) = (Some(command), change, Keys::Confirm);
                }
                Err(refused) => said = refused,
            },
        }
    }
}

/// The order that comes next, if it needs no further word.
fn next_order(view: &TableView) -> Option<Form> {
    match view.next {
        "start-hand" => Some(Form::StartHand {}),
        "resume" => Some(Form::Resume {}),
        "confirm" => Some(Form::Confirm {}),
        "drawn" => Some(Form::Drawn {}),
        "end-session" => Some(Form::EndSession {}),
        _ => None,
    }
}

/// An order and what it would change.
fn previewed(post: &Post, form: &Form) -> Result<(Command, String), String> {
    let command = form.command().map_err(|error| error.to_string())?;
    let change = match post.preview(&command) {
        Ok(change) => {
            let first = change.first.as_ref().map(tell).unwrap_or_default();
            format!("{first}; points {}", payments(&change.points))
        }
        // How a win is to be read only the table can say: it sees the tiles.
        Err(_) if matches!(command, Command::Hu { .. }) => {
            "only the table can say what this changes".into()
        }
        Err(refused) => {
            return Err(format!("the table would refuse: {}", words_of(&format!("{refused:?}"))));
        }
    };
    Ok((command, change))
}

/// Every record held is checked once more, from the bytes of its export.
fn verdict(post: &Post) -> String {
    match verified(&post.export(), &[Identity::Key(post.place.table)]) {
        Ok(checked) => format!("verified: {} records hold", checked.records.len()),
        Err(error) => format!("BAD: {error}"),
    }
}
