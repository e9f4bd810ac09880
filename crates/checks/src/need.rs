//! What a check needs of an engagement, and whether it is there.

use crate::approved::Approved;
use crate::scope::Scope;
use feltproof_engine::TableRules;
use feltproof_intake::Columns;
use feltproof_model::Wager;
use feltproof_model::engagement::{JournalKind, Sequence, Table};
use feltproof_regs::Role;

/// What must be there for a check to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A hands journal.
    Hands,
    /// Cards in the hands journal.
    Cards,
    /// Actions in the hands journal.
    Actions,
    /// Stakes in the hands journal.
    Stakes,
    /// Returned amounts in the hands journal.
    Returned,
    /// The stake column of this wager in the hands journal.
    StakeOf(Wager),
    /// The returned column of this wager in the hands journal.
    ReturnedOf(Wager),
    /// A controller journal.
    Controller,
    /// A manager journal.
    Manager,
    /// A controller, a manager or a shuffler journal.
    Sequenced,
    /// A shuffler journal.
    ShufflerJournal,
    /// A journal of the bank account of the prizes.
    BankJournal,
    /// Tests of randomness are asked for, by the engagement or by a shuffler journal.
    Randomness,
    /// A stake column of the wager made after seeing the cards, Play or Raise.
    RaiseStakes,
    /// At least one link in the engagement.
    Links,
    /// A table that offers this wager; the bank is offered where a player keeps it.
    Offered(Wager),
    /// A column of its own for what the automatic bonus returned: without one the bonus is tested with
    /// the Ante.
    BonusApart,
    /// A posted aggregate limit at one table at least.
    Aggregate,
    /// The declared shuffler of one table at least that offers Cover All.
    Shuffler,
    /// A table of a game whose rules name the modes of a model of shuffler.
    ModesNamed,
    /// The declared shuffler of one such table at least.
    ApprovedShuffler,
    /// A figure of the odds that the property states.
    Stated,
    /// Posted limits at one table at least.
    Posted,
    /// A staff list.
    Staff,
    /// A list of equipment.
    Equipment,
    /// The report of the engagement before.
    Previous,
    /// A waiver at least.
    Waivers,
    /// A figure of a daily record at least.
    DailyFigure,
    /// An answer of inspection to a control at least.
    Inspected,
    /// A pre-configured contribution of one link at least.
    Preconfigured,
    /// A link at least whose fixed awards come off its meter too.
    AllFromMeter,
    /// A link at least with levels that are shares of its meter.
    ShareLevels,
    /// A table at least whose progressive wagers feed several meters.
    SeveralMeters,
    /// What was paid of collection fees, in the hands journal.
    Fees,
    /// A posted schedule of collection fees at one table at least.
    Collection,
    /// A rule pack with a control that the check of this code answers.
    Control(&'static str),
    /// A table on a progressive system of which a rule pack has the approval, there on an audited day.
    Approval,
    /// A rule pack that limits this.
    LimitOf(Role),
    /// A value of this limit known for one audited day at least.
    ValueOf(Role),
}

impl Need {
    /// True for what a property is free not to have: a check that needs it has nothing to do there,
    /// which is no gap in the audit.
    pub(crate) const fn may_be_absent(self) -> bool {
        matches!(
            self,
            Self::Links
                | Self::Offered(_)
                | Self::BonusApart
                | Self::ModesNamed
                | Self::ApprovedShuffler
                | Self::Aggregate
                | Self::Stated
                | Self::Previous
                | Self::Waivers
                | Self::Inspected
                | Self::DailyFigure
                | Self::AllFromMeter
                | Self::ShareLevels
                | Self::SeveralMeters
                | Self::ShufflerJournal
                | Self::BankJournal
                | Self::Randomness
                | Self::Collection
                | Self::Control(_)
                | Self::Approval
                | Self::LimitOf(_)
        )
    }

    /// True for a record that an engagement is free not to give, though the property may have what it is of: its
    /// absence does not tell that a section of the law is about nothing here.
    pub(crate) const fn is_record(self) -> bool {
        matches!(
            self,
            Self::Stated
                | Self::Previous
                | Self::Waivers
                | Self::Inspected
                | Self::DailyFigure
                | Self::ShufflerJournal
                | Self::ApprovedShuffler
                | Self::BankJournal
                | Self::Randomness
                | Self::Collection
        )
    }

    /// True for what only a property with a progressive link needs: the equipment that is judged is
    /// that of progressive systems.
    pub(crate) const fn is_of_links(self) -> bool {
        matches!(
            self,
            Self::Links | Self::Controller | Self::Manager | Self::Sequenced | Self::Equipment
        )
    }
}

impl Scope {
    /// Why a need is not met; `None` when it is.
    pub(crate) fn lacks(&self, need: Need) -> Option<String> {
        (!self.meets(need)).then(|| self.lack_in_words(need))
    }

    /// The tables whose games' rules name the modes of a model of shuffler.
    fn tables_with_modes(&self) -> impl Iterator<Item = &Table> {
        let names = |table: &&Table| self.game(table).is_some_and(|game| game.shuffler.is_some());
        self.engagement.tables.iter().filter(names)
    }

    /// Whether a need is met. Each is answered for itself: a new one does not compile without its answer.
    fn meets(&self, need: Need) -> bool {
        use JournalKind::{Controller, Hands, Manager, Shuffler};
        let engagement = &self.engagement;
        let keeps = |kind| self.journal(kind).is_some();
        let column = |has: &dyn Fn(&Columns) -> bool| self.hands_columns.as_ref().is_some_and(has);
        match need {
            Need::Hands => keeps(Hands),
            Need::Controller => keeps(Controller),
            Need::Manager => keeps(Manager),
            Need::ShufflerJournal => keeps(Shuffler),
            Need::BankJournal => keeps(JournalKind::Bank),
            Need::Sequenced => [Controller, Manager, Shuffler]
                .into_iter()
                .flat_map(|kind| self.journals(kind))
                .any(|journal| journal.sequence != Sequence::None),
            Need::Randomness => self.tests_randomness(),
            Need::Cards => column(&|c| c.has_cards),
            Need::Fees => column(&|c| c.has_fee),
            Need::Collection => engagement.tables.iter().any(|t| !t.terms.collection.is_empty()),
            Need::Actions => column(&|c| c.has_action),
            Need::Stakes => self.has_stake(Wager::Ante),
            Need::Returned => self.has_returned(Wager::Ante),
            Need::RaiseStakes => Wager::ALL.into_iter().any(|w| w.is_raise() && self.has_stake(w)),
            Need::StakeOf(wager) => self.has_stake(wager),
            Need::ReturnedOf(wager) => self.has_returned(wager),
            Need::BonusApart => self.has_returned(Wager::AnteBonus),
            Need::Control(check) => self.law.asks_for(check),
            Need::Approval => self.law.approvals().flatten().any(Approved::is_ever_in_force),
            Need::LimitOf(role) => self.law.limits(role),
            Need::ValueOf(role) => self.law.lacks_value(role).is_none(),
            Need::Links => !engagement.links.is_empty(),
            Need::Posted => engagement.tables.iter().any(|t| !t.posted.is_empty()),
            Need::Staff => !engagement.staff.is_empty(),
            Need::Equipment => !engagement.equipment.is_empty(),
            Need::Preconfigured => {
                engagement.links.iter().any(|l| l.preconfigured_contribution.is_some())
            }
            Need::AllFromMeter => engagement.links.iter().any(|l| l.awards.deducts_fixed),
            Need::ShareLevels => engagement.links.iter().any(|l| !l.shares.is_empty()),
            Need::SeveralMeters => engagement.tables.iter().any(|t| t.links.len() > 1),
            Need::Stated => !engagement.stated.is_empty(),
            Need::Previous => engagement.previous.is_some(),
            Need::Waivers => !engagement.waivers.is_empty(),
            Need::Inspected => !engagement.inspected.is_empty(),
            Need::DailyFigure => !engagement.daily_figures.is_empty(),
            Need::Offered(wager) => self.rules.iter().any(|rules| rules.offers(wager)),
            Need::Aggregate => self.rules.iter().any(TableRules::has_aggregate),
            Need::ModesNamed => self.tables_with_modes().next().is_some(),
            Need::ApprovedShuffler => self.tables_with_modes().any(|t| t.shuffler.is_some()),
            Need::Shuffler => {
                let declared = |table: &Table| table.shuffler.is_some();
                self.tables().any(|(table, rules)| rules.offers(Wager::CoverAll) && declared(table))
            }
        }
    }

    /// Why a need is not met, where it is not.
    fn lack_in_words(&self, need: Need) -> String {
        let engagement = |what: &str| format!("the engagement has no {what}");
        let column = |what: &str| match self.hands_columns {
            None => engagement("hands journal"),
            Some(_) => format!("the hands journal has no {what}"),
        };
        let named = |name: &str| {
            let meant = self.hands_columns.as_ref().and_then(|columns| columns.perhaps(name));
            let meant =
                meant.map_or(String::new(), |m| format!(" (is `{m}` meant, which is not read?)"));
            column(&format!("{name} column{meant}"))
        };
        match need {
            Need::Hands => engagement("hands journal"),
            Need::Controller => engagement("controller journal"),
            Need::Manager => engagement("manager journal"),
            Need::ShufflerJournal => engagement("shuffler journal"),
            Need::BankJournal => engagement("bank journal"),
            Need::Sequenced
                if self.journal(JournalKind::Controller).is_none()
                    && self.journal(JournalKind::Manager).is_none() =>
            {
                "the engagement has neither a controller nor a manager journal".to_owned()
            }
            Need::Sequenced => {
                "the engagement says of every journal that its records have no running numbers"
                    .to_owned()
            }
            Need::Randomness => "the engagement asks for no test of randomness; add [randomness] \
                                 with the level of false alarms"
                .to_owned(),
            Need::Cards => named("cards"),
            Need::Fees => named("fee"),
            Need::Collection => engagement("posted schedule of collection fees"),
            Need::Actions => named("action"),
            Need::Stakes => column("stake columns"),
            Need::Returned => column("returned columns"),
            Need::RaiseStakes => column("play or raise column"),
            Need::StakeOf(wager) => named(wager.key()),
            Need::ReturnedOf(wager) => named(wager.key_returned()),
            Need::BonusApart => column(
                "ante_bonus_returned column; the automatic bonus counts to the Ante (PAY-001)",
            ),
            Need::Control(_) => "no rule pack of the engagement demands this".to_owned(),
            Need::LimitOf(role) => {
                format!("no rule pack of the engagement limits {}", role.in_words())
            }
            Need::ValueOf(role) => self.law.lacks_value(role).unwrap_or_default(),
            Need::Links => engagement("progressive link"),
            Need::Posted => engagement("posted limits"),
            Need::Staff => engagement("staff list"),
            Need::Equipment => engagement("list of equipment"),
            Need::Preconfigured => engagement("preconfigured_contribution of any link"),
            Need::AllFromMeter => engagement("link whose fixed awards come off the meter"),
            Need::ShareLevels => engagement("link with levels that are shares of its meter"),
            Need::SeveralMeters => engagement("table that feeds several meters"),
            Need::Stated => engagement("stated figure of the odds"),
            Need::Waivers => "the engagement declares no waiver".to_owned(),
            Need::Previous => {
                "the engagement names no report of the one before; [previous] would".to_owned()
            }
            Need::DailyFigure => engagement("figure of a daily record; [[record]] would be one"),
            Need::Inspected => engagement("answer of inspection; [[inspected]] would be one"),
            Need::Offered(_)
            | Need::Aggregate
            | Need::Approval
            | Need::ModesNamed
            | Need::ApprovedShuffler
            | Need::Shuffler => no_table(need).to_owned(),
        }
    }
}

/// What no table has that a check needs of one at least.
const fn no_table(need: Need) -> &'static str {
    match need {
        Need::Offered(Wager::Bank) => "at no table does a player keep the bank",
        Need::Aggregate => "no table posts an aggregate limit",
        Need::Approval => {
            "no table runs on a progressive system whose approval in a rule pack of the engagement demands this on an \
             audited day"
        }
        Need::ModesNamed => "no table deals a game whose rules name the modes of a shuffler",
        Need::ApprovedShuffler => {
            "no table of a game whose rules name the modes of a shuffler declares its own; shuffler and shuffler_mode \
             at the [[table]] would"
        }
        Need::Shuffler => "no table that offers Cover All declares its shuffler and its mode",
        // One sentence for all of them, so that a report lists their checks together.
        _ => "no table offers the wager",
    }
}
