//! What a law asks of a table: its collection fees, its placard.

use super::*;
use feltproof_model::engagement::{Charge, CollectionRate, Placard};
use feltproof_model::{Rate, Wager};

/// The example with these lines at its first table.
fn with(lines: &str) -> String {
    example().replacen("decks_in_use = 2", &format!("{lines}\ndecks_in_use = 2"), 1)
}

#[test]
fn a_schedule_is_read_line_by_line() {
    let text = with(
        "placard = false\ncollection = [{ to = \"20.00\", fee = \"0.50\" }, { from = \"20.01\", percent = \"5%\" }, \
         { wager = \"bank\", fee = \"3\" }]",
    );
    let terms = &parse_engagement(&text, "e").unwrap().tables[0].terms;
    assert_eq!(terms.placard, Some(Placard::Missing));
    let rate = |wager, from, to: Option<&str>, charge| CollectionRate {
        wager,
        from: money(from),
        to: to.map(money),
        charge,
    };
    assert_eq!(
        terms.collection,
        [
            rate(Wager::Ante, "0", Some("20.00"), Charge::Fee(money("0.50"))),
            rate(Wager::Ante, "20.01", None, Charge::Share(Rate::parse("5%").unwrap())),
            rate(Wager::Bank, "0", None, Charge::Fee(money("3.00"))),
        ]
    );
    for (stake, covers) in
        [("20.00", [true, false]), ("20.01", [false, true]), ("0.01", [true, false])]
    {
        assert_eq!([0, 1].map(|at: usize| terms.collection[at].covers(money(stake))), covers);
    }
    assert_eq!(parse_engagement(example(), "e").unwrap().tables[0].terms, Default::default());
}

#[test]
fn a_schedule_that_contradicts_itself_is_refused() {
    for (schedule, says) in [
        (
            "{ fee = \"1\", percent = \"5%\" }",
            "table C4P-1, collection[1]: must have either fee = \"1.00\" or percent = \"5%\"; write the one that is \
             posted",
        ),
        (
            "{ from = \"9\", to = \"8\", fee = \"1\" }",
            "table C4P-1, collection[1], to: is $8.00, below its own `from` of $9.00; correct one of them",
        ),
        (
            "{ to = \"10\", fee = \"1\" }, { from = \"10\", fee = \"2\" }",
            "table C4P-1, collection[2]: covers stakes of Ante that line 38 covers too; let the ranges not meet",
        ),
        (
            "{ wager = \"envy\", fee = \"1\" }",
            "table C4P-1, collection[1], wager: is `envy`, but the wagers here are ante, super_bonus, odds, play, raise, \
             queens_up, aces_up, bad_beat, four_card_bonus, prime, cover_all, progressive, bank; correct it",
        ),
        (
            "{ fees = \"1\", fee = \"1\" }",
            "table C4P-1, collection[1], fees: is an unknown key (did you mean `fee`?); the keys here are wager, from, to, \
             fee, percent; correct or remove it",
        ),
    ] {
        let errors =
            parse_engagement(&with(&format!("collection = [{schedule}]")), "e").unwrap_err().0;
        let said: Vec<String> = errors.iter().map(said).collect();
        assert_eq!(said, [says]);
    }
}

#[test]
fn a_placard_is_there_or_not_or_names_a_number() {
    for (value, read) in [
        ("true", Placard::Posted),
        ("false", Placard::Missing),
        ("4", Placard::Games(4)),
        ("1", Placard::Games(1)),
        ("99", Placard::Games(99)),
    ] {
        let text = with(&format!("placard = {value}"));
        assert_eq!(parse_engagement(&text, "e").unwrap().tables[0].terms.placard, Some(read));
    }
    for (value, says) in [
        ("\"four\"", "must be the number of games that is posted, or true or false; correct it"),
        ("4.0", "must be the number of games that is posted, or true or false; correct it"),
        ("0", "is 0, but it must be from 1 to 99; correct it"),
        ("100", "is 100, but it must be from 1 to 99; correct it"),
        ("-4", "is -4, but it must be from 1 to 99; correct it"),
    ] {
        let errors = parse_engagement(&with(&format!("placard = {value}")), "e").unwrap_err().0;
        let all: Vec<String> = errors.iter().map(said).collect();
        assert_eq!(all, [format!("table C4P-1, placard: {says}")]);
    }
}
