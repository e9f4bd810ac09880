//! What every exception falls under: the day by whose law it is one, the pack whose limit it breaks, what may have
//! caused it.

use feltproof_model::{
    Cause, CauseKey, CompactString, Date, Exception, Explained, Extent, FallsUnder, Party,
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
pub(crate) struct Found(BTreeMap<&'static str, BTreeMap<Of, Worth>>);

/// What exceptions are worth, and how far they reach.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worth {
    /// How many, and their money.
    pub(crate) sum: Explained,
    /// Since when, where, with whom.
    pub(crate) extent: Extent,
}

impl Worth {
    /// Adds what others are worth.
    pub(crate) fn add(&mut self, more: &Self) {
        self.sum.add(&more.sum);
        self.extent.add(&more.extent);
    }
}

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
        let worth = self.0.entry(exception.code).or_default().entry(of).or_default();
        worth.sum.add(&one);
        worth.extent.count(exception);
    }

    /// Exceptions that fall under one control of a pack alone.
    pub(crate) fn of_control(&self, pack: &str, control: &str) -> u64 {
        let all = self.0.values().flatten();
        let own = all.filter(|(of, _)| {
            of.pack.as_deref() == Some(pack) && of.control.as_deref() == Some(control)
        });
        own.map(|(_, worth)| worth.sum.exceptions).sum()
    }

    /// Everything, check by check.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&'static str, &Of, &Worth)> {
        self.0.iter().flat_map(|(code, all)| all.iter().map(move |(of, worth)| (*code, of, worth)))
    }

    /// What of a check no cause explains.
    pub(crate) fn unexplained<'f>(
        &'f self,
        code: &str,
        causes: &'f [Cause],
    ) -> impl Iterator<Item = (&'f Of, &'f Worth)> {
        let is_explained = |key: &CauseKey| causes.iter().any(|cause| cause.keys.contains(key));
        let all = self.0.get(code).into_iter().flatten();
        all.filter(move |(of, _)| !of.cause.as_ref().is_some_and(is_explained))
    }

    /// What of a check a cause explains.
    pub(crate) fn explained<'f>(
        &'f self,
        code: &str,
        cause: &'f Cause,
    ) -> impl Iterator<Item = (&'f Of, &'f Worth)> {
        let all = self.0.get(code).into_iter().flatten();
        all.filter(move |(of, _)| of.cause.is_some_and(|key| cause.keys.contains(&key)))
    }
}
