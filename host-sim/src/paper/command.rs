//! `referee paper` and `referee standings`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use super::{
    Identity, Roster, SessionPaper, fouls_csv, fouls_pdf, sessions, sheet_csv, sheet_pdf,
    standings, standings_csv, verified,
};

/// Which tables are believed and what the players are called.
#[derive(clap::Args)]
struct Organiser {
    /// A table of the organiser's list: 64 hexadecimal digits, or the letters on its display. May be given more than once.
    #[arg(long = "table", value_name = "IDENTITY")]
    tables: Vec<Identity>,
    /// The organiser's list of tables: one identity a line, `#` starts a remark.
    #[arg(long = "tables", value_name = "FILE")]
    list: Option<PathBuf>,
    /// The players' numbers, names and teams: a CSV file whose first line is number,name,team.
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
}

impl Organiser {
    fn tables(&self) -> Result<Vec<Identity>> {
        let mut tables = self.tables.clone();
        if let Some(list) = &self.list {
            let named = || list.display().to_string();
            let text = fs::read_to_string(list).with_context(named)?;
            for line in text.lines() {
                let words = line.split('#').next().unwrap_or_default().trim();
                if !words.is_empty() {
                    let identity = words.parse().map_err(anyhow::Error::msg);
                    tables
                        .push(identity.with_context(|| format!("{words:?}")).with_context(named)?);
                }
            }
        }
        ensure!(
            !tables.is_empty(),
            "say which tables are to be believed: --table IDENTITY or --tables FILE"
        );
        Ok(tables)
    }

    fn roster(&self) -> Result<Roster> {
        let Some(file) = &self.roster else {
            return Ok(Roster::default());
        };
        let named = || file.display().to_string();
        Roster::parse(&fs::read_to_string(file).with_context(named)?).with_context(named)
    }

    fn papers(&self, file: &Path) -> Result<Vec<SessionPaper>> {
        let named = || file.display().to_string();
        let bytes = fs::read(file).with_context(named)?;
        let checked = verified(&bytes, &self.tables()?).with_context(named)?;
        Ok(sessions(&checked, &self.roster()?))
    }
}

/// What to print.
#[derive(clap::Args)]
pub struct PaperArguments {
    /// Records, as `host-sim play --out` or `referee connect --out` write them.
    file: PathBuf,
    #[command(flatten)]
    organiser: Organiser,
    /// The date on the papers, as it should read; left out, there is a line to write it on.
    #[arg(long, default_value = "")]
    date: String,
    /// The folder for the papers; it is made if it is not there.
    #[arg(long, default_value = ".")]
    out: PathBuf,
}

impl PaperArguments {
    /// Prints the papers of every session in the file.
    pub fn run(&self) -> Result<ExitCode> {
        let papers = self.organiser.papers(&self.file)?;
        ensure!(!papers.is_empty(), "{}: no session in it", self.file.display());
        fs::create_dir_all(&self.out).with_context(|| self.out.display().to_string())?;
        for paper in &papers {
            let name = format!("session-{}-table-{}", paper.session, paper.table);
            let files: [(&str, Vec<u8>); 5] = [
                ("sheet.pdf", sheet_pdf(paper, &self.date)),
                ("sheet.csv", sheet_csv(paper).into_bytes()),
                ("fouls.pdf", fouls_pdf(paper, &self.date)),
                ("fouls.csv", fouls_csv(paper).into_bytes()),
                ("session.json", serde_json::to_vec_pretty(paper)?),
            ];
            for (kind, bytes) in files {
                let file = self.out.join(format!("{name}-{kind}"));
                fs::write(&file, bytes).with_context(|| file.display().to_string())?;
                println!("{}", file.display());
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What to rank.
#[derive(clap::Args)]
pub struct StandingsArguments {
    /// The records of each session at each table.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    organiser: Organiser,
    /// One JSON object on standard output and nothing else.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// CSV on standard output: also each session and the sums so far.
    #[arg(long)]
    csv: bool,
}

impl StandingsArguments {
    /// Ranks the players.
    pub fn run(&self) -> Result<ExitCode> {
        let mut papers = vec![];
        for file in &self.files {
            papers.extend(self.organiser.papers(file)?);
        }
        let standings = standings(&papers)?;
        match (self.json, self.csv) {
            (true, _) => println!("{}", serde_json::to_string(&standings)?),
            (_, true) => print!("{}", standings_csv(&standings)),
            _ => print!("{standings}"),
        }
        Ok(ExitCode::SUCCESS)
    }
}
