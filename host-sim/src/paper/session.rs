//! One session as its papers show it, folded from verified records.

use serde::Serialize;
use table_core::event::Event;
use table_core::game::{Ended, Posted, Receives, State, Way, apply};
use table_core::rules::{Deal, Player, Points};
use table_core::seat::{Seat, Wind};
use table_core::time::Span;

use super::{Entrant, Roster, Verified};

/// A player and where he sat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Participant {
    /// A to D: who started as East, South, West and North.
    pub letter: char,
    /// Number, name and team.
    #[serde(flatten)]
    pub entrant: Entrant,
    /// The position at the start of each round that was played.
    pub positions: Vec<&'static str>,
}

/// One hand of the sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HandRow {
    /// Number of the row.
    pub hand: u16,
    /// What it brought, by player.
    pub points: [i32; 4],
    /// The sums so far.
    pub running: [i32; 4],
    /// How it ended.
    pub remark: String,
}

/// One penalty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FoulRow {
    /// Its number in the session.
    pub penalty: u16,
    /// In which hand.
    pub hand: u16,
    /// Which side of the table, 1 to 4.
    pub seat: u8,
    /// A to D.
    pub player: char,
    /// Number, name and team.
    #[serde(flatten)]
    pub entrant: Entrant,
    /// The rule it was given by.
    pub rule: String,
    /// What that rule forbids.
    pub nature: String,
    /// What was ruled.
    pub ruling: String,
    /// What it took from and gave to each player.
    pub points: [i32; 4],
    /// The referee took it back: it counts for nothing.
    pub revoked: bool,
}

/// A session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SessionPaper {
    /// Fingerprint of the table that signed it.
    pub table_identity: String,
    /// Number of the session with the organiser.
    pub session: u16,
    /// Number of the table.
    pub table: u16,
    /// Short name of the rule set.
    pub rules: String,
    /// Its name.
    pub rules_name: String,
    /// Players A to D.
    pub players: Vec<Participant>,
    /// Every hand that counts.
    pub hands: Vec<HandRow>,
    /// Every penalty, taken back or not.
    pub fouls: Vec<FoulRow>,
    /// Sums of the hands.
    pub totals: [i32; 4],
    /// Sums of the penalties that stand.
    pub penalties: [i32; 4],
    /// Both together: what ranks the players.
    pub game_points: [i32; 4],
    /// What was lost to nobody; the game points add up to it.
    pub unassigned: i32,
    /// Places from 1; zero where the book does not rank.
    pub places: [u8; 4],
    /// Table points in twelfths.
    pub twelfths: [u8; 4],
    /// Somebody shares a place.
    pub tied: bool,
    /// Hands add up to nothing, and everything to what was lost to nobody.
    pub balanced: bool,
    /// The session was closed by the referee.
    pub ended: bool,
    /// Playing time.
    pub playing_seconds: u64,
    /// The first record of it.
    pub first_record: u64,
    /// The last record of it.
    pub last_record: u64,
    /// SHA-256 of the last record, in hexadecimal digits.
    pub last_hash: String,
}

/// The sessions in a file, in order.
pub fn sessions(file: &Verified, roster: &Roster) -> Vec<SessionPaper> {
    let mut done = vec![];
    let mut open: Option<Open> = None;
    let mut state = State::new();
    for (at, record) in file.records.iter().enumerate() {
        if let Event::SessionStarted(..) = record.event {
            done.extend(open.take().and_then(|it| it.close(&state, file, roster)));
            open = Some(Open { first: at, last: at, ..Open::default() });
        }
        if let Some(open) = &mut open {
            open.read(&state, &record.event, at);
        }
        apply(&mut state, &record.event);
    }
    done.extend(open.and_then(|it| it.close(&state, file, roster)));
    done
}

/// What the fold does not keep.
#[derive(Default)]
struct Open {
    first: usize,
    last: usize,
    deals: Vec<Deal>,
    remarks: Vec<String>,
    /// The table's own sheet at the end, and whether its records come to the same.
    ended: Option<bool>,
}

impl Open {
    /// The state is that before the event.
    fn read(&mut self, state: &State, event: &Event, at: usize) {
        if self.ended.is_none() {
            self.last = at;
        }
        match event {
            Event::HandStarted { deal, .. } => self.deals.push(*deal),
            Event::ResultConfirmed { declared, computed, payments, .. } => {
                let worth = declared.unwrap_or(*computed);
                let who = |seat| letter(state.player(seat));
                let wins = state.proposed.iter().map(|win| match win.way {
                    Way::SelfDrawn => format!("{} self-drawn", who(win.seat)),
                    Way::Discard { from } => format!("{} from {}", who(win.seat), who(from)),
                    Way::Robbing { from } => format!("{} robs {}", who(win.seat), who(from)),
                });
                let mut wins: Vec<String> = wins.collect();
                if wins.is_empty() {
                    // The referee's word alone: who gained by it.
                    let gained = Seat::ALL.into_iter().zip(payments).filter(|(_, it)| it.0 > 0);
                    wins.extend(gained.map(|(seat, _)| who(seat).to_string()));
                }
                self.remarks.push(format!("{} ({worth})", wins.join(", ")));
            }
            Event::HandEnded { end: Ended::Drawn, .. } => self.remarks.push("drawn".into()),
            Event::SessionEnded(sheet) => self.ended = Some(state.sheet().as_ref() == Some(sheet)),
            _ => {}
        }
    }

    fn close(self, state: &State, file: &Verified, roster: &Roster) -> Option<SessionPaper> {
        let (session, sheet, book) = (state.session.as_ref()?, state.sheet()?, state.book()?);
        let entrant = |player: Player| roster.of(session.start.players[player as usize]);
        let plain = |points: [Points; 4]| points.map(|it| it.0);
        let mut game_points = plain(sheet.totals);
        game_points.iter_mut().zip(sheet.penalties).for_each(|(sum, it)| *sum += it.0);
        let rows = session.sheet_rows();
        let remarks = self.remarks.iter().cloned().chain(std::iter::repeat(String::new()));
        let hands = (1..).zip(rows.iter()).zip(remarks).map(|((hand, row), remark)| HandRow {
            hand,
            points: plain(row.points),
            running: plain(row.running),
            remark,
        });
        let fouls = session.penalties.iter().map(|posted| FoulRow {
            penalty: posted.id.0,
            hand: posted.hand,
            seat: posted.sanction.seat.index() as u8 + 1,
            player: letter(posted.player),
            entrant: entrant(posted.player),
            rule: posted.sanction.rule.to_string(),
            nature: nature(book, &posted.sanction.rule.to_string()),
            ruling: ruling(&posted),
            points: plain(posted.points),
            revoked: posted.revoked,
        });
        let honest = self.ended != Some(false);
        let sum: i64 = game_points.iter().map(|it| i64::from(*it)).sum();
        let Span(played) = session.played;
        Some(SessionPaper {
            table_identity: file.table.fingerprint().to_string(),
            session: session.start.session,
            table: session.start.table,
            rules: book.id().into(),
            rules_name: book.name().english.into(),
            players: Player::ALL
                .map(|player| Participant {
                    letter: letter(player),
                    entrant: entrant(player),
                    positions: positions(&self.deals, player),
                })
                .to_vec(),
            hands: hands.collect(),
            fouls: fouls.collect(),
            totals: plain(sheet.totals),
            penalties: plain(sheet.penalties),
            game_points,
            unassigned: sheet.unassigned.0,
            places: sheet.places,
            twelfths: sheet.twelfths,
            tied: sheet.tied,
            balanced: honest && session.balanced() && sum == i64::from(sheet.unassigned.0),
            ended: self.ended.is_some(),
            playing_seconds: played / 1_000_000,
            first_record: self.first as u64 + 1,
            last_record: self.last as u64 + 1,
            last_hash: file
                .sealed
                .get(self.last)
                .map_or_else(String::new, |sealed| crate::referee::digits(&sealed.hash().0)),
        })
    }
}

/// The name of a player on paper.
pub(super) fn letter(player: Player) -> char {
    match player {
        Player::A => 'A',
        Player::B => 'B',
        Player::C => 'C',
        Player::D => 'D',
    }
}

/// Where a player sat when each round began, as the wind of that place (MCR A4).
fn positions(deals: &[Deal], player: Player) -> Vec<&'static str> {
    let mut rounds: Vec<Wind> = vec![];
    let mut positions = vec![];
    for deal in deals {
        if rounds.contains(&deal.round) {
            continue;
        }
        rounds.push(deal.round);
        let seat = Seat::ALL.into_iter().find(|seat| deal.players[seat.index()] == player);
        positions.extend(seat.map(|seat| ["E", "S", "W", "N"][deal.dealer.steps_to(seat)]));
    }
    positions
}

/// What a rule forbids, in the words of the book's table of fouls.
fn nature(book: &dyn table_core::rules::RuleBook, rule: &str) -> String {
    let natures: Vec<&str> = book.fouls_of(rule).iter().map(|foul| foul.what).collect();
    natures.join(" / ")
}

/// What was ruled, in words.
fn ruling(posted: &Posted) -> String {
    let sanction = &posted.sanction;
    let mut words = vec![];
    match (sanction.points.0, sanction.to) {
        (0, _) => {}
        (points, Receives::Nobody) => words.push(format!("-{points}")),
        (points, Receives::EachOther) => words.push(format!("-{points} to each other player")),
        (points, Receives::Seat(to)) => {
            words.push(format!("-{points} to seat {}", to.index() + 1));
        }
    }
    let cards = |count: u8, colour: &str| (count > 0).then(|| format!("{count} {colour} card"));
    words.extend(cards(sanction.yellow, "yellow"));
    words.extend(cards(sanction.red, "red"));
    if sanction.no_melds {
        words.push("may neither meld nor win in this hand".into());
    } else if sanction.dead {
        words.push("may not win in this hand".into());
    }
    if words.is_empty() { "warning".into() } else { words.join(", ") }
}
