//! What a side threatens to win: the searches behind 杀 (kill) and 捉 (chase).
//!
//! * **The exchange** (28.16, 29.3): a capture wins when X is ahead on that point whatever the owner
//!   recaptures with, either side being free to stop. Only legal captures count, which is all there is to
//!   roots: a true root recaptures; a false one (假根) cannot; with too few (少根) the owner comes off worse;
//!   a hidden one (暗根) recaptures once the line is open. A rook attacked by a lesser piece is won although
//!   it is rooted (7.3).
//! * **Value** (25.3): rook 200, horse and cannon 100, advisor and elephant 40. Crossed pawns are counted
//!   apart, because theirs floats (7.10): X gains when it is pieces up and no crossed pawn down, or even in
//!   pieces and a crossed pawn up. King and uncrossed pawn are no 子.
//! * **Not mated** (29.4, 7.7): a capture that lets X be mated at once wins nothing.
//! * **Like against like** (28.5, 28.6): an enemy piece of the taker's kind that could take first, without
//!   being mated at once and without losing material at once, is offered an exchange and not chased.
//!
//! All of them ask about a position with the threatening side X to move. They are bounded in depth and
//! in nodes; [`Effort::cut`] tells when a bound was met, so that nobody takes "not found" for "not
//! there".

use crate::board::{Bitboard, Color, Kind, Move, Position, Square};
use arrayvec::ArrayVec;
use std::collections::HashMap;

/// Checks in a row that a kill may take (article 28.2; a mate made of checks only).
const KILL_CHECKS: u32 = 6;
/// Checks in a row before the winning capture (article 29.1).
const CHASE_CHECKS: u32 = 3;
/// Exchanges in a row, the winning one included (article 28.3).
const EXCHANGES: u32 = 3;
/// Checks and captures that one question may look at.
const MAX_NODES: u32 = 20_000;

/// What questions may cost, and what they have cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Checks and captures that one question may look at.
    pub most: u32,
    /// Moves made for all questions so far.
    pub made: u32,
    /// One of them met its bound, so that a "no" may be wrong.
    pub cut: bool,
}

impl Effort {
    /// All that the arbiter spends.
    pub fn full() -> Effort {
        Effort::within(MAX_NODES)
    }

    /// At most so many checks and captures for a question. What is found without meeting the bound is what
    /// the arbiter finds.
    pub fn within(most: u32) -> Effort {
        Effort { most: most.min(MAX_NODES), made: 0, cut: false }
    }

    /// Adds what was spent on a question.
    pub fn add(&mut self, search: &Search) {
        self.made += search.made;
        self.cut |= search.cut;
    }
}

/// What a side has won or lost so far (article 25.3): pieces by value, crossed pawns by number,
/// because a crossed pawn has no fixed value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Balance {
    pieces: i32,
    pawns: i32,
}

impl Balance {
    /// What the piece on `sq` is worth; a king and an uncrossed pawn are no material (article 25.3).
    fn of(pos: &Position, sq: Square) -> Balance {
        let Some(piece) = pos.piece_at(sq) else { return Balance::default() };
        match piece.kind() {
            Kind::Rook => Balance { pieces: 200, pawns: 0 },
            Kind::Horse | Kind::Cannon => Balance { pieces: 100, pawns: 0 },
            Kind::Advisor | Kind::Elephant => Balance { pieces: 40, pawns: 0 },
            Kind::Pawn if is_crossed(piece.color(), sq) => Balance { pieces: 0, pawns: 1 },
            Kind::King | Kind::Pawn => Balance::default(),
        }
    }

    /// Pieces up and no crossed pawn down, or even in pieces and a crossed pawn up: one pawn for
    /// several pieces, or one piece for any number of pawns, is no gain.
    fn is_gain(self) -> bool {
        self.pieces > 0 && self.pawns >= 0 || self.pieces == 0 && self.pawns > 0
    }

    fn plus(self, other: Balance) -> Balance {
        Balance { pieces: self.pieces + other.pieces, pawns: self.pawns + other.pawns }
    }

    fn minus(self, other: Balance) -> Balance {
        Balance { pieces: self.pieces - other.pieces, pawns: self.pawns - other.pawns }
    }
}

/// Whether a pawn of `color` on `sq` has crossed the river.
fn is_crossed(color: Color, sq: Square) -> bool {
    sq.rank_for(color) >= 5
}

/// Whether the piece on `sq` is 子 (article 25.3): rook, horse, cannon, advisor, elephant or crossed pawn.
pub(super) fn is_material(pos: &Position, sq: Square) -> bool {
    Balance::of(pos, sq) != Balance::default()
}

/// Who takes in a direct capture that wins material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Taker {
    /// A piece whose attack is a chase.
    Piece,
    /// A pawn: free unless the other side attacks on every move (article 27.2).
    Pawn,
    /// The king: always free (article 27.1).
    King,
    /// A piece of the victim's kind that the victim could take first: 兑 or 献 (articles 28.5, 28.6).
    Mutual,
}

/// A capture that wins material at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Capture {
    pub mv: Move,
    pub taker: Taker,
}

/// How a piece is won that cannot be taken directly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// By an unbroken series of checks.
    Checks,
    /// By a series of exchanges.
    Exchanges,
}

/// The moves that carry out a threat and sample replies, the last one first while it is put together.
pub(super) type Line = ArrayVec<Move, { 2 * KILL_CHECKS as usize }>;

/// A line of one move.
fn line(mv: Move) -> Line {
    let mut line = Line::new();
    line.push(mv);
    line
}

/// The line that begins with `mv` and `reply`.
fn precede(mut line: Line, reply: Move, mv: Move) -> Line {
    line.push(reply);
    line.push(mv);
    line
}

/// The moves of a finished line, in the order they are played in.
fn in_order(line: Line) -> Vec<Move> {
    line.into_iter().rev().collect()
}

/// One question about one position, with its bounds.
pub(super) struct Search {
    pos: Position,
    /// Pieces whose check X stands in is looked away from.
    ignored: Bitboard,
    most: u32,
    nodes: u32,
    made: u32,
    cut: bool,
    /// A line ended only because no more checks were allowed.
    out_of_checks: bool,
    /// Positions with X to move in which so many checks do not mate.
    mateless: HashMap<u64, u32>,
}

impl Search {
    /// Asks about `pos` with its side to move as X. A check it stands in does not keep it from its
    /// threats.
    pub fn new(pos: Position) -> Search {
        Search::within(pos, MAX_NODES)
    }

    /// The same, looking at no more than `most` checks and captures.
    pub fn within(pos: Position, most: u32) -> Search {
        let ignored = pos.checkers();
        Search { pos, ignored, most, nodes: 0, made: 0, cut: false, out_of_checks: false, mateless: HashMap::new() }
    }

    /// Whether the bound was met, so that a "no" may be wrong.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Moves made so far.
    pub fn made(&self) -> u32 {
        self.made
    }

    /// What is left of the bound.
    pub fn left(&self) -> u32 {
        self.most.saturating_sub(self.nodes)
    }

    /// Counts a check or capture; answers whether the bound is met.
    fn is_spent(&mut self) -> bool {
        self.nodes += 1;
        self.cut |= self.nodes > self.most;
        self.cut
    }

    fn with<T>(&mut self, mv: Move, then: impl FnOnce(&mut Search) -> T) -> T {
        self.made += 1;
        let undo = self.pos.make(mv, &mut ());
        let result = then(self);
        self.pos.unmake(mv, undo);
        result
    }

    /// X's moves. Its own check is looked away from as long as the checking pieces stand there.
    fn moves(&self) -> Vec<Move> {
        self.pos.moves_ignoring(self.ignored & self.pos.color(!self.pos.side())).to_vec()
    }

    // ---- Kill -------------------------------------------------------------------------------------

    /// A mate made of checks only (article 28.2), shortest first, with sample replies.
    pub fn kill(&mut self) -> Option<Vec<Move>> {
        for checks in 1..=KILL_CHECKS {
            self.out_of_checks = false;
            if let Some(line) = self.mating_line(checks) {
                return Some(in_order(line));
            }
            // Every series of checks has come to its end: longer ones find nothing more.
            if !self.out_of_checks {
                break;
            }
        }
        None
    }

    fn mating_line(&mut self, checks: u32) -> Option<Line> {
        let key = self.pos.key();
        if self.mateless.get(&key).is_some_and(|&refuted| refuted >= checks) {
            return None;
        }
        for mv in self.moves() {
            if !self.pos.gives_check(mv) || self.is_spent() {
                continue;
            }
            let mate = self.with(mv, |search| {
                let mut longest = line(mv);
                for reply in search.pos.moves_ignoring(Bitboard::EMPTY) {
                    if checks == 1 {
                        search.out_of_checks = true;
                        return None;
                    }
                    let rest = search.with(reply, |search| search.mating_line(checks - 1))?;
                    if rest.len() + 2 > longest.len() {
                        longest = precede(rest, reply, mv);
                    }
                }
                Some(longest)
            });
            if mate.is_some() {
                return mate;
            }
        }
        if !self.cut {
            self.mateless.insert(key, checks);
        }
        None
    }

    /// The side to move's mate in one, if it has one.
    fn mate_at_once(&mut self) -> Option<Move> {
        let moves = self.pos.moves_ignoring(Bitboard::EMPTY);
        moves
            .into_iter()
            .find(|&mv| self.pos.gives_check(mv) && self.with(mv, |search| search.pos.legal_moves().is_empty()))
    }

    // ---- Direct captures --------------------------------------------------------------------------

    /// Every capture that wins material on its square by the full exchange there and does not let X
    /// be mated at once (articles 28.3, 28.16, 29.1, 29.4).
    pub fn direct(&mut self) -> Vec<Capture> {
        let mut found = Vec::new();
        for mv in self.moves() {
            if is_material(&self.pos, mv.to()) && self.wins_exchange(mv, Balance::default()) && self.is_safe(mv) {
                found.push(Capture { mv, taker: self.taker(mv) });
            }
        }
        found
    }

    /// Whether the opponent has no mate in one after `mv` (article 29.4).
    fn is_safe(&mut self, mv: Move) -> bool {
        self.with(mv, Search::mate_at_once).is_none()
    }

    /// Whether X, having `won` so far, gains by `mv` however the opponent recaptures on its target;
    /// either side may stop. False roots, too few roots and hidden roots all come out of the legal
    /// captures alone.
    fn wins_exchange(&mut self, mv: Move, won: Balance) -> bool {
        let won = won.plus(Balance::of(&self.pos, mv.to()));
        if !won.is_gain() {
            return false;
        }
        self.with(mv, |search| {
            let lost = won.minus(Balance::of(&search.pos, mv.to()));
            let recaptures = captures_on(&search.pos.moves_ignoring(Bitboard::EMPTY), mv.to());
            recaptures.into_iter().all(|recapture| {
                search.with(recapture, |search| {
                    lost.is_gain()
                        || captures_on(&search.moves(), mv.to())
                            .into_iter()
                            .any(|again| search.wins_exchange(again, lost))
                })
            })
        })
    }

    /// The exchange that the winning capture `mv` starts, with sample recaptures: one move when nothing
    /// takes back, two when X is ahead all the same, more when the owner has too few roots.
    pub fn exchange(&mut self, mv: Move) -> Vec<Move> {
        let mut exchange = vec![mv];
        let mut undone = Vec::new();
        let mut won = Balance::default();
        let mut next = Some(mv);
        while let Some(mv) = next {
            won = won.plus(Balance::of(&self.pos, mv.to()));
            undone.push((mv, self.pos.make(mv, &mut ())));
            let Some(&reply) = captures_on(&self.pos.moves_ignoring(Bitboard::EMPTY), mv.to()).first() else { break };
            won = won.minus(Balance::of(&self.pos, mv.to()));
            undone.push((reply, self.pos.make(reply, &mut ())));
            exchange.push(reply);
            next = None;
            if !won.is_gain() {
                next = captures_on(&self.moves(), mv.to()).into_iter().find(|&mv| self.wins_exchange(mv, won));
                exchange.extend(next);
            }
        }
        for (mv, undo) in undone.into_iter().rev() {
            self.pos.unmake(mv, undo);
        }
        exchange
    }

    /// Captures that would win material but get X mated at once, with that mate (article 29.4).
    pub fn deadly(&mut self) -> Vec<(Move, Move)> {
        let mut found = Vec::new();
        for mv in self.moves() {
            if is_material(&self.pos, mv.to()) && self.wins_exchange(mv, Balance::default()) {
                found.extend(self.with(mv, Search::mate_at_once).map(|mate| (mv, mate)));
            }
        }
        found
    }

    fn taker(&mut self, mv: Move) -> Taker {
        match self.pos.piece_at(mv.from()).map(|piece| piece.kind()) {
            Some(Kind::King) => Taker::King,
            Some(Kind::Pawn) => Taker::Pawn,
            _ if self.is_mutual(mv) => Taker::Mutual,
            _ => Taker::Piece,
        }
    }

    /// Whether the victim of `mv` is of the taker's kind and could itself take first, without being
    /// mated at once and without losing material at once (article 28.6): a pair that offers exchange.
    fn is_mutual(&mut self, mv: Move) -> bool {
        let kind = |sq| self.pos.piece_at(sq).map(|piece| piece.kind());
        if kind(mv.from()) != kind(mv.to()) {
            return false;
        }
        let back = Move::new(mv.to(), mv.from());
        let mut other = Search { ignored: Bitboard::EMPTY, ..Search::new(self.pos.clone()) };
        let _ = other.pos.make_null();
        if !other.pos.is_pseudo_legal(back) || !other.pos.moves_ignoring(other.pos.checkers()).contains(&back) {
            return false;
        }
        let lost = Balance::default().minus(Balance::of(&other.pos, back.to()));
        let is_harmless = other.with(back, |search| {
            search.mate_at_once().is_none()
                && !search.moves().into_iter().any(|reply| search.wins_exchange(reply, lost))
        });
        self.made += other.made;
        is_harmless
    }

    // ---- Wins in several steps --------------------------------------------------------------------

    /// Whether X can force the win of a piece of `victims` by an unbroken series of checks or by a
    /// series of exchanges, and how. Captures by king or pawn, and 兑, that stand already do not count
    /// as the end of such a line: the help must be real.
    pub fn indirect(&mut self, victims: Bitboard, standing: &[Capture]) -> Option<(Way, Vec<Move>)> {
        let privileged: Vec<Move> =
            standing.iter().filter(|capture| capture.taker != Taker::Piece).map(|capture| capture.mv).collect();
        let won = Balance::default();
        if let Some(line) = (1..=CHASE_CHECKS).find_map(|checks| self.by_checks(victims, checks, won, &privileged)) {
            return Some((Way::Checks, in_order(line)));
        }
        self.by_exchanges(victims, EXCHANGES, won, &privileged).map(|line| (Way::Exchanges, in_order(line)))
    }

    fn by_checks(&mut self, victims: Bitboard, checks: u32, won: Balance, privileged: &[Move]) -> Option<Line> {
        self.moves().into_iter().find_map(|mv| {
            // What is won on the way has to be new as well: a check that takes another piece is no part of
            // this line.
            let takes_another = is_material(&self.pos, mv.to()) && !victims.has(mv.to());
            if takes_another || !self.pos.gives_check(mv) || self.is_spent() {
                return None;
            }
            let won = won.plus(Balance::of(&self.pos, mv.to()));
            let victims = victims - Bitboard::of(mv.to());
            self.with(mv, |search| {
                // A check that leaves no reply is mate: that is a kill, and nothing needs to be won.
                let mut longest = line(mv);
                for reply in search.pos.moves_ignoring(Bitboard::EMPTY) {
                    let won = won.minus(Balance::of(&search.pos, reply.to()));
                    let victims = follow(victims, reply);
                    let rest = search.with(reply, |search| match search.takes(victims, won, privileged) {
                        Some(capture) => Some(line(capture)),
                        None if checks > 1 => search.by_checks(victims, checks - 1, won, privileged),
                        None => None,
                    })?;
                    if rest.len() + 2 > longest.len() {
                        longest = precede(rest, reply, mv);
                    }
                }
                Some(longest)
            })
        })
    }

    fn by_exchanges(&mut self, victims: Bitboard, exchanges: u32, won: Balance, privileged: &[Move]) -> Option<Line> {
        self.moves().into_iter().find_map(|mv| {
            if self.pos.piece_at(mv.to()).is_none() || self.is_spent() {
                return None;
            }
            let won = won.plus(Balance::of(&self.pos, mv.to()));
            let victims = victims - Bitboard::of(mv.to());
            let on = mv.to();
            // Left alone, the first capture must have won something.
            if !won.is_gain() {
                return None;
            }
            self.with(mv, |search| {
                let lost = won.minus(Balance::of(&search.pos, on));
                let mut longest = None;
                for reply in captures_on(&search.pos.moves_ignoring(Bitboard::EMPTY), on) {
                    let victims = follow(victims, reply);
                    let rest = search.with(reply, |search| match search.takes(victims, lost, privileged) {
                        Some(capture) => Some(line(capture)),
                        None if exchanges > 2 => search.by_exchanges(victims, exchanges - 1, lost, privileged),
                        None => None,
                    })?;
                    if longest.as_ref().is_none_or(|longest: &Line| rest.len() + 2 > longest.len()) {
                        longest = Some(precede(rest, reply, mv));
                    }
                }
                // Without a recapture it is no exchange.
                longest
            })
        })
    }

    /// How X can take a piece of `victims` now and be ahead.
    fn takes(&mut self, victims: Bitboard, won: Balance, privileged: &[Move]) -> Option<Move> {
        self.moves().into_iter().find(|&mv| {
            victims.has(mv.to())
                && is_material(&self.pos, mv.to())
                && !privileged.contains(&mv)
                && !self.is_spent()
                && self.wins_exchange(mv, won)
                && self.is_safe(mv)
        })
    }
}

fn captures_on(moves: &[Move], sq: Square) -> Vec<Move> {
    moves.iter().copied().filter(|mv| mv.to() == sq).collect()
}

/// The victims' points after one side's reply: a victim that moves stays a victim.
fn follow(victims: Bitboard, reply: Move) -> Bitboard {
    if victims.has(reply.from()) { (victims - Bitboard::of(reply.from())) | Bitboard::of(reply.to()) } else { victims }
}
