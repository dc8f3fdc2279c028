//! What people press and see at the table, through the whole application: the dice, and the mark of a lost link.

use conformance::running::between_hands;
use host_sim::home::Home;
use host_sim::world::{Act, Setup, World};
use table_core::event::Event;
use table_core::game::{Call, Command};
use table_core::seat::Seat;

const SECOND: u64 = 1_000_000;
/// The letter L in seven segments, beside the points.
const LINK_LOST: u8 = 0x0E;
const MARK: usize = 5;

fn run(setup: Setup, home: &Home) -> World {
    let world = home.run(World::new(setup)).unwrap();
    assert_eq!(world.violations(), []);
    world
}

fn events(world: &World) -> Vec<Event> {
    let records = world.referee().unwrap().ledger().records();
    records.iter().map(|sealed| sealed.read().unwrap().event).collect()
}

/// The hand begins and everybody presses Confirm twice, the second seat first: only whoever is to throw is heard.
fn dice(seed: u64, home: &Home) -> World {
    let order = [Seat::Second, Seat::Third, Seat::Fourth, Seat::First];
    let presses = (5..).zip(order.into_iter().cycle().take(8));
    let presses = presses.map(|(at, seat)| (at * SECOND, Act::Press(seat, Call::Confirm)));
    let mut script = vec![(4 * SECOND, Act::Order(Command::StartHand))];
    script.extend(presses);
    let mut setup = Setup::new(seed, script, 15 * SECOND);
    between_hands(&mut setup);
    run(setup, home)
}

/// MCR 3.5.7.5: the dealer is 1 and seats are counted anticlockwise; whom his sum names throws again, and both sums together are
/// the stacks from the right end of that player's wall, counted on into the wall before it where one wall is not enough.
fn check(seed: u64, events: &[Event]) -> [u8; 2] {
    let begun = events.iter().rposition(|event| matches!(event, Event::HandStarted { .. }));
    let Some((Event::HandStarted { deal, .. }, after)) =
        begun.and_then(|at| events[at..].split_first())
    else {
        panic!("seed {seed}: no hand was started");
    };
    let thrown: Vec<_> = after
        .iter()
        .filter_map(|event| match event {
            Event::Dice { throws, wall, stacks } => Some((*throws, *wall, *stacks)),
            _ => None,
        })
        .collect();
    let [(throws, wall, stacks)] = thrown[..] else {
        panic!("seed {seed}: the wall is opened once, not {thrown:?}");
    };
    let throws: Vec<u8> = throws.iter().collect();
    let [first, second] = throws[..] else {
        panic!("seed {seed}: two throws, not {throws:?}");
    };
    assert!([first, second].iter().all(|sum| (2..=12).contains(sum)), "seed {seed}: {throws:?}");
    let named = (deal.dealer.index() + usize::from(first) - 1) % 4;
    let (expected, left) = match first + second {
        over @ 19.. => ((named + 3) % 4, over - 18),
        fits => (named, fits),
    };
    assert_eq!((wall.index(), stacks), (expected, left), "seed {seed}: {throws:?}");
    [first, second]
}

#[test]
fn the_dealer_and_whom_he_names_throw_the_dice_with_confirm() {
    let mut sums: Vec<_> =
        (1..=12).map(|seed| check(seed, &events(&dice(seed, &Home::Desktop)))).collect();
    println!("{sums:?}");
    sums.sort_unstable();
    sums.dedup();
    assert!(sums.len() > 6, "dice that nearly always fall alike: {sums:?}");
}

#[test]
fn the_dice_on_the_image_are_those_on_the_desktop_qemu() {
    let image = Home::qemu().unwrap();
    let (there, here) = (dice(1, &image), dice(1, &image.twin().unwrap()));
    assert_eq!(check(1, &events(&there)), check(1, &events(&here)));
}

#[test]
fn seat_displays_say_that_the_referees_device_is_gone_and_that_it_is_back() {
    let script =
        vec![(4 * SECOND, Act::Cable { pulled: true }), (9 * SECOND, Act::Cable { pulled: false })];
    let marks = |until: u64| {
        let mut setup = Setup::new(3, script.clone(), until * SECOND);
        between_hands(&mut setup);
        run(setup, &Home::Desktop).digits().modules().each_ref().map(|module| module.lit()[MARK])
    };
    assert_eq!(marks(4), [0; 4], "connected");
    assert_eq!(marks(8), [LINK_LOST; 4], "pulled");
    assert_eq!(marks(14), [0; 4], "connected again");
}
