//! The best gains of the games that come with the toolkit, counted beforehand: counting one of them takes up to seconds.
//! `best_gains.toml` is written and kept true by the test below.

use super::best_gains::{BestGains, arguments};
use super::exact::Ratio;
use feltproof_toml::{Section, TomlErrors};
use std::collections::BTreeMap;
use std::sync::LazyLock;

const FILE: &str = include_str!("best_gains.toml");

/// What the file says of a base game, if it has it.
pub(super) fn find(key: &str) -> Option<BestGains> {
    static KNOWN: LazyLock<BTreeMap<String, BestGains>> =
        LazyLock::new(|| read().unwrap_or_default().into_iter().collect());
    KNOWN.get(key).cloned()
}

/// All entries.
///
/// # Errors
/// What is wrong with the file, which comes with the program; a test proves that it reads.
fn read() -> Result<Vec<(String, BestGains)>, TomlErrors> {
    feltproof_toml::read(FILE, "best_gains.toml", 1, |top| {
        top.sections_if("gains").into_iter().map(entry).collect()
    })
}

fn entry(section: Section<'_>) -> Option<(String, BestGains)> {
    let ratio = |key| {
        let text = section.text(key)?;
        let value: Option<Ratio> = text.value.parse().ok();
        if value.is_none() {
            text.wrong("is no fraction");
        }
        value
    };
    let of = section.text("of")?.owned();
    let (expectation, variance, most) = (ratio("expectation"), ratio("variance"), ratio("most"));
    let values = section.texts("cumulants").into_iter().map(|text| text.value.parse().ok());
    let values: Vec<f64> = values.collect::<Option<_>>()?;
    let cumulants: Vec<(f64, f64)> = arguments().zip(values).collect();
    let is_whole = cumulants.len() == arguments().count();
    let gains =
        BestGains { expectation: expectation?, variance: variance?, most: most?, cumulants };
    is_whole.then_some((of, gains))
}

#[cfg(test)]
mod tests {
    use super::super::best_gains::{BestGainsCount, count_all};
    use super::super::exact::fraction;
    use super::*;
    use feltproof_engine::{Game, builtin_games};
    use std::path::Path;

    const HEAD: &str = "\
# What a hand of the base game gains at best, for every base game that comes with the toolkit: see `best_gains.rs`.
# Written and kept true by `cargo test -p feltproof-par best_gains`; `BEST_GAINS=write` before it writes it again.
# `of`: all that the gains depend on. `cumulants`: ln E exp(x * (gain - most)), x from 2^-20 to 2^4 for each Ante.
schema = 1
";

    /// Every paytable of the base game, under every combination of readings that bears on it.
    fn counts(games: &[Game]) -> Vec<BestGainsCount> {
        let choices = ["super_bonus_vs_unqualified", "play_multiples", "odds_on_tie"];
        let mut all: Vec<BestGainsCount> = Vec::new();
        for game in games {
            let mut ways: Vec<Vec<(String, String)>> = vec![Vec::new()];
            for ruling in game.rulings.iter().filter(|r| choices.contains(&r.id.as_str())) {
                let with = |way: &Vec<(String, String)>, value: &String| {
                    let mut way = way.clone();
                    way.push((ruling.id.clone(), value.clone()));
                    way
                };
                ways = ways
                    .iter()
                    .flat_map(|way| ruling.values.iter().map(move |value| with(way, value)))
                    .collect();
            }
            let needed = game.family.needs_paytable;
            for table in game.paytables.iter().filter(|table| table.wager == needed) {
                for way in &ways {
                    let count = BestGainsCount::new(game, way, &table.id).unwrap();
                    if all.iter().all(|other| other.key() != count.key()) {
                        all.push(count);
                    }
                }
            }
        }
        all
    }

    fn written(key: &str, gains: &BestGains) -> String {
        let digits = gains.cumulants.iter().map(|(_, value)| format!("\"{value:.14e}\""));
        let digits: Vec<String> = digits.collect();
        let lines = digits.chunks(4).map(|four| format!("  {},\n", four.join(", ")));
        format!(
            "\n[[gains]]\nof = \"{key}\"\nexpectation = \"{}\"\nvariance = \"{}\"\nmost = \"{}\"\ncumulants = [\n{}]\n",
            fraction(&gains.expectation),
            fraction(&gains.variance),
            fraction(&gains.most),
            lines.collect::<String>()
        )
    }

    /// Counts all deals for all of them again.
    #[test]
    fn best_gains_are_as_written() {
        let mut counts = counts(&builtin_games());
        let keys: Vec<String> = counts.iter().map(BestGainsCount::key).collect();
        count_all(&mut counts);
        let counted: Vec<BestGains> = counts.into_iter().map(BestGainsCount::finish).collect();
        if std::env::var("BEST_GAINS").is_ok_and(|wanted| wanted == "write") {
            let entries: String =
                keys.iter().zip(&counted).map(|(key, gains)| written(key, gains)).collect();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sheet/best_gains.toml");
            std::fs::write(path, format!("{HEAD}{entries}")).unwrap();
            return;
        }
        let written = read().unwrap();
        assert_eq!(
            written.iter().map(|(key, _)| key).collect::<Vec<_>>(),
            keys.iter().collect::<Vec<_>>()
        );
        for ((key, written), counted) in written.iter().zip(&counted) {
            assert_eq!(written.expectation, counted.expectation, "{key}");
            assert_eq!(written.variance, counted.variance, "{key}");
            assert_eq!(written.most, counted.most, "{key}");
            for ((x, written), (_, counted)) in written.cumulants.iter().zip(&counted.cumulants) {
                // Another machine may round the last digit of an exponential another way.
                let room = 1e-12 * counted.abs().max(1.0);
                assert!((written - counted).abs() < room, "{key} at {x}: {written} {counted}");
            }
        }
    }
}
