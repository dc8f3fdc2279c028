//! Where the referee's device is plugged in: a TCP port or a pseudo-terminal. What is sent while nobody is there is lost, as on a cable.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{self, OptionalActions};

/// A socket in the table's side.
pub enum Plug {
    /// One referee's device at a time; whoever plugs in last is heard.
    Tcp {
        /// Waits for the next one.
        listener: TcpListener,
        /// The one that is plugged in.
        line: Option<TcpStream>,
    },
    /// The far end of a pseudo-terminal.
    Pty {
        /// Our end.
        far: File,
        /// Their end, held open so that it outlives every device that uses it.
        near: OwnedFd,
    },
}

impl Plug {
    /// A port on this machine, and its name for `referee`.
    pub fn tcp(port: u16) -> io::Result<(Plug, String)> {
        let listener = TcpListener::bind(("127.0.0.1", port))?;
        listener.set_nonblocking(true)?;
        let name = format!("tcp:{}", listener.local_addr()?);
        Ok((Plug::Tcp { listener, line: None }, name))
    }

    /// A pseudo-terminal, and its name for `referee`.
    pub fn pty() -> io::Result<(Plug, String)> {
        let far = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&far)?;
        unlockpt(&far)?;
        let name = ptsname(&far, vec![])?;
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let near = rustix::fs::open(name.as_c_str(), flags, Mode::empty())?;
        let mut modes = termios::tcgetattr(&near)?;
        modes.make_raw();
        termios::tcsetattr(&near, OptionalActions::Now, &modes)?;
        rustix::io::ioctl_fionbio(&far, true)?;
        Ok((Plug::Pty { far: far.into(), near }, name.to_string_lossy().into_owned()))
    }

    /// Sends what can be sent.
    pub fn send(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Plug::Tcp { line, .. } => {
                let sent = line
                    .as_mut()
                    .map(|line| line.set_nonblocking(false).and_then(|()| line.write_all(bytes)));
                if let Some(Err(_)) = sent {
                    *line = None;
                }
            }
            Plug::Pty { far, near } => {
                // Nobody reads at the other end: what lies there is old, and the newest counts.
                if far.write(bytes).is_err() {
                    let _ = termios::tcflush(near, termios::QueueSelector::IFlush);
                }
            }
        }
    }

    /// Waits at most `patience` for bytes.
    pub fn hear(&mut self, patience: Duration) -> Vec<u8> {
        let mut bytes = [0; 512];
        let heard = match self {
            Plug::Tcp { listener, line } => {
                if let Ok((new, _)) = listener.accept() {
                    *line = new.set_nodelay(true).ok().map(|()| new);
                }
                let Some(open) = line else {
                    thread::sleep(patience);
                    return vec![];
                };
                let heard = read_for(open, &mut bytes, patience);
                if heard.is_err() {
                    *line = None;
                }
                heard.unwrap_or(0)
            }
            Plug::Pty { far, .. } => {
                let limit = Timespec::try_from(patience).ok();
                let ready = poll(&mut [PollFd::new(&*far, PollFlags::IN)], limit.as_ref());
                if ready.is_ok_and(|count| count > 0) {
                    far.read(&mut bytes).unwrap_or(0)
                } else {
                    0
                }
            }
        };
        bytes.get(..heard).unwrap_or_default().to_vec()
    }
}

/// Bytes that come in time; an error once the line is gone.
fn read_for(line: &mut TcpStream, bytes: &mut [u8], patience: Duration) -> io::Result<usize> {
    // A timeout of nothing would mean to wait for ever.
    if patience.is_zero() {
        line.set_nonblocking(true)?;
    } else {
        line.set_nonblocking(false)?;
        line.set_read_timeout(Some(patience))?;
    }
    match line.read(bytes) {
        Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(0),
        done => done,
    }
}
