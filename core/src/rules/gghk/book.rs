//! The book as a table asks it.

use super::cards::Cards;
use super::fouls::{FALSE_WIN, FOULS, NOT_EXECUTED, SHIFTING, rule_of};
use super::item::ITEMS;
use super::judge::{Judgement, judge};
use super::rulings::MeldCorner;
use super::score::Score;
use super::{claims, passed, payment};
use crate::hand::{Hand, HandError, Meld};
use crate::rules::rotation::next_round;
use crate::rules::shape::FaceSet;
use crate::rules::{
    Breach, Break, Claim, Claims, Counted, Deal, Declared, Foul, HandEnd, Impossible, Interval,
    Layout, Limit, Line, MeldPlace, Memory, Name, Next, NoBreak, NotDefinedByTheBook, Offer,
    OwnKongs, OwnTurn, Payer, Payment, Points, RuleBook, Rulings, Seen, SessionClock, Settlement,
    Standing, Starts, Step, TileSet, Timely, TooManyPoints, Verdict, WhyFalse, Winners,
};
use crate::seat::Seat;
use crate::tile::Face;
use crate::time::Span;

/// Classical Hong Kong rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gghk;

/// Stacks before each player (HK FT).
const STACKS: u8 = 17;

impl RuleBook for Gghk {
    fn id(&self) -> &'static str {
        "gghk"
    }

    fn name(&self) -> Name {
        Name { english: "Classical Hong Kong", chinese: "香港舊章" }
    }

    fn tile_set(&self) -> TileSet {
        TileSet { tiles: 136, flowers: 0, stacks: STACKS }
    }

    fn name_of(&self, number: u8) -> Option<Name> {
        let item = ITEMS.get(usize::from(number.checked_sub(1)?))?;
        Some(Name { english: item.english(), chinese: item.chinese() })
    }

    fn undefined(&self) -> &'static [NotDefinedByTheBook] {
        &[NotDefinedByTheBook::Ting, NotDefinedByTheBook::MatchLength, NotDefinedByTheBook::Ranking]
    }

    fn claims(&self, offer: &Offer<'_>, rulings: &Rulings) -> Result<Claims, Impossible> {
        let mut claims = claims::sets(offer, &rulings.gghk);
        let verdict = self.judge(&offer.declared(), offer.memory, rulings)?;
        claims.hu = verdict.is_legal();
        Ok(claims)
    }

    fn own_kongs(&self, turn: &OwnTurn<'_>, rulings: &Rulings) -> OwnKongs {
        claims::own_kongs(turn, &rulings.gghk)
    }

    fn discard_after_claim(
        &self,
        meld: &Meld,
        claimed: Face,
        discard: Face,
    ) -> Option<&'static Foul> {
        claims::shifts(meld, claimed, discard).then_some(&SHIFTING)
    }

    fn remember(
        &self,
        memory: &mut Memory,
        seen: Seen,
        hand: &Hand,
        rulings: &Rulings,
    ) -> Result<(), HandError> {
        passed::remember(memory, seen, hand, &rulings.gghk)
    }

    fn winners(&self) -> Winners {
        Winners::All
    }

    fn waits(&self, hand: &Hand, _: &Rulings) -> Result<FaceSet, HandError> {
        super::waits(hand)
    }

    fn judge(
        &self,
        win: &Declared,
        memory: &Memory,
        rulings: &Rulings,
    ) -> Result<Verdict, Impossible> {
        let judgement = judge(win, memory.barred, &rulings.gghk)?;
        let why = match &judgement {
            // HK FP-3: winning under hu forbiddance is a false win, however good the hand.
            _ if memory.dead => WhyFalse::Dead,
            Judgement::Legal(score) => return Ok(Verdict::Legal(counted(score))),
            Judgement::BelowMinimum(_) => WhyFalse::BelowMinimum,
            Judgement::PassedWin(_) => WhyFalse::PassedWin,
            Judgement::NotRobbable => WhyFalse::NotRobbable,
            Judgement::NoPattern if super::waits(&win.hand)?.is_empty() => WhyFalse::NotWaiting,
            Judgement::NoPattern => WhyFalse::WrongTile,
        };
        Ok(Verdict::False { why, counted: judgement.score().map(counted), proposes: &FALSE_WIN })
    }

    fn settle(
        &self,
        win: &Declared,
        counted: &Counted,
        rulings: &Rulings,
    ) -> Result<Payment, TooManyPoints> {
        let faan = u8::try_from(counted.paid).unwrap_or(super::CAP);
        let nothing = Payment { settlement: Settlement::NOTHING, payer: Payer::Everybody };
        Ok(payment::pay(win, faan, &rulings.gghk)?.unwrap_or(nothing))
    }

    fn limit(&self, interval: Interval, rulings: &Rulings) -> Option<Limit> {
        (interval == Interval::Reaction).then_some(Limit {
            span: rulings.gghk.reaction,
            rule: "HK RT",
            binding: false,
            starts: Starts::Floor,
        })
    }

    fn session_clock(&self, _: &Rulings) -> Option<SessionClock> {
        None
    }

    fn layout(&self, rulings: &Rulings) -> Layout {
        Layout {
            melds: match rulings.gghk.meld_corner {
                MeldCorner::Left => MeldPlace::LeftCorner,
                MeldCorner::Right => MeldPlace::RightCorner,
            },
            claimed_tile_turned: false,
            kong_turned_at: &[],
            discards_in_a_row: None,
            supplement_from_the_tail: rulings.gghk.supplement_from_the_tail,
        }
    }

    fn timely(&self, claim: Claim, after: Span, rulings: &Rulings) -> Timely {
        // A hu is open until the settlement begins (HK ST-G-2); what a reaction is, the referee says.
        if after <= rulings.gghk.reaction || claim == Claim::Hu {
            Timely::InTime
        } else {
            Timely::AskReferee(&NOT_EXECUTED)
        }
    }

    fn fouls(&self) -> &'static [Foul] {
        &FOULS
    }

    fn foul(&self, breach: Breach) -> Option<&'static Foul> {
        let (rule, nth) = rule_of(breach)?;
        self.fouls_of(rule).get(nth)
    }

    /// A beaten chi may become a hu (HK PM-7, FM-3).
    fn changed_call(&self, from: Claim, to: Claim, beaten: bool) -> Option<&'static Foul> {
        let free = beaten && matches!(from, Claim::Chow(_)) && to == Claim::Hu;
        if free { None } else { self.foul(Breach::ChangedCall) }
    }

    fn ladder(&self, _: u8, _: &Rulings) -> Option<Result<Step, NotDefinedByTheBook>> {
        None
    }

    fn cards(&self, yellow: u8, red: u8, rulings: &Rulings) -> Points {
        Cards { yellow, red }.cost(&rulings.gghk)
    }

    /// One throw of two or three dice names the breaker and the stacks (HK SI-C, ID-1).
    /// One throw of two or three dice (HK SI-C, SI-P); with two no sum is without a break.
    fn dice(&self) -> &'static [u8] {
        &[2]
    }

    fn wall_break(&self, dealer: Seat, throws: &[u8], _: &Rulings) -> Result<Break, NoBreak> {
        match throws {
            [sum @ 2..=STACKS] => {
                Ok(Break { wall: dealer.after(usize::from(*sum) + 3), stacks: *sum })
            }
            [18] => Err(NoBreak::Undefined(NotDefinedByTheBook::Break)),
            _ => Err(NoBreak::WrongThrow),
        }
    }

    fn next(
        &self,
        deal: &Deal,
        end: HandEnd,
        rulings: &Rulings,
    ) -> Result<Next, NotDefinedByTheBook> {
        // Whoever should have dealt counts, whoever did (HK FI-1).
        let due = match end {
            HandEnd::PlayedAgain => return Ok(Next::Hand(*deal)),
            HandEnd::WronglyDealt(due) => due,
            HandEnd::Won(_) | HandEnd::Drawn => deal.dealer,
        };
        let stays = matches!(end, HandEnd::Won(seats) if seats.contains(due))
            && rulings.gghk.dealer_stays_on_win;
        let dealer = if stays { due } else { due.next() };
        // The deal is back with the first dealer: a revolution (HK SI-D-6).
        let moved_round = dealer == Seat::First && due != Seat::First;
        let round = if moved_round {
            next_round(deal.round).ok_or(NotDefinedByTheBook::MatchLength)?
        } else {
            deal.round
        };
        Ok(Next::Hand(Deal {
            number: deal.number.saturating_add(1),
            round,
            dealer,
            players: deal.players,
        }))
    }

    fn session(&self, _: &[Points; 4], _: &Rulings) -> Result<[Standing; 4], NotDefinedByTheBook> {
        Err(NotDefinedByTheBook::Ranking)
    }
}

#[inline(never)] // Asked in two places, and the image has room for one copy.
fn counted(score: &Score) -> Counted {
    let lines = score.made.iter().map(|made| Line {
        number: made.item as u8 + 1,
        times: made.times,
        worth: u16::from(made.faan()),
        parts: made.parts,
    });
    Counted {
        raw: u16::from(score.raw),
        paid: u16::from(score.faan()),
        lines: lines.collect(),
        removed: heapless::Vec::new(),
        sets: score.sets.clone(),
        pair: score.pair,
        place: score.place,
    }
}
