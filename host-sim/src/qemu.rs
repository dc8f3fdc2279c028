//! The real image in QEMU, its chips in our world.
//!
//! The guest's bus transactions arrive over two named pipes, one request and one answer at a time. In virtual time the world owns
//! the clock and the run is deterministic to the byte; in real time QEMU's clock and a real USART are used.

mod side_by_side;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use firmware::bridge::{Cost, Job, MOST_MESSAGE, Reply, Request};
use firmware::tasks::lookout::Glimpse;
use object::Endianness;
use object::elf::PT_LOAD;
use object::read::elf::{ElfFile32, ProgramHeader};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use table_core::event::ResetCause;
use table_core::record::Hash;
use table_core::tracking::{Doubts, Observation};
use tempfile::TempDir;
use thiserror::Error;

use self::side_by_side::Processor;
use crate::world::World;

/// Oldest QEMU whose F405 can transmit by interrupt.
const OLDEST_QEMU: u32 = 9;
/// The guest is given up after this long without a request.
const PATIENCE: Duration = Duration::from_secs(60);
const WATCH_EVERY: Duration = Duration::from_millis(50);

/// Why the image could not be run.
#[derive(Debug, Error)]
pub enum QemuError {
    /// Not installed, or not on the path.
    #[error("qemu-system-arm could not be started ({0}): `cargo xtask setup` installs it")]
    Missing(#[source] io::Error),
    /// Installed, but too old.
    #[error(
        "QEMU {0} is too old, version {OLDEST_QEMU} or later is needed: `cargo xtask setup` installs it"
    )]
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
    /// The guest started anew although nothing was done to it.
    #[error("the guest started anew by itself; its last words are above")]
    Restarted,
    /// The guest stopped asking.
    #[error("the guest has not been heard of for {} s", PATIENCE.as_secs())]
    Silent,
}

/// An image for QEMU.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// The table on the simulator's time.
    Table,
    /// The table on real time.
    Live,
    /// Measures what its work costs.
    Bench,
}

/// Builds the table's image if it is not up to date, and says where it is.
pub fn build_image() -> Result<PathBuf, QemuError> {
    build(Program::Table)
}

/// Builds an image if it is not up to date, and says where it is.
pub fn build(program: Program) -> Result<PathBuf, QemuError> {
    let name = match program {
        Program::Table => "table-qemu",
        Program::Live => "table-qemu-live",
        Program::Bench => "bench-qemu",
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .current_dir(&root)
        .args(["build", "--quiet", "--package", "firmware", "--bin", name])
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
            Ok(target.join(TARGET).join("image").join(name))
        }
        _ => Err(QemuError::Build),
    }
}

/// The hash that an image finds when it measures itself: its program as it lies in flash, without gaps filled in by anybody.
pub fn image_hash(image: &Path) -> Result<Hash, QemuError> {
    let bytes = std::fs::read(image)?;
    let elf = ElfFile32::<Endianness>::parse(&*bytes).map_err(|_| QemuError::Build)?;
    let endian = elf.endian();
    let mut flash = vec![];
    for segment in elf.elf_program_headers() {
        let (at, length) = (segment.p_paddr(endian), segment.p_filesz(endian) as usize);
        let data = segment.data(endian, &*bytes).map_err(|()| QemuError::Build)?;
        if segment.p_type(endian) != PT_LOAD || length == 0 || at < FLASH {
            continue;
        }
        let start = (at - FLASH) as usize;
        flash.resize(flash.len().max(start + length), 0);
        flash[start..start + length].copy_from_slice(data);
    }
    Ok(Hash::of(&flash))
}

/// Where flash begins.
const FLASH: u32 = 0x0800_0000;
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
    qemu: Arc<Mutex<Child>>,
    requests: File,
    replies: File,
    /// Real time started here; `None` in virtual time.
    started: Option<Instant>,
    /// Set at every request, cleared by the watcher.
    heard: Arc<AtomicBool>,
    processor: Processor,
    /// A hello is to be expected: the guest has just been started, or something was done to it.
    starting: bool,
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
            mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)
                .map_err(io::Error::from)?;
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
        let processor = Processor::next();
        let qemu = processor.run(|| qemu.spawn()).map_err(QemuError::Missing)?;
        let qemu = Arc::new(Mutex::new(qemu));
        let heard = Arc::new(AtomicBool::new(true));
        let pipe = requests.try_clone()?;
        thread::spawn({
            let (qemu, heard) = (qemu.clone(), heard.clone());
            move || watch(&qemu, &heard, pipe)
        });
        let started = referee.map(|_| Instant::now());
        Ok(Guest {
            qemu,
            requests,
            replies,
            started,
            heard,
            processor,
            starting: true,
            _folder: folder,
        })
    }

    /// Answers the guest until it ends (its exit code) or `enough` says so (`None`, and the guest is killed:
    /// an honest power cut).
    pub fn serve(
        &mut self,
        world: &mut World,
        enough: impl FnMut(&World) -> bool,
    ) -> Result<Option<i32>, QemuError> {
        self.processor.run(|| self.answer_all(world, enough))
    }

    fn answer_all(
        &mut self,
        world: &mut World,
        mut enough: impl FnMut(&World) -> bool,
    ) -> Result<Option<i32>, QemuError> {
        let mut buffer = [0; MOST_MESSAGE + 2];
        loop {
            let request = match self.receive(&mut buffer)? {
                Received::Request(body) => postcard::from_bytes(body)?,
                Received::Ended => return Ok(Some(lock(&self.qemu).wait()?.code().unwrap_or(-1))),
                Received::Silence => return Err(QemuError::Silent),
            };
            self.heard.store(true, Ordering::Relaxed);
            if let Some(started) = self.started {
                world.arrive(started.elapsed().as_micros() as u64);
            }
            self.answer(world, request)?;
            if enough(world) {
                self.kill()?;
                return Ok(None);
            }
        }
    }

    /// Hands the jobs to a bench image, one after the other; what each cost.
    pub fn measure(&mut self, jobs: &[(Job, Vec<u8>)]) -> Result<Vec<Cost>, QemuError> {
        let mut buffer = [0; MOST_MESSAGE + 2];
        let mut costs = vec![];
        while costs.len() < jobs.len() {
            let request = match self.receive(&mut buffer)? {
                Received::Request(body) => postcard::from_bytes(body)?,
                Received::Ended | Received::Silence => return Err(QemuError::Silent),
            };
            self.heard.store(true, Ordering::Relaxed);
            let reply = match request {
                Request::Hello => Reply::World {
                    virtual_time: true,
                    by_sight: false,
                    displays: false,
                    key_seed: [0; 32],
                    reset: ResetCause::Power,
                },
                Request::NextJob => {
                    let (job, input) = &jobs[costs.len()];
                    Reply::Job(*job, input)
                }
                Request::Measured(cost) => {
                    costs.push(cost);
                    Reply::Done
                }
                _ => return Err(QemuError::Silent),
            };
            self.reply(&reply)?;
        }
        Ok(costs)
    }

    /// Cuts the power.
    pub fn kill(&mut self) -> Result<(), QemuError> {
        let mut qemu = lock(&self.qemu);
        qemu.kill()?;
        qemu.wait()?;
        Ok(())
    }

    /// Waits for one message in the pipe.
    fn receive<'a>(&mut self, buffer: &'a mut [u8]) -> Result<Received<'a>, QemuError> {
        let mut have = 0;
        loop {
            have += self.requests.read(&mut buffer[have..])?;
            let Some((length, _)) = buffer[..have].split_first_chunk::<2>() else {
                continue;
            };
            match usize::from(u16::from_le_bytes(*length)) {
                ENDED => return Ok(Received::Ended),
                SILENCE => return Ok(Received::Silence),
                length if have >= length + 2 => {
                    return Ok(Received::Request(&buffer[2..length + 2]));
                }
                _ => {}
            }
        }
    }

    fn answer(&mut self, world: &mut World, request: Request<'_>) -> Result<(), QemuError> {
        let bytes;
        let reply = match request {
            Request::Hello if !std::mem::take(&mut self.starting) => {
                return Err(QemuError::Restarted);
            }
            Request::Hello => Reply::World {
                virtual_time: self.started.is_none(),
                by_sight: world.is_by_sight(),
                displays: world.has_displays(),
                key_seed: world.key_seed(),
                reset: world.cause(),
            },
            Request::Feed => {
                world.feed();
                Reply::Done
            }
            Request::Spi(device, mosi) => {
                let (miso, took) = world.spi(device, mosi);
                bytes = miso;
                Reply::Spi(&bytes, took as u32, world.lines_in())
            }
            Request::Drive(output, high) => {
                world.drive(output, high);
                Reply::Lines(world.lines_in())
            }
            Request::Look if self.started.is_some() && world.is_over() => Reply::Stop(0),
            Request::Look => Reply::Lines(world.lines_in()),
            Request::LinkWrite(bytes) => Reply::Took(world.link_write(bytes) as u32),
            Request::LinkRead(most) => {
                bytes = world.link_read(usize::from(most));
                Reply::LinkBytes(&bytes, world.lines_in())
            }
            Request::Random => Reply::Random(world.random()),
            Request::Tone(hertz) => {
                world.tone(hertz);
                Reply::Done
            }
            Request::Press => Reply::Press(world.press(), world.lines_in()),
            Request::LookBegins(seat, doubts) => {
                Reply::Later(world.look_begins(seat, Doubts::from_bits(doubts)))
            }
            Request::LookEnds(seat) => match world.look_ends(seat) {
                Glimpse::Nothing => Reply::Done,
                Glimpse::Round { zone, tags, end } => {
                    bytes = tags.iter().flat_map(|tag| tag.0.to_le_bytes()).collect();
                    Reply::Round(zone, &bytes, end.map(|end| end == Observation::Swept))
                }
                Glimpse::Trouble(trouble) => Reply::Trouble(trouble),
                Glimpse::Recovered => Reply::Recovered,
            },
            Request::Idle(until) => match world.idle(until) {
                Some(now) => Reply::Now(now, world.lines_in()),
                None => match world.take_injury() {
                    Some(injury) => {
                        self.starting = true;
                        Reply::Break(injury)
                    }
                    None => Reply::Stop(0),
                },
            },
            Request::Trace(trace) => {
                world.trace(trace);
                Reply::Done
            }
            // A bench image in a world has nothing to measure.
            Request::NextJob | Request::Measured(_) => Reply::Stop(0),
        };
        self.reply(&reply)
    }

    fn reply(&mut self, reply: &Reply<'_>) -> Result<(), QemuError> {
        let mut message = [0; MOST_MESSAGE + 2];
        let used = postcard::to_slice(reply, &mut message[2..])?.len();
        message[..2].copy_from_slice(&(used as u16).to_le_bytes());
        self.replies.write_all(&message[..used + 2])?;
        Ok(())
    }
}

/// What came through the pipe. Lengths that no request has are the watcher's words.
enum Received<'a> {
    Request(&'a [u8]),
    Ended,
    Silence,
}

const ENDED: usize = 0xFFFF;
const SILENCE: usize = 0xFFFE;

/// Looks after a guest from a thread of its own, so that serving it costs one blocking read per request: says through
/// the pipe when QEMU has ended or has not been heard of for too long.
fn watch(qemu: &Mutex<Child>, heard: &AtomicBool, mut pipe: File) {
    let mut silent = Duration::ZERO;
    let word = loop {
        thread::sleep(WATCH_EVERY);
        if !matches!(lock(qemu).try_wait(), Ok(None)) {
            break ENDED;
        }
        silent = if heard.swap(false, Ordering::Relaxed) {
            Duration::ZERO
        } else {
            silent + WATCH_EVERY
        };
        if silent >= PATIENCE {
            break SILENCE;
        }
    };
    // Nobody reads it when the guest was dropped; then there is nobody to tell.
    let _ = pipe.write_all(&(word as u16).to_le_bytes());
}

/// A child process is usable whatever another thread did.
fn lock(qemu: &Mutex<Child>) -> std::sync::MutexGuard<'_, Child> {
    qemu.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
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
    let version =
        text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let version = version.unwrap_or_default();
    let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
    match major {
        Some(major) if major >= OLDEST_QEMU => Ok(()),
        _ => Err(QemuError::TooOld(version.into())),
    }
}
