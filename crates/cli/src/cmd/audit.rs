//! `audit`: journals to events, events to rounds, rounds to exceptions, exceptions to a signed report.

use crate::args::{Audit as Arguments, Format};
use crate::files::{self, Pending};
use crate::input::Input;
use crate::opened::{Known, Opened};
use crate::print::{print, style};
use crate::signing::{self, Found};
use crate::totals::Totals;
use crate::workpaper::{Printed, assemble};
use crate::{Ending, clock, progress};
use feltproof_checks::{ADVICE, Audit, AuditOutcome, CHECKS, Check, Step};
use feltproof_intake::{JournalReader, Readable};
use feltproof_model::workpaper::{InputSummary, Verdict, Workpaper};
use feltproof_report::{
    CheckDoc, ExceptionSpool, Fonts, QuarantineWriter, render, terminal_summary, write_json,
};
use feltproof_stats::Randomness;
use std::io::BufReader;
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
    let signer = signing::find(&args.signing, issued_unix)?;
    let Run { known, mut outcome, inputs, printed, spool, quarantine } =
        read_and_judge(opened, &args.out)?;
    let randomness = std::mem::take(&mut outcome.randomness);
    let workpaper = assemble(outcome, known, inputs, printed, issued_unix, signer.as_ref())?;
    let json = write_json_report(&workpaper, &randomness, spool, &args.out)?;
    let pdf = write_pdf_report(&workpaper, &randomness, signer.as_ref(), &args.out)?;
    // All three are whole: only now do they take the place of an earlier report.
    for file in [quarantine, json, pdf] {
        file.keep()?;
    }
    summarise(&workpaper, &randomness, args, signer.as_ref())?;
    Ok(match workpaper.verdict {
        Verdict::Exceptions => Ending::Found,
        Verdict::NothingFound => Ending::Nothing,
        Verdict::Incomplete => Ending::Untested,
    })
}

/// The files a run writes; each is first written with `.part` behind its name.
const OUTPUTS: [&str; 4] = ["report.pdf", "report.json", "quarantine.csv", "exceptions.spool"];

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
}

/// Reads the journals side by side in time, and judges as they come. Exceptions and unreadable
/// records go straight to disk; only what will be printed is kept. Where too little of a journal could
/// be read there is no audit: nothing that was written is kept, its reasons stand in the error.
fn read_and_judge(opened: Opened, out: &Path) -> Result<Run, String> {
    let Opened { known, mut readers, bytes_read, size_bytes, .. } = opened;
    let bar = progress::over_bytes(size_bytes);
    let quarantine = Pending::new(&out.join("quarantine.csv"))?;
    let quarantine = QuarantineWriter::new(&known.scope.engagement, quarantine);
    let mut quarantine = quarantine.map_err(|e| e.to_string())?;
    let spool_file = Pending::new(&out.join("exceptions.spool"))?;
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

fn write_json_report(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    spool: Pending,
    out: &Path,
) -> Result<Pending, String> {
    let mut json = Pending::new(&out.join("report.json"))?;
    let spool = BufReader::new(spool.into_spool()?);
    write_json(workpaper, randomness, spool, &mut json).map_err(|e| e.to_string())?;
    Ok(json)
}

fn write_pdf_report(
    workpaper: &Workpaper,
    randomness: &[Randomness],
    signer: Option<&Found>,
    out: &Path,
) -> Result<Pending, String> {
    let fonts = Fonts::embedded().map_err(|e| e.to_string())?;
    let all: Vec<(&Check, String)> =
        CHECKS.iter().chain(ADVICE).map(|check| (*check, check.criteria())).collect();
    let doc = |(check, criteria): &'_ (&'static Check, String)| CheckDoc {
        code: check.code,
        title: check.title,
        criteria,
    };
    let appendix: Vec<CheckDoc<'_>> = all.iter().map(doc).collect();
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
    text.push_str(&format!(
        "Written to {}: report.pdf{}, report.json, quarantine.csv\n",
        args.out.display(),
        if signer.is_some() { " (signed)" } else { " (not signed)" }
    ));
    if let Some(found) = signer {
        text.push_str(&format!("Certificate: {}\n", found.certificate.display()));
    }
    print(text.as_bytes())?;
    Ok(())
}
