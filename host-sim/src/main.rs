//! `host-sim`: the table on a desktop.

use std::fs;
use std::io::{self, BufRead, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use clap::{Parser, Subcommand, ValueEnum};
use host_sim::air::Errors;
use host_sim::album::Album;
use host_sim::home::Home;
use host_sim::play::{self, Demand, Detail, Options, ScoreSheet, Seen};
use host_sim::played::Played;
use host_sim::referee::{digits, export};
use host_sim::rerun::Run;
use host_sim::scenario::Scenario;
use host_sim::score::{GghkFacts, GghkLine, GghkTable, McrFacts, McrLine, McrTable, notation};
use host_sim::serve::{Plug, Serving, serve};
use host_sim::watch::{self, Watched};
use host_sim::world::World;
use host_sim::world::play::session::SessionPlan;
use host_sim::{bench, cuts, link};
use indicatif::ProgressBar;
use serde_json::json;
use table_core::rules::mcr::{self, Judgement};
use table_core::rules::{book, gghk};

/// The automatic mahjong table on a desktop: the firmware's own application in a simulated world.
///
/// Without a command it plays a demonstration: one tagged tile is laid on one antenna and followed step by step through reader,
/// tracking, record, signature, storage and wire until the referee's side has verified it.
///
/// Exit codes: 0 all is well, 1 something did not come out as expected, 2 the command could not be carried out.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run one scenario file and compare what was recorded with what it expects.
    Run {
        /// The scenario, a TOML file: steps at a table (tests/scenarios/README.md) or a played session
        /// (tests/played/README.md).
        file: PathBuf,
        /// Where the application runs.
        #[arg(long, default_value = "desktop")]
        home: HomeName,
        /// Write the verified records to this file, for `referee verify`.
        #[arg(long)]
        out: Option<PathBuf>,
        /// Write pictures of the screen and the seats' digits into this folder: panel-SECONDS.png.
        #[arg(long)]
        panel: Option<PathBuf>,
        /// Milliseconds between two pictures; a picture that has not changed is not written again.
        #[arg(long, default_value_t = 1_000)]
        panel_every: u64,
        /// Write what was done to the table and what it recorded to this file, for `host-sim replay`.
        #[arg(long)]
        record: Option<PathBuf>,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Let a recorded run happen again and compare every record, byte by byte.
    ///
    /// Exit codes: 0 the same records, 1 the runs part (and where), 2 the file is no run.
    Replay {
        /// Written by `host-sim run --record`, `host-sim play --out` or `host-sim watch --record`: a text of one line an act.
        file: PathBuf,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Play sessions: seeded players at the real table, every record verified, everything graded against the truth.
    ///
    /// No result on record may be wrong, whatever the faults. With `--faults none` nothing else may be, either; with `realistic`
    /// or a file of your own at most 1 act in 100,000 is wrong and as many missed, 1 flag in 1,000 hands is false, the referee is
    /// asked in 5 % of the hands, and 95 % of the acts are named within 1 s and permanent within 8 s.
    ///
    /// Exit codes: 0 these goals are met, 1 one is missed.
    Play {
        /// The rule book.
        #[arg(long, default_value = "mcr")]
        rules: Rules,
        /// Hands to be played, in sessions of at most sixteen.
        #[arg(long, default_value_t = 16)]
        hands: u32,
        /// Everything follows from it.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Play only this session of the run, numbered from 0, and say what was recorded wrongly in it.
        #[arg(long)]
        session: Option<u32>,
        /// With --session: print everything that was done, seen and recorded in these seconds of table time, as in 500..520.
        #[arg(long, requires = "session", value_parser = seconds)]
        log: Option<Range<u64>>,
        /// What goes wrong between tiles and readers: none, realistic, harsh, or a file that changes the realistic model
        /// (every parameter is explained in host-sim/presets/realistic.toml).
        #[arg(long, default_value = "none")]
        faults: String,
        /// How closely readers are simulated; the air and its errors are the same.
        #[arg(long, default_value = "sightings")]
        detail: Closeness,
        /// The table has no river loops: discards are inferred.
        #[arg(long)]
        no_river: bool,
        /// Where the application runs.
        #[arg(long, default_value = "desktop")]
        home: HomeName,
        /// Write each session's verified records into this folder, for `referee verify`.
        #[arg(long)]
        out: Option<PathBuf>,
        /// Write pictures of the screen and the seats' digits into this folder, one subfolder a session.
        #[arg(long)]
        panel: Option<PathBuf>,
        /// Seconds between two pictures.
        #[arg(long, default_value_t = 10)]
        panel_every: u32,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Cut the power of played sessions at random instants and after random bytes, also during recovery, and look what is left.
    ///
    /// Sessions of both rule books are played; after every cut the journal, the resumed state, clocks and pending calls are
    /// compared with what was known before, and at the end the results with what happened.
    ///
    /// Exit codes: 0 nothing lost, nothing invented, no wrong state; 1 otherwise.
    Cuts {
        /// Cuts to be made.
        #[arg(long, default_value_t = 500)]
        cuts: u64,
        /// Everything follows from it.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Watch a session on the terminal: the table, its records, its clocks; pause, step, break things, be the referee.
    ///
    /// Keys are named in the last line of the screen. Where there is no terminal, every record is a line of plain text.
    Watch {
        /// The rule book.
        #[arg(long, default_value = "mcr")]
        rules: Rules,
        /// Hands to be played.
        #[arg(long, default_value_t = play::HANDS_PER_SESSION)]
        hands: u16,
        /// Everything follows from it, but for what the keyboard adds.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Table time for one second of yours; 0 for as fast as it goes.
        #[arg(long, default_value_t = 8.0)]
        speed: f64,
        /// Write what was done to the table, faults and orders included, to this file, for `host-sim replay`.
        #[arg(long)]
        record: Option<PathBuf>,
    },
    /// Simulated tables in real time, each behind a TCP port or a pseudo-terminal, for `referee serve` or `referee connect`.
    ///
    /// Their players wait for the referee: he starts sessions and hands, tells the dice and confirms results.
    Serve {
        /// So many tables.
        #[arg(long, default_value_t = 1)]
        tables: u16,
        /// Port of the first; the others follow. 0 takes any that are free.
        #[arg(long, default_value_t = 4000)]
        port: u16,
        /// Pseudo-terminals instead of ports.
        #[arg(long, conflicts_with = "port")]
        pty: bool,
        /// The rule book that the players play by.
        #[arg(long, default_value = "mcr")]
        rules: Rules,
        /// Hands of each session.
        #[arg(long, default_value_t = play::HANDS_PER_SESSION)]
        hands: u16,
        /// Everything follows from it, but for what the referee does.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Table time for one second of yours.
        #[arg(long, default_value_t = 1.0)]
        speed: f64,
        /// Write the tables' lines and identities to this file, for `referee serve --list`.
        #[arg(long)]
        list: Option<PathBuf>,
    },
    /// Score hands: one typed by a person, or many as JSON lines from standard input.
    ///
    /// A hand is written like `123m 456m 789m EE +E`: standing tiles (1-9 with m characters, p dots, s bamboo; winds E S W N;
    /// dragons C red, F green, P white) and the winning tile behind a plus sign. [456p] is a laid-out set, {NNNN} a concealed
    /// kong; [555p:2] was given by the opposite player, [555p:3] by the right one; [5555p:3+] was promoted from a pung.
    ///
    /// Example: host-sim score --rules mcr "123m 456m 78m EEE 55p +9m" --self-draw
    #[command(verbatim_doc_comment)]
    Score(ScoreArguments),
    /// Run the link under loss, damage, doubling and swapping, both ends restarted at random, and count what came through.
    ///
    /// The real application runs on simulated tables; what lies on their chips in the end is compared with the referee's ledger.
    /// Exit codes: 0 nothing lost, doubled or swapped; 1 something was.
    Link {
        /// Share of frames that vanish, in both directions.
        #[arg(long, default_value_t = 0.3)]
        loss: f64,
        /// Share of frames in which a bit changes.
        #[arg(long, default_value_t = 0.01)]
        damage: f64,
        /// Records to be made, at tables of at most 1500 each.
        #[arg(long, default_value_t = 1_000)]
        records: u64,
        /// Everything follows from it.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Measure what the README quotes: on this machine in hands per second, on the chip (in QEMU) in instructions.
    Bench {
        /// Only score the MCR hands of this JSON lines file and print how many a second.
        #[arg(long)]
        hands: Option<PathBuf>,
        /// Only on the chip: figures that are the same on every machine.
        #[arg(long)]
        chip: bool,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
struct ScoreArguments {
    /// The rule book.
    #[arg(long, default_value = "mcr")]
    rules: Rules,
    /// The hand; left out with --jsonl.
    #[arg(required_unless_present = "jsonl")]
    hand: Option<String>,
    /// Read one JSON object a line from standard input, write one a line.
    #[arg(long, conflicts_with = "hand")]
    jsonl: bool,
    /// The winning tile was drawn from the wall.
    #[arg(long)]
    self_draw: bool,
    /// MCR: the other three of its kind lie face up on the table.
    #[arg(long)]
    last_of_kind: bool,
    /// MCR: it was the last tile of the wall, or the discard after it.
    #[arg(long)]
    last_tile: bool,
    /// MCR: won on a kong's replacement (with --self-draw) or by robbing a kong.
    #[arg(long)]
    kong: bool,
    /// MCR: flowers laid.
    #[arg(long, default_value_t = 0)]
    flowers: u8,
    /// GGHK: who discarded the winning tile or was robbed of it: E, S, W or N.
    #[arg(long)]
    discarder: Option<String>,
    /// GGHK: after_kong, consecutive_kong, robbing_kong, robbing_concealed_kong, last_wall_tile, heaven, earth.
    #[arg(long = "flag")]
    flags: Vec<String>,
    /// Wind of the winner: E, S, W or N.
    #[arg(long, default_value = "E")]
    seat: String,
    /// Prevalent wind: E, S, W or N.
    #[arg(long, default_value = "E")]
    round: String,
}

/// A rule book.
#[derive(Clone, Copy, ValueEnum)]
enum Rules {
    /// World Mahjong Organization, 81 fan.
    Mcr,
    /// Hong Kong, faan.
    Gghk,
}

impl Rules {
    fn id(self) -> &'static str {
        match self {
            Rules::Mcr => "mcr",
            Rules::Gghk => "gghk",
        }
    }
}

/// How closely readers are simulated.
#[derive(Clone, Copy, ValueEnum)]
enum Closeness {
    /// Scan by scan: for long runs.
    Sightings,
    /// Every SPI byte, through the reader driver and the chip models.
    Bytes,
}

impl From<Closeness> for Detail {
    fn from(closeness: Closeness) -> Detail {
        match closeness {
            Closeness::Sightings => Detail::Sightings,
            Closeness::Bytes => Detail::Bytes,
        }
    }
}

/// A home of the application.
#[derive(Clone, Copy, ValueEnum)]
enum HomeName {
    /// In this process, on virtual time.
    Desktop,
    /// The real image in an emulated STM32F405, on virtual time.
    Qemu,
}

impl HomeName {
    fn open(self) -> Result<Home> {
        match self {
            HomeName::Desktop => Ok(Home::Desktop),
            HomeName::Qemu => Ok(Home::qemu()?),
        }
    }
}

const DEMONSTRATION: &str = include_str!("../../tests/scenarios/one_tile_goes_all_the_way.toml");

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        None => demonstrate(),
        Some(Command::Run { file, home, out, panel, panel_every, record, json }) => {
            let panel = panel.as_deref().map(|folder| (folder, panel_every));
            run(&file, home, out.as_deref(), panel, record.as_deref(), json)
        }
        Some(Command::Link { loss, damage, records, seed, json }) => {
            let options = link::Options { loss, damage, records, seed };
            try_the_link(&options, json)
        }
        Some(Command::Cuts { cuts, seed, json }) => cut_power(cuts, seed, json),
        Some(Command::Play {
            rules,
            hands,
            seed,
            session,
            log,
            faults,
            detail,
            no_river,
            home,
            out,
            panel,
            panel_every,
            json,
        }) => {
            let opened = Errors::named(&faults).and_then(|errors| Ok((errors, home.open()?)));
            opened.and_then(|(errors, home)| {
                let rules = rules.id().to_owned();
                let panel = panel.map(|folder| (folder, panel_every));
                let seen = Seen { rivers: !no_river, errors, detail: detail.into(), panel };
                let options =
                    Options { session, log, seen, home, out, ..Options::ordinary(&rules, seed) };
                play_sessions(&options, hands, &faults, json)
            })
        }
        Some(Command::Replay { file, json }) => replay(&file, json),
        Some(Command::Watch { rules, hands, seed, speed, record }) => {
            let plan = book(rules.id())
                .context("no such rule set")
                .map(|book| SessionPlan::new(book, hands, seed));
            plan.and_then(|plan| watch_session(&plan, speed, record.as_deref()))
        }
        Some(Command::Serve { tables, port, pty, rules, hands, seed, speed, list }) => {
            let first = (!pty).then_some(port);
            let book = book(rules.id()).context("no such rule set");
            let serving = book.map(|book| Serving { book, hands, speed });
            serving.and_then(|serving| serve_tables(tables, first, seed, serving, list.as_deref()))
        }
        Some(Command::Score(arguments)) => score(&arguments),
        Some(Command::Bench { hands: Some(file), .. }) => measure_hands(&file),
        Some(Command::Bench { hands: None, chip, json }) => measure(chip, json),
    };
    done.unwrap_or_else(|error| {
        eprintln!("host-sim: {error:#}");
        ExitCode::from(2)
    })
}

/// One tile all the way, then a whole session.
fn demonstrate() -> Result<ExitCode> {
    println!(
        "One tile goes all the way: antenna, reader, tracking, record, signature, FRAM, wire, referee.\n"
    );
    let scenario = Scenario::parse(DEMONSTRATION)?;
    let world = Home::Desktop.run(World::new(scenario.setup()?))?;
    show(&world);
    let checked = scenario.check(&world);
    let failed = checked.is_err();
    let code = report(checked, held(&world), false);
    if failed {
        return Ok(code);
    }
    println!("\nNow four players play a session by the rules of the World Mahjong Organization.\n");
    let options = Options::ordinary("mcr", 1);
    let (graded, world) = play::session_in_its_world(&options, 0, play::HANDS_PER_SESSION)?;
    let referee = world.referee().context("a session without a referee")?;
    println!("{}\n", ScoreSheet::new(referee.ledger()));
    let mut marks = play::Report::default();
    marks.add(0, graded);
    let good = marks.missed(Demand::Perfect).is_empty();
    println!(
        "{} acts, {} recorded, {} wrong, {} missed",
        marks.events_true, marks.events_recorded, marks.events_wrong, marks.events_missed
    );
    println!(
        "verified: {} records of table {}, every one signed and chained",
        marks.records,
        referee.ledger().table().fingerprint()
    );
    Ok(ExitCode::from(u8::from(!good)))
}

fn run(
    file: &Path,
    home: HomeName,
    out: Option<&Path>,
    panel: Option<(&Path, u64)>,
    record: Option<&Path>,
    json: bool,
) -> Result<ExitCode> {
    let named = || format!("scenario {}", file.display());
    let text = fs::read_to_string(file).with_context(named)?;
    let home = home.open()?;
    if Played::is_played(&text) {
        let played = Played::parse(&text).with_context(named)?;
        let staging = played.run(&home).with_context(named)?;
        if let Some(out) = out {
            fs::write(out, &staging.export).with_context(|| out.display().to_string())?;
        }
        if !json {
            staging.records.iter().for_each(|record| println!("{} {}", record.seq, record.event));
        }
        return Ok(report(played.check(&staging), staging.records.len(), json));
    }
    let scenario = Scenario::parse(&text).with_context(named)?;
    let mut world = World::new(scenario.setup()?);
    if let Some((folder, every)) = panel {
        let album = Album::new(folder, every.max(1) * 1_000);
        world.keep(album.with_context(|| folder.display().to_string())?);
    }
    let world = home.run(world).with_context(named)?;
    if !json {
        show(&world);
    }
    if let Some(why) = world.album().and_then(Album::failed) {
        bail!("a picture could not be written: {why}");
    }
    if let (Some(out), Some(referee)) = (out, world.referee()) {
        fs::write(out, export(referee.ledger())).with_context(|| out.display().to_string())?;
    }
    if let Some(record) = record {
        let run = Run::of(&world, &seen_by_bytes());
        fs::write(record, run.to_text()).with_context(|| record.display().to_string())?;
    }
    Ok(report(scenario.check(&world), held(&world), json))
}

/// Through the chip models, with nothing going wrong by itself.
fn seen_by_bytes() -> Seen {
    Seen { detail: Detail::Bytes, ..Seen::default() }
}

fn replay(file: &Path, json: bool) -> Result<ExitCode> {
    let named = || file.display().to_string();
    let run = Run::parse(&fs::read_to_string(file).with_context(named)?).with_context(named)?;
    let parting = run.compare(&run.replay()?).err();
    if json {
        let first = parting.as_ref().map(|parting| parting.number);
        let reason = parting.as_ref().map(ToString::to_string);
        let (same, records) = (parting.is_none(), run.records.len());
        println!(
            "{}",
            json!({ "same": same, "records": records, "parts_at": first, "reason": reason })
        );
    } else {
        match &parting {
            None => println!("the same {} records, byte by byte", run.records.len()),
            Some(parting) => println!("{parting}"),
        }
    }
    Ok(ExitCode::from(u8::from(parting.is_some())))
}

/// A span of table time, as in `500..520`.
fn seconds(text: &str) -> Result<Range<u64>, String> {
    let (from, until) = text.split_once("..").ok_or("write it as in 500..520")?;
    let second = |text: &str| text.parse::<u64>().map_err(|why| format!("{text:?}: {why}"));
    Ok(second(from)?..second(until)?)
}

fn play_sessions(options: &Options, hands: u32, faults: &str, json: bool) -> Result<ExitCode> {
    let command = format!(
        "host-sim play --rules {} --hands {hands} --seed {} --faults {faults} --detail {}{}{}",
        options.rules,
        options.seed,
        match options.seen.detail {
            Detail::Sightings => "sightings",
            Detail::Bytes => "bytes",
        },
        if options.seen.rivers { "" } else { " --no-river" },
        if let Home::Desktop = options.home { "" } else { " --home qemu" }
    );
    eprintln!("{command}");
    let bar = ProgressBar::new(u64::from(hands));
    let mut report = play::play(options, hands, |played| bar.inc(u64::from(played)))?;
    bar.finish_and_clear();
    report.goals_missed = report.missed(Demand::of(faults, options.seen.rivers));
    if json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        println!("{report}");
    }
    report.log.iter().for_each(|line| eprintln!("{line}"));
    for (session, troubles) in &report.troubles {
        // Of a long run only what is wrong; a session by itself tells each question, too.
        let told = troubles.iter().filter(|it| it.mistake || options.session.is_some());
        let lines: Vec<&str> = told.map(|trouble| trouble.text.as_str()).collect();
        if options.session.is_none() && !lines.is_empty() {
            eprintln!("{command} --session {session}");
        }
        lines.iter().for_each(|line| eprintln!("{line}"));
    }
    Ok(ExitCode::from(u8::from(!report.goals_missed.is_empty())))
}

fn try_the_link(options: &link::Options, json: bool) -> Result<ExitCode> {
    let link::Options { loss, damage, records, seed } = options;
    eprintln!("host-sim link --loss {loss} --damage {damage} --records {records} --seed {seed}");
    let bar = ProgressBar::new(*records);
    let outcome = link::run(options, |made| bar.set_position(made))?;
    bar.finish_and_clear();
    if json {
        println!("{}", serde_json::to_string(&outcome)?);
    } else {
        println!("{outcome}");
    }
    Ok(ExitCode::from(u8::from(!outcome.is_good())))
}

fn cut_power(cuts: u64, seed: u64, json: bool) -> Result<ExitCode> {
    eprintln!("host-sim cuts --cuts {cuts} --seed {seed}");
    let bar = ProgressBar::new(cuts);
    let report = cuts::cut(cuts, seed, |made| bar.inc(made))?;
    bar.finish_and_clear();
    if json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        println!("{report}");
    }
    Ok(ExitCode::from(u8::from(!report.is_good())))
}

fn watch_session(plan: &SessionPlan, speed: f64, record: Option<&Path>) -> Result<ExitCode> {
    let (_, world) = play::planned(plan, &seen_by_bytes())?;
    // Through the chip models, so that a broken reader is one.
    let run = |world| Home::Desktop.run(world);
    let world = if watch::has_a_screen() {
        let speed = (speed > 0.0).then_some(speed);
        watch::watch(world, Watched::new(plan.seed, speed), run)?
    } else {
        run(watch::plain(world))?
    };
    if let Some(record) = record {
        let run = Run::of(&world, &seen_by_bytes());
        fs::write(record, run.to_text()).with_context(|| record.display().to_string())?;
    }
    let referee = world.referee().context("a session without a referee")?;
    println!("{}", ScoreSheet::new(referee.ledger()));
    Ok(ExitCode::SUCCESS)
}

fn serve_tables(
    tables: u16,
    port: Option<u16>,
    seed: u64,
    serving: Serving,
    list: Option<&Path>,
) -> Result<ExitCode> {
    ensure!(serving.speed > 0.0, "the speed is above zero");
    let mut lines = String::new();
    for table in 0..tables {
        let (plug, name) = match port {
            None => Plug::pty().context("no pseudo-terminal")?,
            Some(first) => {
                let port = if first == 0 {
                    0
                } else {
                    first.checked_add(table).context("no such port")?
                };
                Plug::tcp(port).with_context(|| format!("port {port}"))?
            }
        };
        let identity = serve(plug, seed.wrapping_add(u64::from(table)), serving)?;
        lines += &format!("{name}={}\n", digits(&identity.0));
    }
    if let Some(list) = list {
        fs::write(list, &lines).with_context(|| list.display().to_string())?;
    }
    print!("{lines}");
    io::stdout().flush()?;
    loop {
        std::thread::park();
    }
}

fn measure_hands(file: &Path) -> Result<ExitCode> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let wins: Result<Vec<_>> = text.lines().map(McrLine::win).collect();
    println!("{:.0}", bench::rate_of(&wins?));
    Ok(ExitCode::SUCCESS)
}

fn measure(chip: bool, json: bool) -> Result<ExitCode> {
    let mut rows = vec![];
    if !chip {
        eprintln!("measuring on this machine ...");
        rows.extend(bench::on_the_desktop());
        rows.extend(bench::verified()?);
        eprintln!("measuring sessions at the simulated table ...");
        rows.extend(bench::played()?);
        eprintln!("measuring inventories at the reader's model ...");
        rows.extend(bench::of_random_tags());
    }
    eprintln!("measuring on the chip, in QEMU ...");
    rows.extend(bench::on_the_chip()?);
    if json {
        let object: serde_json::Map<String, serde_json::Value> = rows
            .iter()
            .map(|row| (row.name.clone(), json!({ "value": row.value, "unit": row.unit })))
            .collect();
        println!("{}", serde_json::Value::Object(object));
    } else {
        rows.iter().for_each(|row| println!("{:<50}{:>14.0} {}", row.name, row.value, row.unit));
    }
    Ok(ExitCode::SUCCESS)
}

fn score(arguments: &ScoreArguments) -> Result<ExitCode> {
    match (arguments.rules, &arguments.hand) {
        (Rules::Mcr, Some(hand)) => score_mcr(hand, arguments),
        (Rules::Gghk, Some(hand)) => score_gghk(hand, arguments),
        (Rules::Mcr, None) => score_lines(|line| McrLine::answer(line, &mcr::Rulings::default())),
        (Rules::Gghk, None) => {
            score_lines(|line| GghkLine::answer(line, &gghk::Rulings::default()))
        }
    }
}

fn score_gghk(hand: &str, arguments: &ScoreArguments) -> Result<ExitCode> {
    let facts = GghkFacts {
        self_draw: arguments.self_draw,
        discarder: arguments.discarder.clone(),
        flags: arguments.flags.clone(),
        seat: arguments.seat.clone(),
        round: arguments.round.clone(),
    };
    let table = GghkTable::new(facts.declared(notation::hand(hand)?)?)?;
    print!("{table}");
    Ok(ExitCode::from(u8::from(!table.is_legal())))
}

/// One answer for each line of standard input, in order.
fn score_lines(answer: impl Fn(&str) -> serde_json::Value) -> Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(out, "{}", answer(&line))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn score_mcr(hand: &str, arguments: &ScoreArguments) -> Result<ExitCode> {
    let facts = McrFacts {
        self_draw: arguments.self_draw,
        last_of_kind: arguments.last_of_kind,
        last_tile: arguments.last_tile,
        kong: arguments.kong,
        flowers: arguments.flowers,
        seat: arguments.seat.clone(),
        round: arguments.round.clone(),
    };
    let rulings = mcr::Rulings::default();
    let win = facts.win(notation::hand(hand)?)?;
    let judgement = mcr::judge(&win, &rulings)?;
    match &judgement {
        Judgement::Legal(score) | Judgement::BelowMinimum(score) => {
            let basis = &mcr::basis(&win, &rulings, score);
            print!("{}", McrTable { win: &win, score, basis });
        }
        _ => println!("{}", McrTable::refused(&judgement)),
    }
    Ok(ExitCode::from(u8::from(judgement.false_hu().is_some())))
}

fn show(world: &World) {
    world.lines().iter().for_each(|line| println!("{line}"));
}

/// Records that the referee holds.
fn held(world: &World) -> usize {
    world.referee().map_or(0, |referee| referee.ledger().records().len())
}

fn report(checked: Result<(), impl std::fmt::Display>, records: usize, json: bool) -> ExitCode {
    if json {
        let (passed, failed) = (u8::from(checked.is_ok()), u8::from(checked.is_err()));
        let reason = checked.as_ref().err().map(ToString::to_string);
        println!(
            "{}",
            json!({ "passed": passed, "failed": failed, "records": records, "reason": reason })
        );
    } else {
        match &checked {
            Ok(()) => println!("\nverified: {records} records, every one signed and chained"),
            Err(mismatch) => println!("\nFAILED: {mismatch}"),
        }
    }
    ExitCode::from(u8::from(checked.is_err()))
}
