//! What is requested of the randomness of the cards, and the decks in use.

use super::*;
use feltproof_model::engagement::RandomnessRequest;

fn requested(from: &str, to: &str) -> Option<RandomnessRequest> {
    let text = example().replacen(from, to, 1);
    parse_engagement(&text, "e").unwrap().randomness
}

const LEVEL: &str = "level = \"0.01\"";

#[test]
fn level_and_profile_go_to_their_places() {
    let found = requested("", "").unwrap();
    let line = line_of(example(), "[randomness]");
    assert_eq!(
        found,
        RandomnessRequest { level: Rate::new(1, 100).unwrap(), profile: None, line: line.into() }
    );
    for (text, rate) in [("5%", (5, 100)), ("0.1", (1, 10)), ("0.0005", (5, 10_000))] {
        let found = requested(LEVEL, &format!("level = \"{text}\"")).unwrap();
        assert_eq!(found.level, Rate::new(rate.0, rate.1).unwrap());
    }
    let named = requested(LEVEL, "level = \"0.05\"\nprofile = \"pa-810a\"").unwrap();
    assert_eq!(named.profile.as_deref(), Some("pa-810a"));
    let start = example().find("[randomness]").unwrap();
    let end = start + example()[start..].find("\n\n").unwrap();
    let without = format!("{}{}", &example()[..start], &example()[end..]);
    assert_eq!(parse_engagement(&without, "e").unwrap().randomness, None);
}

#[test]
fn a_level_is_above_zero_and_at_most_a_tenth() {
    for level in ["0", "0.00", "0.11", "100%"] {
        one_error(
            LEVEL,
            &format!("level = \"{level}\""),
            &format!(
                "randomness, level: is `{level}`, but a level is above 0 and at most 0.1; \
                 write it as in \"0.01\""
            ),
        );
    }
    one_error(
        LEVEL,
        "level = \"one\"",
        "randomness, level: is `one`, which is not a share; write it as in \"3.42%\" or \
         \"0.0342\"",
    );
    one_error(
        LEVEL,
        "level = 0.01",
        "randomness, level: is the number 0.01, but it must be a text in quotes; correct it",
    );
    one_error(
        LEVEL,
        "level = \"0.01\"\nlevels = 1",
        "randomness, levels: is an unknown key (did you mean `level`?); the keys here are \
         level, profile; correct or remove it",
    );
}

#[test]
fn one_deck_is_in_use_unless_two_are_declared() {
    let decks = |text: &str| parse_engagement(text, "e").unwrap().tables[0].decks_in_use;
    let key = "decks_in_use = 2";
    assert_eq!(decks(example()), 2);
    assert_eq!(decks(&example().replacen(key, "", 1)), 1);
    assert_eq!(decks(&example().replacen(key, "decks_in_use = 1", 1)), 1);
    one_error(
        key,
        "decks_in_use = 3",
        "table C4P-1, decks_in_use: is 3, but it must be from 1 to 2; correct it",
    );
}

#[test]
fn a_shuffler_journal_may_say_how_packets_stand() {
    let shuffler = "[[journal]]\nkind = \"shuffler\"\nfile = \"s.csv\"\n[[equipment]]";
    let read = |text: &str| {
        let text = example().replacen("[[equipment]]", text, 1);
        parse_engagement(&text, "e").unwrap().journals.pop().unwrap()
    };
    let journal = read(shuffler);
    assert_eq!((journal.kind, journal.cards_in_dealt_order), (JournalKind::Shuffler, false));
    let ordered = shuffler.replace("s.csv\"", "s.csv\"\ncards = \"dealt-order\"");
    assert!(read(&ordered).cards_in_dealt_order);
}
