//! The screen: draws what has changed, looks now and then whether anybody is there, and starts over when somebody is again.

use embassy_futures::select::select;
use embedded_hal::digital::OutputPin;
use embedded_hal_async::spi::SpiDevice;
use panel::{Canvas, Panel};
use table_core::event::{Part, PartTrouble};
use table_core::game::Few;
use table_core::time::Span;
use table_core::view::{self, Language, Screen, View};

use crate::board::{Board, Clock, Delay, Front, ScreenPort};
use crate::channels::{Channels, FromPeople, put};
use crate::drivers::st7796::{Fault, St7796};

/// How often the screen is asked who it is.
const CHECK: Span = Span::secs(2);
/// Everything is drawn anew so often: a disturbed pixel does not stay for the session.
const REFRESH: Span = Span::secs(60);

type Chip<B> =
    St7796<<<B as Board>::Front as Front>::Screen, <<B as Board>::Front as Front>::ScreenOut>;

/// What drawing needs. Large, so a home keeps one in a place of its own and lends it.
pub struct Easel {
    panel: Panel,
    canvas: Canvas,
}

impl Default for Easel {
    fn default() -> Easel {
        Easel::new()
    }
}

impl Easel {
    /// Nothing drawn.
    pub const fn new() -> Easel {
        Easel { panel: Panel::new(), canvas: Canvas::new() }
    }
}

/// Runs the screen for ever.
pub async fn run<B: Board>(
    port: ScreenPort<B::Front>,
    easel: &mut Easel,
    clock: B::Clock,
    channels: &Channels,
) {
    let ScreenPort { spi, data, reset } = port;
    let mut chip: Chip<B> = St7796::new(spi, data, reset);
    let mut absent = false;
    loop {
        if chip.start(&mut Delay(clock)).await.is_ok() {
            if core::mem::take(&mut absent) {
                put(&channels.people, clock, FromPeople::Part(Part::Screen, None)).await;
            }
            let Err(_) = draw::<B>(&mut chip, easel, clock, channels).await;
        }
        if !core::mem::replace(&mut absent, true) {
            let trouble = Some(PartTrouble::Absent);
            put(&channels.people, clock, FromPeople::Part(Part::Screen, trouble)).await;
        }
        clock.pause(CHECK).await;
    }
}

/// Shows why the table cannot start, and leaves it there.
pub async fn show_fault<B: Board>(
    port: ScreenPort<B::Front>,
    fault: view::Fault,
    easel: &mut Easel,
    clock: B::Clock,
) {
    let ScreenPort { spi, data, reset } = port;
    let mut chip: Chip<B> = St7796::new(spi, data, reset);
    let view = View {
        language: Language::default(),
        attention: Few::new(),
        head: None,
        screen: Screen::Fault(fault),
    };
    if chip.start(&mut Delay(clock)).await.is_ok() {
        // Nobody is left to be told if the screen fails as well.
        let _ = paint(&mut chip, easel, &view).await;
    }
}

/// Draws what has changed.
async fn paint<S: SpiDevice, O: OutputPin>(
    chip: &mut St7796<S, O>,
    easel: &mut Easel,
    view: &View,
) -> Result<(), Fault> {
    let Easel { panel, canvas } = easel;
    panel.update(view);
    loop {
        let few = panel.few(view);
        if few.is_empty() {
            return Ok(());
        }
        for item in few {
            for band in item.area.bands(Canvas::PIXELS) {
                item.paint(canvas, band);
                chip.show(band, canvas.bytes()).await?;
            }
        }
    }
}

enum Never {}

/// Draws until the screen does not answer any more.
async fn draw<B: Board>(
    chip: &mut Chip<B>,
    easel: &mut Easel,
    clock: B::Clock,
    channels: &Channels,
) -> Result<Never, Fault> {
    let mut views = channels.view.receiver().ok_or(Fault::Bus)?;
    let (mut check, mut refresh) = (clock.now(), clock.now());
    loop {
        if clock.now() >= check {
            check = clock.now() + CHECK;
            chip.check().await?;
        }
        if clock.now() >= refresh {
            refresh = clock.now() + REFRESH;
            easel.panel.forget();
        }
        if let Some(view) = views.try_get() {
            paint(chip, easel, &view).await?;
        }
        select(views.changed(), clock.until(check)).await;
    }
}
