//! What several inputs of the fuzz targets go through: each as the command line hands it on.

use feltproof_intake::samples::{
    DeckForm, DeckReader, IntegerForm, Outcomes, Shape, TableOptions, ValueRange, read_integers,
};
use feltproof_intake::{
    ColumnNames, Content, Export, Guess, JournalReader, Sample, parse_engagement,
};
use feltproof_model::engagement::JournalKind;
use feltproof_sheets::{Format, Opened, Part};
use std::io::{Cursor, Read};

/// The kind of journal that a profile of the targets reads.
pub const HANDS: JournalKind = JournalKind::Hands;

const ENGAGEMENT: &str = include_str!("../../fixtures/harbor-card-room/engagement.toml");

/// Reads the bytes as each journal of the engagement, to the end or to what stops it.
pub fn journals(bytes: &[u8]) {
    let engagement = parse_engagement(ENGAGEMENT, "engagement.toml").expect("the fixture is one");
    for at in 0..engagement.journals.len() as u16 {
        let Ok(mut reader) = JournalReader::new(bytes, &engagement, at) else { continue };
        while let Ok(Some(_)) = reader.next_block() {}
    }
}

/// Opens the bytes as rows, as `inspect` does, and looks what they may be.
pub fn rows(bytes: &[u8]) {
    for export in exports(bytes, &Format::default()) {
        if let Ok(sample) = Sample::of(export) {
            let _ = Guess::of(&sample, None, &Format::default());
        }
    }
}

/// Reads the bytes as decks and as numbers, as `shuffle` and `rng` do.
pub fn samples(bytes: &[u8]) {
    let format = Format { header_row: Some(0), ..Format::default() };
    let options = TableOptions::default();
    for export in exports(bytes, &format) {
        let form = DeckForm {
            cards: 52,
            decks: 1,
            pack: None,
            shape: Shape::Full,
            ordered: true,
            baccarat: false,
            first: None,
        };
        let Ok(mut reader) = DeckReader::new(export, "f".to_owned(), form, &options) else {
            continue;
        };
        while let Ok(Some(_)) = reader.next_deals() {}
    }
    for export in exports(bytes, &format) {
        let outcomes = Outcomes::Numbers(ValueRange::parse("0..36").expect("a range"));
        let mut form = IntegerForm { outcomes, padded: false, limit: None };
        let _ = read_integers(export, "f", &mut form, &options, |_, _| {});
    }
}

fn exports(bytes: &[u8], format: &Format) -> Vec<Export<Box<dyn Read + Send>>> {
    let opened = feltproof_sheets::open("f", Box::new(Cursor::new(bytes.to_vec())), format);
    let Ok(Opened { parts, .. }) = opened else { return Vec::new() };
    let export = |Part { named, content, .. }| Export {
        content: match content {
            feltproof_sheets::Content::Text { text, dialect } => Content::Text(text, dialect),
            feltproof_sheets::Content::Rows(rows) => Content::Rows(rows),
        },
        names: if named { ColumnNames::OfFormat(0) } else { ColumnNames::Row(1) },
        evidence: None,
    };
    parts.into_iter().map(export).collect()
}
