//! Rule packs as JSON, whole and in the order of the file.

use super::text::{limits, shown, shown_of, state, statuses};
use super::versions::{
    ControlVersionOf, LimitValue, PackHead, QuantityOf, ReasonVersionOf, VerbName,
};
use feltproof_model::{Date, Money};
use feltproof_regs::{Control, ControlStatus, Counts, Decision, GameGroup, Limit, Pack, Reason};
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
        /// The day for which it is; null where none is given.
        on: Option<Day> = on.map(Day::from),
        /// The packs.
        packs: Vec<PackEntry> = packs.iter().map(|pack| PackEntry::new(pack, on)).collect(),
    }
}

form! {
    /// One pack, whole.
    pub(crate) WholePack as "feltproof-regs/1"(pack: &Pack, on: Option<Date>) {
        /// The day for which it is; null where none is given.
        on: Option<Day> = on.map(Day::from),
        pack: PackHead = pack.into(),
        /// Controls.
        controls: Vec<ControlOf> = pack.controls.iter().filter_map(|control| control_on(control, on)).collect(),
        /// Limits.
        limits: Vec<LimitOf> = pack.limits.iter().map(|limit| LimitOf::new(limit, on)).collect(),
        /// Permitted reasons for adjusting a meter.
        reasons: Vec<ReasonOf> = pack.reasons.iter().map(|reason| ReasonOf::new(reason, on)).collect(),
        /// What counts as a separate game.
        games: Vec<GroupOf> = list(&pack.groups),
    }
}

object! {
    /// A rule pack and how much is in it.
    PackEntry(pack: &Pack, on: Option<Date>) {
        #[serde(flatten)]
        head: PackHead = pack.into(),
        /// How many controls.
        controls: StatusCounts = statuses(pack, on).into(),
        /// How many limits.
        limits: usize = limits(pack, on),
    }

    /// Controls by how they are answered.
    StatusCounts(
        all: Vec<(ControlStatus, usize)>;
        of = |status| all.iter().filter(|(other, _)| *other == status).map(|(_, count)| count).sum()
    ) {
        /// All.
        all: usize = all.iter().map(|(_, count)| count).sum(),
        /// Automated.
        automated: usize = of(ControlStatus::Automated),
        /// Partial.
        partial: usize = of(ControlStatus::Partial),
        /// Manual.
        manual: usize = of(ControlStatus::Manual),
    }

    /// A control.
    ControlOf(id: &String, versions: Vec<ControlVersionOf>) {
        /// Id.
        id: Text = id.into(),
        /// Versions, earliest first.
        versions: Vec<ControlVersionOf> = versions,
    }

    /// A limit.
    LimitOf(
        limit: &Limit, on: Option<Date>;
        values = on.map_or(limit.values.as_slice(), |date| limit.possible_on(date).values)
    ) {
        /// Id.
        id: Text = (&limit.id).into(),
        /// What it limits: its role.
        limits: Text = limit.role.name().into(),
        /// Applies to wagers above this; null where to all.
        over: Option<Over> = limit.over.map(Over::from),
        /// What is limited, in words.
        subject: Text = (&limit.subject).into(),
        /// Citation.
        citation: Text = (&limit.citation).into(),
        /// Earlier citations.
        former: Vec<Former> = list(&limit.former),
        verb: VerbName = limit.verb.into(),
        /// Dated values.
        values: Vec<LimitValue> = list(values),
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
        /// Citation.
        citation: Text = (&of.1).into(),
        until: Day = of.0.into(),
    }

    /// What a limit says on a day.
    Says(limit: &Limit, date: Date; decision = limit.on(date)) {
        /// Whether it says something.
        #[schemars(extend("enum" = ["in force", "not decidable", "not known", "no such limit"]))]
        state: &'static str = state(limit, date),
        value: Option<QuantityOf> = match &decision {
            Decision::InForce { value, .. } => Some((*value).into()),
            Decision::Undecided { .. } | Decision::NotInForce { .. } => None,
        },
        /// In words.
        sentence: Text = decision.to_string().into(),
    }

    /// A permitted reason.
    ReasonOf(reason: &Reason, on: Option<Date>) {
        /// Its name.
        code: Text = (&reason.code).into(),
        /// Versions.
        versions: Vec<ReasonVersionOf> = shown_of(reason, on)
            .map(|(at, version, applies)| ReasonVersionOf::new(reason, at, version, on.and(Some(applies))))
            .collect(),
    }

    /// A group of wagers.
    GroupOf(group: &GameGroup) {
        /// Id.
        id: Text = (&group.id).into(),
        /// The wagers.
        wagers: Vec<Text> = list(&group.wagers),
        counts: CountsName = group.counts.into(),
        evidence: Evidence = group.evidence.name().into(),
        /// A note.
        note: String = group.note.clone(),
    }
}

words! {
    /// Whether a wager counts as a separate game.
    CountsName: Counts = Counts::name { Always, Unclear, Never }
}

/// A control with the versions that are shown; none where none is.
fn control_on(control: &Control, on: Option<Date>) -> Option<ControlOf> {
    let versions: Vec<_> = shown(control, on)
        .map(|(at, version, applies)| {
            ControlVersionOf::new(control, at, version, on.and(Some(applies)))
        })
        .collect();
    (!versions.is_empty()).then(|| ControlOf::new(&control.id, versions))
}
