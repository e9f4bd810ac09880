//! How a system follows the approvals of later dates: wagers that were counted in by other settings since.

use super::Judged;
use super::settings::in_words;
use crate::hole::Hole;
use crate::subject::Subject;
use feltproof_model::engagement::{DatedApproval, LevelSettings};
use feltproof_model::{LinkId, ManagerEvent, ManagerKind, Sum};

/// An approval of a later date while it stood, and the wagers that were counted in by other settings.
pub struct Lag<'a> {
    /// Which link.
    pub link_id: LinkId,
    /// The approval.
    pub approval: &'a DatedApproval,
    /// The first wager that was counted in while it stood.
    pub coin_in: &'a ManagerEvent,
    /// How many from there on were counted in by other settings, and what was wagered.
    pub wagers: (u64, Sum),
    /// The settings by which the first was counted in.
    pub settings: &'a LevelSettings,
    /// The change by which the system followed at last.
    pub follows: Option<&'a ManagerEvent>,
    /// Where that change may be missing.
    pub hole: Option<Hole>,
}

/// The same as it is noted, by the place of the approval.
pub(super) struct Lagging {
    at: usize,
    coin_in: ManagerEvent,
    wagers: (u64, Sum),
    settings: LevelSettings,
    hole: Option<Hole>,
    follows: Option<ManagerEvent>,
    /// Somebody set another value than the approved one, which is a matter of its own.
    is_other: bool,
}

/// What a link lags behind its approvals.
#[derive(Default)]
pub(super) struct Dated {
    all: Vec<Lagging>,
    /// The approval under which a setting was last changed to another value than its own.
    other: Option<usize>,
}

impl Dated {
    /// Takes in an event; `after` are the settings that it leaves, `hole` where a change before it may be missing.
    pub(super) fn note(&mut self, of: &Judged<'_>, after: &LevelSettings, hole: Option<Hole>) {
        let (link, event) = (of.record.link, of.record.event);
        let Some(at) = link.approval_at(event.time) else { return };
        let approval = &link.approvals[at];
        let first = of.record.subject.engagement.days.first();
        let is_earlier = first.is_none_or(|day| approval.from <= day.start);
        // What stood before the first audited day was declared with the settings as the record begins, unless it begins
        // by those of an approval before; then those are asked for by which the audited wagers were counted in.
        if is_earlier && !(of.record.is_audited && link.runs_by_earlier(at)) {
            return;
        }
        let approved = in_words(&approval.settings);
        let lagging = self.all.last_mut().filter(|last| last.at == at);
        if event.kind == ManagerKind::Config {
            let (before, after) = (in_words(of.settings), in_words(after));
            let is_other = |i: usize| after[i] != before[i] && after[i] != approved[i];
            if (0..after.len()).any(is_other) {
                self.other = Some(at);
            }
            if let Some(last) = lagging.filter(|_| after == approved) {
                last.follows.get_or_insert_with(|| event.clone());
            }
            return;
        }
        if event.kind != ManagerKind::CoinIn || event.amount.is_zero() {
            return;
        }
        let lags = in_words(of.settings) != approved;
        match lagging {
            // Where it followed and was changed again, that change is a matter of its own.
            Some(last) if lags && last.follows.is_none() && last.wagers.0 > 0 => {
                last.wagers = (last.wagers.0 + 1, last.wagers.1 + event.amount);
            }
            Some(_) => {}
            None => self.all.push(Lagging {
                at,
                coin_in: event.clone(),
                wagers: if lags { (1, Sum::from(event.amount)) } else { (0, Sum::ZERO) },
                settings: of.settings.clone(),
                hole,
                follows: None,
                is_other: false,
            }),
        }
        if let (Some(last), Some(other)) = (self.all.last_mut(), self.other) {
            last.is_other |= last.at == other;
        }
    }

    /// The approvals of later dates under which wagers were counted in; `unordered` where the order of the events is not known.
    pub(super) fn lags<'a>(
        &'a self,
        subject: &'a Subject,
        link_id: LinkId,
        unordered: Option<Hole>,
    ) -> impl Iterator<Item = Lag<'a>> {
        let link = subject.link(link_id);
        self.all.iter().filter(|of| !of.is_other).map(move |of| Lag {
            link_id,
            approval: &link.approvals[of.at],
            coin_in: &of.coin_in,
            wagers: of.wagers,
            settings: &of.settings,
            follows: of.follows.as_ref(),
            hole: unordered.or(of.hole),
        })
    }
}
