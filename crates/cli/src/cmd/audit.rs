//! `audit`: journals to events, events to rounds, rounds to exceptions, exceptions to a signed report.

#[cfg(test)]
mod tests;

use crate::args::{Audit as Arguments, Format, Output};
use crate::beside::Beside;
use crate::files::{self, Limit};
use crate::input::Input;
use crate::opened::Opened;
use crate::outputs::{Bench, Disk, Kind, Pending, Real, Stage, Target};
use crate::print::{print_bytes, print_styled, style};
use crate::settled::{Observed, Settled};
use crate::signing::{self, Found};
use crate::tellings::tellings;
use crate::{Ending, Result, Trouble, clock, progress, stamp};
use feltproof_checks::{ADVICE, Audit, CHECKS, Check, Step};
use feltproof_intake::{JournalReader, Readable};
use feltproof_model::ListedException;
use feltproof_model::workpaper::{FileDigest, Signer, Verdict, Workpaper};
use feltproof_report::{
    ExceptionSpool, Fonts, QuarantineWriter, RenderedPdf, SarifRule, SettlementWriter, Settlements,
    render, terminal_summary, write_html, write_json, write_sarif, write_workbook,
};
use feltproof_stats::Randomness;
use feltproof_verdict::{Judged, Printed, Totals, assemble};
use std::fs::{self, File};
use std::io::{BufReader, Seek};
use std::path::Path;
use std::sync::Arc;

pub(super) fn run(args: &Arguments) -> Result<Ending> {
    super::on_threads(args.threads, || audit(args))
}

fn audit(args: &Arguments) -> Result<Ending> {
    let (Audited { workpaper, randomness, json }, signer) = placed(args, Arc::new(Real))?;
    if args.format == Format::Json {
        print_bytes(&json)?;
    } else if !args.quiet {
        let mut text = terminal_summary(&workpaper, &randomness, style());
        text.push_str(&format!("Written to {}\n", args.out.display()));
        text.extend(signer.map(|found| found.line()));
        print_styled(&text)?;
    }
    Ok(match workpaper.verdict {
        Verdict::Exceptions => Ending::Found,
        Verdict::NothingFound => Ending::Nothing,
        Verdict::Incomplete => Ending::Untested,
    })
}

/// An audit of which the report is put in place on this disk.
fn placed(args: &Arguments, disk: Arc<dyn Disk>) -> Result<(Audited, Option<Found>)> {
    let issued_unix = clock::now_unix()?;
    if args.format == Format::Json && !args.report.contains(&Output::Json) {
        return Err("--format json prints report.json; add json to --report".into());
    }
    let mut stage = Stage::new(&Kind::AUDIT, Target::new(&args.out)?, disk)?;
    let opened = Opened::after(&args.engagement, args.previous.as_deref())?;
    spare_inputs(&opened, args, &stage)?;
    stage.look(args.replace)?;
    let has_pdf = args.report.contains(&Output::Pdf);
    let signer = if has_pdf { signing::find(&args.signing, issued_unix)? } else { None };
    let stated = signer.as_ref().map(signing::signer);
    let wanted = Wanted { outputs: &args.report, quiet: args.quiet, issued_unix, signer: stated };
    let mut audited = audited(opened, stage.bench(), wanted)?;
    if has_pdf {
        let claim = (issued_unix, format!("Audit report {}", audited.workpaper.report_id));
        let pdf = signing::signed(&audited.pdf()?, signer.as_ref(), claim, &args.signing)?;
        let pdf = stage.bench().holding("report.pdf", &pdf)?.finish()?;
        audited.workpaper.outputs.push(pdf);
    }
    stage.place(&audited.workpaper.outputs)?;
    Ok((audited, signer))
}

/// The record is read-only: no input may lie in the folder that the report replaces.
fn spare_inputs(opened: &Opened, args: &Arguments, stage: &Stage) -> Result<(), String> {
    let e = &opened.known.scope.engagement;
    let folder = args.engagement.parent().unwrap_or(Path::new(""));
    let journals = e.journals.iter().flat_map(|j| [Some(&j.file), j.profile.as_ref()]).flatten();
    let stated = e.previous.iter().filter(|_| args.previous.is_none()).map(|of| &of.report);
    let defined = e.game_files.iter().chain(e.pack_files.values()).chain(&e.house_file);
    let named = journals.chain(defined).chain(stated).map(|name| folder.join(name));
    let given = [Some(&args.engagement), args.previous.as_ref()].into_iter().flatten();
    named.chain(given.cloned()).try_for_each(|input| stage.spare(&input))
}

/// What an audit found and wrote, but for the signature: the workpaper names every file that was written beside the PDF.
pub(super) struct Audited {
    pub(super) workpaper: Workpaper,
    pub(super) randomness: Vec<Randomness>,
    pub(super) json: Vec<u8>,
}

impl Audited {
    /// The pages, to be signed, with `report.json` inside.
    pub(super) fn pdf(&self) -> Result<RenderedPdf> {
        let pdf = render(&self.workpaper, &self.randomness, &Fonts::embedded()?)?;
        Ok(pdf.enclose(&self.workpaper, &self.json)?)
    }
}

/// What a run is to write beside quarantine.csv, whether it shows how far it is, and what the report states of itself.
pub(super) struct Wanted<'a> {
    pub(super) outputs: &'a [Output],
    pub(super) quiet: bool,
    pub(super) issued_unix: i64,
    pub(super) signer: Option<Signer>,
}

impl Wanted<'_> {
    fn writes(&self, output: Output) -> bool {
        self.outputs.contains(&output)
    }
}

/// Audits, and writes every output but the PDF onto the bench.
pub(super) fn audited(opened: Opened, bench: &Bench, wanted: Wanted<'_>) -> Result<Audited> {
    let (path, previous) = (opened.path.clone(), opened.previous.clone());
    let run = match wanted.writes(Output::Parquet) {
        true => read_and_judge::<Settled>(opened, bench, &wanted),
        false => read_and_judge::<Totals>(opened, bench, &wanted),
    };
    let Run { mut judged, spool, quarantine, settlements } = run?;
    let randomness = std::mem::take(&mut judged.outcome.randomness);
    let mut w = assemble(judged, wanted.issued_unix, wanted.signer.clone())?;
    let mut spool = spool.into_spool()?;
    let mut make = |name: &str, write: Writer<'_>| made(bench, name, &mut spool, write);
    // Each output is finished before the PDF, which names them all.
    let report = make("report.json", &|spool, out| Ok(write_json(&w, &randomness, spool, out)?))?;
    let place = bench.folder().join(&report.file);
    let json = files::read_bytes(&place, &Limit::JSON)?;
    if wanted.writes(Output::Json) {
        w.outputs.push(report);
    } else {
        fs::remove_file(&place)
            .map_err(|e| format!("{} cannot be removed: {e}", place.display()))?;
    }
    w.outputs.push(quarantine.finish()?);
    if wanted.writes(Output::Xlsx) {
        let workbook = make("workpapers.xlsx", &|spool, out| {
            Ok(write_workbook(&w, &randomness, spool, bench.folder(), out)?)
        })?;
        w.outputs.push(workbook);
    }
    if wanted.writes(Output::Html) {
        let tellings = tellings(&path, previous.as_deref(), &w)?;
        let page = make("report.html", &|spool, out| {
            let written = write_html(&w, &randomness, &tellings, spool, out);
            Ok(written.map_err(|e| format!("report.html: {e}"))?)
        })?;
        w.outputs.push(page);
    }
    if let Some(settlements) = settlements {
        w.outputs.push(settlements.finish()?);
    }
    if wanted.writes(Output::Sarif) {
        let rule = |check: &&Check| SarifRule {
            code: check.code,
            prose: check.prose(),
            criteria: check.criteria(),
        };
        let rules: Vec<SarifRule> = CHECKS.iter().chain(ADVICE).map(rule).collect();
        let log = make("report.sarif", &|spool, out| {
            let written = write_sarif(&w, &rules, spool, out);
            Ok(written.map_err(|e| format!("report.sarif: {e}"))?)
        })?;
        w.outputs.push(log);
    }
    Ok(Audited { workpaper: w, randomness, json })
}

/// Writes an output from the exceptions on disk.
type Writer<'a> = &'a dyn Fn(BufReader<&mut File>, &mut Pending) -> Result<()>;

/// An output, written with the spool of exceptions from its start.
fn made(bench: &Bench, name: &str, spool: &mut File, write: Writer<'_>) -> Result<FileDigest> {
    let mut out = bench.file(name)?;
    spool.rewind().map_err(|e| format!("the spool of exceptions cannot be read back: {e}"))?;
    write(BufReader::with_capacity(1 << 18, spool), &mut out)?;
    Ok(out.finish()?)
}

/// What reading and judging leave behind.
struct Run {
    judged: Judged,
    spool: Pending,
    quarantine: Pending,
    settlements: Option<Pending>,
}

/// Dealers that one audit tells apart: no property has a hundredth of them, and what has so many names is another column.
const DEALERS_MAX: usize = 10_000;

fn check_dealers(dealers: usize) -> Result<(), String> {
    if dealers <= DEALERS_MAX {
        return Ok(());
    }
    Err(format!(
        "the hands name {dealers} dealers or more, and at most {DEALERS_MAX} are told apart: if `dealer` is read from a column of \
         something else, correct it in the profile; if not, audit fewer gaming days at once"
    ))
}

/// Reads the journals side by side in time, and judges as they come. Exceptions and unreadable
/// records go straight to disk; only what will be printed is kept. Where too little of a journal could
/// be read there is no audit: nothing that was written is kept, its reasons stand in the error.
fn read_and_judge<O: Observed>(opened: Opened, bench: &Bench, wanted: &Wanted<'_>) -> Result<Run> {
    let Opened { known, mut readers, stamps, bar, .. } = opened;
    if !wanted.quiet {
        progress::show_bytes(&bar, "Auditing");
    }
    let scope = known.scope.clone();
    let (engagement, name) = (&scope.engagement, &known.file.file);
    let mut quarantine = QuarantineWriter::new(engagement, bench.file("quarantine.csv")?)?;
    let mut spool = ExceptionSpool::new(engagement, name, bench.file("exceptions.spool")?);
    let mut settlements = match wanted.writes(Output::Parquet) {
        true => Some(SettlementWriter::new(engagement, name, bench.file("settlements.parquet")?)?),
        false => None,
    };
    let mut printed = Printed::default();
    let mut readable = Readable::new(engagement);
    let next = |reader: &mut JournalReader<Input>| Ok::<_, Trouble>(reader.next_block()?);
    let take = |step: Step<'_>| {
        match step {
            Step::Block(block) => {
                readable.count(block);
                for problem in &block.problems {
                    quarantine.push(problem)?;
                    printed.problem(problem);
                }
            }
            Step::Exceptions(exceptions) => {
                for exception in exceptions {
                    let number = spool.push(&exception)?;
                    printed.exception(engagement, ListedException { number, exception });
                }
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
        let drain = |observer: &mut O| {
            check_dealers(observer.dealers())?;
            Ok(beside.hand_over(threads, observer.settlements())?)
        };
        let audit = Audit::<O>::run_draining(scope.clone(), &mut readers, next, take, drain)?;
        beside.finish()?;
        Ok::<_, Trouble>(audit)
    })?;
    drop(beside);
    bar.finish_and_clear();
    let inputs: Vec<_> = readers.into_iter().map(JournalReader::finish).collect();
    stamp::check_all(&stamps, &inputs)?;
    if let Some(refusal) = readable.refusal() {
        return Err(refusal.into());
    }
    let (outcome, spool) = (outcome.map_observer(O::totals), spool.finish()?);
    let (quarantine, settlements) =
        (quarantine.finish()?, settlements.map(SettlementWriter::finish));
    let judged = Judged { known, outcome, inputs, printed };
    Ok(Run { judged, spool, quarantine, settlements: settlements.transpose()? })
}
