//! Simulated tables and a console, as programs of their own, for the tests that need them. Each of them uses a part of this.
#![allow(dead_code)]

pub mod driver;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

pub const REFEREE: (&str, &str) = ("referee", "four plain words here");
pub const HEAD: (&str, &str) = ("head-referee", "other plain words there");

/// A program that ends with its test.
pub struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    /// Processor seconds used so far.
    pub fn seconds(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        // Fields 14 and 15 of proc(5), in hundredths of a second.
        let ticks: u64 = fields[11..13].iter().map(|field| field.parse::<u64>().unwrap()).sum();
        ticks as f64 / 100.0
    }

    /// Starts it; nobody listens to what it says.
    pub fn quiet(command: &mut Command) -> Program {
        Program(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"))
    }

    /// Starts it and reads so many lines of its output.
    pub fn start(command: &mut Command, lines: usize) -> (Program, Vec<String>) {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let out = BufReader::new(child.stdout.take().unwrap());
        let said = out.lines().take(lines).map(|line| line.unwrap()).collect();
        (Program(child), said)
    }
}

/// Tables and a console.
pub struct Stage {
    pub folder: tempfile::TempDir,
    pub tables: Vec<String>,
    pub console: Option<Program>,
    pub address: SocketAddr,
    conduct: bool,
    speed: String,
    halls: Vec<Program>,
}

/// Where simulated tables have their plugs.
pub const PORTS: &[&str] = &["--port", "0"];
pub const PTYS: &[&str] = &["--pty"];

impl Stage {
    /// So many tables behind ports, so much faster than people.
    pub fn new(tables: usize, speed: u32, conduct: bool) -> Stage {
        let mut stage = Stage {
            folder: tempfile::tempdir().unwrap(),
            tables: vec![],
            console: None,
            address: "127.0.0.1:0".parse().unwrap(),
            conduct,
            speed: speed.to_string(),
            halls: vec![],
        };
        stage.add(tables, PORTS);
        for (role, passphrase) in [REFEREE, HEAD] {
            let mut set = stage.referee(&["passphrase", role]);
            let mut set = set.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            set.stdin.take().unwrap().write_all(passphrase.as_bytes()).unwrap();
            assert!(set.wait().unwrap().success());
        }
        stage
    }

    /// More tables, behind such plugs.
    pub fn add(&mut self, tables: usize, plugs: &[&str]) {
        let seed = (1 + self.tables.len()).to_string();
        let mut sim = Command::new(env!("CARGO_BIN_EXE_host-sim"));
        sim.args(["serve", "--seed", &seed, "--speed", &self.speed]).args(plugs);
        let (sim, lines) = Program::start(sim.args(["--tables", &tables.to_string()]), tables);
        self.tables.extend(lines);
        self.halls.push(sim);
    }

    pub fn ledger(&self) -> PathBuf {
        self.folder.path().join("ledger")
    }

    /// `referee` with the stage's ledger.
    pub fn referee(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command.args(arguments).arg("--ledger").arg(self.ledger());
        command
    }

    /// Starts the console, where it was before if it was there before.
    pub fn open(&mut self) {
        let listen = self.address.to_string();
        let mut command = self.referee(&["serve", "--simulated", &self.speed, "--listen", &listen]);
        command.args(self.tables.iter().flat_map(|table| ["--table", table]));
        command.args(self.conduct.then_some("--conduct"));
        let (console, said) = Program::start(&mut command, 1);
        let address = said[0].strip_prefix("http://").unwrap().split('/').next().unwrap();
        self.address = address.parse().unwrap();
        self.console = Some(console);
    }

    pub fn identity(&self, table: usize) -> &str {
        self.tables[table].split_once('=').unwrap().1
    }

    /// A request as bytes; status and body.
    pub fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String) {
        let mut line = TcpStream::connect(self.address).expect("the console is there");
        line.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        // A console that has heard enough may close before it has heard all.
        let _ = line.write_all(request.as_bytes());
        let mut answer = vec![];
        let _ = line.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    pub fn json(&self, path: &str, cookie: &str) -> Value {
        let (status, answer) = self.ask("GET", path, &[("Cookie", cookie)], "");
        assert_eq!(status, 200, "{path}: {answer}");
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// Signs in: the cookie and the token.
    pub fn sign_in(&self, (role, passphrase): (&str, &str)) -> (String, String) {
        let body = format!(r#"{{"role":"{role}","passphrase":"{passphrase}"}}"#);
        let (status, answer) = self.ask("POST", "/api/login", &[JSON], &body);
        assert_eq!(status, 200, "{answer}");
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let token = self.json("/api/me", &cookie)["token"].as_str().unwrap().to_owned();
        (cookie, token)
    }
}

pub const JSON: (&str, &str) = ("Content-Type", "application/json");

/// Waits until something is so.
pub fn until<T>(what: &str, mut so: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(it) = so() {
            return it;
        }
        assert!(started.elapsed() < Duration::from_secs(120), "never: {what}");
        thread::sleep(Duration::from_millis(100));
    }
}

/// A cable that can be cut and mended.
pub struct Cable {
    pub address: SocketAddr,
    pub whole: Arc<AtomicBool>,
}

impl Cable {
    pub fn to(far: SocketAddr) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, whole) = (listener.local_addr().unwrap(), Arc::new(AtomicBool::new(true)));
        let state = whole.clone();
        thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let Ok(far) = TcpStream::connect(far) else { continue };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    let whole = state.clone();
                    from.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
                    thread::spawn(move || {
                        let mut bytes = [0; 512];
                        loop {
                            match from.read(&mut bytes) {
                                Ok(0) => break,
                                Ok(count) if whole.load(Ordering::Relaxed) => {
                                    if to.write_all(&bytes[..count]).is_err() {
                                        break;
                                    }
                                }
                                // What is sent into a cut cable is lost.
                                Ok(_) => {}
                                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                                Err(_) => break,
                            }
                        }
                        let _ = to.shutdown(std::net::Shutdown::Both);
                    });
                }
            }
        });
        Cable { address, whole }
    }
}

pub fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
