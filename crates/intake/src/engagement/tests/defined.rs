//! What an engagement names and nothing defines is reported with everything else that is wrong.

use super::*;

fn defined() -> Defined {
    let names = |all: &[&str]| Some(all.iter().map(|name| (*name).to_owned()).collect());
    Defined {
        games: names(&["crazy4-wa", "fourcard-wa"]),
        systems: names(&["nexus-command", "shfl"]),
        packs: names(&["us-wa"]),
        standards: names(&["cfr-547"]),
        pack_files: BTreeMap::new(),
    }
}

#[test]
fn undefined_names_and_all_other_errors_are_found_in_one_run() {
    let read = |text: &str| parse_engagement_with(text, "e.toml", None, |_, _| defined());
    assert_eq!(read(example()), parse_engagement(example(), "e.toml"));
    let mut text = example().to_owned();
    for (from, to) in [
        ("packs = [\"us-wa\"]", "packs = [\"us-wv\"]"),
        ("game = \"crazy4-wa\"                     # id of", "game = \"crazy-wa\" # id of"),
        ("seats = 6", "seets = 6"),
        ("system = \"nexus-command\"", "system = \"nexus-comand\""),
        ("# profile = \"cfr-547\"", "profile = \"cfr-745\""),
    ] {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    let all = read(&text).unwrap_err().0;
    let places: Vec<(&str, u32)> = all.iter().map(|e| (e.key.as_str(), e.line)).collect();
    let line = |needle: &str| line_of(&text, needle);
    assert_eq!(
        places,
        [
            ("engagement, packs", line("us-wv")),
            ("table C4P-1, seats", line("[[table]]")),
            ("table C4P-1, game", line("crazy-wa")),
            ("table C4P-1, seets", line("seets")),
            ("link HARBOR-1, system", line("nexus-comand")),
            ("randomness, profile", line("cfr-745")),
        ]
    );
    assert_eq!(
        all[2].message,
        "is `crazy-wa` (did you mean `crazy4-wa`?), but the games are crazy4-wa, fourcard-wa; correct it"
    );
    assert_eq!(
        all[4].message,
        "is `nexus-comand` (did you mean `nexus-command`?), but the systems known are nexus-command, \
         shfl; correct it"
    );
}

#[test]
fn the_games_of_its_own_files_are_asked_for_by_their_names() {
    let text = example().replacen("games = []", "games = [\"own.toml\"]", 1);
    let mut files = Vec::new();
    let e = parse_engagement_with(&text, "e.toml", None, |games, _| {
        files = games.to_vec();
        Defined::default()
    });
    assert_eq!(
        (files, e.unwrap().game_files),
        (vec!["own.toml".to_owned()], vec!["own.toml".to_owned()])
    );
}

#[test]
fn contribution_and_reserve_leave_something_of_the_wager() {
    let running = "running  = { seed = \"2500.00\", contribution = \"20%\"";
    one_error(
        running,
        &running.replace("20%", "96%"),
        "link HARBOR-1, running, reserve: is 5%, which together with the contribution of 96% exceeds the \
         wager; correct one of them",
    );
}

#[test]
fn a_rule_pack_in_a_file_goes_by_its_id() {
    let read = |packs: &str, files: &[(&str, Result<&str, &str>)]| {
        let text = example().replacen("packs = [\"us-wa\"]", &format!("packs = [{packs}]"), 1);
        let mut requested = Vec::new();
        let e = parse_engagement_with(&text, "e.toml", None, |_, names| {
            requested = names.to_vec();
            let owned = |said: &Result<&str, &str>| said.map(Into::into).map_err(Into::into);
            let pack_files = files.iter().map(|(file, said)| ((*file).into(), owned(said)));
            Defined { pack_files: pack_files.collect(), ..defined() }
        });
        let errors = |errors: TomlErrors| -> Vec<String> {
            assert!(errors.0.iter().all(|e| e.line == line_of(&text, "packs =")), "{errors}");
            errors.0.into_iter().map(|e| e.message).collect()
        };
        (requested, e.map(|e| (e.packs, e.pack_files)).map_err(errors))
    };
    let (requested, found) =
        read("\"law/own.toml\", \"us-wa\"", &[("law/own.toml", Ok("our-casino"))]);
    let (packs, files) = found.unwrap();
    assert_eq!(
        (requested, packs),
        (vec!["law/own.toml".to_owned()], vec!["our-casino".to_owned(), "us-wa".to_owned()])
    );
    assert_eq!(files, BTreeMap::from([("our-casino".to_owned(), "law/own.toml".to_owned())]));
    // A file that is none of the packs, the same one twice, and a pack by a name that is neither.
    let said = [("a.toml", Err("its id is us-wa")), ("b.toml", Ok("b"))];
    let (_, found) = read("\"a.toml\", \"b.toml\", \"b.toml\", \"b\"", &said);
    let errors = found.unwrap_err();
    assert_eq!(errors.len(), 3, "{errors:?}");
    for says in [
        "is `a.toml`, but its id is us-wa",
        "is `b.toml`, which line 17 has too; rename or remove one of them",
        "is `b`, but a pack file ends in .toml, and the rule packs that come with the program are us-wa; correct it",
    ] {
        assert!(errors.iter().any(|error| error == says), "{says}: {errors:?}");
    }
}
