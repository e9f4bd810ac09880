//! Titles of the sections, for their heads and wherever a sentence sends the reader to one.

pub(super) const LEADING: &str = "Findings that matter";
pub(super) const SUMMARY: &str = "Summary";
pub(super) const SCOPE: &str = "Scope";
pub(super) const RESULTS: &str = "Results";
pub(super) const FINDINGS: &str = "Findings";
pub(super) const REGISTER: &str = "Exceptions register";
pub(super) const PAID_AGAINST_OWED: &str = "Money and chance";
pub(super) const RANDOMNESS: &str = "Randomness";
pub(super) const LIMITATIONS: &str = "Limitations";
pub(super) const SIGN_OFF: &str = "Sign-off";
