//! `audit`: journals to events, events to rounds, rounds to exceptions, exceptions to a signed report.

#[cfg(test)]
mod tests;

use crate::args::{Audit as Arguments, Format, Output};
use crate::beside::Beside;
use crate::input::Input;
use crate::opened::Opened;
use crate::outputs::{Bench, Disk, Kind, Pending, Real, Stage, Target};
use crate::print::{print, style};
use crate::settled::{Observed, Settled};
use crate::signing::{self, Found};
use crate::tellings::tellings;
use crate::{Ending, clock, files, progress};
use feltproof_checks::{ADVICE, Audit, AuditOutcome, CHECKS, Check, Step};
use feltproof_intake::{JournalReader, Readable};
use feltproof_model::ListedException;
use feltproof_model::workpaper::{InputSummary, Signer, Verdict, Workpaper};
use feltproof_report::{
    ExceptionSpool, Fonts, QuarantineWriter, RenderedPdf, SarifRule, SettlementWriter, Settlements,
    Telling, render, terminal_summary, write_html, write_json, write_sarif, write_workbook,
};
use feltproof_stats::Randomness;
use feltproof_verdict::{Known, Printed, Totals, assemble};
use std::fs::{self, File};
use std::io::{BufReader, Seek};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

pub(super) fn run(args: &Arguments) -> Result<Ending, String> {
    super::on_threads(args.threads, || audit(args))
}

fn audit(args: &Arguments) -> Result<Ending, String> {
    let (Audited { workpaper, randomness, json }, signer) = placed(args, Arc::new(Real))?;
    if !args.quiet {
        summarise(&workpaper, &randomness, &json, args, signer.as_ref())?;
    }
    Ok(match workpaper.verdict {
        Verdict::Exceptions => Ending::Found,
        Verdict::NothingFound => Ending::Nothing,
        Verdict::Incomplete => Ending::Untested,
    })
}

/// An audit of which the report is put in place on this disk.
fn placed(args: &Arguments, disk: Arc<dyn Disk>) -> Result<(Audited, Option<Found>), String> {
    let issued_unix = clock::now_unix()?;
    if args.format == Format::Json && !args.report.contains(&Output::Json) {
        return Err("--format json prints report.json; add json to --report".to_owned());
    }
    let mut stage = Stage::new(&Kind::AUDIT, Target::new(&args.out)?, disk)?;
    let opened = Opened::after(&args.engagement, args.previous.as_deref())?;
    spare_inputs(&opened, args, &stage)?;
    stage.look(args.replace)?;
    let has_pdf = args.report.contains(&Output::Pdf);
    let signer = if has_pdf { signing::find(&args.signing, issued_unix)? } else { None };
    let stated = signer.as_ref().map(signing::signer);
    let wanted = Wanted { outputs: &args.report, quiet: args.quiet };
    let mut audited = audited(opened, stage.bench(), &wanted, (issued_unix, stated))?;
    if has_pdf {
        let reason = format!("Audit report {}", audited.workpaper.report_id);
        let claim = (issued_unix, reason);
        let pdf = signing::signed(&audited.pdf()?, signer.as_ref(), claim, &args.signing)?;
        let pdf = stage.bench().holding("report.pdf", &pdf)?.finish()?;
        audited.workpaper.outputs.push(pdf);
    }
    stage.place(&audited.workpaper.outputs)?;
    Ok((audited, signer))
}

/// The record is read-only: no input may lie in the folder that the report replaces.
fn spare_inputs(opened: &Opened, args: &Arguments, stage: &Stage) -> Result<(), String> {
    let engagement = &args.engagement;
    let folder = engagement.parent().unwrap_or(Path::new(""));
    let journals = opened.known.scope.engagement.journals.iter().map(|j| folder.join(&j.file));
    let games = opened.known.scope.engagement.game_files.iter().map(|g| folder.join(g));
    let packs = opened.known.scope.engagement.pack_files.values().map(|pack| folder.join(pack));
    let profiles = opened.known.scope.engagement.journals.iter();
    let profiles = profiles.filter_map(|j| Some(folder.join(j.profile.as_ref()?)));
    let house = opened.known.scope.engagement.house_file.iter().map(|house| folder.join(house));
    let stated = opened.known.scope.engagement.previous.iter();
    let stated = stated.map(|previous| folder.join(&previous.report));
    let previous = stated.filter(|_| args.previous.is_none()).chain(args.previous.clone());
    let house = house.chain(previous);
    let described = house.chain([engagement.to_owned()]);
    let mut inputs = journals.chain(profiles).chain(games).chain(packs).chain(described);
    inputs.try_for_each(|input| stage.spare(&input))
}

/// What an audit found and wrote, but for the signature: the workpaper names every file that was written beside the PDF.
pub(super) struct Audited {
    pub(super) workpaper: Workpaper,
    pub(super) randomness: Vec<Randomness>,
    pub(super) json: Vec<u8>,
}

impl Audited {
    /// The pages, to be signed, with `report.json` inside.
    pub(super) fn pdf(&self) -> Result<RenderedPdf, String> {
        let Self { workpaper, randomness, json } = self;
        let fonts = Fonts::embedded().map_err(|e| e.to_string())?;
        let pdf = render(workpaper, randomness, &fonts).map_err(|e| e.to_string())?;
        pdf.enclose(workpaper, json).map_err(|e| e.to_string())
    }
}

/// What a run is to write beside quarantine.csv, and whether it shows how far it is.
pub(super) struct Wanted<'a> {
    pub(super) outputs: &'a [Output],
    pub(super) quiet: bool,
}

/// Audits, and writes every output but the PDF onto the bench. `stated`: the time and the signer that the report states.
pub(super) fn audited(
    opened: Opened,
    bench: &Bench,
    wanted: &Wanted<'_>,
    (issued_unix, signer): (i64, Option<Signer>),
) -> Result<Audited, String> {
    let (path, previous) = (opened.path.clone(), opened.previous.clone());
    let writes = |output: Output| wanted.outputs.contains(&output);
    let run = if writes(Output::Parquet) {
        read_and_judge::<Settled>(opened, bench, wanted)
    } else {
        read_and_judge::<Totals>(opened, bench, wanted)
    };
    let Run { known, mut outcome, inputs, printed, spool, quarantine, settlements } = run?;
    let randomness = std::mem::take(&mut outcome.randomness);
    let mut workpaper = assemble(outcome, known, inputs, printed, issued_unix, signer)
        .map_err(|e| e.to_string())?;
    let mut spool = spool.into_spool()?;
    // Each output is finished before the PDF, which names them all.
    let report = write_json_report(&workpaper, &randomness, &mut spool, bench)?.finish()?;
    let place = bench.folder().join(&report.file);
    let json = files::read_bytes(&place)?;
    if writes(Output::Json) {
        workpaper.outputs.push(report);
    } else {
        fs::remove_file(&place)
            .map_err(|e| format!("{} cannot be removed: {e}", place.display()))?;
    }
    workpaper.outputs.push(quarantine.finish()?);
    if writes(Output::Xlsx) {
        let workbook = write_workpapers(&workpaper, &randomness, &mut spool, bench)?;
        workpaper.outputs.push(workbook.finish()?);
    }
    if writes(Output::Html) {
        let tellings = tellings(&path, previous.as_deref(), &workpaper)?;
        let page = write_page(&workpaper, &randomness, &tellings, &mut spool, bench)?;
        workpaper.outputs.push(page.finish()?);
    }
    if let Some(settlements) = settlements {
        workpaper.outputs.push(settlements.finish()?);
    }
    if writes(Output::Sarif) {
        let log = write_sarif_log(&workpaper, &mut spool, bench)?;
        workpaper.outputs.push(log.finish()?);
    }
    Ok(Audited { workpaper, randomness, json })
}

/// What reading and judging leave behind.
struct Run {
    known: Known,
    outcome: AuditOutcome<Totals>,
    inputs: Vec<InputSummary>,
    printed: Printed,
    spool: Pending,
    quarantine: Pending,
    settlements: Option<Pending>,
}

/// Reads the journals side by side in time, and judges as they come. Exceptions and unreadable
/// records go straight to disk; only what will be printed is kept. Where too little of a journal could
/// be read there is no audit: nothing that was written is kept, its reasons stand in the error.
fn read_and_judge<O: Observed>(
    opened: Opened,
    bench: &Bench,
    wanted: &Wanted<'_>,
) -> Result<Run, String> {
    let Opened { known, mut readers, bytes_read, size_bytes, .. } = opened;
    let bar = if wanted.quiet { progress::none() } else { progress::over_bytes(size_bytes) };
    let quarantine = bench.file("quarantine.csv")?;
    let quarantine = QuarantineWriter::new(&known.scope.engagement, quarantine);
    let mut quarantine = quarantine.map_err(|e| e.to_string())?;
    let spool_file = bench.file("exceptions.spool")?;
    let mut spool = ExceptionSpool::new(&known.scope.engagement, &known.file.file, spool_file);
    let mut settlements = settlement_writer(&known, bench, wanted)?;
    let mut printed = Printed::default();
    let mut readable = Readable::new(&known.scope.engagement);
    let (scope, next) = (known.scope.clone(), |reader: &mut JournalReader<Input>| {
        reader.next_block().map_err(|e| e.to_string())
    });
    let take = |step: Step<'_>| {
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
                    let number = spool.push(&exception).map_err(|e| e.to_string())?;
                    let exception = ListedException { number, exception };
                    printed.exception(&known.scope.engagement, exception);
                }
                bar.set_position(bytes_read.load(Ordering::Relaxed));
            }
            Step::Rounds(_) => {}
        }
        Ok(())
    };
    let beside = Beside::new(|seen: Settlements| match &mut settlements {
        Some(writer) => writer.write(&seen).map_err(|e| e.to_string()),
        None => Ok(()),
    });
    let outcome = rayon::in_place_scope(|threads| {
        let drain = |observer: &mut O| beside.hand_over(threads, observer.settlements());
        let outcome = Audit::<O>::run_draining(scope, &mut readers, next, take, drain)?;
        beside.finish().map(|()| outcome)
    })?;
    drop(beside);
    let outcome = outcome.map_observer(O::totals);
    bar.finish_and_clear();
    if let Some(refusal) = readable.refusal() {
        return Err(refusal);
    }
    let quarantine = quarantine.finish().map_err(|e| e.to_string())?;
    let inputs = readers.into_iter().map(JournalReader::finish).collect();
    let spool = spool.finish().map_err(|e| e.to_string())?;
    let settlements = settlements.map(SettlementWriter::finish).transpose();
    let settlements = settlements.map_err(|e| e.to_string())?;
    Ok(Run { known, outcome, inputs, printed, spool, quarantine, settlements })
}

/// The file of settled wagers, where it is wanted.
fn settlement_writer(
    known: &Known,
    bench: &Bench,
    wanted: &Wanted<'_>,
) -> Result<Option<SettlementWriter<Pending>>, String> {
    if !wanted.outputs.contains(&Output::Parquet) {
        return Ok(None);
    }
    let file = bench.file("settlements.parquet")?;
    let writer = SettlementWriter::new(&known.scope.engagement, &known.file.file, file);
    writer.map(Some).map_err(|e| e.to_string())
}

fn write_json_report(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    spool: &mut File,
    bench: &Bench,
) -> Result<Pending, String> {
    let mut json = bench.file("report.json")?;
    write_json(workpaper, randomness, from_start(spool)?, &mut json).map_err(|e| e.to_string())?;
    Ok(json)
}

/// The page to explore, with the data of `report.json` in it.
fn write_page(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    tellings: &[Telling],
    spool: &mut File,
    bench: &Bench,
) -> Result<Pending, String> {
    let mut html = bench.file("report.html")?;
    write_html(workpaper, randomness, tellings, from_start(spool)?, &mut html)
        .map_err(|e| format!("report.html: {e}"))?;
    Ok(html)
}

/// Every exception as a result of SARIF, with what the checks' documents say.
fn write_sarif_log(
    workpaper: &Workpaper,
    spool: &mut File,
    bench: &Bench,
) -> Result<Pending, String> {
    let mut log = bench.file("report.sarif")?;
    let rule = |check: &&Check| SarifRule {
        code: check.code,
        prose: check.prose(),
        criteria: check.criteria(),
    };
    let rules: Vec<SarifRule> = CHECKS.iter().chain(ADVICE).map(rule).collect();
    write_sarif(workpaper, &rules, from_start(spool)?, &mut log)
        .map_err(|e| format!("report.sarif: {e}"))?;
    Ok(log)
}

fn write_workpapers(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    spool: &mut File,
    bench: &Bench,
) -> Result<Pending, String> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    write_workbook(workpaper, randomness, from_start(spool)?, bench.folder(), &mut bytes)
        .map_err(|e| e.to_string())?;
    bench.holding("workpapers.xlsx", &bytes.into_inner())
}

/// The spool of exceptions, which every output reads for itself.
fn from_start(spool: &mut File) -> Result<BufReader<&mut File>, String> {
    spool.rewind().map_err(|e| format!("the spool of exceptions cannot be read back: {e}"))?;
    Ok(BufReader::with_capacity(1 << 18, spool))
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
    text.push_str(&format!("Written to {}\n", args.out.display()));
    if let Some(found) = signer {
        text.push_str(&format!("Certificate: {}\n", found.certificate.display()));
    }
    print(text.as_bytes())?;
    Ok(())
}
