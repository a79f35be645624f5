//! Rulings on repetition, case by case: every case of `data/rules-cases.jsonl` has its verdict, its
//! labels and the articles it is about.

use chuhe::board::{Color, Move, Position};
use chuhe::notation::fen;
use chuhe::notation::iccs::Ranks;
use chuhe::rules::adjudicate::{Verdict, finding, rule};
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
    rule(start, moves, &Rules::default()).verdict
}

/// The verdict by another set.
pub fn verdict_by(set: RuleSet, start: &Position, moves: &[Move]) -> Verdict {
    let repetition = Repetition { set, ..Repetition::default() };
    rule(start, moves, &Rules { repetition, ..Rules::default() }).verdict
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

/// Labels of one cycle, Red's and Black's: of the second one, into which the first has led, if there is one.
fn labels(case: &Case) -> [Vec<&'static str>; 2] {
    let begin = if case.moves.len() >= case.setup + 2 * case.cycle { case.setup + case.cycle } else { case.setup };
    let mut pos = case.start.clone();
    let mut labels = [Vec::new(), Vec::new()];
    for (ply, &mv) in case.moves[..begin + case.cycle].iter().enumerate() {
        if ply >= begin {
            labels[pos.side().index()].push(label(finding(RuleSet::Chinese2007, &pos, mv).nature));
        }
        let _ = pos.make(mv, &mut ());
    }
    labels
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
        for (side, (expected, found)) in Color::ALL.iter().zip(case.labels.iter().zip(labels(&case))) {
            assert_eq!(expected.len(), found.len(), "{}", case.id);
            for (expected, found) in expected.iter().zip(found) {
                if !same(expected, found) {
                    differ.push(format!("{}, {side:?}: {found} instead of {expected}", case.id));
                } else if expected.contains(':') {
                    kinds += 1;
                    if expected != found {
                        other_kinds.push(format!("{}: {found} instead of {expected}", case.id));
                    }
                }
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    // Black's rook both offers itself to the other rook and stands in its way.
    let expected = vec!["ok-changlan-vs-changsha: 闲:兑 instead of 闲:拦"; 2];
    assert_eq!(other_kinds, expected, "kinds of idle moves, {kinds} in all");
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
    assert!(count > 100);
    let known = [
        // Black is the one that chases here; the case is count-chase-2 with colours exchanged.
        "count-chase-2-black: black loses instead of red loses",
        // Black's rook attacks the same cannon throughout, and every move of its horse takes away that
        // cannon's root: a chase as much as Red's, if roots are tried by legal recaptures.
        "7.2-elephant-uncovers: draw instead of red loses",
    ];
    assert_eq!(differ, known);
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
            differ.push(format!("{position}: {found} instead of {expected}"));
        }
    }
    let known = [
        // Black attacks nothing at all. Red's rear cannon attacks the pawn on f1 anew with every move of the
        // front one, of which one is a check.
        "5k3/9/9/5C3/5c3/5C3/9/9/5p3/4K4 w: red loses instead of black loses",
        // Black chases a rook that its horse pins, which 7.2-pinned-rook-chased calls a loss.
        "5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w: black loses instead of draw",
    ];
    assert_eq!(differ, known);
}
