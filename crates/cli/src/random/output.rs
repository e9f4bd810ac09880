//! What the commands `shuffle` and `rng` print on the terminal and write into files.

use crate::args::{Format, Judging};
use crate::files::{self, Pending};
use crate::print::print;
use crate::signing::Found;
use crate::{Ending, clock, signing};
use feltproof_model::randomness::{Randomness, RandomnessState};
use feltproof_model::workpaper::FileDigest;
use feltproof_report::{
    Fonts, RandomnessMeta, Style, plots_svg, randomness_json, randomness_text, render_randomness,
};
use feltproof_seal::{SigningClaim, Widget, sign_pdf};
use std::io::{IsTerminal, Write};
use std::path::Path;

/// What was tested and how, for the report's head.
pub(crate) struct Declared {
    /// `Shuffles` or `Random numbers`.
    pub title: &'static str,
    /// Parameters as declared on the command line: name and value.
    pub parameters: Vec<(String, String)>,
}

/// Runs `work` on so many threads.
///
/// # Errors
/// What `work` says, or that threads cannot be started.
pub(crate) fn on_threads(
    threads: Option<u16>,
    work: impl FnOnce() -> Result<Ending, String> + Send,
) -> Result<Ending, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build();
    let pool = pool.map_err(|e| format!("threads cannot be started: {e}"))?;
    pool.install(work)
}

/// Makes the folder and finds the key before anything is counted, so that a wrong name costs no work.
///
/// # Errors
/// A sentence that names the folder or the key.
pub(crate) fn prepare(judging: &Judging) -> Result<(), String> {
    let Some(out) = &judging.out else { return Ok(()) };
    files::make_folder(out)?;
    if !judging.signing.unsigned {
        signing::find(judging.signing.identity.as_deref(), clock::now_unix()?)?;
    }
    Ok(())
}

/// Prints results, writes them where asked, and says how it ended.
///
/// # Errors
/// A sentence that names the file that cannot be written.
pub(crate) fn report(
    judging: &Judging,
    declared: &Declared,
    inputs: Vec<FileDigest>,
    results: &[Randomness],
) -> Result<Ending, String> {
    let issued_unix = clock::now_unix()?;
    let signer = match judging.out.is_some() && !judging.signing.unsigned {
        true => Some(signing::find(judging.signing.identity.as_deref(), issued_unix)?),
        false => None,
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
        after = write_all(out, declared.title, &meta, signer.as_ref(), results, json.as_bytes())?;
    }
    match judging.format {
        Format::Json => print(json.as_bytes())?,
        Format::Text => {
            let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let text = randomness_text(results, Style { colour, width: 100 });
            print((text + &after).as_bytes())?
        }
    };
    let found = |r: &Randomness| {
        matches!(r.verdict.state, RandomnessState::Fault | RandomnessState::Departure)
    };
    Ok(if results.iter().any(found) { Ending::Found } else { Ending::Nothing })
}

/// Writes PDF, JSON and plots; all or none. Returns what to say of it.
fn write_all(
    out: &Path,
    title: &str,
    meta: &RandomnessMeta,
    signer: Option<&Found>,
    results: &[Randomness],
    json: &[u8],
) -> Result<String, String> {
    let fonts = Fonts::embedded().map_err(|e| e.to_string())?;
    let rendered = render_randomness(title, meta, results, &fonts).map_err(|e| e.to_string())?;
    let pdf = match signer {
        None => rendered.bytes,
        Some(found) => {
            let claim = SigningClaim {
                unix_seconds: meta.issued_unix,
                reason: Some(format!("Randomness report: {title}")),
                location: None,
                name: None,
            };
            let at = rendered.signature_box;
            let widget = Widget { page_index: at.page_index, rectangle: at.rectangle };
            sign_pdf(&rendered.bytes, &found.identity, &claim, Some(&widget))
                .map_err(|e| e.to_string())?
        }
    };
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
        let mut file = Pending::new(&path)?;
        file.write_all(bytes).map_err(|e| format!("{} cannot be written: {e}", path.display()))?;
        pending.push(file);
    }
    for file in pending {
        file.keep()?;
    }
    let signed = if signer.is_some() { "signed" } else { "not signed" };
    let mut text = format!(
        "Written to {}: randomness.pdf ({signed}), randomness.json, {} plots (.svg)\n",
        out.display(),
        all.len() - 2
    );
    if let Some(found) = signer {
        text.push_str(&format!("Certificate: {}\n", found.certificate.display()));
    }
    Ok(text)
}

/// The record is read-only: no output may take the place of an input.
fn spare(output: &Path, inputs: &[FileDigest]) -> Result<(), String> {
    let Ok(output) = output.canonicalize() else { return Ok(()) };
    let same =
        |input: &&FileDigest| Path::new(&input.file).canonicalize().is_ok_and(|i| i == output);
    match inputs.iter().find(same) {
        None => Ok(()),
        Some(input) => Err(format!(
            "{} is what is tested, and a result would take its place; choose another --out",
            input.file
        )),
    }
}
