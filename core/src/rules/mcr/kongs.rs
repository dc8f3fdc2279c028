//! The fan of kongs and concealed pungs: 5, 12, 17, 33, 48, 57, 66, 67, 74.

use super::fan::Fan;
use super::fanset::FanSet;
use super::rulings::ConcealedKongs;

const NONE: FanSet = FanSet::EMPTY;
const FOUR: FanSet = FanSet::one(Fan::FourKongs);
const THREE: FanSet = FanSet::one(Fan::ThreeKongs);
const TWO_OPEN: FanSet = FanSet::one(Fan::TwoMeldedKongs);
const TWO_CONCEALED: FanSet = FanSet::one(Fan::TwoConcealedKongs);
const OPEN: FanSet = FanSet::one(Fan::MeldedKong);
const CONCEALED: FanSet = FanSet::one(Fan::ConcealedKong);

/// The kong fan for 0 to 4 melded kongs (down) and 0 to 4 concealed ones (across). Three concealed kongs
/// show as 33 and four as 12, which count concealed pungs.
static KONGS: [[FanSet; 5]; 5] = [
    [NONE, CONCEALED, TWO_CONCEALED, THREE, FOUR],
    [OPEN, TWO_OPEN.or(CONCEALED), THREE.or(TWO_CONCEALED), FOUR, NONE],
    [TWO_OPEN, THREE.or(CONCEALED), FOUR.or(TWO_CONCEALED), NONE, NONE],
    [THREE, FOUR.or(CONCEALED), NONE, NONE, NONE],
    [FOUR, NONE, NONE, NONE, NONE],
];

/// The kong fan for so many melded and concealed kongs.
pub(super) fn present(open: u8, concealed: u8, ruling: ConcealedKongs) -> FanSet {
    if open + concealed == 0 {
        return NONE;
    }
    let fans = KONGS
        .get(usize::from(open))
        .and_then(|row| row.get(usize::from(concealed)))
        .copied()
        .unwrap_or(NONE);
    if open + concealed < 3 {
        return fans;
    }
    match ruling {
        ConcealedKongs::Highest => fans,
        ConcealedKongs::Besides if concealed >= 3 => fans.or(TWO_CONCEALED),
        ConcealedKongs::Besides => fans,
        ConcealedKongs::Nothing => fans.and(THREE.or(FOUR)),
    }
}

/// The fan for so many concealed pungs, concealed kongs among them.
pub(super) fn concealed_pungs(count: u8) -> FanSet {
    static BY_COUNT: [FanSet; 5] = [
        NONE,
        NONE,
        FanSet::one(Fan::TwoConcealedPungs),
        FanSet::one(Fan::ThreeConcealedPungs),
        FanSet::one(Fan::FourConcealedPungs),
    ];
    BY_COUNT.get(usize::from(count)).copied().unwrap_or(NONE)
}
