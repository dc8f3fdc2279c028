//! The score sheet of a session (MCR A5) on one page.

use super::page::{HEIGHT, MARGIN, Page, WIDTH, document};
use super::{Participant, SessionPaper, TablePoints};

/// Rows that the book's sheet has; a longer match gets lower rows.
const ROWS: usize = 16;
/// Height for the rows of all hands.
const ROOM: f32 = 320.0;
/// Column of the hands' numbers, then one for each player, then remarks.
const FIRST: f32 = 62.0;
const PLAYER: f32 = 86.0;
const STEP: f32 = 15.0;

/// A column's left side; the fifth is that of the remarks.
fn left(player: usize) -> f32 {
    MARGIN + FIRST + PLAYER * player as f32
}

/// The sheet as a PDF file.
pub fn sheet_pdf(paper: &SessionPaper, date: &str) -> Vec<u8> {
    let mut page = Page::new();
    let end = WIDTH - MARGIN;
    let mut y = HEIGHT - MARGIN - 14.0;
    page.bold((MARGIN, y), 15.0, "Session score sheet");
    page.right((end, y), 9.0, &paper.rules_name);
    y -= 24.0;
    let minutes = paper.playing_seconds / 60;
    let head = [
        format!("Session  {}", paper.session),
        "Group  ________".into(),
        format!("Table  {}", paper.table),
        if date.is_empty() { "Date  ________".into() } else { format!("Date  {date}") },
        "Start  ________".into(),
        "End  ________".into(),
        format!("Played  {minutes} min"),
    ];
    let width = (end - MARGIN) / head.len() as f32;
    for (at, text) in head.iter().enumerate() {
        page.text((MARGIN + width * at as f32, y), 8.5, text);
    }
    y -= 12.0;

    let top = y;
    page.line((MARGIN, y), (end, y));
    type Cell = fn(&Participant) -> String;
    let who: [(&str, Cell); 6] = [
        ("Player", |it| it.letter.to_string()),
        ("Number", |it| it.entrant.number.to_string()),
        ("Name", |it| it.entrant.name.clone()),
        ("Team", |it| it.entrant.team.clone()),
        ("Starts as", |it| {
            let start = ["East", "South", "West", "North"];
            start.get(usize::from(it.letter as u8 - b'A')).copied().unwrap_or_default().into()
        }),
        ("Rounds", |it| it.positions.join("  ")),
    ];
    for (name, cell) in who {
        page.text((MARGIN + 4.0, y - 11.0), 8.5, name);
        for (column, player) in paper.players.iter().enumerate() {
            let at = (left(column) + 4.0, y - 11.0);
            page.in_two(at, 9.0, PLAYER - 8.0, &cell(player));
        }
        y -= if name == "Name" { STEP + 8.0 } else { STEP };
        page.line((MARGIN, y), (end, y));
    }
    page.shade((MARGIN, y - STEP + 0.5), (end - MARGIN, STEP - 1.0));
    page.text((MARGIN + 4.0, y - 11.0), 8.5, "Hand");
    for column in 0..4 {
        page.right((left(column) + 38.0, y - 11.0), 8.5, "points");
        page.right((left(column) + PLAYER - 4.0, y - 11.0), 8.5, "total");
    }
    page.text((left(4) + 4.0, y - 11.0), 8.5, "Remarks");
    y -= STEP;
    page.line((MARGIN, y), (end, y));

    let rows = paper.hands.len().max(ROWS);
    let high = (ROOM / rows as f32).min(STEP + 5.0);
    let size = (high * 0.6).min(9.5);
    for number in 1..=rows {
        let base = y - high + (high - size) / 2.0 + 1.0;
        page.right((MARGIN + 24.0, base), size, &number.to_string());
        if let Some(hand) = paper.hands.get(number - 1) {
            for column in 0..4 {
                let (points, total) = (hand.points[column], hand.running[column]);
                page.right((left(column) + 38.0, base), size, &signed(points));
                page.right((left(column) + PLAYER - 4.0, base), size, &total.to_string());
            }
            page.fitted((left(4) + 4.0, base), size, end - left(4) - 8.0, &hand.remark);
        }
        y -= high;
        page.line((MARGIN, y), (end, y));
    }

    let sums: [(&str, [String; 4]); 4] = [
        ("Sum of hands", paper.totals.map(|it| it.to_string())),
        ("Penalties", paper.penalties.map(|it| it.to_string())),
        ("Game points", paper.game_points.map(|it| it.to_string())),
        ("Table points", [0, 1, 2, 3].map(|at| table_points(paper, at))),
    ];
    for (name, cells) in sums {
        page.shade((MARGIN, y - STEP + 0.5), (end - MARGIN, STEP - 1.0));
        page.text((MARGIN + 4.0, y - 11.0), 8.5, name);
        for (column, cell) in cells.iter().enumerate() {
            page.right((left(column) + PLAYER - 4.0, y - 11.0), 9.5, cell);
        }
        y -= STEP;
        page.line((MARGIN, y), (end, y));
    }
    for x in (0..=4).map(left).chain([MARGIN, end]) {
        page.line((x, top), (x, y));
    }

    y -= 14.0;
    for line in checks(paper) {
        page.text((MARGIN, y), 8.5, &line);
        y -= 12.0;
    }
    y -= 26.0;
    let signers = ["Player A", "Player B", "Player C", "Player D", "Referee", "Head referee"];
    let width = (end - MARGIN) / signers.len() as f32;
    for (at, name) in signers.iter().enumerate() {
        let x = MARGIN + width * at as f32;
        page.line((x, y), (x + width - 10.0, y));
        page.text((x, y - 10.0), 7.5, name);
    }
    foot(&mut page, paper);
    document(&format!("Score sheet, session {}, table {}", paper.session, paper.table), vec![page])
}

/// With its sign, as the book wants it; nothing has none.
fn signed(points: i32) -> String {
    if points == 0 { "0".into() } else { format!("{points:+}") }
}

fn table_points(paper: &SessionPaper, player: usize) -> String {
    match paper.places[player] {
        0 => "not ranked".into(),
        _ => TablePoints(u32::from(paper.twelfths[player])).to_string(),
    }
}

/// What the referee looks at before he signs.
fn checks(paper: &SessionPaper) -> Vec<String> {
    let sum: i32 = paper.totals.iter().sum();
    let all: i32 = paper.game_points.iter().sum();
    let held = if paper.balanced { "the sheet balances" } else { "THE SHEET DOES NOT BALANCE" };
    let mut lines = vec![format!(
        "Check: the hands add up to {sum}, the game points to {all}, lost to nobody {}: {held}.",
        -paper.unassigned
    )];
    if paper.tied {
        lines.push(
            "Players share a place: the referee decides how they share the table points.".into(),
        );
    }
    if !paper.ended {
        lines.push("The session was not closed: this is no final result.".into());
    }
    lines
}

/// Where it all comes from.
pub(super) fn foot(page: &mut Page, paper: &SessionPaper) {
    let SessionPaper { first_record, last_record, table_identity, .. } = paper;
    let from = format!(
        "Made from the verified records #{first_record} to #{last_record} of table {table_identity}."
    );
    page.text((MARGIN, MARGIN), 7.0, &from);
    page.text((MARGIN, MARGIN - 9.0), 7.0, &format!("SHA-256 of the last: {}", paper.last_hash));
}
