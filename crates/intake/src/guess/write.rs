//! A mapping profile from what was found: what is certain stands as a line, each guess as a comment with
//! what is asked.
//!
//! A guess of a column, of the order of day and month, or of commas and points is never in force: a
//! wrong one would read wrong values without a word. Two guesses stand as lines and are marked: the
//! journal, without which there is no profile, and that whole amounts are dollars, as they would be
//! without the line. How a dealer counts the seats no file tells: the profile says what it assumes.

use super::blocks::Block;
use super::fit::{Fit, Source};
use super::forms::{cards, money, quoted, times};
use super::moments::Dates;
use super::vocabulary::word;
use super::wide::SeatName;
use super::words::{self, Word};
use super::{Column, Found, Guess};
use crate::journal::Standing;
use crate::journal::kinds::{Value, columns, value};
use crate::journal::text::printable;
use crate::profile::{ENCODINGS, KINDS};
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::{Encoding, Kind, Quote};
use std::fmt::{self, Write as _};

impl Guess {
    /// The profile of this name, for a sheet of several; `None` where no journal is likely.
    pub fn profile(&self, name: &str, sheet: Option<&str>) -> Option<String> {
        let mut out = String::new();
        let fit = self.found.fit.as_ref()?;
        self.write(fit, name, sheet, &mut out).expect("a string takes all that is written");
        Some(out)
    }

    fn write(&self, fit: &Fit, name: &str, sheet: Option<&str>, out: &mut String) -> fmt::Result {
        let (found, kind) = (&self.found, fit.kind.name());
        let doubt = match self.may_be[..] {
            [_] => "",
            _ => "  # guess: it may be another journal, or several",
        };
        writeln!(out, "schema = 1\nname = {}\nkind = \"{kind}\"{doubt}", quoted(name))?;
        found.file(sheet, out)?;
        found.rows(fit, &self.may_be, out)?;
        found.sources(fit, out)?;
        found.fill(out)?;
        if fit.certain("time").is_some() || fit.dates != Dates::Calendar {
            times(fit.moments.as_ref(), fit.dates, out)?;
            if found.is_utc {
                let why = "if its times are those of a clock on the wall, and no UTC";
                writeln!(out, "\n# [time]  # {why}\n# zone = \"local\"")?;
            }
        }
        let is_money = |s: &Source| s.is_certain && value(fit.kind, s.target) == Value::Money;
        let is_undetermined = !found.has_names && found.amounts.is_some();
        if is_undetermined || fit.sources.iter().any(is_money) {
            money(found.amounts.as_ref(), out)?;
        }
        cards(found.notation, out)?;
        found.words(fit, out)?;
        found.seats(out)
    }

    /// Whether it is a canonical journal as it stands: its profile would translate nothing.
    pub fn is_canonical(&self) -> bool {
        const PLAIN: &str = "schema = 1|name = \"\"|header_row = 1|[columns]|[file]|\
                             format = \"delimited\"|encoding = \"utf-8\"|delimiter = \",\"";
        let (Some(profile), Some(kind)) = (self.profile("", None), self.kind) else { return false };
        let kind = format!("kind = \"{}\"", kind.name());
        let mut lines = profile.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let is_plain = |line: &str| line == kind || PLAIN.split('|').any(|plain| plain == line);
        let is_same = |line: &str| {
            line.split_once(" = ").is_some_and(|(column, from)| from == format!("\"{column}\""))
        };
        let is_clear = self.needed.is_empty() && self.found.open_nothings().next().is_none();
        is_clear && lines.all(|line| is_plain(line) || is_same(line))
    }
}

impl Found {
    fn file(&self, sheet: Option<&str>, out: &mut String) -> fmt::Result {
        let format = &self.format;
        let kind = format.kind.unwrap_or(Kind::Delimited);
        for (word, _) in KINDS.iter().filter(|(_, known)| *known == kind) {
            writeln!(out, "\n[file]\nformat = \"{word}\"")?;
        }
        let no_text = self.no_text().filter(|_| format.encoding == Some(Encoding::Utf8));
        if let Some((_, value)) = no_text {
            let why = format!(
                "not all is UTF-8: `{}`; is that Windows-1252?",
                printable(value.as_bytes())
            );
            writeln!(out, "# encoding = \"utf-8-or-windows-1252\"  # asked: {why}")?;
        }
        let is_known = |known: Encoding| Some(known) == format.encoding && no_text.is_none();
        for (word, _) in ENCODINGS.iter().filter(|(_, known)| is_known(*known)) {
            writeln!(out, "encoding = \"{word}\"")?;
        }
        let byte = |byte: u8| quoted(&char::from(byte).to_string());
        match format.delimiter.filter(|_| kind == Kind::Delimited) {
            Some(b'\t') => writeln!(out, "delimiter = \"tab\"")?,
            Some(delimiter) => writeln!(out, "delimiter = {}", byte(delimiter))?,
            None => {}
        }
        match format.quote.filter(|_| kind == Kind::Delimited) {
            Some(Quote::None) => writeln!(out, "quote = \"none\"")?,
            Some(Quote::Byte(b'"')) | None => {}
            Some(Quote::Byte(quote)) => writeln!(out, "quote = {}", byte(quote))?,
        }
        if let Some(escape) = format.escape {
            writeln!(out, "escape = {}", byte(escape))?;
        }
        if format.trailing_delimiter {
            writeln!(out, "trailing_delimiter = true")?;
        }
        let row = match kind {
            Kind::Delimited | Kind::Workbook => Some(self.header_row.unwrap_or(0)),
            Kind::FixedWidth if !self.has_names => format.header_row.map(|_| 0),
            Kind::FixedWidth => format.header_row.map(u64::from),
            // What is not stated is looked for, and other formats have no such row.
            Kind::JsonLines | Kind::Parquet => None,
        };
        if let Some(row) = row {
            writeln!(out, "header_row = {row}")?;
        }
        if self.header_rows > 1 {
            writeln!(out, "header_rows = {}", self.header_rows)?;
        }
        if let Some(sheet) = sheet {
            writeln!(out, "sheets = [{}]", quoted(sheet))?;
        }
        self.null_values(out)?;
        if kind == Kind::FixedWidth {
            let why = match format.is_ruled {
                true => "where the rule under the names has dashes",
                false => "guess: where blanks stand under each other in all lines looked at",
            };
            writeln!(out, "columns = [  # {why}")?;
            for (number, column) in (1..).zip(&format.columns) {
                let number: usize = number;
                let name = if self.has_names { &column.name } else { &number.to_string() };
                let (name, from, width) = (quoted(name), column.from, column.width);
                writeln!(out, "    {{ name = {name}, from = {from}, width = {width} }},")?;
            }
            writeln!(out, "]")?;
        }
        Ok(())
    }

    /// A value that is not of the encoding, and its column.
    pub(super) fn no_text(&self) -> Option<(usize, &str)> {
        let values = |(at, c)| {
            let column: &Column = c;
            column.facts.words().map(move |value| (at, value))
        };
        let mut all = self.columns.iter().enumerate().flat_map(values);
        all.find(|(_, value)| value.contains(char::REPLACEMENT_CHARACTER))
    }

    /// A column for people.
    pub(super) fn shown(&self, at: usize) -> String {
        match self.columns.get(at) {
            Some(column) if column.is_of_seats() => printable(column.name.as_bytes()),
            column => self.shown_at(column.and_then(|c| c.places.first().copied()).unwrap_or(at)),
        }
    }

    /// The column at this place of the file, for people.
    pub(super) fn shown_at(&self, place: usize) -> String {
        let name = self.names.get(place).map_or("", String::as_str);
        if name.is_empty() { format!("#{}", place + 1) } else { printable(name.as_bytes()) }
    }

    /// A column in a profile.
    fn named(&self, at: usize) -> String {
        match self.columns.get(at) {
            Some(column) if column.is_of_seats() => quoted(&column.name),
            column => self.named_at(column.and_then(|c| c.places.first().copied()).unwrap_or(at)),
        }
    }

    /// The column at this place of the file, by its name, or by its number where that is not the name of one.
    fn named_at(&self, place: usize) -> String {
        let name = self.names.get(place).map_or("", String::as_str);
        let same = self.names.iter().filter(|other| *other == name).count();
        // A profile holds no control characters.
        let is_nameless = name.is_empty() || same > 1 || name.contains(char::is_control);
        if is_nameless { quoted(&format!("#{}", place + 1)) } else { quoted(name) }
    }

    fn rows(&self, fit: &Fit, may_be: &[JournalKind], out: &mut String) -> fmt::Result {
        let rule = |at: usize, values: &[String]| {
            let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
            format!("{{ column = {}, is = [{}] }}", self.named_at(at), values.join(", "))
        };
        let of = |certain: bool| -> Vec<String> {
            let ignored = self.left_out.iter().filter(|i| i.is_certain == certain);
            ignored.map(|i| rule(i.column, std::slice::from_ref(&i.value))).collect()
        };
        let (certain, guesses) = (of(true), of(false));
        let several = fit.likely("event").filter(|_| may_be.len() > 1);
        let marks = self.marks();
        let last = self.next_header.map(|row| row - 1);
        let order = match &self.standing {
            Some(Standing::Sorted(by, order)) => {
                Some(format!("order = \"{order}\"  # sorted {by}"))
            }
            Some(Standing::Mixed) => {
                Some("# order = \"unordered\"  # asked: sort them by time?".to_owned())
            }
            Some(Standing::InTime) | None => None,
        };
        let has_span = last.is_some() || order.is_some();
        if certain.is_empty()
            && guesses.is_empty()
            && several.is_none()
            && marks.is_empty()
            && !has_span
        {
            return Ok(());
        }
        writeln!(out, "\n[rows]")?;
        if let Some(last) = last {
            writeln!(out, "last = {last}  # the row behind it looks like a second header")?;
        }
        order.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if !certain.is_empty() {
            writeln!(out, "ignore = [{}]", certain.join(", "))?;
        }
        for guess in guesses {
            writeln!(out, "# ignore = [{guess}]  # guess: are such rows records?")?;
        }
        for mark in marks {
            writeln!(out, "# marked = \"as-others\"  # asked: {mark}")?;
        }
        if let Some([at]) = several.map(|source| &source.columns[..]) {
            let words = self.values(*at).filter(|value| word(fit.kind, "event", value).is_some());
            let only = rule(*at, &words.cloned().collect::<Vec<_>>());
            writeln!(out, "# only = [{only}]  # guess: the file holds several journals")?;
        }
        Ok(())
    }

    /// `[fill]`: the certain columns as a line, and all of them as a question.
    fn fill(&self, out: &mut String) -> fmt::Result {
        let lists = |is_of: fn(&Block) -> bool| -> Vec<String> {
            let list = |block: &Block| {
                let names: Vec<String> =
                    block.columns.iter().map(|at| self.named_at(*at)).collect();
                format!("[{}]", names.join(", "))
            };
            self.blocks.iter().filter(|block| is_of(block)).map(list).collect()
        };
        let down = |lists: &[String]| match lists {
            [one] => format!("down = {one}"),
            several => format!("down = [{}]", several.join(", ")),
        };
        let (certain, all) = (lists(|block| block.is_certain), lists(|_| true));
        if !certain.is_empty() {
            writeln!(out, "\n[fill]\n{}", down(&certain))?;
        } else if !all.is_empty() {
            writeln!(out, "\n# [fill]")?;
        }
        if all.len() > certain.len() {
            writeln!(out, "# {}  # asked: do the rows under them repeat these?", down(&all))?;
        }
        Ok(())
    }

    /// The different values of a column.
    fn values(&self, at: usize) -> impl Iterator<Item = &String> {
        self.columns.get(at).into_iter().flat_map(|c| c.facts.values.iter().map(|(value, _)| value))
    }

    fn sources(&self, fit: &Fit, out: &mut String) -> fmt::Result {
        let (needed, optional) = self.lacks();
        writeln!(out, "\n[columns]")?;
        let open: Vec<String> = self.undetermined().into_iter().map(|at| self.named(at)).collect();
        if !open.is_empty() {
            let what = "what are these columns? Their values do not tell";
            writeln!(out, "# asked: {what}: {}", open.join(", "))?;
        }
        let by_seat = |target: &&str| self.wide.is_some() && *target == "seat";
        let targets = || columns(fit.kind).iter().map(|column| column.name);
        for target in targets().filter(|target| !by_seat(target)) {
            if let Some(source) = fit.certain(target) {
                let stake = || fit.certain(target.trim_end_matches("_returned"));
                let from = self.from(fit, source);
                if source.is_net && stake().is_none() {
                    writeln!(out, "# {target} = {from}  # asked: which column is its stake?")?;
                } else {
                    writeln!(out, "{target} = {from}")?;
                }
                if target == "seat" {
                    writeln!(out, "{SEAT_ONE} add [words.seat]")?;
                }
                continue;
            }
            let guesses: Vec<&Source> = fit.sources.iter().filter(|s| s.target == target).collect();
            for source in &guesses {
                let why = printable(source.why.as_bytes());
                writeln!(out, "# {target} = {}  # guess: {why}", self.from(fit, source))?;
            }
            let open = match guesses.is_empty() {
                true if needed.contains(&target) => "asked: every record needs it; name its column",
                true if optional.contains(&target) => {
                    "not found; some checks will not run without it"
                }
                true | false => continue,
            };
            writeln!(out, "# {target} = \"\"  # {open}")?;
        }
        Ok(())
    }

    fn from(&self, fit: &Fit, source: &Source) -> String {
        let mut names: Vec<String> = source.columns.iter().map(|at| self.named(*at)).collect();
        if source.target == "time" && matches!(fit.dates, Dates::None { .. }) {
            names.insert(0, "{ constant = \"YYYY-MM-DD\" }".to_owned());
        }
        match (&names[..], source.is_net) {
            ([one], true) => format!("{{ net = {one} }}"),
            ([one], false) => one.clone(),
            (several, _) => format!("[{}]", several.join(", ")),
        }
    }

    fn words(&self, fit: &Fit, out: &mut String) -> fmt::Result {
        for target in columns(fit.kind).iter().map(|column| column.name) {
            let words = words::of(fit, target, &self.columns);
            if !words.is_empty() {
                writeln!(out, "\n[words.{target}]")?;
            }
            words.iter().try_for_each(|word| word_line(word, out))?;
        }
        if let Some([at]) = fit.certain("table").map(|source| &source.columns[..]) {
            let tables: Vec<String> = self.values(*at).map(|value| quoted(value)).collect();
            let why = "only if the engagement has other ids than";
            writeln!(out, "\n# [words.table]  # {why} {}", tables.join(", "))?;
        }
        Ok(())
    }

    /// `[wide]`, where each seat has columns of its own.
    fn seats(&self, out: &mut String) -> fmt::Result {
        let Some(wide) = &self.wide else { return Ok(()) };
        let found = &wide.found.seats;
        let seats: Vec<String> = found.iter().map(|seat| quoted(seat.seat)).collect();
        let seats = seats.join(", ");
        match wide.doubts.first() {
            None => writeln!(out, "\n[wide]\nseats = [{seats}]")?,
            Some(doubt) => writeln!(out, "\n[wide]\n# seats = [{seats}]  # guess: {doubt}")?,
        }
        let own = found.iter().filter(|seat| seat.seat != seat.shown);
        let name = |s: &SeatName| format!("{} = {}", quoted(s.seat), quoted(&s.shown));
        let names: Vec<String> = own.map(name).collect();
        if !names.is_empty() {
            writeln!(out, "names = {{ {} }}", names.join(", "))?;
        }
        let what = "which column is empty where a seat took no part?";
        match wide.present {
            Some(at) => writeln!(out, "present = {}", self.named(at))?,
            None => writeln!(out, "# present = \"\"  # asked: {what}")?,
        }
        writeln!(out, "{SEAT_ONE} correct seats and names")
    }
}

/// What no file tells of seats.
const SEAT_ONE: &str = "# seat 1 is taken to be at the dealer's left; else";

fn word_line(word: &Word, out: &mut String) -> fmt::Result {
    let Word { written, count, canonical, is_certain } = word;
    let (written, canonical) = (quoted(written), quoted(canonical.unwrap_or_default()));
    match is_certain {
        true => writeln!(out, "{written} = {canonical}"),
        false if canonical == "\"\"" => {
            writeln!(out, "# {written} = \"\"  # asked: what is it? {count} rows have it")
        }
        false => writeln!(out, "# {written} = {canonical}  # guess: {count} rows have it"),
    }
}
