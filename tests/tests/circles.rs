//! No two files of a crate need each other, but for a module and the files below it: what is needed by
//! both belongs in a third.

use feltproof_tests::modules::Files;
use std::fmt::Write;
use std::fs;
use std::path::Path;

#[test]
fn no_files_use_each_other_in_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    let (mut found, mut files, mut read) = (String::new(), 0, 0);
    let mut folders: Vec<_> =
        fs::read_dir(&crates).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    for folder in folders {
        let source = Files::read(&folder);
        files += source.paths().count();
        read += 1;
        for circle in source.circles() {
            writeln!(found, "a circle of {} files:", circle.len()).unwrap();
            for (from, to) in source.ties(&circle) {
                let short = |p: &Path| p.strip_prefix(&crates).unwrap().display().to_string();
                writeln!(found, "  {} uses {}", short(&from), short(&to)).unwrap();
            }
        }
    }
    assert!(read >= 12 && files > 400, "{read} crates, {files} files: too few were read");
    assert!(found.is_empty(), "\n{found}");
}

/// The reading itself: a circle through a name that is only handed on, one through a macro, and what
/// is none.
#[test]
fn a_circle_is_found_where_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = folder.path().join("src").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod a; mod b; mod c; mod d; pub use a::A;");
    write("a.rs", "use crate::{c::C, b::B}; pub struct A;");
    write("b.rs", "use super::A; pub struct B;");
    write("c.rs", "#[cfg(test)] mod tests { use crate::a::A; } pub struct C;");
    write("d/mod.rs", "mod e; pub struct D; fn f() { format!(\"{}\", crate::c::G) }");
    write("d/e.rs", "use super::D;");
    let files = Files::read(folder.path());
    let names = |circle: &Vec<std::path::PathBuf>| -> Vec<String> {
        circle.iter().map(|p| p.file_name().unwrap().to_string_lossy().into_owned()).collect()
    };
    let circles: Vec<_> = files.circles().iter().map(names).collect();
    assert_eq!(circles, [["a.rs", "b.rs"]]);
    write("c.rs", "pub struct C; fn f() { println!(\"{}\", crate::d::D) }");
    let circles: Vec<_> = Files::read(folder.path()).circles().iter().map(names).collect();
    assert_eq!(circles, [["a.rs", "b.rs"], ["c.rs", "mod.rs"]]);
}
