//! `audit`: journals to events, events to rounds, rounds to exceptions, exceptions to a signed report.

#[cfg(test)]
mod tests;

use crate::args::{Audit as Arguments, Format};
use crate::input::Input;
use crate::opened::{Known, Opened};
use crate::outputs::{Bench, Disk, Pending, Real, Stage, Target};
use crate::print::{print, style};
use crate::signing::{self, Found};
use crate::tellings::tellings;
use crate::totals::Totals;
use crate::workpaper::{Printed, assemble};
use crate::{Ending, clock, files, progress};
use feltproof_checks::{ADVICE, Audit, AuditOutcome, CHECKS, Check, Step};
use feltproof_intake::{JournalReader, Readable};
use feltproof_model::workpaper::{FileDigest, InputSummary, Signer, Verdict, Workpaper};
use feltproof_report::{
    CheckDoc, ExceptionSpool, Fonts, QuarantineWriter, RenderedPdf, Telling, render,
    terminal_summary, write_html, write_json,
};
use feltproof_stats::Randomness;
use std::io::{BufReader, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

pub(super) fn run(args: &Arguments) -> Result<Ending, String> {
    super::on_threads(args.threads, || audit(args))
}

fn audit(args: &Arguments) -> Result<Ending, String> {
    let (Audited { workpaper, randomness, json, .. }, signer) = placed(args, Arc::new(Real))?;
    summarise(&workpaper, &randomness, &json, args, signer.as_ref())?;
    Ok(match workpaper.verdict {
        Verdict::Exceptions => Ending::Found,
        Verdict::NothingFound => Ending::Nothing,
        Verdict::Incomplete => Ending::Untested,
    })
}

/// An audit of which the report is put in place on this disk.
fn placed(args: &Arguments, disk: Arc<dyn Disk>) -> Result<(Audited, Option<Found>), String> {
    let issued_unix = clock::now_unix()?;
    let mut stage = Stage::new(Target::new(&args.out)?, disk)?;
    let opened = Opened::new(&args.engagement)?;
    spare_inputs(&opened, &args.engagement, stage.folder(), &args.out)?;
    stage.look(args.replace)?;
    let signer = signing::find(&args.signing, issued_unix)?;
    let stated = signer.as_ref().map(signing::signer);
    let audited = audited(opened, stage.bench(), issued_unix, stated)?;
    let reason = format!("Audit report {}", audited.workpaper.report_id);
    let pdf = signing::signed(&audited.pdf, signer.as_ref(), issued_unix, reason)?;
    let pdf = stage.bench().holding("report.pdf", &pdf)?.finish()?;
    let outputs = audited.workpaper.outputs.iter().cloned();
    stage.place(&outputs.chain([pdf]).collect::<Vec<FileDigest>>())?;
    Ok((audited, signer))
}

/// The record is read-only: no input may lie in the folder that the report replaces.
fn spare_inputs(
    opened: &Opened,
    engagement: &Path,
    out: &Path,
    shown: &Path,
) -> Result<(), String> {
    let folder = engagement.parent().unwrap_or(Path::new(""));
    let journals = opened.known.scope.engagement.journals.iter().map(|j| folder.join(&j.file));
    let games = opened.known.scope.engagement.game_files.iter().map(|g| folder.join(g));
    let packs = opened.known.scope.engagement.pack_files.values().map(|pack| folder.join(pack));
    let profiles = opened.known.scope.engagement.journals.iter();
    let profiles = profiles.filter_map(|j| Some(folder.join(j.profile.as_ref()?)));
    let house = opened.known.scope.engagement.house_file.iter().map(|house| folder.join(house));
    let previous = opened.known.scope.engagement.previous.iter();
    let previous = previous.map(|previous| folder.join(&previous.report));
    let house = house.chain(previous);
    let described = house.chain([engagement.to_owned()]);
    for input in journals.chain(profiles).chain(games).chain(packs).chain(described) {
        // Where it is, and where its name is: either would go with the folder.
        let is_in = |place: Option<PathBuf>| place.is_some_and(|place| place.starts_with(out));
        let name = input.parent().and_then(|parent| {
            let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            Some(parent.canonicalize().ok()?.join(input.file_name()?))
        });
        if is_in(input.canonicalize().ok()) || is_in(name) {
            return Err(format!(
                "{} is an input of this audit and lies in {}, which the report would replace as a whole; choose \
                 another --out",
                input.display(),
                shown.display()
            ));
        }
    }
    Ok(())
}

/// What an audit found and wrote, but for the signature: the workpaper names every file that was written beside the PDF.
pub(super) struct Audited {
    pub(super) workpaper: Workpaper,
    pub(super) randomness: Vec<Randomness>,
    pub(super) json: Vec<u8>,
    pub(super) pdf: RenderedPdf,
}

/// Audits, and writes every output but the PDF onto the bench.
pub(super) fn audited(
    opened: Opened,
    bench: &Bench,
    issued_unix: i64,
    signer: Option<Signer>,
) -> Result<Audited, String> {
    let path = opened.path.clone();
    let Run { known, mut outcome, inputs, printed, spool, quarantine } =
        read_and_judge(opened, bench)?;
    let randomness = std::mem::take(&mut outcome.randomness);
    let mut workpaper = assemble(outcome, known, inputs, printed, issued_unix, signer)?;
    let tellings = tellings(&path, &workpaper)?;
    let [json, html] = write_data(&workpaper, &randomness, &tellings, spool, bench)?;
    // Each output is finished before the PDF, which names them all.
    for file in [json, quarantine, html] {
        workpaper.outputs.push(file.finish()?);
    }
    let json = files::read_bytes(&bench.folder().join("report.json"))?;
    let pdf = render_pdf_report(&workpaper, &randomness, &json)?;
    Ok(Audited { workpaper, randomness, json, pdf })
}

/// What reading and judging leave behind.
struct Run {
    known: Known,
    outcome: AuditOutcome<Totals>,
    inputs: Vec<InputSummary>,
    printed: Printed,
    spool: Pending,
    quarantine: Pending,
}

/// Reads the journals side by side in time, and judges as they come. Exceptions and unreadable
/// records go straight to disk; only what will be printed is kept. Where too little of a journal could
/// be read there is no audit: nothing that was written is kept, its reasons stand in the error.
fn read_and_judge(opened: Opened, bench: &Bench) -> Result<Run, String> {
    let Opened { known, mut readers, bytes_read, size_bytes, .. } = opened;
    let bar = progress::over_bytes(size_bytes);
    let quarantine = bench.file("quarantine.csv")?;
    let quarantine = QuarantineWriter::new(&known.scope.engagement, quarantine);
    let mut quarantine = quarantine.map_err(|e| e.to_string())?;
    let spool_file = bench.file("exceptions.spool")?;
    let mut spool = ExceptionSpool::new(&known.scope.engagement, &known.file.file, spool_file);
    let mut printed = Printed::default();
    let mut readable = Readable::new(&known.scope.engagement);
    let (scope, next) = (known.scope.clone(), |reader: &mut JournalReader<Input>| {
        reader.next_block().map_err(|e| e.to_string())
    });
    let outcome = Audit::<Totals>::run(scope, &mut readers, next, |step| {
        match step {
            Step::Block(block) => {
                readable.count(block);
                for problem in &block.problems {
                    quarantine.push(problem).map_err(|e| e.to_string())?;
                    printed.problem(problem);
                }
            }
            Step::Exceptions(exceptions) => {
                for exception in exceptions {
                    spool.push(&exception).map_err(|e| e.to_string())?;
                    printed.exception(exception);
                }
                bar.set_position(bytes_read.load(Ordering::Relaxed));
            }
            Step::Rounds(_) => {}
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    if let Some(refusal) = readable.refusal() {
        return Err(refusal);
    }
    let quarantine = quarantine.finish().map_err(|e| e.to_string())?;
    let inputs = readers.into_iter().map(JournalReader::finish).collect();
    let spool = spool.finish().map_err(|e| e.to_string())?;
    Ok(Run { known, outcome, inputs, printed, spool, quarantine })
}

/// `report.json`, and the page that holds the same data.
fn write_data(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    tellings: &[Telling],
    spool: Pending,
    bench: &Bench,
) -> Result<[Pending; 2], String> {
    let mut json = bench.file("report.json")?;
    let mut spool = spool.into_spool()?;
    write_json(workpaper, randomness, BufReader::new(&mut spool), &mut json)
        .map_err(|e| e.to_string())?;
    spool.rewind().map_err(|e| format!("exceptions.spool cannot be read back: {e}"))?;
    let mut html = bench.file("report.html")?;
    write_html(workpaper, randomness, tellings, BufReader::new(&mut spool), &mut html)
        .map_err(|e| format!("report.html: {e}"))?;
    Ok([json, html])
}

fn render_pdf_report(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    json: &[u8],
) -> Result<RenderedPdf, String> {
    let fonts = Fonts::embedded().map_err(|e| e.to_string())?;
    let doc = |c: &&'static Check| CheckDoc { code: c.code, title: c.title, text: c.prose() };
    let appendix: Vec<CheckDoc<'_>> = CHECKS.iter().chain(ADVICE).map(doc).collect();
    let pdf = render(workpaper, randomness, &fonts, &appendix).map_err(|e| e.to_string())?;
    pdf.enclose(workpaper, json).map_err(|e| e.to_string())
}

fn summarise(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    json: &[u8],
    args: &Arguments,
    signer: Option<&Found>,
) -> Result<(), String> {
    if args.format == Format::Json {
        print(json)?;
        return Ok(());
    }
    let mut text = terminal_summary(workpaper, randomness, style());
    let others: Vec<&str> = workpaper.outputs.iter().map(|file| file.file.as_str()).collect();
    text.push_str(&format!(
        "Written to {}: report.pdf{}, {}\n",
        args.out.display(),
        if signer.is_some() { " (signed)" } else { " (not signed)" },
        others.join(", ")
    ));
    if let Some(found) = signer {
        text.push_str(&format!("Certificate: {}\n", found.certificate.display()));
    }
    print(text.as_bytes())?;
    Ok(())
}
