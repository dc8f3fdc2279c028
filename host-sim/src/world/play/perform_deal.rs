//! The deal and the flowers that follow it.

use table_core::game::{Call, Play, Source};
use table_core::place::Place;
use table_core::seat::Seat;
use table_core::time::Span;

use super::foul::{FoulKind, Slip};
use super::perform::Performer;
use super::truth::Step;
use super::wall::deal_order;

/// Tiles dealt when somebody discards too early: a good part, and far from all.
const THROWN_AFTER: usize = 36;

impl Performer<'_> {
    /// Four at a time, then one each; flowers of the four players overlap.
    pub(super) fn deal(&mut self, at: usize, dealer: Seat, play: Play) {
        let mut next = self.truth.dealt.each_ref().map(|tiles| tiles.iter());
        let order = deal_order(dealer);
        let mut last = self.now;
        let foul = self.coming.take();
        for (index, seat) in order.iter().enumerate() {
            if let Some(slip) = foul.as_ref().filter(|_| index == THROWN_AFTER)
                && slip.kind == FoulKind::EarlyDiscard
            {
                self.thrown_in_the_deal(slip);
            }
            let Some(tile) = next[seat.index()].next() else {
                continue;
            };
            if index % 4 == 0 || index >= 48 {
                self.now = self.now + self.time(300, 700);
            }
            let start = self.now + self.time(0, 120);
            let air = self.time(600, 1_500);
            last = last.max(self.carry(*tile, Place::Hand(*seat), start, air).1);
        }
        self.now = last;
        self.happened(last, play);
        for seat in Seat::ALL {
            self.sort_tiles(seat, last, 6_000);
        }
        let hasty = foul.filter(|slip| slip.kind == FoulKind::FlowerOrder);
        self.opening_flowers(at + 1, hasty.as_ref());
        if let Some(slip) = hasty {
            self.slipped(last, self.now, &slip);
        }
    }

    /// Flowers at the deal: in order by the rules, all at once at an ordinary table.
    fn opening_flowers(&mut self, first: usize, hasty: Option<&Slip>) {
        let dealt = self.now;
        // Many flowers one after the other would not fit into the twenty seconds of MCR 3.5.7.6.
        let opening = self.truth.steps.iter().skip(first);
        let flowers = opening.take_while(|step| match step {
            Step::Act { play, .. } => matches!(
                play,
                Play::Flower { .. } | Play::Draw { source: Source::FlowerReplacement, .. }
            ),
            Step::Slip(_) => false,
        });
        let together = flowers.count() > 6 || self.careless(0.7);
        let mut clocks = [None; 4];
        let mut at = first;
        while let Some(Step::Act { play, .. }) = self.truth.steps.get(at) {
            let (seat, tile, call) = match *play {
                Play::Flower { seat, tile } => (seat, tile, Some(Call::Flower)),
                Play::Draw { seat, tile: Some(tile), source: Source::FlowerReplacement } => {
                    (seat, tile, None)
                }
                _ => break,
            };
            let begins = if let Some(slip) = hasty {
                // Who should be last is first, and the others take their time.
                if slip.seat == seat { dealt } else { dealt.max(self.now) + Span::secs(7) }
            } else if together {
                dealt + self.time(300, 2_500)
            } else {
                self.now + self.time(300, 1_200)
            };
            let clock = clocks[seat.index()].unwrap_or(begins);
            let (to, air) = match call {
                Some(_) => (Place::Meld(seat), self.time(300, 1_000)),
                None => (Place::Hand(seat), self.time(600, 1_500)),
            };
            if let Some(call) = call {
                let pressed = clock + self.time(200, 1_000);
                self.press(pressed, seat, call);
            }
            let start = clock + self.time(100, 800);
            let settle = self.carry(tile, to, start, air).1;
            clocks[seat.index()] = Some(settle);
            self.now = self.now.max(settle);
            self.happened(settle, *play);
            self.done.insert(at);
            at += 1;
        }
    }
}
