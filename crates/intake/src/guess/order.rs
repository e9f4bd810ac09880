//! In which order the rows stand: that of their times, or one of the exporter's, sorted by table, dealer, seat, event or
//! round, or the newest first. Certain is what explains every row that is looked at.

use super::moments::Moments;
use super::sample::Row;
use super::vocabulary;
use crate::journal::{Sortable, Sorted, Standing};
use crate::profile::TimeForm;
use crate::zone::{Reading, Zone, ZoneClock};
use feltproof_model::{Seat, TableId, Timestamp};

/// Records may be late by so much, where an engagement does not say more.
const DISORDER_MICROS: i64 = 120_000_000;

/// The columns that tell how rows stand, by their places.
pub(super) struct Places<'a> {
    pub(super) is_hands: bool,
    pub(super) time: &'a [usize],
    pub(super) moments: &'a Moments,
    pub(super) table: Option<usize>,
    pub(super) round: Option<usize>,
    pub(super) seat: Option<usize>,
    pub(super) event: Option<usize>,
    pub(super) seq: Option<usize>,
    /// Who dealt or acted.
    pub(super) person: Option<usize>,
}

/// How the rows stand; `None` where it is not certain how their times are written.
pub(super) fn of(places: &Places<'_>, rows: &[&Row]) -> Option<Standing> {
    let form = form(places.moments)?;
    let zone = Zone::new("UTC")?;
    let mut clock = ZoneClock::new(&zone);
    let mut moment = |row: &Row| -> Option<Timestamp> {
        let cells = places.time.iter().map(|at| row.cell(*at)).filter(|cell| !cell.is_empty());
        let mut text = String::new();
        form.write(cells.collect::<Vec<_>>().join(" ").as_bytes(), &mut text).ok()?;
        match clock.read(text.as_bytes()).ok()? {
            Reading::Once(time) | Reading::Twice { first: time, .. } => Some(time),
        }
    };
    let cell = |row: &Row, at: Option<usize>| at.map_or("", |at| row.cell(at)).to_owned();
    let Places { is_hands, table, round, seat, event, seq, person, .. } = *places;
    let (mut tables, mut sorted) = (Vec::new(), Sorted::with(DISORDER_MICROS, None));
    let of_round = |row: &Row| [table, round, person].map(|at| cell(row, at));
    let is_same = |one: &&Row, other: &&Row| is_hands && of_round(one) == of_round(other);
    for run in rows.chunk_by(is_same) {
        let Some((row, time)) = run.first().and_then(|row| Some((row, moment(row)?))) else {
            continue;
        };
        let [name, _, who] = of_round(row);
        let number = tables.iter().position(|known| *known == name).unwrap_or(tables.len());
        if number == tables.len() {
            tables.push(name);
        }
        let own_seat =
            vocabulary::seat(&cell(row, seat)).and_then(|seat| Seat::parse(seat.as_bytes()));
        let what = cell(row, event);
        sorted.take(&Sortable {
            time,
            table: table.and(u16::try_from(number).ok()).map(TableId),
            person: &who,
            seat: (run.len() == 1).then_some(own_seat),
            event: (!is_hands).then_some(&*what),
            round: cell(row, round).parse().ok(),
            number: cell(row, if is_hands { round } else { seq }).parse().unwrap_or(0),
        });
    }
    Some(sorted.standing())
}

/// Whether all times that are looked at are flagged as those of UTC.
pub(super) fn are_flagged_utc(time: &[usize], rows: &[&Row]) -> bool {
    let [at] = time else { return false };
    let mut times = rows.iter().map(|row| row.cell(*at)).filter(|cell| !cell.is_empty()).peekable();
    times.peek().is_some() && times.all(|time| time.ends_with(['Z', 'z']))
}

fn form(moments: &Moments) -> Option<TimeForm> {
    match &moments.formats[..] {
        [format] if format.is_empty() => Some(TimeForm::Canonical),
        [format] => TimeForm::named(format).or_else(|| Some(TimeForm::Format(format.clone()))),
        _ => None,
    }
}

/// The order in words, for people.
pub(super) fn in_words(standing: &Standing) -> String {
    match standing {
        Standing::InTime => "its rows stand in the order of their times".to_owned(),
        Standing::Sorted(by, order) => format!(
            "its rows stand sorted {by}, and not in the order of their times; the profile says order = \"{order}\""
        ),
        Standing::Mixed => "its rows stand in no order that is known".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::tests::of_text;
    use super::super::{Guess, Sample};
    use feltproof_sheets::{Format, Kind};

    /// Rounds of two tables by turns, five minutes apart, a player and the dealer in each, as lines.
    fn rows() -> Vec<String> {
        let row = |at: u32, seat: &str| {
            let (hour, minute) = (10 + at * 5 / 60, at * 5 % 60);
            let (round, table, dealer) = (at / 2 + 1, at % 2 + 1, at / 2 % 3 + 1);
            format!(
                "{round},2026-10-31T{hour}:{minute:02}:00,T{table},D0{dealer},{seat},As Ks Qs Js 2d\n"
            )
        };
        (0..40).flat_map(|at| ["1", "D"].map(|seat| row(at, seat))).collect()
    }

    fn guess(rows: &[String]) -> (Guess, String) {
        let sample: Sample =
            of_text(&format!("round,time,table,dealer,seat,cards\n{}", rows.concat()));
        let guess =
            Guess::of(&sample, None, &Format { kind: Some(Kind::Delimited), ..Format::default() });
        let profile = guess.profile("x", None).unwrap();
        (guess, profile)
    }

    fn order(rows: &[String]) -> Option<String> {
        let (_, profile) = guess(rows);
        let line = profile.lines().find(|line| line.contains("order ="));
        line.map(|line| line.split("  #").next().unwrap_or(line).to_owned())
    }

    #[test]
    fn the_order_of_the_exporter_is_said_in_the_profile() {
        assert_eq!(order(&rows()), None);
        assert!(guess(&rows()).0.shape.iter().any(|text| text.contains("order of their times")));
        let mut all = rows();
        all.reverse();
        assert_eq!(order(&all).unwrap(), "order = \"newest-first\"");
        let cell = |row: &String, at: usize| row.split(',').nth(at).unwrap().to_owned();
        for column in [2, 3, 4] {
            all = rows();
            all.sort_by_key(|row| cell(row, column));
            let (found, profile) = guess(&all);
            assert!(profile.contains("\norder = \"unordered\""), "{column}: {profile}");
            assert!(found.shape.iter().any(|text| text.contains("sorted by")), "{:?}", found.shape);
        }
        // Sorted by what has nothing to do with them: it is asked.
        all = rows();
        all.sort_by_key(|row| cell(row, 1).bytes().map(u32::from).sum::<u32>());
        assert_eq!(order(&all).unwrap(), "# order = \"unordered\"");
        assert!(guess(&all).0.requested.iter().any(|text| text.contains("in no order")));
    }
}
