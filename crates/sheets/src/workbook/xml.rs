//! The events of one XML part, each no longer than memory is meant for.

use super::package::Unpacked;
use crate::bounds::LINE_MAX;
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::io::{self, BufReader, Read};

/// An XML part.
pub(crate) struct Xml {
    reader: quick_xml::Reader<BufReader<Limited>>,
    buffer: Vec<u8>,
    name: String,
}

/// Ends with an error where one event goes on for ever.
struct Limited {
    part: Unpacked,
    left: usize,
}

impl Read for Limited {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.part.read(buffer)?;
        self.left = self.left.checked_sub(read).ok_or_else(|| {
            io::Error::other(format!(
                "it holds a text of more than {LINE_MAX} bytes, as no cell is"
            ))
        })?;
        Ok(read)
    }
}

impl Xml {
    pub(crate) fn new(part: Unpacked, name: &str) -> Self {
        let limited = Limited { part, left: LINE_MAX };
        let mut reader = quick_xml::Reader::from_reader(BufReader::with_capacity(1 << 16, limited));
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.check_end_names = false;
        Self { reader, buffer: Vec::with_capacity(1024), name: name.to_owned() }
    }

    /// The next event, none at the end; an empty element comes as its start and its end.
    #[inline]
    pub(crate) fn next_if_any(&mut self) -> io::Result<Option<Event<'_>>> {
        read(&mut self.reader, &mut self.buffer, &self.name)
    }

    /// The next event within an element, which the part must end.
    #[inline]
    pub(crate) fn next_within(&mut self) -> io::Result<Event<'_>> {
        let Self { reader, buffer, name } = self;
        read(reader, buffer, name)?.ok_or_else(|| broken(name, &"it breaks off"))
    }

    /// What to say where the part ends too early.
    pub(crate) fn breaks_off(&self) -> io::Error {
        broken(&self.name, &"it breaks off")
    }
}

#[inline]
fn read<'b>(
    reader: &mut quick_xml::Reader<BufReader<Limited>>,
    buffer: &'b mut Vec<u8>,
    name: &str,
) -> io::Result<Option<Event<'b>>> {
    buffer.clear();
    reader.get_mut().get_mut().left = LINE_MAX;
    match reader.read_event_into(buffer) {
        Ok(Event::Eof) => Ok(None),
        Ok(event) => Ok(Some(event)),
        Err(quick_xml::Error::Io(e)) => Err(io::Error::other(e.to_string())),
        Err(e) => Err(broken(name, &e)),
    }
}

fn broken(part: &str, why: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!(
        "its part `{part}` is damaged ({why}); save it again with the program that wrote it"
    ))
}

/// The value of an attribute, by its name without prefix.
pub(crate) fn attribute(element: &BytesStart<'_>, name: &str) -> io::Result<Option<String>> {
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(io::Error::other)?;
        if attribute.key.local_name().as_ref() == name {
            return unescaped(&attribute.value).map(Some);
        }
    }
    Ok(None)
}

/// The value of an attribute as a text.
pub(crate) fn unescaped(value: &str) -> io::Result<String> {
    Ok(quick_xml::escape::unescape(value).map_err(io::Error::other)?.into_owned())
}

/// Adds the character that `&...;` stands for. Only those of XML itself are known: a workbook has
/// no others, and definitions of one's own are how small files become large.
pub(crate) fn push_reference(text: &mut String, reference: &BytesRef<'_>) -> io::Result<()> {
    match reference.as_ref() {
        "amp" => text.push('&'),
        "lt" => text.push('<'),
        "gt" => text.push('>'),
        "quot" => text.push('"'),
        "apos" => text.push('\''),
        name => match reference.resolve_char_ref() {
            Ok(Some(character)) => text.push(character),
            _ => return Err(io::Error::other(format!("it holds the unknown entity `&{name};`"))),
        },
    }
    Ok(())
}
