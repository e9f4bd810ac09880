//! Rule packs as JSON, whole and in the order of the file.

use super::versions::{
    ControlVersionOf, LimitValue, PackHead, QuantityOf, ReasonVersionOf, VerbName,
};
use feltproof_model::{Date, Money};
use feltproof_regs::{Control, Counts, Decision, GameGroup, Limit, Pack, Reason};
use feltproof_wire::{Day, Dollars, Evidence, Form, Text, form, list, object, words};
use schemars::JsonSchema;
use serde::Serialize;

/// `feltproof regs --json`: an entry for each pack, or one pack whole.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "Feltproof rule packs")]
pub(crate) enum RulePacks {
    Overview(PackList),
    Whole(Box<WholePack>),
}

impl Form for RulePacks {
    const NAME: &'static str = PackList::NAME;
}

/// An entry for each pack.
pub(crate) fn overview(packs: &[Pack], on: Option<Date>) -> RulePacks {
    RulePacks::Overview(PackList::new(packs, on))
}

/// Everything that a pack says; on a day only what applies, or may.
pub(crate) fn pack(pack: &Pack, on: Option<Date>) -> RulePacks {
    RulePacks::Whole(Box::new(WholePack::new(pack, on)))
}

form! {
    /// An entry for each pack.
    pub(crate) PackList as "feltproof-regs/1"(packs: &[Pack], on: Option<Date>) {
        on: Option<Day> = on.map(Day::from) => "The day for which it is; null where none is given.",
        /// The packs.
        packs: Vec<PackEntry> = packs.iter().map(|pack| PackEntry::new(pack, on)).collect(),
    }
}

form! {
    /// One pack, whole.
    pub(crate) WholePack as "feltproof-regs/1"(
        pack: &Pack, on: Option<Date>;
        controls = pack.controls.iter().filter(|control| control.shown(on).next().is_some())
    ) {
        on: Option<Day> = on.map(Day::from) => "The day for which it is; null where none is given.",
        pack: PackHead = pack.into(),
        controls: Vec<ControlOf> = controls.map(|control| ControlOf::new(control, on)).collect() => "Controls.",
        /// Limits.
        limits: Vec<LimitOf> = pack.limits.iter().map(|limit| LimitOf::new(limit, on)).collect(),
        /// Permitted reasons for adjusting a meter.
        reasons: Vec<ReasonOf> = pack.reasons.iter().map(|reason| ReasonOf::new(reason, on)).collect(),
        games: Vec<GroupOf> = list(&pack.groups) => "What counts as a separate game.",
    }
}

object! {
    /// A rule pack and how much is in it.
    PackEntry(pack: &Pack, on: Option<Date>) {
        #[serde(flatten)]
        head: PackHead = pack.into(),
        controls: StatusCounts = pack.statuses(on).into() => "How many controls.",
        limits: usize = pack.limits_shown(on) => "How many limits.",
    }

    /// Controls by how they are answered.
    StatusCounts(counts: [usize; 3]; [automated, partial, manual] = counts) {
        all: usize = counts.iter().sum() => "All.",
        automated: usize = automated => "Automated.",
        partial: usize = partial => "Partial.",
        manual: usize = manual => "Manual.",
    }

    /// A control.
    ControlOf(control: &Control, on: Option<Date>) {
        id: Text = (&control.id).into() => "Id.",
        /// The games that it is of; of any where there are none.
        games: Vec<Text> = list(&control.games),
        /// Whether it is of games alone in which a player keeps the bank.
        player_banks: bool = control.is_of_player_banks,
        versions: Vec<ControlVersionOf> = control.shown(on)
            .map(|(at, _, applies)| ControlVersionOf::new(control, at, on.and(Some(applies))))
            .collect() => "Versions, earliest first.",
    }

    /// A limit.
    LimitOf(
        limit: &Limit, on: Option<Date>
    ) {
        id: Text = (&limit.id).into() => "Id.",
        limits: Text = limit.role.name().into() => "What it limits: its role.",
        /// Applies to wagers above this; null where to all.
        over: Option<Over> = limit.over.map(Over::from),
        subject: Text = (&limit.subject).into() => "What is limited, in words.",
        citation: Text = (&limit.citation).into() => "Citation.",
        former: Vec<Former> = list(&limit.former) => "Earlier citations.",
        verb: VerbName = limit.verb.into(),
        values: Vec<LimitValue> = list(limit.shown(on)) => "Dated values.",
        /// What it says on the day; only where one is given.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Says")]
        says: Option<Says> = on.map(|date| Says::new(limit, date)),
    }

    /// An amount above which a limit applies.
    Over(over: Money) {
        dollars: Dollars = over.into(),
    }

    /// An earlier citation.
    Former(of: &(Date, String)) {
        citation: Text = (&of.1).into() => "Citation.",
        until: Day = of.0.into(),
    }

    /// What a limit says on a day.
    Says(limit: &Limit, date: Date; decision = limit.on(date)) {
        #[schemars(extend("enum" = ["in force", "not decidable", "not known", "no such limit"]))]
        state: &'static str = limit.state(date) => "Whether it says something.",
        value: Option<QuantityOf> = match &decision {
            Decision::InForce { value, .. } => Some((*value).into()),
            Decision::Undecided { .. } | Decision::NotInForce { .. } => None,
        },
        sentence: Text = decision.to_string().into() => "In words.",
    }

    /// A permitted reason.
    ReasonOf(reason: &Reason, on: Option<Date>) {
        code: Text = (&reason.code).into() => "Its name.",
        versions: Vec<ReasonVersionOf> = reason.shown(on)
            .map(|(at, _, applies)| ReasonVersionOf::new(reason, at, on.and(Some(applies))))
            .collect() => "Versions.",
    }

    /// A group of wagers.
    GroupOf(group: &GameGroup) {
        id: Text = (&group.id).into() => "Id.",
        wagers: Vec<Text> = list(&group.wagers) => "The wagers.",
        counts: CountsName = group.counts.into(),
        evidence: Evidence = group.evidence.name().into(),
        note: String = group.note.clone() => "A note.",
    }
}

words! {
    /// Whether a wager counts as a separate game.
    CountsName: Counts = Counts::name { Always, Unclear, Never }
}
