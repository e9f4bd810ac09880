//! What exceptions and findings are called, and how many of each there are.

use super::*;

#[test]
fn an_exception_has_one_number() {
    let mut in_all = 0;
    for Day { name, of } in days() {
        let mut figures = Figures::default();
        let said = |code: &str, place: &str, difference: &str| {
            let difference =
                if difference.is_empty() { "0".to_owned() } else { number(difference) };
            format!("{code} {} {difference}", place.replace(' ', ""))
        };
        for row in of.pdf.rows(&["No.", "Code", "File and line"]).iter().filter(|r| r.len() > 7) {
            let code = row[1].split(' ').next().unwrap();
            let amount = row[7].split(' ').next().unwrap();
            let amount = if amount == "-" { "" } else { amount };
            figures.note(number(&row[0]), "pdf", said(code, &row[2], amount));
        }
        for row in &of.book["Exceptions"].rows {
            let place = format!("{}:{}", cell(row, "File"), cell(row, "Line"));
            let value = said(cell(row, "Check"), &place, cell(row, "Recorded minus expected"));
            figures.note(number(cell(row, "No.")), "workbook", value);
        }
        for (output, report) in [("json", &of.json), ("page", &of.data)] {
            for e in list(&report["exceptions"]) {
                let place = format!("{}:{}", text(e, "file"), e["line"]);
                let difference = e["difference_dollars"].as_str().unwrap_or("");
                figures.note(
                    count(&e["number"]),
                    output,
                    said(text(e, "code"), &place, difference),
                );
            }
        }
        for result in list(&of.sarif["runs"][0]["results"]) {
            let properties = &result["properties"];
            if properties["advice"] == true {
                continue;
            }
            let place = &result["locations"][0]["physicalLocation"];
            let file = text(&place["artifactLocation"], "uri").rsplit('/').next().unwrap();
            let place = format!("{file}:{}", place["region"]["startLine"]);
            let difference = properties["difference_dollars"].as_str().unwrap_or("");
            let value = said(text(result, "ruleId"), &place, difference);
            figures.note(count(&properties["number"]), "sarif", value);
        }
        for [no, code, place, amount] in listed(of) {
            figures.note(number(no), "terminal", said(code, place, amount));
        }
        in_all += figures.agree(name, 6);
        let total = of.json["exceptions_total"].as_u64().unwrap();
        assert_eq!(figures.0.len() as u64, total, "{name}: each has its number");
        let numbers: BTreeSet<u64> =
            figures.0.keys().map(|n| n.parse::<u64>().unwrap() / 1_000_000).collect();
        assert!(numbers.into_iter().eq(1..=total), "{name}");
    }
    // The terminal lists twenty of a day, and no other output lists fewer.
    assert!(in_all >= 20 + 3 + 9, "{in_all}");
}

/// The words of a line of a table, which two spaces part.
fn words(line: &str) -> Vec<&str> {
    line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect()
}

/// The exceptions of the terminal: number, code, place, amount, which is empty where there is none.
fn listed(day: &Outputs) -> Vec<[&str; 4]> {
    let (_, table) = day.terminal.split_once("\nExceptions (").unwrap_or_default();
    let rows = table.lines().map(words).filter_map(|words| {
        let [no, code, place, .., last] = words[..] else { return None };
        let is_row = no.bytes().all(|b| b.is_ascii_digit()) && code.len() == 7;
        is_row.then_some([no, code, place, if last == "-" { "" } else { last }])
    });
    rows.collect()
}

/// What an output prints in part, it says of the whole: the counts of each check are those of its exceptions.
#[test]
fn checks_have_found_as_many_everywhere() {
    for Day { name, of } in days() {
        let mut figures = Figures::default();
        let mut note = |code: &str, output: &str, tested: &str, found: &str| {
            figures.note(code, output, format!("{} of {}", number(found), number(tested)));
        };
        for row in
            of.pdf.rows(&["Check", "Title", "Unit", "Tested"]).iter().filter(|row| row.len() > 4)
        {
            note(&row[0], "pdf", &row[3], &row[4]);
        }
        for row in of.page.rows(&["Check", "Title", "Unit", "Tested"]) {
            if row[0] != "All" {
                note(&row[0], "page", &row[3], &row[4]);
            }
        }
        for row in of.book["Checks"].rows.iter().filter(|row| !cell(row, "Exceptions").is_empty()) {
            if number(cell(row, "Exceptions")) != "0" {
                note(cell(row, "Check"), "workbook", cell(row, "Tested"), cell(row, "Exceptions"));
            }
        }
        let mut of_check = BTreeMap::<&str, u64>::new();
        for row in &of.book["Exceptions"].rows {
            *of_check.entry(cell(row, "Check")).or_default() += 1;
        }
        for check in list(&of.json["checks"]).iter().filter(|check| check["exceptions"] != 0) {
            let Some(found) = check["exceptions"].as_u64() else { continue };
            note(text(check, "code"), "json", &check["tested"].to_string(), &found.to_string());
            assert_eq!(of_check.get(text(check, "code")), Some(&found), "{name}: {check}");
        }
        // Code, title, unit, tested, found.
        let marked = of.terminal.lines().filter_map(|line| line.strip_prefix("! ")).map(words);
        for words in marked.filter(|words| words[0].len() == "PAY-001".len()) {
            let [.., tested, found] = words[..] else { panic!("{words:?}") };
            figures.note(words[0], "terminal", format!("{} of {}", number(found), number(tested)));
        }
        figures.agree(name, 5);
        assert!(figures.0.values().all(|said| said.len() == 5), "{name}: {:?}", figures.0);
        // Where the register is cut, the counts of the whole stand beside it.
        let listed =
            of.pdf.rows(&["No.", "Code", "File and line"]).iter().filter(|r| r.len() > 7).count();
        let total = of.json["exceptions_total"].as_u64().unwrap();
        if (listed as u64) < total {
            let said = of.pdf.sentence("by the numbers that they have in every output");
            assert!(said.starts_with(&format!("{listed} of ")), "{name}: {said}");
            assert!(name == &"one cause" && said.contains("MTR-001 "), "{said}");
        }
    }
}

/// Of each finding number, exceptions and money, and which exceptions belong to it.
#[test]
fn findings_are_the_same_everywhere() {
    for Day { name, of } in days() {
        let mut figures = Figures::default();
        let mut belonging = BTreeMap::<usize, u64>::new();
        for e in list(&of.json["exceptions"]) {
            for finding in list(&e["findings"]) {
                *belonging.entry(finding.as_u64().unwrap() as usize).or_default() += 1;
            }
        }
        for (at, finding) in (1..).zip(list(&of.json["findings"])) {
            let found = finding["exceptions"].as_u64().unwrap();
            let amounts =
                ["favours_players_dollars", "favours_house_dollars", "favours_fund_dollars"];
            let amounts = amounts.map(|key| number(text(finding, key))).join(" ");
            figures.note(format!("F{at} money"), "json", amounts);
            figures.note(format!("F{at}"), "json", format!("{} {found}", text(finding, "code")));
            if finding["cause"].is_null() {
                assert_eq!(belonging.get(&at), Some(&found), "{name}: F{at}");
            }
        }
        let mut linked = BTreeMap::<String, u64>::new();
        for row in &of.book["Exceptions"].rows {
            let named = cell(row, "Finding").replace([',', '(', ')'], " ").replace("and", " ");
            for finding in named.split_whitespace() {
                *linked.entry(finding.to_owned()).or_default() += 1;
            }
        }
        for row in &of.book["Findings"].rows {
            let amounts =
                ["In favour of players", "In favour of the house", "In favour of the fund"];
            let amounts = amounts.map(|column| number(cell(row, column))).join(" ");
            figures.note(format!("{} money", cell(row, "No.")), "workbook", amounts);
            let found = cell(row, "Exceptions");
            let value = format!("{} {found}", cell(row, "Check"));
            figures.note(cell(row, "No."), "workbook", value);
            assert_eq!(linked[cell(row, "No.")].to_string(), found, "{name}: {row:?}");
        }
        for (at, row) in (1..).zip(of.page.rows(&["Check", "Finding", "Falls under"])) {
            let value = format!("{} {}", row[0], row[3].replace(',', ""));
            figures.note(format!("F{at}"), "page", value);
        }
        for row in of.pdf.rows(&["", "Finding", "Where"]).iter().filter(|row| row.len() > 6) {
            let code = &list(&of.json["findings"])[row[0].parse::<usize>().unwrap() - 1]["code"];
            let value = format!("{} {}", code.as_str().unwrap(), row[5].replace(',', ""));
            figures.note(format!("F{}", row[0]), "pdf", value);
        }
        let findings = list(&of.json["findings"]).len();
        figures.agree(name, 3);
        assert_eq!(
            figures.0.values().filter(|said| said.len() >= 2).count(),
            2 * findings,
            "{name}"
        );
        let said =
            of.pdf.paragraphs.iter().filter(|p| p.contains(" in ") && p.contains(" findings: "));
        let total = of.json["exceptions_total"].as_u64().unwrap();
        for sentence in said {
            assert_eq!(number(sentence.split(' ').next().unwrap()), number(&total.to_string()));
        }
    }
}

/// The terminal's choice says its order, and has the largest amount and every check of the law.
#[test]
fn the_terminal_lists_what_matters_most() {
    for Day { name, of } in days() {
        let amount = |amount: &str| if amount.is_empty() { 0 } else { micros(amount).abs() };
        let listed: Vec<(&str, i128)> =
            listed(of).into_iter().map(|[_, code, _, of]| (code, amount(of))).collect();
        // The workbook has all of them.
        let all = &of.book["Exceptions"].rows;
        let largest = all.iter().map(|row| cell(row, "Recorded minus expected"));
        let largest = largest.filter(|amount| !amount.is_empty());
        let largest = largest.map(|amount| micros(amount).abs()).max().unwrap_or(0);
        assert_eq!(listed.iter().map(|(_, amount)| *amount).max().unwrap_or(0), largest, "{name}");
        let law: BTreeSet<&str> =
            all.iter().map(|row| cell(row, "Check")).filter(|c| c.starts_with("WAC")).collect();
        let first: BTreeSet<&str> = listed.iter().take(law.len()).map(|(code, _)| *code).collect();
        assert_eq!(first, law, "{name}");
        let total = of.json["exceptions_total"].as_u64().unwrap();
        // Of a cause five are kept for print.
        let most = if name == &"one cause" { 6 } else { 20 };
        assert_eq!(listed.len() as u64, total.min(most), "{name}");
        let said = terminal(of);
        assert_eq!(said.contains("the law first, then the largest amounts"), total > 0, "{name}");
    }
}
