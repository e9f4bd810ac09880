//! Writes the report, the plots, the JSON and the terminal text of made-up randomness tests into a
//! folder, to look at them: `cargo run --example sample_randomness -p feltproof-report -- OUTDIR`.

#![allow(clippy::unwrap_used, reason = "what cannot go on stops")]

#[path = "../tests/common/mod.rs"]
mod common;

use common::battery::battery;
use feltproof_report::{
    Fonts, RandomnessMeta, Style, plots_svg, randomness_json, randomness_text, render,
    render_randomness,
};
use feltproof_stats::{Heat, Outcome, Randomness, State};
use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::args().nth(1).ok_or("usage: sample_randomness OUTDIR")?);
    std::fs::create_dir_all(&out)?;
    let w = common::sample();
    let list =
        [battery("table C4P-1, decks.csv", 1.0), battery("table C4P-2, hands.csv", 0.0), broken()];
    let meta = RandomnessMeta {
        tool_version: w.tool_version.clone(),
        issued_unix: w.issued_unix,
        inputs: w.inputs.iter().map(|i| i.digest.clone()).collect(),
        parameters: vec![
            ("cards".to_owned(), "52".to_owned()),
            ("level".to_owned(), "0.01".to_owned()),
            ("decks in use".to_owned(), "1 (assumed)".to_owned()),
        ],
        review: None,
        signer: w.signer.clone(),
    };
    let fonts = Fonts::embedded()?;
    let alone = render_randomness("decks.csv", &meta, &list, &fonts)?;
    std::fs::write(out.join("randomness.pdf"), &alone.bytes)?;
    std::fs::write(out.join("report.pdf"), render(&w, &list, &fonts)?.bytes)?;
    std::fs::write(out.join("randomness.json"), randomness_json(&list, &meta)?)?;
    for (at, r) in list.iter().enumerate() {
        for (stem, svg) in plots_svg(r, "", &fonts) {
            std::fs::write(out.join(format!("{at}-{stem}.svg")), svg)?;
        }
    }
    let text = randomness_text(&list, Style { colour: false, width: 100 });
    std::io::stdout().write_all(text.as_bytes())?;
    println!("\n{} pages, signature box {:?}", alone.pages, alone.signature_box);
    Ok(())
}

/// A source with everything wrong: faults, probabilities below every number, eight decks in a shoe.
fn broken() -> Randomness {
    let mut r = battery("table C4P-3, shoe of eight decks", 40.0);
    r.faults = vec!["Deck 17: card 3 stands at positions 4 and 9.".to_owned(); 4];
    r.verdict.state = State::Fault;
    let b = &mut r.battery;
    b.faults_total = 12;
    for test in b.tests.iter_mut().skip(30).step_by(9) {
        test.outcome = Outcome::Insufficient { needs: 100_000 };
    }
    let rows = (1..=6).map(|seat| format!("packet {seat}")).chain(["undealt".to_owned()]);
    let residuals = b.heats[0].residuals.iter().cycle().take(7 * 416).copied().collect();
    b.heats = vec![Heat { reference: "previous", rows: rows.collect(), columns: 416, residuals }];
    r
}
