//! The command `checks`: prints the list of all checks, with code and title.

use crate::Ending;
use crate::args::Checks;
use crate::print::print_as;
use feltproof_checks::{ADVICE, CHECKS, Check};
use serde_json::{Value, json};

pub(super) fn run(args: &Checks) -> Result<Ending, String> {
    let wire = |c: &Check| json!({ "code": c.code, "title": c.title, "unit": c.unit });
    let all = || all().map(wire).collect::<Value>();
    print_as(args.format, text, || json!({ "schema": "feltproof-checks/1", "checks": all() }))
}

fn all() -> impl Iterator<Item = &'static Check> {
    CHECKS.iter().chain(ADVICE).copied()
}

fn text() -> String {
    let mut text = String::new();
    let mut family = "";
    for check in all() {
        let this = check.family();
        if this != family {
            text.push_str(&format!("\n{this}\n"));
            family = this;
        }
        text.push_str(&format!("  {}  {}\n", check.code, check.title));
    }
    text.push_str("\n`feltproof explain CODE` says what a check looks for and why.\n");
    text.trim_start().to_owned()
}
