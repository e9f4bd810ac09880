//! `init` and links with several meters: a level that wagers feed is a meter, another may be a share of one.

use crate::common::{feltproof, run};
use std::fs;

const HEAD: &str = "seq,time,link,level,event,table,round,seat,amount,display,reserve,actor,reason,document,value\n";

fn drafted(rows: &[&str]) -> String {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("day");
    fs::create_dir(&folder).unwrap();
    let rows: String = (1..).zip(rows).map(|(seq, row)| format!("{seq},{row}\n")).collect();
    fs::write(folder.join("manager.csv"), format!("{HEAD}{rows}")).unwrap();
    run(feltproof(home.path()).arg("init").arg(&folder), 0);
    fs::read_to_string(folder.join("engagement.toml")).unwrap()
}

#[test]
fn each_level_that_wagers_feed_is_a_meter() {
    let text = drafted(&[
        "2026-06-13T10:00:00,L1,grand,coin_in,T1,1,,5.00,2501.00,0.25,,,,",
        "2026-06-13T10:00:00,L1,minor,coin_in,T1,1,,5.00,100.50,0.10,,,,",
        "2026-06-13T10:01:00,L1,mini,award,T1,1,3,250.10,2250.90,0.25,,,,",
    ]);
    assert_eq!(text.matches("[[link]]").count(), 2, "{text}");
    assert_eq!(text.matches("id = \"L1\"").count(), 2, "{text}");
    assert!(text.contains("level = \"grand\"") && text.contains("level = \"minor\""), "{text}");
    let shares = text.split_once("[link.shares]").unwrap().1;
    assert!(shares.contains("\"mini\" = \"FILL IN: its share of the meter"), "{text}");
    assert!(text.contains("link = \"L1\""), "{text}");
}

#[test]
fn a_table_whose_wagers_two_links_count_feeds_both() {
    let text = drafted(&[
        "2026-06-13T10:00:00,L1,grand,coin_in,T1,1,,5.00,2501.00,0.25,,,,",
        "2026-06-13T10:00:00,L2,grand,coin_in,T1,1,,5.00,100.50,0.10,,,,",
        "2026-06-13T10:02:00,L1,grand,coin_in,T2,1,,5.00,2502.00,0.50,,,,",
    ]);
    assert!(text.contains("links = [\"L1\", \"L2\"]"), "{text}");
    assert!(text.contains("\nlink = \"L1\"\n"), "{text}");
}
