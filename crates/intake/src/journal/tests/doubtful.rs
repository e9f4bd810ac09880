//! Exports and profiles by which a value would read as something that it is not: each is refused, with
//! the reason, and nothing of it is guessed.

use super::mapped::{mapped, refused};
use super::*;
use crate::Profile;
use feltproof_model::{Money, Wager};
use feltproof_sheets::Dialect;

const HEAD: &str = "schema = 1\nname = \"Doubtful\"\nkind = \"hands\"\n";
const COLUMNS: &str = "[columns]\nround = \"R\"\ntime = \"T\"\ntable = { constant = \"C4P-1\" }\nseat = \"S\"\n\
     action = \"A\"\nante = \"Bet\"\nante_returned = \"Pay\"\n";
const HEADER: &str = "R,T,S,A,Bet,Pay,Note\n";
const TIME: &str = "2026-10-31 18:00:00";

fn profile(more: &str) -> String {
    format!("{HEAD}{COLUMNS}{more}")
}

/// The one problem of an export with one row.
#[track_caller]
fn problem_of(profile: &str, row: &str) -> String {
    let whole = mapped(profile, b',', &format!("{HEADER}{row}"));
    assert_eq!((whole.problems.len(), whole.summary.records), (1, 0), "{row}: {whole:?}");
    whole.problems[0].reason.clone()
}

#[test]
fn a_row_whose_cells_have_moved_is_no_record() {
    let shifted = format!("1,{TIME},1,play,5.00,1,250.00,\n");
    let reason = problem_of(&profile(""), &shifted);
    assert!(reason.contains("as cell 8, but the header has 7 columns"), "{reason}");
    let reason = problem_of(&profile(""), &format!("1,{TIME},1,play,5.00,10"));
    assert!(reason.contains("6 cells, but the header has 7 columns"), "{reason}");
    // Elsewhere than at the end of the file, cells at the end of a row may be missing.
    let whole = mapped(&profile(""), b',', &format!("{HEADER}1,{TIME},1,play,5.00,10\n"));
    assert_eq!((whole.problems.len(), whole.summary.records), (0, 1));
}

#[test]
fn a_header_in_another_order_ends_the_reading() {
    let record = format!("1,{TIME},1,play,5.00,10.00,\n");
    for other in ["R,T,S,A,Pay,Bet,Note", "T,R,S,A,Bet,Pay,Note", "R,T,New,S,A,Bet,Pay,Note"] {
        let said = refused(&profile(""), b',', &format!("{HEADER}{record}{other}\n{record}"));
        assert!(said.contains("row 3 looks like a second header"), "{said}");
    }
    // The same header again is left out, as before.
    let whole = mapped(&profile(""), b',', &format!("{HEADER}{record}{HEADER}{record}"));
    assert_eq!((whole.problems.len(), whole.summary.records), (0, 2));
}

#[test]
fn a_formula_that_was_not_calculated_is_no_name() {
    let dealer = HEAD.to_owned() + &COLUMNS.replace("table =", "dealer = \"Note\"\ntable =");
    let row = format!("1,{TIME},1,play,5.00,10.00,{}\n", feltproof_sheets::NOT_CALCULATED);
    let reason = problem_of(&dealer, &row);
    assert!(
        reason.contains("`Note` is `=formula") && reason.contains("not calculated"),
        "{reason}"
    );
}

#[test]
fn amounts_that_would_run_together_or_lack_their_result_are_refused() {
    let two = HEAD.to_owned() + &COLUMNS.replace("\"Bet\"", "[\"Bet\", \"Note\"]");
    let both = format!("1,{TIME},1,play,5,,100\n");
    let reason = problem_of(&(two + "[money]\nthousands = \" \"\n"), &both);
    assert!(reason.contains("are amounts in several columns"), "{reason}");
    let net = HEAD.to_owned() + &COLUMNS.replace("\"Pay\"", "{ net = \"Pay\" }");
    let reason = problem_of(&net, &format!("1,{TIME},1,play,5.00,,\n"));
    assert!(reason.contains("is no result of a wager that was made"), "{reason}");
    let reason = problem_of(&net, &format!("1,{TIME},1,play,5.00,-7.00,\n"));
    assert!(reason.contains("is more than the stake lost, which is $5.00"), "{reason}");
}

#[test]
fn a_constant_stands_in_dollars_and_a_net_result_counts_the_stake_as_it_is_meant() {
    let amounts = |profile: &str, row: &str| {
        let whole = mapped(profile, b',', &format!("{HEADER}{row}"));
        assert_eq!(whole.problems, []);
        let row = whole.row(0);
        (row.stake[Wager::Ante], row.returned[Wager::Ante])
    };
    let dollars = |n| Money::from_dollars(n).unwrap();
    let constant = HEAD.to_owned() + &COLUMNS.replace("\"Bet\"", "{ constant = \"5.00\" }");
    let row = format!("1,{TIME},1,play,,1000,\n");
    let cents = constant + "[money]\nunit = \"0.01\"\n";
    assert_eq!(amounts(&cents, &row), (dollars(5), dollars(10)));
    let net = HEAD.to_owned() + &COLUMNS.replace("\"Pay\"", "{ net = \"Pay\" }");
    let words = net + "[words.ante]\n\"5\" = \"25.00\"\n";
    assert_eq!(amounts(&words, &format!("1,{TIME},1,play,5,50,\n")), (dollars(25), dollars(75)));
}

fn refusal(profile: &str, header: &str) -> String {
    let text = format!("{header}1,{TIME},1,play,5,,\n");
    let profile = match Profile::parse(profile, "p.toml") {
        Ok(profile) => profile,
        Err(errors) => return errors.to_string(),
    };
    let content = Content::Text(text.as_bytes(), Dialect::CSV);
    let export = Export { content, names: ColumnNames::Row(1), evidence: None };
    let engagement = engagement("hands", "");
    match JournalReader::mapped(export, &profile, &engagement, 0) {
        Err(error) => error.to_string(),
        Ok(mut reader) => loop {
            match reader.next_block() {
                Ok(Some(_)) => {}
                Ok(None) => return "read".to_owned(),
                Err(error) => return error.to_string(),
            }
        },
    }
}

#[test]
fn what_a_profile_cannot_mean_is_refused_before_a_row_is_read() {
    let net = COLUMNS.replace("\"Pay\"", "{ net = \"Pay\" }");
    let of_two = net.replace("\"Bet\"", "[\"Bet\", \"Note\"]");
    for (text, part) in [
        (format!("{HEAD}{COLUMNS}"), "read"),
        (format!("{HEAD}{of_two}"), "needs its stake in one column"),
        (
            format!("{HEAD}{net}[merge]\nstakes = \"last\"\n"),
            "which says nothing of a stake that is raised later",
        ),
        (profile("[time]\nformat = \"%m/%d/%Y %I:%M:%S\"\n"), "with %p where hours go to 12"),
        (profile("[time]\nformat = \"%Y-%m-%d %H:%M:%S %Q\"\n"), "without a zone by name"),
        (
            profile("[rows]\nonly = [{ column = \"A\", is = [\"PLAY\"] }]\n"),
            "leaves out all of its 1 rows",
        ),
        (profile("[file]\ndelimiter = \";\"\nquote = \";\"\n"), "is the delimiter too"),
    ] {
        let sentence = refusal(&text, HEADER);
        assert!(sentence.contains(part), "{part}: {sentence}");
    }
}

const WIDE: &str = "[columns]\nround = \"R\"\ntime = \"T\"\ntable = { constant = \"C4P-1\" }\n\
     cards = \"{seat} Cards\"\naction = \"{seat} A\"\nante = \"{seat} Ante\"\n\
     ante_returned = { net = \"{seat} Net\" }\n[wide]\nseats = [\"D\", \"1\", \"2\"]\n\
     present = \"{seat} Cards\"\n";
const WIDE_HEADER: &str = "R,T,D Cards,1 Cards,1 A,1 Ante,1 Net,2 Cards,2 A,2 Ante,2 Net\n";

#[test]
fn a_seat_of_a_wide_row_neither_vanishes_nor_stands_twice() {
    let wide =
        |text: &str| mapped(&format!("{HEAD}{WIDE}"), b',', &(WIDE_HEADER.to_owned() + text));
    // The dealer's record is the last of the round, wherever `seats` has it.
    let whole = wide(&format!("1,{TIME},2s 3s 4s 5s 7h,As Ks Qs Js 2d,play,5,5,,,0.00,\n"));
    assert_eq!(whole.problems, []);
    let seats: Vec<String> = (0..2).map(|at| whole.row(at).seat.to_string()).collect();
    assert_eq!(seats, ["1", "D"]);
    // Money of a seat that took no part.
    let whole = wide(&format!("1,{TIME},2s 3s 4s 5s 7h,As Ks Qs Js 2d,play,5,5,,fold,100,-100\n"));
    assert_eq!(whole.problems.len(), 1, "{whole:?}");
    assert!(whole.problems[0].reason.contains("so the seat took no part, but its `action`"));
    // A round in which nobody took part is counted among the rows left out.
    let whole = wide(&format!("1,{TIME},,,,,,,,,\n2,{TIME},2s 3s 4s 5s 7h,,,,,,,,\n"));
    assert_eq!(whole.summary.export.unwrap().rows_left_out, 1);
    for (from, to, part) in [
        ("{seat} Ante\"", "{seat} Antes\"", "only one of the columns of stake and result"),
        ("\"{seat} A\"", "\"{seat} Act\"", "no seat has one"),
        ("\"1\", \"2\"", "\"1\", \"1\"", "has `1` twice"),
    ] {
        let sentence = refusal(&format!("{HEAD}{}", WIDE.replace(from, to)), WIDE_HEADER);
        assert!(sentence.contains(part), "{part}: {sentence}");
    }
    let twice = WIDE_HEADER.replace("2 A,", "2 A,2 Ante,");
    let sentence = refusal(&format!("{HEAD}{WIDE}"), &twice);
    assert!(sentence.contains("which the header has as number 10 and as number 11"), "{sentence}");
}

#[test]
fn a_seat_is_not_put_together_where_one_of_its_rows_cannot_be_read() {
    let merged = profile("[merge]\nstakes = \"add\"\n[words.action]\nBET = \"play\"\n");
    let text = format!("{HEADER}1,{TIME},1,BET,5,,\n1,{TIME},1,BET,1O.00,,\n1,{TIME},D,deal,,,\n");
    let profile = Profile::parse(&merged, "p.toml").unwrap();
    let content = Content::Text(text.as_bytes(), Dialect::CSV);
    let export = Export { content, names: ColumnNames::Row(1), evidence: None };
    let engagement = engagement("hands", "");
    let mut reader = JournalReader::mapped(export, &profile, &engagement, 0).unwrap();
    let error = reader.next_block().unwrap_err().to_string();
    assert!(error.contains("line 3: ") && error.contains("with [merge] a seat is put together"));
}
