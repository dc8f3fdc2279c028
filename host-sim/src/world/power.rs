//! The table's mains plug: when it goes, when it came back, and whose time is counted from where.

use firmware::bridge::Injury;
use table_core::event::ResetCause;
use table_core::time::Tick;

use super::{Act, World};
use crate::chips::Micros;

/// What was said longer ago than this the table has taken up or refused.
const FORGOTTEN: Micros = 3_000_000;

/// How long a hung bus keeps whoever waits for it: longer than any watchdog.
pub(super) const FOREVER: Micros = 3_600_000_000;
/// The watchdog bites when it has not been fed for this long.
const WATCHDOG: Micros = 2_000_000;

/// The supply, the watchdog and the reset line.
#[derive(Debug, Clone, Default)]
pub(super) struct Power {
    /// When the table was last switched on.
    on: Micros,
    /// When it will go.
    goes: Option<Micros>,
    gone: bool,
    /// The warning that comes before it goes.
    fails: bool,
    /// When it came on, each time after the first.
    boots: Vec<Micros>,
    /// When the watchdog was last fed; it runs from the first time on.
    fed: Option<Micros>,
    /// What is being done to the processor.
    injury: Option<Injury>,
    /// Why it started.
    cause: Option<ResetCause>,
    /// The storage chip's bus hangs.
    hangs: bool,
}

impl Power {
    /// When something will happen by itself.
    pub fn next(&self) -> Option<Micros> {
        self.goes.into_iter().chain(self.fed.map(|fed| fed + WATCHDOG)).min()
    }

    /// It is now `at`.
    pub fn arrive(&mut self, at: Micros) {
        self.gone |= self.goes.take_if(|goes| *goes <= at).is_some();
        if self.fed.take_if(|fed| *fed + WATCHDOG <= at).is_some() {
            self.injury = Some(Injury::Watchdog);
        }
    }

    pub fn breaks(&mut self, injury: Injury) {
        self.injury = Some(injury);
    }

    pub fn is_hurt(&self) -> bool {
        self.injury.is_some()
    }

    pub fn hang_storage(&mut self) {
        self.hangs = true;
    }

    pub fn hangs(&self) -> bool {
        self.hangs
    }

    /// The table's time at a moment of the world.
    pub fn table_time(&self, at: Micros) -> Tick {
        Tick(at.saturating_sub(self.on))
    }

    /// The other way round.
    pub fn world_time(&self, at: Tick) -> Micros {
        at.0.saturating_add(self.on)
    }
}

impl World {
    /// Power goes at this moment of the world.
    pub fn cut_at(&mut self, at: Micros) {
        self.power.goes = Some(at);
    }

    /// Power goes when so many more bytes have passed the storage chip.
    pub fn cut_after_bytes(&mut self, bytes: usize) {
        self.fram.cut_after(bytes);
    }

    /// No power: nothing that the table does has any effect.
    pub fn is_dark(&self) -> bool {
        self.power.gone || self.fram.is_dead()
    }

    /// All tasks have reported in.
    pub fn feed(&mut self) {
        self.power.fed = Some(self.now);
    }

    /// Why the processor started, as far as its mains and its watchdog know.
    pub fn cause(&self) -> ResetCause {
        self.power.cause.unwrap_or(ResetCause::Power)
    }

    /// The next start is for this reason: the mains came back, the reset line was pulled.
    pub fn started_because(&mut self, cause: ResetCause) {
        self.power.cause = Some(cause);
    }

    /// What is being done to the processor; from here on it starts anew, and its time with it.
    pub fn take_injury(&mut self) -> Option<Injury> {
        let injury = self.power.injury.take()?;
        let cause = match injury {
            Injury::Watchdog => ResetCause::Watchdog,
            Injury::Panic => ResetCause::Panic,
            Injury::HardFault => ResetCause::HardFault,
            Injury::StackOverflow => ResetCause::StackOverflow,
        };
        let mut boots = std::mem::take(&mut self.power.boots);
        boots.push(self.now);
        self.power = Power { on: self.now, boots, cause: Some(cause), ..Power::default() };
        self.promises = std::mem::take(&mut self.promises).after_a_cut();
        (self.to_table, self.to_referee) = Default::default();
        Some(injury)
    }

    /// The supply is about to go, or dips.
    pub fn power_fails(&self) -> bool {
        self.power.fails
    }

    /// The warning comes, or goes again.
    pub fn set_power_fails(&mut self, fails: bool) {
        self.power.fails = fails;
    }

    /// A moment of the table's time in one of its boots, counted from 1, in the world's.
    pub fn moment(&self, boot: u32, at: Tick) -> Micros {
        let on = self.power.boots.get((boot as usize).saturating_sub(2));
        at.0.saturating_add(if boot <= 1 { 0 } else { on.copied().unwrap_or(0) })
    }

    /// Keeps what people said in the last moments.
    pub(super) fn said(&mut self, act: Act) {
        let now = self.now;
        while self.unheard.pop_front_if(|(said, _)| *said + FORGOTTEN < now).is_some() {}
        self.unheard.push_back((now, act));
    }

    /// The same world with power back after `dark`: chips start anew, tiles lie where they lie, people and referee waited, and what
    /// they had planned comes later by as much and by `pause`, in which nobody touches anything. What they had said and the table
    /// has not on record (`heard`), they say again.
    pub fn power_returns(
        self,
        dark: Micros,
        pause: Micros,
        heard: impl Fn(&Heard) -> bool,
    ) -> World {
        let (cut, on) = (self.now, self.now + dark);
        let fram = crate::chips::fram::FramChip::new(self.fram.bytes().to_vec());
        let later = dark + pause;
        let unheard = self
            .unheard
            .into_iter()
            .filter(|(said, act)| *said + FORGOTTEN >= cut && !heard(&Heard { said: *said, act }));
        let again = unheard.map(|(_, act)| (on + pause, act));
        let planned = self.script.into_iter().map(|(at, act)| (at + later, act));
        let script = again.chain(planned).collect();
        let mut boots = self.power.boots;
        boots.push(on);
        let mut world = World {
            now: on,
            corners: Default::default(),
            fram,
            script,
            until: self.until + later,
            to_table: Default::default(),
            thinking: Default::default(),
            to_referee: Default::default(),
            presses: Default::default(),
            unheard: Default::default(),
            power: Power { on, boots, ..Power::default() },
            promises: self.promises.after_a_cut(),
            steward: self.steward.delayed(later),
            ..self
        };
        world.arrive(on);
        world
    }
}

/// Something people said shortly before a cut.
pub struct Heard<'a> {
    /// When.
    pub said: Micros,
    /// What.
    pub act: &'a Act,
}
