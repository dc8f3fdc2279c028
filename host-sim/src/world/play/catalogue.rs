//! Wins worth seeing: together they show all 81 fan of MCR and every item, way of paying and robbing of Hong Kong.

use super::goal::Ending::{
    Discard, Draw, Earth, Heaven, KongOnKong, LastDiscard, LastDraw, Replacement, Robbing,
    RobbingConcealed,
};
use super::goal::Goal;

/// The goals of a book, by its short name.
pub fn goals(book: &str) -> &'static [Goal] {
    match book {
        "mcr" => &MCR,
        _ => &GGHK,
    }
}

/// For each goal the fan it is there for; the win may show more.
static MCR: [Goal; 35] = [
    Goal::new("[EEEE:3] [SSSS:2+] {WWWW} [NNNN] C +C", Replacement, &[1, 5, 46, 67]),
    Goal::new("[CCCC:2] {FFFF} [PPPP:3+] 12m 99s +3m", Discard, &[2, 17, 77]),
    Goal::new("[234s] [234s] 234s 666s F +F", Discard, &[3, 23]).flowers(2),
    Goal::new("1112345678999m +5m", Discard, &[4]),
    Goal::new("1122334455667p +7p", Draw, &[6, 56]),
    Goal::new("19m 19p 19s ESWNCFP +E", Discard, &[7]),
    Goal::new("111m 999m 111p 999p 9s +9s", Discard, &[8, 12]),
    Goal::new("[EEE] SSS WWW NN 99m +9m", Draw, &[9, 18, 80]),
    Goal::new("CCC [FFF:3] PP 234m 67s +5s", Discard, &[10]),
    Goal::new("EE SS WW NN CC FF P +P", Discard, &[11, 19]),
    Goal::new("112233m 778899m 5m +5m", Discard, &[13]),
    Goal::new("222233334444m C +C", Discard, &[14]),
    Goal::new("[111m:2] [222m] 333m 444m 5m +5m", Discard, &[15, 22]),
    Goal::new("[123p] 234345p 45p CC +6p", Discard, &[16, 50]),
    Goal::new("ESWNCFP 147m 25p 3s +6s", Discard, &[20]),
    Goal::new("[222m:2] [444p:3] 666s 88m 22s +8m", Discard, &[21]),
    Goal::new("222m 333m 444m 67s EE +8s", Discard, &[24, 33, 62]),
    Goal::new("[789p] 789s 777m 78m 99s +9m", Discard, &[25]),
    Goal::new("[456m] 456p 555s 55m 46s +5s", Discard, &[26, 31, 41]),
    Goal::new("123m [123p] 13s 222m 11s +2s", Discard, &[27]),
    Goal::new("123456s 89s [234m] CC +7s", Discard, &[28]),
    Goal::new("[123m] 789m 123p 78p 55s +9p", LastDiscard, &[29, 45]),
    Goal::new("[234p] 345p 45p 99m [RRR:2] +6p", Discard, &[30, 60]),
    Goal::new("[333m:2] [333p:3] 333s 44m 12s +3s", Discard, &[32, 37]),
    Goal::new("ESWNC 147m 258p 36s +9s", Discard, &[34, 35]),
    Goal::new("[8888p:2] [999p:3] 666s 888s 9s +9s", Discard, &[36, 40, 49, 74]),
    Goal::new("[EEEE:2] [SSSS:3+] [WWW] 46s 99m +5s", Discard, &[38, 57]),
    Goal::new("[123m] [456p] [789s] [EEE:2] C +C", Discard, &[39, 52, 53])
        .rival("ESWNFP 147m 25p 36s +C"),
    Goal::new("[333m:2] [444p:3] 555s CCC 1m +1m", Discard, &[42, 59]),
    Goal::new("[234m] [777p:2] [678s] 45m EE +6m", Discard, &[43]),
    Goal::new("[CCC:2] [FFF:3] 123m 78m 99p +9m", LastDraw, &[44, 54, 55]),
    Goal::new("{2222m} {5555p} 35s EE 678m +4s", Robbing, &[47, 48]),
    Goal::new("[123m] 234p 34s 99m TTT +5s", Discard, &[51, 61]),
    Goal::new("234m 234m 567m 34p 88s +5p", Draw, &[63, 68, 69, 71]),
    Goal::new("[123m] 123p 111s 99p 46s +5s", Discard, &[58, 70, 76]).last_of_kind(),
];

/// The same for the items of Hong Kong; numbers follow [`table_core::rules::gghk::ITEMS`] from 1.
static GGHK: [Goal; 20] = [
    Goal::new("123m 456m 789m 23m 99m +4m", Draw, &[1, 2, 3, 14]),
    Goal::new("[CCC:2] [TTT:3] [RRR] 99m 55m +9m", Discard, &[4, 5, 10, 11]),
    Goal::new("[111m:2] [999s:3] [EEE] 99p CC +9p", Discard, &[6]),
    Goal::new("[CCC:2] [789m:1] 46m 99m EEE +5m", Robbing, &[7]),
    Goal::new("[CCC] [5555m:2] 34m 99m 789m +2m", Replacement, &[8]),
    Goal::new("[CCC] [789m] 34m 99m EEE +5m", LastDraw, &[9]),
    Goal::new("[CCC:2] FFF PP 23m 789s +1m", Discard, &[12]),
    Goal::new("[CCC] [FFF:2] [PPP:3] 23m 99s +1m", Draw, &[13]),
    Goal::new("EEE [SSS:2] [CCC] FF PP +F", Discard, &[15]),
    Goal::new("[EEE] [SSS:2] WWW N 123m +N", Discard, &[16]),
    Goal::new("[EEE] [SSS:2] [WWW:3] [NNN] 5p +5p", Draw, &[17]),
    Goal::new("222m 555m 777p 888s 4s +4s", Discard, &[18]),
    Goal::new("[1111m:3] [5555p:2+] {9999s} {EEEE} C +C", KongOnKong, &[19, 24]),
    Goal::new("[111m:2] 999m 111p 99p 99s +9p", Draw, &[20]),
    Goal::new("123m 456m 789m 23p 99s +4p", Heaven, &[21]),
    Goal::new("123m 456m 789m 23p 99s +4p", Earth, &[22]),
    Goal::new("19m 19p 19s ESWNCFP +E", Discard, &[23]),
    Goal::new("19m 19p 19s ESWNCFF +P", RobbingConcealed, &[7, 23]),
    Goal::new("1112345678999m +5m", Draw, &[25]),
    Goal::new("123m 456m 789m 23m EE +4m", Discard, &[10]).rival("CCC FFF 222p 55p 56m +4m"),
];
