//! ARM semihosting: the emulated processor asks QEMU to open, read and write files of the host.
#![allow(unsafe_code)]

use core::arch::asm;

const SYS_OPEN: usize = 0x01;
const SYS_WRITE0: usize = 0x04;
const SYS_WRITE: usize = 0x05;
const SYS_READ: usize = 0x06;
const SYS_EXIT_EXTENDED: usize = 0x20;
const APPLICATION_EXIT: usize = 0x2_0026;

/// `fopen` modes by number.
pub enum Mode {
    Read = 1,
    Write = 5,
}

/// A file of the host.
#[derive(Clone, Copy)]
pub struct File(usize);

/// One call. `argument` must be what `operation` expects.
unsafe fn call(operation: usize, argument: usize) -> usize {
    let result;
    // SAFETY: the breakpoint with this number is the agreed entry to semihosting: operation and argument in, result out,
    // nothing else touched but the memory that the caller vouches for.
    unsafe {
        asm!("bkpt 0xAB", inout("r0") operation => result, in("r1") argument, options(nostack));
    }
    result
}

/// Opens a file in QEMU's working folder; `None` if it cannot be.
pub fn open(name: &core::ffi::CStr, mode: Mode) -> Option<File> {
    let block = [name.as_ptr() as usize, mode as usize, name.count_bytes()];
    // SAFETY: SYS_OPEN takes name, mode and length, and the block and the name live until it returns.
    let handle = unsafe { call(SYS_OPEN, block.as_ptr() as usize) };
    (handle != usize::MAX).then_some(File(handle))
}

impl File {
    /// Writes all bytes; false if some could not be.
    pub fn write_all(self, bytes: &[u8]) -> bool {
        let block = [self.0, bytes.as_ptr() as usize, bytes.len()];
        // SAFETY: SYS_WRITE reads `bytes.len()` bytes at the address, which are ours to show.
        let left = unsafe { call(SYS_WRITE, block.as_ptr() as usize) };
        left == 0
    }

    /// Reads what is there into `bytes`, waiting for the first byte; how many, or `None` at the end of the file.
    pub fn read_some(self, bytes: &mut [u8]) -> Option<usize> {
        let block = [self.0, bytes.as_mut_ptr() as usize, bytes.len()];
        // SAFETY: SYS_READ writes at most `bytes.len()` bytes at the address, which are ours to fill.
        let left = unsafe { call(SYS_READ, block.as_ptr() as usize) };
        bytes.len().checked_sub(left).filter(|&read| read > 0)
    }
}

/// Shows text on the host's console.
pub fn say(text: &core::ffi::CStr) {
    // SAFETY: SYS_WRITE0 reads up to the terminating zero.
    unsafe { call(SYS_WRITE0, text.as_ptr() as usize) };
}

/// Ends QEMU with this exit code.
pub fn exit(code: u8) -> ! {
    let block = [APPLICATION_EXIT, usize::from(code)];
    loop {
        // SAFETY: SYS_EXIT_EXTENDED takes reason and code and does not return.
        unsafe { call(SYS_EXIT_EXTENDED, block.as_ptr() as usize) };
    }
}
