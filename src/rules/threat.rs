//! What a side threatens to win: the searches behind 杀 (kill) and 捉 (chase).
//!
//! All of them ask about a position with the threatening side X to move. They are bounded in depth and
//! in nodes; [`Search::is_cut`] tells when a bound was met, so that nobody takes "not found" for "not
//! there".

use crate::board::{Bitboard, Color, Kind, Move, Position, Square};

/// Checks in a row that a kill may take (article 28.2; a mate made of checks only).
const KILL_CHECKS: u32 = 6;
/// Checks in a row before the winning capture (article 29.1).
const CHASE_CHECKS: u32 = 3;
/// Exchanges in a row, the winning one included (article 28.3).
const EXCHANGES: u32 = 3;
/// Positions one question may look at.
const MAX_NODES: u32 = 150_000;

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

/// One question about one position, with its bounds.
pub(super) struct Search {
    pos: Position,
    /// Pieces whose check X stands in is looked away from.
    ignored: Bitboard,
    nodes: u32,
    cut: bool,
}

impl Search {
    /// Asks about `pos` with its side to move as X. A check it stands in does not keep it from its
    /// threats.
    pub fn new(pos: Position) -> Search {
        let ignored = pos.checkers();
        Search { pos, ignored, nodes: 0, cut: false }
    }

    /// Whether a bound on positions was met, so that a "no" may be wrong.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Counts a position; answers whether the bound is met.
    fn is_spent(&mut self) -> bool {
        self.nodes += 1;
        self.cut |= self.nodes > MAX_NODES;
        self.cut
    }

    fn with<T>(&mut self, mv: Move, then: impl FnOnce(&mut Search) -> T) -> T {
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

    /// The first check of a mate made of checks only (article 28.2), shortest first.
    pub fn kill(&mut self) -> Option<Move> {
        (1..=KILL_CHECKS).find_map(|checks| self.mating_check(checks))
    }

    fn mating_check(&mut self, checks: u32) -> Option<Move> {
        for mv in self.moves() {
            if !self.pos.gives_check(mv) || self.is_spent() {
                continue;
            }
            let mates = self.with(mv, |search| {
                let replies = search.pos.moves_ignoring(Bitboard::EMPTY);
                replies.is_empty()
                    || checks > 1
                        && replies
                            .into_iter()
                            .all(|reply| search.with(reply, |search| search.mating_check(checks - 1).is_some()))
            });
            if mates {
                return Some(mv);
            }
        }
        None
    }

    /// Whether the side to move mates in one.
    fn mates_at_once(&mut self) -> bool {
        self.pos
            .moves_ignoring(Bitboard::EMPTY)
            .into_iter()
            .any(|mv| self.pos.gives_check(mv) && self.with(mv, |search| search.pos.legal_moves().is_empty()))
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
        !self.with(mv, Search::mates_at_once)
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
        let mut other = Search { pos: self.pos.clone(), ignored: Bitboard::EMPTY, nodes: 0, cut: false };
        let _ = other.pos.make_null();
        if !other.pos.is_pseudo_legal(back) || !other.pos.moves_ignoring(other.pos.checkers()).contains(&back) {
            return false;
        }
        let lost = Balance::default().minus(Balance::of(&other.pos, back.to()));
        other.with(back, |search| {
            !search.mates_at_once() && !search.moves().into_iter().any(|reply| search.wins_exchange(reply, lost))
        })
    }

    // ---- Wins in several steps --------------------------------------------------------------------

    /// Whether X can force the win of a piece of `victims` by an unbroken series of checks or by a
    /// series of exchanges. Captures by king or pawn, and 兑, that stand already do not count as the
    /// end of such a line: the help must be real.
    pub fn indirect(&mut self, victims: Bitboard, standing: &[Capture]) -> Option<Way> {
        let privileged: Vec<Move> =
            standing.iter().filter(|capture| capture.taker != Taker::Piece).map(|capture| capture.mv).collect();
        if (1..=CHASE_CHECKS).any(|checks| self.by_checks(victims, checks, Balance::default(), &privileged)) {
            return Some(Way::Checks);
        }
        self.by_exchanges(victims, EXCHANGES, Balance::default(), &privileged).then_some(Way::Exchanges)
    }

    fn by_checks(&mut self, victims: Bitboard, checks: u32, won: Balance, privileged: &[Move]) -> bool {
        self.moves().into_iter().any(|mv| {
            if !self.pos.gives_check(mv) || self.is_spent() {
                return false;
            }
            let won = won.plus(Balance::of(&self.pos, mv.to()));
            let victims = victims - Bitboard::of(mv.to());
            self.with(mv, |search| {
                search.pos.moves_ignoring(Bitboard::EMPTY).into_iter().all(|reply| {
                    let won = won.minus(Balance::of(&search.pos, reply.to()));
                    let victims = follow(victims, reply);
                    search.with(reply, |search| {
                        search.takes(victims, won, privileged)
                            || checks > 1 && search.by_checks(victims, checks - 1, won, privileged)
                    })
                })
            })
        })
    }

    fn by_exchanges(&mut self, victims: Bitboard, exchanges: u32, won: Balance, privileged: &[Move]) -> bool {
        self.moves().into_iter().any(|mv| {
            if self.pos.piece_at(mv.to()).is_none() || self.is_spent() {
                return false;
            }
            let won = won.plus(Balance::of(&self.pos, mv.to()));
            let victims = victims - Bitboard::of(mv.to());
            let on = mv.to();
            self.with(mv, |search| {
                let recaptures = captures_on(&search.pos.moves_ignoring(Bitboard::EMPTY), on);
                let lost = won.minus(Balance::of(&search.pos, on));
                // Left alone, the first capture must have won something, and then it is no exchange.
                won.is_gain()
                    && !recaptures.is_empty()
                    && recaptures.into_iter().all(|recapture| {
                        let victims = follow(victims, recapture);
                        search.with(recapture, |search| {
                            search.takes(victims, lost, privileged)
                                || exchanges > 2 && search.by_exchanges(victims, exchanges - 1, lost, privileged)
                        })
                    })
            })
        })
    }

    /// Whether X can take a piece of `victims` now and be ahead.
    fn takes(&mut self, victims: Bitboard, won: Balance, privileged: &[Move]) -> bool {
        self.moves().into_iter().any(|mv| {
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
    if victims.has(reply.from()) { victims - Bitboard::of(reply.from()) | Bitboard::of(reply.to()) } else { victims }
}
