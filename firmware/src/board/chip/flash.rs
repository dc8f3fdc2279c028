//! What runs: the image, measured in the flash it runs from (trust A4).
#![allow(unsafe_code)]

use table_core::record::Hash;
use table_core::trust::Image;

unsafe extern "C" {
    /// The vector table: the start of the image.
    static __vector_table: u32;
    /// Where the initial values of variables lie: the last thing in the image.
    static __sidata: u32;
    static __sdata: u32;
    static __edata: u32;
}

/// SHA-256 from the vector table to the last initial value.
pub fn image() -> Image {
    Image::Measured(Hash::of(bytes()))
}

/// The image as it lies in flash.
fn bytes() -> &'static [u8] {
    let start = &raw const __vector_table as usize;
    let values = &raw const __edata as usize - &raw const __sdata as usize;
    let end = &raw const __sidata as usize + values;
    // SAFETY: the linker put the image there; flash is readable and nobody writes to these sectors.
    unsafe { core::slice::from_raw_parts(start as *const u8, end - start) }
}

/// How long it is.
#[cfg(feature = "qemu")]
pub fn image_bytes() -> u32 {
    bytes().len() as u32
}
