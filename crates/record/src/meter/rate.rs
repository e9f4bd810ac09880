//! The rate at which an account of a meter was seen to run, where it is not the rate of its settings.
//!
//! Each coin-in at another rate departs. Its share is kept as a range, narrowed from one to the next,
//! since each display hides less than one unit. While one rate fits all, they are one segment: one cause
//! and not as many faults as there are wagers.

use feltproof_model::{Money, Rate};

/// Coin-ins that one rate must fit before it is taken for the cause.
const COIN_INS_MIN: u64 = 5;
/// Segments kept of one account: more of them are no rate.
const SEGMENTS_MAX: usize = 64;

/// A fraction with a denominator above zero, not reduced.
type Ratio = (i128, i128);

const fn is_below(a: Ratio, b: Ratio) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// Rates between two bounds, of which neither is possible itself.
#[derive(Clone, Copy, Debug)]
struct Range {
    above: Ratio,
    below: Ratio,
}

impl Range {
    /// The rates at which wagers of `amount` add a displayed `gain`: two displays are rounded down to a
    /// `unit`, and up to `lost` was not added.
    fn of(gain: i128, amount: i128, unit: i128, lost: i128) -> Self {
        Self { above: (gain - unit, amount), below: (gain + unit + lost, amount) }
    }

    fn and(self, other: Self) -> Option<Self> {
        let above = if is_below(self.above, other.above) { other.above } else { self.above };
        let below = if is_below(self.below, other.below) { self.below } else { other.below };
        is_below(above, below).then_some(Self { above, below })
    }

    fn holds(self, rate: Rate) -> bool {
        let rate = (i128::from(rate.numerator()), i128::from(rate.denominator()));
        is_below(self.above, rate) && is_below(rate, self.below)
    }

    fn shortest(self) -> Option<Rate> {
        (2..=12).map(|digits| 10_i64.pow(digits)).find_map(|scale| {
            let times = i128::from(scale);
            let least = ((self.above.0 * times).div_euclid(self.above.1) + 1).max(0);
            let rate = i64::try_from(least).ok().and_then(|least| Rate::new(least, scale));
            rate.filter(|_| is_below((least, times), self.below))
        })
    }
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    settings: Rate,
    range: Range,
    /// Contributions are cut down to whole units of this many micro-dollars.
    unit: i128,
    coin_ins: u64,
    from: u64,
    to: u64,
}

/// The rate that a run of coin-ins followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateFit {
    /// The rate of the settings in force.
    pub settings: Rate,
    /// The shortest rate that fits all of them.
    pub rate: Rate,
    /// How many there are.
    pub coin_ins: u64,
}

#[derive(Debug, Default)]
pub(super) struct Rates {
    segments: Vec<Segment>,
    active: bool,
    /// What the account showed before the first of the coin-ins that follow one another, and their sum.
    since: Option<Since>,
}

/// Coin-ins without another event between: what the account showed before, their sum, and what of it
/// may not have been added.
#[derive(Clone, Copy, Debug)]
struct Since {
    before: Money,
    amount: i128,
    lost: i128,
}

/// A coin-in of `amount` after which the account shows `now` in place of `before`.
#[derive(Clone, Copy, Debug)]
pub(super) struct CoinIn {
    pub(super) seq: u64,
    pub(super) amount: Money,
    pub(super) before: Money,
    pub(super) now: Money,
    pub(super) unit: Money,
    /// Contributions are cut down to whole units of this; zero where they are carried exactly.
    pub(super) lost: Money,
}

impl Rates {
    /// Takes in an event that is no coin-in: what the account gained before it is no longer known exactly.
    pub(super) fn interrupt(&mut self) {
        self.since = None;
    }

    /// Takes in a change of settings: what follows is no longer judged by the same rate.
    pub(super) fn end(&mut self) {
        self.active = false;
        self.interrupt();
    }

    /// Takes in a coin-in. Where it does not fit the rate of the settings, gives the segment it belongs to.
    pub(super) fn coin_in(&mut self, coin_in: CoinIn, settings: Rate, fits: bool) -> Option<u32> {
        let CoinIn { seq, before, now, .. } = coin_in;
        let (amount, lost) =
            (i128::from(coin_in.amount.micros()), i128::from(coin_in.lost.micros()));
        if amount <= 0 {
            self.interrupt();
            return None;
        }
        let unit = i128::from(coin_in.unit.micros()).max(1);
        let gain = |from: Money| i128::from(now.micros()) - i128::from(from.micros());
        let own = Range::of(gain(before), amount, unit, lost);
        let first = Since { before, amount: 0, lost: 0 };
        let since = self.since.unwrap_or(first);
        let since = Since { amount: since.amount + amount, lost: since.lost + lost, ..since };
        if self.active
            && let Some(segment) = self.segments.last_mut()
        {
            let all = Range::of(gain(since.before), since.amount, unit, since.lost);
            match segment.range.and(own).and_then(|range| range.and(all)) {
                Some(range) => {
                    (segment.range, segment.coin_ins) = (range, segment.coin_ins + 1);
                    segment.to = seq;
                    self.since = Some(since);
                }
                None => self.active = false,
            }
        }
        if !self.active && !fits && self.segments.len() < SEGMENTS_MAX {
            let unit = lost.max(1);
            let segment = Segment { settings, range: own, unit, coin_ins: 1, from: seq, to: seq };
            self.segments.push(segment);
            self.since = Some(Since { before, amount, lost });
            self.active = true;
        }
        let last = u32::try_from(self.segments.len()).ok()?.checked_sub(1)?;
        (self.active && !fits).then_some(last)
    }

    /// The segment of a coin-in that added `added` at its rate, rounded down to its unit.
    pub(super) fn at(&self, seq: u64, amount: Money, added: i128) -> Option<u32> {
        let at = self.segments.iter().position(|s| (s.from..=s.to).contains(&seq))?;
        let amount = i128::from(amount.micros());
        let Segment { range, unit, .. } = self.segments[at];
        let own = Range { above: (added - 1, amount), below: (added + unit, amount) };
        let is_at_rate = amount > 0 && range.and(own).is_some();
        u32::try_from(at).ok().filter(|_| is_at_rate)
    }

    /// The rate of a segment, where it is one: enough coin-ins, and not what the settings say.
    pub(super) fn fit(&self, segment: u32) -> Option<RateFit> {
        let Segment { settings, range, coin_ins, .. } =
            *self.segments.get(usize::try_from(segment).ok()?)?;
        let is_one = coin_ins >= COIN_INS_MIN && !range.holds(settings);
        let rate = range.shortest().filter(|_| is_one)?;
        Some(RateFit { settings, rate, coin_ins })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CENT: i64 = 10_000;

    fn money(micros: i64) -> Money {
        Money::from_micros(micros)
    }

    fn rate(text: &str) -> Rate {
        Rate::parse(text).unwrap()
    }

    /// A meter kept exactly at each rate in turn and displayed in cents; what `Rates` hears of it when the
    /// settings say 92.5 %. Gives the segment of each coin-in.
    fn followed(rates: &mut Rates, at: &[&str]) -> Vec<Option<u32>> {
        let mut exact = 7_777;
        let mut heard = Vec::new();
        for (i, at) in at.iter().enumerate() {
            let amount = money(5_000_000 * (1 + i as i64 % 4));
            let before = money(exact / CENT * CENT);
            exact += rate(at).of(amount, feltproof_model::Rounding::Exact).unwrap().micros();
            let now = money(exact / CENT * CENT);
            let settings = rate("92.5%");
            let fits = rate(at) == settings;
            let lost = Money::ZERO;
            let coin_in = CoinIn { seq: i as u64, amount, before, now, unit: money(CENT), lost };
            heard.push(rates.coin_in(coin_in, settings, fits));
        }
        heard
    }

    #[test]
    fn one_rate_is_one_segment_and_is_named_exactly() {
        for at in ["90%", "18.75%", "92.4%", "0%", "9250%"] {
            let mut rates = Rates::default();
            let heard = followed(&mut rates, &[at; 40]);
            assert!(heard.iter().all(|segment| *segment == Some(0)), "{at}: {heard:?}");
            let fit = rates.fit(0);
            let settings = rate("92.5%");
            let named = RateFit { settings, rate: rate(at), coin_ins: 40 };
            assert_eq!(fit, Some(named), "{at}");
        }
    }

    #[test]
    fn a_rate_that_changes_is_two_segments_and_one_that_returns_to_the_settings_ends() {
        let mut rates = Rates::default();
        let mut at = vec!["92.5%"; 10];
        at.extend(["90%"; 20]);
        at.extend(["80%"; 20]);
        at.extend(["92.5%"; 10]);
        let heard = followed(&mut rates, &at);
        assert!(heard[..10].iter().chain(&heard[50..]).all(Option::is_none));
        assert!(heard[10..30].iter().all(|s| *s == Some(0)));
        assert!(heard[30..50].iter().all(|s| *s == Some(1)));
        assert_eq!(rates.fit(0).unwrap().rate, rate("90%"));
        assert_eq!(rates.fit(1).unwrap().rate, rate("80%"));
    }

    #[test]
    fn single_wrong_displays_are_no_rate() {
        let mut rates = Rates::default();
        let mut at = vec!["92.5%"; 60];
        for (i, wrong) in [(7, "10%"), (19, "70%"), (33, "180%")] {
            at[i] = wrong;
        }
        let heard = followed(&mut rates, &at);
        assert_eq!(heard.iter().flatten().count(), 3);
        assert!((0..3).all(|segment| rates.fit(segment).is_none()));
    }

    /// A void round is reversed at the rate at which it was taken, or it is not explained by that rate.
    #[test]
    fn a_reversal_belongs_to_a_rate_only_with_the_amount_of_that_rate() {
        let mut rates = Rates::default();
        followed(&mut rates, &["90%"; 40]);
        let five = money(5_000_000);
        assert_eq!(rates.at(7, five, 4_500_000), Some(0));
        for added in [0, 4_625_000, 4_400_000, -4_500_000] {
            assert_eq!(rates.at(7, five, added), None, "{added}");
        }
        assert_eq!((rates.at(40, five, 4_500_000), rates.at(7, money(0), 0)), (None, None));
    }

    /// A controller that adds whole cents takes $0.92 of $5.00 at 18.5 %, and gives back as much.
    #[test]
    fn a_reversal_is_cut_down_to_the_unit_of_contributions() {
        let mut rates = Rates::default();
        let (five, mut before) = (money(5_000_000), 0);
        for seq in 0..8 {
            let now = before + 920_000;
            let coin_in = CoinIn {
                seq,
                amount: five,
                before: money(before),
                now: money(now),
                unit: money(CENT),
                lost: money(CENT),
            };
            assert_eq!(rates.coin_in(coin_in, rate("19.5%"), false), Some(0));
            before = now;
        }
        assert_eq!(rates.at(3, five, 920_000), Some(0));
        for added in [0, 900_000, 940_000, 970_000] {
            assert_eq!(rates.at(3, five, added), None, "{added}");
        }
    }

    #[test]
    fn after_an_award_the_sums_begin_anew_and_the_segment_goes_on() {
        let mut rates = Rates::default();
        followed(&mut rates, &["90%"; 8]);
        rates.interrupt();
        assert_eq!(followed(&mut rates, &["90%"; 8]), vec![Some(0); 8]);
        assert_eq!(rates.fit(0).unwrap().coin_ins, 16);
    }
}
