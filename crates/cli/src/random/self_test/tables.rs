//! The results of the batteries' self-test as tables on the terminal.

use super::{FALSE_ALARM, Proof};
use feltproof_stats::trial::{self, Calibration, Seen};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The whole text. Writing to a String cannot fail.
pub(super) fn text(proof: &Proof) -> String {
    let mut out = format!(
        "The battery tested itself: {} replications, seed {} (ChaCha20)\n",
        proof.replications, proof.rng_seed
    );
    for (what, rows) in &proof.sizes {
        sizes(&mut out, what, rows);
    }
    power(&mut out, proof);
    if !proof.bit_flaws.is_empty() {
        out.push_str("\nFLAWS OF BIT STREAMS, one sequence each\n\n");
        for (name, words, seen) in &proof.bit_flaws {
            let _ = writeln!(out, "{:<10}{name}: {words}", if *seen { "seen" } else { "NOT SEEN" });
        }
    }
    out.push_str("\nWHAT STATISTICS CANNOT SEE\n\n");
    out.push_str(&wrapped(trial::BEYOND));
    let verdict = if proof.sound() {
        "\nNo test accuses a fair source more often than it says, and no defect is seen less often than \
         by the reference.\n"
    } else {
        "\nThe battery is NOT what it says: see the lines marked above.\n"
    };
    out.push_str(verdict);
    out
}

fn sizes(out: &mut String, what: &str, rows: &[(u64, Calibration)]) {
    let _ = writeln!(out, "\nFALSE ALARMS on {what}: share of p at most .05 and .01\n");
    let head: String = rows.iter().map(|(n, _)| format!("{n:>18}")).collect();
    let _ = writeln!(out, "{:<40}{head}", "observations");
    let keys: BTreeSet<&String> = rows.iter().flat_map(|(_, c)| c.tests.keys()).collect();
    for key in keys {
        let registered = rows.iter().any(|(_, c)| c.tests.get(key).is_some_and(|s| s.registered));
        let _ = write!(out, "{}{key:<39}", if registered { ' ' } else { '-' });
        for (_, calibration) in rows {
            let cell = match calibration.tests.get(key) {
                Some(s) if s.ran > 0 => {
                    let share = |count: u64| count as f64 / s.ran as f64;
                    format!("{:.3} {:.4}", share(s.at_05), share(s.at_01))
                }
                Some(s) if s.insufficient > 0 => "insufficient".to_owned(),
                _ => "not run".to_owned(),
            };
            let _ = write!(out, "{cell:>18}");
        }
        out.push('\n');
    }
    let _ = write!(out, " {:<39}", "verdict, any registered test (Holm)");
    for (_, c) in rows {
        let share = |count: u64| count as f64 / c.replications.max(1) as f64;
        let shares = format!("{:.3} {:.4}", share(c.verdicts_05), share(c.verdicts_01));
        let _ = write!(out, "{shares:>18}");
    }
    out.push_str("\n- not registered\n");
    for (observations, calibration) in rows {
        for wrong in calibration.out_of_size(FALSE_ALARM) {
            let side = if wrong.above { "ABOVE ITS LEVEL" } else { "BELOW ITS TABULATED SIZE" };
            let _ = writeln!(
                out,
                "{side}: {} at {observations}, {} in {} of {}, where {} is due",
                wrong.key, wrong.what, wrong.seen, wrong.of, wrong.nominal
            );
        }
    }
}

fn power(out: &mut String, proof: &Proof) {
    let _ = writeln!(
        out,
        "\nPOWER: share of sources with a departure, registered list, Holm at {}; the reference in \
         brackets\n",
        trial::LEVEL
    );
    let columns: BTreeSet<_> = proof.power.cells.keys().map(|(view, _, n)| (*view, *n)).collect();
    let _ = write!(out, "{:<36}", "defect");
    for (view, n) in &columns {
        let name = match view {
            trial::View::Full => "full".to_owned(),
            trial::View::First(cards) => format!("first {cards}"),
            trial::View::Stream => "stream".to_owned(),
        };
        let _ = write!(out, "{:>16}", format!("{name} {n}"));
    }
    out.push('\n');
    let comparison = trial::compare(&proof.power);
    let share = |seen: Seen| seen.rejected as f64 / seen.replications.max(1) as f64;
    for (name, _) in &proof.defects {
        let _ = write!(out, "{name:<36}");
        for (view, n) in &columns {
            let ours = proof.power.cell(*view, name, *n).map_or(f64::NAN, share);
            let mut cells = comparison.cells.iter();
            let cell = match cells.find(|c| (c.view, &c.defect, c.rounds) == (*view, name, *n)) {
                Some(c) => format!("{ours:.2} ({:.2})", share(c.reference)),
                None => format!("{ours:.2}"),
            };
            let _ = write!(out, "{cell:>16}");
        }
        out.push('\n');
    }
    for index in &comparison.lower {
        let cell = &comparison.cells[*index];
        let _ = writeln!(
            out,
            "LOWER THAN THE REFERENCE: {} at {}: {} of {} against {} of {}",
            cell.defect,
            cell.rounds,
            cell.ours.rejected,
            cell.ours.replications,
            cell.reference.rejected,
            cell.reference.replications
        );
    }
    let _ = writeln!(
        out,
        "Over the whole table, the probability of so few rejections by chance: {:.3}",
        comparison.pooled
    );
    out.push('\n');
    for (name, words) in &proof.defects {
        let _ = writeln!(out, "{name}: {words}");
    }
}

/// Lines of at most 100 characters.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut line = 0;
    for word in text.split_whitespace() {
        if line + word.len() + 1 > 100 {
            out.push('\n');
            line = 0;
        } else if line > 0 {
            out.push(' ');
            line += 1;
        }
        out.push_str(word);
        line += word.len();
    }
    out.push('\n');
    out
}
