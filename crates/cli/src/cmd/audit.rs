//! `audit`: journals to events, events to rounds, rounds to exceptions, exceptions to a signed report.

use crate::args::{Audit as Arguments, Format, Output};
use crate::files::{self, Pending};
use crate::input::Input;
use crate::opened::{Known, Opened};
use crate::print::{print, style};
use crate::signing::{self, Found};
use crate::totals::{Observed, Settled, Totals};
use crate::workpaper::{Printed, assemble};
use crate::{Ending, clock, progress};
use feltproof_checks::{ADVICE, Audit, AuditOutcome, CHECKS, Check, Step};
use feltproof_intake::{JournalReader, Readable};
use feltproof_model::workpaper::{InputSummary, Verdict, Workpaper};
use feltproof_report::{
    CheckDoc, ExceptionSpool, Fonts, QuarantineWriter, SettlementWriter, render, terminal_summary,
    write_json, write_workbook,
};
use feltproof_stats::Randomness;
use std::fs::File;
use std::io::{BufReader, Seek};
use std::path::Path;
use std::sync::atomic::Ordering;

pub(super) fn run(args: &Arguments) -> Result<Ending, String> {
    super::on_threads(args.threads, || audit(args))
}

fn audit(args: &Arguments) -> Result<Ending, String> {
    let issued_unix = clock::now_unix()?;
    let opened = Opened::new(&args.engagement)?;
    files::make_folder(&args.out)?;
    spare_inputs(&opened, &args.engagement, &args.out)?;
    let writes = |output: Output| args.report.contains(&output);
    if args.format == Format::Json && !writes(Output::Json) {
        return Err("--format json prints report.json; add json to --report".to_owned());
    }
    let signer = match writes(Output::Pdf) {
        true => signing::find(&args.signing, issued_unix)?,
        false => None,
    };
    let run = match writes(Output::Parquet) {
        true => read_and_judge::<Settled>(opened, args),
        false => read_and_judge::<Totals>(opened, args),
    };
    let Run { known, mut outcome, inputs, printed, spool, quarantine, settlements } = run?;
    let randomness = std::mem::take(&mut outcome.randomness);
    let workpaper = assemble(outcome, known, inputs, printed, issued_unix, signer.as_ref())?;
    let mut spool = spool.into_spool()?;
    let mut written: Vec<Pending> = [Some(quarantine), settlements].into_iter().flatten().collect();
    if writes(Output::Json) {
        written.push(write_json_report(&workpaper, &randomness, &mut spool, &args.out)?);
    }
    if writes(Output::Xlsx) {
        written.push(write_workpapers(&workpaper, &randomness, &mut spool, &args.out)?);
    }
    if writes(Output::Pdf) {
        written.push(write_pdf_report(&workpaper, &randomness, signer.as_ref(), &args.out)?);
    }
    // All are whole: only now do they take the place of an earlier report.
    for file in written {
        file.keep()?;
    }
    if !args.quiet {
        summarise(&workpaper, &randomness, args, signer.as_ref())?;
    }
    Ok(match workpaper.verdict {
        Verdict::Exceptions => Ending::Found,
        Verdict::NothingFound => Ending::Nothing,
        Verdict::Incomplete => Ending::Untested,
    })
}

/// The files a run writes; each is first written with `.part` behind its name.
const OUTPUTS: [&str; 6] = [
    "report.pdf",
    "report.json",
    "workpapers.xlsx",
    "settlements.parquet",
    "quarantine.csv",
    "exceptions.spool",
];

/// The record is read-only: no output may take the place of an input.
fn spare_inputs(opened: &Opened, engagement: &Path, out: &Path) -> Result<(), String> {
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
        for name in OUTPUTS {
            for output in [out.join(name), out.join(format!("{name}.part"))] {
                if files::same(&input, &output) {
                    return Err(format!(
                        "{} is an input of this audit and {} would take its place; choose another --out",
                        input.display(),
                        output.display()
                    ));
                }
            }
        }
    }
    Ok(())
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
fn read_and_judge<O: Observed>(opened: Opened, args: &Arguments) -> Result<Run, String> {
    let out = args.out.as_path();
    let Opened { known, mut readers, bytes_read, size_bytes, .. } = opened;
    let bar = if args.quiet { progress::none() } else { progress::over_bytes(size_bytes) };
    let quarantine = Pending::new(&out.join("quarantine.csv"))?;
    let quarantine = QuarantineWriter::new(&known.scope.engagement, quarantine);
    let mut quarantine = quarantine.map_err(|e| e.to_string())?;
    let spool_file = Pending::new(&out.join("exceptions.spool"))?;
    let mut spool = ExceptionSpool::new(&known.scope.engagement, &known.file.file, spool_file);
    let mut settlements = settlement_writer(&known, args)?;
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
                    spool.push(&exception).map_err(|e| e.to_string())?;
                    printed.exception(exception);
                }
                bar.set_position(bytes_read.load(Ordering::Relaxed));
            }
            Step::Rounds(_) => {}
        }
        Ok(())
    };
    let drain = |observer: &mut O| {
        let Some(writer) = &mut settlements else { return Ok(()) };
        writer.write(&observer.settlements()).map_err(|e| e.to_string())
    };
    let outcome = Audit::<O>::run_draining(scope, &mut readers, next, take, drain)?;
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
    args: &Arguments,
) -> Result<Option<SettlementWriter<Pending>>, String> {
    if !args.report.contains(&Output::Parquet) {
        return Ok(None);
    }
    let file = Pending::new(&args.out.join("settlements.parquet"))?;
    let writer = SettlementWriter::new(&known.scope.engagement, &known.file.file, file);
    writer.map(Some).map_err(|e| e.to_string())
}

fn write_json_report(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    spool: &mut File,
    out: &Path,
) -> Result<Pending, String> {
    let mut json = Pending::new(&out.join("report.json"))?;
    write_json(workpaper, randomness, from_start(spool)?, &mut json).map_err(|e| e.to_string())?;
    Ok(json)
}

fn write_workpapers(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    spool: &mut File,
    out: &Path,
) -> Result<Pending, String> {
    let mut workbook = Pending::new(&out.join("workpapers.xlsx"))?;
    write_workbook(workpaper, randomness, from_start(spool)?, out, &mut workbook)
        .map_err(|e| e.to_string())?;
    Ok(workbook)
}

/// The spool of exceptions, which every output reads for itself.
fn from_start(spool: &mut File) -> Result<BufReader<&mut File>, String> {
    spool.rewind().map_err(|e| format!("the spool of exceptions cannot be read back: {e}"))?;
    Ok(BufReader::with_capacity(1 << 18, spool))
}

fn write_pdf_report(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    signer: Option<&Found>,
    out: &Path,
) -> Result<Pending, String> {
    let fonts = Fonts::embedded().map_err(|e| e.to_string())?;
    let doc = |c: &&'static Check| CheckDoc { code: c.code, title: c.title, text: c.prose() };
    let appendix: Vec<CheckDoc<'_>> = CHECKS.iter().chain(ADVICE).map(doc).collect();
    let pdf = render(workpaper, randomness, &fonts, &appendix).map_err(|e| e.to_string())?;
    let reason = format!("Audit report {}", workpaper.report_id);
    let pdf = signing::signed(pdf, signer, workpaper.issued_unix, reason)?;
    Pending::holding(&out.join("report.pdf"), &pdf)
}

fn summarise(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    args: &Arguments,
    signer: Option<&Found>,
) -> Result<(), String> {
    if args.format == Format::Json {
        print(&files::read_bytes(&args.out.join("report.json"))?)?;
        return Ok(());
    }
    let mut text = terminal_summary(workpaper, randomness, style());
    let signed = if signer.is_some() { "report.pdf (signed)" } else { "report.pdf (not signed)" };
    let names = [
        (Output::Pdf, signed),
        (Output::Xlsx, "workpapers.xlsx"),
        (Output::Json, "report.json"),
        (Output::Parquet, "settlements.parquet"),
    ];
    let names = names.iter().filter(|(output, _)| args.report.contains(output));
    let names: String = names.map(|(_, name)| format!("{name}, ")).collect();
    text.push_str(&format!("Written to {}: {names}quarantine.csv\n", args.out.display()));
    if let Some(found) = signer {
        text.push_str(&format!("Certificate: {}\n", found.certificate.display()));
    }
    print(text.as_bytes())?;
    Ok(())
}
