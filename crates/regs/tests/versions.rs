//! Which version of a control applies around each of its changes, a second way: a list of possible worlds, in each of which
//! every version has begun by the day or has not. Days are compared as text, so that nothing is shared with the program.

use crate::days::{around_edge, ymd};
use feltproof_model::Date;
use feltproof_regs::{Applies, Control, Pack, Since, Version, builtin_packs};

/// Whether a version may have begun by a day, and whether it may not have.
fn begun(version: &Version, date: Date) -> Vec<bool> {
    let day = date.to_string();
    let open = |first: String, certain: Option<String>| match certain {
        _ if day < first => vec![false],
        Some(certain) if certain <= day => vec![true],
        _ => vec![true, false],
    };
    match version.from {
        None => vec![true, false],
        Some(Since::Day(from)) => vec![from.to_string() <= day],
        Some(Since::Year(year)) => {
            open(format!("{year:04}-01-01"), Some(format!("{:04}-01-01", year + 1)))
        }
        Some(Since::NotBefore { earliest, certain }) => {
            open(earliest.to_string(), certain.map(|day| day.to_string()))
        }
    }
}

/// The version in force in every possible world: the last that has begun, unless it has ended.
fn worlds(control: &Control, date: Date) -> Vec<Option<usize>> {
    let mut worlds: Vec<Vec<bool>> = vec![Vec::new()];
    for version in &control.versions {
        let either = begun(version, date);
        let longer = |world: &Vec<bool>| -> Vec<Vec<bool>> {
            either.iter().map(|begun| [world.as_slice(), &[*begun]].concat()).collect()
        };
        worlds = worlds.iter().flat_map(longer).collect();
    }
    let in_force = |world: &Vec<bool>| {
        let last = world.iter().rposition(|begun| *begun)?;
        let until = control.versions[last].until.map(|day| day.to_string());
        until.is_none_or(|until| date.to_string() <= until).then_some(last)
    };
    worlds.iter().map(in_force).collect()
}

fn expected(worlds: &[Option<usize>], at: usize) -> Applies {
    match worlds.iter().filter(|world| **world == Some(at)).count() {
        0 => Applies::No,
        all if all == worlds.len() => Applies::Yes,
        _ => Applies::Perhaps,
    }
}

fn days_of(control: &Control) -> Vec<Date> {
    let mut days = vec![ymd(1990, 6, 15), ymd(2040, 6, 15)];
    for version in &control.versions {
        let since = version.from.map(|since| [Some(since.earliest()), since.certain()]);
        let edges = since.into_iter().flatten().chain([version.until]);
        days.extend(edges.flatten().flat_map(around_edge));
    }
    days
}

fn check(control: &Control) -> usize {
    let days = days_of(control);
    for date in &days {
        let worlds = worlds(control, *date);
        for at in 0..control.versions.len() {
            let found = control.applies(at, *date);
            assert_eq!(found, expected(&worlds, at), "{}, version {at} on {date}", control.id);
        }
        let on: Vec<usize> = control.on(*date).map(|(at, _)| at).collect();
        let mut possible: Vec<usize> = worlds.into_iter().flatten().collect();
        possible.sort_unstable();
        possible.dedup();
        assert_eq!(on, possible, "{} on {date}", control.id);
    }
    days.len() * control.versions.len()
}

#[test]
fn every_version_of_every_control_at_every_change() {
    let packs = builtin_packs();
    let cases: usize = packs.iter().flat_map(|pack| &pack.controls).map(check).sum();
    assert!(cases > 700, "{cases}");
}

/// Periods that the built-in packs do not have: one that nobody knows to have begun before a later one certainly has, one
/// that ended, one whose year only is known, at both ends of February.
#[test]
fn every_kind_of_period() {
    let version = |of: &str| format!("[[control.version]]\n{of}\n");
    let text = format!(
        "schema = 1\npack = {{ id = \"t\", title = \"t\", authority = \"t\", version = \"1\" }}\n\
         [[control]]\nid = \"a\"\ncitation = \"Law 1\"\ntitle = \"A\"\nstatus = \"manual\"\n\
         evidence = \"V\"\naddress = \"p. 1\"\nread = \"2026-11-22\"\ndemand = \"d\"\n{}{}{}{}{}",
        version("from = \"unknown\""),
        version("from = \"2004\"\nuntil = \"2008-02-29\""),
        version("not_before = \"2010-01-01\""),
        version("from = \"2012-03-01\"\nuntil = \"2015-12-31\""),
        version("not_before = \"2016-02-28\"\ncertain_from = \"2016-03-01\""),
    );
    let pack = Pack::parse(&text, "t.toml").unwrap_or_else(|e| panic!("{e}"));
    let control = &pack.controls[0];
    assert!(check(control) > 100);
    // Worked by hand.
    for (day, expected) in [
        ("2003-12-31", "?----"),
        ("2004-06-15", "??---"),
        ("2005-01-01", "-y---"),
        ("2008-02-29", "-y---"),
        ("2008-03-01", "-----"),
        ("2010-01-01", "--?--"),
        ("2012-02-29", "--?--"),
        ("2012-03-01", "---y-"),
        ("2016-01-01", "-----"),
        ("2016-02-29", "----?"),
        ("2016-03-01", "----y"),
    ] {
        let date = Date::parse(day).unwrap();
        let found: String = (0..5)
            .map(|at| match control.applies(at, date) {
                Applies::Yes => 'y',
                Applies::Perhaps => '?',
                Applies::No => '-',
            })
            .collect();
        assert_eq!(found, expected, "{day}");
    }
}
