//! A game resolved for a table: what is refused, and what is printed of the rulings.

use crate::common;
use crate::common::{Round, choice, game, link, table};
use feltproof_engine::TableRules;
use feltproof_model::{Seat, Wager};

#[test]
fn a_table_that_names_what_does_not_exist_is_told_what_does() {
    let fails = |change: &dyn Fn(&mut feltproof_model::engagement::Table),
                 paytable: &str,
                 choices: &[_]| {
        let mut table = table(Some("C4P-09"), true);
        change(&mut table);
        TableRules::resolve(&game(), &table, Some(&link(paytable)), choices).unwrap_err()
    };
    for (error, parts) in [
        (fails(&|t| t.game = "c4".into(), "pays-3", &[]), ["C4P-1 plays c4", "crazy4-wa"]),
        (
            fails(&|t| t.paytables[1].1 = "X".into(), "pays-3", &[]),
            ["paytable X", "C4P-11, C4P-12"],
        ),
        (fails(&|t| t.paytables.clear(), "pays-3", &[]), ["no paytable for super_bonus", "SB"]),
        (fails(&|t| t.paytables[1].0 = Wager::Play, "pays-3", &[]), ["for play", "queens_up"]),
        (fails(&|_| (), "pays-9", &[]), ["link HARBOR-1 names paytable pays-9", "pays-1, pays-2"]),
        (fails(&|_| (), "pays-3", &[choice("x", "y")]), ["ruling x", "void_round"]),
        (
            fails(&|_| (), "pays-3", &[choice("envy_per_unit", "y")]),
            ["cannot be y", "once, times-wager"],
        ),
        (
            fails(
                &|_| (),
                "pays-3",
                &[choice("void_round", "stakes-returned"), choice("void_round", "stakes-returned")],
            ),
            ["chosen twice", "keep one"],
        ),
    ] {
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    let mut other = choice("x", "y");
    other.game = "another-game".into();
    let table = table(None, false);
    assert!(TableRules::resolve(&game(), &table, None, &[other]).is_ok());
}

#[test]
fn rulings_are_printed_with_who_chose_them() {
    let rules = common::rules("pays-3", &[("play_multiples", "1-3")]);
    let chosen: Vec<_> = rules.rulings().iter().filter(|r| r.chosen).collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(
        (chosen[0].applied.as_str(), chosen[0].source.as_str()),
        ("1-3", "House rules, section 4")
    );
    assert_eq!(rules.ruling("play_multiples"), "1-3");
    assert_eq!(rules.ruling("progressive_on_fold"), "eligible");
    assert_eq!(rules.ruling("no_such_ruling"), "");
    assert_eq!(rules.play_multiples(), [1, 3]);
    assert_eq!(common::rules("pays-3", &[]).play_multiples(), [1, 2, 3]);
    assert_eq!((rules.cards_for(Seat::Dealer), rules.cards_for(Seat::Player(1))), (5, 5));
    let hand = |text: &str| Round::new(rules.clone(), text).hands[0].rank.unwrap();
    assert_eq!(rules.play_multiples_for(hand("1 | As Ah 4d 3c 2c")), [1, 3]);
    assert_eq!(rules.play_multiples_for(hand("1 | Ks Kh Ad Qc 9c")), [1]);
}
