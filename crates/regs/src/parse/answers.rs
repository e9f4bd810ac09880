//! Whether checks answer what a pack says: the codes that it names, the roles that it limits.

use crate::quantity::Role;
use feltproof_toml::{Found, Section, did_you_mean};

/// The checks that there are.
pub struct KnownChecks<'c> {
    /// Their codes.
    pub codes: Vec<&'c str>,
    /// The codes of those that read a role.
    pub readers: fn(Role) -> Vec<&'c str>,
    /// The codes of those that read the approvals of systems.
    pub of_approvals: Vec<&'c str>,
}

/// The checks that there are, and those that the pack names; a pack read without checks is refused nothing.
pub(super) struct Answers<'a> {
    checks: Option<&'a KnownChecks<'a>>,
    /// Codes that any control names, whether or not the rest of it could be read.
    named: Vec<&'a str>,
}

impl<'a> Answers<'a> {
    pub(super) fn new(
        checks: Option<&'a KnownChecks<'a>>,
        named: impl Iterator<Item = Found<'a, &'a str>>,
    ) -> Self {
        Self { checks, named: named.map(|code| code.value).collect() }
    }

    /// Refuses the code of no check.
    pub(super) fn refuse_unknown(&self, code: &Found<'_, &str>) {
        let Some(checks) = self.checks.filter(|all| !all.codes.contains(&code.value)) else {
            return;
        };
        let near = did_you_mean(code.value, checks.codes.iter().copied());
        code.wrong(format!("names {}{near}, but there is no such check; correct it", code.value));
    }

    /// Refuses an approval that is read by checks of which no control speaks.
    pub(super) fn refuse_unasked(&self, approval: &Section<'_>) {
        let Some(checks) = self.checks else { return };
        if !checks.of_approvals.iter().any(|code| self.named.contains(code)) {
            let codes = checks.of_approvals.join(", ");
            approval
                .wrong("", format!("is read by {codes}, but no control names one of them; add it"));
        }
    }

    /// Refuses a limit that no check reads, or that is read by checks of which no control speaks.
    pub(super) fn refuse_unread(&self, limits: &Found<'_, Role>) {
        let Some(checks) = self.checks else { return };
        let (role, codes) = (limits.value.name(), (checks.readers)(limits.value));
        if codes.is_empty() {
            limits.wrong(format!("is {role}, which no check reads; remove the limit"));
        } else if !codes.iter().any(|code| self.named.contains(code)) {
            let codes = codes.join(", ");
            limits.wrong(format!(
                "is {role}, read by {codes}, but no control names one of them; add it"
            ));
        }
    }
}
