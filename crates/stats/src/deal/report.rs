//! From the counts of partial deals to the battery of tests that a report prints.

use std::collections::BTreeMap;

use super::layout::Layout;
use super::order_figures::{classes, left_out, positions, table_outcome};
use super::registered::{Entry, LIST, Needs};
use super::{Answer, Deals, hand_figures, heat, order_figures, whole_figures};
use crate::battery::{Battery, Heat, Outcome, Test};
use crate::special::ln_gamma;

impl Deals {
    /// All tests of what has been counted.
    pub fn battery(&self) -> Battery {
        let n = self.n;
        let layouts = || self.whole.layouts.keys();
        let ordered = layouts().any(|layout| layout.is_ordered());
        let packets = layouts().any(|layout| layout.zones() > 0);
        let mut answers: BTreeMap<String, Answer> = BTreeMap::new();
        let mut add = |reference: &str, all: Vec<Answer>| {
            answers.extend(all.into_iter().map(|a| (format!("{reference}.{}", a.key), a)));
        };
        add("fixed", whole_figures::fixed(&self.whole, n));
        add("previous", whole_figures::previous(&self.whole, n));
        if ordered {
            add("fixed", order_figures::outcomes(&self.fixed, n, true));
            add("fixed", self.class_tests());
            add("previous", order_figures::outcomes(&self.previous, n, false));
        }
        if packets {
            let o = &self.options;
            let (classes, categories) = (o.classes.as_ref(), o.categories.as_deref());
            add(
                "fixed",
                hand_figures::fixed(&self.hands, n, classes, categories, o.contrast.as_ref()),
            );
            add("previous", hand_figures::previous(&self.hands, n));
        }
        let layouts = self.whole.layouts.iter().map(|(layout, deals)| (*layout, *deals));
        let (deals, outcome, identical) = self.sample.outcome(layouts);
        add("fixed", vec![Answer { key: "duplicates", deals, outcome }]);
        let tests = LIST.iter().map(|entry| self.test(entry, &mut answers, ordered, packets));
        let tests = tests.collect();
        let mut notes = self.notes(ordered, packets);
        notes.extend(identical);
        let battery = Battery {
            n: self.count(),
            unit: "deals",
            tests,
            faults: self.faults.clone(),
            heats: self.heats(ordered, packets),
            drifts: self.drifts.series(self.start + self.observed),
            notes,
            ..Battery::default()
        };
        battery.floored(-self.ln_outcomes())
    }

    /// Logarithm of the number of outcomes that all deals together can have, each as likely: cards in
    /// order, or sets of cards where the order within a packet is not known.
    fn ln_outcomes(&self) -> f64 {
        let ln_factorial = |k: usize| ln_gamma(k as f64 + 1.0);
        let of_one = |layout: &Layout| {
            let ordered = ln_factorial(self.n) - ln_factorial(self.n - layout.cards());
            let within = |zone| ln_factorial(layout.zone_size(zone));
            let lost: f64 = match layout.is_ordered() {
                true => 0.0,
                false => (0..layout.zones()).map(within).sum(),
            };
            ordered - lost
        };
        self.whole.layouts.iter().map(|(layout, deals)| *deals as f64 * of_one(layout)).sum()
    }

    /// Position by rank and by suit.
    fn class_tests(&self) -> Vec<Answer> {
        let Some(all) = &self.options.classes else { return Vec::new() };
        let deals = self.fixed.deals();
        let answer = |key, class: &[u8]| {
            let outcome = table_outcome(&classes(&self.fixed, self.n, class));
            Answer { key, deals, outcome }
        };
        vec![answer("position_rank", &all.rank), answer("position_suit", &all.suit)]
    }

    /// One line of the list.
    fn test(
        &self,
        entry: &Entry,
        answers: &mut BTreeMap<String, Answer>,
        ordered: bool,
        packets: bool,
    ) -> Test {
        let no_packets = "the deals are not divided into packets";
        let missing = match entry.needs {
            Needs::Any => None,
            Needs::Order => (!ordered).then_some("the order of the cards is not known"),
            Needs::OrderClasses if !ordered => Some("the order of the cards is not known"),
            _ if entry.needs != Needs::OrderClasses && !packets => Some(no_packets),
            Needs::Packets => None,
            Needs::OrderClasses | Needs::PacketsClasses => {
                self.options.classes.is_none().then_some("ranks and suits are not given")
            }
            Needs::Categories => self
                .options
                .categories
                .is_none()
                .then_some("probabilities of hand categories are not given"),
            Needs::Contrast => {
                self.options.contrast.is_none().then_some("no marked cards are given")
            }
        };
        let (n, outcome) = match (missing, answers.remove(entry.key)) {
            (Some(why), _) => (0, Outcome::NotRun { why: why.to_owned() }),
            (None, Some(answer)) => (answer.deals, answer.outcome),
            (None, None) => (0, Outcome::NotRun { why: "nothing was counted".to_owned() }),
        };
        let mut name = entry.name.to_owned();
        if entry.needs == Needs::Contrast
            && let Some(contrast) = &self.options.contrast
        {
            name = format!("{} in the last packet", contrast.name);
        }
        if entry.key.starts_with("previous.")
            && !["before", "again"].iter().any(|w| name.contains(w))
        {
            name.push_str(", against the deal before");
        }
        let registered = missing.is_none();
        Test { key: entry.key.to_owned(), name, catches: entry.catches, n, registered, outcome }
    }

    fn notes(&self, ordered: bool, packets: bool) -> Vec<String> {
        let n = self.n;
        let mut notes = Vec::new();
        if self.fault_count > 0 {
            notes.push(format!(
                "{} of {} deals cannot be and are left out of all statistics.",
                self.fault_count, self.observed
            ));
        }
        if self.whole.layouts.len() > 1 {
            let one = |(layout, deals): (&Layout, &u64)| format!("{deals} {}", words(*layout));
            let list: Vec<String> = self.whole.layouts.iter().map(one).collect();
            notes.push(format!("Deals by what was seen: {}.", list.join("; ")));
        }
        if ordered {
            notes.extend(left_out(&positions(&self.fixed, n), "position by card"));
            let name = "position by position before";
            notes.extend(left_out(&positions(&self.previous, n), name));
        }
        if packets {
            let cards: Vec<u8> = (0..n as u8).collect();
            let table = hand_figures::zone_table(&self.hands, n, &cards);
            notes.extend(left_out(&table, "packet by card"));
            let table = hand_figures::zone_zone(&self.hands, n);
            notes.extend(left_out(&table, "packet by packet before"));
        }
        notes
    }

    fn heats(&self, ordered: bool, packets: bool) -> Vec<Heat> {
        let n = self.n;
        let mut heats = Vec::new();
        if ordered {
            heats.extend(heat::of_order("fixed", &self.fixed, n));
            heats.extend(heat::of_order("previous", &self.previous, n));
        } else if packets {
            heats.extend(heat::of_hands(&self.hands, n));
            heats.extend(heat::of_hands_before(&self.hands, n));
        }
        heats
    }
}

/// A layout in words.
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
