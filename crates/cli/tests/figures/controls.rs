//! Controls of the law: what falls under each, and what inspection answers.

use super::*;
use std::collections::BTreeSet;

/// Controls, with what falls under none, come to all exceptions, and each has its count everywhere.
#[test]
fn exceptions_of_controls_add_up() {
    for Day { name, of } in days() {
        let mut figures = Figures::default();
        let mut rows = 0;
        for (at, control) in list(&of.json["controls"]).iter().enumerate() {
            let label = format!("{at} {}", text(control, "citation"));
            let found = control["exceptions"].as_u64().unwrap();
            rows += found;
            let value = format!("{found} {} {}", control["tested"], text(control, "verdict"));
            figures.note(label, "json", value);
        }
        for (at, row) in of.book["Limits and law"].rows.iter().enumerate() {
            let [found, tested] = ["Exceptions", "Tested"].map(|column| cell(row, column));
            let label = format!("{at} {}", cell(row, "Citation"));
            figures.note(label, "workbook", format!("{found} {tested} {}", cell(row, "Verdict")));
        }
        for (at, row) in of.page.rows(&["Citation", "Title", "Verdict"]).iter().enumerate() {
            let [found, tested] = [6, 5].map(|at: usize| row[at].replace(',', ""));
            figures.note(
                format!("{at} {}", row[0]),
                "page",
                format!("{found} {tested} {}", row[2]),
            );
        }
        // On paper what inspection has yet to answer stands by its title, two abreast, and what does not apply.
        let matrix = of.pdf.rows(&["Citation", "Title", "Verdict"]);
        let mut matrix = matrix.iter().filter(|row| row.len() > 6).peekable();
        let titles = of.pdf.rows(&["Citation", "Title", "Evidence"]);
        let mut titles: Vec<&[String]> =
            titles.iter().flat_map(|row| row.chunks(3)).filter(|row| !row[0].is_empty()).collect();
        for (at, control) in list(&of.json["controls"]).iter().enumerate() {
            let (citation, title) = (text(control, "citation"), text(control, "title"));
            let value = match matrix.next_if(|row| row[0] == citation && row[1] == title) {
                Some(row) => {
                    let [found, tested] = [5, 4].map(|at: usize| row[at].replace(',', ""));
                    format!("{found} {tested} {}", row[2])
                }
                None => {
                    let own = titles.iter().position(|row| row[0] == citation && row[1] == title);
                    titles.remove(own.unwrap_or_else(|| panic!("{name}: {citation} {title}")));
                    format!("0 0 {}", text(control, "verdict"))
                }
            };
            figures.note(format!("{at} {citation}"), "pdf", value);
        }
        assert!(matrix.next().is_none() && titles.is_empty(), "{name}: {titles:?}");
        let all = list(&of.json["controls"]).len();
        assert_eq!(figures.agree(name, 4), all, "{name}");
        let total = of.json["exceptions_total"].as_u64().unwrap();
        if total == 0 {
            continue;
        }
        let said = of.pdf.sentence(" fall under these controls");
        assert_eq!(of.page.sentence(" fall under these controls"), said);
        let words: Vec<u64> =
            said.split(' ').filter_map(|word| word.replace([',', '.'], "").parse().ok()).collect();
        let (under, none) = (words[1], words[2]);
        assert_eq!((words[0], under + none), (total, total), "{name}: {said}");
        assert_eq!(rows, words.get(3).copied().unwrap_or(under), "{name}: {said}");
        // A second way: the findings of no control.
        let titles: BTreeSet<&str> =
            list(&of.json["controls"]).iter().map(|control| text(control, "citation")).collect();
        let alone = list(&of.json["findings"]).iter();
        let alone = alone.filter(|finding| !titles.contains(text(finding, "control")));
        let alone: u64 = alone.map(|finding| finding["exceptions"].as_u64().unwrap()).sum();
        assert_eq!(alone, none, "{name}: {said}");
    }
}

/// What inspection alone answers, and what the checklist asks after, are told apart by the same figures.
#[test]
fn inspection_is_counted_by_two_names() {
    let home = tempfile::tempdir().unwrap();
    for Day { name, of } in days() {
        let pack = &of.json["packs"][0];
        let day = text(&of.json["engagement"]["gaming_days"][0], "date");
        let mut checklist = feltproof(home.path());
        checklist.args(["regs", "checklist", text(pack, "id"), "--on", day]);
        let (form, _) = run(&mut checklist, 0);
        let form = form.replace("\n# ", " ");
        let said = of.page.sentence("regs checklist");
        assert!(of.pdf.sentence("regs checklist").ends_with(said), "{name}: {said}");
        let all = between(said, "No log answers ", " controls alone");
        let others = said
            .split_once("it asks after ")
            .map_or(0, |(_, rest)| between(rest, "", " more, of games").parse::<usize>().unwrap());
        let on_the_form = all.parse::<usize>().unwrap() + others;
        assert!(
            form.contains(&format!("What no log answers alone: {on_the_form} controls")),
            "{form}"
        );
        let none = between(said, "asks after them: ", " no check answers");
        let part = between(said, "no check answers, ", " checks answer in part");
        let of_form = between(&form, "or may. ", " no check answers").parse::<usize>().unwrap();
        let part_of_form = between(&form, " no check answers, ", " checks answer in part");
        let part_of_form = part_of_form.parse::<usize>().unwrap();
        let [none_here, part_here] = [none, part].map(|of| of.parse::<usize>().unwrap());
        assert!(none_here <= of_form && part_here <= part_of_form, "{name}: {said}: {form}");
        assert_eq!(of_form + part_of_form, none_here + part_here + others, "{name}: {said}");
        assert_eq!(form.matches("[[inspected]]").count(), on_the_form);
        let by_inspection = list(&of.json["controls"]).iter();
        let by_inspection = by_inspection.filter(|c| c["verdict"] == "by inspection").count();
        let controls = of.page.sentence("controls that apply were tested");
        assert!(controls.contains(&format!("by inspection alone: {by_inspection}")), "{controls}");
        let lacking = said.split_once("of these the audit").map_or(0, |(before, _)| {
            before.rsplit("of ").next().unwrap().trim().parse::<usize>().unwrap()
        });
        // Of a control that may apply in two versions each is a row.
        let rows = list(&of.json["controls"]).iter();
        let ids: BTreeSet<&str> = rows
            .filter(|c| c["verdict"] == "by inspection")
            .map(|c| c["id"].as_str().unwrap())
            .collect();
        assert_eq!(none.parse::<usize>().unwrap() + lacking, ids.len(), "{name}: {said}");
    }
}
