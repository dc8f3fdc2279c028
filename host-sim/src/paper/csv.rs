//! The papers as CSV: numbers as numbers, and no text that a spreadsheet would take for a formula.

use super::{SessionPaper, Standings, TablePoints};

/// One file from its lines.
fn file(lines: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = ::csv::WriterBuilder::new().flexible(true).from_writer(vec![]);
    for line in lines {
        // Cannot fail: it writes into memory.
        let _ = writer.write_record(line);
    }
    String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned()
}

/// Text from people: a leading sign that starts a formula is kept from doing so.
fn text(words: &str) -> String {
    match words.chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r') => format!("'{words}"),
        _ => words.to_owned(),
    }
}

fn line<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn numbers(of: &[i32; 4]) -> impl Iterator<Item = String> + '_ {
    of.iter().map(ToString::to_string)
}

/// The score sheet.
pub fn sheet_csv(paper: &SessionPaper) -> String {
    let mut lines =
        vec![line(["hand", "a", "b", "c", "d", "sum_a", "sum_b", "sum_c", "sum_d", "remark"])];
    for hand in &paper.hands {
        let cells = std::iter::once(hand.hand.to_string())
            .chain(numbers(&hand.points))
            .chain(numbers(&hand.running))
            .chain([text(&hand.remark)]);
        lines.push(cells.collect());
    }
    let mut sum = |name: &str, cells: Vec<String>| {
        let blank = std::iter::repeat_n(String::new(), 5);
        lines.push(std::iter::once(name.to_owned()).chain(cells).chain(blank).collect());
    };
    sum("hands", numbers(&paper.totals).collect());
    sum("penalties", numbers(&paper.penalties).collect());
    sum("game points", numbers(&paper.game_points).collect());
    sum("table points in twelfths", paper.twelfths.iter().map(ToString::to_string).collect());
    sum("number", paper.players.iter().map(|it| it.entrant.number.to_string()).collect());
    sum("name", paper.players.iter().map(|it| text(&it.entrant.name)).collect());
    sum("team", paper.players.iter().map(|it| text(&it.entrant.team)).collect());
    file(lines)
}

/// The foul record.
pub fn fouls_csv(paper: &SessionPaper) -> String {
    let mut lines = vec![line([
        "penalty",
        "session",
        "hand",
        "table",
        "seat",
        "player",
        "number",
        "name",
        "team",
        "rule",
        "nature",
        "ruling",
        "a",
        "b",
        "c",
        "d",
        "taken_back",
    ])];
    for row in &paper.fouls {
        let mut cells = vec![
            row.penalty.to_string(),
            paper.session.to_string(),
            row.hand.to_string(),
            paper.table.to_string(),
            row.seat.to_string(),
            row.player.to_string(),
            row.entrant.number.to_string(),
            text(&row.entrant.name),
            text(&row.entrant.team),
            text(&row.rule),
            text(&row.nature),
            text(&row.ruling),
        ];
        cells.extend(numbers(&row.points));
        cells.push(if row.revoked { "yes" } else { "no" }.into());
        lines.push(cells);
    }
    file(lines)
}

/// The standings, one line a player, each session with its sums (MCR A7).
pub fn standings_csv(standings: &Standings) -> String {
    let mut head =
        line(["rank", "number", "name", "team", "table_points", "game_points", "sessions"]);
    for session in &standings.sessions {
        let columns = ["table_points", "table_points_so_far", "game_points", "game_points_so_far"];
        head.extend(columns.map(|name| format!("session_{session}_{name}")));
    }
    let mut lines = vec![head];
    for player in &standings.lines {
        let mut cells = vec![
            player.rank.to_string(),
            player.entrant.number.to_string(),
            text(&player.entrant.name),
            text(&player.entrant.team),
            player.table_points.to_string(),
            player.game_points.to_string(),
            player.sessions.len().to_string(),
        ];
        let (mut table_points, mut game_points) = (0, 0);
        for session in &standings.sessions {
            match player.sessions.get(session) {
                Some((twelfths, points)) => {
                    table_points += twelfths;
                    game_points += points;
                    cells.extend([
                        TablePoints(*twelfths).to_string(),
                        TablePoints(table_points).to_string(),
                        points.to_string(),
                        game_points.to_string(),
                    ]);
                }
                None => cells.extend(line([""; 4])),
            }
        }
        lines.push(cells);
    }
    file(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_a_formula_stays_a_name() {
        assert_eq!(text("=HYPERLINK(1)"), "'=HYPERLINK(1)");
        assert_eq!(text("Li"), "Li");
    }
}
