//! Free text in its declared encoding, against the published table.

use super::*;
use crate::journal::fault::Fault;

#[test]
fn windows_1252_reads_as_published() {
    // The code page's own table: 0x80 euro, 0x85 ellipsis, 0x92 apostrophe, 0x99 trade mark.
    let text = decode("reason", b"\x80 \x85 O\x92Neill \x99 \xE9\xFF", TextEncoding::Windows1252);
    assert_eq!(text.unwrap(), "€ … O’Neill ™ éÿ");
    for byte in [0x81, 0x8D, 0x8F, 0x90, 0x9D] {
        let fault = decode("reason", &[b'a', byte], TextEncoding::Windows1252).unwrap_err();
        assert_eq!((fault.byte, fault.place), (byte, 2));
    }
    assert_eq!(encode("O’Neill é", TextEncoding::Windows1252).unwrap(), b"O\x92Neill \xE9");
    assert_eq!(encode("♠", TextEncoding::Windows1252), None);
    for byte in 0..=u8::MAX {
        if let Some(c) = windows_1252(byte) {
            let again = encode(&c.to_string(), TextEncoding::Windows1252);
            assert_eq!(again, Some(vec![byte]));
        }
    }
}

#[test]
fn bytes_that_are_not_text_name_their_remedy() {
    let sentence = |bytes, encoding| -> String {
        Box::<Fault>::from(decode("reason", bytes, encoding).unwrap_err()).to_string()
    };
    assert_eq!(
        sentence(b"O\x92Neill", TextEncoding::Utf8),
        "column `reason` has the byte \\x92 as number 2, which is not UTF-8; declare encoding = \
         \"windows-1252\" for this journal or export it as UTF-8"
    );
    assert_eq!(
        sentence(b"\x8D", TextEncoding::Windows1252),
        "column `reason` has the byte \\x8D as number 1, which is not a character of Windows-1252; declare \
         encoding = \"utf-8\" for this journal or correct the record"
    );
}

#[test]
fn the_raw_record_shows_every_byte() {
    assert_eq!(raw(b"a\xFF\x00\x7F,\xC3\xA9\t\n", TextEncoding::Utf8), "a\\xFF\\x00\\x7F,é\t\n");
    assert_eq!(raw(b"a\x81\x92\xE9", TextEncoding::Windows1252), "a\\x81’é");
}

#[test]
fn values_in_messages_are_short_and_on_one_line() {
    assert_eq!(printable(b"a\r\nb"), "a  b");
    let long = printable(&[b'x'; 100]);
    assert_eq!(long, format!("{}…(100 characters)", "x".repeat(60)));
    assert_eq!(printable(b"\x1b[2J\xFF"), "\\x1B[2J\\xFF");
    assert_eq!(printable("6:03\u{202f}PM\u{202e}".as_bytes()), "6:03\\u{202f}PM\\u{202e}");
}
