//! Every line of a mapping profile that this crate's README shows is one that a profile may have.

use feltproof_intake::Profile;

const README: &str = include_str!("../README.md");

fn profile(kind: &str, sections: &str) -> Result<Profile, String> {
    let text = format!("schema = 1\nname = \"README\"\nkind = \"{kind}\"\n{sections}");
    Profile::parse(&text, "README.md").map_err(|errors| format!("{errors}\n{text}"))
}

/// The example of a profile, section by section, each with its lines.
fn sections() -> Vec<(String, String)> {
    let blocks = README.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let block = blocks.filter(|block| block.contains("[columns]")).collect::<Vec<_>>();
    assert_eq!(block.len(), 1, "one example of a profile");
    let mut sections = vec![(String::new(), String::new())];
    for line in block[0].lines() {
        match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((name, _)) => sections.push((name.to_owned(), String::new())),
            None => sections.last_mut().unwrap().1.push_str(&format!("{line}\n")),
        }
    }
    sections
}

#[test]
fn every_section_of_the_example_is_read() {
    let deck = ["c", "d", "h", "s"].map(|suit| {
        let ranks = "2 3 4 5 6 7 8 9 T J Q K A".split(' ');
        ranks.map(|rank| format!("{rank}{suit}")).collect::<Vec<_>>().join(" ")
    });
    let sections = sections();
    let names: Vec<&str> = sections.iter().map(|(name, _)| name.as_str()).collect();
    let known = [
        "",
        "file",
        "rows",
        "fill",
        "columns",
        "time",
        "money",
        "cards",
        "words.seat",
        "wide",
        "merge",
    ];
    assert_eq!(names, known);
    for (name, lines) in &sections {
        let columns = "[columns]\nround = \"R\"\n";
        match name.as_str() {
            "" => {
                let read = Profile::parse(&format!("{lines}{columns}"), "README.md");
                assert_eq!(read.unwrap().name, "Example Casino, hands workbook");
            }
            // Of these lines each is of another kind of file.
            "file" => {
                for line in lines.lines().filter(|line| !line.is_empty()) {
                    let format = match line.split(' ').next().unwrap() {
                        "sheets" => "format = \"workbook\"\n",
                        "columns" => "format = \"fixed-width\"\n",
                        _ => "",
                    };
                    profile("hands", &format!("[file]\n{format}{line}\n{columns}")).unwrap();
                }
            }
            "cards" => {
                let (notation, index) = lines.split_once('\n').unwrap();
                profile("hands", &format!("{columns}[cards]\n{notation}\n")).unwrap();
                let index = index.replace("2c 3c ... As", &deck.join(" "));
                let index = format!("{columns}[cards]\nnotation = \"index\"\n{index}");
                profile("hands", &index).unwrap();
            }
            "columns" => drop(profile("hands", &format!("[columns]\n{lines}")).unwrap()),
            _ => drop(profile("hands", &format!("{columns}[{name}]\n{lines}")).unwrap()),
        }
    }
}

/// The lines of a section, a list over several lines as one.
fn lines(section: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in
        section.lines().filter(|line| !line.trim_start().starts_with('#') && !line.is_empty())
    {
        match line.starts_with(' ') {
            true => lines.last_mut().unwrap().push_str(line),
            false => lines.push(line.to_owned()),
        }
    }
    lines
}

/// One line of the example cannot stand with some of the others.
#[test]
fn every_line_of_the_example_is_read_alone_and_with_the_others() {
    let parse = |sections: &[(String, Vec<String>)]| {
        let mut text = "schema = 1\nname = \"README\"\nkind = \"hands\"\n".to_owned();
        for (name, lines) in sections {
            text.push_str(&format!("[{name}]\n{}\n", lines.join("\n")));
        }
        Profile::parse(&text, "README.md").map_err(|errors| format!("{errors}\n{text}"))
    };
    let all: Vec<(String, Vec<String>)> = sections()
        .into_iter()
        .filter(|(name, _)| !name.is_empty() && name != "merge")
        .map(|(name, text)| (name, lines(&text)))
        .collect();
    let mut count = 0;
    let mut rest = Vec::new();
    for (name, lines) in &all {
        let mut kept = Vec::new();
        for line in lines {
            let needs = match (name.as_str(), line.split(' ').next().unwrap()) {
                ("cards", "first" | "order") => continue,
                ("wide", _) => lines.clone(),
                ("columns", "super_bonus_returned") => {
                    vec![line.clone(), "super_bonus = \"SB Bet\"".to_owned()]
                }
                _ => vec![line.clone()],
            };
            let columns = ("columns".to_owned(), vec!["round = \"R\"".to_owned()]);
            let own = (name.clone(), needs);
            let alone = if name == "columns" { vec![own] } else { vec![columns, own] };
            parse(&alone).unwrap();
            kept.push(line.clone());
            count += 1;
        }
        rest.push((name.clone(), kept));
    }
    parse(&rest).unwrap();
    assert!(count >= 30, "{count}");
}

#[test]
fn every_line_within_a_sentence_is_read() {
    let mut read = 0;
    let spans = README.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " "));
    for span in spans.filter(|span| !span.contains("[[") && !span.contains("...")) {
        let Some((column, _)) = span.split_once(" = ") else { continue };
        let kinds = ["hands", "controller", "manager", "shuffler", "bank"];
        let of = kinds
            .into_iter()
            .filter(|kind| profile(kind, &format!("[columns]\n{column} = \"C\"\n")).is_ok());
        for kind in of {
            // Of the spans only those that give a column more than a name: `sequence = "none"` is no profile's.
            profile(kind, &format!("[columns]\n{span}\n")).unwrap();
            read += 1;
        }
    }
    assert!(read >= 4, "{read}");
}

#[test]
fn a_constant_stands_beside_cells_that_are_not_empty() {
    for (line, why) in [
        ("time = [{ constant = \"12:00:00\" }]", "names no column"),
        ("time = [\"Date\", { constant = \"12:00:00\", words = {} }]", "words"),
    ] {
        let error = profile("bank", &format!("[columns]\n{line}\n")).unwrap_err();
        assert!(error.contains("README.md:5") && error.contains(why), "{error}");
    }
}

/// A sign that amounts themselves are made of would be cut out of them: 10.00 read as 0.00.
#[test]
fn a_currency_sign_is_no_part_of_an_amount() {
    let money =
        |lines: &str| profile("bank", &format!("[columns]\namount = \"C\"\n[money]\n{lines}\n"));
    for lines in [
        "sign = \"1\"",
        "sign = \"$1\"",
        "sign = \".\"",
        "sign = \"-\"",
        "sign = \"(\"",
        "sign = \",\"\nthousands = \",\"",
        "sign = \",\"\ndecimal = \",\"",
    ] {
        let error = money(lines).unwrap_err();
        assert!(
            error.contains("may be a part of the amount itself; write the currency sign"),
            "{error}"
        );
    }
    assert!(money("sign = \"\"").unwrap_err().contains("is empty"));
    for lines in
        ["sign = \"$\"", "sign = \"Rs.\"", "sign = \"kr\"\ndecimal = \",\"", "sign = \"US$\""]
    {
        money(lines).unwrap();
    }
}
