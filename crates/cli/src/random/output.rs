//! What the commands `shuffle` and `rng` print on the terminal and write into files.

use crate::args::{Format, Judging, Signing};
use crate::files::{self, Pending};
use crate::print::{print, style};
use crate::random::registration;
use crate::signing::Found;
use crate::{Ending, clock, signing};
use feltproof_model::workpaper::FileDigest;
use feltproof_report::{
    Fonts, RandomnessMeta, plots_svg, randomness_json, randomness_text, render_randomness,
};
use feltproof_stats::{Randomness, State};
use std::path::Path;

/// What was tested and how, for the report's head.
pub(crate) struct Declared {
    /// `Shuffles` or `Random numbers`.
    pub title: &'static str,
    /// Parameters as declared on the command line: name and value.
    pub parameters: Vec<(String, String)>,
}

/// Makes the folder and finds the key before anything is counted, so that a wrong name costs no work.
pub(crate) fn prepare(judging: &Judging) -> Result<(), String> {
    let Some(out) = &judging.out else { return Ok(()) };
    files::make_folder(out)?;
    signing::find(&judging.signing, clock::now_unix()?).map(|_| ())
}

impl Declared {
    /// Parameters that were given, in this order.
    pub(crate) fn new<'a>(
        title: &'static str,
        rows: impl IntoIterator<Item = (&'a str, Option<String>)>,
    ) -> Self {
        let given = |(name, value): (&str, Option<String>)| Some((name.to_owned(), value?));
        Self { title, parameters: rows.into_iter().filter_map(given).collect() }
    }
}

/// Prints results, writes them into the folder if there is one, and says how it ended.
pub(crate) fn report(
    judging: &Judging,
    declared: &Declared,
    inputs: Vec<FileDigest>,
    mut results: Vec<Randomness>,
) -> Result<Ending, String> {
    if let Some(path) = &judging.registration {
        registration::put_on(path, &mut results)?;
    }
    let results = results.as_slice();
    let issued_unix = clock::now_unix()?;
    let signer = match &judging.out {
        Some(_) => signing::find(&judging.signing, issued_unix)?,
        None => None,
    };
    let meta = RandomnessMeta {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        issued_unix,
        inputs,
        parameters: declared.parameters.clone(),
        signer: signer.as_ref().map(signing::signer),
    };
    let json = randomness_json(results, &meta).map_err(|e| e.to_string())?;
    let mut after = String::new();
    if let Some(out) = &judging.out {
        files::make_folder(out)?;
        after = write_all(
            out,
            (declared.title, results),
            &meta,
            (signer.as_ref(), &judging.signing),
            json.as_bytes(),
        )?;
    }
    match judging.format {
        Format::Json => print(json.as_bytes())?,
        Format::Text => print((randomness_text(results, style()) + &after).as_bytes())?,
    };
    Ok(ending(results))
}

/// A departure or a certain fault of any source counts before too few data of another; no source at all
/// is nothing tested.
fn ending(results: &[Randomness]) -> Ending {
    let has = |states: &[State]| results.iter().any(|r| states.contains(&r.verdict.state));
    if has(&[State::Fault, State::Departure]) {
        Ending::Found
    } else if has(&[State::Insufficient]) || results.is_empty() {
        Ending::Untested
    } else {
        Ending::Nothing
    }
}

/// Writes PDF, JSON and plots; all or none. Returns what to say of it.
fn write_all(
    out: &Path,
    (title, results): (&str, &[Randomness]),
    meta: &RandomnessMeta,
    (signer, signing): (Option<&Found>, &Signing),
    json: &[u8],
) -> Result<String, String> {
    let fonts = Fonts::embedded().map_err(|e| e.to_string())?;
    let rendered = render_randomness(title, meta, results, &fonts).map_err(|e| e.to_string())?;
    let reason = format!("Randomness report: {title}");
    let pdf = signing::signed(&rendered, signer, (meta.issued_unix, reason), signing)?;
    let mut all =
        vec![("randomness.pdf".to_owned(), pdf), ("randomness.json".to_owned(), json.to_vec())];
    for (index, result) in results.iter().enumerate() {
        for (stem, svg) in plots_svg(result, &fonts) {
            let name = if results.len() == 1 {
                format!("{stem}.svg")
            } else {
                format!("{}-{stem}.svg", index + 1)
            };
            all.push((name, svg.into_bytes()));
        }
    }
    let mut pending = Vec::new();
    for (name, bytes) in &all {
        let path = out.join(name);
        spare(&path, &meta.inputs)?;
        spare(&out.join(format!("{name}.part")), &meta.inputs)?;
        pending.push(Pending::holding(&path, bytes)?);
    }
    for file in pending {
        file.keep()?;
    }
    let signed = if signer.is_some() { "signed" } else { "not signed" };
    let plots: Vec<&str> = all.iter().skip(2).map(|(name, _)| name.as_str()).collect();
    let mut text = format!(
        "Written to {}: randomness.pdf ({signed}), randomness.json; plots: {}\n",
        out.display(),
        plots.join(", ")
    );
    let left = left_there(out, &plots);
    if !left.is_empty() {
        text.push_str(&format!("Not of this run, and left there: {}\n", left.join(", ")));
    }
    if let Some(found) = signer {
        text.push_str(&format!("Certificate: {}\n", found.certificate.display()));
    }
    Ok(text)
}

/// Plots in the folder that this run did not write: of another run, or of somebody else.
fn left_there(out: &Path, written: &[&str]) -> Vec<String> {
    let entries = std::fs::read_dir(out).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let is_left = |name: &String| name.ends_with(".svg") && !written.contains(&name.as_str());
    let mut left: Vec<String> = names.filter(is_left).collect();
    left.sort();
    left
}

/// The record is read-only: no output may take the place of an input.
fn spare(output: &Path, inputs: &[FileDigest]) -> Result<(), String> {
    match inputs.iter().find(|input| files::same(Path::new(&input.file), output)) {
        None => Ok(()),
        Some(input) => Err(format!(
            "{} is what is tested, and a result would take its place; choose another --out",
            input.file
        )),
    }
}
