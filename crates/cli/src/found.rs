//! What every exception falls under: the day by whose law it is one, the pack whose limit it breaks, what may have
//! caused it.

use feltproof_model::{
    Cause, CauseKey, CompactString, Date, Exception, Explained, FallsUnder, Party,
};
use std::collections::BTreeMap;

impl Of {
    /// What an exception has in common with others.
    pub(crate) fn shared(exception: &Exception) -> Self {
        let Exception { day, pack, control, cause, .. } = exception;
        Self { day: *day, pack: pack.clone(), control: control.clone(), cause: *cause }
    }

    /// The same without the cause.
    pub(crate) fn falls_under(&self) -> FallsUnder {
        FallsUnder { day: self.day, pack: self.pack.clone(), control: self.control.clone() }
    }
}

/// What was found, check by check.
#[derive(Default)]
pub(crate) struct Found(BTreeMap<&'static str, BTreeMap<Of, Explained>>);

/// What exceptions of a check have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Of {
    /// The calendar day; none for what stands for the whole audit.
    pub(crate) day: Option<Date>,
    /// The pack by whose limit they are exceptions; none where they are by every pack that asks.
    pub(crate) pack: Option<CompactString>,
    /// The one control that they fall under, where they are of one.
    pub(crate) control: Option<CompactString>,
    /// What may have caused them.
    pub(crate) cause: Option<CauseKey>,
}

impl Found {
    /// Counts an exception.
    pub(crate) fn count(&mut self, exception: &Exception) {
        let mut one = Explained { code: exception.code, exceptions: 1, ..Explained::default() };
        if let (Some(difference), Some(party)) = (exception.difference, exception.favours) {
            let micros = i128::from(difference.micros()).abs();
            match party {
                Party::Player => one.over_micros = micros,
                Party::House => one.under_micros = micros,
                Party::Fund => one.fund_micros = micros,
            }
        }
        let of = Of::shared(exception);
        self.0.entry(exception.code).or_default().entry(of).or_default().add(&one);
    }

    /// Exceptions that fall under one control of a pack alone.
    pub(crate) fn of_control(&self, pack: &str, control: &str) -> u64 {
        let all = self.0.values().flatten();
        let own = all.filter(|(of, _)| {
            of.pack.as_deref() == Some(pack) && of.control.as_deref() == Some(control)
        });
        own.map(|(_, worth)| worth.exceptions).sum()
    }

    /// What of a check no cause explains.
    pub(crate) fn unexplained<'f>(
        &'f self,
        code: &str,
        causes: &'f [Cause],
    ) -> impl Iterator<Item = (&'f Of, &'f Explained)> {
        let is_explained = |key: &CauseKey| causes.iter().any(|cause| cause.keys.contains(key));
        let all = self.0.get(code).into_iter().flatten();
        all.filter(move |(of, _)| !of.cause.as_ref().is_some_and(is_explained))
    }

    /// What of a check a cause explains.
    pub(crate) fn explained<'f>(
        &'f self,
        code: &str,
        cause: &'f Cause,
    ) -> impl Iterator<Item = (&'f Of, &'f Explained)> {
        let all = self.0.get(code).into_iter().flatten();
        all.filter(move |(of, _)| of.cause.is_some_and(|key| cause.keys.contains(&key)))
    }
}
