//! What a check needs of an engagement, and whether it is there.

use crate::approved::Approved;
use crate::scope::Scope;
use feltproof_engine::game::ShufflerChoice;
use feltproof_engine::{Game, TableRules};
use feltproof_intake::Columns;
use feltproof_model::Wager;
use feltproof_model::engagement::{JournalKind, Link, Sequence, Table, TwoPeople};
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
    /// A column of its own for the automatic bonus: without one it is tested with the Ante.
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
    /// Two people demanded for changes by hand.
    TwoPeople,
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
    /// What the engagement declares as kept or covered for odds-based prizes.
    OddsPrizeCover,
}

impl Need {
    /// True for what a property is free not to have: no check of it then leaves a gap.
    pub(crate) const fn may_be_absent(self) -> bool {
        self.is_record()
            || matches!(
                self,
                Self::Links
                    | Self::Offered(_)
                    | Self::BonusApart
                    | Self::ModesNamed
                    | Self::Aggregate
                    | Self::AllFromMeter
                    | Self::TwoPeople
                    | Self::ShareLevels
                    | Self::SeveralMeters
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
                | Self::OddsPrizeCover
        )
    }

    /// True for what only a property with a link needs: the equipment judged is that of systems.
    pub(crate) const fn is_of_links(self) -> bool {
        matches!(
            self,
            Self::Links | Self::Controller | Self::Manager | Self::Sequenced | Self::Equipment
        )
    }
}

impl Scope {
    /// Why a need is not met; `None` when it is. Each is answered for itself, and none forgotten.
    #[expect(clippy::too_many_lines, reason = "a table: one need, one arm")]
    pub(crate) fn lacks(&self, need: Need) -> Option<String> {
        use JournalKind::{Bank, Controller, Hands, Manager, Shuffler};
        let engagement = &self.engagement;
        let unless = |is_met: bool, why: &str| (!is_met).then(|| why.to_owned());
        let has = |it: bool, what: &str| (!it).then(|| format!("the engagement has no {what}"));
        let keeps = |kind| self.journal(kind).is_some();
        let link = |has: fn(&Link) -> bool| engagement.links.iter().any(has);
        let table = |has: fn(&Table) -> bool| engagement.tables.iter().any(has);
        let stakes = |wager| self.has_stake(wager);
        match need {
            Need::Hands => has(keeps(Hands), "hands journal"),
            Need::Controller => has(keeps(Controller), "controller journal"),
            Need::Manager => has(keeps(Manager), "manager journal"),
            Need::ShufflerJournal => has(keeps(Shuffler), "shuffler journal"),
            Need::BankJournal => has(keeps(Bank), "bank journal"),
            Need::Sequenced => {
                let kinds = [Controller, Manager, Shuffler].into_iter();
                let mut journals = kinds.flat_map(|kind| self.journals(kind));
                let is_met = journals.any(|journal| journal.sequence != Sequence::None);
                let why = match keeps(Controller) || keeps(Manager) {
                    true => {
                        "the engagement says of every journal that its records have no running numbers"
                    }
                    false => "the engagement has neither a controller nor a manager journal",
                };
                unless(is_met, why)
            }
            Need::Randomness => unless(
                self.tests_randomness(),
                "the engagement asks for no test of randomness; add [randomness] with the level of false alarms",
            ),
            Need::Cards => self.lacks_named(|c| c.has_cards, "cards"),
            Need::Fees => self.lacks_named(|c| c.has_fee, "fee"),
            Need::Actions => self.lacks_named(|c| c.has_action, "action"),
            Need::StakeOf(wager) => self.lacks_named(|_| stakes(wager), wager.key()),
            Need::ReturnedOf(wager) => {
                self.lacks_named(|_| self.has_returned(wager), wager.key_returned())
            }
            Need::Stakes => self.lacks_column(stakes(Wager::Ante), "stake columns"),
            Need::Returned => self.lacks_column(self.has_returned(Wager::Ante), "returned columns"),
            Need::RaiseStakes => {
                let raises = Wager::ALL.into_iter().filter(|wager| wager.is_raise());
                self.lacks_column(raises.into_iter().any(stakes), "play or raise column")
            }
            Need::BonusApart => self.lacks_column(
                self.has_returned(Wager::AnteBonus),
                "ante_bonus_returned column; the automatic bonus counts to the Ante (PAY-001)",
            ),
            Need::Control(check) => {
                unless(self.law.asks_for(check), "no rule pack of the engagement demands this")
            }
            Need::LimitOf(role) => (!self.law.limits(role))
                .then(|| format!("no rule pack of the engagement limits {}", role.in_words())),
            Need::ValueOf(role) => self.law.lacks_value(role),
            Need::OddsPrizeCover => has(
                engagement.odds_prize_cover.is_some(),
                "cover of odds-based prizes; odds_prize_cover in [engagement] would be one",
            ),
            Need::Links => has(link(|_| true), "progressive link"),
            Need::Preconfigured => has(
                link(|l| l.preconfigured_contribution.is_some()),
                "preconfigured_contribution of any link",
            ),
            Need::AllFromMeter => {
                has(link(|l| l.awards.deducts_fixed), "link whose fixed awards come off the meter")
            }
            Need::ShareLevels => {
                has(link(|l| !l.shares.is_empty()), "link with levels that are shares of its meter")
            }
            Need::SeveralMeters => {
                has(table(|t| t.links.len() > 1), "table that feeds several meters")
            }
            Need::Collection => {
                has(table(|t| !t.terms.collection.is_empty()), "posted schedule of collection fees")
            }
            Need::Posted => has(table(|t| !t.posted.is_empty()), "posted limits"),
            Need::TwoPeople => unless(
                engagement
                    .two_people
                    .iter()
                    .any(|of| matches!(of, TwoPeople::Adjustment | TwoPeople::BackOut)),
                "the engagement demands two people for no adjustment or back-out; two_people in [engagement] would",
            ),
            Need::Staff => has(!engagement.staff.is_empty(), "staff list"),
            Need::Equipment => has(!engagement.equipment.is_empty(), "list of equipment"),
            Need::Stated => has(!engagement.stated.is_empty(), "stated figure of the odds"),
            Need::DailyFigure => has(
                !engagement.daily_figures.is_empty(),
                "figure of a daily record; [[record]] would be one",
            ),
            Need::Inspected => has(
                !engagement.inspected.is_empty(),
                "answer of inspection; [[inspected]] would be one",
            ),
            Need::Waivers => {
                unless(!engagement.waivers.is_empty(), "the engagement declares no waiver")
            }
            Need::Previous => unless(
                engagement.previous.is_some(),
                "the engagement names no report of the one before; [previous] would",
            ),
            Need::Offered(wager) => unless(
                self.rules.iter().any(|rules| rules.offers(wager)),
                match wager {
                    Wager::Bank => "at no table does a player keep the bank",
                    // One sentence for all of them, so that a report lists their checks together.
                    _ => "no table offers the wager",
                },
            ),
            Need::Aggregate => unless(
                self.rules.iter().any(TableRules::has_aggregate),
                "no table posts an aggregate limit",
            ),
            Need::Approval => unless(
                self.law.approvals().flatten().any(Approved::is_ever_in_force),
                "no table runs on a progressive system whose approval in a rule pack of the engagement demands this on an audited day",
            ),
            Need::ModesNamed => unless(
                self.tables_with_modes().next().is_some(),
                "no table deals a game whose rules name the modes of a shuffler",
            ),
            Need::ApprovedShuffler => unless(
                self.tables_with_modes().any(|t| t.shuffler.is_some()),
                "no table of a game whose rules name the modes of a shuffler declares its own; shuffler and shuffler_mode at the [[table]] would",
            ),
            Need::Shuffler => unless(
                self.tables()
                    .any(|(t, rules)| rules.offers(Wager::CoverAll) && t.shuffler.is_some()),
                "no table that offers Cover All declares its shuffler and its mode",
            ),
        }
    }

    /// That the hands journal has no such columns, where it does not.
    fn lacks_column(&self, is_there: bool, what: &str) -> Option<String> {
        (!is_there).then(|| match self.hands_columns {
            None => "the engagement has no hands journal".to_owned(),
            Some(_) => format!("the hands journal has no {what}"),
        })
    }

    /// The same of one column by its name, with what may be meant by another name.
    fn lacks_named(&self, has: impl Fn(&Columns) -> bool, name: &str) -> Option<String> {
        let columns = self.hands_columns.as_ref();
        if columns.is_some_and(has) {
            return None;
        }
        let meant = columns.and_then(|columns| columns.perhaps(name));
        let meant = meant.map(|m| format!(" (is `{m}` meant, which is not read?)"));
        self.lacks_column(false, &format!("{name} column{}", meant.unwrap_or_default()))
    }

    /// The tables whose games' rules name the modes of a model of shuffler.
    fn tables_with_modes(&self) -> impl Iterator<Item = &Table> {
        let named = |game: &Game| {
            game.shuffler.is_some() && game.shuffler_choice != ShufflerChoice::ThisModel
        };
        let names = move |table: &&Table| self.game(table).is_some_and(named);
        self.engagement.tables.iter().filter(names)
    }
}
