//! A change anywhere in a signed file is refused, and no input makes the
//! verifier panic.

use crate::common;
use crate::common::{BOTH, contents, signed_with};
use feltproof_seal::{Defect, verify_pdf};
use proptest::prelude::*;

/// One bit, all bits but the sign, and the bit that turns `a` into `A`.
const MASKS: [u8; 3] = [0x01, 0x7f, 0x20];

fn refused(bytes: &[u8]) -> bool {
    verify_pdf(bytes, &[]).intact.is_err()
}

#[test]
fn every_byte_of_the_signature_is_fixed() {
    for algorithm in BOTH {
        let original = signed_with(algorithm);
        for offset in contents(&original) {
            for mask in MASKS {
                let mut bytes = original.clone();
                bytes[offset] ^= mask;
                assert!(refused(&bytes), "byte {offset} ^ {mask:#04x} of /Contents survived");
            }
        }
    }
}

#[test]
fn every_hex_digit_of_the_signature_has_one_permitted_value() {
    for algorithm in BOTH {
        // Flips with a mask seldom give another digit; these always do.
        let original = signed_with(algorithm);
        let range = contents(&original);
        for offset in range.start + 1..range.end - 1 {
            let mut bytes = original.clone();
            bytes[offset] = if bytes[offset] == b'7' { b'8' } else { b'7' };
            assert!(refused(&bytes), "digit {offset} of /Contents survived");
        }
    }
}

#[test]
fn every_byte_of_the_file_is_fixed() {
    for algorithm in BOTH {
        let original = signed_with(algorithm);
        assert!(!refused(&original));
        for offset in 0..original.len() {
            let mut bytes = original.clone();
            bytes[offset] ^= MASKS[offset % MASKS.len()];
            assert!(refused(&bytes), "byte {offset} survived");
        }
    }
}

#[test]
fn every_truncation_is_refused() {
    for algorithm in BOTH {
        let original = signed_with(algorithm);
        for len in 0..original.len() {
            assert!(refused(&original[..len]), "the first {len} bytes survived");
            assert!(refused(&original[len + 1..]), "the bytes from {} survived", len + 1);
        }
    }
}

#[test]
fn removed_and_inserted_bytes_are_refused() {
    for algorithm in BOTH {
        let original = signed_with(algorithm);
        for offset in (0..original.len()).step_by(7) {
            let mut shorter = original.clone();
            shorter.remove(offset);
            assert!(refused(&shorter), "byte {offset} could be removed");
            let mut longer = original.clone();
            longer.insert(offset, b' ');
            assert!(refused(&longer), "a space could be put at {offset}");
        }
    }
}

#[test]
fn appended_bytes_are_named_and_counted() {
    for algorithm in BOTH {
        for extra in [&b"\n"[..], b"\0", b"%%EOF\n", b"999 0 obj null endobj"] {
            let mut bytes = signed_with(algorithm);
            let signed_end = u64::try_from(bytes.len()).unwrap();
            bytes.extend_from_slice(extra);
            let defect = verify_pdf(&bytes, &[]).intact.unwrap_err();
            let (bytes_len, extra) = (bytes.len(), u64::try_from(extra.len()).unwrap());
            assert_eq!(defect, Defect::DataAppended { signed_end, bytes_len, extra });
        }
    }
}

#[test]
fn a_revision_is_told_from_bytes_and_names_what_it_replaces() {
    for algorithm in BOTH {
        for (extra, expected) in [
            (&b"1 0 obj null endobj"[..], vec![1]),
            (
                b"\n3 0 obj\n<<>>\nendobj\n1 0 obj\n<<>>\nendobj\nxref\nstartxref\n1\n%%EOF",
                vec![1, 3],
            ),
            (b"xref\n1 1\n0000000100 00000 n\ntrailer\n<<>>\nstartxref\n1\n%%EOF", vec![]),
        ] {
            let mut bytes = signed_with(algorithm);
            bytes.extend_from_slice(extra);
            match verify_pdf(&bytes, &[]).intact {
                Err(Defect::RevisionAppended { replaced, .. }) => assert_eq!(replaced, expected),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn padding_and_upper_case_are_refused() {
    for algorithm in BOTH {
        let original = signed_with(algorithm);
        let range = contents(&original);
        let mut upper = original.clone();
        upper[range.clone()].make_ascii_uppercase();
        assert!(matches!(verify_pdf(&upper, &[]).intact, Err(Defect::NotLowerHex { .. })));

        // Two zeros more, with a byte range that still covers everything else.
        let mut padded = original.clone();
        padded.splice(range.end - 1..range.end - 1, *b"00");
        let old = format!("[0 {:<10} {:<10}", range.start, range.end);
        let new = format!("[0 {:<10} {:<10}", range.start, range.end + 2);
        let at = padded.windows(old.len()).position(|w| w == old.as_bytes()).unwrap();
        padded[at..at + new.len()].copy_from_slice(new.as_bytes());
        assert!(matches!(verify_pdf(&padded, &[]).intact, Err(Defect::BrokenContainer { .. })));
    }
}

#[test]
fn a_signature_cannot_be_moved_to_another_file() {
    for algorithm in BOTH {
        let original = signed_with(algorithm);
        let other = feltproof_seal::sign_pdf(
            &common::bytes_of(common::document(2)),
            &common::identity_of(algorithm),
            &common::claim(),
            None,
        )
        .unwrap();
        let mut forged = other.clone();
        forged[contents(&other)].copy_from_slice(&original[contents(&original)]);
        let verification = verify_pdf(&forged, &common::trusted());
        assert!(matches!(verification.intact, Err(Defect::DigestMismatch { .. })));
        assert!(!common::is_accepted(&verification));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn several_random_changes_never_panic_and_are_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        keep in any::<prop::sample::Index>(),
        cut in any::<bool>(),
        algorithm in prop::sample::select(BOTH.to_vec()),
    ) {
        let original = signed_with(algorithm);
        let mut bytes = original.clone();
        for (index, value) in changes {
            let at = index.index(bytes.len());
            bytes[at] = value;
        }
        if cut {
            bytes.truncate(keep.index(bytes.len()));
        }
        prop_assert_eq!(refused(&bytes), bytes != original);
    }

    #[test]
    fn pieces_of_signature_dictionaries_never_panic(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "%PDF-1.7\n", "1 0 obj", " obj", "endobj", "<<", ">>", "<", ">", "[", "]", "(", ")", "\\",
            "/ByteRange", "/Contents", "/Type/Sig", "/Filter/Adobe.PPKLite",
            "/SubFilter/ETSI.CAdES.detached", "/Reference", "/TransformMethod/DocMDP",
            "/TransformParams", "/P 1", "/M(D:20240101000000Z)", "/Name<FEFF0041>", "[0 1 2 3]",
            "[0 99999999999999999999 -1 2]", "18446744073709551615", "30820304", " ", "%%EOF",
        ]), 0..40),
    ) {
        let bytes = ["%PDF-1.7\n"].into_iter().chain(pieces).collect::<String>();
        prop_assert!(refused(bytes.as_bytes()));
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(refused(&bytes));
    }
}
