//! The tests of what was counted of shoes.

use super::counted::{Answer, Counted, is_long, sizes};
use super::dealt::{self, Dealt};
use super::hidden::Hidden;
use super::laws::Frame;
use super::over_time::Series;
use super::{Record, Rows, Shoes, left_out_max};
use crate::battery::{Battery, Outcome, Test};
use crate::deal::Options;
use crate::deal::duplicates::{LN_WAYS_MIN, found};
use crate::deal::figures::SHIFT;
use crate::deal::recorded::{AS_DEALT, keys, refused};
use crate::recorded::{Orders, Recorded};
use crate::special::chi2_sf;

impl Shoes {
    /// All tests of what was counted. What is sorted when written says nothing of order, and which cards came all the same.
    pub fn battery(&self) -> Battery {
        let recorded = self.sorted().or_else(|| self.hand_by_hand()).filter(|_| self.form.ordered);
        let dealt = Dealt::of(self, self.form.ordered && recorded.is_none());
        let kept = self.without_short();
        let long = kept.as_ref().unwrap_or(self);
        let as_dealt = |why| format!("{why}; say --inner-order unknown, or {AS_DEALT}");
        let recorded = recorded.map(|why| (as_dealt(why), &OF_CARDS[..]));
        let refusal = recorded.or_else(|| self.too_many_parts(long.count()));
        let seen = long.records.iter().map(|record| record.cards).min().unwrap_or(0);
        let (types, copies) = (self.form.types.into(), self.form.decks.into());
        let frame = Frame { types, copies, seen };
        // Two records with more cards than a shoe are of two shoes.
        let rows = match self.form.rows {
            Rows::Rounds if 2 * seen > frame.n() => Rows::Shoes,
            rows => rows,
        };
        let unit = if rows == Rows::Shoes { "shoes" } else { "rounds" };
        let mut notes = self.notes(frame, rows, long.count());
        let (mut tests, mut most, mut drifts) = (Vec::new(), Vec::new(), Vec::new());
        if seen > 0 {
            let mut answers = self.of_cards(&dealt, frame, rows);
            if seen < frame.n() {
                most.extend(dealt.most().map(|most| ("fixed.dealt_card", most)));
                notes.extend(dealt.hidden.as_ref().map(Hidden::note));
            }
            let (duplicates, identical) = long.duplicates(frame);
            notes.extend(identical);
            answers.push(("fixed.duplicates".to_owned(), long.count(), duplicates));
            let mut series = Vec::new();
            if self.form.ordered {
                let counted = Counted::of(long, frame, rows, dealt.hidden.as_ref());
                answers.extend(counted.answers(self.form.classes.as_ref()));
                most.extend(counted.most());
                series = long.before(frame, rows);
                answers.extend(series.iter().flat_map(answers_of));
                series.push(("fixed.next_order".to_owned(), counted.next_order));
            }
            tests.extend(LIST.lines().filter_map(|line| listed(line, &mut answers)));
            if refusal.is_none() {
                let name = |key: &str| tests.iter().find(|test| test.key == key).map(|t| &*t.name);
                let drift = |(key, of): &(String, Series)| of.drift(key, name(key)?);
                drifts.extend(series.iter().filter_map(drift));
            }
        }
        let faults_total = self.fault_count;
        let (n, faults) = (self.count(), self.faults.clone());
        let mut battery = Battery {
            n,
            unit,
            tests,
            faults,
            faults_total,
            drifts,
            notes,
            most,
            ..Battery::default()
        };
        if let Some((why, others)) = refusal {
            battery = refused(battery, why, |key| !others.contains(&key));
        }
        let always = LIST.lines().filter(|line| line.ends_with("| always"));
        let minimum: Vec<&str> = always.filter_map(|line| line.split(" |").next()).collect();
        // No outcome is less likely than each next card being one of those left.
        let left = |place: usize| ((frame.n() - place) as f64).ln();
        let ways = |record: &Record| (0..record.cards).map(left).sum::<f64>();
        battery.floored(-self.records.iter().map(ways).sum::<f64>()).fitted(&minimum)
    }

    /// What no order of a row touches.
    fn of_cards(&self, dealt: &Dealt, frame: Frame, rows: Rows) -> Vec<Answer> {
        let mut all = Vec::new();
        if frame.seen < frame.n() {
            let ones: Vec<u8> = (0..self.form.types).collect();
            let ranks = self.form.classes.as_ref().map(|classes| &classes.rank);
            let classes = [(OF_CARDS[0], Some(&ones)), (OF_CARDS[1], ranks)];
            all.extend(classes.into_iter().filter_map(|(key, class)| {
                let outcome = rows.not_too_good(dealt.outcome(class?));
                Some((key.to_owned(), self.count(), outcome))
            }));
        }
        let tables = self.results.iter().zip(&self.form.results).zip(&OF_CARDS[2..]);
        all.extend(tables.map(|((counts, chances), key)| {
            let outcome = dealt::results(counts, chances, frame.n());
            ((*key).to_owned(), counts.iter().sum(), Rows::Rounds.not_too_good(outcome))
        }));
        all
    }

    /// Records of which only the first part could be read.
    fn parts(&self) -> u64 {
        self.records.iter().filter(|record| record.is_part).count() as u64
    }

    /// The shoes that are neither such a part nor broken off, less than half as long as the one in the middle, if any is. Of
    /// those which cards came is tested, for which no length matters; of all others the first cards, as many as the shortest has.
    fn without_short(&self) -> Option<Self> {
        let whole = self.records.iter().filter(|record| !record.is_part);
        let mut lengths: Vec<usize> = whole.map(|record| record.cards).collect();
        lengths.sort_unstable();
        let median = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        let is_shoes = self.form.rows == Rows::Shoes && median >= self.form.types.into();
        let is_short = |record: &Record| record.is_part || is_shoes && 2 * record.cards < median;
        if !self.records.iter().any(is_short) {
            return None;
        }
        let (mut kept, mut gone) = (self.clone(), 0);
        kept.records.retain_mut(|record| {
            let is_short = is_short(record);
            gone += u64::from(is_short);
            record.stretch += gone;
            !is_short
        });
        kept.skipped += gone;
        Some(kept)
    }

    /// Why parts of shoes, or what they leave out, are too many to go by, and the tests that may go on: what decides where
    /// reading ends can make fair cards look unusual.
    fn too_many_parts(&self, whole: u64) -> Option<(String, &'static [&'static str])> {
        let parts = self.parts();
        let left_out = self.skipped + self.fault_count + parts;
        let units = |record: &Record| if record.rows > 0 { record.rows } else { record.cards };
        let read = self.records.iter().map(units).sum::<usize>() as u64;
        let (many, beside, allowed, others) = if parts > left_out_max(read) {
            (parts, format!("{read} rows or cards that could be read"), left_out_max(read), &[][..])
        } else if parts > 0 && left_out > left_out_max(whole) {
            (left_out, format!("{whole} others"), left_out_max(whole), &OF_CARDS[..])
        } else {
            return None;
        };
        let why = format!(
            "{many} shoes are left out or known up to what could not be read alone, and beside {beside} at most {allowed} may be (a \
             third of the square root): what decides where reading ends can make fair cards look unusual, or hide unusual ones"
        );
        Some((why, others))
    }
}

/// Probability of ranks by places of rows under which rows are not in the order dealt: a tenth of the usual level, so that
/// what remains does not depart.
const HAND_BY_HAND: f64 = 1e-3;
/// Tests that no order of a row touches: of which cards came, and of results.
const OF_CARDS: [&str; 4] =
    ["fixed.dealt_card", "fixed.dealt_rank", "fixed.results", "fixed.pairs"];

impl Rows {
    /// Of rounds that may share a shoe no fit is too good.
    pub(super) fn not_too_good(self, mut outcome: Outcome) -> Outcome {
        if let (Outcome::Ran(figures), Self::Rounds) = (&mut outcome, self) {
            figures.too_good = None;
        }
        outcome
    }
}

/// The list of tests, in the order they are reported: key, name, what it sees best. Which are in force follows from how much
/// is seen of a shoe alone. Without those marked `always` nothing is judged; of the others those are left off that need more.
const LIST: &str = include_str!("registered.txt");

/// One line of the list, if it is in force.
fn listed(line: &'static str, answers: &mut Vec<Answer>) -> Option<Test> {
    let mut fields = line.split('|').map(str::trim);
    let [key, name, catches] = [(); 3].map(|()| fields.next().unwrap_or_default());
    let at = answers.iter().position(|(of, ..)| of == key)?;
    let (key, n, outcome) = answers.swap_remove(at);
    Some(Test { key, name: name.to_owned(), catches, n, registered: true, outcome })
}

impl Shoes {
    /// Why the order of the cards is not that of dealing: nearly all rows, or their hands, were sorted when written.
    fn sorted(&self) -> Option<String> {
        let classes = self.form.classes.clone();
        let options = Options { classes, ..Options::default() };
        let mut units = Orders::new(keys(self.form.types.into(), &options));
        let hands = self.form.hands.max(1);
        for row in self.records.iter().flat_map(|record| self.rows(record)) {
            for hand in 0..hands.min(row.len()) {
                let most = if hands > 1 { 2 } else { row.len() };
                let cards = row[hand..].iter().step_by(hands).take(most);
                units.push(cards.copied().map(u16::from));
            }
        }
        let found = units.recognised().filter(Recorded::are_nearly_all)?;
        Some(found.why(if hands > 1 { "hands" } else { "rows" }))
    }

    /// Why the order of the cards is not that of dealing: rows are hands one behind the other, where the number of cards of a
    /// hand moves the next and depends on its first card. Rounds begin anywhere in a shoe, so that no shuffle favours a place of
    /// a row; of rounds of one number of cards, or each out of a full shoe, nothing is said.
    fn hand_by_hand(&self) -> Option<String> {
        let types = usize::from(self.form.types);
        let rows = || self.records.iter().flat_map(|record| self.rows(record));
        let (least, most) = (rows().map(<[u8]>::len).min()?, rows().map(<[u8]>::len).max()?);
        let is_of_rounds = 4 * most < types * usize::from(self.form.decks);
        if least == most || !is_of_rounds || self.form.rows == Rows::Continuous {
            return None;
        }
        let ones: Vec<u8> = (0..self.form.types).collect();
        let class = self.form.classes.as_ref().map_or(&ones, |classes| &classes.rank);
        let sizes = sizes(class);
        let mut counts = vec![0_u64; least * sizes.len()];
        for row in rows() {
            for (place, card) in row[..least].iter().enumerate() {
                counts[place * sizes.len() + usize::from(class[usize::from(*card)])] += 1;
            }
        }
        let count = rows().count() as f64;
        let expected: Vec<f64> =
            sizes.iter().map(|size| count * *size as f64 / types as f64).collect();
        let square =
            |(count, expected): (&u64, &f64)| (*count as f64 - expected).powi(2) / expected;
        let q: f64 = counts.iter().zip(expected.iter().cycle()).map(square).sum();
        let p = chi2_sf(q, (least * (sizes.len() - 1)) as f64);
        let is_valid = expected.iter().all(|expected| *expected >= 5.0);
        (is_valid && p.ln() < HAND_BY_HAND.ln()).then(|| {
            "some ranks come to some places of a row more often than to others, as they do where hands stand one behind the other \
             and a card drawn moves the next hand; rounds begin anywhere in a shoe, and no shuffle does that to them"
                .to_owned()
        })
    }

    fn notes(&self, frame: Frame, rows: Rows, long: u64) -> Vec<String> {
        let mut notes = Vec::new();
        let lacking = self.fault_count + self.skipped;
        if lacking > 0 {
            notes.push(format!(
                "{lacking} of {} records are left out of all statistics, and the one after each has none before it.",
                self.observed
            ));
        }
        let (parts, short) = (self.parts(), self.count() - long);
        if short > parts {
            notes.push(format!(
                "Shoes less than half as long as most, which may be broken off: {}. Of them only which cards came is tested.",
                short - parts
            ));
        }
        if parts > 0 {
            notes.push(format!(
                "Shoes known up to what could not be read: {parts}. Which cards came is tested up to there, and no order. That \
                 holds if what could not be read did not depend on its cards or on those still to come."
            ));
        }
        if !self.form.ordered {
            notes.push(
                "In which order the cards of a row were dealt is not known: which cards came is tested, and no order."
                    .to_owned(),
            );
        } else if self.records.iter().any(|record| record.cards > frame.seen) {
            notes.push(format!(
                "The first {} cards of each record are tested, as many as the shortest has: how many cards come may \
                 depend on them, and the first of them do not. Of all cards it is tested which came, each given those \
                 before it.",
                frame.seen
            ));
        }
        if rows == Rows::Rounds {
            notes.push(
                "A row is a round, and which rounds came out of one shoe is not stated: nothing is compared from round \
                 to round. Say --deck-column with the shoe's number to test whole shoes, or --continuous where every \
                 round is dealt from a full shoe."
                    .to_owned(),
            );
        }
        notes
    }

    /// Identical shoes. Each next card is one of those left, of which at most one in as many as there are
    /// decks is the right one.
    fn duplicates(&self, frame: Frame) -> (Outcome, Option<String>) {
        let left = |place: usize| ((frame.n() - place) as f64 / frame.copies as f64).max(1.0).ln();
        let mut ln_ways: f64 = (0..frame.seen).map(left).sum();
        if !self.form.ordered {
            // Each row may be written in one order alone.
            let rows = self.records.iter().flat_map(|record| self.rows(record)).map(<[u8]>::len);
            let most = rows.max().unwrap_or(1);
            let orders = (1..=most).map(|cards| (cards as f64).ln()).sum::<f64>();
            ln_ways -= orders * frame.seen as f64 / most as f64;
        }
        let count = self.count() as f64;
        if ln_ways < LN_WAYS_MIN {
            let why = "so few cards are seen that chance alone repeats them";
            return (Outcome::not_run(why), None);
        }
        let mut all: Vec<(&[u8], u64)> =
            self.shoes(frame.seen).map(|(at, cards)| (cards, at)).collect();
        all.sort_unstable();
        let (mut pairs, mut named) = (0, Vec::new());
        for alike in all.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
            pairs += (alike.len() * (alike.len() - 1) / 2) as u64;
            let at = alike.iter().take(5).map(|(_, at)| (at + 1).to_string());
            named.push(at.collect::<Vec<_>>().join(" and "));
        }
        named.truncate(10);
        let note = format!("Identical records: {}.", named.join("; "));
        let mean = (count * (count - 1.0) / 2.0).max(0.0) * (-ln_ways).exp();
        (found(pairs, mean, "pairs of identical shoes beyond chance"), (pairs > 0).then_some(note))
    }

    /// Everything against the shoes before, where it is known which they are: each count by the key of its test.
    fn before(&self, frame: Frame, rows: Rows) -> Vec<(String, Series)> {
        let scores = frame.centred(|place| place as f64);
        // All of a whole shoe is dealt again.
        let is_part = frame.seen < frame.n() || rows == Rows::Continuous;
        let others =
            [("lag_1", 1), ("lag_2", 2)].into_iter().filter(|(_, lag)| *lag != self.form.lag);
        let mut all = Vec::new();
        for (reference, lag) in [("previous", self.form.lag)].into_iter().chain(others) {
            let mut of_order = ["fixed_points", "trend", "neighbours_kept", "order_kept"]
                .map(|key| (key, Series::default()));
            let mut overlap = ("overlap", Series::default());
            for (at, now, before) in self.pairs(frame.seen, lag) {
                if is_long(frame) {
                    let [kept, order] = frame.followers(now, before);
                    let trend = frame.trend(now, before, &scores);
                    let counts = [frame.fixed_points(now, before), trend, kept, order];
                    of_order.iter_mut().zip(counts).for_each(|((_, all), one)| all.push(at, one));
                }
                overlap.1.push(at, frame.overlap(now, before));
            }
            let of_order = of_order.into_iter().filter(|_| is_long(frame));
            let counts = of_order.chain([overlap].into_iter().filter(|_| is_part));
            all.extend(counts.map(|(key, series)| (format!("{reference}.{key}"), series)));
        }
        all.retain(|_| rows != Rows::Rounds);
        all
    }
}

/// The sum of a count over all shoes, and over the last of them.
fn answers_of((key, series): &(String, Series)) -> [Answer; 2] {
    let all = series.sum();
    let late = (format!("{key}_late"), all.deals, series.late());
    [(key.clone(), all.deals, all.normal(SHIFT)), late]
}
