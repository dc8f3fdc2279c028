//! What the application promises about its own order of work, checked in every simulated run (trust C1).

use firmware::trace::Trace;
use table_core::event::Event;
use table_core::record::Seq;

/// What it has said so far.
#[derive(Debug, Clone, Default)]
pub struct Promises {
    /// Newest record that is on the chip to stay.
    durable: Seq,
    /// Newest record that went out.
    sent: Seq,
    /// What the game concluded since the table was switched on, in order.
    happened: Vec<Event>,
    /// It has remembered everything that was on the chip.
    remembers: bool,
}

impl Promises {
    /// Takes one step; `Err` says which promise it breaks.
    pub fn hear(&mut self, trace: &Trace) -> Result<(), String> {
        match *trace {
            Trace::Recovered(seq) if seq < self.durable => {
                Err(format!("record {} was durable and is lost", self.durable))
            }
            Trace::Recovered(seq) => {
                self.durable = seq;
                Ok(())
            }
            Trace::Durable(seq) if seq != self.durable.next() => {
                Err(format!("record {seq} became durable after {}", self.durable))
            }
            Trace::Durable(seq) => {
                self.durable = seq;
                Ok(())
            }
            Trace::Sent(seq) if seq > self.durable => {
                Err(format!("record {seq} was sent before it was durable"))
            }
            Trace::Sent(seq) => {
                self.sent = self.sent.max(seq);
                Ok(())
            }
            Trace::Enrolled(_) => {
                self.remembers = true;
                Ok(())
            }
            Trace::Happened(event) => {
                self.happened.push(event);
                Ok(())
            }
            // What was sent before a power cut may be acknowledged after it.
            Trace::Acknowledged(seq) if seq > self.sent => {
                Err(format!("record {seq} was acknowledged before it was sent"))
            }
            _ => Ok(()),
        }
    }

    /// What the game concluded since the table was switched on, in order.
    pub fn happened(&self) -> &[Event] {
        &self.happened
    }

    /// Power came back: what was concluded and not recorded is forgotten.
    pub(super) fn after_a_cut(self) -> Promises {
        Promises { happened: vec![], remembers: false, ..self }
    }

    /// Since it was switched on it has remembered everything that was on the chip.
    pub fn remembers(&self) -> bool {
        self.remembers
    }

    /// Newest record that is on the chip to stay, by its own word.
    pub fn durable(&self) -> Seq {
        self.durable
    }
}

/// What displays show as final must be on the chip, whatever the application says about it: its bytes are looked for there.
pub(super) fn shown_is_on(chip: &[u8], trace: &Trace) -> Result<(), String> {
    let Trace::Shown(event) = trace else {
        return Ok(());
    };
    let bytes = postcard::to_stdvec(event).map_err(|error| error.to_string())?;
    match chip.windows(bytes.len()).any(|window| window == bytes) {
        true => Ok(()),
        false => Err(format!("displays showed what is not on record: {event}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table_core::game::Ended;
    use table_core::time::Span;

    fn broken(steps: &[Trace]) -> Option<String> {
        let mut promises = Promises::default();
        steps.iter().find_map(|step| promises.hear(step).err())
    }

    #[test]
    fn what_is_sent_must_be_durable() {
        let (one, two) = (Seq(1), Seq(2));
        assert_eq!(broken(&[Trace::Durable(one), Trace::Sent(one), Trace::Durable(two)]), None);
        assert!(broken(&[Trace::Durable(one), Trace::Sent(two), Trace::Durable(two)]).is_some());
        assert!(broken(&[Trace::Durable(two)]).is_some(), "a number was left out");
        assert!(broken(&[Trace::Durable(one), Trace::Acknowledged(one)]).is_some());
    }

    #[test]
    fn what_is_shown_as_final_must_be_on_the_chip() {
        let end = |played| Event::HandEnded { end: Ended::Drawn, played: Span::secs(played) };
        let mut chip = vec![0; 1_000];
        let bytes = postcard::to_stdvec(&end(61)).unwrap();
        chip[400..400 + bytes.len()].copy_from_slice(&bytes);
        assert_eq!(shown_is_on(&chip, &Trace::Shown(end(61))), Ok(()));
        assert!(shown_is_on(&chip, &Trace::Shown(end(62))).is_err());
        chip[402] ^= 1;
        assert!(shown_is_on(&chip, &Trace::Shown(end(61))).is_err());
    }

    #[test]
    fn a_restart_may_find_one_more_record_and_never_one_less() {
        let start = [Trace::Durable(Seq(1)), Trace::Durable(Seq(2))];
        let with = |seq| [start.as_slice(), &[Trace::Recovered(Seq(seq))]].concat();
        assert_eq!(broken(&with(2)), None);
        assert_eq!(broken(&with(3)), None);
        assert!(broken(&with(1)).is_some());
    }
}
