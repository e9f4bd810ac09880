//! What a table offers: wagers, limits, aggregate limits and its shuffler.

use super::*;

#[test]
fn tables_and_what_is_posted() {
    let table = "[[table]]\nid = \"C4P-1\"\ngame = \"x\"\nseats = 1\n";
    let first = line_of(example(), "id = \"C4P-1\"");
    let again = errors("[[link]]", &format!("{table}[[link]]"));
    assert_eq!(
        again,
        [format!(
            "table C4P-1, id: is `C4P-1`, which line {first} has too; rename or remove one of them"
        )]
    );
    one_error(
        "ante = [\"5.00\", \"100.00\"]",
        "ante = [\"200.00\", \"100.00\"]",
        "table C4P-1, posted, ante: has the minimum $200.00 above its maximum $100.00; correct \
         one of them",
    );
    one_error(
        "ante = [\"5.00\", \"100.00\"]",
        "ante = [\"5.00\"]",
        "table C4P-1, posted, ante: must be a minimum and a maximum; write it as in \
         [\"5.00\", \"100.00\"]",
    );
    one_error(
        "ante = [\"5.00\", \"100.00\"]",
        "ante = [\"-5.00\", \"100.00\"]",
        "table C4P-1, posted, ante: is `-5.00`, and an amount here has no sign; \
         correct it",
    );
    one_error(
        "ante = [\"5.00\"",
        "antee = [\"5.00\"",
        "table C4P-1, posted, antee: is `antee` (did you mean `ante`?), but the wagers here are ante, \
         super_bonus, odds, play, raise, queens_up, aces_up, bad_beat, four_card_bonus, prime, \
         cover_all, progressive, bank; correct it",
    );
    one_error(
        "paytables = { super_bonus",
        "paytables = { progressive",
        "table C4P-1, paytables, progressive: is `progressive`, but the wagers here are ante, \
         super_bonus, odds, play, raise, queens_up, aces_up, bad_beat, four_card_bonus, prime, \
         cover_all, ante_bonus; correct it",
    );
    one_error(
        "super_bonus = \"SB\"",
        "super_bonus = 1",
        "table C4P-1, paytables, super_bonus: is the number 1, but it must be a text in quotes; \
         correct it",
    );
}

/// Each key names exactly the wagers that the README's table says; written out here, not derived.
#[test]
fn each_key_has_its_own_wagers() {
    let staked = [
        "ante",
        "super_bonus",
        "odds",
        "play",
        "raise",
        "queens_up",
        "aces_up",
        "bad_beat",
        "four_card_bonus",
        "prime",
        "cover_all",
        "progressive",
    ];
    let paytables = |w: &str| (staked.contains(&w) && w != "progressive") || w == "ante_bonus";
    let posted = |w: &str| staked.contains(&w) || w == "bank";
    let aggregate = |w: &str| {
        ["queens_up", "aces_up", "bad_beat", "four_card_bonus", "prime", "cover_all"].contains(&w)
    };
    let accepted = |line: &str| {
        let text = example().replacen("seats = 6\n", &format!("seats = 6\n{line}\n"), 1);
        let text: String = text
            .lines()
            .filter(|l| l.starts_with(line) || !starts_with_key(l, line))
            .map(|l| format!("{l}\n"))
            .collect();
        parse_engagement(&text, "e").is_ok()
    };
    for wager in Wager::ALL {
        let key = wager.key();
        let line = format!("paytables = {{ {key} = \"X\" }}");
        assert_eq!(accepted(&line), paytables(key), "{line}");
        let line = format!("posted = {{ {key} = [\"1\", \"2\"] }}");
        assert_eq!(accepted(&line), posted(key), "{line}");
        let line = format!("aggregate = {{ {key} = \"1000\" }}");
        assert_eq!(accepted(&line), aggregate(key), "{line}");
    }
}

/// True for the example's own line of the key that `line` sets.
fn starts_with_key(own: &str, line: &str) -> bool {
    let key = line.split(' ').next().unwrap();
    own.split(' ').next() == Some(key)
}

#[test]
fn wagers_stand_in_report_order_whatever_the_order_of_the_file() {
    let text = example()
        .replace(
            "paytables = { super_bonus = \"SB\", queens_up = \"C4P-09\" }",
            "paytables = { cover_all = \"CA-1\", ante_bonus = \"AB-1\", aces_up = \"AU-1\" }",
        )
        .replace(
            "aggregate = { queens_up = \"5000.00\" }",
            "aggregate = { prime = \"0.01\", aces_up = \"1000\" }",
        )
        .replace("posted = { ante", "posted = { bank = [\"1\", \"5000\"], ante");
    let table = &parse_engagement(&text, "e").unwrap().tables[0];
    let paytables: Vec<(Wager, &str)> =
        table.paytables.iter().map(|(w, id)| (*w, id.as_str())).collect();
    assert_eq!(
        paytables,
        [(Wager::AcesUp, "AU-1"), (Wager::CoverAll, "CA-1"), (Wager::AnteBonus, "AB-1")]
    );
    assert_eq!(table.aggregate, [(Wager::AcesUp, money("1000")), (Wager::Prime, money("0.01"))]);
    let bank = table.posted.last().unwrap();
    assert_eq!((bank.wager, bank.min, bank.max), (Wager::Bank, money("1"), money("5000")));
}

#[test]
fn aggregate_limits() {
    let aggregate = "queens_up = \"5000.00\"";
    one_error(
        aggregate,
        "super_bonus = \"5000.00\"",
        "table C4P-1, aggregate, super_bonus: is `super_bonus`, but the wagers here are \
         queens_up, aces_up, bad_beat, four_card_bonus, prime, cover_all; correct it",
    );
    one_error(
        aggregate,
        "queens_up = \"0\"",
        "table C4P-1, aggregate, queens_up: is $0.00, but it must be above $0.00; correct it",
    );
    one_error(
        aggregate,
        "queens_up = \"-1\"",
        "table C4P-1, aggregate, queens_up: is `-1`, and an amount here has no sign; correct \
         it",
    );
    one_error(
        aggregate,
        "queens_up = 5000",
        "table C4P-1, aggregate, queens_up: is the number 5000, but it must be dollars in \
         quotes, as in \"5.00\"; correct it",
    );
    one_error(
        "aggregate = { queens_up = \"5000.00\" }",
        "aggregate = \"5000.00\"",
        "table C4P-1, aggregate: is the text `5000.00`, but it must be a table, under \
         [aggregate]; correct it",
    );
    let text = example().replace(aggregate, "queens_up = \"0.000001\"");
    let table = &parse_engagement(&text, "e").unwrap().tables[0];
    assert_eq!(table.aggregate, [(Wager::QueensUp, Money::from_micros(1))]);
}

#[test]
fn a_shuffler_has_a_model_and_a_mode() {
    let (model, mode) = ("shuffler = \"i-Deal Plus\"", "shuffler_mode = \"Crazy 4 Poker\"");
    let text = example();
    let table = &parse_engagement(text, "e").unwrap().tables[0];
    let shuffler = table.shuffler.as_ref().unwrap();
    assert_eq!((shuffler.model.as_str(), shuffler.mode.as_str()), ("i-Deal Plus", "Crazy 4 Poker"));
    assert_eq!(shuffler.line, line_of(text, mode).into());

    let neither = text.replace(&format!("{model} "), "").replace(mode, "");
    assert_eq!(parse_engagement(&neither, "e").unwrap().tables[0].shuffler, None);
    let errors = changed(model, "");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(
        said(&errors[0]),
        "table C4P-1, shuffler_mode: is there without `shuffler`; add the model of the shuffler, or \
         remove the mode"
    );
    assert_eq!(errors[0].line, line_of(text, mode));
    let errors = changed(mode, "");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(
        said(&errors[0]),
        "table C4P-1, shuffler: is there without `shuffler_mode`; add the mode it is set to, or remove \
         it"
    );
    assert_eq!(errors[0].line, line_of(text, model));
    // What is there but not understood has one error, not two.
    one_error(mode, "shuffler_mode = \"\"", "table C4P-1, shuffler_mode: is empty; fill it in");
    one_error(
        model,
        "shuffler = 4",
        "table C4P-1, shuffler: is the number 4, but it must be a text in quotes; correct it",
    );
}
