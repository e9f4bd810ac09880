//! The two pages of `regulations/` that are written from the packs: what each demands, and what its limits say around
//! each of their values and dates. `LAW_PAGES=write` before the command writes them again.

use crate::days::around_edge;
use feltproof_model::{Date, Money};
use feltproof_regs::{
    Control, ControlStatus, DatedValue, Evidence, Limit, Pack, Quantity, Verdict, Version,
    builtin_packs,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const COVERAGE: &str = "\
# What the rule packs demand, and what answers it

Written from the packs, and kept true by `cargo test -p feltproof-regs --test integration pages::`; `LAW_PAGES=write` before that command
writes it again. A row for each version of each control, as its period says. *automated*: its checks answer it;
*partial*: they do in part, inspection does the rest; *manual*: by inspection only. The tags stand in `README.md`; *read* is
the day on which the text was read where the pack says, and *never* means that it was not. What the checks do not see, and
what else is not known, stands in the note of each control in its pack, and in the report.
";

const BOUNDARIES: &str = "\
# What the limits say at their boundaries

Written from the packs, and kept true by `cargo test -p feltproof-regs --test integration pages::`; `LAW_PAGES=write` before that command
writes it again. For every limit: the day before, of and after each change, and on each of them one step below, at and above
each value (a cent, a game, a seat), with the verdict and the sentence that goes with it. That the verdicts are right is shown
by `--test integration boundaries::`, which finds them a second way.
";

#[test]
fn the_page_of_what_the_packs_demand_is_as_they_are() {
    let parts: Vec<String> = builtin_packs().iter().map(coverage).collect();
    is_as_written("COVERAGE.md", &format!("{COVERAGE}{}", parts.concat()));
}

#[test]
fn the_page_of_the_boundaries_is_as_the_packs_are() {
    let packs = builtin_packs();
    let limits = packs.iter().flat_map(|pack| pack.limits.iter().map(move |limit| (pack, limit)));
    let parts: Vec<String> = limits.map(|(pack, limit)| boundaries(pack, limit)).collect();
    is_as_written("BOUNDARIES.md", &format!("{BOUNDARIES}{}", parts.concat()));
}

fn is_as_written(name: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../regulations").join(name);
    if std::env::var("LAW_PAGES").is_ok_and(|requested| requested == "write") {
        fs::write(&path, page).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    for (line, (is, should)) in written.lines().zip(page.lines()).enumerate() {
        assert_eq!(is, should, "regulations/{name}:{}: write it again", line + 1);
    }
    assert!(written == page, "regulations/{name} has not all lines; write it again");
}

/// The part of a pack.
fn coverage(pack: &Pack) -> String {
    let versions = || pack.controls.iter().flat_map(|control| &control.versions);
    let counts = ControlStatus::ALL.map(|status| {
        format!("{} {}", versions().filter(|v| v.status == status).count(), status.name())
    });
    let unread = versions().filter(|version| version.read.is_none()).count();
    let mut page = format!(
        "\n## {}: {}\n\nVersion {}, {}. {} controls in {} versions: {}; the text of {unread} was not read.\n\n\
         | citation | period | status | tag | read | checks | demand |\n|---|---|---|---|---|---|---|\n",
        pack.id,
        pack.title,
        pack.version,
        pack.authority,
        pack.controls.len(),
        versions().count(),
        counts.join(", "),
    );
    for control in &pack.controls {
        for (at, version) in control.versions.iter().enumerate() {
            page += &row(control, at, version);
        }
    }
    if !pack.limits.is_empty() {
        page += "\n| limit | role | value | period | tag | source |\n|---|---|---|---|---|---|\n";
        for (limit, value) in pack.limits.iter().flat_map(|l| l.values.iter().map(move |v| (l, v)))
        {
            page += &value_row(limit, value);
        }
    }
    page
}

fn row(control: &Control, at: usize, version: &Version) -> String {
    let read = version.read.map_or_else(|| "never".to_owned(), |day| day.to_string());
    cells(&[
        &version.citation,
        &control.period(at),
        version.status.name(),
        version.evidence.name(),
        &read,
        &in_runs(&version.checks),
        &version.demand,
    ])
}

fn value_row(limit: &Limit, value: &DatedValue) -> String {
    let amount = value.amount_in_words();
    let says = format!("{} {} {amount}", limit.subject, limit.verb);
    let citation = limit.citation_on(value.since.earliest());
    cells(&[
        &format!("{} ({citation})", limit.id),
        limit.role.name(),
        if value.value.is_some() { &says } else { &amount },
        &value.since.to_string(),
        value.evidence.name(),
        &value.source,
    ])
}

fn cells(cells: &[&str]) -> String {
    let escaped: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", escaped.join(" | "))
}

/// Codes that follow one another, three at least, as `PAY-001 to PAY-016`.
fn in_runs(codes: &[String]) -> String {
    let number = |code: &str| code.get(4..).and_then(|digits| digits.parse::<u16>().ok());
    let follows = |one: &String, next: &String| {
        one.get(..4) == next.get(..4)
            && number(one).is_some_and(|one| number(next) == Some(one + 1))
    };
    let runs = codes.chunk_by(follows).map(|run| match run {
        [first, _, .., last] => format!("{first} to {last}"),
        few => few.join(", "),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// One limit at all its boundaries.
fn boundaries(pack: &Pack, limit: &Limit) -> String {
    let edges = limit.values.iter().flat_map(|v| [Some(v.since.earliest()), v.since.certain()]);
    let former = limit.former.iter().map(|(until, _)| Some(*until));
    let days: BTreeSet<Date> = edges.chain(former).flatten().flat_map(around_edge).collect();
    let values = limit.values.iter().filter_map(|v| v.value);
    let amounts: BTreeSet<(i64, String)> = values.clone().flat_map(around).map(keyed).collect();
    let of = |key: &(i64, String)| values.clone().flat_map(around).find(|q| keyed(*q) == *key);
    let mut page = format!(
        "\n## {}: {} ({})\n\n| day | amount | verdict | why |\n|---|---|---|---|\n",
        pack.id,
        limit.subject,
        limit.role.name()
    );
    for day in days {
        let decision = limit.on(day);
        for amount in amounts.iter().filter_map(of) {
            let (verdict, why) = match decision.judge(amount) {
                Verdict::Holds => ("holds", decision.to_string()),
                Verdict::Violates => ("violates", decision.to_string()),
                Verdict::NotDecidable { reason } => ("not decidable", reason),
            };
            page += &cells(&[&day.to_string(), &amount.to_string(), verdict, &why]);
        }
    }
    page
}

/// One step below, at and above.
fn around(value: Quantity) -> [Quantity; 3] {
    let counts = |count: u32| [count.saturating_sub(1), count, count + 1];
    match value {
        Quantity::Dollars(money) => [-10_000, 0, 10_000]
            .map(|step| Quantity::Dollars(Money::from_micros(money.micros() + step))),
        Quantity::Games(count) => counts(count).map(Quantity::Games),
        Quantity::Progressives(count) => counts(count).map(Quantity::Progressives),
        Quantity::Odds(count) => counts(count).map(Quantity::Odds),
        Quantity::Players(count) => counts(count).map(Quantity::Players),
        Quantity::Tables(count) => counts(count).map(Quantity::Tables),
        Quantity::Rounds(count) => counts(count).map(Quantity::Rounds),
        Quantity::Rates(count) => counts(count).map(Quantity::Rates),
    }
}

/// In the order of the numbers.
fn keyed(value: Quantity) -> (i64, String) {
    let number = match value {
        Quantity::Dollars(money) => money.micros(),
        Quantity::Games(count)
        | Quantity::Progressives(count)
        | Quantity::Odds(count)
        | Quantity::Players(count)
        | Quantity::Tables(count)
        | Quantity::Rounds(count)
        | Quantity::Rates(count) => i64::from(count),
    };
    (number, value.to_string())
}

/// The page against figures counted by hand, so that it is not its own witness.
#[test]
fn runs_of_codes_worked_by_hand() {
    let codes = |all: &[&str]| all.iter().map(|code| (*code).to_owned()).collect::<Vec<_>>();
    for (all, expected) in [
        (vec![], ""),
        (vec!["WAC-001"], "WAC-001"),
        (vec!["WAC-001", "WAC-002"], "WAC-001, WAC-002"),
        (vec!["PAY-001", "PAY-002", "PAY-003", "PAY-005"], "PAY-001 to PAY-003, PAY-005"),
        (vec!["PAY-001", "WGR-002", "WGR-003", "WGR-004"], "PAY-001, WGR-002 to WGR-004"),
    ] {
        assert_eq!(in_runs(&codes(&all)), expected);
    }
}

/// Every control of every pack stands on the page, with what a reader has to know: found in the text of the packs, not by
/// their reader.
#[test]
fn every_demand_in_the_files_stands_on_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../regulations");
    let page: String = builtin_packs().iter().map(coverage).collect();
    let mut demands = 0;
    for pack in builtin_packs() {
        let text = fs::read_to_string(root.join(format!("{}.toml", pack.id))).unwrap();
        for line in text.lines().filter_map(|line| line.strip_prefix("demand = \"")) {
            let demand = line.strip_suffix('"').unwrap().replace("\\\"", "\"");
            assert!(page.contains(&format!("| {demand} |\n")), "{}: {demand}", pack.id);
            demands += 1;
        }
        let part = page.split("\n## ").find(|part| part.starts_with(&format!("{}: ", pack.id)));
        let rows = part.unwrap().lines().filter(|line| {
            Evidence::ALL.iter().any(|tag| line.contains(&format!(" | {tag} | ")))
                && !line.contains(" must ")
                && !line.contains("no such limit")
        });
        let versions = text.lines().filter(|line| *line == "[[control.version]]").count();
        let of_several = text.split("[[control]]").skip(1);
        let alone = of_several.filter(|control| !control.contains("[[control.version]]")).count();
        assert_eq!(rows.count(), versions + alone, "{}", pack.id);
    }
    assert!(demands > 100, "{demands}");
}
