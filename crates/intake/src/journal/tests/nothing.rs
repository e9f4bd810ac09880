//! Cells without a value, words that may stand for nothing, and characters that nobody sees: no reader takes
//! them for a value, or for an empty cell, unless the user says so.

use super::mapped::mapped;
use super::*;

/// Errors of a spreadsheet, what was not calculated or cut, and words for nothing.
const CELLS: [&str; 26] = [
    "#N/A",
    "#DIV/0!",
    "#VALUE!",
    "Err:502",
    "#########",
    feltproof_sheets::NOT_CALCULATED,
    "NULL",
    "null",
    "\\N",
    "(null)",
    "<null>",
    "[NULL]",
    "None",
    "nan",
    "NaN",
    "NaT",
    "<NA>",
    "NA",
    "N/A",
    "n/a",
    "nil",
    "unknown",
    "-",
    "--",
    "–",
    "?",
];
/// Values that look a little like them.
const VALUES: [&str; 8] =
    ["Nan", "N. Nulland", "None of it", "-5", "D-14", "#14", "Unknown man at 7", "A/N"];

/// A record of each journal with a text in each column that holds any text.
fn records(cell: &str) -> Vec<(&'static str, &'static str, String)> {
    let manager = |texts: &str| {
        format!("8,2026-10-31T18:00:00,HARBOR-1,grand,adjustment,,,,-12.5,2500.25,31.0125,{texts}")
    };
    vec![
        ("hands", HANDS, format!("57,2026-10-31T18:03:22,C4P-1,{cell},D,,deal,,,,,,,,,,,")),
        ("controller", CONTROLLER, format!("1,2026-10-31T18:00:00,C4P-1,57,fault,,{cell},")),
        ("controller", CONTROLLER, format!("1,2026-10-31T18:00:00,C4P-1,57,end_game,,,{cell}")),
        ("manager", MANAGER, manager(&format!("{cell},won,DOC,"))),
        ("manager", MANAGER, manager(&format!("A01,{cell},DOC,"))),
        ("manager", MANAGER, manager(&format!("A01,won,{cell},"))),
        ("manager", MANAGER, manager(&format!("A01,won,DOC,{cell}"))),
        ("shuffler", SHUFFLER, format!("1,2026-10-31T18:00:00,C4P-1,,fault,,,{cell}")),
        ("bank", BANK, format!("2026-10-31T18:00:00,fee,5.00,,{cell},")),
        ("bank", BANK, format!("2026-10-31T18:00:00,fee,5.00,,,{cell}")),
    ]
}

#[test]
fn no_text_of_a_canonical_journal_is_a_word_for_nothing() {
    let events = |kind: &str, text: &str| {
        let whole = read(kind, "", text);
        (whole.problems, whole.summary.records)
    };
    for cell in CELLS {
        for (kind, header, record) in records(cell) {
            let (problems, count) = events(kind, &format!("{header}{record}\n"));
            assert_eq!((problems.len(), count), (1, 0), "{record}");
            let reason = &problems[0].reason;
            assert!(reason.contains(&format!("is `{cell}`")), "{reason}");
            assert!(reason.contains("leave the field empty"), "{reason}");
        }
    }
    for cell in VALUES {
        for (kind, header, record) in records(cell) {
            let (problems, _) = events(kind, &format!("{header}{record}\n"));
            let is_other = |p: &Problem| !p.reason.contains("stand for nothing");
            assert!(problems.iter().all(is_other), "{record}: {problems:?}");
        }
    }
}

const HEAD: &str = "schema = 1\nname = \"X\"\nkind = \"hands\"\n";
const COLUMNS: &str = "[columns]\nround = \"R\"\ntime = \"T\"\ntable = \"Tbl\"\nseat = \"S\"\ndealer = \"D\"\n\
     cards = [\"C1\", \"C2\"]\naction = \"A\"\nante = \"Bet\"\nante_returned = \"Pay\"\n[cards]\nnotation = \"ranks\"\n";
const HEADER: &str = "R,T,Tbl,S,D,C1,C2,A,Bet,Pay,Kind\n";
const ROW: [&str; 11] =
    ["57", "2026-10-31 18:03:22", "C4P-1", "2", "D07", "As", "Kh", "play", "5.00", "10.00", "H"];

/// The row with another cell in one column.
fn row(at: usize, cell: &str) -> String {
    let mut cells = ROW;
    cells[at] = cell;
    cells.join(",") + "\n"
}

fn through(file: &str, more: &str, row: &str) -> Whole {
    mapped(&format!("{HEAD}{file}{COLUMNS}{more}"), b',', &format!("{HEADER}{row}"))
}

#[test]
fn no_cell_that_a_profile_reads_is_a_word_for_nothing_in_silence() {
    for cell in CELLS {
        for at in 0..10 {
            let whole = through("", "", &row(at, cell));
            assert_eq!((whole.problems.len(), whole.summary.records), (1, 0), "{at} {cell}");
            let reason = &whole.problems[0].reason;
            assert!(reason.contains(&format!("is `{cell}`")), "{reason}");
            assert!(reason.contains("list it under [file] of profile.toml"), "{reason}");
        }
        // Nothing is taken from this column.
        assert_eq!(through("", "", &row(10, cell)).problems, []);
    }
}

/// The remedies of the message, followed to the letter.
#[test]
fn the_remedies_of_a_word_for_nothing_work() {
    for cell in CELLS {
        for at in [4, 8, 9] {
            let reason = through("", "", &row(at, cell)).problems[0].reason.clone();
            let (_, rest) = reason.split_once("(null_values = ").unwrap();
            let list = rest.split_once(')').unwrap().0;
            // `(null)` has a closing bracket of its own.
            let list = if list.ends_with(']') { list } else { "[\"(null)\"]" };
            let whole = through(&format!("[file]\nnull_values = {list}\n"), "", &row(at, cell));
            assert_eq!((whole.problems, whole.summary.records), (vec![], 1), "{cell}");
            let dealer = &whole.hands.fragments[0].dealer;
            assert_eq!(dealer, if at == 4 { "" } else { "D07" });
        }
        let reason = through("", "", &row(4, cell)).problems[0].reason.clone();
        let (_, rest) = reason.split_once("what `dealer` says, add ").unwrap();
        let line = rest.split_once(" under [words.dealer]").unwrap().0;
        let whole = through("", &format!("[words.dealer]\n{line}\n"), &row(4, cell));
        assert_eq!(whole.problems, []);
        assert_eq!(whole.hands.fragments[0].dealer, cell);
    }
}

#[test]
fn cells_that_are_joined_are_looked_at_one_by_one() {
    // `-` stands between cards, too.
    let whole = through("", "", &row(6, "-"));
    assert_eq!((whole.problems.len(), whole.summary.records), (1, 0));
    let whole = through("[file]\nnull_values = [\"-\"]\n", "", &row(6, "-"));
    assert_eq!(whole.row(0).cards.as_slice().len(), 1);
}

#[test]
fn an_error_decides_about_no_row_and_no_seat() {
    for key in ["ignore", "only"] {
        let rows = |value: &str| {
            format!("[rows]\n{key} = [{{ column = \"Kind\", is = [\"{value}\"] }}]\n")
        };
        let whole = through("", &rows("H"), &(row(10, "#N/A") + &row(10, "X")));
        assert_eq!(whole.problems.len(), 1, "{key}");
        let reason = &whole.problems[0].reason;
        assert!(
            reason.contains("column 11 (K) `Kind` is `#N/A`") && reason.contains(key),
            "{reason}"
        );
        // Where a delimiter ends each row, too.
        let text = row(10, "#N/A").replace('\n', ",\n");
        assert_eq!(
            through("[file]\ntrailing_delimiter = true\n", &rows("H"), &text).problems.len(),
            1
        );
        let whole = through("", &rows("#N/A"), &(row(10, "#N/A") + &row(10, "X")));
        assert_eq!((whole.problems, whole.summary.records), (vec![], 1), "{key}");
    }
    let profile = format!(
        "{HEAD}FILE[columns]\nround = \"R\"\ntime = \"T\"\ntable = {{ constant = \"C4P-1\" }}\ncards = \"{{seat}} Hand\"\n\
         [wide]\nseats = [\"1\", \"D\"]\npresent = \"{{seat}} Hand\"\n"
    );
    let wide = |file: &str, cell: &str| {
        let text = format!("R,T,1 Hand,D Hand\n57,2026-10-31 18:03:22,{cell},As Kh\n");
        let whole = mapped(&profile.replace("FILE", file), b',', &text);
        (whole.problems.len(), whole.summary.records)
    };
    assert_eq!(wide("", "Qs Js"), (0, 2));
    assert_eq!(wide("", ""), (0, 1));
    assert_eq!((wide("", "#N/A"), wide("", "NULL")), ((1, 1), (1, 1)));
    assert_eq!(wide("[file]\nnull_values = [\"NULL\"]\n", "NULL"), (0, 1));
}

#[test]
fn characters_that_nobody_sees_are_read_as_what_they_are_meant_as() {
    for (at, cell) in [
        (0, "\u{feff}57"),
        (1, "2026-10-31\u{a0}18:03:22"),
        (1, "2026-10-31 18:03:22\u{200b}"),
        (2, "C4P-\u{ad}1"),
        (3, "\u{200e}2\u{200f}"),
        (4, "\u{2060}D07\u{202f}"),
        (5, "A\u{200b}s"),
        (7, "pl\u{ad}ay"),
        (8, "\u{2007}5.00\u{3000}"),
    ] {
        let whole = through("", "", &(row(4, "D07") + &row(at, cell)));
        assert_eq!((whole.problems, whole.hands.fragments.len()), (vec![], 1), "{cell:?}");
        let rows = whole.hands.rows.as_rows();
        let [first, mut second] = [0, 1].map(|at| rows.iter().nth(at).unwrap());
        second.line = first.line;
        assert_eq!(first, second, "{cell:?}");
        let notes = whole.summary.export.unwrap().notes;
        let note = "1 rows have invisible characters, which are read as a space or as nothing; the first is row 3";
        assert_eq!(notes, [note]);
    }
    let canonical = |text: &str| {
        let whole = read("hands", "", format!("{HANDS}{text}\n"));
        (whole.problems, whole.hands)
    };
    let seen = canonical("57,2026-10-31 18:03:22,C4P-1,D07,2,As Kh,play,5.00,,,,,,,,,,");
    for text in [
        "\u{feff}57,2026-10-31\u{202f}18:03:22,C4P-1,D07,2,As\u{a0}Kh,play,5.00,,,,,,,,,,",
        "57,2026-10-31 18:03:22,C4P-1,D\u{ad}07\u{200b},\u{200e}2,As Kh,play,5.00\u{2009},,,,,,,,,,",
        "57,2026-10-31 18:03:22,C4P-1,D\u{ad}07,2,As Kh,play,5.00,,,,,,,,,,",
    ] {
        assert_eq!(canonical(text), seen, "{text:?}");
    }
    // What is wrong all the same is shown with what nobody sees.
    let reason =
        canonical("57,2026-10-31 18:03:22,C4P-\u{202f}1,D07,2,,play,,,,,,,,,,,").0.remove(0).reason;
    assert!(reason.starts_with("table is `C4P-\\u{202f}1`"), "{reason}");
}

#[test]
fn whole_numbers_may_have_noughts_behind_a_point() {
    for (at, cell, is_read) in [
        (0, "57.0", true),
        (0, "57.00", true),
        (0, "57.5", false),
        (0, "57.000", false),
        (3, "2.0", true),
        (3, "2.5", false),
        (3, "D.0", false),
    ] {
        let whole = through("", "", &row(at, cell));
        assert_eq!(whole.problems.is_empty(), is_read, "{cell}");
        if is_read {
            assert_eq!(whole.hands, through("", "", &row(0, "57")).hands, "{cell}");
        }
    }
    let comma = |cell: &str| {
        let profile = format!("{HEAD}{COLUMNS}[money]\ndecimal = \",\"\n")
            .replace("Bet", "R")
            .replace("Pay", "S");
        let text = format!("{HEADER}{}", row(0, cell)).replace(',', ";").replace('|', ",");
        mapped(&profile, b';', &text)
    };
    assert_eq!(comma("57|0").hands.fragments[0].round, 57);
    assert!(comma("57|0").problems.is_empty() && comma("57|5").problems.len() == 1);
}

/// What a user may say of a mark, each as the message has it.
#[test]
fn a_row_that_is_marked_is_read_only_when_the_profile_says_what_that_means() {
    let marked = |rows: &str, more: &str| {
        let head = format!("{HEAD}{rows}{COLUMNS}{more}");
        let head = if more.contains("[words.action]") {
            head.replace("action = \"A\"", "action = [\"A\", \"(fill)\"]")
        } else {
            head
        };
        let header = HEADER.replace('\n', ",(fill)\n");
        let as_is = row(4, "D07").replace('\n', ",\n");
        let yellow = row(4, "D07").replace('\n', ",FFFF00\n");
        // The names once more, in a row that is marked itself.
        let again = HEADER.replace('\n', ",4F81BD\n");
        let text = format!("{header}{as_is}{again}{yellow}");
        mapped(&head, b',', &text)
    };
    let whole = marked("", "");
    assert_eq!((whole.problems.len(), whole.summary.records), (1, 1));
    let reason = &whole.problems[0].reason;
    assert!(reason.contains("its `(fill)` is `FFFF00`"), "{reason}");
    let line = "ignore = [{ column = \"(fill)\", is = [\"FFFF00\"] }]";
    assert!(reason.contains(line) && reason.contains("marked = \"as-others\""), "{reason}");
    let whole = marked(&format!("[rows]\n{line}\n"), "");
    assert_eq!((whole.problems, whole.summary.records), (vec![], 1));
    let whole = marked("[rows]\nmarked = \"as-others\"\n", "");
    assert_eq!((whole.problems, whole.summary.records), (vec![], 2));
    let whole = marked("", "[words.action]\n\"play FFFF00\" = \"void\"\n");
    assert_eq!(whole.problems, []);
    assert_eq!(whole.row(1).action, feltproof_model::Action::Void);
}
