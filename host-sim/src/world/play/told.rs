//! From what the table is told to the words of the game.

use table_core::enrolment::TagUid;
use table_core::game::{Command, Few, Input, RuleId, Sanction, SessionStart};
use table_core::place::{Antenna, Place, Zone};

use super::settling::Told;
use super::timeline::Order;
use super::truth::HandTruth;

/// A tag of another set: an NXP identifier that nobody enrolled.
pub const STRANGE_TAG: TagUid = TagUid(0xE004_0108_0BAD_7A95);

impl Told {
    /// The inputs it makes for the game. The referee's orders need the hand (dice, the rule of a foul) and what was
    /// decided before the session.
    pub fn inputs(&self, truth: &HandTruth, start: &SessionStart) -> Vec<Input> {
        match *self {
            Told::Placed { tile, place } => vec![Input::Placed { tile, place }],
            Told::Called { seat, call } => vec![Input::Called { seat, call }],
            Told::Foreign { place, there } => {
                foreign(place).filter(|_| there).into_iter().collect()
            }
            Told::Ordered(order) => {
                let commands = commands(order, truth, start);
                commands.into_iter().map(Input::Ordered).collect()
            }
        }
    }
}

fn foreign(place: Place) -> Option<Input> {
    let (seat, zone) = match place {
        Place::Hand(seat) => (seat, Zone::HandLeft),
        Place::Meld(seat) => (seat, Zone::Meld),
        Place::River(seat) => (seat, Zone::River),
        Place::Away => return None,
    };
    Some(Input::Foreign { tag: STRANGE_TAG, antenna: Antenna { seat, zone } })
}

fn commands(order: Order, truth: &HandTruth, start: &SessionStart) -> Vec<Command> {
    match order {
        Order::StartSession(_) => vec![Command::StartSession(*start)],
        Order::StartHand(_) => {
            let throws = truth.opening.throws.iter().copied();
            vec![Command::StartHand, Command::Dice(Few::from_some(throws))]
        }
        Order::Ruled { seat, dead, again } => {
            let slip = truth.slips().find(|slip| slip.seat == seat);
            let rule = slip.map_or("", |slip| slip.rule());
            let called_hu = slip.is_some_and(|slip| slip.declares.is_some());
            let mut commands = vec![];
            // Refused without harm where no win waits for an answer.
            if called_hu {
                commands.push(Command::RefuseHu { seat });
            }
            commands.push(if dead {
                Command::Penalise(Sanction { dead, ..Sanction::warning(seat, rule) })
            } else {
                Command::Rule { rule: RuleId::new(rule), seat: Some(seat) }
            });
            if again {
                commands.push(Command::VoidHand { again });
            }
            commands
        }
        Order::ConfirmResult => vec![Command::ConfirmResult { declared: None }],
        Order::EndSession => vec![Command::EndSession],
    }
}
