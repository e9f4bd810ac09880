//! What rule packs say: how much is in each, all that one says, and what changed in it between two days.

use crate::cell::Cell;
use crate::column::Column;
use crate::print::plural;
use crate::section::Section;
use crate::table::Table;
use feltproof_model::Date;
use feltproof_regs::{
    Applies, Change, Changed, Control, ControlStatus, DatedValue, Evidence, Limit, Open, Pack,
    Possible, Quantity, Reason, ReasonVersion, Version,
};
use std::collections::BTreeSet;

/// A row for each pack; on a day of what applies, or may.
pub fn overview(packs: &[Pack], on: Option<Date>) -> Section {
    let mut section = Section::new("packs", "");
    if let Some(date) = on {
        let what = "controls that apply or may, limits that are in force or may be.";
        section.say(format!("On {date}: {what}"));
    }
    let rows = packs.iter().map(|pack| (pack, pack.statuses(on).map(|count| count as u64)));
    let table = Table::of("packs", "Rule packs", rows)
        .column(Column::name("pack"), |(pack, _)| &pack.id)
        .column(Column::name("version"), |(pack, _)| &pack.version)
        .column(Column::count("controls"), |(_, counts)| counts.iter().sum::<u64>())
        .column(Column::count("automated"), |(_, [automated, ..])| *automated)
        .column(Column::count("partial"), |(_, [_, partial, _])| *partial)
        .column(Column::count("manual"), |(_, [.., manual])| *manual)
        .column(Column::count("limits"), |(pack, _)| pack.limits_shown(on) as u64);
    section.table(table.done());
    for Pack { id, title, authority, .. } in packs {
        section.point(format!("{id}: {title}; {authority}"));
    }
    section.say("`feltproof regs PACK` prints all that a pack says; `regs diff` what changed between two days.");
    section
}

/// Everything that a pack says; on a day only what applies, or may. `title_of` gives the title of a check.
pub fn pack(of: &Pack, on: Option<Date>, title_of: impl Fn(&str) -> &'static str) -> Section {
    let mut section = Section::new("pack", "");
    section.part(format!("{}, version {}", of.id, of.version));
    for text in [&of.title, &of.authority, &of.file, &format!("SHA-256 {}", of.sha256)] {
        section.say(text.as_str());
    }
    if let Some(date) = on {
        section.say(format!("Only what applies on {date}, or may."));
    }
    controls(&mut section, of, on, title_of);
    section.part(format!("LIMITS: {}", of.limits.len()));
    of.limits.iter().for_each(|of| limit(&mut section, of, on));
    let is_shown = |reason: &&Reason| reason.shown(on).next().is_some();
    let count = of.reasons.iter().filter(is_shown).count();
    section.part(format!("REASONS FOR ADJUSTING A METER: {count}"));
    of.reasons.iter().for_each(|of| reason(&mut section, of, on));
    let groups = plural(of.groups.len() as u64, "group");
    section.part(format!("WHAT COUNTS AS A GAME: {groups}"));
    for group in &of.groups {
        section.part(format!("{}: {}", group.id, group.counts.name()));
        section.facts(
            "",
            facts([
                ("wagers", group.wagers.join(", ")),
                ("evidence", group.evidence.name().to_owned()),
                ("note", group.note.clone()),
            ]),
        );
    }
    section.part("EVIDENCE");
    let tags = tags(of, on).into_iter().map(|tag| (tag.name(), tag.in_words().to_owned()));
    section.facts("", facts(tags));
    section
}

/// Names with texts, each in one line; none where there is no text.
fn facts(all: impl IntoIterator<Item = (&'static str, String)>) -> Vec<(&'static str, Cell)> {
    let one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let all = all.into_iter().map(|(name, text)| (name, one_line(text)));
    all.filter(|(_, text)| !text.is_empty()).map(|(name, text)| (name, text.into())).collect()
}

fn controls(
    section: &mut Section,
    of: &Pack,
    on: Option<Date>,
    title_of: impl Fn(&str) -> &'static str,
) {
    let counts = of.statuses(on);
    let each = ControlStatus::ALL.iter().zip(counts);
    let each: Vec<String> = each.map(|(of, count)| format!("{count} {}", of.name())).collect();
    let all: usize = counts.iter().sum();
    section.part(format!("CONTROLS: {all}, of which {}", each.join(", ")));
    for control in &of.controls {
        for (at, version, applies) in control.shown(on) {
            let (place, several) = (at + 1, control.versions.len());
            let is_one = several == 1;
            let number = if is_one { String::new() } else { format!("{place} of {several}") };
            let checks = version.checks.iter().map(|code| format!("{code} {}", title_of(code)));
            section.part(format!("{}: {}", version.citation, version.title));
            let said = facts(
                [
                    ("id", control.id.clone()),
                    ("only of", control.only_of()),
                    ("version", number),
                    ("applies", doubt(applies, on)),
                    ("period", control.period(at)),
                    ("status", version.status.name().to_owned()),
                    ("evidence", version.evidence.name().to_owned()),
                    ("text", version.address.clone()),
                    ("read", version.read.map_or_else(|| "never".to_owned(), |d| d.to_string())),
                    ("demand", version.demand.clone()),
                ]
                .into_iter()
                .chain(under("checks", checks))
                .chain([("note", version.note.clone())]),
            );
            section.facts("", said);
        }
    }
}

/// What is said of a version that may apply on a day.
fn doubt(applies: Applies, on: Option<Date>) -> String {
    match (applies, on) {
        (Applies::Perhaps, Some(date)) => {
            format!("PERHAPS: whether it does on {date} is not known")
        }
        (Applies::Perhaps, None) | (Applies::Yes | Applies::No, _) => String::new(),
    }
}

/// Texts under one name.
fn under(
    name: &'static str,
    texts: impl IntoIterator<Item = String>,
) -> impl Iterator<Item = (&'static str, String)> {
    std::iter::once(name).chain(std::iter::repeat("")).zip(texts)
}

fn limit(section: &mut Section, of: &Limit, on: Option<Date>) {
    section.part(format!("{}: {} {}", of.citation, of.subject, of.verb));
    let says = |date: Date| format!("{date} {}: {}", of.state(date), of.on(date));
    let head = [
        ("id", of.id.clone()),
        ("limits", of.role.name().to_owned()),
        ("over", of.over.map_or_else(String::new, |over| over.to_string())),
        ("says", on.map_or_else(String::new, says)),
    ];
    let value = |value: &DatedValue| {
        let DatedValue { since, evidence, source, regime, note, .. } = value;
        let regime = if regime.is_empty() { String::new() } else { format!("regime {regime}") };
        let source = format!("evidence {evidence}, {source}");
        [format!("{}, {since}", value.amount_in_words()), source, regime, note.clone()]
    };
    let values = of.shown(on).iter().flat_map(|of| under("value", value(of)));
    section.facts("", facts(head.into_iter().chain(values)));
}

fn reason(section: &mut Section, of: &Reason, on: Option<Date>) {
    for (at, version, applies) in of.shown(on) {
        section.part(format!("{}: {}", of.code, permission(version.permits_reduction)));
        section.facts(
            "",
            facts([
                ("citation", version.subsection.clone()),
                ("applies", doubt(applies, on)),
                ("period", of.period(at)),
                ("evidence", version.evidence.name().to_owned()),
                ("note", version.note.clone()),
            ]),
        );
    }
}

/// What a version of a reason says.
const fn permission(permits_reduction: bool) -> &'static str {
    if permits_reduction { "permits a reduction" } else { "permits no reduction" }
}

/// The tags of evidence that stand in what is shown.
fn tags(of: &Pack, on: Option<Date>) -> BTreeSet<Evidence> {
    let controls = of.controls.iter().flat_map(|of| of.shown(on).map(|(_, of, _)| of.evidence));
    let values = of.limits.iter().flat_map(|of| of.shown(on)).map(|value| value.evidence);
    let reasons = of.reasons.iter().flat_map(|of| of.shown(on).map(|(_, of, _)| of.evidence));
    let groups = of.groups.iter().map(|group| group.evidence);
    controls.chain(values).chain(reasons).chain(groups).collect()
}

/// Versions by their places, with whether they apply.
type Versions = [(usize, Applies)];

/// What changed in a pack after one day, up to another, and what is not decidable on either.
pub fn changes(of: &Pack, from: Date, to: Date) -> Section {
    let mut section = Section::new("changes", "");
    let Pack { id, version, .. } = of;
    section.part(format!("{id}, version {version}: what changed after {from}, up to {to}"));
    let changes = of.changes(from, to);
    if changes.is_empty() {
        section.say("Nothing that this pack knows of: no version of a control or of a reason began or ended, and no limit \
                     changed.");
    }
    changes.iter().for_each(|of| changed(&mut section, of));
    let days = if from == to { vec![from] } else { vec![from, to] };
    for day in days {
        section.part(format!("Not decidable on {day}"));
        let open = of.open_on(day);
        if open.is_empty() {
            section.say("Nothing: every control that applies, the value of every limit and what every reason permits is \
                         known.");
        }
        for Open { id, kind, why } in open {
            section.point(format!("{} {id}: {why}", kind.name()));
        }
    }
    section
}

fn changed(section: &mut Section, change: &Change<'_>) {
    let (what, states) = match &change.of {
        Changed::Control { control, before, after } => {
            let named = after.last().or(before.last());
            let title = named.map_or("", |(at, _)| &control.versions[*at].title);
            let what = format!("control {}: {title}", control.id);
            (what, [before, after].map(|all| versions(control, all)))
        }
        Changed::Limit { limit, before, after } => {
            let Limit { id, citation, subject, verb, .. } = limit;
            (format!("limit {id}, {citation}: {subject} {verb}"), [before, after].map(amounts))
        }
        Changed::Reason { reason, before, after } => {
            let what = format!("reason {} for adjusting a meter", reason.code);
            (what, [before, after].map(|all| readings(reason, all)))
        }
    };
    section.part(format!("{}  {what}", change.day));
    let states = ["before", "from then"].into_iter().zip(states);
    section.facts("", facts(states.flat_map(|(when, state)| under(when, state))));
}

const fn perhaps(applies: Applies) -> &'static str {
    match applies {
        Applies::Yes => "",
        Applies::No | Applies::Perhaps => "PERHAPS ",
    }
}

fn versions(control: &Control, versions: &Versions) -> Vec<String> {
    let version = |(at, applies): &(usize, Applies)| {
        let Version { citation, status, evidence, demand, .. } = &control.versions[*at];
        let (perhaps, period, status) = (perhaps(*applies), control.period(*at), status.name());
        [format!("{perhaps}{citation} ({period}; {status}; evidence {evidence})"), demand.clone()]
    };
    match versions {
        [] => vec!["no version applies".to_owned()],
        some => some.iter().flat_map(version).collect(),
    }
}

fn readings(reason: &Reason, versions: &Versions) -> Vec<String> {
    let version = |(at, applies): &(usize, Applies)| {
        let of = &reason.versions[*at];
        let ReasonVersion { subsection, evidence, note, .. } = of;
        let permits = permission(of.permits_reduction);
        let (perhaps, period) = (perhaps(*applies), reason.period(*at));
        [format!("{perhaps}{permits}: {subsection} ({period}; evidence {evidence})"), note.clone()]
    };
    match versions {
        [] => vec!["not on the list: it permits no reduction".to_owned()],
        some => some.iter().flat_map(version).collect(),
    }
}

fn amounts(possible: &Possible<'_>) -> Vec<String> {
    let [first, rest @ ..] = possible.values else {
        return vec!["no value is known".to_owned()];
    };
    let mut said = Vec::new();
    if possible.earlier_unknown || rest.iter().any(|other| other.value != first.value) {
        said.push("not decidable, one of:".to_owned());
    }
    if possible.earlier_unknown {
        said.push("an earlier value that is not known".to_owned());
    }
    let amount = |of: Quantity| of.to_string();
    said.extend(possible.values.iter().map(|value| {
        let DatedValue { value, since, evidence, source, .. } = value;
        let value = value.map_or_else(|| "no such limit".to_owned(), amount);
        format!("{value}, {since} (evidence {evidence}, {source})")
    }));
    said
}
