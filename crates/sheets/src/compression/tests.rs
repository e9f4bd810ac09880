//! What was compressed is read; what is damaged, cut short or a bomb is refused in one sentence.

use super::*;
use flate2::write::GzEncoder;
use std::io::{Cursor, Write};

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

fn read(file: &[u8]) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let mut reader = decompressed(Cursor::new(file.to_vec()), Compression::of(file));
    reader.read_to_end(&mut text).map(|_| text).map_err(|e| e.to_string())
}

#[test]
fn members_and_frames_follow_each_other() {
    assert_eq!(read(b"plain").unwrap(), b"plain");
    assert_eq!(read(&[gzip(b"one "), gzip(b"two")].concat()).unwrap(), b"one two");
    let skipped = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9];
    let frames = [&skipped[..], &zstd(b"one "), &skipped, &zstd(b"two")].concat();
    assert_eq!(read(&frames).unwrap(), b"one two");
    for padding in [&[0; 3000][..], b" \r\n \t", &[0; 1 << 17]] {
        assert_eq!(read(&[&gzip(b"one "), padding].concat()).unwrap(), b"one ");
        assert_eq!(read(&[&zstd(b"one "), padding].concat()).unwrap(), b"one ");
        let between = [&gzip(b"one "), padding, &gzip(b"two"), padding].concat();
        assert_eq!(read(&between).unwrap(), b"one two");
    }
    for (format, one) in [("gzip", gzip(b"one")), ("zstd", zstd(b"one"))] {
        let why = read(&[&one[..], b"\0 1,2\n"].concat()).unwrap_err();
        let at = one.len() + 2;
        assert!(
            why.starts_with(&format!("its {format} ends, and from byte {at} of the file on")),
            "{why}"
        );
        assert!(why.contains("beginning with `1`"), "{why}");
    }
    let long = b"2026-10-31 18:03:22;C4P-1;5.00\n".repeat(20_000);
    assert_eq!(read(&zstd(&long)).unwrap(), long);
}

#[test]
fn what_breaks_off_is_not_shorter_but_damaged() {
    let text = b"some rows, some more rows\n".repeat(500);
    for whole in [gzip(&text), zstd(&text)] {
        for kept in [whole.len() - 1, whole.len() / 2, 12] {
            let why = read(&whole[..kept]).unwrap_err();
            assert!(why.contains("damaged or breaks off"), "{kept}: {why}");
        }
        let mut flipped = whole.clone();
        let middle = flipped.len() - 6;
        flipped[middle] ^= 0x40;
        assert!(read(&flipped).is_err());
    }
}

#[test]
fn a_bomb_is_refused() {
    // 80 MB of zeros, as members of 1 MB each: what comes out is thrown away.
    let member = gzip(&vec![0; 1 << 20]);
    let mut reader = decompressed(Cursor::new(member.repeat(80)), Compression::Gzip);
    let why = io::copy(&mut reader, &mut io::sink()).unwrap_err().to_string();
    assert!(why.contains("decompression bomb"), "{why}");
}
