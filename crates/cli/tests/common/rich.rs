//! A day whose engagement says whatever an engagement can say, so that its report has every part.

use super::{audit, fixtures, run};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// What stands at the end of its engagement; `{sha256}` is the digest of the report before.
const MORE: &str = r#"
[previous]
report = "before.json"
sha256 = "{sha256}"

[randomness]
level = "0.01"
profile = "cfr-547"

[[confirmed]]
limit = "single-wager"
dollars = "400.00"
from = "2023-08-31"
source = "the order as filed"
by = "J. Doe"
date = "2026-11-20"

[[confirmed]]
reason = "seed_recovery"
version_from = "2008-01-01"
from = "2009-07-01"
source = "the order as filed"
by = "J. Doe"
date = "2026-11-20"

[[inspected]]
control = "wac-230-15-730"
answer = "yes"
by = "examination"
initials = "JD"
date = "2026-11-02"
document = "GC2-263"

[[inspected]]
control = "wac-230-15-685-7"
answer = "not applicable"
reason = "one manufacturer"
by = "inquiry"
initials = "JD"
date = "2026-11-02"

[[record]]
kind = "table-win"
day = "2026-10-31"
table = "C4P-1"
amount = "1.00"
document = "master games report"

[[record]]
kind = "progressive-accrual"
day = "2026-10-31"
link = "HARBOR-1"
amount = "1.00"
document = "master games report"

[[waiver]]
check = "PAY-003"
table = "C4P-4"
up_to = "5.00"
granted = "2026-10-01"
expires = "2026-12-31"
justification = "trial of a higher cap"
approver = "the commission"
document = "letter of 1 October 2026"

[[response]]
check = "PAY-001"
response = "The dealer was retrained."
by = "Card room manager"
date = "2026-11-10"

[[response]]
check = "PAY-009"
response = "None."
by = "Card room manager"
date = "2026-11-10"
"#;

const HOUSE: &str = r#"schema = 1

[[confirmed]]
control = "wac-230-15-455"
version_from = "2010-01-01"
from = "2010-01-01"
demand = "Accrued prize money is deposited at least weekly."
source = "WSR 09-15-070"
by = "J. Doe"
date = "2026-11-20"
"#;

/// A copy of a folder of fixtures.
pub(crate) fn copied(name: &str, day: &Path) -> PathBuf {
    fs::create_dir_all(day).unwrap();
    for entry in fs::read_dir(fixtures().join(name)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, day.join(path.file_name().unwrap())).unwrap();
        }
    }
    day.join("engagement.toml")
}

/// The tampered day after an audit of it that is named as the report before, with a house file, a rule pack of its own and
/// everything else. Its engagement.
pub(crate) fn rich_day(home: &Path) -> PathBuf {
    let day = home.join("rich");
    let engagement = copied("tampered-day", &day);
    let before = home.join("before");
    run(audit(home, &engagement, &before).args(["--unsigned", "--report", "json", "-q"]), 1);
    let before = fs::read(before.join("report.json")).unwrap();
    let sha256: String = Sha256::digest(&before).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(day.join("before.json"), before).unwrap();
    fs::write(day.join("house.toml"), HOUSE).unwrap();
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../regulations/README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let pack = readme.split("```toml\n").find(|block| block.starts_with("# our-casino.toml\n"));
    fs::write(day.join("our-casino.toml"), pack.unwrap().split("```").next().unwrap()).unwrap();
    let programs = format!(
        "programs = [{{ file = \"gm.exe\", sha256 = \"{0}\", approved = \"{0}\" }}]",
        "a".repeat(64)
    );
    let game_manager = "component = \"Nexus Command Game Manager\"\n";
    let mut text = fs::read_to_string(&engagement).unwrap();
    for (old, new) in [
        (
            "packs = [\"us-wa\"]",
            "packs = [\"us-wa\", \"our-casino.toml\"]\nextends = \"house.toml\"",
        ),
        ("ante = [\"5.00\", \"100.00\"]", "ante = [\"5.00\", \"300.00\"]"),
        (
            "level = \"grand\"",
            "level = \"grand\"\nshares = { mini = \"10%\" }\nreserve_unit = \"0.01\"\noverflow = \"reserve\"",
        ),
        (
            "reserve = \"5%\" }\nrunning",
            "reserve = \"5%\", limit = \"9000000.00\", contribution_unit = \"0.000001\" }\n\
             approvals = [{ from = \"2030-01-01T00:00:00\", document = \"Approval 7\", seed = \"2500.00\", contribution = \"20%\", reserve = \"5%\", paytable = \"pays-3\" }]\nrunning",
        ),
        (
            "link = \"HARBOR-1\"\n",
            "link = \"HARBOR-1\"\nunit = \"5.00\"\n\
             approvals = [{ from = \"2030-01-01T00:00:00\", document = \"Memo 7\", posted = { ante = [\"5.00\", \"50.00\"] } }]\n",
        ),
        (game_manager, &format!("{game_manager}{programs}\n")),
    ] {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
    }
    fs::write(&engagement, text + &MORE.replace("{sha256}", &sha256)).unwrap();
    engagement
}
