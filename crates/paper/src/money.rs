//! Paid against owed by table, dealer, seat, gaming day and wager; and the hand categories dealt.

use crate::cell::{Tone, Value};
use crate::column::Column;
use crate::coverage;
use crate::outputs::{Outputs, PRINT};
use crate::section::{Figure, Section};
use crate::table::Table;
use crate::words::{grouped, settled_totals, signed_dollars};
use feltproof_model::workpaper::{Dimension, VarianceGroup, Workpaper};

/// Bars drawn along one dimension; the table above them has every group.
const BARS_MAX: usize = 20;
/// In the order of print: the first two always.
const ALONG: [Dimension; 5] =
    [Dimension::Table, Dimension::Wager, Dimension::Dealer, Dimension::Seat, Dimension::GamingDay];

/// What was paid against what was owed, and what became of it.
pub fn section(w: &Workpaper) -> Section {
    let mut section = Section::new("analysis", "Money and chance");
    let is_compared = settled_totals(w, Dimension::Wager).is_some();
    section.say(if is_compared { COMPARED } else { coverage::NOT_COMPARED }).only(PRINT);
    if let Some(said) = coverage::wagers_left_out(w) {
        section.say(said).tone(Tone::Open).only(PRINT);
    }
    if is_compared {
        along_each(&mut section, w);
    }
    let every = "Each dimension has every wager that a check compared: a filter on the first column gives one of them.";
    section.say(every).only(Outputs::BOOK);
    let table = table(w.variance.iter().collect()).sheet(
        "Paid against owed",
        "Paid against owed by table, dealer, seat, gaming day and wager",
    );
    section.table(table).only(Outputs::BOOK);
    crate::chance::blocks(&mut section, w);
    section
}

const COMPARED: &str = "Of every wager that a check compared. Owed is what the reference says the wager returns, paid what the \
    record says was returned; net is paid minus owed, positive in favour of players. A wager paid too much and one paid too \
    little do not cancel: both are counted. A hand of a void round is compared as a whole.";

/// A table for each dimension that says more than the totals.
fn along_each(section: &mut Section, w: &Workpaper) {
    let differs = w.variance.iter().any(|g| g.over_micros != 0 || g.under_micros != 0);
    let groups =
        |of: Dimension| w.variance.iter().filter(|g| g.dimension == of).collect::<Vec<_>>();
    let mut left = Vec::new();
    for of in ALONG {
        let groups = groups(of);
        let is_always = matches!(of, Dimension::Table | Dimension::Wager);
        if !(is_always || differs && groups.len() > 1) {
            left.push(of.name());
            continue;
        }
        section.part(format!("By {}", of.name())).only(PRINT);
        let bars = bars(&groups);
        section.table(table(groups).total("All", PRINT)).only(PRINT);
        if let Some((figure, said)) = bars {
            section.figure(figure).only(PRINT);
            said.into_iter().for_each(|said| {
                section.say(said).small().only(PRINT);
            });
        }
    }
    if !left.is_empty() {
        let said = format!(
            "By {}: nothing more than the totals; the workbook has the figures.",
            left.join(", ")
        );
        section.say(said).small().only(PRINT);
    }
}

fn table(groups: Vec<&VarianceGroup>) -> Table {
    let count = |head| Column::count(head).tones(Tone::Quiet, Tone::Plain).summed();
    let amount = |head| Column::money(head).tones(Tone::Quiet, Tone::Plain).summed();
    // A group of which no wager was compared has no amounts, not amounts of nothing.
    let of =
        |g: &&VarianceGroup, micros: i64| (g.wagers > 0).then_some(Value::Money(micros.into()));
    Table::of("", "Paid against owed", groups)
        .column(Column::name("By").only(Outputs::BOOK), |g| g.dimension.name())
        .column(Column::name("Which").share(10).wide(16), |g| &g.key)
        .column(Column::count("Wagers").summed(), |g| g.wagers)
        .column(Column::count("Not tested").tones(Tone::Quiet, Tone::Open).summed(), |g| g.untested)
        .column(Column::money("Staked").summed(), |g| of(g, g.staked_micros))
        .column(Column::money("Owed").key("owed").summed(), |g| of(g, g.owed_micros))
        .column(Column::money("Paid").key("paid").summed(), |g| of(g, g.paid_micros))
        .column(count("Overpaid"), |g| g.overpaid)
        .column(amount("By"), |g| of(g, g.over_micros))
        .column(count("Underpaid"), |g| g.underpaid)
        .column(amount("By"), |g| of(g, g.under_micros))
        .sum(Column::signed("Net").summed(), "paid - owed")
        .done()
}

/// What was paid too much and too little, each for itself: they do not cancel.
fn bars(groups: &[&VarianceGroup]) -> Option<(Figure, Option<String>)> {
    let differs = |g: &&VarianceGroup| g.over_micros != 0 || g.under_micros != 0;
    let mut largest: Vec<(usize, &VarianceGroup)> =
        groups.iter().copied().filter(differs).enumerate().collect();
    let all = largest.len();
    largest.sort_by_key(|(at, g)| (std::cmp::Reverse(g.over_micros.max(g.under_micros)), *at));
    largest.truncate(BARS_MAX);
    largest.sort_by_key(|(at, _)| *at);
    let mut bars: Vec<(String, i128)> = Vec::new();
    for (_, g) in &largest {
        let sides = [i128::from(g.over_micros), -i128::from(g.under_micros)];
        for micros in sides.into_iter().filter(|micros| *micros != 0) {
            let is_second = bars.last().is_some_and(|(name, _)| *name == g.key);
            bars.push((if is_second { String::new() } else { g.key.clone() }, micros));
        }
    }
    if bars.is_empty() {
        return None;
    }
    let each = bars.iter().map(|(name, micros)| format!("{name} {}", signed_dollars(*micros)));
    let each: Vec<String> = each.collect();
    let shows = format!("Bars of what was paid too much and too little: {}.", each.join(", "));
    let some = largest.len();
    let said = (all > some).then(|| format!("The {some} largest of {all} are drawn."));
    Some((Figure::Bars { sides: ["paid too little", "paid too much"], bars, shows }, said))
}

/// How often each hand category was dealt; none where no cards were recorded.
pub fn categories(w: &Workpaper) -> Option<Section> {
    if w.categories.is_empty() {
        return None;
    }
    let mut section = Section::new("categories", "Hand categories dealt");
    section.say(
        "Counts of complete hands on record, with as many cards as the game deals, ranked by its four-card order. A count, \
         not a test of randomness: hands without recorded cards are missing from it.",
    );
    let [players, dealers] = coverage::hands_ranked(w);
    let all = w.counts.hands;
    if players < all {
        let said = format!("Ranked: {} of {} player hands.", grouped(players), grouped(all));
        section.say(said).tone(Tone::Open);
    }
    let share = |part: u64, whole: u64| Value::share(part.into(), whole.into(), 2);
    let table = Table::of("", "Hand categories dealt", &w.categories)
        .column(Column::name("Category").share(10), |c| c.category)
        .column(Column::count("Player hands").summed(), |c| c.players)
        .column(Column::rate("Share"), |c| share(c.players, players))
        .column(Column::count("Dealer hands").summed(), |c| c.dealers)
        .column(Column::rate("Share"), |c| share(c.dealers, dealers));
    section.table(table.done().total("All", PRINT));
    Some(section)
}
