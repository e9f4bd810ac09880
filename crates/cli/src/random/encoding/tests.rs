//! Published vectors, what stands around bytes, and what is recognised.

use super::*;

fn decoded(encoding: Encoding, text: &str) -> Result<Vec<u8>, String> {
    let mut wholes = Vec::new();
    // In blocks of every size the answer is the same.
    for size in [1, 2, 3, 5, 7, text.len().max(1)] {
        let (mut decoder, mut out) = (Decoder::new(encoding, text.as_bytes()), Vec::new());
        for block in text.as_bytes().chunks(size) {
            decoder.decode(block, "f", &mut out)?;
        }
        decoder.end("f", &mut out)?;
        wholes.push(out);
    }
    assert!(wholes.iter().all(|whole| *whole == wholes[0]), "{text}");
    Ok(wholes.remove(0))
}

/// The test vectors of RFC 4648, section 10, each with and without its padding.
#[test]
fn published_vectors_of_the_encodings() {
    for (plain, base64, base32, hex) in [
        ("", "", "", ""),
        ("f", "Zg==", "MY======", "66"),
        ("fo", "Zm8=", "MZXQ====", "666F"),
        ("foo", "Zm9v", "MZXW6===", "666F6F"),
        ("foob", "Zm9vYg==", "MZXW6YQ=", "666F6F62"),
        ("fooba", "Zm9vYmE=", "MZXW6YTB", "666F6F6261"),
        ("foobar", "Zm9vYmFy", "MZXW6YTBOI======", "666F6F626172"),
    ] {
        for (encoding, text) in
            [(Encoding::Base64, base64), (Encoding::Base32, base32), (Encoding::Hex, hex)]
        {
            let bare = text.trim_end_matches('=');
            assert_eq!(decoded(encoding, text).as_deref(), Ok(plain.as_bytes()), "{text}");
            assert_eq!(decoded(encoding, bare).as_deref(), Ok(plain.as_bytes()), "{bare}");
        }
    }
}

#[test]
fn what_stands_around_the_bytes_is_left_out() {
    let array = "const unsigned char d[] = {\n  0x66, 0x6f,\n  0x6F };\nunsigned int n = 3;\n";
    let nested = "x = {{0x66},{0x6f, 0x6f}};";
    for (encoding, text) in [
        (Encoding::Hex, array),
        (Encoding::Hex, nested),
        (Encoding::Hex, "\u{feff}# run 7\r\n66:6f:6f\r\n"),
        (Encoding::Hex, "\\x66\\x6f\\x6f"),
        (Encoding::Hex, "66 6f 6f"),
        (Encoding::Decimal, "102, 111,\n111\n"),
        (Encoding::Decimal, "{102,111,111}"),
        (Encoding::Base64, "-----BEGIN BYTES-----\nZm9v\n-----END BYTES-----\n"),
        (Encoding::Base64, "Zg==\nbw==\nbw==\n"),
        (Encoding::Base32, "mzxw6==="),
    ] {
        assert_eq!(decoded(encoding, text).as_deref(), Ok(b"foo".as_slice()), "{text}");
    }
    assert_eq!(decoded(Encoding::Hex, "{0x1, 0xff}"), Ok(vec![1, 255]));
    assert_eq!(decoded(Encoding::Base64, "-_-_"), Ok(vec![0xfb, 0xff, 0xbf]));
}

#[test]
fn what_may_be_no_data_is_never_decoded() {
    for (encoding, text, said) in [
        (Encoding::Hex, "000000 1f 2e\n", "f:1: the words of line 1"),
        (Encoding::Hex, "00000000: 1f2e\n00000010: 3d4c\n", "f:2: the words of line 1"),
        (Encoding::Hex, "0000000 1f2e\n", "a word of 7 characters"),
        (Encoding::Hex, "1f\n2g", "f:2: `g` is none"),
        (Encoding::Hex, "0x123", "a word of 3 characters"),
        (Encoding::Hex, ":10000000", "`:` is none"),
        (Encoding::Hex, "{1f", "does not end"),
        (Encoding::Hex, "{1f}; {2e}", "a second list"),
        (Encoding::Base64, "Zm9vYg\nZm9vYg\n", "f:1: a word of 6 characters"),
        (Encoding::Decimal, "7 256", "is no byte"),
        (Encoding::Decimal, "0000020 7", "is no byte"),
    ] {
        let why = decoded(encoding, text).expect_err(text);
        assert!(why.contains(said), "{text}: {why}");
    }
}

fn refused(taken: &Taken, head: &[u8]) -> Option<String> {
    taken.checked(head, "f").err()
}

#[test]
fn each_form_of_text_is_named_and_bytes_are_not() {
    let bytes: Vec<u8> = (0..200_u32).map(|i| (i * 167 + 13) as u8).collect();
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    let decimal: String = bytes.iter().map(|b| format!("{b} ")).collect();
    let array: String = bytes.iter().map(|b| format!("0x{b:02x}, ")).collect();
    for (text, option) in [
        (hex.as_str(), "--encoding hex"),
        (&array, "--encoding hex"),
        (&decimal, "--encoding decimal"),
        ("MZXW6YTBOIMZXW6YTBOI", "--encoding base32"),
        ("Zm9vYmFyZm9vYmFy", "--encoding base64"),
        ("r\u{e9}sultats: 0110", "take out"),
        ("31415926535897932384", "take out"),
    ] {
        let said = refused(&Taken::Bits, text.as_bytes()).unwrap_or_default();
        assert!(said.contains(option), "{text}: {said}");
    }
    assert_eq!(refused(&Taken::Bits, &bytes), None);
    assert!(refused(&Taken::Bits, b"\x1f\x8b\x08\x00\x01").is_some());
    let words = Taken::Words { share: 1.0, width: 1 };
    assert_eq!(refused(&words, hex.as_bytes()), None, "numbers that are all characters");
    let whole = Taken::Words { share: 226.0 / 256.0, width: 1 };
    assert!(refused(&whole, hex.as_bytes()).is_some_and(|said| said.contains("--encoding hex")));
    assert!(
        refused(&Taken::cards(0..=51), decimal.as_bytes())
            .is_some_and(|said| said.contains("leave out --raw"))
    );
    assert_eq!(refused(&Taken::cards(0..=51), b"\x20\x21\x22"), None, "three cards may be so");
}

/// The probability that the head of this file states, by counting the forms of a character: the largest root of
/// 1 = t / x + two / x^2 + three / x^3 + four / x^4.
#[test]
fn fair_bytes_are_text_as_seldom_as_is_said() {
    let (mut low, mut high) = (0.3_f64, 1.0_f64);
    let ascii = (0..128_u8).filter(|b| is_of_text(*b)).count() as f64 / 256.0;
    let count = |from: u32, to: u32| {
        let chars = (from..=to).filter_map(char::from_u32).filter(|c| !c.is_control());
        chars.count() as f64
    };
    let [two, three, four] = [(0x80, 0x7ff, 2), (0x800, 0xffff, 3), (0x1_0000, 0x10_ffff, 4)]
        .map(|(from, to, bytes)| count(from, to) / 256_f64.powi(bytes));
    for _ in 0..60 {
        let x = f64::midpoint(low, high);
        let sum = ascii / x + two / x.powi(2) + three / x.powi(3) + four / x.powi(4);
        if sum > 1.0 { low = x } else { high = x }
    }
    assert!((0.46..0.47).contains(&high), "{high}");
}
