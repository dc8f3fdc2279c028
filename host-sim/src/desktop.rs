//! The desktop home: the application in this process, on virtual time.
//!
//! The whole application is one future. It is polled until it has nothing to do; then the world's time jumps to the next thing
//! that happens and it is polled again. Nothing here needs a waker but the channels between tasks: after a jump
//! everybody looks for himself, so lines, wire and timers simply stay pending.

use std::cell::RefCell;
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake};

use embassy_futures::join::join4;
use embedded_hal::digital::{ErrorType as PinError, InputPin, OutputPin};
use embedded_hal::spi::ErrorType as SpiError;
use embedded_hal_async::digital::Wait;
use embedded_hal_async::spi::{Operation, SpiDevice};
use embedded_io_async::{ErrorType as IoError, Read, Write};
use firmware::board::{
    Board, Buzzer, Clock, Desk, Front, FrontPort, Observer, Pads, Parts, Random, ReaderPort,
    ScreenPort, Start, Vitals, Watchdog,
};
use firmware::boot::{self, BootFault};
use firmware::bridge::{Device, Input, Output};
use firmware::channels::{Channels, FromPeople, Press};
use firmware::drivers::hc165::KeyChain;
use firmware::tasks::table::Mind;
use firmware::trace::Trace;
use table_core::seat::Seat;
use table_core::time::{Span, Tick};
use table_core::trust::{Image, SoftwareKey};

use crate::air::{Channel, ReaderFault};
use crate::chips::Micros;
use crate::play::sightings;
use crate::world::{Setup, World};

/// Runs the application in `world` until the world's time is up; the fault if the table cannot start.
pub fn run(world: World) -> (World, Result<(), BootFault>) {
    let mut world = world;
    loop {
        let (home, channels) = (Home::new(world), Channels::new());
        let mut mind = Box::new(Mind::new());
        let application = firmware::run::<Desktop<'_>>(parts(&home), &mut mind, &channels);
        let ended = drive(&home, application);
        world = home.world.into_inner();
        // What breaks the processor starts it anew.
        if world.take_injury().is_none() {
            return (world, ended);
        }
    }
}

/// Runs the application with sightings in place of reader chips: the same scans without their SPI bytes.
pub fn run_by_sight(world: World, rivers: bool) -> (World, Result<(), BootFault>) {
    let (world, _, ended) = run_by_sight_with_its_mind(world, rivers);
    (world, ended)
}

/// The same, with what the table had in mind at the end.
pub fn run_by_sight_with_its_mind(
    world: World,
    rivers: bool,
) -> (World, Box<Mind>, Result<(), BootFault>) {
    let mut world = world;
    loop {
        let (home, channels) = (Home::new(world), Channels::new());
        let mut mind = Box::new(Mind::new());
        let [first, second, third, fourth] =
            Seat::ALL.map(|seat| sightings(&home, seat, rivers, &channels));
        let eyes = join4(first, second, third, fourth);
        let mut desk = parts(&home).desk;
        // Presses without key contacts, and displays only where somebody looks: both would slow a long run down.
        desk.pads = Buttons::Presses(&home);
        if home.world.borrow().album().is_none() {
            desk.front = None;
        }
        let application = firmware::run_with_eyes::<Desktop<'_>>(eyes, desk, &mut mind, &channels);
        let ended = drive(&home, application);
        world = home.world.into_inner();
        if world.take_injury().is_none() {
            return (world, mind, ended);
        }
    }
}

/// What the table has in mind when it has started over the storage of `world` and before it has seen anything.
pub fn remember(world: &World) -> Result<Box<Mind>, BootFault> {
    let setup = Setup {
        key_seed: world.key_seed(),
        fram: world.fram().bytes().to_vec(),
        ..Setup::new(world.seed(), vec![], Micros::MAX)
    };
    let key = SoftwareKey::from_seed(&setup.key_seed);
    let home = Home::new(World::new(setup));
    let mut mind = Box::new(Mind::new());
    let mut fram = Chip { home: &home, device: Device::Fram };
    let started = async {
        let image = Image::StandIn;
        boot::start::<Desktop<'_>>(&mut fram, &key, image, &&home, &mut mind).await
    };
    let ended = drive(&home, async { started.await.err().unwrap_or(BootFault::Ended) });
    match ended {
        Err(BootFault::Ended) | Ok(()) => Ok(mind),
        Err(fault) => Err(fault),
    }
}

/// Polls the application and jumps through time until the world stops.
fn drive(home: &Home, application: impl Future<Output = BootFault>) -> Result<(), BootFault> {
    let mut application = pin!(application);
    let woken = Arc::new(Woken(AtomicBool::new(true)));
    let waker = woken.clone().into();
    let mut context = Context::from_waker(&waker);
    loop {
        while woken.0.swap(false, Ordering::Relaxed) {
            home.alarms.borrow_mut().clear();
            if let Poll::Ready(fault) = application.as_mut().poll(&mut context) {
                return Err(fault);
            }
        }
        if home.world.borrow().is_dark() {
            return Ok(());
        }
        let until = home.alarms.borrow().iter().min().copied();
        if home.world.borrow_mut().idle(until).is_none() {
            return Ok(());
        }
        woken.0.store(true, Ordering::Relaxed);
    }
}

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The desktop: a world and who waits for its time.
pub struct Home {
    world: RefCell<World>,
    /// Who waits until when; filled anew at every poll.
    alarms: RefCell<Vec<Tick>>,
}

impl Home {
    fn new(world: World) -> Home {
        Home { world: RefCell::new(world), alarms: RefCell::new(vec![]) }
    }

    /// The table's time.
    pub fn now(&self) -> Tick {
        self.world.borrow().tick()
    }

    /// What chance in this world follows from.
    pub fn seed(&self) -> u64 {
        self.world.borrow().seed()
    }

    /// Asks the air over the table, now.
    pub fn air<T>(&self, ask: impl FnOnce(&mut Channel, Micros) -> T) -> T {
        let mut world = self.world.borrow_mut();
        let now = world.now();
        ask(world.channel(), now)
    }

    /// What has befallen a reader.
    pub fn trouble(&self, seat: Seat) -> Option<ReaderFault> {
        self.world.borrow_mut().trouble(seat)
    }

    /// Waits until `at`.
    pub async fn until(&self, at: Tick) {
        poll_fn(|_| {
            if self.now() >= at {
                return Poll::Ready(());
            }
            self.alarms.borrow_mut().push(at);
            Poll::Pending
        })
        .await;
    }
}

fn parts(home: &Home) -> Parts<Desktop<'_>> {
    let world = home.world.borrow();
    let signer = SoftwareKey::from_seed(&world.key_seed());
    let start = Start::because(world.cause(), world.image());
    Parts {
        readers: Seat::ALL.map(|seat| ReaderPort {
            spi: Chip { home, device: Device::Reader(seat) },
            busy: LineIn { home, input: Input::Busy(seat) },
            irq: LineIn { home, input: Input::Irq(seat) },
            reset: LineOut { home, output: Output::Reset(seat) },
            antenna: [0, 1].map(|bit| LineOut { home, output: Output::Antenna(seat, bit) }),
        }),
        desk: Desk {
            clock: home,
            fram: Chip { home, device: Device::Fram },
            rx: Link { home },
            tx: Link { home },
            pads: Buttons::Keys(KeyChain::new(Chip { home, device: Device::Pads }, home)),
            front: Some(FrontPort {
                screen: ScreenPort {
                    spi: Chip { home, device: Device::Screen },
                    data: LineOut { home, output: Output::ScreenData },
                    reset: LineOut { home, output: Output::ScreenReset },
                },
                digits: Chip { home, device: Device::Digits },
                buzzer: home,
            }),
            random: home,
            signer,
            watchdog: Fed { home },
            observer: home,
            vitals: home,
            start,
        },
    }
}

/// The desktop as a board.
struct Desktop<'a>(std::marker::PhantomData<&'a Home>);

impl<'a> Board for Desktop<'a> {
    type Clock = &'a Home;
    type ReaderSpi = Chip<'a>;
    type ReaderBusy = LineIn<'a>;
    type ReaderIrq = LineIn<'a>;
    type ReaderOut = LineOut<'a>;
    type Fram = Chip<'a>;
    type Rx = Link<'a>;
    type Tx = Link<'a>;
    type Pads = Buttons<'a>;
    type Front = Desktop<'a>;
    type Random = &'a Home;
    type Signer = SoftwareKey;
    type Watchdog = Fed<'a>;
    type Observer = &'a Home;
    type Vitals = &'a Home;
}

impl Clock for &Home {
    fn now(&self) -> Tick {
        Home::now(self)
    }

    async fn until(&self, at: Tick) {
        Home::until(self, at).await;
    }
}

impl Observer for &Home {
    fn trace(&self, trace: Trace) {
        self.world.borrow_mut().trace(trace);
    }
}

impl<'a> Front for Desktop<'a> {
    type Screen = Chip<'a>;
    type ScreenOut = LineOut<'a>;
    type Digits = Chip<'a>;
    type Buzzer = &'a Home;
}

impl Random for &Home {
    fn word(&mut self) -> u32 {
        self.world.borrow_mut().random()
    }
}

impl Buzzer for &Home {
    fn tone(&mut self, hertz: Option<u16>) {
        self.world.borrow_mut().tone(hertz);
    }
}

impl Vitals for &Home {
    fn power_fails(&self) -> bool {
        self.world.borrow().power_fails()
    }

    /// A program's stack is its operating system's business.
    fn stack(&self) -> Option<(u32, u32)> {
        None
    }
}

/// The call pads.
enum Buttons<'a> {
    /// Key by key, through the driver and the chip model.
    Keys(KeyChain<Chip<'a>, &'a Home>),
    /// Press by press.
    Presses(&'a Home),
}

impl Pads for Buttons<'_> {
    async fn next(&mut self) -> FromPeople {
        let home = match self {
            Buttons::Keys(chain) => return chain.next().await,
            Buttons::Presses(home) => home,
        };
        poll_fn(|_| match home.world.borrow_mut().press() {
            Some((seat, call)) => {
                Poll::Ready(FromPeople::Press(Press { at: home.now(), seat, call }))
            }
            None => Poll::Pending,
        })
        .await
    }
}

/// The world's watchdog.
struct Fed<'a> {
    home: &'a Home,
}

impl Watchdog for Fed<'_> {
    fn feed(&mut self) {
        self.home.world.borrow_mut().feed();
    }
}

/// A chip behind a chip-select line.
struct Chip<'a> {
    home: &'a Home,
    device: Device,
}

impl SpiError for Chip<'_> {
    type Error = Infallible;
}

impl SpiDevice for Chip<'_> {
    async fn transaction(
        &mut self,
        operations: &mut [Operation<'_, u8>],
    ) -> Result<(), Infallible> {
        let mosi: Vec<u8> = operations.iter().flat_map(sent).copied().collect();
        let (miso, took) = self.home.world.borrow_mut().spi(self.device, &mosi);
        let mut miso = miso.into_iter();
        for operation in operations {
            receive(operation, &mut miso);
        }
        self.home.until(self.home.now() + Span::micros(took)).await;
        Ok(())
    }
}

/// What an operation puts on the bus; a read keeps the line where its buffer says, as a DMA does.
fn sent<'a>(operation: &'a Operation<'_, u8>) -> &'a [u8] {
    match operation {
        Operation::Read(buffer) => buffer,
        Operation::Write(bytes) | Operation::Transfer(_, bytes) => bytes,
        Operation::TransferInPlace(bytes) => bytes,
        Operation::DelayNs(_) => &[],
    }
}

fn receive(operation: &mut Operation<'_, u8>, miso: &mut impl Iterator<Item = u8>) {
    match operation {
        Operation::Read(buffer) | Operation::TransferInPlace(buffer) => {
            buffer.iter_mut().zip(miso).for_each(|(to, from)| *to = from);
        }
        Operation::Transfer(buffer, bytes) => {
            let came: Vec<u8> = miso.take(bytes.len()).collect();
            buffer.iter_mut().zip(came).for_each(|(to, from)| *to = from);
        }
        Operation::Write(bytes) => miso.take(bytes.len()).for_each(drop),
        Operation::DelayNs(_) => {}
    }
}

struct LineIn<'a> {
    home: &'a Home,
    input: Input,
}

impl LineIn<'_> {
    fn high(&self) -> bool {
        self.home.world.borrow().look(self.input)
    }

    async fn level(&self, high: bool) {
        poll_fn(|_| if self.high() == high { Poll::Ready(()) } else { Poll::Pending }).await;
    }
}

impl PinError for LineIn<'_> {
    type Error = Infallible;
}

impl InputPin for LineIn<'_> {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(self.high())
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(!self.high())
    }
}

impl Wait for LineIn<'_> {
    async fn wait_for_high(&mut self) -> Result<(), Infallible> {
        self.level(true).await;
        Ok(())
    }

    async fn wait_for_low(&mut self) -> Result<(), Infallible> {
        self.level(false).await;
        Ok(())
    }

    async fn wait_for_rising_edge(&mut self) -> Result<(), Infallible> {
        self.level(false).await;
        self.wait_for_high().await
    }

    async fn wait_for_falling_edge(&mut self) -> Result<(), Infallible> {
        self.level(true).await;
        self.wait_for_low().await
    }

    async fn wait_for_any_edge(&mut self) -> Result<(), Infallible> {
        let before = self.high();
        self.level(!before).await;
        Ok(())
    }
}

struct LineOut<'a> {
    home: &'a Home,
    output: Output,
}

impl PinError for LineOut<'_> {
    type Error = Infallible;
}

impl OutputPin for LineOut<'_> {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.home.world.borrow_mut().drive(self.output, false);
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.home.world.borrow_mut().drive(self.output, true);
        Ok(())
    }
}

/// One end of the referee's UART.
struct Link<'a> {
    home: &'a Home,
}

impl IoError for Link<'_> {
    type Error = Infallible;
}

impl Read for Link<'_> {
    async fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
        poll_fn(|_| {
            let bytes = self.home.world.borrow_mut().link_read(buffer.len());
            if bytes.is_empty() {
                return Poll::Pending;
            }
            buffer.iter_mut().zip(&bytes).for_each(|(to, from)| *to = *from);
            Poll::Ready(Ok(bytes.len()))
        })
        .await
    }
}

impl Write for Link<'_> {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        let took = self.home.world.borrow_mut().link_write(bytes);
        self.home.until(self.home.now() + Span::micros(took)).await;
        Ok(bytes.len())
    }

    async fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
