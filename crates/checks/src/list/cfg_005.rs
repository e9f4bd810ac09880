//! CFG-005: software version is below the approved. The procedure is described in `cfg_005.md`.

use super::{Fill, Scope, Tally, at_line};
use feltproof_engine::VersionVerdict;

pub(super) fn run(scope: &Scope, tally: &mut Tally) {
    for item in &scope.engagement.equipment {
        let verdicts = scope.systems.iter().map(|s| s.judge(&item.component, &item.version));
        let Some(verdict) = verdicts.into_iter().find(|v| *v != VersionVerdict::NotListed) else {
            continue;
        };
        tally.tested += 1;
        let (expected, why) = match verdict {
            VersionVerdict::Approved { .. } | VersionVerdict::NotListed => continue,
            VersionVerdict::TooOld { minimum } => {
                (minimum.to_string(), "is below what was approved")
            }
            VersionVerdict::NotThisVersion { approved } => {
                (approved, "is not the version that was approved")
            }
            VersionVerdict::Unreadable => ("a version number".to_owned(), "cannot be compared"),
        };
        tally.push(at_line(item.line).words(expected.clone(), item.version.clone()).because(
            format!(
                "{} at {} runs version {}, which {why}: {expected}.",
                item.component,
                if item.place.is_empty() { "an unnamed place" } else { &item.place },
                item.version
            ),
        ));
    }
}
