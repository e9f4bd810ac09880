//! What bears out the reasons for which a meter was changed by hand: the seed that the house had put in,
//! by how much the meter had gone up or down without a cause, how high it had stood.

use super::{Judged, Standing};
use crate::hole::Hole;
use feltproof_model::engagement::LevelSettings;
use feltproof_model::{CarriedLink, ManagerEvent, ManagerKind, Money, Sum};

/// A change by hand that reverses no award and no void round, and how the meter stood then.
pub(crate) struct Claim {
    pub(crate) event: ManagerEvent,
    /// Its gaming day, by its place in the engagement.
    pub(crate) day: u16,
    /// Meter and reserve just before, as recorded.
    pub(crate) before: Standing,
    pub(crate) settings: LevelSettings,
    /// What the house had put in as seed, that of the opening amount included.
    pub(crate) put_in: Sum,
    /// By how much meter and reserve had gone up beyond what their events explain, or down where it is negative.
    pub(crate) departed: [Sum; 2],
    /// A wager had been counted in on record.
    pub(crate) is_after_play: bool,
    /// Where an event that would explain how the meter stood may be missing.
    pub(crate) hole: Option<Hole>,
}

/// What no change by hand corrected or took back so far.
#[derive(Clone, Copy, Default)]
pub(crate) struct Left {
    /// By how much meter and reserve stand too high by departures, or too low where it is negative.
    pub(crate) uncorrected: [Sum; 2],
    /// Of the seed that the house put in; `None` where a record of it may be missing.
    pub(crate) seed: Option<Sum>,
    /// Of that what no winner of the whole meter took.
    pub(crate) seed_in_meter: Option<Sum>,
}

#[derive(Default)]
pub(crate) struct Claims {
    pub(crate) made: Vec<Claim>,
    put_in: Sum,
    /// Of meter and reserve.
    departed: [Sum; 2],
    /// What the latest event added to that.
    latest: [Sum; 2],
    /// The same of the meter at each award, and the seed put in by then, with the award's running number; ascending.
    at_awards: Vec<(u64, Sum, Sum)>,
    /// What the end of the record leaves; known once all is matched.
    pub(crate) left: Left,
    has_play: bool,
    /// What the meter displayed just before it went down, with the running number of the event; ascending.
    peaks: Vec<(u64, Money)>,
}

impl Claims {
    /// The first event: the meter opens with the house's seed in it, or with what the engagement before left.
    pub(super) fn begin(&mut self, seed: Money, carried: Option<&CarriedLink>) {
        self.put_in = carried.and_then(|before| before.seed_left).unwrap_or(seed).into();
        self.departed = carried.map_or(self.departed, |before| before.uncorrected.map(Sum::from));
    }

    /// The latest event did not fit, and the one after it goes on without it: one wrong figure moved nothing.
    pub(super) fn retract(&mut self) {
        for (departed, latest) in self.departed.iter_mut().zip(std::mem::take(&mut self.latest)) {
            *departed = *departed - latest;
        }
    }

    /// Takes in an event; `hole` is where one may be missing that would explain how the meter stood.
    pub(super) fn note(&mut self, judged: &Judged<'_>, hole: Option<Hole>) {
        let Judged { record, known: event, settings, before, after: kept } = *judged;
        let reverses = matches!(event.reason.as_str(), "back_out" | "void_round");
        if event.kind.is_adjustment() && !reverses {
            self.made.push(Claim {
                event: event.clone(),
                day: record.day,
                before,
                settings: settings.clone(),
                put_in: self.put_in,
                departed: self.departed,
                is_after_play: self.has_play,
                hole,
            });
        }
        self.has_play |= event.kind == ManagerKind::CoinIn;
        if event.kind == ManagerKind::Reseed {
            let of_house = Sum::from(event.amount) - before.reserve;
            let seed = of_house.max(Sum::from(settings.seed)).min(Sum::from(event.amount));
            self.put_in = self.put_in + seed;
        }
        if event.display < before.display {
            self.peaks.push((event.seq, before.display));
        }
        if event.kind == ManagerKind::Award {
            self.at_awards.push((event.seq, self.departed[0], self.put_in));
        }
        self.latest =
            [Sum::from(event.display) - kept.display, Sum::from(event.reserve) - kept.reserve];
        for (departed, more) in self.departed.iter_mut().zip(self.latest) {
            *departed = *departed + more;
        }
    }

    /// By how much meter and reserve had departed at the end.
    pub(crate) fn at_end(&self) -> [Sum; 2] {
        self.departed
    }

    /// Of each award between two running numbers its own, how far the meter had departed, and the seed put in by then.
    pub(crate) fn at_awards(
        &self,
        after: u64,
        before: u64,
    ) -> impl Iterator<Item = (u64, Sum, Sum)> {
        let between = move |(seq, ..): &(u64, Sum, Sum)| after < *seq && *seq < before;
        self.at_awards.iter().copied().filter(between)
    }

    /// The seed that the house had put in at the end.
    pub(crate) fn put_in(&self) -> Sum {
        self.put_in
    }

    /// The most that the meter displayed after one running number and up to a claim.
    pub(crate) fn highest(&self, after: u64, claim: &Claim) -> Money {
        let between = |(seq, _): &&(u64, Money)| after < *seq && *seq <= claim.event.seq;
        let peaks = self.peaks.iter().filter(between).map(|(_, displayed)| *displayed);
        peaks.fold(claim.before.display, Money::max)
    }
}

/// How meter and reserve stood before the first event on record, as far as that event tells.
pub(super) fn stood_before(event: &ManagerEvent) -> Standing {
    let before = |account: Money| {
        let before = account.checked_sub(event.amount);
        before.expect("recorded amounts are far within the range of money")
    };
    let recorded = Standing::recorded(event);
    match event.kind {
        ManagerKind::Adjustment => Standing { display: before(recorded.display), ..recorded },
        ManagerKind::ReserveAdjustment => {
            Standing { reserve: before(recorded.reserve), ..recorded }
        }
        _ => recorded,
    }
}
