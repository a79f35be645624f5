//! Rulings on repetition, case by case: every case of `data/rules-cases.jsonl` has its verdict, its
//! labels and the articles it is about.

use chuhe::board::{Color, Move, Position};
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::rules::adjudicate::{Judgement, Verdict, rule};
use chuhe::rules::nature::{Idle, Nature};
use chuhe::rules::{Repetition, RuleSet, Rules};
use serde_json::Value;

/// One case.
pub struct Case {
    pub id: String,
    pub start: Position,
    pub moves: Vec<Move>,
    pub verdict: String,
    /// Half-moves before the cycle, and those of one cycle.
    pub setup: usize,
    pub cycle: usize,
    /// Labels of one cycle, Red's and Black's.
    pub labels: [Vec<String>; 2],
    /// What is in doubt about it, if anything.
    pub disputed: Option<String>,
    /// The verdict by the Asian rules where that is settled.
    pub asian: Option<String>,
}

/// Moves between blanks.
pub fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| Ranks::FromZero.parse(mv).unwrap()).collect()
}

/// All cases.
pub fn cases() -> Vec<Case> {
    let text = include_str!("data/rules-cases.jsonl");
    let cases: Vec<Case> = text.lines().map(|line| case(&serde_json::from_str(line).unwrap())).collect();
    assert!(cases.len() >= 111);
    cases
}

fn case(value: &Value) -> Case {
    let text = |key: &str| value[key].as_str().unwrap_or_else(|| panic!("{key} in {value}")).to_owned();
    let labels = |key: &str| {
        let labels = value[key].as_array().unwrap();
        labels.iter().map(|label| label.as_str().unwrap().to_owned()).collect()
    };
    Case {
        id: text("id"),
        start: fen::parse(&text("fen")).unwrap(),
        moves: moves(&text("moves")),
        verdict: text("verdict"),
        setup: value["setup"].as_u64().unwrap() as usize,
        cycle: value["cycle"].as_u64().unwrap() as usize,
        labels: [labels("red"), labels("black")],
        disputed: value["disputed"].as_str().map(str::to_owned),
        asian: value["axf_verdict"].as_str().map(str::to_owned),
    }
}

/// The verdict after the moves, by the rules of 2007 at the third occurrence.
pub fn verdict(start: &Position, moves: &[Move]) -> Verdict {
    rule(start, moves, Repetition::default(), &Rules::default()).verdict
}

/// The verdict by another set.
pub fn verdict_by(set: RuleSet, start: &Position, moves: &[Move]) -> Verdict {
    rule(start, moves, Repetition { set, ..Repetition::default() }, &Rules::default()).verdict
}

/// A move's label as the cases have it.
fn label(nature: Nature) -> &'static str {
    match nature {
        Nature::Check => "将",
        Nature::Kill => "杀",
        Nature::Chase => "捉",
        Nature::Idle(idle) => match idle {
            Idle::Plain => "闲",
            Idle::ByPawn => "闲:兵捉",
            Idle::ByKing => "闲:将捉",
            Idle::Exchange => "闲:兑",
            Idle::Offer => "闲:献",
            Idle::Block => "闲:拦",
            Idle::Follow => "闲:跟",
        },
    }
}

/// Labels of the last full cycle of a judgement, Red's and Black's.
fn labels(judgement: &Judgement, case: &Case) -> [Vec<&'static str>; 2] {
    // The window begins somewhere in the cycle; the cases begin theirs after the setup.
    let from = (case.setup..).step_by(case.cycle).find(|&ply| ply >= judgement.start).unwrap();
    Color::ALL.map(|side| {
        let cycle = judgement.moves.iter().filter(|judged| (from..from + case.cycle).contains(&judged.ply));
        cycle.filter(|judged| judged.side == side).map(|judged| label(judged.finding.nature)).collect()
    })
}

/// Whether two labels say the same: of idle moves only the attacks by pawn or king have to agree, the
/// other kinds inform.
fn same(expected: &str, found: &str) -> bool {
    let plain = |label: &str| match label {
        "闲:兑" | "闲:献" | "闲:拦" | "闲:跟" => "闲".to_owned(),
        other => other.to_owned(),
    };
    plain(expected) == plain(found)
}

#[test]
fn verdicts_agree() {
    let mut differ = Vec::new();
    for case in cases() {
        let found = verdict(&case.start, &case.moves).text();
        if found != case.verdict {
            let doubt = case.disputed.map(|why| format!(" (disputed: {why})")).unwrap_or_default();
            differ.push(format!("{}: {found} instead of {}{doubt}", case.id, case.verdict));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn labels_agree() {
    let mut differ = Vec::new();
    let (mut kinds, mut other_kinds) = (0, Vec::new());
    for case in cases() {
        // The labels are those of the cycle whatever it is counted to.
        let rules = Repetition { fold: 2, ..Repetition::default() };
        let rulings = rule(&case.start, &case.moves, rules, &Rules::default());
        let first = rulings.judgements.iter().find(|judgement| judgement.start >= case.setup).unwrap();
        let found = labels(first, &case);
        for (side, (expected, found)) in case.labels.iter().zip(&found).enumerate() {
            assert_eq!(expected.len(), found.len(), "{}", case.id);
            for (expected, found) in expected.iter().zip(found) {
                if !same(expected, found) {
                    differ.push(format!("{}, {:?}: {found} instead of {expected}", case.id, Color::ALL[side]));
                } else if expected.contains(':') {
                    kinds += 1;
                    if expected != found {
                        other_kinds.push(format!("{}: {found} instead of {expected}", case.id));
                    }
                }
            }
        }
    }
    println!("{kinds} kinds of idle moves, of which differ: {other_kinds:?}");
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn asian_verdicts_agree() {
    let mut differ = Vec::new();
    let mut count = 0;
    for case in cases() {
        let Some(expected) = &case.asian else { continue };
        count += 1;
        let found = verdict_by(RuleSet::Asian, &case.start, &case.moves).text();
        if found != expected {
            differ.push(format!("{}: {found} instead of {expected}", case.id));
        }
    }
    assert!(count > 100 && differ.is_empty(), "{count} cases\n{}", differ.join("\n"));
}

#[test]
fn asian_examples_agree() {
    let mut differ = Vec::new();
    let lines: Vec<&str> = include_str!("data/rules-asian.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 18);
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [position, cycle, expected] = fields[..] else { panic!("{line}") };
        let cycle = &moves(cycle)[..4];
        let found = verdict_by(RuleSet::Asian, &fen::parse(position).unwrap(), &cycle.repeat(3)).text();
        if found != expected {
            differ.push(format!("{position} {cycle:?}: {found} instead of {expected}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
