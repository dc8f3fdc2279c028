//! What happens when: time goes from one thing that happens to the next, and people do what was planned, or wait.

use table_core::time::Tick;

use super::log::Logged;
use super::script::Act;
use super::{Corner, Onward, World, halt};
use crate::chips::Micros;
use crate::referee::Referee;

impl World {
    /// The table has nothing to do until then: time jumps to the next thing that happens. `None` when the
    /// run is over.
    pub fn idle(&mut self, until: Option<Tick>) -> Option<Tick> {
        if self.is_dark() {
            return None;
        }
        let until = until.map(|at| self.power.world_time(at));
        // Seen by sight, readers are left alone.
        let chips = self.corners.iter().filter(|_| self.eyes.is_none());
        let chips = chips.filter_map(|corner| corner.chip.next_event());
        let script = self.upcoming().and_then(|place| Some(self.script.get(place)?.0));
        // Bytes that have arrived wait for the table to fetch them; only those under way move time.
        let arrived = self.to_table.partition_point(|(at, _)| *at <= self.now);
        let wire = self.to_table.get(arrived).map(|(at, _)| *at);
        let wire = wire
            .into_iter()
            .chain(self.to_referee.front().map(|(at, _)| *at))
            .chain(self.thinking.front().map(|(at, _)| *at))
            .chain(self.steward.next())
            .chain(self.referee.as_ref().and_then(Referee::next))
            .chain(self.down.front().map(|(at, ..)| *at))
            .chain(self.halt.as_ref().and_then(|halt| halt.next(self.now)));
        let next = chips.chain(script).chain(wire).chain(until).chain(self.power.next()).min();
        let next = next.unwrap_or(self.until).max(self.now);
        // Whoever waits for a reader plays on afterwards, however late that is.
        let waits = self.script.front().is_some_and(|(_, act)| self.is_held(act));
        if (next >= self.until && !waits) || self.ends_when_delivered && self.is_delivered() {
            return None;
        }
        self.arrive(next);
        if let Some(mut watcher) = self.watcher.take() {
            let onward = watcher(self);
            self.watcher = Some(watcher);
            if onward == Onward::Stop {
                // What has arrived by now belongs to the run; nothing later does.
                self.until = next + 1;
                return None;
            }
        }
        (!self.is_dark() && !self.power.is_hurt()).then(|| self.tick())
    }

    /// It is now `at`: lets everything happen that is due.
    pub fn arrive(&mut self, at: Micros) {
        self.now = at;
        while let Some((due, act)) = self.take_due(at) {
            if self.patience.as_mut().is_some_and(|patience| patience.passes(&act)) {
                // Everything after it happens as much later as it was waited for.
                self.script.iter_mut().for_each(|(later, _)| *later += at - due);
            } else {
                self.inject(act);
            }
        }
        self.power.arrive(at);
        while let Some((_, bytes)) = self.to_referee.pop_front_if(|(due, _)| *due <= at) {
            self.referee_hears(&bytes);
        }
        while let Some((_, answer)) = self.thinking.pop_front_if(|(due, _)| *due <= at) {
            self.send_to_table(answer);
        }
        while let Some((_, seat, call)) = self.down.pop_front_if(|(due, ..)| *due <= at) {
            self.pads.key(seat, call, false);
        }
        for command in self.steward.orders(at) {
            self.order(command);
        }
        self.referee_acts();
        if self.eyes.is_none() {
            self.readers_arrive(at);
        }
        if let Some(album) = &mut self.album {
            album.look(at, &self.screen, &self.digits);
        }
    }

    pub(super) fn readers_arrive(&mut self, at: Micros) {
        for corner in &mut self.corners {
            corner.chip.advance(at);
        }
        let [first, second, third, fourth] = &self.corners;
        let radiates = |pair: [&Corner; 2]| pair.iter().any(|corner| corner.chip.radiates());
        self.radiated_together |= radiates([first, third]) && radiates([second, fourth]);
    }

    /// In real time the run is over when its time is.
    pub fn is_over(&self) -> bool {
        self.now >= self.until
    }

    /// When the run ends.
    pub fn until(&self) -> Micros {
        self.until
    }

    /// Somebody does something now, planned or not.
    pub fn inject(&mut self, act: Act) {
        self.log(Logged::World(act.clone()));
        self.done.push((self.now, act.clone()));
        self.act(act);
    }

    /// Everything that was done to the table, with its times: the inputs of this run.
    pub fn done(&self) -> &[(Micros, Act)] {
        &self.done
    }

    pub(super) fn waits(&self, act: &Act) -> bool {
        self.patience.as_ref().is_some_and(|patience| patience.waits(act))
    }

    pub(super) fn is_held(&self, act: &Act) -> bool {
        self.halt.as_ref().is_some_and(|halt| halt.holds(self.now, act))
    }

    /// Place in the script of what is done next, unless everybody waits.
    pub(super) fn upcoming(&self) -> Option<usize> {
        let place = self.script.iter().position(|(_, act)| !self.is_held(act))?;
        self.script.get(place).is_some_and(|(_, act)| !self.waits(act)).then_some(place)
    }

    /// What is done by now. If players have waited for a reader, all that they will do comes as much later.
    pub(super) fn take_due(&mut self, now: Micros) -> Option<(Micros, Act)> {
        let place = self.upcoming()?;
        if self.script.get(place)?.0 > now {
            return None;
        }
        let (due, act) = self.script.remove(place)?;
        if let Some(halt) = &mut self.halt {
            halt.done(now, &act);
            let late = now - due;
            if late > 0 && halt::is_played(&act) {
                halt.delayed(due, late);
                self.until += late;
                let played = self.script.iter_mut().filter(|(_, act)| halt::is_played(act));
                played.for_each(|(later, _)| *later += late);
                self.script.make_contiguous().sort_by_key(|(at, _)| *at);
            }
        }
        Some((due, act))
    }

    /// When something was done that was planned for then: later, if players had to wait for a reader before.
    pub fn real_time(&self, planned: Tick) -> Tick {
        Tick(self.halt.as_ref().map_or(planned.0, |halt| halt.real(planned.0)))
    }

    /// What players will do next, at times counted from now; whether they had nothing left to do.
    pub fn go_on_with(&mut self, script: impl FnOnce() -> Vec<(Micros, Act)>) -> bool {
        let idle = self.script.is_empty();
        if idle {
            let now = self.now;
            self.script.extend(script().into_iter().map(|(at, act)| (now + at, act)));
        }
        idle
    }
}
