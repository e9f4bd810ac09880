//! What the approvals of progressive systems demand of the tables that run on them.

use feltproof_model::engagement::{LinkId, Table};
use feltproof_model::{Date, Engagement, Wager};
use feltproof_regs::{Approval, GamesPlan, Pack};

/// An approval of a system that a table runs on, with the pack that says so.
pub(crate) struct Approved {
    pub(crate) pack: String,
    pub(crate) approval: Approval,
    /// Counts games as the pack does.
    pub(crate) plan: GamesPlan,
    /// The link by which the table runs on the system.
    pub(crate) link: LinkId,
    /// On which of the calendar days of the audit it may have been there.
    in_force: Vec<bool>,
}

impl Approved {
    /// Whether it may have been there on the calendar day of the audit at a place.
    pub(crate) fn is_in_force(&self, at: usize) -> bool {
        self.in_force.get(at) == Some(&true)
    }

    /// The same of any of them.
    pub(crate) fn is_ever_in_force(&self) -> bool {
        self.in_force.contains(&true)
    }
}

/// The approvals of the systems that a table runs on, each once.
pub(crate) fn of_table(
    packs: &[Pack],
    engagement: &Engagement,
    table: &Table,
    dates: &[Date],
) -> Vec<Approved> {
    let mut all: Vec<Approved> = Vec::new();
    for (pack, approval) in packs.iter().flat_map(|p| p.approvals.iter().map(move |a| (p, a))) {
        let runs_by = |id: &&LinkId| {
            let link = engagement.links.get(usize::from(id.0));
            link.is_some_and(|link| approval.is_of(&link.system, &link.paytable))
        };
        let Some(link) = table.links.iter().find(runs_by) else { continue };
        all.push(Approved {
            pack: pack.id.clone(),
            approval: approval.clone(),
            plan: pack.games_plan(&Wager::ALL.map(Wager::key)),
            link: *link,
            in_force: dates.iter().map(|date| approval.may_be_of(*date)).collect(),
        });
    }
    all
}
