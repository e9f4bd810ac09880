//! The results of the batteries' self-test as the terminal prints them.

use super::{Answer, LEVEL, Proof, Rate, SEEN_AT_LEAST};
use std::fmt::Write as _;

/// What no test of output can see in any number of rounds that a table deals, and what does.
pub(super) const BEYOND: &str = "\
A remainder of a short random word favours some cards. Draws until that shows, nine times in ten: \
16 thousand for 8-bit words over 52 cards, 150 million for 15 bits, 350 million for 16 bits, and \
3e17 for 31 bits, which no machine will ever deal. A weak generator with a long period (the minimal \
standard, the C library's rand, the high bits of a congruential generator) passes every test of its \
cards, although whoever sees a few decks can predict the rest. Statistics cannot certify either \
away: read the source code; recover the indices of the shuffle from its decks and test those; and \
try all seeds of the known generators against a few decks, which takes minutes for 2^32 of them.";

/// The whole text. Writing to a String cannot fail.
pub(super) fn text(proof: &Proof) -> String {
    let looks = proof.looks();
    let mut out = format!(
        "The battery tested itself: {} replications, seed {} (ChaCha20). Intervals are Clopper and \
         Pearson's, 95 %.\n\nFALSE ALARMS: verdicts at {LEVEL} against a fair source\n\n",
        proof.replications, proof.rng_seed
    );
    for rate in &proof.fair {
        line(&mut out, rate, rate.at_most(LEVEL, looks));
    }
    for (what, rates) in &proof.tests {
        for rate in rates.iter().filter(|r| r.at_most(LEVEL, looks) == Answer::Contradicted) {
            let _ = write!(out, "of {what}, p at most {LEVEL} of the test\n  ");
            line(&mut out, rate, Answer::Contradicted);
        }
    }
    let _ = writeln!(out, "\nDEFECTS: verdicts at {LEVEL} against a source with a known fault\n");
    for (_, rate) in &proof.defects {
        line(&mut out, rate, rate.at_least(SEEN_AT_LEAST, looks));
    }
    out.push('\n');
    for (words, rate) in &proof.defects {
        let _ = writeln!(out, "{}: {words}", rate.what);
    }
    let _ = writeln!(
        out,
        "\nWHAT STATISTICS CANNOT SEE\n\n{}\n",
        textwrap::fill(BEYOND, crate::print::lines_of(100))
    );
    out.push_str(match proof.answer() {
        Answer::NotContradicted => {
            "Nothing here contradicts what the battery says: false alarms in 1 of 100 fair sources at \
             most, each defect seen in 9 of 10 at least.\n"
        }
        Answer::SaysNothing => {
            "So few replications can tell nothing: a battery that accuses fair sources far too often, \
             or is blind to a defect, could give the same counts. At least 183 replications are needed.\n"
        }
        Answer::Contradicted => "The battery is NOT what it says: see the lines marked above.\n",
    });
    out
}

fn line(out: &mut String, rate: &Rate, answer: Answer) {
    let (low, high) = rate.interval();
    let share = format!("{} of {}", rate.seen, rate.of);
    let interval = format!("{:.2} % to {:.2} %", low * 100.0, high * 100.0);
    let mark = match answer {
        Answer::NotContradicted => "",
        Answer::SaysNothing => "tells nothing",
        Answer::Contradicted => "NOT AS CLAIMED",
    };
    let text = format!("{:<36}{share:>14}   {interval:<22}{mark}", rate.what);
    let _ = writeln!(out, "{}", text.trim_end());
}
