//! PDFs made to exhaust whoever reads them, small ones: each is refused by a bound, in a sentence, and nothing else of a
//! file is read than what leads to the files inside.

use feltproof_seal::{Defect, attached_files, check_attached, verify_pdf};
use flate2::{Compression, write::ZlibEncoder};
use std::io::Write as _;

/// A PDF of these objects, numbered from 1, the first of which is the catalog.
fn pdf(objects: &[String]) -> Vec<u8> {
    let mut text = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        table.push_str(&format!("{:010} 00000 n \n", text.len()));
        text.push_str(&format!("{number} 0 obj\n{object}\nendobj\n"));
    }
    let start = text.len();
    text.push_str(&format!("{table}trailer\n<</Root 1 0 R>>\nstartxref\n{start}\n%%EOF"));
    text.into_bytes()
}

/// A PDF that lists these names, each with the number of its file specification, and has these further objects from 2 on.
fn listing(names: &[(&str, u32)], objects: &[&str]) -> Vec<u8> {
    let names: String = names.iter().map(|(name, file)| format!("({name}) {file} 0 R ")).collect();
    let catalog = format!("<</Names<</EmbeddedFiles<</Names[{names}]>>>>>>");
    let others = objects.iter().map(|text| (*text).to_owned());
    pdf(&std::iter::once(catalog).chain(others).collect::<Vec<_>>())
}

const FILE: &str = "<</EF<</F 3 0 R>>>>";
const STREAM: &str = "<</Length 5>>stream\nhello\nendstream";

fn refusal(pdf: &[u8]) -> String {
    attached_files(pdf).unwrap_err()
}

#[test]
fn a_file_inside_is_listed_once() {
    let one = listing(&[("a.txt", 2)], &[FILE, STREAM]);
    let files = attached_files(&one).unwrap();
    assert_eq!((files[0].name(), files[0].bytes(5)), ("a.txt", Ok(b"hello".to_vec())));
    assert!(
        files[0]
            .bytes(4)
            .unwrap_err()
            .contains("a.txt inside the PDF unpacks to more than 4 bytes")
    );
    for (name, file, other) in [("b.txt", 2, "one stream"), ("a.txt", 4, "one name")] {
        let twice =
            listing(&[("a.txt", 2), (name, file)], &[FILE, STREAM, "<</EF<</F 5 0 R>>>>", STREAM]);
        assert!(refusal(&twice).contains("lists a file inside it twice"), "{other}");
    }
    let many = vec![("a.txt", 2); 17];
    assert!(
        refusal(&listing(&many, &[FILE, STREAM]))
            .contains("lists 17 files inside, and 16 are the most")
    );
}

#[test]
fn a_file_inside_unpacks_to_a_gibibyte_at_most() {
    // What is packed of zeros unpacks a thousandfold; ASCII, since the PDF here is text.
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&vec![0; 1 << 20]).unwrap();
    let packed = packed.finish().unwrap();
    let head = format!("<</Filter/FlateDecode/Length {}>>stream\n", packed.len());
    let mut bomb =
        listing(&[("a.txt", 2)], &[FILE, &format!("{head}{}", "x".repeat(packed.len()))]);
    let at = bomb.windows(head.len()).position(|window| window == head.as_bytes()).unwrap();
    bomb[at + head.len()..][..packed.len()].copy_from_slice(&packed);
    let files = attached_files(&bomb).unwrap();
    assert!(check_attached(&files).is_ok());
    let refused = files[0].bytes((1 << 20) - 1).unwrap_err();
    assert!(refused.contains("unpacks to more than 1048575 bytes"), "{refused}");
    bomb[at + head.len()] = b'y';
    let refused = check_attached(&attached_files(&bomb).unwrap()).unwrap_err();
    assert!(refused.contains("a.txt inside the PDF cannot be unpacked"), "{refused}");
}

#[test]
fn names_that_lead_out_of_a_folder_are_refused() {
    for name in
        ["../report.json", "/etc/passwd", "a/b", "a\\\\b", "C:x", "..", ".hidden", "", "a\nb"]
    {
        let refused = refusal(&listing(&[(name, 2)], &[FILE, STREAM]));
        assert!(refused.contains("which is no plain name"), "{name:?}: {refused}");
    }
}

#[test]
fn what_leads_to_no_file_is_refused_with_its_place() {
    for (pdf, expected) in [
        (b"no PDF".to_vec(), "startxref at the end of the file expected at byte 6"),
        (
            listing(&[("a.txt", 9)], &[FILE, STREAM]),
            "object 9, which it names, is in none of its tables",
        ),
        (listing(&[("a.txt", 2)], &["[1]", STREAM]), "a dictionary expected at byte"),
        (listing(&[("a.txt", 2)], &["<<>>", STREAM]), "it refers to no stream"),
        (
            listing(&[("a.txt", 2)], &[FILE, "<</Length 99999>>stream\nhello"]),
            "as many bytes as /Length says expected",
        ),
        (
            listing(&[("a.txt", 2)], &[FILE, "<</Filter/LZWDecode/Length 1>>stream\nx"]),
            "otherwise than by FlateDecode",
        ),
    ] {
        let refused = refusal(&pdf);
        assert!(refused.contains(expected), "{expected}: {refused}");
    }
    // Its last table is the one before it.
    let mut endless = pdf(&["<<>>".to_owned()]);
    let start = endless.windows(4).position(|window| window == b"xref").unwrap();
    let trailer = format!("xref\ntrailer\n<</Root 1 0 R/Prev {start}>>\nstartxref\n{start}\n%%EOF");
    endless.splice(start.., trailer.into_bytes());
    assert!(refusal(&endless).contains("no more than 8 revisions expected"));
}

#[test]
fn an_object_of_very_many_values_is_not_read() {
    let many = format!("[{}]", "1 ".repeat(5000));
    let refused = refusal(&pdf(&[format!("<</Names {many}>>")]));
    assert!(refused.contains("a value of 4096 parts at most expected at byte"), "{refused}");
    // Elsewhere it costs nothing.
    assert_eq!(attached_files(&pdf(&["<<>>".to_owned(), many.clone()])), Ok(Vec::new()));
    for more in [many, "/A 1".repeat(3000), format!("({})", "x".repeat(1 << 21))] {
        let signed = pdf(&[format!("<</Type/Sig/ByteRange[0 1 2 3]/More<</B {more}>>>>")]);
        let defect = verify_pdf(&signed, &[]).intact.unwrap_err();
        assert!(matches!(defect, Defect::ForeignSignature { .. }), "{defect}");
    }
}
