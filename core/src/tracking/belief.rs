//! What is believed of one tile: where it lies, how well it is read there, and who else claims to see it.

use serde::{Deserialize, Serialize};

use super::evidence::{Evidence, MissRate};
use super::schedule::{Doubts, bit};
use crate::place::{Antenna, Place, Zone};
use crate::time::{Span, Tick};

/// Silence alone takes a tile away at odds of a million to one.
const LEAVES: Evidence = Evidence::nats(14);
/// Seen elsewhere, little silence at home is needed: one scan of a tile that is read well.
const TAKEN_OVER: Evidence = Evidence::nats(3);
/// A rack is next to its meld loop, which sees some standing tiles: there two silent scans are needed.
const TAKEN_OVER_NEARBY: Evidence = Evidence::nats(6);
/// Scans that must see a tile in a new place.
pub(super) const SIGHTINGS: u8 = 2;
/// Into a place to which no play leads from where it lay: by then the right loop has seen it too.
const SIGHTINGS_UNLIKELY: u8 = 6;
/// Out of one rack into another: whoever looks there for what left the first looks often, and at the melds beside it seldom.
const SIGHTINGS_HANDED_OVER: u8 = Tally::MOST_STREAK;
/// A loop that has seen a tile so often, and missed it in so many scans fewer than its home, one in so many of all, is the right one.
const SIGHTINGS_LEADING: u8 = 4;
const LEAD: i8 = 3;
const LEAD_SHARE: i16 = 8;
/// Scans in a row that saw a tile where it must have gone.
const SIGHTINGS_MOVED: u8 = 3;
/// Two loops see it, and nothing speaks for one of them: one must have seen it so many times more often.
const CLEAR_LEAD: u8 = 3;
/// A longer silence after more reads than this is a tile lifted and put back; it says nothing about how well it is read.
const MISSES: u8 = 2;
const READ_WELL: u8 = 3;
/// A tile read so often in a row has long been told.
const SETTLED: u8 = 16;
/// A claim is forgotten after so many misses in a row: a tile that lies flat is read well, or it is not there.
const FORGOTTEN: u8 = 4;
const FORGOTTEN_NEARBY: u8 = 8;
const FORGOTTEN_BADLY_READ: u8 = 40;
/// A tile in the air for longer than this is away: in the wall or in the box.
const IN_THE_AIR: Span = Span::secs(10);
/// Where there are blind spots a standing tile that nobody sees is taken to stand on one for so long.
const BLIND_SPOT: Span = Span::secs(30);

/// How sure a placement is, in percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Confidence(pub u8);

/// Where a tile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts {
    /// It lies.
    Resting {
        /// Where.
        place: Place,
        /// How sure that is.
        confidence: Confidence,
    },
    /// Somebody has lifted it.
    InTheAir {
        /// From here.
        from: Place,
        /// Nobody has seen it since.
        since: Tick,
    },
    /// In the wall or in the box.
    Away,
}

/// A loop that sees a tile which is believed elsewhere or nowhere.
#[derive(Debug, Clone, Copy)]
struct Claim {
    antenna: Antenna,
    /// Scans that saw it.
    hits: u8,
    /// Scans that did not, and the last of them in a row.
    misses: u8,
    silent: u8,
    tally: Tally,
}

/// Two small numbers in one byte: there are two claims for each of 144 tiles.
///
/// The streak, 0 to 15: scans that saw the tile since it was last seen at home. The lead, -8 to 7: how many scans more its home
/// has missed the tile than this loop since it first saw it.
#[derive(Debug, Clone, Copy)]
struct Tally(u8);

impl Tally {
    const MOST_STREAK: u8 = 15;
    const NONE: Tally = Tally::new(0, 0);

    const fn new(streak: u8, lead: i8) -> Tally {
        let streak = if streak < Tally::MOST_STREAK { streak } else { Tally::MOST_STREAK };
        let lead = if lead < -8 {
            -8
        } else if lead > 7 {
            7
        } else {
            lead
        };
        Tally(streak << 4 | lead.wrapping_add(8).cast_unsigned())
    }

    const fn streak(self) -> u8 {
        self.0 >> 4
    }

    const fn lead(self) -> i8 {
        (self.0 & 0xF).cast_signed().wrapping_sub(8)
    }

    const fn seen(self) -> Tally {
        Tally::new(self.streak() + 1, self.lead())
    }

    const fn seen_at_home(self) -> Tally {
        Tally::new(0, self.lead())
    }

    const fn leading_by(self, more: i8) -> Tally {
        Tally::new(self.streak(), self.lead().saturating_add(more))
    }
}

impl Claim {
    /// It has seen the tile while it was at home.
    fn is_shared(self) -> bool {
        self.hits.min(Tally::MOST_STREAK) > self.tally.streak()
    }

    /// How often it has missed the tile since it first saw it.
    fn rate(self) -> MissRate {
        MissRate::share(self.misses, u16::from(self.hits) + u16::from(self.misses))
    }

    /// The same of a tile that has been moved: how a loop heard it from afar says nothing about how it hears it now.
    fn rate_since_it_left(self) -> MissRate {
        match self.is_shared() {
            true => {
                let streak = u16::from(self.tally.streak());
                MissRate::share(self.silent, streak + u16::from(self.silent))
            }
            false => self.rate(),
        }
    }
}

/// What follows for the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Where it lies now.
    pub place: Place,
    /// How sure that is.
    pub confidence: Confidence,
    /// Where it might lie as well, by what is seen.
    pub also: Option<Place>,
}

/// How its place was told last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// It is there.
    Plainly,
    /// There, or in a second place.
    WithAnother,
    /// It may be gone, or stand on a blind spot.
    OutOfSight,
}

/// What is believed of one tile.
#[derive(Debug, Clone, Copy)]
pub struct Belief {
    /// The loop that vouches for its place; none while it is in the air or away.
    home: Option<Antenna>,
    /// How often that loop misses it.
    rate: MissRate,
    /// What the silence since it was last seen there says, and how many scans that were.
    silence: Evidence,
    silent: u8,
    /// Scans in a row that read it before that.
    reads: u8,
    /// When it was last seen where it is believed to lie.
    seen: Tick,
    /// Where it lay before; away before it was ever seen.
    from: Place,
    claims: [Option<Claim>; 2],
    told: Told,
    /// Loops that have seen it in the scan under way.
    fresh: u16,
}

/// What is known about the table as a whole.
#[derive(Debug, Clone, Copy)]
pub struct Surroundings {
    /// A standing tile that nobody sees may stand on a blind spot: there are some, and few tiles of its rack are unseen.
    pub blind_spots: bool,
    /// No other tile of the place is seen any more: it has been cleared, and a tile read badly gets no long grace.
    pub cleared: bool,
}

impl Belief {
    /// Never seen.
    pub const AWAY: Belief = Belief {
        home: None,
        rate: MissRate::STANDING,
        silence: Evidence::NONE,
        silent: 0,
        reads: 0,
        seen: Tick(0),
        from: Place::Away,
        claims: [None; 2],
        told: Told::Plainly,
        fresh: 0,
    };

    /// Where it is believed to lie.
    #[inline]
    pub fn place(&self) -> Place {
        self.home.map_or(Place::Away, Antenna::place)
    }

    /// The same, with what is known about it.
    pub fn whereabouts(&self, now: Tick) -> Whereabouts {
        match self.home {
            Some(home) => {
                Whereabouts::Resting { place: home.place(), confidence: self.confidence() }
            }
            None if self.from != Place::Away && now.since(self.seen) < IN_THE_AIR => {
                Whereabouts::InTheAir { from: self.from, since: self.seen }
            }
            None => Whereabouts::Away,
        }
    }

    fn confidence(&self) -> Confidence {
        let read = self.rate.read_percent();
        let doubted = self.claims.iter().flatten().any(|claim| claim.hits > 0) || self.silent > 1;
        Confidence(if doubted { read / 2 } else { read })
    }

    /// Whether this loop vouches for it.
    #[inline]
    pub fn lives_on(&self, antenna: Antenna) -> bool {
        self.home == Some(antenna)
    }

    /// This loop vouches for it, claims it, or has just seen it: what it hears says something about the tile.
    #[inline]
    pub fn concerns(&self, antenna: Antenna) -> bool {
        self.is_fresh(antenna)
            || self.lives_on(antenna)
            || self.claims.iter().flatten().any(|claim| claim.antenna == antenna)
    }

    /// It ought to answer: it did so lately, and nobody else has seen it since.
    pub fn is_expected(&self) -> bool {
        !self.is_silent() && self.rate < MissRate::HALF && !self.is_elsewhere()
    }

    /// Somebody else has seen it since it was last seen at home.
    fn is_elsewhere(&self) -> bool {
        self.claims.iter().flatten().any(|claim| claim.tally.streak() > 0 && !claim.is_shared())
    }

    /// It was not seen at home lately.
    #[inline]
    pub fn is_silent(&self) -> bool {
        self.silent > MISSES
    }

    /// By silence alone it is gone.
    pub fn is_unseen(&self) -> bool {
        self.silence >= LEAVES
    }

    /// It was seen in the scan of this loop that is under way.
    #[inline]
    pub fn is_fresh(&self, antenna: Antenna) -> bool {
        self.fresh & bit(antenna) != 0
    }

    /// It is read in fewer than half of the scans.
    pub fn is_on_a_blind_spot(&self) -> bool {
        self.rate >= MissRate::HALF
    }

    /// Loops that could settle where it is.
    #[inline]
    pub fn doubts(&self) -> Doubts {
        if self.home.is_some() && self.silent == 0 {
            return Doubts::NONE;
        }
        let claims = self.claims.iter().flatten().filter(|claim| claim.silent == 0);
        let doubts = claims.fold(Doubts::NONE, |doubts, claim| doubts.with(claim.antenna));
        match self.home {
            Some(home) if doubts != Doubts::NONE => doubts.with(home),
            _ => doubts,
        }
    }

    /// The tile answered on `antenna`.
    pub fn seen(&mut self, now: Tick, antenna: Antenna) -> Option<Verdict> {
        if self.is_fresh(antenna) {
            return None;
        }
        self.fresh |= bit(antenna);
        if self.place() == antenna.place() {
            self.seen_at_home(now, antenna);
            let found = self.told == Told::OutOfSight;
            if found {
                self.told = Told::Plainly;
            }
            return self.decide(now).or_else(|| found.then(|| self.here()));
        }
        self.claimed(now, antenna);
        self.decide(now)
    }

    fn here(&self) -> Verdict {
        Verdict { place: self.place(), confidence: self.confidence(), also: None }
    }

    fn seen_at_home(&mut self, now: Tick, antenna: Antenna) {
        // It was there all the time: the silences were misses.
        let missed = match self.silent {
            0 => 0,
            silent if self.reads > READ_WELL && silent > MISSES => 1,
            silent => silent,
        };
        for _ in 0..missed {
            self.rate = self.rate.missed();
        }
        self.reads = if missed > 0 { 1 } else { self.reads.saturating_add(1) };
        self.rate = self.rate.read(prior(antenna));
        // At the joint of a rack the half that reads it vouches for it.
        if self.silent > 0 {
            self.home = Some(antenna);
        }
        (self.silence, self.silent, self.seen) = (Evidence::NONE, 0, now);
        for claim in self.claims.iter_mut().flatten() {
            claim.tally = claim.tally.seen_at_home();
        }
    }

    fn claimed(&mut self, now: Tick, antenna: Antenna) {
        // Seen here, it does not lie on a bad spot elsewhere.
        for held in &mut self.claims {
            held.take_if(|held| {
                let limit = match standing(held.antenna) {
                    false => FORGOTTEN,
                    // Laid down beside the rack.
                    true if nearby(held.antenna, antenna) => FORGOTTEN_NEARBY,
                    true => FORGOTTEN_BADLY_READ,
                };
                held.silent >= limit && held.antenna != antenna
            });
        }
        let known = self.claims.iter_mut().flatten();
        let known = known.into_iter().find(|claim| claim.antenna.place() == antenna.place());
        if let Some(claim) = known {
            claim.antenna = antenna;
            claim.hits = claim.hits.saturating_add(1);
            claim.tally = claim.tally.seen();
            claim.silent = 0;
            return;
        }
        let new = Claim { antenna, hits: 1, misses: 0, silent: 0, tally: Tally::NONE.seen() };
        // A third claim takes the place of the weakest, but not of one to which play leads if it is none itself.
        let from = self.lifted_from(now);
        let follows = |antenna: Antenna| !unlikely(from, antenna);
        let strength = |held: &Claim| (follows(held.antenna), held.hits);
        let weakest = self.claims.iter_mut().min_by_key(|held| held.as_ref().map(strength));
        if let Some(place) = weakest
            && place.is_none_or(|held| follows(antenna) || !follows(held.antenna))
        {
            *place = Some(new);
        }
    }

    /// Whether the claims settle where it is.
    fn decide(&mut self, now: Tick) -> Option<Verdict> {
        let mut claims = self.claims.iter().flatten().copied().filter(|claim| claim.hits > 0);
        let (first, second) = (claims.next()?, claims.next());
        let (best, other) = match second {
            Some(second) if self.prefers(now, second, first) => (second, Some(first)),
            second => (first, second),
        };
        // It was believed where no play led, or by a loop that hears it from afar: here it is, and was all the time.
        let corrects = self.home.is_some_and(|home| {
            nearby(best.antenna, home)
                || (unlikely(self.from, home)
                    && !unlikely(self.from, best.antenna)
                    && !rivals(home, best.antenna))
                || self.is_better_read_by(best)
        });
        let sure = match self.home {
            Some(_) if corrects && best.hits >= SIGHTINGS && best.silent == 0 => true,
            Some(home) => {
                let needed = match best.is_shared() || rivals(home, best.antenna) {
                    // Cross-talk.
                    true => LEAVES,
                    false if nearby(home, best.antenna) => TAKEN_OVER_NEARBY,
                    false => TAKEN_OVER,
                };
                let here_all_the_time = best.is_shared() && self.never_lay(home, best.antenna);
                let sightings = match here_all_the_time {
                    true => SIGHTINGS,
                    false => sightings(home.place(), best.antenna),
                };
                (best.tally.streak() >= sightings && self.silence >= needed)
                    || self.has_moved_on(home, best)
            }
            None => {
                let needed = sightings(self.lifted_from(now), best.antenna);
                let alone = standing(best.antenna) && other.is_none();
                best.hits >= needed || (needed == SIGHTINGS && alone)
            }
        };
        let clear = other.is_none_or(|other| {
            self.speaks_for(now, best.antenna, other.antenna)
                || best.hits >= other.hits.saturating_add(CLEAR_LEAD)
                // Nothing speaks for either: both are told.
                || other.hits >= SIGHTINGS
        });
        if !sure && self.home.is_some() {
            return self.doubt(best);
        }
        if !(sure && clear) {
            return None;
        }
        let doubtful = other
            .filter(|other| !self.speaks_for(now, best.antenna, other.antenna))
            // It was there and has moved on.
            .filter(|other| other.silent <= best.silent)
            .filter(|other| best.hits < other.hits.saturating_add(CLEAR_LEAD));
        let racks = |home: &Antenna| {
            standing(*home) && standing(best.antenna) && home.seat != best.antenna.seat
        };
        // No tile goes from rack to rack: which of two that see it hears it from afar may turn out otherwise yet.
        let either = self.home.filter(racks).filter(|_| best.is_shared());
        let never_there = self.home.is_some_and(|home| self.never_lay(home, best.antenna));
        let lifted = self.lifted_from(now);
        let overheard =
            lifted.is_river() && standing(best.antenna) && unlikely(lifted, best.antenna);
        let from = match corrects || never_there {
            true => self.from,
            // What stands in a rack never lay in another seat's river.
            false if overheard => Place::Away,
            false => lifted,
        };
        let rate = match corrects || never_there {
            true => best.rate(),
            false => best.rate_since_it_left(),
        };
        self.settle(now, best, rate);
        self.from = from;
        let also = doubtful.map(|other| other.antenna).or(either).map(Antenna::place);
        self.told = if also.is_some() { Told::WithAnother } else { Told::Plainly };
        Some(Verdict { also, ..self.here() })
    }

    /// It came from the wall, or two seats' melds see it, and both loops do so again and again: it lies where it is missed least.
    /// The loop next to the right one has 4 dB less, which makes a miss fifty times as likely; what stronger tags hide is a small
    /// share of the scans.
    fn is_better_read_by(&self, claim: Claim) -> bool {
        let scans = claim.hits.saturating_add(claim.misses);
        let often = i16::from(claim.tally.lead()) * LEAD_SHARE >= i16::from(scans);
        let leads = claim.hits >= SIGHTINGS_LEADING && claim.tally.lead() >= LEAD && often;
        let either =
            self.from == Place::Away || self.home.is_some_and(|home| rivals(home, claim.antenna));
        either && claim.is_shared() && leads
    }

    /// No play leads there from its home, though one does from where it was before: its home has only heard it from afar.
    fn never_lay(&self, home: Antenna, there: Antenna) -> bool {
        unlikely(home.place(), there) && !unlikely(self.from, there)
    }

    /// Its home is a bad spot, whose silence says little, but another loop to which play leads sees it scan after scan.
    fn has_moved_on(&self, home: Antenna, claim: Claim) -> bool {
        !claim.is_shared()
            && claim.tally.streak() >= SIGHTINGS_MOVED
            && claim.tally.lead() >= LEAD
            && !unlikely(home.place(), claim.antenna)
            && !rivals(home, claim.antenna)
    }

    /// Straight from the wall to one seat, and soon another seat's loop sees it as well: both are told, once. So are a river and
    /// another seat's melds, or two seats' melds, of a discard that was claimed before anybody had seen it lie, and those melds and any
    /// other seat's loop, of one that was taken out of the river.
    fn doubt(&mut self, claim: Claim) -> Option<Verdict> {
        let home = self.home?;
        let soon = self.reads < SETTLED && claim.hits >= SIGHTINGS;
        let lies = |antenna: Antenna| !standing(antenna);
        let claimed = lies(home) && lies(claim.antenna) && home.zone != claim.antenna.zone;
        let unclear = self.from == Place::Away
            || claimed
            || rivals(home, claim.antenna)
            || parts(self.from, home, claim.antenna);
        if !unclear || self.told != Told::Plainly || home.seat == claim.antenna.seat || !soon {
            return None;
        }
        self.told = Told::WithAnother;
        Some(Verdict { also: Some(claim.antenna.place()), ..self.here() })
    }

    /// Which of two claims is the better.
    fn prefers(&self, now: Tick, one: Claim, other: Claim) -> bool {
        if self.speaks_for(now, one.antenna, other.antenna) {
            return true;
        }
        !self.speaks_for(now, other.antenna, one.antenna)
            && (other.silent > one.silent, one.hits) > (one.silent > other.silent, other.hits)
    }

    /// Whether something other than their number speaks for one loop's sightings against another's.
    fn speaks_for(&self, now: Tick, one: Antenna, other: Antenna) -> bool {
        // A meld loop sees standing tiles next to it; a rack loop sees no lying ones.
        if nearby(one, other) {
            return true;
        }
        // A tile stays with the seat it came from, unless somebody else clearly has it.
        let from = self.lifted_from(now);
        let own = |antenna: Antenna| from.seat() == Some(antenna.seat);
        own(one) && !own(other) && !parts(from, one, other)
    }

    /// Where it was lifted; what has been away for long came from the wall.
    fn lifted_from(&self, now: Tick) -> Place {
        match self.home {
            Some(home) => home.place(),
            None if now.since(self.seen) < IN_THE_AIR => self.from,
            None => Place::Away,
        }
    }

    fn settle(&mut self, now: Tick, claim: Claim, rate: MissRate) {
        // Found again where it was lost from sight just now: what others have seen meanwhile counts on.
        let returns = self.home.is_none() && self.lifted_from(now) == claim.antenna.place();
        self.home = Some(claim.antenna);
        self.rate = rate.max(prior(claim.antenna));
        (self.silence, self.silent, self.seen) = (Evidence::NONE, 0, now);
        self.reads = claim.hits;
        for held in &mut self.claims {
            if held.is_some_and(|held| held.antenna == claim.antenna) {
                *held = None;
            } else if let (Some(held), false) = (held, returns) {
                (held.hits, held.misses, held.tally) = (0, 0, Tally::NONE);
            }
        }
    }

    /// A complete scan of `antenna` ended in which a silence is worth no more than at `hearing`.
    pub fn swept(
        &mut self,
        now: Tick,
        antenna: Antenna,
        hearing: Option<MissRate>,
        around: Surroundings,
    ) -> Option<Verdict> {
        if self.ended(antenna) {
            return None;
        }
        for held in &mut self.claims {
            if let Some(claim) = held
                && claim.antenna == antenna
            {
                claim.misses = claim.misses.saturating_add(1);
                claim.silent = claim.silent.saturating_add(1);
                claim.tally = claim.tally.leading_by(-1);
                // Thrown straight from the wall onto a bad spot: it is waited for.
                let thrown = self.home.is_none() && self.from == Place::Away;
                let rarely = standing(antenna) || thrown;
                let limit = if rarely { FORGOTTEN_BADLY_READ } else { FORGOTTEN };
                if claim.silent >= limit {
                    *held = None;
                }
            }
        }
        if !self.lives_on(antenna) {
            return None;
        }
        // What a disturbed reader misses says nothing about who else is right.
        if hearing.is_some_and(|hearing| hearing < MissRate::SIXTH) {
            for claim in self.claims.iter_mut().flatten().filter(|claim| claim.hits > 0) {
                claim.tally = claim.tally.leading_by(1);
            }
        }
        let rate = if around.cleared { self.rate.min(MissRate::HALF) } else { self.rate };
        // However badly the reader hears: a tile that is seen elsewhere is rightly silent here.
        let rate = if self.is_elsewhere() { rate } else { rate.max(hearing?) };
        self.silence = self.silence.and(rate.silence());
        self.silent = self.silent.saturating_add(1);
        if let Some(verdict) = self.decide(now) {
            return Some(verdict);
        }
        let hidden = around.blind_spots && standing(antenna) && now.since(self.seen) < BLIND_SPOT;
        if !self.is_unseen() {
            return None;
        }
        if hidden {
            // Told once: whoever knows whose turn it is may know whether it was thrown.
            let before = core::mem::replace(&mut self.told, Told::OutOfSight);
            let verdict = Verdict { place: Place::Away, also: Some(self.place()), ..self.here() };
            return (before != Told::OutOfSight).then_some(verdict);
        }
        self.from = self.place();
        (self.home, self.told) = (None, Told::Plainly);
        Some(Verdict { place: Place::Away, confidence: Confidence(99), also: None })
    }

    /// A disturbed scan of `antenna` ended. Whoever was silent may have been shouted down: neither for nor against, unless the
    /// tile is seen elsewhere; then a silence is worth what it is where every second answer is lost.
    pub fn disturbed(&mut self, now: Tick, antenna: Antenna) -> Option<Verdict> {
        if self.ended(antenna) || !self.lives_on(antenna) || !self.is_elsewhere() {
            return None;
        }
        self.silence = self.silence.and(MissRate::HALF.silence());
        self.decide(now)
    }

    /// A scan of `antenna` ended; whether it had seen the tile.
    pub fn ended(&mut self, antenna: Antenna) -> bool {
        let seen = self.is_fresh(antenna);
        self.fresh &= !bit(antenna);
        seen
    }
}

/// What is expected of a tile on a loop before anything is known.
fn prior(antenna: Antenna) -> MissRate {
    if standing(antenna) { MissRate::STANDING } else { MissRate::FLAT }
}

fn standing(antenna: Antenna) -> bool {
    matches!(antenna.zone, Zone::HandLeft | Zone::HandRight)
}

/// A rack and the meld loop beside it.
fn nearby(rack: Antenna, meld: Antenna) -> bool {
    rack.seat == meld.seat && standing(rack) && meld.zone == Zone::Meld
}

/// Melds of two seats: no play leads from one to the other, so one of them hears the tile from afar. What was claimed before its river
/// saw it seems to go from a hand into another seat's melds; that speaks against neither.
fn rivals(one: Antenna, other: Antenna) -> bool {
    one.seat != other.seat && one.zone == Zone::Meld && other.zone == Zone::Meld
}

/// Out of a river a tile goes back to where it came from or to another seat's melds, one as likely as the other.
fn parts(from: Place, one: Antenna, other: Antenna) -> bool {
    let claimed =
        |antenna: Antenna| antenna.zone == Zone::Meld && from.seat() != Some(antenna.seat);
    from.is_river() && one.seat != other.seat && (claimed(one) || claimed(other))
}

/// Scans in a row that must see here what lay there.
fn sightings(from: Place, to: Antenna) -> u8 {
    match from {
        _ if !unlikely(from, to) => SIGHTINGS,
        Place::Hand(_) if standing(to) => SIGHTINGS_HANDED_OVER,
        _ => SIGHTINGS_UNLIKELY,
    }
}

/// No play leads from there to here: what is taken out of a hand or a river goes into a river or a rack of the same seat, if into any;
/// and neither racks nor melds give anything to another seat's rack, but for a robbed kong (MCR fan 47, HK RK-2).
fn unlikely(from: Place, to: Antenna) -> bool {
    match from {
        Place::Hand(seat) => seat != to.seat,
        Place::River(seat) => seat != to.seat && to.zone != Zone::Meld,
        Place::Meld(seat) => seat != to.seat && standing(to),
        Place::Away => false,
    }
}
