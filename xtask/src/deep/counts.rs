//! The random tests with as many cases as the README and `docs/trust.md` quote.

use std::time::Instant;

use anyhow::Result;

use super::Outcome;
use crate::images::{cargo, root, run as carry_out};
use crate::python;

/// A long count: the test, and the variables that set it.
type Count = (&'static str, &'static [(&'static str, &'static str)]);

/// The test whose records the second verifier looks through as well.
const VERIFY: &str = "verify";
/// Where it leaves them.
const EXPORT: &str = "target/counts.records";

const COUNTS: [Count; 14] = [
    ("frames", &[("STREAMS", "1000000")]),
    ("journal_damage", &[("DAMAGES", "1000000")]),
    ("random_sightings", &[("SIGHTINGS", "1000000")]),
    ("reader_driver", &[("ANSWERS", "1000000")]),
    ("random_input", &[("STEPS", "1000000")]),
    ("orders", &[("ORDERS", "100000")]),
    (VERIFY, &[("RECORDS", "10000")]),
    ("mcr_agreement", &[("MCR_HANDS", "200000")]),
    ("gghk_agreement", &[("GGHK_HANDS", "100000")]),
    ("arbitrary_hands", &[("HANDS", "10000000")]),
    ("link", &[("RECORDS", "10000")]),
    ("power", &[("CUTS", "10000")]),
    ("restarts", &[("KILLS", "100")]),
    ("determinism", &[("SESSIONS", "1000"), ("ON_THE_IMAGE", "10")]),
];

/// Whether a count of this test is there.
pub fn is_known(test: &str) -> bool {
    COUNTS.iter().any(|(known, _)| *known == test)
}

/// All tests with a long count.
pub fn names() -> String {
    COUNTS.map(|(test, _)| test).join(", ")
}

/// Runs the counts of these tests, or all; the first that fails ends it.
pub fn run(tests: &[String]) -> Result<Outcome> {
    let mut times = vec![];
    for (test, variables) in COUNTS {
        if !tests.is_empty() && !tests.iter().any(|wanted| wanted == test) {
            continue;
        }
        let started = Instant::now();
        let mut command = cargo("test");
        command.args(["--release", "--package", "conformance", "--test", test]);
        command.args(["--", "--nocapture"]).envs(variables.iter().copied());
        if test == VERIFY {
            command.env("EXPORT", root().join(EXPORT));
        }
        carry_out(&mut command)?;
        if test == VERIFY {
            python::every_bit(EXPORT)?;
        }
        times.push(format!("{test}: {:.0} s", started.elapsed().as_secs_f32()));
    }
    times.iter().for_each(|time| println!("{time}"));
    Ok(Outcome::Passed)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// `NAME=NUMBER` with the `--test` of the same span of code, in the documents that quote counts.
    fn quoted() -> Vec<(String, String, u64)> {
        let texts =
            ["README.md", "docs/trust.md"].map(|file| fs::read_to_string(root().join(file)));
        let texts: String = texts.into_iter().map(Result::unwrap).collect();
        let mut found = vec![];
        for span in texts.split('`').filter(|span| span.contains("--test ")) {
            let test = span.split("--test ").nth(1).and_then(|rest| rest.split(' ').next());
            for word in span.split(' ') {
                let Some((name, number)) = word.split_once('=') else {
                    continue;
                };
                if let Ok(number) = number.parse() {
                    found.push((test.unwrap().into(), name.into(), number));
                }
            }
        }
        found
    }

    #[test]
    fn every_count_that_is_quoted_is_run() {
        let quoted = quoted();
        assert!(quoted.len() > 10, "{quoted:?}");
        for (test, name, number) in quoted {
            let count = COUNTS.iter().find(|(known, _)| *known == test);
            let (_, variables) = count.unwrap_or_else(|| panic!("no count of `{test}`"));
            let run = variables.iter().find(|(variable, _)| *variable == name);
            let run: Option<u64> = run.and_then(|(_, number)| number.parse().ok());
            assert!(run >= Some(number), "{name}={number} of `{test}` is quoted, {run:?} are run");
        }
    }
}
