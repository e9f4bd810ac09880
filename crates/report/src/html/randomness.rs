//! `randomness.html`: what `randomness.pdf` says as one page, with the plots inside; it runs no script and asks no network.

use super::{begun, document, foot};
use crate::clock::Clock;
use crate::randomness::RandomnessMeta;
use crate::randomness::words::{source_title, verdict_sentence};
use feltproof_paper::Section;
use feltproof_paper::randomness::{alone, battery, review};
use feltproof_stats::{Randomness, State};

/// The page of these batteries, with the plots of each as SVG.
pub fn randomness_html(
    title: &str,
    meta: &RandomnessMeta,
    list: &[Randomness],
    plots: &[Vec<(String, String)>],
) -> String {
    let (mut page, clock) =
        (begun(&format!("Randomness report: {title}"), None), Clock::new("UTC"));
    page.open("header", &[]);
    page.leaf("h1", &[], title);
    for r in alone::worst_first(list) {
        let class = match r.verdict.state {
            State::Fault | State::Departure => "verdict exceptions",
            State::Insufficient => "verdict incomplete",
            State::NothingFound => "verdict nothing",
        };
        page.open("div", &[("class", class)]);
        page.leaf("strong", &[], &source_title(r));
        page.paragraph(&verdict_sentence(r));
        page.close("div");
    }
    page.close("header");
    page.open("main", &[("id", "main")]);
    let mut part = |section: &Section, plots: &[(String, String)], (id, title): (&str, &str)| {
        page.section(id, title);
        document::blocks(&mut page, section, &clock);
        // A file begins with a line that says that it is XML.
        let plots = plots.iter().filter_map(|(_, file)| file.split_once('\n'));
        plots.for_each(|(_, svg)| page.raw(svg));
        page.close("section");
    };
    for section in [alone::summary(list), alone::scope(&meta.inputs, &meta.parameters)] {
        part(&section, &[], (section.id, section.title));
    }
    for ((number, r), plots) in (1..).zip(list).zip(plots) {
        part(&battery::section(r), plots, (&format!("result-{number}"), &r.source));
    }
    for section in meta.review.iter().map(review::section).chain([alone::limitations(list)]) {
        part(&section, &[], (section.id, section.title));
    }
    page.close("main");
    let issued = (meta.issued_unix, meta.tool_version.as_str());
    foot(&mut page, &clock, issued, (meta.signer.as_ref(), "randomness.pdf"));
    page.raw("</body>\n</html>\n");
    page.into_text()
}
