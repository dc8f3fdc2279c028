//! A real browser, steered by its driver: the few words of the WebDriver protocol that the tests use (W3C WebDriver, sections 8 to 17).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Program;

/// How the protocol names an element (section 12).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// Longer than anything takes that comes at all, also on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(180);
const LOOK: Duration = Duration::from_millis(100);

/// A browser with a referee in front of it.
pub struct Browser {
    port: u16,
    session: String,
    _driver: Program,
}

impl Browser {
    /// Opens it; what it downloads goes into `folder`.
    pub fn open(folder: &Path) -> Browser {
        let missing = "chromedriver is not there: run `cargo xtask setup`";
        assert!(Command::new("chromedriver").arg("--version").output().is_ok(), "{missing}");
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new("chromedriver");
        let driver = Program::quiet(command.arg(format!("--port={port}")));
        let profile = format!("--user-data-dir={}", folder.join("profile").display());
        let options = json!({
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--window-size=1366,1400", profile,
            ],
            "prefs": { "download.default_directory": folder, "download.prompt_for_download": false },
        });
        let wanted =
            json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options } } });
        let mut browser = Browser { port, session: String::new(), _driver: driver };
        let opened =
            browser.until("a browser opens", |it| it.send("POST", "/session", &wanted).ok());
        browser.session = format!("/session/{}", opened["sessionId"].as_str().unwrap());
        browser
    }

    /// Asks again until something is so.
    fn until<T>(&self, what: &str, mut so: impl FnMut(&Browser) -> Option<T>) -> T {
        let started = Instant::now();
        loop {
            if let Some(it) = so(self) {
                return it;
            }
            assert!(started.elapsed() < PATIENCE, "never: {what}");
            thread::sleep(LOOK);
        }
    }

    /// One request to the driver: its value, or its error.
    fn send(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let broken = |error: std::io::Error| error.to_string();
        let mut line = TcpStream::connect(("127.0.0.1", self.port)).map_err(broken)?;
        line.set_read_timeout(Some(PATIENCE)).map_err(broken)?;
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        );
        line.write_all(request.as_bytes()).map_err(broken)?;
        // The driver keeps the line open: the answer is as long as it says.
        let mut line = BufReader::new(line);
        let mut length = 0;
        loop {
            let mut header = String::new();
            line.read_line(&mut header).map_err(broken)?;
            let header = header.trim().to_ascii_lowercase();
            if let Some(bytes) = header.strip_prefix("content-length:") {
                length = bytes.trim().parse().map_err(|_| "no length")?;
            }
            if header.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        line.read_exact(&mut body).map_err(broken)?;
        let mut answer: Value = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
        match answer["value"]["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", answer["value"]["message"])),
            None => Ok(answer["value"].take()),
        }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        self.send(method, &format!("{}{path}", self.session), body)
    }

    pub fn go_to(&self, url: &str) {
        self.ask("POST", "/url", &json!({ "url": url })).unwrap();
    }

    pub fn resize(&self, width: u16, height: u16) {
        self.ask("POST", "/window/rect", &json!({ "width": width, "height": height })).unwrap();
    }

    /// Runs a script in the page.
    pub fn run(&self, script: &str, arguments: Value) -> Value {
        self.ask("POST", "/execute/sync", &json!({ "script": script, "args": arguments })).unwrap()
    }

    /// An element, if it is there now.
    pub fn has(&self, css: &str) -> Option<String> {
        let found = self.ask("POST", "/element", &json!({ "using": "css selector", "value": css }));
        Some(found.ok()?[ELEMENT].as_str()?.to_owned())
    }

    /// Waits for an element.
    pub fn find(&self, css: &str) {
        self.until(css, |it| it.has(css));
    }

    /// What an element says, as it is shown.
    pub fn text(&self, css: &str) -> String {
        // The page may redraw between finding and reading.
        self.until(css, |it| {
            let text = it.ask("GET", &format!("/element/{}/text", it.has(css)?), &Value::Null);
            Some(text.ok()?.as_str()?.to_owned())
        })
    }

    /// Waits until an element says something.
    pub fn sees(&self, css: &str, words: &str) -> String {
        let mut last = String::new();
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            last = self.text(css);
            if last.contains(words) {
                return last;
            }
            thread::sleep(LOOK);
        }
        panic!("{css} never says {words:?}: {last}")
    }

    pub fn click(&self, css: &str) {
        self.until(&format!("{css} is clicked"), |it| {
            it.ask("POST", &format!("/element/{}/click", it.has(css)?), &json!({})).ok()
        });
    }

    pub fn press(&self, css: &str, keys: &str) {
        let element = self.until(css, |it| it.has(css));
        self.ask("POST", &format!("/element/{element}/value"), &json!({ "text": keys })).unwrap();
    }

    /// A picture of the page, base64.
    pub fn picture(&self) -> String {
        self.ask("GET", "/screenshot", &Value::Null).unwrap().as_str().unwrap().to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.ask("DELETE", "", &Value::Null);
    }
}
