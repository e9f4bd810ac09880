//! What the base game gains at best play, and a bound that no way to play exceeds. For every base game that comes with the
//! toolkit it was counted beforehand, since that takes up to seconds: `best_play.toml` is written and kept true by the test
//! below.

use feltproof_engine::Game;
use feltproof_par::sheet::{BaseChoices, ChoicesCount, Ratio, SheetError, choices};
use feltproof_stats::{Choice, GainLaw, cumulants};
use feltproof_toml::{Section, TomlErrors};
use num_traits::ToPrimitive;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const FILE: &str = include_str!("best_play.toml");

/// What the base game gains at best play. Units are Antes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BestPlay {
    /// On average, when every decision is optimal.
    pub(crate) expectation: Ratio,
    pub(crate) variance: Ratio,
    /// The largest gain that any decision can come to.
    most: Ratio,
    /// What the luckiest decisions come to, see `feltproof_stats::cumulants`.
    cumulants: Vec<i64>,
}

/// The base game with a paytable beside the Ante. Fails on what does not exist or be counted.
pub(crate) fn best_play(
    game: &Game,
    rulings: &[(String, String)],
    paytable: &str,
) -> Result<BestPlay, SheetError> {
    static KNOWN: LazyLock<BTreeMap<String, BestPlay>> =
        LazyLock::new(|| read().expect("a test reads the list").into_iter().collect());
    let count = ChoicesCount::new(game, rulings, paytable)?;
    if let Some(known) = KNOWN.get(&count.key()) {
        return Ok(known.clone());
    }
    let counted = choices(vec![count]);
    let counted = counted.first().map(BestPlay::of);
    counted.ok_or_else(|| SheetError::NothingCounted(format!("game {}", game.id)))
}

impl BestPlay {
    fn of(choices: &BaseChoices) -> Self {
        let groups = choices.groups.iter();
        let groups: Vec<Choice<'_>> =
            groups.map(|group| Choice { gains: &group.gains, met: &group.met }).collect();
        Self {
            expectation: choices.expectation.clone(),
            variance: choices.variance.clone(),
            most: Ratio::new(choices.most.into(), choices.scale.into()),
            cumulants: cumulants(&groups, choices.scale, choices.most),
        }
    }

    /// The bound; `None` where its numbers are larger than any paytable's.
    pub(crate) fn law(&self) -> Option<GainLaw> {
        let fraction = |of: &Ratio| Some((of.numer().to_i64()?, of.denom().to_i64()?));
        GainLaw::bounded_by(&self.cumulants, fraction(&self.most)?, fraction(&self.expectation)?)
    }
}

/// All entries. Errors: what is wrong with the file, of this program; a test proves that it reads.
fn read() -> Result<Vec<(String, BestPlay)>, TomlErrors> {
    feltproof_toml::read(FILE, "best_play.toml", 1, |top| {
        top.sections("game").into_iter().map(entry).collect()
    })
}

fn entry(section: Section<'_>) -> Option<(String, BestPlay)> {
    let ratio = |key| {
        let text = section.text(key)?;
        let value: Option<Ratio> = text.value.parse().ok();
        if value.is_none() {
            text.wrong("is no fraction");
        }
        value
    };
    let of = section.text("of");
    let (expectation, variance, most) = (ratio("expectation"), ratio("variance"), ratio("most"));
    let values = section.get("minus_cumulants")?.list()?;
    let values = values.into_iter().map(|value| value.integer(0..=i64::MAX).map(|n| -n.value));
    let play = BestPlay {
        expectation: expectation?,
        variance: variance?,
        most: most?,
        cumulants: values.collect::<Option<_>>()?,
    };
    Some((of?.owned(), play))
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_engine::builtin_games;
    use std::path::Path;

    const HEAD: &str = "\
# What the base games that come with the toolkit gain at best play: see `best_play.rs`. Written and kept true by
# `cargo test -p feltproof-analysis best_play`; `BEST_PLAY=write` before it writes it again.
# `of`: all that it depends on. `minus_cumulants`: -ln E exp(x * (gain - most)) of the luckiest decisions in units of 1e-15, x from
# 2^-20 to 2^4 for each Ante in eight steps to each doubling.
schema = 1
";

    /// Readings that bear on the base game.
    const RULINGS: [&str; 3] = ["super_bonus_vs_unqualified", "play_multiples", "odds_on_tie"];

    /// Every combination of the readings of a game that bear on the base game.
    fn ways(game: &Game) -> Vec<Vec<(String, String)>> {
        let mut ways = vec![Vec::new()];
        for ruling in game.rulings.iter().filter(|ruling| RULINGS.contains(&ruling.id.as_str())) {
            let with = |way: &Vec<(String, String)>| {
                let values = ruling.values.iter().map(|value| (ruling.id.clone(), value.clone()));
                values.map(|choice| way.iter().cloned().chain([choice]).collect()).collect()
            };
            ways = ways.iter().flat_map(|way| -> Vec<_> { with(way) }).collect();
        }
        ways
    }

    /// Every paytable of the base game, under every combination of readings that bears on it; those alike once.
    fn counts() -> Vec<ChoicesCount> {
        let mut all: Vec<ChoicesCount> = Vec::new();
        for game in builtin_games() {
            let needed = game.family.needs_paytable;
            for table in game.paytables.iter().filter(|table| table.wager == needed) {
                for way in ways(&game) {
                    let count = ChoicesCount::new(&game, &way, &table.id).unwrap();
                    if all.iter().all(|other| other.key() != count.key()) {
                        all.push(count);
                    }
                }
            }
        }
        all
    }

    fn written(key: &str, play: &BestPlay) -> String {
        let digits: Vec<String> = play.cumulants.iter().map(|value| (-value).to_string()).collect();
        let lines: String =
            digits.chunks(6).map(|six| format!("  {},\n", six.join(", "))).collect();
        let ratios = [&play.expectation, &play.variance, &play.most];
        let [expectation, variance, most] =
            ratios.map(|ratio| format!("{}/{}", ratio.numer(), ratio.denom()));
        format!(
            "\n[[game]]\nof = \"{key}\"\nexpectation = \"{expectation}\"\nvariance = \"{variance}\"\nmost = \"{most}\"\n\
             minus_cumulants = [\n{lines}]\n"
        )
    }

    /// Counts all deals of all of them again.
    #[test]
    fn best_play_is_as_written() {
        let counts = counts();
        let keys: Vec<String> = counts.iter().map(ChoicesCount::key).collect();
        let counted: Vec<BestPlay> = choices(counts).iter().map(BestPlay::of).collect();
        if std::env::var("BEST_PLAY").is_ok_and(|wanted| wanted == "write") {
            let entries = keys.iter().zip(&counted).map(|(key, play)| written(key, play));
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/best_play.toml");
            std::fs::write(path, format!("{HEAD}{}", entries.collect::<String>())).unwrap();
            return;
        }
        let written = read().unwrap();
        assert!(written.iter().map(|(key, _)| key).eq(&keys), "other games: write it again");
        for ((key, written), counted) in written.iter().zip(&counted) {
            let exact = |of: &BestPlay| [&of.expectation, &of.variance, &of.most].map(Ratio::clone);
            assert_eq!(exact(written), exact(counted), "{key}");
            assert_eq!(written.cumulants.len(), counted.cumulants.len(), "{key}");
            for (written, counted) in written.cumulants.iter().zip(&counted.cumulants) {
                // Another machine may round the last digits of an exponential another way.
                assert!(written.abs_diff(*counted) < 500, "{key}: {written} {counted}");
            }
            assert!(written.law().is_some(), "{key}");
        }
    }
}
