//! In which form journals show things: the unit of a reserve, people by number or by name.

use super::*;

#[test]
fn a_reserve_may_have_a_unit_and_a_person_a_name() {
    let e = parse_engagement(example(), "e").unwrap();
    assert_eq!((e.links[0].reserve_unit, &e.staff[0].name), (None, &None));
    let text = example()
        .replace("level = \"grand\"", "level = \"grand\"\nreserve_unit = \"1.00\"")
        .replace("id = \"D07\"", "id = \"D07\"\nname = \"Dan Example\"");
    let e = parse_engagement(&text, "e").unwrap();
    assert_eq!(e.links[0].reserve_unit, Some(money("1")));
    for actor in ["D07", "Dan Example", " Dan Example "] {
        assert_eq!(e.person(actor), Some(&e.staff[0]), "{actor}");
    }
    for actor in ["", "Dan", "dan example"] {
        assert_eq!(e.person(actor), None, "{actor}");
    }
    one_error(
        "level = \"grand\"",
        "level = \"grand\"\nreserve_unit = \"0\"",
        "link HARBOR-1, reserve_unit: is $0.00, but it must be above $0.00; correct it",
    );
    let line = line_of(example(), "id = \"D07\"");
    one_error(
        "role = \"dealer\" ",
        "role = \"dealer\"\nname = \"D07\" ",
        &format!(
            "staff D07, name: is `D07`, which line {line} has too; rename or remove one of them"
        ),
    );
    // Two may have one name: who is meant by it is then ambiguous where their roles differ.
    let other = "[[staff]]\nid = \"S07\"\nname = \"Dan Example\"\nrole = \"supervisor\"\n";
    let text = example().replace("id = \"D07\"", "id = \"D07\"\nname = \"Dan Example\"");
    let e = parse_engagement(&format!("{text}\n{other}"), "e").unwrap();
    assert!(e.is_ambiguous("Dan Example") && !e.is_ambiguous("D07") && !e.is_ambiguous("S07"));
}
