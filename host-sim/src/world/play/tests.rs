//! Laws of the simulated games.

use table_core::rules::{BOOKS, Deal, Rulings};

use super::arrange::arrange;
use super::catalogue::goals;
use super::coverage::Coverage;

#[test]
fn every_goal_of_the_catalogue_is_reached() {
    for book in BOOKS {
        let rulings = Rulings::default();
        let mut coverage = Coverage::new(*book);
        let mut failed = vec![];
        for goal in goals(book.id()) {
            match arrange(goal, *book, &rulings, Deal::FIRST, 1) {
                Some(truth) => coverage.add(&truth),
                None => failed.push(goal.hand),
            }
        }
        println!("{coverage}");
        assert_eq!(failed, Vec::<&str>::new(), "{}", book.id());
        assert_eq!(coverage.missing(), Vec::<u8>::new(), "{}", book.id());
    }
}
