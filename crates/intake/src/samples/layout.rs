//! Which columns of a file of decks hold the cards: as named, or by what stands in them. What is not plain is asked.

use super::cards::faces::{self, Faces};
use super::cards::{Way, is_joker, way_of};
use super::numbers::is_digits;
use super::shape::{DeckForm, Shape};
use super::table::{Column, Table, TableOptions};

/// Where the cards of a record stand.
pub(super) struct Layout {
    pub(super) way: Way,
    /// Jack, queen and king, where they are letters of another language.
    pub(super) faces: Option<Faces>,
    /// None: in all cells.
    pub(super) columns: Option<Vec<Column>>,
    /// One card a row: the columns of the number of its deck, and of its place there.
    pub(super) deck: Option<(Column, Option<Column>)>,
}

/// A column that reads as cards.
#[derive(Clone, Copy)]
struct Found {
    column: Column,
    way: Way,
    /// The most cards in a cell.
    most: usize,
}

fn found(table: &Table, column: Column) -> Option<Found> {
    // A joker is written alike in every way.
    let cells = table.cells(column).filter(|cell| !cell.starts_with("??") && !is_joker(cell));
    let ways: Vec<Option<(Way, usize)>> = cells.map(way_of).collect();
    let way = ways.iter().flatten().next()?.0;
    let own = ways.iter().flatten().filter(|found| found.0 == way);
    // A wrong card in a few rows is said with its row.
    let is_mostly = own.clone().count() * 2 > ways.len();
    let most = own.map(|found| found.1).max().filter(|_| is_mostly)?;
    Some(Found { column, way, most })
}

fn is_of_jokers(table: &Table, column: Column) -> bool {
    let mut cells = table.cells(column).filter(|cell| !cell.starts_with("??")).peekable();
    cells.peek().is_some() && cells.all(is_joker)
}

/// How many cards of a record are seen, where that is known.
fn wanted(shape: Shape, cards: usize) -> Option<usize> {
    match shape {
        Shape::Full => Some(cards),
        Shape::First(dealt) => dealt.map(usize::from),
        Shape::Packets { .. } => None,
    }
}

/// Finds the columns, and says in notes which were chosen where others were left out.
pub(super) fn find(
    table: &mut Table,
    form: &DeckForm,
    options: &TableOptions,
) -> Result<Layout, String> {
    let (shape, cards) = (form.shape, form.all());
    let named = |text: &Option<String>, option| {
        text.as_deref().map(|text| table.named(text, option)).transpose()
    };
    let deck = match named(&options.deck_column, "--deck-column")?.as_deref() {
        None => None,
        Some([one]) => Some(*one),
        Some(_) => return Err("--deck-column is one column".to_owned()),
    };
    let stated = named(&options.columns, "--columns")?;
    let width = table.width();
    let every = (0..width).filter(|column| Some(*column) != deck);
    let mut all: Vec<Found> = every.filter_map(|column| found(table, column)).collect();
    let way = match all.iter().find(|found| found.way != Way::Numbers).or(all.first()) {
        Some(found) => found.way,
        None => table.rows.first().and_then(|(_, row)| first_way(row.iter())).unwrap_or(Way::Ranks),
    };
    all.retain(|found| found.way == way);
    // In few rows a place may hold nothing but jokers, which are written alike in every way.
    let of_jokers =
        (0..width).filter(|column| Some(*column) != deck && is_of_jokers(table, *column));
    if !all.is_empty() {
        all.extend(of_jokers.map(|column| Found { column, way, most: 1 }));
        all.sort_by_key(|found| found.column);
    }
    let is_all = stated.is_none() && deck.is_none() && table.headings.is_none();
    if is_all && (all.is_empty() || all.len() == width) {
        table.refuse_rising("a card")?;
        refuse_hands(table, form, None)?;
        let faces = faces_in(table, None, way);
        return Ok(Layout { way, faces, columns: None, deck: None });
    }
    let is_stated = stated.is_some();
    let columns = stated.or_else(|| choose(table, &all, way, wanted(shape, cards))).ok_or_else(|| {
        let (place, all) = (&table.place, table.all());
        format!(
            "{place}: which columns hold the cards is not plain: say --columns with their headings or places (and --deck-column \
             with that of the deck's number where a row is one card); there are {all}"
        )
    })?;
    let of_stated = columns.iter().find_map(|column| found(table, *column));
    let way = of_stated.filter(|_| is_stated).map_or(way, |found| found.way);
    let is_one_card = match columns[..] {
        [column] => all.iter().any(|found| found.column == column && found.most == 1),
        _ => false,
    };
    let deck = match deck {
        None if is_one_card && wanted(shape, cards) != Some(1) => {
            Some(deck_column(table, columns[0])?)
        }
        stated => stated,
    };
    let headed =
        table.headed(&[&["position"], &["pos"], &["place"], &["order"], &["seq"], &["index"]]);
    let is_free = |column: &Column| Some(*column) != deck && !columns.contains(column);
    let place = headed.into_iter().find(is_free).filter(|_| deck.is_some());
    let by_rule = "by what stands in them; --columns names others";
    let how = if is_stated { "as --columns says" } else { by_rule };
    table.notes.push(format!("Cards are read from {} ({how}).", table.name_all(&columns)));
    if let Some(deck) = deck {
        let order = place.map(|place| format!(", its place in it in {}", table.name(place)));
        let (deck, order) = (table.name(deck), order.unwrap_or_default());
        let row = if is_one_card { "A row is one card; its deck" } else { "The deck of a row" };
        table.notes.push(format!("{row} stands in {deck}{order}."));
    }
    refuse_hands(table, form, Some(&columns))?;
    let used: Vec<Column> = columns.iter().copied().chain(deck).chain(place).collect();
    table.notes.extend(table.left_out(&used));
    let faces = faces_in(table, Some(&columns), way);
    Ok(Layout { way, faces, columns: Some(columns), deck: deck.map(|deck| (deck, place)) })
}

/// The letters of faces in the rows that were looked at, with a note where they are of another language.
fn faces_in(table: &mut Table, columns: Option<&[Column]>, way: Way) -> Option<Faces> {
    let is_ours = |at: usize| columns.is_none_or(|columns| columns.contains(&at));
    let cells = table.rows.iter().flat_map(|(_, row)| row.iter().enumerate());
    let cells = cells.filter(|(at, cell)| is_ours(*at) && !is_joker(cell)).map(|(_, cell)| cell);
    let found = faces::of(cells.map(|cell| cell.split("??").next().unwrap_or_default()), way);
    if let Some([jack, queen, king]) = found {
        let note =
            format!("Jack, queen and king are {jack}, {queen} and {king}, as the first rows tell.");
        table.notes.push(note);
    }
    found
}

/// What may stand between the two hands of a round in one cell.
pub(super) fn is_between_hands(c: char) -> bool {
    matches!(c, '|' | '/' | ';')
}

/// The parts of each row that was looked at, cells or what stands between lines of one cell, with the cards of each.
fn parts(table: &Table, columns: Option<&[Column]>) -> Vec<Vec<usize>> {
    let count = |part: &str| way_of(part.trim()).map_or(0, |(_, cards)| cards);
    let every: Vec<Column> = (0..table.width()).collect();
    let of_row = |columns: &[Column], row: &csv::StringRecord| -> Vec<usize> {
        let cells = columns.iter().map(|column| row.get(*column).unwrap_or_default());
        match columns.len() {
            1 => cells.flat_map(|cell| cell.split(is_between_hands)).map(count).collect(),
            _ => cells.map(count).collect(),
        }
    };
    table.rows.iter().map(|(_, row)| of_row(columns.unwrap_or(&every), row)).collect()
}

/// Whether parts of rows differ in their cards, with cards behind them: those of hands do.
fn are_hands(parts: &[Vec<usize>]) -> bool {
    let width = parts.iter().map(Vec::len).max().unwrap_or(0);
    (0..width).any(|part| {
        let before = |row: &&Vec<usize>| row.iter().skip(part + 1).any(|cards| *cards > 0);
        let mut cards = parts.iter().filter(before).map(|row| row[part]);
        cards.next().is_some_and(|first| cards.any(|other| other != first))
    })
}

/// Refuses hands where a row is declared to be cards in the order dealt.
fn refuse_hands(table: &Table, form: &DeckForm, columns: Option<&[Column]>) -> Result<(), String> {
    let is_order = matches!(form.shape, Shape::First(_)) && form.ordered && !form.baccarat;
    if !is_order || !are_hands(&parts(table, columns)) {
        return Ok(());
    }
    let what = "the cards of a row stand in parts of different sizes, as the hands of a round do, and --dealt reads them in \
                the order dealt";
    let remedy = match form.decks > 1 {
        true => {
            "say --dealt baccarat if they are the hands of that game, --dealt any --inner-order unknown if they are other \
                 hands"
        }
        false => {
            "say --packets if they are hands of one size, --decks-per-shoe if there are several decks"
        }
    };
    Err(format!("{}: {what}; {remedy}, or write each row in the order dealt", table.place))
}

/// Of baccarat: whose cards each of these columns holds, the Player's 0, the Banker's 1; one column holds both.
pub(super) fn hands(table: &Table, columns: Option<&[Column]>) -> Result<Vec<usize>, String> {
    let every: Vec<Column> = (0..table.width()).collect();
    let columns = columns.unwrap_or(&every);
    let headed = |column: &Column| {
        let heading = table.headings.as_ref()?.get(*column)?.trim().to_lowercase();
        match heading.chars().next() {
            Some('p') => Some(0),
            Some('b' | 'd') => Some(1),
            _ => None,
        }
    };
    let own: Option<Vec<usize>> = columns.iter().map(headed).collect();
    if let Some(own) = own.filter(|own| own.contains(&0) && own.contains(&1)) {
        return Ok(own);
    }
    let count = columns.len();
    if count == 1 || count > 2 && !are_hands(&parts(table, Some(columns))) {
        // All in the order dealt, or the hands in one cell.
        return Ok(vec![0; count]);
    }
    if !count.is_multiple_of(2) {
        return Err(format!(
            "{}: which columns hold the Player's cards and which the Banker's is not plain: say --columns with those of the \
             Player and then as many of the Banker; there are {}",
            table.place,
            table.all()
        ));
    }
    Ok((0..count).map(|at| usize::from(at >= count / 2)).collect())
}

fn first_way<'c>(mut cells: impl Iterator<Item = &'c str>) -> Option<Way> {
    cells.find_map(|cell| {
        let word = cell.split_whitespace().next()?;
        if is_digits(word) { Some(Way::Numbers) } else { way_of(word).map(|found| found.0) }
    })
}

/// Of columns that read as cards those that are the record's.
fn choose(table: &Table, all: &[Found], way: Way, wanted: Option<usize>) -> Option<Vec<Column>> {
    let columns = |some: &[Found]| some.iter().map(|found| found.column).collect::<Vec<_>>();
    let sum = |some: &[Found]| some.iter().map(|found| found.most).sum::<usize>();
    let is_whole = |some: &[Found]| wanted.map(|wanted| wanted == sum(some));
    let several: Vec<Found> = all.iter().copied().filter(|found| found.most > 1).collect();
    match (&several[..], all) {
        ([one], _) => Some(vec![one.column]),
        ([_, ..], _) if several.len() == all.len() && is_whole(&several) != Some(false) => {
            Some(columns(&several))
        }
        ([_, ..], _) | (_, []) => None,
        ([], [one]) => Some(vec![one.column]),
        ([], _) => {
            let counted = table.counted(wanted);
            let named =
                || (way != Way::Numbers && is_whole(all) != Some(false)).then(|| columns(all));
            let headed = || {
                let cards = table.headed(&[&["card"]]);
                (cards.len() == 1 && is_whole(all) != Some(true)).then_some(cards)
            };
            let whole = || (is_whole(all) == Some(true)).then(|| columns(all));
            let is_among = |of: &Vec<Column>| of.iter().all(|c| all.iter().any(|f| f.column == *c));
            counted.or_else(whole).or_else(named).or_else(headed).filter(is_among)
        }
    }
}

/// The column that numbers the decks, where a row is one card.
fn deck_column(table: &Table, card: Column) -> Result<Column, String> {
    let mut decks = table.headed(&[&["deck"], &["shuffle"], &["round"]]);
    decks.retain(|column| *column != card);
    let [deck] = decks[..] else {
        let (place, card, all) = (&table.place, table.name(card), table.all());
        return Err(format!(
            "{place}: a row holds one card ({card}): say --deck-column with the column of its deck's number; there are {all}"
        ));
    };
    Ok(deck)
}
