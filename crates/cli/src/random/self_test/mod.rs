//! The batteries tested themselves: how often they accuse a fair source, and whether they see ten named
//! defects.
//!
//! A share of replications is not a rate: every one is printed with its exact interval, and where the
//! replications could contradict nothing the self-test says so instead of passing.

mod rate;
mod text;

use crate::args::{Judging, Rng, Shuffle};
use crate::print::print_as;
use crate::{Ending, Result, progress};
use feltproof_stats::bits::{Bits, Params};
use feltproof_stats::deal::{Deals, Layout, Options};
use feltproof_stats::defects::moves::Deck;
use feltproof_stats::defects::numbers::{self, SYMBOLS};
use feltproof_stats::defects::{self, Chance, Defect};
use feltproof_stats::symbols::Symbols;
use feltproof_stats::{Battery, Rule, State, verdict};
use feltproof_wire::{Text, form, object};
use rate::{Answer, CountAnswerName, Rate, RateSeen, Share};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Level of the verdict that is tested.
const LEVEL: f64 = 0.01;
/// A defect is seen in so many of its replications.
const SEEN_AT_LEAST: f64 = 0.9;
/// Decks, draws and bits of a fair source in one replication.
const FAIR: (u64, u64, u64) = (1_000, 10_000, 1 << 20);
/// Decks, draws and bits of a defect in one replication.
const FAULTY: (u64, u64, u64) = (10_000, 100_000, 1 << 20);
/// A defect has so many times fewer replications than a fair source: it is seen or not.
const SHARE: u64 = 5;

/// Everything that was counted.
#[derive(Default)]
struct Proof {
    replications: u64,
    rng_seed: u64,
    /// Verdicts that accuse a fair source.
    fair: Vec<Rate>,
    /// Registered tests of each fair source whose p is at most [`LEVEL`].
    tests: Vec<(String, Vec<Rate>)>,
    /// Verdicts that see a defect, with what is wrong in words.
    defects: Vec<(&'static str, Rate)>,
}

/// Whether the verdict is against the source.
fn accused(battery: &Battery) -> bool {
    let verdict = verdict::judge(battery, Rule::at(LEVEL));
    matches!(verdict.state, State::Departure | State::Fault)
}

impl Proof {
    fn new(judging: &Judging) -> Self {
        let (replications, rng_seed) = (judging.replications.into(), judging.rng_seed);
        Self { replications, rng_seed, ..Self::default() }
    }

    /// What `make` gives for each of so many seeds, in their order, whoever made which.
    fn each<T: Send>(&self, many: u64, make: impl Fn(u64) -> Result<T> + Sync) -> Result<Vec<T>> {
        let from = self.rng_seed.wrapping_mul(1 << 32);
        (from..from + many).into_par_iter().map(&make).collect()
    }

    /// Counts false alarms of the verdict and of each registered test.
    fn false_alarms(
        &mut self,
        what: &str,
        make: impl Fn(u64) -> Result<Battery> + Sync,
    ) -> Result<()> {
        let counted = self.each(self.replications, |seed| {
            let battery = make(seed)?;
            let ran = battery.tests.iter().filter(|t| t.registered);
            let ran = ran.filter_map(|t| Some((t.key.clone(), t.figures()?.p.p() <= LEVEL)));
            Ok((accused(&battery), ran.collect::<Vec<_>>()))
        })?;
        let mut tests: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for (key, low) in counted.iter().flat_map(|(_, ran)| ran) {
            let (seen, of) = tests.entry(key.clone()).or_default();
            *seen += u64::from(*low);
            *of += 1;
        }
        let seen = counted.iter().filter(|(accused, _)| *accused).count() as u64;
        self.fair.push(Rate { what: what.to_owned(), seen, of: self.replications });
        let rates = tests.into_iter().map(|(what, (seen, of))| Rate { what, seen, of });
        self.tests.push((what.to_owned(), rates.collect()));
        Ok(())
    }

    /// Looks for each defect of the list, or for those that are asked for.
    fn look_for<T>(
        &mut self,
        list: &[Defect<T>],
        requested: &[String],
        make: impl Fn(&Defect<T>, u64) -> Result<Battery> + Sync,
    ) -> Result<()> {
        let many = (self.replications / SHARE).max(1);
        let wanted = |d: &&Defect<T>| requested.is_empty() || requested.iter().any(|a| a == d.name);
        for defect in list.iter().filter(wanted) {
            let seen = self.each(many, |seed| Ok(accused(&make(defect, seed)?)))?;
            let seen = seen.into_iter().filter(|seen| *seen).count() as u64;
            self.defects
                .push((defect.words, Rate { what: defect.name.to_owned(), seen, of: many }));
        }
        Ok(())
    }

    /// Every answer. Single tests can contradict, but one that seldom has enough data leaves nothing
    /// open: the verdict holds for them all.
    fn answers(&self) -> impl Iterator<Item = Answer> {
        let tests = self.tests.iter().flat_map(|(_, rates)| rates);
        let tests = tests.map(|rate| rate.at_most(LEVEL, self.looks()));
        let fair = self.fair.iter().map(|rate| rate.at_most(LEVEL, self.looks()));
        let defects = self.defects.iter().map(|(_, r)| r.at_least(SEEN_AT_LEAST, self.looks()));
        fair.chain(defects).chain(tests.filter(|answer| *answer == Answer::Contradicted))
    }

    /// Counts that are looked at: a sound battery is called wrong by any of them once in a thousand
    /// self-tests.
    fn looks(&self) -> usize {
        let tests: usize = self.tests.iter().map(|(_, rates)| rates.len()).sum();
        self.fair.len() + self.defects.len() + tests
    }

    /// The answer of the whole: what is wrong outweighs what nothing can be said of.
    fn answer(&self) -> Answer {
        self.answers().max().unwrap_or(Answer::SaysNothing)
    }

    fn report(&self, judging: &Judging) -> Result<Ending> {
        print_as(judging.format, || text::text(self), || SelfTest::from(self))?;
        Ok(match self.answer() {
            Answer::NotContradicted => Ending::Nothing,
            Answer::SaysNothing => Ending::Untested,
            Answer::Contradicted => Ending::Found,
        })
    }
}

form! {
    /// `feltproof shuffle --self-test` and `feltproof rng --self-test` with --format json.
    #[schemars(title = "Feltproof self-test")]
    pub(crate) SelfTest as "feltproof-self-test/2"(
        proof: &Proof;
        looks = proof.looks(),
        fair = |rate: &Rate| RateSeen::new(rate, rate.at_most(LEVEL, looks)),
        of = |(source, rates): &(String, Vec<Rate>)| {
            SourceTests::new(source, rates.iter().map(fair).collect())
        },
        tests = proof.tests.iter().map(of)
    ) {
        #[schemars(range(min = 1))]
        replications: u64 = proof.replications => "Replications.",
        rng_seed: u64 = proof.rng_seed => "Seed of the generator.",
        level: Share = Share(LEVEL) => "Level of the verdict.",
        answer: CountAnswerName = proof.answer().into(),
        /// Verdicts on sound sources.
        false_alarms: Vec<RateSeen> = proof.fair.iter().map(fair).collect(),
        false_alarms_of_tests: Vec<SourceTests> = tests.collect() => "The same test by test.",
        seen_at_least: Share = Share(SEEN_AT_LEAST) => "How often a defect must be seen.",
        /// Defects that were planted.
        defects: Vec<DefectSeen> =
            proof.defects.iter().map(|(words, rate)| DefectSeen::new(words, rate, looks)).collect(),
        beyond_statistics: Text = text::BEYOND.into() => "What no test of this kind sees.",
    }
}

object! {
    /// A source.
    SourceTests(source: &str, tests: Vec<RateSeen>) {
        source: Text = source.into() => "Which.",
        tests: Vec<RateSeen> = tests => "Tests.",
    }

    /// A defect.
    DefectSeen(words: &str, rate: &Rate, looks: usize) {
        #[serde(flatten)]
        rate: RateSeen = RateSeen::new(rate, rate.at_least(SEEN_AT_LEAST, looks)),
        words: Text = words.into() => "In words.",
    }
}

/// The battery of so many full decks.
fn full(mut source: impl FnMut() -> Deck, decks: u64) -> Result<Battery> {
    let mut counts = Deals::new(52, 1, Options::decks(52))?;
    (0..decks).try_for_each(|_| counts.push_deck(&source()))?;
    Ok(counts.battery())
}

/// The battery of the first 35 cards of so many decks: seven hands of five.
fn first_35(mut source: impl FnMut() -> Deck, decks: u64) -> Result<Battery> {
    let mut deals = Deals::new(52, 1, Options::cards_52())?;
    let layout = Layout::packets(7, 5).in_order();
    (0..decks).try_for_each(|_| deals.push(layout, &source()[..35], &[]))?;
    Ok(deals.battery())
}

/// The battery of so many draws of 52 symbols.
fn drawn(mut source: impl FnMut() -> u32, draws: u64) -> Result<Battery> {
    let mut symbols = Symbols::new(SYMBOLS)?;
    (0..draws).for_each(|_| symbols.push(source()));
    Ok(symbols.finish())
}

/// The battery of one sequence of so many bits.
fn sequence(mut source: impl FnMut() -> u64, bits: u64) -> Battery {
    let words: Vec<u64> = (0..bits / 64).map(|_| source()).collect();
    let mut all = Bits::new(Params { length: bits as usize, ..Params::default() });
    all.push_sequence(&words);
    all.battery()
}

/// `shuffle --self-test`.
pub(crate) fn decks(args: &Shuffle) -> Result<Ending> {
    let mut proof = Proof::new(&args.judging);
    let bar = progress::over_steps(3, "Testing the battery");
    let (n, faulty) = (FAIR.0, FAULTY.0);
    proof.false_alarms(&format!("{n} full decks"), |seed| full(defects::fair_decks(seed), n))?;
    bar.inc(1);
    let what = format!("the first 35 cards of {n} decks");
    proof.false_alarms(&what, |seed| first_35(defects::fair_decks(seed), n))?;
    bar.inc(1);
    proof.look_for(&defects::DECKS, &args.defect, |d, seed| full(d.source(seed), faulty))?;
    bar.finish_and_clear();
    proof.report(&args.judging)
}

/// `rng --self-test`.
pub(crate) fn streams(args: &Rng) -> Result<Ending> {
    let mut proof = Proof::new(&args.judging);
    let bar = progress::over_steps(4, "Testing the battery");
    let ((_, draws, bits), (_, faulty_draws, faulty_bits)) = (FAIR, FAULTY);
    proof.false_alarms(&format!("{draws} draws of {SYMBOLS} symbols"), |seed| {
        let mut chance = Chance::new(seed);
        drawn(|| chance.below(SYMBOLS), draws)
    })?;
    bar.inc(1);
    proof.false_alarms(&format!("one sequence of {bits} bits"), |seed| {
        let mut chance = Chance::new(seed);
        Ok(sequence(|| chance.double_word(), bits))
    })?;
    bar.inc(1);
    let requested = &args.defect;
    proof.look_for(&numbers::DRAWS, requested, |d, seed| drawn(d.source(seed), faulty_draws))?;
    bar.inc(1);
    let bits = |d: &Defect<_>, seed| Ok(sequence(d.source(seed), faulty_bits));
    proof.look_for(&numbers::BITS, requested, bits)?;
    bar.finish_and_clear();
    proof.report(&args.judging)
}
