//! Players of flesh and blood: each has a plan, keeps what fits it, claims when it helps, and calls hu when the
//! book says so.

use table_core::game::Source as Drawn;
use table_core::hand::MeldKind;
use table_core::rules::{Claim, Claims, RuleBook, Source};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};

use super::engine::{Need, Players};
use super::options::{Choice, Options};
use super::random::Random;
use super::shape::{Counts, Eye, Plan, counts};
use super::table::{Holding, Table};
use super::wall::Wish;

/// How they play.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Temper {
    /// How often a claim that helps is made.
    pub claims: f64,
    /// How often a claim that does not help is made.
    pub whims: f64,
    /// How often a possible kong is declared.
    pub kongs: f64,
    /// How often a legal win is let go.
    pub declines: f64,
    /// How often a flower is discarded instead of laid (MCR A1#81 allows it).
    pub flowers_discarded: f64,
    /// How often an arranged wall gives a tile that helps; without effect on a shuffled wall.
    pub luck: f64,
}

impl Default for Temper {
    fn default() -> Temper {
        Temper {
            claims: 0.8,
            whims: 0.06,
            kongs: 0.8,
            declines: 0.02,
            flowers_discarded: 0.02,
            luck: 0.22,
        }
    }
}

/// Four such players.
#[derive(Debug, Clone)]
pub struct Greedy {
    random: Random,
    eye: Eye,
    plans: Vec<Plan>,
    mind: [usize; 4],
    temper: Temper,
}

impl Greedy {
    /// Players of a book.
    pub fn new(book: &dyn RuleBook, temper: Temper, seed: u64) -> Greedy {
        Greedy {
            random: Random::new(seed),
            eye: Eye::default(),
            plans: match book.id() {
                "mcr" => Plan::for_mcr(),
                _ => Plan::for_gghk(),
            },
            mind: [0; 4],
            temper,
        }
    }

    fn missing(&mut self, standing: &Counts, laid: &[(Face, bool)], seat: Seat) -> u32 {
        match self.plans.get(self.mind[seat.index()]) {
            Some(plan) => self.eye.missing(standing, laid, plan),
            None => 99,
        }
    }

    /// Looks for the plan that misses least; keeps the old one unless another is clearly nearer.
    fn think(&mut self, standing: &Counts, laid: &[(Face, bool)], seat: Seat) {
        let now = self.missing(standing, laid, seat);
        let start = self.random.below(self.plans.len());
        let mut best = (now, self.mind[seat.index()]);
        for step in 0..self.plans.len() {
            let at = (start + step) % self.plans.len();
            if let Some(plan) = self.plans.get(at) {
                let missing = self.eye.missing(standing, laid, plan) + 1;
                if missing < best.0 {
                    best = (missing, at);
                }
            }
        }
        self.mind[seat.index()] = best.1;
    }

    fn best_discard(&mut self, table: &Table<'_>, seat: Seat, from: &[Tile]) -> Option<Tile> {
        let holding = table.of(seat);
        let laid = laid(holding);
        let mut standing = counts(&holding.standing);
        self.think(&standing, &laid, seat);
        let start = self.random.below(from.len());
        let mut best: Option<(u32, Tile)> = None;
        for step in 0..from.len() {
            let tile = from[(start + step) % from.len()];
            let face = tile.face();
            if face.is_flower() {
                return Some(tile);
            }
            standing[face.index()] -= 1;
            // Among equals a lonely tile goes before one that has company.
            let missing = 8 * self.missing(&standing, &laid, seat) + company(&standing, face);
            standing[face.index()] += 1;
            if best.is_none_or(|(least, _)| missing < least) {
                best = Some((missing, tile));
            }
        }
        best.map(|(_, tile)| tile)
    }

    /// Missing tiles after laying a set with this claimed tile and these own ones, and whether a discard is left.
    fn after(&mut self, holding: &Holding, seat: Seat, low: Face, own: &[Face], chow: bool) -> u32 {
        let mut standing = counts(&holding.standing);
        for face in own {
            let count = &mut standing[face.index()];
            *count = count.saturating_sub(1);
        }
        let mut laid = laid(holding);
        laid.push((low, chow));
        self.missing(&standing, &laid, seat)
    }
}

/// Neighbours and equals of a face, up to 7.
fn company(standing: &Counts, face: Face) -> u32 {
    let at = face.index();
    let mut near = 2 * u32::from(standing[at]);
    if face.suit().is_some() {
        for step in [-2i32, -1, 1, 2] {
            let other = at as i32 + step;
            if other / 9 == at as i32 / 9 && other >= 0 {
                near += u32::from(standing[other as usize].min(1));
            }
        }
    }
    near.min(7)
}

fn laid(holding: &Holding) -> Vec<(Face, bool)> {
    let sets = holding.laid.iter();
    sets.map(|laid| (laid.meld.face, laid.meld.kind == MeldKind::Chow)).collect()
}

impl Players for Greedy {
    fn wish(&mut self, table: &Table<'_>, seat: Seat, need: Need) -> Wish {
        let helps = matches!(need, Need::Draw(_)) && self.random.chance(self.temper.luck);
        if !helps || need == Need::Draw(Drawn::FlowerReplacement) {
            // Any of what is left.
            let tile = self.random.pick(table.wall.remaining());
            return tile.map(|tile| Wish::face(tile.face())).unwrap_or_default();
        }
        let holding = table.of(seat);
        let laid = laid(holding);
        let mut standing = counts(&holding.standing);
        let now = self.missing(&standing, &laid, seat);
        let start = self.random.below(34) as u8;
        let faces = (0..34).filter_map(|step| Face::new((start + step) % 34));
        for face in faces {
            let left = table.wall.remaining().iter();
            if left.filter(|tile| tile.face() == face).count() == 0 {
                continue;
            }
            standing[face.index()] += 1;
            let then = self.missing(&standing, &laid, seat);
            standing[face.index()] -= 1;
            if then < now {
                return Wish::face(face);
            }
        }
        Wish::default()
    }

    fn act(&mut self, table: &Table<'_>, seat: Seat, options: &Options) -> Choice {
        if let Some(flower) = options.flower
            && !self.random.chance(self.temper.flowers_discarded)
        {
            return Choice::Flower(flower);
        }
        if options.hu && !self.random.chance(self.temper.declines) {
            return Choice::Hu;
        }
        let kong = options.kongs.concealed.iter().next();
        if let Some(face) = kong
            && self.random.chance(self.temper.kongs)
        {
            return Choice::Concealed(face);
        }
        let promoted = options.kongs.promoted.iter().next();
        if let Some(tile) = promoted.and_then(|face| table.of(seat).of_face(face).next())
            && self.random.chance(self.temper.kongs)
        {
            return Choice::Promoted(tile);
        }
        let discard = self.best_discard(table, seat, &options.discards);
        // Somebody at turn always has a tile to discard.
        let last = table.of(seat).standing.last().copied();
        discard.or(last).map_or(Choice::Hu, Choice::Discard)
    }

    fn call(
        &mut self,
        table: &Table<'_>,
        seat: Seat,
        tile: Tile,
        _: Source,
        claims: &Claims,
    ) -> Option<Claim> {
        if claims.hu && !self.random.chance(self.temper.declines) {
            return Some(Claim::Hu);
        }
        let holding = table.of(seat);
        let face = tile.face();
        let now = {
            let (standing, laid) = (counts(&holding.standing), laid(holding));
            self.missing(&standing, &laid, seat)
        };
        if claims.kong && self.random.chance(self.temper.kongs) {
            let then = self.after(holding, seat, face, &[face; 3], false);
            if then <= now {
                return Some(Claim::Kong);
            }
        }
        let free = |own: &[Face]| has_discard(table, seat, tile, own);
        if claims.pung && free(&[face; 2]) {
            let helps = self.after(holding, seat, face, &[face; 2], false) < now;
            let wants = if helps { self.temper.claims } else { self.temper.whims };
            if self.random.chance(wants) {
                return Some(Claim::Pung);
            }
        }
        for low in &claims.chows {
            let faces = (0..3).filter_map(|step| Face::new(low.index() as u8 + step));
            let own: Vec<Face> = faces.filter(|other| *other != face).collect();
            let helps = self.after(holding, seat, *low, &own, true) < now;
            let wants = if helps { self.temper.claims } else { self.temper.whims };
            if free(&own) && self.random.chance(wants) {
                return Some(Claim::Chow(*low));
            }
        }
        None
    }
}

/// Whether a legal discard is left after such a claim (HK FM-2: no shifting).
fn has_discard(table: &Table<'_>, seat: Seat, tile: Tile, own: &[Face]) -> bool {
    let mut rest: Vec<Face> = table.of(seat).standing.iter().map(|t| t.face()).collect();
    for face in own {
        if let Some(at) = rest.iter().position(|held| held == face) {
            rest.remove(at);
        }
    }
    let chow = own.first() != own.last();
    let low = own.iter().copied().chain([tile.face()]).min();
    let meld = table_core::hand::Meld {
        kind: if chow { MeldKind::Chow } else { MeldKind::Pung },
        face: low.unwrap_or(tile.face()),
        from: table_core::hand::Giver::Left,
        promoted: false,
    };
    let book = table.book;
    rest.iter().any(|face| book.discard_after_claim(&meld, tile.face(), *face).is_none())
}
