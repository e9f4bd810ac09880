//! `report.html`: one file that holds everything it shows, and asks no network.
//!
//! What a reader must see stands in the page itself and needs no script: verdict, money, controls, findings, meters by
//! day, inputs, what was not tested. The script reads the report from a block of data inside the page, the same that
//! `report.json` holds, and adds filters, every exception and the plots. Text from the record reaches the page as
//! text only: escaped here, by `textContent` there. The page's own policy lets no other script or style run.

mod document;
mod markup;
mod randomness;
mod sections;

pub use randomness::randomness_html;

use crate::clock::Clock;
use crate::error::JsonError;
use crate::json::{Form, write_report};
use crate::json_text::inert;
use crate::words::Places;
use feltproof_model::workpaper::{Signer, Workpaper};
use feltproof_model::{Locus, Timestamp};
use feltproof_paper::summary::signature;
use feltproof_stats::Randomness;
use markup::Markup;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::io::{BufRead, Write};

const STYLE: &str =
    concat!("/*<![CDATA[*/\n", include_str!("page.css"), include_str!("print.css"), "/*]]>*/");

/// Figures and filters, the lists, the plots, and what puts them into the page.
const SCRIPT: &str = concat!(
    "//<![CDATA[\n'use strict';\n",
    include_str!("script/figures.js"),
    include_str!("script/elements.js"),
    include_str!("script/filters.js"),
    include_str!("script/exceptions.js"),
    include_str!("script/findings.js"),
    include_str!("script/axes.js"),
    include_str!("script/plot.js"),
    include_str!("script/page.js"),
    "//]]>",
);

struct Input<'a> {
    w: &'a Workpaper,
    clock: Clock,
    places: Places,
    randomness: &'a [Randomness],
}

/// Writes the page: the parts that need no script, then as data what `tellings` say and the report,
/// exceptions of `spool` included as [`crate::write_json`] has them, and the script. `Err`: as
/// [`crate::write_json`]: then the output is incomplete and must be discarded.
pub fn write_html<R: BufRead, W: Write>(
    w: &Workpaper,
    randomness: &[Randomness],
    tellings: &[Telling],
    spool: R,
    mut out: W,
) -> Result<(), JsonError> {
    let clock = Clock::new(&w.engagement.time_zone);
    let input = Input { w, clock, places: Places::of(w), randomness };
    let indicated = encoded(tellings, &input.places)?;
    let begin = format!(
        "{}<script type=\"application/json\" id=\"told\">{indicated}</script>\n<script type=\"application/json\" id=\"report\">",
        before_data(&input)
    );
    out.write_all(begin.as_bytes())?;
    write_report(w, randomness, spool, &mut out, Form::Page)?;
    let end = format!("</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
    out.write_all(end.as_bytes())?;
    Ok(out.flush()?)
}

/// One place of the evidence told: the round or meter around it, and its record with the neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// Which place.
    pub place: Locus,
    /// What is around it, in lines.
    pub text: String,
    /// Records with their line numbers, as they stand in the file; cells with tabs between them where
    /// that is no text.
    pub records: Vec<(u32, String)>,
}

/// All of them as data inside the page.
fn encoded(tellings: &[Telling], places: &Places) -> Result<String, JsonError> {
    let telling = |of: &Telling| {
        let (file, line) = places.file_and_line(of.place);
        let record = |(line, text): &(u32, String)| json!({ "line": line, "text": text });
        let records: Value = of.records.iter().map(record).collect();
        json!({ "file": file, "line": line, "text": of.text, "records": records })
    };
    let all: Value = tellings.iter().map(telling).collect();
    Ok(inert(&serde_json::to_string(&all).map_err(JsonError::Encode)?))
}

fn before_data(input: &Input<'_>) -> String {
    let mut page = begun(&format!("Audit report {}", input.w.report_id), Some(SCRIPT));
    sections::all(&mut page, input);
    page.into_text()
}

/// A page of this title up to its body, in which this script alone runs.
fn begun(title: &str, script: Option<&str>) -> Markup {
    let mut page = Markup::default();
    page.raw(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n",
    );
    page.void("meta", &[("charset", "utf-8")]);
    let policy = [("http-equiv", "Content-Security-Policy"), ("content", &policy(script))];
    page.void("meta", &policy);
    page.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    page.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    page.void("meta", &[("name", "referrer"), ("content", "no-referrer")]);
    page.leaf("title", &[], title);
    page.raw(&format!("<style>{STYLE}</style>\n</head>\n<body>\n"));
    page
}

/// What ends a page: when it was made, by which version, and which PDF of whom is signed and names it.
fn foot(page: &mut Markup, clock: &Clock, issued: (i64, &str), signed: (Option<&Signer>, &str)) {
    let (moment, (signer, pdf)) = (clock.minute(Timestamp::from_seconds(issued.0)), signed);
    page.open("footer", &[]);
    page.paragraph(&format!(
        "Issued {moment} by feltproof {}. This page itself carries no signature: {pdf} does, and names this file by its \
         SHA-256; `feltproof verify {pdf}` tells whether it was altered.",
        issued.1
    ));
    document::blocks(page, &signature(signer, pdf), clock);
    page.close("footer");
}

/// Nothing is loaded; of scripts and styles only those of this page are used.
fn policy(script: Option<&str>) -> String {
    let digest = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text)));
    format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        digest(STYLE),
        script.map_or_else(|| "'none'".to_owned(), digest)
    )
}

/// Base64 with padding, as a policy states a digest.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, at| {
            bits << 8 | group.get(at).map_or(0, |byte| usize::from(*byte))
        });
        for at in 0..4 {
            let digit = DIGITS.get(bits >> (18 - 6 * at) & 63).filter(|_| at <= group.len());
            out.push(digit.map_or('=', |digit| char::from(*digit)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_is_that_of_the_rfc() {
        let pairs =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (plain, coded) in pairs {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
        assert_eq!(base64(b"fooba"), "Zm9vYmE=");
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }
}
