//! What an engagement names and nothing defines is reported with everything else that is wrong.

use super::*;

fn defined() -> Defined {
    let names = |all: &[&str]| Some(all.iter().map(|name| (*name).to_owned()).collect());
    Defined {
        games: names(&["crazy4-wa", "fourcard-wa"]),
        systems: names(&["nexus-command", "shfl"]),
        packs: names(&["us-wa"]),
        standards: names(&["cfr-547"]),
    }
}

#[test]
fn undefined_names_and_all_other_errors_are_found_in_one_run() {
    let read = |text: &str| parse_engagement_with(text, "e.toml", None, |_| defined());
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
    let e = parse_engagement_with(&text, "e.toml", None, |names| {
        files = names.to_vec();
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
