//! A panic in the image says where it happened, leaves its cause and starts anew, as on the board. The simulator knows whether a
//! restart was to be expected.

use core::fmt::Write;
use core::panic::PanicInfo;

use super::semihosting;
use crate::board::chip::{Fatal, die};

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let mut text: heapless::String<256> = heapless::String::new();
    // A message that is too long is cut; the place comes first.
    let _ = writeln!(text, "panic: {info}");
    let mut line = [0; 258];
    line.iter_mut().zip(text.as_bytes()).for_each(|(to, from)| *to = *from);
    if let Ok(line) = core::ffi::CStr::from_bytes_until_nul(&line) {
        semihosting::say(line);
    }
    die(Fatal::Panic)
}
