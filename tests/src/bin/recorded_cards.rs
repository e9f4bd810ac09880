//! Makes the fixture `recorded-cards`: cards dealt by someone else's software, as a hands journal.
//!
//! `cargo run -p feltproof-tests --bin recorded_cards -- SOURCE.csv FOLDER`
//!
//! The source has 10,000 six-seat hands of two cards a seat, seat by seat: twelve cards in a hand.
//! Cards 1 to 5 become a player's, cards 6 to 10 the dealer's, of one round each. Nothing was
//! staked, so the journal has no wagers and no actions. The source has no times; rounds are set
//! eight seconds apart, which no check relies on.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [source, folder] = args.as_slice() else {
        eprintln!("usage: recorded_cards SOURCE.csv FOLDER");
        return ExitCode::from(2);
    };
    match convert(Path::new(source), Path::new(folder)) {
        Ok(rounds) => {
            println!("{rounds} rounds written to {folder}/hands.csv");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("recorded_cards: {message}");
            ExitCode::from(2)
        }
    }
}

fn convert(source: &Path, folder: &Path) -> Result<u32, String> {
    let text = std::fs::read_to_string(source).map_err(|e| format!("{}: {e}", source.display()))?;
    let journal = feltproof_tests::recorded_cards(&text)?;
    let rounds = u32::try_from(journal.lines().count().saturating_sub(1) / 2).unwrap_or(0);
    let target = folder.join("hands.csv");
    std::fs::write(&target, journal).map_err(|e| format!("{}: {e}", target.display()))?;
    Ok(rounds)
}
