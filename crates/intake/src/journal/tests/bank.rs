//! Records of a bank account: what reads, and what says too little or too much to be read.

use super::{BANK, engagement, read};
use feltproof_model::{BankKind, Money};

#[test]
fn a_statement_reads_and_what_says_nothing_is_a_problem() {
    let text = format!(
        "{BANK}2026-10-31T12:00:00,balance,,14405.07,,opening\n\
         2026-11-02T12:00:00,deposit,712.50,15117.57,D-1,week 44\n\
         2026-11-03T12:00:00,withdrawal,100.00,,W-1,\n\
         2026-11-03T12:00:00,fee,2.50,-15.07,,\n\
         2026-11-04T12:00:00,deposit,,15117.57,,\n\
         2026-11-04T12:00:00,balance,5.00,15117.57,,\n\
         2026-11-04T12:00:00,balance,,,,\n\
         2026-11-04T12:00:00,deposit,-5.00,15117.57,,\n\
         2026-11-04T12:00:00,transfer,5.00,15117.57,,\n"
    );
    let whole = read("bank", "", text);
    let dollars = |text: &str| Money::parse(text.as_bytes()).ok();
    let read: Vec<_> = whole.bank.iter().map(|e| (e.line, e.kind, e.change(), e.balance)).collect();
    let zero = Money::ZERO;
    assert_eq!(
        read,
        [
            (2, BankKind::Balance, zero, dollars("14405.07")),
            (3, BankKind::Deposit, dollars("712.50").unwrap(), dollars("15117.57")),
            (4, BankKind::Withdrawal, dollars("100").unwrap().negated(), None),
            (
                5,
                BankKind::Fee,
                dollars("2.50").unwrap().negated(),
                dollars("15.07").map(Money::negated)
            ),
        ]
    );
    let problems: Vec<_> = whole.problems.iter().map(|p| (p.line, p.reason.as_str())).collect();
    for ((line, reason), (expected, says)) in problems.iter().zip([
        (6, "amount is empty"),
        (7, "moves no money"),
        (8, "says nothing else"),
        (9, "has no sign"),
        (10, "events of a bank account are deposit, withdrawal, interest, fee, balance"),
    ]) {
        assert!(*line == expected && reason.contains(says), "{line}: {reason}");
    }
    assert_eq!(problems.len(), 5);
}

#[test]
fn an_account_serves_links_that_there_are() {
    assert_eq!(engagement("bank", "links = [\"HARBOR-1\"]").journals[0].links, ["HARBOR-1"]);
    let wrong = std::panic::catch_unwind(|| engagement("bank", "links = [\"HARBOR-9\"]"));
    assert!(wrong.is_err(), "a link that there is not");
    let wrong = std::panic::catch_unwind(|| engagement("manager", "links = [\"HARBOR-1\"]"));
    assert!(wrong.is_err(), "a manager journal names its links itself");
}

#[test]
fn a_statement_of_dates_alone_is_given_a_time_by_its_profile() {
    let profile = "schema = 1\nname = \"Bank\"\nkind = \"bank\"\n[columns]\n\
         time = [\"Date\", { constant = \"12:00:00\" }]\nevent = \"What\"\namount = \"Amount\"\n\
         note = [{ constant = \"see\" }, \"Note\"]\n[time]\nformat = \"%m/%d/%Y %H:%M:%S\"\n";
    let text = "Date,What,Amount,Note\n11/02/2026,deposit,712.50,week 44\n,deposit,1.00,\n\
         11/03/2026,deposit,1.00,\n";
    let whole = super::mapped::mapped(profile, b',', text);
    let read: Vec<_> = whole.bank.iter().map(|e| (e.line, e.time, e.note.as_str())).collect();
    let noon = super::at("2026-11-02T12:00:00-08:00");
    assert_eq!(read, [(2, noon, "see week 44"), (4, noon.plus_micros(86_400_000_000), "")]);
    let [problem] = &whole.problems[..] else { panic!("{:?}", whole.problems) };
    assert!(
        problem.line == 3 && problem.reason.starts_with("time `` is not a time"),
        "{problem:?}"
    );
}
