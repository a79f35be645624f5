//! The architecture as a test: who may name whom, where unsafe code may stand, how long a file may be,
//! and that README, crate documentation and CI say the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The root modules; each may use only those before it.
const ORDER: [&str; 13] = [
    "checksum", "board", "notation", "rules", "eval", "search", "options", "engine", "bench", "protocol", "arena",
    "train", "cli",
];

/// Where unsafe code may stand: the hash table (its memory and prefetching), vector instructions, the mapping
/// of training sets.
const UNSAFE_ALLOWED: [&str; 4] = ["search/tt", "eval/nnue/kernels", "train/dataset/map.rs", "train/trainer/simd.rs"];

/// Longest file, in lines, and the one file that may be longer.
const MAX_LINES: usize = 700;
const LONG_FILE: &str = "search/node.rs";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Text of every source file, by its path inside `src` with forward slashes.
fn sources() -> BTreeMap<String, String> {
    fn collect(dir: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let src = root().join("src");
    let mut found = Vec::new();
    collect(&src, &mut found);
    let name = |path: &Path| path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
    found.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// The root module a file belongs to; `None` for `lib.rs` and `main.rs`.
fn module(file: &str) -> Option<&str> {
    let first = file.split('/').next().unwrap().trim_end_matches(".rs");
    (first != "lib" && first != "main").then_some(first)
}

/// The text without comments, strings and characters, each replaced by a blank.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(hashes) = raw_string(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let open = hashes + 2;
            rest[open..].find(&close).map_or(rest.len(), |end| open + end + close.len())
        } else if first == '"' {
            quoted(rest, '"').unwrap_or(rest.len())
        } else if first == '\'' && (rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'')) {
            quoted(rest, '\'').unwrap_or(1)
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[skipped..];
    }
    code
}

/// The number of hashes if a raw string begins here.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix('r')?;
    let quote = after.find(|c| c != '#')?;
    after[quote..].starts_with('"').then_some(quote)
}

/// Length of the literal in `quote`s that begins here.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Every root module named as `crate::x`, `crate::{x, y::z}` or by enough `super::`.
fn named_modules(file: &str, code: &str) -> Vec<String> {
    let words = tokens(code);
    // A directory's mod.rs is the directory's module itself.
    let depth = file.split('/').count() - usize::from(file.ends_with("/mod.rs"));
    let mut named = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut next = at;
        if words[at] == "crate" {
            next = at + 1;
        } else if words[at] == "super" && (at == 0 || words[at - 1] != "::") {
            let supers = words[at..].chunks(2).take_while(|pair| *pair == ["super", "::"]).count();
            if supers >= depth {
                next = at + 2 * supers - 1;
            }
        }
        if next > at && words.get(next).map(String::as_str) == Some("::") {
            named.extend(heads(&words[next + 1..]));
        }
        at += 1;
    }
    named.retain(|name| ORDER.contains(&name.as_str()));
    named
}

/// First names of the paths that begin here: one, or those of a group in braces.
fn heads(words: &[String]) -> Vec<String> {
    let Some("{") = words.first().map(String::as_str) else { return words.first().cloned().into_iter().collect() };
    let (mut found, mut level, mut expected) = (Vec::new(), 0, false);
    for word in words {
        match word.as_str() {
            "{" => {
                level += 1;
                expected = level == 1;
            }
            "}" if level == 1 => break,
            "}" => level -= 1,
            "," => expected = level == 1,
            _ if expected => {
                found.push(word.clone());
                expected = false;
            }
            _ => {}
        }
    }
    found
}

/// Identifiers, `::`, and single other characters.
fn tokens(code: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut word, mut characters) = (String::new(), code.chars().peekable());
    while let Some(character) = characters.next() {
        if character.is_alphanumeric() || character == '_' {
            word.push(character);
            continue;
        }
        if !word.is_empty() {
            found.push(std::mem::take(&mut word));
        }
        if character == ':' && characters.peek() == Some(&':') {
            characters.next();
            found.push("::".to_owned());
        } else if !character.is_whitespace() {
            found.push(character.to_string());
        }
    }
    if !word.is_empty() {
        found.push(word);
    }
    found
}

#[test]
fn the_reader_of_this_test_sees_what_it_should() {
    let text = "use crate::{board::{Move, cli}, engine};\n// crate::cli\n\"crate::search\"; let c = '\"'; \
                super::super::eval::x(); r#\"crate::bench \"#; super::cli::y(); /* crate::cli */ b'\\''; crate::rules::a()";
    assert_eq!(named_modules("search/pool.rs", &code(text)), ["board", "engine", "eval", "rules"]);
    assert_eq!(named_modules("bench.rs", &code("super::cli::y()")), ["cli"]);
    assert_eq!(named_modules("search/mod.rs", &code("super::cli::y()")), ["cli"]);
    assert_eq!(tokens(&code("fn f<'a>(x: &'a str) { unsafe { 'b' } }")).iter().filter(|w| *w == "unsafe").count(), 1);
}

#[test]
fn modules_use_only_those_to_their_left() {
    let place = |name: &str| ORDER.iter().position(|&module| module == name);
    let mut faults = Vec::new();
    for (file, text) in sources() {
        let Some(own) = module(&file) else { continue };
        let Some(here) = place(own) else {
            faults.push(format!("src/{file}: the root module {own} has no place in the order"));
            continue;
        };
        for name in named_modules(&file, &code(&text)) {
            if place(&name).is_some_and(|there| there > here) {
                faults.push(format!("src/{file} names {name}, which stands to the right of {own}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn unsafe_code_stands_only_where_allowed() {
    for (file, text) in sources() {
        let allowed = UNSAFE_ALLOWED.iter().any(|place| file.starts_with(place));
        let words = tokens(&code(&text));
        assert!(allowed || words.iter().all(|word| word != "unsafe"), "unsafe code in src/{file}");
        let switched_off = words.windows(4).any(|words| words == ["#", "!", "[", "allow"]);
        assert!(!switched_off, "src/{file} switches a lint off for everything in it");
    }
}

#[test]
fn files_stay_short() {
    for (file, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES || file == LONG_FILE, "src/{file} has {lines} lines, more than {MAX_LINES}");
    }
}

#[test]
fn readme_and_crate_documentation_give_the_same_order() {
    let order = ORDER.join(" → ");
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let architecture = readme.split("\n## ").find(|section| section.starts_with("Architecture")).unwrap();
    let chain = architecture.lines().find(|line| line.contains(" → ")).unwrap();
    assert_eq!(chain.trim_matches('`'), order, "the order of the modules in the README");
    let library = &sources()["lib.rs"];
    assert!(library.contains(&format!("`{order}`")), "the order of the modules in src/lib.rs");
}

#[test]
fn ci_runs_the_readmes_test_command_last() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let command = readme.lines().map(str::trim).find(|line| line.starts_with("cargo test")).unwrap();
    let script = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert_eq!(script.lines().rfind(|line| !line.trim().is_empty()), Some(command));
}
