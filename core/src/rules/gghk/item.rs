//! The faan items as data (HK FA): key, number in the book, faan, names and the exact condition.
//!
//! Items compound (HK BP-2): whatever holds counts, also when another item implies it.

use super::hand::{Shape, View};
use crate::rules::declared::Source;
use crate::rules::shape::{Parts, Set, SetKind, holds_nine_gates, is_nine_gates};
use crate::tile::Face;

/// How often an item is there, and what makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Held {
    pub times: u8,
    pub parts: Parts,
}

impl Held {
    const NOT: Held = Held { times: 0, parts: Parts::NONE };

    fn once(holds: bool, parts: Parts) -> Held {
        if holds { Held { times: 1, parts } } else { Held::NOT }
    }

    /// Once for each of these sets.
    fn each(parts: Parts) -> Held {
        let times = parts.sets().count() as u8;
        Held { times, parts }
    }
}

/// One row of the table.
pub(super) struct Row {
    item: Item,
    key: &'static str,
    section: &'static str,
    faan: u8,
    english: &'static str,
    chinese: &'static str,
    pub held: fn(&View<'_>) -> Held,
}

macro_rules! items {
    ($($item:ident $key:ident $section:literal $faan:literal $english:literal $chinese:literal $held:expr;)*) => {
        /// A faan item, in the order of the book.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub enum Item {
            $(#[doc = concat!("HK FA-", $section, ": ", $chinese, ", ", stringify!($faan), ".")] $item,)*
        }

        /// Every item, in the order of the book.
        pub const ITEMS: [Item; ROWS.len()] = [$(Item::$item),*];

        pub(super) static ROWS: [Row; [$($faan),*].len()] = [$(Row {
            item: Item::$item,
            key: stringify!($key),
            section: $section,
            faan: $faan,
            english: $english,
            chinese: $chinese,
            held: $held,
        }),*];
    };
}

items! {
    AllSequences         all_sequences          "1.1"  1  "All Sequences"          "平糊"     all_sequences;
    ClosedHand           closed_hand            "1.2"  1  "Closed Hand"            "門前清"   closed_hand;
    SelfDrawn            self_drawn             "1.3"  1  "Self-Drawn"             "自摸"     self_drawn;
    DragonTriplet        dragon_triplet         "1.4"  1  "Dragon Triplet"         "三元牌"   dragon_triplet;
    WindTriplet          wind_triplet           "1.5"  1  "Wind Triplet"           "門風圈風" wind_triplet;
    AllTerminalsHonours  all_terminals_honours  "1.6"  1  "All Terminals and Honours" "花么九" all_terminals_honours;
    RobbingKong          robbing_kong           "1.7"  1  "Robbing a Kong"         "搶槓"     robbing_kong;
    AfterKong            after_kong             "1.8"  1  "Win on a Supplement"    "槓上自摸" after_kong;
    LastWallTile         last_wall_tile         "1.9"  1  "Last Tile of the Wall"  "海底撈月" last_wall_tile;
    SemiFlush            semi_flush             "2.1"  3  "Semi-Flush"             "混一色"   semi_flush;
    AllTriplets          all_triplets           "2.2"  3  "All Triplets"           "對對糊"   all_triplets;
    SmallDragons         small_dragons          "2.3"  3  "Small Dragons"          "小三元"   small_dragons;
    BigDragons           big_dragons            "4.1"  5  "Big Dragons"            "大三元"   big_dragons;
    Flush                flush                  "5.1"  7  "Flush"                  "清一色"   flush;
    AllHonours           all_honours            "6.1"  10 "All Honours"            "字一色"   all_honours;
    SmallWinds           small_winds            "6.2"  10 "Small Winds"            "小四喜"   small_winds;
    BigWinds             big_winds              "6.3"  10 "Big Winds"              "大四喜"   big_winds;
    AllConcealedTriplets all_concealed_triplets "6.4"  10 "All Concealed Triplets" "四暗刻"   all_concealed_triplets;
    AllQuads             all_quads              "6.5"  10 "All Quads"              "十八羅漢" all_quads;
    AllTerminals         all_terminals          "6.6"  10 "All Terminals"          "清么九"   all_terminals;
    Heaven               heaven                 "6.7"  10 "Blessing of Heaven"     "天糊"     heaven;
    Earth                earth                  "6.8"  10 "Blessing of Earth"      "地糊"     earth;
    ThirteenOrphans      thirteen_orphans       "6.9"  10 "Thirteen Orphans"       "十三么"   thirteen_orphans;
    ConsecutiveKong      consecutive_kong       "6.10" 10 "Kong on Kong"           "槓上槓"   consecutive_kong;
    NineGates            nine_gates             "6.11" 10 "Nine Gates"             "九蓮寶燈" nine_gates;
}

impl Item {
    fn row(self) -> Option<&'static Row> {
        ROWS.get(self as usize)
    }

    /// Name in data exchanged with others.
    pub fn key(self) -> &'static str {
        self.row().map_or("", |row| row.key)
    }

    /// Number in chapter FA of the book.
    pub fn section(self) -> &'static str {
        self.row().map_or("", |row| row.section)
    }

    /// Faan of one occurrence.
    pub fn faan(self) -> u8 {
        self.row().map_or(0, |row| row.faan)
    }

    /// English name.
    pub fn english(self) -> &'static str {
        self.row().map_or("", |row| row.english)
    }

    /// Chinese name.
    pub fn chinese(self) -> &'static str {
        self.row().map_or("", |row| row.chinese)
    }
}

impl Row {
    pub fn item(&self) -> Item {
        self.item
    }
}

fn is_dragon(face: Face) -> bool {
    (Face::RED..=Face::WHITE).contains(&face)
}

fn is_wind(face: Face) -> bool {
    (Face::EAST..=Face::NORTH).contains(&face)
}

fn dragons(view: &View<'_>) -> Parts {
    view.parts(|set| set.is_pung() && is_dragon(set.face))
}

fn winds(view: &View<'_>) -> Parts {
    view.parts(|set| set.is_pung() && is_wind(set.face))
}

/// Whether there is a pair and it is such.
fn pair(view: &View<'_>, such: impl Fn(Face) -> bool) -> bool {
    view.pair.is_some_and(such)
}

fn all_sequences(view: &View<'_>) -> Held {
    let sequences = view.parts(|set| set.kind == SetKind::Chow);
    Held::once(view.all_sets(|set| set.kind == SetKind::Chow), sequences)
}

/// A concealed kong is a meld here.
fn closed_hand(view: &View<'_>) -> Held {
    let allowed = view.win.source.is_drawn() || view.rulings.closed_hand_on_a_discard;
    Held::once(view.win.hand.melds.is_empty() && allowed, Parts::NONE)
}

fn self_drawn(view: &View<'_>) -> Held {
    let drawn = match view.win.source {
        Source::Wall if view.win.opening => view.rulings.heaven_earns_self_drawn,
        Source::Wall | Source::Supplement { .. } => true,
        Source::Discard(_) => false,
        Source::PromotedKong(_) | Source::ConcealedKong(_) => view.rulings.robbing_earns_self_drawn,
    };
    Held::once(drawn, Parts::NONE)
}

fn dragon_triplet(view: &View<'_>) -> Held {
    Held::each(dragons(view))
}

/// Once for the seat wind, once for the prevailing wind: one set can be both.
fn wind_triplet(view: &View<'_>) -> Held {
    let of = |wind: Face| Held::each(view.parts(|set| set.is_pung() && set.face == wind));
    let (seat, round) = (of(view.win.wind().face()), of(view.win.round.face()));
    Held { times: seat.times.saturating_add(round.times), parts: seat.parts.or(round.parts) }
}

fn all_terminals_honours(view: &View<'_>) -> Held {
    let outer = view.all_sets(|set| set.is_pung() && set.face.is_terminal_or_honour())
        && pair(view, Face::is_terminal_or_honour);
    Held::once(outer, view.whole())
}

fn robbing_kong(view: &View<'_>) -> Held {
    Held::once(view.win.source.robbed().is_some(), Parts::NONE)
}

fn after_kong(view: &View<'_>) -> Held {
    let supplement = matches!(view.win.source, Source::Supplement { .. });
    Held::once(supplement, Parts::NONE)
}

/// Drawn, not discarded after it.
fn last_wall_tile(view: &View<'_>) -> Held {
    let drawn = view.win.source.is_drawn();
    Held::once(view.win.last_tile && drawn, Parts::NONE)
}

fn semi_flush(view: &View<'_>) -> Held {
    Held::once(view.suits() == (1, true), view.whole())
}

fn all_triplets(view: &View<'_>) -> Held {
    Held::once(view.all_sets(Set::is_pung), view.parts(Set::is_pung))
}

fn small_dragons(view: &View<'_>) -> Held {
    let sets = dragons(view);
    let holds = sets.len() == 2 && pair(view, is_dragon);
    Held::once(holds, sets.or(Parts::PAIR))
}

fn big_dragons(view: &View<'_>) -> Held {
    let sets = dragons(view);
    Held::once(sets.len() == 3, sets)
}

fn flush(view: &View<'_>) -> Held {
    Held::once(view.suits() == (1, false), view.whole())
}

fn all_honours(view: &View<'_>) -> Held {
    Held::once(view.suits() == (0, true), view.whole())
}

fn small_winds(view: &View<'_>) -> Held {
    let sets = winds(view);
    let holds = sets.len() == 3 && pair(view, is_wind);
    Held::once(holds, sets.or(Parts::PAIR))
}

fn big_winds(view: &View<'_>) -> Held {
    let sets = winds(view);
    Held::once(sets.len() == 4, sets)
}

/// No quads, and none completed by another player's tile: a discard can only make the pair.
fn all_concealed_triplets(view: &View<'_>) -> Held {
    let concealed = view.all_sets(|set| set.kind == SetKind::Pung && set.concealed);
    Held::once(concealed, view.parts(|_| true))
}

fn all_quads(view: &View<'_>) -> Held {
    let quads = view.all_sets(|set| set.kind == SetKind::Kong);
    Held::once(quads, view.parts(|_| true))
}

fn all_terminals(view: &View<'_>) -> Held {
    let terminal = |face: Face| face.is_terminal_or_honour() && !face.is_honour();
    let only = view.all_sets(|set| set.is_pung() && terminal(set.face)) && pair(view, terminal);
    Held::once(only, view.whole())
}

fn heaven(view: &View<'_>) -> Held {
    let drawn = view.win.source == Source::Wall;
    Held::once(view.win.opening && drawn, Parts::NONE)
}

fn earth(view: &View<'_>) -> Held {
    let discarded = matches!(view.win.source, Source::Discard(_));
    Held::once(view.win.opening && discarded, Parts::NONE)
}

fn thirteen_orphans(view: &View<'_>) -> Held {
    Held::once(view.shape == Shape::ThirteenOrphans, Parts::NONE)
}

fn consecutive_kong(view: &View<'_>) -> Held {
    let second = view.win.source == Source::Supplement { in_a_row: true };
    Held::once(second, Parts::NONE)
}

/// On another player's tile the thirteen must be the gates; drawn, any of the fourteen may be the last.
fn nine_gates(view: &View<'_>) -> Held {
    let gates = if view.win.source.is_drawn() {
        holds_nine_gates(&view.tiles.standing)
    } else {
        is_nine_gates(&view.tiles.before)
    };
    Held::once(gates && view.win.hand.melds.is_empty(), view.whole())
}
