//! Trap and emulate. QEMU's F405 has no PWR and no FLASH registers, and a write to some RCC bits runs over the end of its
//! tables. An MPU region makes every access to these blocks fault; the handler carries the access out on shadow words
//! whose ready bits follow their enable bits, and steps over the instruction.
//!
//! The fault arrives as HardFault: the HAL starts up with interrupts masked, so MemManage cannot be taken.
#![allow(unsafe_code)]

use core::cell::UnsafeCell;

use table_core::event::ResetCause;

use super::semihosting;
use crate::board::chip::{Fatal, die, overflowed};

const PWR: u32 = 0x4000_7000;
const PWR_WORDS: usize = 256;
/// RCC at the start, FLASH 1 KiB behind it.
const RCC: u32 = 0x4002_3800;
const RCC_WORDS: usize = 512;

const RCC_CR: u32 = RCC;
const RCC_CFGR: u32 = RCC + 0x08;
const RCC_BDCR: u32 = RCC + 0x70;
const RCC_CSR: u32 = RCC + 0x74;
const PWR_CSR: u32 = PWR + 0x04;

/// Memory protection unit, ARMv7-M B3.5: control, region number, region base, region size and attributes.
const MPU_CTRL: *mut u32 = 0xE000_ED94 as *mut u32;
const MPU_RNR: *mut u32 = 0xE000_ED98 as *mut u32;
const MPU_RBAR: *mut u32 = 0xE000_ED9C as *mut u32;
const MPU_RASR: *mut u32 = 0xE000_EDA0 as *mut u32;
/// Configurable fault status and the address of a memory management fault, ARMv7-M B3.2.
const CFSR: *mut u32 = 0xE000_ED28 as *mut u32;
const MMFAR: *const u32 = 0xE000_ED34 as *const u32;
const MMFAR_VALID: u32 = 1 << 7;

/// Never executable, no access at all, enabled; the size field is log2(bytes) - 1.
const fn no_access(log2_bytes: u32) -> u32 {
    1 << 28 | (log2_bytes - 1) << 1 | 1
}

/// What the missing registers hold.
struct Shadow(UnsafeCell<[u32; PWR_WORDS + RCC_WORDS]>);

// SAFETY: touched by the fault handler only, which nothing on a single core can interrupt.
unsafe impl Sync for Shadow {}

static SHADOW: Shadow = Shadow(UnsafeCell::new([0; PWR_WORDS + RCC_WORDS]));

/// From here on the missing registers are there.
pub fn install() {
    let regions = [(0, PWR, no_access(10)), (1, RCC, no_access(11))];
    // SAFETY: these are the MPU's registers; the regions cover device registers only, and with PRIVDEFENA all other
    // memory stays as it was.
    unsafe {
        for (number, base, attributes) in regions {
            MPU_RNR.write_volatile(number);
            MPU_RBAR.write_volatile(base);
            MPU_RASR.write_volatile(attributes);
        }
        MPU_CTRL.write_volatile(0b101);
    }
    cortex_m::asm::dsb();
    cortex_m::asm::isb();
}

/// The reset flags as the hardware would have left them (RM0090 6.3.21).
pub fn started_because(cause: ResetCause) {
    const PIN: u32 = 1 << 26;
    const POWER: u32 = 1 << 27;
    const SOFTWARE: u32 = 1 << 28;
    const WATCHDOG: u32 = 1 << 29;
    const BROWN_OUT: u32 = 1 << 25;
    let flags = match cause {
        ResetCause::Power => PIN | POWER | BROWN_OUT,
        ResetCause::BrownOut => PIN | BROWN_OUT,
        ResetCause::Watchdog => PIN | WATCHDOG,
        ResetCause::Pin => PIN,
        ResetCause::Software
        | ResetCause::Panic
        | ResetCause::HardFault
        | ResetCause::StackOverflow => PIN | SOFTWARE,
    };
    // Through the trap, like every other access to the register.
    // SAFETY: RCC_CSR, whose other bits are those of an oscillator that nobody uses here.
    unsafe { (RCC_CSR as *mut u32).write_volatile(flags) };
}

/// Hands the exception frame (r0-r3, r12, lr, pc, psr) and the saved r4-r11 to [`emulate`].
///
/// # Safety
/// Entered by the processor on a fault.
#[unsafe(naked)]
#[unsafe(no_mangle)]
#[unsafe(link_section = ".HardFault.user")]
unsafe extern "C" fn HardFault() {
    core::arch::naked_asm!(
        "mrs r0, msp",
        // A stack that has run out of its memory has no room for this handler either.
        "ldr r1, ={end}",
        "cmp r0, r1",
        "bhs 1f",
        "ldr r1, ={start}",
        "msr msp, r1",
        "b {overflow}",
        "1:",
        // r3 only keeps the stack aligned to eight bytes.
        "push {{r3-r11, lr}}",
        "add r1, sp, #4",
        "bl {emulate}",
        "pop {{r3-r11, lr}}",
        "bx lr",
        emulate = sym emulate,
        overflow = sym overflow,
        start = sym _stack_start,
        end = sym _stack_end,
    );
}

unsafe extern "C" {
    static _stack_start: u32;
    static _stack_end: u32;
}

/// The stack ran out of its memory.
extern "C" fn overflow() -> ! {
    semihosting::say(c"fault: the stack is full\n");
    die(Fatal::StackOverflow)
}

/// One load or store.
struct Access {
    load: bool,
    register: usize,
    /// Bytes of the instruction.
    length: u32,
}

impl Access {
    /// A word load or store without write-back, in any of its encodings (ARMv7-M A7.7.43 to 45, 161, 162).
    fn decode(first: u16, second: u16) -> Option<Access> {
        let narrow = |load| Some(Access { load, register: usize::from(first & 7), length: 2 });
        let wide = |load| Some(Access { load, register: usize::from(second >> 12), length: 4 });
        // With an 8-bit offset the second half says whether the base register is written back.
        let writes_back = second & 0x0900 == 0x0900;
        match (first >> 9, first >> 4) {
            (0b011_0100..=0b011_0111 | 0b010_1100, _) => narrow(true),
            (0b011_0000..=0b011_0011 | 0b010_1000, _) => narrow(false),
            (_, 0xF8D) => wide(true),
            (_, 0xF8C) => wide(false),
            (_, 0xF85) if !writes_back => wide(true),
            (_, 0xF84) if !writes_back => wide(false),
            _ => None,
        }
    }
}

/// Carries out the access that faulted.
///
/// # Safety
/// `frame` and `saved` are those of the faulting instruction.
unsafe extern "C" fn emulate(frame: *mut u32, saved: *mut u32) {
    // An overflown stack has no frame to look at.
    if overflowed(frame as u32) {
        semihosting::say(c"fault: the stack is full\n");
        die(Fatal::StackOverflow)
    }
    // SAFETY: fault status registers; writing ones clears them. The frame's program counter points at the faulting
    // instruction, which is in flash.
    let (status, address, code) = unsafe {
        let code = *frame.add(PC) as *const u16;
        (CFSR.read_volatile(), MMFAR.read_volatile(), (code.read(), code.add(1).read()))
    };
    let cell = word(address).filter(|_| status & MMFAR_VALID != 0);
    let (Some(cell), Some(access)) = (cell, Access::decode(code.0, code.1)) else {
        semihosting::say(c"fault: not a plain access to an emulated register\n");
        die(Fatal::HardFault)
    };
    // SAFETY: frame and saved registers are complete for all but the stack pointer and the program counter, which no
    // access to a device register loads or stores; the shadow is ours alone here.
    unsafe {
        CFSR.write_volatile(status);
        let register = match access.register {
            low @ 0..=3 => frame.add(low),
            high @ 4..=11 => saved.add(high - 4),
            12 => frame.add(R12),
            _ => frame.add(LR),
        };
        let shadow = (*SHADOW.0.get()).get_unchecked_mut(cell);
        if access.load {
            *register = with_ready_bits(address, *shadow);
        } else {
            *shadow = *register;
        }
        *frame.add(PC) += access.length;
    }
}

/// Places in the exception frame, behind r0 to r3.
const R12: usize = 4;
const LR: usize = 5;
const PC: usize = 6;

/// Place of an emulated register in the shadow.
fn word(address: u32) -> Option<usize> {
    let pwr = (address.wrapping_sub(PWR) / 4) as usize;
    let rcc = (address.wrapping_sub(RCC) / 4) as usize;
    match (pwr < PWR_WORDS, rcc < RCC_WORDS) {
        (true, _) => Some(pwr),
        (_, true) => Some(PWR_WORDS + rcc),
        _ => None,
    }
}

/// What software reads: oscillators are ready when they are on, the clock switch has switched, the regulator is settled.
fn with_ready_bits(address: u32, value: u32) -> u32 {
    match address {
        // HSION, HSEON, PLLON, PLLI2SON, each followed by its ready bit.
        RCC_CR => value & !0x0A02_0002 | (value & 0x0501_0001) << 1,
        // SW followed by SWS.
        RCC_CFGR => value & !0xC | (value & 0x3) << 2,
        // LSEON and LSION followed by their ready bits.
        RCC_BDCR | RCC_CSR => value & !0x2 | (value & 0x1) << 1,
        // VOSRDY.
        PWR_CSR => value | 1 << 14,
        _ => value,
    }
}
