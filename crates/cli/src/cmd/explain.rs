//! The command `explain`: prints the document of one check, such as PAY-003.

use crate::Ending;
use crate::args::Explain;
use crate::print::print;
use feltproof_checks::{ADVICE, CHECKS, by_code};

/// How the cases are read.
const MARGINS: &str = "In a case a line marked ! raises the check. A line that begins with = belongs to the \
                       record above it: the amounts expected and recorded and whom the difference \
                       favours, or another check that the record raises too.";

pub(super) fn run(args: &Explain) -> Result<Ending, String> {
    let Some(check) = by_code(&args.code) else {
        let prefix = args.code.get(..3).unwrap_or(&args.code).to_uppercase();
        let near: Vec<&str> = CHECKS
            .iter()
            .chain(ADVICE)
            .map(|c| c.code)
            .filter(|c| c.starts_with(&prefix))
            .collect();
        let near = if near.is_empty() {
            "`feltproof checks` lists all".to_owned()
        } else {
            near.join(", ")
        };
        return Err(format!("there is no check {}; did you mean one of these: {near}", args.code));
    };
    let text = format!("{}\n{MARGINS}\n", check.doc.trim_end());
    print(text.as_bytes())
}
