//! A panic in the image ends QEMU with an exit code, and says where it happened.

use core::fmt::Write;
use core::panic::PanicInfo;

use super::semihosting;

/// Exit code of a panic, as of a panicking program on the desktop.
const PANICKED: u8 = 101;

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
    semihosting::exit(PANICKED)
}
