//! The book as a table asks it.

use heapless::Vec;

use super::basis::Why;
use super::conduct::{ClaimClock, LadderTop, RankTies};
use super::explain::basis;
use super::fan::Fan;
use super::fouls::{AMOUNTS, FALSE_HU_A, FALSE_HU_B, FOULS, LATE_CLAIM, OTHER, rule_of};
use super::judge::{Judgement, judge};
use super::rulings;
use super::score::Score;
use super::win::{self, NotAWin, Win};
use crate::hand::{Hand, HandError, Meld};
use crate::rules::rotation::next_round;
use crate::rules::shape::FaceSet;
use crate::rules::{
    Began, Breach, Break, Claim, Claims, Contradiction, Counted, Deal, Declared, Foul, HandEnd,
    Impossible, Interval, Layout, Limit, Line, MeldPlace, Memory, Name, Next, NoBreak,
    NotDefinedByTheBook, Offer, OwnKongs, OwnTurn, Payer, Payment, Player, Points, Removed,
    RuleBook, Rulings, Seen, SessionClock, Settlement, Source, Standing, Starts, Step, TileSet,
    Timely, TooManyPoints, Verdict, WhyFalse, Winners, share_places,
};
use crate::seat::Seat;
use crate::tile::Face;
use crate::time::Span;

/// Mahjong Competition Rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mcr;

/// Stacks before each player (3.5.7.4).
const STACKS: u8 = 18;
/// Flowers of the set (3.5.5.1).
const FLOWERS: u8 = 8;
/// What every loser pays besides fan (3.9.1.3).
const BASE: i32 = 8;
/// Table points of the four places (3.9.2.2).
const PLACES: [u8; 4] = [4, 2, 1, 0];
/// Who sits East, South, West and North in each round (A4).
const SEATING: [[Player; 4]; 4] = {
    use Player::{A, B, C, D};
    [[A, B, C, D], [B, A, D, C], [C, D, B, A], [D, C, A, B]]
};

/// Time limits (3.5.6, 3.5.7.6, 3.6.4, 3.6.7, 3.12.2).
const LIMITS: [(Interval, u64, &str); 7] = [
    (Interval::Opening, 20, "MCR 3.5.7.6"),
    (Interval::Discard, 10, "MCR 3.6.4"),
    (Interval::Claim, 3, "MCR 3.6.7"),
    (Interval::Session, 150 * 60, "MCR 3.5.6"),
    (Interval::Notice, 15 * 60, "MCR 3.5.6"),
    (Interval::Break, 15 * 60, "MCR 3.5.6"),
    (Interval::Appeal, 30 * 60, "MCR 3.12.2"),
];

impl RuleBook for Mcr {
    fn id(&self) -> &'static str {
        "mcr"
    }

    fn name(&self) -> Name {
        Name { english: "Mahjong Competition Rules", chinese: "国标麻将" }
    }

    fn tile_set(&self) -> TileSet {
        TileSet { tiles: 144, flowers: FLOWERS, stacks: STACKS }
    }

    fn name_of(&self, number: u8) -> Option<Name> {
        let fan = Fan::from_number(number)?;
        Some(Name { english: fan.english(), chinese: fan.chinese() })
    }

    fn flowers(&self) -> Option<u8> {
        Some(Fan::FlowerTiles.number())
    }

    fn undefined(&self) -> &'static [NotDefinedByTheBook] {
        &[NotDefinedByTheBook::Ting]
    }

    fn claims(&self, offer: &Offer<'_>, rulings: &Rulings) -> Result<Claims, Impossible> {
        let conduct = &rulings.mcr.conduct;
        let mut claims = offer.sets();
        if offer.wall_left == 0 && conduct.kong_needs_a_replacement {
            claims.kong = false;
        }
        if offer.wall_left == 0 && conduct.last_discard_only_won {
            claims.only_hu();
        }
        // A discarded flower cannot be claimed (A1#81).
        if !offer.tile.is_flower() {
            let verdict = self.judge(&offer.declared(), offer.memory, rulings)?;
            claims.hu = verdict.is_legal();
        }
        Ok(claims)
    }

    fn own_kongs(&self, turn: &OwnTurn<'_>, rulings: &Rulings) -> OwnKongs {
        let conduct = &rulings.mcr.conduct;
        let mut kongs = turn.kongs();
        if turn.wall_left == 0 && conduct.kong_needs_a_replacement {
            return OwnKongs::default();
        }
        if let (Began::Draw(drawn), false) = (turn.began, conduct.promote_with_held_tile) {
            let others = kongs.promoted.without(FaceSet::one(drawn));
            kongs.promoted = kongs.promoted.without(others);
        }
        kongs
    }

    /// Discarding what was just claimed is legal (3.6.4).
    fn discard_after_claim(&self, _: &Meld, _: Face, _: Face) -> Option<&'static Foul> {
        None
    }

    /// No tile is barred for having been let go (3.6.6).
    fn remember(&self, _: &mut Memory, _: Seen, _: &Hand, _: &Rulings) -> Result<(), HandError> {
        Ok(())
    }

    fn winners(&self) -> Winners {
        Winners::Nearest
    }

    fn waits(&self, hand: &Hand, rulings: &Rulings) -> Result<FaceSet, HandError> {
        super::waits(hand, &rulings.mcr.scoring)
    }

    fn judge(
        &self,
        declared: &Declared,
        memory: &Memory,
        rulings: &Rulings,
    ) -> Result<Verdict, Impossible> {
        declared.count(FLOWERS)?;
        let (win, scoring) = (as_win(declared), &rulings.mcr.scoring);
        let judgement = judge(&win, scoring).map_err(impossible)?;
        let drawn = declared.source.is_drawn();
        let alike = !drawn || rulings.mcr.conduct.self_drawn_false_hu_alike;
        let (why, foul) = match &judgement {
            _ if memory.dead => (WhyFalse::Dead, &OTHER),
            // Only the tile added to an open pung can be robbed (A1#47).
            _ if matches!(declared.source, Source::ConcealedKong(_)) => {
                (WhyFalse::NotRobbable, &FALSE_HU_A)
            }
            Judgement::Legal(score) => return Ok(Verdict::Legal(counted(&win, score, scoring))),
            Judgement::BelowMinimum(_) => (WhyFalse::BelowMinimum, &FALSE_HU_A),
            Judgement::WrongTile => (WhyFalse::WrongTile, &FALSE_HU_A),
            Judgement::NotWaiting => (WhyFalse::NotWaiting, &FALSE_HU_B),
        };
        let score = match &judgement {
            Judgement::Legal(score) | Judgement::BelowMinimum(score) => Some(score),
            Judgement::WrongTile | Judgement::NotWaiting => None,
        };
        Ok(Verdict::False {
            why,
            counted: score.map(|score| counted(&win, score, scoring)),
            proposes: if alike { foul } else { &OTHER },
        })
    }

    fn settle(
        &self,
        win: &Declared,
        counted: &Counted,
        _: &Rulings,
    ) -> Result<Payment, TooManyPoints> {
        let mut settlement = Settlement::NOTHING;
        let full = Points(BASE).plus(Points(i32::from(counted.paid)))?;
        let giver = win.source.giver();
        for seat in Seat::ALL.into_iter().filter(|seat| *seat != win.seat) {
            let pays_all = giver.is_none_or(|giver| giver == seat);
            let points = if pays_all { full } else { Points(BASE) };
            settlement.pay(seat, win.seat, points)?;
        }
        let payer = giver.map_or(Payer::Everybody, Payer::DiscarderMost);
        Ok(Payment { settlement, payer })
    }

    fn limit(&self, interval: Interval, rulings: &Rulings) -> Option<Limit> {
        let (_, seconds, rule) = LIMITS.iter().find(|(about, ..)| *about == interval)?;
        Some(Limit {
            span: Span::secs(*seconds),
            rule,
            binding: true,
            starts: match (interval, rulings.mcr.conduct.claim_clock) {
                (Interval::Claim, ClaimClock::Floor) => Starts::Floor,
                (Interval::Claim, ClaimClock::Shown) => Starts::Shown,
                _ => Starts::Act,
            },
        })
    }

    fn session_clock(&self, rulings: &Rulings) -> Option<SessionClock> {
        let conduct = &rulings.mcr.conduct;
        Some(SessionClock {
            stops_in_break: conduct.break_stops_the_clock,
            settles_earlier_hu: conduct.hu_before_time_is_settled,
        })
    }

    fn layout(&self, rulings: &Rulings) -> Layout {
        Layout {
            melds: MeldPlace::BeforeRack,
            claimed_tile_turned: true,
            kong_turned_at: if rulings.mcr.conduct.kong_turned_in_either_place {
                &[2, 3]
            } else {
                &[2]
            },
            discards_in_a_row: Some(6),
            supplement_from_the_tail: true,
        }
    }

    fn timely(&self, claim: Claim, after: Span, rulings: &Rulings) -> Timely {
        let conduct = &rulings.mcr.conduct;
        let limit = self.limit(Interval::Claim, rulings);
        let limited = match claim {
            Claim::Pung => true,
            Claim::Kong => conduct.late_kong_is_late,
            Claim::Chow(_) | Claim::Hu => false,
        };
        if limited && limit.is_some_and(|limit| after > limit.span) {
            Timely::Late { granted: conduct.late_claim_granted, proposes: &LATE_CLAIM }
        } else {
            Timely::InTime
        }
    }

    fn fouls(&self) -> &'static [Foul] {
        &FOULS
    }

    fn foul(&self, breach: Breach) -> Option<&'static Foul> {
        let (rule, nth) = rule_of(breach)?;
        self.fouls_of(rule).get(nth)
    }

    /// Only a change to hu is named (3.11.6.11(3)); otherwise the first call was an empty one.
    fn changed_call(&self, _: Claim, to: Claim, beaten: bool) -> Option<&'static Foul> {
        match (to, beaten) {
            (Claim::Hu, _) => self.foul(Breach::ChangedCall),
            (_, true) => None,
            (_, false) => self.foul(Breach::EmptyCall),
        }
    }

    /// Warning, 5, 10, 20, "and so on" (3.11.6.3).
    fn ladder(&self, nth: u8, rulings: &Rulings) -> Option<Result<Step, NotDefinedByTheBook>> {
        let named = [5, 10, 20];
        let step = usize::from(nth.checked_sub(1)?);
        let Some(place) = step.checked_sub(1) else {
            return Some(Ok(Step::Warning));
        };
        let amount = match (rulings.mcr.conduct.ladder_top, named.get(place)) {
            (_, Some(amount)) => Some(*amount),
            (LadderTop::GoesOn, None) => AMOUNTS.get(place).or(AMOUNTS.last()).copied(),
            (LadderTop::Stays, None) => named.last().copied(),
            (LadderTop::Referee, None) => None,
        };
        let amount = amount.ok_or(NotDefinedByTheBook::Ladder);
        Some(amount.map(|amount| Step::Points(Points(amount))))
    }

    /// Two throws of two dice: the first names the second thrower, both together the stacks (3.5.7.5).
    /// Two throws of two dice (MCR 3.5.7.5).
    fn dice(&self) -> &'static [u8] {
        &[2, 2]
    }

    fn wall_break(&self, dealer: Seat, throws: &[u8], rulings: &Rulings) -> Result<Break, NoBreak> {
        let [first @ 2..=12, second @ 2..=12] = throws else {
            return Err(NoBreak::WrongThrow);
        };
        let thrower = dealer.after(usize::from(*first) + 3);
        let stacks = first + second;
        match stacks.checked_sub(STACKS) {
            None | Some(0) => Ok(Break { wall: thrower, stacks }),
            // Clockwise is against the order of play.
            Some(more) if rulings.mcr.conduct.break_counts_on => {
                Ok(Break { wall: thrower.after(3), stacks: more })
            }
            Some(_) => Err(NoBreak::Undefined(NotDefinedByTheBook::Break)),
        }
    }

    /// The deal moves after every hand; after four the players change places (3.4.8, A4).
    fn next(&self, deal: &Deal, end: HandEnd, _: &Rulings) -> Result<Next, NotDefinedByTheBook> {
        if end == HandEnd::PlayedAgain {
            return Ok(Next::Hand(*deal));
        }
        let dealer = match end {
            HandEnd::WronglyDealt(due) => due.next(),
            _ => deal.dealer.next(),
        };
        let round = if dealer == Seat::First { next_round(deal.round) } else { Some(deal.round) };
        let Some(round) = round else {
            return Ok(Next::SessionOver);
        };
        Ok(Next::Hand(Deal {
            number: deal.number.saturating_add(1),
            round,
            dealer,
            players: SEATING.get(round.index()).copied().unwrap_or(deal.players),
        }))
    }

    fn session(
        &self,
        totals: &[Points; 4],
        rulings: &Rulings,
    ) -> Result<[Standing; 4], NotDefinedByTheBook> {
        let standings = share_places(totals, PLACES);
        let tied = standings.iter().any(|standing| standing.tied);
        if tied && rulings.mcr.conduct.rank_ties == RankTies::Referee {
            return Err(NotDefinedByTheBook::RankTie);
        }
        Ok(standings)
    }
}

/// The same win in the words of the scorer.
fn as_win(declared: &Declared) -> Win {
    Win {
        hand: declared.hand.clone(),
        winning: declared.winning,
        self_drawn: declared.source.is_drawn(),
        last_of_kind: declared.last_of_kind,
        last_tile: declared.last_tile && declared.source.robbed().is_none(),
        kong: match declared.source {
            Source::Supplement { .. } => true,
            source => source.robbed().is_some(),
        },
        flowers: declared.flowers,
        seat: declared.wind(),
        round: declared.round,
    }
}

fn impossible(error: NotAWin) -> Impossible {
    match error {
        NotAWin::Impossible(error) => Impossible::Tiles(error),
        NotAWin::TooManyFlowers(flowers) => Impossible::TooManyFlowers(flowers),
        NotAWin::Contradiction(win::Contradiction::RobbedTileHeld(face)) => {
            Contradiction::RobbedTileHeld(face).into()
        }
        NotAWin::Contradiction(win::Contradiction::LastOfKindHeld(face)) => {
            Contradiction::LastOfKindHeld(face).into()
        }
        // A missing shape is a judgement, not an error.
        NotAWin::Contradiction(win::Contradiction::ReplacementWithoutKong) | NotAWin::NoShape => {
            Contradiction::SupplementWithoutKong.into()
        }
    }
}

fn counted(win: &Win, score: &Score, scoring: &rulings::Rulings) -> Counted {
    let basis = basis(win, scoring, score);
    let mut lines = Vec::new();
    for made in &basis.made {
        // As many places as the basis has.
        let _ = lines.push(Line {
            number: made.fan.number(),
            times: 1,
            worth: made.fan.points(),
            parts: made.parts,
        });
    }
    let mut removed = Vec::new();
    for gone in &basis.removed {
        let by = match gone.why {
            Why::Excluded(fan)
            | Why::NonRepeat(fan)
            | Why::NonSeparation(fan)
            | Why::NonIdentical(fan) => Some(fan.number()),
            Why::AccountOnce | Why::Ruling => None,
        };
        let _ = removed.push(Removed {
            number: gone.fan.number(),
            parts: gone.parts,
            by,
            principle: gone.why.principle(),
        });
    }
    let arrangement = score.arrangement();
    Counted {
        raw: score.points_without_flowers(),
        paid: score.points(),
        lines,
        removed,
        sets: arrangement.sets.clone(),
        pair: arrangement.pair,
        place: arrangement.place,
    }
}
