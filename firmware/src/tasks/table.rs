//! The game: turns what readers, pads and the referee say into events, and hands them to the journal.

use core::mem::MaybeUninit;

use embassy_futures::select::{Either4, select4};
use heapless::Deque;
use table_core::diagnostics::Diagnostics;
use table_core::enrolment::{Enrolment, Ratchet, Seal, Twins};
use table_core::event::Event;
use table_core::game::{Command, Effect, Explanation, Input, Phase, Play, Refused, Status, Table};
use table_core::journal::Kept;
use table_core::record::Hash;
use table_core::time::{Span, Tick};
use table_core::tracking::{Census, Change, Observation, Sighting, Tracker};
use table_core::trust::{Identity, Officials};
use table_core::wire::{OrderId, Turned, WhyNot};

use super::shows::Shows;
use crate::board::{Board, Clock, Observer};
use crate::channels::{
    Channels, FromPeople, FromReader, FromReferee, Happening, Inspected, Press, Task,
};
use crate::trace::Trace;

/// The game looks at the time at least this often.
const LOOK: Span = Span::millis(50);
/// Clocks are kept this often: after a power cut they are behind by less.
const KEEP: Span = Span::secs(1);
/// A census that some reader does not let come to its end is taken as it is: the seat is blind and known to be.
const CENSUS: Span = Span::millis(2_500);
/// Most events that one input can cause: a long explanation that becomes certain at once, or a whole hand that
/// vanishes.
const MOST_EVENTS: usize = 32;

/// Runs the table for ever, from what `mind` remembers on.
pub async fn run<B: Board>(
    mind: &mut Mind,
    mut random: B::Random,
    clock: B::Clock,
    observer: B::Observer,
    channels: &Channels,
) {
    let mut look = clock.now() + LOOK;
    let mut told = clock.now();
    let mut keep = clock.now() + KEEP;
    let mut finals = Finals::default();
    loop {
        channels.health.report(Task::Table);
        let heard = select4(
            channels.orders.receive(),
            channels.people.receive(),
            channels.from_readers.receive(),
            clock.until(look),
        );
        let heard = heard.await;
        let mut now = clock.now();
        let ticked = matches!(heard, Either4::Fourth(()));
        match heard {
            Either4::First(FromReferee::Order(order, command)) => {
                mind.ordered(now, order, command, observer);
            }
            Either4::First(FromReferee::Tell(event)) => mind.told(event),
            Either4::Second(FromPeople::Press(Press { at, seat, call })) => {
                // The moment of the contact, not that of its being known; records never go back in time.
                now = at.max(told);
                mind.take(now, Input::Called { seat, call }, observer);
                if let Some(order) = mind.shows.pressed(&mind.table, seat, call, &mut random) {
                    mind.take(now, Input::Ordered(order), observer);
                }
            }
            Either4::Second(FromPeople::Part(part, trouble)) => mind.tell(match trouble {
                Some(trouble) => Event::PartTrouble { part, trouble },
                None => Event::PartRecovered { part },
            }),
            Either4::Third(told) => {
                mind.hears(now, told, observer);
                // A scan tells many tiles at once: all of them, until something follows.
                while mind.events.is_empty()
                    && let Ok(more) = channels.from_readers.try_receive()
                {
                    mind.hears(now, more, observer);
                }
                channels.attention.set(mind.tracker.doubts());
            }
            Either4::Fourth(()) => {
                look = now + LOOK;
                mind.take(now, Input::Tick, observer);
            }
        }
        if ticked && let Some(storage) = channels.storage.try_take() {
            mind.take(now, Input::Storage(storage), observer);
        }
        mind.pick_up(now, observer);
        if now >= keep {
            keep = now + KEEP;
            if let Some(kept) = mind.table.keeps(now) {
                channels.clocks.signal(kept);
            }
        }
        if ticked && let Some(seat) = channels.report.try_take() {
            let resets = channels.gauges.resets(seat);
            let report =
                mind.diagnostics.report(seat, resets, !mind.table.state().phase.is_played());
            // Full: the answer before it has not been sent yet, and this one will be asked for again.
            let _ = channels.inspected.try_send(Inspected::Sensors(report));
        }
        let news = ticked || !mind.events.is_empty();
        while let Some(event) = mind.events.pop_front() {
            observer.trace(Trace::Happened(event));
            mind.shows.follow(now, &event, channels);
            told = now;
            finals.sent(&event);
            channels.happenings.send(Happening { at: now, event }).await;
        }
        let settled = finals.are_kept(channels.kept.get());
        mind.shows.publish(now, &mind.table, settled, channels);
        if settled && news {
            channels.status.set(Status::of(mind.table.state(), mind.table.played(now)));
        }
        if settled && let Some(event) = finals.shown() {
            observer.trace(Trace::Shown(event));
        }
    }
}

/// Commit before effect (trust C1): nobody is shown something final before it is on record to stay.
#[derive(Default)]
struct Finals {
    /// Events that went to the journal since the start.
    sent: u32,
    /// The newest of them that is final and was not shown, and which of those sent it is.
    waiting: Option<(u32, Event)>,
}

impl Finals {
    fn sent(&mut self, event: &Event) {
        self.sent = self.sent.wrapping_add(1);
        if event.is_final() {
            self.waiting = Some((self.sent, *event));
        }
    }

    /// Whether everything final is on record when `kept` of the events are.
    fn are_kept(&self, kept: u32) -> bool {
        // A difference, as both counts may wrap; never more than a few events are on their way.
        self.waiting.is_none_or(|(nth, _)| kept.wrapping_sub(nth) as i32 >= 0)
    }

    /// Displays show what was waiting.
    fn shown(&mut self) -> Option<Event> {
        self.waiting.take().map(|(_, event)| event)
    }
}

/// Tracker and game, and what they have concluded. Large, so a home keeps one in a place of its own and lends it.
pub struct Mind {
    tracker: Tracker,
    /// What the game was told of them.
    blind_spots: bool,
    table: Table,
    /// Newest act of the best explanation when it was last told.
    newest: Option<Play>,
    /// Who may give orders, as recorded.
    officials: Option<Officials>,
    events: Deque<Event, MOST_EVENTS>,
    /// For displays.
    pub shows: Shows,
    /// Scans since power came back.
    census: Census,
    /// For whoever looks after the table.
    diagnostics: Diagnostics,
    twins: Twins,
    /// The seal of the list of tiles in force with the list's hash, and the newest edition on record.
    seal: Option<(Seal, Hash)>,
    edition: u32,
}

impl Default for Mind {
    fn default() -> Mind {
        Mind::new()
    }
}

/// A mind that knows nothing, its parts listed once for both ways to make one.
macro_rules! knows_nothing {
    ($($part:ident: $value:expr,)*) => {
        impl Mind {
            /// Knows nothing.
            pub const fn new() -> Mind {
                Mind { $($part: $value,)* }
            }

            /// The same, made in `room` part by part: as a constant it would lie in the flash, nearly all zeros, and as a whole it
            /// would pass through the stack.
            #[allow(unsafe_code)]
            pub fn make_in(room: &mut MaybeUninit<Mind>) -> &mut Mind {
                let mind = room.as_mut_ptr();
                $(
                    // SAFETY: the place of a part lies in `room`, which nobody else has; nothing is read there, nor through a reference.
                    let place = unsafe { &raw mut (*mind).$part };
                    // SAFETY: as above: aligned and free to be written.
                    unsafe { put(place, || $value) };
                )*
                // SAFETY: every part has been written. None is forgotten: from the same list `new` makes a whole one.
                unsafe { room.assume_init_mut() }
            }
        }
    };
}

knows_nothing! {
    tracker: Tracker::new(Enrolment::EMPTY),
    blind_spots: false,
    table: Table::new(),
    newest: None,
    officials: None,
    events: Deque::new(),
    shows: Shows::new(),
    census: Census::new(),
    diagnostics: Diagnostics::new(),
    twins: Twins::new(),
    seal: None,
    edition: 0,
}

/// Makes one part in a stack frame of its own, which is gone before the next and before anything else runs.
///
/// # Safety
/// `place` is aligned and may be written.
#[allow(unsafe_code)]
#[inline(never)]
unsafe fn put<T>(place: *mut T, part: impl FnOnce() -> T) {
    // SAFETY: promised by the caller.
    unsafe { place.write(part()) };
}

impl Mind {
    /// Learns which tags are tiles, and by whose word. A list that is newer than those on record goes on record.
    pub fn enrol(&mut self, enrolment: &Enrolment, seal: Option<Seal>) {
        self.seal = seal.map(|seal| (seal, enrolment.digest()));
        if seal.is_some_and(|seal| seal.edition > self.edition) {
            self.tell_list();
        }
        self.shows.enrolled = u8::try_from(enrolment.iter().count()).unwrap_or(u8::MAX);
        self.tracker.enrol(enrolment);
    }

    fn tell_list(&mut self) {
        if let Some((Seal { set, edition, .. }, list)) = self.seal {
            self.edition = edition;
            self.tell(Event::TilesListed { set, edition, list });
        }
    }

    /// Which lists of tiles may be used from now on.
    pub fn ratchet(&self) -> Ratchet {
        let organiser = self.officials.map(|officials| officials.organiser);
        Ratchet { organiser, edition: self.edition }
    }

    /// Learns who this table is.
    pub fn identify(&mut self, identity: Identity) {
        self.table.identify(identity);
    }

    /// Remembers a record.
    pub fn replay(&mut self, event: &Event) {
        if let Event::Appointed(officials) = event {
            self.officials = Some(*officials);
        }
        if let Event::TilesListed { edition, .. } = event {
            self.edition = *edition;
        }
        self.table.replay(event);
        self.shows.replay(event);
    }

    /// Who may give orders, as recorded.
    pub const fn officials(&self) -> Option<Officials> {
        self.officials
    }

    /// The link has something for the records.
    fn told(&mut self, event: Event) {
        self.replay(&event);
        self.tell(event);
    }

    /// An order passed the gate. Its number goes on record before what it causes, or with why it was refused. Before a session
    /// is started the lists of officials and tiles are put on record again, so that every session's records say who could order
    /// and by whose word its tiles are what they are; records of sessions before may make room.
    fn ordered(&mut self, now: Tick, order: OrderId, command: Command, observer: impl Observer) {
        if let (Command::StartSession(_), Some(officials)) = (command, self.officials) {
            self.tell(Event::Appointed(officials));
        }
        if let Command::StartSession(_) = command {
            self.tell_list();
        }
        let place = self.events.len();
        self.tell(Event::Ordered(order));
        let refused = self.take(now, Input::Ordered(command), observer);
        if let (Some(why), Some(event)) = (refused, self.events.iter_mut().nth(place)) {
            let turned = Turned { order: Some(order), why: WhyNot::Game(why), times: 1 };
            *event = Event::OrderTurned(turned);
        }
    }

    /// All records are remembered; the clocks stood like this.
    pub fn power_returned(&mut self, kept: Kept) {
        self.table.power_returned(kept);
    }

    /// The game as it is recorded.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Goes on with an interrupted session as soon as all tiles have been looked over.
    fn pick_up(&mut self, now: Tick, observer: impl Observer) {
        if !self.table.picking_up() {
            return;
        }
        let rivers =
            self.table.state().session.as_ref().is_some_and(|session| session.start.rivers);
        if self.census.complete(rivers) || now >= Tick(0) + CENSUS {
            self.take(now, Input::Censused, observer);
            observer.trace(Trace::PickedUp);
        }
    }

    /// A reader tells something.
    fn hears(&mut self, now: Tick, told: FromReader, observer: impl Observer) {
        match told {
            FromReader::Sighting(sighting) => self.sighted(now, sighting, observer),
            FromReader::Trouble(seat, trouble) => {
                self.diagnostics.reader(seat, Some(trouble));
                self.tell(Event::ReaderTrouble { seat, trouble });
                self.take(now, Input::Reader { seat, sees: false }, observer);
            }
            FromReader::Recovered(seat) => {
                self.tracker.restarted(seat);
                self.diagnostics.reader(seat, None);
                self.tell(Event::ReaderRecovered { seat });
                self.take(now, Input::Reader { seat, sees: true }, observer);
            }
            FromReader::Twins(antenna, tag) => {
                if let Some(tile) = self.tracker.tile(tag)
                    && self.twins.inseparable(tile)
                {
                    self.tell(Event::TwinTags { tag, at: [antenna; 2] });
                }
            }
        }
    }

    /// Something was seen. Without a session placements are events of their own: the sensor test.
    fn sighted(&mut self, now: Tick, sighting: Sighting, observer: impl Observer) {
        self.census.count(&sighting);
        let tile = match sighting.observation {
            Observation::Tag(tag) => self.tracker.tile(tag).map(|tile| (tag, tile)),
            Observation::Swept | Observation::Disturbed => None,
        };
        self.diagnostics.step(&sighting, tile.map(|(_, tile)| tile));
        if let Some((tag, tile)) = tile
            && let Some(at) = self.twins.seen(tile, sighting.antenna)
        {
            self.tell(Event::TwinTags { tag, at });
        }
        let mut changes: heapless::Vec<Change, MOST_EVENTS> = heapless::Vec::new();
        self.tracker.step(sighting, |change| {
            let noted = changes.push(change);
            debug_assert!(noted.is_ok(), "one sighting moved more tiles than a seat holds");
        });
        let blind = self.tracker.has_blind_spots();
        if core::mem::replace(&mut self.blind_spots, blind) != blind {
            self.take(now, Input::BlindSpots(blind), observer);
        }
        for change in changes {
            let idle = self.table.state().phase == Phase::Idle;
            match change {
                Change::Placed { tile, place, confidence, also } => {
                    observer.trace(Trace::Placed { tile, place, also, confidence });
                    if idle {
                        self.tell(Event::TilePlaced { tile, place });
                    }
                    let input = match also {
                        None => Input::Placed { tile, place },
                        Some(also) => Input::Either { tile, places: [place, also] },
                    };
                    self.take(now, input, observer);
                }
                Change::Foreign { tag, antenna } => {
                    self.tell(Event::ForeignTag { tag, antenna });
                    self.take(now, Input::Foreign { tag, antenna }, observer);
                }
            }
        }
    }

    /// One step of the game; why the order in it was refused, if it was.
    fn take(&mut self, now: Tick, input: Input, observer: impl Observer) -> Option<Refused> {
        let mut refused = None;
        let (events, newest, shows) = (&mut self.events, &mut self.newest, &mut self.shows);
        self.table.step(now, input, &mut |effect| match effect {
            Effect::Commit(event) => {
                let noted = events.push_back(event);
                debug_assert!(noted.is_ok(), "one input caused more events than there is room for");
            }
            Effect::Provisional(best) => name(&best, newest, observer),
            Effect::Refused(why) => {
                shows.refused(now, why);
                observer.trace(Trace::Refused(why));
                refused = Some(why);
            }
        });
        refused
    }

    fn tell(&mut self, event: Event) {
        let noted = self.events.push_back(event);
        debug_assert!(noted.is_ok(), "one input caused more events than there is room for");
    }
}

/// Tells the acts of an explanation that are new since the last one.
fn name(best: &Explanation, newest: &mut Option<Play>, observer: impl Observer) {
    let known = newest.and_then(|newest| best.plays().position(|play| play == newest));
    for play in best.plays().skip(known.map_or(0, |at| at + 1)) {
        observer.trace(Trace::Named(play));
    }
    *newest = best.plays().last();
}
