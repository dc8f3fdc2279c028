//! The screen: the table on the left, its records on the right, the run below.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span as Words};
use ratatui::widgets::{Block, Paragraph, Wrap};
use table_core::tile::Tile;

use super::{Keys, Picture, SeatPicture};
use crate::tell::clock;

/// Lines of one seat: frame, hand, melds, two of the river.
const SEAT: u16 = 6;

/// Draws one picture.
pub fn draw(frame: &mut Frame<'_>, picture: &Picture, keys: &Keys) {
    let [main, status, help] = Layout::vertical([
        Constraint::Min(4 * SEAT + 2),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let [table, log] =
        Layout::horizontal([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(main);
    let block = Block::bordered().title(format!(" {} ", picture.title));
    let inside = block.inner(table);
    frame.render_widget(block, table);
    let seats = Layout::vertical([Constraint::Length(SEAT); 4]).split(inside);
    for (number, (seat, area)) in (1..).zip(picture.seats.iter().zip(seats.iter())) {
        draw_seat(frame, number, seat, *area);
    }
    draw_log(frame, picture, log);
    frame.render_widget(Line::from(status_line(picture)), status);
    let said = &picture.status.said;
    let space = if said.is_empty() { "" } else { " | " };
    frame.render_widget(Line::from(format!("{said}{space}{}", keys.help())), help);
}

fn draw_seat(frame: &mut Frame<'_>, number: u8, seat: &SeatPicture, area: Rect) {
    let turn = seat.thinks.is_some();
    let thinks = seat.thinks.map(|span| format!("  thinking {}", clock(span))).unwrap_or_default();
    let penalties = if seat.penalties == 0 {
        String::new()
    } else {
        format!(" (penalties {})", seat.penalties)
    };
    let title = format!(
        " seat {number} {}  player {}  {:+}{penalties}{thinks} ",
        seat.wind, seat.player, seat.points
    );
    let style = if turn { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    let block = Block::bordered().title(Words::styled(title, style));
    let lines = vec![
        Line::from(format!("hand   {}", faces(&seat.hand))),
        Line::from(format!("melds  {}", faces(&seat.melds))),
        Line::from(format!("river  {}", faces(&seat.river))),
    ];
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }).block(block), area);
}

fn faces(tiles: &[Tile]) -> String {
    let faces: Vec<String> = tiles.iter().map(|tile| tile.face().to_string()).collect();
    faces.join(" ")
}

fn draw_log(frame: &mut Frame<'_>, picture: &Picture, area: Rect) {
    let block = Block::bordered().title(" records, every one verified ");
    let room = usize::from(area.height.saturating_sub(2));
    let newest = picture.log.len().saturating_sub(room);
    let lines: Vec<Line<'_>> = picture
        .log
        .iter()
        .skip(newest)
        .map(|(number, words)| Line::from(format!("{number:>5}  {words}")))
        .collect();
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn status_line(picture: &Picture) -> String {
    let status = &picture.status;
    let seconds = picture.now / 1_000_000;
    let speed = match (status.paused, status.speed) {
        (true, _) => "paused".into(),
        (_, Some(speed)) => format!("{speed}x"),
        (_, None) => "as fast as it goes".into(),
    };
    let faults = if status.faults.is_empty() { "none".into() } else { status.faults.join(", ") };
    let mut words = vec![
        format!("seed {}", status.seed),
        format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60),
        speed,
        format!("link {}, {} records", picture.link, picture.held),
        format!("wall {}", picture.wall),
        format!("faults {faults}"),
    ];
    words.extend(picture.played.map(|played| format!("session {}", clock(played))));
    words.join(" | ")
}
