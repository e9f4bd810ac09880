//! `init`: an engagement, and the profiles that it needs, from the files of a folder.

use crate::args::Init;
use crate::init::{House, Journal, Names, draft, look};
use crate::print::print;
use crate::{Ending, Result, files};
use feltproof_intake::{BLANK, Defined, parse_engagement_with};
use std::path::Path;

pub(super) fn run(args: &Init) -> Result<Ending> {
    let out = args.out.clone().unwrap_or_else(|| args.folder.join("engagement.toml"));
    may_write(&out, args)?;
    let names = Names::new(&out)?;
    let house = args.extends.as_deref().map(|path| House::read(path, &names)).transpose()?;
    let looked = look(&args.folder, &names, &out)?;
    if looked.journals.is_empty() {
        let file = |(file, why): &(String, String)| format!("  {file}: {why}\n");
        return Err(format!(
            "{}: no file is a journal that is known\n{}nothing was written; `feltproof inspect FILE` says more of a file",
            args.folder.display(),
            looked.others.iter().map(file).collect::<String>()
        )
        .into());
    }
    let (draft, remarks) = draft(&looked, house.as_ref());
    let (blanks, of_house) = blanks(&draft, house.as_ref(), &out)?;
    let folder = out.parent().unwrap_or(Path::new(""));
    let mut said = String::new();
    for (name, text) in looked.journals.iter().filter_map(Journal::new_profile) {
        let path = folder.join(name);
        let shown = path.display();
        if path.exists() {
            return Err(format!("{shown} exists already; remove it or choose another --out").into());
        }
        files::write(&path, text.as_bytes())?;
        said.push_str(&format!("Written: {shown}\n"));
    }
    files::write(&out, draft.as_bytes())?;
    let file = out.display();
    said.push_str(&format!("Written: {file} ({blanks} blanks)\n"));
    if of_house > 0 {
        said.push_str(&format!("{of_house} blanks are left in the house file too\n"));
    }
    remarks.iter().for_each(|line| said.push_str(&format!("{line}\n")));
    if blanks > 0 {
        said.push_str(&format!("Next: fill in each value of {file} that begins with {BLANK}\n"));
    }
    said.push_str(&format!("Next: feltproof read {file}\n"));
    said.push_str(&format!("Next: feltproof audit {file} --out REPORT_FOLDER\n"));
    print(&said)
}

/// How many blanks are left in the draft, and in the house file. The draft is read as an audit would read it: what is
/// wrong with it beside its blanks is an error of the house file.
fn blanks(draft: &str, house: Option<&House>, out: &Path) -> Result<(usize, usize), String> {
    let name = out.display().to_string();
    let text = house.map(|house| house.text.as_str());
    match parse_engagement_with(draft, &name, text, |_, _| Defined::default()) {
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
        let folder = args.folder.display();
        return Err(format!("{folder} is no folder; name the folder that the files are in"));
    }
    let is_engagement = || {
        let text = files::read_text(out);
        text.is_ok_and(|text| text.lines().any(|line| line.trim() == "[engagement]"))
    };
    let why = if args.extends.as_ref().is_some_and(|house| files::same(house, out)) {
        "is the house file itself; choose another --out"
    } else if out.exists() && !args.force {
        "exists already; choose another --out, or replace it with --force"
    } else if out.exists() && !is_engagement() {
        "is no engagement, so it is not replaced; choose another --out"
    } else {
        return Ok(());
    };
    Err(format!("{} {why}", out.display()))
}
