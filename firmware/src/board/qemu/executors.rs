//! Two executors in interrupts, and thread mode below them: it runs only when every task waits.
#![allow(unsafe_code)]

use embassy_executor::{InterruptExecutor, SendSpawner, Spawner};
use embassy_stm32::interrupt;
use embassy_stm32::interrupt::{InterruptExt, Priority};

use super::{bridge, devices, time};
use crate::bridge::{Reply, Request};

/// For tasks that must not wait: the readers.
static HIGH: InterruptExecutor = InterruptExecutor::new();
/// For everybody else.
static LOW: InterruptExecutor = InterruptExecutor::new();

/// Starts the executor that interrupts the other one.
pub fn high() -> SendSpawner {
    interrupt::UART5.set_priority(Priority::P6);
    HIGH.start(interrupt::UART5)
}

/// Starts the other one.
pub fn low() -> SendSpawner {
    interrupt::UART4.set_priority(Priority::P7);
    LOW.start(interrupt::UART4)
}

/// The executor that runs the task that asks.
pub async fn here() -> Spawner {
    // SAFETY: the caller is a task of one of our two executors, which live for ever.
    unsafe { Spawner::for_current_executor().await }
}

#[interrupt]
unsafe fn UART5() {
    // SAFETY: called from its own interrupt only, which is unmasked by `start`.
    unsafe { HIGH.on_interrupt() }
}

#[interrupt]
unsafe fn UART4() {
    // SAFETY: called from its own interrupt only, which is unmasked by `start`.
    unsafe { LOW.on_interrupt() }
}

/// Nobody has anything to do: in virtual time ask the simulator what happens next, in real time sleep.
pub fn idle() -> ! {
    loop {
        if time::is_virtual() {
            // An alarm that is due wakes its task, which will set others: it has something to do after all.
            let alarm = critical_section::with(|_| {
                let alarm = time::next_alarm();
                let busy = interrupt::UART4.is_pending() || interrupt::UART5.is_pending();
                (!busy).then_some(alarm)
            });
            let Some(alarm) = alarm else {
                continue;
            };
            let request = Request::Idle(alarm);
            let (now, lines) = bridge::exchange(&request, |reply| match reply {
                Reply::Now(now, lines) => Some((now, lines)),
                _ => None,
            });
            // In one piece: the tasks that this wakes run the moment interrupts are let in again.
            critical_section::with(|_| {
                devices::time_moves(lines);
                time::arrive(now.0);
            });
        } else {
            cortex_m::asm::wfi();
        }
    }
}
