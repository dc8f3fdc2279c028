//! Four players who play along so that a goal is reached. Every act still has to be allowed by the book.

use table_core::game::Source as Drawn;
use table_core::hand::{Meld, MeldKind};
use table_core::rules::{Claim, Claims, Source};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};

use super::engine::{Need, Players};
use super::goal::{Ending, Script};
use super::options::{Choice, Options};
use super::random::Random;
use super::table::Table;
use super::wall::Wish;

/// Players with a script.
pub struct Director {
    script: Script,
    random: Random,
    faces: Vec<Face>,
}

/// What the script waits for next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// This seat discards this face, and the winner claims it.
    Claim(Seat, Face, MeldKind),
    /// The winner draws the last tile of this kong.
    Kong(Face),
    /// The winner waits.
    Win,
}

impl Director {
    /// Players of this script.
    pub fn new(script: Script, seed: u64) -> Director {
        Director { faces: script.faces(), script, random: Random::new(seed) }
    }

    fn next(&self, table: &Table<'_>) -> Next {
        let script = &self.script;
        let laid = &table.of(script.winner).laid;
        if let Some(meld) = script.hand.melds.get(laid.len()) {
            let Meld { kind, face, .. } = *meld;
            return match meld.from.seat(script.winner) {
                None => Next::Kong(face),
                Some(from) if meld.promoted => Next::Claim(from, face, MeldKind::Pung),
                Some(from) => Next::Claim(from, face, kind),
            };
        }
        let pending = laid
            .iter()
            .zip(&script.hand.melds)
            .find(|(laid, meld)| meld.promoted && !laid.meld.promoted);
        pending.map_or(Next::Win, |(_, meld)| Next::Kong(meld.face))
    }

    /// Kongs the winner still has to declare himself.
    fn own_kongs_left(&self, table: &Table<'_>) -> usize {
        let laid = &table.of(self.script.winner).laid;
        let melds = self.script.hand.melds.iter().enumerate();
        melds
            .filter(|(at, meld)| match laid.get(*at) {
                Some(laid) => meld.promoted && !laid.meld.promoted,
                None => meld.promoted || meld.kind == MeldKind::ConcealedKong,
            })
            .count()
    }

    /// A tile that disturbs nothing.
    fn junk(&mut self, table: &Table<'_>, flowers: bool) -> Wish {
        let remaining = table.wall.remaining();
        for _ in 0..12 {
            let face = self.random.pick(remaining).map(|tile| tile.face());
            if let Some(face) = face
                && !self.faces.contains(&face)
                && (flowers || !face.is_flower())
            {
                return Wish::face(face);
            }
        }
        let mut avoid = self.faces.clone();
        if !flowers {
            avoid.extend(Face::all().filter(|face| face.is_flower()));
        }
        Wish { face: None, avoid, keep: vec![self.script.winning] }
    }

    /// Whether the winner may take the winning tile now.
    fn is_time(&self, table: &Table<'_>, source: Source) -> bool {
        let script = &self.script;
        if self.next(table) != Next::Win {
            return false;
        }
        let open = || {
            let declared = |tile| table.declared(script.winner, tile, source);
            // Any copy will do: the question is about the other three.
            let of_face = |tile: &Tile| tile.face() == script.winning;
            let given = source.giver().and_then(|from| table.of(from).river.last());
            let last = table.last_draw.map(|draw| draw.tile);
            let tile = given.copied().or(last).filter(of_face);
            tile.is_some_and(|tile| declared(tile).last_of_kind)
        };
        if script.last_of_kind && !open() {
            return false;
        }
        match (script.ending, source) {
            (Ending::Discard, Source::Discard(from)) => from == script.giver || script.last_of_kind,
            (Ending::Earth, Source::Discard(_)) => table.discards == 1,
            (Ending::LastDiscard, Source::Discard(_)) => table.wall.left() == 0,
            (Ending::Draw, Source::Wall) => table.discards > 0,
            (Ending::Heaven, Source::Wall) => table.discards == 0,
            (Ending::LastDraw, Source::Wall) => table.wall.left() == 0,
            (Ending::Replacement, Source::Supplement { .. }) => true,
            (Ending::KongOnKong, Source::Supplement { in_a_row }) => in_a_row,
            (Ending::Robbing, Source::PromotedKong(_)) => true,
            (Ending::RobbingConcealed, Source::ConcealedKong(_)) => true,
            _ => false,
        }
    }

    /// What the winner should draw.
    fn winner_draws(&self, table: &Table<'_>, need: Drawn) -> Option<Face> {
        let script = &self.script;
        let replacing = need == Drawn::KongReplacement;
        match (self.next(table), script.ending) {
            // Kongs in a row: the replacement of the last but one brings the last.
            (Next::Kong(face), Ending::KongOnKong) => {
                let last = self.own_kongs_left(table) == 1;
                (replacing || !last).then_some(face)
            }
            (Next::Kong(face), _) => (need == Drawn::Head).then_some(face),
            (Next::Win, Ending::Draw) => (need == Drawn::Head).then_some(script.winning),
            (Next::Win, Ending::LastDraw) => (table.wall.left() == 1).then_some(script.winning),
            (Next::Win, Ending::Replacement | Ending::KongOnKong) => {
                replacing.then_some(script.winning)
            }
            _ => None,
        }
        .filter(|_| !script.last_of_kind || self.shown(table) >= 3)
    }

    /// Copies of the winning face that lie open.
    fn shown(&self, table: &Table<'_>) -> usize {
        let face = self.script.winning;
        let any = Tile::all().find(|tile| tile.face() != face);
        any.map_or(0, |other| table.open_copies(face, other))
    }

    /// What another player should draw so that the script goes on.
    fn other_draws(&self, table: &Table<'_>, seat: Seat) -> Option<Face> {
        let script = &self.script;
        if script.last_of_kind && self.shown(table) < 3 {
            return Some(script.winning);
        }
        match self.next(table) {
            Next::Claim(from, face, _) => (from == seat).then_some(face),
            Next::Kong(_) => None,
            Next::Win => match script.ending {
                Ending::Discard => (seat == script.giver).then_some(script.winning),
                Ending::LastDiscard => (table.wall.left() == 1).then_some(script.winning),
                Ending::Robbing => {
                    let has_pung = !table.of(script.giver).laid.is_empty();
                    let due = if has_pung { script.giver } else { script.feeder };
                    (seat == due).then_some(script.winning)
                }
                Ending::RobbingConcealed => (seat == script.giver).then_some(script.winning),
                _ => None,
            },
        }
    }

    fn winner_acts(&mut self, table: &Table<'_>, options: &Options) -> Option<Choice> {
        let script = &self.script;
        if options.hu && self.is_time(table, table.drawn_source()) {
            return Some(Choice::Hu);
        }
        let holding = table.of(script.winner);
        if let Next::Kong(face) = self.next(table) {
            if options.kongs.concealed.contains(face) {
                return Some(Choice::Concealed(face));
            }
            if options.kongs.promoted.contains(face) {
                return holding.of_face(face).next().map(Choice::Promoted);
            }
        }
        let mut keeps = script.keeps(holding.laid.len());
        let spare = options.discards.iter().rev().find(|tile| {
            let at = keeps.iter().position(|face| *face == tile.face());
            at.map(|at| keeps.swap_remove(at)).is_none()
        });
        let last = options.discards.last();
        spare.or(last).copied().map(Choice::Discard)
    }

    fn other_acts(&mut self, table: &Table<'_>, seat: Seat, options: &Options) -> Option<Choice> {
        let script = &self.script;
        let holding = table.of(seat);
        let robs = matches!(script.ending, Ending::Robbing | Ending::RobbingConcealed);
        if seat == script.giver && robs && self.next(table) == Next::Win {
            let face = script.winning;
            if options.kongs.promoted.contains(face) {
                return holding.of_face(face).next().map(Choice::Promoted);
            }
            if options.kongs.concealed.contains(face) && script.ending == Ending::RobbingConcealed {
                return Some(Choice::Concealed(face));
            }
        }
        let wanted = match self.next(table) {
            Next::Claim(from, face, _) if from == seat => Some(face),
            Next::Win if script.ending == Ending::Earth => Some(script.winning),
            _ => None,
        };
        if let Some(tile) = wanted.and_then(|face| holding.of_face(face).next())
            && options.discards.contains(&tile)
        {
            return Some(Choice::Discard(tile));
        }
        let fixed = script.start(seat);
        let drawn = table.last_draw.map(|draw| draw.tile);
        let harmless =
            |tile: &Tile| !fixed.contains(&tile.face()) && !self.faces.contains(&tile.face());
        let is_drawn = drawn.filter(|tile| options.discards.contains(tile));
        let fits = |tile: &Tile| !robs || tile.face() != script.winning || seat != script.giver;
        if let Some(tile) = is_drawn.filter(fits)
            && (self.faces.contains(&tile.face()) || self.random.chance(0.5))
        {
            return Some(Choice::Discard(tile));
        }
        let mut others: Vec<Tile> = options.discards.iter().copied().filter(harmless).collect();
        self.random.shuffle(&mut others);
        let any = others.first().copied().or(drawn);
        any.or(options.discards.last().copied()).map(Choice::Discard)
    }
}

impl Players for Director {
    fn wish(&mut self, table: &Table<'_>, seat: Seat, need: Need) -> Wish {
        let holding = table.of(seat);
        let opening = table.discards == 0 && holding.laid.is_empty();
        let wished = match need {
            Need::Draw(source) if !opening => {
                if seat == self.script.winner {
                    self.winner_draws(table, source)
                } else {
                    (source == Drawn::Head).then(|| self.other_draws(table, seat)).flatten()
                }
            }
            // The deal, and the flowers replaced in it: what the seat must hold and does not yet.
            _ => {
                let held_flowers = holding.flowers.len()
                    + holding.standing.iter().filter(|t| t.face().is_flower()).count();
                let flower =
                    seat == self.script.winner && held_flowers < usize::from(self.script.flowers);
                if flower {
                    let left = table.wall.remaining().iter().map(|tile| tile.face());
                    left.filter(|face| face.is_flower()).min()
                } else {
                    let mut due = self.script.start(seat);
                    for tile in &holding.standing {
                        if let Some(at) = due.iter().position(|face| *face == tile.face()) {
                            due.swap_remove(at);
                        }
                    }
                    due.last().copied()
                }
            }
        };
        let flowers = seat != self.script.winner;
        match wished {
            Some(face) => Wish::face(face),
            None => self.junk(table, flowers),
        }
    }

    fn act(&mut self, table: &Table<'_>, seat: Seat, options: &Options) -> Choice {
        if let Some(flower) = options.flower {
            return Choice::Flower(flower);
        }
        let choice = if seat == self.script.winner {
            self.winner_acts(table, options)
        } else {
            self.other_acts(table, seat, options)
        };
        // Somebody at turn always has a tile to discard.
        choice.unwrap_or(Choice::Hu)
    }

    fn call(
        &mut self,
        table: &Table<'_>,
        seat: Seat,
        tile: Tile,
        source: Source,
        claims: &Claims,
    ) -> Option<Claim> {
        let script = &self.script;
        if seat == script.winner || script.rival.as_ref().is_some_and(|(rival, _)| *rival == seat) {
            let due = tile.face() == script.winning && self.is_time(table, source);
            if claims.hu && due {
                return Some(Claim::Hu);
            }
        }
        let face = tile.face();
        if seat == script.winner {
            return match (self.next(table), source) {
                (Next::Claim(from, wanted, kind), Source::Discard(giver))
                    if from == giver && wanted == face =>
                {
                    match kind {
                        MeldKind::Chow => Some(Claim::Chow(face)),
                        MeldKind::Pung => Some(Claim::Pung),
                        MeldKind::Kong | MeldKind::ConcealedKong => Some(Claim::Kong),
                    }
                }
                _ => None,
            };
        }
        let pungs = seat == script.giver
            && script.ending == Ending::Robbing
            && face == script.winning
            && table.of(seat).laid.is_empty();
        (pungs && claims.pung).then_some(Claim::Pung)
    }
}
