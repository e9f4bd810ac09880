//! Bytes written as text, and records that are not whole: neither is taken for a fault of the source. And the review of a source
//! beside what it gave.

use crate::common;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;

fn run(folder: &Path, args: &[&str]) -> Output {
    common::feltproof(folder).args(args).current_dir(folder).output().unwrap()
}

/// Exit code and the first source.
fn source(folder: &Path, args: &[&str]) -> (i32, Value) {
    let output = run(folder, &[args, &["--format", "json"]].concat());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: Value = serde_json::from_slice(&output.stdout).expect(&text);
    (output.status.code().unwrap(), report["sources"][0].clone())
}

/// The one sentence of a command that cannot run.
fn refused(folder: &Path, args: &[&str]) -> String {
    let output = run(folder, args);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
    assert_eq!(text.trim_end().lines().count(), 1, "one sentence: {text}");
    text
}

fn golden() -> Vec<u8> {
    fs::read(common::fixtures().join("randomness/golden_uniform_1000.bin")).unwrap()
}

/// The characters that base64 and base32 are written in, six and five bits each.
fn written(bytes: &[u8], alphabet: &[u8], bits: usize) -> String {
    let all: Vec<u8> = bytes.iter().flat_map(|b| (0..8).rev().map(move |at| b >> at & 1)).collect();
    let digits = all.chunks(bits).map(|some| {
        let value = (0..bits).fold(0, |v, at| v << 1 | usize::from(*some.get(at).unwrap_or(&0)));
        char::from(alphabet[value])
    });
    digits.collect()
}

fn folded(text: &str, width: usize) -> String {
    let lines = text.as_bytes().chunks(width);
    lines.map(|line| String::from_utf8_lossy(line).into_owned() + "\n").collect()
}

/// A text that holds bits is never tested as if its characters were them: it is refused with the option that reads it, and
/// with that option the same bits come out as from the packed file.
#[test]
fn bits_written_as_text_are_refused_with_the_option_that_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let (path, bytes) = (folder.path(), &golden()[..1200]);
    let spaced = |one: &dyn Fn(&u8) -> String| bytes.iter().map(one).collect::<Vec<_>>();
    let hex = spaced(&|b| format!("{b:02x}")).concat();
    let base64 =
        written(bytes, b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 6);
    let base32 = written(bytes, b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 5);
    let array = spaced(&|b| format!("0x{b:02x}")).join(", ");
    let armoured = format!("-----BEGIN BITS-----\n{}-----END BITS-----\n", folded(&base64, 64));
    fs::write(path.join("packed"), bytes).unwrap();
    let (_, packed) = source(path, &["rng", "packed", "--bits"]);
    for (name, text, encoding) in [
        ("hex", hex.clone(), "hex"),
        ("upper", folded(&hex.to_uppercase(), 64), "hex"),
        ("pairs", spaced(&|b| format!("{b:02x}")).join(" "), "hex"),
        ("array", format!("const uint8_t bits[] = {{\n{array}}};\n"), "hex"),
        ("remark", format!("# r\u{e9}gl\u{e9} \u{e0} 7\n{hex}\n"), "hex"),
        ("base64", base64.clone(), "base64"),
        ("lines", folded(&base64, 76), "base64"),
        ("armoured", armoured, "base64"),
        ("base32", folded(&base32, 72), "base32"),
        ("decimal", spaced(&|b| b.to_string()).join(", "), "decimal"),
    ] {
        fs::write(path.join(name), text).unwrap();
        let said = refused(path, &["rng", name, "--bits"]);
        assert!(said.contains(&format!("--encoding {encoding}")), "{name}: {said}");
        let (_, read) = source(path, &["rng", name, "--bits", "--encoding", encoding]);
        assert_eq!(read["tests"], packed["tests"], "{name}");
        // Its characters as they are, for whoever wants that.
        let (_, as_is) = source(path, &["rng", name, "--bits", "--written", "packed"]);
        assert_ne!(as_is["observations"], packed["observations"], "{name}");
    }
    let bits: Vec<String> =
        bytes.iter().flat_map(|b| (0..8).rev().map(move |at| (b >> at & 1).to_string())).collect();
    let bytes_of_bits: Vec<u8> = bits.iter().map(|bit| bit.as_bytes()[0] - b'0').collect();
    fs::write(path.join("listed"), bits.join(",\n")).unwrap();
    fs::write(path.join("unpacked"), bytes_of_bits).unwrap();
    assert_eq!(source(path, &["rng", "listed", "--bits"]).1["tests"], packed["tests"]);
    let said = refused(path, &["rng", "unpacked", "--bits"]);
    assert!(said.contains("--written characters"), "{said}");
    let args = ["rng", "unpacked", "--bits", "--written", "characters"];
    assert_eq!(source(path, &args).1["tests"], packed["tests"]);
    fs::write(path.join("packed.gz"), [b"\x1f\x8b\x08\x00".as_slice(), bytes].concat()).unwrap();
    let said = refused(path, &["rng", "packed.gz", "--bits"]);
    assert!(said.contains("begins as a gzip file does"), "{said}");
}

/// The same of cards and words, which are bytes too.
#[test]
fn text_given_as_cards_or_words_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (path, bytes) = (folder.path(), golden());
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    let decimal: Vec<String> = bytes
        .chunks(52)
        .map(|d| d.iter().map(u8::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    fs::write(path.join("packed"), &bytes).unwrap();
    fs::write(path.join("hex"), hex).unwrap();
    fs::write(path.join("decimal"), decimal.join("\n")).unwrap();
    let said = refused(path, &["shuffle", "hex", "--raw"]);
    assert!(said.contains("--encoding hex"), "{said}");
    let (code, read) = source(path, &["shuffle", "hex", "--raw", "--encoding", "hex"]);
    assert_eq!(code, 0);
    assert_eq!(read["tests"], source(path, &["shuffle", "packed", "--raw"]).1["tests"]);
    let said = refused(path, &["shuffle", "decimal", "--raw", "--cards", "64"]);
    assert!(said.contains("leave out --raw"), "{said}");
    assert_eq!(source(path, &["shuffle", "decimal"]).1["tests"], read["tests"]);
    let words = ["rng", "hex", "--range", "0..255", "--word", "u8"];
    assert!(refused(path, &words).contains("--encoding hex"));
    let words = ["rng", "hex", "--range", "0..51", "--word", "u8", "--encoding", "hex"];
    let plain = ["rng", "packed", "--range", "0..51", "--word", "u8"];
    assert_eq!(source(path, &words).1["tests"], source(path, &plain).1["tests"]);
    // Numbers that are characters by declaration are read as declared.
    let digits: String = bytes.iter().map(|b| char::from(b'0' + b % 10)).collect();
    fs::write(path.join("digits"), digits).unwrap();
    let (_, read) = source(path, &["rng", "digits", "--range", "48..57", "--word", "u8"]);
    assert_eq!(read["observations"], 52_000);
}

fn text(decks: &[Vec<String>]) -> String {
    decks.iter().map(|deck| deck.join(" ") + "\n").collect()
}

/// The golden decks by name.
fn named() -> Vec<Vec<String>> {
    let name = |b: &u8| {
        format!(
            "{}{}",
            &"23456789TJQKA"[usize::from(b % 13)..][..1],
            &"cdhs"[usize::from(b / 13)..][..1]
        )
    };
    golden().chunks(52).map(|deck| deck.iter().map(name).collect()).collect()
}

/// A deck that was misread or cut off is left out, counted by its kind and named by its row, whatever holds the records; the
/// deck after it has none before it, and the others are judged.
#[test]
fn a_deck_that_is_not_whole_is_left_out_and_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let mut decks = named();
    decks[100].truncate(20);
    decks[200][7] = "XX".to_owned();
    decks[300].push("2c".to_owned());
    decks[400][51] = "??".to_owned();
    fs::write(path.join("rows.txt"), text(&decks)).unwrap();
    let (code, found) = source(path, &["shuffle", "rows.txt"]);
    assert_eq!((code, found["observations"].as_u64()), (0, Some(996)), "{found}");
    let said = found["left_out"].as_str().unwrap();
    assert_eq!(
        said,
        "Left out as not whole: 4 of 1,000 decks, 1 with a card that was not seen, 1 with too few cards, 1 with too many cards, \
         1 with what is no card."
    );
    assert!(found["verdict"]["sentence"].as_str().unwrap().contains(said));
    let notes = found["notes"].to_string();
    for row in [
        "rows.txt:101: 20 cards",
        "rows.txt:201: `XX` is not a card",
        "rows.txt:301: 53",
        "rows.txt:401: 1 cards",
    ] {
        assert!(notes.contains(row), "{row}: {notes}");
    }
    assert!(notes.contains("991 of 996 decks are compared with the deck 1 before"), "{notes}");
    // The same as columns beside an id, and as a card a row.
    let table: String = decks
        .iter()
        .enumerate()
        .map(|(i, deck)| format!("{},{}\n", i + 1, deck.join(" ")))
        .collect();
    fs::write(path.join("table.csv"), format!("Id,Cards\n{table}")).unwrap();
    let (code, other) = source(path, &["shuffle", "table.csv"]);
    assert_eq!(
        (code, &other["left_out"], &other["tests"]),
        (0, &found["left_out"], &found["tests"])
    );
    let rows: String = decks
        .iter()
        .enumerate()
        .flat_map(|(i, deck)| deck.iter().map(move |card| format!("{},{card}\n", i + 1)))
        .collect();
    fs::write(path.join("cards.csv"), format!("Deck,Card\n{rows}")).unwrap();
    let (code, other) = source(path, &["shuffle", "cards.csv"]);
    assert_eq!(
        (code, &other["left_out"], &other["tests"]),
        (0, &found["left_out"], &found["tests"])
    );
    // As bytes: one that is no card, and a last deck that was cut off.
    let mut bytes = golden();
    bytes[52 * 200 + 7] = 99;
    bytes.truncate(52 * 999 + 17);
    fs::write(path.join("raw.bin"), bytes).unwrap();
    let (code, found) = source(path, &["shuffle", "--raw", "raw.bin"]);
    let said = found["left_out"].as_str().unwrap();
    assert_eq!(code, 0);
    assert!(
        said.contains("2 of 1,000 decks")
            && said.contains("1 with too few cards, 1 with what is no card"),
        "{said}"
    );
}

/// A card twice is certain where the record is clean, and may be misread where other rows are.
#[test]
fn a_card_twice_is_no_fault_beside_misread_decks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let mut decks = named();
    decks[500][3] = decks[500][9].clone();
    fs::write(path.join("clean.txt"), text(&decks)).unwrap();
    let (code, found) = source(path, &["shuffle", "clean.txt"]);
    assert_eq!((code, found["faults_total"].as_u64()), (1, Some(1)));
    assert_eq!(found["left_out"], Value::Null);
    decks[700][0] = "1x".to_owned();
    fs::write(path.join("misread.txt"), text(&decks)).unwrap();
    let (code, found) = source(path, &["shuffle", "misread.txt"]);
    assert_eq!((code, found["faults_total"].as_u64()), (0, Some(0)), "{found}");
    let said = found["left_out"].as_str().unwrap();
    assert!(said.contains("1 with a card twice, 1 with what is no card"), "{said}");
    assert!(found["notes"].to_string().contains("misread.txt:501: "), "{found}");
}

/// Too many left out: neither passed nor failed, and nothing is tested; half of them: the declaration is wrong.
#[test]
fn too_many_left_out_are_neither_passed_nor_failed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (misread, expected) in [(10, 0), (11, 3), (400, 3)] {
        let mut decks = named();
        decks.iter_mut().take(misread).for_each(|deck| deck.truncate(40));
        fs::write(path.join("rows.txt"), text(&decks)).unwrap();
        let (code, found) = source(path, &["shuffle", "rows.txt"]);
        assert_eq!(code, expected, "{misread}: {found}");
        let sentence = found["verdict"]["sentence"].as_str().unwrap();
        assert_eq!(sentence.contains("This is not a pass."), expected == 3, "{sentence}");
    }
    let mut decks = named();
    decks.iter_mut().take(500).for_each(|deck| deck.truncate(40));
    fs::write(path.join("rows.txt"), text(&decks)).unwrap();
    let said = refused(path, &["shuffle", "rows.txt"]);
    assert!(said.contains("rows.txt:1: 40 cards") && said.contains("500 of 1000"), "{said}");
}

/// The answers of a form in the report, what contradicts them, and the file drawn again from the seed stated there: the numbers are
/// those of the published generator, computed here once more.
#[test]
fn a_source_review_stands_in_the_report_and_its_seed_is_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let form =
        fs::read_to_string(common::fixtures().join("randomness/source_review.toml")).unwrap();
    fs::write(path.join("form.toml"), &form).unwrap();
    let words = twister(5_489, 60_000);
    let low = (1_u64 << 32) % 52;
    let mut numbers: Vec<u64> = words
        .iter()
        .filter(|word| u64::from(**word) >= low)
        .map(|w| u64::from(*w) % 52 + 1)
        .collect();
    let lines = |numbers: &[u64]| numbers.iter().map(|n| format!("{n}\n")).collect::<String>();
    fs::write(path.join("numbers.txt"), lines(&numbers)).unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(path.join("bits.bin"), bytes).unwrap();
    numbers[41_233] = numbers[41_233] % 52 + 1;
    fs::write(path.join("other.txt"), lines(&numbers)).unwrap();
    let review = |args: &[&str]| {
        let output = run(path, &[&["rng", "--source-review", "form.toml"], args].concat());
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (code, said) = review(&["numbers.txt", "--range", "1..52"]);
    assert_eq!(code, 0, "{said}");
    assert!(plain(&said).contains("11 are answered, 0 not answered, 0 contradicted"), "{said}");
    let (_, said) = review(&["bits.bin", "--bits"]);
    assert!(plain(&said).contains("All 240000 bytes of the file are"), "{said}");
    let (code, said) = review(&["other.txt", "--range", "1..52"]);
    assert_eq!(code, 1, "{said}");
    assert!(plain(&said).contains("number 41234 is"), "{said}");
    // Without a file the review stands alone; what nobody answered leaves it open, a bias contradicts it.
    for (from, to, ending, says) in [
        ("", "", 3, "10 are answered, 0 not answered, 0 contradicted"),
        (
            "how = \"one word is drawn and dropped 100 times a second\"\n",
            "",
            3,
            "9 are answered, 1 not",
        ),
        ("remainder-reject-low", "remainder", 1, "1 in 89478485"),
    ] {
        fs::write(path.join("form.toml"), form.replace(from, to)).unwrap();
        let (code, said) = review(&[]);
        assert_eq!(code, ending, "{said}");
        // Columns break sentences: their words are looked for in the JSON.
        let (_, json) = review(&["--format", "json"]);
        assert!(plain(&said).contains(says) || json.contains(says), "{says}: {said}");
    }
    fs::write(path.join("form.toml"), &form).unwrap();
    let (code, _) = review(&["--out", "report", "--unsigned"]);
    assert_eq!(code, 3);
    assert!(path.join("report/randomness.pdf").exists());
    let (_, template) = review(&[]);
    assert!(!template.is_empty());
    // A form is an input: no report replaces the folder that it lies in.
    fs::write(path.join("report/form.toml"), &form).unwrap();
    for file in [&[][..], &["numbers.txt", "--range", "1..52"]] {
        let args = ["rng", "--source-review", "report/form.toml", "--out", "report", "--unsigned"];
        let said = refused(path, &[&args[..1], file, &args[1..]].concat());
        assert!(said.contains("form.toml is an input of this run"), "{said}");
    }
    let output = run(path, &["rng", "--source-review-template"]);
    assert_eq!(output.status.code(), Some(0));
    fs::write(path.join("form.toml"), &output.stdout).unwrap();
    let said = run(path, &["rng", "--source-review", "form.toml"]);
    assert_eq!(said.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&said.stderr).contains("answered_by"), "a blank is no answer");
}

/// Decks of a stated seed and rule of shuffling, made here once more, are what they are said to be, in text and in bytes. One that
/// is misread is passed over; one with two cards exchanged contradicts the review.
#[test]
fn decks_are_shuffled_again_from_their_seed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let form =
        fs::read_to_string(common::fixtures().join("randomness/source_review.toml")).unwrap();
    let shuffle = "[shuffle]\nmethod = \"fisher-yates-down\"\ndealt_from = \"last\"\n\n[replay]";
    fs::write(path.join("form.toml"), form.replace("[replay]", shuffle)).unwrap();
    fs::write(path.join("numbers.toml"), &form).unwrap();
    let mut words = twister(5_489, 60_000).into_iter().map(u64::from);
    let mut draw = |n: u64| loop {
        let word = words.next().unwrap();
        if word >= (1 << 32) % n {
            return usize::try_from(word % n).unwrap();
        }
    };
    let deck = |_| {
        let mut deck: Vec<u8> = (0..52).collect();
        (1..52).rev().for_each(|i| deck.swap(i, draw(i as u64 + 1)));
        deck.into_iter().rev().collect()
    };
    let decks: Vec<Vec<u8>> = (0..300).map(deck).collect();
    fs::write(path.join("decks.bin"), decks.concat()).unwrap();
    let line = |deck: &Vec<u8>| deck.iter().map(|card| format!("{card} ")).collect::<String>();
    let mut lines: Vec<String> = decks.iter().map(line).collect();
    fs::write(path.join("decks.txt"), lines.join("\n")).unwrap();
    lines[99] = lines[99].replacen("51 ", "99 ", 1);
    fs::write(path.join("misread.txt"), lines.join("\n")).unwrap();
    let mut other = decks[199].clone();
    other.swap(7, 8);
    lines[199] = line(&other);
    fs::write(path.join("other.txt"), lines.join("\n")).unwrap();
    let says = |args: &[&str]| {
        let form = ["shuffle", "--source-review", "form.toml", "--format", "json"];
        let output = run(path, &[&form, args].concat());
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let whole = "All 300 decks of the file are what the generator gives";
    let differs = format!(
        "card 8 of deck 200 is {}, and it gives {}. The 198 before it agree. 1 that could not be read were not compared",
        card(decks[199][8]),
        card(decks[199][7])
    );
    for (args, code, wanted) in [
        (&["decks.txt"][..], 0, whole),
        (&["--raw", "decks.bin"], 0, whole),
        (&["misread.txt"], 0, "All 299 decks of the file are what"),
        (&["other.txt"], 1, &differs),
    ] {
        let (ended, json) = says(args);
        assert!(ended == code && json.contains(wanted), "{args:?} {wanted}: {ended} {json}");
    }
    let said = refused(path, &["shuffle", "decks.txt", "--source-review", "numbers.toml"]);
    assert!(said.contains("decks cannot be replayed without [shuffle]"), "{said}");
}

/// The name of a card by its number.
fn card(number: u8) -> String {
    let of = |all: &str, at: u8| char::from(all.as_bytes()[usize::from(at)]);
    format!("{}{}", of("23456789TJQKA", number % 13), of("cdhs", number / 13))
}

/// The Mersenne Twister as its authors describe it: a recurrence of 624 words, seeded by a linear one, and tempered.
fn twister(seed: u32, many: usize) -> Vec<u32> {
    let mut state = vec![seed];
    for i in 1..624_u32 {
        let last = state[state.len() - 1];
        state.push(1_812_433_253_u32.wrapping_mul(last ^ last >> 30).wrapping_add(i));
    }
    for at in 624..624 + many {
        let joined = state[at - 624] & 0x8000_0000 | state[at - 623] & 0x7fff_ffff;
        let twist = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
        state.push(state[at - 227] ^ joined >> 1 ^ twist);
    }
    let tempered = |word: &u32| {
        let y = word ^ word >> 11;
        let y = y ^ y << 7 & 0x9d2c_5680;
        let y = y ^ y << 15 & 0xefc6_0000;
        y ^ y >> 18
    };
    state[624..].iter().map(tempered).collect()
}
