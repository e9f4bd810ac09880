//! The README's example cut in a house file and a day's file: both together are the whole, and every error
//! names the right one.

use super::*;

/// The sections of the example of which `is_house` is true, and the others.
fn cut(is_house: impl Fn(&str) -> bool) -> (String, String) {
    let (mut house, mut day) = ("schema = 1\n".to_owned(), "schema = 1\n".to_owned());
    let body = example().strip_prefix("schema = 1\n").unwrap();
    let starts = body.match_indices("\n[").map(|(at, _)| at + 1);
    let mut places: Vec<usize> = starts.collect();
    places.push(body.len());
    for ends in places.windows(2) {
        let section = &body[ends[0]..ends[1]];
        if is_house(section) { house.push_str(section) } else { day.push_str(section) }
    }
    (house, day)
}

/// All but the journal in the house file, but for id and gaming days.
fn cut_in_two() -> (String, String) {
    let (mut house, mut day) = cut(|section| !section.starts_with("[[journal]]"));
    let mut own = "\n[engagement]\nextends = \"../house.toml\"\n".to_owned();
    for key in ["id = ", "gaming_days = "] {
        let line = house.lines().find(|line| line.starts_with(key)).unwrap().to_owned();
        house = house.replacen(&format!("{line}\n"), "", 1);
        own.push_str(&line);
        own.push('\n');
    }
    day.push_str(&own);
    (house, day)
}

fn read_both(house: &str, day: &str) -> Result<Engagement, TomlErrors> {
    parse_engagement_with(day, "day/engagement.toml", Some(house), |_, _| Defined::default())
}

fn errors_of(house: &str, day: &str) -> Vec<String> {
    read_both(house, day).unwrap_err().0.iter().map(ToString::to_string).collect()
}

/// An engagement without the places of its parts.
fn without_places(mut e: Engagement) -> Engagement {
    let none = EngagementLine::default();
    e.house_file = None;
    e.tables.iter_mut().for_each(|table| table.line = none);
    for table in &mut e.tables {
        table.shuffler.iter_mut().for_each(|shuffler| shuffler.line = none);
    }
    e.links.iter_mut().for_each(|link| (link.line, link.running_line) = (none, none));
    e.equipment.iter_mut().for_each(|item| item.line = none);
    e.rulings.iter_mut().for_each(|ruling| ruling.line = none);
    e.stated.iter_mut().for_each(|stated| stated.line = none);
    e.journals.iter_mut().for_each(|journal| journal.line = 0);
    e.randomness.iter_mut().for_each(|request| request.line = none);
    e
}

#[test]
fn house_and_day_together_are_the_whole() {
    let (house, day) = cut_in_two();
    assert_eq!(house_file(&day), Some(("../house.toml".to_owned(), line_of(&day, "extends"))));
    let joined = read_both(&house, &day).unwrap();
    assert_eq!(joined.house_file.as_deref(), Some("../house.toml"));
    let at = |needle| EngagementLine { of_house: true, number: line_of(&house, needle) };
    assert_eq!(joined.tables[0].line, at("[[table]]"));
    assert_eq!(joined.tables[0].shuffler.as_ref().unwrap().line, at("shuffler_mode"));
    assert_eq!(joined.links[0].running_line, at("running  ="));
    assert_eq!(joined.stated[0].line, at("[[stated]]"));
    assert_eq!(joined.journals[0].line, line_of(&day, "[[journal]]"));
    let place = joined.place_of(joined.tables[0].line, "day/engagement.toml");
    assert_eq!(place, format!("day/../house.toml:{}", line_of(&house, "[[table]]")));
    let whole = parse_engagement(example(), "engagement.toml").unwrap();
    assert_eq!(without_places(joined), without_places(whole));
}

#[test]
fn the_key_of_the_day_takes_precedence() {
    let (house, day) = cut_in_two();
    let house = house.replace("level = \"0.01\"  ", "level = \"0.02\"\nprofile = \"gli-29\"#");
    let day =
        format!("{day}packs = []\nprepared_by = \"Another\"\n[randomness]\nlevel = \"0.05\"\n");
    let joined = read_both(&house, &day).unwrap();
    assert_eq!((joined.packs.len(), joined.prepared_by.as_str()), (0, "Another"));
    assert_eq!(joined.property, "Harbor Card Room");
    let randomness = joined.randomness.unwrap();
    let kept = (randomness.level, randomness.profile.as_deref());
    assert_eq!(kept, (Rate::new(1, 20).unwrap(), Some("gli-29")));
}

#[test]
fn lists_are_joined_and_nothing_stands_in_both() {
    let (house, day) = cut_in_two();
    let more = "\n[[staff]]\nid = \"S01\"\nrole = \"supervisor\"\n";
    let joined = read_both(&house, &format!("{day}{more}")).unwrap();
    let ids: Vec<&str> = joined.staff.iter().map(|person| person.id.as_str()).collect();
    assert_eq!(ids, ["D07", "S01"]);

    let twice = format!("{day}\n[[staff]]\nid = \"D07\"\nrole = \"dealer\"\n");
    let (line, first) = (line_of(&twice, "D07"), line_of(&house, "D07"));
    let message = format!(
        "day/engagement.toml:{line}: staff D07, id: is `D07`, which line {first} of day/../house.toml has \
         too; rename or remove one of them"
    );
    assert_eq!(errors_of(&house, &twice), [message]);

    let section = |text: &str, name: &str| {
        let at = text.find(name).unwrap();
        let end = text[at + 2..].find("\n[").map_or(text.len(), |end| at + 2 + end);
        text[at..end].to_owned()
    };
    for (name, said) in [
        ("[[ruling]]", "chose `eligible`; keep one of them"),
        ("[[stated]]", "; keep one of them"),
        ("[[table]]", "has too; rename or remove one of them"),
        ("[[link]]", "has too; rename or remove one of them"),
    ] {
        let twice = format!("{day}\n{}", section(&house, name));
        let errors = errors_of(&house, &twice);
        assert_eq!(errors.len(), 1, "{errors:?}");
        let (day, house) = ("day/engagement.toml:", " of day/../house.toml ");
        assert!(
            errors[0].starts_with(day) && errors[0].contains(&house[..house.len() - 1]),
            "{errors:?}"
        );
        assert!(errors[0].ends_with(said), "{errors:?}");
    }
}

#[test]
fn an_error_names_the_file_that_it_stands_in() {
    let (house, day) = cut_in_two();
    let wrong_house = house.replace("seats = 6", "seats = 12\ncolour = \"red\"");
    let wrong_day = day.replace("kind = \"hands\"", "kind = \"hand\"");
    let found = read_both(&wrong_house, &wrong_day).unwrap_err().0;
    let places: Vec<(String, &str)> =
        found.iter().map(|e| (format!("{}:{}", e.file, e.line), e.key.as_str())).collect();
    let at = |file: &str, text: &str, needle| format!("{file}:{}", line_of(text, needle));
    let (h, d) = ("day/../house.toml", "day/engagement.toml");
    assert_eq!(
        places,
        [
            (at(h, &wrong_house, "seats = 12"), "table C4P-1, seats"),
            (at(h, &wrong_house, "colour"), "table C4P-1, colour"),
            (at(d, &wrong_day, "kind ="), "journal[1], kind"),
        ]
    );
    // Neither is TOML.
    let errors = errors_of(&format!("{house}\n[["), &format!("{day}\n]]"));
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0].starts_with("day/engagement.toml:") && errors[1].starts_with(h),
        "{errors:?}"
    );
    // Another schema.
    let errors = errors_of(&house.replace("schema = 1", "schema = 2"), &day);
    let message =
        "day/../house.toml:1: schema: must be 1, as in the file that it is joined to; correct it";
    assert_eq!(errors, [message]);
}

#[test]
fn what_is_of_one_day_stands_in_no_house_file() {
    let (house, day) = cut_in_two();
    let id = day.lines().find(|line| line.starts_with("id = ")).unwrap();
    let moved = house.replacen("[engagement]\n", &format!("[engagement]\n{id}\n"), 1);
    let errors = errors_of(&moved, &day.replacen(&format!("{id}\n"), "", 1));
    let message = format!(
        "day/../house.toml:{}: engagement, id: stands in the house file, but it is of one day; move it to the \
         engagement",
        line_of(&moved, id)
    );
    assert_eq!(errors, [message]);
    let journal = "\n[[journal]]\nkind = \"manager\"\nfile = \"manager.csv\"\n";
    let errors = errors_of(&format!("{house}{journal}"), &day);
    assert!(errors[0].contains("file: stands in the house file"), "{errors:?}");
    // A house file extends no other, and an engagement read alone extends none.
    let chained = house.replacen("[engagement]\n", "[engagement]\nextends = \"x.toml\"\n", 1);
    let errors = errors_of(&chained, &day);
    assert!(errors[0].starts_with("day/../house.toml:"), "{errors:?}");
    assert!(errors[0].contains("is `x.toml`, but a house file extends no other"), "{errors:?}");
    let alone = parse_engagement(&day, "e.toml").unwrap_err().to_string();
    assert!(alone.contains("is `../house.toml`, but an engagement is read alone here"), "{alone}");
}

#[test]
fn games_of_the_house_stand_relative_to_its_file() {
    let (house, day) = cut_in_two();
    let house = house.replace("games = []  ", "games = [\"games/own.toml\"]  ");
    let joined = read_both(&house, &day).unwrap();
    assert_eq!(joined.game_files, ["../games/own.toml"]);
    let own = read_both(&house, &format!("{day}games = [\"day.toml\"]\n")).unwrap();
    assert_eq!(own.game_files, ["day.toml"]);
}

#[test]
fn pack_files_of_the_house_stand_relative_to_its_file() {
    let (house, day) = cut_in_two();
    let house = house.replace("packs = [\"us-wa\"]", "packs = [\"us-wa\", \"law/own.toml\"]");
    let files = |e: Engagement| e.pack_files.into_values().collect::<Vec<_>>();
    assert_eq!(files(read_both(&house, &day).unwrap()), ["../law/own.toml"]);
    let own = read_both(&house, &format!("{day}packs = [\"day.toml\"]\n")).unwrap();
    assert_eq!(files(own), ["day.toml"]);
}

#[test]
fn blanks_are_all_named_at_once_and_nothing_else_is() {
    let (house, day) = cut_in_two();
    let house = house
        .replace("contribution = \"20%\", reserve = \"5%\" }\nrunning", "contribution = \"FILL IN: the approved rate, such as 20%\", reserve = \"FILL IN\" }\nrunning")
        .replace("posted = { ante = [\"5.00\", \"100.00\"]", "posted = { ante = [\"FILL IN: the least\", \"100.00\"]")
        .replace("seats = 6", "seats = \"FILL IN: how many\"");
    // Errors beside blanks wait until these are filled in.
    let day = day.replace("kind = \"hands\"", "kind = \"FILL IN: which\"\nunknown = 1");
    let at = |needle| line_of(&house, needle);
    assert_eq!(
        errors_of(&house, &day),
        [
            format!(
                "day/../house.toml:{}: table C4P-1, seats: is not filled in; write how many",
                at("seats")
            ),
            format!(
                "day/../house.toml:{}: table C4P-1, posted, ante: is not filled in; write the least",
                at("posted")
            ),
            format!(
                "day/../house.toml:{}: link HARBOR-1, approved, contribution: is not filled in; write the approved rate, such as 20%",
                at("approved")
            ),
            format!(
                "day/../house.toml:{}: link HARBOR-1, approved, reserve: is not filled in; write its value",
                at("approved")
            ),
            format!(
                "day/engagement.toml:{}: journal[1], kind: is not filled in; write which",
                line_of(&day, "kind =")
            ),
        ]
    );
    // A blank for the house file itself.
    let day = day.replace("../house.toml", "FILL IN: the house file");
    assert_eq!(house_file(&day), None);
    let alone = parse_engagement(&day, "e.toml").unwrap_err().0;
    assert_eq!(alone.len(), 2, "{alone:?}");
}

proptest::proptest! {
    /// Whatever stands in either file, every error has a line of its file.
    #[test]
    fn any_text_gives_errors_of_lines_that_exist(house in "[a-z\\[\\]= \"\n]{0,60}", more in "[a-z\\[\\]= \"\n]{0,60}") {
        let day = format!("schema = 1\n[engagement]\nextends = \"h.toml\"\n{more}");
        if let Err(TomlErrors(errors)) = parse_engagement_with(&day, "e.toml", Some(&house), |_, _| Defined::default()) {
            for error in errors {
                let text = if error.file == "h.toml" { &house } else { &day };
                let lines = text.matches('\n').count() + 1;
                proptest::prop_assert!(error.line >= 1 && error.line as usize <= lines, "{error}");
            }
        }
    }
}
