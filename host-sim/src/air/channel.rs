//! The channel between all loops and all tags of a table.

use table_core::enrolment::TagUid;
use table_core::place::Antenna;
use table_core::seat::Seat;

use super::config::Errors;
use super::link::{self, Link};
use super::spells::Spells;
use crate::chips::Micros;
use crate::world::play::random::Random;

/// More tags than this in one loop weaken each other.
const CROWD: usize = 10;
/// A reader is warm from then on.
const WARM: Micros = 1_800_000_000;

/// What a reader hears in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// One tag, with a good CRC (which does not quite prove that it is what the tag sent).
    Clean(TagUid),
    /// One answer with a CRC or protocol error.
    Corrupt,
    /// Several at once; the first bit of the answer in which they are said to differ. Noise looks like a collision at bit 0.
    Collision(u8),
}

/// What lies where, how well it is read there, and what disturbs it.
#[derive(Debug, Clone)]
pub struct Channel {
    errors: Errors,
    seed: u64,
    random: Random,
    /// By loop: four of each seat.
    links: [Vec<Link>; Antenna::COUNT],
    /// Interference and phones, by reader.
    bursts: [Spells; 4],
    phones: [Spells; 4],
    /// People leaning over a seat.
    leans: [Spells; 4],
}

/// Asked for every slot of every scan: what never happens needs no dice.
pub(super) fn happens(random: &mut Random, probability: f64) -> bool {
    probability > 0.0 && random.chance(probability)
}

impl Channel {
    /// An empty table; everything follows from the seed.
    pub fn new(errors: Errors, seed: u64) -> Channel {
        let spells = |part: u64, per_hour, lasts| {
            Seat::ALL.map(|seat| {
                let random = Random::part(seed, part + seat.index() as u64);
                Spells::new(random, per_hour, lasts)
            })
        };
        Channel {
            seed,
            random: Random::part(seed, 0xA1),
            links: Default::default(),
            bursts: spells(0xB00, errors.burst.per_hour, errors.burst.length_s),
            phones: spells(0xC00, errors.burst.phone_per_hour, errors.burst.phone_s),
            leans: spells(0xD00, errors.people.lean_per_minute * 60.0, errors.people.lean_s),
            errors,
        }
    }

    /// The error model.
    pub fn errors(&self) -> &Errors {
        &self.errors
    }

    /// Whether a tag has died: some of a set have, and stay so.
    fn is_dead(&self, tag: TagUid) -> bool {
        let dead = self.errors.tags.dead;
        dead > 0.0 && Random::part(self.seed, tag.0).chance(dead)
    }

    /// Whether a tag's blocks cannot be read this time.
    pub fn blocks_fail(&mut self) -> bool {
        happens(&mut self.random, self.errors.tags.unread_block)
    }

    /// A tile comes to lie on an antenna; its links are drawn anew.
    pub fn laid(&mut self, now: Micros, tag: TagUid, antenna: Antenna) {
        if self.is_dead(tag) {
            return;
        }
        for (antenna, link) in link::draw(&self.errors, &mut self.random, now, tag, antenna) {
            let links = &mut self.links[antenna.number()];
            links.retain(|old| old.tag != tag);
            links.push(link);
        }
    }

    /// A copy of a tag comes to lie on an antenna beside whatever it is a copy of.
    pub fn copied(&mut self, now: Micros, tag: TagUid, antenna: Antenna) {
        for (antenna, link) in link::draw(&self.errors, &mut self.random, now, tag, antenna) {
            self.links[antenna.number()].push(link);
        }
    }

    /// A tile is lifted, or slides away and is still seen for a moment.
    pub fn lifted(&mut self, now: Micros, tag: TagUid) {
        let motion = &self.errors.motion;
        let slides = self.random.chance(motion.sliding);
        let until = match slides {
            true => now + (self.random.between(motion.sliding_ms) * 1e3) as Micros,
            false => now,
        };
        for link in self.links.iter_mut().flatten().filter(|link| link.tag == tag) {
            link.until = link.until.min(until);
        }
    }

    /// The field of a loop comes up: decides which tags have power until it goes down again.
    pub fn field_on(&mut self, now: Micros, antenna: Antenna) {
        let leaning = self.leans[antenna.seat.index()].active(now);
        let links = &mut self.links[antenna.number()];
        links.retain(|link| link.until > now);
        let Errors { position, crosstalk, people, .. } = &self.errors;
        let crowd = links.len().saturating_sub(CROWD) as f64 * position.crowd_db;
        let lean = if leaning { people.lean_db } else { 0.0 };
        let drift = if now >= WARM { position.drift_db } else { 0.0 };
        for link in links {
            let shade = if now < link.shade.0 { link.shade.1 } else { 0.0 };
            let margin = link.margin + crowd + lean + drift + shade;
            let miss = crosstalk.parallel / (crosstalk.parallel + margin.exp());
            link.powered = !self.random.chance(miss);
        }
    }

    /// Tags that a loop may hear something from.
    pub fn near(&self, antenna: Antenna) -> impl Iterator<Item = TagUid> {
        self.links[antenna.number()].iter().filter(|link| link.powered).map(|link| link.tag)
    }

    /// What comes back from the tags with power that feel asked.
    pub fn answer(
        &mut self,
        now: Micros,
        antenna: Antenna,
        asked: impl Fn(TagUid) -> bool,
    ) -> Option<Answer> {
        let bad = self.bursts[antenna.seat.index()].active(now)
            || self.phones[antenna.seat.index()].active(now);
        let (slot, burst) = (&self.errors.slot, &self.errors.burst);
        let quiet = slot.lost * self.errors.crosstalk.parallel;
        let (lost, corrupt) = if bad { (burst.lost, burst.corrupt) } else { (quiet, slot.corrupt) };
        let random = &mut self.random;
        let answering = self.links[antenna.number()].iter();
        let answering =
            answering.filter(|link| link.powered && link.until > now && asked(link.tag));
        // The first two, how many there are, and where they differ.
        let (mut pair, mut count, mut differ) = ([None; 2], 0, 0);
        for link in answering {
            if happens(random, lost) {
                continue;
            }
            match &mut pair {
                [first @ None, _] => *first = Some(link),
                [_, second] => *second = second.or(Some(link)),
            }
            differ |= pair[0].map_or(0, |first: &Link| link.tag.0 ^ first.tag.0);
            count += 1;
        }
        let answer = match pair {
            [None, _] => None,
            [Some(link), None] if happens(random, corrupt) => {
                Some(match random.chance(slot.undetected) {
                    true => Answer::Clean(TagUid(link.tag.0 ^ 1 << random.below(56))),
                    false => Answer::Corrupt,
                })
            }
            [Some(link), None] => Some(Answer::Clean(link.tag)),
            [Some(a), Some(b)] if count == 2 && happens(random, slot.capture) => {
                let stronger = if a.margin >= b.margin { a } else { b };
                Some(Answer::Clean(stronger.tag))
            }
            [Some(_), Some(_)] => {
                // Flags and DSFID are alike; the identifier starts at bit 16 of the answer.
                let bit = 16 + differ.trailing_zeros().min(63) as u8;
                let wrong = random.chance(slot.wrong_bit);
                Some(Answer::Collision(if wrong { random.below(80) as u8 } else { bit }))
            }
        };
        answer.or_else(|| self.noise())
    }

    /// What is heard when nobody answers.
    pub fn noise(&mut self) -> Option<Answer> {
        happens(&mut self.random, self.errors.slot.noise).then_some(Answer::Collision(0))
    }

    /// How much later than t1 the next answer begins, in ticks of the carrier.
    pub fn jitter(&mut self) -> i64 {
        let most = i64::from(self.errors.slot.t1_jitter_ticks);
        match usize::try_from(2 * most) {
            Ok(0) | Err(_) => 0,
            Ok(spread) => self.random.below(spread + 1) as i64 - most,
        }
    }
}
