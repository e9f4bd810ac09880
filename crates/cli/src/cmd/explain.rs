//! The command `explain`: prints the document of one check, such as PAY-003.

use crate::Ending;
use crate::args::Explain;
use crate::print::print;
use feltproof_checks::{CHECKS, by_code};

pub(super) fn run(args: &Explain) -> Result<Ending, String> {
    let Some(check) = by_code(&args.code) else {
        let prefix = args.code.get(..3).unwrap_or(&args.code).to_uppercase();
        let near: Vec<&str> =
            CHECKS.iter().map(|c| c.code).filter(|c| c.starts_with(&prefix)).collect();
        let near = if near.is_empty() {
            "`feltproof checks` lists all".to_owned()
        } else {
            near.join(", ")
        };
        return Err(format!("there is no check {}; did you mean one of these: {near}", args.code));
    };
    print(check.doc.as_bytes())
}
