//! The command `explain`: prints the document of one check, such as PAY-003, without the cases that test it.

use crate::args::Explain;
use crate::markdown::rendered;
use crate::print::{print_styled, style};
use crate::{Ending, Result};
use feltproof_checks::{ADVICE, CHECKS, by_code};
use feltproof_printable::shown;
use feltproof_toml::nearest;

pub(super) fn run(args: &Explain) -> Result<Ending> {
    let check = by_code(&args.code).ok_or_else(|| unknown(&args.code))?;
    let text = format!("# {}: {}\n\n{}\n", check.code, check.title, check.prose());
    print_styled(&rendered(&text, style()))
}

/// What is said of a code that there is not: the nearest, or those of its family.
fn unknown(code: &str) -> String {
    let codes = || CHECKS.iter().chain(ADVICE).map(|check| check.code);
    let prefix = code.get(..3).unwrap_or(code).to_uppercase();
    let family: Vec<&str> = codes().filter(|known| known.starts_with(&prefix)).collect();
    let remedy = match (family.is_empty(), nearest(code, codes())) {
        (false, _) => format!("did you mean one of these: {}", family.join(", ")),
        (true, Some(near)) => format!("did you mean {near}?"),
        (true, None) => "`feltproof checks` lists all".to_owned(),
    };
    format!("there is no check {}; {remedy}", shown(code))
}
