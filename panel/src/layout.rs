//! From a view to items, and from items to what must be drawn.

use core::hash::{Hash, Hasher};

use heapless::Vec;
use table_core::view::{Screen, View};

use crate::area::Area;
use crate::font::Type;
use crate::item::{Align, Fnv, Item, Look};
use crate::palette::Ink;
use crate::screens;
use crate::text::text;
use crate::words::{Word, Words};

/// Items of a screen at most: a result has four seats, eighteen tiles and seven lines.
pub const MOST_ITEMS: usize = 128;

/// Items handed out at once: all of them together would take ten kilobytes.
const A_FEW: usize = 12;

/// What is on the screen, by its items' marks.
pub struct Panel {
    /// Of the areas of all items together.
    shape: u64,
    drawn: [u64; MOST_ITEMS],
    /// Which items must be drawn, by their places, and have not been handed out.
    changed: [bool; MOST_ITEMS],
    few: Vec<Item, A_FEW>,
}

impl Default for Panel {
    fn default() -> Panel {
        Panel::new()
    }
}

impl Panel {
    /// Nothing is drawn yet.
    pub const fn new() -> Panel {
        Panel { shape: 0, drawn: [0; MOST_ITEMS], changed: [false; MOST_ITEMS], few: Vec::new() }
    }

    /// The display may show anything: everything is drawn at the next update.
    pub fn forget(&mut self) {
        self.drawn = [0; MOST_ITEMS];
    }

    /// Finds the items that differ from what is on the screen; [`Panel::few`] then hands them out, and they count as drawn. An
    /// item that lies on a changed one is drawn again after it; when items come, go or move, all are.
    pub fn update(&mut self, view: &View) {
        let mut shape = Fnv::new();
        lay_out(view, &mut |item| item.area.hash(&mut shape));
        if core::mem::replace(&mut self.shape, shape.finish()) != shape.finish() {
            self.forget();
        }
        let mut areas: Vec<Area, MOST_ITEMS> = Vec::new();
        let mut places = self.drawn.iter_mut().zip(&mut self.changed);
        lay_out(view, &mut |item| {
            let mark = item.mark();
            let Some((drawn, changed)) = places.next() else {
                debug_assert!(false, "a screen of more than {MOST_ITEMS} items");
                return;
            };
            let covered = areas.iter().any(|below| below.meets(&item.area));
            *changed = core::mem::replace(drawn, mark) != mark || covered;
            if *changed {
                let _ = areas.push(item.area);
            }
        });
        places.for_each(|(_, changed)| *changed = false);
    }

    /// The next of the items that must be drawn, in the order in which they are; none when all have been handed out. `view` is
    /// that of the last [`Panel::update`].
    pub fn few(&mut self, view: &View) -> &[Item] {
        let Panel { changed, few, .. } = self;
        few.clear();
        let mut places = changed.iter_mut();
        lay_out(view, &mut |item| {
            // What finds no room waits for the next time, and everything after it as well.
            if let Some(changed) = places.next().filter(|changed| **changed) {
                *changed = few.push(item).is_err();
            }
        });
        few
    }
}

/// All items of a view, those below first.
fn lay_out(view: &View, show: &mut dyn FnMut(Item)) {
    let mut page = Page {
        words: Words::of(view.language),
        show,
        urgent: view.attention.iter().any(screens::is_urgent),
    };
    page.ground(view);
    match &view.screen {
        Screen::Playing(playing) => screens::playing(&mut page, view, playing),
        Screen::Result(result) => screens::result(&mut page, view, result),
        Screen::Final(sheet) => screens::last_sheet(&mut page, sheet),
        Screen::Ready(ready) => screens::ready(&mut page, ready),
        Screen::SensorTest(test) => screens::sensor_test(&mut page, test),
        Screen::Sessions(sessions) => screens::sessions(&mut page, sessions),
        Screen::Census(census) => screens::census(&mut page, census),
        Screen::Fault(fault) => screens::fault(&mut page, *fault),
    }
    screens::strip(&mut page, view);
}

/// Where items are put.
pub struct Page<'a> {
    /// In this language.
    pub words: &'static Words,
    /// Something needs somebody: the frame says so.
    pub urgent: bool,
    show: &'a mut dyn FnMut(Item),
}

impl Page<'_> {
    /// What the language says.
    pub fn say(&self, word: Word) -> &'static str {
        self.words.say(word)
    }

    /// Whatever is below: one per kind of screen, so that another kind is drawn from the ground up.
    fn ground(&mut self, view: &View) {
        let kind = match &view.screen {
            Screen::Ready(_) => "ready",
            Screen::SensorTest(_) => "sensors",
            Screen::Sessions(_) => "sessions",
            Screen::Census(_) => "census",
            Screen::Playing(_) => "playing",
            Screen::Result(result) => screens::kind_of(result),
            Screen::Final(_) => "final",
            Screen::Fault(_) => "fault",
        };
        let look = Look::Text {
            text: text(kind),
            sort: Type::Small,
            ink: Ink::Ground,
            align: Align::Left,
        };
        (self.show)(Item { area: Area::SCREEN, look, paper: Ink::Ground });
    }

    /// A plain area.
    pub fn plain(&mut self, area: Area, paper: Ink) {
        self.put(Item { area, look: Look::Ground, paper });
    }

    /// A picture.
    pub fn picture(&mut self, area: Area, look: Look, paper: Ink) {
        self.put(Item { area, look, paper });
    }

    /// Nobody sees an item without pixels, and a display refuses a window without any.
    fn put(&mut self, item: Item) {
        if item.area.width > 0 && item.area.height > 0 {
            (self.show)(item);
        }
    }

    /// A text. One that is too wide is set in small letters, and cut where even those are.
    pub fn text(&mut self, area: Area, words: &str, style: Style) {
        let Style { sort, ink, paper, align } = style;
        let fits = sort.width(words) <= area.width || matches!(sort, Type::Figures | Type::Large);
        let sort = if fits { sort } else { Type::Small };
        let look = Look::Text { text: text(words), sort, ink, align };
        self.put(Item { area, look, paper });
    }
}

/// How a text is set.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs)]
pub struct Style {
    pub sort: Type,
    pub ink: Ink,
    pub paper: Ink,
    pub align: Align,
}

impl Style {
    /// Small letters on the ground.
    pub const SMALL: Style =
        Style { sort: Type::Small, ink: Ink::Text, paper: Ink::Ground, align: Align::Left };
    /// Medium letters on the ground.
    pub const MEDIUM: Style = Style { sort: Type::Medium, ..Style::SMALL };

    /// In this colour.
    pub const fn ink(self, ink: Ink) -> Style {
        Style { ink, ..self }
    }

    /// On this ground.
    pub const fn on(self, paper: Ink) -> Style {
        Style { paper, ..self }
    }

    /// Centred.
    pub const fn centred(self) -> Style {
        Style { align: Align::Centre, ..self }
    }

    /// To the right.
    pub const fn right(self) -> Style {
        Style { align: Align::Right, ..self }
    }

    /// In this font.
    pub const fn in_type(self, sort: Type) -> Style {
        Style { sort, ..self }
    }
}
