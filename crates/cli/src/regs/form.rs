//! The blank form of what no log answers alone: what stands on it, and its text for an engagement.

use crate::print::lines_of;
use feltproof_intake::{BLANK, quoted};
use feltproof_model::Date;
use feltproof_paper::words::plural;
use feltproof_printable::visible;
use feltproof_regs::{Applies, Control, ControlStatus, Pack, Version};
use feltproof_report::{Checklist, ChecklistItem, ChecklistText};

/// The form of a pack beside others that an engagement may name; an error where no day is given and the controls differ
/// by the day.
pub(crate) fn form(pack: &Pack, others: &[Pack], on: Option<Date>) -> Result<Checklist, String> {
    if on.is_none() {
        same_on_any_day(pack)?;
    }
    let requested =
        |control: &&Control| control.shown(on).any(|(_, version, _)| is_requested(version));
    let item = |control: &Control| {
        let twin = |pack: &Pack| pack.controls.iter().any(|other| other.id == control.id);
        let is_distinct = others.iter().any(|other| other.id != pack.id && twin(other));
        let texts = control.shown(on).map(|(at, v, applies)| text_of(control, at, v, applies));
        ChecklistItem {
            control: control.id.clone(),
            pack: is_distinct.then(|| pack.id.clone()),
            texts: texts.collect(),
        }
    };
    let applying =
        pack.controls.iter().filter(|control| control.shown(on).next().is_some()).count();
    let items: Vec<ChecklistItem> = pack.controls.iter().filter(requested).map(item).collect();
    Ok(Checklist {
        pack: format!("{} {}", pack.id, pack.version),
        title: pack.title.clone(),
        authority: pack.authority.clone(),
        file: pack.file.clone(),
        sha256: pack.sha256.clone(),
        on: on.map(|date| date.to_string()),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        automated: applying - items.len(),
        items,
    })
}

/// How many controls are asked after.
pub(crate) fn requested(form: &Checklist) -> String {
    plural(form.items.len() as u64, "control")
}

fn is_requested(version: &Version) -> bool {
    version.status != ControlStatus::Automated
}

/// A form without a day is the same whenever it is printed, and says nothing that was true on some days only.
fn same_on_any_day(pack: &Pack) -> Result<(), String> {
    let requested = |control: &&Control| control.versions.iter().any(is_requested);
    let differs = |control: &&Control| match control.versions.as_slice() {
        [only] => only.until.is_some(),
        _ => true,
    };
    let Some(control) = pack.controls.iter().filter(requested).find(differs) else { return Ok(()) };
    let why = match control.versions.len() {
        1 => "does not apply on every day".to_owned(),
        several => format!("has {several} versions"),
    };
    Err(format!(
        "control {} of rule pack {} {why}; say with --on which day the form is for, such as --on 2026-10-31",
        control.id, pack.id
    ))
}

fn text_of(control: &Control, at: usize, version: &Version, applies: Applies) -> ChecklistText {
    ChecklistText {
        citation: version.citation.clone(),
        title: version.title.clone(),
        demand: version.demand.clone(),
        note: [control.only_of(), version.note.clone()].join(" ").trim().to_owned(),
        period: control.period(at),
        perhaps: applies == Applies::Perhaps,
        evidence: version.evidence.name().to_owned(),
        address: version.address.clone(),
        read: version.read.map_or_else(|| "never".to_owned(), |day| day.to_string()),
        checks: version.checks.clone(),
    }
}

/// The form as text: comments to read and to tick, and blocks to fill in. All of it can be pasted into an engagement.
pub(crate) fn text(form: &Checklist) -> String {
    let on = form.on.as_ref().map_or_else(
        || "on any day, each with its period".to_owned(),
        |on| format!("that apply on {on}, or may"),
    );
    let (requested, by_checks) = (requested(form), form.by_checks());
    let mut out =
        comment(&format!("Inspection checklist of rule pack {}: {}", form.pack, form.title));
    out.push_str(&comment(&form.authority));
    out.push_str(&comment(&format!("{}, SHA-256 {}", form.file, form.sha256)));
    out.push_str(&comment(&format!("What no log answers alone: {requested} {on}. {by_checks}")));
    if !form.items.is_empty() {
        out.push_str(&comment(&format!(
            "Paste it into the engagement and fill in every value that begins with {BLANK}. A block left out is reported \
             as open work."
        )));
    }
    out.extend(form.items.iter().map(|item| block(form, item)));
    out
}

/// A comment, broken at 80 columns; a word that is wider stays whole, so that an address can be copied. Nothing for an
/// empty text.
fn comment(text: &str) -> String {
    let text = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return text;
    }
    let options = lines_of(80).break_words(false);
    textwrap::fill(&text, options.initial_indent("# ").subsequent_indent("# ")) + "\n"
}

fn block(form: &Checklist, item: &ChecklistItem) -> String {
    let mut out = format!("\n# {}\n", "-".repeat(78));
    for text in &item.texts {
        out.push_str(&comment(&format!("{}: {}", text.citation, text.title)));
        let doubt = text.doubt(form.on.as_deref());
        for said in [&text.demand, &doubt, &text.by_checks(), &text.note, &text.basis()] {
            out.push_str(&comment(said));
        }
    }
    out.push_str(
        "#   [ ] yes   [ ] no   [ ] not applicable     found, or why it does not apply:\n",
    );
    out.push_str(&format!("#   {}\n", "_".repeat(76)));
    out.push_str("#   by [ ] examination   [ ] inquiry   [ ] observation\n");
    out.push_str(
        "#   initials ________   date ____________   document ____________________________\n",
    );
    out.push_str("[[inspected]]\n");
    let blank = |what: &str| format!("{BLANK}: {what}");
    let pack = item.pack.iter().map(|pack| ("pack", pack.clone()));
    let values = [
        ("answer", blank("yes, no or not applicable")),
        ("by", blank("examination, inquiry or observation")),
        ("initials", blank("of whoever answers")),
        ("date", blank("the day, such as 2026-10-31")),
    ];
    for (key, value) in std::iter::once(("control", item.control.clone())).chain(pack).chain(values)
    {
        out.push_str(&format!("{key} = {}", quoted(&value)));
        out.push('\n');
    }
    out.push_str("# reason = \"\"      # for no: what was found; for not applicable: why\n");
    out.push_str("# document = \"\"    # optional: what was examined\n");
    out
}
