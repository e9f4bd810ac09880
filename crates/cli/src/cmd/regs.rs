//! The command `regs`: what rule packs say, what changed between two days, and the form of what no log answers.

use crate::args::{Regs, RegsChecklist, RegsCommand, RegsDiff};
use crate::print::{print, print_styled_as, style};
use crate::regs::{LawChanges, form, json};
use crate::{Ending, Result, files, packs};
use feltproof_checks::by_code;
use feltproof_model::Date;
use feltproof_paper::{Section, rule_packs};
use feltproof_regs::{Pack, builtin_packs};
use feltproof_report::{Fonts, Style, render_checklist, sections_text};

pub(super) fn run(args: &Regs) -> Result<Ending> {
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
            let title_of = |code: &str| by_code(code).map_or("", |check| check.title);
            let text = || printed(&[rule_packs::pack(&pack, on, title_of)]);
            print_styled_as(format, text, || json::pack(&pack, on))
        }
        None => {
            let packs = builtin_packs();
            let text = || printed(&[rule_packs::overview(&packs, on)]);
            print_styled_as(format, text, || json::overview(&packs, on))
        }
    }
}

fn diff(args: &RegsDiff) -> Result<Ending> {
    let (from, to) = (day("--from", &args.from)?, day("--to", &args.to)?);
    if from > to {
        return Err(format!("--from is {from}, which is after --to {to}; exchange them").into());
    }
    let packs: Vec<Pack> = match &args.pack {
        Some(name) => vec![packs::one(name)?],
        None => builtin_packs(),
    };
    let format = args.printed.format();
    let changes = |pack: &Pack| rule_packs::changes(pack, from, to);
    let text = || printed(&packs.iter().map(changes).collect::<Vec<_>>());
    print_styled_as(format, text, || LawChanges::new(&packs, from, to))
}

/// What is said of packs, in lines of 80 columns wherever it is printed.
fn printed(sections: &[Section]) -> String {
    sections_text(sections, Style { width: 80, ..style() })
}

fn checklist(args: &RegsChecklist) -> Result<Ending> {
    let on = args.on.as_deref().map(|on| day("--on", on)).transpose()?;
    let pack = packs::one(&args.pack)?;
    let form = form::form(&pack, &builtin_packs(), on)?;
    let Some(path) = &args.pdf else { return print(&form::text(&form)) };
    if files::same(path, args.pack.as_ref()) {
        let why = "is the pack, and the form would take its place; choose another --pdf";
        return Err(format!("{} {why}", path.display()).into());
    }
    files::write(path, &render_checklist(&form, &Fonts::embedded()?)?)?;
    let requested = form::requested(&form);
    print(&format!("Written: {} ({requested})\n", path.display()))
}

/// A day that was typed.
fn day(option: &str, text: &str) -> Result<Date, String> {
    Date::parse(text).ok_or_else(|| {
        format!("{option} is `{text}`, which is not a day of the calendar such as 2026-10-31; correct it")
    })
}
