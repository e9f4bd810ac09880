//! `audit`: journals to events, events to rounds, rounds to exceptions, exceptions to a signed report.

use crate::args::{Audit as Arguments, Format};
use crate::files::{self, Pending};
use crate::opened::Opened;
use crate::print::print;
use crate::signing::{self, Found};
use crate::totals::Totals;
use crate::workpaper::{Issue, Printed, assemble};
use crate::{Ending, clock, progress};
use feltproof_checks::{Audit, AuditOutcome, CHECKS};
use feltproof_model::workpaper::{InputSummary, Verdict, Workpaper};
use feltproof_report::{
    CheckDoc, ExceptionSpool, Fonts, QuarantineWriter, RenderedPdf, Style, render,
    terminal_summary, write_json,
};
use feltproof_seal::{SigningClaim, Widget, sign_pdf};
use std::io::{BufReader, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::Ordering;

/// Runs the command.
pub(super) fn run(args: &Arguments) -> Result<Ending, String> {
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build();
    let pool = pool.map_err(|e| format!("threads cannot be started: {e}"))?;
    pool.install(|| audit(args))
}

fn audit(args: &Arguments) -> Result<Ending, String> {
    let issued_unix = clock::now_unix()?;
    let opened = Opened::new(&args.engagement)?;
    files::make_folder(&args.out)?;
    spare_inputs(&opened, &args.engagement, &args.out)?;
    let signer = match args.signing.unsigned {
        true => None,
        false => Some(signing::find(args.signing.identity.as_deref(), issued_unix)?),
    };
    let run = read_and_judge(opened, &args.out)?;
    let issue = Issue { issued_unix, signer: signer.as_ref() };
    let workpaper = assemble(run.outcome, run.opened, run.inputs, run.printed, &issue)?;
    let json = write_json_report(&workpaper, run.spool, &args.out)?;
    let pdf = write_pdf_report(&workpaper, signer.as_ref(), &args.out)?;
    // All three are whole: only now do they take the place of an earlier report.
    for file in [run.quarantine, json, pdf] {
        file.keep()?;
    }
    summarise(&workpaper, args, signer.as_ref())?;
    Ok(match workpaper.verdict {
        Verdict::Exceptions => Ending::Found,
        Verdict::NothingFound | Verdict::Incomplete => Ending::Nothing,
    })
}

/// The files a run writes; each is first written with `.part` behind its name.
const OUTPUTS: [&str; 4] = ["report.pdf", "report.json", "quarantine.csv", "exceptions.spool"];

/// The record is read-only: no output may take the place of an input.
fn spare_inputs(opened: &Opened, engagement: &Path, out: &Path) -> Result<(), String> {
    let folder = engagement.parent().unwrap_or(Path::new(""));
    let journals = opened.scope.engagement.journals.iter().map(|j| folder.join(&j.file));
    let games = opened.scope.engagement.game_files.iter().map(|g| folder.join(g));
    for input in journals.chain(games).chain([engagement.to_owned()]) {
        let Ok(input_real) = input.canonicalize() else { continue };
        for name in OUTPUTS {
            for output in [out.join(name), out.join(format!("{name}.part"))] {
                if output.canonicalize().is_ok_and(|o| o == input_real) {
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
    opened: crate::workpaper::Scoped,
    outcome: AuditOutcome<Totals>,
    inputs: Vec<InputSummary>,
    printed: Printed,
    spool: Pending,
    quarantine: Pending,
}

/// Reads the journals side by side in time, and judges as they come. Exceptions and unreadable
/// records go straight to disk; only what will be printed is kept.
fn read_and_judge(opened: Opened, out: &Path) -> Result<Run, String> {
    let Opened { scope, games, file, mut readers, bytes_read, size_bytes } = opened;
    let bar = progress::over_bytes(size_bytes);
    let quarantine_path = out.join("quarantine.csv");
    let mut quarantine = QuarantineWriter::new(&scope.engagement, Pending::new(&quarantine_path)?)
        .map_err(|e| e.to_string())?;
    let spool_file = Pending::new(&out.join("exceptions.spool"))?;
    let mut spool = ExceptionSpool::new(&scope.engagement, &file.file, spool_file);
    let mut printed = Printed::default();
    let mut audit = Audit::<Totals>::new(scope.clone());
    // One block of each journal is read ahead, while the one before is judged.
    let mut ahead = Vec::new();
    for reader in &mut readers {
        ahead.push(reader.next_block().map_err(|e| e.to_string())?);
    }
    while let Some(journal) = audit.wants() {
        let at = usize::from(journal);
        let Some(block) = ahead[at].take() else {
            audit.end_of(journal);
            continue;
        };
        for problem in &block.problems {
            quarantine.push(problem).map_err(|e| e.to_string())?;
            printed.problem(problem);
        }
        let (exceptions, next) = audit.feed_while(block, || readers[at].next_block());
        ahead[at] = next.map_err(|e| e.to_string())?;
        for exception in exceptions {
            spool.push(&exception).map_err(|e| e.to_string())?;
            printed.exception(exception);
        }
        bar.set_position(bytes_read.load(Ordering::Relaxed));
    }
    let mut outcome = audit.finish();
    for exception in std::mem::take(&mut outcome.exceptions) {
        spool.push(&exception).map_err(|e| e.to_string())?;
        printed.exception(exception);
    }
    bar.finish_and_clear();
    let quarantine = quarantine.finish().map_err(|e| e.to_string())?;
    let inputs = readers.into_iter().map(feltproof_intake::JournalReader::finish).collect();
    let spool = spool.finish().map_err(|e| e.to_string())?;
    let opened = crate::workpaper::Scoped { scope, games, file };
    Ok(Run { opened, outcome, inputs, printed, spool, quarantine })
}

fn write_json_report(workpaper: &Workpaper, spool: Pending, out: &Path) -> Result<Pending, String> {
    let mut json = Pending::new(&out.join("report.json"))?;
    let spool = BufReader::new(spool.into_spool()?);
    write_json(workpaper, spool, &mut json).map_err(|e| e.to_string())?;
    Ok(json)
}

fn write_pdf_report(
    workpaper: &Workpaper,
    signer: Option<&Found>,
    out: &Path,
) -> Result<Pending, String> {
    let fonts = Fonts::embedded().map_err(|e| e.to_string())?;
    let appendix: Vec<CheckDoc<'_>> =
        CHECKS.iter().map(|c| CheckDoc { code: c.code, title: c.title, text: c.prose() }).collect();
    let RenderedPdf { bytes, signature_box, .. } =
        render(workpaper, &fonts, &appendix).map_err(|e| e.to_string())?;
    let bytes = match signer {
        None => bytes,
        Some(found) => {
            let claim = SigningClaim {
                unix_seconds: workpaper.issued_unix,
                reason: Some(format!("Audit report {}", workpaper.report_id)),
                location: None,
                name: None,
            };
            let widget =
                Widget { page_index: signature_box.page_index, rectangle: signature_box.rectangle };
            sign_pdf(&bytes, &found.identity, &claim, Some(&widget)).map_err(|e| e.to_string())?
        }
    };
    let path = out.join("report.pdf");
    let mut pdf = Pending::new(&path)?;
    pdf.write_all(&bytes).map_err(|e| format!("{} cannot be written: {e}", path.display()))?;
    Ok(pdf)
}

fn summarise(
    workpaper: &Workpaper,
    args: &Arguments,
    signer: Option<&Found>,
) -> Result<(), String> {
    if args.format == Format::Json {
        print(&files::read_bytes(&args.out.join("report.json"))?)?;
        return Ok(());
    }
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut text = terminal_summary(workpaper, Style { colour, width: 100 });
    text.push_str(&format!(
        "Written to {}: report.pdf{}, report.json (all exceptions), quarantine.csv\n",
        args.out.display(),
        if signer.is_some() { " (signed)" } else { " (not signed)" }
    ));
    if let Some(found) = signer {
        text.push_str(&format!("Certificate: {}\n", found.certificate.display()));
    }
    print(text.as_bytes())?;
    Ok(())
}
