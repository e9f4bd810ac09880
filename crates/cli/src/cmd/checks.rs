//! The command `checks`: prints the list of all checks, with code and title.

use crate::Ending;
use crate::args::{Checks, Format};
use crate::print::print;
use feltproof_checks::CHECKS;

/// Runs the command.
pub(super) fn run(args: &Checks) -> Result<Ending, String> {
    if args.format == Format::Json {
        let list: Vec<_> = CHECKS
            .iter()
            .map(|c| serde_json::json!({ "code": c.code, "title": c.title, "unit": c.unit }))
            .collect();
        let text = serde_json::to_string_pretty(&list).map_err(|e| e.to_string())?;
        return print(format!("{text}\n").as_bytes());
    }
    let mut text = String::new();
    let mut family = "";
    for check in CHECKS {
        let this = check.family();
        if this != family {
            text.push_str(&format!("\n{this}\n"));
            family = this;
        }
        text.push_str(&format!("  {}  {}\n", check.code, check.title));
    }
    text.push_str("\n`feltproof explain CODE` says what a check looks for and why.\n");
    print(text.trim_start().as_bytes())
}
