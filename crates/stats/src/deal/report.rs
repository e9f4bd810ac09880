//! From the counts of deals to the battery of tests that a report prints.

use std::collections::BTreeMap;

use super::figures::{RARE_DECKS_MIN, SHIFT};
use super::heat::heat;
use super::layout::Layout;
use super::positions::{marked_at, packets, packets_before, positions};
use super::recorded::NO_ORDER;
use super::registered::{BESIDE, Entry, Given, LIST, ORDER, PACKETS, WHOLE};
use super::table::{Table, left_out, table_outcome};
use super::whole::Group;
use super::{Answer, Deals, mean_position, order_figures, whole_figures};
use crate::battery::{Battery, Heat, Outcome, Test};

/// The outcomes of all tests, by key.
type Answers = BTreeMap<String, Answer>;

/// What was seen of the decks of a stream.
#[derive(Clone, Copy)]
struct Kind {
    /// Nothing but whole decks, by declaration.
    whole: bool,
    ordered: bool,
    packets: bool,
}

impl Kind {
    /// Observations, and one of them.
    fn words(self) -> (&'static str, &'static str) {
        if self.whole { ("decks", "deck") } else { ("deals", "deal") }
    }
}

impl Deals {
    /// All tests of what has been counted, as it was declared.
    pub(super) fn tested(&self) -> Battery {
        let whole = self.options.whole;
        let layouts = || self.fixed.whole.layouts.iter().map(|(layout, of)| (*layout, of.deals));
        let kind = Kind {
            whole,
            ordered: whole || layouts().any(|(layout, _)| layout.is_ordered()),
            packets: layouts().any(|(layout, _)| layout.zones() > 0),
        };
        let (unit, one) = kind.words();
        let mut notes = self.notes(kind);
        let mut answers = self.answers(kind, &mut notes);
        let (mut tests, mut most) = (Vec::new(), Vec::new());
        for entry in LIST.iter() {
            let answer = answers.remove(&entry.key);
            let Some(test) = self.test(entry, answer.as_ref(), kind) else { continue };
            tests.push(test);
            most.extend(answer.and_then(|answer| Some((&*entry.key, answer.most?))));
        }
        let battery = Battery {
            n: self.count(),
            unit,
            tests,
            faults: self.faults.clone(),
            faults_total: self.fault_count,
            heats: self.heats(kind),
            drifts: self.drifts.series(self.start + self.observed, one),
            notes,
            most,
            ..Battery::default()
        };
        // As many outcomes as all deals together can have are equally likely.
        let ln_ways = layouts().map(|(layout, deals)| deals as f64 * self.sample.ln_ways(layout));
        battery.floored(-ln_ways.sum::<f64>())
    }

    /// All that was counted as tests, whatever the list in force; notes what a reader needs beside them.
    fn answers(&self, kind: Kind, notes: &mut Vec<String>) -> Answers {
        let (n, before) = (self.n, &self.before);
        let mut all = Answers::new();
        let mut add = |reference: &str, answers: Vec<Answer>| {
            all.extend(answers.into_iter().map(|of| (format!("{reference}.{}", of.key), of)));
        };
        add("fixed", self.fixed_answers(kind));
        add("previous", whole_figures::previous(&before.whole, n));
        if kind.packets {
            add("previous", whole_figures::previous_packets(&before.whole, n));
        }
        if kind.ordered {
            add("previous", order_figures::outcomes(&before.order, n, kind.whole));
        }
        for other in &self.other_lags {
            add(&format!("lag_{}", other.lag), other.answers(n));
        }
        let layouts = || self.fixed.whole.layouts.iter().map(|(layout, of)| (*layout, of.deals));
        let (duplicates, identical) = self.sample.answer(layouts());
        add(if kind.whole { "decks" } else { "fixed" }, vec![duplicates]);
        add("fixed", vec![self.short.answer(layouts()).0]);
        let decks = (Layout::Ordered { dealt: n as u8 }, before.order.deals());
        let (replayed, shuffles) = before.replayed.answer([decks].into_iter());
        add("previous", vec![replayed]);
        notes.extend(identical);
        notes.extend(shuffles);
        all
    }

    /// Everything against the cards themselves but identical deals.
    fn fixed_answers(&self, kind: Kind) -> Vec<Answer> {
        let (n, options, order) = (self.n, &self.options, &self.fixed.order);
        let mut all = whole_figures::fixed(&self.fixed.whole, n);
        if kind.packets {
            all.extend(whole_figures::fixed_packets(&self.fixed.whole, n, options));
        }
        if !kind.ordered {
            return all;
        }
        all.extend(order_figures::outcomes(order, n, kind.whole));
        all.push(mean_position::most_unusual(order, n));
        let answer = |key, outcome| Answer::new(key, order.deals(), outcome);
        if let Some(class) = &options.classes {
            let by = |class: &[u8]| table_outcome(&positions(order, n).by_class(class).free());
            all.push(answer("position_rank", by(&class.rank)));
            all.push(answer("position_suit", by(&class.suit)));
            all.push(mean_position::classes(order, n, &class.rank));
        }
        if let Some((contrast, places)) =
            options.contrast.as_ref().and_then(|c| Some((c, c.places.as_ref()?)))
        {
            let marked = marked_at(order, n, contrast.labels, places);
            all.push(answer("contrast", marked.normal_from(RARE_DECKS_MIN, SHIFT)));
        }
        all
    }

    /// One line of the list, if it is of the list in force.
    fn test(&self, entry: &Entry, answer: Option<&Answer>, kind: Kind) -> Option<Test> {
        let fits = entry.fits & if kind.whole { WHOLE | BESIDE } else { ORDER | PACKETS };
        let missing = self.missing(entry, fits, kind);
        // The declared lag is looked at by all tests.
        let is_declared = entry.key.starts_with("lag_") && answer.is_none();
        let is_unmarked = kind.whole && entry.given == Given::Contrast && missing.is_some();
        if fits == 0 || is_declared || is_unmarked {
            return None;
        }
        let (n, outcome) = match (missing, answer) {
            (Some(why), _) => (0, Outcome::not_run(why)),
            (None, Some(answer)) => (answer.deals, answer.outcome.clone()),
            (None, None) => (0, Outcome::not_run("nothing was counted")),
        };
        let mut name = entry.name.to_owned();
        if let (Given::Contrast, Some(contrast)) = (entry.given, &self.options.contrast) {
            name.clone_from(&contrast.name);
        }
        if entry.is_previous && !["before", "again"].iter().any(|word| name.contains(word)) {
            name.push_str(&format!(", against the {} before", kind.words().1));
        }
        let registered = missing.is_none() && fits != BESIDE;
        Some(Test { key: entry.key.clone(), name, catches: entry.catches, n, registered, outcome })
    }

    fn missing(&self, entry: &Entry, fits: u8, kind: Kind) -> Option<&'static str> {
        // What fits any part of a deck is never amiss.
        if !kind.whole && fits & ORDER == 0 && !kind.packets {
            return Some("the deals are not divided into packets");
        }
        if !kind.whole && fits & PACKETS == 0 && !kind.ordered {
            return Some(NO_ORDER);
        }
        let options = &self.options;
        let marked = options.contrast.as_ref().filter(|c| c.places.is_some() == kind.whole);
        match entry.given {
            Given::Classes if options.classes.is_none() => {
                Some("the ranks and suits of the cards are not given")
            }
            Given::Categories if options.categories.is_none() => {
                Some("probabilities of hand categories are not given")
            }
            Given::Contrast if marked.is_none() => Some("no marked cards are given"),
            Given::Nothing | Given::Classes | Given::Categories | Given::Contrast => None,
        }
    }

    fn notes(&self, kind: Kind) -> Vec<String> {
        let (n, (unit, one)) = (self.n, kind.words());
        let mut notes = Vec::new();
        let lacking = self.fault_count + self.skipped;
        if lacking > 0 {
            notes.push(format!(
                "{lacking} of {} {unit} are left out of all statistics, and the {one} after each has none before it.",
                self.observed
            ));
        }
        if kind.whole {
            notes.push(format!(
                "{} of {} {unit} are compared with the {one} {} before; the others have none, at the \
                 beginning, after a break or after a fault.",
                self.before.order.deals(),
                self.count(),
                self.before.lag
            ));
        }
        let layouts = &self.fixed.whole.layouts;
        if layouts.iter().count() > 1 {
            let one = |(layout, of): &(Layout, Group)| format!("{} {}", of.deals, words(*layout));
            let list: Vec<String> = layouts.iter().map(one).collect();
            notes.push(format!("Deals by what was seen: {}.", list.join("; ")));
        }
        let (fixed, before) = (&self.fixed, &self.before);
        let mut note = |table: Table, name| notes.extend(left_out(&table.free(), name));
        if kind.ordered {
            note(positions(&fixed.order, n), "position by card");
            note(positions(&before.order, n), "position by position before");
        }
        if kind.packets {
            note(packets(&fixed.whole, n, true), "packet by card");
            note(packets_before(&before.whole, n, true), "packet by packet before");
        }
        notes
    }

    fn heats(&self, kind: Kind) -> Vec<Heat> {
        let (n, fixed, before) = (self.n, &self.fixed, &self.before);
        let (zone, tables) = if kind.ordered {
            ("position", [positions(&fixed.order, n), positions(&before.order, n)])
        } else {
            let before = packets_before(&before.whole, n, false);
            ("packet", [packets(&fixed.whole, n, false), before])
        };
        let all = ["fixed", "previous"].into_iter().zip(&tables);
        all.filter_map(|(reference, table)| heat(reference, table, zone)).collect()
    }
}

fn words(layout: Layout) -> String {
    match layout {
        Layout::Ordered { dealt } => format!("of {dealt} cards in order"),
        Layout::Packets { packets, size, last, ordered } => {
            let order = if ordered { " in order" } else { "" };
            let odd = if last == size { String::new() } else { format!(", {last} in the last") };
            format!("of {packets} packets of {size} cards{odd}{order}")
        }
    }
}
