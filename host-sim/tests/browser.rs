//! A hand played through the console's page, in a real browser. Needs chromium and chromedriver (`cargo xtask setup` installs them).
//! With `SCREENSHOTS=FOLDER` it leaves pictures of what the referee saw.

mod stage;

use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use stage::{Cable, HEAD, Program, Stage, read, until};

/// Longer than anything takes that comes at all, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// A browser with a referee in front of it.
struct Browser {
    client: Client,
    _driver: Program,
}

impl Browser {
    async fn open(folder: &Path) -> Browser {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut driver = Command::new("chromedriver");
        let driver = driver.arg(format!("--port={port}"));
        let missing = "chromedriver is there: run `cargo xtask setup`";
        assert!(Command::new("chromedriver").arg("--version").output().is_ok(), "{missing}");
        let (driver, _) = Program::start(driver, 1);
        let profile = folder.join("profile");
        let options = json!({
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--window-size=1366,1500", "--hide-scrollbars", format!("--user-data-dir={}", profile.display()),
            ],
            "prefs": { "download.default_directory": folder, "download.prompt_for_download": false },
        });
        let capabilities = [("goog:chromeOptions".to_owned(), options)].into_iter().collect();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities);
        let started = Instant::now();
        loop {
            match builder.connect(&format!("http://127.0.0.1:{port}")).await {
                Ok(client) => return Browser { client, _driver: driver },
                Err(error) if started.elapsed() > Duration::from_secs(30) => panic!("{error}"),
                Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
    }

    async fn find(&self, css: &str) -> Element {
        let wait = self.client.wait().at_most(PATIENCE);
        wait.for_element(Locator::Css(css)).await.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    async fn text(&self, css: &str) -> String {
        // The page may redraw between finding and reading.
        for _ in 0..20 {
            if let Ok(text) = self.find(css).await.text().await {
                return text;
            }
        }
        panic!("{css} cannot be read")
    }

    /// Waits until an element says something.
    async fn sees(&self, css: &str, words: &str) -> String {
        let started = Instant::now();
        loop {
            let text = self.text(css).await;
            if text.contains(words) {
                return text;
            }
            assert!(started.elapsed() < PATIENCE, "{css} never says {words:?}: {text}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn click(&self, css: &str) {
        let mut last = None;
        for _ in 0..20 {
            match self.find(css).await.click().await {
                Ok(()) => return,
                Err(error) => last = Some(error),
            }
        }
        panic!("{css} cannot be clicked: {last:?}")
    }

    /// Fills a form's fields and sends it off with the Enter key or its button.
    async fn fill(&self, form: &str, fields: &[(&str, &str)]) {
        let open = "const box = document.getElementById(arguments[0]).closest('details'); if (box) box.open = true;";
        self.client.execute(open, vec![json!(form)]).await.unwrap();
        for (name, value) in fields {
            let script = "const [form, name, value] = arguments; document.getElementById(form).elements[name].value = value;";
            let arguments = vec![json!(form), json!(name), json!(value)];
            self.client.execute(script, arguments).await.unwrap();
        }
        self.click(&format!("#{form} button")).await;
    }

    /// An order: its preview is read, then it is given.
    async fn order(&self, name: &str, fields: &[(&str, &str)]) -> String {
        self.fill(&format!("order-{name}"), fields).await;
        self.given().await
    }

    /// The order whose preview is shown is given; what it would change.
    async fn given(&self) -> String {
        self.find("dialog[open]").await;
        let change = self.text("#change").await;
        self.click("#do").await;
        self.sees("#said", "Ordered").await;
        change
    }

    async fn shot(&self, name: &str) {
        if let Some(folder) = std::env::var_os("SCREENSHOTS") {
            let png = self.client.screenshot().await.unwrap();
            std::fs::write(Path::new(&folder).join(name).with_extension("png"), png).unwrap();
        }
    }
}

#[test]
fn a_hand_is_played_through_the_page() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.unwrap().block_on(play());
}

async fn play() {
    let mut stage = Stage::new(1, 8, false);
    let (far, identity) = stage.tables[0].split_once('=').unwrap();
    let cable = Cable::to(far.strip_prefix("tcp:").unwrap().parse().unwrap());
    stage.tables[0] = format!("tcp:{}={identity}", cable.address);
    stage.open();
    let folder = stage.folder.path().to_owned();
    let browser = Browser::open(&folder).await;
    browser.client.goto(&format!("http://{}/", stage.address)).await.unwrap();

    // Nobody opens a table without signing in.
    browser.sees("#hall", "no session").await;
    browser.shot("hall").await;
    browser.click("#hall a").await;
    browser.sees("#said", "Sign in to open a table").await;
    browser.fill("login", &[("role", HEAD.0), ("passphrase", HEAD.1)]).await;
    browser.sees("#role", "head referee").await;
    browser.client.goto(&format!("http://{}/#hall", stage.address)).await.unwrap();
    browser.click("#hall a").await;
    browser.sees("#felt", "No session").await;

    // A session, a hand, live: who is awaited is said in a sentence.
    browser.order("start-session", &[("session", "7"), ("hands", "4")]).await;
    browser.sees("#felt", "session 7").await;
    browser.sees("#waits", "the referee starts the next hand").await;
    browser.click("#next .first").await;
    browser.given().await;
    browser.sees("#log", "hand 1, East round").await;
    browser.sees("#waits", "throws the dice").await;
    browser.order("dice", &[]).await;
    browser.sees("#log", "dealt").await;
    browser.sees("#log", "discards").await;
    browser.sees("#word", "PLAYING").await;
    browser.shot("table").await;

    // A penalty, and taken back.
    let change = browser.order("penalise", &[("seat", "2"), ("points", "10")]).await;
    assert!(change.contains("seat 2 by MCR 3.11.2.2, -10"), "{change}");
    browser.sees("#penalties", "seat 2 by MCR 3.11.2.2, -10").await;
    let sums = browser.sees("#sums", "lost to nobody 10").await;
    assert!(sums.contains("balanced") && !sums.contains("NOT"), "{sums}");
    browser.click("#penalties button").await;
    browser.given().await;
    browser.find("#penalties .struck").await;
    browser.sees("#sums", "lost to nobody 0").await;

    // The line is lost, and comes back by itself.
    cable.whole.store(false, Ordering::Relaxed);
    browser.sees("#alarm", "The line to the table is lost").await;
    browser.shot("lost").await;
    cable.whole.store(true, Ordering::Relaxed);
    browser.find("#alarm[hidden]").await;

    // The console is killed; the page says so, and goes on without a click when it is back.
    stage.console = None;
    browser.find("#lost:not([hidden])").await;
    stage.open();
    browser.find("#lost[hidden]").await;
    browser.sees("#role", "head referee").await;

    // The result, with where its points come from.
    browser.sees("#word", "RESULT").await;
    browser.sees("#result", "waits for agreement").await;
    browser.find("#result .hand .tile.won").await;
    browser.shot("result").await;
    browser.click("#next .first").await;
    browser.given().await;
    browser.sees("#result", "settled by the referee").await;
    browser.sees("#log", "result agreed by the referee").await;

    // A tile is put right in the next hand: first looked at, then left, then done, then taken back.
    let started = Instant::now();
    while !browser.text("#log").await.contains("hand 2, East round") {
        assert!(started.elapsed() < PATIENCE, "the second hand never starts");
        // The players may still be clearing the table: it refuses then.
        browser.fill("order-start-hand", &[]).await;
        if browser.client.find(Locator::Css("dialog[open]")).await.is_ok() {
            browser.click("#do").await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    browser.order("dice", &[]).await;
    browser.find("#felt .s3 .hand .tile.back:nth-of-type(13)").await;
    browser.click("#felt .s3 .eye").await;
    browser.find("#felt .s3 .hand .tile[title]").await;
    let script = "return document.querySelector('#felt .s3 .hand .tile[title]').title;";
    let tile = browser.client.execute(script, vec![]).await.unwrap();
    let tile = tile.as_str().expect("a tile").to_owned();
    let wrong = [("tile", tile.as_str()), ("spot", "river"), ("seat", "3")];
    browser.fill("order-correct", &wrong).await;
    browser.find("dialog[open]").await;
    let change = browser.text("#change").await;
    assert!(change.starts_with("corrected: ") && change.contains("no points move"), "{change}");
    browser.shot("preview").await;
    browser.click("#leave").await;
    assert!(!browser.text("#log").await.contains("corrected"));
    browser.order("correct", &wrong).await;
    browser.sees("#log", "corrected: ").await;
    browser.order("correct", &[("tile", &tile), ("spot", "hand"), ("seat", "3")]).await;
    let nonsense = [("tile", "<img src=x onerror=alert(1)>")];
    browser.fill("order-correct", &nonsense).await;
    browser.sees("#said", "no tile").await;

    // Verified, and the sheet on paper.
    browser.click("#verify").await;
    browser.sees("#said", "Verified: ").await;
    browser.click("a[data-file='sheet.pdf']").await;
    let pdf = folder.join("table-1-sheet.pdf");
    until("the sheet is there", || pdf.exists().then_some(()));
    assert!(read(&pdf).starts_with(b"%PDF"));

    // Keys alone, on a tablet's screen.
    browser.client.set_window_size(820, 1180).await.unwrap();
    browser.shot("tablet").await;
    browser.client.goto(&format!("http://{}/#hall", stage.address)).await.unwrap();
    let link = browser.find("#hall a").await;
    link.send_keys("\u{E007}").await.unwrap();
    browser.sees("#where", "Table 1").await;
    browser.client.clone().close().await.unwrap();
}
