//! The referee's console from outside: what it refuses, and what it keeps when it is killed.

mod stage;

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use stage::{HEAD, JSON, PTYS, REFEREE, Stage, until};

#[test]
fn what_is_not_entitled_sound_or_ours_is_refused() {
    let mut stage = Stage::new(1, 8, false);
    stage.open();
    until("the line is up", || {
        stage.json("/api/hall", "")["tables"][0]["link"].as_bool()?.then_some(())
    });
    let referee = stage.sign_in(REFEREE);
    let head = stage.sign_in(HEAD);
    let order = "/api/table/1/order";
    let pause = r#"{"order":"pause"}"#;

    let refused = |code: u16, method: &str, path: &str, headers: &[(&str, &str)], body: &str| {
        let (status, answer) = stage.ask(method, path, headers, body);
        assert_eq!(status, code, "{method} {path} {headers:?} {body:.60}: {answer}");
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{answer}");
    };
    let (cookie, token) = (referee.0.as_str(), referee.1.as_str());
    let signed = [JSON, ("Cookie", cookie), ("X-Token", token)];

    // Nobody, or somebody who made his session up.
    for path in
        ["/api/me", "/api/table/1", "/api/table/1/verify", "/api/table/1/file/table.records"]
    {
        refused(401, "GET", path, &[], "");
        refused(401, "GET", path, &[("Cookie", "session=0000")], "");
        refused(401, "GET", path, &[("Cookie", "session=' OR '1'='1")], "");
    }
    refused(401, "POST", order, &[JSON], pause);
    refused(401, "POST", "/api/logout", &[JSON], "{}");
    // A page of another site: no token, another's token, another origin, another name.
    refused(403, "POST", order, &[JSON, ("Cookie", cookie)], pause);
    refused(403, "POST", order, &[JSON, ("Cookie", cookie), ("X-Token", &head.1)], pause);
    let foreign = [signed.as_slice(), &[("Origin", "http://evil.example")]].concat();
    refused(403, "POST", order, &foreign, pause);
    refused(421, "GET", "/api/hall", &[("Host", "evil.example")], "");
    // The wrong role.
    let start = r#"{"order":"start-session","session":1,"table":1,"rules":"mcr","players":[1,2,3,4],"hands":4,"rivers":true,"buttons_declare":true,"language":0}"#;
    refused(403, "POST", order, &signed, start);
    refused(403, "POST", order, &signed, r#"{"order":"revoke","penalty":1}"#);
    // Malformed, impossible, too long, nowhere.
    refused(400, "POST", order, &signed, r#"{"order":"#);
    refused(422, "POST", order, &signed, r#"{"order":"shred"}"#);
    refused(
        422,
        "POST",
        order,
        &signed,
        r#"{"order":"correct","tile":"<b>","spot":"hand","seat":1}"#,
    );
    refused(415, "POST", order, &signed[1..], pause);
    refused(413, "POST", order, &signed, &format!(r#"{{"order":"{}"}}"#, "x".repeat(40_000)));
    refused(404, "POST", "/api/table/9/order", &signed, pause);
    refused(404, "GET", "/api/table/1/file/..%2f..%2fledger", &signed, "");
    refused(400, "GET", "/api/table/one", &signed, "");
    refused(405, "GET", "/api/login", &[], "");
    // What the table would refuse is not even sent.
    refused(409, "POST", order, &signed, pause);
    let held = stage.json("/api/table/1", cookie);
    assert!(
        held["log"]
            .as_array()
            .unwrap()
            .iter()
            .all(|line| !line["words"].as_str().unwrap().contains("order")),
        "{held}"
    );

    // Five wrong passphrases, and the door is shut even for the right one; who is inside stays.
    let wrong = r#"{"role":"head-referee","passphrase":"a wild guess, and another"}"#;
    for _ in 0..5 {
        refused(401, "POST", "/api/login", &[JSON], wrong);
    }
    let right = format!(r#"{{"role":"{}","passphrase":"{}"}}"#, HEAD.0, HEAD.1);
    let (status, answer) = stage.ask("POST", "/api/login", &[JSON], &right);
    assert!(status == 401 && answer.contains("wait half a minute"), "{answer}");
    assert_eq!(stage.json("/api/me", &head.0)["role"], "head-referee");

    // A new passphrase ends the sessions of its role; signing out ends one's own.
    assert_eq!(stage.ask("POST", "/api/logout", &signed, "{}").0, 200);
    refused(401, "GET", "/api/me", &[("Cookie", cookie)], "");
}

#[test]
fn a_console_killed_at_any_moment_loses_nothing_and_needs_no_click() {
    // One table behind a port, one behind a pseudo-terminal.
    let mut stage = Stage::new(1, 20, true);
    stage.add(1, PTYS);
    stage.open();
    let who = stage.sign_in(REFEREE);
    let held = |stage: &Stage| -> Vec<u64> {
        let hall = stage.json("/api/hall", "");
        let mut tables = hall["tables"].as_array().unwrap().clone();
        tables.sort_by_key(|row| row["table"].as_u64());
        tables.iter().map(|row| row["records"].as_u64().unwrap()).collect()
    };
    until("a hand is played", || held(&stage).iter().all(|records| *records > 12).then_some(()));
    let mut before = held(&stage);
    for round in 0..6u64 {
        // Not at round moments.
        thread::sleep(Duration::from_millis(300 + 271 * round % 700));
        before = held(&stage);
        stage.console = None;
        stage.open();
        let after = held(&stage);
        assert!(
            after.iter().zip(&before).all(|(after, before)| after >= before),
            "{before:?} {after:?}"
        );
        assert_eq!(stage.json("/api/me", &who.0)["role"], "referee", "signed in as before");
    }
    until("play goes on", || {
        let rows = stage.json("/api/hall", "");
        let up = rows["tables"].as_array()?.iter().all(|row| row["link"] == true);
        let on = held(&stage).iter().zip(&before).all(|(now, before)| *now > before + 10);
        (up && on).then_some(())
    });
    for table in 1..=2 {
        let verdict = stage.json(&format!("/api/table/{table}/verify"), &who.0);
        assert_eq!(verdict["verdict"], "good", "{verdict}");
        // The whole way: downloaded and verified by the other program, identity included.
        let path = format!("/api/table/{table}/file/table.records");
        let file = stage.folder.path().join("records");
        let mut line = std::net::TcpStream::connect(stage.address).unwrap();
        let request =
            format!("GET {path} HTTP/1.0\r\nHost: {}\r\nCookie: {}\r\n\r\n", stage.address, who.0);
        std::io::Write::write_all(&mut line, request.as_bytes()).unwrap();
        let mut answer = vec![];
        std::io::Read::read_to_end(&mut line, &mut answer).unwrap();
        let body = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
        fs::write(&file, &answer[body..]).unwrap();
        let checked = Command::new(env!("CARGO_BIN_EXE_referee"))
            .args(["verify", "--json", "--table", stage.identity(table - 1)])
            .arg(&file)
            .output()
            .unwrap();
        let verdict: Value = serde_json::from_slice(&checked.stdout).unwrap();
        assert_eq!(verdict["first_bad"], Value::Null, "{verdict}");
        assert!(checked.status.code().is_some_and(|code| code < 2), "{verdict}");
    }
}

/// The figures of the README: run with `--nocapture`. Tables play four times as fast as people do.
#[test]
fn sixteen_live_tables_are_shown_worst_first_and_every_answer_is_news() {
    let mut stage = Stage::new(16, 4, true);
    stage.open();
    let rows = |hall: &Value| hall["tables"].as_array().unwrap().clone();
    let total = |hall: &Value| -> u64 {
        rows(hall).iter().map(|row| row["records"].as_u64().unwrap()).sum()
    };
    until("hands are played", || (total(&stage.json("/api/hall", "")) > 16 * 16).then_some(()));
    let hall = stage.json("/api/hall", "");
    let words = ["alarm", "lost", "asks", "report", "result", "stopped", "playing", "break"];
    let rank = |row: &Value| words.iter().position(|word| row["word"] == *word);
    assert!(rows(&hall).len() == 16 && rows(&hall).is_sorted_by_key(rank), "{hall}");

    // One end waits for news like the page, the other looks all the time: how much later does the first one know?
    let (started, span) = (Instant::now(), Duration::from_secs(10));
    let used = stage.console.as_ref().unwrap().seconds();
    let version = |hall: &Value| hall["version"].as_u64().unwrap();
    let (told, seen) = thread::scope(|scope| {
        let looks = scope.spawn(|| {
            let mut seen: Vec<(u64, Instant)> = vec![];
            while started.elapsed() < span {
                let newest = version(&stage.json("/api/hall", ""));
                if seen.last().is_none_or(|(known, _)| *known < newest) {
                    seen.push((newest, Instant::now()));
                }
                thread::sleep(Duration::from_millis(20));
            }
            seen
        });
        let mut told = vec![(version(&hall), started)];
        while started.elapsed() < span + Duration::from_secs(1) {
            let known = told.last().unwrap().0;
            let newest = version(&stage.json(&format!("/api/hall?after={known}"), ""));
            assert!(newest > known, "an answer without news");
            told.push((newest, Instant::now()));
        }
        (told, looks.join().unwrap())
    });
    let late = seen.iter().filter_map(|(version, at)| {
        let answer = told.iter().find(|(told, _)| told >= version)?;
        Some(answer.1.saturating_duration_since(*at))
    });
    let slowest = late.max().expect("something happened");
    let seconds = started.elapsed().as_secs_f64();
    let share = (stage.console.as_ref().unwrap().seconds() - used) / seconds * 100.0;
    let records = total(&stage.json("/api/hall", "")) - total(&hall);
    eprintln!(
        "16 tables, {seconds:.0} s: {records} records, {} updates, the latest {} ms after the news, {share:.0} % of a core",
        told.len() - 1,
        slowest.as_millis()
    );
}
