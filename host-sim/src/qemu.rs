//! The real image in QEMU, its chips in our world.
//!
//! The guest's bus transactions arrive over two named pipes, one request and one answer at a time. In virtual time the world owns
//! the clock and the run is deterministic to the byte; in real time QEMU's clock and a real USART are used.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use firmware::bridge::{MOST_MESSAGE, Reply, Request};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;
use thiserror::Error;

use crate::world::World;

/// Oldest QEMU whose F405 can transmit by interrupt.
const OLDEST_QEMU: u32 = 9;
/// The guest is given up after this long without a request.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why the image could not be run.
#[derive(Debug, Error)]
pub enum QemuError {
    /// Not installed, or not on the path.
    #[error("qemu-system-arm could not be started ({0}): `cargo xtask setup` installs it")]
    Missing(#[source] io::Error),
    /// Installed, but too old.
    #[error("QEMU {0} is too old, version {OLDEST_QEMU} or later is needed: `cargo xtask setup` installs it")]
    TooOld(String),
    /// The image could not be built.
    #[error("the image could not be built: run `cargo xtask images` to see why")]
    Build,
    /// A pipe or a process failed.
    #[error("the bridge to QEMU failed: {0}")]
    Bridge(#[from] io::Error),
    /// The guest said something that is no request.
    #[error("the guest sent no request: {0}")]
    Nonsense(#[from] postcard::Error),
    /// The guest stopped asking.
    #[error("the guest has not been heard of for {} s", PATIENCE.as_secs())]
    Silent,
}

/// Builds the image if it is not up to date, and says where it is.
pub fn build_image() -> Result<PathBuf, QemuError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .current_dir(&root)
        .args(["build", "--quiet", "--package", "firmware", "--bin", "table-qemu"])
        .args(["--features", "qemu", "--profile", "image", "--target", TARGET])
        // Flags meant for the desktop (coverage, sanitizers) do not fit the chip.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .stdout(Stdio::null())
        .status();
    match built {
        Ok(status) if status.success() => {
            let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
            let target = target.unwrap_or_else(|| root.join("target"));
            Ok(target.join(TARGET).join("image").join("table-qemu"))
        }
        _ => Err(QemuError::Build),
    }
}

const TARGET: &str = "thumbv7em-none-eabihf";

/// Runs the image in virtual time until the world's time is up; its exit code.
pub fn run(world: World, image: &Path) -> Result<(World, i32), QemuError> {
    let mut guest = Guest::start(image, None)?;
    let mut world = world;
    let code = guest.serve(&mut world, |_| false)?;
    Ok((world, code.unwrap_or(0)))
}

/// A running image.
pub struct Guest {
    qemu: Child,
    requests: File,
    replies: File,
    /// Real time started here; `None` in virtual time.
    started: Option<Instant>,
    _folder: TempDir,
}

impl Guest {
    /// Starts the image: in virtual time, or in real time with its USART2 connected to `referee`.
    pub fn start(image: &Path, referee: Option<SocketAddr>) -> Result<Guest, QemuError> {
        check_version()?;
        let folder = tempfile::tempdir()?;
        // Opened for both directions, so that neither end waits for the other to open it.
        let pipe = |name: &str| -> Result<File, QemuError> {
            let path = folder.path().join(name);
            mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).map_err(io::Error::from)?;
            Ok(OpenOptions::new().read(true).write(true).open(path)?)
        };
        let (requests, replies) = (pipe("requests")?, pipe("replies")?);
        let mut qemu = Command::new("qemu-system-arm");
        qemu.current_dir(folder.path())
            .args(["-machine", "olimex-stm32-h405", "-display", "none", "-monitor", "none"])
            .args(["-semihosting-config", "enable=on,target=native"])
            .args(["-serial", "null"])
            .arg("-kernel")
            .arg(std::path::absolute(image)?)
            .stdin(Stdio::null());
        match referee {
            Some(address) => qemu.args(["-serial", &format!("tcp:{address}")]),
            None => qemu.args(["-serial", "null", "-icount", "shift=0,sleep=off"]),
        };
        let qemu = qemu.spawn().map_err(QemuError::Missing)?;
        let started = referee.map(|_| Instant::now());
        Ok(Guest { qemu, requests, replies, started, _folder: folder })
    }

    /// Answers the guest until it ends (its exit code) or `enough` says so (`None`, and the guest is killed:
    /// an honest power cut).
    pub fn serve(
        &mut self,
        world: &mut World,
        mut enough: impl FnMut(&World) -> bool,
    ) -> Result<Option<i32>, QemuError> {
        let mut buffer = [0; MOST_MESSAGE];
        loop {
            let Some(length) = self.wait_for_request()? else {
                let status = self.qemu.wait()?;
                return Ok(Some(status.code().unwrap_or(-1)));
            };
            let body = &mut buffer[..length.min(MOST_MESSAGE)];
            self.requests.read_exact(body)?;
            if let Some(started) = self.started {
                world.arrive(started.elapsed().as_micros() as u64);
            }
            let request = postcard::from_bytes(body)?;
            self.answer(world, request)?;
            if enough(world) {
                self.kill()?;
                return Ok(None);
            }
        }
    }

    /// Cuts the power.
    pub fn kill(&mut self) -> Result<(), QemuError> {
        self.qemu.kill()?;
        self.qemu.wait()?;
        Ok(())
    }

    /// Length of the next request; `None` when QEMU has ended.
    fn wait_for_request(&mut self) -> Result<Option<usize>, QemuError> {
        let asked = Instant::now();
        let tick = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        loop {
            let ready = poll(&mut [PollFd::new(&self.requests, PollFlags::IN)], Some(&tick));
            if ready.map_err(io::Error::from)? > 0 {
                let mut length = [0; 2];
                self.requests.read_exact(&mut length)?;
                return Ok(Some(usize::from(u16::from_le_bytes(length))));
            }
            if self.qemu.try_wait()?.is_some() {
                return Ok(None);
            }
            if asked.elapsed() > PATIENCE {
                self.kill()?;
                return Err(QemuError::Silent);
            }
        }
    }

    fn answer(&mut self, world: &mut World, request: Request<'_>) -> Result<(), QemuError> {
        let bytes;
        let reply = match request {
            Request::Hello => {
                Reply::World { virtual_time: self.started.is_none(), key_seed: world.key_seed() }
            }
            Request::Spi(device, mosi) => {
                let (miso, took) = world.spi(device, mosi);
                bytes = miso;
                Reply::Spi(&bytes, took as u32)
            }
            Request::Drive(output, high) => {
                world.drive(output, high);
                Reply::Done
            }
            Request::Look(_) | Request::Trace(_) if self.started.is_some() && world.is_over() => {
                Reply::Stop(0)
            }
            Request::Look(input) => Reply::Level(world.look(input)),
            Request::LinkWrite(bytes) => Reply::Took(world.link_write(bytes) as u32),
            Request::LinkRead(most) => {
                bytes = world.link_read(usize::from(most));
                Reply::LinkBytes(&bytes)
            }
            Request::Idle(until) => match world.idle(until) {
                Some(now) => Reply::Now(now),
                None => Reply::Stop(0),
            },
            Request::Trace(trace) => {
                world.trace(trace);
                Reply::Done
            }
        };
        let mut message = [0; MOST_MESSAGE + 2];
        let used = postcard::to_slice(&reply, &mut message[2..])?.len();
        message[..2].copy_from_slice(&(used as u16).to_le_bytes());
        self.replies.write_all(&message[..used + 2])?;
        Ok(())
    }
}

/// A guest that nobody serves any more would wait for ever.
impl Drop for Guest {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

fn check_version() -> Result<(), QemuError> {
    let output = Command::new("qemu-system-arm").arg("--version").output();
    let output = output.map_err(QemuError::Missing)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let version = version.unwrap_or_default();
    let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
    match major {
        Some(major) if major >= OLDEST_QEMU => Ok(()),
        _ => Err(QemuError::TooOld(version.into())),
    }
}
