//! What every exception falls under: its day, the pack whose limit it breaks, what may cause it.

use feltproof_model::{Cause, CauseKey, Exception, Explained, Extent, FallsUnder, Party};
use std::collections::BTreeMap;

/// What was found, check by check.
#[derive(Default)]
pub(crate) struct Found(BTreeMap<&'static str, BTreeMap<Of, Worth>>);

/// What exceptions are worth, and how far they reach.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worth {
    pub(crate) sum: Explained,
    pub(crate) extent: Extent,
}

impl Worth {
    pub(crate) fn add(&mut self, more: &Self) {
        self.sum.add(&more.sum);
        self.extent.add(&more.extent);
    }
}

/// What exceptions of a check have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Of {
    /// What decides under which controls they fall.
    pub(crate) under: FallsUnder,
    pub(crate) cause: Option<CauseKey>,
}

impl Of {
    pub(crate) fn shared(exception: &Exception) -> Self {
        Self { under: FallsUnder::of(exception), cause: exception.cause }
    }
}

impl Found {
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
            of.under.pack.as_deref() == Some(pack) && of.under.control.as_deref() == Some(control)
        });
        own.map(|(_, worth)| worth.sum.exceptions).sum()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&'static str, &Of, &Worth)> {
        self.0.iter().flat_map(|(code, all)| all.iter().map(move |(of, worth)| (*code, of, worth)))
    }

    pub(crate) fn unexplained<'f>(
        &'f self,
        code: &str,
        causes: &'f [Cause],
    ) -> impl Iterator<Item = (&'f Of, &'f Worth)> {
        let is_explained = |key: &CauseKey| causes.iter().any(|cause| cause.keys.contains(key));
        let all = self.0.get(code).into_iter().flatten();
        all.filter(move |(of, _)| !of.cause.as_ref().is_some_and(is_explained))
    }

    pub(crate) fn explained<'f>(
        &'f self,
        code: &str,
        cause: &'f Cause,
    ) -> impl Iterator<Item = (&'f Of, &'f Worth)> {
        let all = self.0.get(code).into_iter().flatten();
        all.filter(move |(of, _)| of.cause.is_some_and(|key| cause.keys.contains(&key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_model::{EngagementLine, Locus, Money, TableId};

    fn exception(code: &'static str, micros: i64, favours: Party) -> Exception {
        Exception {
            table: Some("T1".into()),
            difference: Some(Money::from_micros(micros)),
            favours: Some(favours),
            ..Exception::at(code, Locus::Engagement { line: EngagementLine::default() })
        }
    }

    /// Whatever causes hold, each exception is explained by one of them or stands for itself.
    #[test]
    fn what_is_explained_and_what_is_not_are_together_what_was_found() {
        let [one, other] = [1, 2].map(|n| CauseKey::Cards { table: TableId(n) });
        let mut found = Found::default();
        for (cause, micros, favours) in [
            (None, 5, Party::Player),
            (Some(one), -7, Party::House),
            (Some(one), 11, Party::Player),
            (Some(other), 13, Party::Fund),
        ] {
            found.count(&Exception { cause, ..exception("PAY-001", micros, favours) });
        }
        found.count(&exception("PAY-002", 17, Party::House));
        let cause = Cause {
            keys: vec![one],
            title: String::new(),
            evidence: String::new(),
            remedy: String::new(),
            first: Locus::Engagement { line: EngagementLine::default() },
            last: Locus::Engagement { line: EngagementLine::default() },
            explains: Vec::new(),
        };
        let sum = |all: &mut dyn Iterator<Item = (&Of, &Worth)>| {
            let (mut sum, mut count) = ([0; 3], 0);
            for (_, Worth { sum: of, extent }) in all {
                assert!(extent.tables.contains("T1"));
                count += of.exceptions;
                for (sum, more) in
                    sum.iter_mut().zip([of.over_micros, of.under_micros, of.fund_micros])
                {
                    *sum += more;
                }
            }
            (count, sum)
        };
        let causes = [cause];
        assert_eq!(sum(&mut found.explained("PAY-001", &causes[0])), (2, [11, 7, 0]));
        assert_eq!(sum(&mut found.unexplained("PAY-001", &causes)), (2, [5, 0, 13]));
        assert_eq!(sum(&mut found.unexplained("PAY-001", &[])), (4, [16, 7, 13]));
        assert_eq!(sum(&mut found.unexplained("PAY-002", &causes)), (1, [0, 17, 0]));
        let all: u64 = found.all().map(|(.., worth)| worth.sum.exceptions).sum();
        assert_eq!(all, 5);
    }

    #[test]
    fn of_a_control_is_what_names_it_and_its_pack() {
        let mut found = Found::default();
        for (pack, control) in [(Some("a"), Some("1")), (Some("b"), Some("1")), (Some("a"), None)] {
            let [pack, control] = [pack, control].map(|id| id.map(Into::into));
            found.count(&Exception { pack, control, ..exception("INS-001", 0, Party::House) });
        }
        assert_eq!(found.of_control("a", "1"), 1);
        assert_eq!(found.of_control("b", "1"), 1);
        assert_eq!(found.of_control("b", "2"), 0);
    }
}
