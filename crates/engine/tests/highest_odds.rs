//! The highest odds of a paytable, by hand: odds for 1 count the stake, columns by the hands that can be dealt.

use feltproof_engine::builtin_games;
use feltproof_engine::game::{Odds, Payout, Prize};
use feltproof_model::{Rate, Wager};

fn pays(numerator: i64, denominator: i64, odds: Odds) -> Payout {
    Payout { pays: Rate::new(numerator, denominator).unwrap(), odds }
}

#[test]
fn the_highest_odds_are_to_one_and_of_the_columns_in_reach() {
    let games = builtin_games();
    let game = games.iter().find(|game| game.id == "crazy4-wa").unwrap();
    let mut table = game.paytable(Wager::QueensUp, "C4P-09").unwrap().clone();
    assert_eq!(table.highest_odds(7), Rate::new(50, 1));
    table.rows.truncate(2);
    let mut highest = |prizes: [Prize; 2], beaten: Option<Payout>, hands: u8| {
        for (row, prize) in table.rows.iter_mut().zip(prizes) {
            (row.prize, row.beaten) = (prize, beaten);
        }
        table.highest_odds(hands)
    };
    let fixed = |numerator, denominator, odds| Prize::Fixed(pays(numerator, denominator, odds));
    // 51 for 1 is 50 to 1, more than 99 to 2 and no more than 50 to 1; 3 for 2 is 1 to 2.
    let for_one = fixed(51, 1, Odds::For);
    assert_eq!(highest([fixed(99, 2, Odds::To), for_one], None, 7), Rate::new(50, 1));
    assert_eq!(highest([fixed(101, 2, Odds::To), for_one], None, 7), Rate::new(101, 2));
    assert_eq!(highest([fixed(3, 2, Odds::For), fixed(1, 3, Odds::To)], None, 7), Rate::new(1, 2));
    // What a beaten hand is paid counts too.
    assert_eq!(highest([for_one, for_one], Some(pays(70, 1, Odds::To)), 7), Rate::new(70, 1));
    // Columns of 2 to 7 hands.
    let columns = Prize::ByHands([10, 20, 30, 40, 50, 60].map(|n| pays(n, 1, Odds::To)));
    for (hands, odds) in [(2, 10), (3, 20), (6, 50), (7, 60), (8, 60)] {
        assert_eq!(highest([columns, columns], None, hands), Rate::new(odds, 1), "{hands}");
    }
    let meter = Prize::Meter(Rate::new(1, 1).unwrap());
    assert_eq!(highest([meter, meter], None, 7), None);
}
