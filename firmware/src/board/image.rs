//! The image that runs, as it lies in flash.
#![allow(unsafe_code)]

use table_core::record::Hash;

unsafe extern "C" {
    static __sidata: u8;
    static __sdata: u8;
    static __edata: u8;
}

/// Where flash begins (RM0090, memory map).
const FLASH: usize = 0x0800_0000;

/// SHA-256 over flash from its start to the last initial value of a variable: all that the linker put there.
pub fn hash() -> Hash {
    let address = |symbol: *const u8| symbol as usize;
    let variables = address(&raw const __edata) - address(&raw const __sdata);
    let end = address(&raw const __sidata) + variables;
    // SAFETY: the linker placed the image from the start of flash to `end`; nobody writes flash while the table runs.
    let bytes = unsafe { core::slice::from_raw_parts(FLASH as *const u8, end - FLASH) };
    Hash::of(bytes)
}
