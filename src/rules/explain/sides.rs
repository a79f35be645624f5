//! The ruling: what each side did, who must change, and the articles.

use super::moves::{MoveReport, explain_move};
use super::words::{Language, side_name};
use crate::board::Color;
use crate::notation::iccs::Ranks;
use crate::rules::adjudicate::{Class, Judged, Judgement, Verdict};
use crate::rules::nature::{Idle, Nature};
use crate::rules::{Game, Repetition, RuleSet};

/// Everything that is said about one ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Which position was repeated, and which moves are judged.
    pub heading: String,
    /// The half-moves, in order.
    pub moves: Vec<MoveReport>,
    /// What Red and Black did.
    pub sides: [String; 2],
    /// Who must change, who has lost, or that it is a draw; with the articles.
    pub verdict: String,
}

impl Report {
    /// What the sides did and what follows, in one line.
    pub fn summary(&self) -> String {
        [&self.sides[0], &self.sides[1], &self.verdict].map(String::as_str).join(" ")
    }
}

/// The ruling on the position on the board in one line: its words in the JSON document, then why;
/// `no verdict yet` when there is none.
pub fn standing(game: &Game, rules: Repetition, language: Language, ranks: Ranks) -> String {
    match game.repetition(rules) {
        Some(judgement) => {
            format!("{}: {}", judgement.verdict.text(), explain(&judgement, language, ranks).summary())
        }
        None => Verdict::None.text().to_owned(),
    }
}

/// Explains a ruling.
pub fn explain(judgement: &Judgement, language: Language, ranks: Ranks) -> Report {
    let moves = (0..judgement.moves.len()).map(|index| explain_move(judgement, index, language, ranks)).collect();
    Report {
        heading: heading(judgement, language),
        moves,
        sides: Color::ALL.map(|side| side_text(judgement, side, language, ranks)),
        verdict: verdict_text(judgement, language),
    }
}

fn heading(judgement: &Judgement, language: Language) -> String {
    let Judgement { occurrences, start, end, .. } = *judgement;
    let first = start + 1;
    match (language, judgement.after_order) {
        (Language::English, false) => {
            format!(
                "Half-moves {first} to {end}: the position stands on the board for the {} time.",
                ordinal(occurrences)
            )
        }
        (Language::English, true) => format!(
            "Half-moves {first} to {end}, since the order to change: the position stands on the board for the {} time.",
            ordinal(occurrences)
        ),
        (Language::Chinese, false) => format!("第{first}至{end}着：同一局面第{occurrences}次出现。"),
        (Language::Chinese, true) => format!("第{first}至{end}着（责令变着之后）：同一局面第{occurrences}次出现。"),
    }
}

/// `third`, `11th`.
pub fn ordinal(number: usize) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        // 11th to 13th, 21st, …
        _ => {
            let ending = match (number % 10, number % 100) {
                (1, tens) if tens != 11 => "st",
                (2, tens) if tens != 12 => "nd",
                (3, tens) if tens != 13 => "rd",
                _ => "th",
            };
            format!("{number}{ending}")
        }
    }
}

fn side_text(judgement: &Judgement, side: Color, language: Language, ranks: Ranks) -> String {
    let name = side_name(side, language);
    let what = if judgement.rules.set.one_piece().is_some() {
        one_piece_text(judgement, side, language, ranks)
    } else {
        let (english, chinese) = cycle_name(judgement, side);
        match language {
            Language::English => english,
            Language::Chinese => chinese,
        }
    };
    let allowed = judgement.classes[side.index()] == Class::Allowed;
    match (language, judgement.rules.set) {
        (Language::English, RuleSet::None) => format!("{name}: {what}."),
        (Language::Chinese, RuleSet::None) => format!("{name}：{what}。"),
        (Language::English, _) => format!("{name}: {what}: {}.", if allowed { "allowed" } else { "banned" }),
        (Language::Chinese, _) => format!("{name}：{what}，{}。", if allowed { "允许着法" } else { "禁止着法" }),
    }
}

/// What the moves of a side make together, in English and in Chinese (articles 25.2, 28.10 to 28.13).
fn cycle_name(judgement: &Judgement, side: Color) -> (String, String) {
    let of_side = || judgement.moves.iter().filter(move |judged| judged.side == side);
    let attacks = |judged: &&Judged| judged.raised || judged.finding.nature >= Nature::Chase;
    let has = |nature: Nature| {
        of_side().any(|judged| judged.finding.nature == nature || nature == Nature::Chase && judged.raised)
    };
    let kinds = [(Nature::Check, "check", "将"), (Nature::Kill, "kill", "杀"), (Nature::Chase, "chase", "捉")];
    let found: Vec<(&str, &str)> =
        kinds.into_iter().filter(|&(nature, ..)| has(nature)).map(|(_, english, chinese)| (english, chinese)).collect();
    let english = found.iter().map(|(english, _)| *english).collect::<Vec<_>>().join(" and ");
    if of_side().all(|judged| attacks(&judged)) {
        let chinese = match found[..] {
            [(_, only)] => format!("长{only}"),
            _ => found.iter().map(|(_, chinese)| format!("一{chinese}")).collect(),
        };
        let english = if found.len() == 1 { format!("perpetual {english}") } else { format!("{english} in turn") };
        return (english, chinese);
    }
    if !found.is_empty() {
        let chinese = found.iter().map(|(_, chinese)| *chinese).collect::<Vec<_>>().join("、");
        return (format!("{english}, but not on every move"), format!("有{chinese}而间有闲着"));
    }
    let all = |idle: Idle| of_side().all(|judged| judged.finding.nature == Nature::Idle(idle));
    let named = [
        (Idle::Exchange, "perpetual offer of exchange", "长兑"),
        (Idle::Offer, "perpetual offer", "长献"),
        (Idle::Block, "perpetual block", "长拦"),
        (Idle::Follow, "perpetual following", "长跟"),
        (Idle::ByKing, "attacks by the king alone", "将帅步步叫吃"),
        (Idle::ByPawn, "attacks by pawns alone", "兵卒步步叫吃"),
    ];
    let name = named.into_iter().find(|&(idle, ..)| all(idle));
    name.map_or(("idle moves".to_owned(), "闲着".to_owned()), |(_, english, chinese)| {
        (english.to_owned(), chinese.to_owned())
    })
}

/// The same where only perpetual check and the chase of one piece are banned.
fn one_piece_text(judgement: &Judgement, side: Color, language: Language, ranks: Ranks) -> String {
    let prey = &judgement.prey[side.index()];
    let points = prey.iter().map(|&sq| ranks.square(sq)).collect::<Vec<_>>().join(", ");
    match (judgement.classes[side.index()], language) {
        (Class::PerpetualCheck, Language::English) => "perpetual check".to_owned(),
        (Class::PerpetualCheck, Language::Chinese) => "长将".to_owned(),
        (Class::Banned, Language::English) => {
            format!("chases the piece that stood on {points} at the beginning on every move")
        }
        (Class::Banned, Language::Chinese) => format!("长捉循环开始时位于{points}的子"),
        (Class::Allowed, Language::English) => "no perpetual check, no piece chased on every move".to_owned(),
        (Class::Allowed, Language::Chinese) => "未长将，未长捉同一子".to_owned(),
    }
}

fn verdict_text(judgement: &Judgement, language: Language) -> String {
    let zh = language == Language::Chinese;
    let name = |side: Color| side_name(side, language);
    let articles = |numbers: &[&str]| {
        if judgement.rules.set != RuleSet::Chinese2007 {
            String::new()
        } else if zh {
            format!("（第{}条）", numbers.join("、"))
        } else {
            format!(" (articles {})", numbers.join(", "))
        }
    };
    if let Some(side) = judgement.pins_its_prey {
        let name = name(side);
        return if zh {
            format!("{name}长捉被己方马牵制的车，{name}判负。")
        } else {
            format!("{name} chases a rook that its own horse pins: {name} loses.")
        };
    }
    match judgement.verdict {
        Verdict::None => if zh { "未到裁处之时。" } else { "No ruling yet." }.to_owned(),
        Verdict::Draw => {
            let [red, black] = judgement.classes;
            let numbers: &[&str] = if red == Class::Allowed { &["26.2", "24.2"] } else { &["26.3", "24.2"] };
            debug_assert_eq!(red, black, "a draw is of like with like");
            let articles = articles(numbers);
            match (judgement.rules.set == RuleSet::None, red == Class::Allowed, zh) {
                (true, _, true) => "不论责任，判和。".to_owned(),
                (true, _, false) => "Nobody is to blame under these rules: draw.".to_owned(),
                (_, true, true) => format!("双方均为允许着法，不变作和{articles}。"),
                (_, true, false) => format!("Both sides' moves are allowed: draw{articles}."),
                (_, false, true) => format!("双方均为禁止着法，不变作和{articles}。"),
                (_, false, false) => format!("Both sides' moves are banned: draw{articles}."),
            }
        }
        Verdict::MustChange(side) => {
            let (name, articles) = (name(side), articles(&["26.4", "24.3"]));
            if zh {
                format!("{name}必须变着；若再重复一次循环，即判负{articles}。")
            } else {
                format!("{name} must change; if the position comes back once more, {name} loses{articles}.")
            }
        }
        Verdict::Loses(side) if judgement.classes[side.index()] == Class::PerpetualCheck => {
            let (name, articles) = (name(side), articles(&["26.1", "24.1"]));
            if zh {
                format!("{name}单方面长将，立即判负{articles}。")
            } else {
                format!("{name} gave perpetual check: {name} loses at once{articles}.")
            }
        }
        Verdict::Loses(side) => {
            let (name, articles) = (name(side), articles(&["26.4", "24.3"]));
            match (judgement.after_order, zh) {
                (true, true) => format!("{name}应变着而不变，判负{articles}。"),
                (true, false) => format!("{name} had to change and did not: {name} loses{articles}."),
                (false, true) => format!("单方面犯禁，{name}判负{articles}。"),
                (false, false) => format!("Only one side's moves are banned: {name} loses{articles}."),
            }
        }
    }
}
