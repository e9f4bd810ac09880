//! The built-in definitions read without error; every kind of mistake in one is reported with its
//! file, line and key.

use feltproof_engine::{Game, System, builtin_games, builtin_systems};
use feltproof_model::Wager;

const TEXT: &str = include_str!("../games/crazy4-wa.toml");

#[test]
fn every_built_in_file_reads() {
    let mut files = 0;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        files += 1;
        if name == "systems.toml" {
            let systems = feltproof_engine::systems::parse(&text, &name).unwrap();
            assert_eq!(systems, builtin_systems());
        } else {
            let game = Game::parse(&text, &name).unwrap_or_else(|errors| panic!("{errors}"));
            assert!(builtin_games().contains(&game), "{name} is not among the built-in games");
        }
    }
    assert_eq!(files, builtin_games().len() + 1);
    let ids: Vec<String> = builtin_systems().into_iter().map(|s: System| s.id).collect();
    assert_eq!(ids, ["shfl", "nexus-command"]);
}

#[test]
fn the_definition_is_identified_by_its_digest() {
    let game = Game::parse(TEXT, "g.toml").unwrap();
    assert_eq!(game.sha256.len(), 64);
    let changed = TEXT.replacen("200", "201", 1);
    assert_ne!(Game::parse(&changed, "g.toml").unwrap().sha256, game.sha256);
    assert_eq!(game.paytables.iter().filter(|p| p.wager == Wager::QueensUp).count(), 4);
    let empty = Game::parse("", "g.toml").unwrap_err().to_string();
    assert!(empty.contains("g.toml:1: schema: is missing"), "{empty}");
}

/// Line of the definition on which a text first stands.
fn line_of(text: &str, part: &str) -> usize {
    text.lines().position(|l| l.contains(part)).unwrap() + 1
}

/// Replaces the first `from` by `to` and expects exactly one error, on the changed line.
fn one_error(from: &str, to: &str) -> String {
    let text = TEXT.replacen(from, to, 1);
    assert_ne!(text, TEXT, "{from} is not in the definition");
    let errors = Game::parse(&text, "g.toml").unwrap_err();
    assert_eq!(errors.0.len(), 1, "{from} -> {to}:\n{errors}");
    let line = line_of(TEXT, from.lines().next().unwrap());
    assert_eq!(errors.0[0].line as usize, line, "{errors}");
    errors.to_string()
}

const FOUR_ACES: &str = r#"  { hand = "four_aces",       pays = "200", odds = "to" },"#;

#[test]
fn every_mistake_in_a_row_is_named_with_its_line_and_key() {
    let row = |to: &str| one_error(FOUR_ACES, to);
    for (error, says) in [
        (
            row(r#"  { hand = "four_aces", pays = "200" },"#),
            "paytable SB, row four_aces, odds: is missing; write odds = \"to\"",
        ),
        (row(r#"  { hand = "four_aces", pays = "200", odds = "of" },"#), "odds: is of; write"),
        (
            row(r#"  { hand = "four_aces", pays = "200:1", odds = "to" },"#),
            "pays: is `200:1`, which is not a rate",
        ),
        (
            row(r#"  { hand = "four_aces", pays = "0", odds = "to" },"#),
            "pays: is 0, but it must be above nothing",
        ),
        (
            row(r#"  { hand = "four_aces", pays = 200, odds = "to" },"#),
            "pays: is the number 200, but it must be a rate in quotes",
        ),
        (
            row(r#"  { hand = "five_aces", pays = "200", odds = "to" },"#),
            "row five_aces, hand: is `five_aces` (did you mean `four_aces`?), but the hands are four_aces",
        ),
        (row(r#"  { hand = "four_aces", odds = "to" },"#), "pays, by_hands, meter: none is given"),
        (
            row(r#"  { hand = "four_aces", pays = "2", meter = "1%", odds = "to" },"#),
            "pays, by_hands, meter: more than one is given",
        ),
        (
            row(r#"  { hand = "four_aces", meter = "10%", odds = "for" },"#),
            "only a progressive paytable pays from a meter",
        ),
        (
            row(r#"  { hand = "four_aces", pays = "200", odds = "to", envy = "5.00" },"#),
            "only a progressive paytable pays envy",
        ),
        (
            one_error(r#"meter = "100%", odds = "for""#, r#"meter = "100%", odds = "to""#),
            "a meter award does not return the stake",
        ),
        (
            one_error(r#"meter = "100%""#, r#"meter = "101%""#),
            "meter: is 101%, which is more than 100%",
        ),
        (
            one_error(r#"envy = "100.00""#, r#"envy = "0""#),
            "envy: is $0.00, but it must be above $0.00",
        ),
        (
            one_error(r#"envy = "100.00""#, r#"envy = "$100""#),
            "envy: is `$100`, which is not a dollar amount",
        ),
    ] {
        assert!(error.contains(says), "{error}\ndoes not say\n{says}");
    }
}

#[test]
fn every_mistake_outside_the_rows_is_named_with_its_line_and_key() {
    for (error, says) in [
        (one_error("schema = 1", "schema = 2"), "schema: is 2, but this program reads 1"),
        (
            one_error("family = \"crazy4\"", "family = \"crazy5\""),
            "family: is `crazy5` (did you mean `crazy4`?), but the families are crazy4",
        ),
        (
            one_error("title =", "titel = \"x\"\ntitle ="),
            "titel: is an unknown key (did you mean `title`?); the keys here are schema, id",
        ),
        (
            one_error(r#"wager = "queens_up""#, r#"wager = "ante""#),
            "paytable C4P-09, wager: is `ante`, but paytables of family crazy4 are for",
        ),
        (
            one_error(r#"id = "C4P-10""#, r#"id = "C4P-09""#),
            "an earlier paytable for Queens Up has",
        ),
        (
            one_error(
                r#"ante = { pays = "1", odds = "to" }"#,
                r#"ante = { pays = "1", odds = "for" }"#,
            ),
            "base, ante, odds: is \"for\"",
        ),
        (
            one_error(r#"default = "stands""#, r#"default = "stays""#),
            "ruling queens_up_on_fold, default: is `stays` (did you mean `stands`?), but the values are stands, loses",
        ),
    ] {
        assert!(error.contains(says), "{error}\ndoes not say\n{says}");
    }
}

#[test]
fn a_ladder_has_no_gap_no_double_and_no_dead_row() {
    let sb = line_of(TEXT, "[[paytable]]");
    let errors = |from: &str, to: &str| {
        let text = TEXT.replacen(from, to, 1);
        Game::parse(&text, "g.toml").unwrap_err().to_string()
    };
    const STRAIGHT: &str = r#"  { hand = "straight",        pays = "1",   odds = "to" },"#;
    // Missing in the middle, at the end; rows below what the wager pays; twice; dead.
    let gap = errors(r#"  { hand = "flush",           pays = "3/2", odds = "to" },"#, "");
    assert_eq!(
        gap,
        format!(
            "g.toml:{sb}: paytable SB, rows: no row pays flush; add one, since Super Bonus pays it"
        )
    );
    assert!(errors(STRAIGHT, "").contains("no row pays straight"));
    let low = errors(
        STRAIGHT,
        &format!("{STRAIGHT}\n  {{ hand = \"two_pair\", pays = \"1\", odds = \"to\" }},"),
    );
    assert!(
        low.contains("row two_pair: pays two_pair, but Super Bonus pays nothing below straight"),
        "{low}"
    );
    let twice = errors(STRAIGHT, &format!("{STRAIGHT}\n{STRAIGHT}"));
    assert!(twice.contains("row straight: stands twice"), "{twice}");
    let dead = errors(
        FOUR_ACES,
        r#"  { hand = "four_of_a_kind", pays = "30", odds = "to" },
           { hand = "four_aces", pays = "200", odds = "to" },"#,
    );
    assert!(
        dead.contains("row four_aces: can never pay")
            && dead.contains("row four_of_a_kind: stands twice"),
        "{dead}"
    );
    // Queens Up pays every pair from queens up, and no lower pair.
    let kings = errors("pair_of_queens_or_better", "pair_of_kings_or_better");
    assert!(kings.contains("no row pays a pair of queens"), "{kings}");
    let any = errors("\"pair_of_queens_or_better\"", "\"pair\"");
    assert!(any.contains("but Queens Up pays nothing below pair_of_queens_or_better"), "{any}");
}

#[test]
fn rulings_are_those_the_family_knows_and_all_of_them() {
    let text = TEXT.replacen("\"loses\", \"pushes\"", "\"loses\", \"halves\"", 1);
    let errors = Game::parse(&text, "g.toml").unwrap_err().to_string();
    assert!(errors.contains("ruling super_bonus_vs_unqualified: offers halves, but family crazy4"));
    let text = TEXT.replacen("id = \"void_round\"", "id = \"void_rounds\"", 1);
    let errors = Game::parse(&text, "g.toml").unwrap_err().to_string();
    assert!(
        errors.contains("ruling void_rounds: is unknown to this game of family crazy4"),
        "{errors}"
    );
    assert!(errors.contains("ruling void_round: is missing"), "{errors}");
    let text = TEXT.replacen("id = \"envy_holder\"", "id = \"envy_reading\"", 1);
    let errors = Game::parse(&text, "g.toml").unwrap_err().to_string();
    let first = TEXT.lines().position(|line| line == "id = \"envy_reading\"").unwrap() + 1;
    let twice = format!("ruling envy_reading, id: is `envy_reading`, which line {first} has too");
    assert!(errors.contains(&twice), "{errors}");
}

#[test]
fn all_errors_of_a_file_are_reported_at_once_in_order() {
    let text = TEXT
        .replacen("schema = 1", "schema = 9", 1)
        .replacen("odds = \"to\" },", "odds = \"x\" },", 1)
        .replacen("[[ruling]]", "nonsense = 1\n[[ruling]]", 1);
    let errors = Game::parse(&text, "g.toml").unwrap_err();
    let lines: Vec<u32> = errors.0.iter().map(|e| e.line).collect();
    assert!(lines.len() >= 3 && lines.is_sorted(), "{errors}");
    assert!(errors.to_string().contains("nonsense: is an unknown key"), "{errors}");
    // Of a broken document nothing else is said.
    let broken = text.replacen("nonsense = 1", "nonsense", 1);
    let line = line_of(&broken, "nonsense");
    let errors = Game::parse(&broken, "g.toml").unwrap_err().to_string();
    assert!(errors.starts_with(&format!("g.toml:{line}: is not TOML: ")), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn no_text_makes_the_reader_panic() {
    for cut in (0..TEXT.len()).step_by(61).filter(|i| TEXT.is_char_boundary(*i)) {
        let _ = Game::parse(&TEXT[..cut], "g.toml");
        let mut broken = TEXT[..cut].to_owned();
        broken.push_str("= [ { \" ");
        broken.push_str(&TEXT[cut..]);
        let _ = Game::parse(&broken, "g.toml");
    }
}
