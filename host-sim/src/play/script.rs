//! From people's motions to what happens over the antennas.

use table_core::game::{Command, Play, SessionStart};
use table_core::place::{Antenna, Place, Zone};
use table_core::tile::Tile;

use crate::chips::Micros;
use crate::world::play::course::Performed;
use crate::world::play::settling::Told;
use crate::world::play::timeline::Order;
use crate::world::play::told::STRANGE_TAG;
use crate::world::{Act, Brief, tag_of};

/// The acts of one hand, by time.
pub fn acts(performed: &Performed, start: &SessionStart) -> Vec<(Micros, Act)> {
    let (line, truth) = (&performed.line, &performed.hand.truth);
    let mut acts: Vec<(Micros, Act)> = vec![];
    for step in &line.moves {
        let tag = tag_of(step.tile);
        acts.push((step.leave.0, Act::Lift(tag)));
        if let Some(antenna) = antenna(step.to, step.tile) {
            acts.push((step.settle.0, Act::Lay(tag, antenna)));
        }
    }
    for (at, seat, call) in &line.presses {
        acts.push((at.0, Act::Press(*seat, *call)));
    }
    for foreign in &line.foreign {
        // A tile of another set lies in the left half of a rack.
        if let Some(antenna) = Tile::new(0).and_then(|left| antenna(foreign.place, left)) {
            acts.push((foreign.from.0, Act::Lay(STRANGE_TAG, antenna)));
            acts.push((foreign.until.0, Act::Lift(STRANGE_TAG)));
        }
    }
    let wins = truth.plays().filter_map(|play| match play {
        Play::Hu { seat, tile: Some(tile), way } => Some(Command::Hu { seat, tile, way }),
        _ => None,
    });
    let mut answers: Vec<Command> = wins.collect();
    if answers.is_empty() {
        answers.push(Command::DrawnHand);
    }
    let declared = truth.outcome.wins.first().map_or(0, |won| won.counted.paid);
    let payments = truth.outcome.settlement.by_seat();
    let brief = Brief { answers, payments, declared };
    for (at, order) in &line.orders {
        match order {
            Order::ConfirmResult => acts.push((at.0, Act::Confirm)),
            order => {
                if let Order::StartHand(_) = order {
                    acts.push((at.0, Act::Brief(brief.clone())));
                }
                let inputs = Told::Ordered(*order).inputs(truth, start);
                acts.extend(inputs.into_iter().filter_map(|input| match input {
                    table_core::game::Input::Ordered(command) => Some((at.0, Act::Order(command))),
                    _ => None,
                }));
            }
        }
    }
    acts.sort_by_key(|(at, _)| *at);
    acts
}

/// The antenna over which a tile lies at a place; racks have two, and a tile keeps to its half.
fn antenna(place: Place, tile: Tile) -> Option<Antenna> {
    let half = if tile.id().is_multiple_of(2) { Zone::HandLeft } else { Zone::HandRight };
    match place {
        Place::Hand(seat) => Some(Antenna { seat, zone: half }),
        Place::Meld(seat) => Some(Antenna { seat, zone: Zone::Meld }),
        Place::River(seat) => Some(Antenna { seat, zone: Zone::River }),
        Place::Away => None,
    }
}
