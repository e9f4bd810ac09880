//! Random damage never panics and loses nothing, whatever the sizes of blocks and pieces and the
//! number of threads.

use super::*;
use proptest::prelude::*;

/// A sound hands journal of some rounds at two tables, with quoted fields here and there.
fn sound_hands(rounds: u32, quotes: bool) -> String {
    let mut text = HANDS.to_owned();
    for round in 1..=rounds {
        let time = format!("2026-11-01 0{}:{:02}:00", round % 4, round % 60);
        for seat in ["1", "4", "D"] {
            let action = if seat == "D" { "deal" } else { "play" };
            let dealer = if quotes && round % 3 == 0 { "\"D,\"\"0\"\"\n7\"" } else { "D07" };
            let stakes = if seat == "D" { ",,,," } else { "5.00,5.00,15,,5.00" };
            text += &format!(
                "{round},{time},C4P-1,{dealer},{seat},As Ks Qs Js 2d,{action},{stakes},,,,,,\n"
            );
        }
    }
    text
}

fn sound_manager(events: u32) -> String {
    let mut text = MANAGER.to_owned();
    for seq in 1..=events {
        text += &format!(
            "{seq},2026-10-31T18:00:{:02}.5,HARBOR-1,grand,coin_in,C4P-1,{seq},,15.00,2500.75,10,,,\"n, {seq}\",\n",
            seq % 60
        );
    }
    text
}

/// How often one byte is put over, put in or taken out.
#[derive(Clone, Debug)]
enum Damage {
    Over(usize, u8),
    In(usize, u8),
    Out(usize, usize),
    End(usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let byte = prop_oneof![prop::sample::select(b"\",\n\r\0-.9ZA\xFF\xEF".to_vec()), any::<u8>(),];
    prop_oneof![
        (any::<usize>(), byte.clone()).prop_map(|(at, b)| Damage::Over(at, b)),
        (any::<usize>(), byte).prop_map(|(at, b)| Damage::In(at, b)),
        (any::<usize>(), 1_usize..200).prop_map(|(at, n)| Damage::Out(at, n)),
        any::<usize>().prop_map(Damage::End),
    ]
}

/// Damages what follows the header.
fn damaged(text: &str, all: &[Damage]) -> Vec<u8> {
    let header = text.find('\n').unwrap() + 1;
    let mut body = text.as_bytes()[header..].to_vec();
    for one in all {
        let place = |at: usize| at % (body.len() + 1);
        match *one {
            Damage::Over(at, byte) => {
                let at = place(at);
                if let Some(slot) = body.get_mut(at) {
                    *slot = byte;
                }
            }
            Damage::In(at, byte) => body.insert(place(at), byte),
            Damage::Out(at, count) => {
                let at = place(at);
                body.drain(at..body.len().min(at + count));
            }
            Damage::End(at) => body.truncate(body.len() - place(at) / 20),
        }
    }
    [&text.as_bytes()[..header], &body].concat()
}

/// The records of the file by a slow method of its own: a small machine that walks byte by byte
/// and, for each opening quote, tries to find its proper end. Returns first line and raw bytes.
fn slow_records(bytes: &[u8]) -> Vec<(u32, Vec<u8>)> {
    let mut records = Vec::new();
    let (mut here, mut line) = (0, 1);
    while here < bytes.len() {
        let start = here;
        loop {
            let opens =
                bytes.get(here) == Some(&b'"') && (here == start || bytes[here - 1] == b',');
            if opens && let Some(after) = slow_close(bytes, here) {
                here = after;
                continue;
            }
            if opens {
                // Faulty: the record ends with this line.
                while here < bytes.len() && bytes[here] != b'\n' {
                    here += 1;
                }
            }
            if here >= bytes.len() || bytes[here] == b'\n' {
                break;
            }
            here += 1;
        }
        let record = bytes[start..here].strip_suffix(b"\r").unwrap_or(&bytes[start..here]);
        if !record.is_empty() {
            records.push((line, record.to_vec()));
        }
        here += 1;
        let end = here.min(bytes.len());
        line += u32::try_from(bytes[start..end].iter().filter(|b| **b == b'\n').count()).unwrap();
    }
    records
}

fn slow_close(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    while at < bytes.len() && at <= open + feltproof_sheets::QUOTED_BYTES_MAX {
        if bytes[at] != b'"' {
            at += 1;
        } else if bytes.get(at + 1) == Some(&b'"') {
            at += 2;
        } else {
            let rest = &bytes[at + 1..];
            let ends = rest.is_empty()
                || rest == b"\r"
                || rest.starts_with(b",")
                || rest.starts_with(b"\n")
                || rest.starts_with(b"\r\n");
            return ends.then_some(at + 1);
        }
    }
    None
}

/// First lines of everything the journal gave.
fn lines(whole: &Whole) -> Vec<u32> {
    let mut lines: Vec<u32> = whole.problems.iter().map(|p| p.line).collect();
    lines.extend(whole.hands.rows.as_rows().iter().map(|r| r.line));
    lines.extend(whole.controller.iter().map(|e| e.line));
    lines.extend(whole.manager.iter().map(|e| e.line));
    lines.sort_unstable();
    lines
}

fn check(
    bytes: &[u8],
    engagement: &Engagement,
    sizes: &[(usize, usize)],
) -> Result<(), TestCaseError> {
    let whole = read_sized(bytes, engagement, 1 << 20, 1);
    let records = slow_records(bytes);
    let expected: Vec<u32> = records.iter().skip(1).map(|(line, _)| *line).collect();
    prop_assert_eq!(lines(&whole), expected, "every record is a value or a problem, in its line");
    for problem in &whole.problems {
        let (_, raw) = records.iter().find(|(line, _)| *line == problem.line).unwrap();
        prop_assert_eq!(
            &problem.raw,
            &super::super::text::raw(raw, engagement.journals[0].encoding)
        );
    }
    let covered: u32 = whole.hands.fragments.iter().map(|f| f.rows.end - f.rows.start).sum();
    prop_assert_eq!(covered as usize, whole.hands.rows.len());
    for (block, pieces) in sizes {
        prop_assert_eq!(&read_sized(bytes, engagement, *block, *pieces), &whole, "block {}", block);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damaged_hands_lose_nothing(
        rounds in 1_u32..12,
        quotes in any::<bool>(),
        all in prop::collection::vec(damage(), 0..12),
        block in 1_usize..600,
        pieces in 1_usize..20,
        policy in prop::sample::select(vec!["refuse", "first", "second", "record-order"]),
    ) {
        let bytes = damaged(&sound_hands(rounds, quotes), &all);
        let engagement = engagement("hands", &format!("repeated_hour = \"{policy}\""));
        check(&bytes, &engagement, &[(block, 1), (block, pieces), (1, 1), (1 << 20, pieces)])?;
    }

    #[test]
    fn damaged_managers_lose_nothing(
        events in 1_u32..30,
        all in prop::collection::vec(damage(), 0..12),
        block in 1_usize..600,
        pieces in 1_usize..20,
        encoding in prop::sample::select(vec!["utf-8", "windows-1252"]),
    ) {
        let bytes = damaged(&sound_manager(events), &all);
        let engagement = engagement("manager", &format!("encoding = \"{encoding}\""));
        check(&bytes, &engagement, &[(block, pieces), (1 << 20, pieces)])?;
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = [CONTROLLER.as_bytes(), &bytes].concat();
        check(&text, &engagement("controller", ""), &[(1, 1), (17, 3)])?;
        let _ = JournalReader::new(bytes.as_slice(), &engagement("controller", ""), 0).is_ok();
    }
}

#[test]
fn a_long_unclosed_quote_is_the_same_in_every_block() {
    let mut text = sound_hands(400, true);
    let at = text.find("\n30,").unwrap() + 1;
    text.insert_str(at, "7,\"never closed\n");
    for encoding in ["utf-8", "windows-1252"] {
        let keys = format!("encoding = \"{encoding}\"\nrepeated_hour = \"record-order\"");
        check(text.as_bytes(), &engagement("hands", &keys), &[(100, 1), (4096, 4), (65_536, 16)])
            .unwrap();
    }
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let damage = [Damage::Over(900, b'"'), Damage::In(50_000, b'\n'), Damage::Out(120_000, 90)];
    let bytes = damaged(&sound_hands(2000, true), &damage);
    let engagement = engagement("hands", "repeated_hour = \"record-order\"");
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| read_sized(&bytes, &engagement, 10_000, 16))
    };
    let one = with(1);
    assert!(!one.problems.is_empty() && one.hands.rows.len() > 5900);
    assert_eq!(one, with(2));
    assert_eq!(one, with(5));
}
