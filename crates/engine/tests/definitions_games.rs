//! Mistakes in the definitions of the other games: each is reported with its file, line and key, and all
//! of a file at once. (What every definition has in common: `definitions.rs`.)

use feltproof_engine::{Banked, Game, builtin_games};
use feltproof_model::engagement::Authority;

const WA: &str = include_str!("../games/crazy4-wa.toml");
const CA: &str = include_str!("../games/crazy4-ca.toml");
const POKER: &str = include_str!("../games/four-card-poker.toml");
const FRENZY: &str = include_str!("../games/four-card-frenzy.toml");

/// Replaces the first `from` by `to` and gives what the reader says, each error on its line.
fn errors_of(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from} is not in the definition");
    Game::parse(&text.replacen(from, to, 1), "g.toml").unwrap_err().to_string()
}

/// The same for a change that makes exactly one error; it stands on the line of the change, or
/// `above` lines higher, where the table it belongs to begins.
fn one(text: &str, from: &str, to: &str, above: usize, says: &str) {
    let changed = text.replacen(from, to, 1);
    assert_ne!(changed, text, "{from} is not in the definition");
    let errors = Game::parse(&changed, "g.toml").unwrap_err();
    assert_eq!(errors.0.len(), 1, "{from} -> {to}:\n{errors}");
    let line = text.split(from).next().unwrap().lines().count();
    let starts_line = text.split(from).next().unwrap().ends_with('\n');
    let line = line + usize::from(starts_line) - above;
    let all = errors.to_string();
    assert!(all.starts_with(&format!("g.toml:{line}: ")), "not on line {line}: {all}");
    assert!(all.contains(says), "{all}\ndoes not say\n{says}");
}

#[test]
fn the_head_of_a_definition_is_checked() {
    one(
        POKER,
        "family = \"four-card-poker\"",
        "family = \"three-card-poker\"",
        0,
        "family: is `three-card-poker` (did you mean `four-card-poker`?), but the families are crazy4, four-card-poker, four-card-frenzy",
    );
    one(
        CA,
        "banked = \"player\"",
        "banked = \"players\"",
        0,
        "banked: is `players` (did you mean `player`?), but it must be one of house, player",
    );
    for bad in ["6-2", "0-6", "2-10", "2", "2-", "two-six", "2-6-8", "-6"] {
        let to = format!("players = \"{bad}\"");
        one(
            CA,
            "players = \"2-6\"",
            &to,
            0,
            &format!(
                "players: is {bad}; write the fewest and the most players, 1 to 9, as in \"2-6\""
            ),
        );
    }
    for good in ["1-9", "6-6"] {
        let text = CA.replacen("players = \"2-6\"", &format!("players = \"{good}\""), 1);
        assert!(Game::parse(&text, "g.toml").is_ok(), "{good}");
    }
    let without = CA.replacen("players = \"2-6\"\n", "", 1);
    assert_eq!(Game::parse(&without, "g.toml").unwrap().players, (1, 9));
    // Who banks decides which rulings a game needs.
    let house = CA.replacen("banked = \"player\"\n", "", 1);
    let errors = Game::parse(&house, "g.toml").unwrap_err().to_string();
    for id in ["settlement_order", "bank_limit", "bank_funds", "bank_collects", "bank_forfeits"] {
        assert!(errors.contains(&format!("ruling {id}: is unknown to this game of family crazy4")));
    }
    assert_eq!(Game::parse(CA, "g.toml").unwrap().banked, Banked::Player);
}

#[test]
fn a_base_wager_belongs_to_its_family() {
    let errors = errors_of(FRENZY, "raise = {", "play = {");
    assert!(errors.contains("base, play: is an unknown key"), "{errors}");
    assert!(errors.contains("base, raise: "), "{errors}");
}

#[test]
fn what_a_paytable_looks_at_is_said_by_the_progressive_alone() {
    const FIVE: &str = "cards = \"all-five\"";
    one(
        WA,
        FIVE,
        "cards = \"all-six\"",
        0,
        "paytable link-5, cards: is all-six; a progressive paytable says \"best-four\" or \"all-five\"",
    );
    one(
        WA,
        &format!("{FIVE}\n"),
        "",
        3,
        "paytable link-5, cards: is missing; write \"best-four\" or \"all-five\"",
    );
    let errors =
        errors_of(WA, "wager = \"queens_up\"\n", "wager = \"queens_up\"\ncards = \"best-four\"\n");
    assert!(errors.contains("paytable C4P-09, cards: is best-four; a progressive"), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn five_card_hands_and_colours_have_their_own_names() {
    one(
        WA,
        "hand = \"full_house\"",
        "hand = \"four_aces\"",
        0,
        "paytable link-5, row four_aces, hand: is `four_aces`, but the hands are royal_flush, straight_flush",
    );
    one(
        FRENZY,
        "hand = \"five_of_one_colour\"",
        "hand = \"flush\"",
        0,
        "hand: is `flush`, but the hands are five_of_one_colour, four_of_one_colour",
    );
}

#[test]
fn only_a_progressive_has_reserve_and_multiplied_envy() {
    for key in ["reserve = \"5%\"", "envy_times_wager = true"] {
        let errors =
            errors_of(FRENZY, "wager = \"prime\"\n", &format!("wager = \"prime\"\n{key}\n"));
        assert!(errors.contains("is set, but only a progressive paytable has it; remove it"));
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

#[test]
fn every_row_of_odds_says_what_a_beaten_hand_is_paid() {
    one(
        FRENZY,
        "pays = \"15\",  beaten = \"30\", ",
        "pays = \"15\", ",
        0,
        "paytable ODDS-1, row straight_flush, beaten: is missing",
    );
    one(
        FRENZY,
        "beaten = \"100\"",
        "beaten = \"none\"",
        0,
        "beaten: is `none`, which is not a rate",
    );
    one(
        FRENZY,
        "hand = \"three_aces\",               pays = \"20\"",
        "hand = \"three_aces\", pays = \"20\", beaten = \"20\"",
        0,
        "beaten: is set, but only Odds pays beaten hands; remove it",
    );
}

#[test]
fn cover_all_pays_by_six_columns_and_nothing_else_does() {
    const FULL: &str = "by_hands = [\"250\", \"200\", \"150\", \"125\", \"100\", \"100\"]";
    one(
        POKER,
        FULL,
        "by_hands = [\"250\", \"200\", \"150\", \"125\", \"100\"]",
        0,
        "paytable CA-1, row four_aces, by_hands: has 5 columns, but there must be 6, for 2 to 7 hands",
    );
    one(POKER, FULL, "by_hands = [\"250\"]", 0, "by_hands: has 1 columns");
    one(POKER, FULL, &FULL.replace("]", ", \"100\"]"), 0, "by_hands: has 7 columns");
    one(
        POKER,
        FULL,
        &FULL.replace("\"125\"", "\"-125\""),
        0,
        "by_hands: is `-125`, which is not a rate",
    );
    one(
        POKER,
        FULL,
        "pays = \"250\"",
        0,
        "pays: is set, but Cover All pays by the number of hands; use by_hands",
    );
    one(
        POKER,
        FULL,
        &format!("pays = \"250\", {FULL}"),
        0,
        "pays, by_hands, meter: more than one is given",
    );
    one(POKER, &format!("{FULL}, "), "", 0, "pays, by_hands, meter: none is given");
    one(POKER, &format!("{FULL}, odds = \"to\""), FULL, 0, "odds: is missing");
    let aces_up = "hand = \"four_of_a_kind\",  pays = \"50\"";
    one(
        POKER,
        aces_up,
        &aces_up.replace("pays = \"50\"", FULL),
        0,
        "by_hands: is set, but only Cover All pays by the number of hands; use pays",
    );
}

/// Each wager pays what its name says and no gap is left; special hands stand in rows of their own.
#[test]
fn a_ladder_of_another_wager_has_no_gap_either() {
    let cover_all_royal =
        POKER.lines().find(|l| l.contains("royal_flush") && l.contains("by_hands"));
    for (text, row, says) in [
        (POKER, cover_all_royal.unwrap(), None),
        (
            WA,
            "  { hand = \"royal_flush\",     meter = \"100%\", odds = \"for\", envy = \"1000.00\" },",
            Some("no row pays royal_flush; add one, since Progressive pays it"),
        ),
        (
            WA,
            "  { hand = \"straight_flush_or_higher\", pays = \"1000\", odds = \"to\" },",
            Some("no row pays straight_flush; add one, since Bad Beat Bonus pays it"),
        ),
        (
            POKER,
            "  { hand = \"pair_of_aces\",    pays = \"1\", odds = \"to\" },",
            Some("add one, since Aces Up pays it"),
        ),
        (
            FRENZY,
            "  { hand = \"four_of_one_colour\", pays = \"1\", odds = \"to\" },",
            Some("no row pays four_of_one_colour; add one, since Prime pays it"),
        ),
        (
            POKER,
            "  { hand = \"three_of_a_kind\", pays = \"2\", odds = \"to\" },",
            Some("no row pays three_of_a_kind; add one, since Ante Bonus pays it"),
        ),
    ] {
        assert!(text.contains(row), "{row}");
        let read = Game::parse(&text.replacen(row, "", 1), "g.toml");
        match says {
            Some(says) => {
                let errors = read.unwrap_err().to_string();
                assert!(errors.contains(says), "{errors}\ndoes not say\n{says}");
            }
            // A royal flush without a row of its own is paid as the straight flush it is.
            None => assert!(read.is_ok(), "{row}"),
        }
    }
    // Below what the wager pays.
    let low = "  { hand = \"three_of_a_kind\", pays = \"2\", odds = \"to\" },";
    let errors = errors_of(
        POKER,
        low,
        &format!("{low}\n  {{ hand = \"flush\", pays = \"1\", odds = \"to\" }},"),
    );
    assert!(errors.contains("but Ante Bonus pays nothing below three_of_a_kind"), "{errors}");
    // A special hand below the row that takes it.
    let trips = "  { hand = \"three_aces\",               pays = \"20\", odds = \"to\" },";
    let plain = "  { hand = \"three_of_a_kind\",          pays = \"8\", odds = \"to\" },";
    let errors = errors_of(FRENZY, &format!("{trips}\n{plain}"), &format!("{plain}\n{trips}"));
    assert!(errors.contains("row three_aces: can never pay"), "{errors}");
}

#[test]
fn a_paytable_is_for_a_wager_of_its_family() {
    one(
        FRENZY,
        "wager = \"prime\"",
        "wager = \"queens_up\"",
        0,
        "paytable PRIME-6, wager: is `queens_up`, but paytables of family four-card-frenzy are for odds, four_card_bonus, prime",
    );
    let errors = errors_of(POKER, "wager = \"aces_up\"", "wager = \"bad_beat\"");
    assert!(errors.contains("paytables of family four-card-poker are for ante_bonus, aces_up"));
    one(
        FRENZY,
        "id = \"FCB-2\"",
        "id = \"FCB-1\"",
        0,
        "id: is FCB-1, which an earlier paytable for 4 Card Bonus has",
    );
}

#[test]
fn a_strategy_names_four_ranks_and_raises_no_lower_than_it_plays() {
    for bad in ["K Q 8", "K Q 8 4 2", "K Q 8 1", "King high", "", "Ks Qs 8s 4s"] {
        let to = format!("play_from = \"{bad}\"");
        let errors = errors_of(CA, "play_from = \"K Q 8 4\"", &to);
        assert!(errors.contains("strategy kq84, play_from: is "), "{bad}: {errors}");
    }
    one(
        CA,
        "play_from = \"K Q 8 4\"",
        "play_from = \"K Q 8 X\"",
        0,
        "play_from: is K Q 8 X; write the ranks of four cards, as in \"K Q 8 4\"",
    );
    let errors = errors_of(CA, "raise_from = \"A A 3 2\"", "raise_from = \"K Q 8 3\"");
    assert!(
        errors.contains("raise_from: is a lower hand than play_from; exchange them"),
        "{errors}"
    );
    let twice = format!("{CA}\n{}", &CA[CA.find("[[strategy]]").unwrap()..]);
    let errors = Game::parse(&twice, "g.toml").unwrap_err().to_string();
    assert!(errors.contains("strategy kq84, id: is `kq84`, which line 183 has too"), "{errors}");
    // The same hand for both is a way of playing.
    let same = CA.replacen("raise_from = \"A A 3 2\"", "raise_from = \"K Q 8 4\"", 1);
    assert!(Game::parse(&same, "g.toml").is_ok());
}

#[test]
fn rulings_are_those_of_the_family_its_banker_and_its_paytables() {
    for (text, id, family) in [
        (POKER, "aces_up_on_fold", "four-card-poker"),
        (POKER, "cover_all_royal", "four-card-poker"),
        (FRENZY, "odds_on_tie", "four-card-frenzy"),
        (CA, "settlement_order", "crazy4"),
        (CA, "bank_funds", "crazy4"),
        (CA, "aggregate_counts", "crazy4"),
        (WA, "bad_beat_on_tie", "crazy4"),
        (WA, "link_envy_reading", "crazy4"),
    ] {
        let errors = errors_of(text, &format!("id = \"{id}\""), "id = \"who_knows\"");
        assert!(
            errors
                .contains(&format!("ruling who_knows: is unknown to this game of family {family}")),
            "{errors}"
        );
        assert!(errors.contains(&format!("ruling {id}: is missing; family {family} needs it")));
    }
    let errors =
        errors_of(FRENZY, "values = [\"wins\", \"pushes\"]", "values = [\"wins\", \"loses\"]");
    assert!(
        errors.contains(
            "ruling odds_on_tie: offers loses, but family four-card-frenzy can apply wins, pushes"
        ),
        "{errors}"
    );
}

/// One mistake of every part of a file: all are reported, in the order of the lines.
#[test]
fn all_mistakes_of_a_game_are_reported_at_once() {
    let text = POKER
        .replacen("players = \"1-6\"", "players = \"6-1\"", 1)
        .replacen("\"125\", \"100\", \"100\"]", "\"125\", \"100\"]", 1)
        .replacen("cards = \"best-four\"", "cards = \"best-three\"", 1)
        .replacen("id = \"cover_all_royal\"", "id = \"cover_all\"", 1)
        .replacen("raise_from = \"T T 3 2\"", "raise_from = \"T T\"", 1);
    let errors = Game::parse(&text, "g.toml").unwrap_err();
    let lines: Vec<u32> = errors.0.iter().map(|e| e.line).collect();
    assert!(lines.is_sorted(), "{errors}");
    let all = errors.to_string();
    for says in [
        "players: is 6-1",
        "row four_aces, by_hands: has 5 columns",
        "cards: is best-three",
        "ruling cover_all: is unknown",
        "ruling cover_all_royal: is missing",
        "raise_from: is T T; write",
    ] {
        assert!(all.contains(says), "{all}\ndoes not say\n{says}");
    }
    assert!(all.lines().all(|line| line.starts_with("g.toml:")), "{all}");
}

/// Every value of every ruling, as the tests of this folder work them by hand. A reading that is
/// added to a definition is missing here until it has a case.
#[test]
fn every_reading_of_every_game_is_worked_by_hand_somewhere() {
    let tests = concat!(
        include_str!("settlement.rs"),
        include_str!("progressive.rs"),
        include_str!("bad_beat.rs"),
        include_str!("player_banked.rs"),
        include_str!("bank_rulings.rs"),
        include_str!("exhibit_a.rs"),
        include_str!("four_card_poker.rs"),
        include_str!("cover_all.rs"),
        include_str!("five_card_progressive.rs"),
        include_str!("frenzy.rs"),
    );
    for game in builtin_games() {
        for ruling in &game.rulings {
            assert!(tests.contains(&format!("\"{}\"", ruling.id)), "{}: {}", game.id, ruling.id);
            for value in ruling.values.iter().filter(|v| **v != ruling.default) {
                // A value that is a list stands with its list.
                let is_worked = ["\"", ": "].map(|end| tests.contains(&format!("\"{value}{end}")));
                assert!(is_worked.contains(&true), "{}: {value}", ruling.id);
            }
        }
    }
}

#[test]
fn cover_all_has_no_column_for_eight_hands() {
    let text = include_str!("../games/four-card-poker.toml");
    let errors = |players: &str| {
        let text = text.replacen("players = \"1-6\"", &format!("players = \"{players}\""), 1);
        Game::parse(&text, "g.toml").err().map(|e| e.to_string())
    };
    assert_eq!(errors("1-6"), None);
    let message = errors("1-7").unwrap();
    assert!(message.contains("players: allows 7 players, but Cover All has columns for 7 hands"));
}

/// What the sheets say in their own words, read once more: documents 000, 001 and 003 allow once, twice or three times the
/// Ante, document 004 once or three times; document 001 prints $1,000 of envy beside the royal flush of the multi-game link.
/// Everything else is open.
#[test]
fn the_sheets_settle_the_play_and_the_envy_of_the_link_and_leave_the_rest_to_the_house() {
    let mut settled = Vec::new();
    for game in builtin_games() {
        let of = game.rulings.iter().filter(|r| r.authority == Authority::ApprovedRules);
        settled.extend(of.map(|r| format!("{} {} {}", game.id, r.id, r.default)));
    }
    settled.sort();
    assert_eq!(
        settled,
        [
            "crazy4-ca play_multiples 1-2-3",
            "crazy4-v2 play_multiples 1-3",
            "crazy4-wa link_envy_reading as-printed",
            "crazy4-wa play_multiples 1-2-3",
            "four-card-frenzy play_multiples 1-2-3",
            "four-card-poker link_envy_reading as-printed",
        ]
    );
    let errors = errors_of(CA, "authority = \"approved rules\"", "authority = \"approved rule\"");
    let wanted = "ruling play_multiples, authority: is `approved rule` (did you mean `approved rules`?), but it must \
                  be one of approved rules, house rules";
    assert!(errors.contains(wanted), "{errors}");
}
