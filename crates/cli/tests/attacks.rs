//! Every known attack on a signed PDF, on a real report: each is refused by its name. Where an attack works on viewers that
//! follow later revisions, a control shows that it does, so that none is refused merely because it is broken.

use crate::common::{audit, feltproof, fixtures, run};
use feltproof_report::page_that_differs;
use feltproof_seal::{
    Algorithm, Certificate, Defect, Identity, SigningClaim, Trust, attached_files, sign_pdf,
    verify_pdf,
};
use std::fs;
use std::ops::Range;
use std::sync::OnceLock;

const ISSUED: i64 = 1_793_664_000;

const BOTH: [Algorithm; 2] = [Algorithm::Ed25519, Algorithm::EcdsaP256];

fn identity(algorithm: Algorithm, secret: u8) -> Identity {
    let (from, until) = (ISSUED - 1000, ISSUED + 1000);
    Identity::generate(algorithm, "A. Auditor", None, from, until, &[secret; 32], [9; 16]).unwrap()
}

fn trusted() -> [Certificate; 2] {
    BOTH.map(|algorithm| identity(algorithm, 7).certificate().clone())
}

/// A report as the program makes it, not signed.
fn unsigned() -> &'static [u8] {
    static MADE: OnceLock<Vec<u8>> = OnceLock::new();
    MADE.get_or_init(|| {
        let home = tempfile::tempdir().unwrap();
        let engagement = fixtures().join("playthroughs/crazy4-ca/engagement.toml");
        run(audit(home.path(), &engagement, &home.path().join("out")).arg("--unsigned"), 0);
        fs::read(home.path().join("out/report.pdf")).unwrap()
    })
}

fn signed_by(algorithm: Algorithm, secret: u8) -> Vec<u8> {
    let claim = SigningClaim { unix_seconds: ISSUED, ..SigningClaim::default() };
    sign_pdf(unsigned(), &identity(algorithm, secret), &claim, None).unwrap()
}

/// The report by either algorithm: every attack is made on both.
fn both_signed() -> [&'static [u8]; 2] {
    static MADE: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    MADE.get_or_init(|| BOTH.map(|algorithm| signed_by(algorithm, 7))).each_ref().map(Vec::as_slice)
}

fn find(bytes: &[u8], what: &[u8], from: usize) -> usize {
    from + bytes[from..].windows(what.len()).position(|window| window == what).unwrap()
}

/// An object without the lines around it.
fn object(pdf: &[u8], id: u32) -> Range<usize> {
    let head = format!("\n{id} 0 obj\n");
    let start = find(pdf, head.as_bytes(), 0) + head.len();
    start..find(pdf, b"endobj", start)
}

/// The number before ` 0 R` that follows a key, and where the key stands.
fn reference(pdf: &[u8], key: &[u8], from: usize) -> (u32, usize) {
    let at = find(pdf, key, from);
    let text: String = pdf[at + key.len()..].iter().map(|b| char::from(*b)).take(12).collect();
    (text.trim().split(' ').next().unwrap().parse().unwrap(), at)
}

/// The first page: its object and that of its content.
fn first_page(pdf: &[u8]) -> (u32, u32) {
    let (first, _) = reference(pdf, b"/Kids[", 0);
    let page = object(pdf, first);
    (first, reference(pdf, b"/Contents ", page.start).0)
}

/// A revision in which these objects are others: what a viewer shows from then on.
fn revised(pdf: &[u8], objects: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = pdf.to_vec();
    let mut table = String::from("xref\n");
    for (id, body) in objects {
        table.push_str(&format!("{id} 1\n{:010} 00000 n \n", bytes.len()));
        bytes.extend(
            format!("{id} 0 obj\n").bytes().chain(body.iter().copied()).chain(*b"\nendobj\n"),
        );
    }
    ends(bytes, pdf, &table)
}

/// Table and trailer of a revision.
fn ends(mut bytes: Vec<u8>, pdf: &[u8], table: &str) -> Vec<u8> {
    let trailer = pdf.windows(8).rposition(|window| window == b"trailer\n").unwrap() + 10;
    let old = String::from_utf8_lossy(&pdf[trailer..]).into_owned();
    let (entries, rest) = old.split_once(">>\nstartxref\n").unwrap();
    let before = rest.lines().next().unwrap();
    let at = bytes.len();
    bytes.extend(
        format!("{table}trailer\n<<{entries}/Prev {before}>>\nstartxref\n{at}\n%%EOF\n").bytes(),
    );
    bytes
}

fn stream(text: &str) -> Vec<u8> {
    format!("<</Length {}>>stream\n{text}\nendstream", text.len()).into_bytes()
}

/// The numbers of `/ByteRange`.
fn numbers(pdf: &[u8]) -> Range<usize> {
    let start = find(pdf, b"/ByteRange[", 0) + 11;
    start..find(pdf, b"]", start)
}

/// The signature's own place: the numbers of `/ByteRange`, and `/Contents` with its brackets.
fn signature(pdf: &[u8]) -> (Range<usize>, Range<usize>) {
    let range = numbers(pdf);
    let contents = find(pdf, b"/Contents<", range.end) + 9;
    (range, contents..find(pdf, b">", contents) + 1)
}

/// The file with other numbers in its `/ByteRange`, as wide as before.
fn ranged(pdf: &[u8], [start, first, second, rest]: [usize; 4]) -> Vec<u8> {
    let range = numbers(pdf);
    let mut text = format!("{start} {first:<10} {second:<10} {rest:<10}");
    if text.len() > range.len() {
        text =
            format!("{:<width$}", format!("{start} {first} {second} {rest}"), width = range.len());
    }
    let mut bytes = pdf.to_vec();
    assert_eq!(text.len(), range.len());
    bytes.splice(range, text.into_bytes());
    bytes
}

/// The file with a `/ByteRange` over all of it but `/Contents`.
fn covered(pdf: &[u8]) -> Vec<u8> {
    let (_, contents) = signature(pdf);
    ranged(pdf, [0, contents.start, contents.end, pdf.len() - contents.end])
}

fn defect(bytes: &[u8]) -> Defect {
    let found = verify_pdf(bytes, &trusted());
    assert!(matches!(found.trust, Trust::NotTrusted(_)));
    found.intact.unwrap_err()
}

fn revision(bytes: &[u8], signed: &[u8], expected: &[u32]) {
    match defect(bytes) {
        Defect::RevisionAppended { replaced, signed_end, .. } => {
            assert_eq!((replaced.as_slice(), signed_end), (expected, signed.len() as u64));
        }
        other => panic!("{other}"),
    }
    // With the range drawn over the revision the digest gives it away.
    let found = defect(&covered(bytes));
    assert!(matches!(found, Defect::DigestMismatch { .. }), "{found}");
}

#[test]
fn the_report_itself_is_accepted() {
    for pdf in both_signed() {
        the_report_itself_is_accepted_of(pdf);
    }
}

fn the_report_itself_is_accepted_of(pdf: &[u8]) {
    let found = verify_pdf(pdf, &trusted());
    assert!(found.intact.is_ok() && matches!(found.trust, Trust::Trusted(_)));
    assert_eq!(covered(pdf), pdf);
    assert_eq!(page_that_differs(unsigned(), pdf), Ok(None));
    assert_eq!(attached_files(pdf).unwrap().len(), 2);
}

#[test]
fn flipped_anywhere() {
    for pdf in both_signed() {
        flipped_anywhere_of(pdf);
    }
}

fn flipped_anywhere_of(pdf: &[u8]) {
    let (range, _) = signature(pdf);
    // All of the signature dictionary and of the end, and every 997th byte of the rest.
    let dictionary = range.start - 120..pdf.len().min(range.end + 3200);
    let places = (0..pdf.len()).step_by(997).chain(dictionary).chain(pdf.len() - 300..pdf.len());
    let mut flipped = pdf.to_vec();
    for at in places {
        flipped[at] ^= 1;
        assert!(verify_pdf(&flipped, &[]).intact.is_err(), "byte {at}");
        flipped[at] ^= 1;
    }
    let page = object(pdf, first_page(pdf).1);
    flipped[page.start + 100] ^= 1;
    assert!(matches!(defect(&flipped), Defect::DigestMismatch { .. }));
}

#[test]
fn truncated_and_appended() {
    for pdf in both_signed() {
        truncated_and_appended_of(pdf);
    }
}

fn truncated_and_appended_of(pdf: &[u8]) {
    // All that stands behind the signature's object may go, and what is missing is still known to the byte.
    let behind = pdf.len() - (find(pdf, b"endobj", signature(pdf).0.end) + 6);
    assert!(behind > 200, "{behind}");
    for missing in [1, 100, behind] {
        let (keep, missing) = (pdf.len() - missing, missing as u64);
        let found = defect(&pdf[..keep]);
        assert!(
            matches!(found, Defect::CutShort { missing: m, .. } if m == missing),
            "{missing} of {behind}: {found}"
        );
    }
    for more in [&b"\n"[..], b"%PDF-1.7\n", b"<script>"] {
        let found = defect(&[pdf, more].concat());
        assert!(
            matches!(found, Defect::DataAppended { extra, .. } if extra == more.len() as u64),
            "{found}"
        );
    }
}

#[test]
fn shadow_hide_replace_and_both() {
    for pdf in both_signed() {
        shadow_hide_replace_and_both_of(pdf);
    }
}

fn shadow_hide_replace_and_both_of(pdf: &[u8]) {
    let (page, content) = first_page(pdf);
    // Hide: the content that was over it goes.
    let hidden = revised(pdf, &[(content, stream(" "))]);
    assert_eq!(page_that_differs(pdf, &hidden), Ok(Some(1)), "a viewer shows it");
    revision(&hidden, pdf, &[content]);
    // Replace: the same object with other content.
    let replaced = revised(pdf, &[(content, stream("BT (No exceptions found) Tj ET"))]);
    assert_eq!(page_that_differs(pdf, &replaced), Ok(Some(1)), "a viewer shows it");
    revision(&replaced, pdf, &[content]);
    // Replace with a new object that the page now names.
    let text = String::from_utf8_lossy(&pdf[object(pdf, page)]).into_owned();
    let other = text.replace(&format!("/Contents {content} "), "/Contents 90001 ");
    let named = revised(pdf, &[(page, other.into_bytes()), (90_001, stream("BT (Clean) Tj ET"))]);
    assert_eq!(page_that_differs(pdf, &named), Ok(Some(1)), "a viewer shows it");
    revision(&named, pdf, &[page]);
    // Hide and replace: what is shown was in the signed file all along.
    let (kids, _) = reference(pdf, b"/Kids[", 0);
    let second = find(pdf, format!("\n{} 0 obj\n", kids + 1).as_bytes(), 0);
    let (shadow, _) = reference(pdf, b"/Contents ", second);
    let swapped = text.replace(&format!("/Contents {content} "), &format!("/Contents {shadow} "));
    let both = revised(pdf, &[(page, swapped.into_bytes())]);
    assert_eq!(page_that_differs(pdf, &both), Ok(Some(1)), "a viewer shows it");
    revision(&both, pdf, &[page]);
    // The same by a table alone, which says that the object begins elsewhere: nothing is replaced, all is listed anew.
    let at = object(pdf, shadow).start - format!("{shadow} 0 obj\n").len();
    let table = ends(pdf.to_vec(), pdf, &format!("xref\n{content} 1\n{at:010} 00000 n \n"));
    revision(&table, pdf, &[]);
}

#[test]
fn a_second_signature_over_a_revision() {
    for pdf in both_signed() {
        a_second_signature_over_a_revision_of(pdf);
    }
}

fn a_second_signature_over_a_revision_of(pdf: &[u8]) {
    let (range, contents) = signature(pdf);
    let (_, content) = first_page(pdf);
    let copy = [&pdf[range.start - 80..range.end], b"]/Contents", &pdf[contents], b">>"].concat();
    let twice = revised(pdf, &[(content, stream(" ")), (90_002, copy)]);
    assert!(matches!(defect(&twice), Defect::SeveralSignatures { found: 2, .. }));
}

#[test]
fn signature_wrapping() {
    for pdf in both_signed() {
        signature_wrapping_of(pdf);
    }
}

fn signature_wrapping_of(pdf: &[u8]) {
    let (_, contents) = signature(pdf);
    let (first, rest) = (contents.start, pdf.len() - contents.end);
    // The signed bytes are all still there and named; between them stands what nobody signed.
    let wrapped = |forged: &[u8]| {
        let mut wrapped = pdf.to_vec();
        wrapped.splice(contents.end..contents.end, forged.iter().copied());
        defect(&ranged(&wrapped, [0, first, contents.end + forged.len(), rest]))
    };
    let found = wrapped(b"/Note(approved)");
    assert!(matches!(found, Defect::WrongRange { .. }), "{found}");
    let found = wrapped(b">>\nendobj\n1 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n");
    assert!(matches!(found, Defect::ForeignSignature { .. }), "{found}");
    // The second part moved to the end, its place taken by one that claims another time.
    let mut other = pdf[contents.end..].to_vec();
    let time = find(&other, b"/M(D:2026", 0);
    other[time + 8] = b'7';
    let moved = [&pdf[..contents.end], &other, &pdf[contents.end..]].concat();
    let found = defect(&ranged(&moved, [0, first, contents.end + rest, rest]));
    assert!(matches!(found, Defect::WrongRange { .. }), "{found}");
    // Digits of the signature that are not its own.
    let mut padded = pdf.to_vec();
    padded.splice(contents.end - 1..contents.end - 1, *b"0000");
    let found = defect(&covered(&padded));
    assert!(
        matches!(found, Defect::BrokenContainer { .. } | Defect::DigestMismatch { .. }),
        "{found}"
    );
}

#[test]
fn swapped_and_odd_byte_ranges() {
    for pdf in both_signed() {
        swapped_and_odd_byte_ranges_of(pdf);
    }
}

fn swapped_and_odd_byte_ranges_of(pdf: &[u8]) {
    let (range, contents) = signature(pdf);
    let (first, second, rest) = (contents.start, contents.end, pdf.len() - contents.end);
    for numbers in [
        [second, rest, 0, first],
        [0, second, first, pdf.len() - first],
        [first, 0, second, rest],
        [0, first - 1, second, rest],
        [0, 0, 0, pdf.len()],
        [1, first - 1, second, rest],
        [0, first, second + 2, rest - 2],
    ] {
        let found = defect(&ranged(pdf, numbers));
        assert!(matches!(found, Defect::WrongRange { .. }), "{numbers:?}: {found}");
    }
    // A range that claims more or less than there is.
    assert!(matches!(
        defect(&ranged(pdf, [0, first, second, rest - 1])),
        Defect::DataAppended { extra: 1, .. }
    ));
    assert!(matches!(
        defect(&ranged(pdf, [0, first, second, rest + 1])),
        Defect::CutShort { missing: 1, .. }
    ));
    for text in ["0 -1 0 0", "null", "0 1 2", "(0) 1 2 3", "0 99999999999999999999 1 1"] {
        let mut odd = pdf.to_vec();
        odd.splice(range.clone(), format!("{text:<width$}", width = range.len()).into_bytes());
        let found = defect(&odd);
        assert!(matches!(found, Defect::ForeignSignature { .. }), "{text}: {found}");
    }
    // No range, no signature.
    let mut without = pdf.to_vec();
    without[range.start - 3] = b'_';
    assert!(matches!(defect(&without), Defect::Unsigned(_)));
}

#[test]
fn a_signature_without_a_value() {
    for pdf in both_signed() {
        a_signature_without_a_value_of(pdf);
    }
}

fn a_signature_without_a_value_of(pdf: &[u8]) {
    let (_, contents) = signature(pdf);
    let zeros: Vec<u8> = [b"<".to_vec(), vec![b'0'; contents.len() - 2], b">".to_vec()].concat();
    for (value, is_named) in [
        (zeros, "BrokenContainer"),
        (b"<>".to_vec(), "ContentsLength"),
        (b"<0>".to_vec(), "ContentsLength"),
        (b"null".to_vec(), "ForeignSignature"),
        (b"()".to_vec(), "ForeignSignature"),
    ] {
        let mut bytes = pdf.to_vec();
        bytes.splice(contents.clone(), value.iter().copied());
        let rest = bytes.len() - contents.start - value.len();
        let bytes = ranged(&bytes, [0, contents.start, contents.start + value.len(), rest]);
        assert!(format!("{:?}", defect(&bytes)).starts_with(is_named), "{:?}", defect(&bytes));
    }
}

#[test]
fn another_certificate() {
    for (algorithm, pdf) in BOTH.into_iter().zip(both_signed()) {
        let forged = signed_by(algorithm, 8);
        // Signed anew by somebody of the same name: intact, and by nobody who is trusted.
        let found = verify_pdf(&forged, &trusted());
        assert!(found.intact.is_ok() && matches!(found.trust, Trust::NotTrusted(_)));
        // That one's certificate with the first one's signature value, the last 64 or 70 bytes; and the other way
        // round.
        let bytes = if algorithm == Algorithm::Ed25519 { 64 } else { 70 };
        let value = |pdf: &[u8]| {
            let end = signature(pdf).1.end - 1;
            end - 2 * bytes..end
        };
        for (of, with) in [(forged.as_slice(), pdf), (pdf, forged.as_slice())] {
            let mut swapped = of.to_vec();
            swapped[value(of)].copy_from_slice(&with[value(with)]);
            let found = verify_pdf(&swapped, &[]).intact.unwrap_err();
            assert!(matches!(found, Defect::WrongSignature { .. }), "{found}");
        }
    }
}

#[test]
fn the_signature_of_the_other_algorithm() {
    // Signed anew with a key of the other kind under the same name: by nobody who is trusted.
    for (algorithm, other) in BOTH.into_iter().zip(both_signed().into_iter().rev()) {
        let trusted = [identity(algorithm, 7).certificate().clone()];
        let found = verify_pdf(other, &trusted);
        assert!(found.intact.is_ok() && matches!(found.trust, Trust::NotTrusted(_)));
    }
    // One's container in the other's file states the digest of other bytes, even in length.
    let [first, second] = both_signed();
    for (pdf, other) in [(first, second), (second, first)] {
        let mut bytes = pdf.to_vec();
        bytes.splice(signature(pdf).1, other[signature(other).1].iter().copied());
        let found = defect(&covered(&bytes));
        assert!(matches!(found, Defect::DigestMismatch { .. }), "{found}");
    }
}

#[test]
fn the_report_inside_replaced() {
    for pdf in both_signed() {
        the_report_inside_replaced_of(pdf);
    }
}

fn the_report_inside_replaced_of(pdf: &[u8]) {
    let inside = |pdf: &[u8]| {
        let files = attached_files(pdf).unwrap();
        let report = files.into_iter().find(|file| file.name() == "report.json").unwrap();
        report.bytes(1 << 20).unwrap()
    };
    let forged =
        String::from_utf8(inside(pdf)).unwrap().replace("\"outcome\": \"", "\"outcome\": \"un");
    let file = find(pdf, b"/F(report.json)", 0);
    let (held, _) = reference(pdf, b"/EF<</F ", file);
    // By a revision.
    let revised = revised(pdf, &[(held, stream(&forged))]);
    assert_eq!(inside(&revised), forged.as_bytes(), "a viewer extracts it");
    revision(&revised, pdf, &[held]);
    // In its place.
    let mut bytes = pdf.to_vec();
    let place = object(pdf, held);
    let data = find(pdf, b"stream\n", place.start) + 7;
    bytes[data + 20..data + 28].copy_from_slice(b"\0\0\0\0\0\0\0\0");
    assert!(matches!(defect(&bytes), Defect::DigestMismatch { .. }));
}

#[test]
fn the_program_says_the_same_and_ends_with_1() {
    let home = tempfile::tempdir().unwrap();
    let (file, certificate) = (home.path().join("report.pdf"), home.path().join("lab.cert.pem"));
    fs::write(&certificate, identity(Algorithm::EcdsaP256, 7).to_certificate_pem().unwrap())
        .unwrap();
    let [_, pdf] = both_signed();
    let (_, content) = first_page(pdf);
    let trust = ["--trust", certificate.to_str().unwrap()];
    let said = |bytes: &[u8], code: i32| {
        fs::write(&file, bytes).unwrap();
        run(feltproof(home.path()).arg("verify").arg(&file).args(trust), code).0
    };
    assert!(said(pdf, 0).contains("Algorithm:    ECDSA P-256\n"));
    let text = said(&revised(pdf, &[(content, stream(" "))]), 1);
    let expected = format!("other content in the place of object {content}: the signature covers");
    assert!(text.contains("NOT INTACT. a revision of") && text.contains(&expected), "{text}");
    assert!(text.contains("Trusted:      NO"), "{text}");
    assert!(
        said(&signed_by(Algorithm::EcdsaP256, 8), 1)
            .contains("none of the 1 trusted certificates is the signer's")
    );
}
