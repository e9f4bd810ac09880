//! How dates and times are written: formats in use are tried in order, and one must read every value.
//!
//! Where several read every value and make different times of them (`10/11/2026`: October or November),
//! all are kept and none is certain; a value above 12 decides. Years outside 1970 to 2100 are no dates.
//! Numbers between 36,526 and 73,050 may be days as spreadsheets count them (2000 to 2100), which stays
//! a guess, since two ways of counting are in use. Where no format reads every value, two or three may: a
//! mixture, as of dates typed as text among real dates; a value that may be two of them is asked. Ten digits are seconds since 1970, thirteen
//! thousandths of them.

use crate::Zone;
use crate::profile::{OR, TimeForm};
use crate::zone::ZoneClock;

/// Formats of dates, of times of day, and what stands between them, with `|` between. A date may be
/// printed as its midnight, with the time of day behind it.
const DATES: &str = "%Y-%m-%d|%Y/%m/%d|%Y.%m.%d|%m/%d/%Y|%d/%m/%Y|%m-%d-%Y|%d-%m-%Y|%d.%m.%Y|%m.%d.%Y|\
                     %m/%d/%y|%d/%m/%y|%y/%m/%d|%m-%d-%y|%d-%m-%y|%y-%m-%d|%d.%m.%y|%m.%d.%y|%y.%m.%d|\
                     %d-%b-%Y|%d-%b-%y|%d %b %Y|%b %d, %Y|%b-%d-%Y|%Y-%b-%d|%d %B %Y|%B %d, %Y|\
                     %a, %d %b %Y|%Y%m%d";
const CLOCKS: &str = "%H:%M:%S|%H:%M|%H:%M:%S%.f|%I:%M:%S %p|%I:%M:%S%p|%I:%M %p|%I:%M%p|%I:%M:%S%.f %p|\
                      %H.%M.%S|%Hh%M|%H%M%S|%H%M";
const BETWEEN: [&str; 5] = [" ", "T", ", ", " 00:00:00 ", "T00:00:00 "];
const OFFSETS: [&str; 5] = ["", " %z", "%z", " %:z", "%:z"];

/// The fewest digits of a date with a time of day: `1 Oct 26 6:03`.
const BOTH_DIGITS: usize = 5;

/// What a column tells of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Date and time of day.
    Both,
    Date,
    TimeOfDay,
}

/// Whose the dates of a file are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Dates {
    #[default]
    Calendar,
    /// The gaming day's, certainly.
    GamingDay,
    /// The gaming day's by their name, or by their times.
    Doubtful,
    /// There are none: the user states that of the gaming day, behind midnight too, or only perhaps.
    None { pass_midnight: bool },
}

/// How the times of a column are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moments {
    pub(crate) part: Part,
    /// Each reads every value as other times; `format` of a profile, empty: as a canonical journal. Several with
    /// [`OR`] between read some values each.
    pub(crate) formats: Vec<String>,
    /// Of values that are written in several ways: how many in each, and that some may be two times.
    pub(crate) mixed: Option<(Vec<usize>, bool)>,
}

impl Moments {
    pub(super) fn is_certain(&self) -> bool {
        let is_open = self.mixed.as_ref().is_some_and(|(_, is_open)| *is_open);
        self.formats.len() == 1 && !is_open && !self.formats.iter().any(|f| f.starts_with("excel"))
    }

    pub(super) fn in_words(&self) -> String {
        let what = match self.part {
            Part::Both => "times",
            Part::Date => "dates",
            Part::TimeOfDay => "times of day",
        };
        if let Some(mixture) = self.mixture() {
            return format!("{what}, {mixture}");
        }
        let formats: Vec<&str> = self.formats.iter().map(String::as_str).collect();
        match formats[..] {
            [""] => format!("{what}, 2026-10-31T18:03:22"),
            _ => format!("{what}, {}", formats.join(" or ")),
        }
    }

    /// `a mixture: 420 values as canonical, 6 as %m/%d/%Y`.
    pub(super) fn mixture(&self) -> Option<String> {
        let ((counts, _), formats) = self.mixed.as_ref().zip(self.formats.first())?;
        let ways = counts.iter().zip(formats.split(OR));
        let ways: Vec<String> =
            ways.map(|(count, of)| format!("{count} as {}", named(of))).collect();
        Some(format!("a mixture of different values: {}", ways.join(", ")))
    }
}

/// A format as a profile has it.
pub(super) fn named(format: &str) -> &str {
    if format.is_empty() { "canonical" } else { format }
}

/// As [`of`], where values may be written in two or three ways.
pub(super) fn of_column(values: &[&str]) -> Option<Moments> {
    of(values).or_else(|| mixture(values))
}

/// The ways in which values are written of which no format reads all: each that which reads the most of those
/// left.
fn mixture(values: &[&str]) -> Option<Moments> {
    const WAYS_MAX: usize = 3;
    let (mut ways, mut left): (Vec<(Moments, usize)>, Vec<&str>) = (Vec::new(), values.to_vec());
    while !left.is_empty() {
        let way = most(&left).filter(|_| ways.len() < WAYS_MAX)?;
        let format = way.formats.first()?;
        let before = left.len();
        left.retain(|value| !is_read(format, way.part, value));
        ways.push((way, before - left.len()));
    }
    let part = ways.first()?.0.part;
    if ways.len() < 2 || ways.iter().any(|(way, _)| way.part != part) {
        return None;
    }
    let mut formats = vec![String::new()];
    for (at, (way, _)) in ways.iter().enumerate() {
        let or = if at == 0 { String::new() } else { OR.to_string() };
        let longer = |before: &String| {
            way.formats.iter().map(|f| format!("{before}{or}{f}")).collect::<Vec<_>>()
        };
        formats = formats.iter().flat_map(longer).collect();
    }
    let is_read_once = |value: &&str| read(&formats[0], part, value).is_some();
    let orders: Vec<String> = formats[0].split(OR).map(order).collect();
    let has = |wanted: &str| orders.iter().any(|order| order.starts_with(wanted));
    let is_open = has("md") && has("dm") || !values.iter().all(is_read_once);
    Some(Moments {
        part,
        mixed: Some((ways.iter().map(|(_, count)| *count).collect(), is_open)),
        formats,
    })
}

/// How most of these are written of those that are written as the first is.
fn most(values: &[&str]) -> Option<Moments> {
    let first = values.first()?;
    // Numbers without a sign between them are no times among others.
    if first.bytes().all(|b| b.is_ascii_digit()) || !first.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    if canonical(&[first]) {
        return Some(Moments { part: Part::Both, formats: vec![String::new()], mixed: None });
    }
    let listed = |list: &str| list.split('|').map(str::to_owned).collect::<Vec<_>>();
    let has_both = first.bytes().filter(u8::is_ascii_digit).count() >= BOTH_DIGITS;
    let both = if has_both { both_formats() } else { Vec::new() };
    for (part, formats) in
        [(Part::Both, both), (Part::Date, listed(DATES)), (Part::TimeOfDay, listed(CLOCKS))]
    {
        let fits: Vec<String> =
            formats.into_iter().filter(|format| is_read(format, part, first)).collect();
        let count = |format: &String| values.iter().filter(|v| is_read(format, part, v)).count();
        let counts: Vec<usize> = fits.iter().map(count).collect();
        let Some(best) = counts.iter().max() else { continue };
        let best: Vec<String> =
            fits.iter().zip(&counts).filter(|(_, n)| *n == best).map(|(f, _)| f.clone()).collect();
        let own: Vec<&str> =
            values.iter().copied().filter(|v| is_read(&best[0], part, v)).collect();
        let formats = reading(&own, &best, part);
        return Some(Moments { part, formats, mixed: None });
    }
    None
}

/// Whether a value is a time of our days in a format.
fn is_read(format: &str, part: Part, value: &str) -> bool {
    match format {
        "" => canonical(&[value]),
        format => of_our_days(format, part, value).is_some(),
    }
}

/// How these values are written, if they are times; `values` are different from each other.
pub(crate) fn of(values: &[&str]) -> Option<Moments> {
    let first = values.first()?;
    if !first.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Day, year, hour and minute at least; there are thousands of formats to be tried.
    let has_both = first.bytes().filter(u8::is_ascii_digit).count() >= BOTH_DIGITS;
    let found = |part, formats: Vec<String>| {
        (!formats.is_empty()).then_some(Moments { part, formats, mixed: None })
    };
    let listed = |list: &str| list.split('|').map(str::to_owned).collect::<Vec<_>>();
    canonical(values)
        .then(|| Moments { part: Part::Both, formats: vec![String::new()], mixed: None })
        .or_else(|| found(Part::Both, counted(values)))
        .or_else(|| has_both.then(|| both(values)).and_then(|formats| found(Part::Both, formats)))
        .or_else(|| found(Part::Date, reading(values, &listed(DATES), Part::Date)))
        .or_else(|| found(Part::TimeOfDay, reading(values, &listed(CLOCKS), Part::TimeOfDay)))
}

fn canonical(values: &[&str]) -> bool {
    let Some(zone) = Zone::new("UTC") else { return false };
    let mut clock = ZoneClock::new(&zone);
    values.iter().all(|value| clock.read(value.as_bytes()).is_ok())
}

/// Counted from a day: seconds, thousandths, or days of a spreadsheet.
fn counted(values: &[&str]) -> Vec<String> {
    let whole = |value: &&str| value.bytes().all(|b| b.is_ascii_digit());
    let lengths = |digits: usize| values.iter().all(|v| whole(v) && v.len() == digits);
    if lengths(10) {
        return vec!["unix-seconds".to_owned()];
    }
    if lengths(13) {
        return vec!["unix-millis".to_owned()];
    }
    let days = |value: &&str| {
        let (days, rest) = value.split_once('.').unwrap_or((value, ""));
        let digits = !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        days.parse::<u32>().is_ok_and(|d| (36_526..73_050).contains(&d)) && (digits || whole(value))
    };
    // Whole numbers of this size are round numbers or amounts as well as days.
    if values.iter().all(days) && values.iter().any(|value| value.contains('.')) {
        return vec!["excel-serial".to_owned(), "excel-serial-1904".to_owned()];
    }
    Vec::new()
}

fn both(values: &[&str]) -> Vec<String> {
    reading(values, &both_formats(), Part::Both)
}

fn both_formats() -> Vec<String> {
    // A blank in a format reads no blank as well, so what has none comes first.
    let mut formats = vec!["%Y%m%d%H%M%S".to_owned()];
    for offset in OFFSETS {
        for between in BETWEEN {
            for clock in CLOCKS.split('|') {
                let dates = DATES.split('|');
                formats.extend(dates.map(|date| format!("{date}{between}{clock}{offset}")));
            }
        }
    }
    formats
}

/// The formats that read every value; of those that make the same times of them, the first.
fn reading(values: &[&str], formats: &[String], part: Part) -> Vec<String> {
    let (mut found, mut outcomes) = (Vec::new(), Vec::new());
    for format in formats {
        let read = |value: &&str| of_our_days(format, part, value);
        let times: Option<Vec<String>> = values.iter().map(read).collect();
        let outcome = times.map(|times| (order(format), times));
        if let Some(outcome) = outcome.filter(|outcome| !outcomes.contains(outcome)) {
            outcomes.push(outcome);
            found.push(format.clone());
        }
    }
    found
}

/// As [`read`], within the years that are no mistake.
fn of_our_days(format: &str, part: Part, value: &str) -> Option<String> {
    let out = read(format, part, value)?;
    let year: u16 = out.get(..4)?.parse().ok()?;
    (1970..=2100).contains(&year).then_some(out)
}

/// The time that a value is in a format of these, as a canonical journal writes it: a date alone at midnight, a time of day
/// alone on some day.
pub(crate) fn read(format: &str, part: Part, value: &str) -> Option<String> {
    let whole = |format: &str| match part {
        Part::Both => format.to_owned(),
        Part::Date if format.contains('%') => format!("{format} %H:%M"),
        Part::TimeOfDay if format.contains('%') => format!("%Y-%m-%d {format}"),
        Part::Date | Part::TimeOfDay => format.to_owned(),
    };
    let formats: Vec<String> = format.split(OR).map(whole).collect();
    let form = TimeForm::of(&formats.join(&OR.to_string()));
    let text = match part {
        Part::Both => value.to_owned(),
        Part::Date => format!("{value} 00:00"),
        Part::TimeOfDay => format!("2026-10-31 {value}"),
    };
    let mut out = String::new();
    form.write(text.as_bytes(), &mut out).ok()?;
    Some(out)
}

/// The order of day, month and year: where two read a value alike (`11/11/2026`), the next decides.
fn order(format: &str) -> String {
    let fields = format.split('%').filter_map(|field| match field.chars().next()? {
        'Y' | 'y' => Some('y'),
        'm' | 'b' | 'B' => Some('m'),
        'd' => Some('d'),
        _ => None,
    });
    fields.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formats(values: &[&str]) -> (Part, Vec<String>) {
        let found = of(values).unwrap_or_else(|| panic!("{values:?}"));
        (found.part, found.formats)
    }

    #[test]
    fn one_format_reads_every_value() {
        for (values, part, format) in [
            (&["2026-10-31T18:03:22", "2026-10-31 18:03:22.250"][..], Part::Both, ""),
            (&["2026-10-31T18:03:22-07:00"], Part::Both, ""),
            (&["10/31/2026 6:03:22 PM"], Part::Both, "%m/%d/%Y %I:%M:%S %p"),
            (
                &["10/11/2026 06:03:22 PM", "10/31/2026 6:03:22 AM"],
                Part::Both,
                "%m/%d/%Y %I:%M:%S %p",
            ),
            (&["31.10.2026 18:03:22"], Part::Both, "%d.%m.%Y %H:%M:%S"),
            (&["31-Oct-26 18:03:22.25", "01-Nov-26 1:00:00"], Part::Both, "%d-%b-%y %H:%M:%S%.f"),
            (&["10/31/26 18:03"], Part::Both, "%m/%d/%y %H:%M"),
            (&["20261031180322"], Part::Both, "%Y%m%d%H%M%S"),
            (&["2026-10-31 18:03:22 -0700"], Part::Both, "%Y-%m-%d %H:%M:%S %z"),
            (&["2026-10-31 00:00:00 18:03:22"], Part::Both, "%Y-%m-%d 00:00:00 %H:%M:%S"),
            (&["1793494802"], Part::Both, "unix-seconds"),
            (&["1793494802500"], Part::Both, "unix-millis"),
            (&["2026-10-31"], Part::Date, "%Y-%m-%d"),
            (&["10/31/2026", "1/5/2026"], Part::Date, "%m/%d/%Y"),
            (&["October 31, 2026"], Part::Date, "%B %d, %Y"),
            (&["6:03:22 PM", "12:00:00 AM"], Part::TimeOfDay, "%I:%M:%S %p"),
            (&["18:03"], Part::TimeOfDay, "%H:%M"),
        ] {
            assert_eq!(formats(values), (part, vec![format.to_owned()]), "{values:?}");
        }
        for values in
            [&["Seat 1"][..], &["57"], &["$5.00"], &["13/31/2026"], &["25:00"], &["2026-02-30"]]
        {
            assert_eq!(of(values), None, "{values:?}");
        }
    }

    #[test]
    fn values_in_two_ways_are_a_mixture_with_both_counts() {
        let found = |values: &[&str]| {
            let moments = of_column(values).unwrap_or_else(|| panic!("{values:?}"));
            (moments.in_words(), moments.is_certain(), moments.formats.len())
        };
        let (said, is_certain, _) = found(&[
            "2026-10-31 18:03:22",
            "10/31/2026 6:04 PM",
            "2026-10-31 18:05:00",
            "10/31/2026 11:06 PM",
        ]);
        assert!(is_certain);
        assert_eq!(
            said,
            "times, a mixture of different values: 2 as canonical, 2 as %m/%d/%Y %I:%M %p"
        );
        let (said, is_certain, _) = found(&["2026-10-31", "31.10.2026"]);
        assert!(is_certain && said.ends_with("1 as %Y-%m-%d, 1 as %d.%m.%Y"), "{said}");
        // The day or the month of some: nothing says.
        assert_eq!(found(&["2026-10-31", "10/11/2026"]).2, 2);
        assert!(!found(&["2026-10-31", "10/11/2026"]).1);
        let (said, is_certain, _) = found(&["10/31/2026", "10/11/2026", "31/10/2026"]);
        assert!(!is_certain && said.ends_with("2 as %m/%d/%Y, 1 as %d/%m/%Y"), "{said}");
        assert!(!found(&["10/31/2026", "31/10/2026"]).1);
        for values in [&["2026-10-31", "18:03:22"][..], &["10/31/2026", "soon"], &["57", "58.5"]] {
            assert_eq!(of_column(values), None, "{values:?}");
        }
    }

    #[test]
    fn what_nothing_decides_is_kept_open() {
        let two = |of: &[&str]| formats(of).1;
        assert_eq!(two(&["10/11/2026"]), ["%m/%d/%Y", "%d/%m/%Y"]);
        assert_eq!(two(&["10/11/2026 18:03:22"]).len(), 2);
        // The same day either way says nothing of the next.
        assert_eq!(two(&["11/11/2026"]).len(), 2);
        assert_eq!(two(&["10/11/26"]).len(), 3);
        assert!(!of(&["10/11/2026"]).unwrap().is_certain());
        assert!(!of(&["46326.752338"]).unwrap().is_certain());
    }
}
