//! What a dying firmware leaves for the next start, in memory that no start-up code touches (trust E2).
#![allow(unsafe_code)]

use table_core::event::ResetCause;

/// The first words of the core-coupled RAM, which the linker leaves free (`memory.x`): kept over every reset but not over a
/// loss of power.
const PLACE: *mut [u32; 3] = 0x1000_0000 as *mut [u32; 3];
/// Memory that was never written does not look like this, three words together.
const MARK: u32 = 0x4C57_5244;

/// How a firmware dies by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fatal {
    /// It found itself wrong.
    Panic,
    /// The processor could not go on.
    HardFault,
    /// The stack grew into its guard.
    StackOverflow,
}

/// Leaves the cause and starts anew.
pub fn die(how: Fatal) -> ! {
    let word = how as u32;
    // SAFETY: nothing else lives there; the core is the only master that reaches this memory.
    unsafe { PLACE.write_volatile([MARK, word, MARK ^ word]) };
    // Whoever watches with a probe sees how it came to this.
    #[cfg(feature = "f405")]
    if cortex_m::peripheral::DCB::is_debugger_attached() {
        cortex_m::asm::bkpt();
    }
    cortex_m::peripheral::SCB::sys_reset()
}

/// What was left, once.
pub(super) fn take() -> Option<ResetCause> {
    // SAFETY: as above; any bits are valid words.
    let [mark, word, check] = unsafe { PLACE.read_volatile() };
    // SAFETY: as above.
    unsafe { PLACE.write_volatile([0; 3]) };
    match (mark == MARK && check == MARK ^ word, word) {
        (true, 0) => Some(ResetCause::Panic),
        (true, 1) => Some(ResetCause::HardFault),
        (true, 2) => Some(ResetCause::StackOverflow),
        _ => None,
    }
}
