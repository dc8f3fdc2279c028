//! Queues between tasks when they are full.

use std::future::{Future, pending};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use firmware::board::Clock;
use firmware::channels::{Channels, FromReader, put};
use table_core::seat::Seat;
use table_core::time::Tick;

/// A time that never comes.
#[derive(Clone, Copy)]
struct Still;

impl Clock for Still {
    fn now(&self) -> Tick {
        Tick(0)
    }

    async fn until(&self, _: Tick) {
        pending().await
    }
}

#[derive(Default)]
struct Wakings(AtomicUsize);

impl Wake for Wakings {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Readers run above the table. If those that wait for room woke each other, the table would never get to make any.
#[test]
fn readers_that_wait_for_room_wake_nobody() {
    let channels = Channels::new();
    let told = |seat| FromReader::Recovered(seat);
    while channels.from_readers.try_send(told(Seat::First)).is_ok() {}
    let wakings = [(); 2].map(|()| Arc::new(Wakings::default()));
    let wakers = wakings.clone().map(Waker::from);
    let mut first = pin!(put(&channels.from_readers, Still, told(Seat::First)));
    let mut second = pin!(put(&channels.from_readers, Still, told(Seat::Second)));
    for _ in 0..3 {
        let [mut one, mut other] = wakers.each_ref().map(Context::from_waker);
        assert_eq!(first.as_mut().poll(&mut one), Poll::Pending);
        assert_eq!(second.as_mut().poll(&mut other), Poll::Pending);
    }
    assert_eq!(wakings.map(|it| it.0.load(Ordering::Relaxed)), [0, 0]);
}
