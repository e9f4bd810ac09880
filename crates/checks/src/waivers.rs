//! Waivers applied: an exception that one covers stays visible and leaves the verdict.

use crate::list::CHECKS;
use crate::runnable::missing;
use crate::scope::Scope;
use crate::tally::Tally;
use feltproof_model::waiver::{Waived, Waiver, WaiverUse};
use feltproof_model::{Date, Exception};

pub(crate) struct Waivers(Vec<Use>);

/// What became of a waiver.
#[derive(Clone, Default)]
pub(crate) struct Use {
    pub(crate) waived: u64,
    /// Exceptions within its bounds on days on which it did not hold.
    pub(crate) too_late: u64,
}

impl Waivers {
    pub(crate) fn new(scope: &Scope) -> Self {
        Self(vec![Use::default(); scope.engagement.waivers.len()])
    }

    /// Waives what was found and not yet handed on. The first waiver that covers an exception is that which counts.
    pub(crate) fn apply(&mut self, scope: &Scope, tally: &mut Tally) {
        if self.0.is_empty() {
            return;
        }
        let mut exceptions = std::mem::take(&mut tally.exceptions);
        for exception in &mut exceptions {
            let all = (0_u16..).zip(&scope.engagement.waivers).zip(&mut self.0);
            for ((at, waiver), of) in all {
                if exception.waived.is_some() || !is_of(scope, waiver, exception) {
                    continue;
                }
                if holds(scope, waiver, exception) {
                    of.waived += 1;
                    exception.waived = Some(at);
                    note(waiver, exception);
                    tally.waive(exception);
                } else {
                    of.too_late += 1;
                }
            }
        }
        tally.exceptions = exceptions;
    }

    pub(crate) fn uses<'s>(
        &'s self,
        scope: &'s Scope,
    ) -> impl Iterator<Item = (&'s Waiver, &'s Use)> {
        scope.engagement.waivers.iter().zip(&self.0)
    }

    pub(crate) fn used(&self, scope: &Scope) -> Vec<WaiverUse> {
        let used = self.uses(scope).map(|(waiver, of)| WaiverUse {
            of: waiver.in_words(),
            approver: waiver.approver.clone(),
            justification: waiver.justification.clone(),
            document: waiver.document.clone(),
            expires: waiver.expires,
            waived: of.waived,
        });
        used.collect()
    }
}

/// Whether an exception is of what a waiver waives, and within its bounds but for the days.
fn is_of(scope: &Scope, waiver: &Waiver, exception: &Exception) -> bool {
    let is_of = match &waiver.of {
        Waived::Check(code) => exception.code == code,
        Waived::Control(id) => days(scope, exception).iter().any(|day| {
            scope.law.packs.iter().any(|pack| {
                let by = exception.pack.as_deref();
                by.is_none_or(|by| by == pack.id)
                    && pack.asking(exception.code, *day).any(|(control, _)| control.id == *id)
            })
        }),
    };
    // Whether a waiver is in order is not waived by another.
    is_of && !exception.code.starts_with("WVR-") && waiver.bounds(exception)
}

/// Whether a waiver holds on every day on which an exception is one.
fn holds(scope: &Scope, waiver: &Waiver, exception: &Exception) -> bool {
    days(scope, exception).iter().all(|day| (waiver.from..=waiver.expires).contains(day))
}

fn days(scope: &Scope, exception: &Exception) -> Vec<Date> {
    match exception.day {
        Some(day) => [day].into_iter().chain(exception.stands.iter().copied()).collect(),
        None => scope.engagement.days.iter().map(|day| day.date).collect(),
    }
}

/// Why what a waiver waives could not have been found: the check, or one of the control, did not run.
pub(crate) fn not_run(scope: &Scope, waiver: &Waiver) -> Option<String> {
    let is_requested = |code: &str| match &waiver.of {
        Waived::Check(of) => of == code,
        Waived::Control(id) => {
            let controls = scope.law.packs.iter().flat_map(|pack| &pack.controls);
            let versions = controls.filter(|of| of.id == *id).flat_map(|of| &of.versions);
            versions.flat_map(|version| &version.checks).any(|of| of == code)
        }
    };
    CHECKS.iter().filter(|check| is_requested(check.code)).find_map(|check| {
        let why = missing(scope, check)?;
        Some(format!("{} did not run, {why}", check.code))
    })
}

/// The waiver stands where the exception is explained.
fn note(waiver: &Waiver, exception: &mut Exception) {
    let Waiver { approver, justification, expires, .. } = waiver;
    let said = &mut exception.explanation;
    said.push_str(&format!(" Waived by {approver} until {expires}: {justification}."));
    exception.cause = None;
}
