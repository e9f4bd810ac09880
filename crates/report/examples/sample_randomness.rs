//! Writes the report, the plots, the JSON and the terminal text of made-up randomness tests into a
//! folder, to look at them: `cargo run --example sample_randomness -p feltproof-report -- OUTDIR`.

#[path = "../tests/common/mod.rs"]
mod common;

use common::battery::battery;
use feltproof_model::randomness::{
    HeatMap, NullCurve, Randomness, RandomnessOutcome, RandomnessState,
};
use feltproof_report::{
    Fonts, RandomnessMeta, Style, plots_svg, randomness_json, randomness_text, render,
    render_randomness,
};
use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::args().nth(1).ok_or("usage: sample_randomness OUTDIR")?);
    std::fs::create_dir_all(&out)?;
    let mut w = common::sample();
    w.randomness =
        vec![battery("table C4P-1, decks.csv", 1.0), battery("table C4P-2, hands.csv", 0.0)];
    w.randomness.push(broken());
    let meta = RandomnessMeta {
        tool_version: w.tool_version.clone(),
        issued_unix: w.issued_unix,
        inputs: w.inputs.iter().map(|i| i.digest.clone()).collect(),
        parameters: vec![
            ("cards".to_owned(), "52".to_owned()),
            ("level".to_owned(), "0.01".to_owned()),
            ("decks in use".to_owned(), "1 (assumed)".to_owned()),
        ],
        signer: w.signer.clone(),
    };
    let fonts = Fonts::embedded()?;
    let alone = render_randomness("decks.csv", &meta, &w.randomness, &fonts)?;
    std::fs::write(out.join("randomness.pdf"), &alone.bytes)?;
    std::fs::write(out.join("report.pdf"), render(&w, &fonts, &[])?.bytes)?;
    std::fs::write(out.join("randomness.json"), randomness_json(&w.randomness, &meta)?)?;
    for (at, r) in w.randomness.iter().enumerate() {
        for (stem, svg) in plots_svg(r, &fonts) {
            std::fs::write(out.join(format!("{at}-{stem}.svg")), svg)?;
        }
    }
    let text = randomness_text(&w.randomness, Style { colour: false, width: 100 });
    std::io::stdout().write_all(text.as_bytes())?;
    println!("\n{} pages, signature box {:?}", alone.pages, alone.signature_box);
    Ok(())
}

/// A source with everything wrong: faults, probabilities below every number, eight decks in a shoe.
fn broken() -> Randomness {
    let mut r = battery("table C4P-3, shoe of eight decks", 40.0);
    r.faults = vec!["Deck 17: card 3 stands at positions 4 and 9.".to_owned(); 4];
    r.faults_total = 12;
    r.verdict.state = RandomnessState::Fault;
    for test in r.tests.iter_mut().skip(30).step_by(9) {
        test.outcome = RandomnessOutcome::Insufficient(100_000);
    }
    let names = |n: usize| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>();
    let all = r.heats[0].residuals.clone();
    r.heats = vec![HeatMap {
        title: "seats against the shoe before".to_owned(),
        row_is: "packet",
        column_is: "position in the deck before",
        rows: ["seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "undealt"]
            .map(str::to_owned)
            .to_vec(),
        columns: names(416),
        residuals: all.iter().cycle().take(7 * 416).copied().collect(),
    }];
    r.unusual = Some(NullCurve {
        name: "Identical decks".to_owned(),
        law: "Poisson, mean 1.5".to_owned(),
        points: [0.223, 0.335, 0.251, 0.126, 0.047, 0.014, 0.004, 0.001]
            .into_iter()
            .zip(0_u8..)
            .map(|(y, x)| (f64::from(x), y))
            .collect(),
        lattice: true,
        observed: 5.0,
    });
    r
}
