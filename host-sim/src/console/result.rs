//! The result of a hand as the referee reads it: tiles by sets, every fan with the sets that make it, who pays whom and why.

use serde::Serialize;
use table_core::game::{Standing, Way};
use table_core::rules::shape::Parts;
use table_core::rules::{Line, RuleBook};
use table_core::time::Span;
use table_core::view::{Agreement, End, Group, PAGE_TURNS, Paid, Pay, Screen, Win};

use super::held::Held;
use crate::tell::{number, proposed};

/// Names of the sets, as on the table's own screen.
const SETS: [&str; 4] = ["A", "B", "C", "D"];

/// One fan or item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineView {
    /// What it adds.
    pub worth: u16,
    /// How often it counts.
    pub times: u8,
    /// In English.
    pub name: &'static str,
    /// In Chinese.
    pub chinese: &'static str,
    /// The sets that make it.
    pub sets: String,
}

/// One payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PaidView {
    /// Who pays.
    pub from: usize,
    /// Whom.
    pub to: usize,
    /// How much.
    pub points: i32,
    /// Why.
    pub why: &'static str,
}

/// Tiles that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroupView {
    /// A to D, pair, or nothing.
    pub name: &'static str,
    /// Faces; the one that won has a plus sign.
    pub tiles: Vec<String>,
}

/// One winner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WinView {
    /// Who.
    pub seat: usize,
    /// How, in words.
    pub how: String,
    /// What is paid for.
    pub worth: u16,
    /// The tiles.
    pub groups: Vec<GroupView>,
    /// Flowers laid.
    pub flowers: u8,
    /// The basis.
    pub lines: Vec<LineView>,
    /// Who pays.
    pub paid: Vec<PaidView>,
}

/// The last result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ResultView {
    /// In a few words.
    pub words: String,
    /// Who won.
    pub wins: Vec<WinView>,
    /// What each seat wins or loses.
    pub change: [i32; 4],
    /// It is settled.
    pub settled: bool,
    /// Seats that have agreed so far.
    pub agreed: Vec<usize>,
}

/// The result that waits or was last settled.
pub fn result_view(held: &mut Held) -> Option<ResultView> {
    let state = held.game.state();
    let unlawful: Vec<String> = state
        .proposed
        .iter()
        .filter(|win| win.standing_as != Standing::Legal)
        .map(|win| proposed(&win))
        .collect();
    if !unlawful.is_empty() {
        return Some(ResultView { words: unlawful.join("; "), ..ResultView::default() });
    }
    let book = state.book()?;
    let Screen::Result(first) = held.view(Span(0)).screen else {
        return None;
    };
    let pages = if let End::Won(win) = &first.end { win.page.1 } else { 0 };
    // The table's screen turns its pages by the clock; here they are read one after the other.
    let mut shown: Vec<(u8, WinView)> = vec![];
    for page in 0..u64::from(pages) {
        if let Screen::Result(result) = held.view(Span(page * PAGE_TURNS.0)).screen
            && let End::Won(win) = result.end
        {
            shown.push((win.page.0, win_view(&win, book)));
        }
    }
    shown.sort_by_key(|(page, _)| *page);
    let mut wins: Vec<WinView> = vec![];
    for (_, win) in shown {
        match wins.last_mut().filter(|last| last.seat == win.seat) {
            Some(last) => last.lines.extend(win.lines),
            None => wins.push(win),
        }
    }
    let (settled, agreed, by) = match first.agreement {
        Agreement::Waits(seats) => {
            let agreed = (1..).zip(seats).filter(|(_, agrees)| *agrees).map(|(seat, _)| seat);
            (false, agreed.collect(), "waits for agreement")
        }
        Agreement::Seats => (true, vec![], "agreed by the four seats"),
        Agreement::Referee => (true, vec![], "settled by the referee"),
    };
    let words = match first.end {
        End::Won(_) => by.to_owned(),
        End::Drawn => "drawn hand".into(),
        End::Void => "the hand is void".into(),
        End::Again => "the hand is void and played again".into(),
    };
    Some(ResultView { words, wins, change: first.change.map(|it| it.0), settled, agreed })
}

fn win_view(win: &Win, book: &dyn RuleBook) -> WinView {
    let mut groups: Vec<(Group, GroupView)> = vec![];
    for shown in win.tiles.iter() {
        let name = match shown.group {
            Group::Set(set) => SETS.get(usize::from(set)).copied().unwrap_or_default(),
            Group::Pair => "pair",
            Group::Loose => "",
        };
        let tile = format!("{}{}", shown.face, if shown.won { "+" } else { "" });
        match groups.last_mut().filter(|(group, _)| *group == shown.group) {
            Some((_, known)) => known.tiles.push(tile),
            None => groups.push((shown.group, GroupView { name, tiles: vec![tile] })),
        }
    }
    let how = match win.way {
        Way::SelfDrawn => "self-drawn".into(),
        Way::Discard { from } => format!("on the discard of seat {}", number(from)),
        Way::Robbing { from } => format!("robbing the kong of seat {}", number(from)),
    };
    WinView {
        seat: number(win.seat),
        how,
        worth: win.worth,
        groups: groups.into_iter().map(|(_, group)| group).collect(),
        flowers: win.flowers,
        lines: win.lines.iter().map(|line| line_view(&line, book)).collect(),
        paid: win.paid.iter().map(paid_view).collect(),
    }
}

fn line_view(line: &Line, book: &dyn RuleBook) -> LineView {
    let name = book.name_of(line.number);
    let made = (0..).zip(SETS).map(|(at, name)| (Parts::set(at), name));
    let made = made.chain([(Parts::PAIR, "pair"), (Parts::STRAIGHT, "straight")]);
    let sets: Vec<&str> =
        made.filter(|(part, _)| line.parts.meets(*part)).map(|(_, name)| name).collect();
    LineView {
        worth: line.worth,
        times: line.times,
        name: name.map_or("", |name| name.english),
        chinese: name.map_or("", |name| name.chinese),
        sets: sets.join(" "),
    }
}

fn paid_view(paid: Paid) -> PaidView {
    let why = match paid.why {
        Pay::SelfDrawn => "self-drawn",
        Pay::Discarded => "gave the winning tile",
        Pay::Base => "base",
        Pay::Robbed => "was robbed of the kong",
        Pay::FourthSet => "gave the fourth set",
        Pay::Dragons => "gave the third dragon set",
        Pay::Ruled => "ruled by the referee",
    };
    PaidView { from: number(paid.from), to: number(paid.to), points: paid.points.0, why }
}
