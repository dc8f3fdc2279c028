//! What is demanded of the table, by how well it can see.

use super::Report;

/// What is demanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// A perfect channel: every act, every result, and hardly a question.
    Perfect,
    /// Faults as they happen: hardly an act wrong, hardly a false alarm, told in time, and no result wrong.
    Sensing,
    /// A bad table, or one without river loops: it may ask as often as it must, but no result on record may be wrong.
    NeverWrong,
}

impl Demand {
    /// By the name of the faults; a model of one's own is judged as the realistic one. Without river loops acts go unseen, so
    /// only results count.
    pub fn of(faults: &str, rivers: bool) -> Demand {
        match faults {
            "harsh" => Demand::NeverWrong,
            _ if !rivers => Demand::NeverWrong,
            "none" => Demand::Perfect,
            _ => Demand::Sensing,
        }
    }
}

/// A figure, how it is written, and what it may be at most.
type Goal = (f64, &'static str, f64);

impl Report {
    /// The goals that this run misses, in words.
    pub fn missed(&self, demand: Demand) -> Vec<String> {
        let goals = self.never_wrong().into_iter().chain(match demand {
            Demand::Perfect => self.perfect(),
            Demand::Sensing => self.sensing(),
            Demand::NeverWrong => vec![],
        });
        let missed = goals.filter(|(is, _, most)| is > most);
        missed.map(|(is, what, most)| format!("{is:.1} {what}, at most {most}")).collect()
    }

    fn never_wrong(&self) -> [Goal; 3] {
        [
            (self.results_wrong as f64, "results wrong", 0.0),
            (self.totals_wrong as f64, "sums wrong", 0.0),
            (self.hands_unfinished as f64, "hands without a signed end", 0.0),
        ]
    }

    fn perfect(&self) -> Vec<Goal> {
        vec![
            (self.events_wrong as f64, "acts wrong", 0.0),
            (self.events_missed as f64, "acts missed", 0.0),
            (self.false_flags as f64, "flags false", 0.0),
        ]
    }

    fn sensing(&self) -> Vec<Goal> {
        let share = |count: u64, of: u64, per: f64| count as f64 * per / of.max(1) as f64;
        let acts = |count: u64| share(count, self.events_true, 100_000.0);
        vec![
            (acts(self.events_wrong), "acts wrong in 100,000", 1.0),
            (acts(self.events_missed), "acts missed in 100,000", 1.0),
            (share(self.false_flags, self.hands, 1_000.0), "flags false in 1,000 hands", 1.0),
            (share(self.hands_asked, self.hands, 100.0), "% of the hands asked about", 5.0),
            (self.latency_ms_p95 as f64, "ms until acts are named (95 %)", 1_000.0),
            (self.commit_ms_p95 as f64, "ms until acts are permanent (95 %)", 8_000.0),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(change: impl Fn(&mut Report)) -> Report {
        let mut report = Report::default();
        (report.hands, report.events_true) = (10_000, 700_000);
        change(&mut report);
        report
    }

    #[test]
    fn a_few_acts_of_many_may_be_missed_where_there_are_faults_and_none_where_there_are_none() {
        let few = run(|report| (report.events_missed, report.false_flags) = (7, 10));
        assert_eq!(few.missed(Demand::Sensing), Vec::<String>::new());
        assert_eq!(few.missed(Demand::NeverWrong), Vec::<String>::new());
        let missed = ["7.0 acts missed, at most 0", "10.0 flags false, at most 0"];
        assert_eq!(few.missed(Demand::Perfect), missed);
        let more = run(|report| report.events_missed = 8);
        assert_eq!(more.missed(Demand::Sensing), ["1.1 acts missed in 100,000, at most 1"]);
    }

    #[test]
    fn a_wrong_result_is_one_everywhere() {
        let wrong = run(|report| report.results_wrong = 1);
        for demand in ["none", "realistic", "harsh", "mine.toml"].map(|it| Demand::of(it, true)) {
            assert_eq!(wrong.missed(demand), ["1.0 results wrong, at most 0"]);
        }
    }
}
