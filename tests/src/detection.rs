//! The page of what each fault raises and which faults each check finds, kept as the audits found it.

use crate::day_of;
use feltproof_checks::{ADVICE, CHECKS};
use feltproof_simulate::{FaultKind, Need, System};
use std::path::Path;

/// The checks that no fault makes speak, each with the reason.
const UNPLANTED: &[(&str, &str)] = &[
    (
        "PAY-016",
        "it speaks where cards are missing, which every other check of the round would then leave open",
    ),
    ("PAR-004", "the games here win the jackpot of their links with the same five cards"),
    (
        "WAC-007",
        "a second meter at a table needs a paytable that no document prints; `tests/tests/levels.rs` makes such days",
    ),
    (
        "WAC-002",
        "four games at most can be wagered on one hand here, and the law's dated limits allow them or leave it undecided",
    ),
    (
        "WAC-010",
        "nine seats are the most that a journal knows, and since 2008 the law's dated limits leave eight and nine undecided",
    ),
    (
        "WAC-011",
        "no table here can offer so many games that the law's dated limits do not allow it or leave it undecided",
    ),
    (
        "APR-001",
        "four games at most can be wagered on one hand here for certain, which is what the approvals allow",
    ),
    ("WAC-013", "different games may share a progressive since 2015, and simulated days are later"),
    ("WAC-014", "no table has had another cap since 2008, and simulated days are later"),
    ("WAC-015", "no simulated property declares what covers its prizes; its cases do"),
    ("ADV-007", "no simulated table posts a bet with two prizes as large as that; its cases do"),
    (
        "WVR-001",
        "nothing is waived on a simulated day; `crates/cli/tests/waived.rs` waives what was found",
    ),
    ("WVR-002", "as WVR-001"),
    ("WVR-003", "as WVR-001"),
];

const HEAD: &str = "\
# What finds each planted fault

Kept true by `cargo test -p feltproof-tests --test integration whole_days::`: every fault is planted alone, its day is audited,
and this page is what was raised. `DETECTION_PAGE=write` before that command writes it again. Faults of the decks are
audited by `--test integration randomness_days::`; on the other systems each fault of a link raises the same.

## Faults

`all`: nexus-1, nexus-2 and shfl. A fault that has nothing to do with a link has no system.

| fault | what is wrong | day | systems | raised |
|---|---|---|---|---|
";

/// The page says what was found, each fault with the codes that it raised.
///
/// # Panics
/// When it does not, or cannot be read.
pub fn is_as_found(found: &[(&FaultKind, Vec<String>)]) {
    let page = page(found);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/simulate/detection.md");
    if std::env::var("DETECTION_PAGE").is_ok_and(|requested| requested == "write") {
        std::fs::write(&path, &page).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    for (line, (is, should)) in written.lines().zip(page.lines()).enumerate() {
        assert_eq!(is, should, "crates/simulate/detection.md:{}", line + 1);
    }
    assert!(written == page, "crates/simulate/detection.md has not all lines; write it again");
}

fn page(found: &[(&FaultKind, Vec<String>)]) -> String {
    let mut page = HEAD.to_owned();
    for (kind, codes) in found {
        let plan = day_of(kind.fault, 1, 400);
        let systems: Vec<&str> = System::ALL
            .into_iter()
            .filter(|system| plan.clone().on(*system).offers(kind.fault))
            .map(System::name)
            .collect();
        let systems = match systems.len() {
            _ if !kind.fault.needs_link() => String::new(),
            3 => "all".to_owned(),
            _ => systems.join(", "),
        };
        let day = match () {
            () if kind.fault.need() == Some(Need::LastDayOfCap) => ", 2023-08-18",
            () if plan.without_hands => ", no hands",
            () if plan.shuffler_journal => ", decks",
            () if plan.bank => ", bank",
            () if plan.second_link => ", second link",
            () if plan.in_meter => ", in-meter",
            () if plan.tray_pays => ", tray pays",
            () => "",
        };
        page += &format!(
            "| `{}` | {} | {}{day} | {systems} | {} |\n",
            kind.name,
            kind.describe,
            plan.game.id(),
            counted(codes)
        );
    }
    page += "\n## Checks\n\n| check | title | faults that raise it |\n|---|---|---|\n";
    for check in CHECKS.iter().chain(ADVICE) {
        let raises = |codes: &[String]| codes.iter().any(|code| code == check.code);
        let by: Vec<String> = found
            .iter()
            .filter(|(_, codes)| raises(codes))
            .map(|(kind, _)| format!("`{}`", kind.name))
            .collect();
        let why = UNPLANTED.iter().find(|(code, _)| *code == check.code);
        let by = match why {
            Some((_, why)) => format!("none: {why}"),
            None if by.is_empty() => "none yet".to_owned(),
            None => by.join(", "),
        };
        page += &format!("| {} | {} | {by} |\n", check.code, check.title);
    }
    page
}

/// Codes that are sorted, each with how often it was raised where that is more than once.
fn counted(codes: &[String]) -> String {
    let mut all: Vec<String> = Vec::new();
    for same in codes.chunk_by(|a, b| a == b) {
        let code = same.first().map_or("", String::as_str);
        all.push(if same.len() == 1 {
            code.to_owned()
        } else {
            format!("{code} x {}", same.len())
        });
    }
    all.join(", ")
}
