//! Hands as people play them, at the real application: what it records of each.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use conformance::number;
use host_sim::play::stage;
use host_sim::played::Played;
use host_sim::world::play::foul::{FoulKind, Staged};
use host_sim::world::play::session::SessionPlan;
use table_core::event::Event;
use table_core::game::Flag;
use table_core::rules::{BOOKS, RuleBook};
use table_core::time::Span;

/// All files, in order of their names.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("played");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    assert!(!files.is_empty(), "nothing to play");
    files
}

/// What went wrong with a file, if anything did.
fn trouble(file: &Path) -> Option<String> {
    let shown = file.file_name().unwrap().to_string_lossy();
    let text = fs::read_to_string(file).unwrap();
    let played = match Played::parse(&text) {
        Ok(played) => played,
        Err(error) => return Some(format!("{shown}: {error}")),
    };
    match played.run() {
        Err(error) => Some(format!("{shown}: {error}")),
        Ok(staging) => {
            let mismatch = played.check(&staging).err()?;
            Some(format!("{shown}: {mismatch}"))
        }
    }
}

/// Does the work on all cores. All troubles are told, not only the first: a change of the rules touches several.
fn shared<T: Sync>(work: &[T], trouble: impl Fn(&T) -> Option<String> + Sync) -> Vec<String> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = work.len().div_ceil(workers);
    thread::scope(|scope| {
        let trouble = &trouble;
        let shares: Vec<_> = work
            .chunks(share)
            .map(|work| scope.spawn(move || work.iter().filter_map(trouble).collect::<Vec<_>>()))
            .collect();
        shares.into_iter().flat_map(|share| share.join().unwrap()).collect()
    })
}

#[test]
fn every_played_hand_is_recorded_as_expected() {
    let troubles = shared(&files(), |file| trouble(file));
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}

#[test]
fn every_foul_of_every_book_is_shown() {
    let shown: BTreeSet<(String, FoulKind)> = files()
        .iter()
        .filter_map(|file| {
            let played = Played::parse(&fs::read_to_string(file).unwrap()).unwrap();
            let (_, staged) = played.plan().unwrap().foul?;
            Some((played.rules, staged.kind))
        })
        .collect();
    let missing: Vec<_> = BOOKS
        .iter()
        .flat_map(|book| FoulKind::of(*book).map(|kind| (book.id().to_owned(), kind)))
        .filter(|foul| !shown.contains(foul))
        .collect();
    assert!(missing.is_empty(), "no file stages {missing:?}");
}

/// One staged foul: whether it came about, and whether it was reported by the rule it breaks, about the one who did it.
fn reported(book: &'static dyn RuleBook, kind: FoulKind, seed: u64) -> Option<Result<(), String>> {
    let mut plan = SessionPlan::new(book, 1, seed);
    plan.foul = Some((1, Staged { kind, turn: 6 }));
    // Most seeds give no occasion for the rarer ones: look before the table is set up.
    plan.play().next()?.ok()?.truth.slips().next()?;
    let staging = stage(&plan, true).unwrap();
    let timed = staging.course.iter().find_map(|hand| hand.line.slips.first())?;
    let flags: Vec<_> = staging
        .records
        .iter()
        .filter(|record| record.at + Span::secs(4) >= timed.at)
        .filter_map(|record| match record.event {
            Event::Flagged(flag) => Some(flag),
            _ => None,
        })
        .collect();
    let by_whom = [None, Some(timed.slip.seat), timed.slip.other];
    let right = |flag: &Flag| flag.rule.is(timed.slip.rule()) && by_whom.contains(&flag.seat);
    Some(if flags.iter().any(right) { Ok(()) } else { Err(format!("{flags:?}")) })
}

/// Staged in so many hands (`FOULS=40` for more), each foul is reported in every one of them.
#[test]
fn every_foul_is_reported_whoever_does_it() {
    let wanted = number("FOULS", 2);
    let of = |book: &'static dyn RuleBook| FoulKind::of(book).map(move |kind| (book, kind));
    let fouls: Vec<_> = BOOKS.iter().flat_map(|book| of(*book)).collect();
    let troubles = shared(&fouls, |(book, kind)| {
        // Some need tiles that few hands have.
        let staged = (1..2_000).filter_map(|seed| Some((seed, reported(*book, *kind, seed)?)));
        let staged: Vec<_> = staged.take(wanted as usize).collect();
        println!("{} {kind:?}: staged {} times", book.id(), staged.len());
        let missed = staged.iter().filter(|(_, report)| report.is_err());
        let seeds: Vec<u64> = missed.map(|(seed, _)| *seed).collect();
        let right = seeds.is_empty() && !staged.is_empty();
        (!right).then(|| format!("{} {kind:?}: seeds {seeds:?} of {staged:?}", book.id()))
    });
    assert!(troubles.is_empty(), "FOULS={wanted} repeats this\n{}", troubles.join("\n"));
}

#[test]
fn words_that_are_not_in_the_vocabulary_are_refused_with_a_hint() {
    let refused = |head: &str, expect: &str| {
        let text = format!("name='x'\nseed=1\n{head}\n[expect]\n{expect}");
        Played::parse(&text).err().unwrap().to_string()
    };
    let right = "results_right=true";
    assert!(refused("rules='riichi'", right).contains("write mcr or gghk"));
    assert!(refused("rules='mcr'\nfoul={kind='Yawning'}", right).contains("EarlyDraw"));
    assert!(refused("rules='mcr'\nfoul={kind='EarlyDraw',hand=2}", right).contains("in hand 2"));
    assert!(refused("rules='mcr'\nfoul={kind='EarlyDraw',hand=0}", right).contains("from 1"));
    assert!(refused("rules='mcr'\ngoal={hand='E',ending='Draw'}", right).contains("no goal"));
    assert!(refused("rules='mcr'", "flags=[{rule='MCR 3.6.4',seat=5}]").contains("no seat 5"));
    assert!(refused("rules='mcr'", "").contains("nothing is expected"));
    let order = |order: &str| refused(&format!("rules='mcr'\norders=[{{order={order}}}]"), right);
    assert!(order("{refuse_hu={seat=7}}").contains("no seat 7"));
    assert!(order("{correct={tile='5p',at='away'}}").contains("as in 5p.2"));
    assert!(order("'resign'").contains("unknown variant"));
    assert!(refused("rules='mcr'\njump=1", right).contains("unknown field `jump`"));
}

/// A check that cannot fail shows nothing.
#[test]
fn what_was_not_recorded_is_noticed() {
    let foul = "foul={kind='EarlyDraw',turn=6}";
    let mismatch = |head: &str, expect: &str| {
        let text = format!("name='x'\nrules='mcr'\nseed=1\n{head}\n[expect]\n{expect}");
        let played = Played::parse(&text).unwrap();
        let staging = played.run().unwrap();
        played.check(&staging).err().unwrap().to_string()
    };
    let ordinary = "flags=[{rule='MCR 3.11.6.4',seat=1}]";
    assert!(mismatch("", ordinary).contains("not reported"));
    assert!(mismatch(foul, ordinary).contains("is not a report of it"));
    let other = "flags=[{rule='MCR 3.11.6.5',seat=4}]";
    assert!(mismatch(foul, other).contains("is not a report of it"));
    assert!(mismatch(foul, "flag_rules=[]").contains("by other rules"));
    assert!(mismatch("", "records_contain=['HandEnded','HandStarted']").contains("in this order"));
    assert!(
        mismatch("", "results_right=true\nrecords_lack=['HandEnded']").contains("a record says")
    );
    assert!(mismatch("", "results_right=false").contains("points after each hand"));
}
