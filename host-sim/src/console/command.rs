//! `referee serve`, `referee connect` and `referee passphrase`.

use std::fs;
use std::io::{IsTerminal, Read, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, ensure};
use table_core::trust::{self, PublicKey};

use super::login::set_passphrase;
use super::web::App;
use super::{Address, Doors, Hall, Line, Logins, Role, Where, router, terminal};
use crate::paper::Roster;
use crate::referee::line::{identity, introduced, office};
use crate::referee::{Office, Store, TableList};

/// The organiser's papers and this device's key.
#[derive(clap::Args)]
pub struct Devices {
    /// This device's key (`referee key`); its orders are signed with it.
    #[arg(long, required_unless_present = "simulated", requires_all = ["officials", "organiser", "tables"])]
    key: Option<PathBuf>,
    /// The organiser's signed list of officials that names the key (`referee officials`).
    #[arg(long)]
    officials: Option<PathBuf>,
    /// The organiser's signed list of tables (`referee tables`).
    #[arg(long)]
    tables: Option<PathBuf>,
    /// The organiser's public key, 64 hexadecimal digits: both lists must be his.
    #[arg(long, value_parser = identity)]
    organiser: Option<PublicKey>,
    /// The tables are `host-sim serve`'s, at this speed: keys and lists are those of the simulation, which everybody knows.
    #[arg(long, value_name = "SPEED", num_args = 0..=1, default_missing_value = "1", conflicts_with = "key")]
    simulated: Option<f64>,
}

impl Devices {
    fn office(&self) -> Result<Office> {
        match (&self.key, &self.officials, &self.organiser) {
            (Some(key), Some(officials), Some(organiser)) => office(officials, organiser, key),
            _ => Ok(Office::simulated(trust::Role::HeadReferee)),
        }
    }

    /// The organiser's list; none for a simulation, where every table is known by its position.
    fn list(&self) -> Result<Option<TableList>> {
        let (Some(file), Some(organiser)) = (&self.tables, &self.organiser) else {
            return Ok(None);
        };
        let named = || file.display().to_string();
        let text = fs::read_to_string(file).with_context(named)?;
        TableList::read(&text, organiser).map(Some).with_context(named)
    }

    fn speed(&self) -> Result<f64> {
        let speed = self.simulated.unwrap_or(1.0);
        ensure!(speed > 0.0, "the speed is above zero");
        Ok(speed)
    }
}

/// The organiser's number of a table, or its position in a simulation.
fn numbered(list: Option<&TableList>, position: u16, table: &PublicKey) -> Result<u16> {
    Ok(list.map_or(Ok(position), |list| list.number(table))?)
}

/// What to serve.
#[derive(clap::Args)]
pub struct ServeArguments {
    /// A table as LINE=IDENTITY: its line is tcp:ADDRESS:PORT or a serial port, its identity 64 hexadecimal digits. May be given more than once.
    #[arg(long = "table", value_name = "WHERE")]
    lines: Vec<Where>,
    /// A file of such tables, one a line; `#` starts a remark. `host-sim serve --list` writes one.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    #[command(flatten)]
    devices: Devices,
    /// The file of the ledger; it is made if it is not there. Killed at any moment, nothing in it is lost.
    #[arg(long, default_value = "ledger.sqlite")]
    ledger: PathBuf,
    /// Where the page is. Anything but this machine itself is for a network that you trust, or behind a proxy that encrypts.
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// A further name under which the page may be opened, with its port; may be given more than once.
    #[arg(long = "host", value_name = "NAME:PORT")]
    hosts: Vec<String>,
    /// The players' numbers, names and teams: a CSV file whose first line is number,name,team.
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// For demonstrations: sessions, hands and dice start by themselves and results are confirmed.
    #[arg(long)]
    conduct: bool,
}

impl ServeArguments {
    fn places(&self) -> Result<Vec<(u16, Where)>> {
        let mut places = self.lines.clone();
        if let Some(list) = &self.list {
            let named = || list.display().to_string();
            let text = fs::read_to_string(list).with_context(named)?;
            for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
                if !line.is_empty() {
                    let place = line.parse().map_err(|error| anyhow!("{line:?}: say {error}"));
                    places.push(place.with_context(named)?);
                }
            }
        }
        ensure!(!places.is_empty(), "no tables: say --table LINE=IDENTITY or --list FILE");
        let list = self.devices.list()?;
        let numbered = |(position, place): (u16, Where)| {
            Ok((numbered(list.as_ref(), position, &place.table)?, place))
        };
        (1..).zip(places).map(numbered).collect()
    }

    /// Serves until the program is ended.
    pub fn run(&self) -> Result<ExitCode> {
        let places = self.places()?;
        let roster = match &self.roster {
            None => Roster::default(),
            Some(file) => Roster::parse(
                &fs::read_to_string(file).with_context(|| file.display().to_string())?,
            )?,
        };
        let office = || self.devices.office();
        let hall = Hall::open(&self.ledger, &places, office, self.devices.speed()?, self.conduct)?;
        for role in Role::ALL {
            if hall.doors().passphrase(role.name())?.is_none() {
                eprintln!(
                    "no passphrase for the {role} yet: set one with `referee passphrase {role}`"
                );
            }
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_io()
            .enable_time()
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind(self.listen)
                .await
                .with_context(|| format!("the page cannot be at {}", self.listen))?;
            let address = listener.local_addr()?;
            let hosts = self.hosts.iter().cloned().chain(names(address)).collect();
            let app = App { hall, logins: Logins::default(), hosts, roster };
            println!("http://{address}/ with {} tables", places.len());
            std::io::stdout().flush()?;
            axum::serve(listener, router(app)).await?;
            Ok(ExitCode::SUCCESS)
        })
    }
}

/// The names of an address; of this machine itself also the usual one.
fn names(address: SocketAddr) -> Vec<String> {
    let port = address.port();
    let mut names = vec![address.to_string()];
    if address.ip().is_loopback() {
        names.extend([format!("localhost:{port}"), format!("127.0.0.1:{port}")]);
    }
    if address.is_ipv6() {
        names.push(format!("[::1]:{port}"));
    }
    names
}

/// Which table to connect to.
#[derive(clap::Args)]
pub struct ConnectArguments {
    /// Where the table is: a serial port such as /dev/ttyUSB0, a pseudo-terminal, or tcp:ADDRESS:PORT.
    port: Address,
    #[command(flatten)]
    devices: Devices,
    /// Keep everything in this file (SQLite), one for all tables of an event.
    #[arg(long, default_value = "ledger.sqlite")]
    ledger: PathBuf,
    /// Write the verified records to this file whenever there are new ones, for `referee verify`.
    #[arg(long)]
    out: Option<PathBuf>,
}

impl ConnectArguments {
    /// Shows the table until the referee leaves; without a terminal, tells it line by line.
    pub fn run(&self) -> Result<ExitCode> {
        let office = || self.devices.office();
        office()?;
        let list = self.devices.list()?;
        let mut line = Line::open(&self.port).with_context(|| self.port.to_string())?;
        let table = introduced(&mut line)?.table;
        drop(line);
        let number = numbered(list.as_ref(), 1, &table)?;
        let place = Where { address: self.port.clone(), table };
        let hall =
            Hall::open(&self.ledger, &[(number, place)], office, self.devices.speed()?, false)?;
        let post = hall.post(number).context("no post for the table")?.clone();
        terminal::show(&hall, &post, self.out.as_deref())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Whose passphrase to set.
#[derive(clap::Args)]
pub struct PassphraseArguments {
    /// referee or head-referee.
    #[arg(value_parser = role)]
    role: Role,
    /// The file of the ledger; it is made if it is not there.
    #[arg(long, default_value = "ledger.sqlite")]
    ledger: PathBuf,
}

fn role(name: &str) -> Result<Role, String> {
    Role::named(name).ok_or_else(|| "a role is referee or head-referee".into())
}

impl PassphraseArguments {
    /// Reads a passphrase from standard input and sets it.
    pub fn run(&self) -> Result<ExitCode> {
        if std::io::stdin().is_terminal() {
            eprintln!(
                "passphrase of the {} (at least 12 characters, shown as you type), then Ctrl-D:",
                self.role
            );
        }
        let mut passphrase = String::new();
        std::io::stdin().read_to_string(&mut passphrase)?;
        set_passphrase(
            &Doors::new(Store::open(&self.ledger)?),
            self.role,
            passphrase.trim_end_matches(['\r', '\n']),
        )?;
        eprintln!("set; whoever was signed in as {} has to sign in again", self.role);
        Ok(ExitCode::SUCCESS)
    }
}
