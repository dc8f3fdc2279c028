//! The desktop home: the application in this process, on virtual time.
//!
//! The whole application is one future. It is polled until it has nothing to do; then the world's time jumps to the next thing
//! that happens and it is polled again. Inside it a task is polled only if what it waits for may have happened, as an executor
//! on the chip does: channels ring its bell by its waker, the home does for time, presses, bytes and lines.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use embassy_futures::join::join;
use embedded_hal::digital::{ErrorType as PinError, InputPin, OutputPin};
use embedded_hal::spi::ErrorType as SpiError;
use embedded_hal_async::digital::Wait;
use embedded_hal_async::spi::{Operation, SpiDevice};
use embedded_io_async::{ErrorType as IoError, Read, Write};
use firmware::board::{
    Board, Buzzer, Clock, Delay, Desk, Front, FrontPort, Observer, Pads, Parts, Random, ReaderPort,
    ScreenPort, Start, Vitals, Watchdog,
};
use firmware::boot::{self, BootFault};
use firmware::bridge::{Device, Input, Output};
use firmware::channels::{Channels, FromPeople, FromReader, Press};
use firmware::drivers::hc165::{Debouncer, KeyChain};
use firmware::drivers::pn5180::Pn5180;
use firmware::tasks::lookout::{self, Glimpse, Lookout};
use firmware::tasks::readers;
use firmware::tasks::table::Mind;
use firmware::trace::Trace;
use table_core::place::Antenna;
use table_core::seat::Seat;
use table_core::time::{Span, Tick};
use table_core::tracking::Doubts;
use table_core::trust::{Image, SoftwareKey};

use crate::chips::Micros;
use crate::world::{Setup, World};

/// Runs the application in `world` until the world's time is up; the fault if the table cannot start.
pub fn run(world: World) -> (World, Result<(), BootFault>) {
    let (world, _, ended) = run_with_its_mind(world);
    (world, ended)
}

/// The same, with what the table had in mind at the end.
pub fn run_with_its_mind(world: World) -> (World, Box<Mind>, Result<(), BootFault>) {
    let mut world = world;
    loop {
        let channels = Channels::with_radiation(world.radiation());
        let home = Home::new(world);
        let mut mind = Box::new(Mind::new());
        let lookout = home.world.borrow().is_by_sight().then_some(&home);
        let table = firmware::run::<Desktop<'_>>(parts(&home), lookout, &mut mind, &channels);
        let ended = drive(&home, table).map_or(Ok(()), Err);
        world = home.world.into_inner();
        // What breaks the processor starts it anew.
        if world.take_injury().is_none() {
            return (world, mind, ended);
        }
    }
}

/// A seat's reader driver on its chip in the world.
pub type ReaderDriver<'a> = Pn5180<Chip<'a>, LineIn<'a>, LineIn<'a>, LineOut<'a>, Delay<&'a Home>>;

/// Lets `work` use the reader of `seat` without the rest of the application; `None` if the world's time was up before. It is told
/// what time it is by the clock it gets.
pub fn with_reader<T>(
    world: World,
    seat: Seat,
    work: impl AsyncFnOnce(&mut ReaderDriver<'_>, &Home) -> T,
) -> (World, Option<T>) {
    let home = Home::new(world);
    let spi = Chip { home: &home, device: Device::Reader(seat) };
    let [busy, irq] =
        [Input::Busy(seat), Input::Irq(seat)].map(|input| LineIn { home: &home, input });
    let reset = LineOut { home: &home, output: Output::Reset(seat) };
    let mut reader = Pn5180::new(spi, busy, irq, reset, Delay(&home));
    let done = drive(&home, work(&mut reader, &home));
    (home.world.into_inner(), done)
}

/// What the reader of `seat` tells the table until the world's time is up, and when: through its driver and its chip, or by
/// sight if the world is seen so.
pub fn watch(world: World, seat: Seat) -> (World, Vec<(Tick, FromReader)>) {
    let (home, channels) = (Home::new(world), Channels::new());
    let told = RefCell::new(vec![]);
    let by_sight = home.world.borrow().is_by_sight();
    let ports = parts(&home).readers.into_iter();
    let reader = async {
        for port in ports.skip(seat.index()).take(1) {
            match by_sight {
                true => lookout::run(seat, &home, &home, &channels).await,
                false => readers::run::<Desktop<'_>>(seat, port, &home, &home, &channels).await,
            }
        }
    };
    let listener = async {
        loop {
            let message = channels.from_readers.receive().await;
            told.borrow_mut().push((home.now(), message));
        }
    };
    let ended: Option<((), ())> = drive(&home, join(reader, listener));
    debug_assert!(ended.is_none(), "readers never end by themselves");
    (home.world.into_inner(), told.into_inner())
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
    let started = drive(&home, async {
        boot::start::<Desktop<'_>>(&mut fram, &key, Image::StandIn, &&home, &mut mind).await
    });
    // The world has no end, so the start has come to one.
    started.transpose()?;
    Ok(mind)
}

/// Polls the application and jumps through time until it is done or the world stops.
fn drive<T>(home: &Home, application: impl Future<Output = T>) -> Option<T> {
    let mut application = pin!(application);
    let woken = Arc::new(Woken(AtomicBool::new(true)));
    let waker = woken.clone().into();
    let mut context = Context::from_waker(&waker);
    loop {
        while woken.0.swap(false, Ordering::Relaxed) {
            home.waits.borrow_mut().clear();
            if let Poll::Ready(result) = application.as_mut().poll(&mut context) {
                return Some(result);
            }
        }
        if home.world.borrow().is_dark() {
            return None;
        }
        let until = home.next_alarm();
        home.world.borrow_mut().idle(until)?;
        home.wake_those_concerned();
        woken.0.store(true, Ordering::Relaxed);
    }
}

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What somebody waits for.
#[derive(Clone, Copy)]
enum Waits {
    /// This time.
    Until(Tick),
    /// A press of a pad.
    Press,
    /// Bytes from the referee.
    Bytes,
    /// A line of a chip: he looks for himself whenever time has passed.
    Line,
}

/// A task, and what it waited for when it was last polled.
struct Task {
    bell: Arc<Bell>,
    waits: Vec<Waits>,
}

/// Rings when a task has something to do.
struct Bell {
    rung: AtomicBool,
    /// Of the application as a whole.
    waker: Waker,
}

impl Bell {
    fn ring(&self) {
        self.rung.store(true, Ordering::Relaxed);
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.ring();
        self.waker.wake_by_ref();
    }
}

/// The desktop: a world and who waits for what in it.
pub struct Home {
    world: RefCell<World>,
    tasks: RefCell<Vec<Task>>,
    /// Which of them is being polled.
    polled: Cell<Option<usize>>,
    /// What is waited for outside of tasks; filled anew at every poll.
    waits: RefCell<Vec<Waits>>,
}

impl Home {
    fn new(world: World) -> Home {
        let (tasks, polled, waits) = Default::default();
        Home { world: RefCell::new(world), tasks, polled, waits }
    }

    /// The table's time.
    pub fn now(&self) -> Tick {
        self.world.borrow().tick()
    }

    /// Connects a reader to one of its loops.
    pub fn connect(&self, antenna: Antenna) {
        let mut world = self.world.borrow_mut();
        for bit in [0, 1] {
            let high = antenna.zone as u8 >> bit & 1 == 1;
            world.drive(Output::Antenna(antenna.seat, bit), high);
        }
    }

    /// Waits until `at`.
    async fn until(&self, at: Tick) {
        self.when(Waits::Until(at), || (self.now() >= at).then_some(())).await;
    }

    /// Waits until `there` gives something; it is asked again when what is waited for has happened.
    async fn when<T>(&self, waits: Waits, mut there: impl FnMut() -> Option<T>) -> T {
        poll_fn(|_| match there() {
            Some(given) => Poll::Ready(given),
            None => {
                self.wait_for(waits);
                Poll::Pending
            }
        })
        .await
    }

    fn wait_for(&self, waits: Waits) {
        let mut tasks = self.tasks.borrow_mut();
        match self.polled.get().and_then(|nth| tasks.get_mut(nth)) {
            Some(task) => task.waits.push(waits),
            None => self.waits.borrow_mut().push(waits),
        }
    }

    /// When somebody wants to be woken next.
    fn next_alarm(&self) -> Option<Tick> {
        let (tasks, waits) = (self.tasks.borrow(), self.waits.borrow());
        let all = tasks.iter().flat_map(|task| &task.waits).chain(&*waits);
        all.filter_map(|waits| if let Waits::Until(at) = waits { Some(*at) } else { None }).min()
    }

    /// Time has passed: rings the bells of the tasks whose waiting may be over.
    fn wake_those_concerned(&self) {
        let world = self.world.borrow();
        let now = world.tick();
        let happened = |waits: &Waits| match *waits {
            Waits::Until(at) => at <= now,
            Waits::Press => world.has_press(),
            Waits::Bytes => world.has_bytes(),
            Waits::Line => true,
        };
        let tasks = self.tasks.borrow();
        let concerned = tasks.iter().filter(|task| task.waits.iter().any(happened));
        concerned.for_each(|task| task.bell.ring());
    }

    /// A new task, which will be polled as soon as `waker` has been heard.
    fn engage(&self, waker: &Waker) -> (usize, Arc<Bell>) {
        let bell = Arc::new(Bell { rung: AtomicBool::new(true), waker: waker.clone() });
        let mut tasks = self.tasks.borrow_mut();
        tasks.push(Task { bell: bell.clone(), waits: vec![] });
        (tasks.len() - 1, bell)
    }

    /// Polls a task if its bell has rung.
    async fn attend<T: Future>(&self, task: T) -> T::Output {
        let (nth, bell) = poll_fn(|context| Poll::Ready(self.engage(context.waker()))).await;
        let waker = bell.clone().into();
        let mut task = pin!(task);
        poll_fn(|_| {
            if !bell.rung.swap(false, Ordering::Relaxed) {
                return Poll::Pending;
            }
            if let Some(task) = self.tasks.borrow_mut().get_mut(nth) {
                task.waits.clear();
            }
            self.polled.set(Some(nth));
            let done = task.as_mut().poll(&mut Context::from_waker(&waker));
            self.polled.set(None);
            done
        })
        .await
    }
}

fn parts(home: &Home) -> Parts<Desktop<'_>> {
    let world = home.world.borrow();
    let signer = SoftwareKey::from_seed(&world.key_seed());
    let start = Start::because(world.cause(), world.image());
    let pads = match world.is_by_sight() {
        true => Buttons::Presses(home),
        false => {
            let (chip, keys) = (Chip { home, device: Device::Pads }, Debouncer::new());
            Buttons::Keys(Box::new(KeyChain::new(chip, home, keys)))
        }
    };
    let front = world.has_displays().then_some(FrontPort {
        screen: ScreenPort {
            spi: Chip { home, device: Device::Screen },
            data: LineOut { home, output: Output::ScreenData },
            reset: LineOut { home, output: Output::ScreenReset },
        },
        digits: Chip { home, device: Device::Digits },
        buzzer: home,
    });
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
            pads,
            front,
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

    fn attend<T: Future>(self, task: T) -> impl Future<Output = T::Output> {
        Home::attend(self, task)
    }
}

impl Lookout for &Home {
    fn begin(&self, seat: Seat, doubts: Doubts) -> Tick {
        self.world.borrow_mut().look_begins(seat, doubts)
    }

    fn end(&self, seat: Seat) -> Glimpse {
        self.world.borrow_mut().look_ends(seat)
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
    Keys(Box<KeyChain<Chip<'a>, &'a Home, Debouncer>>),
    /// Press by press.
    Presses(&'a Home),
}

impl Pads for Buttons<'_> {
    async fn next(&mut self) -> FromPeople {
        let home = match self {
            Buttons::Keys(chain) => return chain.next().await,
            Buttons::Presses(home) => home,
        };
        let (seat, call) = home.when(Waits::Press, || home.world.borrow_mut().press()).await;
        FromPeople::Press(Press { at: home.now(), seat, call })
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
pub struct Chip<'a> {
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

/// A line into the processor.
pub struct LineIn<'a> {
    home: &'a Home,
    input: Input,
}

impl LineIn<'_> {
    fn high(&self) -> bool {
        self.home.world.borrow().look(self.input)
    }

    async fn level(&self, high: bool) {
        self.home.when(Waits::Line, || (self.high() == high).then_some(())).await;
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

/// A line out of the processor.
pub struct LineOut<'a> {
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
        let read = || {
            let bytes = self.home.world.borrow_mut().link_read(buffer.len());
            (!bytes.is_empty()).then_some(bytes)
        };
        let bytes = self.home.when(Waits::Bytes, read).await;
        buffer.iter_mut().zip(&bytes).for_each(|(to, from)| *to = *from);
        Ok(bytes.len())
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
