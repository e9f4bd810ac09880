//! Which public names of a library crate no code outside it mentions, read from the source as text.
//!
//! Names are compared as words: a method counts as mentioned when a file of a crate that depends on its
//! own calls any method of that name, an item when such a file imports that name or ends a path in it.
//! A type that the signature or a public field of something mentioned needs is mentioned with it.
//! So a name that is also another's is not seen, nor are fields, variants, methods of traits, what a
//! macro writes, and examples in documentation: what is found is surely not needed, what is not found may
//! be.

use crate::modules::{Files, is_of_tests};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::ext::IdentExt;

type Names = BTreeSet<String>;

/// The names that a piece of source mentions, by the way it does.
#[derive(Default)]
struct Mentions {
    /// Imported, or at the end of a path.
    reached: Names,
    /// Behind a dot and called, or at the end of a path.
    called: Names,
    /// In any other way than to define or to import it.
    used: Names,
}

impl Mentions {
    fn read(&mut self, tokens: TokenStream) {
        self.walk(tokens, false);
    }

    fn walk(&mut self, tokens: TokenStream, within_import: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: Option<usize>, mark: char| {
            let token = at.and_then(|at| tokens.get(at));
            matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == mark)
        };
        let mut import = within_import;
        for (at, token) in tokens.iter().enumerate() {
            let (before, twice) = (at.checked_sub(1), at.checked_sub(2));
            match token {
                TokenTree::Ident(word) if word == "use" => import = !is(Some(at + 1), '<'),
                TokenTree::Ident(word) => {
                    let name = word.unraw().to_string();
                    let path = is(before, ':') && is(twice, ':');
                    let call = match tokens.get(at + 1) {
                        Some(TokenTree::Group(g)) => g.delimiter() == Delimiter::Parenthesis,
                        _ => is(Some(at + 1), ':') && is(Some(at + 2), ':'),
                    };
                    if import || path {
                        self.reached.insert(name.clone());
                    }
                    if path || (is(before, '.') && call) {
                        self.called.insert(name.clone());
                    }
                    let defines = matches!(before.map(|at| &tokens[at]), Some(TokenTree::Ident(w))
                        if ["fn", "const", "static", "struct", "enum", "trait", "type", "mod"]
                            .contains(&w.to_string().as_str()));
                    if !import && !defines {
                        self.used.insert(name);
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == ';' => import = within_import,
                TokenTree::Group(group) => self.walk(group.stream(), import),
                _ => {}
            }
        }
    }

    /// Source that imports every name of a crate of ours may mention any of them by the bare word.
    fn read_tests(&mut self, tokens: TokenStream) {
        let mut own = Self::default();
        own.read(tokens.clone());
        let text = tokens.to_string();
        if text.split(';').any(|s| s.contains("use feltproof_") && s.trim_end().ends_with('*')) {
            own.reached.append(&mut own.used.clone());
        }
        self.add(&own);
    }

    fn add(&mut self, other: &Self) {
        self.reached.extend(other.reached.iter().cloned());
        self.called.extend(other.called.iter().cloned());
        self.used.extend(other.used.iter().cloned());
    }
}

/// A public name, and the words of its signature or of its public fields.
struct Public {
    name: String,
    file: PathBuf,
    line: usize,
    kind: Kind,
    signature: Names,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A function or constant.
    Item,
    Module,
    /// What signatures name.
    Type,
    /// A function or constant of a type.
    Method,
    /// A name handed on.
    HandedOn,
    /// No name: what a type's implementation of a trait makes visible with the type.
    Implementation,
}

/// One crate: its public names, and what its text mentions.
#[derive(Default)]
struct Source {
    /// The crates of ours that its product code may name, and those that its tests may.
    depends_on: [Names; 2],
    public: Vec<Public>,
    product: Mentions,
    tests: Mentions,
}

/// A public name that needs not be public.
pub struct Unneeded {
    /// The crate.
    pub name: String,
    /// `file:line: what to do`, from the root of the project.
    pub remedy: String,
}

/// Every public name of the library crates below `root/crates` that no other crate's code mentions, and
/// every function and constant that nothing but tests mentions.
///
/// # Panics
/// When a file cannot be read or is not Rust.
#[must_use]
pub fn unneeded(root: &Path) -> Vec<Unneeded> {
    let mut folders: Vec<PathBuf> = children(&root.join("crates"));
    folders.retain(|f| f.is_dir());
    folders.push(root.join("tests"));
    let mut crates = BTreeMap::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        crates.insert(name, Source::read(&folder));
    }
    let mut found = Vec::new();
    for (name, source) in crates.iter().filter(|(name, _)| *name != "tests") {
        let (mut product, mut tests) = (Mentions::default(), Mentions::default());
        tests.add(&source.tests);
        for (other, theirs) in crates.iter().filter(|(other, _)| *other != name) {
            let [by_product, by_tests] =
                theirs.depends_on.each_ref().map(|d| depends(&crates, d, name));
            if by_product {
                let side = if other == "tests" { &mut tests } else { &mut product };
                side.add(&theirs.product);
            }
            if by_tests {
                tests.add(&theirs.tests);
            }
        }
        for (public, what) in source.unneeded(&product, &tests) {
            let file = public.file.strip_prefix(root).unwrap_or(&public.file).display();
            let remedy = format!("{file}:{}: `{}` {what}", public.line, public.name);
            found.push(Unneeded { name: name.clone(), remedy });
        }
    }
    found
}

/// True when one of some crates is a crate or stands, directly or by way of others, on it.
fn depends(crates: &BTreeMap<String, Source>, some: &Names, on: &str) -> bool {
    some.contains(on) || some.iter().any(|d| depends(crates, &crates[d].depends_on[0], on))
}

impl Source {
    fn read(folder: &Path) -> Self {
        let mut source = Self::default();
        let manifest: toml::Table = text(&folder.join("Cargo.toml"))
            .parse()
            .unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let names = |section: &str| -> Names {
            let table = manifest.get(section).and_then(|d| d.as_table()).into_iter().flatten();
            let ours = table.filter_map(|(name, _)| name.strip_prefix("feltproof-"));
            ours.map(str::to_owned).collect()
        };
        let product = names("dependencies");
        let tests = product.union(&names("dev-dependencies")).cloned().collect();
        source.depends_on = [product, tests];
        let product = Files::read(folder);
        let product: BTreeSet<&Path> = product.paths().collect();
        let is_library = folder.join("src/lib.rs").is_file();
        for file in &product {
            let parsed = parsed(file);
            let (tests, items) = parsed.items.into_iter().partition(is_of_tests);
            let (tests, items): (Vec<syn::Item>, Vec<syn::Item>) = (tests, items);
            if is_library {
                let mut add = |ident: &syn::Ident, kind, signature: TokenStream| {
                    let mut words = Mentions::default();
                    words.read(signature);
                    source.public.push(Public {
                        name: ident.unraw().to_string(),
                        file: file.to_path_buf(),
                        line: ident.span().start().line,
                        kind,
                        signature: words.used,
                    });
                };
                public_items(&items, &mut add);
            }
            let text =
                |items: Vec<syn::Item>| items.iter().map(ToTokens::to_token_stream).collect();
            source.product.read(text(items));
            source.tests.read_tests(text(tests));
        }
        let mut files = Vec::new();
        for below in ["src", "tests", "benches", "examples"] {
            rust(&folder.join(below), &mut files);
        }
        for file in files.iter().filter(|f| !product.contains(f.as_path())) {
            // Tests inside the source see what is not public.
            if !file.starts_with(folder.join("src")) {
                source.tests.read_tests(parsed(file).to_token_stream());
            }
        }
        source
    }

    fn unneeded(&self, product: &Mentions, tests: &Mentions) -> Vec<(&Public, &'static str)> {
        let mentioned = |public: &Public, by: &Mentions| match public.kind {
            Kind::Method => by.called.contains(&public.name),
            Kind::Implementation => false,
            _ => by.reached.contains(&public.name),
        };
        let mut visible: Vec<bool> =
            self.public.iter().map(|p| mentioned(p, product) || mentioned(p, tests)).collect();
        let mut words = Names::new();
        loop {
            let of_visible = self.public.iter().zip(&visible).filter(|(_, v)| **v);
            words.extend(of_visible.flat_map(|(p, _)| p.signature.iter().cloned()));
            let types = |p: &Public| matches!(p.kind, Kind::Type | Kind::HandedOn);
            let names = self.public.iter().zip(&visible).filter(|(p, v)| **v && types(p));
            let names: Names = names.map(|(p, _)| p.name.clone()).collect();
            let before = visible.clone();
            for (public, seen) in self.public.iter().zip(&mut visible) {
                *seen |= match public.kind {
                    Kind::Implementation => names.contains(&public.name),
                    _ => types(public) && words.contains(&public.name),
                };
            }
            if before == visible {
                break;
            }
        }
        let mut found = Vec::new();
        for (public, seen) in self.public.iter().zip(visible) {
            let callable = matches!(public.kind, Kind::Method | Kind::Item);
            if public.kind == Kind::Implementation {
                continue;
            } else if !seen {
                found.push((public, "is named by no other crate: make it `pub(crate)` or less"));
            } else if callable
                && !mentioned(public, product)
                && !self.product.used.contains(&public.name)
            {
                found.push((public, "is named by tests alone: take it out of the product"));
            }
        }
        found
    }
}

/// Adds every public item of a file: its name, its kind, and the text that its users see.
fn public_items(items: &[syn::Item], add: &mut impl FnMut(&syn::Ident, Kind, TokenStream)) {
    let public = |vis: &syn::Visibility| matches!(vis, syn::Visibility::Public(_));
    for item in items {
        match item {
            syn::Item::Fn(i) if public(&i.vis) => {
                add(&i.sig.ident, Kind::Item, i.sig.to_token_stream());
            }
            syn::Item::Const(i) if public(&i.vis) => {
                add(&i.ident, Kind::Item, i.ty.to_token_stream());
            }
            syn::Item::Static(i) if public(&i.vis) => {
                add(&i.ident, Kind::Item, i.ty.to_token_stream());
            }
            syn::Item::Mod(i) => {
                if public(&i.vis) {
                    add(&i.ident, Kind::Module, TokenStream::new());
                }
                let inside = i.content.as_ref();
                inside.into_iter().for_each(|(_, items)| public_items(items, add));
            }
            syn::Item::Struct(i) if public(&i.vis) => {
                let fields = i.fields.iter().filter(|f| public(&f.vis));
                add(&i.ident, Kind::Type, fields.map(|f| f.ty.to_token_stream()).collect());
            }
            syn::Item::Enum(i) if public(&i.vis) => {
                let fields = i.variants.iter().flat_map(|v| &v.fields);
                add(&i.ident, Kind::Type, fields.map(|f| f.ty.to_token_stream()).collect());
            }
            syn::Item::Trait(i) if public(&i.vis) => {
                let items = i.items.iter().map(ToTokens::to_token_stream);
                add(&i.ident, Kind::Type, items.chain([i.supertraits.to_token_stream()]).collect());
            }
            syn::Item::Type(i) if public(&i.vis) => {
                add(&i.ident, Kind::Type, i.ty.to_token_stream());
            }
            syn::Item::Use(i) if public(&i.vis) => handed_on(&i.tree, None, add),
            syn::Item::Impl(i) => implementation(i, add),
            _ => {}
        }
    }
}

fn implementation(block: &syn::ItemImpl, add: &mut impl FnMut(&syn::Ident, Kind, TokenStream)) {
    if let Some((_, of, _)) = &block.trait_ {
        let syn::Type::Path(owner) = &*block.self_ty else { return };
        let Some(owner) = owner.path.segments.last() else { return };
        let types = block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Type(t) => Some(t.ty.to_token_stream()),
            _ => None,
        });
        let text = types.chain([of.to_token_stream(), block.self_ty.to_token_stream()]).collect();
        return add(&owner.ident, Kind::Implementation, text);
    }
    for item in &block.items {
        match item {
            syn::ImplItem::Fn(f) if matches!(f.vis, syn::Visibility::Public(_)) => {
                let text = [f.sig.to_token_stream(), block.self_ty.to_token_stream()];
                add(&f.sig.ident, Kind::Method, text.into_iter().collect());
            }
            syn::ImplItem::Const(c) if matches!(c.vis, syn::Visibility::Public(_)) => {
                add(&c.ident, Kind::Method, c.ty.to_token_stream());
            }
            _ => {}
        }
    }
}

/// The names that a `pub use` hands on.
fn handed_on(
    tree: &syn::UseTree,
    above: Option<&syn::Ident>,
    add: &mut impl FnMut(&syn::Ident, Kind, TokenStream),
) {
    match tree {
        syn::UseTree::Path(path) => handed_on(&path.tree, Some(&path.ident), add),
        syn::UseTree::Name(name) => {
            let ident = above.filter(|_| name.ident == "self").unwrap_or(&name.ident);
            add(ident, Kind::HandedOn, TokenStream::new());
        }
        syn::UseTree::Rename(name) => add(&name.rename, Kind::HandedOn, TokenStream::new()),
        syn::UseTree::Glob(_) => {}
        syn::UseTree::Group(group) => {
            group.items.iter().for_each(|tree| handed_on(tree, above, add));
        }
    }
}

fn text(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

fn parsed(file: &Path) -> syn::File {
    syn::parse_file(&text(file)).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    paths.sort();
    paths
}

/// Every Rust file below a folder, if there is one.
fn rust(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in children(folder) {
        if path.is_dir() {
            rust(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}
