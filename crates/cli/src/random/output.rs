//! What the commands `shuffle` and `rng` print on the terminal and write into files.

use crate::args::{Format, Judging};
use crate::outputs::{Kind, Real, Stage, Target};
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
use std::sync::Arc;

/// What was tested and how, for the report's head.
pub(crate) struct Declared {
    /// `Shuffles` or `Random numbers`.
    pub title: &'static str,
    /// Parameters as declared on the command line: name and value.
    pub parameters: Vec<(String, String)>,
}

/// Takes hold of the output folder and finds the key before anything is counted, so that a wrong name costs no work.
pub(crate) fn prepare(judging: &Judging, input: &Path) -> Result<Option<Stage>, String> {
    let Some(out) = &judging.out else { return Ok(None) };
    let mut stage = Stage::new(&Kind::RANDOMNESS, Target::new(out)?, Arc::new(Real))?;
    for input in [Some(input), judging.registration.as_deref()].into_iter().flatten() {
        stage.spare(input)?;
    }
    stage.look(judging.replace)?;
    signing::find(&judging.signing, clock::now_unix()?)?;
    Ok(Some(stage))
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
    stage: Option<Stage>,
    declared: &Declared,
    inputs: Vec<FileDigest>,
    mut results: Vec<Randomness>,
) -> Result<Ending, String> {
    if let Some(path) = &judging.registration {
        registration::put_on(path, &mut results)?;
    }
    let results = results.as_slice();
    let issued_unix = clock::now_unix()?;
    let signer = match &stage {
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
    let written = match stage {
        Some(stage) => {
            let written =
                Written { title: declared.title, results, meta: &meta, json: json.as_bytes() };
            written.put_in_place(stage, signer.as_ref(), judging)?
        }
        None => String::new(),
    };
    match judging.format {
        Format::Json => print(json.as_bytes())?,
        Format::Text => print((randomness_text(results, style()) + &written).as_bytes())?,
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

/// What is written into the folder.
struct Written<'a> {
    title: &'a str,
    results: &'a [Randomness],
    meta: &'a RandomnessMeta,
    json: &'a [u8],
}

impl Written<'_> {
    /// Writes JSON, plots and the PDF, which names the others, and puts them in place in one step. Returns what to say of it.
    fn put_in_place(
        &self,
        stage: Stage,
        signer: Option<&Found>,
        judging: &Judging,
    ) -> Result<String, String> {
        let Self { title, results, meta, json } = *self;
        let fonts = Fonts::embedded().map_err(|e| e.to_string())?;
        let mut files = vec![stage.bench().holding("randomness.json", json)?.finish()?];
        for (index, result) in results.iter().enumerate() {
            let of = if results.len() == 1 { String::new() } else { format!("{}-", index + 1) };
            for (stem, svg) in plots_svg(result, &fonts) {
                let plot = stage.bench().holding(&format!("{of}{stem}.svg"), svg.as_bytes())?;
                files.push(plot.finish()?);
            }
        }
        let rendered =
            render_randomness(title, meta, results, &fonts).map_err(|e| e.to_string())?;
        let rendered =
            rendered.enclose_randomness(meta, &files, json).map_err(|e| e.to_string())?;
        let claim = (meta.issued_unix, format!("Randomness report: {title}"));
        let pdf = signing::signed(&rendered, signer, claim, &judging.signing)?;
        let plots: Vec<&str> = files.iter().skip(1).map(|plot| plot.file.as_str()).collect();
        let out = judging.out.as_deref().unwrap_or(Path::new(""));
        let mut said = format!(
            "Written to {}: randomness.pdf ({}), randomness.json; plots: {}\n",
            out.display(),
            if signer.is_some() { "signed" } else { "not signed" },
            plots.join(", ")
        );
        files.push(stage.bench().holding("randomness.pdf", &pdf)?.finish()?);
        stage.place(&files)?;
        if let Some(found) = signer {
            said.push_str(&format!("Certificate: {}\n", found.certificate.display()));
        }
        Ok(said)
    }
}
