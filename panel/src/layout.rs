//! From a view to items, and from items to what must be drawn.

use core::hash::{Hash, Hasher};

use heapless::Vec;
use table_core::view::{Screen, View};

use crate::area::Area;
use crate::font::Type;
use crate::item::{Align, Fnv, Item, Look};
use crate::palette::Ink;
use crate::screens;
use crate::text::{Text, text};
use crate::words::{Word, Words};

/// Items of a screen at most: a result has four seats, eighteen tiles and seven lines.
pub const MOST_ITEMS: usize = 128;

/// What is on the screen, by its items' marks.
pub struct Panel {
    /// Of the areas of all items together.
    shape: u64,
    drawn: [u64; MOST_ITEMS],
    changed: Vec<Item, MOST_ITEMS>,
}

impl Default for Panel {
    fn default() -> Panel {
        Panel::new()
    }
}

impl Panel {
    /// Nothing is drawn yet.
    pub const fn new() -> Panel {
        Panel { shape: 0, drawn: [0; MOST_ITEMS], changed: Vec::new() }
    }

    /// The display may show anything: everything is drawn at the next update.
    pub fn forget(&mut self) {
        self.drawn = [0; MOST_ITEMS];
    }

    /// The items that differ from what is on the screen, in the order in which they are to be drawn; afterwards they
    /// count as drawn. An item that lies on a changed one is drawn again after it; when items come, go or move, all are.
    pub fn update(&mut self, view: &View) -> &[Item] {
        let mut shape = Fnv::new();
        lay_out(view, &mut |item| item.area.hash(&mut shape));
        if core::mem::replace(&mut self.shape, shape.finish()) != shape.finish() {
            self.forget();
        }
        let Panel { drawn, changed, .. } = self;
        changed.clear();
        let mut count = 0;
        lay_out(view, &mut |item| {
            let mark = item.mark();
            let Some(place) = drawn.get_mut(count) else {
                debug_assert!(false, "a screen of more than {MOST_ITEMS} items");
                return;
            };
            count += 1;
            let covered = changed.iter().any(|below: &Item| below.area.meets(&item.area));
            if core::mem::replace(place, mark) != mark || covered {
                let _ = changed.push(item);
            }
        });
        changed
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
        (self.show)(Item { area, look: Look::Ground, paper });
    }

    /// A picture.
    pub fn picture(&mut self, area: Area, look: Look, paper: Ink) {
        (self.show)(Item { area, look, paper });
    }

    /// A text. One that is too wide is set in small letters, and cut where even those are.
    pub fn text(&mut self, area: Area, words: &str, style: Style) {
        let Style { sort, ink, paper, align } = style;
        let fits = sort.width(words) <= area.width || matches!(sort, Type::Figures | Type::Large);
        let sort = if fits { sort } else { Type::Small };
        let look = Look::Text { text: Text::clone(&text(words)), sort, ink, align };
        (self.show)(Item { area, look, paper });
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
