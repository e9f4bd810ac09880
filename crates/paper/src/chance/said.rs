//! How results beside their expectation, trends and what seats are owed are put into words and figures.

use crate::cell::{percent, point};
use crate::column::to_cents;
use crate::words::{dollars, grouped, plural};
use feltproof_model::Wager;
use feltproof_model::analysis::{
    Analysis, HoldGroup, Holds, MoneyCause, Restitution, TrendLine, Undecided,
};
use feltproof_model::workpaper::Dimension;

/// What is looked at and what it assumes.
pub(super) const HOLDS: &str = "Side bets that the cards alone decide, and the base game, beside what the exact PAR sheet \
     of the table's own paytable expects; of the base game at best play, which players mostly fall short of. Assumed: fair \
     cards, stakes made before any card is seen, decisions by the player's own hand and the dealer's card face up, a record \
     from which nothing was picked. The wagers of a round count as one of their sum, the worst that dependence can do to \
     the standard error, which in the base game is that of best play. The probability of as much or more by chance is an \
     upper bound (Chernoff), which rare high awards cannot break; of the base game one that holds however it is played. \
     What was paid above what is owed is an exception already and is left out. A seat whose base wagers on record do not \
     fit the rules is in no figure, and in the test it counts as one that lost all it could have staked. A record that \
     lacks lost wagers shows the same excess, so nobody is named where no lost wager is on record or where the others \
     depart as well.";

/// What is not looked at.
pub(super) const NOT_LOOKED_AT: &str = "The progressive is not tested: its meter bears on what it returns. Of the base game \
     Ante, Super Bonus, Odds or automatic bonus, and Play (Raise) are tested together, not one by one: what a player decides \
     moves money from one to the other.";

/// How trends are tested.
pub(super) const TRENDS: &str = "Paid minus owed for each dollar staked, from gaming day to gaming day: Mann's test by \
     Kendall's score, every order of the days as likely; either direction.";

/// A probability in trillionths.
pub(super) fn probability(trillionths: u64) -> String {
    const ONE: u64 = 1_000_000_000_000;
    if trillionths <= 1 {
        return "below 1 in 1,000,000,000,000".to_owned();
    }
    if trillionths <= ONE / 1_000 {
        // The number of times it would be waited for, rounded down: the probability is no higher.
        return format!("1 in {}", grouped(ONE / trillionths));
    }
    let thousandths = trillionths.div_ceil(ONE / 1_000);
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

/// Seats that are in no figure, in a sentence.
pub(super) fn set_aside_said(holds: &Holds) -> Option<String> {
    let all = holds.groups.iter().filter(|group| group.dimension == Dimension::Wager);
    let (seats, micros) = all.fold((0, 0), |(seats, micros), group| {
        (seats + group.seats_set_aside, micros + i128::from(group.set_aside_micros))
    });
    (seats > 0).then(|| {
        format!(
            "Set aside: {} of a round whose base wagers on record do not fit the rules ({} staked), in no figure of the base \
             game; the test counts each as lost whole.",
            plural(seats, "seat"),
            dollars(micros)
        )
    })
}

/// What each side bet and the base game kept beside what was expected.
pub(super) fn kept(holds: &Holds) -> Option<String> {
    let all = holds.groups.iter().filter(|g| g.dimension == Dimension::Wager && g.rounds > 0);
    let kept = all.map(|group| {
        let hold = |returned: i64| {
            let staked = i128::from(group.staked_micros);
            percent(staked - i128::from(returned), staked, 2)
        };
        let (found, expected) = (hold(group.returned_micros), hold(group.expected_micros));
        let play = if group.wager == Wager::Ante { " at best play" } else { "" };
        format!("{} kept {found} where {expected} is expected{play}", group.title())
    });
    let kept: Vec<String> = kept.collect();
    (!kept.is_empty()).then(|| format!("By the exact PAR sheets: {}.", kept.join(", ")))
}

/// How many standard errors the excess is, to one place, towards zero: positive where players got more.
pub(super) fn distance(group: &HoldGroup) -> String {
    let error = i128::from(group.error_micros);
    if error <= 0 {
        return "-".to_owned();
    }
    let tenths = group.excess_micros() * 10 / error;
    format!("{}{}", if tenths < 0 { "" } else { "+" }, point(tenths, 1))
}

/// Which groups it is of.
pub(super) fn subject(group: &HoldGroup) -> String {
    match group.dimension {
        Dimension::Table => format!("table {}", group.key),
        Dimension::Dealer => {
            format!("dealer {}", if group.key.is_empty() { "not named" } else { &group.key })
        }
        _ => "all".to_owned(),
    }
}

/// What the test says of a group.
pub(super) fn answer(group: &HoldGroup) -> &'static str {
    match (group.adjusted, group.undecided) {
        (None, _) => "too few rounds",
        (Some(_), Some(Undecided::NoLostWagers)) => "cannot be told: lost wagers not on record",
        (Some(_), Some(Undecided::SetAside)) => "cannot be told: seats set aside",
        (Some(_), Some(Undecided::NotAlone)) => "cannot be told: not it alone",
        (Some(_), None) if group.is_larger() => "larger than chance explains",
        (Some(_), None) => "within chance",
    }
}

/// A result that is larger than chance explains, in a sentence.
pub(super) fn in_words(group: &HoldGroup, tested: u64) -> String {
    let p = group.adjusted.map_or_else(String::new, probability);
    format!(
        "{}, {}: {} more than expected in {}, larger than chance explains ({p} at most, adjusted for {} looked at).",
        group.title(),
        subject(group),
        dollars(to_cents(group.excess_micros())),
        plural(group.rounds, "round"),
        plural(tested, "group")
    )
}

/// What the tests of results come to where none departs, in short.
pub(super) fn within_chance(holds: &Holds) -> String {
    let said = match (kept(holds), holds.tested) {
        (None, _) => "No wager with an expectation was made.".to_owned(),
        (Some(kept), 0) => {
            format!("{kept} No group has the {} rounds that a test needs.", Holds::ROUNDS_MIN)
        }
        (Some(kept), tested) => format!(
            "{kept} None of {} departs from chance in favour of players (Chernoff's bound, Holm's method, 1 in 100).",
            plural(tested, "group")
        ),
    };
    std::iter::once(said).chain(set_aside_said(holds)).collect::<Vec<_>>().join(" ")
}

/// What the tests of results come to.
pub(super) fn holds_said(holds: &Holds) -> Vec<String> {
    let mut said = Vec::new();
    if holds.groups.is_empty() {
        said.push("No wager with an expectation was made.".to_owned());
    } else {
        let got = "got more than chance explains; what explains it this test cannot tell";
        let verdict = match holds.larger().count() as u64 {
            0 if holds.undecided().next().is_some() => {
                "none can be said to have got more than chance explains".to_owned()
            }
            0 => "none departs from chance in favour of players".to_owned(),
            1 => format!("one {got}"),
            n => format!("{} {got}", grouped(n)),
        };
        said.push(format!(
            "{} looked at (a group has {} rounds or more), and Holm's method adjusts for all of them: at 1 in 100 {verdict}.",
            plural(holds.tested, "group"),
            Holds::ROUNDS_MIN
        ));
        said.extend(undecided_said(holds));
        said.extend(set_aside_said(holds));
    }
    if holds.rounds_left_out > 0 {
        said.push(format!(
            "Left out: {} with a void or contradictory record, or a gap where a hand may be missing.",
            plural(holds.rounds_left_out, "round")
        ));
    }
    said.extend(holds.without.iter().map(|why| format!("No expectation of {why}.")));
    said
}

/// Groups that depart without it being theirs, a sentence for each reason.
pub(super) fn undecided_said(holds: &Holds) -> Vec<String> {
    let why = |of: Undecided| match of {
        Undecided::NoLostWagers => {
            "their excess is of rounds of dealers at tables without lost wagers of that kind on record (of the base game: \
             none folded or none beaten, with no other wager and nothing back); ask whether lost wagers are written down"
        }
        Undecided::SetAside => {
            "they depart only if seats whose base wagers on record do not fit the rules are not counted as lost; look at those \
             seats first"
        }
        Undecided::NotAlone => {
            "the other tables or dealers depart as well or have too few rounds to compare with; look for what they \
             share: cards, stakes made late, wagers left out of the record"
        }
    };
    let all = [Undecided::NoLostWagers, Undecided::NotAlone, Undecided::SetAside].into_iter();
    all.filter_map(|of| {
        let groups = holds.undecided().filter(|(_, undecided)| *undecided == of);
        let groups: Vec<String> =
            groups.map(|(group, _)| format!("{} {}", group.title(), subject(group))).collect();
        let count = groups.len() as u64;
        (count > 0).then(|| {
            let (listed, more) = groups.split_at(groups.len().min(UNDECIDED_LISTED));
            let more = match more.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!(
                "Of {} it cannot be told whether players got too much ({}{more}): {}.",
                plural(count, "group"),
                listed.join(", "),
                why(of)
            )
        })
    })
    .collect()
}

/// Groups named in the sentence about those that cannot be told: the workbook has all.
const UNDECIDED_LISTED: usize = 8;

/// What the tests of trends come to.
pub(super) fn trends_said(analysis: &Analysis) -> String {
    let all = &analysis.trends;
    if all.is_empty() {
        return "No trend: that takes settled wagers on more than one gaming day.".to_owned();
    }
    let tested = all.iter().filter(|line| line.p.is_some()).count() as u64;
    if tested == 0 {
        return format!("Too few gaming days for a trend: {} are needed.", TrendLine::DAYS_MIN);
    }
    let found: Vec<String> =
        all.iter().filter(|line| line.is_trend()).map(trend_in_words).collect();
    let verdict =
        if found.is_empty() { "none rises or falls".to_owned() } else { found.join("; ") };
    format!(
        "{} of {} gaming days or more, adjusted for all of them by Holm's method: at 1 in 20 {verdict}.",
        plural(tested, "line"),
        TrendLine::DAYS_MIN
    )
}

/// Of whom a line is.
pub(super) fn line_of(line: &TrendLine) -> String {
    match &line.of {
        Some((dimension, key)) => format!("{} {key}", dimension.name()),
        None => "the house".to_owned(),
    }
}

/// Which way it goes.
pub(super) fn direction(line: &TrendLine) -> &'static str {
    match line.adjusted {
        None => "too few days",
        Some(_) if !line.is_trend() => "no trend",
        Some(_) if line.score > 0 => "rises",
        Some(_) => "falls",
    }
}

pub(super) fn trend_in_words(line: &TrendLine) -> String {
    let p = line.adjusted.map_or_else(String::new, probability);
    format!("{} {} (p {p})", line_of(line), direction(line))
}

/// What seats of rounds are owed, in a sentence.
pub fn restitution_said(all: &Restitution) -> String {
    if all.owed_micros == 0 && all.overpaid_micros == 0 {
        return "By no exception found is a seat owed money, or was one paid too much.".to_owned();
    }
    let seats = |n: u64| format!("{} of a round", plural(n, "seat"));
    let beyond = match all.exceptions_beyond {
        0 => String::new(),
        some => {
            let beyond = plural(some, "exception");
            format!(" The money of {beyond} more is in it, whose seats are not counted.")
        }
    };
    format!(
        "By the exceptions found, {} owed to {}; {} paid too much to {}.{beyond}",
        dollars(all.owed_micros),
        seats(all.seats_owed),
        dollars(all.overpaid_micros),
        seats(all.seats_overpaid)
    )
}

/// The table and the dealer with the largest parts of what a cause explains.
pub(super) fn largest(cause: &&MoneyCause) -> String {
    let part = |what: &str, part: &Option<(String, i128)>| {
        part.as_ref().map(|(key, micros)| format!("{what} {key} {}", dollars(*micros)))
    };
    let parts = [part("table", &cause.table), part("dealer", &cause.dealer)];
    parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_never_printed_smaller_than_they_are() {
        for (p, text) in [
            (1_000_000_000_000, "1.000"),
            (500_000_000_001, "0.501"),
            (1_000_000_001, "0.002"),
            (1_000_000_000, "1 in 1,000"),
            (3_000_000, "1 in 333,333"),
            (1, "below 1 in 1,000,000,000,000"),
        ] {
            assert_eq!(probability(p), text, "{p}");
        }
    }
}
