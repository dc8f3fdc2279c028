//! The stack an image can need, worked out from its machine code: every function's own frame, every call that the code names,
//! and for calls through pointers the deepest function whose address is taken.
//!
//! What it does not know: a function that calls itself counts once (they are listed), and a chain passes through a pointer at most
//! [`NESTED`] times. The painted stack (`board/chip/stack.rs`) is the check from the other side.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

/// Calls through pointers inside one another: a task's effect handler, a formatter in it, a writer in that.
const NESTED: usize = 2;
/// What the processor itself pushes for an interrupt, floating-point registers included (ARMv7-M B1.5.6).
const EXCEPTION: u32 = 26 * 4;
/// Modules, here and below as names are mangled, of the tasks on the executor that interrupts the other (`firmware/src/spawn.rs`).
const ABOVE: [&str; 2] = ["5tasks7readers", "7drivers5hc165"];
/// What is done before any task is there to interrupt: the game is made in its place (`firmware/src/main.rs`).
const BEFORE_PLAY: [&str; 1] = ["5tasks5table3put"];
/// The rule books, in a path and in the name of an implementation.
const BOOKS: [&str; 2] = ["11table_rules5rules", "table_rules..rules"];
/// What is called through a pointer to a rule book.
const BOOK: [&str; 1] = ["RuleBook"];
/// Who may hold one: our packages, what the compiler made of them, and the library whose iterators they use. Packages of others
/// follow pointers, too, and know no rule book.
const HOLDERS: [&str; 8] = [
    "table_rules",
    "table_core",
    "panel",
    "firmware",
    "TaskStorage",
    "OUTLINED_FUNCTION",
    "_ZN4core",
    "$LT$core..",
];
/// After a panic the table starts anew, whether its last words found room or not.
const LAST: [&str; 1] = ["9panicking"];
/// Links of the chain that are shown.
const LONGEST_SHOWN: usize = 24;

/// What a function does with the stack.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Function {
    name: String,
    frame: u32,
    calls: BTreeSet<u32>,
    through_pointer: bool,
}

/// The deepest chain of calls.
#[derive(Debug)]
pub struct Depth {
    /// Bytes at worst, whatever interrupts included.
    pub bytes: u32,
    /// Of these the deepest task until play can begin, interrupted by no other.
    pub start: u32,
    /// The deepest task from then on.
    pub below: u32,
    /// The deepest of the tasks that interrupt it.
    pub above: u32,
    /// The deepest interrupt.
    pub handler: u32,
    /// The chain of the deepest task, outermost first, each with its own frame.
    pub chain: Vec<(String, u32)>,
    /// Functions that reach themselves by named calls.
    pub recursive: Vec<String>,
}

/// Works out the depth of `elf`.
pub fn analyse(elf: &[u8]) -> Result<Depth> {
    let file = object::File::parse(elf).context("not an ELF file")?;
    let mut functions = BTreeMap::new();
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
        let at = (symbol.address() & !1) as u32;
        let section = symbol.section_index().and_then(|index| file.section_by_index(index).ok());
        let code = section
            .and_then(|section| section.data_range(u64::from(at), symbol.size()).ok().flatten());
        let Some(code) = code.filter(|code| !code.is_empty()) else {
            continue;
        };
        let name = symbol.name().unwrap_or_default().to_owned();
        functions.entry(at).or_insert_with(|| read(name, at, code));
    }
    let taken = addresses_taken(&file, &functions);
    Ok(Graph { functions, taken }.deepest())
}

/// Reads the frame and the calls from a function's Thumb code (ARMv7-M A7.7).
fn read(name: String, at: u32, code: &[u8]) -> Function {
    let mut function = Function { name, ..Function::default() };
    let half = |index: usize| {
        let bytes = code.get(index * 2..index * 2 + 2)?;
        Some(u32::from(u16::from_le_bytes([bytes[0], bytes[1]])))
    };
    let inside = |address: u32| (at..at + code.len() as u32).contains(&address);
    // The constant that a frame too large for one instruction is taken from.
    let mut constant = 0;
    let mut index = 0;
    while let Some(first) = half(index) {
        let here = at + index as u32 * 2;
        let wide = first >> 11 >= 0b11101;
        let second = if wide { half(index + 1).unwrap_or(0) } else { 0 };
        index += if wide { 2 } else { 1 };
        match (first, second) {
            // PUSH {...}; SUB SP, #...
            (0xB400..=0xB5FF, _) => function.frame += (first & 0x1FF).count_ones() * 4,
            (0xB080..=0xB0FF, _) => function.frame += (first & 0x7F) * 4,
            // PUSH.W, one register, VPUSH
            (0xE92D, list) => function.frame += list.count_ones() * 4,
            (0xF84D, store) if store & 0xFFF == 0xD04 => function.frame += 4,
            (0xED2D, list) if list & 0xE00 == 0xA00 => function.frame += (list & 0xFF) * 4,
            // MOV.W Rn, #...; MOVW Rn, #...
            (0xF04F | 0xF44F, _) => constant = expand(immediate(first, second)),
            (0xF240..=0xF24F | 0xF640..=0xF64F, _) => {
                constant = (first & 0xF) << 12 | immediate(first, second);
            }
            // SUB.W SP, SP, #...; SUBW SP, SP, #...; SUB.W SP, SP, Rn
            (0xF1AD | 0xF5AD, _) if second & 0xF00 == 0xD00 => {
                function.frame += expand(immediate(first, second));
            }
            (0xF2AD | 0xF6AD, _) if second & 0xF00 == 0xD00 => {
                function.frame += immediate(first, second);
            }
            (0xEBAD, _) if second & 0xF00 == 0xD00 => function.frame += constant,
            // BLX Rn, and BX Rn where it is not a return
            (0x4780..=0x47FF, _) => function.through_pointer = true,
            (0x4700..=0x477F, _) if first != 0x4770 => function.through_pointer = true,
            // BL, and B.W out of the function
            (0xF000..=0xF7FF, _) if second & 0xD000 == 0xD000 || second & 0xD000 == 0x9000 => {
                let to = here.wrapping_add(4).wrapping_add_signed(far(first, second));
                if !inside(to) {
                    function.calls.insert(to);
                }
            }
            _ => {}
        }
    }
    function
}

/// The twelve bits of an immediate: i, imm3, imm8.
fn immediate(first: u32, second: u32) -> u32 {
    (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 0xFF
}

/// ThumbExpandImm (ARMv7-M A5.3.2).
fn expand(immediate: u32) -> u32 {
    let byte = immediate & 0xFF;
    match immediate >> 8 {
        0b0000 => byte,
        0b0001 => byte << 16 | byte,
        0b0010 => byte << 24 | byte << 8,
        0b0011 => byte << 24 | byte << 16 | byte << 8 | byte,
        _ => (0x80 | immediate & 0x7F).rotate_right(immediate >> 7),
    }
}

/// Where BL and B.W go, from the instruction after the next.
fn far(first: u32, second: u32) -> i32 {
    let sign = first >> 10 & 1;
    let (j1, j2) = (second >> 13 & 1, second >> 11 & 1);
    let (i1, i2) = (1 ^ j1 ^ sign, 1 ^ j2 ^ sign);
    let bits = sign << 24 | i1 << 23 | i2 << 22 | (first & 0x3FF) << 12 | (second & 0x7FF) << 1;
    (bits << 7) as i32 >> 7
}

/// Functions whose address lies in a constant or in the code itself.
fn addresses_taken(file: &object::File<'_>, functions: &BTreeMap<u32, Function>) -> BTreeSet<u32> {
    let mut taken = BTreeSet::new();
    for section in file.sections() {
        let Ok(data) = section.data() else {
            continue;
        };
        if section.address() == 0 {
            continue;
        }
        let words = data.windows(4).step_by(if section.name() == Ok(".text") { 2 } else { 4 });
        for word in words {
            let value = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            if value & 1 == 1 && functions.contains_key(&(value & !1)) {
                taken.insert(value & !1);
            }
        }
        taken.extend(moved(data).filter(|value| functions.contains_key(value)));
    }
    taken
}

/// Addresses that a MOVW and the next MOVT build.
fn moved(code: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let halves = move |at: usize| u32::from(u16::from_le_bytes([code[at], code[at + 1]]));
    let value = move |at: usize| {
        let (first, second) = (halves(at), halves(at + 2));
        ((first & 0xF) << 12 | immediate(first, second), second >> 8 & 0xF)
    };
    (0..code.len().saturating_sub(24)).step_by(2).filter_map(move |at| {
        if halves(at) & 0xFBF0 != 0xF240 {
            return None;
        }
        let (low, register) = value(at);
        // The compiler may put a few instructions in between.
        let high = (at + 4..at + 20).step_by(2).find_map(|next| {
            let (high, other) = value(next);
            (halves(next) & 0xFBF0 == 0xF2C0 && other == register).then_some(high)
        })?;
        let address = high << 16 | low;
        (address & 1 == 1).then_some(address & !1)
    })
}

struct Graph {
    functions: BTreeMap<u32, Function>,
    taken: BTreeSet<u32>,
}

/// Bytes from a function on, and whom it calls on the deepest way.
type Way = (u32, Option<u32>);

/// How deep it goes from each function on.
#[derive(Debug, Default)]
struct Depths {
    known: BTreeMap<u32, Way>,
    recursive: BTreeSet<String>,
}

/// The deepest way through a pointer, by who follows it.
#[derive(Debug, Default)]
struct Pointed {
    /// The books call closures, and never a book.
    by_a_book: Way,
    by_a_holder: Way,
    by_others: Way,
}

impl Pointed {
    fn by(&self, function: &Function) -> Way {
        if !function.through_pointer {
            Way::default()
        } else if is_in(function, &BOOKS) {
            self.by_a_book
        } else if is_in(function, &HOLDERS) {
            self.by_a_holder
        } else {
            self.by_others
        }
    }
}

fn is_task(function: &Function) -> bool {
    function.name.contains("TaskStorage")
}

fn is_in(function: &Function, modules: &[&str]) -> bool {
    modules.iter().any(|module| function.name.contains(module))
}

impl Graph {
    fn deepest(&self) -> Depth {
        let tasks = |above: bool| {
            let tasks = self.functions.iter().filter(|(_, function)| is_task(function));
            tasks.map(|(at, _)| *at).filter(move |at| self.reaches(*at, &ABOVE) == above)
        };
        let is_handler =
            |name: &str| name.chars().all(|letter| matches!(letter, 'A'..='Z' | '0'..='9' | '_'));
        let handlers: Vec<u32> =
            self.taken.iter().copied().filter(|at| is_handler(&self.functions[at].name)).collect();
        // What interrupts the game holds no rule book: its pointers are wakers, drivers and executors.
        let mut interrupting = tasks(true).chain(handlers.iter().copied());
        let holds_a_book = interrupting.any(|at| self.reaches(at, &BOOKS));

        let at_start = self.depths(true, &LAST);
        let in_play = self.depths(true, &[LAST.as_slice(), &BEFORE_PLAY].concat());
        let interrupts = self.depths(holds_a_book, &LAST);
        let from = |depths: &Depths, roots: &mut dyn Iterator<Item = u32>| {
            roots.map(|at| (depths.known[&at].0, Some(at))).max().unwrap_or_default()
        };
        let (start, below) =
            (from(&at_start, &mut tasks(false)), from(&in_play, &mut tasks(false)));
        let above = from(&interrupts, &mut tasks(true)).0;
        let handler = from(&interrupts, &mut handlers.iter().copied()).0;
        // A task of the executor below, interrupted by one of the executor above, interrupted by a peripheral; or, before there is one
        // above, by the peripheral alone.
        let played = below.0 + above + handler + 2 * EXCEPTION;
        let started = start.0 + handler + EXCEPTION;
        let (depths, mut next) =
            if played < started { (&at_start, start.1) } else { (&in_play, below.1) };
        let mut chain = vec![];
        while let Some(at) = next {
            let function = &self.functions[&at];
            chain.push((function.name.clone(), function.frame));
            next = depths.known[&at].1.filter(|_| chain.len() < LONGEST_SHOWN);
        }
        Depth {
            bytes: played.max(started),
            start: start.0,
            below: below.0,
            above,
            handler,
            chain,
            recursive: at_start.recursive.into_iter().collect(),
        }
    }

    /// How deep it goes from each function on, where pointers of a holder may lead `into_books` or not; what is `left_out` ends a way.
    /// Tasks are called by their executor alone.
    fn depths(&self, into_books: bool, left_out: &[&str]) -> Depths {
        let mut depths = Depths::default();
        let mut pointed = Pointed::default();
        for _ in 0..=NESTED {
            depths.known.clear();
            for &at in self.functions.keys() {
                self.depth(at, &pointed, left_out, &mut vec![], &mut depths);
            }
            let deepest_not_in = |modules: &[&str]| {
                let targets = self.taken.iter().filter(|at| {
                    let function = &self.functions[at];
                    !is_task(function) && !is_in(function, modules)
                });
                targets.map(|at| (depths.known[at].0, Some(*at))).max().unwrap_or_default()
            };
            pointed = Pointed {
                by_a_book: deepest_not_in(&BOOK),
                by_a_holder: deepest_not_in(if into_books { &[] } else { &BOOKS }),
                by_others: deepest_not_in(&BOOKS),
            };
        }
        depths
    }

    /// Whether named calls lead from this function into one of these modules. So is told which tasks run on the executor that
    /// interrupts: they get to the modules [`ABOVE`].
    fn reaches(&self, from: u32, modules: &[&str]) -> bool {
        let (mut reached, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = open.pop() {
            let Some(function) = self.functions.get(&at) else {
                continue;
            };
            if is_in(function, modules) {
                return true;
            }
            open.extend(function.calls.iter().filter(|callee| reached.insert(**callee)));
        }
        false
    }

    /// Bytes from this function on, and whom it calls on the deepest way.
    fn depth(
        &self,
        at: u32,
        pointed: &Pointed,
        left_out: &[&str],
        path: &mut Vec<u32>,
        depths: &mut Depths,
    ) -> u32 {
        if let Some((depth, _)) = depths.known.get(&at) {
            return *depth;
        }
        let Some(function) = self.functions.get(&at).filter(|function| !is_in(function, left_out))
        else {
            depths.known.insert(at, Way::default());
            return 0;
        };
        if path.contains(&at) {
            depths.recursive.insert(function.name.clone());
            return 0;
        }
        path.push(at);
        let mut deepest = pointed.by(function);
        for &callee in &function.calls {
            let depth = self.depth(callee, pointed, left_out, path, depths);
            deepest = deepest.max((depth, Some(callee)));
        }
        path.pop();
        depths.known.insert(at, (function.frame + deepest.0, deepest.1));
        function.frame + deepest.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(code: &[u16]) -> Function {
        let bytes: Vec<u8> = code.iter().flat_map(|half| half.to_le_bytes()).collect();
        read(String::new(), 0x0800_1000, &bytes)
    }

    /// As an assembler writes them.
    #[test]
    fn frames_are_read_from_every_way_to_make_one() {
        assert_eq!(function(&[0xB5F0]).frame, 20, "push {{r4-r7, lr}}");
        assert_eq!(function(&[0xE92D, 0x4FF0]).frame, 36, "push.w {{r4-r11, lr}}");
        assert_eq!(function(&[0xB084]).frame, 16, "sub sp, #16");
        assert_eq!(function(&[0xF5AD, 0x7D00]).frame, 512, "sub.w sp, sp, #512");
        assert_eq!(function(&[0xF6AD, 0x1D0C]).frame, 2_316, "subw sp, sp, #2316");
        assert_eq!(function(&[0xED2D, 0x8B04]).frame, 16, "vpush {{d8, d9}}");
        let large = [0xF242, 0x3C28, 0xEBAD, 0x0D0C];
        assert_eq!(function(&large).frame, 0x2328, "movw r12, #9000; sub.w sp, sp, r12");
    }

    #[test]
    fn calls_are_followed_and_loops_are_not_calls() {
        let calls = function(&[0xF000, 0xF802, 0x4770]).calls;
        assert_eq!(calls, [0x0800_1008].into(), "bl two instructions on");
        assert!(function(&[0xBF00, 0xE7FD]).calls.is_empty(), "b to itself");
        assert!(function(&[0x4798]).through_pointer, "blx r3");
        assert!(!function(&[0x4770]).through_pointer, "bx lr");
    }

    /// A graph of functions by name, frame and calls, numbered from 1; a call of 0 is one through a pointer.
    fn graph(functions: &[(&str, u32, &[u32])], taken: &[u32]) -> Graph {
        let function = |&(name, frame, calls): &(&str, u32, &[u32])| Function {
            name: name.to_owned(),
            frame,
            calls: calls.iter().copied().filter(|to| *to != 0).collect(),
            through_pointer: calls.contains(&0),
        };
        let functions = (1..).zip(functions.iter().map(function)).collect();
        Graph { functions, taken: taken.iter().copied().collect() }
    }

    #[test]
    fn only_who_holds_a_book_gets_into_one_through_a_pointer() {
        let book = ("<table_rules..rules..mcr as RuleBook>::judge", 1_000, [].as_slice());
        let below = |caller| {
            let functions = [("TaskStorage", 8, [2].as_slice()), (caller, 16, &[0]), book];
            graph(&functions, &[3]).deepest().below
        };
        assert_eq!(below("table_core::game"), 8 + 16 + 1_000);
        assert_eq!(below("_ZN4core4iter"), 8 + 16 + 1_000);
        assert_eq!(below("curve25519_dalek"), 8 + 16);
        assert_eq!(below("11table_rules5rules3mcr"), 8 + 16);
    }

    #[test]
    fn before_play_only_interrupts_come_in_between() {
        let functions = [
            ("TaskStorage start", 8, [3].as_slice()),
            ("TaskStorage game", 300, &[]),
            ("5tasks5table3put", 2_000, &[]),
            ("TaskStorage reader", 50, &[5]),
            ("5tasks7readers", 50, &[]),
            ("TIM5", 30, &[]),
        ];
        let depth = graph(&functions, &[6]).deepest();
        assert_eq!((depth.start, depth.below, depth.above, depth.handler), (2_008, 300, 100, 30));
        assert_eq!(depth.bytes, 2_008 + 30 + EXCEPTION);
        assert_eq!(depth.chain.len(), 2, "that of the start: {:?}", depth.chain);
    }
}
