//! A set of tiles from its box to the record: enrolled tile by tile, looked over, a tile replaced, its list sealed, sent to a
//! table and in force there. The table is the real application at the chip models.

use conformance::running::session_start;
use firmware::boot::{BootFault, LIST_PLACES};
use host_sim::chips::pn5180::Memory;
use host_sim::desktop;
use host_sim::home::Home;
use host_sim::referee::{Notice, simulated_organiser};
use host_sim::set::{Job, Said};
use host_sim::world::{Act, Logged, SET, SET_KEY, Setup, World, tag_of};
use table_core::enrolment::{
    Enrolment, Finding, Imprint, ImprintError, Seal, SealError, SealedList, SetKey,
    StoredEnrolmentError, TagUid,
};
use table_core::event::Event;
use table_core::game::Command;
use table_core::iso15693::TILE_FAMILY;
use table_core::place::{Antenna, Zone};
use table_core::record::Record;
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::trust::SoftwareKey;
use table_core::wire::ListRefusal;

const SECOND: u64 = 1_000_000;
const DESK: Antenna = Antenna { seat: Seat::First, zone: Zone::Meld };
const STRANGER: TagUid = TagUid(0xE004_0101_7777_7777);

fn tile(id: u8) -> Tile {
    Tile::new(id).unwrap()
}

/// The simulated set as it is.
fn whole() -> Enrolment {
    Enrolment::new(Tile::all().map(|tile| (tag_of(tile), tile))).unwrap()
}

fn run(world: World) -> World {
    Home::Desktop.run(world).unwrap()
}

fn records(world: &World) -> Vec<Record> {
    let records = world.referee().unwrap().ledger().records();
    records.iter().map(|record| record.read().unwrap()).collect()
}

fn said(world: &World) -> Vec<Said> {
    let lines = world.lines().iter().filter_map(|line| match &line.what {
        Logged::Referee(Notice::Set(said)) => Some(said.clone()),
        _ => None,
    });
    lines.collect()
}

fn list(world: &World) -> Enrolment {
    world.referee().unwrap().clerk().unwrap().list().unwrap().clone()
}

/// Written for this tag as if it sat in a tile of a set.
fn written(tag: TagUid, id: u8, set: u16, key: &SetKey) -> Memory {
    let imprint = Imprint { set, tile: tile(id), batch: 1 };
    Memory::new(TILE_FAMILY, &imprint.write(tag, key))
}

#[test]
fn written_tiles_are_enrolled_as_they_come_and_forged_ones_are_not() {
    const GO: u64 = 7;
    let mut script = vec![];
    for (go, tiles) in (0..).zip(Tile::all().collect::<Vec<_>>().chunks(12)) {
        let from = SECOND + go * GO * SECOND;
        script.extend(tiles.iter().map(|tile| (from, Act::Lay(tag_of(*tile), DESK))));
        let off = tiles.iter().map(|tile| (from + (GO - 1) * SECOND, Act::Lift(tag_of(*tile))));
        script.extend(off);
    }
    script.push((SECOND, Act::Lay(STRANGER, DESK)));
    script.sort_by_key(|(at, _)| *at);
    let setup = Setup { fram: vec![], ..Setup::new(1, script, 13 * GO * SECOND) };
    let job = Job::Enrol { at: DESK, written: Some((SET, SET_KEY)), list: Enrolment::EMPTY };
    let forged = written(STRANGER, 3, SET, &SetKey([1; 32]));
    let world = run(World::new(setup).with_job(job).with_tag(STRANGER, forged));
    let said = said(&world);
    assert_eq!(list(&world), whole(), "{:?}", said.last());
    let finding = Finding::Forged(STRANGER, ImprintError::Forged);
    assert!(said.contains(&Said::Found(finding)));
    assert_eq!(said.last(), Some(&Said::Done));
}

#[test]
fn blank_tiles_are_enrolled_one_by_one_as_they_are_asked_for() {
    let [first, second, third] = [141, 142, 143].map(tile);
    let known = whole().iter().filter(|(_, tile)| tile.id() < 141).collect::<Vec<_>>();
    let lay = |ms: u64, tile| (ms * 1_000, Act::Lay(tag_of(tile), DESK));
    let lift = |ms: u64, tile| (ms * 1_000, Act::Lift(tag_of(tile)));
    let script = vec![
        lay(2_000, first),
        lift(5_000, first),
        lay(5_500, second),
        lay(5_500, third),
        lift(8_000, third),
        lift(11_000, second),
        lay(11_500, third),
    ];
    let job = Job::Enrol { at: DESK, written: None, list: Enrolment::new(known.clone()).unwrap() };
    let mut world = World::new(Setup::new(2, script, 15 * SECOND)).with_job(job);
    for tile in [first, second, third] {
        world = world.with_tag(tag_of(tile), Memory::BLANK);
    }
    let world = run(world);
    let took = |tile| Said::Took(tile, tag_of(tile));
    assert_eq!(
        said(&world),
        [
            Said::Lay(first),
            took(first),
            Said::Lay(second),
            Said::Several(2),
            took(second),
            Said::Lay(third),
            took(third),
            Said::Done
        ]
    );
    assert_eq!(list(&world), whole());
}

#[test]
fn a_replaced_tile_has_the_new_tag_and_the_old_one_is_foreign() {
    let script = vec![(2 * SECOND, Act::Lay(STRANGER, DESK))];
    let job = Job::Replace { tile: tile(7), at: DESK, list: whole() };
    let world = run(World::new(Setup::new(3, script, 6 * SECOND)).with_job(job));
    let expected = [Said::Lay(tile(7)), Said::Took(tile(7), STRANGER), Said::Done];
    assert_eq!(said(&world), expected);
    let list = list(&world);
    assert_eq!((list.tag(tile(7)), list.tile(tag_of(tile(7)))), (Some(STRANGER), None));
}

/// Nine tiles over each loop, in order.
fn spread_out(id: u8) -> Antenna {
    let number = usize::from(id / 9);
    Antenna { seat: Seat::ALL[number / 4], zone: Zone::ALL[number % 4] }
}

#[test]
fn a_set_is_looked_over_and_everything_wrong_with_it_is_named() {
    const OTHER: TagUid = TagUid(0xE004_0102_1234_5678);
    let laid = Tile::all().skip(1);
    let mut script: Vec<(u64, Act)> =
        laid.map(|tile| (0, Act::Lay(tag_of(tile), spread_out(tile.id())))).collect();
    let opposite = Antenna { seat: Seat::Third, zone: Zone::Meld };
    script.push((0, Act::LayCopy(tag_of(tile(20)), opposite)));
    script.push((0, Act::LayCopy(tag_of(tile(60)), spread_out(60))));
    script.push((0, Act::Lay(STRANGER, spread_out(0))));
    script.push((0, Act::Lay(OTHER, spread_out(100))));
    let job = Job::Check { list: whole(), written: (SET, SET_KEY) };
    let world = World::new(Setup::new(4, script, 70 * SECOND))
        .with_job(job)
        .with_tag(tag_of(tile(30)), written(STRANGER, 30, SET, &SET_KEY))
        .with_tag(OTHER, written(OTHER, 40, SET, &SET_KEY))
        .with_tag(tag_of(tile(50)), written(tag_of(tile(50)), 51, SET, &SET_KEY));
    let world = run(world);
    let mut found = world.referee().unwrap().clerk().unwrap().findings();
    let mut expected = vec![
        Finding::Missing(tile(0)),
        Finding::Cloned { tag: tag_of(tile(20)), at: [spread_out(20), opposite] },
        Finding::Cloned { tag: tag_of(tile(60)), at: [spread_out(60); 2] },
        Finding::Foreign(STRANGER),
        Finding::Foreign(OTHER),
        Finding::Forged(tag_of(tile(30)), ImprintError::Forged),
        Finding::Double { tile: tile(40), listed: tag_of(tile(40)), other: OTHER },
        Finding::Swapped { tag: tag_of(tile(50)), listed: tile(50), written: tile(51) },
    ];
    let order = |finding: &Finding| format!("{finding:?}");
    found.sort_by_key(order);
    expected.sort_by_key(order);
    assert_eq!(found, expected);
    // Both copies are on record too: the table notices them without being asked.
    let twins: Vec<TagUid> = records(&world)
        .iter()
        .filter_map(|record| match record.event {
            Event::TwinTags { tag, .. } => Some(tag),
            _ => None,
        })
        .collect();
    assert!(twins.contains(&tag_of(tile(20))) && twins.contains(&tag_of(tile(60))), "{twins:?}");
    assert_eq!(twins.len(), 2, "each once");
}

#[test]
fn a_whole_set_passes() {
    let laid = Tile::all().map(|tile| (0, Act::Lay(tag_of(tile), spread_out(tile.id()))));
    let job = Job::Check { list: whole(), written: (SET, SET_KEY) };
    let world = run(World::new(Setup::new(5, laid.collect(), 70 * SECOND)).with_job(job));
    assert_eq!(world.referee().unwrap().clerk().unwrap().findings(), []);
    assert_eq!(said(&world).last(), Some(&Said::Done));
}

/// The set with one tile replaced, under the seal of somebody.
fn sealed(edition: u32, by: &SoftwareKey) -> SealedList {
    let list = whole().replaced(tile(7), STRANGER).unwrap();
    let seal = Seal::new(&list, SET, edition, by);
    SealedList { list, seal }
}

/// What a table over this storage says to a list, and its storage afterwards.
fn sent(
    fram: &[u8],
    list: SealedList,
    script: Vec<(u64, Act)>,
    home: &Home,
) -> (Vec<Said>, Vec<u8>) {
    let setup = Setup { fram: fram.to_vec(), ..Setup::new(6, script, 8 * SECOND) };
    let world = World::new(setup).with_job(Job::Send(Box::new(list)));
    let world = home.run(world).unwrap();
    (said(&world), world.fram().bytes().to_vec())
}

/// A table that has edition 3 of the organiser's list, not started again yet.
fn given(home: &Home) -> Vec<u8> {
    let new = Setup::new(6, vec![], 0).fram;
    let (said, fram) = sent(&new, sealed(3, &simulated_organiser()), vec![], home);
    assert_eq!(said, [Said::Kept { set: SET, edition: 3 }]);
    fram
}

/// Starts a table over this storage and a session on it.
fn started(fram: &[u8], home: &Home) -> World {
    let start = Act::Order(Command::StartSession(session_start()));
    let setup = Setup::new(6, vec![(2 * SECOND, start)], 6 * SECOND);
    home.run(World::new(Setup { fram: fram.to_vec(), ..setup })).unwrap()
}

/// A list is in force after the next start, and the session's record names it.
fn comes_into_force(home: &Home) {
    let world = started(&given(home), home);
    let digest = sealed(3, &simulated_organiser()).list.digest();
    let events: Vec<Event> = records(&world).into_iter().map(|record| record.event).collect();
    let listed = Event::TilesListed { set: SET, edition: 3, list: digest };
    let times = events.iter().filter(|event| **event == listed).count();
    assert_eq!(times, 2, "when it comes into force, and with every session");
    let session = events.iter().find_map(|event| match event {
        Event::SessionStarted(_, identity) => Some(identity.enrolment),
        _ => None,
    });
    assert_eq!(session, Some(digest));
}

#[test]
fn a_sealed_list_is_sent_kept_and_in_force_after_the_next_start() {
    comes_into_force(&Home::Desktop);
}

#[test]
fn a_sealed_list_comes_into_force_on_the_image_in_qemu() {
    comes_into_force(&Home::qemu().unwrap());
}

#[test]
fn a_list_that_is_old_strange_or_at_the_wrong_time_is_refused_and_changes_nothing() {
    let world = started(&given(&Home::Desktop), &Home::Desktop);
    let fram = world.fram().bytes().to_vec();
    let organiser = simulated_organiser();
    let refused = |list, script| {
        let (said, after) = sent(&fram, list, script, &Home::Desktop);
        let first = LIST_PLACES[1] as usize..;
        assert_eq!(after[first.clone()], fram[first], "the list in force is as it was");
        said
    };
    // A session was started on it: first of all it is in the way.
    let runs = Said::Refused(ListRefusal::SessionRuns);
    assert_eq!(refused(sealed(4, &organiser), vec![]), [runs]);
    let end = || vec![(4 * SECOND, Act::Order(Command::EndSession))];
    let ended = {
        let setup = Setup { fram: fram.clone(), ..Setup::new(6, end(), 7 * SECOND) };
        run(World::new(setup)).fram().bytes().to_vec()
    };
    for (list, refusal) in [
        (sealed(2, &organiser), ListRefusal::Old),
        (sealed(4, &SoftwareKey::from_seed(&[9; 32])), ListRefusal::NotSealed),
        (SealedList { seal: None, ..sealed(4, &organiser) }, ListRefusal::Old),
    ] {
        let (said, _) = sent(&ended, list, vec![], &Home::Desktop);
        assert_eq!(said, [Said::Refused(refusal)]);
    }
    let (said, _) = sent(&ended, sealed(4, &organiser), vec![], &Home::Desktop);
    assert_eq!(said, [Said::Kept { set: SET, edition: 4 }]);
}

#[test]
fn a_table_that_had_a_sealed_list_does_not_start_with_an_older_one() {
    let world = started(&given(&Home::Desktop), &Home::Desktop);
    let mut fram = world.fram().bytes().to_vec();
    let bare = SealedList { list: whole(), seal: None }.to_bytes();
    for place in LIST_PLACES {
        fram[place as usize..place as usize + bare.len()].copy_from_slice(&bare);
    }
    let setup = Setup { fram, ..Setup::new(6, vec![], 4 * SECOND) };
    let (_, ended) = desktop::run(World::new(setup));
    let old = StoredEnrolmentError::Seal(SealError::Old { edition: 0, newest: 3 });
    assert_eq!(ended, Err(BootFault::Enrolment(old)));
}

#[test]
fn a_list_that_never_arrived_whole_leaves_the_one_in_force() {
    let mut fram = given(&Home::Desktop);
    fram[LIST_PLACES[1] as usize + 700] ^= 1;
    let world = started(&fram, &Home::Desktop);
    let session = records(&world).into_iter().find_map(|record| match record.event {
        Event::SessionStarted(_, identity) => Some(identity.enrolment),
        _ => None,
    });
    assert_eq!(session, Some(whole().digest()));
}
