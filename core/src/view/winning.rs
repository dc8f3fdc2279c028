//! A declared win as people may see it: its tiles by sets, every fan with what makes it, who pays and why.

use crate::game::{Few, MOST_ENTRIES, Proposed, Standing, State, Way};
use crate::rules::shape::{Place, Set, SetKind};
use crate::rules::{Counted, Liability, Line, Memory, Payer, Points, Verdict};
use crate::seat::Seat;
use crate::tile::{FACES, Face};
use crate::view::screen::{Group, LINES_A_PAGE, MOST_SHOWN, Paid, Pay, Shown, Win};

/// Page number `page` (over all of `wins`), and how many there are. Nothing for a win that the book does not find legal: its tiles
/// may have to go on standing.
pub(super) fn page(
    state: &State,
    wins: &Few<Proposed, 3>,
    settled: Option<[Points; 4]>,
    page: u64,
) -> Option<Win> {
    let legal = || wins.iter().filter(|win| win.standing_as == Standing::Legal);
    let pages = legal().map(|win| pages_of(state, &win)).sum();
    let number = page.checked_rem(pages)?;
    let (mut at, mut shown) = (number, None);
    for win in legal() {
        match at.checked_sub(pages_of(state, &win)) {
            Some(after) => at = after,
            None => {
                shown = Some(win);
                break;
            }
        }
    }
    let win = shown?;
    let overruled = settled.filter(|paid| {
        Seat::ALL.into_iter().zip(paid).any(|(seat, paid)| {
            let computed: i64 = legal().map(|win| i64::from(of(&win.payments, seat).0)).sum();
            computed != i64::from(paid.0)
        })
    });
    let (counted, payer) = count(state, &win)?;
    let first = usize::try_from(at).ok()?.saturating_mul(LINES_A_PAGE);
    Some(Win {
        seat: win.seat,
        way: win.way,
        tiles: tiles(&win, &counted),
        flowers: win.flowers,
        worth: win.worth,
        limited: counted.lines.iter().map(|line| u32::from(line.worth)).sum::<u32>()
            > u32::from(win.worth),
        lines: Few::from_some(lines(&counted).iter().skip(first).copied()),
        page: (u8::try_from(number).ok()?.saturating_add(1), u8::try_from(pages).ok()?),
        paid: payments(&win, payer, overruled),
    })
}

fn pages_of(state: &State, win: &Proposed) -> u64 {
    let lines = count(state, win).map_or(0, |(counted, _)| lines(&counted).len());
    lines.div_ceil(LINES_A_PAGE).max(1) as u64
}

/// What the book says of a win that it found legal when it was declared.
fn count(state: &State, win: &Proposed) -> Option<(Counted, Payer)> {
    let (book, session) = (state.book()?, state.session.as_ref()?);
    let rulings = &session.start.rulings;
    let declared = win.declared(&session.deal);
    let verdict = book.judge(&declared, &Memory::default(), rulings).ok()?;
    let Verdict::Legal(counted) = verdict else {
        return None;
    };
    let payer = book.settle(&declared, &counted, rulings).ok()?.payer;
    Some((counted, payer))
}

/// Every fan with what makes it; flowers, which nothing makes, on one line.
fn lines(counted: &Counted) -> heapless::Vec<Line, MOST_ENTRIES> {
    let mut lines: heapless::Vec<Line, MOST_ENTRIES> = heapless::Vec::new();
    for line in &counted.lines {
        match lines.last_mut() {
            Some(last) if last.number == line.number && line.parts.is_empty() => {
                last.times = last.times.saturating_add(line.times);
                last.worth = last.worth.saturating_add(line.worth);
            }
            _ => {
                let _ = lines.push(*line);
            }
        }
    }
    lines
}

/// Sets in the order to which fan refer, then what makes none, then the pair.
fn tiles(win: &Proposed, counted: &Counted) -> Few<Shown, MOST_SHOWN> {
    let mut left = [0u8; FACES];
    let change = |left: &mut [u8; FACES], face: Face, by: i8| {
        if let Some(count) = left.get_mut(face.index()) {
            *count = count.saturating_add_signed(by);
        }
    };
    win.standing.iter().for_each(|tile| change(&mut left, tile.face(), 1));
    change(&mut left, win.tile.face(), 1);

    let mut shown = Few::new();
    for (number, set) in (0..).zip(&counted.sets) {
        let down = set.kind == SetKind::Kong && set.concealed;
        for face in faces(set) {
            if !set.melded {
                change(&mut left, face, -1);
            }
            let _ = shown.push(Shown { face, group: Group::Set(number), won: false, down });
        }
    }
    let pair = counted.pair.into_iter().flat_map(|face| [face; 2]);
    pair.clone().for_each(|face| change(&mut left, face, -1));
    for face in Face::all() {
        let count = left.get(face.index()).copied().unwrap_or(0);
        for _ in 0..count {
            let _ = shown.push(Shown { face, group: Group::Loose, won: false, down: false });
        }
    }
    for face in pair {
        let _ = shown.push(Shown { face, group: Group::Pair, won: false, down: false });
    }
    let stands = |group: Group| match counted.place {
        Place::Set(number) => group == Group::Set(number),
        Place::Pair => group == Group::Pair,
        Place::Straight | Place::Hand => group == Group::Loose,
    };
    let won = shown.iter().position(|it| it.face == win.tile.face() && stands(it.group));
    if let Some(won) = won.and_then(|at| shown.get_mut(at)) {
        won.won = true;
    }
    shown
}

fn faces(set: &Set) -> impl Iterator<Item = Face> {
    let set = *set;
    let count = if set.kind == SetKind::Kong { 4 } else { 3 };
    (0..count).filter_map(move |at| {
        let step = if set.kind == SetKind::Chow { at } else { 0 };
        Face::new(u8::from(set.face).saturating_add(step))
    })
}

fn payments(win: &Proposed, payer: Payer, overruled: Option<[Points; 4]>) -> Few<Paid, 3> {
    let moved = overruled.unwrap_or(win.payments);
    let losers = Seat::ALL.into_iter().map(|seat| (seat, of(&moved, seat)));
    let robbed = matches!(win.way, Way::Robbing { .. });
    Few::from_some(losers.filter(|(seat, points)| *seat != win.seat && points.0 < 0).map(
        |(from, points)| Paid {
            from,
            to: win.seat,
            points: Points(points.0.saturating_neg()),
            why: match payer {
                _ if overruled.is_some() => Pay::Ruled,
                Payer::Everybody => Pay::SelfDrawn,
                Payer::DiscarderMost(seat) if seat != from => Pay::Base,
                Payer::Robbed(_) => Pay::Robbed,
                Payer::DiscarderMost(_) | Payer::DiscarderAlone(_) if robbed => Pay::Robbed,
                Payer::DiscarderMost(_) | Payer::DiscarderAlone(_) => Pay::Discarded,
                Payer::Liable(_, Liability::FourthMeld) => Pay::FourthSet,
                Payer::Liable(_, Liability::BigDragons) => Pay::Dragons,
            },
        },
    ))
}

fn of(points: &[Points; 4], seat: Seat) -> Points {
    points.get(seat.index()).copied().unwrap_or_default()
}
