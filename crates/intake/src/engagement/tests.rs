//! The example of the README reads as it says, and every error is made once from it.

mod defined;
mod extends;
mod forms;
mod law;
mod links;
mod offered;
mod randomness;
mod stated;
mod terms;

use super::*;
use feltproof_model::engagement::{
    AwardTerms, JournalKind, RepeatedHour, Role, Sequence, TextEncoding,
};
use feltproof_model::{LinkId, Money, Rate, Timestamp, Wager};
use feltproof_toml::TomlError;

/// The example in the README: its first TOML block.
fn example() -> &'static str {
    let readme = include_str!("../../README.md");
    let start = readme.find("```toml\n").unwrap() + 8;
    let length = readme[start..].find("```").unwrap();
    &readme[start..start + length]
}

fn line_of(text: &str, needle: &str) -> u32 {
    let at = text.lines().position(|l| l.contains(needle)).unwrap();
    u32::try_from(at).unwrap() + 1
}

/// The errors of the example with one change, without file and line.
fn errors(from: &str, to: &str) -> Vec<String> {
    changed(from, to).iter().map(said).collect()
}

/// Key and message.
fn said(error: &TomlError) -> String {
    format!("{}: {}", error.key, error.message)
}

fn changed(from: &str, to: &str) -> Vec<TomlError> {
    let text = example().replacen(from, to, 1);
    assert_ne!(text, example(), "{from} is not in the example");
    parse_engagement(&text, "e.toml").unwrap_err().0
}

/// The change makes this one error, on the line of the change (or of the line it adds).
#[track_caller]
fn one_error(from: &str, to: &str, message: &str) {
    let before = &example()[..example().find(from).unwrap()];
    let line = u32::try_from(before.matches('\n').count() + 1).unwrap();
    let added = u32::try_from(to.matches('\n').count() - from.matches('\n').count()).unwrap();
    let errors = changed(from, to);
    let messages: Vec<String> = errors.iter().map(said).collect();
    assert_eq!(messages, [message]);
    assert_eq!(errors[0].line, line + added);
}

fn money(text: &str) -> Money {
    Money::parse(text.as_bytes()).unwrap()
}

/// A thousand tables are more than any property has; of more nothing is read, so that it is one error.
#[test]
fn tables_that_no_property_has_are_one_error() {
    let table = "[[table]]";
    let more = |many: usize| {
        let own = example();
        let begins = own.find(table).unwrap();
        let ends = begins + own[begins + 1..].find("\n[[").unwrap() + 1;
        let one = |at: usize| own[begins..ends].replacen("id = \"", &format!("id = \"X{at}-"), 1);
        format!("{own}\n{}", (0..many).map(one).collect::<Vec<_>>().join("\n"))
    };
    let found = parse_engagement(&more(1_000), "e.toml").unwrap_err().0;
    let first: Vec<String> = found.iter().map(said).collect();
    assert_eq!(first.len(), 1, "{first:?}");
    assert!(first[0].ends_with("entries, but at most 1000 are read; split the file"), "{first:?}");
}

/// 14:00 of the gaming day of 31 October, and 02:30 of the calendar day after it, in summer and standard time.
#[test]
fn numbers_begin_again_at_times_of_each_gaming_day_or_of_one_calendar_day() {
    let start = "gaming_day_start = \"06:00\"";
    let again = "numbers_begin_again = [\"14:00\", \"2026-11-01T02:30\", \"06:00\"]";
    let text = example().replacen(start, &format!("{start}\n{again}"), 1);
    let engagement = parse_engagement(&text, "e.toml").unwrap();
    let hour = 3_600_000_000;
    let since = |at: &Timestamp| at.micros_since(engagement.days[0].start);
    let all: Vec<i128> = engagement.numbers_begin_again.iter().map(since).collect();
    // The night has an hour more; the turn of the day itself is no time within it.
    assert_eq!(all, [8 * hour, 21 * hour + hour / 2]);
    assert!(parse_engagement(example(), "e.toml").unwrap().numbers_begin_again.is_empty());
}

#[test]
fn the_example_reads_as_it_says() {
    let text = example();
    let e = parse_engagement(text, "engagement.toml").unwrap();
    assert_eq!(e.id, "HCR-2026-10-31");
    assert_eq!(e.gaming_day_start, "06:00");
    // 06:00 at -07:00 on 2026-10-31 (day 20757), and at -08:00 the day after: 25 hours.
    let start = Timestamp::from_seconds(20_757 * 86_400 + 13 * 3600);
    assert_eq!((e.days[0].start, e.days[0].end), (start, start.plus_micros(25 * 3_600_000_000)));
    assert_eq!((e.packs.len(), e.game_files.len()), (1, 0));

    let table = &e.tables[0];
    assert_eq!((table.id.as_str(), table.seats, table.link()), ("C4P-1", 6, Some(LinkId(0))));
    assert_eq!(table.paytable(Wager::QueensUp), Some("C4P-09"));
    assert_eq!(table.line, line_of(text, "[[table]]").into());
    let ante = table.posted.iter().find(|p| p.wager == Wager::Ante).unwrap();
    assert_eq!((ante.min, ante.max, table.posted.len()), (money("5"), money("100"), 3));

    let link = &e.links[0];
    assert_eq!((link.unit, link.executive_from), (money("5"), money("5000")));
    assert_eq!(link.approved, link.running);
    assert_eq!(link.approved.seed, money("2500"));
    assert_eq!(link.approved.contribution, Rate::new(1, 5).unwrap());
    assert_eq!(link.approved.reserve, Rate::new(1, 20).unwrap());
    assert_eq!(link.approved.display_unit, money("0.01"));
    assert_eq!((link.approved.limit, link.approved.contribution_unit), (None, None));
    assert_eq!(link.line, line_of(text, "[[link]]").into());
    assert_eq!(link.running_line, line_of(text, "running  =").into());

    assert_eq!(link.awards, AwardTerms::DEFAULT);
    assert_eq!(e.previous, None);

    let journal = &e.journals[0];
    assert_eq!((journal.kind, journal.file.as_str()), (JournalKind::Hands, "hands.csv"));
    assert_eq!(journal.repeated_hour, RepeatedHour::RecordOrder);
    assert_eq!((journal.encoding, journal.disorder_micros), (TextEncoding::Utf8, 120_000_000));
    assert!(journal.cards_in_dealt_order && !journal.meter_award_in_hands);
    assert_eq!(journal.line, line_of(text, "[[journal]]"));

    assert_eq!((e.equipment[0].place.as_str(), e.staff[0].role), ("HARBOR-1", Role::Dealer));
    assert_eq!(e.rulings[0].value, "eligible");
    assert_eq!(e.rulings[0].line, line_of(text, "[[ruling]]").into());
}

#[test]
fn what_is_left_out_has_its_default() {
    let text = example()
        .replace("repeated_hour = \"record-order\"", "")
        .replace("encoding = \"utf-8\"", "")
        .replace("disorder_seconds = 120", "")
        .replace("cards = \"dealt-order\"", "")
        .replace("meter_award = \"manager\"", "")
        .replace("[[journal]]\nkind = \"hands\"", "[[journal]]\nkind = \"manager\"");
    let journal = &parse_engagement(&text, "e").unwrap().journals[0];
    assert_eq!(journal.repeated_hour, RepeatedHour::Refuse);
    assert_eq!((journal.encoding, journal.disorder_micros), (TextEncoding::Utf8, 120_000_000));
    assert!(!journal.cards_in_dealt_order && !journal.meter_award_in_hands);
    assert_eq!(journal.time_zone, "America/Los_Angeles");
}

#[test]
fn lines_and_sections_of_one_kind_may_stand_apart() {
    let text = example().replace(
        "running  = { seed = \"2500.00\", contribution = \"20%\", reserve = \"5%\" }",
        "[link.running]\nseed = \"2000.00\"\ncontribution = \"37/200\"\nreserve = \"5%\"\n\
         limit = \"50000\"\ncontribution_unit = \"0.01\"\ndisplay_unit = \"1\"",
    );
    let link = &parse_engagement(&format!("\u{feff}{text}"), "e").unwrap().links[0];
    assert_eq!(link.running_line, line_of(&text, "[link.running]").into());
    assert_eq!(link.running.contribution.percent(), "18.5%");
    assert_eq!(link.running.limit, Some(money("50000")));
    assert_eq!(link.running.contribution_unit, Some(money("0.01")));
    assert_eq!(link.running.display_unit, money("1"));
}

#[test]
fn an_error_names_file_and_line() {
    let text = example().replace("link = \"HARBOR-1\"", "link = \"HARBOR-9\"");
    let line = line_of(&text, "HARBOR-9");
    assert_eq!(
        parse_engagement(&text, "engagement.toml").unwrap_err().to_string(),
        format!(
            "engagement.toml:{line}: table C4P-1, link: is `HARBOR-9` (did you mean `HARBOR-1`?), but the \
             links are HARBOR-1; correct it"
        )
    );
}

#[test]
fn all_errors_come_at_once_and_by_line() {
    let text = example()
        .replace("seats = 6", "seats = 12")
        .replace("executive_from = \"5000.00\"", "executive_frm = \"5000.00\"")
        .replace("role = \"dealer\"", "role = \"croupier\"")
        .replace("schema = 1", "schema = 2");
    let errors = parse_engagement(&text, "e").unwrap_err();
    assert_eq!(errors.0.len(), 5, "{errors}");
    assert!(errors.0.is_sorted_by_key(|e| e.line));
    assert_eq!(errors.to_string().lines().count(), 5);
}

#[test]
fn what_is_not_toml() {
    let errors = errors("seats = 6", "seats = = 6\nlink = 'a");
    assert!(errors.len() >= 2, "{errors:?}");
    assert!(errors.iter().all(|e| e.starts_with(": is not TOML: ")), "{errors:?}");
    // Another file altogether, such as a journal, is one error.
    let csv = include_str!("../../../../fixtures/harbor-card-room/hands.csv");
    let errors = parse_engagement(csv, "hands.csv").unwrap_err();
    assert_eq!(errors.0.len(), 1);
    assert!(errors.to_string().starts_with("hands.csv:1: is not TOML: "), "{errors}");
    let empty = parse_engagement("", "e").unwrap_err();
    assert_eq!(empty.0.len(), 4, "{empty}");
}

#[test]
fn keys() {
    one_error(
        "seats = 6",
        "seats = 6\nseat = 5",
        "table C4P-1, seat: is an unknown key (did you mean `seats`?); the keys here are id, \
         game, seats, link, links, paytables, posted, aggregate, shuffler, shuffler_mode, \
         decks_in_use, unit, collection, higher_limit, placard, approvals; correct or remove it",
    );
    one_error(
        "schema = 1",
        "schema = 1\nversion = 1",
        "version: is an unknown key; the keys here are schema, engagement, link, table, \
         journal, equipment, staff, ruling, stated, randomness, waiver, previous, \
         confirmed, inspected, record, response; correct or remove it",
    );
    let missing = changed("unit = \"5.00\" ", "");
    assert_eq!(said(&missing[0]), "link HARBOR-1, unit: is missing; add it");
    assert_eq!((missing.len(), missing[0].line), (1, line_of(example(), "[[link]]")));
    one_error(
        "reserve = \"5%\" }",
        "reserv = \"5%\", reserve = \"5%\" }",
        "link HARBOR-1, approved, reserv: is an unknown key (did you mean `reserve`?); the keys here are \
         seed, contribution, reserve, house, limit, contribution_unit, display_unit; correct or remove it",
    );
    one_error(
        "schema = 1",
        "schema = 2",
        "schema: is 2, but this program reads 1; use a program of the file's time or \
         rewrite the file",
    );
}

#[test]
fn types_and_texts() {
    one_error(
        "seats = 6",
        "seats = \"6\"",
        "table C4P-1, seats: is the text `6`, but it must be a whole number without quotes; \
         correct it",
    );
    one_error(
        "seats = 6",
        "seats = 0x10",
        "table C4P-1, seats: is 0x10, but it must be from 1 to 9; correct it",
    );
    one_error(
        "seats = 6",
        "seats = -1",
        "table C4P-1, seats: is -1, but it must be from 1 to 9; correct it",
    );
    one_error(
        "unit = \"5.00\"",
        "unit = 5.00",
        "link HARBOR-1, unit: is the number 5.00, but it must be dollars in quotes, as in \
         \"5.00\"; correct it",
    );
    one_error("id = \"D07\"", "id = \"\"", "staff[1], id: is empty; fill it in");
    one_error(
        "id = \"D07\"",
        "id = \" D07\"",
        "staff[1], id: has blanks at its start or end; remove them",
    );
    one_error(
        "id = \"D07\"",
        "id = \"D\\u00007\"",
        "staff[1], id: has a control character; remove it",
    );
    one_error(
        "packs = [\"us-wa\"]",
        "packs = \"us-wa\"",
        "engagement, packs: is the text `us-wa`, but it must be a list of texts, as in \
         [\"a\", \"b\"]; correct it",
    );
    one_error(
        "packs = [\"us-wa\"]",
        "packs = [1]",
        "engagement, packs: is the number 1, but it must be a list of texts in quotes; \
         correct it",
    );
    one_error(
        "packs = [\"us-wa\"]",
        "packs = [\"us-wa\", \"us-wa\"]",
        "engagement, packs: is `us-wa`, which line 17 has too; rename or remove one of them",
    );
    one_error(
        "[[staff]]",
        "[staff]",
        "staff: is a table, but it must be a list of tables, each under [[staff]]; correct it",
    );
}

#[test]
fn dates_and_zones() {
    one_error(
        "gaming_days = [\"2026-10-31\"]",
        "gaming_days = [\"2026-02-29\"]",
        "engagement, gaming_days: is `2026-02-29`, which is not a day of the calendar such as \
         2026-10-31; correct it",
    );
    one_error(
        "gaming_days = [\"2026-10-31\"]",
        "gaming_days = [2026-10-31]",
        "engagement, gaming_days: is a date or time without quotes, but it must be a list of \
         texts in quotes; correct it",
    );
    for (second, first) in [("2026-10-31", "2026-10-31"), ("2026-10-30", "2026-10-31")] {
        one_error(
            "gaming_days = [\"2026-10-31\"]",
            &format!("gaming_days = [\"{first}\", \"{second}\"]"),
            &format!(
                "engagement, gaming_days: has {second} after {first}; list each day once, in order"
            ),
        );
    }
    assert_eq!(
        errors("gaming_days = [\"2026-10-31\"]", "gaming_days = []"),
        ["engagement, gaming_days: is an empty list; add an entry"]
    );
    for start in ["24:00", "06:60", "6:00", "06.00", "six"] {
        one_error(
            "gaming_day_start = \"06:00\"",
            &format!("gaming_day_start = \"{start}\""),
            &format!(
                "engagement, gaming_day_start: is `{start}`, but it must be a time from 00:00 to 23:59; \
                      write it as in \"06:00\""
            ),
        );
    }
    let remedy = "write \"14:00\" for every gaming day, or \"2026-10-31T14:00\" for one";
    for (again, why) in [
        ("25:00", format!("but it must be a local time; {remedy}")),
        ("2026-10-31T14", format!("but it must be a local time; {remedy}")),
        (
            "2026-11-02T14:00",
            "which is within no audited gaming day; correct it, or remove it".to_owned(),
        ),
    ] {
        one_error(
            "gaming_day_start = \"06:00\"",
            &format!("gaming_day_start = \"06:00\"\nnumbers_begin_again = [\"{again}\"]"),
            &format!("engagement, numbers_begin_again: is `{again}`, {why}"),
        );
    }
    one_error(
        "time_zone = \"America/Los_Angeles\"\npacks",
        "time_zone = \"Harbor\"\npacks",
        "engagement, time_zone: is `Harbor`, which is no IANA time zone; write it as in \
         \"America/Los_Angeles\"",
    );
    one_error(
        "time_zone = \"America/Los_Angeles\"      #",
        "time_zone = \"PST8PDTX\" #",
        "hands journal, time_zone: is `PST8PDTX`, which is no IANA time zone; write it as \
         in \"America/Los_Angeles\"",
    );
}

#[test]
fn the_day_after_the_last_of_a_month_and_a_year() {
    let days = "gaming_days = [\"2026-02-28\", \"2026-12-31\", \"2027-01-01\"]";
    let text = example().replace("gaming_days = [\"2026-10-31\"]", days);
    let e = parse_engagement(&text, "e").unwrap();
    for day in &e.days {
        assert_eq!(day.end.0 - day.start.0, 24 * 3_600_000_000, "{}", day.date);
    }
    assert_eq!(e.days[1].end, e.days[2].start);
}

#[test]
fn journals() {
    let first = line_of(example(), "kind = \"hands\"");
    let same = "[[journal]]\nkind = \"manager\"\nfile = \"hands.csv\"\n[[equipment]]";
    assert_eq!(
        errors("[[equipment]]", same),
        [format!(
            "manager journal, file: is `hands.csv`, which line {} has too; rename or remove one of \
             them",
            first + 1
        )]
    );
    one_error(
        "kind = \"hands\"",
        "kind = \"shoe\"",
        "journal[1], kind: is `shoe`, but it must be one of hands, controller, manager, shuffler, bank; \
         correct it",
    );
    one_error(
        "repeated_hour = \"record-order\"",
        "repeated_hour = \"guess\"",
        "hands journal, repeated_hour: is `guess`, but it must be one of refuse, first, second, \
         record-order; correct it",
    );
    one_error(
        "encoding = \"utf-8\"",
        "encoding = \"latin-1\"",
        "hands journal, encoding: is `latin-1`, but it must be one of utf-8, windows-1252; \
         correct it",
    );
    one_error(
        "disorder_seconds = 120",
        "disorder_seconds = 86401",
        "hands journal, disorder_seconds: is 86401, but it must be from 0 to 86400; \
         correct it",
    );
    one_error(
        "cards = \"dealt-order\"",
        "cards = \"sorted\"",
        "hands journal, cards: is `sorted`, but it must be one of any-order, dealt-order; \
         correct it",
    );
    one_error(
        "meter_award = \"manager\"",
        "meter_award = \"both\"",
        "hands journal, meter_award: is `both`, but it must be one of manager, hands; correct it",
    );
    let keys = errors("kind = \"hands\"", "kind = \"controller\"");
    assert_eq!(keys.len(), 3, "cards, meter_award and ante_bonus belong to hands: {keys:?}");
    one_error(
        "ante_bonus = \"own-column\"",
        "ante_bonus = \"ante\"",
        "hands journal, ante_bonus: is `ante`, but it must be one of own-column, with-ante; correct it",
    );
}

#[test]
fn a_kind_may_have_several_files() {
    let text = example().replacen("file = \"hands.csv\"", "files = [\"b.csv\", \"a.csv\"]", 1);
    let more = "[[journal]]\nkind = \"hands\"\nfile = \"c-*.csv\"\nprofile = \"c.toml\"\n\
                cards = \"dealt-order\"\n[[equipment]]";
    let parsed = parse_engagement(&text.replacen("[[equipment]]", more, 1), "e").unwrap();
    let hands = parsed.journals.iter().filter(|j| j.kind == JournalKind::Hands);
    let files: Vec<(&str, Option<&str>)> =
        hands.map(|j| (j.file.as_str(), j.profile.as_deref())).collect();
    // A pattern is looked up where files are opened.
    assert_eq!(files, [("b.csv", None), ("a.csv", None), ("c-*.csv", Some("c.toml"))]);

    let first = line_of(example(), "file = \"hands.csv\"");
    one_error(
        "file = \"hands.csv\"",
        "files = [\"a.csv\", \"a.csv\"]",
        &format!(
            "hands journal, files: is `a.csv`, which line {first} has too; rename or remove one of them"
        ),
    );
    for (files, says) in [
        (
            "file = \"hands.csv\"\nfiles = [\"a.csv\"]",
            "is there beside `file`; keep one of the two",
        ),
        ("files = []", "is an empty list; add an entry"),
    ] {
        let expected = format!("hands journal, files: {says}");
        assert_eq!(errors("file = \"hands.csv\"", files), [expected]);
    }
    let line = line_of(example(), "kind = \"hands\"") - 1;
    let other = "[[journal]]\nkind = \"hands\"\nfile = \"b.csv\"\ndisorder_seconds = 9\n\
                 cards = \"dealt-order\"\n[[equipment]]";
    assert_eq!(
        errors("[[equipment]]", other),
        [format!(
            "hands journal, disorder_seconds: is not what it is in the hands journal of line {line}; the \
             files of one kind are read as one journal, so state it alike in both"
        )]
    );
}

#[test]
fn running_numbers_are_those_of_the_journal_its_tables_or_its_links() {
    for (word, sequence) in [
        ("journal", Sequence::Journal),
        ("table", Sequence::Table),
        ("link", Sequence::Link),
        ("none", Sequence::None),
    ] {
        let more = format!(
            "[[journal]]\nkind = \"shuffler\"\nfile = \"s.csv\"\nsequence = \"{word}\"\n[[equipment]]"
        );
        let parsed = parse_engagement(&example().replacen("[[equipment]]", &more, 1), "e").unwrap();
        assert_eq!(parsed.journals.last().unwrap().sequence, sequence);
    }
    let more =
        "[[journal]]\nkind = \"manager\"\nfile = \"m.csv\"\nsequence = \"level\"\n[[equipment]]";
    let parsed = parse_engagement(&example().replacen("[[equipment]]", more, 1), "e").unwrap();
    assert_eq!(parsed.journals.last().unwrap().sequence, Sequence::Level);
    // Events of a table name no level.
    let words = errors("[[equipment]]", &more.replace("manager", "controller"));
    assert!(words.len() == 1 && words[0].contains("sequence: is `level`"), "{words:?}");
    // Rows of hands have none.
    let keys = errors("kind = \"hands\"", "kind = \"hands\"\nsequence = \"table\"");
    assert!(keys.len() == 1 && keys[0].contains("sequence"), "{keys:?}");
}

#[test]
fn equipment_staff_and_rulings() {
    one_error(
        "place = \"HARBOR-1\"",
        "place = \"HARBOR-2\"",
        "equipment[1], place: is `HARBOR-2` (did you mean `HARBOR-1`?), but the tables and \
         links are C4P-1, HARBOR-1; correct it",
    );
    let first = line_of(example(), "id = \"D07\"");
    let staff = "[[staff]]\nid = \"D07\"\nrole = \"supervisor\"\n[[ruling]]";
    assert_eq!(
        errors("[[ruling]]", staff),
        [format!(
            "staff D07, id: is `D07`, which line {first} has too; rename or remove one of them"
        )]
    );
    one_error(
        "role = \"dealer\"",
        "role = \"croupier\"",
        "staff D07, role: is `croupier`, but it must be one of dealer, supervisor, executive, accounting; correct it",
    );
    one_error(
        "game = \"crazy4-wa\"\nruling",
        "game = \"frenzy\"\nruling",
        "ruling[1], game: is `frenzy`, but the games of the tables are crazy4-wa; correct it",
    );
    let line = line_of(example(), "[[ruling]]");
    let text = format!(
        "{}\n[[ruling]]\ngame = \"crazy4-wa\"\nruling = \"progressive_on_fold\"\n\
         value = \"forfeited\"\nsource = \"s\"\n",
        example()
    );
    let errors = parse_engagement(&text, "e").unwrap_err().0;
    assert_eq!(errors.len(), 1);
    assert_eq!(
        said(&errors[0]),
        format!(
            "ruling[2], ruling: is progressive_on_fold of crazy4-wa again, as `forfeited`; line {line} \
         chose `eligible`; keep one of them"
        )
    );
}

#[test]
fn the_report_of_the_engagement_before_is_named_with_its_digest() {
    let keys = ["[previous]", "report = ", "sha256 = "];
    let text =
        keys.iter().fold(example().to_owned(), |text, key| text.replace(&format!("# {key}"), key));
    let previous = parse_engagement(&text, "e").unwrap().previous.unwrap();
    assert_eq!(previous.report, "../2026-10-30/report.json");
    assert_eq!(previous.line, line_of(&text, "[previous]").into());
    assert!(previous.sha256.starts_with("9f86d0") && previous.links.is_empty());
    for digest in ["sha256 = \"9F86", "sha256 = \"9f8", "sha256 = \"zz86"] {
        let wrong = parse_engagement(&text.replace("sha256 = \"9f86", digest), "e").unwrap_err().0;
        assert_eq!(wrong.len(), 1, "{wrong:?}");
        assert!(wrong[0].message.contains("64 lower-case hexadecimal digits"), "{wrong:?}");
    }
    let without = text.replace("sha256 = \"9f86", "# sha256 = \"9f86");
    assert_eq!(parse_engagement(&without, "e").unwrap_err().0.len(), 1);
}
