//! engine-protocol.md against the program: transcripts and the table of options.

use super::client::{Client, Ended, PATIENCE, is_setup};
use chuhe::options::{Kind, Spec, table};

const DOCUMENT: &str = include_str!("../../engine-protocol.md");

/// The transcripts, each with the line it begins on.
fn transcripts() -> Vec<(usize, Vec<&'static str>)> {
    let mut found = Vec::new();
    let mut block: Option<(usize, Vec<&str>)> = None;
    for (index, line) in DOCUMENT.lines().enumerate() {
        if line.starts_with("```") {
            match block.take() {
                Some(done) if done.1.iter().all(|line| line.starts_with('>') || line.starts_with('<')) => {
                    found.push(done);
                }
                Some(_) => {}
                None => block = Some((index + 2, Vec::new())),
            }
        } else if let Some((_, lines)) = &mut block {
            lines.push(line);
        }
    }
    found
}

/// Whether `line` is `pattern`, where `…` stands for any text.
fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap()) else { return false };
    let mut open = false;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        open = part.is_empty();
    }
    open || rest.is_empty()
}

#[test]
fn patterns_match_what_they_should() {
    assert!(matches("info depth … pv …", "info depth 3 score cp 1 pv h2e2 h9g7"));
    assert!(matches("bestmove …", "bestmove h2e2"));
    assert!(matches("readyok", "readyok"));
    assert!(!matches("readyok", "readyok "));
    assert!(!matches("bestmove … draw", "bestmove h2e2 draw resign"));
    assert!(!matches("info depth … pv …", "info depth 3"));
}

fn run(start: usize, lines: &[&str]) {
    let mut client = Client::start_raw();
    let mut anything = false;
    for (index, line) in lines.iter().enumerate() {
        let place = start + index;
        if let Some(text) = line.strip_prefix('>') {
            assert!(!anything, "engine-protocol.md:{place}: any lines may come before something is sent");
            client.send(text.strip_prefix(' ').unwrap_or(text));
            continue;
        }
        let pattern = line[1..].strip_prefix(' ').unwrap_or(&line[1..]);
        if pattern == "…" {
            anything = true;
            continue;
        }
        loop {
            let got = client.next();
            if matches(pattern, &got) {
                break;
            }
            assert!(
                anything || is_setup(&got),
                "engine-protocol.md:{place}: expected '{pattern}', got '{got}'\n{}",
                client.dialogue()
            );
        }
        anything = false;
    }
    client.close_input();
    let Ended { status, rest, stderr } = client.wait_end(PATIENCE);
    assert!(status.success() && stderr.is_empty(), "engine-protocol.md:{start}: {status}, standard error '{stderr}'");
    assert!(anything || rest.is_empty(), "engine-protocol.md:{start}: more lines at the end: {rest:?}");
}

#[test]
fn transcripts_of_the_document_come_true() {
    let transcripts = transcripts();
    assert!(transcripts.len() >= 12, "only {} transcripts found", transcripts.len());
    for (start, lines) in &transcripts {
        run(*start, lines);
    }
}

/// The row that describes an option.
fn row(spec: &Spec) -> String {
    let name = |name: Option<&str>| name.map_or("–".to_owned(), |name| format!("`{name}`"));
    let (kind, default, allowed) = match &spec.kind {
        Kind::Check { default, .. } => ("check", format!("`{default}`"), "true, false".to_owned()),
        // The largest number depends on the machine.
        Kind::Spin { default, min, .. } if spec.uci == Some("Threads") => {
            ("spin", format!("`{default}`"), format!("{min} to 1024 or 4 × the machine's threads"))
        }
        Kind::Spin { default, min, max, .. } => ("spin", format!("`{default}`"), format!("{min} to {max}")),
        Kind::Combo { default, values, .. } => ("combo", format!("`{default}`"), values.join(", ")),
        Kind::Text { default: "", allowed, .. } => ("string", "`<empty>`".to_owned(), (*allowed).to_owned()),
        Kind::Text { default, allowed, .. } => ("string", format!("`{default}`"), (*allowed).to_owned()),
        Kind::Button(_) => ("button", "–".to_owned(), "–".to_owned()),
    };
    format!("| {} | {} | {kind} | {default} | {allowed} | {} |", name(spec.uci), name(spec.ucci), spec.doc)
}

#[test]
fn the_documents_table_of_options_is_the_programs() {
    let heading = "| UCI | UCCI | type | default | allowed | meaning |";
    let documented: Vec<&str> =
        DOCUMENT.lines().skip_while(|line| *line != heading).skip(2).take_while(|line| line.starts_with('|')).collect();
    let expected: Vec<String> = table().iter().map(row).collect();
    assert_eq!(documented, expected, "the table should read\n{}", expected.join("\n"));
}
