//! The application's tasks as embassy wants them: of concrete types, so each image declares them for its own home.

/// Declares the tasks for a home, and `spawn_all`, which recovers the journal and starts them: readers on the
/// executor that interrupts, everybody else on the other one.
#[macro_export]
macro_rules! tasks_for {
    ($home:ty) => {
        mod spawned {
            use super::*;
            use table_core::seat::Seat;
            use $crate::board::{Board, Front, ReaderPort, ScreenPort};
            use $crate::tasks::journal::Office;
            use $crate::tasks::referee::Identity;
            use $crate::tasks::screen::Easel;
            use $crate::tasks::table::Mind;

            type Clock = <$home as Board>::Clock;
            type Observer = <$home as Board>::Observer;

            #[embassy_executor::task(pool_size = 4)]
            pub async fn reader(
                seat: Seat,
                port: ReaderPort<$home>,
                clock: Clock,
                observer: Observer,
                channels: &'static Channels,
            ) {
                $crate::tasks::readers::run::<$home>(seat, port, clock, observer, channels).await;
            }

            #[embassy_executor::task]
            pub async fn table(
                mind: &'static mut Mind,
                random: <$home as Board>::Random,
                clock: Clock,
                observer: Observer,
                channels: &'static Channels,
            ) {
                $crate::tasks::table::run::<$home>(mind, random, clock, observer, channels).await;
            }

            #[embassy_executor::task]
            pub async fn journal(
                office: Office<$home>,
                clock: Clock,
                observer: Observer,
                channels: &'static Channels,
            ) {
                $crate::tasks::journal::run::<$home>(office, clock, observer, channels).await;
            }

            #[embassy_executor::task]
            pub async fn referee(
                rx: <$home as Board>::Rx,
                tx: <$home as Board>::Tx,
                identity: Identity,
                clock: Clock,
                observer: Observer,
                channels: &'static Channels,
            ) {
                $crate::tasks::referee::run::<$home>(rx, tx, identity, clock, observer, channels)
                    .await;
            }

            #[embassy_executor::task]
            pub async fn pads(
                pads: <$home as Board>::Pads,
                clock: Clock,
                channels: &'static Channels,
            ) {
                $crate::tasks::pads::run::<$home>(pads, clock, channels).await;
            }

            #[embassy_executor::task]
            pub async fn screen(
                port: ScreenPort<<$home as Board>::Front>,
                easel: &'static mut Easel,
                clock: Clock,
                channels: &'static Channels,
            ) {
                $crate::tasks::screen::run::<$home>(port, easel, clock, channels).await;
            }

            #[embassy_executor::task]
            pub async fn digits(
                chain: <<$home as Board>::Front as Front>::Digits,
                clock: Clock,
                channels: &'static Channels,
            ) {
                $crate::tasks::digits::run::<$home>(chain, clock, channels).await;
            }

            #[embassy_executor::task]
            pub async fn buzzer(
                buzzer: <<$home as Board>::Front as Front>::Buzzer,
                clock: Clock,
                channels: &'static Channels,
            ) {
                $crate::tasks::buzzer::run(buzzer, clock, channels).await;
            }

            #[embassy_executor::task]
            pub async fn supervisor(
                watchdog: <$home as Board>::Watchdog,
                clock: Clock,
                channels: &'static Channels,
            ) {
                $crate::tasks::supervisor::run::<$home>(watchdog, clock, channels).await;
            }
        }

        async fn spawn_all(
            high: impl FnOnce() -> embassy_executor::SendSpawner,
            low: embassy_executor::Spawner,
            parts: impl FnOnce() -> Parts<$home>,
            mind: &'static mut $crate::tasks::table::Mind,
            channels: &'static Channels,
        ) -> Result<(), $crate::boot::BootFault> {
            use $crate::board::Signer as _;
            // Taken here: handed over they would lie in this future twice.
            let Parts { readers, desk } = parts();
            let high = high();
            let $crate::board::Desk {
                clock,
                mut fram,
                rx,
                tx,
                pads,
                front,
                random,
                signer,
                watchdog,
                observer,
                vitals,
                start,
            } = desk;
            static EASEL: static_cell::ConstStaticCell<$crate::tasks::screen::Easel> =
                static_cell::ConstStaticCell::new($crate::tasks::screen::Easel::new());
            let easel = EASEL.take();
            let started =
                $crate::boot::start::<$home>(&mut fram, &signer, start.image, &observer, mind)
                    .await;
            let book = match started {
                Ok(book) => book,
                Err(fault) => {
                    if let Some(front) = front {
                        let (screen, shown) = (front.screen, fault.shown());
                        $crate::tasks::screen::show_fault::<$home>(screen, shown, easel, clock)
                            .await;
                    }
                    return Err(fault);
                }
            };
            let identity = $crate::tasks::referee::Identity::of(&book, mind, signer.public());
            for (seat, port) in table_core::seat::Seat::ALL.into_iter().zip(readers) {
                high.spawn(spawned::reader(seat, port, clock, observer, channels).unwrap());
            }
            low.spawn(spawned::table(mind, random, clock, observer, channels).unwrap());
            let office = $crate::tasks::journal::Office { fram, book, signer, vitals, start };
            low.spawn(spawned::journal(office, clock, observer, channels).unwrap());
            low.spawn(spawned::referee(rx, tx, identity, clock, observer, channels).unwrap());
            high.spawn(spawned::pads(pads, clock, channels).unwrap());
            if let Some(front) = front {
                low.spawn(spawned::screen(front.screen, easel, clock, channels).unwrap());
                low.spawn(spawned::digits(front.digits, clock, channels).unwrap());
                low.spawn(spawned::buzzer(front.buzzer, clock, channels).unwrap());
            }
            low.spawn(spawned::supervisor(watchdog, clock, channels).unwrap());
            Ok(())
        }
    };
}
