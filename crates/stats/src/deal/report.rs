//! From the counts of deals to the battery of tests that a report prints.

use std::collections::BTreeMap;

use super::duplicates::Sought;
use super::layout::Layout;
use super::mean_position;
use super::other_lag::OtherLag;
use super::positions::{classes, contrast, position_max, positions};
use super::recorded::NO_ORDER;
use super::registered::{BESIDE, Entry, Given, LIST, ORDER, PACKETS, WHOLE};
use super::table::{left_out, table_outcome};
use super::{
    Answer, Deals, hand_figures, heat, order_figures, pairs, replayed, short_deals, whole,
};
use crate::battery::{Battery, Heat, Most, Outcome, Test};

/// The references, as keys begin.
const REFERENCES: [&str; 2] = ["fixed", "previous"];

/// The outcomes of one reference, by key without it.
type Answers = BTreeMap<&'static str, Answer>;

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
        let layouts = || self.fixed.whole.layouts.iter().map(|(layout, _)| layout);
        let whole = self.options.whole;
        let kind = Kind {
            whole,
            ordered: whole || layouts().any(|layout| layout.is_ordered()),
            packets: layouts().any(|layout| layout.zones() > 0),
        };
        let (unit, one) = kind.words();
        let (duplicates, identical) = self.duplicates(kind);
        let mut answers = [self.fixed_answers(kind), self.previous_answers(kind)];
        let layouts = self.fixed.whole.layouts.iter().copied();
        let short = short_deals::answer(&self.short, layouts);
        let decks = self.before.order.deals();
        let (replayed, shuffles) = replayed::answer(&self.before.replayed, self.n, decks);
        answers[0].insert(duplicates.key, duplicates);
        answers[0].insert(short.key, short);
        answers[1].insert(replayed.key, replayed);
        let mut tests = Vec::new();
        for (reference, answers) in answers.iter_mut().enumerate() {
            let listed = LIST.iter().filter_map(|e| self.test(e, reference, answers, kind));
            tests.extend(listed);
        }
        let mut notes = self.notes(kind);
        notes.extend(identical);
        notes.extend(shuffles);
        let battery = Battery {
            n: self.count(),
            unit,
            tests,
            faults: self.faults.clone(),
            faults_total: self.fault_count,
            heats: self.heats(kind),
            drifts: self.drifts.series(self.start + self.observed, one),
            notes,
            most: self.most(kind),
            ..Battery::default()
        };
        // As many outcomes as all deals together can have are equally likely.
        let layouts = self.fixed.whole.layouts.iter();
        let ln_ways = layouts.map(|(layout, deals)| *deals as f64 * self.sample.ln_ways(*layout));
        battery.floored(-ln_ways.sum::<f64>())
    }

    /// Everything against the cards themselves but identical deals.
    fn fixed_answers(&self, kind: Kind) -> Answers {
        let (n, options, fixed) = (self.n, &self.options, &self.fixed);
        let mut all = whole::fixed(&fixed.whole, n);
        if kind.ordered {
            all.extend(order_figures::outcomes(&fixed.order, n, kind.whole));
            let deals = fixed.order.deals();
            let mut add = |key, outcome| all.push(Answer { key, deals, outcome });
            add("mean_position_max", mean_position::most_unusual(&fixed.order, n));
            if let Some(class) = &options.classes {
                let by = |class: &[u8]| table_outcome(&classes(&fixed.order, n, class));
                add("position_rank", by(&class.rank));
                add("position_suit", by(&class.suit));
                add("class_position", mean_position::classes(&fixed.order, n, &class.rank));
            }
            if let Some(marked) = options.contrast.as_ref().filter(|c| c.places.is_some()) {
                add("contrast", contrast(&fixed.order, n, marked));
            }
        }
        if kind.packets {
            let (classes, chances) = (options.classes.as_ref(), options.categories.as_deref());
            let contrast = options.contrast.as_ref();
            all.extend(hand_figures::fixed(&fixed.hands, n, classes, chances, contrast));
        }
        all.into_iter().map(|answer| (answer.key, answer)).collect()
    }

    /// Everything against the deal before.
    fn previous_answers(&self, kind: Kind) -> Answers {
        let (n, before) = (self.n, &self.before);
        let mut all = whole::previous(&before.whole, n);
        if kind.ordered {
            all.extend(order_figures::outcomes(&before.order, n, kind.whole));
        }
        if kind.packets {
            all.extend(hand_figures::previous(&before.hands, n));
        }
        all.extend(self.other_lags.iter().flat_map(|other| other.answers(n)));
        all.into_iter().map(|answer| (answer.key, answer)).collect()
    }

    /// Identical deals, under the key of the list in force, and what a reader needs beside them.
    fn duplicates(&self, kind: Kind) -> (Answer, Option<String>) {
        let unit = kind.words().0;
        let sought = Sought {
            key: if kind.whole { "decks.duplicates" } else { "duplicates" },
            none: "so few cards are seen that chance alone repeats whole deals",
            measure: "pairs of identical deals beyond chance",
            identical: &format!("Identical {unit}"),
        };
        self.sample.answer(self.fixed.whole.layouts.iter().copied(), &sought)
    }

    /// What is most unusual in the tables and among the deals, by the key of its test.
    fn most(&self, kind: Kind) -> Vec<(&'static str, Most)> {
        let (n, fixed, before) = (self.n, &self.fixed, &self.before);
        let cell = |((place, label), count, expected)| Most::Cell { place, label, count, expected };
        let pair = |(labels, count, expected)| Most::Pair { labels, count, expected };
        let label = |(label, count, expected)| Most::Label { label, count, expected };
        let mut all = Vec::new();
        if kind.ordered {
            let class = self.options.classes.as_ref().map(|classes| &*classes.rank);
            let [card, rank] = mean_position::named(&fixed.order, n, class);
            all.extend([
                ("fixed.position_max", position_max(&fixed.order, n).most().map(cell)),
                ("previous.position_max", position_max(&before.order, n).most().map(cell)),
                ("fixed.mean_position_max", card),
                ("fixed.class_position", rank),
                ("fixed.pair_max", pairs::most_unusual(&fixed.order).most().map(pair)),
                ("previous.pair_max", pairs::most_unusual(&before.order).most().map(pair)),
                ("fixed.rises_min", fixed.order.fewest.most()),
                ("previous.rises_min", before.order.fewest.most()),
            ]);
            let other = self.other_lags.iter().map(|other| (other.rises_min_key(), other.most()));
            all.extend(other);
        }
        if kind.packets {
            let pair = hand_figures::same_hand_max(&fixed.hands, n).most().map(pair);
            all.push(("fixed.same_hand_max", pair));
        }
        let duplicates = if kind.whole { "decks.duplicates" } else { "fixed.duplicates" };
        all.extend([
            ("fixed.undealt_max", whole::undealt_extreme(&fixed.whole, n).most().map(label)),
            (duplicates, self.sample.copies()),
            ("fixed.short_duplicates", self.short.copies()),
            ("previous.replayed", before.replayed.copies()),
        ]);
        all.into_iter().filter_map(|(key, most)| Some((key, most?))).collect()
    }

    /// One line of the list, if it is of the list in force.
    fn test(
        &self,
        entry: &Entry,
        reference: usize,
        answers: &mut Answers,
        kind: Kind,
    ) -> Option<Test> {
        let listed = if kind.whole { WHOLE | BESIDE } else { ORDER | PACKETS };
        let fits = entry.fits[reference] & listed;
        let missing = self.missing(entry, fits, kind);
        let lag = |other: &OtherLag| entry.key.starts_with(&format!("lag_{}.", other.lag));
        if entry.key.starts_with("lag_") && !self.other_lags.iter().any(lag) {
            return None;
        }
        if fits == 0 || (kind.whole && entry.given == Given::Contrast && missing.is_some()) {
            return None;
        }
        let (n, outcome) = match (missing, answers.remove(entry.key)) {
            (Some(why), _) => (0, Outcome::not_run(why)),
            (None, Some(answer)) => (answer.deals, answer.outcome),
            (None, None) => (0, Outcome::not_run("nothing was counted")),
        };
        let mut name = entry.name.to_owned();
        if let (Given::Contrast, Some(contrast)) = (entry.given, &self.options.contrast) {
            name.clone_from(&contrast.name);
        }
        if reference == 1 && !["before", "again"].iter().any(|word| name.contains(word)) {
            name.push_str(&format!(", against the {} before", kind.words().1));
        }
        let key = match entry.key {
            key if key.contains('.') => key.to_owned(),
            key => format!("{}.{key}", REFERENCES[reference]),
        };
        let registered = missing.is_none() && fits != BESIDE;
        Some(Test { key, name, catches: entry.catches, n, registered, outcome })
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
            let one = |(layout, deals): &(Layout, u64)| format!("{deals} {}", words(*layout));
            let list: Vec<String> = layouts.iter().map(one).collect();
            notes.push(format!("Deals by what was seen: {}.", list.join("; ")));
        }
        if kind.ordered {
            notes.extend(left_out(&positions(&self.fixed.order, n), "position by card"));
            let name = "position by position before";
            notes.extend(left_out(&positions(&self.before.order, n), name));
        }
        if kind.packets {
            let cards: Vec<u8> = (0..n as u8).collect();
            let table = hand_figures::zone_table(&self.fixed.hands, n, &cards);
            notes.extend(left_out(&table, "packet by card"));
            let table = hand_figures::zone_zone(&self.before.hands, n);
            notes.extend(left_out(&table, "packet by packet before"));
        }
        notes
    }

    fn heats(&self, kind: Kind) -> Vec<Heat> {
        let n = self.n;
        let mut heats = Vec::new();
        if kind.ordered {
            heats.extend(heat::of_order("fixed", &self.fixed.order, n));
            heats.extend(heat::of_order("previous", &self.before.order, n));
        } else if kind.packets {
            heats.extend(heat::of_hands(&self.fixed.hands, n));
            heats.extend(heat::of_hands_before(&self.before.hands, n));
        }
        heats
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
