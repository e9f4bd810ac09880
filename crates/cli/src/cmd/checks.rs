//! The command `checks`: prints the list of all checks, with code and title.

use crate::Ending;
use crate::args::Checks;
use crate::print::print_as;
use feltproof_checks::{ADVICE, CHECKS, Check};
use feltproof_wire::{Code, Text, form, list, object};

form! {
    /// `feltproof checks --format json`: every check, and every piece of advice.
    #[schemars(title = "Feltproof checks")]
    pub(crate) CheckList as "feltproof-checks/1"(checks: Vec<&Check>) {
        /// In the order of their list.
        checks: Vec<CheckEntry> = list(checks),
    }
}

object! {
    /// A check.
    CheckEntry(check: &Check) {
        code: Code = check.code.into(),
        /// The fault that it looks for.
        title: Text = check.title.into(),
        /// What one tested thing is, singular.
        unit: Text = check.unit.into(),
    }
}

pub(super) fn run(args: &Checks) -> Result<Ending, String> {
    print_as(args.format, text, || CheckList::from(all().collect::<Vec<_>>()))
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
