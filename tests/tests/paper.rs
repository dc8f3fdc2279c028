//! Papers and standings, made from verified records and from nothing else.

use conformance::scribe::Scribe;
use host_sim::paper::{
    Identity, NotVerified, Roster, SessionPaper, StandingsError, fouls_csv, fouls_pdf, sessions,
    sheet_csv, sheet_pdf, standings, standings_csv, verified,
};
use table_core::event::Event;
use table_core::game::{PenaltyId, Receives, Sanction};
use table_core::rules::Points;
use table_core::seat::Seat;

fn papers(scribe: &Scribe) -> Vec<SessionPaper> {
    let known = [Identity::Key(scribe.table())];
    let roster = "number,name,team\n1,Ana,Red\n2,Ben,Red\n3,李娜,Blue\n4,=Dan(),Blue\n";
    sessions(&verified(&scribe.export(), &known).unwrap(), &Roster::parse(roster).unwrap())
}

fn lost_to_nobody(points: i32, seat: Seat) -> Sanction {
    Sanction { points: Points(points), ..Sanction::warning(seat, "MCR 3.11.2.2") }
}

/// Three sessions of four players, numbered from `first`; in the last one the first player loses `penalty` to nobody.
fn three_sessions(table: u16, first: u32, penalty: i32) -> Scribe {
    let [p1, p2, p3, p4] = [0, 1, 2, 3].map(|more| first + more);
    let mut scribe = Scribe::new(table as u8);
    scribe.start(1, table, "mcr", [p1, p2, p3, p4]);
    scribe.hand([32, -16, -8, -8]);
    scribe.hand([-8, -8, 32, -16]);
    scribe.end();
    scribe.start(2, table, "mcr", [p2, p1, p4, p3]);
    scribe.hand([24, -8, -8, -8]);
    scribe.end();
    scribe.start(3, table, "mcr", [p1, p2, p3, p4]);
    scribe.hand([0; 4]);
    scribe.penalise(1, lost_to_nobody(penalty, Seat::First));
    scribe.penalise(2, lost_to_nobody(20, Seat::Second));
    scribe.write(Event::PenaltyRevoked { id: PenaltyId(2) });
    scribe.end();
    scribe
}

/// Worked out by hand:
///
/// | session | 1 | 2 | 3 | 4 |
/// |---|---|---|---|---|
/// | 1: +24 -24 +24 -24, two share places 1-2, two share 3-4 | 3 | 1/2 | 3 | 1/2 |
/// | 2: -8 +24 -8 -8, three share places 2-4 | 1 | 4 | 1 | 1 |
/// | 3: -10 0 0 0, three share places 1-3 | 0 | 7/3 | 7/3 | 7/3 |
/// | table points | 4 | 6 5/6 | 6 1/3 | 3 5/6 |
/// | game points | 6 | 0 | 16 | -32 |
///
/// At the second table players 5 to 8 do the same, but 5 loses only 5 points: 4 table points, 11 game points.
#[test]
fn standings_match_the_hand_computed_example() {
    let mut all = papers(&three_sessions(1, 1, 10));
    all.extend(papers(&three_sessions(2, 5, 5)));
    let standings = standings(&all).unwrap();
    let lines: Vec<(usize, u32, String, i64)> = standings
        .lines
        .iter()
        .map(|line| {
            (line.rank, line.entrant.number, line.table_points.to_string(), line.game_points)
        })
        .collect();
    let expected = [
        (1, 2, "6 5/6", 0),
        (1, 6, "6 5/6", 0),
        (3, 3, "6 1/3", 16),
        (3, 7, "6 1/3", 16),
        (5, 5, "4", 11),
        (6, 1, "4", 6),
        (7, 4, "3 5/6", -32),
        (7, 8, "3 5/6", -32),
    ];
    assert_eq!(
        lines,
        expected.map(|(rank, number, points, game)| (rank, number, points.into(), game))
    );
    let csv = standings_csv(&standings);
    assert!(
        csv.contains("\n3,3,李娜,Blue,6 1/3,16,3,3,3,24,24,1,4,-8,16,2 1/3,6 1/3,0,16\n"),
        "{csv}"
    );
}

#[test]
fn what_is_not_verified_or_not_over_does_not_count() {
    let scribe = three_sessions(1, 1, 10);
    let known = [Identity::Key(scribe.table())];
    let whole = scribe.export();
    let refused = |bytes: &[u8]| verified(bytes, &known).err();
    let stranger = verified(&whole, &[Identity::Key(Scribe::new(9).table())]).err();
    assert!(matches!(stranger, Some(NotVerified::Stranger(_))), "{stranger:?}");
    for at in (0..whole.len()).step_by(37) {
        let mut changed = whole.clone();
        changed[at] ^= 0x10;
        assert!(refused(&changed).is_some(), "byte {at}");
    }
    let last = whole[..whole.len() - 1].iter().rposition(|byte| *byte == 0).unwrap();
    let short = refused(&whole[..=last]);
    assert!(matches!(short, Some(NotVerified::Bad { first_bad: Some(_), .. })), "{short:?}");

    let mut open = Scribe::new(3);
    open.start(4, 1, "mcr", [1, 2, 3, 4]);
    open.hand([0; 4]);
    let unfinished = StandingsError::NotEnded { session: 4, table: 1 };
    assert_eq!(standings(&papers(&open)), Err(unfinished));

    let mut doubled = papers(&scribe);
    doubled.extend(papers(&scribe));
    assert_eq!(standings(&doubled), Err(StandingsError::Twice { number: 1, session: 1 }));

    let mut hong_kong = Scribe::new(4);
    hong_kong.start(1, 1, "gghk", [1, 2, 3, 4]);
    hong_kong.end();
    assert!(matches!(standings(&papers(&hong_kong)), Err(StandingsError::NotRanked(_))));
    assert_eq!(standings(&[]), Err(StandingsError::Nothing));
}

#[test]
fn a_session_sheet_that_lies_about_its_sum_is_found() {
    let mut scribe = Scribe::new(5);
    scribe.start(1, 1, "mcr", [1, 2, 3, 4]);
    scribe.hand([24, -8, -8, -8]);
    scribe.end();
    assert!(papers(&scribe).remove(0).balanced);
    let mut liar = Scribe::new(6);
    liar.start(1, 1, "mcr", [1, 2, 3, 4]);
    liar.hand([24, -8, -8, -7]);
    liar.end();
    let lying = verified(&liar.export(), &[Identity::Key(liar.table())]).err();
    let expected = NotVerified::Bad {
        first_bad: Some(3),
        reason: "the payments of a result do not add up to nothing".into(),
    };
    assert_eq!(lying, Some(expected));
}

#[test]
fn the_papers_of_a_session_say_what_its_records_say() {
    let scribe = three_sessions(1, 1, 10);
    let all = papers(&scribe);
    let [first, _, third] = all.as_slice() else { panic!("{} sessions", all.len()) };
    assert_eq!(
        sheet_csv(first),
        "hand,a,b,c,d,sum_a,sum_b,sum_c,sum_d,remark\n\
         1,32,-16,-8,-8,32,-16,-8,-8,A (8)\n\
         2,-8,-8,32,-16,24,-24,24,-24,C (8)\n\
         hands,24,-24,24,-24,,,,,\n\
         penalties,0,0,0,0,,,,,\n\
         game points,24,-24,24,-24,,,,,\n\
         table points in twelfths,36,6,36,6,,,,,\n\
         number,1,2,3,4,,,,,\n\
         name,Ana,Ben,李娜,'=Dan(),,,,,\n\
         team,Red,Red,Blue,Blue,,,,,\n"
    );
    assert_eq!((third.unassigned, third.balanced, third.tied), (-10, true, true));
    let fouls = fouls_csv(third);
    assert!(fouls.contains("1,3,1,1,1,A,1,Ana,Red,MCR 3.11.2.2,"), "{fouls}");
    assert!(fouls.ends_with(",'-20,0,-20,0,0,yes\n"), "{fouls}");

    let text = |pdf: Vec<u8>| String::from_utf8_lossy(&pdf).into_owned();
    let sheet = text(sheet_pdf(third, "5 May 2027"));
    for words in ["(Date  5 May 2027)", "(Ana)", "(drawn)", "(2 1/3)", "the sheet balances"] {
        assert!(sheet.contains(words), "{words}");
    }
    let record = text(fouls_pdf(third, ""));
    assert!(record.contains("(TAKEN BACK)") && record.contains("(MCR 3.11.2.2)"));
    assert!(text(fouls_pdf(first, "")).contains("No penalty in this session."));
}

#[test]
fn a_long_foul_record_goes_on_on_further_pages() {
    let mut scribe = Scribe::new(7);
    scribe.start(1, 1, "mcr", [1, 2, 3, 4]);
    scribe.hand([0; 4]);
    for id in 1..=30 {
        let to = Receives::EachOther;
        scribe.penalise(id, Sanction { to, ..lost_to_nobody(5, Seat::Third) });
    }
    let pdf = String::from_utf8_lossy(&fouls_pdf(&papers(&scribe)[0], "")).into_owned();
    assert!(pdf.contains("(page 3 of 3)") && pdf.contains("-5 to each other player"), "{pdf}");
}
