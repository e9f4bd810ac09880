//! `init`: an engagement, and the profiles that it needs, from the files of a folder.

use crate::args::Init;
use crate::init::{Draft, House, Names, look};
use crate::print::print;
use crate::{Ending, files};
use feltproof_intake::{BLANK, parse_engagement_with};
use std::path::Path;

pub(super) fn run(args: &Init) -> Result<Ending, String> {
    let out = args.out.clone().unwrap_or_else(|| args.folder.join("engagement.toml"));
    may_write(&out, args)?;
    let names = Names::new(&out)?;
    let house = args.extends.as_deref().map(|path| House::read(path, &names)).transpose()?;
    let looked = look(&args.folder, &names, &out)?;
    if looked.journals.is_empty() {
        let mut message = format!("{}: no file is a journal that is known", args.folder.display());
        looked
            .others
            .iter()
            .for_each(|(file, why)| message.push_str(&format!("\n  {file}: {why}")));
        message.push_str("\nnothing was written; `feltproof inspect FILE` says more of a file");
        return Err(message);
    }
    let draft = Draft::of(&looked, house.as_ref());
    let (blanks, of_house) = blanks(&draft, house.as_ref(), &out)?;
    let folder = out.parent().unwrap_or(Path::new(""));
    for journal in &looked.journals {
        if let Some((name, text)) = journal.new_profile() {
            let path = folder.join(name);
            if path.exists() {
                return Err(format!(
                    "{} exists already; remove it or choose another --out",
                    path.display()
                ));
            }
            files::write(&path, text.as_bytes())?;
        }
    }
    files::write(&out, draft.text.as_bytes())?;
    let mut text = String::new();
    for journal in &looked.journals {
        if let Some((name, _)) = journal.new_profile() {
            text.push_str(&format!("Written: {}\n", folder.join(name).display()));
        }
    }
    text.push_str(&format!("Written: {} ({blanks} blanks)\n", out.display()));
    if of_house > 0 {
        text.push_str(&format!("{of_house} blanks are left in the house file too\n"));
    }
    draft.said.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    text.push_str(&next(&out, blanks));
    print(text.as_bytes())
}

fn next(out: &Path, blanks: usize) -> String {
    let file = out.display();
    let fill = if blanks == 0 {
        String::new()
    } else {
        format!("Next: fill in each value of {file} that begins with {BLANK}\n")
    };
    format!("{fill}Next: feltproof read {file}\nNext: feltproof audit {file} --out REPORT_FOLDER\n")
}

/// How many blanks are left in the draft, and in the house file. The draft is read as an audit would read it: what is wrong with it beside its blanks is an
/// error of the house file.
fn blanks(draft: &Draft, house: Option<&House>, out: &Path) -> Result<(usize, usize), String> {
    let name = out.display().to_string();
    let text = house.map(|house| house.text.as_str());
    match parse_engagement_with(&draft.text, &name, text, |_, _| {
        feltproof_intake::Defined::default()
    }) {
        Ok(_) => Ok((0, 0)),
        Err(errors) if errors.0.iter().all(|e| e.message.starts_with("is not filled in")) => {
            let own = errors.0.iter().filter(|e| e.file == name).count();
            Ok((own, errors.0.len() - own))
        }
        Err(errors) => Err(errors.to_string()),
    }
}

/// Whether the engagement may be written there.
fn may_write(out: &Path, args: &Init) -> Result<(), String> {
    if !args.folder.is_dir() {
        return Err(format!(
            "{} is no folder; name the folder that the files are in",
            args.folder.display()
        ));
    }
    if args.extends.as_ref().is_some_and(|house| files::same(house, out)) {
        return Err(format!("{} is the house file itself; choose another --out", out.display()));
    }
    if !out.exists() {
        return Ok(());
    }
    if !args.force {
        return Err(format!(
            "{} exists already; choose another --out, or replace it with --force",
            out.display()
        ));
    }
    let is_engagement = std::fs::read_to_string(out)
        .is_ok_and(|text| text.lines().any(|line| line.trim() == "[engagement]"));
    if is_engagement { Ok(()) } else { Err(not_replaced(out)) }
}

fn not_replaced(out: &Path) -> String {
    format!("{} is no engagement, so it is not replaced; choose another --out", out.display())
}
