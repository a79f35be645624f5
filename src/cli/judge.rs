//! `chuhe judge`: rules on the repetitions of a game and explains the rulings.

use super::{Verdict, args, input};
use crate::board::Color;
use crate::notation::diagram::{self, Pieces};
use crate::notation::fen;
use crate::notation::iccs::Ranks;
use crate::rules::adjudicate::{self, Judgement, Rulings, rule};
use crate::rules::explain::{Language, Report, explain, ordinal};
use crate::rules::{DrawReason, Game, Repetition, Rules};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::io::{Read, Write};
use std::path::Path;

/// Prints the ruling after the last move, or with `--all` every repetition of the game.
pub fn run(args: &args::Judge, out: &mut dyn Write) -> Result<Verdict> {
    let (game, ranks) = match &args.file {
        Some(file) => read_game(&read(file)?).with_context(|| format!("'{}'", file.display()))?,
        None => {
            let position = args::Position { words: Vec::new(), fen: args.fen.clone() };
            input::game(&position, &args::Moves { moves: args.moves.clone().unwrap_or_default() })?
        }
    };
    let repetition = Repetition { set: args.rules, fold: args.fold as usize };
    let rules = Rules { repetition, ..Rules::default() };
    let start = game.start().clone();
    let rulings = rule(&start, game.moves(), &rules);
    // A ruling that the game has gone on from is told only when all are asked for.
    let last =
        rulings.judgements.last().filter(|_| rulings.drawn.is_none() && rulings.verdict != adjudicate::Verdict::None);
    let told: Vec<&Judgement> = if args.all { rulings.judgements.iter().collect() } else { last.into_iter().collect() };
    if args.json {
        let document = Document::new(&rulings, last, args.all.then_some(&told), &rules, args.lang, ranks);
        serde_json::to_writer(&mut *out, &document)?;
        writeln!(out)?;
    } else {
        print(out, &rulings, &told, &rules, args.lang, ranks)?;
    }
    Ok(if rulings.verdict == adjudicate::Verdict::None { Verdict::Negative } else { Verdict::Fine })
}

/// The text of a file, or of standard input for `-`. Bytes that are not UTF-8 can stand in comments only.
fn read(file: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        bytes = std::fs::read(file).with_context(|| format!("cannot read '{}'", file.display()))?;
    }
    Ok(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned())
}

/// Reads a game: perhaps a line with a FEN, then moves on any number of lines. Move numbers are skipped,
/// `#` begins a comment.
fn read_game(text: &str) -> Result<(Game, Ranks)> {
    let without_comment = |line: &'_ str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let mut lines = (1usize..).zip(text.lines().map(without_comment)).filter(|(_, line)| !line.is_empty()).peekable();
    let start = match lines.next_if(|(_, line)| line.contains('/') || line == "startpos") {
        Some((_, line)) if line == "startpos" => fen::start(),
        Some((number, line)) => fen::parse(&line).with_context(|| format!("line {number}"))?,
        None => fen::start(),
    };
    let mut words: Vec<(usize, String)> = Vec::new();
    for (number, line) in lines {
        let of_line = line.split([' ', '\t', ',', ';']).map(without_number).filter(|word| !word.is_empty());
        words.extend(of_line.map(|word| (number, word.to_owned())));
    }
    // Only where ranks count from 1 is there a rank 10.
    let ranks = if words.iter().any(|(_, word)| word.contains("10")) { Ranks::FromOne } else { Ranks::FromZero };
    let mut game = Game::new(start);
    for (line, word) in &words {
        let number = game.moves().len() + 1;
        let mv = ranks.parse(word).with_context(|| format!("line {line}: move {number} cannot be read"))?;
        if game.play(mv).is_err() {
            bail!("line {line}: move {number} '{word}' cannot be played in '{}'", fen::write(game.position()));
        }
    }
    Ok((game, ranks))
}

/// The word without a move number such as `12.` or `3…` before it; empty when it is only that.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == word.len() { word } else { rest.trim_start_matches(['.', '…']) }
}

/// The rulings for people.
fn print(
    out: &mut dyn Write,
    rulings: &Rulings,
    told: &[&Judgement],
    rules: &Rules,
    language: Language,
    ranks: Ranks,
) -> Result<()> {
    let zh = language == Language::Chinese;
    let Repetition { set, fold } = rules.repetition;
    if zh {
        writeln!(out, "规则：{set}，同一局面第{fold}次出现时裁处。")?;
    } else {
        writeln!(
            out,
            "Rules: {set}; a position is ruled on when it stands on the board for the {} time.",
            ordinal(fold)
        )?;
    }
    for judgement in told {
        writeln!(out)?;
        if let Some(last) = judgement.moves.last() {
            let mut pos = last.before.clone();
            let _ = pos.make(last.mv, &mut ());
            let pieces = if zh { Pieces::Chinese } else { Pieces::Latin };
            writeln!(out, "{}", diagram::draw_with(&pos, pieces, ranks))?;
        }
        print_one(out, judgement, &explain(judgement, language, ranks), language, ranks)?;
    }
    writeln!(out)?;
    if let Some(reason) = drawn_text(rulings, rules, zh) {
        writeln!(out, "{reason}")?;
    } else if told.is_empty() {
        writeln!(out, "{}", if zh { "没有待裁处的循环。" } else { "No repetition to rule on." })?;
    }
    writeln!(out, "{}{}", if zh { "裁决：" } else { "Verdict: " }, rulings.verdict.text())?;
    Ok(())
}

fn print_one(
    out: &mut dyn Write,
    judgement: &Judgement,
    report: &Report,
    language: Language,
    ranks: Ranks,
) -> Result<()> {
    writeln!(out, "{}", report.heading)?;
    for (judged, told) in judgement.moves.iter().zip(&report.moves) {
        let number = judged.ply + 1;
        let articles =
            if told.articles.is_empty() { String::new() } else { format!(" [{}]", told.articles.join(", ")) };
        let (mv, reason) = (ranks.format(judged.mv), &told.reason);
        if language == Language::Chinese {
            let side = if judged.side == Color::Red { "红" } else { "黑" };
            writeln!(out, "{number:>4}. {side} {mv:<5} {}：{reason}{articles}", told.name)?;
        } else {
            let side = if judged.side == Color::Red { "Red" } else { "Black" };
            writeln!(out, "{number:>4}. {side:<5} {mv:<5} {} {}: {reason}{articles}", told.label, told.name)?;
        }
    }
    for side in &report.sides {
        writeln!(out, "{side}")?;
    }
    writeln!(out, "{}", report.verdict)?;
    Ok(())
}

/// Why the game was drawn, other than by repetition.
fn drawn_text(rulings: &Rulings, rules: &Rules, zh: bool) -> Option<String> {
    let (ply, reason) = rulings.drawn?;
    let rounds = rules.natural_limit.unwrap_or_default();
    Some(match (reason, zh) {
        (DrawReason::NaturalLimit, true) => format!("第{ply}着后已满自然限着{rounds}回合，和棋（第4.2.4、23.3条）。"),
        (DrawReason::NaturalLimit, false) => {
            format!("After {ply} half-moves: {rounds} rounds without a capture, a draw (articles 4.2.4, 23.3).")
        }
        (_, true) => format!("第{ply}着后双方均无可能取胜，和棋（第4.2.1条）。"),
        (_, false) => format!("After {ply} half-moves: neither side can win any more, a draw (article 4.2.1)."),
    })
}

/// The JSON document. Its fields are documented in `engine-protocol.md`, "Commands from the shell": change
/// both together.
#[derive(Serialize)]
struct Document {
    verdict: &'static str,
    rules: &'static str,
    fold: usize,
    repetition: Option<Span>,
    moves: Vec<Line>,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repetitions: Option<Vec<Entry>>,
}

#[derive(Serialize)]
struct Span {
    start: usize,
    end: usize,
    occurrences: usize,
}

#[derive(Serialize)]
struct Line {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    side: &'static str,
    label: &'static str,
    kind: Option<&'static str>,
    victims: Vec<String>,
    reason: String,
    articles: Vec<&'static str>,
}

/// A repetition in the list of all of them.
#[derive(Serialize)]
struct Entry {
    verdict: &'static str,
    repetition: Span,
    moves: Vec<Line>,
    reason: String,
}

impl Document {
    fn new(
        rulings: &Rulings,
        last: Option<&Judgement>,
        all: Option<&Vec<&Judgement>>,
        rules: &Rules,
        language: Language,
        ranks: Ranks,
    ) -> Document {
        let entry = |judgement: &Judgement| Entry::new(judgement, language, ranks);
        let ruled = last.map(entry);
        let drawn = drawn_text(rulings, rules, language == Language::Chinese);
        let (repetition, moves, reason) = match ruled {
            Some(Entry { repetition, moves, reason, .. }) => (Some(repetition), moves, Some(reason)),
            None => (None, Vec::new(), drawn),
        };
        Document {
            verdict: rulings.verdict.text(),
            rules: rules.repetition.set.name(),
            fold: rules.repetition.fold,
            repetition,
            moves,
            reason,
            repetitions: all.map(|all| all.iter().map(|judgement| entry(judgement)).collect()),
        }
    }
}

impl Entry {
    fn new(judgement: &Judgement, language: Language, ranks: Ranks) -> Entry {
        let report = explain(judgement, language, ranks);
        let reason = report.summary();
        let moves = judgement.moves.iter().zip(report.moves).map(|(judged, told)| Line {
            ply: judged.ply + 1,
            mv: ranks.format(judged.mv),
            side: if judged.side == Color::Red { "red" } else { "black" },
            label: told.label,
            kind: told.kind,
            victims: told.victims.iter().map(|&sq| ranks.square(sq)).collect(),
            reason: told.reason,
            articles: told.articles,
        });
        Entry {
            verdict: judgement.verdict.text(),
            repetition: Span { start: judgement.start, end: judgement.end, occurrences: judgement.occurrences },
            moves: moves.collect(),
            reason,
        }
    }
}
