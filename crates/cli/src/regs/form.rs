//! The blank form of what no log answers alone: what stands on it, and its text for an engagement.

use super::lines::{Lines, plural};
use super::text::shown;
use feltproof_intake::{BLANK, quoted};
use feltproof_model::Date;
use feltproof_regs::{Applies, Control, ControlStatus, Pack, Version};
use feltproof_report::{Checklist, ChecklistItem, ChecklistText};

/// The form of a pack beside others that an engagement may name.
///
/// # Errors
/// A sentence, where no day is given and the controls differ by the day.
pub(crate) fn form(pack: &Pack, others: &[Pack], on: Option<Date>) -> Result<Checklist, String> {
    if on.is_none() {
        same_on_any_day(pack)?;
    }
    let requested =
        |control: &&Control| shown(control, on).any(|(_, version, _)| is_requested(version));
    let item = |control: &Control| {
        let twin = |pack: &Pack| pack.controls.iter().any(|other| other.id == control.id);
        let is_distinct = others.iter().any(|other| other.id != pack.id && twin(other));
        ChecklistItem {
            control: control.id.clone(),
            pack: is_distinct.then(|| pack.id.clone()),
            texts: shown(control, on)
                .map(|(at, v, applies)| text_of(control, at, v, applies))
                .collect(),
        }
    };
    let applying =
        pack.controls.iter().filter(|control| shown(control, on).next().is_some()).count();
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
    plural(form.items.len(), "control")
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
        note: version.note.clone(),
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
    let mut out = Lines::default();
    comment(&mut out, &format!("Inspection checklist of rule pack {}: {}", form.pack, form.title));
    comment(&mut out, &form.authority);
    comment(&mut out, &format!("{}, SHA-256 {}", form.file, form.sha256));
    let on = form.on.as_ref().map_or_else(
        || "on any day, each with its period".to_owned(),
        |on| format!("that apply on {on}, or may"),
    );
    let requested = plural(form.items.len(), "control");
    comment(
        &mut out,
        &format!("What no log answers alone: {requested} {on}. {}", form.by_checks()),
    );
    if !form.items.is_empty() {
        let how = "Paste it into the engagement and fill in every value that begins with";
        comment(&mut out, &format!("{how} {BLANK}. A block left out is reported as open work."));
    }
    form.items.iter().for_each(|item| block(&mut out, form, item));
    out.0
}

fn comment(out: &mut Lines, text: &str) {
    out.behind("# ", "# ", text);
}

fn block(out: &mut Lines, form: &Checklist, item: &ChecklistItem) {
    out.blank();
    out.line(&format!("# {}", "-".repeat(78)));
    for text in &item.texts {
        comment(out, &format!("{}: {}", text.citation, text.title));
        comment(out, &text.demand);
        comment(out, &text.doubt(form.on.as_deref()));
        comment(out, &text.by_checks());
        comment(out, &text.note);
        comment(out, &text.basis());
    }
    out.line("#   [ ] yes   [ ] no   [ ] not applicable     found, or why it does not apply:");
    out.line(&format!("#   {}", "_".repeat(76)));
    out.line("#   by [ ] examination   [ ] inquiry   [ ] observation");
    out.line("#   initials ________   date ____________   document ____________________________");
    out.line("[[inspected]]");
    let mut text = |key: &str, value: &str| out.line(&format!("{key} = {}", quoted(value)));
    text("control", &item.control);
    if let Some(pack) = &item.pack {
        text("pack", pack);
    }
    text("answer", &format!("{BLANK}: yes, no or not applicable"));
    text("by", &format!("{BLANK}: examination, inquiry or observation"));
    text("initials", &format!("{BLANK}: of whoever answers"));
    text("date", &format!("{BLANK}: the day, such as 2026-10-31"));
    out.line("# reason = \"\"      # for no: what was found; for not applicable: why");
    out.line("# document = \"\"    # optional: what was examined");
}
