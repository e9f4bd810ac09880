//! Elements of DER as they stand in the bytes. Signed parts of other programs' structures are compared and digested as
//! they were sent, so they are not taken apart into types and put together again.

pub(crate) const INTEGER: u8 = 0x02;
pub(crate) const BIT_STRING: u8 = 0x03;
pub(crate) const OCTET_STRING: u8 = 0x04;
pub(crate) const NULL: u8 = 0x05;
pub(crate) const OID: u8 = 0x06;
pub(crate) const UTF8_STRING: u8 = 0x0c;
pub(crate) const GENERALIZED_TIME: u8 = 0x18;
pub(crate) const SEQUENCE: u8 = 0x30;
pub(crate) const SET: u8 = 0x31;

/// The tag `[number]` of something with elements in it.
pub(crate) const fn context(number: u8) -> u8 {
    0xa0 | number
}

#[derive(Clone, Copy)]
pub(crate) struct Element<'a> {
    pub tag: u8,
    pub content: &'a [u8],
    /// With tag and length.
    pub whole: &'a [u8],
}

/// Elements one after the other, read from the front.
#[derive(Clone, Copy)]
pub(crate) struct Elements<'a> {
    rest: &'a [u8],
}

impl<'a> Elements<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next element, whatever it is.
    pub(crate) fn any(&mut self, name: &str) -> Result<Element<'a>, String> {
        let (element, rest) = first(self.rest).ok_or_else(|| format!("it has no {name} in DER"))?;
        self.rest = rest;
        Ok(element)
    }

    /// The next element, which must have this tag: its content.
    pub(crate) fn take(&mut self, tag: u8, name: &str) -> Result<&'a [u8], String> {
        let element = self.any(name)?;
        if element.tag == tag {
            return Ok(element.content);
        }
        Err(format!("tag {tag:#04x} expected for its {name}, {:#04x} found", element.tag))
    }

    /// The next element where it has this tag.
    pub(crate) fn take_if(&mut self, tag: u8) -> Option<Element<'a>> {
        let (element, rest) = first(self.rest).filter(|(element, _)| element.tag == tag)?;
        self.rest = rest;
        Some(element)
    }

    pub(crate) fn all(mut self, name: &str) -> Result<Vec<Element<'a>>, String> {
        let mut found = Vec::new();
        while !self.is_empty() {
            found.push(self.any(name)?);
        }
        Ok(found)
    }

    pub(crate) fn end(&self, name: &str) -> Result<(), String> {
        if self.is_empty() { Ok(()) } else { Err(format!("something stands after its {name}")) }
    }
}

/// The first element and what follows it: one byte of tag, the shortest form of the length, at most 4 bytes of it.
pub(crate) fn first(bytes: &[u8]) -> Option<(Element<'_>, &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&short, rest) = rest.split_first()?;
    let (len, rest) = match short {
        0..=0x7f => (usize::from(short), rest),
        0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(usize::from(short & 0x7f))?;
            let len = digits.iter().fold(0_usize, |len, digit| (len << 8) | usize::from(*digit));
            let is_shortest = len >= 0x80 && digits.first() != Some(&0);
            is_shortest.then_some((len, rest))?
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(len)?;
    let whole = bytes.get(..bytes.len() - rest.len())?;
    (tag & 0x1f != 0x1f).then_some((Element { tag, content, whole }, rest))
}

/// An element of these pieces, one after the other.
pub(crate) fn element(tag: u8, pieces: &[&[u8]]) -> Vec<u8> {
    let content = pieces.concat();
    let digits = content.len().to_be_bytes();
    let leading = digits.iter().take_while(|digit| **digit == 0).count();
    let digits = digits.get(leading..).unwrap_or_default();
    let mut bytes = vec![tag];
    match u8::try_from(content.len()) {
        Ok(len) if len < 0x80 => bytes.push(len),
        _ => {
            bytes.push(0x80 | u8::try_from(digits.len()).unwrap_or_default());
            bytes.extend_from_slice(digits);
        }
    }
    bytes.extend(content);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_and_read_in_their_shortest_form() {
        for len in [0, 1, 127, 128, 255, 256, 65535, 65536] {
            let content = vec![7; len];
            let bytes = element(OCTET_STRING, &[&content, &[]]);
            let (found, rest) = first(&bytes).unwrap();
            assert_eq!((found.tag, found.content, found.whole), (4, &content[..], &bytes[..]));
            assert!(rest.is_empty());
            assert!(first(&bytes[..bytes.len() - 1]).is_none(), "{len}");
        }
        assert_eq!(element(SET, &[&[1; 200]])[..3], [0x31, 0x81, 200]);
        for other in [
            &[0x04, 0x81, 0x01, 0x00][..], // the long form of 1
            &[0x04, 0x82, 0x00, 0x80],     // a leading zero
            &[0x30, 0x80, 0, 0],           // without a length, as in BER
            &[0x1f, 0x01, 0x00],           // a tag of several bytes
            &[0x04, 0x85, 1, 0, 0, 0, 0],
            &[0x04],
            &[],
        ] {
            assert!(first(other).is_none(), "{other:?}");
        }
    }
}
