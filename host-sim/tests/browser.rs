//! A hand played through the console's page, in a real browser. Needs Chromium and its driver (`cargo xtask setup` installs them).
//! With `SCREENSHOTS=FOLDER` it leaves pictures of what the referee saw.

mod stage;

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use stage::driver::{Browser, PATIENCE};
use stage::{Cable, HEAD, Stage, read, until};

impl Browser {
    /// Fills a form's fields and sends it off with its button.
    fn fill(&self, form: &str, fields: &[(&str, &str)]) {
        let script = "const [form, fields] = arguments; const it = document.getElementById(form); \
                      const box = it.closest('details'); if (box) box.open = true; \
                      for (const [name, value] of fields) it.elements[name].value = value;";
        self.run(script, json!([form, fields]));
        self.click(&format!("#{form} button"));
    }

    /// An order: its preview is read, then it is given.
    fn order(&self, name: &str, fields: &[(&str, &str)]) -> String {
        self.given(|it| it.fill(&format!("order-{name}"), fields))
    }

    /// The order that a click asks for.
    fn order_by(&self, css: &str) -> String {
        self.given(|it| it.click(css))
    }

    /// Asks for something: what it would change, or why it is refused.
    fn preview(&self, asks: impl Fn(&Browser)) -> Result<String, String> {
        self.run("document.getElementById('said').textContent = ''", json!([]));
        asks(self);
        until("a preview or a refusal", || match self.has("dialog[open]") {
            Some(_) => Some(Ok(self.text("#change"))),
            None => Some(self.text("#said")).filter(|it| !it.is_empty()).map(Err),
        })
    }

    /// The order whose preview is shown: whether it was given, or why not.
    fn give(&self) -> Result<(), String> {
        self.click("#do");
        let said = || Some(self.text("#said")).filter(|it| !it.is_empty());
        let said = until("the console answers", said);
        if said.contains("Ordered") { Ok(()) } else { Err(said) }
    }

    /// What was asked for is given; what it would change. Asks again where the line was lost just then, as a referee would.
    fn given(&self, asks: impl Fn(&Browser)) -> String {
        loop {
            let change = self.preview(&asks).unwrap_or_else(|refused| panic!("{refused}"));
            match self.give() {
                Ok(()) => return change,
                Err(lost) => assert!(lost.contains("line to the table is lost"), "{lost}"),
            }
            self.find("#alarm[hidden]");
        }
    }

    fn shot(&self, name: &str) {
        let Some(folder) = std::env::var_os("SCREENSHOTS") else {
            return;
        };
        self.run("window.scrollTo(0, 0)", json!([]));
        let file = std::fs::File::create(Path::new(&folder).join(name).with_extension("png"));
        let mut decode = Command::new("base64");
        let decode = decode.arg("--decode").stdin(Stdio::piped()).stdout(file.unwrap());
        let mut decode = decode.spawn().unwrap();
        let pipe = decode.stdin.take().unwrap();
        std::io::Write::write_all(&mut { pipe }, self.picture().as_bytes()).unwrap();
        assert!(decode.wait().unwrap().success());
    }
}

#[test]
fn a_hand_is_played_through_the_page() {
    let mut stage = Stage::new(1, 4, false);
    let (far, identity) = stage.tables[0].split_once('=').unwrap();
    let cable = Cable::to(far.strip_prefix("tcp:").unwrap().parse().unwrap());
    stage.tables[0] = format!("tcp:{}={identity}", cable.address);
    stage.open();
    let folder = stage.folder.path().to_owned();
    let browser = Browser::open(&folder);
    browser.go_to(&format!("http://{}/", stage.address));

    // Nobody opens a table without signing in.
    browser.sees("#hall", "no session");
    browser.shot("hall");
    browser.click("#hall a");
    browser.sees("#said", "Sign in to open a table");
    browser.fill("login", &[("role", HEAD.0), ("passphrase", HEAD.1)]);
    browser.sees("#role", "head referee");
    browser.go_to(&format!("http://{}/#hall", stage.address));
    browser.click("#hall a");
    browser.sees("#felt", "No session");

    // A session, a hand, live: who is awaited is said in a sentence.
    browser.order("start-session", &[("session", "7"), ("hands", "4")]);
    browser.sees("#felt", "session 7");
    browser.sees("#waits", "the referee starts the next hand");
    browser.order_by("#next .first");
    browser.sees("#log", "hand 1, East round");
    browser.sees("#waits", "throws the dice");
    browser.order("dice", &[]);
    browser.sees("#log", "dealt");
    browser.sees("#log", "discards");
    browser.sees("#word", "PLAYING");
    browser.shot("table");

    // A penalty, and taken back.
    let change = browser.order("penalise", &[("seat", "2"), ("points", "10")]);
    assert!(change.contains("seat 2 by MCR 3.11.2.2, -10"), "{change}");
    browser.sees("#penalties", "seat 2 by MCR 3.11.2.2, -10");
    let sums = browser.sees("#sums", "lost to nobody 10");
    assert!(sums.contains("balanced") && !sums.contains("NOT"), "{sums}");
    browser.order_by("#penalties button");
    browser.find("#penalties .struck");
    browser.sees("#sums", "lost to nobody 0");

    // The line is lost, and comes back by itself.
    cable.whole.store(false, Ordering::Relaxed);
    browser.sees("#alarm", "The line to the table is lost");
    browser.shot("lost");
    cable.whole.store(true, Ordering::Relaxed);
    browser.find("#alarm[hidden]");

    // The console is killed; the page says so, and goes on without a click when it is back.
    stage.console = None;
    browser.find("#lost:not([hidden])");
    stage.open();
    browser.find("#lost[hidden]");
    browser.sees("#role", "head referee");

    // The result, with where its points come from.
    browser.sees("#word", "RESULT");
    browser.sees("#result", "waits for agreement");
    browser.find("#result .hand .tile.won");
    browser.shot("result");
    browser.order_by("#next .first");
    browser.sees("#result", "settled by the referee");
    browser.sees("#log", "result agreed by the referee");

    // A tile is put right in the next hand: first looked at, then left, then done, then taken back.
    let started = Instant::now();
    while !browser.text("#log").contains("hand 2, East round") {
        assert!(started.elapsed() < PATIENCE, "the second hand never starts");
        // The players may still be clearing the table: it refuses then.
        if browser.preview(|it| it.fill("order-start-hand", &[])).is_ok() {
            let _ = browser.give();
        }
        thread::sleep(Duration::from_secs(1));
    }
    browser.order("dice", &[]);
    browser.find("#felt .s3 .hand .tile.back:nth-of-type(13)");
    browser.click("#felt .s3 .eye");
    // A tile may be discarded between two looks at it: another one then.
    let corrected = (1..=13).any(|nth| {
        let css = format!("#felt .s3 .hand .tile[title]:nth-of-type({nth})");
        browser.find(&css);
        let script = "return document.querySelector(arguments[0])?.title ?? ''";
        let tile = browser.run(script, json!([css])).as_str().unwrap().to_owned();
        let river = [("tile", tile.as_str()), ("spot", "river"), ("seat", "3")];
        let correct = |it: &Browser| it.fill("order-correct", &river);
        let Ok(change) = browser.preview(correct) else {
            return false;
        };
        assert!(change.starts_with("corrected: ") && change.contains("no points move"), "{change}");
        browser.shot("preview");
        browser.click("#leave");
        assert!(!browser.text("#log").contains("corrected"), "an order that was left is not given");
        browser.preview(correct).is_ok() && browser.give().is_ok()
    });
    assert!(corrected, "no tile could be put right");
    browser.sees("#log", "corrected: ");
    let nonsense = [("tile", "<img src=x onerror=alert(1)>")];
    let refused = browser.preview(|it| it.fill("order-correct", &nonsense));
    assert!(refused.is_err_and(|words| words.contains("no tile")));

    // Verified, and the sheet on paper.
    browser.click("#verify");
    browser.sees("#said", "Verified: ");
    browser.click("a[data-file='sheet.pdf']");
    let pdf = folder.join("table-1-sheet.pdf");
    until("the sheet is there", || pdf.exists().then_some(()));
    assert!(read(&pdf).starts_with(b"%PDF"));

    // Keys alone, on a tablet's screen.
    browser.resize(820, 1180);
    browser.shot("tablet");
    browser.go_to(&format!("http://{}/#hall", stage.address));
    browser.press("#hall a", "\u{E007}");
    browser.sees("#where", "Table 1");
}
