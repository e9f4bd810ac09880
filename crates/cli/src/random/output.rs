//! What the commands `shuffle` and `rng` print on the terminal and write into files.

use crate::args::{Format, Judging};
use crate::outputs::{Kind, Real, Stage, Target};
use crate::print::{print_bytes, print_styled, style};
use crate::signing::Found;
use crate::{Ending, Result, clock, files, signing};
use feltproof_model::workpaper::FileDigest;
use feltproof_paper::randomness::review;
use feltproof_regs::{Registration, read_registration};
use feltproof_report::{
    Fonts, RandomnessMeta, plots_svg, randomness_html, randomness_json, randomness_text,
    render_randomness, sections_text,
};
use feltproof_stats::{Answered, Randomness, Registered, Reviewed, State};
use feltproof_verdict::sha256_hex;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What was tested and how, for the report's head.
pub(crate) struct Declared {
    /// `Shuffles` or `Random numbers`.
    title: &'static str,
    /// Parameters as declared on the command line: name and value.
    parameters: Vec<(String, String)>,
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

/// The folder that a report is written into, and who signs it.
pub(crate) struct Ready {
    stage: Stage,
    signer: Option<Found>,
}

/// Takes hold of the output folder, which none of the inputs may lie in, and finds standard and key before anything is
/// counted, so that a wrong name costs no work.
pub(crate) fn prepare<'a>(
    judging: &Judging,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<Option<Ready>, String> {
    judging.standard()?;
    let Some(out) = &judging.out else { return Ok(None) };
    let mut stage = Stage::new(&Kind::RANDOMNESS, Target::new(out)?, Arc::new(Real))?;
    inputs.into_iter().try_for_each(|input| stage.spare(input))?;
    stage.look(judging.replace)?;
    let signer = signing::find(&judging.signing, clock::now_unix()?)?;
    Ok(Some(Ready { stage, signer }))
}

/// Prints results, writes them into the folder if there is one, and says how it ended.
pub(crate) fn report(
    judging: &Judging,
    ready: Option<Ready>,
    declared: Declared,
    input: Option<FileDigest>,
    mut results: Vec<Randomness>,
    review: Option<(Reviewed, FileDigest)>,
) -> Result<Ending> {
    if let Some(path) = &judging.registration {
        register(path, &mut results)?;
    }
    let issued_unix = clock::now_unix()?;
    let (stage, signer) = ready.map(|Ready { stage, signer }| (stage, signer)).unzip();
    let signer = signer.flatten();
    let (review, form) = review.unzip();
    let meta = RandomnessMeta {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        issued_unix,
        inputs: input.into_iter().chain(form).collect(),
        parameters: declared.parameters,
        review,
        signer: signer.as_ref().map(signing::signer),
    };
    let json = randomness_json(&results, &meta)?;
    let mut written = String::new();
    if let Some(stage) = stage {
        let fonts = Fonts::embedded()?;
        let mut files = beside(&stage, &json, (declared.title, &meta), &results, &fonts)?;
        let pdf = render_randomness(declared.title, &meta, &results, &fonts)?;
        let pdf = pdf.enclose_randomness(&meta, &files, json.as_bytes())?;
        let claim = (issued_unix, format!("Randomness report: {}", declared.title));
        let pdf = signing::signed(&pdf, signer.as_ref(), claim, &judging.signing)?;
        let others: Vec<&str> = files.iter().map(|of| of.file.as_str()).collect();
        written = format!(
            "Written to {}: randomness.pdf ({}), {}\n",
            judging.out.as_deref().unwrap_or(Path::new("")).display(),
            if signer.is_some() { "signed" } else { "not signed" },
            others.join(", ")
        );
        files.push(stage.bench().holding("randomness.pdf", &pdf)?.finish()?);
        stage.place(&files)?;
        written.extend(signer.map(|found| found.line()));
    }
    match judging.format {
        Format::Json => print_bytes(json.as_bytes())?,
        Format::Text => {
            let section = meta.review.as_ref().map(review::section);
            let section = section.map_or_else(String::new, |section| {
                let title = section.title;
                format!("\n{title}\n{}", sections_text(&[section], style()))
            });
            print_styled(&(randomness_text(&results, style()) + &section + &written))?
        }
    };
    Ok(ending(&results, meta.review.as_ref()))
}

/// Writes what the PDF names: JSON, page and plots.
fn beside(
    stage: &Stage,
    json: &str,
    (title, meta): (&str, &RandomnessMeta),
    results: &[Randomness],
    fonts: &Fonts,
) -> Result<Vec<FileDigest>, String> {
    let of = |number: usize| if results.len() == 1 { String::new() } else { format!("{number}-") };
    let plots: Vec<Vec<(String, String)>> =
        (1..).zip(results).map(|(number, r)| plots_svg(r, &of(number), fonts)).collect();
    let page = randomness_html(title, meta, results, &plots);
    let plots = plots.iter().flatten().map(|(stem, svg)| (format!("{stem}.svg"), svg.as_str()));
    let data = [("randomness.json", json), ("randomness.html", page.as_str())];
    let data = data.map(|(name, text)| (name.to_owned(), text)).into_iter();
    data.chain(plots)
        .map(|(name, text)| stage.bench().holding(&name, text.as_bytes())?.finish())
        .collect()
}

/// A departure or a certain fault of any source counts before too few data of another; no source at all
/// is nothing tested. Of a review a contradiction counts as a departure, and an answer that is missing as too few data.
fn ending(results: &[Randomness], review: Option<&Reviewed>) -> Ending {
    let stands = |standing| review.is_some_and(|review| review.count(standing) > 0);
    let has = |states: &[State]| results.iter().any(|r| states.contains(&r.verdict.state));
    if has(&[State::Fault, State::Departure]) || stands(Answered::Contradicted) {
        Ending::Found
    } else if has(&[State::Insufficient]) || results.is_empty() || stands(Answered::No) {
        Ending::Untested
    } else {
        Ending::Nothing
    }
}

/// Puts a registration that the user brings on every result: only with it does a report say that list and level were
/// fixed before the data were seen. An error where the file does not read, or does not fit what was tested.
fn register(path: &Path, results: &mut [Randomness]) -> Result<(), String> {
    let (name, text) = (path.display().to_string(), files::read_text(path)?);
    let plan = read_registration(&text, &name).map_err(|e| e.to_string())?;
    fits(&plan, results).map_err(|why| format!("{name}: {why}"))?;
    for result in results {
        result.registered = Some(Registered {
            file: name.clone(),
            sha256: sha256_hex(text.as_bytes()),
            date: plan.date.to_string(),
        });
    }
    Ok(())
}

/// Whether the verdicts are over the tests and at the level that were registered. Of several sources each has the tests of
/// the list that are for it, and all together have the level.
fn fits(plan: &Registration, results: &[Randomness]) -> Result<(), String> {
    #[allow(clippy::float_arithmetic, reason = "a level is a probability")]
    let is_other = |result: &&Randomness| {
        (1.0 / f64::from(plan.level_one_in) - result.level_alone).abs() > 1e-12
    };
    if let Some(other) = results.iter().find(is_other) {
        return Err(format!(
            "the level registered is 1 in {}, and the verdict is at {}; give --level-one-in {} or register \
             the other level",
            plan.level_one_in, other.level_alone, plan.level_one_in
        ));
    }
    let tests = || results.iter().flat_map(|result| &result.battery.tests);
    let counted = || tests().filter(|test| test.registered).map(|test| &test.key);
    let beyond = counted().find(|key| !plan.tests.contains(key));
    let lacking = plan.tests.iter().find(|key| !counted().any(|counted| counted == *key));
    let (key, is, remedy) = match (beyond, lacking) {
        (None, None) => return Ok(()),
        (Some(key), _) => (key, "counts to the verdict and is not registered", "add it to tests"),
        (None, Some(key)) => {
            (key, "is registered and does not count to the verdict", "take it out")
        }
    };
    Err(format!(
        "{key} {is} ({} tests registered, {} counted); {remedy}, or register the list that --format json prints, of several \
         sources those of all",
        plan.tests.len(),
        counted().collect::<BTreeSet<_>>().len()
    ))
}
