//! The stack: guarded at its end by the memory protection unit, and painted, so that its deepest use is known (trust E3).
#![allow(unsafe_code)]

/// Bytes that nobody may touch at the end of the stack; below them lies no memory at all, so what jumps over them faults too.
const GUARD: u32 = 1024;
const GUARD_LOG2: u32 = 10;
/// The guard's region: the highest, which wins over others.
const REGION: u32 = 7;
const PAINT: u32 = 0xA5C3_5A3C;
/// Left unpainted below the painter's own frame.
const MARGIN: u32 = 256;

/// Memory protection unit, ARMv7-M B3.5.
const MPU_CTRL: *mut u32 = 0xE000_ED94 as *mut u32;
const MPU_RNR: *mut u32 = 0xE000_ED98 as *mut u32;
const MPU_RBAR: *mut u32 = 0xE000_ED9C as *mut u32;
const MPU_RASR: *mut u32 = 0xE000_EDA0 as *mut u32;
/// Configurable fault status and the address of a memory management fault, ARMv7-M B3.2.
const CFSR: *const u32 = 0xE000_ED28 as *const u32;
const MMFAR: *const u32 = 0xE000_ED34 as *const u32;
const MMFAR_VALID: u32 = 1 << 7;
/// The exception's own frame did not fit.
const STACKING_FAILED: u32 = 1 << 4;

unsafe extern "C" {
    static _stack_start: u32;
    static _stack_end: u32;
}

/// First byte of the guard.
fn guard() -> u32 {
    (&raw const _stack_end as u32).next_multiple_of(GUARD)
}

/// Last byte of the stack plus one.
fn top() -> u32 {
    &raw const _stack_start as u32
}

/// Paints the unused stack and puts the guard below it. Called once, early, from shallow frames.
pub fn guard_the_stack() {
    let bottom = guard() + GUARD;
    let here = cortex_m::register::msp::read() - MARGIN;
    for word in (bottom..here).step_by(4) {
        // SAFETY: between the guard and the stack pointer lies nothing but unused stack; no interrupt is enabled yet.
        unsafe { (word as *mut u32).write_volatile(PAINT) };
    }
    // SAFETY: these are the MPU's registers. The region covers unused memory only; never executable, no access, enabled;
    // with PRIVDEFENA all other memory stays as it was.
    unsafe {
        MPU_RNR.write_volatile(REGION);
        MPU_RBAR.write_volatile(guard());
        MPU_RASR.write_volatile(1 << 28 | (GUARD_LOG2 - 1) << 1 | 1);
        MPU_CTRL.write_volatile(0b101);
    }
    cortex_m::asm::dsb();
    cortex_m::asm::isb();
}

/// Most bytes ever used, and how many there are.
pub fn use_of_the_stack() -> (u32, u32) {
    let bottom = guard() + GUARD;
    let mut word = bottom;
    // SAFETY: inside the stack's memory, which is always readable.
    while word < top() && unsafe { (word as *const u32).read_volatile() } == PAINT {
        word += 4;
    }
    (top() - word, top() - bottom)
}

/// In a fault handler: whether the fault was the stack growing into its guard, or beyond; it had come to `stack`.
pub fn overflowed(stack: u32) -> bool {
    // SAFETY: fault status registers, read only.
    let (status, address) = unsafe { (CFSR.read_volatile(), MMFAR.read_volatile()) };
    let guarded = guard()..guard() + GUARD;
    stack < guarded.end
        || status & STACKING_FAILED != 0
        || status & MMFAR_VALID != 0 && guarded.contains(&address)
}
