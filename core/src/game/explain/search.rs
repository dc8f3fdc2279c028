//! A* over acts. Nodes are kept as the step that made them and their parent; a node's belief is rebuilt by
//! taking its steps again, which costs little because explanations are short, and saves most of the memory.

use core::cmp::Reverse;
use core::hash::{Hash, Hasher};

use heapless::Vec;
use heapless::binary_heap::{BinaryHeap, Min};

use super::Step;
use super::cost::{self, Calls, Residue};
use super::moves::{Moves, aside};
use super::order::{Before, Waits, passes_over};
use crate::game::board::{Board, Stage, get, set};
use crate::game::few::Few;
use crate::game::play::{Play, Source, Way};
use crate::game::sight::Sights;
use crate::place::Place;
use crate::rules::Seats;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::Tick;

/// Nodes expanded at most; the study's longest of several thousand hands took about 20.
const BUDGET: usize = 400;
/// Nodes remembered at most.
const NODES: usize = 512;
/// What the rest costs at least, in quarters of it: all explanations that are nearly the cheapest, or soon some.
const EXACT: u32 = 4;
const IN_HASTE: u32 = 6;
/// Longest explanation, after long lags.
pub const MOST_STEPS: usize = 24;
/// Tiles that may differ at once: a hand laid out and the play before it. More is a table being cleared.
const MOST_DIFFERING: usize = 64;
/// Explanations within this of the cheapest are possible too.
pub const MARGIN: u32 = 30;
/// At a win the margin is wider: the way of winning is worth points.
pub const MARGIN_AT_HU: u32 = 70;
/// Explanations kept beside the best.
const MOST_NEAR: usize = 8;

/// A way of winning at the end of an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outlook {
    /// On which tile.
    pub tile: Option<Tile>,
    /// How.
    pub way: Way,
    /// Where a self-drawn tile came from.
    pub source: Source,
}

/// One explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explanation {
    /// What happened, in order.
    pub steps: Few<Step, MOST_STEPS>,
    /// What it costs, what is left over included.
    pub cost: u32,
    /// What it leaves unexplained.
    pub residue: Residue,
    /// How the winner wins after it, where somebody called hu.
    pub win: Option<Outlook>,
}

/// The cheapest explanations, best first.
pub type Explanations = Few<Explanation, MOST_NEAR>;

#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u16,
    step: Step,
    spent: u32,
    depth: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    estimate: u32,
    /// Deeper first among equals, then the earlier found: the order never depends on memory.
    depth: Reverse<u8>,
    node: u16,
}

const ROOT: u16 = u16::MAX;

/// The memory of a search: about 24 KiB, kept by the table so that no stack grows.
pub struct Search {
    nodes: Vec<Node, NODES>,
    open: BinaryHeap<Open, Min, NODES>,
    seen: Vec<u32, NODES>,
    differing: Vec<Tile, MOST_DIFFERING>,
    ends: Vec<(u32, u16, Residue, Option<Outlook>), MOST_NEAR>,
    expanded: u16,
}

impl Default for Search {
    fn default() -> Search {
        Search::new()
    }
}

/// What is to be explained.
pub(crate) struct Question<'a> {
    pub now: Tick,
    pub belief: &'a Board,
    pub sights: &'a Sights,
    pub calls: &'a Calls,
    pub rivers: bool,
    /// Who called hu: their hands may be laid out.
    pub winners: Seats,
    /// When the first of them called: what they lay out later is their hand, not a set.
    pub called: Option<Tick>,
    /// Whose win the explanation must end in.
    pub winner: Option<Seat>,
    /// The referee said on which tile and how.
    pub said: Option<(Tile, Way)>,
}

impl Search {
    /// An empty memory.
    pub const fn new() -> Search {
        Search {
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            seen: Vec::new(),
            differing: Vec::new(),
            ends: Vec::new(),
            expanded: 0,
        }
    }

    /// How many nodes the last search expanded.
    pub const fn expanded(&self) -> u16 {
        self.expanded
    }

    /// The explanations of what is seen, best first; none if more differs than play can move.
    pub(crate) fn explain(&mut self, question: &Question<'_>) -> Explanations {
        self.differing.clear();
        // The newest discard may have been claimed or taken back, and so may what another loop still sees.
        let newest = question.belief.last.and_then(|last| last.tile);
        let differing = question.sights.differing(question.belief, question.rivers);
        for tile in differing.chain(newest).chain(question.sights.perhaps_claimed()) {
            if !self.differing.contains(&tile) && self.differing.push(tile).is_err() {
                return Few::new();
            }
        }
        let margin = match question.winner {
            Some(_) => MARGIN_AT_HU,
            None => MARGIN,
        };
        let all = self.run(question, margin, EXACT);
        // Some explanation, if the memory is too small for the best: at a win it is asked instead.
        let open = self.ends.first().is_some_and(|(_, _, residue, _)| residue.hard > 0);
        if !all && open && question.winner.is_none() {
            self.run(question, margin, IN_HASTE);
        }
        self.collect(margin)
    }

    /// Looks for the cheapest explanations, with so many quarters of what the rest must cost at least; whether it looked at all that
    /// could be as cheap.
    fn run(&mut self, question: &Question<'_>, margin: u32, quarters: u32) -> bool {
        self.nodes.clear();
        self.open.clear();
        self.seen.clear();
        self.ends.clear();
        self.expanded = 0;
        let _ = self.open.push(Open { estimate: 0, depth: Reverse(0), node: ROOT });
        while let Some(open) = self.open.pop() {
            let best = self.ends.first().map_or(u32::MAX, |(cost, ..)| *cost);
            if open.estimate > best.saturating_add(margin) {
                return !self.nodes.is_full();
            }
            if usize::from(self.expanded) >= BUDGET {
                return false;
            }
            self.expanded = self.expanded.saturating_add(1);
            self.expand(question, open.node, quarters);
        }
        !self.nodes.is_full()
    }

    /// The steps that lead to a node, first one first.
    fn path(&self, node: u16) -> Few<Step, MOST_STEPS> {
        let mut back: [Option<Step>; MOST_STEPS] = [None; MOST_STEPS];
        let mut at = node;
        for place in back.iter_mut().rev() {
            let Some(node) = self.nodes.get(usize::from(at)) else {
                break;
            };
            *place = Some(node.step);
            at = node.parent;
        }
        Few::from_some(back.into_iter().flatten())
    }

    fn expand(&mut self, question: &Question<'_>, node: u16, quarters: u32) {
        let mut board = *question.belief;
        let mut latest = Tick(0);
        let path = self.path(node);
        let (mut last, mut turn, mut kong, mut misread) = (None, None, None, None);
        // When the discard before turns of which nobody saw anything was seen to lie.
        let mut hidden = None;
        let mut asides = [Tick(0); 4];
        for step in path.iter() {
            let seat = aside(&board, &step);
            last = seat;
            if let (None, Step::Play(play)) = (seat, step) {
                turn = Some(play);
            }
            misread = match step {
                Step::Name { tile, .. } => board.place(tile).seat(),
                _ => None,
            };
            let thrown = board.last.and_then(|last| last.tile);
            if step.take(&mut board).is_err() {
                return;
            }
            let at = cost::earliest(&step, question.sights, question.rivers).unwrap_or(Tick(0));
            match step {
                Step::Play(Play::Kong { seat, .. }) => kong = Some((seat, at)),
                Step::Play(Play::Discard { tile, .. }) => {
                    kong = None;
                    let before = thrown.map(|tile| question.sights.of(tile).since);
                    hidden = hidden.or(before).filter(|_| tile.is_none());
                }
                _ => {}
            }
            match seat {
                // A tile that shows late says nothing about when its player acts.
                _ if matches!(step, Step::Name { .. }) => {}
                Some(seat) => set(&mut asides, seat, |held| *held = at.max(*held)),
                None => latest = latest.max(at),
            }
        }
        let mark = fingerprint(&board);
        if self.seen.contains(&mark) || self.seen.push(mark).is_err() {
            return;
        }
        let (spent, depth) =
            self.nodes.get(usize::from(node)).map_or((0, 0), |node| (node.spent, node.depth));
        self.end(question, &board, node, spent);
        // Where nothing more can be remembered, what is known is only looked at.
        if usize::from(depth) >= MOST_STEPS || self.nodes.is_full() {
            return;
        }
        let Search { nodes, open, differing, .. } = self;
        let moves = Moves { question, board: &board, differing: differing.as_slice() };
        let before = Before { newest: path.last(), aside: last, misread, turn };
        let waits = Waits::new(&moves);
        let (first, mut due) = (nodes.len(), None);
        let depth = depth.saturating_add(1);
        moves.each(&mut |step| {
            let seat = aside(&board, &step);
            let node = Node { parent: node, step, spent, depth };
            if !before.excludes(&step, seat) && nodes.push(node).is_ok() {
                due = waits.first(due, &step, seat);
            }
        });
        // Of what has just been remembered that stays which leads on.
        let mut kept = first;
        for at in first..nodes.len() {
            let Some(mut node) = nodes.get(at).copied() else {
                break;
            };
            let (step, seat) = (node.step, aside(&board, &node.step));
            let mut after = board;
            if passes_over(due, seat) || step.take(&mut after).is_err() {
                continue;
            }
            // What touches nobody else's play is only held against the own steps.
            let latest = match (seat, &step) {
                (Some(seat), _) => get(&asides, seat),
                (None, Step::Play(play)) => {
                    let own = play.seat().map_or(Tick(0), |seat| get(&asides, seat));
                    latest.max(own)
                }
                (None, _) => latest,
            };
            let own_kong = kong.filter(|(by, _)| step.seat() == Some(*by));
            let before_it =
                own_kong.map_or(0, |(_, at)| cost::before_its_kong(question, &step, at));
            let hurry = hidden.map_or(0, |at| cost::in_a_hurry(question, &step, at));
            node.spent =
                spent.saturating_add(cost::step(question, &step, latest) + before_it + hurry);
            let ahead = cost::ahead(question, &after, differing);
            if let Some(place) = nodes.get_mut(kept) {
                *place = node;
            }
            let _ = open.push(Open {
                estimate: node.spent.saturating_add(ahead.saturating_mul(quarters) / 4),
                depth: Reverse(depth),
                node: u16::try_from(kept).unwrap_or(ROOT),
            });
            kept += 1;
        }
        nodes.truncate(kept);
    }

    /// Keeps a node as the end of an explanation if it is among the cheapest.
    fn end(&mut self, question: &Question<'_>, board: &Board, node: u16, spent: u32) {
        let win = match question.winner {
            None => None,
            Some(seat) => {
                let Some((tile, way)) = board.ways(seat).first() else {
                    return;
                };
                let denied =
                    |(on, how): (Tile, Way)| how != way || tile.is_some_and(|tile| tile != on);
                if question.said.is_some_and(denied) {
                    return;
                }
                Some(Outlook { tile, way, source: get(&board.source, seat) })
            }
        };
        let mut residue = Residue::default();
        for tile in &self.differing {
            // A fetched winning tile is where it should be (MCR 3.7.1).
            let seen = question.sights.of(*tile).place;
            let own = |seat: Seat| seen == Place::Hand(seat) || seen == Place::Meld(seat);
            if win.is_some_and(|win| win.tile == Some(*tile)) && question.winner.is_some_and(own) {
                continue;
            }
            let one = cost::residue_of(question, board, *tile);
            residue.air = residue.air.saturating_add(one.air);
            residue.hard = residue.hard.saturating_add(one.hard);
            residue.cost = residue.cost.saturating_add(one.cost);
        }
        // In its place, behind those that cost as much; the dearest falls out.
        let mut end = (spent.saturating_add(residue.cost), node, residue, win);
        let mut found = false;
        for held in &mut self.ends {
            found |= end.0 < held.0;
            if found {
                core::mem::swap(held, &mut end);
            }
        }
        let _ = self.ends.push(end);
    }

    fn collect(&self, margin: u32) -> Explanations {
        let best = self.ends.first().map_or(0, |(cost, ..)| *cost);
        let near =
            self.ends.iter().copied().take_while(|(cost, ..)| *cost <= best.saturating_add(margin));
        Few::from_some(near.map(|(cost, node, residue, win)| Explanation {
            steps: self.path(node),
            cost,
            residue,
            win,
        }))
    }
}

/// A short mark of a belief: two nodes with the same one are the same.
fn fingerprint(board: &Board) -> u32 {
    struct Fnv(u32);
    impl Hasher for Fnv {
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
            }
        }
        fn finish(&self) -> u64 {
            u64::from(self.0)
        }
    }
    let mut hash = Fnv(0x811c_9dc5);
    board.hash(&mut hash);
    hash.0
}

impl Explanation {
    /// The acts of play in it.
    pub fn plays(&self) -> impl Iterator<Item = Play> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Play(play) => Some(play),
            _ => None,
        })
    }

    /// The belief after it.
    pub fn after(&self, belief: &Board) -> Board {
        let mut board = *belief;
        for step in self.steps.iter() {
            if step.take(&mut board).is_err() {
                break;
            }
        }
        board
    }

    /// Nothing happened.
    pub const fn nothing() -> Explanation {
        Explanation {
            steps: Few::new(),
            cost: 0,
            residue: Residue { air: 0, hard: 0, cost: 0 },
            win: None,
        }
    }

    /// Whether play is over after it.
    pub fn ends_play(&self, belief: &Board) -> bool {
        matches!(self.after(belief).stage, Stage::Won | Stage::Drawn)
    }
}
