//! A registration that the user brings: only with it does a report say that list and level were fixed before
//! the data were seen.

use crate::files;
use feltproof_regs::{Registration, read_registration};
use feltproof_stats::{Randomness, Registered};
use feltproof_verdict::sha256_hex;
use std::path::Path;

/// Puts the registration on every result.
///
/// # Errors
/// A sentence where the file does not read, or does not fit what was tested.
pub(crate) fn put_on(path: &Path, results: &mut [Randomness]) -> Result<(), String> {
    let (name, text) = (path.display().to_string(), files::read_text(path)?);
    let plan = read_registration(&text, &name).map_err(|e| e.to_string())?;
    for result in results {
        fits(&plan, result).map_err(|why| format!("{name}: {why}"))?;
        result.registered = Some(Registered {
            file: name.clone(),
            sha256: sha256_hex(text.as_bytes()),
            date: plan.date.to_string(),
        });
    }
    Ok(())
}

/// Whether the verdict is over the tests and at the level that were registered.
fn fits(plan: &Registration, result: &Randomness) -> Result<(), String> {
    #[allow(clippy::float_arithmetic, reason = "a level is a probability")]
    let level = 1.0 / f64::from(plan.level_one_in);
    if (level - result.verdict.rule.level).abs() > 1e-12 {
        return Err(format!(
            "the level registered is 1 in {}, and the verdict is at {}; give --level-one-in {} or register \
             the other level",
            plan.level_one_in, result.verdict.rule.level, plan.level_one_in
        ));
    }
    let tests = &result.battery.tests;
    let counted = || tests.iter().filter(|test| test.registered).map(|test| &test.key);
    let beyond = counted().find(|key| !plan.tests.contains(key));
    let lacking = plan.tests.iter().find(|key| !counted().any(|counted| counted == *key));
    let (key, is, remedy) = match (beyond, lacking) {
        (None, None) => return Ok(()),
        (Some(key), _) => (key, "counts to the verdict and is not registered", "add it to tests"),
        (None, Some(key)) => {
            (key, "is registered and does not count to the verdict", "take it out")
        }
    };
    Err(format!(
        "{key} {is} ({} tests registered, {} counted for {}); {remedy}, or register the list that \
         --format json prints",
        plan.tests.len(),
        counted().count(),
        result.source
    ))
}
