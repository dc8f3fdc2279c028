//! A session: hand after hand, the deal moving as the book says, points added up for each player.

use table_core::game::Play;
use table_core::rules::{Deal, Next, Points, RuleBook, Rulings};
use table_core::seat::Seat;
use table_core::time::{Span, Tick};

use super::arrange::arrange;
use super::catalogue::goals;
use super::course::Performed;
use super::engine::{Broken, Setup, play_hand};
use super::foul::Staged;
use super::greedy::{Greedy, Temper};
use super::random::Random;
use super::truth::HandTruth;
use super::wall::Wall;
use crate::world::Act;

/// What a session is made of.
#[derive(Clone)]
pub struct SessionPlan {
    /// By whose rules.
    pub book: &'static dyn RuleBook,
    /// What the book leaves open.
    pub rulings: Rulings,
    /// At most so many hands; MCR ends by itself after sixteen.
    pub hands: u16,
    /// Where everything comes from.
    pub seed: u64,
    /// How many of the hands are arranged towards a goal of the catalogue.
    pub arranged: f64,
    /// Every hand has a goal, the catalogue's from this one on in order; overrides `arranged`.
    pub in_order: Option<usize>,
    /// How many of the others are played with a shuffled wall; the rest with some luck.
    pub shuffled: f64,
    /// How people play.
    pub temper: Temper,
    /// A foul in the hand with this number.
    pub foul: Option<(u16, Staged)>,
    /// What the referee orders besides what every session needs.
    pub orders: Vec<Ordered>,
    /// Time between two hands, if it is not the usual one.
    pub between: Option<Span>,
}

/// An order of the referee, or a call for him, at a moment of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ordered {
    /// In the hand with this number.
    pub hand: u16,
    /// After so many discards; none for the last act of the hand.
    pub discards: Option<usize>,
    /// So much later.
    pub after: Span,
    /// What.
    pub act: Act,
}

impl Ordered {
    /// When it is given; never, if the hand does not come so far.
    pub fn at(&self, course: &[Performed]) -> Option<Tick> {
        let line = &course.get(usize::from(self.hand).checked_sub(1)?)?.line;
        let discard = |play: &Play| matches!(play, Play::Discard { .. });
        let (at, _) = match self.discards {
            Some(turn) => {
                let mut discards = line.truth.iter().filter(|(_, play)| discard(play));
                discards.nth(turn.checked_sub(1)?)
            }
            None => line.truth.last(),
        }?;
        Some(*at + self.after)
    }
}

impl SessionPlan {
    /// A session as it usually is.
    pub fn new(book: &'static dyn RuleBook, hands: u16, seed: u64) -> SessionPlan {
        SessionPlan {
            book,
            rulings: Rulings::default(),
            hands,
            seed,
            arranged: 0.3,
            in_order: None,
            shuffled: 0.3,
            temper: Temper::default(),
            foul: None,
            orders: vec![],
            between: None,
        }
    }

    /// The session, hand by hand.
    pub fn play(&self) -> Session {
        Session { plan: self.clone(), next: Some(Deal::FIRST), played: 0, totals: [Points(0); 4] }
    }
}

/// One hand of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionHand {
    /// What happened.
    pub truth: HandTruth,
    /// Points after it, by player (A, B, C, D), wherever they sit.
    pub totals: [Points; 4],
    /// The seed of this hand, for its motions.
    pub seed: u64,
}

/// A session in progress.
pub struct Session {
    plan: SessionPlan,
    next: Option<Deal>,
    played: u16,
    totals: [Points; 4],
}

impl Session {
    fn hand(&mut self, deal: Deal) -> Result<SessionHand, Broken> {
        let plan = &self.plan;
        let seed = Random::part(plan.seed, u64::from(self.played) + 1).bits();
        let truth = one_hand(plan, deal, self.played, seed)?;
        for seat in Seat::ALL {
            let player = deal.players[seat.index()] as usize;
            let total = &mut self.totals[player];
            *total = total.plus(truth.outcome.settlement.of(seat))?;
        }
        let next = plan.book.next(&deal, truth.outcome.end, &plan.rulings);
        self.next = match next {
            Ok(Next::Hand(next)) => Some(next),
            // The book ends the session, or does not say what follows (HK: length of a match).
            Ok(Next::SessionOver) | Err(_) => None,
        };
        Ok(SessionHand { truth, totals: self.totals, seed })
    }
}

impl Iterator for Session {
    type Item = Result<SessionHand, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        let deal = self.next.take()?;
        if self.played >= self.plan.hands {
            return None;
        }
        self.played += 1;
        Some(self.hand(deal))
    }
}

fn one_hand(plan: &SessionPlan, deal: Deal, number: u16, seed: u64) -> Result<HandTruth, Broken> {
    let mut random = Random::new(seed);
    let foul = plan.foul.filter(|(hand, _)| *hand == number);
    let staged = foul.map(|(_, staged)| staged);
    let goals = goals(plan.book.id());
    let goal = match plan.in_order {
        Some(first) => goals.get((first + usize::from(number) - 1) % goals.len()),
        None if random.chance(plan.arranged) => goals.get(random.below(goals.len())),
        None => None,
    };
    if let Some(goal) = goal.filter(|_| staged.is_none())
        && let Some(truth) = arrange(goal, plan.book, &plan.rulings, deal, random.bits())
    {
        return Ok(truth);
    }
    free_hand(plan, deal, staged, &mut random)
}

/// A hand in which everybody plays for himself.
pub fn free_hand(
    plan: &SessionPlan,
    deal: Deal,
    staged: Option<Staged>,
    random: &mut Random,
) -> Result<HandTruth, Broken> {
    let set = plan.book.tile_set();
    let wall = if random.chance(plan.shuffled) {
        Wall::shuffled(set, random)
    } else {
        Wall::arranged(set, random)
    };
    let mut players = Greedy::new(plan.book, plan.temper, random.bits());
    let setup = Setup { book: plan.book, rulings: &plan.rulings, deal, wall, staged };
    play_hand(setup, &mut players, random)
}
