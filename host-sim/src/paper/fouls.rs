//! The foul record of a session (MCR A6): every penalty with its place, its nature and what was ruled.

use super::page::{HEIGHT, MARGIN, Page, WIDTH, document};
use super::sheet::foot;
use super::{FoulRow, SessionPaper};

/// Height of one entry.
const ENTRY: f32 = 46.0;
/// Entries on a page.
const ON_A_PAGE: usize = 13;
/// Left sides of the columns.
const COLUMNS: [(&str, f32); 5] = [
    ("Nr", 40.0),
    ("Player", 64.0),
    ("Place of the foul", 194.0),
    ("Nature", 284.0),
    ("Penalty", 434.0),
];

/// The record as a PDF file; a page that says so if there was none.
pub fn fouls_pdf(paper: &SessionPaper, date: &str) -> Vec<u8> {
    let pages = paper.fouls.len().div_ceil(ON_A_PAGE).max(1);
    let drawn = (0..pages).map(|number| {
        let rows = paper.fouls.iter().skip(number * ON_A_PAGE).take(ON_A_PAGE);
        one_page(paper, date, (number + 1, pages), rows)
    });
    document(
        &format!("Foul record, session {}, table {}", paper.session, paper.table),
        drawn.collect(),
    )
}

fn one_page<'a>(
    paper: &SessionPaper,
    date: &str,
    number: (usize, usize),
    rows: impl Iterator<Item = &'a FoulRow>,
) -> Page {
    let mut page = Page::new();
    let end = WIDTH - MARGIN;
    let mut y = HEIGHT - MARGIN - 14.0;
    page.bold((MARGIN, y), 15.0, "Foul record");
    page.right((end, y), 9.0, &format!("page {} of {}", number.0, number.1));
    y -= 24.0;
    let date = if date.is_empty() { "____________" } else { date };
    let head = format!(
        "Session  {}        Group  ________        Table  {}        Date  {date}",
        paper.session, paper.table
    );
    page.text((MARGIN, y), 8.5, &head);
    y -= 12.0;
    page.line((MARGIN, y), (end, y));
    page.shade((MARGIN, y - 15.0), (end - MARGIN, 15.0));
    for (name, x) in COLUMNS {
        page.text((x + 3.0, y - 11.0), 8.5, name);
    }
    y -= 15.0;
    page.line((MARGIN, y), (end, y));
    let none = paper.fouls.is_empty();
    for row in rows {
        entry(&mut page, paper, y, row);
        y -= ENTRY;
        page.line((MARGIN, y), (end, y));
    }
    if none {
        page.text((MARGIN + 3.0, y - 14.0), 9.0, "No penalty in this session.");
    }
    let sign = MARGIN + 40.0;
    for (x, who) in [(MARGIN, "Referee"), (WIDTH / 2.0, "Head referee")] {
        page.line((x, sign), (x + 160.0, sign));
        page.text((x, sign - 10.0), 7.5, who);
    }
    foot(&mut page, paper);
    page
}

fn entry(page: &mut Page, paper: &SessionPaper, y: f32, row: &FoulRow) {
    let [number, player, place, nature, penalty] = COLUMNS.map(|(_, x)| x + 3.0);
    let line = |nth: f32| y - 12.0 - 12.0 * nth;
    page.text((number, line(0.0)), 9.0, &row.penalty.to_string());
    let who = format!("{} ({})", row.player, row.entrant.number);
    page.text((player, line(0.0)), 9.0, &who);
    page.fitted((player, line(1.0)), 9.0, place - player - 6.0, &row.entrant.name);
    page.fitted((player, line(2.0)), 8.0, place - player - 6.0, &row.entrant.team);
    page.text((place, line(0.0)), 8.5, &format!("session {}, hand {}", paper.session, row.hand));
    page.text((place, line(1.0)), 8.5, &format!("table {}, seat {}", paper.table, row.seat));
    page.text((nature, line(0.0)), 9.0, &row.rule);
    let room = penalty - nature - 6.0;
    for (nth, words) in (1u8..=2).zip(wrapped(&row.nature, 34)) {
        page.fitted((nature, line(f32::from(nth))), 8.0, room, &words);
    }
    let room = WIDTH - MARGIN - penalty - 4.0;
    for (nth, words) in (0u8..).zip(wrapped(&row.ruling, 24)) {
        page.fitted((penalty, line(f32::from(nth))), 8.5, room, &words);
    }
    if row.revoked {
        page.bold((penalty, line(2.0)), 8.5, "TAKEN BACK");
        // Struck, but readable: nothing disappears from a record.
        page.line((number - 1.0, line(0.0) + 3.0), (penalty - 8.0, line(0.0) + 3.0));
    }
}

/// Words in lines of about so many letters; the second takes the rest.
fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines.len() == 1 && !lines[0].is_empty() && lines[0].len() + word.len() >= letters {
            lines.push(word.into());
        } else {
            let space = if lines[last].is_empty() { "" } else { " " };
            lines[last] = format!("{}{space}{word}", lines[last]);
        }
    }
    lines
}
