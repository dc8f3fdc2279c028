//! The 81 fan as data (MCR 3.8.1 and appendix 1): number, points, names and what may not stand beside what.
//!
//! Conditions live elsewhere: [`super::tiles`] (what the tiles show), [`super::sets`] (what the sets
//! show), [`super::chows`] and [`super::pungs`] (how sets relate), [`super::kongs`], [`super::ways`]
//! (how the hand was won), [`super::waits`] and [`super::special`]. Every detector names its fan.

/// One of the 81 fan, in the order of MCR 3.8.1; the discriminant is the fan's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Fan {
    /// 大四喜, 88.
    BigFourWinds = 1,
    /// 大三元, 88.
    BigThreeDragons,
    /// 绿一色, 88.
    AllGreen,
    /// 九莲宝灯, 88.
    NineGates,
    /// 四杠, 88.
    FourKongs,
    /// 连七对, 88.
    SevenShiftedPairs,
    /// 十三幺, 88.
    ThirteenOrphans,
    /// 清幺九, 64.
    AllTerminals,
    /// 小四喜, 64.
    LittleFourWinds,
    /// 小三元, 64.
    LittleThreeDragons,
    /// 字一色, 64.
    AllHonours,
    /// 四暗刻, 64.
    FourConcealedPungs,
    /// 一色双龙会, 64.
    PureTerminalChows,
    /// 一色四同顺, 48.
    QuadrupleChow,
    /// 一色四节高, 48.
    FourPureShiftedPungs,
    /// 一色四步高, 32.
    FourPureShiftedChows,
    /// 三杠, 32.
    ThreeKongs,
    /// 混幺九, 32.
    AllTerminalsAndHonours,
    /// 七对, 24.
    SevenPairs,
    /// 七星不靠, 24.
    GreaterHonoursAndKnittedTiles,
    /// 全双刻, 24.
    AllEvenPungs,
    /// 清一色, 24.
    FullFlush,
    /// 一色三同顺, 24.
    PureTripleChow,
    /// 一色三节高, 24.
    PureShiftedPungs,
    /// 全大, 24.
    UpperTiles,
    /// 全中, 24.
    MiddleTiles,
    /// 全小, 24.
    LowerTiles,
    /// 清龙, 16.
    PureStraight,
    /// 三色双龙会, 16.
    ThreeSuitedTerminalChows,
    /// 一色三步高, 16.
    PureShiftedChows,
    /// 全带五, 16.
    AllFives,
    /// 三同刻, 16.
    TriplePung,
    /// 三暗刻, 16.
    ThreeConcealedPungs,
    /// 全不靠, 12.
    LesserHonoursAndKnittedTiles,
    /// 组合龙, 12.
    KnittedStraight,
    /// 大于五, 12.
    UpperFour,
    /// 小于五, 12.
    LowerFour,
    /// 三风刻, 12.
    BigThreeWinds,
    /// 花龙, 8.
    MixedStraight,
    /// 推不倒, 8.
    ReversibleTiles,
    /// 三色三同顺, 8.
    MixedTripleChow,
    /// 三色三节高, 8.
    MixedShiftedPungs,
    /// 无番和, 8.
    ChickenHand,
    /// 妙手回春, 8.
    LastTileDraw,
    /// 海底捞月, 8.
    LastTileClaim,
    /// 杠上开花, 8.
    OutWithReplacementTile,
    /// 抢杠和, 8.
    RobbingTheKong,
    /// 双暗杠, 8.
    TwoConcealedKongs,
    /// 碰碰和, 6.
    AllPungs,
    /// 混一色, 6.
    HalfFlush,
    /// 三色三步高, 6.
    MixedShiftedChows,
    /// 五门齐, 6.
    AllTypes,
    /// 全求人, 6.
    MeldedHand,
    /// 双箭刻, 6.
    TwoDragonPungs,
    /// 全带幺, 4.
    OutsideHand,
    /// 不求人, 4.
    FullyConcealedHand,
    /// 双明杠, 4.
    TwoMeldedKongs,
    /// 和绝张, 4.
    LastTile,
    /// 箭刻, 2.
    DragonPung,
    /// 圈风刻, 2.
    PrevalentWind,
    /// 门风刻, 2.
    SeatWind,
    /// 门前清, 2.
    ConcealedHand,
    /// 平和, 2.
    AllChows,
    /// 四归一, 2.
    TileHog,
    /// 双同刻, 2.
    DoublePung,
    /// 双暗刻, 2.
    TwoConcealedPungs,
    /// 暗杠, 2.
    ConcealedKong,
    /// 断幺, 2.
    AllSimples,
    /// 一般高, 1.
    PureDoubleChow,
    /// 喜相逢, 1.
    MixedDoubleChow,
    /// 连六, 1.
    ShortStraight,
    /// 老少副, 1.
    TwoTerminalChows,
    /// 幺九刻, 1.
    PungOfTerminalsOrHonours,
    /// 明杠, 1.
    MeldedKong,
    /// 缺一门, 1.
    OneVoidedSuit,
    /// 无字, 1.
    NoHonours,
    /// 边张, 1.
    EdgeWait,
    /// 坎张, 1.
    ClosedWait,
    /// 单调将, 1.
    SingleWait,
    /// 自摸, 1.
    SelfDrawn,
    /// 花牌, 1.
    FlowerTiles,
}

/// What the rule book's table says about one fan.
#[derive(Debug, Clone, Copy)]
struct Row {
    fan: Fan,
    points: u8,
    english: &'static str,
    chinese: &'static str,
    /// May be scored more than once in one hand.
    repeatable: bool,
    /// Appendix 1 names these as not to be scored beside this fan.
    excludes: &'static [Fan],
    /// Always there when this fan is, hence not scored beside it (MCR P1).
    implies: &'static [Fan],
}

const fn row(fan: Fan, points: u8, english: &'static str, chinese: &'static str) -> Row {
    Row { fan, points, english, chinese, repeatable: false, excludes: &[], implies: &[] }
}

impl Row {
    const fn excludes(self, excludes: &'static [Fan]) -> Row {
        Row { excludes, ..self }
    }

    const fn implies(self, implies: &'static [Fan]) -> Row {
        Row { implies, ..self }
    }

    const fn repeatable(self) -> Row {
        Row { repeatable: true, ..self }
    }
}

use Fan::*;

/// The table. Three exclusions concern only part of a hand and are kept by the detectors: fan 73 is not
/// scored for a pung that makes 38, 59, 60 or 61; 65, 70, 71 and 72 not within 32, 41 or 28 (MCR P2).
/// Chicken Hand (43) stands alone by its condition.
const TABLE_CONST: [Row; 81] = [
    row(BigFourWinds, 88, "Big Four Winds", "大四喜").excludes(&[
        BigThreeWinds,
        AllPungs,
        PrevalentWind,
        SeatWind,
        PungOfTerminalsOrHonours,
    ]),
    row(BigThreeDragons, 88, "Big Three Dragons", "大三元").excludes(&[TwoDragonPungs, DragonPung]),
    row(AllGreen, 88, "All Green", "绿一色").implies(&[OneVoidedSuit]),
    row(NineGates, 88, "Nine Gates", "九莲宝灯")
        .excludes(&[FullFlush, ConcealedHand, PungOfTerminalsOrHonours])
        .implies(&[NoHonours]),
    row(FourKongs, 88, "Four Kongs", "四杠").excludes(&[SingleWait]).implies(&[
        ThreeKongs,
        AllPungs,
        TwoMeldedKongs,
        MeldedKong,
    ]),
    row(SevenShiftedPairs, 88, "Seven Shifted Pairs", "连七对")
        .excludes(&[FullFlush, ConcealedHand, SingleWait])
        .implies(&[SevenPairs, NoHonours]),
    row(ThirteenOrphans, 88, "Thirteen Orphans", "十三幺")
        .excludes(&[AllTypes, ConcealedHand, SingleWait])
        .implies(&[AllTerminalsAndHonours, OutsideHand]),
    row(AllTerminals, 64, "All Terminals", "清幺九")
        .excludes(&[AllPungs, OutsideHand, PungOfTerminalsOrHonours, NoHonours])
        .implies(&[AllTerminalsAndHonours]),
    row(LittleFourWinds, 64, "Little Four Winds", "小四喜")
        .excludes(&[BigThreeWinds, PungOfTerminalsOrHonours]),
    row(LittleThreeDragons, 64, "Little Three Dragons", "小三元")
        .excludes(&[TwoDragonPungs, DragonPung]),
    row(AllHonours, 64, "All Honors", "字一色")
        .excludes(&[AllPungs, OutsideHand, PungOfTerminalsOrHonours])
        .implies(&[AllTerminalsAndHonours]),
    row(FourConcealedPungs, 64, "Four Concealed Pungs", "四暗刻").implies(&[
        ThreeConcealedPungs,
        AllPungs,
        ConcealedHand,
        TwoConcealedPungs,
    ]),
    row(PureTerminalChows, 64, "Pure Terminal Chows", "一色双龙会").excludes(&[
        SevenPairs,
        FullFlush,
        AllChows,
        PureDoubleChow,
        TwoTerminalChows,
        NoHonours,
    ]),
    row(QuadrupleChow, 48, "Quadruple Chow", "一色四同顺")
        .excludes(&[PureShiftedPungs, TileHog, PureDoubleChow])
        .implies(&[PureTripleChow]),
    row(FourPureShiftedPungs, 48, "Four Pure Shifted Pungs", "一色四节高")
        .excludes(&[PureTripleChow, AllPungs])
        .implies(&[PureShiftedPungs]),
    row(FourPureShiftedChows, 32, "Four Pure Shifted Chows", "一色四步高")
        .excludes(&[ShortStraight, TwoTerminalChows])
        .implies(&[PureShiftedChows]),
    row(ThreeKongs, 32, "Three Kongs", "三杠").implies(&[TwoMeldedKongs, MeldedKong]),
    row(AllTerminalsAndHonours, 32, "All Terminals and Honors", "混幺九").excludes(&[
        AllPungs,
        OutsideHand,
        PungOfTerminalsOrHonours,
    ]),
    row(SevenPairs, 24, "Seven Pairs", "七对").excludes(&[ConcealedHand, SingleWait]),
    row(GreaterHonoursAndKnittedTiles, 24, "Greater Honors and Knitted Tiles", "七星不靠")
        .excludes(&[AllTypes, ConcealedHand])
        .implies(&[LesserHonoursAndKnittedTiles]),
    row(AllEvenPungs, 24, "All Even Pungs", "全双刻")
        .excludes(&[AllPungs, AllSimples])
        .implies(&[NoHonours]),
    row(FullFlush, 24, "Full Flush", "清一色").excludes(&[NoHonours]).implies(&[OneVoidedSuit]),
    row(PureTripleChow, 24, "Pure Triple Chow", "一色三同顺")
        .excludes(&[PureShiftedPungs, PureDoubleChow]),
    row(PureShiftedPungs, 24, "Pure Shifted Pungs", "一色三节高").excludes(&[PureTripleChow]),
    row(UpperTiles, 24, "Upper Tiles", "全大").excludes(&[NoHonours]).implies(&[UpperFour]),
    row(MiddleTiles, 24, "Middle Tiles", "全中").excludes(&[AllSimples]).implies(&[NoHonours]),
    row(LowerTiles, 24, "Lower Tiles", "全小").excludes(&[NoHonours]).implies(&[LowerFour]),
    row(PureStraight, 16, "Pure Straight", "清龙"),
    row(ThreeSuitedTerminalChows, 16, "Three-Suited Terminal Chows", "三色双龙会").excludes(&[
        AllChows,
        MixedDoubleChow,
        TwoTerminalChows,
        NoHonours,
    ]),
    row(PureShiftedChows, 16, "Pure Shifted Chows", "一色三步高"),
    row(AllFives, 16, "All Fives", "全带五").excludes(&[AllSimples]).implies(&[NoHonours]),
    row(TriplePung, 16, "Triple Pung", "三同刻"),
    row(ThreeConcealedPungs, 16, "Three Concealed Pungs", "三暗刻").implies(&[TwoConcealedPungs]),
    row(LesserHonoursAndKnittedTiles, 12, "Lesser Honors and Knitted Tiles", "全不靠")
        .excludes(&[AllTypes, ConcealedHand]),
    row(KnittedStraight, 12, "Knitted Straight", "组合龙"),
    row(UpperFour, 12, "Upper Four", "大于五").excludes(&[NoHonours]),
    row(LowerFour, 12, "Lower Four", "小于五").excludes(&[NoHonours]),
    row(BigThreeWinds, 12, "Big Three Winds", "三风刻"),
    row(MixedStraight, 8, "Mixed Straight", "花龙"),
    row(ReversibleTiles, 8, "Reversible Tiles", "推不倒").excludes(&[OneVoidedSuit]),
    row(MixedTripleChow, 8, "Mixed Triple Chow", "三色三同顺"),
    row(MixedShiftedPungs, 8, "Mixed Shifted Pungs", "三色三节高"),
    row(ChickenHand, 8, "Chicken Hand", "无番和"),
    row(LastTileDraw, 8, "Last Tile Draw", "妙手回春").excludes(&[SelfDrawn]),
    row(LastTileClaim, 8, "Last Tile Claim", "海底捞月"),
    row(OutWithReplacementTile, 8, "Out with Replacement Tile", "杠上开花").excludes(&[SelfDrawn]),
    row(RobbingTheKong, 8, "Robbing The Kong", "抢杠和").excludes(&[LastTile]),
    row(TwoConcealedKongs, 8, "Two Concealed Kongs", "双暗杠")
        .implies(&[TwoConcealedPungs, ConcealedKong]),
    row(AllPungs, 6, "All Pungs", "碰碰和"),
    row(HalfFlush, 6, "Half Flush", "混一色").implies(&[OneVoidedSuit]),
    row(MixedShiftedChows, 6, "Mixed Shifted Chows", "三色三步高"),
    row(AllTypes, 6, "All Types", "五门齐"),
    row(MeldedHand, 6, "Melded Hand", "全求人").excludes(&[SingleWait]),
    row(TwoDragonPungs, 6, "Two Dragons Pungs", "双箭刻").excludes(&[DragonPung]),
    row(OutsideHand, 4, "Outside Hand", "全带幺"),
    row(FullyConcealedHand, 4, "Fully Concealed Hand", "不求人")
        .implies(&[ConcealedHand, SelfDrawn]),
    row(TwoMeldedKongs, 4, "Two Melded Kongs", "双明杠").implies(&[MeldedKong]),
    row(LastTile, 4, "Last Tile", "和绝张"),
    row(DragonPung, 2, "Dragon Pung", "箭刻"),
    row(PrevalentWind, 2, "Prevalent Wind", "圈风刻"),
    row(SeatWind, 2, "Seat Wind", "门风刻"),
    row(ConcealedHand, 2, "Concealed Hand", "门前清"),
    row(AllChows, 2, "All Chows", "平和").excludes(&[NoHonours]),
    row(TileHog, 2, "Tile Hog", "四归一").repeatable(),
    row(DoublePung, 2, "Double Pung", "双同刻").repeatable(),
    row(TwoConcealedPungs, 2, "Two Concealed Pungs", "双暗刻"),
    row(ConcealedKong, 2, "Concealed Kong", "暗杠"),
    row(AllSimples, 2, "All Simples", "断幺").implies(&[NoHonours]),
    row(PureDoubleChow, 1, "Pure Double Chow", "一般高").repeatable(),
    row(MixedDoubleChow, 1, "Mixed Double Chow", "喜相逢").repeatable(),
    row(ShortStraight, 1, "Short Straight", "连六").repeatable(),
    row(TwoTerminalChows, 1, "Two Terminal Chows", "老少副").repeatable(),
    row(PungOfTerminalsOrHonours, 1, "Pung of Terminals or Honors", "幺九刻").repeatable(),
    row(MeldedKong, 1, "Melded Kong", "明杠"),
    row(OneVoidedSuit, 1, "One Voided Suit", "缺一门"),
    row(NoHonours, 1, "No Honors", "无字"),
    row(EdgeWait, 1, "Edge Wait", "边张"),
    row(ClosedWait, 1, "Closed Wait", "坎张"),
    row(SingleWait, 1, "Single Wait", "单调将"),
    row(SelfDrawn, 1, "Self-Drawn", "自摸"),
    row(FlowerTiles, 1, "Flower Tiles", "花牌").repeatable(),
];

impl Fan {
    /// All fan in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Fan> + Clone {
        TABLE.iter().map(|row| row.fan)
    }

    /// The fan with this number, 1 to 81.
    pub fn from_number(number: u8) -> Option<Fan> {
        BY_NUMBER.get(usize::from(number)).copied().flatten()
    }

    fn row(self) -> &'static Row {
        // Every fan has its row (a test walks them); the fallback is never taken.
        TABLE.get(self as usize - 1).unwrap_or(&FALLBACK)
    }

    /// Number in MCR 3.8.1, 1 to 81.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Points for one occurrence.
    pub fn points(self) -> u16 {
        u16::from(self.row().points)
    }

    /// The English name to print.
    pub fn english(self) -> &'static str {
        self.row().english
    }

    /// The Chinese name to print.
    pub fn chinese(self) -> &'static str {
        self.row().chinese
    }

    /// Whether one hand may score it more than once.
    pub fn is_repeatable(self) -> bool {
        self.row().repeatable
    }

    /// What appendix 1 names as not to be scored beside this fan.
    pub fn excludes(self) -> &'static [Fan] {
        self.row().excludes
    }

    /// What is always there when this fan is, and so is not scored beside it (MCR P1).
    pub fn implies(self) -> &'static [Fan] {
        self.row().implies
    }
}

static TABLE: [Row; 81] = TABLE_CONST;
static FALLBACK: Row = row(ChickenHand, 0, "", "");

/// Fan by number, apart from their rows: this is looked up for every fan of every hand.
#[allow(clippy::indexing_slicing)] // computed by the compiler
static BY_NUMBER: [Option<Fan>; 82] = {
    let mut fans = [None; 82];
    let mut number = 1;
    while number < 82 {
        fans[number] = Some(TABLE_CONST[number - 1].fan);
        number += 1;
    }
    fans
};

/// Points of a fan where a constant is being computed.
#[allow(clippy::indexing_slicing)] // computed by the compiler
pub(super) const fn points_of(number: usize) -> u8 {
    TABLE_CONST[number - 1].points
}

/// The fan that may not stand beside fan `number`, as bits by fan number.
#[allow(clippy::indexing_slicing)] // computed by the compiler
pub(super) const fn removed_by(number: usize) -> u128 {
    let row = TABLE_CONST[number - 1];
    let mut bits = 0;
    let mut at = 0;
    while at < row.excludes.len() {
        bits |= 1 << row.excludes[at] as u8;
        at += 1;
    }
    at = 0;
    while at < row.implies.len() {
        bits |= 1 << row.implies[at] as u8;
        at += 1;
    }
    bits
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_numbers() {
        for (place, fan) in Fan::all().enumerate() {
            assert_eq!(usize::from(fan.number()), place + 1);
            assert_eq!(Fan::from_number(fan.number()), Some(fan));
        }
        assert_eq!((Fan::from_number(0), Fan::from_number(82)), (None, None));
    }

    #[test]
    fn points_fall_from_88_to_1() {
        assert!(Fan::all().zip(Fan::all().skip(1)).all(|(a, b)| a.points() >= b.points()));
        let sum: u16 = Fan::all().map(Fan::points).sum();
        assert_eq!(
            sum,
            7 * 88
                + 6 * 64
                + 2 * 48
                + 3 * 32
                + 9 * 24
                + 6 * 16
                + 5 * 12
                + 10 * 8
                + 6 * 6
                + 4 * 4
                + 10 * 2
                + 13
        );
    }

    #[test]
    fn a_fan_only_removes_cheaper_or_equal_ones() {
        for fan in Fan::all() {
            for other in fan.excludes().iter().chain(fan.implies()) {
                assert!(other.points() <= fan.points(), "{fan:?} {other:?}");
            }
        }
    }
}
