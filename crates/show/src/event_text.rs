//! Events of controllers, managers and shufflers in words, a line of text each.

use feltproof_intake::Zone;
use feltproof_model::engagement::JournalKind;
use feltproof_model::{
    Card, ControllerEvent, ControllerKind, ManagerEvent, ShufflerEvent, Timestamp,
};
use feltproof_printable::visible;
use feltproof_record::Subject;
use std::ops::Range;

/// The clock of the property, and what the lines of its journals are called.
pub(crate) struct Clock<'a> {
    zone: Option<Zone>,
    subject: &'a Subject,
}

impl<'a> Clock<'a> {
    /// The clock of this engagement.
    pub(crate) fn of(subject: &'a Subject) -> Self {
        Self { zone: Zone::new(&subject.engagement.time_zone), subject }
    }

    /// How a line begins: its number, and what happened when.
    fn head(&self, journal: JournalKind, line: u32, time: Timestamp, what: &str) -> String {
        let line = self.subject.line(journal, line);
        let time = self.zone.as_ref().map_or_else(String::new, |zone| zone.format_local(time));
        format!("  line {line:<7} {time}  {what}")
    }

    /// An event of a table controller.
    pub(crate) fn controller(&self, e: &ControllerEvent) -> String {
        let seat = match e.seat {
            Some(seat) => format!(" seat {seat}"),
            None if e.kind == ControllerKind::CoinIn => format!(" seats {}", e.lit),
            None => String::new(),
        };
        let head = self.head(JournalKind::Controller, e.line, e.time, e.kind.name());
        visible(&format!("{head}{seat} {} {}", e.value, e.actor)) + "\n"
    }

    /// An event of the Game Manager.
    pub(crate) fn manager(&self, e: &ManagerEvent) -> String {
        let seat = e.seat.map_or_else(String::new, |s| format!(" seat {s}"));
        let why = [e.reason.as_str(), e.document.as_str(), e.value.as_str()].join(" ");
        let why = if why.trim().is_empty() { String::new() } else { format!(" ({})", why.trim()) };
        let head = self.head(JournalKind::Manager, e.line, e.time, e.kind.name());
        let (amount, display, reserve) = (e.amount, e.display, e.reserve);
        // Where there are several meters, which one it is of, and of a share of it its own name.
        let link = self.subject.link(e.link);
        let share = e.share.and_then(|at| link.shares.get(usize::from(at)));
        let several = self.subject.engagement.links.len() > 1;
        let which = match share {
            Some((level, _)) => format!(" {} {level}", link.name),
            None if several => format!(" {}", link.id),
            None => String::new(),
        };
        let count = e.in_meter.map_or_else(String::new, |count| format!(", in-meter {count}"));
        let text =
            format!("{which}{seat} {amount}: meter {display}, reserve {reserve}{count}{why}");
        visible(&(head + &text)) + "\n"
    }

    /// A record of a shuffler: a deck in lines of thirteen cards.
    pub(crate) fn shuffler(&self, e: &ShufflerEvent) -> String {
        let packet = if e.packet > 0 { format!(" {}", e.packet) } else { String::new() };
        let head = self.head(JournalKind::Shuffler, e.line, e.time, e.kind.name());
        let cards = |cards: &[Card]| {
            let cards: Vec<String> = cards.iter().map(|card| card.pretty()).collect();
            format!("      {}\n", cards.join(" "))
        };
        let cards: String = e.cards.chunks(13).map(cards).collect();
        visible(&format!("{head}{packet} {}", e.value)) + "\n" + &cards
    }
}

/// Events and hands that are shown before the one that is explained, and from it on: more than a round has.
const NEAR: usize = 40;

/// A heading with a line for each event; nothing without events. Of more than a round has, those around the one that is
/// `explained`.
pub(crate) fn list<T>(
    heading: &str,
    events: &[T],
    explained: impl Fn(&T) -> bool,
    line: impl Fn(&T) -> String,
) -> String {
    if events.is_empty() {
        return String::new();
    }
    let near = near(events, explained);
    let lines: String = events[near.clone()].iter().map(line).collect();
    format!("\n{heading}\n{lines}{}", left_out(&near, events.len()))
}

/// Those of a list that are shown: around the one that is `explained`, else the first.
pub(crate) fn near<T>(all: &[T], explained: impl Fn(&T) -> bool) -> Range<usize> {
    let at = all.iter().position(explained).unwrap_or(0);
    at - at.min(NEAR)..all.len().min(at + NEAR)
}

/// How many are not shown, as a line; nothing where all are.
pub(crate) fn left_out(shown: &Range<usize>, of: usize) -> String {
    match (shown.start, of - shown.end) {
        (0, 0) => String::new(),
        (before, after) => format!("  not shown: {before} before these, {after} after them\n"),
    }
}
