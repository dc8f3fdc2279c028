//! The guest's end of the bus bridge: one request, one answer, over two pipes of the host.

use core::cell::RefCell;

use critical_section::Mutex;
use table_core::event::ResetCause;

use super::injuries;
use super::semihosting::{self, File, Mode};
use crate::board::Observer;
use crate::bridge::{MOST_MESSAGE, Reply, Request};
use crate::trace::Trace;

/// Exit code when the simulator went away or answers nonsense.
const LOST: u8 = 3;

struct Bridge {
    pipes: Option<(File, File)>,
    buffer: [u8; MOST_MESSAGE + 2],
}

/// Used from both executors, one exchange at a time.
static BRIDGE: Mutex<RefCell<Bridge>> =
    Mutex::new(RefCell::new(Bridge { pipes: None, buffer: [0; MOST_MESSAGE + 2] }));

/// What the simulator said about itself.
pub struct World {
    /// Time is the simulator's.
    pub virtual_time: bool,
    /// Seed of the simulated key.
    pub key_seed: [u8; 32],
    /// Why the processor started, as far as its mains and its watchdog know.
    pub reset: ResetCause,
}

/// Opens the pipes and says hello; the image ends if nobody is there.
pub fn open() -> World {
    let pipes =
        semihosting::open(c"requests", Mode::Write).zip(semihosting::open(c"replies", Mode::Read));
    critical_section::with(|token| BRIDGE.borrow_ref_mut(token).pipes = pipes);
    exchange(&Request::Hello, |reply| match reply {
        Reply::World { virtual_time, key_seed, reset } => {
            Some(World { virtual_time, key_seed, reset })
        }
        _ => None,
    })
}

/// Sends `request` and hands the answer to `take`, which knows what it must be.
pub fn exchange<T>(request: &Request<'_>, take: impl FnOnce(Reply<'_>) -> Option<T>) -> T {
    let taken = critical_section::with(|token| {
        let bridge = &mut *BRIDGE.borrow_ref_mut(token);
        let (requests, replies) = bridge.pipes?;
        let (length, body) = bridge.buffer.split_first_chunk_mut::<2>()?;
        let used = postcard::to_slice(request, body).ok()?.len();
        *length = (used as u16).to_le_bytes();
        let sent = requests.write_all(bridge.buffer.get(..used + 2)?);
        let reply = receive(replies, &mut bridge.buffer).filter(|_| sent)?;
        match postcard::from_bytes(reply).ok()? {
            Reply::Stop(code) => semihosting::exit(code),
            Reply::Break(injury) => injuries::suffer(injury),
            reply => take(reply),
        }
    });
    taken.unwrap_or_else(|| {
        semihosting::say(c"the simulator went away\n");
        semihosting::exit(LOST)
    })
}

/// One answer, without its length. The simulator writes it in one piece, so one read nearly always gets all of it.
fn receive(replies: File, buffer: &mut [u8]) -> Option<&[u8]> {
    let mut have = 0;
    loop {
        have += replies.read_some(buffer.get_mut(have..)?)?;
        let Some((length, _)) = buffer.get(..have)?.split_first_chunk::<2>() else {
            continue;
        };
        let end = 2 + usize::from(u16::from_le_bytes(*length));
        if have >= end {
            return buffer.get(2..end);
        }
    }
}

/// For requests that are answered by [`Reply::Done`].
pub fn order(request: &Request<'_>) {
    exchange(request, |reply| matches!(reply, Reply::Done).then_some(()));
}

/// Tells the simulator what the application does.
#[derive(Clone, Copy)]
pub struct BridgeObserver;

impl Observer for BridgeObserver {
    fn trace(&self, trace: Trace) {
        order(&Request::Trace(trace));
    }
}
