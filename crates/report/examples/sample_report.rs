//! Writes the report of a made-up workpaper into a folder, to look at the pages:
//! `cargo run --example sample_report -p feltproof-report -- OUTDIR`.

#![allow(clippy::unwrap_used, reason = "what cannot go on stops")]

#[path = "../tests/common/mod.rs"]
mod common;

use feltproof_report::{
    ExceptionSpool, Fonts, QuarantineWriter, Style, render, terminal_summary, write_html,
    write_json,
};
use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::args().nth(1).ok_or("usage: sample_report OUTDIR")?);
    std::fs::create_dir_all(&out)?;
    let w = common::sample();
    let pdf = render(&w, &[], &Fonts::embedded()?)?;
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
