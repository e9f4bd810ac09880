//! What bears out the reasons for which a meter was reduced by hand: the seed that the house had put in,
//! by how much the meter had gone up without a cause, how high it had stood.

use super::{Judged, Standing};
use crate::hole::Hole;
use feltproof_model::engagement::LevelSettings;
use feltproof_model::{ManagerEvent, ManagerKind, Money, Sum};

/// A reduction by hand, and how the meter stood then.
pub(crate) struct Claim {
    pub(crate) event: ManagerEvent,
    /// Its gaming day, by its place in the engagement.
    pub(crate) day: u16,
    /// Meter and reserve just before, as recorded.
    pub(crate) before: Standing,
    pub(crate) settings: LevelSettings,
    /// What the house had put in as seed, that of the opening amount included.
    pub(crate) put_in: Sum,
    /// By how much the account had gone up beyond what its events explain.
    pub(crate) departed: Sum,
    /// A wager had been counted in on record.
    pub(crate) is_after_play: bool,
    /// Where an event that would explain how the meter stood may be missing.
    pub(crate) hole: Option<Hole>,
}

#[derive(Default)]
pub(crate) struct Claims {
    pub(crate) made: Vec<Claim>,
    put_in: Sum,
    /// Of meter and reserve.
    departed: [Sum; 2],
    has_play: bool,
    /// What the meter displayed just before it went down, with the running number of the event; ascending.
    peaks: Vec<(u64, Money)>,
}

impl Claims {
    /// The first event: the meter opens with the house's seed in it.
    pub(super) fn begin(&mut self, seed: Money) {
        self.put_in = Sum::from(seed);
    }

    /// Takes in an event; `hole` is where one may be missing that would explain how the meter stood.
    pub(super) fn note(&mut self, judged: &Judged<'_>, hole: Option<Hole>) {
        let Judged { record, known: event, settings, before, after: kept } = *judged;
        if event.kind.is_adjustment() && event.amount < Money::ZERO {
            let account = usize::from(event.kind == ManagerKind::ReserveAdjustment);
            self.made.push(Claim {
                event: event.clone(),
                day: record.day,
                before,
                settings: settings.clone(),
                put_in: self.put_in,
                departed: self.departed[account],
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
        let more =
            [Sum::from(event.display) - kept.display, Sum::from(event.reserve) - kept.reserve];
        for (departed, more) in self.departed.iter_mut().zip(more) {
            *departed = *departed + more.max(Sum::ZERO);
        }
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
