//! Writes the report of a made-up workpaper into a folder, to look at the pages:
//! `cargo run --example sample_report -p feltproof-report -- OUTDIR`.

#[path = "../tests/common/mod.rs"]
mod common;

use feltproof_report::{
    CheckDoc, ExceptionSpool, Fonts, QuarantineWriter, Style, render, terminal_summary, write_html,
    write_json,
};
use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;

const DOCS: [CheckDoc<'static>; 3] = [
    CheckDoc {
        code: "PAY-003",
        title: "Super Bonus paid or taken wrongly",
        text: "## What it checks\n\nEvery Super Bonus wager of a round that is not void is settled \
               again from the cards and compared with what the record returned.\n\n## Why it \
               matters\n\n- An overpayment is a loss the house cannot recover.\n- An underpayment is \
               money **owed** to a player.\n\n## What it does not see\n\nA folded hand without \
               recorded cards.\n\n```\nseat 3: As Ks Qs Js 2d, stake 10.00, returned 160.00\n```",
    },
    CheckDoc {
        code: "PAY-001",
        title: "Ante paid or taken wrongly",
        text: "Not printed, since it found nothing.",
    },
    CheckDoc {
        code: "AWD-004",
        title: "Award without hand button, CONFIRM and card swipe before it, in order",
        text: "## What it checks\n\nEach award of the manager journal is preceded on the table's \
               controller by the hand button of the seat, CONFIRM and the card of the level.",
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::args().nth(1).ok_or("usage: sample_report OUTDIR")?);
    std::fs::create_dir_all(&out)?;
    let w = common::sample();
    let pdf = render(&w, &[], &Fonts::embedded()?, &DOCS)?;
    std::fs::write(out.join("report.pdf"), &pdf.bytes)?;

    let mut spool = ExceptionSpool::new(&w.engagement, &w.engagement_file.file, Vec::new());
    for exception in common::exceptions() {
        spool.push(&exception)?;
    }
    let spooled = spool.finish()?;
    write_json(&w, &[], spooled.as_slice(), std::fs::File::create(out.join("report.json"))?)?;
    write_html(&w, &[], &[], spooled.as_slice(), std::fs::File::create(out.join("report.html"))?)?;

    let csv = std::fs::File::create(out.join("quarantine.csv"))?;
    let mut quarantine = QuarantineWriter::new(&w.engagement, csv)?;
    for problem in &w.problems {
        quarantine.push(problem)?;
    }
    quarantine.finish()?;
    let summary = terminal_summary(&w, &[], Style { colour: false, width: 100 });
    std::io::stdout().write_all(summary.as_bytes())?;
    println!("\n{} pages, signature box {:?}", pdf.pages, pdf.signature_box);
    Ok(())
}
