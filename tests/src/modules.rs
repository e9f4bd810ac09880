//! Which file of a crate uses which other, read from the source, for the tests of the project's shape.
//!
//! A file is a module. An import of a name that another file only hands on (`pub use`) counts as an
//! import from the file that defines the name. Tests inside the source are left out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// One file of a crate: a module and what its text names.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// Names of the modules from the root of the crate down to this one.
    path: Vec<String>,
    children: BTreeMap<String, usize>,
    /// Names handed on, with the path they come from.
    handed_on: BTreeMap<String, Vec<String>>,
    /// Modules whose every name is handed on.
    all_handed_on: Vec<Vec<String>>,
    /// Paths that the text names, as they are written.
    named: BTreeSet<Vec<String>>,
}

/// The files of one crate.
pub struct Files {
    modules: Vec<Module>,
}

impl Files {
    /// Reads the crate in a folder, from its `src/lib.rs` or `src/main.rs` on.
    ///
    /// # Panics
    /// When a file cannot be read or is not Rust.
    #[must_use]
    pub fn read(folder: &Path) -> Self {
        let library = folder.join("src/lib.rs");
        let root = if library.is_file() { library } else { folder.join("src/main.rs") };
        let mut files = Self { modules: Vec::new() };
        files.add(&root, Vec::new(), &folder.join("src"));
        files
    }

    /// Adds a file and, from its `mod` lines, the files below it; gives its place.
    fn add(&mut self, file: &Path, path: Vec<String>, below: &Path) -> usize {
        let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let at = self.modules.len();
        let module = Module { file: file.to_owned(), path: path.clone(), ..Module::default() };
        self.modules.push(module);
        let mut text = TokenStream::new();
        for item in parsed.items {
            match item {
                item if is_of_tests(&item) => {}
                syn::Item::Mod(child) if child.content.is_none() => {
                    let name = child.ident.to_string();
                    let flat = below.join(format!("{name}.rs"));
                    let folder = below.join(&name);
                    let file = if flat.is_file() { flat } else { folder.join("mod.rs") };
                    let path = [path.clone(), vec![name.clone()]].concat();
                    let place = self.add(&file, path, &folder);
                    self.modules[at].children.insert(name, place);
                }
                syn::Item::Use(line) if !matches!(line.vis, syn::Visibility::Inherited) => {
                    let mut paths = Vec::new();
                    flatten(&line.tree, &mut Vec::new(), &mut paths);
                    for (name, path) in paths {
                        if name == "*" {
                            self.modules[at].all_handed_on.push(path);
                        } else {
                            self.modules[at].handed_on.insert(name, path);
                        }
                    }
                }
                item => item.to_tokens(&mut text),
            }
        }
        let module = &mut self.modules[at];
        let starts: Vec<&str> = ["crate", "self", "super"]
            .into_iter()
            .chain(module.children.keys().map(String::as_str))
            .collect();
        collect(text, &starts, &mut module.named);
        at
    }

    fn parent(&self, at: usize) -> Option<usize> {
        let (_, above) = self.modules[at].path.split_last()?;
        self.modules.iter().position(|m| m.path == above)
    }

    /// The file that defines what a path names, seen from a file; `None` for other crates.
    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => 0,
            "self" => from,
            "super" => self.parent(from)?,
            name => {
                let child = self.modules[from].children.get(name).copied()?;
                return Some(self.descend(child, rest, depth));
            }
        };
        Some(self.descend(start, rest, depth))
    }

    fn descend(&self, start: usize, rest: &[String], depth: usize) -> usize {
        let Some((name, more)) = rest.split_first() else { return start };
        let module = &self.modules[start];
        if name == "super" {
            return self.parent(start).map_or(start, |p| self.descend(p, more, depth));
        }
        if let Some(child) = module.children.get(name) {
            return self.descend(*child, more, depth);
        }
        if depth > 8 {
            return start;
        }
        if let Some(path) = module.handed_on.get(name) {
            return self.resolve(start, path, depth + 1).unwrap_or(start);
        }
        start
    }

    /// For each file the others it uses, but for its parent: what a file shares with those below it
    /// may stand in it.
    fn uses(&self) -> Vec<BTreeSet<usize>> {
        (0..self.modules.len())
            .map(|at| {
                let named = self.modules[at].named.iter();
                let found = named.filter_map(|path| self.resolve(at, path, 0));
                found.filter(|other| *other != at && self.parent(at) != Some(*other)).collect()
            })
            .collect()
    }

    /// Every circle: files of which each uses another and is, by way of others, used by it.
    #[must_use]
    pub fn circles(&self) -> Vec<Vec<PathBuf>> {
        let uses = self.uses();
        let reached: Vec<BTreeSet<usize>> = (0..uses.len())
            .map(|start| {
                let (mut seen, mut next) = (BTreeSet::new(), vec![start]);
                while let Some(at) = next.pop() {
                    next.extend(uses[at].iter().copied().filter(|other| seen.insert(*other)));
                }
                seen
            })
            .collect();
        let mut circles = BTreeSet::new();
        for (at, from_here) in reached.iter().enumerate().filter(|(at, r)| r.contains(at)) {
            let back = |other: &&usize| reached[**other].contains(&at);
            circles.insert(from_here.iter().filter(back).copied().collect::<Vec<_>>());
        }
        let files = |circle: Vec<usize>| {
            circle.into_iter().map(|at| self.modules[at].file.clone()).collect()
        };
        circles.into_iter().map(files).collect()
    }

    /// What ties the files of a circle: who uses whom.
    #[must_use]
    pub fn ties(&self, circle: &[PathBuf]) -> Vec<(PathBuf, PathBuf)> {
        let file = |at: usize| &self.modules[at].file;
        let mut ties = Vec::new();
        for (at, others) in self.uses().iter().enumerate() {
            for other in others {
                if circle.contains(file(at)) && circle.contains(file(*other)) {
                    ties.push((file(at).clone(), file(*other).clone()));
                }
            }
        }
        ties
    }

    /// Every file that belongs to the crate's product code.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.modules.iter().map(|m| m.file.as_path())
    }
}

/// True for what is compiled for tests alone.
pub(crate) fn is_of_tests(item: &syn::Item) -> bool {
    let attributes = match item {
        syn::Item::Mod(i) => &i.attrs,
        syn::Item::Fn(i) => &i.attrs,
        syn::Item::Use(i) => &i.attrs,
        syn::Item::Impl(i) => &i.attrs,
        _ => return false,
    };
    attributes
        .iter()
        .any(|a| a.path().is_ident("cfg") && a.to_token_stream().to_string().contains("(test)"))
}

/// Every name that a `use` brings in, with its path; `*` for all.
fn flatten(tree: &syn::UseTree, above: &mut Vec<String>, out: &mut Vec<(String, Vec<String>)>) {
    match tree {
        syn::UseTree::Path(path) => {
            above.push(path.ident.to_string());
            flatten(&path.tree, above, out);
            above.pop();
        }
        syn::UseTree::Name(name) => {
            let name = name.ident.to_string();
            out.push((name.clone(), [above.clone(), vec![name]].concat()));
        }
        syn::UseTree::Rename(name) => {
            let path = [above.clone(), vec![name.ident.to_string()]].concat();
            out.push((name.rename.to_string(), path));
        }
        syn::UseTree::Glob(_) => out.push(("*".to_owned(), above.clone())),
        syn::UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, above, out);
            }
        }
    }
}

/// Every path that starts with one of these words (the crate, this module, the one above, one below),
/// also inside macros.
fn collect(tokens: TokenStream, starts: &[&str], out: &mut BTreeSet<Vec<String>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            // Where a thing may be seen from, as in `pub(in crate::a)`, is no use of that place.
            TokenTree::Ident(word) if word == "pub" => {
                let limited = matches!(tokens.get(at + 1), Some(TokenTree::Group(g))
                    if g.delimiter() == Delimiter::Parenthesis);
                at += usize::from(limited);
            }
            TokenTree::Group(group) => collect(group.stream(), starts, out),
            TokenTree::Ident(word)
                if starts.contains(&word.to_string().as_str()) && goes_on(&tokens, at + 1) =>
            {
                at = tree(&tokens, at, &[], out);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

fn goes_on(tokens: &[TokenTree], at: usize) -> bool {
    let colon =
        |t: Option<&TokenTree>| matches!(t, Some(TokenTree::Punct(p)) if p.as_char() == ':');
    colon(tokens.get(at)) && colon(tokens.get(at + 1))
}

/// A path or a tree of paths that starts at a place; gives the place behind it.
fn tree(
    tokens: &[TokenTree],
    mut at: usize,
    above: &[String],
    out: &mut BTreeSet<Vec<String>>,
) -> usize {
    let mut path = above.to_vec();
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => path.push(word.to_string()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut place = 0;
                while place < inner.len() {
                    place = match &inner[place] {
                        TokenTree::Ident(_) => tree(&inner, place, &path, out),
                        _ => place + 1,
                    };
                }
                return at + 1;
            }
            _ => {
                out.insert(path);
                return at;
            }
        }
        at += 1;
        if goes_on(tokens, at) {
            at += 2;
        } else {
            out.insert(path);
            return at;
        }
    }
}
