//! What a move is: 将 check, 杀 kill, 捉 chase, or 闲 idle (articles 27 to 29).
//!
//! Each move is looked at on its own. The heaviest nature counts (27.4, 7.12), so that they are tried in
//! this order:
//!
//! 1. **将** (28.1): the enemy king is attacked after the move.
//! 2. **杀** (28.2): if the enemy passed, the mover could mate by checks alone. A threat of stalemate is
//!    none, and the threat need not be new. Pawns and the king take part like other pieces.
//! 3. **捉** (28.3, 29): the move creates a threat to win a piece (子, 25.3) that did not stand in the position
//!    before the move (29.2, 7.2). What created it does not matter: the attacker moved, a line was opened, a
//!    screen came or went, a root was pinned or cut off. From chase to chase is idle (7.6).
//!    * A *direct* capture is new when no piece could win its victim by a direct capture before. Captures by
//!      king or pawn alone, and 兑 and 献, are not older attacks: they were no chase.
//!    * A win *by checks or exchanges* (29.1) is new when it wins a piece that could not be won before,
//!      neither directly nor so; first each piece is tried alone, then all of them together, because
//!      different replies may lose different pieces.
//! 4. **将捉, 兵捉**: only the king (27.1), or only a pawn (27.2), attacks anew: idle. A pawn's attack counts as
//!    捉 when the other side attacks on every move (27.2, 7.11): the adjudication sees to that.
//! 5. **闲** (28.9): the rest.
//!
//! A mover who stood in check is judged by what it could have done but for that check: an attack that was
//! there all along does not become new by answering a check.

use super::threat::{Capture, Effort, Search, Taker, Way, is_material};
use crate::board::{Bitboard, Move, Position, Square};

/// The nature of a move, the lightest first (article 27.4: the heaviest counts).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Nature {
    /// 闲: neither of the others.
    Idle(Idle),
    /// 捉: creates a new threat to win material.
    Chase,
    /// 杀: threatens a mate made of checks only.
    Kill,
    /// 将: attacks the king.
    Check,
}

/// Kinds of idle moves. They inform; only a bare pawn chase can ever count for more (article 27.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Idle {
    /// Nothing in particular.
    Plain,
    /// 兑: offers an exchange of like pieces.
    Exchange,
    /// 献: offers a piece to one of its own kind.
    Offer,
    /// 拦: stands in the way of a piece.
    Block,
    /// 跟: tails a rooted piece.
    Follow,
    /// 将捉: only the king could take.
    ByKing,
    /// 兵捉: only a pawn could take.
    ByPawn,
}

/// How a chase wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// The victim can be taken at once.
    Capture,
    /// By an unbroken series of checks.
    Checks,
    /// By a series of exchanges.
    Exchanges,
}

/// A move's nature and the evidence for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What the move is.
    pub nature: Nature,
    /// The moves that carry out the threat at once: the captures that win, or the first move of `line`.
    pub threats: Vec<Move>,
    /// A kill, or a chase in several steps: the winning moves and sample replies.
    pub line: Vec<Move>,
    /// What is threatened, as it stands after the move: the chased pieces, the king that is checked, the
    /// partner of an offer, what is blocked or followed.
    pub victims: Vec<Square>,
    /// How a chase wins.
    pub means: Option<Means>,
    /// A search met its bound, so the move may be more than it is said to be.
    pub uncertain: bool,
}

impl Finding {
    pub(super) fn plain(nature: Nature) -> Finding {
        let (threats, line, victims) = (Vec::new(), Vec::new(), Vec::new());
        Finding { nature, threats, line, victims, means: None, uncertain: false }
    }
}

/// The nature of the legal move `mv` in `before`, found out with so much effort. A move that neither attacks
/// nor attacks by king or pawn alone is left as plain idle here; `idle` has the names for its kinds.
pub(super) fn nature(before: &Position, mv: Move, effort: &mut Effort) -> Finding {
    if before.gives_check(mv) {
        let victims = vec![before.king(!before.side())];
        return Finding { victims, ..Finding::plain(Nature::Check) };
    }
    let mut after = before.clone();
    let _ = after.make(mv, &mut ());
    let _ = after.make_null();
    let mut now = Search::within(after.clone(), effort.most);
    let kill = now.kill();
    if let Some(line) = kill {
        effort.made += now.made();
        let victims = vec![after.king(!after.side())];
        let threats = line.first().copied().into_iter().collect();
        return Finding { threats, line, victims, ..Finding::plain(Nature::Kill) };
    }
    effort.add(&now);
    let finding = chase(before, &after, effort);
    Finding { uncertain: effort.cut, ..finding }
}

/// The captures in `pos` that win at once.
fn captures(pos: &Position, effort: &mut Effort) -> Vec<Capture> {
    let mut search = Search::within(pos.clone(), effort.most);
    let found = search.direct();
    effort.add(&search);
    found
}

/// Whether a move that neither checks nor kills chases, and if not, what kind of idle it is.
fn chase(before: &Position, after: &Position, effort: &mut Effort) -> Finding {
    let standing = captures(after, effort);
    let earlier = captures(before, effort);
    let attacked = |list: &[Capture], wanted: &[Taker]| {
        list.iter()
            .filter(|capture| wanted.contains(&capture.taker))
            .fold(Bitboard::EMPTY, |set, capture| set | Bitboard::of(capture.mv.to()))
    };
    // Only attacks by pieces count as older ones.
    let old = attacked(&earlier, &[Taker::Piece]);
    let new = attacked(&standing, &[Taker::Piece]) - old;
    if new.any() {
        return evidence(Nature::Chase, new, &standing, Some(Means::Capture), &[Taker::Piece]);
    }
    if let Some((victims, way, line)) = indirect(before, after, &earlier, &standing, old, effort) {
        let means = match way {
            Way::Checks => Means::Checks,
            Way::Exchanges => Means::Exchanges,
        };
        let threats = line.first().copied().into_iter().collect();
        let victims = victims.into_iter().collect();
        return Finding { threats, line, victims, means: Some(means), ..Finding::plain(Nature::Chase) };
    }
    for (taker, idle) in [(Taker::Pawn, Idle::ByPawn), (Taker::King, Idle::ByKing)] {
        let new = attacked(&standing, &[taker]) - attacked(&earlier, &[taker]) - old;
        if new.any() {
            return evidence(Nature::Idle(idle), new, &standing, None, &[taker]);
        }
    }
    Finding::plain(Nature::Idle(Idle::Plain))
}

/// The finding for new attacks on `victims`, with the captures among `captures` that carry them out.
fn evidence(
    nature: Nature,
    victims: Bitboard,
    captures: &[Capture],
    means: Option<Means>,
    takers: &[Taker],
) -> Finding {
    let threats = captures
        .iter()
        .filter(|capture| victims.has(capture.mv.to()) && takers.contains(&capture.taker))
        .map(|capture| capture.mv)
        .collect();
    Finding { threats, victims: victims.into_iter().collect(), means, ..Finding::plain(nature) }
}

/// Pieces that can be won in several steps after the move and could not before it, one by one, or
/// together when the replies lose different ones.
fn indirect(
    before: &Position,
    after: &Position,
    earlier: &[Capture],
    standing: &[Capture],
    old: Bitboard,
    effort: &mut Effort,
) -> Option<(Bitboard, Way, Vec<Move>)> {
    let candidates = after
        .color(!after.side())
        .into_iter()
        .filter(|&sq| is_material(after, sq) && !old.has(sq))
        .fold(Bitboard::EMPTY, |set, sq| set | Bitboard::of(sq));
    // One bound for all these questions together.
    let mut left = effort.most;
    let mut won = |pos: &Position, victims: Bitboard, captures: &[Capture]| {
        let mut search = Search::within(pos.clone(), left);
        let way = search.indirect(victims, captures);
        left = search.left();
        effort.add(&search);
        match way {
            Some(way) => Found::Way(way),
            None if search.is_cut() => Found::Unknown,
            None => Found::Nothing,
        }
    };
    // Nothing at all to be won is the usual case, and settles all of them at once.
    let Found::Way((way_to_any, line_to_any)) = won(after, candidates, standing) else { return None };
    for victim in candidates {
        let victim = Bitboard::of(victim);
        if let Found::Way((way, line)) = won(after, victim, standing)
            && won(before, victim, earlier) == Found::Nothing
        {
            return Some((victim, way, line));
        }
    }
    (won(before, candidates, earlier) == Found::Nothing).then_some((candidates, way_to_any, line_to_any))
}

/// What a search for a win in several steps came to.
#[derive(PartialEq)]
enum Found {
    Way((Way, Vec<Move>)),
    Nothing,
    /// The bound was met first. An attack that may have stood before is not called new.
    Unknown,
}
