//! The sections of a profile: columns, words, forms of values, rows, seats.

use super::file::{meant, one_of};
use super::values::{CardForm, MoneyForm, NEGATIVES, TimeForm, visible};
use super::{Column, Filled, From, Part, Profile, Raised, RowOrder, RowRule, Wide, Words, file};
use crate::journal::kinds::{self, Value};
use feltproof_model::engagement::JournalKind;
use feltproof_model::workpaper::FileDigest;
use feltproof_model::{Card, Seat};
use feltproof_sheets::{Format, Kind};
use feltproof_toml::{Found, Raw, Section};

/// How rows may stand, by the words of `order`.
const ORDERS: [(&str, RowOrder); 2] =
    [("newest-first", RowOrder::NewestFirst), ("unordered", RowOrder::Unordered)];
/// Rows of column names: more is no table.
const HEADER_ROWS_MAX: u32 = 3;

pub(super) fn profile(top: &Section<'_>, digest: FileDigest) -> Option<Profile> {
    let name = top.text("name");
    let kind = top.word("kind", JournalKind::NAMES, JournalKind::parse);
    let file = top.section_if("file");
    let null_values = file.as_ref().map(|s| s.get("null_values").and_then(as_written));
    let header_rows = file.and_then(|s| s.integer_if("header_rows", 1..=HEADER_ROWS_MAX));
    let file = file.map(file::read);
    let rows = top.section_if("rows");
    let [ignore, only] = ["ignore", "only"].map(|key| rows.as_ref().map(|s| rules(s, key)));
    let marked = rows.as_ref().map(|s| one_of(*s, "marked", &[("as-others", ())]));
    let [first, last] = ["first", "last"]
        .map(|key| rows.as_ref()?.integer_if(key, 1..=u32::MAX).map(|found| found.value));
    let order = rows.as_ref().map(|s| one_of(*s, "order", &ORDERS));
    if let (Some(rows), Some(first), Some(last)) = (&rows, first, last)
        && first > last
    {
        rows.wrong("last", format!("is {last}, a row above `first`, {first}; correct one of them"));
    }
    let fill = top.section_if("fill").map(fill);
    let Some(kind) = kind.map(|found| found.value) else {
        top.leave();
        return None;
    };
    let columns = top.section("columns").map(|s| columns(&s, kind));
    let words = top.section_if("words").map(|s| words_of(&s, kind));
    let clock = top.section_if("time");
    let is_local = clock.map(|s| one_of(s, "zone", &[("local", true)]));
    let dates = clock.map(|s| one_of(s, "date", &DATES).map(Option::unwrap_or_default));
    let has_own = |s: &Section<'_>| s.has("zone") || dates == Some(Some(true));
    let time = clock.filter(|s| s.has("format") || !has_own(s)).map(time);
    let money = top.section_if("money").map(money);
    let cards = top.section_if("cards").map(cards);
    let wide = top.section_if("wide").map(wide);
    let has_net = columns.iter().flatten().any(|column| matches!(column.from, From::Net(_)));
    let merge = top.section_if("merge").map(|section| {
        if has_net {
            let why = "is there beside a net result, which says nothing of a stake that is raised later; \
                       name a column of what came back, or remove [merge]";
            section.wrong("stakes", why);
        }
        merge(section)
    });
    let mut file = file.unwrap_or_else(|| Some(Format::default()));
    if let Some(file) = file.as_mut().filter(|file| file.kind == Some(Kind::JsonLines)) {
        // The keys of the lines above are those of another layout.
        file.header_row = file.header_row.or(first.map(|first| first - 1));
    }
    Some(Profile {
        name: name?.owned(),
        kind,
        header_rows: header_rows.map_or(1, |found| found.value),
        file: file?,
        null_values: null_values.flatten().unwrap_or_default(),
        digest,
        columns: columns?,
        ignore: ignore.unwrap_or_default(),
        only: only.unwrap_or_default(),
        fill: fill.map_or(Some(Vec::new()), |fill| fill)?,
        reads_marked: marked.map_or(Some(false), |marked| Some(marked?.is_some()))?,
        first,
        last,
        order: order.unwrap_or(Some(None))?.unwrap_or_default(),
        time: time.unwrap_or(Some(TimeForm::Canonical))?,
        is_local: is_local.unwrap_or(Some(None))?.unwrap_or(false),
        has_gaming_dates: dates.unwrap_or(Some(false))?,
        money: money.unwrap_or_else(|| Some(MoneyForm::default()))?,
        cards: cards.unwrap_or(Some(CardForm::Canonical))?,
        words: words.unwrap_or_default(),
        wide: wide.map_or(Some(None), |wide| wide.map(Some))?,
        merge: merge.map_or(Some(None), |merge| merge.map(Some))?,
    })
}

fn rules(rows: &Section<'_>, key: &'static str) -> Vec<RowRule> {
    let rule = |s: Section<'_>| {
        let column = s.text("column");
        let is = s.get("is");
        if is.is_none() {
            s.missing("is", "list the values of the column, as in is = [\"TOTAL\", \"\"]");
        }
        Some(RowRule { column: column?.owned(), is: as_written(is?)?, line: s.line })
    };
    rows.sections_if(key).into_iter().filter_map(rule).collect()
}

/// Columns that are filled together, or lists of them.
fn fill(s: Section<'_>) -> Option<Vec<Filled>> {
    let Some(down) = s.get("down") else {
        s.missing("down", "list the columns whose empty cells repeat the value above, as in down = [\"Rnd\", \"Time\"]");
        return None;
    };
    let list = down.list()?;
    let group = |texts: Option<Vec<Found<'_, &str>>>| {
        let columns = texts?.iter().map(Found::owned).collect();
        Some(Filled { columns, line: down.line })
    };
    match list.iter().any(|item| item.value.as_array().is_some()) {
        true => list.iter().map(|item| group(item.texts())).collect(),
        false => Some(vec![group(down.texts())?]),
    }
}

/// Texts as they stand, empty ones too.
fn as_written(found: Raw<'_>) -> Option<Vec<String>> {
    let text = |item: &Raw<'_>| Some(visible(item.as_written()?.value).into_owned());
    found.list()?.iter().map(text).collect()
}

/// The canonical column that a key names; one that is none is reported.
fn known(entry: &Raw<'_>, kind: JournalKind) -> Option<&'static str> {
    let found = kinds::column(kind, entry.key());
    if found.is_none() {
        let key = entry.with(entry.key());
        key.unlisted(
            &format!("the columns of a {} journal are", kind.name()),
            kinds::columns(kind).iter().map(|column| column.name),
        );
    }
    found.map(|column| column.name)
}

fn columns(section: &Section<'_>, kind: JournalKind) -> Vec<Column> {
    let column = |entry: Raw<'_>| {
        let target = known(&entry, kind)?;
        let from = match entry.value {
            value if value.as_str().is_some() => From::Columns(vec![part(section, &entry)?]),
            value if value.as_array().is_some() => From::Columns(joined(section, &entry)?),
            _ => made(&section.table(entry)?, target, kind)?,
        };
        Some(Column { target, from, line: entry.line })
    };
    section.entries().into_iter().filter_map(column).collect()
}

/// What is joined: a column at least.
fn joined(section: &Section<'_>, entry: &Raw<'_>) -> Option<Vec<Part>> {
    let parts = entry.list()?.iter().map(|item| part(section, item)).collect::<Option<Vec<_>>>()?;
    if parts.iter().all(|part| part.column().is_none()) {
        entry.wrong("names no column; add one, or write the constant without a list");
        return None;
    }
    Some(parts)
}

/// A column by its name, or with words of its own, or a constant beside columns.
fn part(section: &Section<'_>, item: &Raw<'_>) -> Option<Part> {
    if item.value.as_table().is_none() {
        return Some(Part::Column { column: item.text()?.owned(), words: Vec::new() });
    }
    let table = section.table(*item)?;
    if let Some(constant) = table.get("constant") {
        return Some(Part::Constant(constant.as_written()?.owned()));
    }
    let column = table.text("column");
    let words = table.section("words").map(|words| pairs(&words));
    Some(Part::Column { column: column?.owned(), words: words? })
}

/// Words of an export, each with what it means.
fn pairs(section: &Section<'_>) -> Vec<(String, String)> {
    let seen = |text: &str| visible(text).into_owned();
    let pair = |word: Raw<'_>| Some((seen(word.key()), word.as_written()?.owned()));
    section.entries().into_iter().filter_map(pair).collect()
}

/// A value that no column has as it is.
fn made(s: &Section<'_>, target: &str, kind: JournalKind) -> Option<From> {
    let constant = s.get("constant");
    let net = s.text_if("net");
    match (constant, net) {
        (Some(constant), None) => Some(From::Constant(constant.as_written()?.owned())),
        (None, Some(net)) => {
            let is_payment =
                target.ends_with("_returned") && kinds::value(kind, target) == Value::Money;
            net.only_if(is_payment, |_| {
                "is there, but a net result is of a wager's `..._returned`; name the column itself"
                    .to_owned()
            })
            .map(|net| From::Net(net.owned()))
        }
        (Some(constant), Some(_)) => {
            constant.wrong("is there beside `net`; keep one of them");
            None
        }
        (None, None) => {
            s.missing("constant", "a table here has the key constant or the key net");
            None
        }
    }
}

fn words_of(section: &Section<'_>, kind: JournalKind) -> Vec<Words> {
    let list = |entry: Raw<'_>| {
        let target = known(&entry, kind)?;
        Some(Words { target, words: pairs(&section.table(entry)?) })
    };
    section.entries().into_iter().filter_map(list).collect()
}

/// Whether dates are those of gaming days, by the words of `date`.
const DATES: [(&str, bool); 2] = [("calendar", false), ("gaming-day", true)];

fn time(s: Section<'_>) -> Option<TimeForm> {
    match s.get("format").filter(|format| format.value.as_array().is_some()) {
        Some(several) => {
            let forms = several.texts()?.into_iter().map(time_form);
            Some(TimeForm::OneOf(forms.collect::<Option<_>>()?))
        }
        None => time_form(s.text("format")?),
    }
}

fn time_form(format: Found<'_, &str>) -> Option<TimeForm> {
    if let Some(form) = TimeForm::named(format.value) {
        return Some(form);
    }
    // A format that cannot even be written would refuse every record.
    let sample = jiff::civil::date(2026, 10, 31).at(18, 3, 22, 0);
    let zoned = sample.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    let written = jiff::fmt::strtime::format(format.value, &zoned);
    let has = |letters: &[char]| {
        format.value.split('%').skip(1).any(|directive| {
            let letter = directive.trim_start_matches(['-', '_', '0', '^', '#', '.']);
            letter.starts_with(letters)
        })
    };
    // Twelve hours without their half, and a zone by name that would be read and lost.
    let is_half = has(&['I', 'l']) && !has(&['p', 'P']);
    let is_good = format.value.contains('%') && written.is_ok() && !is_half && !has(&['Q', 'Z']);
    let format = format.only_if(is_good, |text| {
        format!(
            "is `{text}`, which is no format of a time (with %p where hours go to 12, without a \
             zone by name) such as \"%m/%d/%Y %I:%M:%S %p\", nor \
             canonical, excel-serial, excel-serial-1904, unix-seconds or unix-millis; correct it"
        )
    })?;
    Some(TimeForm::Format(format.owned()))
}

fn money(s: Section<'_>) -> Option<MoneyForm> {
    let default = MoneyForm::default();
    let sign = s.text_if("sign");
    let separator = s.get("thousands");
    let thousands = separator.as_ref().and_then(one_character);
    let decimal = s.get("decimal").and_then(|raw| one_character(&raw));
    let negative = one_of(s, "negative", &NEGATIVES);
    let unit = s.money_if("unit").and_then(Found::above_zero);
    let decimal = decimal.unwrap_or(default.decimal);
    if let Some(raw) = separator.filter(|_| thousands == Some(decimal)) {
        raw.wrong(format!("is `{decimal}`, and so is decimal; correct one of them"));
    }
    // Such a sign would be cut from the digits of an amount; `Rs.` holds a separator, and is a sign.
    let is_mark =
        |c: char| c.is_whitespace() || "+-()".contains(c) || c == decimal || thousands == Some(c);
    let is_good =
        |text: &str| !text.contains(|c: char| c.is_numeric()) && !text.chars().all(is_mark);
    let sign = sign.and_then(|found| {
        let good = is_good(found.value);
        found.only_if(good, |text| {
            format!(
                "is `{text}`, which may be a part of the amount itself; write the currency sign that stands beside \
                 the amounts, such as \"$\", or leave it out"
            )
        })
    });
    Some(MoneyForm {
        sign: sign.map(|found| found.owned()).unwrap_or_default(),
        thousands,
        decimal,
        negative: negative?.unwrap_or(default.negative),
        unit_micros: unit.map_or(default.unit_micros, |found| found.value.micros()),
    })
}

fn one_character(raw: &Raw<'_>) -> Option<char> {
    let text = raw.as_written()?;
    let seen = visible(text.value);
    let mut characters = seen.chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) if !one.is_ascii_digit() => Some(one),
        _ => {
            raw.wrong(format!("is `{}`, but it must be one character; correct it", text.value));
            None
        }
    }
}

fn cards(s: Section<'_>) -> Option<CardForm> {
    let words = [
        ("ranks", Some(CardForm::Ranks)),
        ("names", Some(CardForm::Names)),
        ("suits", Some(CardForm::Suits)),
        ("index", None),
    ];
    let notation = s.text("notation")?;
    let parse = |word: &str| words.iter().find(|(w, _)| *w == word).map(|(_, of)| of.clone());
    if let Some(form) = notation.word(&["ranks", "names", "suits", "index"], parse)?.value {
        return Some(form);
    }
    let first = s.integer_if("first", 0..=1_u8);
    let order = s.text("order")?;
    let cards: Option<Vec<Card>> =
        order.value.split_ascii_whitespace().map(|card| Card::parse(card.as_bytes())).collect();
    let mut sorted = cards.clone().unwrap_or_default();
    sorted.sort_unstable();
    sorted.dedup();
    order.only_if(sorted.len() == 52 && cards.as_ref().is_some_and(|c| c.len() == 52), |_| {
        "must list all 52 cards in the order of their numbers, each once, as in \"2c 3c ... As\""
            .to_owned()
    })?;
    Some(CardForm::Numbers { first: first.map_or(0, |found| found.value), order: cards? })
}

fn wide(s: Section<'_>) -> Option<Wide> {
    let seats = s.texts("seats");
    let names = s.section_if("names");
    let present = s.text("present");
    let named: Vec<Raw<'_>> = names.iter().flat_map(Section::entries).collect();
    let seat = |seat: Found<'_, &str>| {
        let seat = seat.only_if(Seat::parse(seat.value.as_bytes()).is_some(), |text| {
            format!("has `{text}`, which is none of 1 to 9, D, B1 to B9 and B; correct it")
        })?;
        let name = named.iter().find(|entry| entry.key() == seat.value);
        let name = name.map_or(Some(seat), Raw::text)?;
        Some((seat.owned(), name.owned()))
    };
    for entry in &named {
        if !seats.iter().any(|seat| seat.value == entry.key()) {
            entry.wrong("is none of `seats`; add it there or remove it here");
        }
    }
    for (at, seat) in seats.iter().enumerate() {
        if seats.iter().take(at).any(|before| before.value == seat.value) {
            seat.wrong(format!("has `{}` twice; keep one of them", seat.value));
        }
    }
    let seats: Option<Vec<(String, String)>> = seats.into_iter().map(seat).collect();
    let mut seats = seats?;
    // The row of the dealer or the player banker is the last of its round.
    seats.sort_by_key(|(seat, _)| {
        Seat::parse(seat.as_bytes()).is_some_and(|s| s.player().is_none())
    });
    Some(Wide { seats, present: present?.owned(), line: s.line })
}

fn merge(s: Section<'_>) -> Option<Raised> {
    meant(s.text("stakes")?, &[("add", Raised::Add), ("last", Raised::Last)])
}
