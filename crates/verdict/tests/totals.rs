//! Settled wagers on their way to the report, added up a second time beside it.

use crate::day::{Day, fixture};
use feltproof_checks::{Observer, SettledWagers};
use feltproof_model::workpaper::Dimension;
use feltproof_model::{Seat, Wager};
use std::collections::BTreeMap;

/// Wagers, untested ones, staked, owed, paid, over and under of each group, one wager after another.
#[derive(Default)]
struct Plain(BTreeMap<(Dimension, String), [i64; 7]>);

impl Observer for Plain {
    fn settled(&mut self, all: &SettledWagers<'_>) {
        let engagement = &all.round.scope.engagement;
        let (table, date) =
            (&engagement.table(all.table).id, engagement.days[usize::from(all.day)].date);
        let mut add = |seat: Seat, wager: Wager, figures: [i64; 7]| {
            let seat = match seat {
                Seat::Banker(_) => "B".to_owned(),
                seat => seat.to_string(),
            };
            for (dimension, key) in [
                (Dimension::Table, table.to_string()),
                (Dimension::Dealer, all.dealer.to_string()),
                (Dimension::Seat, seat),
                (Dimension::GamingDay, date.to_string()),
                (Dimension::Wager, wager.title().to_owned()),
            ] {
                let sums = self.0.entry((dimension, key)).or_default();
                sums.iter_mut().zip(figures).for_each(|(sum, more)| *sum += more);
            }
        };
        for w in all.wagers.iter().filter(|w| w.wager != Wager::Bank) {
            let [staked, owed, paid] = [w.staked, w.owed, w.paid].map(|amount| amount.micros());
            if [staked, owed, paid] != [0; 3] {
                let (over, under) = ((paid - owed).max(0), (owed - paid).max(0));
                add(w.seat, w.wager, [1, 0, staked, owed, paid, over, under]);
            }
        }
        for (seat, wager) in all.untested.iter().filter(|(_, wager)| *wager != Wager::Bank) {
            add(*seat, *wager, [0, 1, 0, 0, 0, 0, 0]);
        }
    }

    fn merge(&mut self, other: Self) {
        for (key, figures) in other.0 {
            let sums = self.0.entry(key).or_default();
            sums.iter_mut().zip(figures).for_each(|(sum, more)| *sum += more);
        }
    }
}

#[test]
fn no_wager_is_lost_on_its_way_to_the_groups() {
    for name in ["tampered-day", "playthroughs/crazy4-ca", "playthroughs/four-card-poker"] {
        let Day { workpaper, observer: Plain(mut plain), .. } = fixture::<Plain>(name, |text| text);
        for of in &workpaper.variance {
            let [wagers, untested] = [of.wagers, of.untested].map(|n| i64::try_from(n).unwrap());
            let money = [of.staked_micros, of.owed_micros, of.paid_micros, of.over_micros];
            let [staked, owed, paid, over] = money;
            let found = [wagers, untested, staked, owed, paid, over, of.under_micros];
            let key = (of.dimension, of.key.clone());
            assert_eq!(plain.remove(&key), Some(found), "{name} {key:?}");
        }
        assert!(plain.is_empty() && !workpaper.variance.is_empty(), "{name} {plain:?}");
    }
}

/// The rows of a journal, by its heads.
fn rows(text: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = text.lines().map(|line| line.split(','));
    let heads: Vec<&str> = lines.next().unwrap().collect();
    lines.map(|cells| heads.iter().copied().zip(cells).collect()).collect()
}

fn micros(row: &BTreeMap<&str, &str>, column: &str) -> i64 {
    let text = row.get(column).copied().unwrap_or("");
    let (whole, cents) = text.split_once('.').unwrap_or((text, "0"));
    let of = |digits: &str| digits.parse::<i64>().unwrap_or(0);
    of(whole) * 1_000_000 + of(&format!("{cents:0<6}"))
}

/// Of a clean day, straight from the cells of its journal: what each wager and the base game staked and returned.
#[test]
fn what_is_tested_for_luck_is_what_the_journal_says() {
    let file = "../../fixtures/harbor-card-room/hands.csv";
    let text = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut rounds = BTreeMap::<(&str, &str), Vec<BTreeMap<&str, &str>>>::new();
    for row in rows(&text) {
        rounds.entry((row["table"], row["round"])).or_default().push(row);
    }
    rounds.retain(|_, rows| rows.iter().all(|row| row["action"] != "void"));
    let holds = fixture::<()>("harbor-card-room", |text| text).workpaper.analysis.holds;
    let mut compared = 0;
    for of in holds.groups.iter().filter(|of| of.dimension == Dimension::Wager) {
        let columns = match of.wager {
            Wager::Ante => vec!["ante", "super_bonus", "play"],
            wager => vec![wager.key()],
        };
        let mut sums = [0; 3];
        for rows in rounds.values() {
            let players: Vec<_> = rows.iter().filter(|row| row["seat"] != "D").collect();
            let staked: i64 =
                players.iter().flat_map(|row| columns.iter().map(|of| micros(row, of))).sum();
            let staking = players.iter().filter(|row| columns.iter().any(|of| micros(row, of) > 0));
            let returned = staking
                .flat_map(|row| columns.iter().map(|of| micros(row, &format!("{of}_returned"))));
            sums[0] += i64::from(staked > 0);
            sums[1] += staked;
            sums[2] += returned.sum::<i64>();
        }
        let rounds = i64::try_from(of.rounds).unwrap();
        assert_eq!([rounds, of.staked_micros, of.returned_micros], sums, "{}", of.title());
        assert_eq!(of.seats_set_aside, 0);
        compared += 1;
    }
    assert_eq!(compared, 2, "Queens Up and the base game");
}
