//! The referee's table on a terminal: corrections and questions first, then the seats, the result and the log.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph, Wrap};

use super::Keys;
use crate::console::TableView;
use crate::console::view::{ClockView, SeatView, Word};

/// Everything on the screen.
pub struct Shown<'a> {
    /// The table.
    pub view: &'a TableView,
    /// The last answer to a key.
    pub said: &'a str,
    /// What the next key is for.
    pub keys: &'a Keys,
}

/// Draws it.
pub fn draw(frame: &mut Frame<'_>, shown: &Shown<'_>) {
    let [title, table, said, keys] = Layout::vertical([
        Constraint::Length(2),
        Constraint::Min(0),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    frame.render_widget(Paragraph::new(titles(shown.view)), title);
    let [left, right] =
        Layout::horizontal([Constraint::Percentage(56), Constraint::Percentage(44)]).areas(table);
    let seats: [Rect; 4] = Layout::vertical([Constraint::Fill(1); 4]).areas(left);
    for (seat, area) in shown.view.seats.iter().zip(seats) {
        frame.render_widget(seat_box(seat, shown.view), area);
    }
    let needs = needs(shown.view);
    let height = u16::try_from(needs.len()).unwrap_or(u16::MAX).saturating_add(2);
    let [top, log] = Layout::vertical([Constraint::Max(height), Constraint::Min(6)]).areas(right);
    let block = Block::bordered().title(" for the referee ");
    frame.render_widget(Paragraph::new(needs).wrap(Wrap { trim: false }).block(block), top);
    frame.render_widget(log_box(shown.view, log), log);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Paragraph::new(shown.said).style(bold), said);
    frame.render_widget(Paragraph::new(shown.keys.help()), keys);
}

/// A clock as people read it.
fn clock(clock: ClockView) -> String {
    let words = match (clock.left, clock.over) {
        (true, _) => " left",
        (_, true) => " over",
        _ => "",
    };
    format!("{}:{:02}{words}", clock.seconds / 60, clock.seconds % 60)
}

fn titles(view: &TableView) -> Vec<Line<'static>> {
    let row = &view.row;
    let word = format!("{:?}", row.word).to_uppercase();
    let colour = match row.word {
        Word::Alarm | Word::Lost => Color::Red,
        Word::Asks | Word::Report | Word::Result => Color::Yellow,
        _ => Color::Green,
    };
    let session = if view.rules.is_empty() {
        "no session".into()
    } else {
        let wall = view.wall.map(|wall| format!(", wall {wall}")).unwrap_or_default();
        format!(
            "session {}, {}, hand {} of {}, {} round{wall}, clock {}",
            row.session,
            view.rules,
            row.hand,
            row.hands,
            view.round,
            clock(row.clock)
        )
    };
    let turn = view.turn_clock.map(|turn| format!(" ({})", clock(turn))).unwrap_or_default();
    vec![
        Line::from(format!("Table {}  {session}", row.table)),
        Line::styled(format!("{word}: {}{turn}", row.waits), Style::new().fg(colour)),
    ]
}

fn seat_box(seat: &SeatView, view: &TableView) -> Paragraph<'static> {
    let faces = |tiles: &[String]| {
        let faces: Vec<&str> =
            tiles.iter().map(|tile| tile.split('.').next().unwrap_or_default()).collect();
        faces.join(" ")
    };
    let mut title = format!(" seat {}", seat.seat);
    if !seat.wind.is_empty() {
        let name = if seat.name.is_empty() { String::new() } else { format!(" {}", seat.name) };
        title +=
            &format!(" {}  {} #{}{name}  {:+}", seat.wind, seat.player, seat.number, seat.points);
    }
    if seat.penalties != 0 {
        title += &format!(" (penalties {:+})", seat.penalties);
    }
    for (count, colour) in [(seat.yellow, "yellow"), (seat.red, "red")] {
        if count > 0 {
            title += &format!(" {count} {colour}");
        }
    }
    if seat.may_not_win {
        title += " may not win";
    }
    let awaited = view.awaited == Some(seat.seat);
    let style = if awaited { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    let mark = if awaited { " <<" } else { "" };
    let melds: Vec<String> = seat.melds.iter().map(|set| faces(set)).collect();
    let lines = vec![
        Line::from(format!("hand   {} tiles", seat.tiles)),
        Line::from(format!("melds  {}", melds.join(" | "))),
        Line::from(format!("river  {}", faces(&seat.river))),
    ];
    let block = Block::bordered().title(Line::styled(format!("{title}{mark} "), style));
    Paragraph::new(lines).wrap(Wrap { trim: false }).block(block)
}

/// What needs the referee, the most urgent first; then what he compares.
fn needs(view: &TableView) -> Vec<Line<'static>> {
    let mut lines: Vec<String> = view.alarm.iter().map(|alarm| format!("ALARM {alarm}")).collect();
    lines.extend(view.troubles.iter().map(|trouble| format!("! {trouble}")));
    lines.extend(view.asks.iter().map(|asks| format!("? {asks}")));
    for report in view.reports.iter().filter(|report| !report.ruled) {
        let seat = report.seat.map(|seat| format!(", seat {seat}")).unwrap_or_default();
        lines.push(format!("! #{} {} {}{seat}", report.seq, report.rule, report.kind));
        if let Some(proposal) = &report.proposal {
            lines.push(format!("    proposed: {}", proposal.words));
        }
    }
    if let Some(result) = &view.result {
        let change: Vec<String> = result.change.iter().map(|it| format!("{it:+}")).collect();
        lines.push(format!("result {}: {}", result.words, change.join(" ")));
        for win in &result.wins {
            lines.push(format!("  seat {} {}, worth {}", win.seat, win.how, win.worth));
            let basis = win.lines.iter().map(|line| {
                let sets =
                    if line.sets.is_empty() { String::new() } else { format!(" ({})", line.sets) };
                format!("    {:>3} {}{sets}", line.worth, line.name)
            });
            lines.extend(basis);
        }
    }
    for penalty in view.penalties.iter().filter(|penalty| !penalty.revoked) {
        lines.push(format!("penalty {}: {}", penalty.penalty, penalty.words));
    }
    let sums = if view.balanced { "balanced" } else { "NOT BALANCED" };
    lines.push(format!(
        "sums: hands {:+}, to nobody {:+}: {sums}",
        view.sum_of_hands, -view.unassigned
    ));
    lines.push(format!("table {}", view.identity));
    let image = if view.image.is_empty() { "not proven yet" } else { view.image.as_str() };
    lines.push(format!("image {image}"));
    lines.push(format!("{} records, newest {}", view.row.records, view.head));
    if view.pending > 0 {
        lines.push(format!("{} orders on their way", view.pending));
    } else if !view.answered.is_empty() {
        lines.push(view.answered.clone());
    }
    lines.into_iter().map(Line::from).collect()
}

fn log_box(view: &TableView, area: Rect) -> Paragraph<'static> {
    let block = Block::bordered().title(" records, every one verified ");
    let room = usize::from(area.height.saturating_sub(2));
    let newest = view.log.len().saturating_sub(room);
    let lines: Vec<Line<'_>> = view
        .log
        .iter()
        .skip(newest)
        .map(|line| Line::from(format!("{:>5}  {}", line.seq, line.words)))
        .collect();
    Paragraph::new(lines).block(block)
}
