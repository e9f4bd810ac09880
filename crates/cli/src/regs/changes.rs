//! What changed in rule packs between two days, as text and as JSON.

use super::lines::Lines;
use super::text::{amount, permission};
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

/// What changed in each pack, as text.
pub(crate) fn text(packs: &[Pack], from: Date, to: Date) -> String {
    let mut out = Lines::default();
    for (at, pack) in packs.iter().enumerate() {
        if at > 0 {
            out.blank();
        }
        out.wrapped(
            "",
            &format!(
                "{}, version {}: what changed after {from}, up to {to}",
                pack.id, pack.version
            ),
        );
        let changes = pack.changes(from, to);
        if changes.is_empty() {
            out.blank();
            out.wrapped("", "Nothing that this pack knows of: no version of a control or of a reason began or ended, and no limit changed.");
        }
        for change in &changes {
            out.blank();
            changed(&mut out, change);
        }
        for day in days(from, to) {
            open(&mut out, pack, day);
        }
    }
    out.0
}

/// Both days, or the one that they are.
fn days(from: Date, to: Date) -> Vec<Date> {
    if from == to { vec![from] } else { vec![from, to] }
}

fn changed(out: &mut Lines, change: &Change<'_>) {
    let lead = format!("{}  ", change.day);
    match &change.of {
        Changed::Control { control, before, after } => {
            let named =
                after.last().or(before.last()).and_then(|(at, _)| control.versions.get(*at));
            let title = named.map_or("", |version| version.title.as_str());
            out.wrapped(&lead, &format!("control {}: {title}", control.id));
            versions(out, "before", control, before);
            versions(out, "from then", control, after);
        }
        Changed::Limit { limit, before, after } => {
            let Limit { id, citation, subject, verb, .. } = limit;
            out.wrapped(&lead, &format!("limit {id}, {citation}: {subject} {verb}"));
            amounts(out, "before", before);
            amounts(out, "from then", after);
        }
        Changed::Reason { reason, before, after } => {
            out.wrapped(&lead, &format!("reason {} for adjusting a meter", reason.code));
            readings(out, "before", reason, before);
            readings(out, "from then", reason, after);
        }
    }
}

fn versions(out: &mut Lines, label: &str, control: &Control, versions: &Versions) {
    if versions.is_empty() {
        out.pair(label, "no version applies");
    }
    let mut label = label;
    for (at, applies) in versions {
        let Some(version) = control.versions.get(*at) else { continue };
        let perhaps = if *applies == Applies::Yes { "" } else { "PERHAPS " };
        let (citation, status, tag) = (&version.citation, version.status.name(), version.evidence);
        let period = control.period(*at);
        out.pair(label, &format!("{perhaps}{citation} ({period}; {status}; evidence {tag})"));
        out.pair("", &version.demand);
        label = "";
    }
}

fn readings(out: &mut Lines, label: &str, reason: &Reason, versions: &Versions) {
    if versions.is_empty() {
        out.pair(label, "not on the list: it permits no reduction");
    }
    let mut label = label;
    for (at, applies) in versions {
        let Some(version) = reason.versions.get(*at) else { continue };
        let perhaps = if *applies == Applies::Yes { "" } else { "PERHAPS " };
        let permits = permission(version.permits_reduction);
        let (citation, tag, period) = (&version.subsection, version.evidence, reason.period(*at));
        out.pair(label, &format!("{perhaps}{permits}: {citation} ({period}; evidence {tag})"));
        out.pair("", &version.note);
        label = "";
    }
}

fn amounts(out: &mut Lines, label: &str, possible: &Possible<'_>) {
    let [first, rest @ ..] = possible.values else {
        return out.pair(label, "no value is known");
    };
    let mut label = label;
    if possible.earlier_unknown || rest.iter().any(|other| other.value != first.value) {
        out.pair(label, "not decidable, one of:");
        label = "";
    }
    if possible.earlier_unknown {
        out.pair(label, "an earlier value that is not known");
    }
    for value in possible.values {
        let (tag, source) = (value.evidence, &value.source);
        out.pair(
            label,
            &format!("{}, {} (evidence {tag}, {source})", amount(value.value), value.since),
        );
        label = "";
    }
}

fn open(out: &mut Lines, pack: &Pack, day: Date) {
    out.blank();
    let open = pack.open_on(day);
    if open.is_empty() {
        let text = "nothing: every control that applies, the value of every limit and what every reason permits is known";
        return out.wrapped("", &format!("Not decidable on {day}: {text}."));
    }
    out.wrapped("", &format!("Not decidable on {day}:"));
    for Open { id, kind, why } in open {
        out.wrapped("  - ", &format!("{} {id}: {why}", kind.name()));
    }
}

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
        /// What is not decidable.
        not_decidable: NotDecidable = NotDecidable::new(pack, from, to),
    }

    /// What is not decidable on both days.
    NotDecidable(pack: &Pack, from: Date, to: Date) {
        /// On the first day.
        from: Vec<OpenPoint> = list(&pack.open_on(from)),
        /// On the last.
        to: Vec<OpenPoint> = list(&pack.open_on(to)),
    }

    /// What is not decidable.
    OpenPoint(open: &Open<'_>) {
        kind: KindName = open.kind.into(),
        /// Id.
        id: Text = open.id.into(),
        /// Why.
        why: Text = (&open.why).into(),
    }

    /// A change of a control.
    ControlChanged(
        day: Date, control: &Control, before: &Versions, after: &Versions;
        all = |versions: &Versions| {
            let of = |(at, applies): &(usize, Applies)| {
                Some(ControlVersionOf::new(control, *at, control.versions.get(*at)?, Some(*applies)))
            };
            versions.iter().filter_map(of).collect()
        }
    ) {
        day: Day = day.into(),
        /// Which.
        #[schemars(extend("const" = "control"))]
        kind: &'static str = "control",
        /// Id.
        id: Text = (&control.id).into(),
        /// Versions before.
        before: Vec<ControlVersionOf> = all(before),
        /// Versions from then on.
        after: Vec<ControlVersionOf> = all(after),
    }

    /// A change of a reason for adjusting a meter.
    ReasonChanged(
        day: Date, reason: &Reason, before: &Versions, after: &Versions;
        all = |versions: &Versions| {
            let of = |(at, applies): &(usize, Applies)| {
                Some(ReasonVersionOf::new(reason, *at, reason.versions.get(*at)?, Some(*applies)))
            };
            versions.iter().filter_map(of).collect()
        }
    ) {
        day: Day = day.into(),
        /// Which.
        #[schemars(extend("const" = "reason"))]
        kind: &'static str = "reason",
        /// Its name.
        id: Text = (&reason.code).into(),
        /// Versions before.
        before: Vec<ReasonVersionOf> = all(before),
        /// Versions from then on.
        after: Vec<ReasonVersionOf> = all(after),
    }

    /// A change of a limit.
    LimitChanged(day: Date, limit: &Limit, before: &Possible<'_>, after: &Possible<'_>) {
        day: Day = day.into(),
        /// Which.
        #[schemars(extend("const" = "limit"))]
        kind: &'static str = "limit",
        /// Id.
        id: Text = (&limit.id).into(),
        /// Citation.
        citation: Text = (&limit.citation).into(),
        /// What is limited.
        subject: Text = (&limit.subject).into(),
        verb: VerbName = limit.verb.into(),
        before: PossibleValues = before.into(),
        after: PossibleValues = after.into(),
    }

    /// What may be in force.
    PossibleValues(possible: &Possible<'_>) {
        /// Whether an earlier value that is not known may be.
        earlier_unknown: bool = possible.earlier_unknown,
        /// Values that may be.
        values: Vec<LimitValue> = list(possible.values),
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
