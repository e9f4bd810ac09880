//! What changed in rule packs between two days, as JSON.

use super::versions::{ControlVersionOf, LimitValue, PackHead, ReasonVersionOf, VerbName};
use feltproof_model::Date;
use feltproof_regs::{
    Applies, Change, Changed, Control, Kind, Limit, Open, Pack, Possible, Reason,
};
use feltproof_wire::{Day, Text, form, list, object, words};
use schemars::JsonSchema;
use serde::Serialize;

/// Versions of a control by their places, with whether they apply.
type Versions = [(usize, Applies)];

form! {
    /// `feltproof regs diff --json`.
    #[schemars(title = "Feltproof changes of law")]
    pub(crate) LawChanges as "feltproof-regs-diff/1"(packs: &[Pack], from: Date, to: Date) {
        from: Day = from.into(),
        to: Day = to.into(),
        /// Each pack.
        packs: Vec<PackChanges> = packs.iter().map(|pack| PackChanges::new(pack, from, to)).collect(),
    }
}

object! {
    /// What changed in a pack.
    PackChanges(pack: &Pack, from: Date, to: Date) {
        pack: PackHead = pack.into(),
        /// Changes after `from`, up to and with `to`.
        changes: Vec<ChangeOf> = list(&pack.changes(from, to)),
        not_decidable: NotDecidable = NotDecidable::new(pack, from, to) => "What is not decidable.",
    }

    /// What is not decidable on both days.
    NotDecidable(pack: &Pack, from: Date, to: Date) {
        from: Vec<OpenPoint> = list(&pack.open_on(from)) => "On the first day.",
        to: Vec<OpenPoint> = list(&pack.open_on(to)) => "On the last.",
    }

    /// What is not decidable.
    OpenPoint(open: &Open<'_>) {
        kind: KindName = open.kind.into(),
        id: Text = open.id.into() => "Id.",
        why: Text = (&open.why).into() => "Why.",
    }

    /// A change of a control.
    ControlChanged(
        day: Date, control: &Control, before: &Versions, after: &Versions;
        one = |(at, applies): &(usize, Applies)| ControlVersionOf::new(control, *at, Some(*applies))
    ) {
        day: Day = day.into(),
        #[schemars(extend("const" = "control"))]
        kind: &'static str = "control" => "Which.",
        id: Text = (&control.id).into() => "Id.",
        before: Vec<ControlVersionOf> = before.iter().map(one).collect() => "Versions before.",
        after: Vec<ControlVersionOf> = after.iter().map(one).collect() => "Versions from then on.",
    }

    /// A change of a reason for adjusting a meter.
    ReasonChanged(
        day: Date, reason: &Reason, before: &Versions, after: &Versions;
        one = |(at, applies): &(usize, Applies)| ReasonVersionOf::new(reason, *at, Some(*applies))
    ) {
        day: Day = day.into(),
        #[schemars(extend("const" = "reason"))]
        kind: &'static str = "reason" => "Which.",
        id: Text = (&reason.code).into() => "Its name.",
        before: Vec<ReasonVersionOf> = before.iter().map(one).collect() => "Versions before.",
        after: Vec<ReasonVersionOf> = after.iter().map(one).collect() => "Versions from then on.",
    }

    /// A change of a limit.
    LimitChanged(day: Date, limit: &Limit, before: &Possible<'_>, after: &Possible<'_>) {
        day: Day = day.into(),
        #[schemars(extend("const" = "limit"))]
        kind: &'static str = "limit" => "Which.",
        id: Text = (&limit.id).into() => "Id.",
        citation: Text = (&limit.citation).into() => "Citation.",
        subject: Text = (&limit.subject).into() => "What is limited.",
        verb: VerbName = limit.verb.into(),
        before: PossibleValues = before.into(),
        after: PossibleValues = after.into(),
    }

    /// What may be in force.
    PossibleValues(possible: &Possible<'_>) {
        /// Whether an earlier value that is not known may be.
        earlier_unknown: bool = possible.earlier_unknown,
        values: Vec<LimitValue> = list(possible.values) => "Values that may be.",
    }
}

words! {
    /// What of a pack it is.
    KindName: Kind = Kind::name { Control, Limit, Reason }
}

/// A change of a control, a limit or a reason.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum ChangeOf {
    Control(ControlChanged),
    Limit(LimitChanged),
    Reason(ReasonChanged),
}

impl From<&Change<'_>> for ChangeOf {
    fn from(change: &Change<'_>) -> Self {
        let day = change.day;
        match &change.of {
            Changed::Control { control, before, after } => {
                Self::Control(ControlChanged::new(day, control, before, after))
            }
            Changed::Limit { limit, before, after } => {
                Self::Limit(LimitChanged::new(day, limit, before, after))
            }
            Changed::Reason { reason, before, after } => {
                Self::Reason(ReasonChanged::new(day, reason, before, after))
            }
        }
    }
}
