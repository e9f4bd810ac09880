//! The cells of a row into those of canonical records.

use super::plan::{Joined, Op, Pairs, Plan, Rule, Slot, Target};
use super::values::{Meaning, leave_offset, to_calendar, trimmed, without_noughts};
use crate::guess::quoted;
use crate::journal::fault::{Fault, Line, Origin, Otherwise, Shown, Understood};
use crate::journal::heading::is_one_of;
use crate::journal::kinds::Value;
use feltproof_model::Money;
use feltproof_sheets::{Fields, letters};

/// The cell that a value comes from; none: the profile itself says it.
type Place = Option<usize>;

/// A row of delimited text.
#[derive(Clone, Copy)]
pub(crate) struct InText {
    /// It ends with the file, without a line end.
    pub(crate) is_cut_off: bool,
}

/// What becomes of one row, for one of the records it may be.
pub(crate) enum Translation {
    /// This record is not in the row: a seat took no part.
    Absent,
    /// The canonical cells are ready.
    Ready,
}

/// The canonical cells of one record, in memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    /// The cells with commas between them, and a line end.
    text: Vec<u8>,
    spans: Vec<(usize, usize)>,
    /// A cell has a comma of its own.
    has_comma_within: bool,
    /// What names the round of the latest record.
    round: RoundCells,
    /// The latest time as the export wrote it and as it stands here: most rows repeat it.
    time: (Vec<u8>, String),
    joined: Vec<u8>,
    value: String,
}

/// The cells that name the round of a record: the rows of a round repeat them.
#[derive(Clone, Debug, Default)]
struct RoundCells {
    /// As the export has them, each with its length; empty: they could not be read.
    source: Vec<u8>,
    /// Those of the row being read.
    next: Vec<u8>,
    /// Where they end in the text of the canonical cells, and whether one has a comma.
    end: usize,
    has_comma_within: bool,
}

impl Cells {
    /// The record as a line of a canonical journal; `None` where it would need quotes.
    pub(crate) fn line(&self) -> Option<&[u8]> {
        (!self.has_comma_within).then_some(&self.text)
    }

    pub(crate) fn fields(&self) -> Fields<'_> {
        match self.has_comma_within {
            true => Fields::new(&self.text, &self.spans),
            false => Fields::with_commas(&self.text, &self.spans),
        }
    }

    fn put_amount(&mut self, amount: Money) {
        self.value.clear();
        amount.write_plain(&mut self.value);
        self.text.extend_from_slice(self.value.as_bytes());
    }

    /// Whether the cells of these targets are those of the record before.
    fn is_of_the_same_round(&mut self, targets: &[Target], row: Fields<'_>) -> bool {
        let RoundCells { source, next, .. } = &mut self.round;
        next.clear();
        for at in targets.iter().filter_map(|target| target.op.places()).flatten() {
            let cell = trimmed(row.get(*at));
            next.extend_from_slice(&cell.len().to_le_bytes());
            next.extend_from_slice(cell);
        }
        let is_same = !source.is_empty() && source == next;
        if !is_same {
            // Until the new ones are read.
            source.clear();
        }
        is_same
    }
}

impl Plan {
    /// How many records a row may be.
    pub(crate) const fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Whether the row is no record: the profile leaves it out, or it is the header once more, or blank.
    pub(crate) fn leaves_out(&self, row: Fields<'_>) -> bool {
        let fits = |rule: &Rule, wanted| self.fits(rule, trimmed(row.get(rule.at))) == Some(wanted);
        self.ignore.iter().any(|rule| fits(rule, true))
            || self.only.iter().any(|rule| fits(rule, false))
            || self.is_blank_or_header(row)
    }

    /// Whether the row is blank, or the header once more.
    pub(super) fn is_blank_or_header(&self, row: Fields<'_>) -> bool {
        // Under the names a program may have drawn a rule of dashes.
        let is_blank = |cell: &[u8]| cell.iter().all(|b| *b == b'-');
        (0..row.count()).all(|at| is_blank(trimmed(row.get(at)))) || is_one_of(row, &self.heading)
    }

    /// Whether a cell is one of a rule's values; `None`: it has no value, and may have been one.
    fn fits(&self, rule: &Rule, cell: &[u8]) -> Option<bool> {
        let has = |cell: &[u8]| rule.is.iter().any(|value| value.as_bytes() == cell);
        if has(cell) {
            return Some(true);
        }
        match self.nothings.may_be(cell).then(|| self.nothings.meaning(cell)) {
            Some(Meaning::Nothing) => Some(has(b"")),
            Some(Meaning::NoValue(_)) => None,
            // A word that nobody listed is a word.
            Some(Meaning::Value | Meaning::Word(_)) | None => Some(false),
        }
    }

    /// Whether the row lacks a value that rows of this journal have, and does not begin with a number as records do.
    pub(crate) fn is_filtered(&self, row: Fields<'_>) -> bool {
        let begins_with_word = || !row.get(0).first().is_some_and(u8::is_ascii_digit);
        let fits = |rule: &Rule| self.fits(rule, trimmed(row.get(rule.at))) == Some(true);
        !self.only.is_empty()
            && begins_with_word()
            && !self.ignore.iter().any(fits)
            && !self.only.iter().all(fits)
    }

    /// Why the row as a whole cannot be read: it has cells that no column names. Cells at the end may be
    /// missing: many programs leave out the empty ones.
    ///
    /// In delimited text a cell too many, even an empty one, comes of a delimiter within a value, which moves
    /// all cells after it; and a last row that ends with the file in the middle is cut off.
    pub(super) fn refuse_width(&self, row: Fields<'_>, text: Option<InText>) -> Understood<()> {
        let count = row.count();
        if self.profile.file.trailing_delimiter && text.is_some() {
            let last = count.checked_sub(1).map_or(&[][..], |last| row.get(last));
            if count == self.names.len() + 1 && trimmed(last).is_empty() {
                return self.refuse_undecided(row);
            }
            let (cells, last) = (Shown::as_is(count), Shown::of(last));
            let profile = self.profile.digest.file.clone();
            Err(Fault::TrailingCell {
                cells,
                last,
                columns: Shown::as_is(self.names.len()),
                profile,
            })?;
        }
        let is_beyond = |at: &usize| text.is_some() || !trimmed(row.get(*at)).is_empty();
        let columns = || Shown::as_is(self.names.len());
        if let Some(at) = (self.names.len()..row.count()).find(is_beyond) {
            let (cell, place) = (Shown::of(row.get(at)), Shown::as_is(at + 1));
            let profile = self.profile.digest.file.clone();
            Err(Fault::CellBeyond { cell, place, columns: columns(), profile })?;
        }
        if row.count() < self.names.len() && text.is_some_and(|text| text.is_cut_off) {
            Err(Fault::RowCutOff { cells: Shown::as_is(row.count()), columns: columns() })?;
        }
        Ok(())
    }

    /// The same, or because nobody says what its marks mean or whether a rule leaves it out.
    pub(crate) fn refuse(&self, row: Fields<'_>, text: Option<InText>) -> Understood<()> {
        self.refuse_width(row, text)?;
        let is_marked = |at: &&usize| !trimmed(row.get(**at)).is_empty();
        if let Some(at) = self.marks.iter().find(is_marked) {
            let (mark, value) = (self.names.get(*at).cloned(), trimmed(row.get(*at)));
            let profile = self.profile.digest.file.clone();
            Err(Fault::Marked {
                mark: mark.unwrap_or_default(),
                value: Shown::of(value),
                quoted: quoted_cell(value),
                profile,
            })?;
        }
        self.refuse_undecided(row)
    }

    /// A cell without a value may be one by which rows are left out.
    fn refuse_undecided(&self, row: Fields<'_>) -> Understood<()> {
        if !self.has_rules() {
            return Ok(());
        }
        let rules = [("ignore", &self.ignore), ("only", &self.only)];
        for (key, rule) in
            rules.into_iter().flat_map(|(key, rules)| rules.iter().map(move |r| (key, r)))
        {
            let cell = trimmed(row.get(rule.at));
            if self.fits(rule, cell).is_none() {
                return Err(self.undecided(cell, rule.at, key, rule.line));
            }
        }
        Ok(())
    }

    /// Writes the cells of one record that the row may be; each must be as the profile says.
    pub(crate) fn translate(
        &self,
        row: Fields<'_>,
        slot: usize,
        out: &mut Cells,
    ) -> Understood<Translation> {
        let Some(slot) = self.slots.get(slot) else { return Ok(Translation::Absent) };
        if let Some(at) = slot.present
            && self.is_absent(slot, at, trimmed(row.get(at)))?
        {
            self.refuse_absent(slot, row, out)?;
            return Ok(Translation::Absent);
        }
        let (of_round, rest) = slot.targets.split_at(slot.of_round);
        if out.is_of_the_same_round(of_round, row) {
            out.text.truncate(out.round.end);
            out.spans.truncate(of_round.len());
            out.has_comma_within = out.round.has_comma_within;
        } else {
            out.text.clear();
            out.spans.clear();
            out.has_comma_within = false;
            self.put_all(of_round, row, out)?;
            std::mem::swap(&mut out.round.source, &mut out.round.next);
            (out.round.end, out.round.has_comma_within) = (out.text.len(), out.has_comma_within);
        }
        self.put_all(rest, row, out)?;
        out.text.push(b'\n');
        Ok(Translation::Ready)
    }

    /// The time of a row, of which something else may not be as it should.
    pub(crate) fn time_of(&self, row: Fields<'_>) -> Option<Vec<u8>> {
        let mut out = Cells::default();
        let time = self.slots.first()?.targets.iter().find(|target| target.name == "time")?;
        self.put(time, row, &mut out).ok()?;
        Some(out.text)
    }

    fn put_all(&self, targets: &[Target], row: Fields<'_>, out: &mut Cells) -> Understood<()> {
        for target in targets {
            if !out.spans.is_empty() {
                out.text.push(b',');
            }
            let from = out.text.len();
            self.put(target, row, out)?;
            out.spans.push((from, out.text.len()));
        }
        Ok(())
    }

    /// Whether a seat took no part, by the cell that is empty then.
    fn is_absent(&self, slot: &Slot, at: usize, cell: &[u8]) -> Understood<bool> {
        if cell.is_empty() || !self.nothings.may_be(cell) {
            return Ok(cell.is_empty());
        }
        let is_of =
            |target: &&Target| matches!(target.op, Op::Cells(ref places) if places[..] == [at]);
        // What a word is translated from is there.
        if slot.targets.iter().filter(is_of).any(|target| word(&target.words, cell).is_some()) {
            return Ok(false);
        }
        match self.nothings.meaning(cell) {
            Meaning::Value => Ok(false),
            Meaning::Nothing => Ok(true),
            Meaning::Word(_) | Meaning::NoValue(_) => {
                let line = self.profile.wide.as_ref().map_or(0, |wide| wide.line);
                Err(self.undecided(cell, at, "present", line))
            }
        }
    }

    /// A seat that took no part has nothing in its own columns but zeros.
    fn refuse_absent(&self, slot: &Slot, row: Fields<'_>, out: &mut Cells) -> Understood<()> {
        // Its cells take the place of those kept.
        out.round.source.clear();
        for target in slot.targets.iter().filter(|target| target.is_own) {
            out.text.clear();
            self.put(target, row, out)?;
            let is_zero = || Money::parse(&out.text).is_ok_and(Money::is_zero);
            if !(out.text.is_empty() || target.value == Value::Money && is_zero()) {
                let present = slot.present.and_then(|at| self.names.get(at));
                return Err(Fault::TookNoPart {
                    present: present.cloned().unwrap_or_default(),
                    target: target.name,
                    value: Shown::of(&out.text),
                    profile: self.profile.digest.file.clone(),
                })?;
            }
        }
        Ok(())
    }

    fn put<'p>(&'p self, target: &'p Target, row: Fields<'p>, out: &mut Cells) -> Understood<()> {
        let cell = |at: usize| trimmed(row.get(at));
        match &target.op {
            Op::Empty => Ok(()),
            // What a profile itself says stands as in a canonical journal.
            Op::Constant(text) => self.copy(target, text, None, out),
            Op::Cells(places) => match places[..] {
                [at] if target.words.is_empty() && cell(at).is_empty() => Ok(()),
                [at] => self.value(target, cell(at), Some(at), out),
                _ => {
                    let cells = places.iter().map(|at| (cell(*at), Some(*at)));
                    self.joined(target, places.first().copied(), cells, out)
                }
            },
            Op::Joined(parts) => {
                let meant = |part: &'p Joined| match part {
                    Joined::Cell(at, words) => match word(words, cell(*at)) {
                        Some(word) => (word, None),
                        None => (cell(*at), Some(*at)),
                    },
                    Joined::Constant(text) => (&text[..], None),
                };
                let is_cell = |part: &&Joined| matches!(part, Joined::Cell(..));
                let has_some = |(cell, at): (&[u8], Place)| {
                    !(cell.is_empty() || at.is_some() && self.is_listed(cell))
                };
                let says = parts.iter().filter(is_cell).any(|part| has_some(meant(part)));
                let parts = parts.iter().filter(|part| says || is_cell(part));
                self.joined(target, first_cell(&target.op), parts.map(meant), out)
            }
            Op::Net { net, stake, stake_words } => {
                self.net(target, row, (*net, &target.words), (*stake, stake_words), out)
            }
        }
    }

    /// Cells joined with a space, those that are empty left out; each with its place, unless a word or a
    /// constant says what it is.
    fn joined<'c>(
        &self,
        target: &Target,
        first: Place,
        cells: impl Iterator<Item = (&'c [u8], Place)>,
        out: &mut Cells,
    ) -> Understood<()> {
        let mut joined = std::mem::take(&mut out.joined);
        joined.clear();
        let (mut count, mut unclear) = (0, None);
        for (part, at) in cells.filter(|(part, _)| !part.is_empty()) {
            if at.is_some() && self.nothings.may_be(part) {
                match self.nothings.meaning(part) {
                    Meaning::Nothing => continue,
                    Meaning::Word(why) | Meaning::NoValue(why) => unclear = Some((part, at, why)),
                    Meaning::Value => {}
                }
            }
            count += 1;
            if !joined.is_empty() {
                joined.push(b' ');
            }
            joined.extend_from_slice(part);
        }
        // Two amounts side by side would read as one large amount.
        let outcome = match (word(&target.words, &joined), unclear) {
            _ if target.value == Value::Money && count > 1 => {
                let why = "are amounts in several columns, of which one may be filled";
                Err(self.refused(target, &joined, first, why))
            }
            (Some(word), _) => self.copy(target, word, first, out),
            (None, Some((part, at, why))) => Err(self.unclear(target, part, at, why)),
            (None, None) if joined.is_empty() => Ok(()),
            (None, None) => self.written(target, &joined, first, out),
        };
        out.joined = joined;
        outcome
    }

    pub(super) fn is_listed(&self, cell: &[u8]) -> bool {
        self.nothings.may_be(cell) && self.nothings.meaning(cell) == Meaning::Nothing
    }

    /// One cell, as a canonical journal writes it.
    fn value(&self, target: &Target, cell: &[u8], at: Place, out: &mut Cells) -> Understood<()> {
        if let Some(word) = word(&target.words, cell) {
            return self.copy(target, word, at, out);
        }
        if self.nothings.may_be(cell) {
            match self.nothings.meaning(cell) {
                Meaning::Nothing => return Ok(()),
                Meaning::Word(why) | Meaning::NoValue(why) => {
                    return Err(self.unclear(target, cell, at, why));
                }
                Meaning::Value => {}
            }
        }
        if cell.is_empty() { Ok(()) } else { self.written(target, cell, at, out) }
    }

    /// A value, as a canonical journal writes it.
    fn written(&self, target: &Target, cell: &[u8], at: Place, out: &mut Cells) -> Understood<()> {
        if target.is_number {
            let has_comma = self.profile.money.decimal == ',';
            let whole = without_noughts(cell, b',').filter(|_| has_comma);
            return self.copy(target, whole.unwrap_or(cell), at, out);
        }
        match target.value {
            Value::Money => {
                let form = &self.profile.money;
                if let Some(usual) = form.usual(cell) {
                    out.text.extend_from_slice(usual);
                    return Ok(());
                }
                let amount = form.read(cell).map_err(|why| self.refused(target, cell, at, why))?;
                out.put_amount(amount);
                Ok(())
            }
            Value::Time => self.time(target, cell, at, out),
            Value::Cards => {
                out.value.clear();
                let written = self.profile.cards.write(cell, &mut out.value);
                out.text.extend_from_slice(out.value.as_bytes());
                written.map_err(|why| self.refused(target, cell, at, &why))
            }
            Value::Text | Value::Name | Value::Whole { .. } => self.copy(target, cell, at, out),
        }
    }

    fn copy(&self, target: &Target, cell: &[u8], at: Place, out: &mut Cells) -> Understood<()> {
        if !cell.is_ascii() && std::str::from_utf8(cell).is_err() {
            return Err(self.refused(target, cell, at, IS_NO_TEXT));
        }
        out.text.extend_from_slice(cell);
        out.has_comma_within |= cell.contains(&b',');
        Ok(())
    }

    fn time(&self, target: &Target, cell: &[u8], at: Place, out: &mut Cells) -> Understood<()> {
        if out.time.0 != cell {
            let (written, text) = (&mut out.time.0, &mut out.time.1);
            text.clear();
            written.clear();
            let is_local = self.profile.is_local;
            let outcome = self.profile.time.write(cell, text).and_then(|()| {
                if is_local {
                    leave_offset(text);
                }
                self.day_start.as_ref().map_or(Ok(()), |start| to_calendar(text, start))
            });
            outcome.map_err(|why| self.refused(target, cell, at, &why))?;
            written.extend_from_slice(cell);
        }
        out.text.extend_from_slice(out.time.1.as_bytes());
        Ok(())
    }

    /// What came back of a wager of which the export has the stake and the result.
    fn net(
        &self,
        target: &Target,
        row: Fields<'_>,
        (net_at, net_words): (usize, &Pairs),
        (stake_at, stake_words): (usize, &Pairs),
        out: &mut Cells,
    ) -> Understood<()> {
        let form = &self.profile.money;
        let read = |at: usize, words: &Pairs| {
            let cell = trimmed(row.get(at));
            let amount = match (word(words, cell), self.nothings.meaning(cell)) {
                (Some(b""), _) | (None, Meaning::Nothing) => return Ok(None),
                (Some(word), _) => Money::parse(word).map_err(|_| "means no amount by its word"),
                (None, _) if cell.is_empty() => return Ok(None),
                (None, Meaning::Word(why) | Meaning::NoValue(why)) => {
                    return Err(self.unclear(target, cell, Some(at), why));
                }
                (None, Meaning::Value) => form.read(cell),
            };
            amount.map(Some).map_err(|why| self.refused(target, cell, Some(at), why))
        };
        let (net, stake) = (read(net_at, net_words)?, read(stake_at, stake_words)?);
        let stake = stake.unwrap_or(Money::ZERO);
        let Some(net) = net else {
            if stake.is_zero() {
                return Ok(());
            }
            let why = "is no result of a wager that was made";
            return Err(self.refused(target, b"", Some(net_at), why));
        };
        let returned = net.micros() + stake.micros();
        if returned < 0 {
            let why = format!("is more than the stake lost, which is {stake}");
            return Err(self.refused(target, trimmed(row.get(net_at)), Some(net_at), &why));
        }
        out.put_amount(Money::from_micros(returned));
        Ok(())
    }

    #[cold]
    fn refused(&self, target: &Target, cell: &[u8], at: Place, why: &str) -> Box<Fault> {
        Box::new(Fault::Cell {
            from: at.map_or(Origin::Constant, |at| self.column(at)),
            value: Shown::of(cell),
            why: why.to_owned(),
            by: self.line(target),
            target: target.name,
        })
    }

    /// A cell of which nobody says whether it is a value.
    #[cold]
    fn unclear(&self, target: &Target, cell: &[u8], at: Place, why: &'static str) -> Box<Fault> {
        let otherwise = match target.value {
            Value::Text | Value::Name => {
                Otherwise::Value { target: target.name, quoted: quoted_cell(cell) }
            }
            Value::Whole { .. } | Value::Time | Value::Money | Value::Cards => {
                Otherwise::NoValueOf(target.name)
            }
        };
        self.no_value(cell, at, why, otherwise)
    }

    /// The same of a cell that decides whether there is a record.
    #[cold]
    fn undecided(&self, cell: &[u8], at: usize, key: &'static str, line: u32) -> Box<Fault> {
        let why = match self.nothings.meaning(cell) {
            Meaning::Word(why) | Meaning::NoValue(why) => why,
            Meaning::Value | Meaning::Nothing => "is no value",
        };
        let by = Line { line, profile: self.profile.digest.file.clone() };
        self.no_value(cell, Some(at), why, Otherwise::Decides { key, by })
    }

    fn no_value(
        &self,
        cell: &[u8],
        at: Place,
        why: &'static str,
        otherwise: Otherwise,
    ) -> Box<Fault> {
        Box::new(Fault::NoValue {
            from: at.map_or(Origin::Constant, |at| self.column(at)),
            value: Shown::of(cell),
            why,
            quoted: quoted_cell(cell),
            profile: self.profile.digest.file.clone(),
            otherwise,
        })
    }

    pub(super) fn column(&self, at: usize) -> Origin {
        let name = self.names.get(at).cloned().unwrap_or_default();
        Origin::Column { number: at + 1, letters: letters(at), name }
    }

    fn line(&self, target: &Target) -> Line {
        Line { line: target.line, profile: self.profile.digest.file.clone() }
    }

    /// The fault of the value of a canonical column, with where that comes from.
    pub(crate) fn explained(&self, slot: usize, fault: Box<Fault>) -> Box<Fault> {
        let targets = self.slots.get(slot).map_or(&[][..], |slot| &slot.targets);
        let target = fault.column().and_then(|name| targets.iter().find(|t| t.name == name));
        let Some(target) = target else { return fault };
        let Some(at) = first_cell(&target.op) else { return fault };
        let (from, by) = (self.column(at), self.line(target));
        Box::new(Fault::Translated { fault, target: target.name, from, by })
    }
}

/// What is said of bytes that are no UTF-8; of other encodings all bytes are text.
const IS_NO_TEXT: &str = "is not UTF-8, as the rest of the file is; if such lines are Windows-1252, state \
                          encoding = \"utf-8-or-windows-1252\" under [file]";

/// A cell as a profile writes it.
fn quoted_cell(cell: &[u8]) -> Shown {
    Shown::as_is(quoted(&String::from_utf8_lossy(cell)))
}

/// What a cell means by its words, where it is one of them.
fn word<'p>(words: &'p Pairs, cell: &[u8]) -> Option<&'p [u8]> {
    words.iter().find(|(from, _)| from.as_bytes() == cell).map(|(_, to)| to.as_bytes())
}

/// The first cell that a value comes from.
fn first_cell(op: &Op) -> Option<usize> {
    match op {
        Op::Cells(places) => places.first().copied(),
        Op::Joined(parts) => parts.iter().find_map(|part| match part {
            Joined::Cell(at, _) => Some(*at),
            Joined::Constant(_) => None,
        }),
        Op::Net { net, .. } => Some(*net),
        Op::Empty | Op::Constant(_) => None,
    }
}
