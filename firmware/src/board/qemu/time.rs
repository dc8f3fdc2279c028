//! Time in the guest. In virtual runs the simulator owns it and it stands still while instructions are executed; in real runs
//! SysTick counts milliseconds of QEMU's own clock.

use core::cell::{Cell, RefCell};
use core::task::Waker;

use cortex_m::peripheral::syst::SystClkSource;
use critical_section::Mutex;
use embassy_time::Instant;
use embassy_time_queue_utils::Queue;
use table_core::time::Tick;

/// SysTick counts processor cycles.
const CYCLES_PER_MS: u32 = 168_000;
const MICROS_PER_MS: u64 = 1_000;

/// embassy-time's driver.
struct GuestTime {
    now: Mutex<Cell<u64>>,
    virtual_time: Mutex<Cell<bool>>,
    queue: Mutex<RefCell<Queue>>,
}

embassy_time_driver::time_driver_impl!(static TIME: GuestTime = GuestTime {
    now: Mutex::new(Cell::new(0)),
    virtual_time: Mutex::new(Cell::new(false)),
    queue: Mutex::new(RefCell::new(Queue::new())),
});

impl embassy_time_driver::Driver for GuestTime {
    fn now(&self) -> u64 {
        critical_section::with(|token| self.now.borrow(token).get())
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        critical_section::with(|token| {
            self.queue.borrow_ref_mut(token).schedule_wake(at, waker);
        });
    }
}

/// Chooses whose time it is and, for real runs, starts SysTick.
pub fn start(virtual_time: bool) {
    critical_section::with(|token| TIME.virtual_time.borrow(token).set(virtual_time));
    if virtual_time {
        return;
    }
    if let Some(mut core) = cortex_m::Peripherals::take() {
        core.SYST.set_clock_source(SystClkSource::Core);
        core.SYST.set_reload(CYCLES_PER_MS - 1);
        core.SYST.clear_current();
        core.SYST.enable_counter();
        core.SYST.enable_interrupt();
    }
}

/// Whether the simulator owns time.
pub fn is_virtual() -> bool {
    critical_section::with(|token| TIME.virtual_time.borrow(token).get())
}

/// It is now `at`: wakes whoever waited for it.
pub fn arrive(at: u64) {
    critical_section::with(|token| {
        TIME.now.borrow(token).set(at);
        TIME.queue.borrow_ref_mut(token).next_expiration(at);
    });
}

/// Until when nobody has anything to do, in virtual time.
pub fn next_alarm() -> Option<Tick> {
    let now = Instant::now().as_ticks();
    let next =
        critical_section::with(|token| TIME.queue.borrow_ref_mut(token).next_expiration(now));
    (next != u64::MAX).then_some(Tick(next))
}

#[cortex_m_rt::exception]
fn SysTick() {
    arrive(Instant::now().as_ticks() + MICROS_PER_MS);
}
