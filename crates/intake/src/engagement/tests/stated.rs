//! Tests of `[[stated]]`: figures of the odds as the property states them.

use super::*;
use feltproof_model::engagement::{Figure, StatedFigure};

const WAGER: &str = "wager = \"queens_up\"";
const FIGURE: &str = "figure = \"hit_frequency\"";
const VALUE: &str = "value = \"24.79%\"";

/// The stated figure of the example with these lines in place of others.
fn stated(changes: &[(&str, &str)]) -> StatedFigure {
    let mut text = example().to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    parse_engagement(&text, "e").unwrap().stated.remove(0)
}

#[test]
fn every_key_goes_to_its_place() {
    let expected = StatedFigure {
        game: "crazy4-wa".to_owned(),
        wager: Wager::QueensUp,
        paytable: "C4P-09".to_owned(),
        hands: None,
        figure: Figure::HitFrequency,
        value: Rate::new(2479, 10_000).unwrap(),
        decimals: 4,
        source: "Placard at the table".to_owned(),
        line: line_of(example(), "[[stated]]").into(),
    };
    assert_eq!(stated(&[]), expected);
    let base = stated(&[(WAGER, "wager = \"ante\""), ("paytable = \"C4P-09\" ", "")]);
    assert_eq!((base.wager, base.paytable.as_str()), (Wager::Ante, ""));
    for name in ["house_edge", "hit_frequency", "element_of_risk"] {
        let figure = stated(&[(FIGURE, &format!("figure = \"{name}\""))]);
        assert_eq!(figure.figure.name(), name);
    }
    let without = &example()[..example().find("[[stated]]").unwrap()];
    assert_eq!(parse_engagement(without, "e").unwrap().stated, []);
}

/// Numerator and number of decimals, worked by hand.
#[test]
fn a_share_is_read_exactly_with_its_decimals() {
    for (text, numerator, decimals) in [
        ("3.42%", 342, 4),
        ("3.42 %", 342, 4),
        ("0.0342", 342, 4),
        ("3.4%", 34, 3),
        ("3.40%", 340, 4),
        ("3%", 3, 2),
        ("0%", 0, 2),
        ("0", 0, 0),
        ("1", 1, 0),
        ("100%", 100, 2),
        ("100.00%", 10_000, 4),
        ("0.5", 5, 1),
        ("007.5%", 75, 3),
        ("0.000012345678%", 12_345_678, 14),
    ] {
        let value = stated(&[(VALUE, &format!("value = \"{text}\""))]);
        let whole = 10_i64.pow(decimals);
        assert_eq!(value.value, Rate::new(numerator, whole).unwrap(), "{text}");
        assert_eq!(u32::from(value.decimals), decimals, "{text}");
    }
}

#[test]
fn what_is_no_share() {
    for text in ["x", ".5", "5.", "5.%", "%", "1e-2", "+1%", "1,5%", "3.4.2%", "1/3", "3.42%%"] {
        one_error(
            VALUE,
            &format!("value = \"{text}\""),
            &format!(
                "stated[1], value: is `{text}`, which is not a share; write it as in \"3.42%\" \
                 or \"0.0342\""
            ),
        );
    }
    one_error(
        VALUE,
        "value = \"-0.5%\"",
        "stated[1], value: is `-0.5%`, and figures below zero are not read; remove it and \
         compare it by hand",
    );
    one_error(
        VALUE,
        "value = \"3.42\"",
        "stated[1], value: is `3.42`, which is 342%, more than the whole; write it as in \
         \"3.42%\" or \"0.0342\"",
    );
    one_error(
        VALUE,
        "value = \"100.01%\"",
        "stated[1], value: is `100.01%`, which is 100.01%, more than the whole; write it as \
         in \"3.42%\" or \"0.0342\"",
    );
    one_error(
        VALUE,
        "value = \"0.000000000000001\"",
        "stated[1], value: is `0.000000000000001`, which has more digits than the 15 that are \
         read exactly; shorten it",
    );
    assert_eq!(stated(&[(VALUE, "value = \"0.00000000000001\"")]).decimals, 14);
    one_error(
        VALUE,
        "value = 0.0342",
        "stated[1], value: is the number 0.0342, but it must be a text in quotes; correct it",
    );
}

#[test]
fn wagers_hands_and_figures() {
    for wager in Wager::ALL {
        let hands = if wager == Wager::CoverAll { "\nhands = 2" } else { "" };
        let line = format!("wager = \"{}\"{hands}", wager.key());
        let text = example().replacen(WAGER, &line, 1);
        let refused = ["play", "raise", "envy", "bank"].contains(&wager.key());
        assert_eq!(parse_engagement(&text, "e").is_err(), refused, "{line}");
    }
    one_error(
        WAGER,
        "wager = \"envy\"",
        "stated[1], wager: is `envy`, but the wagers here are ante, super_bonus, odds, \
         queens_up, aces_up, bad_beat, four_card_bonus, prime, cover_all, progressive, \
         ante_bonus; correct it",
    );
    let cover_all = |hands: &str| format!("wager = \"cover_all\"\n{hands}");
    for hands in [2, 7] {
        let figure = stated(&[(WAGER, &cover_all(&format!("hands = {hands}")))]);
        assert_eq!((figure.wager, figure.hands), (Wager::CoverAll, Some(hands)));
    }
    for hands in [1, 8] {
        one_error(
            WAGER,
            &cover_all(&format!("hands = {hands}")),
            &format!("stated[1], hands: is {hands}, but it must be from 2 to 7; correct it"),
        );
    }
    let missing = changed(WAGER, "wager = \"cover_all\"");
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0].line, line_of(example(), "[[stated]]"));
    assert_eq!(
        said(&missing[0]),
        "stated[1], hands: is missing; the odds of cover_all depend on the number of hands dealt; add \
         it, from 2 to 7 with the dealer's"
    );
    one_error(
        WAGER,
        &format!("{WAGER}\nhands = 5"),
        "stated[1], hands: is 5, but only the odds of cover_all depend on the hands dealt and \
         this is of queens_up; remove it",
    );
    one_error(
        FIGURE,
        "figure = \"edge\"",
        "stated[1], figure: is `edge`, but it must be one of house_edge, hit_frequency, element_of_risk; correct it",
    );
}

#[test]
fn games_keys_and_figures_stated_twice() {
    one_error(
        "game = \"crazy4-wa\"                     # the",
        "game = \"frenzy\" # the",
        "stated[1], game: is `frenzy`, but the games of the tables are crazy4-wa; correct it",
    );
    one_error(
        VALUE,
        &format!("{VALUE}\nodds = 1"),
        "stated[1], odds: is an unknown key; the keys here are game, wager, paytable, hands, \
         figure, value, source; correct or remove it",
    );
    let example = example();
    let first = line_of(example, "[[stated]]");
    let again = &example[example.find("[[stated]]").unwrap()..];
    let twice = format!("{example}\n{again}");
    let errors = parse_engagement(&twice, "e").unwrap_err().0;
    assert_eq!(errors.len(), 1);
    assert_eq!(
        said(&errors[0]),
        format!(
            "stated[2], figure: is the hit_frequency of queens_up in crazy4-wa, stated again by `Placard \
             at the table`; it was stated on line {first}; keep one of them"
        )
    );
    // Another source may state it too; another figure, wager, paytable or number of hands is another.
    for (from, to) in [
        ("Placard at the table", "PAR sheet"),
        ("hit_frequency", "house_edge"),
        ("C4P-09", "C4P-10"),
        ("queens_up", "progressive"),
    ] {
        let other = format!("{example}\n{}", again.replacen(from, to, 1));
        assert_eq!(parse_engagement(&other, "e").unwrap().stated.len(), 2, "{to}");
    }
}
