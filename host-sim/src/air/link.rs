//! A tile in the field of a loop: how well it is read there, drawn when it is laid down.

use table_core::enrolment::TagUid;
use table_core::place::{Antenna, Zone};

use super::config::Errors;
use crate::chips::Micros;
use crate::world::play::random::Random;

/// Tiles of one half of a rack; the last of them stands at the joint, the first at the end.
const HALF_RACK: usize = 7;
/// The link of one tag to one loop.
#[derive(Debug, Clone)]
pub struct Link {
    /// Whose.
    pub tag: TagUid,
    /// In dB, as long as the tile lies there.
    pub margin: f64,
    /// A hand stays over it until then, which costs so much.
    pub shade: (Micros, f64),
    /// The tile is gone from then on; until then it slides.
    pub until: Micros,
    /// Has power in the present field.
    pub powered: bool,
}

/// Draws the links of a tile laid on `antenna`: the one to the loop under it first.
pub fn draw(
    errors: &Errors,
    random: &mut Random,
    now: Micros,
    tag: TagUid,
    antenna: Antenna,
) -> Vec<(Antenna, Link)> {
    let (position, crosstalk, people) = (&errors.position, &errors.crosstalk, &errors.people);
    let standing = matches!(antenna.zone, Zone::HandLeft | Zone::HandRight);
    let spot = random.below(HALF_RACK);
    let (end, joint) = (standing && spot == 0, standing && spot == HALF_RACK - 1);
    let mean = match (standing, end || joint) {
        (false, _) => position.flat_db,
        (true, false) => position.standing_db,
        (true, true) => position.joint_db,
    };
    // What all loops suffer alike.
    let mut common = position.magnet_db;
    if !standing && random.chance(position.tilted) {
        common += random.between(position.tilted_db);
    }
    // A tile at the end of its rack has one tile beside it, any other two.
    if position.adjacent_db != [0.0; 2] {
        let [helps, gain] = position.adjacent_gain;
        for _ in 0..if end { 1 } else { 2 } {
            common += match random.chance(helps) {
                true => gain,
                false => random.between(position.adjacent_db),
            };
        }
    }
    let mut shade = (0, 0.0);
    if random.chance(people.hand_over) {
        let lasts = random.between(people.hand_over_s) * 1e6;
        let ring = random.chance(people.ring);
        let metal = if ring { random.between(people.ring_db) } else { 0.0 };
        shade = (now + lasts as Micros, random.between(people.hand_over_db) + metal);
    }
    let link = |margin| Link { tag, margin, shade, until: Micros::MAX, powered: false };
    let spread = |random: &mut Random| {
        let ([mean, sigma], cut) = (mean, position.cut_sigma);
        random.normal([0.0, 1.0]).clamp(-cut, cut) * sigma + mean
    };
    let margin = spread(random) + common;
    let mut links = vec![(antenna, link(margin))];
    let weaker = |random: &mut Random| margin + random.between(crosstalk.weaker_db);
    let Antenna { seat, zone } = antenna;
    let beside = |random: &mut Random| if random.chance(0.5) { seat.next() } else { seat.after(3) };
    if standing {
        let other = if zone == Zone::HandLeft { Zone::HandRight } else { Zone::HandLeft };
        // At the joint both loops are equally far away.
        let margin = match joint {
            true if random.chance(crosstalk.joint) => Some(spread(random) + common),
            false if random.chance(crosstalk.other_half) => Some(weaker(random)),
            _ => None,
        };
        links.extend(margin.map(|margin| (Antenna { seat, zone: other }, link(margin))));
        if random.chance(crosstalk.own_meld) {
            links.push((Antenna { seat, zone: Zone::Meld }, link(weaker(random))));
        }
    }
    if zone == Zone::River && random.chance(crosstalk.river_border) {
        links.push((Antenna { seat: beside(random), zone }, link(weaker(random))));
    }
    if random.chance(crosstalk.neighbour) {
        let zone = Zone::ALL[random.below(Zone::ALL.len())];
        let stray = Antenna { seat: beside(random), zone };
        if links.iter().all(|(known, _)| *known != stray) {
            links.push((stray, link(weaker(random))));
        }
    }
    links
}
