//! The command `regs`: what rule packs say, what changed between two days, and the form of what no log answers.

use crate::args::{Regs, RegsChecklist, RegsCommand, RegsDiff};
use crate::print::{print, print_as};
use crate::regs::{LawChanges, changes, form, json, text};
use crate::{Ending, files, packs};
use feltproof_model::Date;
use feltproof_regs::{Pack, builtin_packs};
use feltproof_report::{Fonts, render_checklist};

pub(super) fn run(args: &Regs) -> Result<Ending, String> {
    match &args.command {
        Some(RegsCommand::Diff(args)) => return diff(args),
        Some(RegsCommand::Checklist(args)) => return checklist(args),
        None => {}
    }
    let on = args.on.as_deref().map(|on| day("--on", on)).transpose()?;
    let format = args.printed.format();
    match &args.pack {
        Some(name) => {
            let pack = packs::one(name)?;
            print_as(format, || text::pack(&pack, on), || json::pack(&pack, on))
        }
        None => {
            let packs = builtin_packs();
            print_as(format, || text::overview(&packs, on), || json::overview(&packs, on))
        }
    }
}

fn diff(args: &RegsDiff) -> Result<Ending, String> {
    let (from, to) = (day("--from", &args.from)?, day("--to", &args.to)?);
    if from > to {
        return Err(format!("--from is {from}, which is after --to {to}; exchange them"));
    }
    let packs: Vec<Pack> = match &args.pack {
        Some(name) => vec![packs::one(name)?],
        None => builtin_packs(),
    };
    let format = args.printed.format();
    print_as(format, || changes::text(&packs, from, to), || LawChanges::new(&packs, from, to))
}

fn checklist(args: &RegsChecklist) -> Result<Ending, String> {
    let on = args.on.as_deref().map(|on| day("--on", on)).transpose()?;
    let pack = packs::one(&args.pack)?;
    let form = form::form(&pack, &builtin_packs(), on)?;
    let Some(path) = &args.pdf else { return print(form::text(&form).as_bytes()) };
    if files::same(path, args.pack.as_ref()) {
        return Err(format!(
            "{} is the pack, and the form would take its place; choose another --pdf",
            path.display()
        ));
    }
    let fonts = Fonts::embedded().map_err(|e| e.to_string())?;
    let pdf = render_checklist(&form, &fonts).map_err(|e| e.to_string())?;
    files::write(path, &pdf)?;
    let requested = form::requested(&form);
    print(format!("Written: {} ({requested})\n", path.display()).as_bytes())
}

/// A day that was typed.
fn day(option: &str, text: &str) -> Result<Date, String> {
    Date::parse(text).ok_or_else(|| {
        format!("{option} is `{text}`, which is not a day of the calendar such as 2026-10-31; correct it")
    })
}
