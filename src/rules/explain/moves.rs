//! One half-move of a judged cycle: what it is, who threatens what with what, which root fails and why.

use super::words::{Language, Words};
use crate::board::{Bitboard, Move, Position, Square};
use crate::notation::iccs::Ranks;
use crate::rules::adjudicate::{Judged, Judgement};
use crate::rules::nature::{Finding, Idle, Means, Nature};
use crate::rules::roots::{Failure, Root, roots};
use crate::rules::ruleset::RuleSet;
use crate::rules::threat::{Search, Taker};

/// What is said about one half-move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// 将, 杀, 捉 or 闲. An attack by pawns stays 闲 also where the pawn clause counts it as 捉.
    pub label: &'static str,
    /// 兵捉, 将捉, 兑, 献, 拦 or 跟.
    pub kind: Option<&'static str>,
    /// The label's name in the language of the report, with its kind.
    pub name: String,
    /// Where the pieces concerned stand after the move: checked, threatened, attacked, offered, …
    pub victims: Vec<Square>,
    /// Who threatens what with what, and why it is not more or less than the label says.
    pub reason: String,
    /// Articles of the 2007 rules; empty under other rule sets.
    pub articles: Vec<&'static str>,
}

/// Explains the move with this index in `judgement.moves`.
///
/// # Panics
/// If there is no such move.
pub fn explain_move(judgement: &Judgement, index: usize, language: Language, ranks: Ranks) -> MoveReport {
    let judged = &judgement.moves[index];
    let mut after = judged.before.clone();
    let _ = after.make(judged.mv, &mut ());
    let checkers = after.checkers();
    let _ = after.make_null();
    let by_articles = judgement.rules.set == RuleSet::Chinese2007 || judgement.rules.set == RuleSet::None;
    let words = Words { pos: &after, language, ranks };
    let account = Account { judged, words, checkers, by_articles };
    let (reason, articles) = account.reason();
    let (label, kind) = label(judged);
    MoveReport {
        label,
        kind,
        name: name(judged, language),
        victims: judged.finding.victims.clone(),
        reason,
        articles: if judgement.rules.set == RuleSet::Chinese2007 { articles } else { Vec::new() },
    }
}

/// Label and kind as the JSON document has them.
fn label(judged: &Judged) -> (&'static str, Option<&'static str>) {
    match judged.finding.nature {
        Nature::Check => ("将", None),
        Nature::Kill => ("杀", None),
        Nature::Chase => ("捉", None),
        Nature::Idle(idle) => ("闲", kind(idle)),
    }
}

fn kind(idle: Idle) -> Option<&'static str> {
    match idle {
        Idle::Plain => None,
        Idle::Exchange => Some("兑"),
        Idle::Offer => Some("献"),
        Idle::Block => Some("拦"),
        Idle::Follow => Some("跟"),
        Idle::ByKing => Some("将捉"),
        Idle::ByPawn => Some("兵捉"),
    }
}

fn name(judged: &Judged, language: Language) -> String {
    let (label, kind) = label(judged);
    if language == Language::Chinese {
        let counts = if judged.raised { "，按捉" } else { "" };
        return kind.map_or(label.to_owned(), |kind| format!("{label}（{kind}{counts}）"));
    }
    match judged.finding.nature {
        Nature::Check => "check",
        Nature::Kill => "kill",
        Nature::Chase => "chase",
        Nature::Idle(Idle::ByPawn) if judged.raised => "idle (pawn attacks, counts as chase)",
        Nature::Idle(idle) => match idle {
            Idle::Plain => "idle",
            Idle::Exchange => "idle (exchange)",
            Idle::Offer => "idle (offer)",
            Idle::Block => "idle (block)",
            Idle::Follow => "idle (follow)",
            Idle::ByKing => "idle (king attacks)",
            Idle::ByPawn => "idle (pawn attacks)",
        },
    }
    .to_owned()
}

/// Puts the reason together.
struct Account<'a> {
    judged: &'a Judged,
    /// Speaks of the position after the move, with the mover to move again.
    words: Words<'a>,
    /// The mover's pieces that give check.
    checkers: Bitboard,
    /// Exchanges are reckoned as the 2007 rules do.
    by_articles: bool,
}

impl Account<'_> {
    fn finding(&self) -> &Finding {
        &self.judged.finding
    }

    fn after(&self) -> &Position {
        self.words.pos
    }

    fn reason(&self) -> (String, Vec<&'static str>) {
        let (mut reason, articles) = match self.finding().nature {
            Nature::Check => self.check(),
            Nature::Kill => self.kill(),
            Nature::Chase => self.chase(),
            Nature::Idle(idle) => self.idle(idle),
        };
        if self.finding().uncertain {
            reason += &self
                .words
                .say("; the search for more met its bound, so it may be more than this", "；搜索已达上限，性质或更重");
        }
        (reason, articles)
    }

    fn check(&self) -> (String, Vec<&'static str>) {
        let words = &self.words;
        let king = self.after().king(!self.judged.side);
        let checkers = words.pieces(&self.checkers.into_iter().collect::<Vec<_>>());
        let verb = if self.checkers.several() { "check" } else { "checks" };
        let mut reason = words
            .say(format!("{checkers} {verb} {}", words.piece(king)), format!("{checkers}照将{}", words.piece(king)));
        if !self.by_articles && !self.finding().threats.is_empty() {
            let captures = self.captures();
            reason += &words.say(format!(", and {captures}"), format!("，兼{captures}"));
        }
        (reason, vec!["28.1"])
    }

    fn kill(&self) -> (String, Vec<&'static str>) {
        let words = &self.words;
        let line = &self.finding().line;
        let checks = line.len().div_ceil(2);
        let moves = words.line(line);
        let count = if checks == 1 { "one check".to_owned() } else { format!("{checks} checks") };
        let reason = words.say(
            format!("threatens mate by {count}: {moves}"),
            if checks == 1 {
                format!("下一着即将死：{moves}")
            } else {
                format!("连续照将{checks}着将死：{moves}")
            },
        );
        (reason, vec!["28.2"])
    }

    /// Who takes whom, for the captures of the finding.
    fn captures(&self) -> String {
        let words = &self.words;
        let each: Vec<String> = self
            .finding()
            .threats
            .iter()
            .map(|mv| {
                let (taker, victim, coordinates) = (words.piece(mv.from()), words.piece(mv.to()), words.mv(*mv));
                words.say(
                    format!("{taker} attacks {victim} ({coordinates})"),
                    format!("{taker}捉{victim}（{coordinates}）"),
                )
            })
            .collect();
        each.join(if words.language == Language::English { ", " } else { "，" })
    }

    fn chase(&self) -> (String, Vec<&'static str>) {
        let words = &self.words;
        let finding = self.finding();
        let victims = words.pieces(&finding.victims);
        let line = words.line(&finding.line);
        let several = finding.victims.len() > 1;
        match finding.means {
            Some(Means::Checks) => {
                let english = if several {
                    format!("threatens to win one of {victims} by checks, whatever the reply, such as {line}")
                } else {
                    format!("threatens to win {victims} by checks: {line}")
                };
                let chinese = if several {
                    format!("连续照将，无论如何应着必得{victims}之一，如{line}")
                } else {
                    format!("连续照将得{victims}：{line}")
                };
                (words.say(english, chinese), vec!["28.3", "29.1", "29.2"])
            }
            Some(Means::Exchanges) => (
                words.say(
                    format!("threatens to win {victims} by exchanges: {line}"),
                    format!("连续交换得{victims}：{line}"),
                ),
                vec!["28.3", "29.1", "29.2"],
            ),
            _ => {
                let mut articles = vec!["28.3", "29.1", "29.2"];
                let mut reason = self.captures();
                let mut told = Bitboard::EMPTY;
                for &capture in &finding.threats {
                    if !told.has(capture.to()) {
                        told |= Bitboard::of(capture.to());
                        let (text, more) = self.why_unrooted(capture);
                        reason += &words.say(format!("; {text}"), format!("；{text}"));
                        articles.extend(more.filter(|article| !articles.contains(article)));
                    }
                }
                (reason, articles)
            }
        }
    }

    /// Why what `capture` takes is not protected, and the article that says so.
    fn why_unrooted(&self, capture: Move) -> (String, Option<&'static str>) {
        let words = &self.words;
        let victim = words.piece(capture.to());
        let roots = roots(self.after(), capture);
        let (holding, failing): (Vec<Root>, Vec<Root>) = roots.into_iter().partition(|root| root.failure.is_none());
        if holding.is_empty() && failing.is_empty() {
            return (words.say(format!("{victim} has no root"), format!("{victim}无根")), None);
        }
        if holding.is_empty() {
            let reasons: Vec<String> = failing.iter().map(|root| self.why_fails(*root)).collect();
            let text = words.say(
                format!("{victim} has only false roots: {}", reasons.join(", ")),
                format!("{victim}为假根：{}", reasons.join("，")),
            );
            return (text, Some("28.16"));
        }
        let guards = words.pieces(&holding.iter().map(|root| root.piece).collect::<Vec<_>>());
        if !self.by_articles {
            let (taker, root) = (words.piece(capture.from()), guards);
            let text = words.say(
                format!("{victim} is rooted by {root}, which does not count against {taker}"),
                format!("{victim}有{root}为根，对{taker}不算有根"),
            );
            return (text, None);
        }
        let exchange = Search::new(self.after().clone()).exchange(capture);
        let line = words.line(&exchange);
        if exchange.len() > 2 {
            let text = words.say(
                format!("{victim} has too few roots ({guards}): {line} wins material"),
                format!("{victim}少根（{guards}）：{line}，得子"),
            );
            (text, Some("28.16"))
        } else {
            let text = words.say(
                format!("{victim} is rooted by {guards}, but {line} is a gain all the same"),
                format!("{victim}虽有{guards}为根，{line}仍得子"),
            );
            (text, Some("7.3"))
        }
    }

    fn why_fails(&self, root: Root) -> String {
        let words = &self.words;
        let piece = words.piece(root.piece);
        match root.failure {
            None => piece,
            Some(Failure::Exposes(attacker)) => {
                let attacker = words.piece(attacker);
                words.say(
                    format!("{piece} cannot take back, {attacker} would attack its king"),
                    format!("{piece}不能反吃（{attacker}将攻其将帅）"),
                )
            }
            Some(Failure::KingsFacing) => words.say(
                format!("{piece} cannot take back, the kings would face each other"),
                format!("{piece}不能反吃（将帅对面）"),
            ),
            Some(Failure::Blocked(by)) => {
                let by = words.piece(by);
                words.say(format!("{piece} is blocked by {by}"), format!("{piece}被{by}阻挡"))
            }
            Some(Failure::NoScreen) => words.say(format!("{piece} has no screen"), format!("{piece}无炮架")),
            Some(Failure::TwoScreens) => words.say(format!("{piece} has two screens"), format!("{piece}隔两子")),
        }
    }

    fn idle(&self, idle: Idle) -> (String, Vec<&'static str>) {
        let words = &self.words;
        let finding = self.finding();
        let victims = words.pieces(&finding.victims);
        match idle {
            Idle::Plain => self.plain(),
            Idle::ByKing => {
                let captures = self.captures();
                (
                    words.say(format!("only the king: {captures}"), format!("仅将帅本身：{captures}")),
                    vec!["27.1", "28.9"],
                )
            }
            Idle::ByPawn if self.judged.raised => {
                let captures = self.captures();
                let text = words.say(
                    format!("{captures}; counts as a chase, because the other side attacks on every move"),
                    format!("{captures}；对方步步是打，互打时按捉处理"),
                );
                (text, vec!["27.2", "7.11"])
            }
            Idle::ByPawn => {
                let captures = self.captures();
                (words.say(format!("only a pawn: {captures}"), format!("仅兵卒本身：{captures}")), vec!["27.2", "28.9"])
            }
            Idle::Exchange => (
                words.say(format!("offers the exchange of {}", self.pairs()), format!("邀兑{}", self.pairs())),
                vec!["28.5", "28.9"],
            ),
            Idle::Offer => (
                words.say(
                    format!("offers itself: {}; its own piece has no root, the other one has", self.pairs()),
                    format!("献子：{}，己方无根而对方有根", self.pairs()),
                ),
                vec!["28.6", "28.9"],
            ),
            Idle::Block => {
                (words.say(format!("stands in the way of {victims}"), format!("阻拦{victims}")), vec!["28.7", "28.9"])
            }
            Idle::Follow => {
                let rooted: Vec<String> = finding.threats.iter().map(|&capture| self.rooted(capture)).collect();
                let separator = if words.language == Language::English { ", " } else { "，" };
                (rooted.join(separator), vec!["28.8", "28.9"])
            }
        }
    }

    fn pairs(&self) -> String {
        let words = &self.words;
        let pair = |mv: &Move| {
            let (own, other) = (words.piece(mv.from()), words.piece(mv.to()));
            words.say(format!("{own} and {other}"), format!("{own}与{other}"))
        };
        let pairs: Vec<String> = self.finding().threats.iter().map(pair).collect();
        pairs.join(if words.language == Language::English { ", " } else { "，" })
    }

    /// What follows a rooted piece, and the root.
    fn rooted(&self, capture: Move) -> String {
        let words = &self.words;
        let holding: Vec<Square> = roots(self.after(), capture)
            .into_iter()
            .filter(|root| root.failure.is_none())
            .map(|root| root.piece)
            .collect();
        let (taker, victim, guards) = (words.piece(capture.from()), words.piece(capture.to()), words.pieces(&holding));
        words.say(
            format!("{taker} follows {victim}, which is rooted by {guards}"),
            format!("{taker}跟{victim}，{victim}有根（{guards}）"),
        )
    }

    /// An idle move with no name: whether it only seems to attack.
    fn plain(&self) -> (String, Vec<&'static str>) {
        let words = &self.words;
        if !self.by_articles {
            return (words.say("no new attack on a piece", "没有新的捉子"), vec!["28.9"]);
        }
        let mut search = Search::new(self.after().clone());
        if let Some((capture, mate)) = search.deadly().first() {
            let (victim, capture, mate) = (words.piece(capture.to()), words.mv(*capture), words.mv(*mate));
            let text = words.say(
                format!("seems to attack {victim}, but after {capture} {mate} is mate"),
                format!("形似捉{victim}，但{capture}后{mate}立即被将死"),
            );
            return (text, vec!["29.4", "7.7", "28.9"]);
        }
        let standing: Vec<Square> = search
            .direct()
            .iter()
            .filter(|capture| capture.taker == Taker::Piece)
            .map(|capture| capture.mv.to())
            .collect();
        let standing: Vec<Square> =
            standing.iter().fold(Bitboard::EMPTY, |set, &sq| set | Bitboard::of(sq)).into_iter().collect();
        if !standing.is_empty() {
            let victims = words.pieces(&standing);
            let text = words.say(
                format!("nothing new: {victims} could be taken before the move too"),
                format!("从捉到捉：走子前已捉{victims}"),
            );
            return (text, vec!["29.2", "7.6", "28.9"]);
        }
        (words.say("threatens nothing", "不构成将、杀、捉"), vec!["28.9"])
    }
}
