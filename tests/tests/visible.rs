//! What is public is what another crate names, and no function is in the product for tests alone.

use feltproof_tests::visible::unneeded;
use std::fs;
use std::path::Path;

/// Crates of which this does not hold yet.
const NOT_YET: [&str; 1] = ["stats"];

#[test]
fn public_is_what_another_crate_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let found = unneeded(&root).into_iter().filter(|u| !NOT_YET.contains(&u.name.as_str()));
    let found: Vec<String> = found.map(|u| u.remedy).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// The reading itself: what is named by another crate, by its signature, by tests, and by nobody.
#[test]
fn what_needs_not_be_public_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let found = || {
        let found = unneeded(folder.path()).into_iter();
        found.map(|u| u.remedy.split(" is named by ").map(str::to_owned).collect::<Vec<_>>())
    };
    write("tests/Cargo.toml", "[dependencies]\nfeltproof-low = {}");
    write("tests/src/lib.rs", "use feltproof_low::{Named, by_tests};");
    write("crates/high/Cargo.toml", "[dependencies]\nfeltproof-low = {}");
    write("crates/high/src/main.rs", "fn main() { feltproof_low::Named::called().field.lent() }");
    write("crates/low/Cargo.toml", "");
    let low = "mod a; pub use a::{Named, Nobodys, Signed, by_tests}; // Nobodys";
    write("crates/low/src/lib.rs", low);
    let named = "pub struct Named { pub field: Signed }
        impl Named { pub fn called() {} pub fn field(&self) {} pub(crate) fn crates(&self) {} }
        pub struct Signed;
        impl Signed { pub fn lent(&self) {} }
        #[cfg(test)] mod tests { pub fn in_tests() { super::by_tests() } }
        /// Nobodys
        pub struct Nobodys;
        pub fn by_tests() {}";
    write("crates/low/src/a.rs", named);
    let expected = [
        ["crates/low/src/a.rs:2: `field`", "no other crate"],
        ["crates/low/src/a.rs:7: `Nobodys`", "no other crate"],
        ["crates/low/src/a.rs:8: `by_tests`", "tests alone"],
        ["crates/low/src/lib.rs:1: `Nobodys`", "no other crate"],
    ];
    let short = |u: Vec<String>| [u[0].clone(), u[1].split(':').next().unwrap().to_owned()];
    assert_eq!(found().map(short).collect::<Vec<_>>(), expected);
    write(
        "crates/low/src/a.rs",
        &named.replace("super::by_tests()", "").replace("called() {}", "called() { by_tests() }"),
    );
    assert_eq!(found().count(), 3, "what the crate itself uses is not for tests alone");
}
