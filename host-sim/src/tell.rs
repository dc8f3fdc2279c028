//! Events in a referee's words, for screens: seats by their number, tiles by their face, rules as they are cited.

use table_core::event::Event;
use table_core::game::{
    Agreed, Asks, Ended, False, Few, Flag, KongKind, Play, Proposed, Receives, Runs, Sanction,
    Source, Standing, Way,
};
use table_core::rules::{Points, RuleBook};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::Span;

/// The number of a seat, 1 to 4.
pub fn number(seat: Seat) -> usize {
    seat.index() + 1
}

/// A span as minutes and seconds.
pub fn clock(Span(micros): Span) -> String {
    let seconds = micros / 1_000_000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn face(tile: Option<Tile>) -> String {
    tile.map_or_else(|| "a tile nobody saw".into(), |tile| tile.face().to_string())
}

fn faces(tiles: impl IntoIterator<Item = Tile>) -> String {
    let mut tiles: Vec<Tile> = tiles.into_iter().collect();
    tiles.sort_by_key(|tile| tile.face());
    let words: Vec<String> = tiles.iter().map(|tile| tile.face().to_string()).collect();
    words.join(" ")
}

/// Points by seat, with their signs.
pub fn payments(points: &[Points; 4]) -> String {
    points.map(|it| format!("{:+}", it.0)).join(" ")
}

/// One event.
pub fn tell(event: &Event) -> String {
    match event {
        Event::Dealt { .. } => "dealt".into(),
        Event::Play { play, sure } => {
            format!("{}{}", act(play), if *sure { "" } else { " (uncertain)" })
        }
        Event::SessionStarted(start, _) => {
            format!("session {} at table {} begins", start.session, start.table)
        }
        Event::HandStarted { deal, .. } => {
            format!(
                "hand {}, {:?} round, seat {} deals",
                deal.number,
                deal.round,
                number(deal.dealer)
            )
        }
        Event::Census { lying, foreign: 0 } if lying.is_empty() => "the set is complete".into(),
        Event::Census { lying, foreign } => {
            format!("{} tiles lie about, {foreign} foreign tags", lying.len())
        }
        Event::Dice { throws, wall, stacks } => {
            let sums: Vec<String> = throws.iter().map(|sum| sum.to_string()).collect();
            let (sums, wall) = (sums.join(" and "), number(*wall));
            format!("dice {sums}: wall of seat {wall} opened after {stacks} stacks")
        }
        Event::TakenBack { seat, tile } => {
            format!("seat {} takes {} back", number(*seat), face(*tile))
        }
        Event::Named { seat, tile } => {
            format!("seat {} had drawn {}", number(*seat), tile.face())
        }
        Event::DiscardNamed { seat, tile } => {
            format!("seat {} had discarded {}", number(*seat), tile.face())
        }
        Event::Undone { plays } => format!("the last {plays} acts did not happen"),
        Event::Corrected { tile, from, to } => {
            format!("corrected: {} is in the {to}, not the {from}", tile.face())
        }
        Event::Flagged(flag) => flagged(flag),
        Event::Asked(asks) => asked(asks),
        Event::Called { seat, call } => {
            format!("seat {} calls {}", number(*seat), words_of(&format!("{call:?}")))
        }
        Event::RefereeCalled { seat } => format!("seat {} calls the referee", number(*seat)),
        Event::ResultProposed(win) => proposed(win),
        Event::ResultConfirmed { by, payments: points, .. } => {
            let by = match by {
                Agreed::Seats => "the four seats",
                Agreed::Referee => "the referee",
            };
            format!("result agreed by {by}: {}", payments(points))
        }
        Event::HuRefused { seat } => format!("hu of seat {} refused", number(*seat)),
        Event::HandEnded { end, .. } => match end {
            Ended::Won(_) => "hand over".into(),
            Ended::Drawn => "hand drawn".into(),
            Ended::Again => "hand void, played again".into(),
            Ended::Void => "hand void".into(),
        },
        Event::Clock { runs, seat } => clock_tells(*runs, *seat),
        Event::Penalty { id, sanction } => format!("penalty {}: {}", id.0, ruling(sanction)),
        Event::PenaltyRevoked { id } => format!("penalty {} taken back", id.0),
        Event::Dead { seat, no_melds: false } => format!("seat {} may not win", number(*seat)),
        Event::Dead { seat, .. } => format!("seat {} may neither meld nor win", number(*seat)),
        Event::Ruled { rule, seat: Some(seat) } => {
            format!("ruled by {rule}: seat {}", number(*seat))
        }
        Event::Ruled { rule, seat: None } => format!("ruled by {rule}"),
        Event::Paused { played } => format!("clock stopped at {}", clock(*played)),
        Event::Resumed => "clock runs again".into(),
        Event::ExtraTime { span } => format!("{} of time given back", clock(*span)),
        Event::SessionEnded(_) => "session over".into(),
        event => event.to_string(),
    }
}

/// One act of play.
fn act(play: &Play) -> String {
    let who = play.seat().map_or(0, number);
    match play {
        Play::Deal { .. } => format!("seat {who} deals"),
        Play::Flower { tile, .. } => format!("seat {who} lays {}", tile.face()),
        Play::Draw { tile, source, .. } => {
            let what = if *source == Source::Head { "draws" } else { "replaces with" };
            format!("seat {who} {what} {}", face(*tile))
        }
        Play::Discard { tile, .. } => format!("seat {who} discards {}", face(*tile)),
        Play::Chow { claimed, own, .. } => {
            format!("seat {who} chows {}", faces([*claimed, own[0], own[1]]))
        }
        Play::Pung { from, claimed, .. } => {
            format!("seat {who} pungs {} of seat {}", claimed.face(), number(*from))
        }
        Play::Kong { kind, tiles, .. } => {
            let kind = match kind {
                KongKind::Claimed { from, .. } => format!("kong of seat {}'s", number(*from)),
                KongKind::Concealed => "concealed kong".into(),
                KongKind::Promoted { .. } => "adds to a kong".into(),
            };
            format!("seat {who} {kind} {}", tiles[0].face())
        }
        Play::Hu { tile, way, .. } => format!("seat {who} hu on {}{}", face(*tile), how(*way)),
        Play::DrawnHand => "the wall is empty".into(),
    }
}

fn how(way: Way) -> String {
    match way {
        Way::SelfDrawn => ", self-drawn".into(),
        Way::Discard { from } => format!(" of seat {}", number(from)),
        Way::Robbing { from } => format!(", robbing seat {}", number(from)),
    }
}

/// A declared win.
pub fn proposed(win: &Proposed) -> String {
    let what = match win.standing_as {
        Standing::Legal => format!("worth {}", win.worth),
        Standing::False(why) => format!("no win: {}", why_false(why)),
        Standing::Unreadable => "cannot be read".into(),
    };
    format!("seat {} wins on {}{}? {what}", number(win.seat), win.tile.face(), how(win.way))
}

fn why_false(why: False) -> &'static str {
    match why {
        False::BelowMinimum => "below the minimum",
        False::WrongTile => "not a tile it waits for",
        False::NotWaiting => "not waiting",
        False::NotRobbable => "nothing to rob",
        False::PassedWin => "let it pass before",
        False::Dead => "may not win in this hand",
    }
}

/// A report with the tiles that show it.
pub fn flagged(flag: &Flag) -> String {
    let kind = words_of(&format!("{:?}", flag.kind));
    let seat = flag.seat.map(|seat| format!(", seat {}", number(seat))).unwrap_or_default();
    let evidence = evidence(flag);
    let evidence = if evidence.is_empty() { evidence } else { format!(": {evidence}") };
    format!("flag {} {kind}{seat}{evidence}", flag.rule)
}

/// The tiles that show what a report says.
pub fn evidence(flag: &Flag) -> String {
    let tiles = flag.evidence.iter().map(|it| {
        let (tile, seen, believed) = (it.tile.face(), it.seen, it.believed);
        format!("{tile} lies in {seen}, believed {believed}")
    });
    tiles.collect::<Vec<_>>().join("; ")
}

fn asked(asks: &Asks) -> String {
    match asks {
        Asks::Win { seat, tiles } => {
            format!("asks: on what did seat {} win? {}", number(*seat), list(tiles))
        }
        Asks::Tiles { tiles } => format!("asks: where are {}?", list(tiles)),
        Asks::NextHand => "asks: what follows this hand?".into(),
        Asks::Ranking => "asks: how do the players rank?".into(),
    }
}

fn list<const N: usize>(tiles: &Few<Tile, N>) -> String {
    faces(tiles.iter())
}

fn clock_tells(runs: Runs, seat: Option<Seat>) -> String {
    let who = seat.map(|seat| format!(" of seat {}", number(seat))).unwrap_or_default();
    match runs {
        Runs::Opening => format!("opening{who} took too long"),
        Runs::Discard => format!("discard{who} took too long"),
        Runs::SessionNotice => "the session ends soon".into(),
        Runs::SessionOver => "the session's time is up".into(),
    }
}

/// What was ruled against a seat.
pub fn ruling(sanction: &Sanction) -> String {
    let mut words = vec![format!("seat {} by {}", number(sanction.seat), sanction.rule)];
    match (sanction.points.0, sanction.to) {
        (0, _) => {}
        (points, Receives::Nobody) => words.push(format!("-{points}")),
        (points, Receives::EachOther) => words.push(format!("-{points} to each other player")),
        (points, Receives::Seat(to)) => words.push(format!("-{points} to seat {}", number(to))),
    }
    let cards = |count: u8, colour: &str| (count > 0).then(|| format!("{count} {colour}"));
    words.extend(cards(sanction.yellow, "yellow"));
    words.extend(cards(sanction.red, "red"));
    if words.len() == 1 && !sanction.dead {
        words.push("warning".into());
    }
    if sanction.no_melds {
        words.push("may neither meld nor win".into());
    } else if sanction.dead {
        words.push("may not win".into());
    }
    words.join(", ")
}

/// The fan or items of a declared win, one a line: worth, how often, names.
pub fn basis(win: &Proposed, book: &dyn RuleBook) -> Vec<String> {
    let lines = win.entries.iter().map(|entry| {
        let names = book.name_of(entry.number);
        let name = names.map_or("", |name| name.english);
        let chinese = names.map_or("", |name| name.chinese);
        let times = if entry.times > 1 { format!(" x{}", entry.times) } else { String::new() };
        format!("{} {name}{times} {chinese}", entry.number)
    });
    lines.collect()
}

/// `LateClaim` as two words.
pub fn words_of(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
