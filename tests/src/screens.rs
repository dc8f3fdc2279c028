//! Terminal screens as text, against screens that were looked at.

use std::fs;
use std::path::Path;

use ratatui::backend::TestBackend;
use ratatui::{Frame, Terminal};

/// What `draw` puts on a terminal of this size.
pub fn rendered(width: u16, height: u16, draw: impl FnOnce(&mut Frame<'_>)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(draw).unwrap();
    let buffer = terminal.backend().buffer();
    let rows = buffer.content().chunks(usize::from(width));
    let lines = rows.map(|row| {
        let line: String = row.iter().map(|cell| cell.symbol()).collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// Compares a screen with the one in `golden/screen/`; with `UPDATE_GOLDEN` set, writes it anew.
pub fn golden(name: &str, screen: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/screen").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&file, screen).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(expected == screen, "{name} differs; expected\n{expected}\nshown\n{screen}");
}
