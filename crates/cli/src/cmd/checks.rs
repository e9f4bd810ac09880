//! The command `checks`: prints the list of all checks, with code and title.

use crate::args::Checks;
use crate::print::print_as;
use crate::{Ending, Result};
use feltproof_checks::{ADVICE, CHECKS, Check};
use feltproof_wire::{Code, Text, form, list, object};

form! {
    /// `feltproof checks --format json`: every check, and every piece of advice.
    #[schemars(title = "Feltproof checks")]
    pub(crate) CheckList as "feltproof-checks/1"(checks: Vec<&Check>) {
        checks: Vec<CheckEntry> = list(checks) => "In the order of their list.",
    }
}

object! {
    /// A check.
    CheckEntry(check: &Check) {
        code: Code = check.code.into(),
        title: Text = check.title.into() => "The fault that it looks for.",
        unit: Text = check.unit.into() => "What one tested thing is, singular.",
    }
}

pub(super) fn run(args: &Checks) -> Result<Ending> {
    print_as(args.format, text, || CheckList::from(all().collect::<Vec<_>>()))
}

fn all() -> impl Iterator<Item = &'static Check> {
    CHECKS.iter().chain(ADVICE).copied()
}

fn text() -> String {
    let all: Vec<&Check> = all().collect();
    let family = |of: &[&Check]| {
        let line = |check: &&Check| format!("  {}  {}\n", check.code, check.title);
        format!("{}\n{}\n", of[0].family(), of.iter().map(line).collect::<String>())
    };
    let text: String = all.chunk_by(|a, b| a.family() == b.family()).map(family).collect();
    text + "`feltproof explain CODE` says what a check looks for and why.\n"
}
