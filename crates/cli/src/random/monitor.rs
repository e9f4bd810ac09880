//! Monitoring: evidence after every deck or draw, which may be looked at any time.

use crate::Ending;
use crate::args::{Judging, Rng, Shuffle};
use crate::print::print_as;
use crate::random::decks::{self, Counter, Faults, Reading, Shape};
use crate::random::input::Input;
use crate::random::numbers::{self, Range};
use feltproof_model::workpaper::FileDigest;
use feltproof_stats::monitor::{Evidence, Monitor, StreamMonitor};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

pub(crate) fn decks(args: &Shuffle, file: &Path, reading: Reading) -> Result<Ending, String> {
    let mut input = Input::open(file, "Monitoring")?;
    let lag = usize::from(args.decks_in_use);
    let monitor = Monitor::new(usize::from(reading.cards), lag).map_err(|e| e.to_string())?;
    let full = reading.shape == Shape::Full;
    let mut watch = Watch { of: reading.cards, full, monitor: Some(monitor), records: Vec::new() };
    let faults = decks::read(&mut input, args.raw, reading, &mut watch)?;
    let Some(monitor) = watch.monitor else { return Err("nothing was monitored".into()) };
    report(&args.judging, &input.finish(), &monitor.evidence(), &faults)
}

pub(crate) fn draws(args: &Rng, file: &Path, range: Range) -> Result<Ending, String> {
    let mut input = Input::open(file, "Monitoring")?;
    let mut monitor = StreamMonitor::new(range.symbols()).map_err(|e| e.to_string())?;
    let mut refused = Ok(());
    numbers::read(&mut input, range, args.word, args.limit, |symbols| {
        for symbol in symbols {
            if refused.is_ok() {
                refused = monitor.push(*symbol);
            }
        }
    })?;
    refused.map_err(|e| e.to_string())?;
    report(&args.judging, &input.finish(), &monitor.evidence(), &Faults::default())
}

/// The monitor, which must see the records one after the other, and the records of a part, `None` for
/// one that cannot be counted.
struct Watch {
    of: u8,
    /// Every record must be a whole deck.
    full: bool,
    monitor: Option<Monitor>,
    records: Vec<Option<Vec<u8>>>,
}

impl Counter for Watch {
    fn part(&self, _start: u64) -> Self {
        Self { of: self.of, full: self.full, monitor: None, records: Vec::new() }
    }

    fn take(&mut self, cards: &[u8]) -> Result<(), String> {
        let whole = !self.full || cards.len() == usize::from(self.of);
        let read = match whole {
            true => distinct(cards, self.of),
            false => Err(format!("{} cards, not {}", cards.len(), self.of)),
        };
        self.records.push(read.is_ok().then(|| cards.to_vec()));
        read
    }

    fn join(&mut self, next: Self) -> Result<(), String> {
        let Some(monitor) = &mut self.monitor else { return Ok(()) };
        for record in next.records {
            match record {
                Some(cards) => monitor.push_partial(&cards).map_err(|e| e.to_string())?,
                None => monitor.break_chain(),
            }
        }
        Ok(())
    }
}

fn distinct(cards: &[u8], of: u8) -> Result<(), String> {
    let mut seen = 0_u64;
    for (position, card) in cards.iter().enumerate() {
        if *card >= of {
            return Err(format!("{card} at position {} is no card", position + 1));
        }
        if seen & 1 << card != 0 {
            return Err(format!("card {card} comes twice, again at position {}", position + 1));
        }
        seen |= 1 << card;
    }
    Ok(())
}

fn report(
    judging: &Judging,
    input: &FileDigest,
    evidence: &Evidence,
    faults: &Faults,
) -> Result<Ending, String> {
    let text = || text(input, evidence, faults);
    print_as(judging.format, text, || wire(input, evidence, faults))?;
    let alarmed = evidence.alarms.last().is_some_and(|alarm| alarm.at.is_some());
    Ok(if alarmed || faults.total > 0 { Ending::Found } else { Ending::Nothing })
}

/// Evidence as a reader takes it: a number while it is small, a power of ten beyond.
fn in_words(ln_e: f64) -> String {
    if ln_e.abs() < 13.0 {
        format!("{:.3}", ln_e.exp())
    } else {
        format!("10^{:.1}", ln_e / std::f64::consts::LN_10)
    }
}

fn text(input: &FileDigest, evidence: &Evidence, faults: &Faults) -> String {
    let mut out = format!("{}: {} {} monitored\n\n", input.file, evidence.n, evidence.unit);
    // Writing to a String cannot fail.
    let _ = writeln!(out, "Evidence against chance now    {}", in_words(evidence.ln_e));
    let worst = evidence.worst;
    let _ =
        writeln!(out, "Largest so far                 {} after {}", in_words(worst.ln_e), worst.at);
    for alarm in &evidence.alarms {
        let crossed = alarm.at.map_or("not crossed".to_owned(), |at| format!("CROSSED after {at}"));
        let _ = writeln!(
            out,
            "Alarm at {:<4} {crossed}; chance alone ever crosses it with probability {} at most",
            alarm.evidence, alarm.chance
        );
    }
    let _ = writeln!(out, "\n{:<48}{:>12}{:>12}{:>14}", "Bets on", "now", "largest", "after");
    for part in &evidence.components {
        let (now, largest, at) = (in_words(part.ln_e), in_words(part.worst.ln_e), part.worst.at);
        let _ = writeln!(out, "{:<48}{now:>12}{largest:>12}{at:>14}", part.name);
    }
    if faults.total > 0 {
        let _ = writeln!(out, "\nCertain faults: {}", faults.total);
        for fault in &faults.kept {
            let _ = writeln!(out, "  {fault}");
        }
    }
    out.push_str(
        "\nEvidence is what a gambler who bets against chance has made of one dollar. It may be looked at \
         after every deck or draw without raising the probability of a false alarm.\n",
    );
    out
}

fn wire(input: &FileDigest, evidence: &Evidence, faults: &Faults) -> Value {
    let components = evidence.components.iter().map(|c| {
        json!({ "key": c.key, "bets_on": c.name, "ln_evidence": c.ln_e,
                "ln_largest": c.worst.ln_e, "largest_after": c.worst.at })
    });
    let alarms = evidence.alarms.iter().map(
        |a| json!({ "evidence": a.evidence, "chance_at_most": a.chance, "crossed_after": a.at }),
    );
    json!({
        "schema": "feltproof-monitor-1",
        "input": { "file": input.file, "bytes": input.size_bytes, "sha256": input.sha256 },
        "observations": evidence.n,
        "unit": evidence.unit,
        "ln_evidence": evidence.ln_e,
        "ln_largest": evidence.worst.ln_e,
        "largest_after": evidence.worst.at,
        "alarms": alarms.collect::<Value>(),
        "components": components.collect::<Value>(),
        "path": evidence.path,
        "certain_faults": { "total": faults.total, "sentences": faults.kept },
    })
}
