//! A mapping profile from what was found: what is certain stands as a line, each guess as a comment with
//! what is asked.
//!
//! A guess of a column, of the order of day and month, or of commas and points is never in force: a wrong
//! one would read wrong values without a word. Two things stand as lines though they are guesses, marked
//! so: the journal, without which there is no profile, and that whole amounts are dollars, as they would be
//! without the line. How a dealer counts the seats no file tells: the profile says what is taken for granted.

use super::fit::{Fit, Source};
use super::forms::{cards, money, times};
use super::out::{Out, quoted};
use super::vocabulary::word;
use super::words::{self, Word};
use super::{Found, Guess};
use crate::journal::kinds::{Value, columns, value};
use crate::journal::text::printable;
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::{Encoding, Format, Kind, Quote};

impl Guess {
    /// The profile; `None` where no journal is likely. `name` is what the profile is for, `sheet` the sheet
    /// of a workbook that has several.
    pub fn profile(&self, name: &str, sheet: Option<&str>) -> Option<String> {
        let fit = self.found.fit.as_ref()?;
        let mut out = Out::default();
        out.line(format_args!("schema = 1"));
        out.line(format_args!("name = {}", quoted(name)));
        let kind = fit.kind.name();
        match self.may_be[..] {
            [_] => out.line(format_args!("kind = \"{kind}\"")),
            _ => out.line(format_args!(
                "kind = \"{kind}\"  # guess: it may be another journal, or several"
            )),
        }
        file(&mut out, &self.found.format, sheet, (self.found.header_row, self.found.has_names));
        self.found.rows(&mut out, fit, &self.may_be);
        self.found.sources(&mut out, fit, &self.needed, &self.optional);
        if fit.certain("time").is_some() {
            times(&mut out, fit.moments.as_ref());
        }
        let is_money = |s: &Source| s.is_certain && value(fit.kind, s.target) == Value::Money;
        let is_undetermined = !self.found.has_names && self.found.amounts.is_some();
        if is_undetermined || fit.sources.iter().any(is_money) {
            money(&mut out, self.found.amounts.as_ref());
        }
        cards(&mut out, self.found.notation);
        self.found.words(&mut out, fit);
        self.found.seats(&mut out);
        Some(out.0)
    }
}

impl Guess {
    /// Whether it is a canonical journal as it stands: its profile would translate nothing.
    pub fn is_canonical(&self) -> bool {
        const OF_FILE: [&str; 5] = [
            "[file]",
            "format = \"delimited\"",
            "encoding = \"utf-8\"",
            "delimiter = \",\"",
            "[columns]",
        ];
        let (Some(profile), Some(kind)) = (self.profile("", None), self.kind) else { return false };
        let kind = format!("kind = \"{}\"", kind.name());
        let head = ["schema = 1", "name = \"\"", "header_row = 1", &kind];
        let mut lines = profile.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let is_same = |line: &str| {
            line.split_once(" = ").is_some_and(|(column, from)| from == format!("\"{column}\""))
        };
        self.needed.is_empty()
            && lines.all(|line| head.contains(&line) || OF_FILE.contains(&line) || is_same(line))
    }
}

fn file(
    out: &mut Out,
    format: &Format,
    sheet: Option<&str>,
    (header_row, has_names): (Option<u64>, bool),
) {
    out.section("file");
    let kind = match format.kind {
        Some(Kind::FixedWidth) => "fixed-width",
        Some(Kind::Workbook) => "workbook",
        Some(Kind::JsonLines) => "json-lines",
        Some(Kind::Parquet) => "parquet",
        Some(Kind::Delimited) | None => "delimited",
    };
    out.line(format_args!("format = \"{kind}\""));
    let encoding = format.encoding.map(|encoding| match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
        Encoding::Utf16BigEndian => "utf-16-be",
        Encoding::Windows1252 => "windows-1252",
    });
    if let Some(encoding) = encoding {
        out.line(format_args!("encoding = \"{encoding}\""));
    }
    if kind == "delimited" {
        match format.delimiter {
            Some(b'\t') => out.line(format_args!("delimiter = \"tab\"")),
            Some(byte) => {
                out.line(format_args!("delimiter = {}", quoted(&char::from(byte).to_string())))
            }
            None => {}
        }
        match format.quote {
            Some(Quote::None) => out.line(format_args!("quote = \"none\"")),
            Some(Quote::Byte(byte)) if byte != b'"' => {
                out.line(format_args!("quote = {}", quoted(&char::from(byte).to_string())));
            }
            Some(Quote::Byte(_)) | None => {}
        }
    }
    let row = match (kind, format.header_row) {
        ("delimited" | "workbook", _) => Some(header_row.unwrap_or(0)),
        ("fixed-width", Some(row)) => Some(if has_names { row.into() } else { 0 }),
        // What is not stated is looked for, and other formats have no such row.
        _ => None,
    };
    if let Some(row) = row {
        out.line(format_args!("header_row = {row}"));
    }
    if let Some(sheet) = sheet {
        out.line(format_args!("sheets = [{}]", quoted(sheet)));
    }
    if kind == "fixed-width" {
        let columns = (1..).zip(&format.columns).map(|(number, column): (usize, _)| {
            let name = if has_names { quoted(&column.name) } else { quoted(&number.to_string()) };
            format!("    {{ name = {name}, from = {}, width = {} }},\n", column.from, column.width)
        });
        let columns: String = columns.collect();
        out.line(format_args!(
            "columns = [  # guess: where blanks stand under each other in all lines looked at\n{columns}]"
        ));
    }
}

impl Found {
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

    fn rows(&self, out: &mut Out, fit: &Fit, may_be: &[JournalKind]) {
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
        if certain.is_empty() && guesses.is_empty() && several.is_none() {
            return;
        }
        out.section("rows");
        if !certain.is_empty() {
            out.line(format_args!("ignore = [{}]", certain.join(", ")));
        }
        for guess in guesses {
            out.line(format_args!("# ignore = [{guess}]  # guess: are such rows records?"));
        }
        if let Some([at]) = several.map(|source| &source.columns[..]) {
            let values = self.columns.get(*at).map_or(&[][..], |column| &column.facts.values);
            let own = values.iter().filter(|(value, _)| word(fit.kind, "event", value).is_some());
            let own: Vec<String> = own.map(|(value, _)| value.clone()).collect();
            let only = rule(*at, &own);
            out.line(format_args!("# only = [{only}]  # guess: the file holds several journals"));
        }
    }

    fn sources(&self, out: &mut Out, fit: &Fit, needed: &[&str], optional: &[&str]) {
        out.section("columns");
        let undetermined: Vec<String> =
            self.undetermined().into_iter().map(|at| self.named(at)).collect();
        if !undetermined.is_empty() {
            let undetermined = undetermined.join(", ");
            out.line(format_args!(
                "# asked: what are these columns? Their values do not tell: {undetermined}"
            ));
        }
        let by_seat = |target: &&str| self.wide.is_some() && *target == "seat";
        let targets = || columns(fit.kind).iter().map(|column| column.name);
        for target in targets().filter(|target| !by_seat(target)) {
            if let Some(source) = fit.certain(target) {
                let has_stake =
                    !source.is_net || fit.certain(target.trim_end_matches("_returned")).is_some();
                let from = self.from(source);
                match has_stake {
                    true => out.line(format_args!("{target} = {from}")),
                    false => out.line(format_args!(
                        "# {target} = {from}  # asked: which column is its stake?"
                    )),
                }
                if target == "seat" {
                    out.line(format_args!(
                        "# seat 1 is taken to be at the dealer's left; else add [words.seat]"
                    ));
                }
                continue;
            }
            let guesses: Vec<&Source> = fit.sources.iter().filter(|s| s.target == target).collect();
            for source in &guesses {
                out.line(format_args!(
                    "# {target} = {}  # guess: {}",
                    self.from(source),
                    printable(source.why.as_bytes())
                ));
            }
            if guesses.is_empty() && needed.contains(&target) {
                out.line(format_args!(
                    "# {target} = \"\"  # asked: every record needs it; name its column"
                ));
            } else if guesses.is_empty() && optional.contains(&target) {
                out.line(format_args!(
                    "# {target} = \"\"  # not found; some checks will not run without it"
                ));
            }
        }
    }

    fn from(&self, source: &Source) -> String {
        let names: Vec<String> = source.columns.iter().map(|at| self.named(*at)).collect();
        match (&names[..], source.is_net) {
            ([one], true) => format!("{{ net = {one} }}"),
            ([one], false) => one.clone(),
            (several, _) => format!("[{}]", several.join(", ")),
        }
    }

    fn words(&self, out: &mut Out, fit: &Fit) {
        for target in columns(fit.kind).iter().map(|column| column.name) {
            let words = words::of(fit, target, &self.columns);
            if words.is_empty() {
                continue;
            }
            out.section(&format!("words.{target}"));
            words.iter().for_each(|word| word_line(out, word));
        }
        if let Some([at]) = fit.certain("table").map(|source| &source.columns[..]) {
            let values = self.columns.get(*at).map_or(&[][..], |column| &column.facts.values);
            let tables: Vec<String> = values.iter().map(|(value, _)| quoted(value)).collect();
            let tables = tables.join(", ");
            out.line(format_args!(
                "\n# [words.table]  # only if the engagement has other ids than {tables}"
            ));
        }
    }
}

impl Found {
    /// `[wide]`, where each seat has columns of its own.
    fn seats(&self, out: &mut Out) {
        let Some(wide) = &self.wide else { return };
        let found = &wide.found.seats;
        out.section("wide");
        let seats: Vec<String> = found.iter().map(|seat| quoted(seat.seat)).collect();
        let seats = seats.join(", ");
        match &wide.doubts[..] {
            [] => out.line(format_args!("seats = [{seats}]")),
            [doubt, ..] => {
                out.line(format_args!("# seats = [{seats}]  # guess: {doubt}"));
            }
        }
        let own = found.iter().filter(|seat| seat.seat != seat.shown);
        let names: Vec<String> =
            own.map(|s| format!("{} = {}", quoted(s.seat), quoted(&s.shown))).collect();
        if !names.is_empty() {
            out.line(format_args!("names = {{ {} }}", names.join(", ")));
        }
        match wide.present {
            Some(at) => out.line(format_args!("present = {}", self.named(at))),
            None => out.line(format_args!(
                "# present = \"\"  # asked: which column is empty where a seat took no part?"
            )),
        }
        out.line(format_args!(
            "# seat 1 is taken to be at the dealer's left; else correct seats and names"
        ));
    }
}

fn word_line(out: &mut Out, word: &Word) {
    let Word { written, count, canonical, is_certain } = word;
    let (written, canonical) = (quoted(written), quoted(canonical.unwrap_or_default()));
    match is_certain {
        true => out.line(format_args!("{written} = {canonical}")),
        false if canonical == "\"\"" => {
            out.line(format_args!("# {written} = \"\"  # asked: what is it? {count} rows have it"));
        }
        false => out.line(format_args!("# {written} = {canonical}  # guess: {count} rows have it")),
    }
}
