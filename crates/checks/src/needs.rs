//! What a check needs, and whether this audit has it.

use crate::frame::Need;
use crate::scope::Scope;
use feltproof_engine::TableRules;
use feltproof_intake::Columns;
use feltproof_model::Wager;
use feltproof_model::engagement::{JournalKind, Table};
use feltproof_regs::Decision;

impl Scope {
    /// Why a need is not met; `None` when it is.
    pub fn lacks(&self, need: Need) -> Option<String> {
        match need {
            Need::Hands => self.lacks_journal(JournalKind::Hands),
            Need::Controller => self.lacks_journal(JournalKind::Controller),
            Need::Manager => self.lacks_journal(JournalKind::Manager),
            Need::ShufflerJournal => self.lacks_journal(JournalKind::Shuffler),
            Need::Sequenced => {
                use JournalKind::{Controller, Manager, Shuffler};
                let none =
                    [Controller, Manager, Shuffler].iter().all(|k| self.journal(*k).is_none());
                none.then(|| {
                    "the engagement has neither a controller nor a manager journal".to_owned()
                })
            }
            Need::Randomness => (!self.tests_randomness()).then(|| {
                "the engagement asks for no test of randomness; add [randomness] with the level of \
                 false alarms"
                    .to_owned()
            }),
            Need::Cards
            | Need::Actions
            | Need::Stakes
            | Need::Returned
            | Need::RaiseStakes
            | Need::StakeOf(_)
            | Need::ReturnedOf(_)
            | Need::BonusApart => self.lacks_column(need),
            Need::WashingtonPack | Need::SingleWagerCap | Need::GamesLimit => self.lacks_law(need),
            _ => self.lacks_declared(need),
        }
    }

    fn lacks_journal(&self, kind: JournalKind) -> Option<String> {
        self.journal(kind)
            .is_none()
            .then(|| format!("the engagement has no {} journal", kind.name()))
    }

    /// Needs of the hands journal.
    fn lacks_column(&self, need: Need) -> Option<String> {
        let column = |test: &dyn Fn(&Columns) -> bool, what: &str| match &self.hands_columns {
            None => Some("the engagement has no hands journal".to_owned()),
            Some(c) if test(c) => None,
            Some(_) => Some(format!("the hands journal has no {what}")),
        };
        match need {
            Need::Cards => column(&|c| c.has_cards, "cards column"),
            Need::Actions => column(&|c| c.has_action, "action column"),
            Need::Stakes => column(&|c| c.stake[Wager::Ante as usize], "stake columns"),
            Need::Returned => column(&|c| c.returned[Wager::Ante as usize], "returned columns"),
            Need::RaiseStakes => column(
                &|c| c.stake[Wager::Play as usize] || c.stake[Wager::Raise as usize],
                "play or raise column",
            ),
            Need::StakeOf(wager) => {
                column(&|c| c.stake[wager as usize], &format!("{} column", wager.key()))
            }
            Need::ReturnedOf(wager) => {
                column(&|c| c.returned[wager as usize], &format!("{}_returned column", wager.key()))
            }
            Need::BonusApart => column(
                &|c| c.returned[Wager::AnteBonus as usize],
                "ante_bonus_returned column; the automatic bonus counts to the Ante (PAY-001)",
            ),
            _ => None,
        }
    }

    /// Needs of a law.
    fn lacks_law(&self, need: Need) -> Option<String> {
        match need {
            Need::WashingtonPack => self
                .washington()
                .is_none()
                .then(|| "the engagement does not name the rule pack us-wa".to_owned()),
            Need::SingleWagerCap => match self.caps.first() {
                Some(Decision::NotInForce { reason })
                    if self.caps.iter().all(|c| !c.is_in_force()) =>
                {
                    Some(reason.clone())
                }
                _ => None,
            },
            Need::GamesLimit => (!self.knows_games_limit())
                .then(|| "no limit of games on one hand is known for the audited days".to_owned()),
            _ => None,
        }
    }

    /// Needs of what the engagement declares.
    fn lacks_declared(&self, need: Need) -> Option<String> {
        let engagement = &self.engagement;
        let listed =
            |nothing: bool, what: &str| nothing.then(|| format!("the engagement has no {what}"));
        match need {
            Need::Links => listed(engagement.links.is_empty(), "progressive link"),
            Need::Posted => {
                listed(engagement.tables.iter().all(|t| t.posted.is_empty()), "posted limits")
            }
            Need::Staff => listed(engagement.staff.is_empty(), "staff list"),
            Need::Equipment => listed(engagement.equipment.is_empty(), "list of equipment"),
            Need::Preconfigured => listed(
                engagement.links.iter().all(|l| l.preconfigured_contribution.is_none()),
                "preconfigured_contribution of any link",
            ),
            Need::Stated => listed(engagement.stated.is_empty(), "stated figure of the odds"),
            Need::Offered(wager) => {
                let offered = self.rules.iter().any(|rules| rules.offers(wager));
                (!offered).then(|| match wager {
                    Wager::Bank => "at no table does a player keep the bank".to_owned(),
                    // One sentence for all of them, so that a report lists their checks together.
                    _ => "no table offers the wager".to_owned(),
                })
            }
            Need::Aggregate => (!self.rules.iter().any(TableRules::has_aggregate))
                .then(|| "no table posts an aggregate limit".to_owned()),
            Need::Shuffler => {
                let declared = |(table, rules): (&Table, &TableRules)| {
                    rules.offers(Wager::CoverAll) && table.shuffler.is_some()
                };
                (!self.tables().any(declared)).then(|| {
                    "no table that offers Cover All declares its shuffler and the mode it is set to"
                        .to_owned()
                })
            }
            _ => None,
        }
    }
}
